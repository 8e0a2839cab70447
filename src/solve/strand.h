// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A strand: a curve in space as a row of points, each with a frame (where it leads, which way is up) and with what the surface does beside it.
// Here are its points along a B-spline, its frames, and the ribbons it becomes (orogen/ribbons.h has the conventions).
//
// Rotation-minimising frames go from point to point by double reflection (Wang, Juettler, Zheng and Liu 2008, "Computation of rotation
// minimizing frames"); on a closed strand the twist that is left after one round is spread evenly over its length.
//
// 128 bytes per point.
#ifndef ORO_SOLVE_STRAND_H
#define ORO_SOLVE_STRAND_H

#include "core/math.cell.h"
#include "orogen/ribbons.h"
#include "solve/bspline.h"

typedef struct oro_strand_point {
    oro_vec3 at;
    oro_vec3 along;                ///< unit length
    oro_vec3 up;                   ///< unit length, square to that
    double t;                      ///< 0..1 by the curve's own parameter
    double length;                 ///< m along the strand from its first point
    float left, right;             ///< degrees above the level of the frame
    float left_width, right_width; ///< m; 0 all along: there is no such side
    float traits[ORO_TRAIT_COUNT];
} oro_strand_point;

typedef struct oro_strand {
    const char *name; ///< for notes
    uint32_t role;    ///< as in oro_ribbons
    bool closed;      ///< the last point leads to the first
    int32_t count;
    oro_strand_point *points;
} oro_strand;

// --- points -----------------------------------------------------------------------------------------------------------

enum { ORO_STRAND_LOOKS = 8, ORO_STRAND_PIECES = 1 << 24 }; ///< looks at a span to measure it, and most pieces of one

/// Into how many pieces a span goes: none is longer than `spacing` or turns by more than about 10 degrees.
static inline int32_t oro_strand_pieces(const oro_bspline *b, int32_t span, double spacing) {
    double length = 0.0, turn = 0.0;
    oro_vec3 at, slope, before = oro_bspline_at(b, span, 0.0, &slope), led = oro_vec3_unit(slope, (oro_vec3){0});
    for (int i = 1; i <= ORO_STRAND_LOOKS; i++, before = at) {
        at = oro_bspline_at(b, span, (double)i / ORO_STRAND_LOOKS, &slope);
        length += oro_vec3_length(oro_vec3_between(before, at));
        oro_vec3 leads = oro_vec3_unit(slope, led);
        float cosine = (float)oro_vec3_dot(leads, led);
        turn += (double)oro_acos(oro_clamp(cosine, -1.0f, 1.0f));
        led = leads;
    }
    // A little less than a whole piece more is none, so that a mirrored curve is cut alike.
    double pieces = ceil(fmax(length / spacing, turn * (18.0 / 3.14159265358979)) - 1e-6);
    return pieces >= 1.0 ? pieces <= ORO_STRAND_PIECES ? (int32_t)pieces : ORO_STRAND_PIECES : 1;
}

/// How many points oro_strand_sample() writes.
static inline int64_t oro_strand_count(const oro_bspline *b, double spacing) {
    int64_t count = b->closed ? 0 : 1;
    for (int32_t k = 0; k < oro_bspline_spans(b); k++) count += oro_strand_pieces(b, k, spacing);
    return count;
}

/// The next point before (-1) or after (1) one that lies elsewhere; itself at the end of an open strand.
static inline int32_t oro_strand_other(const oro_strand *s, int32_t i, int32_t step) {
    int32_t at = i;
    for (int32_t k = 0; k < s->count; k++) {
        int32_t next = at + step;
        if (next < 0 || next >= s->count) {
            if (!s->closed) return at;
            next = next < 0 ? s->count - 1 : 0;
        }
        at = next;
        if (oro_vec3_length(oro_vec3_between(s->points[at].at, s->points[i].at)) > 1e-9) break;
    }
    return at;
}

/// Lengths along a strand, and directions where the curve had none: from the point before to the one after. False: all its points lie together.
static inline bool oro_strand_measure(oro_strand *s) {
    oro_strand_point *p = s->points;
    p[0].length = 0.0;
    for (int32_t i = 1; i < s->count; i++)
        p[i].length = p[i - 1].length + oro_vec3_length(oro_vec3_between(p[i - 1].at, p[i].at));
    if (!(p[s->count - 1].length > 1e-9)) return false;
    for (int32_t i = 0; i < s->count; i++)
        if (oro_vec3_length(p[i].along) <= 1e-9)
            p[i].along = oro_vec3_between(p[oro_strand_other(s, i, -1)].at, p[oro_strand_other(s, i, 1)].at);
    for (int32_t i = 0; i < s->count; i++)
        p[i].along = oro_vec3_unit(p[i].along, i ? p[i - 1].along : (oro_vec3){1.0, 0.0, 0.0});
    return true;
}

