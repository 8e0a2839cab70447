// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How bright things are: the cosine law, a white furnace that stays white, haze and sky; water where the water map says; and
// paint that comes out as it was put on.

#include "photo_set.h"
#include "render/film.h"

#include <stdlib.h>

// --- light -----------------------------------------------------------------------------------------------------------

static void sloping_planes_follow_the_cosine_law(void **state) {
    (void)state;
    enum { W = 24, SIDE = 33 };
    static const double slopes[][2] = {{0, 0}, {0.3, 0}, {0, -0.5}, {-0.4, 0.25}}; // rise per metre east, north
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        oro_grid map = make(SIDE, SIDE, 10);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                oro_row(&map, y)[x] = (float)(10 * x * slopes[k][0] + 10 * (SIDE - 1 - y) * slopes[k][1]);
        ground g = {0};
        oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .surround = "none"});
        good(oro_set_ground(ctx, &g, &map, &d));
        for (int i = 0; i < 6; i++) {
            double azimuth = 60.0 * i + 20, elevation = 40 + 9.0 * i, a = azimuth * M_PI / 180,
                   e = elevation * M_PI / 180;
            only_sun(light, azimuth, elevation);
            double length = sqrt(1 + slopes[k][0] * slopes[k][0] + slopes[k][1] * slopes[k][1]);
            double cosine = (-slopes[k][0] * sin(a) * cos(e) - slopes[k][1] * cos(a) * cos(e) + sin(e)) / length;
            assert_true(cosine > 0.1);
            studio st = {.g = &g,
                         .s = light,
                         .m = &GREY,
                         .cam = from_above(100, 1),
                         .width = W,
                         .height = W,
                         .rays = 4,
                         .sun_spread = 1e-4f,
                         .pixel = 8,
                         .white = 1};
            good(oro_studio_trace(ctx, &st));
            for (int p = 0; p < W * W; p++) {
                double seen = (double)pixel_light(&st, p % W, p / W).x, expected = 0.5 / M_PI * cosine;
                if (fabs(seen / expected - 1) > 2e-3) fail_msg("slope %zu sun %d: %g, not %g", k, i, seen, expected);
            }
            oro_free(ctx, st.pixels);
        }
        oro_ground_free(&g);
        oro_grid_free(ctx, &map);
    }
    free(light);
}

static void a_white_furnace_stays_white(void **state) {
    (void)state;
    enum { W = 64, H = 40 };
    static const char *const arounds[] = {"land", "none"};
    material white = GREY;
    white.plain_colour = v3(1, 1, 1);
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    oro_sky_make_uniform(light, v3(1, 1, 1));
    light->haze = 1e-3f;
    light->haze_height = 100;
    oro_grid map = hills(65);
    oro_mesh mesh = sphere_mesh(300, 24);
    for (int i = 0; i < 6; i++) {
        oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT,
                                                              .width = W,
                                                              .height = H,
                                                              .surround = arounds[i % 2],
                                                              .view = i < 4 ? "low" : "three-quarter"});
        ground g = {.ctx = ctx};
        model m = {0};
        if (i < 4) {
            d.turn = 60 * i;
            good(oro_set_ground(ctx, &g, &map, &d));
        } else {
            good(oro_model_make(ctx, &mesh, 1, &m));
            good(oro_set_surround(ctx, &g, &d));
            good(oro_ground_make_mesh(ctx, &g, &m.view));
        }
        studio st = {.g = &g,
                     .s = light,
                     .m = &white,
                     .bounce = {1, 1, 1},
                     .width = W,
                     .height = H,
                     .rays = 4,
                     .smooth = 3,
                     .sun_spread = 0.01f,
                     .white = 1};
        good(oro_camera_make(ctx, &st.cam, &g, &d));
        st.pixel = 2.0f * st.cam.half_width / W;
        good(oro_studio_trace(ctx, &st));
        for (int p = 0; p < W * H; p++) {
            vec3 l = pixel_light(&st, p % W, p / W);
            if (fabsf(l.x - 1) > 1e-3f || fabsf(l.y - 1) > 1e-3f || fabsf(l.z - 1) > 1e-3f)
                fail_msg("case %d pixel %d: %g %g %g", i, p, l.x, l.y, l.z);
        }
        oro_free(ctx, st.pixels);
        oro_ground_free(&g);
        oro_model_free(ctx, &m);
    }
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    free(light);
}

