// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Finished results of nodes, kept in the context by the 128-bit key of everything they depend on. Results are counted:
// whoever holds one (a run, the last run of a scene) keeps it valid. Those nobody holds go, least recently used first,
// once all together pass the context's cache_bytes. Not for several threads at once, as the context itself.
#ifndef ORO_SCENE_CACHE_H
#define ORO_SCENE_CACHE_H

#include "core/kinds.h"
#include "orogen/operator.h"

/// Room for one output, in the struct of its kind.
typedef struct oro_slot {
    void *data; ///< NULL: the argument is no output
    oro_kind kind;
    bool made; ///< else it was made on demand and nobody asked
} oro_slot;

/// What a node made: one slot per argument of its table.
typedef struct oro_result {
    oro_hash key;
    int32_t holders;
    int32_t count; ///< slots
    oro_slot *slots;
    size_t room;                      ///< bytes of this block: the result itself, its slots and their structs
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

/// An empty result of an operator with this table, held by the caller, not in the cache yet. NULL with the error set: no
/// memory.
oro_result *oro_result_create(oro_context *ctx, oro_hash key, const oro_record *record);

/// What was made at that place of the table; NULL: nothing.
static inline const void *oro_result_data(const oro_result *result, int32_t index) {
    return result->slots[index].made ? result->slots[index].data : NULL;
}

/// Frees a result that never went into the cache.
void oro_result_discard(oro_context *ctx, oro_result *result);

/// Puts a finished result into the cache; the caller goes on holding it.
oro_status oro_cache_put(oro_context *ctx, oro_result *result);

/// Moves the outputs that a result of the cache lacks from another one of the same node to it.
void oro_cache_add(oro_context *ctx, oro_result *result, oro_result *more);

/// The caller holds the result no longer. NULL is fine.
void oro_result_release(oro_context *ctx, oro_result *result);

/// Drops results nobody holds until at most `bytes` are left; true if any went.
bool oro_cache_trim(oro_context *ctx, size_t bytes);

/// Memory of all results, held or not.
size_t oro_cache_bytes(const oro_context *ctx);

#endif
