// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mean over a square around each sample; the square's border may cut samples, which count in part. Columns are summed four
// rows at a time: what the four have in common is held, and every four rows four go out of it and four come in, each summed
// first; what differs between the four is added to each. What is held is two floats, the second what rounding took from the
// first (Knuth's two-sum): exact to 2^-48, and what came in goes out as the very same sum, so nothing drifts. That is 10
// operations per sample, where a sum moved on from row to row would take 19. Sums along rows are in solve/box_along.h.
// Blocks depend on the map and the radius alone: no thread count changes a bit.
// Memory: a block is a strip of columns so narrow that its sums and lines (40 KiB) stay near and the rows of the square in
// the next cache. Reads 4 bytes per sample (8 where the rows do not stay in cache; the first rows of a block, 6 % at 31 rows of
// 512, and 5 % of the columns once more), writes 4, past the caches where the map is large. A square of 31 samples on 4096 x
// 4096 takes 5.6 to 5.9 ms on two threads of a Xeon with cold caches, four fifths of what triad reaches beside it.
#ifndef ORO_SOLVE_BOX_H
#define ORO_SOLVE_BOX_H

#include "core/stream.h"
#include "run/loops.h"
#include "solve/box_along.h"
#include "solve/sample.h"

enum {
    ORO_BOX_STRIP = 1024, ///< least columns worked on at once
    ORO_BOX_BLOCKS = 8,   ///< blocks one above the other
    ORO_BOX_NEAR = 1248,  ///< floats of a line that finds room on the stack, whose pages are there already
};

typedef struct oro_box_job {
    const oro_grid *from;
    oro_grid *to;
    const oro_field *amount; ///< NULL: all
    int32_t full_x, full_y;  ///< samples on either side that count fully
    float part_x, part_y;    ///< what the next one counts
    bool stream;             ///< `to` is so large that it is written past the caches
    oro_box_sum along;       ///< how rows are summed
    float scale;             ///< one by what all samples of a square count
    int32_t rows, columns;   ///< of a block
    int32_t across;          ///< blocks side by side
    float *memory;           ///< of all blocks; NULL: the stack has room
} oro_box_job;

/// A block: its place, and lines of its columns with room for both sides. Entry `side` of a line is column x; entries and
/// columns that are multiples of 16 meet, so that they share the beginnings of cache lines.
typedef struct oro_box_piece {
    int32_t x, count, side;
    float *held, *lost; ///< sums of columns, and what they lost
    float *line[4];     ///< sums of columns around four rows
    oro_box_lines work; ///< of sums along rows
} oro_box_piece;

enum { ORO_BOX_LINES = 6 + ORO_BOX_WORK_LINES };

static inline int32_t oro_box_side(const oro_box_job *j) { return (j->full_x + 1 + 15) / 16 * 16; }

static inline size_t oro_box_padded(const oro_box_job *j) {
    return (size_t)(j->columns + 15) / 16 * 16 + 2 * (size_t)oro_box_side(j) + ORO_BOX_BEFORE + ORO_BOX_BEYOND;
}

static inline oro_box_piece oro_box_piece_of(const oro_box_job *j, int32_t block, float *memory) {
    size_t padded = oro_box_padded(j);
    oro_box_piece p = {.x = block % j->across * j->columns, .side = oro_box_side(j)};
    p.count = j->from->width - p.x < j->columns ? j->from->width - p.x : j->columns;
    if (j->memory) memory = j->memory + ORO_BOX_LINES * padded * (size_t)block;
    for (size_t i = 0; i < ORO_BOX_LINES * padded; i++) memory[i] = 0.0f;
    p.held = memory;
    p.lost = memory + padded;
    for (int32_t k = 0; k < 4; k++) p.line[k] = memory + (size_t)(2 + k) * padded;
    for (int32_t k = 0; k < ORO_BOX_WORK_LINES; k++)
        p.work.line[k] = memory + (size_t)(6 + k) * padded + ORO_BOX_BEFORE;
    return p;
}

