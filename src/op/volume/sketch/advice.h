// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rules of drawing that are known to matter (Becher 2016, section 7.4, and trials), each a note with the curve's name: there must be a seed; the
// ground needs something that holds it; ribbons that face each other should cover less than half of what lies between them; a ribbon must not
// be wider than its curve's bend; what lies outside the box has little to say.
#ifndef ORO_OP_SKETCH_ADVICE_H
#define ORO_OP_SKETCH_ADVICE_H

#include "sketch.h"

/// The name of a curve of the result: strands come first, then patches, then the mesh.
static inline const char *sketch_owner_name(drawing *d, uint32_t owner) {
    if (owner < (uint32_t)d->count) return d->all[owner].name;
    int32_t patch = (int32_t)owner - d->count;
    if (patch >= d->args->patches.count) return "the mesh";
    return sketch_name(d, ((const sketch_patch *)d->args->patches.items)[patch].name, "patch", patch, NULL);
}

/// Which sides of the ground a place lies beyond, or on: bits west, east, north, south.
static inline uint32_t sketch_beyond(const oro_grid *ground, const float *p, double margin) {
    double west = ground->origin_x, east = west + oro_extent_x(ground), north = ground->origin_y,
           south = north + oro_extent_y(ground);
    double x = (double)p[0], y = (double)p[1];
    return (uint32_t)(x <= west + margin) | (uint32_t)(x >= east - margin) << 1 | (uint32_t)(y <= north + margin) << 2 |
           (uint32_t)(y >= south - margin) << 3;
}

static inline oro_status sketch_advise_places(drawing *d, const oro_ribbons *r) {
    const oro_grid *ground = &d->run->shape;
    uint32_t *outside = oro_scratch(d->run, ((size_t)r->curve_count + 1) * sizeof *outside);
    if (!outside) return ORO_NO_MEMORY;
    memset(outside, 0xff, ((size_t)r->curve_count + 1) * sizeof *outside);
    bool seed = false, held = false;
    double margin = 0.01 * fmax(oro_extent_x(ground), oro_extent_y(ground));
    for (uint32_t t = 0; t < r->triangle_count; t++) {
        uint32_t owner = r->owners[t], sides = 0;
        const uint32_t *c = r->triangles + 3 * (size_t)t;
        for (int k = 0; k < 3; k++) {
            outside[owner] &= sketch_beyond(ground, r->positions + 3 * (size_t)c[k], 0.0);
            sides |= sketch_beyond(ground, r->positions + 3 * (size_t)c[k], margin);
        }
        if (!(r->roles[owner] & ORO_ROLE_SEED)) continue;
        seed = true;
        oro_vec3 at = oro_ribbons_get(r->positions, c[0]),
                 ab = oro_vec3_between(at, oro_ribbons_get(r->positions, c[1])),
                 ac = oro_vec3_between(at, oro_ribbons_get(r->positions, c[2]));
        // At a side of the ground, or level within 20 degrees.
        held = held || sides || oro_vec3_unit(oro_vec3_cross(ac, ab), (oro_vec3){0}).z > 0.94;
    }
    for (uint32_t k = 0; k < r->curve_count; k++)
        if (outside[k])
            oro_note(d->run->ctx, "curves", "%s lies outside the ground of the world", sketch_owner_name(d, k));
    if (!seed)
        oro_note(d->run->ctx, "curves", "%s",
                 r->curve_count ? "no surface primitive: all curves are guidance, and a seed is needed"
                                : "no surface primitive: nothing is drawn");
    else if (!held)
        oro_note(d->run->ctx, "curves",
                 "nothing anchors the ground: no seed is level anywhere or reaches a side of the world");
    return ORO_OK;
}

static inline void sketch_advise_bends(drawing *d, const oro_strand *s) {
    double worst = 1.0;
    int worst_side = 0;
    int32_t worst_at = 0;
    for (int32_t i = 0; i < s->count; i++)
        for (int side = ORO_LEFT; side >= ORO_RIGHT; side -= 2) {
            double width = (double)oro_strand_width(&s->points[i], side);
            double folds = width > 0.0 ? width * oro_strand_bend(s, i, oro_strand_across(&s->points[i], side)) : 0.0;
            if (folds > worst + 1e-3) worst = folds, worst_side = side, worst_at = i;
        }
    if (!worst_side) return;
    double width = (double)oro_strand_width(&s->points[worst_at], worst_side);
    oro_note(d->run->ctx, "curves",
             "the %s ribbon of %s must be narrower than the bend's radius, %.3g m, not %.3g m wide",
             worst_side == ORO_LEFT ? "left" : "right", s->name, width / worst, width);
}

/// Of two strands: how much of the way between them the widest of facing ribbons of the first takes, at most.
static inline double sketch_facing(const oro_strand *a, const oro_strand *b, int32_t step, double *distance) {
    double worst = 0.0;
    for (int32_t i = 0; i < a->count; i += step)
        for (int side = ORO_LEFT; side >= ORO_RIGHT; side -= 2) {
            double width = (double)oro_strand_width(&a->points[i], side);
            if (!(width > 0.0)) continue;
            oro_vec3 across = oro_strand_across(&a->points[i], side);
            for (int32_t k = 0; k < b->count; k += step) {
                oro_vec3 way = oro_vec3_between(a->points[i].at, b->points[k].at);
                double ahead = oro_vec3_dot(way, across), square = oro_vec3_dot(way, way);
                if (ahead <= 0.0 || ahead * ahead < 0.81 * square || width * width <= worst * worst * square) continue;
                for (int other = ORO_LEFT; other >= ORO_RIGHT; other -= 2) {
                    if (!oro_strand_has(b, other)) continue;
                    double back = -oro_vec3_dot(way, oro_strand_across(&b->points[k], other));
                    if (back <= 0.0 || back * back < 0.81 * square) continue;
                    worst = width / sqrt(square);
                    *distance = sqrt(square);
                    break;
                }
            }
        }
    return worst;
}

enum { SKETCH_LOOKS = 1024 }; ///< points of all strands that are looked at for facing ribbons

static inline oro_status sketch_advise(drawing *d, const oro_ribbons *r) {
    oro_status status = sketch_advise_places(d, r);
    int64_t points = 0;
    for (int32_t i = 0; i < d->count; i++) points += d->all[i].count;
    int32_t step = (int32_t)(1 + points / SKETCH_LOOKS);
    for (int32_t i = 0; status == ORO_OK && i < d->count; i++) {
        sketch_advise_bends(d, &d->all[i]);
        double worst = 0.46, at = 0.0; // 0.45, and what sampling may miss
        int32_t other = -1;
        for (int32_t k = 0; k < d->count; k++) {
            double distance = 0.0, share = k == i ? 0.0 : sketch_facing(&d->all[i], &d->all[k], step, &distance);
            if (share > worst) worst = share, other = k, at = distance;
        }
        if (other >= 0)
            oro_note(d->run->ctx, "curves",
                     "a ribbon of %s must be at most 0.45 of the distance to the facing %s wide, %.3g m, not %.3g",
                     d->all[i].name, d->all[other].name, 0.45 * at, worst * at);
        status = oro_step(d->run, (i + 1.0) / d->count);
    }
    return status;
}

#endif
