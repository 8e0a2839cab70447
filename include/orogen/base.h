// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every part of Orogen shares: results, errors, the context, progress and cancelling.
//
// A context owns the worker threads, the memory account, the result cache and the last error. Make one, use it from one
// thread at a time, destroy it last. Only oro_cancel() may be called from another thread or from a signal handler.
//
// Versions. A program is compiled with these headers and may run with a newer shared library. Three rules keep
// that safe:
//   1. oro_create() passes along the version it was compiled for. A library that cannot serve it refuses with a sentence,
//      before any other struct is shared.
//   2. What that first call shares must be readable whatever the version: oro_error never changes, and oro_context_desc grows
//      at its end only, where zero means what held before, and passes its size along.
//   3. No other struct, and no call, changes within a file name of the shared library: liborogen.so.0.1 for all of 0.1,
//      since every minor version before 1.0 may change them; liborogen.so.1 for all of 1.x, which may add calls.
#ifndef OROGEN_BASE_H
#define OROGEN_BASE_H

#include "kinds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

#define ORO_VERSION_MAJOR 0
#define ORO_VERSION_MINOR 1
#define ORO_VERSION_PATCH 0

/// For comparing: 0.1.0 is 1000, 1.2.3 is 1002003.
#define ORO_VERSION_NUMBER (ORO_VERSION_MAJOR * 1000000 + ORO_VERSION_MINOR * 1000 + ORO_VERSION_PATCH)

/// The same as text, "0.1.0".
#define ORO_VERSION                  ORO_VERSION_TEXT(ORO_VERSION_MAJOR, ORO_VERSION_MINOR, ORO_VERSION_PATCH)
#define ORO_VERSION_TEXT(a, b, c)    ORO_VERSION_TEXT_OF(a, b, c)
#define ORO_VERSION_TEXT_OF(a, b, c) #a "." #b "." #c

/// The version of the library that is running, which may differ from the one a program was compiled for.
const char *oro_version(void);
uint32_t oro_version_number(void);

/// How a call ended. Everything but ORO_OK leaves a sentence and a place in oro_last_error().
/// Mistakes a program makes (a null pointer, a grid that was never given a size) are asserted, not returned.
typedef enum oro_status {
    ORO_OK = 0,
    ORO_FAILED,       ///< something else went wrong while working
    ORO_BAD_ARGUMENT, ///< a value the caller gave is out of range, of the wrong type or unknown
    ORO_BAD_INPUT,    ///< a file or a scene is missing, broken or meaningless
    ORO_CANNOT_WRITE, ///< a file could not be written, or already exists
    ORO_NO_MEMORY,    ///< the memory limit of the context, or of the machine, is reached
    ORO_UNSUPPORTED,  ///< this build, or this machine, cannot do that
    ORO_CANCELLED,    ///< oro_cancel() was called or the progress function returned false
    ORO_PARTIAL, ///< as cancelled, with keep_partial: an operator ended early, and its results are whole up to there
} oro_status;

/// The last thing that went wrong in a context.
typedef struct oro_error {
    oro_status status;
    char sentence[512]; ///< what is wrong and what would be right; one sentence, no newline
    char where[256];    ///< "scene.oro.json/nodes/3/args/talus", "threads", "out.png"; empty where there is no place
    /// A key for what would help, so that a program can tell its users where to find it: the member of a description ("force",
    /// "clip", "trust", "channel", "detail", "memory_limit"), "size" of the map, another way to "render", or the list of
    /// "operators"; empty where there is none.
    char hint[32];
} oro_error;

typedef struct oro_context oro_context;

/// Called on the thread that runs the job, at most about 30 times a second. Return false to cancel.
/// `fraction` runs from 0 to 1 and never goes back; `what` names the step ("noise", "writing height.png").
typedef bool oro_progress_fn(void *user, double fraction, const char *what);

/// Notes worth telling a person that are not errors (a clamped map, an ignored sidecar). `where` may be empty.
typedef void oro_log_fn(void *user, const char *where, const char *sentence);

/// The memory functions a context uses for grids and everything that grows with them. Zero: the C library's.
/// `alloc` returns memory aligned to 64 bytes or NULL; `free` gets the size again.
typedef struct oro_allocator {
    void *(*alloc)(void *user, size_t bytes);
    void (*free)(void *user, void *memory, size_t bytes);
    void *user;
} oro_allocator;

