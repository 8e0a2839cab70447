// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines of SVG and CSV files: curves lie where SVG says, by formulas of their own; broken files are told with their line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/spline_file.h"
#include "one_context.h"
#include "orogen/operator.h"

static oro_json *read(const char *name, const char *text, double extent, double z) {
    oro_json *list = NULL;
    oro_spline_import how = {.extent = extent, .z = z};
    if (oro_splines_parse(ctx, name, text, strlen(text), &how, &list) != ORO_OK)
        fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    return list;
}

/// The list of a picture of 100 by 100 units with one metre a unit.
static oro_json *read_shape(const char *shape) {
    char text[2000];
    snprintf(text, sizeof text, "<svg viewBox=\"0 0 100 100\">%s</svg>", shape);
    return read("a.svg", text, 100, 0);
}

static oro_json *points_of(const oro_json *list, size_t i) { return oro_json_get(oro_json_at(list, i), "points"); }

static double number(const oro_json *point, const char *key) {
    const oro_json *value = oro_json_get(point, key);
    if (!value) fail_msg("there is no %s", key);
    return value->number;
}

/// A place on the segment after point i, from the handles the list says.
static void place(const oro_json *points, size_t i, double t, double *x, double *y) {
    const oro_json *a = oro_json_at(points, i), *b = oro_json_at(points, (i + 1) % points->count);
    double w[4] = {(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t};
    double ax = number(a, "x"), ay = number(a, "y"), bx = number(b, "x"), by = number(b, "y");
    *x = w[0] * ax + w[1] * (ax + number(a, "out_x")) + w[2] * (bx + number(b, "in_x")) + w[3] * bx;
    *y = w[0] * ay + w[1] * (ay + number(a, "out_y")) + w[2] * (by + number(b, "in_y")) + w[3] * by;
}

static void is_at(const oro_json *points, size_t i, double x, double y) {
    const oro_json *p = oro_json_at(points, i);
    if (fabs(number(p, "x") - x) > 1e-4 || fabs(number(p, "y") - y) > 1e-4)
        fail_msg("point %zu is at %g, %g and not %g, %g", i, number(p, "x"), number(p, "y"), x, y);
}

// --- curves ------------------------------------------------------------------------------------------------------------

static void arcs_are_round(void **state) {
    (void)state;
    static const char *const circles[] = {
        "<path d='M80 50 A30 30 0 0 1 20 50 A30 30 0 0 1 80 50Z'/>",
        "<path d='M80,50a30 30 0 1160 0a30,30,0,11-60 0z' transform='translate(-60 0)'/>",
        "<path d='M80 50A30,30 0 1 0 50 80A5 5 0 0 0 80 50'/>", // the second: radius too small, grows to half the chord
        "<circle cx='50' cy='50' r='30'/>",
    };
    for (size_t k = 0; k < sizeof circles / sizeof *circles; k++) {
        oro_json *list = read_shape(circles[k]);
        const oro_json *points = points_of(list, 0);
        bool closed = oro_json_get(oro_json_at(list, 0), "closed") != NULL;
        assert_true(closed == (k != 2));
        double turned = 0, ox = 0, oy = 0;
        size_t segments = k == 2 ? 3 : points->count;
        for (size_t i = 0; i < segments; i++)
            for (int n = 0; n <= 20; n++) {
                double x, y;
                place(points, i, n / 20.0, &x, &y);
                double radius = hypot(x - 50, y - 50);
                // A cubic for a quarter of a circle is 2.73e-4 of the radius outside at most.
                if (fabs(radius - 30) > 30 * 2.8e-4) fail_msg("circle %zu: radius %g", k, radius);
                if (n) turned += asin(((ox - 50) * (y - 50) - (oy - 50) * (x - 50)) / (30 * 30));
                ox = x, oy = y;
            }
        double whole = 2 * 3.14159265358979;
        double wanted = k == 2 ? -0.75 * whole : whole;
        if (fabs(turned - wanted) > 0.01) fail_msg("circle %zu turns %g, not %g", k, turned, wanted);
        oro_json_free(list);
    }
}

static void an_arc_is_an_ellipse_turned(void **state) {
    (void)state;
    // Radii of 20 and 10 turned upright do not reach from end to end: they grow by the root of 2 about the middle of the chord.
    oro_json *list = read_shape("<path d='M 70 50 A 20 10 90 0 1 50 90'/>");
    const oro_json *points = points_of(list, 0);
    for (size_t i = 0; i + 1 < points->count; i++)
        for (int n = 0; n <= 10; n++) {
            double x, y;
            place(points, i, n / 10.0, &x, &y);
            double across = (x - 60) / (10 * sqrt(2)), along = (y - 70) / (20 * sqrt(2));
            assert_true(fabs(hypot(across, along) - 1) < 2.8e-4);
            assert_true((x - 60) * 40 + (y - 70) * 20 > -1e-3); // clockwise on the screen: on the right of the chord
        }
    is_at(points, points->count - 1, 50, 90);
    oro_json_free(list);
}

static void quadratics_are_exact(void **state) {
    (void)state;
    oro_json *list = read_shape("<path d='M10 20 Q30 80 50 20 T90 30 q2 3 4 0'/>");
    const oro_json *points = points_of(list, 0);
    // The mirrored control point of T is 2 * (50, 20) - (30, 80).
    static const double q[3][6] = {{10, 20, 30, 80, 50, 20}, {50, 20, 70, -40, 90, 30}, {90, 30, 92, 33, 94, 30}};
    assert_int_equal(points->count, 4);
    for (size_t i = 0; i < 3; i++)
        for (int n = 0; n <= 16; n++) {
            double t = n / 16.0, x, y, a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
            place(points, i, t, &x, &y);
            assert_true(fabs(x - (a * q[i][0] + b * q[i][2] + c * q[i][4])) < 1e-4);
            assert_true(fabs(y - (a * q[i][1] + b * q[i][3] + c * q[i][5])) < 1e-4);
        }
    oro_json_free(list);
}

static void relative_and_absolute_agree(void **state) {
    (void)state;
    oro_json *a = read_shape("<path d='M10 10 L20 15 H30 V25 C30 40 50 40 50 25 S70 10 70 25 M 5 5 L 6 6'/>");
    oro_json *b = read_shape("<path d='m10,10 10 5h10v10c0 15 20 15 20 0s20-15 20 0m-65-20 1 1'/>");
    assert_int_equal(a->count, 2);
    assert_true(oro_json_equal(a, b));
    oro_json_free(a);
    oro_json_free(b);
}

static void lines_have_corners(void **state) {
    (void)state;
    oro_json *list = read_shape("<polygon id='field' points='1,2 3,4 5-6'/><polyline points='0 0 9 9'/>"
                                "<line x1='1' y1='2' x2='3' y2='4'/><rect x='1' y='2' width='3' height='4'/>");
    assert_int_equal(list->count, 4);
    assert_string_equal(oro_json_get(oro_json_at(list, 0), "name")->text, "field");
    assert_true(oro_json_get(oro_json_at(list, 0), "closed")->truth);
    assert_string_equal(oro_json_get(oro_json_at(points_of(list, 0), 1), "handle")->text, "corner");
    is_at(points_of(list, 0), 2, 5, -6);
    assert_null(oro_json_get(oro_json_at(list, 1), "closed"));
    is_at(points_of(list, 2), 1, 3, 4);
    is_at(points_of(list, 3), 2, 4, 6);
    oro_json_free(list);
}

// --- transforms, colours, boxes ------------------------------------------------------------------------------------------

static void transforms_nest(void **state) {
    (void)state;
    oro_json *list = read_shape("<g transform='translate(10 20)'><g transform='scale(2), rotate(90)'>"
                                "<path d='M1 0L3 0' transform='matrix(1 0 0 1 5 0)'/></g><path d='M0 0L1 1'/></g>"
                                "<path d='M1 0L2 0' transform='rotate(180 5 5) skewX(45)'/><path d='M0 0L1 1'/>");
    // (1, 0) moved to (6, 0), turned to (0, 6), doubled to (0, 12), moved to (10, 32).
    is_at(points_of(list, 0), 0, 10, 32);
    is_at(points_of(list, 0), 1, 10, 36);
    is_at(points_of(list, 1), 1, 11, 21);
    is_at(points_of(list, 2), 0, 9, 10);
    is_at(points_of(list, 3), 1, 1, 1);
    oro_json_free(list);
}

static void the_box_fills_the_extent(void **state) {
    (void)state;
    oro_json *list = read("a.svg", "<svg viewBox='10 20 200 100'><path d='M10 20L210 120'/></svg>", 4000, 35);
    is_at(points_of(list, 0), 0, 0, 0);
    is_at(points_of(list, 0), 1, 4000, 2000);
    assert_true(number(oro_json_at(points_of(list, 0), 1), "z") == 35);
    oro_json_free(list);
    list = read("a.svg", "<svg width='50mm' height='100mm'><path d='M0 0L50 100'/></svg>", 1000, 0);
    is_at(points_of(list, 0), 1, 500, 1000);
    oro_json_free(list);
}

static void strokes_are_colours(void **state) {
    (void)state;
    static const char *const wanted[] = {"#aabbcc", "#5b9bd5", "#ff0000", "#010203", NULL, "#aabbcc"};
    oro_json *list = read_shape("<defs><path d='M0 0L1 1'/></defs><g stroke='#abc'><path d='M0 0L1 1'/>"
                                "<path d='M0 0L1 1' style='stroke-width:2;stroke:#5b9bd5'/>"
                                "<path d='M0 0L1 1' stroke='red'/><path d='M0 0L1 1' stroke='rgb(1, 2, 3)'/>"
                                "<path d='M0 0L1 1' stroke='none'/><path d='M0 0L1 1'/></g>");
    assert_int_equal(list->count, 6);
    for (size_t i = 0; i < 6; i++) {
        const oro_json *colour = oro_json_get(oro_json_at(list, i), "colour");
        if (wanted[i])
            assert_string_equal(colour->text, wanted[i]);
        else
            assert_null(colour);
    }
    oro_json_free(list);
}

// --- CSV -----------------------------------------------------------------------------------------------------------------

static void tables_are_read(void **state) {
    (void)state;
    oro_json *list =
        read("a.csv", "\xEF\xBB\xBFname;Y;X;height\r\nridge;1;2;3\r\nridge;4;5;\r\nriver;7;8;9\r\n\r\nriver;1;1;1\r\n",
             0, 77);
    assert_int_equal(list->count, 3);
    is_at(points_of(list, 0), 1, 5, 4);
    assert_true(number(oro_json_at(points_of(list, 0), 0), "z") == 3);
    assert_true(number(oro_json_at(points_of(list, 0), 1), "z") == 77);
    assert_string_equal(oro_json_get(oro_json_at(list, 2), "name")->text, "river");
    oro_json_free(list);
}

// --- what is broken --------------------------------------------------------------------------------------------------------

static void broken_files_are_told(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *where, *sentence;
    } bad[] = {
        {"a.svg", "", "a.svg:1", "no <svg>"},
        {"a.svg", "<html></html>", "a.svg:1", "not an SVG"},
        {"a.svg", "<svg viewBox='0 0 1 1'>\n<path d='M0 0L1 1'/>", "a.svg:2", "cut off"},
        {"a.svg", "<svg viewBox='0 0 1 1'>\n<path d='M0 0L1", "a.svg:2", "does not end"},
        {"a.svg", "<svg viewBox='0 0 1 1'></g></svg>", "a.svg:1", "did not begin"},
        {"a.svg", "<svg viewBox='0 0 1 1'></svg>", "a.svg:1", "no path"},
        {"a.svg", "<svg><path d='M0 0L1 1'/></svg>", "a.svg:1", "how large"},
        {"a.svg", "<svg viewBox='0 0 0 0'><path d='M0 0L1 1'/></svg>", "a.svg:1", "how large"},
        {"a.svg", "<svg viewBox='0 0 nan 1'/>", "a.svg:1", "four numbers"},
        {"a.svg", "<svg viewBox='0 0 1 1'>\n\n<path d='M0 0\nL1 NaN'/></svg>", "a.svg:4", "L takes 2 numbers"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='M0 0 X 1'/></svg>", "a.svg:1", "no command \"X\""},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='L0 0'/></svg>", "a.svg:1", "begin with M"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='5 5'/></svg>", "a.svg:1", "no command \"5\""},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='M0 0L1 1z 5'/></svg>", "a.svg:1", "follow a z"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='M0 0A1 1 0 2 0 1 1'/></svg>", "a.svg:1", "A takes 7"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='M0 0L1e300 1e308'/></svg>", "a.svg:1", "must lie within"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path d='M0 0L1e999 1'/></svg>", "a.svg:1", "L takes 2"},
        {"a.svg", "<svg viewBox='0 0 1 1'><g transform='turn(5)'/></svg>", "a.svg:1", "transform"},
        {"a.svg", "<svg viewBox='0 0 1 1'><g transform='scale(1 2'/></svg>", "a.svg:1", "transform"},
        {"a.svg", "<svg viewBox='0 0 1 1'><polyline points='1 2 3'/></svg>", "a.svg:1", "pairs"},
        {"a.svg", "<svg viewBox='0 0 1 1'><path id='\xFF' d='M0 0L1 1'/></svg>", "a.svg:1", "UTF-8"},
        {"a.csv", "", "a.csv:1", "no point"},
        {"a.csv", "1,2\n3,4\n", "a.csv:1", "name the columns"},
        {"a.csv", "x,y\n1,2\n3\n", "a.csv:3", "y must be a number"},
        {"a.csv", "x,y\n1,nan\n", "a.csv:2", "y must be a number, not \"nan\""},
        {"a.csv", "x,y\n1e30,2\n", "a.csv:2", "must lie within"},
        {"a.csv", "x,y,colour\n1,2,blueish\n", "a.csv:2", "colour"},
        {"a.txt", "x,y\n1,2\n", "a.txt", ".svg, .csv"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_json *list;
        oro_spline_import how = {.extent = 100};
        oro_status status = oro_splines_parse(ctx, bad[i].name, bad[i].text, strlen(bad[i].text), &how, &list);
        const oro_error *e = oro_last_error(ctx);
        if (status != ORO_BAD_INPUT || list || strcmp(e->where, bad[i].where) != 0 ||
            !strstr(e->sentence, bad[i].sentence))
            fail_msg("%s gives %d, %s: %s", bad[i].text, (int)status, e->where, e->sentence);
    }
}

