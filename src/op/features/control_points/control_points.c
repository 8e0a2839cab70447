// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A surface through control points. By default a thin plate, which bends least of all; or Hume's sum of bells. Up to a
// thousand points make one plate, solved at once; of more, a spread thousand do, and what it lacks at the others is added level
// by level. The parts, in reading order: plate.h the plate, dense.h its equations, fine.h the levels beyond a thousand points,
// sum.h the plate on all samples, gauss.h the bells. Work goes by squares of 256 samples; 4 bytes per sample are written, 0.6 MiB
// per thread are worked in.

#include "op/op.h"
#include "fine.h"
#include "gauss.h"
#include "orogen/points.h"

#include <stdlib.h>

typedef struct spot {
    float x, y, z;
    float radius;
} spot;

static const oro_arg spot_args[] = {
    ORO_ARG(spot, x, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "Metres to the east of the world's zero."),
    ORO_ARG(spot, y, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "Metres to the south of the world's zero."),
    ORO_ARG(spot, z, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 3000, .unit = "m",
            .doc = "Height of the ground there."),
    ORO_ARG(spot, radius, .min = 0, .max = 1e7, .ui_max = 5000, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "How far this point changes the ground, instead of the reach of all; 0: everywhere."),
};
ORO_RECORD(spot, spot_args, "A place whose height is known");

typedef struct control_points {
    const oro_grid *base;
    const oro_points *measured;
    oro_grid *result;
    oro_records points;
    oro_choice mode;
    float spread;
    float level;
    float reach;
} control_points;

ORO_WORDS(mode, plate, hume);

static const oro_arg args[] = {
    ORO_ARG(control_points, base, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "Land to correct so that it passes through the points; without one, level ground."),
    ORO_ARG(control_points, measured, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "Points from another node, such as `survey`, to use instead of the list."),
    ORO_ARG(control_points, result, .unit = "m", .doc = "The land through the points."),
    ORO_ARG(control_points, points, .record = &spot_record,
            .text =
                "x=500 y=700 z=120; x=1500 y=1200 z=820; x=2700 y=700 z=430; x=3400 y=1900 z=900; x=2300 y=2200 z=260; "
                "x=900 y=2500 z=340; x=1700 y=3300 z=90; x=3200 y=3400 z=560",
            .doc = "Places and their heights."),
    ORO_ARG(control_points, mode, .choices = mode_words,
            .doc = "The surface between the points: a thin plate, which bends as little as it can, or Hume's sum of "
                   "bells, which falls back to the level (or the land) away from them."),
    ORO_ARG(control_points, spread, .def = 600, .min = 0.1, .max = 1e6, .ui_min = 20, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m", .when = "mode=hume",
            .doc =
                "Width of a bell (the sigma of the Gaussian function). Much wider than the points are apart, heights "
                "between them swing far."),
    ORO_ARG(control_points, level, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 2000, .unit = "m",
            .doc = "Height of the ground out of the points' reach, where there is no land to correct."),
    ORO_ARG(control_points, reach, .def = 0, .min = 0, .max = 1e7, .ui_max = 5000, .unit = "m",
            .doc = "How far from a point the ground may change; it fades out smoothly. 0: everywhere."),
};

enum { PLATE_MOST = 1024, POINTS_MOST = 200000 };

/// One point as it came.
typedef struct entry {
    double x, y, z, radius;
    int32_t index;
} entry;

static int by_place(const void *a, const void *b) {
    const entry *p = a, *q = b;
    if (p->y != q->y) return p->y < q->y ? -1 : 1;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->index < q->index ? -1 : 1;
}

static int32_t point_count(const control_points *a) {
    return a->measured ? (a->measured->count <= POINTS_MOST ? (int32_t)a->measured->count : POINTS_MOST + 1)
                       : a->points.count;
}

static entry entry_of(const control_points *a, int32_t i) {
    const spot *s = a->points.items;
    const float *m = a->measured ? a->measured->positions + 3 * (size_t)i : NULL;
    float x = m ? m[0] : s[i].x, y = m ? m[1] : s[i].y, z = m ? m[2] : s[i].z, own = m ? NAN : s[i].radius;
    return (entry){(double)x, (double)y, (double)z, (double)(own == own ? own : a->reach), i};
}

