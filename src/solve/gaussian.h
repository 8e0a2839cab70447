// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gaussian blur of a map. Narrow bells (a deviation up to 2.6 samples) are convolved as they are, rows and columns fused: a
// window of blurred rows stays in cache, so memory sees each sample read once and written once. Wider ones go down a pyramid
// (Burt and Adelson 1983), but by three: each level is filtered with the B-spline of five boxes of three samples and keeps
// every third, the coarsest is convolved, and the same spline brings it back. A deviation below 3.8 samples takes a step by
// two (six boxes of two, the binomial 1 6 15 20 15 6 1) instead. The weights of the coarsest level are what the bell leaves
// of each wave, divided by what the steps leave of it already, so the whole is the bell but for what the steps fold.
//
// Error: narrow weights end at 4 deviations (6e-5 of the bell); the pyramid differs from the true bell by less than 1e-3 of
// the map's range in the worst case (a wave of just the wrong length; 6e-4 at 4 samples, 5e-5 at 6) and 2e-4 in ordinary
// terrain. There are no running sums: every sample is a fixed expression, so nothing drifts and no thread count changes a bit.
//
// Memory: 8 bytes a sample while narrow. With a pyramid the map is read once, and once more 6 % of it where blocks meet;
// the level above, a ninth (a quarter by two), is written and read; and the result is written: 8 + 1.2 (by two 8 + 2.3).
// What is blurred stays in cache. Measured on an AMD EPYC (Zen 4), 4096 x 4096 samples, a deviation of 4: 12.3 ms of one
// core's time (21 with steps by two alone), by samples of a profile about a third of it reading and summing rows, a quarter
// writing the result, an eighth each summing along rows and blurring.
// Outside the map its edge goes on, or the other side where it wraps.
#ifndef ORO_SOLVE_GAUSSIAN_H
#define ORO_SOLVE_GAUSSIAN_H

#include "core/math.cell.h"
#include "core/stream.h"
#include "op/op.h"

