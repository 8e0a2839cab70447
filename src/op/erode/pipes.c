// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Erosion by running water on a grid: virtual pipes between neighbours carry water and what it picked up. Coarse copies of the
// terrain are carved first, then finer ones, each taking over the state of the one before: large valleys form where water
// needs long ways, for a small part of the cost. The bed's change is kept apart from the terrain (at 1000 m a float's step is
// 6e-5 m, which slow erosion would vanish in), each face has one signed flux, and sediment goes with the water of the cell
// that gives it: mass stays to rounding. Bytes a cell and step: see pipes.sweep.h.
//
// Laws: `carving` lets transport grow faster than discharge (q^(1+m)), without which hollows fill instead of deepening;
// `document` is Mathisen's capacity, sine of the tilt times velocity, after Mei, Decaudin and Hu 2007, with its signs and
// balances put right.

#include "op/erode/pipes.sweep.h"
#include "op/erode/pipes.talus.h"
#include "solve/flood.h"
#include "solve/remap.h"

typedef struct pipes {
    const oro_grid *height;
    oro_grid *result, *difference, *water, *sediment, *velocity, *flow, *deposit;
    double *moved, *deposited, *exported;
    float strength, duration;
    oro_field rain, hardness, capacity, loose, depth;
    oro_choice law, border;
    bool sea;
    float sea_level;
    oro_choice rainfall;
    oro_range drop_radius, drop_intensity;
    int32_t drops;
    oro_records sources;
    oro_seed seed;
    oro_records cascade;
    float rain_rate, erosion_rate, exponent, settling, most_load, talus, talus_rate, creep, bank;
    float friction, velocity_limit, evaporation, gravity, wave_depth, time_step, until, suspension, deposition;
    bool by_depth;
} pipes;

enum { CARVING, DOCUMENT };
enum { OPEN, CLOSED };
enum { EVEN, DROPS };

typedef struct source {
    float x, y, radius, flow;
} source;

