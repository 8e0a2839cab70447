// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The guidance fields of a surface from curves: directions into the air (solve/ribbon_fields.h, or solve/ribbon_becher.h), and lines across curves
// (solve/ribbon_bitangents.h). 21 bytes per sample, and the solver's scratch.

#include "op/op.h"
#include "solve/ribbon_becher.h"
#include "solve/ribbon_bitangents.h"

typedef struct guide {
    const oro_ribbons *ribbons;
    oro_volume *east, *south, *up, *across_east, *across_south, *across_up;
    oro_choice scheme;
    float focus, sharpness;
    bool flow;
    space_args box;
} guide;

ORO_WORDS(scheme, screened, becher);

static const oro_arg args[] = {
    ORO_ARG(guide, ribbons, .unit = "m", .doc = "Curves with their sides, and other pieces of surface."),
    ORO_ARG(guide, east, .unit = "1", .doc = "Direction into the air, of length 1, to the east."),
    ORO_ARG(guide, south, .unit = "1", .doc = "The same, to the south."),
    ORO_ARG(guide, up, .unit = "1", .doc = "The same, upwards."),
    ORO_ARG(guide, across_east, .unit = "1", .flags = ORO_ON_DEMAND,
            .doc =
                "Line along the surface that leads across curves, to the east. Without a flow its sign means nothing."),
    ORO_ARG(guide, across_south, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "The same, to the south."),
    ORO_ARG(guide, across_up, .unit = "1", .flags = ORO_ON_DEMAND, .doc = "The same, upwards."),
    ORO_ARG(guide, scheme, .choices = scheme_words,
            .doc = "The planes of the nearest ribbons, smoothed by one linear solve over a length that the ribbons' "
                   "edge says per "
                   "metre of distance; or Becher's anisotropic diffusion."),
    FIELDS_FOCUS_ROW(guide, "scheme=screened"),
    ORO_ARG(guide, sharpness, .def = 0.01, .min = 1e-4, .max = 100, .scale = ORO_LOG, .unit = "1",
            .when = "scheme=becher",
            .doc = "Becher's k: at 0.01 half as much flows where neighbours differ by 11.5 degrees; large values are "
                   "plain diffusion."),
    ORO_ARG(
        guide, flow,
        .doc =
            "Makes the lines across curves a flow with a direction: away from sources, towards sinks, and through the "
            "other curves from right to left."),
    SPACE_ROWS(guide),
};

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const guide *)p)->box); }

static oro_status make_lines(oro_run *r, const guide *a, const near_set *set, const fields *f) {
    if (!a->across_east && !a->across_south && !a->across_up) return ORO_OK;
    bitangents b = {.set = set, .on = f, .flow = a->flow};
    for (int k = 0; k < (a->flow ? 3 : 6); k++) {
        b.part[k] = oro_scratch(r, f->count * sizeof(float));
        if (!b.part[k]) return ORO_NO_MEMORY;
        memset(b.part[k], 0, f->count * sizeof(float));
    }
    oro_status status = set->count > 0 ? bitangents_make(r, &b, 0.6, 1.0) : ORO_OK;
    if (status != ORO_OK) return status;
    return fields_give_directions(r, f, b.part, a->across_east, a->across_south, a->across_up);
}

static oro_status run(oro_run *r, const void *p) {
    const guide *a = p;
    oro_volume shape;
    fields f;
    near_set set;
    space_shape(r, &a->box, &shape);
    oro_status status = fields_alloc(r, &shape, &f);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &shape, &set);
    if (status != ORO_OK) return status;
    bool becher = a->scheme.index == scheme_becher;
    oro_stage(r, 0.0, 0.2);
    if (set.count == 0) {
        oro_note(r->ctx, "ribbons", "there are no ribbons, so all directions are up");
        fields_fill_air(&f);
    } else {
        status = fields_see(r, &set, fields_focus(&shape, a->focus) / (float)shape.cell, becher, &f);
        if (status == ORO_OK)
            status = becher ? becher_diffuse(r, &f, a->sharpness, 0.2, 0.6) : fields_smooth(r, &f, 0.2, 0.6);
    }
    if (status == ORO_OK) status = fields_give_directions(r, &f, f.normal, a->east, a->south, a->up);
    return status == ORO_OK ? make_lines(r, a, &set, &f) : status;
}

ORO_OPERATOR(
    guide, "Spread the directions of ribbons", .family = "volume", .version = 1, .on_ground = true, .check = check,
    .run = run, .source = "Becher 2014; Perona and Malik 1990 (diffusion)",
    .words = "guidance normals bitangents diffusion(scheme=becher)",
    .doc = "Fills a volume with directions into the air that agree with ribbons on them and turn smoothly between "
           "them, or sharply where the ribbons' edge is 0. `propagate` makes distances of them.",
    .example = "--size 65 --extent 64 --bottom 0 --top 32 --coarseness 1 ribbons.npz east.npz");
