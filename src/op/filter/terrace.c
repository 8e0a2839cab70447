// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Terraces: heights are drawn together around levels, so that gentle treads alternate with steep risers. Between two levels
// the profile is the hyperbolic S of Schlick ("Fast alternatives to Perlin's bias and gain functions", 1994): treads keep
// the part m = 1 - sharpness of the slope and risers get up to 1/m of it, with no break between. A riser narrower than a
// sample would show as a jagged line, so each sample takes the mean over the heights its own cell spans (five points of it).
// Reads 4 bytes per sample (8 with a map of amounts) from memory and writes 4.

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
    ORO_ARG(terrace, step, .def = 60, .min = 0.125, .max = 1e5, .ui_min = 1, .ui_max = 500, .scale = ORO_LOG,
            .unit = "m", .doc = "Height of a step."),
    ORO_ARG(terrace, offset, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -200, .ui_max = 200, .unit = "m",
            .doc = "Height of one of the treads; the others follow from it."),
    ORO_ARG(
        terrace, sharpness, .def = 0.75, .min = 0, .max = 1, .unit = "1",
        .doc =
            "How level the treads are and how steep the risers: 0 changes nothing, 1 leaves the treads all but level."),
    ORO_ARG(terrace, irregularity, .def = 0.3, .min = 0, .max = 1, .unit = "1",
            .doc = "How much the steps differ in height from each other."),
    ORO_ARG(terrace, seed, .doc = "Another number gives other irregular steps."),
};

/// What makes the steps: passed by value, so that loops hold it in registers.
typedef struct steps {
    uint32_t seed;
    float jitter; ///< how far levels move, in steps
    float c;      ///< the hyperbola's constant: 1/m - 1
} steps;

typedef struct job {
    const terrace *args;
    steps steps;
} job;

/// Height of level k in steps: k itself, moved a little.
static inline float level_of(steps s, int32_t k) {
    return (float)k + s.jitter * (oro_unit(oro_hash2(s.seed, k, 0)) - 0.5f);
}

/// Schlick's S through (0,0), (1/2,1/2) and (1,1), with the slope 1/(1+c) at both ends; its lower half, mirrored.
static inline float s_curve(float t, float c) {
    float off = t - 0.5f, distance = oro_abs(off), rise = (0.5f - distance) / (2.0f * c * distance + 1.0f);
    return 0.5f + oro_copysign(0.5f - rise, off);
}

/// Where a height (in steps above the offset) goes. Levels move by less than half a step, so u lies in the interval of its
/// floor or in one of the two beside it. |u| <= 4e6; a clamp in here would keep the loop around it from vectorising.
static inline float stepped(steps s, float u) {
    int32_t k = oro_floor_int(u);
    k += (int32_t)(u >= level_of(s, k + 1)) - (int32_t)(u < level_of(s, k));
    float below = level_of(s, k), above = level_of(s, k + 1);
    return below + (above - below) * s_curve((u - below) / (above - below), s.c);
}

static void add_steps(steps s, const float *restrict u, const float *restrict width, float tap, float *restrict sum,
                      int32_t count) {
    for (int32_t i = 0; i < count; i++) sum[i] += stepped(s, u[i] + tap * width[i]);
}

static void span(const job *j, int32_t y, int32_t x0, int32_t count) {
    const terrace *a = j->args;
    float gx[ORO_SPAN], gy[ORO_SPAN], mean[ORO_SPAN];
    const float *restrict in = oro_row(a->height, y) + x0;
    const float *restrict amount = oro_field_row(&a->amount, y) + x0;
    float *restrict out = oro_row(a->result, y) + x0;
    steps s = j->steps;
    float inverse = 1.0f / a->step, cell = (float)a->height->cell;
    oro_gradient_span(a->height, y, x0, x0 + count, gx, gy);
    for (int32_t i = 0; i < count; i++) {
        float slope = oro_sqrt(gx[i] * gx[i] + gy[i] * gy[i]);
        gx[i] = oro_min(slope * cell * inverse, 1.0e6f) * 0.2f; // a fifth of what the cell spans, in steps
        gy[i] = oro_clamp((in[i] - a->offset) * inverse, -3.0e6f, 3.0e6f);
        mean[i] = 0.0f;
    }
    for (int32_t tap = -2; tap <= 2; tap++) add_steps(s, gy, gx, (float)tap, mean, count);
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
    float m = oro_max(1.0f - a->sharpness, 1.0f / 128.0f);
    job j = {a, {a->seed.value, 0.8f * a->irregularity, 1.0f / m - 1.0f}};
    return oro_for_rows(r, a->result, rows, &j);
}

ORO_OPERATOR(
    terrace, "Cut the ground into steps", .family = "filter", .version = 1, .run = run,
    .source = "Schlick 1994 (the profile)", .words = "cliff steps strata layers plateau mesa stairs rice bands",
    .doc = "Draws heights together around levels, as layers of hard and soft rock or ploughed hillsides do. Risers "
           "stay as wide as a sample at least, so no edge is jagged.",
    .example = "--step 40 --sharpness 0.8 --irregularity 0.4 height.png stepped.png");
