// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From ribbons to a field of signed distances, after Becher's pipeline, with two linear solves in the place of his diffusion and his fronts:
//
//     extend      every sample sees the plane of its nearest ribbon: direction and distance
//     voxelise    within 1.25 samples of ribbons both are exact and fixed
//     directions  (w / l² - Laplace) N = w / l² N_seen: smoothed over l = half a sample + edge x distance, then of length 1
//     distances   the S whose differences come nearest to N: sum of w (S_j - S_i - e (N_i + N_j) / 2)², S exact on seeds
//
// w = 1 / (1 + (S_seen / focus)²) lets what lies near the sheets decide over what is far from all of them; without it errors of far directions tilt plateaus.
// `edge` is the ribbons' trait: 0 keeps creases, 1 and more is nearly harmonic. With a `give` above 0 seeds pull at the
// surface instead of holding it, as springs of that length in metres.
//
// All in samples of the volume. Fields: 21 bytes per sample, 25 while distances are found; scratch of the solver, see multigrid_solve.h.
#ifndef ORO_SOLVE_RIBBON_FIELDS_H
#define ORO_SOLVE_RIBBON_FIELDS_H

#include "multigrid_solve.h"
#include "ribbon_extend.h"
#include "ribbon_voxels.h"
#include "space.h"

/// Arguments of operators that have a focus, and of those that find distances.
#define FIELDS_FOCUS_ROW(op, cases)                                                                                    \
    ORO_ARG(op, focus, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e6, .ui_min = 0.5,  \
            .ui_max = 100, .scale = ORO_LOG, .unit = "m", .when = cases,                                               \
            .doc = "How far from the surface directions still count for where it runs; `auto` is 5 % of the "          \
                   "volume's longest side.")
#define FIELDS_GIVE_ROW(op, cases)                                                                                     \
    ORO_ARG(op, give, .def = 0, .min = 0, .max = 1e4, .ui_max = 10, .unit = "m", .when = cases,                        \
            .doc = "How far the surface gives way where curves do not fit together; at 0 it passes through all of "    \
                   "them. 0.5 to 2 m forgive curves that are off by a metre.")

enum { FIELDS_BYTES = 25 }; ///< per sample at most, without scratch

static const float FIELDS_NORMALS_TO = 1e-3f,
                   FIELDS_DISTANCES_TO = 1e-4f; ///< tolerances: a tenth of a sample is 1e-1 and 1e-2

typedef struct fields {
    oro_volume shape; ///< geometry alone
    size_t count;
    float *normal[3], *distance, *screen;
    uint8_t *fixed;
    int64_t conflicts; ///< samples at which ribbons contradict each other
} fields;

static inline oro_status fields_alloc(oro_run *r, const oro_volume *shape, fields *f) {
    *f = (fields){.shape = *shape, .count = (size_t)shape->width * (size_t)shape->height * (size_t)shape->depth};
    f->shape.data = NULL;
    for (int k = 0; k < 3; k++) f->normal[k] = oro_scratch(r, f->count * sizeof(float));
    f->distance = oro_scratch(r, f->count * sizeof(float));
    f->screen = oro_scratch(r, f->count * sizeof(float));
    f->fixed = oro_scratch(r, f->count);
    for (int k = 0; k < 3; k++)
        if (!f->normal[k]) return ORO_NO_MEMORY;
    return f->distance && f->screen && f->fixed ? ORO_OK : ORO_NO_MEMORY;
}

/// Is there anything to make a surface from? Otherwise says what is missing.
static inline bool fields_have_seeds(oro_run *r, const oro_ribbons *ribbons) {
    bool seeds = false;
    for (uint32_t c = 0; c < ribbons->curve_count; c++) seeds |= ribbons->roles[c] & ORO_ROLE_SEED;
    if (ribbons->triangle_count == 0)
        oro_note(r->ctx, "ribbons", "there are no ribbons, so there is no surface");
    else if (!seeds)
        oro_note(r->ctx, "ribbons",
                 "all curves are for guidance and none is a seed that the surface passes through, "
                 "so there is no surface");
    return seeds && ribbons->triangle_count > 0;
}

/// The focus in metres: what the argument says, or 5 % of the box's longest side.
static inline float fields_focus(const oro_volume *v, float argument) {
    int32_t side = v->width > v->height ? v->width : v->height;
    side = side > v->depth ? side : v->depth;
    return !isnan(argument) ? argument : (float)(0.05 * v->cell * (side > 1 ? side - 1 : 1));
}

static inline float fields_weight(float distance, float focus) {
    float ratio = distance / focus;
    return 1.0f / (1.0f + ratio * ratio);
}

// --- extend and voxelise --------------------------------------------------------------------------------------------------------

typedef struct fields_sight {
    const near_set *set;
    const fields *out;
    float focus; ///< samples
} fields_sight;

