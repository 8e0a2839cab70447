// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Godot, for Terrain3D and HTerrain. EXR with the single channel R in metres, since Godot's reader wants that name and reads PNG
// with 8 bits only; R16 beside it. Terrain3D's control map has a bit field of 32 bits in place of each float: base texture << 27,
// overlay << 22, blend << 14 (its controlmap_format.md). The colour map's alpha is a change of roughness, none at the middle.

#include "core/context.h"
#include "export/export.h"

#include <string.h>

enum { NO_ROUGHNESS = 128 };

/// The two largest shares of a sample as Terrain3D has them.
static uint32_t control_of(const oro_export_job *e, size_t at) {
    int base = 0, over = -1;
    for (int i = 1; i < e->layer_count; i++)
        if (e->layers[i].share[at] > e->layers[base].share[at]) base = i;
    for (int i = 0; i < e->layer_count; i++)
        if (i != base && (over < 0 || e->layers[i].share[at] > e->layers[over].share[at])) over = i;
    uint32_t first = e->layers[base].share[at], second = over < 0 ? 0 : e->layers[over].share[at];
    uint32_t blend = first + second ? (255 * second + (first + second) / 2) / (first + second) : 0;
    return (uint32_t)base << 27 | (uint32_t)(over < 0 ? base : over) << 22 | blend << 14;
}

static oro_status write_control(oro_export_job *e, const int *tile) {
    char staged[1500], stem[256], name[512];
    oro_place_in in = {.role = "control", .ending = ".exr", .what = "control", .tile = tile, .layer = -1};
    oro_status status = oro_export_stem(e, tile, stem, sizeof stem);
    snprintf(name, sizeof name, oro_export_is_tiled(e) ? "control/%s.exr" : "%s-control.exr", stem);
    if (status == ORO_OK) status = oro_export_file_at(e, name, &in, staged, sizeof staged);
    if (status != ORO_OK || e->planning) return status;
    oro_grid from = oro_export_tile(e, &e->heights, tile), g = from;
    ptrdiff_t first = from.data - e->heights.data;
    size_t x0 = (size_t)(first % e->heights.stride), y0 = (size_t)(first / e->heights.stride);
    g.data = NULL;
    status = oro_grid_alloc(e->ctx, &g);
    for (int32_t y = 0; status == ORO_OK && y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) {
            uint32_t bits = control_of(e, (y0 + (size_t)y) * (size_t)e->heights.width + x0 + (size_t)x);
            memcpy(&oro_row(&g, y)[x], &bits, sizeof bits);
        }
    if (status == ORO_OK)
        status =
            oro_save_raster(e->ctx, staged, &g, &(oro_write_desc){.channel = "R", .no_sidecar = true, .unit = "1"});
    if (g.data) oro_grid_free(e->ctx, &g);
    return status;
}

/// Colours with the alpha that means no change of roughness.
static oro_status add_alpha(oro_export_job *e) {
    oro_image four = {.width = e->colour.width, .height = e->colour.height, .channels = 4};
    if (e->planning || !e->colour.data || e->colour.channels == 4) return ORO_OK;
    oro_status status = oro_image_alloc(e->ctx, &four);
    if (status != ORO_OK) return status;
    size_t count = (size_t)four.width * (size_t)four.height;
    for (size_t i = 0; i < count; i++) {
        memcpy(four.data + 4 * i, e->colour.data + 3 * i, 3);
        four.data[4 * i + 3] = NO_ROUGHNESS;
    }
    oro_image_free(e->ctx, &e->colour);
    e->colour = four;
    return ORO_OK;
}

static oro_status write_tile(oro_export_job *e, const int *tile) {
    oro_status status = oro_export_heights(e, tile, ".exr", &(oro_write_desc){.channel = "R"}, true);
    if (status == ORO_OK) status = oro_export_heights(e, tile, ".r16", NULL, true);
    if (status == ORO_OK && e->layer_count) status = write_control(e, tile);
    return status == ORO_OK ? oro_export_pictures(e, tile, false) : status;
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    oro_import_begin(e, &t);
    oro_text_puts(
        &t,
        "Terrain3D: open addons/terrain_3d/tools/importer.tscn; height file: the .exr, which holds metres (rows from\n"
        "north to south). Type:\n");
    oro_import_number(e, &t, "import scale", "import_scale", 1, "");
    oro_import_number(e, &t, "height offset", "height_offset", 0, "");
    oro_import_number(e, &t, "vertex spacing", "vertex_spacing", e->shape.part.cell, "m");
    oro_text_puts(
        &t,
        "Vertex spacing stands in the Mesh group of the Terrain3D node. Godot reads PNG with 8 bits: never take one\n"
        "for heights.\n\n"
        "The .r16 (little-endian, code 0 to 65535) is for HTerrain and other importers. Type:\n");
    oro_import_number(e, &t, "width", "width", e->shape.tile[0], "");
    oro_import_number(e, &t, "height", "height", e->shape.tile[1], "");
    oro_import_number(e, &t, "lowest height", "low", e->lo, "m");
    oro_import_number(e, &t, "highest height", "high", e->hi, "m");
    oro_text_puts(&t, "HTerrain wants sides of 2^n + 1 samples: export with the rule power-plus-one.\n");
    if (e->layer_count) {
        oro_text_puts(&t, "\nThe control map is Terrain3D's bit field; its texture numbers:\n");
        for (int i = 0; i < e->layer_count; i++) oro_text_printf(&t, "  %2d  %s\n", i, e->layers[i].name);
    }
    oro_text_puts(&t, "\nThe colour map's alpha of 128 leaves the roughness as it is. Normals: green points north, as "
                      "OpenGL has it.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_godot(oro_export_job *e) {
    oro_status status = add_alpha(e);
    if (status == ORO_OK) status = oro_export_each_tile(e, write_tile);
    return status == ORO_OK ? write_words(e) : status;
}
