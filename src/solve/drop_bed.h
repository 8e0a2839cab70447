// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The ground under rolling drops, and one step of a few drops at once.
//
// Drops of one group look, turn and reckon side by side, each step a handful of vector loops over DROP_LANES of them; then
// one after the other changes the bed, so each sees what all did before. Freezing the bed for whole lives would dig pits
// without end; for one step of a few drops that seldom meet it does not matter.
//
// Heights are metres and only their differences are used, so that neither the height above the sea nor a map's lowest
// place matters; the change is kept apart, since at 4000 m a float would swallow it. A place is a cell and a fraction, so
// that it rounds alike wherever a map begins. Inside, a cell is the unit of length.
//
// The outermost samples of a map that does not wrap never change: they are the base level of all drops, and what would be
// laid on them has left.
//
// Bytes: a step of a drop reads two times 32 bytes for the corners of its cells, and reads and writes its brush, 4 bytes a
// sample. A tile lies in the cache; most of the time goes into the roots of the brush.
#ifndef ORO_SOLVE_DROP_BED_H
#define ORO_SOLVE_DROP_BED_H

#include "core/cell.h"
#include "core/math.cell.h"
#include "solve/drops.cell.h"

#include <stddef.h>

enum {
    DROP_LANES = 16, ///< drops that take their steps together
    BRUSH_LANES = 8, ///< brush rows are worked on in whole groups of this many samples
    BRUSH_MOST = 16, ///< largest radius in cells
    BRUSH_SIDE = 2 * BRUSH_MOST + BRUSH_LANES,
    HEAP_BRUSHES = 4, ///< radius of the ground on which a heavy drop lays its last load, in radii of the brush
};

/// What drops did to the bed, in the cells³ of its level.
typedef struct drop_ledger {
    double eroded, deposited, exported;
} drop_ledger;

/// One level of the terrain while drops work on it.
typedef struct drop_bed {
    int32_t width, height, stride;
    bool wrap;
    const float *base; ///< terrain at the start, m
    float *change;     ///< what was added since, m
    const float *soft; ///< share of the wanted erosion each sample gives, 0..1; NULL: all of it
    float radius;      ///< of the brush, cells
    float cell;        ///< m
} drop_bed;

/// Drops on their way, side by side. What the velocity is measured in is the model's affair.
typedef struct drop_lanes {
    int32_t alive[DROP_LANES], ends[DROP_LANES]; ///< 0 or 1; ends: stays where it is and lays its load down
    int32_t ix[DROP_LANES], iy[DROP_LANES];      ///< cell, by its north-western sample
    float u[DROP_LANES], v[DROP_LANES];          ///< place in it, 0..1
    float vx[DROP_LANES], vy[DROP_LANES], vz[DROP_LANES], speed[DROP_LANES], time[DROP_LANES];
    float water[DROP_LANES], load[DROP_LANES]; ///< 1 at the start; cells³
    int32_t step[DROP_LANES];                  ///< steps taken
    // Of this step:
    float east[DROP_LANES], south[DROP_LANES];  ///< slope of the bilinear patch
    float dx[DROP_LANES], dy[DROP_LANES];       ///< where the step leads, a cell away
    int32_t to_x[DROP_LANES], to_y[DROP_LANES]; ///< the cell there, and the place in it
    float to_u[DROP_LANES], to_v[DROP_LANES];
    int32_t leaves[DROP_LANES];
    float rise[DROP_LANES]; ///< of the ground on the way, cells
    float can[DROP_LANES];  ///< load it can carry, cells³
    float lay[DROP_LANES], take[DROP_LANES];
} drop_lanes;

/// A kind of drop. `steer` gets slopes and sets dx, dy and ends; `carry` gets the rise and sets `can`.
typedef struct drop_model {
    void (*steer)(const void *args, const drop_bed *bed, drop_lanes *lanes);
    void (*carry)(const void *args, drop_lanes *lanes);
    const void *args;
    float deposition; ///< share of what is too much that a drop lays down in a step
    float erosion;    ///< share of what is free that it takes
    int32_t lifetime;
    bool heavy; ///< drops may stop with a full load: they lay the last of it down widely, and leave no heap
} drop_model;

/// Radius of the ground under the last of a drop's load, for a brush of this radius.
static inline float drop_last_radius(const drop_model *m, float radius) {
    return m->heavy ? oro_min(radius * (float)HEAP_BRUSHES, (float)BRUSH_MOST) : radius;
}

