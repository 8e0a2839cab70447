// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Down and up a pyramid, by three or by two: what solve/gaussian.h does with wide bells. Down, each group of fine rows is read
// once and added to the sums of the coarse rows that it belongs to; up, each fine row is computed from four coarse ones and
// written at once.
#ifndef ORO_SOLVE_BELL_STEPS_H
#define ORO_SOLVE_BELL_STEPS_H

#include "solve/bell.h"

enum {
    ORO_BELL_DOWN_ROWS = 64,  ///< coarse rows of a block on the way down
    ORO_BELL_UP_ROWS = 192,   ///< fine rows of a block on the way up
    ORO_BELL_DOWN_LINE = 352, ///< coarse columns worked on at once on the way down
    ORO_BELL_UP_LINE = 4128,  ///< fine columns on the way up; a multiple of ORO_BELL_BEGIN
    ORO_BELL_BEGIN = 48,      ///< levels begin at a multiple of this, which both factors and a cache line divide
    ORO_BELL_AHEAD = 64,      ///< fine columns between two looks ahead at the next rows
    ORO_BELL_PIECE = 192,     ///< fine columns computed before they are written; a multiple of ORO_BELL_BEGIN
    ORO_BELL_SUMS = 5,        ///< coarse rows that one group of fine rows belongs to
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

#endif
