// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Points: their memory, and what they are as a kind of data. See kinds.h.

#include "core/cell.h"
#include "core/kinds.h"
#include "orogen/points.h"

#include <stdio.h>

oro_status oro_points_alloc(oro_context *ctx, oro_points *points) {
    points->positions = NULL;
    if (points->count == 0) return ORO_OK;
    points->positions = oro_alloc(ctx, (size_t)points->count * 3 * sizeof(float));
    if (points->positions) return ORO_OK;
    points->count = 0;
    return ORO_NO_MEMORY;
}

void oro_points_free(oro_context *ctx, oro_points *points) {
    oro_free(ctx, points->positions);
    *points = (oro_points){0};
}

static int parts_of(const void *data, oro_part *parts) {
    const oro_points *p = data;
    parts[0] = (oro_part){"positions", ORO_F32, 2, {p->count, 3}, 0, p->positions, false};
    return 1;
}

static void release(oro_context *ctx, void *data) { oro_points_free(ctx, data); }

/// Scattered over the terrain by a hash.
static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    oro_points *p = out;
    *p = (oro_points){.count = 200};
    oro_status status = oro_points_alloc(ctx, p);
    for (int32_t i = 0; status == ORO_OK && i < (int32_t)p->count; i++) {
        double x = terrain->origin_x + (double)oro_unit(oro_hash2(1, i, 0)) * oro_extent_x(terrain);
        double y = terrain->origin_y + (double)oro_unit(oro_hash2(1, i, 1)) * oro_extent_y(terrain);
        float *at = p->positions + 3 * (size_t)i;
        at[0] = (float)x;
        at[1] = (float)y;
        at[2] = oro_grid_sample(terrain, x, y);
    }
    return status;
}

static void describe(const void *data, char *text, size_t size) {
    snprintf(text, size, "%u points", ((const oro_points *)data)->count);
}

const oro_kind_info oro_kind_points = {.name = "points",
                                       .noun = "set of points",
                                       .plural = "sets of points",
                                       .doc = "Points in space.",
                                       .type = "oro_points",
                                       .size = sizeof(oro_points),
                                       .parts = parts_of,
                                       .release = release,
                                       .sample = sample,
                                       .describe = describe};
