// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sun and named views belong to the scene: they are read from its file, set by calls, used by pictures and saved.

#include "build/drawing.h"
#include "orogen/orogen.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static oro_context *ctx;

static int start(void **state) {
    (void)state;
    return (ctx = oro_create(NULL, NULL)) ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    oro_destroy(ctx);
    return 0;
}

static oro_scene *read_scene(const char *render) {
    char text[700];
    snprintf(text, sizeof text, "{\"orogen\": 1, \"nodes\": [], \"render\": %s}", render);
    oro_scene *scene = oro_scene_parse(ctx, "s.oro.json", NULL, text, strlen(text));
    if (!scene) print_error("%s\n", oro_last_error(ctx)->sentence);
    assert_non_null(scene);
    return scene;
}

static void assert_printed(oro_scene *scene, const char *wanted, bool there) {
    char *text = oro_scene_print(scene);
    assert_non_null(text);
    if ((strstr(text, wanted) != NULL) != there) print_error("%s\n", text);
    assert_int_equal(strstr(text, wanted) != NULL, there);
    oro_scene_text_free(ctx, text);
}

static const char harbour[] =
    "{\"view\": \"harbour\", \"sun\": {\"date\": \"06-21\", \"time\": \"12:00\", \"latitude\": "
    "45},\n \"views\": {\"harbour\": {\"from\": [1, 2.50, 3], \"fov\": 41}}}";

static void what_a_file_says_is_the_scenes(void **state) {
    (void)state;
    double azimuth, elevation;
    oro_scene *scene = read_scene(harbour);
    assert_true(oro_scene_sun(scene, &azimuth, &elevation));
    assert_true(fabs(elevation - 68.44) < 0.1 && fabs(azimuth - 180.0) < 1.0); // 90 - 45 + 23.44
    assert_int_equal(oro_scene_view_count(scene), 1);
    const oro_view *view = oro_scene_view_at(scene, 0);
    assert_string_equal(view->name, "harbour");
    assert_true(view->has_from && !view->has_look_at && view->from[1] == 2.5 && view->has_fov && view->fov == 41.0f);
    assert_null(oro_scene_view_at(scene, 1));
    assert_printed(scene, "[1, 2.50, 3]", true); // as it was written
    assert_printed(scene, "\"06-21\"", true);
    oro_scene_destroy(scene);
    scene = read_scene("{}");
    assert_false(oro_scene_sun(scene, &azimuth, &elevation));
    oro_scene_destroy(scene);
}

static void what_is_set_is_drawn_and_saved(void **state) {
    (void)state;
    oro_scene *scene = oro_scene_create(ctx, NULL);
    oro_view view = {.name = "gate", .has_look_at = true, .look_at = {4, 5, 6}, .has_fov = true, .fov = 12.5f};
    assert_int_equal(oro_scene_set_view(scene, &view), ORO_OK);
    assert_int_equal(oro_scene_set_sun(scene, 250, 20.1), ORO_OK);
    assert_int_equal(oro_scene_set(scene, "render.view", "gate"), ORO_OK);
    char *text = oro_scene_print(scene);
    oro_scene *again = oro_scene_parse(ctx, "s", NULL, text, strlen(text));
    assert_non_null(strstr(text, "[250, 20.1]"));
    assert_non_null(again);
    oro_scene_text_free(ctx, text);
    oro_scene *both[] = {scene, again};
    for (int i = 0; i < 2; i++) {
        oro_drawing d = {0};
        assert_int_equal(oro_drawing_from_scene(both[i], &d), ORO_OK);
        assert_true(d.photo.has_sun && d.photo.sun_azimuth == 250.0 && d.photo.sun_elevation == (double)20.1f);
        assert_true(d.photo.field_of_view == 12.5 && d.photo.has_look_at && d.photo.look_at[2] == 6.0);
        assert_true(!d.photo.has_from);
    }
    view.fov = 60;
    assert_int_equal(oro_scene_set_view(again, &view), ORO_OK);
    assert_int_equal(oro_scene_view_count(again), 1);
    assert_printed(again, "\"fov\": 60", true);
    assert_int_equal(oro_scene_clear_sun(again), ORO_OK);
    assert_printed(again, "\"sun\"", false);
    assert_int_equal(oro_scene_remove_view(again, "gate"), ORO_BAD_ARGUMENT); // pictures are taken from there
    assert_int_equal(oro_scene_reset(again, "render.view"), ORO_OK);
    assert_int_equal(oro_scene_remove_view(again, "gate"), ORO_OK);
    assert_int_equal(oro_scene_remove_view(again, "gate"), ORO_BAD_ARGUMENT);
    assert_printed(again, "gate", false);
    oro_scene_destroy(again);
    oro_scene_destroy(scene);
}

static void views_that_cannot_be_are_refused(void **state) {
    (void)state;
    oro_scene *scene = oro_scene_create(ctx, NULL);
    oro_view good = {.name = "v", .has_from = true}, bad = good;
    *bad.name = 0;
    assert_int_equal(oro_scene_set_view(scene, &bad), ORO_BAD_ARGUMENT);
    bad = good;
    memset(bad.name, 'a', sizeof bad.name); // no zero
    assert_int_equal(oro_scene_set_view(scene, &bad), ORO_BAD_ARGUMENT);
    bad = (oro_view){.name = "v"};
    assert_int_equal(oro_scene_set_view(scene, &bad), ORO_BAD_ARGUMENT);
    for (int i = 0; i < 3; i++) {
        bad = good;
        bad.from[i] = i == 0 ? (double)NAN : i == 1 ? (double)INFINITY : 1e10;
        assert_int_equal(oro_scene_set_view(scene, &bad), ORO_BAD_ARGUMENT);
    }
    bad = good;
    bad.has_fov = true;
    bad.fov = 500;
    assert_int_equal(oro_scene_set_view(scene, &bad), ORO_BAD_ARGUMENT);
    assert_string_equal(oro_last_error(ctx)->where, "fov");
    for (int i = 0; i < ORO_MAX_VIEWS; i++) {
        snprintf(good.name, sizeof good.name, "v%d", i);
        assert_int_equal(oro_scene_set_view(scene, &good), ORO_OK);
    }
    snprintf(good.name, sizeof good.name, "more");
    assert_int_equal(oro_scene_set_view(scene, &good), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_scene_set_sun(scene, 0, 91), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_scene_set_sun(scene, (double)NAN, 1), ORO_BAD_ARGUMENT);
    double azimuth, elevation;
    assert_false(oro_scene_sun(scene, &azimuth, &elevation));
    oro_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_file_says_is_the_scenes),
                                       cmocka_unit_test(what_is_set_is_drawn_and_saved),
                                       cmocka_unit_test(views_that_cannot_be_are_refused)};
    return cmocka_run_group_tests(tests, start, end);
}
