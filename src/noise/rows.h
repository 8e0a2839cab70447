// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One octave of noise along the rows of a tile of ORO_TILE columns (run/loops.h).
//
// An octave whose lattice lies along the axes is separable, which is where the speed comes from: with the gradients of
// one LINE of lattice points, weighted along x by the bell w (fu counts from the point behind, gu = fu - 1),
//     along(x) = w(fu) gx_i fu + w(gu) gx_{i+1} gu    across(x) = w(fu) gy_i + w(gu) gy_{i+1},
// gradient noise between two lines is a sum of four products with weights that are constant along the row,
//     w(fv) along_j + w(fv) fv across_j + w(gv) along_{j+1} + w(gv) gv across_{j+1}.
// Lines are computed once (hashes included) and serve all rows between their neighbours; as they lie like bricks, even and
// odd lines have columns of their own. Value noise needs one plane a
// line. Cellular noise keeps, for the four lattice cells a column can see on a line, the metric of the x distance and
// the y of the point. Lattices that are turned, skewed (simplex) or warped go point by point, still in vectors.
//
// The inner loops read 8 to 16 bytes per sample and octave from the first-level cache (cellular: 128) and write 4.
#ifndef ORO_NOISE_ROWS_H
#define ORO_NOISE_ROWS_H

#include "cellular.cell.h"
#include "gradient.cell.h"
#include "lattice.h"
#include "run/loops.h"
#include "separable.cell.h"
#include "simplex.cell.h"
#include "value.cell.h"

#define ORO_PLANES 32 ///< most float planes the lattice lines of an octave keep

typedef enum oro_basis_kind { ORO_GRADIENT, ORO_SIMPLEX, ORO_VALUE, ORO_CELLULAR } oro_basis_kind;

typedef struct oro_basis {
    oro_basis_kind kind;
    int32_t metric, feature; ///< cellular
    float jitter;
} oro_basis;

/// What a tile knows of one octave: its columns, and the lattice lines computed last.
typedef struct oro_octave_tile {
    int32_t i[4][ORO_TILE];  ///< separable: lattice columns a sample sees, in the period; else [0], [1]: u and v, whole
    float part[2][ORO_TILE]; ///< separable: fraction, and columns from the first; else the fractions of u and v
    float fade[ORO_TILE], fade_slope[ORO_TILE]; ///< value
    float near[2][ORO_TILE],
        near_slope[2][ORO_TILE];                    ///< gradient: weight of the brick behind a sample, on even and odd
    float far[2][ORO_TILE], far_slope[2][ORO_TILE]; ///< lines, and of that ahead; i[0], i[1], part are of both, too
    double line_of[4];                              ///< which line each slot holds
    float plane[ORO_PLANES]
               [ORO_TILE]; ///< of the slots one after the other, packed so that octaves share the cache well
} oro_octave_tile;

/// Noise of a row, and its slopes along u and v where asked for.
typedef struct oro_noise_row {
    float value[ORO_TILE], du[ORO_TILE], dv[ORO_TILE];
} oro_noise_row;

/// Displacement of a row's samples in metres.
typedef struct oro_warp_row {
    float x[ORO_TILE], y[ORO_TILE];
} oro_warp_row;

static inline bool oro_is_separable(const oro_basis *b, const oro_lattice *l) {
    bool aligned = l->vx == 0.0 && l->uy == (b->kind == ORO_GRADIENT ? -0.5 * l->vy : 0.0);
    return aligned && b->kind != ORO_SIMPLEX && !(b->kind == ORO_CELLULAR && b->feature == ORO_CELL_VALUE);
}

// --- separable: columns and lines ------------------------------------------------------------------------------------

/// A whole lattice coordinate as an integer, in the period where there is one.
static inline int32_t oro_wrapped(double whole, int32_t period) {
    double w = period > 0 ? whole - floor(whole / period) * period : whole;
    return oro_split_of(w).whole;
}

/// The lattice columns that lie `ahead` of each sample's own (`steps` from the first sample's, which is `first`).
static inline void oro_columns_ahead(double first, int32_t ahead, int32_t period, const float *restrict steps,
                                     int32_t count, int32_t *restrict i) {
    uint32_t from = (uint32_t)oro_wrapped(first + ahead, period);
    for (int32_t x = 0; x < count; x++) i[x] = (int32_t)(from + (uint32_t)(int32_t)steps[x]);
    if (period > 0)
        for (int32_t x = 0; x < count; x++) i[x] -= oro_small_quotient(i[x], period) * period;
}