/// The points of a spline: place, direction, t and length. `ups` are vectors of its control points that go along with them, or NULL.
/// False: all lie together.
static inline bool oro_strand_sample(const oro_bspline *b, const oro_vec3 *ups, double spacing, oro_strand *s) {
    int32_t spans = oro_bspline_spans(b);
    oro_bspline up = {ups, b->count, b->closed};
    s->closed = b->closed;
    s->count = 0;
    for (int32_t k = 0; k < spans; k++) {
        int32_t pieces = oro_strand_pieces(b, k, spacing), end = k == spans - 1 && !b->closed ? pieces : pieces - 1;
        for (int32_t i = 0; i <= end; i++) {
            oro_strand_point *p = &s->points[s->count++];
            double u = (double)i / pieces;
            *p = (oro_strand_point){.t = (k + u) / spans};
            p->at = oro_bspline_at(b, k, u, &p->along);
            if (ups) p->up = oro_bspline_at(&up, k, u, NULL);
        }
    }
    return oro_strand_measure(s);
}

// --- frames -----------------------------------------------------------------------------------------------------------

static inline oro_vec3 oro_vec3_mirror(oro_vec3 a, oro_vec3 across) {
    double square = oro_vec3_dot(across, across);
    return square > 0.0 ? oro_vec3_add(a, across, -2.0 * oro_vec3_dot(a, across) / square) : a;
}

/// An up vector of one point carried to the next without turning about the strand.
static inline oro_vec3 oro_strand_carry(const oro_strand_point *from, const oro_strand_point *to, oro_vec3 up) {
    oro_vec3 step = oro_vec3_between(from->at, to->at);
    oro_vec3 along = oro_vec3_mirror(from->along, step);
    up = oro_vec3_mirror(oro_vec3_mirror(up, step), oro_vec3_between(along, to->along));
    return oro_vec3_unit(oro_vec3_square_to(up, to->along), from->up);
}

/// A direction square to the strand for a point where `up` leads along it.
static inline oro_vec3 oro_strand_any_up(oro_vec3 along) {
    oro_vec3 north = {0.0, -1.0, 0.0}, east = {1.0, 0.0, 0.0};
    return oro_vec3_unit(oro_vec3_square_to(fabs(along.y) < 0.9 ? north : east, along), north);
}

/// Up as near as possible to the vector that each point holds as its own already. Where the strand nearly runs along it, within some 6 degrees, up is
/// carried on from the point before.
static inline void oro_strand_frames_by_point(oro_strand *s) {
    for (int32_t i = 0; i < s->count; i++) {
        oro_strand_point *p = &s->points[i];
        oro_vec3 wanted = oro_vec3_square_to(oro_vec3_unit(p->up, (oro_vec3){0}), p->along);
        double size = oro_vec3_length(wanted), share = size < 0.1 ? size * size * 100.0 : 1.0;
        wanted = oro_vec3_unit(wanted, (oro_vec3){0});
        if (i > 0 && share < 1.0) {
            oro_vec3 carried = oro_strand_carry(p - 1, p, p[-1].up);
            wanted = oro_vec3_add(oro_vec3_times(wanted, share), carried, 1.0 - share);
        }
        p->up = oro_vec3_unit(oro_vec3_square_to(wanted, p->along), oro_strand_any_up(p->along));
    }
}

/// Up as near as possible to one vector all along.
static inline void oro_strand_frames_level(oro_strand *s, oro_vec3 up) {
    for (int32_t i = 0; i < s->count; i++) s->points[i].up = up;
    oro_strand_frames_by_point(s);
}

/// `a`, square to a direction, turned about it; by the numbers' own sense of turning.
static inline oro_vec3 oro_vec3_turned(oro_vec3 a, oro_vec3 about, double angle) {
    oro_vec3 side = oro_vec3_cross(about, a);
    return oro_vec3_add(oro_vec3_times(a, (double)oro_cos((float)angle)), side, (double)oro_sin((float)angle));
}

/// Up begins as near as possible to a vector and then does not turn about the strand.
static inline void oro_strand_frames_minimal(oro_strand *s, oro_vec3 up) {
    oro_strand_point *p = s->points, *last = p + s->count - 1;
    p[0].up = oro_vec3_unit(oro_vec3_square_to(up, p[0].along), oro_strand_any_up(p[0].along));
    for (int32_t i = 1; i < s->count; i++) p[i].up = oro_strand_carry(&p[i - 1], &p[i], p[i - 1].up);
    if (!s->closed) return;
    oro_vec3 back = oro_strand_carry(last, p, last->up);
    double length = last->length + oro_vec3_length(oro_vec3_between(last->at, p->at));
    double sine = oro_vec3_dot(oro_vec3_cross(back, p->up), p->along), cosine = oro_vec3_dot(back, p->up);
    double twist = (double)oro_atan2((float)sine, (float)cosine);
    for (int32_t i = 1; i < s->count; i++) p[i].up = oro_vec3_turned(p[i].up, p[i].along, twist * p[i].length / length);
}

