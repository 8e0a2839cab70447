// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hills over the cells of a Voronoi diagram: c1 d1 + c2 d2 + c3 d3 + c4 d4, where d1..d4 are the distances to the nearest
// scattered points. With -1 and 1 for the first two per cell's border is 0 and its point the summit, so every cell is a hill that
// can be scaled by itself. A region's candidates are the points of the regions around it; a span of samples inside one region
// meets the candidates one by one and keeps its four smallest distances sorted, which is a loop of minima and maxima over the
// span. Two regions around are enough for three exact distances (the farthest place from the third nearest region is 1.81
// region widths away) and three for the fourth (2.13). Writes 8 bytes per sample, reads and writes 8 again to spread the values.

#include "op/op.h"
#include "core/math.cell.h"
#include "noise/lattice.h"
#include "solve/extremes.h"

typedef struct voronoi {
    oro_grid *result;
    oro_grid *domains;
    float region;
    int32_t points;
    oro_choice metric;
    oro_choice search;
    float c1, c2, c3, c4;
    float height;
    oro_choice values;
    float coverage;
    float variation;
    float offset;
    oro_seed seed;
} voronoi;

ORO_WORDS(metric, squared, euclidean);
ORO_WORDS(search, exact, olsen);
ORO_WORDS(values, spread, plain);
enum { MOST_POINTS = 16, MOST_CANDIDATES = 49 * MOST_POINTS, SPAN = 512 };

