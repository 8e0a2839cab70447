// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Energy of waves by fetch: how far open water reaches in 32 directions, up to a limit, weighed by how much the wind blows from
// each. Fetch is not traced along rays. It is carried with the waves, row by row: F(here) = F(one row up the wind, between two samples) +
// the way from there, 0 on land, the limit beyond the map. So a direction is one pass over the map, and shadows behind
// capes soften with distance, as those of waves do.
//
// Then it is smoothed along the shore and carried inland: a mean over the water nearby, and where there is none nearby, over the
// water further off. All at the grain; eight pieces of four directions side by side, added in their order: 36 bytes per coarse sample.
#ifndef ORO_COAST_WAVES_H
#define ORO_COAST_WAVES_H

#include "core/math.cell.h"
#include "run/loops.h"
#include "solve/gaussian.h"

#include <string.h>

enum { WAVE_DIRECTIONS = 32, WAVE_PIECES = 8 };
static const double WAVE_ALONG = 70.0, WAVE_INLAND = 300.0; ///< m: deviations of the two means

typedef struct waves {
    float fetch;         ///< m
    float wind;          ///< degrees clockwise from north: where it blows from
    float swell;         ///< 0..1: part of the waves that come from everywhere alike
    const float *open;   ///< 1 at sea, 0 on land
    const float *turned; ///< the same, rows and columns exchanged
    int32_t width, height;
    float cell;
    bool wrap;
    float *sums; ///< of each piece; of the last four, turned
    float *rows; ///< of each piece: two of the longest, with a sample more on either side
} waves;

/// How much comes from direction k; `ux` to the east and `uy` to the south point to where the waves come from.
static inline float wave_weight(const waves *v, int32_t k, float *ux, float *uy) {
    float angle = 2.0f * ORO_PI * ((float)k + 0.5f) / (float)WAVE_DIRECTIONS, wind = v->wind * (ORO_PI / 180.0f);
    *ux = oro_sin(angle), *uy = -oro_cos(angle);
    float along = *ux * oro_sin(wind) - *uy * oro_cos(wind);
    return v->swell + (1.0f - v->swell) * oro_max(along, 0.0f);
}

/// One row of fetch from the one up the wind; `shift` is how far east the waves come from, in samples.
static __attribute__((noinline)) void wave_row(int32_t n, const float *restrict from, const float *restrict open,
                                               float shift, float way, float fetch, float weight, float *restrict to,
                                               float *restrict sum) {
    float part = shift < 0.0f ? 1.0f + shift : shift;
    const float *west = shift < 0.0f ? from - 1 : from;
    for (int32_t x = 0; x < n; x++) {
        float f = oro_min(west[x] + (west[x + 1] - west[x]) * part + way, fetch) * open[x];
        to[x] = f;
        sum[x] += weight * f;
    }
}

/// One direction over a map of w x h samples, with the waves coming more from above or below than from the sides.
static inline void wave_pass(const waves *v, const float *open, int32_t w, int32_t h, float ux, float uy, float weight,
                             float *rows, float *sum) {
    float way = v->cell / oro_abs(uy), shift = ux / oro_abs(uy);
    float *from = rows + 1, *to = rows + w + 3;
    int32_t rounds = v->wrap ? 2 : 1; // the first of two only finds what comes over the seam
    for (int32_t x = -1; x <= w; x++) from[x] = v->wrap ? 0.0f : v->fetch;
    for (int32_t n = 0; n < rounds * h; n++) {
        int32_t y = uy < 0.0f ? n % h : h - 1 - n % h;
        size_t at = (size_t)y * (size_t)w;
        from[-1] = v->wrap ? from[w - 1] : v->fetch;
        from[w] = v->wrap ? from[0] : v->fetch;
        wave_row(w, from, open + at, shift, way, v->fetch, n / h == rounds - 1 ? weight : 0.0f, to, sum + at);
        float *other = from;
        from = to;
        to = other;
    }
}

