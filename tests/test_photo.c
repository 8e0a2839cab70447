// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of whole pictures: neither threads nor cancelling nor a lack of memory leave a trace, and odd requests give a sensible
// picture or a clear error.

#include "photo_set.h"

#include <stdlib.h>

static oro_photo_desc small(oro_quality quality) {
    return (oro_photo_desc){.width = 72, .height = 48, .quality = quality, .has_water = true, .water_level = 0};
}

static size_t bytes_of(const oro_image *i) { return (size_t)i->width * (size_t)i->height * 3; }

static double mean_of(const oro_image *i) {
    double sum = 0;
    for (size_t k = 0; k < bytes_of(i); k++) sum += i->data[k];
    return sum / (double)bytes_of(i);
}

/// Neither one colour all over nor nothing.
static void assert_picture(const oro_image *i) {
    assert_non_null(i->data);
    uint8_t lo = 255, hi = 0;
    for (size_t k = 0; k < bytes_of(i); k++) {
        if (i->data[k] < lo) lo = i->data[k];
        if (i->data[k] > hi) hi = i->data[k];
    }
    assert_true(hi > lo + 5);
}

static void threads_change_nothing(void **state) {
    (void)state;
    oro_grid map = hills(200), water = make(200, 200, map.cell);
    for (int32_t i = 50; i < 90; i++) oro_row(&water, i)[i] = 3;
    oro_mesh mesh = sphere_mesh(70, 40);
    oro_image first[3] = {{0}};
    static const int threads[] = {1, 2, 7};
    for (int t = 0; t < 3; t++) {
        oro_context *other = context_of(threads[t], 0), *kept = ctx;
        assert_non_null(other);
        ctx = other;
        for (int k = 0; k < 3; k++) {
            oro_photo_desc d = small(k == 0 ? ORO_GOOD : ORO_DRAFT);
            oro_image image;
            if (k == 0) d.water = &water;
            d.wireframe = k == 1;
            d.view = k == 1 ? "low" : NULL;
            good(k == 2 ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image));
            assert_picture(&image);
            if (t == 0) {
                first[k] = image;
                first[k].data = malloc(bytes_of(&image));
                assert_non_null(first[k].data);
                memcpy(first[k].data, image.data, bytes_of(&image));
            }
            assert_memory_equal(first[k].data, image.data, bytes_of(&image));
            oro_image_free(ctx, &image);
        }
        assert_int_equal(oro_bytes_in_use(ctx), 0);
        oro_destroy(ctx);
        ctx = kept;
    }
    for (int k = 0; k < 3; k++) free(first[k].data);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

static bool stop_soon(void *user, double fraction, const char *what) {
    int *calls = user;
    assert_true(fraction >= 0 && fraction <= 1 && what && *what);
    return ++*calls < 4;
}

static bool cancel_soon(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    int *calls = user;
    if (++*calls == 3) oro_cancel(ctx);
    return true;
}

static void cancelling_leaves_nothing(void **state) {
    (void)state;
    oro_grid map = hills(129);
    oro_mesh mesh = sphere_mesh(70, 40);
    size_t before = oro_bytes_in_use(ctx);
    for (int k = 0; k < 4; k++) {
        int calls = 0;
        oro_photo_desc d = small(ORO_DRAFT);
        d.width = 320, d.height = 200;
        d.progress = k & 1 ? stop_soon : cancel_soon;
        d.user = &calls;
        oro_image image;
        oro_status status = k & 2 ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image);
        assert_int_equal(status, ORO_CANCELLED);
        assert_null(image.data);
        assert_int_equal(oro_bytes_in_use(ctx), before);
    }
    oro_photo_desc d = small(ORO_DRAFT);
    oro_image image;
    oro_cancel(ctx); // an old wish is forgotten
    good(oro_render_photo(ctx, &map, &d, &image));
    oro_image_free(ctx, &image);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    oro_grid map = hills(33), water = make(33, 33, map.cell);
    oro_mesh mesh = sphere_mesh(70, 8);
    size_t before = oro_bytes_in_use(ctx);
    for (int k = 0; k < 2; k++)
        for (long n = 0;; n++) {
            oro_photo_desc d = small(ORO_DRAFT);
            d.water = &water;
            oro_image image;
            fail_at = n;
            oro_status status = k ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image);
            bool spared = fail_at >= 0;
            fail_at = -1;
            if (status == ORO_OK) oro_image_free(ctx, &image);
            assert_int_equal(oro_bytes_in_use(ctx), before);
            if (spared) break;
            assert_int_equal(status, ORO_NO_MEMORY);
            assert_null(image.data);
        }
    // The limit holds for the ray tracer too.
    oro_context *poor = context_of(2, (size_t)9 << 20), *kept = ctx;
    assert_non_null(poor);
    ctx = poor;
    oro_grid larger = hills(600);
    before = oro_bytes_in_use(ctx);
    oro_image image;
    assert_int_equal(
        oro_render_photo(ctx, &larger, &(oro_photo_desc){.quality = ORO_DRAFT, .width = 16, .height = 16}, &image),
        ORO_NO_MEMORY);
    assert_true(strlen(oro_last_error(ctx)->sentence) > 10);
    assert_int_equal(oro_bytes_in_use(ctx), before);
    oro_grid_free(ctx, &larger);
    oro_destroy(poor);
    ctx = kept;
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