static const oro_arg source_args[] = {
    ORO_ARG(source, x, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Metres to the east."),
    ORO_ARG(source, y, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Metres to the south."),
    ORO_ARG(source, radius, .def = 20, .min = 0, .max = 1e5, .unit = "m", .doc = "Radius of the spring."),
    ORO_ARG(source, flow, .def = 10, .min = 0, .max = 1e6, .unit = "m3/s", .doc = "Water it gives."),
};
ORO_RECORD(source, source_args, "A spring.");

typedef struct stage {
    int32_t cells, steps;
} stage;

static const oro_arg stage_args[] = {
    ORO_ARG(stage, cells, .def = 128, .min = 8, .max = 65536, .unit = "1",
            .doc = "Cells along the longer side of a copy of the terrain."),
    ORO_ARG(stage, steps, .def = 500, .min = 0, .max = 100000, .unit = "1", .doc = "Steps of water on it."),
};
ORO_RECORD(stage, stage_args, "One level of the cascade.");

#define ADVANCED .group = "advanced"

static const oro_arg args[] = {
    ORO_ARG(pipes, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(pipes, result, .unit = "m", .doc = "Eroded terrain."),
    ORO_ARG(pipes, difference, .unit = "m", .doc = "How much the ground rose; below 0 it was carried away."),
    ORO_ARG(pipes, water, .unit = "m", .doc = "Depth of rivers and lakes; a lake has one level."),
    ORO_ARG(pipes, sediment, .unit = "m", .doc = "Load in the water at the end, as metres of ground."),
    ORO_ARG(pipes, velocity, .unit = "m/s", .doc = "Speed of the water at the end."),
    ORO_ARG(pipes, flow, .unit = "m2/s", .doc = "Discharge per metre of width, averaged over the end of the run."),
    ORO_ARG(pipes, deposit, .unit = "m", .doc = "Thickness of what was laid down."),
    ORO_ARG(pipes, moved, .unit = "m3", .doc = "Ground carried away."),
    ORO_ARG(pipes, deposited, .unit = "m3", .doc = "Ground laid down elsewhere on the map."),
    ORO_ARG(pipes, exported, .unit = "m3",
            .doc = "Ground that left over the border or into the deep sea, booked where it left."),
    ORO_ARG(pipes, strength, .def = 1, .min = 0, .max = 4, .unit = "1",
            .doc = "How hard water works: rain and erosion together. 0 leaves the terrain as it is."),
    ORO_ARG(pipes, duration, .def = 100, .min = 0, .max = 1000, .ui_max = 300, .unit = "kyr",
            .doc = "How long. 100 is the whole life of the look's valleys; an endless storm, told in nominal years."),
    ORO_ARG(pipes, rain, .def = 1, .min = 0, .max = 10, .ui_max = 3, .unit = "1",
            .doc = "How much rain, as a part of the look's; a map makes one side of a mountain wetter."),
    ORO_ARG(pipes, hardness, .def = 0, .min = 0, .max = 1, .unit = "1",
            .doc = "How the rock holds: 0 soft, 1 does not erode or slide at all. What lies loose on it still goes."),
    ORO_ARG(pipes, capacity, .def = 1, .min = 0, .max = 10, .ui_max = 3, .unit = "1",
            .doc = "How much water picks up, as a part of the look's; 0 spares a place."),
    ORO_ARG(pipes, loose, .def = 0, .min = 0, .max = 1000, .ui_max = 20, .unit = "m",
            .doc = "Thickness of loose ground at the start: it erodes whatever the hardness below."),
    ORO_ARG(pipes, depth, .def = 10000, .min = 0.01, .max = 10000, .ui_min = 1, .ui_max = 500, .unit = "m",
            .scale = ORO_LOG, .doc = "Water cuts no deeper than this below the terrain as it was."),
    ORO_ARG(pipes, law, .choices = ORO_CHOICES("carving", "document"),
            .doc = "Carving: transport grows faster than discharge, so channels form. Document: Mathisen's capacity."),
    ORO_ARG(pipes, border, .choices = ORO_CHOICES("open", "closed"),
            .doc = "Whether water and its load may leave over the edge of the map."),
    ORO_ARG(pipes, sea, .doc = "A sea that keeps its level: rivers end in it, and the deep takes their load."),
    ORO_ARG(pipes, sea_level, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 500, .unit = "m",
            .when = "sea=on", .doc = "Height of the sea."),
    ORO_ARG(pipes, rainfall, .choices = ORO_CHOICES("even", "drops"), .group = "rain",
            .doc = "Rain everywhere at once, or large drops that fall at random places."),
    ORO_ARG(pipes, drop_radius, .text = "30..70", .min = 0, .max = 1e4, .unit = "m", .when = "rainfall=drops",
            .group = "rain", .doc = "Least and greatest radius of a drop."),
    ORO_ARG(pipes, drop_intensity, .text = "0.1..0.3", .min = 0, .max = 100, .unit = "m/s", .when = "rainfall=drops",
            .group = "rain", .doc = "Least and greatest depth a second that a drop brings."),
    ORO_ARG(pipes, drops, .def = 1, .min = 0, .max = 64, .unit = "1", .when = "rainfall=drops", .group = "rain",
            .doc = "Drops a step."),
    ORO_ARG(pipes, sources, .record = &source_record, .group = "rain", .doc = "Springs besides the rain."),
    ORO_ARG(pipes, seed, .group = "rain", .doc = "Where the first shower falls, and all drops."),
    ORO_ARG(pipes, cascade, .record = &stage_record, ADVANCED,
            .text = "cells=128 steps=2000; cells=256 steps=1200; cells=512 steps=600; cells=1024 steps=400; cells=2048 "
                    "steps=300; cells=4096 steps=200",
            .doc = "Steps on each copy of the terrain, coarse to fine; copies finer than the map are left out."),
    ORO_ARG(pipes, rain_rate, .def = 5e-4, .min = 0, .max = 0.1, .ui_min = 1e-5, .ui_max = 0.01, .unit = "m/s",
            .scale = ORO_LOG, ADVANCED, .doc = "Rain. More of it dissects slopes more fully."),
    ORO_ARG(pipes, erosion_rate, .def = 0.3, .min = 0, .max = 10, .ui_max = 2, .unit = "m/s", ADVANCED,
            .doc = "Cutting of the bed at a discharge of 1 m2/s and a slope of 1; capacity in the document's law."),
    ORO_ARG(pipes, exponent, .def = 0.5, .min = 0, .max = 2, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "How cutting grows with discharge. Below 0 hollows would fill; 1 cuts gorges."),
    ORO_ARG(pipes, settling, .def = 0.01, .min = 0, .max = 1, .ui_min = 1e-3, .ui_max = 0.2, .unit = "m/s",
            .scale = ORO_LOG, .when = "law=carving", ADVANCED,
            .doc =
                "How fast load sinks: 0.003 to 0.01 leaves clean valleys, 0.03 to 0.1 builds fans and braided plains."),
    ORO_ARG(pipes, most_load, .def = 5, .min = 0.01, .max = 100, .unit = "1", .scale = ORO_LOG, .when = "law=carving",
            ADVANCED, .doc = "Most ground a depth of water carries, as metres for a metre."),
    ORO_ARG(pipes, talus, .def = 39, .min = 1, .max = 89, .unit = "deg", ADVANCED,
            .doc = "Slopes steeper than this slide."),
    ORO_ARG(pipes, talus_rate, .def = 0.1, .min = 0, .max = 0.12, .unit = "1", ADVANCED,
            .doc = "Part of the excess that slides every ten steps, to each neighbour."),
    ORO_ARG(pipes, creep, .def = 0, .min = 0, .max = 1, .ui_max = 0.2, .unit = "m2/s", ADVANCED,
            .doc = "Soil creep, which rounds crests."),
    ORO_ARG(pipes, bank, .def = 1, .min = 0, .max = 1, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "How much the water beside a place helps to cut it: wears banks back, and keeps streams round."),
    ORO_ARG(pipes, friction, .def = 1, .min = 0, .max = 100, .ui_max = 4, .unit = "m/s", ADVANCED,
            .doc = "Drag of the bed (1/s in the document's law). Less of it drains gentle rivers."),
    ORO_ARG(pipes, velocity_limit, .def = 0.25, .min = 0.01, .max = 0.5, .unit = "1", .when = "law=carving", ADVANCED,
            .doc = "Part of the water over a face that may cross it in a step; more lets gorges bead."),
    ORO_ARG(pipes, evaporation, .def = 0, .min = 0, .max = 10, .ui_max = 0.01, .unit = "1/s", ADVANCED,
            .doc = "Part of the water that dries each second. Even little of it ends channels."),
    ORO_ARG(pipes, gravity, .def = 9.81, .min = 0.01, .max = 100, .unit = "m/s2", ADVANCED,
            .doc = "Pull that drives the water."),
    ORO_ARG(pipes, wave_depth, .def = 2, .min = 0.01, .max = 100, .unit = "m", .scale = ORO_LOG, ADVANCED,
            .doc = "Depth that sets the speed of waves, the same on every level: the pipes' cross-section by width."),
    ORO_ARG(pipes, time_step, .def = 0, .min = 0, .max = 1000, .ui_max = 1, .unit = "s", ADVANCED,
            .doc = "Step on the finest level; coarser ones take longer steps in proportion. 0: 0.9 of what is stable."),
    ORO_ARG(
        pipes, until, .def = 1, .min = 0, .max = 1, .unit = "1", ADVANCED,
        .doc =
            "Part of the cascade's steps that is run, coarse copies first: where a run that was ended early stopped."),
    ORO_ARG(pipes, suspension, .def = 0.7, .min = 0, .max = 100, .ui_max = 2, .unit = "1/s", .when = "law=document",
            ADVANCED, .doc = "How fast missing load is picked up."),
    ORO_ARG(pipes, deposition, .def = 0.8, .min = 0, .max = 100, .ui_max = 2, .unit = "1/s", .when = "law=document",
            ADVANCED, .doc = "How fast excess load is dropped."),
    ORO_ARG(pipes, by_depth, .when = "law=document", ADVANCED,
            .doc = "Divide the discharge by the depth, as Mei does; the document takes the discharge for a velocity."),
};

// --- levels -----------------------------------------------------------------------------------------------------------

enum { MOST_LEVELS = 24, BATCH = 10, FLUSH = 200, DRYING = 100 };

/// A run over all its levels.
typedef struct erosion {
    oro_run *run;
    const pipes *a;
    oro_grid ground;      ///< the finest terrain above the datum
    float datum;          ///< a whole number of metres below everything, so that height costs no precision
    float *memory;        ///< for changes of resolution
    double total, worked; ///< cell-steps
    int32_t steps, taken; ///< of the whole cascade, and so far
    bool ended;           ///< somebody wants what there is
    double exported;      ///< m3
    oro_grid flow;        ///< the finest level's mean discharge
} erosion;

static oro_grid view(const pipes_level *p, float *plane) {
    return (oro_grid){.width = p->width,
                      .height = p->height,
                      .stride = (int32_t)p->stride,
                      .wrap = p->wrap,
                      .cell = p->cell,
                      .data = plane + PIPES_PAD};
}

/// A plane, all 0.
static float *plane_of(oro_run *run, const pipes_level *p, int32_t rows) {
    size_t bytes = (size_t)p->stride * (size_t)rows * sizeof(float);
    float *plane = oro_scratch(run, bytes);
    if (plane) memset(plane, 0, bytes);
    return plane;
}

static pipes_map constant(oro_run *run, const pipes_level *p, float value) {
    float *row = plane_of(run, p, 1);
    for (ptrdiff_t x = 0; row && x < p->stride; x++) row[x] = value;
    return (pipes_map){row ? row + PIPES_PAD : NULL, 0};
}

/// A field at a level's resolution.
static pipes_map map_of_field(erosion *e, const pipes_level *p, const oro_field *f) {
    if (!f->step) return constant(e->run, p, f->row[0]);
    float *plane = plane_of(e->run, p, p->height);
    if (!plane) return (pipes_map){NULL, 0};
    oro_grid from = e->ground, to = view(p, plane);
    from.data = (float *)f->row;
    from.stride = (int32_t)f->step;
    if (oro_remap(e->run, &from, &to, true, e->memory) != ORO_OK) return (pipes_map){NULL, 0};
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, oro_row(&to, y));
    return (pipes_map){to.data, p->stride};
}

/// Applies fn to every value of a map of the level's own.
static void change_map(const pipes_level *p, pipes_map m, float (*fn)(float v, float by), float by) {
    for (int32_t y = 0; y < (m.step ? p->height : 1); y++)
        for (int32_t x = -1; x <= p->width; x++) {
            float *v = (float *)pipes_map_row(m, y) + x;
            *v = fn(*v, by);
        }
}
static float times(float v, float by) { return v * by; }
static float rest_of(float v, float by) { return by - v; }
static float inverse(float v, float by) { return by / v; }

/// A spring's water over its disc, or over the nearest cell.
static void add_source(const erosion *e, const pipes_level *p, const source *s, float *rain) {
    const oro_grid *g = e->a->height;
    double cx = ((s->x - g->origin_x) / g->cell + 0.5) * p->width / g->width - 0.5;
    double cy = ((s->y - g->origin_y) / g->cell + 0.5) * p->height / g->height - 0.5;
    double r = s->radius / p->cell < 0.71 ? 0.71 : s->radius / p->cell;
    int32_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int32_t y = 0; y < p->height; y++)
            for (int32_t x = 0; x < p->width; x++) {
                double dx = x - cx, dy = y - cy;
                if (dx * dx + dy * dy > r * r) continue;
                if (pass == 0)
                    count++;
                else
                    rain[y * p->stride + PIPES_PAD + x] +=
                        (float)((double)s->flow * p->step / (p->cell * p->cell * count));
            }
}

static pipes_map make_rain(erosion *e, const pipes_level *p) {
    const pipes *a = e->a;
    float rate = a->rainfall.index == EVEN ? (float)((double)a->rain_rate * (double)a->strength * p->step) : 0.0f;
    pipes_map m = map_of_field(e, p, &a->rain);
    if (!m.row) return m;
    change_map(p, m, times, rate);
    if (!a->sources.count) return m;
    float *plane = plane_of(e->run, p, p->height);
    if (!plane) return (pipes_map){NULL, 0};
    for (int32_t y = 0; y < p->height; y++)
        memcpy(plane + y * p->stride + PIPES_PAD, pipes_map_row(m, y), (size_t)p->width * sizeof(float));
    for (int32_t i = 0; i < a->sources.count; i++) add_source(e, p, (const source *)a->sources.items + i, plane);
    return (pipes_map){plane + PIPES_PAD, p->stride};
}

static double stable_step(const pipes *a, double cell) {
    return cell / (double)oro_sqrt(2.0f * a->gravity * a->wave_depth);
}

static float tangent(float degrees) { return oro_tan(degrees * (ORO_PI / 180.0f)); }

static pipes_numbers numbers_of(const erosion *e, const pipes_level *p) {
    const pipes *a = e->a;
    float dt = (float)p->step, dx = (float)p->cell;
    pipes_numbers n = {
        .pull = a->gravity * dt * dt / (dx * dx),
        .depth = a->wave_depth,
        .drag = oro_max(a->friction * dt, 1.0e-6f),
        .limit = a->velocity_limit,
        .damping = 1.0f / (1.0f + a->friction * dt),
        .exponent = a->exponent,
        .full = 1.0f / a->most_load,
        .reach = 0.25f,
        .settle = oro_max(a->settling * dt, 1.0e-9f),
        .bank = a->bank,
        .dry = oro_exp(-a->evaporation * dt),
        .slope = 1.0f / dx,
        .speed = dx / dt,
        .suspend = 1.0f - oro_exp(-a->suspension * dt),
        .deposit = 1.0f - oro_exp(-a->deposition * dt),
        .rim = 0.02f * dx,
        .sea = a->sea_level - e->datum,
        .closed = a->border.index == CLOSED,
        .has_sea = a->sea,
        .by_depth = a->by_depth,
    };
    n.erode = a->erosion_rate * a->strength;
    if (a->law.index == CARVING) n.erode *= oro_pow(n.speed, a->exponent) / n.speed;
    return n;
}

/// A level of about `cells` cells along the longer side, with its terrain and maps; water and change are 0.
static oro_status make_level(erosion *e, int32_t cells, pipes_level *p) {
    const pipes *a = e->a;
    const oro_grid *g = &e->ground;
    int32_t longer = g->width > g->height ? g->width : g->height;
    double part = cells < longer ? (double)cells / longer : 1.0;
    *p = (pipes_level){.wrap = g->wrap, .document = a->law.index == DOCUMENT, .seed = a->seed.value};
    p->width = (int32_t)(g->width * part + 0.5) > 1 ? (int32_t)(g->width * part + 0.5) : 1;
    p->height = (int32_t)(g->height * part + 0.5) > 1 ? (int32_t)(g->height * part + 0.5) : 1;
    p->stride = (p->width + 2 * PIPES_PAD + 15) / 16 * 16;
    // Squares of both maps cover the same ground; where the sides round differently cells are square in the mean.
    p->cell = g->cell * (double)oro_sqrt((float)((double)g->width / p->width) * (float)((double)g->height / p->height));
    double bound = stable_step(a, g->cell), step = a->time_step > 0 ? (double)a->time_step : 0.9 * bound;
    p->step = step * p->cell / g->cell;
    p->bands = p->height / PIPES_BAND_ROWS;
    p->bands = p->bands < 1 ? 1 : p->bands > PIPES_MOST_BANDS ? PIPES_MOST_BANDS : p->bands;
    p->bed = plane_of(e->run, p, p->height);
    p->spare = plane_of(e->run, p, p->height);
    p->rolling = plane_of(e->run, p, p->bands * ROLL_ROWS);
    p->snapshots = plane_of(e->run, p, 2 * p->bands * 2 * PIPES_HALO * PIPES_STATE);
    p->done = oro_scratch(e->run, (size_t)p->bands * sizeof(atomic_int));
    p->exported = oro_scratch(e->run, (size_t)p->bands * sizeof(double));
    bool all = p->bed && p->spare && p->rolling && p->snapshots && p->done && p->exported;
    for (int32_t k = 0; k < PIPES_STATE; k++) all &= (p->state[k] = plane_of(e->run, p, p->height)) != NULL;
    if (!all) return ORO_NO_MEMORY;
    memset(p->exported, 0, (size_t)p->bands * sizeof(double));
    oro_grid bed = view(p, p->bed);
    oro_status status = oro_remap(e->run, g, &bed, false, e->memory);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, oro_row(&bed, y));
    p->rain = make_rain(e, p);
    p->wet = map_of_field(e, p, &a->rain);
    p->capacity = map_of_field(e, p, &a->capacity);
    p->soft = map_of_field(e, p, &a->hardness);
    p->loose = map_of_field(e, p, &a->loose);
    p->depth = map_of_field(e, p, &a->depth);
    if (!p->rain.row || !p->wet.row || !p->capacity.row || !p->soft.row || !p->loose.row || !p->depth.row)
        return oro_is_cancelled(e->run->ctx) ? ORO_CANCELLED : oro_last_error(e->run->ctx)->status;
    change_map(p, p->soft, rest_of, 1.0f);
    change_map(p, p->depth, inverse, 1.0f);
    p->numbers = numbers_of(e, p);
    p->bare =
        !a->sea && !p->rain.step && !p->capacity.step && !p->depth.step && !p->soft.step && a->hardness.row[0] == 0.0f;
    p->exponent = a->exponent == 0.5f ? PIPES_ROOT : a->exponent == 1.0f ? PIPES_LINEAR : PIPES_POWER;
    if (a->rainfall.index == DROPS) {
        p->drops = a->drops;
        p->drop_radius =
            (oro_range){(float)((double)a->drop_radius.lo / p->cell), (float)((double)a->drop_radius.hi / p->cell)};
        float scale = (float)p->step * a->strength;
        p->drop_depth = (oro_range){a->drop_intensity.lo * scale, a->drop_intensity.hi * scale};
    }
    return ORO_OK;
}

