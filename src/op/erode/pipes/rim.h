// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The ground outside an open border: the land goes on falling as it does before the edge, or where it rises to the edge falls as
// much behind it, so that what water spills over it can be worn down. The fall is taken from the terrain of the level, once:
// from the bed as water cuts it, it would run away, since a gorge makes its own way out steeper. The least keeps plains drained,
// the most keeps steep edges from being drawn down.
#ifndef ORO_PIPES_RIM_H
#define ORO_PIPES_RIM_H

#include "level.h"

#define PIPES_RIM_REACH 100.0 ///< m inwards and along the edge over which its slope is taken; three cells at least
#define PIPES_RIM_LEAST 0.005
#define PIPES_RIM_MOST  0.05

/// Cells of a side's reach on a level, of which there may be only `most`.
static inline int32_t pipes_rim_cells(const pipes_level *p, int32_t most) {
    double cells = PIPES_RIM_REACH / p->cell;
    int32_t k = cells < 3.0 ? 3 : cells > 65536.0 ? 65536 : (int32_t)(cells + 0.5);
    return k < most ? k : most;
}

/// Height of the terrain `in` cells inwards of the i-th cell along a side.
static inline double pipes_rim_height(const pipes_level *p, int32_t side, int32_t i, int32_t in) {
    bool row = side == PIPES_NORTH || side == PIPES_SOUTH, far = side == PIPES_SOUTH || side == PIPES_EAST;
    int32_t deep = far ? (row ? p->height : p->width) - 1 - in : in;
    return (double)p->bed[(row ? deep : i) * p->stride + PIPES_PAD + (row ? i : deep)];
}

/// How far the line through so many cells inwards of the edge falls outwards from one to the next, m.
static inline double pipes_rim_slope(const pipes_level *p, int32_t side, int32_t i, int32_t cells) {
    double middle = 0.5 * (cells - 1), rise = 0.0, square = 0.0;
    for (int32_t in = 0; in < cells; in++) {
        rise += (in - middle) * pipes_rim_height(p, side, i, in);
        square += (in - middle) * (in - middle);
    }
    return square > 0.0 ? rise / square : 0.0;
}

/// Finds the falls of all four sides. `memory` has room for a double of every cell of the longer one.
static inline void pipes_find_falls(pipes_level *p, double *memory) {
    for (int32_t side = 0; side < 4; side++) {
        bool row = side == PIPES_NORTH || side == PIPES_SOUTH;
        int32_t count = row ? p->width : p->height, deep = row ? p->height : p->width;
        int32_t along = pipes_rim_cells(p, count), inwards = pipes_rim_cells(p, deep);
        for (int32_t i = 0; i < count; i++) memory[i] = pipes_rim_slope(p, side, i, inwards);
        for (int32_t i = 0; i < count; i++) {
            int32_t from = i < along ? 0 : i - along, to = i + along < count ? i + along : count - 1;
            double sum = 0.0;
            for (int32_t j = from; j <= to; j++) sum += memory[j];
            double slope = (sum < 0.0 ? -sum : sum) / ((to - from + 1) * p->cell);
            slope = slope < PIPES_RIM_LEAST ? PIPES_RIM_LEAST : slope > PIPES_RIM_MOST ? PIPES_RIM_MOST : slope;
            p->fall[side][i] = p->numbers.closed ? 0.0f : (float)(slope * p->cell);
        }
    }
}

/// False without memory.
static inline bool pipes_make_rim(oro_run *run, pipes_level *p) {
    int32_t longer = p->width > p->height ? p->width : p->height;
    double *memory = oro_scratch(run, (size_t)longer * sizeof(double));
    bool all = memory != NULL;
    for (int32_t side = 0; side < 4; side++)
        all &= (p->fall[side] = oro_scratch(run, (size_t)longer * sizeof(float))) != NULL;
    if (all) pipes_find_falls(p, memory);
    return all;
}

#endif
