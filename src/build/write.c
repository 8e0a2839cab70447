// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Writes what a run made, and takes it back. Values are held against their ranges before the first file is written.

#include "build/job.h"
#include "build/drawing.h"
#include "core/hash.h"
#include "io/folders.h"
#include "io/format.h"
#include "io/within.h"
#include "op/args.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// How a map is written: the codes' ends as the output says, else the world's for heights, else what fits; its place on the
/// earth, where the scene has one, goes into `geo`.
static oro_status describe(const oro_job *j, const oro_scene *scene, const oro_built *file, oro_georef *geo,
                           oro_write_report *report, oro_write_desc *how) {
    const oro_output *out = oro_job_output(scene, file);
    const char *unit = file->made.arg->unit;
    *how = (oro_write_desc){.has_range = out->has_range,
                            .lo = out->low,
                            .hi = out->high,
                            .clip = out->clip || j->desc.clip,
                            .bits = out->bits,
                            .channel = out->channel,
                            .force = j->desc.force,
                            .unit = unit,
                            .report = report};
    if (oro_scene_georef(scene, geo)) how->geo = geo;
    if (!out->has_range && !out->auto_range && unit && strcmp(unit, "m") == 0) {
        oro_world world = oro_scene_world(scene);
        how->has_range = true;
        how->lo = world.low;
        how->hi = world.high;
    }
    return out->layout ? oro_raw_layout_parse(scene->ctx, out->layout, NULL, &how->layout) : ORO_OK;
}

typedef oro_status check_or_save(oro_context *ctx, const char *path, const oro_grid *grid, const oro_write_desc *how);

/// Calls for each level, which share one range. `count`: how many were done, also on failure.
static oro_status for_each_level(oro_context *ctx, check_or_save *call, const char *path, const oro_pyramid *p,
                                 oro_write_desc how, int32_t *count) {
    oro_extremes all = oro_pyramid_extremes(p);
    oro_status status = ORO_OK;
    how.among = &all;
    for (*count = 0; status == ORO_OK && *count < p->count; *count += status == ORO_OK) {
        char level[1100];
        oro_level_path(path, *count, level, sizeof level);
        status = call(ctx, level, &p->levels[*count], &how);
    }
    return status;
}

oro_status oro_job_check_values(const oro_job *j, oro_scene *scene, const oro_built *file, oro_write_report *report) {
    oro_write_desc how;
    oro_georef geo;
    int32_t unused;
    const char *from = oro_job_output(scene, file)->from;
    *report = (oro_write_report){0};
    if (file->kind == ORO_BUILT_DATA) return oro_check_data(scene->ctx, oro_arg_kind(file->made.arg), file->path);
    if (file->kind != ORO_BUILT_MAP && file->kind != ORO_BUILT_LEVELS) return ORO_OK;
    oro_status status = describe(j, scene, file, &geo, report, &how);
    if (status != ORO_OK) return status;
    const oro_pyramid *levels = file->kind == ORO_BUILT_LEVELS ? oro_scene_pyramid(scene, from) : NULL;
    const oro_grid *map = file->kind == ORO_BUILT_MAP ? oro_scene_grid(scene, from) : NULL;
    if (!levels && !map) return oro_last_error(scene->ctx)->status;
    if (levels) return for_each_level(scene->ctx, oro_check_raster, file->path, levels, how, &unused);
    return oro_check_raster(scene->ctx, file->path, map, &how);
}

static oro_status write_levels(const oro_job *j, oro_built *file, const oro_pyramid *p) {
    oro_write_desc how;
    oro_georef geo;
    oro_status status = describe(j, j->scene, file, &geo, &file->report, &how);
    if (status != ORO_OK) return status;
    return for_each_level(j->ctx, oro_save_raster, file->path, p, how, &file->levels);
}

static oro_status write_map(const oro_job *j, oro_built *file, const oro_grid *map) {
    oro_write_desc how;
    oro_georef geo;
    oro_status status = describe(j, j->scene, file, &geo, &file->report, &how);
    return status == ORO_OK ? oro_save_raster(j->ctx, file->path, map, &how) : status;
}

