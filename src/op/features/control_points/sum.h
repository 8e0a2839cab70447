// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A plate on all samples of a map without meeting every point at every sample. On a square of samples, points further away
// than its side give a smooth function: it is computed at 16 x 16 Chebyshev nodes and interpolated, to about 1e-9 of it. Squares
// are halved down to 32 samples; a half takes over its parent's function, adds the points that have become far, and hands the
// near ones on; the last meet their few near points at every sample. About 7000 evaluations per point and level, 26
// multiplications per sample and a few near points; all in doubles, since weights of near points cancel.
#ifndef ORO_CONTROL_POINTS_SUM_H
#define ORO_CONTROL_POINTS_SUM_H

#include "plate.h"

enum { NODES = 16, SUM_TOP = 256, SUM_LEAF = 32, SUM_LEVELS = 4 };

/// Interpolation from nodes: to the samples of squares of every size, and to the nodes of the lower and upper half.
typedef struct nodes {
    double at[NODES];
    double samples[SUM_LEVELS][NODES][SUM_TOP]; ///< of a square of SUM_TOP >> level samples; node, sample
    double halves[2][NODES][NODES];             ///< the half's node, the parent's node
} nodes;

/// What each node counts at place t of [-1, 1].
static inline void node_shares(const nodes *n, const double *weights, double t, double *share) {
    double sum = 0.0;
    for (int32_t k = 0; k < NODES; k++) {
        double d = t - n->at[k];
        if (d == 0.0) {
            for (int32_t l = 0; l < NODES; l++) share[l] = l == k ? 1.0 : 0.0;
            return;
        }
        sum += share[k] = weights[k] / d;
    }
    for (int32_t k = 0; k < NODES; k++) share[k] /= sum;
}

/// Nodes cos((2k + 1) pi / 32) and their barycentric weights, from square roots alone.
static inline void nodes_init(nodes *n) {
    double c = 0.0; // cos of pi / 2, then of its halves
    for (int32_t i = 0; i < 4; i++) c = sqrt(0.5 * (1.0 + c));
    double s = sqrt(1.0 - c * c), c2 = c * c - s * s, s2 = 2.0 * s * c, weights[NODES], share[NODES]; // pi/32, pi/16
    for (int32_t k = 0; k < NODES; k++) {
        n->at[k] = c;
        weights[k] = k % 2 ? -s : s;
        double next = c * c2 - s * s2;
        s = s * c2 + c * s2;
        c = next;
    }
    for (int32_t level = 0; level < SUM_LEVELS; level++) {
        int32_t side = SUM_TOP >> level;
        for (int32_t i = 0; i < side; i++) {
            node_shares(n, weights, (2.0 * i + 1.0) / side - 1.0, share);
            for (int32_t k = 0; k < NODES; k++) n->samples[level][k][i] = share[k];
        }
    }
    for (int32_t half = 0; half < 2; half++)
        for (int32_t k = 0; k < NODES; k++)
            node_shares(n, weights, 0.5 * (n->at[k] + (half ? 1.0 : -1.0)), n->halves[half][k]);
}

/// The ground in the units of the plate: sample (x, y) lies at (left + x step, top + y step).
typedef struct ground_units {
    double left, top, step;
} ground_units;

/// One square while it is worked on, with all its halves; one per worker.
typedef struct sum_room {
    double value[SUM_TOP][SUM_TOP];            ///< the result
    double function[SUM_LEVELS][NODES][NODES]; ///< at the nodes, row by row
    double between[NODES][SUM_TOP];            ///< columns interpolated, rows not yet
    double node_x[NODES * NODES], node_y[NODES * NODES];
    int32_t *near[SUM_LEVELS]; ///< points that are near the square of a level
} sum_room;

typedef struct plate_sum {
    const plate *plate;
    const nodes *nodes;
    ground_units ground;
} plate_sum;

/// Adds a point's function at all nodes of a square with this middle and half side.
static inline void add_far(const plate_sum *s, int32_t point, sum_room *room, double *restrict function) {
    double px = s->plate->x[point], py = s->plate->y[point], w = s->plate->w[point];
    const double *restrict nx = room->node_x, *restrict ny = room->node_y;
    for (int32_t i = 0; i < NODES * NODES; i++) {
        double u = nx[i] - px, v = ny[i] - py;
        function[i] += w * plate_bend(u * u + v * v);
    }
}

