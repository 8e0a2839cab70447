// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Nothing that can be read can break a map: any size, holes, threads, no memory, every style on every example.

#include "drawn_maps.h"
#include "orogen/scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- anything goes ----------------------------------------------------------------------------------------------------------

static void any_map_and_size_can_be_drawn(void **state) {
    (void)state;
    static const int32_t grids[][2] = {{1, 1}, {2, 3}, {1, 40}, {40, 1}, {33, 65}};
    static const int32_t pictures[][2] = {{1, 1}, {7, 0}, {0, 9}, {64, 20}, {5, 200}, {230, 0}, {256, 128}};
    for (size_t g = 0; g < 5; g++)
        for (int holes = 0; holes < 3; holes++) {
            oro_grid land = make(grids[g][0], grids[g][1], 7, hills), before = make(grids[g][0], grids[g][1], 7, flat);
            for (int32_t y = 0; y < land.height; y++)
                for (int32_t x = 0; x < land.width; x++)
                    if (holes == 2 || (holes == 1 && (x * 7 + y * 3) % 5 == 0))
                        oro_row(&land, y)[x] = (x + y) % 3 ? NAN : (x + y) % 2 ? INFINITY : -INFINITY;
            for (int s = 0; s < oro_style_count(); s++) {
                const oro_style *style = oro_style_at(s);
                if (style->kind != ORO_STYLE_MAP) continue;
                for (size_t p = 0; p < 7; p++) {
                    oro_image i = draw(&land, (oro_map_desc){.style = style->name,
                                                             .width = pictures[p][0],
                                                             .height = pictures[p][1],
                                                             .before = &before,
                                                             .has_water = p % 2,
                                                             .water_level = 1});
                    if (pictures[p][0]) assert_int_equal(i.width, pictures[p][0]);
                    if (pictures[p][1]) assert_int_equal(i.height, pictures[p][1]);
                    drop(&i, NULL);
                }
            }
            drop(NULL, &land);
            drop(NULL, &before);
        }
}