enum {
    ORO_BELL_REACH = 12,  ///< most samples a bell reaches at its level
    ORO_BELL_TILE = 1024, ///< columns worked on at once by the convolution
    ORO_BELL_LINE = 2080, ///< most columns of a blurred line
    ORO_BELL_ROWS = 64,   ///< rows of a block of the convolution
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

// --- down and up the pyramid ------------------------------------------------------------------------------------------

enum {
    ORO_BELL_DOWN_ROWS = 64,  ///< coarse rows of a block on the way down
    ORO_BELL_UP_ROWS = 192,   ///< fine rows of a block on the way up
    ORO_BELL_DOWN_LINE = 352, ///< coarse columns worked on at once on the way down
    ORO_BELL_UP_LINE = 4128,  ///< fine columns on the way up; a multiple of ORO_BELL_BEGIN
    ORO_BELL_BEGIN = 48,      ///< levels begin at a multiple of this, which both factors and a cache line divide
    ORO_BELL_AHEAD = 64,  ///< fine columns between two looks ahead at the next rows
    ORO_BELL_PIECE = 192, ///< fine columns computed before they are written; a multiple of ORO_BELL_BEGIN
    ORO_BELL_SUMS = 5,    ///< coarse rows that one group of fine rows belongs to
};

/// Smallest deviations in samples that a step by three and by two are good for.
static const double oro_bell_by_three = 3.8, oro_bell_by_two = 2.6;

static inline int32_t oro_bell_least(int32_t a, int32_t b) { return a < b ? a : b; }

static inline int32_t oro_bell_floor(int32_t i, int32_t by) { return i >= 0 ? i / by : -((by - 1 - i) / by); }

/// The rows of a group, and those of the next, which are asked for as these are used: a strip is too short for the machine to
/// see them coming, and a long burst would make all else wait.
typedef struct oro_bell_rows {
    const float *row[3], *next[3];
} oro_bell_rows;

static inline void oro_bell_ask(const oro_bell_rows *r, int32_t rows, int32_t from, int32_t to) {
    for (int32_t k = 0; k < rows; k++)
        for (int32_t i = from; i < to; i += 16) __builtin_prefetch(r->next[k] + i, 0, 2);
}

/// Adds three rows around 3 y to the sums of coarse rows y - 2 … y + 2: 1 5 15 30 45 51 45 30 15 5 1 in all.
static __attribute__((noinline)) void oro_bell_spread_three(const oro_bell_rows *r, int32_t from, float *restrict s0,
                                                            float *restrict s1, float *restrict s2, float *restrict s3,
                                                            float *restrict s4, int32_t count) {
    const float *restrict a = r->row[0] + from, *restrict b = r->row[1] + from, *restrict c = r->row[2] + from;
    for (int32_t x = 0; x < count; x += ORO_BELL_AHEAD) {
        int32_t end = oro_bell_least(x + ORO_BELL_AHEAD, count);
        oro_bell_ask(r, 3, from + x, from + end);
        for (int32_t i = x; i < end; i++) {
            float u = a[i], v = b[i], w = c[i], middle = 15.0f * v;
            s0[i] += u;
            s1[i] += (30.0f * u + middle) + 5.0f * w;
            s2[i] += 45.0f * (u + w) + 51.0f * v;
            s3[i] += (5.0f * u + middle) + 30.0f * w;
            s4[i] = w;
        }
    }
}

/// Adds rows 2 y and 2 y + 1 to the sums of coarse rows y - 1 … y + 2: 1 6 15 20 15 6 1 in all.
static __attribute__((noinline)) void oro_bell_spread_two(const oro_bell_rows *r, int32_t from, float *restrict s0,
                                                          float *restrict s1, float *restrict s2, float *restrict s3,
                                                          int32_t count) {
    const float *restrict a = r->row[0] + from, *restrict b = r->row[1] + from;
    for (int32_t x = 0; x < count; x += ORO_BELL_AHEAD) {
        int32_t end = oro_bell_least(x + ORO_BELL_AHEAD, count);
        oro_bell_ask(r, 2, from + x, from + end);
        for (int32_t i = x; i < end; i++) {
            float u = a[i], v = b[i];
            s0[i] += 6.0f * u + v;
            s1[i] += 20.0f * u + 15.0f * v;
            s2[i] += 6.0f * u + 15.0f * v;
            s3[i] = v;
        }
    }
}

/// The same along a line, every third; the first result is around line[6].
static __attribute__((noinline)) void oro_bell_thirds(const float *restrict line, float *restrict out, int32_t count) {
    _Alignas(64) float p[ORO_BELL_DOWN_LINE + 4], q[ORO_BELL_DOWN_LINE + 4], r[ORO_BELL_DOWN_LINE + 4];
    for (int32_t i = 0; i < count + 4; i++) {
        p[i] = line[3 * i];
        q[i] = line[3 * i + 1];
        r[i] = line[3 * i + 2];
    }
    for (int32_t i = 0; i < count; i++)
        out[i] = ((51.0f * p[i + 2] + 45.0f * (r[i + 1] + q[i + 2])) +
                  (30.0f * (q[i + 1] + r[i + 2]) + 15.0f * (p[i + 1] + p[i + 3])) +
                  (5.0f * (r[i] + q[i + 3]) + (q[i] + r[i + 3]))) *
                 (1.0f / 59049.0f);
}

/// Every second; the first result is around line[4].
static __attribute__((noinline)) void oro_bell_halves(const float *restrict line, float *restrict out, int32_t count) {
    _Alignas(64) float p[ORO_BELL_DOWN_LINE + 4], q[ORO_BELL_DOWN_LINE + 4];
    for (int32_t i = 0; i < count + 4; i++) {
        p[i] = line[2 * i];
        q[i] = line[2 * i + 1];
    }
    for (int32_t i = 0; i < count; i++)
        out[i] =
            ((20.0f * p[i + 2] + 15.0f * (q[i + 1] + q[i + 2])) + (6.0f * (p[i + 1] + p[i + 3]) + (q[i] + q[i + 3]))) *
            (1.0f / 4096.0f);
}

/// What a strip works with on the way down: sums of five coarse rows, and fine rows where they must be folded.
typedef struct oro_bell_strip {
    _Alignas(64) float sum[ORO_BELL_SUMS][3 * ORO_BELL_DOWN_LINE + 32];
    float folded[3][3 * ORO_BELL_DOWN_LINE + 32];
} oro_bell_strip;

/// Adds columns [from, to) of the group of fine rows around coarse row y to the sums, which begin at column a. Entry x of
/// a row is column x.
static inline void oro_bell_spread(oro_bell_strip *s, int32_t factor, int32_t y, const oro_bell_rows *rows, int32_t a,
                                   int32_t from, int32_t to) {
    float *sum[ORO_BELL_SUMS];
    if (to <= from) return;
    for (int32_t k = 0; k < ORO_BELL_SUMS; k++) {
        int32_t slot = (y + k - 2) % ORO_BELL_SUMS;
        sum[k] = s->sum[slot < 0 ? slot + ORO_BELL_SUMS : slot] + (from - a);
    }
    if (factor == 3)
        oro_bell_spread_three(rows, from, sum[0], sum[1], sum[2], sum[3], sum[4], to - from);
    else
        oro_bell_spread_two(rows, from, sum[1], sum[2], sum[3], sum[4], to - from);
}

/// Adds the fine columns [a, b) of the group around coarse row y; those beyond the map are folded first.
static inline void oro_bell_group(const oro_bell_job *j, oro_bell_strip *s, int32_t y, int32_t a, int32_t b) {
    int32_t first, last, factor = j->factor, top = factor == 3 ? 3 * y - 1 : 2 * y;
    oro_bell_rows map = {{NULL}, {NULL}}, folded = map;
    oro_bell_inside(&j->from, a, b, &first, &last);
    for (int32_t k = 0; k < factor; k++) {
        const float *row = map.row[k] = oro_bell_row(&j->from, top + k);
        map.next[k] = oro_bell_row(&j->from, top + factor + k);
        folded.row[k] = folded.next[k] = s->folded[k] - a;
        for (int32_t i = a; i < first; i++) s->folded[k][i - a] = row[oro_bell_column(&j->from, i)];
        for (int32_t i = last; i < b; i++) s->folded[k][i - a] = row[oro_bell_column(&j->from, i)];
    }
    oro_bell_spread(s, factor, y, &folded, a, a, first);
    oro_bell_spread(s, factor, y, &map, a, first, last);
    oro_bell_spread(s, factor, y, &folded, a, last, b);
}

/// Fills rows [y0, y1) and `count` columns from x on of the coarser level. Groups of fine rows come in one after the other;
/// a coarse row is done with the second after its own (the first, by two).
static inline void oro_bell_down(const oro_bell_job *j, int32_t y0, int32_t y1, int32_t x, int32_t count) {
    oro_bell_strip s;
    int32_t factor = j->factor, after = factor - 1, a = factor * x - 16, b = factor * (x + count + 2);
    for (int32_t k = 0; k < ORO_BELL_SUMS; k++)
        for (int32_t i = 0; i < b - a; i++) s.sum[k][i] = 0.0f;
    for (int32_t y = y0 - 2; y < y1 + after; y++) {
        oro_bell_group(j, &s, y, a, b);
        int32_t done = y - after, slot = done % ORO_BELL_SUMS;
        if (done < y0) continue;
        const float *line = s.sum[slot < 0 ? slot + ORO_BELL_SUMS : slot] + 16 - 2 * factor;
        float *out = oro_bell_row(&j->to, done) + x;
        if (factor == 3)
            oro_bell_thirds(line, out, count);
        else
            oro_bell_halves(line, out, count);
    }
}

static inline void oro_bell_down_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y = j->to.y0 + block * ORO_BELL_DOWN_ROWS, y1 = oro_bell_least(y + ORO_BELL_DOWN_ROWS, j->to.y1);
    for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_DOWN_LINE)
        oro_bell_down(j, y, y1, x, oro_bell_least(ORO_BELL_DOWN_LINE, j->to.x1 - x));
}

