// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sums of n neighbours along a line, n odd, without running sums: each is a fixed expression of its samples, so nothing drifts.
// Doubling four times (1, 2, 4, 8, 16 neighbours) takes one pass; sums of 16 that lie 16 apart are added by the binary digits
// of how many there are, all beginnings of cache lines alike; and what n is more or less than a multiple of 16 (1, 3, 5 or 7)
// is a single sample, or one and a sum of 4 or 8 that the pass comes by. Where too much is taken away again a sum looks up to
// 7 samples further than its end.
#ifndef ORO_SOLVE_BOX_ALONG_H
#define ORO_SOLVE_BOX_ALONG_H

#include "core/neighbours.h"
#include "core/stream.h"

enum {
    ORO_BOX_MORE = 8,    ///< samples beyond the last sum's that must be there
    ORO_BOX_BEYOND = 96, ///< floats beyond the last sum's that are looked at for nothing
    ORO_BOX_BEFORE = ORO_SUMS_BEFORE,
};

/// How n neighbours are summed: sums of 16, a sum of `some` (4 or 8; 0: none) and one sample, added or taken away.
typedef struct oro_box_sum {
    int32_t sixteens, some, some_at, one_at; ///< places after the first neighbour
    float some_sign, one_sign;
} oro_box_sum;

static inline oro_box_sum oro_box_sum_of(int32_t n) {
    int32_t rest = (n + 7) % 16 - 7, beside = rest < 0 ? -rest : rest, end = n - rest; // beside is 1, 3, 5 or 7
    oro_box_sum s = {.sixteens = end / 16, .some = beside == 1 ? 0 : beside == 7 ? 8 : 4};
    int32_t one = beside - s.some; // 1 or -1
    s.some_sign = rest < 0 ? -1.0f : 1.0f;
    s.one_sign = s.some_sign * (float)one;
    s.some_at = rest < 0 ? end - s.some : end;
    s.one_at = rest < 0 ? (one > 0 ? end - beside : end - s.some) : (one > 0 ? end + beside - 1 : end + beside);
    return s;
}

/// Lines to work in: sums of 16, sums of `some`, two for sums of many, and one that stays 0.
enum { ORO_BOX_WORK_LINES = 5 };
typedef struct oro_box_lines {
    float *line[ORO_BOX_WORK_LINES];
} oro_box_lines;

/// What is left to add: each sum is a + b + some_sign * some + one_sign * one, and part of the samples at both ends; its
/// mean is that times `scale`.
typedef struct oro_box_terms {
    const float *a, *b, *some, *one, *west, *east;
    float some_sign, one_sign, part, scale;
} oro_box_terms;

static __attribute__((noinline)) void oro_box_twofold(const float *restrict sums, int32_t apart, float *restrict out,
                                                      int32_t count) {
    const float *restrict b = sums + apart;
    for (int32_t x = 0; x < count; x++) out[x] = sums[x] + b[x];
}

static __attribute__((noinline)) void oro_box_and_one(const float *restrict sums, int32_t apart,
                                                      const float *restrict one, float *restrict out, int32_t count) {
    const float *restrict b = sums + apart;
    for (int32_t x = 0; x < count; x++) out[x] = (sums[x] + b[x]) + one[x];
}

/// Sums of the neighbours of `count` samples, the first of which begins with line[0].
static inline oro_box_terms oro_box_along(const oro_box_sum *s, const oro_box_lines *work, const float *line,
                                          int32_t count) {
    const float *sixteen = work->line[0], *zero = work->line[4], *sums = sixteen;
    oro_box_terms t = {.a = zero, .b = zero, .some = zero, .one = line + s->one_at};
    t.some_sign = s->some_sign, t.one_sign = s->one_sign;
    if (s->some) t.some = work->line[1] + s->some_at;
    int32_t many = s->sixteens, vectors = (count + 15) / 16 + many, summed = 1, bit = 1;
    if (s->sixteens || s->some) oro_sums_of_16(line, work->line[0], work->line[1], s->some, work->line[2], vectors);
    if (many == 0) return t;
    while (2 * bit <= many) bit *= 2;
    float *out = work->line[2], *other = work->line[3];
    for (bit /= 2; bit > 1 || (bit == 1 && many % 2); bit /= 2) {
        int32_t odd = many / bit % 2, next = 2 * summed + odd, most = 16 * (vectors - next);
        if (odd)
            oro_box_and_one(sums, 16 * summed, sixteen + 32 * summed, out, most);
        else
            oro_box_twofold(sums, 16 * summed, out, most);
        sums = out, out = other, other = (float *)sums, summed = next;
    }
    t.a = sums;
    if (summed < many) t.b = sums + 16 * summed;
    return t;
}

/// The means of samples [from, to).
static __attribute__((noinline)) void oro_box_finish(const oro_box_terms *t, int32_t from, float *restrict out,
                                                     int32_t to) {
    const float *restrict a = t->a, *restrict b = t->b, *restrict some = t->some, *restrict one = t->one;
    const float *restrict west = t->west, *restrict east = t->east;
    float some_sign = t->some_sign, one_sign = t->one_sign, part = t->part, scale = t->scale;
    for (int32_t x = from; x < to; x++)
        out[x] = ((((a[x] + b[x]) + some_sign * some[x]) + one_sign * one[x]) + part * (west[x] + east[x])) * scale;
}

/// The same for `count` samples, a multiple of 16, past the caches. As each cache line goes out one of `coming` is asked for:
/// bursts of either kind would wait for each other.
static __attribute__((noinline)) void oro_box_finish_past(const oro_box_terms *t, const float *coming, float *out,
                                                          int32_t count) {
    const float *a = t->a, *b = t->b, *some = t->some, *one = t->one, *west = t->west, *east = t->east;
    float some_sign = t->some_sign, one_sign = t->one_sign, part = t->part, scale = t->scale;
    for (int32_t x = 0; x < count; x += 16) {
        _Alignas(64) float mean[16];
        for (int32_t i = x; i < x + 16; i++)
            mean[i - x] =
                ((((a[i] + b[i]) + some_sign * some[i]) + one_sign * one[i]) + part * (west[i] + east[i])) * scale;
        __builtin_prefetch(coming + x, 0, 2);
        oro_stream_16(out + x, mean);
    }
}

#endif