// --- looking ----------------------------------------------------------------------------------------------------------

/// Corners of the cells under all drops, in cells above a height of their own.
typedef struct drop_corners {
    float h00[DROP_LANES], h10[DROP_LANES], h01[DROP_LANES], h11[DROP_LANES];
} drop_corners;

static inline void drop_look(const drop_bed *bed, const int32_t *restrict ix, const int32_t *restrict iy,
                             const float *restrict above, drop_corners *restrict c) {
    const float *restrict base = bed->base, *restrict change = bed->change;
    float inverse = 1.0f / bed->cell;
    for (int32_t i = 0; i < DROP_LANES; i++) {
        int32_t right = ix[i] + 1 == bed->width ? 0 : ix[i] + 1, below = iy[i] + 1 == bed->height ? 0 : iy[i] + 1;
        int32_t at00 = iy[i] * bed->stride + ix[i], at10 = iy[i] * bed->stride + right;
        int32_t at01 = below * bed->stride + ix[i], at11 = below * bed->stride + right;
        c->h00[i] = drop_corner(base[at00], change[at00], above[i], inverse);
        c->h10[i] = drop_corner(base[at10], change[at10], above[i], inverse);
        c->h01[i] = drop_corner(base[at01], change[at01], above[i], inverse);
        c->h11[i] = drop_corner(base[at11], change[at11], above[i], inverse);
    }
}

static inline drop_patch drop_patch_of(const drop_corners *c, int32_t i) {
    return (drop_patch){c->h00[i], c->h10[i], c->h01[i], c->h11[i]};
}

// --- taking and laying down -------------------------------------------------------------------------------------------

/// Samples that a brush of this radius may reach along a side.
static inline int32_t brush_rows(float radius) {
    int32_t whole = (int32_t)(2.0f * radius);
    return whole + ((float)whole < 2.0f * radius);
}

static inline int32_t brush_lanes(float radius) {
    return (brush_rows(radius) + BRUSH_LANES - 1) / BRUSH_LANES * BRUSH_LANES;
}

/// The sum of a group of lanes, in an order that does not depend on how wide vectors are.
static inline float lanes_sum(const float *lane) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/// Takes `amount` (m of one sample) away around the drop: samples weigh radius minus distance from the drop itself, not
/// from its cell. `left` and `top` lead from the drop to the first sample of a square of `rows` x `lanes`, both of which
/// compilers know; what lies beyond the radius weighs nothing.
ORO_CELL void take_square(float *first, int32_t stride, float radius, float left, float top, int32_t rows,
                          int32_t lanes, float amount) {
    float weight[BRUSH_SIDE * BRUSH_SIDE], sum[BRUSH_LANES] = {0};
    for (int32_t j = 0; j < rows; j++)
        for (int32_t k = 0; k < lanes; k += BRUSH_LANES)
            for (int32_t i = 0; i < BRUSH_LANES; i++) {
                float w = drop_brush(radius, left + (float)(k + i), top + (float)j);
                weight[j * lanes + k + i] = w;
                sum[i] += w;
            }
    float scale = amount / lanes_sum(sum);
    for (int32_t j = 0; j < rows; j++) {
        float *restrict row = first + (ptrdiff_t)j * stride;
        for (int32_t k = 0; k < lanes; k++) row[k] -= weight[j * lanes + k] * scale;
    }
}

static inline void take_inside(float *first, int32_t stride, float radius, float left, float top, float amount) {
    int32_t rows = brush_rows(radius);
    switch (rows) {
    case 2: take_square(first, stride, radius, left, top, 2, 8, amount); break;
    case 3: take_square(first, stride, radius, left, top, 3, 8, amount); break;
    case 4: take_square(first, stride, radius, left, top, 4, 8, amount); break;
    case 5: take_square(first, stride, radius, left, top, 5, 8, amount); break;
    case 6: take_square(first, stride, radius, left, top, 6, 8, amount); break;
    case 7: take_square(first, stride, radius, left, top, 7, 8, amount); break;
    case 8: take_square(first, stride, radius, left, top, 8, 8, amount); break;
    default: take_square(first, stride, radius, left, top, rows, brush_lanes(radius), amount);
    }
}