static void open_ground_gets_the_light_of_the_whole_dome(void **state) {
    (void)state;
    enum { W = 64 };
    oro_grid map = make(9, 9, 100);
    ground g = {0};
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .surround = "none"});
    good(oro_set_ground(ctx, &g, &map, &d));
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    oro_sky_make(light, v_compass(100, 15), 1.6f);
    light->sun_irradiance = v3(0, 0, 0);
    studio st = {.g = &g,
                 .s = light,
                 .m = &GREY,
                 .cam = from_above(300, 1),
                 .width = W,
                 .height = W,
                 .rays = 16,
                 .pixel = 9,
                 .white = 1};
    good(oro_studio_trace(ctx, &st));
    double sum = 0;
    for (int p = 0; p < W * W; p++) sum += (double)pixel_light(&st, p % W, p / W).y / (W * W);
    double expected = 0.5 / M_PI * (double)light->sky_irradiance.y; // a half of it is reflected, evenly to all sides
    if (fabs(sum / expected - 1) > 0.02) fail_msg("%g, not %g", sum, expected);
    oro_free(ctx, st.pixels);
    free(light);
    oro_ground_free(&g);
    oro_grid_free(ctx, &map);
}

static void haze_obeys_the_laws_of_thin_air(void **state) {
    (void)state;
    sky *s = malloc(sizeof *s);
    assert_non_null(s);
    oro_sky_make_uniform(s, v3(1, 1, 1));
    s->haze = 2e-4f;
    s->haze_bottom = 100;
    s->haze_height = 400;
    static const double elevations[] = {0, 0.01, 5, 40, 90, -10};
    for (int i = 0; i < 6; i++) {
        vec3 way = v_compass(30 * i, elevations[i]);
        float start = 500;
        vec3 none = oro_sky_transmittance(s, start, way, 0), before = none;
        assert_true(none.x == 1 && none.y == 1 && none.z == 1);
        for (float t = 50; t <= 2000; t += 50) {
            vec3 now = oro_sky_transmittance(s, start, way, t);
            assert_true(now.x <= before.x && now.y <= before.y && now.z <= before.z && now.z > 0);
            // Through two pieces one after the other.
            vec3 first = oro_sky_transmittance(s, start, way, 0.3f * t);
            vec3 second = oro_sky_transmittance(s, start + 0.3f * t * way.z, way, 0.7f * t);
            assert_true(fabsf(first.y * second.y - now.y) < 1e-5f && fabsf(first.z * second.z - now.z) < 1e-5f);
            before = now;
        }
        // Against the sum over short pieces.
        double depth = 0, t = 0;
        for (; t < 2000; t += 0.5) depth += 0.5 * 2e-4 * exp(-(400 + (t + 0.25) * (double)way.z) / 400);
        assert_true(fabs((double)before.y - exp(-depth)) < 1e-4);
    }
    vec3 high = oro_sky_transmittance(s, 2000, v3(1, 0, 0), 1000),
         low = oro_sky_transmittance(s, 150, v3(1, 0, 0), 1000);
    assert_true(high.y > low.y); // it lies in the valleys
    s->haze = 0;
    assert_true(oro_sky_transmittance(s, 0, v3(1, 0, 0), 1e9f).x == 1);
    free(s);
}

