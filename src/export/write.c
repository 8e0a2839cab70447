// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The files of an export: what targets call to plan them and to write them.

#include "core/context.h"
#include "export/export.h"
#include "io/file.h"
#include "io/folders.h"
#include "io/format.h"
#include "io/within.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- places ------------------------------------------------------------------------------------------------------------------

static oro_status plan_file(oro_export_job *e, const char *name, const oro_place_in *in) {
    oro_export_report *report = e->report;
    if (report->count == e->room) {
        int32_t room = e->room ? 2 * e->room : 32;
        oro_exported *told = oro_alloc_zero(e->ctx, (size_t)room * sizeof *told);
        oro_export_file *files = realloc(e->files, (size_t)room * sizeof *files);
        if (files) e->files = files;
        if (!told || !files)
            return oro_free(e->ctx, told), oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the plan");
        if (report->count) memcpy(told, report->files, (size_t)report->count * sizeof *told);
        oro_free(e->ctx, report->files);
        report->files = told;
        e->room = room;
    }
    bool numbered = strcmp(in->what, "tiles") == 0; // cannot be the same, and are many
    for (int32_t i = 0; !numbered && i < report->count; i++)
        if (strcmp(e->files[i].name, name) == 0)
            return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "name", "two files would be called %.80s; choose another name",
                            name);
    oro_exported *file = &report->files[report->count];
    *file = (oro_exported){.what = in->what};
    if ((size_t)snprintf(file->path, sizeof file->path, "%s/%s", e->folder, name) >= sizeof file->path - 64)
        return oro_fail(e->ctx, ORO_CANNOT_WRITE, name, "the name is too long");
    e->files[report->count] = (oro_export_file){.tile = {-1, -1}, .layer = in->layer};
    oro_export_file *own = &e->files[report->count];
    snprintf(own->name, sizeof own->name, "%s", name);
    if (in->tile) own->tile[0] = in->tile[0], own->tile[1] = in->tile[1];
    const oro_format_info *format = oro_format_of(file->path);
    file->format = format ? format->name : "text";
    struct stat there;
    file->existed = oro_within_stat(e->ctx->within, file->path, &there);
    report->count++;
    if (!file->existed) return ORO_OK;
    if (!S_ISREG(there.st_mode))
        return oro_fail(e->ctx, ORO_CANNOT_WRITE, file->path,
                        "something that is no file is in its place; choose another folder");
    if (e->desc.force || e->desc.plan) return ORO_OK;
    oro_fail(e->ctx, ORO_CANNOT_WRITE, file->path, "the file already exists; use force to replace it");
    return oro_hint(e->ctx, "force");
}

oro_status oro_export_file_at(oro_export_job *e, const char *name, const oro_place_in *in, char *staged, size_t size) {
    if (e->planning) return plan_file(e, name, in);
    assert(e->at < e->report->count && strcmp(e->files[e->at].name, name) == 0);
    char what[300];
    double done = (double)e->at / e->report->count;
    snprintf(what, sizeof what, "writing %.200s", name);
    e->at++;
    if (!oro_export_progress(e, done, what) || oro_is_cancelled(e->ctx))
        return oro_fail(e->ctx, ORO_CANCELLED, NULL, "cancelled");
    if ((size_t)snprintf(staged, size, "%s/%s", e->stage, name) >= size)
        return oro_fail(e->ctx, ORO_CANNOT_WRITE, name, "the name is too long");
    return strchr(name, '/') ? oro_folders_make(e->ctx, staged, e) : ORO_OK;
}

/// "NAME-colour.png", or of a tile "colour/NAME_x0_y0.png": tiles of one kind lie alone, since importers take all they find.
static oro_status name_of(oro_export_job *e, const oro_place_in *in, char *name, size_t size) {
    char stem[256];
    oro_status status = oro_export_stem(e, in->tile, stem, sizeof stem);
    if (status != ORO_OK) return status;
    const char *role = in->role ? in->role : "heights";
    if (in->tile && oro_export_is_tiled(e))
        snprintf(name, size, "%s/%s%s", role, stem, in->ending);
    else
        snprintf(name, size, "%s%s%s%s", stem, in->role ? "-" : "", in->role ? role : "", in->ending);
    return ORO_OK;
}