/// Weights of four coarse samples, from the one before on, for each of the fine ones from a coarse one to the next: the same
/// curves as on the way down.
static const float oro_bell_up_three[3][4] = {{15.0f / 81.0f, 51.0f / 81.0f, 15.0f / 81.0f, 0.0f},
                                              {5.0f / 81.0f, 45.0f / 81.0f, 30.0f / 81.0f, 1.0f / 81.0f},
                                              {1.0f / 81.0f, 30.0f / 81.0f, 45.0f / 81.0f, 5.0f / 81.0f}};
static const float oro_bell_up_two[2][4] = {{6.0f / 32.0f, 20.0f / 32.0f, 6.0f / 32.0f, 0.0f},
                                            {1.0f / 32.0f, 15.0f / 32.0f, 15.0f / 32.0f, 1.0f / 32.0f}};

static __attribute__((noinline)) void oro_bell_four(const float *restrict a, const float *restrict b,
                                                    const float *restrict c, const float *restrict d, const float *w,
                                                    float *restrict out, int32_t count) {
    float w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    for (int32_t i = 0; i < count; i++) out[i] = (a[i] * w0 + b[i] * w1) + (c[i] * w2 + d[i] * w3);
}

/// Three fine samples from each coarse one; line[0] is the one before the first.
static __attribute__((noinline)) void oro_bell_triple(const float *restrict line, float *restrict fine, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        float a = line[i], b = line[i + 1], c = line[i + 2], d = line[i + 3];
        fine[3 * i] = (a + c) * (15.0f / 81.0f) + b * (51.0f / 81.0f);
        fine[3 * i + 1] = (a * (5.0f / 81.0f) + b * (45.0f / 81.0f)) + (c * (30.0f / 81.0f) + d * (1.0f / 81.0f));
        fine[3 * i + 2] = (a * (1.0f / 81.0f) + b * (30.0f / 81.0f)) + (c * (45.0f / 81.0f) + d * (5.0f / 81.0f));
    }
}

