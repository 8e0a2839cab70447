// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Generators against what geometry says of them, and the ways a file is laid on the ground.

#include "call.h"

static const oro_grid world = {.width = 201, .height = 161, .cell = 10.0};

static void a_plane_falls_where_it_says(void **state) {
    (void)state;
    static const struct {
        const char *azimuth;
        int dx, dy; ///< a step downhill; y grows to the south
    } cases[] = {{"0", 0, -1}, {"90", 1, 0}, {"180", 0, 1}, {"270", -1, 0}, {"-90", -1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_grid g = generated("plane", world, "slope", "30", "direction", cases[i].azimuth, "x", "1000", "y", "800",
                               "height", "70", NULL);
        assert_near(at(&g, 100, 80), 70.0, 1e-4);
        double fall = (double)at(&g, 100, 80) - (double)at(&g, 100 + 10 * cases[i].dx, 80 + 10 * cases[i].dy);
        assert_near(fall, 100.0 * tan(M_PI / 6.0), 1e-3);
        double level = (double)at(&g, 100, 80) - (double)at(&g, 100 + 10 * cases[i].dy, 80 + 10 * cases[i].dx);
        assert_near(level, 0.0, 1e-3);
        drop(&g);
    }
}

static void a_plane_has_its_slope_everywhere(void **state) {
    (void)state;
    oro_grid g = generated("plane", world, "slope", "37", "direction", "123", NULL);
    oro_grid s = filtered("slope", &g, NULL);
    for (int32_t y = 0; y < s.height; y++)
        for (int32_t x = 0; x < s.width; x++) assert_near(at(&s, x, y), 37.0, 1e-3);
    drop(&g);
    drop(&s);
}

static void a_cone_is_straight(void **state) {
    (void)state;
    oro_grid g = generated("shape", world, "kind", "cone", "x", "1000", "y", "800", "radius", "600", "height", "300",
                           "softness", "0", NULL);
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) {
            double d = hypot(10.0 * x - 1000.0, 10.0 * y - 800.0);
            assert_near(at(&g, x, y), d < 600.0 ? 300.0 * (1.0 - d / 600.0) : 0.0, 1e-3);
        }
    drop(&g);
}

static void softness_keeps_the_summit_and_leaves_no_crease(void **state) {
    (void)state;
    oro_grid fine = {.width = 1201, .height = 3, .cell = 1.0};
    oro_grid g = generated("shape", fine, "kind", "cone", "x", "600", "y", "1", "radius", "400", "height", "300",
                           "softness", "0.5", NULL);
    assert_near(at(&g, 600, 1), 300.0, 1e-3);
    for (int32_t x = 1; x < 1200; x++) { // the slope turns by little from metre to metre, at tip and foot as well
        double bend = (double)at(&g, x - 1, 1) - 2.0 * (double)at(&g, x, 1) + (double)at(&g, x + 1, 1);
        assert_true(fabs(bend) < 0.02);
        assert_true(at(&g, x, 1) >= 0.0f);
    }
    assert_near(at(&g, 0, 1), 0.0, 0.0);
    drop(&g);
}

static void a_dome_is_a_polynomial(void **state) {
    (void)state;
    oro_grid g =
        generated("shape", world, "kind", "dome", "x", "1000", "y", "800", "radius", "500", "height", "200", NULL);
    assert_near(at(&g, 100, 80), 200.0, 1e-3);
    assert_near(at(&g, 125, 80), 200.0 * 0.75 * 0.75 * 0.75, 1e-3); // half the radius
    assert_near(at(&g, 100, 130), 0.0, 1e-6);
    oro_grid sharp = generated("shape", world, "kind", "dome", "x", "1000", "y", "800", "radius", "500", "height",
                               "200", "profile", "1.5", NULL);
    assert_near(at(&sharp, 125, 80), 200.0 * pow(0.75, 4.5), 1e-2);
    drop(&g);
    drop(&sharp);
}

static void a_ridge_runs_along_its_azimuth(void **state) {
    (void)state;
    oro_grid g = generated("shape", world, "kind", "ridge", "x", "1000", "y", "800", "radius", "200", "height", "100",
                           "softness", "0", "length", "800", "azimuth", "90", NULL);
    for (int32_t x = 60; x <= 140; x++) {
        assert_near(at(&g, x, 80), 100.0, 1e-3); // east to west: full height over its length
        assert_near(at(&g, x, 90), 50.0, 1e-3);
    }
    assert_near(at(&g, 150, 80), 50.0, 1e-3); // 100 m past its end
    assert_near(at(&g, 100, 101), 0.0, 0.0);
    drop(&g);
    g = generated("shape", world, "kind", "ridge", "x", "1000", "y", "800", "radius", "200", "height", "100",
                  "softness", "0", "length", "800", "azimuth", "45", NULL);
    assert_near(at(&g, 120, 60), 100.0, 1e-2); // north-east
    assert_true(at(&g, 120, 100) < 1.0f);      // south-east
    drop(&g);
}

