// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Things that take several curves, drawn as one: a tunnel, an arch, a cliff with the ground before it.
//
//     tunnel   floor, ceiling and walls, each bent halfway towards the next (22.5 degrees where it is round); at a mouth a ring that leads from the
//              face into the tunnel, behind which the four begin
//     arch     a crest over it and one below, whose sides lean to each other, and around each foot a ring where ground meets rock
//     cliff    its edge; its foot where the face meets the ground, at the supplement of the angle
#ifndef ORO_OP_SKETCH_COMPOUNDS_H
#define ORO_OP_SKETCH_COMPOUNDS_H

#include "curves.h"

static inline float sketch_degrees(double y, double x) { return oro_atan2((float)y, (float)x) * (180.0f / ORO_PI); }

// --- tunnels ----------------------------------------------------------------------------------------------------------

/// The part of a path between two lengths, moved `out` metres towards (left, up) of its frames and facing the path again.
static inline oro_status sketch_beside(drawing *d, const oro_strand *path, const double range[2], const char *name,
                                       const double towards[2], double out, oro_strand **to) {
    oro_status status = sketch_strand(d, name, path->count, to);
    if (status != ORO_OK) return status;
    oro_strand *s = *to;
    for (int32_t i = 0; i < path->count; i++) {
        const oro_strand_point *p = &path->points[i];
        if (p->length < range[0] || p->length > range[1]) continue;
        oro_vec3 left = oro_vec3_cross(p->along, p->up);
        oro_vec3 outward = oro_vec3_add(oro_vec3_times(left, towards[0]), p->up, towards[1]);
        s->points[s->count++] =
            (oro_strand_point){.at = oro_vec3_add(p->at, outward, out), .up = oro_vec3_times(outward, -1.0), .t = p->t};
    }
    if (s->count < 2 || !oro_strand_measure(s)) {
        d->count--;
        *to = NULL;
        return ORO_OK;
    }
    oro_strand_frames_by_point(s);
    return ORO_OK;
}

static inline oro_status sketch_mouth(drawing *d, const sketch_tunnel *t, const oro_strand_point *at, double outwards,
                                      float inner, const char *name) {
    oro_vec3 normal = oro_vec3_times(at->along, outwards), left = oro_vec3_cross(at->along, at->up);
    sketch_plane plane = {at->at, normal, left, oro_vec3_cross(normal, left)};
    oro_strand *s;
    double half[2] = {0.5 * (double)t->width, 0.5 * (double)t->height};
    oro_status status = sketch_ellipse(d, name, &plane, half[0], half[1], &s);
    if (status != ORO_OK) return status;
    sketch_sides(s, 0.0f, -90.0f, sketch_said(t->face, (float)(0.5 * (half[0] + half[1]))), inner);
    sketch_give_traits(d, &t->traits, s);
    return ORO_OK;
}

