// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From a scene or a map to what targets write: heights of the region, shares of its layers as bytes, pictures of it.

#include "build/drawing.h"
#include "build/weigh.h"
#include "core/context.h"
#include "export/export.h"

#include <string.h>

/// The region of a map of the whole, in the map's memory.
static oro_grid region_of(const oro_export_job *e, const oro_grid *whole) {
    oro_grid part = e->shape.part;
    part.stride = whole->stride;
    part.data = oro_row(whole, e->shape.y) + e->shape.x;
    return part;
}

static oro_status run(oro_export_job *e, const char *target, const oro_grid **out) {
    const oro_grid *g = &e->shape.whole;
    int32_t detail = g->width > g->height ? g->width : g->height;
    oro_weight w;
    oro_rehearsal r = {.target = target, .progress = e->desc.progress ? oro_export_progress : NULL, .progress_user = e};
    oro_status status = oro_weigh_before(e->desc.scene, &r, detail, 1, &w);
    if (status == ORO_OK)
        status = oro_scene_run(e->desc.scene, &(oro_run_desc){.target = target,
                                                              .detail = detail,
                                                              .progress = e->desc.progress ? oro_export_progress : NULL,
                                                              .user = e});
    if (status != ORO_OK) return status;
    *out = oro_scene_grid(e->desc.scene, target);
    if (!*out) return oro_last_error(e->ctx)->status;
    if ((*out)->width == g->width && (*out)->height == g->height) return ORO_OK;
    return oro_fail(e->ctx, ORO_BAD_INPUT, target,
                    "this map is %d x %d samples and the world %d x %d; one of the world's is "
                    "exported",
                    (*out)->width, (*out)->height, g->width, g->height);
}

/// A map of the caller, at the resolution that was chosen. `own` gets memory where it is another.
static oro_status resample(oro_export_job *e, const oro_grid *map, oro_grid *own, const oro_grid **out) {
    *out = map;
    if (map->width == e->shape.whole.width && map->height == e->shape.whole.height) return ORO_OK;
    *own = e->shape.whole;
    own->data = NULL;
    oro_status status = oro_grid_alloc(e->ctx, own);
    if (status == ORO_OK) status = oro_grid_resample(e->ctx, map, own);
    *out = own;
    return status;
}

// --- heights -----------------------------------------------------------------------------------------------------------------

static oro_status refuse_holes(const oro_export_job *e) {
    return oro_fail(e->ctx, ORO_BAD_INPUT, e->name,
                    "%lld of its %lld samples are no finite heights, and %s has no holes; ask for fill to close them",
                    (long long)e->extremes.not_finite, (long long)e->heights.width * e->heights.height,
                    e->target->info.title);
}

static oro_status copy_heights(oro_export_job *e, const oro_grid *whole) {
    oro_grid part = region_of(e, whole);
    e->heights = e->shape.part;
    e->heights.data = NULL;
    oro_status status = oro_grid_alloc(e->ctx, &e->heights);
    if (status != ORO_OK) return status;
    oro_grid_copy(&part, &e->heights);
    e->extremes = oro_grid_extremes(&e->heights);
    if (e->extremes.not_finite && e->o->fill) {
        status = oro_grid_fill_holes(e->ctx, &e->heights);
        e->extremes = oro_grid_extremes(&e->heights);
    }
    if (status == ORO_OK && e->extremes.not_finite && !(e->target->gives & ORO_GIVES_HOLES)) status = refuse_holes(e);
    return status;
}

static oro_status gather_heights(oro_export_job *e) {
    oro_grid own = {0};
    const oro_grid *whole = NULL;
    e->to = 0.6;
    oro_status status = e->desc.scene ? run(e, e->land, &whole) : resample(e, e->desc.map, &own, &whole);
    if (status == ORO_OK && e->desc.scene) oro_scene_georef(e->desc.scene, &e->geo);
    if (status == ORO_OK) status = copy_heights(e, whole);
    if (own.data) oro_grid_free(e->ctx, &own);
    return status;
}

// --- layers ------------------------------------------------------------------------------------------------------------------

