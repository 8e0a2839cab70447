// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Slopes of a map by central differences, a span of a row at a time so that the results stay in the first-level cache.
#ifndef ORO_SOLVE_GRADIENT_H
#define ORO_SOLVE_GRADIENT_H

#include "orogen/grid.h"

enum { ORO_SPAN = 1024 }; ///< samples a span has at most

/// The samples before and after i of `count`: its neighbours, across the seam where the map wraps, or i itself at an edge.
/// Returns how many cells lie between them (0 where there is one sample).
static inline int32_t oro_neighbours(int32_t i, int32_t count, bool wrap, int32_t *before, int32_t *after) {
    *before = i > 0 ? i - 1 : wrap ? count - 1 : 0;
    *after = i < count - 1 ? i + 1 : wrap ? 0 : count - 1;
    return wrap ? 2 : *after - *before;
}

/// The same for rows.
static inline int32_t oro_neighbour_rows(const oro_grid *g, int32_t y, const float **before, const float **after) {
    int32_t b, a, cells = oro_neighbours(y, g->height, g->wrap, &b, &a);
    *before = oro_row(g, b);
    *after = oro_row(g, a);
    return cells;
}

static inline float oro_gradient_x_at(const oro_grid *g, const float *row, int32_t x) {
    int32_t b, a, cells = oro_neighbours(x, g->width, g->wrap, &b, &a);
    return cells ? (row[a] - row[b]) * (float)(1.0 / (cells * g->cell)) : 0.0f;
}

/// Rise per metre to the east and to the south at one sample.
static inline void oro_gradient_at(const oro_grid *g, int32_t x, int32_t y, float *gx, float *gy) {
    const float *before, *after;
    int32_t cells = oro_neighbour_rows(g, y, &before, &after);
    *gx = oro_gradient_x_at(g, oro_row(g, y), x);
    *gy = cells ? (after[x] - before[x]) * (float)(1.0 / (cells * g->cell)) : 0.0f;
}

/// Rise per metre to the east (gx) and to the south (gy) for the samples [x0, x1) of row y, x1 - x0 <= ORO_SPAN.
static inline void oro_gradient_span(const oro_grid *g, int32_t y, int32_t x0, int32_t x1, float *restrict gx,
                                     float *restrict gy) {
    const float *row = oro_row(g, y), *before, *after;
    int32_t cells = oro_neighbour_rows(g, y, &before, &after);
    float scale_x = (float)(0.5 / g->cell), scale_y = cells ? (float)(1.0 / (cells * g->cell)) : 0.0f;
    for (int32_t x = x0; x < x1; x++) gy[x - x0] = (after[x] - before[x]) * scale_y;
    int32_t first = x0 > 1 ? x0 : 1, last = x1 < g->width - 1 ? x1 : g->width - 1;
    for (int32_t x = first; x < last; x++) gx[x - x0] = (row[x + 1] - row[x - 1]) * scale_x;
    if (x0 == 0) gx[0] = oro_gradient_x_at(g, row, 0);
    if (x1 == g->width) gx[x1 - 1 - x0] = oro_gradient_x_at(g, row, x1 - 1);
}

#endif
