// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Deltas at the heads of bays: where a river reaches the sea, a flat cone grows into it until it holds what the river brought. The
// top falls 1 in 100 from its apex, the front 1 in 4. It fills only what water or lower ground connects with the mouth. Radii are
// found at the grain, by halving; the cone is then drawn on the map. The largest rivers come first, and those that end within
// 120 m of a larger one belong to its delta. One thread: mouths are few.
#ifndef ORO_COAST_DELTAS_H
#define ORO_COAST_DELTAS_H

#include "solve/drainage.h"
#include "solve/levels.h"

#include <stdlib.h>

static const float DELTA_TOP = 0.01f, DELTA_FRONT = 0.25f;          ///< slopes
static const float DELTA_APEX_LEAST = 1.5f, DELTA_APEX_MOST = 4.0f; ///< m above the sea
static const float DELTA_RADIUS = 1000.0f;                          ///< m, at most
static const float DELTA_APART = 120.0f;                            ///< m

/// A place on a map without gaps between rows, with room for those that wait: each once.
typedef struct delta_map {
    float *ground;
    int32_t width, height;
    float cell;
    uint32_t *queue;
    uint32_t *seen; ///< number of the last search that saw a sample
    uint32_t search;
} delta_map;

typedef struct delta {
    float x, y; ///< of the apex, m
    float apex, radius;
} delta;

typedef struct delta_mouth {
    float area;
    uint32_t at;
} delta_mouth;

/// Surface of a delta d metres from its apex.
static inline float delta_height(const delta *e, float d) {
    return e->apex - DELTA_TOP * oro_min(d, e->radius) - DELTA_FRONT * oro_max(d - e->radius, 0.0f);
}

/// What the delta would lie on, from its apex outwards: returns the volume, and fills it where `fill`.
static inline double delta_volume(delta_map *m, const delta *e, bool fill) {
    static const int32_t dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
    double sum = 0.0;
    uint32_t count = 0;
    int32_t cx = (int32_t)(e->x / m->cell + 0.5f), cy = (int32_t)(e->y / m->cell + 0.5f);
    int32_t reach = (int32_t)(24.0f / m->cell) + 1; // the mouth is not known better than the grain
    m->search++;
    for (int32_t y = cy - reach; y <= cy + reach; y++)
        for (int32_t x = cx - reach; x <= cx + reach; x++) {
            if (x < 0 || y < 0 || x >= m->width || y >= m->height) continue;
            uint32_t at = (uint32_t)y * (uint32_t)m->width + (uint32_t)x;
            float east = (float)x * m->cell - e->x, south = (float)y * m->cell - e->y;
            if (!(delta_height(e, oro_sqrt(east * east + south * south)) > m->ground[at])) continue;
            m->seen[at] = m->search;
            m->queue[count++] = at;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = m->queue[i];
        int32_t x = (int32_t)(at % (uint32_t)m->width), y = (int32_t)(at / (uint32_t)m->width);
        float east = (float)x * m->cell - e->x, south = (float)y * m->cell - e->y;
        float surface = delta_height(e, oro_sqrt(east * east + south * south));
        sum += (double)(surface - m->ground[at]);
        for (int32_t k = 0; k < 4; k++) {
            int32_t nx = x + dx[k], ny = y + dy[k];
            if (nx < 0 || ny < 0 || nx >= m->width || ny >= m->height) continue;
            uint32_t to = (uint32_t)ny * (uint32_t)m->width + (uint32_t)nx;
            float ex = (float)nx * m->cell - e->x, ey = (float)ny * m->cell - e->y;
            if (m->seen[to] == m->search || !(delta_height(e, oro_sqrt(ex * ex + ey * ey)) > m->ground[to])) continue;
            m->seen[to] = m->search;
            m->queue[count++] = to;
        }
        if (fill) m->ground[at] = surface;
    }
    return sum * (double)m->cell * (double)m->cell;
}

