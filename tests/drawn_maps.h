// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps of functions, drawn, and looked at pixel by pixel.
#ifndef ORO_TESTS_DRAWN_MAPS_H
#define ORO_TESTS_DRAWN_MAPS_H

#include <math.h>

#include "one_context.h"
#include "orogen/render.h"

typedef double height_fn(double x, double y);

static inline oro_grid make(int32_t width, int32_t height, double cell, height_fn *fn) {
    oro_grid g = {.width = width, .height = height, .cell = cell};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = (float)fn(oro_world_x(&g, x), oro_world_y(&g, y));
    return g;
}

static inline double flat(double x, double y) { return 0.0 * (x + y); }

static inline double hills(double x, double y) {
    double u = x / 4000, v = y / 4000;
    return 200 * (sin(7 * u + 2 * sin(5 * v)) + 0.5 * sin(17 * v + 3 * u) + 0.2 * sin(41 * u - 23 * v));
}
static inline double eroded_hills(double x, double y) {
    return hills(x, y) - 20 * fmax(sin(x / 300) * cos(y / 500), -0.5);
}
static inline double classes(double x, double y) { return floor(x / 10) + 3 * floor(y / 20); }

static inline const uint8_t *at(const oro_image *i, int32_t x, int32_t y) {
    assert_true(x >= 0 && y >= 0 && x < i->width && y < i->height);
    return i->data + ((size_t)y * (size_t)i->width + (size_t)x) * 3;
}

static inline int brightness(const oro_image *i, int32_t x, int32_t y) {
    return at(i, x, y)[0] + at(i, x, y)[1] + at(i, x, y)[2];
}

static inline size_t bytes_of(const oro_image *i) { return (size_t)i->width * (size_t)i->height * 3; }

static inline oro_image draw(const oro_grid *g, oro_map_desc desc) {
    oro_image image;
    good(oro_render_map(ctx, g, &desc, &image));
    return image;
}

static inline void drop(oro_image *i, oro_grid *g) {
    if (i) oro_image_free(ctx, i);
    if (g) oro_grid_free(ctx, g);
}

static const char *const alone[] = {"relief", "height", "slope", "curvature", "flow", "classes", "normals"};
enum { ALONE = sizeof alone / sizeof *alone };

#endif
