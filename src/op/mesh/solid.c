// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A surface as a body: walls along its border down to a flat base, closed and facing outwards everywhere. Reads 12 bytes per
// vertex and triangle and writes as many, on one thread.

#include "op/op.h"
#include "mesh/border.h"

#include <math.h>

typedef struct solid {
    const oro_mesh *surface;
    oro_mesh *result;
    float base, model_size, exaggeration;
} solid;

static const oro_arg args[] = {
    ORO_ARG(solid, surface, .unit = "m", .doc = "Surface with a border, as triangulate and simplify make it."),
    ORO_ARG(solid, result, .unit = "m", .doc = "The body, closed. Millimetres where a model size is given."),
    ORO_ARG(solid, base, .def = 0.02, .min = 1e-4, .max = 10, .ui_min = 0.005, .ui_max = 0.2, .scale = ORO_LOG,
            .unit = "1", .doc = "Height of the base below the lowest point, as a share of the longer side."),
    ORO_ARG(solid, model_size, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("full"), .min = 1, .max = 1e5,
            .ui_min = 20, .ui_max = 400, .unit = "mm",
            .doc = "Length of the longer side in millimetres, for a printer; else the body has the size of the land."),
    ORO_ARG(solid, exaggeration, .def = 1, .min = 0.01, .max = 100, .ui_min = 0.5, .ui_max = 5, .scale = ORO_LOG,
            .unit = "1", .doc = "What heights are multiplied with."),
};

/// The box of the surface.
typedef struct box {
    float low[3], high[3];
} box;

static oro_status find_box(oro_run *r, const oro_mesh *m, box *b) {
    for (size_t i = 0; i < 3 * (size_t)m->vertex_count; i++) {
        float v = m->positions[i];
        if (!isfinite(v)) return oro_refuse(r, "surface", "vertex %zu has no place: %g", i / 3, (double)v);
        if (i < 3 || v < b->low[i % 3]) b->low[i % 3] = v;
        if (i < 3 || v > b->high[i % 3]) b->high[i % 3] = v;
    }
    return ORO_OK;
}

/// Does the border, seen from above, run round its middle without turning back? Then the base is a fan.
static bool is_round(const oro_mesh *m, const oro_border *b, const double middle[2]) {
    for (uint32_t i = 0; i < b->edge_count; i++) {
        const float *from = m->positions + 3 * (size_t)b->edges[i][0], *to = m->positions + 3 * (size_t)b->edges[i][1];
        double ux = (double)from[0] - middle[0], uy = (double)from[1] - middle[1];
        double vx = (double)to[0] - middle[0], vy = (double)to[1] - middle[1];
        if (ux * vy - uy * vx <= 0) return false;
    }
    return true;
}

/// Once round: the border is one line.
static bool is_one_line(const oro_border *b, oro_run *r, bool *one) {
    uint32_t *next = oro_scratch(r, ((size_t)b->vertex_count + 1) * sizeof *next);
    if (!next) return false;
    for (uint32_t i = 0; i < b->edge_count; i++) next[b->below[b->edges[i][0]]] = b->below[b->edges[i][1]];
    uint32_t steps = 1;
    for (uint32_t at = next[0]; at != 0 && steps <= b->edge_count; at = next[at]) steps++;
    *one = steps == b->edge_count;
    return true;
}

/// Places: the surface's, then those below its border, then the middle of the base or, where it is no fan, all others' below.
static void place(const solid *a, const oro_border *b, const box *bounds, bool fan, const double middle[2]) {
    const oro_mesh *m = a->surface;
    oro_mesh *out = a->result;
    double wide = (double)bounds->high[0] - (double)bounds->low[0],
           deep = (double)bounds->high[1] - (double)bounds->low[1];
    double longer = wide > deep ? wide : deep, scale = isnan(a->model_size) ? 1 : (double)a->model_size / longer;
    double low = (double)bounds->low[2], lift = (double)a->exaggeration * scale,
           base = -(double)a->base * longer * scale;
    bool moved = !isnan(a->model_size); // a model for a printer begins at 0
    double left = moved ? (double)bounds->low[0] : 0, front = moved ? (double)bounds->low[1] : 0;
    double floor_at = moved ? 0 : low * lift + base, ground = moved ? -base : low * lift;
    for (size_t v = 0; v < m->vertex_count; v++) {
        const float *p = m->positions + 3 * v;
        float *to = out->positions + 3 * v;
        to[0] = (float)(((double)p[0] - left) * scale), to[1] = (float)(((double)p[1] - front) * scale);
        to[2] = (float)(ground + ((double)p[2] - low) * lift);
    }
    for (size_t i = 0; i < b->vertex_count; i++) {
        float *to = out->positions + 3 * (m->vertex_count + i);
        memcpy(to, out->positions + 3 * (size_t)b->vertices[i], 2 * sizeof *to);
        to[2] = (float)floor_at;
    }
    float *to = out->positions + 3 * ((size_t)m->vertex_count + b->vertex_count);
    if (fan) {
        to[0] = (float)((middle[0] - left) * scale), to[1] = (float)((middle[1] - front) * scale);
        to[2] = (float)floor_at;
    }
    for (size_t v = 0; !fan && v < m->vertex_count; v++) {
        if (b->below[v] != UINT32_MAX) continue;
        memcpy(to, out->positions + 3 * v, 2 * sizeof *to);
        to[2] = (float)floor_at;
        to += 3;
    }
}

