// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What pictures are taken of in the tests: hills, a box, a sphere; a sun alone in the sky; a camera that looks straight down.
// The context keeps its last note.
#ifndef ORO_TESTS_PHOTO_SET_H
#define ORO_TESTS_PHOTO_SET_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/cell.h"
#include "one_context.h"
#include "render/model.h"
#include "render/photo.h"
#include "render/set.h"

static char last_note[512];

static inline void take_note(void *user, const char *where, const char *sentence) {
    (void)user;
    snprintf(last_note, sizeof last_note, "%s: %s", where, sentence);
}

static inline oro_context *context_of(int threads, size_t limit) {
    return oro_create(
        &(oro_context_desc){
            .threads = threads, .memory_limit = limit, .memory = {failing_alloc, plain_free, NULL}, .log = take_note},
        NULL);
}

static inline int open_noting_context(void **state) {
    (void)state;
    ctx = context_of(2, 0);
    return ctx ? 0 : -1;
}

static inline oro_grid make(int32_t width, int32_t height, double cell) {
    oro_grid g = {.width = width, .height = height, .cell = cell};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = 0.0f;
    return g;
}

/// Hills over a square of 2000 m, from about -150 to 250 m high.
static inline oro_grid hills(int32_t side) {
    oro_grid g = make(side, side, 2000.0 / (side - 1));
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            double u = oro_world_x(&g, x) / 2000, v = oro_world_y(&g, y) / 2000;
            oro_row(&g, y)[x] =
                (float)(50.0 + 150.0 * sin(7 * u + 2 * sin(5 * v)) * cos(6 * v) + 50.0 * sin(19 * u - 13 * v));
        }
    return g;
}

static const uint32_t BOX_FACES[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                          {1, 3, 7}, {1, 7, 5}, {3, 2, 6}, {3, 6, 7}, {2, 0, 4}, {2, 4, 6}};

static inline oro_mesh box_mesh(float half_x, float half_y, float top) {
    oro_mesh m = {.vertex_count = 8, .triangle_count = 12};
    good(oro_mesh_alloc(ctx, &m, 0));
    for (int i = 0; i < 8; i++) {
        m.positions[3 * i] = i & 1 ? half_x : -half_x;
        m.positions[3 * i + 1] = i & 2 ? half_y : -half_y;
        m.positions[3 * i + 2] = i & 4 ? top : 0.0f;
    }
    memcpy(m.indices, BOX_FACES, sizeof BOX_FACES);
    return m;
}

/// A sphere around the origin, of rings and meridians.
static inline oro_mesh sphere_mesh(float radius, uint32_t rings) {
    uint32_t round = 2 * rings;
    oro_mesh m = {.vertex_count = (rings + 1) * round, .triangle_count = 2 * rings * round};
    good(oro_mesh_alloc(ctx, &m, 0));
    for (uint32_t i = 0; i <= rings; i++)
        for (uint32_t j = 0; j < round; j++) {
            double a = M_PI * i / rings, b = 2.0 * M_PI * j / round;
            float *p = m.positions + 3 * (size_t)(i * round + j);
            p[0] = radius * (float)(sin(a) * cos(b));
            p[1] = radius * (float)(sin(a) * sin(b));
            p[2] = radius * (float)cos(a);
        }
    uint32_t *t = m.indices;
    for (uint32_t i = 0; i < rings; i++)
        for (uint32_t j = 0; j < round; j++) {
            uint32_t a = i * round + j, b = i * round + (j + 1) % round;
            uint32_t two[6] = {a, a + round, b + round, a, b + round, b};
            memcpy(t, two, sizeof two);
            t += 6;
        }
    return m;
}

/// A mesh as something to hit, as oro_render_mesh() makes it.
typedef struct scene {
    model m;
    ground g;
} scene;

static inline void scene_make(scene *s, const oro_mesh *mesh, const char *around) {
    *s = (scene){.g = {.ctx = ctx}};
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .surround = around});
    good(oro_model_make(ctx, mesh, 1.0f, &s->m));
    good(oro_set_surround(ctx, &s->g, &d));
    good(oro_ground_make_mesh(ctx, &s->g, &s->m.view));
}

static inline void scene_free(scene *s) {
    oro_ground_free(&s->g);
    oro_model_free(ctx, &s->m);
}

/// A sun of irradiance 1 in a black sky.
static inline void only_sun(sky *s, double azimuth, double elevation) {
    oro_sky_make_uniform(s, v3(0, 0, 0));
    s->sun = v_compass(azimuth, elevation);
    s->sun_irradiance = v3(1, 1, 1);
}

static const material GREY = {.plain = true, .plain_colour = {0.5f, 0.5f, 0.5f}, .cell = 0.01f, .exaggeration = 1.0f};

/// Looks straight down from high above, parallel rays, `half` metres from the middle to the left and right borders.
static inline camera from_above(float half, float aspect) {
    return (camera){.eye = {0, 0, 200},
                    .forward = {0, 0, -1},
                    .right = {1, 0, 0},
                    .up = {0, 1, 0},
                    .half_width = half,
                    .aspect = aspect,
                    .orthographic = true};
}

static inline vec3 pixel_light(const studio *st, int32_t x, int32_t y) {
    const sample *p = &st->pixels[(size_t)y * (size_t)st->width + (size_t)x];
    return v_add(p->light, v_mul(p->tint, p->sky));
}

#endif
