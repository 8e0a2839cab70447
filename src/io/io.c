// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rasters and pictures in files: the part that is the same for all formats. See io.h and format.h.
#include "orogen/io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/context.h"
#include "core/text.h"
#include "io/file.h"
#include "io/folders.h"
#include "io/format.h"
#include "io/together.h"

// --- what readers and writers share ----------------------------------------------------------------------------------

oro_status oro_read_job_alloc(oro_read_job *job, uint64_t width, uint64_t height) {
    if (width < 1 || height < 1 || width > ORO_MAX_SIDE || height > ORO_MAX_SIDE)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the raster must have 1 to %d samples along a side, not %llu x %llu", ORO_MAX_SIDE,
                        (unsigned long long)width, (unsigned long long)height);
    *job->out = (oro_grid){.width = (int32_t)width, .height = (int32_t)height, .cell = 1};
    return oro_grid_alloc(job->ctx, job->out);
}

oro_status oro_read_job_raw_size(oro_read_job *job, size_t sample) {
    uint64_t width = (uint64_t)job->width, height = (uint64_t)job->height, count = job->bytes / sample;
    if (job->bytes == 0) return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the file is empty");
    if (!width && !height) {
        width = height = (uint64_t)llround(sqrt((double)count));
        if (width * height != count || count * sample != job->bytes)
            return oro_fail(
                job->ctx, ORO_BAD_INPUT, job->path,
                "the file has %llu bytes, which is not a square of %zu-byte values; give its width and height",
                (unsigned long long)job->bytes, sample);
    }
    if (!width) width = count / height;
    if (!height) height = count / width;
    if (width * height * sample != job->bytes)
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the file has %llu bytes, but %llu x %llu values of %zu bytes are %llu; give the right size",
                        (unsigned long long)job->bytes, (unsigned long long)width, (unsigned long long)height, sample,
                        (unsigned long long)(width * height * sample));
    return oro_read_job_alloc(job, width, height);
}

oro_status oro_read_job_promise(const oro_read_job *job, uint64_t bytes, uint64_t width, uint64_t height) {
    // Maps without any relief pack a thousandfold too, so what fits into the memory of any machine is believed.
    const double most_times = 1000, small = 400e6;
    double memory = (double)width * (double)height * sizeof(float);
    if (memory <= small || memory <= most_times * (double)bytes || job->trust) return ORO_OK;
    oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
             "the header promises %llu x %llu samples, %.1f GB in memory, from %.6g MB of file; more than %.0f times "
             "its length is refused as a trap. If you know the file, set trust to unpack it",
             (unsigned long long)width, (unsigned long long)height, memory / 1e9, (double)bytes / 1e6, most_times);
    return oro_hint(job->ctx, "trust");
}

float oro_from_half(uint16_t h) {
    int exponent = h >> 10 & 31;
    double fraction = (h & 1023) / 1024.0, value;
    if (exponent == 31)
        value = h & 1023 ? (double)NAN : (double)INFINITY;
    else
        value = exponent ? ldexp(1 + fraction, exponent - 15) : ldexp(fraction, -14);
    return (float)(h & 0x8000 ? -value : value);
}

oro_status oro_read_job_bytes(oro_read_job *job, void *to, size_t bytes) {
    if (fread(to, 1, bytes, job->file) == bytes) return ORO_OK;
    return oro_fail(job->ctx, ORO_BAD_INPUT, job->path, "the file ends early; it is truncated");
}

void oro_decode_codes(const oro_read_job *job, const uint16_t *codes, int32_t count, unsigned largest, float *values) {
    double lo = job->lo, step = (job->hi - job->lo) / largest;
    for (int32_t i = 0; i < count; i++) values[i] = (float)(lo + codes[i] * step);
}

void oro_write_job_whole(const oro_write_job *job, int32_t y, int16_t hole, int16_t *out) {
    const float *restrict values = oro_row(job->grid, y);
    for (int32_t x = 0; x < job->grid->width; x++) {
        double value = floor((double)values[x] + 0.5);
        value = value > -ORO_MOST_METRES ? value : -ORO_MOST_METRES;
        value = value < ORO_MOST_METRES ? value : ORO_MOST_METRES;
        out[x] = values[x] - values[x] == 0 ? (int16_t)(int32_t)value : hole; // infinities and NaN are holes
    }
}