static oro_status check(oro_run *r, const void *p) {
    const control_points *a = p;
    const char *where = a->measured ? "measured" : "points";
    int32_t n = point_count(a);
    if (n > POINTS_MOST) return oro_refuse(r, where, "there may be at most %d points", POINTS_MOST);
    if (a->mode.index == mode_hume && n > GAUSS_MOST)
        return oro_refuse(r, "mode", "hume takes at most %d points, not %d; plate takes more", GAUSS_MOST, n);
    for (int32_t i = 0; i < n; i++) {
        entry e = entry_of(a, i);
        if (e.x - e.x != 0.0 || e.y - e.y != 0.0 || e.z - e.z != 0.0)
            return oro_refuse(r, where, "point %d has a place or a height that is not a number", i + 1);
    }
    return ORO_OK;
}

/// All that a square of samples needs.
typedef struct job {
    const control_points *args;
    plate_sum sum;
    gauss gauss;
    fine fine;
    bool has_plate, has_gauss;
    ground_units ground;
    const double *reach; ///< of each point, in units; NULL: everywhere
    const cloud *points;
    sum_room **rooms;
    int32_t across;
} job;

/// The points of a strip of y: the first, and the one after the last.
static int32_t first_from(const cloud *c, double y) {
    int32_t lo = 0, hi = c->count;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        if (c->y[middle] < y)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

typedef struct square {
    int32_t x, y, wide, high;
    double left, top;
} square;

static void add_fine(const job *j, const square *q, double (*value)[SUM_TOP]) {
    double step = j->ground.step, right = q->left + (q->wide - 1) * step, below = q->top + (q->high - 1) * step;
    for (int32_t l = 0; l < j->fine.count; l++) {
        const fine_level *level = &j->fine.levels[l];
        const cloud *c = j->points;
        for (int32_t i = first_from(c, q->top - level->reach); i < c->count && c->y[i] < below + level->reach; i++) {
            double w = level->w[i], px = c->x[i] - q->left, py = c->y[i] - q->top;
            if (w == 0.0 || px < -level->reach || c->x[i] > right + level->reach) continue;
            int32_t x0 = (int32_t)fmax((px - level->reach) / step, 0.0);
            int32_t x1 = (int32_t)fmin((px + level->reach) / step + 1.0, q->wide);
            int32_t y0 = (int32_t)fmax((py - level->reach) / step, 0.0);
            int32_t y1 = (int32_t)fmin((py + level->reach) / step + 1.0, q->high);
            for (int32_t y = y0; y < y1; y++)
                for (int32_t x = x0; x < x1; x++) {
                    double u = x * step - px, v = y * step - py;
                    value[y][x] += w * wendland(u * u + v * v, level->reach);
                }
        }
    }
}

/// Multiplies by 1 at points and 0 beyond everyone's reach: 1 less the product of what all points let through.
static void fade(const job *j, const square *q, double (*value)[SUM_TOP]) {
    double step = j->ground.step;
    for (int32_t y = 0; y < q->high; y++) {
        double kept[SUM_TOP];
        for (int32_t x = 0; x < q->wide; x++) kept[x] = 1.0;
        for (int32_t i = 0; i < j->points->count; i++) {
            double v = j->points->y[i] - (q->top + y * step), px = j->points->x[i] - q->left, reach = j->reach[i];
            if (fabs(v) >= reach) continue;
            int32_t x0 = (int32_t)fmin(fmax((px - reach) / step, 0.0), q->wide);
            int32_t x1 = (int32_t)fmax(fmin((px + reach) / step + 1.0, q->wide), 0.0);
            for (int32_t x = x0; x < x1; x++) {
                double u = x * step - px, t = 1.0 - (u * u + v * v) / (reach * reach);
                kept[x] *= 1.0 - (t > 0.0 ? t * t : 0.0);
            }
        }
        for (int32_t x = 0; x < q->wide; x++) value[y][x] *= 1.0 - kept[x];
    }
}

static void squares(const void *user, int32_t block, int32_t worker) {
    const job *j = user;
    const oro_grid *g = j->args->result;
    sum_room *room = j->rooms[worker];
    square q = {.x = block % j->across * SUM_TOP, .y = block / j->across * SUM_TOP};
    q.wide = g->width - q.x < SUM_TOP ? g->width - q.x : SUM_TOP;
    q.high = g->height - q.y < SUM_TOP ? g->height - q.y : SUM_TOP;
    q.left = j->ground.left + q.x * j->ground.step;
    q.top = j->ground.top + q.y * j->ground.step;
    if (j->has_plate) sum_top(&j->sum, q.x, q.y, g->width, g->height, room);
    if (j->has_gauss) gauss_square(&j->gauss, &j->ground, q.x, q.y, q.wide, q.high, room->value);
    if (j->has_plate) add_fine(j, &q, room->value);
    if (j->reach) fade(j, &q, room->value);
    for (int32_t y = 0; y < q.high; y++) {
        const double *restrict value = room->value[y];
        const float *base = j->args->base ? oro_row(j->args->base, q.y + y) + q.x : NULL;
        float *restrict out = oro_row(g, q.y + y) + q.x;
        double level = (double)j->args->level;
        for (int32_t x = 0; x < q.wide; x++) out[x] = (float)(value[x] + (base ? (double)base[x] : level));
    }
}

/// The points in units, in the order of y, without those that say the same twice. `reach` gets theirs in units.
static oro_status gather(oro_run *r, const control_points *a, cloud *c, double *reach, bool *fades, double *unit,
                         ground_units *ground) {
    const oro_grid *g = a->result;
    int32_t n = point_count(a), kept = 0;
    const char *where = a->measured ? "measured" : "points";
    entry *e = oro_scratch(r, (size_t)n * sizeof *e);
    if (!e) return ORO_NO_MEMORY;
    double lo[2] = {g->origin_x, g->origin_y}, hi[2] = {oro_world_x(g, g->width), oro_world_y(g, g->height)};
    for (int32_t i = 0; i < n; i++) {
        e[i] = entry_of(a, i);
        lo[0] = e[i].x < lo[0] ? e[i].x : lo[0], hi[0] = e[i].x > hi[0] ? e[i].x : hi[0];
        lo[1] = e[i].y < lo[1] ? e[i].y : lo[1], hi[1] = e[i].y > hi[1] ? e[i].y : hi[1];
    }
    qsort(e, (size_t)n, sizeof *e, by_place);
    double mx = 0.5 * (lo[0] + hi[0]), my = 0.5 * (lo[1] + hi[1]);
    *unit = hi[0] - lo[0] > hi[1] - lo[1] ? hi[0] - lo[0] : hi[1] - lo[1];
    *ground = (ground_units){(g->origin_x - mx) / *unit, (g->origin_y - my) / *unit, g->cell / *unit};
    *fades = n > 0;
    for (int32_t i = 0; i < n; i++) {
        if (i > 0 && e[i].x == e[i - 1].x && e[i].y == e[i - 1].y) {
            if (e[i].z == e[i - 1].z) continue;
            return oro_refuse(r, where,
                              "points %d and %d lie at the same place (%g, %g) with heights %g and %g m; "
                              "ground has one height",
                              e[i - 1].index + 1, e[i].index + 1, e[i].x, e[i].y, e[i - 1].z, e[i].z);
        }
        double ground_there = a->base ? (double)oro_grid_sample(a->base, e[i].x, e[i].y) : (double)a->level;
        if (ground_there - ground_there != 0.0)
            return oro_refuse(r, "base", "the land has no height at point %d", e[i].index + 1);
        c->x[kept] = (e[i].x - mx) / *unit;
        c->y[kept] = (e[i].y - my) / *unit;
        c->z[kept] = e[i].z - ground_there;
        reach[kept] = e[i].radius / *unit;
        if (!(reach[kept] > 0.0)) *fades = false;
        kept++;
    }
    c->count = kept;
    return ORO_OK;
}

/// The points that the plate takes: all, or those of the first levels.
static oro_status choose(oro_run *r, const cloud *all, fine *f, cloud *some) {
    *some = *all;
    if (all->count <= PLATE_MOST) return ORO_OK;
    oro_status status = find_levels(r, all, PLATE_MOST, f);
    if (status != ORO_OK) return status;
    some->x = oro_scratch(r, 3 * (size_t)PLATE_MOST * sizeof(double));
    if (!some->x) return ORO_NO_MEMORY;
    some->y = some->x + PLATE_MOST, some->z = some->y + PLATE_MOST;
    some->count = 0;
    for (int32_t i = 0; i < all->count; i++) {
        if (f->first[i] > f->start) continue;
        some->x[some->count] = all->x[i], some->y[some->count] = all->y[i], some->z[some->count++] = all->z[i];
    }
    return ORO_OK;
}

static oro_status solve(oro_run *r, const control_points *a, const cloud *c, double unit, plate *p, job *j,
                        double *left) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < c->count; i++) low = c->z[i] < low ? c->z[i] : low, high = c->z[i] > high ? c->z[i] : high;
    double range = high - low > 0.0 ? high - low : 1.0, enough = 1e-8 * range;
    oro_status status;
    if (a->mode.index == mode_hume) {
        j->has_gauss = true;
        status = gauss_through(r, c, (double)a->spread / unit, enough, &j->gauss, left);
    } else {
        cloud some;
        j->has_plate = true;
        status = choose(r, c, &j->fine, &some);
        if (status == ORO_OK) status = plate_through(r, &some, p, left);
        plate_job rest = {.points = c, .plate = p, .left = left};
        oro_stage(r, 0.45, 0.5);
        if (status == ORO_OK && some.count < c->count) {
            status = oro_for_blocks(r, (c->count + DENSE_PANEL - 1) / DENSE_PANEL, plate_left, &rest);
            if (status == ORO_OK) status = fine_through(r, &j->fine, left, enough);
        }
    }
    double most = greatest(left, c->count);
    if (status == ORO_OK && most > 1e-6 * range)
        oro_note(r->ctx, "points", "the ground misses points by up to %.3g m: %s", most,
                 j->has_gauss ? "the bells are much wider than the points are apart"
                              : "some points lie too close together for their heights");
    return status;
}

