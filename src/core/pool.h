// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A small pool of threads. Work comes in numbered blocks; who runs which block is left to chance, so what a block
// computes must depend on its number alone. The calling thread works too, and it alone reports progress.
#ifndef ORO_CORE_POOL_H
#define ORO_CORE_POOL_H

#include "context.h"

oro_status oro_pool_create(oro_context *ctx, int threads);
void oro_pool_destroy(oro_context *ctx);

/// Called on the calling thread between its blocks with the number of finished blocks. Returning false cancels.
typedef bool oro_tick_fn(void *user, int done, int blocks);

/// Runs fn(user, block) for every block in [0, blocks). Returns ORO_CANCELLED (and sets the error) if the context was
/// cancelled or `tick` (may be NULL) returned false; blocks not begun by then are not run. Not re-entrant.
oro_status oro_parallel_tick(oro_context *ctx, int blocks, void (*fn)(void *user, int block), void *user,
                             oro_tick_fn *tick, void *tick_user);

static inline oro_status oro_parallel(oro_context *ctx, int blocks, void (*fn)(void *user, int block), void *user) {
    return oro_parallel_tick(ctx, blocks, fn, user, NULL, NULL);
}

#endif
