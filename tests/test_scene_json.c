// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of scene files: reading is the same as building by calls, saving changes nothing but what changed, and whatever is
// wrong is refused at its place. tests/rejected holds one file for every way to be wrong; expected.txt beside them has the
// place and the sentence of each.

#include "core/context.h"
#include "io/args_json.h"
#include "io/json_layout.h"
#include "op/op.h"
#include "orogen/io.h"
#include "orogen/scene.h"
#include "scene/document.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static oro_context *make_context(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .files = oro_file_reader_default()}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static char *read_text(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    char *text = calloc(1, 1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static oro_scene *parse(oro_context *ctx, const char *text) {
    return oro_scene_parse(ctx, "scene", NULL, text, strlen(text));
}

static oro_scene *parse_good(oro_context *ctx, const char *text) {
    oro_scene *scene = parse(ctx, text);
    if (!scene) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    return scene;
}

static void set(oro_scene *scene, const char *path, const char *text) {
    if (oro_scene_set(scene, path, text) != ORO_OK) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
}

static void expect_text(oro_scene *scene, const char *text) {
    char *printed = oro_scene_print(scene);
    assert_non_null(printed);
    assert_string_equal(printed, text);
    oro_scene_text_free(scene->ctx, printed);
}

static void end(oro_context *ctx, oro_scene *scene) {
    oro_scene_destroy(scene);
    oro_cache_trim(ctx, 0);
    oro_destroy(ctx);
}

/// Do two scenes say the same? Every value, every wire, and so every key.
static void expect_same(oro_scene *a, oro_scene *b) {
    assert_memory_equal(&a->world, &b->world, sizeof a->world);
    assert_int_equal(a->node_count, b->node_count);
    for (int i = 0; i < a->node_count; i++) {
        const oro_node *x = a->nodes[i], *y = b->nodes[i];
        assert_string_equal(x->id, y->id);
        assert_ptr_equal(x->op, y->op);
        assert_int_equal(x->enabled, y->enabled);
        for (int32_t k = 0; k < x->op->record.arg_count; k++) {
            assert_true(oro_args_equal(&x->op->record.args[k], x->args, y->args));
            assert_int_equal(x->wires[k].node ? x->wires[k].node->index : -1,
                             y->wires[k].node ? y->wires[k].node->index : -1);
            assert_int_equal(x->wires[k].output, y->wires[k].output);
        }
    }
    assert_int_equal(a->output_count, b->output_count);
    for (int i = 0; i < a->output_count; i++) {
        const oro_output *x = &a->outputs[i].output, *y = &b->outputs[i].output;
        assert_string_equal(x->from ? x->from : "", y->from ? y->from : "");
        assert_string_equal(x->file, y->file);
        assert_string_equal(x->style ? x->style : "", y->style ? y->style : "");
        assert_int_equal(x->has_range, y->has_range);
        assert_int_equal(x->auto_range, y->auto_range);
        assert_int_equal(x->clip, y->clip);
        assert_true(x->low == y->low && x->high == y->high);
    }
}

// --- the corpus -------------------------------------------------------------------------------------------------------

static bool is_scene_file(const char *name) {
    size_t length = strlen(name);
    return length > 9 && strcmp(name + length - 9, ".oro.json") == 0;
}

static void every_rejected_file_says_why_and_where(void **state) {
    (void)state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(SOURCE_DIR "/tests/rejected"), 0);
    oro_context *ctx = make_context();
    FILE *expected = fopen("expected.txt", "r");
    assert_non_null(expected);
    char place[512], sentence[1024];
    int checked = 0, files = 0, wrong = 0;
    while (fgets(place, sizeof place, expected) && fgets(sentence, sizeof sentence, expected)) {
        char file[256];
        const char *name_end = strstr(place, ".oro.json");
        assert_non_null(name_end);
        snprintf(file, sizeof file, "%.*s.oro.json", (int)(name_end - place), place);
        place[strcspn(place, "\n")] = sentence[strcspn(sentence, "\n")] = 0;
        oro_scene *scene = oro_scene_load(ctx, file);
        const oro_error *error = oro_last_error(ctx);
        if (scene || error->status != ORO_BAD_INPUT || strcmp(error->where, place) != 0 ||
            strcmp(error->sentence, sentence + strspn(sentence, " ")) != 0) {
            print_error("%s\n    %s\nbut expected\n%s\n%s\n", scene ? "accepted" : error->where, error->sentence, place,
                        sentence);
            wrong++;
        }
        oro_scene_destroy(scene);
        assert_int_equal(oro_bytes_in_use(ctx), 0);
        checked++;
    }
    fclose(expected);
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder));) files += is_scene_file(entry->d_name);
    closedir(folder);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(wrong, 0);
    assert_int_equal(checked, files);
    end(ctx, NULL);
}