static void a_camera_under_ground_is_raised(void **state) {
    (void)state;
    oro_grid map = hills(65);
    oro_photo_desc d = oro_set_defaults(
        &(oro_photo_desc){.quality = ORO_DRAFT, .width = 40, .height = 30, .has_from = true, .has_look_at = true});
    d.from[0] = 100, d.from[1] = -50, d.from[2] = -4000;
    d.look_at[0] = 600;
    ground g = {0};
    camera c;
    good(oro_set_ground(ctx, &g, &map, &d));
    *last_note = 0;
    good(oro_camera_make(ctx, &c, &g, &d));
    assert_true(c.eye.z > oro_ground_below(&g, c.eye.x, c.eye.y));
    assert_non_null(strstr(last_note, "raised"));
    oro_ground_free(&g);
    oro_image image;
    good(oro_render_photo(ctx, &map, &d, &image));
    assert_picture(&image);
    oro_image_free(ctx, &image);
    oro_mesh mesh = box_mesh(5, 5, 5);
    *last_note = 0;
    good(oro_render_mesh(ctx, &mesh, &d, &image));
    assert_non_null(strstr(last_note, "raised"));
    oro_image_free(ctx, &image);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
}

static void a_place_to_stand_alone_looks_at_the_middle(void **state) {
    (void)state;
    oro_grid map = hills(65);
    oro_photo_desc d =
        oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .width = 40, .height = 30, .has_from = true});
    d.from[0] = -900, d.from[1] = 1200, d.from[2] = 800;
    ground g = {0};
    camera c;
    good(oro_set_ground(ctx, &g, &map, &d));
    good(oro_camera_make(ctx, &c, &g, &d));
    float x, y;
    assert_true(oro_camera_project(&c, v3(0, 0, g.low), &x, &y));
    assert_true(fabsf(x - 0.5f) < 0.05f && fabsf(y - 0.5f) < 0.2f);
    oro_ground_free(&g);
    oro_grid_free(ctx, &map);
}

static void night_is_dim_but_there(void **state) {
    (void)state;
    oro_grid map = hills(65);
    double mean[3];
    static const double elevations[] = {45, -3, -60};
    for (int i = 0; i < 3; i++) {
        oro_photo_desc d = small(ORO_DRAFT);
        d.has_sun = true;
        d.sun_azimuth = 200;
        d.sun_elevation = elevations[i];
        oro_image image;
        good(oro_render_photo(ctx, &map, &d, &image));
        mean[i] = mean_of(&image);
        assert_picture(&image);
        oro_image_free(ctx, &image);
    }
    if (!(mean[1] < mean[0] && mean[2] < mean[0] && mean[2] > 3))
        fail_msg("day %g, dusk %g, night %g", mean[0], mean[1], mean[2]);
    oro_grid_free(ctx, &map);
}

static void any_terrain_gives_a_picture(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {1, 7}, {9, 1}, {2, 2}, {2, 1}, {3, 50}};
    static const char *const views[] = {"three-quarter", "top", "low", "close"};
    static const char *const arounds[] = {"land", "sea", "none"};
    for (int k = 0; k < 6; k++)
        for (int wrap = 0; wrap < 2; wrap++) {
            oro_grid map = make(sizes[k][0], sizes[k][1], 30), water = make(sizes[k][0], sizes[k][1], 30);
            map.wrap = water.wrap = wrap;
            for (int32_t y = 0; y < map.height; y++)
                for (int32_t x = 0; x < map.width; x++) {
                    oro_row(&map, y)[x] = (float)((x * 7 + y * 3) % 11);
                    oro_row(&water, y)[x] = (x + y) % 2 ? 4.0f : 0.0f;
                }
            for (int v = 0; v < 12; v++) {
                oro_photo_desc d = {
                    .quality = ORO_DRAFT, .width = 24, .height = 16, .view = views[v % 4], .surround = arounds[v / 4]};
                d.water = &water;
                d.has_water = v % 2;
                d.water_level = 5;
                d.wireframe = v % 3 == 0;
                oro_image image;
                good(oro_render_photo(ctx, &map, &d, &image));
                assert_true(mean_of(&image) > 2);
                oro_image_free(ctx, &image);
            }
            oro_grid_free(ctx, &map);
            oro_grid_free(ctx, &water);
        }
}

