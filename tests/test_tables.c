// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is read, saved and printed from argument tables, on operators with lists in lists, numbers that may stay unsaid and
// presets (other_registry.c).

#include "io/json.h"
#include "op/args.h"
#include "op/emit.h"
#include "orogen/scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static oro_context *make(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static void end(oro_context *ctx, oro_scene *scene) {
    oro_scene_destroy(scene);
    oro_destroy(ctx);
}

/// Everything a printer writes; the caller frees it.
static char *printed(void (*print)(FILE *out)) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    print(file);
    fclose(file);
    return text;
}

static void page(FILE *out) { oro_emit_markdown(out, oro_operator_at(NULL, 0), NULL); }
static void help(FILE *out) { oro_emit_help(out, oro_operator_at(NULL, 0), false); }
static void check(FILE *out) { assert_int_equal(oro_emit_check(out), 0); }

static int occurrences(const char *text, const char *what) {
    int count = 0;
    for (; (text = strstr(text, what)); text += strlen(what)) count++;
    return count;
}

static void expect_text(void (*print)(FILE *out), const char *const *wanted) {
    char *text = printed(print);
    for (; *wanted; wanted++)
        if (!strstr(text, *wanted)) fail_msg("\"%s\" is not in:\n%s", *wanted, text);
    free(text);
}

static void pages_show_lists_and_presets(void **state) {
    (void)state;
    expect_text(page, (const char *const[]){"## Items of `ways`", "## Items of `marks`", "## Items of `stones`",
                                            "may be left out, -1000 to 10000 m", "## Presets", "| `sunken` |", NULL});
    expect_text(help, (const char *const[]){"--ways ITEMS", "        marks: Where it goes.",
                                            "          height: Height of the mark", "may be left out", "--preset NAME",
                                            "high ", NULL});
    free(printed(check));
}

/// The header has one struct for the items that two lists share, and a compiler takes it.
static void the_header_compiles(void **state) {
    (void)state;
    char *text = printed(oro_emit_header), path[] = "/tmp/orogen-header-XXXXXX", command[4096];
    assert_int_equal(occurrences(text, "} oro_trail_mark_args;"), 1);
    assert_int_equal(occurrences(text, "} oro_trail_args;"), 1);
    assert_true(strstr(text, "} oro_trail_mark_args;") < strstr(text, "} oro_trail_args;"));
    assert_true(strstr(text, "} oro_trail_args;") < strstr(text, "} oro_trails_args;"));
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    close(descriptor);
    snprintf(command, sizeof command, "cc -std=c17 -Wall -Wextra -Werror -fsyntax-only -I %s/include/orogen -x c %s",
             SOURCE_DIR, path);
    assert_int_equal(system(command), 0);
    unlink(path);
    free(text);
}

static const oro_json *at_path(const oro_json *value, const char *const *keys) {
    for (; value && *keys; keys++) value = oro_json_get(value, *keys);
    return value;
}

static void schema_and_catalogue_reach_into_lists(void **state) {
    (void)state;
    oro_context *ctx = make();
    oro_json *root;
    char *text = printed(oro_emit_schema);
    assert_int_equal(oro_json_parse(ctx, "schema", text, strlen(text), &root), ORO_OK);
    const oro_json *height =
        at_path(root, (const char *const[]){"$defs", "args.trails", "properties", "ways", "items", "properties",
                                            "marks", "items", "properties", "height", NULL});
    assert_non_null(height);
    assert_string_equal(oro_json_get(height, "type")->text, "number");
    assert_null(oro_json_get(height, "default"));
    assert_non_null(strstr(text, "\"preset\": {\"enum\": [\"high\", \"sunken\"]"));
    oro_json_free(root);
    free(text);
    text = printed(oro_emit_catalogue);
    assert_int_equal(oro_json_parse(ctx, "catalogue", text, strlen(text), &root), ORO_OK);
    const oro_json *op = oro_json_at(oro_json_get(root, "operators"), 0);
    const oro_json *ways = oro_json_at(oro_json_get(op, "args"), 2);
    const oro_json *marks = oro_json_at(at_path(ways, (const char *const[]){"item", "args", NULL}), 2);
    const oro_json *unsaid = oro_json_at(at_path(marks, (const char *const[]){"item", "args", NULL}), 2);
    assert_true(oro_json_get(unsaid, "optional")->truth);
    assert_null(oro_json_get(unsaid, "default"));
    assert_string_equal(oro_json_get(oro_json_at(oro_json_get(op, "presets"), 1), "name")->text, "sunken");
    oro_json_free(root);
    free(text);
    end(ctx, NULL);
}

