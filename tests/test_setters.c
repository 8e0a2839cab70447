// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values set by type against the same values set by text: the same document, or the same sentence at the same place.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "orogen/orogen.h"

static oro_context *ctx;
static oro_scene *scene;

static int begin(void **state) {
    (void)state;
    ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    scene = ctx ? oro_scene_create(ctx, &(oro_world){0}) : NULL;
    bool made = scene && oro_scene_add(scene, "hills", "noise") && oro_scene_add(scene, "high", "mask") &&
                oro_scene_add(scene, "map", "import") && oro_scene_add(scene, "water", "pipes");
    return made ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    oro_scene_destroy(scene);
    bool empty = oro_bytes_in_use(ctx) == 0;
    oro_destroy(ctx);
    return empty ? 0 : -1;
}

/// The text of a value as it is now.
static const char *value(const char *path) {
    static char text[256];
    assert_true(oro_scene_get(scene, path, text, sizeof text) < sizeof text);
    return text;
}

static void set(oro_status status, const char *path, const char *text) {
    if (status != ORO_OK) fail_msg("%s: %s", path, oro_last_error(ctx)->sentence);
    assert_string_equal(value(path), text);
}

/// Was refused, and as the text is; the value stays.
static void refused(oro_status status, const char *path, const char *text) {
    assert_int_equal(status, ORO_BAD_ARGUMENT);
    oro_error typed = *oro_last_error(ctx);
    assert_int_equal(oro_scene_set(scene, path, text), ORO_BAD_ARGUMENT);
    assert_string_equal(typed.sentence, oro_last_error(ctx)->sentence);
    assert_string_equal(typed.where, oro_last_error(ctx)->where);
}

/// Was refused for its type, where the text might pass for another.
static void wrong_type(oro_status status, const char *path, const char *part) {
    char before[256];
    strcpy(before, value(path));
    assert_int_equal(status, ORO_BAD_ARGUMENT);
    if (!strstr(oro_last_error(ctx)->sentence, part)) fail_msg("%s: %s", path, oro_last_error(ctx)->sentence);
    assert_string_equal(oro_last_error(ctx)->where, path);
    assert_string_equal(value(path), before);
}

static void numbers_arrive_exactly(void **state) {
    (void)state;
    set(oro_scene_set_number(scene, "hills.scale", 3.5), "hills.scale", "3.5");
    set(oro_scene_set_number(scene, "hills.scale", (double)0.1f), "hills.scale", "0.1");
    set(oro_scene_set_number(scene, "hills.octaves", 7), "hills.octaves", "7");
    set(oro_scene_set_integer(scene, "hills.octaves", 5), "hills.octaves", "5");
    set(oro_scene_set_integer(scene, "hills.scale", 4000), "hills.scale", "4000");
    set(oro_scene_set_integer(scene, "hills.seed", 4294967295), "hills.seed", "4294967295");
    set(oro_scene_set_number(scene, "hills.amplitude", -12.25), "hills.amplitude", "-12.25");
    // Every float comes through the text unchanged.
    float odd = 0.0625f;
    for (int i = 0; i < 200; i++, odd = nextafterf(odd * 1.07f, 1e9f)) {
        assert_int_equal(oro_scene_set_number(scene, "hills.scale", (double)odd), ORO_OK);
        const oro_noise_args *args = oro_scene_args(scene, "hills");
        assert_true(args->scale == odd);
    }
}

static void a_number_takes_the_place_of_a_wire(void **state) {
    (void)state;
    assert_int_equal(oro_scene_wire(scene, "water.rain", "high"), ORO_OK);
    assert_string_equal(value("water.rain"), "high");
    set(oro_scene_set_number(scene, "water.rain", 0.0005), "water.rain", "0.0005");
}

static void other_kinds_arrive(void **state) {
    (void)state;
    set(oro_scene_set_range(scene, "high.heights", -3.5, 12), "high.heights", "-3.5..12");
    set(oro_scene_set_choice(scene, "hills.fractal", "ridged"), "hills.fractal", "ridged");
    set(oro_scene_set_text(scene, "map.file", "on"), "map.file", "on");
    set(oro_scene_set_text(scene, "map.file", ""), "map.file", "");
    set(oro_scene_set_toggle(scene, "high.invert", true), "high.invert", "on");
    set(oro_scene_set_toggle(scene, "high.enabled", false), "high.enabled", "off");
    set(oro_scene_set_choice(scene, "water.preset", "alpine"), "water.preset", "alpine");
}

