// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons drawn in a few lines, for tests and measurements of what is made from them: curves by control points with the angles of both sides, and
// the scenes of Becher's figures in a box of 64 x 64 x 32 m. Written apart from the operator that draws ribbons.
//
// Scenes are in x, UP, y here, a right-handed system in which left = up x T; swapped into x, y, up at the end.
#ifndef ORO_TESTS_DRAWN_RIBBONS_H
#define ORO_TESTS_DRAWN_RIBBONS_H

#include "orogen/operator.h"
#include "orogen/ribbons.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN_POINTS = 16, DRAWN_CURVES = 16, DRAWN_SAMPLES = 1024 };

typedef struct drawn_curve {
    int points, constraints;
    double at[DRAWN_POINTS][3], ups[DRAWN_POINTS][3]; ///< ups: used if `many_ups`
    double angle[8][3];                               ///< t, left, right in degrees
    double left, right;                               ///< widths
    double up[3], edge;
    bool closed, minimal, many_ups, guidance;
} drawn_curve;

typedef struct drawn_scene {
    int count;
    drawn_curve curves[DRAWN_CURVES];
} drawn_scene;

// --- vectors --------------------------------------------------------------------------------------------------------------------

static inline double drawn_dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline void drawn_cross(const double *a, const double *b, double *out) {
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}
static inline void drawn_unit(double *a) {
    double size = sqrt(drawn_dot(a, a));
    for (int k = 0; k < 3; k++) a[k] /= size > 0 ? size : 1;
}
static inline void drawn_off(double *a, const double *along) {
    double d = drawn_dot(a, along);
    for (int k = 0; k < 3; k++) a[k] -= d * along[k];
    drawn_unit(a);
}

// --- curves -----------------------------------------------------------------------------------------------------------------------

/// Cubic B-spline of some points at t, by de Boor: clamped, or periodic if closed. Few points: a lower degree.
static inline void drawn_at(const drawn_curve *c, const double (*p)[3], double t, double *out) {
    int n = c->closed ? c->points + 3 : c->points, degree = n < 4 ? n - 1 : 3, spans = n - degree;
    double u = t * spans, d[4][3];
    int s = (int)u < spans ? (int)u : spans - 1;
    for (int i = 0; i <= degree; i++) memcpy(d[i], p[(s + i) % c->points], sizeof d[i]);
    for (int r = 1; r <= degree; r++)
        for (int i = degree; i >= r; i--) {
            double low = s - degree + i, high = s + i - r + 1;
            if (!c->closed) low = low < 0 ? 0 : low, high = high > spans ? spans : high;
            double a = (u - low) / (high - low);
            for (int k = 0; k < 3; k++) d[i][k] = (1 - a) * d[i - 1][k] + a * d[i][k];
        }
    memcpy(out, d[degree], sizeof d[degree]);
}

static inline void drawn_angles(const drawn_curve *c, double t, double *left, double *right) {
    int i = 0;
    while (i + 2 < c->constraints && t > c->angle[i + 1][0]) i++;
    const double *a = c->angle[i], *b = c->angle[i + 1];
    double s = (t - a[0]) / (b[0] - a[0]), turn = 3.14159265358979323846 / 180;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    *left = turn * (a[1] + s * (b[1] - a[1]));
    *right = turn * (a[2] + s * (b[2] - a[2]));
}

typedef struct drawn_sample {
    double at[3], along[3], up[3], b[2][3], n[2][3];
} drawn_sample;

static inline int drawn_trace(const drawn_curve *c, double spacing, drawn_sample *out) {
    double length = 0, a[3], b[3];
    drawn_at(c, c->at, 0, a);
    for (int i = 1; i <= 200; i++) {
        drawn_at(c, c->at, i / 200.0, b);
        double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        length += sqrt(drawn_dot(d, d));
        memcpy(a, b, sizeof a);
    }
    int count = (int)ceil(length / spacing);
    count = count < 4 ? 4 : count > DRAWN_SAMPLES - 1 ? DRAWN_SAMPLES - 1 : count;
    for (int i = 0; i <= count; i++) {
        drawn_sample *s = &out[i];
        double t = (double)i / count, e = 1e-4, from[3], to[3];
        drawn_at(c, c->at, t, s->at);
        double t0 = t - e, t1 = t + e;
        if (c->closed)
            t0 = t0 < 0 ? t0 + 1 : t0, t1 = t1 > 1 ? t1 - 1 : t1;
        else
            t0 = t0 < 0 ? 0 : t0, t1 = t1 > 1 ? 1 : t1;
        drawn_at(c, c->at, t0, from);
        drawn_at(c, c->at, t1, to);
        for (int k = 0; k < 3; k++) s->along[k] = to[k] - from[k];
        drawn_unit(s->along);
        if (c->many_ups)
            drawn_at(c, c->ups, t, s->up);
        else
            memcpy(s->up, c->minimal && i > 0 ? out[i - 1].up : c->up, sizeof s->up);
        drawn_off(s->up, s->along); // for planar curves and short steps as good as minimal rotation
        double left[3], angle[2];
        drawn_cross(s->up, s->along, left);
        drawn_angles(c, t, &angle[0], &angle[1]);
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 3; k++)
                s->b[side][k] = (side ? -1 : 1) * cos(angle[side]) * left[k] + sin(angle[side]) * s->up[k];
            if (side == 0)
                drawn_cross(s->along, s->b[0], s->n[0]);
            else
                drawn_cross(s->b[1], s->along, s->n[1]);
        }
    }
    return count;
}

