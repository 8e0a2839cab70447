// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// 3D printing: a closed body with walls and a flat base, in millimetres, z up, its lowest corner at 0; as 3MF, which says its
// unit, and as STL, which every slicer reads.

#include "export/export.h"

/// The longest side of a body, mm: what a file of millimetres is told so that it stays as it is.
static double longest_side(const oro_mesh *body) {
    float low[3], high[3], longest = 0;
    for (size_t v = 0; v < body->vertex_count; v++)
        for (size_t i = 0; i < 3; i++) {
            float at = body->positions[3 * v + i];
            low[i] = v && low[i] < at ? low[i] : at;
            high[i] = v && high[i] > at ? high[i] : at;
            if (high[i] - low[i] > longest) longest = high[i] - low[i];
        }
    return (double)longest;
}

static oro_status write_body(oro_export_job *e) {
    static const char *const endings[] = {".3mf", ".stl"};
    char stem[256], name[300], staged[2][1500];
    oro_place_in in = {.what = "mesh", .layer = -1};
    oro_mesh surface = {0}, body = {0};
    oro_status status = oro_export_stem(e, NULL, stem, sizeof stem);
    for (int i = 0; status == ORO_OK && i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", stem, endings[i]);
        status = oro_export_file_at(e, name, &in, staged[i], sizeof staged[i]);
    }
    if (status != ORO_OK || e->planning) return status;
    status = oro_export_surface(e, &surface);
    if (status == ORO_OK) status = oro_export_body(e, &surface, &body);
    oro_mesh_write_desc how = {.size = status == ORO_OK ? longest_side(&body) : 0};
    for (int i = 0; status == ORO_OK && i < 2; i++) status = oro_save_mesh(e->ctx, staged[i], &body, &how);
    e->triangles = body.triangle_count;
    if (surface.positions) oro_mesh_free(e->ctx, &surface);
    if (body.positions) oro_mesh_free(e->ctx, &body);
    return status;
}

oro_status oro_target_print(oro_export_job *e) {
    oro_text t = {0};
    oro_status status = write_body(e);
    if (status != ORO_OK) return status;
    const oro_grid *g = &e->shape.part;
    double wide = oro_extent_x(g), deep = oro_extent_y(g),
           scale = (double)e->o->print_size / (wide > deep ? wide : deep);
    double relief = ((double)e->extremes.max - (double)e->extremes.min) * scale * (double)e->o->exaggeration;
    oro_import_begin(e, &t);
    oro_text_puts(&t, "Open the .3mf in a slicer, or the .stl where that is not read: millimetres, z up, closed. It "
                      "should show this size; if it asks for a unit, it is mm.\n");
    oro_import_number(e, &t, "width", "width_mm", wide * scale, "mm");
    oro_import_number(e, &t, "depth", "depth_mm", deep * scale, "mm");
    oro_import_number(e, &t, "height with its base", "height_mm", relief + (double)e->o->print_base, "mm");
    oro_import_number(e, &t, "scale 1 :", "scale", 1000 / scale, "");
    oro_import_number(e, &t, "heights are multiplied by", "exaggeration", (double)e->o->exaggeration, "");
    oro_import_number(e, &t, "triangles", "triangles", (double)e->triangles, "");
    return oro_import_end(e, &t);
}
