// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The point of a triangle that is nearest to a place, for the triangles of ribbons, and what the surface is like as seen from there.
// All in samples of a volume: 1 is the way from one to the next.
//
// A place beside a face sees its plane. Beside an edge or corner inside the ribbon, the spine above all, it sees a fan around it: the distance is that
// to the edge, with the sign of the edge's normal. Beside the outer border the face's plane goes on; beside the end of a
// spine so does the fan, along the curve.
#ifndef ORO_SOLVE_RIBBON_NEAR_H
#define ORO_SOLVE_RIBBON_NEAR_H

#include "core/math.cell.h"
#include "orogen/ribbons.h"
#include "orogen/volume.h"
#include "run/loops.h"

#include <math.h>
#include <string.h>

enum { NEAR_SPAN = 8 };       ///< places of a row that are looked at together
enum { NEAR_MOST = 1 << 24 }; ///< triangles: their numbers go through floats

/// A triangle made ready.
typedef struct near_shape {
    float corner[3][3], edge[3][3], inward[3][3], per[3]; ///< per: 1 over the square of an edge's length
    float normal[3], middle[3], radius;
    uint32_t triangle; ///< of the ribbons
} near_shape;

enum { NEAR_BORDER = 1, NEAR_SPINE = 2 };

typedef struct near_set {
    const oro_ribbons *ribbons;
    near_shape *shapes;
    int32_t count;
    uint8_t *corners; ///< by vertex: NEAR_BORDER, NEAR_SPINE
    float *ends;      ///< by vertex: along the curve and away from it, where a spine ends
    double cell, origin[3];
} near_set;

static inline float near_dot(const float a[3], const float b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void near_cross(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/// Gives it length 1; false where it has none.
static inline bool near_unit(float v[3]) {
    float size = sqrtf(near_dot(v, v));
    if (!(size > 1e-12f)) return false;
    for (int k = 0; k < 3; k++) v[k] /= size;
    return true;
}

/// Makes a triangle ready. False: it has no area.
static inline bool near_prepare(const near_set *s, uint32_t triangle, near_shape *t) {
    const oro_ribbons *r = s->ribbons;
    t->triangle = triangle;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            double at = (double)r->positions[3 * (size_t)r->triangles[3 * (size_t)triangle + (size_t)k] + (size_t)i];
            t->corner[k][i] = (float)((at - s->origin[i]) / s->cell);
        }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) t->edge[k][i] = t->corner[(k + 1) % 3][i] - t->corner[k][i];
        float square = near_dot(t->edge[k], t->edge[k]);
        if (!(square > 1e-16f)) return false;
        t->per[k] = 1.0f / square;
    }
    near_cross(t->edge[0], t->edge[2], t->normal); // (b - a) x (a - c) = (c - a) x (b - a)
    if (!near_unit(t->normal)) return false;
    for (int k = 0; k < 3; k++) near_cross(t->edge[k], t->normal, t->inward[k]);
    t->radius = 0.0f;
    for (int i = 0; i < 3; i++) t->middle[i] = (t->corner[0][i] + t->corner[1][i] + t->corner[2][i]) * (1.0f / 3.0f);
    for (int k = 0; k < 3; k++) {
        float way[3] = {t->corner[k][0] - t->middle[0], t->corner[k][1] - t->middle[1], t->corner[k][2] - t->middle[2]};
        t->radius = oro_max(t->radius, sqrtf(near_dot(way, way)));
    }
    return true;
}

/// What corners lie on, and where spines end.
static inline void near_mark_corners(near_set *s) {
    const oro_ribbons *r = s->ribbons;
    memset(s->corners, 0, r->vertex_count);
    memset(s->ends, 0, 3 * (size_t)r->vertex_count * sizeof *s->ends);
    for (int32_t n = 0; n < s->count; n++) {
        const near_shape *t = &s->shapes[n];
        for (int k = 0; k < 3; k++) {
            const uint32_t ends[2] = {r->triangles[3 * (size_t)t->triangle + (size_t)k],
                                      r->triangles[3 * (size_t)t->triangle + (size_t)((k + 1) % 3)]};
            uint32_t bits = r->edges[t->triangle] >> k;
            float out[3] = {-t->inward[k][0], -t->inward[k][1], -t->inward[k][2]};
            for (int e = 0; e < 2; e++) {
                if (bits & ORO_EDGE_SPINE) s->corners[ends[e]] |= NEAR_SPINE;
                if (bits & ORO_EDGE_INSIDE) continue;
                s->corners[ends[e]] |= NEAR_BORDER;
                if (near_unit(out))
                    for (int i = 0; i < 3; i++) s->ends[3 * (size_t)ends[e] + (size_t)i] += out[i];
            }
        }
    }
    for (size_t v = 0; v < r->vertex_count; v++)
        if (!near_unit(s->ends + 3 * v)) s->ends[3 * v] = s->ends[3 * v + 1] = s->ends[3 * v + 2] = 0.0f;
}