// --- ribbons ----------------------------------------------------------------------------------------------------------

enum { ORO_LEFT = 1, ORO_RIGHT = -1 };

/// How much the strand bends towards a direction at a point, 1/m; below 0: away from it.
static inline double oro_strand_bend(const oro_strand *s, int32_t i, oro_vec3 towards) {
    const oro_strand_point *a = &s->points[oro_strand_other(s, i, -1)], *b = &s->points[oro_strand_other(s, i, 1)];
    double length = oro_vec3_length(oro_vec3_between(a->at, s->points[i].at)) +
                    oro_vec3_length(oro_vec3_between(s->points[i].at, b->at));
    return length > 0.0 ? oro_vec3_dot(oro_vec3_between(a->along, b->along), towards) / length : 0.0;
}

static inline float oro_strand_width(const oro_strand_point *p, int side) {
    return side == ORO_LEFT ? p->left_width : p->right_width;
}
static inline bool oro_strand_has(const oro_strand *s, int side) { return oro_strand_width(s->points, side) > 0.0f; }

/// Where the surface goes on that side, away from the strand.
static inline oro_vec3 oro_strand_across(const oro_strand_point *p, int side) {
    float angle = (side == ORO_LEFT ? p->left : p->right) * (ORO_PI / 180.0f);
    oro_vec3 left = oro_vec3_cross(p->along, p->up);
    return oro_vec3_add(oro_vec3_times(left, side * (double)oro_cos(angle)), p->up, (double)oro_sin(angle));
}

/// The normal into the air of a side that goes on in the direction `across` of a curve that leads `along`.
static inline oro_vec3 oro_strand_normal(oro_vec3 along, oro_vec3 across, int side) {
    return oro_vec3_times(oro_vec3_cross(across, along), side);
}

/// The outer end of a side.
static inline oro_vec3 oro_strand_rim(const oro_strand_point *p, int side) {
    return oro_vec3_add(p->at, oro_strand_across(p, side), (double)oro_strand_width(p, side));
}

static inline int32_t oro_strand_sides(const oro_strand *s) {
    return oro_strand_has(s, ORO_LEFT) + oro_strand_has(s, ORO_RIGHT);
}
static inline int32_t oro_strand_links(const oro_strand *s) { return s->closed ? s->count : s->count - 1; }
static inline int64_t oro_strand_vertices(const oro_strand *s) { return (int64_t)s->count * (1 + oro_strand_sides(s)); }
static inline int64_t oro_strand_triangles(const oro_strand *s) {
    return (int64_t)oro_strand_links(s) * 2 * oro_strand_sides(s);
}

static inline void oro_ribbons_set(float *to, uint32_t vertex, oro_vec3 v) {
    to[3 * (size_t)vertex] = (float)v.x;
    to[3 * (size_t)vertex + 1] = (float)v.y;
    to[3 * (size_t)vertex + 2] = (float)v.z;
}

static inline oro_vec3 oro_ribbons_get(const float *from, uint32_t vertex) {
    const float *v = from + 3 * (size_t)vertex;
    return (oro_vec3){(double)v[0], (double)v[1], (double)v[2]};
}

static inline void oro_ribbons_vertex(oro_ribbons *r, uint32_t vertex, oro_vec3 at, oro_vec3 normal, oro_vec3 across,
                                      const float *traits) {
    oro_ribbons_set(r->positions, vertex, at);
    oro_ribbons_set(r->normals, vertex, normal);
    oro_ribbons_set(r->bitangents, vertex, across);
    for (int k = 0; k < ORO_TRAIT_COUNT; k++) r->traits[ORO_TRAIT_COUNT * (size_t)vertex + (size_t)k] = traits[k];
}

/// Writes a triangle. One that lies the wrong way round, as where a ribbon is wider than its curve's bend, is turned: it faces `air`.
static inline void oro_ribbons_triangle(oro_ribbons *r, uint32_t triangle, const uint32_t corners[3], uint32_t edges,
                                        uint32_t owner, oro_vec3 air) {
    uint32_t *c = r->triangles + 3 * (size_t)triangle;
    oro_vec3 at = oro_ribbons_get(r->positions, corners[0]);
    oro_vec3 first = oro_vec3_between(at, oro_ribbons_get(r->positions, corners[1])),
             second = oro_vec3_between(at, oro_ribbons_get(r->positions, corners[2]));
    bool turned = oro_vec3_dot(oro_vec3_cross(second, first), air) < 0.0;
    c[0] = corners[0];
    c[1] = corners[turned ? 2 : 1];
    c[2] = corners[turned ? 1 : 2];
    // Turned, the first and the third edge change places.
    const uint32_t ends = 1 | ORO_EDGE_SPINE;
    r->edges[triangle] = turned ? (edges & (ends << 1)) | (edges & ends) << 2 | (edges >> 2 & ends) : edges;
    r->owners[triangle] = owner;
}

