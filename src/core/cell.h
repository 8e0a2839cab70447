// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The common ground of C17 and OpenCL C 1.2, for headers named *.cell.h: fixed-width types and the few helpers whose
// result must be the same bits on every machine. Cell functions take values and return values or structs; no pointers
// (OpenCL has address spaces), no doubles, no library calls. Structs that a kernel takes as an argument hold no bool, whose
// size OpenCL leaves open.
#ifndef ORO_CORE_CELL_H
#define ORO_CORE_CELL_H

#ifdef __OPENCL_VERSION__
// A fused multiply-add rounds once where two operations round twice. The pragma holds from here to the end of the program, so
// every cell header includes this one before it writes a line; C has it from the command line (-ffp-contract=off).
#pragma OPENCL FP_CONTRACT OFF
typedef int int32_t;
typedef uint uint32_t;
typedef ulong uint64_t;
typedef long int64_t;
#define ORO_CELL static inline
#else
#include <stdbool.h>
#include <stdint.h>
#define ORO_CELL static inline __attribute__((always_inline))
#endif

// Comparisons written so that compilers turn them into one min or max instruction; a NaN in `a` gives `b`.
ORO_CELL float oro_min(float a, float b) { return a < b ? a : b; }
ORO_CELL float oro_max(float a, float b) { return a > b ? a : b; }
ORO_CELL float oro_clamp(float v, float lo, float hi) { return oro_min(oro_max(v, lo), hi); }
ORO_CELL float oro_mix(float a, float b, float t) { return a + (b - a) * t; }
ORO_CELL float oro_abs(float v) { return v < 0.0f ? -v : v; }

/// Floor as an integer. The argument must lie in [-2^30, 2^30]: clamp before, since C and the hardware disagree outside.
ORO_CELL int32_t oro_floor_int(float v) {
    int32_t i = (int32_t)v;
    return i - ((float)i > v);
}

/// 0 at and below lo, 1 at and above hi, 3t²-2t³ between. lo < hi.
ORO_CELL float oro_smoothstep(float lo, float hi, float v) {
    float t = oro_clamp((v - lo) / (hi - lo), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// --- counter-based random numbers: a hash of (seed, what, index), never a running state ------------------------------

/// Scrambles 32 bits so that every output bit depends on every input bit (a bijection).
ORO_CELL uint32_t oro_mix32(uint32_t v) {
    v ^= v >> 16;
    v *= 0x7feb352dU;
    v ^= v >> 15;
    v *= 0x846ca68bU;
    v ^= v >> 16;
    return v;
}

/// A hash of a lattice point.
ORO_CELL uint32_t oro_hash2(uint32_t seed, int32_t x, int32_t y) {
    return oro_mix32((uint32_t)x * 0x9e3779b1U ^ oro_mix32((uint32_t)y * 0x85ebca77U ^ seed));
}

/// Uniform in [0,1): the top 24 bits.
ORO_CELL float oro_unit(uint32_t hash) { return (float)(int32_t)(hash >> 8) * (1.0f / 16777216.0f); }

#endif
