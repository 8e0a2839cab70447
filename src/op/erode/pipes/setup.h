// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From what was asked for, in metres and seconds, to the numbers and maps of one level, in its cells and steps.
#ifndef ORO_PIPES_SETUP_H
#define ORO_PIPES_SETUP_H

#include "arguments.h"
#include "level.h"
#include "pyramid.h"
#include "remap.h"
#include "rim.h"

#include <string.h>

/// Cells of a stage along the longer side of a map.
static inline double pipes_stage_cells(const pipes_stage *s, const oro_grid *map) {
    int32_t longer = map->width > map->height ? map->width : map->height;
    double cells = s->cell > 0.0f ? (longer - 1) * map->cell / (double)s->cell : (double)s->cells;
    return cells < 8.0 ? 8.0 : cells > 65536.0 ? 65536.0 : (double)(int32_t)(cells + 0.5);
}

/// A run over all its levels.
typedef struct pipes_erosion {
    oro_run *run;
    const pipes *a;
    oro_grid ground;      ///< the finest terrain above the datum
    float datum;          ///< whole metres, the nearest to 0 of all heights: taking it off rounds nothing
    float *memory;        ///< for changes of resolution
    double total, worked; ///< cell-steps
    int32_t steps, taken; ///< of the whole cascade, and so far
    bool ended;           ///< somebody wants what there is
    double exported;      ///< m3
    oro_grid flow;        ///< mean discharge on the finest level's samples, m2/s
} pipes_erosion;

static inline pipes_map pipes_constant(oro_run *run, const pipes_level *p, float value) {
    float *row = pipes_plane(run, p, 1);
    for (ptrdiff_t x = 0; row && x < p->stride; x++) row[x] = value;
    return (pipes_map){row ? row + PIPES_PAD : NULL, 0};
}

/// A field at a level's resolution.
static inline pipes_map pipes_map_of_field(pipes_erosion *e, const pipes_level *p, const oro_field *f) {
    if (!f->step) return pipes_constant(e->run, p, f->row[0]);
    float *plane = pipes_plane(e->run, p, p->height);
    if (!plane) return (pipes_map){NULL, 0};
    oro_grid from = e->ground, to = pipes_view(p, plane);
    from.data = (float *)f->row;
    from.stride = (int32_t)f->step;
    if (oro_remap(e->run, &from, &to, true, e->memory) != ORO_OK) return (pipes_map){NULL, 0};
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, oro_row(&to, y));
    return (pipes_map){to.data, p->stride};
}

/// Applies fn to every value of a map of the level's own.
static inline void pipes_change_map(const pipes_level *p, pipes_map m, float (*fn)(float v, float by), float by) {
    for (int32_t y = 0; y < (m.step ? p->height : 1); y++)
        for (int32_t x = -1; x <= p->width; x++) {
            float *v = (float *)pipes_map_row(m, y) + x;
            *v = fn(*v, by);
        }
}
static inline float pipes_times(float v, float by) { return v * by; }
static inline float pipes_rest_of(float v, float by) { return by - v; }
static inline float pipes_inverse(float v, float by) { return by / v; }

/// What a source gives (m3/s) over its disc, or over the nearest cell, in metres a step.
static inline void pipes_add_source(const pipes_erosion *e, const pipes_level *p, const pipes_source *s, double amount,
                                    float *plane) {
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
                    plane[y * p->stride + PIPES_PAD + x] += (float)(amount * p->step / (p->cell * p->cell * count));
            }
}

/// Rain and springs; false without memory.
static inline bool pipes_make_rain(pipes_erosion *e, pipes_level *p) {
    const pipes *a = e->a;
    float rate =
        a->rainfall.index == rainfall_even ? (float)((double)a->rain_rate * (double)a->strength * p->step) : 0.0f;
    p->rain = pipes_map_of_field(e, p, &a->rain);
    if (!p->rain.row) return false;
    pipes_change_map(p, p->rain, pipes_times, rate);
    if (!a->sources.count) return true;
    float *water = pipes_plane(e->run, p, p->height), *load = pipes_plane(e->run, p, p->height);
    if (!water || !load) return false;
    for (int32_t y = 0; y < p->height; y++)
        memcpy(water + y * p->stride + PIPES_PAD, pipes_map_row(p->rain, y), (size_t)p->width * sizeof(float));
    for (int32_t i = 0; i < a->sources.count; i++) {
        const pipes_source *s = (const pipes_source *)a->sources.items + i;
        pipes_add_source(e, p, s, (double)s->flow, water);
        pipes_add_source(e, p, s, (double)s->load, load);
    }
    p->rain = (pipes_map){water + PIPES_PAD, p->stride};
    p->feed = (pipes_map){load + PIPES_PAD, p->stride};
    return true;
}

#define PIPES_SLANT 0.195f ///< b of pipes.cell.h

/// How much longer a step eight pipes allow than four: waves as short as two cells are turned least along the axes, by
/// 8 a, or along one of them, by 4 a + 8 b, where four pipes turn them by 8; stable is what is turned by less than half.
static inline double pipes_stride(const pipes *a) {
    double b = (double)PIPES_SLANT, straight = 1.0 - 2.0 * b, one = 8.0 * straight, other = 4.0 * straight + 8.0 * b;
    return a->law.index == law_carving ? (double)oro_sqrt((float)(8.0 / (one > other ? one : other))) : 1.0;
}

static inline double pipes_stable_step(const pipes *a, double cell) {
    return pipes_stride(a) * (cell / (double)oro_sqrt(2.0f * a->gravity * a->wave_depth));
}