void oro_write_job_codes(const oro_write_job *job, int32_t y, uint16_t *codes) {
    const float *restrict values = oro_row(job->grid, y);
    double lo = job->lo, top = (double)((1u << job->bits) - 1);
    double scale = job->hi > job->lo ? top / (job->hi - job->lo) : 0;
    for (int32_t x = 0; x < job->grid->width; x++) {
        double code = ((double)values[x] - lo) * scale + 0.5;
        code = code > 0 ? code : 0;
        code = code < top ? code : top;
        codes[x] = (uint16_t)(int32_t)code;
    }
}

/// Says where values are infinite, or so large that computing with them makes them so.
static void note_overflow(oro_context *ctx, const char *path, const oro_grid *g) {
    int64_t infinite = 0, huge = 0;
    int32_t at[2] = {0, 0};
    float first = 0;
    for (int32_t y = 0; y < g->height; y++) {
        const float *row = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++) {
            if (!(fabsf(row[x]) > (float)ORO_FURTHEST_METRES)) continue;
            if (!infinite && !huge) at[0] = x, at[1] = y, first = row[x];
            infinite += isinf(row[x]) != 0;
            huge += !isinf(row[x]);
        }
    }
    if (infinite)
        oro_note(
            ctx, path,
            "%lld values are infinite: numbers beyond 3.4e38, or heights that overflowed on the way (the first that is "
            "infinite or beyond %g at column %d, row %d)",
            (long long)infinite, ORO_FURTHEST_METRES, at[0], at[1]);
    if (huge)
        oro_note(ctx, path,
                 "%lld values are beyond %g m, the first, %.8g, at column %d, row %d: computing with them overflows; "
                 "if they mean holes, read the file with nodata %.8g",
                 (long long)huge, ORO_FURTHEST_METRES, (double)first, at[0], at[1], (double)first);
}

// --- reading ---------------------------------------------------------------------------------------------------------

static oro_status check_read_desc(oro_context *ctx, const char *path, const oro_read_desc *desc) {
    oro_status status = desc->has_range ? oro_check_range(ctx, path, desc->lo, desc->hi) : ORO_OK;
    if (status != ORO_OK) return status;
    if (!(desc->cell >= 0 && desc->cell < 1e9) || !(desc->extent >= 0 && desc->extent < 1e13))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the cell size and the extent must be metres above 0");
    if (desc->width < 0 || desc->height < 0 || desc->width > ORO_MAX_SIDE || desc->height > ORO_MAX_SIDE)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the size must be 1 to %d samples along a side, not %d x %d",
                        ORO_MAX_SIDE, desc->width, desc->height);
    return ORO_OK;
}

/// Reads the sidecar, if it is there, wanted and about this kind of file.
static oro_status consult_sidecar(oro_context *ctx, const char *path, const oro_format *format,
                                  const oro_read_desc *desc, oro_sidecar *out) {
    *out = (oro_sidecar){0};
    if (desc->no_sidecar) return ORO_OK;
    oro_status status = oro_sidecar_read(ctx, path, out);
    if (status != ORO_OK || !out->found) return status;
    if (strncmp(out->encoding, format->info.name, strlen(format->info.name)) != 0) {
        oro_note(ctx, out->path, "this describes a file of encoding %s, not %s; it is ignored", out->encoding, path);
        out->found = false;
    }
    return ORO_OK;
}

/// Opens the file and reads its sidecar as they lie there at one moment.
static oro_status open_pair(oro_read_job *job, const oro_format *format, const oro_read_desc *desc,
                            oro_sidecar *sidecar) {
    char current[1024];
    int lock = oro_folder_lock(job->path, false);
    oro_status status = consult_sidecar(job->ctx, job->path, format, desc, sidecar);
    if (status == ORO_OK) {
        bool waiting = oro_file_current(job->path, current, sizeof current);
        status = oro_file_open(job->ctx, waiting ? current : job->path, &job->file, &job->bytes);
    }
    if (lock >= 0) close(lock);
    return status;
}

/// Says where a sidecar was not made for the file as it is. Its metres are still the best that is known: most often the file was
/// edited in another program.
static oro_status compare_hash(const oro_read_job *job, const oro_sidecar *sidecar) {
    oro_hash hash;
    if (!sidecar->found || !sidecar->has_file_hash) return ORO_OK;
    oro_status status = oro_file_hash(job->ctx, job->path, job->file, &hash);
    rewind(job->file);
    if (status == ORO_OK && !oro_hash_equal(hash, sidecar->file_hash))
        oro_note(
            job->ctx, job->path,
            "%s was not written with this file as it is now: the file was edited, or comes from elsewhere. Its size, "
            "metres and place are still taken from there; if it is another map, remove the description and "
            "give the range and the extent, otherwise write the map again",
            sidecar->path);
    return status;
}

