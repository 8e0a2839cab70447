// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is asked of the pipes: the operator's arguments and the items of its lists. The tables in pipes.c say what each means.
#ifndef ORO_PIPES_ARGUMENTS_H
#define ORO_PIPES_ARGUMENTS_H

#include "op/op.h"

typedef struct pipes {
    const oro_grid *height;
    const oro_pyramid *levels;
    oro_grid *result, *difference, *water, *sediment, *velocity, *flow, *deposit;
    double *moved, *deposited, *exported;
    float strength, duration;
    oro_field rain, hardness, capacity, loose, depth;
    oro_choice law, border;
    bool sea;
    float sea_level, beach;
    oro_choice rainfall;
    oro_range drop_radius, drop_intensity;
    int32_t drops;
    oro_choice hollows;
    oro_records sources;
    oro_seed seed;
    oro_records cascade;
    float rain_rate, erosion_rate, exponent, settling, most_load, talus, talus_spread, talus_grain, talus_rate;
    float creep, bank;
    float friction, velocity_limit, evaporation, gravity, wave_depth, time_step, until, suspension, deposition;
    bool by_depth;
} pipes;

ORO_WORDS(law, carving, mathisen);
ORO_WORDS(border, open, closed);
ORO_WORDS(rainfall, even, drops);
ORO_WORDS(hollows, full, empty);

typedef struct pipes_source {
    float x, y, radius, flow, load;
} pipes_source;

typedef struct pipes_stage {
    int32_t cells;
    float cell; ///< m; 0: by `cells`
    int32_t steps;
} pipes_stage;

#endif
