// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What pictures read besides maps: overlays, volumes, and a scene's own settings. Broken ones are told with their place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/overlay.h"
#include "io/render_json.h"
#include "orogen/io.h"

static oro_context *ctx;
static char folder[] = "/tmp/orogen-render-io-XXXXXX";

static int open_context(void **state) {
    (void)state;
    ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    return ctx && mkdtemp(folder) ? 0 : -1;
}

static int close_context(void **state) {
    (void)state;
    size_t left = oro_bytes_in_use(ctx);
    oro_destroy(ctx);
    return rmdir(folder) || left ? -1 : 0;
}

static const char *file_of(const char *name, const void *bytes, size_t count) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    fclose(f);
    return path;
}

static void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

static void told(const char *where, const char *sentence) {
    if (!strstr(oro_last_error(ctx)->where, where) || !strstr(oro_last_error(ctx)->sentence, sentence))
        fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

// --- overlays -------------------------------------------------------------------------------------------------------------

static void overlays_are_read(void **state) {
    (void)state;
    const char *json =
        "[{\"type\": \"spline\", \"points\": [[1, 2], [3.5, -4]], \"colour\": \"#0a1bFF\", \"width\": 1.5},"
        " {\"points\": [[9, 8]]}]";
    oro_overlays o;
    const char *path = file_of("a.json", json, strlen(json));
    good(oro_overlays_load(ctx, path, &o));
    unlink(path);
    assert_int_equal(o.count, 2);
    assert_true(o.items[0].kind == ORO_OVERLAY_SPLINE && o.items[0].count == 2 && o.items[0].width == 1.5f);
    assert_true(o.items[0].points[2] == 3.5 && o.items[0].points[3] == -4.0);
    assert_true(o.items[0].colour[0] == 0x0a && o.items[0].colour[1] == 0x1b && o.items[0].colour[2] == 0xff);
    assert_true(o.items[1].kind == ORO_OVERLAY_PATH && o.items[1].count == 1 && o.items[1].points[0] == 9.0);
    oro_overlays_free(ctx, &o);
    const char *csv = "x,y\r\n1,2\r\n3, 4 ,label\r\n\r\n# a well\n-5e1;6\n";
    path = file_of("a.csv", csv, strlen(csv));
    good(oro_overlays_load(ctx, path, &o));
    unlink(path);
    assert_int_equal(o.count, 2);
    assert_true(o.items[0].kind == ORO_OVERLAY_PATH && o.items[0].count == 2 && o.items[0].points[3] == 4.0);
    assert_true(o.items[1].kind == ORO_OVERLAY_POINTS && o.items[1].count == 1 && o.items[1].points[0] == -50.0);
    oro_overlays_free(ctx, &o);
}

static void broken_overlays_are_told(void **state) {
    (void)state;
    static const struct {
        const char *name, *text, *where, *sentence;
    } cases[] = {
        {"a.json", "{}", "a.json", "must be a list"},
        {"a.json", "[]", "a.json", "nothing in this file"},
        {"a.json", "[3]", "a.json/0", "must be an object"},
        {"a.json", "[{\"points\": []}]", "a.json/0/points", "list of positions"},
        {"a.json", "[{\"type\": \"path\"}]", "a.json/0", "list of positions"},
        {"a.json", "[{\"type\": \"circle\", \"points\": [[1, 2]]}]", "a.json/0/type", "must be \"path\""},
        {"a.json", "[{\"pints\": [[1, 2]]}]", "a.json/0/pints", "did you mean \"points\""},
        {"a.json", "[{\"points\": [[1, 2], [1]]}]", "a.json/0/points/1", "two numbers"},
        {"a.json", "[{\"points\": [[1, 2]], \"colour\": \"red\"}]", "a.json/0/colour", "#c0392b"},
        {"a.json", "[{\"points\": [[1, 2]], \"width\": -1}]", "a.json/0/width", "pixels"},
        {"a.json", "[{\"points\": [[1, 2]]", "a.json:1:", ""},
        {"a.csv", "", "a.csv", "nothing in this file"},
        {"a.csv", "x,y\n1,2\nthree,4\n", "a.csv", "line 3 is not a point"},
        {"a.csv", "1,2\n3\n", "a.csv", "line 2 is not a point"},
        {"a.csv", "1,2\n1e999,3\n", "a.csv", "line 2 is not a point"},
    };
    oro_overlays o;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = file_of(cases[i].name, cases[i].text, strlen(cases[i].text));
        assert_int_equal(oro_overlays_load(ctx, path, &o), ORO_BAD_INPUT);
        unlink(path);
        told(cases[i].where, cases[i].sentence);
        oro_overlays_free(ctx, &o);
    }
    assert_int_equal(oro_overlays_load(ctx, "nothere.json", &o), ORO_BAD_INPUT);
}