static void the_sky_is_as_the_sky_is(void **state) {
    (void)state;
    sky *s = malloc(sizeof *s);
    assert_non_null(s);
    float before = 0, red_before = INFINITY;
    static const double elevations[] = {0.5, 2, 5, 10, 20, 40, 60, 90};
    for (int i = 0; i < 8; i++) { // the sun gets brighter and less red as it rises
        oro_sky_make(s, v_compass(120, elevations[i]), 1.6f);
        float bright = v_luminance(s->sun_irradiance), red = s->sun_irradiance.x / s->sun_irradiance.z;
        assert_true(bright > before && red < red_before);
        before = bright, red_before = red;
    }
    oro_sky_make(s, v_compass(180, 60), 1.6f);
    vec3 zenith = oro_sky_radiance(s, v3(0, 0, 1)), horizon = oro_sky_radiance(s, v_compass(0, 1));
    assert_true(zenith.z > 1.5f * zenith.x && zenith.z > zenith.y && zenith.y > zenith.x);
    assert_true(horizon.z / horizon.x < zenith.z / zenith.x && v_luminance(horizon) > v_luminance(zenith));
    // The dome's light on level ground is what its radiance sums up to, over another grid than the table's.
    double sum = 0;
    for (int i = 0; i < 90; i++)
        for (int k = 0; k < 180; k++) {
            double e = (i + 0.5) * M_PI / 180;
            sum += (double)oro_sky_radiance(s, v_compass(2.0 * k + 1, i + 0.5)).y * sin(e) * cos(e) * (M_PI / 180) *
                   (M_PI / 90);
        }
    if (fabs(sum / (double)s->sky_irradiance.y - 1) > 0.03)
        fail_msg("the dome gives %g, not %g", s->sky_irradiance.y, sum);
    for (int e = -90; e <= 90; e += 15) {
        oro_sky_make(s, v_compass(77, e), 1.6f);
        assert_true(isfinite(v_luminance(s->sun_irradiance)) && isfinite(v_luminance(s->sky_irradiance)));
        assert_true(v_luminance(s->sun_irradiance) >= 0 && (e > 0 || v_luminance(s->sun_irradiance) < 1.0f));
        for (int k = 0; k < 400; k++) {
            vec3 l = oro_sky_radiance(s, v_compass(k * 3.7, k % 181 - 90));
            assert_true(isfinite(v_luminance(l)) && l.x > 0 && l.y > 0 && l.z > 0);
        }
        assert_true(isfinite(v_luminance(oro_sky_radiance(s, s->sun))));
    }
    free(s);
}

// --- water -----------------------------------------------------------------------------------------------------------

static bool wet_from_above(const ground *g, int32_t x, int32_t y) {
    float px = (float)(x * g->height.cell) - g->half_x, py = g->half_y - (float)(y * g->height.cell);
    return oro_ground_trace(g, v3(px, py, 5000), v3(0, 0, -1)).kind == HIT_WATER;
}

/// Land in steps of 40 m, each a plain 24 samples wide, with water of even depth on some of it: what the map says is drawn,
/// to the sample, but for water that falls from step to step and for puddles.
static void water_is_drawn_where_the_water_map_says(void **state) {
    (void)state;
    enum { SIDE = 97, STEP = 24 };
    oro_grid map = make(SIDE, SIDE, 20), water = make(SIDE, SIDE, 20);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            bool lake = x % STEP >= 6 && x % STEP < 18 && y > 10 && y < 60, puddle = x % STEP == 10 && y == 80;
            bool brook = y >= 64 && y < 70; // across all steps
            oro_row(&map, y)[x] = 40.0f * (float)(x / STEP);
            oro_row(&water, y)[x] = lake || puddle || brook ? 0.1f + (float)(x / STEP) : 0.0f;
        }
    static const char *const arounds[] = {"land", "none", "sea"};
    for (int i = 0; i < 9; i++) {
        bool has_map = i / 3 != 1, has_sea = i / 3 != 0;
        oro_photo_desc d =
            oro_set_defaults(&(oro_photo_desc){.quality = ORO_GOOD, .surround = arounds[i % 3], .exaggeration = 1.5});
        if (has_map) d.water = &water;
        d.has_water = has_sea;
        d.water_level = 20;
        ground g = {0};
        good(oro_set_ground(ctx, &g, &map, &d));
        for (int32_t y = 1; y < SIDE - 1; y++)
            for (int32_t x = 1; x < SIDE - 1; x++) {
                bool brook = y >= 64 && y < 70, falls = brook && x > STEP - 4 && (x + 2) % STEP < 4, puddle = y == 80;
                bool expected = has_map && oro_row(&water, y)[x] > 0 && !falls && !puddle;
                expected |= has_sea && oro_row(&map, y)[x] < 20;
                if (wet_from_above(&g, x, y) != expected) fail_msg("case %d: sample %d %d is wrong", i, x, y);
            }
        oro_ground_free(&g);
    }
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

