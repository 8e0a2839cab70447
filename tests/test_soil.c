// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Soil against laws: what is made and falls is what lies and was carried away; deep soil on gentle ground spreads as heat does;
// hills in balance are parabolas; rock weathers as the formula says; scree lies below cliffs at its angle; streams keep valleys
// open; finer maps show the same land.

#include "call.h"
#include "sanitized.h"

typedef struct soiled {
    oro_grid result, depth, scree;
    double produced, fallen, moved, carried;
} soiled;

static soiled soil_on(const oro_grid *height, const oro_grid *cover, ...) {
    soiled s = {0};
    call c = begin("soil");
    va_list list;
    va_start(list, cover);
    const char *name;
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire(&c, "height", (oro_grid *)height);
    if (cover) wire(&c, "cover", (oro_grid *)cover);
    wire(&c, "result", &s.result);
    wire(&c, "depth", &s.depth);
    wire(&c, "scree", &s.scree);
    *(double **)oro_arg_at(row_of(&c, "produced"), c.args) = &s.produced;
    *(double **)oro_arg_at(row_of(&c, "fallen"), c.args) = &s.fallen;
    *(double **)oro_arg_at(row_of(&c, "moved"), c.args) = &s.moved;
    *(double **)oro_arg_at(row_of(&c, "carried"), c.args) = &s.carried;
    run(&c);
    return s;
}

static void drop_soiled(soiled *s) { drop(&s->result), drop(&s->depth), drop(&s->scree); }

static double volume(const oro_grid *g) {
    double sum = 0.0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)at(g, x, y);
    return sum * g->cell * g->cell;
}

/// Steep enough for cliffs, with flats at their feet.
static double crags(double x, double y) {
    double h = hills(x, y);
    return h < 430.0 ? h * 0.1 : 43.0 + 1.6 * (h - 430.0);
}

static void every_cubic_metre_is_accounted_for(void **state) {
    (void)state;
    static const struct {
        int32_t width, height;
        double cell;
        bool wrap;
        const char *sea, *cover;
    } cases[] = {{129, 129, 8.0, false, "none", "0"},
                 {130, 97, 5.0, false, "40", "0.4"},
                 {128, 128, 8.0, true, "none", "1"},
                 {129, 65, 20.0, false, "none", "0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_grid g = map_of(cases[i].width, cases[i].height, cases[i].cell, cases[i].wrap, crags);
        soiled s = soil_on(&g, NULL, "sea", cases[i].sea, "cover", cases[i].cover, "rockfall", "1e-3", NULL);
        double sea = strcmp(cases[i].sea, "none") ? atof(cases[i].sea) : -1e9, cover = 0.0;
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++)
                if ((double)at(&g, x, y) >= sea) cover += atof(cases[i].cover) * g.cell * g.cell;
        double in = s.produced + s.fallen + cover, out = volume(&s.depth) + volume(&s.scree) + s.carried;
        assert_true(s.produced > 0.0 && s.fallen > 0.0 && s.carried > 0.0 && s.moved > 0.0);
        if (!(fabs(in - out) < 1e-6 * in)) fail_msg("case %zu: %.9g m3 came and %.9g are there", i, in, out);
        // The same from the heights, which are rounded to some hundredths of a millimetre each.
        double change = volume(&s.result) - volume(&g), expected = -s.carried;
        if (sea < -1e8 && !(fabs(change - expected) < 2e-5 * g.cell * g.cell * g.width * g.height))
            fail_msg("case %zu: heights changed by %g m3, %g were carried away", i, change, expected);
        drop_soiled(&s), drop(&g);
    }
}

// --- production -------------------------------------------------------------------------------------------------------

static double level(double x, double y) { return 0.0 * x * y; }

