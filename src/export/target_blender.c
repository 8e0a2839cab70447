// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Blender. A GLB imports with its colours, z up by itself; the script builds the terrain from the EXR, vertex on sample, in metres,
// with a material, or as a plane with a Displace modifier.

#include "export/export.h"

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    const oro_grid *g = &e->shape.part;
    double furthest = oro_extent_x(g) + oro_extent_y(g);
    oro_import_begin(e, &t);
    oro_text_puts(
        &t,
        "With the script: Scripting, Open import_terrain.py, Run Script; its head says how to run it from a shell. It\n"
        "reads terrain.json beside it, builds the terrain in metres, z up, north along +y, gives it a material with "
        "the\n"
        "colour map, and sets how far the view reaches.\n\n"
        "By hand: File, Import, glTF: choose the .glb. Or a plane as large as the terrain, subdivided as often as "
        "there\n"
        "are samples, with the .exr (colour space Non-Color) in a Displace modifier. Type:\n");
    oro_import_number(e, &t, "triangles of the GLB", "triangles", (double)e->triangles, "");
    oro_import_number(e, &t, "plane X", "plane_x", oro_extent_x(g), "m");
    oro_import_number(e, &t, "plane Y", "plane_y", oro_extent_y(g), "m");
    oro_import_number(e, &t, "Displace, Strength", "strength", 1, "");
    oro_import_number(e, &t, "Displace, Midlevel", "midlevel", 0, "");
    oro_import_number(e, &t, "View, Clip End", "clip_end", furthest * 2, "m");
    oro_text_puts(&t, "Without the last number Blender cuts off whatever lies more than 1000 m away. In the texture of "
                      "the modifier turn\n"
                      "off Colors, Clamp, or everything below 0 m is flat.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_blender(oro_export_job *e) {
    const int all[2] = {0, 0};
    oro_status status = oro_export_glb(e);
    if (status == ORO_OK) status = oro_export_heights(e, all, ".exr", NULL, true);
    if (status == ORO_OK) status = oro_export_pictures(e, all, false);
    if (status == ORO_OK) status = oro_export_constant_file(e, "import_terrain.py", "import_terrain.py", "script");
    return status == ORO_OK ? write_words(e) : status;
}
