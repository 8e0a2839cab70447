// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Longer ribbons: from both ends of every open curve a line goes on through the directions of `guide`, as straight as they let it (Becher 2014,
// sections 4.5 and 4.6.1), and carries the curve's last cross-section along, turned with it as little as possible. It ends when it comes near another curve,
// leaves the volume, or is long enough. Reads 12 bytes of directions per step.

#include "op/op.h"
#include "solve/ribbon_fields.h"
#include "solve/volume_at.h"

typedef struct expand {
    const oro_ribbons *ribbons;
    const oro_volume *east, *south, *up;
    oro_ribbons *result;
    double *added;
    float length, step, gap;
} expand;

static const oro_arg args[] = {
    ORO_ARG(expand, ribbons, .unit = "m",
            .doc = "Curves with their sides. Pieces without a spine and closed curves stay."),
    ORO_ARG(expand, east, .unit = "1", .doc = "Directions into the air, to the east, as `guide` makes them."),
    ORO_ARG(expand, south, .unit = "1", .doc = "The same, to the south."),
    ORO_ARG(expand, up, .unit = "1", .doc = "The same, upwards."),
    ORO_ARG(expand, result, .unit = "m", .doc = "The ribbons, longer."),
    ORO_ARG(expand, added, .unit = "m", .doc = "How many metres of curve were added in all."),
    ORO_ARG(expand, length, .def = 100, .min = 0, .max = 1e6, .ui_max = 500, .unit = "m",
            .doc = "How far an end goes on at most."),
    ORO_ARG(expand, step, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e5, .ui_min = 0.1,
            .ui_max = 20, .unit = "m", .doc = "Metres between new cross-sections; `auto` is one sample of the volume."),
    ORO_ARG(expand, gap, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0, .max = 1e5, .ui_max = 50,
            .unit = "m",
            .doc = "How near to another curve an end may come; `auto` is the width of the ribbon and two samples."),
};

enum { MOST_STEPS = 4096 };

/// An open end: its vertices on the spine and beside it; UINT32_MAX: no such side.
typedef struct loose_end {
    uint32_t spine, sides[2], owner;
    int32_t steps; ///< that were added
} loose_end;

typedef struct job {
    const expand *a;
    near_set set;
    oro_volume shape;
    loose_end *ends;
    int32_t end_count;
    float step, gap; ///< samples; a gap of NaN: the width and two samples
    float *frames;   ///< by end and step: place, and the two sides' ways
    int32_t most;    ///< steps of an end
} job;

/// Ends of spines: vertices on a border that are on a spine too, with the border edges that leave them.
static oro_status find_ends(oro_run *r, job *j) {
    const oro_ribbons *in = j->a->ribbons;
    uint32_t *number = oro_scratch(r, ((size_t)in->vertex_count + 1) * sizeof *number);
    j->ends = oro_scratch(r, ((size_t)in->vertex_count + 1) * sizeof *j->ends);
    if (!number || !j->ends) return ORO_NO_MEMORY;
    for (size_t v = 0; v < in->vertex_count; v++) number[v] = UINT32_MAX;
    for (int32_t n = 0; n < j->set.count; n++) {
        uint32_t t = j->set.shapes[n].triangle;
        for (int k = 0; k < 3; k++) {
            if (in->edges[t] >> k & ORO_EDGE_INSIDE) continue;
            uint32_t from = in->triangles[3 * (size_t)t + (size_t)k],
                     to = in->triangles[3 * (size_t)t + (size_t)((k + 1) % 3)];
            for (int way = 0; way < 2; way++) {
                uint32_t spine = way ? to : from, side = way ? from : to;
                if (j->set.corners[spine] != (NEAR_BORDER | NEAR_SPINE)) continue;
                if (number[spine] == UINT32_MAX) {
                    number[spine] = (uint32_t)j->end_count;
                    j->ends[j->end_count++] = (loose_end){spine, {UINT32_MAX, UINT32_MAX}, in->owners[t], 0};
                }
                loose_end *e = &j->ends[number[spine]];
                e->sides[e->sides[0] == UINT32_MAX ? 0 : 1] = side;
            }
        }
    }
    return ORO_OK;
}

