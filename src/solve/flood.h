// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fills the hollows of a map to where they would overflow: the lowest surface above the ground from which every place drains
// to the map's edge (or to a given base level) without climbing. From the outlets inwards, after Barnes, Lehman and Mulla 2014
// and Zhou, Sun and Fu 2016: a place beside a known one and not below it drains over it, so it is known too, in whatever order;
// only the rims of hollows wait for their turn, the lowest first. Levels are copies of heights: no order can change a bit.
// One thread, each cell once. Memory: 17 bytes per sample, 21 where the map wraps.
#ifndef ORO_SOLVE_FLOOD_H
#define ORO_SOLVE_FLOOD_H

#include "core/cell.h"
#include "run/loops.h"
#include "solve/front.h"

#include <string.h>

/// Rims: the lowest comes first.
static inline bool oro_flood_before(const void *unused, oro_front_place a, oro_front_place b) {
    (void)unused;
    return a.level < b.level || (a.level == b.level && a.at < b.at);
}

/// The neighbours of a sample, at most eight.
typedef struct oro_flood_near {
    uint32_t at[8];
    int32_t count;
} oro_flood_near;

static inline oro_flood_near oro_flood_neighbours(const oro_grid *g, uint32_t at) {
    oro_flood_near n = {.count = 0};
    int32_t w = g->width, h = g->height, x = (int32_t)(at % (uint32_t)w), y = (int32_t)(at / (uint32_t)w);
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            if (!dx && !dy) continue;
            int32_t nx = x + dx, ny = y + dy;
            if (g->wrap) nx = (nx + w) % w, ny = (ny + h) % h;
            if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue;
            n.at[n.count++] = (uint32_t)ny * (uint32_t)w + (uint32_t)nx;
        }
    return n;
}

static inline float oro_flood_ground(const oro_grid *g, uint32_t at) {
    return oro_row(g, (int32_t)(at / (uint32_t)g->width))[at % (uint32_t)g->width];
}

/// The ground and what is known of it, with a frame one sample wide, so that neighbours are eight fixed steps away. In the
/// frame of a map that wraps stand the samples to go on with.
typedef struct oro_flood_map {
    float *ground;
    uint32_t *same; ///< wrapping maps: the sample a frame's sample stands for
    uint8_t *known;
    uint32_t stride;
} oro_flood_map;

static inline oro_status oro_flood_begin(oro_run *run, const oro_grid *ground, oro_flood_map *m) {
    uint32_t w = (uint32_t)ground->width, h = (uint32_t)ground->height, count = (w + 2) * (h + 2);
    *m = (oro_flood_map){.ground = oro_scratch(run, count * sizeof(float)), .stride = w + 2};
    m->known = oro_scratch(run, count);
    if (ground->wrap) m->same = oro_scratch(run, count * sizeof(uint32_t));
    if (!m->ground || !m->known || (ground->wrap && !m->same)) return ORO_NO_MEMORY;
    memset(m->known, 1, count);
    for (uint32_t y = 0; y < h; y++) {
        memcpy(m->ground + (y + 1) * (w + 2) + 1, oro_row(ground, (int32_t)y), w * sizeof(float));
        memset(m->known + (y + 1) * (w + 2) + 1, 0, w);
    }
    for (uint32_t i = 0; m->same && i < count; i++) {
        uint32_t x = (i % (w + 2) + w - 1) % w, y = (i / (w + 2) + h - 1) % h;
        m->same[i] = (y + 1) * (w + 2) + x + 1;
    }
    return ORO_OK;
}

/// Whether a place keeps water from one that is not known yet.
static inline bool oro_flood_holds_back(const oro_flood_map *m, const uint32_t *near, uint32_t at) {
    for (int32_t i = 0; i < 8; i++) {
        uint32_t to = m->same ? m->same[at + near[i]] : at + near[i];
        if (!m->known[to] && m->ground[to] < m->ground[at]) return true;
    }
    return false;
}

/// Makes known all that drains over the places in the queue, and all lower places beside those that water fills to `full`. The
/// other places with something lower beside them come back as rims, at the start of the queue; returns how many.
static inline uint32_t oro_flood_spread(oro_flood_map *m, const uint32_t *near, uint32_t *queue, uint32_t last,
                                        float full, uint32_t *done) {
    uint32_t rims = 0, first = 0;
    while (first < last) {
        uint32_t at = queue[first++];
        float level = m->ground[at];
        bool rim = false;
        for (int32_t i = 0; i < 8; i++) {
            uint32_t to = m->same ? m->same[at + near[i]] : at + near[i];
            if (m->known[to]) continue;
            if (m->ground[to] < level) {
                rim |= level > full;
                if (level > full) continue;
                m->ground[to] = level;
            }
            m->known[to] = 1;
            queue[last++] = to;
        }
        if (rim) queue[rims++] = at;
    }
    *done += first;
    return rims;
}

