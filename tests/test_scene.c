// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of scenes built by plain calls: who takes what from whom, what runs again after a change, what the cache keeps, what
// a failure leaves behind. The operators here count their runs, so that nothing about caching has to be believed.

#include "op/op.h"
#include "scene/document.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static oro_status run_make(oro_run *r, const void *p) {
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

static oro_status run_flat(oro_run *r, const void *p) {
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

static oro_status run_add(oro_run *r, const void *p) {
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

static oro_status run_split(oro_run *r, const void *p) {
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

typedef struct from_file {
    oro_grid *result;
    oro_file file;
} from_file;

static const oro_arg file_args[] = {
    ORO_ARG(from_file, result, .unit = "m", .doc = "Map."),
    ORO_ARG(from_file, file, .doc = "File."),
};

static oro_status run_from_file(oro_run *r, const void *p) {
    const from_file *a = p;
    runs++;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] = a->file.map ? a->file.map->data[0] + (float)a->file.known : -1.0f;
    return oro_step(r, 1.0);
}

static const oro_operator op_from_file = {
    .record = {"from_file", "File", file_args, ORO_COUNT(file_args), sizeof(from_file)},
    .family = "test",
    .version = 1,
    .run = run_from_file};

// --- helpers ----------------------------------------------------------------------------------------------------------

static oro_context *make_context(size_t cache_bytes) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .cache_bytes = cache_bytes}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static oro_scene *make_scene(oro_context *ctx) {
    oro_scene *scene = oro_scene_create(ctx, &(oro_world){.extent_x = 100, .resolution = 11});
    assert_non_null(scene);
    return scene;
}

static void put(oro_scene *scene, const char *id, const oro_operator *op) {
    assert_non_null(oro_scene_add_operator(scene, id, op));
}

static void set(oro_scene *scene, const char *path, const char *text) {
    if (oro_scene_set(scene, path, text) != ORO_OK) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
}

static void run(oro_scene *scene, const oro_run_desc *desc) {
    if (oro_scene_run(scene, desc) != ORO_OK)
        fail_msg("%s: %s", oro_last_error(scene->ctx)->where, oro_last_error(scene->ctx)->sentence);
}

static float first(oro_scene *scene, const char *from) {
    const oro_grid *map = oro_scene_grid(scene, from);
    if (!map) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
    return map->data[0];
}

/// The ids of what ran (used and not cached), in the order of the list.
static const char *ran(const oro_scene *scene) {
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

static void expect_error(const oro_scene *scene, const char *where, const char *part) {
    const oro_error *error = oro_last_error(scene->ctx);
    assert_string_equal(error->where, where);
    if (!strstr(error->sentence, part)) fail_msg("\"%s\" is not in \"%s\"", part, error->sentence);
}

static void end(oro_scene *scene) {
    oro_context *ctx = scene->ctx;
    oro_scene_destroy(scene);
    oro_cache_trim(ctx, 0);
    assert_int_equal(oro_cache_bytes(ctx), 0);
    oro_destroy(ctx);
}

/// make(value 1) -> add(10) -> add(100), a plain stack.
static oro_scene *make_stack(size_t cache_bytes) {
    oro_scene *scene = make_scene(make_context(cache_bytes));
    put(scene, "base", &op_flat);
    put(scene, "ten", &op_add);
    put(scene, "hundred", &op_add);
    set(scene, "ten.amount", "10");
    set(scene, "hundred.amount", "100");
    return scene;
}

// --- what runs --------------------------------------------------------------------------------------------------------

static void a_stack_needs_no_wires(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 111.0f, 0.0f);
    assert_float_equal(first(scene, "ten"), 11.0f, 0.0f);
    assert_float_equal(first(scene, "ten.result"), 11.0f, 0.0f);
    double corner;
    assert_int_equal(oro_scene_value(scene, "ten.corner", &corner), ORO_OK);
    assert_float_equal(corner, 11.0, 0.0);
    end(scene);
}

static void only_what_follows_from_a_change_runs_again(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    run(scene, NULL);
    assert_string_equal(ran(scene), "base ten hundred");
    run(scene, NULL);
    assert_string_equal(ran(scene), "");
    set(scene, "ten.amount", "20");
    run(scene, NULL);
    assert_string_equal(ran(scene), "ten hundred");
    assert_float_equal(first(scene, NULL), 121.0f, 0.0f);
    set(scene, "hundred.amount", "200");
    run(scene, NULL);
    assert_string_equal(ran(scene), "hundred");
    set(scene, "hundred.amount", "100");
    set(scene, "ten.amount", "10");
    runs = 0;
    run(scene, NULL); // back where it began: all of it is still there
    assert_string_equal(ran(scene), "");
    assert_int_equal(runs, 0);
    assert_float_equal(first(scene, NULL), 111.0f, 0.0f);
    set(scene, "base.value", "2");
    run(scene, NULL);
    assert_string_equal(ran(scene), "base ten hundred");
    end(scene);
}

static void what_the_target_does_not_need_is_left_alone(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    run(scene, &(oro_run_desc){.target = "ten"});
    assert_string_equal(ran(scene), "base ten");
    assert_false(oro_scene_report(scene, 2).used);
    assert_null(oro_scene_grid(scene, "hundred"));
    expect_error(scene, "hundred", "was not part of the last run");
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "hunderd"}), ORO_BAD_ARGUMENT);
    expect_error(scene, "hunderd", "did you mean \"hundred\"?");
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "ten.corne"}), ORO_BAD_ARGUMENT);
    expect_error(scene, "ten.corne", "did you mean \"corner\"?");
    assert_int_equal(oro_scene_add_output(scene, &(oro_output){.from = "base", .file = "a.png"}), ORO_OK);
    run(scene, NULL); // outputs decide when no target is named
    assert_true(oro_scene_report(scene, 0).used && !oro_scene_report(scene, 1).used);
    end(scene);
}

