// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of masks, found and painted: what they leave out is the rest, ranges fade, strokes lie where they were drawn.

#include "call.h"

static double across(double x, double y) { return x - 100.0 + 0.0 * y; }
static double steps01(double x, double y) { return fmod(floor(x / 7.0) + floor(y / 5.0), 5.0) / 4.0; }

static double bowl(double x, double y) { return 0.002 * (x * x + y * y); } // curvature -0.004 1/m

static void masks_and_their_opposites_make_one(void **state) {
    (void)state;
    static const char *const kinds[] = {"height", "slope", "direction", "curvature"};
    for (int i = 0; i < 8; i++) {
        oro_grid g = map_of(150, 90, 10.0, i & 1, hills);
        oro_grid m = filtered("mask", &g, "kind", kinds[i / 2], NULL);
        oro_grid n = filtered("mask", &g, "kind", kinds[i / 2], "invert", "on", NULL);
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) {
                assert_true(at(&m, x, y) >= 0.0f && at(&m, x, y) <= 1.0f);
                assert_near((double)at(&m, x, y) + (double)at(&n, x, y), 1.0, 1e-7);
            }
        drop(&g), drop(&m), drop(&n);
    }
}

static void masks_fade_outside_their_range(void **state) {
    (void)state;
    oro_grid g = map_of(1201, 2, 1.0, false, across);
    oro_grid m = filtered("mask", &g, "heights", "300..500", "height-softness", "100", NULL);
    for (int32_t h = 300; h <= 500; h++) assert_near(at(&m, h + 100, 0), 1.0, 0.0);
    assert_near(at(&m, 250 + 100, 0), 0.5, 1e-6);
    assert_near(at(&m, 575 + 100, 0), 0.15625, 1e-6); // 3t²-2t³ at a quarter
    assert_near(at(&m, 200 + 100, 0), 0.0, 0.0);
    assert_near(at(&m, 600 + 100, 0), 0.0, 0.0);
    drop(&m);
    m = filtered("mask", &g, "heights", "300..500", "height-softness", "0", NULL);
    assert_near(at(&m, 299 + 100, 0), 0.0, 0.0);
    assert_near(at(&m, 300 + 100, 0), 1.0, 0.0);
    drop(&m), drop(&g);
}

static void masks_know_slopes_directions_and_curvatures(void **state) {
    (void)state;
    const oro_grid world = {.width = 60, .height = 60, .cell = 10.0};
    oro_grid g = generated("plane", world, "slope", "25", "direction", "135", NULL);
    oro_grid m = filtered("mask", &g, "kind", "slope", "slopes", "24.9..25.1", "slope-softness", "0", NULL);
    oro_grid n = filtered("mask", &g, "kind", "slope", "slopes", "25.1..90", "slope-softness", "0", NULL);
    oro_grid d = filtered("mask", &g, "kind", "direction", "direction", "130", "direction-width", "11",
                          "direction-softness", "0", "reach", "30", NULL);
    oro_grid e = filtered("mask", &g, "kind", "direction", "direction", "-225", "direction-width", "1", NULL);
    oro_grid f = filtered("mask", &g, "kind", "direction", "direction", "315", NULL);
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 60; x++) {
            assert_near(at(&m, x, y), 1.0, 0.0);
            assert_near(at(&n, x, y), 0.0, 0.0);
            assert_near(at(&d, x, y), 1.0, 0.0);
            assert_near(at(&e, x, y), 1.0, 0.0);
            assert_near(at(&f, x, y), 0.0, 0.0);
        }
    drop(&g), drop(&m), drop(&n), drop(&d), drop(&e), drop(&f);
    g = map_of(60, 60, 5.0, false, bowl);
    m = filtered("mask", &g, "kind", "curvature", "curvatures", "-0.0042..-0.0038", "curvature-softness", "0", NULL);
    n = filtered("mask", &g, "kind", "curvature", "curvatures", "0..1000", "curvature-softness", "0", NULL);
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 60; x++) {
            assert_near(at(&m, x, y), 1.0, 0.0);
            assert_near(at(&n, x, y), 0.0, 0.0);
        }
    drop(&g), drop(&m), drop(&n);
}

// --- paint ------------------------------------------------------------------------------------------------------------