/// Columns of even lines (0) or odd ones (1) of gradient noise: sample x lies P - j/2 along line j, P = ux x + u0 + v0/2.
static inline void oro_brick_columns(const oro_lattice *l, const oro_axis *axis, int32_t x0, int32_t count, int32_t odd,
                                     oro_octave_tile *t) {
    const double ux = l->ux, p0 = l->u0 + 0.5 * l->v0 - 0.5 * odd, first = floor(oro_axis_at(axis, x0) * ux + p0);
    float steps[ORO_TILE], *restrict part = t->part[odd], *restrict near = t->near[odd], *restrict far = t->far[odd];
    float *restrict near_slope = t->near_slope[odd], *restrict far_slope = t->far_slope[odd];
    for (int32_t x = 0; x < count; x++) {
        double p = oro_axis_at(axis, x0 + x) * ux + p0, whole = floor(p);
        part[x] = (float)(p - whole);
        steps[x] = (float)(whole - first);
    }
    oro_columns_ahead(first, 0, l->period.a, steps, count, t->i[odd]);
    for (int32_t x = 0; x < count; x++) near[x] = oro_bell(part[x]), near_slope[x] = oro_bell_slope(part[x]);
    for (int32_t x = 0; x < count; x++) far[x] = oro_bell(part[x] - 1.0f);
    for (int32_t x = 0; x < count; x++) far_slope[x] = oro_bell_slope(part[x] - 1.0f);
}

static inline void oro_separable_columns(const oro_basis *b, const oro_lattice *l, const oro_axis *axis, int32_t x0,
                                         int32_t count, oro_octave_tile *t) {
    for (int32_t k = 0; k < 4; k++) t->line_of[k] = HUGE_VAL;
    if (b->kind == ORO_GRADIENT) {
        oro_brick_columns(l, axis, x0, count, 0, t);
        oro_brick_columns(l, axis, x0, count, 1, t);
        return;
    }
    const bool cellular = b->kind == ORO_CELLULAR;
    const double up = cellular ? 0.5 : 0.0, ux = l->ux, u0 = l->u0;
    const double first = floor(oro_axis_at(axis, x0) * ux + u0 + up);
    float *restrict part = t->part[0], *restrict steps = t->part[1], *restrict fade = t->fade;
    float *restrict fade_slope = t->fade_slope;
    for (int32_t x = 0; x < count; x++) {
        double u = oro_axis_at(axis, x0 + x) * ux + u0, whole = floor(u + up);
        part[x] = (float)(u - whole);
        steps[x] = (float)(whole - first);
    }
    for (int32_t x = 0; x < count; x++) fade[x] = oro_fade(part[x]);
    for (int32_t x = 0; x < count; x++) fade_slope[x] = oro_fade_slope(part[x]);
    for (int32_t k = 0; k < (cellular ? 4 : 2); k++)
        oro_columns_ahead(first, cellular ? k - 2 : k, l->period.a, steps, count, t->i[k]);
}

/// Line j of bricks: column x is i[x] + shift there, in the period where there is one.
static inline void oro_gradient_line(uint32_t line, int32_t shift, int32_t period, int32_t odd, int32_t count,
                                     const oro_octave_tile *t, bool slopes, float (*restrict plane)[ORO_TILE]) {
    const int32_t *restrict i = t->i[odd];
    const float *restrict part = t->part[odd], *restrict near = t->near[odd], *restrict far = t->far[odd];
    const float *restrict near_slope = t->near_slope[odd], *restrict far_slope = t->far_slope[odd];
    float *restrict along = plane[0], *restrict across = plane[1], *restrict along_u = plane[2];
    float *restrict across_u = plane[3];
    for (int32_t x = 0; x < count; x++) {
        int32_t k = oro_brick_behind(i[x], shift, period), next = oro_brick_ahead(k, period);
        oro_brick_column c = {part[x], near[x], far[x], near_slope[x], far_slope[x]};
        oro_brick_line at = oro_gradient_on_line(line, k, next, c);
        along[x] = at.along;
        across[x] = at.across;
        if (slopes) along_u[x] = at.along_u, across_u[x] = at.across_u;
    }
}

