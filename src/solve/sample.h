// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values between samples, at a displacement from one: split into whole samples and a rest before anything is added to a
// position, so large maps lose no precision. Cubic sampling is Catmull and Rom's spline, 16 samples each; linear uses 4.
#ifndef ORO_SOLVE_SAMPLE_H
#define ORO_SOLVE_SAMPLE_H

#include "core/cell.h"
#include "orogen/grid.h"

/// A displacement as whole samples and the rest, in [0, 1).
typedef struct oro_step_apart {
    int32_t whole;
    float rest;
} oro_step_apart;

static inline oro_step_apart oro_take_step_apart(float samples) {
    float held = oro_clamp(samples, -1.0e6f, 1.0e6f);
    int32_t whole = oro_floor_int(held);
    return (oro_step_apart){whole, held - (float)whole};
}

/// A column or row off the map: the edge's, or the one across the seam.
static inline int32_t oro_fold_index(int32_t i, int32_t count, bool wrap) {
    if (!wrap) return i < 0 ? 0 : i >= count ? count - 1 : i;
    i %= count;
    return i < 0 ? i + count : i;
}

static inline void oro_cubic_weights(float t, float *w) {
    w[0] = t * (-0.5f + t * (1.0f - 0.5f * t));
    w[1] = 1.0f + t * t * (-2.5f + 1.5f * t);
    w[2] = t * (0.5f + t * (2.0f - 1.5f * t));
    w[3] = t * t * (-0.5f + 0.5f * t);
}

/// At sample (x, y) and the rest (fx, fy) beyond it.
static inline float oro_sample_cubic(const oro_grid *g, int32_t x, int32_t y, float fx, float fy) {
    float wx[4], wy[4], sum = 0.0f;
    int32_t column[4];
    oro_cubic_weights(fx, wx);
    oro_cubic_weights(fy, wy);
    if (x > 0 && x < g->width - 2 && y > 0 && y < g->height - 2) { // nearly everywhere: nothing to fold
        const float *row = oro_row(g, y - 1) + (x - 1);
        for (int32_t k = 0; k < 4; k++, row += g->stride)
            sum += wy[k] * (wx[0] * row[0] + wx[1] * row[1] + wx[2] * row[2] + wx[3] * row[3]);
        return sum;
    }
    for (int32_t k = 0; k < 4; k++) column[k] = oro_fold_index(x + k - 1, g->width, g->wrap);
    for (int32_t k = 0; k < 4; k++) {
        const float *row = oro_row(g, oro_fold_index(y + k - 1, g->height, g->wrap));
        float line = wx[0] * row[column[0]] + wx[1] * row[column[1]] + wx[2] * row[column[2]] + wx[3] * row[column[3]];
        sum += wy[k] * line;
    }
    return sum;
}

static inline float oro_sample_linear(const oro_grid *g, int32_t x, int32_t y, float fx, float fy) {
    int32_t x0 = oro_fold_index(x, g->width, g->wrap), x1 = oro_fold_index(x + 1, g->width, g->wrap);
    const float *top = oro_row(g, oro_fold_index(y, g->height, g->wrap));
    const float *bottom = oro_row(g, oro_fold_index(y + 1, g->height, g->wrap));
    return oro_mix(oro_mix(top[x0], top[x1], fx), oro_mix(bottom[x0], bottom[x1], fx), fy);
}

#endif
