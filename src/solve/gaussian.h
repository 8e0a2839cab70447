// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gaussian blur of a map. Narrow bells (a deviation below 3.4 samples) are convolved as they are, rows and columns fused: a
// window of blurred rows stays in cache, so memory sees each sample read once and written once. Wider ones go down a pyramid
// (Burt and Adelson 1983): each level is filtered with the binomial 1 4 6 4 1 and keeps every second sample, the coarsest
// is convolved, and cubic B-spline subdivision (the same binomial) brings it back. Every filter adds its variance, and the
// bell at the coarsest level gets what is missing, so the whole has exactly the deviation asked for.
//
// Error: the weights end at 4 deviations (6e-5 of the bell); the pyramid differs from the true bell by less than 1e-3 of
// the map's range in the worst case (a wave of just the wrong length) and 2e-4 in ordinary terrain. There are no running
// sums: every sample is a fixed expression, so nothing drifts and no thread count changes a bit.
//
// Memory: 8 bytes a sample while narrow; 8 + 2.7 with a pyramid (its levels, a quarter each, are written and read once).
// Outside the map its edge goes on, or the other side where it wraps.
#ifndef ORO_SOLVE_GAUSSIAN_H
#define ORO_SOLVE_GAUSSIAN_H

#include "core/math.cell.h"
#include "op/op.h"

enum {
    ORO_BELL_REACH = 16,  ///< most samples a bell reaches at its level
    ORO_BELL_LINE = 1024, ///< columns worked on at once
    ORO_BELL_ROWS = 128,  ///< rows of a block of the convolution
    ORO_BELL_LEVELS = 24,
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
    int32_t reach; ///< multiple of 4; the weights beyond the bell's end are 0
    float weight[ORO_BELL_REACH + 1];
} oro_bell_job;

/// Writes a finished line, mixed with the map where asked.
static inline void oro_bell_put(const oro_bell_job *j, int32_t y, int32_t x, const float *restrict line,
                                int32_t count) {
    float *restrict out = oro_bell_row(&j->to, y) + x;
    if (!j->under) {
        for (int32_t i = 0; i < count; i++) out[i] = line[i];
        return;
    }
    const float *restrict in = oro_row(j->under, y) + x, *restrict t = oro_field_row(j->amount, y) + x;
    for (int32_t i = 0; i < count; i++) out[i] = in[i] * (1.0f - t[i]) + line[i] * t[i];
}

// --- the convolution --------------------------------------------------------------------------------------------------

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

/// One line of weighted sums; rows[reach] is the middle, rows[reach - k] and rows[reach + k] its pairs.
static inline void oro_bell_sum(const oro_bell_job *j, const float *const *rows, float *restrict sum, int32_t count) {
    const float *const *middle = rows + j->reach, *restrict centre = *middle;
    float w = j->weight[0];
    for (int32_t i = 0; i < count; i++) sum[i] = centre[i] * w;
    for (int32_t k = 1; k < j->reach; k += 4)
        oro_bell_pairs(sum, middle[-k], middle[-k - 1], middle[-k - 2], middle[-k - 3], middle[k], middle[k + 1],
                       middle[k + 2], middle[k + 3], j->weight + k, count);
}

/// Columns [x, x + count) of row y, blurred along the row.
static inline void oro_bell_along(const oro_bell_job *j, int32_t y, int32_t x, int32_t count, float *restrict out) {
    float line[ORO_BELL_LINE + 2 * ORO_BELL_REACH];
    const float *shifted[2 * ORO_BELL_REACH + 1], *row = oro_bell_row(&j->from, y);
    int32_t a = x - j->reach, b = x + count + j->reach, first, last;
    oro_bell_inside(&j->from, a, b, &first, &last);
    for (int32_t i = a; i < first; i++) line[i - a] = row[oro_bell_column(&j->from, i)];
    for (int32_t i = first; i < last; i++) line[i - a] = row[i];
    for (int32_t i = last; i < b; i++) line[i - a] = row[oro_bell_column(&j->from, i)];
    for (int32_t k = 0; k <= 2 * j->reach; k++) shifted[k] = line + k;
    oro_bell_sum(j, shifted, out, count);
}

