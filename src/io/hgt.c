// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// HGT, the tiles of the Shuttle Radar Topography Mission: a square degree of whole metres, big-endian, north first, 1201
// samples per side (3 seconds) or 3601 (1 second), both edges included; -32768 is a void. The name (N51E010) is the
// south-western sample.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/format.h"

enum { HOLE = -32768 };

/// "N51E010" in front of the ending; false where the name is another.
static bool place_from_name(const char *path, oro_placement *p, int32_t side) {
    const char *slash = strrchr(path, '/'), *at = slash ? slash + 1 : path;
    int north = toupper((unsigned char)at[0]), east;
    if ((north != 'N' && north != 'S') || !isdigit((unsigned char)at[1]) || !isdigit((unsigned char)at[2]))
        return false;
    east = toupper((unsigned char)at[3]);
    if (east != 'E' && east != 'W') return false;
    for (int i = 4; i < 7; i++)
        if (!isdigit((unsigned char)at[i])) return false;
    int latitude = (at[1] - '0') * 10 + at[2] - '0', longitude = (at[4] - '0') * 100 + (at[5] - '0') * 10 + at[6] - '0';
    if (latitude > 90 || longitude > 180) return false;
    p->found = p->degrees = true;
    p->step_x = p->step_y = 1.0 / (side - 1);
    p->east = east == 'E' ? longitude : -longitude;
    p->north = (north == 'N' ? latitude : -latitude) + 1;
    snprintf(p->crs, sizeof p->crs, "EPSG:4326");
    return true;
}

oro_status oro_hgt_read(oro_read_job *job) {
    int32_t side = job->bytes == 1201 * 1201 * 2 ? 1201 : job->bytes == 3601 * 3601 * 2 ? 3601 : 0;
    if (!side)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "an HGT tile has 2884802 bytes (1201 x 1201) or 25934402 (3601 x 3601), this one has %llu%s",
                        (unsigned long long)job->bytes, job->bytes ? "; it is truncated or no tile" : "");
    job->metres = true;
    place_from_name(job->path, &job->placement, side);
    job->width = job->height = side;
    if (job->look) return ORO_OK;
    oro_status status = oro_read_job_alloc(job, (uint64_t)side, (uint64_t)side);
    unsigned char *bytes = malloc((size_t)side * 2);
    if (status == ORO_OK && !bytes)
        status = oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read a row");
    for (int32_t y = 0; y < side && status == ORO_OK; y++) {
        status = oro_read_job_bytes(job, bytes, (size_t)side * 2);
        float *row = oro_row(job->out, y);
        for (int32_t x = 0; x < side && status == ORO_OK; x++) {
            int16_t value = (int16_t)(uint16_t)(bytes[2 * x] << 8 | bytes[2 * x + 1]);
            row[x] = value == HOLE ? NAN : (float)value;
        }
    }
    free(bytes);
    return status;
}

oro_status oro_hgt_write(oro_write_job *job) {
    int32_t side = job->grid->width;
    int16_t *row = malloc((size_t)side * 2);
    if (!row) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to write a row");
    oro_status status = ORO_OK;
    for (int32_t y = 0; y < side && status == ORO_OK; y++) {
        oro_write_job_whole(job, y, HOLE, row);
        for (int32_t x = 0; x < side; x++) row[x] = (int16_t)__builtin_bswap16((uint16_t)row[x]);
        status = oro_file_write(job->writer, row, (size_t)side * 2);
    }
    free(row);
    return status;
}

oro_status oro_hgt_check(const oro_write_job *job) {
    const oro_grid *g = job->grid;
    if (g->width == g->height && (g->width == 1201 || g->width == 3601)) return ORO_OK;
    return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                    "an HGT tile has 1201 x 1201 or 3601 x 3601 samples, not %d x %d", g->width, g->height);
}
