// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Erosion by running water on a grid: virtual pipes between neighbours carry water and what it picked up. Coarse copies of the
// terrain are carved first, then finer ones, each taking over the state of the one before: large valleys form where water
// needs long ways, for a small part of the cost. The bed's change is kept apart from the terrain (at 1000 m a float's step is
// 6e-5 m, which slow erosion would vanish in), each face has one signed flux, and sediment goes with the water of the cell
// that gives it: mass stays to rounding. Bytes a cell and step: see sweep.h.
//
// The parts, in the order to read them:
//     arguments.h   what is asked for
//     pipes.cell.h  the arithmetic of one pipe, and what a cell sees of its own
//     step.cell.h   a whole cell after a step
//     level.h       one resolution: its planes, and the rows that waves keep near
//     eight.h       a step of the carving law, row by row
//     four.h        a step of Mathisen's law, row by row
//     sweep.h       steps as waves that sweep down the map
//     talus.cell.h  the ground of a cell that slides and creeps between steps
//     talus.h       the same row by row
//     rim.h         what lies outside the map
//     remap.h       maps brought to another resolution, mass kept
//     pyramid.h     coarse land that was given
//     setup.h       from what is asked for to the numbers and maps of a level
//     rock.h        how steep the rock stands from place to place
//     beach.h       what waves make of low shores
//     state.h       a state handed to a finer level; lakes; beaches
//     cascade.h     the schedule: levels from coarse to fine, the end, the account
//
// Laws: `carving` lets transport grow faster than discharge (q^(1+m)), without which hollows fill instead of deepening;
// `mathisen` is his document's capacity, sine of the tilt times velocity, after Mei, Decaudin and Hu 2007, with its signs and
// balances put right.

#include "op/op.h"
#include "cascade.h"

typedef pipes_source source;

