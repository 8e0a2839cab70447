// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arguments of sketch, what its parts share while they draw, and paths of control points as strands.
#ifndef ORO_OP_SKETCH_SKETCH_H
#define ORO_OP_SKETCH_SKETCH_H

#include "op/op.h"
#include "orogen/curves.h"
#include "orogen/mesh.h"
#include "records.h"
#include "solve/strand.h"

#include <stdio.h>

typedef struct sketch {
    const oro_mesh *mesh;
    const oro_curves *lines;
    oro_ribbons *result;
    oro_curves *spines;
    oro_mesh *proxy;
    oro_records curves, rings, tunnels, arches, cliffs, roads, patches;
    oro_file file;
    float left, right, width, spacing;
    sketch_traits traits;
    oro_choice role;
} sketch;

enum { SKETCH_MOST_POINTS = 1 << 22 };

/// A drawing in the making.
typedef struct drawing {
    oro_run *run;
    const sketch *args;
    double spacing;  ///< m from point to point at most
    float width;     ///< m of ribbons that say nothing
    int64_t points;  ///< of all strands so far
    int32_t count;   ///< strands
    oro_strand *all; ///< room for all of them
} drawing;

/// What a thing is called: its name, or its number; `part` is added, or NULL. Never NULL: without memory a plain word.
static inline const char *sketch_name(drawing *d, const char *name, const char *noun, int32_t index, const char *part) {
    bool named = name && *name;
    size_t size = (named ? strlen(name) : strlen(noun)) + (part ? strlen(part) : 0) + 24;
    char *text = oro_scratch(d->run, size);
    if (!text) return noun;
    int used = named ? snprintf(text, size, "%s", name) : snprintf(text, size, "%s %d", noun, index + 1);
    if (part) snprintf(text + used, size - (size_t)used, " (%s)", part);
    return text;
}

/// Begins a strand with room for that many points. They are 0.
static inline oro_status sketch_strand(drawing *d, const char *name, int64_t points, oro_strand **out) {
    oro_strand *s = *out = &d->all[d->count];
    d->points += points;
    if (d->points > SKETCH_MOST_POINTS)
        return oro_refuse(d->run, "spacing", "curves may become at most %d points, not %lld", SKETCH_MOST_POINTS,
                          (long long)d->points);
    *s = (oro_strand){.name = name, .role = ORO_ROLE_SEED};
    s->points = oro_scratch(d->run, ((size_t)points + 1) * sizeof *s->points);
    if (!s->points) return ORO_NO_MEMORY;
    memset(s->points, 0, ((size_t)points + 1) * sizeof *s->points);
    d->count++;
    return ORO_OK;
}

static inline float sketch_said(float value, float otherwise) { return isnan(value) ? otherwise : value; }

/// Angles and widths of a whole strand.
static inline void sketch_sides(oro_strand *s, float left, float right, float left_width, float right_width) {
    for (int32_t i = 0; i < s->count; i++) {
        oro_strand_point *p = &s->points[i];
        p->left = left, p->right = right;
        p->left_width = left_width, p->right_width = right_width;
    }
}

/// Traits of a thing, with those of the operator where it says nothing.
static inline void sketch_said_traits(const drawing *d, const sketch_traits *said, float to[ORO_TRAIT_COUNT]) {
    float own[ORO_TRAIT_COUNT], common[ORO_TRAIT_COUNT];
    memcpy(own, said, sizeof own);
    memcpy(common, &d->args->traits, sizeof common);
    for (int k = 0; k < ORO_TRAIT_COUNT; k++) to[k] = sketch_said(own[k], common[k]);
}

static inline void sketch_give_traits(const drawing *d, const sketch_traits *said, oro_strand *s) {
    for (int32_t i = 0; i < s->count; i++) sketch_said_traits(d, said, s->points[i].traits);
}

// --- paths ------------------------------------------------------------------------------------------------------------

/// A row of control points, with up vectors where any of them has one.
typedef struct sketch_path {
    const char *list; ///< of the operator's arguments, for notes
    const char *name;
    oro_vec3 *points, *ups;
    int32_t count;
    bool closed;
    int32_t frame;
    oro_vec3 up;
} sketch_path;

static inline oro_status sketch_path_points(drawing *d, const oro_records *records, sketch_path *path) {
    const sketch_point *p = records->items;
    size_t bytes = ((size_t)records->count + 1) * sizeof(oro_vec3);
    path->points = oro_scratch(d->run, bytes);
    path->ups = path->points ? oro_scratch(d->run, bytes) : NULL;
    if (!path->ups) return ORO_NO_MEMORY;
    bool any = false;
    path->count = records->count;
    for (int32_t i = 0; i < path->count; i++) {
        path->points[i] = (oro_vec3){(double)p[i].x, (double)p[i].y, (double)p[i].z};
        bool own = !isnan(p[i].up_x) || !isnan(p[i].up_y) || !isnan(p[i].up_z);
        oro_vec3 said = {(double)sketch_said(p[i].up_x, 0), (double)sketch_said(p[i].up_y, 0),
                         (double)sketch_said(p[i].up_z, 0)};
        path->ups[i] = own ? said : path->up;
        any = any || own;
    }
    if (!any) path->ups = NULL;
    return ORO_OK;
}

/// The strand of a path, with frames and no sides yet. NULL in `out`: it is left out, and a note says why.
static inline oro_status sketch_draw_path(drawing *d, const sketch_path *path, oro_strand **out) {
    *out = NULL;
    int32_t least = path->closed ? 3 : 2;
    if (path->count < least) {
        oro_note(d->run->ctx, path->list, "%s is left out: it needs %d points, not %d", path->name, least, path->count);
        return ORO_OK;
    }
    if (oro_vec3_length(path->up) < 1e-6)
        return oro_refuse(d->run, path->list, "the up vector of %s must not be 0 0 0", path->name);
    oro_bspline b = {path->points, path->count, path->closed};
    oro_strand *s;
    oro_status status = sketch_strand(d, path->name, oro_strand_count(&b, d->spacing), &s);
    if (status != ORO_OK) return status;
    if (!oro_strand_sample(&b, path->ups, d->spacing, s)) {
        oro_note(d->run->ctx, path->list, "%s is left out: all its points lie together", path->name);
        d->count--;
        return ORO_OK;
    }
    if (path->ups)
        oro_strand_frames_by_point(s);
    else if (path->frame == FRAME_MINIMAL)
        oro_strand_frames_minimal(s, path->up);
    else
        oro_strand_frames_level(s, path->up);
    *out = s;
    return ORO_OK;
}

/// How far a level ribbon can go on that side of a strand before its curve's bends fold it: 0.8 of the smallest bend's radius, and at most `most`.
static inline float sketch_free_width(const oro_strand *s, int side, double most) {
    for (int32_t i = 0; i < s->count; i++) {
        oro_vec3 towards = oro_vec3_times(oro_vec3_cross(s->points[i].along, s->points[i].up), side);
        double bend = oro_strand_bend(s, i, towards);
        if (bend * most > 0.8) most = 0.8 / bend;
    }
    return (float)most;
}

#endif
