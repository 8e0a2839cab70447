// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ground that slides between two neighbours, what a cell has after all its exchanges, and what the deep sea takes.
#ifndef ORO_PIPES_TALUS_CELL_H
#define ORO_PIPES_TALUS_CELL_H

#include "core/cell.h"
#include "pipes.cell.h"
#include "step.cell.h"

/// How ground moves between two sweeps of water: parts of the excess over the angle of rest, and of the whole difference.
typedef struct pipes_slopes {
    float rate, creep;
} pipes_slopes;

/// The ground of one cell: heights in m, its softness, and the height that it may stand above a neighbour, m.
typedef struct pipes_earth {
    float bed, change, soft, rest;
} pipes_earth;

/// What the first of two neighbours gives the second, which lies `way` cells off: the ground between them stands as steep as
/// the mean of both, and the harder of them holds.
ORO_CELL float pipes_slip(pipes_slopes s, pipes_earth a, pipes_earth b, float way) {
    float difference = (a.bed - b.bed) + (a.change - b.change);
    float over = oro_max(oro_abs(difference) - 0.5f * (a.rest + b.rest) * way, 0.0f);
    return oro_min(a.soft, b.soft) * (s.rate * oro_copysign(over, difference) + s.creep * difference);
}

/// The four exchanges that a cell makes, with those to the right and below.
ORO_CELL pipes_own pipes_slip_cell(pipes_slopes s, pipes_earth here, pipes_earth right, pipes_earth down,
                                   pipes_earth down_right, pipes_earth down_left) {
    pipes_own slips;
    slips.right = pipes_slip(s, here, right, 1.0f);
    slips.down = pipes_slip(s, here, down, 1.0f);
    slips.down_right = pipes_slip(s, here, down_right, 1.41421356f);
    slips.down_left = pipes_slip(s, here, down_left, 1.41421356f);
    return slips;
}

/// What the currents leave of a cell's load: under more than two metres of sea they take the part `sink` of it.
ORO_CELL float pipes_left_in_sea(pipes_numbers n, pipes_site at, float load, float sink) {
    bool deep = at.water >= 2.0f && at.bed + at.change <= n.sea - 2.0f;
    return deep ? load * (1.0f - sink) : load;
}

/// The change of the bed after all eight exchanges of a cell: its own, that of the left neighbour, and those from above.
ORO_CELL float pipes_settle_cell(float change, pipes_own slips, float from_left, pipes_above from) {
    float in = from_left + from.middle + from.left + from.right;
    float gone = slips.right + slips.down + slips.down_right + slips.down_left;
    return change + (in - gone);
}

#endif
