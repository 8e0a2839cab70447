// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Slope and curvature measured over a distance of several samples, so that a map at twice the resolution gives the same
// answer. A span of a row at a time; the four distant samples come from cache while the distance is short.
#ifndef ORO_MASK_REACH_H
#define ORO_MASK_REACH_H

#include "core/cell.h"
#include "solve/gradient.h"

/// How many samples a distance in metres is: at least 1, at most what the map has.
static inline int32_t oro_reach_samples(const oro_grid *g, double metres) {
    double samples = metres / g->cell + 0.5, most = g->width > g->height ? g->width : g->height;
    return samples < 1.0 ? 1 : samples < most ? (int32_t)samples : (int32_t)most;
}

/// A sample and the ones before and after it along an axis. Where one of them is off the map and does not wrap, the
/// gradient is taken from the edge to the other (before, after), the curvature around the nearest place that has both
/// (low, middle, high).
typedef struct oro_around {
    int32_t before, after, cells; ///< cells between the two
    int32_t low, middle, high, step;
} oro_around;

static inline oro_around oro_look_around(int32_t at, int32_t count, int32_t reach, bool wrap) {
    oro_around a;
    if (wrap) {
        reach = reach % count;
        a.before = a.low = at - reach < 0 ? at - reach + count : at - reach;
        a.after = a.high = at + reach >= count ? at + reach - count : at + reach;
        a.middle = at;
        a.cells = 2 * reach;
        a.step = reach;
        return a;
    }
    a.before = at - reach < 0 ? 0 : at - reach;
    a.after = at + reach > count - 1 ? count - 1 : at + reach;
    a.cells = a.after - a.before;
    a.step = reach < (count - 1) / 2 ? reach : (count - 1) / 2;
    a.middle = at < a.step ? a.step : at > count - 1 - a.step ? count - 1 - a.step : at;
    a.low = a.middle - a.step;
    a.high = a.middle + a.step;
    return a;
}

/// The part of [x0, x1) that has both neighbours in the row without wrapping.
typedef struct oro_inner {
    int32_t first, last;
} oro_inner;

static inline oro_inner oro_inner_part(const oro_grid *g, int32_t x0, int32_t x1, int32_t reach) {
    int32_t first = reach > x0 ? reach : x0, last = g->width - reach;
    first = first < x1 ? first : x1;
    last = last < x1 ? last : x1;
    return (oro_inner){first, last > first ? last : first};
}

static inline float oro_reach_slope(const oro_grid *g, const float *row, int32_t x, int32_t reach) {
    oro_around h = oro_look_around(x, g->width, reach, g->wrap);
    return h.cells ? (row[h.after] - row[h.before]) * (float)(1.0 / (h.cells * g->cell)) : 0.0f;
}

static inline float oro_reach_bend(const oro_grid *g, const float *row, int32_t x, int32_t reach) {
    oro_around h = oro_look_around(x, g->width, reach, g->wrap);
    double step = h.step * g->cell;
    float scale = h.step ? (float)(0.5 / (step * step)) : 0.0f;
    return ((row[h.middle] - row[h.low]) + (row[h.middle] - row[h.high])) * scale;
}

/// Rise per metre to the east and south for [x0, x1) of row y, x1 - x0 <= ORO_SPAN, over `reach` samples on either side.
static inline void oro_reach_gradient(const oro_grid *g, int32_t y, int32_t x0, int32_t x1, int32_t reach,
                                      float *restrict gx, float *restrict gy) {
    oro_around v = oro_look_around(y, g->height, reach, g->wrap);
    const float *row = oro_row(g, y), *before = oro_row(g, v.before), *after = oro_row(g, v.after);
    float scale = v.cells ? (float)(1.0 / (v.cells * g->cell)) : 0.0f;
    for (int32_t x = x0; x < x1; x++) gy[x - x0] = (after[x] - before[x]) * scale;
    oro_inner in = oro_inner_part(g, x0, x1, reach);
    scale = (float)(1.0 / (2 * reach * g->cell));
    for (int32_t x = in.first; x < in.last; x++) gx[x - x0] = (row[x + reach] - row[x - reach]) * scale;
    for (int32_t x = x0; x < in.first; x++) gx[x - x0] = oro_reach_slope(g, row, x, reach);
    for (int32_t x = in.last; x < x1; x++) gx[x - x0] = oro_reach_slope(g, row, x, reach);
}

/// Mean curvature of gentle ground, 1/m: minus half the sum of the second derivatives, above 0 on ridges and peaks.
static inline void oro_reach_curvature(const oro_grid *g, int32_t y, int32_t x0, int32_t x1, int32_t reach,
                                       float *restrict out) {
    oro_around v = oro_look_around(y, g->height, reach, g->wrap);
    const float *low = oro_row(g, v.low), *middle = oro_row(g, v.middle), *high = oro_row(g, v.high);
    const float *row = oro_row(g, y);
    double step = v.step * g->cell;
    float scale = v.step ? (float)(0.5 / (step * step)) : 0.0f;
    for (int32_t x = x0; x < x1; x++) out[x - x0] = ((middle[x] - low[x]) + (middle[x] - high[x])) * scale;
    oro_inner in = oro_inner_part(g, x0, x1, reach);
    double along = reach * g->cell;
    scale = (float)(0.5 / (along * along));
    for (int32_t x = in.first; x < in.last; x++)
        out[x - x0] += ((row[x] - row[x - reach]) + (row[x] - row[x + reach])) * scale;
    for (int32_t x = x0; x < in.first; x++) out[x - x0] += oro_reach_bend(g, row, x, reach);
    for (int32_t x = in.last; x < x1; x++) out[x - x0] += oro_reach_bend(g, row, x, reach);
}

#endif
