// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Value noise: a random number at every lattice point, blended by the quintic. Within 0.8, rms 0.37 (near that of
// gradient noise, so that the relief stays when the basis changes). Blocky: the lattice shows more than in the other
// bases.
#ifndef ORO_NOISE_VALUE_CELL_H
#define ORO_NOISE_VALUE_CELL_H

#include "core/cell.h"
#include "lattice.cell.h"

/// The number at a lattice point.
ORO_CELL float oro_lattice_value(uint32_t hash) { return 0.8f * oro_signed_unit(hash); }

/// At lattice point (i, j) plus the fraction (fu, fv).
ORO_CELL oro_noise oro_value_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv) {
    float v00 = oro_lattice_value(oro_hash_point(seed, p, i, j));
    float v10 = oro_lattice_value(oro_hash_point(seed, p, i + 1, j));
    float v01 = oro_lattice_value(oro_hash_point(seed, p, i, j + 1));
    float v11 = oro_lattice_value(oro_hash_point(seed, p, i + 1, j + 1));
    float u = oro_fade(fu), v = oro_fade(fv);
    float top = oro_mix(v00, v10, u), bottom = oro_mix(v01, v11, u);
    oro_noise n;
    n.value = oro_mix(top, bottom, v);
    n.du = oro_fade_slope(fu) * oro_mix(v10 - v00, v11 - v01, v);
    n.dv = oro_fade_slope(fv) * (bottom - top);
    return n;
}

#endif