static int32_t mirrored(int32_t i, int32_t count, bool wrap) {
    if (wrap) return (i % count + count) % count;
    for (int32_t turn = 0; turn < 4 && (i < 0 || i >= count); turn++) i = i < 0 ? -1 - i : 2 * count - 1 - i;
    return i;
}

/// The document's 5 x 5 Gaussian (weights that sum to 273), four times; cells beyond the border mirror those before it, which
/// keeps the sum.
static oro_status smooth(erosion *e, pipes_level *p, int32_t k) {
    static const float weight[3][3] = {{41, 26, 7}, {26, 16, 4}, {7, 4, 1}};
    for (int32_t pass = 0; pass < 4; pass++) {
        for (int32_t y = 0; y < p->height; y++)
            for (int32_t x = 0; x < p->width; x++) {
                float sum = 0.0f;
                for (int32_t i = -2; i <= 2; i++)
                    for (int32_t j = -2; j <= 2; j++) {
                        int32_t ny = mirrored(y + i, p->height, p->wrap), nx = mirrored(x + j, p->width, p->wrap);
                        sum += weight[i < 0 ? -i : i][j < 0 ? -j : j] * p->state[k][ny * p->stride + PIPES_PAD + nx];
                    }
                p->spare[y * p->stride + PIPES_PAD + x] = sum / 273.0f;
            }
        float *old = p->state[k];
        p->state[k] = p->spare;
        p->spare = old;
        oro_status status = oro_step(e->run, 1.0);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// Takes over the change of the bed, the water, its load and its motion from a coarser level.
static oro_status refine(erosion *e, const pipes_level *coarse, pipes_level *fine) {
    for (int32_t k = 0; k < PIPES_STATE; k++) {
        oro_grid from = view(coarse, coarse->state[k]), to = view(fine, fine->state[k]);
        oro_status status = oro_remap(e->run, &from, &to, k != PIPES_D, e->memory);
        if (status == ORO_OK && fine->document && k <= PIPES_S) status = smooth(e, fine, k);
        if (status != ORO_OK) return status;
    }
    fine->first_step = coarse->first_step;
    return ORO_OK;
}

/// Lakes full to where they overflow, the sea at its level, and the first uneven shower.
static oro_status fill_lakes(erosion *e, pipes_level *p) {
    oro_grid bed = view(p, p->bed), level = view(p, p->spare);
    float base = p->numbers.has_sea ? p->numbers.sea : -ORO_INFINITY;
    float shower = 10.0f * e->a->rain_rate * e->a->strength * (float)p->step;
    oro_status status = oro_flood(e->run, &bed, base, p->numbers.closed, &level);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < p->height; y++) {
        float *w = p->state[PIPES_W] + y * p->stride + PIPES_PAD;
        const float *wet = pipes_map_row(p->wet, y);
        for (int32_t x = 0; x < p->width; x++) {
            float t = oro_row(&bed, y)[x], full = oro_row(&level, y)[x] - t;
            bool sea = p->numbers.has_sea && t < p->numbers.sea, dry = wet[x] < 0.05f;
            w[x] = sea ? p->numbers.sea - t : dry ? 0.0f : full;
            w[x] += shower * wet[x] * oro_unit(oro_hash2(p->seed, x, y));
        }
    }
    return ORO_OK;
}

// --- running ----------------------------------------------------------------------------------------------------------

/// The next steps of the cascade, at most `wanted`: fewer where it ends here, 0 when somebody wants to keep what there is.
static int32_t next_steps(erosion *e, int32_t wanted) {
    int32_t left = (int32_t)((double)e->a->until * e->steps + 0.5) - e->taken;
    e->ended = e->ended || oro_end_early(e->run, "until", (double)e->taken / e->steps);
    int32_t steps = e->ended || left < 0 ? 0 : left < wanted ? left : wanted;
    e->taken += steps;
    return steps;
}

enum { CASCADE, FLUSHING, MEASURING };

static oro_status advance(erosion *e, pipes_level *p, int32_t steps, int part) {
    const pipes *a = e->a;
    double cells = (double)p->width * p->height;
    float rest = tangent(a->talus) * (float)p->cell;
    float creep = (float)((double)a->creep * p->step * BATCH / (p->cell * p->cell));
    double *sunk = oro_scratch(e->run, (size_t)p->height * sizeof(double));
    if (!sunk) return ORO_NO_MEMORY;
    memset(sunk, 0, (size_t)p->height * sizeof(double));
    pipes_slide slide = {.level = p,
                         .straight = rest,
                         .diagonal = rest * 1.41421356f,
                         .rate = a->talus_rate,
                         .creep = oro_min(creep, 0.1f),
                         .sink = 0.4f,
                         .sunk = sunk};
    int32_t samples = 0;
    for (int32_t done = 0; done < steps; done += BATCH) {
        int32_t batch = steps - done < BATCH ? steps - done : BATCH;
        if (part == CASCADE) batch = next_steps(e, batch);
        if (batch == 0) break;
        double from = e->worked / e->total;
        e->worked += cells * batch;
        oro_stage(e->run, from, e->worked / e->total);
        oro_status status = pipes_run_steps(e->run, p, batch);
        oro_stage(e->run, e->worked / e->total, e->worked / e->total);
        if (status == ORO_OK) status = pipes_let_slide(e->run, p, &slide);
        if (status != ORO_OK) return status;
        if (part != MEASURING) continue;
        samples++;
        for (int32_t y = 0; y < p->height; y++) {
            const float *fx = p->state[PIPES_FX] + y * p->stride + PIPES_PAD,
                        *fy = p->state[PIPES_FY] + y * p->stride + PIPES_PAD;
            float *sum = oro_row(&e->flow, y);
            for (int32_t x = 0; x < p->width; x++) sum[x] += oro_sqrt(fx[x] * fx[x] + fy[x] * fy[x]);
        }
    }
    for (int32_t y = 0; part == MEASURING && y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) oro_row(&e->flow, y)[x] *= p->numbers.speed / (float)samples;
    double lost = 0.0;
    for (int32_t y = 0; y < p->height; y++) lost += sunk[y];
    for (int32_t b = 0; b < p->bands; b++) {
        lost += p->exported[b];
        p->exported[b] = 0.0;
    }
    e->exported += lost * p->cell * p->cell;
    return ORO_OK;
}

/// The water keeps running while it cuts less and less, then what is left in it settles.
static oro_status flush(erosion *e, pipes_level *p) {
    oro_status status = ORO_OK;
    for (int32_t quarter = 0; quarter < 4 && status == ORO_OK; quarter++) {
        p->numbers.erode *= 0.4f;
        status = advance(e, p, FLUSH / 4, quarter == 3 ? MEASURING : FLUSHING);
    }
    return status;
}

/// The document's end: nine tenths of the water dry in each step, and all load stays where it is.
static oro_status dry(erosion *e, pipes_level *p) {
    p->rain = constant(e->run, p, 0.0f);
    if (!p->rain.row) return ORO_NO_MEMORY;
    p->drops = 0;
    p->numbers.dry = 0.1f;
    oro_status status = advance(e, p, DRYING, FLUSHING);
    return status == ORO_OK ? smooth(e, p, PIPES_D) : status;
}

/// What is still in the water goes to the ground, or leaves where it is more than the water.
static void settle(erosion *e, pipes_level *p) {
    double lost = 0.0;
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) {
            ptrdiff_t i = y * p->stride + PIPES_PAD + x;
            float s = p->state[PIPES_S][i],
                  down = p->document || p->numbers.closed ? s : oro_min(s, p->state[PIPES_W][i]);
            float d = p->state[PIPES_D][i], next = d + down;
            lost += (double)s - ((double)next - (double)d);
            p->state[PIPES_D][i] = next;
            if (p->document) p->state[PIPES_S][i] = 0.0f; // nothing flows any more
        }
    e->exported += lost * p->cell * p->cell;
}

