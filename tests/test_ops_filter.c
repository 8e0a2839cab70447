// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the filters: what must stay, what must be exact, and slow plain versions to compare with. Blurs and masks have files
// of their own.

#include "call.h"

static double flat(double x, double y) { return 123.25 + 0.0 * (x + y); }
static double ramp(double x, double y) { return 3.0 * x - 2.0 * y + 50.0; }
static double other(double x, double y) { return hills(y + 300.0, 0.7 * x) - 100.0; }

static oro_grid blended(oro_grid *a, oro_grid *b, const char *mode, const char *amount, const char *radius) {
    call c = begin("blend");
    oro_grid out = {0};
    set(&c, "mode", mode);
    set(&c, "amount", amount);
    set(&c, "radius", radius);
    wire(&c, "a", a);
    wire(&c, "b", b);
    wire(&c, "result", &out);
    run(&c);
    return out;
}

static double by_mode(const char *mode, double a, double b, double k) {
    double d = fmax(k - fabs(a - b), 0.0), corner = d * d / (4.0 * k);
    if (!strcmp(mode, "mix")) return b;
    if (!strcmp(mode, "add")) return a + b;
    if (!strcmp(mode, "subtract")) return a - b;
    if (!strcmp(mode, "multiply")) return a * b;
    if (!strcmp(mode, "minimum")) return fmin(a, b);
    if (!strcmp(mode, "maximum")) return fmax(a, b);
    if (!strcmp(mode, "smooth-minimum")) return fmin(a, b) - corner;
    if (!strcmp(mode, "smooth-maximum")) return fmax(a, b) + corner;
    if (!strcmp(mode, "screen")) return 1.0 - (1.0 - a) * (1.0 - b);
    return fabs(a - b);
}

static void blend_does_what_its_modes_say(void **state) {
    (void)state;
    const oro_operator *op = oro_operator_find(ctx, "blend");
    oro_grid a = map_of(57, 31, 20.0, false, hills), b = map_of(57, 31, 20.0, false, other);
    for (const char *const *mode = oro_arg_find(&op->record, "mode")->choices; *mode; mode++) {
        oro_grid none = blended(&a, &b, *mode, "0", "150"), all = blended(&a, &b, *mode, "1", "150");
        oro_grid half = blended(&a, &b, *mode, "0.5", "150");
        assert_near(largest_difference(&none, &a), 0.0, 0.0);
        for (int32_t y = 0; y < a.height; y++)
            for (int32_t x = 0; x < a.width; x++) {
                double wanted = by_mode(*mode, (double)at(&a, x, y), (double)at(&b, x, y), 150.0);
                assert_near(at(&all, x, y), wanted, 1e-6 * fabs(wanted) + 2e-4);
                assert_near(at(&half, x, y), 0.5 * (wanted + (double)at(&a, x, y)), 1e-6 * fabs(wanted) + 2e-4);
            }
        drop(&none), drop(&all), drop(&half);
    }
    oro_grid same = blended(&a, &a, "smooth-minimum", "1", "40");
    for (int32_t x = 0; x < a.width; x++) assert_near(at(&same, x, 5), (double)at(&a, x, 5) - 10.0, 1e-4);
    drop(&same);
    same = blended(&a, &b, "smooth-maximum", "1", "0"); // no radius: the plain maximum
    for (int32_t x = 0; x < a.width; x++) assert_near(at(&same, x, 5), fmaxf(at(&a, x, 5), at(&b, x, 5)), 0.0);
    drop(&same), drop(&a), drop(&b);
}

// --- values -----------------------------------------------------------------------------------------------------------

