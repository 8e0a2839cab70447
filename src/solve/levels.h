// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From coarse to fine: a process that carries ground over distances runs on a map of a given cell in metres, whatever the
// resolution asked for, and what it changed there is laid over the finer maps, which add what is finer. Coarse maps are taken
// from the fine one sample by sample without averaging (rough ground must stay as rough as it would be at that resolution), so
// a map twice as fine works on the same coarse map and ends with the same landscape.
#ifndef ORO_SOLVE_LEVELS_H
#define ORO_SOLVE_LEVELS_H

#include "run/reduce.h"

#include <math.h>
#include <string.h>

enum { ORO_LEVELS_SMALLEST = 8, ORO_LEVELS_MOST = 16 };

/// How many times the map may be halved so that its cell comes nearest to `grain` metres.
static inline int32_t oro_levels_above(const oro_grid *map, double grain) {
    int32_t levels = 0, side = map->width < map->height ? map->width : map->height;
    for (double cell = map->cell; cell * 1.41421356 <= grain && levels < ORO_LEVELS_MOST; cell *= 2.0, levels++)
        if (side >> (levels + 1) < ORO_LEVELS_SMALLEST) break;
    return levels;
}

/// The geometry `halvings` above `map`: the same ground with cells as near to 2^halvings times as wide as whole numbers of
/// samples allow.
static inline oro_grid oro_levels_shape(const oro_grid *map, int32_t halvings) {
    oro_grid g = *map;
    int32_t edge = map->wrap ? 0 : 1, half = (1 << halvings) / 2;
    g.data = NULL;
    g.width = ((map->width - edge + half) >> halvings) + edge;
    g.height = ((map->height - edge + half) >> halvings) + edge;
    g.cell = g.width > edge ? map->cell * (map->width - edge) / (g.width - edge) : map->cell;
    return g;
}

/// Where the samples of one axis lie among those of another grid of the same ground.
typedef struct oro_levels_axis {
    int32_t *before, *after;
    float *part;
} oro_levels_axis;

typedef struct oro_levels_job {
    const oro_grid *from;
    oro_grid *to;
    oro_levels_axis x, y;
    float shift;
} oro_levels_job;

static inline bool oro_levels_axis_make(oro_run *r, oro_levels_axis *a, int32_t from, int32_t to, bool wrap) {
    a->before = oro_scratch(r, (size_t)to * sizeof *a->before);
    a->after = oro_scratch(r, (size_t)to * sizeof *a->after);
    a->part = oro_scratch(r, (size_t)to * sizeof *a->part);
    if (!a->before || !a->after || !a->part) return false;
    int32_t edge = wrap ? 0 : 1;
    double ratio = to > edge ? (double)(from - edge) / (to - edge) : 0.0;
    for (int32_t i = 0; i < to; i++) {
        double at = i * ratio, whole = floor(at);
        a->before[i] = (int32_t)whole;
        a->after[i] = a->before[i] + 1 < from ? a->before[i] + 1 : wrap ? 0 : from - 1;
        a->part[i] = (float)(at - whole);
    }
    return true;
}

/// Linear between samples; a sample that lies on another takes its value as it is. Sums the row.
static inline void oro_levels_row(const void *user, int32_t y, double *sum) {
    const oro_levels_job *j = user;
    const float *top = oro_row(j->from, j->y.before[y]), *bottom = oro_row(j->from, j->y.after[y]);
    float *restrict out = oro_row(j->to, y);
    float down = j->y.part[y];
    for (int32_t x = 0; x < j->to->width; x++) {
        float left = top[j->x.before[x]] * (1.0f - down) + bottom[j->x.before[x]] * down;
        float right = top[j->x.after[x]] * (1.0f - down) + bottom[j->x.after[x]] * down;
        out[x] = left * (1.0f - j->x.part[x]) + right * j->x.part[x];
    }
    for (int32_t x = 0; x < j->to->width; x++) *sum += (double)out[x];
}

static inline void oro_levels_shift_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_levels_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(j->to, y);
        for (int32_t x = 0; x < j->to->width; x++) out[x] -= j->shift;
    }
}