/// The direction of the outer border of a side at a point, from the one before to the one after.
static inline oro_vec3 oro_strand_rim_along(const oro_strand *s, int32_t i, int side) {
    int32_t n = s->count, before = i > 0 ? i - 1 : s->closed ? n - 1 : i, after = i < n - 1 ? i + 1 : s->closed ? 0 : i;
    oro_vec3 a = oro_strand_rim(&s->points[before], side), b = oro_strand_rim(&s->points[after], side);
    oro_vec3 along = s->points[i].along, rim = oro_vec3_unit(oro_vec3_between(a, b), along);
    return oro_vec3_dot(rim, along) > 0.0 ? rim : along;
}

static inline void oro_strand_write_vertices(const oro_strand *s, uint32_t vertex, oro_ribbons *r) {
    bool has_left = oro_strand_has(s, ORO_LEFT), has_right = oro_strand_has(s, ORO_RIGHT);
    for (int32_t i = 0; i < s->count; i++) {
        const oro_strand_point *p = &s->points[i];
        oro_vec3 normal = {0}, over = {0};
        uint32_t to = vertex + (uint32_t)i;
        for (int side = ORO_LEFT; side >= ORO_RIGHT; side -= 2) {
            if (side == ORO_LEFT ? !has_left : !has_right) continue;
            oro_vec3 across = oro_strand_across(p, side), rim = oro_strand_rim_along(s, i, side);
            normal = oro_vec3_add(normal, oro_strand_normal(p->along, across, side), 1.0);
            over = oro_vec3_add(over, across, side);
            uint32_t outer = to + (uint32_t)s->count * (side == ORO_LEFT || !has_left ? 1 : 2);
            oro_vec3 air = oro_vec3_unit(oro_strand_normal(rim, across, side), p->up);
            oro_ribbons_vertex(r, outer, oro_strand_rim(p, side), air, across, p->traits);
        }
        // Sides that lie on each other have no normal between them; the frame's up stands for it.
        oro_vec3 left = oro_vec3_cross(p->along, p->up);
        oro_ribbons_vertex(r, to, p->at, oro_vec3_length(normal) > 1e-6 ? oro_vec3_unit(normal, p->up) : p->up,
                           oro_vec3_length(over) > 1e-6 ? oro_vec3_unit(over, left) : left, p->traits);
    }
}

/// Writes the ribbons of a strand from a vertex and a triangle on, as curve `owner`.
static inline void oro_strand_write(const oro_strand *s, uint32_t owner, uint32_t vertex, uint32_t triangle,
                                    oro_ribbons *r) {
    oro_strand_write_vertices(s, vertex, r);
    bool has_left = oro_strand_has(s, ORO_LEFT), both = has_left && oro_strand_has(s, ORO_RIGHT);
    uint32_t n = (uint32_t)s->count, links = (uint32_t)oro_strand_links(s);
    for (uint32_t i = 0; i < links; i++) {
        uint32_t next = i + 1 < n ? i + 1 : 0;
        uint32_t begin = s->closed || i > 0, end = s->closed || i + 1 < links; // does it go on there?
        uint32_t spine = (uint32_t)both | ORO_EDGE_SPINE;
        for (int side = ORO_LEFT; side >= ORO_RIGHT; side -= 2) {
            if (!oro_strand_has(s, side)) continue;
            const oro_strand_point *p = &s->points[i];
            oro_vec3 air = oro_strand_normal(p->along, oro_strand_across(p, side), side);
            uint32_t outer = vertex + n * (side == ORO_LEFT || !has_left ? 1 : 2);
            uint32_t a = vertex + i, b = vertex + next, c = outer + i, d = outer + next;
            if (side == ORO_LEFT) {
                oro_ribbons_triangle(r, triangle++, (uint32_t[]){a, b, d}, spine | end << 1 | 4, owner, air);
                oro_ribbons_triangle(r, triangle++, (uint32_t[]){a, d, c}, 1 | begin << 2, owner, air);
            } else {
                oro_ribbons_triangle(r, triangle++, (uint32_t[]){a, c, d}, begin | 4, owner, air);
                oro_ribbons_triangle(r, triangle++, (uint32_t[]){a, d, b}, 1 | end << 1 | spine << 2, owner, air);
            }
        }
    }
    r->roles[owner] = s->role;
}

#endif
