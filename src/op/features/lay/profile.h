// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Heights along a way, at even steps: smoothed, held to a grade, or made to fall. All in doubles and one point after the
// other, O(n) for n points: a way has thousands of them where a map has millions.
#ifndef ORO_LAY_PROFILE_H
#define ORO_LAY_PROFILE_H

#include <math.h>
#include <stdint.h>

/// Gaussian smoothing of standard deviation `sigma` steps, by four running means on either side of a mirror at the ends:
/// straight profiles keep their grade there. `work` holds n + 2 values.
static inline void oro_profile_smooth(double *z, int32_t n, double sigma, double *work) {
    // Four boxes of half width h have the variance 4 ((2h+1)² - 1) / 12.
    int32_t half = (int32_t)((sqrt(3.0 * sigma * sigma + 1.0) - 1.0) / 2.0 + 0.5);
    if (half >= n) half = n - 1;
    for (int32_t pass = 0; pass < 4 && half > 0; pass++) {
        work[0] = 0.0;
        for (int32_t i = 0; i < n; i++) work[i + 1] = work[i] + z[i];
        double first = z[0], last = z[n - 1];
        for (int32_t i = 0; i < n; i++) {
            // Near an end the window shrinks evenly, so that its middle stays where the point is.
            int32_t room = i < n - 1 - i ? i : n - 1 - i, h = half < room ? half : room;
            z[i] = (work[i + h + 1] - work[i - h]) / (2 * h + 1);
        }
        z[0] = first, z[n - 1] = last;
    }
}

/// The profile no steeper than `rise` a step whose largest distance from z is the least there is: half-way between the
/// lowest such profile above z and the highest below it (Lipschitz envelopes; each is two sweeps). `work` holds n values.
static inline void oro_profile_limit(double *z, int32_t n, double rise, double *work) {
    for (int32_t i = 0; i < n; i++) work[i] = z[i];
    for (int32_t i = 1; i < n; i++) {
        if (work[i] < work[i - 1] - rise) work[i] = work[i - 1] - rise; // above
        if (z[i] > z[i - 1] + rise) z[i] = z[i - 1] + rise;             // below
    }
    for (int32_t i = n - 2; i >= 0; i--) {
        if (work[i] < work[i + 1] - rise) work[i] = work[i + 1] - rise;
        if (z[i] > z[i + 1] + rise) z[i] = z[i + 1] + rise;
    }
    for (int32_t i = 0; i < n; i++) z[i] = 0.5 * (z[i] + work[i]);
}

/// The profile that falls at least `fall` a step and differs least from z in squares: isotonic regression by pooling
/// neighbours that rise (Ayer et al. 1955). `work` holds n values, `count` n.
static inline void oro_profile_descend(double *z, int32_t n, double fall, double *work, int32_t *count) {
    int32_t pools = 0;
    for (int32_t i = 0; i < n; i++) {
        work[pools] = z[i] + fall * i;
        count[pools++] = 1;
        while (pools > 1 && work[pools - 1] > work[pools - 2]) {
            int32_t a = count[pools - 2], b = count[pools - 1];
            work[pools - 2] = (work[pools - 2] * a + work[pools - 1] * b) / (a + b);
            count[pools - 2] = a + b;
            pools--;
        }
    }
    for (int32_t p = 0, i = 0; p < pools; p++)
        for (int32_t k = 0; k < count[p]; k++, i++) z[i] = work[p] - fall * i;
}

#endif