static void place_of(const job *j, uint32_t vertex, float out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (float)(((double)j->a->ribbons->positions[3 * (size_t)vertex + (size_t)k] - j->set.origin[k]) /
                         j->set.cell);
}

/// Turns v as `from` turns to `to`, both of length 1, by the shortest way.
static void turn_with(const float from[3], const float to[3], float v[3]) {
    float axis[3], c = near_dot(from, to), along[3];
    near_cross(from, to, axis);
    near_cross(axis, v, along);
    float lift = near_dot(axis, v) / (1.0f + c);
    for (int k = 0; k < 3; k++) v[k] = c * v[k] + along[k] + lift * axis[k];
}

static void direction_at(const job *j, const float place[3], float out[3]) {
    const oro_volume *const v[3] = {j->a->east, j->a->south, j->a->up};
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = j->shape.origin[k] + (double)place[k] * j->shape.cell;
    volume_place height = volume_place_on(at[2], j->shape.origin[2], j->shape.cell, j->shape.depth);
    for (int k = 0; k < 3; k++) out[k] = volume_at(v[k], at[0], at[1], height);
}

/// Distance to the nearest triangle of another curve, as far as it is below `limit`.
static float to_others(const job *j, uint32_t owner, const float place[3], float limit) {
    for (int32_t n = 0; n < j->set.count; n++) {
        const near_shape *t = &j->set.shapes[n];
        if (j->a->ribbons->owners[t->triangle] == owner) continue;
        float rel[3] = {place[0] - t->middle[0], place[1] - t->middle[1], place[2] - t->middle[2]},
              room = limit + t->radius;
        if (near_dot(rel, rel) > room * room) continue;
        limit = oro_min(limit, near_see(&j->set, t, place).distance);
    }
    return limit;
}

static bool is_outside(const job *j, const float place[3]) {
    const int32_t side[3] = {j->shape.width, j->shape.height, j->shape.depth};
    bool out = false;
    for (int k = 0; k < 3; k++) out |= !(place[k] >= -1.0f && place[k] <= (float)side[k]);
    return out;
}

static void follow(const void *user, int32_t number) {
    const job *j = user;
    loose_end *e = &j->ends[number];
    float place[3], way[3], sides[2][3] = {{0}}, width = 0.0f;
    place_of(j, e->spine, place);
    memcpy(way, j->set.ends + 3 * (size_t)e->spine, sizeof way);
    for (int s = 0; s < 2; s++) {
        if (e->sides[s] == UINT32_MAX) continue;
        place_of(j, e->sides[s], sides[s]);
        for (int k = 0; k < 3; k++) sides[s][k] -= place[k];
        width = oro_max(width, sqrtf(near_dot(sides[s], sides[s])));
    }
    float gap = isnan(j->gap) ? width + 2.0f : j->gap;
    if (!near_unit(way)) return;
    for (e->steps = 0; e->steps < j->most; e->steps++) {
        float n[3], next[3];
        direction_at(j, place, n);
        memcpy(next, way, sizeof next);
        if (near_unit(n)) {
            float high = near_dot(next, n);
            for (int k = 0; k < 3; k++) next[k] -= high * n[k];
        }
        if (!near_unit(next) || near_dot(next, way) < -0.5f) return;
        for (int s = 0; s < 2; s++) turn_with(way, next, sides[s]);
        memcpy(way, next, sizeof way);
        for (int k = 0; k < 3; k++) place[k] += j->step * way[k];
        if (is_outside(j, place) || to_others(j, e->owner, place, gap + 1.0f) < gap) return;
        float *frame = j->frames + 9 * ((size_t)number * (size_t)j->most + (size_t)e->steps);
        memcpy(frame, place, sizeof place);
        memcpy(frame + 3, sides, sizeof sides);
    }
}

/// Adds a vertex as `like` at a place in samples.
static uint32_t add_vertex(const job *j, oro_ribbons *out, uint32_t like, const float place[3], const float normal[3],
                           const float across[3]) {
    size_t v = out->vertex_count++;
    for (size_t k = 0; k < 3; k++) {
        out->positions[3 * v + k] = (float)(j->set.origin[k] + (double)place[k] * j->set.cell);
        out->normals[3 * v + k] = normal[k];
        out->bitangents[3 * v + k] = across[k];
    }
    memcpy(out->traits + ORO_TRAIT_COUNT * v, out->traits + ORO_TRAIT_COUNT * (size_t)like,
           ORO_TRAIT_COUNT * sizeof(float));
    return (uint32_t)v;
}

