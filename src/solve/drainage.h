// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where water goes on a map, and how much ground it comes from. From the outlets inwards, the lowest first (priority flood,
// Barnes, Lehman and Mulla 2014), every sample gets a height from which it falls to one that was reached before: hollows are
// filled, and a little more with every step, so that lakes drain too. The order in which samples are reached is the order of these
// heights. Areas go the other way, from the highest down, shared among all lower neighbours by the cube of the slope: one
// receiver each would draw lines along the eight directions of the lattice.
//
// One thread, since each sample waits for those above it: about 0.2 us per sample. Callers work at a grain of some metres, so
// that it does not grow with the resolution. 25 bytes per sample.
#ifndef ORO_SOLVE_DRAINAGE_H
#define ORO_SOLVE_DRAINAGE_H

#include "core/cell.h"
#include "run/loops.h"
#include "solve/front.h"

#include <string.h>

/// The neighbours of a sample, at most eight, and how far each is in cells.
typedef struct oro_near {
    uint32_t at[8];
    float apart[8];
    int32_t count;
} oro_near;

static inline oro_near oro_near_of(int32_t w, int32_t h, bool wrap, uint32_t at) {
    static const int32_t dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, 1, 0, -1, 1, 1, -1, -1};
    int32_t x = (int32_t)(at % (uint32_t)w), y = (int32_t)(at / (uint32_t)w);
    bool inside = x > 0 && y > 0 && x < w - 1 && y < h - 1;
    oro_near n = {.count = 0};
    for (int32_t k = 0; k < 8; k++) {
        int32_t nx = x + dx[k], ny = y + dy[k];
        if (!inside && wrap) nx = (nx + w) % w, ny = (ny + h) % h;
        if (!inside && (nx < 0 || ny < 0 || nx >= w || ny >= h)) continue;
        n.apart[n.count] = k < 4 ? 1.0f : 1.41421356f;
        n.at[n.count++] = (uint32_t)ny * (uint32_t)w + (uint32_t)nx;
    }
    return n;
}

typedef struct oro_drainage {
    int32_t width, height;
    bool wrap;
    float cell;
    float *level;    ///< heights that all fall to an outlet, a row after the other without gaps
    float *area;     ///< m2 that drain through a sample, its own square included
    uint32_t *order; ///< all samples, from the outlets upwards
    uint8_t *outlet; ///< 1 where water leaves: the sea, or the edge of the map
} oro_drainage;

static inline bool oro_drainage_before(const void *unused, oro_front_place a, oro_front_place b) {
    (void)unused;
    return a.level < b.level || (a.level == b.level && a.at < b.at);
}

/// Those beside a sample that was reached wait for their turn.
static inline void oro_drainage_beside(oro_drainage *d, oro_front *front, uint8_t *known, uint32_t at) {
    const float least = 1e-4f * d->cell; // what a way falls at least per cell: 1 in 10 000
    oro_near n = oro_near_of(d->width, d->height, d->wrap, at);
    for (int32_t k = 0; k < n.count; k++) {
        uint32_t to = n.at[k];
        if (known[to]) continue;
        known[to] = 1;
        d->level[to] = oro_max(d->level[to], d->level[at] + least * n.apart[k]);
        oro_front_push(front, (oro_front_place){d->level[to], to}, oro_drainage_before, NULL);
    }
}

