// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Short calls of one operator by name, for tests of laws: maps made from functions, arguments as text.
#ifndef ORO_TESTS_CALL_H
#define ORO_TESTS_CALL_H

#include "core/cell.h"
#include "op/args.h"
#include "orogen/operator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static oro_context *ctx; ///< made by call_setup(), for the whole group

static int call_setup(void **state) {
    (void)state;
    ctx = oro_create(&(oro_context_desc){.threads = 2}, NULL);
    return ctx ? 0 : -1;
}

static int call_teardown(void **state) {
    (void)state;
    size_t left = oro_bytes_in_use(ctx);
    oro_destroy(ctx);
    return left ? -1 : 0;
}

typedef double map_fn(double x, double y); ///< of world metres

/// A map of a function; NULL leaves it without values.
static inline oro_grid map_of(int32_t width, int32_t height, double cell, bool wrap, map_fn *fn) {
    oro_grid g = {.width = width, .height = height, .cell = cell, .wrap = wrap};
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    for (int32_t y = 0; fn && y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = (float)fn(oro_world_x(&g, x), oro_world_y(&g, y));
    return g;
}

static inline void drop(oro_grid *g) { oro_grid_free(ctx, g); }
static inline float at(const oro_grid *g, int32_t x, int32_t y) { return oro_row(g, y)[x]; }

/// Arguments of an operator, set by name.
typedef struct call {
    const oro_operator *op;
    void *args;
} call;

static inline call begin(const char *name) {
    call c = {oro_operator_find(ctx, name), NULL};
    assert_non_null(c.op);
    c.args = calloc(1, c.op->record.size);
    assert_int_equal(oro_args_init(ctx, &c.op->record, c.args), ORO_OK);
    return c;
}

static inline const oro_arg *row_of(const call *c, const char *name) {
    const oro_arg *arg = oro_arg_find(&c->op->record, name);
    if (!arg) fail_msg("%s has no %s", c->op->record.name, name);
    return arg;
}

static inline void set(call *c, const char *name, const char *text) {
    if (oro_args_parse(ctx, &c->op->record, c->args, row_of(c, name), text, name) != ORO_OK)
        fail_msg("%s", oro_last_error(ctx)->sentence);
}

/// Connects an input, the map of a field, or an output.
static inline void wire(call *c, const char *name, oro_grid *map) {
    const oro_arg *arg = row_of(c, name);
    void *member = oro_arg_at(arg, c->args);
    if (arg->type == ORO_FIELD)
        ((oro_field *)member)->map = map;
    else
        *(oro_grid **)member = map;
}

static inline void finish(call *c) {
    oro_args_free(ctx, &c->op->record, c->args);
    free(c->args);
}

static inline void run(call *c) {
    if (oro_call(ctx, c->op, c->args, NULL) != ORO_OK)
        fail_msg("%s: %s (%s)", c->op->record.name, oro_last_error(ctx)->sentence, oro_last_error(ctx)->where);
    finish(c);
}

/// A filter in one go: pairs of name and text, ending with NULL. The result is the caller's.
static inline oro_grid filtered(const char *op, const oro_grid *in, ...) {
    call c = begin(op);
    oro_grid out = {0};
    const char *name;
    va_list list;
    va_start(list, in);
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire(&c, "height", (oro_grid *)in);
    wire(&c, "result", &out);
    run(&c);
    return out;
}

/// A generator in one go, on the geometry of `world`.
static inline oro_grid generated(const char *op, oro_grid world, ...) {
    call c = begin(op);
    const char *name;
    va_list list;
    va_start(list, world);
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    world.data = NULL;
    wire(&c, "result", &world);
    run(&c);
    return world;
}

/// Smooth and rough at once; 0 to about 900 m over a few kilometres.
static inline double hills(double x, double y) {
    return 450.0 + 200.0 * sin(x * 0.004) * cos(y * 0.003) + 120.0 * sin(x * 0.013 + y * 0.007) +
           60.0 * cos(x * 0.05 - y * 0.043) + 40.0 * sin(0.31 * x) * sin(0.27 * y);
}

static inline double largest_difference(const oro_grid *a, const oro_grid *b) {
    double most = 0.0;
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            double d = fabs((double)at(a, x, y) - (double)at(b, x, y));
            most = d > most || isnan(d) ? d : most;
        }
    return most;
}

#define assert_near(a, b, tolerance)                                                                                   \
    do {                                                                                                               \
        double a_ = (double)(a), b_ = (double)(b);                                                                     \
        if (!(fabs(a_ - b_) <= (tolerance))) fail_msg("%s is %.9g and not %.9g", #a, a_, b_);                          \
    } while (0)

/// A column or row off the map, as plain versions find it: the edge's, or the one across the seam.
static inline int32_t folded(int32_t i, int32_t count, bool wrap) {
    if (!wrap) return i < 0 ? 0 : i >= count ? count - 1 : i;
    return (i % count + count) % count;
}

#endif