static oro_status quantise(oro_export_job *e, const oro_grid *const *maps) {
    int count = e->layer_count;
    const oro_grid *g = &e->heights;
    for (int i = 0; i < count; i++) {
        e->layers[i].share = oro_alloc(e->ctx, (size_t)g->width * (size_t)g->height);
        if (!e->layers[i].share) return ORO_NO_MEMORY;
    }
    for (int32_t y = 0; y < g->height; y++) {
        if (oro_is_cancelled(e->ctx)) return oro_fail(e->ctx, ORO_CANCELLED, NULL, "cancelled");
        for (int32_t x = 0; x < g->width; x++) {
            float shares[ORO_EXPORT_LAYERS];
            uint8_t bytes[ORO_EXPORT_LAYERS];
            for (int i = 0; i < count; i++) shares[i] = oro_row(maps[i], e->shape.y + y)[e->shape.x + x];
            oro_share_bytes(shares, count, bytes);
            for (int i = 0; i < count; i++) e->layers[i].share[(size_t)y * (size_t)g->width + (size_t)x] = bytes[i];
        }
    }
    return ORO_OK;
}

/// Every layer's map at once. The scene holds those of one run; of several nodes, copies are kept.
static oro_status gather_layers(oro_export_job *e) {
    oro_grid own[ORO_EXPORT_LAYERS] = {{0}};
    const oro_grid *maps[ORO_EXPORT_LAYERS] = {0};
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < e->layer_count; i++) {
        e->from = 0.6 + 0.15 * i / e->layer_count;
        e->to = 0.6 + 0.15 * (i + 1) / e->layer_count;
        if (!e->desc.scene) {
            status = resample(e, e->desc.layers[i].share, &own[i], &maps[i]);
            continue;
        }
        const oro_grid *found;
        status = run(e, e->layers[i].from, &found);
        if (status != ORO_OK) break;
        own[i] = *found;
        own[i].data = NULL;
        status = oro_grid_alloc(e->ctx, &own[i]);
        if (status == ORO_OK) oro_grid_copy(found, &own[i]);
        maps[i] = &own[i];
    }
    if (status == ORO_OK && e->layer_count) status = quantise(e, maps);
    for (int i = 0; i < e->layer_count; i++)
        if (own[i].data) oro_grid_free(e->ctx, &own[i]);
    return status;
}

// --- pictures ----------------------------------------------------------------------------------------------------------------

static oro_status draw_colours(oro_export_job *e) {
    const oro_grid *found;
    oro_status status = run(e, e->colours, &found);
    if (status != ORO_OK) return status;
    oro_grid part = region_of(e, found);
    oro_map_desc style = {.style = "colours", .no_legend = true, .width = part.width, .height = part.height};
    return oro_render_map(e->ctx, &part, &style, &e->colour);
}

static oro_status draw_tints(oro_export_job *e) {
    oro_drawing d = {0};
    oro_status status = e->desc.scene ? oro_drawing_from_scene(e->desc.scene, &d) : ORO_OK;
    return status == ORO_OK ? oro_drawing_ground(e->ctx, &d, &e->heights, ORO_MAX_SIDE, &e->colour) : status;
}

static oro_status draw(oro_export_job *e) {
    const oro_grid *g = &e->heights;
    oro_status status = ORO_OK;
    e->from = 0.75, e->to = 0.8;
    oro_export_progress(e, 0, "drawing colours and normals");
    if (e->target->gives & ORO_GIVES_COLOUR && e->o->colour) status = *e->colours ? draw_colours(e) : draw_tints(e);
    oro_map_desc normals = {.style = "normals",
                            .no_legend = true,
                            .width = g->width,
                            .height = g->height,
                            .has_exaggeration = true,
                            .exaggeration = 1.0f};
    if (status == ORO_OK && e->target->gives & ORO_GIVES_NORMALS && e->o->normals)
        status = oro_render_map(e->ctx, g, &normals, &e->normals);
    e->normals.is_data = true;
    return status;
}

oro_status oro_export_gather(oro_export_job *e) {
    oro_status status = gather_heights(e);
    if (status == ORO_OK) status = gather_layers(e);
    if (status == ORO_OK) status = draw(e);
    if (status == ORO_OK && e->target->ready) status = e->target->ready(e);
    return status;
}

void oro_export_release(oro_export_job *e) {
    if (e->heights.data) oro_grid_free(e->ctx, &e->heights);
    if (e->colour.data) oro_image_free(e->ctx, &e->colour);
    if (e->normals.data) oro_image_free(e->ctx, &e->normals);
    for (int i = 0; i < e->layer_count; i++) oro_free(e->ctx, e->layers[i].share);
}
