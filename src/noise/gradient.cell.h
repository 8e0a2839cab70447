// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gradient noise after Perlin, "Improving noise" (2002), with directions uniform over the circle instead of a few fixed
// ones, so that no angle is preferred. In [-1,1], 0 at lattice points, rms 0.30.
#ifndef ORO_NOISE_GRADIENT_CELL_H
#define ORO_NOISE_GRADIENT_CELL_H

#include "lattice.cell.h"

/// The gradient at a lattice point. Unit gradients reach sqrt(1/2), in the middle of a cell, hence the length; it is a
/// hair below sqrt(2) since oro_direction() can be a hair above 1.
ORO_CELL oro_vec2 oro_lattice_gradient(uint32_t hash) {
    oro_vec2 g = oro_direction(hash);
    g.x *= 1.41417f;
    g.y *= 1.41417f;
    return g;
}

/// At lattice point (i, j) plus the fraction (fu, fv).
ORO_CELL oro_noise oro_gradient_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv) {
    oro_vec2 g00 = oro_lattice_gradient(oro_hash_point(seed, p, i, j));
    oro_vec2 g10 = oro_lattice_gradient(oro_hash_point(seed, p, i + 1, j));
    oro_vec2 g01 = oro_lattice_gradient(oro_hash_point(seed, p, i, j + 1));
    oro_vec2 g11 = oro_lattice_gradient(oro_hash_point(seed, p, i + 1, j + 1));
    float gu = fu - 1.0f, gv = fv - 1.0f;
    float n00 = g00.x * fu + g00.y * fv, n10 = g10.x * gu + g10.y * fv;
    float n01 = g01.x * fu + g01.y * gv, n11 = g11.x * gu + g11.y * gv;
    float u = oro_fade(fu), v = oro_fade(fv);
    float top = oro_mix(n00, n10, u), bottom = oro_mix(n01, n11, u);
    oro_noise n;
    n.value = oro_mix(top, bottom, v);
    n.du = oro_mix(oro_mix(g00.x, g10.x, u), oro_mix(g01.x, g11.x, u), v) +
           oro_fade_slope(fu) * oro_mix(n10 - n00, n11 - n01, v);
    n.dv = oro_mix(oro_mix(g00.y, g10.y, u), oro_mix(g01.y, g11.y, u), v) + oro_fade_slope(fv) * (bottom - top);
    return n;
}

#endif
