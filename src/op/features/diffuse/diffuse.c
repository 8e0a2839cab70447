// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Land sketched with feature splines (Mathisen 2021): the height of the curves spreads over the map by guided diffusion,
// and so does what their meta points say of noise and erosion. The equation is posed anew on every level, from a grid of
// 4 cells up to the map itself, and every spline acts only on its own levels: coarse ones shape the land, fine ones cut
// roads into it. The parts, in reading order: solve/spline.h the curves,
// solve/spline_table.h their description, levels.h the levels, edges.h what neighbouring tiles say, raster.h the grids, relax.h the sweeps,
// aggregate.h the exact solution, maps.h what is left as maps besides.
//
// Moves 8 bytes per sample for every 8 to 16 sweeps of every map asked for; a third more for all coarser levels together.

#include "op/op.h"
#include "aggregate.h"
#include "relax.h"
#include "levels.h"
#include "maps.h"
#include "solve/spline_table.h"

typedef struct diffuse {
    oro_grid *height;
    oro_grid *amplitude, *roughness, *warp, *fine_warp, *rain, *erodibility, *ridged;
    oro_grid *user_1, *user_2, *user_3, *user_4;
    oro_grid *normal_x, *normal_y, *alpha, *beta;
    oro_pyramid *height_levels;
    oro_pyramid *amplitude_levels, *roughness_levels, *warp_levels, *fine_warp_levels, *rain_levels;
    oro_pyramid *erodibility_levels, *ridged_levels, *user_1_levels, *user_2_levels, *user_3_levels, *user_4_levels;
    oro_pyramid *normal_x_levels, *normal_y_levels, *alpha_levels, *beta_levels;
    double *residual, *iterations;
    const oro_grid *west, *east, *north, *south;
    oro_records splines;
    float base;
    oro_choice mode;
    float sweeps;
    int32_t start;
    oro_choice kernel;
    oro_choice overlap;
    float accuracy;
    oro_choice neighbours;
    float reach;
} diffuse;

ORO_WORDS(mode, cascade, exact);
ORO_WORDS(overlap, remove, blend);

#define DEFAULT_SPLINES                                                                                                \
    "name=ridge to=7 points=[x=300 y=1100 z=650; x=1400 y=900 z=900; x=2500 y=1300 z=760; x=3800 y=1000 z=880] "       \
    "meta=[u=0 amplitude=1.2 roughness=0.1 ridged=0.5]; "                                                              \
    "name=river priority=1 parameters_from=6 parameters_to=99 points=[x=-100 y=2900 z=140; x=1000 y=2600 z=110; "      \
    "x=2000 y=3000 z=80; x=3000 y=2700 z=50; x=4100 y=3100 z=20] meta=[u=0 radius=15 amplitude=0.03; u=4 radius=25]"

#define PARAMETER(member, its_unit, text)                                                                              \
    ORO_ARG(diffuse, member, .unit = its_unit, .flags = ORO_ON_DEMAND, .doc = text)
