// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// PNG (ISO 15948). Heights: one grey channel, no gamma or colour chunk, since they are data. Pictures: RGB or RGBA with
// an sRGB chunk. Reading goes through libpng. Writing is done here, on zlib: rows are cut into bands that are filtered
// and deflated in parallel, each ending on a byte boundary, which together are one zlib stream (the way of pigz). The
// bands depend on the picture alone, so the file has the same bytes for any number of threads.
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/context.h"
#include "core/pool.h"
#include "io/format.h"

// --- writing ---------------------------------------------------------------------------------------------------------

enum {
    BAND_BYTES = 1 << 20, // raw bytes in a band, about
    BANDS_AT_ONCE = 32,   // held in memory until they are written
    FILTER_UP = 2,        // each byte less the one above: smooth heights leave small, alike numbers
    FILTERS = 5,
};

typedef struct png_band {
    uint8_t *data; // deflated
    size_t length;
    uint32_t adler, crc; // of the raw bytes; of the chunk's name and data
    uint64_t raw;
    bool failed;
} png_band;

typedef struct png_writer {
    oro_context *ctx;
    const char *path;
    oro_file_writer *file;
    const oro_write_job *heights; // one of the two
    const oro_image *image;
    int32_t width, height;
    int pixel; // bytes per pixel
    int level, strategy;
    size_t row_bytes; // without the filter byte
    int32_t band_rows;
    int bands;
    int first; // band that is job 0
    png_band held[BANDS_AT_ONCE];
} png_writer;

static void store_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// The bytes of a row as PNG holds them: codes with the high byte first. `codes` is scratch.
static void raw_row(const png_writer *w, int32_t y, uint16_t *codes, uint8_t *row) {
    if (w->image) {
        memcpy(row, w->image->data + (size_t)y * w->row_bytes, w->row_bytes);
        return;
    }
    oro_write_job_codes(w->heights, y, codes);
    if (w->heights->bits == 8)
        for (int32_t x = 0; x < w->width; x++) row[x] = (uint8_t)codes[x];
    else
        for (int32_t x = 0; x < w->width; x++) {
            row[2 * x] = (uint8_t)(codes[x] >> 8);
            row[2 * x + 1] = (uint8_t)codes[x];
        }
}

static uint8_t paeth(int left, int up, int corner) {
    int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
    return (uint8_t)(a <= b && a <= c ? left : b <= c ? up : corner);
}

/// One of the five filters of the standard. `row` and `above` have `pixel` zero bytes before them.
static void filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t bytes, size_t pixel, uint8_t *out) {
    const uint8_t *left = row - pixel, *corner = above - pixel;
    switch (filter) {
    case 0: memcpy(out, row, bytes); break;
    case 1:
        for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(row[i] - left[i]);
        break;
    case 2:
        for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(row[i] - above[i]);
        break;
    case 3:
        for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(row[i] - (left[i] + above[i]) / 2);
        break;
    default:
        for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
    }
}

static uint64_t sum_of_sizes(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += (uint64_t)abs((int8_t)bytes[i]);
    return sum;
}

/// Filters a row into out[0..bytes]: heights always by UP, pictures by whichever leaves the smallest numbers.
static void choose_filter(const png_writer *w, const uint8_t *row, const uint8_t *above, uint8_t *out, uint8_t *trial) {
    size_t bytes = w->row_bytes;
    out[0] = FILTER_UP;
    filter_row(FILTER_UP, row, above, bytes, (size_t)w->pixel, out + 1);
    if (!w->image) return;
    uint64_t best = sum_of_sizes(out + 1, bytes);
    for (int filter = 0; filter < FILTERS; filter++) {
        if (filter == FILTER_UP) continue;
        filter_row(filter, row, above, bytes, (size_t)w->pixel, trial);
        uint64_t sum = sum_of_sizes(trial, bytes);
        if (sum >= best) continue;
        best = sum;
        out[0] = (uint8_t)filter;
        memcpy(out + 1, trial, bytes);
    }
}