static void depth_and_size_have_limits(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    enum { DEEP = 100000 };
    char *text = malloc(2 * DEEP + 64);
    sprintf(text, "{\"orogen\": 1, \"nodes\": [], \"render\": {\"a\": ");
    memset(text + strlen(text) + DEEP, 0, 1);
    memset(text + strlen(text), '[', DEEP);
    assert_null(parse(ctx, text));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "nested more than 64 deep"));
    free(text);

    text = malloc((ORO_MAX_NODES + 1) * 48 + 64);
    char *at = text + sprintf(text, "{\"orogen\": 1, \"nodes\": [");
    for (int i = 0; i <= ORO_MAX_NODES; i++)
        at += sprintf(at, "%s{\"id\": \"n%d\", \"op\": \"constant\"}", i ? ", " : "", i);
    strcpy(at, "]}");
    assert_null(parse(ctx, text));
    assert_string_equal(oro_last_error(ctx)->where, "scene/nodes");
    assert_string_equal(oro_last_error(ctx)->sentence, "a scene must have at most 4096 nodes, not 4097 (line 1)");
    free(text);
    assert_null(oro_scene_load(ctx, "there/is/none.oro.json"));
    assert_int_equal(oro_last_error(ctx)->status, ORO_BAD_INPUT);
    end(ctx, NULL);
}

static unsigned draw_state = 99;
static unsigned draw(unsigned below) {
    draw_state = draw_state * 1103515245u + 12345u;
    return (draw_state >> 8) % below;
}

static void broken_files_never_crash(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    size_t length;
    char *text = read_text(SOURCE_DIR "/tests/scenes/everything.oro.json", &length);
    char *broken = malloc(length + 1);
    static const char bytes[] = "{}[]\",:0123456789eE.-+ntrufalse\\ \n\xff\xc3";
    for (int i = 0; i < 3000; i++) {
        memcpy(broken, text, length + 1);
        size_t cut = draw(4) == 0 ? draw((unsigned)length) : length;
        for (unsigned k = draw(4) + 1; k > 0; k--) broken[draw((unsigned)length)] = bytes[draw(sizeof bytes - 1)];
        oro_scene *scene = oro_scene_parse(ctx, "broken", NULL, broken, cut);
        if (!scene) assert_true(strlen(oro_last_error(ctx)->sentence) > 5);
        oro_scene_destroy(scene);
        assert_int_equal(oro_bytes_in_use(ctx), 0);
    }
    free(broken);
    free(text);
    end(ctx, NULL);
}

// --- reading ----------------------------------------------------------------------------------------------------------

