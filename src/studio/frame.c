// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Computes the maps of a frame and packs them into one block; see frame.h. A map is copied once out of the engine's cache
// and once into the block: 16 bytes per sample, which at 513 x 513 is a fiftieth of the time the page has.

#include "studio/frame.h"
#include "core/context.h"
#include "io/scene_value.h"
#include "orogen/render.h"
#include "scene/document.h"
#include "scene/graph.h"
#include "studio/hold.h"
#include "studio/json.h"
#include "studio/session.h"
#include "studio/time.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One map on its way into the block.
typedef struct piece {
    oro_json *about;
    void *data;
    size_t bytes;
} piece;

typedef struct maker {
    oro_scene *scene;
    oro_context *ctx;
    const studio_frame_desc *desc;
    piece pieces[STUDIO_MAPS];
} maker;

void studio_frame_release(void *pointer) {
    studio_frame *frame = pointer;
    if (!frame || atomic_fetch_sub(&frame->holders, 1) != 1) return;
    if (frame->held) atomic_fetch_sub(frame->held, frame->bytes);
    free(frame->data);
    free(frame);
}

// --- values -----------------------------------------------------------------------------------------------------------------

/// Runs what a map needs and notes how long each node took.
static oro_status run(maker *m, const char *target) {
    const studio_frame_desc *d = m->desc;
    oro_run_desc desc = {
        .target = target, .detail = d->view->levels[d->level], .progress = d->progress, .user = d->user};
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

static oro_status no_memory(maker *m) {
    return oro_fail(m->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this map");
}

/// Computes a map and copies it; *shape wraps the copy.
static oro_status fetch(maker *m, const char *from, oro_grid *shape) {
    oro_status status = run(m, from);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(m->scene, from) : NULL;
    if (!map) return m->ctx->error.status;
    *shape = *map;
    shape->stride = map->width;
    shape->data = copy_values(map);
    return shape->data ? ORO_OK : no_memory(m);
}

/// The name of what stands before the node in `from`.
static oro_status input_of(maker *m, const char *from, char *buffer, size_t size) {
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

static oro_status subtract(maker *m, const char *from, const studio_wish *wish, oro_grid *map) {
    char other[160];
    oro_grid minus;
    oro_status status = ORO_OK;
    snprintf(other, sizeof other, "%s", wish->minus);
    if (wish->minus_input) status = input_of(m, from, other, sizeof other);
    if (status == ORO_OK) status = fetch(m, other, &minus);
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
static oro_status add_probe(maker *m, const studio_wish *wish, const char *from, char id[80]) {
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

static oro_status draw(maker *m, const studio_wish *wish, const oro_grid *map, piece *out, int32_t size[2]) {
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
    return out->data ? ORO_OK : no_memory(m);
}

/// A map that has no height: its values from black to white.
static void draw_grey(const oro_grid *map, int32_t side, uint8_t *rgb) {
    oro_extremes e = oro_grid_extremes(map);
    float scale = e.max > e.min ? 255.0f / (e.max - e.min) : 0.0f;
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            const float *row = oro_row(map, y * map->height / side);
            float value = (row[x * map->width / side] - e.min) * scale;
            memset(rgb + ((size_t)y * (size_t)side + (size_t)x) * 3, value >= 0.0f && value <= 255.0f ? (int)value : 0,
                   3);
        }
}

void *studio_thumbnail(oro_context *ctx, const oro_grid *map, const char *unit, const oro_world *world, int32_t side,
                       size_t *bytes) {
    bool relief = strcmp(unit, "m") == 0;
    oro_image image = {.width = side, .height = side, .channels = 3};
    oro_relief_desc desc = {
        .width = side, .height = side, .has_water = world->has_sea, .water_level = (float)world->sea};
    if (relief ? oro_render_relief(ctx, map, &desc, &image) != ORO_OK : oro_image_alloc(ctx, &image) != ORO_OK)
        return NULL;
    if (!relief) draw_grey(map, side, image.data);
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)image.width,
                     .height = (png_uint_32)image.height,
                     .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *data = malloc(size);
    bool good = data && png_image_write_to_memory(&png, data, &size, 0, image.data, 0, NULL);
    oro_image_free(ctx, &image);
    if (!good) free(data);
    *bytes = size;
    return good ? data : NULL;
}

// --- one map ----------------------------------------------------------------------------------------------------------------

static void describe(piece *p, const oro_grid *map, const char *unit, const int32_t *picture) {
    oro_json *about = p->about, *origin = oro_json_new_array();
    oro_json_set(about, "unit", studio_json_text(unit));
    oro_json_set(about, "type", oro_json_new_string(picture ? "rgb8" : "f32"));
    oro_json_set(about, "width", oro_json_new_number(picture ? picture[0] : map->width));
    oro_json_set(about, "height", oro_json_new_number(picture ? picture[1] : map->height));
    oro_json_set(about, "cell", oro_json_new_number(map->cell));
    if (origin) {
        oro_json_append(origin, oro_json_new_number(map->origin_x));
        oro_json_append(origin, oro_json_new_number(map->origin_y));
    }
    oro_json_set(about, "origin", origin);
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

/// Computes `from`, changed as wished. `held` (may be NULL) is added to it.
static oro_status make_values(maker *m, const studio_wish *wish, const char *from, const oro_grid *held, piece *p) {
    char probe[80] = "", target[160];
    oro_grid map = {0};
    snprintf(target, sizeof target, "%s", from);
    oro_status status = ORO_OK;
    if (*wish->op) {
        status = add_probe(m, wish, from, probe);
        snprintf(target, sizeof target, "%s%s%s", probe, *wish->output ? "." : "", wish->output);
    }
    if (status == ORO_OK) status = fetch(m, target, &map);
    if (status == ORO_OK && held) add_held(held, &map);
    if (status == ORO_OK && (*wish->minus || wish->minus_input)) status = subtract(m, target, wish, &map);
    const char *unit = status == ORO_OK ? studio_unit_of(m->scene, target) : "any";
    int32_t picture[2];
    if (status == ORO_OK && *wish->style) status = draw(m, wish, &map, p, picture);
    if (status == ORO_OK) describe(p, &map, unit, *wish->style ? picture : NULL);
    if (status == ORO_OK && !*wish->style) {
        p->data = map.data;
        p->bytes = (size_t)map.width * (size_t)map.height * sizeof(float);
    } else {
        free(map.data);
    }
    if (*probe) {
        oro_error error = m->ctx->error;
        oro_scene_remove(m->scene, probe);
        m->ctx->error = error;
    }
    return status;
}

static oro_status make_piece(maker *m, int index, piece *p) {
    const studio_wish *wish = &m->desc->view->maps[index];
    const oro_grid *held = m->desc->hold ? &m->desc->hold->difference[index] : NULL;
    char from[160];
    oro_status status = ORO_OK;
    if (!(p->about = oro_json_new_object())) return no_memory(m);
    snprintf(from, sizeof from, "%s", held ? m->desc->hold->from[index] : wish->from);
    if (!*from && !studio_last_map(m->scene, from, sizeof from))
        status = oro_fail(m->ctx, ORO_BAD_ARGUMENT, NULL, "the document has no node that makes a map yet");
    oro_json_set(p->about, "name", studio_json_text(wish->name));
    oro_json_set(p->about, "from", studio_json_text(*from ? from : NULL));
    if (held && !held->data) { // cannot be had without the slow nodes
        oro_json_set(p->about, "held", oro_json_new_bool(true));
        return ORO_OK;
    }
    if (status == ORO_OK) status = make_values(m, wish, from, held, p);
    if (status == ORO_OK || status == ORO_CANCELLED || status == ORO_NO_MEMORY) return status;
    oro_json_set(p->about, "error", studio_json_error(oro_last_error(m->ctx)));
    return ORO_OK;
}

// --- the block --------------------------------------------------------------------------------------------------------------

static size_t round_up(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static void set_offsets(maker *m, size_t at) {
    for (int i = 0; i < m->desc->view->map_count; i++) {
        piece *p = &m->pieces[i];
        if (!p->data || !p->about) continue;
        oro_json_set(p->about, "offset", oro_json_new_number((double)at));
        oro_json_set(p->about, "bytes", oro_json_new_number((double)p->bytes));
        at += round_up(p->bytes);
    }
}

/// The nodes whose work is held; null where the frame is whole.
static oro_json *held_json(const studio_hold *hold) {
    oro_json *list = hold ? oro_json_new_array() : oro_json_new_null();
    for (int i = 0; hold && list && i < hold->slow_count; i++)
        oro_json_append(list, oro_json_new_string(hold->slow[i].id));
    return list;
}

static oro_json *header_of(maker *m, double seconds) {
    const studio_frame_desc *d = m->desc;
    oro_json *header = oro_json_new_object(), *maps = oro_json_new_array();
    char id[24];
    if (!header || !maps) {
        oro_json_free(header);
        oro_json_free(maps);
        return NULL;
    }
    snprintf(id, sizeof id, "%llu", (unsigned long long)d->id);
    oro_json_set(header, "id", oro_json_new_string(id));
    oro_json_set(header, "tab", oro_json_new_string(d->view->tab));
    oro_json_set(header, "seq", studio_json_real(d->view->seq));
    oro_json_set(header, "revision", oro_json_new_number((double)d->revision));
    oro_json_set(header, "level", oro_json_new_number(d->view->levels[d->level]));
    oro_json_set(header, "index", oro_json_new_number(d->level));
    oro_json_set(header, "count", oro_json_new_number(d->view->level_count));
    oro_json_set(header, "last", oro_json_new_bool(d->level + 1 == d->view->level_count));
    oro_json_set(header, "held", held_json(d->hold));
    oro_json_set(header, "seconds", oro_json_new_number(seconds));
    oro_json_set(header, "edit_ms", oro_json_new_number((studio_now() - d->asked) * 1e3));
    for (int i = 0; i < d->view->map_count; i++)
        if (oro_json_append(maps, m->pieces[i].about) != ORO_OK) m->pieces[i].about = NULL; // freed by it
    oro_json_set(header, "maps", maps);
    return header;
}

/// Packs header and pieces. The header's length must be known before the offsets in it are, so room for their digits is kept.
static studio_frame *pack(maker *m, oro_json *header) {
    int count = m->desc->view->map_count;
    oro_text text = {0};
    set_offsets(m, 0);
    studio_frame *frame = NULL;
    if (oro_json_print_compact(header, &text) == ORO_OK) {
        size_t start = round_up(8 + text.length + (size_t)count * 16), whole = start;
        set_offsets(m, start);
        for (int i = 0; i < count; i++) whole += round_up(m->pieces[i].bytes);
        oro_text_free(&text);
        frame = calloc(1, sizeof *frame);
        char *data = frame ? malloc(whole) : NULL;
        if (data && oro_json_print_compact(header, &text) == ORO_OK && 8 + text.length <= start) {
            uint32_t length = (uint32_t)(start - 8);
            const uint8_t front[8] = {'O',
                                      'R',
                                      'O',
                                      '1',
                                      (uint8_t)length,
                                      (uint8_t)(length >> 8),
                                      (uint8_t)(length >> 16),
                                      (uint8_t)(length >> 24)};
            memcpy(data, front, 8);
            memset(data + 8, ' ', start - 8);
            memcpy(data + 8, text.data, text.length);
            for (size_t at = start, i = 0; i < (size_t)count; at += round_up(m->pieces[i++].bytes))
                if (m->pieces[i].data) memcpy(data + at, m->pieces[i].data, m->pieces[i].bytes);
            *frame = (studio_frame){.id = m->desc->id, .bytes = whole, .data = data};
            atomic_init(&frame->holders, 1);
        } else {
            free(data);
            free(frame);
            frame = NULL;
        }
    }
    oro_text_free(&text);
    return frame;
}

oro_status studio_frame_make(oro_scene *scene, const studio_frame_desc *desc, studio_frame **frame, oro_json **event) {
    maker m = {.scene = scene, .ctx = scene->ctx, .desc = desc};
    double begun = studio_now();
    oro_status status = ORO_OK;
    *frame = NULL;
    *event = NULL;
    for (int i = 0; status == ORO_OK && i < desc->view->map_count; i++) status = make_piece(&m, i, &m.pieces[i]);
    oro_json *header = status == ORO_OK ? header_of(&m, studio_now() - begun) : NULL;
    if (header) {
        *frame = pack(&m, header);
    } else {
        for (int i = 0; i < desc->view->map_count; i++) oro_json_free(m.pieces[i].about);
    }
    for (int i = 0; i < desc->view->map_count; i++) free(m.pieces[i].data);
    if (status == ORO_OK && !*frame) status = no_memory(&m);
    if (status == ORO_OK)
        *event = header;
    else
        oro_json_free(header);
    return status;
}