/// The same at the edge, and what share was really taken.
static inline float take_edge(const drop_bed *bed, int32_t x0, int32_t y0, float left, float top, float amount) {
    float weight[BRUSH_SIDE][BRUSH_SIDE], sum = 0.0f, taken = 0.0f;
    int32_t rows = brush_rows(bed->radius);
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < rows; i++) {
            weight[j][i] = drop_brush(bed->radius, left + (float)i, top + (float)j);
            sum += weight[j][i];
        }
    float scale = 1.0f / sum;
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < rows; i++) {
            int32_t sx = x0 + i, sy = y0 + j;
            if (bed->wrap) {
                sx = (sx % bed->width + bed->width) % bed->width;
                sy = (sy % bed->height + bed->height) % bed->height;
            } else if (sx < 1 || sy < 1 || sx > bed->width - 2 || sy > bed->height - 2) {
                continue;
            }
            bed->change[(ptrdiff_t)sy * bed->stride + sx] -= amount * (weight[j][i] * scale);
            taken += weight[j][i] * scale;
        }
    return taken;
}

/// Takes up to `amount` (cells³) from the ground around a place and says how much it was.
static inline float drop_erode(const drop_bed *bed, int32_t ix, int32_t iy, float u, float v, float amount) {
    int32_t x = oro_floor_int(u - bed->radius) + 1, y = oro_floor_int(v - bed->radius) + 1;
    float left = (float)x - u, top = (float)y - v;
    int32_t x0 = ix + x, y0 = iy + y, lanes = brush_lanes(bed->radius);
    if (x0 < 1 || y0 < 1 || x0 + lanes >= bed->width || y0 + lanes >= bed->height)
        return amount * take_edge(bed, x0, y0, left, top, amount * bed->cell);
    take_inside(bed->change + (ptrdiff_t)y0 * bed->stride + x0, bed->stride, bed->radius, left, top,
                amount * bed->cell);
    return amount;
}

/// Lays `amount` (cells³) down on the corners of a cell, the nearer the more.
static inline void drop_deposit(const drop_bed *bed, int32_t ix, int32_t iy, float u, float v, float amount,
                                drop_ledger *ledger) {
    int32_t right = ix + 1 == bed->width ? 0 : ix + 1, below = iy + 1 == bed->height ? 0 : iy + 1;
    float *upper = bed->change + (ptrdiff_t)iy * bed->stride, *lower = bed->change + (ptrdiff_t)below * bed->stride;
    float metres = amount * bed->cell, west = 1.0f - u, north = 1.0f - v;
    if (bed->wrap || (ix > 0 && iy > 0 && right < bed->width - 1 && below < bed->height - 1)) {
        upper[ix] += metres * west * north;
        upper[right] += metres * u * north;
        lower[ix] += metres * west * v;
        lower[right] += metres * u * v;
        ledger->deposited += (double)amount;
        return;
    }
    float in_west = ix > 0 ? west : 0.0f, in_east = right < bed->width - 1 ? u : 0.0f;
    float in_north = iy > 0 ? north : 0.0f, in_south = below < bed->height - 1 ? v : 0.0f;
    upper[ix] += metres * in_west * in_north;
    upper[right] += metres * in_east * in_north;
    lower[ix] += metres * in_west * in_south;
    lower[right] += metres * in_east * in_south;
    float kept = amount * (in_west + in_east) * (in_north + in_south);
    ledger->deposited += (double)kept;
    ledger->exported += (double)amount - (double)kept;
}

/// Lays a part of a load down on all ground within `radius`, so that it makes no heap. What falls beyond the edge has left.
static inline void drop_spread(const drop_bed *bed, float radius, const drop_lanes *d, int32_t i, float amount,
                               drop_ledger *ledger) {
    if (!(amount > 0.0f)) return;
    drop_bed wide = *bed;
    wide.radius = radius;
    float laid = -drop_erode(&wide, d->ix[i], d->iy[i], d->u[i], d->v[i], -amount);
    ledger->deposited += (double)laid;
    if (!bed->wrap) ledger->exported += (double)amount - (double)laid;
}

// --- a step -----------------------------------------------------------------------------------------------------------

/// Where the step leads: the cell and the place in it, and whether that is still on the bed.
static inline void drop_advance(const drop_bed *bed, drop_lanes *restrict d) {
    int32_t width = bed->width, height = bed->height, wrap = bed->wrap;
    for (int32_t i = 0; i < DROP_LANES; i++) {
        drop_place from = {d->ix[i], d->iy[i], d->u[i], d->v[i]};
        drop_arrival to = drop_go(from, d->dx[i], d->dy[i], width, height, wrap);
        d->leaves[i] = to.leaves;
        d->to_x[i] = to.at.x;
        d->to_y[i] = to.at.y;
        d->to_u[i] = to.at.u;
        d->to_v[i] = to.at.v;
    }
}