static void equal_nodes_are_computed_once(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "one", &op_flat);
    put(scene, "two", &op_flat);
    put(scene, "sum", &op_add);
    set(scene, "sum.more", "one");
    runs = 0;
    run(scene, NULL);
    assert_int_equal(runs, 2);
    assert_float_equal(first(scene, "sum"), 2.0f, 0.0f);
    end(scene);
}

static void the_version_of_an_operator_is_part_of_the_key(void **state) {
    (void)state;
    oro_operator newer = op_flat;
    newer.version = 2;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "old", &op_flat);
    put(scene, "new", &newer);
    run(scene, &(oro_run_desc){.target = "old"});
    run(scene, &(oro_run_desc){.target = "new"});
    assert_string_equal(ran(scene), "new");
    end(scene);
}

static void two_scenes_share_what_is_equal(void **state) {
    (void)state;
    oro_scene *a = make_stack(0);
    run(a, NULL);
    oro_scene *b = make_scene(a->ctx);
    put(b, "other-name", &op_flat);
    runs = 0;
    run(b, NULL);
    assert_int_equal(runs, 0);
    assert_ptr_equal(oro_scene_grid(b, NULL)->data, oro_scene_grid(a, "base")->data);
    oro_scene_destroy(b);
    end(a);
}

static void detail_gives_the_same_ground_at_another_resolution(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_make);
    set(scene, "base.tilt", "on");
    run(scene, NULL);
    const oro_grid fine = *oro_scene_grid(scene, NULL);
    assert_int_equal(fine.width, 11);
    assert_float_equal(fine.cell, 10.0, 0.0);
    run(scene, &(oro_run_desc){.detail = 6});
    assert_string_equal(ran(scene), "base");
    const oro_grid *coarse = oro_scene_grid(scene, NULL);
    assert_int_equal(coarse->width, 6);
    assert_float_equal(oro_extent_x(coarse), oro_extent_x(&fine), 1e-9);
    for (int x = 0; x < 6; x++) assert_float_equal(coarse->data[x], fine.data[2 * x], 1e-4);
    run(scene, NULL);
    assert_string_equal(ran(scene), ""); // both are kept
    run(scene, &(oro_run_desc){.detail = 6});
    assert_string_equal(ran(scene), "");
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.detail = 1}), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.detail = 1 << 20}), ORO_BAD_ARGUMENT);
    end(scene);
}

static void the_seed_of_the_world_reaches_seeds_only(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "seeded", &op_make);
    put(scene, "plain", &op_flat);
    put(scene, "sum", &op_add);
    set(scene, "sum.more", "seeded");
    set(scene, "world.seed", "7");
    run(scene, NULL);
    float seven = first(scene, "seeded");
    oro_grid out = *oro_scene_grid(scene, "seeded");
    out.data = NULL;
    make args = {.result = &out, .value = 1.0f};
    assert_int_equal(oro_call(scene->ctx, &op_make, &args, &(oro_run_desc){.seed = 7}), ORO_OK);
    assert_float_equal(out.data[0], seven, 0.0f); // a plain call with that seed
    oro_grid_free(scene->ctx, &out);
    set(scene, "world.seed", "18446744073709551615");
    run(scene, NULL);
    assert_string_equal(ran(scene), "seeded sum");
    assert_float_not_equal(first(scene, "seeded"), seven, 0.5f);
    end(scene);
}

// --- connections ------------------------------------------------------------------------------------------------------

static void optional_inputs_stay_open_unless_wired(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    set(scene, "hundred.more", "base");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 112.0f, 0.0f);
    set(scene, "hundred.more", "");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 111.0f, 0.0f);
    assert_string_equal(ran(scene), "hundred");
    end(scene);
}

static void a_number_may_be_a_map(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    set(scene, "hundred.amount", "ten");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 22.0f, 0.0f);
    char text[64];
    oro_scene_get(scene, "hundred.amount", text, sizeof text);
    assert_string_equal(text, "ten");
    set(scene, "hundred.amount", "5");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 16.0f, 0.0f);
    // What was below a wire must not leak into the key.
    set(scene, "hundred.amount", "base");
    set(scene, "hundred.amount", "100");
    oro_scene *other = make_stack(0);
    run(scene, NULL);
    run(other, NULL);
    assert_true(oro_hash_equal(scene->nodes[2]->key, other->nodes[2]->key));
    assert_true(oro_hash_equal(oro_scene_report(scene, 2).hash, oro_scene_report(other, 2).hash));
    end(other);
    end(scene);
}

static void nodes_may_take_from_later_ones(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "sum", &op_add);
    put(scene, "late", &op_flat);
    set(scene, "sum.height", "late");
    run(scene, &(oro_run_desc){.target = "sum"});
    assert_float_equal(first(scene, "sum"), 1.0f, 0.0f);
    end(scene);
}

