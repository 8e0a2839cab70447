// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The walker over argument tables, on a table of its own that has every type: what each takes as text, what it refuses and
// how, and that copies, prints and hashes agree.

#include "op/args.h"
#include "op/op.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct stop_point {
    float x, height;
    const char *name;
    oro_choice side;
} stop_point;

static const oro_arg stop_args[] = {
    ORO_ARG(stop_point, x, .def = 1, .min = -10, .max = 10, .unit = "m", .doc = "Place."),
    ORO_ARG(stop_point, height, .def = 2, .min = 0, .max = 0.1 + 2, .unit = "m", .doc = "Height."),
    ORO_ARG(stop_point, name, .text = "unnamed", .doc = "What people call it."),
    ORO_ARG(stop_point, side, .choices = ORO_CHOICES("left", "right"), .doc = "Where."),
};
ORO_RECORD(stop_point, stop_args, "A place on the way");

typedef struct everything {
    float number;
    int32_t integer;
    bool toggle;
    oro_choice choice;
    oro_seed seed;
    const char *text;
    oro_file file;
    oro_field field;
    oro_colour colour;
    oro_range range;
    oro_curve curve;
    oro_records stops;
} everything;

static const oro_arg args[] = {
    ORO_ARG(everything, number, .def = 0.1, .min = 0.1, .max = 0.7, .unit = "m", .doc = "A number."),
    ORO_ARG(everything, integer, .def = 3, .min = -5, .max = 16777217, .unit = "1", .doc = "A whole number."),
    ORO_ARG(everything, toggle, .def = 1, .doc = "A switch."),
    ORO_ARG(everything, choice, .def = 1, .choices = ORO_CHOICES("one", "two-halves", "three"), .doc = "A choice."),
    ORO_ARG(everything, seed, .doc = "A seed."),
    ORO_ARG(everything, text, .text = "some words", .doc = "A text."),
    ORO_ARG(everything, file, .doc = "A file."),
    ORO_ARG(everything, field, .def = 5, .min = 0, .max = 10, .unit = "m", .doc = "A field."),
    ORO_ARG(everything, colour, .text = "#8fa06b", .doc = "A colour."),
    ORO_ARG(everything, range, .text = "0.3..0.7", .min = 0, .max = 0.7, .unit = "1", .doc = "A range."),
    ORO_ARG(everything, curve, .text = "0:0 0.5:0.2 1:1", .min = 0, .max = 1, .unit = "1", .doc = "A curve."),
    ORO_ARG(everything, stops, .text = "x=3 name=\"a b\"; height=1", .record = &stop_point_record, .doc = "A list."),
};

static const oro_record record = {"everything", "All types", args, ORO_COUNT(args), sizeof(everything)};

