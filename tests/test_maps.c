// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the maps: contours lie where the heights are, planes have one slope and one normal, water gathers in valleys, a
// difference and its reverse mirror each other, and the sun keeps its days.

#include "drawn_maps.h"
#include "render/flow.h"
#include "render/palette.h"

#include <stdlib.h>
#include <string.h>

static double east(double x, double y) { return 0.5 * x + 0.0 * y; }
static double slanted(double x, double y) { return 0.5 * x + 0.25 * y; }
static double east45(double x, double y) { return x + 0.0 * y; }
static double north45(double x, double y) { return -y + 0.0 * x; }

static void assert_colour(const uint8_t *p, oro_rgb c) {
    const float v[3] = {c.r, c.g, c.b};
    for (int i = 0; i < 3; i++) assert_in_range(p[i] + 1, (int)(v[i] * 255.0f + 0.5f), (int)(v[i] * 255.0f + 0.5f) + 2);
}

// --- styles -------------------------------------------------------------------------------------------------------------

static void the_table_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < oro_style_count(); i++) {
        const oro_style *s = oro_style_at(i);
        assert_ptr_equal(oro_style_find(ctx, s->name), s);
        assert_true(strlen(s->summary) > 10 && s->summary[strlen(s->summary) - 1] == '.');
    }
    assert_null(oro_style_find(ctx, "heigt"));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "did you mean \"height\""));
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "curvature"));
    assert_null(oro_style_find(NULL, "oil"));
}

// --- contours -----------------------------------------------------------------------------------------------------------

/// How much darker a pixel is than its surroundings along the row.
static int darkness(const oro_image *i, int32_t x, int32_t y) {
    return (brightness(i, x - 4, y) + brightness(i, x + 4, y)) / 2 - brightness(i, x, y);
}

static void contours_lie_on_their_heights(void **state) {
    (void)state;
    static const struct {
        height_fn *fn;
        double lean; // columns the line moves west a row further south
    } cases[] = {{east, 0.0}, {slanted, 0.5}};
    for (size_t k = 0; k < 2; k++) {
        oro_grid g = make(221, 61, 1, cases[k].fn);
        oro_image i = draw(&g, (oro_map_desc){.style = "height", .width = 221, .interval = 10, .no_legend = true});
        for (int32_t y = 5; y < 56; y++) {
            double first = 20.0 - cases[k].lean * y;
            while (first < 6.0) first += 20.0;
            for (double line = first; line < 212.0; line += 20.0) {
                int32_t nearest = (int32_t)floor(line + 0.5);
                // The darkest pixel between the two lines' middles is the one the line runs through.
                int32_t darkest = nearest;
                for (int32_t x = nearest - 5; x <= nearest + 5; x++)
                    if (x > 4 && x < 216 && darkness(&i, x, y) > darkness(&i, darkest, y)) darkest = x;
                assert_true(fabs(darkest - line) <= 0.75);
                assert_true(darkness(&i, nearest, y) > 15);
                if (nearest + 10 < 216) assert_true(abs(darkness(&i, nearest + 10, y)) < 12);
            }
        }
        drop(&i, &g);
    }
}

static void every_fifth_contour_is_bold(void **state) {
    (void)state;
    oro_grid g = make(221, 61, 1, east);
    oro_image i = draw(&g, (oro_map_desc){.style = "height", .width = 221, .interval = 10, .no_legend = true});
    for (int32_t line = 20; line < 200; line += 20)
        if (line % 100) assert_true(darkness(&i, 100, 30) > darkness(&i, line, 30) + 20);
    drop(&i, &g);
}

static void level_ground_has_no_contours(void **state) {
    (void)state;
    oro_grid g = make(120, 80, 1, flat);
    oro_image i = draw(&g, (oro_map_desc){.style = "height", .width = 120, .no_legend = true});
    for (size_t k = 3; k < bytes_of(&i); k++) assert_int_equal(i.data[k], i.data[k % 3]);
    drop(&i, &g);
}