static void several_outputs_are_told_apart(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "three", &op_flat);
    set(scene, "three.value", "3");
    put(scene, "five", &op_flat);
    set(scene, "five.value", "5");
    put(scene, "both", &op_split); // takes five by itself
    set(scene, "both.b", "three");
    put(scene, "after", &op_add); // takes the difference by itself
    put(scene, "beside", &op_add);
    set(scene, "beside.height", "both.product");
    set(scene, "beside.more", "after");
    run(scene, NULL);
    assert_float_equal(first(scene, "both"), 2.0f, 0.0f);
    assert_float_equal(first(scene, "both.product"), 15.0f, 0.0f);
    assert_float_equal(first(scene, "after"), 2.0f, 0.0f);
    assert_float_equal(first(scene, "beside"), 17.0f, 0.0f);
    double value;
    assert_int_equal(oro_scene_value(scene, "both.product", &value), ORO_BAD_ARGUMENT);
    assert_null(oro_scene_grid(scene, "after.corner"));
    assert_int_equal(oro_scene_wire(scene, "beside.more", "after.corner"), ORO_BAD_ARGUMENT);
    expect_error(scene, "beside.more", "makes no map \"corner\"");
    assert_int_equal(oro_scene_wire(scene, "beside.more", "both.products"), ORO_BAD_ARGUMENT);
    expect_error(scene, "beside.more", "did you mean \"product\"?");
    end(scene);
}

/// Outputs on demand are made where somebody asks, once, and alone where the rest is there already.
static void outputs_on_demand_wait_until_they_are_asked_for(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "three", &op_flat);
    set(scene, "three.value", "3");
    put(scene, "five", &op_flat);
    set(scene, "five.value", "5");
    put(scene, "both", &op_split);
    set(scene, "both.b", "three");
    put(scene, "after", &op_add);
    products = pyramids = 0;
    run(scene, &(oro_run_desc){.target = "after"});
    run(scene, &(oro_run_desc){.target = "both"});
    assert_int_equal(products + pyramids, 0);
    assert_null(oro_scene_grid(scene, "both.product"));
    expect_error(scene, "both.product", "was not asked for in the last run");
    assert_null(oro_scene_pyramid(scene, "both.levels"));
    expect_error(scene, "both.levels", "was not asked for in the last run");

    // Asking for one makes that one; what was there stays where it was, and its bytes are counted.
    const oro_grid *before = oro_scene_grid(scene, "both");
    const float *data = before->data;
    size_t map = (size_t)before->stride * (size_t)before->height * sizeof(float), bytes = oro_cache_bytes(scene->ctx);
    run(scene, &(oro_run_desc){.target = "both.product"});
    assert_string_equal(ran(scene), "both");
    assert_float_equal(first(scene, "both.product"), 15.0f, 0.0f);
    assert_float_equal(first(scene, "both"), 2.0f, 0.0f);
    assert_ptr_equal(oro_scene_grid(scene, "both")->data, data);
    assert_int_equal(oro_cache_bytes(scene->ctx), bytes + map);
    assert_int_equal(products, 1);
    run(scene, &(oro_run_desc){.target = "both.product"});
    assert_string_equal(ran(scene), "");

    // A wire asks too, whatever the target, and what is behind the node need not run again.
    put(scene, "beside", &op_add);
    set(scene, "beside.height", "both.product");
    set(scene, "three.value", "4");
    run(scene, &(oro_run_desc){.target = "after"});
    assert_int_equal(products, 2);
    run(scene, &(oro_run_desc){.target = "beside"});
    assert_string_equal(ran(scene), "beside");
    assert_float_equal(first(scene, "beside"), 20.0f, 0.0f);
    assert_int_equal(pyramids, 0);

    // And so does what the document writes.
    oro_scene_add_output(scene, &(oro_output){.from = "both.levels", .file = "x.npz"});
    oro_scene_add_output(scene, &(oro_output){.from = "after", .file = "x.npy"});
    run(scene, NULL);
    assert_string_equal(ran(scene), "both");
    assert_int_equal(pyramids, 1);
    assert_int_equal(products, 2);
    assert_float_equal(oro_scene_pyramid(scene, "both.levels")->levels[0].data[0], 4.0f, 0.0f);
    end(scene);
}

static void a_required_input_without_a_source_is_refused(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "lonely", &op_add);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/0/args/height", "no earlier node makes one");
    put(scene, "base", &op_flat);
    put(scene, "both", &op_split);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/2/args/b", "name the node that makes it: \"b\": \"node\" (only a takes");
    run(scene, &(oro_run_desc){.target = "base"}); // what is not needed may be unfinished
    oro_scene_destroy(scene);
}

