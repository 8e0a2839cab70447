// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A Delaunay triangulation that grows point by point: the triangle, or the two beside the edge, that hold the point are cut, and
// edges around it are turned until no circle through three corners holds a fourth vertex (Lawson 1977). Exact: places within a
// tile are whole numbers below 2^12, so that the circle's determinant fits 64 bits many times.
#ifndef ORO_MESH_DELAUNAY_H
#define ORO_MESH_DELAUNAY_H

#include "mesh/tin.h"

/// The triangles that insertions made or changed, each once.
typedef struct oro_tin_changes {
    int32_t *triangles;
    uint8_t *listed; ///< by triangle
    int32_t count;
} oro_tin_changes;

static inline void oro_tin_link(oro_tin *t, int32_t e, int32_t twin) {
    t->twins[e] = twin;
    if (twin >= 0) t->twins[twin] = e;
}

/// Makes triangle `at` of three vertices, with what lies beyond its three edges.
static inline void oro_tin_set(oro_tin *t, int32_t at, int32_t a, int32_t b, int32_t c, int32_t ab, int32_t bc,
                               int32_t ca) {
    int32_t *corner = t->corners + 3 * (ptrdiff_t)at;
    corner[0] = a, corner[1] = b, corner[2] = c;
    oro_tin_link(t, 3 * at, ab);
    oro_tin_link(t, 3 * at + 1, bc);
    oro_tin_link(t, 3 * at + 2, ca);
}

static inline void oro_tin_changed(oro_tin_changes *changes, int32_t triangle) {
    if (changes->listed[triangle]) return;
    changes->listed[triangle] = 1;
    changes->triangles[changes->count++] = triangle;
}

/// Does vertex p lie inside the circle through a, b and c?
static inline bool oro_tin_in_circle(const oro_tin *t, int32_t a, int32_t b, int32_t c, int32_t p) {
    int64_t ax = t->x[a] - t->x[p], ay = t->y[a] - t->y[p], bx = t->x[b] - t->x[p], by = t->y[b] - t->y[p];
    int64_t cx = t->x[c] - t->x[p], cy = t->y[c] - t->y[p];
    int64_t aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    return aa * (by * cx - bx * cy) + bb * (ay * -cx + ax * cy) + cc * (ay * bx - ax * by) > 0;
}

/// Turns edge e, opposite to the new vertex, where the vertex beyond it lies in the circle of e's triangle; then looks at the two
/// edges that are opposite to it now. The new vertex is the corner before e.
static inline void oro_tin_legalise(oro_tin *t, int32_t e, oro_tin_changes *changes) {
    enum { DEEP = 64 };
    int32_t stack[DEEP];
    int32_t depth = 0;
    stack[depth++] = e;
    while (depth > 0) {
        e = stack[--depth];
        int32_t twin = t->twins[e];
        if (twin < 0) continue;
        int32_t e1 = oro_tin_next(e), e2 = oro_tin_before(e), f1 = oro_tin_next(twin), f2 = oro_tin_before(twin);
        int32_t a = t->corners[e], b = t->corners[e1], p = t->corners[e2], q = t->corners[f2];
        if (!oro_tin_in_circle(t, a, b, p, q)) continue;
        // Triangles (a b p) and (b a q) become (a q p) and (q b p).
        int32_t one = e / 3, other = twin / 3;
        int32_t bp = t->twins[e1], pa = t->twins[e2], aq = t->twins[f1], qb = t->twins[f2];
        oro_tin_set(t, one, a, q, p, aq, -1, pa);
        oro_tin_set(t, other, q, b, p, qb, bp, 3 * one + 1);
        oro_tin_changed(changes, one);
        oro_tin_changed(changes, other);
        if (depth + 2 > DEEP) continue; // what is left over is a triangulation all the same
        stack[depth++] = 3 * one;
        stack[depth++] = 3 * other;
    }
}

