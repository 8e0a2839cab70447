// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the shaded relief: light comes from where it should, level ground is even, holes stay holes, and neither the
// number of threads nor the resolution nor the scale of the heights changes what is seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cell.h"
#include "one_context.h"
#include "orogen/render.h"

static oro_grid make(int32_t width, int32_t height, double extent) {
    oro_grid g = {.width = width, .height = height, .cell = width > 1 ? extent / (width - 1) : extent};
    good(oro_grid_alloc(ctx, &g));
    memset(g.data, 0, (size_t)g.stride * (size_t)height * sizeof(float));
    return g;
}

/// Hills of several sizes over 4 km, `scale` metres high.
static oro_grid hills(int32_t side, float scale) {
    oro_grid g = make(side, side, 4000);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            double u = oro_world_x(&g, x) / 4000, v = oro_world_y(&g, y) / 4000;
            double h = sin(7 * u + 2 * sin(5 * v)) + 0.5 * sin(17 * v + 3 * u) + 0.2 * sin(41 * u - 23 * v);
            oro_row(&g, y)[x] = scale * (float)h;
        }
    return g;
}

static int brightness(const oro_image *image, int32_t x, int32_t y) {
    const uint8_t *p = image->data + ((size_t)y * (size_t)image->width + (size_t)x) * 3;
    return p[0] + p[1] + p[2];
}

static size_t bytes_of(const oro_image *i) { return (size_t)i->width * (size_t)i->height * 3; }

static double mean_difference(const oro_image *a, const oro_image *b) {
    double sum = 0;
    assert_true(a->width == b->width && a->height == b->height);
    for (size_t i = 0; i < bytes_of(a); i++) sum += abs(a->data[i] - b->data[i]);
    return sum / (double)bytes_of(a);
}

static void ground_facing_the_light_is_brighter(void **state) {
    (void)state;
    // A pyramid seen from above: its four sides face north, east, south and west.
    oro_grid g = make(101, 101, 1000);
    for (int32_t y = 0; y < 101; y++)
        for (int32_t x = 0; x < 101; x++)
            oro_row(&g, y)[x] = 5.0f * (float)(50 - (abs(x - 50) > abs(y - 50) ? abs(x - 50) : abs(y - 50)));
    static const struct {
        float azimuth;
        int brightest, darkest; // sides: 0 north, 1 east, 2 south, 3 west
    } cases[] = {{0, 0, 2}, {90, 1, 3}, {180, 2, 0}, {270, 3, 1}};
    static const int32_t at[4][2] = {{50, 25}, {75, 50}, {50, 75}, {25, 50}};
    for (int i = 0; i < 4; i++) {
        oro_image image;
        good(oro_render_relief(
            ctx, &g,
            &(oro_relief_desc){.has_light = true, .azimuth = cases[i].azimuth, .altitude = 45, .palette = "grey"},
            &image));
        for (int side = 0; side < 4; side++) {
            int value = brightness(&image, at[side][0], at[side][1]);
            if (side != cases[i].brightest)
                assert_true(value < brightness(&image, at[cases[i].brightest][0], at[cases[i].brightest][1]));
            if (side != cases[i].darkest)
                assert_true(value > brightness(&image, at[cases[i].darkest][0], at[cases[i].darkest][1]));
        }
        oro_image_free(ctx, &image);
    }
    oro_image image; // by default the light comes from the north-west
    good(oro_render_relief(ctx, &g, NULL, &image));
    assert_true(brightness(&image, 50, 25) > brightness(&image, 50, 75));
    assert_true(brightness(&image, 25, 50) > brightness(&image, 75, 50));
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &g);
}

static void level_ground_is_even(void **state) {
    (void)state;
    static const float heights[] = {0.0f, 123.456f, -8000.1f, 1e-3f, 3e7f};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        oro_grid g = make(67, 45, 500);
        oro_image image;
        for (int32_t y = 0; y < 45; y++)
            for (int32_t x = 0; x < 67; x++) oro_row(&g, y)[x] = heights[i];
        good(oro_render_relief(ctx, &g, NULL, &image));
        for (size_t k = 3; k < bytes_of(&image); k++) assert_int_equal(image.data[k], image.data[k % 3]);
        oro_image_free(ctx, &image);
        oro_grid_free(ctx, &g);
    }
}