/// Makes ribbons ready for a volume of that geometry. Refuses numbers that are not finite.
static inline oro_status near_create(oro_run *r, const oro_ribbons *ribbons, const oro_volume *v, near_set *s) {
    *s = (near_set){.ribbons = ribbons, .cell = v->cell, .origin = {v->origin[0], v->origin[1], v->origin[2]}};
    for (size_t i = 0; i < 3 * (size_t)ribbons->vertex_count; i++)
        if (!(fabsf(ribbons->positions[i]) < 1e9f) || !(fabsf(ribbons->normals[i]) < 1e9f))
            return oro_refuse(r, "ribbons", "vertex %zu of the ribbons is not finite", i / 3);
    if (ribbons->triangle_count > NEAR_MOST)
        return oro_refuse(r, "ribbons", "the ribbons have %u triangles, and at most %d are possible",
                          ribbons->triangle_count, NEAR_MOST);
    s->shapes = oro_scratch(r, ((size_t)ribbons->triangle_count + 1) * sizeof *s->shapes);
    s->corners = oro_scratch(r, (size_t)ribbons->vertex_count + 1);
    s->ends = oro_scratch(r, (3 * (size_t)ribbons->vertex_count + 1) * sizeof *s->ends);
    if (!s->shapes || !s->corners || !s->ends) return ORO_NO_MEMORY;
    for (uint32_t t = 0; t < ribbons->triangle_count; t++) s->count += near_prepare(s, t, &s->shapes[s->count]);
    near_mark_corners(s);
    return ORO_OK;
}

// --- distances -----------------------------------------------------------------------------------------------------------------

/// An edge as a row of places sees it: everything that does not change along x.
typedef struct near_edge {
    float x, y, z;          ///< its beginning; y and z from it to the row
    float ex, ey, ez, per;  ///< as in the shape
    float along, in, aside; ///< products of y and z with the edge and with `inward`, whose x is `in`
} near_edge;

static inline near_edge near_edge_of(const near_shape *t, int k, const float first[3]) {
    const float *e = t->edge[k], *in = t->inward[k];
    float y = first[1] - t->corner[k][1], z = first[2] - t->corner[k][2];
    return (near_edge){first[0] - t->corner[k][0], y, z, e[0], e[1], e[2], t->per[k], y * e[1] + z * e[2], in[0],
                       y * in[1] + z * in[2]};
}

ORO_CELL float near_edge_square(near_edge e, float x) {
    float at = oro_clamp((x * e.ex + e.along) * e.per, 0.0f, 1.0f);
    float dx = x - at * e.ex, dy = e.y - at * e.ey, dz = e.z - at * e.ez;
    return dx * dx + dy * dy + dz * dz;
}

/// Squares of the distances from NEAR_SPAN places in a row, `step` apart, to a triangle; where they are below `least`, they
/// and `number` become those.
static inline void near_span(const near_shape *t, const float first[3], float step, float number, float *restrict least,
                             float *restrict found) {
    const near_edge a = near_edge_of(t, 0, first), b = near_edge_of(t, 1, first), c = near_edge_of(t, 2, first);
    const float high = a.y * t->normal[1] + a.z * t->normal[2], rise = t->normal[0];
    for (int i = 0; i < NEAR_SPAN; i++) {
        float x = (float)i * step, xa = x + a.x, xb = x + b.x, xc = x + c.x;
        float edges = oro_min(oro_min(near_edge_square(a, xa), near_edge_square(b, xb)), near_edge_square(c, xc));
        float in = oro_min(oro_min(xa * a.in + a.aside, xb * b.in + b.aside), xc * c.in + c.aside);
        float flat = xa * rise + high, d = in >= 0.0f ? flat * flat : edges;
        found[i] = d < least[i] ? number : found[i];
        least[i] = d < least[i] ? d : least[i];
    }
}

// --- what is seen --------------------------------------------------------------------------------------------------------------

typedef struct near_value {
    float distance, way[3]; ///< to the nearest point, and from it to the place
    float signed_distance, normal[3];
    float share[3]; ///< of each corner in the nearest point
    bool border;    ///< it lies on the outer border: the ribbon says less about this place
} near_value;

