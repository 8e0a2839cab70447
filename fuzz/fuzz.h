// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the fuzzers share. Each feeds bytes to one reader and checks what any caller may expect: the reader returns, a
// refusal has a sentence, and no memory stays behind.
#ifndef ORO_FUZZ_FUZZ_H
#define ORO_FUZZ_FUZZ_H

#include "core/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define fuzz_expect(condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/// One context for all inputs, with little memory: a file that asks for much is refused, not waited for.
static inline oro_context *fuzz_context(void) {
    static oro_context *ctx;
    if (!ctx)
        ctx = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 64 << 20, .cache_bytes = 1 << 20}, NULL);
    fuzz_expect(ctx);
    return ctx;
}

/// What a refusal must look like.
static inline void fuzz_expect_sentence(const oro_context *ctx) {
    const oro_error *e = oro_last_error(ctx);
    fuzz_expect(e->status != ORO_OK);
    fuzz_expect(strlen(e->sentence) > 5 && strlen(e->sentence) < sizeof e->sentence);
    fuzz_expect(!strchr(e->sentence, '\n'));
}

#endif
