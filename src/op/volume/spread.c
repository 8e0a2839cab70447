// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the surface is like away from ribbons: noise, material and vegetation (solve/ribbon_spread.h).

#include "op/op.h"
#include "solve/ribbon_spread.h"

typedef struct spread {
    const oro_ribbons *ribbons;
    oro_volume *amplitude, *roughness, *material, *vegetation;
    float halo;
    space_args box;
} spread;

static const oro_arg args[] = {
    ORO_ARG(spread, ribbons, .unit = "m", .doc = "Curves with their sides, and other pieces of surface."),
    ORO_ARG(spread, amplitude, .unit = "m", .doc = "Metres of noise."),
    ORO_ARG(spread, roughness, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc = "How much of an octave of noise the next one keeps, 0 to 1."),
    ORO_ARG(spread, material, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "What the surface is made of, 0 to 1."),
    ORO_ARG(spread, vegetation, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "How much of it is overgrown, 0 to 1."),
    SPREAD_HALO_ROW(spread),
    SPACE_ROWS(spread),
};

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const spread *)p)->box); }

static oro_status run(oro_run *r, const void *p) {
    const spread *a = p;
    oro_volume shape, *const outputs[ORO_TRAIT_COUNT] = {[ORO_TRAIT_AMPLITUDE] = a->amplitude,
                                                         [ORO_TRAIT_ROUGHNESS] = a->roughness,
                                                         [ORO_TRAIT_MATERIAL] = a->material,
                                                         [ORO_TRAIT_VEGETATION] = a->vegetation};
    fields f;
    near_set set;
    space_shape(r, &a->box, &shape);
    oro_status status = fields_alloc(r, &shape, &f);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &shape, &set);
    if (status != ORO_OK) return status;
    spread_desc d = {.set = &set, .on = &f, .halo = a->halo / (float)shape.cell};
    if (set.count > 0)
        spread_find_constants(&d);
    else
        for (int t = 0; t < ORO_TRAIT_COUNT; t++) d.constant[t] = true; // of 0
    for (int t = 0; t < ORO_TRAIT_COUNT; t++) {
        if (!outputs[t]) continue;
        *outputs[t] = shape;
        if ((status = oro_volume_alloc(r->ctx, outputs[t])) != ORO_OK) return status;
        d.out[t] = outputs[t]->data;
        for (size_t i = 0; d.constant[t] && i < f.count; i++) d.out[t][i] = d.value[t];
    }
    if (set.count == 0) {
        oro_note(r->ctx, "ribbons", "there are no ribbons, so there is nothing to spread");
        return ORO_OK;
    }
    voxels_out out = {{f.normal[0], f.normal[1], f.normal[2]}, f.distance, f.fixed, false};
    oro_stage(r, 0.0, 0.1);
    status = voxels_fill(r, &set, &shape, &out, &f.conflicts);
    return status == ORO_OK ? spread_traits(r, &d, f.screen, 0.1, 1.0) : status;
}

ORO_OPERATOR(
    spread, "Spread the noise and material of ribbons", .family = "volume", .version = 1, .on_ground = true,
    .check = check, .run = run, .source = "Becher 2014", .words = "traits parameters",
    .doc = "Fills a volume with the noise, material and vegetation that ribbons have: exact on them, and in between "
           "as smooth as Laplace's equation makes it. `sculpt` gives them to the vertices of its mesh.",
    .example = "--size 65 --extent 64 --bottom 0 --top 32 --coarseness 1 ribbons.npz noise.npz");