static void holes_are_neutral(void **state) {
    (void)state;
    oro_grid g = make(80, 80, 50, hills), before = make(80, 80, 50, eroded_hills);
    for (int32_t y = 30; y < 50; y++)
        for (int32_t x = 30; x < 50; x++) oro_row(&g, y)[x] = NAN;
    static const char *const styles[] = {"relief", "height", "slope", "curvature", "flow", "difference", "classes"};
    for (int k = 0; k < 7; k++) {
        oro_image i = draw(&g, (oro_map_desc){.style = styles[k], .width = 80, .before = &before, .no_legend = true});
        for (int c = 0; c < 3; c++) assert_int_equal(at(&i, 40, 40)[c], 0xB4);
        bool elsewhere = false;
        for (int32_t x = 0; x < 80; x++) elsewhere |= at(&i, x, 10)[0] != 0xB4;
        assert_true(elsewhere);
        drop(&i, NULL);
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void threads_do_not_change_a_pixel(void **state) {
    (void)state;
    oro_grid g = make(300, 211, 13, hills), before = make(300, 211, 13, eroded_hills);
    for (int s = 0; s < oro_style_count(); s++) {
        if (oro_style_at(s)->kind != ORO_STYLE_MAP) continue;
        oro_map_desc desc = {
            .style = oro_style_at(s)->name, .width = 421, .before = &before, .has_water = true, .water_level = -90};
        oro_image first = draw(&g, desc), again;
        for (int threads = 1; threads <= 5; threads += 2) {
            oro_context *other = oro_create(&(oro_context_desc){.threads = threads}, NULL);
            assert_int_equal(oro_render_map(other, &g, &desc, &again), ORO_OK);
            assert_memory_equal(again.data, first.data, bytes_of(&first));
            oro_image_free(other, &again);
            assert_int_equal(oro_bytes_in_use(other), 0);
            oro_destroy(other);
        }
        drop(&first, NULL);
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void the_resolution_does_not_show(void **state) {
    (void)state;
    oro_grid fine = make(513, 513, 4000.0 / 512, hills), coarse = make(257, 257, 4000.0 / 256, hills);
    for (int k = 0; k < 5; k++) { // classes of heights, and normals, hang on single samples
        oro_image a = draw(&fine, (oro_map_desc){.style = alone[k], .width = 257}),
                  b = draw(&coarse, (oro_map_desc){.style = alone[k], .width = 257});
        double sum = 0;
        assert_true(a.width == b.width && a.height == b.height);
        for (size_t i = 0; i < bytes_of(&a); i++) sum += abs(a.data[i] - b.data[i]);
        assert_true(sum / (double)bytes_of(&a) < 2.5);
        drop(&a, NULL);
        drop(&b, NULL);
    }
    drop(NULL, &fine);
    drop(NULL, &coarse);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    oro_grid g = make(100, 80, 13, hills), before = make(100, 80, 13, eroded_hills);
    for (int s = 0; s < oro_style_count(); s++) {
        if (oro_style_at(s)->kind != ORO_STYLE_MAP) continue;
        for (size_t limit = 1 << 14; limit < 1 << 24; limit += limit / 3) {
            oro_context *small = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = limit}, NULL);
            oro_image i;
            oro_status status = oro_render_map(
                small, &g, &(oro_map_desc){.style = oro_style_at(s)->name, .width = 240, .before = &before}, &i);
            assert_true(status == ORO_OK || status == ORO_NO_MEMORY);
            if (status == ORO_OK)
                oro_image_free(small, &i);
            else
                assert_null(i.data);
            assert_int_equal(oro_bytes_in_use(small), 0);
            oro_destroy(small);
        }
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void mistakes_are_told(void **state) {
    (void)state;
    oro_grid g = make(8, 8, 100, hills);
    const oro_map_desc bad[] = {
        {.style = "heigt"},
        {.style = "photo"},
        {.style = "height", .palette = "natrual"},
        {.width = -1},
        {.style = "slope", .height = 20000},
        {.style = "slope", .has_range = true},
        {.style = "height", .has_range = true, .lo = NAN},
        {.style = "height", .interval = -3},
        {.style = "height", .interval = 1e-9},
        {.style = "flow", .has_water = true, .water_level = NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_image image;
        assert_int_equal(oro_render_map(ctx, &g, &bad[i], &image), ORO_BAD_ARGUMENT);
        assert_null(image.data);
    }
    drop(NULL, &g);
}

// --- the examples -----------------------------------------------------------------------------------------------------------

static void not_blank(const oro_image *i, const char *what) {
    double sum = 0, squares = 0, n = (double)bytes_of(i);
    for (size_t k = 0; k < bytes_of(i); k++) {
        sum += i->data[k];
        squares += (double)i->data[k] * i->data[k];
    }
    if (!(squares / n - sum / n * (sum / n) > 4.0)) fail_msg("%s is blank", what);
}

static void draw_example(const char *path) {
    oro_scene *scene = oro_scene_load(ctx, path);
    if (!scene) fail_msg("%s", oro_last_error(ctx)->sentence);
    good(oro_scene_run(scene, &(oro_run_desc){.detail = 65}));
    for (int n = 0; n < oro_scene_output_count(scene); n++) {
        const oro_output *o = oro_scene_output_at(scene, n);
        const oro_grid *g = oro_scene_grid(scene, o->from);
        oro_world world = oro_scene_world(scene);
        oro_grid before = *g;
        if (!o->style) continue;
        before.data = NULL;
        good(oro_grid_alloc(ctx, &before));
        for (int32_t y = 0; y < g->height; y++)
            for (int32_t x = 0; x < g->width; x++) oro_row(&before, y)[x] = 0.9f * oro_row(g, y)[x];
        for (int s = 0; s < oro_style_count(); s++) {
            const oro_style *style = oro_style_at(s);
            oro_image i;
            if (style->kind == ORO_STYLE_PHOTO)
                good(oro_render_photo(ctx, g,
                                      &(oro_photo_desc){.quality = ORO_DRAFT,
                                                        .width = 64,
                                                        .wireframe = strcmp(style->name, "wireframe") == 0,
                                                        .height = 36,
                                                        .has_water = world.has_sea,
                                                        .water_level = world.sea},
                                      &i));
            else if (style->kind == ORO_STYLE_MAP)
                i = draw(g, (oro_map_desc){.style = style->name,
                                           .width = 96,
                                           .before = &before,
                                           .has_water = world.has_sea,
                                           .water_level = (float)world.sea});
            else
                continue;
            not_blank(&i, style->name);
            drop(&i, NULL);
        }
        drop(NULL, &before);
        break; // one map of each scene will do
    }
    oro_scene_destroy(scene);
}

static void every_style_draws_every_example(void **state) {
    (void)state;
    int count = 0;
    oro_context *outer = ctx; // scenes leave results in the cache of theirs
    assert_int_equal(open_context(NULL), 0);
    DIR *folder = opendir(SOURCE_DIR "/examples/scenes");
    assert_non_null(folder);
    for (const struct dirent *e; (e = readdir(folder));) {
        char path[600];
        if (!strstr(e->d_name, ".oro.json")) continue;
        snprintf(path, sizeof path, "%s/examples/scenes/%s", SOURCE_DIR, e->d_name);
        draw_example(path);
        count++;
    }
    closedir(folder);
    oro_destroy(ctx);
    ctx = outer;
    assert_true(count >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_map_and_size_can_be_drawn),   cmocka_unit_test(holes_are_neutral),
        cmocka_unit_test(threads_do_not_change_a_pixel),   cmocka_unit_test(the_resolution_does_not_show),
        cmocka_unit_test(memory_may_end_anywhere),         cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(every_style_draws_every_example),
    };
    return cmocka_run_group_tests_name("maps_any", tests, open_context, close_context);
}
