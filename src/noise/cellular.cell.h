// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Cellular noise (Worley 1996): one random point in every lattice cell, and the distances to the nearest and the second
// nearest. The 4x4 cells around the nearest lattice CORNER are searched: whatever lies outside is at least 1.5 away,
// and the point of the own cell never more than sqrt(2), so the nearest Euclidean distance is exact for every jitter (a
// 3x3 search is not). The second nearest can be missed, but was not once in 2 10^7 places.
#ifndef ORO_NOISE_CELLULAR_CELL_H
#define ORO_NOISE_CELLULAR_CELL_H

#include "core/cell.h"
#include "core/math.cell.h"
#include "lattice.cell.h"

// The search must be unrolled for the loop around it to become vectors.
#if defined(__OPENCL_VERSION__) || defined(__clang__)
#define ORO_UNROLL_16 _Pragma("unroll")
#else
#define ORO_UNROLL_16 _Pragma("GCC unroll 16")
#endif

enum { ORO_EUCLIDEAN, ORO_SQUARED, ORO_MANHATTAN, ORO_CHEBYSHEV };
enum { ORO_F1, ORO_F2, ORO_F2_MINUS_F1, ORO_F1_TIMES_F2, ORO_CELL_VALUE };

/// Position of a cell's point in its cell, each coordinate in [0,1); jitter 0 puts it into the middle.
ORO_CELL float oro_cell_point_u(uint32_t hash, float jitter) {
    return 0.5f + jitter * ((float)(int32_t)(hash >> 16) * (1.0f / 65536.0f) - 0.5f);
}
ORO_CELL float oro_cell_point_v(uint32_t hash, float jitter) {
    return 0.5f + jitter * ((float)(int32_t)(hash & 0xffffU) * (1.0f / 65536.0f) - 0.5f);
}

/// The metric in two steps: of each coordinate alone, then joined.
ORO_CELL float oro_metric_part(int32_t metric, float d) { return metric <= ORO_SQUARED ? d * d : oro_abs(d); }
ORO_CELL float oro_metric_join(int32_t metric, float u, float v) {
    return metric == ORO_CHEBYSHEV ? oro_max(u, v) : u + v;
}

/// The result in [-1,1] from the two smallest joined distances. The divisors are what hardly any place exceeds at full
/// jitter; the rest is cut there.
ORO_CELL float oro_cell_feature(int32_t metric, int32_t feature, float near, float next) {
    float f1 = metric == ORO_EUCLIDEAN ? oro_sqrt(near) : near;
    float f2 = metric == ORO_EUCLIDEAN ? oro_sqrt(next) : next;
    float reach = metric == ORO_MANHATTAN ? 1.3f : (metric == ORO_CHEBYSHEV ? 0.9f : 1.0f);
    float f = feature == ORO_F1            ? f1
              : feature == ORO_F2          ? f2 * 0.75f
              : feature == ORO_F2_MINUS_F1 ? (f2 - f1) * 1.1f
                                           : f1 * f2 / reach;
    return oro_min(f * (2.0f / reach), 2.0f) - 1.0f;
}

/// The two smallest joined distances, and a random value in [-1,1] that belongs to the nearest point.
typedef struct oro_nearest {
    float near, next, value;
} oro_nearest;

/// What a search has found: the two smallest joined distances so far, and the hash of the nearest point.
typedef struct oro_search_so_far {
    float near, next;
    uint32_t owner;
} oro_search_so_far;

/// Looks at the point of the cell `column` and `line` away from the corner, whose hash is h; (gu, gv) is the place of the sample
/// seen from the corner.
ORO_CELL oro_search_so_far oro_look_at_point(oro_search_so_far s, uint32_t h, int32_t column, int32_t line, float gu,
                                             float gv, int32_t metric, float jitter) {
    float du = (float)column + oro_cell_point_u(h, jitter) - gu;
    float dv = (float)line + oro_cell_point_v(h, jitter) - gv;
    float d = oro_metric_join(metric, oro_metric_part(metric, du), oro_metric_part(metric, dv));
    s.owner = d < s.near ? h : s.owner;
    s.next = oro_min(s.next, oro_max(s.near, d));
    s.near = oro_min(s.near, d);
    return s;
}

/// At lattice point (i, j) plus the fraction (fu, fv).
ORO_CELL oro_nearest oro_nearest_points(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv,
                                        int32_t metric, float jitter) {
    int32_t ci = fu >= 0.5f ? 1 : 0, cj = fv >= 0.5f ? 1 : 0; // the nearest corner
    float gu = fu - (float)ci, gv = fv - (float)cj;
    oro_search_so_far s;
    s.near = 1.0e9f, s.next = 1.0e9f, s.owner = 0u;
    ORO_UNROLL_16
    for (int32_t k = 0; k < 16; ++k) {
        int32_t column = (k & 3) - 2, line = (k >> 2) - 2;
        uint32_t h = oro_hash_point(seed, p, i + ci + column, j + cj + line);
        s = oro_look_at_point(s, h, column, line, gu, gv, metric, jitter);
    }
    oro_nearest n;
    n.near = s.near;
    n.next = s.next;
    n.value = oro_signed_unit(oro_mix32(s.owner));
    return n;
}

/// The noise at lattice point (i, j) plus the fraction (fu, fv). No slopes: they would break at the borders between
/// cells.
ORO_CELL oro_noise oro_cellular_noise(uint32_t seed, oro_period p, int32_t i, int32_t j, float fu, float fv,
                                      int32_t metric, int32_t feature, float jitter) {
    oro_nearest a = oro_nearest_points(seed, p, i, j, fu, fv, metric, jitter);
    oro_noise n;
    n.value = feature == ORO_CELL_VALUE ? a.value : oro_cell_feature(metric, feature, a.near, a.next);
    n.du = 0.0f;
    n.dv = 0.0f;
    return n;
}

#endif
