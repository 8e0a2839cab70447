// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What all blurs with a bell share: levels of a pyramid, and the convolution of one with a few weights, rows and columns
// fused. A window of blurred rows stays in cache, so memory sees each sample read once and written once: 8 bytes.
#ifndef ORO_SOLVE_BELL_H
#define ORO_SOLVE_BELL_H

#include "core/math.cell.h"
#include "core/stream.h"
#include "run/loops.h"

enum {
    ORO_BELL_REACH = 12,  ///< most samples a bell reaches at its level
    ORO_BELL_TILE = 1024, ///< columns worked on at once by the convolution
    ORO_BELL_LINE = 2080, ///< most columns of a blurred line
    ORO_BELL_ROWS = 64,   ///< rows of a block of the convolution
};

/// A map of the pyramid: samples [x0, x1) x [y0, y1) in coordinates of its own level, where 0 is the map's first sample.
/// Beyond them the nearest counts, or the opposite side where `wrap` is set (the finest level only).
typedef struct oro_bell_level {
    float *data;
    ptrdiff_t stride;
    int32_t x0, x1, y0, y1;
    bool wrap;
} oro_bell_level;

static inline int32_t oro_bell_fold(int32_t i, int32_t from, int32_t to, bool wrap) {
    if (!wrap) return i < from ? from : i >= to ? to - 1 : i;
    i = (i - from) % (to - from);
    return (i < 0 ? i + to - from : i) + from;
}

/// Pointer to a row such that [x] is column x.
static inline float *oro_bell_row(const oro_bell_level *l, int32_t y) {
    return l->data + (oro_bell_fold(y, l->y0, l->y1, l->wrap) - l->y0) * l->stride - l->x0;
}

static inline int32_t oro_bell_column(const oro_bell_level *l, int32_t x) {
    return oro_bell_fold(x, l->x0, l->x1, l->wrap);
}

/// Where columns [a, b) lie on the map: [first, last) needs no folding.
static inline void oro_bell_inside(const oro_bell_level *l, int32_t a, int32_t b, int32_t *first, int32_t *last) {
    *first = a > l->x0 ? a : l->x0;
    *first = *first < b ? *first : b;
    *last = b < l->x1 ? b : l->x1;
    *last = *last > *first ? *last : *first;
}

/// What is done: from where to where, and how much of it replaces the map.
typedef struct oro_bell_job {
    oro_bell_level from, to;
    const oro_grid *under; ///< the map that the result is mixed with; NULL: the result alone
    const oro_field *amount;
    bool stream;    ///< `to` is so large that it is written past the caches
    int32_t factor; ///< samples of the finer level to one of the coarser
    int32_t reach;  ///< multiple of 4; the weights beyond the bell's end are 0
    float weight[ORO_BELL_REACH + 1];
} oro_bell_job;

/// Writes a finished line, mixed with the map where asked.
static inline void oro_bell_put(const oro_bell_job *j, int32_t y, int32_t x, const float *restrict line,
                                int32_t count) {
    float *restrict out = oro_bell_row(&j->to, y) + x;
    if (!j->under && j->stream) {
        oro_stream(out, line, count);
        return;
    }
    if (!j->under) {
        for (int32_t i = 0; i < count; i++) out[i] = line[i];
        return;
    }
    const float *restrict in = oro_row(j->under, y) + x, *restrict t = oro_field_row(j->amount, y) + x;
    for (int32_t i = 0; i < count; i++) out[i] = in[i] * (1.0f - t[i]) + line[i] * t[i];
}

/// Adds four pairs of taps. Kept a function of its own: inlined, compilers forget that the sum overlaps none of the rows.
static __attribute__((noinline)) void oro_bell_pairs(float *restrict sum, const float *restrict b0,
                                                     const float *restrict b1, const float *restrict b2,
                                                     const float *restrict b3, const float *restrict a0,
                                                     const float *restrict a1, const float *restrict a2,
                                                     const float *restrict a3, const float *restrict w, int32_t count) {
    float w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    for (int32_t i = 0; i < count; i++)
        sum[i] += ((b0[i] + a0[i]) * w0 + (b1[i] + a1[i]) * w1) + ((b2[i] + a2[i]) * w2 + (b3[i] + a3[i]) * w3);
}

/// The middle and the first four pairs.
static __attribute__((noinline)) void oro_bell_nine(float *restrict sum, const float *const *rows,
                                                    const float *restrict w, int32_t count) {
    const float *restrict b4 = rows[0], *restrict b3 = rows[1], *restrict b2 = rows[2], *restrict b1 = rows[3];
    const float *restrict m = rows[4], *restrict a1 = rows[5], *restrict a2 = rows[6], *restrict a3 = rows[7];
    const float *restrict a4 = rows[8];
    float w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4];
    for (int32_t i = 0; i < count; i++)
        sum[i] =
            m[i] * w0 + (((b1[i] + a1[i]) * w1 + (b2[i] + a2[i]) * w2) + ((b3[i] + a3[i]) * w3 + (b4[i] + a4[i]) * w4));
}