static oro_context *make(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static void end(oro_context *ctx, everything *e) {
    oro_args_free(ctx, &record, e);
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    oro_destroy(ctx);
}

static void defaults_come_from_the_table(void **state) {
    (void)state;
    oro_context *ctx = make();
    everything e;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    assert_int_equal(oro_args_check(ctx, &record, &e), ORO_OK); // 0.1 and 0.7 are no floats, yet limits may be met
    assert_true(e.number == 0.1f && e.integer == 3 && e.toggle && e.choice.index == 1 && e.seed.value == 0);
    assert_string_equal(e.text, "some words");
    assert_true(!e.file.path && e.field.value == 5.0f && !e.field.map);
    assert_true(e.colour.r == 143.0f / 255.0f && e.colour.b == 107.0f / 255.0f && e.colour.a == 1.0f);
    assert_true(e.range.lo == 0.3f && e.range.hi == 0.7f);
    assert_true(e.curve.count == 3 && e.curve.points[1].x == 0.5f && e.curve.points[1].y == 0.2f);
    assert_int_equal(e.stops.count, 2);
    const stop_point *stop = e.stops.items;
    assert_true(stop[0].x == 3 && stop[0].height == 2 && stop[1].x == 1 && stop[1].height == 1);
    assert_string_equal(stop[0].name, "a b");
    assert_string_equal(stop[1].name, "unnamed");
    end(ctx, &e);
}

typedef struct sample {
    const char *name, *text;
    const char *printed; ///< NULL: as written
} sample;

static void good_texts_are_taken_and_print_back(void **state) {
    (void)state;
    static const sample good[] = {
        {"number", "0.7", NULL},
        {"number", "0.1", NULL},
        {"number", "+.5", "0.5"},
        {"number", "5e-1", "0.5"},
        {"integer", "-5", NULL},
        {"integer", "16777217", NULL},
        {"integer", "1e3", "1000"},
        {"toggle", "off", NULL},
        {"toggle", "yes", "on"},
        {"choice", "three", NULL},
        {"choice", "two_halves", "two-halves"},
        {"seed", "4294967295", NULL},
        {"text", "", NULL},
        {"text", "tab\tand \"quotes\"", NULL},
        {"file", "a/b c.png", NULL},
        {"field", "10", NULL},
        {"colour", "#00ff0080", NULL},
        {"colour", "#ABCDEF", "#abcdef"},
        {"range", "0..0", NULL},
        {"range", "0.1..0.7", NULL},
        {"range", "0.1 0.2", "0.1..0.2"},
        {"curve", "", NULL},
        {"curve", "-5:0", NULL},
        {"curve", "0:0, 1:1", "0:0 1:1"},
        {"stops", "", NULL},
        {"stops", "side=right", "x=1 height=2 name=unnamed side=right"},
        {"stops", " x=2 ; ", "x=2 height=2 name=unnamed side=left"},
    };
    oro_context *ctx = make();
    everything e, again;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    assert_int_equal(oro_args_init(ctx, &record, &again), ORO_OK);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const oro_arg *arg = oro_arg_find(&record, good[i].name);
        char text[256];
        if (oro_args_parse(ctx, &record, &e, arg, good[i].text, "here") != ORO_OK)
            fail_msg("%s = \"%s\": %s", good[i].name, good[i].text, oro_last_error(ctx)->sentence);
        assert_int_equal(oro_args_check(ctx, &record, &e), ORO_OK);
        size_t length = oro_args_print(arg, &e, text, sizeof text);
        assert_string_equal(text, good[i].printed ? good[i].printed : good[i].text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(oro_args_parse(ctx, &record, &again, arg, text, "here"), ORO_OK);
        assert_true(oro_args_equal(arg, &e, &again));
    }
    oro_args_free(ctx, &record, &again);
    end(ctx, &e);
}

static void bad_texts_are_refused_and_change_nothing(void **state) {
    (void)state;
    static const sample bad[] = {
        {"number", "", NULL},           {"number", "0.71", NULL},      {"number", "0.0999", NULL},
        {"number", "nan", NULL},        {"number", "inf", NULL},       {"number", "0x0.8p0", NULL},
        {"number", "0.5m", NULL},       {"number", "0.5 ", NULL},      {"number", "1e999", NULL},
        {"integer", "2.5", NULL},       {"integer", "16777218", NULL}, {"integer", "-6", NULL},
        {"toggle", "maybe", NULL},      {"toggle", "", NULL},          {"choice", "four", NULL},
        {"choice", "", NULL},           {"seed", "-1", NULL},          {"seed", "4294967296", NULL},
        {"seed", "1.5", NULL},          {"field", "base", NULL},       {"field", "11", NULL},
        {"colour", "8fa06b", NULL},     {"colour", "#8fa06", NULL},    {"colour", "#8fa06g", NULL},
        {"range", "0.7..0.3", NULL},    {"range", "0..0.8", NULL},     {"range", "0..", NULL},
        {"range", "..0.5", NULL},       {"range", "0.5", NULL},        {"curve", "0:0 0:1", NULL},
        {"curve", "1:0 0:1", NULL},     {"curve", "0:2", NULL},        {"curve", "0:", NULL},
        {"curve", "0", NULL},           {"stops", "x", NULL},          {"stops", "x=", NULL},
        {"stops", "y=3", NULL},         {"stops", "x=99", NULL},       {"stops", "name=\"open", NULL},
        {"stops", "x=1; x=2; q", NULL},
    };
    oro_context *ctx = make();
    everything e, kept;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    assert_int_equal(oro_args_init(ctx, &record, &kept), ORO_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const oro_arg *arg = oro_arg_find(&record, bad[i].name);
        if (oro_args_parse(ctx, &record, &e, arg, bad[i].text, "here") != ORO_BAD_ARGUMENT)
            fail_msg("%s = \"%s\" was taken", bad[i].name, bad[i].text);
        assert_string_equal(oro_last_error(ctx)->where, "here");
        assert_true(strlen(oro_last_error(ctx)->sentence) > 15);
        if (!oro_args_equal(arg, &e, &kept))
            fail_msg("%s = \"%s\" was refused but changed it", bad[i].name, bad[i].text);
    }
    oro_args_free(ctx, &record, &kept);
    end(ctx, &e);
}

static void refusals_name_the_nearest_word(void **state) {
    (void)state;
    oro_context *ctx = make();
    everything e;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    oro_args_parse(ctx, &record, &e, oro_arg_find(&record, "choice"), "thre", "here");
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "did you mean \"three\""));
    oro_args_parse(ctx, &record, &e, oro_arg_find(&record, "number"), "5", "here");
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "0.1 to 0.7 m"));
    oro_unknown_arg(ctx, &record, "colur", "here");
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "did you mean \"colour\""));
    assert_null(oro_arg_find(&record, "colur"));
    end(ctx, &e);
}

