// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who takes what from whom in a scene: wires, maps in place of numbers, several outputs and those made on demand, circles,
// nodes that are off.

#include "counted_operators.h"

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

/// 3 and 5, both of them split, and a node after that.
static oro_scene *make_split_scene(void) {
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "three", &op_flat);
    set(scene, "three.value", "3");
    put(scene, "five", &op_flat);
    set(scene, "five.value", "5");
    put(scene, "both", &op_split); // takes five by itself
    set(scene, "both.b", "three");
    put(scene, "after", &op_add); // takes the difference by itself
    return scene;
}

static void several_outputs_are_told_apart(void **state) {
    (void)state;
    oro_scene *scene = make_split_scene();
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
    oro_scene *scene = make_split_scene();
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optional_inputs_stay_open_unless_wired),
        cmocka_unit_test(a_number_may_be_a_map),
        cmocka_unit_test(nodes_may_take_from_later_ones),
        cmocka_unit_test(several_outputs_are_told_apart),
        cmocka_unit_test(outputs_on_demand_wait_until_they_are_asked_for),
        cmocka_unit_test(a_required_input_without_a_source_is_refused),
        cmocka_unit_test(circles_are_refused_and_named),
        cmocka_unit_test(nodes_that_are_off_stand_for_their_input),
        cmocka_unit_test(a_wired_node_that_is_off_stands_for_its_wire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