/// Deflates rows [first,last) into band->data, which is large enough.
static bool deflate_rows(const png_writer *w, png_band *band, int32_t first, int32_t last, uint8_t *scratch) {
    size_t pad = 8, line = w->row_bytes + pad;
    uint8_t *above = scratch + pad, *row = above + line, *out = row + line, *trial = out + line;
    uint16_t *codes = (uint16_t *)(void *)(scratch + (4 * line + 63) / 64 * 64);
    z_stream z = {0};
    if (deflateInit2(&z, w->level, Z_DEFLATED, -15, 9, w->strategy) != Z_OK) return false;
    z.next_out = band->data + band->length;
    size_t room = deflateBound(&z, (uLong)band->raw) + 64;
    z.avail_out = (uInt)room;
    memset(scratch, 0, 2 * line);
    if (first > 0) raw_row(w, first - 1, codes, above);
    bool good = true;
    for (int32_t y = first; y < last && good; y++) {
        raw_row(w, y, codes, row);
        choose_filter(w, row, above, out, trial);
        band->adler = (uint32_t)adler32(band->adler, out, (uInt)(w->row_bytes + 1));
        z.next_in = out;
        z.avail_in = (uInt)(w->row_bytes + 1);
        int end = last < w->height ? Z_SYNC_FLUSH : Z_FINISH;
        int result = deflate(&z, y + 1 < last ? Z_NO_FLUSH : end);
        good = z.avail_in == 0 && (result == Z_OK || result == Z_STREAM_END);
        uint8_t *swap = above;
        above = row;
        row = swap;
    }
    band->length += room - z.avail_out;
    deflateEnd(&z);
    return good;
}

static void write_band(void *user, int block) {
    png_writer *w = user;
    int index = w->first + block;
    png_band *band = &w->held[block];
    int32_t first = index * w->band_rows, last = first + w->band_rows;
    if (last > w->height) last = w->height;
    band->raw = (uint64_t)(last - first) * (w->row_bytes + 1);
    band->adler = 1;
    // deflateBound() is for a finished stream; a sync flush and zlib's header and sum fit into the spare bytes.
    size_t line = w->row_bytes + 8, bound = compressBound((uLong)band->raw) + compressBound((uLong)band->raw) / 8 + 256;
    uint8_t *scratch = malloc(4 * line + 64 + (size_t)w->width * 2);
    band->data = malloc(bound);
    band->failed = !scratch || !band->data;
    if (!band->failed) {
        memcpy(band->data, "IDAT", 4);
        band->length = 4;
        if (index == 0) { // zlib's header: deflate, window of 32 KiB, fastest
            band->data[4] = 0x78;
            band->data[5] = 0x01;
            band->length = 6;
        }
        band->failed = !deflate_rows(w, band, first, last, scratch);
        band->crc = (uint32_t)crc32(0, band->data, (uInt)band->length);
    }
    free(scratch);
}

static oro_status write_chunk(png_writer *w, const char *name, const uint8_t *data, uint32_t length) {
    uint8_t start[8], end[4];
    store_u32(start, length);
    memcpy(start + 4, name, 4);
    store_u32(end, (uint32_t)crc32(crc32(0, start + 4, 4), data, length));
    oro_status status = oro_file_write(w->file, start, 8);
    if (status == ORO_OK) status = oro_file_write(w->file, data, length);
    if (status == ORO_OK) status = oro_file_write(w->file, end, 4);
    return status;
}

static oro_status write_head(png_writer *w) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, perceptual[1] = {0};
    uint8_t header[13] = {0};
    store_u32(header, (uint32_t)w->width);
    store_u32(header + 4, (uint32_t)w->height);
    header[8] = w->image ? 8 : (uint8_t)w->heights->bits;
    bool grey = !w->image || w->pixel == 1, colours = !grey && !w->image->is_data;
    header[9] = grey ? PNG_COLOR_TYPE_GRAY : w->pixel == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
    oro_status status = oro_file_write(w->file, signature, sizeof signature);
    if (status == ORO_OK) status = write_chunk(w, "IHDR", header, sizeof header);
    if (status == ORO_OK && colours) status = write_chunk(w, "sRGB", perceptual, 1);
    return status;
}

