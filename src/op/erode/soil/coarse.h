// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The ground at the grain at which streams and scree work, and the way back: a value of a coarse sample spreads over the map's
// samples as a bilinear tent. How many samples' worth a tent is, `share`, is known exactly, so that depths of coarse samples times
// their shares are volumes, and none is lost on the way.
#ifndef ORO_SOIL_COARSE_H
#define ORO_SOIL_COARSE_H

#include "solve/levels.h"

typedef struct soil_coarse {
    oro_grid ground;
    oro_levels_axis x, y; ///< where the map's samples lie among the coarse ones
    float *share_x, *share_y;
    int32_t fine_width, fine_height;
} soil_coarse;

/// Adds up the tents of one axis.
static inline float *coarse_shares(oro_run *r, const oro_levels_axis *a, int32_t fine, int32_t count) {
    float *share = oro_scratch(r, (size_t)count * sizeof *share);
    for (int32_t i = 0; share && i < count; i++) share[i] = 0.0f;
    for (int32_t i = 0; share && i < fine; i++) {
        share[a->before[i]] += 1.0f - a->part[i];
        share[a->after[i]] += a->part[i];
    }
    return share;
}

static inline oro_status coarse_make(oro_run *r, const oro_grid *map, double grain, soil_coarse *c) {
    oro_grid shape = oro_levels_shape(map, oro_levels_above(map, grain));
    *c = (soil_coarse){.fine_width = map->width, .fine_height = map->height};
    c->ground = oro_scratch_grid(r, &shape);
    if (!c->ground.data || !oro_levels_axis_make(r, &c->x, shape.width, map->width, map->wrap) ||
        !oro_levels_axis_make(r, &c->y, shape.height, map->height, map->wrap))
        return ORO_NO_MEMORY;
    c->share_x = coarse_shares(r, &c->x, map->width, shape.width);
    c->share_y = coarse_shares(r, &c->y, map->height, shape.height);
    if (!c->share_x || !c->share_y) return ORO_NO_MEMORY;
    return oro_grid_resample(r->ctx, map, &c->ground);
}

/// How many of the map's samples a coarse one stands for.
static inline float coarse_share(const soil_coarse *c, uint32_t at) {
    uint32_t w = (uint32_t)c->ground.width;
    return c->share_x[at % w] * c->share_y[at / w];
}

/// The map's sample nearest to a coarse one: its row or column.
static inline int32_t coarse_nearest(int32_t i, int32_t coarse_count, int32_t fine_count) {
    return coarse_count > 1 ? (int32_t)(((int64_t)i * (fine_count - 1) + (coarse_count - 1) / 2) / (coarse_count - 1))
                            : 0;
}

/// Row y of the map from values of coarse samples, rows without gaps.
static inline void coarse_row(const soil_coarse *c, const float *values, int32_t y, float *restrict out) {
    size_t w = (size_t)c->ground.width;
    const float *top = values + (size_t)c->y.before[y] * w, *bottom = values + (size_t)c->y.after[y] * w;
    float part = c->y.part[y];
    for (int32_t x = 0; x < c->fine_width; x++) {
        int32_t a = c->x.before[x], b = c->x.after[x];
        float west = top[a] * (1.0f - part) + bottom[a] * part, east = top[b] * (1.0f - part) + bottom[b] * part;
        out[x] = west * (1.0f - c->x.part[x]) + east * c->x.part[x];
    }
}

#endif