/// A triangle that faces as `normal` does; `bits` of the edges a-b, b-c and c-a.
static void add_triangle(oro_ribbons *out, uint32_t a, uint32_t b, uint32_t c, const uint32_t bits[3],
                         const float normal[3], uint32_t owner) {
    const float *p = out->positions + 3 * (size_t)a, *q = out->positions + 3 * (size_t)b,
                *s = out->positions + 3 * (size_t)c;
    float u[3], v[3], n[3];
    for (int k = 0; k < 3; k++) u[k] = s[k] - p[k], v[k] = q[k] - p[k];
    near_cross(u, v, n);
    bool turn = near_dot(n, normal) < 0.0f;
    size_t t = out->triangle_count++;
    out->triangles[3 * t] = a;
    out->triangles[3 * t + 1] = turn ? c : b;
    out->triangles[3 * t + 2] = turn ? b : c;
    out->edges[t] = turn ? bits[2] | bits[1] << 1 | bits[0] << 2 : bits[0] | bits[1] << 1 | bits[2] << 2;
    out->owners[t] = owner;
}

/// The new strip of an end: three vertices and four triangles a step.
static void add_strip(const job *j, oro_ribbons *out, int32_t number) {
    const oro_ribbons *in = j->a->ribbons;
    const loose_end *e = &j->ends[number];
    uint32_t spine = e->spine, sides[2] = {e->sides[0], e->sides[1]};
    float before[3], normal[3][3], across[3][3]; // of the spine and both sides
    const uint32_t like[3] = {e->spine, e->sides[0], e->sides[1]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            bool has = like[i] != UINT32_MAX;
            normal[i][k] = has ? in->normals[3 * (size_t)like[i] + (size_t)k] : 0.0f;
            across[i][k] = has ? in->bitangents[3 * (size_t)like[i] + (size_t)k] : 0.0f;
        }
    place_of(j, e->spine, before);
    float way[3];
    memcpy(way, j->set.ends + 3 * (size_t)e->spine, sizeof way);
    for (int32_t n = 0; n < e->steps; n++) {
        const float *frame = j->frames + 9 * ((size_t)number * (size_t)j->most + (size_t)n);
        float next[3] = {frame[0] - before[0], frame[1] - before[1], frame[2] - before[2]};
        if (!near_unit(next)) return;
        for (int i = 0; i < 3; i++) {
            turn_with(way, next, normal[i]);
            turn_with(way, next, across[i]);
        }
        memcpy(way, next, sizeof way);
        memcpy(before, frame, sizeof before);
        uint32_t to = add_vertex(j, out, e->spine, frame, normal[0], across[0]);
        for (int s = 0; s < 2; s++) {
            if (e->sides[s] == UINT32_MAX) continue;
            const float place[3] = {frame[0] + frame[3 + 3 * s], frame[1] + frame[4 + 3 * s],
                                    frame[2] + frame[5 + 3 * s]};
            uint32_t outer = add_vertex(j, out, e->sides[s], place, normal[s + 1], across[s + 1]);
            uint32_t last = n == e->steps - 1 ? 0 : ORO_EDGE_INSIDE;
            const uint32_t both = ORO_EDGE_INSIDE | ORO_EDGE_SPINE;
            const uint32_t alone = e->sides[1 - s] == UINT32_MAX ? ORO_EDGE_SPINE : both;
            add_triangle(out, spine, to, sides[s], (uint32_t[]){alone, ORO_EDGE_INSIDE, ORO_EDGE_INSIDE}, normal[s + 1],
                         e->owner);
            add_triangle(out, to, outer, sides[s], (uint32_t[]){last, 0, ORO_EDGE_INSIDE}, normal[s + 1], e->owner);
            sides[s] = outer;
        }
        spine = to;
    }
}

