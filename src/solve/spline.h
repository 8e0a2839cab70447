// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Feature splines (Mathisen 2021, after Hnaidi et al. 2010): curves through points in space, each made of cubic Bézier
// segments, with meta points along it that say how wide it is, how the ground falls off on either side, and what noise and
// erosion do there. Here are the records as operators see them and the curve itself; spline_table.h describes
// the records, op/features/diffuse brings them onto a grid.
//
// A place on a spline is u: 0 at its first point, 1 at its second, and so on; a closed spline returns to its first point at
// u = number of points. Positions are world metres (x east, y south), heights metres.
#ifndef ORO_SOLVE_SPLINE_H
#define ORO_SOLVE_SPLINE_H

#include "core/math.cell.h"
#include "core/table.h"
#include "run/loops.h"
#include "solve/vec3.h"

#include <math.h>
#include <string.h>

// --- records ----------------------------------------------------------------------------------------------------------

/// How the handles of a point come about: along the chord of its neighbours, heights monotone (rivers and roads never
/// overshoot); as given on one side, the other side opposite to it with its own length; both as given; straight to the
/// neighbours.
ORO_WORDS(handle, auto, aligned, free, corner);

/// A point a spline passes through. Handles are offsets from it in metres; NaN where not said.
typedef struct oro_spline_point {
    float x, y, z;
    oro_choice handle; ///< handle_auto …
    float in_x, in_y, in_z, out_x, out_y, out_z;
} oro_spline_point;

/// What a meta point says, in the order of its members after u. Channels from ORO_META_AMPLITUDE on are diffused as maps.
enum {
    ORO_META_RADIUS,
    ORO_META_LEFT,
    ORO_META_LEFT_RISE,
    ORO_META_RIGHT,
    ORO_META_RIGHT_RISE,
    ORO_META_HARDNESS,
    ORO_META_AMPLITUDE,
    ORO_META_ROUGHNESS,
    ORO_META_WARP,
    ORO_META_FINE_WARP,
    ORO_META_RAIN,
    ORO_META_ERODIBILITY,
    ORO_META_RIDGED,
    ORO_META_USER_1,
    ORO_META_COUNT = ORO_META_USER_1 + 4,
    ORO_PARAMETER_COUNT = ORO_META_COUNT - ORO_META_AMPLITUDE,
};

/// A meta point. Each value is NaN where it is not given, and then says nothing.
typedef struct oro_spline_meta {
    float u;
    float radius;            ///< half the width, m (r)
    float left, left_rise;   ///< reach of the gradient to the left of travel, and the height it gains over it, m (a)
    float right, right_rise; ///< the same to the right (b)
    float hardness;          ///< how strictly the gradient is followed beside the spline, 0..1 (h)
    float amplitude;         ///< of the noise, in parts of the noise's height (A)
    float roughness;         ///< (R)
    float warp, fine_warp;   ///< of the noise, in wavelengths (D, F)
    float rain, erodibility; ///< factors for erosion (w, s)
    float ridged;            ///< share of the noise folded into crests, 0..1 (g)
    float user_1, user_2, user_3, user_4;
} oro_spline_meta;

/// A run of levels a spline is absent from.
typedef struct oro_level_gap {
    int32_t from, to;
} oro_level_gap;

typedef struct oro_spline {
    const char *name;
    oro_colour colour;
    bool closed;
    int32_t from, to;                       ///< levels on which it shapes the height
    int32_t parameters_from, parameters_to; ///< levels on which it sets parameters; -1: the same
    oro_records gaps;                       ///< oro_level_gap
    int32_t priority;
    bool parameters_only;
    oro_records points; ///< oro_spline_point
    oro_records meta;   ///< oro_spline_meta
} oro_spline;

static inline const oro_spline_point *oro_spline_points(const oro_spline *s) { return s->points.items; }

/// How many Bézier segments a spline has; u runs from 0 to it.
static inline int32_t oro_spline_segments(const oro_spline *s) {
    return s->points.count < 2 ? 0 : s->closed ? s->points.count : s->points.count - 1;
}