static void circles_are_refused_and_named(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    put(scene, "a", &op_add);
    put(scene, "b", &op_add);
    assert_int_equal(oro_scene_set(scene, "a.more", "b"), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/1/args/more", "in a circle: a -> b -> a");
    assert_int_equal(oro_scene_set(scene, "a.amount", "a"), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/1/args/amount", "in a circle: a -> a");
    run(scene, NULL); // nothing was changed
    assert_float_equal(first(scene, NULL), 1.0f, 0.0f);
    // Moving a node can close a circle without a wire being touched: then the run says so.
    put(scene, "gap", &op_flat);
    put(scene, "c", &op_add);
    set(scene, "b.more", "c");
    run(scene, NULL);
    assert_int_equal(oro_scene_move(scene, "gap", 0), ORO_OK);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/3/args/more", "in a circle: c -> b -> c");
    end(scene);
}

static void nodes_that_are_off_stand_for_their_input(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    assert_int_equal(oro_scene_enable(scene, "ten", false), ORO_OK);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 101.0f, 0.0f);
    assert_float_equal(first(scene, "ten"), 1.0f, 0.0f);
    assert_false(oro_scene_report(scene, 1).used);
    set(scene, "hundred.more", "ten"); // by name too
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 102.0f, 0.0f);
    set(scene, "hundred.enabled", "off");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 1.0f, 0.0f);
    set(scene, "hundred.enabled", "on");
    set(scene, "ten.enabled", "on");
    set(scene, "hundred.more", "");
    runs = 0;
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 111.0f, 0.0f);
    assert_int_equal(runs, 2); // ten and hundred, for the first time
    assert_int_equal(oro_scene_enable(scene, "base", false), ORO_OK);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/1/args/height", "no earlier node makes one");
    set(scene, "ten.more", "base");
    set(scene, "ten.enabled", "off");
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "base"}), ORO_BAD_ARGUMENT);
    expect_error(scene, "base", "is turned off and has no input");
    end(scene);
}

static void a_wired_node_that_is_off_stands_for_its_wire(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    put(scene, "mask", &op_flat);
    set(scene, "mask.value", "50");
    put(scene, "raise", &op_add);
    set(scene, "raise.height", "base");
    set(scene, "raise.amount", "mask");
    put(scene, "both", &op_split);
    set(scene, "both.b", "mask");
    put(scene, "top", &op_add);
    run(scene, NULL);
    assert_float_equal(first(scene, "top"), 1.0f, 0.0f);
    set(scene, "raise.enabled", "off");
    run(scene, NULL);
    assert_float_equal(first(scene, "top"), -49.0f, 0.0f); // base - mask, not mask - mask
    set(scene, "top.more", "both.product");
    set(scene, "both.enabled", "off");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/4/args/more", "both is turned off, so there is no product");
    end(scene);
}

// --- the document -----------------------------------------------------------------------------------------------------

static void ids_are_checked(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    assert_string_equal(oro_scene_add(scene, NULL, "constant"), "constant");
    assert_string_equal(oro_scene_add(scene, NULL, "generate.constant"), "constant-2");
    assert_null(oro_scene_add(scene, "constant", "constant"));
    expect_error(scene, "id", "node 0 is called \"constant\" already");
    static const char *const bad[] = {
        "",      "7up",         "-a",
        "a b",   "a.b",         "a/b",
        "world", "h\xc3\xb6he", "a2345678901234567890123456789012345678901234567890123456789012345"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_null(oro_scene_add(scene, bad[i], "constant"));
    assert_null(oro_scene_add(scene, "x", "constnat"));
    expect_error(scene, "op", "did you mean \"constant\"?); orogen ops lists them");
    assert_int_equal(oro_scene_node_count(scene), 2);
    end(scene);
}

static void removing_and_moving_keep_the_wires_true(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    set(scene, "hundred.more", "ten");
    assert_int_equal(oro_scene_remove(scene, "ten"), ORO_BAD_ARGUMENT);
    expect_error(scene, "ten", "hundred.more is wired to it");
    set(scene, "hundred.more", "");
    assert_int_equal(oro_scene_add_output(scene, &(oro_output){.from = "ten", .file = "a.npy"}), ORO_OK);
    assert_int_equal(oro_scene_remove(scene, "ten"), ORO_BAD_ARGUMENT);
    oro_scene_clear_outputs(scene);
    run(scene, NULL);
    assert_int_equal(oro_scene_remove(scene, "ten"), ORO_OK);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 101.0f, 0.0f);
    put(scene, "two", &op_flat);
    set(scene, "two.value", "2");
    assert_int_equal(oro_scene_move(scene, "two", 1), ORO_OK);
    assert_string_equal(oro_scene_node_id(scene, 2), "hundred");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 102.0f, 0.0f);
    assert_int_equal(oro_scene_move(scene, "two", 0), ORO_OK);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 101.0f, 0.0f);
    assert_int_equal(oro_scene_move(scene, "two", 3), ORO_BAD_ARGUMENT);
    end(scene);
}

static void set_and_get_agree(void **state) {
    (void)state;
    static const char *const good[][3] = {
        {"world.extent", "2000", "2000x2000"},  {"world.extent", "3000x1500", "3000x1500"},
        {"world.origin", "-5,7.5", "-5,7.5"},   {"world.height", "-100..1900", "-100..1900"},
        {"world.height", "0 2.5e3", "0..2500"}, {"world.wrap", "on", "on"},
        {"world.sea", "-12.5", "-12.5"},        {"world.sea", "none", "none"},
        {"world.resolution", "513", "513"},     {"world.seed", "18446744073709551615", "18446744073709551615"},
        {"base.value", "-12.5", "-12.5"},       {"hundred.height", "base", "base"},
        {"hundred.more", "ten.result", "ten"},  {"ten.enabled", "off", "off"},
    };
    static const char *const bad[][2] = {
        {"world.extent", "0"},
        {"world.extent", "1 2 3"},
        {"world.extent", "nan"},
        {"world.origin", "1"},
        {"world.height", "5..5"},
        {"world.wrap", "maybe"},
        {"world.sea", "wet"},
        {"world.resolution", "1"},
        {"world.resolution", "70000"},
        {"world.resolution", "9.5"},
        {"world.seed", "-1"},
        {"world.seed", "1e3"},
        {"world.extant", "4"},
        {"world.seed", "18446744073709551616"},
        {"base.value", "1001"},
        {"base.value", "tall"},
        {"base.valeu", "1"},
        {"bse.value", "1"},
        {"base", "1"},
        {"base.result", "ten"},
        {"hundred.height", "nobody"},
        {"ten.enabled", "perhaps"},
        {"world.extent", "1e300"},
    };
    oro_scene *scene = make_stack(0);
    char before[64], text[64];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        set(scene, good[i][0], good[i][1]);
        oro_scene_get(scene, good[i][0], text, sizeof text);
        assert_string_equal(text, good[i][2]);
        set(scene, good[i][0], text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_scene_get(scene, bad[i][0], before, sizeof before);
        if (oro_scene_set(scene, bad[i][0], bad[i][1]) == ORO_OK) fail_msg("%s = %s", bad[i][0], bad[i][1]);
        assert_true(strlen(oro_last_error(scene->ctx)->sentence) > 10);
        oro_scene_get(scene, bad[i][0], text, sizeof text);
        assert_string_equal(text, before);
    }
    end(scene);
}

