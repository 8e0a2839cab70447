// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines level by level. Level n has cells of the world's longer side over 2^n, whatever the map's size, so a scene means
// the same at every resolution; the last level is the map itself, whichever level it is nearest to. Values go from level to
// level by bilinear interpolation at world positions. On each level the splines that act there, and the edges of neighbours,
// become polylines fine enough for its cells.
#ifndef ORO_DIFFUSE_LEVELS_H
#define ORO_DIFFUSE_LEVELS_H

#include "edges.h"

#include <stdio.h>

enum { ORO_SPLINE_LEVELS = 24 };

/// All splines of a map, and what lies beyond its edges.
typedef struct oro_spline_set {
    oro_grid map; ///< geometry
    const oro_spline *splines;
    int32_t count;
    int32_t *order;        ///< highest priority first, equal ones as they came
    int32_t first, finest; ///< levels
    oro_edge edges[ORO_SIDES];
    int32_t edge_count;
    double edge_reach; ///< how far gradients of edges go, m
} oro_spline_set;

static inline double oro_longer_side(const oro_grid *g) {
    double longer = oro_extent_x(g) > oro_extent_y(g) ? oro_extent_x(g) : oro_extent_y(g);
    return longer > 0.0 ? longer : g->cell;
}

/// The level the map itself is nearest to.
static inline int32_t oro_spline_level_of(const oro_grid *g) {
    double cells = oro_longer_side(g) / g->cell;
    int32_t level = 0;
    while (cells > 1.4142135 && level < ORO_SPLINE_LEVELS) cells *= 0.5, level++;
    return level;
}

/// Geometry of a level: the map's own for the finest, otherwise a grid that covers the same ground.
static inline oro_grid oro_spline_level_grid(const oro_spline_set *s, int32_t level) {
    oro_grid g = s->map;
    g.data = NULL;
    g.wrap = false;
    if (level >= s->finest) return g;
    double cell = oro_longer_side(&g) / (double)((int64_t)1 << level);
    double across = ceil(oro_extent_x(&s->map) / cell - 1e-9), down = ceil(oro_extent_y(&s->map) / cell - 1e-9);
    return (oro_grid){.width = across > 1.0 ? (int32_t)across + 1 : 2,
                      .height = down > 1.0 ? (int32_t)down + 1 : 2,
                      .cell = cell,
                      .origin_x = g.origin_x,
                      .origin_y = g.origin_y};
}

static inline bool oro_spline_acts(const oro_spline_set *set, const oro_spline *s, int32_t level) {
    return oro_spline_on_level(s, level, set->finest) || oro_spline_sets_level(s, level, set->finest);
}

/// Says which splines act on no level at all, which nobody draws one for.
static inline void oro_note_idle_splines(oro_context *ctx, const oro_spline_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        bool acts = false;
        for (int32_t l = set->first; l <= set->finest; l++) acts |= oro_spline_acts(set, &set->splines[i], l);
        char place[32];
        snprintf(place, sizeof place, "splines/%d", i);
        if (!acts) oro_note(ctx, place, "acts on none of the levels %d to %d", set->first, set->finest);
    }
}

/// The splines of the run's map, from the level `start` on or, where the map is coarser, its own.
static inline oro_status oro_splines_begin(oro_run *run, const oro_spline *splines, int32_t count, int32_t start,
                                           oro_spline_set *set) {
    int32_t finest = oro_spline_level_of(&run->shape), n = 0;
    *set = (oro_spline_set){.map = run->shape,
                            .splines = splines,
                            .count = count,
                            .order = oro_scratch(run, (size_t)(count + 1) * sizeof *set->order),
                            .first = start < finest ? start : finest,
                            .finest = finest};
    if (!set->order) return ORO_NO_MEMORY;
    for (int32_t priority = 100; priority >= -100; priority--)
        for (int32_t i = 0; i < count; i++)
            if (splines[i].priority == priority) set->order[n++] = i;
    oro_note_idle_splines(run->ctx, set);
    return ORO_OK;
}

/// Whether every spline that pins the height reaches the finest level: then nothing is lost by solving it outright.
static inline bool oro_splines_all_reach(const oro_spline_set *set) {
    for (int32_t i = 0; i < set->count; i++) {
        const oro_spline *s = &set->splines[i];
        if (!s->parameters_only && !oro_spline_on_level(s, set->finest, set->finest)) return false;
    }
    return true;
}

/// World box of what a polyline touches.
static inline void oro_level_spline_box(oro_level_spline *s, double cell) {
    s->west = s->north = INFINITY, s->east = s->south = -INFINITY;
    for (int32_t i = 0; i < s->count; i++) {
        const oro_spline_vertex *v = &s->vertices[i];
        double reach = oro_piece_reach(v, v, cell);
        s->west = v->x - reach < s->west ? v->x - reach : s->west;
        s->east = v->x + reach > s->east ? v->x + reach : s->east;
        s->north = v->y - reach < s->north ? v->y - reach : s->north;
        s->south = v->y + reach > s->south ? v->y + reach : s->south;
    }
}

/// Flattens the splines of a level, within a thirty-second of its cell. Edges come first, then falling priorities.
static inline oro_status oro_splines_flatten(oro_run *run, const oro_spline_set *set, int32_t level, double cell,
                                             oro_level_spline **list, int32_t *count) {
    double tolerance = cell / 32.0;
    int64_t vertices = 0;
    for (int32_t i = 0; i < set->count; i++)
        if (oro_spline_acts(set, &set->splines[i], level))
            vertices += oro_spline_vertex_bound(&set->splines[i], tolerance);
    for (int32_t i = 0; i < set->edge_count; i++) vertices += oro_edge_vertices(&set->map, set->edges[i].side, cell);
    oro_spline_vertex *next = oro_scratch(run, (size_t)(vertices + 1) * sizeof *next);
    *list = oro_scratch(run, (size_t)(set->count + ORO_SIDES) * sizeof **list);
    if (!next || !*list) return ORO_NO_MEMORY;
    *count = 0;
    for (int32_t i = 0; i < set->edge_count; i++) {
        oro_level_spline l = oro_edge_spline(&set->edges[i], &set->map, cell, set->edge_reach, next);
        next += l.count;
        oro_level_spline_box(&l, cell);
        (*list)[(*count)++] = l;
    }
    for (int32_t k = 0; k < set->count; k++) {
        const oro_spline *s = &set->splines[set->order[k]];
        if (!oro_spline_acts(set, s, level)) continue;
        oro_level_spline l = {.vertices = next,
                              .count = oro_spline_flatten(s, tolerance, next),
                              .priority = s->priority,
                              .closed = s->closed,
                              .shapes = oro_spline_on_level(s, level, set->finest),
                              .sets = oro_spline_sets_level(s, level, set->finest)};
        next += l.count;
        oro_level_spline_box(&l, cell);
        (*list)[(*count)++] = l;
    }
    return ORO_OK;
}

#endif
