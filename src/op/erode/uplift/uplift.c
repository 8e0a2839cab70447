// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Land that rises while rivers cut it:
//
//     dz/dt = U - K f (A + A0)^m S
//
// U uplift, K erodibility, f the layer's softness, A the area that drains through a place times its rain, A0 an area that stands
// for wash on slopes above the first channel, S slope to the receiver. Implicit in time, on scattered points, from coarse to
// fine. The parts, in reading order: net.h the points and who drains to whom, pits.h ways out of pits, flow.h areas and
// heights, level.h the levels, tree.h rivers as curves, solve/strata.h layers of rock.
//
// Moves about 250 bytes per sample and step; the map itself gets 4 steps, and all coarser levels together cost about as much.

#include "op/op.h"
#include "flow.h"
#include "level.h"
#include "pits.h"
#include "tree.h"

typedef struct uplift {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *area, *sediment, *lift, *layer, *hardness;
    oro_curves *rivers;
    oro_points *junctions;
    double *drained;
    oro_field rate, softness, rain, base;
    float duration;
    oro_records pulses;
    float erodibility, concavity, hillslope;
    float patches, patch_size;
    oro_choice edge;
    float sea;
    oro_records mouths, inflow;
    float roughness, channel, grain;
    int32_t steps;
    oro_seed seed;
    strata_args rock;
} uplift;

typedef struct pulse {
    float ago, length; ///< yr
    float factor;
} pulse;

typedef struct mouth {
    float x, y, width, height; ///< m
} mouth;

typedef struct inflow {
    float x, y; ///< m
    float area; ///< km2
} inflow;

enum { AUTO_CELLS = 128 }; ///< of the coarsest level along the longer side, unless a grain is said
ORO_WORDS(edge, open, closed, north, east, south, west);

#define PLACE(record, member, text)                                                                                    \
    ORO_ARG(record, member, .def = 0, .min = -1e7, .max = 1e7, .ui_min = 0, .ui_max = 1e4, .unit = "m", .doc = text)

static const oro_arg pulse_args[] = {
    ORO_ARG(pulse, ago, .def = 5e5, .min = 0, .max = 1e8, .ui_max = 5e6, .unit = "yr",
            .doc = "How long before the end it begins."),
    ORO_ARG(pulse, length, .def = 2e5, .min = 0, .max = 1e8, .ui_max = 5e6, .unit = "yr", .doc = "How long it lasts."),
    ORO_ARG(pulse, factor, .def = 2, .min = 0, .max = 100, .ui_max = 5, .unit = "1",
            .doc = "Factor on the uplift while it lasts."),
};
ORO_RECORD(pulse, pulse_args, "A time of faster or slower uplift");

static const oro_arg mouth_args[] = {
    PLACE(mouth, x, "Metres to the east of the world's zero."),
    PLACE(mouth, y, "Metres to the south of it."),
    ORO_ARG(mouth, width, .def = 0, .min = 0, .max = 1e7, .ui_max = 2000, .unit = "m",
            .doc = "All points within half of it belong to the mouth, and the nearest one does in any case."),
    ORO_ARG(mouth, height, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 2000, .unit = "m",
            .doc = "Height that it holds."),
};
ORO_RECORD(mouth, mouth_args, "A place where water leaves the map");

static const oro_arg inflow_args[] = {
    PLACE(inflow, x, "Metres to the east of the world's zero."),
    PLACE(inflow, y, "Metres to the south of it."),
    ORO_ARG(inflow, area, .def = 40, .min = 0, .max = 1e9, .ui_min = 0.1, .ui_max = 1e4, .scale = ORO_LOG,
            .unit = "km2", .doc = "Area beyond the map that drains to it."),
};
ORO_RECORD(inflow, inflow_args, "A river that comes from beyond the map");