// --- slope, curvature, normals --------------------------------------------------------------------------------------------

static double rise30(double x, double y) { return 0.57735026918962573 * x + 0.0 * y; }
static double rise30_south(double x, double y) { return 0.57735026918962573 * y + 0.0 * x; }
static double crest(double x, double y) { return -fabs(x - 200) + 0.0 * y; }

static void a_plane_has_one_slope(void **state) {
    (void)state;
    height_fn *planes[] = {rise30, rise30_south};
    for (int k = 0; k < 2; k++) {
        oro_grid g = make(97, 61, 25, planes[k]);
        for (int32_t width = 40; width <= 194; width += 77) {
            oro_image i = draw(
                &g, (oro_map_desc){.style = "slope", .width = width, .has_range = true, .hi = 60, .no_legend = true});
            for (size_t b = 3; b < bytes_of(&i); b++) assert_int_equal(i.data[b], i.data[b % 3]);
            assert_colour(i.data, oro_ramp(oro_ramp_slope, 0.5f));
            drop(&i, NULL);
        }
        drop(NULL, &g);
    }
}

static void crests_and_hollows_have_their_colours(void **state) {
    (void)state;
    oro_grid g = make(401, 101, 1, crest);
    oro_image i = draw(&g, (oro_map_desc){.style = "curvature", .width = 401, .no_legend = true});
    assert_true(at(&i, 200, 50)[0] > at(&i, 200, 50)[2] + 30); // brown
    oro_image_free(ctx, &i);
    for (int32_t y = 0; y < 101; y++)
        for (int32_t x = 0; x < 401; x++) oro_row(&g, y)[x] *= -1.0f;
    i = draw(&g, (oro_map_desc){.style = "curvature", .width = 401, .no_legend = true});
    assert_true(at(&i, 200, 50)[2] > at(&i, 200, 50)[0] + 30); // teal
    drop(&i, &g);
    g = make(200, 100, 3, slanted); // a plane bends nowhere
    i = draw(&g, (oro_map_desc){.style = "curvature", .has_range = true, .lo = -1, .hi = 1, .no_legend = true});
    for (int32_t y = 10; y < i.height - 10; y += 7)
        for (int32_t x = 10; x < i.width - 10; x += 7) assert_true(abs(at(&i, x, y)[0] - at(&i, x, y)[2]) < 12);
    drop(&i, &g);
}

static void normals_are_exact(void **state) {
    (void)state;
    static const struct {
        height_fn *fn;
        uint8_t rgb[3];
    } cases[] = {
        {flat, {128, 128, 255}},
        {east45, {37, 128, 218}},  // rises to the east: faces west
        {north45, {128, 37, 218}}, // rises to the north: faces south
    };
    for (size_t k = 0; k < 3; k++) {
        oro_grid g = make(33, 17, 10, cases[k].fn);
        oro_image i = draw(&g, (oro_map_desc){.style = "normals"});
        assert_true(i.width == 33 && i.height == 17);
        for (size_t b = 0; b < bytes_of(&i); b++) assert_int_equal(i.data[b], cases[k].rgb[b % 3]);
        drop(&i, &g);
    }
}

// --- flow -----------------------------------------------------------------------------------------------------------------

static double valley(double x, double y) { return 2 * fabs(x - 50) + (100 - y); }
static double bowl(double x, double y) { return 0.01 * ((x - 50) * (x - 50) + (y - 40) * (y - 40)) - 0.02 * y; }

/// Nothing but level places, hollows and saddles of the same few heights.
static double rubble(double x, double y) {
    return floor(fmod(fabs(sin(x * 12.9898 + y * 78.233) * 43758.5453), 1.0) * 4.0);
}
static double pitted_steps(double x, double y) { return floor(x / 9) + 0.25 * rubble(floor(x / 3), floor(y / 2)); }

static double sum_leaving(const oro_flow *f, const oro_grid *area) {
    double sum = 0;
    for (int32_t i = 0; i < area->width * area->height; i++)
        if (f->next[i] < 0) sum += (double)oro_row(area, i / area->width)[i % area->width];
    return sum;
}

