// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fills the holes of a map. Coarser and coarser averages of what is known (2 x 2 samples to one) reach across every hole;
// on the way back each level starts from the coarser one, and a few sweeps let the filling run smoothly into its rim.
// In order, on one thread: the same bits everywhere. Costs about two passes over the map and the sweeps over the holes.

#include "context.h"

#include <math.h>

enum { SWEEPS = 8 };

static oro_grid coarser(const oro_grid *g) {
    return (oro_grid){.width = (g->width + 1) / 2, .height = (g->height + 1) / 2, .cell = 2.0 * g->cell};
}

/// Averages the finite samples of each 2 x 2 block; NaN where there is none.
static void average(const oro_grid *from, const oro_grid *to) {
    for (int32_t y = 0; y < to->height; y++)
        for (int32_t x = 0; x < to->width; x++) {
            double sum = 0.0;
            int count = 0;
            for (int k = 0; k < 4; k++) {
                int32_t fx = 2 * x + k % 2, fy = 2 * y + k / 2;
                if (fx >= from->width || fy >= from->height) continue;
                float value = oro_row(from, fy)[fx];
                if (isfinite(value)) sum += (double)value, count++;
            }
            oro_row(to, y)[x] = count ? (float)(sum / count) : NAN;
        }
}

/// Value of the coarser level at a sample of the finer one: a block's middle lies between two samples.
static float interpolate(const oro_grid *g, int32_t x, int32_t y) {
    double fx = 0.5 * x - 0.25, fy = 0.5 * y - 0.25, sum = 0.0;
    int32_t left = (int32_t)floor(fx), top = (int32_t)floor(fy);
    for (int k = 0; k < 4; k++) {
        int32_t cx = left + k % 2, cy = top + k / 2;
        double weight = (k % 2 ? fx - left : 1.0 - (fx - left)) * (k / 2 ? fy - top : 1.0 - (fy - top));
        cx = cx < 0 ? 0 : cx >= g->width ? g->width - 1 : cx;
        cy = cy < 0 ? 0 : cy >= g->height ? g->height - 1 : cy;
        sum += weight * (double)oro_row(g, cy)[cx];
    }
    return (float)sum;
}

/// Each filled sample becomes the mean of those beside it; forth and back, so that no direction is favoured.
static void sweep(const oro_grid *g, const uint32_t *holes, size_t count, bool back) {
    for (size_t i = 0; i < count; i++) {
        uint32_t at = holes[back ? count - 1 - i : i];
        int32_t x = (int32_t)(at % (uint32_t)g->width), y = (int32_t)(at / (uint32_t)g->width);
        double sum = 0.0;
        int beside = 0;
        if (x > 0) sum += (double)oro_row(g, y)[x - 1], beside++;
        if (x + 1 < g->width) sum += (double)oro_row(g, y)[x + 1], beside++;
        if (y > 0) sum += (double)oro_row(g, y - 1)[x], beside++;
        if (y + 1 < g->height) sum += (double)oro_row(g, y + 1)[x], beside++;
        if (beside) oro_row(g, y)[x] = (float)(sum / beside);
    }
}

static size_t count_holes(const oro_grid *g) {
    size_t count = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) count += !isfinite(oro_row(g, y)[x]);
    return count;
}

static oro_status fill(oro_context *ctx, oro_grid *g) {
    size_t count = count_holes(g), found = 0;
    if (count == 0) return ORO_OK;
    if (g->width == 1 && g->height == 1) {
        oro_row(g, 0)[0] = 0.0f; // nothing was known anywhere
        return ORO_OK;
    }
    oro_grid coarse = coarser(g);
    oro_status status = oro_grid_alloc(ctx, &coarse);
    uint32_t *holes = status == ORO_OK ? oro_alloc(ctx, count * sizeof *holes) : NULL;
    if (status == ORO_OK && !holes) status = ORO_NO_MEMORY;
    if (status == ORO_OK) {
        average(g, &coarse);
        status = fill(ctx, &coarse);
    }
    for (int32_t y = 0; status == ORO_OK && y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            if (!isfinite(oro_row(g, y)[x])) {
                oro_row(g, y)[x] = interpolate(&coarse, x, y);
                holes[found++] = (uint32_t)y * (uint32_t)g->width + (uint32_t)x;
            }
    for (int i = 0; status == ORO_OK && i < SWEEPS; i++) sweep(g, holes, count, i % 2);
    oro_free(ctx, holes);
    oro_grid_free(ctx, &coarse);
    return status;
}

oro_status oro_grid_fill_holes(oro_context *ctx, oro_grid *g) { return fill(ctx, g); }
