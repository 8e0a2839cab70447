// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Builds by a program: what is reported is what lies on the disk, what fails or is cancelled leaves nothing, and what can be told
// beforehand is told before anything is computed.

#include "in_folder.h"

#include "orogen/build.h"
#include "studio/session.h"

#include <math.h>
#include <sys/stat.h>
#include <time.h>

static oro_scene *parse(const char *nodes, const char *outputs) {
    char text[4000];
    snprintf(text, sizeof text,
             "{\"orogen\": 1, \"world\": {\"extent\": 4000, \"height\": [-500, 1500], \"resolution\": 65, \"seed\": 3},"
             " \"nodes\": [%s], \"outputs\": [%s]}",
             nodes, outputs);
    oro_scene *scene = oro_scene_parse(ctx, "in/land.oro.json", NULL, text, strlen(text));
    if (!scene) fail_msg("%s", oro_last_error(ctx)->sentence);
    return scene;
}

static const char hills[] = "{\"id\": \"hills\", \"op\": \"noise\", \"args\": {\"amplitude\": 500}},"
                            "{\"id\": \"steep\", \"op\": \"slope\", \"args\": {}}";
static const char four[] = "{\"from\": \"hills\", \"file\": \"maps/height.png\"},"
                           "{\"from\": \"steep\", \"file\": \"steep.r16\", \"range\": \"auto\"},"
                           "{\"from\": \"hills\", \"file\": \"relief.png\", \"style\": \"relief\"},"
                           "{\"from\": \"hills\", \"file\": \"land.glb\"}";

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

static double size_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size : -1.0;
}

/// Counts calls, and says no at one of them.
typedef struct witness {
    int calls, stop_at, wrote, cancel_after;
    double last;
    bool went_back;
    int patience; ///< calls of the node "eroded" until it is asked to end
    const char *stop_what;
} witness;

static bool watch(void *user, double fraction, const char *what) {
    witness *w = user;
    w->went_back |= fraction < w->last || fraction > 1.0;
    w->last = fraction;
    w->calls++;
    bool asked = false;
    if (w->patience && strstr(what, "eroded")) {
        nanosleep(&(struct timespec){0, 40000000}, NULL); // progress is told thirty times a second at most
        asked = --w->patience == 0;
    }
    return !asked && !(w->stop_at && w->calls >= w->stop_at) && !(w->stop_what && strstr(what, w->stop_what));
}

static void note_written(void *user, const oro_built *file) {
    witness *w = user;
    assert_true(file->written && is_there(file->path));
    if (++w->wrote == w->cancel_after) oro_cancel(ctx);
}

// --- what is reported -------------------------------------------------------------------------------------------------

static void reports_what_it_wrote(void **state) {
    (void)state;
    oro_scene *scene = parse(hills, four);
    oro_build_report report;
    witness w = {0};
    good(oro_scene_build(scene, "out",
                         &(oro_build_desc){.progress = watch, .user = &w, .wrote = note_written, .report = &report}));
    static const oro_built_kind kinds[] = {ORO_BUILT_MAP, ORO_BUILT_MAP, ORO_BUILT_PICTURE, ORO_BUILT_MESH};
    static const char *const formats[] = {"png", "r16", "relief", "glb"};
    assert_int_equal(report.count, 4);
    assert_int_equal(w.wrote, 4);
    assert_false(w.went_back);
    assert_int_equal(report.geometry.width, 65);
    for (int i = 0; i < 4; i++) {
        const oro_built *file = &report.files[i];
        assert_int_equal(file->kind, kinds[i]);
        assert_string_equal(file->format, formats[i]);
        assert_true(file->written && !file->existed && file->seconds >= 0.0);
        assert_true(file->bytes == size_of(file->path));
    }
    assert_string_equal(report.files[0].path, "out/maps/height.png");
    assert_true(is_there("out/maps/height.png.terrain.json"));
    assert_true(report.files[0].report.lo == -500.0 && report.files[0].report.hi == 1500.0);
    // What the range was chosen around lies in it.
    oro_extremes e = oro_grid_extremes(oro_scene_grid(scene, "steep"));
    const oro_write_report *chosen = &report.files[1].report;
    assert_true(chosen->codes && chosen->fitted && chosen->lo <= e.min && chosen->hi >= e.max && !chosen->clipped);
    assert_true(oro_hash_equal(report.files[0].hash, oro_grid_hash(oro_scene_grid(scene, "hills"))));
    oro_build_report_free(ctx, &report);
    oro_scene_destroy(scene);
}

