// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of scenes built by plain calls: what runs again after a change, and what a run leaves behind that is cancelled or
// fails; and random scenes against a slow evaluation.

#include "counted_operators.h"

#include <math.h>
#include <time.h>

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
        cmocka_unit_test(cancelling_keeps_what_is_finished),
        cmocka_unit_test(progress_runs_from_zero_to_one_and_may_cancel),
        cmocka_unit_test(an_operator_that_fails_is_named),
        cmocka_unit_test(random_scenes_agree_with_a_slow_evaluation),
        cmocka_unit_test(a_long_chain_is_no_deeper_than_a_short_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