static void rock_weathers_as_the_formula_says(void **state) {
    (void)state;
    oro_grid g = map_of(17, 17, 10.0, false, level);
    static const char *const years[] = {"1e3", "1e4", "8e4", "3.1e5"}, *const covers[] = {"0", "0.7", "4"};
    for (int k = 0; k < 4; k++)
        for (int c = 0; c < 3; c++) {
            soiled s = soil_on(&g, NULL, "duration", years[k], "cover", covers[c], "production", "1e-4", NULL);
            double h0 = 0.5, h = h0 * log(exp(atof(covers[c]) / h0) + 1e-4 * atof(years[k]) / h0);
            for (int32_t i = 0; i < 17; i++) assert_near(at(&s.depth, i, i), h, 2e-6 * h + 1e-7);
            assert_near(s.produced, (h - atof(covers[c])) * 17 * 17 * 100.0, 2e-5 * s.produced);
            drop_soiled(&s);
        }
    drop(&g);
}

static double slope_of_one_in_five(double x, double y) { return 100.0 + 0.0 * x - 0.2 * y; }

/// Production falls to the rate U at h = h0 ln(P0/U): soil that is taken away at U everywhere stands at that depth. On a plane
/// nothing creeps in net, so soil grows past any depth; the time at which it passes h is when its rate is U.
static void deeper_soil_grows_more_slowly(void **state) {
    (void)state;
    oro_grid g = map_of(33, 33, 10.0, false, slope_of_one_in_five);
    double rates[] = {5e-5, 2e-5};
    for (int k = 0; k < 2; k++) {
        double h = 0.5 * log(1e-4 / rates[k]), years = 200.0;
        char cover[32];
        snprintf(cover, sizeof cover, "%.9g", h);
        soiled s = soil_on(&g, NULL, "duration", "200", "cover", cover, "stream_area", "0", NULL);
        assert_near((at(&s.depth, 16, 16) - (float)h) / years, rates[k], 0.01 * rates[k]);
        drop_soiled(&s);
    }
    drop(&g);
}

// --- creep ------------------------------------------------------------------------------------------------------------

enum { SIDE = 129 };
static const double CELL = 2.0, SIGMA = 24.0, SPEED = 0.01;

/// A gentle bump: slopes of at most 0.6 %, where the law is linear to 3e-5.
static double bump(double x, double y) {
    double u = x - CELL * (SIDE - 1) / 2, v = y - CELL * (SIDE - 1) / 2;
    return 0.25 * exp(-(u * u + v * v) / (2.0 * SIGMA * SIGMA));
}

/// Second moment of a map about the middle, along an axis.
static double variance(const oro_grid *g, int axis) {
    double sum = 0.0, all = 0.0, middle = CELL * (SIDE - 1) / 2;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            double d = (axis ? y : x) * g->cell - middle;
            sum += d * d * (double)at(g, x, y), all += (double)at(g, x, y);
        }
    return sum / all;
}

static void a_bump_spreads_as_heat_does(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid g = map_of(SIDE, SIDE, CELL, wrap, bump);
        // 300 m of soil: w = 300 / 300.3, which slows it by 0.1 %.
        soiled s = soil_on(&g, NULL, "duration", "20000", "creep", "0.01", "production", "0", "cover", "300",
                           "stream_area", "0", "rockfall", "0", NULL);
        for (int axis = 0; axis < 2; axis++) {
            double before = variance(&g, axis), after = variance(&s.result, axis);
            // 2 D t; the edges of the map, at 5.3 deviations, and two steps of 1e4 years cost a part in a hundred.
            assert_near(after - before, 2.0 * SPEED * 2e4, 0.01 * 2.0 * SPEED * 2e4);
        }
        // Heights 300 m apart from their base are rounded to 3e-5 m.
        assert_near(volume(&s.result), volume(&g), 1e-5 * CELL * CELL * SIDE * SIDE);
        drop_soiled(&s), drop(&g);
    }
}

/// z = U (L^2 - x^2) / (2 D) loses U everywhere: after t years it lies U t lower, keeping its shape.
static const double HALF = 200.0, LOWERING = 2e-6;
static double parabola(double x, double y) {
    double u = x - HALF;
    return 50.0 + LOWERING * (HALF * HALF - u * u) / (2.0 * SPEED) + 0.0 * y;
}

