// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Adds water up along its ways. A sample passes its water on when all that drain to it have passed theirs; the last to arrive
// goes on with it, on whatever thread that is. Water is counted in whole units, 2^26 for a sample, so the order of arrivals
// changes no bit and nothing is lost. One word per sample holds the sum and, in its lowest bits, how many are still to come:
// an arrival is a single addition. 14 bytes per sample.
#ifndef ORO_FLOW_GATHER_H
#define ORO_FLOW_GATHER_H

#include "solve/drain.h"

#include <stdatomic.h>

enum { GATHER_UNIT_BITS = 26, GATHER_COUNT_BITS = 4, GATHER_COUNT_MASK = 15 };

typedef struct gather {
    const oro_drain *drain;
    _Atomic uint64_t *sum; ///< units << 4 | samples that are still to come
    uint8_t *to;           ///< neighbours that get water, a bit each
    uint8_t *givers;       ///< how many give water to each
    uint32_t *next;        ///< of a pile of samples that are ready: the one below
} gather;

static inline uint8_t gather_bits(uint32_t way) {
    if (!(way & ORO_DRAINS)) return 0;
    uint32_t share = way >> 16, straight = way & 7U, diagonal = way >> 3 & 7U;
    return (uint8_t)((share < 65535U) << straight | (share > 0U) << diagonal);
}

static inline void gather_mark(const void *user, int32_t y0, int32_t y1) {
    const gather *g = user;
    size_t w = (size_t)g->drain->level->width;
    for (size_t i = (size_t)y0 * w; i < (size_t)y1 * w; i++) g->to[i] = gather_bits(g->drain->way[i]);
}

/// How many give to (x, y), at any place of the map.
static inline uint8_t gather_givers_at(const gather *g, int32_t x, int32_t y) {
    uint8_t count = 0;
    for (uint32_t k = 0; k < 8; k++) {
        size_t from = oro_drain_neighbour(g->drain->level, x, y, k);
        if (from != SIZE_MAX) count = (uint8_t)(count + (g->to[from] >> ((k + 4) & 7U) & 1));
    }
    return count;
}

static inline void gather_count(const void *user, int32_t y0, int32_t y1) {
    const gather *g = user;
    const oro_grid *level = g->drain->level;
    int32_t w = level->width, h = level->height;
    for (int32_t y = y0; y < y1; y++) {
        const uint8_t *restrict row = g->to + (size_t)y * (size_t)w, *restrict up = row - w, *restrict down = row + w;
        uint8_t *restrict out = g->givers + (size_t)y * (size_t)w;
        bool edge = y == 0 || y == h - 1;
        for (int32_t x = 1; !edge && x < w - 1; x++)
            out[x] =
                (uint8_t)((row[x - 1] & 1) + (up[x - 1] >> 1 & 1) + (up[x] >> 2 & 1) + (up[x + 1] >> 3 & 1) +
                          (row[x + 1] >> 4 & 1) + (down[x + 1] >> 5 & 1) + (down[x] >> 6 & 1) + (down[x - 1] >> 7 & 1));
        for (int32_t x = 0; x < w; x += edge || w < 2 || x == w - 1 ? 1 : w - 1) out[x] = gather_givers_at(g, x, y);
        for (int32_t x = 0; x < w; x++)
            atomic_store_explicit(&g->sum[(size_t)y * (size_t)w + (size_t)x],
                                  (uint64_t)1 << (GATHER_UNIT_BITS + GATHER_COUNT_BITS) | out[x], memory_order_relaxed);
    }
}

/// Gives water to a neighbour of `at`; where it is the last to come, that is ready and goes onto the pile.
static inline void gather_give(const gather *g, size_t at, uint32_t k, uint64_t units, uint32_t *pile) {
    const oro_grid *level = g->drain->level;
    size_t w = (size_t)level->width;
    size_t to = oro_drain_neighbour(level, (int32_t)(at % w), (int32_t)(at / w), k);
    uint64_t before = atomic_fetch_add_explicit(&g->sum[to], (units << GATHER_COUNT_BITS) - 1, memory_order_relaxed);
    if ((before & GATHER_COUNT_MASK) != 1) return;
    g->next[to] = *pile;
    *pile = (uint32_t)to;
}

/// Passes water on from a sample, and from all that become ready by it.
static inline void gather_from(const gather *g, size_t at) {
    uint32_t pile = UINT32_MAX;
    for (;;) {
        uint32_t way = g->drain->way[at];
        if (way & ORO_DRAINS) {
            uint64_t all = atomic_load_explicit(&g->sum[at], memory_order_relaxed) >> GATHER_COUNT_BITS;
            uint64_t share = way >> 16, second = (all >> 16) * share + ((all & 0xffffU) * share >> 16);
            if (share == 65535U) second = all;
            if (share < 65535U) gather_give(g, at, way & 7U, all - second, &pile);
            if (share > 0) gather_give(g, at, way >> 3 & 7U, second, &pile);
        }
        if (pile == UINT32_MAX) return;
        at = pile;
        pile = g->next[at];
    }
}

static inline void gather_rows(const void *user, int32_t y0, int32_t y1) {
    const gather *g = user;
    size_t w = (size_t)g->drain->level->width;
    for (size_t i = (size_t)y0 * w; i < (size_t)y1 * w; i++)
        if (!g->givers[i]) gather_from(g, i);
}

/// Samples' worth of water that passes each.
static inline double gather_samples(const gather *g, size_t at) {
    uint64_t units = atomic_load_explicit(&g->sum[at], memory_order_relaxed) >> GATHER_COUNT_BITS;
    return (double)units * (1.0 / (double)(1 << GATHER_UNIT_BITS));
}

static inline oro_status gather_all(oro_run *r, const oro_drain *d, gather *g, double from, double to) {
    size_t count = (size_t)d->level->width * (size_t)d->level->height;
    *g = (gather){.drain = d, .sum = oro_scratch(r, count * sizeof *g->sum), .to = oro_scratch(r, count)};
    g->givers = oro_scratch(r, count);
    g->next = oro_scratch(r, count * sizeof *g->next);
    if (!g->sum || !g->to || !g->givers || !g->next) return ORO_NO_MEMORY;
    double span = to - from;
    oro_stage(r, from, from + 0.1 * span);
    oro_status status = oro_for_rows(r, d->level, gather_mark, g);
    oro_stage(r, from + 0.1 * span, from + 0.2 * span);
    if (status == ORO_OK) status = oro_for_rows(r, d->level, gather_count, g);
    oro_stage(r, from + 0.2 * span, to);
    return status == ORO_OK ? oro_for_rows(r, d->level, gather_rows, g) : status;
}

#endif