static oro_status flush_band(png_writer *w, png_band *band) {
    uint8_t bytes[4];
    store_u32(bytes, (uint32_t)(band->length - 4));
    oro_status status = oro_file_write(w->file, bytes, 4);
    if (status == ORO_OK) status = oro_file_write(w->file, band->data, band->length);
    store_u32(bytes, band->crc);
    if (status == ORO_OK) status = oro_file_write(w->file, bytes, 4);
    return status;
}

static oro_status write_bands(png_writer *w, uint32_t *adler) {
    oro_status status = ORO_OK;
    for (w->first = 0; w->first < w->bands && status == ORO_OK; w->first += BANDS_AT_ONCE) {
        int count = w->bands - w->first < BANDS_AT_ONCE ? w->bands - w->first : BANDS_AT_ONCE;
        memset(w->held, 0, sizeof w->held);
        status = oro_parallel(w->ctx, count, write_band, w);
        for (int i = 0; i < count; i++) {
            png_band *band = &w->held[i];
            if (status == ORO_OK && band->failed)
                status = oro_fail(w->ctx, ORO_NO_MEMORY, w->path, "there is not enough memory to compress the picture");
            if (status == ORO_OK) {
                *adler = (uint32_t)adler32_combine(*adler, band->adler, (z_off_t)band->raw);
                status = flush_band(w, band);
            }
            free(band->data);
        }
    }
    return status;
}

static oro_status write_png(png_writer *w) {
    w->row_bytes = (size_t)w->width * (size_t)w->pixel;
    size_t rows = BAND_BYTES / (w->row_bytes + 1);
    w->band_rows = rows < 1 ? 1 : rows > (size_t)w->height ? w->height : (int32_t)rows;
    w->bands = (w->height + w->band_rows - 1) / w->band_rows;
    uint32_t adler = 1;
    uint8_t sum[4];
    oro_status status = write_head(w);
    if (status == ORO_OK) status = write_bands(w, &adler);
    store_u32(sum, adler);
    if (status == ORO_OK) status = write_chunk(w, "IDAT", sum, 4);
    if (status == ORO_OK) status = write_chunk(w, "IEND", sum, 0);
    return status;
}

oro_status oro_png_write(oro_write_job *job) {
    // The low bytes of heights are noise in which searching for matches finds nothing but cost: runs and Huffman codes
    // alone take a quarter of the time of level 3 for 2 % more bytes (2048² of ridged noise: 66 ms and 5.93 MB against
    // 249 ms and 5.81 MB on one core).
    png_writer w = {.ctx = job->ctx,
                    .path = job->path,
                    .file = job->writer,
                    .heights = job,
                    .width = job->grid->width,
                    .height = job->grid->height,
                    .pixel = job->bits / 8,
                    .level = 1,
                    .strategy = Z_RLE};
    return write_png(&w);
}

oro_status oro_png_write_image(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    const oro_image *image = data;
    (void)kind;
    png_writer w = {.ctx = writer->ctx,
                    .path = writer->name,
                    .file = writer,
                    .image = image,
                    .width = image->width,
                    .height = image->height,
                    .pixel = image->channels,
                    .level = 6,
                    .strategy = Z_FILTERED};
    return write_png(&w);
}

// --- reading ---------------------------------------------------------------------------------------------------------
// libpng leaves its functions by longjmp(). Everything that changes after setjmp() therefore lives in this struct,
// whose address does not change, and guard() has no variables of its own.

typedef struct png_reader {
    oro_context *ctx;
    const char *path;
    FILE *file;
    uint64_t bytes;
    png_structp png;
    png_infop info;
    jmp_buf trap;
    char message[160]; // what libpng said
    bool ended;        // the file ended early
    oro_status status; // set where a step failed for a reason of ours
    uint32_t width, height;
    int depth, colour, channels;
    oro_channel_choice choice;
    uint8_t *rows; // one row, or all of an interlaced picture
    // what is wanted
    oro_read_job *job;
    oro_image *image;
} png_reader;

