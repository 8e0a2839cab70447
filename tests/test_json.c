// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the JSON reader and writer: what is written reads back the same, number text and key order are kept, every
// refusal names its exact place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "one_context.h"
#include "orogen/base.h"

static oro_json *parse(const char *text) {
    oro_json *root;
    if (oro_json_parse(ctx, "t", text, strlen(text), &root) != ORO_OK)
        fail_msg("%s: %s: %s", text, oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    assert_non_null(root);
    return root;
}

static void expect_print(const oro_json *node, const char *expected) {
    oro_text text = {0};
    assert_int_equal(oro_json_print(node, &text), ORO_OK);
    assert_string_equal(text.data, expected);
    oro_text_free(&text);
}

static void printing_gives_back_what_was_read(void **state) {
    (void)state;
    static const char document[] = "{\n"
                                   "  \"zebra\": 1.50,\n"
                                   "  \"apple\": -0,\n"
                                   "  \"big\": 12345678901234567890,\n"
                                   "  \"exp\": 1E+3,\n"
                                   "  \"list\": [1, 2.0, \"x\", true, null],\n"
                                   "  \"empty\": {},\n"
                                   "  \"none\": [],\n"
                                   "  \"nested\": [\n"
                                   "    {\n"
                                   "      \"a\": [1.0, 2]\n"
                                   "    },\n"
                                   "    []\n"
                                   "  ],\n"
                                   "  \"text\": \"\\\"\\\\\\n\\u0001 é 😀\"\n"
                                   "}\n";
    oro_json *root = parse(document);
    expect_print(root, document);
    oro_json *copy = oro_json_copy(root);
    assert_true(oro_json_equal(root, copy));
    expect_print(copy, document);
    oro_text compact = {0};
    assert_int_equal(oro_json_print_compact(root, &compact), ORO_OK);
    oro_json *again = parse(compact.data);
    assert_true(oro_json_equal(root, again));
    oro_text_free(&compact);
    oro_json_free(again);
    oro_json_free(copy);
    oro_json_free(root);
}

static void long_arrays_are_broken_at_100_columns(void **state) {
    (void)state;
    // "[" + 33 * "1, " less ", " + "]" with a comma is the most that fits.
    oro_json *array = oro_json_new_array();
    oro_text text = {0};
    for (int i = 0; i < 33; i++) assert_int_equal(oro_json_append(array, oro_json_new_number(1)), ORO_OK);
    oro_json_print(array, &text);
    assert_int_equal(text.length, 33 * 3 + 1);
    assert_ptr_equal(strchr(text.data, '\n'), text.data + text.length - 1);
    text.length = 0;
    oro_json_append(array, oro_json_new_number(1));
    oro_json_print(array, &text);
    assert_memory_equal(text.data, "[\n  1,\n  1,\n", 12);
    oro_text_free(&text);
    oro_json_free(array);
}

static void places_count_lines_and_characters(void **state) {
    (void)state;
    oro_json *root = parse("{\n  \"é\": 1, \"b\":\r\n\t[ true,\n {\"c\": \"\"}]}");
    oro_json *e = oro_json_get(root, "é"), *b = oro_json_get(root, "b"), *c = oro_json_get(oro_json_at(b, 1), "c");
    char where[64];
    assert_int_equal(root->line * 100 + root->column, 101);
    assert_int_equal(e->line * 100 + e->column, 208);
    assert_int_equal(b->line * 100 + b->column, 302);
    assert_int_equal(c->line * 100 + c->column, 408);
    assert_string_equal(oro_json_where(c, "f.json", where, sizeof where), "f.json:4:8");
    assert_string_equal(oro_json_path(c, "f.json", where, sizeof where), "f.json/b/1/c");
    assert_string_equal(oro_json_path(c, "f.json", where, 9), "f.json/b");
    oro_json_free(root);
}

typedef struct refusal {
    const char *text, *where, *sentence;
} refusal;

static const refusal refusals[] = {
    {"", "t:1:1", "expected a value, found the end of the text"},
    {"{\"a\": 1 x}", "t:1:9", "expected ',' or '}' after a value, found 'x'"},
    {"[1 2]", "t:1:4", "expected ',' or ']' after a value, found '2'"},
    {"[1,]", "t:1:4", "expected a value after ',', found ']'"},
    {"{\"a\":1,}", "t:1:8", "expected a key in quotes after ',', found '}'"},
    {"{a:1}", "t:1:2", "expected a key in quotes or '}', found 'a'"},
    {"{\"a\" 1}", "t:1:6", "expected ':' after a key, found '1'"},
    {"[1,\n // no\n 2]", "t:2:2", "expected a value; comments are not allowed"},
    {"[NaN]", "t:1:2", "NaN is not allowed; numbers must be finite"},
    {"[-Infinity]", "t:1:3", "expected a digit, found 'I'"},
    {"Infinity", "t:1:1", "Infinity is not allowed; numbers must be finite"},
    {"tru", "t:1:1", "expected a value, found 'tru'"},
    {"['a']", "t:1:2", "expected a value; strings are quoted with '\"'"},
    {"01", "t:1:1", "a number must not start with a needless 0"},
    {"1.", "t:1:3", "expected a digit, found the end of the text"},
    {"1e", "t:1:3", "expected a digit, found the end of the text"},
    {"+1", "t:1:1", "expected a value, found '+'"},
    {".5", "t:1:1", "expected a value, found '.'"},
    {"1e999", "t:1:1", "the number 1e999 is beyond the range of a double (1.8e308)"},
    {"\"abc", "t:1:1", "this string is not closed with '\"' on its line"},
    {"\"a\nb\"", "t:1:1", "this string is not closed with '\"' on its line"},
    {"\"a\tb\"", "t:1:3", "the control character 0x09 must be written as \\u0009 in a string"},
    {"\"\\x\"", "t:1:3", "expected one of \" \\ / b f n r t u after a backslash, found 'x'"},
    {"\"\\u12g4\"", "t:1:6", "expected four hexadecimal digits after \\u, found 'g'"},
    {"\"\\u0000\"", "t:1:2", "\\u0000 is not allowed in a string"},
    {"\"é\\ud800\"", "t:1:3", "a surrogate \\uD800 must come as a pair, high then low"},
    {"\"\\udc00\"", "t:1:2", "a surrogate \\uDC00 must come as a pair, high then low"},
    {"\"\\ud800\\u0041\"", "t:1:2", "a surrogate \\uD800 must come as a pair, high then low"},
    {"\"a\xC0\x80\"", "t:1:3", "the byte 0xC0 is not part of a UTF-8 character; save the text as UTF-8"},
    {"\"\xED\xA0\x80\"", "t:1:2", "the byte 0xED is not part of a UTF-8 character; save the text as UTF-8"},
    {"\"\xF4\x90\x80\x80\"", "t:1:2", "the byte 0xF4 is not part of a UTF-8 character; save the text as UTF-8"},
    {"\"\xE2\x82\"", "t:1:2", "the byte 0xE2 is not part of a UTF-8 character; save the text as UTF-8"},
    {"{} {}", "t:1:4", "expected nothing after the document, found '{'"},
    {"{\"a\":1,\n\"a\":2}", "t:2:1", "the key \"a\" is given twice; its other value is at line 1, column 6"},
};

static void refusals_name_the_mistake_and_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        oro_json *root = (oro_json *)1;
        const refusal *r = &refusals[i];
        assert_int_equal(oro_json_parse(ctx, "t", r->text, strlen(r->text), &root), ORO_BAD_INPUT);
        assert_null(root);
        assert_string_equal(oro_last_error(ctx)->sentence, r->sentence);
        assert_string_equal(oro_last_error(ctx)->where, r->where);
    }
}

