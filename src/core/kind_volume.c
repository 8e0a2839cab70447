// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Volumes as a kind of data. See kinds.h.

#include "core/kinds.h"
#include "orogen/volume.h"

#include <stdio.h>

static int parts_of(const void *data, oro_part *parts) {
    const oro_volume *v = data;
    parts[0] = (oro_part){"values", ORO_F32, 3, {v->depth, v->height, v->width}, 0, v->data, false};
    parts[1] = (oro_part){"cell", ORO_F64, 1, {1}, 0, &v->cell, true};
    parts[2] = (oro_part){"origin", ORO_F64, 1, {3}, 0, v->origin, true};
    return 3;
}

static void release(oro_context *ctx, void *data) { oro_volume_free(ctx, data); }

static bool ground(const void *data, oro_grid *shape) {
    const oro_volume *v = data;
    *shape = (oro_grid){.width = v->width, .height = v->height, .stride = v->width, .cell = v->cell};
    shape->origin_x = v->origin[0];
    shape->origin_y = v->origin[1];
    return v->width > 0;
}

/// How far above the terrain each sample of a box around it lies.
static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    enum { SIDE = 33, LAYERS = 17 };
    oro_volume *v = out;
    oro_extremes e = oro_grid_extremes(terrain);
    double wide = oro_extent_x(terrain), high = oro_extent_y(terrain), longest = wide > high ? wide : high;
    *v = (oro_volume){
        .width = SIDE, .height = SIDE, .depth = LAYERS, .cell = longest > 0.0 ? longest / (SIDE - 1) : 1.0};
    v->origin[0] = terrain->origin_x;
    v->origin[1] = terrain->origin_y;
    v->origin[2] = 0.5 * ((double)e.min + (double)e.max) - 0.5 * (LAYERS - 1) * v->cell;
    oro_status status = oro_volume_alloc(ctx, v);
    for (int32_t z = 0; status == ORO_OK && z < LAYERS; z++)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++) {
                float ground_here = oro_grid_sample(terrain, v->origin[0] + x * v->cell, v->origin[1] + y * v->cell);
                *oro_voxel(v, x, y, z) = (float)(v->origin[2] + z * v->cell) - ground_here;
            }
    return status;
}

static void describe(const void *data, char *text, size_t size) {
    const oro_volume *v = data;
    snprintf(text, size, "%d x %d x %d", v->width, v->height, v->depth);
}

const oro_kind_info oro_kind_volume = {.name = "volume",
                                       .noun = "volume",
                                       .plural = "volumes",
                                       .doc = "One number per sample of a box in space.",
                                       .type = "oro_volume",
                                       .size = sizeof(oro_volume),
                                       .parts = parts_of,
                                       .release = release,
                                       .ground = ground,
                                       .sample = sample,
                                       .describe = describe};
