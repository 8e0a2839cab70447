// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes of the exported region, by the operators that make them: what scenes can do, exports do in the same way.

#include "core/context.h"
#include "core/text.h"
#include "export/export.h"
#include "op/args.h"

#include <math.h>
#include <string.h>

/// Runs an operator on one input; its first mesh comes out. `values` as the items of lists are written.
static oro_status run(oro_export_job *e, const char *name, const char *values, const void *input, oro_mesh *out) {
    const oro_operator *op = oro_operator_find(e->ctx, name);
    if (!op) return oro_fail(e->ctx, ORO_UNSUPPORTED, NULL, "there is no operator %s in this build", name);
    void *args = oro_alloc_zero(e->ctx, op->record.size);
    if (!args) return ORO_NO_MEMORY;
    oro_status status = oro_args_init(e->ctx, &op->record, args);
    if (status == ORO_OK) {
        status = oro_args_parse_item(e->ctx, &op->record, args, values, name);
        bool taken = false, given = false;
        for (int32_t i = 0; i < op->record.arg_count; i++) {
            const oro_arg *arg = &op->record.args[i];
            if (oro_arg_is_input(arg) && !taken) memcpy(oro_arg_at(arg, args), &input, sizeof input), taken = true;
            if (arg->type == ORO_MESH_OUT && !given) memcpy(oro_arg_at(arg, args), &out, sizeof out), given = true;
        }
        *out = (oro_mesh){0};
        oro_run_desc watched = {.progress = e->desc.progress ? oro_export_progress : NULL, .user = e};
        if (status == ORO_OK) status = oro_call(e->ctx, op, args, &watched);
        oro_args_free(e->ctx, &op->record, args);
    }
    oro_free(e->ctx, args);
    return status;
}

oro_status oro_export_surface(oro_export_job *e, oro_mesh *out) {
    char values[64] = "";
    if (!isnan(e->o->error)) oro_print(values, sizeof values, "error=%.9g", (double)e->o->error);
    oro_status status = run(e, "simplify", values, &e->heights, out);
    const oro_grid *g = &e->heights;
    double x = g->origin_x + 0.5 * oro_extent_x(g), y = g->origin_y + 0.5 * oro_extent_y(g);
    for (size_t v = 0; status == ORO_OK && v < out->vertex_count;
         v++) { // the middle of the map to 0, as programs like it
        out->positions[3 * v] = (float)((double)out->positions[3 * v] - x);
        out->positions[3 * v + 1] = (float)((double)out->positions[3 * v + 1] + y);
    }
    return status;
}

oro_status oro_export_body(oro_export_job *e, const oro_mesh *surface, oro_mesh *out) {
    char values[128];
    oro_print(values, sizeof values, "size=%.9g base=%.9g exaggeration=%.9g", (double)e->o->print_size,
              (double)e->o->print_base / (double)e->o->print_size, (double)e->o->exaggeration);
    return run(e, "solid", values, surface, out);
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
    if (status == ORO_OK) status = oro_save_mesh(e->ctx, staged, &mesh, &how);
    e->triangles = mesh.triangle_count;
    if (mesh.positions) oro_mesh_free(e->ctx, &mesh);
    return status;
}