static void scene_without_outputs_gets_two_and_stays_as_it_was(void **state) {
    (void)state;
    oro_scene *scene = parse(hills, "");
    good(oro_scene_build(scene, NULL, NULL));
    assert_true(is_there("land/land.png") && is_there("land/land.png.terrain.json") &&
                is_there("land/land-relief.png"));
    assert_int_equal(oro_scene_output_count(scene), 0);
    bad(oro_scene_build(scene, NULL, NULL), ORO_CANNOT_WRITE, "already exists");
    assert_string_equal(oro_last_error(ctx)->hint, "force");
    good(oro_scene_build(scene, NULL, &(oro_build_desc){.force = true}));
    oro_scene_destroy(scene);
}

/// Codes of one level mean the same metres as those of any other.
static void levels_share_one_range(void **state) {
    (void)state;
    oro_scene *scene = parse("{\"id\": \"sketch\", \"op\": \"diffuse\", \"args\": {\"mode\": \"exact\"}}",
                             "{\"from\": \"sketch.height_levels\", \"file\": \"levels.png\", \"range\": \"auto\"}");
    oro_build_report report;
    good(oro_scene_build(scene, "out", &(oro_build_desc){.report = &report}));
    const oro_built *file = &report.files[0];
    const oro_pyramid *p = oro_scene_pyramid(scene, "sketch.height_levels");
    assert_int_equal(file->kind, ORO_BUILT_LEVELS);
    assert_true(file->levels == p->count && p->count > 2);
    for (int32_t i = 0; i < p->count; i++) {
        // Read by the range of all, each value is back within a code.
        char path[64];
        oro_grid read;
        snprintf(path, sizeof path, "out/levels.l%d.png", i);
        good(oro_load_raster(
            ctx, path,
            &(oro_read_desc){.no_sidecar = true, .has_range = true, .lo = file->report.lo, .hi = file->report.hi},
            &read, NULL));
        double code = (file->report.hi - file->report.lo) / 65535;
        for (int32_t y = 0; y < read.height; y++)
            for (int32_t x = 0; x < read.width; x++)
                assert_true(fabs((double)oro_row(&read, y)[x] - (double)oro_row(&p->levels[i], y)[x]) <
                            0.51 * code + 1e-3);
        oro_grid_free(ctx, &read);
    }
    oro_build_report_free(ctx, &report);
    oro_scene_destroy(scene);
}

/// What may end early does, everything is written, and the scene says how far it went.
static void partial_builds_are_whole(void **state) {
    (void)state;
    oro_scene *scene = parse("{\"id\": \"hills\", \"op\": \"noise\", \"args\": {\"amplitude\": 500}},"
                             "{\"id\": \"eroded\", \"op\": \"droplets\", \"args\": {}}",
                             "{\"from\": \"eroded\", \"file\": \"height.npy\"}");
    oro_build_report report;
    witness w = {.patience = 3};
    oro_build_desc desc = {.detail = 257, .keep_partial = true, .progress = watch, .user = &w, .report = &report};
    assert_int_equal(oro_scene_build(scene, "out", &desc), ORO_PARTIAL);
    assert_true(report.early && report.files[0].written);
    oro_hash hash = report.files[0].hash;
    oro_build_report_free(ctx, &report);
    // The document as it is now gives the same without being stopped.
    desc = (oro_build_desc){.detail = 257, .force = true, .report = &report};
    good(oro_scene_build(scene, "out", &desc));
    assert_true(!report.early && oro_hash_equal(report.files[0].hash, hash));
    oro_build_report_free(ctx, &report);
    oro_scene_destroy(scene);
}

// --- what leaves nothing ----------------------------------------------------------------------------------------------

/// Runs it until it is cancelled, and looks for what is left.
static void cancelled_leaves_nothing(witness w) {
    oro_scene *scene = parse(hills, four);
    oro_build_desc desc = {.progress = watch, .user = &w, .wrote = note_written};
    assert_int_equal(oro_scene_build(scene, "out/deep/er", &desc), ORO_CANCELLED);
    assert_false(is_there("out"));
    oro_scene_destroy(scene);
}

