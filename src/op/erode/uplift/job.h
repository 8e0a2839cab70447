// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arguments of uplift, and what a run of it keeps.
#ifndef ORO_OP_UPLIFT_JOB_H
#define ORO_OP_UPLIFT_JOB_H

#include "op/op.h"
#include "flow.h"
#include "level.h"

typedef struct uplift {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *area, *sediment, *lift, *layer, *hardness;
    oro_curves *rivers;
    oro_points *junctions;
    double *drained;
    oro_field rate, softness, rain, base;
    float duration;
    oro_records pulses;
    float erodibility, concavity, hillslope;
    float patches, patch_size;
    oro_choice edge;
    float sea;
    oro_records mouths, inflow;
    float roughness, channel, grain;
    int32_t steps;
    oro_seed seed;
    strata_args rock;
} uplift;

typedef struct pulse {
    float ago, length; ///< yr
    float factor;
} pulse;

typedef struct mouth {
    float x, y, width, height; ///< m
} mouth;

typedef struct inflow {
    float x, y; ///< m
    float area; ///< km2
} inflow;

ORO_WORDS(edge, open, closed, north, east, south, west);

typedef struct job {
    const uplift *a;
    net n;
    strata_map rock;   ///< of the level at hand
    oro_grid shape;    ///< the level as a grid
    oro_grid previous; ///< change on the level before, on its grid; no data: this is the first
    float *grid;       ///< memory for that
    float *keep;       ///< heights before the last step, where sediment is asked for
    flow_step step;
    oro_fractal patches, bumps;
    double year, risen; ///< yr, and those times the pulses' factors
    double done, work;  ///< points times steps, for progress
} job;

#endif