static void no_water_is_lost(void **state) {
    (void)state;
    height_fn *lands[] = {valley, bowl, hills, flat, rubble, pitted_steps};
    for (int k = 0; k < 6; k++) {
        oro_grid g = make(101, 83, k == 2 ? 40 : 1, lands[k]);
        oro_flow f;
        good(oro_flow_make(ctx, &g, false, 0, &f));
        double all = g.cell * g.cell * 101 * 83;
        assert_true(fabs(sum_leaving(&f, &f.stream) - all) < 1e-3 * all);
        assert_true(fabs(sum_leaving(&f, &f.spread) - all) < 1e-3 * all);
        for (int32_t i = 0; i < 101 * 83; i++) { // every way leads out
            int32_t steps = 0;
            for (int32_t n = i; n >= 0; n = f.next[n]) assert_true(steps++ < 101 * 83);
        }
        oro_flow_free(ctx, &f);
        drop(NULL, &g);
    }
}

static void water_gathers_in_the_valley(void **state) {
    (void)state;
    oro_grid g = make(101, 101, 1, valley);
    oro_flow f;
    good(oro_flow_make(ctx, &g, false, 0, &f));
    for (int32_t y = 40; y < 100; y++) {
        float bottom = oro_row(&f.stream, y)[50];
        assert_true(bottom > 60.0f * (float)(y - 30));
        for (int32_t x = 5; x < 96; x++)
            if (x != 50) assert_true(oro_row(&f.stream, y)[x] < 0.1f * bottom + 60.0f);
    }
    oro_flow_free(ctx, &f);
    oro_image i = draw(&g, (oro_map_desc){.style = "flow", .width = 303, .no_legend = true});
    const uint8_t *wet = at(&i, 151, 270), *dry = at(&i, 60, 270);
    assert_true(wet[2] > wet[0] + 60 && abs(dry[2] - dry[0]) < 30);
    drop(&i, &g);
    // On a plane everything runs straight down: no lines from side to side, as much at the foot as there is above.
    g = make(61, 61, 1, north45);
    good(oro_flow_make(ctx, &g, false, 0, &f));
    for (int32_t y = 1; y < 60; y++)
        for (int32_t x = 1; x < 60; x++) assert_true(oro_row(&f.stream, y)[x] == (float)y);
    oro_flow_free(ctx, &f);
    drop(NULL, &g);
}

static void hollows_spill_and_the_sea_takes_all(void **state) {
    (void)state;
    oro_grid g = make(101, 81, 1, bowl);
    oro_flow f;
    good(oro_flow_make(ctx, &g, false, 0, &f));
    float most = oro_grid_extremes(&f.stream).max;
    assert_true(most > 0.3f * 101 * 81); // the bowl empties through one rim
    oro_flow_free(ctx, &f);
    good(oro_flow_make(ctx, &g, true, 0, &f)); // a lake at the bottom
    for (int32_t y = 0; y < 81; y++)
        for (int32_t x = 0; x < 101; x++)
            if (oro_row(&g, y)[x] < 0.0f) assert_int_equal(f.next[y * 101 + x], -1);
    oro_flow_free(ctx, &f);
    drop(NULL, &g);
}

// --- difference, classes ----------------------------------------------------------------------------------------------------