static oro_status make_rooms(oro_run *r, int32_t count, job *j) {
    int32_t workers = oro_thread_count(r->ctx);
    j->rooms = oro_scratch(r, (size_t)workers * sizeof *j->rooms);
    for (int32_t i = 0; j->rooms && i < workers; i++) {
        sum_room *room = j->rooms[i] = oro_scratch(r, sizeof *room);
        int32_t *near = oro_scratch(r, (size_t)SUM_LEVELS * (size_t)count * sizeof *near);
        if (!room || !near) return ORO_NO_MEMORY;
        for (int32_t l = 0; l < SUM_LEVELS; l++) room->near[l] = near + (size_t)l * (size_t)count;
    }
    return j->rooms ? ORO_OK : ORO_NO_MEMORY;
}

static oro_status run(oro_run *r, const void *p) {
    const control_points *a = p;
    const oro_grid *g = a->result;
    int32_t n = point_count(a) + 1; // room where there are none
    job j = {.args = a, .across = (g->width + SUM_TOP - 1) / SUM_TOP};
    double *room = oro_scratch(r, 5 * (size_t)n * sizeof(double)), unit = 1.0;
    nodes *between = oro_scratch(r, sizeof *between);
    if (!room || !between) return ORO_NO_MEMORY;
    cloud c = {.x = room, .y = room + n, .z = room + 2 * (size_t)n};
    double *reach = room + 3 * (size_t)n, *left = room + 4 * (size_t)n;
    plate surface = {0};
    bool fades;
    oro_status status = gather(r, a, &c, reach, &fades, &unit, &j.ground);
    if (status == ORO_OK && c.count > 0) status = solve(r, a, &c, unit, &surface, &j, left);
    if (status == ORO_OK) status = make_rooms(r, n, &j);
    if (status != ORO_OK) return status;
    nodes_init(between);
    j.sum = (plate_sum){&surface, between, j.ground};
    j.has_plate |= c.count == 0; // of no points: 0 everywhere
    j.points = &c;
    j.reach = fades ? reach : NULL;
    oro_stage(r, c.count > PLATE_MOST ? 0.98 : 0.5, 1.0);
    return oro_for_workers(r, j.across * ((g->height + SUM_TOP - 1) / SUM_TOP), squares, &j);
}

ORO_OPERATOR(control_points, "Shape the ground by control points", .family = "features", .version = 1, .check = check,
             .run = run, .source = "Hume 2023; Duchon 1977; Floater and Iske 1996",
             .words = "rbf points spot-heights interpolate thin-plate(mode=plate) gaussian(mode=hume) kriging "
                      "pins",
             .doc =
                 "Makes ground that passes through points of known height and is smooth between them: a few dozen "
                 "shape a landscape, thousands come from a survey. With land as its base the points correct it, as far "
                 "as their reach says. Two points at one place must agree. In a world that wraps, points are not "
                 "repeated across the seam.",
             .example = "--points \"x=300 y=300 z=80; x=700 y=500 z=220; x=200 y=800 z=20\" --size 257 --extent 1000 "
                        "land.png");