static void cancelling_leaves_nothing(void **state) {
    (void)state;
    cancelled_leaves_nothing((witness){.stop_at = 1});
    cancelled_leaves_nothing((witness){.stop_what = "writing maps/height.png"});
    cancelled_leaves_nothing((witness){.stop_what = "writing relief.png"});
    cancelled_leaves_nothing((witness){.stop_what = "writing land.glb"});
    // A wish that comes between two files, when nothing runs that could hear it.
    for (int i = 1; i < 4; i++) cancelled_leaves_nothing((witness){.cancel_after = i});
}

static void failing_leaves_what_was_there(void **state) {
    (void)state;
    // The last output cannot hold its values; a map before it is written already in name only.
    oro_scene *scene = parse(hills, "{\"from\": \"hills\", \"file\": \"a.png\"},"
                                    "{\"from\": \"hills\", \"file\": \"b.png\", \"range\": [0, 1]}");
    shell("mkdir out && echo mine >out/other");
    bad(oro_scene_build(scene, "out", NULL), ORO_BAD_ARGUMENT, "range");
    assert_true(is_there("out/other") && !is_there("out/a.png") && !is_there("out/a.png.terrain.json"));
    good(oro_scene_build(scene, "out", &(oro_build_desc){.clip = true}));
    oro_scene_destroy(scene);
}

// --- what is told beforehand ------------------------------------------------------------------------------------------

/// Refused, and no node ran for it.
static void refused_before_computing(const char *outputs, const char *out, oro_status expected, const char *part) {
    oro_scene *scene = parse(hills, outputs);
    bad(oro_scene_build(scene, out, NULL), expected, part);
    for (int i = 0; i < oro_scene_node_count(scene); i++) assert_false(oro_scene_report(scene, i).used);
    oro_scene_destroy(scene);
}

static void what_cannot_be_written_is_told_before_computing(void **state) {
    (void)state;
    shell("echo x >file && mkdir -p taken/height.png");
    refused_before_computing("{\"file\": \"a.png\"}", "/proc/self", ORO_CANNOT_WRITE, "");
    refused_before_computing("{\"file\": \"a.png\"}", "/proc/none", ORO_CANNOT_WRITE, "the folder cannot be made");
    refused_before_computing("{\"file\": \"a.png\"}", "file", ORO_CANNOT_WRITE, "a file of that name already exists");
    refused_before_computing("{\"file\": \"height.png\"}", "taken", ORO_CANNOT_WRITE, "this is a folder");
    refused_before_computing("{\"file\": \"../a.png\"}", "out", ORO_BAD_INPUT, "leaves the output folder");
    assert_string_equal(oro_last_error(ctx)->where, "in/land.oro.json/outputs/0");
    refused_before_computing("{\"file\": \"a.png\"}, {\"file\": \"./a.png\"}", "out", ORO_BAD_INPUT, "the same file");
    refused_before_computing("{\"file\": \"a.png\", \"style\": \"difference\"}", "out", ORO_BAD_INPUT, "needs two");
    refused_before_computing("{\"file\": \"a.xyz\"}", "out", ORO_BAD_INPUT, "must be one of");
    assert_false(is_there("out"));
}

static void plan_tells_what_the_build_does(void **state) {
    (void)state;
    oro_scene *scene = parse(hills, four);
    oro_build_report plan, done;
    oro_build_desc desc = {.detail = 513, .report = &done};
    good(oro_scene_plan(scene, "out", &desc, &plan));
    assert_false(is_there("out"));
    oro_reset_peak(ctx);
    good(oro_scene_build(scene, "out", &desc));
    assert_int_equal(plan.count, done.count);
    for (int i = 0; i < plan.count; i++) {
        assert_string_equal(plan.files[i].path, done.files[i].path);
        assert_int_equal(plan.files[i].kind, done.files[i].kind);
        assert_false(plan.files[i].written);
        assert_true(done.files[i].bytes <= 1.01 * plan.files[i].bytes + 4096); // "at most", and a head
    }
    assert_int_equal(plan.problem.status, ORO_OK);
    // A mesh is no step of the rehearsal; nodes and pictures are, and come within a tenth.
    double peak = (double)oro_bytes_peak(ctx);
    if (!(plan.memory_bytes > 0.5 * peak && plan.memory_bytes < 1.2 * peak))
        fail_msg("%.0f bytes were planned, %.0f were taken", plan.memory_bytes, peak);
    oro_build_report_free(ctx, &plan);
    oro_build_report_free(ctx, &done);
    oro_scene_destroy(scene);
}

