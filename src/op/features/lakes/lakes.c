// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lakes: water that runs down and stands in hollows, with exactly the volume there is. The parts, in reading order: basins.h the
// hollows as a tree, spill.h the water in it and its levels, levelling.h the way Hume does it; solve/drain.h says where water runs,
// solve/distance.h how far the shore is. Drains and distances go to all threads, the tree to one. About 30 bytes per sample.

#include "op/op.h"
#include "levelling.h"
#include "orogen/points.h"
#include "solve/distance.h"
#include "spill.h"

typedef struct lakes {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *depth;
    oro_grid *surface;
    oro_grid *shore;
    oro_points *outlets;
    double *volume;
    double *lost;
    oro_choice water;
    oro_field rain;
    float sea;
    bool closed;
    float smallest;
    float indent;
    float bank;
    float threshold;
    int32_t sweeps;
} lakes;

ORO_WORDS(water, full, rain, hume);

static const oro_arg args[] = {
    ORO_ARG(lakes, height, .unit = "m", .doc = "Land with hollows."),
    ORO_ARG(lakes, result, .unit = "m", .doc = "The land with the beds of its lakes a little lowered."),
    ORO_ARG(lakes, depth, .unit = "m", .doc = "Depth of the lakes' water over that; 0 elsewhere."),
    ORO_ARG(lakes, surface, .unit = "m", .doc = "Height of the water, and of the ground where there is none."),
    ORO_ARG(lakes, shore, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "How far the shore is: above 0 on lakes, below 0 on land."),
    ORO_ARG(lakes, outlets, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "Where full lakes run over, a point each, at the height of their water."),
    ORO_ARG(lakes, volume, .unit = "m3", .doc = "Water in all lakes, before beds are lowered."),
    ORO_ARG(lakes, lost, .unit = "m3", .doc = "Water that ran off the map or into the sea."),
    ORO_ARG(
        lakes, water, .choices = water_words,
        .doc =
            "How much water there is: enough to fill every hollow until it runs over; what the rain brings, which "
            "runs down, collects, and runs over from full hollows into others; or the same rain levelled step by step "
            "as Hume does it, which is slow and stays on the map."),
    ORO_ARG(lakes, rain, .def = 2, .min = 0, .max = 1e4, .ui_max = 20, .unit = "m", .when = "water=rain|hume",
            .doc = "Water that falls on the land, as a depth."),
    ORO_ARG(lakes, sea, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 2000, .unit = "m", .flags = ORO_OPTIONAL,
            .choices = ORO_CHOICES("none"), .when = "water=full|rain",
            .doc = "Height of the sea, where water ends. It is not a lake."),
    ORO_ARG(lakes, closed, .when = "water=full|rain",
            .doc =
                "Keep water from leaving over the map's edges. Where there is no sea either, `full` knows no level and "
                "leaves the last hollow dry."),
    ORO_ARG(lakes, smallest, .def = 0, .min = 0, .max = 1e9, .ui_max = 1e5, .unit = "m2", .when = "water=full|rain",
            .doc = "Lakes with less surface than this are left dry."),
    ORO_ARG(lakes, indent, .def = 0.5, .min = 0, .max = 1000, .ui_max = 10, .unit = "m",
            .doc = "How much lower than the ground the beds are made, so that shallow water has a shore."),
    ORO_ARG(lakes, bank, .def = 15, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .doc = "How far from the shore the bed reaches that."),
    ORO_ARG(lakes, threshold, .def = 0.0005, .min = 0, .max = 10, .ui_max = 0.1, .unit = "m", .when = "water=hume",
            .doc = "Levelling ends when no two neighbours differ by more."),
    ORO_ARG(lakes, sweeps, .def = 512, .min = 0, .max = 1000000, .ui_max = 10000, .unit = "1", .when = "water=hume",
            .doc = "Levelling ends after this many sweeps, in sixteens, at the latest."),
};

typedef struct job {
    const lakes *args;
    const basins *basins;
    const levels *levels;
    const uint32_t *wet; ///< wet samples of each lake
    uint8_t *is_wet;
    oro_grid in, out; ///< samples to the nearest dry and wet one
} job;

/// The level of the water over a sample; -INFINITY: none.
static float water_over(const job *j, size_t at) {
    uint32_t node = j->basins->basin[at] ? j->levels->lake[j->basins->basin[at]] : 0;
    return node ? j->levels->level[node] : -INFINITY;
}

