// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Elementary functions of floats that give the same bits on every machine and in every vector width: additions,
// multiplications, divisions and square roots (all correctly rounded by IEEE 754), bit operations and selects; no
// calls, no branches, no tables. Each comment states the largest error in ulp (units in the last place of the exact
// result) found over all 2^32 arguments, or over 4 10^7 pairs for two arguments; tests/test_math.c tries it again.
//
// The polynomials are minimax fits (Remez exchange) of the power series after the usual range reductions: Cody and
// Waite, "Software Manual for the Elementary Functions", 1980. Where 24 bits are too few a value is carried as a sum of
// two floats (Dekker 1971), split by clearing low bits, since a fused multiply-add would give other bits where there is
// none.
#ifndef ORO_CORE_MATH_CELL_H
#define ORO_CORE_MATH_CELL_H

#include "core/cell.h"

#ifdef __OPENCL_VERSION__
ORO_CELL uint32_t oro_bits(float v) { return as_uint(v); }
ORO_CELL float oro_from_bits(uint32_t b) { return as_float(b); }
ORO_CELL float oro_sqrt(float v) { return sqrt(v); }
#else
ORO_CELL uint32_t oro_bits(float v) {
    uint32_t b;
    __builtin_memcpy(&b, &v, sizeof b);
    return b;
}
ORO_CELL float oro_from_bits(uint32_t b) {
    float v;
    __builtin_memcpy(&v, &b, sizeof v);
    return v;
}
ORO_CELL float oro_sqrt(float v) { return __builtin_sqrtf(v); }
#endif

#define ORO_PI       3.14159265f
#define ORO_INFINITY oro_from_bits(0x7f800000U)
#define ORO_NAN      oro_from_bits(0x7fc00000U)

/// Adding and subtracting it rounds a float of at most 2^22 to the nearest integer; the sum's low bits are that
/// integer.
#define ORO_ROUNDER 12582912.0f

/// Nearest integer, halves to even. |v| <= 2^22.
ORO_CELL float oro_round(float v) { return (v + ORO_ROUNDER) - ORO_ROUNDER; }

/// v without the last 12 bits of its mantissa, so that the product of two such floats is exact.
ORO_CELL float oro_upper_half(float v) { return oro_from_bits(oro_bits(v) & 0xfffff000U); }

/// v with the sign of `sign`.
ORO_CELL float oro_copysign(float v, float sign) {
    return oro_from_bits((oro_bits(v) & 0x7fffffffU) | (oro_bits(sign) & 0x80000000U));
}

/// v * 2^n for |n| <= 252, in two steps so that denormal results are rounded once.
ORO_CELL float oro_scale_by_power_of_2(float v, int32_t n) {
    int32_t part = n / 2;
    return v * oro_from_bits((uint32_t)(part + 127) << 23) * oro_from_bits((uint32_t)(n - part + 127) << 23);
}

/// e^v, within 1.1 ulp. Overflows to infinity, underflows through the denormals to 0.
ORO_CELL float oro_exp(float v) {
    float c = oro_clamp(v, -105.0f, 90.0f);
    float n = oro_round(c * 1.44269504f);
    float r = (c - n * 0.693145751953125f) - n * 1.42860677e-6f; // ln 2 in 16 + 24 bits; the first product is exact
    float p = 0.00139505245f;
    p = p * r + 0.00836890822f;
    p = p * r + 0.0416662053f;
    p = p * r + 0.166665187f;
    p = p * r + 0.50000001f;
    float e = oro_scale_by_power_of_2(1.0f + (r + r * r * p), (int32_t)n);
    return v != v ? v : e;
}

/// 2^r for |r| <= 1/2 and a little more.
ORO_CELL float oro_exp2_fraction(float r) {
    float p = 0.000154697571f;
    p = p * r + 0.00134100299f;
    p = p * r + 0.00961803071f;
    p = p * r + 0.0555029723f;
    p = p * r + 0.240226511f;
    p = p * r + 0.693147225f;
    return 1.0f + r * p;
}

/// 2^v, within 1.3 ulp; exact for integers.
ORO_CELL float oro_exp2(float v) {
    float c = oro_clamp(v, -152.0f, 130.0f);
    float n = oro_round(c);
    float e = oro_scale_by_power_of_2(oro_exp2_fraction(c - n), (int32_t)n);
    return v != v ? v : e;
}

/// A positive finite float taken apart: v = mantissa * 2^exponent with the mantissa in [0.7071, 1.4142).
typedef struct oro_parts {
    float mantissa, exponent;
} oro_parts;

