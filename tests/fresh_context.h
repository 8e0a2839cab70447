// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A context for each test, which must be empty at the end; memory that is counted and may fail; grids to fill.
#ifndef ORO_TESTS_FRESH_CONTEXT_H
#define ORO_TESTS_FRESH_CONTEXT_H

#include "core/cell.h"
#include "core/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static inline oro_context *make(int threads) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads}, NULL);
    assert_non_null(ctx);
    return ctx;
}

/// Ends a test: whatever it took from the context must be back.
static inline void end(oro_context *ctx) {
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    oro_destroy(ctx);
}

/// A running generator for the tests' own choices, unrelated to the library's.
static inline uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return *state >> 16 ^ *state << 29;
}

static inline double random_unit(uint64_t *state) {
    return (double)(next_random(state) >> 11 & 0xfffffffffULL) / 68719476736.0;
}

typedef struct counting {
    size_t bytes;
    int blocks, fail_at, calls;
} counting;

static inline void *count_alloc(void *user, size_t bytes) {
    counting *c = user;
    if (++c->calls == c->fail_at) return NULL;
    c->bytes += bytes;
    c->blocks++;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static inline void count_free(void *user, void *memory, size_t bytes) {
    counting *c = user;
    c->bytes -= bytes; // wraps, and is seen at the end, if the size is not the one asked for
    c->blocks--;
    free(memory);
}

static inline oro_grid make_grid(oro_context *ctx, int32_t width, int32_t height, double cell, bool wrap) {
    oro_grid g = {.width = width, .height = height, .cell = cell, .wrap = wrap};
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    return g;
}

static inline void fill_linear(oro_grid *g, double a, double bx, double by) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(g, y)[x] = (float)(a + bx * oro_world_x(g, x) + by * oro_world_y(g, y));
}

static inline void fill_random(oro_grid *g, uint64_t seed) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = (float)(100.0 * random_unit(&seed) - 30.0);
}

#endif
