// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of a sweep for one sample: the averages of its neighbours, and what pins and guides make of them. Averages over
// squares go by columns first: a column's sum serves all samples that see it.
#ifndef ORO_DIFFUSE_RELAX_CELL_H
#define ORO_DIFFUSE_RELAX_CELL_H

#include "core/cell.h"

/// The sum of a column of three, and the mean of the eight neighbours from three such sums and the sample itself.
ORO_CELL float oro_column_of_three(float above, float at, float below) { return (above + below) + at; }
ORO_CELL float oro_mean_of_eight(float left, float column, float right, float at) {
    return ((left + right) + (column - at)) * 0.125f;
}

/// `own` of the sample and the rest of the mean of the four nearest; `share` is (1 - own) / 4.
ORO_CELL float oro_mean_of_four(float above, float below, float left, float right, float at, float own, float share) {
    return ((above + below) + (left + right)) * share + own * at;
}

/// The sum of a column of five with weights 1 2 4 2 1.
ORO_CELL float oro_column_of_five(float r0, float r1, float r2, float r3, float r4) {
    return ((r0 + r4) + 2.0f * (r1 + r3)) + 4.0f * r2;
}

/// The mean over 5 x 5 samples from five such sums, of which the sample's own `centre` (its weight, or 0) is taken off; `scale`
/// is 1 / the sum of the weights.
ORO_CELL float oro_mean_of_square(float c0, float c1, float c2, float c3, float c4, float at, float centre,
                                  float scale) {
    return (((c0 + c4) + 2.0f * (c1 + c3)) + (4.0f * c2 - centre * at)) * scale;
}

/// What a spline says for a guided sample: the neighbours towards it, and the rise. The signs of the weights say on which side
/// it lies.
ORO_CELL float oro_guided(float wx, float wy, float rise, float above, float below, float left, float right) {
    float vx = wx > 0.0f ? left : right, vy = wy > 0.0f ? above : below;
    return (oro_abs(wx) * vx + oro_abs(wy) * vy) + rise;
}

/// A pinned sample.
ORO_CELL float oro_pinned(float value, float keep, float add) { return keep * value + add; }

#endif