/// What was an open end and goes on now is inside.
static void join_ends(const job *j, oro_ribbons *out) {
    for (size_t t = 0; t < j->a->ribbons->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++)
            for (int32_t n = 0; n < j->end_count; n++) {
                const loose_end *e = &j->ends[n];
                uint32_t a = out->triangles[3 * t + k], b = out->triangles[3 * t + (k + 1) % 3];
                if (e->steps > 0 && ((a == e->spine && (b == e->sides[0] || b == e->sides[1])) ||
                                     (b == e->spine && (a == e->sides[0] || a == e->sides[1]))))
                    out->edges[t] |= (uint32_t)ORO_EDGE_INSIDE << k;
            }
}

static oro_status copy_and_add(oro_run *r, const job *j) {
    const oro_ribbons *in = j->a->ribbons;
    uint64_t steps = 0;
    for (int32_t n = 0; n < j->end_count; n++) steps += (uint64_t)j->ends[n].steps;
    if (in->vertex_count + 3 * steps > UINT32_MAX / 4)
        return oro_refuse(r, "step", "the ribbons would have more than %u vertices", UINT32_MAX / 4);
    oro_ribbons *out = j->a->result;
    *out = (oro_ribbons){.curve_count = in->curve_count,
                         .vertex_count = in->vertex_count + 3 * (uint32_t)steps,
                         .triangle_count = in->triangle_count + 4 * (uint32_t)steps};
    oro_status status = oro_ribbons_alloc(r->ctx, out);
    if (status != ORO_OK) return status;
    out->vertex_count = in->vertex_count;
    out->triangle_count = in->triangle_count;
    size_t vertices = in->vertex_count, triangles = in->triangle_count;
    if (vertices > 0) {
        memcpy(out->positions, in->positions, 3 * vertices * sizeof(float));
        memcpy(out->normals, in->normals, 3 * vertices * sizeof(float));
        memcpy(out->bitangents, in->bitangents, 3 * vertices * sizeof(float));
        memcpy(out->traits, in->traits, ORO_TRAIT_COUNT * vertices * sizeof(float));
    }
    if (triangles > 0) {
        memcpy(out->triangles, in->triangles, 3 * triangles * sizeof(uint32_t));
        memcpy(out->owners, in->owners, triangles * sizeof(uint32_t));
        memcpy(out->edges, in->edges, triangles * sizeof(uint32_t));
    }
    if (in->curve_count > 0) memcpy(out->roles, in->roles, in->curve_count * sizeof(uint32_t));
    join_ends(j, out);
    for (int32_t n = 0; n < j->end_count; n++) add_strip(j, out, n);
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const expand *a = p;
    job j = {.a = a};
    oro_status status = fields_check_directions(r, (const oro_volume *const[]){a->east, a->south, a->up}, &j.shape);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &j.shape, &j.set);
    if (status == ORO_OK) status = find_ends(r, &j);
    if (status != ORO_OK) return status;
    float cell = (float)j.shape.cell;
    j.step = isnan(a->step) ? 1.0f : a->step / cell;
    j.gap = a->gap / cell;
    float most = a->length / cell / j.step;
    j.most = most < MOST_STEPS ? (int32_t)most : MOST_STEPS;
    j.frames = oro_scratch(r, ((size_t)j.end_count * (size_t)j.most * 9 + 1) * sizeof(float));
    if (!j.frames) return ORO_NO_MEMORY;
    status = oro_for_blocks(r, j.end_count, follow, &j);
    if (status != ORO_OK) return status;
    double steps = 0.0;
    for (int32_t n = 0; n < j.end_count; n++) steps += j.ends[n].steps;
    *a->added = steps * (double)j.step * j.shape.cell;
    if (j.end_count == 0) oro_note(r->ctx, "ribbons", "no curve has an open end, so nothing is longer");
    return copy_and_add(r, &j);
}

ORO_OPERATOR(expand, "Make curves longer along directions", .family = "volume", .version = 1, .run = run,
             .source = "Becher 2014", .words = "lengthen continue grow",
             .doc =
                 "Lets curves go on from their open ends, along the surface that directions describe, until they come "
                 "near another curve or leave the volume. It fills open space in which nothing says where the surface "
                 "is. Give the result to `sculpt` or `guide`.",
             .example = "ribbons.npz east.npy south.npy up.npy longer.npz");