static void what_is_too_large_is_refused_with_what_fits(void **state) {
    (void)state;
    oro_context *usual = ctx;
    ctx = oro_create(&(oro_context_desc){.threads = 2, .memory_limit = 64 << 20}, NULL);
    oro_scene *scene = parse(hills, four);
    oro_build_report report;
    oro_build_desc desc = {.detail = 8193, .report = &report};
    bad(oro_scene_build(scene, "out", &desc), ORO_NO_MEMORY, "the largest size that fits");
    assert_string_equal(oro_last_error(ctx)->hint, "detail");
    assert_false(is_there("out"));
    int32_t fits = report.largest_detail;
    oro_build_report_free(ctx, &report);
    assert_true(fits >= 128 && fits < 8193);
    good(oro_scene_plan(scene, "out", &(oro_build_desc){.detail = 8193}, &report));
    assert_int_equal(report.problem.status, ORO_NO_MEMORY);
    assert_int_equal(report.largest_detail, fits);
    oro_build_report_free(ctx, &report);
    good(oro_scene_plan(scene, "out", &(oro_build_desc){.detail = fits}, &report));
    assert_int_equal(report.problem.status, ORO_OK);
    oro_build_report_free(ctx, &report);
    oro_scene_destroy(scene);
    oro_destroy(ctx);
    ctx = usual;
}

// --- names ------------------------------------------------------------------------------------------------------------

/// A slope that is turned off stands for the heights it was taken of, wherever it is named.
static void nodes_turned_off_pass_through_everywhere(void **state) {
    (void)state;
    oro_scene *scene = parse("{\"id\": \"hills\", \"op\": \"noise\", \"args\": {\"amplitude\": 500}},"
                             "{\"id\": \"steep\", \"op\": \"slope\", \"enabled\": false, \"args\": {}}",
                             "{\"from\": \"steep\", \"file\": \"named.png\"}, {\"file\": \"last.png\"}");
    oro_made made;
    good(oro_scene_lookup(scene, "steep", &made));
    assert_int_equal(made.node, 0);
    assert_string_equal(made.arg->unit, "m");
    good(oro_scene_lookup(scene, NULL, &made));
    assert_int_equal(made.node, 0);
    assert_string_equal(studio_unit_of(scene, "steep"), "m");
    oro_build_report report;
    good(oro_scene_build(scene, "out", &(oro_build_desc){.report = &report}));
    for (int i = 0; i < 2; i++) { // heights, so in the world's range
        assert_int_equal(report.files[i].made.node, 0);
        assert_true(report.files[i].report.lo == -500.0 && report.files[i].report.hi == 1500.0);
        assert_true(oro_hash_equal(report.files[i].hash, oro_grid_hash(oro_scene_grid(scene, "hills"))));
    }
    oro_build_report_free(ctx, &report);
    assert_int_equal(oro_scene_lookup(scene, "steap", &made), ORO_BAD_ARGUMENT);
    bad(oro_scene_lookup(scene, "hills.amplitude", &made), ORO_BAD_ARGUMENT, "makes no");
    good(oro_scene_enable(scene, "steep", true));
    good(oro_scene_lookup(scene, "steep", &made));
    assert_int_equal(made.node, 1);
    assert_string_not_equal(studio_unit_of(scene, "steep"), "m");
    oro_scene_destroy(scene);
}

