// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lakes of a given volume: bowls and basins whose levels are known, laws that hold on any land, and distances by hand.

#include "call.h"
#include "orogen/points.h"

typedef struct water {
    oro_grid bed, depth, surface, shore;
    oro_points outlets;
    double volume, lost;
} water;

static water in_lakes(const oro_grid *land, const oro_grid *rain, const char *const words[][2]) {
    water w = {0};
    call c = begin("lakes");
    set(&c, "indent", "0");
    for (int i = 0; words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    wire(&c, "height", (oro_grid *)land);
    if (rain) wire(&c, "rain", (oro_grid *)rain);
    wire(&c, "result", &w.bed);
    wire(&c, "depth", &w.depth);
    wire(&c, "surface", &w.surface);
    wire(&c, "shore", &w.shore);
    *(oro_points **)oro_arg_at(row_of(&c, "outlets"), c.args) = &w.outlets;
    *(double **)oro_arg_at(row_of(&c, "volume"), c.args) = &w.volume;
    *(double **)oro_arg_at(row_of(&c, "lost"), c.args) = &w.lost;
    run(&c);
    return w;
}

static void forget(water *w) {
    drop(&w->bed), drop(&w->depth), drop(&w->surface), drop(&w->shore);
    oro_points_free(ctx, &w->outlets);
}

static double bowl(double x, double y) { return 0.004 * ((x - 150.2) * (x - 150.2) + (y - 149.7) * (y - 149.7)); }

/// A paraboloid z = a r² that holds V stands at sqrt(2 a V / pi).
static void a_bowl_holds_its_volume(void **state) {
    (void)state;
    oro_grid land = map_of(301, 301, 1.0, false, bowl);
    const char *const rains[] = {"0.5", "4", "12"};
    for (int i = 0; i < 3; i++) {
        water w = in_lakes(&land, NULL, (const char *const[][2]){{"water", "rain"}, {"rain", rains[i]}, {NULL, NULL}});
        double volume = atof(rains[i]) * 301.0 * 301.0, level = sqrt(2.0 * 0.004 * volume / 3.14159265358979);
        assert_near(w.volume + w.lost, volume, 1e-6 * volume);
        assert_near(w.lost, 0.0, 0.02 * volume); // only what falls on the four corners' borders may leave
        assert_near(at(&w.surface, 150, 150), sqrt(2.0 * 0.004 * w.volume / 3.14159265358979),
                    2e-3 * level); // samples of 1 m
        forget(&w);
    }
    drop(&land);
}

/// Along x: walls at the ends, bottoms at 0 (x = 10) and 4 (x = 30), a saddle of 10 between them (x = 20).
static double basins(double x, double y) {
    (void)y;
    double left = fabs(x - 10.0), right = 4.0 + 0.6 * fabs(x - 30.0);
    return x < 20.0 ? (x < 10.0 ? 3.0 * left : left) : (x > 30.0 ? 4.0 + 3.0 * (x - 30.0) : right);
}

/// Sum of depths of columns from x0 to x1 under a level.
static double held(int x0, int x1, double level) {
    double sum = 0.0;
    for (int x = x0; x <= x1; x++) sum += fmax(level - (double)(float)basins(x, 0), 0.0);
    return sum;
}

/// The level of a sum of depths, by halving.
static double level_for(int x0, int x1, double sum) {
    double lo = 0.0, hi = 100.0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (lo + hi);
        if (held(x0, x1, middle) < sum)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

static void two_basins_spill_into_each_other(void **state) {
    (void)state;
    enum { ROWS = 4 };
    oro_grid land = map_of(41, ROWS, 2.0, false, NULL), rain = map_of(41, ROWS, 2.0, false, NULL);
    for (int32_t i = 0; i < 41 * ROWS; i++) oro_row(&land, i / 41)[i % 41] = (float)basins(i % 41, 0);
    double left = held(0, 19, 10.0), right = held(21, 40, 10.0);
    const double falls[][2] = {
        {30, 10}, {0, 25}, {left + 8, 5}, {6, right + 9}, {left + right, 40}, {left + 3, right + 3}, {0, 0}};
    for (size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
        for (int32_t k = 0; k < 41 * ROWS; k++) oro_row(&rain, k / 41)[k % 41] = 0.0f;
        for (int32_t y = 0; y < ROWS; y++) // on the slopes, where it has to run down first
            oro_row(&rain, y)[14] = (float)falls[i][0], oro_row(&rain, y)[36] = (float)falls[i][1];
        water w = in_lakes(&land, &rain, (const char *const[][2]){{"water", "rain"}, {"closed", "on"}, {NULL, NULL}});
        double a = falls[i][0], b = falls[i][1], la, lb;
        if (a + b >= left + right)
            la = lb = level_for(0, 40, a + b);
        else if (a > left)
            la = 10.0, lb = level_for(21, 40, b + a - left);
        else if (b > right)
            lb = 10.0, la = level_for(0, 19, a + b - right);
        else
            la = level_for(0, 19, a), lb = level_for(21, 40, b);
        for (int32_t x = 0; x < 41; x++)
            for (int32_t y = 0; y < ROWS; y++) {
                double level = x < 20 ? la : x > 20 ? lb : fmax(la, lb), ground = (double)at(&land, x, y);
                assert_near(at(&w.depth, x, y), fmax(level - ground, 0.0), 2e-5);
            }
        assert_near(w.volume, (a + b) * ROWS * 4.0, 1e-3);
        assert_near(w.lost, 0.0, 0.0);
        bool over = a + b < left + right && (a > left || b > right);
        assert_int_equal(w.outlets.count, over ? 1 : 0); // a full lake that runs into the other
        if (over) assert_float_equal(w.outlets.positions[2], 10.0, 0);
        if (over) assert_float_equal(w.outlets.positions[0], 40.0, 0);
        forget(&w);
    }
    drop(&land), drop(&rain);
}

static double rough(double x, double y) {
    return 60.0 + 40.0 * (double)oro_unit(oro_hash2(23, (int32_t)x, (int32_t)y)) + 20.0 * sin(x * 0.3) * cos(y * 0.23);
}

static double surface_at(const water *w, int32_t x, int32_t y) { return (double)at(&w->surface, x, y); }

/// On any land: no water is lost or made, it stands still, and full lakes are what filling fills.
static void laws_hold_on_rough_land(void **state) {
    (void)state;
    const char *const rains[] = {"0.05", "1", "9", "200"};
    for (int i = 0; i < 16; i++) {
        bool wrap = i & 4, sea = i & 8;
        oro_grid land = map_of(61, 53, 1.0, wrap, rough);
        const char *level = sea ? "65" : "none";
        water w =
            in_lakes(&land, NULL,
                     (const char *const[][2]){{"water", "rain"}, {"rain", rains[i & 3]}, {"sea", level}, {NULL, NULL}});
        double fell = atof(rains[i & 3]) * 61.0 * 53.0;
        assert_near(w.volume + w.lost, fell, 1e-5 * fell); // depths are floats
        for (int32_t k = 0; k < 61 * 53; k++) {
            int32_t x = k % 61, y = k / 61;
            if (!(at(&w.depth, x, y) > 0.0f)) continue;
            assert_false(sea && at(&land, x, y) < 65.0f);
            for (int n = 0; n < 9; n++) { // nothing beside water is lower
                int32_t nx = x + n % 3 - 1, ny = y + n / 3 - 1;
                if (!wrap && (nx < 0 || ny < 0 || nx >= 61 || ny >= 53)) continue;
                nx = folded(nx, 61, wrap), ny = folded(ny, 53, wrap);
                double there = surface_at(&w, nx, ny);
                if (sea && at(&land, nx, ny) < 65.0f) there = 65.0;
                assert_true(there >= surface_at(&w, x, y) - 1e-4);
            }
        }
        forget(&w);
        if (wrap && !sea) { // nothing leads out
            drop(&land);
            continue;
        }
        w = in_lakes(&land, NULL, (const char *const[][2]){{"water", "full"}, {"sea", level}, {NULL, NULL}});
        oro_grid filled = filtered("fill", &land, "sea", level, NULL);
        assert_near(largest_difference(&filled, &w.surface), 0.0, 1e-5);
        assert_true(w.outlets.count > 10);
        drop(&filled), drop(&land);
        forget(&w);
    }
}

/// With rain without end every lake is full.
static void much_rain_fills_all(void **state) {
    (void)state;
    oro_grid land = map_of(61, 53, 1.0, false, rough);
    water full = in_lakes(&land, NULL, (const char *const[][2]){{"water", "full"}, {NULL, NULL}});
    water much = in_lakes(&land, NULL, (const char *const[][2]){{"water", "rain"}, {"rain", "10000"}, {NULL, NULL}});
    assert_true(largest_difference(&full.depth, &much.depth) == 0.0);
    assert_true(much.outlets.count > 0 && much.lost > much.volume);
    forget(&full), forget(&much);
    drop(&land);
}

static double small_bowl(double x, double y) { return 0.02 * ((x - 15.0) * (x - 15.0) + (y - 15.0) * (y - 15.0)); }

/// Hume's levelling comes to the same water, slowly.
static void levelling_comes_to_the_same(void **state) {
    (void)state;
    oro_grid land = map_of(31, 31, 1.0, false, small_bowl);
    water w = in_lakes(&land, NULL,
                       (const char *const[][2]){{"water", "hume"}, {"rain", "1"}, {"sweeps", "6000"}, {NULL, NULL}});
    water exact = in_lakes(&land, NULL,
                           (const char *const[][2]){{"water", "rain"}, {"rain", "1"}, {"closed", "on"}, {NULL, NULL}});
    assert_near(w.volume, 961.0, 0.05); // sums of floats over thousands of sweeps
    assert_near(at(&w.surface, 15, 15), at(&exact.surface, 15, 15), 0.02);
    assert_near(at(&w.surface, 10, 15), at(&w.surface, 18, 19), 0.005);
    forget(&w), forget(&exact);
    drop(&land);
}

/// Shores by looking at all pairs.
static void shores_are_where_they_are(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid land = map_of(37, 31, 2.0, wrap, rough);
        water w = in_lakes(
            &land, NULL, (const char *const[][2]){{"water", "rain"}, {"rain", "2"}, {"smallest", "12"}, {NULL, NULL}});
        for (int32_t i = 0; i < 37 * 31; i++) {
            bool wet = at(&w.depth, i % 37, i / 37) > 0.0f;
            double least = 37 + 31;
            for (int32_t k = 0; k < 37 * 31; k++) {
                if ((at(&w.depth, k % 37, k / 37) > 0.0f) == wet) continue;
                int32_t dx = abs(i % 37 - k % 37), dy = abs(i / 37 - k / 37);
                if (wrap && dx > 18) dx = 37 - dx;
                if (wrap && dy > 15) dy = 31 - dy;
                least = fmin(least, hypot(dx, dy));
            }
            assert_near(at(&w.shore, i % 37, i / 37), (least - 0.5) * 2.0 * (wet ? 1.0 : -1.0), 1e-4);
        }
        forget(&w);
        drop(&land);
    }
}

static void beds_are_lowered_under_water_alone(void **state) {
    (void)state;
    oro_grid land = map_of(301, 301, 1.0, false, bowl);
    water w = in_lakes(&land, NULL,
                       (const char *const[][2]){{"water", "rain"}, {"indent", "2"}, {"bank", "20"}, {NULL, NULL}});
    assert_near(at(&land, 150, 150) - at(&w.bed, 150, 150), 2.0, 1e-5);
    for (int32_t i = 0; i < 301 * 301; i += 7) {
        float low = at(&land, i % 301, i / 301) - at(&w.bed, i % 301, i / 301), deep = at(&w.depth, i % 301, i / 301);
        assert_true(deep > 0.0f ? low >= 0.0f && low <= 2.0001f : low == 0.0f);
        assert_near(at(&w.bed, i % 301, i / 301) + deep, at(&w.surface, i % 301, i / 301), 1e-5);
    }
    forget(&w);
    drop(&land);
}

static void there_may_be_no_water(void **state) {
    (void)state;
    oro_grid land = map_of(20, 20, 1.0, false, rough), one = map_of(1, 1, 1.0, true, rough);
    const char *const dry[][2][2] = {{{"rain", "0"}, {"water", "rain"}}, {{"sea", "1e5"}, {"water", "full"}}};
    for (int i = 0; i < 2; i++) {
        water w = in_lakes(
            &land, NULL,
            (const char *const[][2]){{dry[i][0][0], dry[i][0][1]}, {dry[i][1][0], dry[i][1][1]}, {NULL, NULL}});
        assert_near(w.volume, 0.0, 0.0);
        assert_true(largest_difference(&w.bed, &land) == 0.0);
        assert_int_equal(w.outlets.count, 0);
        forget(&w);
    }
    water w = in_lakes(&one, NULL, (const char *const[][2]){{"water", "rain"}, {"rain", "3"}, {NULL, NULL}});
    assert_near(at(&w.depth, 0, 0), 3.0, 1e-5); // a world of one sample that wraps: the water has nowhere to go
    forget(&w);
    drop(&land), drop(&one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bowl_holds_its_volume),
        cmocka_unit_test(two_basins_spill_into_each_other),
        cmocka_unit_test(laws_hold_on_rough_land),
        cmocka_unit_test(much_rain_fills_all),
        cmocka_unit_test(levelling_comes_to_the_same),
        cmocka_unit_test(shores_are_where_they_are),
        cmocka_unit_test(beds_are_lowered_under_water_alone),
        cmocka_unit_test(there_may_be_no_water),
    };
    return cmocka_run_group_tests_name("lakes", tests, call_setup, call_teardown);
}