static void reading_is_the_same_as_calling(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    oro_scene *read =
        parse_good(ctx, "{\"orogen\": 1, \"world\": {\"extent\": [600, 300], \"resolution\": 65, \"seed\": 7,"
                        " \"height\": [0, 900]}, \"nodes\": ["
                        "{\"id\": \"late\", \"op\": \"filter.blend\", \"args\": {\"a\": \"base\", \"b\": \"m\"}},"
                        "{\"id\": \"base\", \"op\": \"noise\", \"args\": {\"scale\": 150, \"seed\": 3}},"
                        "{\"id\": \"m\", \"op\": \"slope\", \"args\": {\"measure\": \"percent\"}}],"
                        "\"outputs\": [{\"from\": \"late\", \"file\": \"a.npy\"}]}");
    oro_scene *made = oro_scene_create(
        ctx, &(oro_world){.extent_x = 600, .extent_y = 300, .resolution = 65, .seed = 7, .low = 0, .high = 900});
    assert_non_null(oro_scene_add(made, "late", "blend"));
    assert_non_null(oro_scene_add(made, "base", "noise"));
    assert_non_null(oro_scene_add(made, "m", "slope"));
    set(made, "base.scale", "150");
    set(made, "base.seed", "3");
    set(made, "m.measure", "percent");
    assert_int_equal(oro_scene_wire(made, "late.a", "base"), ORO_OK);
    assert_int_equal(oro_scene_wire(made, "late.b", "m.result"), ORO_OK);
    assert_int_equal(oro_scene_add_output(made, &(oro_output){.from = "late", .file = "a.npy"}), ORO_OK);
    expect_same(read, made);
    assert_int_equal(oro_scene_run(read, NULL), ORO_OK);
    oro_hash hash = oro_grid_hash(oro_scene_grid(read, "late"));
    assert_int_equal(oro_scene_run(made, NULL), ORO_OK);
    for (int i = 0; i < 3; i++) assert_true(oro_scene_report(made, i).cached); // the very same keys
    oro_context *other = make_context();
    char *text = oro_scene_print(made);
    oro_scene *again = parse_good(other, text);
    assert_int_equal(oro_scene_run(again, NULL), ORO_OK);
    assert_false(oro_scene_report(again, 0).cached);
    assert_true(oro_hash_equal(oro_grid_hash(oro_scene_grid(again, "late")), hash));
    oro_scene_text_free(ctx, text);
    end(other, again);
    oro_scene_destroy(made);
    end(ctx, read);
}

static void a_run_that_fails_names_the_file_and_the_node(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    oro_scene *scene = parse_good(ctx, "{\"orogen\": 1, \"nodes\": [{\"id\": \"a\", \"op\": \"constant\"},"
                                       "{\"id\": \"b\", \"op\": \"blend\"}]}");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "scene/nodes/1/args/b");
    end(ctx, scene);
}

static void paths_start_at_the_folder_of_the_scene(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    char folder[] = "/tmp/orogen-scene-XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    oro_grid g = {.width = 9, .height = 9, .cell = 10};
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    for (int i = 0; i < 9 * g.stride; i++) g.data[i] = 321.0f;
    snprintf(path, sizeof path, "%s/dem.npy", folder);
    assert_int_equal(oro_save_raster(ctx, path, &g, &(oro_write_desc){.no_sidecar = true}), ORO_OK);
    oro_grid_free(ctx, &g);
    snprintf(path, sizeof path, "%s/a.oro.json", folder);
    write_text(path,
               "{\"orogen\": 1, \"world\": {\"resolution\": 9}, \"nodes\": [{\"id\": \"dem\", \"op\": \"import\", "
               "\"args\": {\"file\": \"dem.npy\"}}]}");
    oro_scene *scene = oro_scene_load(ctx, path);
    assert_non_null(scene);
    if (oro_scene_run(scene, NULL) != ORO_OK) fail_msg("%s", oro_last_error(ctx)->sentence);
    assert_float_equal(oro_scene_grid(scene, NULL)->data[4], 321.0f, 1e-3f);
    set(scene, "dem.file", "other.npy");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_INPUT);
    char where[256];
    snprintf(where, sizeof where, "%s/nodes/0/args/file", path);
    assert_string_equal(oro_last_error(ctx)->where, where);
    end(ctx, scene);
    unlink(path);
    snprintf(path, sizeof path, "%s/dem.npy", folder);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

// --- saving -----------------------------------------------------------------------------------------------------------

static void expect_unchanged(const char *path) {
    oro_context *ctx = make_context();
    size_t length;
    char *text = read_text(path, &length);
    oro_scene *scene = oro_scene_load(ctx, path);
    if (!scene) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    expect_text(scene, text);
    free(text);
    end(ctx, scene);
}