static const oro_arg args[] = {
    ORO_ARG(voronoi, result, .unit = "m", .doc = "The hills."),
    ORO_ARG(
        voronoi, domains, .unit = "1",
        .doc = "The domain map: for every sample the factor of the hill it belongs to, 0 where that hill is left out."),
    ORO_ARG(voronoi, region, .def = 2048, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Side of the square regions that the points are scattered in."),
    ORO_ARG(voronoi, points, .def = 1, .min = 1, .max = MOST_POINTS, .ui_min = 1, .ui_max = 4, .unit = "1",
            .doc = "How many points each region has."),
    ORO_ARG(voronoi, metric, .choices = metric_words,
            .doc = "How distance is measured: squared (round summits, faster) or as the crow flies (cones)."),
    ORO_ARG(voronoi, search, .choices = search_words, .formerly = "short=olsen",
            .doc = "Look as far as the nearest points can be, or only into the eight regions around, as Olsen does, "
                   "which is faster and now "
                   "and then misses one."),
    ORO_ARG(voronoi, c1, .def = -1, .min = -10, .max = 10, .ui_min = -2, .ui_max = 2, .unit = "1",
            .group = "Coefficients", .doc = "How much the distance to the nearest point counts."),
    ORO_ARG(voronoi, c2, .def = 1, .min = -10, .max = 10, .ui_min = -2, .ui_max = 2, .unit = "1",
            .group = "Coefficients", .doc = "How much the distance to the second nearest point counts."),
    ORO_ARG(voronoi, c3, .def = 0, .min = -10, .max = 10, .ui_min = -2, .ui_max = 2, .unit = "1",
            .group = "Coefficients", .doc = "How much the distance to the third nearest point counts."),
    ORO_ARG(voronoi, c4, .def = 0, .min = -10, .max = 10, .ui_min = -2, .ui_max = 2, .unit = "1",
            .group = "Coefficients", .doc = "How much the distance to the fourth nearest point counts."),
    ORO_ARG(voronoi, height, .def = 512, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 3000, .unit = "m",
            .doc = "Height of the highest hill, or of a distance of one region where values are plain."),
    ORO_ARG(voronoi, values, .choices = values_words,
            .doc = "Spread the map from 0 to the height, or leave distances as they are, which does not depend on what "
                   "part of the world the map shows."),
    ORO_ARG(voronoi, coverage, .def = 1, .min = 0, .max = 1, .unit = "1", .group = "Single hills",
            .doc = "Part of the hills that stand; the others are level ground."),
    ORO_ARG(voronoi, variation, .def = 0, .min = 0, .max = 1, .unit = "1", .group = "Single hills",
            .doc = "How much lower hills may be than the highest, by chance: at 1 some all but vanish."),
    ORO_ARG(voronoi, offset, .def = 0, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m", .group = "Single hills",
            .doc = "Metres taken off everywhere; what falls below 0 becomes level, which widens the passages between "
                   "hills."),
    ORO_ARG(voronoi, seed, .doc = "Another number, other hills."),
};

typedef struct axis {
    double per_metre, start; ///< in regions
    int32_t period;          ///< 0: none
} axis;

typedef struct job {
    const voronoi *a;
    axis x, y;
    int32_t reach; ///< regions to look at on each side
    oro_range found;
} job;

/// Points that may be nearest, relative to a region's corner in regions, and what their hills are multiplied with.
typedef struct candidates {
    int32_t count;
    float x[MOST_CANDIDATES], y[MOST_CANDIDATES], domain[MOST_CANDIDATES];
} candidates;

static int32_t fold(int64_t i, int32_t period) {
    if (!period) return (int32_t)(uint32_t)(uint64_t)i;
    int64_t r = i % period;
    return (int32_t)(r < 0 ? r + period : r);
}

static void collect(const job *j, int32_t region_x, int32_t region_y, candidates *c) {
    const voronoi *a = j->a;
    c->count = 0;
    for (int32_t dy = -j->reach; dy <= j->reach; dy++)
        for (int32_t dx = -j->reach; dx <= j->reach; dx++) {
            uint32_t hash = oro_hash2(a->seed.value, fold((int64_t)region_x + dx, j->x.period),
                                      fold((int64_t)region_y + dy, j->y.period));
            for (int32_t k = 0; k < a->points; k++) {
                uint32_t own = oro_mix32(hash + 0x9e3779b9U * (uint32_t)k);
                int32_t n = c->count++;
                c->x[n] = (float)dx + oro_unit(oro_mix32(own ^ 0x68bc21ebU));
                c->y[n] = (float)dy + oro_unit(oro_mix32(own ^ 0x02e5be93U));
                float stands = oro_unit(oro_mix32(own ^ 0x967a889bU)) < a->coverage ? 1.0f : 0.0f;
                c->domain[n] = stands * (1.0f - a->variation * oro_unit(oro_mix32(own ^ 0x368cc8b7U)));
            }
        }
}

/// The combination of distances for `count` samples at u[] (relative to the region's corner) of a row at v.
static void span(const voronoi *a, const candidates *c, const float *restrict u, float v, int32_t count,
                 float *restrict out, float *restrict domain) {
    float d1[SPAN], d2[SPAN], d3[SPAN], d4[SPAN];
    for (int32_t i = 0; i < count; i++) d1[i] = d2[i] = d3[i] = d4[i] = 1e9f;
    for (int32_t n = 0; n < c->count; n++) {
        float px = c->x[n], dy2 = (c->y[n] - v) * (c->y[n] - v), own = c->domain[n];
        for (int32_t i = 0; i < count; i++) {
            float dx = px - u[i], d = dx * dx + dy2;
            domain[i] = d < d1[i] ? own : domain[i];
            float carry1 = oro_max(d, d1[i]), carry2 = oro_max(carry1, d2[i]), carry3 = oro_max(carry2, d3[i]);
            d1[i] = oro_min(d, d1[i]);
            d2[i] = oro_min(carry1, d2[i]);
            d3[i] = oro_min(carry2, d3[i]);
            d4[i] = oro_min(carry3, d4[i]);
        }
    }
    float c1 = a->c1, c2 = a->c2, c3 = a->c3, c4 = a->c4;
    if (a->metric.index == metric_euclidean)
        for (int32_t i = 0; i < count; i++)
            out[i] = (c1 * oro_sqrt(d1[i]) + c2 * oro_sqrt(d2[i])) + (c3 * oro_sqrt(d3[i]) + c4 * oro_sqrt(d4[i]));
    else
        for (int32_t i = 0; i < count; i++) out[i] = (c1 * d1[i] + c2 * d2[i]) + (c3 * d3[i] + c4 * d4[i]);
}

static void distance_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const oro_grid *g = j->a->result;
    candidates c;
    float u[SPAN];
    for (int32_t y = y0; y < y1; y++) {
        oro_split v = oro_split_of(j->y.start + y * g->cell * j->y.per_metre);
        for (int32_t x = 0; x < g->width;) {
            int32_t region = oro_split_of(j->x.start + x * g->cell * j->x.per_metre).whole, count = 0;
            for (; count < SPAN && x + count < g->width; count++) {
                oro_split at = oro_split_of(j->x.start + (x + count) * g->cell * j->x.per_metre);
                if (at.whole != region) break;
                u[count] = at.part;
            }
            collect(j, region, v.whole, &c);
            span(j->a, &c, u, v.part, count, oro_row(g, y) + x, oro_row(j->a->domains, y) + x);
            x += count;
        }
    }
}