// --- scenes -----------------------------------------------------------------------------------------------------------

#define SCENE(args) "{\n  \"orogen\": 1,\n  \"nodes\": [\n    {\"id\": \"a\", \"op\": \"trails\"" args "}\n  ]\n}\n"

static oro_scene *parse(oro_context *ctx, const char *text) {
    return oro_scene_parse(ctx, "s", NULL, text, strlen(text));
}

static void lists_in_lists_are_read_and_saved(void **state) {
    (void)state;
    static const char text[] =
        SCENE(", \"args\": {\"ways\": [{\"marks\": [{\"x\": 1e1, \"height\": 2.50}, {}]}, {\"name\": \"b\"}]}");
    oro_context *ctx = make();
    oro_scene *scene = parse(ctx, text);
    assert_non_null(scene);
    char got[256];
    oro_scene_get(scene, "a.ways", got, sizeof got);
    assert_string_equal(got, "name=path height=10 marks=[x=10 y=0 height=2.5; x=0 y=0] stones=[]; name=b height=10 "
                             "marks=[] stones=[]");
    char *saved = oro_scene_print(scene);
    assert_string_equal(saved, text);
    oro_scene_text_free(ctx, saved);
    // A number that is no longer said goes, and its neighbours stay as they were written.
    assert_int_equal(oro_scene_set(scene, "a.ways", "marks=[x=10; height=3]; name=b"), ORO_OK);
    saved = oro_scene_print(scene);
    assert_string_equal(
        saved, SCENE(", \"args\": {\"ways\": [{\"marks\": [{\"x\": 1e1}, {\"height\": 3}]}, {\"name\": \"b\"}]}"));
    oro_scene_text_free(ctx, saved);
    oro_scene *again = parse(ctx, SCENE(", \"args\": {\"ways\": [{\"marks\": [{\"x\": 10}, {\"height\": 3}]}, "
                                        "{\"name\": \"b\"}]}"));
    char other[256];
    oro_scene_get(scene, "a.ways", got, sizeof got);
    oro_scene_get(again, "a.ways", other, sizeof other);
    assert_string_equal(got, other);
    oro_scene_destroy(again);
    end(ctx, scene);
}

static void faults_in_lists_have_their_place(void **state) {
    (void)state;
    static const char *const bad[][3] = {
        {SCENE(", \"args\": {\"ways\": [{}, {\"marks\": [{}, {}, {\"x\": -1}]}]}"), "s/nodes/0/args/ways/1/marks/2/x",
         "x cannot be \"-1\""},
        {SCENE(", \"args\": {\"ways\": [{\"marks\": [{\"hight\": 1}]}]}"), "s/nodes/0/args/ways/0/marks/0/hight",
         "did you mean \"height\""},
        {SCENE(", \"args\": {\"ways\": [{\"marks\": [{\"height\": null}]}]}"), "s/nodes/0/args/ways/0/marks/0/height",
         "not null"},
        {SCENE(", \"args\": {\"ways\": [{\"marks\": {}}]}"), "s/nodes/0/args/ways/0/marks", "a list of objects"},
        {SCENE(", \"preset\": \"hihg\""), "s/nodes/0/preset", "did you mean \"high\""},
        {SCENE(", \"preset\": 3"), "s/nodes/0/preset", "must be a text"},
    };
    oro_context *ctx = make();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(parse(ctx, bad[i][0]));
        assert_string_equal(oro_last_error(ctx)->where, bad[i][1]);
        if (!strstr(oro_last_error(ctx)->sentence, bad[i][2])) fail_msg("%s", oro_last_error(ctx)->sentence);
        assert_int_equal(oro_last_error(ctx)->status, ORO_BAD_INPUT);
    }
    end(ctx, NULL);
}

