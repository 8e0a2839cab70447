// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The border of a mesh: edges that one triangle has and no other shares. Walls hang from it.
#ifndef ORO_MESH_BORDER_H
#define ORO_MESH_BORDER_H

#include "core/mesh.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

typedef struct oro_border {
    uint32_t (*edges)[2]; ///< from, to, as their triangles have them: the mesh lies to their left, seen from outside
    uint32_t *below;      ///< by vertex: its number among the border's, UINT32_MAX: not on it
    uint32_t *vertices;   ///< of the border, by that number
    uint32_t edge_count, vertex_count;
} oro_border;

/// Finds the border of the mesh that is argument `name`. An edge of more than two triangles, or of two that face different
/// ways, is refused: it has no inside.
static inline oro_status oro_border_of(oro_run *run, const oro_mesh *m, const char *name, oro_border *out) {
    size_t edges = 3 * (size_t)m->triangle_count;
    uint32_t *begin = oro_scratch(run, ((size_t)m->vertex_count + 2) * sizeof *begin);
    uint32_t *ends = begin ? oro_scratch(run, (edges + 1) * sizeof *ends) : NULL;
    out->edges = ends ? oro_scratch(run, (edges + 1) * sizeof *out->edges) : NULL;
    out->below = out->edges ? oro_scratch(run, ((size_t)m->vertex_count + 1) * sizeof *out->below) : NULL;
    out->vertices = out->below ? oro_scratch(run, ((size_t)m->vertex_count + 1) * sizeof *out->vertices) : NULL;
    out->edge_count = out->vertex_count = 0;
    if (!out->vertices) return ORO_NO_MEMORY;
    for (size_t e = 0; e < edges; e++)
        if (m->indices[e] >= m->vertex_count)
            return oro_refuse(run, name, "a triangle names vertex %u of %u", m->indices[e], m->vertex_count);
    memset(begin, 0, ((size_t)m->vertex_count + 2) * sizeof *begin);
    for (size_t e = 0; e < edges; e++) begin[m->indices[e] + 2]++;
    for (size_t v = 2; v <= (size_t)m->vertex_count + 1; v++) begin[v] += begin[v - 1];
    for (size_t e = 0; e < edges; e++) ends[begin[m->indices[e] + 1]++] = m->indices[e % 3 == 2 ? e - 2 : e + 1];
    for (size_t e = 0; e < edges; e++) {
        uint32_t from = m->indices[e], to = m->indices[e % 3 == 2 ? e - 2 : e + 1], same = 0, other = 0;
        for (uint32_t i = begin[from]; i < begin[from + 1]; i++) same += ends[i] == to;
        for (uint32_t i = begin[to]; i < begin[to + 1]; i++) other += ends[i] == from;
        if (same != 1 || other > 1 || from == to)
            return oro_refuse(run, name,
                              "the edge from vertex %u to %u belongs to triangles that do not lie on one surface", from,
                              to);
        if (other == 0) out->edges[out->edge_count][0] = from, out->edges[out->edge_count++][1] = to;
    }
    memset(out->below, 0xff, (size_t)m->vertex_count * sizeof *out->below);
    for (uint32_t i = 0; i < out->edge_count; i++) {
        uint32_t v = out->edges[i][0];
        if (out->below[v] != UINT32_MAX)
            return oro_refuse(run, name, "the border passes vertex %u twice; no wall stands there", v);
        out->below[v] = out->vertex_count;
        out->vertices[out->vertex_count++] = v;
    }
    return ORO_OK;
}

/// The two triangles of the wall below a border edge, facing outwards; `first` is the number of the first vertex below.
static inline void oro_border_wall(const oro_border *b, uint32_t edge, uint32_t first, uint32_t out[6]) {
    uint32_t from = b->edges[edge][0], to = b->edges[edge][1], from_low = first + b->below[from],
             to_low = first + b->below[to];
    out[0] = to, out[1] = from, out[2] = from_low;
    out[3] = to, out[4] = from_low, out[5] = to_low;
}

#endif