/// Reaches every sample, after the `done` that are in order already; `known` and the front are the caller's.
static inline oro_status oro_drainage_reach(oro_run *run, oro_drainage *d, oro_front *front, uint8_t *known,
                                            uint32_t done) {
    uint32_t count = (uint32_t)d->width * (uint32_t)d->height;
    for (uint32_t i = 0; i < done; i++) oro_drainage_beside(d, front, known, d->order[i]);
    while (front->count) {
        uint32_t at = oro_front_pop(front, oro_drainage_before, NULL).at;
        d->order[done++] = at;
        oro_drainage_beside(d, front, known, at);
        if (done % 0x4000) continue;
        oro_status status = oro_step(run, 0.8 * done / count);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// What part of the water of a sample goes to each of its neighbours; returns the sum of `share`, by which to divide.
static inline float oro_drainage_shares(const oro_drainage *d, uint32_t at, const oro_near *n, float share[8]) {
    float sum = 0.0f;
    for (int32_t k = 0; k < n->count; k++) {
        float fall = oro_max(d->level[at] - d->level[n->at[k]], 0.0f) / n->apart[k];
        share[k] = fall * fall * fall;
        sum += share[k];
    }
    return sum;
}

/// Hands the area of every sample to those below it, from the highest down.
static inline oro_status oro_drainage_areas(oro_run *run, oro_drainage *d) {
    uint32_t count = (uint32_t)d->width * (uint32_t)d->height;
    for (uint32_t i = 0; i < count; i++) d->area[i] = d->cell * d->cell;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t at = d->order[i];
        if (i % 0x4000 == 0) {
            oro_status status = oro_step(run, 1.0 - 0.2 * i / count);
            if (status != ORO_OK) return status;
        }
        if (d->outlet[at]) continue;
        oro_near n = oro_near_of(d->width, d->height, d->wrap, at);
        float share[8], sum = oro_drainage_shares(d, at, &n, share);
        if (!(sum > 0.0f)) continue;
        for (int32_t k = 0; k < n.count; k++) d->area[n.at[k]] += d->area[at] * (share[k] / sum);
    }
    return ORO_OK;
}

/// Fills `d` for a map. Samples below `sea` are outlets (-INFINITY: none), and so is the edge of a map that does not wrap; where
/// nothing is, the lowest sample.
static inline oro_status oro_drainage_find(oro_run *run, const oro_grid *ground, float sea, oro_drainage *d) {
    int32_t w = ground->width, h = ground->height;
    size_t count = (size_t)w * (size_t)h;
    *d = (oro_drainage){.width = w, .height = h, .wrap = ground->wrap, .cell = (float)ground->cell};
    d->level = oro_scratch(run, count * sizeof(float));
    d->area = oro_scratch(run, count * sizeof(float));
    d->order = oro_scratch(run, count * sizeof(uint32_t));
    d->outlet = oro_scratch(run, count);
    uint8_t *known = oro_scratch(run, count);
    oro_front front = {.places = oro_scratch(run, count * sizeof(oro_front_place))};
    if (!d->level || !d->area || !d->order || !d->outlet || !known || !front.places) return ORO_NO_MEMORY;
    uint32_t lowest = 0, wet = 0;
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            uint32_t at = (uint32_t)y * (uint32_t)w + (uint32_t)x;
            float v = d->level[at] = oro_row(ground, y)[x];
            bool border = !ground->wrap && (x == 0 || y == 0 || x == w - 1 || y == h - 1);
            if (v < d->level[lowest]) lowest = at;
            d->outlet[at] = known[at] = border || v < sea;
            if (v < sea) // no order among outlets below the sea: nothing runs from one to another
                d->order[wet++] = at;
            else if (border)
                oro_front_push(&front, (oro_front_place){v, at}, oro_drainage_before, NULL);
        }
    if (!front.count && !wet) {
        d->outlet[lowest] = known[lowest] = 1;
        oro_front_push(&front, (oro_front_place){d->level[lowest], lowest}, oro_drainage_before, NULL);
    }
    oro_status status = oro_drainage_reach(run, d, &front, known, wet);
    return status == ORO_OK ? oro_drainage_areas(run, d) : status;
}

/// Takes areas from a finer map of the same ground instead: the greatest within half a cell, since rivers are thinner.
static inline void oro_drainage_given(oro_drainage *d, const oro_grid *area) {
    int32_t reach = area->width / d->width / 2;
    for (int32_t y = 0; y < d->height; y++)
        for (int32_t x = 0; x < d->width; x++) {
            int64_t east = d->width > 1 ? d->width - 1 : 1, south = d->height > 1 ? d->height - 1 : 1;
            int32_t fx = (int32_t)(((int64_t)x * (area->width - 1) + east / 2) / east);
            int32_t fy = (int32_t)(((int64_t)y * (area->height - 1) + south / 2) / south);
            float most = 0.0f;
            for (int32_t v = fy - reach; v <= fy + reach; v++)
                for (int32_t u = fx - reach; u <= fx + reach; u++)
                    if (u >= 0 && v >= 0 && u < area->width && v < area->height)
                        most = oro_max(oro_row(area, v)[u], most);
            d->area[(size_t)y * (size_t)d->width + (size_t)x] = most;
        }
}

#endif
