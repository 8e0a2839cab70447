// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The geometry of the same ground with samples a given distance apart, and the map brought to it: what measures in metres
// look at, so that the same land measures the same however finely it is sampled.
#ifndef ORO_SOLVE_GRAIN_H
#define ORO_SOLVE_GRAIN_H

#include "run/loops.h"

#include <math.h>

static inline int32_t oro_common_divisor(int32_t a, int32_t b) {
    while (b) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// Samples across and down of `g` with samples `cell` metres apart; the last is the last that lies on the map, or with
/// `slack` 0.5 the nearest. In a world that wraps the distance is adjusted so that whole cells go round both ways: the longer
/// side's number is a multiple of what its own has over the common divisor of both.
typedef struct oro_regrid {
    double across, down, cell;
} oro_regrid;

static inline oro_regrid oro_regrid_of(const oro_grid *g, double cell, double slack) {
    double wide = oro_extent_x(g), high = oro_extent_y(g), longer = wide > high ? wide : high;
    if (!g->wrap) return (oro_regrid){floor(wide / cell + slack) + 1.0, floor(high / cell + slack) + 1.0, cell};
    double unit = (g->width > g->height ? g->width : g->height) / oro_common_divisor(g->width, g->height);
    double units = floor(longer / cell / unit + 0.5), count = unit * (units < 1.0 ? 1.0 : units);
    double adjusted = longer / count;
    return (oro_regrid){floor(wide / adjusted + 0.5), floor(high / adjusted + 0.5), adjusted};
}

/// The map with samples about `grain` metres apart, averaged over them, in scratch memory; the map itself where its own are
/// as far apart or further.
static inline oro_status oro_at_grain(oro_run *run, const oro_grid *map, double grain, oro_grid *out) {
    *out = *map;
    if (!(grain > map->cell * (1.0 + 1e-6))) return ORO_OK;
    oro_regrid to = oro_regrid_of(map, grain, 1e-6);
    oro_grid shape = *map;
    shape.width = (int32_t)to.across, shape.height = (int32_t)to.down, shape.cell = to.cell;
    *out = oro_scratch_grid(run, &shape);
    return out->data ? oro_grid_resample(run->ctx, map, out) : ORO_NO_MEMORY;
}

#endif