static inline void fields_tell(const void *user, size_t index, const float place[3], const near_shape *nearest) {
    const fields_sight *s = user;
    near_value v = near_see(s->set, nearest, place);
    for (int k = 0; k < 3; k++) s->out->normal[k][index] = v.normal[k];
    s->out->distance[index] = v.signed_distance;
    float edge = oro_max(near_trait(s->set, nearest, v.share, ORO_TRAIT_EDGE), 0.0f);
    float length = 0.5f + edge * v.distance;
    s->out->screen[index] = fields_weight(v.signed_distance, s->focus) / (length * length);
}

/// What every sample sees, and what those near ribbons are fixed to. `focus` in samples. `zero`: as Becher, see voxels_out. There is
/// at least one triangle.
static inline oro_status fields_see(oro_run *r, const near_set *s, float focus, bool zero, fields *f) {
    fields_sight sight = {s, f, focus};
    oro_status status = extend_ribbons(r, s, &f->shape, fields_tell, &sight);
    voxels_out out = {{f->normal[0], f->normal[1], f->normal[2]}, f->distance, f->fixed, zero};
    return status == ORO_OK ? voxels_fill(r, s, &f->shape, &out, &f->conflicts) : status;
}

// --- directions -----------------------------------------------------------------------------------------------------------------

static inline void fields_unit_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const fields *f = user;
    ptrdiff_t at = ((ptrdiff_t)z * v->height + y) * v->width;
    float *restrict a = f->normal[0] + at, *restrict b = f->normal[1] + at, *restrict c = f->normal[2] + at;
    for (int32_t i = 0; i < v->width; i++) {
        float size = oro_sqrt(a[i] * a[i] + b[i] * b[i] + c[i] * c[i]), per = 1.0f / oro_max(size, 1e-6f);
        a[i] *= per;
        b[i] *= per;
        c[i] = size > 1e-6f ? c[i] * per : 1.0f; // where directions cancel out, up is as good as any
    }
}

static inline oro_status fields_smooth(oro_run *r, const fields *f, double from, double to) {
    mg_problem p = {.side = {f->shape.width, f->shape.height, f->shape.depth},
                    .count = 3,
                    .screen = f->screen,
                    .fixed = f->fixed,
                    .mask = VOXELS_NORMAL,
                    .values = {f->normal[0], f->normal[1], f->normal[2]},
                    .follow = true,
                    .tolerance = FIELDS_NORMALS_TO,
                    .from = from,
                    .to = to};
    oro_status status = mg_solve(r, &p, NULL);
    return status == ORO_OK ? space_for_rows(r, &f->shape, fields_unit_row, f) : status;
}

// --- distances ------------------------------------------------------------------------------------------------------------------

typedef struct fields_sum {
    const fields *f;
    float focus, pull; ///< samples; pull: weight of seeds that give, 0: they hold
    float *right, *springs;
} fields_sum;

static inline void fields_weight_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const fields_sum *s = user;
    ptrdiff_t at = ((ptrdiff_t)z * v->height + y) * v->width;
    const float *restrict distance = s->f->distance + at;
    float *restrict weight = s->f->screen + at;
    for (int32_t i = 0; i < v->width; i++) weight[i] = fields_weight(distance[i], s->focus);
}

/// Adds what the faces to samples `step` further ask: minus weight x the mean of both directions, times `turn`.
static inline void fields_add_faces(const fields *f, const float *along, ptrdiff_t at, ptrdiff_t step, int32_t count,
                                    float turn, float *restrict right) {
    const float *restrict a = f->screen + at, *restrict b = a + step, *restrict m = along + at, *restrict n = m + step;
    for (int32_t i = 0; i < count; i++)
        right[i] -= oro_max(MG_LEAST, oro_sqrt(a[i] * b[i])) * turn * 0.5f * (m[i] + n[i]);
}

static inline void fields_right_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const fields_sum *s = user;
    const fields *f = s->f;
    ptrdiff_t row = v->width, layer = row * v->height, at = z * layer + y * row;
    float *right = s->right + at;
    for (int32_t i = 0; i < v->width; i++) right[i] = 0.0f;
    fields_add_faces(f, f->normal[0], at, 1, v->width - 1, 1.0f, right);
    fields_add_faces(f, f->normal[0], at + 1, -1, v->width - 1, -1.0f, right + 1);
    if (y < v->height - 1) fields_add_faces(f, f->normal[1], at, row, v->width, 1.0f, right);
    if (y > 0) fields_add_faces(f, f->normal[1], at, -row, v->width, -1.0f, right);
    if (z < v->depth - 1) fields_add_faces(f, f->normal[2], at, layer, v->width, 1.0f, right);
    if (z > 0) fields_add_faces(f, f->normal[2], at, -layer, v->width, -1.0f, right);
    if (!s->springs) return;
    for (int32_t i = 0; i < v->width; i++) {
        s->springs[at + i] = f->fixed[at + i] & VOXELS_DISTANCE ? s->pull : 0.0f;
        right[i] += s->springs[at + i] * f->distance[at + i];
    }
}