/// A block of rows and a strip of columns: rows blurred along themselves pass through a ring, from which columns are summed.
static inline void oro_bell_tile(const oro_bell_job *j, int32_t y0, int32_t y1, int32_t x, int32_t count) {
    enum { RING = 2 * ORO_BELL_REACH + 1 };
    static const int32_t width = ORO_BELL_LINE + 16; // rows a power of two apart would share their places in the cache
    float ring[RING * (ORO_BELL_LINE + 16)], sum[ORO_BELL_LINE];
    const float *rows[RING];
    int32_t window = 2 * j->reach + 1;
    for (int32_t y = y0 - j->reach; y < y1 + j->reach; y++) {
        int32_t n = y - (y0 - j->reach);
        oro_bell_along(j, y, x, count, ring + n % window * width);
        if (n + 1 < window) continue;
        for (int32_t k = 0; k < window; k++) rows[k] = ring + (n + 1 + k) % window * width;
        oro_bell_sum(j, rows, sum, count);
        oro_bell_put(j, y - j->reach, x, sum, count);
    }
}

static inline void oro_bell_convolve_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y0 = j->to.y0 + block * ORO_BELL_ROWS, y1 = y0 + ORO_BELL_ROWS < j->to.y1 ? y0 + ORO_BELL_ROWS : j->to.y1;
    for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_LINE)
        oro_bell_tile(j, y0, y1, x, j->to.x1 - x < ORO_BELL_LINE ? j->to.x1 - x : ORO_BELL_LINE);
}

/// Weights of a bell of this deviation (in samples), ending at 4 deviations, their sum 1.
static inline void oro_bell_weights(oro_bell_job *j, double deviation) {
    int32_t end = (int32_t)(4.0 * deviation) + 1;
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

static inline oro_status oro_bell_convolve(oro_run *run, oro_bell_job *j, double deviation) {
    oro_bell_weights(j, deviation);
    int32_t blocks = (j->to.y1 - j->to.y0 + ORO_BELL_ROWS - 1) / ORO_BELL_ROWS;
    return oro_for_blocks(run, blocks, oro_bell_convolve_block, j);
}

// --- down and up the pyramid ------------------------------------------------------------------------------------------

enum { ORO_BELL_STEP_ROWS = 16 }; ///< rows of a block on the way down and up

static inline float oro_bell_down_at(const oro_bell_level *l, const float *const *rows, int32_t column) {
    int32_t x = oro_bell_column(l, column);
    return (rows[0][x] + rows[4][x]) + 4.0f * (rows[1][x] + rows[3][x]) + 6.0f * rows[2][x];
}

/// Coarse columns [x, x + count) of coarse row y: 1 4 6 4 1 along both axes.
static inline void oro_bell_down(const oro_bell_job *j, int32_t y, int32_t x, int32_t count) {
    enum { LINE = ORO_BELL_LINE / 2 + 2 };
    float line[2 * LINE], even[LINE], odd[LINE];
    const float *rows[5];
    for (int32_t k = 0; k < 5; k++) rows[k] = oro_bell_row(&j->from, 2 * y - 2 + k);
    int32_t a = 2 * x - 2, pairs = count + 2, b = a + 2 * pairs, first, last;
    oro_bell_inside(&j->from, a, b, &first, &last);
    const float *restrict r0 = rows[0], *restrict r1 = rows[1], *restrict r2 = rows[2];
    const float *restrict r3 = rows[3], *restrict r4 = rows[4];
    for (int32_t i = first; i < last; i++) line[i - a] = (r0[i] + r4[i]) + 4.0f * (r1[i] + r3[i]) + 6.0f * r2[i];
    for (int32_t i = a; i < first; i++) line[i - a] = oro_bell_down_at(&j->from, rows, i);
    for (int32_t i = last; i < b; i++) line[i - a] = oro_bell_down_at(&j->from, rows, i);
    for (int32_t i = 0; i < pairs; i++) {
        even[i] = line[2 * i];
        odd[i] = line[2 * i + 1];
    }
    float *restrict out = oro_bell_row(&j->to, y) + x;
    for (int32_t i = 0; i < count; i++)
        out[i] = ((even[i] + even[i + 2]) + 4.0f * (odd[i] + odd[i + 1]) + 6.0f * even[i + 1]) * (1.0f / 256.0f);
}

static inline void oro_bell_down_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y0 = j->to.y0 + block * ORO_BELL_STEP_ROWS, y1 = y0 + ORO_BELL_STEP_ROWS;
    for (int32_t y = y0; y < y1 && y < j->to.y1; y++)
        for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_LINE / 2)
            oro_bell_down(j, y, x, j->to.x1 - x < ORO_BELL_LINE / 2 ? j->to.x1 - x : ORO_BELL_LINE / 2);
}

