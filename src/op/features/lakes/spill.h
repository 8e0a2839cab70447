// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Water in the tree of hollows: fill, spill, merge (after Barnes, Callaghan and Wickert 2021). A hollow's water is that of all its
// basins. Where it fills both of its halves they are one lake; where it fills one half only, the rest runs over into the
// other; what a whole tree cannot hold runs on into the next tree, or out. Trees are visited so that each has got all it will get.
// Then every lake finds the level at which it holds its water: from the sorted heights of its bed, exactly.
#ifndef ORO_LAKES_SPILL_H
#define ORO_LAKES_SPILL_H

#include "basins.h"

/// More water for a basin, and so for the hollows around it, up to but without `end`.
static inline void give_water(basins *b, uint32_t leaf, uint32_t end, double water) {
    for (uint32_t i = leaf; i != NO_NODE && i != end; i = b->nodes[i].parent) b->nodes[i].water += water;
}

/// Takes what a hollow cannot hold out of it; it is full then.
static inline double take_excess(hollow *h) {
    double excess = h->water - h->room;
    if (!(excess > 0.0)) return 0.0;
    h->water = h->room;
    return excess;
}

/// Shares out the water of one tree. `pile` has room for all nodes.
static inline void share_out(basins *b, uint32_t root, uint32_t *pile) {
    uint32_t waiting = 0;
    pile[waiting++] = root;
    while (waiting) {
        uint32_t i = pile[--waiting];
        hollow *h = &b->nodes[i];
        if (h->left == NO_NODE || h->water >= b->nodes[h->left].room + b->nodes[h->right].room) {
            h->holds = true;
            continue;
        }
        hollow *left = &b->nodes[h->left], *right = &b->nodes[h->right];
        double over = take_excess(left);
        if (over > 0.0)
            give_water(b, left->out_leaf, i, over);
        else if ((over = take_excess(right)) > 0.0)
            give_water(b, right->out_leaf, i, over);
        pile[waiting++] = h->left;
        pile[waiting++] = h->right;
    }
}

/// Lets all water find its place; returns what runs out.
static inline double spill_all(basins *b, uint32_t *pile) {
    double lost = 0.0;
    for (uint32_t i = 1; i < b->count; i++) // children first
        if (b->nodes[i].parent != NO_NODE) b->nodes[b->nodes[i].parent].water += b->nodes[i].water;
    for (uint32_t k = b->root_count; k-- > 0;) { // each runs over into one that was found before it
        hollow *h = &b->nodes[b->roots[k]];
        double over = take_excess(h);
        if (over > 0.0 && h->out_leaf)
            give_water(b, h->out_leaf, NO_NODE, over);
        else
            lost += over;
        share_out(b, b->roots[k], pile);
    }
    return lost;
}

// --- levels -------------------------------------------------------------------------------------------------------------

static inline int lower_float(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The level at which `count` sorted heights hold a sum of depths.
static inline float level_of(const float *bed, size_t count, double water) {
    double below = 0.0;
    for (size_t k = 0; k < count; k++) {
        below += (double)bed[k];
        double level = (water + below) / (double)(k + 1);
        if (k + 1 == count || level <= (double)bed[k + 1]) return (float)level;
    }
    return -INFINITY;
}

/// The lakes: of every node the level of the water that stands in it, -INFINITY where none does; `lake` gets the node whose
/// water could cover each sample's basin.
typedef struct levels {
    uint32_t *lake; ///< of every node: itself or the ancestor that holds its water
    float *level;   ///< of every node that holds water
} levels;

static inline bool is_full(const hollow *h) { return h->water >= h->room; }

static inline oro_status find_lake_levels(oro_run *r, const basins *b, levels *l) {
    const oro_drain *d = b->drain;
    size_t count = (size_t)d->level->width * (size_t)d->level->height, total = 0;
    l->lake = oro_scratch(r, (size_t)b->count * sizeof *l->lake);
    l->level = oro_scratch(r, (size_t)b->count * sizeof *l->level);
    size_t *starts = oro_scratch(r, ((size_t)b->count + 1) * sizeof *starts);
    if (!l->lake || !l->level || !starts) return ORO_NO_MEMORY;
    for (uint32_t i = b->count; i-- > 0;) {
        const hollow *h = &b->nodes[i];
        l->lake[i] = h->holds || h->parent == NO_NODE ? i : l->lake[h->parent];
        l->level[i] = h->holds && h->water > 0.0 && is_full(h) ? h->spill : -INFINITY;
    }
    for (uint32_t i = 0; i < b->count; i++) { // beds of lakes that are neither full nor dry
        const hollow *h = &b->nodes[i];
        starts[i] = total;
        total += i && h->holds && h->water > 0.0 && !is_full(h) ? h->samples : 0;
    }
    starts[b->count] = total;
    float *bed = oro_scratch(r, (total + 1) * sizeof *bed);
    if (!bed) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count && total; i++) {
        uint32_t node = b->basin[i] ? l->lake[b->basin[i]] : 0;
        const hollow *h = &b->nodes[node];
        float ground = oro_drain_level(d, i);
        if (node && h->holds && h->water > 0.0 && !is_full(h) && ground < h->spill) bed[starts[node]++] = ground;
    }
    for (uint32_t i = b->count; i-- > 1;) { // the starts have moved to the ends
        size_t from = starts[i - 1];
        const hollow *h = &b->nodes[i];
        if (starts[i] == from || !h->holds || is_full(h)) continue;
        qsort(bed + from, starts[i] - from, sizeof *bed, lower_float);
        l->level[i] = level_of(bed + from, starts[i] - from, h->water);
        if (i % 64 == 0 && oro_step(r, 1.0 - (double)i / b->count) != ORO_OK) return ORO_CANCELLED;
    }
    return ORO_OK;
}

#endif
