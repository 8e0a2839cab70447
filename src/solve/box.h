// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mean over a square around each sample. Columns are summed in double, a row coming in and one going out, begun anew in
// each block of rows; blocks depend on the map and the radius alone. With doubles the sum of floats is exact to 1e-12 of
// the largest, so it does not drift. Along rows sums of n neighbours become sums of 2 n or 2 n + 1 as the binary digits of
// the width say: log2(width) passes over a piece of a line in cache, each of which vectorises. The square's border may cut
// samples: those count in part. Reads 8 bytes a sample (4 while the square's rows stay in cache; the first rows of a block
// once more), writes 4. Bound by its arithmetic, not by memory: of 23 ms of one core's time for 4096 x 4096 and a radius of
// 16 samples 10 go into the columns in double and 8 into the sums along rows.
#ifndef ORO_SOLVE_BOX_H
#define ORO_SOLVE_BOX_H

#include "op/op.h"

typedef struct oro_box_job {
    const oro_grid *from;
    oro_grid *to;
    const oro_field *amount; ///< NULL: all
    int32_t full_x, full_y;  ///< samples on either side that count fully
    float part_x, part_y;    ///< what the next one counts
    int32_t rows;            ///< of a block
    size_t bytes;            ///< of a block's memory
    char *memory;
} oro_box_job;

/// The memory of a block: sums of columns, and three lines with room for both sides.
typedef struct oro_box_lines {
    double *columns;
    float *line, *power, *sum;
} oro_box_lines;

static inline size_t oro_box_padded(const oro_box_job *j) {
    return ((size_t)j->from->width + 2 * (size_t)j->full_x + 2 + 15) / 16 * 16;
}

static inline oro_box_lines oro_box_lines_of(const oro_box_job *j, int32_t block) {
    char *at = j->memory + (size_t)block * j->bytes;
    size_t padded = oro_box_padded(j);
    oro_box_lines l = {.columns = (double *)at};
    l.line = (float *)(at + padded * sizeof(double));
    l.power = l.line + padded;
    l.sum = l.power + padded;
    return l;
}

static inline int32_t oro_box_fold(int32_t i, int32_t count, bool wrap) {
    if (!wrap) return i < 0 ? 0 : i >= count ? count - 1 : i;
    i %= count;
    return i < 0 ? i + count : i;
}

static inline const float *oro_box_row(const oro_box_job *j, int32_t y) {
    return oro_row(j->from, oro_box_fold(y, j->from->height, j->from->wrap));
}

static inline void oro_box_add(double *restrict columns, const float *restrict row, int32_t width) {
    for (int32_t x = 0; x < width; x++) columns[x] += (double)row[x];
}

/// Means of the columns of a row; then the sums go on to the next row, `below` coming in and `last` going out.
static __attribute__((noinline)) void oro_box_means(double *restrict columns, const float *restrict above,
                                                    const float *restrict last, const float *restrict below,
                                                    float *restrict line, double part, double scale, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        double sum = columns[x], in = (double)below[x];
        line[x] = (float)((sum + part * ((double)above[x] + in)) * scale);
        columns[x] = sum + (in - (double)last[x]);
    }
}

/// Fills the line with the means of row y's columns, and with what lies beyond its ends.
static inline void oro_box_columns(const oro_box_job *j, const oro_box_lines *l, int32_t y) {
    int32_t width = j->from->width, side = j->full_x + 1;
    float *line = l->line + side;
    double part = (double)j->part_y, scale = 1.0 / (2.0 * j->full_y + 1.0 + 2.0 * part);
    oro_box_means(l->columns, oro_box_row(j, y - j->full_y - 1), oro_box_row(j, y - j->full_y),
                  oro_box_row(j, y + j->full_y + 1), line, part, scale, width);
    for (int32_t i = 1; i <= side; i++) {
        line[-i] = line[oro_box_fold(-i, width, j->from->wrap)];
        line[width - 1 + i] = line[oro_box_fold(width - 1 + i, width, j->from->wrap)];
    }
}