static inline bool oro_level_within(int32_t level, int32_t finest, int32_t from, int32_t to) {
    if (from > finest) from = finest; // a road on levels 10 to 12 is still there in a small preview
    return level >= from && level <= to;
}

static inline bool oro_spline_in_gap(const oro_spline *s, int32_t level) {
    const oro_level_gap *gap = s->gaps.items;
    for (int32_t i = 0; i < s->gaps.count; i++)
        if (level >= gap[i].from && level <= gap[i].to) return true;
    return false;
}

/// Whether a spline shapes the height on a level; `finest` is the level of the map itself.
static inline bool oro_spline_on_level(const oro_spline *s, int32_t level, int32_t finest) {
    return !s->parameters_only && oro_level_within(level, finest, s->from, s->to) && !oro_spline_in_gap(s, level);
}

/// Whether it sets parameters there.
static inline bool oro_spline_sets_level(const oro_spline *s, int32_t level, int32_t finest) {
    int32_t from = s->parameters_from >= 0 ? s->parameters_from : s->from;
    int32_t to = s->parameters_to >= 0 ? s->parameters_to : s->to;
    return oro_level_within(level, finest, from, to) && !oro_spline_in_gap(s, level);
}

// --- the curve --------------------------------------------------------------------------------------------------------

static inline oro_vec3 oro_point_at(const oro_spline_point *p) {
    return (oro_vec3){(double)p->x, (double)p->y, (double)p->z};
}

/// Both handles of a point, as offsets.
typedef struct oro_handles {
    oro_vec3 in, out;
} oro_handles;

/// Slope of the height at a point between two others: the harmonic mean, 0 at extrema. With it the cubic between two
/// points stays between their heights (Fritsch and Butland 1984).
static inline double oro_monotone_slope(double before, double after) {
    return before * after > 0.0 ? 2.0 * before * after / (before + after) : 0.0;
}

static inline oro_handles oro_automatic_handles(oro_vec3 before, oro_vec3 at, oro_vec3 after, bool first, bool last) {
    oro_vec3 back = oro_vec3_add(at, before, -1.0), ahead = oro_vec3_add(after, at, -1.0);
    oro_handles straight = {oro_vec3_add((oro_vec3){0}, back, -1.0 / 3.0),
                            oro_vec3_add((oro_vec3){0}, ahead, 1.0 / 3.0)};
    oro_vec3 chord = oro_vec3_add(after, before, -1.0);
    double length = oro_vec3_flat_length(chord), d0 = oro_vec3_flat_length(back), d1 = oro_vec3_flat_length(ahead);
    if (first || last || length == 0.0 || d0 == 0.0 || d1 == 0.0) return straight;
    double slope = oro_monotone_slope(back.z / d0, ahead.z / d1);
    oro_vec3 along = {chord.x / length, chord.y / length, slope};
    return (oro_handles){oro_vec3_add((oro_vec3){0}, along, -d0 / 3.0), oro_vec3_add((oro_vec3){0}, along, d1 / 3.0)};
}

/// A handle as the record says it, or `automatic` where it does not.
static inline oro_vec3 oro_said_handle(float x, float y, float z, oro_vec3 automatic) {
    return (oro_vec3){isnan(x) ? automatic.x : (double)x, isnan(y) ? automatic.y : (double)y,
                      isnan(z) ? automatic.z : (double)z};
}

