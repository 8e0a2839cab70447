// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The inside of a context, for the modules of the library: failing with a sentence, memory with an account, threads.
#ifndef ORO_CORE_CONTEXT_H
#define ORO_CORE_CONTEXT_H

#include "orogen/base.h"
#include "orogen/grid.h"

#include <stdatomic.h>

struct oro_pool;
struct oro_cache;

/// Which compiled copy of the operators a context uses. The order is that of oro_cpu_names.
typedef enum oro_cpu { ORO_CPU_BASELINE, ORO_CPU_AVX2, ORO_CPU_AVX512, ORO_CPU_COUNT } oro_cpu;

enum { ORO_KEPT_BLOCKS = 32 };

/// Blocks of memory that were freed and wait for their next use: the first touch of fresh pages costs more than most
/// operators do. Only of the C library's allocator; not part of the account.
typedef struct oro_kept {
    atomic_flag busy; ///< workers allocate too
    char *blocks[ORO_KEPT_BLOCKS];
    uint64_t since[ORO_KEPT_BLOCKS], clock; ///< when each was freed, counted in blocks
    size_t bytes;                           ///< of all together
} oro_kept;

struct oro_context {
    oro_error error;
    oro_allocator memory;
    oro_file_reader files;
    const struct oro_within
        *within; ///< files are read and written below these folders only (io/within.h); NULL: anywhere
    oro_log_fn *log;
    void *log_user;
    struct oro_pool *pool;
    struct oro_cache *cache; ///< made by the scene module on first use, freed through free_cache
    void (*free_cache)(oro_context *ctx);
    oro_cpu cpu;
    size_t cache_bytes, memory_limit;
    bool memory_given; ///< the limit was said, not looked up
    oro_kept kept;
    atomic_size_t in_use, peak;
    atomic_bool cancel; ///< set by oro_cancel(), cleared when a run begins
    bool in_job;        ///< a job of several parts goes on, whose wish to cancel holds from part to part
    bool hold_cancel;   ///< loops go on to their end: the operator at work asks by itself; changed between loops only
};

/// Notes what went wrong and returns `status`. `where` may be NULL. Not for worker threads: they return a status.
oro_status oro_fail(oro_context *ctx, oro_status status, const char *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Adds to the last error which member of a description would have allowed it. Returns its status.
oro_status oro_hint(oro_context *ctx, const char *member);

/// Puts a place in front of the last error's: inside a scene file "args/talus" becomes "a.oro.json/nodes/3/args/talus".
void oro_prefix_where(oro_context *ctx, const char *prefix);

/// Tells the log function something worth knowing. `where` may be NULL.
void oro_note(oro_context *ctx, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Memory that grows with the user's data: 64-byte aligned, counted against the limit, NULL (and the error set) past it.
/// Both may be called from worker threads, except that only the calling thread may let it fail.
void *oro_alloc(oro_context *ctx, size_t bytes);
void oro_free(oro_context *ctx, void *memory);

/// Small strings and structs: as malloc, but through the context's allocator, so that its failing is tried too.
void *oro_alloc_zero(oro_context *ctx, size_t bytes);
char *oro_copy_text(oro_context *ctx, const char *text);

bool oro_is_cancelled(const oro_context *ctx);

/// Forgets an old wish to cancel: called where an operator, a scene, a picture or saving begins. Inside a job nothing is forgotten.
void oro_begin(oro_context *ctx);

/// Begins and ends a job of several parts: a wish to cancel that comes between two of them stops it too.
void oro_begin_job(oro_context *ctx);
void oro_end_job(oro_context *ctx);

#endif
