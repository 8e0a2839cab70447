// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rows of a volume for a solver that goes over red and black samples by turns (x + y + z even and odd).
//
// A row keeps its even samples first and its odd ones behind them, so that the samples of one colour and all of their six
// neighbours lie side by side in memory: eight at a time without a mask. Between the two halves and behind each lie samples that are
// nobody's; their weights, like those across walls and to fixed samples, are 0, and so is 1 over their diagonal. So sweeps
// have no branch.
//
// The matrix has per sample the weights to the next one to the east, to the south and above, and a screen:
//
//     (A u)_i = screen_i u_i + sum over neighbours j of weight_ij (u_i - u_j)
//
// A sweep of one colour reads 40 bytes per sample of that colour and writes 4.
#ifndef ORO_SOLVE_MULTIGRID_ROWS_H
#define ORO_SOLVE_MULTIGRID_ROWS_H

#include "core/cell.h"

#include <stddef.h>

enum { MG_LANES = 8, MG_MOST_HALF = 2048 + MG_LANES }; ///< half of ORO_MAX_VOLUME_SIDE, in whole lanes

/// One resolution: its matrix, and where its rows lie.
typedef struct mg_level {
    int32_t side[3];
    ptrdiff_t half;            ///< samples of half a row, in whole lanes
    ptrdiff_t row, layer, all; ///< from one to the next, and in all
    float *weight[3];          ///< to the next sample along x, y and z
    float *screen, *inverse;   ///< inverse: 1 over the diagonal, 0 for fixed samples
    float *nothing;            ///< half a row of zeros
} mg_level;

static inline void mg_shape(mg_level *l, int32_t width, int32_t height, int32_t depth) {
    ptrdiff_t evens = (width + 1) / 2;
    *l = (mg_level){.side = {width, height, depth}, .half = (evens + MG_LANES - 1) / MG_LANES * MG_LANES};
    l->row = 2 * l->half + MG_LANES;
    l->layer = l->row * height;
    l->all = l->layer * depth;
}

static inline ptrdiff_t mg_row(const mg_level *l, int32_t y, int32_t z) { return l->row * y + l->layer * z; }

/// Where the odd samples of a row begin, from its even ones.
static inline ptrdiff_t mg_odd(const mg_level *l) { return l->half + MG_LANES; }

/// A row as it lies in a volume, put into halves; the rest of the row becomes 0.
static inline void mg_split(const mg_level *l, const float *restrict plain, float *restrict row) {
    ptrdiff_t width = l->side[0], odd = mg_odd(l);
    for (ptrdiff_t i = (width + 1) / 2; i < odd; i++) row[i] = 0.0f;
    for (ptrdiff_t i = odd + width / 2; i < l->row; i++) row[i] = 0.0f;
    for (ptrdiff_t i = 0; i < width / 2; i++) {
        row[i] = plain[2 * i];
        row[odd + i] = plain[2 * i + 1];
    }
    if (width & 1) row[width / 2] = plain[width - 1];
}

/// The way back. `plain` has room for an even count.
static inline void mg_join(const mg_level *l, const float *restrict row, float *restrict plain) {
    ptrdiff_t odd = mg_odd(l);
    for (ptrdiff_t i = 0; i < (l->side[0] + 1) / 2; i++) {
        plain[2 * i] = row[i];
        plain[2 * i + 1] = row[odd + i];
    }
}

/// The samples of one colour in a row, and their neighbours: where they lie in a vector, and the weights to them.
typedef struct mg_half {
    ptrdiff_t count, self, to[6];
    const float *weight[6];
    const float *screen, *inverse;
} mg_half;

static inline mg_half mg_half_of(const mg_level *l, int32_t y, int32_t z, int32_t colour) {
    ptrdiff_t base = mg_row(l, y, z), odd = mg_odd(l);
    bool odds = (y + z + colour) & 1;
    mg_half h = {.count = l->half, .self = odds ? base + odd : base};
    h.to[0] = odds ? base : base + odd - 1;
    h.to[1] = odds ? base + 1 : base + odd;
    h.weight[0] = l->weight[0] + h.to[0];
    h.weight[1] = l->weight[0] + h.self;
    const bool has[4] = {y > 0, y<l->side[1] - 1, z> 0, z < l->side[2] - 1};
    const ptrdiff_t step[4] = {-l->row, l->row, -l->layer, l->layer};
    for (int k = 0; k < 4; k++) {
        h.to[k + 2] = has[k] ? h.self + step[k] : h.to[1]; // anywhere but here: its weight is 0
        const float *w = l->weight[k < 2 ? 1 : 2];
        h.weight[k + 2] = has[k] ? w + (k & 1 ? h.self : h.to[k + 2]) : l->nothing;
    }
    h.screen = l->screen + h.self;
    h.inverse = l->inverse + h.self;
    return h;
}

