// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Grids: geometry, sampling, resampling to any size, pyramids.

#include "fresh_context.h"

#include <math.h>
#include <string.h>

static void impossible_geometry_is_refused(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    const oro_grid bad[] = {
        {.width = 0, .height = 5, .cell = 1},
        {.width = 5, .height = -1, .cell = 1},
        {.width = ORO_MAX_SIDE + 1, .height = 1, .cell = 1},
        {.width = 5, .height = 5, .cell = 0},
        {.width = 5, .height = 5, .cell = -1},
        {.width = 5, .height = 5, .cell = NAN},
        {.width = 5, .height = 5, .cell = INFINITY},
        {.width = 5, .height = 5, .cell = 1, .origin_x = NAN},
        {.width = 5, .height = 5, .cell = 1, .origin_y = INFINITY},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_grid g = bad[i];
        assert_int_equal(oro_grid_alloc(ctx, &g), ORO_BAD_ARGUMENT);
        assert_null(g.data);
        assert_true(strlen(oro_last_error(ctx)->sentence) > 20);
    }
    end(ctx);
}

static void sampling_is_exact_on_planes(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 33, 21, 2.5, false);
    g.origin_x = -7, g.origin_y = 100;
    fill_linear(&g, 3.0, 0.25, -0.5);
    uint64_t seed = 11;
    for (int i = 0; i < 1000; i++) {
        double x = g.origin_x + random_unit(&seed) * oro_extent_x(&g),
               y = g.origin_y + random_unit(&seed) * oro_extent_y(&g);
        assert_true(fabs((double)oro_grid_sample(&g, x, y) - (3.0 + 0.25 * x - 0.5 * y)) < 1e-4);
    }
    // Outside: the nearest edge. Nowhere: still a value of the map.
    assert_true(oro_grid_sample(&g, -1e6, 100) == oro_row(&g, 0)[0]);
    assert_true(oro_grid_sample(&g, 1e300, 1e300) == oro_row(&g, 20)[32]);
    assert_true(isfinite(oro_grid_sample(&g, NAN, -INFINITY)));
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void wrapped_sampling_has_no_seam(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 16, 8, 2.0, true);
    fill_random(&g, 5);
    assert_true(oro_extent_x(&g) == 32.0 && oro_extent_y(&g) == 16.0);
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        // On eighths the arithmetic is exact, so whole turns give the same bits.
        double x = (double)(next_random(&seed) % 256) / 8.0, y = (double)(next_random(&seed) % 128) / 8.0;
        float here = oro_grid_sample(&g, x, y);
        assert_true(here == oro_grid_sample(&g, x + 32.0, y - 16.0 * 7));
        assert_true(here == oro_grid_sample(&g, x - 32.0 * 3, y + 16.0));
    }
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void resampling_to_itself_changes_nothing(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid a = make_grid(ctx, 37, 53, 0.7, wrap), b = make_grid(ctx, 37, 53, 0.7, wrap);
        fill_random(&a, 8);
        assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
        assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
        oro_grid_free(ctx, &a);
        oro_grid_free(ctx, &b);
    }
    end(ctx);
}

/// Resamples a plane to `width` samples of the same ground and looks at all that lie `margin` metres from the border.
static void plane_survives(oro_context *ctx, int32_t from_side, int32_t to_side, double margin) {
    oro_grid a = make_grid(ctx, from_side, from_side, 1000.0 / (from_side - 1), false);
    oro_grid b = make_grid(ctx, to_side, to_side, 1000.0 / (to_side - 1), false);
    fill_linear(&a, 10.0, 0.3, -0.2);
    assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
    for (int32_t y = 0; y < to_side; y++)
        for (int32_t x = 0; x < to_side; x++) {
            double wx = oro_world_x(&b, x), wy = oro_world_y(&b, y);
            if (fmin(wx, wy) < margin || fmax(wx, wy) > 1000.0 - margin) continue;
            assert_true(fabs((double)oro_row(&b, y)[x] - (10.0 + 0.3 * wx - 0.2 * wy)) < 1e-3);
        }
    oro_grid_free(ctx, &a);
    oro_grid_free(ctx, &b);
}

