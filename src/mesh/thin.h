// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Takes vertices away that a network can do without. The triangles around a vertex leave a polygon, from which ears are
// cut, the best shaped first; an ear that would miss a sample is not cut, and where none is left the vertex stays. Greedy
// insertion leaves many such: what the first vertices were for, later ones do better.
#ifndef ORO_MESH_THIN_H
#define ORO_MESH_THIN_H

#include "mesh/tin.h"

enum { ORO_THIN_MOST = 24 }; ///< triangles around a vertex that is tried

/// The polygon around a vertex, counter-clockwise from above, and what lies beyond its sides.
typedef struct oro_thin_ring {
    int32_t vertices[ORO_THIN_MOST + 1], beyond[ORO_THIN_MOST + 1]; ///< beyond[i] lies beyond the side from i to i + 1
    int32_t triangles[ORO_THIN_MOST];
    int32_t count, triangle_count;
    bool open; ///< the vertex lies on the rim; so does the last side of the polygon
} oro_thin_ring;

/// The triangles that shall fill it, and where they will lie.
typedef struct oro_thin_fill {
    int32_t at[ORO_THIN_MOST], corners[ORO_THIN_MOST][3], twins[ORO_THIN_MOST][3];
    int32_t count;
} oro_thin_fill;

/// Finds a half-edge that leaves each vertex.
static inline void oro_thin_begin(oro_tin *t) {
    for (int32_t v = 0; v < t->vertex_count; v++) t->leaving[v] = -1;
    for (int32_t e = 0; e < 3 * t->triangle_count; e++)
        if (t->corners[e] >= 0) t->leaving[t->corners[e]] = e;
}

/// False where there are too many, or where the rim turns at the vertex.
static inline bool oro_thin_ring_of(const oro_tin *t, int32_t v, oro_thin_ring *ring) {
    int32_t first = t->leaving[v], e = first;
    *ring = (oro_thin_ring){0};
    // On the rim, begin where nothing lies on the right.
    for (int32_t i = 0; t->twins[e] >= 0; i++) {
        e = oro_tin_next(t->twins[e]);
        if (e == first) break;
        if (i > ORO_THIN_MOST) return false;
    }
    ring->open = t->twins[e] < 0;
    first = e;
    int32_t way_back;
    do {
        if (ring->count == ORO_THIN_MOST) return false;
        ring->triangles[ring->count] = e / 3;
        ring->vertices[ring->count] = t->corners[oro_tin_next(e)];
        ring->beyond[ring->count++] = t->twins[oro_tin_next(e)];
        way_back = oro_tin_before(e);
        e = t->twins[way_back];
    } while (e >= 0 && e != first);
    ring->triangle_count = ring->count;
    if (!ring->open) return true;
    ring->vertices[ring->count] = t->corners[way_back];
    ring->beyond[ring->count++] = -1;
    return oro_tin_turn(t, ring->vertices[ring->count - 1], ring->vertices[0], v) == 0;
}

/// How good an ear is: 0 for none, more the rounder it is.
static inline double oro_thin_ear(const oro_tin *t, const oro_thin_ring *r, int32_t i) {
    int32_t before = r->vertices[(i + r->count - 1) % r->count], at = r->vertices[i],
            after = r->vertices[(i + 1) % r->count];
    int64_t area = oro_tin_turn(t, before, at, after);
    if (area <= 0) return 0;
    for (int32_t k = 0; k < r->count; k++) {
        int32_t v = r->vertices[k];
        if (v == before || v == at || v == after) continue;
        if (oro_tin_turn(t, before, at, v) >= 0 && oro_tin_turn(t, at, after, v) >= 0 &&
            oro_tin_turn(t, after, before, v) >= 0)
            return 0;
    }
    double sides = 0;
    const int32_t corner[3] = {before, at, after};
    for (int k = 0; k < 3; k++) {
        double dx = t->x[corner[k]] - t->x[corner[(k + 1) % 3]], dy = t->y[corner[k]] - t->y[corner[(k + 1) % 3]];
        sides += dx * dx + dy * dy;
    }
    return (double)area / sides;
}