static inline pipes_numbers pipes_numbers_of(const pipes_erosion *e, const pipes_level *p) {
    const pipes *a = e->a;
    float dt = (float)p->step, dx = (float)p->cell, slant = a->law.index == law_carving ? PIPES_SLANT : 0.0f;
    pipes_numbers n = {
        .pull = a->gravity * dt * dt / (dx * dx),
        .slant_pull = 0.70710678f * a->gravity * dt * dt / (dx * dx),
        .straight = 1.0f - 2.0f * slant,
        .slant = 1.41421356f * slant,
        .border = 1.0f / (1.0f - 2.0f * slant),
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
        .closed = a->border.index == border_closed,
        .has_sea = a->sea,
        .by_depth = a->by_depth ? 1.0f : 0.0f,
    };
    n.most_speed = a->by_depth ? 0.5f * n.speed : 1.0e30f;
    n.erode = a->erosion_rate * a->strength;
    if (a->law.index == law_carving) n.erode *= oro_pow(n.speed, a->exponent) / n.speed;
    return pipes_with_constants(n);
}

/// A level of about `cells` cells along the longer side, with its terrain and maps; water and change are 0.
static inline oro_status pipes_make_level(pipes_erosion *e, int32_t cells, pipes_level *p) {
    const pipes *a = e->a;
    const oro_grid *g = &e->ground;
    int32_t longer = g->width > g->height ? g->width : g->height;
    double part = cells < longer ? (double)cells / longer : 1.0;
    *p = (pipes_level){.wrap = g->wrap, .mathisen = a->law.index == law_mathisen, .seed = a->seed.value};
    p->width = (int32_t)(g->width * part + 0.5) > 1 ? (int32_t)(g->width * part + 0.5) : 1;
    p->height = (int32_t)(g->height * part + 0.5) > 1 ? (int32_t)(g->height * part + 0.5) : 1;
    p->stride = (p->width + 2 * PIPES_PAD + 15) / 16 * 16;
    p->planes = p->mathisen ? PIPES_PLANES_OF_FOUR : PIPES_PLANES;
    // Squares of both maps cover the same ground; where the sides round differently cells are square in the mean.
    p->cell = g->cell * (double)oro_sqrt((float)((double)g->width / p->width) * (float)((double)g->height / p->height));
    double bound = pipes_stable_step(a, g->cell), step = a->time_step > 0 ? (double)a->time_step : 0.9 * bound;
    p->step = step * p->cell / g->cell;
    p->bed = pipes_plane(e->run, p, p->height);
    p->spare = pipes_plane(e->run, p, p->height);
    p->rolling = pipes_plane(e->run, p, PIPES_WAVES * ROLL_ROWS);
    p->saved = p->wrap ? pipes_plane(e->run, p, PIPES_WAVES * PIPES_HALO * PIPES_PLANES) : NULL;
    p->done = oro_scratch(e->run, PIPES_WAVES * sizeof(atomic_int));
    p->exported = oro_scratch(e->run, PIPES_WAVES * sizeof(double));
    bool all = p->bed && p->spare && p->rolling && (p->saved || !p->wrap) && p->done && p->exported;
    for (int32_t k = 0; k < p->planes; k++) all &= (p->state[k] = pipes_plane(e->run, p, p->height)) != NULL;
    if (!all) return ORO_NO_MEMORY;
    memset(p->exported, 0, PIPES_WAVES * sizeof(double));
    oro_grid bed = pipes_view(p, p->bed);
    const oro_grid *given = cells < longer ? pipes_given_land(a->levels, p->cell) : NULL;
    oro_status status = given ? pipes_read_land(e->run, given, a->height, e->datum, &bed)
                              : oro_remap(e->run, g, &bed, false, e->memory);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, oro_row(&bed, y));
    bool rains = pipes_make_rain(e, p);
    p->wet = pipes_map_of_field(e, p, &a->rain);
    p->capacity = pipes_map_of_field(e, p, &a->capacity);
    p->soft = pipes_map_of_field(e, p, &a->hardness);
    p->loose = pipes_map_of_field(e, p, &a->loose);
    p->depth = pipes_map_of_field(e, p, &a->depth);
    if (!rains || !p->wet.row || !p->capacity.row || !p->soft.row || !p->loose.row || !p->depth.row)
        return oro_is_cancelled(e->run->ctx) ? ORO_CANCELLED : oro_last_error(e->run->ctx)->status;
    pipes_change_map(p, p->soft, pipes_rest_of, 1.0f);
    pipes_change_map(p, p->depth, pipes_inverse, 1.0f);
    p->numbers = pipes_numbers_of(e, p);
    if (!p->mathisen && !pipes_make_rim(e->run, p)) return ORO_NO_MEMORY;
    p->bare =
        !a->sea && !p->rain.step && !p->capacity.step && !p->depth.step && !p->soft.step && a->hardness.row[0] == 0.0f;
    p->exponent = a->exponent == 0.5f ? PIPES_ROOT : a->exponent == 1.0f ? PIPES_LINEAR : PIPES_POWER;
    if (a->rainfall.index == rainfall_drops) {
        p->drops = a->drops;
        p->drop_radius =
            (oro_range){(float)((double)a->drop_radius.lo / p->cell), (float)((double)a->drop_radius.hi / p->cell)};
        float scale = (float)p->step * a->strength;
        p->drop_depth = (oro_range){a->drop_intensity.lo * scale, a->drop_intensity.hi * scale};
    }
    return ORO_OK;
}

#endif