static void refuse_repeated(const char *head, const char *again, int times, const char *sentence) {
    size_t length = strlen(head), one = strlen(again), all = length + one * (size_t)times;
    char *text = malloc(all + 1);
    assert_non_null(text);
    memcpy(text, head, length + 1);
    for (int i = 0; i < times; i++) memcpy(text + length + one * (size_t)i, again, one + 1);
    oro_json *list;
    oro_spline_import how = {.extent = 100};
    assert_int_equal(oro_splines_parse(ctx, "a.svg", text, all, &how, &list), ORO_BAD_INPUT);
    if (!strstr(oro_last_error(ctx)->sentence, sentence)) fail_msg("%s", oro_last_error(ctx)->sentence);
    free(text);
}

static void endless_files_are_refused(void **state) {
    (void)state;
    refuse_repeated("<svg viewBox='0 0 1 1'>", "<g>", 100000, "nested");
    refuse_repeated("<svg viewBox='0 0 1 1'><path d='M0 0", " 1 1", 300000, "does not end");
    refuse_repeated("<svg viewBox='0 0 1 1'>", "<path d='M0 0L1 1 2 2 3 3 4 4'/>", 50000, "more than 200000 points");
    oro_json *list;
    oro_spline_import how = {.extent = 100};
    assert_int_equal(oro_splines_parse(ctx, "a.svg", "<svg\0>", 6, &how, &list), ORO_BAD_INPUT);
}

