// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pits drain over their lowest passes (Cordonnier, Bovy and Braun 2019): basins of pits are nodes, passes between neighbouring
// points are edges, all that drains to an outlet is one more node, and the tree of least passes says where each basin
// spills. Then the points from the pass down to the pit are turned round: water carves its way out.
//
// The tree is Boruvka's. Passes are compared by height, then by a hash of the two points, then by their numbers. No two are
// equal, so there is one such tree, and level ground, where heights say nothing, does not drain along rows.
//
// Only points that drain to pits are looked at, 40 bytes each at most, and after the first steps of a level there are few.
// This part runs on one thread.
#ifndef ORO_OP_UPLIFT_PITS_H
#define ORO_OP_UPLIFT_PITS_H

#include "net.h"

/// A pass from point `from` in one basin to its neighbour.
typedef struct pit_pass {
    float height;
    uint32_t random;
    int32_t from;
    int32_t to;
    uint8_t way;
} pit_pass;

typedef struct pits {
    net *n;
    int32_t count;     ///< basins; the number of the rest is `count`
    int32_t points;    ///< that drain to pits, in n->list
    int32_t *basin_of; ///< union of basins: a parent
    int32_t *best;     ///< number of a basin's lowest pass, -1: none
    int32_t *head, *next;
    pit_pass *passes, *tree;
    int64_t pass_count, room;
    int32_t tree_count;
} pits;

static inline bool pit_is_lower(const pit_pass *a, const pit_pass *b) {
    if (a->height != b->height) return a->height < b->height;
    if (a->random != b->random) return a->random < b->random;
    int32_t a0 = a->from < a->to ? a->from : a->to, b0 = b->from < b->to ? b->from : b->to;
    int32_t a1 = a->from < a->to ? a->to : a->from, b1 = b->from < b->to ? b->to : b->from;
    return a0 != b0 ? a0 < b0 : a1 < b1;
}

static inline int32_t pit_label(const pits *p, int32_t at) {
    return p->n->upstream[at] < 0 ? p->count : p->n->upstream[at];
}

