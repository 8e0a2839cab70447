// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Logarithm and exponential in double precision, for sums whose terms cancel (radial functions). Written with exactly rounded
// operations, so that every machine gives the same bits, and without branches, so that loops over them vectorise. Both
// within 2e-15 of the result (the logarithm of numbers near 1: of 1e-16).
#ifndef ORO_SOLVE_REAL_H
#define ORO_SOLVE_REAL_H

#include <stdint.h>
#include <string.h>

static inline __attribute__((always_inline)) uint64_t oro_real_bits(double v) {
    uint64_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

static inline __attribute__((always_inline)) double oro_real_of_bits(uint64_t b) {
    double v;
    memcpy(&v, &b, sizeof v);
    return v;
}

/// Natural logarithm of a positive, normal number: v = 2^k m with m within a root of 2 of 1, and ln m = 2 artanh s.
static inline __attribute__((always_inline)) double oro_real_log(double v) {
    uint64_t bits = oro_real_bits(v), k = (bits + 0x00095f619980c433U) >> 52; // 1 less the root of 1/2, as bits
    double m = oro_real_of_bits(bits - ((k - 1023U) << 52));
    double exponent = oro_real_of_bits(k | 0x4330000000000000U) - 4503599627371519.0; // 2^52 + 1023
    double s = (m - 1.0) / (m + 1.0), z = s * s;
    double p = 1.0 / 21.0;
    p = p * z + 1.0 / 19.0;
    p = p * z + 1.0 / 17.0;
    p = p * z + 1.0 / 15.0;
    p = p * z + 1.0 / 13.0;
    p = p * z + 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z + 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z + 1.0 / 3.0;
    p = p * z + 1.0;
    return exponent * 0.6931471805599453 + 2.0 * s * p;
}

/// e^v for v from -700 to 0, held there below: near enough to nothing.
static inline __attribute__((always_inline)) double oro_real_exp(double v) {
    double c = v > -700.0 ? v : -700.0;
    double shifted = c * 1.4426950408889634 + 6755399441055744.0, n = shifted - 6755399441055744.0; // 1.5 * 2^52
    double r = (c - n * 0.6931471803691238) - n * 1.9082149292705877e-10;                           // ln 2 in two parts
    double p = 1.0 / 6227020800.0;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return p * oro_real_of_bits((oro_real_bits(shifted) + 1023U) << 52);
}

#endif
