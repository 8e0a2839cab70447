// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of scene files: reading is the same as building by calls, and whatever is wrong is refused at its place. tests/rejected
// holds one file for every way to be wrong; expected.txt beside them has the place and the sentence of each.

#include "scene_text.h"

// --- the corpus -------------------------------------------------------------------------------------------------------

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
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
