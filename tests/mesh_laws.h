// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every mesh of a map has to obey, looked at from outside: it knows positions and triangles, and draws them anew by
// barycentric coordinates at every sample.
#ifndef ORO_TESTS_MESH_LAWS_H
#define ORO_TESTS_MESH_LAWS_H

#include "call.h"
#include "orogen/mesh.h"

static inline void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

/// A mesh of a map in one go: pairs of name and text, ending with NULL.
static inline oro_mesh meshed(const char *op, const oro_grid *map, ...) {
    call c = begin(op);
    oro_mesh out = {0};
    double largest, mean;
    const char *name;
    va_list list;
    va_start(list, map);
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire(&c, "height", (oro_grid *)map);
    wire_data(&c, "result", &out);
    if (oro_arg_find(&c.op->record, "mean_error")) {
        wire_data(&c, "largest_error", &largest);
        wire_data(&c, "mean_error", &mean);
    }
    run(&c);
    return out;
}

static inline void drop_mesh(oro_mesh *m) { oro_mesh_free(ctx, m); }

/// A directed edge, for sorting.
typedef struct edge {
    uint32_t from, to;
} edge;

static inline int by_ends(const void *a, const void *b) {
    const edge *e = a, *f = b;
    return e->from != f->from ? (e->from < f->from ? -1 : 1) : e->to != f->to ? (e->to < f->to ? -1 : 1) : 0;
}

/// Every edge at most once in each direction. Returns those without a partner, which the caller frees.
static inline edge *lonely_edges(const oro_mesh *m, size_t *lonely) {
    size_t count = 3 * (size_t)m->triangle_count;
    edge *all = malloc((count + 1) * sizeof *all), *alone = malloc((count + 1) * sizeof *alone);
    for (size_t e = 0; e < count; e++) {
        assert_true(m->indices[e] < m->vertex_count);
        all[e] = (edge){m->indices[e], m->indices[e % 3 == 2 ? e - 2 : e + 1]};
        assert_true(all[e].from != all[e].to);
    }
    qsort(all, count, sizeof *all, by_ends);
    *lonely = 0;
    for (size_t e = 0; e < count; e++) {
        if (e > 0 && by_ends(&all[e], &all[e - 1]) == 0) fail_msg("edge %u %u twice", all[e].from, all[e].to);
        edge back = {all[e].to, all[e].from};
        if (!bsearch(&back, all, count, sizeof *all, by_ends)) alone[(*lonely)++] = all[e];
    }
    free(all);
    return alone;
}

/// Errors at samples, as found here.
typedef struct mesh_errors {
    double largest, mean;
} mesh_errors;

