// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map of the kernels of running water: its shape, a place on it, and what stands there. For OpenCL alone.
#ifndef ORO_TESTS_OPENCL_MAP_SHAPE_CELL_H
#define ORO_TESTS_OPENCL_MAP_SHAPE_CELL_H

#include "op/erode/pipes/step.cell.h"

typedef struct map_shape {
    int width, height, wrap;
} map_shape;

int place_of(map_shape m, int x, int y) {
    if (m.wrap) return (y + m.height) % m.height * m.width + (x + m.width) % m.width;
    return clamp(y, 0, m.height - 1) * m.width + clamp(x, 0, m.width - 1);
}

pipes_site site_of(global const float *bed, global const float *change, global const float *water, int at) {
    pipes_site s;
    s.bed = bed[at], s.change = change[at], s.water = water[at];
    return s;
}

#endif
