// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes of the exported region, by the operators that make them: what scenes can do, exports do in the same way.

#include "core/context.h"
#include "export/export.h"
#include "orogen/operators.h"

#include <math.h>

static oro_run_desc watched(oro_export_job *e) {
    return (oro_run_desc){.progress = e->desc.progress ? oro_export_progress : NULL, .user = e};
}

oro_status oro_export_surface(oro_export_job *e, oro_mesh *out) {
    const oro_grid *g = &e->heights;
    oro_simplify_args args;
    oro_run_desc desc = watched(e);
    *out = (oro_mesh){0};
    oro_status status = oro_simplify_defaults(e->ctx, &args);
    if (status != ORO_OK) return status;
    args.height = g;
    args.result = out;
    if (!isnan(e->o->error)) args.error = e->o->error;
    status = oro_simplify_call(e->ctx, &args, &desc);
    oro_simplify_free(e->ctx, &args);
    double x = g->origin_x + 0.5 * oro_extent_x(g), y = g->origin_y + 0.5 * oro_extent_y(g);
    for (size_t v = 0; status == ORO_OK && v < out->vertex_count;
         v++) { // the middle of the map to 0, as programs like it
        out->positions[3 * v] = (float)((double)out->positions[3 * v] - x);
        out->positions[3 * v + 1] = (float)((double)out->positions[3 * v + 1] + y);
    }
    return status;
}

oro_status oro_export_body(oro_export_job *e, const oro_mesh *surface, oro_mesh *out) {
    oro_solid_args args;
    oro_run_desc desc = watched(e);
    *out = (oro_mesh){0};
    oro_status status = oro_solid_defaults(e->ctx, &args);
    if (status != ORO_OK) return status;
    args.surface = surface;
    args.result = out;
    args.model_size = e->o->print_size;
    args.base = e->o->print_base / e->o->print_size;
    args.exaggeration = e->o->exaggeration;
    status = oro_solid_call(e->ctx, &args, &desc);
    oro_solid_free(e->ctx, &args);
    return status;
}

oro_status oro_export_glb(oro_export_job *e) {
    char stem[256], name[300], staged[1500];
    oro_place_in in = {.what = "mesh", .layer = -1};
    oro_mesh mesh = {0};
    oro_status status = oro_export_stem(e, NULL, stem, sizeof stem);
    snprintf(name, sizeof name, "%s.glb", stem);
    if (status == ORO_OK) status = oro_export_file_at(e, name, &in, staged, sizeof staged);
    if (status != ORO_OK || e->planning) return status;
    status = oro_export_surface(e, &mesh);
    oro_mesh_write_desc how = {.colour = e->colour.data ? &e->colour : NULL};
    how.quantise = how.compress = e->o->compress;
    if (status == ORO_OK) status = oro_save_mesh(e->ctx, staged, &mesh, &how);
    e->triangles = mesh.triangle_count;
    if (mesh.positions) oro_mesh_free(e->ctx, &mesh);
    return status;
}
