// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lowest and highest finite value of a map. Reads 4 bytes per sample.
#ifndef ORO_SOLVE_EXTREMES_H
#define ORO_SOLVE_EXTREMES_H

#include "core/cell.h"
#include "run/reduce.h"

static inline oro_bounds oro_extremes_of_row(const void *user, int32_t y) {
    const oro_grid *map = user;
    const float most = 3.4028235e38f;
    const float *restrict row = oro_row(map, y);
    float lo = most, hi = -most;
    for (int32_t x = 0; x < map->width; x++) {
        bool finite = oro_abs(row[x]) <= most;
        lo = oro_min(finite ? row[x] : lo, lo);
        hi = oro_max(finite ? row[x] : hi, hi);
    }
    return (oro_bounds){(double)lo, (double)hi};
}

/// Fills `found` with the extremes of the finite values; 0 and 0 where there are none.
static inline oro_status oro_find_extremes(oro_run *run, const oro_grid *map, oro_range *found) {
    oro_bounds bounds;
    oro_status status = oro_bound_rows(run, map, oro_extremes_of_row, map, &bounds);
    if (status != ORO_OK) return status;
    bool none = bounds.least > bounds.greatest;
    *found = none ? (oro_range){0.0f, 0.0f} : (oro_range){(float)bounds.least, (float)bounds.greatest};
    return ORO_OK;
}

#endif