static void saving_what_was_read_changes_no_byte(void **state) {
    (void)state;
    expect_unchanged(SOURCE_DIR "/tests/scenes/everything.oro.json");
    DIR *folder = opendir(SOURCE_DIR "/examples/scenes");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/examples/scenes/%s", SOURCE_DIR, entry->d_name);
        if (is_scene_file(entry->d_name)) expect_unchanged(path);
    }
    closedir(folder);
}

static void another_style_keeps_its_meaning_and_then_its_bytes(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    oro_scene *scene = oro_scene_load(ctx, SOURCE_DIR "/tests/scenes/cramped.oro.json");
    assert_non_null(scene);
    char *once = oro_scene_print(scene);
    oro_scene *again = parse_good(ctx, once);
    expect_same(scene, again);
    expect_text(again, once);
    assert_non_null(strstr(once, "1e2"));
    oro_scene_text_free(ctx, once);
    oro_scene_destroy(again);
    end(ctx, scene);
}

/// Applies --- and checks that exactly the lines `before` became the lines `after`.
static void expect_edit(const char *path, const char *value, const char *before, const char *after) {
    oro_context *ctx = make_context();
    size_t length;
    char *text = read_text(SOURCE_DIR "/tests/scenes/everything.oro.json", &length), wanted[4096];
    oro_scene *scene = parse_good(ctx, text);
    const char *at = strstr(text, before);
    assert_non_null(at);
    snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(at - text), text, after, at + strlen(before));
    set(scene, path, value);
    expect_text(scene, wanted);
    oro_scene *again = parse_good(ctx, wanted);
    expect_same(scene, again);
    oro_scene_destroy(again);
    free(text);
    end(ctx, scene);
}

static void only_what_changed_is_written_anew(void **state) {
    (void)state;
    expect_edit("base.scale", "20", "\"scale\": 1.50e1", "\"scale\": 20");
    expect_edit("base.scale", "15.0", "1.50e1", "1.50e1"); // the same number
    expect_edit("base.octaves", "4", "\"octaves\": 3", "\"octaves\": 4");
    expect_edit("base.basis", "value", "\"gradient\"", "\"value\"");
    expect_edit("off.amount", "slopes", "\"enabled\": false}",
                "\"enabled\": false, \"args\": {\"amount\": \"slopes\"}}");
    expect_edit("base.gain", "0.1", "\"gradient\"}", "\"gradient\", \"gain\": 0.1}");
    expect_edit("slopes.slopes", "10..30", "[10, 2.50e1]", "[10, 30]");
    expect_edit("slopes.invert", "off", "\"invert\": true", "\"invert\": false");
    expect_edit("curved.curve", "0:0 1:0.5", "[[0, 0], [0.50, 0.2], [1, 1.0]]", "[[0, 0], [1, 0.5]]");
    expect_edit("soft.amount", "0.25", "\"slopes.result\"", "0.25");
    expect_edit("soft.amount", "slopes", "\"slopes.result\"", "\"slopes.result\"");
    expect_edit("soft.amount", "base", "\"slopes.result\"", "\"base\"");
    expect_edit("soft.height", "", ", \"height\": \"curved\"", "");
    expect_edit("off.enabled", "on", "\"enabled\": false", "\"enabled\": true");
    expect_edit("both.enabled", "off", "\"amount\": 0.5}}", "\"amount\": 0.5}, \"enabled\": false}");
    expect_edit("off.radius", "3", "\"enabled\": false}", "\"enabled\": false, \"args\": {\"radius\": 3}}");
    expect_edit("world.sea", "0.5", "\"resolution\": 33}", "\"resolution\": 33, \"sea\": 0.5}");
    expect_edit("world.seed", "8", "18446744073709551615", "8");
    expect_edit("world.extent", "60 30", "[6e1, 30.0]", "[6e1, 30.0]");
    expect_edit("world.extent", "50", "[6e1, 30.0]", "[50, 50]");
    expect_edit("world.height", "-100..2000", "[-1e2, 1.90e3]", "[-100, 2000]");
}

