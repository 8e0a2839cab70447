// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pyramids, one map a level, as a kind of data. See kinds.h.

#include "core/kinds.h"

#include <stdio.h>

static int parts_of(const void *data, oro_part *parts) {
    static const char *const names[ORO_MAX_LEVELS] = {"level_0",  "level_1",  "level_2",  "level_3",  "level_4",
                                                      "level_5",  "level_6",  "level_7",  "level_8",  "level_9",
                                                      "level_10", "level_11", "level_12", "level_13", "level_14",
                                                      "level_15", "level_16", "level_17", "level_18", "level_19"};
    const oro_pyramid *p = data;
    for (int32_t i = 0; i < p->count; i++) {
        const oro_grid *g = &p->levels[i];
        parts[i] = (oro_part){names[i], ORO_F32, 2, {g->height, g->width}, g->stride, g->data, false};
    }
    return p->count;
}

static void release(oro_context *ctx, void *data) { oro_pyramid_free(ctx, data); }

static oro_hash hash(oro_hash h, const void *data) {
    const oro_pyramid *p = data;
    for (int32_t i = 0; i < p->count; i++) h = oro_hash_hash(h, oro_grid_hash(&p->levels[i]));
    return h;
}

static bool ground(const void *data, oro_grid *shape) {
    const oro_pyramid *p = data;
    if (p->count < 1) return false;
    *shape = p->levels[p->count - 1];
    shape->data = NULL;
    return true;
}

static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    return oro_pyramid_build(ctx, terrain, 2, out);
}

static void describe(const void *data, char *text, size_t size) {
    snprintf(text, size, "%d levels", ((const oro_pyramid *)data)->count);
}

const oro_kind_info oro_kind_pyramid = {.name = "pyramid",
                                        .noun = "pyramid",
                                        .plural = "pyramids",
                                        .doc =
                                            "The same ground as several maps, each of half the cell of the one before.",
                                        .type = "oro_pyramid",
                                        .size = sizeof(oro_pyramid),
                                        .of_maps = true,
                                        .parts = parts_of,
                                        .release = release,
                                        .hash = hash,
                                        .ground = ground,
                                        .sample = sample,
                                        .describe = describe};
