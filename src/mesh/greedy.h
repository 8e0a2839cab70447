// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Greedy insertion (Garland and Heckbert 1995, algorithm III): of all samples the one that the triangles miss most becomes a
// vertex, until none is missed by more than a limit. Each triangle knows its worst sample; only triangles that changed
// are looked at again. One tile at a time, whose rim is given.
#ifndef ORO_MESH_GREEDY_H
#define ORO_MESH_GREEDY_H

#include "mesh/delaunay.h"

/// A tile at work. All arrays have room for its worst case: every sample a vertex.
typedef struct oro_greedy {
    oro_tin tin;
    oro_tin_window inside; ///< samples that may become vertices: not those of the rim
    oro_tin_changes changes;
    oro_tin_miss *worst; ///< by triangle
    uint64_t *heap;      ///< triangles over the limit, the worst at the top: bits of the miss, then the triangle
    int32_t heap_count, heap_room;
    int32_t rim; ///< vertices of the rim, which come first
    float limit;
} oro_greedy;

static inline uint64_t oro_greedy_key(const oro_greedy *g, int32_t triangle) {
    return (uint64_t)(uint32_t)oro_tin_bits(g->worst[triangle].most) << 32 | (uint32_t)triangle;
}

static inline void oro_greedy_sift_down(oro_greedy *g, int32_t i) {
    uint64_t key = g->heap[i];
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= g->heap_count) break;
        if (child + 1 < g->heap_count && g->heap[child + 1] > g->heap[child]) child++;
        if (g->heap[child] <= key) break;
        g->heap[i] = g->heap[child];
        i = child;
    }
    g->heap[i] = key;
}

/// Drops what is out of date: a triangle that changed since.
static inline void oro_greedy_sweep(oro_greedy *g) {
    int32_t kept = 0;
    for (int32_t i = 0; i < g->heap_count; i++)
        if (g->heap[i] == oro_greedy_key(g, (int32_t)(uint32_t)g->heap[i])) g->heap[kept++] = g->heap[i];
    g->heap_count = kept;
    for (int32_t i = kept / 2 - 1; i >= 0; i--) oro_greedy_sift_down(g, i);
}

static inline void oro_greedy_push(oro_greedy *g, uint64_t key) {
    int32_t i = g->heap_count++;
    while (i > 0 && key > g->heap[(i - 1) / 2]) {
        g->heap[i] = g->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    g->heap[i] = key;
}

/// Finds the worst samples of the triangles that changed.
static inline void oro_greedy_look(oro_greedy *g) {
    if (g->heap_count + g->changes.count > g->heap_room) oro_greedy_sweep(g);
    for (int32_t i = 0; i < g->changes.count; i++) {
        int32_t triangle = g->changes.triangles[i];
        const int32_t *corner = g->tin.corners + 3 * (ptrdiff_t)triangle;
        g->changes.listed[triangle] = 0;
        g->worst[triangle] = oro_tin_worst(&g->tin, &g->inside, corner[0], corner[1], corner[2]);
        if (g->worst[triangle].most > g->limit) oro_greedy_push(g, oro_greedy_key(g, triangle));
    }
    g->changes.count = 0;
}

/// The triangle that misses a sample most, or -1 where all keep the limit.
static inline int32_t oro_greedy_pop(oro_greedy *g) {
    while (g->heap_count > 0) {
        uint64_t key = g->heap[0];
        int32_t triangle = (int32_t)(uint32_t)key;
        g->heap[0] = g->heap[--g->heap_count];
        if (g->heap_count > 0) oro_greedy_sift_down(g, 0);
        if (key == oro_greedy_key(g, triangle)) return triangle;
    }
    return -1;
}

/// One side of the tile: its marked samples become vertices in the order in which the rim runs, from corner `from`. What is
/// left of the side begins at the vertex made last, in the triangle that cutting added (see oro_tin_cut_edge).
static inline void oro_greedy_side(oro_greedy *g, int32_t from, const uint8_t *kept, int32_t length, int32_t along_x,
                                   int32_t along_y) {
    oro_tin *t = &g->tin;
    int32_t e = 0;
    while (t->twins[e] >= 0 || t->corners[e] != from) e++;
    for (int32_t i = 1; i < length; i++) {
        if (!kept[along_x + along_y > 0 ? i : length - i]) continue;
        int32_t p = t->vertex_count++, added = t->triangle_count;
        t->x[p] = t->x[from] + i * along_x, t->y[p] = t->y[from] + i * along_y;
        oro_tin_cut_edge(t, e, p, &g->changes);
        e = 3 * added + 2;
    }
}

/// Makes the tile from (0,0) to (right, bottom) of the sides' marked samples and as many others as it takes. The sides run from
/// west to east and from north to south.
static inline void oro_greedy_tile(oro_greedy *g, int32_t right, int32_t bottom, const uint8_t *north,
                                   const uint8_t *south, const uint8_t *west, const uint8_t *east) {
    g->inside = (oro_tin_window){1, right - 1, 1, bottom - 1};
    g->heap_count = 0;
    oro_tin_begin(&g->tin, right, bottom);
    for (int32_t i = 0; i < 2; i++) oro_tin_changed(&g->changes, i);
    oro_greedy_side(g, 0, west, bottom, 0, 1);
    oro_greedy_side(g, 2, south, right, 1, 0);
    oro_greedy_side(g, 3, east, bottom, 0, -1);
    oro_greedy_side(g, 1, north, right, -1, 0);
    g->rim = g->tin.vertex_count;
    oro_greedy_look(g);
    for (int32_t triangle; (triangle = oro_greedy_pop(g)) >= 0; oro_greedy_look(g))
        oro_tin_insert(&g->tin, triangle, g->worst[triangle].x, g->worst[triangle].y, &g->changes);
}

#endif
