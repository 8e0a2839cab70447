// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mean over a square around each sample. Columns are summed by rows coming in and going out, begun anew in each block of
// rows; blocks depend on the map and the radius alone. A sum is two floats, the second what rounding took from the first
// (Knuth's two-sum), which is exact to 2^-48 and as fast as floats: it does not drift. Along rows sums of n neighbours become
// sums of 2 n or 4 n, or one more, as the binary digits of the width say: passes over a piece of a line in cache, each of
// which vectorises. The square's border may cut samples: those count in part.
// Memory: a block is a strip of columns so narrow that its sums and lines (14 KiB) stay in the nearest cache and the rows of
// the square in the next. Reads 4 bytes a sample (8 where the rows do not stay in cache; the first rows of a block, and a
// tenth of the columns, once more), writes 4, past the caches where the map is large. A row that comes in is asked for a pair
// of rows ahead: a strip is too short for the machine to see it coming. A square of 31 samples on 4096 x 4096 takes 7.4 to
// 8.3 ms on two threads of a Xeon with cold caches, three fifths of what triad reaches beside it.
#ifndef ORO_SOLVE_BOX_H
#define ORO_SOLVE_BOX_H

#include "core/stream.h"
#include "op/op.h"

enum {
    ORO_BOX_MORE = 16,   ///< samples beyond the square that sums along a row may look at
    ORO_BOX_STRIP = 512, ///< least columns worked on at once: what is summed of them stays in the nearest cache
};

typedef struct oro_box_job {
    const oro_grid *from;
    oro_grid *to;
    const oro_field *amount; ///< NULL: all
    int32_t full_x, full_y;  ///< samples on either side that count fully
    float part_x, part_y;    ///< what the next one counts
    bool stream;             ///< `to` is so large that it is written past the caches
    int32_t rows, columns;   ///< of a block
    int32_t across;          ///< blocks side by side
    char *memory;            ///< of all blocks
} oro_box_job;

/// A block: its place, and lines of its columns with room for both sides. Entry `side` of a line is column x.
typedef struct oro_box_piece {
    int32_t x, count, side;
    float *columns, *lost; ///< sums of columns, and what they lost
    float *line, *next;    ///< means of columns, of a row and the one below
    float *power, *sum;
} oro_box_piece;

static inline size_t oro_box_padded(const oro_box_job *j) {
    return ((size_t)j->columns + 2 * (size_t)j->full_x + 2 + ORO_BOX_MORE + 15) / 16 * 16;
}

static inline oro_box_piece oro_box_piece_of(const oro_box_job *j, int32_t block) {
    size_t padded = oro_box_padded(j);
    oro_box_piece p = {.x = block % j->across * j->columns, .side = j->full_x + 1};
    p.count = j->from->width - p.x < j->columns ? j->from->width - p.x : j->columns;
    p.columns = (float *)j->memory + 6 * padded * (size_t)block;
    p.lost = p.columns + padded;
    p.line = p.lost + padded;
    p.next = p.line + padded;
    p.power = p.next + padded;
    p.sum = p.power + padded;
    return p;
}

static inline int32_t oro_box_fold(int32_t i, int32_t count, bool wrap) {
    if (!wrap) return i < 0 ? 0 : i >= count ? count - 1 : i;
    i %= count;
    return i < 0 ? i + count : i;
}

static inline const float *oro_box_row(const oro_box_job *j, int32_t y) {
    return oro_row(j->from, oro_box_fold(y, j->from->height, j->from->wrap));
}

/// Adds `row` to sums that are `columns` + `lost`.
static __attribute__((noinline)) void oro_box_add(float *restrict columns, float *restrict lost,
                                                  const float *restrict row, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        float old = columns[x], sum = old + row[x], added = sum - old;
        columns[x] = sum;
        lost[x] += (old - (sum - added)) + (row[x] - added);
    }
}

/// The rows that two rows' means need: `rows[0]` is the first the upper one counts in part, `rows[1]` and `rows[2]` those
/// that go out after the upper and the lower, `below` those that come in.
typedef struct oro_box_rows {
    const float *rows[3], *below[2];
} oro_box_rows;

