// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the blur: the convolution it stands for, the mean it keeps, waves it leaves, and the same bits at every level.

#include "call.h"

static double flat(double x, double y) { return 123.25 + 0.0 * (x + y); }
static double steps01(double x, double y) { return fmod(floor(x / 7.0) + floor(y / 5.0), 5.0) / 4.0; }

/// Weights of a bell or a box at `reach` samples on either side, in double.
static double *plain_weights(bool box, double radius, int32_t *reach) {
    *reach = (int32_t)(box ? radius : 8.0 * radius) + 2;
    double *w = calloc((size_t)*reach + 1, sizeof *w), sum = 0.0;
    for (int32_t k = 0; k <= *reach; k++) {
        double half = fmax(radius, 0.5);
        w[k] = box ? fmax(0.0, fmin(1.0, half + 0.5 - k)) : exp(-0.5 * (k / radius) * (k / radius));
        sum += k ? 2.0 * w[k] : w[k];
    }
    for (int32_t k = 0; k <= *reach; k++) w[k] /= sum;
    return w;
}

/// The blur by its definition: two sums in double.
static oro_grid plain_blur(const oro_grid *g, bool box, double radius_samples) {
    int32_t reach;
    double *w = plain_weights(box, radius_samples, &reach);
    double *between = calloc((size_t)g->width * (size_t)g->height, sizeof *between);
    oro_grid out = map_of(g->width, g->height, g->cell, g->wrap, NULL);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            for (int32_t k = -reach; k <= reach; k++)
                between[y * g->width + x] += w[abs(k)] * (double)at(g, folded(x + k, g->width, g->wrap), y);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            double sum = 0.0;
            for (int32_t k = -reach; k <= reach; k++)
                sum += w[abs(k)] * between[folded(y + k, g->height, g->wrap) * g->width + x];
            oro_row(&out, y)[x] = (float)sum;
        }
    free(w);
    free(between);
    return out;
}

static double white(double x, double y) {
    return 1000.0 * (double)oro_unit(oro_hash2(5, (int32_t)floor(x / 2.0 + 0.5), (int32_t)floor(y / 2.0 + 0.5)));
}

static void blur_is_the_convolution(void **state) {
    (void)state;
    static const double radii[] = {0.3, 0.8, 2.0, 2.7, 3.3, 4.0, 5.0, 7.3, 11.0, 40.0};
    map_fn *const maps[] = {hills, white};
    for (int i = 0; i < 10; i++)
        for (int wrap = 0; wrap < 2; wrap++)
            for (int m = 0; m < 2; m++)
                for (int box = 0; box < 2; box++) {
                    char radius[32];
                    snprintf(radius, sizeof radius, "%.9g", 2.0 * radii[i]);
                    oro_grid g = map_of(131, 94, 2.0, wrap, maps[m]);
                    oro_grid fast = filtered("blur", &g, "kind", box ? "box" : "gaussian", "radius", radius, NULL);
                    oro_grid slow = plain_blur(&g, box, (double)(float)(2.0 * radii[i]) / 2.0);
                    double most = largest_difference(&fast, &slow), allowed = box ? 1e-3 : m ? 0.5 : 0.2; // of 1000 m
                    if (!(most <= allowed))
                        fail_msg("radius %g, wrap %d, map %d, box %d: off by %g", radii[i], wrap, m, box, most);
                    drop(&g);
                    drop(&fast);
                    drop(&slow);
                }
}

static void blur_keeps_constants(void **state) {
    (void)state;
    static const char *const radii[] = {"0", "1", "3", "30", "1000", "100000"};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 4; k++) {
            oro_grid g = map_of(67, 41, 2.0, k & 1, flat);
            oro_grid b = filtered("blur", &g, "radius", radii[i], "kind", k & 2 ? "box" : "gaussian", NULL);
            assert_near(largest_difference(&g, &b), 0.0, 2e-4);
            drop(&g);
            drop(&b);
        }
}