// --- volumes ----------------------------------------------------------------------------------------------------------------

/// An NPY file of 2 layers, 3 rows and 4 columns whose value at (x, y, z) is 100 z + 10 y + x.
static size_t volume_file(unsigned char *bytes, const char *shape, bool fortran) {
    char header[118];
    int used = snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': %s, 'shape': %s, }",
                        fortran ? "True" : "False", shape);
    memset(header + used, ' ', sizeof header - (size_t)used);
    header[117] = '\n';
    memcpy(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(bytes + 10, header, 118);
    float *at = (float *)(void *)(bytes + 128);
    for (int a = 0; a < (fortran ? 4 : 2); a++)
        for (int y = 0; y < 3; y++)
            for (int b = 0; b < (fortran ? 2 : 4); b++) {
                float value = fortran ? (float)(100 * b + 10 * y + a) : (float)(100 * a + 10 * y + b);
                memcpy(at++, &value, 4);
            }
    return 128 + 24 * 4;
}

static void volumes_are_read_in_either_order(void **state) {
    (void)state;
    _Alignas(4) unsigned char bytes[512];
    for (int fortran = 0; fortran < 2; fortran++) {
        oro_volume v;
        const char *path = file_of("v.npy", bytes, volume_file(bytes, "(2, 3, 4)", fortran));
        assert_true(oro_is_volume(path));
        good(oro_load_volume(ctx, path, 30, &v));
        unlink(path);
        assert_true(v.width == 4 && v.height == 3 && v.depth == 2 && v.cell == 10.0);
        for (int z = 0; z < 2; z++)
            for (int y = 0; y < 3; y++)
                for (int x = 0; x < 4; x++) assert_true(*oro_voxel(&v, x, y, z) == (float)(100 * z + 10 * y + x));
        oro_volume_free(ctx, &v);
    }
}