static void resampling_keeps_planes(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    plane_survives(ctx, 33, 129, 2 * 1000.0 / 32);
    plane_survives(ctx, 33, 100, 2 * 1000.0 / 32);
    plane_survives(ctx, 129, 33, 2 * 1000.0 / 32);
    plane_survives(ctx, 101, 51, 2 * 1000.0 / 50);
    end(ctx);
}

static void refining_does_not_overshoot(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid a = make_grid(ctx, 17, 17, 4.0, false), b = make_grid(ctx, 129, 129, 0.5, false);
    fill_random(&a, 21);
    assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
    for (int32_t y = 0; y < 129; y++)
        for (int32_t x = 0; x < 129; x++) {
            int32_t x0 = x / 8, y0 = y / 8, x1 = x0 < 16 ? x0 + 1 : 16, y1 = y0 < 16 ? y0 + 1 : 16;
            float c[4] = {oro_row(&a, y0)[x0], oro_row(&a, y0)[x1], oro_row(&a, y1)[x0], oro_row(&a, y1)[x1]};
            float lo = fminf(fminf(c[0], c[1]), fminf(c[2], c[3])), hi = fmaxf(fmaxf(c[0], c[1]), fmaxf(c[2], c[3]));
            assert_true(oro_row(&b, y)[x] >= lo - 1e-4f && oro_row(&b, y)[x] <= hi + 1e-4f);
            if (x % 8 == 0 && y % 8 == 0) assert_true(oro_row(&b, y)[x] == c[0]);
        }
    oro_grid_free(ctx, &a);
    oro_grid_free(ctx, &b);
    end(ctx);
}

static double mean_of(const oro_grid *g) {
    double sum = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)oro_row(g, y)[x];
    return sum / g->width / g->height;
}

static void coarsening_keeps_the_mean(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    const int32_t ratios[] = {2, 4, 8};
    for (size_t i = 0; i < 3; i++) {
        oro_grid a = make_grid(ctx, 96, 64, 3.0, true);
        oro_grid b = make_grid(ctx, 96 / ratios[i], 64 / ratios[i], 3.0 * ratios[i], true);
        fill_random(&a, 100 + i);
        assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
        assert_true(fabs(mean_of(&a) - mean_of(&b)) < 1e-4);
        oro_grid_free(ctx, &a);
        oro_grid_free(ctx, &b);
    }
    end(ctx);
}

static void extremes_skip_what_is_not_finite(void **state) {
    (void)state;
    float v[8] = {NAN, 2, -5, INFINITY, 7, -INFINITY, NAN, 1e30f};
    oro_grid g = {.width = 3, .height = 2, .stride = 4, .cell = 1, .data = v};
    oro_extremes e = oro_grid_extremes(&g); // the fourth of each row is no sample
    assert_true(e.min == -5 && e.max == 7 && e.not_finite == 3);
    float none[2] = {NAN, INFINITY};
    g = (oro_grid){.width = 2, .height = 1, .stride = 2, .cell = 1, .data = none};
    e = oro_grid_extremes(&g);
    assert_true(e.min == 0 && e.max == 0 && e.not_finite == 2);
}

