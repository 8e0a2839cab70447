// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map as a mesh: vertices at even steps from edge to edge, two triangles a cell, heights linear between samples. Writes 24
// bytes per vertex and 24 per cell, one vertex after the other on one thread.

#include "op/op.h"
#include "core/mesh.h"

#include <math.h>

typedef struct triangulate {
    const oro_grid *height;
    oro_mesh *result;
    float step;
} triangulate;

static const oro_arg args[] = {
    ORO_ARG(triangulate, height, .unit = "m", .doc = "Terrain to cover with triangles."),
    ORO_ARG(triangulate, result, .unit = "m", .doc = "The triangles, x to the east, y to the north and z up."),
    ORO_ARG(triangulate, step, .def = 20, .min = 1e-3, .max = 1e6, .ui_min = 1, .ui_max = 500, .scale = ORO_LOG,
            .unit = "m",
            .doc = "Distance between vertices, made to fit the map evenly and never below its own samples'."),
};

enum { MOST_VERTICES = 1 << 28 };

/// Vertices along a side of `samples`. A single row or column of samples has vertices and no triangles.
static int32_t vertices_along(const triangulate *a, int32_t samples) {
    if (samples < 2) return 1;
    double steps = floor((samples - 1) * a->height->cell / (double)a->step + 0.5);
    if (steps > samples - 1) steps = samples - 1;
    return steps < 1.0 ? 2 : (int32_t)steps + 1;
}

static oro_status check(oro_run *r, const void *p) {
    const triangulate *a = p;
    double vertices = (double)vertices_along(a, a->height->width) * vertices_along(a, a->height->height);
    if (vertices > MOST_VERTICES)
        return oro_refuse(r, "step", "a step of %g m makes %.0f vertices; %d are the most", (double)a->step, vertices,
                          MOST_VERTICES);
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const triangulate *a = p;
    return oro_mesh_from_grid(r->ctx, a->height, vertices_along(a, a->height->width),
                              vertices_along(a, a->height->height), a->result);
}

ORO_OPERATOR(triangulate, "Cover a terrain with triangles", .family = "surface", .version = 1, .check = check,
             .run = run, .words = "triangles polygons tin stl",
             .doc = "Covers a terrain with triangles at even steps, ready to be written as OBJ, STL or GLB. Heights "
                    "between samples are linear; each cell is cut along the diagonal whose ends are nearer in height.",
             .example = "--step 10 height.png land.stl");