static void title_and_about_belong_to_the_scene(void **state) {
    (void)state;
    static const char text[] = "{\"orogen\": 1, \"name\": \"A bay\", \"about\": \"\", \"nodes\": []}";
    oro_scene *scene = oro_scene_parse(ctx, "s.oro.json", NULL, text, strlen(text));
    assert_string_equal(oro_scene_title(scene), "A bay");
    assert_string_equal(oro_scene_about(scene), "");
    char *same = oro_scene_print(scene);
    assert_non_null(strstr(same, "\"about\": \"\"")); // what did not change stays
    oro_scene_text_free(ctx, same);
    good(oro_scene_set_title(scene, NULL));
    good(oro_scene_set_about(scene, "Where ships lie."));
    char *changed = oro_scene_print(scene);
    assert_null(strstr(changed, "\"name\""));
    oro_scene *again = oro_scene_parse(ctx, "s.oro.json", NULL, changed, strlen(changed));
    assert_string_equal(oro_scene_title(again), "");
    assert_string_equal(oro_scene_about(again), "Where ships lie.");
    oro_scene_text_free(ctx, changed);
    oro_scene_destroy(again);
    oro_scene_destroy(scene);
}

// --- textures ---------------------------------------------------------------------------------------------------------

static const char painted[] = "{\"id\": \"hills\", \"op\": \"noise\"}, {\"id\": \"paint\", \"op\": \"tint\"},"
                              "{\"id\": \"photo\", \"op\": \"bake\"},"
                              "{\"id\": \"rock\", \"op\": \"triangulate\", \"args\": {\"height\": \"hills\"}}";

static void same_picture(const char *a, const char *b) {
    oro_image one, other;
    good(oro_load_image(ctx, a, &one));
    good(oro_load_image(ctx, b, &other));
    assert_true(one.width == other.width && one.height == other.height && one.channels == other.channels);
    assert_memory_equal(one.data, other.data, (size_t)one.width * (size_t)one.height * (size_t)one.channels);
    oro_image_free(ctx, &one);
    oro_image_free(ctx, &other);
}

/// A map of colours and the picture baked of it paint a mesh alike, and it lies where the ground does.
static void textures_are_laid_over_meshes(void **state) {
    (void)state;
    oro_scene *scene = parse(painted, "{\"from\": \"rock\", \"file\": \"map.obj\", \"texture\": \"paint\"},"
                                      "{\"from\": \"rock\", \"file\": \"picture.obj\", \"texture\": \"photo\"},"
                                      "{\"from\": \"hills\", \"file\": \"land.obj\", \"texture\": \"paint\"},"
                                      "{\"from\": \"rock\", \"file\": \"bare.obj\"},"
                                      "{\"from\": \"photo\", \"file\": \"photo.png\"}");
    good(oro_scene_rename(scene, "paint", "colours")); // names in outputs follow
    good(oro_scene_build(scene, "out", NULL));
    same_picture("out/map-colour.png", "out/photo.png");
    same_picture("out/picture-colour.png", "out/photo.png");
    same_picture("out/land-colour.png", "out/photo.png");
    assert_true(is_there("out/bare.mtl") && !is_there("out/bare-colour.png"));
    oro_mesh m;
    good(oro_load_mesh(ctx, "out/map.obj", NULL, &m));
    assert_non_null(m.uvs);
    for (size_t i = 0; i < m.vertex_count; i++) { // 65 samples over 4000 m: a pixel each, its middle on the sample
        assert_true(fabs((double)m.uvs[2 * i] - ((double)m.positions[3 * i] / 62.5 + 0.5) / 65) < 1e-6);
        assert_true(fabs((double)m.uvs[2 * i + 1] - (1 + ((double)m.positions[3 * i + 1] / 62.5 - 0.5) / 65)) < 1e-6);
    }
    oro_mesh_free(ctx, &m);
    bad(oro_scene_remove(scene, "photo"), ORO_BAD_ARGUMENT, "");
    oro_scene_destroy(scene);
}

