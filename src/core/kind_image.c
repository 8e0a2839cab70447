// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures as a kind of data. See kinds.h.

#include "core/kinds.h"

#include <stdio.h>

static int parts_of(const void *data, oro_part *parts) {
    const oro_image *p = data;
    parts[0] = (oro_part){"pixels", ORO_U8, 3, {p->height, p->width, p->channels}, 0, p->data, false};
    return 1;
}

static void release(oro_context *ctx, void *data) {
    oro_image_free(ctx, data);
    *(oro_image *)data = (oro_image){0};
}

/// Brighter where it is higher, redder to the east and greener to the south, a pixel per sample.
static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    oro_image *p = out;
    *p = (oro_image){.width = terrain->width, .height = terrain->height, .channels = 3};
    oro_status status = oro_image_alloc(ctx, p);
    if (status != ORO_OK) return status;
    oro_extremes e = oro_grid_extremes(terrain);
    float scale = e.max > e.min ? 127.0f / (e.max - e.min) : 0.0f;
    uint8_t *at = p->data;
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++, at += 3) {
            float light = (oro_row(terrain, y)[x] - e.min) * scale;
            at[0] = (uint8_t)(light + 128.0f * (float)x / (float)p->width);
            at[1] = (uint8_t)(light + 128.0f * (float)y / (float)p->height);
            at[2] = (uint8_t)light;
        }
    return ORO_OK;
}

static void describe(const void *data, char *text, size_t size) {
    const oro_image *p = data;
    snprintf(text, size, "%d x %d pixels", p->width, p->height);
}

const oro_kind_info oro_kind_image = {.name = "image",
                                      .noun = "picture",
                                      .plural = "pictures",
                                      .doc = "Colours in pixels, 8 bits a channel.",
                                      .type = "oro_image",
                                      .size = sizeof(oro_image),
                                      .parts = parts_of,
                                      .release = release,
                                      .sample = sample,
                                      .describe = describe};
