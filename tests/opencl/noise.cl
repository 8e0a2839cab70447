// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Elementary functions and noise, a sample a work-item: point by point, and gradient noise the separable way, from tables of
// columns and rows that the host makes.

#include "noise/separable.cell.h"
#include "noise/simplex.cell.h"

/// Functions of x and y, of which x is above 0 and both are finite; one plane of results after the other.
kernel void elementary(global const float *xs, global const float *ys, global float *out, int samples) {
    int i = get_global_id(0);
    float x = xs[i], y = ys[i];
    out[i] = oro_exp(y);
    out[i + samples] = oro_exp2(y);
    out[i + 2 * samples] = oro_log(x);
    out[i + 3 * samples] = oro_log2(x);
    out[i + 4 * samples] = oro_pow(x, y * 0.1f);
    out[i + 5 * samples] = oro_sin(y);
    out[i + 6 * samples] = oro_cos(y);
    out[i + 7 * samples] = oro_atan2(y, x);
    out[i + 8 * samples] = oro_sqrt(x);
    out[i + 9 * samples] = oro_smoothstep(-3.0f, 11.0f, y);
    out[i + 10 * samples] = oro_fade(oro_clamp(y, 0.0f, 1.0f));
    out[i + 11 * samples] = y / x;
}

/// A sample's place on a lattice.
typedef struct lattice_place {
    int i, j;
    float fu, fv;
} lattice_place;

/// Of every basis in turn: gradient, simplex, value, cellular.
kernel void points(uint seed, oro_period period, global const lattice_place *places, global oro_noise *out,
                   int samples) {
    int n = get_global_id(0);
    lattice_place p = places[n];
    out[n] = oro_gradient_noise(seed, period, p.i, p.j, p.fu, p.fv);
    out[n + samples] = oro_simplex_noise(seed, period, p.i, p.j, p.fu, p.fv);
    out[n + 2 * samples] = oro_value_noise(seed, period, p.i, p.j, p.fu, p.fv);
    out[n + 3 * samples] =
        oro_cellular_noise(seed, period, p.i, p.j, p.fu, p.fv, ORO_EUCLIDEAN, ORO_F2_MINUS_F1, 0.9f);
}

/// A column of a map on lines of one parity.
typedef struct column_table {
    int i;
    oro_brick_column at;
} column_table;

/// A lattice line beside a row: its hash, how far its bricks are shifted, and its parity.
typedef struct line_table {
    uint hash;
    int shift, odd;
} line_table;

typedef struct row_table {
    line_table above, below;
    float f; ///< how far below the line above it lies
} row_table;

oro_brick_line on_line(line_table l, global const column_table *columns, int width, int period, int x) {
    column_table c = columns[l.odd * width + x];
    int behind = oro_brick_behind(c.i, l.shift, period);
    return oro_gradient_on_line(l.hash, behind, oro_brick_ahead(behind, period), c.at);
}

kernel void gradient_rows(global const column_table *columns, global const row_table *rows, int width, int period,
                          global oro_noise *out) {
    int x = get_global_id(0), y = get_global_id(1);
    row_table r = rows[y];
    oro_brick_line p = on_line(r.above, columns, width, period, x), q = on_line(r.below, columns, width, period, x);
    oro_weights level = oro_row_weights(r.f), steep = oro_row_slope_weights(r.f);
    oro_noise n;
    n.value = oro_weigh(level, p.along, p.across, q.along, q.across);
    n.du = oro_weigh(level, p.along_u, p.across_u, q.along_u, q.across_u);
    n.dv = oro_weigh(steep, p.along, p.across, q.along, q.across) + 0.5f * n.du;
    out[y * width + x] = n;
}
