// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of saved scenes: saving changes nothing but what changed, and what was made by calls is read back the same.

#include "op/op.h"
#include "scene_text.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_what_was_read_changes_no_byte),
        cmocka_unit_test(another_style_keeps_its_meaning_and_then_its_bytes),
        cmocka_unit_test(only_what_changed_is_written_anew),
        cmocka_unit_test(nodes_come_and_go_in_place),
        cmocka_unit_test(a_scene_made_by_calls_can_be_saved_and_saved_again),
        cmocka_unit_test(random_scenes_survive_a_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
