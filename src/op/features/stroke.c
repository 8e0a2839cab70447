// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves as maps: a soft mask along them, and how far away the nearest is. Every piece of a curve visits the samples within
// reach of it, in the order the curves have, row by row; a sample keeps the least distance. About 8 bytes per sample and piece
// within reach.

#include "op/op.h"
#include "core/cell.h"
#include "orogen/curves.h"

#include <math.h>

typedef struct stroke {
    const oro_curves *curves;
    oro_grid *result;
    oro_grid *distance;
    float width;
    float edge;
    float reach;
} stroke;

static const oro_arg args[] = {
    ORO_ARG(stroke, curves, .unit = "m", .doc = "Curves to put on the map."),
    ORO_ARG(stroke, result, .unit = "1", .doc = "Mask of the curves: 1 on them, falling to 0 beyond their edges."),
    ORO_ARG(stroke, distance, .unit = "m", .doc = "How far away the nearest curve is, at most the reach."),
    ORO_ARG(stroke, width, .def = 20, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m",
            .doc = "How wide the curves are drawn."),
    ORO_ARG(stroke, edge, .def = 20, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m",
            .doc = "How far beyond that the mask falls to 0."),
    ORO_ARG(stroke, reach, .def = 500, .min = 1, .max = 1e6, .ui_min = 10, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m",
            .doc = "How far away the distance is measured; the width and the edge are reached in any case."),
};

/// How far from a curve samples are looked at.
static float reach_of(const stroke *a) {
    float drawn = 0.5f * a->width + a->edge;
    return a->reach > drawn ? a->reach : drawn;
}

/// Lowers the squared distances of a row to those of the piece from a to b (to a spot where they are the same point).
static void visit(const oro_grid *g, int32_t y, const float *a, const float *b, float reach, float *row) {
    float south = (float)oro_world_y(g, y), top = oro_min(a[1], b[1]), bottom = oro_max(a[1], b[1]);
    if (south < top - reach || south > bottom + reach) return;
    double first = floor(((double)(oro_min(a[0], b[0]) - reach) - g->origin_x) / g->cell);
    double last = ceil(((double)(oro_max(a[0], b[0]) + reach) - g->origin_x) / g->cell);
    int32_t x0 = first > 0 ? (first < g->width ? (int32_t)first : g->width) : 0;
    int32_t x1 = last < g->width - 1 ? (last > -1 ? (int32_t)last : -1) : g->width - 1;
    float dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy, per = square > 0.0f ? 1.0f / square : 0.0f;
    for (int32_t x = x0; x <= x1; x++) {
        float px = (float)oro_world_x(g, x) - a[0], py = south - a[1];
        float t = oro_clamp((px * dx + py * dy) * per, 0.0f, 1.0f);
        float ox = px - t * dx, oy = py - t * dy;
        row[x] = oro_min(row[x], ox * ox + oy * oy);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const stroke *a = user;
    const oro_grid *g = a->result;
    float reach = reach_of(a), half = 0.5f * a->width;
    for (int32_t y = y0; y < y1; y++) {
        float *far = oro_row(a->distance, y), *mask = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++) far[x] = reach * reach;
        for (uint32_t c = 0; c < a->curves->count; c++) {
            uint32_t start = a->curves->starts[c], end = a->curves->starts[c + 1];
            const float *p = a->curves->positions + 3 * (size_t)start;
            if (end - start == 1) visit(g, y, p, p, reach, far);
            for (uint32_t i = start + 1; i < end; i++, p += 3) visit(g, y, p, p + 3, reach, far);
        }
        for (int32_t x = 0; x < g->width; x++) {
            float d = sqrtf(far[x]);
            far[x] = oro_min(d, a->reach);
            mask[x] = a->edge > 0.0f ? oro_clamp(1.0f - (d - half) / a->edge, 0.0f, 1.0f) : d <= half ? 1.0f : 0.0f;
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const stroke *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(stroke, "Put curves on a map", .family = "features", .version = 1, .run = run,
             .words = "trace distance buffer rasterise-curves",
             .doc = "Makes a soft mask along curves, and a map of how far away the nearest of them is, to drive other "
                    "operators by.",
             .example = "--width 30 --extent 2000 path.csv mask.png", .show = "width=60 edge=120");
