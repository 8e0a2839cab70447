// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which way the valleys of a map run. The Hessian of the height at a Gaussian scale of two samples has eigenvalues l1 >= l2; a
// sample lies on a valley line where l1 is in the top tenth and |l2| < l1 / 2, and the line runs across the direction
// phi = atan2(2 hxy, hxx - hyy) / 2. Blind to how water is routed. Directions are counted modulo a quarter turn, in bins of a
// degree around whole degrees, each line with the weight l1. Bell and derivatives end at four deviations; the second one is
// corrected so that a plane gives 0 and a parabola its own curvature, whatever height it lies at.
// Doubles, in fixed order. Reads 17 rows from cache for one, writes 8 bytes per sample and reads them twice.
#ifndef ORO_REALISM_DIRECTION_H
#define ORO_REALISM_DIRECTION_H

#include "solve/gradient.h"
#include "solve/land.h"
#include "solve/rank.h"

enum {
    ORO_LINE_REACH = 8,   ///< samples: four deviations
    ORO_LINE_BORDER = 12, ///< samples left out beside the border and the sea
    ORO_LINE_BINS = 90,
    ORO_LINE_WINDOW = 15, ///< degrees that a share counts
};

/// How the weight of the valley lines is shared out, percent; by chance 100 * 15 / 90.
typedef struct oro_directions {
    double axis, diagonal, peak;
    double peak_at; ///< degrees from the west-east axis, clockwise as seen from above, modulo 90
} oro_directions;

/// The bell and its derivatives at 0 to ORO_LINE_REACH samples.
typedef struct oro_line_kernel {
    double bell[ORO_LINE_REACH + 1], first[ORO_LINE_REACH + 1], second[ORO_LINE_REACH + 1];
} oro_line_kernel;

typedef struct oro_line_job {
    const oro_land *land; ///< without what is too near to anything else
    oro_line_kernel kernel;
    oro_grid curved, across; ///< l1, NaN where not looked at; phi in degrees, NaN off the lines
    float least;             ///< l1 of a valley is above this
} oro_line_job;

static inline oro_line_kernel oro_line_kernel_make(void) {
    // exp(-t^2 / 8)
    static const double bell[ORO_LINE_REACH + 1] = {1.0,
                                                    0.8824969025845955,
                                                    0.6065306597126334,
                                                    0.32465246735834974,
                                                    0.1353352832366127,
                                                    0.04393693362340742,
                                                    0.011108996538242306,
                                                    0.002187491118182885,
                                                    0.00033546262790251185};
    oro_line_kernel k = {.bell = {0}};
    double sum = bell[0], zero = 0.0, one = 0.0, two = 0.0;
    for (int32_t t = 1; t <= ORO_LINE_REACH; t++) sum += 2.0 * bell[t];
    for (int32_t t = 0; t <= ORO_LINE_REACH; t++) {
        k.bell[t] = bell[t] / sum;
        k.first[t] = -t / 4.0 * k.bell[t];
        k.second[t] = (t * t / 16.0 - 0.25) * k.bell[t];
        zero += (t ? 2.0 : 1.0) * k.second[t];
        one -= 2.0 * t * k.first[t];
    }
    for (int32_t t = 0; t <= ORO_LINE_REACH; t++) {
        k.second[t] -= zero * k.bell[t];
        two += t * t * k.second[t];
    }
    for (int32_t t = 0; t <= ORO_LINE_REACH; t++) k.first[t] /= one, k.second[t] /= two;
    return k;
}

/// Room for the columns of a span and those its rows reach beside it.
typedef struct oro_line_columns {
    double bell[ORO_SPAN + 2 * ORO_LINE_REACH], first[ORO_SPAN + 2 * ORO_LINE_REACH],
        second[ORO_SPAN + 2 * ORO_LINE_REACH];
} oro_line_columns;

/// Sums of the columns [x0, x0 + count), all on the map, into c from `at` on.
static inline void oro_line_down(const oro_grid *g, const oro_line_kernel *k, int32_t y, int32_t x0, int32_t count,
                                 oro_line_columns *c, int32_t at) {
    double *restrict bell = c->bell + at, *restrict first = c->first + at, *restrict second = c->second + at;
    const float *restrict middle = oro_row(g, y) + x0;
    for (int32_t i = 0; i < count; i++) {
        double v = (double)middle[i];
        bell[i] = k->bell[0] * v, first[i] = 0.0, second[i] = k->second[0] * v;
    }
    for (int32_t t = 1; t <= ORO_LINE_REACH; t++) {
        const float *restrict above = oro_row(g, oro_fold_index(y - t, g->height, g->wrap)) + x0;
        const float *restrict below = oro_row(g, oro_fold_index(y + t, g->height, g->wrap)) + x0;
        double b = k->bell[t], d = k->first[t], s = k->second[t];
        for (int32_t i = 0; i < count; i++) {
            double sum = (double)below[i] + (double)above[i], difference = (double)above[i] - (double)below[i];
            bell[i] += b * sum, first[i] += d * difference, second[i] += s * sum;
        }
    }
}

/// All columns that the span [x0, x0 + count) reaches; off the map they are folded, which only maps that wrap look at.
static inline void oro_line_columns_of(const oro_grid *g, const oro_line_kernel *k, int32_t y, int32_t x0,
                                       int32_t count, oro_line_columns *c) {
    int32_t from = x0 - ORO_LINE_REACH, to = x0 + count + ORO_LINE_REACH;
    int32_t inner = from < 0 ? 0 : from, end = to > g->width ? g->width : to;
    for (int32_t x = from; x < inner; x++) oro_line_down(g, k, y, oro_fold_index(x, g->width, g->wrap), 1, c, x - from);
    oro_line_down(g, k, y, inner, end - inner, c, inner - from);
    for (int32_t x = end; x < to; x++) oro_line_down(g, k, y, oro_fold_index(x, g->width, g->wrap), 1, c, x - from);
}