static void holes_are_neutral_and_do_not_spread(void **state) {
    (void)state;
    oro_grid g = hills(80, 100);
    oro_image image, whole;
    good(oro_render_relief(ctx, &g, NULL, &whole));
    oro_row(&g, 40)[30] = NAN;
    oro_row(&g, 41)[30] = INFINITY;
    oro_row(&g, 42)[30] = -INFINITY;
    good(oro_render_relief(ctx, &g, NULL, &image));
    for (int32_t y = 0; y < 80; y++)
        for (int32_t x = 0; x < 80; x++) {
            const uint8_t *p = image.data + ((size_t)y * 80 + (size_t)x) * 3;
            bool missing = p[0] == 0xB4 && p[1] == 0xB4 && p[2] == 0xB4;
            assert_int_equal(missing, x == 30 && y >= 40 && y <= 42);
        }
    assert_true(mean_difference(&image, &whole) < 3);
    oro_image_free(ctx, &image);
    for (int32_t y = 0; y < 80; y++)
        for (int32_t x = 0; x < 80; x++) oro_row(&g, y)[x] = NAN;
    good(oro_render_relief(ctx, &g, &(oro_relief_desc){.has_water = true, .width = 33}, &image));
    for (size_t k = 0; k < bytes_of(&image); k++) assert_int_equal(image.data[k], 0xB4);
    oro_image_free(ctx, &image);
    oro_image_free(ctx, &whole);
    oro_grid_free(ctx, &g);
}

static void threads_do_not_change_a_pixel(void **state) {
    (void)state;
    oro_grid g = hills(300, 200), water = hills(300, 2);
    oro_relief_desc desc = {.width = 421, .has_water = true, .water_level = -90, .water = &water};
    oro_image first, again;
    good(oro_render_relief(ctx, &g, &desc, &first));
    for (int threads = 1; threads <= 7; threads += 3) {
        oro_context *other = oro_create(&(oro_context_desc){.threads = threads}, NULL);
        assert_int_equal(oro_render_relief(other, &g, &desc, &again), ORO_OK);
        assert_memory_equal(again.data, first.data, bytes_of(&first));
        oro_image_free(other, &again);
        oro_destroy(other);
    }
    oro_image_free(ctx, &first);
    oro_grid_free(ctx, &water);
    oro_grid_free(ctx, &g);
}

static void the_resolution_and_the_scale_of_heights_do_not_show(void **state) {
    (void)state;
    oro_grid fine = hills(513, 200), coarse = hills(257, 200), low = hills(513, 20);
    oro_image a, b, c;
    good(oro_render_relief(ctx, &fine, &(oro_relief_desc){.width = 257}, &a));
    good(oro_render_relief(ctx, &coarse, &(oro_relief_desc){.width = 257}, &b));
    good(oro_render_relief(ctx, &low, &(oro_relief_desc){.width = 257}, &c));
    assert_true(mean_difference(&a, &b) < 1.5);
    assert_true(mean_difference(&a, &c) < 1.0); // a tenth of the height, the same picture
    oro_image_free(ctx, &a);
    oro_image_free(ctx, &b);
    oro_image_free(ctx, &c);
    oro_grid_free(ctx, &fine);
    oro_grid_free(ctx, &coarse);
    oro_grid_free(ctx, &low);
}

static void water_is_blue_and_darkens_with_depth(void **state) {
    (void)state;
    oro_grid g = make(200, 50, 2000); // a plane from 100 m in the west to -100 m in the east
    oro_image image;
    for (int32_t y = 0; y < 50; y++)
        for (int32_t x = 0; x < 200; x++) oro_row(&g, y)[x] = 100.0f - (float)x * (200.0f / 199.0f);
    good(oro_render_relief(ctx, &g, &(oro_relief_desc){.has_water = true, .water_level = 0}, &image));
    for (int32_t x = 0; x < 200; x++) {
        const uint8_t *p = image.data + (25 * 200 + (size_t)x) * 3;
        if (x < 98) assert_true(p[2] <= p[0] || p[0] > 200 || p[1] > p[2]);
        if (x > 101) assert_true(p[2] > p[0] + 10);
    }
    assert_true(brightness(&image, 105, 25) > brightness(&image, 150, 25));
    assert_true(brightness(&image, 150, 25) > brightness(&image, 195, 25));
    oro_image_free(ctx, &image);
    // A river on dry land.
    oro_grid river = make(200, 50, 2000);
    for (int32_t x = 0; x < 200; x++) oro_row(&river, 25)[x] = 3;
    good(oro_render_relief(ctx, &g, &(oro_relief_desc){.water = &river}, &image));
    const uint8_t *wet = image.data + (25 * 200 + 60) * 3, *dry = image.data + (20 * 200 + 60) * 3;
    assert_true(wet[2] > wet[0] + 10 && dry[2] < dry[0] + 10);
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &river);
    oro_grid_free(ctx, &g);
}

