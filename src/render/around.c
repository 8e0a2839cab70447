// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Distances are in widths of the map. The grid has about 130 lines on each side of the map and at most 1025 across it, so 20 MB
// and as much again for the ray tracer, whatever the map's size.

#include "around.h"
#include "core/cell.h"
#include "noise/gradient.cell.h"

#include <math.h>

static const float REACH = 1.5f;   ///< where it has sunk to the plain
static const float GROWTH = 0.03f; ///< how much further each line is from the last
enum { MOST_ACROSS = 1024, MOST_BESIDE = 512 };

static float width_of(const ground *g) { return 2.0f * oro_max(g->half_x, g->half_y); }

/// How far outside of the map a place is.
static float away(const ground *g, float x, float y) {
    float dx = oro_max(fabsf(x) - g->half_x, 0.0f), dy = oro_max(fabsf(y) - g->half_y, 0.0f);
    return sqrtf(dx * dx + dy * dy) / width_of(g);
}

void oro_around_source(const ground *g, float x, float y, float *from_x, float *from_y) {
    float width = width_of(g), size = 0.7f * width, bend = 0.9f * width * oro_smoothstep(0.0f, 1.0f, away(g, x, y));
    *from_x = x + bend * oro_gradient_noise_at(811, x / size, y / size).value;
    *from_y = y + bend * oro_gradient_noise_at(812, x / size, y / size).value;
}

float oro_around_height(const ground *g, float x, float y) {
    float from_x, from_y, sunk = oro_smoothstep(0.2f, REACH, away(g, x, y));
    oro_around_source(g, x, y, &from_x, &from_y);
    return oro_mix(oro_ground_mirrored(g, from_x, from_y), g->floor, sunk);
}

/// Lines across one axis: outwards on both sides from `half`, with the map's own between them. Returns how many.
static int32_t lines(const ground *g, int32_t samples, float half, float *at) {
    float cell = (float)g->height.cell, beside[MOST_BESIDE];
    int32_t step = (samples - 2) / MOST_ACROSS + 1, count = 0, outside = 0;
    float apart = cell * (float)step;
    for (float d = apart, next = apart; outside < MOST_BESIDE && d < REACH * width_of(g);
         next *= 1.0f + GROWTH, d += next)
        beside[outside++] = d;
    for (int32_t i = outside - 1; i >= 0; i--) at[count++] = -half - beside[i];
    for (int32_t i = 0; i < samples - 1; i += step) at[count++] = (float)i * cell - half;
    at[count++] = half;
    for (int32_t i = 0; i < outside; i++) at[count++] = half + beside[i];
    return count;
}

float *oro_around_vertices(oro_context *ctx, const ground *g, int32_t *width, int32_t *height) {
    float xs[2 * MOST_BESIDE + MOST_ACROSS + 2], ys[2 * MOST_BESIDE + MOST_ACROSS + 2];
    *width = lines(g, g->height.width, g->half_x, xs);
    *height = lines(g, g->height.height, g->half_y, ys);
    float *v =
        oro_alloc(ctx, ((size_t)*width * (size_t)*height * 3 + 4) * sizeof *v); // Embree reads 16 bytes at the end
    // Under the map it lies so deep that even between its border and the next line no ground is as steep.
    float deep = g->low - 0.5f * width_of(g);
    for (int32_t j = 0; v && j < *height; j++)
        for (int32_t i = 0; i < *width; i++) {
            float *p = v + ((size_t)j * (size_t)*width + (size_t)i) * 3, x = xs[i], y = -ys[j];
            bool under = fabsf(x) < g->half_x && fabsf(y) < g->half_y;
            bool rim = i == 0 || j == 0 || i == *width - 1 || j == *height - 1;
            p[0] = x;
            p[1] = y;
            p[2] = under ? deep : rim ? g->floor : oro_around_height(g, x, y);
        }
    return v;
}
