// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Takes every sample from somewhere else: displaced by two maps, or along the slope of a map. Reads 4 bytes per sample for
// the terrain, 4 to 8 for what moves it (neighbours come from cache while displacements are short) and writes 4.

#include "op/op.h"
#include "core/cell.h"
#include "solve/gradient.h"
#include "solve/sample.h"

typedef struct warp {
    const oro_grid *height;
    const oro_grid *east, *south, *guide;
    oro_grid *result;
    oro_choice by;
    oro_field amount;
    oro_choice sampling;
} warp;

ORO_WORDS(by, slope, maps);
ORO_WORDS(sampling, cubic, linear);

static const oro_arg args[] = {
    ORO_ARG(warp, height, .unit = "any", .doc = "Map to distort."),
    ORO_ARG(warp, east, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "How far to the east each sample is taken from, in amounts; none is 0."),
    ORO_ARG(warp, south, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "How far to the south each sample is taken from, in amounts; none is 0."),
    ORO_ARG(warp, guide, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "Terrain whose slope moves the samples; none is the map itself."),
    ORO_ARG(warp, result, .unit = "any", .doc = "The distorted map."),
    ORO_ARG(warp, by, .choices = by_words,
            .doc = "Move samples along the slope of the guide, or by the maps east and south."),
    ORO_ARG(warp, amount, .def = 50, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 500, .unit = "m",
            .doc =
                "Metres that a slope of 1 (45 degrees) uphill, or a 1 in the maps, reaches. Uphill widens peaks; below "
                "0 samples come from downhill, which sharpens them."),
    ORO_ARG(warp, sampling, .choices = sampling_words,
            .doc = "Cubic keeps detail, and may overshoot a little at cliffs; linear softens."),
};

/// Fills dx and dy with the displacement of `count` samples of row y from x0 on, in samples.
static void displacements(const warp *a, int32_t y, int32_t x0, int32_t count, float *restrict dx, float *restrict dy) {
    const float *restrict amount = oro_field_row(&a->amount, y) + x0;
    float inverse = (float)(1.0 / a->height->cell);
    if (a->by.index == by_slope) {
        oro_grid guide = a->guide ? *a->guide : *a->height;
        guide.cell = a->height->cell;
        oro_gradient_span(&guide, y, x0, x0 + count, dx, dy);
    } else {
        for (int32_t i = 0; i < count; i++) dx[i] = a->east ? oro_row(a->east, y)[x0 + i] : 0.0f;
        for (int32_t i = 0; i < count; i++) dy[i] = a->south ? oro_row(a->south, y)[x0 + i] : 0.0f;
    }
    for (int32_t i = 0; i < count; i++) {
        dx[i] *= amount[i] * inverse;
        dy[i] *= amount[i] * inverse;
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const warp *a = user;
    const oro_grid *g = a->height;
    float dx[ORO_SPAN], dy[ORO_SPAN];
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x0 = 0; x0 < g->width; x0 += ORO_SPAN) {
            int32_t count = g->width - x0 < ORO_SPAN ? g->width - x0 : ORO_SPAN;
            float *out = oro_row(a->result, y) + x0;
            displacements(a, y, x0, count, dx, dy);
            for (int32_t i = 0; i < count; i++) {
                oro_step_apart sx = oro_take_step_apart(dx[i]), sy = oro_take_step_apart(dy[i]);
                out[i] = a->sampling.index == sampling_cubic
                             ? oro_sample_cubic(g, x0 + i + sx.whole, y + sy.whole, sx.rest, sy.rest)
                             : oro_sample_linear(g, x0 + i + sx.whole, y + sy.whole, sx.rest, sy.rest);
            }
        }
}

static oro_status run(oro_run *r, const void *p) {
    const warp *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(warp, "Distort a map by other maps or by slope", .family = "filter", .version = 1, .run = run,
             .words = "distort bend displace twist swirl domain sharpen",
             .doc =
                 "Every sample of the result is taken from a displaced place of the map: by `amount` times two maps "
                 "(noise makes coasts and ridges wander), or along the slope. Outside the map its edge goes on, or the "
                 "opposite side where the world wraps.",
             .example = "--by slope --amount 80 height.png warped.png", .show = "amount=-50");
