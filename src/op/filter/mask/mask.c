// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where something holds of the ground: 1 inside a range of heights, slopes, directions or curvatures, 0 outside, with a soft
// border between. Reads 4 bytes per sample from memory, its neighbours from cache, and writes 4.

#include "op/op.h"
#include "core/math.cell.h"
#include "reach.h"

typedef struct mask {
    const oro_grid *height;
    oro_grid *result;
    oro_choice kind;
    oro_range heights;
    float height_softness;
    oro_range slopes;
    float slope_softness;
    float direction, direction_width, direction_softness;
    oro_range curvatures;
    float curvature_softness;
    float reach;
    bool invert;
} mask;

ORO_WORDS(kind, height, slope, direction, curvature);

static const oro_arg args[] = {
    ORO_ARG(mask, height, .unit = "m", .doc = "Terrain to look at."),
    ORO_ARG(mask, result, .unit = "1", .doc = "The mask: 1 where it holds, 0 where not."),
    ORO_ARG(mask, kind, .choices = kind_words, .doc = "What is looked at."),
    ORO_ARG(mask, heights, .text = "300..1000", .min = -1e6, .max = 1e6, .ui_min = -1000, .ui_max = 5000, .unit = "m",
            .when = "kind=height", .doc = "Heights that belong to it."),
    ORO_ARG(mask, height_softness, .def = 50, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m", .when = "kind=height",
            .doc = "Metres outside the range over which the mask fades."),
    ORO_ARG(mask, slopes, .text = "0..30", .min = 0, .max = 90, .unit = "deg", .when = "kind=slope",
            .doc = "Slopes that belong to it."),
    ORO_ARG(mask, slope_softness, .def = 5, .min = 0, .max = 90, .ui_max = 30, .unit = "deg", .when = "kind=slope",
            .doc = "Degrees outside the range over which the mask fades."),
    ORO_ARG(
        mask, direction, .def = 0, .min = -360, .max = 360, .ui_min = 0, .ui_max = 360, .unit = "deg",
        .when = "kind=direction",
        .doc =
            "Azimuth the ground faces, which is where it falls to: 0 is north, 90 east. Level ground faces nowhere."),
    ORO_ARG(mask, direction_width, .def = 90, .min = 0, .max = 360, .unit = "deg", .when = "kind=direction",
            .doc = "Width of the sector that belongs to it."),
    ORO_ARG(mask, direction_softness, .def = 30, .min = 0, .max = 180, .unit = "deg", .when = "kind=direction",
            .doc = "Degrees on either side of the sector over which the mask fades."),
    ORO_ARG(mask, curvatures, .text = "0.002..1000", .min = -1000, .max = 1000, .ui_min = -0.05, .ui_max = 0.05,
            .unit = "1/m", .when = "kind=curvature",
            .doc = "Curvatures that belong to it: above 0 on ridges, below 0 in valleys."),
    ORO_ARG(mask, curvature_softness, .def = 0.002, .min = 0, .max = 1000, .ui_max = 0.05, .unit = "1/m",
            .when = "kind=curvature", .doc = "Curvature outside the range over which the mask fades."),
    ORO_ARG(mask, reach, .def = 40, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .when = "kind=slope|direction|curvature",
            .doc =
                "Distance over which slope and curvature are measured; at least one sample. Larger sees larger forms."),
    ORO_ARG(mask, invert, .doc = "Take everything else instead."),
};

/// 1 inside a range, fading to 0 over `fade` outside; 0 for what is no number.
typedef struct window {
    float lo, hi, fade;
} window;

static inline float inside(window w, float v) {
    float outside = oro_max(oro_max(w.lo - v, v - w.hi), 0.0f);
    float t = oro_clamp(1.0f - outside / w.fade, 0.0f, 1.0f);
    t = v == v ? t : 0.0f;
    return t * t * (3.0f - 2.0f * t);
}

static window window_of(oro_range range, float softness, float least) {
    return (window){range.lo, range.hi, oro_max(softness, least)};
}

static const float DEGREES = 57.2957795f;

static void facing(const mask *a, const float *restrict gx, const float *restrict gy, float *restrict out,
                   int32_t count) {
    window sector = {0.0f, 0.5f * a->direction_width, oro_max(a->direction_softness, 1e-4f)};
    float towards = a->direction;
    for (int32_t i = 0; i < count; i++) {
        float steep = oro_min(gx[i] * gx[i] + gy[i] * gy[i], 1.0f);
        float azimuth = oro_atan2(-gx[i], gy[i]) * DEGREES; // falls to (-gx, -gy); south is +y
        float off = oro_abs(azimuth - towards);             // at most 540
        off = off > 360.0f ? off - 360.0f : off;
        off = off > 180.0f ? 360.0f - off : off;
        out[i] = inside(sector, off) * oro_smoothstep(0.0f, 1e-4f, steep); // fades below a slope of 1 in 100
    }
}

static void span(const mask *a, int32_t y, int32_t x0, int32_t count, float *restrict out) {
    float gx[ORO_SPAN], gy[ORO_SPAN];
    int32_t reach = oro_reach_samples(a->height, (double)a->reach);
    const float *restrict in = oro_row(a->height, y) + x0;
    if (a->kind.index == kind_height) {
        window w = window_of(a->heights, a->height_softness, 1e-6f);
        for (int32_t i = 0; i < count; i++) out[i] = inside(w, in[i]);
    } else if (a->kind.index == kind_curvature) {
        window w = window_of(a->curvatures, a->curvature_softness, 1e-12f);
        oro_reach_curvature(a->height, y, x0, x0 + count, reach, gx);
        for (int32_t i = 0; i < count; i++) out[i] = inside(w, gx[i]);
    } else {
        oro_reach_gradient(a->height, y, x0, x0 + count, reach, gx, gy);
        if (a->kind.index == kind_direction) {
            facing(a, gx, gy, out, count);
            return;
        }
        window w = window_of(a->slopes, a->slope_softness, 1e-5f);
        for (int32_t i = 0; i < count; i++)
            out[i] = inside(w, oro_atan(oro_sqrt(gx[i] * gx[i] + gy[i] * gy[i])) * DEGREES);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const mask *a = user;
    int32_t width = a->result->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < width; x += ORO_SPAN) {
            int32_t count = width - x < ORO_SPAN ? width - x : ORO_SPAN;
            float *restrict out = oro_row(a->result, y) + x;
            span(a, y, x, count, out);
            if (!a->invert) continue;
            for (int32_t i = 0; i < count; i++) out[i] = 1.0f - out[i];
        }
}

static oro_status run(oro_run *r, const void *p) {
    const mask *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(
    mask, "Find ground by height, slope, direction or curvature", .family = "filter", .version = 1, .run = run,
    .words = "select selection where cliff(kind=slope) steep(kind=slope) altitude(kind=height) elevation(kind=height) "
             "aspect(kind=direction) facing(kind=direction) convex(kind=curvature) filter",
    .doc = "A map of 1 where the ground is as asked and 0 elsewhere, with soft borders. Multiply several with "
           "`blend` to combine them, and wire the result into the amount of another operator.",
    .example = "--kind slope --slopes 0..25 --slope-softness 8 height.png meadow.png");
