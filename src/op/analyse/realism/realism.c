// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What tells computed land from real land: which way its valleys run (direction.h), how its rivers flatten downstream
// (channels.h), how steep its steepest slopes are, how much of them is plane, and some figures beside. The ranges of
// real land (.ui_min, .ui_max) were measured with the same definitions on landscapes with samples 1 to 83 m apart. All is
// measured between samples, so like is compared with like: `grain` brings a finer map to a given distance first.
// Slopes and patches are on all threads; filling hollows and adding areas up are on one. About 100 bytes per sample.

#include "op/op.h"
#include "core/math.cell.h"
#include "channels.h"
#include "direction.h"
#include "solve/grain.h"
#include "solve/gradient.h"
#include "solve/land.h"
#include "solve/rank.h"

#include <math.h>

typedef struct realism {
    const oro_grid *height;
    double *axis, *diagonal, *peak, *peak_at;
    double *concavity, *concavity_fit;
    double *cliffs, *planar;
    double *slope_median, *slope_p90;
    double *hypsometry, *hollows, *drainage;
    double *spacing;
    float grain, lowest;
} realism;

static const oro_arg args[] = {
    ORO_ARG(realism, height, .unit = "m", .doc = "Terrain to judge."),
    ORO_ARG(realism, axis, .max = 100, .ui_min = 16, .ui_max = 18, .unit = "%",
            .doc = "Valley lines within 7.5 degrees of a grid axis; 16.7 by chance."),
    ORO_ARG(realism, diagonal, .max = 100, .unit = "%",
            .doc = "Valley lines within 7.5 degrees of a diagonal; 16.7 by chance."),
    ORO_ARG(realism, peak, .max = 100, .ui_min = 17, .ui_max = 21, .unit = "%",
            .doc = "The largest share of valley lines in any 15 degrees, taken modulo 90; 16.7 where all are alike."),
    ORO_ARG(realism, peak_at, .max = 90, .unit = "deg",
            .doc = "Where those 15 degrees lie: clockwise from the west-east axis, modulo 90."),
    ORO_ARG(realism, concavity, .min = -10, .max = 10, .ui_min = 0.33, .ui_max = 0.58, .unit = "1",
            .doc = "How fast rivers flatten downstream: theta of slope ~ area^-theta, where more than 2000 samples "
                   "drain."),
    ORO_ARG(realism, concavity_fit, .max = 1, .ui_min = 0.8, .ui_max = 1, .unit = "1",
            .doc = "How well that law fits, r squared; below 0.8 the concavity says little."),
    ORO_ARG(realism, cliffs, .max = 90, .ui_min = 4, .ui_max = 19, .unit = "deg",
            .doc = "How much steeper the steepest hundredth of the land is than the steepest tenth."),
    ORO_ARG(realism, planar, .max = 100, .ui_max = 0.002, .unit = "%",
            .doc = "Part of the ground steeper than 20 degrees whose patch of 7 x 7 samples is a plane within 2 % of a "
                   "cell; up to 5 on hills under soil."),
    ORO_ARG(realism, slope_median, .max = 90, .ui_min = 13, .ui_max = 35, .unit = "deg",
            .doc = "The slope that half of the land does not exceed."),
    ORO_ARG(realism, slope_p90, .max = 90, .ui_min = 23, .ui_max = 51, .unit = "deg",
            .doc = "The slope that nine tenths of the land do not exceed."),
    ORO_ARG(realism, hypsometry, .max = 1, .ui_min = 0.33, .ui_max = 0.62, .unit = "1",
            .doc = "Hypsometric integral: the mean height between the lowest land, 0, and the highest, 1."),
    ORO_ARG(realism, hollows, .max = 100, .ui_min = 0.04, .ui_max = 0.6, .unit = "%",
            .doc = "Land in closed hollows, deeper than a thousandth of a cell."),
    ORO_ARG(realism, drainage, .max = 1e3, .ui_min = 0.64, .ui_max = 0.91, .unit = "1",
            .doc = "Drainage density: length of the channels on an area, by the root of the area that makes one."),
    ORO_ARG(realism, spacing, .max = 1e9, .unit = "m", .doc = "Distance between the samples that were measured."),
    ORO_ARG(realism, grain, .min = 0, .max = 1e5, .ui_max = 100, .unit = "m",
            .doc = "Brings a finer map to samples this far apart before it is measured; 0 takes its own samples."),
    ORO_ARG(realism, lowest, .flags = ORO_SEA_LEVEL, .def = -1e5, .min = -1e5, .max = 1e5, .ui_min = -100,
            .ui_max = 100, .unit = "m", .doc = "Ground below this, such as the sea's floor, is left out."),
};