struct oro_grid;
struct oro_georef;

/// How a context reads the files that operators name (import). The command line passes oro_file_reader_default() of io.h.
/// Each function gets `user` first. They are called on the thread that uses the context.
typedef struct oro_file_reader {
    /// Reads a raster. `known` says what the file itself stated: bit 0, heights are metres (else 0..1); bit 1, the cell
    /// size and origin are metres. The grid is allocated with oro_grid_alloc() and belongs to the caller.
    oro_status (*load)(void *user, oro_context *ctx, const char *path, struct oro_grid *out, unsigned *known);
    /// A number that changes when the file does (size and time), 0 if unknown.
    uint64_t (*stamp)(void *user, const char *path);
    /// Where the map of a raster lies on the earth; `set` is false where the file does not say. May be NULL.
    void (*locate)(void *user, oro_context *ctx, const char *path, struct oro_georef *out);
    /// Reads data of any other kind into its struct, which is empty before and belongs to the caller. May be NULL.
    oro_status (*load_data)(void *user, oro_context *ctx, oro_kind kind, const char *path, void *out);
    void *user;
} oro_file_reader;

/// What a context is made from. Zero in any member means the default. New members come at the end.
typedef struct oro_context_desc {
    int threads;     ///< worker threads, the caller's included; default: one per core (at most 64)
    const char *cpu; ///< "baseline", "avx2", "avx512"; default: the best this machine can run
    size_t
        cache_bytes; ///< finished results kept in memory; default: a quarter of memory_limit, or of the available memory
    size_t
        memory_limit; ///< refuse to allocate past this; default: nine tenths of the available memory: the machine's, or
                      ///< what a control group or a resource limit leaves of it
    oro_allocator memory; ///< default: the C library's
    oro_file_reader files;
    oro_log_fn *log;
    void *log_user;
} oro_context_desc;

/// What oro_create() calls; for other languages. `version` is the ORO_VERSION_NUMBER and `desc_size` the size of the
/// description that the caller was made for.
oro_context *oro_create_for(uint32_t version, size_t desc_size, const oro_context_desc *desc, oro_error *error);

/// Makes a context, or returns NULL and fills `error` (which may be NULL): an unknown CPU level, one this machine lacks,
/// too many threads, no memory, or ORO_UNSUPPORTED where the library is older than the headers, or too much newer.
/// `desc` may be NULL.
static inline oro_context *oro_create(const oro_context_desc *desc, oro_error *error) {
    return oro_create_for(ORO_VERSION_NUMBER, sizeof(oro_context_desc), desc, error);
}

/// Joins the threads and frees the cache. Scenes and grids of the context must be freed before that. NULL is allowed.
void oro_destroy(oro_context *ctx);

/// The last error of this context. The pointer stays valid; the text changes with the next failure.
const oro_error *oro_last_error(const oro_context *ctx);

/// Short name of a status: "ok", "bad argument", …
const char *oro_status_name(oro_status status);

/// Asks whatever runs in this context to stop. Safe from any thread and from a signal handler. The running call returns
/// ORO_CANCELLED soon (blocks of work are short) and discards what was unfinished. The request is forgotten when the next
/// operator, scene, picture or saving begins.
void oro_cancel(oro_context *ctx);

int oro_thread_count(const oro_context *ctx);      ///< threads that work, the caller's included
const char *oro_cpu_level(const oro_context *ctx); ///< the level in use: "baseline", "avx2" or "avx512"

/// The CPU levels this machine can run, best first, ending with NULL. The list is static.
const char *const *oro_cpu_levels(void);

size_t oro_bytes_in_use(const oro_context *ctx); ///< allocated through the context now
size_t oro_bytes_peak(const oro_context *ctx);   ///< most since the context was made or oro_reset_peak() called
void oro_reset_peak(oro_context *ctx);           ///< starts the peak again at what is in use now

/// 128 bits that name a value: equal values give equal hashes on every machine.
typedef struct oro_hash {
    uint64_t hi, lo;
} oro_hash;

static inline bool oro_hash_equal(oro_hash a, oro_hash b) { return a.hi == b.hi && a.lo == b.lo; }

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
