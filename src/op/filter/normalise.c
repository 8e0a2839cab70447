// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Spreads a map over a range: its lowest value becomes the range's low end, its highest the high end, to the last bit. Reads
// the map twice (8 bytes per sample) and writes 4.

#include "op/op.h"
#include "solve/extremes.h"

typedef struct normalise {
    const oro_grid *height;
    oro_grid *result;
    oro_range to;
} normalise;

static const oro_arg args[] = {
    ORO_ARG(normalise, height, .unit = "any", .doc = "Map to spread."),
    ORO_ARG(normalise, result, .unit = "any", .doc = "The map from one end of the range to the other."),
    ORO_ARG(normalise, to, .text = "0..1", .min = -1e6, .max = 1e6, .ui_min = -1000, .ui_max = 5000, .unit = "any",
            .doc = "Values that the lowest and the highest sample get."),
};

typedef struct job {
    const normalise *args;
    oro_range found;
} job;

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const normalise *a = j->args;
    float lo = a->to.lo, hi = a->to.hi;
    // A quarter of everything: the distance of two large numbers may be too large for a float.
    float low = 0.25f * j->found.lo, width = 0.25f * j->found.hi - low;
    float divisor = width > 0.0f ? width : 1.0f;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(a->height, y);
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++) {
            float t = oro_clamp((0.25f * in[x] - low) / divisor, 0.0f, 1.0f);
            out[x] = oro_clamp(lo * (1.0f - t) + hi * t, lo, hi);
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const normalise *a = p;
    job j = {.args = a};
    oro_stage(r, 0.0, 0.4);
    oro_status status = oro_find_extremes(r, a->height, &j.found);
    oro_stage(r, 0.4, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, &j) : status;
}

ORO_OPERATOR(normalise, "Spread a map over a range", .family = "filter", .version = 1, .run = run,
             .words = "normalize stretch rescale autolevel equalise scale",
             .doc =
                 "Finds the lowest and highest value and stretches the map between the two ends of a range. A map that "
                 "is the same everywhere gets the low end.",
             .example = "--to 0..1200 height.png spread.npy", .show = "to=0..1300");