/// Distances from directions. `focus` and `give` in samples. There is a seed's sample.
static inline oro_status fields_integrate(oro_run *r, const fields *f, float focus, float give, double from,
                                          double to) {
    fields_sum s = {.f = f, .focus = focus, .pull = give > 0.0f ? 1.0f / give : 0.0f};
    s.right = oro_scratch(r, f->count * sizeof *s.right);
    if (give > 0.0f) s.springs = oro_scratch(r, f->count * sizeof *s.springs);
    if (!s.right || (give > 0.0f && !s.springs)) return ORO_NO_MEMORY;
    oro_stage(r, from, from);
    oro_status status = space_for_rows(r, &f->shape, fields_weight_row, &s);
    if (status == ORO_OK) status = space_for_rows(r, &f->shape, fields_right_row, &s);
    mg_problem p = {.side = {f->shape.width, f->shape.height, f->shape.depth},
                    .count = 1,
                    .weight = f->screen,
                    .screen = s.springs,
                    .fixed = give > 0.0f ? NULL : f->fixed,
                    .mask = VOXELS_DISTANCE,
                    .values = {f->distance},
                    .right = {s.right},
                    .tolerance = FIELDS_DISTANCES_TO,
                    .from = from,
                    .to = to};
    return status == ORO_OK ? mg_solve(r, &p, NULL) : status;
}

// --- in and out -------------------------------------------------------------------------------------------------------------------

static inline void fields_scale_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const fields *f = user;
    float *row = f->distance + ((ptrdiff_t)z * v->height + y) * v->width, cell = (float)v->cell;
    for (int32_t i = 0; i < v->width; i++) row[i] *= cell;
}

/// Distances become metres.
static inline oro_status fields_to_metres(oro_run *r, const fields *f) {
    return space_for_rows(r, &f->shape, fields_scale_row, f);
}

/// An output that is wanted gets a copy of a field.
static inline oro_status fields_give(oro_run *r, const fields *f, const float *field, oro_volume *out) {
    if (!out) return ORO_OK;
    *out = f->shape;
    oro_status status = oro_volume_alloc(r->ctx, out);
    if (status == ORO_OK) memcpy(out->data, field, f->count * sizeof *field);
    return status;
}

static inline oro_status fields_give_directions(oro_run *r, const fields *f, float *const field[3], oro_volume *east,
                                                oro_volume *south, oro_volume *up) {
    oro_status status = fields_give(r, f, field[0], east);
    if (status == ORO_OK) status = fields_give(r, f, field[1], south);
    return status == ORO_OK ? fields_give(r, f, field[2], up) : status;
}

/// The fields of a volume in which there is no surface: air, with up everywhere.
static inline void fields_fill_air(const fields *f) {
    for (size_t i = 0; i < f->count; i++) {
        f->normal[0][i] = f->normal[1][i] = 0.0f;
        f->normal[2][i] = 1.0f;
        f->distance[i] = (float)(f->shape.width + f->shape.height + f->shape.depth);
        f->fixed[i] = 0;
    }
}

/// Refuses directions that are not three volumes of one geometry, or not finite; gives `shape` theirs.
static inline oro_status fields_check_directions(oro_run *r, const oro_volume *const towards[3], oro_volume *shape) {
    *shape = *towards[0];
    shape->data = NULL;
    for (int k = 0; k < 3; k++) {
        const oro_volume *v = towards[k];
        if (v->width != shape->width || v->height != shape->height || v->depth != shape->depth)
            return oro_refuse(r, "south",
                              "one direction is %d x %d x %d samples but another %d x %d x %d; they must be alike",
                              shape->width, shape->height, shape->depth, v->width, v->height, v->depth);
        size_t count = (size_t)v->width * (size_t)v->height * (size_t)v->depth;
        for (size_t i = 0; i < count; i++)
            if (!(fabsf(v->data[i]) < 1e9f)) return oro_refuse(r, "east", "a direction is not finite at sample %zu", i);
    }
    return ORO_OK;
}

/// Is any sample fixed to a seed's distance? Otherwise says why there is no surface.
static inline bool fields_have_surface(oro_run *r, const fields *f) {
    for (size_t i = 0; i < f->count; i++)
        if (f->fixed[i] & VOXELS_DISTANCE) return true;
    if (f->conflicts > 0)
        oro_note(r->ctx, "ribbons",
                 "the seeds contradict each other wherever they pass, at %lld samples, so there is no surface",
                 (long long)f->conflicts);
    else
        oro_note(r->ctx, "ribbons", "no seed comes within 1.25 samples of the volume's, so there is no surface in it");
    return false;
}

#endif
