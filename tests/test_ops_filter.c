// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the filters: what must stay, what must be exact, and slow plain versions to compare with.

#include "call.h"

static double flat(double x, double y) { return 123.25 + 0.0 * (x + y); }
static double ramp(double x, double y) { return 3.0 * x - 2.0 * y + 50.0; }
static double other(double x, double y) { return hills(y + 300.0, 0.7 * x) - 100.0; }
static double steps01(double x, double y) { return fmod(floor(x / 7.0) + floor(y / 5.0), 5.0) / 4.0; }

// --- blur -------------------------------------------------------------------------------------------------------------

static int32_t folded(int32_t i, int32_t count, bool wrap) {
    if (!wrap) return i < 0 ? 0 : i >= count ? count - 1 : i;
    return (i % count + count) % count;
}

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

// --- blend ------------------------------------------------------------------------------------------------------------

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

// --- masks ------------------------------------------------------------------------------------------------------------

static double bowl(double x, double y) { return 0.002 * (x * x + y * y); } // curvature -0.004 1/m

static void masks_and_their_opposites_make_one(void **state) {
    (void)state;
    static const char *const kinds[] = {"height", "slope", "direction", "curvature"};
    for (int i = 0; i < 8; i++) {
        oro_grid g = map_of(150, 90, 10.0, i & 1, hills);
        oro_grid m = filtered("mask", &g, "kind", kinds[i / 2], NULL);
        oro_grid n = filtered("mask", &g, "kind", kinds[i / 2], "invert", "on", NULL);
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) {
                assert_true(at(&m, x, y) >= 0.0f && at(&m, x, y) <= 1.0f);
                assert_near((double)at(&m, x, y) + (double)at(&n, x, y), 1.0, 1e-7);
            }
        drop(&g), drop(&m), drop(&n);
    }
}

static void masks_fade_outside_their_range(void **state) {
    (void)state;
    oro_grid g = map_of(1201, 2, 1.0, false, across);
    oro_grid m = filtered("mask", &g, "heights", "300..500", "height-softness", "100", NULL);
    for (int32_t h = 300; h <= 500; h++) assert_near(at(&m, h + 100, 0), 1.0, 0.0);
    assert_near(at(&m, 250 + 100, 0), 0.5, 1e-6);
    assert_near(at(&m, 575 + 100, 0), 0.15625, 1e-6); // 3t²-2t³ at a quarter
    assert_near(at(&m, 200 + 100, 0), 0.0, 0.0);
    assert_near(at(&m, 600 + 100, 0), 0.0, 0.0);
    drop(&m);
    m = filtered("mask", &g, "heights", "300..500", "height-softness", "0", NULL);
    assert_near(at(&m, 299 + 100, 0), 0.0, 0.0);
    assert_near(at(&m, 300 + 100, 0), 1.0, 0.0);
    drop(&m), drop(&g);
}

static void masks_know_slopes_directions_and_curvatures(void **state) {
    (void)state;
    const oro_grid world = {.width = 60, .height = 60, .cell = 10.0};
    oro_grid g = generated("plane", world, "slope", "25", "direction", "135", NULL);
    oro_grid m = filtered("mask", &g, "kind", "slope", "slopes", "24.9..25.1", "slope-softness", "0", NULL);
    oro_grid n = filtered("mask", &g, "kind", "slope", "slopes", "25.1..90", "slope-softness", "0", NULL);
    oro_grid d = filtered("mask", &g, "kind", "direction", "direction", "130", "direction-width", "11",
                          "direction-softness", "0", "reach", "30", NULL);
    oro_grid e = filtered("mask", &g, "kind", "direction", "direction", "-225", "direction-width", "1", NULL);
    oro_grid f = filtered("mask", &g, "kind", "direction", "direction", "315", NULL);
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 60; x++) {
            assert_near(at(&m, x, y), 1.0, 0.0);
            assert_near(at(&n, x, y), 0.0, 0.0);
            assert_near(at(&d, x, y), 1.0, 0.0);
            assert_near(at(&e, x, y), 1.0, 0.0);
            assert_near(at(&f, x, y), 0.0, 0.0);
        }
    drop(&g), drop(&m), drop(&n), drop(&d), drop(&e), drop(&f);
    g = map_of(60, 60, 5.0, false, bowl);
    m = filtered("mask", &g, "kind", "curvature", "curvatures", "-0.0042..-0.0038", "curvature-softness", "0", NULL);
    n = filtered("mask", &g, "kind", "curvature", "curvatures", "0..1000", "curvature-softness", "0", NULL);
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 60; x++) {
            assert_near(at(&m, x, y), 1.0, 0.0);
            assert_near(at(&n, x, y), 0.0, 0.0);
        }
    drop(&g), drop(&m), drop(&n);
}