static void make_holes(const oro_grid *g, double nodata) {
    for (int32_t y = 0; y < g->height; y++) {
        float *row = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++) row[x] = row[x] == (float)nodata ? NAN : row[x];
    }
}

static oro_status read_with(oro_read_job *job, const oro_format *format, const oro_read_desc *desc,
                            const oro_sidecar *sidecar, unsigned *known) {
    oro_status status = format->read(job);
    if (status == ORO_OK && !job->look) {
        job->width = job->out->width;
        job->height = job->out->height;
        if (job->metres && desc->has_range)
            oro_note(job->ctx, job->path, "the file holds metres; the given range is ignored");
        if (desc->has_nodata) make_holes(job->out, desc->nodata);
        note_overflow(job->ctx, job->path, job->out);
    }
    if (status == ORO_OK) status = oro_place(job, desc, sidecar, known);
    if (status != ORO_OK && job->out->data) oro_grid_free(job->ctx, job->out);
    return status;
}

static oro_status load(oro_context *ctx, const char *path, const oro_read_desc *desc, bool look, oro_grid *out,
                       unsigned *known) {
    oro_status status = ORO_OK;
    oro_sidecar sidecar;
    *known = 0;
    *out = (oro_grid){.cell = 1};
    if (desc->geo) *desc->geo = (oro_georef){0};
    const oro_format *format = oro_format_for(ctx, path, ORO_HOLDS_RASTER, false, "raster");
    if (!format) return ctx->error.status;
    status = check_read_desc(ctx, path, desc);
    char list[96];
    if (status == ORO_OK && desc->channel && !(format->traits & ORO_PICKS_CHANNEL))
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, path, "only %s files have channels to choose from, not %s",
                          oro_format_list_with(ORO_PICKS_CHANNEL, list, sizeof list), format->info.name);
    if (status != ORO_OK) return status;
    oro_read_job job = {.ctx = ctx, .path = path, .look = look, .width = desc->width, .height = desc->height, .hi = 1};
    job.out = out;
    job.channel = desc->channel;
    job.trust = desc->trust;
    status = open_pair(&job, format, desc, &sidecar);
    if (status != ORO_OK) return status;
    job.layout = desc->has_layout ? desc->layout : sidecar.layout;
    if (!job.width && !job.height && sidecar.found) job.width = sidecar.width, job.height = sidecar.height;
    if (desc->has_range || sidecar.has_range) {
        job.has_range = true;
        job.lo = desc->has_range ? desc->lo : sidecar.lo;
        job.hi = desc->has_range ? desc->hi : sidecar.hi;
    }
    status = look ? ORO_OK : compare_hash(&job, &sidecar);
    if (status == ORO_OK) status = read_with(&job, format, desc, &sidecar, known);
    fclose(job.file);
    return status;
}

oro_status oro_load_raster(oro_context *ctx, const char *path, const oro_read_desc *desc, oro_grid *out,
                           unsigned *known) {
    static const oro_read_desc defaults;
    unsigned ignored;
    return load(ctx, path, desc ? desc : &defaults, false, out, known ? known : &ignored);
}

oro_status oro_load_georef(oro_context *ctx, const char *path, oro_georef *out) {
    oro_read_desc desc = {.square = true, .geo = out};
    oro_sidecar sidecar;
    oro_grid none;
    unsigned known;
    *out = (oro_georef){0};
    const oro_format *format = oro_format_for(ctx, path, ORO_HOLDS_RASTER, false, "raster");
    if (!format) return ctx->error.status;
    if (format->traits & ORO_KNOWS_PLACE) return load(ctx, path, &desc, true, &none, &known);
    oro_status status = consult_sidecar(ctx, path, format, &desc, &sidecar);
    if (status == ORO_OK && sidecar.found) *out = sidecar.geo;
    return status;
}

static oro_status load_default(void *user, oro_context *ctx, const char *path, oro_grid *out, unsigned *known) {
    (void)user;
    return oro_load_raster(ctx, path, &(oro_read_desc){.square = true}, out, known);
}

