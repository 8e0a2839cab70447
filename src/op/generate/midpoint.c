// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fractal terrain by midpoint displacement; src/solve/midpoint.h has the method. Writes about 10 bytes per sample in all.

#include "op/op.h"
#include "solve/midpoint.h"

typedef struct midpoint {
    oro_grid *result;
    float scale;
    float height;
    float base;
    float persistence;
    oro_choice distribution;
    oro_choice offsets;
    oro_seed seed;
} midpoint;

ORO_WORDS(distribution, uniform, gaussian);
enum { BY_ALTITUDE, EVEN };

static const oro_arg args[] = {
    ORO_ARG(midpoint, result, .unit = "m", .doc = "The terrain."),
    ORO_ARG(midpoint, scale, .def = 2048, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Distance between the first random points: the size of the largest features."),
    ORO_ARG(midpoint, height, .def = 512, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 3000, .unit = "m",
            .doc = "The first random points lie between the base and this far above it."),
    ORO_ARG(midpoint, base, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",
            .doc = "Height that the random points start from."),
    ORO_ARG(midpoint, persistence, .def = 0.5, .min = 0, .max = 1, .ui_min = 0.3, .ui_max = 0.7, .unit = "1",
            .doc = "How far points are displaced at each halving against the one before: the roughness."),
    ORO_ARG(midpoint, distribution, .choices = distribution_words,
            .doc = "How displacements are drawn: all equally likely within their range, or small ones more often and "
                   "large ones without a bound."),
    ORO_ARG(midpoint, offsets, .choices = ORO_CHOICES([BY_ALTITUDE] = "by-altitude", [EVEN] = "even"),
            .doc =
                "Displace by how high the ground is, so that low ground is smooth as if material had settled there, or "
                "everywhere alike."),
    ORO_ARG(midpoint, seed, .doc = "Another number, another terrain of the same kind."),
};

static void rows(const void *user, int32_t y0, int32_t y1) {
    const midpoint *a = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++) out[x] = a->base + a->height * out[x];
    }
}

static oro_status run(oro_run *r, const void *p) {
    const midpoint *a = p;
    oro_midpoint how = {.scale = (double)a->scale,
                        .first = 1.0f,
                        .persistence = a->persistence,
                        .gaussian = a->distribution.index == distribution_gaussian,
                        .smoothed = a->offsets.index == BY_ALTITUDE,
                        .seed = a->seed.value};
    oro_stage(r, 0.0, 0.9);
    oro_status status = oro_midpoint_fill(r, &how, a->result);
    oro_stage(r, 0.9, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, a) : status;
}

ORO_OPERATOR(midpoint, "Make terrain by displacing midpoints", .family = "generate", .version = 1, .run = run,
             .source = "Fournier, Fussell and Carpenter 1982; Olsen 2004",
             .words = "diamond-square plasma subdivision displacement fractal",
             .doc = "Starts from random points far apart and fills in the points halfway between, each displaced by "
                    "chance, less at every halving (the diamond-square algorithm). Every point's chance comes from its "
                    "place in the world: a finer map keeps the coarser map's points and adds between them, and the map "
                    "may have any size. Where it wraps, the scale is rounded so that a whole number of points goes "
                    "across.",
             .example = "--scale 2048 --height 500 --size 513 --extent 8192 land.png", .show = "scale=1000 height=900");
