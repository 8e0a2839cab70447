// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Coarse land that somebody gives instead of averages of the finished surface: the levels of a sketch, each as smooth as the
// splines leave it there (Mathisen 2021, 3.7.2). What water carves on it is a change, and goes to the finer levels as always;
// the last level is the finished surface itself.
//
// Samples of a pyramid sit at vertices of its own grid (2^k cells have 2^k + 1), a level's cells are squares that cover the
// map: so values are read at the world positions of the cells, by cubic interpolation, and exactly where a sample lies there.
#ifndef ORO_PIPES_PYRAMID_H
#define ORO_PIPES_PYRAMID_H

#include "run/loops.h"
#include "solve/sample.h"

#include <math.h>

/// Whether samples along one axis, with half a cell beyond the first and the last, reach over [from, to].
static inline bool pipes_spans(double origin, double cell, int32_t count, double from, double to) {
    double beyond = (0.5 + 1e-6) * cell;
    return from >= origin - beyond && to <= origin + (count - 1) * cell + beyond;
}

/// Refuses levels that leave a part of the terrain without ground.
static inline oro_status pipes_check_levels(oro_run *run, const oro_pyramid *levels, const oro_grid *g) {
    double east = g->origin_x + (g->width - 1) * g->cell, south = g->origin_y + (g->height - 1) * g->cell;
    for (int32_t i = 0; levels && i < levels->count; i++) {
        const oro_grid *l = &levels->levels[i];
        if (pipes_spans(l->origin_x, l->cell, l->width, g->origin_x, east) &&
            pipes_spans(l->origin_y, l->cell, l->height, g->origin_y, south))
            continue;
        return oro_refuse(run, "levels",
                          "level %d lies from (%g, %g) to (%g, %g) m but height from (%g, %g) to (%g, %g) m; take the "
                          "levels of the land that height was made of",
                          i, l->origin_x, l->origin_y, l->origin_x + (l->width - 1) * l->cell,
                          l->origin_y + (l->height - 1) * l->cell, g->origin_x, g->origin_y, east, south);
    }
    return ORO_OK;
}

/// The given land nearest in resolution; NULL where none has cells between two thirds and one and a half times as wide.
static inline const oro_grid *pipes_given_land(const oro_pyramid *levels, double cell) {
    const oro_grid *best = NULL;
    double nearest = 1.5;
    for (int32_t i = 0; levels && i < levels->count; i++) {
        const oro_grid *l = &levels->levels[i];
        double ratio = l->cell > cell ? l->cell / cell : cell / l->cell;
        if (ratio < nearest) best = l, nearest = ratio;
    }
    return best;
}

typedef struct pipes_reading {
    const oro_grid *from, *height;
    oro_grid *to;
    float datum;
} pipes_reading;

/// Cell i of `count` along a side of the map, in samples of the given land: the whole ones and the rest. A millionth of a cell
/// is rounding and not a place.
static inline oro_step_apart pipes_place(int32_t i, int32_t count, int32_t map_count, double map_cell,
                                         double map_origin, double origin, double cell) {
    double metres = ((i + 0.5) * map_count / count - 0.5) * map_cell + (map_origin - origin);
    double at = metres / cell, whole = floor(at + 1e-6), rest = at - whole;
    return (oro_step_apart){(int32_t)whole, rest < 1e-6 ? 0.0f : (float)rest};
}

static inline void pipes_read_rows(const void *user, int32_t y0, int32_t y1) {
    const pipes_reading *j = user;
    const oro_grid *g = j->height, *from = j->from;
    for (int32_t y = y0; y < y1; y++) {
        oro_step_apart v = pipes_place(y, j->to->height, g->height, g->cell, g->origin_y, from->origin_y, from->cell);
        for (int32_t x = 0; x < j->to->width; x++) {
            oro_step_apart u = pipes_place(x, j->to->width, g->width, g->cell, g->origin_x, from->origin_x, from->cell);
            oro_row(j->to, y)[x] = oro_sample_cubic(from, u.whole, v.whole, u.rest, v.rest) - j->datum;
        }
    }
}

/// Fills `to`, cells that cover the map `height`, with given land above the datum.
static inline oro_status pipes_read_land(oro_run *run, const oro_grid *from, const oro_grid *height, float datum,
                                         oro_grid *to) {
    return oro_for_rows(run, to, pipes_read_rows, &(pipes_reading){from, height, to, datum});
}

#endif