static void broken_volumes_are_told(void **state) {
    (void)state;
    _Alignas(4) unsigned char bytes[512];
    static const struct {
        const char *shape, *sentence;
    } cases[] = {
        {"(24,)", "needs three dimensions"},   {"(6, 4)", "needs three dimensions"},
        {"(2, 3, 4, 1)", "needs three"},       {"(2, 3, 5)", "truncated"},
        {"(2, 3, 3)", "followed by"},          {"(0, 3, 4)", "along a side"},
        {"(99999, 3, 4)", "along a side"},     {"(4096, 4096, 4096)", "truncated"},
        {"(2, 3, x)", "not a list of counts"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_volume v;
        const char *path = file_of("v.npy", bytes, volume_file(bytes, cases[i].shape, false));
        assert_int_equal(oro_load_volume(ctx, path, 0, &v), ORO_BAD_INPUT);
        unlink(path);
        told("v.npy", cases[i].sentence);
        assert_null(v.data);
    }
    assert_false(oro_is_volume("nothere.npy"));
    oro_grid g;
    const char *path = file_of("v.npy", bytes, volume_file(bytes, "(2, 3, 4)", false));
    assert_int_equal(oro_load_raster(ctx, path, NULL, &g, NULL), ORO_BAD_INPUT);
    unlink(path);
    told("v.npy", "a raster needs two dimensions");
}

// --- settings ---------------------------------------------------------------------------------------------------------------

static oro_status read_settings(const char *render, oro_render_settings *out) {
    char text[800];
    snprintf(text, sizeof text, "{\"orogen\": 1, \"nodes\": [], \"render\": %s}", render);
    oro_json *root = NULL;
    good(oro_json_parse(ctx, "s.oro.json", text, strlen(text), &root));
    oro_status status = oro_render_settings_read(ctx, oro_json_get(root, "render"), "s.oro.json", out);
    oro_json_free(root);
    return status;
}

static void settings_are_read(void **state) {
    (void)state;
    oro_render_settings s;
    good(read_settings("{\"style\": \"height\", \"quality\": \"best\", \"view\": \"harbour\", \"sun\": [200, 15.5],"
                       " \"water\": -3, \"exposure\": 0.5, \"haze\": 0, \"exaggeration\": 2, \"surround\": \"sea\","
                       " \"roads\": \"laid.roads\", \"water_map\": \"water\","
                       " \"snow_line\": 1800, \"views\": {\"harbour\": {\"from\": [1, 2, 3], \"look_at\": [4, 5, 6],"
                       " \"fov\": 60}, \"plan\": {\"look_at\": [0, 0, 0], \"orthographic\": true}}}",
                       &s));
    assert_string_equal(s.picture.style, "height");
    assert_string_equal(s.picture.view, "harbour");
    assert_string_equal(s.picture.roads, "laid.roads");
    assert_string_equal(s.picture.water_map, "water");
    assert_int_equal(s.view_count, 2);
    oro_photo_desc p = {0};
    oro_render_settings_look(&s);
    oro_describe_photo(&s, &p);
    assert_string_equal(p.surround, "sea");
    assert_true(p.quality == ORO_BEST && p.has_water && p.water_level == -3.0);
    assert_true(p.has_sun && p.sun_azimuth == 200.0 && p.sun_elevation == 15.5 && p.exposure == 0.5);
    assert_true(p.has_haze && p.haze == 0.0 && p.exaggeration == 2.0 && p.has_snow_line && p.snow_line == 1800.0);
    assert_true(!p.view && p.has_from && p.has_look_at && p.from[2] == 3.0 && p.look_at[0] == 4.0);
    assert_true(p.field_of_view == 60.0 && !p.orthographic);
    oro_render_settings_free(ctx, &s);

    static const char views[] = "{\"view\": \"%s\", \"views\": {\"harbour\": {\"from\": [1, 2, 3]},"
                                " \"plan\": {\"look_at\": [0, 0, 0], \"orthographic\": true}}}";
    char text[300];
    snprintf(text, sizeof text, views, "plan");
    good(read_settings(text, &s));
    oro_render_settings_look(&s);
    oro_describe_photo(&s, &p);
    assert_true(!p.has_from && p.has_look_at && p.orthographic && p.field_of_view == 38.0);
    oro_render_settings_free(ctx, &s);
    snprintf(text, sizeof text, views, "low");
    good(read_settings(text, &s));
    oro_render_settings_look(&s);
    oro_describe_photo(&s, &p);
    assert_string_equal(p.view, "low");
    assert_true(!p.has_from && !p.has_look_at && !p.orthographic);
    oro_render_settings_free(ctx, &s);
    snprintf(text, sizeof text, views, "habour");
    assert_int_equal(read_settings(text, &s), ORO_BAD_INPUT);
    told("render/view", "did you mean \"harbour\"");

    good(read_settings("{\"water\": null, \"sun\": {\"date\": \"2026-06-21\", \"time\": \"12:00\", \"latitude\": 46}}",
                       &s));
    oro_describe_photo(&s, &p);
    assert_true(!p.has_water && isinf(s.picture.water));
    assert_true(fabs(p.sun_elevation - 67.44) < 0.05 && fabs(p.sun_azimuth - 180.0) < 0.1);
    oro_render_settings_free(ctx, &s);
    good(read_settings("{}", &s));
    oro_describe_photo(&s, &p);
    assert_true(isnan(s.picture.water) && p.quality == ORO_GOOD && !s.picture.style && !s.picture.view && !p.has_sun);
    oro_render_settings_free(ctx, &s);
    good(oro_render_settings_read(ctx, NULL, "x", &s));
    oro_render_settings_free(ctx, &s);
}

static void broken_settings_are_told(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"{\"sunn\": 3}", "s.oro.json/render/sunn", "did you mean \"sun\""},
        {"{\"style\": \"oil\"}", "render/style", "there is no style"},
        {"{\"style\": 3}", "render/style", "a text"},
        {"{\"quality\": \"god\"}", "render/quality", "did you mean \"good\""},
        {"{\"view\": \"lwo\"}", "render/view", "did you mean \"low\""},
        {"{\"view\": 7}", "render/view", "a text"},
        {"{\"views\": []}", "render/views", "views by name"},
        {"{\"views\": {\"a\": 3}}", "render/views/a", "must be an object"},
        {"{\"views\": {\"a\": {}}}", "render/views/a", "needs \"from\""},
        {"{\"views\": {\"a\": {\"form\": [1, 2, 3]}}}", "render/views/a/form", "did you mean \"from\""},
        {"{\"views\": {\"a\": {\"from\": [1, 2, \"3\"]}}}", "render/views/a/from", "position in metres"},
        {"{\"views\": {\"a\": {\"from\": [1, 2, 3], \"fov\": 0}}}", "render/views/a/fov", "1 to 150"},
        {"{\"views\": {\"a\": {\"from\": [1, 2, 3], \"orthographic\": 1}}}", "views/a/orthographic", "true or false"},
        {"{\"sun\": 3}", "render/sun", "azimuth and elevation"},
        {"{\"sun\": [1, 2, 3]}", "render/sun", "azimuth and elevation"},
        {"{\"sun\": [10, 95]}", "render/sun/1", "-90 to 90"},
        {"{\"sun\": {\"azimuth\": 10, \"date\": \"06-21\"}}", "render/sun", "not by both"},
        {"{\"sun\": {\"dat\": \"06-21\"}}", "render/sun/dat", "did you mean \"date\""},
        {"{\"sun\": {\"date\": \"6/21\", \"latitude\": 3}}", "render/sun/date", "no such date"},
        {"{\"sun\": {\"date\": 621, \"latitude\": 3}}", "render/sun/date", "a text"},
        {"{\"sun\": {\"time\": \"25:00\", \"latitude\": 3}}", "render/sun/time", "no such time"},
        {"{\"sun\": {\"latitude\": 91}}", "render/sun/latitude", "-90 to 90"},
        {"{\"water\": \"deep\"}", "render/water", "m, or sea or none"},
        {"{\"snow_line\": 1, \"snow-line\": 2}", "render/snow-line", "given twice"},
        {"{\"exposure\": 99}", "render/exposure", "-20 to 20"},
        {"{\"haze\": -1}", "render/haze", "0 to 100"},
        {"{\"exaggeration\": 0}", "render/exaggeration", "0.01 to 100"},
        {"{\"surround\": \"lnd\"}", "render/surround", "did you mean \"land\""},
        {"{\"snow_line\": \"high\"}", "render/snow_line", "a number"},
        {"{\"roads\": 3}", "render/roads", "a text"},
    };
    oro_render_settings s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_settings(cases[i][0], &s), ORO_BAD_INPUT);
        told(cases[i][1], cases[i][2]);
    }
}

