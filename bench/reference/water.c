// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The step that erode.pipes takes with its default law, in five plain passes: faces, limiter, cutting, transport, copy. Inner
// loops vectorise; border cells are left out (a frame one cell wide), which changes no time.

#include "reference.h"

#include <math.h>
#include <stddef.h>

static const float G = 0.2025f, DRAG = 0.25f, MOST = 0.25f, SETTLE = 0.0025f, RAIN = 1.2e-4f, CUT = 0.2f;

/// Planes never overlap; there are too many for the compiler to find out.
#if defined(__GNUC__) && !defined(__clang__)
#define NO_OVERLAP _Pragma("GCC ivdep")
#else
#define NO_OVERLAP
#endif

static float larger(float a, float b) { return a > b ? a : b; }
static float smaller(float a, float b) { return a < b ? a : b; }

static float face(float bed, float near, float far, float flux) {
    float h = larger(larger(bed + near, far) - larger(bed, 0.0f), 0.0f);
    float v = (flux + G * smaller(h, 2.0f) * (bed + near - far)) / (h + DRAG);
    return h * smaller(larger(v, -MOST), MOST);
}

static int first(int y0) { return y0 < 1 ? 1 : y0; }
static int last(const ref_water *w, int y1) { return y1 > w->side - 1 ? w->side - 1 : y1; }

static void faces(ref_water *w, int y0, int y1) {
    const float *restrict t = w->plane[REF_BED], *restrict d = w->plane[REF_CHANGE], *restrict h = w->plane[REF_DEPTH];
    float *restrict fx = w->plane[REF_FLUX_X], *restrict fy = w->plane[REF_FLUX_Y];
    ptrdiff_t n = w->side;
    for (ptrdiff_t y = y0; y < last(w, y1); y++) {
        NO_OVERLAP
        for (ptrdiff_t i = y * n; i < y * n + n - 1; i++) {
            fx[i] = face(t[i] - t[i + 1] + d[i] - d[i + 1], h[i], h[i + 1], fx[i]);
            fy[i] = face(t[i] - t[i + n] + d[i] - d[i + n], h[i], h[i + n], fy[i]);
        }
    }
}

static void limits(ref_water *w, int y0, int y1) {
    const float *restrict fx = w->plane[REF_FLUX_X], *restrict fy = w->plane[REF_FLUX_Y],
                          *restrict h = w->plane[REF_DEPTH];
    float *restrict keep = w->plane[REF_KEEP], *restrict flow = w->plane[REF_FLOW];
    ptrdiff_t n = w->side;
    for (ptrdiff_t y = first(y0); y < last(w, y1); y++) {
        NO_OVERLAP
        for (ptrdiff_t i = y * n + 1; i < y * n + n - 1; i++) {
            float x = larger(fx[i], 0.0f) + larger(-fx[i - 1], 0.0f),
                  v = larger(fy[i], 0.0f) + larger(-fy[i - n], 0.0f);
            keep[i] = smaller(h[i] / (x + v + 1e-12f), 1.0f);
            flow[i] = keep[i] * sqrtf(x * x + v * v);
        }
    }
}

