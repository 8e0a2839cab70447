// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lowest and highest finite value of a map, in parallel. Minimum and maximum do not depend on the order, so the blocks may
// be joined as they come; they are joined in order anyway. Reads 4 bytes a sample.
#ifndef ORO_SOLVE_EXTREMES_H
#define ORO_SOLVE_EXTREMES_H

#include "core/cell.h"
#include "op/op.h"

typedef struct oro_extremes_job {
    const oro_grid *map;
    oro_range *of_row;
} oro_extremes_job;

static inline void oro_extremes_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_extremes_job *job = user;
    const float most = 3.4028235e38f;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict row = oro_row(job->map, y);
        float lo = most, hi = -most;
        for (int32_t x = 0; x < job->map->width; x++) {
            bool finite = oro_abs(row[x]) <= most;
            lo = oro_min(finite ? row[x] : lo, lo);
            hi = oro_max(finite ? row[x] : hi, hi);
        }
        job->of_row[y] = (oro_range){lo, hi};
    }
}

/// Fills `found` with the extremes of the finite values; 0 and 0 where there are none.
static inline oro_status oro_find_extremes(oro_run *run, const oro_grid *map, oro_range *found) {
    oro_extremes_job job = {map, oro_scratch(run, (size_t)map->height * sizeof(oro_range))};
    if (!job.of_row) return ORO_NO_MEMORY;
    oro_status status = oro_for_rows(run, map, oro_extremes_rows, &job);
    if (status != ORO_OK) return status;
    *found = job.of_row[0];
    for (int32_t y = 1; y < map->height; y++) {
        found->lo = oro_min(job.of_row[y].lo, found->lo);
        found->hi = oro_max(job.of_row[y].hi, found->hi);
    }
    if (found->lo > found->hi) *found = (oro_range){0.0f, 0.0f};
    return ORO_OK;
}

#endif
