// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Terraces: heights are drawn together around levels, so that gentle treads alternate with steep risers. Between two levels
// the profile is the hyperbolic S of Schlick ("Fast alternatives to Perlin's bias and gain functions", 1994): treads keep
// the part m = 1 - sharpness of the slope and risers get up to 1/m of it, with no break between. A riser narrower than a
// sample would show as a jagged line, so each sample takes the mean over the heights its own cell spans (five points of it).
// Reads 4 bytes a sample (8 with a map of amounts) from memory and writes 4.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/gradient.h"

typedef struct terrace {
    const oro_grid *height;
    oro_grid *result;
    oro_field amount;
    float step, offset;
    float sharpness, irregularity;
    oro_seed seed;
} terrace;

static const oro_arg args[] = {
    ORO_ARG(terrace, height, .unit = "m", .doc = "Terrain to cut into steps."),
    ORO_ARG(terrace, result, .unit = "m", .doc = "The stepped terrain."),
    ORO_ARG(terrace, amount, .def = 1, .min = 0, .max = 1, .unit = "1",
            .doc = "How far the ground is moved towards the steps; a map makes it a mask."),
    ORO_ARG(terrace, step, .def = 60, .min = 0.1, .max = 1e5, .ui_min = 1, .ui_max = 500, .scale = ORO_LOG, .unit = "m",
            .doc = "Height of a step."),
    ORO_ARG(terrace, offset, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -200, .ui_max = 200, .unit = "m",
            .doc = "Height of one of the treads; the others follow from it."),
    ORO_ARG(terrace, sharpness, .def = 0.75, .min = 0, .max = 0.99, .unit = "1",
            .doc = "How level the treads are and how steep the risers: 0 changes nothing."),
    ORO_ARG(terrace, irregularity, .def = 0.3, .min = 0, .max = 1, .unit = "1",
            .doc = "How much the steps differ in height from each other."),
    ORO_ARG(terrace, seed, .doc = "Another number gives other irregular steps."),
};

typedef struct job {
    const terrace *args;
    float inverse, jitter, c; ///< 1/step; how far levels move, in steps; the hyperbola's constant 1/m - 1
} job;

/// Height of level k in steps: k itself, moved a little.
static inline float level_of(const job *j, int32_t k) {
    return (float)k + j->jitter * (oro_unit(oro_hash2(j->args->seed.value, k, 0)) - 0.5f);
}

/// Schlick's S through (0,0), (1/2,1/2) and (1,1), with the slope 1/(1+c) at both ends.
static inline float s_curve(float t, float c) {
    float half = t < 0.5f ? t : 1.0f - t;
    float rise = half / (c * (1.0f - 2.0f * half) + 1.0f);
    return t < 0.5f ? rise : 1.0f - rise;
}

/// Where a height (in steps above the offset) goes.
static inline float stepped(const job *j, float u) {
    u = oro_clamp(u, -4.0e6f, 4.0e6f);
    int32_t k = oro_floor_int(u);
    k -= u < level_of(j, k); // levels move by less than half a step, so one of three intervals holds u
    k += u >= level_of(j, k + 1);
    float below = level_of(j, k), above = level_of(j, k + 1);
    float t = oro_clamp((u - below) / (above - below), 0.0f, 1.0f);
    return below + (above - below) * s_curve(t, j->c);
}

static void span(const job *j, int32_t y, int32_t x0, int32_t count) {
    const terrace *a = j->args;
    float gx[ORO_SPAN], gy[ORO_SPAN], mean[ORO_SPAN];
    const float *restrict in = oro_row(a->height, y) + x0;
    const float *restrict amount = oro_field_row(&a->amount, y) + x0;
    float *restrict out = oro_row(a->result, y) + x0;
    float inverse = j->inverse, cell = (float)a->height->cell;
    oro_gradient_span(a->height, y, x0, x0 + count, gx, gy);
    for (int32_t i = 0; i < count; i++) {
        float slope = oro_sqrt(gx[i] * gx[i] + gy[i] * gy[i]);
        gx[i] = oro_min(slope * cell * inverse, 1.0e6f) * 0.2f; // a fifth of what the cell spans, in steps
        gy[i] = (in[i] - a->offset) * inverse;
        mean[i] = 0.0f;
    }
    for (int32_t tap = -2; tap <= 2; tap++)
        for (int32_t i = 0; i < count; i++) mean[i] += stepped(j, gy[i] + (float)tap * gx[i]);
    for (int32_t i = 0; i < count; i++) {
        float moved = a->offset + a->step * (mean[i] * 0.2f);
        out[i] = in[i] * (1.0f - amount[i]) + moved * amount[i];
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t width = j->args->result->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < width; x += ORO_SPAN) span(j, y, x, width - x < ORO_SPAN ? width - x : ORO_SPAN);
}

static oro_status run(oro_run *r, const void *p) {
    const terrace *a = p;
    float m = 1.0f - a->sharpness;
    job j = {a, 1.0f / a->step, 0.8f * a->irregularity, 1.0f / m - 1.0f};
    return oro_for_rows(r, a->result, rows, &j);
}

ORO_OPERATOR(
    terrace, "Cut the ground into steps", .family = "filter", .version = 1, .run = run,
    .source = "Schlick 1994 (the profile)",
    .doc = "Draws heights together around levels, as layers of hard and soft rock or ploughed hillsides do. Risers "
           "stay as wide as a sample at least, so no edge is jagged.",
    .example = "--step 40 --sharpness 0.8 --irregularity 0.4 height.png stepped.png");