static const oro_arg args[] = {
    ORO_ARG(uplift, height, .unit = "m", .flags = ORO_OPTIONAL, .doc = "Land to begin with. Without it, a plain at 0."),
    ORO_ARG(uplift, result, .unit = "m", .doc = "The land at the end."),
    ORO_ARG(uplift, area, .unit = "m2", .flags = ORO_ON_DEMAND,
            .doc = "Area that drains through every sample, times its rain."),
    ORO_ARG(uplift, sediment, .unit = "m3/yr", .flags = ORO_ON_DEMAND,
            .doc = "Rock that comes down through every sample at the end."),
    ORO_ARG(uplift, lift, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "How far the rock has risen: what `strata` needs to find the same layers."),
    ORO_ARG(uplift, layer, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "Number of the layer at the surface, 0 for the first of the list."),
    ORO_ARG(uplift, hardness, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "How hard the layer is: 0 for the softest of the list, towards 1 for harder ones."),
    ORO_ARG(uplift, rivers, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "Every river from where it begins to the larger one that it joins, falling all the way."),
    ORO_ARG(uplift, junctions, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "Where rivers begin, join and leave the land."),
    ORO_ARG(uplift, drained, .unit = "m2", .doc = "Area that drains to all outlets together."),
    ORO_ARG(uplift, rate, .def = 1, .min = -10, .max = 100, .ui_min = 0, .ui_max = 5, .unit = "mm/yr",
            .doc = "How fast the ground rises. A map of it draws where mountains grow."),
    ORO_ARG(uplift, softness, .def = 1, .min = 0.01, .max = 100, .ui_min = 0.1, .ui_max = 5, .scale = ORO_LOG,
            .unit = "1", .doc = "Factor on erosion."),
    ORO_ARG(uplift, rain, .def = 1, .min = 0, .max = 100, .ui_max = 5, .unit = "1", .doc = "Factor on rain."),
    ORO_ARG(uplift, base, .def = -1e5, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 1000, .unit = "m",
            .doc = "Rivers cut no deeper than this. A map of it holds valleys that were drawn at their heights."),
    ORO_ARG(uplift, duration, .def = 5e6, .min = 0, .max = 1e8, .ui_min = 1e5, .ui_max = 2e7, .scale = ORO_LOG,
            .unit = "yr", .doc = "How long. After some millions of years rivers carry away what rises."),
    ORO_ARG(uplift, pulses, .text = "", .record = &pulse_record,
            .doc = "Times of faster or slower uplift. They leave steps in the rivers that travel upstream."),
    ORO_ARG(uplift, erodibility, .def = 2.4e-5, .min = 1e-10, .max = 1, .ui_min = 1e-7, .ui_max = 1e-3,
            .scale = ORO_LOG, .unit = "1/yr",
            .doc = "K of the law, in m^(1-2m)/yr: how fast rivers cut. Twice as much makes land half as high."),
    ORO_ARG(uplift, concavity, .def = 0.45, .min = 0.05, .max = 1, .ui_min = 0.3, .ui_max = 0.6, .unit = "1",
            .doc = "The law's m: how fast rivers flatten downstream. Changing it changes what erodibility means."),
    ORO_ARG(uplift, hillslope, .def = 5000, .min = 0.01, .max = 1e8, .ui_min = 10, .ui_max = 2e4, .scale = ORO_LOG,
            .unit = "m2",
            .doc =
                "A0 of the law, an area that stands for wash on slopes: more makes gentler crests and fewer gullies."),
    ORO_ARG(uplift, patches, .def = 0.3, .min = 0, .max = 3, .ui_max = 1, .unit = "1",
            .doc = "How much softness varies from place to place: at 0.5, mostly by a factor of up to 1.6 either way."),
    ORO_ARG(uplift, patch_size, .def = 900, .min = 1, .max = 1e6, .ui_min = 50, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m", .doc = "Size of the largest such patches."),
    ORO_ARG(uplift, edge, .choices = edge_words,
            .doc = "Where water leaves the map: over all of its border, over none of it, or over one side. Border that "
                   "is left holds the height it has at the start."),
    ORO_ARG(uplift, sea, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("none"), .min = -1e5, .max = 1e5, .ui_min = -500,
            .ui_max = 500, .unit = "m",
            .doc = "Land that lies below this at the start is sea: water leaves there, and the ground stays."),
    ORO_ARG(uplift, mouths, .text = "", .record = &mouth_record, .doc = "More places where water leaves."),
    ORO_ARG(uplift, inflow, .text = "", .record = &inflow_record, .doc = "Rivers that come from beyond the map."),
    ORO_ARG(uplift, roughness, .def = 5, .min = 0, .max = 1000, .ui_max = 50, .unit = "m",
            .doc = "Uneven ground added to the start, where the first rivers find their ways."),
    ORO_ARG(uplift, channel, .def = 1e5, .min = 0, .max = 1e12, .ui_min = 1e3, .ui_max = 1e7, .scale = ORO_LOG,
            .unit = "m2", .doc = "Area that makes a river, for the outputs `rivers` and `junctions`."),
    ORO_ARG(uplift, grain, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0.01, .max = 1e6, .ui_min = 5,
            .ui_max = 500, .scale = ORO_LOG, .unit = "m",
            .doc = "Cell of the coarsest level, which shapes the great valleys; auto is a 128th of the longer side."),
    ORO_ARG(uplift, steps, .def = 48, .min = 4, .max = 2000, .ui_min = 20, .ui_max = 200, .unit = "1",
            .doc = "Steps of time on the coarsest level; finer ones have fewer and shorter ones."),
    ORO_ARG(uplift, seed, .def = 0, .doc = "Another number, other valleys."),
    STRATA_ROWS(uplift, ""),
};

typedef struct job {
    const uplift *a;
    net n;
    strata_map rock;   ///< of the level at hand
    oro_grid shape;    ///< the level as a grid
    oro_grid previous; ///< change on the level before, on its grid; no data: this is the first
    float *grid;       ///< memory for that
    float *keep;       ///< heights before the last step, where sediment is asked for
    flow_step step;
    oro_fractal patches, bumps;
    double year, risen; ///< yr, and those times the pulses' factors
    double done, work;  ///< points times steps, for progress
} job;

// --- memory -----------------------------------------------------------------------------------------------------------

static bool get(oro_run *r, void *pointer, size_t bytes) {
    void *memory = oro_scratch(r, bytes);
    memcpy(pointer, &memory, sizeof memory);
    return memory;
}

/// Arrays for levels of up to `count` points.
static oro_status get_memory(oro_run *r, job *j, size_t count) {
    net *n = &j->n;
    size_t floats = count * sizeof(float);
    bool layered = j->a->rock.layers.count > 0;
    bool ok = get(r, &n->east, floats) && get(r, &n->south, floats) && get(r, &n->z, floats) &&
              get(r, &n->rate, floats) && get(r, &n->soft, floats) && get(r, &n->source, floats) &&
              get(r, &n->area, floats) && get(r, &n->pull, floats) && get(r, &n->donors, count * 4) &&
              get(r, &n->upstream, count * 4) && get(r, &n->list, count * 4) && get(r, &n->stack, count * 4) &&
              get(r, &n->way, count) && get(r, &n->waiting, count) && get(r, &n->held, count) &&
              get(r, &j->grid, floats);
    if (ok && j->a->height) ok = get(r, &n->start, floats);
    if (ok && j->a->base.map) ok = get(r, &n->floor, floats);
    if (ok && layered) ok = get(r, &n->datum, floats) && get(r, &n->stand, floats);
    if (ok && j->a->sediment) ok = get(r, &j->keep, floats);
    j->step.trunk = count / 64 > 4096 ? (int32_t)(count / 64) : 4096;
    size_t room = (size_t)(j->step.trunk + NET_WAYS) * 4 * (size_t)oro_thread_count(r->ctx);
    return ok && get(r, &j->step.stacks, room) ? ORO_OK : ORO_NO_MEMORY;
}

// --- a level before its first step ------------------------------------------------------------------------------------

typedef struct level_room {
    oro_fractal_tile noise;
    strata_tile rock;
    oro_warp_row none;
    float sum[ORO_TILE];
} level_room;

/// Softness from place to place, and the layers' datum.
static void rock_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    const net *n = &j->n;
    level_room *w = room;
    static const float gain[1] = {0.55f};
    memset(&w->none, 0, sizeof w->none);
    oro_axis ax = oro_axis_of(j->shape.origin_x, j->shape.cell), ay = oro_axis_of(j->shape.origin_y, j->shape.cell);
    bool patchy = j->a->patches > 0.0f;
    if (patchy) oro_fractal_columns(&j->patches, &ax, t.x0, t.count, false, &w->noise);
    if (n->datum) strata_columns(&j->rock, t.x0, t.count, &w->rock);
    for (int32_t y = t.y0; y < t.y1; y++) {
        size_t at = (size_t)y * (size_t)n->width + (size_t)t.x0;
        float *restrict soft = n->soft + at, scale = 2.8f * j->a->patches; // the sum's rms is 0.36
        if (patchy) {
            oro_fractal_row(&j->patches, oro_axis_at(&ay, y), &w->none, false, gain, true, t.count, &w->noise, w->sum);
            for (int32_t x = 0; x < t.count; x++) soft[x] *= oro_exp(scale * w->sum[x]);
        }
        if (!n->datum) continue;
        strata_row(&j->rock, y, t.x0, t.count, n->east + at, n->south + at, &w->rock, n->datum + at);
        // Strong rock stands steeper than its layer does elsewhere; without this, every slope of a layer is the same plane.
        for (int32_t x = 0; x < t.count; x++) n->stand[at + (size_t)x] = oro_exp2(-0.45f * oro_log2(soft[x]));
    }
}

