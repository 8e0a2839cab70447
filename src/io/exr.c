// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// OpenEXR through the C core of OpenEXR 3.1. Written: one part of scan lines, one channel of 32-bit floats in metres, ZIP in
// blocks of 16 lines, packed here in parallel (bytes of even and odd place apart, each less the one before, deflated) and
// handed over as they are. Read: the first part, scan lines or the full-size level of tiles, half, float or whole numbers;
// of several channels the one that channels.c chooses.
#include <openexr.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/context.h"
#include "core/pool.h"
#include "io/format.h"

static void on_error(exr_const_context_t file, exr_result_t code, const char *message) {
    (void)file, (void)code, (void)message; // the code comes back from the call that failed
}

/// No block in a file of ours, or in an honest one, is larger; a dishonest one does not get it.
static void *limited_alloc(size_t bytes) { return bytes <= (size_t)1 << 30 ? malloc(bytes) : NULL; }

static exr_context_initializer_t initializer(void *user) {
    exr_context_initializer_t init = EXR_DEFAULT_CONTEXT_INITIALIZER;
    init.error_handler_fn = on_error;
    init.alloc_fn = limited_alloc;
    init.free_fn = free;
    init.user_data = user;
    init.max_image_width = init.max_image_height = ORO_MAX_SIDE;
    init.max_tile_width = init.max_tile_height = ORO_MAX_SIDE;
    return init;
}

// --- reading ---------------------------------------------------------------------------------------------------------

typedef struct exr_reader {
    oro_read_job *job;
    exr_context_t file;
    exr_attr_box2i_t window;
    oro_channel_choice choice;
    exr_decode_pipeline_t pipeline;
    exr_result_t (*decompress)(exr_decode_pipeline_t *); ///< the library's
    bool started;
    int32_t x, y; ///< where the block goes that is being decoded
    bool coloured;
    int32_t colour_x, colour_y; ///< the first pixel whose colours differ
} exr_reader;

static int64_t on_read(exr_const_context_t file, void *user, void *to, uint64_t bytes, uint64_t offset,
                       exr_stream_error_func_ptr_t fail) {
    const oro_read_job *job = user;
    (void)file, (void)fail;
    uint64_t done = 0;
    while (done < bytes) {
        ssize_t got = pread(fileno(job->file), (char *)to + done, (size_t)(bytes - done), (off_t)(offset + done));
        if (got < 0) return -1;
        if (got == 0) break;
        done += (uint64_t)got;
    }
    return (int64_t)done;
}

static int64_t on_size(exr_const_context_t file, void *user) {
    (void)file;
    return (int64_t)((const oro_read_job *)user)->bytes;
}

static oro_status damaged(const exr_reader *r, exr_result_t code) {
    if (code == EXR_ERR_OUT_OF_MEMORY)
        return oro_fail(r->job->ctx, ORO_NO_MEMORY, r->job->path, "there is not enough memory to read this EXR file");
    if (code == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "this way of compressing EXR files cannot be read here; save it with ZIP, PIZ or none");
    return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "the EXR file is damaged or truncated (%s)",
                    exr_get_default_error_message(code));
}

static oro_status choose_channel(exr_reader *r) {
    const exr_attr_chlist_t *list;
    oro_channel_names names = {0};
    exr_result_t code = exr_get_channels(r->file, 0, &list);
    if (code != EXR_ERR_SUCCESS || list->num_channels < 1) return damaged(r, code);
    if (list->num_channels > ORO_MOST_CHANNELS)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "the file must have at most %d channels, not %d",
                        ORO_MOST_CHANNELS, list->num_channels);
    for (int i = 0; i < list->num_channels; i++) names.name[names.count++] = list->entries[i].name.str;
    oro_status status = oro_choose_channel(r->job, &names, &r->choice);
    if (status != ORO_OK) return status;
    const exr_attr_chlist_entry_t *taken = &list->entries[r->choice.taken];
    if (taken->x_sampling != 1 || taken->y_sampling != 1)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "its channel %.40s has fewer samples than pixels",
                        taken->name.str);
    return ORO_OK;
}

static oro_status read_head(exr_reader *r) {
    exr_result_t code = exr_get_data_window(r->file, 0, &r->window);
    if (code != EXR_ERR_SUCCESS) return damaged(r, code);
    int64_t width = (int64_t)r->window.max.x - r->window.min.x + 1,
            height = (int64_t)r->window.max.y - r->window.min.y + 1;
    if (width < 1 || height < 1 || width > ORO_MAX_SIDE || height > ORO_MAX_SIDE)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "the picture must have 1 to %d pixels along a side, not %lld x %lld", ORO_MAX_SIDE,
                        (long long)width, (long long)height);
    oro_status status = choose_channel(r);
    if (status == ORO_OK) status = oro_read_job_promise(r->job, r->job->bytes, (uint64_t)width, (uint64_t)height);
    return status == ORO_OK ? oro_read_job_alloc(r->job, (uint64_t)width, (uint64_t)height) : status;
}

