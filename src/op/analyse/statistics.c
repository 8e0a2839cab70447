// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers that describe a terrain. Slopes are Olsen's: the largest difference to the four neighbours over the distance, and
// the erosion score is their deviation over their mean ("Realtime procedural terrain generation", 2004): flat valleys between
// steep walls score high. Sums run in eight fixed lanes per row and then over the rows in order, in double, so no thread
// count changes a bit. Reads 4 bytes per sample four times.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/extremes.h"
#include "solve/gradient.h"
#include "solve/rank.h"

#include <math.h>

typedef struct statistics {
    const oro_grid *height;
    double *minimum, *maximum, *relief;
    double *mean, *deviation, *median;
    double *mean_slope, *slope_deviation, *erosion_score;
} statistics;

static const oro_arg args[] = {
    ORO_ARG(statistics, height, .unit = "m", .doc = "Terrain to measure."),
    ORO_ARG(statistics, minimum, .unit = "m", .doc = "Lowest height."),
    ORO_ARG(statistics, maximum, .unit = "m", .doc = "Highest height."),
    ORO_ARG(statistics, relief, .unit = "m", .doc = "Highest less lowest height."),
    ORO_ARG(statistics, mean, .unit = "m", .doc = "Mean height."),
    ORO_ARG(statistics, deviation, .unit = "m", .doc = "Standard deviation of the heights."),
    ORO_ARG(statistics, median, .unit = "m", .doc = "The height that half of the samples do not exceed."),
    ORO_ARG(statistics, mean_slope, .unit = "1",
            .doc = "Mean of the slopes, metres per metre, each the steepest to the four neighbours."),
    ORO_ARG(statistics, slope_deviation, .unit = "1", .doc = "Standard deviation of the slopes."),
    ORO_ARG(statistics, erosion_score, .unit = "1",
            .doc =
                "Deviation of the slopes over their mean (Olsen): high where level ground lies between steep walls; 0 "
                "for a map without slopes."),
};

enum { LANES = 8 };

/// Heights and slopes, and their squares.
enum { HEIGHT, HEIGHT2, SLOPE, SLOPE2, SUMS };

typedef struct job {
    const oro_grid *map;
    double zero; ///< heights are summed relative to this, which keeps squares small
} job;

/// Sums the doubles of a span in LANES fixed lanes.
static void add_span(const float *restrict values, int32_t count, double zero, double *sum, double *sum2) {
    double lane[LANES] = {0}, lane2[LANES] = {0};
    int32_t whole = count / LANES * LANES;
    for (int32_t i = 0; i < whole; i += LANES)
        for (int32_t k = 0; k < LANES; k++) {
            double v = (double)values[i + k] - zero;
            lane[k] += v;
            lane2[k] += v * v;
        }
    for (int32_t i = whole; i < count; i++) {
        double v = (double)values[i] - zero;
        lane[i - whole] += v;
        lane2[i - whole] += v * v;
    }
    for (int32_t k = 0; k < LANES; k++) {
        *sum += lane[k];
        *sum2 += lane2[k];
    }
}

/// The larger difference to the neighbours in the row, for its two ends.
static float slope_across(const oro_grid *g, const float *row, int32_t x) {
    int32_t west = x > 0 ? x - 1 : g->wrap ? g->width - 1 : x;
    int32_t east = x < g->width - 1 ? x + 1 : g->wrap ? 0 : x;
    return oro_max(oro_abs(row[x] - row[west]), oro_abs(row[x] - row[east])) * (float)(1.0 / g->cell);
}

/// The largest difference to the four neighbours, metres per metre. A missing neighbour counts as level.
static void slopes(const oro_grid *g, int32_t y, int32_t x0, int32_t count, float *restrict out) {
    const float *before, *after, *row = oro_row(g, y);
    oro_neighbour_rows(g, y, &before, &after);
    float inverse = (float)(1.0 / g->cell);
    for (int32_t i = 0; i < count; i++) {
        float v = row[x0 + i];
        out[i] = oro_max(oro_abs(v - before[x0 + i]), oro_abs(v - after[x0 + i])) * inverse;
    }
    int32_t first = x0 > 0 ? 0 : 1, last = x0 + count < g->width ? count : count - 1;
    for (int32_t i = first; i < last; i++) {
        float v = row[x0 + i], across = oro_max(oro_abs(v - row[x0 + i - 1]), oro_abs(v - row[x0 + i + 1]));
        out[i] = oro_max(out[i], across * inverse);
    }
    if (x0 == 0) out[0] = oro_max(out[0], slope_across(g, row, 0));
    if (x0 + count == g->width) out[count - 1] = oro_max(out[count - 1], slope_across(g, row, g->width - 1));
}

static void sum_row(const void *user, int32_t y, double *sums) {
    const job *j = user;
    float slope[ORO_SPAN];
    for (int32_t x = 0; x < j->map->width; x += ORO_SPAN) {
        int32_t count = j->map->width - x < ORO_SPAN ? j->map->width - x : ORO_SPAN;
        slopes(j->map, y, x, count, slope);
        add_span(oro_row(j->map, y) + x, count, j->zero, &sums[HEIGHT], &sums[HEIGHT2]);
        add_span(slope, count, 0.0, &sums[SLOPE], &sums[SLOPE2]);
    }
}

static double deviation_of(double sum, double sum2, double count) {
    double mean = sum / count, variance = sum2 / count - mean * mean;
    return variance > 0.0 ? sqrt(variance) : 0.0;
}

static void tell(const job *j, const double *sums, const statistics *a) {
    double count = (double)j->map->width * j->map->height;
    *a->mean = j->zero + sums[HEIGHT] / count;
    *a->deviation = deviation_of(sums[HEIGHT], sums[HEIGHT2], count);
    *a->mean_slope = sums[SLOPE] / count;
    *a->slope_deviation = deviation_of(sums[SLOPE], sums[SLOPE2], count);
    *a->erosion_score = *a->mean_slope > 0.0 ? *a->slope_deviation / *a->mean_slope : 0.0;
}

static oro_status run(oro_run *r, const void *p) {
    const statistics *a = p;
    oro_range found = {0};
    job j = {.map = a->height, .zero = (double)a->height->data[0]};
    double sums[SUMS];
    oro_stage(r, 0.0, 0.2);
    oro_status status = oro_find_extremes(r, a->height, &found);
    oro_stage(r, 0.2, 0.5);
    if (status == ORO_OK) status = oro_sum_rows(r, a->height, SUMS, sum_row, &j, sums);
    oro_stage(r, 0.5, 1.0);
    float median = 0.0f;
    if (status == ORO_OK) status = oro_find_ranks(r, a->height, 1, &(double){0.5}, &median);
    if (status != ORO_OK) return status;
    *a->median = (double)median;
    *a->minimum = (double)found.lo;
    *a->maximum = (double)found.hi;
    *a->relief = *a->maximum - *a->minimum;
    tell(&j, sums, a);
    return ORO_OK;
}

ORO_OPERATOR(
    statistics, "Measure heights, slopes and the erosion score", .family = "analyse", .version = 1, .run = run,
    .scores = true, .source = "Olsen 2004", .beside = "realism",
    .words = "measure histogram average mean median range score",
    .doc =
        "Extremes, mean, deviation and median of the heights; mean and deviation of the slopes, and their ratio, "
        "the erosion score. All are measured between samples: a finer map of the same land has steeper slopes. Values "
        "that are not finite are left out of the extremes and spoil the means.",
    .example = "height.png");
