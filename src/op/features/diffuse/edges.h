// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A neighbour's edge as a spline: a line along the common edge that has its heights, with gradients on both sides that have its
// slope. So the ground of a tile meets what lies beyond by the same equation that makes it meet a road, on every level.
#ifndef ORO_DIFFUSE_EDGES_H
#define ORO_DIFFUSE_EDGES_H

#include "solve/edges.h"
#include "raster.h"

enum { ORO_EDGE_PRIORITY = 101 }; ///< above any spline's

/// What an edge has at `t` samples along it, averaged over `half` samples either way by a tent, which keeps a straight rise.
static inline void oro_edge_mean(const oro_edge *e, int32_t length, double t, double half, double *height,
                                 double *rise) {
    double nearest = t < length - 1 - t ? t : length - 1 - t, sum = 0.0;
    half = half < nearest ? half : nearest; // as far to one end as to the other
    half = half > 1.0 ? half : 1.0;         // then it is the line between two samples
    *height = *rise = 0.0;
    for (int32_t i = (int32_t)ceil(t - half); i <= (int32_t)floor(t + half); i++) {
        double weight = 1.0 - fabs(i - t) / half;
        if (i < 0 || i >= length || weight <= 0.0) continue;
        sum += weight;
        *height += weight * (double)oro_edge_height(e, i);
        *rise += weight * (double)oro_edge_rise(e, i);
    }
    *height /= sum, *rise /= sum;
}

/// How many vertices the line of a level has: one at every cell of it.
static inline int32_t oro_edge_vertices(const oro_grid *g, int32_t side, double cell) {
    double cells = ceil((oro_side_length(g, side) - 1) * g->cell / cell - 1e-9);
    return 1 + (int32_t)cells;
}

/// The line of one level. `g` is the map the edge belongs to, `cell` that of the level, `reach` how far gradients go, m.
static inline oro_level_spline oro_edge_spline(const oro_edge *e, const oro_grid *g, double cell, double reach,
                                               oro_spline_vertex *out) {
    int32_t length = oro_side_length(g, e->side), count = oro_edge_vertices(g, e->side, cell);
    bool upright = oro_side_is_upright(e->side);
    double across = e->side == ORO_EAST    ? (g->width - 1) * g->cell
                    : e->side == ORO_SOUTH ? (g->height - 1) * g->cell
                                           : 0.0;
    reach = reach > 2.0 * cell ? reach : 2.0 * cell;
    for (int32_t k = 0; k < count; k++) {
        double t = k * cell / g->cell, height, rise;
        t = t < length - 1 ? t : length - 1;
        oro_edge_mean(e, length, t, cell / g->cell, &height, &rise);
        oro_spline_vertex *v = &out[k];
        *v = (oro_spline_vertex){.x = g->origin_x + (upright ? across : t * g->cell),
                                 .y = g->origin_y + (upright ? t * g->cell : across),
                                 .z = (float)height};
        // Going south along the west edge, or east along the south one, the map is to the left.
        bool inside_left = e->side == ORO_WEST || e->side == ORO_SOUTH;
        float inwards = (float)(rise / g->cell * reach);
        v->channel[ORO_META_LEFT] = v->channel[ORO_META_RIGHT] = (float)reach;
        v->channel[ORO_META_LEFT_RISE] = inside_left ? inwards : -inwards;
        v->channel[ORO_META_RIGHT_RISE] = -v->channel[ORO_META_LEFT_RISE];
        v->channel[ORO_META_HARDNESS] = 0.9f;
    }
    return (oro_level_spline){.vertices = out, .count = count, .priority = ORO_EDGE_PRIORITY, .shapes = true};
}

#endif