static void worlds_have_square_cells(void **state) {
    (void)state;
    oro_context *ctx = make_context(0);
    oro_scene *scene = oro_scene_create(ctx, NULL);
    oro_grid g;
    assert_int_equal(oro_scene_geometry(scene, 0, &g), ORO_OK);
    assert_int_equal(g.width, 1025);
    assert_int_equal(g.height, 1025);
    assert_float_equal(g.cell, 4000.0 / 1024.0, 0.0);
    oro_world w = {.extent_x = 1000, .extent_y = 4000, .resolution = 401, .origin_x = -3};
    assert_int_equal(oro_scene_set_world(scene, &w), ORO_OK);
    assert_int_equal(oro_scene_geometry(scene, 0, &g), ORO_OK);
    assert_int_equal(g.width, 101);
    assert_int_equal(g.height, 401);
    assert_float_equal(g.origin_x, -3.0, 0.0);
    w.wrap = true;
    w.resolution = 400;
    assert_int_equal(oro_scene_set_world(scene, &w), ORO_OK);
    assert_int_equal(oro_scene_geometry(scene, 0, &g), ORO_OK);
    assert_int_equal(g.width, 100);
    assert_float_equal(oro_extent_y(&g), 4000.0, 1e-9);
    w.extent_y = -1;
    assert_int_equal(oro_scene_set_world(scene, &w), ORO_BAD_ARGUMENT);
    assert_null(oro_scene_create(ctx, &(oro_world){.extent_x = NAN}));
    end(scene);
}

static int tell_count;
static char told[512];
static void tell(void *user, const char *where, const char *sentence) {
    (void)user;
    tell_count++;
    snprintf(told, sizeof told, "%s: %s", where, sentence);
}

static void lint_finds_what_has_no_effect(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    assert_int_equal(oro_scene_lint(scene, tell, NULL), 0);
    set(scene, "hundred.height", "base");
    assert_int_equal(oro_scene_lint(scene, tell, NULL), 1);
    assert_string_equal(told, "nodes/1: ten has no effect on the result");
    oro_scene_add_output(scene, &(oro_output){.from = "ten", .file = "a.png"});
    oro_scene_add_output(scene, &(oro_output){.from = "base", .file = "a.png"});
    assert_int_equal(oro_scene_lint(scene, tell, NULL), 2);
    assert_string_equal(told, "outputs/1/file: output 0 writes a.png too");
    end(scene);
}

// --- the cache --------------------------------------------------------------------------------------------------------

static void the_cache_limit_bounds_memory_and_changes_nothing(void **state) {
    (void)state;
    enum { NODES = 40, SIDE = 256 };
    float results[2];
    for (int k = 0; k < 2; k++) {
        oro_context *ctx = make_context(k ? 1 : 0);
        oro_scene *scene = oro_scene_create(ctx, &(oro_world){.resolution = SIDE});
        put(scene, "base", &op_flat);
        for (int i = 1; i < NODES; i++) {
            char id[16], path[32], text[16];
            snprintf(id, sizeof id, "n%d", i);
            snprintf(path, sizeof path, "n%d.amount", i);
            snprintf(text, sizeof text, "%d", i);
            put(scene, id, &op_add);
            set(scene, path, text);
        }
        set(scene, "n39.more", "n5");
        oro_reset_peak(ctx);
        run(scene, NULL);
        results[k] = first(scene, NULL);
        size_t map = (size_t)SIDE * SIDE * sizeof(float);
        if (k) {
            // Never more at once than one node's two inputs, its output, and what a later node waits for.
            assert_true(oro_bytes_peak(ctx) < 5 * map);
            assert_true(oro_cache_bytes(ctx) < 2 * map);
            assert_null(oro_scene_grid(scene, "n7"));
            expect_error(scene, "n7", "was not kept");
            runs = 0;
            run(scene, NULL); // the result itself is still held
            assert_int_equal(runs, 0);
            set(scene, "n39.amount", "1000");
            run(scene, NULL); // all of it again: the price of no cache
            assert_int_equal(runs, NODES);
        } else {
            assert_true(oro_cache_bytes(ctx) >= NODES * map);
            assert_non_null(oro_scene_grid(scene, "n7"));
        }
        end(scene);
    }
    assert_float_equal(results[0], results[1], 0.0f);
}