static const oro_arg source_args[] = {
    ORO_ARG(source, x, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Metres to the east."),
    ORO_ARG(source, y, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Metres to the south."),
    ORO_ARG(source, radius, .def = 20, .min = 0, .max = 1e5, .unit = "m", .doc = "Radius of the spring."),
    ORO_ARG(source, flow, .def = 10, .min = 0, .max = 1e6, .unit = "m3/s", .doc = "Water it gives."),
    ORO_ARG(source, load, .def = 0, .min = 0, .max = 1e6, .unit = "m3/s", .doc = "Ground that its water brings."),
};
ORO_RECORD(source, source_args, "A spring.");

typedef pipes_stage stage;

static const oro_arg stage_args[] = {
    ORO_ARG(stage, cells, .def = 128, .min = 8, .max = 65536, .unit = "1",
            .doc = "Cells along the longer side of a copy of the terrain."),
    ORO_ARG(stage, cell, .def = 0, .min = 0, .max = 1e5, .unit = "m",
            .doc = "Width of a cell instead, where it shall be the same on every map; 0 takes `cells`."),
    ORO_ARG(stage, steps, .def = 500, .min = 0, .max = 100000, .unit = "1",
            .doc = "Steps of water on it, or as many longer ones as last as long (carving)."),
};
ORO_RECORD(stage, stage_args, "One level of the cascade.");

#define ADVANCED .group = "advanced"

static const oro_arg args[] = {
    ORO_ARG(pipes, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(pipes, levels, .unit = "m", .flags = ORO_OPTIONAL,
            .doc =
                "Coarse land to carve first, as the sketch's `height_levels`, instead of averages of the terrain. What "
                "was carved is then carved out of the terrain."),
    ORO_ARG(pipes, result, .unit = "m", .doc = "Eroded terrain."),
    ORO_ARG(pipes, difference, .unit = "m", .doc = "How much the ground rose; below 0 it was carried away."),
    ORO_ARG(pipes, water, .unit = "m", .doc = "Depth of rivers and lakes; a lake has one level."),
    ORO_ARG(pipes, sediment, .unit = "m",
            .doc =
                "Load in the water at the end, as metres of ground. It has settled by then: `result`, `difference` and "
                "`deposit` contain it."),
    ORO_ARG(pipes, velocity, .unit = "m/s", .doc = "Speed of the water at the end."),
    ORO_ARG(pipes, flow, .unit = "m2/s",
            .doc = "Discharge per metre of width, averaged over the end of the run; in Mathisen's law "
                   "over the last level that had steps."),
    ORO_ARG(pipes, deposit, .unit = "m", .doc = "Thickness of what was laid down: `difference` where that is above 0."),
    ORO_ARG(pipes, moved, .unit = "m3", .doc = "Ground carried away."),
    ORO_ARG(pipes, deposited, .unit = "m3", .doc = "Ground laid down elsewhere on the map."),
    ORO_ARG(pipes, exported, .unit = "m3",
            .doc = "Ground that left over the border, into the deep sea or with the waves, less what sources brought."),
    ORO_ARG(pipes, strength, .def = 1, .min = 0, .max = 4, .unit = "1",
            .doc = "How hard water works: rain and erosion together. 0 leaves the terrain as it is."),
    ORO_ARG(pipes, duration, .def = 100, .min = 0, .max = 1000, .ui_max = 300, .unit = "kyr",
            .doc = "How long. 100 is the whole life of the look's valleys; an endless storm, told in nominal years."),
    ORO_ARG(pipes, rain, .def = 1, .min = 0, .max = 10, .ui_max = 3, .unit = "1",
            .doc = "How much rain, as a part of the look's; a map makes one side of a mountain wetter."),
    ORO_ARG(pipes, hardness, .def = 0, .min = 0, .max = 1, .unit = "1",
            .doc = "How the rock holds: 0 soft, 1 does not erode or slide at all. What lies loose on it still goes."),
    ORO_ARG(pipes, capacity, .def = 1, .min = 0, .max = 10, .ui_max = 3, .unit = "1",
            .doc = "How much water picks up, as a part of the look's; 0 spares a place."),
    ORO_ARG(pipes, loose, .def = 0, .min = 0, .max = 1000, .ui_max = 20, .unit = "m",
            .doc = "Thickness of loose ground at the start: it erodes whatever the hardness below."),
    ORO_ARG(pipes, depth, .def = 10000, .min = 0.01, .max = 10000, .ui_min = 1, .ui_max = 500, .unit = "m",
            .scale = ORO_LOG, .doc = "Water cuts no deeper than this below the terrain as it was."),
    ORO_ARG(pipes, law, .choices = law_words, .formerly = "document=mathisen",
            .doc = "Carving: transport grows faster than discharge, so channels form. Mathisen: his document's "
                   "capacity, to the letter."),
    ORO_ARG(pipes, border, .choices = border_words,
            .doc = "Whether water and its load may leave over the edge of the map."),
    ORO_ARG(pipes, sea, .doc = "A sea that keeps its level: rivers end in it, and the deep takes their load."),
    ORO_ARG(pipes, sea_level, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 500, .unit = "m",
            .when = "sea=on", .doc = "Height of the sea."),
    ORO_ARG(pipes, beach, .def = 60, .min = 0, .max = 1000, .ui_max = 200, .unit = "m", .when = "sea=on",
            .doc = "Width of the beaches that waves make of low shores, and of the shallows before them; 0 for none."),
    ORO_ARG(pipes, rainfall, .choices = rainfall_words, .group = "rain",
            .doc = "Rain everywhere at once, or large drops that fall at random places."),
    ORO_ARG(pipes, drop_radius, .text = "30..70", .min = 0, .max = 1e4, .unit = "m", .when = "rainfall=drops",
            .group = "rain", .doc = "Least and greatest radius of a drop."),
    ORO_ARG(pipes, drop_intensity, .text = "0.1..0.3", .min = 0, .max = 100, .unit = "m/s", .when = "rainfall=drops",
            .group = "rain", .doc = "Least and greatest depth a second that a drop brings."),
    ORO_ARG(pipes, drops, .def = 1, .min = 0, .max = 64, .unit = "1", .when = "rainfall=drops", .group = "rain",
            .doc = "Drops a step."),
    ORO_ARG(
        pipes, hollows, .choices = hollows_words, .group = "rain",
        .doc = "Whether lakes are full at the start. A lake's outlet may lie far away: empty for tiles that must fit."),
    ORO_ARG(pipes, sources, .record = &source_record, .group = "rain",
            .doc = "Springs besides the rain, or rivers that enter from a neighbouring map with their load."),
    ORO_ARG(pipes, seed, .group = "rain", .doc = "Where the first shower falls, and all drops."),
    ORO_ARG(pipes, cascade, .record = &stage_record, ADVANCED,
            .text = "cells=128 steps=2000; cells=256 steps=1200; cells=512 steps=600; cells=1024 steps=400; cells=2048 "
                    "steps=300; cells=4096 steps=200",
            .doc = "Steps on each copy of the terrain, coarse to fine; copies finer than the map are left out."),
    ORO_ARG(pipes, rain_rate, .def = 5e-4, .min = 0, .max = 0.1, .ui_min = 1e-5, .ui_max = 0.01, .unit = "m/s",
            .scale = ORO_LOG, ADVANCED, .doc = "Rain. More of it dissects slopes more fully."),
    ORO_ARG(pipes, erosion_rate, .def = 0.3, .min = 0, .max = 10, .ui_max = 2, .unit = "m/s", ADVANCED,
            .doc = "Cutting of the bed at a discharge of 1 m2/s and a slope of 1; capacity in Mathisen's law."),
    ORO_ARG(pipes, exponent, .def = 0.5, .min = 0, .max = 2, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "How cutting grows with discharge. Below 0 hollows would fill; 1 cuts gorges."),
    ORO_ARG(pipes, settling, .def = 0.01, .min = 0, .max = 1, .ui_min = 1e-3, .ui_max = 0.2, .unit = "m/s",
            .scale = ORO_LOG, .when = "law=carving", ADVANCED,
            .doc =
                "How fast load sinks: 0.003 to 0.01 leaves clean valleys, 0.03 to 0.1 builds fans and braided plains."),
    ORO_ARG(pipes, most_load, .def = 5, .min = 0.01, .max = 100, .unit = "1", .scale = ORO_LOG, .when = "law=carving",
            ADVANCED, .doc = "Most ground a depth of water carries, as metres for a metre."),
    ORO_ARG(pipes, talus, .def = 39, .min = 1, .max = 89, .unit = "deg", ADVANCED,
            .doc = "Slopes steeper than this slide."),
    ORO_ARG(pipes, talus_spread, .def = 10, .min = 0, .max = 40, .ui_max = 20, .unit = "deg", .when = "law=carving",
            ADVANCED,
            .doc = "How much steeper and flatter the rock stands from place to place; at 0 all slopes become planes."),
    ORO_ARG(pipes, talus_grain, .def = 200, .min = 0.1, .max = 1e5, .ui_min = 5, .ui_max = 1000, .unit = "m",
            .scale = ORO_LOG, .when = "law=carving", ADVANCED,
            .doc = "Size of the largest patches of such rock; smaller ones lie within, down to the samples."),
    ORO_ARG(pipes, talus_rate, .def = 0.1, .min = 0, .max = 0.12, .unit = "1", ADVANCED,
            .doc = "Part of the excess that slides every ten steps, to each neighbour."),
    ORO_ARG(pipes, creep, .def = 0, .min = 0, .max = 1, .ui_max = 0.2, .unit = "m2/s", ADVANCED,
            .doc = "Soil creep, which rounds crests."),
    ORO_ARG(pipes, bank, .def = 1, .min = 0, .max = 1, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "How much the water beside a place helps to cut it: wears banks back, and keeps streams round."),
    ORO_ARG(pipes, friction, .def = 1, .min = 0, .max = 100, .ui_max = 4, .unit = "m/s", ADVANCED,
            .doc = "Drag of the bed (1/s in Mathisen's law). Less of it drains gentle rivers."),
    ORO_ARG(pipes, velocity_limit, .def = 0.25, .min = 0.01, .max = 0.5, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "Part of the water over a face that may cross it in a step; more lets gorges bead."),
    ORO_ARG(pipes, evaporation, .def = 0, .min = 0, .max = 10, .ui_max = 0.01, .unit = "1/s", ADVANCED,
            .doc = "Part of the water that dries each second. Even little of it ends channels."),
    ORO_ARG(pipes, gravity, .def = 9.81, .min = 0.01, .max = 100, .unit = "m/s2", ADVANCED,
            .doc = "Pull that drives the water."),
    ORO_ARG(pipes, wave_depth, .def = 2, .min = 0.01, .max = 100, .unit = "m", .scale = ORO_LOG, ADVANCED,
            .doc = "Depth that sets the speed of waves, the same on every level: the pipes' cross-section by width."),
    ORO_ARG(pipes, time_step, .def = 0, .min = 0, .max = 1000, .ui_max = 1, .unit = "s", ADVANCED,
            .doc = "Step on the finest level; coarser ones take longer steps in proportion. 0: 0.9 of what is stable."),
    ORO_ARG(
        pipes, until, .def = 1, .min = 0, .max = 1, .unit = "1", ADVANCED,
        .doc =
            "Part of the cascade's steps that is run, coarse copies first: where a run that was ended early stopped."),
    ORO_ARG(pipes, suspension, .def = 0.7, .min = 0, .max = 100, .ui_max = 2, .unit = "1/s", .when = "law=mathisen",
            ADVANCED, .doc = "How fast missing load is picked up."),
    ORO_ARG(pipes, deposition, .def = 0.8, .min = 0, .max = 100, .ui_max = 2, .unit = "1/s", .when = "law=mathisen",
            ADVANCED, .doc = "How fast excess load is dropped."),
    ORO_ARG(pipes, by_depth, .when = "law=mathisen", ADVANCED,
            .doc = "Divide the discharge by the depth, as Mei does; Mathisen takes the discharge for a velocity."),
};

// --- running ----------------------------------------------------------------------------------------------------------

typedef struct outputs {
    const pipes_erosion *erosion;
    const pipes_level *level;
} outputs;

enum { UP, DOWN, SUMS }; ///< sums of the changes

static void write_row(const void *user, int32_t y, double *sums) {
    const outputs *o = user;
    const pipes_level *p = o->level;
    const pipes *a = o->erosion->a;
    const float *row[PIPES_LOAD + 1];
    for (int32_t k = 0; k <= PIPES_LOAD; k++) row[k] = p->state[k] + y * p->stride + PIPES_PAD;
    for (int32_t x = 0; x < p->width; x++) {
        float d = row[PIPES_CHANGE][x], w = row[PIPES_WATER][x];
        oro_row(a->result, y)[x] = oro_row(a->height, y)[x] + d;
        oro_row(a->difference, y)[x] = d;
        oro_row(a->deposit, y)[x] = oro_max(d, 0.0f);
        oro_row(a->sediment, y)[x] = row[PIPES_LOAD][x];
        oro_row(a->water, y)[x] = w;
        oro_row(a->velocity, y)[x] = w > 1.0e-3f ? oro_min(pipes_flux_at(p, x, y) / w, 1.0f) * p->numbers.speed : 0.0f;
        oro_row(a->flow, y)[x] = oro_row(&o->erosion->flow, y)[x];
    }
    for (int32_t x = 0; x < p->width; x++) {
        sums[UP] += (double)oro_max(row[PIPES_CHANGE][x], 0.0f);
        sums[DOWN] += (double)oro_max(-row[PIPES_CHANGE][x], 0.0f);
    }
}

static oro_status write_outputs(const pipes_erosion *e, const pipes_level *p) {
    outputs o = {e, p};
    double sums[SUMS], area = p->cell * p->cell;
    oro_status status = oro_sum_rows(e->run, e->a->result, SUMS, write_row, &o, sums);
    if (status != ORO_OK) return status;
    *e->a->moved = sums[DOWN] * area;
    *e->a->deposited = sums[UP] * area;
    *e->a->exported = e->exported;
    return ORO_OK;
}

/// One level per lake: the water of each hollow, spread level.
static oro_status level_lakes(pipes_erosion *e, const pipes_level *p) {
    oro_grid bed = pipes_view(p, p->bed), level = pipes_view(p, p->spare);
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++)
            oro_row(&bed, y)[x] += p->state[PIPES_CHANGE][y * p->stride + PIPES_PAD + x];
    float base = p->numbers.has_sea ? p->numbers.sea : -ORO_INFINITY;
    oro_status status = oro_flood(e->run, &bed, base, p->numbers.closed, &level);
    return status == ORO_OK ? oro_level_lakes(e->run, &bed, &level, e->a->water) : status;
}

static oro_status untouched(const pipes *a) {
    oro_grid *zero[] = {a->difference, a->water, a->sediment, a->velocity, a->flow, a->deposit};
    for (int32_t y = 0; y < a->result->height; y++) {
        memcpy(oro_row(a->result, y), oro_row(a->height, y), (size_t)a->result->width * sizeof(float));
        for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
            memset(oro_row(zero[i], y), 0, (size_t)a->result->width * sizeof(float));
    }
    *a->moved = *a->deposited = *a->exported = 0.0;
    return ORO_OK;
}

/// Says why a run left the terrain as it was; whoever asked for it should not have to compare maps.
static void note_nothing(const pipes_erosion *e) {
    const pipes *a = e->a;
    if (*a->moved > 0.0 || *a->deposited > 0.0) return;
    const char *about = a->strength == 0.0f ? "strength" : a->duration == 0.0f ? "duration" : "cascade";
    if (a->strength == 0.0f || a->duration == 0.0f)
        oro_note(e->run->ctx, about, "is 0, so the terrain stays as it is");
    else if (e->steps == 0)
        oro_note(e->run->ctx, about,
                 "has no steps for a map with %.4g m between samples, so the terrain stays as it is; its stages with "
                 "steps are for other sizes",
                 a->height->cell);
    else
        oro_note(e->run->ctx, about, "its %d steps moved nothing: there is no slope, no water or no soft ground",
                 e->steps);
}

static oro_status run(oro_run *r, const void *p) {
    const pipes *a = p;
    if (a->strength == 0.0f || a->duration == 0.0f) {
        oro_status status = untouched(a);
        note_nothing(&(pipes_erosion){.run = r, .a = a});
        return status;
    }
    pipes_erosion e = {
        .run = r, .a = a, .ground = oro_scratch_grid(r, a->height), .flow = oro_scratch_grid(r, a->height)};
    size_t samples = (size_t)e.ground.stride * (size_t)e.ground.height;
    e.memory = oro_scratch(r, samples * sizeof(float));
    if (!e.ground.data || !e.flow.data || !e.memory) return ORO_NO_MEMORY;
    memset(e.flow.data, 0, samples * sizeof(float));
    oro_extremes range = oro_grid_extremes(a->height);
    e.datum = range.min > 0.0f   ? (float)oro_floor_int(oro_min(range.min, 1e9f))
              : range.max < 0.0f ? -(float)oro_floor_int(oro_min(-range.max, 1e9f))
                                 : 0.0f;
    for (int32_t y = 0; y < e.ground.height; y++)
        for (int32_t x = 0; x < e.ground.width; x++) oro_row(&e.ground, y)[x] = oro_row(a->height, y)[x] - e.datum;
    if (a->law.index == law_carving && a->erosion_rate > 2700.0f * a->rain_rate)
        oro_note(r->ctx, "erosion_rate",
                 "more than 2700 times the rain rate: water fills with load and lakes get crater rings");
    pipes_level finest = {0};
    oro_status status = pipes_run_cascade(&e, &finest);
    if (status == ORO_OK) status = write_outputs(&e, &finest);
    if (status == ORO_OK) note_nothing(&e);
    return status == ORO_OK ? level_lakes(&e, &finest) : status;
}

static oro_status check(oro_run *r, const void *p) {
    const pipes *a = p;
    double bound = pipes_stable_step(a, a->height->cell);
    if ((double)a->time_step > bound)
        return oro_refuse(
            r, "time_step",
            "the time step must be at most %.4g s at %g m between samples, or it is not stable; it is %g s", bound,
            a->height->cell, (double)a->time_step);
    return pipes_check_levels(r, a->levels, a->height);
}

/// Tables 5.2 and 5.3 of Mathisen 2021, at 2 m a cell. His depth limit is 0.15 of the highest point; here of 400 m.
#define MATHISEN_NUMBERS                                                                                               \
    "law=mathisen border=closed rainfall=drops friction=0 wave_depth=1 depth=60 talus=89 talus_rate=0 "

ORO_OPERATOR(
    pipes, "Erode by running water, with rivers, valleys and fans", .family = "erode", .version = 5, .check = check,
    .run = run, .source = "Mathisen 2021, after Mei, Decaudin and Hu 2007",
    .words = "erosion erode water river rain valley flow lake stream fluvial sediment delta hydrology gorge",
    .doc = "Rain runs off, cuts where it is fast and much, and drops its load where it slows. Coarse copies of the "
           "terrain are carved first, finer ones after, so valleys branch at every size. Choose a preset for the look, "
           "then "
           "`strength` and `duration`; maps of rain, hardness and capacity steer it. Besides the terrain it gives the "
           "rivers and lakes, their flow, what was laid down where, and an account of the ground moved.",
    .presets = ORO_PRESETS(
        {"alpine", "Sharp crests, clean branching valleys",
         "rain_rate=5e-4 erosion_rate=0.3 settling=0.005 most_load=10 talus=42 friction=0.5"},
        {"fans", "Valleys that spread their load over the foreland",
         "rain_rate=1e-3 erosion_rate=0.3 settling=0.05 most_load=3 talus=35"},
        {"outwash", "Much water and much load: fans that grow together, crossed by many arms",
         "rain_rate=2e-3 erosion_rate=0.3 settling=0.1 most_load=3 talus=35"},
        {"badlands", "Soft ground cut into countless short gullies",
         "rain_rate=2e-3 erosion_rate=0.8 settling=0.003 most_load=10 talus=50 bank=0.5 depth=70 friction=0.35 "
         "cascade=[cell=6 steps=1000; cell=3 steps=250; cell=1.5 steps=150; cell=0.75 steps=100]"},
        {"canyon", "Gorges with steep walls in a tableland left whole",
         "rain_rate=3e-4 erosion_rate=0.2 exponent=1 settling=0.005 most_load=10 talus=58 friction=0.7"},
        {"hills", "Soft rounded hills with wide valleys",
         "rain_rate=4e-4 erosion_rate=0.15 exponent=0.4 settling=0.01 most_load=5 talus=27 creep=0.04"},
        {"touch-up", "Gullies and small fans on forms that stay as they were made",
         "rain_rate=3e-4 erosion_rate=0.2 settling=0.01 most_load=5 talus=45 depth=25 cascade=[cell=12 "
         "steps=1500; cell=6 steps=1000; cell=3 steps=0]"},
        {"mountain-river", "Gentle trunk rivers that drain, between steep slopes",
         "rain_rate=5e-4 erosion_rate=0.35 settling=0.008 most_load=10 talus=45 friction=0.35"},
        {"mathisen-fantasy", "Mathisen's law with the numbers of his Fantasy terrain",
         MATHISEN_NUMBERS
         "gravity=4.36 erosion_rate=0.9 suspension=0.7 deposition=0.882 evaporation=0.639 drop_radius=41.6..64 "
         "drop_intensity=0.24..0.4 cascade=[cell=16 steps=0; cell=8 steps=547; cell=4 steps=1000; "
         "cell=2 steps=0]"},
        {"mathisen-range", "Mathisen's law with the numbers of his Mountain range",
         MATHISEN_NUMBERS
         "gravity=3.48 erosion_rate=1 suspension=0.525 deposition=0.812 evaporation=0.813 drop_radius=30..70 "
         "drop_intensity=0.276..0.5 cascade=[cell=16 steps=500; cell=8 steps=500; cell=4 steps=500; "
         "cell=2 steps=0]"},
        {"mathisen-river", "Mathisen's law with the numbers of his Mountain river",
         MATHISEN_NUMBERS
         "gravity=6 erosion_rate=1 suspension=1 deposition=1 evaporation=0.65 drop_radius=32.8..100 "
         "drop_intensity=0.08..0.18 cascade=[cell=16 steps=2000; cell=8 steps=2000; cell=4 steps=1000; "
         "cell=2 steps=500]"},
        {"mathisen-combined", "Mathisen's law with the numbers of his Combined terrain",
         MATHISEN_NUMBERS
         "gravity=2 erosion_rate=0.9 suspension=0.69 deposition=0.46 evaporation=1.05 drop_radius=30.8..59.4 "
         "drop_intensity=0.2..0.36 cascade=[cell=16 steps=1000; cell=8 steps=200; cell=4 steps=100; "
         "cell=2 steps=0]"}),
    .formerly = "braided=outwash document-fantasy=mathisen-fantasy document-range=mathisen-range "
                "document-river=mathisen-river document-combined=mathisen-combined",
    .example = "--strength 1 height.png eroded.png");
