// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers for things that are named by three words: the corners of a mesh file, or positions that are the same place.
#ifndef ORO_CORE_MESH_H
#define ORO_CORE_MESH_H

#include "context.h"
#include "orogen/grid.h"
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

/// Which optional arrays a mesh has, as oro_mesh_alloc() takes them.
static inline unsigned oro_mesh_arrays(const oro_mesh *m) {
    return (m->normals ? ORO_MESH_NORMALS : 0u) | (m->uvs ? ORO_MESH_UVS : 0u) | (m->colours ? ORO_MESH_COLOURS : 0u) |
           (m->traits ? ORO_MESH_WITH_TRAITS : 0u);
}

/// A mesh with all that another has, and room for the arrays `more` that it has not. Free with oro_mesh_free().
oro_status oro_mesh_copy(oro_context *ctx, const oro_mesh *from, unsigned more, oro_mesh *to);

/// The two triangles of a cell of a grid of vertices, counter-clockwise from above: six vertices. `z` are the heights of the
/// corners north-west, north-east, south-west and south-east, `v` their vertices. The diagonal joins the two corners that are
/// nearer in height, so that ridges and valleys are not cut into steps.
static inline void oro_mesh_cell(const float z[4], const uint32_t v[4], uint32_t out[6]) {
    float down = z[0] - z[3], up = z[1] - z[2];
    if ((down < 0 ? -down : down) <= (up < 0 ? -up : up)) {
        out[0] = v[0], out[1] = v[2], out[2] = v[3];
        out[3] = v[0], out[4] = v[3], out[5] = v[1];
    } else {
        out[0] = v[0], out[1] = v[2], out[2] = v[1];
        out[3] = v[1], out[4] = v[2], out[5] = v[3];
    }
}

/// Covers a map with columns x rows vertices, at least one each, evenly from edge to edge, and two triangles a cell. Heights
/// are linear between samples; normals are those of the triangles around a vertex, the larger counting more. Free with
/// oro_mesh_free().
oro_status oro_mesh_from_grid(oro_context *ctx, const oro_grid *map, int32_t columns, int32_t rows, oro_mesh *out);

#endif
