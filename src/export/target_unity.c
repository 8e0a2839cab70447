// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Unity's terrain. RAW of 16 bits, little-endian, the southern row first, so that the wizard's defaults fit: height of a code v is
// v / 65536 * terrain height. Alphamaps have a pixel per cell, so a power of two, and four layers in a picture. The editor script
// reads terrain.json and does all of it.

#include "export/export.h"

static oro_status write_tile(oro_export_job *e, const int *tile) {
    oro_write_desc raw = {.layout = {.type = ORO_RAW_U16, .south_first = true}};
    oro_status status = oro_export_heights(e, tile, ".raw", &raw, true);
    if (status == ORO_OK) status = oro_export_alphamaps(e, tile);
    return status == ORO_OK ? oro_export_pictures(e, tile, false) : status;
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    double width = (e->shape.tile[0] - 1) * e->shape.part.cell;
    oro_import_begin(e, &t);
    oro_text_puts(
        &t,
        "Copy this folder into Assets. Unity compiles Editor/ImportTerrain.cs; then choose Tools, Import Orogen\n"
        "Terrain, and this folder's terrain.json: terrain, size, layers and neighbours are made.\n\n"
        "By hand: GameObject, 3D Object, Terrain; in its settings Import Raw. Unity reads: height = code / 65536 *\n"
        "terrain height. The first row of the file is the southern edge, so Flip Vertically stays off. Type:\n");
    oro_text_printf(&t, "  %-28s 16 bit\n  %-28s Windows\n", "depth", "byte order");
    oro_import_number(e, &t, "resolution", "resolution", e->shape.tile[0], "");
    oro_import_number(e, &t, "terrain size X", "size_x", width, "");
    oro_import_number(e, &t, "terrain size Y", "size_y", (e->hi - e->lo) * 65536 / 65535, "");
    oro_import_number(e, &t, "terrain size Z", "size_z", width, "");
    oro_text_puts(&t, "and put the terrain at\n");
    oro_import_number(e, &t, "position Y", "position_y", e->lo, "");
    if (oro_export_is_tiled(e)) oro_text_puts(&t, "Names of tiles end with _X_Z, counted from the south-west.\n");
    if (e->layer_count) {
        oro_import_number(e, &t, "alphamap resolution", "alphamap_resolution", e->shape.tile[0] - 1, "");
        oro_text_puts(&t, "\nLayers, in the channels R, G, B, A of the alphamaps:\n");
        for (int i = 0; i < e->layer_count; i++)
            oro_text_printf(&t, "  alphamap%d %c  %s\n", i / 4, "RGBA"[i % 4], e -> layers[i].name);
    }
    return oro_import_end(e, &t);
}

oro_status oro_target_unity(oro_export_job *e) {
    oro_status status = oro_export_each_tile(e, write_tile);
    if (status == ORO_OK) status = oro_export_constant_file(e, "ImportTerrain.cs", "Editor/ImportTerrain.cs", "script");
    return status == ORO_OK ? write_words(e) : status;
}
