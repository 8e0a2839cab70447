// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Misspelt words, printed numbers, and curves through points.

#include "core/curve.h"
#include "core/text.h"
#include "fresh_context.h"

#include <math.h>
#include <string.h>

// --- words and numbers ------------------------------------------------------------------------------------------------

static const char *suggest(const char *word) {
    static const char *const words[] = {"slope", "thermal", "threshold", "blur", "blend", "fbm", "edge_falloff"};
    oro_suggestion s = {.word = word};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) oro_suggest_offer(&s, words[i]);
    return s.best;
}

static void misspelt_words_find_their_neighbour(void **state) {
    (void)state;
    assert_string_equal(suggest("slpoe"), "slope");
    assert_string_equal(suggest("Slope"), "slope");
    assert_string_equal(suggest("slop"), "slope");
    assert_string_equal(suggest("thresh"), "threshold");
    assert_string_equal(suggest("termal"), "thermal");
    assert_string_equal(suggest("blurr"), "blur");
    assert_string_equal(suggest("edge-falloff"), "edge_falloff");
    assert_null(suggest("completely_different"));
    assert_null(suggest("q"));
    assert_null(suggest(""));
    char huge[500];
    memset(huge, 's', sizeof huge - 1);
    huge[sizeof huge - 1] = 0;
    assert_null(suggest(huge));
    char text[64];
    oro_suggestion s = {.word = "x", .best = "slope"};
    assert_string_equal(oro_suggest_text(&s, text, sizeof text), " (did you mean \"slope\"?)");
    s.best = NULL;
    assert_string_equal(oro_suggest_text(&s, text, sizeof text), "");
    assert_true(oro_same_name("edge-falloff", "edge_falloff"));
    assert_false(oro_same_name("edge", "edges"));
    assert_false(oro_same_name("edges", "edge"));
}

static void printed_numbers_read_back(void **state) {
    (void)state;
    uint64_t seed = 7;
    char text[64];
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next_random(&seed) ^ next_random(&seed) << 32;
        float f;
        double d;
        memcpy(&f, &bits, sizeof f);
        memcpy(&d, &bits, sizeof d);
        if (isfinite(f)) {
            int length = oro_print_float(f, text, sizeof text);
            assert_int_equal(length, strlen(text));
            float back = strtof(text, NULL);
            assert_memory_equal(&back, &f, sizeof f);
        }
        if (isfinite(d)) {
            int length = oro_print_double(d, text, sizeof text);
            assert_int_equal(length, strlen(text));
            double back = strtod(text, NULL);
            assert_memory_equal(&back, &d, sizeof d);
        }
    }
}

static void printed_numbers_are_short(void **state) {
    (void)state;
    const struct {
        float value;
        const char *text;
    } cases[] = {{0.1f, "0.1"}, {100.0f, "100"}, {1e6f, "1000000"}, {-2000.0f, "-2000"},
                 {0.0f, "0"},   {1.5f, "1.5"},   {1e10f, "1e+10"},  {1.0f / 3.0f, "0.33333334"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_print_float(cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    oro_print_double(0.1, text, sizeof text);
    assert_string_equal(text, "0.1");
    oro_print_double(123456789012.0, text, sizeof text);
    assert_string_equal(text, "123456789012");
    char small[8] = "zzzzzzz"; // a short buffer is cut, not overrun
    oro_print_float(1.0f / 3.0f, small, 4);
    assert_string_equal(small, "0.3");
    assert_int_equal(small[4], 'z');
}

// --- curves -----------------------------------------------------------------------------------------------------------

static void curves_pass_through_their_points(void **state) {
    (void)state;
    const oro_point2 p[] = {{-1, 3}, {0, 3}, {0.5f, 8}, {2, 7.5f}, {2.25f, -4}, {9, -4}};
    oro_curve c = {p, 6};
    for (int i = 0; i < 6; i++) assert_true(oro_curve_at(&c, p[i].x) == p[i].y);
    assert_true(oro_curve_at(&c, -100) == 3 && oro_curve_at(&c, 100) == -4);
    assert_true(oro_curve_at(&c, -INFINITY) == 3 && oro_curve_at(&c, INFINITY) == -4);
    assert_true(isfinite(oro_curve_at(&c, NAN)));
    for (int i = 0; i < 5; i++) { // monotone between neighbours, so never outside them
        float before = p[i].y, lo = fminf(p[i].y, p[i + 1].y), hi = fmaxf(p[i].y, p[i + 1].y);
        for (int k = 1; k <= 1000; k++) {
            float x = p[i].x + (p[i + 1].x - p[i].x) * (float)k / 1000.0f, v = oro_curve_at(&c, x);
            assert_true(v >= lo - 1e-5f && v <= hi + 1e-5f);
            assert_true(p[i + 1].y >= p[i].y ? v >= before - 1e-5f : v <= before + 1e-5f);
            before = v;
        }
    }
}

static void curves_of_few_points(void **state) {
    (void)state;
    oro_curve none = {NULL, 0};
    assert_true(oro_curve_at(&none, 0.3f) == 0.3f);
    const oro_point2 p[] = {{1, 2}, {3, 6}};
    oro_curve one = {p, 1}, two = {p, 2};
    assert_true(oro_curve_at(&one, -5) == 2 && oro_curve_at(&one, 5) == 2);
    for (float x = 1; x <= 3; x += 0.125f) assert_true(fabsf(oro_curve_at(&two, x) - 2 * x) < 1e-6f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misspelt_words_find_their_neighbour),
        cmocka_unit_test(printed_numbers_read_back),
        cmocka_unit_test(printed_numbers_are_short),
        cmocka_unit_test(curves_pass_through_their_points),
        cmocka_unit_test(curves_of_few_points),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
