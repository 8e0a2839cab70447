// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reductions: parts by row, or whole numbers by worker, joined in order on the calling thread.

#include "reduce.h"

#include <math.h>
#include <string.h>

// --- sums -------------------------------------------------------------------------------------------------------------

typedef struct sums_job {
    oro_row_sums_fn *fn;
    const void *user;
    int32_t count;
    double *of_row;
} sums_job;

static void sum_range(const void *user, int32_t y0, int32_t y1) {
    const sums_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        double *mine = j->of_row + (size_t)y * (size_t)j->count;
        for (int32_t k = 0; k < j->count; k++) mine[k] = 0.0;
        j->fn(j->user, y, mine);
    }
}

oro_status oro_sum_rows(oro_run *run, const oro_grid *grid, int32_t count, oro_row_sums_fn *fn, const void *user,
                        double *sums) {
    oro_status status = oro_needs_whole(run, "a number over all rows");
    if (status != ORO_OK) return status;
    sums_job j = {fn, user, count, oro_alloc(run->ctx, (size_t)grid->height * (size_t)count * sizeof(double))};
    if (!j.of_row) return ORO_NO_MEMORY;
    status = oro_for_rows(run, grid, sum_range, &j);
    if (status == ORO_OK) {
        for (int32_t k = 0; k < count; k++) sums[k] = 0.0;
        for (int32_t y = 0; y < grid->height; y++)
            for (int32_t k = 0; k < count; k++) sums[k] += j.of_row[(size_t)y * (size_t)count + (size_t)k];
    }
    oro_free(run->ctx, j.of_row);
    return status;
}

// --- bounds -----------------------------------------------------------------------------------------------------------

typedef struct bounds_job {
    oro_row_bounds_fn *fn;
    const void *user;
    oro_bounds *of_row;
} bounds_job;

static void bound_range(const void *user, int32_t y0, int32_t y1) {
    const bounds_job *j = user;
    for (int32_t y = y0; y < y1; y++) j->of_row[y] = j->fn(j->user, y);
}

oro_status oro_bound_rows(oro_run *run, const oro_grid *grid, oro_row_bounds_fn *fn, const void *user,
                          oro_bounds *bounds) {
    oro_status status = oro_needs_whole(run, "a number over all rows");
    if (status != ORO_OK) return status;
    bounds_job j = {fn, user, oro_alloc(run->ctx, (size_t)grid->height * sizeof(oro_bounds))};
    if (!j.of_row) return ORO_NO_MEMORY;
    status = oro_for_rows(run, grid, bound_range, &j);
    if (status == ORO_OK) {
        oro_bounds all = {(double)INFINITY, -(double)INFINITY};
        for (int32_t y = 0; y < grid->height; y++) {
            all.least = j.of_row[y].least < all.least ? j.of_row[y].least : all.least;
            all.greatest = j.of_row[y].greatest > all.greatest ? j.of_row[y].greatest : all.greatest;
        }
        *bounds = all;
    }
    oro_free(run->ctx, j.of_row);
    return status;
}

// --- counts -----------------------------------------------------------------------------------------------------------

typedef struct counts_job {
    oro_row_counts_fn *fn;
    const void *user;
    int32_t rows, height;
    size_t apart;  ///< bins from one worker's to the next one's: whole cache lines
    int64_t *bins; ///< by worker
} counts_job;

static void count_range(const void *user, int32_t block, int32_t worker) {
    const counts_job *j = user;
    int32_t y0 = block * j->rows, y1 = y0 + j->rows < j->height ? y0 + j->rows : j->height;
    for (int32_t y = y0; y < y1; y++) j->fn(j->user, y, j->bins + (size_t)worker * j->apart);
}

oro_status oro_count_rows(oro_run *run, const oro_grid *grid, int32_t count, oro_row_counts_fn *fn, const void *user,
                          int64_t *bins) {
    oro_status status = oro_needs_whole(run, "a number over all rows");
    if (status != ORO_OK) return status;
    size_t workers = (size_t)oro_thread_count(run->ctx), apart = ((size_t)count + 7) / 8 * 8;
    int64_t *own = oro_alloc(run->ctx, workers * apart * sizeof *own);
    if (!own) return ORO_NO_MEMORY;
    memset(own, 0, workers * apart * sizeof *own);
    counts_job j = {fn, user, oro_rows_of_range(grid), grid->height, apart, own};
    status = oro_for_workers(run, (grid->height + j.rows - 1) / j.rows, count_range, &j);
    if (status == ORO_OK)
        for (int32_t k = 0; k < count; k++) {
            bins[k] = 0;
            for (size_t w = 0; w < workers; w++) bins[k] += own[w * apart + (size_t)k];
        }
    oro_free(run->ctx, own);
    return status;
}
