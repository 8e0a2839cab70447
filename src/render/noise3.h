// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gradient noise in space, for the grain of surfaces: on a cliff a pattern that knows only x and y would run down in streaks.
#ifndef ORO_RENDER_NOISE3_H
#define ORO_RENDER_NOISE3_H

#include "core/cell.h"
#include "noise/space.h"
#include "vec.h"

typedef struct noise3 {
    float value; ///< about -1..1
    vec3 slope;  ///< per lattice cell
} noise3;

/// At a point whose lattice cells are `size` metres wide.
static inline noise3 noise3_at(uint32_t seed, vec3 p, float size) {
    oro_space_cell q = oro_space_cell_of(seed, p.x, p.y, p.z, size);
    const float *f = q.f;
    float t[3] = {oro_fade(f[0]), oro_fade(f[1]), oro_fade(f[2])};
    float s[3] = {oro_fade_slope(f[0]), oro_fade_slope(f[1]), oro_fade_slope(f[2])};
    noise3 n = {0.0f, {0, 0, 0}};
    for (int c = 0; c < 8; c++) {
        int a = c & 1, b = c >> 1 & 1, d = c >> 2;
        oro_space_vector to = oro_space_direction(oro_hash_on_line(q.line[c >> 1], q.i + a));
        vec3 g = v3(to.x, to.y, to.z);
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
static inline float noise3_value(uint32_t seed, vec3 p, float size) { return oro_noise3(seed, p.x, p.y, p.z, size); }

#endif
