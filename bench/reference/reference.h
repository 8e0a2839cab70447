// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Plain references: the same job as an operator in textbook C, compiled with -O3 -march=native and run on the same threads.
// A ratio to one of these says what the operator's design gains or costs; a time alone says nothing on a shared machine.
#ifndef ORO_BENCH_REFERENCE_H
#define ORO_BENCH_REFERENCE_H

/// One pass of a job over the rows [y0, y1) of maps of width x height floats without padding, `cell` metres apart.
/// `a` and `b` are inputs (NULL where the job has none), `out` the output. A second pass reads what the first wrote as `a`.
typedef void ref_rows(float *out, const float *a, const float *b, int width, int height, int y0, int y1, double cell);

// noise.c
ref_rows ref_fbm;      ///< gradient noise, 5 octaves, lacunarity 2, gain 0.5, longest wave a quarter of the map
ref_rows ref_cellular; ///< distance to the nearest of one jittered point per cell, 64 cells along the map

// plain.c
ref_rows ref_copy;         ///< STREAM: out = a
ref_rows ref_triad;        ///< STREAM: out = a + 3 b
ref_rows ref_add;          ///< out = a + b
ref_rows ref_table;        ///< out = a table of 1024 entries read at a, linearly between them, a from 0 to 500
ref_rows ref_slope;        ///< degrees by central differences and atanf
ref_rows ref_blur_columns; ///< Gaussian along x, deviation REF_BLUR_CELLS cells, cut at three deviations
ref_rows ref_blur_rows;    ///< the same along y

// droplets.c
ref_rows ref_droplets; ///< racy droplets on the map a first pass copied, in place: 2 a sample, brush 3, 30 steps

enum { REF_BLUR_CELLS = 4 };

#endif