ORO_CELL oro_parts oro_take_apart(float v) {
    bool denormal = v < 1.17549435e-38f;
    uint32_t b = oro_bits(denormal ? v * 8388608.0f : v);
    int32_t e = (int32_t)(b - 0x3f3504f3U) >> 23; // the subtrahend is sqrt(1/2)
    oro_parts p;
    p.mantissa = oro_from_bits(b - ((uint32_t)e << 23));
    p.exponent = (float)(denormal ? e - 23 : e);
    return p;
}

/// The value of a logarithm at 0, infinity, NaN and below 0.
ORO_CELL float oro_log_special(float v, float result) {
    float r = v == ORO_INFINITY ? v : result;
    r = v > 0.0f ? r : (v == 0.0f ? -ORO_INFINITY : ORO_NAN);
    return v != v ? v : r;
}

/// Natural logarithm, within 1.0 ulp. -infinity at 0, NaN below.
ORO_CELL float oro_log(float v) {
    oro_parts p = oro_take_apart(v);
    float f = p.mantissa - 1.0f, s = f / (2.0f + f), z = s * s; // log(1+f) = 2 atanh(s)
    float q = 0.236187247f;
    q = q * z + 0.28535986f;
    q = q * z + 0.400003399f;
    q = q * z + 0.666666658f;
    float square = 0.5f * f * f;
    float low = s * (square + z * q) + p.exponent * 1.42860677e-6f;
    return oro_log_special(v, p.exponent * 0.693145751953125f - ((square - low) - f));
}

/// log2 of a positive finite float as the sum of two, to about 30 bits.
typedef struct oro_two {
    float hi, lo;
} oro_two;

ORO_CELL oro_two oro_log2_two(float v) {
    oro_parts p = oro_take_apart(v);
    float f = p.mantissa - 1.0f, d = p.mantissa + 1.0f, d_lost = p.mantissa - (d - 1.0f);
    float inverse = 1.0f / d, s = f * inverse, z = s * s;
    float sh = oro_upper_half(s), dh = oro_upper_half(d), dl = (d - dh) + d_lost;
    float sl = ((f - sh * dh) - sh * dl) * inverse; // f / (2 + f) = sh + sl
    float q = 0.34074617f;
    q = q * z + 0.411687256f;
    q = q * z + 0.57708292f;
    q = q * z + 0.961796681f;
    float hi = sh * 2.88476562f; // 2 / ln 2 in 12 + 24 bits; the product is exact
    float lo = sl * 2.88476562f + (s * 0.000624456792f + s * z * q);
    float sum = p.exponent + hi;
    lo += hi - (sum - p.exponent);
    oro_two r;
    r.hi = sum + lo;
    r.lo = lo - (r.hi - sum);
    return r;
}

/// Logarithm to base 2, within 0.6 ulp; exact for powers of 2. -infinity at 0, NaN below.
ORO_CELL float oro_log2(float v) { return oro_log_special(v, oro_log2_two(v).hi); }

/// x^y for x >= 0, within 7 ulp; NaN below 0 (a power of a negative number is no use to a terrain) and where either is
/// NaN. 0 and infinity as in C: 0^y is 0, 1 or infinity for y above, at and below 0.
ORO_CELL float oro_pow(float x, float y) {
    oro_two l = oro_log2_two(oro_clamp(x, 1.0e-45f, 3.40282347e38f));
    float c = oro_clamp(y, -1.0e12f, 1.0e12f); // more changes nothing: the nearest float to 1 already overflows
    float ch = oro_upper_half(c), lh = oro_upper_half(l.hi);
    float hi = ch * lh, lo = ch * (l.hi - lh) + ((c - ch) * l.hi + c * l.lo);
    float sum = hi + lo;
    lo = oro_clamp(lo - (sum - hi), -1.0f, 1.0f);
    hi = oro_clamp(sum, -152.0f, 130.0f);
    float n = oro_round(hi);
    float r = oro_scale_by_power_of_2(oro_exp2_fraction((hi - n) + lo), (int32_t)n);
    float edge = x == 0.0f ? -y : y; // at 0 and infinity only the sign of y counts
    float limit = edge > 0.0f ? ORO_INFINITY : 0.0f;
    limit = edge == 0.0f ? 1.0f : limit;
    r = x == 0.0f ? limit : r;
    r = x == ORO_INFINITY ? limit : r;
    r = x >= 0.0f ? r : ORO_NAN;
    return y != y ? y : r;
}

/// x^y for x in [0,1] and y in (0,64], within 1e-5 of the result: the lighter one for shaping curves. 0^y is 0.
ORO_CELL float oro_pow_unit(float x, float y) {
    float l = oro_log2_two(x).hi * y;
    float r = oro_exp2(oro_max(l, -140.0f));
    return oro_from_bits(oro_bits(r) & (x > 0.0f ? ~0u : 0u));
}