static void a_difference_mirrors_its_reverse(void **state) {
    (void)state;
    oro_grid a = make(300, 40, 1, flat), b = make(300, 40, 1, flat);
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 300; x++) oro_row(&b, y)[x] = x < 100 ? -5.0f : x < 200 ? 0.0f : 5.0f;
    oro_map_desc desc = {.style = "difference", .width = 300, .no_legend = true, .before = &a};
    oro_image forth = draw(&b, desc);
    desc.before = &b;
    oro_image back = draw(&a, desc);
    const uint8_t *lower = at(&forth, 50, 20), *same = at(&forth, 150, 20), *higher = at(&forth, 250, 20);
    assert_true(lower[0] > lower[2] + 60 && higher[2] > higher[0] + 60);
    assert_colour(same, oro_ramp(oro_ramp_change, 0.5f));
    assert_memory_equal(at(&back, 250, 20), lower, 3);
    assert_memory_equal(at(&back, 50, 20), higher, 3);
    assert_memory_equal(at(&back, 150, 20), same, 3);
    drop(&forth, &a);
    drop(&back, &b);
    // Identical maps: all neutral.
    a = make(64, 64, 60, hills);
    forth = draw(&a, (oro_map_desc){.style = "difference", .before = &a, .width = 64, .no_legend = true});
    for (size_t k = 0; k + 2 < bytes_of(&forth); k += 3) assert_true(abs(forth.data[k] - forth.data[k + 2]) < 10);
    drop(&forth, &a);
    // The two ramps' ends are equally far from the middle, to the eye's measure.
    for (float t = 0.1f; t <= 0.5f; t += 0.1f) {
        oro_rgb low = oro_ramp(oro_ramp_change, 0.5f - t), high = oro_ramp(oro_ramp_change, 0.5f + t);
        double light_low = 0.299 * (double)low.r + 0.587 * (double)low.g + 0.114 * (double)low.b;
        double light_high = 0.299 * (double)high.r + 0.587 * (double)high.g + 0.114 * (double)high.b;
        assert_true(fabs(light_low - light_high) < 0.09);
    }
}

static void only_the_same_ground_is_compared(void **state) {
    (void)state;
    oro_grid a = make(40, 40, 10, hills), half = make(20, 40, 10, hills), coarse = make(14, 14, 30, hills);
    oro_image i;
    oro_map_desc desc = {.style = "difference", .before = &half};
    assert_int_equal(oro_render_map(ctx, &a, &desc, &i), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "same ground"));
    desc.before = NULL;
    assert_int_equal(oro_render_map(ctx, &a, &desc, &i), ORO_BAD_ARGUMENT);
    desc.before = &coarse; // other samples of the same ground are fine
    good(oro_render_map(ctx, &a, &desc, &i));
    drop(&i, &a);
    drop(NULL, &half);
    drop(NULL, &coarse);
}

static void classes_have_colours_of_their_own(void **state) {
    (void)state;
    for (int64_t a = -16; a < 17; a++)
        for (int64_t b = -16; b < a; b++) {
            oro_rgb p = oro_class_colour(a), q = oro_class_colour(b);
            double far = fabs((double)(p.r - q.r)) + fabs((double)(p.g - q.g)) + fabs((double)(p.b - q.b));
            assert_true(far > 0.06);
        }
    // One pixel a sample: each pixel has its class's colour, none is mixed.
    oro_grid g = make(110, 60, 1, classes);
    oro_image i = draw(&g, (oro_map_desc){.style = "classes", .width = 110, .no_legend = true});
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 110; x++) assert_colour(at(&i, x, y), oro_class_colour((int64_t)classes(x, y)));
    drop(&i, NULL);
    i = draw(&g, (oro_map_desc){.style = "classes", .width = 880});
    assert_true(i.height > 481); // a legend follows, with each of the classes' colours
    for (int64_t k = 0; k <= 16; k++) {
        oro_rgb c = oro_class_colour(k);
        bool found = false;
        for (int32_t y = 481; y < i.height && !found; y++)
            for (int32_t x = 0; x < i.width && !found; x++)
                found = at(&i, x, y)[0] == (uint8_t)(c.r * 255.0f + 0.5f) &&
                        at(&i, x, y)[1] == (uint8_t)(c.g * 255.0f + 0.5f) &&
                        at(&i, x, y)[2] == (uint8_t)(c.b * 255.0f + 0.5f);
        assert_true(found);
    }
    drop(&i, &g);
}

// --- the sun ----------------------------------------------------------------------------------------------------------------