#define LEVELS(member, its_unit)                                                                                       \
    ORO_ARG(diffuse, member##_levels, .unit = its_unit, .flags = ORO_ON_DEMAND,                                        \
            .doc = "The map `" #member "` on every level, the coarsest first.")

static const oro_arg args[] = {
    ORO_ARG(diffuse, height, .unit = "m", .doc = "The ground between the splines."),
    PARAMETER(amplitude, "1", "Strength of noise (A); 1 where no spline says."),
    PARAMETER(roughness, "1", "Weight of the noise's fine octaves (R); 0 where no spline says."),
    PARAMETER(warp, "1", "Bending of the noise's coarse octaves (D); 0 where no spline says."),
    PARAMETER(fine_warp, "1", "Bending of its fine octaves (F); 0 where no spline says."),
    PARAMETER(rain, "1", "Factor on rain (w); 1 where no spline says."),
    PARAMETER(erodibility, "1", "Factor on erosion (s); 1 where no spline says."),
    PARAMETER(ridged, "1", "Share of noise folded into crests (g); 0 where no spline says."),
    PARAMETER(user_1, "any", "The first value of your own; 0 where no spline says."),
    PARAMETER(user_2, "any", "The second."),
    PARAMETER(user_3, "any", "The third."),
    PARAMETER(user_4, "any", "The fourth."),
    PARAMETER(normal_x, "1", "East part of the direction away from the nearest splines; 0 where there is none."),
    PARAMETER(normal_y, "1", "South part of it."),
    PARAMETER(alpha, "1", "How freely the height spreads: 0 on splines of the finest level, 1 far from them."),
    PARAMETER(beta, "1", "How far the height follows a spline's gradient. What is left of 1 is held by a spline."),
    LEVELS(height, "m"),
    LEVELS(amplitude, "1"),
    LEVELS(roughness, "1"),
    LEVELS(warp, "1"),
    LEVELS(fine_warp, "1"),
    LEVELS(rain, "1"),
    LEVELS(erodibility, "1"),
    LEVELS(ridged, "1"),
    LEVELS(user_1, "any"),
    LEVELS(user_2, "any"),
    LEVELS(user_3, "any"),
    LEVELS(user_4, "any"),
    LEVELS(normal_x, "1"),
    LEVELS(normal_y, "1"),
    LEVELS(alpha, "1"),
    LEVELS(beta, "1"),
    ORO_ARG(diffuse, residual, .unit = "m", .when = "mode=exact",
            .doc = "Largest residual left in the height, over all levels."),
    ORO_ARG(diffuse, iterations, .unit = "1", .when = "mode=exact",
            .doc = "Most iterations a level of the height took."),
    ORO_EDGE_ARGS(diffuse, "m"),
    ORO_ARG(diffuse, splines, .text = DEFAULT_SPLINES, .record = &oro_spline_record,
            .doc = "The curves. To begin with: a ridge and a river."),
    ORO_ARG(diffuse, base, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 1000, .unit = "m",
            .doc = "Height of the ground that no spline reaches."),
    ORO_ARG(diffuse, mode, .choices = mode_words,
            .doc =
                "A few sweeps on every level, as Mathisen does, or the equation they stand for solved on every level."),
    ORO_ARG(diffuse, sweeps, .def = 2, .min = 0.1, .max = 50, .ui_min = 0.5, .ui_max = 4, .scale = ORO_LOG, .unit = "1",
            .doc =
                "Sweeps on a level, in times its number; how far a spline's influence goes on its levels. Half as many "
                "for parameters. A matter of style, not of accuracy: 2 suits most land, 3 ranges."),
    ORO_ARG(diffuse, start, .def = 2, .min = 1, .max = 8, .unit = "1", .doc = "The coarsest level."),
    ORO_ARG(diffuse, kernel, .choices = kernel_words, .when = "mode=cascade",
            .doc =
                "What a sweep averages: the eight neighbours, the four nearest, a bell of 5 by 5 with or without its "
                "centre, or half-way to the four."),
    ORO_ARG(diffuse, overlap, .choices = overlap_words,
            .doc = "Where gradients of two splines meet, leave the ground to diffusion, or blend them."),
    ORO_ARG(diffuse, accuracy, .def = 1e-6, .min = 1e-7, .max = 0.1, .scale = ORO_LOG, .unit = "1",
            .when = "mode=exact", .doc = "Residual to reach on every level, in parts of the first one."),
    ORO_NEIGHBOURS_ARG(diffuse),
    ORO_ARG(diffuse, reach, .def = 100, .min = 0, .max = 1e5, .ui_max = 1000, .unit = "m", .group = "Neighbours",
            .doc = "How far in from an edge the neighbour's slope is followed, less and less."),
};

enum { FIRST_SWEEPS = 60 };

static const float unsaid[ORO_PINS_COUNT] = {[ORO_PINS_PARAMETER] = 1.0f,     // amplitude
                                             [ORO_PINS_PARAMETER + 4] = 1.0f, // rain
                                             [ORO_PINS_PARAMETER + 5] = 1.0f};

typedef struct job {
    oro_run *run;
    const diffuse *args;
    oro_spline_set set;
    oro_grid *output[ORO_PINS_COUNT];
    oro_pyramid *levels[ORO_PINS_COUNT]; ///< where every level of a channel goes; NULL: nowhere
    oro_grid unasked[ORO_PINS_COUNT];    ///< outputs that only something else needs
    oro_grid now[ORO_PINS_COUNT];        ///< each channel on the level before
    oro_grid spare;                      ///< of the level at hand
    uint32_t channels;                   ///< that are diffused
    oro_raster_job raster_job;
    oro_relax_job relax_job;
    oro_raster raster;
    oro_aggregate *solver; ///< of the level at hand
    double done, total;    ///< samples swept, for progress
} job;

/// Sweeps on a level: its number times the multiplier. The finest also does what all finer levels would have smoothed, each
/// sweep there a quarter of one here for every level between: the sum over k of (l + k) 4^-k. So the same land comes out
/// whichever level is the last.
static int32_t sweeps_on(const job *j, int32_t level, int32_t channel) {
    double sweeps = (double)level * (double)j->args->sweeps;
    if (level == j->set.finest) sweeps += (double)j->args->sweeps * ((double)level / 3.0 + 4.0 / 9.0);
    sweeps = level == j->set.first ? FIRST_SWEEPS : floor(sweeps + 0.5);
    if (channel != ORO_PINS_HEIGHT) sweeps = floor(0.5 * sweeps + 0.5);
    return sweeps < 1.0 ? 1 : (int32_t)sweeps;
}

// --- diffusing --------------------------------------------------------------------------------------------------------

/// Where a channel begins: the mean of its pins on the first level, else what holds where no spline says.
static float start_value(const job *j, int32_t channel) {
    double weight = j->raster.weights[channel];
    if (weight > 0.0) return (float)(j->raster.sums[channel] / weight);
    return channel == ORO_PINS_HEIGHT ? j->args->base : unsaid[channel];
}

static oro_status diffuse_channel(job *j, int32_t level, int32_t channel, const oro_grid *shape) {
    const diffuse *a = j->args;
    float values[4];
    oro_grid start = {
        .width = 2, .height = 2, .stride = 2, .cell = 2.0 * oro_longer_side(&j->run->shape), .data = values};
    start.origin_x = shape->origin_x, start.origin_y = shape->origin_y;
    const oro_grid *from = &j->now[channel];
    if (level == j->set.first) {
        for (int32_t i = 0; i < 4; i++) values[i] = start_value(j, channel);
        from = &start;
    }
    oro_grid to = level == j->set.finest ? *j->output[channel] : oro_scratch_grid(j->run, shape);
    if (!to.data) return ORO_NO_MEMORY;
    to.wrap = false;
    int32_t sweeps = sweeps_on(j, level, channel);
    double share = (double)shape->width * shape->height * sweeps / j->total;
    oro_stage(j->run, j->done, j->done + share);
    j->done += share;
    bool height = channel == ORO_PINS_HEIGHT;
    j->relax_job.raster = &j->raster;
    j->relax_job.channel = channel;
    j->relax_job.guided = height;
    j->relax_job.kernel = a->mode.index == mode_exact ? kernel_eight : a->kernel.index;
    oro_status status;
    if (a->mode.index == mode_exact) {
        bool outright = height && level == j->set.finest && oro_splines_all_reach(&j->set);
        oro_solution s = {.accuracy = (double)a->accuracy, .pull = outright ? 0.0f : 1.0f / (float)sweeps};
        status = oro_solve_level(j->run, &j->relax_job, &s, from, &to, &j->solver);
        if (height && a->residual && s.residual > *a->residual) *a->residual = s.residual;
        if (height && a->iterations && s.iterations > *a->iterations) *a->iterations = s.iterations;
    } else {
        status = oro_relax(j->run, &j->relax_job, sweeps, from, &to, &j->spare);
    }
    for (int32_t i = 0; height && level == j->set.finest && i < j->set.edge_count; i++)
        oro_edge_copy(&j->set.edges[i], &to);
    j->now[channel] = to;
    return status;
}

// --- what a level leaves ----------------------------------------------------------------------------------------------

static void fill(oro_grid *g, float value) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = value;
}