enum { PATCH = 3, PATCH_SIDE = 2 * PATCH + 1, PATCH_SAMPLES = PATCH_SIDE * PATCH_SIDE };

// --- heights and slopes -----------------------------------------------------------------------------------------------

typedef struct job {
    const oro_land *land;
    const oro_land *patches; ///< land with land around it
    const oro_grid *level;   ///< with hollows filled
    oro_grid slope;          ///< squared, NaN off the land
    float steep;             ///< square of the slope at 20 degrees
    oro_bounds heights;      ///< of the land; patches count from the least, which keeps squares small
} job;

/// Slopes of row y, and the bounds of its heights.
static oro_bounds slope_row(const void *user, int32_t y) {
    const job *j = user;
    const oro_grid *g = j->land->map;
    float gx[ORO_SPAN], gy[ORO_SPAN], lo = ORO_INFINITY, hi = -ORO_INFINITY;
    for (int32_t x0 = 0; x0 < g->width; x0 += ORO_SPAN) {
        int32_t count = g->width - x0 < ORO_SPAN ? g->width - x0 : ORO_SPAN;
        const float *restrict row = oro_row(g, y) + x0;
        const uint8_t *restrict is = oro_land_row(j->land, y) + x0;
        float *restrict out = oro_row(&j->slope, y) + x0;
        oro_gradient_span(g, y, x0, x0 + count, gx, gy);
        for (int32_t i = 0; i < count; i++) out[i] = is[i] ? gx[i] * gx[i] + gy[i] * gy[i] : ORO_NAN;
        for (int32_t i = 0; i < count; i++) {
            lo = is[i] ? oro_min(row[i], lo) : lo;
            hi = is[i] ? oro_max(row[i], hi) : hi;
        }
    }
    return (oro_bounds){(double)lo, (double)hi};
}

static void add_heights(const void *user, int32_t y, double *sum) {
    const oro_land *land = user;
    const float *restrict row = oro_row(land->map, y);
    const uint8_t *restrict is = oro_land_row(land, y);
    for (int32_t x = 0; x < land->map->width; x++) *sum += is[x] ? (double)row[x] : 0.0;
}

/// The largest size of a height.
static float highest_of(const job *j) {
    return oro_max(oro_abs((float)j->heights.least), oro_abs((float)j->heights.greatest));
}

static double degrees(float slope_squared) { return (double)oro_atan(oro_sqrt(slope_squared)) * 57.295779513082323; }

static oro_status tell_slopes(oro_run *r, const job *j, const realism *a) {
    static const double fractions[] = {0.5, 0.9, 0.99};
    float slopes[3];
    oro_status status = oro_find_ranks(r, &j->slope, 3, fractions, slopes);
    *a->slope_median = degrees(slopes[0]);
    *a->slope_p90 = degrees(slopes[1]);
    *a->cliffs = degrees(slopes[2]) - degrees(slopes[1]);
    return status;
}

// --- planes -----------------------------------------------------------------------------------------------------------

