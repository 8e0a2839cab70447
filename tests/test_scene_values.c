// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lists, colours and curves of an argument struct, through JSON and back.

#include "io/args_json.h"
#include "io/json_layout.h"
#include "op/op.h"
#include "scene_text.h"

typedef struct knot {
    float x;
    oro_range width;
    const char *name;
    oro_field roll;
} knot;

static const oro_arg knot_args[] = {
    ORO_ARG(knot, x, .def = 0, .min = -1e6, .max = 1e6, .unit = "m", .doc = "Where."),
    ORO_ARG(knot, width, .text = "1..2", .min = 0, .max = 100, .unit = "m", .doc = "How wide."),
    ORO_ARG(knot, name, .doc = "What."),
    ORO_ARG(knot, roll, .def = 0, .min = -90, .max = 90, .unit = "deg", .doc = "How."),
};
ORO_RECORD(knot, knot_args, "A point of a curve");

typedef struct everything {
    oro_records knots;
    oro_colour colour;
    oro_curve curve;
} everything;

static const oro_arg everything_args[] = {
    ORO_ARG(everything, knots, .record = &knot_record, .text = "", .doc = "Knots."),
    ORO_ARG(everything, colour, .text = "#808080", .doc = "Colour."),
    ORO_ARG(everything, curve, .text = "0:0 1:1", .min = -1, .max = 1, .doc = "Curve."),
};
ORO_RECORD(everything, everything_args, "Every kind of value");

static oro_status read_values(oro_context *ctx, everything *args, const char *text, oro_json **tree) {
    assert_int_equal(oro_json_parse(ctx, "v", text, strlen(text), tree), ORO_OK);
    return oro_args_from_json(ctx, &everything_record, args, *tree, NULL, "v");
}

static void lists_colours_and_curves_go_through_json(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    static const char text[] = "{\"colour\": \"#8fa06b\", \"knots\": [{\"x\": 1e1, \"width\": [3, 4.0]}, "
                               "{\"name\": \"ford\", \"roll\": -4.50}, {}], \"curve\": []}\n";
    everything args;
    oro_json *tree, *printed;
    oro_text out = {0};
    assert_int_equal(oro_args_init(ctx, &everything_record, &args), ORO_OK);
    assert_int_equal(read_values(ctx, &args, text, &tree), ORO_OK);
    assert_int_equal(args.knots.count, 3);
    const knot *knots = args.knots.items;
    assert_float_equal(knots[0].x, 10.0f, 0.0f);
    assert_float_equal(knots[0].width.hi, 4.0f, 0.0f);
    assert_float_equal(knots[1].width.hi, 2.0f, 0.0f);
    assert_string_equal(knots[1].name, "ford");
    assert_float_equal(knots[1].roll.value, -4.5f, 0.0f);
    assert_int_equal(args.curve.count, 0);
    // One item changes: the others stay as they were written.
    ((knot *)knots)[2].x = 0.1f;
    assert_non_null(printed = oro_args_to_json(ctx, &everything_record, &args, NULL, tree, NULL));
    assert_int_equal(oro_json_print_compact(printed, &out), ORO_OK);
    assert_string_equal(out.data, "{\"colour\":\"#8fa06b\",\"knots\":[{\"x\":1e1,\"width\":[3,4.0]},"
                                  "{\"name\":\"ford\",\"roll\":-4.50},{\"x\":0.1}],\"curve\":[]}");
    oro_json_free(printed);
    oro_json_free(tree);
    oro_text_free(&out);

    static const char *const bad[][3] = {
        {"{\"knots\": [{}, {\"x\": 1, \"y\": 2}]}", "v/knots/1/y",
         "knot has no argument \"y\" (did you mean \"x\"?) (line 1)"},
        {"{\"knots\": [{}, 3]}", "v/knots/1", "an item of knots must be an object, not a number (line 1)"},
        {"{\"knots\": [{\"width\": [1, 200]}]}", "v/knots/0/width/1",
         "width must be two numbers from 0 to 100 m, as [10, 80], and 200 is outside (line 1)"},
        {"{\"knots\": [{\"roll\": \"mask\"}]}", "v/knots/0/roll", "roll cannot be wired to a node here (line 1)"},
        {"{\"knots\": {}}", "v/knots", "knots must be a list of objects, each a knot, not an object (line 1)"},
        {"{\"colour\": \"#12345\"}", "v/colour", "colour must be a colour such as #8fa06b, not \"#12345\" (line 1)"},
        {"{\"colour\": 255}", "v/colour", "colour must be a colour such as \"#8fa06b\", not a number (line 1)"},
        {"{\n\"curve\": [[0, 0],\n [1, 2]]}", "v/curve",
         "curve must be points of a graph, as 0:0 0.5:0.2 1:1, not \"2\" (line 2)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(read_values(ctx, &args, bad[i][0], &tree), ORO_BAD_INPUT);
        assert_string_equal(oro_last_error(ctx)->where, bad[i][1]);
        assert_string_equal(oro_last_error(ctx)->sentence, bad[i][2]);
        oro_json_free(tree);
    }
    oro_args_free(ctx, &everything_record, &args);
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    end(ctx, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_colours_and_curves_go_through_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
