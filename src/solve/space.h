// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The box of a volume that an operator makes: the ground of its world or map, between two heights. Samples are the same
// distance apart in all directions, a multiple of the map's: a finer world has finer volumes.
#ifndef ORO_SOLVE_SPACE_H
#define ORO_SOLVE_SPACE_H

#include "core/table.h"
#include "orogen/volume.h"
#include "run/loops.h"

#include <math.h>

/// The arguments that say so; an operator has them as its member `box`.
typedef struct space_args {
    float bottom, top; ///< m
    float coarseness;  ///< cells of the map across one of the volume
} space_args;

#define SPACE_ROWS(op)                                                                                                 \
    ORO_ARG_OF(op, box, bottom, .def = -500, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",    \
               .group = "box", .doc = "Height of the volume's lowest samples."),                                       \
        ORO_ARG_OF(op, box, top, .def = 1500, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",   \
                   .group = "box", .doc = "Height of its highest samples."),                                           \
        ORO_ARG_OF(op, box, coarseness, .def = 4, .min = 0.5, .max = 256, .ui_min = 1, .ui_max = 32, .scale = ORO_LOG, \
                   .unit = "1", .group = "box",                                                                        \
                   .doc = "How many times further apart the volume's samples are than the map's.")

/// Samples along a side of that many metres, from edge to edge as nearly as whole cells come.
static inline double space_samples(double metres, double cell) { return floor(metres / cell + 0.5) + 1.0; }

/// Refuses a box that is upside down or has more samples than a volume can have.
static inline oro_status space_check(oro_run *r, const space_args *a) {
    if (!(a->top > a->bottom))
        return oro_refuse(r, "top", "the top of the volume must be above its bottom, %g m, not %g", (double)a->bottom,
                          (double)a->top);
    double cell = r->shape.cell * (double)a->coarseness;
    const double side[3] = {space_samples((r->shape.width - 1) * r->shape.cell, cell),
                            space_samples((r->shape.height - 1) * r->shape.cell, cell),
                            space_samples((double)a->top - (double)a->bottom, cell)};
    for (int k = 0; k < 3; k++)
        if (side[k] > ORO_MAX_VOLUME_SIDE)
            return oro_refuse(
                r, "coarseness",
                "the volume would have %.0f x %.0f x %.0f samples, and at most %d along a side are possible", side[0],
                side[1], side[2], ORO_MAX_VOLUME_SIDE);
    return ORO_OK;
}

/// The geometry of such a volume. The arguments are checked.
static inline void space_shape(const oro_run *r, const space_args *a, oro_volume *out) {
    double cell = r->shape.cell * (double)a->coarseness;
    *out = (oro_volume){.width = (int32_t)space_samples((r->shape.width - 1) * r->shape.cell, cell),
                        .height = (int32_t)space_samples((r->shape.height - 1) * r->shape.cell, cell),
                        .depth = (int32_t)space_samples((double)a->top - (double)a->bottom, cell),
                        .cell = cell,
                        .origin = {r->shape.origin_x, r->shape.origin_y, (double)a->bottom}};
}

/// Gives an output its geometry and its memory.
static inline oro_status space_alloc(oro_run *r, const space_args *a, oro_volume *out) {
    space_shape(r, a, out);
    return oro_volume_alloc(r->ctx, out);
}

/// Calls fn for every row of a volume, z * height + y, in pieces of about 65 536 samples.
typedef void space_row_fn(const void *user, const oro_volume *v, int32_t y, int32_t z);

typedef struct space_loop {
    const oro_volume *volume;
    space_row_fn *fn;
    const void *user;
    int32_t rows, each;
} space_loop;

static inline void space_block(const void *user, int32_t block) {
    const space_loop *l = user;
    int32_t end = l->rows - block * l->each < l->each ? l->rows : (block + 1) * l->each;
    for (int32_t row = block * l->each; row < end; row++)
        l->fn(l->user, l->volume, row % l->volume->height, row / l->volume->height);
}

static inline oro_status space_for_rows(oro_run *r, const oro_volume *v, space_row_fn *fn, const void *user) {
    int32_t each = 65536 / v->width > 0 ? 65536 / v->width : 1, rows = v->height * v->depth;
    return oro_for_blocks(r, (rows + each - 1) / each, space_block, &(space_loop){v, fn, user, rows, each});
}

#endif