/// Means of the columns of two rows; then the sums go on to the row after them.
static __attribute__((noinline)) void oro_box_means(float *restrict columns, float *restrict lost,
                                                    const oro_box_rows *from, float *restrict upper,
                                                    float *restrict lower, float part, float scale, int32_t width) {
    const float *restrict first = from->rows[0], *restrict second = from->rows[1], *restrict third = from->rows[2];
    const float *restrict in0 = from->below[0], *restrict in1 = from->below[1];
    for (int32_t x = 0; x < width; x++) {
        float sum = columns[x], rest = lost[x];
        upper[x] = ((sum + rest) + part * (first[x] + in0[x])) * scale;
        float change = in0[x] - second[x], taken = change - in0[x], next = sum + change, added = next - sum;
        rest += ((sum - (next - added)) + (change - added)) + ((in0[x] - (change - taken)) - (second[x] + taken));
        lower[x] = ((next + rest) + part * (second[x] + in1[x])) * scale;
        change = in1[x] - third[x], taken = change - in1[x], sum = next + change, added = sum - next;
        lost[x] =
            rest + (((next - (sum - added)) + (change - added)) + ((in1[x] - (change - taken)) - (third[x] + taken)));
        columns[x] = sum;
    }
}

/// Entries [from, to) of a piece's lines; they lie on the map from column `at` on.
typedef struct oro_box_span {
    int32_t from, to, at;
} oro_box_span;

/// The spans of a piece that lie on the map: its own, and where the map wraps what lies on the other side.
static inline int32_t oro_box_spans(const oro_box_job *j, const oro_box_piece *p, oro_box_span span[3]) {
    int32_t width = j->from->width, begin = p->x - p->side, end = p->x + p->count + p->side + ORO_BOX_MORE, spans = 0;
    int32_t first = begin < 0 ? 0 : begin, last = end > width ? width : end;
    span[spans++] = (oro_box_span){first - begin, last - begin, first};
    if (!j->from->wrap || j->across == 1) return spans;
    if (begin < 0) span[spans++] = (oro_box_span){0, -begin, begin + width};
    if (end > width) span[spans++] = (oro_box_span){width - begin, end - begin, 0};
    return spans;
}

/// What a line has beyond the map, where that is found in the line itself.
static inline void oro_box_ends(const oro_box_job *j, const oro_box_piece *p, float *line) {
    int32_t width = j->from->width, begin = p->x - p->side, end = p->x + p->count + p->side + ORO_BOX_MORE;
    bool wrap = j->from->wrap;
    if (wrap && j->across > 1) return;
    for (int32_t i = begin; i < 0; i++) line[i - begin] = line[oro_box_fold(i, width, wrap) - begin];
    for (int32_t i = width; i < end; i++) line[i - begin] = line[oro_box_fold(i, width, wrap) - begin];
}

/// Begins the sums with those of row y.
static inline void oro_box_begin(const oro_box_job *j, const oro_box_piece *p, int32_t y) {
    oro_box_span span[3];
    int32_t spans = oro_box_spans(j, p, span);
    for (int32_t k = 0; k < spans; k++) {
        float *columns = p->columns + span[k].from, *lost = p->lost + span[k].from;
        int32_t count = span[k].to - span[k].from;
        for (int32_t i = 0; i < count; i++) columns[i] = lost[i] = 0.0f;
        for (int32_t row = y - j->full_y; row <= y + j->full_y; row++)
            oro_box_add(columns, lost, oro_box_row(j, row) + span[k].at, count);
    }
}

/// Fills two lines with the means of the columns of rows y and y + 1.
static inline void oro_box_columns(const oro_box_job *j, const oro_box_piece *p, int32_t y) {
    float part = j->part_y, scale = 1.0f / (2.0f * (float)j->full_y + 1.0f + 2.0f * part);
    int32_t above = y - j->full_y - 1, below = y + j->full_y + 1;
    oro_box_span span[3];
    int32_t spans = oro_box_spans(j, p, span);
    for (int32_t k = 0; k < spans; k++) {
        int32_t at = span[k].at, i = span[k].from;
        oro_box_rows from = {
            {oro_box_row(j, above) + at, oro_box_row(j, above + 1) + at, oro_box_row(j, above + 2) + at},
            {oro_box_row(j, below) + at, oro_box_row(j, below + 1) + at}};
        oro_box_means(p->columns + i, p->lost + i, &from, p->line + i, p->next + i, part, scale, span[k].to - i);
    }
    oro_box_ends(j, p, p->line);
    oro_box_ends(j, p, p->next);
}