static void nodes_come_and_go_in_place(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    static const char before[] = "{\n  \"orogen\": 1,\n  \"nodes\": [\n"
                                 "    {\"id\": \"a\", \"op\": \"constant\", \"args\": {\"height\": 1e1}},\n"
                                 "    {\"id\": \"b\", \"op\": \"blur\", \"note\": \"soft\"},\n"
                                 "    {\"id\": \"c\", \"op\": \"blur\"}\n  ]\n}\n";
    static const char after[] = "{\n  \"orogen\": 1,\n  \"nodes\": [\n"
                                "    {\"id\": \"c\", \"op\": \"blur\"},\n"
                                "    {\"id\": \"a\", \"op\": \"constant\", \"args\": {\"height\": 1e1}},\n"
                                "    {\"id\": \"b\", \"op\": \"slope\", \"args\": {\"measure\": \"percent\"}}\n  ],\n"
                                "  \"world\": {\"resolution\": 65},\n"
                                "  \"outputs\": [{\"from\": \"b\", \"file\": \"b.png\", \"range\": [0, 100]}]\n}\n";
    static const char small[] =
        "{\n  \"orogen\": 1,\n  \"nodes\": [\n    {\"id\": \"a\", \"op\": \"constant\"}\n  ]\n}\n";
    oro_scene *scene = parse_good(ctx, small);
    expect_text(scene, small); // it would fit on one line, but did not stand on one
    oro_scene_destroy(scene);
    scene = parse_good(ctx, before);
    expect_text(scene, before);
    assert_int_equal(oro_scene_remove(scene, "b"), ORO_OK);
    assert_non_null(oro_scene_add(scene, "b", "slope")); // another node of the same name
    set(scene, "b.measure", "percent");
    set(scene, "world.resolution", "65");
    assert_int_equal(oro_scene_move(scene, "c", 0), ORO_OK);
    oro_output output = {.from = "b", .file = "b.png", .has_range = true, .low = 0, .high = 100};
    assert_int_equal(oro_scene_add_output(scene, &output), ORO_OK);
    expect_text(scene, after);
    oro_scene_clear_outputs(scene);
    end(ctx, scene);
}