static inline void drop_exchange(const drop_model *m, drop_lanes *restrict d) {
    drop_rates rates = {m->deposition, m->erosion, m->lifetime};
    for (int32_t i = 0; i < DROP_LANES; i++) {
        drop_trade t = drop_trade_of(rates, d->step[i], d->load[i], d->rise[i], d->can[i]);
        d->lay[i] = t.lay;
        d->take[i] = t.take;
    }
}

/// Takes all drops one step on and lets them work on the bed. Those that end are no longer alive: their load is on the bed
/// or in the ledger.
static inline void drop_step(const drop_bed *bed, const drop_model *m, drop_lanes *restrict d,
                             drop_ledger *restrict ledger) {
    drop_corners at, next;
    float above[DROP_LANES], here[DROP_LANES];
    for (int32_t i = 0; i < DROP_LANES; i++) above[i] = bed->base[d->iy[i] * bed->stride + d->ix[i]];
    drop_look(bed, d->ix, d->iy, above, &at);
    for (int32_t i = 0; i < DROP_LANES; i++) {
        drop_patch patch = drop_patch_of(&at, i);
        d->east[i] = drop_slope_east(patch, d->v[i]);
        d->south[i] = drop_slope_south(patch, d->u[i]);
        here[i] = drop_height(patch, d->u[i], d->v[i]);
    }
    m->steer(m->args, bed, d);
    drop_advance(bed, d);
    drop_look(bed, d->to_x, d->to_y, above, &next);
    for (int32_t i = 0; i < DROP_LANES; i++)
        d->rise[i] = drop_height(drop_patch_of(&next, i), d->to_u[i], d->to_v[i]) - here[i];
    m->carry(m->args, d);
    drop_exchange(m, d);
    if (bed->soft)
        for (int32_t i = 0; i < DROP_LANES; i++) d->take[i] *= bed->soft[d->iy[i] * bed->stride + d->ix[i]];
    for (int32_t i = 0; i < DROP_LANES; i++) {
        if (!d->alive[i]) continue;
        if (d->ends[i] | d->leaves[i]) {
            if (d->ends[i])
                drop_spread(bed, drop_last_radius(m, bed->radius), d, i, d->load[i], ledger);
            else
                ledger->exported += (double)d->load[i];
            d->alive[i] = 0;
        } else if (d->take[i] > 0.0f) {
            float taken = drop_erode(bed, d->ix[i], d->iy[i], d->u[i], d->v[i], d->take[i]);
            d->load[i] += taken;
            ledger->eroded += (double)taken;
        } else if (d->lay[i] > 0.0f) {
            if (m->heavy && drop_is_late(m->lifetime, d->step[i]))
                drop_spread(bed, bed->radius, d, i, d->lay[i], ledger);
            else
                drop_deposit(bed, d->ix[i], d->iy[i], d->u[i], d->v[i], d->lay[i], ledger);
            d->load[i] -= d->lay[i];
        }
    }
    for (int32_t i = 0; i < DROP_LANES; i++) {
        d->ix[i] = d->to_x[i];
        d->iy[i] = d->to_y[i];
        d->u[i] = d->to_u[i];
        d->v[i] = d->to_v[i];
        d->step[i]++;
    }
}

/// Puts a new drop into a lane.
static inline void drop_begin(drop_lanes *d, int32_t i, int32_t ix, int32_t iy, float u, float v) {
    d->alive[i] = 1;
    d->ix[i] = ix;
    d->iy[i] = iy;
    d->u[i] = u;
    d->v[i] = v;
    d->vx[i] = d->vy[i] = d->vz[i] = d->load[i] = 0.0f;
    d->speed[i] = d->water[i] = 1.0f;
    d->step[i] = 0;
}

/// Puts the lanes without a drop where drop `one` is: they look at the bed as the others do, and elsewhere that could be
/// what another tile is just changing.
static inline void drop_park(drop_lanes *d, int32_t one) {
    for (int32_t i = 0; i < DROP_LANES; i++) {
        if (d->alive[i]) continue;
        d->ix[i] = d->ix[one];
        d->iy[i] = d->iy[one];
        d->u[i] = d->u[one];
        d->v[i] = d->v[one];
        d->vx[i] = d->vy[i] = d->vz[i] = 0.0f;
    }
}

#endif