oro_grid oro_export_tile(const oro_export_job *e, const oro_grid *whole, const int *tile) {
    oro_grid part = *whole;
    if (!tile || !oro_export_is_tiled(e)) return part;
    int32_t x = tile[0] * (e->shape.tile[0] - e->overlap), y = tile[1] * (e->shape.tile[1] - e->overlap);
    part.width = e->shape.tile[0];
    part.height = e->shape.tile[1];
    part.origin_x = oro_world_x(whole, x);
    part.origin_y = oro_world_y(whole, y);
    part.wrap = false;
    part.data = whole->data ? oro_row(whole, y) + x : NULL;
    return part;
}

oro_status oro_export_each_tile(oro_export_job *e, oro_status (*write)(oro_export_job *e, const int *tile)) {
    oro_status status = ORO_OK;
    for (int y = 0; y < e->tiles[1]; y++)
        for (int x = 0; x < e->tiles[0] && status == ORO_OK; x++) status = write(e, (const int[]){x, y});
    return status;
}

// --- heights -----------------------------------------------------------------------------------------------------------------

oro_status oro_export_heights(oro_export_job *e, const int *tile, const char *ending, const oro_write_desc *how,
                              bool sidecar) {
    char name[512], staged[1500], beside[640];
    oro_place_in in = {.ending = ending, .what = "heights", .tile = tile, .layer = -1};
    oro_status status = name_of(e, &in, name, sizeof name);
    if (status == ORO_OK) status = oro_export_file_at(e, name, &in, staged, sizeof staged);
    if (status == ORO_OK && e->planning)
        status = oro_check_raster(e->ctx, name,
                                  &(oro_grid){.width = e->shape.tile[0],
                                              .height = e->shape.tile[1],
                                              .stride = e->shape.tile[0],
                                              .cell = e->shape.part.cell},
                                  how);
    if (status == ORO_OK && !e->planning) {
        oro_grid g = oro_export_tile(e, &e->heights, tile);
        oro_write_desc all = how ? *how : (oro_write_desc){0};
        all.has_range = e->report->has_range, all.lo = e->lo, all.hi = e->hi;
        all.clip = true; // all of the map was held against the range
        all.geo = e->geo.set ? &e->geo : NULL;
        all.no_sidecar = !sidecar;
        status = oro_save_raster(e->ctx, staged, &g, &all);
    }
    if (status != ORO_OK || !sidecar) return status;
    oro_sidecar_path(name, beside, sizeof beside);
    in.what = "sidecar";
    return oro_export_file_at(e, beside, &in, staged, sizeof staged);
}

// --- pictures ----------------------------------------------------------------------------------------------------------------

/// A picture has a pixel per sample of the region; of a tile its part is written.
static oro_status save_picture(oro_export_job *e, const char *staged, const oro_image *image, const int *tile) {
    oro_grid g = oro_export_tile(e, &e->heights, tile);
    if (g.width == image->width && g.height == image->height) return oro_save_image(e->ctx, staged, image, false);
    oro_image part = {.width = g.width, .height = g.height, .channels = image->channels, .is_data = image->is_data};
    oro_status status = oro_image_alloc(e->ctx, &part);
    if (status != ORO_OK) return status;
    ptrdiff_t first = g.data - e->heights.data; // which sample it begins with
    size_t x = (size_t)(first % e->heights.stride), y = (size_t)(first / e->heights.stride);
    size_t pixel = (size_t)image->channels, row = pixel * (size_t)g.width;
    for (size_t k = 0; k < (size_t)g.height; k++)
        memcpy(part.data + k * row, image->data + ((y + k) * (size_t)image->width + x) * pixel, row);
    status = oro_save_image(e->ctx, staged, &part, false);
    oro_image_free(e->ctx, &part);
    return status;
}

oro_status oro_export_picture(oro_export_job *e, const int *tile, const oro_place_in *in, const oro_image *image) {
    char name[512], staged[1500];
    oro_status status = name_of(e, in, name, sizeof name);
    if (status == ORO_OK) status = oro_export_file_at(e, name, in, staged, sizeof staged);
    return status == ORO_OK && !e->planning ? save_picture(e, staged, image, tile) : status;
}

/// Turns green around, from north to south or back.
static void flip_green(oro_image *image) {
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t *green = image->data + i * (size_t)image->channels + 1;
        *green = (uint8_t)(255 - *green);
    }
}