/// Fills `level` (same size) with the surface. Water stands at `base` or above everywhere: pass -INFINITY for none. Where
/// nothing drains (a map that wraps, or with `closed`, and no ground below the base) the lowest sample is the outlet.
static inline oro_status oro_flood(oro_run *run, const oro_grid *ground, float base, bool closed, oro_grid *level) {
    uint32_t w = (uint32_t)ground->width, h = (uint32_t)ground->height, count = w * h;
    oro_flood_map m;
    if (oro_flood_begin(run, ground, &m) != ORO_OK) return ORO_NO_MEMORY;
    oro_front front = {.places = oro_scratch(run, (size_t)count * sizeof *front.places)};
    uint32_t *queue = oro_scratch(run, (size_t)count * sizeof(uint32_t)), waiting = 0;
    if (!front.places || !queue) return ORO_NO_MEMORY;
    const uint32_t s = m.stride, near[8] = {0U - s, s, 0U - 1U, 1, 0U - s - 1U, 0U - s + 1U, s - 1U, s + 1U};
    uint32_t lowest = s + 1;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            uint32_t at = (y + 1) * s + x + 1;
            float v = m.ground[at];
            bool border = !closed && !ground->wrap && (x == 0 || y == 0 || x == w - 1 || y == h - 1);
            if (v < m.ground[lowest]) lowest = at;
            if (!border && !(v < base)) continue;
            m.ground[at] = v < base ? base : v;
            m.known[at] = 1;
            queue[waiting++] = at;
        }
    if (!waiting) {
        m.known[lowest] = 1;
        queue[waiting++] = lowest;
    }
    uint32_t done = 0, told = 0;
    for (float full = base; waiting;) {
        uint32_t rims = oro_flood_spread(&m, near, queue, waiting, full, &done);
        for (uint32_t i = 0; i < rims; i++)
            if (oro_flood_holds_back(&m, near, queue[i]))
                oro_front_push(&front, (oro_front_place){m.ground[queue[i]], queue[i]}, oro_flood_before, NULL);
        waiting = front.count > 0;
        if (waiting) {
            oro_front_place rim = oro_front_pop(&front, oro_flood_before, NULL);
            queue[0] = rim.at;
            full = rim.level;
        }
        if (done - told < 0x10000) continue;
        told = done;
        oro_status status = oro_step(run, (double)done / (2.0 * count)); // rims are passed twice
        if (status != ORO_OK) return status;
    }
    for (uint32_t y = 0; y < h; y++) memcpy(oro_row(level, (int32_t)y), m.ground + (y + 1) * s + 1, w * sizeof(float));
    return ORO_OK;
}

/// One lake: its samples, and the ground below them.
typedef struct oro_lake {
    uint32_t *at;
    float *bed;
    uint32_t size;
    double held, room; ///< sums of depths: of the water it holds, and of what it could hold
    float low, top;
} oro_lake;

/// Finds the samples connected with the first that stand under the same level.
static inline void oro_lake_find(oro_lake *lake, const oro_grid *ground, const oro_grid *level, const oro_grid *water,
                                 uint8_t *known) {
    known[lake->at[0]] = 1;
    lake->size = 1;
    lake->held = lake->room = 0.0;
    lake->low = lake->top;
    for (uint32_t i = 0; i < lake->size; i++) {
        float v = lake->bed[i] = oro_flood_ground(ground, lake->at[i]);
        lake->held += (double)oro_flood_ground(water, lake->at[i]);
        lake->room += (double)(lake->top - v);
        lake->low = v < lake->low ? v : lake->low;
        oro_flood_near n = oro_flood_neighbours(ground, lake->at[i]);
        for (int32_t k = 0; k < n.count; k++) {
            uint32_t to = n.at[k];
            if (known[to] || oro_flood_ground(level, to) != lake->top) continue;
            if (!(lake->top > oro_flood_ground(ground, to))) continue;
            known[to] = 1;
            lake->at[lake->size++] = to;
        }
    }
}

/// The level at which a lake holds its water.
static inline float oro_lake_level(const oro_lake *lake) {
    double lo = (double)lake->low, hi = (double)lake->top;
    for (int32_t round = 0; lake->held < lake->room && round < 40; round++) {
        double middle = 0.5 * (lo + hi), sum = 0.0;
        for (uint32_t i = 0; i < lake->size; i++) {
            double depth = middle - (double)lake->bed[i];
            sum += depth > 0.0 ? depth : 0.0;
        }
        if (sum < lake->held)
            lo = middle;
        else
            hi = middle;
    }
    return (float)hi;
}

/// Water in lakes has one level. Where `level` stands above the ground, each connected piece gets the water it holds (in
/// `water`, m) spread to one level, at most `level`; elsewhere the water stays.
static inline oro_status oro_level_lakes(oro_run *run, const oro_grid *ground, const oro_grid *level, oro_grid *water) {
    uint32_t w = (uint32_t)ground->width, count = w * (uint32_t)ground->height;
    oro_lake lake = {.at = oro_scratch(run, count * sizeof(uint32_t)), .bed = oro_scratch(run, count * sizeof(float))};
    uint8_t *known = oro_scratch(run, count);
    if (!lake.at || !lake.bed || !known) return ORO_NO_MEMORY;
    memset(known, 0, count);
    for (int32_t y = 0; y < ground->height; y++) {
        for (uint32_t x = 0; x < w; x++) {
            lake.at[0] = (uint32_t)y * w + x;
            lake.top = oro_row(level, y)[x];
            if (known[lake.at[0]] || !(lake.top > oro_row(ground, y)[x])) continue;
            oro_lake_find(&lake, ground, level, water, known);
            float surface = oro_lake_level(&lake);
            for (uint32_t i = 0; i < lake.size; i++)
                oro_row(water, (int32_t)(lake.at[i] / w))[lake.at[i] % w] = oro_max(surface - lake.bed[i], 0.0f);
        }
        oro_status status = oro_step(run, (double)y / ground->height);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

#endif
