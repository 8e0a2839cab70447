// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gradient noise in space (Perlin 2002).
#ifndef ORO_NOISE_SPACE_H
#define ORO_NOISE_SPACE_H

#include "core/cell.h"
#include "noise/lattice.cell.h"

typedef struct oro_space_vector {
    float x, y, z;
} oro_space_vector;

/// One of the twelve directions to the edges of a cube (Perlin 2002). A table: branches on random bits are guessed wrong.
static inline oro_space_vector oro_space_direction(uint32_t hash) {
    static const oro_space_vector edges[12] = {{0, -1, -1}, {0, 1, -1}, {0, -1, 1}, {0, 1, 1},
                                               {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}, {1, 0, 1},
                                               {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}};
    return edges[(hash >> 4) % 3U * 4U + (hash & 3U)];
}

/// A point in its lattice cell: the cell, the place in it, and the hashes of the four lines along x at its edges.
typedef struct oro_space_cell {
    int32_t i;
    float f[3];
    uint32_t line[4];
} oro_space_cell;

static inline oro_space_cell oro_space_cell_of(uint32_t seed, float x, float y, float z, float size) {
    float each = 1.0f / size, u = oro_clamp(x * each, -1e8f, 1e8f), v = oro_clamp(y * each, -1e8f, 1e8f);
    float w = oro_clamp(z * each, -1e8f, 1e8f);
    int32_t i = oro_floor_int(u), j = oro_floor_int(v), k = oro_floor_int(w);
    oro_space_cell c = {i, {u - (float)i, v - (float)j, w - (float)k}, {0}};
    for (int n = 0; n < 4; n++) c.line[n] = oro_hash_line(seed ^ oro_mix32((uint32_t)(k + (n >> 1))), j + (n & 1));
    return c;
}

/// Gradient noise, about -1 to 1, at a point whose lattice cells are `size` metres wide.
static inline float oro_noise3(uint32_t seed, float x, float y, float z, float size) {
    oro_space_cell q = oro_space_cell_of(seed, x, y, z, size);
    const float *f = q.f;
    float across[4];
    for (int n = 0; n < 4; n++) {
        oro_space_vector g = oro_space_direction(oro_hash_on_line(q.line[n], q.i));
        oro_space_vector h = oro_space_direction(oro_hash_on_line(q.line[n], q.i + 1));
        float v = f[1] - (float)(n & 1), w = f[2] - (float)(n >> 1);
        across[n] = oro_mix(g.x * f[0] + g.y * v + g.z * w, h.x * (f[0] - 1.0f) + h.y * v + h.z * w, oro_fade(f[0]));
    }
    float v = oro_fade(f[1]);
    return oro_mix(oro_mix(across[0], across[1], v), oro_mix(across[2], across[3], v), oro_fade(f[2]));
}

#endif
