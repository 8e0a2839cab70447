// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Finished results of nodes, kept in the context by the 128-bit key of everything they depend on. Results are counted:
// whoever holds one (a run, the last run of a scene) keeps it valid. Those nobody holds go, least recently used first,
// once all together pass the context's cache_bytes. Not for several threads at once, as the context itself.
#ifndef ORO_SCENE_CACHE_H
#define ORO_SCENE_CACHE_H

#include "core/context.h"

/// What a node made: one slot per argument of its table, filled where the argument is an output.
typedef struct oro_result {
    oro_hash key;
    int32_t holders;
    int32_t count;  ///< slots
    oro_grid *maps; ///< data is NULL where the argument is no map, or one made on demand that nobody asked for
    double *values;
    oro_pyramid **pyramids;           ///< the same: NULL
    size_t bytes;                     ///< in memory, all together
    double seconds;                   ///< it took to make
    bool hashed;                      ///< is `hash` filled?
    oro_hash hash;                    ///< of the first map's values
    struct oro_result *older, *newer; ///< by last use
    struct oro_result *next;          ///< in the same bucket
} oro_result;

/// The result of that key, held for the caller, or NULL.
oro_result *oro_cache_find(oro_context *ctx, oro_hash key);

/// Is there a result of that key?
bool oro_cache_has(oro_context *ctx, oro_hash key);

/// An empty result held by the caller, not in the cache yet. NULL with the error set: no memory.
oro_result *oro_result_create(oro_context *ctx, oro_hash key, int32_t slots);

/// Frees a result that never went into the cache.
void oro_result_discard(oro_context *ctx, oro_result *result);

/// Puts a finished result into the cache; the caller goes on holding it.
oro_status oro_cache_put(oro_context *ctx, oro_result *result);

/// Moves the maps and pyramids that a result of the cache lacks from another one of the same node to it.
void oro_cache_add(oro_context *ctx, oro_result *result, oro_result *more);

/// The caller holds the result no longer. NULL is fine.
void oro_result_release(oro_context *ctx, oro_result *result);

/// Drops results nobody holds until at most `bytes` are left; true if any went.
bool oro_cache_trim(oro_context *ctx, size_t bytes);

/// Memory of all results, held or not.
size_t oro_cache_bytes(const oro_context *ctx);

#endif
