// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rock in layers. A list of layers is repeated up and down without end. Which one lies at a place follows from its height in
// the stack,
//
//     s = z - lift - datum(x, y)
//
// where lift is how far the rock has been raised since it was laid, so that layers move with the land, and datum is what
// became of a surface that was once level: dip, folds (a sine whose phase wanders), steps at faults, and uneven ground.
// A layer has a factor on erosion, and an angle at which it stands. climb() is the height that a slope gains over a distance
// when each layer stands at its angle; it is the exact integral through the layers, so cliffs do not depend on the cell.
//
// Datum is kept modulo the stack's height: a float then has centimetres to spare however far a world lies from its origin.
// Evaluating it takes two sums of octaves and a sine per sample and writes 4 bytes.
#ifndef ORO_SOLVE_STRATA_H
#define ORO_SOLVE_STRATA_H

#include "core/math.cell.h"
#include "core/table.h"
#include "noise/bends.h"
#include "run/loops.h"

#include <math.h>

enum { STRATA_MOST = 64, STRATA_OCTAVES = 5, STRATA_BEND_OCTAVES = 3 };

/// One layer, as people write it.
typedef struct strata_layer {
    float thickness; ///< m
    float softness;  ///< factor on erosion
    float angle;     ///< degrees
    oro_colour colour;
} strata_layer;

/// A step in all layers along a line.
typedef struct strata_fault {
    float x, y;   ///< m, a place on it
    float strike; ///< degrees, where it runs, clockwise from north
    float rise;   ///< m, how far the layers to the right of it went up
} strata_fault;

static const oro_arg strata_layer_args[] = {
    ORO_ARG(strata_layer, thickness, .def = 60, .min = 0.01, .max = 1e5, .ui_min = 1, .ui_max = 500, .scale = ORO_LOG,
            .unit = "m", .doc = "How thick it is."),
    ORO_ARG(strata_layer, softness, .def = 1, .min = 0.01, .max = 100, .ui_min = 0.1, .ui_max = 5, .scale = ORO_LOG,
            .unit = "1", .doc = "Factor on erosion: below 1 for hard rock."),
    ORO_ARG(strata_layer, angle, .def = 40, .min = 1, .max = 89, .unit = "deg",
            .doc = "Steepest slope at which it stands."),
    ORO_ARG(strata_layer, colour, .text = "#a08c78", .doc = "What it looks like."),
};
ORO_RECORD(strata_layer, strata_layer_args, "A layer of rock, the lowest first");

static const oro_arg strata_fault_args[] = {
    ORO_ARG(strata_fault, x, .def = 2000, .min = -1e7, .max = 1e7, .ui_min = 0, .ui_max = 1e4, .unit = "m",
            .doc = "A place on the line, metres to the east of the world's zero."),
    ORO_ARG(strata_fault, y, .def = 2000, .min = -1e7, .max = 1e7, .ui_min = 0, .ui_max = 1e4, .unit = "m",
            .doc = "Its metres to the south."),
    ORO_ARG(strata_fault, strike, .def = 30, .min = 0, .max = 360, .unit = "deg",
            .doc = "Where the line runs, clockwise from north."),
    ORO_ARG(strata_fault, rise, .def = 120, .min = -1e4, .max = 1e4, .ui_min = -500, .ui_max = 500, .unit = "m",
            .doc = "How much higher the layers lie on the right of it, seen along the strike."),
};
ORO_RECORD(strata_fault, strata_fault_args, "A line along which layers are broken");

/// The arguments that say so; an operator has them as its member `rock`.
typedef struct strata_args {
    oro_records layers;
    float bottom;          ///< m
    float dip, dip_to;     ///< degrees
    float fold, fold_size; ///< m
    float fold_to;         ///< degrees
    oro_records faults;
    float uneven, uneven_size; ///< m
} strata_args;

