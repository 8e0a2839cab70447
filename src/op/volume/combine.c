// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two bodies as one, by their distances: the smaller of both is their union, the larger what they share, and with the second
// turned inside out the larger is the first without it. Where the two are nearer than the smoothness a parabola rounds the seam
// (solve/smooth.h); beyond it nothing changes. Reads 8 bytes per sample and writes 4; a second volume of another box is read by eights.

#include "op/op.h"
#include "solve/smooth.h"
#include "solve/space.h"
#include "solve/volume_at.h"

typedef struct combine {
    const oro_volume *a, *b;
    oro_volume *result;
    oro_choice mode;
    float smooth;
} combine;

enum { UNION, CARVE, INTERSECT };
enum { SPAN = 256 };

static const oro_arg args[] = {
    ORO_ARG(combine, a, .unit = "m", .doc = "The first body, as distances. The result has its box and samples."),
    ORO_ARG(combine, b, .unit = "m",
            .doc = "The second. Where its samples lie elsewhere, values are linear between them, and beyond its "
                   "box the nearest counts."),
    ORO_ARG(combine, result, .unit = "m", .doc = "Both as one."),
    ORO_ARG(combine, mode, .choices = ORO_CHOICES([UNION] = "union", [CARVE] = "carve", [INTERSECT] = "intersect"),
            .doc = "Both together, the first without the second, or what they share."),
    ORO_ARG(combine, smooth, .def = 0, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .doc =
                "How far from the seam it is rounded, in metres of distance to both surfaces; 0 leaves a sharp seam."),
};

static bool same_box(const oro_volume *a, const oro_volume *b) {
    bool same = a->width == b->width && a->height == b->height && a->depth == b->depth && a->cell == b->cell;
    for (int k = 0; k < 3; k++) same &= a->origin[k] == b->origin[k];
    return same;
}

/// A row of the second body at the places of the first: its own, or found between its samples.
static void second_row(const combine *c, int32_t y, int32_t z, int32_t x0, int32_t count, float *restrict out) {
    const oro_volume *a = c->a, *b = c->b;
    volume_place height = volume_place_on(a->origin[2] + z * a->cell, b->origin[2], b->cell, b->depth);
    double south = a->origin[1] + y * a->cell;
    for (int32_t x = 0; x < count; x++) out[x] = volume_at(b, a->origin[0] + (x0 + x) * a->cell, south, height);
}

static void join_span(const combine *c, const float *restrict a, const float *restrict b, int32_t count,
                      float *restrict out) {
    float radius = c->smooth, quarter = oro_quarter_of(radius), turn = c->mode.index == CARVE ? -1.0f : 1.0f;
    if (c->mode.index == UNION)
        for (int32_t x = 0; x < count; x++) out[x] = oro_smooth_min(a[x], b[x], radius, quarter);
    else
        for (int32_t x = 0; x < count; x++) out[x] = oro_smooth_max(a[x], turn * b[x], radius, quarter);
}

static void row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const combine *c = user;
    bool same = same_box(c->a, c->b);
    for (int32_t x = 0; x < v->width; x += SPAN) {
        int32_t count = v->width - x < SPAN ? v->width - x : SPAN;
        float found[SPAN];
        if (!same) second_row(c, y, z, x, count, found);
        join_span(c, oro_voxel(c->a, x, y, z), same ? oro_voxel(c->b, x, y, z) : found, count, oro_voxel(v, x, y, z));
    }
}

static oro_status run(oro_run *r, const void *p) {
    const combine *c = p;
    *c->result = *c->a;
    c->result->data = NULL;
    oro_status status = oro_volume_alloc(r->ctx, c->result);
    return status == ORO_OK ? space_for_rows(r, c->result, row, c) : status;
}

ORO_OPERATOR(combine, "Join, carve or intersect volumes", .family = "volume", .version = 1, .run = run,
             .source = "Quilez 2013 (smooth minimum)",
             .words = "boolean csg join(mode=union) carve(mode=carve) difference(mode=carve) "
                      "hollow(mode=carve) unite(mode=union)",
             .doc =
                 "Makes one body of two that are given as signed distances, below 0 inside, with a seam that is sharp "
                 "or rounded. The rounding lies within the smoothness of both surfaces; further away nothing changes.",
             .example = "--mode carve --smooth 20 rock.npy cave.npy carved.npz");
