// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers over a whole map: sums, the least and the greatest, counts. Floating-point sums depend on the order of their terms,
// so the order is fixed: every row gives its own part, and the parts are joined from the first row to the last, whoever
// made them. A device or a machine that makes other rows hands over the parts of its rows and gets the same bits. Within a row the
// order is the caller's: one after the other, or in a fixed number of lanes.
//
// All of them are loops over rows: they report progress, may be cancelled, and then leave the result alone. None keeps memory.
#ifndef ORO_RUN_REDUCE_H
#define ORO_RUN_REDUCE_H

#include "run/loops.h"

/// Adds what row y has to `count` sums that are 0.
typedef void oro_row_sums_fn(const void *user, int32_t y, double *sums);

/// `count` sums over the rows of a grid, at once.
oro_status oro_sum_rows(oro_run *run, const oro_grid *grid, int32_t count, oro_row_sums_fn *fn, const void *user,
                        double *sums);

/// The least and the greatest of some values; the least is above the greatest where there are none.
typedef struct oro_bounds {
    double least, greatest;
} oro_bounds;

/// That of row y.
typedef oro_bounds oro_row_bounds_fn(const void *user, int32_t y);

/// The least and the greatest value of all rows; {infinity, -infinity} where no row has one.
oro_status oro_bound_rows(oro_run *run, const oro_grid *grid, oro_row_bounds_fn *fn, const void *user,
                          oro_bounds *bounds);

/// Counts what row y has into `bins`, which may hold counts of other rows.
typedef void oro_row_counts_fn(const void *user, int32_t y, int64_t *bins);

/// A histogram of `count` bins, or a single count, over the rows of a grid. Whole numbers add up alike in any order, so each
/// worker counts into bins of its own: 8 bytes a bin and thread.
oro_status oro_count_rows(oro_run *run, const oro_grid *grid, int32_t count, oro_row_counts_fn *fn, const void *user,
                          int64_t *bins);

#endif