/// Adds the level at hand to a pyramid, if somebody asked for that. False: no memory.
static bool add_level(job *j, oro_pyramid *pyramid, oro_grid **level) {
    *level = NULL;
    if (!pyramid) return true;
    oro_grid shape = j->raster.grid;
    return (*level = oro_add_level(j->run, pyramid, &shape)) != NULL;
}

/// Copies what a level gave to the pyramids.
static oro_status keep_level(job *j) {
    oro_grid *level[ORO_PINS_COUNT], *alpha, *beta;
    for (int32_t k = 0; k < ORO_PINS_COUNT; k++) {
        if (!add_level(j, j->levels[k], &level[k])) return ORO_NO_MEMORY;
        if (!level[k] || k >= ORO_PINS_NORMAL_X) continue;
        if (j->channels >> k & 1)
            oro_grid_copy(&j->now[k], level[k]);
        else
            fill(level[k], unsaid[k]);
    }
    oro_status status = oro_unit_normals(j->run, &j->now[ORO_PINS_NORMAL_X], &j->now[ORO_PINS_NORMAL_Y],
                                         level[ORO_PINS_NORMAL_X], level[ORO_PINS_NORMAL_Y]);
    if (!add_level(j, j->args->alpha_levels, &alpha) || !add_level(j, j->args->beta_levels, &beta))
        return ORO_NO_MEMORY;
    return status == ORO_OK ? oro_restrictions(j->run, &j->raster, alpha, beta) : status;
}