static inline int32_t oro_bell_half(int32_t i) { return i >= 0 ? i / 2 : -((1 - i) / 2); } // rounds down

/// Fine columns [x, x + count) of fine row y, x even: 1 6 1 on samples and 4 4 between them, along both axes.
static inline void oro_bell_up(const oro_bell_job *j, int32_t y, int32_t x, int32_t count) {
    enum { LINE = ORO_BELL_LINE / 2 };
    float line[LINE + 3], fine[ORO_BELL_LINE + 2];
    int32_t middle = oro_bell_half(y), pairs = (count + 1) / 2, a = oro_bell_half(x) - 1, b = a + pairs + 2, first,
            last;
    bool between = y - 2 * middle == 1;
    const float *r0 = oro_bell_row(&j->from, middle - 1), *r1 = oro_bell_row(&j->from, middle);
    const float *r2 = oro_bell_row(&j->from, middle + 1);
    float w0 = between ? 0.0f : 1.0f, w1 = between ? 4.0f : 6.0f, w2 = between ? 4.0f : 1.0f;
    if (between) r0 = r1; // weight 0, but not of a value that may be no number
    oro_bell_inside(&j->from, a, b, &first, &last);
    for (int32_t i = first; i < last; i++) line[i - a] = w0 * r0[i] + w1 * r1[i] + w2 * r2[i];
    for (int32_t i = a; i < first; i++) { // beyond the map; coarse levels never wrap
        int32_t c = oro_bell_column(&j->from, i);
        line[i - a] = w0 * r0[c] + w1 * r1[c] + w2 * r2[c];
    }
    for (int32_t i = last; i < b; i++) {
        int32_t c = oro_bell_column(&j->from, i);
        line[i - a] = w0 * r0[c] + w1 * r1[c] + w2 * r2[c];
    }
    for (int32_t i = 0; i < pairs; i++) {
        fine[2 * i] = ((line[i] + line[i + 2]) + 6.0f * line[i + 1]) * (1.0f / 64.0f);
        fine[2 * i + 1] = (line[i + 1] + line[i + 2]) * (4.0f / 64.0f);
    }
    oro_bell_put(j, y, x, fine, count);
}

static inline void oro_bell_up_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y0 = j->to.y0 + block * ORO_BELL_STEP_ROWS, y1 = y0 + ORO_BELL_STEP_ROWS;
    for (int32_t y = y0; y < y1 && y < j->to.y1; y++)
        for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_LINE)
            oro_bell_up(j, y, x, j->to.x1 - x < ORO_BELL_LINE ? j->to.x1 - x : ORO_BELL_LINE);
}

static inline oro_status oro_bell_step(oro_run *run, oro_bell_job *j, oro_block_fn *fn) {
    return oro_for_blocks(run, (j->to.y1 - j->to.y0 + ORO_BELL_STEP_ROWS - 1) / ORO_BELL_STEP_ROWS, fn, j);
}

