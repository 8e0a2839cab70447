// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which samples of a map are land: known heights, and not below a level. Measures that look at a neighbourhood leave out what
// lies within some samples of anything else, and of the border of a map that does not wrap. One byte per sample.
#ifndef ORO_SOLVE_LAND_H
#define ORO_SOLVE_LAND_H

#include "run/reduce.h"
#include "solve/sample.h"

#include <string.h>

typedef struct oro_land {
    const oro_grid *map;
    float lowest;
    uint8_t *is; ///< 1 on land, width bytes per row
    int64_t count;
} oro_land;

static inline const uint8_t *oro_land_row(const oro_land *l, int32_t y) {
    return l->is + (size_t)y * (size_t)l->map->width;
}

static inline void oro_land_of_row(const void *user, int32_t y, int64_t *count) {
    const oro_land *l = user;
    const float *restrict row = oro_row(l->map, y);
    uint8_t *restrict is = l->is + (size_t)y * (size_t)l->map->width;
    int32_t here = 0;
    for (int32_t x = 0; x < l->map->width; x++) is[x] = row[x] - row[x] == 0.0f && row[x] >= l->lowest;
    for (int32_t x = 0; x < l->map->width; x++) here += is[x];
    *count += here;
}

static inline oro_status oro_land_find(oro_run *run, const oro_grid *map, float lowest, oro_land *l) {
    *l = (oro_land){.map = map, .lowest = lowest};
    l->is = oro_scratch(run, (size_t)map->width * (size_t)map->height);
    return l->is ? oro_count_rows(run, map, 1, oro_land_of_row, l, &l->count) : ORO_NO_MEMORY;
}

typedef struct oro_shrink_job {
    const oro_land *land;
    const uint8_t *from;
    uint8_t *to;
    int32_t reach;
} oro_shrink_job;

/// Along rows: what has land on both sides for `reach` samples.
static inline void oro_shrink_across(const void *user, int32_t y0, int32_t y1) {
    const oro_shrink_job *j = user;
    const oro_grid *g = j->land->map;
    int32_t w = g->width;
    for (int32_t y = y0; y < y1; y++) {
        const uint8_t *restrict in = j->from + (size_t)y * (size_t)w;
        uint8_t *restrict out = j->to + (size_t)y * (size_t)w;
        memcpy(out, in, (size_t)w);
        for (int32_t d = 1; d <= j->reach; d++) {
            int32_t by = d < w ? d : w;
            for (int32_t x = 0; x < w - by; x++) out[x] &= in[x + by];
            for (int32_t x = by; x < w; x++) out[x] &= in[x - by];
            for (int32_t k = 0; k < by; k++) { // at both ends: what lies across the seam, or nothing
                out[w - by + k] &= g->wrap ? in[oro_fold_index(w - by + k + d, w, true)] : 0;
                out[k] &= g->wrap ? in[oro_fold_index(k - d, w, true)] : 0;
            }
        }
    }
}

/// The same along columns.
static inline void oro_shrink_down(const void *user, int32_t y0, int32_t y1) {
    const oro_shrink_job *j = user;
    const oro_grid *g = j->land->map;
    size_t w = (size_t)g->width;
    for (int32_t y = y0; y < y1; y++) {
        uint8_t *restrict out = j->to + (size_t)y * w;
        memcpy(out, j->from + (size_t)y * w, w);
        for (int32_t d = -j->reach; d <= j->reach; d++) {
            bool outside = !g->wrap && (y + d < 0 || y + d >= g->height);
            const uint8_t *restrict in = j->from + (size_t)oro_fold_index(y + d, g->height, g->wrap) * w;
            if (outside) memset(out, 0, w);
            for (size_t x = 0; !outside && x < w; x++) out[x] &= in[x];
        }
    }
}

/// Land without what lies within `reach` samples, along rows and columns, of the sea, a hole or an open border.
static inline oro_status oro_land_shrink(oro_run *run, const oro_land *land, int32_t reach, oro_land *smaller) {
    size_t bytes = (size_t)land->map->width * (size_t)land->map->height;
    *smaller = *land;
    uint8_t *between = oro_scratch(run, bytes);
    smaller->is = oro_scratch(run, bytes);
    if (!between || !smaller->is) return ORO_NO_MEMORY;
    oro_shrink_job across = {land, land->is, between, reach}, down = {land, between, smaller->is, reach};
    oro_status status = oro_for_rows(run, land->map, oro_shrink_across, &across);
    return status == ORO_OK ? oro_for_rows(run, land->map, oro_shrink_down, &down) : status;
}

#endif