/// What maps and numbers say, by rows.
static void drive_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const net *n = &j->n;
    const uplift *a = j->a;
    for (int32_t y = y0; y < y1; y++) {
        size_t row = (size_t)y * (size_t)n->width;
        level_field_row(n, &a->rate, a->result, y, n->rate + row);
        level_field_row(n, &a->softness, a->result, y, n->soft + row);
        level_field_row(n, &a->rain, a->result, y, n->source + row);
        if (n->floor) level_field_row(n, &a->base, a->result, y, n->floor + row);
        float part = y == 0 || y == n->height - 1 ? 0.5f : 1.0f; // cells at the border lie half outside
        for (int32_t x = 0; x < n->width; x++) n->rate[row + (size_t)x] *= 1e-3f, n->source[row + (size_t)x] *= part;
        n->source[row] *= 0.5f;
        n->source[row + (size_t)n->width - 1] *= 0.5f;
    }
}

static bool edge_is_open(const job *j, int32_t x, int32_t y) {
    int32_t e = j->a->edge.index;
    bool north = y == 0, south = y == j->n.height - 1, west = x == 0, east = x == j->n.width - 1;
    if (e == edge_open) return north | south | west | east;
    return (e == edge_north && north) | (e == edge_south && south) | (e == edge_west && west) |
           (e == edge_east && east);
}