/// The bytes of a line of each channel, and where in a line of a block that of a channel begins. False where it has none there:
/// channels may have every other line only.
static bool find_line(const exr_decode_pipeline_t *p, int channel, int32_t y, size_t *at, size_t *length) {
    size_t begin = 0;
    *length = 0;
    for (int i = 0; i < p->channel_count; i++) {
        const exr_coding_channel_info_t *c = &p->channels[i];
        bool there = c->y_samples <= 1 || (p->chunk.start_y + y) % c->y_samples == 0;
        size_t bytes = there && c->width > 0 ? (size_t)c->width * (size_t)c->bytes_per_element : 0;
        if (i == channel) *at = begin;
        if (i == channel && !bytes) return false;
        begin += bytes;
    }
    *length = begin;
    return true;
}

static float value_at(const uint8_t *at, int type, int32_t x) {
    uint16_t half;
    uint32_t whole;
    float value;
    switch (type) {
    case EXR_PIXEL_HALF: memcpy(&half, at + 2 * (size_t)x, 2); return oro_from_half(half);
    case EXR_PIXEL_UINT: memcpy(&whole, at + 4 * (size_t)x, 4); return (float)whole;
    default: memcpy(&value, at + 4 * (size_t)x, 4); return value;
    }
}

/// Compares a line of colours with another; remembers the first place where they differ.
static void compare_line(exr_reader *r, const uint8_t *line, const size_t starts[3], int32_t y) {
    const exr_coding_channel_info_t *c = r->pipeline.channels;
    const int which[3] = {r->choice.taken, r->choice.green, r->choice.blue};
    for (int k = 1; k < 3; k++)
        for (int32_t x = 0; x < c[which[0]].width && !r->coloured; x++) {
            float red = value_at(line + starts[0], c[which[0]].data_type, x);
            float other = value_at(line + starts[k], c[which[k]].data_type, x);
            if (red == other || (red != red && other != other)) continue;
            r->coloured = true;
            r->colour_x = r->x + x;
            r->colour_y = r->y + y;
        }
}

/// A block that packing would not have made shorter is stored as it is. Not every routine of the library looks at that.
static bool stored_raw(const exr_chunk_info_t *block) { return block->packed_size == block->unpacked_size; }

/// Takes a block apart that is read and decompressed. Done here and not by the library: its fast paths write to channels that
/// nobody wants.
static exr_result_t unpack(exr_decode_pipeline_t *p) {
    exr_reader *r = p->decoding_user_data;
    const oro_grid *g = r->job->out;
    const exr_coding_channel_info_t *taken = &p->channels[r->choice.taken];
    if (r->x + taken->width > g->width || r->y + taken->height > g->height) return EXR_ERR_BAD_CHUNK_LEADER;
    const uint8_t *line = stored_raw(&p->chunk) ? p->packed_buffer : p->unpacked_buffer;
    const uint8_t *end = line + p->chunk.unpacked_size;
    const int which[3] = {r->choice.taken, r->choice.green, r->choice.blue};
    for (int32_t y = 0; y < p->chunk.height; y++) {
        size_t starts[3], length = 0;
        for (int k = 0; k < (r->choice.compare ? 3 : 1); k++)
            if (!find_line(p, which[k], y, &starts[k], &length) ||
                p->channels[which[k]].width != taken->width) // a colour with fewer samples is another one
                return k ? EXR_ERR_FEATURE_NOT_IMPLEMENTED : EXR_ERR_BAD_CHUNK_LEADER;
        if (length > (size_t)(end - line)) return EXR_ERR_BAD_CHUNK_LEADER;
        float *row = oro_row(g, r->y + y) + r->x;
        for (int32_t x = 0; x < taken->width; x++) row[x] = value_at(line + starts[0], taken->data_type, x);
        if (r->choice.compare && !r->coloured) compare_line(r, line, starts, y);
        line += length;
    }
    return EXR_ERR_SUCCESS;
}

