// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fills hollows to where they would overflow (solve/flood.h has the method): the lowest land from all of which water finds a way
// to the map's edge or the sea without climbing. Heights are copies of heights, so filling twice changes nothing.

#include "op/op.h"
#include "solve/flood.h"

#include <math.h>

typedef struct fill {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *depth;
    float sea;
    bool closed;
} fill;

static const oro_arg args[] = {
    ORO_ARG(fill, height, .unit = "m", .doc = "Land with hollows."),
    ORO_ARG(fill, result, .unit = "m", .doc = "The land with its hollows filled level to where they overflow."),
    ORO_ARG(fill, depth, .unit = "m", .doc = "How deep the hollows were; 0 elsewhere."),
    ORO_ARG(fill, sea, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 2000, .unit = "m", .flags = ORO_OPTIONAL,
            .choices = ORO_CHOICES("none"),
            .doc = "Height of the sea. Water ends there, and ground below it is left as it is."),
    ORO_ARG(fill, closed,
            .doc = "Keep water from leaving over the map's edges; where there is no sea either, all land "
                   "drains to its lowest place."),
};

typedef struct job {
    const fill *args;
    float base;
} job;

/// The sea's floor stays; what the flood made of it is water.
static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(j->args->height, y);
        float *restrict out = oro_row(j->args->result, y), *restrict depth = oro_row(j->args->depth, y);
        for (int32_t x = 0; x < j->args->result->width; x++) {
            out[x] = in[x] < j->base ? in[x] : out[x];
            depth[x] = out[x] - in[x];
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const fill *a = p;
    job j = {a, a->sea == a->sea ? a->sea : -INFINITY};
    oro_stage(r, 0.0, 0.9);
    oro_status status = oro_flood(r, a->height, j.base, a->closed, a->result);
    oro_stage(r, 0.9, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, &j) : status;
}

ORO_OPERATOR(fill, "Fill hollows so that all land drains", .family = "filter", .version = 1, .run = run,
             .source = "Barnes, Lehman and Mulla 2014; Zhou, Sun and Fu 2016",
             .words = "depressions sinks pits hollows priority-flood drain",
             .doc =
                 "Raises the ground of every hollow to the height where water standing in it would run over, and no "
                 "further: from every place there is then a way to the map's edge, or to the sea, that never climbs. "
                 "Filling again changes nothing. The depth says where lakes could be; `lakes` fills them with as much "
                 "water as there is.",
             .example = "height.png filled.png");