/// Heights that the points begin with, and which of them are outlets. Outlets hold the height of the start.
static void height_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const net *n = &j->n;
    const oro_grid *last = &j->previous;
    float lx = (float)(last->width - 1) / (float)(n->width > 1 ? n->width - 1 : 1);
    float ly = (float)(last->height - 1) / (float)(n->height > 1 ? n->height - 1 : 1);
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < n->width; x++) {
            size_t at = (size_t)y * (size_t)n->width + (size_t)x;
            float start = j->a->height ? level_start_at(n, j->a->height, x, y, at) : 0.0f;
            if (n->start) n->start[at] = start;
            n->held[at] = edge_is_open(j, x, y) | (start < j->a->sea); // NaN: no sea
            n->z[at] = start;
            if (n->held[at]) {
                n->rate[at] = 0.0f;
            } else if (last->data) {
                float px = ((float)x + n->east[at]) * lx, py = ((float)y + n->south[at]) * ly;
                int32_t ix = (int32_t)px, iy = (int32_t)py;
                n->z[at] += oro_sample_cubic(last, ix, iy, px - (float)ix, py - (float)iy);
            }
        }
}

/// Uneven ground for the first rivers, and the rise of the first step: they run down what has risen.
static void bump_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    const net *n = &j->n;
    level_room *w = room;
    static const float gain[1] = {0.6f};
    memset(&w->none, 0, sizeof w->none);
    oro_axis ax = oro_axis_of(j->shape.origin_x, j->shape.cell), ay = oro_axis_of(j->shape.origin_y, j->shape.cell);
    oro_fractal_columns(&j->bumps, &ax, t.x0, t.count, false, &w->noise);
    for (int32_t y = t.y0; y < t.y1; y++) {
        size_t at = (size_t)y * (size_t)n->width + (size_t)t.x0;
        oro_fractal_row(&j->bumps, oro_axis_at(&ay, y), &w->none, false, gain, true, t.count, &w->noise, w->sum);
        for (int32_t x = 0; x < t.count; x++)
            if (!n->held[at + (size_t)x])
                n->z[at + (size_t)x] += 2.7f * j->a->roughness * w->sum[x] + n->rate[at + (size_t)x] * (float)j->risen;
    }
}