static void every_beginning_of_a_document_is_refused(void **state) {
    (void)state;
    static const char document[] = "{\"a\": [1.5e-3, \"x\\u00e9\\ud83d\\ude00\", {\"b\": null}], \"c\": false}";
    size_t length = sizeof document - 1;
    for (size_t cut = 0; cut < length; cut++) {
        char *part = malloc(cut + 1); // its own block, so that a sanitizer sees reads past the end
        oro_json *root;
        memcpy(part, document, cut);
        assert_int_equal(oro_json_parse(ctx, "t", part, cut, &root), ORO_BAD_INPUT);
        free(part);
    }
    oro_json *root = parse(document);
    assert_string_equal(oro_json_at(oro_json_get(root, "a"), 1)->text, "xé😀");
    oro_json_free(root);
}

static void nested(int depth, char *text) {
    for (int i = 0; i < depth; i++) {
        text[i] = '[';
        text[2 * depth - 1 - i] = ']';
    }
    text[2 * depth] = 0;
}

static void limits_are_kept(void **state) {
    (void)state;
    char text[2 * ORO_JSON_MAX_DEPTH + 8];
    oro_json *root;
    nested(ORO_JSON_MAX_DEPTH, text);
    oro_json_free(parse(text));
    nested(ORO_JSON_MAX_DEPTH + 1, text);
    assert_int_equal(oro_json_parse(ctx, "t", text, strlen(text), &root), ORO_BAD_INPUT);
    assert_string_equal(oro_last_error(ctx)->where, "t:1:65");
    // Never read: the length alone is refused.
    assert_int_equal(oro_json_parse(ctx, "t", text, ORO_JSON_MAX_BYTES + 1, &root), ORO_BAD_INPUT);
    size_t count = ORO_JSON_MAX_VALUES + 1;
    char *many = malloc(2 * count);
    for (size_t i = 0; i < count; i++) memcpy(many + 2 * i, i ? ",0" : "[0", 2);
    assert_int_equal(oro_json_parse(ctx, "t", many, 2 * count, &root), ORO_BAD_INPUT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "more than 4194304 values"));
    free(many);
}