static void height_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const voronoi *a = j->a;
    bool spread = a->values.index == values_spread;
    float low = spread ? j->found.lo : 0.0f, width = spread ? j->found.hi - j->found.lo : 1.0f;
    float divisor = width > 0.0f ? width : 1.0f, height = a->height;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(a->result, y);
        const float *restrict domain = oro_row(a->domains, y);
        for (int32_t x = 0; x < a->result->width; x++) out[x] = height * ((out[x] - low) / divisor) * domain[x];
        if (a->offset > 0.0f)
            for (int32_t x = 0; x < a->result->width; x++) out[x] = oro_max(out[x] - a->offset, 0.0f);
    }
}

static axis axis_of(double region, double cell, double origin, int32_t count, bool wrap) {
    axis a = {1.0 / region, origin / region, 0};
    if (wrap) {
        double whole = floor(count * cell / region + 0.5);
        a.period = whole < 1.0 ? 1 : whole > 65536.0 ? 65536 : (int32_t)whole;
        a.per_metre = a.period / (count * cell);
        a.start = 0.0;
    }
    return a;
}

static oro_status run(oro_run *r, const void *p) {
    const voronoi *a = p;
    const oro_grid *g = a->result;
    job j = {.a = a};
    j.x = axis_of((double)a->region, g->cell, g->origin_x, g->width, g->wrap);
    j.y = axis_of((double)a->region, g->cell, g->origin_y, g->height, g->wrap);
    j.reach = a->search.index == search_olsen ? 1 : a->c4 != 0.0f ? 3 : 2;
    oro_stage(r, 0.0, 0.8);
    oro_status status = oro_for_rows(r, g, distance_rows, &j);
    oro_stage(r, 0.8, 0.9);
    if (status == ORO_OK) status = oro_find_extremes(r, g, &j.found);
    oro_stage(r, 0.9, 1.0);
    return status == ORO_OK ? oro_for_rows(r, g, height_rows, &j) : status;
}

ORO_OPERATOR(
    voronoi, "Make hills over the cells of a Voronoi diagram", .family = "generate", .version = 1, .run = run,
    .source = "Worley 1996; Olsen 2004", .words = "cells polygons regions hills worley",
    .doc = "Scatters points, one or more in each square region, and adds up the distances to the nearest of them by "
           "four coefficients. With -1 and 1 each point is a hill and the borders between them are connected "
           "valleys of height 0, so hills can be lowered one by one (`variation`), left out (`coverage`) or set "
           "apart (`offset`) without a step. Where the map wraps, a whole number of regions goes across.",
    .example = "--region 2000 --height 400 --size 513 --extent 8000 cells.png", .show = "region=700 height=600");
