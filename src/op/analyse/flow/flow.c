// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where water runs. Hollows are filled (solve/flood.h), every sample finds its ways down (solve/drain.h), water is added up along
// them (gather.h), and on request the main ways make a net with orders and catchments (net.h). 18 bytes per sample besides
// those of the flood.

#include "op/op.h"
#include "core/math.cell.h"
#include "net.h"
#include "solve/flood.h"

typedef struct flow {
    const oro_grid *height;
    oro_grid *result;
    oro_grid *specific;
    oro_grid *wetness;
    oro_grid *order;
    oro_grid *catchments;
    double *drained;
    float sea;
    float channel;
    float least_slope;
} flow;

static const oro_arg args[] = {
    ORO_ARG(flow, height, .unit = "m", .doc = "Land that rain falls on, with or without hollows."),
    ORO_ARG(flow, result, .unit = "m2", .doc = "Area that drains through each sample, its own included."),
    ORO_ARG(flow, specific, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc =
                "The same for every metre across the flow, whatever its direction: on a slope, how far up it reaches."),
    ORO_ARG(flow, wetness, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "Topographic wetness: the logarithm of the specific area over the slope. Above 10 ground is damp."),
    ORO_ARG(flow, order, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "Strahler's order of channels: 1 at springs, one more where two of an order meet; 0 off channels."),
    ORO_ARG(flow, catchments, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "Number of the catchment, from 1: all land that has the same outlet; 0 on open sea."),
    ORO_ARG(flow, drained, .unit = "m2", .doc = "Area that leaves over all outlets together: that of the map."),
    ORO_ARG(flow, sea, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 2000, .unit = "m", .flags = ORO_OPTIONAL,
            .choices = ORO_CHOICES("none"),
            .doc = "Height of the sea. Water ends where it reaches it; else at the map's edges."),
    ORO_ARG(flow, channel, .def = 50000, .min = 0, .max = 1e12, .ui_min = 1000, .ui_max = 1e7, .scale = ORO_LOG,
            .unit = "m2", .doc = "Area that a channel drains at least, for orders."),
    ORO_ARG(flow, least_slope, .def = 0.001, .min = 1e-6, .max = 1, .ui_min = 1e-4, .ui_max = 0.1, .scale = ORO_LOG,
            .unit = "1", .doc = "Slope that level ground counts as, for wetness."),
};

typedef struct job {
    const flow *args;
    const oro_drain *drain;
    const gather *gather;
    const net *net;
    const float *id;
} job;

/// The area per metre of flow, and the slope: water that goes at an angle to the rows crosses less of a cell.
static void slope_rows(const job *j, int32_t y, float *specific, float *wetness) {
    const oro_grid *g = j->drain->level;
    float per_cell = (float)(1.0 / g->cell), natural = 0.693147182f;
    for (int32_t x = 0; x < g->width; x++) {
        oro_facet f = oro_facet_at(g, x, y);
        float aside = (float)(j->drain->way[(size_t)y * (size_t)g->width + (size_t)x] >> 16) * (1.0f / 65535.0f);
        float cosine = 1.0f / oro_sqrt(1.0f + aside * aside);
        float area = (float)(gather_samples(j->gather, (size_t)y * (size_t)g->width + (size_t)x) * g->cell) / cosine;
        float slope = oro_max(oro_sqrt(f.best) * per_cell, j->args->least_slope);
        if (specific) specific[x] = area;
        if (wetness) wetness[x] = natural * oro_log2(area / slope);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const flow *a = j->args;
    int32_t w = a->result->width;
    double cell = a->result->cell * a->result->cell;
    for (int32_t y = y0; y < y1; y++) {
        size_t first = (size_t)y * (size_t)w;
        float *out = oro_row(a->result, y);
        for (int32_t x = 0; x < w; x++) out[x] = (float)(gather_samples(j->gather, first + (size_t)x) * cell);
        if (a->specific || a->wetness)
            slope_rows(j, y, a->specific ? oro_row(a->specific, y) : NULL, a->wetness ? oro_row(a->wetness, y) : NULL);
        for (int32_t x = 0; a->order && x < w; x++) oro_row(a->order, y)[x] = (float)j->net->order[first + (size_t)x];
        if (a->catchments) memcpy(oro_row(a->catchments, y), j->id + first, (size_t)w * sizeof(float));
    }
}

/// Whole units, so the order of the sum does not matter.
static double drained(const oro_drain *d, const gather *g) {
    size_t count = (size_t)d->level->width * (size_t)d->level->height;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        if (!(d->way[i] & ORO_DRAINS)) sum += gather_samples(g, i);
    return sum * d->level->cell * d->level->cell;
}

/// Orders and catchments, where somebody asks for them.
static oro_status find_net(oro_run *r, const flow *a, const gather *g, net *n, float **id) {
    if (!a->order && !a->catchments) return ORO_OK;
    size_t count = (size_t)a->result->width * (size_t)a->result->height;
    oro_status status = net_find(r, g, (double)a->channel / (a->result->cell * a->result->cell), n);
    if (status != ORO_OK || !a->catchments) return status;
    *id = oro_scratch(r, count * sizeof(float));
    if (!*id) return ORO_NO_MEMORY;
    net_catchments(n, *id);
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const flow *a = p;
    const oro_grid *g = a->result;
    float sea = a->sea == a->sea ? a->sea : -INFINITY;
    oro_grid level = oro_scratch_grid(r, a->height);
    oro_drain drain = {.level = &level, .sea = sea};
    drain.way = oro_scratch(r, (size_t)g->width * (size_t)g->height * sizeof *drain.way);
    if (!level.data || !drain.way) return ORO_NO_MEMORY;
    gather water;
    net channels;
    float *id = NULL;
    oro_stage(r, 0.0, 0.4);
    oro_status status = oro_flood(r, a->height, sea, false, &level);
    if (status == ORO_OK) {
        drain.sea = nextafterf(sea, INFINITY); // the flood has raised the sea's floor to its height
        status = oro_find_drains(r, &drain, 0.4, 0.6);
    }
    if (status == ORO_OK) status = gather_all(r, &drain, &water, 0.6, 0.8);
    oro_stage(r, 0.8, 0.95);
    if (status == ORO_OK) status = find_net(r, a, &water, &channels, &id);
    if (status != ORO_OK) return status;
    *a->drained = drained(&drain, &water);
    oro_stage(r, 0.95, 1.0);
    return oro_for_rows(r, g, rows, &(job){a, &drain, &water, &channels, id});
}

ORO_OPERATOR(flow, "Find where water runs", .family = "analyse", .version = 1, .run = run,
             .source = "Tarboton 1997; Strahler 1957; Beven and Kirkby 1979",
             .words = "accumulation drainage catchment watershed streams strahler wetness twi upstream-area",
             .doc =
                 "Lets rain fall evenly on the land and follows it down: how much area drains through every place, how "
                 "damp the ground is, which order channels have, and what belongs to the same catchment. Hollows count "
                 "as filled. Water goes in the true direction of the slope, shared between neighbours, so no "
                 "direction of the grid is preferred.",
             .example = "height.png area.npy");
