// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// References anyone would write first: one loop, libm where a function is needed, edges by clamping the index.

#include "reference.h"

#include <math.h>
#include <stddef.h>

void ref_copy(float *restrict out, const float *restrict a, const float *b, int width, int height, int y0, int y1,
              double cell) {
    (void)b, (void)height, (void)cell;
    for (size_t i = (size_t)y0 * (size_t)width; i < (size_t)y1 * (size_t)width; i++) out[i] = a[i];
}

void ref_triad(float *restrict out, const float *restrict a, const float *restrict b, int width, int height, int y0,
               int y1, double cell) {
    (void)height, (void)cell;
    for (size_t i = (size_t)y0 * (size_t)width; i < (size_t)y1 * (size_t)width; i++) out[i] = a[i] + 3.0f * b[i];
}

void ref_add(float *restrict out, const float *restrict a, const float *restrict b, int width, int height, int y0,
             int y1, double cell) {
    (void)height, (void)cell;
    for (size_t i = (size_t)y0 * (size_t)width; i < (size_t)y1 * (size_t)width; i++) out[i] = a[i] + b[i];
}

void ref_table(float *restrict out, const float *restrict a, const float *b, int width, int height, int y0, int y1,
               double cell) {
    (void)b, (void)height, (void)cell;
    enum { ENTRIES = 1024 };
    float table[ENTRIES + 1];
    for (int i = 0; i <= ENTRIES; i++) table[i] = 500.0f * powf((float)i / ENTRIES, 1.5f);
    for (size_t i = (size_t)y0 * (size_t)width; i < (size_t)y1 * (size_t)width; i++) {
        float v = a[i] * ((float)ENTRIES / 500.0f);
        v = v < 0.0f ? 0.0f : v > ENTRIES - 1 ? ENTRIES - 1 : v;
        int k = (int)v;
        out[i] = table[k] + (table[k + 1] - table[k]) * (v - (float)k);
    }
}

void ref_slope(float *restrict out, const float *restrict a, const float *b, int width, int height, int y0, int y1,
               double cell) {
    (void)b;
    for (int y = y0; y < y1; y++) {
        int north = y > 0 ? y - 1 : 0, south = y < height - 1 ? y + 1 : height - 1;
        const float *row = a + (size_t)y * (size_t)width;
        const float *above = a + (size_t)north * (size_t)width, *below = a + (size_t)south * (size_t)width;
        float *to = out + (size_t)y * (size_t)width;
        float scale_y = (float)(1.0 / ((south - north) * cell));
        for (int x = 0; x < width; x++) {
            int west = x > 0 ? x - 1 : 0, east = x < width - 1 ? x + 1 : width - 1;
            float gx = (row[east] - row[west]) / (float)((east - west) * cell);
            float gy = (below[x] - above[x]) * scale_y;
            to[x] = atanf(sqrtf(gx * gx + gy * gy)) * 57.29577951f;
        }
    }
}

enum { TAPS = 3 * REF_BLUR_CELLS };

static void gaussian(float weight[2 * TAPS + 1]) {
    float sum = 0.0f;
    for (int i = -TAPS; i <= TAPS; i++)
        sum += weight[i + TAPS] = expf(-0.5f * (float)(i * i) / (REF_BLUR_CELLS * REF_BLUR_CELLS));
    for (int i = 0; i <= 2 * TAPS; i++) weight[i] /= sum;
}

void ref_blur_columns(float *restrict out, const float *restrict a, const float *b, int width, int height, int y0,
                      int y1, double cell) {
    (void)b, (void)height, (void)cell;
    float weight[2 * TAPS + 1];
    gaussian(weight);
    for (int y = y0; y < y1; y++) {
        const float *row = a + (size_t)y * (size_t)width;
        float *to = out + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) {
            float sum = 0.0f;
            if (x >= TAPS && x < width - TAPS) {
                for (int i = -TAPS; i <= TAPS; i++) sum += weight[i + TAPS] * row[x + i];
            } else {
                for (int i = -TAPS; i <= TAPS; i++) {
                    int k = x + i < 0 ? 0 : x + i >= width ? width - 1 : x + i;
                    sum += weight[i + TAPS] * row[k];
                }
            }
            to[x] = sum;
        }
    }
}

void ref_blur_rows(float *restrict out, const float *restrict a, const float *b, int width, int height, int y0, int y1,
                   double cell) {
    (void)b, (void)cell;
    float weight[2 * TAPS + 1];
    gaussian(weight);
    for (int y = y0; y < y1; y++) {
        float *to = out + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) to[x] = 0.0f;
        for (int i = -TAPS; i <= TAPS; i++) {
            int k = y + i < 0 ? 0 : y + i >= height ? height - 1 : y + i;
            const float *row = a + (size_t)k * (size_t)width;
            float w = weight[i + TAPS];
            for (int x = 0; x < width; x++) to[x] += w * row[x];
        }
    }
}
