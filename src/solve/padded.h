// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps with more samples around them, so that loops over neighbours need no edges: the opposite side where the map wraps,
// a given value elsewhere. One row above and below, two samples before and after each. Rows begin on a cache line.
#ifndef ORO_SOLVE_PADDED_H
#define ORO_SOLVE_PADDED_H

#include "run/loops.h"

#include <string.h>

enum { ORO_PADDED_BEFORE = 16 };

typedef struct oro_padded {
    float *data; ///< sample (0, 0)
    size_t stride;
    int32_t width, height;
    bool wrap;
} oro_padded;

static inline size_t oro_padded_stride(int32_t width) { return ((size_t)width + ORO_PADDED_BEFORE + 17) / 16 * 16; }

/// Row y from -1 to height.
static inline float *oro_padded_row(const oro_padded *p, int32_t y) {
    return p->data + (ptrdiff_t)y * (ptrdiff_t)p->stride;
}

/// The samples before row y, once its last ones are there.
static inline void oro_padded_before(oro_padded *p, int32_t y, float beyond) {
    float *row = oro_padded_row(p, y);
    row[-1] = p->wrap ? row[p->width - 1] : beyond;
    row[-2] = p->wrap ? row[p->width - 2] : beyond; // of a single sample: the one just written
}

/// The samples after row y, once its first ones are there.
static inline void oro_padded_after(oro_padded *p, int32_t y, float beyond) {
    float *row = oro_padded_row(p, y);
    row[p->width] = p->wrap ? row[0] : beyond;
    row[p->width + 1] = p->wrap ? row[1] : beyond;
}

static inline void oro_padded_sides(oro_padded *p, int32_t y, float beyond) {
    oro_padded_before(p, y, beyond);
    oro_padded_after(p, y, beyond);
}

/// The rows above and below the map, once all others are there.
static inline void oro_padded_ends(oro_padded *p, float beyond) {
    float *above = oro_padded_row(p, -1) - 2, *below = oro_padded_row(p, p->height) - 2;
    if (p->wrap) {
        memcpy(above, oro_padded_row(p, p->height - 1) - 2, ((size_t)p->width + 4) * sizeof(float));
        memcpy(below, oro_padded_row(p, 0) - 2, ((size_t)p->width + 4) * sizeof(float));
    } else {
        for (int32_t i = 0; i < p->width + 4; i++) above[i] = below[i] = beyond;
    }
}

/// Memory for a padded map like `map`, not filled.
static inline oro_status oro_padded_room(oro_run *r, const oro_grid *map, oro_padded *p) {
    *p = (oro_padded){
        .stride = oro_padded_stride(map->width), .width = map->width, .height = map->height, .wrap = map->wrap};
    float *all = oro_scratch(r, p->stride * ((size_t)map->height + 2) * sizeof(float));
    if (!all) return ORO_NO_MEMORY;
    p->data = all + p->stride + ORO_PADDED_BEFORE;
    return ORO_OK;
}

typedef struct oro_padded_copy {
    const oro_grid *map;
    oro_padded *padded;
    float beyond;
} oro_padded_copy;

static inline void oro_padded_in(const void *user, int32_t y0, int32_t y1) {
    const oro_padded_copy *c = user;
    for (int32_t y = y0; y < y1; y++) {
        memcpy(oro_padded_row(c->padded, y), oro_row(c->map, y), (size_t)c->map->width * sizeof(float));
        oro_padded_sides(c->padded, y, c->beyond);
    }
}

static inline void oro_padded_out(const void *user, int32_t y0, int32_t y1) {
    const oro_padded_copy *c = user;
    for (int32_t y = y0; y < y1; y++)
        memcpy(oro_row(c->map, y), oro_padded_row(c->padded, y), (size_t)c->map->width * sizeof(float));
}

/// A padded copy of a map.
static inline oro_status oro_padded_make(oro_run *r, const oro_grid *map, float beyond, oro_padded *p) {
    oro_padded_copy c = {map, p, beyond};
    oro_status status = oro_padded_room(r, map, p);
    if (status != ORO_OK) return status;
    status = oro_for_rows(r, map, oro_padded_in, &c);
    if (status == ORO_OK) oro_padded_ends(p, beyond);
    return status;
}

/// Copies it back.
static inline oro_status oro_padded_take(oro_run *r, oro_padded *p, const oro_grid *map) {
    oro_padded_copy c = {map, p, 0.0f};
    return oro_for_rows(r, map, oro_padded_out, &c);
}

#endif