/// Steps for a level of this many cells: those of the stage nearest in size.
static int32_t steps_for(const pipes *a, int32_t cells) {
    const stage *s = a->cascade.items;
    int32_t best = -1;
    double nearest = 0.0;
    for (int32_t i = 0; i < a->cascade.count; i++) {
        double ratio = s[i].cells > cells ? (double)s[i].cells / cells : (double)cells / s[i].cells;
        if (best < 0 || ratio < nearest) best = i, nearest = ratio;
    }
    return best < 0 ? 0 : (int32_t)(s[best].steps * (double)a->duration / 100.0 + 0.5);
}

/// Sizes of the levels, coarse to fine; the last is the map's own.
static int32_t plan(const pipes *a, const oro_grid *g, int32_t *cells) {
    const stage *s = a->cascade.items;
    int32_t longer = g->width > g->height ? g->width : g->height, count = 0, last = 0;
    for (int32_t i = 0; i < a->cascade.count && count < MOST_LEVELS - 1; i++) {
        if (s[i].cells * 1.42 > longer || s[i].cells <= last) continue;
        cells[count++] = last = s[i].cells;
    }
    cells[count++] = longer;
    return count;
}

static void write_outputs(const erosion *e, const pipes_level *p) {
    const pipes *a = e->a;
    double up = 0.0, down = 0.0, area = p->cell * p->cell;
    for (int32_t y = 0; y < p->height; y++) {
        const float *const *state = (const float *const *)p->state;
        for (int32_t x = 0; x < p->width; x++) {
            ptrdiff_t i = y * p->stride + PIPES_PAD + x;
            float d = state[PIPES_D][i], w = state[PIPES_W][i], fx = state[PIPES_FX][i], fy = state[PIPES_FY][i];
            oro_row(a->result, y)[x] = oro_row(a->height, y)[x] + d;
            oro_row(a->difference, y)[x] = d;
            oro_row(a->deposit, y)[x] = oro_max(d, 0.0f);
            oro_row(a->sediment, y)[x] = state[PIPES_S][i];
            oro_row(a->water, y)[x] = w;
            oro_row(a->velocity, y)[x] =
                w > 1.0e-3f ? oro_min(oro_sqrt(fx * fx + fy * fy) / w, 1.0f) * p->numbers.speed : 0.0f;
            oro_row(a->flow, y)[x] = oro_row(&e->flow, y)[x];
            up += d > 0.0f ? (double)d : 0.0;
            down += d < 0.0f ? -(double)d : 0.0;
        }
    }
    *a->moved = down * area;
    *a->deposited = up * area;
    *a->exported = e->exported;
}

