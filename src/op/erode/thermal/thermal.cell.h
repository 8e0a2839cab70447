// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of the reference for one sample and its eight neighbours. The order of the neighbours is part of the result.
#ifndef ORO_THERMAL_CELL_H
#define ORO_THERMAL_CELL_H

#include "core/cell.h"

/// By how much a drop exceeds its gate; below 0 where it does the other way.
ORO_CELL float thermal_beyond(float drop, float gate) { return drop - oro_clamp(drop, -gate, gate); }

/// One number for each neighbour: how far the drop to it exceeds its gate, or what it gives per metre of excess.
typedef struct thermal_around {
    float north_west, north, north_east, west, east, south_west, south, south_east;
} thermal_around;

/// The excesses of the neighbours so far: of those that receive together, and the largest.
typedef struct thermal_seen {
    float total, most;
} thermal_seen;

/// `least` is a constant 0 in the conservative variant, which saves comparing.
ORO_CELL thermal_seen thermal_look(thermal_seen s, float excess, float least) {
    s.total += least > 0.0f && excess <= least ? 0.0f : oro_max(excess, 0.0f);
    s.most = oro_max(excess, s.most);
    return s;
}

/// What a sample gives per metre of excess. `least` is the excess from which on anything leaves, `share` the part of the largest
/// one that does.
ORO_CELL float thermal_factor(thermal_around excess, float least, float share) {
    thermal_seen s;
    s.total = 0.0f, s.most = least;
    s = thermal_look(s, excess.north_west, least);
    s = thermal_look(s, excess.north, least);
    s = thermal_look(s, excess.north_east, least);
    s = thermal_look(s, excess.west, least);
    s = thermal_look(s, excess.east, least);
    s = thermal_look(s, excess.south_west, least);
    s = thermal_look(s, excess.south, least);
    s = thermal_look(s, excess.south_east, least);
    float safe = s.total > 0.0f ? s.total : 1.0f;
    return share * (s.most - least) / safe;
}

/// A sum after the exchange with one neighbour: what leaves goes by the sample's own factor, what comes by the neighbour's.
ORO_CELL float thermal_exchange(float sum, float excess, float own, float its, float least) {
    its = least > 0.0f && excess > 0.0f ? 0.0f : its;
    return sum - (excess > least ? own : its) * excess;
}

/// What a sample gets less what it gives.
ORO_CELL float thermal_moved(thermal_around excess, float own, thermal_around its, float least) {
    float sum = 0.0f;
    sum = thermal_exchange(sum, excess.north_west, own, its.north_west, least);
    sum = thermal_exchange(sum, excess.north, own, its.north, least);
    sum = thermal_exchange(sum, excess.north_east, own, its.north_east, least);
    sum = thermal_exchange(sum, excess.west, own, its.west, least);
    sum = thermal_exchange(sum, excess.east, own, its.east, least);
    sum = thermal_exchange(sum, excess.south_west, own, its.south_west, least);
    sum = thermal_exchange(sum, excess.south, own, its.south, least);
    sum = thermal_exchange(sum, excess.south_east, own, its.south_east, least);
    return sum;
}

#endif