/// Beside its bank water goes on level: the shore is where the land cuts it off, between samples.
static void water_ends_where_the_bank_rises_above_it(void **state) {
    (void)state;
    enum { SIDE = 65 };
    oro_grid map = make(SIDE, SIDE, 10), water = make(SIDE, SIDE, 10);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            oro_row(&map, y)[x] = (float)x; // a slope of 1 in 10, with a lake up to 20.5 m at its foot
            oro_row(&water, y)[x] = oro_max(20.5f - (float)x, 0.0f);
        }
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_GOOD, .surround = "none", .water = &water});
    ground g = {0};
    good(oro_set_ground(ctx, &g, &map, &d));
    for (float metres = 195.5f; metres < 215.0f; metres += 1.0f) {
        hit h = oro_ground_trace(&g, v3(metres - g.half_x, 3.0f, 5000), v3(0, 0, -1));
        if ((h.kind == HIT_WATER) != (metres < 205.0f)) fail_msg("%g m from the west is %d", (double)metres, h.kind);
        if (h.kind == HIT_WATER) assert_true(fabsf(h.position.z - 20.5f) < 0.02f);
    }
    oro_ground_free(&g);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

// --- film ------------------------------------------------------------------------------------------------------------

/// Film and its inverse; and land painted in a known grey comes out in that grey on level ground in the sun.
static void painted_land_shows_its_paint(void **state) {
    (void)state;
    for (int i = 0; i <= 100; i++) {
        float shown = (float)i / 100.0f;
        assert_true(fabsf(film_shown(film_light(shown)) - shown) < 1e-4f);
        assert_true(fabsf(film_to_srgb(film_from_srgb(shown)) - shown) < 1e-4f);
    }
    assert_true(fabsf(film_from_srgb(0.5f) - 0.21404f) < 1e-4f); // IEC 61966-2-1
    static const uint8_t greys[] = {60, 128, 180};
    oro_grid map = make(65, 65, 10);
    for (int i = 0; i < 3; i++) {
        uint8_t texels[12];
        memset(texels, greys[i], sizeof texels);
        oro_image colour = {2, 2, 3, texels}, image;
        oro_photo_desc d = {.quality = ORO_DRAFT,
                            .width = 60,
                            .height = 60,
                            .view = "top",
                            .has_sun = true,
                            .sun_elevation = 50,
                            .colour = &colour};
        good(oro_render_photo(ctx, &map, &d, &image));
        double sum[3] = {0};
        for (int y = 20; y < 40; y++)
            for (int x = 20; x < 40; x++)
                for (int k = 0; k < 3; k++) sum[k] += image.data[(y * 60 + x) * 3 + k] / 400.0;
        double mean = (sum[0] + sum[1] + sum[2]) / 3.0;
        print_message("painted %d, shown %.1f %.1f %.1f\n", greys[i], sum[0], sum[1], sum[2]);
        assert_true(fabs(mean - greys[i]) < 12.0); // haze, the tint of sunlight and the grain of the ground
        oro_image_free(ctx, &image);
    }
    oro_grid_free(ctx, &map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(painted_land_shows_its_paint),
        cmocka_unit_test(sloping_planes_follow_the_cosine_law),
        cmocka_unit_test(a_white_furnace_stays_white),
        cmocka_unit_test(open_ground_gets_the_light_of_the_whole_dome),
        cmocka_unit_test(haze_obeys_the_laws_of_thin_air),
        cmocka_unit_test(the_sky_is_as_the_sky_is),
        cmocka_unit_test(water_is_drawn_where_the_water_map_says),
        cmocka_unit_test(water_ends_where_the_bank_rises_above_it),
    };
    return cmocka_run_group_tests_name("photo_light", tests, open_noting_context, close_context);
}
