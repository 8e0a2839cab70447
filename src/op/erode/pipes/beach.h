// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What waves make of a shore of loose ground: a gentle ramp above the sea, and below it the hollow profile in which sand comes
// to rest, depth = 0.1 r^(2/3) metres at r metres from the shore (Dean 1977). The shoreline stays where it is: land is only
// ever lowered, and never below the sea. Where the ground differs much from the profile there is too little sand to make it:
// cliffs stay, with a narrow beach at their foot, and deep bays stay deep.
//
// Distance is measured to the points where the line between two neighbouring samples crosses the level of the sea, which
// keeps a shore between samples from becoming stairs. Those points are passed on from sample to sample by four sweeps (after
// Danielsson 1980), one thread, 8 bytes per sample; then the profile, 20 bytes per sample.
#ifndef ORO_PIPES_BEACH_H
#define ORO_PIPES_BEACH_H

#include "core/math.cell.h"
#include "run/loops.h"

/// From every sample to the nearest point of the shore, in samples; x is FAR where none is known yet.
typedef struct oro_shore {
    const oro_grid *ground;
    float sea;
    float *x, *y;
} oro_shore;

static const float ORO_SHORE_FAR = 1.0e9f;

static inline void oro_shore_take(const oro_shore *s, size_t at, float x, float y) {
    if (x * x + y * y >= s->x[at] * s->x[at] + s->y[at] * s->y[at]) return;
    s->x[at] = x;
    s->y[at] = y;
}

/// The crossing between a sample and its neighbour dx, dy samples away, if there is one, for both of them.
static inline void oro_shore_cross(const oro_shore *s, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    const oro_grid *g = s->ground;
    int32_t nx = x + dx, ny = y + dy;
    if (g->wrap) nx %= g->width, ny %= g->height;
    if (nx >= g->width || ny >= g->height) return;
    float a = oro_row(g, y)[x] - s->sea, b = oro_row(g, ny)[nx] - s->sea;
    if ((a < 0.0f) == (b < 0.0f)) return;
    float part = a / (a - b), rest = part - 1.0f;
    oro_shore_take(s, (size_t)y * (size_t)g->width + (size_t)x, part * (float)dx, part * (float)dy);
    oro_shore_take(s, (size_t)ny * (size_t)g->width + (size_t)nx, rest * (float)dx, rest * (float)dy);
}

/// What a sample learns from one that is dx, dy samples away.
static inline void oro_shore_ask(const oro_shore *s, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    const oro_grid *g = s->ground;
    int32_t nx = x + dx, ny = y + dy;
    if (g->wrap) nx = (nx + g->width) % g->width, ny = (ny + g->height) % g->height;
    if (nx < 0 || ny < 0 || nx >= g->width || ny >= g->height) return;
    size_t from = (size_t)ny * (size_t)g->width + (size_t)nx;
    if (s->x[from] < ORO_SHORE_FAR)
        oro_shore_take(s, (size_t)y * (size_t)g->width + (size_t)x, s->x[from] + (float)dx, s->y[from] + (float)dy);
}

static inline void oro_shore_row(const oro_shore *s, int32_t y, int32_t dy) {
    int32_t width = s->ground->width;
    for (int32_t x = 0; x < width; x++) {
        oro_shore_ask(s, x, y, -1, 0);
        for (int32_t dx = -1; dx <= 1; dx++) oro_shore_ask(s, x, y, dx, dy);
    }
    for (int32_t x = width - 1; x >= 0; x--) oro_shore_ask(s, x, y, 1, 0);
}

static inline oro_status oro_shore_find(oro_run *run, oro_shore *s) {
    const oro_grid *g = s->ground;
    size_t count = (size_t)g->width * (size_t)g->height;
    s->x = oro_scratch(run, count * sizeof(float));
    s->y = oro_scratch(run, count * sizeof(float));
    if (!s->x || !s->y) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count; i++) s->x[i] = ORO_SHORE_FAR, s->y[i] = 0.0f;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            oro_shore_cross(s, x, y, 1, 0);
            oro_shore_cross(s, x, y, 0, 1);
        }
    // On a map that wraps the way may lead over the edge: a second round carries on what the first left there.
    for (int32_t round = 0; round < (g->wrap ? 2 : 1); round++) {
        for (int32_t y = 0; y < g->height; y++) oro_shore_row(s, y, -1);
        for (int32_t y = g->height - 1; y >= 0; y--) oro_shore_row(s, y, 1);
        oro_status status = oro_step(run, 1.0);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// Part of a difference from the profile that waves even out: all of 2 m, nothing from 7 m on.
static inline float oro_beach_share(float difference) { return 1.0f - oro_smoothstep(2.0f, 7.0f, difference); }

/// How far waves raise the ground that stands `above` the sea, `away` metres from the shore. The beach is `width` metres wide,
/// its part under water three times as much.
static inline float oro_beach_change(float above, float away, float width) {
    if (above < 0.0f) {
        float depth = 0.1f * oro_exp2(oro_log2(oro_max(away, 1.0e-3f)) * (2.0f / 3.0f)), over = -depth - above;
        return over * oro_beach_share(oro_abs(over)) * (1.0f - oro_smoothstep(width, 3.0f * width, away));
    }
    float over = oro_max(above - 0.05f * away, 0.0f);
    return -over * oro_beach_share(over) * (1.0f - oro_smoothstep(0.5f * width, width, away));
}

#endif