/// Sums over the columns of patches: of heights, heights by rows from the middle, and squares.
typedef struct columns {
    double sum[ORO_SPAN + 2 * PATCH], tilt[ORO_SPAN + 2 * PATCH], square[ORO_SPAN + 2 * PATCH];
} columns;

static void columns_of(const oro_grid *g, int32_t y, int32_t x0, int32_t count, double zero, columns *c) {
    int32_t all = count + 2 * PATCH;
    for (int32_t i = 0; i < all; i++) c->sum[i] = c->tilt[i] = c->square[i] = 0.0;
    for (int32_t k = -PATCH; k <= PATCH; k++) {
        const float *row = oro_row(g, oro_fold_index(y + k, g->height, g->wrap));
        for (int32_t i = 0; i < all; i++) {
            int32_t x = x0 - PATCH + i;
            bool inside = x >= 0 && x < g->width;
            double v = (double)row[inside ? x : oro_fold_index(x, g->width, g->wrap)] - zero;
            c->sum[i] += v, c->tilt[i] += k * v, c->square[i] += v * v;
        }
    }
}

/// Sums of squares that patches lie off their best plane. Tilts of a plane fitted to a square lattice are independent of each
/// other and of its mean, so each takes its own part of the squares away.
static void off_plane(const columns *c, int32_t count, double *restrict off) {
    const double inverse = 1.0 / (PATCH_SIDE * 2.0 * (1 + 4 + 9)); // of the squares of distances in a patch
    for (int32_t i = 0; i < count; i++) {
        double sum = 0.0, east = 0.0, south = 0.0, square = 0.0;
        for (int32_t k = -PATCH; k <= PATCH; k++) {
            sum += c->sum[i + PATCH + k], south += c->tilt[i + PATCH + k], square += c->square[i + PATCH + k];
            east += k * c->sum[i + PATCH + k];
        }
        off[i] = square - sum * sum / PATCH_SAMPLES - (east * east + south * south) * inverse;
    }
}

enum { STEEP, PLANE, COUNTS }; ///< samples of patches that are steep, and that are plane besides

static void count_planes(const void *user, int32_t y, int64_t *counts) {
    const job *j = user;
    const oro_grid *g = j->land->map;
    columns c;
    double off[ORO_SPAN], most = 0.02 * g->cell * 0.02 * g->cell * PATCH_SAMPLES;
    for (int32_t x0 = 0; x0 < g->width; x0 += ORO_SPAN) {
        int32_t count = g->width - x0 < ORO_SPAN ? g->width - x0 : ORO_SPAN;
        const uint8_t *restrict is = oro_land_row(j->patches, y) + x0;
        const float *restrict slope = oro_row(&j->slope, y) + x0;
        columns_of(g, y, x0, count, j->heights.least, &c);
        off_plane(&c, count, off);
        int32_t steep = 0, plane = 0;
        for (int32_t i = 0; i < count; i++) {
            bool is_steep = is[i] && slope[i] > j->steep;
            steep += is_steep;
            plane += is_steep && off[i] < most;
        }
        counts[STEEP] += steep, counts[PLANE] += plane;
    }
}

// --- hollows ----------------------------------------------------------------------------------------------------------

static void count_pits(const void *user, int32_t y, int64_t *count) {
    const job *j = user;
    const oro_grid *g = j->land->map;
    float least = (float)(0.001 * g->cell);
    const float *restrict level = oro_row(j->level, y), *restrict row = oro_row(g, y);
    const uint8_t *restrict is = oro_land_row(j->land, y);
    int32_t pits = 0;
    for (int32_t x = 0; x < g->width; x++) pits += is[x] && level[x] - row[x] > least;
    *count += pits;
}

// --- all together -----------------------------------------------------------------------------------------------------

static double part_of(int64_t count, int64_t all) { return all ? 100.0 * (double)count / (double)all : (double)NAN; }