static void cutting(ref_water *w, int y0, int y1) {
    const float *restrict fx = w->plane[REF_FLUX_X], *restrict fy = w->plane[REF_FLUX_Y],
                          *restrict h = w->plane[REF_DEPTH];
    const float *restrict t = w->plane[REF_BED], *restrict d = w->plane[REF_CHANGE], *restrict s = w->plane[REF_LOAD];
    const float *restrict q = w->plane[REF_FLOW];
    float *restrict cut = w->plane[REF_CUT];
    ptrdiff_t n = w->side;
    for (ptrdiff_t y = first(y0); y < last(w, y1); y++) {
        NO_OVERLAP
        for (ptrdiff_t i = y * n + 1; i < y * n + n - 1; i++) {
            float e = t[i] + d[i] + h[i], b = t[i] + d[i];
            float lost = larger(fx[i], 0.0f) * (e - t[i + 1] - d[i + 1] - h[i + 1]) +
                         larger(-fx[i - 1], 0.0f) * (e - t[i - 1] - d[i - 1] - h[i - 1]) +
                         larger(fy[i], 0.0f) * (e - t[i + n] - d[i + n] - h[i + n]) +
                         larger(-fy[i - n], 0.0f) * (e - t[i - n] - d[i - n] - h[i - n]);
            float low = smaller(smaller(t[i + 1] + d[i + 1], t[i - 1] + d[i - 1]),
                                smaller(t[i + n] + d[i + n], t[i - n] + d[i - n]));
            float around = q[i - n - 1] + q[i - n + 1] + q[i + n - 1] + q[i + n + 1] +
                           2.0f * (q[i - n] + q[i + n] + q[i - 1] + q[i + 1]) + 4.0f * q[i];
            float c = CUT * sqrtf(around / 16.0f) * larger(lost, 0.0f) / (q[i] + 1e-12f);
            c *= larger(1.0f - 0.1f * s[i] / (h[i] + 1e-6f), 0.0f);
            cut[i] = smaller(c, 0.25f * larger(b - low, 0.0f));
        }
    }
}

static void transport(ref_water *w, int y0, int y1) {
    const float *restrict fx = w->plane[REF_FLUX_X], *restrict fy = w->plane[REF_FLUX_Y],
                          *restrict h = w->plane[REF_DEPTH];
    const float *restrict keep = w->plane[REF_KEEP], *restrict s = w->plane[REF_LOAD],
                          *restrict cut = w->plane[REF_CUT];
    float *restrict d = w->plane[REF_CHANGE], *restrict h1 = w->plane[REF_NEXT_DEPTH],
                    *restrict s1 = w->plane[REF_NEXT_LOAD];
    ptrdiff_t n = w->side;
    for (ptrdiff_t y = first(y0); y < last(w, y1); y++) {
        NO_OVERLAP
        for (ptrdiff_t i = y * n + 1; i < y * n + n - 1; i++) {
            float east = fx[i] * (fx[i] > 0.0f ? keep[i] : keep[i + 1]);
            float west = fx[i - 1] * (fx[i - 1] > 0.0f ? keep[i - 1] : keep[i]);
            float south = fy[i] * (fy[i] > 0.0f ? keep[i] : keep[i + n]);
            float north = fy[i - n] * (fy[i - n] > 0.0f ? keep[i - n] : keep[i]);
            float here = s[i] / (h[i] + 1e-6f);
            float load = s[i] + west * (west > 0.0f ? s[i - 1] / (h[i - 1] + 1e-6f) : here) -
                         east * (east > 0.0f ? here : s[i + 1] / (h[i + 1] + 1e-6f)) +
                         north * (north > 0.0f ? s[i - n] / (h[i - n] + 1e-6f) : here) -
                         south * (south > 0.0f ? here : s[i + n] / (h[i + n] + 1e-6f));
            float water = larger(h[i] + west - east + north - south, 0.0f);
            float down = load * SETTLE / (water + SETTLE) - cut[i];
            d[i] += down;
            s1[i] = larger(load - down, 0.0f);
            h1[i] = water + RAIN;
        }
    }
}

static void copy(ref_water *w, int y0, int y1) {
    const float *restrict h1 = w->plane[REF_NEXT_DEPTH], *restrict s1 = w->plane[REF_NEXT_LOAD];
    float *restrict h = w->plane[REF_DEPTH], *restrict s = w->plane[REF_LOAD];
    for (ptrdiff_t i = (ptrdiff_t)y0 * w->side; i < (ptrdiff_t)y1 * w->side; i++) {
        h[i] = h1[i];
        s[i] = s1[i];
    }
}

ref_water_rows *const ref_water_passes[] = {faces, limits, cutting, transport, copy, NULL};