static void on_error(png_structp png, png_const_charp message) {
    png_reader *r = png_get_error_ptr(png);
    snprintf(r->message, sizeof r->message, "%s", message);
    longjmp(r->trap, 1);
}

static void on_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void on_read(png_structp png, png_bytep to, size_t bytes) {
    png_reader *r = png_get_io_ptr(png);
    if (fread(to, 1, bytes, r->file) == bytes) return;
    r->ended = true;
    png_error(png, "the file ends early");
}

static bool guard(png_reader *r, void (*step)(png_reader *r)) {
    if (setjmp(r->trap)) return false;
    step(r);
    return true;
}

/// Leaves the current step with a status that is set already.
static void stop(png_reader *r) { longjmp(r->trap, 1); }

static void read_head(png_reader *r) {
    int interlace;
    png_set_read_fn(r->png, r, on_read);
    png_set_user_limits(r->png, ORO_MAX_SIDE, ORO_MAX_SIDE);
    png_set_chunk_malloc_max(r->png, 8 << 20);
    png_set_chunk_cache_max(r->png, 64);
    png_read_info(r->png, r->info);
    png_get_IHDR(r->png, r->info, &r->width, &r->height, &r->depth, &r->colour, &interlace, NULL, NULL);
    // Deflate shrinks at most 1032 times, so a header that promises more than that is a lie, told before memory is
    // taken.
    uint64_t packed = ((uint64_t)r->width * png_get_channels(r->png, r->info) * (unsigned)r->depth + 7) / 8 * r->height;
    if (packed / 1100 > r->bytes)
        r->status = oro_fail(r->ctx, ORO_BAD_INPUT, r->path,
                             "the header says %u x %u pixels, but a file of %llu bytes cannot hold them", r->width,
                             r->height, (unsigned long long)r->bytes);
    else
        r->status = oro_read_job_promise(r->job ? r->job : &(oro_read_job){.ctx = r->ctx, .path = r->path}, r->bytes,
                                         r->width, r->height);
    if (r->status != ORO_OK) stop(r);
}

/// Gives every pixel of a row, passes of an interlaced picture joined, to `use`.
static void read_rows(png_reader *r, size_t row_bytes, void (*use)(png_reader *r, uint32_t y, const uint8_t *row)) {
    bool interlaced = png_get_interlace_type(r->png, r->info) != PNG_INTERLACE_NONE;
    size_t rows = interlaced ? r->height : 1;
    r->rows = oro_alloc_zero(r->ctx, rows * row_bytes);
    if (!r->rows) {
        r->status = ORO_NO_MEMORY;
        stop(r);
    }
    int passes = png_set_interlace_handling(r->png);
    for (int pass = 0; interlaced && pass < passes; pass++)
        for (uint32_t y = 0; y < r->height; y++) png_read_row(r->png, r->rows + y * row_bytes, NULL);
    for (uint32_t y = 0; y < r->height; y++) {
        if (!interlaced) png_read_row(r->png, r->rows, NULL);
        use(r, y, interlaced ? r->rows + y * row_bytes : r->rows);
    }
    png_read_end(r->png, NULL); // checks that the picture is whole up to its last chunk
}

static void use_grey_row(png_reader *r, uint32_t y, const uint8_t *row) {
    float *values = oro_row(r->job->out, (int32_t)y);
    unsigned largest = r->depth == 16 ? 65535 : 255;
    size_t size = r->depth == 16 ? 2 : 1, pixel = (size_t)r->channels * size;
    uint16_t codes[256];
    for (uint32_t start = 0; start < r->width; start += 256) {
        uint32_t count = r->width - start < 256 ? r->width - start : 256;
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *at = row + (size_t)(start + i) * pixel;
            if (r->choice.compare && (memcmp(at, at + size, size) != 0 || memcmp(at, at + 2 * size, size) != 0)) {
                r->status = oro_refuse_colours(r->job, start + i, y);
                stop(r);
            }
            at += (size_t)r->choice.taken * size;
            codes[i] = (uint16_t)(size == 2 ? at[0] << 8 | at[1] : at[0]);
        }
        oro_decode_codes(r->job, codes, (int32_t)count, largest, values + start);
    }
}