static oro_status diffuse_level(job *j, int32_t level) {
    oro_grid shape = oro_spline_level_grid(&j->set, level);
    oro_level_spline *list;
    int32_t count;
    oro_status status = oro_splines_flatten(j->run, &j->set, level, shape.cell, &list, &count);
    if (status != ORO_OK) return status;
    j->raster = (oro_raster){.grid = shape};
    j->raster_job.splines = list, j->raster_job.spline_count = count;
    oro_stage(j->run, j->done, j->done);
    status = oro_raster_level(j->run, &j->raster_job, &j->raster);
    if (status == ORO_OK && !(j->spare = oro_scratch_grid(j->run, &shape)).data) status = ORO_NO_MEMORY;
    for (int32_t k = 0; k < ORO_PINS_COUNT && status == ORO_OK; k++)
        if (j->channels >> k & 1) status = diffuse_channel(j, level, k, &shape);
    return status == ORO_OK ? keep_level(j) : status;
}

// --- outputs ----------------------------------------------------------------------------------------------------------

/// Whether any meta point gives a channel.
static bool is_given(const job *j, int32_t channel) {
    for (int32_t i = 0; i < j->set.count; i++) {
        const oro_spline_meta *meta = j->set.splines[i].meta.items;
        for (int32_t k = 0; k < j->set.splines[i].meta.count; k++)
            if (!isnan(oro_meta_value(&meta[k], ORO_META_AMPLITUDE + channel - ORO_PINS_PARAMETER))) return true;
    }
    return false;
}

