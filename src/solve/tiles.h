// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Work on tiles of a map, each with room to work in that no other tile has at the time: as many rooms as threads, since no
// more tiles are worked on at once. Tiles are as wide as the rows of src/noise take and depend on the grid alone.
#ifndef ORO_SOLVE_TILES_H
#define ORO_SOLVE_TILES_H

#include "noise/rows.h"
#include "op/op.h"

#include <stdatomic.h>

enum { ORO_TILE_ROWS = 64 };

/// Columns [x0, x0+count) of the rows [y0, y1).
typedef struct oro_tile {
    int32_t x0, count, y0, y1;
} oro_tile;

typedef void oro_tile_fn(const void *user, oro_tile tile, void *room);

typedef struct oro_tiles {
    const oro_grid *grid;
    int32_t across;
    oro_tile_fn *fn;
    const void *user;
    char *rooms;
    size_t room_bytes;
    atomic_flag *taken; ///< which rooms are in use
} oro_tiles;

static inline void oro_work_on_tile(const void *user, int32_t block) {
    const oro_tiles *t = user;
    const oro_grid *g = t->grid;
    int32_t x0 = block % t->across * ORO_TILE, y0 = block / t->across * ORO_TILE_ROWS;
    oro_tile tile = {.x0 = x0,
                     .count = g->width - x0 < ORO_TILE ? g->width - x0 : ORO_TILE,
                     .y0 = y0,
                     .y1 = g->height - y0 < ORO_TILE_ROWS ? g->height : y0 + ORO_TILE_ROWS};
    size_t mine = 0;
    while (atomic_flag_test_and_set(&t->taken[mine])) mine++;
    t->fn(t->user, tile, t->rooms + mine * t->room_bytes);
    atomic_flag_clear(&t->taken[mine]);
}

/// Calls fn for every tile of the grid, in parallel, with a room of `room_bytes` of undefined contents. Progress and
/// cancelling as oro_for_blocks().
static inline oro_status oro_for_tiles(oro_run *r, const oro_grid *grid, size_t room_bytes, oro_tile_fn *fn,
                                       const void *user) {
    size_t threads = (size_t)oro_thread_count(r->ctx);
    oro_tiles t = {.grid = grid,
                   .across = (grid->width + ORO_TILE - 1) / ORO_TILE,
                   .fn = fn,
                   .user = user,
                   .rooms = oro_scratch(r, threads * room_bytes),
                   .room_bytes = room_bytes,
                   .taken = oro_scratch(r, threads * sizeof(atomic_flag))};
    if (!t.rooms || !t.taken) return ORO_NO_MEMORY;
    for (size_t i = 0; i < threads; i++) atomic_flag_clear(&t.taken[i]);
    int32_t down = (grid->height + ORO_TILE_ROWS - 1) / ORO_TILE_ROWS;
    return oro_for_blocks(r, t.across * down, oro_work_on_tile, &t);
}

#endif
