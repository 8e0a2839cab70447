// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Turns a map upside down. Reads 4 bytes per sample (8 where its own extremes are the mirror) and writes 4.

#include "op/op.h"
#include "solve/extremes.h"

typedef struct invert {
    const oro_grid *height;
    oro_grid *result;
    oro_choice about;
    float level;
} invert;

ORO_WORDS(about, extremes, level);

static const oro_arg args[] = {
    ORO_ARG(invert, height, .unit = "any", .doc = "Map to turn over."),
    ORO_ARG(invert, result, .unit = "any", .doc = "The map upside down."),
    ORO_ARG(invert, about, .choices = about_words,
            .doc = "Swap the lowest with the highest value, or mirror everything at a level."),
    ORO_ARG(invert, level, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 5000, .unit = "any",
            .when = "about=level", .doc = "The level that stays where it is; 0.5 for masks."),
};

typedef struct job {
    const invert *args;
    float sum;
} job;

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    float sum = j->sum;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(j->args->height, y);
        float *restrict out = oro_row(j->args->result, y);
        for (int32_t x = 0; x < j->args->result->width; x++) out[x] = sum - in[x];
    }
}

static oro_status run(oro_run *r, const void *p) {
    const invert *a = p;
    job j = {a, 2.0f * a->level};
    if (a->about.index == about_extremes) {
        oro_range found;
        oro_stage(r, 0.0, 0.4);
        oro_status status = oro_find_extremes(r, a->height, &found);
        if (status != ORO_OK) return status;
        oro_stage(r, 0.4, 1.0);
        j.sum = found.lo + found.hi;
    }
    return oro_for_rows(r, a->result, rows, &j);
}

ORO_OPERATOR(invert, "Turn a map upside down", .family = "filter", .version = 1, .run = run,
             .words = "flip negate reverse negative upside",
             .doc = "Peaks become pits. Done twice it gives the map back.",
             .example = "--about extremes height.png inverted.png");
