// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Edges collapsed by quadrics (Garland and Heckbert 1997) with meshoptimizer, tile by tile. A greedy network of a part of the
// error is what it begins with; its rim stays. Quadrics promise nothing about single samples, so what comes back is held against
// all of them, and the most that meshoptimizer may do to it is found by bisection.
#ifndef ORO_MESH_QUADRICS_H
#define ORO_MESH_QUADRICS_H

#include "mesh/greedy.h"

#ifdef ORO_HAS_MESHOPT
#include <meshoptimizer.h>

/// Memory of a tile at work, for the worst case.
typedef struct oro_quadrics {
    float *positions;         ///< three per vertex
    unsigned *tried, *chosen; ///< three vertices per triangle
} oro_quadrics;

/// Is this a network of the tile, all of whose triangles face up and keep the limit?
static inline bool oro_quadrics_holds(const oro_greedy *g, const unsigned *corners, size_t count, int64_t twice_area,
                                      float limit) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; i += 3) {
        int32_t a = (int32_t)corners[i], b = (int32_t)corners[i + 1], c = (int32_t)corners[i + 2];
        int64_t turn = oro_tin_turn(&g->tin, a, b, c);
        if (turn <= 0 || !oro_tin_holds(&g->tin, &g->inside, a, b, c, limit)) return false;
        sum += turn;
    }
    return sum == twice_area;
}

/// Thins the tile at work, which keeps a part of `limit`, as far as `limit` allows. `cell` is the distance of samples in metres.
static inline void oro_quadrics_thin(oro_greedy *g, const oro_quadrics *q, double cell, float limit) {
    enum { STEPS = 6 };
    oro_tin *t = &g->tin;
    const unsigned *whole = (const unsigned *)t->corners;
    size_t all = 3 * (size_t)t->triangle_count, vertices = (size_t)t->vertex_count, best = 0;
    int64_t area = 2 * ((int64_t)g->inside.x1 + 1) * (g->inside.y1 + 1);
    for (int32_t v = 0; v < t->vertex_count; v++) {
        q->positions[3 * v] = (float)(t->x[v] * cell), q->positions[3 * v + 1] = (float)(t->y[v] * cell);
        q->positions[3 * v + 2] = (float)oro_tin_height(t, v);
    }
    float scale = meshopt_simplifyScale(q->positions, vertices, 3 * sizeof(float));
    double low = 0, high = 2 * (double)limit;
    for (int step = 0; step < STEPS && scale > 0; step++) {
        double asked = step == 0 ? high : (low + high) / 2;
        size_t count = meshopt_simplify(q->tried, whole, all, q->positions, vertices, 3 * sizeof(float), 0,
                                        (float)asked / scale, meshopt_SimplifyLockBorder, NULL);
        if (!oro_quadrics_holds(g, q->tried, count, area, limit)) {
            high = asked;
            continue;
        }
        memcpy(q->chosen, q->tried, count * sizeof *q->chosen);
        best = count;
        low = asked;
        if (step == 0) break;
    }
    if (best == 0) return;
    memcpy(t->corners, q->chosen, best * sizeof *t->corners);
    t->triangle_count = (int32_t)(best / 3);
}

#endif
#endif
