// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Unreal Engine's landscape. Height in centimetres of a code v: (v - 32768) / 128 * scale z + location z. Layers are grey pictures
// of 8 bits, as large as the heights. Green of normal maps points south. A name with digits on both sides of an x is taken for
// that of a tile. (Epic: "Importing and exporting landscape heightmaps", "Landscape technical guide".)

#include "core/context.h"
#include "export/export.h"

#include <ctype.h>
#include <string.h>

oro_status oro_target_unreal_check(oro_export_job *e) {
    char stem[256];
    oro_status status = oro_export_stem(e, (const int[]){0, 0}, stem, sizeof stem);
    if (status != ORO_OK) return status;
    for (const char *at = stem; *at; at++)
        if (at > stem && (*at == 'x' || *at == 'X') && isdigit((unsigned char)at[-1]) && isdigit((unsigned char)at[1]))
            return oro_fail(
                e->ctx, ORO_BAD_ARGUMENT, "name",
                "\"%.80s\" has an x between digits, which Unreal takes for the number of a tile; choose another name",
                stem);
    return ORO_OK;
}

static oro_status write_tile(oro_export_job *e, const int *tile) {
    bool r16 = e->o->heights.index == 1;
    oro_status status = oro_export_heights(e, tile, r16 ? ".r16" : ".png", NULL, !oro_export_is_tiled(e));
    if (status == ORO_OK) status = oro_export_weights(e, tile);
    return status == ORO_OK ? oro_export_pictures(e, tile, true) : status;
}

static void say_layers(oro_export_job *e, oro_text *t) {
    char stem[256];
    if (!e->layer_count || oro_export_stem(e, (const int[]){0, 0}, stem, sizeof stem) != ORO_OK) return;
    oro_text_puts(
        t, "\nLayers: make a landscape material with these layers (Landscape Layer Blend), then in the list of target\n"
           "layers choose Import from File for each:\n");
    for (int i = 0; i < e->layer_count; i++)
        if (oro_export_is_tiled(e))
            oro_text_printf(t, "  %-20s %s/%s.png and the others beside it\n", e->layers[i].name, e->layers[i].file,
                            stem);
        else
            oro_text_printf(t, "  %-20s %s-%s.png\n", e->layers[i].name, stem, e->layers[i].file);
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    double span = e->hi - e->lo;
    oro_unreal_parts parts;
    oro_import_begin(e, &t);
    oro_text_printf(&t,
                    "Landscape mode, Manage, New, Import from File; choose %s. Unreal reads: height in cm\n"
                    "= (code - 32768) / 128 * scale Z + location Z. Rows run from north to south. Type:\n",
                    oro_export_is_tiled(e) ? "one of the tiles in the folder heights, and Import as Tiled"
                                           : "the file of heights");
    oro_import_number(e, &t, "scale X", "scale_x", 100 * e->shape.part.cell, "");
    oro_import_number(e, &t, "scale Y", "scale_y", 100 * e->shape.part.cell, "");
    oro_import_number(e, &t, "scale Z", "scale_z", 100 * span * 128 / 65535, "");
    oro_import_number(e, &t, "location Z", "location_z", 100 * (e->lo + span * 32768 / 65535), "cm");
    if (oro_unreal_cut(e->shape.tile[0], e->shape.tile[1], &parts)) {
        oro_import_number(e, &t, "section size (quads)", "section_quads", parts.quads, "");
        oro_import_number(e, &t, "sections per component side", "sections", parts.sections, "");
        oro_import_number(e, &t, "components X", "components_x", parts.components[0], "");
        oro_import_number(e, &t, "components Y", "components_y", parts.components[1], "");
    }
    oro_import_number(e, &t, "overall resolution X", "resolution_x", e->shape.tile[0], "");
    oro_import_number(e, &t, "overall resolution Y", "resolution_y", e->shape.tile[1], "");
    oro_text_puts(&t, "Code 0 is the lower end of the range, code 65535 the upper:\n");
    oro_import_number(e, &t, "lower end", "low", e->lo, "m");
    oro_import_number(e, &t, "upper end", "high", e->hi, "m");
    say_layers(e, &t);
    oro_text_puts(
        &t, "\nThe colour map is sRGB; the normal map is for tangent space as DirectX has it (green points south).\n"
            "Do not rename files to anything with an x between digits: Unreal takes them for tiles.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_unreal(oro_export_job *e) {
    oro_status status = oro_export_each_tile(e, write_tile);
    return status == ORO_OK ? write_words(e) : status;
}
