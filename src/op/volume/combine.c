// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two bodies as one, by their distances: the smaller of both is their union, the larger what they share, and with the second
// turned inside out the larger is the first without it. Where the two are nearer than the smoothness a parabola rounds the seam
// (solve/smooth.h); beyond it nothing changes. Reads 8 bytes per sample and writes 4.

#include "op/op.h"
#include "solve/smooth.h"
#include "solve/space.h"

typedef struct combine {
    const oro_volume *a, *b;
    oro_volume *result;
    oro_choice mode;
    float smooth;
} combine;

enum { UNION, CARVE, INTERSECT };

static const oro_arg args[] = {
    ORO_ARG(combine, a, .unit = "m", .doc = "The first body, as distances."),
    ORO_ARG(combine, b, .unit = "m", .doc = "The second, with the same box and samples."),
    ORO_ARG(combine, result, .unit = "m", .doc = "Both as one."),
    ORO_ARG(combine, mode, .choices = ORO_CHOICES([UNION] = "union", [CARVE] = "carve", [INTERSECT] = "intersect"),
            .doc = "Both together, the first without the second, or what they share."),
    ORO_ARG(combine, smooth, .def = 0, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .doc =
                "How far from the seam it is rounded, in metres of distance to both surfaces; 0 leaves a sharp seam."),
};

static bool same_place(const oro_volume *a, const oro_volume *b) {
    for (int k = 0; k < 3; k++)
        if (fabs(a->origin[k] - b->origin[k]) > 1e-3 * a->cell) return false;
    return fabs(a->cell - b->cell) <= 1e-6 * a->cell;
}

static oro_status check(oro_run *r, const void *p) {
    const oro_volume *a = ((const combine *)p)->a, *b = ((const combine *)p)->b;
    if (a->width != b->width || a->height != b->height || a->depth != b->depth)
        return oro_refuse(r, "b", "a is %d x %d x %d samples but b is %d x %d x %d; both must have the same box",
                          a->width, a->height, a->depth, b->width, b->height, b->depth);
    if (!same_place(a, b))
        return oro_refuse(
            r, "b",
            "a begins at %g, %g, %g m with samples %g m apart, but b at %g, %g, %g with %g; both must have "
            "the same box",
            a->origin[0], a->origin[1], a->origin[2], a->cell, b->origin[0], b->origin[1], b->origin[2], b->cell);
    return ORO_OK;
}

static void row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const combine *c = user;
    const float *restrict a = oro_voxel(c->a, 0, y, z), *restrict b = oro_voxel(c->b, 0, y, z);
    float *restrict out = oro_voxel(v, 0, y, z);
    float radius = c->smooth, quarter = oro_quarter_of(radius), turn = c->mode.index == CARVE ? -1.0f : 1.0f;
    if (c->mode.index == UNION)
        for (int32_t x = 0; x < v->width; x++) out[x] = oro_smooth_min(a[x], b[x], radius, quarter);
    else
        for (int32_t x = 0; x < v->width; x++) out[x] = oro_smooth_max(a[x], turn * b[x], radius, quarter);
}

static oro_status run(oro_run *r, const void *p) {
    const combine *c = p;
    *c->result = *c->a;
    c->result->data = NULL;
    oro_status status = oro_volume_alloc(r->ctx, c->result);
    return status == ORO_OK ? space_for_rows(r, c->result, row, c) : status;
}

ORO_OPERATOR(combine, "Join, carve or intersect volumes", .family = "volume", .version = 1, .check = check, .run = run,
             .source = "Quilez 2013 (smooth minimum)",
             .words = "boolean csg join(mode=union) subtract(mode=carve) cut(mode=carve) difference(mode=carve) "
                      "hollow(mode=carve) merge(mode=union)",
             .doc =
                 "Makes one body of two that are given as signed distances, below 0 inside, with a seam that is sharp "
                 "or rounded. The rounding lies within the smoothness of both surfaces; further away nothing changes.",
             .example = "--mode carve --smooth 20 rock.npz cave.npz carved.npz");
