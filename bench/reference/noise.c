// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Noise as the textbooks have it: Perlin's improved noise of 2002 in two dimensions, with his permutation table of 512
// entries and his eight gradients, one point at a time; and Worley's cellular noise over the 3x3 neighbouring cells, with
// points from the same table. Neither is slowed down or sped up.

#include "reference.h"

#include <math.h>

static unsigned char table[512];

/// A shuffle of 0..255, twice over. Filled before main so that no thread has to ask.
__attribute__((constructor)) static void fill_table(void) {
    unsigned seed = 1u;
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    for (int i = 255; i > 0; i--) {
        seed = seed * 1664525u + 1013904223u;
        int j = (int)((seed >> 8) % (unsigned)(i + 1));
        unsigned char t = table[i];
        table[i] = table[j];
        table[j] = t;
    }
    for (int i = 0; i < 256; i++) table[256 + i] = table[i];
}

static inline float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
static inline float mix(float a, float b, float t) { return a + t * (b - a); }

static inline float gradient(int hash, float x, float y) {
    static const float directions[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    const float *g = directions[hash & 7];
    return g[0] * x + g[1] * y;
}

static inline float perlin(float x, float y) {
    float floor_x = floorf(x), floor_y = floorf(y);
    int i = (int)floor_x & 255, j = (int)floor_y & 255;
    x -= floor_x;
    y -= floor_y;
    float u = fade(x), v = fade(y);
    int a = table[i] + j, b = table[i + 1] + j;
    float top = mix(gradient(table[a], x, y), gradient(table[b], x - 1.0f, y), u);
    float bottom = mix(gradient(table[a + 1], x, y - 1.0f), gradient(table[b + 1], x - 1.0f, y - 1.0f), u);
    return mix(top, bottom, v);
}

void ref_fbm(float *out, const float *a, const float *b, int width, int height, int y0, int y1, double cell) {
    (void)a, (void)b, (void)height, (void)cell;
    for (int y = y0; y < y1; y++)
        for (int x = 0; x < width; x++) {
            float frequency = 4.0f / (float)width, amplitude = 1.0f, sum = 0.0f;
            for (int k = 0; k < 5; k++) {
                sum += amplitude * perlin((float)x * frequency, (float)y * frequency);
                frequency *= 2.0f;
                amplitude *= 0.5f;
            }
            out[(long)y * width + x] = sum;
        }
}

void ref_cellular(float *out, const float *a, const float *b, int width, int height, int y0, int y1, double cell) {
    (void)a, (void)b, (void)height, (void)cell;
    const float frequency = 64.0f / (float)width;
    for (int y = y0; y < y1; y++)
        for (int x = 0; x < width; x++) {
            float px = (float)x * frequency, py = (float)y * frequency, nearest = 1e9f;
            int i = (int)floorf(px), j = (int)floorf(py);
            for (int v = j - 1; v <= j + 1; v++)
                for (int u = i - 1; u <= i + 1; u++) {
                    int h = table[(table[u & 255] + v) & 255];
                    float dx = (float)u + (float)table[h] * (1.0f / 256.0f) - px;
                    float dy = (float)v + (float)table[h + 1] * (1.0f / 256.0f) - py;
                    float d = dx * dx + dy * dy;
                    nearest = d < nearest ? d : nearest;
                }
            out[(long)y * width + x] = sqrtf(nearest);
        }
}

void ref_warped(float *out, const float *const maps[5], int width, int y0, int y1, float scale, int octaves) {
    for (int y = y0; y < y1; y++)
        for (int x = 0; x < width; x++) {
            long at = (long)y * width + x;
            float frequency = scale, sum = 0.0f;
            for (int k = 0; k < octaves; k++, frequency *= 2.0f) {
                float px = (float)x * frequency, py = (float)y * frequency;
                float far = (float)k * maps[3][at] + maps[2][at] / (float)(1 + k);
                float qx = px + far * perlin(px + 50.0f, py + 50.0f), qy = py + far * perlin(px + 150.0f, py + 150.0f);
                float n = perlin(qx, qy);
                n = mix(n, 0.5f - 2.0f * fabsf(n), maps[4][at]);
                sum += n / powf(2.0f, (float)k * (1.0f - maps[1][at]));
            }
            out[at] = maps[0][at] * sum;
        }
}