static void read_heights(png_reader *r) {
    static const oro_channel_names kinds[] = {
        {1, {"Y"}}, {2, {"Y", "A"}}, {3, {"R", "G", "B"}}, {4, {"R", "G", "B", "A"}}};
    if (r->colour == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(r->png);
    if (r->colour == PNG_COLOR_TYPE_GRAY && r->depth < 8) png_set_expand_gray_1_2_4_to_8(r->png);
    png_set_interlace_handling(r->png);
    png_read_update_info(r->png, r->info);
    r->depth = png_get_bit_depth(r->png, r->info);
    r->channels = png_get_channels(r->png, r->info);
    r->status = oro_choose_channel(r->job, &kinds[r->channels - 1], &r->choice);
    if (r->status == ORO_OK) r->status = oro_read_job_alloc(r->job, r->width, r->height);
    if (r->status != ORO_OK) stop(r);
    read_rows(r, png_get_rowbytes(r->png, r->info), use_grey_row);
}

static void use_image_row(png_reader *r, uint32_t y, const uint8_t *row) {
    size_t bytes = (size_t)r->image->width * (size_t)r->image->channels;
    memcpy(r->image->data + y * bytes, row, bytes);
}

static void read_picture(png_reader *r) {
    png_set_expand(r->png); // palettes, few bits, transparent colours
    png_set_scale_16(r->png);
    png_set_gray_to_rgb(r->png);
    png_set_interlace_handling(r->png);
    png_read_update_info(r->png, r->info);
    *r->image = (oro_image){
        .width = (int32_t)r->width, .height = (int32_t)r->height, .channels = png_get_channels(r->png, r->info)};
    r->status = oro_image_alloc(r->ctx, r->image);
    if (r->status != ORO_OK) stop(r);
    read_rows(r, png_get_rowbytes(r->png, r->info), use_image_row);
}

static oro_status explain(png_reader *r) {
    if (r->status != ORO_OK) return r->status;
    if (r->ended) return oro_fail(r->ctx, ORO_BAD_INPUT, r->path, "the PNG ends early; it is truncated");
    if (strstr(r->message, "limit") || strstr(r->message, "IHDR") || strstr(r->message, "out of range"))
        return oro_fail(r->ctx, ORO_BAD_INPUT, r->path, "the PNG header is broken or its sides are not 1 to %d (%s)",
                        ORO_MAX_SIDE, r->message);
    return oro_fail(r->ctx, ORO_BAD_INPUT, r->path, "the PNG is damaged (%s); get or write it again", r->message);
}

static oro_status read_png(png_reader *r, void (*body)(png_reader *r)) {
    uint8_t signature[8];
    if (fread(signature, 1, 8, r->file) != 8 || png_sig_cmp(signature, 0, 8) != 0)
        return oro_fail(r->ctx, ORO_BAD_INPUT, r->path, "this is not a PNG file, whatever its name says");
    rewind(r->file);
    r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, on_error, on_warning);
    r->info = r->png ? png_create_info_struct(r->png) : NULL;
    oro_status status = ORO_OK;
    if (!r->info)
        status = oro_fail(r->ctx, ORO_NO_MEMORY, r->path, "there is not enough memory to read this picture");
    else if (!guard(r, read_head) || !guard(r, body))
        status = explain(r);
    png_destroy_read_struct(&r->png, &r->info, NULL);
    oro_free(r->ctx, r->rows);
    return status;
}

oro_status oro_png_read(oro_read_job *job) {
    png_reader r = {.ctx = job->ctx, .path = job->path, .file = job->file, .bytes = job->bytes, .job = job};
    return read_png(&r, read_heights);
}

oro_status oro_png_read_image(oro_context *ctx, const char *path, void *out) {
    png_reader r = {.ctx = ctx, .path = path, .image = out};
    oro_status status = oro_file_open(ctx, path, &r.file, &r.bytes);
    if (status != ORO_OK) return status;
    status = read_png(&r, read_picture);
    fclose(r.file);
    return status;
}
