// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The walker over argument tables, on a table of its own that has every type: what each takes as text, what it refuses and
// how, and that copies, prints and hashes agree.

#include "op/args.h"
#include "core/cell.h"
#include "op/op.h"

#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct mark {
    float at, depth; // depth may stay unsaid
} mark;

static const oro_arg mark_args[] = {
    ORO_ARG(mark, at, .flags = ORO_OPTIONAL, .min = 0, .max = 9, .unit = "m", .doc = "Place."),
    ORO_ARG(mark, depth, .flags = ORO_OPTIONAL, .min = -5, .max = 5, .unit = "m", .doc = "Depth."),
};
ORO_RECORD(mark, mark_args, "A mark beside the way");

typedef struct way {
    const char *name;
    oro_curve profile;
    oro_records marks, more;
} way;

static const oro_arg way_args[] = {
    ORO_ARG(way, name, .doc = "What people call it."),
    ORO_ARG(way, profile, .min = 0, .max = 1, .unit = "1", .doc = "A curve."),
    ORO_ARG(way, marks, .text = "at=1", .record = &mark_record, .doc = "Marks."),
    ORO_ARG(way, more, .record = &mark_record, .doc = "More of them."),
};
ORO_RECORD(way, way_args, "A way with marks");

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
    oro_records ways;
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
    ORO_ARG(everything, ways, .text = "", .record = &way_record, .doc = "A list of lists."),
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
        {"stops", "name=\"a \\\"b\\\" \\\\ c\" x=1", "x=1 height=2 name=\"a \\\"b\\\" \\\\ c\" side=left"},
        {"stops", "name=\"[;]\"", "x=1 height=2 name=\"[;]\" side=left"},
        {"stops", "name=\\d", "x=1 height=2 name=\\d side=left"},
        {"ways", "", NULL},
        {"ways", "name=a", "name=a profile=\"\" marks=[at=1] more=[]"},
        {"ways", "marks=[]", "name=\"\" profile=\"\" marks=[] more=[]"},
        {"ways",
         "name=\"x ]\" profile=\"0:0 1:1\" marks=[at=1; depth=-2; at= depth=; at=3 depth=4] more=[at=2]; marks=[]",
         "name=\"x ]\" profile=\"0:0 1:1\" marks=[at=1; depth=-2; depth=; at=3 depth=4] more=[at=2]; name=\"\" "
         "profile=\"\" marks=[] more=[]"},
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
        {"number", "", NULL},
        {"number", "0.71", NULL},
        {"number", "0.0999", NULL},
        {"number", "nan", NULL},
        {"number", "inf", NULL},
        {"number", "0x0.8p0", NULL},
        {"number", "0.5m", NULL},
        {"number", "0.5 ", NULL},
        {"number", "1e999", NULL},
        {"integer", "2.5", NULL},
        {"integer", "16777218", NULL},
        {"integer", "-6", NULL},
        {"toggle", "maybe", NULL},
        {"toggle", "", NULL},
        {"choice", "four", NULL},
        {"choice", "", NULL},
        {"seed", "-1", NULL},
        {"seed", "4294967296", NULL},
        {"seed", "1.5", NULL},
        {"field", "base", NULL},
        {"field", "11", NULL},
        {"colour", "8fa06b", NULL},
        {"colour", "#8fa06", NULL},
        {"colour", "#8fa06g", NULL},
        {"range", "0.7..0.3", NULL},
        {"range", "0..0.8", NULL},
        {"range", "0..", NULL},
        {"range", "..0.5", NULL},
        {"range", "0.5", NULL},
        {"curve", "0:0 0:1", NULL},
        {"curve", "1:0 0:1", NULL},
        {"curve", "0:2", NULL},
        {"curve", "0:", NULL},
        {"curve", "0", NULL},
        {"stops", "x", NULL},
        {"stops", "x=", NULL},
        {"stops", "y=3", NULL},
        {"stops", "x=99", NULL},
        {"stops", "name=\"open", NULL},
        {"stops", "x=1; x=2; q", NULL},
        {"stops", "name=a\"b", NULL},
        {"stops", "name=\"a\"b", NULL},
        {"stops", "x=[1]", NULL},
        {"stops", "name=a]", NULL},
        {"stops", "name=\"a\\\"", NULL},
        {"ways", "marks=at=1", NULL},
        {"ways", "marks=\"at=1\"", NULL},
        {"ways", "marks=[at=1", NULL},
        {"ways", "marks=at=1]", NULL},
        {"ways", "marks=[[at=1]]", NULL},
        {"ways", "marks=[at=1][at=2]", NULL},
        {"ways", "marks=[at=99]", NULL},
        {"ways", "marks=[x=1]", NULL},
        {"ways", "marks=[name=[at=1]]", NULL},
        {"ways", "marks=[at=1]more=[]", NULL},
        {"ways", "marks=]at=1[", NULL},
        {"ways", "marks=[at=\"1]", NULL},
        {"ways", "marks=[at=1;", NULL},
        {"ways", "[]", NULL},
        {"ways", "=[]", NULL},
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
        {"number", "0.5", NULL},
        {"integer", "4", NULL},
        {"toggle", "off", NULL},
        {"choice", "one", NULL},
        {"seed", "1", NULL},
        {"text", "other", NULL},
        {"file", "a.png", NULL},
        {"field", "6", NULL},
        {"colour", "#000000", NULL},
        {"range", "0.3..0.6", NULL},
        {"curve", "0:0 1:1", NULL},
        {"stops", "x=3 name=\"a c\"; height=1", NULL},
        {"ways", "marks=[at=1; depth=2]", NULL},
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
    ((stop_point *)e.stops.items)[1].height = 1;
    assert_int_equal(oro_args_parse(ctx, &record, &e, oro_arg_find(&record, "ways"),
                                    "marks=[at=1]; marks=[at=1; at=2; depth=3]", "here"),
                     ORO_OK);
    const way *ways = e.ways.items;
    mark *marks = (mark *)ways[1].marks.items;
    assert_true(marks[0].at == 1 && isnan(marks[0].depth) && isnan(marks[2].at) && marks[2].depth == 3);
    assert_int_equal(oro_args_check(ctx, &record, &e), ORO_OK); // what is not said is in no range
    marks[2].at = 10;
    assert_int_equal(oro_args_check(ctx, &record, &e), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "ways/1/marks/2/at");
    end(ctx, &e);
}