static void presets_start_and_values_override(void **state) {
    (void)state;
    static const char text[] = SCENE(", \"preset\": \"sunken\", \"args\": {\"lift\": 7}");
    oro_context *ctx = make();
    oro_scene *scene = parse(ctx, text);
    char got[256];
    assert_non_null(scene);
    assert_string_equal(oro_scene_node_preset(scene, 0), "sunken");
    oro_scene_get(scene, "a.lift", got, sizeof got);
    assert_string_equal(got, "7");
    oro_scene_get(scene, "a.mode", got, sizeof got);
    assert_string_equal(got, "lower");
    char *saved = oro_scene_print(scene);
    assert_string_equal(saved, text);
    oro_scene_text_free(ctx, saved);
    // Another preset: what was said by hand stays, the rest follows.
    assert_int_equal(oro_scene_set(scene, "a.preset", "high"), ORO_OK);
    oro_scene_get(scene, "a.mode", got, sizeof got);
    assert_string_equal(got, "raise");
    oro_scene_get(scene, "a.lift", got, sizeof got);
    assert_string_equal(got, "7");
    oro_scene_get(scene, "a.preset", got, sizeof got);
    assert_string_equal(got, "high");
    // A value that goes back to the preset's need not be written, and none takes the preset away.
    assert_int_equal(oro_scene_set(scene, "a.lift", "50"), ORO_OK);
    assert_int_equal(oro_scene_set_preset(scene, "a", NULL), ORO_OK);
    oro_scene_get(scene, "a.lift", got, sizeof got);
    assert_string_equal(got, "1");
    saved = oro_scene_print(scene);
    assert_string_equal(saved, SCENE(", \"args\": {\"lift\": 1}"));
    oro_scene_text_free(ctx, saved);
    assert_int_equal(oro_scene_set(scene, "a.preset", "hihg"), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "a.preset");
    assert_null(oro_scene_node_preset(scene, 0));
    end(ctx, scene);
}

/// A fresh node with a preset is written as its preset, and reads back as the same values.
static void new_nodes_save_their_preset(void **state) {
    (void)state;
    oro_context *ctx = make();
    oro_scene *scene = oro_scene_create(ctx, NULL);
    assert_non_null(oro_scene_add(scene, "a", "trails"));
    assert_int_equal(oro_scene_set_preset(scene, "a", "sunken"), ORO_OK);
    assert_int_equal(oro_scene_set(scene, "a.lift", "3"), ORO_OK);
    char *saved = oro_scene_print(scene);
    assert_non_null(strstr(saved, "\"preset\": \"sunken\""));
    assert_null(strstr(saved, "ways"));
    oro_scene *again = parse(ctx, saved);
    const oro_record *record = &oro_scene_node_op(scene, 0)->record;
    for (int32_t i = 0; i < record->arg_count; i++)
        assert_true(oro_args_equal(&record->args[i], oro_scene_args(scene, "a"), oro_scene_args(again, "a")));
    oro_scene_text_free(ctx, saved);
    oro_scene_destroy(again);
    end(ctx, scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_show_lists_and_presets),          cmocka_unit_test(the_header_compiles),
        cmocka_unit_test(schema_and_catalogue_reach_into_lists), cmocka_unit_test(lists_in_lists_are_read_and_saved),
        cmocka_unit_test(faults_in_lists_have_their_place),      cmocka_unit_test(presets_start_and_values_override),
        cmocka_unit_test(new_nodes_save_their_preset),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
