// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The points of one level, and who drains to whom. One point per cell of a grid, moved inside its cell by a hash, the full
// width of it: rivers between points of a lattice follow its eight directions, whatever is done to their slopes, and rivers
// between these do not. Points at the border stay where they are.
//
// A point drains to the steepest of 20 neighbours by true distance: the 8 around it always, the 8 of a knight's move and the
// 4 two cells away where they are nearer than 1.9 cells. Who drains to whom is kept twice: the number of its receiver's
// direction at every point, and the directions of its donors as a mask. Both are found by rows, neighbours in the outer
// loop, so that compilers make vectors of them.
//
// Memory is that of the finest level for all; 50 to 70 bytes per point.
#ifndef ORO_OP_UPLIFT_NET_H
#define ORO_OP_UPLIFT_NET_H

#include "core/math.cell.h"
#include "run/loops.h"
#include "solve/sample.h"

#include <math.h>
#include <string.h>

enum {
    NET_NEAR = 8,     ///< directions whose points always count
    NET_WAYS = 20,    ///< all directions
    NET_PIT = 255,    ///< in `way`: nothing lower around it
    NET_OUTLET = 254, ///< in `way`: holds its height
    NET_BLOCK = 8192  ///< points of a block of work, about
};

static const int32_t net_dx[NET_WAYS] = {1, 1, 0, -1, -1, -1, 0, 1, 2, 1, -1, -2, -2, -1, 1, 2, 2, 0, -2, 0};
static const int32_t net_dy[NET_WAYS] = {0, 1, 1, 1, 0, -1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1, 0, 2, 0, -2};

/// The way back: directions lie opposite each other by half of their ring.
static inline uint8_t net_back(uint8_t way) {
    return (uint8_t)(way < 16 ? (way & 8) | ((way + 4) & 7) : 16 + ((way - 16 + 2) & 3));
}

typedef struct net {
    oro_run *run;
    int32_t width, height;
    int32_t offset[NET_WAYS]; ///< of a neighbour
    size_t count;
    float cell;             ///< m, from column to column
    float tall;             ///< rows are so many times as far apart
    float map_x, map_y;     ///< samples of the map per column and row
    uint32_t seed;          ///< of the level
    float *east, *south;    ///< where in its cell a point lies, cells from the middle
    float *z;               ///< m
    float *rate;            ///< m/yr, uplift
    float *soft;            ///< factor on erosion before layers
    float *source;          ///< rain and inflow, in cells
    float *area;            ///< that drains through it, in cells
    float *pull;            ///< F of the implicit step, for a distance of one cell
    float *start;           ///< m, before anything happened; NULL: 0
    float *floor;           ///< m, nothing is cut below it; NULL: `lowest` everywhere
    float *datum, *stand;   ///< of layers, and factor on how far they stand; NULL: all rock is alike
    float lowest;           ///< m
    uint32_t *donors;       ///< mask of directions, seen from the donor
    int32_t *upstream;      ///< points that drain through it, itself included; label of its basin while pits are joined
    int32_t *list, *stack;  ///< points
    uint8_t *way, *waiting; ///< direction of the receiver, and donors still to come
    uint8_t *held;          ///< 1: an outlet
} net;

/// Rows of a block of work: a function of the level's size.
static inline int32_t net_block_rows(const net *n) {
    int32_t rows = NET_BLOCK / n->width;
    return rows < 1 ? 1 : rows;
}

typedef struct net_loop {
    const net *n;
    oro_rows_fn *fn;
    const void *user;
} net_loop;

static inline void net_block(const void *user, int32_t block) {
    const net_loop *l = user;
    int32_t rows = net_block_rows(l->n), y0 = block * rows;
    l->fn(l->user, y0, y0 + rows < l->n->height ? y0 + rows : l->n->height);
}

/// Calls fn for ranges of rows that cover it. Finer than oro_for_rows(): a level of 257 points has work for
/// several threads, since a step has many loops.
static inline oro_status net_for_rows(const net *n, oro_rows_fn *fn, const void *user) {
    net_loop l = {n, fn, user};
    int32_t rows = net_block_rows(n);
    return oro_for_blocks(n->run, (n->height + rows - 1) / rows, net_block, &l);
}

// --- where points lie -------------------------------------------------------------------------------------------------

static inline void net_scatter(const void *user, int32_t y0, int32_t y1) {
    const net *n = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict east = n->east + (size_t)y * (size_t)n->width;
        float *restrict south = n->south + (size_t)y * (size_t)n->width;
        bool edge = y == 0 || y == n->height - 1;
        for (int32_t x = 0; x < n->width; x++) {
            uint32_t hash = oro_hash2(n->seed, x, y);
            east[x] = edge ? 0.0f : oro_unit(hash) - 0.5f;
            south[x] = edge ? 0.0f : oro_unit(oro_mix32(hash ^ 0x5bd1e995U)) - 0.5f;
        }
        east[0] = south[0] = east[n->width - 1] = south[n->width - 1] = 0.0f;
    }
}

