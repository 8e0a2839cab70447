// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Cubic B-splines in space: an open one is clamped, so that it begins at its first control point and ends at its last; a closed one is
// uniform and periodic. An open one of three points has degree 2, one of two is a straight line. Evaluated by de Boor's triangle.
//
// A spline is made of spans, one between each two different knots, which all have length 1; a place on it is a span and u in 0..1. A closed
// one begins beside its first control point.
#ifndef ORO_SOLVE_BSPLINE_H
#define ORO_SOLVE_BSPLINE_H

#include "solve/vec3.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct oro_bspline {
    const oro_vec3 *points; ///< control points: two at least, three of a closed one
    int32_t count;
    bool closed;
} oro_bspline;

static inline int32_t oro_bspline_degree(const oro_bspline *b) { return b->closed || b->count > 3 ? 3 : b->count - 1; }

static inline int32_t oro_bspline_spans(const oro_bspline *b) {
    return b->closed ? b->count : b->count - oro_bspline_degree(b);
}

/// Knot i, where the span k begins at knot k + degree.
static inline double oro_bspline_knot(const oro_bspline *b, int32_t i) {
    int32_t at = i - oro_bspline_degree(b), spans = oro_bspline_spans(b);
    return b->closed ? at : at < 0 ? 0 : at > spans ? spans : at;
}

/// The point at u of a span, and the derivative there by u.
static inline oro_vec3 oro_bspline_at(const oro_bspline *b, int32_t span, double u, oro_vec3 *slope) {
    int32_t degree = oro_bspline_degree(b);
    oro_vec3 d[4];
    int32_t first = b->closed ? span + b->count - 1 : span;
    for (int32_t j = 0; j <= degree; j++) d[j] = b->points[(first + j) % b->count];
    if (slope) *slope = (oro_vec3){0};
    double x = span + u;
    for (int32_t r = 1; r <= degree; r++) {
        if (r == degree && slope) *slope = oro_vec3_times(oro_vec3_between(d[degree - 1], d[degree]), degree);
        for (int32_t j = degree; j >= r; j--) {
            double low = oro_bspline_knot(b, span + j), high = oro_bspline_knot(b, span + j + 1 + degree - r);
            double share = (x - low) / (high - low);
            d[j] = oro_vec3_add(oro_vec3_times(d[j - 1], 1.0 - share), d[j], share);
        }
    }
    return d[degree];
}

#endif