static void copies_are_deep_and_hashes_see_every_value(void **state) {
    (void)state;
    static const sample other[] = {
        {"number", "0.5", NULL},     {"integer", "4", NULL},     {"toggle", "off", NULL},
        {"choice", "one", NULL},     {"seed", "1", NULL},        {"text", "other", NULL},
        {"file", "a.png", NULL},     {"field", "6", NULL},       {"colour", "#000000", NULL},
        {"range", "0.3..0.6", NULL}, {"curve", "0:0 1:1", NULL}, {"stops", "x=3 name=\"a c\"; height=1", NULL},
    };
    oro_context *ctx = make();
    everything e;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    oro_hash start = oro_hash_start(1), plain = oro_args_hash(start, &record, &e);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const oro_arg *arg = oro_arg_find(&record, other[i].name);
        everything copy;
        assert_int_equal(oro_args_copy(ctx, &record, &e, &copy), ORO_OK);
        assert_true(oro_hash_equal(plain, oro_args_hash(start, &record, &copy)));
        assert_int_equal(oro_args_parse(ctx, &record, &copy, arg, other[i].text, "here"), ORO_OK);
        if (oro_hash_equal(plain, oro_args_hash(start, &record, &copy))) fail_msg("%s is not in the hash", arg->name);
        assert_false(oro_args_equal(arg, &e, &copy));
        assert_int_equal(oro_args_reset(ctx, arg, &copy), ORO_OK);
        assert_true(oro_hash_equal(plain, oro_args_hash(start, &record, &copy)));
        oro_args_free(ctx, &record, &copy);
        assert_true(oro_hash_equal(plain, oro_args_hash(start, &record, &e))); // the copy shared nothing
    }
    end(ctx, &e);
}

static void structs_filled_by_hand_are_checked(void **state) {
    (void)state;
    oro_context *ctx = make();
    everything e;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    e.range.hi = 0.9f;
    assert_int_equal(oro_args_check(ctx, &record, &e), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "range");
    e.range.hi = 0.7f;
    ((stop_point *)e.stops.items)[1].height = 50;
    assert_int_equal(oro_args_check(ctx, &record, &e), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "stops/1/height");
    end(ctx, &e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(good_texts_are_taken_and_print_back),
        cmocka_unit_test(bad_texts_are_refused_and_change_nothing),
        cmocka_unit_test(refusals_name_the_nearest_word),
        cmocka_unit_test(copies_are_deep_and_hashes_see_every_value),
        cmocka_unit_test(structs_filled_by_hand_are_checked),
    };
    return cmocka_run_group_tests_name("args", tests, NULL, NULL);
}
