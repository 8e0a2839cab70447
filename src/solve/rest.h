// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One step of rest for a bed that is being eroded: some of a 3 x 3 binomial average, and slopes above the talus slide. Both
// exchange material between pairs of neighbours, the same amount given as taken, so nothing is gained or lost. Reads base and change of three rows (24 bytes per sample, from cache but for 8) and writes 4.
#ifndef ORO_SOLVE_REST_H
#define ORO_SOLVE_REST_H

#include "core/cell.h"
#include "run/loops.h"

#include <string.h>

/// A bed and how to let it rest. The outermost samples of one that does not wrap take no part: they are its base level.
typedef struct oro_rest {
    int32_t width, height, stride;
    bool wrap;
    const float *base; ///< the ground under the change
    float *change;     ///< before, and after the step too
    float *next;       ///< a plane to work in
    const float *soft; ///< the harder of two neighbours holds this share of what would slide; NULL: all of it slides
    float smoothing;   ///< 0..1
    float talus;       ///< largest difference of neighbours that holds
    float slide; ///< share of the excess that crosses a pair in one step: 6 slide + smoothing / 2 must stay below 1
} oro_rest;

/// Adds to `out` what samples [x0, x1) of row y get from their neighbours `shift` samples on in row `other`.
static inline void rest_pairs(const oro_rest *a, int32_t y, int32_t other, int32_t x0, int32_t x1, int32_t shift,
                              bool corner, float *restrict out) {
    const float *restrict base = a->base + (ptrdiff_t)y * a->stride, *restrict change =
                                                                         a->change + (ptrdiff_t)y * a->stride;
    const float *restrict base2 = a->base + (ptrdiff_t)other * a->stride + shift;
    const float *restrict change2 = a->change + (ptrdiff_t)other * a->stride + shift;
    float share = a->smoothing * (corner ? 1.0f / 16.0f : 2.0f / 16.0f);
    float hold = a->talus * (corner ? 1.41421356f : 1.0f);
    if (!a->soft) {
        for (int32_t x = x0; x < x1; x++) {
            float d = (base2[x] - base[x]) + (change2[x] - change[x]);
            out[x] += share * d + a->slide * (d - oro_clamp(d, -hold, hold));
        }
        return;
    }
    const float *restrict soft = a->soft + (ptrdiff_t)y * a->stride, *restrict soft2 =
                                                                         a->soft + (ptrdiff_t)other * a->stride + shift;
    for (int32_t x = x0; x < x1; x++) {
        float d = (base2[x] - base[x]) + (change2[x] - change[x]);
        out[x] += oro_min(soft[x], soft2[x]) * (share * d + a->slide * (d - oro_clamp(d, -hold, hold)));
    }
}

static inline void rest_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_rest *a = user;
    int32_t edge = a->wrap ? 0 : 1;
    for (int32_t y = y0; y < y1; y++) {
        float *out = a->next + (ptrdiff_t)y * a->stride;
        memcpy(out, a->change + (ptrdiff_t)y * a->stride, (size_t)a->width * sizeof(float));
        if (y < edge || y >= a->height - edge) continue;
        for (int32_t dy = -1; dy <= 1; dy++)
            for (int32_t dx = -1; dx <= 1; dx++) {
                int32_t other = y + dy;
                if (a->wrap) other = (other + a->height) % a->height;
                if ((dx == 0 && dy == 0) || other < edge || other >= a->height - edge) continue;
                bool corner = dx != 0 && dy != 0;
                int32_t from = edge + (dx < 0), to = a->width - edge - (dx > 0);
                rest_pairs(a, y, other, from, to, dx, corner, out);
                if (a->wrap && dx < 0) rest_pairs(a, y, other, 0, 1, a->width - 1, corner, out);
                if (a->wrap && dx > 0) rest_pairs(a, y, other, a->width - 1, a->width, 1 - a->width, corner, out);
            }
    }
}

static inline void rest_copy(const void *user, int32_t y0, int32_t y1) {
    const oro_rest *a = user;
    for (int32_t y = y0; y < y1; y++)
        memcpy(a->change + (ptrdiff_t)y * a->stride, a->next + (ptrdiff_t)y * a->stride,
               (size_t)a->width * sizeof(float));
}

static inline oro_status oro_rest_bed(oro_run *r, const oro_rest *rest) {
    oro_grid shape = {.width = rest->width, .height = rest->height};
    oro_status status = oro_for_rows(r, &shape, rest_rows, rest);
    return status == ORO_OK ? oro_for_rows(r, &shape, rest_copy, rest) : status;
}

#endif