/// Every beginning of a good file is read or refused, and nothing is left behind.
static void files_cut_anywhere_are_told(void **state) {
    (void)state;
    const char *text =
        "<?xml?><!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 9 9'><!-- a --><g transform='scale(2)'>"
        "<path id=\"p\" d='M0 0C1 1 2 2 3 3A1 1 0 0 1 5 5Z'/><circle r='3'/></g></svg>";
    for (size_t n = 0; n < strlen(text); n++) {
        oro_json *list;
        oro_spline_import how = {.extent = 100};
        oro_status status = oro_splines_parse(ctx, "a.svg", text, n, &how, &list);
        assert_int_equal(status, ORO_BAD_INPUT);
        assert_true(strlen(oro_last_error(ctx)->sentence) > 10);
    }
    oro_json_free(read("a.svg", text, 100, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arcs_are_round),
        cmocka_unit_test(an_arc_is_an_ellipse_turned),
        cmocka_unit_test(quadratics_are_exact),
        cmocka_unit_test(relative_and_absolute_agree),
        cmocka_unit_test(lines_have_corners),
        cmocka_unit_test(transforms_nest),
        cmocka_unit_test(the_box_fills_the_extent),
        cmocka_unit_test(strokes_are_colours),
        cmocka_unit_test(tables_are_read),
        cmocka_unit_test(broken_files_are_told),
        cmocka_unit_test(endless_files_are_refused),
        cmocka_unit_test(files_cut_anywhere_are_told),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