static inline const float *oro_box_row(const oro_box_job *j, int32_t y) {
    return oro_row(j->from, oro_fold_index(y, j->from->height, j->from->wrap));
}

/// Adds four rows to sums that are `held` + `lost`.
static __attribute__((noinline)) void oro_box_add(float *restrict held, float *restrict lost, const float *restrict a,
                                                  const float *restrict b, const float *restrict c,
                                                  const float *restrict d, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        float old = held[x], four = (a[x] + b[x]) + (c[x] + d[x]), sum = old + four, added = sum - old;
        held[x] = sum;
        lost[x] += (old - (sum - added)) + (four - added);
    }
}

/// Sums of one column around four rows, and what they have in common with the next four, held in two parts.
typedef struct oro_box_four {
    float sum[4], held, lost;
} oro_box_four;

/// `a` are four rows from the first that the uppermost counts in part, `b` four from the first that it does not count fully
/// any more. Of what is held `out` goes out; with `more` added that is what the four have in common; then `b` comes in.
static inline __attribute__((always_inline)) oro_box_four oro_box_sums(float held, float lost, float out, float more,
                                                                       const float a[4], const float b[4], float part) {
    float left = held - out, taken = left - held, in = (b[0] + b[1]) + (b[2] + b[3]);
    float rest = lost + ((held - (left - taken)) - (out + taken)), common = (left + rest) + more;
    float sum = left + in, added = sum - left;
    return (oro_box_four){{(common + (a[1] + (a[2] + a[3]))) + part * (a[0] + b[0]),
                           (common + ((a[2] + a[3]) + b[0])) + part * (a[1] + b[1]),
                           (common + (a[3] + (b[0] + b[1]))) + part * (a[2] + b[2]),
                           (common + ((b[0] + b[1]) + b[2])) + part * (a[3] + b[3])},
                          sum,
                          rest + ((left - (sum - added)) + (in - added))};
}

/// The rows that four rows' sums need: `above` from the first that the uppermost counts in part, `below` from the first that
/// it does not count fully any more.
typedef struct oro_box_rows {
    const float *above[6], *below[4];
} oro_box_rows;

/// Sums of columns around four rows where a column counts 4 k + 3 rows: four above go out.
static __attribute__((noinline)) void oro_box_four_out(float *restrict held, float *restrict lost,
                                                       const oro_box_rows *from, float *restrict l0, float *restrict l1,
                                                       float *restrict l2, float *restrict l3, float part,
                                                       int32_t width) {
    const float *restrict a0 = from->above[0], *restrict a1 = from->above[1], *restrict a2 = from->above[2];
    const float *restrict a3 = from->above[3], *restrict b0 = from->below[0], *restrict b1 = from->below[1];
    const float *restrict b2 = from->below[2], *restrict b3 = from->below[3];
    for (int32_t x = 0; x < width; x++) {
        float a[4] = {a0[x], a1[x], a2[x], a3[x]}, b[4] = {b0[x], b1[x], b2[x], b3[x]};
        oro_box_four f = oro_box_sums(held[x], lost[x], (a[0] + a[1]) + (a[2] + a[3]), 0.0f, a, b, part);
        l0[x] = f.sum[0], l1[x] = f.sum[1], l2[x] = f.sum[2], l3[x] = f.sum[3];
        held[x] = f.held, lost[x] = f.lost;
    }
}

