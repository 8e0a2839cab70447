// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Small pictures for lists; see frame.h.

#include "orogen/render.h"
#include "studio/frame.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/// A map that has no height: its values from black to white.
static void draw_grey(const oro_grid *map, int32_t side, uint8_t *rgb) {
    oro_extremes e = oro_grid_extremes(map);
    float scale = e.max > e.min ? 255.0f / (e.max - e.min) : 0.0f;
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            const float *row = oro_row(map, y * map->height / side);
            float value = (row[x * map->width / side] - e.min) * scale;
            memset(rgb + ((size_t)y * (size_t)side + (size_t)x) * 3, value >= 0.0f && value <= 255.0f ? (int)value : 0,
                   3);
        }
}

void *studio_thumbnail(oro_context *ctx, const oro_grid *map, const char *unit, const oro_world *world, int32_t side,
                       size_t *bytes) {
    bool relief = strcmp(unit, "m") == 0;
    oro_image image = {.width = side, .height = side, .channels = 3};
    oro_relief_desc desc = {
        .width = side, .height = side, .has_water = world->has_sea, .water_level = (float)world->sea};
    if (relief ? oro_render_relief(ctx, map, &desc, &image) != ORO_OK : oro_image_alloc(ctx, &image) != ORO_OK)
        return NULL;
    if (!relief) draw_grey(map, side, image.data);
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)image.width,
                     .height = (png_uint_32)image.height,
                     .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *data = malloc(size);
    bool good = data && png_image_write_to_memory(&png, data, &size, 0, image.data, 0, NULL);
    oro_image_free(ctx, &image);
    if (!good) free(data);
    *bytes = size;
    return good ? data : NULL;
}
