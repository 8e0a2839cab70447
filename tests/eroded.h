// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One run of `pipes` with all it gives, and what holds of every one: nothing is broken, and the ledger closes.
#ifndef ORO_TESTS_ERODED_H
#define ORO_TESTS_ERODED_H

#include "call.h"

/// Everything one run gives.
typedef struct eroded {
    oro_grid result, difference, water, sediment, velocity, flow;
    double moved, deposited, exported;
} eroded;

static inline void wire_outputs(call *c, eroded *e) {
    *e = (eroded){0};
    wire(c, "result", &e->result);
    wire(c, "difference", &e->difference);
    wire(c, "water", &e->water);
    wire(c, "sediment", &e->sediment);
    wire(c, "velocity", &e->velocity);
    wire(c, "flow", &e->flow);
    *(double **)oro_arg_at(row_of(c, "moved"), c->args) = &e->moved;
    *(double **)oro_arg_at(row_of(c, "deposited"), c->args) = &e->deposited;
    *(double **)oro_arg_at(row_of(c, "exported"), c->args) = &e->exported;
}

/// Erodes with `preset` (NULL: none) and pairs of name and text, ending with NULL.
static inline eroded erode(const oro_grid *in, const char *preset, ...) {
    call c = begin("pipes");
    eroded e;
    if (preset) assert_int_equal(oro_args_preset(ctx, c.op, c.args, preset, "preset"), ORO_OK);
    va_list list;
    va_start(list, preset);
    const char *name;
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire(&c, "height", (oro_grid *)in);
    wire_outputs(&c, &e);
    run(&c);
    return e;
}

static inline void drop_all(eroded *e) {
    drop(&e->result), drop(&e->difference), drop(&e->water), drop(&e->sediment), drop(&e->velocity), drop(&e->flow);
}

static inline double sum_of(const oro_grid *g) {
    double sum = 0.0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)at(g, x, y);
    return sum;
}

static inline void assert_sound(const eroded *e) {
    const oro_grid *all[] = {&e->result, &e->difference, &e->water, &e->sediment, &e->velocity, &e->flow};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        oro_extremes x = oro_grid_extremes(all[i]);
        assert_int_equal(x.not_finite, 0);
        if (i >= 2) assert_true(x.min >= 0.0f);
    }
}

/// What was lowered is what was raised elsewhere and what left.
static inline void assert_balanced(const eroded *e, double allowed) {
    double gap = fabs(e->moved - e->deposited - e->exported);
    if (!(gap <= allowed * e->moved + 1e-3)) fail_msg("%g of %g m3 moved are missing", gap, e->moved);
}

/// In steps of 1/512 m, so that thousands of metres more change no difference.
static inline double rough(double x, double y) { return floor(512.0 * hills(x, y)) / 512.0; }
static inline double flat(double x, double y) { return 0.0 * x * y; }

#endif