/// One level per lake: the water of each hollow, spread level.
static oro_status level_lakes(erosion *e, const pipes_level *p) {
    oro_grid bed = view(p, p->bed), level = view(p, p->spare);
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) oro_row(&bed, y)[x] += p->state[PIPES_D][y * p->stride + PIPES_PAD + x];
    float base = p->numbers.has_sea ? p->numbers.sea : -ORO_INFINITY;
    oro_status status = oro_flood(e->run, &bed, base, p->numbers.closed, &level);
    return status == ORO_OK ? oro_level_lakes(e->run, &bed, &level, e->a->water) : status;
}

static oro_status erode(erosion *e) {
    const pipes *a = e->a;
    int32_t cells[MOST_LEVELS], count = plan(a, &e->ground, cells);
    double side = (double)e->ground.width * e->ground.height;
    int32_t longer = cells[count - 1];
    for (int32_t l = 0; l < count; l++) e->steps += steps_for(a, cells[l]);
    for (int32_t l = 0; l < count; l++)
        e->total += side * ((double)cells[l] / longer) * ((double)cells[l] / longer) * steps_for(a, cells[l]);
    e->total = 1.1 * (e->total + side * (a->law.index == CARVING ? FLUSH : DRYING));
    pipes_level levels[2];
    for (int32_t l = 0; l < count; l++) {
        pipes_level *p = &levels[l & 1];
        oro_status status = make_level(e, cells[l], p);
        if (status == ORO_OK && l == 0 && a->law.index == CARVING) status = fill_lakes(e, p);
        if (status == ORO_OK && l > 0) status = refine(e, &levels[(l - 1) & 1], p);
        if (status == ORO_OK) status = advance(e, p, steps_for(a, cells[l]), CASCADE);
        if (status != ORO_OK) return status;
    }
    pipes_level *finest = &levels[(count - 1) & 1];
    oro_status status = a->law.index == CARVING ? flush(e, finest) : dry(e, finest);
    if (status != ORO_OK) return status;
    settle(e, finest);
    write_outputs(e, finest);
    return level_lakes(e, finest);
}

