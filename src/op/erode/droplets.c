// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Erosion by droplets that roll downhill, after Mañeru, who builds on Beyer. Corrected where the print cannot be right: the
// slope is that of the bilinear patch; falling speeds a drop up (v² grows by g times the fall); what a drop may take is
// limited by its fall; the brush is centred on the drop and not on its cell; a drop that ends lays its load down over its
// last steps. How drops share the bed and how levels follow each other stands in solve/drops.h.
//
// One drop after the other per tile is scalar by nature; its brush, most of the work, is a vector loop.

#include "op/op.h"
#include "solve/drops.h"

typedef struct droplets {
    drop_args rain;
    float inertia;
    float capacity;
    float deposition;
    float erosion;
    float evaporation;
    float gravity;
    float min_slope;
} droplets;

static const oro_arg args[] = {
    ORO_ARG_OF(droplets, rain, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG_OF(droplets, rain, result, .unit = "m", .doc = "The eroded terrain."),
    ORO_ARG_OF(droplets, rain, change, .unit = "m", .doc = "What was laid down (above 0) or worn away (below 0)."),
    ORO_ARG_OF(droplets, rain, drops, .def = 1, .min = 0, .max = 1000, .ui_max = 10, .unit = "1",
               .doc = "Drops that start on every square of one grain's side: how long it rains."),
    ORO_ARG_OF(droplets, rain, share, .def = 1, .min = 0, .max = 1, .unit = "1",
               .doc = "How much of all this happens: a run that was cut short and kept says here how far it came."),
    ORO_ARG_OF(droplets, rain, grain, .def = 16, .min = 0.01, .max = 1e4, .ui_min = 1, .ui_max = 64, .scale = ORO_LOG,
               .unit = "m",
               .doc =
                   "Length of a drop's step and scale of the widest gullies. Drops work at this scale first, then at "
                   "every half of it down to the distance of the samples."),
    ORO_ARG_OF(
        droplets, rain, detail, .def = 0.35, .min = 0, .max = 1, .unit = "1",
        .doc = "How many drops fall on a square of half the scale, against those of the scale before; 0 keeps to one "
               "scale."),
    ORO_ARG_OF(droplets, rain, hardness, .def = 0, .min = 0, .max = 1, .unit = "1",
               .doc = "Ground that resists: 1 gives nothing away and does not slide."),
    ORO_ARG_OF(droplets, rain, smoothing, .group = "rest", .def = 0, .min = 0, .max = 1, .unit = "1",
               .doc =
                   "How much of an average over the neighbours replaces the ground at every rest (the document's blur "
                   "with a force)."),
    ORO_ARG_OF(droplets, rain, talus, .group = "rest", .def = 90, .min = 1, .max = 90, .unit = "deg",
               .doc = "Slopes above this slide a little at every rest; 90 holds all."),
    ORO_ARG_OF(
        droplets, rain, rest, .group = "rest", .def = 0.25, .min = 0.001, .max = 1000, .ui_min = 0.05, .ui_max = 4,
        .scale = ORO_LOG, .unit = "1",
        .doc = "Drops on every square of one grain's side between two rests. Tiles of the map take turns as often, so "
               "more makes a narrower halo."),
    ORO_ARG_OF(droplets, rain, seed, .def = 0, .doc = "Another number, other drops."),
    ORO_ARG_OF(droplets, rain, moved, .unit = "m3", .doc = "Volume that drops took from the ground."),
    ORO_ARG_OF(droplets, rain, deposited, .unit = "m3", .doc = "Volume that drops laid down."),
    ORO_ARG_OF(droplets, rain, exported, .unit = "m3", .doc = "Volume that drops carried over the edge of the map."),
    ORO_ARG_OF(
        droplets, rain, halo, .unit = "m",
        .doc =
            "How far beyond a place ground can matter for it: a map with as much of its neighbours around it, cut at "
            "samples of the first scale, gets the same drops and the same bits as the whole."),
    ORO_ARG_OF(droplets, rain, lifetime, .group = "drop", .def = 80, .min = 1, .max = 1000, .ui_min = 1, .ui_max = 120,
               .unit = "1", .doc = "Steps after which a drop ends at the latest."),
    ORO_ARG_OF(droplets, rain, brush, .group = "drop", .def = 2.5, .min = 0.75, .max = 16, .ui_min = 0.75, .ui_max = 8,
               .unit = "1", .doc = "Radius of the ground a drop wears down at once, in grains."),
    ORO_ARG(droplets, inertia, .group = "drop", .def = 0.05, .min = 0, .max = 0.99, .unit = "1",
            .doc = "How much of its direction a drop keeps: little follows every hollow, much runs straight on."),
    ORO_ARG(droplets, capacity, .group = "drop", .def = 2, .min = 0, .max = 100, .ui_max = 32, .unit = "1",
            .doc = "Load a drop of full size carries on a slope of 1 at a speed of 1, in cubes of one grain."),
    ORO_ARG(droplets, deposition, .group = "drop", .def = 0.03, .min = 0, .max = 1, .unit = "1",
            .doc = "Share of the load it cannot carry that a drop lays down in a step."),
    ORO_ARG(droplets, erosion, .group = "drop", .def = 0.1, .min = 0, .max = 1, .unit = "1",
            .doc = "Share of its free capacity that a drop takes from the ground in a step."),
    ORO_ARG(droplets, evaporation, .group = "drop", .def = 0.02, .min = 0, .max = 1, .unit = "1",
            .doc = "Share of its water that a drop loses in a step."),
    ORO_ARG(droplets, gravity, .group = "drop", .def = 0.5, .min = 0, .max = 100, .ui_max = 20, .unit = "1",
            .doc = "How much the square of the speed grows for every grain of fall."),
    ORO_ARG(droplets, min_slope, .group = "drop", .def = 0.01, .min = 0, .max = 1, .ui_max = 0.2, .unit = "1",
            .doc = "Slope that counts at least for the capacity, so that drops still carry something over plains."),
};

/// A drop with less water than this has dried up.
static const float DRY = 0.01f;

/// Ground flatter than this has no direction.
static const float STILL = 1e-9f;

static void steer(const void *self, const drop_bed *bed, drop_lanes *restrict d) {
    (void)bed;
    const droplets *a = self;
    for (int32_t i = 0; i < DROP_LANES; i++) {
        float dir_x = d->vx[i] * a->inertia - d->east[i] * (1.0f - a->inertia);
        float dir_y = d->vy[i] * a->inertia - d->south[i] * (1.0f - a->inertia);
        float length = oro_sqrt(dir_x * dir_x + dir_y * dir_y), inverse = 1.0f / oro_max(length, STILL);
        d->ends[i] = (length <= STILL) | (d->step[i] == a->rain.lifetime) | (d->water[i] < DRY);
        d->dx[i] = d->vx[i] = dir_x * inverse;
        d->dy[i] = d->vy[i] = dir_y * inverse;
    }
}

static void carry(const void *self, drop_lanes *restrict d) {
    const droplets *a = self;
    for (int32_t i = 0; i < DROP_LANES; i++) {
        d->can[i] = oro_max(-d->rise[i], a->min_slope) * d->speed[i] * d->water[i] * a->capacity;
        d->speed[i] = oro_sqrt(oro_max(d->speed[i] * d->speed[i] - d->rise[i] * a->gravity, 0.0f));
        d->water[i] *= 1.0f - a->evaporation;
    }
}

static oro_status run(oro_run *r, const void *p) {
    const droplets *a = p;
    drop_plan plan = {{steer, carry, a, a->deposition, a->erosion, a->rain.lifetime}, &a->rain, 1.0};
    return oro_drops_run(r, &plan);
}

ORO_OPERATOR(droplets, "Let rolling drops carve gullies", .family = "erode", .version = 3, .run = run,
             .source = "Mañeru; Beyer 2015",
             .doc =
                 "Drops fall at random places and roll downhill. A drop takes ground where it is fast and steep, and "
                 "lays it down where it slows: gullies on the slopes, smooth floors below. Quick, and good for a "
                 "worn look at the scale of the grain; for valleys that drain a whole landscape use an erosion by "
                 "running water. What drops took, laid down and carried over the edge adds up.",
             .presets = ORO_PRESETS({"maneru", "The document's drops: one scale and half a million on 512 samples",
                                     "grain=8 detail=0 drops=2 lifetime=64 brush=3 deposition=0.1"},
                                    {"gullies", "Many narrow gullies", "grain=8 inertia=0.02 deposition=0.02 brush=2"},
                                    {"worn", "Old, rounded slopes and filled hollows",
                                     "inertia=0.3 deposition=0.1 smoothing=0.1 talus=32"}),
             .example = "--drops 2 height.png eroded.png");