/// Index of the point nearest to a place of the world; -1 where that lies off the map.
static int32_t point_near(const job *j, float x, float y) {
    const net *n = &j->n;
    double px = ((double)x - j->shape.origin_x) / (double)n->cell;
    double py = ((double)y - j->shape.origin_y) / (double)(n->cell * n->tall);
    if (!(px > -0.5 && py > -0.5 && px < n->width - 0.5 && py < n->height - 0.5)) return -1;
    return (int32_t)(py + 0.5) * n->width + (int32_t)(px + 0.5);
}

static void hold(net *n, int32_t at, float height) {
    n->held[at] = 1;
    n->z[at] = height;
    n->rate[at] = 0.0f;
}

static void open_mouth(job *j, const mouth *m) {
    net *n = &j->n;
    double radius = 0.5 * (double)m->width;
    for (int32_t y = 0; y < n->height && radius > 0.0; y++) {
        double dy = j->shape.origin_y + y * (double)(n->cell * n->tall) - (double)m->y;
        if (dy * dy > radius * radius) continue;
        for (int32_t x = 0; x < n->width; x++) {
            double dx = j->shape.origin_x + x * (double)n->cell - (double)m->x;
            if (dx * dx + dy * dy <= radius * radius) hold(n, y * n->width + x, m->height);
        }
    }
    int32_t at = point_near(j, m->x, m->y);
    if (at >= 0) hold(n, at, m->height);
}

/// Mouths, rivers from beyond, and, where nothing else lets water out, the lowest point of the border.
static void set_ends(job *j) {
    net *n = &j->n;
    const mouth *mouths = j->a->mouths.items;
    const inflow *inflows = j->a->inflow.items;
    for (int32_t i = 0; i < j->a->mouths.count; i++) open_mouth(j, &mouths[i]);
    for (int32_t i = 0; i < j->a->inflow.count; i++) {
        int32_t at = point_near(j, inflows[i].x, inflows[i].y);
        if (at >= 0) n->source[at] += inflows[i].area * 1e6f / (n->cell * n->cell * n->tall);
    }
    if (memchr(n->held, 1, n->count)) return;
    int32_t lowest = 0;
    for (int32_t at = 1; at < (int32_t)n->count; at++) {
        int32_t x = at % n->width, y = at / n->width;
        bool border = x == 0 || y == 0 || x == n->width - 1 || y == n->height - 1;
        if (border && n->z[at] < n->z[lowest]) lowest = at;
    }
    hold(n, lowest, n->start ? n->start[lowest] : 0.0f);
}