/// The level above: every second sample, and as many more as still differ from the edge. `more` are extra samples of the
/// finer level on every side, for one that wraps.
static inline oro_status oro_bell_coarser(oro_run *run, const oro_bell_level *fine, int32_t more, oro_bell_level *out) {
    *out = (oro_bell_level){0};
    out->x0 = oro_bell_half(oro_bell_half(fine->x0 - more - 2)) * 2; // even, so that pairs of columns stay pairs
    out->y0 = oro_bell_half(fine->y0 - more - 2);
    out->x1 = oro_bell_half(fine->x1 + more + 2) + 1;
    out->y1 = oro_bell_half(fine->y1 + more + 2) + 1;
    out->stride = (out->x1 - out->x0 + 15) / 16 * 16;
    out->data = oro_scratch(run, (size_t)out->stride * (size_t)(out->y1 - out->y0) * sizeof(float));
    return out->data ? ORO_OK : ORO_NO_MEMORY;
}

static const double oro_bell_widest = 3.4; ///< deviation in samples that is still convolved as it is

static inline oro_status oro_bell_pyramid(oro_run *run, oro_bell_job *finest, double deviation) {
    oro_bell_level level[ORO_BELL_LEVELS + 1], blurred;
    int32_t top = 0, more = finest->from.wrap ? (int32_t)(6.0 * deviation) + 16 : 0;
    oro_status status = ORO_OK;
    level[0] = finest->from;
    for (; deviation > oro_bell_widest && top < ORO_BELL_LEVELS && status == ORO_OK; top++) {
        oro_bell_job down = {.from = level[top]};
        oro_stage(run, 0.4 - 0.4 / (1 << (2 * top < 30 ? 2 * top : 30)), 0.4);
        status = oro_bell_coarser(run, &level[top], top ? 0 : more, &level[top + 1]);
        down.to = level[top + 1];
        if (status == ORO_OK) status = oro_bell_step(run, &down, oro_bell_down_block);
        deviation = 0.5 * __builtin_sqrt(deviation * deviation - 2.0); // down and up widen by 1 each
    }
    if (status != ORO_OK) return status;
    blurred = level[top];
    blurred.data = oro_scratch(run, (size_t)blurred.stride * (size_t)(blurred.y1 - blurred.y0) * sizeof(float));
    if (!blurred.data) return ORO_NO_MEMORY;
    oro_bell_job across = {.from = level[top], .to = blurred};
    oro_stage(run, 0.4, 0.45);
    status = oro_bell_convolve(run, &across, deviation);
    for (int32_t k = top - 1; k >= 0 && status == ORO_OK; k--) {
        oro_bell_job up = {.from = k == top - 1 ? blurred : level[k + 1],
                           .to = level[k]}; // what was there has been used
        if (k == 0) {
            up.to = finest->to;
            up.under = finest->under;
            up.amount = finest->amount;
        }
        oro_stage(run, k ? 0.45 : 0.55, k ? 0.55 : 1.0);
        status = oro_bell_step(run, &up, oro_bell_up_block);
    }
    return status;
}

static inline oro_bell_level oro_bell_level_of(const oro_grid *g) {
    return (oro_bell_level){g->data, g->stride, 0, g->width, 0, g->height, g->wrap};
}

/// Blurs `from` into `to` (another map of the same size) with a bell of this standard deviation in metres. Where `amount`
/// is given it says how much of the blurred map replaces the map; NULL: all. The deviation is held at four times the longer
/// side, or at half the shorter side where the map wraps; both leave next to nothing but the mean.
static inline oro_status oro_gaussian_blur(oro_run *run, const oro_grid *from, oro_grid *to, double metres,
                                           const oro_field *amount) {
    double shorter = from->width < from->height ? from->width : from->height;
    double longer = from->width < from->height ? from->height : from->width;
    double deviation = metres / from->cell, most = from->wrap ? 0.5 * shorter : 4.0 * longer;
    deviation = deviation < most ? deviation : most;
    oro_bell_job job = {.from = oro_bell_level_of(from), .to = oro_bell_level_of(to)};
    job.under = amount ? from : NULL;
    job.amount = amount;
    if (deviation > oro_bell_widest) return oro_bell_pyramid(run, &job, deviation);
    return oro_bell_convolve(run, &job, deviation > 0.1 ? deviation : 0.1); // a tenth of a sample: no neighbour counts
}

#endif