// --- paint ------------------------------------------------------------------------------------------------------------

/// Distance from a place to the line between two others, by trying many points of it.
static double plain_distance(double x, double y, double x0, double y0, double x1, double y1) {
    double least = 1e300;
    for (int k = 0; k <= 20000; k++) {
        double t = k / 20000.0;
        least = fmin(least, hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)));
    }
    return least;
}

static double plain_brush(double distance, double radius, double softness, double strength) {
    double t = fmin(fmax((radius - distance) / (softness * radius), 0.0), 1.0);
    return strength * t * t * (3.0 - 2.0 * t);
}

static void paint_follows_its_strokes(void **state) {
    (void)state;
    oro_grid world = {.width = 61, .height = 41, .cell = 10.0};
    oro_grid g = generated("paint", world, "strokes",
                           "x=150 y=120 radius=90 softness=0.6 strength=0.8; x=430 y=250 radius=90 softness=0.6 "
                           "strength=0.8 join=on; x=300 y=190 radius=60 softness=1 erase=on",
                           NULL);
    for (int32_t y = 0; y < 41; y++)
        for (int32_t x = 0; x < 61; x++) {
            double px = 10.0 * x, py = 10.0 * y;
            double painted = plain_brush(plain_distance(px, py, 150, 120, 430, 250), 90.0, 0.6, 0.8);
            double erased = plain_brush(hypot(px - 300.0, py - 190.0), 60.0, 1.0, 1.0);
            // Single precision of distances up to 600 m, times a slope of at most 1.5 over 54 m; 0.014 m between the tries.
            assert_near(at(&g, x, y), fmin(painted, 1.0 - erased), 2e-5);
        }
    drop(&g);
}

static void paint_over_twice_changes_nothing(void **state) {
    (void)state;
    static const char stroke[] = "x=40 y=50 radius=30 strength=0.5; x=90 y=60 radius=20 strength=0.5 join=on";
    char twice[300];
    snprintf(twice, sizeof twice, "%s; %s", stroke, stroke);
    oro_grid world = {.width = 70, .height = 60, .cell = 2.0};
    oro_grid once = generated("paint", world, "strokes", stroke, NULL);
    oro_grid again = generated("paint", world, "strokes", twice, NULL);
    assert_true(largest_difference(&once, &again) == 0.0);
    assert_near(at(&once, 20, 25), 0.5, 1e-6);
    drop(&once), drop(&again);
}

static void paint_is_the_same_at_two_resolutions(void **state) {
    (void)state;
    static const char strokes[] =
        "x=100 y=100 radius=60; x=260 y=180 radius=90 join=on; x=220 y=150 radius=40 erase=on";
    oro_grid coarse = generated("paint", (oro_grid){.width = 41, .height = 31, .cell = 8.0}, "strokes", strokes, NULL);
    oro_grid fine = generated("paint", (oro_grid){.width = 161, .height = 121, .cell = 2.0}, "strokes", strokes, NULL);
    for (int32_t y = 0; y < 31; y++)
        for (int32_t x = 0; x < 41; x++) assert_near(at(&coarse, x, y), at(&fine, 4 * x, 4 * y), 1e-5);
    drop(&coarse), drop(&fine);
}

static void paint_keeps_the_map_under_it(void **state) {
    (void)state;
    oro_grid under = map_of(40, 30, 5.0, false, steps01), out = {0};
    call c = begin("paint");
    wire(&c, "base", &under);
    wire(&c, "result", &out);
    set(&c, "strokes", "x=100 y=75 radius=40 softness=0");
    run(&c);
    for (int32_t y = 0; y < 30; y++)
        for (int32_t x = 0; x < 40; x++) {
            double d = hypot(5.0 * x - 100.0, 5.0 * y - 75.0);
            if (d > 40.0) assert_true(at(&out, x, y) == at(&under, x, y));
            if (d < 35.0) assert_near(at(&out, x, y), 1.0, 0.0); // the edge is one sample wide
        }
    drop(&under), drop(&out);
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
        cmocka_unit_test(masks_and_their_opposites_make_one),
        cmocka_unit_test(masks_fade_outside_their_range),
        cmocka_unit_test(masks_know_slopes_directions_and_curvatures),
        cmocka_unit_test(paint_follows_its_strokes),
        cmocka_unit_test(paint_over_twice_changes_nothing),
        cmocka_unit_test(paint_is_the_same_at_two_resolutions),
        cmocka_unit_test(paint_keeps_the_map_under_it),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