static void depth_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t w = j->args->height->width;
    double least = (double)j->args->smallest / (j->args->height->cell * j->args->height->cell);
    for (int32_t y = y0; y < y1; y++) {
        const float *ground = oro_row(j->args->height, y);
        float *depth = oro_row(j->args->depth, y);
        for (int32_t x = 0; x < w; x++) {
            size_t at = (size_t)y * (size_t)w + (size_t)x;
            float level = water_over(j, at);
            bool kept = level > ground[x] && (double)j->wet[j->levels->lake[j->basins->basin[at]]] >= least;
            depth[x] = kept ? level - ground[x] : 0.0f;
        }
    }
}

/// Rain of every basin; returns what falls where it runs off at once.
static double rain_on(const lakes *a, basins *b) {
    double lost = 0.0;
    int32_t w = a->height->width;
    for (int32_t y = 0; y < a->height->height; y++) {
        const float *rain = oro_field_row(&a->rain, y);
        for (int32_t x = 0; x < w; x++) {
            uint32_t basin = b->basin[(size_t)y * (size_t)w + (size_t)x];
            if (basin)
                b->nodes[basin].water += (double)rain[x];
            else
                lost += (double)rain[x];
        }
    }
    return lost;
}

/// As full as can be: every tree holds what it can.
static void fill_up(basins *b) {
    for (uint32_t k = 0; k < b->root_count; k++) {
        hollow *h = &b->nodes[b->roots[k]];
        h->holds = true;
        h->water = h->spill == INFINITY ? 0.0 : h->room;
    }
}

static oro_status list_outlets(oro_run *r, const lakes *a, const basins *b, const levels *l, const uint32_t *wet) {
    const oro_grid *g = a->height;
    double least = (double)a->smallest / (g->cell * g->cell);
    oro_points *p = a->outlets;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (uint32_t i = 1; i < b->count; i++) {
            const hollow *h = &b->nodes[i];
            if (!h->holds || !is_full(h) || l->level[i] == -INFINITY || !wet[i] || (double)wet[i] < least) continue;
            float *to = pass ? p->positions + 3 * (size_t)count : NULL;
            if (to) to[0] = (float)oro_world_x(g, (int32_t)(h->out_at % (uint32_t)g->width));
            if (to) to[1] = (float)oro_world_y(g, (int32_t)(h->out_at / (uint32_t)g->width)), to[2] = h->spill;
            count++;
        }
        p->count = count;
        if (!pass && oro_points_alloc(r->ctx, p) != ORO_OK) return ORO_NO_MEMORY;
    }
    return ORO_OK;
}

/// Water that finds its place in the tree of hollows.
static oro_status stand_still(oro_run *r, const lakes *a) {
    const oro_grid *g = a->height;
    size_t count = (size_t)g->width * (size_t)g->height;
    oro_drain drain = {.level = g, .sea = a->sea == a->sea ? a->sea : -INFINITY, .inland_edges = a->closed};
    drain.way = oro_scratch(r, count * sizeof *drain.way);
    if (!drain.way) return ORO_NO_MEMORY;
    basins b = {0};
    levels l;
    oro_status status = oro_find_drains(r, &drain, 0.0, 0.15);
    oro_stage(r, 0.15, 0.25);
    if (status == ORO_OK) status = find_basins(r, &drain, &b);
    oro_stage(r, 0.25, 0.45);
    if (status == ORO_OK) status = grow_tree(r, &b);
    oro_stage(r, 0.45, 0.55);
    if (status == ORO_OK) status = measure_hollows(r, &b);
    uint32_t *room = status == ORO_OK ? oro_scratch(r, ((size_t)b.count + 1) * sizeof *room) : NULL;
    if (!room) return status == ORO_OK ? ORO_NO_MEMORY : status;
    double off = 0.0;
    if (a->water.index == water_full) {
        fill_up(&b);
    } else {
        off = rain_on(a, &b);
        off += spill_all(&b, room);
    }
    oro_stage(r, 0.55, 0.8);
    status = find_lake_levels(r, &b, &l);
    if (status != ORO_OK) return status;
    memset(room, 0, ((size_t)b.count + 1) * sizeof *room);
    job j = {.args = a, .basins = &b, .levels = &l, .wet = room};
    for (size_t i = 0; i < count; i++) {
        float level = water_over(&j, i);
        if (level > oro_drain_level(&drain, i)) room[l.lake[b.basin[i]]]++;
    }
    *a->lost = off * g->cell * g->cell;
    oro_stage(r, 0.8, 0.85);
    status = oro_for_rows(r, g, depth_rows, &j);
    return status == ORO_OK && a->outlets ? list_outlets(r, a, &b, &l, room) : status;
}

