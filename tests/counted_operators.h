// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Operators that count their runs, so that nothing about caching has to be believed, and short calls to build scenes of
// them.
#ifndef ORO_TESTS_COUNTED_OPERATORS_H
#define ORO_TESTS_COUNTED_OPERATORS_H

#include "op/op.h"
#include "scene/document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- operators of the tests -------------------------------------------------------------------------------------------

static int runs; ///< of all test operators
static oro_context *cancel_from_inside;

typedef struct make {
    oro_grid *result;
    float value;
    oro_seed seed;
    bool tilt;
} make;

static const oro_arg make_args[] = {
    ORO_ARG(make, result, .unit = "m", .doc = "Map."),
    ORO_ARG(make, value, .def = 1, .min = -1000, .max = 1000, .unit = "m", .doc = "Height."),
    ORO_ARG(make, seed, .doc = "Adds a whole number from 0 to 99999."),
    ORO_ARG(make, tilt, .doc = "Adds the distance from the west."),
};

static inline oro_status run_make(oro_run *r, const void *p) {
    const make *a = p;
    runs++;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] =
                a->value + (float)(a->seed.value % 100000u) + (a->tilt ? (float)oro_world_x(a->result, x) : 0.0f);
    return oro_step(r, 1.0);
}

static const oro_operator op_make = {.record = {"make", "Make", make_args, ORO_COUNT(make_args), sizeof(make)},
                                     .family = "test",
                                     .version = 1,
                                     .run = run_make};

/// The same without a seed argument.
typedef struct flat {
    oro_grid *result;
    float value;
} flat;

static const oro_arg flat_args[] = {
    ORO_ARG(flat, result, .unit = "m", .doc = "Map."),
    ORO_ARG(flat, value, .def = 1, .min = -1000, .max = 1000, .unit = "m", .doc = "Height."),
};

static inline oro_status run_flat(oro_run *r, const void *p) {
    const flat *a = p;
    runs++;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++) oro_row(a->result, y)[x] = a->value;
    return oro_step(r, 1.0);
}

static const oro_operator op_flat = {.record = {"flat", "Flat", flat_args, ORO_COUNT(flat_args), sizeof(flat)},
                                     .family = "test",
                                     .version = 1,
                                     .run = run_flat};

typedef struct add {
    const oro_grid *height;
    const oro_grid *more;
    oro_grid *result;
    double *corner;
    oro_field amount;
} add;

static const oro_arg add_args[] = {
    ORO_ARG(add, height, .unit = "m", .doc = "One map."),
    ORO_ARG(add, more, .unit = "m", .flags = ORO_OPTIONAL, .doc = "Another."),
    ORO_ARG(add, result, .unit = "m", .doc = "The sum."),
    ORO_ARG(add, corner, .unit = "m", .doc = "The first sample of the sum."),
    ORO_ARG(add, amount, .def = 0, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Added too."),
};

static inline oro_status run_add(oro_run *r, const void *p) {
    const add *a = p;
    runs++;
    if (cancel_from_inside && a->amount.value == 13.0f) oro_cancel(cancel_from_inside);
    if (a->amount.value == 666.0f && !a->amount.map) return oro_refuse(r, "amount", "666 is refused by the operator");
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] =
                oro_row(a->height, y)[x] + (a->more ? oro_row(a->more, y)[x] : 0.0f) + oro_field_row(&a->amount, y)[x];
    *a->corner = (double)a->result->data[0];
    return oro_step(r, 1.0);
}

static const oro_operator op_add = {.record = {"add", "Add", add_args, ORO_COUNT(add_args), sizeof(add)},
                                    .family = "test",
                                    .version = 1,
                                    .run = run_add};

typedef struct split {
    const oro_grid *a;
    const oro_grid *b;
    oro_grid *difference;
    oro_grid *product;
    oro_pyramid *levels;
} split;

static int products, pyramids; ///< made by it

