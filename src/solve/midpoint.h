// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Midpoint displacement (the diamond-square algorithm) on a lattice that belongs to the world. Level 0 is a lattice of random
// values `scale` metres apart; every level halves the spacing. A point between four known ones gets their mean and a random
// offset, first the middles of the squares, then the middles of their sides. The offset of a point comes from a hash of its
// level and place, so a finer map keeps every coarser point and a moved map shows the same land. A level is kept as a window
// around the map with a margin, which makes wrapping a matter of the hash alone. Writes 4 bytes per sample and level, 5.3 in all.
#ifndef ORO_SOLVE_MIDPOINT_H
#define ORO_SOLVE_MIDPOINT_H

#include "core/math.cell.h"
#include "noise/lattice.h"
#include "run/loops.h"

typedef struct oro_midpoint {
    double scale;      ///< metres between points of level 0
    float first;       ///< how far the points of level 1 are displaced, the range of level 0 being 1
    float persistence; ///< how much smaller the offsets of each level are
    bool gaussian;     ///< offsets with a normal distribution of the same deviation instead of a uniform one
    bool smoothed;     ///< offsets are multiplied with the height: low ground stays smooth
    uint32_t seed;
} oro_midpoint;

/// One level: the lattice points [x, x + map.width) x [y, y + map.height).
typedef struct oro_midpoint_window {
    oro_grid map;
    int64_t x, y;
    int32_t period_x, period_y; ///< points before the lattice repeats; 0: never
    int32_t *hashed;            ///< for every column the number that is hashed
} oro_midpoint_window;

typedef struct oro_midpoint_job {
    const oro_midpoint *how;
    const oro_midpoint_window *coarse, *fine;
    float amplitude;
    uint32_t seed;
} oro_midpoint_job;

static inline int64_t oro_midpoint_half(int64_t i) { return i >= 0 ? i / 2 : -((1 - i) / 2); }

static inline int32_t oro_midpoint_fold(int64_t i, int32_t period) {
    if (period <= 0) return (int32_t)(uint32_t)(uint64_t)i;
    int64_t r = i % period;
    return (int32_t)(r < 0 ? r + period : r);
}

/// A random offset around 0 for a hash: in [-1/2, 1/2), or normally distributed with the same deviation, 1/sqrt(12).
static inline float oro_midpoint_offset(uint32_t hash, bool gaussian) {
    if (!gaussian) return oro_unit(hash) - 0.5f;
    float u = oro_max(oro_unit(hash), 1.0f / 33554432.0f), v = oro_unit(oro_mix32(hash + 0x632be5abU));
    return 0.28867513f * oro_sqrt(-2.0f * oro_log(u)) * oro_cos(6.2831853f * v);
}

static inline float oro_midpoint_moved(const oro_midpoint_job *j, float mean, uint32_t line, int32_t column) {
    float offset = j->amplitude * oro_midpoint_offset(oro_hash_on_line(line, column), j->how->gaussian);
    return j->how->smoothed ? mean * (1.0f + offset) : mean + offset;
}

static inline uint32_t oro_midpoint_line(const oro_midpoint_job *j, int32_t row) {
    return oro_hash_line(j->seed, oro_midpoint_fold(j->fine->y + row, j->fine->period_y));
}

/// Level 0: random values in [0,1).
static inline void oro_midpoint_first(const void *user, int32_t y0, int32_t y1) {
    const oro_midpoint_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(&j->fine->map, y);
        uint32_t line = oro_midpoint_line(j, y);
        for (int32_t x = 0; x < j->fine->map.width; x++) out[x] = oro_unit(oro_hash_on_line(line, j->fine->hashed[x]));
    }
}

/// What is known already, and the middles of the squares.
static inline void oro_midpoint_squares(const void *user, int32_t y0, int32_t y1) {
    const oro_midpoint_job *j = user;
    const oro_midpoint_window *f = j->fine, *c = j->coarse;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(&f->map, y);
        bool known = ((f->y + y) & 1) == 0;
        const float *restrict above = oro_row(&c->map, (int32_t)(oro_midpoint_half(f->y + y) - c->y));
        const float *restrict below = known ? above : above + c->map.stride;
        uint32_t line = oro_midpoint_line(j, y);
        int32_t first = (int32_t)((f->x ^ (known ? 0 : 1)) & 1); // known points are even, middles odd
        int32_t from = (int32_t)(oro_midpoint_half(f->x + first) - c->x);
        if (known)
            for (int32_t x = first, i = from; x < f->map.width; x += 2, i++) out[x] = above[i];
        else
            for (int32_t x = first, i = from; x < f->map.width; x += 2, i++) {
                float mean = 0.25f * ((above[i] + above[i + 1]) + (below[i] + below[i + 1]));
                out[x] = oro_midpoint_moved(j, mean, line, f->hashed[x]);
            }
    }
}

