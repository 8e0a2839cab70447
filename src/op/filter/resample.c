// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The same ground with more or fewer samples, by core's resampler: coarser maps average over their cells, finer ones use
// cubics that do not overshoot. Reads the map once, keeps one of the new width in between, writes 4 bytes a new sample.

#include "op/op.h"
#include "solve/grain.h"

typedef struct resample {
    const oro_grid *height;
    oro_grid *result;
    oro_choice by;
    int32_t samples;
    float cell;
} resample;

ORO_WORDS(by, samples, cell);

static const oro_arg args[] = {
    ORO_ARG(resample, height, .unit = "any", .doc = "Map to bring to another resolution."),
    ORO_ARG(resample, result, .unit = "any", .doc = "The same ground with other samples."),
    ORO_ARG(resample, by, .choices = by_words,
            .doc = "Say how many samples the longer side gets, or how far apart they are."),
    ORO_ARG(
        resample, samples, .def = 513, .min = 1, .max = ORO_MAX_SIDE, .ui_min = 65, .ui_max = 8193, .unit = "1",
        .when = "by=samples",
        .doc =
            "Samples along the longer side; in a world that wraps, the nearest number that leaves whole cells on the "
            "shorter one."),
    ORO_ARG(resample, cell, .def = 10, .min = 0.0625, .max = 1e6, .ui_min = 0.1, .ui_max = 1000, .scale = ORO_LOG,
            .unit = "m", .when = "by=cell",
            .doc =
                "Distance between samples; the last one is the last that still lies on the map. In a world that wraps "
                "it is adjusted so that whole cells go round."),
};

/// Metres between the new samples.
static double new_cell(const resample *a, double longer) {
    if (a->by.index == by_cell) return (double)a->cell;
    int32_t cells = a->height->wrap ? a->samples : a->samples - 1;
    if (cells < 1 || !(longer > 0.0)) return longer > 0.0 ? longer : a->height->cell;
    return longer / cells;
}

static oro_status too_many(oro_run *r, const resample *a, double side) {
    return oro_refuse(r, a->by.index == by_cell ? "cell" : "samples",
                      "the result must have at most %d samples along a side, not %.0f", ORO_MAX_SIDE, side);
}

static oro_status shape(oro_run *r, const void *p, oro_grid *out) {
    const resample *a = p;
    double wide = oro_extent_x(a->height), high = oro_extent_y(a->height);
    // by samples the shorter side is rounded to whole cells, as a world's is; by cell it ends on the map
    oro_regrid to =
        oro_regrid_of(a->height, new_cell(a, wide > high ? wide : high), a->by.index == by_cell ? 1e-6 : 0.5);
    if (!a->height->wrap && a->by.index == by_samples && a->samples == 1) to.across = to.down = 1.0;
    if (!(to.across <= ORO_MAX_SIDE && to.down <= ORO_MAX_SIDE))
        return too_many(r, a, to.across > to.down ? to.across : to.down);
    out->width = (int32_t)to.across;
    out->height = (int32_t)to.down;
    out->cell = to.cell;
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const resample *a = p;
    return oro_grid_resample(r->ctx, a->height, a->result);
}

ORO_OPERATOR(resample, "Change how many samples a map has", .family = "filter", .version = 1, .shape = shape,
             .run = run, .words = "resize resolution downsample upsample scale coarser",
             .doc = "The same ground at another resolution. Detail finer than the new cells is averaged, not skipped.",
             .example = "--by cell --cell 4 height.png coarse.png", .show = "samples=49");