static inline void wave_piece(const void *user, int32_t piece) {
    const waves *v = user;
    size_t count = (size_t)v->width * (size_t)v->height;
    int32_t longest = v->width > v->height ? v->width : v->height, seen = 0;
    float *sum = v->sums + (size_t)piece * count, *rows = v->rows + (size_t)piece * 2 * (size_t)(longest + 2);
    bool turned = piece >= WAVE_PIECES / 2;
    memset(sum, 0, count * sizeof(float));
    for (int32_t k = 0; k < WAVE_DIRECTIONS; k++) {
        float ux, uy, weight = wave_weight(v, k, &ux, &uy) / v->fetch;
        if ((oro_abs(ux) > oro_abs(uy)) != turned ||
            seen++ / (WAVE_DIRECTIONS / WAVE_PIECES) != piece % (WAVE_PIECES / 2))
            continue;
        if (turned)
            wave_pass(v, v->turned, v->height, v->width, uy, ux, weight, rows, sum);
        else
            wave_pass(v, v->open, v->width, v->height, ux, uy, weight, rows, sum);
    }
}

/// Energy on water, 0 on land, into `energy`; its mask into `water`. Both have the geometry of `ground`, whose sea is at 0.
static inline oro_status wave_fetch(oro_run *r, waves *v, const oro_grid *ground, oro_grid *energy, oro_grid *water) {
    int32_t w = v->width = ground->width, h = v->height = ground->height, longest = w > h ? w : h;
    size_t count = (size_t)w * (size_t)h;
    float *open = oro_scratch(r, count * sizeof(float)), *turned = oro_scratch(r, count * sizeof(float));
    v->sums = oro_scratch(r, WAVE_PIECES * count * sizeof(float));
    v->rows = oro_scratch(r, WAVE_PIECES * 2 * (size_t)(longest + 2) * sizeof(float));
    if (!open || !turned || !v->sums || !v->rows) return ORO_NO_MEMORY;
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            float is = oro_row(ground, y)[x] < 0.0f ? 1.0f : 0.0f;
            open[(size_t)y * (size_t)w + (size_t)x] = turned[(size_t)x * (size_t)h + (size_t)y] = is;
            oro_row(water, y)[x] = is;
        }
    v->open = open, v->turned = turned, v->cell = (float)ground->cell, v->wrap = ground->wrap;
    oro_status status = oro_for_blocks(r, WAVE_PIECES, wave_piece, v);
    if (status != ORO_OK) return status;
    float all = 0.0f, ux, uy;
    for (int32_t k = 0; k < WAVE_DIRECTIONS; k++) all += wave_weight(v, k, &ux, &uy);
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            float sum = 0.0f;
            for (int32_t piece = 0; piece < WAVE_PIECES; piece++) {
                bool over = piece >= WAVE_PIECES / 2;
                size_t at = over ? (size_t)x * (size_t)h + (size_t)y : (size_t)y * (size_t)w + (size_t)x;
                sum += v->sums[(size_t)piece * count + at];
            }
            oro_row(energy, y)[x] = sum / oro_max(all, 1e-6f);
        }
    return ORO_OK;
}

/// Means over the water nearby, everywhere; `energy` is replaced.
static inline oro_status wave_smooth(oro_run *r, oro_grid *energy, const oro_grid *water) {
    oro_grid near[2], wide[2];
    const oro_grid *from[2] = {energy, water};
    for (int32_t i = 0; i < 2; i++) {
        near[i] = oro_scratch_grid(r, energy), wide[i] = oro_scratch_grid(r, energy);
        if (!near[i].data || !wide[i].data) return ORO_NO_MEMORY;
        oro_status status = oro_gaussian_blur(r, from[i], &near[i], WAVE_ALONG, NULL);
        if (status == ORO_OK) status = oro_gaussian_blur(r, from[i], &wide[i], WAVE_INLAND, NULL);
        if (status != ORO_OK) return status;
    }
    for (int32_t y = 0; y < energy->height; y++)
        for (int32_t x = 0; x < energy->width; x++) {
            float sum = oro_row(&near[0], y)[x] + 0.02f * oro_row(&wide[0], y)[x];
            float all = oro_row(&near[1], y)[x] + 0.02f * oro_row(&wide[1], y)[x];
            oro_row(energy, y)[x] = all > 1e-6f ? oro_clamp(sum / all, 0.0f, 1.0f) : 0.0f;
        }
    return ORO_OK;
}

#endif
