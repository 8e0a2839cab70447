// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Minimum and maximum with a rounded corner: a parabola replaces it where the two values are closer than `radius`. The
// result is differentiable, never on the wrong side of the plain minimum, and radius/4 away from it where both are equal
// (the quadratic form of Quilez, "smooth minimum", 2013).
#ifndef ORO_SOLVE_SMOOTH_H
#define ORO_SOLVE_SMOOTH_H

#include "core/cell.h"

/// `quarter` is 1 / (4 radius), or 0 for a plain corner; then radius must be 0 too.
static inline float oro_corner(float a, float b, float radius, float quarter) {
    float d = oro_max(radius - oro_abs(a - b), 0.0f);
    return d * d * quarter;
}

static inline float oro_smooth_min(float a, float b, float radius, float quarter) {
    return oro_min(a, b) - oro_corner(a, b, radius, quarter);
}

static inline float oro_smooth_max(float a, float b, float radius, float quarter) {
    return oro_max(a, b) + oro_corner(a, b, radius, quarter);
}

/// 1 / (4 radius) for the functions above; 0 for radii too small to matter.
static inline float oro_quarter_of(float radius) { return radius > 1e-20f ? 0.25f / radius : 0.0f; }

#endif