/// The middles of the sides, all but those on the rim of the window.
static inline void oro_midpoint_sides(const void *user, int32_t y0, int32_t y1) {
    const oro_midpoint_job *j = user;
    const oro_midpoint_window *f = j->fine;
    for (int32_t y = y0; y < y1; y++) {
        float *out = oro_row(&f->map, y);
        if (y == 0 || y == f->map.height - 1) continue;
        const float *restrict above = out - f->map.stride, *restrict below = out + f->map.stride;
        uint32_t line = oro_midpoint_line(j, y);
        int32_t first = (int32_t)((f->x + f->y + y + 1) & 1);
        for (int32_t x = first ? first : 2; x < f->map.width - 1; x += 2) {
            float mean = 0.25f * ((above[x] + below[x]) + (out[x - 1] + out[x + 1]));
            out[x] = oro_midpoint_moved(j, mean, line, f->hashed[x]);
        }
    }
}

/// How the samples of one axis lie among the points of the last level.
typedef struct oro_midpoint_axis {
    int32_t *at;      ///< the point at or before every sample, in the window
    float *weights;   ///< four for every sample
    double points[2]; ///< per metre, and at the first sample
    int32_t period;   ///< at level 0; 0: none
    bool aligned;     ///< every sample is a point
} oro_midpoint_axis;

/// Points of level 0 along an axis: the scale, or the nearest whole number of points across a map that wraps.
static inline oro_midpoint_axis oro_midpoint_axis_of(double scale, double cell, double origin, int32_t count,
                                                     bool wrap) {
    oro_midpoint_axis a = {0};
    scale = scale > 2.0 * cell ? scale : 2.0 * cell;
    if (wrap) {
        double whole = floor(count * cell / scale + 0.5);
        a.period = whole < 1.0 ? 1 : (int32_t)whole;
        scale = count * cell / a.period;
        a.points[1] = 0.0; // a map that wraps begins at a lattice point
    } else {
        a.points[1] = origin / scale;
    }
    a.points[0] = 1.0 / scale;
    return a;
}

static inline oro_status oro_midpoint_place(oro_run *r, oro_midpoint_axis *a, int32_t levels, int32_t count,
                                            double cell) {
    a->at = oro_scratch(r, (size_t)count * sizeof *a->at);
    a->weights = oro_scratch(r, 4 * (size_t)count * sizeof *a->weights);
    if (!a->at || !a->weights) return ORO_NO_MEMORY;
    double factor = (double)((int64_t)1 << levels), zero = floor(a->points[1] * factor);
    a->aligned = true;
    for (int32_t i = 0; i < count; i++) {
        double u = (a->points[1] + i * cell * a->points[0]) * factor - zero, whole = floor(u + 1e-6);
        float t = (float)(u - whole);
        t = t < 2e-6f ? 0.0f : t;
        a->aligned = a->aligned && t == 0.0f && whole == (double)i;
        a->at[i] = (int32_t)whole;
        float *w = a->weights + 4 * (size_t)i; // Catmull and Rom's spline
        w[0] = t * (-0.5f + t * (1.0f - 0.5f * t));
        w[1] = 1.0f + t * t * (-2.5f + 1.5f * t);
        w[2] = t * (0.5f + t * (2.0f - 1.5f * t));
        w[3] = t * t * (-0.5f + 0.5f * t);
    }
    a->points[1] = zero; // of the last level, from here on
    return ORO_OK;
}

typedef struct oro_midpoint_sampling {
    const oro_midpoint_window *from;
    const oro_midpoint_axis *x, *y;
    oro_grid *out;
    int32_t margin; ///< points of the window before the first sample's
} oro_midpoint_sampling;