/// Keys of an output go to the writer, and through a saved document.
static void settings_of_meshes_are_kept(void **state) {
    (void)state;
    oro_scene *scene = parse(painted, "{\"from\": \"rock\", \"file\": \"a.ply\", \"scale\": 0.5, \"up\": \"y\"},"
                                      "{\"from\": \"rock\", \"file\": \"b.glb\", \"quantise\": true},"
                                      "{\"from\": \"hills\", \"file\": \"c.stl\", \"print_size\": 1.5e2}");
    assert_string_equal(oro_scene_output_at(scene, 0)->mesh, "up=y scale=0.5");
    oro_output changed = *oro_scene_output_at(scene, 1);
    changed.mesh = "compress=on";
    good(oro_scene_set_output(scene, 1, &changed));
    char *text = oro_scene_print(scene);
    assert_non_null(strstr(text, "\"print_size\": 1.5e2"));
    assert_true(strstr(text, "\"compress\": true") && !strstr(text, "quantise"));
    oro_scene_text_free(ctx, text);
    good(oro_scene_build(scene, "out", NULL));
    oro_mesh m;
    good(oro_load_mesh(ctx, "out/a.ply", &(oro_mesh_read_desc){.y_up = true}, &m));
    float most = 0;
    for (size_t i = 0; i < m.vertex_count; i++) most = fmaxf(most, m.positions[3 * i]);
    assert_true(most == 2000.0f); // half of 4000 m
    oro_mesh_free(ctx, &m);
    good(oro_load_mesh(ctx, "out/c.stl", NULL, &m));
    for (size_t i = 0; i < m.vertex_count; i++) assert_true(fabsf(m.positions[3 * i]) < 75.001f);
    oro_mesh_free(ctx, &m);
    bad(oro_scene_add_output(scene, &(oro_output){.from = "rock", .file = "d.glb", .mesh = "scale=0"}),
        ORO_BAD_ARGUMENT, "scale");
    oro_scene_destroy(scene);
}

static void textures_that_cannot_be_are_refused(void **state) {
    (void)state;
    static const char *const outputs[][2] = {
        {"{\"from\": \"rock\", \"file\": \"a.stl\", \"texture\": \"paint\"}", "no place for a texture"},
        {"{\"from\": \"hills\", \"file\": \"a.png\", \"texture\": \"paint\"}", "no place for a texture"},
        {"{\"from\": \"hills\", \"file\": \"a.glb\", \"texture\": \"paint\", \"style\": \"slope\"}", "not with both"},
        {"{\"from\": \"hills\", \"file\": \"a.png\", \"quantise\": true}", "is for meshes"},
        {"{\"from\": \"rock\", \"file\": \"a.obj\", \"compress\": true}", "cannot be quantised or compressed"},
        {"{\"from\": \"rock\", \"file\": \"a.glb\", \"print_size\": 100}", "a size in millimetres is for"},
    };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        oro_scene *scene = parse(painted, outputs[i][0]);
        bad(oro_scene_build(scene, "out", NULL), ORO_BAD_INPUT, outputs[i][1]);
        assert_false(is_there("out"));
        oro_scene_destroy(scene);
    }
    oro_scene *scene = parse(painted, "");
    bad(oro_scene_add_output(scene, &(oro_output){.from = "rock", .file = "a.glb", .texture = "hills"}),
        ORO_BAD_ARGUMENT, "a map of values, not of colours");
    bad(oro_scene_add_output(scene, &(oro_output){.from = "rock", .file = "a.glb", .texture = "rock"}),
        ORO_BAD_ARGUMENT, "makes no map");
    oro_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reports_what_it_wrote, begin),
        cmocka_unit_test_setup(scene_without_outputs_gets_two_and_stays_as_it_was, begin),
        cmocka_unit_test_setup(levels_share_one_range, begin),
        cmocka_unit_test_setup(partial_builds_are_whole, begin),
        cmocka_unit_test_setup(cancelling_leaves_nothing, begin),
        cmocka_unit_test_setup(failing_leaves_what_was_there, begin),
        cmocka_unit_test_setup(what_cannot_be_written_is_told_before_computing, begin),
        cmocka_unit_test_setup(plan_tells_what_the_build_does, begin),
        cmocka_unit_test_setup(what_is_too_large_is_refused_with_what_fits, begin),
        cmocka_unit_test_setup(nodes_turned_off_pass_through_everywhere, begin),
        cmocka_unit_test_setup(title_and_about_belong_to_the_scene, begin),
        cmocka_unit_test_setup(textures_are_laid_over_meshes, begin),
        cmocka_unit_test_setup(settings_of_meshes_are_kept, begin),
        cmocka_unit_test_setup(textures_that_cannot_be_are_refused, begin),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
