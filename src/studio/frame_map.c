// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a wish of a frame asks for, computed: maps, differences, pictures drawn of maps; see frame_inside.h.

#include "io/scene_json.h"
#include "io/scene_value.h"
#include "orogen/render.h"
#include "scene/document.h"
#include "scene/graph.h"
#include "studio/frame_inside.h"
#include "studio/hold.h"
#include "studio/json.h"
#include "studio/session.h"
#include "studio/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- values -----------------------------------------------------------------------------------------------------------------

/// Stops a wish that takes longer than it may.
static bool on_progress(void *user, double fraction, const char *what) {
    studio_maker *m = user;
    if (m->desc->progress && !m->desc->progress(m->desc->user, fraction, what)) return false;
    m->late = m->until > 0.0 && studio_now() > m->until;
    return !m->late;
}

/// Runs what a map needs and notes how long each node took.
static oro_status run(studio_maker *m, const char *target) {
    const studio_frame_desc *d = m->desc;
    oro_run_desc desc = {.target = target, .detail = m->detail, .progress = on_progress, .user = m};
    oro_status status = oro_scene_run(m->scene, &desc);
    for (int32_t i = 0; d->seconds && i < m->scene->node_count && i < d->node_count; i++)
        if (m->scene->nodes[i]->used) d->seconds[i] += m->scene->nodes[i]->seconds;
    return status;
}

/// A copy of a map without gaps between its rows.
static float *copy_values(const oro_grid *map) {
    float *values = malloc((size_t)map->width * (size_t)map->height * sizeof *values);
    for (int32_t y = 0; values && y < map->height; y++)
        memcpy(values + (size_t)y * (size_t)map->width, oro_row(map, y), (size_t)map->width * sizeof *values);
    return values;
}

/// Copies a map of the last run; *shape wraps the copy.
static oro_status take_map(studio_maker *m, const char *from, oro_grid *shape) {
    const oro_grid *map = oro_scene_grid(m->scene, from);
    if (!map) return m->ctx->error.status;
    *shape = *map;
    shape->stride = map->width;
    shape->data = copy_values(map);
    return shape->data ? ORO_OK : studio_no_memory(m);
}

/// The name of what stands before the node in `from`.
static oro_status input_of(studio_maker *m, const char *from, char *buffer, size_t size) {
    oro_source source;
    oro_status status = oro_scene_resolve(m->scene, from, ORO_MAP_KIND, &source, from);
    if (status != ORO_OK) return status;
    int32_t input = oro_first_of_type(source.node->op, ORO_GRID_IN);
    oro_source before = input >= 0 ? oro_graph_direct(m->scene, source.node, input) : (oro_source){0};
    if (!before.node)
        return oro_fail(m->ctx, ORO_BAD_ARGUMENT, from, "%s takes no map that could be subtracted", source.node->id);
    oro_source_print(before, buffer, size);
    return ORO_OK;
}

static oro_status subtract(studio_maker *m, const char *from, const studio_wish *wish, oro_grid *map) {
    char other[160];
    oro_grid minus;
    oro_status status = ORO_OK;
    snprintf(other, sizeof other, "%s", wish->minus);
    if (wish->minus_input) status = input_of(m, from, other, sizeof other);
    if (status == ORO_OK) status = run(m, other);
    if (status == ORO_OK) status = take_map(m, other, &minus);
    if (status != ORO_OK) return status;
    if (minus.width != map->width || minus.height != map->height) {
        status = oro_fail(m->ctx, ORO_BAD_ARGUMENT, other, "%s and %s must have the same size", other, from);
    } else {
        size_t count = (size_t)map->width * (size_t)map->height;
        for (size_t i = 0; i < count; i++) map->data[i] -= minus.data[i];
    }
    free(minus.data);
    return status;
}

/// Puts the wished operator behind `from`; `id` gets its name.
static oro_status add_probe(studio_maker *m, const studio_wish *wish, const char *from, char id[80]) {
    const char *made = oro_scene_add(m->scene, NULL, wish->op);
    oro_json *args = NULL;
    if (!made) return m->ctx->error.status;
    snprintf(id, 80, "%s", made);
    oro_status status = wish->args ? oro_json_parse(m->ctx, "args", wish->args, strlen(wish->args), &args) : ORO_OK;
    char path[160];
    const oro_record *record = &oro_scene_find(m->scene, id)->op->record;
    const oro_arg *input = NULL;
    for (int32_t i = 0; !input && i < record->arg_count; i++)
        if (oro_arg_is_input(&record->args[i]) && !(record->args[i].flags & ORO_OPTIONAL)) input = &record->args[i];
    if (status == ORO_OK && !input) status = oro_fail(m->ctx, ORO_BAD_ARGUMENT, wish->op, "%s takes no map", wish->op);
    if (status == ORO_OK) {
        snprintf(path, sizeof path, "%s.%s", id, input->name);
        status = oro_scene_wire(m->scene, path, from);
    }
    for (size_t i = 0; status == ORO_OK && args && i < args->count; i++) {
        snprintf(path, sizeof path, "%s.%.60s", id, args->items[i]->key);
        status = oro_scene_set_json(m->scene, path, args->items[i]);
    }
    oro_json_free(args);
    return status;
}

