// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What stands together on a sheet: halves are what they are alone, the legend leaves the map alone, overlays lie where they
// should, a cut ball is a circle.

#include "drawn_maps.h"

#include <string.h>

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

static double distance(const oro_image *i, int32_t x, int32_t y, const oro_image *k, int32_t u, int32_t v) {
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += fabs((double)at(i, x, y)[c] - (double)at(k, u, v)[c]);
    return sum;
}

/// The sheet of a ball: its cuts are those that slices draw; the view shows paper around the ball, the ball shaded from the side of
/// the light, and in the corner that is taken away the value on the cut.
static void a_sheet_shows_cuts_and_a_view(void **state) {
    (void)state;
    oro_volume v = ball(41, 2, 32); // 80 m, so that the ball's surface is 8 m from the box
    oro_image s, i;
    good(oro_render_volume(ctx, &v, &(oro_slice_desc){.width = 1000, .has_range = true, .lo = -40, .hi = 40}, &s));
    assert_int_equal(s.width, 1000);
    // text 10.5 px, margin 15, labels 23: columns of 477, the first row from 38 on.
    const int32_t margin = 15, label = 23, column = 477, top = margin + label, below = top + column + margin + label;
    good(oro_render_slice(
        ctx, &v,
        &(oro_slice_desc){.width = column, .height = column, .has_range = true, .lo = -40, .hi = 40, .no_legend = true},
        &i));
    for (int32_t k = 20; k < 460; k += 40) { // all three are the same cut of a ball
        assert_true(distance(&s, margin + k, top + 200, &i, k, 200) < 4);
        assert_true(distance(&s, margin + k, below + 200, &i, k, 200) < 4);
        assert_true(distance(&s, 2 * margin + column + k, below + 200, &i, k, 200) < 4);
    }
    const int32_t x = 2 * margin + column + column / 2, y = top + column / 2;
    // The ray through the middle enters the corner that is away and ends on the cuts where they meet, at the ball's middle.
    assert_true(distance(&s, x, y + 3, &i, 238, 238) < 90);
    assert_true(at(&s, x, y + 3)[0] > at(&s, x, y + 3)[2]);     // earth
    assert_true(distance(&s, x - 230, top + 4, &s, 2, 2) < 12); // paper, as at the edge of the sheet
    // Some 112 pixels from the middle the ball ends; light comes from the left.
    assert_true(brightness(&s, x - 104, y) > brightness(&s, x + 104, y) + 30);
    drop(&i, NULL);
    drop(&s, NULL);
    good(oro_render_volume(ctx, &v, NULL, &s));
    assert_int_equal(s.width, 1280);
    drop(&s, NULL);
    // A cut where it was asked for: 25 m beside the middle the ball is a smaller circle.
    good(oro_render_volume(
        ctx, &v,
        &(oro_slice_desc){
            .axis = 'x', .has_at = true, .at = 100 + 40 + 25, .width = 1000, .has_range = true, .lo = -40, .hi = 40},
        &s));
    good(oro_render_slice(ctx, &v,
                          &(oro_slice_desc){.axis = 'x',
                                            .has_at = true,
                                            .at = 165,
                                            .width = column,
                                            .height = column,
                                            .has_range = true,
                                            .lo = -40,
                                            .hi = 40,
                                            .no_legend = true},
                          &i));
    for (int32_t k = 20; k < 460; k += 40)
        assert_true(distance(&s, 2 * margin + column + k, below + 200, &i, k, 200) < 4);
    drop(&i, NULL);
    drop(&s, NULL);
    assert_int_equal(oro_render_volume(ctx, &v, &(oro_slice_desc){.axis = 'w'}, &i), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_volume(ctx, &v, &(oro_slice_desc){.has_at = true, .at = 0}, &i), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_volume(ctx, &v, &(oro_slice_desc){.width = 20000}, &i), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_render_volume(ctx, &v, &(oro_slice_desc){.has_range = true, .lo = 1, .hi = 1}, &i),
                     ORO_BAD_ARGUMENT);
    oro_volume_free(ctx, &v);
}

/// Sheets of any size, and of volumes that are thin, even, or hold what is no number.
static void odd_volumes_have_sheets(void **state) {
    (void)state;
    static const int32_t sides[][3] = {{1, 1, 1}, {2, 3, 1}, {1, 9, 4}, {40, 2, 7}, {5, 5, 5}};
    static const int32_t sizes[][2] = {{0, 0}, {1, 1}, {7, 300}, {300, 7}, {0, 200}, {220, 0}};
    for (size_t k = 0; k < 5; k++) {
        oro_volume v = {.width = sides[k][0], .height = sides[k][1], .depth = sides[k][2], .cell = 1};
        good(oro_volume_alloc(ctx, &v));
        for (int32_t n = 0; n < v.width * v.height * v.depth; n++)
            v.data[n] = k == 4 ? NAN : n % 5 == 3 ? INFINITY : (float)(n % 7) - (k == 1 ? -3 : 3);
        for (size_t z = 0; z < 6; z++) {
            oro_image i;
            good(oro_render_volume(ctx, &v, &(oro_slice_desc){.width = sizes[z][0], .height = sizes[z][1]}, &i));
            if (sizes[z][0]) assert_int_equal(i.width, sizes[z][0]);
            if (sizes[z][1]) assert_int_equal(i.height, sizes[z][1]);
            drop(&i, NULL);
        }
        oro_volume_free(ctx, &v);
    }
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_ball_is_a_circle),         cmocka_unit_test(a_sheet_shows_cuts_and_a_view),
        cmocka_unit_test(odd_volumes_have_sheets),        cmocka_unit_test(odd_volumes_can_be_cut),
        cmocka_unit_test(halves_are_what_they_are_alone), cmocka_unit_test(the_legend_leaves_the_map_alone),
        cmocka_unit_test(overlays_lie_where_they_should),
    };
    return cmocka_run_group_tests_name("map_sheets", tests, open_context, close_context);
}
