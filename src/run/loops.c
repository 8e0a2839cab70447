// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Loops: pieces of work cut by the size of the map, handed to the pool in order.

#include "loops.h"
#include "core/pool.h"

/// About this many samples make a range of rows: 256 KiB of floats, which stays in a core's own cache.
enum { RANGE_SAMPLES = 65536, SERIAL_BELOW = 128 * 128 };

static bool tick(void *user, int done, int blocks) { return oro_report(user, (double)done / blocks); }

/// The rows of a map that a run makes.
typedef struct rows_held {
    int32_t from, to;
} rows_held;

static oro_status find_rows(const oro_run *run, const oro_grid *grid, rows_held *held) {
    *held = (rows_held){0, grid->height};
    if (!run->band) return ORO_OK;
    if (grid->height != run->band->whole) return oro_needs_whole(run, "a map of another height");
    *held = (rows_held){run->band->first, run->band->first + run->band->count};
    return ORO_OK;
}

// --- blocks -----------------------------------------------------------------------------------------------------------

typedef struct blocks_job {
    oro_block_fn *fn;
    const void *user;
} blocks_job;

static void run_block(const void *user, int32_t block, int32_t worker) {
    const blocks_job *job = user;
    (void)worker;
    job->fn(job->user, block);
}

oro_status oro_for_workers(oro_run *run, int32_t blocks, oro_worker_fn *fn, const void *user) {
    oro_status status = oro_needs_whole(run, oro_run_name(run));
    return status == ORO_OK ? oro_parallel_workers(run->ctx, blocks, fn, user, tick, run) : status;
}

oro_status oro_for_blocks(oro_run *run, int32_t blocks, oro_block_fn *fn, const void *user) {
    blocks_job job = {fn, user};
    return oro_for_workers(run, blocks, run_block, &job);
}

// --- rows -------------------------------------------------------------------------------------------------------------

typedef struct rows_job {
    oro_rows_fn *fn;
    const void *user;
    rows_held held;
    int32_t rows, first; ///< rows of a range, and the first range that has some of those held
} rows_job;

static void run_rows(const void *user, int32_t block, int32_t worker) {
    const rows_job *job = user;
    (void)worker;
    int32_t y0 = (job->first + block) * job->rows, y1 = y0 + job->rows;
    y0 = y0 > job->held.from ? y0 : job->held.from;
    y1 = y1 < job->held.to ? y1 : job->held.to;
    job->fn(job->user, y0, y1);
}

int32_t oro_rows_of_range(const oro_grid *grid) {
    // A map this small is done before another thread wakes up.
    if ((int64_t)grid->width * grid->height < SERIAL_BELOW) return grid->height;
    int32_t rows = RANGE_SAMPLES / grid->width;
    return rows < 1 ? 1 : rows;
}

oro_status oro_for_rows(oro_run *run, const oro_grid *grid, oro_rows_fn *fn, const void *user) {
    rows_job job = {.fn = fn, .user = user, .rows = oro_rows_of_range(grid)};
    oro_status status = find_rows(run, grid, &job.held);
    if (status != ORO_OK) return status;
    job.first = job.held.from / job.rows;
    int32_t end = (job.held.to + job.rows - 1) / job.rows;
    return oro_parallel_workers(run->ctx, end - job.first, run_rows, &job, tick, run);
}

// --- tiles ------------------------------------------------------------------------------------------------------------

typedef struct tiles_job {
    const oro_grid *grid;
    rows_held held;
    int32_t across, first; ///< tiles across the grid; the first row of tiles that has some of the rows held
    oro_tile_fn *fn;
    const void *user;
    char *rooms;
    size_t room_bytes;
} tiles_job;

static void run_tile(const void *user, int32_t block, int32_t worker) {
    const tiles_job *t = user;
    const oro_grid *g = t->grid;
    int32_t x0 = block % t->across * ORO_TILE, y0 = (t->first + block / t->across) * ORO_TILE_ROWS;
    oro_tile tile = {.x0 = x0,
                     .count = g->width - x0 < ORO_TILE ? g->width - x0 : ORO_TILE,
                     .y0 = y0 > t->held.from ? y0 : t->held.from,
                     .y1 = y0 + ORO_TILE_ROWS < t->held.to ? y0 + ORO_TILE_ROWS : t->held.to};
    t->fn(t->user, tile, t->rooms + (size_t)worker * t->room_bytes);
}

oro_status oro_for_tiles(oro_run *run, const oro_grid *grid, size_t room_bytes, oro_tile_fn *fn, const void *user) {
    tiles_job t = {.grid = grid,
                   .across = (grid->width + ORO_TILE - 1) / ORO_TILE,
                   .fn = fn,
                   .user = user,
                   .room_bytes = (room_bytes + 63) / 64 * 64};
    oro_status status = find_rows(run, grid, &t.held);
    if (status != ORO_OK) return status;
    t.rooms = oro_scratch(run, (size_t)oro_thread_count(run->ctx) * t.room_bytes);
    if (!t.rooms) return ORO_NO_MEMORY;
    t.first = t.held.from / ORO_TILE_ROWS;
    int32_t down = (t.held.to + ORO_TILE_ROWS - 1) / ORO_TILE_ROWS - t.first;
    return oro_parallel_workers(run->ctx, t.across * down, run_tile, &t, tick, run);
}
