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

/// One of the twelve directions to the edges of a cube (Perlin 2002), dotted with the offset.
static inline vec3 noise3_direction(uint32_t hash) {
    float a = hash & 1U ? 1.0f : -1.0f, b = hash & 2U ? 1.0f : -1.0f;
    uint32_t axis = (hash >> 4) % 3U;
    return axis == 0 ? v3(0, a, b) : axis == 1 ? v3(a, 0, b) : v3(a, b, 0);
}

/// At a point whose lattice cells are `size` metres wide.
static inline noise3 noise3_at(uint32_t seed, vec3 p, float size) {
    float u = oro_clamp(p.x / size, -1e8f, 1e8f), v = oro_clamp(p.y / size, -1e8f, 1e8f);
    float w = oro_clamp(p.z / size, -1e8f, 1e8f);
    int32_t i = oro_floor_int(u), j = oro_floor_int(v), k = oro_floor_int(w);
    float f[3] = {u - (float)i, v - (float)j, w - (float)k};
    float t[3] = {oro_fade(f[0]), oro_fade(f[1]), oro_fade(f[2])};
    float s[3] = {oro_fade_slope(f[0]), oro_fade_slope(f[1]), oro_fade_slope(f[2])};
    noise3 n = {0.0f, {0, 0, 0}};
    for (int c = 0; c < 8; c++) {
        int a = c & 1, b = c >> 1 & 1, d = c >> 2;
        vec3 g = noise3_direction(oro_hash2(seed ^ oro_mix32((uint32_t)(k + d)), i + a, j + b));
        float value = g.x * (f[0] - (float)a) + g.y * (f[1] - (float)b) + g.z * (f[2] - (float)d);
        float wx = a ? t[0] : 1.0f - t[0], wy = b ? t[1] : 1.0f - t[1], wz = d ? t[2] : 1.0f - t[2];
        float sx = a ? s[0] : -s[0], sy = b ? s[1] : -s[1], sz = d ? s[2] : -s[2];
        n.value += wx * wy * wz * value;
        n.slope = v_add(n.slope,
                        v_mad(v3(sx * wy * wz * value, wx * sy * wz * value, wx * wy * sz * value), g, wx * wy * wz));
    }
    return n;
}

#endif