static void the_world_is_set_by_type_too(void **state) {
    (void)state;
    set(oro_scene_set_number(scene, "world.extent", 2500), "world.extent", "2500x2500");
    set(oro_scene_set_range(scene, "world.height", -50.5, 900), "world.height", "-50.5..900");
    set(oro_scene_set_toggle(scene, "world.wrap", true), "world.wrap", "on");
    set(oro_scene_set_number(scene, "world.sea", 1.5), "world.sea", "1.5");
    set(oro_scene_set_integer(scene, "world.resolution", 257), "world.resolution", "257");
    set(oro_scene_set_integer(scene, "world.seed", 123456789012345), "world.seed", "123456789012345");
}

static void refusals_are_those_of_the_text(void **state) {
    (void)state;
    refused(oro_scene_set_number(scene, "hills.scale", -4), "hills.scale", "-4");
    refused(oro_scene_set_number(scene, "hills.octaves", 2.5), "hills.octaves", "2.5");
    refused(oro_scene_set_integer(scene, "hills.octaves", 99), "hills.octaves", "99");
    refused(oro_scene_set_integer(scene, "hills.seed", -1), "hills.seed", "-1");
    refused(oro_scene_set_number(scene, "hills.fractal", 1), "hills.fractal", "1");
    refused(oro_scene_set_choice(scene, "hills.fractal", "rigded"), "hills.fractal", "rigded");
    refused(oro_scene_set_range(scene, "high.heights", 9, 3), "high.heights", "9..3");
    refused(oro_scene_set_toggle(scene, "hills.scale", true), "hills.scale", "on");
    refused(oro_scene_set_choice(scene, "water.preset", "alpien"), "water.preset", "alpien");
    refused(oro_scene_set_number(scene, "world.extent", -1), "world.extent", "-1");
    refused(oro_scene_set_number(scene, "hils.scale", 1), "hils.scale", "1");
    refused(oro_scene_set_number(scene, "hills.size", 1), "hills.size", "1");
    refused(oro_scene_set_number(scene, "hills.result", 1), "hills.result", "1");
}

static void a_type_is_not_taken_for_another(void **state) {
    (void)state;
    wrong_type(oro_scene_set_number(scene, "high.invert", 1), "high.invert", "must be on or off");
    wrong_type(oro_scene_set_number(scene, "high.enabled", 1), "high.enabled", "must be on or off");
    wrong_type(oro_scene_set_number(scene, "world.wrap", 1), "world.wrap", "on or off");
    wrong_type(oro_scene_set_text(scene, "hills.scale", "40"), "hills.scale", "must be a number");
    wrong_type(oro_scene_set_choice(scene, "hills.amplitude", "high"), "hills.amplitude", "must be a number");
    wrong_type(oro_scene_set_number(scene, "map.file", 3), "map.file", "path of a file");
    wrong_type(oro_scene_set_number(scene, "water.height", 3), "water.height", "a node's output");
    // Not the name of a node, though it might be one.
    assert_non_null(oro_scene_add(scene, "nan", "noise"));
    wrong_type(oro_scene_set_number(scene, "hills.amplitude", NAN), "hills.amplitude", "not \"nan\"");
    wrong_type(oro_scene_set_number(scene, "hills.amplitude", INFINITY), "hills.amplitude", "not \"inf\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_arrive_exactly, begin, end),
        cmocka_unit_test_setup_teardown(a_number_takes_the_place_of_a_wire, begin, end),
        cmocka_unit_test_setup_teardown(other_kinds_arrive, begin, end),
        cmocka_unit_test_setup_teardown(the_world_is_set_by_type_too, begin, end),
        cmocka_unit_test_setup_teardown(refusals_are_those_of_the_text, begin, end),
        cmocka_unit_test_setup_teardown(a_type_is_not_taken_for_another, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
