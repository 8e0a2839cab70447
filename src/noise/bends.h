// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two plain noises of their own seeds, one for each axis, that displace places of a map: bends for patterns and for ground.
// Each octave is half as far as the one before.
#ifndef ORO_NOISE_BENDS_H
#define ORO_NOISE_BENDS_H

#include "fractal.h"

typedef struct oro_bends {
    oro_fractal east, south;
} oro_bends;

/// What a thread needs while it works on one tile.
typedef struct oro_bends_tile {
    oro_fractal_tile east, south;
} oro_bends_tile;

/// Gradient noise, octaves of halved size, nothing done to them.
static inline oro_fractal_desc oro_plain_noise(uint32_t seed, double scale, int32_t octaves) {
    return (oro_fractal_desc){.basis = {.kind = ORO_GRADIENT},
                              .octaves = octaves,
                              .seed = seed,
                              .scale = scale,
                              .lacunarity = 2.0,
                              .sharpness = 1.0f,
                              .stretch = 1.0};
}

/// `which` tells the bends of one seed apart; it and the number after it make the two seeds.
static inline oro_bends oro_bends_make(uint32_t seed, uint32_t which, double scale, int32_t octaves,
                                       const oro_grid *g) {
    oro_fractal_desc east = oro_plain_noise(oro_mix32(seed ^ which), scale, octaves);
    oro_fractal_desc south = oro_plain_noise(oro_mix32(seed ^ (which + 1U)), scale, octaves);
    return (oro_bends){oro_fractal_make(&east, g), oro_fractal_make(&south, g)};
}

/// Prepares the columns [x0, x0+count) of a tile, count <= ORO_TILE.
static inline void oro_bends_columns(const oro_bends *b, const oro_axis *axis, int32_t x0, int32_t count,
                                     oro_bends_tile *t) {
    oro_fractal_columns(&b->east, axis, x0, count, false, &t->east);
    oro_fractal_columns(&b->south, axis, x0, count, false, &t->south);
}

/// A row of the tile at world y: sums of octaves of 1, 1/2, 1/4 …, each in [-1,1].
static inline void oro_bends_row(const oro_bends *b, double y, int32_t count, oro_bends_tile *t, float *east,
                                 float *south) {
    static const oro_warp_row none;
    static const float half[1] = {0.5f};
    oro_fractal_row(&b->east, y, &none, false, half, true, count, &t->east, east);
    oro_fractal_row(&b->south, y, &none, false, half, true, count, &t->south, south);
}

#endif
