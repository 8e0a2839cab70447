// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Round landforms on flat ground, all functions of the distance from a point or a line:
//
//     cone    (1-t)^p, its tip and foot rounded          ridge   the same from a line of some length
//     dome    (1-t²)^(3p): flat on top, no crease below  crater  a bowl, a rim and a blanket of ejecta
//
// with t the distance over the radius and p the profile. A crater's bowl is a parabola with an optional flat floor; its
// ejecta thin out with the third power of the distance (McGetchin, Settle and Head 1973) and end at three radii; the rim is
// where the two meet, rounded. Writes 4 bytes per sample.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/smooth.h"

typedef struct shape {
    oro_grid *result;
    oro_choice kind;
    float x, y;
    float radius, height;
    float length, azimuth;
    float profile, softness;
    float depth, flatness;
} shape;

ORO_WORDS(kind, cone, dome, ridge, crater);

static const oro_arg args[] = {
    ORO_ARG(shape, result, .unit = "m", .doc = "The landform on ground of height 0."),
    ORO_ARG(shape, kind, .choices = kind_words, .doc = "Which landform to make."),
    ORO_ARG(shape, x, .def = 2000, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "The centre's metres to the east of the world's zero."),
    ORO_ARG(shape, y, .def = 2000, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "The centre's metres to the south of the world's zero."),
    ORO_ARG(shape, radius, .def = 1200, .min = 0.0625, .max = 1e6, .ui_min = 10, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m", .doc = "Distance from the centre to the foot, or to the rim of a crater."),
    ORO_ARG(shape, height, .def = 600, .min = -1e5, .max = 1e5, .ui_min = -2000, .ui_max = 4000, .unit = "m",
            .doc = "Height of the summit (below 0 the form is a hollow), or of a crater's rim (at least 0)."),
    ORO_ARG(shape, length, .def = 2000, .min = 0, .max = 1e6, .ui_max = 10000, .unit = "m", .when = "kind=ridge",
            .doc = "Length of the line of full height."),
    ORO_ARG(shape, azimuth, .def = 45, .min = -360, .max = 360, .ui_min = 0, .ui_max = 180, .unit = "deg",
            .when = "kind=ridge", .doc = "Direction the line runs in, clockwise from north."),
    ORO_ARG(shape, profile, .def = 1, .min = 0.25, .max = 8, .ui_min = 0.25, .ui_max = 4, .scale = ORO_LOG, .unit = "1",
            .when = "kind=cone|dome|ridge",
            .doc = "Power of the flank: above 1 it is hollow and the summit sharp, as a volcano's; below 1 it bulges."),
    ORO_ARG(shape, softness, .def = 0.35, .min = 0, .max = 1, .unit = "1", .when = "kind=cone|ridge|crater",
            .doc = "How far the sharp places (tip and foot, or the rim) are rounded; 0 leaves them sharp."),
    ORO_ARG(shape, depth, .def = 300, .min = 0, .max = 1e5, .ui_max = 2000, .unit = "m", .when = "kind=crater",
            .doc = "Depth of the floor below the ground around the crater."),
    ORO_ARG(shape, flatness, .def = 0.3, .min = 0, .max = 0.9375, .unit = "1", .when = "kind=crater",
            .doc = "Part of the radius that is level floor."),
};

enum { SPAN = 1024 };
static const float EJECTA_END = 3.0f; // radii

typedef struct job {
    const shape *args;
    double along_x, along_y;  ///< unit vector of the ridge's line
    float half_length;        ///< in radii
    float tip, foot, quarter; ///< roundings of the flank, in radii
    float scale;              ///< makes the rounded summit as high as asked
    float rim_height;         ///< of a crater, never below the ground
    float rim, rim_quarter;   ///< rounding of the rim, metres
    float floor_start, bowl;  ///< radius of the level floor, and rise per squared radius beyond it
} job;

/// Height of a cone's flank over the whole, before its power: 1 - t with tip and foot rounded.
static inline float flank(const job *j, float t) {
    return oro_smooth_max(1.0f - oro_sqrt(t * t + j->tip * j->tip), 0.0f, j->foot, j->quarter);
}

static void raise(float *restrict t, float power, int32_t count) {
    float powers
        [SPAN]; // one for each sample: with the same for all, compilers split the loop and then do not vectorise it
    for (int32_t i = 0; i < count; i++) powers[i] = power;
    for (int32_t i = 0; i < count; i++) t[i] = oro_pow(t[i], powers[i]);
}

static void cones(const job *j, float *restrict t, int32_t count) {
    float power = j->args->profile, height = j->args->height;
    for (int32_t i = 0; i < count; i++) t[i] = oro_min(flank(j, t[i]) * j->scale, 1.0f);
    if (power != 1.0f) raise(t, power, count);
    for (int32_t i = 0; i < count; i++) t[i] *= height;
}

static void domes(const job *j, float *restrict t, int32_t count) {
    float power = 3.0f * j->args->profile, height = j->args->height;
    for (int32_t i = 0; i < count; i++) t[i] = oro_max(1.0f - t[i] * t[i], 0.0f);
    if (power == 3.0f)
        for (int32_t i = 0; i < count; i++) t[i] *= t[i] * t[i];
    else
        raise(t, power, count);
    for (int32_t i = 0; i < count; i++) t[i] *= height;
}

static void craters(const job *j, float *restrict t, int32_t count) {
    float depth = j->args->depth, height = j->rim_height, start = j->floor_start, bowl = j->bowl;
    for (int32_t i = 0; i < count; i++) {
        float beyond = oro_max(t[i] - start, 0.0f);
        float inside = bowl * (beyond * beyond) - depth;
        float far = oro_max(t[i], 0.5f), fade = 1.0f - oro_smoothstep(1.0f, EJECTA_END, far);
        float outside = height / (far * far * far) * fade;
        t[i] = oro_smooth_min(oro_min(inside, 1e9f), outside, j->rim, j->rim_quarter);
    }
}

/// Distances from the centre (or line) in radii for samples [x0, x0 + count) of a row.
static void distances(const job *j, int32_t y, int32_t x0, int32_t count, float *restrict t) {
    const shape *a = j->args;
    const oro_grid *g = a->result;
    double south = oro_world_y(g, y) - (double)a->y, inverse = 1.0 / (double)a->radius;
    double west = oro_world_x(g, x0) - (double)a->x, cell = g->cell;
    for (int32_t i = 0; i < count; i++) {
        double east = west + cell * i;
        float along = (float)((east * j->along_x + south * j->along_y) * inverse);
        float across = (float)((south * j->along_x - east * j->along_y) * inverse);
        float beyond = oro_max(oro_abs(along) - j->half_length, 0.0f);
        t[i] = oro_min(oro_sqrt(beyond * beyond + across * across), 1e9f);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const shape *a = j->args;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < a->result->width; x += SPAN) {
            int32_t count = a->result->width - x < SPAN ? a->result->width - x : SPAN;
            float *out = oro_row(a->result, y) + x;
            distances(j, y, x, count, out);
            if (a->kind.index == kind_crater)
                craters(j, out, count);
            else if (a->kind.index == kind_dome)
                domes(j, out, count);
            else
                cones(j, out, count);
        }
}

static oro_status run(oro_run *r, const void *p) {
    const shape *a = p;
    float azimuth = a->azimuth * (ORO_PI / 180.0f);
    job j = {.args = a, .along_x = 1.0, .scale = 1.0f};
    if (a->kind.index == kind_ridge) {
        j.along_x = (double)oro_sin(azimuth);
        j.along_y = (double)-oro_cos(azimuth);
        j.half_length = 0.5f * a->length / a->radius;
    }
    j.tip = 0.25f * a->softness;
    j.foot = 0.5f * a->softness;
    j.quarter = oro_quarter_of(j.foot);
    j.scale = 1.0f / flank(&j, 0.0f);
    j.rim_height = oro_max(a->height, 0.0f);
    j.rim = a->softness * (j.rim_height + a->depth);
    j.rim_quarter = oro_quarter_of(j.rim);
    j.rim_height += 0.25f * j.rim; // what the rounding takes off again
    j.floor_start = a->flatness;
    j.bowl = (j.rim_height + a->depth) / ((1.0f - a->flatness) * (1.0f - a->flatness));
    return oro_for_rows(r, a->result, rows, &j);
}

ORO_OPERATOR(shape, "Make a cone, dome, ridge or crater", .family = "generate", .version = 1, .run = run,
             .source = "McGetchin, Settle and Head 1973 (ejecta)",
             .words = "mountain(kind=cone) peak(kind=cone) hill(kind=dome) caldera(kind=crater) "
                      "meteor(kind=crater) landform primitive",
             .doc = "One landform on level ground of height 0, placed in metres. Add it to a terrain with `blend`. A "
                    "crater's ejecta end three radii from its centre. In a world that wraps the form is not repeated "
                    "across the seam.",
             .example = "--kind crater --x 500 --y 500 --radius 200 --height 40 --depth 90 --size 257 --extent 1000 "
                        "crater.png");