static oro_status begin_level(oro_run *r, job *j) {
    net *n = &j->n;
    const uplift *a = j->a;
    j->shape = level_grid(n, a->result);
    oro_fractal_desc patches = oro_plain_noise(oro_mix32(a->seed.value ^ 0x726f636bU), (double)a->patch_size, 7);
    j->patches = oro_fractal_make(&patches, &j->shape);
    oro_status status = net_for_rows(n, net_scatter, n);
    if (status == ORO_OK) status = net_for_rows(n, drive_rows, j);
    if (status == ORO_OK && n->datum) status = strata_make(r, &a->rock, a->seed.value, &j->shape, &j->rock);
    if (status == ORO_OK) status = oro_for_tiles(r, &j->shape, sizeof(level_room), rock_tile, j);
    if (status == ORO_OK) status = net_for_rows(n, height_rows, j);
    if (status == ORO_OK && !j->previous.data) {
        oro_fractal_desc bumps = oro_plain_noise(oro_mix32(a->seed.value ^ 0x62756d70U), 10.0 * j->shape.cell, 6);
        j->bumps = oro_fractal_make(&bumps, &j->shape);
        status = oro_for_tiles(r, &j->shape, sizeof(level_room), bump_tile, j);
    }
    if (status == ORO_OK) set_ends(j);
    j->step.stack = n->datum ? &j->rock.stack : NULL;
    return status;
}

// --- time -------------------------------------------------------------------------------------------------------------

/// Years from `from` to `to`, each times the factors of the pulses that it lies in.
static double rise_between(const uplift *a, double from, double to) {
    const pulse *pulses = a->pulses.items;
    double sum = to - from;
    for (int32_t i = 0; i < a->pulses.count; i++) {
        double begin = (double)a->duration - (double)pulses[i].ago, end = begin + (double)pulses[i].length;
        begin = begin > from ? begin : from, end = end < to ? end : to;
        if (end > begin) sum += (end - begin) * ((double)pulses[i].factor - 1.0);
    }
    return sum;
}

static oro_status one_step(job *j) {
    net *n = &j->n;
    flow_step *s = &j->step;
    int32_t rows = net_block_rows(n), blocks = (n->height + rows - 1) / rows;
    oro_status status = net_for_rows(n, net_find_receivers, n);
    if (status == ORO_OK) status = net_for_rows(n, net_find_donors, n);
    if (status == ORO_OK) status = net_drain_pits(n);
    if (status == ORO_OK) status = flow_down(s, n->source, n->area);
    if (status == ORO_OK) status = oro_for_blocks(n->run, blocks, flow_pulls, s);
    return status == ORO_OK ? flow_up(s) : status;
}

static oro_status run_level(oro_run *r, job *j, const level_plan *p, bool last) {
    net *n = &j->n;
    bool first = !j->previous.data;
    int32_t steps = p->steps + p->more;
    if (first) j->risen = rise_between(j->a, 0.0, p->years * (double)j->a->duration);
    double from = j->done;
    j->done += (double)n->count * (steps + 2);
    oro_stage(r, from / j->work, (from + (double)n->count) / j->work);
    oro_status status = begin_level(r, j);
    for (int32_t i = 0; i < steps && status == ORO_OK; i++) {
        double years = (i < p->steps ? p->years : p->more_years) * (double)j->a->duration;
        double part = (j->done - from) / j->work / (steps + 2), at = from / j->work + part * (i + 1);
        oro_stage(r, at, at + part);
        double rise = first && i == 0 ? 0.0 : rise_between(j->a, j->year, j->year + years);
        j->step.years = (float)years;
        j->step.rise = (float)rise;
        j->step.risen = (float)j->risen;
        if (last && i == steps - 1 && j->keep) memcpy(j->keep, n->z, n->count * sizeof(float));
        status = one_step(j);
        j->year += years;
        j->risen += rise;
    }
    return status;
}

// --- results ----------------------------------------------------------------------------------------------------------

typedef struct finish {
    const job *j;
    strata_map rock;
} finish;

static void result_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = ((const finish *)user)->j;
    const uplift *a = j->a;
    for (int32_t y = y0; y < y1; y++) {
        size_t row = (size_t)y * (size_t)j->n.width;
        float *restrict out = oro_row(a->result, y);
        const float *restrict change = j->grid + row, *restrict start = a->height ? oro_row(a->height, y) : NULL;
        for (int32_t x = 0; x < j->n.width; x++) out[x] = change[x];
        if (start)
            for (int32_t x = 0; x < j->n.width; x++) out[x] += start[x];
        float cell2 = j->n.cell * j->n.cell * j->n.tall;
        for (int32_t x = 0; a->area && x < j->n.width; x++) oro_row(a->area, y)[x] = j->n.area[row + (size_t)x] * cell2;
        for (int32_t x = 0; a->sediment && x < j->n.width; x++) oro_row(a->sediment, y)[x] = j->keep[row + (size_t)x];
        const float *rate = oro_field_row(&a->rate, y);
        for (int32_t x = 0; a->lift && x < j->n.width; x++) oro_row(a->lift, y)[x] = 1e-3f * rate[x] * (float)j->risen;
    }
}

