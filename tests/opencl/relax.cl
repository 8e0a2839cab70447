// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One sweep of relaxation, a sample a work-item. Samples outside the map count as the nearest inside.

#include "op/features/diffuse/relax.cell.h"

typedef struct sweep_map {
    int width, height;
} sweep_map;

float sample(global const float *v, sweep_map m, int x, int y) {
    return v[clamp(y, 0, m.height - 1) * m.width + clamp(x, 0, m.width - 1)];
}

float column_of_three(global const float *v, sweep_map m, int x, int y) {
    return oro_column_of_three(sample(v, m, x, y - 1), sample(v, m, x, y), sample(v, m, x, y + 1));
}

float column_of_five(global const float *v, sweep_map m, int x, int y) {
    return oro_column_of_five(sample(v, m, x, y - 2), sample(v, m, x, y - 1), sample(v, m, x, y), sample(v, m, x, y + 1),
                              sample(v, m, x, y + 2));
}

kernel void sweep_of_eight(global const float *v, global float *out, sweep_map m) {
    int x = get_global_id(0), y = get_global_id(1);
    out[y * m.width + x] = oro_mean_of_eight(column_of_three(v, m, x - 1, y), column_of_three(v, m, x, y),
                                             column_of_three(v, m, x + 1, y), sample(v, m, x, y));
}

kernel void sweep_of_four(global const float *v, global float *out, sweep_map m, float own, float share) {
    int x = get_global_id(0), y = get_global_id(1);
    out[y * m.width + x] = oro_mean_of_four(sample(v, m, x, y - 1), sample(v, m, x, y + 1), sample(v, m, x - 1, y),
                                            sample(v, m, x + 1, y), sample(v, m, x, y), own, share);
}

kernel void sweep_of_square(global const float *v, global float *out, sweep_map m, float centre, float scale) {
    int x = get_global_id(0), y = get_global_id(1);
    out[y * m.width + x] =
        oro_mean_of_square(column_of_five(v, m, x - 2, y), column_of_five(v, m, x - 1, y), column_of_five(v, m, x, y),
                           column_of_five(v, m, x + 1, y), column_of_five(v, m, x + 2, y), sample(v, m, x, y), centre,
                           scale);
}

/// What a spline guides: the sample on its own, with its weights and how much they count.
kernel void guide(global const float *v, global float *out, sweep_map m, global const float *wx, global const float *wy,
                  global const float *rise, global const float *beta) {
    int x = get_global_id(0), y = get_global_id(1), i = y * m.width + x;
    float said = oro_guided(wx[i], wy[i], rise[i], sample(v, m, x, y - 1), sample(v, m, x, y + 1),
                            sample(v, m, x - 1, y), sample(v, m, x + 1, y));
    out[i] = oro_pinned(oro_mix(out[i], said, beta[i]), 0.75f, 0.125f);
}
