// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Bodies as signed distances, below 0 inside:
//
//     sphere  box  cylinder  torus      exact distances (box and cylinder with rounded edges too)
//     gyroid                            sin x cos y + sin y cos z + sin z cos x (Schoen 1970), about a distance near its surface
//     noise                             octaves of gradient noise, as long as a distance on average
//
// The last two fill the whole box. Writes 4 bytes per sample.

#include "op/op.h"
#include "core/math.cell.h"
#include "noise/space.h"
#include "solve/space.h"

typedef struct body {
    oro_volume *result;
    oro_choice shape, axis;
    float x, y, z;
    float radius, tube, length, width, depth, height, rounding;
    float scale, thickness;
    int32_t octaves;
    oro_seed seed;
    space_args box;
} body;

ORO_WORDS(shape, sphere, box, cylinder, torus, gyroid, noise);
ORO_WORDS(axis, up, east, south);

#define BODY "shape=sphere|box|cylinder|torus"
#define SIZE_ARG(member, value, cases, text)                                                                           \
    ORO_ARG(body, member, .def = value, .min = 0, .max = 1e6, .ui_max = 3000, .unit = "m", .when = cases, .doc = text)
#define PLACE_ARG(member, value, text)                                                                                 \
    ORO_ARG(body, member, .def = value, .min = -1e7, .max = 1e7, .ui_min = -1000, .ui_max = 1e4, .unit = "m",          \
            .when = BODY, .doc = text)

static const oro_arg args[] = {
    ORO_ARG(body, result, .unit = "m", .doc = "Distance to the body's surface, below 0 inside."),
    ORO_ARG(body, shape, .choices = shape_words,
            .doc = "Which body. A gyroid and noise fill the whole volume with holes and bridges."),
    ORO_ARG(body, axis, .choices = axis_words, .when = "shape=cylinder|torus",
            .doc = "Which way a cylinder runs, or the axis that a torus goes around: a torus about east or south "
                   "stands like an arch."),
    PLACE_ARG(x, 2000, "The centre's metres to the east of the world's zero."),
    PLACE_ARG(y, 2000, "The centre's metres to the south of the world's zero."),
    PLACE_ARG(z, 500, "The centre's height."),
    SIZE_ARG(radius, 700, "shape=sphere|cylinder|torus",
             "Radius of a sphere or cylinder, or of the circle in the middle of a torus."),
    SIZE_ARG(tube, 200, "shape=torus", "Radius of the tube of a torus."),
    SIZE_ARG(length, 1400, "shape=cylinder", "From end to end of a cylinder."),
    SIZE_ARG(width, 1400, "shape=box", "Extent of a box from west to east."),
    SIZE_ARG(depth, 1400, "shape=box", "Extent of a box from north to south."),
    SIZE_ARG(height, 1000, "shape=box", "Extent of a box from bottom to top."),
    SIZE_ARG(rounding, 0, "shape=box|cylinder", "Radius of its edges, inside the extent."),
    ORO_ARG(body, scale, .def = 1000, .min = 0.0625, .max = 1e6, .ui_min = 10, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m", .when = "shape=gyroid|noise",
            .doc = "Period of a gyroid, or the size of the largest lumps of noise."),
    SIZE_ARG(thickness, 0, "shape=gyroid|noise",
             "Thickness of walls along the surface; 0 fills one of its two sides instead."),
    ORO_ARG(body, octaves, .def = 3, .min = 1, .max = 12, .unit = "1", .when = "shape=noise",
            .doc = "How many sizes of lumps, each half as large as the one before."),
    ORO_ARG(body, seed, .when = "shape=noise", .doc = "Another number gives other noise."),
    SPACE_ROWS(body),
};

/// Distance outside a box of those half sides, in as many dimensions, with its corner at 0: all from the corner outwards.
static inline float beyond(float a, float b, float c) {
    float x = oro_max(a, 0.0f), y = oro_max(b, 0.0f), z = oro_max(c, 0.0f);
    return oro_sqrt(x * x + y * y + z * z) + oro_min(oro_max(a, oro_max(b, c)), 0.0f);
}