static void a_parabola_keeps_its_shape(void **state) {
    (void)state;
    oro_grid g = map_of(101, 33, 4.0, false, parabola);
    soiled s = soil_on(&g, NULL, "duration", "10000", "creep", "0.01", "production", "0", "cover", "300", "stream_area",
                       "0", "rockfall", "0", NULL);
    // Away from the ends, where the map is closed and soil gathers within sqrt(4 D t) = 20 m.
    for (int32_t x = 30; x <= 70; x++)
        assert_near(at(&g, x, 16) - at(&s.result, x, 16), LOWERING * 1e4, 0.02 * LOWERING * 1e4 + 1e-5);
    drop_soiled(&s), drop(&g);
}

/// Rough ground with little soil: trap of limiting after the solution, which would make it rougher.
static double furrows(double x, double y) { return 3.0 * sin(x * 0.7) + 3.0 * sin(y * 0.6) + 0.05 * x; }

static double roughness(const oro_grid *g) {
    double sum = 0.0;
    for (int32_t y = 1; y < g->height - 1; y++)
        for (int32_t x = 1; x < g->width - 1; x++) {
            double d = 4.0 * (double)at(g, x, y) - (double)at(g, x - 1, y) - (double)at(g, x + 1, y) -
                       (double)at(g, x, y - 1) - (double)at(g, x, y + 1);
            sum += d * d;
        }
    return sqrt(sum);
}

static void ground_grows_smoother(void **state) {
    (void)state;
    oro_grid g = map_of(97, 97, 2.0, false, furrows);
    soiled s = soil_on(&g, NULL, "stream_area", "0", NULL);
    double before = roughness(&g), after = roughness(&s.result);
    if (!(after < 0.85 * before)) fail_msg("roughness went from %g to %g", before, after);
    drop_soiled(&s), drop(&g);
}

// --- scree and streams ------------------------------------------------------------------------------------------------

/// A wall of 100 m at 63 degrees above a plain that falls 1 in 50 away from it.
static double wall(double x, double y) {
    double d = x - 300.0;
    return (d < 0.0 ? 100.0 - 0.02 * d : d < 50.0 ? 100.0 - 2.0 * d : -0.02 * (d - 50.0)) + 0.0 * y;
}

static void scree_lies_at_the_foot_of_the_wall(void **state) {
    (void)state;
    oro_grid g = map_of(129, 65, 8.0, false, wall);
    soiled s = soil_on(&g, NULL, "rockfall", "2e-3", "production", "0", "creep", "0", NULL);
    double foot = 0.0, else_where = 0.0, steepest = 0.0;
    for (int32_t y = 8; y < 57; y++)
        for (int32_t x = 0; x < 128; x++) {
            double d = x * 8.0 - 300.0, here = (double)at(&s.scree, x, y);
            *(d > 20.0 && d < 200.0 ? &foot : &else_where) += here;
            double next = (double)at(&s.scree, x + 1, y),
                   drop_to = (double)at(&s.result, x, y) - (double)at(&s.result, x + 1, y);
            if (here > 0.5 && next > 0.5 && d > 60.0) steepest = fmax(steepest, fabs(drop_to) / 8.0);
        }
    if (!(foot > 100.0 && else_where < 0.1 * foot))
        fail_msg("%g m of scree lie at the foot, %g elsewhere", foot, else_where);
    if (!(steepest < tan(36.0 * M_PI / 180.0))) fail_msg("scree lies at a slope of %g", steepest);
    drop_soiled(&s), drop(&g);
}

/// A valley that falls to the south.
static double valley(double x, double y) { return 200.0 + 0.5 * fabs(x - 512.0) - 0.12 * y; }