static __attribute__((noinline)) void oro_bell_double(const float *restrict line, float *restrict fine, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        float a = line[i], b = line[i + 1], c = line[i + 2], d = line[i + 3];
        fine[2 * i] = (a + c) * (6.0f / 32.0f) + b * (20.0f / 32.0f);
        fine[2 * i + 1] = (a + d) * (1.0f / 32.0f) + (b + c) * (15.0f / 32.0f);
    }
}

static inline void oro_bell_finer(int32_t factor, const float *line, float *fine, int32_t count) {
    if (factor == 3)
        oro_bell_triple(line, fine, count);
    else
        oro_bell_double(line, fine, count);
}

/// Fine columns [x, x + count) of fine row y from a line of coarse ones; line[0] is the one before that of column x. A piece
/// at a time, so that what waits to be written stays in the nearest cache and goes out while the next is computed.
static inline void oro_bell_up_columns(const oro_bell_job *j, int32_t y, int32_t x, int32_t count, const float *line) {
    _Alignas(64) float fine[ORO_BELL_PIECE + 3];
    int32_t factor = j->factor;
    for (int32_t at = 0; at < count; at += ORO_BELL_PIECE) {
        int32_t some = oro_bell_least(count - at, ORO_BELL_PIECE);
        oro_bell_finer(factor, line + at / factor, fine, (some + factor - 1) / factor);
        oro_bell_put(j, y, x + at, fine, some);
    }
}

/// Fine rows [y0, y1) and columns [x, x + count). Coarse rows come in one after the other; where the job has a reach they
/// are blurred on the way, so that what is blurred never leaves the cache.
static inline void oro_bell_up(const oro_bell_job *j, int32_t y0, int32_t y1, int32_t x, int32_t count) {
    oro_bell_ring ring;
    _Alignas(64) float blurred[4][ORO_BELL_LINE + 16], line[ORO_BELL_LINE];
    const float *row[4] = {NULL, NULL, NULL, NULL};
    int32_t factor = j->factor, first = oro_bell_floor(y0, factor), last = oro_bell_floor(y1 - 1, factor);
    int32_t begin = x / factor - 1, coarse = count / factor + 4; // x is a multiple of the factor
    oro_bell_begin(j, &ring, first - 1, begin, coarse);
    for (int32_t c = first - 1; c <= last + 2; c++) {
        float *slot = blurred[(c - first + 1) % 4];
        if (j->reach) oro_bell_blurred(j, &ring, c, slot);
        for (int32_t k = 0; k < 3; k++) row[k] = row[k + 1];
        row[3] = j->reach ? slot : oro_bell_row(&j->from, c) + begin;
        for (int32_t k = 0, y = (c - 2) * factor; k < factor && c >= first + 2; k++, y++) {
            if (y < y0 || y >= y1) continue;
            oro_bell_four(row[0], row[1], row[2], row[3], factor == 3 ? oro_bell_up_three[k] : oro_bell_up_two[k], line,
                          coarse);
            oro_bell_up_columns(j, y, x, count, line);
        }
    }
}