/// Distance of the neighbour in a direction, squared, in cells.
static inline float net_distance2(const net *n, size_t from, size_t to, uint8_t way) {
    float dx = (float)net_dx[way] + n->east[to] - n->east[from];
    float dy = ((float)net_dy[way] + n->south[to] - n->south[from]) * n->tall;
    return dx * dx + dy * dy;
}

// --- receivers --------------------------------------------------------------------------------------------------------

/// One direction for the columns of a row; parameters, since compilers make vectors of loops over what they know to be apart.
static __attribute__((noinline)) void net_compare(int32_t count, int32_t way, float tall, float reach2,
                                                  const float *restrict z, const float *restrict east,
                                                  const float *restrict south, const float *restrict their_z,
                                                  const float *restrict their_east, const float *restrict their_south,
                                                  float *restrict steepest, int32_t *restrict best) {
    float dx = (float)net_dx[way], dy = (float)net_dy[way];
    for (int32_t x = 0; x < count; x++) {
        float ax = dx + their_east[x] - east[x], ay = (dy + their_south[x] - south[x]) * tall;
        float d2 = ax * ax + ay * ay, drop = z[x] - their_z[x];
        float s2 = drop * drop / d2; // slopes squared: no root
        bool is = (drop > 0.0f) & (s2 > steepest[x]) & (d2 < reach2);
        steepest[x] = is ? s2 : steepest[x];
        best[x] = is ? way : best[x];
    }
}

enum { NET_SPAN = 512 }; ///< columns at once: what they need stays in the nearest cache

static inline void net_find_receivers(const void *user, int32_t y0, int32_t y1) {
    const net *n = user;
    float steepest[NET_SPAN];
    int32_t best[NET_SPAN];
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x0 = 0; x0 < n->width; x0 += NET_SPAN) {
            int32_t count = n->width - x0 < NET_SPAN ? n->width - x0 : NET_SPAN;
            size_t row = (size_t)y * (size_t)n->width;
            for (int32_t x = 0; x < count; x++) steepest[x] = 0.0f, best[x] = NET_PIT;
            for (int32_t k = 0; k < NET_WAYS; k++) {
                if (y + net_dy[k] < 0 || y + net_dy[k] >= n->height) continue;
                int32_t from = x0 + net_dx[k] < 0 ? -net_dx[k] - x0 : 0;
                int32_t to = x0 + count + net_dx[k] > n->width ? n->width - net_dx[k] - x0 : count;
                if (from >= to) continue;
                size_t a = row + (size_t)(x0 + from), b = (size_t)((ptrdiff_t)a + n->offset[k]);
                net_compare(to - from, k, n->tall, k < NET_NEAR ? 1e9f : 1.9f * 1.9f, n->z + a, n->east + a,
                            n->south + a, n->z + b, n->east + b, n->south + b, steepest + from, best + from);
            }
            const uint8_t *held = n->held + row + (size_t)x0;
            uint8_t *way = n->way + row + (size_t)x0;
            for (int32_t x = 0; x < count; x++) way[x] = (uint8_t)(held[x] ? NET_OUTLET : best[x]);
        }
}

// --- donors -----------------------------------------------------------------------------------------------------------

static inline void net_find_donors(const void *user, int32_t y0, int32_t y1) {
    const net *n = user;
    for (int32_t y = y0; y < y1; y++) {
        size_t row = (size_t)y * (size_t)n->width;
        uint32_t *restrict donors = n->donors + row;
        uint8_t *restrict waiting = n->waiting + row;
        memset(donors, 0, (size_t)n->width * sizeof *donors);
        for (int32_t k = 0; k < NET_WAYS; k++) {
            if (y - net_dy[k] < 0 || y - net_dy[k] >= n->height) continue;
            int32_t from = net_dx[k] > 0 ? net_dx[k] : 0, to = n->width + (net_dx[k] < 0 ? net_dx[k] : 0);
            const uint8_t *restrict theirs = n->way + ((ptrdiff_t)row - n->offset[k]);
            for (int32_t x = from; x < to; x++) donors[x] |= (uint32_t)(theirs[x] == k) << k;
        }
        for (int32_t x = 0; x < n->width; x++) waiting[x] = (uint8_t)__builtin_popcount(donors[x]);
    }
}

/// Lets a point drain another way.
static inline void net_turn(net *n, size_t at, uint8_t way) {
    if (n->way[at] < NET_WAYS) {
        size_t from = (size_t)((ptrdiff_t)at + n->offset[n->way[at]]);
        n->donors[from] &= ~(1U << n->way[at]);
        n->waiting[from]--;
    }
    n->way[at] = way;
    size_t to = (size_t)((ptrdiff_t)at + n->offset[way]);
    n->donors[to] |= 1U << way;
    n->waiting[to]++;
}

#endif