static const oro_arg split_args[] = {
    ORO_ARG(split, a, .unit = "m", .doc = "One map."),
    ORO_ARG(split, b, .unit = "m", .doc = "Another."),
    ORO_ARG(split, difference, .unit = "m", .doc = "a - b."),
    ORO_ARG(split, product, .unit = "any", .flags = ORO_ON_DEMAND, .doc = "a b."),
    ORO_ARG(split, levels, .unit = "m", .flags = ORO_ON_DEMAND, .doc = "b as a pyramid of one level."),
};

static inline oro_status run_split(oro_run *r, const void *p) {
    const split *a = p;
    runs++;
    for (int32_t y = 0; y < a->a->height; y++)
        for (int32_t x = 0; x < a->a->width; x++) {
            oro_row(a->difference, y)[x] = oro_row(a->a, y)[x] - oro_row(a->b, y)[x];
            if (a->product) oro_row(a->product, y)[x] = oro_row(a->a, y)[x] * oro_row(a->b, y)[x];
        }
    products += a->product != NULL, pyramids += a->levels != NULL;
    oro_grid *level = a->levels ? oro_add_level(r, a->levels, a->b) : NULL;
    if (a->levels && !level) return ORO_NO_MEMORY;
    if (level) oro_grid_copy(a->b, level);
    return oro_step(r, 1.0);
}

static const oro_operator op_split = {.record = {"split", "Split", split_args, ORO_COUNT(split_args), sizeof(split)},
                                      .family = "test",
                                      .version = 1,
                                      .run = run_split};

// --- helpers ----------------------------------------------------------------------------------------------------------

static inline oro_context *make_context(size_t cache_bytes) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .cache_bytes = cache_bytes}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static inline oro_scene *make_scene(oro_context *ctx) {
    oro_scene *scene = oro_scene_create(ctx, &(oro_world){.extent_x = 100, .resolution = 11});
    assert_non_null(scene);
    return scene;
}

static inline void put(oro_scene *scene, const char *id, const oro_operator *op) {
    assert_non_null(oro_scene_add_operator(scene, id, op));
}

static inline void set(oro_scene *scene, const char *path, const char *text) {
    if (oro_scene_set(scene, path, text) != ORO_OK) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
}

static inline void run(oro_scene *scene, const oro_run_desc *desc) {
    if (oro_scene_run(scene, desc) != ORO_OK)
        fail_msg("%s: %s", oro_last_error(scene->ctx)->where, oro_last_error(scene->ctx)->sentence);
}

static inline float first(oro_scene *scene, const char *from) {
    const oro_grid *map = oro_scene_grid(scene, from);
    if (!map) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
    return map->data[0];
}

/// The ids of what ran (used and not cached), in the order of the list.
static inline const char *ran(const oro_scene *scene) {
    static char text[512];
    *text = 0;
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        oro_node_report report = oro_scene_report(scene, i);
        assert_true(report.used || (!report.cached && report.seconds == 0.0));
        assert_true(!report.cached || report.seconds == 0.0);
        if (report.used && !report.cached) snprintf(text + strlen(text), sizeof text - strlen(text), " %s", report.id);
    }
    return *text ? text + 1 : text;
}

static inline void expect_error(const oro_scene *scene, const char *where, const char *part) {
    const oro_error *error = oro_last_error(scene->ctx);
    assert_string_equal(error->where, where);
    if (!strstr(error->sentence, part)) fail_msg("\"%s\" is not in \"%s\"", part, error->sentence);
}

static inline void end(oro_scene *scene) {
    oro_context *ctx = scene->ctx;
    oro_scene_destroy(scene);
    oro_cache_trim(ctx, 0);
    assert_int_equal(oro_cache_bytes(ctx), 0);
    oro_destroy(ctx);
}

/// make(value 1) -> add(10) -> add(100), a plain stack.
static inline oro_scene *make_stack(size_t cache_bytes) {
    oro_scene *scene = make_scene(make_context(cache_bytes));
    put(scene, "base", &op_flat);
    put(scene, "ten", &op_add);
    put(scene, "hundred", &op_add);
    set(scene, "ten.amount", "10");
    set(scene, "hundred.amount", "100");
    return scene;
}

#endif