/// What is below the surface has its colour; the middle of the base that of a place on the border.
static void colour(const solid *a, const oro_border *b, bool fan) {
    const oro_mesh *m = a->surface;
    float *to = a->result->colours;
    const size_t one = 3 * sizeof *to;
    if (!to) return;
    memcpy(to, m->colours, m->vertex_count * one);
    to += 3 * (size_t)m->vertex_count;
    for (uint32_t i = 0; i < b->vertex_count; i++, to += 3) memcpy(to, m->colours + 3 * (size_t)b->vertices[i], one);
    if (fan) memcpy(to, m->colours + 3 * (size_t)b->vertices[0], one);
    for (size_t v = 0; !fan && v < m->vertex_count; v++)
        if (b->below[v] == UINT32_MAX) memcpy(to, m->colours + 3 * v, one), to += 3;
}

/// The surface's triangles, the walls, and the base, which faces down.
static oro_status join(oro_run *r, const solid *a, const oro_border *b, bool fan) {
    const oro_mesh *m = a->surface;
    uint32_t *to = a->result->indices, low = m->vertex_count, middle = low + b->vertex_count;
    memcpy(to, m->indices, 3 * (size_t)m->triangle_count * sizeof *to);
    to += 3 * (size_t)m->triangle_count;
    for (uint32_t i = 0; i < b->edge_count; i++, to += 6) oro_border_wall(b, i, low, to);
    for (uint32_t i = 0; fan && i < b->edge_count; i++, to += 3)
        to[0] = middle, to[1] = low + b->below[b->edges[i][1]], to[2] = low + b->below[b->edges[i][0]];
    if (fan) return ORO_OK;
    uint32_t *under = oro_scratch(r, ((size_t)m->vertex_count + 1) * sizeof *under);
    if (!under) return ORO_NO_MEMORY;
    for (uint32_t v = 0; v < m->vertex_count; v++) under[v] = b->below[v] != UINT32_MAX ? low + b->below[v] : middle++;
    for (size_t t = 0; t < m->triangle_count; t++, to += 3)
        for (size_t k = 0; k < 3; k++) to[k] = under[m->indices[3 * t + 2 - k]];
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const solid *a = p;
    const oro_mesh *m = a->surface;
    oro_border b;
    box bounds = {0};
    bool one = false;
    if (m->triangle_count == 0)
        return oro_refuse(r, "surface", "a mesh without triangles has no border to hang walls from");
    oro_status status = find_box(r, m, &bounds);
    if (status == ORO_OK) status = oro_border_of(r, m, "surface", &b);
    if (status == ORO_OK && b.edge_count == 0) status = oro_refuse(r, "surface", "the mesh is closed already");
    if (status == ORO_OK && !is_one_line(&b, r, &one)) status = ORO_NO_MEMORY;
    if (status != ORO_OK) return status;
    if (!isnan(a->model_size) && bounds.high[0] <= bounds.low[0] && bounds.high[1] <= bounds.low[1])
        return oro_refuse(r, "model_size", "the surface has no extent that could become %g mm", (double)a->model_size);
    const double middle[2] = {((double)bounds.low[0] + (double)bounds.high[0]) / 2,
                              ((double)bounds.low[1] + (double)bounds.high[1]) / 2};
    bool fan = one && is_round(m, &b, middle);
    uint64_t vertices = (uint64_t)m->vertex_count + (fan ? b.vertex_count + 1 : m->vertex_count);
    uint64_t triangles =
        (uint64_t)m->triangle_count + 2 * (uint64_t)b.edge_count + (fan ? b.edge_count : m->triangle_count);
    if (vertices >= UINT32_MAX || triangles >= UINT32_MAX)
        return oro_refuse(r, "surface", "the body would have %llu triangles, and at most 4294967294 are possible",
                          (unsigned long long)triangles);
    *a->result = (oro_mesh){.vertex_count = (uint32_t)vertices, .triangle_count = (uint32_t)triangles};
    status = oro_mesh_alloc(r->ctx, a->result, m->colours ? ORO_MESH_COLOURS : 0);
    if (status != ORO_OK) return status;
    place(a, &b, &bounds, fan, middle);
    colour(a, &b, fan);
    status = join(r, a, &b, fan);
    return status == ORO_OK ? oro_step(r, 1) : status;
}

ORO_OPERATOR(
    solid, "Make a body of a terrain, for printing", .family = "mesh", .version = 1, .run = run,
    .words = "print watertight base walls plinth stl 3mf",
    .doc =
        "Puts walls along the border of a surface and a flat base below it. The body is closed: every edge belongs to "
        "two triangles, and all face outwards. With a model size it is given in millimetres, its lowest corner at 0, "
        "as "
        "slicing programs expect it. Colours of vertices are kept; normals, texture coordinates and traits are not.",
    .example = "--model-size 150 --exaggeration 1.5 tile.obj model.stl");