static void the_least_recently_used_go_first(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    run(scene, NULL);
    scene->ctx->cache_bytes = 3 * oro_cache_bytes(scene->ctx); // room for three
    static const char *const values[] = {"2", "3", "1", "4"};
    for (int i = 0; i < 4; i++) {
        set(scene, "base.value", values[i]);
        run(scene, NULL);
        assert_true(oro_cache_bytes(scene->ctx) <= scene->ctx->cache_bytes);
    }
    runs = 0;
    static const char *const kept[] = {"1", "3", "4"};
    for (int i = 0; i < 3; i++) {
        set(scene, "base.value", kept[i]);
        run(scene, NULL);
    }
    assert_int_equal(runs, 0);
    set(scene, "base.value", "2"); // the one used longest ago
    run(scene, NULL);
    assert_int_equal(runs, 1);
    end(scene);
}

static void a_map_stays_valid_while_others_run(void **state) {
    (void)state;
    oro_scene *a = make_stack(1);
    run(a, NULL);
    const oro_grid *map = oro_scene_grid(a, NULL);
    oro_scene *b = make_scene(a->ctx);
    put(b, "base", &op_flat);
    for (int i = 2; i < 50; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        set(b, "base.value", text);
        run(b, NULL);
    }
    assert_float_equal(map->data[120], 111.0f, 0.0f);
    oro_scene_destroy(b);
    end(a);
}

static void cached_results_make_room_when_memory_runs_out(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    set(scene, "world.resolution", "257");
    run(scene, NULL);
    scene->ctx->memory_limit = oro_bytes_in_use(scene->ctx) + 300000; // one map more, not two
    for (int i = 2; i < 9; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        set(scene, "base.value", text);
        run(scene, NULL);
        assert_float_equal(first(scene, NULL), (float)i, 0.0f);
    }
    set(scene, "world.resolution", "1025");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_NO_MEMORY);
    assert_string_equal(oro_last_error(scene->ctx)->where, "nodes/0");
    end(scene);
}

// --- cancelling, failing, progress ------------------------------------------------------------------------------------

static void cancelling_keeps_what_is_finished(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    set(scene, "hundred.amount", "13"); // cancels from inside
    cancel_from_inside = scene->ctx;
    assert_int_equal(oro_scene_run(scene, NULL), ORO_CANCELLED);
    cancel_from_inside = NULL;
    assert_string_equal(ran(scene), "base ten");
    assert_false(oro_scene_report(scene, 2).used);
    assert_float_equal(first(scene, "ten"), 11.0f, 0.0f);
    run(scene, NULL);
    assert_string_equal(ran(scene), "hundred");
    assert_float_equal(first(scene, NULL), 24.0f, 0.0f);
    end(scene);
}

static double last_fraction;
static int calls, stop_at;
static bool watch(void *user, double fraction, const char *what) {
    assert_ptr_equal(user, &calls);
    assert_true(fraction >= last_fraction && fraction <= 1.0);
    assert_non_null(what);
    last_fraction = fraction;
    struct timespec pause = {0, 40000000}; // past the 30th of a second between reports
    nanosleep(&pause, NULL);
    return ++calls != stop_at;
}

static void progress_runs_from_zero_to_one_and_may_cancel(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    last_fraction = 0, calls = 0, stop_at = -1;
    run(scene, &(oro_run_desc){.progress = watch, .user = &calls});
    assert_int_equal(calls, 3);
    assert_float_equal(last_fraction, 1.0, 1e-12);
    set(scene, "base.value", "5");
    last_fraction = 0, calls = 0, stop_at = 2;
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.progress = watch, .user = &calls}), ORO_CANCELLED);
    run(scene, NULL);
    assert_string_equal(ran(scene), "ten hundred");
    end(scene);
}

static void an_operator_that_fails_is_named(void **state) {
    (void)state;
    oro_scene *scene = make_stack(0);
    set(scene, "hundred.amount", "666");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    expect_error(scene, "nodes/2/args/amount", "666 is refused by the operator");
    set(scene, "hundred.amount", "1");
    run(scene, NULL);
    assert_string_equal(ran(scene), "hundred");
    oro_scene *empty = make_scene(scene->ctx);
    assert_int_equal(oro_scene_run(empty, NULL), ORO_BAD_ARGUMENT);
    assert_null(oro_scene_grid(empty, NULL));
    oro_scene_destroy(empty);
    end(scene);
}

// --- files ------------------------------------------------------------------------------------------------------------

static float file_value;
static uint64_t file_stamp;
static int loads;
static char loaded_path[128];

static oro_status load_file(oro_context *ctx, const char *path, oro_grid *out, unsigned *known) {
    loads++;
    snprintf(loaded_path, sizeof loaded_path, "%s", path);
    if (strstr(path, "missing")) return oro_fail(ctx, ORO_BAD_INPUT, path, "there is no such file");
    *out = (oro_grid){.width = 2, .height = 2, .cell = 1};
    oro_status status = oro_grid_alloc(ctx, out);
    if (status != ORO_OK) return status;
    for (int i = 0; i < 2 * out->stride; i++) out->data[i] = file_value;
    *known = 1;
    return ORO_OK;
}

static uint64_t stamp_file(const char *path) {
    (void)path;
    return file_stamp;
}