static inline float box_at(const body *a, float x, float y, float z) {
    float w = 0.5f * a->width, d = 0.5f * a->depth, h = 0.5f * a->height;
    float r = oro_min(a->rounding, oro_min(w, oro_min(d, h)));
    return beyond(oro_abs(x) - w + r, oro_abs(y) - d + r, oro_abs(z) - h + r) - r;
}

/// `along` the axis, `across` from it.
static inline float cylinder_at(const body *a, float along, float across) {
    float half = 0.5f * a->length, r = oro_min(a->rounding, oro_min(half, a->radius));
    return beyond(across - a->radius + r, oro_abs(along) - half + r, -1e30f) - r;
}

static inline float torus_at(const body *a, float along, float across) {
    float out = across - a->radius;
    return oro_sqrt(out * out + along * along) - a->tube;
}

static inline float body_at(const body *a, float x, float y, float z) {
    if (a->shape.index == shape_sphere) return oro_sqrt(x * x + y * y + z * z) - a->radius;
    if (a->shape.index == shape_box) return box_at(a, x, y, z);
    float along = a->axis.index == axis_up ? z : a->axis.index == axis_east ? x : y;
    float u = a->axis.index == axis_east ? y : x, v = a->axis.index == axis_up ? y : z;
    float across = oro_sqrt(u * u + v * v);
    return a->shape.index == shape_cylinder ? cylinder_at(a, along, across) : torus_at(a, along, across);
}

/// 1.5 is the gyroid's mean slope on its surface.
static inline float gyroid_at(const body *a, float x, float y, float z) {
    float per = 2.0f * ORO_PI / a->scale, u = x * per, v = y * per, w = z * per;
    float g = oro_sin(u) * oro_cos(v) + oro_sin(v) * oro_cos(w) + oro_sin(w) * oro_cos(u);
    return g / (1.5f * per);
}

/// The slopes of octaves that halve in size and height are alike, so their squares add up.
static inline float noise_at(const body *a, float x, float y, float z) {
    float sum = 0.0f, size = a->scale;
    for (int32_t i = 0; i < a->octaves; i++, size *= 0.5f)
        sum += size * oro_noise3(a->seed.value + (uint32_t)i * 0x9e3779b9U, x, y, z, size);
    return sum / oro_sqrt(2.0f * (float)a->octaves);
}

static inline float walls(const body *a, float d) { return a->thickness > 0.0f ? oro_abs(d) - 0.5f * a->thickness : d; }

static void row(const void *user, const oro_volume *v, int32_t j, int32_t k) {
    const body *a = user;
    float *out = oro_voxel(v, 0, j, k);
    double south = v->origin[1] + j * v->cell, up = v->origin[2] + k * v->cell;
    bool fills = a->shape.index >= shape_gyroid;
    float y = (float)(fills ? south : south - (double)a->y), z = (float)(fills ? up : up - (double)a->z);
    for (int32_t i = 0; i < v->width; i++) {
        double east = v->origin[0] + i * v->cell;
        float x = (float)(fills ? east : east - (double)a->x);
        if (!fills)
            out[i] = body_at(a, x, y, z);
        else
            out[i] = walls(a, a->shape.index == shape_gyroid ? gyroid_at(a, x, y, z) : noise_at(a, x, y, z));
    }
}

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const body *)p)->box); }

static oro_status run(oro_run *r, const void *p) {
    const body *a = p;
    oro_status status = space_alloc(r, &a->box, a->result);
    return status == ORO_OK ? space_for_rows(r, a->result, row, a) : status;
}

ORO_OPERATOR(body, "Make a ball, box, ring or sponge in space", .family = "volume", .version = 1, .on_ground = true,
             .check = check, .run = run, .source = "Schoen 1970 (gyroid)",
             .words = "primitive ball(shape=sphere) cube(shape=box) tube(shape=cylinder) tunnel(shape=cylinder) "
                      "ring(shape=torus) arch(shape=torus) sponge(shape=gyroid) caves(shape=noise) 3d",
             .doc = "Signed distances to a body, above the world's ground between two heights: below 0 inside, above 0 "
                    "in the air. Join it with others or carve with it by `combine`, and make a mesh of it by "
                    "`isosurface`.",
             .example = "--shape torus --axis south --size 129 ring.npz", .show = "shape=torus axis=south");