static oro_status find_sun(const char *date, const char *time, float latitude, oro_sun *sun) {
    *sun = (oro_sun){.date = date, .time = time, .latitude = latitude};
    return oro_sun_find(ctx, sun, false, true, "--");
}

static void days_and_hours_are_read(void **state) {
    (void)state;
    oro_sun sun;
    static const char *const bad_dates[] = {"",     "6",       "06-21-", "06-21-05-04", "-06-21",
                                            "june", "0-06-21", "06-00",  "13-01",       "20260621"};
    for (size_t i = 0; i < sizeof bad_dates / sizeof *bad_dates; i++) {
        assert_int_equal(find_sun(bad_dates[i], NULL, 45, &sun), ORO_BAD_ARGUMENT);
        told("--date", "no such date");
    }
    static const char *const bad_times[] = {"", "noon", "12:", "12:60", "24:01", "12:00:00", "-3"};
    for (size_t i = 0; i < sizeof bad_times / sizeof *bad_times; i++) {
        assert_int_equal(find_sun(NULL, bad_times[i], 45, &sun), ORO_BAD_ARGUMENT);
        told("--time", "no such time");
    }
    good(find_sun("6-21", "12", 45, &sun));
    good(find_sun("2026-12-31", "24:00", -90, &sun));
}

