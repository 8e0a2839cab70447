// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Noise whose lattice lines run along the rows of a map, in two steps: what a lattice line has at the columns of a row, which many
// rows share, and what a row makes of the lines beside it. Other order of sums than the point by point functions, so other bits:
// whatever computes a map must go the same way.
#ifndef ORO_NOISE_SEPARABLE_CELL_H
#define ORO_NOISE_SEPARABLE_CELL_H

#include "core/cell.h"
#include "cellular.cell.h"
#include "gradient.cell.h"
#include "value.cell.h"

// --- gradient ---------------------------------------------------------------------------------------------------------

/// The brick of a line that lies behind a sample whose column is i on lines that are not shifted. i and shift lie in [0, period)
/// where there is a period (above 0).
ORO_CELL int32_t oro_brick_behind(int32_t i, int32_t shift, int32_t period) {
    int32_t k = (int32_t)((uint32_t)i + (uint32_t)shift);
    return period > 0 && k >= period ? k - period : k;
}
ORO_CELL int32_t oro_brick_ahead(int32_t k, int32_t period) {
    return period > 0 && k + 1 >= period ? 0 : (int32_t)((uint32_t)k + 1u);
}

/// How far beyond the brick behind it a sample lies, the bell's weight of that one and of the one ahead, and their slopes.
typedef struct oro_brick_column {
    float part, near, far, near_slope, far_slope;
} oro_brick_column;

/// What a line has at a column: the planes of its two bricks along it, how they lean across it, and the slopes of both.
typedef struct oro_brick_line {
    float along, across, along_u, across_u;
} oro_brick_line;

ORO_CELL oro_brick_line oro_gradient_on_line(uint32_t line, int32_t behind, int32_t ahead, oro_brick_column c) {
    oro_vec2 a = oro_lattice_gradient(oro_hash_on_line(line, behind));
    oro_vec2 b = oro_lattice_gradient(oro_hash_on_line(line, ahead));
    float left = a.x * c.part, right = b.x * (c.part - 1.0f);
    oro_brick_line l;
    l.along = left * c.near + right * c.far;
    l.across = a.y * c.near + b.y * c.far;
    l.along_u = a.x * c.near + b.x * c.far + (left * c.near_slope + right * c.far_slope);
    l.across_u = a.y * c.near_slope + b.y * c.far_slope;
    return l;
}

/// Weights of what the line above a row (p) and the line below it (q) have.
typedef struct oro_weights {
    float along_p, across_p, along_q, across_q;
} oro_weights;

/// For a row that lies f below the line above it: of the noise itself, and of its slope down the map.
ORO_CELL oro_weights oro_row_weights(float f) {
    float g = f - 1.0f, p = oro_bell(f), q = oro_bell(g);
    oro_weights w;
    w.along_p = p, w.across_p = p * f, w.along_q = q, w.across_q = q * g;
    return w;
}
ORO_CELL oro_weights oro_row_slope_weights(float f) {
    float g = f - 1.0f, p = oro_bell_slope(f), q = oro_bell_slope(g);
    oro_weights w;
    w.along_p = p, w.across_p = oro_bell(f) + p * f, w.along_q = q, w.across_q = oro_bell(g) + q * g;
    return w;
}

ORO_CELL float oro_weigh(oro_weights w, float along_p, float across_p, float along_q, float across_q) {
    return (along_p * w.along_p + across_p * w.across_p) + (along_q * w.along_q + across_q * w.across_q);
}

// --- value ------------------------------------------------------------------------------------------------------------

/// What a line of value noise has at a column between two lattice points: the value, and its slope.
ORO_CELL oro_vec2 oro_value_on_line(uint32_t line, int32_t behind, int32_t ahead, float fade, float fade_slope) {
    float a = oro_lattice_value(oro_hash_on_line(line, behind)), b = oro_lattice_value(oro_hash_on_line(line, ahead));
    oro_vec2 v;
    v.x = oro_mix(a, b, fade);
    v.y = fade_slope * (b - a);
    return v;
}

// --- cellular ---------------------------------------------------------------------------------------------------------

/// A point of a line, k - 2 cells from a sample's own: its distance along the line (squared or not, as the metric takes it)
/// and its place across it.
ORO_CELL oro_vec2 oro_cellular_on_line(uint32_t line, int32_t i, int32_t k, float part, float jitter, bool squares) {
    uint32_t h = oro_hash_on_line(line, i);
    float d = (float)(k - 2) + oro_cell_point_u(h, jitter) - part;
    oro_vec2 v;
    v.x = squares ? d * d : oro_abs(d);
    v.y = oro_cell_point_v(h, jitter);
    return v;
}

#endif