/// Sums of 2 n or 4 n neighbours from sums of n. Functions of their own: the lines do not overlap.
static __attribute__((noinline)) void oro_box_twofold(const float *restrict sums, int32_t apart, float *restrict out,
                                                      int32_t count) {
    const float *restrict b = sums + apart;
    for (int32_t x = 0; x < count; x++) out[x] = sums[x] + b[x];
}

static __attribute__((noinline)) void oro_box_fourfold(const float *restrict sums, int32_t apart, float *restrict out,
                                                       int32_t count) {
    const float *restrict b = sums + apart, *restrict c = sums + 2 * apart, *restrict d = sums + 3 * apart;
    for (int32_t x = 0; x < count; x++) out[x] = (sums[x] + b[x]) + (c[x] + d[x]);
}

/// Sums of 2 n + 1 or 2 n - 1 neighbours: `one` is the sample more, or the one too many.
static __attribute__((noinline)) void oro_box_and_one(const float *restrict sums, int32_t apart,
                                                      const float *restrict one, float sign, float *restrict out,
                                                      int32_t count) {
    const float *restrict b = sums + apart;
    for (int32_t x = 0; x < count; x++) out[x] = (sums[x] + b[x]) + sign * one[x];
}

/// What is left to do for sums along a line: each is two sums of `apart` neighbours, `apart` from each other, and the sample
/// that they lack (sign 1) or have too much (sign -1). Where `apart` is 0 the sums are the samples themselves.
typedef struct oro_box_last {
    const float *sums, *one;
    int32_t apart;
    float sign;
} oro_box_last;

/// Sums of 2 full_x + 1 neighbours of `count` samples of the line but for the last pass, doubling what is summed digit by
/// digit. Digits are -1, 0 and 1, no two of which stand side by side (31 is 32 - 1): most are 0, and two of those take one
/// pass. Where one too many is taken away again a sum looks one sample further. The last digit is never 0.
static inline oro_box_last oro_box_along(const oro_box_job *j, const oro_box_piece *p, const float *line,
                                         int32_t count) {
    int8_t digits[34];
    int32_t top = -1, wanted = 2 * j->full_x + 1, summed = 1, further = 0;
    for (int64_t rest = wanted; rest; rest /= 2) {
        int8_t digit = rest % 2 ? (int8_t)(2 - rest % 4) : 0;
        digits[++top] = digit;
        further += digit < 0;
        rest -= digit;
    }
    const float *sums = line;
    float *out = p->power, *other = p->sum;
    for (int32_t at = top - 1; at > 0; at--) {
        bool four = at > 1 && !digits[at] && !digits[at - 1];
        int32_t next = four ? 4 * summed : 2 * summed + digits[at];
        further -= digits[at] < 0;
        int32_t most = count + wanted - next + further;
        if (four)
            oro_box_fourfold(sums, summed, out, most), at--;
        else if (digits[at])
            oro_box_and_one(sums, summed, line + (digits[at] > 0 ? 2 * summed : 2 * summed - 1), digits[at], out, most);
        else
            oro_box_twofold(sums, summed, out, most);
        sums = out, out = other, other = (float *)sums;
        summed = next;
    }
    if (top == 0) return (oro_box_last){line, line, 0, 0.0f};
    return (oro_box_last){sums, line + (digits[0] > 0 ? 2 * summed : 2 * summed - 1), summed, digits[0]};
}