static oro_status untouched(const pipes *a) {
    oro_grid *zero[] = {a->difference, a->water, a->sediment, a->velocity, a->flow, a->deposit};
    for (int32_t y = 0; y < a->result->height; y++) {
        memcpy(oro_row(a->result, y), oro_row(a->height, y), (size_t)a->result->width * sizeof(float));
        for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
            memset(oro_row(zero[i], y), 0, (size_t)a->result->width * sizeof(float));
    }
    *a->moved = *a->deposited = *a->exported = 0.0;
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const pipes *a = p;
    if (a->strength == 0.0f || a->duration == 0.0f) return untouched(a);
    erosion e = {.run = r, .a = a, .ground = oro_scratch_grid(r, a->height), .flow = oro_scratch_grid(r, a->height)};
    size_t samples = (size_t)e.ground.stride * (size_t)e.ground.height;
    e.memory = oro_scratch(r, samples * sizeof(float));
    if (!e.ground.data || !e.flow.data || !e.memory) return ORO_NO_MEMORY;
    memset(e.flow.data, 0, samples * sizeof(float));
    e.datum = (float)oro_floor_int(oro_clamp(oro_grid_extremes(a->height).min, -1e9f, 1e9f));
    for (int32_t y = 0; y < e.ground.height; y++)
        for (int32_t x = 0; x < e.ground.width; x++) oro_row(&e.ground, y)[x] = oro_row(a->height, y)[x] - e.datum;
    if (a->law.index == CARVING && a->erosion_rate > 2700.0f * a->rain_rate)
        oro_note(r->ctx, "erosion_rate",
                 "more than 2700 times the rain rate: water fills with load and lakes get crater rings");
    return erode(&e);
}

