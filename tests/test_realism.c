// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is measured of land and real land is compared by: a slow and simple program of its own agrees, and land whose figures
// are known from geometry has them. Straight valleys lie where they were laid, the valleys of a round cone and of noise lie all
// ways, they turn with the land; a plane is a plane; a river made to a law has its exponent.

#include "call.h"

typedef struct figures {
    double axis, diagonal, peak, peak_at, concavity, concavity_fit, cliffs, planar, slope_median, slope_p90, hypsometry,
        hollows, drainage, spacing;
} figures;

static const struct {
    const char *name;
    size_t offset;
} members[] = {{"axis", offsetof(figures, axis)},
               {"diagonal", offsetof(figures, diagonal)},
               {"peak", offsetof(figures, peak)},
               {"peak_at", offsetof(figures, peak_at)},
               {"concavity", offsetof(figures, concavity)},
               {"concavity_fit", offsetof(figures, concavity_fit)},
               {"cliffs", offsetof(figures, cliffs)},
               {"planar", offsetof(figures, planar)},
               {"slope_median", offsetof(figures, slope_median)},
               {"slope_p90", offsetof(figures, slope_p90)},
               {"hypsometry", offsetof(figures, hypsometry)},
               {"hollows", offsetof(figures, hollows)},
               {"drainage", offsetof(figures, drainage)},
               {"spacing", offsetof(figures, spacing)}};
enum { MEMBERS = sizeof members / sizeof *members };

static double *member(figures *f, int i) { return (double *)((char *)f + members[i].offset); }

static figures judged(oro_grid *g, const char *lowest, const char *grain) {
    figures f;
    call c = begin("realism");
    wire(&c, "height", g);
    if (lowest) set(&c, "lowest", lowest);
    if (grain) set(&c, "grain", grain);
    for (int i = 0; i < MEMBERS; i++) *(double **)oro_arg_at(row_of(&c, members[i].name), c.args) = member(&f, i);
    run(&c);
    return f;
}

static figures judged_fn(int32_t width, int32_t height, double cell, bool wrap, map_fn *fn) {
    oro_grid g = map_of(width, height, cell, wrap, fn);
    figures f = judged(&g, NULL, NULL);
    drop(&g);
    return f;
}

// --- the same again, slowly ------------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double ranked(double *values, int count, double fraction) {
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count ? values[(int)(fraction * (count - 1))] : (double)NAN;
}

static double height_of(const oro_grid *g, int32_t x, int32_t y) {
    return (double)at(g, folded(x, g->width, g->wrap), folded(y, g->height, g->wrap));
}

static bool is_land(const oro_grid *g, int32_t x, int32_t y, double lowest) {
    if (!g->wrap && (x < 0 || y < 0 || x >= g->width || y >= g->height)) return false;
    double v = height_of(g, x, y);
    return isfinite(v) && v >= lowest;
}

static bool is_inner(const oro_grid *g, int32_t x, int32_t y, double lowest, int reach) {
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++)
            if (!is_land(g, x + dx, y + dy, lowest)) return false;
    return true;
}

/// The three second derivatives, as one sum over the square around a sample.
static void hessian(const oro_grid *g, int32_t x0, int32_t y0, double *h) {
    double bell[17], first[17], second[17], sum = 0, mean = 0, one = 0, two = 0;
    for (int t = -8; t <= 8; t++) sum += bell[t + 8] = exp(-t * t / 8.0);
    for (int t = -8; t <= 8; t++) {
        bell[t + 8] /= sum;
        first[t + 8] = -t / 4.0 * bell[t + 8];
        second[t + 8] = (t * t / 16.0 - 0.25) * bell[t + 8];
        mean += second[t + 8];
        one -= t * first[t + 8];
    }
    for (int t = -8; t <= 8; t++) two += 0.5 * t * t * (second[t + 8] -= mean * bell[t + 8]);
    h[0] = h[1] = h[2] = 0;
    for (int dy = -8; dy <= 8; dy++)
        for (int dx = -8; dx <= 8; dx++) {
            double v = height_of(g, x0 + dx, y0 + dy);
            h[0] += v * second[dx + 8] / two * bell[dy + 8];
            h[1] += v * bell[dx + 8] * second[dy + 8] / two;
            h[2] += v * first[dx + 8] / one * first[dy + 8] / one;
        }
}

