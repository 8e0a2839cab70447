// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fast marching (Sethian 1996): a value that grows away from its seeds, |grad v| = slow, the least first. With a slowness in years
// per metre it is the time at which a front arrives; with the tangent of an angle, the height of a slope that stands at it. Only
// samples that the caller admits are passed, so the work is that of the band that changes. The order of equal values is that of
// samples, so the result is one. One thread; about 0.2 us for each sample passed. Memory: 8 bytes per sample for the front, 1 for
// what is done; values are the caller's.
#ifndef ORO_SOLVE_MARCH_H
#define ORO_SOLVE_MARCH_H

#include "core/math.cell.h"
#include "run/loops.h"
#include "solve/front.h"

#include <string.h>

/// What a metre into sample `at` costs; infinite: no way.
typedef float oro_march_slow(const void *user, uint32_t at);
/// Whether the march goes on from sample `at`, which has the value v.
typedef bool oro_march_admit(const void *user, uint32_t at, float v);

typedef struct oro_march {
    int32_t width, height;
    bool wrap;
    float cell;
    float *value; ///< infinite but for seeds; rows without gaps
    uint8_t *done;
    oro_front front;
    size_t most; ///< places that the front has room for
} oro_march;

static inline bool oro_march_before(const void *unused, oro_front_place a, oro_front_place b) {
    (void)unused;
    return a.level < b.level || (a.level == b.level && a.at < b.at);
}

/// Memory for a march over a map; all values become infinite.
static inline oro_status oro_march_make(oro_run *run, const oro_grid *map, oro_march *m) {
    size_t count = (size_t)map->width * (size_t)map->height;
    *m = (oro_march){.width = map->width, .height = map->height, .wrap = map->wrap, .cell = (float)map->cell};
    m->most = count + 16;
    m->value = oro_scratch(run, count * sizeof(float));
    m->done = oro_scratch(run, count);
    m->front.places = oro_scratch(run, m->most * sizeof(oro_front_place));
    if (!m->value || !m->done || !m->front.places) return ORO_NO_MEMORY;
    memset(m->done, 0, count);
    for (size_t i = 0; i < count; i++) m->value[i] = ORO_INFINITY;
    return ORO_OK;
}

/// Gives a sample a value if it is lower, and a place in the front. A sample may wait several times, of which the first counts;
/// where the front is full the others go.
static inline void oro_march_seed(oro_march *m, uint32_t at, float v, bool waits) {
    if (!(v < m->value[at])) return;
    m->value[at] = v;
    if (!waits) return;
    if (m->front.count == m->most) {
        size_t all = m->front.count;
        m->front.count = 0;
        for (size_t i = 0; i < all; i++) {
            oro_front_place p = m->front.places[i]; // pushed below i: nothing unread is overwritten
            if (!m->done[p.at] && p.level == m->value[p.at]) oro_front_push(&m->front, p, oro_march_before, NULL);
        }
    }
    oro_front_push(&m->front, (oro_front_place){v, at}, oro_march_before, NULL);
}

/// The lower of the two neighbours along an axis, of those that are done.
static inline float oro_march_lower(const oro_march *m, int32_t i, int32_t count, uint32_t at, uint32_t step) {
    float lower = ORO_INFINITY;
    uint32_t round = (uint32_t)(count - 1) * step;
    if (i > 0 || m->wrap) {
        uint32_t to = i > 0 ? at - step : at + round;
        if (m->done[to]) lower = m->value[to];
    }
    if (i < count - 1 || m->wrap) {
        uint32_t to = i < count - 1 ? at + step : at - round;
        if (m->done[to]) lower = oro_min(m->value[to], lower);
    }
    return lower;
}

/// The value of a sample from its neighbours: a plane front through one of each axis, or along one axis.
static inline float oro_march_arrival(const oro_march *m, int32_t x, int32_t y, uint32_t at, float slow) {
    float a = oro_march_lower(m, x, m->width, at, 1), b = oro_march_lower(m, y, m->height, at, (uint32_t)m->width);
    float low = oro_min(a, b), apart = oro_max(a, b) - low, f = slow * m->cell;
    if (!(apart < f)) return low + f;
    return low + 0.5f * (apart + oro_sqrt(2.0f * f * f - apart * apart));
}

/// Marches until nobody waits.
static inline oro_status oro_march_run(oro_run *run, oro_march *m, oro_march_slow *slow, oro_march_admit *admit,
                                       const void *user) {
    static const int32_t dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
    uint32_t passed = 0;
    while (m->front.count) {
        oro_front_place p = oro_front_pop(&m->front, oro_march_before, NULL);
        if (m->done[p.at]) continue;
        m->done[p.at] = 1;
        if (++passed % 0x4000 == 0) {
            oro_status status = oro_step(run, (double)passed / ((double)m->most));
            if (status != ORO_OK) return status;
        }
        if (!admit(user, p.at, p.level)) continue;
        int32_t x = (int32_t)(p.at % (uint32_t)m->width), y = (int32_t)(p.at / (uint32_t)m->width);
        for (int32_t k = 0; k < 4; k++) {
            int32_t nx = x + dx[k], ny = y + dy[k];
            if (m->wrap) nx = (nx + m->width) % m->width, ny = (ny + m->height) % m->height;
            if (nx < 0 || ny < 0 || nx >= m->width || ny >= m->height) continue;
            uint32_t to = (uint32_t)ny * (uint32_t)m->width + (uint32_t)nx;
            if (m->done[to]) continue;
            oro_march_seed(m, to, oro_march_arrival(m, nx, ny, to, slow(user, to)), true);
        }
    }
    return ORO_OK;
}

#endif
