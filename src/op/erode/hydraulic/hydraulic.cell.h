// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of the reference for one sample and its eight neighbours. The order of the neighbours is part of the result.
#ifndef ORO_HYDRAULIC_CELL_H
#define ORO_HYDRAULIC_CELL_H

#include "core/cell.h"

/// The ground, its change and the water on it, m.
typedef struct hydraulic_site {
    float ground, change, water;
} hydraulic_site;

/// How far the surface of a neighbour lies below.
ORO_CELL float hydraulic_drop(hydraulic_site a, hydraulic_site b) {
    return (a.ground - b.ground) + (a.change - b.change) + (a.water - b.water);
}

/// One number for each neighbour.
typedef struct hydraulic_around {
    float north_west, north, north_east, west, east, south_west, south, south_east;
} hydraulic_around;

// --- what falls and dries ---------------------------------------------------------------------------------------------

/// Water and load of a sample, and its change.
typedef struct hydraulic_wet {
    float change, water, sediment;
} hydraulic_wet;

/// The end of one step, `dry` of the water gone and what it cannot carry settled (`settles`), and the beginning of the next.
ORO_CELL hydraulic_wet hydraulic_local(hydraulic_wet s, float dry, float capacity, bool settles, float rain,
                                       float dissolve) {
    float w = s.water - dry * s.water, most = capacity * w;
    w = w > 1e-6f ? w : 0.0f; // thinner than a micrometre is dry, and nothing becomes denormal
    float settled = settles ? oro_max(s.sediment - most, 0.0f) : 0.0f;
    w += rain;
    float dissolved = dissolve * w - settled;
    hydraulic_wet out;
    out.change = s.change - dissolved;
    out.sediment = s.sediment + dissolved;
    out.water = w;
    return out;
}

// --- what flows -------------------------------------------------------------------------------------------------------

/// The lower neighbours so far: their drops together, how many they are, the smallest drop.
typedef struct hydraulic_lower {
    float total, count, least;
} hydraulic_lower;

ORO_CELL hydraulic_lower hydraulic_look(hydraulic_lower l, float drop) {
    l.total += drop > 0.0f ? drop : 0.0f;
    l.count += drop > 0.0f ? 1.0f : 0.0f;
    l.least = oro_min(drop > 0.0f ? drop : l.least, l.least);
    return l;
}

/// Moved per metre of drop: water, and sediment, as much of it as of the water.
typedef struct hydraulic_factors {
    float water, sediment;
} hydraulic_factors;

ORO_CELL hydraulic_factors hydraulic_factor(hydraulic_around drop, float water, float sediment, bool olsen) {
    hydraulic_lower l;
    l.total = 0.0f, l.count = 0.0f, l.least = 1e30f;
    l = hydraulic_look(l, drop.north_west);
    l = hydraulic_look(l, drop.north);
    l = hydraulic_look(l, drop.north_east);
    l = hydraulic_look(l, drop.west);
    l = hydraulic_look(l, drop.east);
    l = hydraulic_look(l, drop.south_west);
    l = hydraulic_look(l, drop.south);
    l = hydraulic_look(l, drop.south_east);
    float above = l.total / (l.count + 1.0f); // the surface less the mean of all that are to be level
    float moved = oro_min(water, above);
    moved = olsen ? oro_min(moved, l.least) : moved;
    float some = (l.total > 1e-9f ? moved : 0.0f) / oro_max(l.total, 1e-9f);
    hydraulic_factors f;
    f.water = some;
    f.sediment = some * sediment / oro_max(water, 1e-37f); // nothing of nothing where there is no water
    return f;
}

/// A sum after the exchange with one neighbour: what leaves goes by the sample's own factor, what comes by the neighbour's.
ORO_CELL float hydraulic_exchange(float sum, float drop, float own, float its) {
    return sum - (drop > 0.0f ? own : its) * drop;
}

/// What a sample gets less what it gives.
ORO_CELL float hydraulic_moved(hydraulic_around drop, float own, hydraulic_around its) {
    float sum = 0.0f;
    sum = hydraulic_exchange(sum, drop.north_west, own, its.north_west);
    sum = hydraulic_exchange(sum, drop.north, own, its.north);
    sum = hydraulic_exchange(sum, drop.north_east, own, its.north_east);
    sum = hydraulic_exchange(sum, drop.west, own, its.west);
    sum = hydraulic_exchange(sum, drop.east, own, its.east);
    sum = hydraulic_exchange(sum, drop.south_west, own, its.south_west);
    sum = hydraulic_exchange(sum, drop.south, own, its.south);
    sum = hydraulic_exchange(sum, drop.south_east, own, its.south_east);
    return sum;
}

#endif
