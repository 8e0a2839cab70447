// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Value noise: a random number in [-1,1] at every lattice point, blended by the quintic. Rms 0.40. Blocky: the lattice shows
// more than in the other bases.
#ifndef ORO_NOISE_VALUE_CELL_H
#define ORO_NOISE_VALUE_CELL_H

#include "lattice.cell.h"

/// At lattice point (i, j) plus the fraction (fu, fv).
ORO_CELL oro_noise oro_value_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv) {
    float v00 = oro_signed_unit(oro_hash_point(seed, p, i, j));
    float v10 = oro_signed_unit(oro_hash_point(seed, p, i + 1, j));
    float v01 = oro_signed_unit(oro_hash_point(seed, p, i, j + 1));
    float v11 = oro_signed_unit(oro_hash_point(seed, p, i + 1, j + 1));
    float u = oro_fade(fu), v = oro_fade(fv);
    float top = oro_mix(v00, v10, u), bottom = oro_mix(v01, v11, u);
    oro_noise n;
    n.value = oro_mix(top, bottom, v);
    n.du = oro_fade_slope(fu) * oro_mix(v10 - v00, v11 - v01, v);
    n.dv = oro_fade_slope(fv) * (bottom - top);
    return n;
}

#endif
