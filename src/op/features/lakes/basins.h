// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The hollows of a map as a tree (after Barnes, Callaghan and Wickert 2020). Every pit has a basin: all that drains to it. Two
// basins meet over the lowest saddle between them; in the order of height, saddles join basins to larger ones, or to what drains
// out of the map or into the sea. A node of the tree is a hollow that holds water up to its spill: its saddle out. Parents come
// after their children in the list, and spill no lower. Linear but for sorting saddles and for finding each flooded sample's
// smallest hollow, which takes the logarithm of the tree's depth. 8 bytes per sample, 100 per hollow.
#ifndef ORO_LAKES_BASINS_H
#define ORO_LAKES_BASINS_H

#include "solve/drain.h"

#include <stdlib.h>

#define NO_NODE UINT32_MAX

/// A hollow. Node 0 is the outside.
typedef struct hollow {
    uint32_t parent, left, right; ///< NO_NODE: none
    uint32_t jump, depth;         ///< an ancestor further up, to find one quickly
    uint32_t out_leaf;            ///< the basin that gets what runs over
    uint32_t out_at;              ///< the sample it runs over
    float spill;                  ///< height of that; infinite where nothing leads out
    uint32_t samples;             ///< below the spill
    double ground;                ///< sum of their heights
    double room;                  ///< sum of depths when full
    double water;                 ///< sum of depths that the hollow gets
    bool holds;                   ///< its water stands at one level
} hollow;

typedef struct basins {
    const oro_drain *drain;
    uint32_t *basin; ///< of every sample; 0: it drains out
    hollow *nodes;
    uint32_t leaves, count; ///< basins are the nodes 1 to leaves
    uint32_t *roots;        ///< hollows that run over to the outside or to one that does, in the order they were found
    uint32_t root_count;
} basins;

/// A saddle between two basins.
typedef struct saddle {
    float height;
    uint32_t at, a, b;
} saddle;

static inline int lower_saddle(const void *x, const void *y) {
    const saddle *p = x, *q = y;
    if (p->height != q->height) return p->height < q->height ? -1 : 1;
    if (p->at != q->at) return p->at < q->at ? -1 : 1;
    return p->a != q->a ? (p->a < q->a ? -1 : 1) : (p->b > q->b) - (p->b < q->b);
}

// --- basins -------------------------------------------------------------------------------------------------------------

/// Follows ways down to what is known, and writes it along them.
static inline void name_basin(const oro_drain *d, uint32_t *basin, size_t at) {
    size_t end = at;
    while (basin[end] == NO_NODE) end = oro_drain_to(d, end);
    for (size_t i = at, next; basin[i] == NO_NODE; i = next) {
        next = oro_drain_to(d, i);
        basin[i] = basin[end];
    }
}

static inline oro_status find_basins(oro_run *r, const oro_drain *d, basins *b) {
    size_t count = (size_t)d->level->width * (size_t)d->level->height;
    *b = (basins){.drain = d, .basin = oro_scratch(r, count * sizeof *b->basin)};
    if (!b->basin) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        b->basin[i] = d->way[i] & ORO_DRAIN_PIT ? ++b->leaves : d->way[i] & ORO_DRAIN_OUTLET ? 0 : NO_NODE;
    for (size_t i = 0; i < count; i++) {
        if (i % 0x40000 == 0 && oro_step(r, (double)i / (double)count) != ORO_OK) return ORO_CANCELLED;
        if (b->basin[i] == NO_NODE) name_basin(d, b->basin, i);
    }
    return ORO_OK;
}

// --- saddles ------------------------------------------------------------------------------------------------------------

typedef struct saddles {
    saddle *table; ///< by hash of the two basins; a = b where free
    uint32_t slots;
} saddles;

static inline void note_saddle(saddles *s, uint32_t a, uint32_t b, float height, uint32_t at) {
    uint32_t lo = a < b ? a : b, hi = a < b ? b : a, slot = oro_mix32(lo ^ oro_mix32(hi)) & (s->slots - 1);
    saddle *t = &s->table[slot];
    if (height != height) height = INFINITY; // beside a hole
    while (t->a != t->b && (t->a != lo || t->b != hi)) t = &s->table[slot = (slot + 1) & (s->slots - 1)];
    if (t->a == t->b) *t = (saddle){height, at, lo, hi};
    if (height < t->height || (height == t->height && at < t->at)) t->height = height, t->at = at;
}

/// All pairs of basins that touch, each with its lowest saddle, sorted; *count of them.
static inline saddle *find_saddles(oro_run *r, const basins *b, uint32_t *count) {
    const oro_grid *g = b->drain->level;
    saddles s = {.slots = 64};
    while (s.slots < 16U * (b->leaves + 1U)) s.slots *= 2; // pairs are at most about four times the basins
    s.table = oro_scratch(r, s.slots * sizeof *s.table);
    if (!s.table) return NULL;
    memset(s.table, 0, s.slots * sizeof *s.table);
    for (int32_t y = 0; y < g->height; y++) {
        if (oro_step(r, (double)y / g->height) != ORO_OK) return NULL;
        for (int32_t x = 0; x < g->width; x++) {
            size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            float here = oro_row(g, y)[x];
            bool edge = !b->drain->inland_edges && oro_on_border(g, x, y); // water may leave over it
            if (edge && b->basin[at]) note_saddle(&s, b->basin[at], 0, here, (uint32_t)at);
            for (uint32_t k = 0; k < 4; k++) { // the other four see this one
                size_t to = oro_drain_neighbour(g, x, y, k);
                if (to == SIZE_MAX || b->basin[to] == b->basin[at]) continue;
                float there = oro_drain_level(b->drain, to);
                bool mine = here > there || (here == there && at < to);
                note_saddle(&s, b->basin[at], b->basin[to], mine ? here : there, (uint32_t)(mine ? at : to));
            }
        }
    }
    *count = 0;
    for (uint32_t i = 0; i < s.slots; i++)
        if (s.table[i].a != s.table[i].b) s.table[(*count)++] = s.table[i];
    qsort(s.table, *count, sizeof *s.table, lower_saddle);
    return s.table;
}

