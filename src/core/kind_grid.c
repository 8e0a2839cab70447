// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps as a kind of data. See kinds.h.

#include "core/kinds.h"

#include <stdio.h>

static int parts_of(const void *data, oro_part *parts) {
    const oro_grid *g = data;
    parts[0] = (oro_part){"height", ORO_F32, 2, {g->height, g->width}, g->stride, g->data, false};
    return 1;
}

static void release(oro_context *ctx, void *data) { oro_grid_free(ctx, data); }

static oro_hash hash(oro_hash h, const void *data) { return oro_hash_hash(h, oro_grid_hash(data)); }

static bool ground(const void *data, oro_grid *shape) {
    *shape = *(const oro_grid *)data;
    shape->data = NULL;
    return shape->width > 0;
}

static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    ground(terrain, out);
    oro_status status = oro_grid_alloc(ctx, out);
    if (status == ORO_OK) oro_grid_copy(terrain, out);
    return status;
}

static void describe(const void *data, char *text, size_t size) {
    const oro_grid *g = data;
    snprintf(text, size, "%d x %d", g->width, g->height);
}

const oro_kind_info oro_kind_grid = {.name = "grid",
                                     .noun = "map",
                                     .plural = "maps",
                                     .doc = "One number per sample of the ground.",
                                     .type = "oro_grid",
                                     .size = sizeof(oro_grid),
                                     .of_maps = true,
                                     .parts = parts_of,
                                     .release = release,
                                     .hash = hash,
                                     .ground = ground,
                                     .sample = sample,
                                     .describe = describe};
