// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the maps: contours lie where the heights are, planes have one slope and one normal, water gathers in valleys, a
// difference and its reverse mirror each other, halves are what they are alone, and nothing that can be read can break a
// picture.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "one_context.h"
#include "orogen/render.h"
#include "orogen/scene.h"
#include "render/flow.h"
#include "render/palette.h"

static void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

typedef double height_fn(double x, double y);

static oro_grid make(int32_t width, int32_t height, double cell, height_fn *fn) {
    oro_grid g = {.width = width, .height = height, .cell = cell};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = (float)fn(oro_world_x(&g, x), oro_world_y(&g, y));
    return g;
}

static double flat(double x, double y) { return 0.0 * (x + y); }
static double east(double x, double y) { return 0.5 * x + 0.0 * y; }
static double slanted(double x, double y) { return 0.5 * x + 0.25 * y; }
static double east45(double x, double y) { return x + 0.0 * y; }
static double north45(double x, double y) { return -y + 0.0 * x; }
static double hills(double x, double y) {
    double u = x / 4000, v = y / 4000;
    return 200 * (sin(7 * u + 2 * sin(5 * v)) + 0.5 * sin(17 * v + 3 * u) + 0.2 * sin(41 * u - 23 * v));
}
static double eroded_hills(double x, double y) { return hills(x, y) - 20 * fmax(sin(x / 300) * cos(y / 500), -0.5); }
static double classes(double x, double y) { return floor(x / 10) + 3 * floor(y / 20); }

static const uint8_t *at(const oro_image *i, int32_t x, int32_t y) {
    assert_true(x >= 0 && y >= 0 && x < i->width && y < i->height);
    return i->data + ((size_t)y * (size_t)i->width + (size_t)x) * 3;
}

static int brightness(const oro_image *i, int32_t x, int32_t y) {
    return at(i, x, y)[0] + at(i, x, y)[1] + at(i, x, y)[2];
}

static size_t bytes_of(const oro_image *i) { return (size_t)i->width * (size_t)i->height * 3; }

static void assert_colour(const uint8_t *p, oro_rgb c) {
    const float v[3] = {c.r, c.g, c.b};
    for (int i = 0; i < 3; i++) assert_in_range(p[i] + 1, (int)(v[i] * 255.0f + 0.5f), (int)(v[i] * 255.0f + 0.5f) + 2);
}

static oro_image draw(const oro_grid *g, oro_map_desc desc) {
    oro_image image;
    good(oro_render_map(ctx, g, &desc, &image));
    return image;
}