static void files_are_read_once_and_again_when_they_change(void **state) {
    (void)state;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .files = {load_file, stamp_file}}, NULL);
    oro_scene *scene = make_scene(ctx);
    put(scene, "in", &op_from_file);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), -1.0f, 0.0f);
    assert_int_equal(oro_scene_set_names(scene, NULL, "some/folder"), ORO_OK);
    set(scene, "in.file", "a.png");
    file_value = 5, file_stamp = 1, loads = 0;
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 6.0f, 0.0f);
    assert_string_equal(loaded_path, "some/folder/a.png");
    run(scene, NULL);
    assert_int_equal(loads, 1);
    file_stamp = 2; // touched but the same
    run(scene, NULL);
    assert_int_equal(loads, 2);
    assert_string_equal(ran(scene), "");
    file_value = 8, file_stamp = 3;
    run(scene, NULL);
    assert_string_equal(ran(scene), "in");
    assert_float_equal(first(scene, NULL), 9.0f, 0.0f);
    file_stamp = 0; // cannot be told: read every time, once
    loads = 0;
    run(scene, NULL);
    assert_int_equal(loads, 1);
    set(scene, "in.file", "/abs/b.png");
    run(scene, NULL);
    assert_string_equal(loaded_path, "/abs/b.png");
    assert_ptr_equal(scene->files->next, NULL); // the old one is gone
    set(scene, "in.file", "missing.png");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_INPUT);
    expect_error(scene, "nodes/0/args/file", "some/folder/missing.png: there is no such file");
    end(scene);
}

// --- no memory --------------------------------------------------------------------------------------------------------

typedef struct meter {
    long calls, fail_at; ///< fail_at 0: never
    bool for_good;       ///< fail all later calls too
    size_t outstanding;
} meter;

static void *meter_alloc(void *user, size_t bytes) {
    meter *m = user;
    m->calls++;
    if (m->fail_at && (m->calls == m->fail_at || (m->for_good && m->calls > m->fail_at))) return NULL;
    m->outstanding += bytes;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void meter_free(void *user, void *memory, size_t bytes) {
    ((meter *)user)->outstanding -= bytes;
    free(memory);
}

/// Builds and runs a small scene; stops at the first failure. True where everything worked.
static bool try_scene(oro_context *ctx, oro_scene **scene, float *result) {
    *scene = oro_scene_create(ctx, &(oro_world){.resolution = 5});
    if (!*scene) return false;
    static const struct {
        const char *id;
        const oro_operator *op;
    } nodes[] = {{"in", &op_from_file}, {"base", &op_flat}, {"ten", &op_add}, {"both", &op_split}};
    for (int i = 0; i < 4; i++)
        if (!oro_scene_add_operator(*scene, nodes[i].id, nodes[i].op)) return false;
    static const char *const edits[][2] = {
        {"in.file", "a.png"}, {"ten.amount", "10"}, {"ten.more", "in"}, {"both.b", "base"}, {"base.value", "4"}};
    for (int i = 0; i < 5; i++)
        if (oro_scene_set(*scene, edits[i][0], edits[i][1]) != ORO_OK) return false;
    if (oro_scene_run(*scene, &(oro_run_desc){.target = "both"}) != ORO_OK) return false;
    if (oro_scene_add_output(*scene, &(oro_output){.from = "both.product", .file = "x.npy"}) != ORO_OK) return false;
    if (oro_scene_run(*scene, NULL) != ORO_OK) return false;
    const oro_grid *map = oro_scene_grid(*scene, "both.product");
    if (!map) return false;
    *result = map->data[0];
    return true;
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    file_value = 5, file_stamp = 1;
    for (int for_good = 0; for_good < 2; for_good++) {
        bool worked = false, untouched = false;
        for (long n = 1; !untouched && n < 2000; n++) {
            meter m = {.fail_at = n, .for_good = for_good};
            oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1,
                                                              .memory = {meter_alloc, meter_free, &m},
                                                              .files = {load_file, stamp_file}},
                                          NULL);
            assert_non_null(ctx);
            oro_scene *scene;
            float result = 0;
            worked = try_scene(ctx, &scene, &result);
            if (worked)
                assert_float_equal(result, (4.0f + 6.0f + 10.0f) * 4.0f, 0.0f);
            else
                assert_int_equal(oro_last_error(ctx)->status, ORO_NO_MEMORY);
            untouched = m.calls < n;
            if (!worked && scene) { // and with memory again, everything works
                m.fail_at = 0;
                oro_scene *again;
                assert_true(try_scene(ctx, &again, &result));
                oro_scene_destroy(again);
            }
            oro_scene_destroy(scene);
            oro_destroy(ctx);
            assert_int_equal(m.outstanding, 0);
        }
        assert_true(untouched && worked);
    }
}

// --- against a slow evaluation ----------------------------------------------------------------------------------------

static unsigned draw_state = 12345;
static int draw(int below) {
    draw_state = draw_state * 1103515245u + 12345u;
    return (int)(draw_state >> 16) % below;
}

enum { LAWS = 12 };
typedef struct law {
    bool flat, on;
    float value;
    int height, more, amount; ///< index of a node; -1: not wired
} law;

/// What node i should give, computed by walking backwards anew every time.
static float slow(const law *laws, int i);

static float slow_before(const law *laws, int i) {
    while (--i >= 0) {
        if (laws[i].on) return slow(laws, i);
        if (!laws[i].flat && laws[i].height >= 0) return slow(laws, laws[i].height);
    }
    return NAN;
}

