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
// heights, level.h the levels, job.h what a run keeps, start.h a level before its first step, results.h what is left, tree.h
// rivers as curves, solve/strata.h layers of rock.
//
// Moves about 250 bytes per sample and step; the map itself gets 3 steps at 1025 samples, and all coarser levels together cost about as much.

#include "op/op.h"
#include "pits.h"
#include "results.h"
#include "start.h"

enum { AUTO_CELLS = 128 }; ///< of the coarsest level along the longer side, unless a grain is said

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
    size_t room = (size_t)(flow_trunk_size(count) + NET_WAYS) * 4 * (size_t)oro_thread_count(r->ctx);
    return ok && get(r, &j->step.stacks, room) ? ORO_OK : ORO_NO_MEMORY;
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

static oro_status check(oro_run *r, const void *p) {
    const uplift *a = p;
    if ((int64_t)r->shape.width * r->shape.height > INT32_MAX)
        return oro_refuse(r, "result", "uplift works on at most %d samples", INT32_MAX);
    if (a->height && oro_grid_extremes(a->height).not_finite)
        return oro_refuse(r, "height", "the land to begin with must be known everywhere; fill its holes first");
    return strata_check(r, &a->rock);
}

static bool is_off(const oro_run *r, float x, float y) {
    double px = ((double)x - r->shape.origin_x) / r->shape.cell, py = ((double)y - r->shape.origin_y) / r->shape.cell;
    return !(px > -0.5 && py > -0.5 && px < r->shape.width - 0.5 && py < r->shape.height - 0.5);
}

/// Says of what is nowhere that it does nothing.
static void note_lost(oro_run *r, const uplift *a) {
    const mouth *mouths = a->mouths.items;
    const inflow *inflows = a->inflow.items;
    for (int32_t i = 0; i < a->mouths.count; i++)
        if (is_off(r, mouths[i].x, mouths[i].y) && mouths[i].width == 0.0f)
            oro_note(r->ctx, "mouths", "the mouth at %g, %g lies outside the map", (double)mouths[i].x,
                     (double)mouths[i].y);
    for (int32_t i = 0; i < a->inflow.count; i++)
        if (is_off(r, inflows[i].x, inflows[i].y))
            oro_note(r->ctx, "inflow", "the river at %g, %g lies outside the map", (double)inflows[i].x,
                     (double)inflows[i].y);
}

static oro_status run(oro_run *r, const void *p) {
    const uplift *a = p;
    note_lost(r, a);
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