oro_status oro_export_pictures(oro_export_job *e, const int *tile, bool green_south) {
    oro_place_in in = {.role = "colour", .ending = ".png", .what = "colour", .tile = tile, .layer = -1};
    oro_status status = ORO_OK;
    if (e->target->gives & ORO_GIVES_COLOUR && e->o->colour) status = oro_export_picture(e, tile, &in, &e->colour);
    if (status != ORO_OK || !(e->target->gives & ORO_GIVES_NORMALS) || !e->o->normals) return status;
    in.role = in.what = "normals";
    if (green_south && !e->planning) flip_green(&e->normals);
    status = oro_export_picture(e, tile, &in, &e->normals);
    if (green_south && !e->planning) flip_green(&e->normals);
    return status;
}

oro_status oro_export_weights(oro_export_job *e, const int *tile) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < e->layer_count; i++) {
        oro_image grey = {e->heights.width, e->heights.height, 1, e->layers[i].share, true};
        oro_place_in in = {.role = e->layers[i].file, .ending = ".png", .what = "weights", .tile = tile, .layer = i};
        status = oro_export_picture(e, tile, &in, &grey);
    }
    return status;
}

/// Four layers in the channels of a picture, a pixel per cell: the mean of its corners.
static oro_status draw_alphamap(oro_export_job *e, const int *tile, int first, oro_image *out) {
    oro_grid g = oro_export_tile(e, &e->heights, tile);
    ptrdiff_t start = g.data - e->heights.data;
    size_t x0 = (size_t)(start % e->heights.stride), y0 = (size_t)(start / e->heights.stride);
    size_t width = (size_t)e->heights.width;
    *out = (oro_image){.width = g.width - 1, .height = g.height - 1, .channels = 4, .is_data = true};
    oro_status status = oro_image_alloc(e->ctx, out);
    for (int32_t y = 0; status == ORO_OK && y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++) {
            float shares[ORO_EXPORT_LAYERS];
            uint8_t bytes[ORO_EXPORT_LAYERS], *pixel = out->data + 4 * ((size_t)y * (size_t)out->width + (size_t)x);
            size_t at = (y0 + (size_t)y) * width + x0 + (size_t)x;
            for (int i = 0; i < e->layer_count; i++) {
                const uint8_t *s = e->layers[i].share + at;
                shares[i] = (float)(s[0] + s[1] + s[width] + s[width + 1]);
            }
            oro_share_bytes(shares, e->layer_count, bytes);
            for (int i = 0; i < 4; i++) pixel[i] = first + i < e->layer_count ? bytes[first + i] : 0;
        }
    return status;
}

oro_status oro_export_alphamaps(oro_export_job *e, const int *tile) {
    oro_status status = ORO_OK;
    for (int first = 0; status == ORO_OK && first < e->layer_count; first += 4) {
        char role[24], name[512], staged[1500];
        snprintf(role, sizeof role, "alphamap%d", first / 4);
        oro_place_in in = {.role = role, .ending = ".png", .what = "weights", .tile = tile, .layer = first};
        status = name_of(e, &in, name, sizeof name);
        if (status == ORO_OK) status = oro_export_file_at(e, name, &in, staged, sizeof staged);
        if (status != ORO_OK || e->planning) continue;
        oro_image image = {0};
        status = draw_alphamap(e, tile, first, &image);
        if (status == ORO_OK) status = oro_save_image(e->ctx, staged, &image, false);
        if (image.data) oro_image_free(e->ctx, &image);
    }
    return status;
}

// --- texts -------------------------------------------------------------------------------------------------------------------

oro_status oro_export_text(oro_export_job *e, const char *name, const char *what, const char *text, size_t length) {
    char staged[1500];
    oro_place_in in = {.what = what, .layer = -1};
    oro_status status = oro_export_file_at(e, name, &in, staged, sizeof staged);
    return status == ORO_OK && !e->planning ? oro_file_save(e->ctx, staged, false, text, length) : status;
}

oro_status oro_export_constant_file(oro_export_job *e, const char *name, const char *to, const char *what) {
    const oro_export_constant *file = oro_export_constants;
    while (strcmp(file->name, name) != 0) file++;
    return oro_export_text(e, to, what, (const char *)file->data, file->length);
}
