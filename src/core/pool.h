// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A small pool of threads. Work comes in numbered blocks; who runs which block is left to chance, so what a block
// computes must depend on its number alone. The calling thread works too, and it alone reports progress.
//
// Blocks begin in the order of their numbers, and one that has begun ends, cancelled or not: a block may wait for lower ones.
#ifndef ORO_CORE_POOL_H
#define ORO_CORE_POOL_H

#include "context.h"

oro_status oro_pool_create(oro_context *ctx, int threads);
void oro_pool_destroy(oro_context *ctx);

/// Called on the calling thread between its blocks with the number of finished blocks. Returning false cancels.
typedef bool oro_tick_fn(void *user, int done, int blocks);

/// Runs fn(user, block, worker) for every block in [0, blocks). `worker` is a number from 0 to oro_thread_count() - 1 that no
/// other block running at the time has. Returns ORO_CANCELLED (and sets the error) if the context was cancelled or `tick`
/// (may be NULL) returned false; blocks not begun by then are not run. Not re-entrant.
oro_status oro_parallel_workers(oro_context *ctx, int32_t blocks,
                                void (*fn)(const void *user, int32_t block, int32_t worker), const void *user,
                                oro_tick_fn *tick, void *tick_user);

/// The same for blocks that do not ask who runs them.
oro_status oro_parallel_tick(oro_context *ctx, int blocks, void (*fn)(void *user, int block), void *user,
                             oro_tick_fn *tick, void *tick_user);

static inline oro_status oro_parallel(oro_context *ctx, int blocks, void (*fn)(void *user, int block), void *user) {
    return oro_parallel_tick(ctx, blocks, fn, user, NULL, NULL);
}

#endif
