// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two maps made one, sample by sample. Reads 8 bytes per sample (12 where a map drives the amount) and writes 4 (past the
// caches where the map is large); each mode is a loop of its own, so all of them run at the speed of memory.

#include "op/op.h"
#include "core/stream.h"
#include "solve/smooth.h"

typedef struct blend {
    const oro_grid *a, *b;
    oro_grid *result;
    oro_choice mode;
    oro_field amount;
    float radius;
} blend;

enum { MIX, ADD, SUBTRACT, MULTIPLY, MINIMUM, MAXIMUM, SMOOTH_MINIMUM, SMOOTH_MAXIMUM, SCREEN, DIFFERENCE };

static const oro_arg args[] = {
    ORO_ARG(blend, a, .unit = "any", .doc = "The map below."),
    ORO_ARG(blend, b, .unit = "any", .doc = "The map that is laid over it."),
    ORO_ARG(blend, result, .unit = "any", .doc = "What the two make."),
    ORO_ARG(blend, mode,
            .choices =
                ORO_CHOICES([MIX] = "mix", [ADD] = "add", [SUBTRACT] = "subtract", [MULTIPLY] = "multiply",
                            [MINIMUM] = "minimum", [MAXIMUM] = "maximum", [SMOOTH_MINIMUM] = "smooth-minimum",
                            [SMOOTH_MAXIMUM] = "smooth-maximum", [SCREEN] = "screen", [DIFFERENCE] = "difference"),
            .doc = "How two values make one: b itself, a sum, a - b, a product, the lower, the higher, those with a "
                   "rounded corner, 1 - (1-a)(1-b) for masks, or the distance between them."),
    ORO_ARG(blend, amount, .def = 1, .min = 0, .max = 1, .unit = "1",
            .doc = "How much of the result replaces a; a map makes it a mask."),
    ORO_ARG(blend, radius, .def = 20, .min = 0, .max = 1e5, .ui_max = 500, .unit = "any",
            .when = "mode=smooth-minimum|smooth-maximum",
            .doc = "Values closer than this are rounded together; where they are equal the result is a quarter of it "
                   "away."),
};

/// One loop for each mode: `formula` of a, b becomes the new value, which replaces a by the amount t. Written so that t = 0
/// gives a and t = 1 the new value to the last bit.
#define EACH_SAMPLE(formula)                                                                                           \
    for (int32_t x = 0; x < count; x++) {                                                                              \
        float a = ra[x], b = rb[x], t = rt[x];                                                                         \
        out[x] = a * (1.0f - t) + (formula)*t;                                                                         \
    }                                                                                                                  \
    break

static void blend_row(const blend *args_, const float *restrict ra, const float *restrict rb, const float *restrict rt,
                      float *restrict out, int32_t count) {
    float radius = args_->radius, quarter = oro_quarter_of(radius);
    switch (args_->mode.index) {
    case ADD: EACH_SAMPLE(a + b);
    case SUBTRACT: EACH_SAMPLE(a - b);
    case MULTIPLY: EACH_SAMPLE(a * b);
    case MINIMUM: EACH_SAMPLE(oro_min(a, b));
    case MAXIMUM: EACH_SAMPLE(oro_max(a, b));
    case SMOOTH_MINIMUM: EACH_SAMPLE(oro_smooth_min(a, b, radius, quarter));
    case SMOOTH_MAXIMUM: EACH_SAMPLE(oro_smooth_max(a, b, radius, quarter));
    case SCREEN: EACH_SAMPLE(a + b - a * b);
    case DIFFERENCE: EACH_SAMPLE(oro_abs(a - b));
    default: EACH_SAMPLE(b);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const blend *a = user;
    for (int32_t y = y0; y < y1; y++)
        blend_row(a, oro_row(a->a, y), oro_row(a->b, y), oro_field_row(&a->amount, y), oro_row(a->result, y),
                  a->result->width);
}

static void streamed_rows(const void *user, int32_t y0, int32_t y1) {
    const blend *a = user;
    int32_t width = a->result->width;
    _Alignas(64) float span[ORO_STREAM_SPAN];
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < width; x += ORO_STREAM_SPAN) {
            int32_t count = width - x < ORO_STREAM_SPAN ? width - x : ORO_STREAM_SPAN;
            blend_row(a, oro_row(a->a, y) + x, oro_row(a->b, y) + x, oro_field_row(&a->amount, y) + x, span, count);
            oro_stream(oro_row(a->result, y) + x, span, count);
        }
    oro_stream_end();
}

static oro_status run(oro_run *r, const void *p) {
    const blend *a = p;
    return oro_for_rows(r, a->result, oro_stream_pays(a->result, 1) ? streamed_rows : rows, a);
}

ORO_OPERATOR(
    blend, "Make one map of two", .family = "filter", .version = 1, .run = run,
    .source = "Quilez 2013 (smooth minimum)",
    .words = "combine merge max(mode=maximum) min(mode=minimum) union(mode=maximum) intersection(mode=minimum) "
             "minus(mode=subtract) plus(mode=add) times(mode=multiply) sum(mode=add) overlay layer composite lerp math",
    .doc = "Lays one map over another: mixed, added, multiplied, the lower or the higher of the two, with sharp "
           "or rounded corners. The amount may be a map, which makes it a mask.",
    .example = "--mode smooth-maximum --radius 40 hills.png plain.png land.png",
    .show = "mode=smooth-maximum radius=100");
