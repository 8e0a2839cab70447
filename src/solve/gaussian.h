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
// Memory: 8 bytes a sample while narrow, and 8 + 1.3 with a pyramid: two steps at a time are done in cache, so only every
// second level, a sixteenth of the one before, is written and read (8 + 4 just above the narrow ones, where one step is all).
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

static inline oro_status oro_bell_convolve(oro_run *run, oro_bell_job *j, double deviation) {
    oro_bell_weights(j, deviation);
    int32_t blocks = (j->to.y1 - j->to.y0 + ORO_BELL_ROWS - 1) / ORO_BELL_ROWS;
    return oro_for_blocks(run, blocks, oro_bell_convolve_block, j);
}

// --- down and up the pyramid ------------------------------------------------------------------------------------------

enum {
    ORO_BELL_STEP_ROWS = 32,   ///< fine rows of a block on the way down and up
    ORO_BELL_STEP_LINE = 4096, ///< fine columns worked on at once: long, since memory likes long stretches of a row
    ORO_BELL_TILE_ROWS = ORO_BELL_STEP_ROWS / 2 + 4, ///< of the level between, where two steps are done at once
    ORO_BELL_TILE_LINE = ORO_BELL_STEP_LINE / 2 + 64,
};

static inline int32_t oro_bell_half(int32_t i) { return i >= 0 ? i / 2 : -((1 - i) / 2); } // rounds down

/// Two lines of columns [a, b) at once: rows weighted 1 4 6 4 1 from the first and from the third of seven on.
static inline void oro_bell_down_lines(const oro_bell_level *l, int32_t y, int32_t a, int32_t b, float *restrict upper,
                                       float *restrict lower) {
    const float *restrict r0 = oro_bell_row(l, y), *restrict r1 = oro_bell_row(l, y + 1);
    const float *restrict r2 = oro_bell_row(l, y + 2), *restrict r3 = oro_bell_row(l, y + 3);
    const float *restrict r4 = oro_bell_row(l, y + 4), *restrict r5 = oro_bell_row(l, y + 5);
    const float *restrict r6 = oro_bell_row(l, y + 6);
    int32_t first, last;
    oro_bell_inside(l, a, b, &first, &last);
    for (int32_t i = first; i < last; i++) {
        upper[i - a] = (r0[i] + r4[i]) + 4.0f * (r1[i] + r3[i]) + 6.0f * r2[i];
        lower[i - a] = (r2[i] + r6[i]) + 4.0f * (r3[i] + r5[i]) + 6.0f * r4[i];
    }
    for (int32_t n = first - a + b - last, i = a; n > 0; n--, i++) { // beyond the map
        if (i == first) i = last;
        int32_t c = oro_bell_column(l, i);
        upper[i - a] = (r0[c] + r4[c]) + 4.0f * (r1[c] + r3[c]) + 6.0f * r2[c];
        lower[i - a] = (r2[c] + r6[c]) + 4.0f * (r3[c] + r5[c]) + 6.0f * r4[c];
    }
}

/// Weighs columns 1 4 6 4 1 and keeps every second; the first result is around line[16].
static inline void oro_bell_down_columns(const float *restrict line, float *restrict out, int32_t count) {
    float even[ORO_BELL_STEP_LINE / 2 + 16], odd[ORO_BELL_STEP_LINE / 2 + 16];
    for (int32_t i = 0; i < count + 9; i++) {
        even[i] = line[2 * i];
        odd[i] = line[2 * i + 1];
    }
    for (int32_t i = 0; i < count; i++)
        out[i] =
            ((even[i + 7] + even[i + 9]) + 4.0f * (odd[i + 7] + odd[i + 8]) + 6.0f * even[i + 8]) * (1.0f / 256.0f);
}

