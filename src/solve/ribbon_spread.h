// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the surface is like, away from ribbons: traits are fixed on the samples of ribbons and solve Laplace's equation between them (Becher
// 2014, section 4.4, to convergence). With a halo above 0 they fade to 0 over that many metres instead. A trait that is the same on all ribbons is that everywhere,
// without a solve. 4 bytes per sample and trait, and the solver's scratch.
#ifndef ORO_SOLVE_RIBBON_SPREAD_H
#define ORO_SOLVE_RIBBON_SPREAD_H

#include "orogen/mesh.h"
#include "ribbon_fields.h"
#include "volume_at.h"

#define SPREAD_HALO_ROW(op)                                                                                            \
    ORO_ARG(op, halo, .def = 0, .min = 0, .max = 1e6, .ui_max = 200, .unit = "m",                                      \
            .doc = "How far from ribbons their noise, material and vegetation fade to 0; at 0 they do not fade.")

static const float SPREAD_TO = 1e-3f;

typedef struct spread_desc {
    const near_set *set;
    const fields *on;               ///< whose samples of ribbons are fixed
    float halo;                     ///< samples; 0: none
    float *out[ORO_TRAIT_COUNT];    ///< by trait; NULL: not wanted
    bool constant[ORO_TRAIT_COUNT]; ///< filled in: the same everywhere, and then `out` is not
    float value[ORO_TRAIT_COUNT];   ///< filled in: of those
} spread_desc;

static inline void spread_tell(const void *user, size_t index, const float place[3], const near_shape *nearest) {
    const spread_desc *d = user;
    near_value v = near_see(d->set, nearest, place);
    for (int t = 0; t < ORO_TRAIT_COUNT; t++)
        if (d->out[t] && !d->constant[t]) d->out[t][index] = near_trait(d->set, nearest, v.share, t);
}

/// Which traits are the same on all ribbons. With a halo none is, but 0.
static inline void spread_find_constants(spread_desc *d) {
    const oro_ribbons *r = d->set->ribbons;
    for (int t = 0; t < ORO_TRAIT_COUNT; t++) {
        float low = r->traits[t], high = low;
        for (size_t v = 0; v < r->vertex_count; v++) {
            float value = r->traits[(size_t)ORO_TRAIT_COUNT * v + (size_t)t];
            low = oro_min(value, low);
            high = oro_max(value, high);
        }
        d->value[t] = low;
        d->constant[t] = low == high && (!(d->halo > 0.0f) || low == 0.0f);
    }
}

/// Fills those fields that are wanted and not the same everywhere. `screen` is memory for a halo, or NULL.
static inline oro_status spread_traits(oro_run *r, spread_desc *d, float *screen, double from, double to) {
    const fields *f = d->on;
    mg_problem p = {.side = {f->shape.width, f->shape.height, f->shape.depth},
                    .fixed = f->fixed,
                    .mask = VOXELS_NORMAL | VOXELS_CONFLICT,
                    .tolerance = SPREAD_TO,
                    .from = from + 0.3 * (to - from),
                    .to = to};
    for (int t = 0; t < ORO_TRAIT_COUNT; t++)
        if (d->out[t] && !d->constant[t]) p.values[p.count++] = d->out[t];
    if (p.count == 0) return ORO_OK;
    oro_stage(r, from, p.from);
    oro_status status = extend_ribbons(r, d->set, &f->shape, spread_tell, d);
    if (d->halo > 0.0f) {
        for (size_t i = 0; i < f->count; i++) screen[i] = 1.0f / (d->halo * d->halo);
        p.screen = screen;
    }
    return status == ORO_OK ? mg_solve(r, &p, NULL) : status;
}

/// Which trait of ribbons each trait of meshes is.
static const int SPREAD_OF_MESH[ORO_MESH_TRAITS] = {[ORO_MESH_AMPLITUDE] = ORO_TRAIT_AMPLITUDE,
                                                    [ORO_MESH_ROUGHNESS] = ORO_TRAIT_ROUGHNESS,
                                                    [ORO_MESH_MATERIAL] = ORO_TRAIT_MATERIAL,
                                                    [ORO_MESH_VEGETATION] = ORO_TRAIT_VEGETATION};

typedef struct spread_mesh {
    const spread_desc *desc;
    oro_mesh *mesh;
} spread_mesh;

enum { SPREAD_PIECE = 8192 };

static inline void spread_vertices(const void *user, int32_t block) {
    const spread_mesh *s = user;
    const spread_desc *d = s->desc;
    size_t end = (size_t)(block + 1) * SPREAD_PIECE;
    if (end > s->mesh->vertex_count) end = s->mesh->vertex_count;
    oro_volume v = d->on->shape;
    for (size_t i = (size_t)block * SPREAD_PIECE; i < end; i++) {
        const float *p = s->mesh->positions + 3 * i; // y is north in meshes
        volume_place height = volume_place_on((double)p[2], v.origin[2], v.cell, v.depth);
        for (int t = 0; t < ORO_MESH_TRAITS; t++) {
            int of = SPREAD_OF_MESH[t];
            v.data = d->out[of];
            s->mesh->traits[(size_t)ORO_MESH_TRAITS * i + (size_t)t] =
                d->constant[of] ? d->value[of] : volume_at(&v, (double)p[0], -(double)p[1], height);
        }
    }
}

/// Gives a mesh its traits.
static inline oro_status spread_onto_mesh(oro_run *r, const spread_desc *d, oro_mesh *m) {
    if (m->vertex_count == 0) return ORO_OK;
    m->traits = oro_alloc(r->ctx, (size_t)m->vertex_count * ORO_MESH_TRAITS * sizeof *m->traits);
    if (!m->traits) return ORO_NO_MEMORY;
    spread_mesh s = {d, m};
    return oro_for_blocks(r, (int32_t)((m->vertex_count + SPREAD_PIECE - 1) / SPREAD_PIECE), spread_vertices, &s);
}

#endif