static void a_crater_has_floor_rim_and_ejecta(void **state) {
    (void)state;
    oro_grid g = generated("shape", world, "kind", "crater", "x", "1000", "y", "800", "radius", "200", "height", "50",
                           "depth", "120", "flatness", "0.25", "softness", "0", NULL);
    assert_near(at(&g, 100, 80), -120.0, 1e-3);
    assert_near(at(&g, 105, 80), -120.0, 1e-3); // the level floor ends at a quarter of the radius
    assert_near(at(&g, 120, 80), 50.0, 1e-3);   // the rim
    double t = (2.0 - 1.0) / (3.0 - 1.0);       // two radii out
    assert_near(at(&g, 140, 80), 50.0 / 8.0 * (1.0 - t * t * (3.0 - 2.0 * t)), 1e-3);
    assert_near(at(&g, 161, 80), 0.0, 1e-6);
    oro_grid soft = generated("shape", world, "kind", "crater", "x", "1000", "y", "800", "radius", "200", "height",
                              "50", "depth", "120", "flatness", "0.25", "softness", "0.4", NULL);
    assert_near(at(&soft, 120, 80), 50.0, 1e-3); // the rounded rim is as high
    assert_near(at(&soft, 100, 80), -120.0, 1e-3);
    drop(&g);
    drop(&soft);
}

// --- import -----------------------------------------------------------------------------------------------------------

static double ramp(double x, double y) { return 0.001 * x + 0.0005 * y; }

/// Imports a map as if it had come from a file that tells `known` of itself.
static oro_grid imported(oro_grid *file, unsigned known, oro_grid geometry, ...) {
    call c = begin("import");
    const char *name;
    va_list list;
    va_start(list, geometry);
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    oro_file *f = oro_arg_at(row_of(&c, "file"), c.args);
    f->map = file;
    f->known = known;
    geometry.data = NULL;
    wire(&c, "result", &geometry);
    run(&c);
    return geometry;
}

static void import_covers_or_lies_inside(void **state) {
    (void)state;
    oro_grid file = map_of(101, 101, 1.0, false, ramp); // 0 .. 0.15 over 100 m
    oro_grid same = {.width = 101, .height = 101, .cell = 7.0};
    oro_grid g = imported(&file, 0, same, "heights", "100..300", NULL);
    for (int32_t y = 0; y < 101; y += 10)
        for (int32_t x = 0; x < 101; x += 10) assert_near(at(&g, x, y), 100.0 + 200.0 * ramp(x, y), 1e-3);
    drop(&g);
    g = imported(&file, 1, same, "heights", "100..300", NULL); // the file has metres: these heights do not matter
    assert_near(at(&g, 50, 50), ramp(50, 50), 1e-5);
    drop(&g);
    oro_grid wide = {.width = 201, .height = 101, .cell = 1.0};
    g = imported(&file, 1, wide, NULL); // covers 200 m: twice as large, a quarter cut off above and below
    assert_near(at(&g, 100, 50), ramp(50, 50), 1e-4);
    assert_near(at(&g, 150, 50), ramp(75, 50), 1e-4);
    drop(&g);
    g = imported(&file, 1, wide, "fit", "contain", "outside", "level", "outside-height", "-9", NULL);
    assert_near(at(&g, 100, 50), ramp(50, 50), 1e-5);
    assert_near(at(&g, 49, 50), -9.0, 0.0);
    assert_near(at(&g, 50, 50), ramp(0, 50), 1e-5);
    assert_near(at(&g, 151, 50), -9.0, 0.0);
    drop(&g);
    drop(&file);
}

static void import_places_at_its_metres(void **state) {
    (void)state;
    oro_grid file = map_of(11, 11, 10.0, false, ramp);
    file.origin_x = 50.0;
    file.origin_y = 20.0;
    oro_grid ground = {.width = 201, .height = 201, .cell = 1.0};
    oro_grid g = imported(&file, 3, ground, "fit", "place", "outside", "edge", NULL);
    assert_near(at(&g, 50 + 30, 20 + 40), ramp(30, 40), 1e-5);
    assert_near(at(&g, 0, 20 + 40), ramp(0, 40), 1e-5);
    assert_near(at(&g, 200, 200), ramp(100, 100), 1e-5);
    drop(&g);
    drop(&file);
}

static void expect_refusal(const char *fit, oro_grid *file, unsigned known, const char *part) {
    call c = begin("import");
    oro_grid out = {.width = 5, .height = 5, .cell = 1.0};
    oro_file *f = oro_arg_at(row_of(&c, "file"), c.args);
    set(&c, "fit", fit);
    f->map = file;
    f->known = known;
    wire(&c, "result", &out);
    assert_int_not_equal(oro_call(ctx, c.op, c.args, NULL), ORO_OK);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, part));
    assert_null(out.data);
    finish(&c);
}

static void import_refuses_what_it_cannot_use(void **state) {
    (void)state;
    oro_grid file = map_of(4, 3, 1.0, false, ramp);
    expect_refusal("cover", NULL, 0, "no file");
    expect_refusal("place", &file, 1, "how large");
    oro_row(&file, 1)[2] = NAN;
    oro_row(&file, 2)[0] = INFINITY;
    expect_refusal("cover", &file, 3, "2 values");
    expect_refusal("cover", &file, 3, "column 2 of row 1");
    drop(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plane_falls_where_it_says),
        cmocka_unit_test(a_plane_has_its_slope_everywhere),
        cmocka_unit_test(a_cone_is_straight),
        cmocka_unit_test(softness_keeps_the_summit_and_leaves_no_crease),
        cmocka_unit_test(a_dome_is_a_polynomial),
        cmocka_unit_test(a_ridge_runs_along_its_azimuth),
        cmocka_unit_test(a_crater_has_floor_rim_and_ejecta),
        cmocka_unit_test(import_covers_or_lies_inside),
        cmocka_unit_test(import_places_at_its_metres),
        cmocka_unit_test(import_refuses_what_it_cannot_use),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