// --- pictures ---------------------------------------------------------------------------------------------------------------

static oro_status draw(studio_maker *m, const studio_wish *wish, const oro_grid *map, studio_array *out,
                       int32_t size[2]) {
    oro_world world = oro_scene_world(m->scene);
    oro_map_desc desc = {.style = wish->style,
                         .width = map->width,
                         .height = map->height,
                         .has_water = world.has_sea,
                         .water_level = (float)world.sea,
                         .no_legend = true};
    const oro_style *style = oro_style_find(m->ctx, wish->style);
    oro_image image = {0};
    if (!style) return ORO_BAD_ARGUMENT;
    if (style->kind != ORO_STYLE_MAP || style->needs_before)
        return oro_fail(m->ctx, ORO_BAD_ARGUMENT, "style", "the style %s does not draw one map from above",
                        style->name);
    oro_status status = oro_render_map(m->ctx, map, &desc, &image);
    if (status != ORO_OK) return status;
    out->bytes = (size_t)image.width * (size_t)image.height * 3;
    out->data = malloc(out->bytes);
    size[0] = image.width, size[1] = image.height;
    if (out->data) memcpy(out->data, image.data, out->bytes);
    oro_image_free(m->ctx, &image);
    return out->data ? ORO_OK : studio_no_memory(m);
}

// --- one map ----------------------------------------------------------------------------------------------------------------

static void describe(oro_json *about, const oro_grid *map, const char *unit, const int32_t *picture) {
    oro_json_set(about, "unit", studio_json_text(unit));
    oro_json_set(about, "type", oro_json_new_string(picture ? "rgb8" : "f32"));
    oro_json_set(about, "width", oro_json_new_number(picture ? picture[0] : map->width));
    oro_json_set(about, "height", oro_json_new_number(picture ? picture[1] : map->height));
    oro_json_set(about, "cell", oro_json_new_number(map->cell));
    oro_json_set(about, "origin", oro_json_pair(map->origin_x, map->origin_y));
    oro_extremes e = oro_grid_extremes(map);
    oro_json_set(about, "min", studio_json_real(e.min));
    oro_json_set(about, "max", studio_json_real(e.max));
    oro_json_set(about, "not_finite", oro_json_new_number((double)e.not_finite));
    oro_json_set(about, "hash", studio_json_hash(oro_grid_hash(map)));
}

/// Adds what the slow nodes did when they last ran.
static void add_held(const oro_grid *difference, oro_grid *map) {
    if (difference->width != map->width || difference->height != map->height) return;
    size_t count = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < count; i++) map->data[i] += difference->data[i];
}

/// Takes the map that was computed as `target`, changed as wished.
static oro_status make_map(studio_maker *m, const studio_wish *wish, const char *target, const oro_grid *held,
                           studio_piece *piece) {
    oro_grid map;
    int32_t picture[2];
    oro_status status = take_map(m, target, &map);
    if (status != ORO_OK) return status;
    studio_array made = {.about = piece->about};
    if (held) add_held(held, &map);
    if (*wish->minus || wish->minus_input) status = subtract(m, target, wish, &map);
    if (status == ORO_OK && *wish->style) status = draw(m, wish, &map, &made, picture);
    if (status == ORO_OK) describe(piece->about, &map, studio_unit_of(m->scene, target), *wish->style ? picture : NULL);
    if (status == ORO_OK && !*wish->style) {
        made.data = map.data;
        made.bytes = (size_t)map.width * (size_t)map.height * sizeof(float);
    } else {
        free(map.data);
    }
    if (status == ORO_OK) piece->arrays[piece->count++] = made;
    return status;
}

oro_status studio_make_values(studio_maker *m, const studio_wish *wish, const char *from, const oro_grid *held,
                              studio_piece *piece) {
    char probe[80] = "", target[160];
    oro_made made;
    snprintf(target, sizeof target, "%s", from);
    oro_status status = ORO_OK;
    if (*wish->op) {
        status = add_probe(m, wish, from, probe);
        snprintf(target, sizeof target, "%s%s%s", probe, *wish->output ? "." : "", wish->output);
    }
    if (status == ORO_OK) status = oro_scene_lookup(m->scene, target, &made);
    if (status == ORO_OK) status = run(m, target);
    bool plain = !*wish->minus && !wish->minus_input && !*wish->style; // the rest is for maps, and refused as such
    if (status == ORO_OK && plain && oro_arg_kind(made.arg) != ORO_KIND_GRID)
        status = studio_take_data(m, wish, target, oro_arg_kind(made.arg), piece);
    else if (status == ORO_OK)
        status = make_map(m, wish, target, held, piece);
    if (*probe) {
        oro_error error = m->ctx->error;
        oro_scene_remove(m->scene, probe);
        m->ctx->error = error;
    }
    return status;
}