static void holes_are_filled_and_told(void **state) {
    (void)state;
    oro_grid map = hills(40);
    for (int32_t i = 10; i < 30; i++) oro_row(&map, i)[i] = i % 3 ? NAN : INFINITY;
    oro_photo_desc d = small(ORO_DRAFT);
    oro_image image;
    *last_note = 0;
    good(oro_render_photo(ctx, &map, &d, &image));
    assert_non_null(strstr(last_note, "20 heights are not numbers"));
    assert_picture(&image);
    ground g = {0};
    d = oro_set_defaults(&d);
    good(oro_set_ground(ctx, &g, &map, &d));
    assert_int_equal(oro_grid_extremes(&g.height).not_finite, 0);
    assert_true(oro_row(&g.height, 20)[20] == oro_grid_extremes(&map).min);
    oro_ground_free(&g);
    oro_image_free(ctx, &image);
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 40; x++) oro_row(&map, y)[x] = NAN;
    good(oro_render_photo(ctx, &map, &d, &image));
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &map);
}

static void a_wrapped_map_of_any_size_is_reduced(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1031, 1031}, {1031, 821}, {1024, 512}, {1000, 800}};
    for (int i = 0; i < 4; i++) {
        oro_grid map = make(sizes[i][0], sizes[i][1], 4);
        map.wrap = true;
        for (int32_t y = 0; y < map.height; y++)
            for (int32_t x = 0; x < map.width; x++)
                oro_row(&map, y)[x] = (float)(200 * sin(6.283185 * x / map.width) * cos(6.283185 * y / map.height));
        ground g = {0};
        oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT});
        good(oro_set_ground(ctx, &g, &map, &d));
        assert_true(g.height.width > 300 && g.height.width <= 768 && g.height.height > 300);
        assert_true(g.height.wrap || i == 1);
        assert_true(fabs(oro_extent_x(&g.height) - oro_extent_x(&map)) <= 8); // without a seam the last cell is missing
        assert_true(fabsf(g.high - 200) < 3 && fabsf(g.low + 200) < 3);
        oro_ground_free(&g);
        oro_grid_free(ctx, &map);
    }
}

static void assert_refused(oro_status status, oro_status expected, const oro_image *image, const char *word) {
    if (status != expected) fail_msg("%s instead of %s", oro_status_name(status), oro_status_name(expected));
    assert_null(image->data);
    if (!strstr(oro_last_error(ctx)->sentence, word)) fail_msg("no \"%s\" in: %s", word, oro_last_error(ctx)->sentence);
}

/// A sun in the north on the horizon, no haze and snow from 0 m up are other pictures than those of nothing said.
static void zero_is_a_value(void **state) {
    (void)state;
    oro_grid map = hills(65);
    oro_photo_desc d[4] = {small(ORO_DRAFT), small(ORO_DRAFT), small(ORO_DRAFT), small(ORO_DRAFT)};
    d[1].has_sun = d[2].has_haze = d[3].has_snow_line = true;
    oro_image image[4];
    for (int i = 0; i < 4; i++) good(oro_render_photo(ctx, &map, &d[i], &image[i]));
    for (int i = 1; i < 4; i++) assert_memory_not_equal(image[0].data, image[i].data, 72 * 48 * 3);
    for (int i = 0; i < 4; i++) oro_image_free(ctx, &image[i]);
    // What has_ does not name is not looked at.
    d[0].haze = NAN, d[0].snow_line = NAN, d[0].sun_elevation = NAN;
    good(oro_render_photo(ctx, &map, &d[0], &image[0]));
    oro_image_free(ctx, &image[0]);
    oro_grid_free(ctx, &map);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    oro_grid map = hills(17), other = hills(16);
    oro_mesh mesh = box_mesh(5, 5, 5);
    oro_image image;
    const struct {
        oro_photo_desc d;
        const char *word;
    } cases[] = {
        {{.width = 20000, .height = 20000}, "20000 x 20000"},
        {{.width = -3, .height = 8}, "pixels"},
        {{.height = INT32_MAX}, "pixels"},
        {{.width = INT32_MAX}, "pixels"},
        {{.width = 8, .height = 8, .view = "sideways"}, "sideways"},
        {{.width = 8, .height = 8, .surround = "lava"}, "lava"},
        {{.width = 8, .height = 8, .has_sun = true, .sun_elevation = 100}, "100"},
        {{.width = 8, .height = 8, .has_sun = true, .sun_elevation = NAN}, "sun"},
        {{.width = 8, .height = 8, .exaggeration = -1}, "-1"},
        {{.width = 8, .height = 8, .field_of_view = 400}, "400"},
        {{.width = 8, .height = 8, .has_haze = true, .haze = NAN}, "haze"},
        {{.width = 8, .height = 8, .exposure = INFINITY}, "stops"},
        {{.width = 8, .height = 8, .quality = (oro_quality)9}, "quality"},
        {{.width = 8, .height = 8, .has_from = true, .from = {0, NAN, 0}}, "finite"},
        {{.width = 8, .height = 8, .has_from = true, .has_look_at = true}, "stands where it looks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_refused(oro_render_photo(ctx, &map, &cases[i].d, &image), ORO_BAD_ARGUMENT, &image, cases[i].word);
        assert_refused(oro_render_mesh(ctx, &mesh, &cases[i].d, &image), ORO_BAD_ARGUMENT, &image, cases[i].word);
    }
    oro_photo_desc d = small(ORO_DRAFT);
    d.water = &other;
    assert_refused(oro_render_photo(ctx, &map, &d, &image), ORO_BAD_ARGUMENT, &image, "water map");
    d.water = NULL;
    oro_mesh empty = {0};
    assert_refused(oro_render_mesh(ctx, &empty, &d, &image), ORO_BAD_ARGUMENT, &image, "empty");
    mesh.indices[4] = 8;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "vertex 8");
    mesh.indices[4] = 1;
    for (int i = 0; i < 24; i++) mesh.positions[i] = 3;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "across");
    for (int i = 0; i < 24; i++) mesh.positions[i] = NAN;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "no triangle");
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &other);
}

