// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What all lattice noises share. A position is a lattice point (two integers) and a fraction in [0,1] (two floats), so
// that nothing is lost far from the origin. Every lattice point gets its random bits from a hash of its coordinates and
// a seed; there is no table, so nothing repeats before 2^32 points and extending a map never changes what was there.
#ifndef ORO_NOISE_LATTICE_CELL_H
#define ORO_NOISE_LATTICE_CELL_H

#include "core/cell.h"

/// A noise at a point, and its slopes along the two lattice axes where the basis knows them.
typedef struct oro_noise {
    float value; ///< in [-1,1]
    float du, dv;
} oro_noise;

typedef struct oro_vec2 {
    float x, y;
} oro_vec2;

/// Which lattice points are the same point: those that differ by whole multiples of (a, 0) and of (b, d). a = 0: none
/// are.
typedef struct oro_period {
    int32_t a, b, d;
} oro_period;

typedef struct oro_lattice_point {
    int32_t i, j;
} oro_lattice_point;

/// Floor of v / m for |v| < 2^24 and m > 0: the quotient of floats is off by at most one.
ORO_CELL int32_t oro_small_quotient(int32_t v, int32_t m) {
    int32_t q = oro_floor_int((float)v / (float)m), r = v - q * m;
    q = r < 0 ? q - 1 : q;
    return r >= m ? q + 1 : q;
}

/// The one of all equal lattice points that is hashed. |i|, |j| < 2^23 where there is a period.
ORO_CELL oro_lattice_point oro_wrap_point(oro_period p, int32_t i, int32_t j) {
    oro_lattice_point r;
    r.i = i;
    r.j = j;
    if (p.a > 0) { // known when compiling, or the same for a whole row
        int32_t turns = oro_small_quotient(j, p.d);
        r.j = j - turns * p.d;
        r.i = i - turns * p.b;
        r.i -= oro_small_quotient(r.i, p.a) * p.a;
    }
    return r;
}

// oro_hash2() in two steps, the first of which is the same for a whole row of lattice points.
ORO_CELL uint32_t oro_hash_line(uint32_t seed, int32_t j) { return oro_mix32((uint32_t)j * 0x85ebca77U ^ seed); }
ORO_CELL uint32_t oro_hash_on_line(uint32_t line, int32_t i) { return oro_mix32((uint32_t)i * 0x9e3779b1U ^ line); }

/// The random bits of a lattice point.
ORO_CELL uint32_t oro_hash_point(uint32_t seed, oro_period p, int32_t i, int32_t j) {
    oro_lattice_point w = oro_wrap_point(p, i, j);
    return oro_hash2(seed, w.i, w.j);
}

/// Uniform in [-1,1).
ORO_CELL float oro_signed_unit(uint32_t hash) { return (float)(int32_t)hash * (1.0f / 2147483648.0f); }

/// A unit vector whose direction is uniform: two bits choose the quarter of the circle, the rest the angle in it by
/// polynomials of sine and cosine (length within 2e-5 of 1).
ORO_CELL oro_vec2 oro_direction(uint32_t hash) {
    float t = oro_signed_unit(hash << 2), z = t * t;
    float s = t * ((0.00243609468f * z - 0.0807252297f) * z + 0.78539704f);
    float c = (0.0153718151f * z - 0.308245104f) * z + 0.999990035f;
    float sign = (hash & 0x80000000U) != 0u ? -1.0f : 1.0f;
    bool turned = (hash & 0x40000000U) != 0u;
    oro_vec2 v;
    v.x = sign * (turned ? s : c);
    v.y = sign * (turned ? c : s);
    return v;
}

/// Perlin's quintic (2002): 0 to 1 with two vanishing derivatives at both ends, so heights have no creases.
ORO_CELL float oro_fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
ORO_CELL float oro_fade_slope(float t) { return 30.0f * t * t * (t * (t - 2.0f) + 1.0f); }

/// How much of an octave a grid can carry: all from four cells a wavelength, nothing at two (Nyquist) and below.
ORO_CELL float oro_band_limit(float wavelength, float cell) { return oro_smoothstep(2.0f, 4.0f, wavelength / cell); }

#endif
