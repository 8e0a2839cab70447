// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document itself: its world and what is said about it, made and freed. Its nodes are in nodes.c, what a build writes in
// outputs.c, and how both are named in names.c.

#include "scene/document.h"
#include "core/text.h"
#include "scene/files.h"

#include <math.h>
#include <string.h>

// --- the world --------------------------------------------------------------------------------------------------------

oro_world oro_scene_world(const oro_scene *scene) { return scene->world; }

oro_status oro_scene_set_world(oro_scene *scene, const oro_world *world) {
    oro_world checked = *world;
    oro_status status = oro_world_check(scene->ctx, &checked, "world");
    if (status != ORO_OK) return status;
    if (!oro_georef_equal(&checked.geo, &scene->world.geo)) // files lie elsewhere on it now
        for (oro_stored_file *file = scene->files; file; file = file->next) file->stamp = 0;
    scene->world = checked;
    return status;
}

oro_status oro_scene_geometry(const oro_scene *scene, int32_t detail, oro_grid *out) {
    const oro_world *w = &scene->world;
    int32_t side = detail ? detail : w->resolution;
    if (side < 2 || side > ORO_MAX_SIDE)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "detail",
                        "the detail must be 2 to %d samples along the longer side, not %d", ORO_MAX_SIDE, side);
    double longer = w->extent_x > w->extent_y ? w->extent_x : w->extent_y;
    double shorter = w->extent_x > w->extent_y ? w->extent_y : w->extent_x;
    int32_t edge = w->wrap ? 0 : 1; // samples along a side beyond its cells
    double cell = longer / (side - edge);
    double cells = floor(shorter / cell + 0.5);
    int32_t other = (int32_t)(cells < 1.0 ? 1.0 : cells) + edge;
    *out = (oro_grid){.wrap = w->wrap, .cell = cell, .origin_x = w->origin_x, .origin_y = w->origin_y};
    out->width = w->extent_x >= w->extent_y ? side : other;
    out->height = w->extent_x >= w->extent_y ? other : side;
    out->stride = out->width;
    return oro_grid_check(scene->ctx, out, "world");
}

// --- making and freeing -----------------------------------------------------------------------------------------------

oro_scene *oro_scene_create(oro_context *ctx, const oro_world *world) {
    oro_world checked = world ? *world : (oro_world){0};
    if (oro_world_check(ctx, &checked, "world") != ORO_OK) return NULL;
    oro_scene *scene = oro_alloc_zero(ctx, sizeof *scene);
    if (!scene) return NULL;
    scene->ctx = ctx;
    scene->world = checked;
    if (oro_args_init(ctx, &oro_picture_record, &scene->picture) == ORO_OK) {
        if (oro_args_init(ctx, &oro_sun_record, &scene->sun) == ORO_OK) return scene;
        oro_args_free(ctx, &oro_picture_record, &scene->picture);
    }
    oro_free(ctx, scene);
    return NULL;
}

void oro_scene_destroy(oro_scene *scene) {
    if (!scene) return;
    oro_context *ctx = scene->ctx;
    for (int32_t i = 0; i < scene->node_count; i++) oro_node_free(ctx, scene->nodes[i]);
    oro_scene_clear_outputs(scene);
    oro_args_free(ctx, &oro_picture_record, &scene->picture);
    oro_args_free(ctx, &oro_sun_record, &scene->sun);
    oro_free(ctx, scene->views);
    while (scene->files) {
        oro_stored_file *file = scene->files;
        scene->files = file->next;
        oro_scene_free_file(scene, file);
    }
    if (scene->free_document) scene->free_document(scene->document);
    oro_free(ctx, scene->outputs);
    oro_free(ctx, scene->nodes);
    oro_free(ctx, scene->title);
    oro_free(ctx, scene->about);
    oro_free(ctx, scene->name);
    oro_free(ctx, scene->folder);
    oro_free(ctx, scene);
}

oro_status oro_scene_set_names(oro_scene *scene, const char *name, const char *folder) {
    oro_status status = name ? oro_scene_replace_text(scene->ctx, &scene->name, name) : ORO_OK;
    if (status == ORO_OK && folder) status = oro_scene_replace_text(scene->ctx, &scene->folder, folder);
    return status;
}

const char *oro_scene_title(const oro_scene *scene) { return scene->title ? scene->title : ""; }
const char *oro_scene_about(const oro_scene *scene) { return scene->about ? scene->about : ""; }

oro_status oro_scene_set_title(oro_scene *scene, const char *text) {
    return oro_scene_replace_text(scene->ctx, &scene->title, text && *text ? text : NULL);
}

oro_status oro_scene_set_about(oro_scene *scene, const char *text) {
    return oro_scene_replace_text(scene->ctx, &scene->about, text && *text ? text : NULL);
}

// --- lists and texts -----------------------------------------------------------------------------------------------------

oro_status oro_scene_replace_text(oro_context *ctx, char **at, const char *text) {
    char *copy = text ? oro_copy_text(ctx, text) : NULL;
    if (text && !copy) return ORO_NO_MEMORY;
    oro_free(ctx, *at);
    *at = copy;
    return ORO_OK;
}

oro_status oro_scene_grow(oro_context *ctx, void **list, int32_t count, int32_t *capacity, size_t size) {
    if (count < *capacity) return ORO_OK;
    int32_t larger = *capacity ? *capacity * 2 : 16;
    void *memory = oro_alloc_zero(ctx, (size_t)larger * size);
    if (!memory) return ORO_NO_MEMORY;
    if (count) memcpy(memory, *list, (size_t)count * size);
    oro_free(ctx, *list);
    *list = memory;
    *capacity = larger;
    return ORO_OK;
}