/// Eigenvalue and direction of a span.
static inline void oro_line_span(const oro_line_job *j, int32_t y, int32_t x0, int32_t count) {
    oro_line_columns c;
    double xx[ORO_SPAN], xy[ORO_SPAN], yy[ORO_SPAN];
    const oro_line_kernel *k = &j->kernel;
    oro_line_columns_of(j->land->map, k, y, x0, count, &c);
    const double *restrict bell = c.bell + ORO_LINE_REACH, *restrict first = c.first + ORO_LINE_REACH,
                           *restrict second = c.second + ORO_LINE_REACH;
    for (int32_t i = 0; i < count; i++) xx[i] = k->second[0] * bell[i], xy[i] = 0.0, yy[i] = k->bell[0] * second[i];
    for (int32_t t = 1; t <= ORO_LINE_REACH; t++) {
        double b = k->bell[t], d = k->first[t], s = k->second[t];
        for (int32_t i = 0; i < count; i++) {
            xx[i] += s * (bell[i + t] + bell[i - t]);
            xy[i] += d * (first[i - t] - first[i + t]);
            yy[i] += b * (second[i + t] + second[i - t]);
        }
    }
    const uint8_t *restrict is = oro_land_row(j->land, y) + x0;
    float *restrict curved = oro_row(&j->curved, y) + x0, *restrict across = oro_row(&j->across, y) + x0;
    for (int32_t i = 0; i < count; i++) {
        double middle = 0.5 * (xx[i] + yy[i]), half = 0.5 * (xx[i] - yy[i]);
        double radius = __builtin_sqrt(half * half + xy[i] * xy[i]), most = middle + radius, least = middle - radius;
        bool line = (least < 0.0 ? -least : least) < 0.5 * most;
        float turn = oro_atan2((float)(2.0 * xy[i]), (float)(xx[i] - yy[i])) * (0.5f * 57.29577951f);
        curved[i] = is[i] ? (float)most : ORO_NAN;
        across[i] = line ? turn : ORO_NAN;
    }
}

static inline void oro_line_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_line_job *j = user;
    const oro_grid *g = j->land->map;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < g->width; x += ORO_SPAN)
            oro_line_span(j, y, x, g->width - x < ORO_SPAN ? g->width - x : ORO_SPAN);
}

static inline void oro_line_count_row(const void *user, int32_t y, double *bins) {
    const oro_line_job *j = user;
    const float *curved = oro_row(&j->curved, y), *across = oro_row(&j->across, y);
    for (int32_t x = 0; x < j->curved.width; x++) {
        if (!(curved[x] > j->least) || across[x] != across[x]) continue;
        int32_t degree = oro_floor_int(across[x] + 0.5f); // -90 to 90
        bins[(degree + ORO_LINE_BINS) % ORO_LINE_BINS] += (double)curved[x];
    }
}

/// Weight in the window of ORO_LINE_WINDOW bins around one.
static inline double oro_line_window(const double *bins, int32_t middle) {
    double sum = 0.0;
    for (int32_t i = -(ORO_LINE_WINDOW / 2); i <= ORO_LINE_WINDOW / 2; i++)
        sum += bins[(middle + i + ORO_LINE_BINS) % ORO_LINE_BINS];
    return sum;
}

static inline oro_directions oro_line_shares(const double *bins) {
    double all = 0.0;
    for (int32_t i = 0; i < ORO_LINE_BINS; i++) all += bins[i];
    oro_directions d = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (!(all > 0.0)) return d;
    d.peak = d.peak_at = 0.0;
    for (int32_t i = 0; i < ORO_LINE_BINS; i++) {
        double here = 100.0 * oro_line_window(bins, i) / all;
        if (i == 0) d.axis = here;
        if (i == ORO_LINE_BINS / 2) d.diagonal = here;
        if (here > d.peak) d.peak = here, d.peak_at = i;
    }
    return d;
}

/// NaN where the map has no valley lines. `highest` is the largest size of a height: what curves less than its last bits do is
/// no valley.
static inline oro_status oro_find_directions(oro_run *run, const oro_land *land, double from, double to, float highest,
                                             oro_directions *found) {
    oro_land inner;
    const oro_grid *g = land->map;
    oro_line_job j = {.land = &inner, .kernel = oro_line_kernel_make()};
    j.curved = oro_scratch_grid(run, g), j.across = oro_scratch_grid(run, g);
    if (!j.curved.data || !j.across.data) return ORO_NO_MEMORY;
    oro_stage(run, from, from + 0.2 * (to - from));
    oro_status status = oro_land_shrink(run, land, ORO_LINE_BORDER, &inner);
    oro_stage(run, from + 0.2 * (to - from), from + 0.8 * (to - from));
    if (status == ORO_OK) status = oro_for_rows(run, g, oro_line_rows, &j);
    oro_stage(run, from + 0.8 * (to - from), to);
    if (status == ORO_OK) status = oro_find_ranks(run, &j.curved, 1, &(double){0.9}, &j.least);
    if (status != ORO_OK) return status;
    j.least = oro_max(j.least, highest * (1.0f / 2097152.0f)); // a few last bits of a height
    double bins[ORO_LINE_BINS];
    status = oro_sum_rows(run, g, ORO_LINE_BINS, oro_line_count_row, &j, bins);
    if (status == ORO_OK) *found = oro_line_shares(bins);
    return status;
}

#endif