static oro_status write_picture(oro_job *j, const oro_built *file, const oro_grid *map) {
    const oro_output *out = oro_job_output(j->scene, file);
    oro_image image = {0};
    oro_drawing p = {.style = oro_style_find(j->ctx, out->style)};
    oro_status status = oro_drawing_from_scene(j->scene, &p);
    if (out->has_range) {
        p.map.has_range = true;
        p.map.lo = (float)out->low;
        p.map.hi = (float)out->high;
    }
    p.photo.progress = oro_job_progress;
    p.photo.user = j;
    if (status == ORO_OK) status = oro_drawing_draw(j->ctx, &p, map, &image);
    if (status == ORO_OK) status = oro_save_image(j->ctx, file->path, &image, j->desc.force);
    if (image.data) oro_image_free(j->ctx, &image);
    return status;
}

/// What an output's texture shows: a picture of the scene as it is, or a map of colours, drawn into `drawn`. `ground` gets what
/// it covers. *image stays NULL where there is none.
static oro_status find_texture(const oro_job *j, const oro_output *out, const oro_grid **ground, oro_image *drawn,
                               const oro_image **image) {
    oro_made made;
    if (!out->texture) return ORO_OK;
    oro_status status = oro_scene_lookup(j->scene, out->texture, &made);
    if (status != ORO_OK) return status;
    oro_kind kind = oro_arg_kind(made.arg);
    const void *data = oro_scene_data(j->scene, out->texture, kind);
    if (!data) return oro_last_error(j->ctx)->status;
    if (kind == ORO_KIND_IMAGE) {
        *image = data;
        return ORO_OK;
    }
    *ground = data;
    *image = drawn;
    oro_drawing p = {.style = oro_style_find(j->ctx, "colours")};
    return oro_drawing_ground(j->ctx, &p, data, ORO_LARGEST_TEXTURE, drawn);
}

/// A map as a mesh is painted with its texture, with the ground of the scene, or in the style of the output.
static oro_status write_mesh(const oro_job *j, const oro_built *file, const oro_grid *map) {
    const oro_output *out = oro_job_output(j->scene, file);
    oro_georef geo;
    bool placed = oro_scene_georef(j->scene, &geo);
    oro_image drawn = {0};
    oro_drawing p = {.style = out->style ? oro_style_find(j->ctx, out->style) : NULL};
    oro_mesh_write_desc desc = {.force = j->desc.force, .geo = placed ? &geo : NULL};
    oro_status status = oro_job_describe_mesh(j, out, &desc);
    if (status == ORO_OK) status = find_texture(j, out, &desc.ground, &drawn, &desc.colour);
    if (status == ORO_OK && !desc.colour && oro_path_has_texture(file->path)) {
        status = oro_drawing_from_scene(j->scene, &p);
        if (status == ORO_OK) status = oro_drawing_ground(j->ctx, &p, map, ORO_LARGEST_TEXTURE, &drawn);
        desc.colour = &drawn;
    }
    if (status == ORO_OK) status = oro_save_grid_mesh(j->ctx, file->path, map, &desc);
    if (drawn.data) oro_image_free(j->ctx, &drawn);
    return status;
}

/// A mesh that lies on a wire.
static oro_status write_model(const oro_job *j, const oro_built *file, const oro_mesh *mesh) {
    oro_image drawn = {0};
    oro_mesh_write_desc desc = {.ground = &j->report->geometry, .force = j->desc.force};
    oro_status status = oro_job_describe_mesh(j, oro_job_output(j->scene, file), &desc);
    if (status == ORO_OK) status = find_texture(j, oro_job_output(j->scene, file), &desc.ground, &drawn, &desc.colour);
    if (status == ORO_OK) status = oro_save_mesh(j->ctx, file->path, mesh, &desc);
    if (drawn.data) oro_image_free(j->ctx, &drawn);
    return status;
}