/// Sine or cosine of an angle after reduction: n quarter turns and r in [-pi/4, pi/4].
typedef struct oro_quarter {
    float r;
    uint32_t n;
} oro_quarter;

/// pi/2 in 8+8+8+8+24 bits, so that the first four products with n < 2^16 are exact.
ORO_CELL oro_quarter oro_reduce_angle(float v) {
    float c = oro_clamp(v, -102900.0f, 102900.0f);
    float shifted = c * 0.636619772f + ORO_ROUNDER, n = shifted - ORO_ROUNDER;
    float r = ((c - n * 1.5703125f) - n * 0.000482559204f) - n * 1.2665987e-6f;
    oro_quarter q;
    q.r = (r - n * 9.89530236e-10f) - n * 2.56334407e-12f;
    q.n = oro_bits(shifted);
    return q;
}

/// Sine of q.r plus q.n quarter turns.
ORO_CELL float oro_sin_quarter(oro_quarter q) {
    float r = q.r, z = r * r;
    float s = -0.000195006169f;
    s = s * z + 0.00833207631f;
    s = s * z - 0.166666543f;
    s = r + r * z * s;
    float c = 2.44604823e-5f;
    c = c * z - 0.00138876297f;
    c = c * z + 0.0416666543f;
    float drop = 0.5f * z, top = 1.0f - drop;
    c = top + (((1.0f - top) - drop) + z * z * c);
    float v = (q.n & 1u) ? c : s;
    return oro_from_bits(oro_bits(v) ^ ((q.n & 2u) << 30));
}

/// Sine of an angle in radians: within 3.6 ulp for |v| <= 102900. Beyond that the angle is held at the limit: the
/// result stays in [-1,1] but means nothing. NaN for infinity.
ORO_CELL float oro_sin(float v) {
    float s = oro_sin_quarter(oro_reduce_angle(v));
    s = v == 0.0f ? v : s;
    return v - v == 0.0f ? s : ORO_NAN;
}

/// Cosine of an angle in radians: within 3.6 ulp for |v| <= 102900; beyond as the sine.
ORO_CELL float oro_cos(float v) {
    oro_quarter q = oro_reduce_angle(v);
    q.n += 1u;
    float c = oro_sin_quarter(q);
    return v - v == 0.0f ? c : ORO_NAN;
}

/// Tangent of an angle in radians: within 6.5 ulp for |v| <= 102900; beyond as the sine.
ORO_CELL float oro_tan(float v) { return oro_sin(v) / oro_cos(v); }

/// Angle of the vector (x, y) in radians, in [-pi, pi]: within 2.5 ulp. Signed zeros and infinities as in C.
ORO_CELL float oro_atan2(float y, float x) {
    float ax = oro_abs(x), ay = oro_abs(y);
    bool steep = ay > ax;
    float large = steep ? ay : ax, small = steep ? ax : ay;
    bool endless = large == ORO_INFINITY;
    small = endless ? (small == ORO_INFINITY ? 1.0f : 0.0f) : small;
    large = endless || large == 0.0f ? 1.0f : large;
    float scale = large > 1.0e30f ? 9.09494702e-13f : (large < 1.0e-25f ? 1.09951163e12f : 1.0f); // 2^-40, 2^40
    small *= scale;
    large *= scale;
    bool wide = small > 0.414213562f * large; // beyond an eighth of pi: atan a/b = pi/4 + atan (a-b)/(a+b)
    float t = (wide ? small - large : small) / (wide ? small + large : large);
    float z = t * t;
    float p = -0.0603090874f;
    p = p * z + 0.105805965f;
    p = p * z - 0.14242858f;
    p = p * z + 0.199985278f;
    p = p * z - 0.333333186f;
    float a = t + (t * z * p + (wide ? -2.18556941e-8f : 0.0f));
    a = wide ? 0.785398185f + a : a;
    a = steep ? 1.57079637f - (a + 4.37113883e-8f) : a;
    a = (oro_bits(x) >> 31) != 0u ? 3.14159274f - (a + 8.74227766e-8f) : a;
    a = oro_copysign(a, y);
    a = x != x ? x : a;
    return y != y ? y : a;
}

/// Arc tangent, within 2.0 ulp.
ORO_CELL float oro_atan(float v) { return oro_atan2(v, 1.0f); }

/// Arc sine for |v| <= 1, within 3 ulp; NaN beyond.
ORO_CELL float oro_asin(float v) { return oro_atan2(v, oro_sqrt((1.0f - v) * (1.0f + v))); }

/// Arc cosine for |v| <= 1, within 3 ulp; NaN beyond.
ORO_CELL float oro_acos(float v) { return oro_atan2(oro_sqrt((1.0f - v) * (1.0f + v)), v); }

#endif