static void sun(int month, int day, double hour, double latitude, double azimuth, double elevation, double slack) {
    double a, e;
    assert_true(oro_sun_position(0, month, day, hour, latitude, &a, &e));
    if (fabs(e - elevation) > slack)
        fail_msg("%d-%d %g h at %g: elevation %g, not %g", month, day, hour, latitude, e, elevation);
    double turn = fabs(remainder(a - azimuth, 360.0));
    if (azimuth >= 0.0 && turn > slack)
        fail_msg("%d-%d %g h at %g: azimuth %g, not %g", month, day, hour, latitude, a, azimuth);
}

static void the_sun_keeps_its_days(void **state) {
    (void)state;
    for (double latitude = -80; latitude <= 80;
         latitude += 20) { // equinoxes: 90 - |latitude| at noon, rising at 6, setting at 18
        if (latitude != 0.0) sun(3, 20, 12, latitude, latitude > 0 ? 180 : 0, 90 - fabs(latitude), 0.4);
        sun(9, 23, 12, latitude, -1, 90 - fabs(latitude), 0.4);
        sun(3, 20, 6, latitude, 90, 0, 0.6);
        sun(3, 20, 18, latitude, 270, 0, 0.6);
    }
    sun(6, 21, 12, 46, 180, 90 - 46 + 23.44, 0.02); // solstices
    sun(12, 21, 12, 46, 180, 90 - 46 - 23.44, 0.02);
    sun(6, 21, 12, 23.44, -1, 90, 0.05);
    sun(12, 21, 12, -23.44, -1, 90, 0.05);
    sun(12, 21, 12, 70, 180, 90 - 70 - 23.44, 0.02); // polar night: below the horizon at noon
    sun(6, 21, 24, 70, 0, 70 + 23.44 - 90, 0.02);    // midnight sun in the north
    sun(12, 21, 12, 90, -1, -23.44, 0.02);
    // Seven in the morning of 15 August at 50 degrees north, by spherical trigonometry with the almanac's 14.06 degrees.
    double d = 14.06 * M_PI / 180, l = 50 * M_PI / 180, h = -75 * M_PI / 180;
    double up = sin(l) * sin(d) + cos(l) * cos(d) * cos(h);
    sun(8, 15, 7, 50, 360 / (2 * M_PI) * acos((sin(d) - sin(l) * up) / (cos(l) * cos(asin(up)))), 180 / M_PI * asin(up),
        0.2);
    double a, e;
    static const int bad[][3] = {{0, 0, 1}, {0, 13, 1}, {0, 2, 30}, {2026, 2, 29}, {0, 4, 31}, {0, 1, 0}, {-5, 1, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(oro_sun_position(bad[i][0], bad[i][1], bad[i][2], 12, 40, &a, &e));
    assert_true(oro_sun_position(2028, 2, 29, 12, 40, &a, &e));
    assert_false(oro_sun_position(0, 6, 21, 25, 40, &a, &e));
    assert_false(oro_sun_position(0, 6, 21, NAN, 40, &a, &e));
    assert_false(oro_sun_position(0, 6, 21, 12, 91, &a, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_complete),
        cmocka_unit_test(contours_lie_on_their_heights),
        cmocka_unit_test(every_fifth_contour_is_bold),
        cmocka_unit_test(level_ground_has_no_contours),
        cmocka_unit_test(a_plane_has_one_slope),
        cmocka_unit_test(crests_and_hollows_have_their_colours),
        cmocka_unit_test(normals_are_exact),
        cmocka_unit_test(no_water_is_lost),
        cmocka_unit_test(water_gathers_in_the_valley),
        cmocka_unit_test(hollows_spill_and_the_sea_takes_all),
        cmocka_unit_test(a_difference_mirrors_its_reverse),
        cmocka_unit_test(only_the_same_ground_is_compared),
        cmocka_unit_test(classes_have_colours_of_their_own),
        cmocka_unit_test(the_sun_keeps_its_days),
    };
    return cmocka_run_group_tests_name("maps", tests, open_context, close_context);
}
