// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Distances to a surface from directions and from ribbons that it passes through: by one linear solve (solve/ribbon_fields.h), by fronts
// (solve/ribbon_becher.h) or along streamlines (solve/ribbon_streams.h). 25 bytes per sample, and the solver's scratch.

#include "op/op.h"
#include "solve/ribbon_bitangents.h"
#include "solve/ribbon_streams.h"
#include "solve/volume_blur.h"

typedef struct propagate {
    const oro_ribbons *ribbons;
    const oro_volume *east, *south, *up;
    oro_volume *distance;
    oro_choice scheme;
    float focus, give, reach, smooth;
} propagate;

ORO_WORDS(scheme, integrate, march, becher, push, pull);

static const oro_arg args[] = {
    ORO_ARG(propagate, ribbons, .unit = "m",
            .doc = "Curves with their sides; the surface passes through those of seeds."),
    ORO_ARG(propagate, east, .unit = "1", .doc = "Directions into the air, to the east, as `guide` makes them."),
    ORO_ARG(propagate, south, .unit = "1", .doc = "The same, to the south."),
    ORO_ARG(propagate, up, .unit = "1", .doc = "The same, upwards."),
    ORO_ARG(propagate, distance, .unit = "m", .doc = "Distance to the surface, below 0 in the rock."),
    ORO_ARG(
        propagate, scheme, .choices = scheme_words,
        .doc =
            "One linear solve over the whole volume, which gives whole sheets; fronts from the seeds with the mean of "
            "what neighbours say; Becher's fronts, from zeros and with the least of it; or his streamlines, from "
            "seeds outwards or from everywhere back to them."),
    FIELDS_FOCUS_ROW(propagate, "scheme=integrate"),
    FIELDS_GIVE_ROW(propagate, "scheme=integrate"),
    ORO_ARG(propagate, reach, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0, .max = 1e6,
            .ui_max = 1000, .unit = "m", .when = "scheme=push|pull",
            .doc = "How far a streamline goes; `auto` is the volume's longest side."),
    ORO_ARG(propagate, smooth, .def = 0, .min = 0, .max = 1e4, .ui_max = 5, .unit = "m",
            .doc = "Rounds the surface by a Gaussian blur of its distances with this deviation."),
};

/// Streamlines need lines to follow.
static oro_status follow_lines(oro_run *r, const propagate *a, const near_set *set, const fields *f) {
    bitangents b = {.set = set, .on = f};
    for (int k = 0; k < 6; k++) {
        b.part[k] = oro_scratch(r, f->count * sizeof(float));
        if (!b.part[k]) return ORO_NO_MEMORY;
    }
    oro_status status = bitangents_make(r, &b, 0.2, 0.5);
    int32_t side = f->shape.width > f->shape.height ? f->shape.width : f->shape.height;
    side = side > f->shape.depth ? side : f->shape.depth;
    float reach = isnan(a->reach) ? (float)side : a->reach / (float)f->shape.cell;
    oro_stage(r, 0.5, 0.8);
    if (status == ORO_OK) status = streams_mark(r, f, b.part, reach, a->scheme.index == scheme_pull);
    return status == ORO_OK ? becher_march(r, f, true, 0.8, 0.95) : status;
}

static oro_status find_distances(oro_run *r, const propagate *a, const near_set *set, fields *f) {
    const oro_volume *const towards[3] = {a->east, a->south, a->up};
    float cell = (float)f->shape.cell, focus = fields_focus(&f->shape, a->focus) / cell;
    int32_t scheme = a->scheme.index;
    oro_stage(r, 0.0, 0.2);
    oro_status status = fields_see(r, set, focus, scheme >= scheme_becher, f);
    if (status != ORO_OK) return status;
    if (!fields_have_surface(r, f)) {
        fields_fill_air(f);
        return ORO_OK;
    }
    for (int k = 0; k < 3; k++) memcpy(f->normal[k], towards[k]->data, f->count * sizeof(float));
    if (scheme == scheme_integrate)
        status = fields_integrate(r, f, focus, a->give / cell, 0.2, 0.95);
    else if (scheme == scheme_march || scheme == scheme_becher)
        status = becher_march(r, f, scheme == scheme_march, 0.2, 0.95);
    else
        status = follow_lines(r, a, set, f);
    return status == ORO_OK && a->smooth > 0.0f ? volume_blur_run(r, &f->shape, f->distance, a->smooth / cell) : status;
}

static oro_status run(oro_run *r, const void *p) {
    const propagate *a = p;
    oro_volume shape;
    fields f;
    near_set set;
    oro_status status = fields_check_directions(r, (const oro_volume *const[]){a->east, a->south, a->up}, &shape);
    if (status == ORO_OK) status = fields_alloc(r, &shape, &f);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &shape, &set);
    if (status != ORO_OK) return status;
    if (fields_have_seeds(r, a->ribbons) && set.count > 0)
        status = find_distances(r, a, &set, &f);
    else
        fields_fill_air(&f);
    if (status == ORO_OK) status = fields_to_metres(r, &f);
    return status == ORO_OK ? fields_give(r, &f, f.distance, a->distance) : status;
}

ORO_OPERATOR(propagate, "Find a surface along directions", .family = "volume", .version = 1, .run = run,
             .source = "Becher 2014; Feng and Crane 2024 (integration)",
             .words = "propagation streamlines(scheme=push) fronts(scheme=march)",
             .doc = "Makes distances to a surface that passes through the ribbons of seeds and is perpendicular to the "
                    "directions of `guide` everywhere, as nearly as there is one. `isosurface` makes a mesh of them.",
             .example = "ribbons.npz east.npy south.npy up.npy distance.npz");