/// Distance from a place to the line between two others, by trying many points of it.
static double plain_distance(double x, double y, double x0, double y0, double x1, double y1) {
    double least = 1e300;
    for (int k = 0; k <= 20000; k++) {
        double t = k / 20000.0;
        least = fmin(least, hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)));
    }
    return least;
}

static double plain_brush(double distance, double radius, double softness, double strength) {
    double t = fmin(fmax((radius - distance) / (softness * radius), 0.0), 1.0);
    return strength * t * t * (3.0 - 2.0 * t);
}

static void paint_follows_its_strokes(void **state) {
    (void)state;
    oro_grid world = {.width = 61, .height = 41, .cell = 10.0};
    oro_grid g = generated("paint", world, "strokes",
                           "x=150 y=120 radius=90 softness=0.6 strength=0.8; x=430 y=250 radius=90 softness=0.6 "
                           "strength=0.8 join=on; x=300 y=190 radius=60 softness=1 erase=on",
                           NULL);
    for (int32_t y = 0; y < 41; y++)
        for (int32_t x = 0; x < 61; x++) {
            double px = 10.0 * x, py = 10.0 * y;
            double painted = plain_brush(plain_distance(px, py, 150, 120, 430, 250), 90.0, 0.6, 0.8);
            double erased = plain_brush(hypot(px - 300.0, py - 190.0), 60.0, 1.0, 1.0);
            // Single precision of distances up to 600 m, times a slope of at most 1.5 over 54 m; 0.014 m between the tries.
            assert_near(at(&g, x, y), fmin(painted, 1.0 - erased), 2e-5);
        }
    drop(&g);
}

static void paint_over_twice_changes_nothing(void **state) {
    (void)state;
    static const char stroke[] = "x=40 y=50 radius=30 strength=0.5; x=90 y=60 radius=20 strength=0.5 join=on";
    char twice[300];
    snprintf(twice, sizeof twice, "%s; %s", stroke, stroke);
    oro_grid world = {.width = 70, .height = 60, .cell = 2.0};
    oro_grid once = generated("paint", world, "strokes", stroke, NULL);
    oro_grid again = generated("paint", world, "strokes", twice, NULL);
    assert_true(largest_difference(&once, &again) == 0.0);
    assert_near(at(&once, 20, 25), 0.5, 1e-6);
    drop(&once), drop(&again);
}

static void paint_is_the_same_at_two_resolutions(void **state) {
    (void)state;
    static const char strokes[] =
        "x=100 y=100 radius=60; x=260 y=180 radius=90 join=on; x=220 y=150 radius=40 erase=on";
    oro_grid coarse = generated("paint", (oro_grid){.width = 41, .height = 31, .cell = 8.0}, "strokes", strokes, NULL);
    oro_grid fine = generated("paint", (oro_grid){.width = 161, .height = 121, .cell = 2.0}, "strokes", strokes, NULL);
    for (int32_t y = 0; y < 31; y++)
        for (int32_t x = 0; x < 41; x++) assert_near(at(&coarse, x, y), at(&fine, 4 * x, 4 * y), 1e-5);
    drop(&coarse), drop(&fine);
}

static void paint_keeps_the_map_under_it(void **state) {
    (void)state;
    oro_grid under = map_of(40, 30, 5.0, false, steps01), out = {0};
    call c = begin("paint");
    wire(&c, "base", &under);
    wire(&c, "result", &out);
    set(&c, "strokes", "x=100 y=75 radius=40 softness=0");
    run(&c);
    for (int32_t y = 0; y < 30; y++)
        for (int32_t x = 0; x < 40; x++) {
            double d = hypot(5.0 * x - 100.0, 5.0 * y - 75.0);
            if (d > 40.0) assert_true(at(&out, x, y) == at(&under, x, y));
            if (d < 35.0) assert_near(at(&out, x, y), 1.0, 0.0); // the edge is one sample wide
        }
    drop(&under), drop(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_and_their_opposites_make_one),
        cmocka_unit_test(masks_fade_outside_their_range),
        cmocka_unit_test(masks_know_slopes_directions_and_curvatures),
        cmocka_unit_test(paint_follows_its_strokes),
        cmocka_unit_test(paint_over_twice_changes_nothing),
        cmocka_unit_test(paint_is_the_same_at_two_resolutions),
        cmocka_unit_test(paint_keeps_the_map_under_it),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