/// The last pass over `count` samples from i on; part of those at both ends of each sum is added.
static __attribute__((noinline)) void oro_box_finish(const oro_box_job *j, const oro_box_last *last, const float *line,
                                                     int32_t i, float *restrict out, int32_t count) {
    const float *restrict a = last->sums + i, *restrict b = a + last->apart, *restrict one = last->one + i;
    const float *restrict west = line + i, *restrict east = west + 2 * j->full_x + 2;
    float sign = last->sign, part = j->part_x, scale = 1.0f / (2.0f * (float)j->full_x + 1.0f + 2.0f * part);
    if (last->apart)
        for (int32_t x = 0; x < count; x++)
            out[x] = (((a[x] + b[x]) + sign * one[x]) + part * (west[x] + east[x])) * scale;
    else
        for (int32_t x = 0; x < count; x++) out[x] = (a[x] + part * (west[x] + east[x])) * scale;
}

/// The piece's part of row y, from the means of its columns.
static inline void oro_box_put(const oro_box_job *j, const oro_box_piece *p, const float *line, int32_t y) {
    enum { SOME = 256 };
    _Alignas(64) float done[SOME];
    oro_box_last last = oro_box_along(j, p, line + 1, p->count);
    float *restrict out = oro_row(j->to, y) + p->x;
    if (j->stream && !j->amount) {
        for (int32_t at = 0; at < p->count; at += SOME) {
            int32_t some = p->count - at < SOME ? p->count - at : SOME;
            oro_box_finish(j, &last, line, at, done, some);
            oro_stream(out + at, done, some);
        }
        return;
    }
    oro_box_finish(j, &last, line, 0, out, p->count);
    if (!j->amount) return;
    const float *restrict in = oro_row(j->from, y) + p->x, *restrict t = oro_field_row(j->amount, y) + p->x;
    for (int32_t i = 0; i < p->count; i++) out[i] = in[i] * (1.0f - t[i]) + out[i] * t[i];
}

static inline void oro_box_block(const void *user, int32_t block) {
    const oro_box_job *j = user;
    oro_box_piece p = oro_box_piece_of(j, block);
    int32_t y0 = block / j->across * j->rows, y1 = y0 + j->rows < j->from->height ? y0 + j->rows : j->from->height;
    oro_box_begin(j, &p, y0);
    for (int32_t y = y0; y < y1; y++) {
        const float *line = (y - y0) % 2 ? p.next : p.line;
        if ((y - y0) % 2 == 0) oro_box_columns(j, &p, y);
        const float *coming = oro_box_row(j, y + j->full_y + 3) + p.x;
        for (int32_t i = 0; i < p.count; i += 16) __builtin_prefetch(coming + i, 0, 2);
        oro_box_put(j, &p, line, y);
    }
    if (j->stream) oro_stream_end();
}

/// Splits half a width in samples into whole samples beside the middle one and a part, held at what the map has.
static inline void oro_box_split(double half, int32_t count, bool wrap, int32_t *full, float *part) {
    double most = wrap ? 0.5 * count : count, beside = (half < most ? half : most) - 0.5;
    beside = beside > 0.0 ? beside : 0.0;
    *full = (int32_t)beside;
    *part = (float)(beside - *full);
}

/// Replaces each sample by the mean over a square of twice `metres` around it. `to` is another map of the same size.
static inline oro_status oro_box_blur(oro_run *run, const oro_grid *from, oro_grid *to, double metres,
                                      const oro_field *amount) {
    oro_box_job j = {.from = from, .to = to, .amount = amount, .stream = oro_stream_pays(to, 1)};
    oro_box_split(metres / from->cell, from->width, from->wrap, &j.full_x, &j.part_x);
    oro_box_split(metres / from->cell, from->height, from->wrap, &j.full_y, &j.part_y);
    int32_t least = (from->height + 31) / 32;
    j.rows = 2 * j.full_y + 1 > least ? 2 * j.full_y + 1 : least;
    j.columns = j.full_x > ORO_BOX_STRIP / 8 ? 8 * j.full_x : ORO_BOX_STRIP; // neighbours overlap by a quarter at most
    j.columns = j.columns < from->width ? j.columns : from->width;
    j.across = (from->width + j.columns - 1) / j.columns;
    int32_t blocks = (from->height + j.rows - 1) / j.rows * j.across;
    j.memory = oro_scratch(run, oro_box_padded(&j) * 6 * sizeof(float) * (size_t)blocks);
    return j.memory ? oro_for_blocks(run, blocks, oro_box_block, &j) : ORO_NO_MEMORY;
}

#endif