static oro_status load_data(void *user, oro_context *ctx, oro_kind kind, const char *path, void *out) {
    (void)user;
    return oro_load_data(ctx, kind, path, out);
}

static uint64_t stamp(void *user, const char *path) {
    (void)user;
    return oro_file_stamp(path);
}

static void locate(void *user, oro_context *ctx, const char *path, oro_georef *out) {
    (void)user;
    if (oro_load_georef(ctx, path, out) != ORO_OK) *out = (oro_georef){0}; // reading it will tell what is wrong
}

oro_file_reader oro_file_reader_default(void) {
    return (oro_file_reader){.load = load_default, .load_data = load_data, .stamp = stamp, .locate = locate};
}

// --- writing ---------------------------------------------------------------------------------------------------------

/// What the bits that are asked for, or the layout of a .raw file, make of the values; false where the format cannot.
static bool choose_kind(oro_write_job *job, const oro_format *format, int bits) {
    static const int raw_bits[] = {16, 8, 16, 32};
    if (format->traits & ORO_HAS_LAYOUT) {
        job->kind = job->layout.type == ORO_RAW_F32   ? ORO_FLOATS
                    : job->layout.type == ORO_RAW_I16 ? ORO_WHOLE
                                                      : ORO_CODES;
        job->bits = raw_bits[job->layout.type];
        return bits == 0 || bits == job->bits;
    }
    if (bits == 0) bits = format->values & ORO_VALUES_FLOATS ? 32 : 16;
    job->bits = bits;
    job->kind = bits == 32 ? ORO_FLOATS : format->values & ORO_VALUES_WHOLE ? ORO_WHOLE : ORO_CODES;
    if (job->kind == ORO_CODES) return (bits == 8 || bits == 16) && (format->code_bits & bits);
    return job->kind == ORO_FLOATS ? format->values & ORO_VALUES_FLOATS : bits == 16;
}

static oro_status check_format(oro_write_job *job, const oro_format *format, const oro_write_desc *desc) {
    const char *name = format->info.name;
    job->layout = desc->layout;
    if (!choose_kind(job, format, desc->bits)) {
        const char *right = format->traits & ORO_HAS_LAYOUT ? "those of its layout" : "32";
        if (!(format->values & ORO_VALUES_FLOATS)) right = format->code_bits & 8 ? "16, or 8" : "16";
        if (format->values == ORO_VALUES_FLOATS && format->code_bits & 16) right = "32, or 16";
        return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path, "%s cannot hold values of %d bits; use %s", name,
                        desc->bits, right);
    }
    job->channel = desc->channel ? desc->channel : "Y";
    char list[96];
    if (desc->channel && !(format->traits & ORO_NAMES_CHANNEL))
        return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path, "only %s files have a channel with a name, not %s",
                        oro_format_list_with(ORO_NAMES_CHANNEL, list, sizeof list), name);
    if (desc->channel && strcmp(desc->channel, "Y") != 0 && strcmp(desc->channel, "R") != 0)
        return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path, "the channel must be R or Y, not \"%.20s\"",
                        desc->channel);
    bool other_layout = desc->layout.type != ORO_RAW_U16 || desc->layout.big_endian || desc->layout.south_first;
    if (other_layout && !(format->traits & ORO_HAS_LAYOUT))
        return oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path, "only %s files have a layout, not %s",
                        oro_format_list_with(ORO_HAS_LAYOUT, list, sizeof list), name);
    job->geo = desc->geo && desc->geo->set ? desc->geo : NULL;
    return format->check ? format->check(job) : ORO_OK;
}

static oro_status refuse_not_finite(const oro_write_job *job, const oro_format *format, int64_t count) {
    char list[96];
    const oro_grid *g = job->grid;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            if (!isfinite(oro_row(g, y)[x]))
                return oro_fail(
                    job->ctx, ORO_BAD_ARGUMENT, job->path,
                    "%lld values are not finite, the first at column %d, row %d; %s cannot hold them, so fill "
                    "them first or write one of %s",
                    (long long)count, x, y, format->info.name, oro_format_list_floats(list, sizeof list));
    return ORO_OK;
}

/// Refuses values the format cannot hold, and a range that cuts too many off.
static oro_status check_values(oro_write_job *job, const oro_format *format, const oro_write_desc *desc,
                               const oro_extremes *extremes) {
    if (extremes->not_finite && job->kind != ORO_FLOATS && !(format->traits & ORO_KEEPS_VOIDS))
        return refuse_not_finite(job, format, extremes->not_finite);
    if (job->kind == ORO_FLOATS) note_overflow(job->ctx, job->path, job->grid);
    return oro_write_job_range(job, desc, extremes);
}