/// The library's routines to read and decompress, and our own behind them. It chooses by where values shall go, and reads
/// straight to there what needs no change; so it is told of a change.
static exr_result_t choose_routines(exr_reader *r) {
    exr_decode_pipeline_t *p = &r->pipeline;
    exr_coding_channel_info_t *taken = &p->channels[r->choice.taken];
    bool half = taken->data_type == EXR_PIXEL_HALF;
    taken->decode_to_ptr = (uint8_t *)oro_row(r->job->out, 0);
    taken->user_data_type = half ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF;
    taken->user_bytes_per_element = half ? 4 : 2;
    taken->user_pixel_stride = taken->user_bytes_per_element;
    taken->user_line_stride = taken->width * taken->user_pixel_stride;
    exr_result_t code = exr_decoding_choose_default_routines(r->file, 0, p);
    p->decoding_user_data = r;
    p->unpack_and_convert_fn = unpack;
    r->decompress = p->decompress_fn;
    return code;
}

/// Decodes one block into the grid at (x, y) of it.
static exr_result_t decode(exr_reader *r, const exr_chunk_info_t *block, int32_t x, int32_t y) {
    exr_decode_pipeline_t *p = &r->pipeline;
    exr_result_t code =
        r->started ? exr_decoding_update(r->file, 0, block, p) : exr_decoding_initialize(r->file, 0, block, p);
    if (code != EXR_ERR_SUCCESS) return code;
    if (!r->started) code = choose_routines(r);
    r->started = true;
    p->decompress_fn = stored_raw(block) ? NULL : r->decompress;
    r->x = x;
    r->y = y;
    return code == EXR_ERR_SUCCESS ? exr_decoding_run(r->file, 0, p) : code;
}

static exr_result_t read_lines(exr_reader *r) {
    int32_t lines = 0;
    exr_chunk_info_t block;
    exr_result_t code = exr_get_scanlines_per_chunk(r->file, 0, &lines);
    if (code == EXR_ERR_SUCCESS && lines < 1) code = EXR_ERR_BAD_CHUNK_LEADER;
    for (int32_t y = 0; y < r->job->out->height && code == EXR_ERR_SUCCESS; y += lines) {
        code = exr_read_scanline_chunk_info(r->file, 0, r->window.min.y + y, &block);
        if (code == EXR_ERR_SUCCESS) code = decode(r, &block, 0, y);
    }
    return code;
}

static exr_result_t read_tiles(exr_reader *r) {
    int32_t wide = 0, high = 0;
    exr_chunk_info_t block;
    exr_result_t code = exr_get_tile_sizes(r->file, 0, 0, 0, &wide, &high);
    if (code == EXR_ERR_SUCCESS && (wide < 1 || high < 1)) code = EXR_ERR_BAD_CHUNK_LEADER;
    for (int32_t y = 0; code == EXR_ERR_SUCCESS && y < r->job->out->height; y += high)
        for (int32_t x = 0; code == EXR_ERR_SUCCESS && x < r->job->out->width; x += wide) {
            code = exr_read_tile_chunk_info(r->file, 0, x / wide, y / high, 0, 0, &block);
            if (code == EXR_ERR_SUCCESS) code = decode(r, &block, x, y);
        }
    return code;
}

oro_status oro_exr_read(oro_read_job *job) {
    exr_reader r = {.job = job};
    exr_context_initializer_t init = initializer(job);
    exr_storage_t storage;
    init.read_fn = on_read;
    init.size_fn = on_size;
    exr_result_t code = exr_start_read(&r.file, job->path, &init);
    if (code == EXR_ERR_FILE_BAD_HEADER)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "this is not an EXR file, or its header is damaged");
    if (code != EXR_ERR_SUCCESS) return damaged(&r, code);
    job->metres = true;
    oro_status status = ORO_OK;
    if ((code = exr_get_storage(r.file, 0, &storage)) != EXR_ERR_SUCCESS) status = damaged(&r, code);
    if (status == ORO_OK && storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
        status = oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "deep EXR files have no single height per pixel");
    if (status == ORO_OK) status = read_head(&r);
    if (status == ORO_OK) {
        code = storage == EXR_STORAGE_SCANLINE ? read_lines(&r) : read_tiles(&r);
        if (code != EXR_ERR_SUCCESS) status = damaged(&r, code);
        if (status == ORO_OK && r.coloured) status = oro_refuse_colours(job, r.colour_x, r.colour_y);
    }
    if (r.started) exr_decoding_destroy(r.file, &r.pipeline);
    exr_finish(&r.file);
    return status;
}

// --- writing ---------------------------------------------------------------------------------------------------------

enum { LINES = 16, AT_ONCE = 64, LEVEL = 3 };

typedef struct exr_block {
    uint8_t *data; ///< packed, or raw where that is no longer
    size_t length;
} exr_block;

typedef struct exr_writer {
    oro_write_job *job;
    exr_context_t file;
    int part, blocks, first;
    oro_status status; ///< of the first write that failed
    exr_block held[AT_ONCE];
} exr_writer;