static void a_scene_made_by_calls_can_be_saved_and_saved_again(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    char folder[] = "/tmp/orogen-scene-XXXXXX", path[128], other[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.oro.json", folder);
    snprintf(other, sizeof other, "%s/b.oro.json", folder);
    oro_scene *scene = oro_scene_create(ctx, &(oro_world){.resolution = 33, .seed = 5});
    assert_non_null(oro_scene_add(scene, "base", "noise"));
    set(scene, "base.scale", "0.1");
    expect_text(scene, "{\n  \"orogen\": 1,\n"
                       "  \"world\": {\"extent\": 4000, \"height\": [-100, 1900], \"resolution\": 33, \"seed\": 5},\n"
                       "  \"nodes\": [{\"id\": \"base\", \"op\": \"noise\", \"args\": {\"scale\": 0.1}}]\n}\n");
    write_text(other, "precious");
    assert_int_equal(oro_scene_save(scene, path, false), ORO_OK);
    assert_int_equal(oro_scene_save(scene, other, false), ORO_CANNOT_WRITE);
    size_t length;
    char *text = read_text(other, &length);
    assert_string_equal(text, "precious");
    free(text);
    set(scene, "base.scale", "30");
    assert_int_equal(oro_scene_save(scene, path, false), ORO_OK); // its own file
    oro_scene *again = oro_scene_load(ctx, path);
    assert_non_null(again);
    expect_same(scene, again);
    assert_int_equal(oro_scene_save(again, other, false), ORO_CANNOT_WRITE);
    assert_int_equal(oro_scene_save(again, other, true), ORO_OK);
    assert_int_equal(oro_scene_save(again, other, false), ORO_OK); // the one it belongs to now
    assert_int_equal(oro_scene_save(again, "/nowhere/at/all.oro.json", false), ORO_CANNOT_WRITE);
    oro_scene_destroy(again);
    end(ctx, scene);
    unlink(path);
    unlink(other);
    assert_int_equal(rmdir(folder), 0); // nothing else was left behind
}

/// Any value a person may set comes back from the file as it was.
static void random_scenes_survive_a_round_trip(void **state) {
    (void)state;
    oro_context *ctx = make_context();
    for (int round = 0; round < 60; round++) {
        oro_scene *scene = oro_scene_create(ctx, NULL);
        char path[128], text[64];
        for (int i = 0; i < 6; i++) {
            const oro_operator *op = oro_operator_at(ctx, (int)draw((unsigned)oro_operator_count()));
            const char *id = oro_scene_add(scene, NULL, op->record.name);
            assert_non_null(id);
            for (int32_t k = 0; k < op->record.arg_count; k++) {
                const oro_arg *arg = &op->record.args[k];
                if (!oro_arg_has_range(arg) || arg->type == ORO_CURVE || arg->type == ORO_RANGE || draw(3)) continue;
                double value = arg->min + (arg->max - arg->min) * draw(1000003) / 1000003.0;
                snprintf(path, sizeof path, "%s.%s", id, arg->name);
                snprintf(text, sizeof text, arg->type == ORO_INTEGER ? "%.0f" : "%.17g", value);
                set(scene, path, text);
            }
        }
        char *printed = oro_scene_print(scene);
        oro_scene *again = parse_good(ctx, printed);
        expect_same(scene, again);
        expect_text(again, printed);
        oro_scene_text_free(ctx, printed);
        oro_scene_destroy(again);
        oro_scene_destroy(scene);
    }
    end(ctx, NULL);
}

// --- values -----------------------------------------------------------------------------------------------------------

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

// --- no memory --------------------------------------------------------------------------------------------------------

typedef struct meter {
    long calls, fail_at;
    size_t outstanding;
} meter;

static void *meter_alloc(void *user, size_t bytes) {
    meter *m = user;
    if (++m->calls == m->fail_at) return NULL;
    m->outstanding += bytes;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void meter_free(void *user, void *memory, size_t bytes) {
    ((meter *)user)->outstanding -= bytes;
    free(memory);
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    size_t length;
    char *text = read_text(SOURCE_DIR "/tests/scenes/everything.oro.json", &length);
    bool untouched = false;
    for (long n = 1; !untouched && n < 5000; n++) {
        meter m = {.fail_at = n};
        oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .memory = {meter_alloc, meter_free, &m}}, NULL);
        oro_scene *scene = oro_scene_parse(ctx, "s", NULL, text, length);
        oro_status status = scene ? oro_scene_run(scene, NULL) : oro_last_error(ctx)->status;
        char *printed = NULL;
        if (status == ORO_OK && !(printed = oro_scene_print(scene))) status = oro_last_error(ctx)->status;
        // Room made from the cache may save a run, so that success is right too.
        if (status == ORO_OK)
            assert_string_equal(printed, text);
        else
            assert_int_equal(status, ORO_NO_MEMORY);
        untouched = m.calls < n;
        assert_true(!untouched || status == ORO_OK);
        oro_scene_text_free(ctx, printed);
        oro_scene_destroy(scene);
        oro_destroy(ctx);
        assert_int_equal(m.outstanding, 0);
    }
    assert_true(untouched);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rejected_file_says_why_and_where),
        cmocka_unit_test(depth_and_size_have_limits),
        cmocka_unit_test(broken_files_never_crash),
        cmocka_unit_test(reading_is_the_same_as_calling),
        cmocka_unit_test(a_run_that_fails_names_the_file_and_the_node),
        cmocka_unit_test(paths_start_at_the_folder_of_the_scene),
        cmocka_unit_test(saving_what_was_read_changes_no_byte),
        cmocka_unit_test(another_style_keeps_its_meaning_and_then_its_bytes),
        cmocka_unit_test(only_what_changed_is_written_anew),
        cmocka_unit_test(nodes_come_and_go_in_place),
        cmocka_unit_test(a_scene_made_by_calls_can_be_saved_and_saved_again),
        cmocka_unit_test(random_scenes_survive_a_round_trip),
        cmocka_unit_test(lists_colours_and_curves_go_through_json),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
