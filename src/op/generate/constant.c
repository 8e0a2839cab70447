// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The same height everywhere: sea level, a plateau, the start of a stack. Writes 4 bytes per sample.

#include "op/op.h"

typedef struct constant {
    oro_grid *result;
    float height;
} constant;

static const oro_arg args[] = {
    ORO_ARG(constant, result, .unit = "m", .doc = "The flat terrain."),
    ORO_ARG(constant, height, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 5000, .unit = "m",
            .doc = "Height of every sample."),
};

static void rows(const void *user, int32_t y0, int32_t y1) {
    const constant *a = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++) out[x] = a->height;
    }
}

static oro_status run(oro_run *r, const void *p) {
    const constant *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(constant, "Make the same height everywhere", .family = "generate", .version = 1, .run = run,
             .words = "flat level plain base fill zero", .doc = "A flat map, to build on or to compare with.",
             .example = "--height 250 --size 257 --extent 1000 flat.png");