/// Fills rows [y0, y1) and columns [x0, x1) of the coarser level, two rows at a time: they share three of the five fine rows
/// each needs. x0 is a multiple of 16, so that lines begin where cache lines do.
static inline void oro_bell_down(const oro_bell_level *from, const oro_bell_level *to, int32_t y0, int32_t y1,
                                 int32_t x0, int32_t x1) {
    enum { LINE = ORO_BELL_STEP_LINE / 2 };
    float upper[2 * LINE + 32], lower[2 * LINE + 32];
    for (int32_t y = y0; y < y1; y += 2)
        for (int32_t x = x0; x < x1; x += LINE) {
            int32_t count = x1 - x < LINE ? x1 - x : LINE, a = 2 * x - 16;
            oro_bell_down_lines(from, 2 * y - 2, a, a + 2 * count + 18, upper, lower);
            oro_bell_down_columns(upper, oro_bell_row(to, y) + x, count);
            if (y + 1 < y1) oro_bell_down_columns(lower, oro_bell_row(to, y + 1) + x, count);
        }
}

static inline int32_t oro_bell_least(int32_t a, int32_t b) { return a < b ? a : b; }

static inline void oro_bell_down_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y = j->to.y0 + block * (ORO_BELL_STEP_ROWS / 2);
    oro_bell_down(&j->from, &j->to, y, oro_bell_least(y + ORO_BELL_STEP_ROWS / 2, j->to.y1), j->to.x0, j->to.x1);
}

/// A piece of the level between two steps, in memory of the block's own.
static inline oro_bell_level oro_bell_between(float *memory, int32_t y0, int32_t y1, int32_t x0, int32_t x1) {
    return (oro_bell_level){memory, ORO_BELL_TILE_LINE, x0, x1, y0, y1, false};
}

/// Two steps at once: what lies between stays in cache.
static inline void oro_bell_down_twice_block(const void *user, int32_t block) {
    enum { ROWS = ORO_BELL_STEP_ROWS / 4, LINE = ORO_BELL_STEP_LINE / 4 };
    const oro_bell_job *j = user;
    float memory[ORO_BELL_TILE_ROWS * ORO_BELL_TILE_LINE];
    int32_t y = j->to.y0 + block * ROWS, y1 = oro_bell_least(y + ROWS, j->to.y1);
    for (int32_t x = j->to.x0; x < j->to.x1; x += LINE) {
        int32_t x1 = oro_bell_least(x + LINE, j->to.x1);
        oro_bell_level between = oro_bell_between(memory, 2 * y - 2, 2 * y1 + 1, 2 * x - 16, 2 * x1 + 2);
        oro_bell_down(&j->from, &between, between.y0, between.y1, between.x0, between.x1);
        oro_bell_down(&between, &j->to, y, y1, x, x1);
    }
}

/// Two lines of coarse columns [a, b) at once: on row y (1 6 1) and half-way to the next (4 4).
static inline void oro_bell_up_lines(const oro_bell_level *l, int32_t y, int32_t a, int32_t b, float *restrict upper,
                                     float *restrict lower) {
    const float *restrict r0 = oro_bell_row(l, y - 1), *restrict r1 = oro_bell_row(l, y);
    const float *restrict r2 = oro_bell_row(l, y + 1);
    int32_t first, last;
    oro_bell_inside(l, a, b, &first, &last);
    for (int32_t i = first; i < last; i++) {
        upper[i - a] = (r0[i] + r2[i]) + 6.0f * r1[i];
        lower[i - a] = 4.0f * (r1[i] + r2[i]);
    }
    for (int32_t n = first - a + b - last, i = a; n > 0; n--, i++) { // beyond the map
        if (i == first) i = last;
        int32_t c = oro_bell_column(l, i);
        upper[i - a] = (r0[c] + r2[c]) + 6.0f * r1[c];
        lower[i - a] = 4.0f * (r1[c] + r2[c]);
    }
}

static inline void oro_bell_interleave(const float *restrict line, float *restrict fine, int32_t pairs) {
    for (int32_t i = 0; i < pairs; i++) {
        fine[2 * i] = ((line[i] + line[i + 2]) + 6.0f * line[i + 1]) * (1.0f / 64.0f);
        fine[2 * i + 1] = (line[i + 1] + line[i + 2]) * (4.0f / 64.0f);
    }
}