/// Sorts points into far ones, which are added at the nodes, and near ones, which are listed; returns how many are near.
static inline int32_t add_square(const plate_sum *s, int32_t level, int32_t x, int32_t y, const int32_t *points,
                                 int32_t count, sum_room *room) {
    double half = 0.5 * (SUM_TOP >> level) * s->ground.step;
    double mx = s->ground.left + (x - 0.5) * s->ground.step + half,
           my = s->ground.top + (y - 0.5) * s->ground.step + half;
    double *function = room->function[level][0];
    int32_t near = 0;
    for (int32_t i = 0; i < NODES * NODES; i++) {
        room->node_x[i] = mx + half * s->nodes->at[i % NODES];
        room->node_y[i] = my + half * s->nodes->at[i / NODES];
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t p = points ? points[i] : i;
        bool far = fabs(s->plate->x[p] - mx) > 3.0 * half || fabs(s->plate->y[p] - my) > 3.0 * half;
        if (far)
            add_far(s, p, room, function);
        else
            room->near[level][near++] = p;
    }
    return near;
}

/// Takes the parent's function over to a half's nodes.
static inline void take_over(const plate_sum *s, int32_t level, int32_t right, int32_t lower, sum_room *room) {
    double(*from)[NODES] = room->function[level - 1], (*to)[NODES] = room->function[level], across[NODES][NODES];
    const double(*mx)[NODES] = s->nodes->halves[right], (*my)[NODES] = s->nodes->halves[lower];
    for (int32_t j = 0; j < NODES; j++)
        for (int32_t i = 0; i < NODES; i++) {
            double sum = 0.0;
            for (int32_t k = 0; k < NODES; k++) sum += from[j][k] * mx[i][k];
            across[j][i] = sum;
        }
    for (int32_t j = 0; j < NODES; j++) {
        for (int32_t i = 0; i < NODES; i++) to[j][i] = 0.0;
        for (int32_t k = 0; k < NODES; k++)
            for (int32_t i = 0; i < NODES; i++) to[j][i] += my[j][k] * across[k][i];
    }
}

/// A square's samples: its function interpolated, the plane, and its near points; (ax, ay) is its place in the top square.
static inline void finish_square(const plate_sum *s, int32_t level, int32_t x, int32_t y, int32_t ax, int32_t ay,
                                 int32_t near, sum_room *room) {
    int32_t side = SUM_TOP >> level;
    const plate *p = s->plate;
    const double(*m)[SUM_TOP] = s->nodes->samples[level];
    for (int32_t j = 0; j < NODES; j++) {
        double *restrict row = room->between[j];
        for (int32_t i = 0; i < side; i++) row[i] = 0.0;
        for (int32_t k = 0; k < NODES; k++) {
            double f = room->function[level][j][k];
            for (int32_t i = 0; i < side; i++) row[i] += f * m[k][i];
        }
    }
    double left = s->ground.left + x * s->ground.step;
    for (int32_t j = 0; j < side; j++) {
        double *restrict out = room->value[ay + j] + ax;
        double north = s->ground.top + (y + j) * s->ground.step, first = p->level + p->dy * north + p->dx * left;
        for (int32_t i = 0; i < side; i++) out[i] = first + p->dx * s->ground.step * i;
        for (int32_t k = 0; k < NODES; k++) {
            const double *restrict row = room->between[k];
            double f = m[k][j];
            for (int32_t i = 0; i < side; i++) out[i] += f * row[i];
        }
        for (int32_t n = 0; n < near; n++) {
            int32_t point = room->near[level][n];
            double u0 = left - p->x[point], v = north - p->y[point], v2 = v * v, w = p->w[point];
            for (int32_t i = 0; i < side; i++) {
                double u = u0 + i * s->ground.step;
                out[i] += w * plate_bend(u * u + v2);
            }
        }
    }
}

/// Halves a square until it is small or has no near points. The square at (x, y) may reach beyond the map's last sample (w, h).
static inline void sum_square(const plate_sum *s, int32_t level, int32_t x, int32_t y, int32_t ax, int32_t ay,
                              int32_t w, int32_t h, int32_t near, sum_room *room) {
    int32_t half = SUM_TOP >> (level + 1);
    if (near == 0 || level == SUM_LEVELS - 1) {
        finish_square(s, level, x, y, ax, ay, near, room);
        return;
    }
    for (int32_t k = 0; k < 4; k++) {
        int32_t right = k & 1, lower = k >> 1, cx = x + right * half, cy = y + lower * half;
        if (cx >= w || cy >= h) continue;
        take_over(s, level + 1, right, lower, room);
        int32_t left = add_square(s, level + 1, cx, cy, room->near[level], near, room);
        sum_square(s, level + 1, cx, cy, ax + right * half, ay + lower * half, w, h, left, room);
    }
}

/// The samples of the top square at (x, y) of a map of w x h samples, into room->value.
static inline void sum_top(const plate_sum *s, int32_t x, int32_t y, int32_t w, int32_t h, sum_room *room) {
    memset(room->function[0], 0, sizeof room->function[0]);
    int32_t near = add_square(s, 0, x, y, NULL, s->plate->count, room);
    sum_square(s, 0, x, y, 0, 0, w, h, near, room);
}

#endif
