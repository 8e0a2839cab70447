// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running water on levels that somebody gives: averages given by hand change no bit, water follows the valley that only the
// coarse land has, a sketch's levels get their noise, land that lies elsewhere is refused; and what a level says of its flow.

#include "call.h"

enum { SIDE = 128 };

static void wire_levels(call *c, const char *name, oro_pyramid *p) {
    *(oro_pyramid **)oro_arg_at(row_of(c, name), c->args) = p;
}

/// Heights on both sides of 0, so that the operator takes off no datum before it averages.
static double rolling(double x, double y) { return hills(x, y) - 350.0; }

/// Means over squares of `by` samples, along x and then along y.
static oro_grid averaged(const oro_grid *fine, int32_t by) {
    oro_grid g = {.width = fine->width / by, .height = fine->height / by, .cell = fine->cell * by};
    g.origin_x = g.origin_y = 0.5 * (by - 1) * fine->cell; // the middle of the first square
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) {
            double column = 0.0;
            for (int32_t j = 0; j < by; j++) {
                double row = 0.0;
                for (int32_t i = 0; i < by; i++) row += (double)at(fine, x * by + i, y * by + j);
                column += (double)(float)(row / by);
            }
            oro_row(&g, y)[x] = (float)(column / by);
        }
    return g;
}

static oro_grid eroded(const oro_grid *land, oro_pyramid *levels, const char *until, oro_grid *difference) {
    call c = begin("pipes");
    oro_grid out = {0};
    *difference = (oro_grid){0};
    set(&c, "cascade", "cells=32 steps=300; cells=64 steps=150; cells=128 steps=80");
    set(&c, "until", until);
    wire(&c, "height", (oro_grid *)land);
    if (levels) wire_levels(&c, "levels", levels);
    wire(&c, "result", &out);
    wire(&c, "difference", difference);
    run(&c);
    return out;
}

static void averages_given_by_hand_change_nothing(void **state) {
    (void)state;
    oro_grid land = map_of(SIDE, SIDE, 10.0, false, rolling), d[2];
    assert_true(oro_grid_extremes(&land).min < 0.0f && oro_grid_extremes(&land).max > 0.0f);
    oro_pyramid levels = {.count = 3, .levels = {averaged(&land, 4), averaged(&land, 2), land}};
    oro_grid without = eroded(&land, NULL, "1", &d[0]), with = eroded(&land, &levels, "1", &d[1]);
    assert_true(oro_grid_extremes(&d[0]).min < -1.0f);
    assert_true(largest_difference(&without, &with) == 0.0);
    // And they are read: a finger's breadth on one of them is seen.
    oro_row(&levels.levels[0], 16)[16] += 0.02f;
    drop(&with), drop(&d[1]);
    with = eroded(&land, &levels, "1", &d[1]);
    assert_true(largest_difference(&without, &with) > 0.0);
    drop(&without), drop(&with), drop(&d[0]), drop(&d[1]);
    drop(&levels.levels[0]), drop(&levels.levels[1]), drop(&land);
}

/// A slope to the south, and the same with a valley in the middle. 1270 m wide.
static double slope(double x, double y) { return 300.0 - 0.2 * y + 3.0 * sin(0.02 * x) * sin(0.03 * y); }
static double with_valley(double x, double y) { return slope(x, y) - 40.0 * exp(-(x - 635) * (x - 635) / 20000.0); }

/// How much deeper a change cuts between 540 and 740 m than elsewhere, away from the upper and lower edge.
static double cut_in_the_middle(const oro_grid *change) {
    double middle = 0.0, sides = 0.0;
    for (int32_t y = 20; y < 110; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            bool inside = x >= 54 && x < 74;
            *(inside ? &middle : &sides) += fmax(-(double)at(change, x, y), 0.0) / (inside ? 20 : SIDE - 20);
        }
    print_message("cut in the middle %.2f m, beside it %.2f m\n", middle / 90.0, sides / 90.0);
    return middle / sides;
}

/// Vertices of 2^k cells, as `diffuse` makes them, under a map of other sides: water gathers where only the given land is low,
/// and the finished surface has that channel.
static void water_follows_the_given_land(void **state) {
    (void)state;
    const char *coarse = "0.849"; // both coarse levels, none of the map's own steps
    oro_grid land = map_of(SIDE, SIDE, 10.0, false, slope), change, without;
    oro_pyramid levels = {
        .count = 2,
        .levels = {map_of(33, 33, 1270.0 / 32, false, with_valley), map_of(65, 65, 1270.0 / 64, false, with_valley)}};
    oro_grid out = eroded(&land, &levels, coarse, &change), even = eroded(&land, NULL, coarse, &without);
    double gathered = cut_in_the_middle(&change), spread = cut_in_the_middle(&without);
    assert_true(gathered > 1.5 * spread && spread < 1.2);
    for (int32_t y = 30; y < 110; y += 20) // a trench across which the ground was even before
        assert_true(at(&out, 64, y) < at(&out, 30, y) - 1.0f && at(&out, 64, y) < at(&out, 98, y) - 1.0f);
    drop(&levels.levels[0]), drop(&levels.levels[1]), drop(&land);
    drop(&out), drop(&change), drop(&even), drop(&without);
}

