// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// RAW: values and nothing else, in a layout that is agreed upon elsewhere: u8 or u16 codes, whole metres (i16) or metres
// (f32), little- or big-endian, the northern or the southern row first. The sidecar has the layout.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/format.h"

static const int sizes[] = {[ORO_RAW_U16] = 2, [ORO_RAW_U8] = 1, [ORO_RAW_I16] = 2, [ORO_RAW_F32] = 4};

oro_status oro_raw_layout_parse(oro_context *ctx, const char *text, const char *where, oro_raw_layout *out) {
    static const char *const words[] = {"u16", "u8", "i16", "f32", "little", "big", "north", "south"};
    *out = (oro_raw_layout){0};
    int types = 0, orders = 0, rows = 0, count = 0;
    for (const char *at = text; count >= 0;) {
        size_t length = strcspn(at, ", ");
        int found = -1;
        for (int i = 0; i < 8; i++)
            if (strlen(words[i]) == length && memcmp(words[i], at, length) == 0) found = i;
        if (found >= 0 && found < 4) out->type = (oro_raw_type)found, types++;
        if (found == 4 || found == 5) out->big_endian = found == 5, orders++;
        if (found >= 6) out->south_first = found == 7, rows++;
        count = found < 0 ? -1 : count + 1;
        at += length;
        if (!*at) break;
        at += strspn(at, ", ");
    }
    if (count > 0 && types == 1 && orders <= 1 && rows <= 1) return ORO_OK;
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where,
                    "the layout must be a type (u8, u16, i16 or f32), then little or big, then north or south for the "
                    "row that comes first, as in u16,little,south, not \"%.40s\"",
                    text);
}

static void swap_bytes(unsigned char *bytes, int32_t count, int size) {
    for (int32_t i = 0; i < count; i++, bytes += size)
        for (int k = 0; k < size / 2; k++) {
            unsigned char byte = bytes[k];
            bytes[k] = bytes[size - 1 - k];
            bytes[size - 1 - k] = byte;
        }
}

static void decode(const oro_read_job *job, const unsigned char *bytes, int32_t width, float *row) {
    switch (job->layout.type) {
    case ORO_RAW_U16: oro_decode_codes(job, (const uint16_t *)(const void *)bytes, width, 65535, row); break;
    case ORO_RAW_U8:
        for (int32_t x = 0; x < width; x++) {
            uint16_t code = bytes[x];
            oro_decode_codes(job, &code, 1, 255, row + x);
        }
        break;
    case ORO_RAW_I16:
        for (int32_t x = 0; x < width; x++) row[x] = (float)((const int16_t *)(const void *)bytes)[x];
        break;
    case ORO_RAW_F32: memcpy(row, bytes, (size_t)width * 4); break;
    }
}

oro_status oro_raw_read(oro_read_job *job) {
    const oro_raw_layout *l = &job->layout;
    int size = sizes[l->type];
    oro_status status = oro_read_job_raw_size(job, (size_t)size);
    if (status != ORO_OK) return status;
    job->metres = l->type == ORO_RAW_I16 || l->type == ORO_RAW_F32;
    int32_t width = job->out->width, height = job->out->height;
    unsigned char *bytes = malloc((size_t)width * (size_t)size);
    if (!bytes) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read a row");
    for (int32_t y = 0; y < height && status == ORO_OK; y++) {
        status = oro_read_job_bytes(job, bytes, (size_t)width * (size_t)size);
        if (status != ORO_OK) break;
        if (l->big_endian) swap_bytes(bytes, width, size);
        decode(job, bytes, width, oro_row(job->out, l->south_first ? height - 1 - y : y));
    }
    free(bytes);
    return status;
}

static void encode(const oro_write_job *job, int32_t y, unsigned char *bytes) {
    int32_t width = job->grid->width;
    uint16_t *codes = (uint16_t *)(void *)bytes;
    switch (job->layout.type) {
    case ORO_RAW_U16: oro_write_job_codes(job, y, codes); break;
    case ORO_RAW_U8: // in place: byte x lies at or before code x
        oro_write_job_codes(job, y, codes);
        for (int32_t x = 0; x < width; x++) bytes[x] = (unsigned char)codes[x];
        break;
    case ORO_RAW_I16: oro_write_job_whole(job, y, 0, (int16_t *)(void *)bytes); break;
    case ORO_RAW_F32: memcpy(bytes, oro_row(job->grid, y), (size_t)width * 4); break;
    }
}

oro_status oro_raw_write(oro_write_job *job) {
    const oro_raw_layout *l = &job->layout;
    int32_t width = job->grid->width, height = job->grid->height;
    int size = sizes[l->type];
    unsigned char *bytes = malloc((size_t)width * 4);
    if (!bytes) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to write a row");
    oro_status status = ORO_OK;
    for (int32_t y = 0; y < height && status == ORO_OK; y++) {
        encode(job, l->south_first ? height - 1 - y : y, bytes);
        if (l->big_endian) swap_bytes(bytes, width, size);
        status = oro_file_write(job->writer, bytes, (size_t)width * (size_t)size);
    }
    free(bytes);
    return status;
}
