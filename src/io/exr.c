// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// OpenEXR through the C core of OpenEXR 3.1. Written: one part of scan lines, one channel of 32-bit floats in metres, ZIP in
// blocks of 16 lines, packed here in parallel (bytes of even and odd place apart, each less the one before, deflated) and
// handed over as they are. Read: the first part, scan lines or the full-size level of tiles, half, float or whole numbers;
// of several channels the one that most likely holds heights.
#include <openexr.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    const char *channel;
    exr_decode_pipeline_t pipeline;
    bool started;
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
        return oro_fail(r->job->ctx, ORO_NO_MEMORY, r->job->path, "there is no memory to read this EXR file");
    if (code == EXR_ERR_FEATURE_NOT_IMPLEMENTED)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "the EXR file is compressed in a way that is not read here; save it with ZIP, PIZ or none");
    return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "the EXR file is damaged or truncated (%s)",
                    exr_get_default_error_message(code));
}

/// Height, Z or Y first, then R; else the first there is. The part of a name behind its last dot counts (layers).
static int rank(const char *name) {
    static const char *const names[] = {"R", "Y", "Z", "height"};
    const char *dot = strrchr(name, '.');
    for (int i = 3; i >= 0; i--)
        if (strcasecmp(dot ? dot + 1 : name, names[i]) == 0) return i + 1;
    return 0;
}

static oro_status choose_channel(exr_reader *r) {
    const exr_attr_chlist_t *list;
    exr_result_t code = exr_get_channels(r->file, 0, &list);
    if (code != EXR_ERR_SUCCESS || list->num_channels < 1) return damaged(r, code);
    const exr_attr_chlist_entry_t *best = &list->entries[0];
    for (int i = 1; i < list->num_channels; i++)
        if (rank(list->entries[i].name.str) > rank(best->name.str)) best = &list->entries[i];
    if (best->x_sampling != 1 || best->y_sampling != 1)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "its channel %.40s has fewer samples than pixels",
                        best->name.str);
    r->channel = best->name.str;
    if (list->num_channels > 1)
        oro_note(r->job->ctx, r->job->path, "the file has %d channels; %.40s is read", list->num_channels, r->channel);
    return ORO_OK;
}

static oro_status read_head(exr_reader *r) {
    exr_result_t code = exr_get_data_window(r->file, 0, &r->window);
    if (code != EXR_ERR_SUCCESS) return damaged(r, code);
    int64_t width = (int64_t)r->window.max.x - r->window.min.x + 1,
            height = (int64_t)r->window.max.y - r->window.min.y + 1;
    if (width < 1 || height < 1 || width > ORO_MAX_SIDE || height > ORO_MAX_SIDE)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "the picture is %lld x %lld; sides of 1 to %d are possible", (long long)width,
                        (long long)height, ORO_MAX_SIDE);
    if ((double)width * (double)height * 2 > 64e6 && (double)width * (double)height / 20000 > (double)r->job->bytes)
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "the head says %lld x %lld pixels, but a file of %llu bytes cannot hold them", (long long)width,
                        (long long)height, (unsigned long long)r->job->bytes);
    oro_status status = choose_channel(r);
    return status == ORO_OK ? oro_read_job_alloc(r->job, (uint64_t)width, (uint64_t)height) : status;
}

/// Decodes one block into the grid at (x, y) of it.
static exr_result_t decode(exr_reader *r, const exr_chunk_info_t *block, int32_t x, int32_t y) {
    exr_decode_pipeline_t *p = &r->pipeline;
    const oro_grid *g = r->job->out;
    exr_result_t code =
        r->started ? exr_decoding_update(r->file, 0, block, p) : exr_decoding_initialize(r->file, 0, block, p);
    if (code != EXR_ERR_SUCCESS) return code;
    for (int i = 0; i < p->channel_count; i++) {
        exr_coding_channel_info_t *channel = &p->channels[i];
        bool wanted = strcmp(channel->channel_name, r->channel) == 0;
        if (wanted && (x + channel->width > g->width || y + channel->height > g->height))
            return EXR_ERR_BAD_CHUNK_LEADER;
        channel->decode_to_ptr = wanted ? (uint8_t *)(oro_row(g, y) + x) : NULL;
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_bytes_per_element = 4;
        channel->user_pixel_stride = 4;
        channel->user_line_stride = g->stride * 4;
    }
    if (!r->started) code = exr_decoding_choose_default_routines(r->file, 0, p);
    r->started = true;
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
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "this is no EXR file, or its head is damaged");
    if (code != EXR_ERR_SUCCESS) return damaged(&r, code);
    job->metres = true;
    oro_status status = ORO_OK;
    if ((code = exr_get_storage(r.file, 0, &storage)) != EXR_ERR_SUCCESS) status = damaged(&r, code);
    if (status == ORO_OK && storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
        status = oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "deep EXR files have no single height a pixel");
    if (status == ORO_OK) status = read_head(&r);
    if (status == ORO_OK) {
        code = storage == EXR_STORAGE_SCANLINE ? read_lines(&r) : read_tiles(&r);
        if (code != EXR_ERR_SUCCESS) status = damaged(&r, code);
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
                status = oro_fail(w->job->ctx, ORO_NO_MEMORY, w->job->path, "there is no memory to compress the file");
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
