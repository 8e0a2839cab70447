// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is read, saved and printed from argument tables, on operators with lists in lists, numbers that may stay unsaid and
// presets (other_registry.c).

#include "io/json.h"
#include "op/args.h"
#include "op/emit.h"
#include "orogen/scene.h"
#include "scene/cache.h"

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
         "x must be"},
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

// --- ending early -----------------------------------------------------------------------------------------------------

/// Says no at its n-th call; then yes again, as a person who pressed Ctrl-C once.
typedef struct impatience {
    int calls, no_at, no_again_at;
} impatience;

static bool watch(void *user, double fraction, const char *what) {
    impatience *p = user;
    (void)fraction;
    if (p->calls == 0 && what && strcmp(what, "melt") != 0) return true; // the node before it cannot end early
    p->calls++;
    return p->calls != p->no_at && p->calls != p->no_again_at;
}

static const char melting[] =
    "{\"orogen\": 1, \"world\": {\"resolution\": 150}, \"nodes\": [{\"id\": \"ground\", \"op\": \"ground\"}, {\"id\": "
    "\"melt\", \"op\": \"melt\", \"args\": {\"duration\": 5000, \"pace\": 40}}, {\"id\": \"trails\", \"op\": "
    "\"trails\"}, "
    "{\"id\": \"side\", \"op\": \"trails\", \"args\": {\"height\": \"melt\", \"lift\": 3}}], \"outputs\": [{\"file\": "
    "\"a.r32\", \"from\": \"trails\"}, {\"file\": \"b.r32\", \"from\": \"side\"}]}";

/// The document as printed gives, read into a context that knows nothing of it, the maps the scene holds.
static void expect_the_printed_document_gives_the_same(oro_context *ctx, oro_scene *scene) {
    char *text = oro_scene_print(scene);
    oro_context *fresh = make();
    oro_scene *again = parse(fresh, text);
    assert_non_null(again);
    assert_int_equal(oro_scene_run(again, NULL), ORO_OK);
    static const char *const nodes[] = {"trails", "side"};
    for (int i = 0; i < 2; i++)
        assert_true(oro_hash_equal(oro_grid_hash(oro_scene_grid(scene, nodes[i])),
                                   oro_grid_hash(oro_scene_grid(again, nodes[i]))));
    oro_scene_text_free(ctx, text);
    end(fresh, again);
}

/// A node that ends early leaves a document that gives the same bits, and every output is of that document.
static void an_early_end_is_in_the_document(void **state) {
    (void)state;
    oro_context *ctx = make();
    oro_scene *scene = parse(ctx, melting);
    impatience p = {.no_at = 2};
    assert_non_null(scene);
    oro_status status = oro_scene_run(scene, &(oro_run_desc){.keep_partial = true, .progress = watch, .user = &p});
    assert_int_equal(status, ORO_PARTIAL);
    assert_string_equal(oro_last_error(ctx)->where, "s/nodes/1/args/duration");
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "melt ended early: its duration reached "));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, " of 5000 yr"));
    char reached[40];
    oro_scene_get(scene, "melt.duration", reached, sizeof reached);
    assert_true(atof(reached) >= 1.0 && atof(reached) < 5000.0);
    expect_the_printed_document_gives_the_same(ctx, scene);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_OK); // the cache holds all of it under the keys of the document
    for (int i = 0; i < oro_scene_node_count(scene); i++) assert_true(oro_scene_report(scene, i).cached);
    end(ctx, scene);
}

/// What the cache knows of the whole run must not stand beside what ended early; nor does a cache without room matter.
static void an_early_end_reaches_what_was_cached(void **state) {
    (void)state;
    for (int small = 0; small < 2; small++) {
        oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .cache_bytes = small ? 1 : 0}, NULL);
        oro_scene *scene = parse(ctx, melting);
        assert_int_equal(oro_scene_set(scene, "melt.duration", "300"), ORO_OK);
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "side"}), ORO_OK); // trails is missing yet
        assert_int_equal(oro_scene_set(scene, "ground.height", "50"), ORO_OK);
        assert_int_equal(oro_scene_set(scene, "melt.duration", "6000"), ORO_OK);
        impatience p = {.no_at = 3};
        oro_status status = oro_scene_run(scene, &(oro_run_desc){.keep_partial = true, .progress = watch, .user = &p});
        assert_int_equal(status, ORO_PARTIAL);
        expect_the_printed_document_gives_the_same(ctx, scene);
        end(ctx, scene);
    }
}

/// Without keep_partial, and before there is anything worth keeping, cancelling is cancelling.
static void cancelling_without_keeping_cancels(void **state) {
    (void)state;
    oro_context *ctx = make();
    oro_scene *scene = parse(ctx, melting);
    impatience p = {.no_at = 2};
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.progress = watch, .user = &p}), ORO_CANCELLED);
    char kept[40];
    oro_scene_get(scene, "melt.duration", kept, sizeof kept);
    assert_string_equal(kept, "5000");
    // The first year is the shortest there is: a wish that comes in it is no early end.
    assert_int_equal(oro_scene_set(scene, "melt.pace", "100000"), ORO_OK);
    p = (impatience){.no_at = 1};
    oro_run_desc keep = {.detail = 40, .keep_partial = true, .progress = watch, .user = &p};
    assert_int_equal(oro_scene_run(scene, &keep), ORO_CANCELLED);
    oro_scene_get(scene, "melt.duration", kept, sizeof kept);
    assert_string_equal(kept, "5000");
    end(ctx, scene);
}

// --- pyramids ---------------------------------------------------------------------------------------------------------