static uint32_t draw(uint32_t *counter, size_t below) { return oro_mix32(++*counter) % (uint32_t)below; }

/// Random lists, with every character that could be taken for something else, print and read back; what is cut or spoilt is
/// refused or read, never half taken. A text of 600 characters is as good as a short one.
static void random_lists_print_and_read_back(void **state) {
    (void)state;
    static const char alphabet[] = "ab;[]= \"\\\t1.:";
    oro_context *ctx = make();
    const oro_arg *arg = oro_arg_find(&record, "ways");
    uint32_t counter = 0;
    for (int round = 0; round < 300; round++) {
        everything e, again;
        assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
        assert_int_equal(oro_args_init(ctx, &record, &again), ORO_OK);
        way *ways = oro_args_set_records(ctx, arg, &e, (int32_t)draw(&counter, 4), "here");
        assert_non_null(ways);
        for (int32_t i = 0; i < e.ways.count; i++) {
            char name[640];
            size_t length = round % 50 ? draw(&counter, 12) : 600;
            for (size_t c = 0; c < length; c++) name[c] = alphabet[draw(&counter, sizeof alphabet - 1)];
            name[length] = 0;
            assert_int_equal(oro_args_set_text(ctx, &way_args[0], &ways[i], name, "here"), ORO_OK);
            for (int list = 2; list < 4; list++) {
                mark *marks = oro_args_set_records(ctx, &way_args[list], &ways[i], (int32_t)draw(&counter, 4), "here");
                const oro_records *made = oro_arg_at(&way_args[list], &ways[i]);
                for (int32_t k = 0; k < made->count; k++) {
                    if (draw(&counter, 2)) marks[k].at = (float)draw(&counter, 1000) / 123.0f;
                    if (draw(&counter, 2)) marks[k].depth = (float)draw(&counter, 1000) / 1234.0f;
                }
            }
        }
        size_t length = oro_args_print(arg, &e, NULL, 0);
        char *text = malloc(length + 1);
        assert_int_equal(oro_args_print(arg, &e, text, length + 1), length);
        if (oro_args_parse(ctx, &record, &again, arg, text, "here") != ORO_OK || !oro_args_equal(arg, &e, &again))
            fail_msg("\"%s\": %s", text, oro_last_error(ctx)->sentence);
        for (int spoil = 0; length && spoil < 20; spoil++) {
            char with = draw(&counter, 4) ? alphabet[draw(&counter, sizeof alphabet - 1)] : 0;
            text[draw(&counter, length)] = with;
            oro_hash before = oro_args_hash(oro_hash_start(0), &record, &again);
            if (oro_args_parse(ctx, &record, &again, arg, text, "here") != ORO_OK)
                assert_true(oro_hash_equal(before, oro_args_hash(oro_hash_start(0), &record, &again)));
        }
        free(text);
        oro_args_free(ctx, &record, &e);
        oro_args_free(ctx, &record, &again);
        assert_int_equal(oro_bytes_in_use(ctx), 0);
    }
    oro_destroy(ctx);
}