static inline int32_t pit_root(int32_t *parent, int32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// Labels all points that drain to a pit with the pit's number, and lists them.
static inline void pits_label(pits *p) {
    net *n = p->n;
    int32_t *list = n->list;
    for (int32_t pit = 0; pit < p->count; pit++) {
        int32_t at = p->points;
        list[p->points++] = n->stack[pit];
        for (; at < p->points; at++) {
            int32_t here = list[at];
            n->upstream[here] = pit;
            for (uint32_t mask = n->donors[here]; mask; mask &= mask - 1)
                list[p->points++] = here - n->offset[__builtin_ctz(mask)];
        }
    }
}

/// All passes between two basins, or their number where there is no room yet. Each is seen from both sides but those to the
/// rest; the side with the smaller label keeps it.
static inline int64_t pits_list_passes(const pits *p, pit_pass *out) {
    const net *n = p->n;
    int64_t count = 0;
    for (int32_t i = 0; i < p->points; i++) {
        int32_t at = n->list[i], x = at % n->width, y = at / n->width, mine = n->upstream[at];
        for (int32_t k = 0; k < NET_NEAR; k++) {
            int32_t tx = x + net_dx[k], ty = y + net_dy[k];
            if (tx < 0 || ty < 0 || tx >= n->width || ty >= n->height) continue;
            int32_t to = at + n->offset[k], theirs = pit_label(p, to);
            if (theirs <= mine) continue;
            if (out) {
                float a = n->z[at], b = n->z[to];
                out[count] = (pit_pass){a > b ? a : b, oro_hash2(n->seed, at < to ? at : to, at < to ? to : at), at, to,
                                        (uint8_t)k};
            }
            count++;
        }
    }
    return count;
}

/// Each union of basins takes its lowest pass to another, until all hang together.
static inline void pits_join(pits *p) {
    int32_t parts = p->count + 1;
    for (int32_t i = 0; i < parts; i++) p->basin_of[i] = i;
    while (parts > 1) {
        int64_t kept = 0;
        for (int32_t i = 0; i <= p->count; i++) p->best[i] = -1;
        for (int64_t i = 0; i < p->pass_count; i++) {
            pit_pass pass = p->passes[i];
            int32_t ends[2] = {pit_root(p->basin_of, pit_label(p, pass.from)),
                               pit_root(p->basin_of, pit_label(p, pass.to))};
            if (ends[0] == ends[1]) continue;
            p->passes[kept] = pass;
            for (int32_t e = 0; e < 2; e++) {
                int32_t *best = &p->best[ends[e]];
                if (*best < 0 || pit_is_lower(&pass, &p->passes[*best])) *best = (int32_t)kept;
            }
            kept++;
        }
        p->pass_count = kept;
        if (kept == 0) return; // cannot be: the map hangs together
        for (int32_t i = 0; i <= p->count; i++) {
            if (p->best[i] < 0) continue;
            const pit_pass *pass = &p->passes[p->best[i]];
            int32_t a = pit_root(p->basin_of, pit_label(p, pass->from));
            int32_t b = pit_root(p->basin_of, pit_label(p, pass->to));
            if (a == b) continue; // both ends chose it
            p->basin_of[a] = b;
            p->tree[p->tree_count++] = *pass;
            parts--;
        }
    }
}

/// Turns the way from a pass down to its pit round, so that the basin drains over the pass.
static inline void pit_carve(net *n, int32_t from, uint8_t way) {
    int32_t at = from;
    for (;;) {
        uint8_t next = n->way[at];
        int32_t down = next < NET_WAYS ? at + n->offset[next] : -1;
        net_turn(n, (size_t)at, way);
        if (down < 0) return;
        way = net_back(next);
        at = down;
    }
}

/// From the rest outwards: the first pass that reaches a basin is where it drains.
static inline void pits_drain(pits *p) {
    net *n = p->n;
    int32_t *queue = p->best, *seen = p->basin_of, first = 0, last = 0;
    for (int32_t i = 0; i <= p->count; i++) p->head[i] = -1, seen[i] = 0;
    for (int32_t i = 0; i < p->tree_count; i++) {
        int32_t a = pit_label(p, p->tree[i].from), b = pit_label(p, p->tree[i].to);
        p->next[2 * i] = p->head[a], p->head[a] = 2 * i;
        p->next[2 * i + 1] = p->head[b], p->head[b] = 2 * i + 1;
    }
    queue[last++] = p->count;
    seen[p->count] = 1;
    while (first < last) {
        for (int32_t e = p->head[queue[first++]]; e >= 0; e = p->next[e]) {
            const pit_pass *pass = &p->tree[e >> 1];
            bool forward = e & 1; // seen from its far end: the basin is where it begins
            int32_t from = forward ? pass->from : pass->to, basin = pit_label(p, from);
            if (seen[basin]) continue;
            seen[basin] = 1;
            queue[last++] = basin;
            pit_carve(n, from, forward ? pass->way : net_back(pass->way));
        }
    }
}

/// Makes every point drain to an outlet. Receivers and donors are found.
static inline oro_status net_drain_pits(net *n) {
    pits p = {.n = n};
    for (const uint8_t *at = n->way, *end = at + n->count; (at = memchr(at, NET_PIT, (size_t)(end - at))); at++)
        n->stack[p.count++] = (int32_t)(at - n->way);
    if (p.count == 0) return ORO_OK;
    memset(n->upstream, 0xff, n->count * sizeof *n->upstream);
    pits_label(&p);
    p.pass_count = pits_list_passes(&p, NULL);
    size_t basins = (size_t)p.count + 1, ints = 6 * basins;
    size_t bytes = ints * sizeof(int32_t) + (basins + (size_t)p.pass_count) * sizeof(pit_pass);
    char *memory = oro_alloc(n->run->ctx, bytes); // freed at once: every step may ask for some
    if (!memory) return ORO_NO_MEMORY;
    p.passes = (pit_pass *)(void *)memory;
    p.tree = p.passes + p.pass_count;
    p.basin_of = (int32_t *)(void *)(p.tree + basins);
    p.best = p.basin_of + basins;
    p.head = p.best + basins;
    p.next = p.head + basins; // two numbers each
    pits_list_passes(&p, p.passes);
    pits_join(&p);
    pits_drain(&p);
    oro_free(n->run->ctx, memory);
    return ORO_OK;
}

#endif
