// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The language of conditions: against the C compiler's own reading of the same text, and every way to write it wrong.

#include "core/expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int find(void *user, const char *name, oro_expression_error *error) {
    (void)user;
    static const char *const names[] = {"a", "b", "none", "op.c"};
    for (int i = 0; i < 4; i++)
        if (strcmp(names[i], name) == 0) return i;
    snprintf(error->sentence, sizeof error->sentence, "there is no %s", name);
    return -1;
}

static const double a = 3.5, b = -2.0, c = 10.0;
static double value(const char *text) {
    oro_expression e;
    oro_expression_error error;
    if (!oro_expression_parse(text, find, NULL, &e, &error))
        fail_msg("%s: column %d: %s", text, error.column, error.sentence);
    return oro_expression_value(&e, (double[]){a, b, strtod("nan", NULL), c});
}

/// The text is read twice: by us and, in the macro, by the compiler.
#define SAME(...) assert_true(value(#__VA_ARGS__) == (double)(__VA_ARGS__))

#pragma GCC diagnostic ignored "-Wparentheses"
static void reads_as_c_does(void **state) {
    (void)state;
    SAME(1 + 2 * 3);
    SAME((1 + 2) * 3);
    SAME(8 - 3 - 2);
    SAME(64.0 / 8 / 2);
    SAME(-a * b - -b);
    SAME(a > 3 && b < 0);
    SAME(a > 4 || b < 0 && 1);
    SAME(1 || 0 && 0);
    SAME(!(a > 4) && !0);
    SAME((a + b > 1.4) == 1);
    SAME(2 < 3 && 3 <= 3 && 4 >= 5 - 1 && 1 != 2 && 1 == 1);
    SAME(1e-3 * 1.5E2 + .25);
    SAME(- - -a);
    SAME(!a + 1);
    SAME(((((((((a)))))))));
    assert_true(value(" op.c / a ") == c / a);
}

static void what_cannot_be_told_is_not_true(void **state) {
    (void)state;
    static const char *const not_true[] = {"1/0 > 0",   "1/0 <= 0",  "none > 0", "none <= 0",        "none == none",
                                           "none != 1", "none && 1", "none",     "0 * none + 1 > 0", "a/(b+2) == 1/0"};
    for (size_t i = 0; i < sizeof not_true / sizeof *not_true; i++)
        if (oro_is_true(value(not_true[i]))) fail_msg("%s is true", not_true[i]);
    assert_true(oro_is_true(value("!none")));
    assert_true(oro_is_true(value("none || a")));
}

static void wrong(const char *text, int column, const char *sentence) {
    oro_expression e;
    oro_expression_error error = {0};
    if (oro_expression_parse(text, find, NULL, &e, &error)) fail_msg("\"%s\" was taken", text);
    if (error.column != column || !strstr(error.sentence, sentence))
        fail_msg("\"%s\": column %d, not %d: %s", text, error.column, column, error.sentence);
}

static void says_what_is_wrong_and_where(void **state) {
    (void)state;
    wrong("", 1, "ends here");
    wrong("a >", 4, "ends here");
    wrong("a > 1 &&", 9, "ends here");
    wrong("a > bulding", 5, "there is no bulding");
    wrong("a b", 3, "a sign is missing");
    wrong("a = 3", 3, "write ==");
    wrong("a & b", 3, "write &&");
    wrong("(a > 1", 1, "never closed");
    wrong("a > 1)", 6, "does not continue");
    wrong("1 < a < 3", 7, "cannot be chained");
    wrong("a > 0x10", 5, "not a number");
    wrong("a > 3m", 5, "not a number");
    wrong("a > 1e999", 5, "not a number");
    wrong("a > $", 5, "is expected here");
    wrong("* 3", 1, "is expected here");
    char deep[2000];
    memset(deep, '(', sizeof deep);
    deep[sizeof deep - 1] = 0;
    wrong(deep, 65, "must be nested at most");
    memset(deep, '-', sizeof deep - 1);
    wrong(deep, 65, "must be nested at most");
    for (size_t i = 0; i + 1 < sizeof deep; i += 2) memcpy(deep + i, "1+", 2);
    deep[1999] = 0;
    oro_expression e;
    oro_expression_error error;
    assert_false(oro_expression_parse(deep, find, NULL, &e, &error));
    assert_non_null(strstr(error.sentence, "too long"));
    memset(deep, 'n', sizeof deep - 1);
    wrong(deep, 1, "too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_as_c_does),
        cmocka_unit_test(what_cannot_be_told_is_not_true),
        cmocka_unit_test(says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
