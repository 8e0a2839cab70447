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
    DROP_ROWS(droplets, 0.35, 0),
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

ORO_OPERATOR(
    droplets, "Let rolling drops carve gullies", .family = "erode", .version = 3, .run = run,
    .source = "Mañeru; Beyer 2015", .words = "gully particle rill drop erosion erode rain weathering",
    .doc = "Drops fall at random places and roll downhill. A drop takes ground where it is fast and steep, and "
           "lays it down where it slows: gullies on the slopes, smooth floors below. Quick, and good for a "
           "worn look at the scale of the grain; for valleys that drain a whole landscape use an erosion by "
           "running water. What drops took, laid down and carried over the edge adds up.",
    .presets = ORO_PRESETS({"maneru", "Mañeru's drops: one scale and half a million on 512 samples",
                            "grain=8 detail=0 drops=2 lifetime=64 brush=3 deposition=0.1"},
                           {"trace", "A little, on land whose rivers and cliffs should stay", "drops=0.06 grain=20"},
                           {"gullies", "Many narrow gullies", "grain=8 inertia=0.02 deposition=0.02 brush=2"},
                           {"worn", "Old, rounded slopes and filled hollows",
                            "inertia=0.3 deposition=0.1 smoothing=0.1 talus=32"}),
    .example = "--drops 2 height.png eroded.png");