/// Fills `to` (memory given) from `from`, another resolution of the same ground. With `balanced`, what the linear weights at
/// the edges add up to is spread over the map, so that a change that sums to 0 still does.
static inline oro_status oro_levels_move(oro_run *r, const oro_grid *from, oro_grid *to, bool balanced) {
    oro_levels_job j = {.from = from, .to = to};
    double sum;
    if (!oro_levels_axis_make(r, &j.x, from->width, to->width, to->wrap) ||
        !oro_levels_axis_make(r, &j.y, from->height, to->height, to->wrap))
        return ORO_NO_MEMORY;
    oro_status status = oro_sum_rows(r, to, 1, oro_levels_row, &j, &sum);
    if (status != ORO_OK || !balanced) return status;
    j.shift = (float)(sum / ((double)to->width * to->height));
    return oro_for_rows(r, to, oro_levels_shift_rows, &j);
}

/// One resolution of the work: the ground as it was, and the change so far.
typedef struct oro_level {
    const oro_grid *ground;
    oro_grid *change;
    bool coarsest;   ///< the level that carries ground over distances; finer ones only adapt to it
    double from, to; ///< what part of the operator's work it is
} oro_level;

typedef oro_status oro_level_fn(oro_run *r, const void *user, const oro_level *level);

static inline void oro_levels_clear(const oro_grid *map) {
    for (int32_t y = 0; y < map->height; y++) memset(oro_row(map, y), 0, (size_t)map->width * sizeof(float));
}

/// Calls `fn` for the map of cell `grain` first and for every finer one after it, ending with the map itself. `change` (memory
/// given) starts as 0 and gets from level to level.
static inline oro_status oro_levels_run(oro_run *r, const oro_grid *ground, oro_grid *change, double grain,
                                        oro_level_fn *fn, const void *user) {
    oro_grid below = {0};
    oro_status status = ORO_OK;
    int32_t top = oro_levels_above(ground, grain);
    for (int32_t k = top; k >= 0 && status == ORO_OK; k--) {
        oro_grid own_ground = *ground, own_change = *change;
        if (k > 0) {
            oro_grid shape = oro_levels_shape(ground, k);
            own_ground = oro_scratch_grid(r, &shape);
            own_change = oro_scratch_grid(r, &shape);
            if (!own_ground.data || !own_change.data) return ORO_NO_MEMORY;
            status = oro_levels_move(r, ground, &own_ground, false);
        }
        if (k == top)
            oro_levels_clear(&own_change);
        else if (status == ORO_OK)
            status = oro_levels_move(r, &below, &own_change, true);
        oro_level level = {&own_ground, &own_change, k == top, 0.95 * (top - k) / (top + 1),
                           0.95 * (top - k + 1) / (top + 1)};
        if (status == ORO_OK) status = fn(r, user, &level);
        below = own_change;
    }
    return status;
}

typedef struct oro_levels_sum {
    const oro_grid *ground, *change;
    oro_grid *result;
} oro_levels_sum;

static inline void oro_levels_sum_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_levels_sum *s = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict ground = oro_row(s->ground, y), *restrict change = oro_row(s->change, y);
        float *restrict out = oro_row(s->result, y);
        for (int32_t x = 0; x < s->result->width; x++) out[x] = ground[x] + change[x];
    }
}

/// result = ground + change: the last act of an erosion.
static inline oro_status oro_levels_add(oro_run *r, const oro_grid *ground, const oro_grid *change, oro_grid *result) {
    oro_levels_sum s = {ground, change, result};
    oro_stage(r, 0.95, 1.0);
    return oro_for_rows(r, result, oro_levels_sum_rows, &s);
}

/// Sweeps or steps that a duration takes on cells of this width: loose ground travels one metre a year, a cell in a step.
static inline int32_t oro_levels_steps(double years, double cell) {
    double steps = floor(years / cell + 0.5);
    return steps < 0.0 ? 0 : steps > 1e9 ? 1000000000 : (int32_t)steps;
}

#endif
