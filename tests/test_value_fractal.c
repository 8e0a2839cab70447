// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hume's fractal noise against his equations, written down plainly on the array of random numbers that the operator uses.

#include "call.h"

enum { SIDE = 64, OCTAVES = 6 };

static oro_grid square(void) {
    return (oro_grid){.width = SIDE, .height = SIDE, .stride = SIDE, .cell = 10.0, .wrap = true};
}

/// The equations of 3.4.1 with the corrections: p_e = p_s + s_o, wrapped.
static double plainly(const oro_grid *seeds, int x, int y, int first, int last) {
    double sum = 0.0;
    for (int o = first; o <= last; o++) {
        int chunk = SIDE >> o, xs = x / chunk * chunk, ys = y / chunk * chunk, xe = (xs + chunk) % SIDE,
            ye = (ys + chunk) % SIDE;
        double u = (double)(x - xs) / chunk, v = (double)(y - ys) / chunk;
        double top = (1 - u) * (double)at(seeds, xs, ys) + u * (double)at(seeds, xe, ys);
        double bottom = (1 - u) * (double)at(seeds, xs, ye) + u * (double)at(seeds, xe, ye);
        sum += ((1 - v) * top + v * bottom) / (double)(1 << o);
    }
    return sum;
}

static void noise_follows_the_document(void **state) {
    (void)state;
    // In the last octave every sample is a corner: its number.
    oro_grid seeds =
        generated("value_fractal", square(), "scale", "640", "extrude", "64", "skip", "5", "resolution", "20", NULL);
    double least = 1.0, most = 0.0, mean = 0.0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        double v = (double)at(&seeds, i % SIDE, i / SIDE);
        least = v < least ? v : least, most = v > most ? v : most, mean += v / (SIDE * SIDE);
    }
    assert_true(least >= 0.0 && least < 0.01 && most <= 1.0 && most > 0.99);
    assert_near(mean, 0.5, 0.02); // 4096 numbers of deviation 0.29: 0.0045
    static const char *const skips[] = {"0", "3"};
    for (int i = 0; i < 2; i++) {
        oro_grid g = generated("value_fractal", square(), "scale", "640", "extrude", "1000", "skip", skips[i], NULL);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                assert_near(at(&g, x, y), 1000.0 * plainly(&seeds, x, y, 1 + atoi(skips[i]), OCTAVES), 1e-3);
        drop(&g);
    }
    drop(&seeds);
}

/// A finer map has the coarser one's samples where both have the same octaves, and belongs to the world, not to the map.
static void noise_belongs_to_the_world(void **state) {
    (void)state;
    oro_grid coarse = {.width = 100, .height = 80, .cell = 10.0, .origin_x = -300, .origin_y = 70};
    oro_grid fine = {.width = 199, .height = 159, .cell = 5.0, .origin_x = -300, .origin_y = 70};
    const char *const blends[] = {"linear", "smooth"};
    for (int i = 0; i < 2; i++) {
        oro_grid a = generated("value_fractal", coarse, "scale", "700", "resolution", "5", "blend", blends[i], NULL);
        oro_grid b = generated("value_fractal", fine, "scale", "700", "resolution", "5", "blend", blends[i], NULL);
        for (int32_t y = 0; y < 80; y++)
            for (int32_t x = 0; x < 100; x++) assert_float_equal(at(&a, x, y), at(&b, 2 * x, 2 * y), 0);
        drop(&a);
        drop(&b);
    }
}

static double ramp(double x, double y) { return 0.1 * x + 0.3 * y; }

static void noise_lies_on_land(void **state) {
    (void)state;
    oro_grid land = map_of(60, 50, 12.0, false, ramp), flat = land;
    oro_grid on = filtered("value_fractal", &land, "scale", "300", NULL);
    oro_grid alone = generated("value_fractal", flat, "scale", "300", NULL);
    for (int32_t y = 0; y < 50; y++)
        for (int32_t x = 0; x < 60; x++) assert_near(at(&on, x, y), at(&land, x, y) + at(&alone, x, y), 1e-3);
    oro_grid none = filtered("value_fractal", &land, "skip", "20", NULL); // all octaves skipped
    assert_true(largest_difference(&none, &land) == 0.0);
    drop(&land), drop(&on), drop(&alone), drop(&none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_follows_the_document),
        cmocka_unit_test(noise_belongs_to_the_world),
        cmocka_unit_test(noise_lies_on_land),
    };
    return cmocka_run_group_tests_name("value_fractal", tests, call_setup, call_teardown);
}