static void many_keys_are_read_fast_and_checked(void **state) {
    (void)state;
    enum { KEYS = 200000 };
    oro_text text = {0};
    oro_json *root;
    for (int i = 0; i < KEYS; i++) oro_text_printf(&text, "%s\"k%d\":%d", i ? "," : "{", i, i);
    oro_text_puts(&text, "}");
    assert_int_equal(oro_json_parse(ctx, "t", text.data, text.length, &root), ORO_OK);
    assert_int_equal(root->count, KEYS);
    oro_json_free(root);
    text.length--;
    oro_text_puts(&text, ",\n\"k777\":0}");
    assert_int_equal(oro_json_parse(ctx, "t", text.data, text.length, &root), ORO_BAD_INPUT);
    assert_string_equal(oro_last_error(ctx)->where, "t:2:1");
    oro_text_free(&text);
}

static void numbers_are_written_short_and_read_back(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {{0, "0"},
                 {-0.0, "-0"},
                 {0.1, "0.1"},
                 {1e21, "1e+21"},
                 {100000, "100000"},
                 {-2.5, "-2.5"},
                 {1e-7, "1e-07"},
                 {1.0 / 3, "0.3333333333333333"},
                 {DBL_MAX, "1.7976931348623157e+308"}};
    char buffer[32];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(oro_double_text(known[i].value, buffer), known[i].text);
    assert_string_equal(oro_float_text(0.1f, buffer), "0.1");
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        double value;
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        memcpy(&value, &bits, 8);
        if (!isfinite(value)) continue;
        oro_json *node = oro_json_new_number(value);
        assert_true(node->number == value && strtod(node->text, NULL) == value);
        oro_json *again = parse(node->text);
        assert_true(again->number == value);
        oro_json_free(again);
        oro_json_free(node);
    }
    assert_null(oro_json_new_number_text("1."));
    assert_null(oro_json_new_number_text("1 "));
    assert_null(oro_json_new_number_text(""));
    assert_null(oro_json_new_number_text("1e999"));
    assert_null(oro_json_new_string("\xFF"));
}

static void changes_keep_the_rest(void **state) {
    (void)state;
    oro_json *root = parse("{\"a\": 1.0, \"b\": [1, 2.50, 3], \"c\": true}");
    oro_json *b = oro_json_get(root, "b");
    assert_int_equal(oro_json_set(root, "a", oro_json_new_float(0.3f)), ORO_OK);
    assert_int_equal(oro_json_set(root, "d", oro_json_new_string("new")), ORO_OK);
    assert_int_equal(oro_json_insert(b, 0, oro_json_new_null()), ORO_OK);
    assert_int_equal(oro_json_replace(b, 1, oro_json_new_bool(false)), ORO_OK);
    oro_json_remove_at(b, 3);
    assert_true(oro_json_remove(root, "c"));
    assert_false(oro_json_remove(root, "c"));
    assert_int_equal(oro_json_set(root, "e", NULL), ORO_NO_MEMORY);
    expect_print(root, "{\n  \"a\": 0.3,\n  \"b\": [null, false, 2.50],\n  \"d\": \"new\"\n}\n");
    assert_ptr_equal(oro_json_get(root, "a")->parent, root);
    assert_null(oro_json_get(oro_json_get(root, "x"), "y"));
    assert_null(oro_json_at(b, 3));
    oro_json_free(root);
}

static void equality_is_about_values(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"[1.0]", "[1]"}, {"{\"a\":1}", "{\"a\":1e0}"}};
    static const char *const others[][2] = {{"[1]", "[2]"},
                                            {"[1]", "[1,1]"},
                                            {"{\"a\":1}", "{\"b\":1}"},
                                            {"\"a\"", "\"b\""},
                                            {"true", "false"},
                                            {"null", "0"},
                                            {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs + sizeof others / sizeof *others; i++) {
        bool same = i < sizeof pairs / sizeof *pairs;
        const char *const *pair = same ? pairs[i] : others[i - sizeof pairs / sizeof *pairs];
        oro_json *a = parse(pair[0]), *b = parse(pair[1]);
        assert_int_equal(oro_json_equal(a, b), same);
        oro_json_free(a);
        oro_json_free(b);
    }
}

static void a_byte_order_mark_is_skipped(void **state) {
    (void)state;
    oro_json *root = parse("\xEF\xBB\xBF[7]");
    assert_int_equal(root->column, 1);
    oro_json_free(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printing_gives_back_what_was_read),
        cmocka_unit_test(long_arrays_are_broken_at_100_columns),
        cmocka_unit_test(places_count_lines_and_characters),
        cmocka_unit_test(refusals_name_the_mistake_and_its_place),
        cmocka_unit_test(every_beginning_of_a_document_is_refused),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(many_keys_are_read_fast_and_checked),
        cmocka_unit_test(numbers_are_written_short_and_read_back),
        cmocka_unit_test(changes_keep_the_rest),
        cmocka_unit_test(equality_is_about_values),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
    };
    return cmocka_run_group_tests_name("json", tests, open_context, close_context);
}
