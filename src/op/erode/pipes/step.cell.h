// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A whole cell after a step of water, by either law: what its pipes give, what it takes and lays down, how wet it stays. Values in,
// values out; who calls it fetches and stores.
#ifndef ORO_PIPES_STEP_CELL_H
#define ORO_PIPES_STEP_CELL_H

#include "core/cell.h"
#include "pipes.cell.h"

/// What can leave a cell (a factor) and what its water carries (m of bed per m of water), of a cell and those its pipes reach.
typedef struct pipes_givers {
    float here, right, left, down, down_right, down_left;
} pipes_givers;

/// What comes through the pipes that cells above made, limited already: from straight above, from the left and the right of it.
typedef struct pipes_above {
    float middle, left, right;
} pipes_above;

/// What is asked of a place: rain in m a step, factors, thickness in m, and 1 / the depth limit in m.
typedef struct pipes_asked {
    float rain, capacity, soft, loose, depth;
} pipes_asked;

/// A value and its neighbourhood: three sums over columns of three samples with weights 1 2 1.
typedef struct pipes_field {
    float here, column_left, column, column_right;
} pipes_field;

/// Towards the binomial mean of 3 x 3 samples.
ORO_CELL float pipes_with_bank(pipes_numbers n, pipes_field f) {
    float mean = (f.column_left + f.column_right + 2.0f * f.column) * (1.0f / 16.0f);
    return f.here + n.bank * (mean - f.here);
}

/// The sum over a column of three samples that pipes_field has.
ORO_CELL float pipes_column(float above, float here, float below) { return above + below + 2.0f * here; }

/// What the update of a cell reads.
typedef struct pipes_before {
    pipes_site site;
    float load;                    ///< m of bed
    pipes_own flux;                ///< through its own pipes, not limited yet
    float flux_left;               ///< through the right pipe of the cell to the left
    pipes_givers keep, carries;    ///< of a cell and its neighbours
    pipes_above given, brought;    ///< water and load from above
    pipes_field discharge, energy; ///< that it loses
    float low;                     ///< the lowest bed around
    pipes_asked asked;
} pipes_before;

/// What it leaves.
typedef struct pipes_after {
    float change, water, load;
    pipes_own given;                                 ///< fluxes through its own pipes, limited
    float carried_down, carried_right, carried_left; ///< load through those that lead down
} pipes_after;

/// A cell after a step of the carving law. `exponent` is PIPES_ROOT, …; with `bare` rock and loose ground are the same
/// everywhere and nothing holds; `sea`: there is one.
ORO_CELL pipes_after pipes_update_cell(pipes_numbers n, pipes_before b, int exponent, bool bare, bool sea) {
    float east = pipes_given(b.flux.right, b.keep.here, b.keep.right);
    float west = pipes_given(b.flux_left, b.keep.left, b.keep.here);
    float south = pipes_given(b.flux.down, b.keep.here, b.keep.down);
    float se = pipes_given(b.flux.down_right, b.keep.here, b.keep.down_right);
    float sw = pipes_given(b.flux.down_left, b.keep.here, b.keep.down_left);
    float east_load = pipes_carried(east, b.carries.here, b.carries.right);
    float west_load = pipes_carried(west, b.carries.left, b.carries.here);
    float south_load = pipes_carried(south, b.carries.here, b.carries.down);
    float se_load = pipes_carried(se, b.carries.here, b.carries.down_right);
    float sw_load = pipes_carried(sw, b.carries.here, b.carries.down_left);
    float water = n.straight * ((west - east) + (b.given.middle - south)) +
                  n.slant * ((b.given.left - se) + (b.given.right - sw));
    float load = n.straight * ((west_load - east_load) + (b.brought.middle - south_load)) +
                 n.slant * ((b.brought.left - se_load) + (b.brought.right - sw_load));
    water = oro_max(b.site.water + water, n.zero);
    load = b.load + load;
    float change = b.site.change, height = b.site.bed + change;
    float q = pipes_with_bank(n, b.discharge), lost = pipes_with_bank(n, b.energy);
    pipes_exchange e = pipes_carve(n, q, lost, b.carries.here, water, load, exponent);
    float cut = e.cut * b.asked.capacity * oro_max(1.0f + oro_min(change, n.zero) * b.asked.depth, n.zero);
    if (sea) cut *= oro_clamp((height - n.sea + 1.0f) * (1.0f / 3.0f), n.zero, n.one);
    cut = oro_min(cut, n.reach * oro_max(height - b.low, n.zero));
    if (!bare) cut = pipes_ground(cut, change, b.asked.loose, b.asked.soft);
    pipes_taken bed = pipes_take(change, e.laid - cut, load);
    pipes_after a;
    a.change = bed.change;
    a.load = bed.sediment;
    a.water = pipes_wet(n, water, b.asked.rain, height, sea);
    a.given.right = east, a.given.down = south, a.given.down_right = se, a.given.down_left = sw;
    a.carried_down = south_load, a.carried_right = se_load, a.carried_left = sw_load;
    return a;
}

/// A cell after a step of Mathisen's law, of which it reads less: no slanting pipes, no neighbourhood. `power` is that of
/// pipes_mathisen_look().
ORO_CELL pipes_after pipes_mathisen_update(pipes_numbers n, pipes_before b, float power, bool sea) {
    float east = pipes_given(b.flux.right, b.keep.here, b.keep.right);
    float west = pipes_given(b.flux_left, b.keep.left, b.keep.here);
    float south = pipes_given(b.flux.down, b.keep.here, b.keep.down);
    float east_load = pipes_carried(east, b.carries.here, b.carries.right);
    float west_load = pipes_carried(west, b.carries.left, b.carries.here);
    float south_load = pipes_carried(south, b.carries.here, b.carries.down);
    float water = oro_max(b.site.water + ((west - east) + (b.given.middle - south)), n.zero);
    float load = b.load + ((west_load - east_load) + (b.brought.middle - south_load));
    float change = b.site.change, height = b.site.bed + change;
    float room = oro_max(1.0f - oro_abs(change) * b.asked.depth, n.zero), most = 1.0f / oro_max(b.asked.depth, 1.0e-6f);
    float delta = pipes_mathisen_change(n, n.erode * power * b.asked.capacity * room, change, most, load);
    delta = delta < 0.0f ? -pipes_ground(-delta, change, b.asked.loose, b.asked.soft) : delta;
    pipes_taken bed = pipes_take(change, delta, load);
    pipes_after a;
    a.change = bed.change;
    a.load = bed.sediment;
    a.water = pipes_wet(n, water, b.asked.rain, height, sea);
    a.given.right = east, a.given.down = south, a.given.down_right = 0.0f, a.given.down_left = 0.0f;
    a.carried_down = south_load, a.carried_right = 0.0f, a.carried_left = 0.0f;
    return a;
}

/// What flows at a place: the length of the vector of its fluxes, m a step.
ORO_CELL float pipes_flow_of(pipes_numbers n, pipes_own flux) {
    float x = n.straight * flux.right + n.slant * (flux.down_right - flux.down_left);
    float y = n.straight * flux.down + n.slant * (flux.down_right + flux.down_left);
    return oro_sqrt(x * x + y * y);
}

#endif