static inline double twice_area(const double p[3][2]) {
    return (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
}

/// The corners of triangle t: columns of the map, rows counted to the north, heights.
static inline void corners_of(const oro_mesh *m, const oro_grid *map, size_t t, double p[3][2], double z[3]) {
    for (int k = 0; k < 3; k++) {
        const float *at_ = m->positions + 3 * (size_t)m->indices[3 * t + (size_t)k];
        p[k][0] = ((double)at_[0] - map->origin_x) / map->cell;
        p[k][1] = ((double)at_[1] + map->origin_y) / map->cell;
        z[k] = (double)at_[2];
        for (int i = 0; i < 2; i++)
            if (fabs(p[k][i] - nearbyint(p[k][i])) < 1e-3) p[k][i] = nearbyint(p[k][i]); // positions are floats
    }
}

/// Draws the mesh at the map's samples between columns x0..x1 and rows y0..y1 and compares. Each must be covered.
static inline mesh_errors compare_with(const oro_mesh *m, const oro_grid *map, int32_t x0, int32_t x1, int32_t y0,
                                       int32_t y1) {
    size_t wide = (size_t)(x1 - x0 + 1), high = (size_t)(y1 - y0 + 1);
    double *drawn = malloc(wide * high * sizeof *drawn), area = 0;
    for (size_t i = 0; i < wide * high; i++) drawn[i] = NAN;
    for (size_t t = 0; t < m->triangle_count; t++) {
        double p[3][2], z[3];
        corners_of(m, map, t, p, z);
        double whole = twice_area(p);
        if (!(whole > 1e-6))
            fail_msg("triangle %zu has twice the area %g: no sliver, and counter-clockwise from above", t, whole);
        area += whole / 2;
        double low[2] = {INFINITY, INFINITY}, high_[2] = {-INFINITY, -INFINITY};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 2; i++) low[i] = fmin(low[i], p[k][i]), high_[i] = fmax(high_[i], p[k][i]);
        for (double y = ceil(low[1]); y <= high_[1]; y++)
            for (double x = ceil(low[0]); x <= high_[0]; x++) {
                double w[3];
                for (int k = 0; k < 3; k++) {
                    double q[3][2] = {
                        {x, y}, {p[(k + 1) % 3][0], p[(k + 1) % 3][1]}, {p[(k + 2) % 3][0], p[(k + 2) % 3][1]}};
                    w[k] = twice_area((const double(*)[2])q) / whole;
                }
                if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
                size_t column = (size_t)((int32_t)x - x0), row = (size_t)(-(int32_t)y - y0);
                assert_true(column < wide && row < high);
                drawn[row * wide + column] = w[0] * z[0] + w[1] * z[1] + w[2] * z[2];
            }
    }
    assert_near(area, (double)(wide - 1) * (double)(high - 1), 1e-6 * (double)(wide * high));
    mesh_errors e = {0};
    for (size_t i = 0; i < wide * high; i++) {
        if (isnan(drawn[i])) fail_msg("sample %zu %zu is not covered", i % wide, i / wide);
        int32_t x = x0 + (int32_t)(i % wide), y = y0 + (int32_t)(i / wide); // a map that wraps begins again
        double miss = fabs(drawn[i] - (double)at(map, x % map->width, y % map->height));
        e.largest = fmax(e.largest, miss);
        e.mean += miss / (double)(wide * high);
    }
    free(drawn);
    return e;
}

/// What lies on the rim of a rectangle of samples: edges without a partner are there and nowhere else, so there is no T-joint.
static inline void expect_rim(const oro_mesh *m, const oro_grid *map, int32_t x0, int32_t x1, int32_t y0, int32_t y1) {
    size_t count;
    edge *rim = lonely_edges(m, &count);
    double length = 0;
    for (size_t i = 0; i < count; i++) {
        const float *a = m->positions + 3 * (size_t)rim[i].from, *b = m->positions + 3 * (size_t)rim[i].to;
        double x[2] = {(double)a[0], (double)b[0]}, y[2] = {-(double)a[1], -(double)b[1]};
        const double west = (double)(float)oro_world_x(map, x0), east = (double)(float)oro_world_x(map, x1);
        const double north = (double)(float)oro_world_y(map, y0), south = (double)(float)oro_world_y(map, y1);
        bool upright = x[0] == x[1] && (x[0] == west || x[0] == east);
        bool level = y[0] == y[1] && (y[0] == north || y[0] == south);
        if (!upright && !level)
            fail_msg("the edge from %g %g to %g %g is open and not on the rim", x[0], y[0], x[1], y[1]);
        length += fabs(x[1] - x[0]) + fabs(y[1] - y[0]);
    }
    free(rim);
    assert_near(length, 2 * map->cell * (x1 - x0 + y1 - y0), 1e-3 * map->cell * (x1 - x0 + y1 - y0));
}

/// All laws of a mesh over a whole map; returns its errors.
static inline mesh_errors obeys_the_laws(const oro_mesh *m, const oro_grid *map) {
    int32_t right = map->wrap ? map->width : map->width - 1, bottom = map->wrap ? map->height : map->height - 1;
    expect_rim(m, map, 0, right, 0, bottom);
    for (size_t v = 0; m->normals && v < m->vertex_count; v++) {
        const float *n = m->normals + 3 * v;
        assert_true(n[2] > 0);
        assert_near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-5);
    }
    return compare_with(m, map, 0, right, 0, bottom);
}

static inline bool same_mesh(const oro_mesh *a, const oro_mesh *b) {
    size_t n = a->vertex_count;
    return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
           !memcmp(a->positions, b->positions, n * 12) && !a->normals == !b->normals && !a->uvs == !b->uvs &&
           (!a->normals || !memcmp(a->normals, b->normals, n * 12)) && (!a->uvs || !memcmp(a->uvs, b->uvs, n * 8)) &&
           !memcmp(a->indices, b->indices, (size_t)a->triangle_count * 12);
}

#endif
