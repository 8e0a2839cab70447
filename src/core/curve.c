// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "curve.h"

static double secant(const oro_point2 *p) {
    return ((double)p[1].y - (double)p[0].y) / ((double)p[1].x - (double)p[0].x);
}

/// Slope at point i: 0 at a peak or hollow, else the weighted harmonic mean of the neighbouring secants, which keeps each
/// piece monotone. The ends take their own secant.
static double slope_at(const oro_curve *c, int32_t i) {
    if (c->count < 2) return 0.0;
    if (i == 0) return secant(c->points);
    if (i == c->count - 1) return secant(c->points + i - 1);
    double before = secant(c->points + i - 1), after = secant(c->points + i);
    if (before * after <= 0.0) return 0.0;
    double h0 = (double)c->points[i].x - (double)c->points[i - 1].x;
    double h1 = (double)c->points[i + 1].x - (double)c->points[i].x;
    double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
    return (w0 + w1) / (w0 / before + w1 / after);
}

float oro_curve_at(const oro_curve *curve, float x) {
    const oro_point2 *p = curve->points;
    int32_t last = curve->count - 1;
    if (last < 0) return x;
    if (!(x > p[0].x)) return p[0].y; // NaN too
    if (x >= p[last].x) return p[last].y;
    int32_t lo = 0, hi = last;
    while (hi - lo > 1) {
        int32_t middle = (lo + hi) / 2;
        if (p[middle].x <= x)
            lo = middle;
        else
            hi = middle;
    }
    double h = (double)p[hi].x - (double)p[lo].x, t = ((double)x - (double)p[lo].x) / h;
    double m0 = slope_at(curve, lo) * h, m1 = slope_at(curve, hi) * h;
    double y0 = (double)p[lo].y, y1 = (double)p[hi].y;
    return (float)(y0 + t * (m0 + t * (3.0 * (y1 - y0) - 2.0 * m0 - m1 + t * (m0 + m1 - 2.0 * (y1 - y0)))));
}
