// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps with one more sample around them, so that loops over neighbours need no edges: the opposite side where the map wraps,
// a given value elsewhere. Rows begin on a cache line.
#ifndef ORO_SOLVE_PADDED_H
#define ORO_SOLVE_PADDED_H

#include "op/op.h"

enum { ORO_PADDED_BEFORE = 16 };

typedef struct oro_padded {
    float *data; ///< sample (0, 0)
    size_t stride;
    int32_t width, height;
    bool wrap;
} oro_padded;

static inline size_t oro_padded_stride(int32_t width) { return ((size_t)width + ORO_PADDED_BEFORE + 16) / 16 * 16; }

/// Row y from -1 to height.
static inline float *oro_padded_row(const oro_padded *p, int32_t y) {
    return p->data + (ptrdiff_t)y * (ptrdiff_t)p->stride;
}

/// The samples before and after row y.
static inline void oro_padded_sides(oro_padded *p, int32_t y, float beyond) {
    float *row = oro_padded_row(p, y);
    row[-1] = p->wrap ? row[p->width - 1] : beyond;
    row[p->width] = p->wrap ? row[0] : beyond;
}

/// The rows above and below the map, once all others are there.
static inline void oro_padded_ends(oro_padded *p, float beyond) {
    float *above = oro_padded_row(p, -1) - 1, *below = oro_padded_row(p, p->height) - 1;
    if (p->wrap) {
        memcpy(above, oro_padded_row(p, p->height - 1) - 1, ((size_t)p->width + 2) * sizeof(float));
        memcpy(below, oro_padded_row(p, 0) - 1, ((size_t)p->width + 2) * sizeof(float));
    } else {
        for (int32_t i = 0; i < p->width + 2; i++) above[i] = below[i] = beyond;
    }
}

/// A padded copy of a map; false without memory.
static inline bool oro_padded_make(oro_run *r, const oro_grid *map, float beyond, oro_padded *p) {
    *p = (oro_padded){
        .stride = oro_padded_stride(map->width), .width = map->width, .height = map->height, .wrap = map->wrap};
    float *all = oro_scratch(r, p->stride * ((size_t)map->height + 2) * sizeof(float));
    if (!all) return false;
    p->data = all + p->stride + ORO_PADDED_BEFORE;
    for (int32_t y = 0; y < map->height; y++) {
        memcpy(oro_padded_row(p, y), oro_row(map, y), (size_t)map->width * sizeof(float));
        oro_padded_sides(p, y, beyond);
    }
    oro_padded_ends(p, beyond);
    return true;
}

/// Copies it back.
static inline void oro_padded_take(const oro_padded *p, oro_grid *map) {
    for (int32_t y = 0; y < map->height; y++)
        memcpy(oro_row(map, y), oro_padded_row(p, y), (size_t)map->width * sizeof(float));
}

#endif