/// Fine columns [x, x + count) of fine row y from a line of coarse ones; line[0] is left of column x.
static inline void oro_bell_up_columns(const oro_bell_job *j, int32_t y, int32_t x, int32_t count, const float *line) {
    float fine[ORO_BELL_STEP_LINE + 2];
    if (!j->under && count % 2 == 0) {
        oro_bell_interleave(line, oro_bell_row(&j->to, y) + x, count / 2);
        return;
    }
    oro_bell_interleave(line, fine, (count + 1) / 2);
    oro_bell_put(j, y, x, fine, count);
}

/// Fills rows [y0, y1) and columns [x0, x1) of the finer level `j->to` from `from`. x0 is a multiple of 32.
static inline void oro_bell_up(const oro_bell_job *j, const oro_bell_level *from, int32_t y0, int32_t y1, int32_t x0,
                               int32_t x1) {
    float upper[ORO_BELL_STEP_LINE / 2 + 32], lower[ORO_BELL_STEP_LINE / 2 + 32];
    for (int32_t y = oro_bell_half(y0); 2 * y < y1; y++)
        for (int32_t x = x0; x < x1; x += ORO_BELL_STEP_LINE) {
            int32_t count = oro_bell_least(x1 - x, ORO_BELL_STEP_LINE), a = oro_bell_half(x) - 16;
            oro_bell_up_lines(from, y, a, a + (count + 1) / 2 + 17, upper, lower);
            if (2 * y >= y0) oro_bell_up_columns(j, 2 * y, x, count, upper + 15);
            if (2 * y + 1 < y1) oro_bell_up_columns(j, 2 * y + 1, x, count, lower + 15);
        }
}

static inline void oro_bell_up_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y = j->to.y0 + block * ORO_BELL_STEP_ROWS;
    oro_bell_up(j, &j->from, y, oro_bell_least(y + ORO_BELL_STEP_ROWS, j->to.y1), j->to.x0, j->to.x1);
}

static inline void oro_bell_up_twice_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    float memory[ORO_BELL_TILE_ROWS * ORO_BELL_TILE_LINE];
    int32_t y = j->to.y0 + block * ORO_BELL_STEP_ROWS, y1 = oro_bell_least(y + ORO_BELL_STEP_ROWS, j->to.y1);
    for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_STEP_LINE) {
        int32_t x1 = oro_bell_least(x + ORO_BELL_STEP_LINE, j->to.x1), a = oro_bell_half(x) - 32;
        oro_bell_job half = {.to = oro_bell_between(memory, oro_bell_half(y) - 1, oro_bell_half(y1 - 1) + 2, a,
                                                    a + (x1 - x + 1) / 2 + 34)};
        oro_bell_up(&half, &j->from, half.to.y0, half.to.y1, half.to.x0, half.to.x1);
        oro_bell_up(j, &half.to, y, y1, x, x1);
    }
}

static inline oro_status oro_bell_step(oro_run *run, oro_bell_job *j, oro_block_fn *fn, int32_t rows) {
    return oro_for_blocks(run, (j->to.y1 - j->to.y0 + rows - 1) / rows, fn, j);
}

/// The geometry of the next level: every second sample, and as many more as still differ from the edge. `more` are extra
/// samples of the finer level on every side, for one that wraps.
static inline oro_bell_level oro_bell_coarser(const oro_bell_level *fine, int32_t more) {
    oro_bell_level out = {0};
    out.x0 = -((more + 2 - fine->x0 + 63) / 64 * 32); // columns 0, 32, … begin a cache line
    out.y0 = oro_bell_half(fine->y0 - more - 2);
    out.x1 = oro_bell_half(fine->x1 + more + 2) + 1;
    out.y1 = oro_bell_half(fine->y1 + more + 2) + 1;
    out.stride = (out.x1 - out.x0 + 15) / 16 * 16;
    return out;
}

static inline oro_status oro_bell_alloc(oro_run *run, oro_bell_level *l) {
    l->data = oro_scratch(run, (size_t)l->stride * (size_t)(l->y1 - l->y0) * sizeof(float));
    return l->data ? ORO_OK : ORO_NO_MEMORY;
}