/// The nearest point: from it to the place, and which corners share it.
static inline void near_foot(const near_shape *t, const float place[3], float way[3], float share[3]) {
    float rel[3][3], least = 1e30f;
    bool inside = true;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) rel[k][i] = place[i] - t->corner[k][i];
        inside &= near_dot(rel[k], t->inward[k]) >= 0.0f;
    }
    if (inside) {
        float high = near_dot(rel[0], t->normal), all = near_dot(t->inward[0], t->edge[1]);
        for (int i = 0; i < 3; i++) way[i] = high * t->normal[i];
        for (int k = 0; k < 3; k++) share[(k + 2) % 3] = near_dot(rel[k], t->inward[k]) / all;
        return;
    }
    for (int k = 0; k < 3; k++) {
        float at = oro_clamp(near_dot(rel[k], t->edge[k]) * t->per[k], 0.0f, 1.0f), d[3];
        for (int i = 0; i < 3; i++) d[i] = rel[k][i] - at * t->edge[k][i];
        float square = near_dot(d, d);
        if (!(square < least)) continue;
        least = square;
        for (int i = 0; i < 3; i++) way[i] = d[i];
        share[k] = 1.0f - at;
        share[(k + 1) % 3] = at;
        share[(k + 2) % 3] = 0.0f;
    }
}

/// Bits of what the nearest point lies on: NEAR_BORDER, NEAR_SPINE; neither: inside the ribbon.
static inline uint32_t near_bits(const near_set *s, const near_shape *t, const float share[3], int *corner) {
    const uint32_t *v = s->ribbons->triangles + 3 * (size_t)t->triangle;
    *corner = -1;
    for (int k = 0; k < 3; k++)
        if (share[k] >= 1.0f) {
            *corner = k;
            return s->corners[v[k]];
        }
    for (int k = 0; k < 3; k++)
        if (share[(k + 2) % 3] <= 0.0f) {
            uint32_t bits = s->ribbons->edges[t->triangle] >> k;
            return bits & ORO_EDGE_SPINE ? NEAR_SPINE : bits & ORO_EDGE_INSIDE ? 0 : NEAR_BORDER;
        }
    return 0;
}

/// The fan about an edge or corner.
static inline void near_fan(const near_set *s, const near_shape *t, const float way[3], near_value *v) {
    const uint32_t *corners = s->ribbons->triangles + 3 * (size_t)t->triangle;
    float mean[3] = {0.0f, 0.0f, 0.0f}, size = sqrtf(near_dot(way, way));
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) mean[i] += v->share[k] * s->ribbons->normals[3 * (size_t)corners[k] + (size_t)i];
    if (!near_unit(mean)) memcpy(mean, t->normal, sizeof mean);
    float turn = near_dot(way, mean) < 0.0f ? -1.0f : 1.0f;
    v->signed_distance = turn * size;
    for (int i = 0; i < 3; i++) v->normal[i] = size > 1e-3f ? turn * way[i] / size : mean[i];
}

static inline near_value near_see(const near_set *s, const near_shape *t, const float place[3]) {
    near_value v = {0};
    float way[3] = {0.0f, 0.0f, 0.0f};
    near_foot(t, place, way, v.share);
    v.distance = sqrtf(near_dot(way, way));
    memcpy(v.way, way, sizeof way);
    bool face = v.share[0] > 0.0f && v.share[1] > 0.0f && v.share[2] > 0.0f;
    int corner = -1;
    uint32_t bits = face ? 0 : near_bits(s, t, v.share, &corner);
    v.border = bits & NEAR_BORDER;
    if (face || bits == NEAR_BORDER) {
        v.signed_distance = near_dot(way, t->normal);
        for (int i = 0; i < 3; i++) v.normal[i] = t->normal[i];
        return v;
    }
    if (v.border) { // the end of a spine
        const float *end = s->ends + 3 * (size_t)s->ribbons->triangles[3 * (size_t)t->triangle + (size_t)corner];
        float beyond = oro_max(near_dot(way, end), 0.0f);
        for (int i = 0; i < 3; i++) way[i] -= beyond * end[i];
    }
    near_fan(s, t, way, &v);
    return v;
}

/// A trait at the nearest point.
static inline float near_trait(const near_set *s, const near_shape *t, const float share[3], int trait) {
    const uint32_t *v = s->ribbons->triangles + 3 * (size_t)t->triangle;
    float sum = 0.0f;
    for (int k = 0; k < 3; k++) sum += share[k] * s->ribbons->traits[(size_t)ORO_TRAIT_COUNT * v[k] + (size_t)trait];
    return sum;
}

#endif