static inline void oro_value_line(uint32_t line, int32_t count, const oro_octave_tile *t,
                                  float (*restrict plane)[ORO_TILE]) {
    const int32_t *restrict i0 = t->i[0], *restrict i1 = t->i[1];
    const float *restrict fade = t->fade, *restrict steep = t->fade_slope;
    float *restrict along = plane[0], *restrict along_u = plane[1];
    for (int32_t x = 0; x < count; x++) {
        oro_vec2 v = oro_value_on_line(line, i0[x], i1[x], fade[x], steep[x]);
        along[x] = v.x;
        along_u[x] = v.y;
    }
}

static inline void oro_cellular_line(uint32_t line, const oro_basis *b, int32_t count, const oro_octave_tile *t,
                                     float (*restrict plane)[ORO_TILE]) {
    const float *restrict part = t->part[0];
    for (int32_t k = 0; k < 4; k++) {
        const int32_t *restrict i = t->i[k];
        float *restrict across = plane[2 * k], *restrict down = plane[2 * k + 1];
        bool squares = b->metric <= ORO_SQUARED;
        for (int32_t x = 0; x < count; x++) {
            oro_vec2 v = oro_cellular_on_line(line, i[x], k, part[x], b->jitter, squares);
            across[x] = v.x;
            down[x] = v.y;
        }
    }
}

/// The planes of line j, computed unless the tile still has them.
static inline float (*oro_line(const oro_basis *b, const oro_lattice *l, double j, int32_t count, bool slopes,
                               oro_octave_tile *t))[ORO_TILE] {
    double slots = b->kind == ORO_CELLULAR ? 4.0 : 2.0;
    int32_t slot = (int32_t)(j - slots * floor(j / slots));
    int32_t planes = b->kind == ORO_CELLULAR ? 8 : (slopes ? 4 : 2);
    float(*plane)[ORO_TILE] = t->plane + slot * planes;
    if (t->line_of[slot] == j) return plane;
    t->line_of[slot] = j;
    uint32_t line = oro_hash_line(l->seed, oro_wrapped(j, l->period.d));
    double turns = l->period.d > 0 ? floor(j / l->period.d) : 0.0; // skewed columns move with the period's second step
    int32_t shift = oro_wrapped(-floor(0.5 * j) - turns * l->period.b, l->period.a);
    if (b->kind == ORO_VALUE)
        oro_value_line(line, count, t, plane);
    else if (b->kind == ORO_CELLULAR)
        oro_cellular_line(line, b, count, t, plane);
    else if (slopes)
        oro_gradient_line(line, shift, l->period.a, slot, count, t, true, plane);
    else
        oro_gradient_line(line, shift, l->period.a, slot, count, t, false, plane);
    return plane;
}

// --- separable: rows -------------------------------------------------------------------------------------------------

static inline void oro_gradient_row(float (*p)[ORO_TILE], float (*q)[ORO_TILE], float f, int32_t count, bool slopes,
                                    oro_noise_row *restrict out) {
    const oro_weights level = oro_row_weights(f), steep = oro_row_slope_weights(f);
    const float *restrict p0 = p[0], *restrict p1 = p[1], *restrict q0 = q[0], *restrict q1 = q[1];
    if (!slopes) {
        for (int32_t x = 0; x < count; x++) out->value[x] = oro_weigh(level, p0[x], p1[x], q0[x], q1[x]);
        return;
    }
    const float *restrict p2 = p[2], *restrict p3 = p[3], *restrict q2 = q[2], *restrict q3 = q[3];
    for (int32_t x = 0; x < count; x++) {
        out->value[x] = oro_weigh(level, p0[x], p1[x], q0[x], q1[x]);
        float du = oro_weigh(level, p2[x], p3[x], q2[x], q3[x]);
        out->du[x] = du;
        out->dv[x] = oro_weigh(steep, p0[x], p1[x], q0[x], q1[x]) + 0.5f * du; // along the skewed axis
    }
}

static inline void oro_value_row(float (*p)[ORO_TILE], float (*q)[ORO_TILE], float f, int32_t count, bool slopes,
                                 oro_noise_row *out) {
    float v = oro_fade(f), s = oro_fade_slope(f);
    for (int32_t x = 0; x < count; x++) out->value[x] = oro_mix(p[0][x], q[0][x], v);
    if (!slopes) return;
    for (int32_t x = 0; x < count; x++) out->du[x] = oro_mix(p[1][x], q[1][x], v);
    for (int32_t x = 0; x < count; x++) out->dv[x] = s * (q[0][x] - p[0][x]);
}