#define LEVELS(more)                                                                                                   \
    "{\n  \"orogen\": 1,\n  \"world\": {\"resolution\": 65},\n  \"nodes\": [\n    {\"id\": \"ground\", \"op\": "       \
    "\"ground\"},\n    {\"id\": \"levels\", \"op\": \"levels\"},\n    {\"id\": \"top\", \"op\": \"top\"" more          \
    "}\n  ]\n}\n"

static void pyramids_go_from_node_to_node(void **state) {
    (void)state;
    static const char text[] = LEVELS(", \"args\": {\"stack\": \"levels\"}");
    oro_context *ctx = make();
    oro_scene *scene = parse(ctx, text);
    assert_non_null(scene);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_OK);
    const oro_grid *map = oro_scene_grid(scene, "top");
    assert_true(map && map->width == 65);
    const oro_pyramid *p = oro_scene_pyramid(scene, "levels.stack");
    assert_non_null(p);
    assert_int_equal(p->count, 4);
    assert_int_equal(p->levels[0].width, 9);
    assert_int_equal(p->levels[3].width, 65);
    double count;
    assert_int_equal(oro_scene_value(scene, "levels.count", &count), ORO_OK);
    assert_true(count == 4.0);
    assert_null(oro_scene_grid(scene, "levels.stack"));
    assert_null(oro_scene_pyramid(scene, "top"));
    // What depends on the levels runs again only where they change.
    assert_int_equal(oro_scene_set(scene, "top.lift", "1"), ORO_OK);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_OK);
    assert_true(oro_scene_report(scene, 1).cached && !oro_scene_report(scene, 2).cached);
    assert_int_equal(oro_scene_set(scene, "levels.most", "2"), ORO_OK);
    oro_hash before = oro_scene_report(scene, 2).hash;
    assert_int_equal(oro_scene_run(scene, NULL), ORO_OK);
    assert_false(oro_hash_equal(before, oro_scene_report(scene, 2).hash));
    char *saved = oro_scene_print(scene);
    assert_non_null(strstr(saved, "{\"stack\": \"levels\", \"lift\": 1}"));
    oro_scene_text_free(ctx, saved);
    end(ctx, scene);
}

/// The cache counts every level (rows are padded to 16 floats), and drops them when it has no room.
static void levels_count_as_bytes(void **state) {
    (void)state;
    oro_context *ctx = make();
    static const char text[] = LEVELS(", \"enabled\": false");
    oro_scene *scene = parse(ctx, text);
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "ground"}), ORO_OK);
    size_t before = oro_cache_bytes(ctx);
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "levels"}), ORO_OK);
    size_t levels = (65 * 80 + 33 * 48 + 17 * 32 + 9 * 16) * sizeof(float);
    size_t added = oro_cache_bytes(ctx) - before;
    assert_true(added > levels && added < levels + 4096);
    end(ctx, scene);
    ctx = oro_create(&(oro_context_desc){.threads = 1, .cache_bytes = 1}, NULL);
    scene = parse(ctx, text);
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "levels"}), ORO_OK);
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "ground"}), ORO_OK);
    assert_true(oro_cache_bytes(ctx) < levels);
    end(ctx, scene);
}

static void pyramids_and_maps_are_not_mixed(void **state) {
    (void)state;
    oro_context *ctx = make();
    assert_null(parse(ctx, LEVELS(", \"args\": {\"stack\": \"ground\"}")));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "ground (ground) makes no pyramid"));
    assert_string_equal(oro_last_error(ctx)->where, "s/nodes/2/args/stack");
    oro_scene *scene = parse(ctx, LEVELS(""));
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "needs a pyramid as its stack"));
    assert_int_equal(oro_scene_wire(scene, "levels.height", "levels.stack"), ORO_BAD_ARGUMENT);
    end(ctx, scene);
}

typedef struct failing {
    int calls, fail_at;
} failing;

static void *failing_alloc(void *user, size_t bytes) {
    failing *f = user;
    return ++f->calls == f->fail_at ? NULL : aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void failing_free(void *user, void *memory, size_t bytes) {
    (void)user, (void)bytes;
    free(memory);
}

/// Memory may end anywhere: then nothing is left behind. Memory that is there again is enough.
static void pyramids_without_memory_leave_nothing(void **state) {
    (void)state;
    oro_status status = ORO_NO_MEMORY;
    for (int n = 1; n < 500 && status != ORO_OK; n++) {
        failing f = {0, n};
        oro_context *ctx = oro_create(
            &(oro_context_desc){.threads = 1, .cache_bytes = 1, .memory = {failing_alloc, failing_free, &f}}, NULL);
        oro_scene *scene = parse(ctx, LEVELS(", \"args\": {\"stack\": \"levels\"}"));
        status = scene ? oro_scene_run(scene, NULL) : oro_last_error(ctx)->status;
        if (status != ORO_OK) assert_int_equal(status, ORO_NO_MEMORY);
        end(ctx, scene); // the sanitizers see what is left
    }
    assert_int_equal(status, ORO_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_show_lists_and_presets),
        cmocka_unit_test(the_header_compiles),
        cmocka_unit_test(schema_and_catalogue_reach_into_lists),
        cmocka_unit_test(lists_in_lists_are_read_and_saved),
        cmocka_unit_test(faults_in_lists_have_their_place),
        cmocka_unit_test(presets_start_and_values_override),
        cmocka_unit_test(new_nodes_save_their_preset),
        cmocka_unit_test(an_early_end_is_in_the_document),
        cmocka_unit_test(an_early_end_reaches_what_was_cached),
        cmocka_unit_test(cancelling_without_keeping_cancels),
        cmocka_unit_test(pyramids_go_from_node_to_node),
        cmocka_unit_test(levels_count_as_bytes),
        cmocka_unit_test(pyramids_and_maps_are_not_mixed),
        cmocka_unit_test(pyramids_without_memory_leave_nothing),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