static void slow_directions(const oro_grid *g, double lowest, figures *f) {
    int all = 0, n = g->width * g->height;
    double *l1 = calloc((size_t)n, sizeof *l1), *sorted = calloc((size_t)n, sizeof *sorted),
           *angle = calloc((size_t)n, sizeof *angle);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            if (!is_inner(g, x, y, lowest, 12)) continue;
            double h[3], m, r;
            hessian(g, x, y, h);
            m = (h[0] + h[1]) / 2, r = hypot((h[0] - h[1]) / 2, h[2]);
            l1[all] = sorted[all] = m + r;
            angle[all] = fabs(m - r) < 0.5 * (m + r) ? 0.5 * atan2(2 * h[2], h[0] - h[1]) * 180 / M_PI : (double)NAN;
            all++;
        }
    double least = ranked(sorted, all, 0.9), bins[90] = {0}, sum = 0;
    for (int i = 0; i < all; i++) {
        if (!(l1[i] > least) || isnan(angle[i])) continue;
        bins[((int)floor(angle[i] + 0.5) + 180) % 90] += l1[i];
        sum += l1[i];
    }
    f->peak = 0;
    for (int b = 0; b < 90; b++) {
        double window = 0;
        for (int k = -7; k <= 7; k++) window += bins[(b + k + 90) % 90] / sum * 100;
        if (b == 0) f->axis = window;
        if (b == 45) f->diagonal = window;
        if (window > f->peak) f->peak = window, f->peak_at = b;
    }
    free(l1);
    free(sorted);
    free(angle);
}

/// Off the best plane of a patch: by the normal equations, solved by hand, and then sample by sample.
static double off_plane(const oro_grid *g, int32_t x, int32_t y) {
    double mean = 0, east = 0, south = 0, off = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            double v = height_of(g, x + dx, y + dy);
            mean += v / 49, east += dx * v / 196, south += dy * v / 196;
        }
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) off += pow(height_of(g, x + dx, y + dy) - mean - east * dx - south * dy, 2);
    return sqrt(off / 49);
}

static void slow_slopes(const oro_grid *g, double lowest, figures *f) {
    int all = 0, steep = 0, plane = 0;
    double *slopes = calloc((size_t)g->width * (size_t)g->height, sizeof *slopes), lo = INFINITY, hi = -INFINITY,
           sum = 0;
    int land = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            if (!is_land(g, x, y, lowest)) continue;
            double v = height_of(g, x, y);
            lo = fmin(lo, v), hi = fmax(hi, v), sum += v, land++;
            bool west = g->wrap || x > 0, east = g->wrap || x < g->width - 1, north = g->wrap || y > 0,
                 south = g->wrap || y < g->height - 1;
            double gx = (height_of(g, x + 1, y) - height_of(g, x - 1, y)) / ((west + east) * g->cell);
            double gy = (height_of(g, x, y + 1) - height_of(g, x, y - 1)) / ((north + south) * g->cell);
            double slope = atan(hypot(gx, gy)) * 180 / M_PI;
            if (isnan(slope)) continue;
            slopes[all++] = slope;
            if (slope <= 20 || !is_inner(g, x, y, lowest, 3)) continue;
            steep++;
            plane += off_plane(g, x, y) < 0.02 * g->cell;
        }
    f->slope_median = ranked(slopes, all, 0.5);
    f->slope_p90 = ranked(slopes, all, 0.9);
    f->cliffs = ranked(slopes, all, 0.99) - f->slope_p90;
    f->planar = 100.0 * plane / steep;
    f->hypsometry = (sum / land - lo) / (hi - lo);
    free(slopes);
}

