// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Vectors of three numbers, for the geometry of curves in space: few values, so in double precision.
#ifndef ORO_SOLVE_VEC3_H
#define ORO_SOLVE_VEC3_H

#include <math.h>

typedef struct oro_vec3 {
    double x, y, z;
} oro_vec3;

/// a + k b
static inline oro_vec3 oro_vec3_add(oro_vec3 a, oro_vec3 b, double k) {
    return (oro_vec3){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}
static inline oro_vec3 oro_vec3_times(oro_vec3 a, double k) { return (oro_vec3){k * a.x, k * a.y, k * a.z}; }
static inline oro_vec3 oro_vec3_between(oro_vec3 from, oro_vec3 to) { return oro_vec3_add(to, from, -1.0); }
static inline double oro_vec3_dot(oro_vec3 a, oro_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double oro_vec3_flat_length(oro_vec3 a) { return sqrt(a.x * a.x + a.y * a.y); }
static inline double oro_vec3_length(oro_vec3 a) { return sqrt(oro_vec3_dot(a, a)); }

/// a x b in numbers; x to the east, y to the south and z up are left-handed.
static inline oro_vec3 oro_vec3_cross(oro_vec3 a, oro_vec3 b) {
    return (oro_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The vector at length 1; `otherwise` where it has none.
static inline oro_vec3 oro_vec3_unit(oro_vec3 a, oro_vec3 otherwise) {
    double length = oro_vec3_length(a);
    return length > 1e-12 ? oro_vec3_times(a, 1.0 / length) : otherwise;
}

/// What of a vector is square to a direction of length 1.
static inline oro_vec3 oro_vec3_square_to(oro_vec3 a, oro_vec3 direction) {
    return oro_vec3_add(a, direction, -oro_vec3_dot(a, direction));
}

#endif