static void drop(oro_image *i, oro_grid *g) {
    if (i) oro_image_free(ctx, i);
    if (g) oro_grid_free(ctx, g);
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

// --- slices -----------------------------------------------------------------------------------------------------------------

static oro_volume ball(int32_t side, double cell, double radius) {
    oro_volume v = {.width = side, .height = side, .depth = side, .cell = cell, .origin = {100, -50, 7}};
    good(oro_volume_alloc(ctx, &v));
    double middle = 0.5 * (side - 1) * cell;
    for (int32_t z = 0; z < side; z++)
        for (int32_t y = 0; y < side; y++)
            for (int32_t x = 0; x < side; x++) {
                double dx = x * cell - middle, dy = y * cell - middle, dz = z * cell - middle;
                *oro_voxel(&v, x, y, z) = (float)(sqrt(dx * dx + dy * dy + dz * dz) - radius);
            }
    return v;
}

static void a_cut_ball_is_a_circle(void **state) {
    (void)state;
    oro_volume v = ball(61, 2, 40);
    const double off = 25; // between two layers, 25 m beside the middle of a ball of 40 m: a circle of 31.22 m
    for (char axis = 'x'; axis <= 'z'; axis++) {
        oro_image i;
        double at_axis = v.origin[axis - 'x'] + 60 + off;
        good(oro_render_slice(
            ctx, &v, &(oro_slice_desc){.axis = axis, .has_at = true, .at = at_axis, .width = 481, .no_legend = true},
            &i));
        assert_true(i.width == 481 && i.height == 481); // four pixels a metre
        for (double turn = 0.0; turn < 6.28; turn += 0.1) {
            int darkest = 1000, where = 0;
            for (int r = 60; r < 200; r++) {
                int here = brightness(&i, (int32_t)(240.5 + r * cos(turn)), (int32_t)(240.5 + r * sin(turn)));
                if (here < darkest) darkest = here, where = r;
            }
            assert_in_range(where, 124, 126);
        }
        assert_true(at(&i, 240, 240)[0] > at(&i, 240, 240)[2]); // earth inside, sky outside
        assert_true(at(&i, 20, 20)[2] > at(&i, 20, 20)[0]);
        drop(&i, NULL);
    }
    oro_image i;
    assert_int_equal(oro_render_slice(ctx, &v, &(oro_slice_desc){.axis = 'w'}, &i), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_slice(ctx, &v, &(oro_slice_desc){.has_at = true, .at = 0}, &i), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_slice(ctx, &v, &(oro_slice_desc){.width = 20000}, &i), ORO_BAD_ARGUMENT);
    oro_volume_free(ctx, &v);
}

static void odd_volumes_can_be_cut(void **state) {
    (void)state;
    static const int32_t sides[][3] = {{1, 1, 1}, {2, 3, 1}, {1, 9, 4}, {40, 2, 7}};
    for (size_t k = 0; k < 4; k++) {
        oro_volume v = {.width = sides[k][0], .height = sides[k][1], .depth = sides[k][2], .cell = 1};
        good(oro_volume_alloc(ctx, &v));
        for (int32_t n = 0; n < v.width * v.height * v.depth; n++) v.data[n] = n % 5 == 3 ? NAN : (float)(n % 7) - 3;
        for (char axis = 'x'; axis <= 'z'; axis++) {
            oro_image i;
            good(oro_render_slice(ctx, &v, &(oro_slice_desc){.axis = axis, .width = 220}, &i));
            assert_int_equal(i.width, 220);
            drop(&i, NULL);
        }
        oro_volume_free(ctx, &v);
    }
    oro_volume bad[] = {{.width = 0, .height = 1, .depth = 1, .cell = 1},
                        {.width = 5000, .height = 1, .depth = 1, .cell = 1},
                        {.width = 2, .height = 2, .depth = 2, .cell = -1},
                        {.width = 2, .height = 2, .depth = 2, .cell = 1, .origin = {NAN, 0, 0}}};
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(oro_volume_alloc(ctx, &bad[k]), ORO_BAD_ARGUMENT);
        assert_null(bad[k].data);
    }
}

// --- split, legends, overlays ---------------------------------------------------------------------------------------------

static const char *const alone[] = {"relief", "height", "slope", "curvature", "flow", "classes", "normals"};
enum { ALONE = sizeof alone / sizeof *alone };

static void halves_are_what_they_are_alone(void **state) {
    (void)state;
    oro_grid now = make(121, 91, 33, eroded_hills), before = make(121, 91, 33, hills);
    for (int k = 0; k < ALONE; k++) {
        oro_map_desc one = {.style = alone[k], .width = 242, .has_range = true, .lo = -500, .hi = 500}, both = one;
        if (strcmp(alone[k], "slope") == 0) one.lo = both.lo = 0, one.hi = both.hi = 60;
        both.style = "split";
        both.halves = alone[k];
        both.before = &before;
        oro_image left = draw(&before, one), right = draw(&now, one), split = draw(&now, both);
        assert_true(split.width == left.width && split.height == left.height);
        int32_t map = 181;
        for (int32_t y = 0; y < split.height; y++) {
            if (y < map) assert_memory_equal(at(&split, 0, y), at(&left, 0, y), 3 * 119);
            assert_memory_equal(at(&split, 123, y), at(&right, 123, y), 3 * 119);
        }
        drop(&left, NULL);
        drop(&right, NULL);
        drop(&split, NULL);
    }
    oro_image i;
    assert_int_equal(
        oro_render_map(ctx, &now, &(oro_map_desc){.style = "split", .before = &before, .halves = "difference"}, &i),
        ORO_BAD_ARGUMENT);
    assert_int_equal(
        oro_render_map(ctx, &now, &(oro_map_desc){.style = "split", .before = &before, .halves = "photo"}, &i),
        ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_map(ctx, &now, &(oro_map_desc){.style = "slice"}, &i), ORO_BAD_ARGUMENT);
    drop(NULL, &now);
    drop(NULL, &before);
}