/// Fills hollows by lowering an endless flood until nothing changes (Planchon and Darboux 2001).
static void slow_hollows(const oro_grid *g, double lowest, figures *f) {
    int32_t w = g->width, h = g->height;
    double *level = calloc((size_t)w * (size_t)h, sizeof *level);
    int deep = 0, land = 0;
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            bool border = !g->wrap && (x == 0 || y == 0 || x == w - 1 || y == h - 1);
            level[y * w + x] = !is_land(g, x, y, lowest) ? -INFINITY : border ? height_of(g, x, y) : INFINITY;
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t y = 0; y < h; y++)
            for (int32_t x = 0; x < w; x++) {
                double low = INFINITY;
                for (int k = 0; k < 9; k++)
                    low = fmin(low, level[folded(y + k / 3 - 1, h, g->wrap) * w + folded(x + k % 3 - 1, w, g->wrap)]);
                double now = fmax(low, height_of(g, x, y));
                if (is_land(g, x, y, lowest) && now < level[y * w + x]) level[y * w + x] = now, changed = true;
            }
    }
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            if (!is_land(g, x, y, lowest)) continue;
            land++;
            deep += level[y * w + x] - height_of(g, x, y) > 0.001 * g->cell;
        }
    f->hollows = 100.0 * deep / land;
    free(level);
}

static double rough(double x, double y) {
    return hills(0.3 * x, 0.3 * y) + 8.0 * sin(0.17 * x + 0.4 * y) + 5.0 * cos(0.31 * y - 0.11 * x) - 300.0;
}

static void a_slow_program_agrees(void **state) {
    (void)state;
    static const struct {
        int32_t width, height;
        bool wrap, hole;
        const char *lowest;
    } cases[] = {{90, 70, false, false, NULL},
                 {64, 80, true, false, NULL},
                 {1100, 30, true, false, NULL},
                 {120, 110, false, false, "60"},
                 {100, 90, false, true, "-1e5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_grid g = map_of(cases[i].width, cases[i].height, 7.0, cases[i].wrap, rough);
        if (cases[i].hole) oro_row(&g, 20)[13] = NAN, oro_row(&g, 88)[99] = INFINITY;
        double lowest = cases[i].lowest ? atof(cases[i].lowest) : -1e5;
        figures fast = judged(&g, cases[i].lowest, NULL), slow = {.spacing = 7.0};
        slow_directions(&g, lowest, &slow);
        slow_slopes(&g, lowest, &slow);
        if (!g.wrap) slow_hollows(&g, lowest, &slow);
        // A sample at the edge of a bin, a threshold or a rank may fall to either side in floats.
        assert_near(fast.axis, slow.axis, 0.2);
        assert_near(fast.diagonal, slow.diagonal, 0.2);
        assert_near(fast.peak, slow.peak, 0.2);
        assert_near(fast.peak_at, slow.peak_at, 1.0);
        assert_near(fast.slope_median, slow.slope_median, 1e-3);
        assert_near(fast.slope_p90, slow.slope_p90, 1e-3);
        assert_near(fast.cliffs, slow.cliffs, 2e-3);
        assert_near(fast.hypsometry, slow.hypsometry, 1e-6);
        assert_near(fast.planar, slow.planar, 0.02);
        if (!g.wrap) assert_near(fast.hollows, slow.hollows, 1e-9);
        assert_near(fast.spacing, 7.0, 0.0);
        drop(&g);
    }
}

// --- directions ------------------------------------------------------------------------------------------------------------

static double turn; ///< degrees

static double straight(double x, double y) {
    double a = turn * M_PI / 180;
    return 20.0 * cos(2 * M_PI * (x * cos(a) + y * sin(a)) / 90.0);
}

static void straight_valleys_lie_where_they_were_laid(void **state) {
    (void)state;
    static const double angles[] = {0, 10, 22.5, 45, 67, 89, 100, 135, 170};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        turn = angles[i];
        figures f = judged_fn(200, 180, 5.0, false, straight);
        double off = fabs(remainder(f.peak_at - turn, 90.0));
        if (off > 7.5)
            fail_msg("valleys at %g degrees have their peak at %g", turn, f.peak_at); // anywhere in its window
        assert_near(f.peak, 100.0, 1e-6);
        assert_near(f.axis, fabs(remainder(turn, 90.0)) < 7.0 ? 100.0 : 0.0, 1e-6);
        assert_near(f.diagonal, fabs(remainder(turn - 45.0, 90.0)) < 7.0 ? 100.0 : 0.0, 1e-6);
    }
}

enum { WAVES = 120 };
static double wave_x[WAVES], wave_y[WAVES], wave_at[WAVES], wave_high[WAVES];