static inline void oro_midpoint_sample(const void *user, int32_t y0, int32_t y1) {
    const oro_midpoint_sampling *s = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(s->out, y);
        const float *rows[4], *wy = s->y->weights + 4 * (size_t)y;
        for (int32_t k = 0; k < 4; k++) rows[k] = oro_row(&s->from->map, s->y->at[y] + s->margin + k - 1) + s->margin;
        if (s->x->aligned && s->y->aligned) {
            for (int32_t x = 0; x < s->out->width; x++) out[x] = rows[1][x];
            continue;
        }
        for (int32_t x = 0; x < s->out->width; x++) {
            const float *wx = s->x->weights + 4 * (size_t)x;
            float sum = 0.0f;
            for (int32_t k = 0; k < 4; k++) {
                const float *row = rows[k] + s->x->at[x];
                sum += wy[k] * (wx[0] * row[-1] + wx[1] * row[0] + wx[2] * row[1] + wx[3] * row[2]);
            }
            out[x] = sum;
        }
    }
}

/// The window of a level that holds [x0, x1] x [y0, y1] with a rim of one point around it.
static inline oro_midpoint_window oro_midpoint_open(oro_run *r, const oro_grid *like, int64_t x0, int64_t x1,
                                                    int64_t y0, int64_t y1, int32_t period_x, int32_t period_y) {
    oro_midpoint_window w = {.map = *like, .x = x0 - 1, .y = y0 - 1, .period_x = period_x, .period_y = period_y};
    w.map.width = (int32_t)(x1 - x0 + 3);
    w.map.height = (int32_t)(y1 - y0 + 3);
    w.map = oro_scratch_grid(r, &w.map);
    w.hashed = oro_scratch(r, (size_t)w.map.width * sizeof *w.hashed);
    for (int32_t i = 0; w.hashed && i < w.map.width; i++) w.hashed[i] = oro_midpoint_fold(w.x + i, period_x);
    return w;
}

/// Fills `out` with values around 0..1: the random values of level 0 and what the offsets add.
static inline oro_status oro_midpoint_fill(oro_run *r, const oro_midpoint *how, oro_grid *out) {
    enum { MOST_LEVELS = 40, MARGIN = 3 };
    oro_midpoint_axis ax = oro_midpoint_axis_of(how->scale, out->cell, out->origin_x, out->width, out->wrap);
    oro_midpoint_axis ay = oro_midpoint_axis_of(how->scale, out->cell, out->origin_y, out->height, out->wrap);
    int32_t levels = 0;
    double spacing = ax.points[0] < ay.points[0] ? 1.0 / ax.points[0] : 1.0 / ay.points[0]; // the wider of the two
    while (spacing > 1.41421356 * out->cell && levels < MOST_LEVELS) spacing *= 0.5, levels++;
    oro_status status = oro_midpoint_place(r, &ax, levels, out->width, out->cell);
    if (status == ORO_OK) status = oro_midpoint_place(r, &ay, levels, out->height, out->cell);
    if (status != ORO_OK) return status;

    // From the last level to the first: which points each level must know.
    int64_t need[MOST_LEVELS + 1][4];
    need[levels][0] = (int64_t)ax.points[1] - MARGIN + 1;
    need[levels][1] = (int64_t)ax.points[1] + ax.at[out->width - 1] + MARGIN;
    need[levels][2] = (int64_t)ay.points[1] - MARGIN + 1;
    need[levels][3] = (int64_t)ay.points[1] + ay.at[out->height - 1] + MARGIN;
    for (int32_t k = levels - 1; k >= 0; k--)
        for (int32_t side = 0; side < 4; side++)
            need[k][side] =
                side % 2 ? oro_midpoint_half(need[k + 1][side] + 3) : oro_midpoint_half(need[k + 1][side] - 2);

    oro_midpoint_window before = {0};
    float amplitude = how->first;
    for (int32_t k = 0; k <= levels; k++) {
        oro_midpoint_window now = oro_midpoint_open(r, out, need[k][0], need[k][1], need[k][2], need[k][3],
                                                    ax.period * ((int64_t)1 << k), ay.period * ((int64_t)1 << k));
        if (!now.map.data || !now.hashed) return ORO_NO_MEMORY;
        oro_midpoint_job j = {how, &before, &now, amplitude, oro_mix32(how->seed + 0x9e3779b9U * (uint32_t)k)};
        if (k == 0) {
            status = oro_for_rows(r, &now.map, oro_midpoint_first, &j);
        } else {
            status = oro_for_rows(r, &now.map, oro_midpoint_squares, &j);
            if (status == ORO_OK) status = oro_for_rows(r, &now.map, oro_midpoint_sides, &j);
        }
        if (status != ORO_OK) return status;
        if (k > 0) amplitude *= how->persistence;
        before = now;
    }
    oro_midpoint_sampling s = {&before, &ax, &ay, out, MARGIN};
    return oro_for_rows(r, out, oro_midpoint_sample, &s);
}

#endif
