// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The noise that `roughen` adds to sketched land: where it acts, at every resolution, along the normals.

#include "call.h"

static double level(double x, double y) {
    (void)x, (void)y;
    return 40.0;
}
static double shore(double x, double y) {
    (void)y;
    return 0.05 * (x - 2000.0);
}

static void noise_leaves_still_ground_alone(void **state) {
    (void)state;
    oro_grid ground = map_of(200, 90, 10.0, false, hills);
    oro_grid out = filtered("roughen", &ground, "amplitude", "0", "wander", "300", "warp", "1", NULL);
    assert_true(largest_difference(&ground, &out) == 0.0);
    drop(&ground);
    drop(&out);
}

/// M10: a map of half the resolution shows the same noise without its finest detail.
static void noise_is_the_same_at_half_the_resolution(void **state) {
    (void)state;
    oro_grid coarse = map_of(257, 257, 8.0, false, level), fine = map_of(513, 513, 4.0, false, level);
    const char *const warps[] = {"0", "0.8"};
    for (int i = 0; i < 2; i++) {
        oro_grid a = filtered("roughen", &coarse, "warp", warps[i], "fine_warp", i ? "0.05" : "0", NULL);
        oro_grid b = filtered("roughen", &fine, "warp", warps[i], "fine_warp", i ? "0.05" : "0", NULL);
        double sum = 0.0, power = 0.0;
        for (int32_t y = 1; y < 256; y++)
            for (int32_t x = 1; x < 256; x++) {
                double mean = 0.0; // the binomial average around the common sample
                for (int k = 0; k < 9; k++)
                    mean += (double)at(&b, 2 * x + k % 3 - 1, 2 * y + k / 3 - 1) *
                            ((k % 3 == 1 ? 2 : 1) * (k / 3 == 1 ? 2 : 1)) / 16.0;
                double v = (double)at(&a, x, y) - 40.0, d = v + 40.0 - mean;
                sum += d * d, power += v * v;
            }
        if (sqrt(sum / power) > 0.05) fail_msg("differs by %g of its rms", sqrt(sum / power));
        drop(&a);
        drop(&b);
    }
    drop(&coarse);
    drop(&fine);
}

static void noise_belongs_to_the_world(void **state) {
    (void)state;
    oro_grid a = map_of(300, 200, 5.0, false, level), b = map_of(300, 200, 5.0, false, level);
    b.origin_x = 500.0, b.origin_y = 250.0;
    oro_grid na = filtered("roughen", &a, "warp", "0.7", "wander", "0", NULL);
    oro_grid nb = filtered("roughen", &b, "warp", "0.7", "wander", "0", NULL);
    for (int32_t y = 50; y < 200; y++)
        for (int32_t x = 100; x < 300; x++) assert_near(at(&na, x, y), at(&nb, x - 100, y - 50), 1e-3);
    drop(&a), drop(&b), drop(&na), drop(&nb);
}

static void noise_never_drowns_land(void **state) {
    (void)state;
    oro_grid ground = map_of(400, 400, 10.0, false, shore);
    oro_grid out = filtered("roughen", &ground, "coast", "25", "strength", "300", "ridged", "0.4", NULL);
    int changed = 0;
    for (int32_t y = 0; y < 400; y++)
        for (int32_t x = 0; x < 400; x++) {
            bool land = at(&ground, x, y) > 0.0f;
            assert_true((at(&out, x, y) > 0.0f) == land);
            if (!land) assert_true(at(&out, x, y) == at(&ground, x, y));
            changed += fabs((double)(at(&out, x, y) - at(&ground, x, y))) > 20.0;
        }
    assert_true(changed > 10000);
    drop(&ground);
    drop(&out);
}