static void deep_brackets_are_refused_at_once(void **state) {
    (void)state;
    oro_context *ctx = make();
    everything e;
    assert_int_equal(oro_args_init(ctx, &record, &e), ORO_OK);
    const size_t depth = 200000;
    char *text = malloc(7 + depth + 1);
    strcpy(text, "marks=");
    memset(text + 6, '[', depth);
    text[6 + depth] = 0;
    assert_int_equal(oro_args_parse(ctx, &record, &e, oro_arg_find(&record, "ways"), text, "here"), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "must match"));
    free(text);
    end(ctx, &e);
}

/// A former word of a choice, or former name of a preset, sets what today's name sets.
static void same_as_today(oro_context *ctx, const char *name, const char *argument, const char *former,
                          const char *now) {
    const oro_operator *op = oro_operator_find(ctx, name);
    const oro_arg *arg = oro_arg_find(&op->record, argument);
    const char *const words[] = {former, now};
    void *sets[2];
    for (int k = 0; k < 2; k++) {
        sets[k] = calloc(1, op->record.size);
        assert_int_equal(oro_args_init(ctx, &op->record, sets[k]), ORO_OK);
        assert_int_equal(arg ? oro_args_parse(ctx, &op->record, sets[k], arg, words[k], "here")
                             : oro_args_preset(ctx, op, sets[k], words[k], "here"),
                         ORO_OK);
    }
    for (int32_t i = 0; i < op->record.arg_count; i++) {
        const oro_arg *a = &op->record.args[i];
        char text[2][64];
        if (oro_arg_is_input(a) || oro_arg_is_output(a)) continue;
        for (int k = 0; k < 2; k++) oro_args_print(a, sets[k], text[k], sizeof text[k]);
        assert_string_equal(text[0], text[1]);
        if (a == arg) assert_string_equal(text[0], now);
    }
    for (int k = 0; k < 2; k++) {
        oro_args_free(ctx, &op->record, sets[k]);
        free(sets[k]);
    }
}

/// Scenes of older versions are read: every word and preset that had another name once. A row here is never taken out.
static void former_names_are_read(void **state) {
    (void)state;
    assert_true(oro_is_former_name("a=b cc=dd", "a", "b") && oro_is_former_name("a=b cc=dd", "cc", "dd"));
    assert_false(oro_is_former_name("a=b cc=dd", "a", "dd") || oro_is_former_name("a=b cc=dd", "c", "dd"));
    assert_false(oro_is_former_name("a=b cc=dd", "cc", "d") || oro_is_former_name(NULL, "a", "b"));
    static const char *const renamed[][4] = {
        {"pipes", "law", "document", "mathisen"},
        {"thermal", "variant", "published", "olsen"},
        {"hydraulic", "variant", "published", "olsen"},
        {"flatten", "order", "raster", "olsen"},
        {"voronoi", "search", "short", "olsen"},
        {"pipes", "preset", "braided", "outwash"},
        {"pipes", "preset", "document-fantasy", "mathisen-fantasy"},
        {"pipes", "preset", "document-range", "mathisen-range"},
        {"pipes", "preset", "document-river", "mathisen-river"},
        {"pipes", "preset", "document-combined", "mathisen-combined"},
        {"thermal", "preset", "olsen-2004-reference", "olsen-reference"},
        {"thermal", "preset", "olsen-2004-fast", "olsen-fast"},
        {"hydraulic", "preset", "olsen-2004-reference", "olsen-reference"},
        {"hydraulic", "preset", "olsen-2004-fast", "olsen-fast"},
        {"flatten", "preset", "olsen-2004", "olsen"},
    };
    oro_context *ctx = make();
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        same_as_today(ctx, renamed[i][0], renamed[i][1], renamed[i][2], renamed[i][3]);
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(good_texts_are_taken_and_print_back),
        cmocka_unit_test(bad_texts_are_refused_and_change_nothing),
        cmocka_unit_test(refusals_name_the_nearest_word),
        cmocka_unit_test(copies_are_deep_and_hashes_see_every_value),
        cmocka_unit_test(structs_filled_by_hand_are_checked),
        cmocka_unit_test(random_lists_print_and_read_back),
        cmocka_unit_test(deep_brackets_are_refused_at_once),
        cmocka_unit_test(former_names_are_read),
    };
    return cmocka_run_group_tests_name("args", tests, NULL, NULL);
}