static const double oro_bell_widest = 3.4; ///< deviation in samples that is still convolved as it is

/// What is left of a deviation one level up: down and up widen by 1 each, and samples are twice as far apart.
static inline double oro_bell_rest(double deviation) { return 0.5 * __builtin_sqrt(deviation * deviation - 2.0); }

/// A pyramid: what was reached after each step, and whether it was two at once.
typedef struct oro_bell_pyramid {
    oro_bell_level level[ORO_BELL_LEVELS + 1];
    bool twice[ORO_BELL_LEVELS];
    int32_t steps;
    double deviation; ///< that the coarsest level needs
} oro_bell_pyramid;

static inline oro_status oro_bell_descend(oro_run *run, oro_bell_pyramid *p) {
    oro_status status = ORO_OK;
    int32_t more = p->level[0].wrap ? (int32_t)(6.0 * p->deviation) + 16 : 0;
    for (; p->deviation > oro_bell_widest && p->steps < ORO_BELL_LEVELS && status == ORO_OK; p->steps++) {
        const oro_bell_level *from = &p->level[p->steps];
        oro_bell_level *to = &p->level[p->steps + 1];
        *to = oro_bell_coarser(from, p->steps ? 0 : more);
        p->deviation = oro_bell_rest(p->deviation);
        bool twice = p->twice[p->steps] = p->deviation > oro_bell_widest;
        if (twice) {
            *to = oro_bell_coarser(to, 0);
            p->deviation = oro_bell_rest(p->deviation);
        }
        status = oro_bell_alloc(run, to);
        oro_bell_job down = {.from = *from, .to = *to};
        oro_stage(run, p->steps ? 0.35 : 0.0, p->steps ? 0.4 : 0.35);
        if (status == ORO_OK)
            status = twice ? oro_bell_step(run, &down, oro_bell_down_twice_block, ORO_BELL_STEP_ROWS / 4)
                           : oro_bell_step(run, &down, oro_bell_down_block, ORO_BELL_STEP_ROWS / 2);
    }
    return status;
}

/// Up again, from `blurred` in place of the coarsest level; the levels passed are overwritten, their values being used up.
static inline oro_status oro_bell_ascend(oro_run *run, const oro_bell_pyramid *p, const oro_bell_level *blurred,
                                         const oro_bell_job *finest) {
    oro_status status = ORO_OK;
    for (int32_t k = p->steps - 1; k >= 0 && status == ORO_OK; k--) {
        oro_bell_job up = {.to = p->level[k]};
        if (k == 0) up = *finest;
        up.from = k == p->steps - 1 ? *blurred : p->level[k + 1];
        oro_stage(run, k ? 0.45 : 0.55, k ? 0.55 : 1.0);
        status = oro_bell_step(run, &up, p->twice[k] ? oro_bell_up_twice_block : oro_bell_up_block, ORO_BELL_STEP_ROWS);
    }
    return status;
}

static inline oro_status oro_bell_by_pyramid(oro_run *run, const oro_bell_job *finest, double deviation) {
    oro_bell_pyramid p = {.deviation = deviation};
    p.level[0] = finest->from;
    oro_status status = oro_bell_descend(run, &p);
    if (status != ORO_OK) return status;
    oro_bell_level blurred = p.level[p.steps];
    status = oro_bell_alloc(run, &blurred);
    if (status != ORO_OK) return status;
    oro_bell_job across = {.from = p.level[p.steps], .to = blurred};
    oro_stage(run, 0.4, 0.45);
    status = oro_bell_convolve(run, &across, p.deviation);
    return status == ORO_OK ? oro_bell_ascend(run, &p, &blurred, finest) : status;
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
    if (deviation > oro_bell_widest) return oro_bell_by_pyramid(run, &job, deviation);
    return oro_bell_convolve(run, &job, deviation > 0.1 ? deviation : 0.1); // a tenth of a sample: no neighbour counts
}

#endif