// --- the tree -----------------------------------------------------------------------------------------------------------

static inline uint32_t set_of(uint32_t *sets, uint32_t i) {
    while (sets[i] != i) i = sets[i] = sets[sets[i]];
    return i;
}

static inline void spills(basins *b, uint32_t node, const saddle *s, uint32_t to_leaf) {
    hollow *h = &b->nodes[node];
    h->spill = s->height, h->out_at = s->at, h->out_leaf = to_leaf;
}

/// Joins what two basins have become over a saddle. `top` is the node that a set of basins has become; 0: it drains out.
static inline void join_basins(basins *b, const saddle *s, uint32_t *sets, uint32_t *top) {
    uint32_t p = set_of(sets, s->a), q = set_of(sets, s->b);
    if (p == q) return;
    uint32_t left = top[p], right = top[q];
    sets[q] = p;
    if (left) spills(b, left, s, s->b);
    if (right) spills(b, right, s, s->a);
    if (!left || !right) {
        b->roots[b->root_count++] = left ? left : right;
        top[p] = 0;
        return;
    }
    uint32_t node = b->count++;
    b->nodes[node] = (hollow){.parent = NO_NODE, .left = left, .right = right, .spill = INFINITY, .out_leaf = NO_NODE};
    b->nodes[left].parent = b->nodes[right].parent = top[p] = node;
}

static inline oro_status grow_tree(oro_run *r, basins *b) {
    uint32_t count = 0, leaves = b->leaves + 1;
    saddle *s = find_saddles(r, b, &count);
    b->nodes = oro_scratch(r, 2 * (size_t)leaves * sizeof *b->nodes);
    b->roots = oro_scratch(r, (size_t)leaves * sizeof *b->roots);
    uint32_t *sets = oro_scratch(r, 2 * (size_t)leaves * sizeof *sets), *top = sets + leaves;
    if (!b->nodes || !b->roots || !sets || !s)
        return s ? ORO_NO_MEMORY : oro_step(r, 1.0) == ORO_OK ? ORO_NO_MEMORY : ORO_CANCELLED;
    for (b->count = 0; b->count < leaves; b->count++) {
        uint32_t i = b->count;
        sets[i] = top[i] = i;
        b->nodes[i] =
            (hollow){.parent = NO_NODE, .left = NO_NODE, .right = NO_NODE, .spill = INFINITY, .out_leaf = NO_NODE};
    }
    for (uint32_t i = 0; i < count; i++) join_basins(b, &s[i], sets, top);
    for (uint32_t i = 1; i < b->count; i++) // on a map that nothing leaves: the last hollow has no spill
        if (b->nodes[i].parent == NO_NODE && b->nodes[i].out_leaf == NO_NODE) b->roots[b->root_count++] = i;
    for (uint32_t i = b->count; i-- > 1;) { // parents first
        hollow *h = &b->nodes[i];
        uint32_t p = h->parent;
        if (p == NO_NODE) {
            h->jump = i;
            continue;
        }
        uint32_t j = b->nodes[p].jump, jj = b->nodes[j].jump;
        h->depth = b->nodes[p].depth + 1;
        h->jump = b->nodes[p].depth - b->nodes[j].depth == b->nodes[j].depth - b->nodes[jj].depth ? jj : p;
    }
    return ORO_OK;
}

/// The smallest hollow around a basin that floods ground of this height; NO_NODE: none does.
static inline uint32_t smallest_hollow(const basins *b, uint32_t leaf, float ground) {
    uint32_t i = leaf;
    while (!(b->nodes[i].spill > ground)) {
        if (b->nodes[i].parent == NO_NODE) return NO_NODE;
        uint32_t jump = b->nodes[i].jump;
        i = b->nodes[jump].spill > ground ? b->nodes[i].parent : jump;
    }
    return i;
}

/// How much every hollow holds.
static inline oro_status measure_hollows(oro_run *r, basins *b) {
    size_t count = (size_t)b->drain->level->width * (size_t)b->drain->level->height;
    for (size_t i = 0; i < count; i++) {
        if (i % 0x40000 == 0 && oro_step(r, (double)i / (double)count) != ORO_OK) return ORO_CANCELLED;
        float ground = oro_drain_level(b->drain, i);
        uint32_t node = b->basin[i] ? smallest_hollow(b, b->basin[i], ground) : NO_NODE;
        if (node == NO_NODE) continue;
        b->nodes[node].samples++;
        b->nodes[node].ground += (double)ground;
    }
    for (uint32_t i = 1; i < b->count; i++) { // children first
        hollow *h = &b->nodes[i];
        double room = (double)h->samples * (double)h->spill - h->ground;
        h->room = h->spill == INFINITY ? (double)INFINITY : room > 0.0 ? room : 0.0;
        if (h->parent == NO_NODE) continue;
        b->nodes[h->parent].samples += h->samples;
        b->nodes[h->parent].ground += h->ground;
    }
    return ORO_OK;
}

#endif
