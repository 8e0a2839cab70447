// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Points as a map: how many lie nearest to each sample, or the height of the nearest point. Points are sorted into square
// bins of about two each; a sample looks at the bins around it in growing rings until no nearer point can follow. Ties go
// to the point that comes first.

#include "op/op.h"
#include "orogen/points.h"

#include <math.h>

typedef struct plot {
    const oro_points *points;
    oro_grid *result;
    oro_choice show;
} plot;

ORO_WORDS(show, count, nearest);

static const oro_arg args[] = {
    ORO_ARG(plot, points, .unit = "m", .doc = "Points to put on the map."),
    ORO_ARG(plot, result, .unit = "any", .doc = "Points per sample, or heights in metres."),
    ORO_ARG(plot, show, .choices = show_words,
            .doc =
                "How many points lie nearer to a sample than to any other, or the height of the point nearest to it (0 "
                "where there is none at all)."),
};

/// Points sorted into bins: those of bin b are order[starts[b]] to before order[starts[b + 1]].
typedef struct bins {
    const oro_points *points;
    double left, top, side; ///< m
    int32_t columns, rows;
    uint32_t *starts, *order;
} bins;

static int32_t bin_along(double at, double origin, double side, int32_t count) {
    double u = (at - origin) / side;
    return u > 0.0 ? (u < count - 1 ? (int32_t)u : count - 1) : 0;
}

static size_t bin_of(const bins *b, const float *p) {
    int32_t x = bin_along((double)p[0], b->left, b->side, b->columns);
    return (size_t)bin_along((double)p[1], b->top, b->side, b->rows) * (size_t)b->columns + (size_t)x;
}

static oro_status sort_points(oro_run *r, const oro_points *points, bins *b) {
    enum { MOST_ALONG = 4096 };
    const float *p = points->positions;
    float lo[2] = {p[0], p[1]}, hi[2] = {p[0], p[1]};
    for (size_t i = 0; i < points->count; i++)
        for (int k = 0; k < 2; k++) {
            if (p[3 * i + (size_t)k] < lo[k]) lo[k] = p[3 * i + (size_t)k];
            if (p[3 * i + (size_t)k] > hi[k]) hi[k] = p[3 * i + (size_t)k];
        }
    double wide = (double)hi[0] - (double)lo[0], high = (double)hi[1] - (double)lo[1],
           longer = wide > high ? wide : high;
    double area = wide * high > 0.0 ? wide * high : longer * longer / (points->count + 1.0);
    double side = sqrt(2.0 * area / points->count);
    if (!(side > longer / MOST_ALONG)) side = longer / MOST_ALONG;
    if (!(side > 0.0)) side = 1.0;
    *b = (bins){.points = points, .left = (double)lo[0], .top = (double)lo[1], .side = side};
    b->columns = (int32_t)(wide / side) + 1;
    b->rows = (int32_t)(high / side) + 1;
    size_t count = (size_t)b->columns * (size_t)b->rows;
    b->starts = oro_scratch(r, (count + 1) * sizeof *b->starts);
    b->order = oro_scratch(r, (size_t)points->count * sizeof *b->order);
    if (!b->starts || !b->order) return ORO_NO_MEMORY;
    memset(b->starts, 0, (count + 1) * sizeof *b->starts);
    for (size_t i = 0; i < points->count; i++) b->starts[bin_of(b, p + 3 * i)]++;
    for (size_t i = 1; i <= count; i++) b->starts[i] += b->starts[i - 1];
    for (size_t i = points->count; i-- > 0;) b->order[--b->starts[bin_of(b, p + 3 * i)]] = (uint32_t)i;
    return ORO_OK;
}

typedef struct finder {
    const bins *bins;
    double x, y, best; ///< best: distance squared
    uint32_t point;
} finder;

static void look_into(finder *f, int32_t column, int32_t row) {
    const bins *b = f->bins;
    if (column < 0 || row < 0 || column >= b->columns || row >= b->rows) return;
    size_t bin = (size_t)row * (size_t)b->columns + (size_t)column;
    for (uint32_t i = b->starts[bin]; i < b->starts[bin + 1]; i++) {
        const float *p = b->points->positions + 3 * (size_t)b->order[i];
        double x = (double)p[0] - f->x, y = (double)p[1] - f->y, d = x * x + y * y;
        if (d > f->best || (d == f->best && b->order[i] > f->point)) continue;
        f->best = d;
        f->point = b->order[i];
    }
}

static float nearest_height(const bins *b, double x, double y) {
    finder f = {b, x, y, INFINITY, UINT32_MAX};
    int32_t column = bin_along(x, b->left, b->side, b->columns), row = bin_along(y, b->top, b->side, b->rows);
    int32_t most = b->columns > b->rows ? b->columns : b->rows;
    for (int32_t ring = 0; ring <= most; ring++) {
        double near = (ring - 1) * b->side; // nothing in this ring is nearer
        if (ring > 0 && near * near > f.best) break;
        for (int32_t i = -ring; i <= ring; i++) {
            bool edge = i == -ring || i == ring;
            for (int32_t k = -ring; k <= ring; k += edge || ring == 0 ? 1 : 2 * ring)
                look_into(&f, column + k, row + i);
        }
    }
    return b->points->positions[3 * (size_t)f.point + 2];
}

typedef struct job {
    const plot *args;
    bins bins;
} job;

static void nearest_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const oro_grid *g = j->args->result;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(g, y)[x] = nearest_height(&j->bins, oro_world_x(g, x), oro_world_y(g, y));
}

static void count_points(const oro_points *points, const oro_grid *g) {
    for (size_t i = 0; i < points->count; i++) {
        double x = floor(((double)points->positions[3 * i] - g->origin_x) / g->cell + 0.5);
        double y = floor(((double)points->positions[3 * i + 1] - g->origin_y) / g->cell + 0.5);
        if (x >= 0 && y >= 0 && x < g->width && y < g->height) oro_row(g, (int32_t)y)[(int32_t)x] += 1.0f;
    }
}

static oro_status run(oro_run *r, const void *p) {
    const plot *a = p;
    job j = {.args = a};
    if (a->show.index == show_nearest && a->points->count > 0) {
        oro_status status = sort_points(r, a->points, &j.bins);
        return status == ORO_OK ? oro_for_rows(r, a->result, nearest_rows, &j) : status;
    }
    for (int32_t y = 0; y < a->result->height; y++)
        memset(oro_row(a->result, y), 0, (size_t)a->result->width * sizeof(float));
    if (a->show.index == show_count) count_points(a->points, a->result);
    return ORO_OK;
}

ORO_OPERATOR(plot, "Put points on a map", .family = "features", .version = 1, .run = run,
             .words = "scatter(show=count) density(show=count) interpolate(show=nearest) rasterise",
             .doc = "Makes a map of points: how many lie around each sample, or the height of the nearest one.",
             .example = "--show nearest --extent 2000 heights.csv near.npy", .show = "show=nearest");
