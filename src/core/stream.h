// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Writing past the caches. A plain store to a line that is not in cache reads it first, so a map written costs 8 bytes a
// sample on the bus; a streaming store costs 4. That pays where a result is larger than any cache, and costs where the next
// reader would have found it there. The values are the same either way.
#ifndef ORO_CORE_STREAM_H
#define ORO_CORE_STREAM_H

#include "orogen/grid.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { ORO_STREAM_SPAN = 512 }; ///< samples that an operator computes in cache before it streams them

/// Are so many maps of this size so large together that whoever reads them next will not find them in cache?
static inline bool oro_stream_pays(const oro_grid *g, int32_t maps) {
    return (size_t)g->stride * (size_t)g->height * (size_t)maps * sizeof(float) > (size_t)32 << 20;
}

/// Copies `count` floats, which do not overlap. Call oro_stream_end() before another thread may read them.
static inline void oro_stream(float *restrict to, const float *restrict from, int32_t count) {
    int32_t i = 0;
#if defined(__x86_64__)
    int32_t head = (int32_t)((64 - ((uintptr_t)to & 63)) & 63) / 4;
    for (; i < head && i < count; i++) to[i] = from[i];
#if defined(__AVX512F__)
    for (; i + 16 <= count; i += 16) _mm512_stream_ps(to + i, _mm512_loadu_ps(from + i));
#elif defined(__AVX__)
    for (; i + 8 <= count; i += 8) _mm256_stream_ps(to + i, _mm256_loadu_ps(from + i));
#else
    for (; i + 4 <= count; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
#endif
#endif
    for (; i < count; i++) to[i] = from[i];
}

/// Copies 16 floats from one cache line to another. Call oro_stream_end() before another thread may read them.
static inline __attribute__((always_inline)) void oro_stream_16(float *restrict to, const float *restrict from) {
#if defined(__AVX512F__)
    _mm512_stream_ps(to, _mm512_load_ps(from));
#elif defined(__AVX__)
    for (int32_t i = 0; i < 16; i += 8) _mm256_stream_ps(to + i, _mm256_load_ps(from + i));
#elif defined(__x86_64__)
    for (int32_t i = 0; i < 16; i += 4) _mm_stream_ps(to + i, _mm_load_ps(from + i));
#else
    for (int32_t i = 0; i < 16; i++) to[i] = from[i];
#endif
}

/// Makes everything streamed by this thread visible.
static inline void oro_stream_end(void) {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

#endif