/// One line of weighted sums; rows[reach] is the middle, rows[reach - k] and rows[reach + k] its pairs.
static inline void oro_bell_sum(const oro_bell_job *j, const float *const *rows, float *restrict sum, int32_t count) {
    const float *const *middle = rows + j->reach;
    oro_bell_nine(sum, middle - 4, j->weight, count);
    for (int32_t k = 5; k < j->reach; k += 4)
        oro_bell_pairs(sum, middle[-k], middle[-k - 1], middle[-k - 2], middle[-k - 3], middle[k], middle[k + 1],
                       middle[k + 2], middle[k + 3], j->weight + k, count);
}

/// Columns [x, x + count) of row y, blurred along the row.
static inline void oro_bell_along(const oro_bell_job *j, int32_t y, int32_t x, int32_t count, float *restrict out) {
    float line[ORO_BELL_LINE + 2 * ORO_BELL_REACH];
    const float *shifted[2 * ORO_BELL_REACH + 1], *row = oro_bell_row(&j->from, y), *begin = line;
    int32_t a = x - j->reach, b = x + count + j->reach, first, last;
    oro_bell_inside(&j->from, a, b, &first, &last);
    if (first == a && last == b) {
        begin = row + a;
    } else {
        for (int32_t i = a; i < first; i++) line[i - a] = row[oro_bell_column(&j->from, i)];
        for (int32_t i = first; i < last; i++) line[i - a] = row[i];
        for (int32_t i = last; i < b; i++) line[i - a] = row[oro_bell_column(&j->from, i)];
    }
    for (int32_t k = 0; k <= 2 * j->reach; k++) shifted[k] = begin + k;
    oro_bell_sum(j, shifted, out, count);
}

/// Rows blurred along themselves, as many as a column's sum takes, of a strip of columns [x, x + count).
typedef struct oro_bell_ring {
    _Alignas(64) float row[2 * ORO_BELL_REACH + 1]
                          [ORO_BELL_LINE + 16]; // rows a power of two apart would share their places in the cache
    int32_t x, count;
    int32_t first, next; ///< rows of the level: the first that comes in, and the one that comes in next
} oro_bell_ring;

static inline void oro_bell_begin(const oro_bell_job *j, oro_bell_ring *r, int32_t y, int32_t x, int32_t count) {
    r->x = x, r->count = count;
    r->first = r->next = y - j->reach;
}

/// The strip's part of row y, blurred both ways. Rows are asked for one after the other, from that of the beginning on.
static inline void oro_bell_blurred(const oro_bell_job *j, oro_bell_ring *r, int32_t y, float *restrict out) {
    const float *rows[2 * ORO_BELL_REACH + 1];
    int32_t window = 2 * j->reach + 1, base = r->first;
    for (; r->next <= y + j->reach; r->next++)
        oro_bell_along(j, r->next, r->x, r->count, r->row[(r->next - base) % window]);
    for (int32_t k = 0; k < window; k++) rows[k] = r->row[(y - j->reach + k - base) % window];
    oro_bell_sum(j, rows, out, r->count);
}

static inline void oro_bell_tile(const oro_bell_job *j, int32_t y0, int32_t y1, int32_t x, int32_t count) {
    oro_bell_ring ring;
    _Alignas(64) float sum[ORO_BELL_TILE];
    oro_bell_begin(j, &ring, y0, x, count);
    for (int32_t y = y0; y < y1; y++) {
        oro_bell_blurred(j, &ring, y, sum);
        oro_bell_put(j, y, x, sum, count);
    }
}

static inline void oro_bell_convolve_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y0 = j->to.y0 + block * ORO_BELL_ROWS, y1 = y0 + ORO_BELL_ROWS < j->to.y1 ? y0 + ORO_BELL_ROWS : j->to.y1;
    for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_TILE)
        oro_bell_tile(j, y0, y1, x, j->to.x1 - x < ORO_BELL_TILE ? j->to.x1 - x : ORO_BELL_TILE);
    if (j->stream) oro_stream_end();
}

/// Weights of a bell of this deviation (in samples), ending at 4 deviations, their sum 1.
static inline void oro_bell_weights(oro_bell_job *j, double deviation) {
    int32_t end = (int32_t)(4.0 * deviation + 0.999);
    end = end < ORO_BELL_REACH ? end : ORO_BELL_REACH;
    j->reach = (end + 3) / 4 * 4;
    double all[ORO_BELL_REACH + 1] = {0}, sum = 0.0;
    for (int32_t k = 0; k <= end; k++) {
        float u = (float)(k / deviation);
        all[k] = (double)oro_exp(-0.5f * u * u);
        sum += k ? 2.0 * all[k] : all[k];
    }
    for (int32_t k = 0; k <= ORO_BELL_REACH; k++) j->weight[k] = (float)(all[k] / sum);
}

#endif