static void blur_of_an_impulse_sums_to_one(void **state) {
    (void)state;
    static const char *const radii[] = {"0.5", "2", "3.3", "3.5", "6", "9"};
    for (int i = 0; i < 6; i++) {
        oro_grid g = map_of(129, 129, 1.0, false, NULL);
        for (int32_t y = 0; y < 129; y++)
            for (int32_t x = 0; x < 129; x++) oro_row(&g, y)[x] = x == 64 && y == 64;
        oro_grid b = filtered("blur", &g, "radius", radii[i], NULL);
        double sum = 0.0, mean_x = 0.0, variance = 0.0, radius = atof(radii[i]);
        for (int32_t y = 0; y < 129; y++)
            for (int32_t x = 0; x < 129; x++) {
                sum += (double)at(&b, x, y);
                mean_x += (double)at(&b, x, y) * (x - 64);
                variance += (double)at(&b, x, y) * (x - 64) * (x - 64);
            }
        assert_near(sum, 1.0, 1e-5);
        assert_near(mean_x, 0.0, 1e-4);
        if (radius > 1.0) assert_near(sqrt(variance), radius, 0.004 * radius); // the ends of the bell are cut
        drop(&g);
        drop(&b);
    }
}

/// A bell leaves exp(-(2 pi f s)^2 / 2) of a wave; waves of the wrong length show what a pyramid folds.
static void blur_leaves_what_it_should_of_any_wave(void **state) {
    (void)state;
    enum { SIDE = 240 };
    static const char *const radii[] = {"1.5", "2.65", "3", "3.7", "3.85", "4", "6", "11", "13"};
    for (int i = 0; i < 9; i++)
        for (int k = 1; k <= SIDE / 2; k += 3)
            for (int across = 0; across < 2; across++) {
                double f = 6.283185307179586 * k / SIDE, left = exp(-0.5 * f * f * atof(radii[i]) * atof(radii[i]));
                oro_grid g = map_of(SIDE, SIDE, 1.0, true, NULL), b;
                for (int32_t y = 0; y < SIDE; y++)
                    for (int32_t x = 0; x < SIDE; x++) oro_row(&g, y)[x] = (float)cos(f * (across ? y : x) + 0.3);
                b = filtered("blur", &g, "radius", radii[i], NULL);
                for (int32_t y = 0; y < SIDE; y += 7)
                    for (int32_t x = 0; x < SIDE; x++) // 1e-3 of the range, which is 2
                        assert_near(at(&b, across ? y : x, across ? x : y), left * cos(f * x + 0.3), 2e-3);
                drop(&g);
                drop(&b);
            }
}

static void blur_keeps_the_mean_where_it_wraps(void **state) {
    (void)state;
    for (int box = 0; box < 2; box++) {
        oro_grid g = map_of(128, 96, 5.0, true, hills);
        oro_grid b = filtered("blur", &g, "radius", "40", "kind", box ? "box" : "gaussian", NULL);
        double before = 0.0, after = 0.0;
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) before += (double)at(&g, x, y), after += (double)at(&b, x, y);
        assert_near(after / (128 * 96), before / (128 * 96), 2e-2);
        drop(&g);
        drop(&b);
    }
}

static double smooth_hills(double x, double y) { return 300.0 * sin(0.01 * x) * cos(0.008 * y) + 0.1 * x; }

static void blur_is_the_same_at_two_resolutions(void **state) {
    (void)state;
    static const char *const radii[] = {"6", "25", "110"};
    for (int i = 0; i < 3; i++)
        for (int box = 0; box < 2; box++) {
            oro_grid coarse = map_of(129, 129, 8.0, false, smooth_hills),
                     fine = map_of(513, 513, 2.0, false, smooth_hills);
            const char *kind = box ? "box" : "gaussian";
            oro_grid c = filtered("blur", &coarse, "radius", radii[i], "kind", kind, NULL);
            oro_grid f = filtered("blur", &fine, "radius", radii[i], "kind", kind, NULL);
            for (int32_t y = 45; y < 84; y++) // away from the edges: their samples end at other places
                for (int32_t x = 45; x < 84; x++) assert_near(at(&c, x, y), at(&f, 4 * x, 4 * y), 0.25);
            drop(&coarse);
            drop(&fine);
            drop(&c);
            drop(&f);
        }
}

static void blur_mixes_by_its_amount(void **state) {
    (void)state;
    static const char *const kinds[] = {"gaussian", "box"}, *const radii[] = {"3", "20"};
    for (int i = 0; i < 4; i++) {
        oro_grid g = map_of(90, 70, 2.0, false, hills), t = map_of(90, 70, 2.0, false, steps01), out = {0};
        oro_grid full = filtered("blur", &g, "radius", radii[i / 2], "kind", kinds[i % 2], NULL);
        call c = begin("blur");
        set(&c, "radius", radii[i / 2]);
        set(&c, "kind", kinds[i % 2]);
        wire(&c, "height", &g);
        wire(&c, "amount", &t);
        wire(&c, "result", &out);
        run(&c);
        for (int32_t y = 0; y < 70; y++)
            for (int32_t x = 0; x < 90; x++) {
                double a = (double)at(&g, x, y), b = (double)at(&full, x, y);
                assert_near(at(&out, x, y), a + (b - a) * (double)at(&t, x, y), 1e-3);
            }
        drop(&g), drop(&t), drop(&out), drop(&full);
    }
}

