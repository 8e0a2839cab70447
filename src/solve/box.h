// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mean over a square around each sample. Columns are summed in double, a row coming in and one going out, begun anew in each
// block of rows; blocks depend on the map and the radius alone. With doubles the sum of floats is exact to 1e-12 of the
// largest, so it does not drift. Along rows sums of 2, 4, 8, … neighbours are added as the binary digits of the width say:
// 2 log2(width) passes over a line in cache, each of which vectorises. The square's border may cut samples: those count in
// part. Reads 8 bytes a sample (4 while the square's rows stay in cache; the first rows of a block once more), writes 4.
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

static inline void oro_box_add(double *restrict columns, const float *restrict row, double sign, int32_t width) {
    for (int32_t x = 0; x < width; x++) columns[x] += sign * (double)row[x];
}

/// Fills the line with the means of row y's columns, and with what lies beyond its ends.
static inline void oro_box_columns(const oro_box_job *j, const oro_box_lines *l, int32_t y) {
    int32_t width = j->from->width, side = j->full_x + 1;
    const float *restrict above = oro_box_row(j, y - j->full_y - 1), *restrict below =
                                                                         oro_box_row(j, y + j->full_y + 1);
    const double *restrict columns = l->columns;
    float *restrict line = l->line + side;
    double part = (double)j->part_y, scale = 1.0 / (2.0 * j->full_y + 1.0 + 2.0 * part);
    for (int32_t x = 0; x < width; x++)
        line[x] = (float)((columns[x] + part * ((double)above[x] + (double)below[x])) * scale);
    for (int32_t i = 1; i <= side; i++) {
        line[-i] = line[oro_box_fold(-i, width, j->from->wrap)];
        line[width - 1 + i] = line[oro_box_fold(width - 1 + i, width, j->from->wrap)];
    }
}

/// Sums of 2 full_x + 1 neighbours of the line, into l->sum.
static inline void oro_box_along(const oro_box_job *j, const oro_box_lines *l) {
    int32_t width = j->from->width, wanted = 2 * j->full_x + 1, begin = 0;
    float *restrict power = l->power, *restrict sum = l->sum;
    for (int32_t x = 0; x < width; x++) sum[x] = 0.0f;
    for (int32_t x = 0; x < width + wanted - 1; x++) power[x] = l->line[x + 1];
    for (int32_t digit = 1; digit <= wanted; digit *= 2) { // power[x] holds the sum of `digit` samples from x on
        if (wanted & digit) {
            for (int32_t x = 0; x < width; x++) sum[x] += power[x + begin];
            begin += digit;
        }
        for (int32_t x = 0; x < width + wanted - 2 * digit; x++) power[x] = power[x] + power[x + digit];
    }
}

static inline void oro_box_put(const oro_box_job *j, const oro_box_lines *l, int32_t y) {
    int32_t width = j->from->width;
    const float *restrict sum = l->sum, *restrict west = l->line, *restrict east = l->line + 2 * j->full_x + 2;
    float *restrict out = oro_row(j->to, y);
    float part = j->part_x, scale = 1.0f / (2.0f * (float)j->full_x + 1.0f + 2.0f * part);
    for (int32_t x = 0; x < width; x++) out[x] = (sum[x] + part * (west[x] + east[x])) * scale;
    if (!j->amount) return;
    const float *restrict in = oro_row(j->from, y), *restrict t = oro_field_row(j->amount, y);
    for (int32_t x = 0; x < width; x++) out[x] = in[x] * (1.0f - t[x]) + out[x] * t[x];
}

static inline void oro_box_block(const void *user, int32_t block) {
    const oro_box_job *j = user;
    oro_box_lines l = oro_box_lines_of(j, block);
    int32_t width = j->from->width, y0 = block * j->rows, y1 = y0 + j->rows;
    for (int32_t x = 0; x < width; x++) l.columns[x] = 0.0;
    for (int32_t y = y0 - j->full_y; y <= y0 + j->full_y; y++) oro_box_add(l.columns, oro_box_row(j, y), 1.0, width);
    for (int32_t y = y0; y < y1 && y < j->from->height; y++) {
        oro_box_columns(j, &l, y);
        oro_box_along(j, &l);
        oro_box_put(j, &l, y);
        oro_box_add(l.columns, oro_box_row(j, y + j->full_y + 1), 1.0, width);
        oro_box_add(l.columns, oro_box_row(j, y - j->full_y), -1.0, width);
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