static inline oro_handles oro_spline_handles(const oro_spline *s, int32_t i) {
    const oro_spline_point *p = oro_spline_points(s);
    int32_t n = s->points.count, before = i > 0 ? i - 1 : s->closed ? n - 1 : i;
    int32_t after = i < n - 1 ? i + 1 : s->closed ? 0 : i;
    oro_vec3 at = oro_point_at(&p[i]);
    bool corner = p[i].handle.index == handle_corner;
    oro_handles h = oro_automatic_handles(oro_point_at(&p[before]), at, oro_point_at(&p[after]), corner || before == i,
                                          corner || after == i);
    if (p[i].handle.index == handle_auto || corner) return h;
    bool has_in = !isnan(p[i].in_x) || !isnan(p[i].in_y), has_out = !isnan(p[i].out_x) || !isnan(p[i].out_y);
    oro_handles said = {oro_said_handle(p[i].in_x, p[i].in_y, p[i].in_z, h.in),
                        oro_said_handle(p[i].out_x, p[i].out_y, p[i].out_z, h.out)};
    if (p[i].handle.index == handle_free) return said;
    // Aligned: the outgoing handle leads where both are said.
    oro_vec3 lead = has_out ? said.out : has_in ? said.in : h.out;
    double length = oro_vec3_length(lead), other = oro_vec3_length(has_out && has_in ? said.in : lead);
    oro_vec3 mirrored = oro_vec3_add((oro_vec3){0}, lead, length > 0.0 ? -other / length : 0.0);
    return has_out || !has_in ? (oro_handles){mirrored, lead} : (oro_handles){lead, mirrored};
}

/// One cubic Bézier segment.
typedef struct oro_bezier {
    oro_vec3 p[4];
} oro_bezier;

static inline oro_bezier oro_spline_bezier(const oro_spline *s, int32_t segment) {
    const oro_spline_point *p = oro_spline_points(s);
    int32_t next = segment + 1 < s->points.count ? segment + 1 : 0;
    oro_vec3 a = oro_point_at(&p[segment]), b = oro_point_at(&p[next]);
    return (oro_bezier){{a, oro_vec3_add(a, oro_spline_handles(s, segment).out, 1.0),
                         oro_vec3_add(b, oro_spline_handles(s, next).in, 1.0), b}};
}

static inline oro_vec3 oro_bezier_at(const oro_bezier *b, double t) {
    double s = 1.0 - t, w[4] = {s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t};
    oro_vec3 at = {0};
    for (int i = 0; i < 4; i++) at = oro_vec3_add(at, b->p[i], w[i]);
    return at;
}

/// How many equal steps of t keep chords within `tolerance` metres of the segment: the distance is at most an eighth of
/// the second derivative over the squared count (Wang et al. 1984).
static inline int32_t oro_bezier_steps(const oro_bezier *b, double tolerance) {
    double most = 0.0;
    for (int i = 0; i < 2; i++) {
        oro_vec3 bend = oro_vec3_add(oro_vec3_add(b->p[i], b->p[i + 1], -2.0), b->p[i + 2], 1.0);
        double length = oro_vec3_length(bend);
        most = length > most ? length : most;
    }
    double steps = ceil(sqrt(0.75 * most / tolerance));
    return steps >= 1.0 ? steps <= 1024.0 ? (int32_t)steps : 1024 : 1;
}

// --- meta points ------------------------------------------------------------------------------------------------------

static inline float oro_meta_value(const oro_spline_meta *m, int32_t channel) {
    float values[ORO_META_COUNT];
    memcpy(values, &m->radius, sizeof values);
    return values[channel];
}

static inline float oro_meta_place(const oro_spline_meta *m, int32_t segments) {
    return oro_clamp(m->u, 0.0f, (float)segments); // one beyond the end counts as at the end
}