static void the_legend_leaves_the_map_alone(void **state) {
    (void)state;
    oro_grid g = make(257, 193, 20, hills);
    static const char *const styles[] = {"slope", "curvature", "flow", "classes"}; // contours are labelled with it
    for (int k = 0; k < 4; k++) {
        oro_image with = draw(&g, (oro_map_desc){.style = styles[k], .width = 400}),
                  without = draw(&g, (oro_map_desc){.style = styles[k], .width = 400, .no_legend = true});
        assert_true(with.height > without.height + 30);
        assert_memory_equal(with.data, without.data, bytes_of(&without));
        drop(&with, NULL);
        drop(&without, NULL);
    }
    // With both sides asked for, the legend is inside them.
    oro_image i = draw(&g, (oro_map_desc){.style = "height", .width = 400, .height = 300});
    assert_true(i.width == 400 && i.height == 300);
    drop(&i, &g);
}

static void overlays_lie_where_they_should(void **state) {
    (void)state;
    oro_grid g = make(101, 101, 10, flat);
    const double path[] = {100, 250, 900, 250}, dots[] = {500, 700};
    const oro_overlay overlays[] = {
        {ORO_OVERLAY_PATH, 2, path, {200, 0, 0}, 3},
        {ORO_OVERLAY_POINTS, 1, dots, {0, 0, 200}, 10},
        {ORO_OVERLAY_SPLINE, 2, (const double[]){NAN, 0, 1e300, 5}, {1, 2, 3}, 1}, // nowhere
    };
    for (int k = 0; k < ALONE; k++) {
        if (strcmp(alone[k], "flow") == 0) continue; // it has lines of its own
        oro_image i =
            draw(&g, (oro_map_desc){
                         .style = alone[k], .width = 201, .overlays = overlays, .overlay_count = 3, .no_legend = true});
        for (int32_t x = 22; x < 178; x++) {
            assert_true(at(&i, x, 50)[0] == 200 && at(&i, x, 50)[1] == 0); // 250 m south: pixel 50
            assert_true(at(&i, x, 54)[1] > 100 && at(&i, x, 46)[1] > 100);
        }
        assert_true(at(&i, 100, 140)[2] == 200 && at(&i, 100, 140)[0] == 0);
        drop(&i, NULL);
    }
    // A spline through points of a line is that line; through a corner it is round but passes through the points.
    const double curve[] = {100, 100, 500, 100, 500, 500};
    const oro_overlay spline = {ORO_OVERLAY_SPLINE, 3, curve, {10, 20, 30}, 3};
    oro_image i = draw(&g, (oro_map_desc){.width = 101, .overlays = &spline, .overlay_count = 1});
    assert_true(at(&i, 10, 10)[0] == 10 && at(&i, 50, 10)[0] == 10 && at(&i, 50, 50)[0] == 10);
    drop(&i, &g);
}

// --- anything goes ----------------------------------------------------------------------------------------------------------

static void any_map_and_size_can_be_drawn(void **state) {
    (void)state;
    static const int32_t grids[][2] = {{1, 1}, {2, 3}, {1, 40}, {40, 1}, {33, 65}};
    static const int32_t pictures[][2] = {{1, 1}, {7, 0}, {0, 9}, {64, 20}, {5, 200}, {230, 0}, {256, 128}};
    for (size_t g = 0; g < 5; g++)
        for (int holes = 0; holes < 3; holes++) {
            oro_grid land = make(grids[g][0], grids[g][1], 7, hills), before = make(grids[g][0], grids[g][1], 7, flat);
            for (int32_t y = 0; y < land.height; y++)
                for (int32_t x = 0; x < land.width; x++)
                    if (holes == 2 || (holes == 1 && (x * 7 + y * 3) % 5 == 0))
                        oro_row(&land, y)[x] = (x + y) % 3 ? NAN : (x + y) % 2 ? INFINITY : -INFINITY;
            for (int s = 0; s < oro_style_count(); s++) {
                const oro_style *style = oro_style_at(s);
                if (style->kind != ORO_STYLE_MAP) continue;
                for (size_t p = 0; p < 7; p++) {
                    oro_image i = draw(&land, (oro_map_desc){.style = style->name,
                                                             .width = pictures[p][0],
                                                             .height = pictures[p][1],
                                                             .before = &before,
                                                             .has_water = p % 2,
                                                             .water_level = 1});
                    if (pictures[p][0]) assert_int_equal(i.width, pictures[p][0]);
                    if (pictures[p][1]) assert_int_equal(i.height, pictures[p][1]);
                    drop(&i, NULL);
                }
            }
            drop(NULL, &land);
            drop(NULL, &before);
        }
}