static void pyramids_halve_the_same_ground(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid g = make_grid(ctx, 129, 65, 5.0, false);
    fill_linear(&g, 1.0, 0.5, 0.25);
    oro_pyramid p;
    assert_int_equal(oro_pyramid_build(ctx, &g, 5, &p), ORO_OK);
    assert_int_equal(p.count, 5); // 65, 33, 17, 9, 5
    for (int32_t i = 0; i < p.count; i++) {
        const oro_grid *l = &p.levels[i];
        assert_int_equal(l->width, (128 >> (p.count - 1 - i)) + 1);
        assert_int_equal(l->height, (64 >> (p.count - 1 - i)) + 1);
        assert_true(oro_extent_x(l) == 640.0 && oro_extent_y(l) == 320.0);
    }
    assert_true(oro_hash_equal(oro_grid_hash(&g), oro_grid_hash(&p.levels[p.count - 1])));
    // Averages of a plane lie on it, away from the border.
    const oro_grid *l = &p.levels[p.count - 2];
    for (int32_t y = 1; y < l->height - 1; y++)
        for (int32_t x = 1; x < l->width - 1; x++)
            assert_true(fabs((double)oro_row(l, y)[x] - (1.0 + 0.5 * oro_world_x(l, x) + 0.25 * oro_world_y(l, y))) <
                        1e-3);
    oro_pyramid_free(ctx, &p);
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void pyramids_average_by_1_2_1(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 9, 9, 1.0, false);
    oro_pyramid p;
    for (int at = 0; at < 9; at++) { // an impulse in a 3x3 neighbourhood of the coarse sample in the middle
        fill_linear(&g, 0, 0, 0);
        oro_row(&g, 3 + at / 3)[3 + at % 3] = 16.0f;
        assert_int_equal(oro_pyramid_build(ctx, &g, 5, &p), ORO_OK);
        assert_int_equal(p.count, 2);
        float expected = (float)((at / 3 == 1 ? 2 : 1) * (at % 3 == 1 ? 2 : 1));
        assert_true(fabsf(oro_row(&p.levels[0], 2)[2] - expected) < 1e-5f);
        oro_pyramid_free(ctx, &p);
    }
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void pyramids_of_small_and_wrapped_maps(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    const int32_t sides[] = {1, 2, 3, 7, 48, 100};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int wrap = 0; wrap < 2; wrap++) {
            oro_grid g = make_grid(ctx, sides[i], sides[i], 1.0, wrap);
            fill_linear(&g, 4.5, 0, 0);
            oro_pyramid p;
            assert_int_equal(oro_pyramid_build(ctx, &g, 1, &p), ORO_OK);
            assert_in_range(p.count, 1, ORO_MAX_LEVELS);
            for (int32_t k = 0; k < p.count; k++) {
                oro_extremes e = oro_grid_extremes(&p.levels[k]);
                assert_true(fabsf(e.min - 4.5f) < 1e-5f && fabsf(e.max - 4.5f) < 1e-5f && e.not_finite == 0);
                if (wrap) assert_true(oro_extent_x(&p.levels[k]) == sides[i]);
            }
            oro_pyramid_free(ctx, &p);
            oro_grid_free(ctx, &g);
        }
    end(ctx);
}

static void failing_memory_leaves_nothing_behind(void **state) {
    (void)state;
    counting c = {0};
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .memory = {count_alloc, count_free, &c}}, NULL);
    oro_grid g = make_grid(ctx, 65, 65, 1.0, false);
    fill_random(&g, 1);
    oro_status status = ORO_NO_MEMORY;
    int n = 1;
    for (; status != ORO_OK && n < 100; n++) {
        int before = c.blocks;
        c.calls = 0, c.fail_at = n;
        oro_pyramid p;
        status = oro_pyramid_build(ctx, &g, 5, &p);
        if (status == ORO_OK)
            oro_pyramid_free(ctx, &p);
        else
            assert_int_equal(status, ORO_NO_MEMORY);
        assert_int_equal(c.blocks, before);
    }
    assert_int_equal(status, ORO_OK);
    assert_true(n > 5);
    c.fail_at = 0;
    oro_grid_free(ctx, &g);
    end(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_geometry_is_refused),
        cmocka_unit_test(sampling_is_exact_on_planes),
        cmocka_unit_test(wrapped_sampling_has_no_seam),
        cmocka_unit_test(resampling_to_itself_changes_nothing),
        cmocka_unit_test(resampling_keeps_planes),
        cmocka_unit_test(refining_does_not_overshoot),
        cmocka_unit_test(coarsening_keeps_the_mean),
        cmocka_unit_test(extremes_skip_what_is_not_finite),
        cmocka_unit_test(pyramids_halve_the_same_ground),
        cmocka_unit_test(pyramids_average_by_1_2_1),
        cmocka_unit_test(pyramids_of_small_and_wrapped_maps),
        cmocka_unit_test(failing_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("grids", tests, NULL, NULL);
}
