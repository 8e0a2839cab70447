// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Makes an island of a terrain: inside a shape the ground stays, beyond its coast it sinks to the sea floor. The distance to
// the shape's edge is bent by fractal noise, so that the coast has bays and headlands. Reads 4 bytes per sample, writes 8, and
// about 10 to make the noise.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/midpoint.h"

typedef struct island {
    const oro_grid *height;
    oro_grid *result, *mask;
    oro_choice shape;
    float x, y;
    float radius;
    float stretch;
    float angle;
    float coast;
    float roughness;
    float scale;
    float floor;
    oro_seed seed;
} island;

ORO_WORDS(shape, round, square, diamond, ring);

static const oro_arg args[] = {
    ORO_ARG(island, height, .unit = "m", .doc = "Terrain to shape."),
    ORO_ARG(island, result, .unit = "m", .doc = "The island."),
    ORO_ARG(island, mask, .unit = "1", .doc = "The mask: 1 inland, 0 at sea, between along the coast."),
    ORO_ARG(island, shape, .choices = shape_words,
            .doc = "Outline before noise bends it; a square has rounded corners and a ring a lagoon."),
    ORO_ARG(island, x, .def = 0, .min = -1e6, .max = 1e6, .ui_min = -4000, .ui_max = 4000, .unit = "m",
            .doc = "How far east of the map's middle the island lies."),
    ORO_ARG(island, y, .def = 0, .min = -1e6, .max = 1e6, .ui_min = -4000, .ui_max = 4000, .unit = "m",
            .doc = "How far south of the map's middle the island lies."),
    ORO_ARG(island, radius, .def = 800, .min = 0.0625, .max = 1e6, .ui_min = 100, .ui_max = 10000, .scale = ORO_LOG,
            .unit = "m", .doc = "From the middle to the outer edge of the coast."),
    ORO_ARG(island, stretch, .def = 1, .min = 0.1, .max = 10, .scale = ORO_LOG, .unit = "1",
            .doc = "How many times longer than wide it is, along the angle."),
    ORO_ARG(island, angle, .def = 0, .min = -360, .max = 360, .ui_min = -180, .ui_max = 180, .unit = "deg",
            .doc = "Turns it counter-clockwise; at 0 a stretched island runs from west to east."),
    ORO_ARG(island, coast, .def = 300, .min = 0, .max = 1e6, .ui_max = 3000, .unit = "m",
            .doc = "Width over which the ground sinks to the sea floor."),
    ORO_ARG(island, roughness, .def = 400, .min = 0, .max = 1e6, .ui_max = 4000, .unit = "m",
            .doc = "How far bays and headlands stray from the outline, half of this either way."),
    ORO_ARG(island, scale, .def = 600, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Size of the largest bays."),
    ORO_ARG(island, floor, .def = -50, .min = -1e5, .max = 1e5, .ui_min = -500, .ui_max = 500, .unit = "m",
            .doc = "Height of the sea floor."),
    ORO_ARG(island, seed, .doc = "Another number, another coast."),
};

typedef struct job {
    const island *a;
    const oro_grid *noise;
    double middle_x, middle_y;
    float along_x, along_y;
} job;

/// Distance from the middle at which a place lies, in the measure whose circles are the outline.
static inline float outward(int32_t shape, float along, float across, float radius) {
    float a = oro_abs(along), b = oro_abs(across);
    if (shape == shape_diamond) return 0.70710678f * (a + b) + 0.29289322f * oro_max(a, b);
    float plain = oro_sqrt(a * a + b * b);
    if (shape == shape_square) { // a sum of fourth powers: straight sides, round corners
        float p = a / radius, q = b / radius, p2 = p * p, q2 = q * q;
        return radius * oro_sqrt(oro_sqrt(p2 * p2 + q2 * q2));
    }
    if (shape == shape_ring) return oro_max(plain, 0.9f * radius - plain); // the lagoon ends at a third of the radius
    return plain;
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const island *a = j->a;
    const oro_grid *g = a->height;
    int32_t shape = a->shape.index;
    float radius = a->radius, coast = oro_max(a->coast, 1e-3f), narrow = 1.0f / a->stretch;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict in = oro_row(g, y), *restrict noise = oro_row(j->noise, y);
        float *restrict out = oro_row(a->result, y), *restrict mask = oro_row(a->mask, y);
        float south = (float)(oro_world_y(g, y) - j->middle_y);
        double west = oro_world_x(g, 0) - j->middle_x;
        for (int32_t x = 0; x < g->width; x++) {
            float east = (float)(west + g->cell * x);
            float along = (east * j->along_x + south * j->along_y) * narrow;
            float across = south * j->along_x - east * j->along_y;
            float edge = outward(shape, along, across, radius) + a->roughness * (noise[x] - 0.5f);
            float t = oro_clamp((radius - edge) / coast, 0.0f, 1.0f);
            mask[x] = t * t * (3.0f - 2.0f * t);
            out[x] = a->floor * (1.0f - mask[x]) + in[x] * mask[x];
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const island *a = p;
    oro_grid noise = oro_scratch_grid(r, a->height);
    if (!noise.data) return ORO_NO_MEMORY;
    float angle = a->angle * (ORO_PI / 180.0f);
    job j = {.a = a,
             .noise = &noise,
             .middle_x = a->height->origin_x + 0.5 * oro_extent_x(a->height) + (double)a->x,
             .middle_y = a->height->origin_y + 0.5 * oro_extent_y(a->height) + (double)a->y,
             .along_x = oro_cos(angle),
             .along_y = -oro_sin(angle)};
    oro_midpoint how = {.scale = (double)a->scale, .first = 0.5f, .persistence = 0.5f, .seed = a->seed.value};
    oro_stage(r, 0.0, 0.6);
    oro_status status = oro_midpoint_fill(r, &how, &noise);
    oro_stage(r, 0.6, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, &j) : status;
}

ORO_OPERATOR(
    island, "Shape a terrain into an island", .family = "filter", .version = 1, .run = run,
    .source = "Olsen 2004 (the use)",
    .words = "coast sea ocean shore beach falloff archipelago atoll(shape=ring) border vignette",
    .doc = "Keeps the ground inside an outline and lets it sink to the sea floor along a soft coast with bays and "
           "headlands. The second output is the mask, for beaches, plants or anything else that ends at the sea.",
    .example = "--radius 3000 --coast 900 --roughness 1200 height.png island.png");