/// With R the weights of octaves are 2^(-k(1-R)): with R = 1 all octaves are as strong, with R = -1 each is a quarter.
static void roughness_weighs_octaves(void **state) {
    (void)state;
    oro_grid ground = map_of(512, 512, 10.0, false, level);
    double power[2];
    for (int i = 0; i < 2; i++) {
        oro_grid one = filtered("roughen", &ground, "roughness", i ? "1" : "-1", "octaves", "1", "lower", "0", NULL);
        oro_grid two = filtered("roughen", &ground, "roughness", i ? "1" : "-1", "octaves", "2", "lower", "0", NULL);
        double a = 0.0, b = 0.0;
        for (int32_t y = 0; y < 512; y++)
            for (int32_t x = 0; x < 512; x++) {
                double first = (double)at(&one, x, y) - 40.0, second = (double)at(&two, x, y) - (double)at(&one, x, y);
                a += first * first, b += second * second;
            }
        power[i] = sqrt(b / a);
        drop(&one), drop(&two);
    }
    assert_near(power[0], 0.25, 0.04);
    assert_near(power[1], 1.0, 0.15);
    drop(&ground);
}

/// Warp along normals that lead east takes every value of a row from that same row of the noise, and one without a direction
/// does not: so no value lies outside what the row, drawn further out on both sides, has.
static void directed_warp_keeps_to_the_normals(void **state) {
    (void)state;
    enum { WIDE = 600, W = 200, H = 60, MARGIN = 200 };
    oro_grid wide = map_of(WIDE, H, 5.0, false, level), ground = map_of(W, H, 5.0, false, level);
    oro_grid east = map_of(W, H, 5.0, false, NULL), south = map_of(W, H, 5.0, false, NULL);
    ground.origin_x = MARGIN * 5.0;
    oro_grid still = filtered("roughen", &wide, "octaves", "1", "lower", "0", "roughness", "0", NULL);
    int outside[2] = {0}, moved[2] = {0};
    for (int directed = 0; directed < 2; directed++) {
        oro_grid results[2];
        for (int sign = 0; sign < 2; sign++) {
            for (int32_t y = 0; y < H; y++)
                for (int32_t x = 0; x < W; x++)
                    oro_row(&east, y)[x] = sign ? -1.0f : 1.0f, oro_row(&south, y)[x] = 0.0f;
            call c = begin("roughen");
            oro_grid out = {0};
            const char *const values[][2] = {{"octaves", "1"}, {"lower", "0"}, {"roughness", "0"}, {"warp", "0.9"}};
            for (int i = 0; i < 4; i++) set(&c, values[i][0], values[i][1]);
            set(&c, "direction", directed ? "1" : "0");
            wire(&c, "height", &ground), wire(&c, "result", &out);
            wire(&c, "normal_x", &east), wire(&c, "normal_y", &south);
            run(&c);
            results[sign] = out;
        }
        for (int32_t y = 0; y < H; y++) {
            float lo = 1e30f, hi = -1e30f;
            for (int32_t x = 0; x < WIDE; x++) lo = oro_min(lo, at(&still, x, y)), hi = oro_max(hi, at(&still, x, y));
            for (int32_t x = 0; x < W; x++) {
                float v = at(&results[0], x, y);
                outside[directed] += v < lo - 0.05f || v > hi + 0.05f;
                moved[directed] += fabs((double)(v - at(&still, x + MARGIN, y))) > 2.0;
            }
        }
        assert_true(largest_difference(&results[0], &results[1]) == 0.0); // a normal and its opposite are one line
        drop(&results[0]), drop(&results[1]);
    }
    if (outside[1] != 0 || outside[0] < 50 || moved[1] < W * H / 4)
        fail_msg("%d values from elsewhere, %d without direction; %d moved", outside[1], outside[0], moved[1]);
    drop(&wide), drop(&ground), drop(&east), drop(&south), drop(&still);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_leaves_still_ground_alone), cmocka_unit_test(noise_is_the_same_at_half_the_resolution),
        cmocka_unit_test(noise_belongs_to_the_world),      cmocka_unit_test(noise_never_drowns_land),
        cmocka_unit_test(roughness_weighs_octaves),        cmocka_unit_test(directed_warp_keeps_to_the_normals),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
