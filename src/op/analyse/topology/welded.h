// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh as a surface of shared vertices: what lies at the same place is one vertex, triangles without three different ones
// are none, and edges are gathered with the triangles that have them. 4 bytes per vertex, and 44 per triangle.
#ifndef ORO_OP_TOPOLOGY_WELDED_H
#define ORO_OP_TOPOLOGY_WELDED_H

#include "core/mesh.h"
#include "run/run.h"

#include <string.h>

/// An edge of the surface, once for all triangles that have it.
typedef struct welded_edge {
    uint32_t a, b; ///< a < b
    uint32_t up;   ///< triangles that run from a to b,
    uint32_t down; ///< and from b to a
} welded_edge;

typedef struct welded {
    uint32_t vertex_count, triangle_count; ///< vertices may be without a triangle
    uint32_t *corners;                     ///< three a triangle
    welded_edge *edges;
    uint32_t edge_count;
} welded;

/// Gives every place one number.
static inline oro_status weld_vertices(oro_run *r, const oro_mesh *m, uint32_t *number, welded *out) {
    oro_triples places = {0};
    oro_status status = ORO_OK;
    for (uint32_t v = 0; status == ORO_OK && v < m->vertex_count; v++) {
        uint32_t key[3];
        oro_triple_of_position(m->positions + 3 * (size_t)v, key);
        status = oro_triples_add(r->ctx, &places, key, &number[v]);
        if (status == ORO_OK && v % 1048576 == 0) status = oro_step(r, (double)v / m->vertex_count);
    }
    out->vertex_count = places.count;
    oro_triples_free(r->ctx, &places);
    return status;
}

static inline void weld_triangles(const oro_mesh *m, const uint32_t *number, welded *out) {
    for (size_t t = 0; t < m->triangle_count; t++) {
        const uint32_t *i = m->indices + 3 * t, a = number[i[0]], b = number[i[1]], c = number[i[2]];
        if (a == b || b == c || c == a) continue;
        uint32_t *to = out->corners + 3 * (size_t)out->triangle_count++;
        to[0] = a, to[1] = b, to[2] = c;
    }
}

/// Joins equal edges of the ones that begin at one vertex: `count` from `all`, as the other end with the way it runs in the
/// lowest bit. There are few, so they are sorted by insertion; a vertex in the middle of a thousand triangles takes a moment.
static inline void join_edges(uint64_t *all, uint32_t count, uint32_t a, welded *out) {
    for (uint32_t i = 1; i < count; i++) {
        uint64_t edge = all[i];
        uint32_t k = i;
        for (; k > 0 && all[k - 1] > edge; k--) all[k] = all[k - 1];
        all[k] = edge;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t b = (uint32_t)(all[i] >> 1);
        welded_edge *last = out->edge_count ? &out->edges[out->edge_count - 1] : NULL;
        if (i == 0 || last->b != b) {
            last = &out->edges[out->edge_count++];
            *last = (welded_edge){.a = a, .b = b};
        }
        if (all[i] & 1U)
            last->down++;
        else
            last->up++;
    }
}

/// Edges by their lower vertex (a counting sort), then joined.
static inline oro_status gather_edges(oro_run *r, welded *w) {
    size_t sides = 3 * (size_t)w->triangle_count;
    uint32_t *first = oro_scratch(r, ((size_t)w->vertex_count + 2) * sizeof *first);
    uint64_t *all = first ? oro_scratch(r, sides * sizeof *all) : NULL;
    w->edges = all ? oro_scratch(r, sides * sizeof *w->edges) : NULL;
    if (!w->edges) return ORO_NO_MEMORY;
    memset(first, 0, ((size_t)w->vertex_count + 2) * sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t s = 0; s < sides; s++) {
            uint32_t from = w->corners[s], to = w->corners[s % 3 == 2 ? s - 2 : s + 1];
            uint32_t low = from < to ? from : to, high = from < to ? to : from;
            if (pass == 0)
                first[low + 2]++;
            else
                all[first[low + 1]++] = (uint64_t)high << 1 | (from > to);
        }
        for (uint32_t v = 0; pass == 0 && v < w->vertex_count; v++) first[v + 2] += first[v + 1];
    }
    for (uint32_t v = 0; v < w->vertex_count; v++) join_edges(all + first[v], first[v + 1] - first[v], v, w);
    return ORO_OK;
}

/// A mesh as such a surface, in the run's scratch.
static inline oro_status weld(oro_run *r, const oro_mesh *m, welded *out) {
    *out = (welded){0};
    uint32_t *number = oro_scratch(r, ((size_t)m->vertex_count + 1) * sizeof *number);
    out->corners = number ? oro_scratch(r, (3 * (size_t)m->triangle_count + 1) * sizeof *out->corners) : NULL;
    if (!out->corners) return ORO_NO_MEMORY;
    oro_status status = weld_vertices(r, m, number, out);
    if (status == ORO_OK) weld_triangles(m, number, out);
    return status == ORO_OK ? gather_edges(r, out) : status;
}

#endif