/// Sums of 2 n or 2 n + 1 neighbours from sums of n. Functions of their own: the lines do not overlap.
static __attribute__((noinline)) void oro_box_twice(const float *restrict sums, const float *restrict half,
                                                    float *restrict out, int32_t count) {
    for (int32_t x = 0; x < count; x++) out[x] = sums[x] + half[x];
}

static __attribute__((noinline)) void oro_box_twice_and_one(const float *restrict sums, const float *restrict half,
                                                            const float *restrict one, float *restrict out,
                                                            int32_t count) {
    for (int32_t x = 0; x < count; x++) out[x] = (sums[x] + half[x]) + one[x];
}

/// Sums of 2 full_x + 1 neighbours of `count` samples of the line, doubling what is summed digit by digit.
static inline const float *oro_box_along(const oro_box_job *j, const oro_box_lines *l, const float *line,
                                         int32_t count) {
    int32_t wanted = 2 * j->full_x + 1, digit = 1, summed = 1;
    const float *sums = line;
    float *out = l->power, *other = l->sum;
    while (digit <= wanted / 2) digit *= 2;
    for (digit /= 2; digit; digit /= 2) {
        int32_t one = (wanted & digit) != 0, next = 2 * summed + one;
        if (one)
            oro_box_twice_and_one(sums, sums + summed, line + 2 * summed, out, count + wanted - next);
        else
            oro_box_twice(sums, sums + summed, out, count + wanted - next);
        sums = out, out = other, other = (float *)sums;
        summed = next;
    }
    return sums;
}

/// Columns [x, x + count) of row y: `sum` of the whole samples, and part of those at both ends of the line.
static inline void oro_box_put(const oro_box_job *j, const float *restrict sum, const float *restrict west, int32_t y,
                               int32_t x, int32_t count) {
    const float *restrict east = west + 2 * j->full_x + 2;
    float *restrict out = oro_row(j->to, y) + x;
    float part = j->part_x, scale = 1.0f / (2.0f * (float)j->full_x + 1.0f + 2.0f * part);
    for (int32_t i = 0; i < count; i++) out[i] = (sum[i] + part * (west[i] + east[i])) * scale;
    if (!j->amount) return;
    const float *restrict in = oro_row(j->from, y) + x, *restrict t = oro_field_row(j->amount, y) + x;
    for (int32_t i = 0; i < count; i++) out[i] = in[i] * (1.0f - t[i]) + out[i] * t[i];
}

static inline void oro_box_block(const void *user, int32_t block) {
    enum { STRIP = 1024, NARROW = 256 }; // a strip's lines stay in the nearest cache unless the square is wide itself
    const oro_box_job *j = user;
    oro_box_lines l = oro_box_lines_of(j, block);
    int32_t width = j->from->width, y0 = block * j->rows, y1 = y0 + j->rows, strip = j->full_x < NARROW ? STRIP : width;
    for (int32_t x = 0; x < width; x++) l.columns[x] = 0.0;
    for (int32_t y = y0 - j->full_y; y <= y0 + j->full_y; y++) oro_box_add(l.columns, oro_box_row(j, y), width);
    for (int32_t y = y0; y < y1 && y < j->from->height; y++) {
        oro_box_columns(j, &l, y);
        for (int32_t x = 0; x < width; x += strip) {
            int32_t count = width - x < strip ? width - x : strip;
            oro_box_put(j, oro_box_along(j, &l, l.line + x + 1, count), l.line + x, y, x, count);
        }
    }
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
    oro_box_job j = {.from = from, .to = to, .amount = amount};
    oro_box_split(metres / from->cell, from->width, from->wrap, &j.full_x, &j.part_x);
    oro_box_split(metres / from->cell, from->height, from->wrap, &j.full_y, &j.part_y);
    int32_t least = (from->height + 31) / 32;
    j.rows = 2 * j.full_y + 1 > least ? 2 * j.full_y + 1 : least;
    int32_t blocks = (from->height + j.rows - 1) / j.rows;
    j.bytes = oro_box_padded(&j) * (sizeof(double) + 3 * sizeof(float));
    j.memory = oro_scratch(run, j.bytes * (size_t)blocks);
    return j.memory ? oro_for_blocks(run, blocks, oro_box_block, &j) : ORO_NO_MEMORY;
}

#endif
