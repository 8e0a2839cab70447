// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves: their memory, and what they are as a kind of data. See kinds.h.

#include "core/kinds.h"
#include "orogen/curves.h"

#include <stdio.h>

oro_status oro_curves_alloc(oro_context *ctx, oro_curves *curves) {
    *curves = (oro_curves){.count = curves->count, .point_count = curves->point_count};
    curves->positions = oro_alloc(ctx, ((size_t)curves->point_count * 3 + 1) * sizeof(float)); // none are fine too
    curves->starts = curves->positions ? oro_alloc(ctx, ((size_t)curves->count + 1) * sizeof(uint32_t)) : NULL;
    if (curves->starts) {
        curves->starts[curves->count] = curves->point_count;
        return ORO_OK;
    }
    oro_curves_free(ctx, curves);
    return ORO_NO_MEMORY;
}

void oro_curves_free(oro_context *ctx, oro_curves *curves) {
    oro_free(ctx, curves->positions);
    oro_free(ctx, curves->starts);
    *curves = (oro_curves){0};
}

static int parts_of(const void *data, oro_part *parts) {
    const oro_curves *c = data;
    parts[0] = (oro_part){"positions", ORO_F32, 2, {c->point_count, 3}, 0, c->positions, false};
    parts[1] = (oro_part){"starts", ORO_U32, 1, {c->starts ? c->count + 1 : 0}, 0, c->starts, false};
    return 2;
}

static void release(oro_context *ctx, void *data) { oro_curves_free(ctx, data); }

/// A line across the terrain from corner to corner, and a closed square around its middle.
static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    static const double places[][2] = {{0, 0},     {0.3, 0.45}, {0.6, 0.5}, {1, 1},    {0.3, 0.3},
                                       {0.7, 0.3}, {0.7, 0.7},  {0.3, 0.7}, {0.3, 0.3}};
    oro_curves *c = out;
    *c = (oro_curves){.count = 2, .point_count = sizeof places / sizeof *places};
    oro_status status = oro_curves_alloc(ctx, c);
    if (status != ORO_OK) return status;
    c->starts[0] = 0;
    c->starts[1] = 4;
    for (uint32_t i = 0; i < c->point_count; i++) {
        double x = terrain->origin_x + places[i][0] * oro_extent_x(terrain);
        double y = terrain->origin_y + places[i][1] * oro_extent_y(terrain);
        float *at = c->positions + 3 * (size_t)i;
        at[0] = (float)x;
        at[1] = (float)y;
        at[2] = oro_grid_sample(terrain, x, y);
    }
    return ORO_OK;
}

static void describe(const void *data, char *text, size_t size) {
    const oro_curves *c = data;
    snprintf(text, size, "%u curve%s, %u points", c->count, c->count == 1 ? "" : "s", c->point_count);
}

const oro_kind_info oro_kind_curves = {.name = "curves",
                                       .noun = "set of curves",
                                       .plural = "sets of curves",
                                       .doc = "Curves in space, each a line of straight pieces.",
                                       .type = "oro_curves",
                                       .size = sizeof(oro_curves),
                                       .parts = parts_of,
                                       .release = release,
                                       .sample = sample,
                                       .describe = describe};
