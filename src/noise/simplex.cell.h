// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Simplex noise: gradients at the corners of equilateral triangles, each fading within its own disc (Perlin 2001; the
// derivation follows Gustavson, "Simplex noise demystified", 2005). No square lattice shows. Within 0.7, rms 0.38
// (near that of gradient noise, so that the relief stays when the basis changes).
//
// The lattice coordinates are skewed: world (x, y) is u = x + F (x + y), v = y + F (x + y), F = (sqrt 3 - 1) / 2.
#ifndef ORO_NOISE_SIMPLEX_CELL_H
#define ORO_NOISE_SIMPLEX_CELL_H

#include "core/cell.h"
#include "lattice.cell.h"

#define ORO_SIMPLEX_SKEW   0.36602540378443865 ///< F
#define ORO_SIMPLEX_UNSKEW 0.211324865f        ///< G = (3 - sqrt 3) / 6

/// What one corner adds at (x, y) from it, unskewed. The disc has radius sqrt(1/2), the distance to the far side.
ORO_CELL oro_noise oro_simplex_corner(uint32_t hash, float x, float y) {
    oro_vec2 g = oro_direction(hash);
    float t = oro_max(0.5f - (x * x + y * y), 0.0f), t2 = t * t, t4 = t2 * t2;
    float along = g.x * x + g.y * y, pull = -8.0f * t2 * t * along;
    oro_noise n;
    n.value = t4 * along;
    n.du = t4 * g.x + pull * x;
    n.dv = t4 * g.y + pull * y;
    return n;
}

/// At lattice point (i, j) plus the fraction (fu, fv), all skewed; the slopes are along the skewed axes too.
ORO_CELL oro_noise oro_simplex_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv) {
    const float g = ORO_SIMPLEX_UNSKEW;
    float t = (fu + fv) * g, x = fu - t, y = fv - t;
    int32_t right = fu > fv ? 1 : 0; // which of the two triangles of the cell
    float mx = (float)right, my = 1.0f - mx;
    oro_noise a = oro_simplex_corner(oro_hash_point(seed, p, i, j), x, y);
    oro_noise b = oro_simplex_corner(oro_hash_point(seed, p, i + right, j + 1 - right), x - mx + g, y - my + g);
    oro_noise c = oro_simplex_corner(oro_hash_point(seed, p, i + 1, j + 1), x - 1.0f + 2.0f * g, y - 1.0f + 2.0f * g);
    const float norm = 69.4f; // 99.2 would bring the largest value to 1
    float dx = a.du + b.du + c.du, dy = a.dv + b.dv + c.dv, skewed = (dx + dy) * g;
    oro_noise n;
    n.value = norm * (a.value + b.value + c.value);
    n.du = norm * (dx - skewed);
    n.dv = norm * (dy - skewed);
    return n;
}

#endif