static oro_status write_data(const oro_job *j, oro_built *file, const void *data) {
    oro_kind kind = oro_arg_kind(file->made.arg);
    oro_kind_of(kind)->describe(data, file->about, sizeof file->about);
    if (kind == ORO_KIND_MESH && oro_path_writes(file->path, ORO_HOLDS_MESH)) return write_model(j, file, data);
    return oro_save_data(j->ctx, kind, file->path, data, j->desc.force);
}

static double bytes_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size : 0.0;
}

static oro_status write_file(oro_job *j, oro_built *file) {
    const char *from = oro_job_output(j->scene, file)->from;
    double start = oro_job_seconds();
    oro_status status = ORO_OK;
    const void *data = oro_scene_data(j->scene, from, oro_arg_kind(file->made.arg));
    if (!data) return oro_last_error(j->ctx)->status;
    bool map = oro_arg_kind(file->made.arg) == ORO_KIND_GRID;
    file->hash =
        map ? oro_grid_hash(data)
            : oro_kind_hash(oro_arg_info(file->made.arg), oro_hash_start(0x6c6576656c73), // "levels", the first
                            data);                                                        // that were no map
    switch (file->kind) {
    case ORO_BUILT_MAP: status = write_map(j, file, data); break;
    case ORO_BUILT_LEVELS: status = write_levels(j, file, data); break;
    case ORO_BUILT_PICTURE: status = write_picture(j, file, data); break;
    case ORO_BUILT_MESH: status = write_mesh(j, file, data); break;
    case ORO_BUILT_DATA: status = write_data(j, file, data); break;
    }
    file->written = status == ORO_OK || file->levels > 0;
    file->seconds = oro_job_seconds() - start;
    file->bytes = file->kind == ORO_BUILT_LEVELS ? 0.0 : bytes_of(file->path);
    for (int32_t k = 0; k < file->levels; k++) {
        char level[1100];
        oro_level_path(file->path, k, level, sizeof level);
        file->bytes += bytes_of(level);
    }
    return status;
}

oro_status oro_job_write(oro_job *j) {
    oro_build_report *report = j->report;
    double from = j->from, width = j->to - j->from;
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < report->count; i++)
        status = oro_job_check_values(j, j->scene, &report->files[i], &report->files[i].report);
    for (int32_t i = 0; status == ORO_OK && i < report->count; i++) {
        char what[300];
        snprintf(what, sizeof what, "writing %.200s", oro_job_output(j->scene, &report->files[i])->file);
        j->from = from + width * i / report->count;
        j->to = from + width * (i + 1) / report->count;
        if (!oro_job_progress(j, 0.0, what)) status = oro_fail(j->ctx, ORO_CANCELLED, NULL, "cancelled");
        if (status == ORO_OK) status = oro_job_check_cancel(j);
        if (status == ORO_OK) status = write_file(j, &report->files[i]);
        if (status == ORO_OK && j->desc.wrote) j->desc.wrote(j->desc.user, &report->files[i]);
    }
    return status;
}

static void remove_map(const oro_job *j, const char *path) {
    char sidecar[1100];
    oro_within_unlink(j->ctx->within, path);
    if (oro_sidecar_path(path, sidecar, sizeof sidecar)) oro_within_unlink(j->ctx->within, sidecar);
}

void oro_job_undo(oro_job *j) {
    for (int32_t i = 0; i < j->report->count; i++) {
        oro_built *file = &j->report->files[i];
        char beside[1100];
        if (!file->written || file->existed) continue;
        for (int32_t k = 0; k < file->levels; k++) {
            oro_level_path(file->path, k, beside, sizeof beside);
            remove_map(j, beside);
        }
        int first = file->kind == ORO_BUILT_MESH ? 0 : 1; // data that is no map has no sidecar
        bool more = file->kind == ORO_BUILT_MESH || file->kind == ORO_BUILT_DATA;
        for (int k = first; more && oro_format_beside(file->path, k, beside, sizeof beside); k++)
            oro_within_unlink(j->ctx->within, beside);
        if (file->kind == ORO_BUILT_MAP)
            remove_map(j, file->path);
        else if (file->kind != ORO_BUILT_LEVELS)
            oro_within_unlink(j->ctx->within, file->path);
        file->written = false;
    }
    oro_folders_remove(j);
}