static oro_status level_out(oro_run *r, const lakes *a) {
    for (int32_t y = 0; y < a->height->height; y++)
        memcpy(oro_row(a->depth, y), oro_field_row(&a->rain, y), (size_t)a->height->width * sizeof(float));
    *a->lost = 0.0;
    if (a->outlets) *a->outlets = (oro_points){0}; // none runs over
    return level_water(r, a->height, (double)a->threshold, a->sweeps, a->depth);
}

static void sum_row(const void *user, int32_t y, double *sum) {
    const lakes *a = user;
    for (int32_t x = 0; x < a->depth->width; x++) *sum += (double)oro_row(a->depth, y)[x];
}

/// Surface, bed and shore from the depths and the distances.
static void finish_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const lakes *a = j->args;
    float cell = (float)a->height->cell;
    for (int32_t y = y0; y < y1; y++) {
        const float *ground = oro_row(a->height, y), *in = oro_row(&j->in, y);
        float *bed = oro_row(a->result, y), *surface = oro_row(a->surface, y), *depth = oro_row(a->depth, y);
        for (int32_t x = 0; x < a->height->width; x++) {
            bool wet = depth[x] > 0.0f;
            float away = (in[x] - 0.5f) * cell, lower = a->bank > 0.0f ? oro_smoothstep(0.0f, a->bank, away) : 1.0f;
            surface[x] = ground[x] + depth[x];
            bed[x] = wet ? ground[x] - a->indent * lower : ground[x];
            depth[x] = wet ? surface[x] - bed[x] : 0.0f;
            if (a->shore) oro_row(a->shore, y)[x] = wet ? away : -(oro_row(&j->out, y)[x] - 0.5f) * cell;
        }
    }
}

static void mark_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t w = j->args->height->width;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w; x++)
            j->is_wet[(size_t)y * (size_t)w + (size_t)x] = oro_row(j->args->depth, y)[x] > 0.0f;
}

static oro_status run(oro_run *r, const void *p) {
    const lakes *a = p;
    const oro_grid *g = a->height;
    double sum = 0.0;
    oro_status status = a->water.index == water_hume ? level_out(r, a) : stand_still(r, a);
    oro_stage(r, 0.85, 0.87);
    if (status == ORO_OK) status = oro_sum_rows(r, g, 1, sum_row, a, &sum);
    if (status != ORO_OK) return status;
    *a->volume = sum * g->cell * g->cell;
    job j = {.args = a, .is_wet = oro_scratch(r, (size_t)g->width * (size_t)g->height), .in = oro_scratch_grid(r, g)};
    if (a->shore) j.out = oro_scratch_grid(r, g);
    if (!j.is_wet || !j.in.data || (a->shore && !j.out.data)) return ORO_NO_MEMORY;
    oro_stage(r, 0.87, 0.88);
    status = oro_for_rows(r, g, mark_rows, &j);
    oro_stage(r, 0.88, 0.93);
    if (status == ORO_OK) status = oro_find_distances(r, g, j.is_wet, 0, j.in);
    oro_stage(r, 0.93, 0.98);
    if (status == ORO_OK && a->shore) status = oro_find_distances(r, g, j.is_wet, 1, j.out);
    oro_stage(r, 0.98, 1.0);
    return status == ORO_OK ? oro_for_rows(r, g, finish_rows, &j) : status;
}

ORO_OPERATOR(
    lakes, "Fill hollows with lakes", .family = "features", .version = 1, .run = run,
    .source = "Barnes, Callaghan and Wickert 2021; Hume 2023",
    .words = "ponds tarns water-bodies reservoir flood puddles",
    .doc = "Puts water into the hollows of the land: as much as they hold, or as much as falls as rain, which runs "
           "down, collects, and runs over into the next hollow, exactly. Gives the depth and the surface of the "
           "water, the distance to the shore, and the places where lakes run over; beds are lowered a little so that "
           "the water has a shore.",
    .example = "--water rain --rain 3 height.png land.png");
