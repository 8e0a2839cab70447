// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hume's levelling of lakes (2023, 3.7.1): in every sweep a sample gives each of its four neighbours an eighth of what its water
// stands higher, until no two wet neighbours differ by more than a threshold. Corrected where the print cannot be right: what leaves
// to the west arrives in the west; no more than a quarter of its water goes to one side, so dry ground gives none; and only
// ground that is wet on its higher side is looked at for the end. Water stays on the map. Lakes of n samples across take about n²
// sweeps, so it ends after a number of them; 8 bytes per sample.
#ifndef ORO_LAKES_LEVELLING_H
#define ORO_LAKES_LEVELLING_H

#include "run/reduce.h"
#include "solve/sample.h"

#include <math.h>

typedef struct levelling {
    const oro_grid *ground;
    oro_grid from, to; ///< depths before and after a sweep
} levelling;

/// What goes from a sample to its neighbour.
static inline float levelling_flux(float here, float water, float there) {
    return oro_min(0.25f * water, oro_max(0.0f, 0.125f * (here - there)));
}

/// A sample and its neighbours to the east, south, west and north: ground and water. Off the map nothing is exchanged.
typedef struct levelling_rows {
    const float *ground[3], *water[3]; ///< above, here, below
    int32_t w;
    bool wrap;
} levelling_rows;

static inline levelling_rows levelling_rows_at(const levelling *l, int32_t y) {
    levelling_rows r = {.w = l->ground->width, .wrap = l->ground->wrap};
    for (int32_t k = 0; k < 3; k++) {
        int32_t row = oro_fold_index(y + k - 1, l->ground->height, r.wrap); // off the map: itself, level with itself
        r.ground[k] = oro_row(l->ground, row), r.water[k] = oro_row(&l->from, row);
    }
    return r;
}

static inline void levelling_sweep(const void *user, int32_t y0, int32_t y1) {
    const levelling *l = user;
    for (int32_t y = y0; y < y1; y++) {
        levelling_rows r = levelling_rows_at(l, y);
        float *restrict out = oro_row(&l->to, y);
        for (int32_t x = 0; x < r.w; x++) {
            int32_t beside[4][2] = {
                {oro_fold_index(x + 1, r.w, r.wrap), 1}, {x, 2}, {oro_fold_index(x - 1, r.w, r.wrap), 1}, {x, 0}};
            float water = r.water[1][x], here = r.ground[1][x] + water, change = 0.0f;
            for (int32_t k = 0; k < 4; k++) {
                float other = r.water[beside[k][1]][beside[k][0]], there = r.ground[beside[k][1]][beside[k][0]] + other;
                change += levelling_flux(there, other, here) - levelling_flux(here, water, there);
            }
            out[x] = oro_max(water + change, 0.0f);
        }
    }
}

/// The greatest step of a row down from wet ground.
static inline oro_bounds levelling_steps(const void *user, int32_t y) {
    const levelling *l = user;
    levelling_rows r = levelling_rows_at(l, y);
    double most = 0.0;
    for (int32_t x = 0; x < r.w; x++) {
        int32_t beside[4][2] = {
            {oro_fold_index(x + 1, r.w, r.wrap), 1}, {x, 2}, {oro_fold_index(x - 1, r.w, r.wrap), 1}, {x, 0}};
        if (!(r.water[1][x] > 0.0f)) continue;
        for (int32_t k = 0; k < 4; k++) {
            float there = r.ground[beside[k][1]][beside[k][0]] + r.water[beside[k][1]][beside[k][0]];
            double step = (double)(r.ground[1][x] + r.water[1][x]) - (double)there;
            most = step > most ? step : most;
        }
    }
    return (oro_bounds){0.0, most};
}

/// Levels the water in `depth`.
static inline oro_status level_water(oro_run *r, const oro_grid *ground, double threshold, int32_t sweeps,
                                     oro_grid *depth) {
    levelling l = {.ground = ground, .from = *depth, .to = oro_scratch_grid(r, ground)};
    if (!l.to.data) return ORO_NO_MEMORY;
    enum { LOOK = 16 }; // sweeps between looks at the steps; even, so that the water ends where it began
    for (int32_t i = 0; i < sweeps; i += LOOK) {
        oro_bounds steps;
        oro_stage(r, 0.05 + 0.8 * i / sweeps, 0.05 + 0.8 * fmin(i + LOOK, sweeps) / sweeps);
        oro_status status = oro_bound_rows(r, ground, levelling_steps, &l, &steps);
        if (status != ORO_OK) return status;
        if (steps.greatest <= threshold) break;
        for (int32_t k = 0; k < LOOK; k++) {
            status = oro_for_rows(r, ground, levelling_sweep, &l);
            if (status != ORO_OK) return status;
            oro_grid kept = l.from;
            l.from = l.to;
            l.to = kept;
        }
    }
    return ORO_OK;
}

#endif
