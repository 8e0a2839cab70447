// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Olsen's own erosion: ground that is gentler than the talus slides level with its lowest neighbour, steeper ground stays, so
// plains grow between walls. The order of the cells matters, and src/solve/sweep.h keeps it: about 10 bytes per cell and sweep.

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

enum { FOUR_CORNERS, OLSEN };
enum { FINER_SWEEPS = 4 };
static const float SLOWER_FROM = 0.4f,
                   STAYS_FROM = 1.75f; ///< slopes that the default form blurs the limit between, in taluses

static const oro_arg args[] = {
    ORO_ARG(flatten, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(flatten, result, .unit = "m", .doc = "Plains between steep slopes."),
    ORO_ARG(flatten, change, .unit = "m", .doc = "What was added, below 0 where taken away."),
    ORO_ARG(flatten, talus, .def = 45, .min = 0, .max = 89, .ui_min = 10, .ui_max = 60, .unit = "deg",
            .doc =
                "Slopes up to this are levelled, steeper ones stay; with four corners, slopes near it move ever more "
                "slowly, which lets finer maps show the same land."),
    ORO_ARG(flatten, duration, .def = 800, .min = 0, .max = 1e6, .ui_max = 4000, .unit = "yr",
            .doc = "How long the ground moves: one metre a year, a cell of the grain at a time."),
    ORO_ARG(
        flatten, grain, .def = 16, .min = 0.001, .max = 1e5, .ui_min = 1, .ui_max = 100, .scale = ORO_LOG, .unit = "m",
        .doc = "Cell of the map that the ground moves on. A finer map is eroded at this cell first and smoothed at its "
               "own, so that it shows the same land."),
    ORO_ARG(flatten, order, .choices = ORO_CHOICES([FOUR_CORNERS] = "four-corners", [OLSEN] = "olsen"),
            .formerly = "raster=olsen",
            .doc = "Sweep over the map from each corner in turn, or always from the north-west, as Olsen does, which "
                   "leaves slopes that face one way longer than the others."),
};

static oro_status sweep_level(oro_run *r, const void *user, const oro_level *level) {
    const flatten *a = user;
    float drop = oro_tan(a->talus * (ORO_PI / 180.0f)) * (float)level->ground->cell;
    bool sharp = a->order.index == OLSEN;
    oro_slide slide = {.above = 1e-6f, .upto = sharp ? drop : STAYS_FROM * drop, .share = 0.5f};
    slide.fading = sharp ? (float)ORO_SLIDE_SHARP : 1.0f / ((STAYS_FROM - SLOWER_FROM) * drop + 1e-12f);
    oro_sweep s = {.four_corners = a->order.index == FOUR_CORNERS,
                   .dx = {-1, 1, 0, 0},
                   .dy = {0, 0, -1, 1},
                   .rule = oro_slide_rule,
                   .user = &slide};
    int32_t sweeps = oro_levels_steps((double)a->duration, level->ground->cell);
    if (!level->coarsest && sweeps > FINER_SWEEPS) sweeps = FINER_SWEEPS;
    oro_status status = oro_sweep_begin(r, &s, level->ground, 1);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, level->change, 0);
    if (status == ORO_OK) status = oro_sweep_run(r, &s, sweeps, level->from, level->to);
    return status == ORO_OK ? oro_sweep_load(r, &s, level->change, 0) : status;
}

static oro_status run(oro_run *r, const void *p) {
    const flatten *a = p;
    oro_status status = oro_levels_run(r, a->height, a->change, (double)a->grain, sweep_level, a);
    return status == ORO_OK ? oro_levels_add(r, a->height, a->change, a->result) : status;
}

ORO_OPERATOR(
    flatten, "Level gentle ground and keep steep slopes", .family = "erode", .version = 2, .run = run,
    .source = "Olsen 2004", .words = "plain level build erosion erode game buildable",
    .doc = "Ground gentler than the talus slides to its lowest neighbour until both are level; steeper ground "
           "stays. Plains spread and the slopes between them grow steeper: land to build and to drive on. "
           "Nothing is lost: what one sample gives, another gets.",
    .formerly = "olsen-2004=olsen",
    .presets = ORO_PRESETS(
        {"olsen",
         "The printed order of cells and its sharp limit, which give the printed scores; a finer map differs more",
         "order=olsen"}),
    .example = "--talus 45 --duration 800 height.png plains.png");
