// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Loops of a run on the threads of its context: over rows, over tiles, over numbered blocks of work. Each reports progress and
// returns ORO_CANCELLED when asked to stop; the maps are then half done, and the method returns too.
//
// How the work is cut depends on the size of the map, never on the number of threads. Who does a piece, and when, is left to
// chance. So a piece writes where no other does, and what it computes depends on its number alone: then the bits of a map do
// not depend on threads.
//
// Two things are promised about chance, and tests hold them:
//
// * Pieces begin in the order of their numbers. When piece i begins, every piece before it has begun, on this thread or another,
//   and whatever has begun goes on to its end, cancelled or not. So a piece may wait for what pieces with lower numbers
//   do, and any number of threads gets through, one included. Sweeps lean on it: solve/sweep.h, and the waves of the pipes.
//   Waiting for a higher number would wait for ever on one thread.
// * A piece knows its worker, a number from 0 to oro_thread_count() - 1, and a worker does one piece at a time. So memory for
//   each worker is memory that no other piece uses at the moment. Nothing that lands in the result may depend on the number.
#ifndef ORO_RUN_LOOPS_H
#define ORO_RUN_LOOPS_H

#include "run/run.h"

typedef void oro_rows_fn(const void *user, int32_t y0, int32_t y1);
typedef void oro_block_fn(const void *user, int32_t block);
typedef void oro_worker_fn(const void *user, int32_t block, int32_t worker);

/// Calls fn for ranges of rows that cover [0, height), about 65 536 samples each, or those rows of it that the run holds.
oro_status oro_for_rows(oro_run *run, const oro_grid *grid, oro_rows_fn *fn, const void *user);

/// Rows of the ranges above: a function of the grid's size.
int32_t oro_rows_of_range(const oro_grid *grid);

/// Calls fn for `blocks` numbered pieces of work of the caller's own choosing (again: never by thread count).
oro_status oro_for_blocks(oro_run *run, int32_t blocks, oro_block_fn *fn, const void *user);

/// The same, and fn is told its worker.
oro_status oro_for_workers(oro_run *run, int32_t blocks, oro_worker_fn *fn, const void *user);

enum {
    ORO_TILE = 256,    ///< samples across a tile, a multiple of 16 so that one never splits a vector
    ORO_TILE_ROWS = 64 ///< and down
};

/// Columns [x0, x0+count) of the rows [y0, y1).
typedef struct oro_tile {
    int32_t x0, count, y0, y1;
} oro_tile;

typedef void oro_tile_fn(const void *user, oro_tile tile, void *room);

/// Calls fn for tiles that cover the grid, or the rows of it that the run holds, each with a room of `room_bytes` that no other
/// tile has at the time. What lies in the room is undefined.
oro_status oro_for_tiles(oro_run *run, const oro_grid *grid, size_t room_bytes, oro_tile_fn *fn, const void *user);

#endif