/// The larger area first.
static inline int delta_order(const void *a, const void *b) {
    const delta_mouth *p = a, *q = b;
    if (p->area != q->area) return p->area > q->area ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/// What part of a sample's water goes into the sea right beside it.
static inline float delta_into_sea(const oro_drainage *d, uint32_t at) {
    oro_near n = oro_near_of(d->width, d->height, d->wrap, at);
    float share[8], sea = 0.0f, sum = oro_drainage_shares(d, at, &n, share);
    for (int32_t k = 0; k < n.count; k++) sea += d->outlet[n.at[k]] && d->level[n.at[k]] < 0.0f ? share[k] : 0.0f;
    return sum > 0.0f ? sea / sum : 0.0f;
}

/// Mouths of rivers that drain more than `least` m2, the largest first; returns how many. The room is `mouths`. Water that
/// reaches the sea near a larger mouth belongs to it: rivers are wider than a sample, and this map has shared them among
/// several; one that was handed over (`single`) has not, and the largest of its samples counts.
static inline uint32_t delta_mouths(const oro_drainage *d, bool single, float least, delta_mouth *mouths) {
    uint32_t count = 0, kept = 0, w = (uint32_t)d->width;
    for (uint32_t i = 0; i < w * (uint32_t)d->height; i++) {
        if (d->outlet[i] || !(d->area[i] > 0.05f * least)) continue;
        float into = delta_into_sea(d, i);
        if (into > 0.0f) mouths[count++] = (delta_mouth){single ? d->area[i] : d->area[i] * into, i};
    }
    qsort(mouths, count, sizeof *mouths, delta_order);
    for (uint32_t i = 0; i < count; i++) { // those kept stand at the beginning of the list
        delta_mouth m = mouths[i];
        uint32_t k = 0;
        for (; k < kept; k++) {
            float east = ((float)(mouths[k].at % w) - (float)(m.at % w)) * d->cell;
            float south = ((float)(mouths[k].at / w) - (float)(m.at / w)) * d->cell;
            if (east * east + south * south < DELTA_APART * DELTA_APART) break;
        }
        if (k == kept)
            mouths[kept++] = m;
        else if (!single)
            mouths[k].area += m.area;
    }
    qsort(mouths, kept, sizeof *mouths, delta_order);
    while (kept && !(mouths[kept - 1].area > least)) kept--;
    return kept;
}

static inline oro_status delta_map_make(oro_run *r, delta_map *m) {
    size_t count = (size_t)m->width * (size_t)m->height;
    m->queue = oro_scratch(r, count * sizeof(uint32_t));
    m->seen = oro_scratch(r, count * sizeof(uint32_t));
    if (!m->queue || !m->seen) return ORO_NO_MEMORY;
    memset(m->seen, 0, count * sizeof(uint32_t));
    return ORO_OK;
}

/// Grows the deltas of all mouths on the coarse ground and on the map: `yield` m of rock off all of the ground that drains there.
static inline oro_status deltas_grow(oro_run *r, const oro_drainage *d, bool single, float least, float yield,
                                     delta_map *coarse, delta_map *fine) {
    uint32_t count = (uint32_t)d->width * (uint32_t)d->height, w = (uint32_t)d->width;
    delta_mouth *mouths = oro_scratch(r, (size_t)count * sizeof *mouths);
    if (!mouths || delta_map_make(r, coarse) != ORO_OK || delta_map_make(r, fine) != ORO_OK) return ORO_NO_MEMORY;
    uint32_t found = delta_mouths(d, single, least, mouths);
    for (uint32_t i = 0; i < found; i++) {
        uint32_t at = mouths[i].at;
        delta e = {(float)(at % w) * d->cell, (float)(at / w) * d->cell, 0.0f, 0.0f};
        e.apex = oro_clamp(coarse->ground[at], DELTA_APEX_LEAST, DELTA_APEX_MOST);
        double wanted = (double)yield * (double)mouths[i].area;
        float low = 0.0f, high = DELTA_RADIUS;
        for (int32_t round = 0; round < 9; round++) {
            e.radius = 0.5f * (low + high);
            if (delta_volume(coarse, &e, false) < wanted)
                low = e.radius;
            else
                high = e.radius;
        }
        e.radius = low;
        if (low > 0.0f) delta_volume(coarse, &e, true), delta_volume(fine, &e, true);
        oro_status status = oro_step(r, (double)i / found);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

#endif
