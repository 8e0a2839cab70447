// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Vertices on creases: dual contouring (Ju, Losasso, Schaefer and Warren 2002). A cell's vertex lies where the planes meet that
// touch the surface at its crossed edges. Planes come from the volume alone, so both are taken from one side of a crease:
//
//   * the crossing, where the slope before an edge differs from that behind it, from the line of the side the surface lies on
//     (subcell resolution, Harten 1989): near a crest the sample below the surface belongs to the other wall already;
//   * the direction by differences to the side on which values run straight (weights of Liu, Osher and Chan 1994).
#ifndef ORO_SOLVE_ISO_SHARP_H
#define ORO_SOLVE_ISO_SHARP_H

#include "iso_field.h"

typedef struct iso_plane {
    float at;   ///< the crossing along its edge, 0 to 1
    float n[3]; ///< direction into the air along the volume's axes, unit length; all 0: none
} iso_plane;

/// Rise along an axis at a sample, by the straighter side.
static inline float iso_straight_rise(const iso_job *j, const int32_t p[3], int axis) {
    float f[5];
    int32_t at = p[axis], last = j->side[axis] - 1;
    for (int32_t i = -2; i <= 2; i++) {
        int32_t q[3] = {p[0], p[1], p[2]};
        q[axis] = at + i < 0 ? 0 : at + i > last ? last : at + i;
        f[i + 2] = iso_at(j, q);
    }
    float before = f[2] - f[1], after = f[3] - f[2];
    if (at == 0) return after;
    if (at == last) return before;
    float bend_before = at > 1 ? f[0] - 2.0f * f[1] + f[2] : before;
    float bend_after = at < last - 1 ? f[2] - 2.0f * f[3] + f[4] : after;
    float floor = 1e-6f * (before * before + after * after) + 1e-30f;
    float u = floor + bend_before * bend_before, v = floor + bend_after * bend_after;
    float weight = (v / (u + v)) * (v / (u + v)), other = (u / (u + v)) * (u / (u + v));
    return (weight * before + other * after) / (weight + other);
}

/// Which line a crossing lies on.
typedef enum iso_side { ISO_BETWEEN, ISO_BEFORE, ISO_BEHIND } iso_side;

/// The crossing of a bent line: a and b at its ends, `before` and `behind` the values one sample further out.
static inline iso_side iso_bent_crossing(float before, float a, float b, float behind, float *at) {
    float rise = b - a, first = a - before, second = behind - b;
    float bend_a = rise - first, bend_b = second - rise;
    *at = iso_crossing(a, b);
    // Where two straight lines meet, between 0 and 1; a little beyond, for a crease that passes through a sample.
    float bend = bend_a + bend_b, meet = bend_b / bend;
    if (!(oro_abs(bend) > 0.2f * oro_abs(rise) && meet > -0.05f && meet < 1.05f)) return ISO_BETWEEN;
    bool has_a = first * rise > 0.0f, has_b = second * rise > 0.0f;
    float root_a = has_a ? -a / first : 0.0f, root_b = has_b ? 1.0f - b / second : 0.0f;
    // A bend upwards is the larger of two lines, so a rising one crosses at the earlier of their roots, which the line behind
    // must have; of a bend the other way at the later one, which the line before must have.
    bool earlier = (bend > 0.0f) == (rise > 0.0f);
    if (earlier ? !has_b : !has_a) return ISO_BETWEEN;
    bool by_a = earlier ? has_a && root_a < root_b : !has_b || root_a > root_b;
    float root = by_a ? root_a : root_b;
    if (!(root > 0.0f && root < 1.0f)) return ISO_BETWEEN;
    *at = oro_clamp(root, ISO_NEAREST, 1.0f - ISO_NEAREST);
    return by_a ? ISO_BEFORE : ISO_BEHIND;
}

/// A crossing as above, and the rise along its edge there.
typedef struct iso_crossed_line {
    iso_side side;
    float rise;
} iso_crossed_line;

