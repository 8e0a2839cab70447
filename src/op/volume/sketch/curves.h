// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves, rings and roads as strands.
#ifndef ORO_OP_SKETCH_CURVES_H
#define ORO_OP_SKETCH_CURVES_H

#include "sketch.h"

/// A number of the constraints at t: linear between the nearest two that say it, as the first or last says beyond them, round the seam of a closed
/// curve; `otherwise` where none says it. `offset` is the number's place in the record. They may come in any order.
static inline float sketch_value(const oro_records *constraints, size_t offset, bool closed, float t, float otherwise) {
    float low = -INFINITY, high = INFINITY, at_low = NAN, at_high = NAN;
    float first = INFINITY, last = -INFINITY, at_first = NAN, at_last = NAN;
    for (int32_t i = 0; i < constraints->count; i++) {
        const sketch_constraint *c = (const sketch_constraint *)constraints->items + i;
        float value;
        memcpy(&value, (const char *)c + offset, sizeof value);
        if (isnan(value)) continue;
        if (c->t <= t && c->t >= low) low = c->t, at_low = value;
        if (c->t >= t && c->t < high) high = c->t, at_high = value;
        if (c->t < first) first = c->t, at_first = value;
        if (c->t >= last) last = c->t, at_last = value;
    }
    if (isnan(at_first)) return otherwise;
    if (isnan(at_low)) at_low = closed ? at_last : at_high, low = closed ? last - 1.0f : high;
    if (isnan(at_high)) at_high = closed ? at_first : at_low, high = closed ? first + 1.0f : low;
    return high > low ? at_low + (at_high - at_low) * ((t - low) / (high - low)) : at_low;
}

#define SKETCH_AT(member, otherwise) sketch_value(c, offsetof(sketch_constraint, member), s->closed, t, otherwise)

static inline oro_status sketch_curve_strand(drawing *d, const sketch_curve *curve, const char *name) {
    sketch_path path = {.list = "curves",
                        .name = name,
                        .closed = curve->closed,
                        .frame = curve->frame.index,
                        .up = {(double)curve->up_x, (double)curve->up_y, (double)curve->up_z}};
    oro_strand *s;
    oro_status status = sketch_path_points(d, &curve->points, &path);
    if (status == ORO_OK) status = sketch_draw_path(d, &path, &s);
    if (status != ORO_OK || !s) return status;
    s->role = (curve->role.index == role_seed ? ORO_ROLE_SEED : 0) | (uint32_t)curve->flow.index << ORO_ROLE_FLOW_SHIFT;
    const oro_records *c = &curve->constraints;
    float both = sketch_said(curve->width, d->width), traits[ORO_TRAIT_COUNT];
    sketch_said_traits(d, &curve->traits, traits);
    for (int32_t i = 0; i < s->count; i++) {
        oro_strand_point *p = &s->points[i];
        float t = (float)p->t;
        p->left = SKETCH_AT(left, sketch_said(curve->left, d->args->left));
        p->right = SKETCH_AT(right, sketch_said(curve->right, d->args->right));
        p->left_width = SKETCH_AT(left_width, sketch_said(curve->left_width, both));
        p->right_width = SKETCH_AT(right_width, sketch_said(curve->right_width, both));
        for (int k = 0; k < ORO_TRAIT_COUNT; k++)
            p->traits[k] = sketch_value(c, offsetof(sketch_constraint, traits) + (size_t)k * sizeof(float), s->closed,
                                        t, traits[k]);
    }
    return ORO_OK;
}

/// Curves of a wire or a file: their points are control points, and the operator's angles and widths hold. One that ends where it begins is closed.
static inline oro_status sketch_lines(drawing *d, const oro_curves *lines, const char *list) {
    for (uint32_t i = 0; i < lines->count; i++) {
        uint32_t first = lines->starts[i], count = lines->starts[i + 1] - first;
        const float *p = lines->positions + 3 * (size_t)first, *last = p + 3 * (size_t)(count ? count - 1 : 0);
        sketch_path path = {.list = list, .name = sketch_name(d, NULL, list, (int32_t)i, NULL), .up = {0, 0, 1}};
        path.closed = count > 3 && memcmp(p, last, 3 * sizeof *p) == 0;
        path.count = (int32_t)count - path.closed;
        path.points = oro_scratch(d->run, ((size_t)count + 1) * sizeof *path.points);
        if (!path.points) return ORO_NO_MEMORY;
        for (int32_t k = 0; k < path.count; k++)
            path.points[k] = (oro_vec3){(double)p[3 * k], (double)p[3 * k + 1], (double)p[3 * k + 2]};
        oro_strand *s;
        oro_status status = sketch_draw_path(d, &path, &s);
        if (status != ORO_OK) return status;
        if (!s) continue;
        s->role = d->args->role.index == role_seed ? ORO_ROLE_SEED : 0;
        sketch_sides(s, d->args->left, d->args->right, d->width, d->width);
        for (int32_t k = 0; k < s->count; k++)
            memcpy(s->points[k].traits, &d->args->traits, sizeof s->points[k].traits);
    }
    return ORO_OK;
}

