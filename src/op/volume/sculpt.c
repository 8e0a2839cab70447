// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From ribbons to a mesh in one go: directions and distances (solve/ribbon_fields.h), traits (solve/ribbon_spread.h) and the surface
// (solve/isosurface.h). Bytes per sample are said there.

#include "op/op.h"
#include "solve/isosurface.h"
#include "solve/ribbon_becher.h"
#include "solve/ribbon_spread.h"
#include "solve/volume_blur.h"

typedef struct sculpt {
    const oro_ribbons *ribbons;
    oro_mesh *result;
    oro_volume *distance, *east, *south, *up;
    double *bytes;
    oro_choice scheme, method;
    float focus, give, smooth, halo, least_piece;
    bool close, true_sheets;
    space_args box;
} sculpt;

ORO_WORDS(scheme, integrate, march, becher);

static const oro_arg args[] = {
    ORO_ARG(sculpt, ribbons, .unit = "m", .doc = "Curves with their sides, and other pieces of surface."),
    ORO_ARG(sculpt, result, .unit = "m",
            .doc =
                "The surface, x to the east, y to the north and z up, with noise, material and vegetation per vertex."),
    ORO_ARG(sculpt, distance, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "Distance to the surface, below 0 in the rock."),
    ORO_ARG(sculpt, east, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "Direction away from the rock, to the east."),
    ORO_ARG(sculpt, south, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "The same, to the south."),
    ORO_ARG(sculpt, up, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "The same, upwards."),
    ORO_ARG(sculpt, bytes, .unit = "B", .doc = "Bytes of fields per sample, without the solver's scratch."),
    ORO_ARG(sculpt, scheme, .choices = scheme_words,
            .doc = "Two linear solves, which give whole sheets; fronts from the seeds along the same directions, which "
                   "may tear; or "
                   "Becher's own scheme: anisotropic diffusion, seeds of 0 and the least of all fronts."),
    ORO_ARG(
        sculpt, method,
        .choices =
            ORO_CHOICES([ISO_NETS] = "surface-nets", [ISO_CUBES] = "marching-cubes", [ISO_SHARP] = "dual-contouring"),
        .doc = "How triangles are made: even ones with edges rounded by half a sample, a vertex on every "
               "line between samples, or sharp edges."),
    FIELDS_FOCUS_ROW(sculpt, "scheme=integrate|march"),
    FIELDS_GIVE_ROW(sculpt, "scheme=integrate"),
    ORO_ARG(sculpt, smooth, .def = 0, .min = 0, .max = 1e4, .ui_max = 5, .unit = "m",
            .doc = "Rounds the surface by a Gaussian blur of its distances with this deviation."),
    SPREAD_HALO_ROW(sculpt),
    ORO_ARG(sculpt, least_piece, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0, .max = 1e6,
            .ui_max = 50, .unit = "m",
            .doc = "Pieces of surface that are smaller in all directions are left out; `auto` is four samples. Curves "
                   "that hardly fit together leave such crumbs."),
    ORO_ARG(sculpt, close, .doc = "Ends the rock at the volume's box with walls and a floor, for a solid block."),
    ORO_ARG(sculpt, true_sheets,
            .doc = "Leaves out sheets that face against the ribbons: the false one between two that face alike. It "
                   "also opens undersides that no ribbon asks for."),
    SPACE_ROWS(sculpt),
};

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const sculpt *)p)->box); }

/// Makes the fields; false in `surface` where there is none.
static oro_status make_fields(oro_run *r, const sculpt *a, const near_set *set, fields *f, bool *surface) {
    float cell = (float)f->shape.cell, focus = fields_focus(&f->shape, a->focus) / cell;
    *surface = fields_have_seeds(r, a->ribbons) && set->count > 0;
    oro_status status = ORO_OK;
    oro_stage(r, 0.0, 0.2);
    bool becher = a->scheme.index == scheme_becher;
    if (*surface) status = fields_see(r, set, focus, becher, f);
    if (status == ORO_OK && *surface) *surface = fields_have_surface(r, f);
    if (status != ORO_OK || !*surface) return status;
    if (f->conflicts > 0)
        oro_note(r->ctx, "ribbons", "curves contradict each other at %lld samples; those around are left open",
                 (long long)f->conflicts);
    status = becher ? becher_diffuse(r, f, BECHER_SHARPNESS, 0.2, 0.6) : fields_smooth(r, f, 0.2, 0.6);
    if (status == ORO_OK && a->scheme.index == scheme_integrate)
        status = fields_integrate(r, f, focus, a->give / cell, 0.6, 0.85);
    else if (status == ORO_OK)
        status = becher_march(r, f, !becher, 0.6, 0.85);
    if (status == ORO_OK && a->smooth > 0.0f) status = volume_blur_run(r, &f->shape, f->distance, a->smooth / cell);
    return status;
}

static uint32_t piece_of(uint32_t *next, uint32_t v) {
    while (next[v] != v) v = next[v] = next[next[v]];
    return v;
}