/// Where the surface crosses the edge from sample p along an axis; a and b are the signed values at its ends.
static inline iso_crossed_line iso_sharp_crossing(const iso_job *j, const int32_t p[3], int axis, float a, float b,
                                                  float *at) {
    int32_t q[3] = {p[0], p[1], p[2]}, end = j->side[axis] - 1;
    *at = iso_crossing(a, b);
    q[axis]++;
    if (p[axis] == 0 || q[axis] == end || a != iso_at(j, p) || b != iso_at(j, q))
        return (iso_crossed_line){ISO_BETWEEN, b - a};
    q[axis] = p[axis] - 1;
    float before = iso_at(j, q);
    q[axis] = p[axis] + 2;
    float behind = iso_at(j, q);
    iso_side side = iso_bent_crossing(before, a, b, behind, at);
    return (iso_crossed_line){side, side == ISO_BEFORE ? a - before : side == ISO_BEHIND ? behind - b : b - a};
}

/// The plane that touches the surface there.
static inline iso_plane iso_plane_at(const iso_job *j, const int32_t p[3], int axis, float a, float b) {
    int32_t q[3] = {p[0], p[1], p[2]};
    q[axis]++;
    iso_plane plane;
    iso_crossed_line line = iso_sharp_crossing(j, p, axis, a, b, &plane.at);
    iso_side side = line.side;
    float length2 = 0.0f;
    for (int k = 0; k < 3; k++) {
        if (k == axis)
            plane.n[k] = line.rise;
        else if (side == ISO_BETWEEN)
            plane.n[k] = oro_mix(iso_straight_rise(j, p, k), iso_straight_rise(j, q, k), plane.at);
        else
            plane.n[k] = iso_straight_rise(j, side == ISO_BEFORE ? p : q, k);
        length2 += plane.n[k] * plane.n[k];
    }
    float each = length2 > 1e-30f && length2 < 1e30f ? 1.0f / sqrtf(length2) : 0.0f;
    for (int k = 0; k < 3; k++) plane.n[k] *= each;
    return plane;
}

// --- where planes meet -----------------------------------------------------------------------------------------------------

/// Turns a symmetric matrix by the angle that clears element (p, q), and `turn` with it (Jacobi 1846).
static inline void iso_rotate(double m[3][3], double turn[3][3], int p, int q) {
    double off = m[p][q] < 0.0 ? -m[p][q] : m[p][q];
    if (!(off > 1e-12 * (m[p][p] + m[q][q]))) return; // planes are known to a float's seven digits
    double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]), size = theta < 0.0 ? -theta : theta;
    double t = (theta < 0.0 ? -1.0 : 1.0) / (size + sqrt(size * size + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        double a = m[k][p], b = m[k][q];
        m[k][p] = c * a - s * b;
        m[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++) {
        double a = m[p][k], b = m[q][k], u = turn[k][p], v = turn[k][q];
        m[p][k] = c * a - s * b;
        m[q][k] = s * a + c * b;
        turn[k][p] = c * u - s * v;
        turn[k][q] = s * u + c * v;
    }
}

/// The planes of a cell: sums that the point of least squared distances follows from, about a point in the middle.
typedef struct iso_quadric {
    double m[3][3], v[3];
} iso_quadric;

static inline void iso_add_plane(iso_quadric *q, const float n[3], const double from_middle[3]) {
    double distance = 0.0;
    for (int k = 0; k < 3; k++) distance += (double)n[k] * from_middle[k];
    for (int k = 0; k < 3; k++) {
        q->v[k] += (double)n[k] * distance;
        for (int i = 0; i < 3; i++) q->m[k][i] += (double)n[k] * (double)n[i];
    }
}

/// How far from the middle the planes meet. Directions in which they say less than a tenth of the most stay at the middle.
static inline void iso_meet(iso_quadric *q, double move[3]) {
    double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, most = 0.0;
    for (int sweep = 0; sweep < 5; sweep++) { // each squares what is left beside the diagonal
        iso_rotate(q->m, turn, 0, 1);
        iso_rotate(q->m, turn, 0, 2);
        iso_rotate(q->m, turn, 1, 2);
    }
    for (int k = 0; k < 3; k++) most = q->m[k][k] > most ? q->m[k][k] : most, move[k] = 0.0;
    for (int k = 0; k < 3; k++) {
        if (!(q->m[k][k] > 0.01 * most)) continue; // squares of a tenth
        double along = (turn[0][k] * q->v[0] + turn[1][k] * q->v[1] + turn[2][k] * q->v[2]) / q->m[k][k];
        for (int i = 0; i < 3; i++) move[i] += along * turn[i][k];
    }
}

#endif