/// Waves of all lengths and all directions, as high as they are long: noise that has no direction.
static void make_waves(uint32_t seed) {
    for (uint32_t i = 0; i < WAVES; i++) {
        double length = 30.0 * pow(30.0, (double)oro_unit(oro_hash2(seed, (int32_t)i, 1)));
        double angle = 2 * M_PI * ((double)i * 0.61803398875 + (double)oro_unit(oro_hash2(seed, 0, 2)));
        wave_x[i] = 2 * M_PI / length * cos(angle), wave_y[i] = 2 * M_PI / length * sin(angle);
        wave_at[i] = 2 * M_PI * (double)oro_unit(oro_hash2(seed, (int32_t)i, 3));
        wave_high[i] = 0.02 * length;
    }
}

static double waves(double x, double y) {
    double a = turn * M_PI / 180, u = x * cos(a) + y * sin(a), v = y * cos(a) - x * sin(a), sum = 0;
    for (int i = 0; i < WAVES; i++) sum += wave_high[i] * sin(wave_x[i] * u + wave_y[i] * v + wave_at[i]);
    return sum;
}

/// One map's shares vary by about 1 (some 300 valleys); the means of four by half of that, and the peak, the largest of 90
/// windows, lies above chance.
static void noise_lies_all_ways(void **state) {
    (void)state;
    figures mean = {0};
    turn = 0;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        make_waves(seed);
        figures f = judged_fn(320, 320, 5.0, false, waves);
        mean.axis += f.axis / 4, mean.diagonal += f.diagonal / 4, mean.peak += f.peak / 4, mean.planar += f.planar;
    }
    print_message("noise: axis %.2f, diagonal %.2f, peak %.2f\n", mean.axis, mean.diagonal, mean.peak);
    assert_near(mean.axis, 100.0 / 6.0, 1.5);
    assert_near(mean.diagonal, 100.0 / 6.0, 1.5);
    assert_true(mean.peak > 100.0 / 6.0 && mean.peak < 21.0);
    assert_near(mean.planar, 0.0, 0.0);
}

/// Noise stretched one way: its valleys lie along it.
static double stretched(double x, double y) {
    double a = turn * M_PI / 180, u = x * cos(a) + y * sin(a), v = y * cos(a) - x * sin(a), back = turn;
    turn = 0;
    double h = waves(u, 0.3 * v);
    turn = back;
    return h;
}

static void the_peak_turns_with_the_land(void **state) {
    (void)state;
    make_waves(5);
    turn = 0;
    figures before = judged_fn(300, 300, 5.0, false, stretched);
    assert_true(before.peak > 30.0);
    static const double turns[] = {22.5, 45, 70};
    for (int i = 0; i < 3; i++) {
        turn = turns[i];
        figures f = judged_fn(300, 300, 5.0, false, stretched);
        print_message("turned by %g: %.1f at %g (before %.1f at %g)\n", turn, f.peak, f.peak_at, before.peak,
                      before.peak_at);
        // Other ground comes into the map's corners.
        assert_near(f.peak, before.peak, 4.0);
        if (fabs(remainder(f.peak_at - before.peak_at - turn, 90.0)) > 4.0) fail_msg("the peak is at %g", f.peak_at);
    }
}

/// A cone with straight valleys all around: 37 of them, so that modulo 90 degrees they are 37 different ones.
static double cone(double x, double y) {
    double dx = x - 1000.0, dy = y - 1000.0, r = sqrt(dx * dx + dy * dy);
    return 600.0 - 0.4 * r + 0.02 * r * cos(37.0 * atan2(dy, dx));
}

static void a_round_cone_is_even(void **state) {
    (void)state;
    figures f = judged_fn(401, 401, 5.0, false, cone);
    print_message("cone: axis %.2f, diagonal %.2f, peak %.2f\n", f.axis, f.diagonal, f.peak);
    // A window of 15 degrees holds six or seven of the 37.
    assert_near(f.axis, 100.0 / 6.0, 2.0);
    assert_near(f.diagonal, 100.0 / 6.0, 2.0);
    assert_true(f.peak < 20.0);
}

// --- planes and rivers ------------------------------------------------------------------------------------------------------

static double plane(double x, double y) { return 0.6 * x + 0.3 * y; }