static void remap_with_a_straight_line_changes_nothing(void **state) {
    (void)state;
    oro_grid g = map_of(61, 47, 20.0, false, hills);
    oro_grid same = filtered("remap", &g, "from", "0..1000", "to", "0..1000", NULL);
    assert_near(largest_difference(&g, &same), 0.0, 5e-4);
    drop(&same);
    same = filtered("remap", &g, "from", "0..1000", "curve", "0:0 .1:.1 .2:.2 .3:.3 .5:.5 .6:.6 .7:.7 .8:.8 .9:.9 1:1",
                    NULL);
    assert_near(largest_difference(&g, &same), 0.0, 2e-3); // by its table
    drop(&same), drop(&g);
}

static double across(double x, double y) { return x - 100.0 + 0.0 * y; }

static void remap_follows_its_curve(void **state) {
    (void)state;
    static const char *const curves[] = {"0:0 1:1",
                                         "0:1 0.5:0 1:1",
                                         "0.2:0.1 0.4:0.2 0.41:0.9 0.8:0.3",
                                         "0.5:2",
                                         "0:0 .1:.5 .2:.1 .3:.9 .4:.2 .5:.5 .6:.6 .7:0 1:1",
                                         "0:0 .05:.1 .1:.5 .2:.1 .3:.9 .4:.2 .5:.5 .6:.6 .7:0 1:1"};
    oro_grid g = map_of(1201, 2, 1.0, false, across);
    for (int i = 0; i < 6; i++) {
        oro_grid out = filtered("remap", &g, "from", "0..1000", "to", "50..250", "curve", curves[i], NULL);
        call c = begin("remap");
        set(&c, "curve", curves[i]);
        const oro_curve *curve = oro_arg_at(row_of(&c, "curve"), c.args);
        for (int32_t k = 0; k < curve->count; k++) // through every point
            assert_near(oro_grid_sample(&out, 100.0 + 1000.0 * (double)curve->points[k].x, 0.0),
                        50.0 + 200.0 * (double)curve->points[k].y, 0.5);
        assert_near(at(&out, 0, 0), 50.0 + 200.0 * (double)curve->points[0].y, 1e-3); // level outside
        assert_near(at(&out, 1200, 1), 50.0 + 200.0 * (double)curve->points[curve->count - 1].y, 1e-3);
        for (int32_t k = 0; k + 1 < curve->count; k++) { // between two points it does not turn
            double from = 100.0 + 1000.0 * (double)curve->points[k].x,
                   to = 100.0 + 1000.0 * (double)curve->points[k + 1].x;
            float sign = curve->points[k + 1].y > curve->points[k].y ? 1.0f : -1.0f;
            for (int32_t x = (int32_t)from + 1; x + 1 < (int32_t)to; x++)
                assert_true(sign * (at(&out, x + 1, 0) - at(&out, x, 0)) >= -2e-4f);
        }
        finish(&c);
        drop(&out);
    }
    drop(&g);
}

static void normalise_reaches_both_ends(void **state) {
    (void)state;
    oro_grid g = map_of(301, 200, 10.0, false, hills);
    oro_grid out = filtered("normalise", &g, "to", "-0.1..1234.567", NULL);
    oro_extremes seen = oro_grid_extremes(&out);
    assert_true(seen.min == -0.1f && seen.max == 1234.567f);
    oro_extremes was = oro_grid_extremes(&g);
    double t = ((double)at(&g, 17, 99) - (double)was.min) / ((double)was.max - (double)was.min);
    assert_near(at(&out, 17, 99), -0.1 + t * 1234.667, 1e-3);
    drop(&out), drop(&g);
    g = map_of(9, 9, 1.0, false, flat);
    out = filtered("normalise", &g, "to", "3..8", NULL);
    assert_near(at(&out, 4, 4), 3.0, 0.0);
    drop(&out), drop(&g);
}