static void land_elsewhere_is_refused(void **state) {
    (void)state;
    oro_grid land = map_of(SIDE, SIDE, 10.0, false, slope), out = {0};
    oro_pyramid levels = {.count = 1, .levels = {map_of(33, 33, 30.0, false, slope)}};
    call c = begin("pipes");
    wire(&c, "height", &land), wire(&c, "result", &out);
    wire_levels(&c, "levels", &levels);
    assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "(960, 960)"));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "(1270, 1270)"));
    assert_string_equal(oro_last_error(ctx)->where, "levels");
    finish(&c);
    drop(&levels.levels[0]), drop(&land);
}

/// A sketch through the whole chain: the map itself among the levels gets the result's bits, coarse ones its averages.
static void a_sketch_keeps_its_noise_on_every_level(void **state) {
    (void)state;
    oro_grid height = {.width = 129, .height = 97, .cell = 32.0}, amplitude = height, rough = height;
    oro_pyramid smooth = {0}, noisy = {0};
    call c = begin("diffuse");
    wire(&c, "height", &height), wire(&c, "amplitude", &amplitude);
    wire_levels(&c, "height_levels", &smooth);
    run(&c);
    c = begin("roughen");
    wire(&c, "height", &height), wire(&c, "amplitude", &amplitude), wire(&c, "result", &rough);
    wire_levels(&c, "levels", &smooth), wire_levels(&c, "result_levels", &noisy);
    run(&c);
    assert_int_equal(noisy.count, smooth.count);
    assert_true(largest_difference(&noisy.levels[noisy.count - 1], &rough) == 0.0);
    const oro_grid *coarse = &noisy.levels[noisy.count - 2], *even = &smooth.levels[noisy.count - 2]; // cells of 64 m
    oro_grid means = *coarse;
    assert_int_equal(oro_grid_alloc(ctx, &means), ORO_OK);
    assert_int_equal(oro_grid_resample(ctx, &rough, &means), ORO_OK);
    double missed = 0.0, noise = 0.0;
    for (int32_t y = 0; y < coarse->height; y++)
        for (int32_t x = 0; x < coarse->width; x++) {
            missed += pow((double)at(coarse, x, y) - (double)at(&means, x, y), 2.0);
            noise += pow((double)at(coarse, x, y) - (double)at(even, x, y), 2.0);
        }
    print_message("noise on a coarse level %.1f m rms, %.1f m from the averages of the map\n",
                  sqrt(noise / (coarse->width * coarse->height)), sqrt(missed / (coarse->width * coarse->height)));
    assert_true(noise > 4.0 * missed);
    drop(&means), drop(&height), drop(&amplitude), drop(&rough);
    oro_pyramid_free(ctx, &smooth), oro_pyramid_free(ctx, &noisy);
}

static double ramp(double x, double y) { return 200.0 - 0.1 * x + 0.0 * y; }

/// Mathisen's law dries at the end, so its flow is that of the last level with steps: on a ramp what the rain above brings.
static void mathisens_law_says_what_flowed(void **state) {
    (void)state;
    oro_grid land = map_of(192, 24, 5.0, false, ramp);
    static const char *const cascades[] = {"cells=192 steps=3000", "cells=96 steps=3000; cells=192 steps=0"};
    for (int i = 0; i < 2; i++) {
        call c = begin("pipes");
        oro_grid out = {0}, flow = {0};
        set(&c, "law", "mathisen"), set(&c, "erosion_rate", "0"), set(&c, "rain_rate", "1e-4");
        set(&c, "friction", "0.2"), set(&c, "talus_rate", "0"), set(&c, "cascade", cascades[i]);
        wire(&c, "height", &land), wire(&c, "result", &out), wire(&c, "flow", &flow);
        run(&c);
        for (int32_t x = 40; x < 190; x += 50) {
            double expected = 1e-4 * 5.0 * (x + 1);
            assert_near(at(&flow, x, 12), expected, 0.1 * expected);
        }
        drop(&out), drop(&flow);
    }
    drop(&land);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(averages_given_by_hand_change_nothing),
        cmocka_unit_test(water_follows_the_given_land),
        cmocka_unit_test(land_elsewhere_is_refused),
        cmocka_unit_test(a_sketch_keeps_its_noise_on_every_level),
        cmocka_unit_test(mathisens_law_says_what_flowed),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