/// Adds a triangle, turned so that its normal (c - a) x (b - a) looks into the air.
static inline void drawn_triangle(oro_ribbons *r, const uint32_t v[3], const bool inside[3], const bool spine[3],
                                  const double *air, uint32_t owner) {
    const float *p[3];
    for (int k = 0; k < 3; k++) p[k] = r->positions + 3 * (size_t)v[k];
    double e[3], f[3], n[3];
    for (int k = 0; k < 3; k++) e[k] = (double)p[2][k] - (double)p[0][k], f[k] = (double)p[1][k] - (double)p[0][k];
    drawn_cross(e, f, n);
    bool turn = drawn_dot(n, air) < 0;
    uint32_t t = r->triangle_count++, bits = 0;
    for (int k = 0; k < 3; k++) {
        r->triangles[3 * (size_t)t + (size_t)k] = v[turn ? 2 - k : k];
        int edge = turn ? (4 - k) % 3 : k; // reversed: edge k runs from corner 2 - k to 1 - k
        bits |= (inside[edge] ? 1U : 0U) << k | (spine[edge] ? 8U : 0U) << k;
    }
    r->owners[t] = owner;
    r->edges[t] = bits;
}

static inline void drawn_vertex(oro_ribbons *r, const double *at, const double *n, const double *b, double edge) {
    static const int swapped[3] = {0, 2, 1};
    size_t v = r->vertex_count++;
    for (size_t k = 0; k < 3; k++) {
        r->positions[3 * v + k] = (float)at[swapped[k]];
        r->normals[3 * v + k] = (float)n[swapped[k]];
        r->bitangents[3 * v + k] = (float)b[swapped[k]];
    }
    for (size_t k = 0; k < ORO_TRAIT_COUNT; k++)
        r->traits[ORO_TRAIT_COUNT * v + k] = k == ORO_TRAIT_EDGE ? (float)edge : 0.25f;
}

static inline void drawn_add(oro_ribbons *r, const drawn_curve *c, double spacing, uint32_t owner) {
    static drawn_sample samples[DRAWN_SAMPLES];
    int count = drawn_trace(c, spacing, samples);
    uint32_t first = r->vertex_count;
    for (int i = 0; i <= count; i++) { // right, spine, left
        const drawn_sample *s = &samples[i];
        double out[2][3], mean[3], across[3];
        for (int k = 0; k < 3; k++) {
            out[0][k] = s->at[k] + c->left * s->b[0][k];
            out[1][k] = s->at[k] + c->right * s->b[1][k];
            mean[k] = s->n[0][k] + s->n[1][k];
            across[k] = s->b[0][k] - s->b[1][k];
        }
        drawn_unit(mean);
        drawn_unit(across);
        drawn_vertex(r, out[1], s->n[1], s->b[1], c->edge);
        drawn_vertex(r, s->at, mean, across, c->edge);
        drawn_vertex(r, out[0], s->n[0], s->b[0], c->edge);
    }
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            bool wraps = c->closed && i == count - 1;
            uint32_t a = first + 3 * (uint32_t)i + 1, b = wraps ? first + 1 : a + 3;
            uint32_t p = side ? a - 1 : a + 1, q = side ? b - 1 : b + 1;
            const double *n = samples[i].n[side], air[3] = {n[0], n[2], n[1]};
            bool starts = !c->closed && i == 0, ends = !c->closed && i == count - 1;
            drawn_triangle(r, (uint32_t[]){a, b, p}, (bool[]){true, true, !starts}, (bool[]){true, false, false}, air,
                           owner);
            drawn_triangle(r, (uint32_t[]){b, q, p}, (bool[]){!ends, false, true}, (bool[]){false, false, false}, air,
                           owner);
        }
    r->roles[owner] = c->guidance ? 0 : ORO_ROLE_SEED;
}