static void set(oro_scene *scene, const char *path, const char *value, const char *text) {
    good(oro_scene_set(scene, path, value));
    char *printed = oro_scene_print(scene);
    assert_non_null(printed);
    if (!strstr(printed, text)) fail_msg("%s = %s is written as %s", path, value, printed);
    oro_scene_text_free(ctx, printed);
}

static void settings_are_set_and_saved(void **state) {
    (void)state;
    static const char text[] = "{\"orogen\": 1, \"nodes\": [], \"render\": {\"sun\": [9, 9], \"haze\": 1.50}}";
    oro_scene *scene = oro_scene_parse(ctx, "s.oro.json", NULL, text, strlen(text));
    assert_non_null(scene);
    set(scene, "render.haze", "1.5",
        "{\"sun\": [9, 9], \"haze\": 1.50}"); // what means the same stays as it was written
    set(scene, "render.haze", "0", "{\"sun\": [9, 9], \"haze\": 0}");
    set(scene, "render.water", "none", "{\"sun\": [9, 9], \"haze\": 0, \"water\": null}");
    set(scene, "render.snow_line", "0", "\"water\": null, \"snow_line\": 0}");
    set(scene, "render.snow-line", "auto", "\"haze\": 0, \"water\": null}");
    set(scene, "render.water", "sea", "{\"sun\": [9, 9], \"haze\": 0}");
    set(scene, "render.scale", "1..2", "\"haze\": 0, \"scale\": [1, 2]}");
    good(oro_scene_reset(scene, "render.scale"));
    good(oro_scene_reset(scene, "render.haze"));
    set(scene, "render.style", "height", "{\"sun\": [9, 9], \"style\": \"height\"}");
    char value[32];
    oro_scene_get(scene, "render.water", value, sizeof value);
    assert_string_equal(value, "sea");
    assert_int_equal(oro_scene_set(scene, "render.style", "oil"), ORO_BAD_ARGUMENT);
    told("render.style", "there is no style \"oil\"");
    assert_int_equal(oro_scene_set(scene, "render.hase", "1"), ORO_BAD_ARGUMENT);
    told("render.hase", "did you mean \"haze\"");
    oro_scene_get(scene, "render.style", value, sizeof value);
    assert_string_equal(value, "height");
    oro_scene_destroy(scene);
}

/// Words that the table has from the renderer are the renderer's.
static void words_are_those_of_the_renderer(void **state) {
    (void)state;
    const char *const *words = oro_arg_find(&oro_picture_record, "palette")->choices, *const *names =
                                                                                          oro_palette_names();
    int i = 0;
    for (; words[i]; i++) assert_string_equal(words[i], names[i]);
    assert_null(names[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlays_are_read),
        cmocka_unit_test(broken_overlays_are_told),
        cmocka_unit_test(volumes_are_read_in_either_order),
        cmocka_unit_test(broken_volumes_are_told),
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(broken_settings_are_told),
        cmocka_unit_test(days_and_hours_are_read),
        cmocka_unit_test(settings_are_set_and_saved),
        cmocka_unit_test(words_are_those_of_the_renderer),
    };
    return cmocka_run_group_tests_name("render_io", tests, open_context, close_context);
}