/// Layers at the surface of the result.
static void layer_tile(const void *user, oro_tile t, void *room) {
    const finish *f = user;
    const uplift *a = f->j->a;
    strata_tile *w = room;
    const strata_stack *s = &f->rock.stack;
    float datum[ORO_TILE];
    if (s->count) strata_columns(&f->rock, t.x0, t.count, w);
    for (int32_t y = t.y0; y < t.y1; y++) {
        if (s->count) strata_row(&f->rock, y, t.x0, t.count, NULL, NULL, w, datum);
        const float *z = oro_row(a->result, y) + t.x0, *rate = oro_field_row(&a->rate, y) + t.x0;
        for (int32_t x = 0; x < t.count; x++) {
            float lift = 1e-3f * rate[x] * (float)f->j->risen;
            int32_t layer = s->count ? strata_layer_at(s, strata_fold(s, z[x] - datum[x] - lift)) : 0;
            if (a->layer) oro_row(a->layer, y)[t.x0 + x] = (float)layer;
            if (a->hardness) oro_row(a->hardness, y)[t.x0 + x] = strata_hardness(s, layer);
        }
    }
}

/// Rock that each point lost in the last step, summed downstream.
static oro_status sum_sediment(job *j) {
    net *n = &j->n;
    float per_year = n->cell * n->cell * n->tall / j->step.years;
    for (size_t i = 0; i < n->count; i++) {
        float lost = j->keep[i] + n->rate[i] * j->step.rise - n->z[i];
        n->pull[i] = j->step.years > 0.0f && !n->held[i] ? lost * per_year : 0.0f;
    }
    for (size_t i = 0; i < n->count; i++) n->waiting[i] = (uint8_t)__builtin_popcount(n->donors[i]);
    return flow_down(&j->step, n->pull, j->keep);
}

static oro_status write_results(oro_run *r, job *j) {
    const uplift *a = j->a;
    net *n = &j->n;
    finish f = {.j = j};
    oro_stage(r, 0.97, 1.0);
    oro_status status = level_to_grid(n, &j->shape, j->grid, 0.75f);
    if (status == ORO_OK && a->sediment) status = sum_sediment(j);
    if (status == ORO_OK) status = oro_for_rows(r, a->result, result_rows, &f);
    if (status == ORO_OK && (a->layer || a->hardness)) {
        status = strata_make(r, &a->rock, a->seed.value, a->result, &f.rock);
        if (status == ORO_OK) status = oro_for_tiles(r, a->result, sizeof(strata_tile), layer_tile, &f);
    }
    double cell2 = (double)n->cell * (double)n->cell * (double)n->tall, sum = 0.0;
    for (size_t i = 0; i < n->count; i++) sum += n->held[i] ? (double)n->area[i] : 0.0;
    *a->drained = sum * cell2;
    tree t = {n, a->result, a->channel / (float)cell2};
    if (status == ORO_OK && a->rivers) status = tree_curves(r, &t, a->rivers);
    if (status == ORO_OK && a->junctions) status = tree_points(r, &t, a->junctions);
    return status;
}

static oro_status check(oro_run *r, const void *p) {
    const uplift *a = p;
    if ((int64_t)r->shape.width * r->shape.height > INT32_MAX)
        return oro_refuse(r, "result", "uplift works on at most %d samples", INT32_MAX);
    if (a->height && oro_grid_extremes(a->height).not_finite)
        return oro_refuse(r, "height", "the land to begin with must be known everywhere; fill its holes first");
    return strata_check(r, &a->rock);
}