static void clamp_holds_and_bends(void **state) {
    (void)state;
    oro_grid g = map_of(1201, 2, 1.0, false, across); // -100 .. 1100
    oro_grid hard = filtered("clamp", &g, "limits", "100..700", NULL);
    oro_grid soft = filtered("clamp", &g, "limits", "100..700", "knee", "80", NULL);
    for (int32_t x = 0; x < 1201; x++) {
        assert_near(at(&hard, x, 0), fmin(fmax(x - 100.0, 100.0), 700.0), 0.0);
        assert_true(at(&soft, x, 0) >= 100.0f && at(&soft, x, 0) <= 700.0f);
        if (x) assert_true(at(&soft, x, 0) >= at(&soft, x - 1, 0));
        double bend = x && x < 1200
                          ? (double)at(&soft, x - 1, 0) - 2.0 * (double)at(&soft, x, 0) + (double)at(&soft, x + 1, 0)
                          : 0;
        assert_true(fabs(bend) < 0.01); // no edge: a parabola of this width bends by 1/160
    }
    assert_near(at(&soft, 200, 0), 120.0, 1e-4); // at the limit itself a quarter of the knee inside
    assert_near(at(&soft, 500, 0), 400.0, 0.0);
    assert_near(at(&soft, 100, 0), 100.0, 0.0);
    drop(&hard), drop(&soft), drop(&g);
}

static void invert_twice_is_nothing(void **state) {
    (void)state;
    oro_grid g = map_of(77, 50, 10.0, false, hills);
    oro_grid once = filtered("invert", &g, NULL), twice = filtered("invert", &once, NULL);
    oro_extremes a = oro_grid_extremes(&g), b = oro_grid_extremes(&once);
    assert_near(a.min, b.min, 1e-4);
    assert_near(a.max, b.max, 1e-4);
    assert_near(largest_difference(&g, &twice), 0.0, 2e-4);
    drop(&once), drop(&twice);
    once = filtered("invert", &g, "about", "level", "level", "300", NULL);
    assert_near(at(&once, 20, 20), 600.0 - (double)at(&g, 20, 20), 1e-4);
    drop(&once), drop(&g);
}

static void terraces_rise_and_stay_near(void **state) {
    (void)state;
    static const char *const sharp[] = {"0", "0.5", "0.9", "1"};
    oro_grid g = map_of(1201, 2, 1.0, false, across);
    for (int i = 0; i < 4; i++)
        for (int irregular = 0; irregular < 2; irregular++) {
            oro_grid t = filtered("terrace", &g, "step", "50", "offset", "10", "sharpness", sharp[i], "irregularity",
                                  irregular ? "1" : "0", NULL);
            for (int32_t x = 0; x < 1201; x++) {
                if (x) assert_true(at(&t, x, 0) >= at(&t, x - 1, 0) - 1e-3f); // never downhill
                assert_near(at(&t, x, 0), at(&g, x, 0), irregular ? 50.0 : 25.0);
                if (i == 0) assert_near(at(&t, x, 0), at(&g, x, 0), 1e-3);
            }
            if (!irregular) {
                assert_near(at(&t, 110, 0), 10.0, 0.5); // a tread stays where it is
                assert_near(at(&t, 135, 0), 35.0, 0.5); // and so does the middle of a riser
            }
            drop(&t);
        }
    oro_grid t = filtered("terrace", &g, "step", "50", "sharpness", "0.75", "irregularity", "0", NULL);
    double tread =
        ((double)at(&t, 102, 0) - (double)at(&t, 98, 0)) / 4.0; // a quarter of the slope (and a little: it bends)
    assert_near(tread, 0.25, 0.03);
    drop(&t), drop(&g);
}

// --- places -----------------------------------------------------------------------------------------------------------

static oro_grid warped(oro_grid *g, oro_grid *east, oro_grid *south, const char *amount, const char *sampling) {
    call c = begin("warp");
    oro_grid out = {0};
    set(&c, "by", "maps");
    set(&c, "amount", amount);
    set(&c, "sampling", sampling);
    wire(&c, "height", g);
    wire(&c, "east", east);
    wire(&c, "south", south);
    wire(&c, "result", &out);
    run(&c);
    return out;
}