#define MG_NEIGHBOURS(h, u)                                                                                            \
    const float *restrict u0 = (u) + (h)->to[0], *restrict u1 = (u) + (h)->to[1], *restrict u2 = (u) + (h)->to[2],     \
                          *restrict u3 = (u) + (h)->to[3], *restrict u4 = (u) + (h)->to[4],                            \
                          *restrict u5 = (u) + (h)->to[5];                                                             \
    const float *restrict w0 = (h)->weight[0], *restrict w1 = (h)->weight[1], *restrict w2 = (h)->weight[2],           \
                          *restrict w3 = (h)->weight[3], *restrict w4 = (h)->weight[4], *restrict w5 = (h)->weight[5]

/// Gauss-Seidel: u such that A u = f at these samples.
static inline void mg_relax(const mg_half *h, const float *f_all, float *u) {
    MG_NEIGHBOURS(h, u);
    const float *restrict f = f_all + h->self, *restrict inverse = h->inverse;
    float *restrict out = u + h->self;
    for (ptrdiff_t i = 0; i < h->count; i++)
        out[i] = inverse[i] * (f[i] + ((w0[i] * u0[i] + w1[i] * u1[i]) + (w2[i] * u2[i] + w3[i] * u3[i]) +
                                       (w4[i] * u4[i] + w5[i] * u5[i])));
}

/// The same where all neighbours are 0.
static inline void mg_relax_alone(const mg_half *h, const float *f_all, float *u) {
    const float *restrict f = f_all + h->self, *restrict inverse = h->inverse;
    float *restrict out = u + h->self;
    for (ptrdiff_t i = 0; i < h->count; i++) out[i] = inverse[i] * f[i];
}

/// A u at these samples.
static inline void mg_apply(const mg_half *h, const float *u, float *restrict out) {
    MG_NEIGHBOURS(h, u);
    const float *restrict own = u + h->self, *restrict screen = h->screen;
    for (ptrdiff_t i = 0; i < h->count; i++) {
        float v = own[i];
        out[i] =
            screen[i] * v + ((w0[i] * (v - u0[i]) + w1[i] * (v - u1[i])) + (w2[i] * (v - u2[i]) + w3[i] * (v - u3[i])) +
                             (w4[i] * (v - u4[i]) + w5[i] * (v - u5[i])));
    }
}

/// Adds f - A u of these samples to `sum`; that of fixed ones is 0, as all of theirs is.
static inline void mg_add_rest(const mg_half *h, const float *f_all, const float *u, float *restrict sum) {
    MG_NEIGHBOURS(h, u);
    const float *restrict f = f_all + h->self, *restrict own = u + h->self, *restrict screen = h->screen;
    for (ptrdiff_t i = 0; i < h->count; i++) {
        float v = own[i];
        sum[i] += f[i] - (screen[i] * v +
                          ((w0[i] * (v - u0[i]) + w1[i] * (v - u1[i])) + (w2[i] * (v - u2[i]) + w3[i] * (v - u3[i])) +
                           (w4[i] * (v - u4[i]) + w5[i] * (v - u5[i]))));
    }
}

/// The same where these samples were found by mg_relax_alone() and their neighbours later.
static inline void mg_add_flow(const mg_half *h, const float *u, float *restrict sum) {
    MG_NEIGHBOURS(h, u);
    for (ptrdiff_t i = 0; i < h->count; i++)
        sum[i] += (w0[i] * u0[i] + w1[i] * u1[i]) + (w2[i] * u2[i] + w3[i] * u3[i]) + (w4[i] * u4[i] + w5[i] * u5[i]);
}

/// Sum of products over a row, in lanes that are joined in order.
static inline double mg_dot_row(const float *restrict a, const float *restrict b, ptrdiff_t count) {
    float lanes[MG_LANES] = {0.0f};
    for (ptrdiff_t i = 0; i < count; i += MG_LANES)
        for (int k = 0; k < MG_LANES; k++) lanes[k] += a[i + k] * b[i + k];
    double sum = 0.0;
    for (int k = 0; k < MG_LANES; k++) sum += (double)lanes[k];
    return sum;
}

#endif