/// Cuts triangle `at` at vertex p inside it.
static inline void oro_tin_cut_triangle(oro_tin *t, int32_t at, int32_t p, oro_tin_changes *changes) {
    int32_t e = 3 * at, a = t->corners[e], b = t->corners[e + 1], c = t->corners[e + 2];
    int32_t ab = t->twins[e], bc = t->twins[e + 1], ca = t->twins[e + 2];
    int32_t second = t->triangle_count++, third = t->triangle_count++;
    oro_tin_set(t, at, a, b, p, ab, -1, -1);
    oro_tin_set(t, second, b, c, p, bc, -1, 3 * at + 1);
    oro_tin_set(t, third, c, a, p, ca, 3 * at + 2, 3 * second + 1);
    const int32_t made[3] = {at, second, third};
    for (int k = 0; k < 3; k++) oro_tin_changed(changes, made[k]);
    for (int k = 0; k < 3; k++) oro_tin_legalise(t, 3 * made[k], changes);
}

/// Cuts edge e and the one or two triangles beside it at vertex p on it.
static inline void oro_tin_cut_edge(oro_tin *t, int32_t e, int32_t p, oro_tin_changes *changes) {
    int32_t twin = t->twins[e], at = e / 3;
    int32_t a = t->corners[e], b = t->corners[oro_tin_next(e)], c = t->corners[oro_tin_before(e)];
    int32_t bc = t->twins[oro_tin_next(e)], ca = t->twins[oro_tin_before(e)];
    int32_t second = t->triangle_count++;
    int32_t beyond = -1, d = -1, ad = -1, db = -1, fourth = -1;
    if (twin >= 0) {
        beyond = twin / 3;
        d = t->corners[oro_tin_before(twin)];
        ad = t->twins[oro_tin_next(twin)];
        db = t->twins[oro_tin_before(twin)];
        fourth = t->triangle_count++;
    }
    oro_tin_set(t, at, c, a, p, ca, -1, -1);
    oro_tin_set(t, second, b, c, p, bc, 3 * at + 2, -1);
    if (twin >= 0) {
        oro_tin_set(t, beyond, a, d, p, ad, -1, 3 * at + 1);
        oro_tin_set(t, fourth, d, b, p, db, 3 * second + 2, 3 * beyond + 1);
    }
    const int32_t made[4] = {at, second, beyond, fourth};
    for (int k = 0; k < (twin >= 0 ? 4 : 2); k++) oro_tin_changed(changes, made[k]);
    for (int k = 0; k < (twin >= 0 ? 4 : 2); k++) oro_tin_legalise(t, 3 * made[k], changes);
}

/// Adds a vertex at sample (x, y), which lies in triangle `at` and is none of its corners.
static inline void oro_tin_insert(oro_tin *t, int32_t at, int32_t x, int32_t y, oro_tin_changes *changes) {
    int32_t p = t->vertex_count++;
    t->x[p] = x, t->y[p] = y;
    const int32_t *corner = t->corners + 3 * (ptrdiff_t)at;
    for (int32_t k = 0; k < 3; k++)
        if (oro_tin_turn(t, corner[k], corner[(k + 1) % 3], p) == 0) {
            oro_tin_cut_edge(t, 3 * at + k, p, changes);
            return;
        }
    oro_tin_cut_triangle(t, at, p, changes);
}

/// Begins with the two triangles of a rectangle of samples from (0,0) to (right, bottom).
static inline void oro_tin_begin(oro_tin *t, int32_t right, int32_t bottom) {
    t->vertex_count = 4;
    t->triangle_count = 2;
    for (int32_t v = 0; v < 4; v++) t->x[v] = v & 1 ? right : 0, t->y[v] = v & 2 ? bottom : 0;
    oro_tin_set(t, 0, 0, 2, 3, -1, -1, -1);
    oro_tin_set(t, 1, 0, 3, 1, 2, -1, -1);
}

#endif