/// The ribbons of a scene, samples `spacing` metres apart. Free with oro_ribbons_free().
static inline oro_ribbons drawn_ribbons(oro_context *context, const drawn_scene *s, double spacing) {
    uint32_t most = (uint32_t)s->count * DRAWN_SAMPLES;
    oro_ribbons r = {.curve_count = (uint32_t)s->count, .vertex_count = 3 * most, .triangle_count = 4 * most};
    if (oro_ribbons_alloc(context, &r) != ORO_OK) abort();
    r.vertex_count = r.triangle_count = 0;
    for (int i = 0; i < s->count; i++) drawn_add(&r, &s->curves[i], spacing, (uint32_t)i);
    return r;
}

// --- scenes -----------------------------------------------------------------------------------------------------------------------

/// A curve through a list of x, up, y, the same angles all along.
static inline drawn_curve *drawn_line(drawn_scene *s, int points, const double *at, double left, double right,
                                      double width, double edge) {
    drawn_curve *c = &s->curves[s->count++];
    *c = (drawn_curve){.points = points,
                       .constraints = 2,
                       .angle = {{0, left, right}, {1, left, right}},
                       .left = width,
                       .right = width,
                       .up = {0, 1, 0},
                       .edge = edge};
    memcpy(c->at, at, (size_t)points * 3 * sizeof *at);
    return c;
}
#define DRAWN_LINE(scene, left, right, width, edge, ...)                                                               \
    drawn_line(scene, (int)(sizeof((double[]){__VA_ARGS__}) / (3 * sizeof(double))), (double[]){__VA_ARGS__}, left,    \
               right, width, edge)

/// A closed curve of eight points around a centre, from axis a to axis b.
static inline drawn_curve *drawn_ring(drawn_scene *s, double x, double up, double y, double r, int a, int b) {
    double at[8][3];
    for (int i = 0; i < 8; i++) {
        double centre[3] = {x, up, y}, angle = i * 3.14159265358979323846 / 4;
        memcpy(at[i], centre, sizeof centre);
        at[i][a] += r * cos(angle);
        at[i][b] += r * sin(angle);
    }
    drawn_curve *c = drawn_line(s, 8, &at[0][0], 0, 0, 3, 0.25);
    c->closed = true;
    return c;
}

static inline void drawn_mouth(drawn_scene *s, double x, double up, double y, double r, double out, double in) {
    drawn_curve *c = drawn_ring(s, x, up, y, r, 0, 1);
    const double towards[3] = {0, 0, 1};
    memcpy(c->up, towards, sizeof towards);
    c->angle[0][1] = c->angle[1][1] = -90;
    c->left = in;
    c->right = out;
}

/// Four curves around a path, each with its up towards it.
static inline void drawn_tube(drawn_scene *s, int points, const double *path, double r, double width) {
    for (int k = 0; k < 4; k++) {
        drawn_curve *c = drawn_line(s, points, path, 22, 22, width, 0.25);
        c->many_ups = true;
        for (int i = 0; i < points; i++) {
            const double *a = path + 3 * (i > 0 ? i - 1 : 0), *b = path + 3 * (i + 1 < points ? i + 1 : i);
            double side[3] = {b[2] - a[2], 0, a[0] - b[0]}; // across the way, level
            const double up[3] = {0, 1, 0};
            drawn_unit(side);
            for (int m = 0; m < 3; m++) {
                double way = (k & 1 ? up[m] : side[m]) * (k & 2 ? -1 : 1);
                c->at[i][m] += r * way;
                c->ups[i][m] = -way;
            }
        }
    }
}
#define DRAWN_TUBE(scene, r, width, ...)                                                                               \
    drawn_tube(scene, (int)(sizeof((double[]){__VA_ARGS__}) / (3 * sizeof(double))), (double[]){__VA_ARGS__}, r, width)

static inline void draw_cliff(drawn_scene *s) {
    DRAWN_LINE(s, 0, -87, 8, 0.1, -3, 20, 30, 18, 20, 35, 46, 20, 25, 67, 20, 30);
}

static inline void draw_overhang(drawn_scene *s) {
    DRAWN_LINE(s, 0, -110, 6, 0.1, -3, 22, 30, 18, 22, 35, 46, 22, 25, 67, 22, 30);
    DRAWN_LINE(s, 110, 0, 6, 0.1, -3, 7, 24.5, 18, 7, 29.5, 46, 7, 19.5, 67, 7, 24.5);
}

static inline void draw_ridge(drawn_scene *s) {
    DRAWN_LINE(s, -45, -45, 3, 0.25, -3, 20, 32, 18, 22, 36, 46, 18, 28, 67, 20, 32);
    DRAWN_LINE(s, 0, 35, 3, 0.25, -3, 5, 10, 67, 5, 10);
    DRAWN_LINE(s, 35, 0, 3, 0.25, -3, 5, 54, 67, 5, 54);
}

