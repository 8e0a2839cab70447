// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The context that all tests of a file share: opened before the first, closed after the last, when nothing may be left in
// it. Its allocations can be made to fail.
#ifndef ORO_TESTS_ONE_CONTEXT_H
#define ORO_TESTS_ONE_CONTEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

#include "orogen/base.h"

static oro_context *ctx;

/// The allocation that fails, counted down; -1: none.
static long fail_at = -1;

static inline void *failing_alloc(void *user, size_t bytes) {
    (void)user;
    if (fail_at >= 0 && fail_at-- == 0) return NULL;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static inline void plain_free(void *user, void *memory, size_t bytes) {
    (void)user, (void)bytes;
    free(memory);
}

static inline int open_context(void **state) {
    (void)state;
    ctx = oro_create(&(oro_context_desc){.threads = 2, .memory = {failing_alloc, plain_free, NULL}}, NULL);
    return ctx ? 0 : -1;
}

static inline int close_context(void **state) {
    (void)state;
    size_t left = oro_bytes_in_use(ctx);
    oro_destroy(ctx);
    return left ? -1 : 0;
}

static inline void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

#endif