static inline void oro_bell_up_block(const void *user, int32_t block) {
    const oro_bell_job *j = user;
    int32_t y = j->to.y0 + block * ORO_BELL_UP_ROWS, y1 = oro_bell_least(y + ORO_BELL_UP_ROWS, j->to.y1);
    for (int32_t x = j->to.x0; x < j->to.x1; x += ORO_BELL_UP_LINE)
        oro_bell_up(j, y, y1, x, oro_bell_least(j->to.x1 - x, ORO_BELL_UP_LINE));
    if (j->stream) oro_stream_end();
}

static inline oro_status oro_bell_step(oro_run *run, oro_bell_job *j, oro_block_fn *fn, int32_t rows) {
    return oro_for_blocks(run, (j->to.y1 - j->to.y0 + rows - 1) / rows, fn, j);
}

/// The geometry of the next level: every second or third sample, as many more as still differ from the edge, and those that
/// the way up reads. `more` are extra samples of the finer level on every side, for one that wraps.
static inline oro_bell_level oro_bell_coarser(const oro_bell_level *fine, int32_t factor, int32_t more) {
    oro_bell_level out = {0};
    out.x0 = oro_bell_floor(oro_bell_floor(fine->x0 - more - 5, factor), ORO_BELL_BEGIN) * ORO_BELL_BEGIN;
    out.y0 = oro_bell_floor(fine->y0 - more - 5, factor);
    out.x1 = oro_bell_floor(fine->x1 + more + 4, factor) + 3 + ORO_BELL_REACH; // so that a line's end needs no folding
    out.y1 = oro_bell_floor(fine->y1 + more + 4, factor) + 3;
    out.stride = (out.x1 - out.x0 + 15) / 16 * 16;
    return out;
}

static inline oro_status oro_bell_alloc(oro_run *run, oro_bell_level *l) {
    l->data = oro_scratch(run, (size_t)l->stride * (size_t)(l->y1 - l->y0) * sizeof(float));
    return l->data ? ORO_OK : ORO_NO_MEMORY;
}

/// A pyramid: its levels, and the factor from each to the next.
typedef struct oro_bell_pyramid {
    oro_bell_level level[ORO_BELL_LEVELS + 1];
    int32_t factor[ORO_BELL_LEVELS];
    int32_t steps;
    double deviation; ///< of the whole, in samples of the finest level
    double rest;      ///< what is left of it for the coarsest level
} oro_bell_pyramid;

/// What is left of a deviation one level up, where samples are further apart: down and up are five boxes of three each, or
/// six of two.
static inline double oro_bell_rest(double deviation, int32_t factor) {
    double taken = factor == 3 ? 20.0 / 3.0 : 3.0;
    return __builtin_sqrt(deviation * deviation - taken) / factor;
}

static inline oro_status oro_bell_descend(oro_run *run, oro_bell_pyramid *p) {
    oro_status status = ORO_OK;
    int32_t more = p->level[0].wrap ? (int32_t)(6.0 * p->deviation) + 16 : 0;
    for (; p->rest > oro_bell_by_two && p->steps < ORO_BELL_LEVELS && status == ORO_OK; p->steps++) {
        const oro_bell_level *from = &p->level[p->steps];
        oro_bell_level *to = &p->level[p->steps + 1];
        int32_t factor = p->factor[p->steps] = p->rest > oro_bell_by_three ? 3 : 2;
        *to = oro_bell_coarser(from, factor, p->steps ? 0 : more);
        p->rest = oro_bell_rest(p->rest, factor);
        status = oro_bell_alloc(run, to);
        oro_bell_job down = {.from = *from, .to = *to, .factor = factor};
        oro_stage(run, p->steps ? 0.35 : 0.0, p->steps ? 0.4 : 0.35);
        if (status == ORO_OK) status = oro_bell_step(run, &down, oro_bell_down_block, ORO_BELL_DOWN_ROWS);
    }
    return status;
}