static double one(double x, double y) { return 1.0 + 0.0 * (x + y); }
static double zero(double x, double y) { return 0.0 * (x + y); }

static void warp_by_nothing_and_by_whole_cells(void **state) {
    (void)state;
    static const char *const samplings[] = {"cubic", "linear"};
    for (int i = 0; i < 4; i++) {
        bool wrap = i & 1;
        const char *sampling = samplings[i / 2];
        oro_grid g = map_of(50, 40, 8.0, wrap, hills), u = map_of(50, 40, 8.0, wrap, one),
                 n = map_of(50, 40, 8.0, wrap, zero);
        oro_grid same = warped(&g, &n, &n, "500", sampling);
        assert_near(largest_difference(&g, &same), 0.0, 0.0);
        oro_grid moved = warped(&g, &u, NULL, "24", sampling); // from three samples to the east
        oro_grid south = warped(&g, NULL, &u, "-16", sampling);
        for (int32_t y = 0; y < 40; y++)
            for (int32_t x = 0; x < 50; x++) {
                assert_near(at(&moved, x, y), at(&g, folded(x + 3, 50, wrap), y), 0.0);
                assert_near(at(&south, x, y), at(&g, x, folded(y - 2, 40, wrap)), 0.0);
            }
        drop(&g), drop(&u), drop(&n), drop(&same), drop(&moved), drop(&south);
    }
}

static void warp_along_a_slope(void **state) {
    (void)state;
    oro_grid g = map_of(60, 60, 2.0, false, ramp);
    oro_grid out = filtered("warp", &g, "amount", "4.3", NULL); // ramp rises 3 east and -2 south: 4.3 (9 + 4)
    for (int32_t y = 10; y < 50; y++)
        for (int32_t x = 10; x < 50; x++) assert_near(at(&out, x, y), (double)at(&g, x, y) + 55.9, 1e-2);
    drop(&out), drop(&g);
}

static void resample_keeps_a_ramp(void **state) {
    (void)state;
    oro_grid g = map_of(101, 51, 4.0, false, ramp);
    oro_grid fine = filtered("resample", &g, "samples", "401", NULL);
    assert_int_equal(fine.width, 401);
    assert_int_equal(fine.height, 201);
    assert_near(fine.cell, 1.0, 1e-12);
    oro_grid coarse = filtered("resample", &g, "by", "cell", "cell", "10", NULL);
    assert_int_equal(coarse.width, 41);
    assert_int_equal(coarse.height, 21);
    for (int32_t y = 8; y < fine.height - 8; y++)
        for (int32_t x = 8; x < fine.width - 8; x++) assert_near(at(&fine, x, y), ramp(x, y), 1e-3);
    for (int32_t y = 2; y < coarse.height - 2; y++)
        for (int32_t x = 2; x < coarse.width - 2; x++) assert_near(at(&coarse, x, y), ramp(10.0 * x, 10.0 * y), 1e-2);
    drop(&g), drop(&fine), drop(&coarse);
    g = map_of(60, 40, 4.0, true, hills); // 240 x 160 m: whole cells must go round
    oro_grid round = filtered("resample", &g, "samples", "100", NULL);
    assert_int_equal(round.width * 40, round.height * 60);
    assert_near(round.width * round.cell, 240.0, 1e-9);
    drop(&g), drop(&round);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blend_does_what_its_modes_say),
        cmocka_unit_test(remap_with_a_straight_line_changes_nothing),
        cmocka_unit_test(remap_follows_its_curve),
        cmocka_unit_test(normalise_reaches_both_ends),
        cmocka_unit_test(clamp_holds_and_bends),
        cmocka_unit_test(invert_twice_is_nothing),
        cmocka_unit_test(terraces_rise_and_stay_near),
        cmocka_unit_test(warp_by_nothing_and_by_whole_cells),
        cmocka_unit_test(warp_along_a_slope),
        cmocka_unit_test(resample_keeps_a_ramp),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