static float slow(const law *laws, int i) {
    const law *l = &laws[i];
    if (l->flat) return l->value;
    float height = l->height >= 0 ? slow(laws, l->height) : slow_before(laws, i);
    if (!l->on) return height;
    return height + (l->more >= 0 ? slow(laws, l->more) : 0.0f) + (l->amount >= 0 ? slow(laws, l->amount) : l->value);
}

static void change(oro_scene *scene, law *laws) {
    int i = draw(LAWS), to = i ? draw(i + 1) - 1 : -1; // an earlier node, or none
    char path[32], text[32];
    law *l = &laws[i];
    static const char *const names[] = {"height", "more", "amount"};
    int which = draw(5);
    if (l->flat || which == 3) {
        l->value = (float)draw(20);
        if (!l->flat) l->amount = -1;
        snprintf(path, sizeof path, "n%d.%s", i, l->flat ? "value" : "amount");
        snprintf(text, sizeof text, "%d", (int)l->value);
    } else if (which == 4) {
        l->on = !l->on;
        snprintf(path, sizeof path, "n%d.enabled", i);
        snprintf(text, sizeof text, "%s", l->on ? "on" : "off");
    } else {
        if (which == 2 && to < 0) return;
        *(which == 0 ? &l->height : which == 1 ? &l->more : &l->amount) = to;
        snprintf(path, sizeof path, "n%d.%s", i, names[which]);
        if (to >= 0)
            snprintf(text, sizeof text, "n%d", to);
        else
            *text = 0;
    }
    set(scene, path, text);
}

static void random_scenes_agree_with_a_slow_evaluation(void **state) {
    (void)state;
    static const size_t limits[] = {0, 1, 4000};
    for (int round = 0; round < 30; round++) {
        oro_context *ctx = make_context(limits[round % 3]);
        oro_scene *scene = oro_scene_create(ctx, &(oro_world){.resolution = 5});
        law laws[LAWS];
        for (int i = 0; i < LAWS; i++) {
            char id[16];
            snprintf(id, sizeof id, "n%d", i);
            laws[i] =
                (law){.flat = i == 0 || draw(4) == 0, .on = true, .value = 0, .height = -1, .more = -1, .amount = -1};
            put(scene, id, laws[i].flat ? &op_flat : &op_add);
            if (laws[i].flat) laws[i].value = 1;
        }
        for (int step = 0; step < 60; step++) {
            change(scene, laws);
            int target = draw(LAWS);
            char id[16];
            snprintf(id, sizeof id, "n%d", target);
            run(scene, &(oro_run_desc){.target = id});
            assert_float_equal(first(scene, id), slow(laws, target), 0.0f);
            if (draw(10) == 0) oro_cache_trim(ctx, 0);
        }
        end(scene);
    }
}

static void a_long_chain_is_no_deeper_than_a_short_one(void **state) {
    (void)state;
    oro_scene *scene = oro_scene_create(make_context(1), &(oro_world){.resolution = 3});
    put(scene, "base", &op_flat);
    for (int i = 1; i < ORO_MAX_NODES; i++) put(scene, NULL, &op_add);
    assert_null(oro_scene_add_operator(scene, NULL, &op_add));
    expect_error(scene, "nodes", "at most 4096");
    set(scene, "base.value", "2");
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 2.0f, 0.0f);
    end(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_needs_no_wires),
        cmocka_unit_test(only_what_follows_from_a_change_runs_again),
        cmocka_unit_test(what_the_target_does_not_need_is_left_alone),
        cmocka_unit_test(equal_nodes_are_computed_once),
        cmocka_unit_test(the_version_of_an_operator_is_part_of_the_key),
        cmocka_unit_test(two_scenes_share_what_is_equal),
        cmocka_unit_test(detail_gives_the_same_ground_at_another_resolution),
        cmocka_unit_test(the_seed_of_the_world_reaches_seeds_only),
        cmocka_unit_test(optional_inputs_stay_open_unless_wired),
        cmocka_unit_test(a_number_may_be_a_map),
        cmocka_unit_test(nodes_may_take_from_later_ones),
        cmocka_unit_test(several_outputs_are_told_apart),
        cmocka_unit_test(outputs_on_demand_wait_until_they_are_asked_for),
        cmocka_unit_test(a_required_input_without_a_source_is_refused),
        cmocka_unit_test(circles_are_refused_and_named),
        cmocka_unit_test(nodes_that_are_off_stand_for_their_input),
        cmocka_unit_test(a_wired_node_that_is_off_stands_for_its_wire),
        cmocka_unit_test(ids_are_checked),
        cmocka_unit_test(removing_and_moving_keep_the_wires_true),
        cmocka_unit_test(set_and_get_agree),
        cmocka_unit_test(worlds_have_square_cells),
        cmocka_unit_test(lint_finds_what_has_no_effect),
        cmocka_unit_test(the_cache_limit_bounds_memory_and_changes_nothing),
        cmocka_unit_test(the_least_recently_used_go_first),
        cmocka_unit_test(a_map_stays_valid_while_others_run),
        cmocka_unit_test(cached_results_make_room_when_memory_runs_out),
        cmocka_unit_test(cancelling_keeps_what_is_finished),
        cmocka_unit_test(progress_runs_from_zero_to_one_and_may_cancel),
        cmocka_unit_test(an_operator_that_fails_is_named),
        cmocka_unit_test(files_are_read_once_and_again_when_they_change),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(random_scenes_agree_with_a_slow_evaluation),
        cmocka_unit_test(a_long_chain_is_no_deeper_than_a_short_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