#define STRATA_TABLELAND                                                                                               \
    "thickness=70 softness=1.6 angle=30 colour=#a8694a; thickness=30 softness=0.35 angle=72 colour=#bd855c; "          \
    "thickness=50 softness=1.4 angle=33 colour=#96583f; thickness=18 softness=0.4 angle=68 colour=#c2946c; "           \
    "thickness=60 softness=1.2 angle=36 colour=#a16248; thickness=55 softness=0.25 angle=78 colour=#cda67e; "          \
    "thickness=80 softness=1.5 angle=29 colour=#8c5440; thickness=25 softness=0.4 angle=70 colour=#b98560"
#define STRATA_MOUNTAINS                                                                                               \
    "thickness=300 softness=1.1 angle=38 colour=#7d7a74; thickness=60 softness=0.75 angle=55 colour=#a39d92; "         \
    "thickness=220 softness=1 angle=42 colour=#86817a; thickness=45 softness=0.8 angle=50 colour=#b0a795; "            \
    "thickness=360 softness=1.15 angle=36 colour=#74726e; thickness=90 softness=0.62 angle=64 colour=#b8b0a2"
#define STRATA_FOLDED                                                                                                  \
    "thickness=260 softness=1.7 angle=27 colour=#8a8068; thickness=45 softness=0.15 angle=58 colour=#c8bfa6; "         \
    "thickness=190 softness=1.3 angle=31 colour=#7c745f; thickness=60 softness=0.2 angle=52 colour=#b7a888; "          \
    "thickness=230 softness=1.6 angle=28 colour=#938a72"

#define STRATA_ROWS(op, the_layers)                                                                                    \
    ORO_ARG_OF(op, rock, layers, .text = the_layers, .record = &strata_layer_record, .group = "rock",                  \
               .doc = "Layers of rock, the lowest first. They repeat up and down; without any, all rock is alike."),   \
        ORO_ARG_OF(op, rock, bottom, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 1000, .unit = "m",  \
                   .group = "rock",                                                                                    \
                   .doc = "Height of the lowest layer's bottom at the world's zero, before the land "                  \
                          "rises."),                                                                                   \
        ORO_ARG_OF(op, rock, dip, .def = 0, .min = 0, .max = 80, .ui_max = 45, .unit = "deg", .group = "rock",         \
                   .doc = "How steeply the layers fall."),                                                             \
        ORO_ARG_OF(op, rock, dip_to, .def = 90, .min = 0, .max = 360, .unit = "deg", .group = "rock",                  \
                   .doc = "Where they fall to, clockwise from north."),                                                \
        ORO_ARG_OF(op, rock, fold, .def = 0, .min = 0, .max = 1e4, .ui_max = 1000, .unit = "m", .group = "rock",       \
                   .doc = "Height of folds above and below the layers' mean."),                                        \
        ORO_ARG_OF(op, rock, fold_size, .def = 3000, .min = 1, .max = 1e6, .ui_min = 100, .ui_max = 1e4,               \
                   .scale = ORO_LOG, .unit = "m", .group = "rock", .doc = "From crest to crest of the folds."),        \
        ORO_ARG_OF(op, rock, fold_to, .def = 160, .min = 0, .max = 360, .unit = "deg", .group = "rock",                \
                   .doc = "Direction across the folds, clockwise from north."),                                        \
        ORO_ARG_OF(op, rock, faults, .text = "", .record = &strata_fault_record, .group = "rock",                      \
                   .doc = "Lines along which the layers are broken."),                                                 \
        ORO_ARG_OF(op, rock, uneven, .def = 20, .min = 0, .max = 1e4, .ui_max = 200, .unit = "m", .group = "rock",     \
                   .doc = "How uneven the layers are."),                                                               \
        ORO_ARG_OF(op, rock, uneven_size, .def = 2000, .min = 1, .max = 1e6, .ui_min = 100, .ui_max = 1e4,             \
                   .scale = ORO_LOG, .unit = "m", .group = "rock", .doc = "Size of the largest of that.")

// --- the stack --------------------------------------------------------------------------------------------------------