static void any_size_can_be_drawn(void **state) {
    (void)state;
    static const int32_t grids[][2] = {{1, 1}, {2, 3}, {1, 40}, {40, 1}, {33, 65}};
    static const int32_t pictures[][2] = {{0, 0}, {1, 1}, {7, 0}, {0, 9}, {64, 20}, {5, 200}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        for (size_t k = 0; k < sizeof pictures / sizeof *pictures; k++) {
            oro_grid g = make(grids[i][0], grids[i][1], 100);
            oro_image image;
            for (int32_t y = 0; y < g.height; y++)
                for (int32_t x = 0; x < g.width; x++) oro_row(&g, y)[x] = (float)((x * 7 + y * 5) % 11);
            good(oro_render_relief(ctx, &g, &(oro_relief_desc){.width = pictures[k][0], .height = pictures[k][1]},
                                   &image));
            int32_t width = pictures[k][0], height = pictures[k][1];
            if (width) assert_int_equal(image.width, width);
            if (height) assert_int_equal(image.height, height);
            if (!width && !height) assert_true(image.width == g.width && image.height == g.height);
            oro_image_free(ctx, &image);
            oro_grid_free(ctx, &g);
        }
    oro_grid g = make(33, 65, 100);
    oro_image image;
    good(oro_render_relief(ctx, &g, &(oro_relief_desc){.width = 65}, &image));
    assert_int_equal(image.height, 129); // 32 cells became 64, so 64 become 128
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &g);
}

/// An exaggeration of 0 is even light, not the usual one; a light at 0 degrees is in the north.
static void zero_is_a_value(void **state) {
    (void)state;
    oro_grid g = make(101, 101, 1000);
    for (int32_t y = 0; y < 101; y++)
        for (int32_t x = 0; x < 101; x++) oro_row(&g, y)[x] = 4.0f * (float)(50 - abs(x - 50));
    oro_image even, usual;
    oro_relief_desc desc = {.palette = "grey", .has_exaggeration = true};
    good(oro_render_relief(ctx, &g, &desc, &even));
    good(oro_render_relief(ctx, &g, &(oro_relief_desc){.palette = "grey", .exaggeration = 3}, &usual));
    assert_int_equal(brightness(&even, 25, 50), brightness(&even, 75, 50));       // two slopes of one height
    assert_int_not_equal(brightness(&usual, 25, 50), brightness(&usual, 75, 50)); // without has_ it is not looked at
    oro_image_free(ctx, &even);
    oro_image_free(ctx, &usual);
    oro_grid_free(ctx, &g);
}

static void mistakes_are_told(void **state) {
    (void)state;
    oro_grid g = make(8, 8, 100), other = make(9, 8, 100);
    oro_image image;
    const oro_relief_desc bad[] = {
        {.palette = "natrual"},
        {.width = -1},
        {.height = 70000},
        {.has_range = true},
        {.has_range = true, .lo = NAN},
        {.has_light = true, .azimuth = INFINITY, .altitude = 45},
        {.has_light = true, .altitude = 91},
        {.has_exaggeration = true, .exaggeration = -1},
        {.has_water = true, .water_level = NAN},
        {.water = &other},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(oro_render_relief(ctx, &g, &bad[i], &image), ORO_BAD_ARGUMENT);
        assert_null(image.data);
    }
    assert_int_equal(oro_render_relief(ctx, &g, &bad[0], &image), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "did you mean \"natural\""));
    oro_context *small = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 1 << 20}, NULL);
    assert_int_equal(oro_render_relief(small, &g, &(oro_relief_desc){.width = 2000}, &image), ORO_NO_MEMORY);
    assert_null(image.data);
    assert_int_equal(oro_bytes_in_use(small), 0);
    oro_destroy(small);
    oro_grid_free(ctx, &g);
    oro_grid_free(ctx, &other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_facing_the_light_is_brighter),
        cmocka_unit_test(level_ground_is_even),
        cmocka_unit_test(holes_are_neutral_and_do_not_spread),
        cmocka_unit_test(threads_do_not_change_a_pixel),
        cmocka_unit_test(the_resolution_and_the_scale_of_heights_do_not_show),
        cmocka_unit_test(water_is_blue_and_darkens_with_depth),
        cmocka_unit_test(any_size_can_be_drawn),
        cmocka_unit_test(zero_is_a_value),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests_name("relief", tests, open_context, close_context);
}
