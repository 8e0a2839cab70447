// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gradient noise after Perlin, "Improving noise" (2002): every lattice point has a slope, and its plane is felt as far as
// the next points and lines of the lattice. Three things differ, so that no angle is preferred. The slopes are uniform over
// the circle instead of a few fixed ones. A plane fades by a bell instead of Perlin's quintic, whose flat top gives the axes
// 1.3 times the power of the diagonals in a sum of octaves: noise with a kernel w(u) w(v) knows no direction where w is
// Gaussian, and this bell, no wider than the quintic, comes near it. And lattice lines are laid like bricks, every other one
// shifted by half a cell, since folds (ridged, billowed) follow columns of lattice points. Bricks keep the rows of a map
// separable, so all this is as fast as the square lattice was. In [-1,1] (at most 0.68), 0 at lattice points, rms 0.30.
//
// The lattice coordinates are skewed: a place x bricks along and y lines down is u = x - y/2, v = y.
#ifndef ORO_NOISE_GRADIENT_CELL_H
#define ORO_NOISE_GRADIENT_CELL_H

#include "core/cell.h"
#include "lattice.cell.h"

/// How much of a lattice point's plane is felt t lattice cells away on one axis, t in [-1,1]: (1 - t²)³ (1 - 2t² + 2.25t⁴).
/// Smooth where it ends, too. Of such polynomials this is among the nearest to a Gaussian: up to twice the frequency where
/// the power peaks, the axes have 0.96 to 1.03 times the power of the diagonals.
ORO_CELL float oro_bell(float t) {
    float s = t * t, r = 1.0f - s;
    return r * r * r * (1.0f + s * (2.25f * s - 2.0f));
}

/// Its derivative.
ORO_CELL float oro_bell_slope(float t) {
    float s = t * t, r = 1.0f - s;
    return t * (r * r) * (s * (25.0f - 22.5f * s) - 10.0f);
}

/// The gradient at a lattice point. Its length brings the noise to the rms that the quintic would have in [-1,1].
ORO_CELL oro_vec2 oro_lattice_gradient(uint32_t hash) {
    oro_vec2 g = oro_direction(hash);
    g.x *= 2.514f;
    g.y *= 2.514f;
    return g;
}

/// What the two points of one lattice line add, at `f` beyond the first of them and `d` below the line.
ORO_CELL oro_noise oro_gradient_line_noise(uint32_t hash, uint32_t next_hash, float f, float d) {
    oro_vec2 a = oro_lattice_gradient(hash), b = oro_lattice_gradient(next_hash);
    float e = f - 1.0f, near = oro_bell(f), far = oro_bell(e), w = oro_bell(d);
    float plane = a.x * f + a.y * d, next = b.x * e + b.y * d, sum = plane * near + next * far;
    oro_noise n;
    n.value = sum * w;
    n.du = (a.x * near + b.x * far + (plane * oro_bell_slope(f) + next * oro_bell_slope(e))) * w;
    n.dv = (a.y * near + b.y * far) * w + sum * oro_bell_slope(d);
    return n;
}

/// At lattice point (i, j) plus the fraction (fu, fv), all skewed; the slopes are along the skewed axes too.
ORO_CELL oro_noise oro_gradient_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv) {
    float f = fu + 0.5f * fv, g = f - 0.5f; // beyond point i of this line and of the next
    int32_t k = f >= 1.0f ? i + 1 : i, l = g < 0.0f ? i - 1 : i;
    oro_noise a = oro_gradient_line_noise(oro_hash_point(seed, p, k, j), oro_hash_point(seed, p, k + 1, j),
                                          f >= 1.0f ? f - 1.0f : f, fv);
    oro_noise b = oro_gradient_line_noise(oro_hash_point(seed, p, l, j + 1), oro_hash_point(seed, p, l + 1, j + 1),
                                          g < 0.0f ? g + 1.0f : g, fv - 1.0f);
    oro_noise n;
    n.value = a.value + b.value;
    n.du = a.du + b.du;
    n.dv = a.dv + b.dv + 0.5f * n.du;
    return n;
}

/// At x bricks along and y lines down, with slopes along those, for places that are not too far out for floats.
ORO_CELL oro_noise oro_gradient_noise_at(uint32_t seed, float x, float y) {
    oro_period none = {0, 0, 0};
    float v = oro_clamp(y, -1e8f, 1e8f), u = oro_clamp(x - 0.5f * v, -1e8f, 1e8f);
    int32_t i = oro_floor_int(u), j = oro_floor_int(v);
    oro_noise n = oro_gradient_noise(seed, none, i, j, u - (float)i, v - (float)j);
    n.dv -= 0.5f * n.du;
    return n;
}

#endif