/// Always inlined with constant metric and feature, so that the loop has no branches.
ORO_CELL void oro_cellular_loop(int32_t metric, int32_t feature, float (*const line[4])[ORO_TILE], float f,
                                int32_t count, float *restrict out) {
    for (int32_t x = 0; x < count; x++) {
        float near = 1.0e9f, next = 1.0e9f;
        ORO_UNROLL_16
        for (int32_t k = 0; k < 16; k++) {
            const float(*plane)[ORO_TILE] = (const float(*)[ORO_TILE])line[k >> 2];
            float dv = (float)((k >> 2) - 2) + plane[2 * (k & 3) + 1][x] - f;
            float d = oro_metric_join(metric, plane[2 * (k & 3)][x], oro_metric_part(metric, dv));
            if (feature != ORO_F1) next = oro_min(next, oro_max(near, d));
            near = oro_min(near, d);
        }
        out[x] = oro_cell_feature(metric, feature, near, next);
    }
}

/// Calls `loop` with every combination of metric and feature as constants; the names are those of the caller's
/// arguments.
#define ORO_FEATURE_CASES(loop, metric, ...)                                                                           \
    case (metric)*8 + ORO_F1: loop(metric, ORO_F1, __VA_ARGS__); break;                                                \
    case (metric)*8 + ORO_F2: loop(metric, ORO_F2, __VA_ARGS__); break;                                                \
    case (metric)*8 + ORO_F2_MINUS_F1: loop(metric, ORO_F2_MINUS_F1, __VA_ARGS__); break;                              \
    case (metric)*8 + ORO_F1_TIMES_F2:                                                                                 \
        loop(metric, ORO_F1_TIMES_F2, __VA_ARGS__);                                                                    \
        break;
#define ORO_CELLULAR_SWITCH(basis, loop, ...)                                                                          \
    switch ((basis)->metric * 8 + (basis)->feature) {                                                                  \
        ORO_FEATURE_CASES(loop, ORO_EUCLIDEAN, __VA_ARGS__)                                                            \
        ORO_FEATURE_CASES(loop, ORO_SQUARED, __VA_ARGS__)                                                              \
        ORO_FEATURE_CASES(loop, ORO_MANHATTAN, __VA_ARGS__)                                                            \
        ORO_FEATURE_CASES(loop, ORO_CHEBYSHEV, __VA_ARGS__)                                                            \
    }

static inline void oro_cellular_row(const oro_basis *b, float (*const line[4])[ORO_TILE], float f, int32_t count,
                                    float *out) {
    ORO_CELLULAR_SWITCH(b, oro_cellular_loop, line, f, count, out)
}

static inline void oro_separable_row(const oro_basis *b, const oro_lattice *l, double y, int32_t count, bool slopes,
                                     oro_octave_tile *t, oro_noise_row *out) {
    double v = y * l->vy + l->v0;
    if (b->kind == ORO_CELLULAR) {
        double corner = floor(v + 0.5);
        float(*line[4])[ORO_TILE];
        for (int32_t k = 0; k < 4; k++) line[k] = oro_line(b, l, corner - 2.0 + k, count, slopes, t);
        oro_cellular_row(b, line, (float)(v - corner), count, out->value);
        return;
    }
    double j = floor(v);
    float(*p)[ORO_TILE] = oro_line(b, l, j, count, slopes, t);
    float(*q)[ORO_TILE] = oro_line(b, l, j + 1.0, count, slopes, t);
    if (b->kind == ORO_VALUE)
        oro_value_row(p, q, (float)(v - j), count, slopes, out);
    else
        oro_gradient_row(p, q, (float)(v - j), count, slopes, out);
}

// --- point by point --------------------------------------------------------------------------------------------------

static inline void oro_general_columns(const oro_lattice *l, const oro_axis *axis, int32_t x0, int32_t count,
                                       oro_octave_tile *t) {
    for (int32_t x = 0; x < count; x++) {
        double wx = oro_axis_at(axis, x0 + x), u = wx * l->ux + l->u0, v = wx * l->vx + l->v0;
        oro_reduce_point(l->period, &u, &v);
        oro_split us = oro_split_of(u), vs = oro_split_of(v);
        t->i[0][x] = us.whole, t->part[0][x] = us.part;
        t->i[1][x] = vs.whole, t->part[1][x] = vs.part;
    }
}

