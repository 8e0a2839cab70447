// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From world to lattice. Positions are computed in double precision and split into an integer lattice point and a float
// fraction, once per column and once per row of a tile, so that the doubles cost next to nothing and a map far from the
// origin is as smooth as one at it.
#ifndef ORO_NOISE_LATTICE_H
#define ORO_NOISE_LATTICE_H

#include "lattice.cell.h"
#include "orogen/grid.h"

#include <math.h>

/// World positions of the columns or rows of a grid: (first + n) * cell + rest. Two grids with the same cell that are
/// shifted by whole cells have the same numbers for the same places, whatever the rounding of their origins.
typedef struct oro_axis {
    double first; ///< a whole number
    double cell, rest;
} oro_axis;

static inline oro_axis oro_axis_of(double origin, double cell) {
    double first = floor(origin / cell + 0.5);
    double part = origin / cell - first; // rounding the part to 2^-20 of a cell removes the rounding of the origin
    return (oro_axis){first, cell, floor(part * 1048576.0 + 0.5) / 1048576.0 * cell};
}

static inline double oro_axis_at(const oro_axis *a, int32_t n) { return (a->first + n) * a->cell + a->rest; }

/// A linear map from world to lattice, one per octave: u = ux x + uy y + u0, v likewise.
typedef struct oro_lattice {
    double ux, uy, vx, vy; ///< lattice cells per metre
    double u0, v0;
    oro_period period;
    uint32_t seed;
} oro_lattice;

/// A lattice coordinate taken apart. Integers wrap round at 2^32, far beyond any map.
typedef struct oro_split {
    int32_t whole;
    float part; ///< in [0,1]
} oro_split;

static inline oro_split oro_split_of(double v) {
    double held = v > -4.0e18 ? (v < 4.0e18 ? v : 4.0e18) : -4.0e18;
    double whole = floor(held);
    return (oro_split){(int32_t)(uint32_t)(int64_t)whole, (float)(held - whole)};
}

/// Brings a lattice point into the period, for sums that must stay small.
static inline void oro_reduce_point(oro_period p, double *u, double *v) {
    if (p.a == 0) return;
    double turns = floor(*v / p.d);
    *v -= turns * p.d;
    *u -= turns * p.b;
    *u -= floor(*u / p.a) * p.a;
}

/// Makes a lattice repeat with the map: the steps across and down the map are rounded to whole lattice cells, and the
/// points that become equal are described in Hermite's normal form, which suits rotated and skewed lattices too.
static inline void oro_lattice_tile(oro_lattice *l, double extent_x, double extent_y) {
    double au = rint(l->ux * extent_x), av = rint(l->vx * extent_x);
    double bu = rint(l->uy * extent_y), bv = rint(l->vy * extent_y);
    if (au * bv - av * bu == 0.0) au = copysign(1.0, l->ux), av = 0.0, bu = 0.0, bv = copysign(1.0, l->vy);
    l->ux = au / extent_x, l->vx = av / extent_x;
    l->uy = bu / extent_y, l->vy = bv / extent_y;
    while (av != 0.0) { // Euclid's algorithm on the second coordinates
        double q = floor(bv / av), ru = bu - q * au, rv = bv - q * av;
        bu = au, bv = av;
        au = ru, av = rv;
    }
    if (bv < 0.0) bu = -bu, bv = -bv;
    double a = fabs(au), b = bu - floor(bu / a) * a;
    l->period = (oro_period){(int32_t)a, (int32_t)b, (int32_t)bv};
}

#endif
