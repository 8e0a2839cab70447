// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Holds values inside a range, with a corner or a rounded knee. Reads 4 bytes per sample and writes 4.

#include "op/op.h"
#include "solve/smooth.h"

typedef struct clamp {
    const oro_grid *height;
    oro_grid *result;
    oro_range limits;
    float knee;
} clamp;

static const oro_arg args[] = {
    ORO_ARG(clamp, height, .unit = "any", .doc = "Map to hold inside the range."),
    ORO_ARG(clamp, result, .unit = "any", .doc = "The held map."),
    ORO_ARG(clamp, limits, .text = "0..1000", .min = -1e6, .max = 1e6, .ui_min = -1000, .ui_max = 5000, .unit = "any",
            .doc = "Lowest and highest value that may remain."),
    ORO_ARG(clamp, knee, .def = 0, .min = 0, .max = 1e5, .ui_max = 500, .unit = "any",
            .doc = "Values closer than this to a limit bend towards it instead of breaking off; more than the range's "
                   "own width counts as that width."),
};

static void rows(const void *user, int32_t y0, int32_t y1) {
    const clamp *a = user;
    float lo = a->limits.lo, hi = a->limits.hi, knee = oro_min(a->knee, hi - lo), quarter = oro_quarter_of(knee);
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(a->height, y);
        float *restrict out = oro_row(a->result, y);
        if (quarter == 0.0f) {
            for (int32_t x = 0; x < a->result->width; x++) out[x] = oro_clamp(in[x], lo, hi);
            continue;
        }
        for (int32_t x = 0; x < a->result->width; x++) {
            float raised = oro_smooth_max(oro_clamp(in[x], lo - knee, hi + knee), lo, knee, quarter);
            out[x] = oro_clamp(oro_smooth_min(raised, hi, knee, quarter), lo, hi);
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const clamp *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(clamp, "Hold values inside a range", .family = "filter", .version = 1, .run = run,
             .words = "limit threshold clip cut cap floor ceiling mesa plateau",
             .doc =
                 "Cuts off what lies below or above. With a knee the ground bends towards the limits and reaches them "
                 "without an edge.",
             .example = "--limits 0..800 --knee 60 height.png held.png", .show = "limits=180..420 knee=60");
