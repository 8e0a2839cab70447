// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Droplets in plain C: every thread changes the one map without asking the others. Its result depends on luck; its speed is
// what a first attempt on two threads gives. Same drops, same brush and same lifetime as the operator's row.

#include "reference.h"

#include <math.h>
#include <stdint.h>

enum { LIFETIME = 30, RADIUS = 3, DROPS = 2 };

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float height_at(const float *map, int width, float x, float y, float *gx, float *gy) {
    int ix = (int)x, iy = (int)y;
    float u = x - (float)ix, v = y - (float)iy;
    const float *p = map + (long)iy * width + ix;
    float a = p[0], b = p[1], c = p[width], d = p[width + 1];
    *gx = (b - a) * (1 - v) + (d - c) * v;
    *gy = (c - a) * (1 - u) + (d - b) * u;
    return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
}

static void lay(float *map, int width, float x, float y, float amount) {
    int ix = (int)x, iy = (int)y;
    float u = x - (float)ix, v = y - (float)iy;
    float *p = map + (long)iy * width + ix;
    p[0] += amount * (1 - u) * (1 - v);
    p[1] += amount * u * (1 - v);
    p[width] += amount * (1 - u) * v;
    p[width + 1] += amount * u * v;
}

static void take(float *map, int width, int height, float x, float y, float amount) {
    int x0 = (int)ceilf(x - RADIUS), x1 = (int)floorf(x + RADIUS), y0 = (int)ceilf(y - RADIUS),
        y1 = (int)floorf(y + RADIUS);
    x0 = x0 < 0 ? 0 : x0, y0 = y0 < 0 ? 0 : y0, x1 = x1 > width - 1 ? width - 1 : x1,
    y1 = y1 > height - 1 ? height - 1 : y1;
    float weights[2 * RADIUS + 1][2 * RADIUS + 1], sum = 0;
    for (int j = y0; j <= y1; j++)
        for (int i = x0; i <= x1; i++) {
            float dx = (float)i - x, dy = (float)j - y, w = RADIUS - sqrtf(dx * dx + dy * dy);
            weights[j - y0][i - x0] = w > 0 ? w : 0;
            sum += weights[j - y0][i - x0];
        }
    for (int j = y0; j <= y1; j++)
        for (int i = x0; i <= x1; i++) map[(long)j * width + i] -= amount * weights[j - y0][i - x0] / sum;
}

void ref_droplets(float *out, const float *a, const float *b, int width, int height, int y0, int y1, double cell) {
    (void)out, (void)b;
    float *map = (float *)a; // the copy the first pass made
    float scale = (float)cell;
    uint32_t random = (uint32_t)y0 * 2654435761u + 1u;
    for (long n = 0; n < (long)DROPS * (y1 - y0) * width; n++) {
        float x = (float)(next_random(&random) >> 8) / 16777216.0f * (float)(width - 1);
        float y = (float)y0 + (float)(next_random(&random) >> 8) / 16777216.0f * (float)(y1 - y0);
        if (y >= (float)(height - 1)) continue;
        float dx = 0, dy = 0, speed = 1, water = 1, load = 0;
        for (int step = 0; step < LIFETIME; step++) {
            float gx, gy, h = height_at(map, width, x, y, &gx, &gy) / scale;
            dx = dx * 0.05f - gx / scale * 0.95f;
            dy = dy * 0.05f - gy / scale * 0.95f;
            float length = sqrtf(dx * dx + dy * dy);
            if (!(length > 1e-9f)) break;
            float tx = x + (dx /= length), ty = y + (dy /= length);
            if (!(tx >= 0 && ty >= 0 && tx < (float)(width - 1) && ty < (float)(height - 1))) {
                load = 0;
                break;
            }
            float rise = height_at(map, width, tx, ty, &gx, &gy) / scale - h;
            float can = (-rise > 0.01f ? -rise : 0.01f) * speed * water * 2.0f;
            if (rise > 0 || load > can) {
                float amount = rise > 0 ? (rise < load ? rise : load) : (load - can) * 0.03f;
                lay(map, width, x, y, amount * scale);
                load -= amount;
            } else {
                float amount = (can - load) * 0.1f < -rise ? (can - load) * 0.1f : -rise;
                take(map, width, height, x, y, amount * scale);
                load += amount;
            }
            speed = sqrtf(speed * speed - rise * 0.5f > 0 ? speed * speed - rise * 0.5f : 0);
            water *= 0.98f;
            x = tx;
            y = ty;
        }
        lay(map, width, x, y, load * scale);
    }
}