/// Where it counts 4 k + 1: the fours of rows lie two rows lower.
static __attribute__((noinline)) void oro_box_lower_out(float *restrict held, float *restrict lost,
                                                        const oro_box_rows *from, float *restrict l0,
                                                        float *restrict l1, float *restrict l2, float *restrict l3,
                                                        float part, int32_t width) {
    const float *restrict a0 = from->above[0], *restrict a1 = from->above[1], *restrict a2 = from->above[2];
    const float *restrict a3 = from->above[3], *restrict a4 = from->above[4], *restrict a5 = from->above[5];
    const float *restrict b0 = from->below[0], *restrict b1 = from->below[1], *restrict b2 = from->below[2];
    const float *restrict b3 = from->below[3];
    for (int32_t x = 0; x < width; x++) {
        float a[4] = {a0[x], a1[x], a2[x], a3[x]}, b[4] = {b0[x], b1[x], b2[x], b3[x]}, more = a4[x] + a5[x];
        oro_box_four f = oro_box_sums(held[x], lost[x], (a[2] + a[3]) + more, more, a, b, part);
        l0[x] = f.sum[0], l1[x] = f.sum[1], l2[x] = f.sum[2], l3[x] = f.sum[3];
        held[x] = f.held, lost[x] = f.lost;
    }
}

/// A row alone and part of those beside it.
static __attribute__((noinline)) void oro_box_one(const float *restrict above, const float *restrict row,
                                                  const float *restrict below, float *restrict out, float part,
                                                  int32_t width) {
    for (int32_t x = 0; x < width; x++) out[x] = row[x] + part * (above[x] + below[x]);
}

/// Entries [from, to) of a piece's lines; they lie on the map from column `at` on.
typedef struct oro_box_span {
    int32_t from, to, at;
} oro_box_span;

static inline int32_t oro_box_end(const oro_box_job *j, const oro_box_piece *p) {
    return p->x + p->count + j->full_x + 1 + ORO_BOX_MORE;
}

/// The spans of a piece that lie on the map: its own, and where the map wraps what lies on the other side.
static inline int32_t oro_box_spans(const oro_box_job *j, const oro_box_piece *p, oro_box_span span[3]) {
    int32_t width = j->from->width, begin = p->x - p->side, end = oro_box_end(j, p), spans = 0;
    int32_t first = begin < 0 ? 0 : begin, last = end > width ? width : end;
    span[spans++] = (oro_box_span){first - begin, last - begin, first};
    if (!j->from->wrap || j->across == 1) return spans;
    if (begin < 0) span[spans++] = (oro_box_span){0, -begin, begin + width};
    if (end > width) span[spans++] = (oro_box_span){width - begin, end - begin, 0};
    return spans;
}

/// What a line has beyond the map, where that is found in the line itself.
static inline void oro_box_ends(const oro_box_job *j, const oro_box_piece *p, float *line) {
    int32_t width = j->from->width, begin = p->x - p->side, end = oro_box_end(j, p);
    bool wrap = j->from->wrap;
    if (wrap && j->across > 1) return;
    for (int32_t i = begin; i < 0; i++) line[i - begin] = line[oro_fold_index(i, width, wrap) - begin];
    for (int32_t i = width; i < end; i++) line[i - begin] = line[oro_fold_index(i, width, wrap) - begin];
}

/// Begins the sums with those that rows y to y + 3 need: whole fours of rows, up to the last that row y counts fully.
static inline void oro_box_begin(const oro_box_job *j, const oro_box_piece *p, int32_t y) {
    oro_box_span span[3];
    int32_t spans = oro_box_spans(j, p, span), first = y + j->full_y + 1 - (2 * j->full_y + 2) / 4 * 4;
    for (int32_t k = 0; k < spans; k++)
        for (int32_t row = first; row <= y + j->full_y; row += 4)
            oro_box_add(p->held + span[k].from, p->lost + span[k].from, oro_box_row(j, row) + span[k].at,
                        oro_box_row(j, row + 1) + span[k].at, oro_box_row(j, row + 2) + span[k].at,
                        oro_box_row(j, row + 3) + span[k].at, span[k].to - span[k].from);
}