/// The list, ready to be looked up.
typedef struct strata_stack {
    int32_t count;
    float height, run; ///< m: of all layers together, and how far a slope through them goes
    float top[STRATA_MOST], soft[STRATA_MOST], tangent[STRATA_MOST];
    float per_rise[STRATA_MOST]; ///< 1 / tangent
    float softest;
} strata_stack;

static inline oro_status strata_check(oro_run *r, const strata_args *a) {
    if (a->layers.count > STRATA_MOST)
        return oro_refuse(r, "layers", "there may be at most %d layers, not %d", STRATA_MOST, a->layers.count);
    return ORO_OK;
}

static inline strata_stack strata_stack_of(const strata_args *a) {
    strata_stack s = {.count = a->layers.count};
    const strata_layer *layers = a->layers.items;
    for (int32_t i = 0; i < s.count; i++) {
        s.tangent[i] = oro_tan(layers[i].angle * (ORO_PI / 180.0f));
        s.soft[i] = layers[i].softness;
        s.softest = oro_max(s.softest, s.soft[i]);
        s.height += layers[i].thickness;
        s.per_rise[i] = 1.0f / s.tangent[i];
        s.run += layers[i].thickness * s.per_rise[i];
        s.top[i] = s.height;
    }
    return s;
}

/// 0 for the softest layer, towards 1 for harder ones.
static inline float strata_hardness(const strata_stack *s, int32_t layer) {
    return s->count ? 1.0f - s->soft[layer] / s->softest : 0.0f;
}

/// A height in the stack, brought into [0, height).
static inline float strata_fold(const strata_stack *s, float height) {
    float turns = height / s->height, held = oro_clamp(turns, -1e9f, 1e9f);
    float rest = height - s->height * (float)oro_floor_int(held);
    return rest >= 0.0f && rest < s->height ? rest : 0.0f;
}

/// Which layer lies at a height that is inside the stack.
static inline int32_t strata_layer_at(const strata_stack *s, float inside) {
    int32_t i = 0;
    while (i < s->count - 1 && inside >= s->top[i]) i++;
    return i;
}

/// Height that a slope gains over `distance` from that height in the stack on, where every layer stands at its angle.
static inline float strata_climb(const strata_stack *s, float from, float distance) {
    float turns = (float)oro_floor_int(oro_clamp(distance / s->run, 0.0f, 1e9f));
    float up = turns * s->height, left = distance - turns * s->run, inside = strata_fold(s, from);
    int32_t i = strata_layer_at(s, inside);
    for (int32_t k = 0; k <= s->count; k++) {
        float room = s->top[i] - inside, across = room * s->per_rise[i];
        if (across >= left) return up + left * s->tangent[i];
        up += room;
        left -= across;
        inside = s->top[i];
        if (++i == s->count) i = 0, inside = 0.0f;
    }
    return up;
}

// --- where it lies ----------------------------------------------------------------------------------------------------

typedef struct strata_line {
    double across_x, across_y, at; ///< metres to the right of it are across_x x + across_y y - at
    float step;
} strata_line;

/// Stack and datum for a grid.
typedef struct strata_map {
    strata_stack stack;
    double dip_x, dip_y, fold_x, fold_y; ///< m per m, and turns per m
    float fold, uneven, wander;          ///< m
    double bottom;
    const strata_line *lines;
    int32_t line_count;
    oro_fractal bend, rough;
    oro_axis x, y;
} strata_map;

/// What a thread needs for a tile of it.
typedef struct strata_tile {
    oro_fractal_tile bend, rough;
    float bent[ORO_TILE], bumps[ORO_TILE];
} strata_tile;

/// North and east as the world has them: x to the east, y to the south.
static inline void strata_direction(float degrees, double *x, double *y) {
    float a = degrees * (ORO_PI / 180.0f);
    *x = (double)oro_sin(a);
    *y = -(double)oro_cos(a);
}

