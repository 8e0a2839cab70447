// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Moves a map between resolutions so that its sum stays: every sample stands for the square around it, and the squares of both
// maps cover the same ground exactly, whatever the two sizes are. Coarser: means over what a square covers. Finer: each row of
// values is taken for means of a curve that is a parabola in every cell and continuous between them (Colella and Woodward
// 1984), and the new values are its means; with `bounded` it stays between its neighbours, so that no new extremes (and no
// negative depths) arise. Both run along x, then along y; 8 bytes read and 4 written per sample of the finer map, twice.
#ifndef ORO_PIPES_REMAP_H
#define ORO_PIPES_REMAP_H

#include "core/cell.h"
#include "run/loops.h"

#include <string.h>

typedef struct oro_remap_job {
    const oro_grid *from;
    oro_grid *between; ///< the width of `to`, the height of `from`
    oro_grid *to;
    bool bounded;
} oro_remap_job;

/// The cells of a line of `count` that the i-th of `parts` equal pieces covers.
typedef struct oro_span {
    int32_t first, last;
    double from, to; ///< in cells
} oro_span;

static inline oro_span oro_span_of(int32_t i, int32_t parts, int32_t count) {
    oro_span s = {.from = (double)i * count / parts, .to = (double)(i + 1) * count / parts};
    s.first = (int32_t)s.from;
    s.last = (int32_t)s.to;
    if ((double)s.last >= s.to) s.last--;
    if (s.last > count - 1) s.last = count - 1;
    return s;
}

/// Mean of the parabola of a cell between a and b, both in [0,1]. `lo` and `hi` are its values at the cell's ends.
static inline double oro_parabola_mean(double mean, double lo, double hi, double a, double b) {
    double rise = hi - lo, bow = 6.0 * (mean - 0.5 * (lo + hi));
    double half = 0.5 * (a + b), third = (a * a + a * b + b * b) / 3.0;
    return lo + rise * half + bow * (half - third);
}

/// Value of the curve between two cells, from two cells on either side.
static inline double oro_edge_value(double a, double b, double c, double d) { return (7.0 * (b + c) - (a + d)) / 12.0; }

/// Keeps a parabola between its neighbours: edges between the means beside them, flat at extremes, no overshoot inside.
static inline void oro_bound_parabola(double before, double mean, double after, double *lo, double *hi) {
    double least = before < mean ? before : mean, most = before < mean ? mean : before;
    *lo = *lo < least ? least : *lo > most ? most : *lo;
    least = after < mean ? after : mean, most = after < mean ? mean : after;
    *hi = *hi < least ? least : *hi > most ? most : *hi;
    if ((*hi - mean) * (mean - *lo) <= 0.0) *lo = *hi = mean;
    double rise = *hi - *lo, bow = 6.0 * (mean - 0.5 * (*lo + *hi));
    if (rise * bow > rise * rise) *lo = 3.0 * mean - 2.0 * *hi;
    if (rise * bow < -rise * rise) *hi = 3.0 * mean - 2.0 * *lo;
}

static inline int32_t oro_remap_index(int32_t i, int32_t count, bool wrap) {
    if (wrap) return (i % count + count) % count;
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

/// Mean over a span of a line whose values are `step` floats apart.
static inline float oro_span_mean(const float *line, ptrdiff_t step, int32_t count, bool wrap, oro_span s, bool finer,
                                  bool bounded) {
    double sum = 0.0;
    for (int32_t i = s.first; i <= s.last; i++) {
        double a = s.from > i ? s.from - i : 0.0, b = s.to < i + 1 ? s.to - i : 1.0, v[5];
        if (!finer) {
            sum += (b - a) * (double)line[i * step];
            continue;
        }
        for (int32_t k = -2; k <= 2; k++) v[k + 2] = (double)line[oro_remap_index(i + k, count, wrap) * step];
        double lo = oro_edge_value(v[0], v[1], v[2], v[3]), hi = oro_edge_value(v[1], v[2], v[3], v[4]);
        if (bounded) oro_bound_parabola(v[1], v[2], v[3], &lo, &hi);
        sum += (b - a) * oro_parabola_mean(v[2], lo, hi, a, b);
    }
    return (float)(sum / (s.to - s.from));
}

static inline void oro_remap_along(const void *user, int32_t y0, int32_t y1) {
    const oro_remap_job *j = user;
    bool finer = j->to->width > j->from->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < j->to->width; x++)
            oro_row(j->between, y)[x] = oro_span_mean(oro_row(j->from, y), 1, j->from->width, j->from->wrap,
                                                      oro_span_of(x, j->to->width, j->from->width), finer, j->bounded);
}

static inline void oro_remap_across(const void *user, int32_t y0, int32_t y1) {
    const oro_remap_job *j = user;
    bool finer = j->to->height > j->from->height;
    for (int32_t y = y0; y < y1; y++) {
        oro_span s = oro_span_of(y, j->to->height, j->from->height);
        for (int32_t x = 0; x < j->to->width; x++)
            oro_row(j->to, y)[x] = oro_span_mean(j->between->data + x, j->between->stride, j->from->height,
                                                 j->from->wrap, s, finer, j->bounded);
    }
}

static inline void oro_remap_copy(const void *user, int32_t y0, int32_t y1) {
    const oro_remap_job *j = user;
    for (int32_t y = y0; y < y1; y++)
        memcpy(oro_row(j->to, y), oro_row(j->from, y), (size_t)j->to->width * sizeof(float));
}

/// Fills `to` (geometry and memory given) with the map `from` at its resolution. `memory` takes as many floats as the wider of
/// the two is wide times the higher is high.
static inline oro_status oro_remap(oro_run *run, const oro_grid *from, oro_grid *to, bool bounded, float *memory) {
    oro_grid between = *from;
    between.width = between.stride = to->width;
    between.data = memory;
    oro_remap_job j = {from, &between, to, bounded};
    if (from->width == to->width && from->height == to->height) return oro_for_rows(run, to, oro_remap_copy, &j);
    oro_status status = oro_for_rows(run, &between, oro_remap_along, &j);
    return status == ORO_OK ? oro_for_rows(run, to, oro_remap_across, &j) : status;
}

#endif