/// The value of a channel at u: linear between the nearest meta points that give it, constant beyond the first and last of
/// them, round the seam of a closed spline. NaN where none gives it. Meta points may come in any order.
static inline float oro_spline_value(const oro_spline *s, int32_t channel, float u) {
    const oro_spline_meta *meta = s->meta.items;
    int32_t segments = oro_spline_segments(s);
    float before = -INFINITY, after = INFINITY, low = 0.0f, high = 0.0f, at_before = NAN, at_after = NAN;
    float first = INFINITY, last = -INFINITY, at_first = NAN, at_last = NAN;
    for (int32_t i = 0; i < s->meta.count; i++) {
        float value = oro_meta_value(&meta[i], channel), place = oro_meta_place(&meta[i], segments);
        if (isnan(value)) continue;
        if (place <= u && place >= before) before = place, at_before = value;
        if (place >= u && place < after) after = place, at_after = value;
        if (place < first) first = place, at_first = value;
        if (place >= last) last = place, at_last = value;
    }
    if (isnan(at_first)) return NAN;
    low = before, high = after;
    if (isnan(at_before)) at_before = s->closed ? at_last : at_after, low = s->closed ? last - (float)segments : after;
    if (isnan(at_after)) at_after = s->closed ? at_first : at_before, high = s->closed ? first + (float)segments : low;
    return high > low ? at_before + (at_after - at_before) * ((u - low) / (high - low)) : at_before;
}

// --- flattening -------------------------------------------------------------------------------------------------------

/// A vertex of the polyline a spline becomes, with the channels there (radius and gradients 0 where not given).
typedef struct oro_spline_vertex {
    double x, y;
    float z, u;
    float channel[ORO_META_COUNT];
} oro_spline_vertex;

/// How many vertices oro_spline_flatten() writes at most.
static inline int64_t oro_spline_vertex_bound(const oro_spline *s, double tolerance) {
    int64_t count = 1 + s->meta.count;
    for (int32_t k = 0; k < oro_spline_segments(s); k++) {
        oro_bezier b = oro_spline_bezier(s, k);
        count += oro_bezier_steps(&b, tolerance);
    }
    return count;
}

static inline void oro_spline_channels(const oro_spline *s, oro_spline_vertex *v) {
    static const float unsaid[ORO_META_AMPLITUDE] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.9f};
    for (int32_t k = 0; k < ORO_META_COUNT; k++) {
        v->channel[k] = oro_spline_value(s, k, v->u);
        if (k < ORO_META_AMPLITUDE && isnan(v->channel[k])) v->channel[k] = unsaid[k];
    }
}

/// The next place after u where a channel may bend, below `end`; `end` if there is none.
static inline float oro_next_meta(const oro_spline *s, float u, float end) {
    const oro_spline_meta *meta = s->meta.items;
    int32_t segments = oro_spline_segments(s);
    for (int32_t i = 0; i < s->meta.count; i++) {
        float place = oro_meta_place(&meta[i], segments);
        if (place > u && place < end) end = place;
    }
    return end;
}

/// Writes the polyline within `tolerance` metres of the curve, with a vertex wherever a channel bends; returns how many
/// vertices it has. Chords of no length are left out; one point, or a spline of no length, gives one vertex: a spot.
static inline int32_t oro_spline_flatten(const oro_spline *s, double tolerance, oro_spline_vertex *out) {
    int32_t count = 0;
    if (s->points.count == 1) {
        const oro_spline_point *p = oro_spline_points(s);
        out[count++] = (oro_spline_vertex){.x = (double)p->x, .y = (double)p->y, .z = p->z};
        oro_spline_channels(s, out);
    }
    for (int32_t k = 0; k < oro_spline_segments(s); k++) {
        oro_bezier b = oro_spline_bezier(s, k);
        int32_t steps = oro_bezier_steps(&b, tolerance);
        float u = (float)k;
        for (int32_t i = k == 0 ? 0 : 1; i <= steps; i++) {
            float end = i == steps ? (float)(k + 1) : (float)k + (float)i / (float)steps;
            do {
                u = i == 0 ? 0.0f : oro_next_meta(s, u, end);
                oro_vec3 at = oro_bezier_at(&b, (double)u - k);
                oro_spline_vertex *v = &out[count];
                *v = (oro_spline_vertex){.x = at.x, .y = at.y, .z = (float)at.z, .u = u};
                if (count && v->x == v[-1].x && v->y == v[-1].y) continue;
                oro_spline_channels(s, v);
                count++;
            } while (u < end);
        }
    }
    return count;
}

#endif
