// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers for things that are named by three words: the corners of a mesh file, or positions that are the same place.
#ifndef ORO_CORE_MESH_H
#define ORO_CORE_MESH_H

#include "context.h"
#include "orogen/mesh.h"

/// Distinct triples in the order in which they came. Zero is an empty set.
typedef struct oro_triples {
    uint32_t count, room; ///< room for keys; the table has twice as many places
    uint32_t *keys;       ///< three words a triple
    uint32_t *table;      ///< a triple's number plus one, 0: free; open addressing
} oro_triples;

/// The number of a triple, which is added if it is new.
oro_status oro_triples_add(oro_context *ctx, oro_triples *set, const uint32_t key[3], uint32_t *number);
void oro_triples_free(oro_context *ctx, oro_triples *set);

/// A position as a triple: equal floats give equal words (a negative zero is zero).
static inline void oro_triple_of_position(const float *p, uint32_t key[3]) {
    for (int i = 0; i < 3; i++) {
        float v = p[i] + 0.0f;
        __builtin_memcpy(&key[i], &v, sizeof v);
    }
}

#endif