/// Fills the lines with the sums of the columns around rows y to y + 3.
static inline void oro_box_columns(const oro_box_job *j, const oro_box_piece *p, int32_t y) {
    oro_box_span span[3];
    int32_t spans = oro_box_spans(j, p, span);
    for (int32_t s = 0; s < spans; s++) {
        int32_t i = span[s].from, count = span[s].to - i;
        oro_box_rows from;
        for (int32_t k = 0; k < 6; k++) from.above[k] = oro_box_row(j, y - j->full_y - 1 + k) + span[s].at;
        for (int32_t k = 0; k < 4; k++) from.below[k] = oro_box_row(j, y + j->full_y + 1 + k) + span[s].at;
        if (j->full_y == 0)
            for (int32_t k = 0; k < 4; k++)
                oro_box_one(from.above[k], from.above[k + 1], from.above[k + 2], p->line[k] + i, j->part_y, count);
        else
            (j->full_y % 2 ? oro_box_four_out : oro_box_lower_out)(p->held + i, p->lost + i, &from, p->line[0] + i,
                                                                   p->line[1] + i, p->line[2] + i, p->line[3] + i,
                                                                   j->part_y, count);
    }
    for (int32_t k = 0; k < 4; k++) oro_box_ends(j, p, p->line[k]);
}

/// The piece's part of row y, from the sums of its columns.
static inline void oro_box_put(const oro_box_job *j, const oro_box_piece *p, const float *line, int32_t y) {
    float *restrict out = oro_row(j->to, y) + p->x;
    const float *coming = oro_box_row(j, y + j->full_y + 5) + p->x, *first = line + p->side - j->full_x;
    oro_box_terms terms = oro_box_along(&j->along, &p->work, first, p->count);
    terms.west = first - 1, terms.east = first + 2 * j->full_x + 1;
    terms.part = j->part_x, terms.scale = j->scale;
    int32_t past = j->stream && !j->amount && (uintptr_t)out % 64 == 0 ? p->count / 16 * 16 : 0;
    oro_box_finish_past(&terms, coming, out, past);
    oro_box_finish(&terms, past, out, p->count);
    if (!j->amount) return;
    const float *restrict in = oro_row(j->from, y) + p->x, *restrict t = oro_field_row(j->amount, y) + p->x;
    for (int32_t i = 0; i < p->count; i++) out[i] = in[i] * (1.0f - t[i]) + out[i] * t[i];
}

static inline void oro_box_block(const void *user, int32_t block) {
    const oro_box_job *j = user;
    _Alignas(64) float near[ORO_BOX_LINES * ORO_BOX_NEAR];
    oro_box_piece p = oro_box_piece_of(j, block, near);
    int32_t y0 = block / j->across * j->rows, y1 = y0 + j->rows < j->from->height ? y0 + j->rows : j->from->height;
    if (j->full_y) oro_box_begin(j, &p, y0);
    for (int32_t y = y0; y < y1; y += 4) {
        oro_box_columns(j, &p, y);
        for (int32_t k = 0; k < 4 && y + k < y1; k++) oro_box_put(j, &p, p.line[k], y + k);
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
    float wide = 2.0f * ((float)j.full_x + j.part_x) + 1.0f, high = 2.0f * ((float)j.full_y + j.part_y) + 1.0f;
    j.scale = 1.0f / (wide * high);
    j.along = oro_box_sum_of(2 * j.full_x + 1);
    int32_t least = (from->height + ORO_BOX_BLOCKS - 1) / ORO_BOX_BLOCKS;
    j.rows = ((2 * j.full_y + 1 > least ? 2 * j.full_y + 1 : least) + 3) / 4 * 4;
    j.columns = j.full_x > ORO_BOX_STRIP / 8 ? (8 * j.full_x + 15) / 16 * 16
                                             : ORO_BOX_STRIP; // neighbours overlap by a quarter at most
    j.columns = j.columns < from->width ? j.columns : from->width;
    j.across = (from->width + j.columns - 1) / j.columns;
    int32_t blocks = (from->height + j.rows - 1) / j.rows * j.across;
    size_t padded = oro_box_padded(&j);
    if (padded > ORO_BOX_NEAR) {
        j.memory = oro_scratch(run, padded * ORO_BOX_LINES * sizeof(float) * (size_t)blocks);
        if (!j.memory) return ORO_NO_MEMORY;
    }
    return oro_for_blocks(run, blocks, oro_box_block, &j);
}

#endif