static oro_status check(oro_run *r, const void *p) {
    const pipes *a = p;
    double bound = stable_step(a, a->height->cell);
    if ((double)a->time_step > bound)
        return oro_refuse(r, "time_step",
                          "a step of %g s is not stable: at %g m between samples it may be at most %.4g s",
                          (double)a->time_step, a->height->cell, bound);
    return ORO_OK;
}

/// Tables 5.2 and 5.3 of Mathisen 2021, at 2 m a cell. His depth limit is 0.15 of the highest point; here of 400 m.
#define DOCUMENT_NUMBERS                                                                                               \
    "law=document border=closed rainfall=drops friction=0 wave_depth=1 depth=60 talus=89 talus_rate=0 "

ORO_OPERATOR(
    pipes, "Erode by running water, with rivers, valleys and fans", .family = "erode", .version = 1, .check = check,
    .run = run, .source = "Mathisen 2021, after Mei, Decaudin and Hu 2007",
    .doc = "Rain runs off, cuts where it is fast and much, and drops its load where it slows. Coarse copies of the "
           "terrain are carved first, finer ones after, so valleys branch at every size. Choose a preset for the look, "
           "then "
           "`strength` and `duration`; maps of rain, hardness and capacity steer it. Besides the terrain it gives the "
           "rivers and lakes, their flow, what was laid down where, and an account of the ground moved.",
    .presets = ORO_PRESETS(
        {"alpine", "Sharp crests, clean branching valleys",
         "rain_rate=5e-4 erosion_rate=0.3 settling=0.005 most_load=10 talus=42"},
        {"fans", "Valleys that spread their load over the foreland",
         "rain_rate=1e-3 erosion_rate=0.3 settling=0.05 most_load=3 talus=35"},
        {"braided", "Much load and much water: plains of many arms",
         "rain_rate=2e-3 erosion_rate=0.3 settling=0.1 most_load=3 talus=35"},
        {"badlands", "Soft ground cut into countless short gullies",
         "rain_rate=2e-3 erosion_rate=0.8 settling=0.003 most_load=10 talus=50 bank=0.3 depth=70 cascade=[cells=256 "
         "steps=1000; cells=512 steps=250; cells=1024 steps=150; cells=2048 steps=100; cells=4096 steps=100]"},
        {"canyon", "Gorges with steep walls in a tableland left whole",
         "rain_rate=3e-4 erosion_rate=0.2 exponent=1 settling=0.005 most_load=10 talus=58"},
        {"hills", "Soft rounded hills with wide valleys",
         "rain_rate=3e-4 erosion_rate=0.2 settling=0.01 most_load=5 talus=27 creep=0.03"},
        {"touch-up", "Gullies and small fans on forms that stay as they were made",
         "rain_rate=3e-4 erosion_rate=0.2 settling=0.01 most_load=5 talus=45 depth=25 cascade=[cells=256 "
         "steps=1500; cells=512 steps=1000; cells=1024 steps=0]"},
        {"mountain-river", "Gentle trunk rivers that drain, between steep slopes",
         "rain_rate=5e-4 erosion_rate=0.35 settling=0.008 most_load=10 talus=45 friction=0.35"},
        {"document-fantasy", "Mathisen's law with the numbers of his Fantasy terrain",
         DOCUMENT_NUMBERS
         "gravity=4.36 erosion_rate=0.9 suspension=0.7 deposition=0.882 evaporation=0.639 drop_radius=41.6..64 "
         "drop_intensity=0.24..0.4 cascade=[cells=256 steps=0; cells=512 steps=547; cells=1024 steps=1000; "
         "cells=2048 steps=0]"},
        {"document-range", "Mathisen's law with the numbers of his Mountain range",
         DOCUMENT_NUMBERS
         "gravity=3.48 erosion_rate=1 suspension=0.525 deposition=0.812 evaporation=0.813 drop_radius=30..70 "
         "drop_intensity=0.276..0.5 cascade=[cells=256 steps=500; cells=512 steps=500; cells=1024 steps=500; "
         "cells=2048 steps=0]"},
        {"document-river", "Mathisen's law with the numbers of his Mountain river",
         DOCUMENT_NUMBERS
         "gravity=6 erosion_rate=1 suspension=1 deposition=1 evaporation=0.65 drop_radius=32.8..100 "
         "drop_intensity=0.08..0.18 cascade=[cells=256 steps=2000; cells=512 steps=2000; cells=1024 steps=1000; "
         "cells=2048 steps=500]"},
        {"document-combined", "Mathisen's law with the numbers of his Combined terrain",
         DOCUMENT_NUMBERS
         "gravity=2 erosion_rate=0.9 suspension=0.69 deposition=0.46 evaporation=1.05 drop_radius=30.8..59.4 "
         "drop_intensity=0.2..0.36 cascade=[cells=256 steps=1000; cells=512 steps=200; cells=1024 steps=100; "
         "cells=2048 steps=0]"}),
    .example = "--strength 1 height.png eroded.png");
