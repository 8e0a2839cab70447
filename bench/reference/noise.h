// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Plain noise to measure against.
#ifndef ORO_BENCH_REFERENCE_NOISE_H
#define ORO_BENCH_REFERENCE_NOISE_H

/// Fills the permutation table. Call it once, before any thread starts.
void reference_noise_seed(unsigned seed);

/// Improved Perlin noise, summed over octaves (lacunarity 2, gain 1/2), for rows [y0, y1) of a map `width` samples wide:
/// sample (x, y) is at (x, y) / wavelength.
void reference_perlin_fbm(float *out, int width, int y0, int y1, float wavelength, int octaves);

/// Cellular noise: distance to the nearest of one random point per lattice cell, 3x3 cells searched.
void reference_cellular(float *out, int width, int y0, int y1, float wavelength);

#endif