static inline oro_status sketch_road_strand(drawing *d, const sketch_road *road, const char *name) {
    sketch_path path = {.list = "roads", .name = name, .closed = road->closed, .up = {0, 0, 1}};
    oro_strand *s;
    oro_status status = sketch_path_points(d, &road->points, &path);
    if (status == ORO_OK) status = sketch_draw_path(d, &path, &s);
    if (status != ORO_OK || !s) return status;
    sketch_sides(s, road->bank, -road->bank, 0.5f * road->width, 0.5f * road->width);
    sketch_give_traits(d, &road->traits, s);
    return ORO_OK;
}

// --- rings ------------------------------------------------------------------------------------------------------------

/// A plane in space: its normal into the air, and two directions in it. Level and facing north these are east and south; upright and facing
/// south, west and up. Seen from the air the first turns into the second clockwise.
typedef struct sketch_plane {
    oro_vec3 centre, normal, first, second;
} sketch_plane;

static inline sketch_plane sketch_plane_of(oro_vec3 centre, float facing, float tilt, float turn) {
    const float degree = ORO_PI / 180.0f;
    double fs = (double)oro_sin(facing * degree), fc = (double)oro_cos(facing * degree),
           ts = (double)oro_sin(tilt * degree), tc = (double)oro_cos(tilt * degree);
    sketch_plane p = {centre, {ts * fs, -ts * fc, tc}, {fc, fs, 0.0}, {0}};
    p.normal = oro_vec3_unit(p.normal, (oro_vec3){0, 0, 1});
    p.second = oro_vec3_cross(p.normal, p.first);
    oro_vec3 first = p.first;
    double s = (double)oro_sin(turn * degree), c = (double)oro_cos(turn * degree);
    p.first = oro_vec3_add(oro_vec3_times(first, c), p.second, s);
    p.second = oro_vec3_add(oro_vec3_times(p.second, c), first, -s);
    return p;
}

/// Points around a circle or ellipse: by the spacing, and none further than 9 degrees from the next; a multiple of 8, so that it lies alike
/// in all directions of the map.
static inline int64_t sketch_round_count(const drawing *d, double radius) {
    double pieces = ceil(fmax(2.0 * 3.14159265358979 * radius / d->spacing, 40.0) / 8.0 - 1e-6) * 8.0;
    return pieces < SKETCH_MOST_POINTS ? (int64_t)pieces : SKETCH_MOST_POINTS;
}

/// An ellipse of exactly those radii, its outside on the left of travel. No sides yet.
static inline oro_status sketch_ellipse(drawing *d, const char *name, const sketch_plane *p, double first,
                                        double second, oro_strand **out) {
    int64_t count = sketch_round_count(d, fmax(first, second));
    oro_status status = sketch_strand(d, name, count, out);
    if (status != ORO_OK) return status;
    oro_strand *s = *out;
    s->closed = true;
    s->count = (int32_t)count;
    for (int32_t i = 0; i < s->count; i++) {
        float angle = 2.0f * ORO_PI * (float)i / (float)s->count;
        double sine = (double)oro_sin(angle), cosine = (double)oro_cos(angle);
        oro_vec3 at = oro_vec3_add(p->centre, p->first, first * cosine);
        s->points[i].at = oro_vec3_add(at, p->second, second * sine);
        s->points[i].along = oro_vec3_add(oro_vec3_times(p->first, -first * sine), p->second, second * cosine);
        s->points[i].t = (double)i / (double)s->count;
        s->points[i].up = p->normal;
    }
    oro_strand_measure(s);
    return ORO_OK;
}

static inline oro_status sketch_ring_strand(drawing *d, const sketch_ring *ring, const char *name) {
    sketch_plane plane =
        sketch_plane_of((oro_vec3){(double)ring->x, (double)ring->y, (double)ring->z}, ring->facing, ring->tilt, 0.0f);
    oro_strand *s;
    oro_status status = sketch_ellipse(d, name, &plane, (double)ring->radius,
                                       (double)sketch_said(ring->other_radius, ring->radius), &s);
    if (status != ORO_OK) return status;
    float both = sketch_said(ring->width, d->width);
    s->role = (ring->role.index == role_seed ? ORO_ROLE_SEED : 0) | (uint32_t)ring->flow.index << ORO_ROLE_FLOW_SHIFT;
    sketch_sides(s, sketch_said(ring->outside, d->args->left), sketch_said(ring->inside, d->args->right),
                 sketch_said(ring->outer_width, both), sketch_said(ring->inner_width, both));
    sketch_give_traits(d, &ring->traits, s);
    return ORO_OK;
}

#endif
