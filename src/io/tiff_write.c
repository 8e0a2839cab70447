// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Writing TIFF: tiles of 256 x 256, deflated, with the predictor that suits the values (3: planes of a float's bytes, each
// less its left neighbour; 2: integers less their left neighbour). Tiles are packed here, in parallel, and handed to
// libtiff as they are, so the file has the same bytes for any number of threads.
#include "io/tiff.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/context.h"
#include "core/pool.h"
#include "core/text.h"

enum { TILE = 256, AT_ONCE = 64, LEVEL = 3 };

typedef struct tile {
    uint8_t *data;
    size_t length;
} tile;

typedef struct tiff_writer {
    oro_write_job *job;
    tiff_file file;
    int32_t across, count, first;
    tile held[AT_ONCE];
} tiff_writer;

/// A row of floats as predictor 3 has it: the highest bytes of all, then the next; each byte less the one before.
static void predict_floats(const float *values, uint8_t *out) {
    for (int x = 0; x < TILE; x++) {
        uint32_t bits;
        memcpy(&bits, &values[x], 4);
        for (int k = 0; k < 4; k++) out[k * TILE + x] = (uint8_t)(bits >> (24 - 8 * k));
    }
    for (int i = 4 * TILE - 1; i > 0; i--) out[i] = (uint8_t)(out[i] - out[i - 1]);
}

static void predict_codes(const uint16_t *codes, uint8_t *out) {
    for (int x = 0; x < TILE; x++) {
        uint16_t left = x ? codes[x - 1] : 0, change = (uint16_t)(codes[x] - left);
        out[2 * x] = (uint8_t)change;
        out[2 * x + 1] = (uint8_t)(change >> 8);
    }
}

/// Tiles at the southern and eastern edge are filled up with the last value, which costs nothing packed.
static void fill_tile(const tiff_writer *w, int32_t index, uint16_t *codes, uint8_t *raw) {
    const oro_grid *g = w->job->grid;
    int32_t left = index % w->across * TILE, top = index / w->across * TILE;
    int32_t cols = g->width - left < TILE ? g->width - left : TILE;
    for (int y = 0; y < TILE; y++) {
        int32_t row = top + y < g->height ? top + y : g->height - 1;
        if (w->job->kind == ORO_FLOATS) {
            float values[TILE];
            const float *from = oro_row(g, row) + left;
            for (int x = 0; x < TILE; x++) values[x] = from[x < cols ? x : cols - 1];
            predict_floats(values, raw + (size_t)y * TILE * 4);
        } else {
            oro_write_job part = *w->job;
            oro_grid cut = *g;
            cut.width = cols;
            cut.data += left;
            part.grid = &cut;
            oro_write_job_codes(&part, row, codes);
            for (int x = cols; x < TILE; x++) codes[x] = codes[cols - 1];
            predict_codes(codes, raw + (size_t)y * TILE * 2);
        }
    }
}

static void pack_tile(void *user, int block) {
    tiff_writer *w = user;
    tile *t = &w->held[block];
    size_t bytes = (size_t)TILE * TILE * (size_t)(w->job->bits / 8);
    uLongf length = compressBound((uLong)bytes);
    uint8_t *raw = malloc(bytes);
    uint16_t codes[TILE];
    t->data = malloc(length);
    if (raw && t->data) {
        fill_tile(w, w->first + block, codes, raw);
        if (compress2(t->data, &length, raw, (uLong)bytes, LEVEL) == Z_OK) t->length = length;
    }
    free(raw);
}

static oro_status failed(tiff_writer *w) {
    if (w->file.write_status != ORO_OK) return w->file.write_status; // told already
    return oro_fail(w->job->ctx, ORO_CANNOT_WRITE, w->job->path, "the TIFF cannot be written (%s)", w->file.message);
}

static oro_status write_tiles(tiff_writer *w) {
    oro_status status = ORO_OK;
    for (w->first = 0; w->first < w->count && status == ORO_OK; w->first += AT_ONCE) {
        int count = w->count - w->first < AT_ONCE ? w->count - w->first : AT_ONCE;
        memset(w->held, 0, sizeof w->held);
        status = oro_parallel(w->job->ctx, count, pack_tile, w);
        for (int i = 0; i < count; i++) {
            tile *t = &w->held[i];
            if (status == ORO_OK && !t->length)
                status = oro_fail(w->job->ctx, ORO_NO_MEMORY, w->job->path,
                                  "there is not enough memory to compress the file");
            if (status == ORO_OK &&
                TIFFWriteRawTile(w->file.tiff, (uint32_t)(w->first + i), t->data, (tmsize_t)t->length) < 0)
                status = failed(w);
            free(t->data);
        }
    }
    return status;
}

static oro_status write_head(tiff_writer *w) {
    const oro_write_job *job = w->job;
    TIFF *tiff = w->file.tiff;
    bool floats = job->kind == ORO_FLOATS;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)job->grid->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)job->grid->height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, job->bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, floats ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, (uint32_t)TILE);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, (uint32_t)TILE);
    TIFFSetField(tiff, TIFFTAG_SOFTWARE, "Orogen " ORO_VERSION);
    if (floats && oro_grid_extremes(job->grid).not_finite) TIFFSetField(tiff, TAG_GDAL_NODATA, "nan");
    if (!floats) { // codes become metres by this, for those who read GDAL's metadata
        char text[256], scale[40], offset[40];
        oro_print_double((job->hi - job->lo) / 65535, scale, sizeof scale);
        oro_print_double(job->lo, offset, sizeof offset);
        snprintf(text, sizeof text,
                 "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">%s</Item>\n"
                 "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">%s</Item>\n</GDALMetadata>\n",
                 offset, scale);
        TIFFSetField(tiff, TAG_GDAL_METADATA, text);
    }
    return oro_geotiff_write(&w->file, job);
}

oro_status oro_tif_write(oro_write_job *job) {
    if (!job->writer->temporary)
        return oro_fail(job->ctx, ORO_CANNOT_WRITE, job->path, "a TIFF cannot be written into a pipe or device");
    const oro_grid *g = job->grid;
    tiff_writer w = {.job = job, .file = {.ctx = job->ctx, .path = job->path, .writer = job->writer}};
    w.across = (g->width + TILE - 1) / TILE;
    w.count = w.across * ((g->height + TILE - 1) / TILE);
    bool large = (double)g->width * g->height * (job->bits / 8) > 3.9e9;
    if (!oro_tiff_open(&w.file, large ? "w8" : "w")) return failed(&w);
    oro_status status = write_head(&w);
    if (status == ORO_OK) status = write_tiles(&w);
    if (status == ORO_OK && !TIFFFlush(w.file.tiff)) status = failed(&w);
    oro_tiff_close(&w.file);
    return status == ORO_OK && w.file.write_status != ORO_OK ? w.file.write_status : status;
}