/// Cuts ear i off the polygon. `ear` holds what the ears are worth; only those beside the cut become others. (One that the corner
/// cut off stood in the way of stays 0: few, and looking again costs more than they bring.)
static inline void oro_thin_cut(const oro_tin *t, oro_thin_ring *r, double *ear, int32_t i, oro_thin_fill *fill) {
    int32_t n = r->count, before = (i + n - 1) % n, after = (i + 1) % n, slot = r->triangles[fill->count];
    int32_t *corner = fill->corners[fill->count], *twin = fill->twins[fill->count];
    fill->at[fill->count++] = slot;
    corner[0] = r->vertices[before], corner[1] = r->vertices[i], corner[2] = r->vertices[after];
    twin[0] = r->beyond[before], twin[1] = r->beyond[i];
    twin[2] = n == 3 ? r->beyond[after] : -1; // else what is cut next to it will say so
    r->beyond[before] = 3 * slot + 2;
    r->count--;
    for (int32_t k = i; k < r->count; k++)
        r->vertices[k] = r->vertices[k + 1], r->beyond[k] = r->beyond[k + 1], ear[k] = ear[k + 1];
    if (n == 3) return;
    before -= before > i;
    ear[before] = oro_thin_ear(t, r, before);
    ear[(before + 1) % r->count] = oro_thin_ear(t, r, (before + 1) % r->count);
}

/// Fills the polygon with triangles that keep the limit; false where that was not found.
static inline bool oro_thin_fill_ring(const oro_tin *t, const oro_tin_window *w, float limit, oro_thin_ring *r,
                                      oro_thin_fill *fill) {
    double ear[ORO_THIN_MOST + 1];
    fill->count = 0;
    for (int32_t i = 0; i < r->count; i++) ear[i] = oro_thin_ear(t, r, i);
    while (r->count >= 3) {
        int32_t best = 0;
        for (int32_t i = 1; i < r->count; i++)
            if (ear[i] > ear[best]) best = i;
        if (ear[best] <= 0) return false;
        if (oro_tin_holds(t, w, r->vertices[(best + r->count - 1) % r->count], r->vertices[best],
                          r->vertices[(best + 1) % r->count], limit))
            oro_thin_cut(t, r, ear, best, fill);
        else if (r->count == 3)
            return false;
        else
            ear[best] = 0;
    }
    return true;
}

/// Puts the triangles in their places and takes the vertex and what they do not need away.
static inline void oro_thin_commit(oro_tin *t, int32_t v, const oro_thin_ring *all, const oro_thin_fill *fill) {
    for (int32_t i = fill->count; i < all->triangle_count; i++)
        for (int32_t k = 0; k < 3; k++)
            t->corners[3 * all->triangles[i] + k] = t->twins[3 * all->triangles[i] + k] = -1;
    for (int32_t i = 0; i < fill->count; i++)
        for (int32_t k = 0; k < 3; k++) {
            int32_t e = 3 * fill->at[i] + k;
            t->corners[e] = fill->corners[i][k];
            t->leaving[t->corners[e]] = e;
            t->twins[e] = -1;
        }
    for (int32_t i = 0; i < fill->count; i++)
        for (int32_t k = 0; k < 3; k++) {
            int32_t e = 3 * fill->at[i] + k, twin = fill->twins[i][k];
            if (twin < 0) continue;
            t->twins[e] = twin;
            t->twins[twin] = e;
        }
    t->leaving[v] = -1;
}

/// Takes a vertex away if its samples stay within the limit without it. One that was tried is `settled` until a neighbour goes.
static inline bool oro_thin_vertex(oro_tin *t, const oro_tin_window *w, float limit, int32_t v, uint8_t *settled) {
    oro_thin_ring ring, left;
    oro_thin_fill fill;
    if (settled[v] || t->leaving[v] < 0) return false;
    settled[v] = 1;
    if (!oro_thin_ring_of(t, v, &ring)) return false;
    left = ring;
    if (!oro_thin_fill_ring(t, w, limit, &left, &fill)) return false;
    oro_thin_commit(t, v, &ring, &fill);
    for (int32_t i = 0; i < ring.count; i++) settled[ring.vertices[i]] = 0;
    return true;
}

#endif