static double highland(double x, double y) { return 4000.0 + hills(x, y) + 0.037 * white(x, y); }

/// Squares of every width up to 51 samples, some with a border in part, on high land: sums of many large numbers must neither
/// drift nor cancel. 6 units of the last place at 4500 m (2^-11 m each) are allowed.
static void blur_by_a_square_is_exact_on_high_land(void **state) {
    (void)state;
    for (int n = 0; n <= 25; n++)
        for (int wrap = 0; wrap < 2; wrap++) {
            double radius = n + (n % 3 == 0 ? 0.8 : 0.5);
            char metres[32];
            snprintf(metres, sizeof metres, "%.9g", 2.0 * radius);
            oro_grid g = map_of(150, 97, 2.0, wrap, highland);
            oro_grid fast = filtered("blur", &g, "kind", "box", "radius", metres, NULL);
            oro_grid slow = plain_blur(&g, true, (double)(float)(2.0 * radius) / 2.0);
            double most = largest_difference(&fast, &slow);
            if (!(most <= 6 * 0x1p-11)) fail_msg("radius %g, wrap %d: off by %g m", radius, wrap, most);
            drop(&g), drop(&fast), drop(&slow);
        }
}

/// A far higher spike leaves no trace in squares that do not reach it, some samples further on.
static void blur_by_a_square_forgets_what_it_left(void **state) {
    (void)state;
    oro_grid g = map_of(200, 200, 1.0, false, flat);
    oro_row(&g, 60)[60] = 1e9f;
    for (int full = 1; full <= 16; full++) {
        char metres[32];
        snprintf(metres, sizeof metres, "%g", full + 0.5);
        oro_grid b = filtered("blur", &g, "kind", "box", "radius", metres, NULL);
        for (int32_t y = 0; y < 200; y++)
            for (int32_t x = 0; x < 200; x++)
                if (abs(x - 60) > full + 8 || y < 60 - full - 4) assert_near(at(&b, x, y), 123.25, 1e-3);
        drop(&b);
    }
    drop(&g);
}

/// Each CPU level has code of its own for sums along rows: all must give the same bits, on any number of threads.
static void blur_gives_the_same_bits_at_every_level(void **state) {
    (void)state;
    static const char *const radii[] = {"0.7", "1.5", "3.2", "4.5", "9.5", "12.5", "16", "21", "40.25", "130", "1000"};
    static const int32_t sizes[][2] = {{1, 1}, {1, 40}, {15, 17}, {131, 94}, {1100, 60}};
    oro_context *own = ctx;
    for (size_t s = 0; s < 5; s++)
        for (int k = 0; k < 44; k++) {
            oro_grid g = map_of(sizes[s][0], sizes[s][1], 1.0, k & 1, highland);
            const char *kind = k & 2 ? "box" : "gaussian", *radius = radii[k / 4];
            oro_grid here = filtered("blur", &g, "kind", kind, "radius", radius, NULL);
            for (int l = 0; oro_cpu_levels()[l]; l++) {
                ctx = oro_create(&(oro_context_desc){.threads = 1 + 3 * l, .cpu = oro_cpu_levels()[l]}, NULL);
                assert_non_null(ctx);
                oro_grid there = filtered("blur", &g, "kind", kind, "radius", radius, NULL);
                for (int32_t y = 0; y < g.height; y++)
                    assert_memory_equal(oro_row(&here, y), oro_row(&there, y), (size_t)g.width * sizeof(float));
                drop(&there);
                oro_destroy(ctx);
                ctx = own;
            }
            drop(&g), drop(&here);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blur_is_the_convolution),
        cmocka_unit_test(blur_keeps_constants),
        cmocka_unit_test(blur_of_an_impulse_sums_to_one),
        cmocka_unit_test(blur_leaves_what_it_should_of_any_wave),
        cmocka_unit_test(blur_keeps_the_mean_where_it_wraps),
        cmocka_unit_test(blur_is_the_same_at_two_resolutions),
        cmocka_unit_test(blur_mixes_by_its_amount),
        cmocka_unit_test(blur_by_a_square_is_exact_on_high_land),
        cmocka_unit_test(blur_by_a_square_forgets_what_it_left),
        cmocka_unit_test(blur_gives_the_same_bits_at_every_level),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
