// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sums down the rivers and heights up them, on many threads with the bits of one.
//
// Down: every point without donors starts a walk. At a junction the last walk to arrive goes on; it adds what the donors
// bring in the order of their directions, so who came last does not matter. A counter per point is all that is atomic.
//
// Up: with Braun and Willett's implicit step (2013) a point's new height follows from its own and from the new height of its
// receiver:
//
//     z' = z'_r + (z + U dt - z'_r) / (1 + F)        F = K f dt (A + A0)^m / distance
//
// so any order from the outlets upwards gives the same bits. Points with many others upstream, the trunk, go first on one thread;
// what hangs off it are trees of at most a 64th of all points, which go side by side.
//
// In layers a point rises no higher above its receiver than they stand (strata_climb). A point that finds its receiver above
// it, as where a way out of a pit was carved, is filled to a slope of one in ten thousand.
#ifndef ORO_OP_UPLIFT_FLOW_H
#define ORO_OP_UPLIFT_FLOW_H

#include "net.h"
#include "solve/strata.h"

/// A step of time.
typedef struct flow_step {
    net *n;
    const strata_stack *stack; ///< NULL: all rock is alike
    const float *in;           ///< what sums add up, per point
    float *sum;
    float years, rise;        ///< yr, and yr times the factor of pulses
    float risen;              ///< rise of all steps before
    float erodibility, power; ///< K and m
    float hillslope;          ///< A0, m2
    int32_t trunk;            ///< points upstream that make a point part of it
    int32_t roots;            ///< subtrees in n->list
    int32_t *stacks;          ///< `trunk` points each
} flow_step;

// --- down -------------------------------------------------------------------------------------------------------------

static inline void flow_walk(const void *user, int32_t block) {
    const flow_step *s = user;
    const net *n = s->n;
    int32_t rows = net_block_rows(n), y1 = (block + 1) * rows < n->height ? (block + 1) * rows : n->height;
    for (int32_t at = block * rows * n->width; at < y1 * n->width; at++) {
        if (n->donors[at]) continue;
        for (int32_t here = at;;) {
            float sum = s->in[here];
            int32_t points = 1;
            for (uint32_t mask = n->donors[here]; mask; mask &= mask - 1) {
                int32_t donor = here - n->offset[__builtin_ctz(mask)];
                sum += s->sum[donor];
                points += n->upstream[donor];
            }
            s->sum[here] = sum;
            n->upstream[here] = points;
            if (n->way[here] >= NET_WAYS) break;
            here += n->offset[n->way[here]];
            if (__atomic_sub_fetch(&n->waiting[here], 1, __ATOMIC_ACQ_REL)) break;
        }
    }
}

/// sum = in and all that comes from upstream.
static inline oro_status flow_down(flow_step *s, const float *in, float *sum) {
    int32_t rows = net_block_rows(s->n);
    s->in = in;
    s->sum = sum;
    return oro_for_blocks(s->n->run, (s->n->height + rows - 1) / rows, flow_walk, s);
}

// --- F ----------------------------------------------------------------------------------------------------------------

static __attribute__((noinline)) void flow_power(int32_t count, float cell2, float add, float power, float factor,
                                                 const float *restrict area, const float *restrict soft,
                                                 float *restrict pull) {
    for (int32_t x = 0; x < count; x++) pull[x] = factor * soft[x] * oro_exp2(power * oro_log2(area[x] * cell2 + add));
}

static inline void flow_pulls(const void *user, int32_t block) {
    const flow_step *s = user;
    const net *n = s->n;
    int32_t rows = net_block_rows(n), y1 = (block + 1) * rows < n->height ? (block + 1) * rows : n->height;
    float cell2 = n->cell * n->cell * n->tall, factor = s->erodibility * s->years / n->cell;
    for (int32_t y = block * rows; y < y1; y++) {
        size_t row = (size_t)y * (size_t)n->width;
        flow_power(n->width, cell2, s->hillslope, s->power, factor, n->area + row, n->soft + row, n->pull + row);
        if (!s->stack) continue;
        for (size_t i = row; i < row + (size_t)n->width; i++) {
            float inside = strata_fold(s->stack, n->z[i] - n->datum[i] - n->rate[i] * s->risen);
            n->pull[i] *= s->stack->soft[strata_layer_at(s->stack, inside)];
        }
    }
}

// --- up ---------------------------------------------------------------------------------------------------------------

static inline void flow_solve(const flow_step *s, int32_t at) {
    const net *n = s->n;
    uint8_t way = n->way[at];
    if (way >= NET_WAYS) return;
    int32_t to = at + n->offset[way];
    float distance = oro_sqrt(net_distance2(n, (size_t)at, (size_t)to, way));
    float below = n->z[to], raised = n->z[at] + n->rate[at] * s->rise;
    float z = raised;
    if (raised > below) {
        z = below + (raised - below) / (1.0f + n->pull[at] / distance);
        float floor = n->floor ? n->floor[at] : n->lowest;
        z = oro_max(z, oro_min(raised, floor));
    } else {
        z = below + oro_max(1e-4f * distance * n->cell, 2.4e-7f * oro_abs(below)); // above it in any case
    }
    if (s->stack) {
        float from = below - n->datum[at] - n->rate[at] * (s->risen + s->rise);
        z = oro_min(z, below + strata_climb(s->stack, from, distance * n->cell * n->stand[at]));
    }
    n->z[at] = z;
}

static inline void flow_subtrees(const void *user, int32_t block, int32_t worker) {
    const flow_step *s = user;
    const net *n = s->n;
    int32_t *stack = s->stacks + (size_t)worker * (size_t)(s->trunk + NET_WAYS);
    int32_t end = (block + 1) * 64 < s->roots ? (block + 1) * 64 : s->roots;
    for (int32_t i = block * 64; i < end; i++) {
        int32_t depth = 0;
        stack[depth++] = n->list[i];
        while (depth) {
            int32_t at = stack[--depth];
            flow_solve(s, at);
            for (uint32_t mask = n->donors[at]; mask; mask &= mask - 1)
                stack[depth++] = at - n->offset[__builtin_ctz(mask)];
        }
    }
}

/// Solves the trunk and lists the subtrees that hang off it.
static inline void flow_trunk(flow_step *s) {
    net *n = s->n;
    s->roots = 0;
    for (const uint8_t *at = n->way, *end = at + n->count; (at = memchr(at, NET_OUTLET, (size_t)(end - at))); at++) {
        int32_t depth = 0;
        if (!n->donors[at - n->way]) continue;
        n->stack[depth++] = (int32_t)(at - n->way);
        while (depth) {
            int32_t here = n->stack[--depth];
            flow_solve(s, here);
            for (uint32_t mask = n->donors[here]; mask; mask &= mask - 1) {
                int32_t donor = here - n->offset[__builtin_ctz(mask)];
                if (n->upstream[donor] > s->trunk)
                    n->stack[depth++] = donor;
                else
                    n->list[s->roots++] = donor;
            }
        }
    }
}

static inline oro_status flow_up(flow_step *s) {
    flow_trunk(s);
    return oro_for_workers(s->n->run, (s->roots + 63) / 64, flow_subtrees, s);
}

#endif