/// What a row adds to the positions of its columns: the row's own lattice position, and the warp in lattice cells a
/// metre.
typedef struct oro_row_shift {
    oro_split u, v;
    float warp_ux, warp_uy, warp_vx, warp_vy;
} oro_row_shift;

/// A warp moves a sample by no more than this many lattice cells, so that whole numbers stay whole.
#define ORO_MOST_SHIFT 1.0e6f

/// A sample's place on the lattice.
typedef struct oro_place {
    int32_t i, j;
    float fu, fv;
} oro_place;

ORO_CELL oro_place oro_place_of(const oro_octave_tile *t, oro_row_shift s, const oro_warp_row *warp, int32_t x) {
    float shift_u = warp->x[x] * s.warp_ux + warp->y[x] * s.warp_uy;
    float shift_v = warp->x[x] * s.warp_vx + warp->y[x] * s.warp_vy;
    float fu = t->part[0][x] + s.u.part + oro_clamp(shift_u, -ORO_MOST_SHIFT, ORO_MOST_SHIFT);
    float fv = t->part[1][x] + s.v.part + oro_clamp(shift_v, -ORO_MOST_SHIFT, ORO_MOST_SHIFT);
    int32_t ku = oro_floor_int(fu), kv = oro_floor_int(fv);
    oro_place p;
    p.i = (int32_t)((uint32_t)t->i[0][x] + (uint32_t)s.u.whole + (uint32_t)ku);
    p.j = (int32_t)((uint32_t)t->i[1][x] + (uint32_t)s.v.whole + (uint32_t)kv);
    p.fu = fu - (float)ku;
    p.fv = fv - (float)kv;
    return p;
}

// Loops to be inlined with constants for what does not change along a row.
ORO_CELL void oro_smooth_loop(oro_basis_kind kind, uint32_t seed, oro_period p, oro_row_shift s,
                              const oro_octave_tile *t, const oro_warp_row *warp, int32_t count, bool slopes,
                              oro_noise_row *restrict out) {
    for (int32_t x = 0; x < count; x++) {
        oro_place a = oro_place_of(t, s, warp, x);
        oro_noise n = kind == ORO_SIMPLEX ? oro_simplex_noise(seed, p, a.i, a.j, a.fu, a.fv)
                      : kind == ORO_VALUE ? oro_value_noise(seed, p, a.i, a.j, a.fu, a.fv)
                                          : oro_gradient_noise(seed, p, a.i, a.j, a.fu, a.fv);
        out->value[x] = n.value;
        if (slopes) out->du[x] = n.du, out->dv[x] = n.dv;
    }
}

ORO_CELL void oro_nearest_loop(int32_t metric, uint32_t seed, oro_period p, oro_row_shift s, const oro_octave_tile *t,
                               const oro_warp_row *warp, float jitter, int32_t count, oro_noise_row *restrict out) {
    for (int32_t x = 0; x < count; x++) {
        oro_place a = oro_place_of(t, s, warp, x);
        oro_nearest n = oro_nearest_points(seed, p, a.i, a.j, a.fu, a.fv, metric, jitter);
        out->value[x] = n.value, out->du[x] = n.near, out->dv[x] = n.next;
    }
}

ORO_CELL void oro_feature_loop(int32_t metric, int32_t feature, const float *restrict near, const float *restrict next,
                               int32_t count, float *restrict out) {
    for (int32_t x = 0; x < count; x++) out[x] = oro_cell_feature(metric, feature, near[x], next[x]);
}

static inline void oro_general_cellular(const oro_basis *b, const oro_lattice *l, oro_row_shift s,
                                        const oro_octave_tile *t, const oro_warp_row *warp, int32_t count,
                                        oro_noise_row *out) {
    const oro_period none = {0, 0, 0}, p = l->period;
    const bool wraps = p.a > 0;
    const float jitter = b->jitter;
    if (b->metric <= ORO_SQUARED) {
        if (wraps)
            oro_nearest_loop(ORO_SQUARED, l->seed, p, s, t, warp, jitter, count, out);
        else
            oro_nearest_loop(ORO_SQUARED, l->seed, none, s, t, warp, jitter, count, out);
    } else if (b->metric == ORO_MANHATTAN) {
        if (wraps)
            oro_nearest_loop(ORO_MANHATTAN, l->seed, p, s, t, warp, jitter, count, out);
        else
            oro_nearest_loop(ORO_MANHATTAN, l->seed, none, s, t, warp, jitter, count, out);
    } else {
        if (wraps)
            oro_nearest_loop(ORO_CHEBYSHEV, l->seed, p, s, t, warp, jitter, count, out);
        else
            oro_nearest_loop(ORO_CHEBYSHEV, l->seed, none, s, t, warp, jitter, count, out);
    }
    ORO_CELLULAR_SWITCH(b, oro_feature_loop, out->du, out->dv, count, out->value)
}

