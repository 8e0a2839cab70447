// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map as a regular mesh: vertices at even steps from edge to edge, two triangles a cell, heights linear between samples. Writes
// 32 bytes per vertex and 24 per cell.

#include "op/op.h"
#include "mesh/surface.h"

#include <math.h>

typedef struct triangulate {
    const oro_grid *height;
    oro_mesh *result;
    float step;
    bool shading;
} triangulate;

static const oro_arg args[] = {
    ORO_ARG(triangulate, height, .unit = "m", .doc = "Terrain to cover with triangles."),
    ORO_ARG(triangulate, result, .unit = "m", .doc = "The triangles, x to the east, y to the north and z up."),
    ORO_ARG(
        triangulate, step, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("samples"), .min = 1e-3, .max = 1e6,
        .ui_min = 1, .ui_max = 500, .scale = ORO_LOG, .unit = "m",
        .doc =
            "Distance between vertices, made to fit the map evenly and never below its own samples'. On its own every "
            "sample is a vertex."),
    ORO_ARG(triangulate, shading, .def = 1,
            .doc = "Gives vertices normals, taken from the terrain at full resolution, and places in a picture of it, "
                   "(0,0) at "
                   "its lower left."),
};

enum { MOST_VERTICES = 1 << 28 };

/// Vertices along a side of that many cells. A single row or column of samples has vertices and no triangles.
static int32_t vertices_along(const triangulate *a, int32_t cells) {
    if (cells < 1) return 1;
    double steps = isnan(a->step) ? cells : floor(cells * a->height->cell / (double)a->step + 0.5);
    if (steps > cells) steps = cells;
    return steps < 1.0 ? 2 : (int32_t)steps + 1;
}

static int32_t columns_of(const triangulate *a) { return vertices_along(a, a->height->width - !a->height->wrap); }
static int32_t rows_of(const triangulate *a) { return vertices_along(a, a->height->height - !a->height->wrap); }

static oro_status check(oro_run *r, const void *p) {
    const triangulate *a = p;
    double vertices = (double)columns_of(a) * rows_of(a);
    if (vertices > MOST_VERTICES)
        return oro_refuse(r, isnan(a->step) ? "height" : "step",
                          "the mesh would have %d x %d vertices, and at most %d are possible", columns_of(a),
                          rows_of(a), MOST_VERTICES);
    return ORO_OK;
}

typedef struct job {
    const triangulate *args;
    oro_surface surface;
    int32_t columns, rows;
} job;

/// Where vertex i of `count` lies among samples 0 to `last`: the sample at or before it, and the share of the next one.
static int32_t place_of(int32_t i, int32_t count, int32_t last, double *share) {
    double at = count > 1 ? (double)i * last / (count - 1) : 0;
    int32_t before = (int32_t)at;
    *share = at - before;
    return before;
}

/// A vertex between samples: all that it has is linear between theirs, but the normal's length.
static void mix_vertex(const job *j, int32_t column, int32_t row, size_t v) {
    const triangulate *a = j->args;
    double share_x, share_y;
    int32_t x = place_of(column, j->columns, j->surface.map.width - 1, &share_x);
    int32_t y = place_of(row, j->rows, j->surface.map.height - 1, &share_y);
    oro_mesh *out = a->result;
    if (share_x == 0 && share_y == 0) {
        oro_surface_vertex(&j->surface, a->height, x, y, out, v);
        return;
    }
    float p[4][3], n[4][3], u[4][2];
    double sum[8] = {0};
    for (int k = 0; k < 4; k++) {
        oro_mesh one = {.positions = p[k], .normals = out->normals ? n[k] : NULL, .uvs = out->uvs ? u[k] : NULL};
        double weight = (k & 1 ? share_x : 1 - share_x) * (k & 2 ? share_y : 1 - share_y);
        if (weight == 0) continue; // beyond the map
        oro_surface_vertex(&j->surface, a->height, x + (k & 1), y + (k >> 1), &one, 0);
        for (int i = 0; i < 3; i++) sum[i] += weight * (double)p[k][i];
        for (int i = 0; one.normals && i < 3; i++) sum[3 + i] += weight * (double)n[k][i];
        for (int i = 0; one.uvs && i < 2; i++) sum[6 + i] += weight * (double)u[k][i];
    }
    double length = sqrt(sum[3] * sum[3] + sum[4] * sum[4] + sum[5] * sum[5]); // each points upwards, so never 0
    for (size_t i = 0; i < 3; i++) out->positions[3 * v + i] = (float)sum[i];
    for (size_t i = 0; out->normals && i < 3; i++) out->normals[3 * v + i] = (float)(sum[3 + i] / length);
    for (size_t i = 0; out->uvs && i < 2; i++) out->uvs[2 * v + i] = (float)sum[6 + i];
}

static void place_row(const void *user, int32_t row) {
    const job *j = user;
    for (int32_t column = 0; column < j->columns; column++)
        mix_vertex(j, column, row, (size_t)row * (size_t)j->columns + (size_t)column);
}

static void join_row(const void *user, int32_t row) {
    const job *j = user;
    const oro_mesh *out = j->args->result;
    uint32_t columns = (uint32_t)j->columns;
    uint32_t *indices = out->indices + 6 * (size_t)row * (columns - 1);
    for (uint32_t x = 0; x + 1 < columns; x++, indices += 6) {
        uint32_t nw = (uint32_t)row * columns + x, sw = nw + columns;
        const uint32_t v[4] = {nw, nw + 1, sw, sw + 1};
        float z[4];
        for (int k = 0; k < 4; k++) z[k] = out->positions[3 * (size_t)v[k] + 2];
        oro_mesh_cell(z, v, indices);
    }
}

static oro_status run(oro_run *r, const void *p) {
    const triangulate *a = p;
    job j = {.args = a, .columns = columns_of(a), .rows = rows_of(a)};
    oro_status status = oro_surface_of(r, a->height, "height", &j.surface);
    if (status != ORO_OK) return status;
    *a->result = (oro_mesh){.vertex_count = (uint32_t)j.columns * (uint32_t)j.rows,
                            .triangle_count = 2 * (uint32_t)(j.columns - 1) * (uint32_t)(j.rows - 1)};
    status = oro_mesh_alloc(r->ctx, a->result, a->shading ? ORO_MESH_NORMALS | ORO_MESH_UVS : 0);
    oro_stage(r, 0.1, 0.7);
    if (status == ORO_OK) status = oro_for_blocks(r, j.rows, place_row, &j);
    oro_stage(r, 0.7, 1);
    if (status == ORO_OK) status = oro_for_blocks(r, j.rows - 1, join_row, &j);
    return status;
}

ORO_OPERATOR(
    triangulate, "Cover a terrain with a regular grid of triangles", .family = "mesh", .version = 2, .check = check,
    .run = run, .words = "mesh triangles polygons",
    .doc = "Covers a terrain with triangles at every sample or at even steps, ready to be written as OBJ, STL or GLB. "
           "Heights between samples are linear; each cell is cut along the diagonal whose ends are nearer in height. "
           "Where the map wraps, the mesh reaches to where it begins again, so that copies side by side meet.",
    .example = "--step 10 height.png land.stl");