static inline void draw_hill(drawn_scene *s) {
    drawn_curve *c = drawn_ring(s, 32, 5, 32, 20, 0, 2);
    c->angle[0][2] = c->angle[1][2] = 50;
    c->left = c->right = 4;
    c->edge = 0.35;
}

static inline void draw_arch(drawn_scene *s) {
    static const double first[8][3] = {{0, 0, 0},        {0.2, 0, 0},      {0.24, -30, -30}, {0.32, -50, -50},
                                       {0.68, -50, -50}, {0.76, -30, -30}, {0.8, 0, 0},      {1, 0, 0}};
    static const double second[6][3] = {{0, 0, 0},        {0.1, -20, -20}, {0.25, -50, -50},
                                        {0.75, -50, -50}, {0.9, -20, -20}, {1, 0, 0}};
    drawn_curve *c = DRAWN_LINE(s, 0, 0, 3, 0.25, -3, 5, 32, 6, 5, 32, 12, 5, 32, 14, 17, 32, 20, 29, 32, 44, 29, 32,
                                50, 17, 32, 52, 5, 32, 58, 5, 32, 67, 5, 32);
    memcpy(c->angle, first, sizeof first);
    c->constraints = 8;
    c->minimal = true;
    c = DRAWN_LINE(s, 0, 0, 3, 0.25, 28, 5, 32, 24, 6, 32, 22, 14, 32, 27, 20, 32, 37, 20, 32, 42, 14, 32, 40, 6, 32,
                   36, 5, 32);
    memcpy(c->angle, second, sizeof second);
    c->constraints = 6;
    c->minimal = true;
    DRAWN_LINE(s, 0, 0, 3, 0.25, 32, 5, -3, 32, 5, 67);
}

static inline void draw_tunnel(drawn_scene *s) {
    drawn_mouth(s, 32, 14, 48, 6.1, 6, 2.5);
    DRAWN_TUBE(s, 5.5, 2.5, 32, 14, 45.5, 32, 14, 36, 32, 14, 24, 26, 14, 14, 14, 14, 8, -4, 14, 8);
}

static inline void draw_u_tunnel(drawn_scene *s) {
    drawn_curve *c = DRAWN_LINE(s, 0, -90, 8, 0.25, -3, 27, 47, 67, 27, 47);
    c->right = 4;
    c = DRAWN_LINE(s, 90, 0, 8, 0.25, -3, 3, 47, 67, 3, 47);
    c->left = 1.5;
    drawn_mouth(s, 16, 12, 47, 6.1, 4, 2.5);
    drawn_mouth(s, 48, 12, 47, 6.1, 4, 2.5);
    DRAWN_TUBE(s, 5.5, 2.5, 16, 12, 44.5, 16, 12, 34, 16, 12, 22, 24, 12, 12, 40, 12, 12, 48, 12, 22, 48, 12, 34, 48,
               12, 44.5);
}

static inline void draw_branch(drawn_scene *s) {
    drawn_mouth(s, 32, 14, 48, 6.1, 6, 2.5);
    for (int high = 0; high < 2; high++) {
        double y = high ? 19.5 : 8.5;
        drawn_curve *a = DRAWN_LINE(s, 22, 22, 2.5, 0.25, 32, y, 45.5, 32, y, 36, 30, y, 26, 20, y, 12, 14, y, -4);
        drawn_curve *b = DRAWN_LINE(s, 22, 22, 2.5, 0.25, 33, y, 31, 35, y, 24, 44, y, 12, 50, y, -4);
        if (high) a->up[1] = b->up[1] = -1;
    }
    for (int side = 0; side < 2; side++) {
        double m = side ? -1 : 1, o = side ? 64 : 0;
        drawn_curve *c = DRAWN_LINE(s, 22, 22, 2.5, 0.25, o + m * 26.5, 14, 45.5, o + m * 26.5, 14, 36, o + m * 24, 14,
                                    26, o + m * 14.5, 14, 12, o + m * 8.5, 14, -4);
        const double up[3] = {m, 0, 0};
        memcpy(c->up, up, sizeof up);
    }
    drawn_curve *c = DRAWN_LINE(s, 22, 22, 2.5, 0.25, 19.5, 14, -4, 25, 14, 11, 29, 14, 19, 32, 14, 23, 35, 14, 19, 39,
                                14, 11, 44.5, 14, -4);
    const double up[3] = {-1, 0, 0};
    memcpy(c->up, up, sizeof up);
    c->minimal = true;
}

#endif
