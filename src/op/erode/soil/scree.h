// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Scree: rock falls from what is steeper than the cliff angle, rolls down from high to low, shared among lower neighbours by the
// cube of the slope, and comes to lie where the ground is flatter than its angle of repose, half the room each time it passes.
// Some rounds let aprons grow. At the end the debris spreads a little. All in volumes: what falls lies somewhere,
// or was carried over the edge or into the sea. One thread, at the grain: 0.1 us per coarse sample and round.
#ifndef ORO_SOIL_SCREE_H
#define ORO_SOIL_SCREE_H

#include "coarse.h"
#include "core/math.cell.h"
#include "solve/drainage.h"
#include "solve/sample.h"

enum { SCREE_ROUNDS = 3, SCREE_SPREADS = 4 };
static const float SCREE_SPREAD = 0.12f; ///< part of a drop between two samples of debris that evens out

/// Per coarse sample.
typedef struct soil_scree {
    float *fall; ///< m of rock taken
    float *laid; ///< m of debris
    double lost; ///< samples of the map times m: over the edge, or into the sea
} soil_scree;

/// Steepest slope of a coarse sample to its neighbours beside it, both axes together: cliffs are narrower than two cells.
static inline float scree_slope(const oro_grid *g, int32_t x, int32_t y) {
    float here = oro_row(g, y)[x];
    float w = oro_row(g, y)[oro_fold_index(x - 1, g->width, g->wrap)];
    float e = oro_row(g, y)[oro_fold_index(x + 1, g->width, g->wrap)];
    float n = oro_row(g, oro_fold_index(y - 1, g->height, g->wrap))[x];
    float s = oro_row(g, oro_fold_index(y + 1, g->height, g->wrap))[x];
    float gx = oro_max(oro_abs(here - w), oro_abs(here - e)), gy = oro_max(oro_abs(here - n), oro_abs(here - s));
    return oro_sqrt(gx * gx + gy * gy) / (float)g->cell;
}

/// Lets `years` of rock fall through the drained ground, a part of it in every round. `surface` is scratch.
static inline oro_status scree_roll(oro_run *r, const soil_coarse *c, const oro_drainage *d, float repose, float *load,
                                    float *surface, soil_scree *s) {
    uint32_t count = (uint32_t)d->width * (uint32_t)d->height;
    for (int32_t round = 0; round < SCREE_ROUNDS; round++) {
        for (uint32_t i = 0; i < count; i++) {
            load[i] = s->fall[i] * (1.0f / SCREE_ROUNDS) * coarse_share(c, i);
            surface[i] = d->level[i] + s->laid[i];
        }
        for (uint32_t i = count; i-- > 0;) {
            uint32_t at = d->order[i];
            if (i % 0x8000 == 0) {
                oro_status status = oro_step(r, (round + 1.0 - (double)i / count) / SCREE_ROUNDS);
                if (status != ORO_OK) return status;
            }
            if (!(load[at] > 0.0f)) continue;
            if (d->outlet[at]) {
                s->lost += (double)load[at];
                continue;
            }
            oro_near n = oro_near_of(d->width, d->height, d->wrap, at);
            float lowest = ORO_INFINITY, part[8], sum = 0.0f, share = coarse_share(c, at);
            for (int32_t k = 0; k < n.count; k++) {
                float apart = n.apart[k] * d->cell, fall = oro_max(d->level[at] - d->level[n.at[k]], 0.0f) / apart;
                lowest = oro_min(surface[n.at[k]] + repose * apart, lowest);
                part[k] = fall * fall * fall;
                sum += part[k];
            }
            float lies = oro_min(oro_max(0.5f * (lowest - surface[at]), 0.0f) * share, load[at]);
            if (!(sum > 0.0f)) lies = load[at];
            s->laid[at] += lies / share;
            surface[at] += lies / share;
            float rest = load[at] - lies;
            if (!(rest > 0.0f)) continue;
            for (int32_t k = 0; k < n.count; k++) load[n.at[k]] += rest * (part[k] / sum);
        }
    }
    return ORO_OK;
}

/// Evens debris out between neighbours beside each other; none gives more than a quarter of what it has to any.
static inline void scree_spread(const soil_coarse *c, const oro_drainage *d, float *moved, soil_scree *s) {
    int32_t w = d->width, h = d->height;
    for (int32_t pass = 0; pass < SCREE_SPREADS; pass++) {
        memset(moved, 0, (size_t)w * (size_t)h * sizeof(float));
        for (int32_t y = 0; y < h; y++)
            for (int32_t x = 0; x < w; x++)
                for (int32_t down = 0; down < 2; down++) {
                    int32_t nx = oro_fold_index(x + 1 - down, w, d->wrap), ny = oro_fold_index(y + down, h, d->wrap);
                    uint32_t a = (uint32_t)(y * w + x), b = (uint32_t)(ny * w + nx);
                    if (!(s->laid[a] + s->laid[b] > 0.0f) || d->outlet[a] || d->outlet[b]) continue;
                    float drop = (d->level[a] + s->laid[a]) - (d->level[b] + s->laid[b]);
                    float q = oro_clamp(SCREE_SPREAD * drop, -0.25f * s->laid[b], 0.25f * s->laid[a]);
                    q *= oro_min(coarse_share(c, a), coarse_share(c, b));
                    moved[a] -= q;
                    moved[b] += q;
                }
        for (uint32_t i = 0; i < (uint32_t)w * (uint32_t)h; i++)
            s->laid[i] = oro_max(s->laid[i] + moved[i] / coarse_share(c, i), 0.0f);
    }
}

/// `s->fall` is filled in and is scratch of the run, as `s->laid` will be.
static inline oro_status scree_make(oro_run *r, const soil_coarse *c, const oro_drainage *d, float repose,
                                    soil_scree *s) {
    size_t bytes = (size_t)d->width * (size_t)d->height * sizeof(float);
    float *load = oro_scratch(r, bytes), *surface = oro_scratch(r, bytes);
    s->laid = oro_scratch(r, bytes);
    if (!load || !surface || !s->laid) return ORO_NO_MEMORY;
    memset(s->laid, 0, bytes);
    oro_status status = scree_roll(r, c, d, repose, load, surface, s);
    if (status == ORO_OK) scree_spread(c, d, load, s);
    return status;
}

#endif