/// Which channels to diffuse, and where they end up. What only a pyramid or, for normals, the other of the pair needs gets
/// scratch.
static oro_status choose_channels(job *j) {
    const diffuse *a = j->args;
    oro_grid *const outputs[ORO_PINS_COUNT] = {a->height, a->amplitude,   a->roughness, a->warp,    a->fine_warp,
                                               a->rain,   a->erodibility, a->ridged,    a->user_1,  a->user_2,
                                               a->user_3, a->user_4,      a->normal_x,  a->normal_y};
    oro_pyramid *const levels[ORO_PINS_COUNT] = {
        a->height_levels, a->amplitude_levels,   a->roughness_levels, a->warp_levels,     a->fine_warp_levels,
        a->rain_levels,   a->erodibility_levels, a->ridged_levels,    a->user_1_levels,   a->user_2_levels,
        a->user_3_levels, a->user_4_levels,      a->normal_x_levels,  a->normal_y_levels,
    };
    memcpy(j->output, outputs, sizeof outputs);
    memcpy(j->levels, levels, sizeof levels);
    bool any_normal = a->normal_x || a->normal_y || a->normal_x_levels || a->normal_y_levels;
    for (int32_t k = 0; k < ORO_PINS_COUNT; k++) {
        if (j->output[k] || !(k < ORO_PINS_NORMAL_X ? j->levels[k] != NULL : any_normal)) continue;
        j->unasked[k] = oro_scratch_grid(j->run, &j->run->shape);
        if (!j->unasked[k].data) return ORO_NO_MEMORY;
        j->output[k] = &j->unasked[k];
    }
    j->raster_job.blend = a->overlap.index == overlap_blend;
    for (int32_t k = 0; k < ORO_PINS_COUNT; k++) {
        bool parameter = k >= ORO_PINS_PARAMETER && k < ORO_PINS_NORMAL_X;
        bool restricted = k == ORO_PINS_HEIGHT && (a->alpha || a->beta || a->alpha_levels || a->beta_levels);
        j->raster_job.place[k] = -1;
        if (!j->output[k] && !restricted) continue;
        if (parameter && !is_given(j, k)) {
            fill(j->output[k], unsaid[k]);
            continue;
        }
        j->raster_job.place[k] = j->raster_job.wanted++;
        if (j->output[k]) j->channels |= 1u << k;
    }
    return oro_raster_spaces(j->run, j->raster_job.wanted, &j->raster_job);
}

static oro_status run(oro_run *r, const void *p) {
    const diffuse *a = p;
    job *j = oro_scratch(r, sizeof *j);
    if (!j) return ORO_NO_MEMORY;
    memset(j, 0, sizeof *j);
    j->run = r, j->args = a;
    if (a->residual) *a->residual = 0.0;
    if (a->iterations) *a->iterations = 0.0;
    oro_spline_set *set = &j->set;
    oro_status status = oro_splines_begin(r, a->splines.items, a->splines.count, a->start, set);
    if (status != ORO_OK) return status;
    const oro_grid *const beyond[ORO_SIDES] = {a->west, a->east, a->north, a->south};
    set->edge_count = oro_edges_of(beyond, a->neighbours.index == neighbours_here, set->edges);
    set->edge_reach = (double)a->reach;
    status = choose_channels(j);
    for (int32_t l = set->first; l <= set->finest; l++) {
        oro_grid shape = oro_spline_level_grid(set, l);
        for (int32_t k = 0; k < ORO_PINS_COUNT; k++)
            if (j->channels >> k & 1) j->total += (double)shape.width * shape.height * sweeps_on(j, l, k);
    }
    for (int32_t l = set->first; l <= set->finest && status == ORO_OK; l++) status = diffuse_level(j, l);
    if (status == ORO_OK) status = oro_restrictions(r, &j->raster, a->alpha, a->beta);
    oro_grid *x = j->output[ORO_PINS_NORMAL_X], *y = j->output[ORO_PINS_NORMAL_Y];
    if (status == ORO_OK && x) status = oro_unit_normals(r, x, y, x, y);
    return status;
}

ORO_OPERATOR(
    diffuse, "Sketch land with splines", .family = "features", .version = 1, .run = run,
    .source = "Mathisen 2021; Hnaidi et al. 2010",
    .words = "spline curve draw line sketch river coast cliff path valley contour",
    .doc =
        "Ridges, valleys, rivers, roads and coasts are drawn as curves in space; the ground between them is "
        "found by diffusion. Each spline acts on its own range of levels: 2 to 6 gives the form of the land, "
        "2 to 7 ridges, 8 to 99 roads cut into slopes. Meta points along a spline set its width, how the "
        "ground falls off on either side, and noise and erosion around it, which come out as maps for "
        "`roughen` and for erosion. Where maps of neighbouring land are given, the ground meets them at the edges. A "
        "world that wraps is treated as one with edges.",
    .example = "--splines \"to=7 points=[x=200 y=500 z=300; x=800 y=450 z=420]\" --size 257 --extent 1000 "
               "sketch.png");