/// Opens both files before anything is written, so that a file that may not be replaced stops the work at its start.
static oro_status open_both(oro_write_job *job, const oro_write_desc *desc, oro_file_writer *sidecar) {
    char path[1024];
    oro_status status = oro_file_create(job->ctx, job->path, desc->force, job->writer);
    if (status != ORO_OK || desc->no_sidecar || !job->writer->temporary) return status; // devices get no sidecar
    if (oro_sidecar_path(job->path, path, sizeof path))
        status = oro_file_create(job->ctx, path, desc->force, sidecar);
    else
        status = oro_fail(job->ctx, ORO_CANNOT_WRITE, job->path, "the name is too long");
    return status;
}

/// "png16", "tif32", "r16": what the sidecar calls the file.
static void name_encoding(const oro_write_job *job, const oro_format *format, char encoding[16]) {
    snprintf(encoding, 16, format->traits & ORO_SAYS_BITS ? "%s%d" : "%s", format->info.name, job->bits);
}

static const oro_format *check_writing(oro_context *ctx, const char *path, const oro_grid *grid,
                                       const oro_write_desc *desc, oro_write_job *job, oro_status *status) {
    *job = (oro_write_job){.ctx = ctx, .path = path, .grid = grid};
    const oro_format *format = job->format = oro_format_for(ctx, path, ORO_HOLDS_RASTER, true, "raster");
    *status = format ? oro_grid_check(ctx, grid, path) : ctx->error.status;
    if (*status == ORO_OK) *status = check_format(job, format, desc);
    return format;
}

static const oro_write_desc write_defaults;

oro_status oro_check_raster(oro_context *ctx, const char *path, const oro_grid *grid, const oro_write_desc *desc) {
    oro_write_job job;
    oro_status status;
    const oro_format *format = check_writing(ctx, path, grid, desc ? desc : &write_defaults, &job, &status);
    if (status != ORO_OK || !grid->data) return status;
    oro_extremes extremes = oro_grid_extremes(grid);
    return check_values(&job, format, desc ? desc : &write_defaults, &extremes);
}

oro_status oro_save_raster(oro_context *ctx, const char *path, const oro_grid *grid, const oro_write_desc *desc) {
    oro_status status;
    oro_file_writer raster = {0}, sidecar = {0};
    oro_write_job job;
    char encoding[16];
    if (!desc) desc = &write_defaults;
    oro_begin(ctx);
    const oro_format *format = check_writing(ctx, path, grid, desc, &job, &status);
    if (status != ORO_OK) return status;
    job.writer = &raster;
    oro_extremes extremes = oro_grid_extremes(grid);
    status = check_values(&job, format, desc, &extremes);
    if (status == ORO_OK) oro_write_job_notes(&job);
    if (status == ORO_OK) status = open_both(&job, desc, &sidecar);
    if (status == ORO_OK) status = format->write(&job);
    if (status == ORO_OK && sidecar.file) {
        name_encoding(&job, format, encoding);
        status = oro_sidecar_write(&job, encoding, desc->unit ? desc->unit : "m", &extremes, &sidecar);
    }
    if (status == ORO_OK) return oro_file_commit_all((oro_file_writer *[]){&raster, &sidecar}, sidecar.file ? 2 : 1);
    oro_file_abort(&raster);
    oro_file_abort(&sidecar);
    return status;
}

// --- pictures --------------------------------------------------------------------------------------------------------

oro_status oro_save_image(oro_context *ctx, const char *path, const oro_image *image, bool force) {
    if (image->width < 1 || image->height < 1 || image->width > ORO_MAX_SIDE || image->height > ORO_MAX_SIDE ||
        (image->channels != 1 && image->channels != 3 && image->channels != 4))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a picture of %d x %d with %d channels cannot be written",
                        image->width, image->height, image->channels);
    return oro_save_data(ctx, ORO_KIND_IMAGE, path, image, force);
}

oro_status oro_load_image(oro_context *ctx, const char *path, oro_image *out) {
    return oro_load_data(ctx, ORO_KIND_IMAGE, path, out);
}

void oro_remove_unfinished_files(void) {
    oro_file_cleanup();
    oro_folders_remove(NULL);
}
