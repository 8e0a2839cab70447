// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document itself: ids, the order of nodes, values by their paths, the world, and what lint says of it.

#include "counted_operators.h"

#include <math.h>

static void ids_are_checked(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    assert_string_equal(oro_scene_add(scene, NULL, "constant"), "constant");
    assert_string_equal(oro_scene_add(scene, NULL, "generate.constant"), "constant-2");
    assert_null(oro_scene_add(scene, "constant", "constant"));
    expect_error(scene, "id", "node 0 is already called \"constant\"");
    static const char *const bad[] = {
        "",      "7up",         "-a",
        "a b",   "a.b",         "a/b",
        "world", "h\xc3\xb6he", "a2345678901234567890123456789012345678901234567890123456789012345"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_null(oro_scene_add(scene, bad[i], "constant"));
    assert_null(oro_scene_add(scene, "x", "constnat"));
    expect_error(scene, "op", "did you mean \"constant\"?)");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_checked),
        cmocka_unit_test(removing_and_moving_keep_the_wires_true),
        cmocka_unit_test(set_and_get_agree),
        cmocka_unit_test(worlds_have_square_cells),
        cmocka_unit_test(lint_finds_what_has_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