/// The smooth bases; maps that wrap are rarer and share one loop each.
static inline void oro_general_smooth(const oro_basis *b, const oro_lattice *l, oro_row_shift s,
                                      const oro_octave_tile *t, const oro_warp_row *warp, int32_t count, bool slopes,
                                      oro_noise_row *out) {
    const oro_period none = {0, 0, 0}, p = l->period;
    const bool wraps = p.a > 0;
    if (b->kind == ORO_GRADIENT) {
        if (wraps)
            oro_smooth_loop(ORO_GRADIENT, l->seed, p, s, t, warp, count, true, out);
        else if (slopes)
            oro_smooth_loop(ORO_GRADIENT, l->seed, none, s, t, warp, count, true, out);
        else
            oro_smooth_loop(ORO_GRADIENT, l->seed, none, s, t, warp, count, false, out);
    } else if (b->kind == ORO_SIMPLEX) {
        if (wraps)
            oro_smooth_loop(ORO_SIMPLEX, l->seed, p, s, t, warp, count, true, out);
        else if (slopes)
            oro_smooth_loop(ORO_SIMPLEX, l->seed, none, s, t, warp, count, true, out);
        else
            oro_smooth_loop(ORO_SIMPLEX, l->seed, none, s, t, warp, count, false, out);
    } else {
        if (wraps)
            oro_smooth_loop(ORO_VALUE, l->seed, p, s, t, warp, count, true, out);
        else
            oro_smooth_loop(ORO_VALUE, l->seed, none, s, t, warp, count, true, out);
    }
}

static inline void oro_general_row(const oro_basis *b, const oro_lattice *l, double y, const oro_warp_row *warp,
                                   int32_t count, bool slopes, const oro_octave_tile *t, oro_noise_row *out) {
    double u = y * l->uy, v = y * l->vy;
    oro_reduce_point(l->period, &u, &v);
    oro_row_shift s = {oro_split_of(u), oro_split_of(v), (float)l->ux, (float)l->uy, (float)l->vx, (float)l->vy};
    if (b->kind == ORO_CELLULAR)
        oro_general_cellular(b, l, s, t, warp, count, out);
    else
        oro_general_smooth(b, l, s, t, warp, count, slopes, out);
}

/// One point of any basis.
static inline oro_noise oro_basis_point(const oro_basis *b, uint32_t seed, oro_period p, int32_t i, int32_t j, float fu,
                                        float fv) {
    if (b->kind == ORO_SIMPLEX) return oro_simplex_noise(seed, p, i, j, fu, fv);
    if (b->kind == ORO_VALUE) return oro_value_noise(seed, p, i, j, fu, fv);
    if (b->kind == ORO_CELLULAR) return oro_cellular_noise(seed, p, i, j, fu, fv, b->metric, b->feature, b->jitter);
    return oro_gradient_noise(seed, p, i, j, fu, fv);
}

// --- either ----------------------------------------------------------------------------------------------------------

/// Prepares the columns [x0, x0+count) of an octave. `warped` says that rows will come with a displacement.
static inline void oro_octave_columns(const oro_basis *b, const oro_lattice *l, const oro_axis *axis, int32_t x0,
                                      int32_t count, bool warped, oro_octave_tile *t) {
    if (!warped && oro_is_separable(b, l))
        oro_separable_columns(b, l, axis, x0, count, t);
    else
        oro_general_columns(l, axis, x0, count, t);
}

/// The octave along the row at world y. `warp` is read only where the columns were prepared as warped or cannot be
/// separable; it must point to zeros where there is no displacement.
static inline void oro_octave_row(const oro_basis *b, const oro_lattice *l, double y, const oro_warp_row *warp,
                                  bool warped, int32_t count, bool slopes, oro_octave_tile *t, oro_noise_row *out) {
    if (!warped && oro_is_separable(b, l))
        oro_separable_row(b, l, y, count, slopes, t, out);
    else
        oro_general_row(b, l, y, warp, count, slopes, t, out);
}

#endif
