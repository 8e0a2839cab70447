// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The rivers of the last level as curves and points. A river begins where enough water has come together, goes on as long as
// it is the largest at every junction, and ends in the middle of the one that is larger, or at an outlet. Its heights are
// those of the points, so they fall all the way. On one thread; 16 bytes per point of a river.
#ifndef ORO_OP_UPLIFT_TREE_H
#define ORO_OP_UPLIFT_TREE_H

#include "net.h"
#include "orogen/curves.h"
#include "orogen/points.h"

typedef struct tree {
    const net *n;
    const oro_grid *map;
    float least; ///< cells that make a river
} tree;

/// The donor that brings most, by its area and then its direction; -1 where none is a river.
static inline int32_t tree_main_donor(const tree *t, int32_t at, int32_t *rivers) {
    const net *n = t->n;
    int32_t best = -1;
    *rivers = 0;
    for (uint32_t mask = n->donors[at]; mask; mask &= mask - 1) {
        int32_t donor = at - n->offset[__builtin_ctz(mask)];
        if (n->area[donor] < t->least) continue;
        ++*rivers;
        if (best < 0 || n->area[donor] > n->area[best]) best = donor;
    }
    return best;
}

static inline void tree_place(const tree *t, int32_t at, float *xyz) {
    const net *n = t->n;
    int32_t x = at % n->width, y = at / n->width;
    xyz[0] = (float)(t->map->origin_x + (double)(((float)x + n->east[at]) * n->map_x) * t->map->cell);
    xyz[1] = (float)(t->map->origin_y + (double)(((float)y + n->south[at]) * n->map_y) * t->map->cell);
    xyz[2] = n->z[at];
}

/// Follows the river that begins at a point; writes its points where there is room and returns how many it has.
static inline uint32_t tree_follow(const tree *t, int32_t from, float *positions) {
    const net *n = t->n;
    uint32_t count = 0;
    for (int32_t at = from;; count++) {
        if (positions) tree_place(t, at, positions + 3 * (size_t)count);
        if (n->way[at] >= NET_WAYS) return count + 1;
        int32_t next = at + n->offset[n->way[at]], rivers;
        if (tree_main_donor(t, next, &rivers) != at) {
            if (positions) tree_place(t, next, positions + 3 * (size_t)(count + 1));
            return count + 2;
        }
        at = next;
    }
}

static inline bool tree_begins(const tree *t, int32_t at) {
    int32_t rivers;
    return t->n->area[at] >= t->least && t->n->way[at] < NET_WAYS && tree_main_donor(t, at, &rivers) < 0;
}

static inline oro_status tree_curves(oro_run *r, const tree *t, oro_curves *out) {
    *out = (oro_curves){0};
    int64_t points = 0;
    for (int32_t at = 0; at < (int32_t)t->n->count; at++)
        if (tree_begins(t, at)) points += tree_follow(t, at, NULL), out->count++;
    if (points > INT32_MAX) return oro_refuse(r, "channel", "the rivers would have %lld points", (long long)points);
    out->point_count = (uint32_t)points;
    oro_status status = oro_curves_alloc(r->ctx, out);
    uint32_t curve = 0, at_point = 0;
    for (int32_t at = 0; status == ORO_OK && at < (int32_t)t->n->count; at++) {
        if (!tree_begins(t, at)) continue;
        out->starts[curve++] = at_point;
        at_point += tree_follow(t, at, out->positions + 3 * (size_t)at_point);
    }
    return status;
}

/// Does a river begin here, end at an outlet, or take in another?
static inline bool tree_is_node(const tree *t, int32_t at) {
    int32_t rivers, main = tree_main_donor(t, at, &rivers);
    if (t->n->area[at] < t->least) return false;
    return t->n->way[at] >= NET_WAYS ? main >= 0 : rivers != 1;
}

static inline oro_status tree_points(oro_run *r, const tree *t, oro_points *out) {
    *out = (oro_points){0};
    for (int32_t at = 0; at < (int32_t)t->n->count; at++) out->count += tree_is_node(t, at);
    oro_status status = oro_points_alloc(r->ctx, out);
    uint32_t next = 0;
    for (int32_t at = 0; status == ORO_OK && at < (int32_t)t->n->count; at++)
        if (tree_is_node(t, at)) tree_place(t, at, out->positions + 3 * (size_t)next++);
    return status;
}

#endif
