// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines of the document as curves of straight pieces, for operators that take curves. Curves are counted first and then
// laid one behind the other.

#include "op/op.h"
#include "orogen/curves.h"
#include "solve/spline_table.h"

typedef struct paths {
    oro_curves *result;
    oro_records splines;
    float tolerance;
} paths;

static const oro_arg args[] = {
    ORO_ARG(paths, result, .unit = "m", .doc = "The splines as lines of straight pieces."),
    ORO_ARG(paths, splines, .text = "", .record = &oro_spline_record,
            .doc = "The splines; of each only its course counts."),
    ORO_ARG(paths, tolerance, .def = 1, .min = 1e-3, .max = 1e5, .ui_min = 0.1, .ui_max = 100, .scale = ORO_LOG,
            .unit = "m", .doc = "How far a piece may lie beside the spline."),
};

enum { MOST_POINTS = 1 << 26 };

static oro_status run(oro_run *r, const void *p) {
    const paths *a = p;
    const oro_spline *splines = a->splines.items;
    double tolerance = (double)a->tolerance;
    int64_t bound = 0, longest = 0;
    for (int32_t i = 0; i < a->splines.count; i++) {
        int64_t most = splines[i].points.count ? oro_spline_vertex_bound(&splines[i], tolerance) + 1 : 0;
        bound += most;
        longest = most > longest ? most : longest;
    }
    if (bound > MOST_POINTS)
        return oro_refuse(r, "tolerance", "the splines may become at most %d points, not %lld", MOST_POINTS,
                          (long long)bound);
    oro_spline_vertex *line = oro_scratch(r, ((size_t)longest + 1) * sizeof *line);
    int32_t *counts = oro_scratch(r, ((size_t)a->splines.count + 1) * sizeof *counts);
    if (!line || !counts) return ORO_NO_MEMORY;
    oro_curves *out = a->result;
    *out = (oro_curves){0};
    for (int32_t i = 0; i < a->splines.count; i++) {
        counts[i] = splines[i].points.count ? oro_spline_flatten(&splines[i], tolerance, line) : 0;
        out->count += counts[i] > 0;
        out->point_count += (uint32_t)counts[i];
    }
    oro_status status = oro_curves_alloc(r->ctx, out);
    uint32_t curve = 0, at = 0;
    for (int32_t i = 0; status == ORO_OK && i < a->splines.count; i++) {
        if (!counts[i]) continue;
        out->starts[curve++] = at;
        int32_t count = oro_spline_flatten(&splines[i], tolerance, line);
        for (int32_t k = 0; k < count; k++, at++) {
            float *to = out->positions + 3 * (size_t)at;
            to[0] = (float)line[k].x;
            to[1] = (float)line[k].y;
            to[2] = line[k].z;
        }
        status = oro_step(r, (i + 1.0) / a->splines.count);
    }
    return status;
}

ORO_OPERATOR(paths, "Draw curves", .family = "features", .version = 1, .run = run,
             .words = "curves polyline lines strokes",
             .doc = "Holds splines and gives them on as curves, so that several operators can use the same ones.",
             .example = "--splines 'points=[x=0 y=0; x=900 y=400]' drawn.csv");