/// How much of a wave the steps down and up leave together; its frequency in waves per sample of the finest level.
static inline double oro_bell_passed(const oro_bell_pyramid *p, double frequency) {
    double all = 1.0;
    for (int32_t k = 0; k < p->steps; k++) {
        double c = (double)oro_cos((float)(6.283185307179586 * frequency)), box, cube;
        box = p->factor[k] == 3 ? (1.0 + 2.0 * c) / 3.0 : 0.5 + 0.5 * c; // by two: two boxes
        cube = box * box * box;
        all *= p->factor[k] == 3 ? cube * cube * cube * box : cube * cube;
        frequency *= p->factor[k];
    }
    return all;
}

/// Weights of the coarsest level: what the bell leaves of each wave that the level can hold, divided by what the steps leave
/// of it already, as a sum of cosines. The waves near the shortest hardly come through the steps, so that the end of the
/// weights may be cut.
static inline void oro_bell_weights_left(oro_bell_job *j, const oro_bell_pyramid *p) {
    enum { WAVES = 64 };
    double apart = 1.0, left[WAVES / 2 + 1], all[ORO_BELL_REACH + 1] = {0}, sum = 0.0;
    for (int32_t k = 0; k < p->steps; k++) apart *= p->factor[k];
    for (int32_t m = 0; m <= WAVES / 2; m++) {
        double frequency = m / (WAVES * apart), u = 6.283185307179586 * frequency * p->deviation;
        left[m] = (double)oro_exp((float)(-0.5 * u * u)) / oro_bell_passed(p, frequency);
    }
    int32_t end = (int32_t)(4.0 * p->rest + 0.7);
    j->reach = oro_bell_least((end + 3) / 4 * 4, ORO_BELL_REACH);
    for (int32_t k = 0; k <= j->reach; k++) {
        for (int32_t m = 0; m <= WAVES / 2; m++) {
            double wave = (double)oro_cos((float)(6.283185307179586 / WAVES * (k * m % WAVES)));
            all[k] += (m == 0 || m == WAVES / 2 ? 1.0 : 2.0) * left[m] * wave;
        }
        sum += k ? 2.0 * all[k] : all[k];
    }
    for (int32_t k = 0; k <= ORO_BELL_REACH; k++) j->weight[k] = (float)(all[k] / sum);
}

/// Up again, blurring the coarsest level; the levels passed are overwritten, their values being used up.
static inline oro_status oro_bell_ascend(oro_run *run, const oro_bell_pyramid *p, const oro_bell_job *finest) {
    oro_status status = ORO_OK;
    for (int32_t k = p->steps - 1; k >= 0 && status == ORO_OK; k--) {
        oro_bell_job up = {.to = p->level[k]};
        if (k == 0) up = *finest;
        up.from = p->level[k + 1];
        up.factor = p->factor[k];
        if (k == p->steps - 1) oro_bell_weights_left(&up, p);
        oro_stage(run, k ? 0.4 : 0.5, k ? 0.5 : 1.0);
        status = oro_bell_step(run, &up, oro_bell_up_block, ORO_BELL_UP_ROWS);
    }
    return status;
}

static inline oro_status oro_bell_by_pyramid(oro_run *run, const oro_bell_job *finest, double deviation) {
    oro_bell_pyramid p = {.deviation = deviation, .rest = deviation};
    p.level[0] = finest->from;
    oro_status status = oro_bell_descend(run, &p);
    return status == ORO_OK ? oro_bell_ascend(run, &p, finest) : status;
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
    job.stream = oro_stream_pays(to, 1);
    if (deviation > oro_bell_by_two) return oro_bell_by_pyramid(run, &job, deviation);
    oro_bell_weights(&job, deviation > 0.1 ? deviation : 0.1); // a tenth of a sample: no neighbour counts
    return oro_bell_step(run, &job, oro_bell_convolve_block, ORO_BELL_ROWS);
}

#endif
