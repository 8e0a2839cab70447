// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every sample of a volume sees of its nearest ribbon, as the second stage of a surface from curves. Arithmetic in solve/ribbon_extend.h and
// solve/ribbon_near.h. Writes 4 bytes per sample and output.

#include "op/op.h"
#include "solve/ribbon_fields.h"

typedef struct extend {
    const oro_ribbons *ribbons;
    oro_volume *distance, *east, *south, *up, *nearness, *owner;
    oro_volume *amplitude, *roughness, *edge, *material, *vegetation;
    space_args box;
} extend;

#define TRAIT_ARG(member, kind, text)                                                                                  \
    ORO_ARG(extend, member, .unit = kind, .flags = ORO_ON_DEMAND, .doc = text " of the nearest ribbon.")

static const oro_arg args[] = {
    ORO_ARG(extend, ribbons, .unit = "m", .doc = "Curves with their sides, and other pieces of surface."),
    ORO_ARG(
        extend, distance, .unit = "m",
        .doc = "Signed distance to the nearest ribbon's plane, which goes on beyond its borders; below 0 in the rock."),
    ORO_ARG(extend, east, .unit = "1", .doc = "Direction of the nearest ribbon into the air, to the east."),
    ORO_ARG(extend, south, .unit = "1", .doc = "The same, to the south."),
    ORO_ARG(extend, up, .unit = "1", .doc = "The same, upwards."),
    ORO_ARG(extend, nearness, .unit = "m", .doc = "Distance to the nearest ribbon itself, above 0 on both sides."),
    ORO_ARG(extend, owner, .unit = "1", .doc = "The number of the curve that the nearest ribbon belongs to, from 0."),
    TRAIT_ARG(amplitude, "m", "Metres of noise"),
    TRAIT_ARG(roughness, "1", "How much of an octave of noise the next one keeps,"),
    TRAIT_ARG(edge, "1", "How widely directions are smoothed,"),
    TRAIT_ARG(material, "1", "Material"),
    TRAIT_ARG(vegetation, "1", "Vegetation"),
    SPACE_ROWS(extend),
};

enum { OUTPUTS = 6 };

typedef struct job {
    const near_set *set;
    oro_volume *out[OUTPUTS], *traits[ORO_TRAIT_COUNT];
} job;

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const extend *)p)->box); }

static void tell(const void *user, size_t index, const float place[3], const near_shape *nearest) {
    const job *j = user;
    near_value v = near_see(j->set, nearest, place);
    float cell = (float)j->set->cell;
    const float values[OUTPUTS] = {v.signed_distance * cell,
                                   v.normal[0],
                                   v.normal[1],
                                   v.normal[2],
                                   v.distance * cell,
                                   (float)j->set->ribbons->owners[nearest->triangle]};
    for (int k = 0; k < OUTPUTS; k++)
        if (j->out[k]) j->out[k]->data[index] = values[k];
    for (int t = 0; t < ORO_TRAIT_COUNT; t++)
        if (j->traits[t]) j->traits[t]->data[index] = near_trait(j->set, nearest, v.share, t);
}

static oro_status make(oro_run *r, const oro_volume *shape, oro_volume *out, float value) {
    if (!out) return ORO_OK;
    *out = *shape;
    oro_status status = oro_volume_alloc(r->ctx, out);
    size_t count = (size_t)shape->width * (size_t)shape->height * (size_t)shape->depth;
    for (size_t i = 0; status == ORO_OK && i < count; i++) out->data[i] = value;
    return status;
}

static oro_status run(oro_run *r, const void *p) {
    const extend *a = p;
    oro_volume shape;
    near_set set;
    space_shape(r, &a->box, &shape);
    job j = {&set,
             {a->distance, a->east, a->south, a->up, a->nearness, a->owner},
             {a->amplitude, a->roughness, a->edge, a->material, a->vegetation}};
    float far = (float)((shape.width + shape.height + shape.depth) * shape.cell);
    const float air[OUTPUTS] = {far, 0.0f, 0.0f, 1.0f, far, -1.0f}; // without ribbons
    oro_status status = near_create(r, a->ribbons, &shape, &set);
    for (int k = 0; k < OUTPUTS && status == ORO_OK; k++) status = make(r, &shape, j.out[k], air[k]);
    for (int t = 0; t < ORO_TRAIT_COUNT && status == ORO_OK; t++) status = make(r, &shape, j.traits[t], 0.0f);
    if (status != ORO_OK) return status;
    if (set.count == 0) {
        oro_note(r->ctx, "ribbons", "there are no ribbons, so the volume is all air");
        return ORO_OK;
    }
    return extend_ribbons(r, &set, &shape, tell, &j);
}

ORO_OPERATOR(
    extend, "Extend ribbons through a volume", .family = "volume", .version = 1, .on_ground = true, .check = check,
    .run = run, .words = "nearest voronoi closest",
    .doc = "Finds for every sample of a volume the nearest ribbon and what it looks like from there: the distance "
           "to its plane, its direction and its traits. Planes go on beyond borders; about a spine there is a "
           "fan. It is what `guide` smooths.",
    .example = "--size 65 --extent 64 --bottom 0 --top 32 --coarseness 1 ribbons.npz planes.npz");
