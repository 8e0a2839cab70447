// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a photo shows without being told: views that are not all sky or one slope, and land around a map that goes on from it
// without repeating it.

#include "photo_set.h"
#include "noise/gradient.cell.h"
#include "render/around.h"

enum { SIDE = 257 };

/// Mountains of noise, 1200 m high, in a square of 8 km.
static oro_grid mountains(uint32_t seed) {
    oro_grid map = make(SIDE, SIDE, 8000.0 / (SIDE - 1));
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            float sum = 0.0f, size = 2500.0f, height = 900.0f;
            for (uint32_t k = 0; k < 5; k++, size *= 0.5f, height *= 0.5f)
                sum += height *
                       oro_gradient_noise_at(seed + 97 * k, (float)(x * map.cell) / size, (float)(y * map.cell) / size)
                           .value;
            oro_row(&map, y)[x] = sum;
        }
    return map;
}

/// Share of the picture that is sky, and that is ground nearer than a fiftieth of the map.
static void look(const ground *g, const camera *c, float *blue, float *near) {
    enum { ACROSS = 48, DOWN = 27 };
    *blue = *near = 0.0f;
    for (int j = 0; j < DOWN; j++)
        for (int i = 0; i < ACROSS; i++) {
            vec3 origin, direction;
            oro_camera_ray(c, ((float)i + 0.5f) / ACROSS, ((float)j + 0.5f) / DOWN, &origin, &direction);
            hit h = oro_ground_trace(g, origin, direction);
            *blue += (h.kind == HIT_NOTHING) / (float)(ACROSS * DOWN);
            *near += (h.kind != HIT_NOTHING && h.distance < 160.0f) / (float)(ACROSS * DOWN);
        }
}

static void low_and_close_views_show_land_and_sky(void **state) {
    (void)state;
    static const char *const views[] = {"low", "close"};
    for (int i = 0; i < 12; i++) {
        oro_grid map = mountains(1 + (uint32_t)i / 2);
        oro_photo_desc d = oro_set_defaults(
            &(oro_photo_desc){.quality = ORO_DRAFT, .width = 640, .height = 360, .view = views[i % 2]});
        ground g = {0};
        camera c;
        float blue, near;
        good(oro_set_ground(ctx, &g, &map, &d));
        good(oro_camera_make(ctx, &c, &g, &d));
        look(&g, &c, &blue, &near);
        if (blue < 0.08f || blue > 0.45f || near > 0.35f)
            fail_msg("%s view of land %d: %.2f of it is sky, %.2f right before the lens", views[i % 2], i / 2,
                     (double)blue, (double)near);
        oro_ground_free(&g);
        oro_grid_free(ctx, &map);
    }
}

static void land_goes_on_and_is_not_seen_twice(void **state) {
    (void)state;
    oro_grid map = mountains(7);
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .surround = "land"});
    ground g = {0};
    good(oro_set_ground(ctx, &g, &map, &d));
    float half = g.half_x, unlike = 0.0f, relief = g.high - g.low;
    for (int k = 0; k <= 100; k++) {
        float along = half * (0.02f * (float)k - 1.0f);
        // No step at the border, and nothing left of it far out.
        assert_true(fabsf(oro_around_height(&g, half + 0.5f, along) - oro_ground_below(&g, half - 0.5f, along)) < 2.0f);
        assert_true(fabsf(oro_around_height(&g, 4.1f * half, along) - g.floor) < 0.01f);
        float mirrored = oro_ground_mirrored(&g, half * 1.9f, along);
        unlike += fabsf(oro_around_height(&g, half * 1.9f, along) - mirrored) / (101.0f * relief);
        // What is said of a place is what a ray meets there.
        hit h = oro_ground_trace(&g, v3(half * 1.3f, along, 9000), v3(0, 0, -1));
        assert_int_equal(h.kind, HIT_LAND);
        assert_true(fabsf(h.position.z - oro_ground_below(&g, half * 1.3f, along)) < 0.03f * relief);
    }
    if (unlike < 0.08f) fail_msg("a map's width away the land is the map's, mirrored: %.3f", (double)unlike);
    oro_ground_free(&g);
    oro_grid_free(ctx, &map);
}

/// A plane is as steep at the border as in the middle: there a difference spans one cell, not two.
static void a_plane_has_one_slope(void **state) {
    (void)state;
    oro_grid map = {.width = 9, .height = 7, .cell = 10.0};
    good(oro_grid_alloc(ctx, &map));
    for (int32_t y = 0; y < map.height; y++)
        for (int32_t x = 0; x < map.width; x++) oro_row(&map, y)[x] = 3.0f * (float)x + 5.0f * (float)y;
    ground g = {.height = map};
    for (int k = 0; k <= 64; k++) {
        float east, north, u = 0.125f * (float)k, v = 0.09375f * (float)(64 - k);
        oro_ground_slope(&g, u, v, &east, &north);
        if (fabsf(east - 0.3f) > 1e-6f || fabsf(north + 0.5f) > 1e-6f)
            fail_msg("at %g %g the plane rises by %g and %g", (double)u, (double)v, (double)east, (double)north);
    }
    oro_grid_free(ctx, &map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_and_close_views_show_land_and_sky),
        cmocka_unit_test(land_goes_on_and_is_not_seen_twice),
        cmocka_unit_test(a_plane_has_one_slope),
    };
    return cmocka_run_group_tests_name("photo_views", tests, open_noting_context, close_context);
}