static int64_t on_write(exr_const_context_t file, void *user, const void *from, uint64_t bytes, uint64_t offset,
                        exr_stream_error_func_ptr_t fail) {
    exr_writer *w = user;
    (void)file, (void)fail;
    if (w->status != ORO_OK) return -1;
    if (ftello(w->job->writer->file) != (off_t)offset)
        w->status = oro_file_seek(w->job->writer, (int64_t)offset, SEEK_SET);
    if (w->status == ORO_OK) w->status = oro_file_write(w->job->writer, from, (size_t)bytes);
    return w->status == ORO_OK ? (int64_t)bytes : -1;
}

static void pack_block(void *user, int index) {
    exr_writer *w = user;
    const oro_grid *g = w->job->grid;
    exr_block *b = &w->held[index];
    int32_t top = (w->first + index) * LINES, rows = g->height - top < LINES ? g->height - top : LINES;
    size_t line = (size_t)g->width * 4, bytes = line * (size_t)rows, half = bytes / 2;
    uLongf length = compressBound((uLong)bytes);
    uint8_t *raw = malloc(2 * bytes), *mixed = raw + bytes;
    b->data = malloc(length);
    if (raw && b->data) {
        for (int32_t y = 0; y < rows; y++) memcpy(raw + (size_t)y * line, oro_row(g, top + y), line);
        for (size_t i = 0; i < half; i++) {
            mixed[i] = raw[2 * i];
            mixed[half + i] = raw[2 * i + 1];
        }
        for (size_t i = bytes - 1; i > 0; i--) mixed[i] = (uint8_t)(mixed[i] - mixed[i - 1] + 128);
        if (compress2(b->data, &length, mixed, (uLong)bytes, LEVEL) == Z_OK) b->length = length;
        if (b->length >= bytes) memcpy(b->data, raw, b->length = bytes); // as long as raw: stored raw
    }
    free(raw);
}

static oro_status failed(exr_writer *w, exr_result_t code) {
    if (w->status != ORO_OK) return w->status;
    return oro_fail(w->job->ctx, ORO_CANNOT_WRITE, w->job->path, "the EXR file cannot be written (%s)",
                    exr_get_default_error_message(code));
}

static oro_status write_blocks(exr_writer *w) {
    oro_status status = ORO_OK;
    for (w->first = 0; w->first < w->blocks && status == ORO_OK; w->first += AT_ONCE) {
        int count = w->blocks - w->first < AT_ONCE ? w->blocks - w->first : AT_ONCE;
        memset(w->held, 0, sizeof w->held);
        status = oro_parallel(w->job->ctx, count, pack_block, w);
        for (int i = 0; i < count; i++) {
            exr_block *b = &w->held[i];
            if (status == ORO_OK && !b->length)
                status = oro_fail(w->job->ctx, ORO_NO_MEMORY, w->job->path,
                                  "there is not enough memory to compress the file");
            exr_result_t code = EXR_ERR_SUCCESS;
            if (status == ORO_OK)
                code = exr_write_scanline_chunk(w->file, w->part, (w->first + i) * LINES, b->data, b->length);
            if (code != EXR_ERR_SUCCESS) status = failed(w, code);
            free(b->data);
        }
    }
    return status;
}

oro_status oro_exr_write(oro_write_job *job) {
    const oro_grid *g = job->grid;
    exr_writer w = {.job = job, .blocks = (g->height + LINES - 1) / LINES};
    exr_context_initializer_t init = initializer(&w);
    init.write_fn = on_write;
    exr_result_t code = exr_start_write(&w.file, job->path, EXR_WRITE_FILE_DIRECTLY, &init);
    if (code != EXR_ERR_SUCCESS) return failed(&w, code);
    code = exr_add_part(w.file, "height", EXR_STORAGE_SCANLINE, &w.part);
    if (code == EXR_ERR_SUCCESS)
        code = exr_initialize_required_attr_simple(w.file, w.part, g->width, g->height, EXR_COMPRESSION_ZIP);
    if (code == EXR_ERR_SUCCESS)
        code = exr_add_channel(w.file, w.part, job->channel, EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    if (code == EXR_ERR_SUCCESS)
        code = exr_attr_set_string(w.file, w.part, "comments", "heights in metres, Orogen " ORO_VERSION);
    if (code == EXR_ERR_SUCCESS) code = exr_write_header(w.file);
    oro_status status = code == EXR_ERR_SUCCESS ? write_blocks(&w) : failed(&w, code);
    code = exr_finish(&w.file);
    if (status == ORO_OK && code != EXR_ERR_SUCCESS) status = failed(&w, code);
    return status == ORO_OK ? w.status : status;
}
