// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How steep the ground is, by central differences (one-sided at an edge that does not wrap). Reads 4 bytes per sample from
// memory, its neighbours from cache, and writes 4.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/gradient.h"

#include <math.h>

typedef struct slope {
    const oro_grid *height;
    oro_grid *result;
    oro_choice measure;
} slope;

ORO_WORDS(measure, degrees, percent, ratio);

static const oro_arg args[] = {
    ORO_ARG(slope, height, .unit = "m", .doc = "Terrain to measure."),
    ORO_ARG(slope, result, .unit = "any", .doc = "Steepness of every sample."),
    ORO_ARG(slope, measure, .choices = measure_words,
            .doc = "Degrees from the horizontal, rise per 100 of run, or rise per run."),
};

static void rows(const void *user, int32_t y0, int32_t y1) {
    const slope *a = user;
    float gx[ORO_SPAN], gy[ORO_SPAN];
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x0 = 0; x0 < a->height->width; x0 += ORO_SPAN) {
            int32_t count = a->height->width - x0 < ORO_SPAN ? a->height->width - x0 : ORO_SPAN;
            float *restrict out = oro_row(a->result, y) + x0;
            oro_gradient_span(a->height, y, x0, x0 + count, gx, gy);
            for (int32_t i = 0; i < count; i++) out[i] = sqrtf(gx[i] * gx[i] + gy[i] * gy[i]);
            if (a->measure.index == measure_degrees)
                for (int32_t i = 0; i < count; i++) out[i] = oro_atan(out[i]) * 57.29577951f;
            if (a->measure.index == measure_percent)
                for (int32_t i = 0; i < count; i++) out[i] *= 100.0f;
        }
}

static oro_status run(oro_run *r, const void *p) {
    const slope *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(
    slope, "Measure how steep the ground is", .family = "analyse", .version = 1, .run = run,
    .words = "steepness angle inclination gradient grade",
    .doc = "Central differences between the four neighbours; one-sided at the border of a map that does not wrap.",
    .example = "--measure degrees height.png slope.npy");