static void broken_triangles_are_left_out(void **state) {
    (void)state;
    oro_mesh mesh = sphere_mesh(50, 20), whole = sphere_mesh(50, 20);
    mesh.positions[3 * 500] = NAN;
    mesh.positions[3 * 130 + 2] = INFINITY;
    oro_photo_desc d = {.quality = ORO_DRAFT, .width = 60, .height = 40};
    oro_image image, expected;
    *last_note = 0;
    good(oro_render_mesh(ctx, &mesh, &d, &image));
    assert_non_null(strstr(last_note, "12 of 1600 triangles"));
    good(oro_render_mesh(ctx, &whole, &d, &expected));
    size_t different = 0;
    for (size_t i = 0; i < bytes_of(&image); i++) different += abs(image.data[i] - expected.data[i]) > 40;
    assert_true(different < bytes_of(&image) / 20); // a small hole and what shines through it
    oro_image_free(ctx, &image);
    oro_image_free(ctx, &expected);
    oro_mesh_free(ctx, &mesh);
    oro_mesh_free(ctx, &whole);
}

static void pictures_are_put_on_meshes(void **state) {
    (void)state;
    // Red left, green right; once by uvs that swap them, once from above.
    uint8_t texels[6] = {255, 0, 0, 0, 255, 0};
    oro_image colour = {2, 1, 3, texels};
    oro_mesh mesh = {.vertex_count = 4, .triangle_count = 2};
    good(oro_mesh_alloc(ctx, &mesh, ORO_MESH_UVS));
    static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    static const float corner[12] = {-10, -10, 0, 10, -10, 0, 10, 10, 0, -10, 10, 0};
    static const float swapped[8] = {0.999f, 0, 0, 0, 0, 0.9f, 0.999f, 0.9f};
    memcpy(mesh.indices, two, sizeof two);
    memcpy(mesh.positions, corner, sizeof corner);
    memcpy(mesh.uvs, swapped, sizeof swapped);
    for (int k = 0; k < 2; k++) {
        oro_mesh used = mesh;
        if (k) used.uvs = NULL;
        oro_image image;
        good(oro_render_mesh(
            ctx, &used,
            &(oro_photo_desc){.quality = ORO_DRAFT, .width = 40, .height = 40, .view = "top", .colour = &colour},
            &image));
        const uint8_t *left = image.data + (20 * 40 + 10) * 3, *right = image.data + (20 * 40 + 30) * 3;
        assert_true(k ? left[0] > left[1] + 40 : left[1] > left[0] + 40);
        assert_true(k ? right[1] > right[0] + 40 : right[0] > right[1] + 40);
        oro_image_free(ctx, &image);
    }
    oro_mesh_free(ctx, &mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(cancelling_leaves_nothing),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(a_camera_under_ground_is_raised),
        cmocka_unit_test(a_place_to_stand_alone_looks_at_the_middle),
        cmocka_unit_test(night_is_dim_but_there),
        cmocka_unit_test(any_terrain_gives_a_picture),
        cmocka_unit_test(holes_are_filled_and_told),
        cmocka_unit_test(a_wrapped_map_of_any_size_is_reduced),
        cmocka_unit_test(zero_is_a_value),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(broken_triangles_are_left_out),
        cmocka_unit_test(pictures_are_put_on_meshes),
    };
    return cmocka_run_group_tests_name("photo", tests, open_noting_context, close_context);
}
