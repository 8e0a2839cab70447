// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// terrain.json: everything about an export, for programs; the scripts that are exported read it. Members a newer program adds
// may be ignored.

#include "core/context.h"
#include "core/hash.h"
#include "export/export.h"

#include <string.h>

static oro_json *pair(double first, double second) {
    oro_json *list = oro_json_new_array();
    if (!list) return NULL;
    oro_json_append(list, oro_json_new_number(first));
    oro_json_append(list, oro_json_new_number(second));
    return list;
}

/// A name that is no UTF-8 cannot stand in JSON; what is left of it can.
static oro_json *text_of(const char *text) {
    oro_json *value = oro_json_new_string(text);
    char plain[512];
    size_t length = 0;
    for (; !value && *text && length + 1 < sizeof plain; text++)
        plain[length++] = (char)((unsigned char)*text < 0x80 ? *text : '?');
    plain[length] = 0;
    return value ? value : oro_json_new_string(plain);
}

/// Adds a file below its kind: "heights": […].
static void add_file(oro_json *object, const oro_exported *file, const char *name) {
    oro_json *list = oro_json_get(object, file->what);
    if (!list) {
        oro_json_set(object, file->what, oro_json_new_array());
        list = oro_json_get(object, file->what);
    }
    if (list) oro_json_append(list, text_of(name));
}

static oro_json *tile_json(const oro_export_job *e, int x, int y) {
    oro_json *tile = oro_json_new_object();
    if (!tile) return NULL;
    oro_grid g = oro_export_tile(e, &e->shape.part, (const int[]){x, y});
    oro_json_set(tile, "x", oro_json_new_number(x));
    oro_json_set(tile, "y", oro_json_new_number(y));
    oro_json_set(tile, "east", oro_json_new_number(g.origin_x - e->shape.part.origin_x));
    oro_json_set(tile, "south", oro_json_new_number(g.origin_y - e->shape.part.origin_y));
    for (int32_t i = 0; i < e->report->count; i++) {
        const oro_export_file *file = &e->files[i];
        const char *what = e->report->files[i].what;
        if (file->tile[0] == x && file->tile[1] == y && strcmp(what, "sidecar") != 0)
            add_file(tile, &e->report->files[i], file->name);
    }
    return tile;
}

static oro_json *layers_json(const oro_export_job *e) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < e->layer_count; i++) {
        const oro_layer *layer = &e->layers[i];
        oro_json *item = oro_json_new_object(), *colour = oro_json_new_array();
        const float tint[] = {layer->colour.r, layer->colour.g, layer->colour.b};
        for (int k = 0; colour && k < 3; k++) oro_json_append(colour, oro_json_new_float(tint[k]));
        if (!item) return oro_json_free(colour), list;
        oro_json_set(item, "name", text_of(layer->name));
        if (layer->colour.a > 0)
            oro_json_set(item, "colour", colour);
        else
            oro_json_free(colour);
        oro_json_append(list, item);
    }
    return list;
}

static void describe(oro_export_job *e, oro_json *root) {
    const oro_grid *g = &e->shape.part;
    char text[40];
    oro_json_set(root, "format", oro_json_new_string("orogen-export"));
    oro_json_set(root, "version", oro_json_new_number(1));
    oro_json_set(root, "target", oro_json_new_string(e->target->info.name));
    oro_json_set(root, "name", text_of(e->name));
    if (e->desc.scene) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)oro_scene_world(e->desc.scene).seed);
        oro_json_set(root, "seed", oro_json_new_number_text(text));
    }
    oro_json_set(root, "width", oro_json_new_number(g->width));
    oro_json_set(root, "height", oro_json_new_number(g->height));
    oro_json_set(root, "cell", oro_json_new_number(g->cell));
    oro_json_set(root, "extent", pair(oro_extent_x(g), oro_extent_y(g)));
    oro_json_set(root, "origin", pair(g->origin_x, g->origin_y));
    oro_json_set(root, "min", oro_json_new_float(e->extremes.min));
    oro_json_set(root, "max", oro_json_new_float(e->extremes.max));
    if (e->report->has_range) oro_json_set(root, "range", pair(e->lo, e->hi));
    if (e->heights.data) {
        oro_hash_print(oro_grid_hash(&e->heights), text);
        oro_json_set(root, "values", oro_json_new_string(text));
    }
    oro_json_set(root, "tiles_x", oro_json_new_number(e->tiles[0]));
    oro_json_set(root, "tiles_y", oro_json_new_number(e->tiles[1]));
    oro_json_set(root, "tile_width", oro_json_new_number(e->shape.tile[0]));
    oro_json_set(root, "tile_height", oro_json_new_number(e->shape.tile[1]));
    oro_json_set(root, "overlap", oro_json_new_number(e->overlap));
    oro_json_set(root, "numbers", oro_json_copy(e->numbers));
    oro_json_set(root, "layers", layers_json(e));
    oro_json *tiles = oro_json_new_array();
    for (int y = 0; tiles && y < e->tiles[1]; y++)
        for (int x = 0; x < e->tiles[0]; x++) oro_json_append(tiles, tile_json(e, x, y));
    oro_json_set(root, "tiles", tiles);
    oro_json_set(root, "generator", oro_json_new_string("Orogen " ORO_VERSION));
}

oro_status oro_export_manifest(oro_export_job *e) {
    oro_text text = {0};
    oro_json *root = oro_json_new_object();
    if (root && !e->planning) describe(e, root);
    bool whole = root && oro_json_is_whole(root) && oro_json_print(root, &text) == ORO_OK;
    oro_json_free(root);
    oro_status status = whole ? oro_export_text(e, "terrain.json", "text", text.data, text.length)
                              : oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "not enough memory to describe the export");
    oro_text_free(&text);
    return status;
}
