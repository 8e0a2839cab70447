// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "scene/files.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The path as the file system has it: relative ones start at the scene's folder.
static char *full_path(const oro_scene *scene, const char *path) {
    if (!scene->folder || !*scene->folder || *path == '/') return oro_copy_text(scene->ctx, path);
    size_t bytes = strlen(scene->folder) + strlen(path) + 2;
    char *full = oro_alloc(scene->ctx, bytes);
    if (full) snprintf(full, bytes, "%s/%s", scene->folder, path);
    return full;
}

static oro_stored_file *find(const oro_scene *scene, const char *path, oro_kind kind) {
    oro_stored_file *file = scene->files;
    while (file && (file->kind != kind || strcmp(file->path, path) != 0)) file = file->next;
    return file;
}

void oro_scene_free_file(const oro_scene *scene, oro_stored_file *file) {
    if (file->data) oro_kind_of(file->kind)->release(scene->ctx, file->data);
    oro_free(scene->ctx, file->data);
    oro_free(scene->ctx, file->path);
    oro_free(scene->ctx, file);
}

/// A file that says where on earth it lies goes to its place in a world that says so too.
static void put_on_earth(const oro_scene *scene, const oro_stored_file *file, oro_grid *map) {
    const oro_georef *world = &scene->world.geo, *geo = &file->geo;
    if (!world->set || !geo->set) return;
    if (strcmp(world->crs, geo->crs) != 0) {
        oro_note(scene->ctx, file->path,
                 "the file is in %s and the world in %s, so it is not placed by its coordinates",
                 *geo->crs ? geo->crs : "an unknown system", *world->crs ? world->crs : "an unknown system");
        return;
    }
    map->origin_x += (geo->east - world->east) / world->unit_x;
    map->origin_y += (world->north - geo->north) / world->unit_y;
}

static oro_status load_map(oro_scene *scene, oro_stored_file *file, oro_grid *map) {
    oro_context *ctx = scene->ctx;
    unsigned known = 0;
    oro_status status = ctx->files.load(ctx->files.user, ctx, file->path, map, &known);
    if (status != ORO_OK) return status;
    file->geo = (oro_georef){0};
    if (ctx->files.locate) ctx->files.locate(ctx->files.user, ctx, file->path, &file->geo);
    put_on_earth(scene, file, map);
    file->known = known;
    return ORO_OK;
}

static oro_status load(oro_scene *scene, oro_stored_file *file, uint64_t stamp) {
    oro_context *ctx = scene->ctx;
    const oro_kind_info *kind = oro_kind_of(file->kind);
    void *fresh = oro_alloc_zero(ctx, kind->size);
    if (!fresh) return ORO_NO_MEMORY;
    bool map = file->kind == ORO_KIND_GRID;
    oro_status status =
        map ? load_map(scene, file, fresh) : ctx->files.load_data(ctx->files.user, ctx, file->kind, file->path, fresh);
    if (status != ORO_OK) {
        oro_free(ctx, fresh);
        return status;
    }
    if (file->data) kind->release(ctx, file->data);
    oro_free(ctx, file->data);
    file->data = fresh;
    file->stamp = stamp;
    oro_hash h = oro_hash_start(0x66696c65); // "file"
    if (map) h = oro_hash_u64(oro_hash_geometry(h, fresh), file->known);
    file->hash = oro_kind_hash(kind, h, fresh);
    return ORO_OK;
}

/// What went wrong with a file is told at the argument that names it.
static oro_status blame(oro_context *ctx, oro_status status, const char *path, const char *where) {
    oro_error old = ctx->error;
    oro_fail(ctx, status, where, "%.160s: %s", path, old.sentence);
    return oro_hint(ctx, old.hint);
}

oro_status oro_scene_read_file(oro_scene *scene, const char *path, oro_kind kind, const char *where,
                               const oro_stored_file **out) {
    oro_context *ctx = scene->ctx;
    if (kind == ORO_KIND_GRID ? !ctx->files.load : !ctx->files.load_data)
        return oro_fail(ctx, ORO_UNSUPPORTED, where, "this context has no file reader, so %.160s cannot be read", path);
    char *full = full_path(scene, path);
    if (!full) return ORO_NO_MEMORY;
    oro_stored_file *file = find(scene, full, kind);
    bool fresh = !file;
    // Once a run: the key and what is read under it must come from the same state of the file.
    uint64_t stamp = ctx->files.stamp && !(file && file->checked) ? ctx->files.stamp(ctx->files.user, full) : 0;
    if (file && (file->checked || (stamp && file->stamp == stamp))) {
        file->checked = true;
        *out = file;
        oro_free(ctx, full);
        return ORO_OK;
    }
    if (fresh && (file = oro_alloc_zero(ctx, sizeof *file)))
        file->path = full, file->kind = kind;
    else
        oro_free(ctx, full);
    if (!file) return ORO_NO_MEMORY;
    oro_status status = load(scene, file, stamp);
    if (status == ORO_OK && fresh) {
        file->next = scene->files;
        scene->files = file;
    }
    if (status != ORO_OK) {
        status = blame(ctx, status, file->path, where);
        file->stamp = 0; // an old copy must not pass for the file as it is now
        if (fresh) oro_scene_free_file(scene, file);
        return status;
    }
    file->checked = true;
    *out = file;
    return ORO_OK;
}

bool oro_scene_georef(const oro_scene *scene, oro_georef *out) {
    *out = scene->world.geo;
    oro_grid world;
    if (out->set || oro_scene_geometry(scene, 0, &world) != ORO_OK) return out->set;
    for (const oro_stored_file *file = scene->files; file && !out->set; file = file->next) {
        if (file->kind != ORO_KIND_GRID) continue;
        const oro_grid *map = file->data;
        double slack = 0.01 * map->cell;
        bool same = fabs(oro_extent_x(map) - scene->world.extent_x) <= slack &&
                    fabs(oro_extent_y(map) - scene->world.extent_y) <= slack &&
                    fabs(map->origin_x - world.origin_x) <= slack && fabs(map->origin_y - world.origin_y) <= slack;
        if (same && file->geo.set) *out = file->geo;
    }
    return out->set;
}

static bool is_named(const oro_scene *scene, const oro_stored_file *file) {
    for (int32_t i = 0; i < scene->node_count; i++) {
        const oro_record *record = &scene->nodes[i]->op->record;
        for (int32_t k = 0; k < record->arg_count; k++) {
            if (record->args[k].type != ORO_FILE) continue;
            const oro_file *named = oro_arg_at(&record->args[k], scene->nodes[i]->args);
            if (!named->path || !*named->path) continue;
            size_t tail = strlen(named->path), length = strlen(file->path);
            // The stored path is the named one, with the folder before it or without.
            if (tail <= length && strcmp(file->path + length - tail, named->path) == 0) return true;
        }
    }
    return false;
}

void oro_scene_drop_files(oro_scene *scene) {
    for (oro_stored_file **at = &scene->files; *at;) {
        oro_stored_file *file = *at;
        file->checked = false;
        if (is_named(scene, file)) {
            at = &file->next;
            continue;
        }
        *at = file->next;
        oro_scene_free_file(scene, file);
    }
}
