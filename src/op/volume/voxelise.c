// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons in a volume, as the first stage of a surface from curves: what is known where. Arithmetic in solve/ribbon_voxels.h. 21 bytes per sample,
// and 4 more for every output.

#include "op/op.h"
#include "solve/ribbon_fields.h"

typedef struct voxelise {
    const oro_ribbons *ribbons;
    oro_volume *distance, *east, *south, *up, *known;
    oro_volume *amplitude, *roughness, *edge, *material, *vegetation;
    double *samples, *conflicts;
    oro_choice scheme;
    space_args box;
} voxelise;

ORO_WORDS(scheme, exact, becher);

#define TRAIT_ARG(member, kind, text)                                                                                  \
    ORO_ARG(voxelise, member, .unit = kind, .flags = ORO_ON_DEMAND, .doc = text " on samples of ribbons, elsewhere 0.")

static const oro_arg args[] = {
    ORO_ARG(voxelise, ribbons, .unit = "m", .doc = "Curves with their sides, and other pieces of surface."),
    ORO_ARG(
        voxelise, distance, .unit = "m",
        .doc = "Signed distance to the ribbons of seeds on the samples beside them, below 0 in the rock; elsewhere 0."),
    ORO_ARG(voxelise, east, .unit = "1", .doc = "Direction into the air beside ribbons, to the east; elsewhere 0."),
    ORO_ARG(voxelise, south, .unit = "1", .doc = "The same, to the south."),
    ORO_ARG(voxelise, up, .unit = "1", .doc = "The same, upwards."),
    ORO_ARG(
        voxelise, known, .unit = "1",
        .doc =
            "What ribbons fix: 0 nothing, 1 the direction, 2 the distance too; -1 where they contradict each other."),
    TRAIT_ARG(amplitude, "m", "Metres of noise"),
    TRAIT_ARG(roughness, "1", "How much of an octave of noise the next one keeps,"),
    TRAIT_ARG(edge, "1", "How widely directions are smoothed"),
    TRAIT_ARG(material, "1", "Material"),
    TRAIT_ARG(vegetation, "1", "Vegetation"),
    ORO_ARG(voxelise, samples, .unit = "1", .doc = "How many samples ribbons fix."),
    ORO_ARG(voxelise, conflicts, .unit = "1", .doc = "At how many samples they contradict each other."),
    ORO_ARG(
        voxelise, scheme, .choices = scheme_words,
        .doc =
            "Exact distances within 1.25 samples of ribbons, and none where they contradict each other; or Becher's: 0 "
            "wherever a ribbon passes through a sample's cube, and the mean of all directions."),
    SPACE_ROWS(voxelise),
};

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const voxelise *)p)->box); }

typedef struct job {
    const near_set *set;
    const fields *f;
    oro_volume *traits[ORO_TRAIT_COUNT];
} job;

static void tell(const void *user, size_t index, const float place[3], const near_shape *nearest) {
    const job *j = user;
    bool known = j->f->fixed[index];
    near_value v = near_see(j->set, nearest, place);
    for (int t = 0; t < ORO_TRAIT_COUNT; t++)
        if (j->traits[t]) j->traits[t]->data[index] = known ? near_trait(j->set, nearest, v.share, t) : 0.0f;
}

static oro_status give_traits(oro_run *r, const voxelise *a, const near_set *set, const fields *f) {
    job j = {set, f, {a->amplitude, a->roughness, a->edge, a->material, a->vegetation}};
    bool any = false;
    for (int t = 0; t < ORO_TRAIT_COUNT; t++) {
        if (!j.traits[t]) continue;
        any = true;
        *j.traits[t] = f->shape;
        oro_status status = oro_volume_alloc(r->ctx, j.traits[t]);
        if (status != ORO_OK) return status;
        memset(j.traits[t]->data, 0, f->count * sizeof(float));
    }
    oro_stage(r, 0.5, 1.0);
    return any && set->count > 0 ? extend_ribbons(r, set, &f->shape, tell, &j) : ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const voxelise *a = p;
    oro_volume shape;
    fields f;
    near_set set;
    space_shape(r, &a->box, &shape);
    oro_status status = fields_alloc(r, &shape, &f);
    if (status == ORO_OK) status = near_create(r, a->ribbons, &shape, &set);
    if (status != ORO_OK) return status;
    for (int k = 0; k < 3; k++) memset(f.normal[k], 0, f.count * sizeof(float));
    memset(f.distance, 0, f.count * sizeof(float));
    voxels_out out = {{f.normal[0], f.normal[1], f.normal[2]}, f.distance, f.fixed, a->scheme.index == scheme_becher};
    oro_stage(r, 0.0, 0.5);
    status = voxels_fill(r, &set, &shape, &out, &f.conflicts);
    if (status != ORO_OK) return status;
    size_t samples = 0;
    for (size_t i = 0; i < f.count; i++) {
        uint8_t fixed = f.fixed[i];
        bool free_again = !(fixed & VOXELS_NORMAL);
        samples += !free_again;
        f.screen[i] = fixed & VOXELS_CONFLICT ? -1.0f : fixed & VOXELS_DISTANCE ? 2.0f : fixed ? 1.0f : 0.0f;
        for (int k = 0; k < 3 && free_again; k++) f.normal[k][i] = 0.0f;
        if (!(fixed & VOXELS_DISTANCE)) f.distance[i] = 0.0f;
    }
    *a->samples = (double)samples;
    *a->conflicts = (double)f.conflicts;
    if (samples == 0) oro_note(r->ctx, "ribbons", "no ribbon passes through the volume");
    status = fields_to_metres(r, &f);
    if (status == ORO_OK) status = fields_give(r, &f, f.distance, a->distance);
    if (status == ORO_OK) status = fields_give_directions(r, &f, f.normal, a->east, a->south, a->up);
    if (status == ORO_OK) status = fields_give(r, &f, f.screen, a->known);
    return status == ORO_OK ? give_traits(r, a, &set, &f) : status;
}

ORO_OPERATOR(voxelise, "Put ribbons into a volume", .family = "volume", .version = 1, .on_ground = true, .check = check,
             .run = run, .source = "Becher 2014", .words = "rasterise band",
             .doc =
                 "Marks the samples beside ribbons and says how far they are from them and which way the air lies: the "
                 "first stage of a surface from curves. Curves are taken one by one; where two agree they are "
                 "averaged, and where they contradict each other the samples around are left free.",
             .example = "--size 65 --extent 64 --bottom 0 --top 32 --coarseness 1 ribbons.npz band.npz");
