// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Olsen's own erosion: ground that is gentler than the talus slides level with its lowest neighbour, steeper ground stays, so
// plains grow between walls. The order of the cells matters, and src/solve/sweep.h keeps it: about 10 bytes a cell and sweep.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/levels.h"
#include "solve/sweep.h"

typedef struct flatten {
    const oro_grid *height;
    oro_grid *result, *change;
    float talus;
    float duration;
    float grain;
    oro_choice order;
} flatten;

enum { FOUR_CORNERS, RASTER };
enum { FINER_SWEEPS = 8 };

static const oro_arg args[] = {
    ORO_ARG(flatten, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(flatten, result, .unit = "m", .doc = "Plains between steep slopes."),
    ORO_ARG(flatten, change, .unit = "m", .doc = "What was added, below 0 where taken away."),
    ORO_ARG(flatten, talus, .def = 45, .min = 0, .max = 89, .ui_min = 10, .ui_max = 60, .unit = "deg",
            .doc = "Slopes up to this are levelled, steeper ones stay."),
    ORO_ARG(flatten, duration, .def = 800, .min = 0, .max = 1e6, .ui_max = 4000, .unit = "yr",
            .doc = "How long the ground moves: one metre a year, a cell of the grain at a time."),
    ORO_ARG(
        flatten, grain, .def = 16, .min = 0.001, .max = 1e5, .ui_min = 1, .ui_max = 100, .scale = ORO_LOG, .unit = "m",
        .doc = "Cell of the map that the ground moves on. A finer map is eroded at this cell first and smoothed at its "
               "own, so that it shows the same land."),
    ORO_ARG(flatten, order, .choices = ORO_CHOICES("four-corners", "raster"),
            .doc =
                "Sweep over the map from each corner in turn, or always from the north-west, as printed in 2004, which "
                "leaves slopes that face one way longer than the others."),
};

typedef struct level {
    oro_grid ground, change;
} level;

static oro_status sweep_level(oro_run *r, const flatten *a, level *l, int32_t sweeps, double from, double to) {
    float drop = oro_tan(a->talus * (ORO_PI / 180.0f)) * (float)l->ground.cell;
    oro_slide slide = {.above = 1e-6f, .upto = drop, .share = 0.5f};
    oro_sweep s = {.four_corners = a->order.index == FOUR_CORNERS,
                   .dx = {-1, 1, 0, 0},
                   .dy = {0, 0, -1, 1},
                   .rule = oro_slide_rule,
                   .user = &slide};
    oro_status status = oro_sweep_begin(r, &s, &l->ground, 1);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, &l->change, 0);
    if (status == ORO_OK) status = oro_sweep_run(r, &s, sweeps, from, to);
    return status == ORO_OK ? oro_sweep_load(r, &s, &l->change, 0) : status;
}

static void add_rows(const void *user, int32_t y0, int32_t y1) {
    const flatten *a = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(a->height, y), *restrict change = oro_row(a->change, y);
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++) out[x] = in[x] + change[x];
    }
}

static oro_status run(oro_run *r, const void *p) {
    const flatten *a = p;
    level before = {0};
    oro_status status = ORO_OK;
    int32_t top = oro_levels_above(a->height, (double)a->grain);
    for (int32_t k = top; k >= 0 && status == ORO_OK; k--) {
        level l = {.ground = *a->height, .change = *a->change};
        if (k > 0) {
            oro_grid shape = oro_levels_shape(a->height, k);
            l.ground = oro_scratch_grid(r, &shape);
            l.change = oro_scratch_grid(r, &shape);
            if (!l.ground.data || !l.change.data) return ORO_NO_MEMORY;
            status = oro_levels_move(r, a->height, &l.ground, false);
        }
        if (status == ORO_OK && k == top)
            for (int32_t y = 0; y < l.change.height; y++)
                memset(oro_row(&l.change, y), 0, (size_t)l.change.width * sizeof(float));
        else if (status == ORO_OK)
            status = oro_levels_move(r, &before.change, &l.change, true);
        int32_t sweeps = oro_levels_steps((double)a->duration, l.ground.cell);
        if (k < top && sweeps > FINER_SWEEPS) sweeps = FINER_SWEEPS;
        double share = 1.0 / (top + 1.0);
        if (status == ORO_OK) status = sweep_level(r, a, &l, sweeps, (top - k) * share, (top - k + 1) * share);
        before = l;
    }
    return status == ORO_OK ? oro_for_rows(r, a->result, add_rows, a) : status;
}

ORO_OPERATOR(flatten, "Level gentle ground and keep steep slopes", .family = "erode", .version = 1, .run = run,
             .source = "Olsen 2004",
             .doc = "Ground gentler than the talus slides to its lowest neighbour until both are level; steeper ground "
                    "stays. Plains spread and the slopes between them grow steeper: land to build and to drive on. "
                    "Nothing is lost: what one sample gives, another gets.",
             .presets = ORO_PRESETS({"olsen-2004", "The printed order of cells, which gives the printed scores",
                                     "order=raster"}),
             .example = "--talus 45 --duration 800 height.png plains.png");
