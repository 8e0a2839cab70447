// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of one step of one drop: the ground under it, where it goes, and what it lays down or takes.
#ifndef ORO_SOLVE_DROPS_CELL_H
#define ORO_SOLVE_DROPS_CELL_H

#include "core/cell.h"
#include "core/math.cell.h"

/// A corner of a cell, in cells above the height `above`.
ORO_CELL float drop_corner(float base, float change, float above, float inverse_cell) {
    return ((base - above) + change) * inverse_cell;
}

/// The corners of the cell under a drop: north-west, north-east, south-west, south-east.
typedef struct drop_patch {
    float h00, h10, h01, h11;
} drop_patch;

ORO_CELL float drop_height(drop_patch c, float u, float v) {
    return oro_mix(oro_mix(c.h00, c.h10, u), oro_mix(c.h01, c.h11, u), v);
}
ORO_CELL float drop_slope_east(drop_patch c, float v) { return oro_mix(c.h10 - c.h00, c.h11 - c.h01, v); }
ORO_CELL float drop_slope_south(drop_patch c, float u) { return oro_mix(c.h01 - c.h00, c.h11 - c.h10, u); }

/// A cell, by its north-western sample, and a place in it, 0..1.
typedef struct drop_place {
    int32_t x, y;
    float u, v;
} drop_place;

typedef struct drop_arrival {
    drop_place at;
    int32_t leaves; ///< 1: that is off the bed, and `at` has the cell it came from
} drop_arrival;

/// Where a step leads, which is at most a cell long. One that is no number, as on ground that grew beyond all bounds, leads
/// nowhere: it must not become an index.
ORO_CELL drop_arrival drop_go(drop_place from, float dx, float dy, int32_t width, int32_t height, int32_t wrap) {
    float x = from.u + (oro_abs(dx) <= 2.0f ? dx : 0.0f), y = from.v + (oro_abs(dy) <= 2.0f ? dy : 0.0f);
    int32_t over_x = oro_floor_int(x), over_y = oro_floor_int(y);
    int32_t cx = from.x + over_x, cy = from.y + over_y;
    int32_t round_x = cx < 0 ? cx + width : cx >= width ? cx - width : cx;
    int32_t round_y = cy < 0 ? cy + height : cy >= height ? cy - height : cy;
    int32_t out = (cx < 0) | (cy < 0) | (cx > width - 2) | (cy > height - 2);
    drop_arrival to;
    to.leaves = wrap ? 0 : out;
    to.at.x = wrap ? round_x : out ? from.x : cx;
    to.at.y = wrap ? round_y : out ? from.y : cy;
    to.at.u = x - (float)over_x;
    to.at.v = y - (float)over_y;
    return to;
}

/// Weight of a sample this far from a drop.
ORO_CELL float drop_brush(float radius, float dx, float dy) {
    return oro_max(radius - oro_sqrt(dx * dx + dy * dy), 0.0f);
}

/// Whether the last quarter of a drop's life has begun.
ORO_CELL int32_t drop_is_late(int32_t lifetime, int32_t step) { return (lifetime - step) * 4 <= lifetime; }

/// Shares of what is too much, and of what is free, that a drop lays down and takes in a step; and its steps.
typedef struct drop_rates {
    float deposition, erosion;
    int32_t lifetime;
} drop_rates;

typedef struct drop_trade {
    float lay, take;
} drop_trade;

/// What a drop lays down or takes: uphill it fills the hollow behind it, with too much load it drops some, else it takes
/// some, but never more than its fall, or it would dig a hole. Over the last quarter of its life it lays its load down
/// evenly, so that no heap marks the end.
ORO_CELL drop_trade drop_trade_of(drop_rates r, int32_t step, float load, float rise, float can) {
    int32_t left = r.lifetime - step;
    left = left > 1 ? left : 1;
    float last = drop_is_late(r.lifetime, step) ? load / (float)left : 0.0f;
    float fill = oro_max(last, oro_min(rise, load)), drop = oro_max(last, (load - can) * r.deposition);
    float take = oro_min((can - load) * r.erosion, -rise);
    bool up = rise > 0.0f, over = load > can;
    drop_trade t;
    t.lay = up ? fill : over ? drop : last;
    t.take = (up | over | (last > 0.0f)) ? 0.0f : take;
    return t;
}

#endif
