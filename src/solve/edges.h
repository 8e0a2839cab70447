// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What lies beyond the edges of a map: heights along a common edge and how the ground goes on from there. Neighbours are maps of
// the same size; the sample they share with this map lies on their facing edge, or, for maps of this very place, on the same.
#ifndef ORO_SOLVE_EDGES_H
#define ORO_SOLVE_EDGES_H

#include "core/table.h"
#include "run/loops.h"

enum { ORO_WEST, ORO_EAST, ORO_NORTH, ORO_SOUTH, ORO_SIDES };

/// One side of a map and the map that says what is there.
typedef struct oro_edge {
    const oro_grid *map;
    int32_t side;
    bool here; ///< the map lies on this one instead of beside it
} oro_edge;

ORO_WORDS(neighbours, beside, here);

/// The rows of the table that name neighbours, for operators with members west, east, north, south and neighbours.
#define ORO_EDGE_ARGS(struct_type, its_unit)                                                                           \
    ORO_ARG(struct_type, west, .unit = its_unit, .flags = ORO_OPTIONAL,                                                \
            .doc = "Land beyond the west edge, of this map's size; what it has at the common edge holds."),            \
        ORO_ARG(struct_type, east, .unit = its_unit, .flags = ORO_OPTIONAL, .doc = "The same beyond the east edge."),  \
        ORO_ARG(struct_type, north, .unit = its_unit, .flags = ORO_OPTIONAL,                                           \
                .doc = "The same beyond the north edge."),                                                             \
        ORO_ARG(struct_type, south, .unit = its_unit, .flags = ORO_OPTIONAL, .doc = "The same beyond the south edge.")

#define ORO_NEIGHBOURS_ARG(struct_type)                                                                                \
    ORO_ARG(struct_type, neighbours, .choices = neighbours_words, .group = "Neighbours",                               \
            .doc = "Where those maps lie: tiles beside this one, whose facing edges touch it, or maps of this very "   \
                   "place, met at their own edges.")

static inline bool oro_side_is_upright(int32_t side) { return side == ORO_WEST || side == ORO_EAST; }

/// Samples along a side, and from it to the opposite one.
static inline int32_t oro_side_length(const oro_grid *g, int32_t side) {
    return oro_side_is_upright(side) ? g->height : g->width;
}
static inline int32_t oro_side_depth(const oro_grid *g, int32_t side) {
    return oro_side_is_upright(side) ? g->width : g->height;
}

/// The sample `i` along a side (from north or west), `deep` samples away from it.
static inline float *oro_side_sample(const oro_grid *g, int32_t side, int32_t i, int32_t deep) {
    switch (side) {
    case ORO_WEST: return oro_row(g, i) + deep;
    case ORO_EAST: return oro_row(g, i) + (g->width - 1 - deep);
    case ORO_NORTH: return oro_row(g, deep) + i;
    default: return oro_row(g, g->height - 1 - deep) + i;
    }
}

/// What a map rises away from one of its sides, in its height per sample: one-sided, second order, so exact for a parabola.
static inline float oro_side_rise(const oro_grid *g, int32_t side, int32_t i) {
    int32_t depth = oro_side_depth(g, side);
    if (depth < 2) return 0.0f;
    float h0 = *oro_side_sample(g, side, i, 0), h1 = *oro_side_sample(g, side, i, 1);
    if (depth < 3) return h1 - h0;
    return 2.0f * (h1 - h0) - 0.5f * (*oro_side_sample(g, side, i, 2) - h0);
}

/// Height on the common edge, and what the ground rises there per sample on the way into this map.
static inline float oro_edge_height(const oro_edge *e, int32_t i) {
    return *oro_side_sample(e->map, e->here ? e->side : e->side ^ 1, i, 0);
}
static inline float oro_edge_rise(const oro_edge *e, int32_t i) {
    return e->here ? oro_side_rise(e->map, e->side, i) : -oro_side_rise(e->map, e->side ^ 1, i);
}

/// The sides that have a neighbour; returns how many.
static inline int32_t oro_edges_of(const oro_grid *const maps[ORO_SIDES], bool here, oro_edge out[ORO_SIDES]) {
    int32_t count = 0;
    for (int32_t i = 0; i < ORO_SIDES; i++)
        if (maps[i]) out[count++] = (oro_edge){maps[i], i, here};
    return count;
}

/// Gives the samples on the edge the neighbour's very values.
static inline void oro_edge_copy(const oro_edge *e, oro_grid *to) {
    for (int32_t i = 0; i < oro_side_length(to, e->side); i++)
        *oro_side_sample(to, e->side, i, 0) = oro_edge_height(e, i);
}

#endif
