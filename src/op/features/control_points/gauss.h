// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hume's surface through points (2023, 3.3): a bell of one width around every point. The matrix of bells is nearly singular
// where they are wider than the points are apart, so it gets a ridge of 1e-8 on its diagonal before Cholesky, and refining takes
// the ridge's error out again as far as doubles carry. A bell is a product of one along x and one along y, so a square of
// samples takes two exponentials per point and line and one multiplication per point and sample.
#ifndef ORO_CONTROL_POINTS_GAUSS_H
#define ORO_CONTROL_POINTS_GAUSS_H

#include "sum.h"

enum { GAUSS_MOST = 2048, GAUSS_AT_ONCE = 4, GAUSS_ROUNDS = 24 };

typedef struct gauss {
    const cloud *points;
    double *w;
    double narrow; ///< 1 / (2 sigma²), in units
    double reach;  ///< beyond 12 sigma a bell is 0
} gauss;

typedef struct gauss_job {
    const gauss *gauss;
    dense *system;
    double *left;
} gauss_job;

static inline double gauss_between(const gauss *g, int32_t i, int32_t j) {
    double u = g->points->x[i] - g->points->x[j], v = g->points->y[i] - g->points->y[j];
    return oro_real_exp(-(u * u + v * v) * g->narrow);
}

static inline void gauss_rows(const void *user, int32_t block) {
    const gauss_job *j = user;
    for (int32_t a = block * DENSE_PANEL; a < (block + 1) * DENSE_PANEL && a < j->system->n; a++) {
        double *row = dense_row(j->system, a);
        for (int32_t b = 0; b <= a; b++) row[b] = gauss_between(j->gauss, a, b);
        row[a] += 1e-8;
    }
}

static inline void gauss_left(const void *user, int32_t block) {
    const gauss_job *j = user;
    for (int32_t i = block * DENSE_PANEL; i < (block + 1) * DENSE_PANEL && i < j->gauss->points->count; i++) {
        double sum = 0.0;
        for (int32_t k = 0; k < j->gauss->points->count; k++) sum += j->gauss->w[k] * gauss_between(j->gauss, i, k);
        j->left[i] = j->gauss->points->z[i] - sum;
    }
}

/// Weights of the bells; `left` gets what the surface still lacks at each point. Refines while that shrinks and matters.
static inline oro_status gauss_through(oro_run *r, const cloud *points, double sigma, double enough, gauss *g,
                                       double *left) {
    int32_t n = points->count, blocks = (n + DENSE_PANEL - 1) / DENSE_PANEL;
    dense system;
    *g = (gauss){.points = points, .narrow = 0.5 / (sigma * sigma), .reach = 12.0 * sigma};
    g->w = oro_scratch(r, (size_t)n * sizeof(double));
    double *change = oro_scratch(r, (size_t)n * sizeof(double));
    if (!g->w || !change || dense_alloc(r, n, &system) != ORO_OK) return ORO_NO_MEMORY;
    gauss_job j = {g, &system, left};
    oro_stage(r, 0.0, 0.05);
    oro_status status = oro_for_blocks(r, blocks, gauss_rows, &j);
    if (status == ORO_OK) status = dense_factor(r, &system, 1e-16, 0.05, 0.4);
    memset(g->w, 0, (size_t)n * sizeof(double));
    memcpy(left, points->z, (size_t)n * sizeof(double));
    double before = INFINITY;
    for (int32_t round = 0; status == ORO_OK && round < GAUSS_ROUNDS; round++) {
        double now = 0.0;
        for (int32_t i = 0; i < n; i++) now = fabs(left[i]) > now ? fabs(left[i]) : now;
        if (now <= enough || !(now < before)) break;
        before = now;
        memcpy(change, left, (size_t)n * sizeof(double));
        dense_solve(&system, change);
        for (int32_t i = 0; i < n; i++) g->w[i] += change[i];
        oro_stage(r, 0.4, 0.5);
        status = oro_for_blocks(r, blocks, gauss_left, &j);
    }
    return status;
}

/// Some points' bells along the rows and columns of a square.
typedef struct bells {
    double across[GAUSS_AT_ONCE][SUM_TOP], down[GAUSS_AT_ONCE][SUM_TOP];
    int32_t count;
} bells;

static inline void add_bells(bells *b, int32_t wide, int32_t high, double (*value)[SUM_TOP]) {
    for (int32_t k = b->count; k < GAUSS_AT_ONCE; k++) memset(b->down[k], 0, sizeof b->down[k]);
    for (int32_t k = b->count; k < GAUSS_AT_ONCE; k++) memset(b->across[k], 0, sizeof b->across[k]);
    for (int32_t y = 0; y < high; y++) {
        double *restrict out = value[y];
        double d0 = b->down[0][y], d1 = b->down[1][y], d2 = b->down[2][y], d3 = b->down[3][y];
        for (int32_t x = 0; x < wide; x++)
            out[x] += (d0 * b->across[0][x] + d1 * b->across[1][x]) + (d2 * b->across[2][x] + d3 * b->across[3][x]);
    }
    b->count = 0;
}

/// The samples of a square of `wide` x `high` at (x, y).
static inline void gauss_square(const gauss *g, const ground_units *ground, int32_t x, int32_t y, int32_t wide,
                                int32_t high, double (*value)[SUM_TOP]) {
    double left = ground->left + x * ground->step, top = ground->top + y * ground->step;
    double right = left + (wide - 1) * ground->step, below = top + (high - 1) * ground->step;
    bells b = {.count = 0};
    for (int32_t row = 0; row < high; row++) memset(value[row], 0, (size_t)wide * sizeof(double));
    for (int32_t i = 0; i < g->points->count; i++) {
        double px = g->points->x[i], py = g->points->y[i];
        if (px < left - g->reach || px > right + g->reach || py < top - g->reach || py > below + g->reach) continue;
        double *restrict across = b.across[b.count], *restrict down = b.down[b.count];
        for (int32_t k = 0; k < wide; k++) {
            double u = left + k * ground->step - px;
            across[k] = oro_real_exp(-u * u * g->narrow);
        }
        for (int32_t k = 0; k < high; k++) {
            double v = top + k * ground->step - py;
            down[k] = g->w[i] * oro_real_exp(-v * v * g->narrow);
        }
        if (++b.count == GAUSS_AT_ONCE) add_bells(&b, wide, high, value);
    }
    if (b.count) add_bells(&b, wide, high, value);
}

#endif
