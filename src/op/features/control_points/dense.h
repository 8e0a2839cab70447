// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A dense symmetric system of some hundred equations: Cholesky's L of A = L L^T, a panel of columns at a time. Rows of the rest
// are independent, so they go to threads; the order of the terms in every element is fixed. 8 bytes per element, and as many
// operations as a third of the cube of the number of equations.
#ifndef ORO_CONTROL_POINTS_DENSE_H
#define ORO_CONTROL_POINTS_DENSE_H

#include "run/loops.h"

#include <math.h>

enum { DENSE_PANEL = 32 };

/// Row-major; only the lower half counts. `turned` holds a panel the other way round.
typedef struct dense {
    double *a;
    double *turned;
    int32_t n;
    int32_t from, to; ///< columns of the panel
} dense;

static inline oro_status dense_alloc(oro_run *r, int32_t n, dense *d) {
    *d = (dense){.n = n, .a = oro_scratch(r, (size_t)n * (size_t)n * sizeof(double) + 64)};
    d->turned = oro_scratch(r, (size_t)DENSE_PANEL * (size_t)n * sizeof(double) + 64);
    return d->a && d->turned ? ORO_OK : ORO_NO_MEMORY;
}

static inline double *dense_row(const dense *d, int32_t i) { return d->a + (size_t)i * (size_t)d->n; }

/// One row against the panel's triangle.
static inline void dense_solve_row(const dense *d, int32_t i) {
    double *row = dense_row(d, i);
    int32_t end = d->to < i ? d->to : i;
    for (int32_t j = d->from; j < end; j++) {
        const double *other = dense_row(d, j);
        double v = row[j];
        for (int32_t t = d->from; t < j; t++) v -= row[t] * other[t];
        row[j] = v / other[j];
    }
}

static inline void dense_solve_rows(const void *user, int32_t block) {
    const dense *d = user;
    int32_t first = d->to + block * DENSE_PANEL;
    for (int32_t i = first; i < first + DENSE_PANEL && i < d->n; i++) {
        dense_solve_row(d, i);
        for (int32_t t = d->from; t < d->to; t++)
            d->turned[(size_t)(t - d->from) * (size_t)d->n + (size_t)i] = dense_row(d, i)[t];
    }
}

static inline void dense_take_rows(const void *user, int32_t block) {
    const dense *d = user;
    int32_t first = d->to + block * DENSE_PANEL;
    for (int32_t i = first; i < first + DENSE_PANEL && i < d->n; i++) {
        double *restrict row = dense_row(d, i);
        for (int32_t t = 0; t < d->to - d->from; t += 4) { // panels are whole where rows follow
            const double *restrict p0 = d->turned + (size_t)t * (size_t)d->n, *restrict p1 = p0 + d->n,
                                   *restrict p2 = p1 + d->n, *restrict p3 = p2 + d->n;
            const double *l = dense_row(d, i) + d->from + t;
            double l0 = l[0], l1 = l[1], l2 = l[2], l3 = l[3];
            for (int32_t j = d->to; j <= i; j++) row[j] -= (l0 * p0[j] + l1 * p1[j]) + (l2 * p2[j] + l3 * p3[j]);
        }
    }
}

/// A becomes L. A pivot that rounding has eaten becomes `least` times the greatest: what follows stays finite, and refining
/// shows how good it is. The work is the part from `stage_from` to `stage_to` of the run.
static inline oro_status dense_factor(oro_run *r, dense *d, double least, double stage_from, double stage_to) {
    double most = 0.0;
    for (int32_t i = 0; i < d->n; i++) most = dense_row(d, i)[i] > most ? dense_row(d, i)[i] : most;
    for (d->from = 0; d->from < d->n; d->from = d->to) {
        d->to = d->from + DENSE_PANEL < d->n ? d->from + DENSE_PANEL : d->n;
        for (int32_t i = d->from; i < d->to; i++) {
            dense_solve_row(d, i);
            double *row = dense_row(d, i), v = row[i];
            for (int32_t t = d->from; t < i; t++) v -= row[t] * row[t];
            row[i] = sqrt(v > least * most ? v : least * most > 0.0 ? least * most : 1.0);
        }
        int32_t blocks = (d->n - d->to + DENSE_PANEL - 1) / DENSE_PANEL;
        if (!blocks) break;
        double part = (double)d->from / d->n, next = (double)d->to / d->n, span = stage_to - stage_from;
        oro_stage(r, stage_from + part * span, stage_from + next * span);
        oro_status status = oro_for_blocks(r, blocks, dense_solve_rows, d);
        if (status == ORO_OK) status = oro_for_blocks(r, blocks, dense_take_rows, d);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// Solves L L^T x = b in place.
static inline void dense_solve(const dense *d, double *b) {
    for (int32_t i = 0; i < d->n; i++) {
        const double *row = dense_row(d, i);
        double v = b[i];
        for (int32_t j = 0; j < i; j++) v -= row[j] * b[j];
        b[i] = v / row[i];
    }
    for (int32_t i = d->n - 1; i >= 0; i--) {
        const double *restrict row = dense_row(d, i);
        double v = b[i] = b[i] / row[i];
        for (int32_t j = 0; j < i; j++) b[j] -= row[j] * v;
    }
}

#endif