static void holes_are_neutral(void **state) {
    (void)state;
    oro_grid g = make(80, 80, 50, hills), before = make(80, 80, 50, eroded_hills);
    for (int32_t y = 30; y < 50; y++)
        for (int32_t x = 30; x < 50; x++) oro_row(&g, y)[x] = NAN;
    static const char *const styles[] = {"relief", "height", "slope", "curvature", "flow", "difference", "classes"};
    for (int k = 0; k < 7; k++) {
        oro_image i = draw(&g, (oro_map_desc){.style = styles[k], .width = 80, .before = &before, .no_legend = true});
        for (int c = 0; c < 3; c++) assert_int_equal(at(&i, 40, 40)[c], 0xB4);
        bool elsewhere = false;
        for (int32_t x = 0; x < 80; x++) elsewhere |= at(&i, x, 10)[0] != 0xB4;
        assert_true(elsewhere);
        drop(&i, NULL);
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void threads_do_not_change_a_pixel(void **state) {
    (void)state;
    oro_grid g = make(300, 211, 13, hills), before = make(300, 211, 13, eroded_hills);
    for (int s = 0; s < oro_style_count(); s++) {
        if (oro_style_at(s)->kind != ORO_STYLE_MAP) continue;
        oro_map_desc desc = {
            .style = oro_style_at(s)->name, .width = 421, .before = &before, .has_water = true, .water_level = -90};
        oro_image first = draw(&g, desc), again;
        for (int threads = 1; threads <= 5; threads += 2) {
            oro_context *other = oro_create(&(oro_context_desc){.threads = threads}, NULL);
            assert_int_equal(oro_render_map(other, &g, &desc, &again), ORO_OK);
            assert_memory_equal(again.data, first.data, bytes_of(&first));
            oro_image_free(other, &again);
            assert_int_equal(oro_bytes_in_use(other), 0);
            oro_destroy(other);
        }
        drop(&first, NULL);
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void the_resolution_does_not_show(void **state) {
    (void)state;
    oro_grid fine = make(513, 513, 4000.0 / 512, hills), coarse = make(257, 257, 4000.0 / 256, hills);
    for (int k = 0; k < 5; k++) { // classes of heights, and normals, hang on single samples
        oro_image a = draw(&fine, (oro_map_desc){.style = alone[k], .width = 257}),
                  b = draw(&coarse, (oro_map_desc){.style = alone[k], .width = 257});
        double sum = 0;
        assert_true(a.width == b.width && a.height == b.height);
        for (size_t i = 0; i < bytes_of(&a); i++) sum += abs(a.data[i] - b.data[i]);
        assert_true(sum / (double)bytes_of(&a) < 2.5);
        drop(&a, NULL);
        drop(&b, NULL);
    }
    drop(NULL, &fine);
    drop(NULL, &coarse);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    oro_grid g = make(100, 80, 13, hills), before = make(100, 80, 13, eroded_hills);
    for (int s = 0; s < oro_style_count(); s++) {
        if (oro_style_at(s)->kind != ORO_STYLE_MAP) continue;
        for (size_t limit = 1 << 14; limit < 1 << 24; limit += limit / 3) {
            oro_context *small = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = limit}, NULL);
            oro_image i;
            oro_status status = oro_render_map(
                small, &g, &(oro_map_desc){.style = oro_style_at(s)->name, .width = 240, .before = &before}, &i);
            assert_true(status == ORO_OK || status == ORO_NO_MEMORY);
            if (status == ORO_OK)
                oro_image_free(small, &i);
            else
                assert_null(i.data);
            assert_int_equal(oro_bytes_in_use(small), 0);
            oro_destroy(small);
        }
    }
    drop(NULL, &g);
    drop(NULL, &before);
}

static void mistakes_are_told(void **state) {
    (void)state;
    oro_grid g = make(8, 8, 100, hills);
    const oro_map_desc bad[] = {
        {.style = "heigt"},
        {.style = "photo"},
        {.style = "height", .palette = "natrual"},
        {.width = -1},
        {.style = "slope", .height = 20000},
        {.style = "slope", .has_range = true},
        {.style = "height", .has_range = true, .lo = NAN},
        {.style = "height", .interval = -3},
        {.style = "height", .interval = 1e-9},
        {.style = "flow", .has_water = true, .water_level = NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_image image;
        assert_int_equal(oro_render_map(ctx, &g, &bad[i], &image), ORO_BAD_ARGUMENT);
        assert_null(image.data);
    }
    drop(NULL, &g);
}

// --- the examples -----------------------------------------------------------------------------------------------------------

static void not_blank(const oro_image *i, const char *what) {
    double sum = 0, squares = 0, n = (double)bytes_of(i);
    for (size_t k = 0; k < bytes_of(i); k++) {
        sum += i->data[k];
        squares += (double)i->data[k] * i->data[k];
    }
    if (!(squares / n - sum / n * (sum / n) > 4.0)) fail_msg("%s is blank", what);
}

static void draw_example(const char *path) {
    oro_scene *scene = oro_scene_load(ctx, path);
    if (!scene) fail_msg("%s", oro_last_error(ctx)->sentence);
    good(oro_scene_run(scene, &(oro_run_desc){.detail = 65}));
    for (int n = 0; n < oro_scene_output_count(scene); n++) {
        const oro_output *o = oro_scene_output_at(scene, n);
        const oro_grid *g = oro_scene_grid(scene, o->from);
        oro_world world = oro_scene_world(scene);
        oro_grid before = *g;
        if (!o->style) continue;
        before.data = NULL;
        good(oro_grid_alloc(ctx, &before));
        for (int32_t y = 0; y < g->height; y++)
            for (int32_t x = 0; x < g->width; x++) oro_row(&before, y)[x] = 0.9f * oro_row(g, y)[x];
        for (int s = 0; s < oro_style_count(); s++) {
            const oro_style *style = oro_style_at(s);
            oro_image i;
            if (style->kind == ORO_STYLE_PHOTO)
                good(oro_render_photo(ctx, g,
                                      &(oro_photo_desc){.width = 64,
                                                        .wireframe = strcmp(style->name, "wireframe") == 0,
                                                        .height = 36,
                                                        .has_water = world.has_sea,
                                                        .water_level = world.sea},
                                      &i));
            else if (style->kind == ORO_STYLE_MAP)
                i = draw(g, (oro_map_desc){.style = style->name,
                                           .width = 96,
                                           .before = &before,
                                           .has_water = world.has_sea,
                                           .water_level = (float)world.sea});
            else
                continue;
            not_blank(&i, style->name);
            drop(&i, NULL);
        }
        drop(NULL, &before);
        break; // one map of each scene will do
    }
    oro_scene_destroy(scene);
}

static void every_style_draws_every_example(void **state) {
    (void)state;
    int count = 0;
    oro_context *outer = ctx; // scenes leave results in the cache of theirs
    assert_int_equal(open_context(NULL), 0);
    DIR *folder = opendir(SOURCE_DIR "/examples/scenes");
    assert_non_null(folder);
    for (const struct dirent *e; (e = readdir(folder));) {
        char path[600];
        if (!strstr(e->d_name, ".oro.json")) continue;
        snprintf(path, sizeof path, "%s/examples/scenes/%s", SOURCE_DIR, e->d_name);
        draw_example(path);
        count++;
    }
    closedir(folder);
    oro_destroy(ctx);
    ctx = outer;
    assert_true(count >= 2);
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
        cmocka_unit_test(a_cut_ball_is_a_circle),
        cmocka_unit_test(odd_volumes_can_be_cut),
        cmocka_unit_test(halves_are_what_they_are_alone),
        cmocka_unit_test(the_legend_leaves_the_map_alone),
        cmocka_unit_test(overlays_lie_where_they_should),
        cmocka_unit_test(any_map_and_size_can_be_drawn),
        cmocka_unit_test(holes_are_neutral),
        cmocka_unit_test(threads_do_not_change_a_pixel),
        cmocka_unit_test(the_resolution_does_not_show),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(every_style_draws_every_example),
        cmocka_unit_test(the_sun_keeps_its_days),
    };
    return cmocka_run_group_tests_name("maps", tests, open_context, close_context);
}