static oro_status run(oro_run *r, const void *p) {
    const uplift *a = p;
    const oro_grid *map = a->result;
    level_plan plans[LEVELS_MOST];
    job *j = oro_scratch(r, sizeof *j);
    if (!j) return ORO_NO_MEMORY;
    *j = (job){.a = a, .n = {.run = r, .lowest = a->base.value}};
    double longer = (map->width > map->height ? map->width - 1 : map->height - 1) * map->cell;
    double cells = a->grain > 0.0f ? floor(longer / (double)a->grain + 0.5) : AUTO_CELLS;
    int32_t levels = level_plans(map, cells < 4.0 ? 4.0 : cells, a->steps, plans);
    j->step = (flow_step){.n = &j->n, .erodibility = a->erodibility, .power = a->concavity, .hillslope = a->hillslope};
    for (int32_t i = 0; i < levels; i++)
        j->work += (double)plans[i].width * plans[i].height * (plans[i].steps + plans[i].more + 2);
    j->work /= 0.97;
    oro_status status = get_memory(r, j, (size_t)map->width * (size_t)map->height);
    for (int32_t i = 0; i < levels && status == ORO_OK; i++) {
        if (i > 0) {
            status = level_to_grid(&j->n, &j->shape, j->grid, 0.85f);
            j->previous = j->shape;
            j->previous.data = j->grid;
        }
        level_shape(&j->n, map, &plans[i], i, a->seed.value);
        if (status == ORO_OK) status = run_level(r, j, &plans[i], i == levels - 1);
    }
    return status == ORO_OK ? write_results(r, j) : status;
}

// clang-format off
#define TABLELAND "layers=[" STRATA_TABLELAND "] "
#define MOUNTAINS "layers=[" STRATA_MOUNTAINS "] "
#define FOLDED "layers=[" STRATA_FOLDED "] "
// clang-format on

ORO_OPERATOR(
    uplift, "Raise land while rivers cut it", .family = "erode", .version = 1, .check = check, .run = run,
    .words = "orogeny tectonics range stream-power landscape-evolution",
    .source = "Braun and Willett 2013; Cordonnier, Bovy and Braun 2019",
    .doc =
        "Land rises, and rivers cut into it, for millions of years. Valleys branch, rivers flatten downstream, and "
        "crests "
        "stand between them, none of it along the grid. `rate` says where mountains grow, from noise or from a sketch "
        "(`diffuse`). Rock in layers stands in cliffs and benches. The same land comes out at any resolution, finer "
        "ones "
        "with finer gullies. Where a map wraps, its edges are borders all the same.",
    .example = "--rate 1.2 --duration 4e6 --size 513 --extent 10000 range.png", .show = "rate=1.5",
    .presets = ORO_PRESETS(
        {"range", "A range of folded beds with some rock faces",
         MOUNTAINS "dip=10 dip_to=20 fold=330 fold_size=3100 fold_to=160 uneven=60 uneven_size=1600 "
                   "erodibility=4e-5 concavity=0.4 patches=0.25 pulses=[ago=6e5 length=4e5 factor=1.6]"},
        {"canyon", "Tableland that a river cuts, with walls in steps",
         TABLELAND "dip=0.7 dip_to=270 uneven=25 uneven_size=3000 rate=0 erodibility=3e-6 concavity=0.5 hillslope=1500 "
                   "duration=6e5 patch_size=500 edge=closed roughness=2"},
        {"mesas", "Tableland of which little is left",
         TABLELAND "dip=0.3 dip_to=200 uneven=15 uneven_size=3000 rate=0 erodibility=3e-6 concavity=0.5 hillslope=1500 "
                   "duration=2.4e6 patches=0.45 patch_size=1200 edge=closed roughness=2"},
        {"fold-belt", "Long ridges of hard beds between valleys of soft ones",
         FOLDED "dip=3 dip_to=60 fold=420 fold_size=3000 fold_to=150 uneven=40 uneven_size=4000 rate=0.25 "
                "erodibility=2.4e-5 hillslope=2000 patches=0.15"}));
