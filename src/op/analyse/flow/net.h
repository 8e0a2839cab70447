// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The net of channels: every sample's way to the neighbour that gets most of its water. On it each has one way, so it can be put
// in an order in which water meets it. Strahler's order (1957): channels without tributaries have 1, and where two of the same
// order meet, the next begins. A channel begins where the area suffices and never ends before an outlet. Catchments are all that
// has the same outlet. One thread, each sample a few times; 10 bytes per sample.
#ifndef ORO_FLOW_NET_H
#define ORO_FLOW_NET_H

#include "gather.h"

typedef struct net {
    const gather *gather;
    uint32_t *meets;  ///< all samples, none before one that drains to it
    uint8_t *order;   ///< Strahler's, 0 off channels
    uint8_t *waiting; ///< tributaries that are still to come; then whether two had the greatest order
    double channel;   ///< samples that a channel drains at least
} net;

static inline void net_count(const void *user, int32_t y0, int32_t y1) {
    const net *n = user;
    const oro_drain *d = n->gather->drain;
    int32_t w = d->level->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w; x++) {
            uint8_t count = 0;
            for (uint32_t k = 0; k < 8; k++) {
                size_t from = oro_drain_neighbour(d->level, x, y, k);
                if (from == SIZE_MAX || !(d->way[from] & ORO_DRAINS)) continue;
                count = (uint8_t)(count + (oro_drain_main(d->way[from]) == ((k + 4) & 7U)));
            }
            n->waiting[(size_t)y * (size_t)w + (size_t)x] = count;
        }
}

/// A sample's own order, once all above it are known: `order` holds the greatest that came, doubled, plus 1 if two had it.
static inline uint8_t net_settle(const net *n, size_t at) {
    uint8_t came = n->order[at], own = (uint8_t)((came >> 1) + (came & 1));
    if (!own && gather_samples(n->gather, at) >= n->channel) own = 1;
    return n->order[at] = own;
}

static inline oro_status net_find(oro_run *r, const gather *g, double channel, net *n) {
    const oro_drain *d = g->drain;
    size_t count = (size_t)d->level->width * (size_t)d->level->height, last = 0;
    *n = (net){.gather = g, .channel = channel, .meets = oro_scratch(r, count * sizeof *n->meets)};
    n->order = oro_scratch(r, count), n->waiting = oro_scratch(r, count);
    if (!n->meets || !n->order || !n->waiting) return ORO_NO_MEMORY;
    oro_status status = oro_for_rows(r, d->level, net_count, n);
    if (status != ORO_OK) return status;
    memset(n->order, 0, count);
    for (size_t i = 0; i < count; i++)
        if (!n->waiting[i]) n->meets[last++] = (uint32_t)i;
    for (size_t first = 0; first < last; first++) {
        size_t at = n->meets[first];
        if (first % 0x40000 == 0 && (status = oro_step(r, (double)first / (double)count)) != ORO_OK) return status;
        uint8_t own = net_settle(n, at);
        if (!(d->way[at] & ORO_DRAINS)) continue;
        size_t to = oro_drain_to(d, at);
        uint8_t best = n->order[to] >> 1;
        if (own > best)
            n->order[to] = (uint8_t)(own << 1);
        else if (own && own == best)
            n->order[to] |= 1;
        if (--n->waiting[to] == 0) n->meets[last++] = (uint32_t)to;
    }
    return ORO_OK;
}

/// Numbers of catchments from 1, in the order of their outlets; 0 on the sea where nothing comes in.
static inline void net_catchments(const net *n, float *id) {
    const oro_drain *d = n->gather->drain;
    size_t count = (size_t)d->level->width * (size_t)d->level->height, number = 0;
    for (size_t i = 0; i < count; i++) {
        if (d->way[i] & ORO_DRAINS) continue;
        bool alone = oro_drain_level(d, i) <= d->sea && n->gather->givers[i] == 0;
        id[i] = alone ? 0.0f : (float)++number;
    }
    for (size_t i = count; i-- > 0;) {
        size_t at = n->meets[i];
        if (d->way[at] & ORO_DRAINS) id[at] = id[oro_drain_to(d, at)];
    }
}

#endif
