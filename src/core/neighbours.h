// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sums of 16 neighbours along a line by doubling: 2, 4, 8, 16. With 512-bit registers all four doublings take one pass, which
// shifts pairs of registers; the loads of plain passes straddle cache lines at that width, and such loads take twice as long.
// Every sum is the same expression either way, so the bits are the same.
#ifndef ORO_CORE_NEIGHBOURS_H
#define ORO_CORE_NEIGHBOURS_H

#include <stdint.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { ORO_SUMS_BEFORE = 48 }; ///< floats before a line of sums that may be written for nothing

/// Sums of the 16 neighbours from each of 16 * `vectors` samples on, and in `few` sums of `some` (4 or 8; 0: not wanted). Looks
/// at 64 floats beyond the samples. Lines of sums begin with a cache line; `between` is another, to work in.
#if defined(__AVX512F__)
#define ORO_SHIFTED(a, b, by)                                                                                          \
    _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(b), _mm512_castps_si512(a), by))

static __attribute__((noinline)) void oro_sums_of_16(const float *line, float *sixteen, float *few, int32_t some,
                                                     float *between, int32_t vectors) {
    (void)between;
    // Each doubling is a vector behind the one before: it needs the next.
    __m512 one = _mm512_loadu_ps(line), two = one, four = one, eight = one;
    for (int32_t i = 0; i < vectors + 3; i++) {
        __m512 one1 = _mm512_loadu_ps(line + 16 * (i + 1));
        __m512 two1 = _mm512_add_ps(one, ORO_SHIFTED(one, one1, 1));
        __m512 four1 = _mm512_add_ps(two, ORO_SHIFTED(two, two1, 2));
        __m512 eight1 = _mm512_add_ps(four, ORO_SHIFTED(four, four1, 4));
        _mm512_store_ps(sixteen + 16 * (i - 3), _mm512_add_ps(eight, ORO_SHIFTED(eight, eight1, 8)));
        if (some == 4) _mm512_store_ps(few + 16 * (i - 1), four1);
        if (some == 8) _mm512_store_ps(few + 16 * (i - 2), eight1);
        one = one1, two = two1, four = four1, eight = eight1;
    }
}
#undef ORO_SHIFTED
#else
static __attribute__((noinline)) void oro_sums_fourfold(const float *restrict sums, int32_t apart, float *restrict out,
                                                        int32_t count) {
    const float *restrict b = sums + apart, *restrict c = sums + 2 * apart, *restrict d = sums + 3 * apart;
    for (int32_t x = 0; x < count; x++) out[x] = (sums[x] + b[x]) + (c[x] + d[x]);
}

static __attribute__((noinline)) void oro_sums_twofold(const float *restrict sums, int32_t apart, float *restrict out,
                                                       int32_t count) {
    const float *restrict b = sums + apart;
    for (int32_t x = 0; x < count; x++) out[x] = sums[x] + b[x];
}

static inline void oro_sums_of_16(const float *line, float *sixteen, float *few, int32_t some, float *between,
                                  int32_t vectors) {
    float *four = some == 4 ? few : between;
    oro_sums_fourfold(line, 1, four, 16 * vectors + 16);
    oro_sums_fourfold(four, 4, sixteen, 16 * vectors);
    if (some == 8) oro_sums_twofold(four, 4, few, 16 * vectors);
}
#endif

#endif