static oro_status tell_planes(oro_run *r, job *j, const oro_land *land, const realism *a) {
    oro_land patches;
    int64_t counts[COUNTS];
    double sum;
    oro_status status = oro_land_shrink(r, land, PATCH, &patches);
    j->patches = &patches;
    if (status == ORO_OK) status = oro_count_rows(r, land->map, COUNTS, count_planes, j, counts);
    if (status == ORO_OK) status = oro_sum_rows(r, land->map, 1, add_heights, land, &sum);
    if (status != ORO_OK) return status;
    *a->planar = part_of(counts[PLANE], counts[STEEP]);
    double lowest = j->heights.least, relief = j->heights.greatest - lowest;
    *a->hypsometry = relief > 0.0 ? (sum / (double)land->count - lowest) / relief : (double)NAN;
    return ORO_OK;
}

static oro_status tell_channels(oro_run *r, job *j, const oro_land *land, const realism *a) {
    oro_channels c;
    oro_concavity bend = {0};
    oro_status status = oro_find_channels(r, land, 0.4, 0.95, (float)j->heights.least, &c);
    if (status != ORO_OK) return status;
    j->level = &c.level;
    oro_stage(r, 0.95, 1.0);
    int64_t pits = 0;
    status = oro_count_rows(r, land->map, 1, count_pits, j, &pits);
    if (status == ORO_OK) status = oro_channel_concavity(r, &c, &bend);
    *a->concavity = bend.theta;
    *a->concavity_fit = bend.fit;
    *a->drainage = oro_channel_density(&c);
    *a->hollows = part_of(pits, land->count);
    return status;
}

/// Nothing can be told of a map without land.
static void tell_nothing(const realism *a) {
    double *const all[] = {a->axis,   a->diagonal,   a->peak,    a->peak_at,  a->concavity, a->concavity_fit, a->cliffs,
                           a->planar, a->hypsometry, a->hollows, a->drainage, a->slope_p90, a->slope_median};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = (double)NAN;
}

static oro_status run(oro_run *r, const void *p) {
    const realism *a = p;
    oro_land land;
    oro_directions d;
    oro_grid map;
    oro_stage(r, 0.0, 0.1);
    oro_status status = oro_at_grain(r, a->height, (double)a->grain, &map);
    if (status == ORO_OK) status = oro_land_find(r, &map, a->lowest, &land);
    if (status != ORO_OK) return status;
    *a->spacing = map.cell;
    tell_nothing(a);
    if (!land.count) return ORO_OK;
    job j = {.land = &land, .slope = oro_scratch_grid(r, &map), .steep = 0.13247434f}; // tan^2 of 20 degrees
    if (!j.slope.data) return ORO_NO_MEMORY;
    status = oro_bound_rows(r, &map, slope_row, &j, &j.heights);
    if (status == ORO_OK) status = tell_slopes(r, &j, a);
    oro_stage(r, 0.1, 0.2);
    if (status == ORO_OK) status = tell_planes(r, &j, &land, a);
    if (status == ORO_OK) status = oro_find_directions(r, &land, 0.2, 0.4, highest_of(&j), &d);
    if (status != ORO_OK) return status;
    *a->axis = d.axis, *a->diagonal = d.diagonal, *a->peak = d.peak, *a->peak_at = d.peak_at;
    return tell_channels(r, &j, &land, a);
}

ORO_OPERATOR(
    realism, "Judge how like real land a terrain is", .family = "analyse", .version = 1, .run = run, .scores = true,
    .words = "natural real landscape concavity direction facets drainage score",
    .doc =
        "Measures what tells computed land from real land: whether valleys know the grid, whether rivers flatten "
        "downstream, how long the tail of cliffs is, how much of the steep ground is plane. Beside each number stands "
        "the range that real landscapes have. Everything is measured between samples. Holes, ground below `lowest` "
        "and what lies near them are left out. What a map has none of (no channels, nothing steep) is not a number.",
    .example = "height.png");