/// Leaves out pieces of the mesh that are smaller than `least` metres along x, y and z.
static oro_status drop_crumbs(oro_run *r, oro_mesh *m, float least) {
    size_t vertices = m->vertex_count;
    uint32_t *next = oro_scratch(r, vertices * sizeof *next);
    float *box = oro_scratch(r, 6 * vertices * sizeof *box); // by piece: least and largest
    if (!next || !box) return ORO_NO_MEMORY;
    for (uint32_t v = 0; v < vertices; v++) {
        next[v] = v;
        memcpy(box + 6 * (size_t)v, m->positions + 3 * (size_t)v, 3 * sizeof *box);
        memcpy(box + 6 * (size_t)v + 3, m->positions + 3 * (size_t)v, 3 * sizeof *box);
    }
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i += 3)
        for (size_t k = 1; k < 3; k++) {
            uint32_t a = piece_of(next, m->indices[i]), b = piece_of(next, m->indices[i + k]);
            next[a > b ? a : b] = a < b ? a : b;
        }
    for (uint32_t v = 0; v < vertices; v++) {
        float *all = box + 6 * (size_t)piece_of(next, v), *own = m->positions + 3 * (size_t)v;
        for (int k = 0; k < 3; k++) {
            all[k] = oro_min(all[k], own[k]);
            all[k + 3] = oro_max(all[k + 3], own[k]);
        }
    }
    uint32_t kept = 0;
    for (size_t t = 0; t < m->triangle_count; t++) {
        const float *all = box + 6 * (size_t)piece_of(next, m->indices[3 * t]);
        if (all[3] - all[0] < least && all[4] - all[1] < least && all[5] - all[2] < least) continue;
        memmove(m->indices + 3 * (size_t)kept++, m->indices + 3 * t, 3 * sizeof *m->indices);
    }
    if (kept == m->triangle_count) return ORO_OK;
    m->triangle_count = kept;
    if (kept > 0) return iso_drop_unused(r, m);
    oro_mesh_free(r->ctx, m);
    return ORO_OK;
}

static oro_status make_mesh(oro_run *r, const sculpt *a, const fields *f) {
    oro_volume distance = f->shape, normal[3] = {f->shape, f->shape, f->shape};
    distance.data = f->distance;
    iso_desc d = {.method = (iso_method)a->method.index, .snap = 0.002f, .repair = true, .closed = a->close};
    for (int k = 0; k < 3; k++) {
        normal[k].data = f->normal[k];
        d.towards[k] = a->true_sheets ? &normal[k] : NULL;
    }
    oro_status status = oro_isosurface(r, &distance, &d, a->result);
    float least = isnan(a->least_piece) ? 4.0f * (float)f->shape.cell : a->least_piece;
    if (status == ORO_OK && a->result->triangle_count > 0) status = drop_crumbs(r, a->result, least);
    if (status == ORO_OK && a->result->triangle_count == 0)
        oro_note(r->ctx, "ribbons", "the surface does not pass through the volume, so the mesh is empty");
    return status;
}

static oro_status give_traits(oro_run *r, const sculpt *a, const near_set *set, const fields *f) {
    spread_desc d = {.set = set, .on = f, .halo = a->halo / (float)f->shape.cell};
    spread_find_constants(&d);
    for (int t = 0; t < ORO_MESH_TRAITS; t++) {
        int of = SPREAD_OF_MESH[t];
        if (d.constant[of]) continue;
        d.out[of] = oro_scratch(r, f->count * sizeof(float));
        if (!d.out[of]) return ORO_NO_MEMORY;
    }
    oro_status status = spread_traits(r, &d, f->screen, 0.9, 0.99);
    return status == ORO_OK ? spread_onto_mesh(r, &d, a->result) : status;
}

static oro_status run(oro_run *r, const void *p) {
    const sculpt *a = p;
    oro_volume shape;
    fields f;
    near_set set;
    bool surface = false;
    *a->bytes = FIELDS_BYTES;
    space_shape(r, &a->box, &shape);
    oro_status status = fields_alloc(r, &shape, &f);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &shape, &set);
    if (status == ORO_OK) status = make_fields(r, a, &set, &f, &surface);
    if (status != ORO_OK) return status;
    if (!surface) fields_fill_air(&f);
    status = fields_to_metres(r, &f);
    if (status == ORO_OK) status = fields_give(r, &f, f.distance, a->distance);
    if (status == ORO_OK) status = fields_give_directions(r, &f, f.normal, a->east, a->south, a->up);
    if (status == ORO_OK && surface) status = make_mesh(r, a, &f);
    return status == ORO_OK && surface ? give_traits(r, a, &set, &f) : status;
}

ORO_OPERATOR(sculpt, "Make a surface from curves", .family = "volume", .version = 1, .on_ground = true, .check = check,
             .run = run, .source = "Becher 2014; Feng and Crane 2024 (integration)",
             .words = "becher overhang arch cave tunnel cliff model",
             .doc = "Makes rock of curves whose sides say how the ground goes on from them: cliffs, overhangs, arches "
                    "and tunnels. The surface passes through the ribbons of all seeds and continues their direction in "
                    "between. The stages have operators of their own: `voxelise`, `extend`, `guide`, `propagate`, "
                    "`spread` and `isosurface`.",
             .example = "--size 65 --extent 64 --bottom 0 --top 32 --coarseness 1 ribbons.npz arch.glb");