static void a_plane_is_a_plane(void **state) {
    (void)state;
    figures f = judged_fn(100, 90, 5.0, false, plane);
    assert_near(f.planar, 100.0, 0.0);
    assert_near(f.cliffs, 0.0, 1e-3);
    assert_near(f.slope_median, atan(hypot(0.6, 0.3)) * 180 / M_PI, 1e-3);
    assert_near(f.hypsometry, 0.5, 1e-6);
    assert_near(f.hollows, 0.0, 0.0);
    assert_true(isnan(f.axis) && isnan(f.peak)); // it has no valleys
    assert_true(isnan(f.concavity));
}

enum { VALLEY = 65, RIVER = 1200 };
static double theta; ///< of the river
static bool westward;

/// A valley with even sides falls to the south: after s samples the river drains 65 s of them, and falls as A^-theta.
static double river(double x, double y) {
    double s = (westward ? x : y) + 1.0, side = westward ? y : x;
    double fall = 30.0 * pow(VALLEY, -theta) * (pow(s, 1.0 - theta) - 1.0) / (1.0 - theta);
    return 5000.0 - fall / (theta < 0.1 ? 40.0 : 1.0) + 40.0 * fabs(side - VALLEY / 2);
}

static void a_river_has_the_concavity_it_was_made_with(void **state) {
    (void)state;
    static const double thetas[] = {0.0, 0.25, 0.45, 0.6};
    for (int i = 0; i < 8; i++) {
        theta = thetas[i / 2], westward = i % 2;
        figures f = judged_fn(westward ? RIVER : VALLEY, westward ? VALLEY : RIVER, 1.0, false, river);
        print_message("theta %.2f: %.4f, fit %.5f, drainage %.3f\n", theta, f.concavity, f.concavity_fit, f.drainage);
        assert_near(f.concavity, theta, 0.01); // bins are a tenth of a decade wide
        if (theta > 0.1) assert_true(f.concavity_fit > 0.999);
        double length = RIVER - 2000.0 / VALLEY; // of the river where it drains more than 2000
        assert_near(f.drainage, length / (VALLEY * RIVER) * sqrt(2000.0), 0.01 * f.drainage);
    }
}

// --- where it is measured -----------------------------------------------------------------------------------------------------

static double raised(double x, double y) { return rough(x, y) + 4000.0; }

static void land_is_judged_alike_at_any_height(void **state) {
    (void)state;
    figures a = judged_fn(150, 140, 7.0, false, rough), b = judged_fn(150, 140, 7.0, false, raised);
    for (int i = 0; i < MEMBERS; i++)
        if (!isnan(*member(&a, i))) assert_near(*member(&a, i), *member(&b, i), 0.1);
}

static void a_grain_measures_the_coarser_map(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid fine = map_of(240, 200, 3.5, wrap, rough);
        oro_grid coarse = filtered("resample", &fine, "by", "cell", "cell", "7", NULL);
        figures a = judged(&fine, NULL, "7"), b = judged(&coarse, NULL, NULL), c = judged(&coarse, NULL, "2");
        assert_near(a.spacing, coarse.cell, 0.0);
        for (int i = 0; i < MEMBERS; i++) {
            if (isnan(*member(&b, i))) continue;
            assert_near(*member(&a, i), *member(&b, i), 0.0);
            assert_near(*member(&c, i), *member(&b, i), 0.0); // a coarser map keeps its own samples
        }
        drop(&fine);
        drop(&coarse);
    }
}

static void nothing_is_told_of_what_is_not_there(void **state) {
    (void)state;
    oro_grid g = map_of(40, 40, 5.0, false, plane);
    figures f = judged(&g, "1e5", NULL);
    for (int i = 0; i < MEMBERS - 1; i++)
        if (!isnan(*member(&f, i))) fail_msg("%s is told of a map without land", members[i].name);
    assert_near(f.spacing, 5.0, 0.0);
    drop(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_program_agrees),
        cmocka_unit_test(straight_valleys_lie_where_they_were_laid),
        cmocka_unit_test(noise_lies_all_ways),
        cmocka_unit_test(the_peak_turns_with_the_land),
        cmocka_unit_test(a_round_cone_is_even),
        cmocka_unit_test(a_plane_is_a_plane),
        cmocka_unit_test(a_river_has_the_concavity_it_was_made_with),
        cmocka_unit_test(land_is_judged_alike_at_any_height),
        cmocka_unit_test(a_grain_measures_the_coarser_map),
        cmocka_unit_test(nothing_is_told_of_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
