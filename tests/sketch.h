// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Land sketched by `diffuse` from splines as text.
#ifndef ORO_TESTS_SKETCH_H
#define ORO_TESTS_SKETCH_H

#include "call.h"

/// A sketch: geometry, splines as text, more arguments as pairs of name and text. Outputs asked for have memory afterwards.
typedef struct sketch {
    oro_grid height, normal_x, normal_y, alpha, beta, amplitude;
    double residual, iterations;
} sketch;

static inline oro_grid square(int32_t side, double extent) {
    return (oro_grid){.width = side, .height = side, .cell = extent / (side - 1)};
}

static inline sketch draw(oro_grid world, const char *splines, ...) {
    call c = begin("diffuse");
    sketch s = {world, world, world, world, world, world, 0.0, 0.0};
    set(&c, "splines", splines);
    bool all = false;
    const char *name;
    va_list list;
    va_start(list, splines);
    while ((name = va_arg(list, const char *))) {
        if (!strcmp(name, "all"))
            all = true;
        else
            set(&c, name, va_arg(list, const char *));
    }
    va_end(list);
    wire(&c, "height", &s.height);
    if (all) {
        wire(&c, "normal_x", &s.normal_x), wire(&c, "normal_y", &s.normal_y);
        wire(&c, "alpha", &s.alpha), wire(&c, "beta", &s.beta), wire(&c, "amplitude", &s.amplitude);
    }
    *(double **)oro_arg_at(row_of(&c, "residual"), c.args) = &s.residual;
    *(double **)oro_arg_at(row_of(&c, "iterations"), c.args) = &s.iterations;
    run(&c);
    return s;
}

static inline void rub_out(sketch *s) {
    oro_grid *maps[] = {&s->height, &s->normal_x, &s->normal_y, &s->alpha, &s->beta, &s->amplitude};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) drop(maps[i]);
}

/// A straight spline through the middle of a square world, longer than its diagonal, turned by some degrees from south.
static inline const char *straight(char *text, size_t size, double extent, double degrees, double z, const char *more,
                                   const char *meta) {
    double turn = degrees * acos(-1.0) / 180.0, far = 1.5 * extent, x = far * sin(turn), y = far * cos(turn);
    snprintf(text, size, "points=[x=%.9g y=%.9g z=%.9g; x=%.9g y=%.9g z=%.9g] %s meta=[%s]", extent / 2 - x,
             extent / 2 - y, z, extent / 2 + x, extent / 2 + y, z, more, meta);
    return text;
}

/// Signed distance from that spline.
static inline double off_line(double extent, double degrees, double x, double y) {
    double turn = degrees * acos(-1.0) / 180.0;
    return (x - extent / 2) * cos(turn) - (y - extent / 2) * sin(turn);
}

#endif