/// Fills `s` for grids of that geometry. The faults' memory is the run's.
static inline oro_status strata_make(oro_run *r, const strata_args *a, uint32_t seed, const oro_grid *g,
                                     strata_map *s) {
    oro_fractal_desc bend =
        oro_plain_noise(oro_mix32(seed ^ 0x666f6c64U), 2.0 * (double)a->fold_size, STRATA_BEND_OCTAVES);
    oro_fractal_desc rough = oro_plain_noise(oro_mix32(seed ^ 0x62656473U), (double)a->uneven_size, STRATA_OCTAVES);
    oro_grid open = *g;
    open.wrap = false; // dip and folds do not join at the seam either
    *s = (strata_map){.stack = strata_stack_of(a),
                      .fold = a->fold,
                      .uneven = 2.9f * a->uneven, // the sum's rms is 0.35
                      .wander = 0.12f * a->fold_size,
                      .bottom = (double)a->bottom,
                      .line_count = a->faults.count,
                      .bend = oro_fractal_make(&bend, &open),
                      .rough = oro_fractal_make(&rough, &open),
                      .x = oro_axis_of(g->origin_x, g->cell),
                      .y = oro_axis_of(g->origin_y, g->cell)};
    double fall = (double)oro_tan(a->dip * (ORO_PI / 180.0f));
    strata_direction(a->dip_to, &s->dip_x, &s->dip_y);
    s->dip_x *= -fall, s->dip_y *= -fall;
    strata_direction(a->fold_to, &s->fold_x, &s->fold_y);
    s->fold_x /= (double)a->fold_size, s->fold_y /= (double)a->fold_size;
    strata_line *lines = oro_scratch(r, ((size_t)a->faults.count + 1) * sizeof *lines);
    if (!lines) return ORO_NO_MEMORY;
    const strata_fault *faults = a->faults.items;
    for (int32_t i = 0; i < a->faults.count; i++) {
        double along_x, along_y;
        strata_direction(faults[i].strike, &along_x, &along_y);
        lines[i] = (strata_line){-along_y, along_x, 0.0, faults[i].rise};
        lines[i].at = lines[i].across_x * (double)faults[i].x + lines[i].across_y * (double)faults[i].y;
    }
    s->lines = lines;
    return ORO_OK;
}

static inline void strata_columns(const strata_map *s, int32_t x0, int32_t count, strata_tile *t) {
    oro_fractal_columns(&s->bend, &s->x, x0, count, false, &t->bend);
    oro_fractal_columns(&s->rough, &s->x, x0, count, false, &t->rough);
}

/// Datum along a row of the tile, at places `east` and `south` cells from the samples; NULL: at them.
static inline void strata_row(const strata_map *s, int32_t row, int32_t x0, int32_t count, const float *east,
                              const float *south, strata_tile *t, float *datum) {
    static const oro_warp_row none;
    static const float half[1] = {0.5f};
    double y0 = oro_axis_at(&s->y, row), height = (double)s->stack.height;
    oro_fractal_row(&s->bend, y0, &none, false, half, true, count, &t->bend, t->bent);
    oro_fractal_row(&s->rough, y0, &none, false, half, true, count, &t->rough, t->bumps);
    for (int32_t i = 0; i < count; i++) {
        double x = oro_axis_at(&s->x, x0 + i) + (east ? (double)east[i] * s->x.cell : 0.0);
        double y = y0 + (south ? (double)south[i] * s->y.cell : 0.0);
        double turns = s->fold_x * x + s->fold_y * y;
        float phase = (float)(turns - floor(turns)) + 0.4f * t->bent[i]; // 0.14 turns to either side, rms
        double d = s->bottom + s->dip_x * x + s->dip_y * y + (double)(s->uneven * t->bumps[i]);
        d += (double)(s->fold * oro_sin(2.0f * ORO_PI * phase));
        for (int32_t k = 0; k < s->line_count; k++) {
            double right = s->lines[k].across_x * x + s->lines[k].across_y * y - s->lines[k].at;
            d += right + (double)(s->wander * t->bent[i]) > 0.0 ? (double)s->lines[k].step : 0.0;
        }
        datum[i] = (float)(d - height * floor(d / height));
    }
}

#endif