static void streams_keep_valleys_open(void **state) {
    (void)state;
    oro_grid g = map_of(129, 129, 8.0, false, valley);
    soiled with = soil_on(&g, NULL, "stream_area", "2e4", NULL), without = soil_on(&g, NULL, "stream_area", "0", NULL);
    double open = (double)at(&with.depth, 64, 100), filled = (double)at(&without.depth, 64, 100);
    if (!(open < 0.2 * filled && filled > 1.0)) fail_msg("%g m of soil in the stream, %g without it", open, filled);
    assert_true(with.carried > without.carried);
    drop_soiled(&with), drop_soiled(&without), drop(&g);
}

static void finer_maps_show_the_same_land(void **state) {
    (void)state;
    if (SANITIZED) return;
    oro_grid coarse = map_of(129, 129, 16.0, false, crags), fine = map_of(257, 257, 8.0, false, crags);
    soiled a = soil_on(&coarse, NULL, "rockfall", "1e-3", NULL), b = soil_on(&fine, NULL, "rockfall", "1e-3", NULL);
    double both[2] = {volume(&a.depth), volume(&b.depth)}, stones[2] = {volume(&a.scree), volume(&b.scree)};
    if (!(fabs(both[0] / both[1] - 1.0) < 0.1 && fabs(stones[0] / stones[1] - 1.0) < 0.25))
        fail_msg("soil %g and %g m3, scree %g and %g", both[0], both[1], stones[0], stones[1]);
    drop_soiled(&a), drop_soiled(&b), drop(&coarse), drop(&fine);
}

// --- Hume's, and odd input --------------------------------------------------------------------------------------------

static void humes_soil_is_the_higher_of_two(void **state) {
    (void)state;
    oro_grid g = map_of(97, 65, 8.0, false, hills), smooth = filtered("blur", &g, "radius", "24", NULL);
    soiled s = soil_on(&g, NULL, "method", "hume", "radius", "24", NULL);
    for (int32_t y = 0; y < 65; y++)
        for (int32_t x = 0; x < 97; x++) assert_near(at(&s.result, x, y), fmaxf(at(&g, x, y), at(&smooth, x, y)), 1e-3);
    assert_true(volume(&s.depth) > 0.0);
    drop_soiled(&s), drop(&smooth), drop(&g);
}

static void under_water_nothing_happens(void **state) {
    (void)state;
    oro_grid g = map_of(65, 65, 8.0, false, hills);
    soiled s = soil_on(&g, NULL, "sea", "5000", NULL);
    assert_near(largest_difference(&g, &s.result), 0.0, 0.0);
    assert_true(s.produced == 0.0 && s.fallen == 0.0 && s.carried == 0.0 && volume(&s.depth) == 0.0);
    drop_soiled(&s), drop(&g);
}

static void a_single_sample_and_no_time_are_fine(void **state) {
    (void)state;
    oro_grid g = map_of(1, 1, 8.0, false, hills);
    soiled s = soil_on(&g, NULL, NULL);
    assert_true(isfinite(at(&s.result, 0, 0)));
    drop_soiled(&s), drop(&g);
    g = map_of(65, 65, 8.0, false, hills);
    soiled whole = soil_on(&g, NULL, "duration", "0", NULL);
    assert_near(largest_difference(&g, &whole.result), 0.0, 0.0);
    drop_soiled(&whole), drop(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cubic_metre_is_accounted_for), cmocka_unit_test(rock_weathers_as_the_formula_says),
        cmocka_unit_test(deeper_soil_grows_more_slowly),      cmocka_unit_test(a_bump_spreads_as_heat_does),
        cmocka_unit_test(a_parabola_keeps_its_shape),         cmocka_unit_test(ground_grows_smoother),
        cmocka_unit_test(scree_lies_at_the_foot_of_the_wall), cmocka_unit_test(streams_keep_valleys_open),
        cmocka_unit_test(finer_maps_show_the_same_land),      cmocka_unit_test(humes_soil_is_the_higher_of_two),
        cmocka_unit_test(under_water_nothing_happens),        cmocka_unit_test(a_single_sample_and_no_time_are_fine),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
