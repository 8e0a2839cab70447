// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "render/frame.h"

#include <math.h>

oro_grid oro_frame_geometry(const oro_grid *terrain, int32_t width, int32_t height) {
    oro_grid p = *terrain;
    double across = (terrain->width - 1) * terrain->cell, down = (terrain->height - 1) * terrain->cell;
    p.data = NULL;
    p.wrap = false;
    if (!width && !height) return p;
    double cell_x = width > 1 ? across / (width - 1) : 0, cell_y = height > 1 ? down / (height - 1) : 0;
    double cell = cell_x > 0 && cell_y > 0 ? fmin(cell_x, cell_y) : fmax(cell_x, cell_y);
    if (!(cell > 0)) cell = terrain->cell;
    p.cell = cell;
    p.width = width ? width : (int32_t)fmin(fmax(floor(across / cell + 1.5), 1), ORO_MAX_SIDE);
    p.height = height ? height : (int32_t)fmin(fmax(floor(down / cell + 1.5), 1), ORO_MAX_SIDE);
    p.origin_x += (across - (p.width - 1) * cell) / 2;
    p.origin_y += (down - (p.height - 1) * cell) / 2;
    return p;
}

oro_status oro_frame_sample(oro_context *ctx, const oro_grid *from, oro_grid *to) {
    oro_status status = oro_grid_alloc(ctx, to);
    if (status != ORO_OK) return status;
    if (oro_grid_same_shape(from, to)) {
        oro_grid_copy(from, to);
        return ORO_OK;
    }
    return oro_grid_resample(ctx, from, to);
}

oro_status oro_frame_alloc_like(oro_context *ctx, const oro_grid *like, oro_grid *to) {
    *to = *like;
    to->data = NULL;
    return oro_grid_alloc(ctx, to);
}

oro_slope oro_frame_slope(const oro_grid *g, int32_t x, int32_t y) {
    int32_t w = x > 0 ? x - 1 : x, e = x < g->width - 1 ? x + 1 : x;
    const float *n = oro_row(g, y > 0 ? y - 1 : y), *m = oro_row(g, y), *s = oro_row(g, y < g->height - 1 ? y + 1 : y);
    float dx = (float)(4 * (e - w)) * (float)g->cell;
    float dy = (float)(4 * ((y < g->height - 1) + (y > 0))) * (float)g->cell;
    oro_slope slope = {0.0f, 0.0f};
    if (dx > 0.0f) slope.x = ((n[e] + 2.0f * m[e] + s[e]) - (n[w] + 2.0f * m[w] + s[w])) / dx;
    if (dy > 0.0f) slope.y = ((s[w] + 2.0f * s[x] + s[e]) - (n[w] + 2.0f * n[x] + n[e])) / dy;
    return slope;
}
