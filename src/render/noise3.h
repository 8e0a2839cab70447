// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gradient noise in space, for the grain of surfaces: on a cliff a pattern that knows only x and y would run down in streaks.
#ifndef ORO_RENDER_NOISE3_H
#define ORO_RENDER_NOISE3_H

#include "core/cell.h"
#include "noise/lattice.cell.h"
#include "vec.h"

typedef struct noise3 {
    float value; ///< about -1..1
    vec3 slope;  ///< per lattice cell
} noise3;

/// One of the twelve directions to the edges of a cube (Perlin 2002). A table: branches on random bits are guessed wrong.
static inline vec3 noise3_direction(uint32_t hash) {
    static const vec3 edges[12] = {{0, -1, -1}, {0, 1, -1}, {0, -1, 1},  {0, 1, 1},  {-1, 0, -1}, {1, 0, -1},
                                   {-1, 0, 1},  {1, 0, 1},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},  {1, 1, 0}};
    return edges[(hash >> 4) % 3U * 4U + (hash & 3U)];
}

/// A point in its lattice cell: the cell, the place in it, and the hashes of the four lines along x at its edges.
typedef struct noise3_cell {
    int32_t i;
    float f[3];
    uint32_t line[4];
} noise3_cell;

static inline noise3_cell noise3_cell_of(uint32_t seed, vec3 p, float size) {
    float each = 1.0f / size, u = oro_clamp(p.x * each, -1e8f, 1e8f), v = oro_clamp(p.y * each, -1e8f, 1e8f);
    float w = oro_clamp(p.z * each, -1e8f, 1e8f);
    int32_t i = oro_floor_int(u), j = oro_floor_int(v), k = oro_floor_int(w);
    noise3_cell c = {i, {u - (float)i, v - (float)j, w - (float)k}, {0}};
    for (int n = 0; n < 4; n++) c.line[n] = oro_hash_line(seed ^ oro_mix32((uint32_t)(k + (n >> 1))), j + (n & 1));
    return c;
}

/// At a point whose lattice cells are `size` metres wide.
static inline noise3 noise3_at(uint32_t seed, vec3 p, float size) {
    noise3_cell q = noise3_cell_of(seed, p, size);
    const float *f = q.f;
    float t[3] = {oro_fade(f[0]), oro_fade(f[1]), oro_fade(f[2])};
    float s[3] = {oro_fade_slope(f[0]), oro_fade_slope(f[1]), oro_fade_slope(f[2])};
    noise3 n = {0.0f, {0, 0, 0}};
    for (int c = 0; c < 8; c++) {
        int a = c & 1, b = c >> 1 & 1, d = c >> 2;
        vec3 g = noise3_direction(oro_hash_on_line(q.line[c >> 1], q.i + a));
        float value = g.x * (f[0] - (float)a) + g.y * (f[1] - (float)b) + g.z * (f[2] - (float)d);
        float wx = a ? t[0] : 1.0f - t[0], wy = b ? t[1] : 1.0f - t[1], wz = d ? t[2] : 1.0f - t[2];
        float sx = a ? s[0] : -s[0], sy = b ? s[1] : -s[1], sz = d ? s[2] : -s[2];
        n.value += wx * wy * wz * value;
        n.slope = v_add(n.slope,
                        v_mad(v3(sx * wy * wz * value, wx * sy * wz * value, wx * wy * sz * value), g, wx * wy * wz));
    }
    return n;
}

/// The same without its slope, which is half the work.
static inline float noise3_value(uint32_t seed, vec3 p, float size) {
    noise3_cell q = noise3_cell_of(seed, p, size);
    const float *f = q.f;
    float across[4];
    for (int n = 0; n < 4; n++) {
        vec3 g = noise3_direction(oro_hash_on_line(q.line[n], q.i));
        vec3 h = noise3_direction(oro_hash_on_line(q.line[n], q.i + 1));
        float y = f[1] - (float)(n & 1), z = f[2] - (float)(n >> 1);
        across[n] = oro_mix(g.x * f[0] + g.y * y + g.z * z, h.x * (f[0] - 1.0f) + h.y * y + h.z * z, oro_fade(f[0]));
    }
    float v = oro_fade(f[1]);
    return oro_mix(oro_mix(across[0], across[1], v), oro_mix(across[2], across[3], v), oro_fade(f[2]));
}

#endif