static inline oro_status sketch_tunnel_strands(drawing *d, const sketch_tunnel *t, int32_t index) {
    static const char *const parts[4] = {"floor", "left wall", "ceiling", "right wall"};
    static const double towards[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    sketch_path path = {.list = "tunnels",
                        .name = sketch_name(d, t->name, "tunnel", index, NULL),
                        .frame = t->frame.index,
                        .up = {0, 0, 1}};
    oro_strand *made;
    oro_status status = sketch_path_points(d, &t->points, &path);
    if (status == ORO_OK) status = sketch_draw_path(d, &path, &made);
    if (status != ORO_OK || !made) return status;
    oro_strand middle = *made; // the path itself is not drawn
    d->count--;
    double w = (double)t->width, h = (double)t->height, length = middle.points[middle.count - 1].length;
    float ribbon = sketch_said(t->ribbon, (float)(0.45 * 0.5 * fmin(w, h)));
    bool ring[2] = {t->begin.index == mouth_ring, t->end.index == mouth_ring};
    double range[2] = {ring[0] ? (double)ribbon : 0.0, ring[1] ? length - (double)ribbon : length};
    for (int k = 0; status == ORO_OK && k < 4; k++) {
        bool wall = k % 2 == 1;
        oro_strand *s;
        const char *name = sketch_name(d, t->name, "tunnel", index, parts[k]);
        status = sketch_beside(d, &middle, range, name, towards[k], 0.5 * (wall ? w : h), &s);
        if (status != ORO_OK) return status;
        if (!s)
            return oro_refuse(d->run, "tunnels", "%s must be longer than its mouths, %g m", path.name,
                              2.0 * (double)ribbon);
        float bent = 0.5f * (wall ? sketch_degrees(w, h) : sketch_degrees(h, w));
        sketch_sides(s, bent, bent, ribbon, ribbon);
        sketch_give_traits(d, &t->traits, s);
    }
    for (int k = 0; status == ORO_OK && k < 2; k++)
        if (ring[k])
            status = sketch_mouth(
                d, t, &middle.points[k ? middle.count - 1 : 0], k ? 1.0 : -1.0, ribbon,
                sketch_name(d, t->name, "tunnel", index, k ? "mouth at its end" : "mouth at its beginning"));
    return status;
}

// --- arches -----------------------------------------------------------------------------------------------------------

/// The middle of the rock is half an ellipse from foot to foot. `outwards` of 1 is the crest, half the thickness above it; -1 the crest below.
static inline oro_status sketch_arc(drawing *d, const sketch_arch *a, oro_vec3 from, oro_vec3 to, double outwards,
                                    const char *name) {
    oro_vec3 span = oro_vec3_between(from, to), level = oro_vec3_unit((oro_vec3){span.x, span.y, 0.0}, (oro_vec3){0});
    double rise = (double)a->height - 0.5 * (double)a->thickness, half = 0.5 * (double)a->thickness;
    double lift = 0.5 * (double)a->thickness; // the arcs begin above the rings around the feet
    int64_t count = sketch_round_count(d, fmax(rise, 0.5 * oro_vec3_length(span))) / 2 + 1;
    oro_strand *s;
    oro_status status = sketch_strand(d, name, count, &s);
    if (status != ORO_OK) return status;
    float begin = oro_asin((float)(lift / rise));
    s->count = (int32_t)count;
    for (int32_t i = 0; i < s->count; i++) {
        float share = (float)i / (float)(s->count - 1), angle = begin + (ORO_PI - 2.0f * begin) * share;
        double sine = (double)oro_sin(angle), cosine = (double)oro_cos(angle);
        oro_vec3 at = oro_vec3_add(from, span, 0.5 * (1.0 - cosine));
        at.z += rise * sine;
        // Its direction, in the upright plane of the arch, and the one square to it.
        double along = 0.5 * oro_vec3_flat_length(span) * sine, climb = 0.5 * span.z * sine + rise * cosine;
        oro_vec3 up = oro_vec3_times(level, -climb);
        up.z = along;
        up = oro_vec3_unit(up, (oro_vec3){0, 0, 1});
        oro_vec3 leads = oro_vec3_times(level, along);
        leads.z = climb;
        s->points[i] = (oro_strand_point){.at = oro_vec3_add(at, up, outwards * half),
                                          .along = oro_vec3_unit(leads, level),
                                          .up = oro_vec3_times(up, outwards),
                                          .t = (double)share};
    }
    oro_strand_measure(s);
    oro_strand_frames_by_point(s);
    float lean = -sketch_degrees((double)a->thickness, (double)a->width);
    float width =
        (float)(0.225 * sqrt((double)a->thickness * (double)a->thickness + (double)a->width * (double)a->width));
    sketch_sides(s, lean, lean, width, width);
    sketch_give_traits(d, &a->traits, s);
    return ORO_OK;
}

static inline oro_status sketch_foot(drawing *d, const sketch_arch *a, oro_vec3 at, oro_vec3 level, const char *name) {
    oro_vec3 up = {0, 0, 1};
    sketch_plane plane = {at, up, level, oro_vec3_cross(up, level)};
    double wider = 0.1 * (double)a->thickness;
    oro_strand *s;
    oro_status status =
        sketch_ellipse(d, name, &plane, 0.5 * (double)a->thickness + wider, 0.5 * (double)a->width + wider, &s);
    if (status != ORO_OK) return status;
    float ribbon = 0.3f * a->thickness;
    sketch_sides(s, 0.0f, 75.0f, sketch_said(a->apron, ribbon), ribbon);
    sketch_give_traits(d, &a->traits, s);
    return ORO_OK;
}

static inline oro_status sketch_arch_strands(drawing *d, const sketch_arch *a, int32_t index) {
    oro_vec3 from = {(double)a->from_x, (double)a->from_y, (double)a->from_z},
             to = {(double)a->to_x, (double)a->to_y, (double)a->to_z};
    oro_vec3 span = oro_vec3_between(from, to), level = oro_vec3_unit((oro_vec3){span.x, span.y, 0.0}, (oro_vec3){0});
    const char *name = sketch_name(d, a->name, "arch", index, NULL);
    double thickness = (double)a->thickness;
    if (!(oro_vec3_flat_length(span) > 2.0 * thickness))
        return oro_refuse(d->run, "arches",
                          "the feet of %s must be further apart than twice its thickness, %g m, not %g", name,
                          2.0 * thickness, oro_vec3_flat_length(span));
    if (!((double)a->height > 1.5 * thickness))
        return oro_refuse(d->run, "arches", "the height of %s must be above 1.5 times its thickness, %g m, not %g",
                          name, 1.5 * thickness, (double)a->height);
    oro_status status = sketch_arc(d, a, from, to, 1.0, sketch_name(d, a->name, "arch", index, "above"));
    if (status == ORO_OK) status = sketch_arc(d, a, from, to, -1.0, sketch_name(d, a->name, "arch", index, "below"));
    if (status == ORO_OK) status = sketch_foot(d, a, from, level, sketch_name(d, a->name, "arch", index, "first foot"));
    if (status == ORO_OK) status = sketch_foot(d, a, to, level, sketch_name(d, a->name, "arch", index, "second foot"));
    return status;
}

// --- cliffs -----------------------------------------------------------------------------------------------------------

static inline oro_status sketch_cliff_strands(drawing *d, const sketch_cliff *c, int32_t index) {
    sketch_path path = {.list = "cliffs",
                        .name = sketch_name(d, c->name, "cliff", index, "edge"),
                        .closed = c->closed,
                        .up = {0, 0, 1}};
    oro_strand *edge, *foot;
    oro_status status = sketch_path_points(d, &c->points, &path);
    if (status == ORO_OK) status = sketch_draw_path(d, &path, &edge);
    if (status != ORO_OK || !edge) return status;
    status = sketch_strand(d, sketch_name(d, c->name, "cliff", index, "foot"), edge->count, &foot);
    if (status != ORO_OK) return status;
    foot->closed = edge->closed;
    foot->count = edge->count;
    int side = c->side.index == side_left ? ORO_LEFT : ORO_RIGHT;
    bool falls_left = side == ORO_LEFT;
    sketch_sides(edge, falls_left ? -c->slope : 0.0f, falls_left ? 0.0f : -c->slope, 0.0f, 0.0f);
    sketch_sides(foot, falls_left ? 0.0f : c->slope, falls_left ? c->slope : 0.0f, 0.0f, 0.0f);
    double mean = 0.0;
    for (int32_t i = 0; i < edge->count; i++) {
        oro_strand_point *p = &edge->points[i], *q = &foot->points[i];
        oro_vec3 down = oro_strand_across(p, side);
        double length = down.z < -1e-3 ? (p->at.z - (double)c->ground) / -down.z : 0.0;
        if (!(length > 0.0))
            return oro_refuse(d->run, "cliffs", "%s must lie above the ground before it, %g m, not at %g", path.name,
                              (double)c->ground, p->at.z);
        q->at = oro_vec3_add(p->at, down, length);
        q->up = (oro_vec3){0, 0, 1};
        q->t = p->t;
        float face = (float)(0.45 * length);
        *(falls_left ? &p->left_width : &p->right_width) = face;
        *(falls_left ? &q->right_width : &q->left_width) = face;
        mean += length / edge->count;
    }
    if (!oro_strand_measure(foot))
        return oro_refuse(d->run, "cliffs",
                          "the face of %s leads to one point; a slope of %g deg is too flat for its bends", path.name,
                          (double)c->slope);
    oro_strand_frames_by_point(foot);
    float above = sketch_said(c->plateau, sketch_free_width(edge, -side, mean));
    float below = sketch_said(c->plain, sketch_free_width(foot, side, mean));
    for (int32_t i = 0; i < edge->count; i++) {
        *(falls_left ? &edge->points[i].right_width : &edge->points[i].left_width) = above;
        *(falls_left ? &foot->points[i].left_width : &foot->points[i].right_width) = below;
    }
    sketch_give_traits(d, &c->traits, edge);
    sketch_give_traits(d, &c->traits, foot);
    return ORO_OK;
}

#endif
