// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Three numbers, for directions, positions and light. In a picture x runs east, y north and z up, in metres from the middle
// of the map; light is linear RGB.
#ifndef ORO_RENDER_VEC_H
#define ORO_RENDER_VEC_H

#include <math.h>

typedef struct vec3 {
    float x, y, z;
} vec3;

static inline vec3 v3(float x, float y, float z) { return (vec3){x, y, z}; }
static inline vec3 v_add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 v_sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 v_mul(vec3 a, vec3 b) { return v3(a.x * b.x, a.y * b.y, a.z * b.z); }
static inline vec3 v_scale(vec3 a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
static inline vec3 v_mad(vec3 a, vec3 b, float s) { return v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
static inline vec3 v_mix(vec3 a, vec3 b, float t) { return v_mad(a, v_sub(b, a), t); }
static inline float v_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 v_cross(vec3 a, vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline float v_length(vec3 a) { return sqrtf(v_dot(a, a)); }
static inline vec3 v_unit(vec3 a) {
    float length = v_length(a);
    return length > 0.0f ? v_scale(a, 1.0f / length) : v3(0, 0, 1);
}
static inline float v_luminance(vec3 a) { return 0.2126f * a.x + 0.7152f * a.y + 0.0722f * a.z; }

/// Two directions at right angles to a unit vector and to each other.
static inline void v_frame(vec3 n, vec3 *a, vec3 *b) {
    *a = v_unit(fabsf(n.z) < 0.9f ? v_cross(v3(0, 0, 1), n) : v_cross(v3(1, 0, 0), n));
    *b = v_cross(n, *a);
}

/// Unit vector from a compass azimuth (degrees clockwise from north) and an elevation above the horizon.
static inline vec3 v_compass(double azimuth, double elevation) {
    double a = azimuth * 0.017453292519943295, e = elevation * 0.017453292519943295;
    return v3((float)(sin(a) * cos(e)), (float)(cos(a) * cos(e)), (float)sin(e));
}

#endif
