// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of roads and rivers on finished land: profiles are the best there are, roads keep their grade and lie level across,
// rivers fall all the way and never fill, and what is out of reach stays as it was.

#include "call.h"
#include "op/features/lay/profile.h"

enum { N = 200 };

static double noise_at(int32_t i) { return oro_unit(oro_mix32((uint32_t)i * 77u + 5u)) * 40.0 + 10.0 * sin(i * 0.07); }

/// No profile within the grade comes nearer than half of the worst excess between any two points: that is reached.
static void limited_profiles_are_the_nearest(void **state) {
    (void)state;
    double z[N], was[N], work[N], rise = 1.5, needed = 0.0, most = 0.0;
    for (int32_t i = 0; i < N; i++) was[i] = z[i] = noise_at(i);
    oro_profile_limit(z, N, rise, work);
    for (int32_t i = 0; i < N; i++) {
        if (i) assert_true(fabs(z[i] - z[i - 1]) <= rise + 1e-9);
        most = fmax(most, fabs(z[i] - was[i]));
        for (int32_t k = 0; k < i; k++) needed = fmax(needed, 0.5 * (fabs(was[i] - was[k]) - rise * (i - k)));
    }
    assert_near(most, needed, 1e-9);
    for (int32_t i = 0; i < N; i++) was[i] = z[i] = 1.4 * i;
    oro_profile_limit(z, N, rise, work);
    for (int32_t i = 0; i < N; i++) assert_near(z[i], was[i], 1e-9);
}

/// Isotonic regression is the smallest mean over starts of the largest mean over ends (Barlow et al. 1972).
static void descending_profiles_are_the_nearest(void **state) {
    (void)state;
    enum { FEW = 60 };
    double z[FEW], was[FEW], work[FEW];
    int32_t count[FEW];
    for (int32_t i = 0; i < FEW; i++) was[i] = z[i] = noise_at(i) - 0.4 * i;
    oro_profile_descend(z, FEW, 0.0, work, count);
    for (int32_t i = 0; i < FEW; i++) {
        double least = INFINITY;
        for (int32_t s = 0; s <= i; s++) {
            double most = -INFINITY;
            for (int32_t t = i; t < FEW; t++) {
                double mean = 0.0;
                for (int32_t k = s; k <= t; k++) mean += was[k] / (t - s + 1);
                most = fmax(most, mean);
            }
            least = fmin(least, most);
        }
        assert_near(z[i], least, 1e-9);
    }
    for (int32_t i = 0; i < FEW; i++) z[i] = noise_at(i);
    oro_profile_descend(z, FEW, 0.25, work, count);
    for (int32_t i = 1; i < FEW; i++) assert_true(z[i] <= z[i - 1] - 0.25 + 1e-9);
}

static void smoothing_keeps_straight_lines_and_ends(void **state) {
    (void)state;
    double z[N], work[N + 2], before = 0.0, after = 0.0;
    for (int32_t i = 0; i < N; i++) z[i] = 3.0 + 0.7 * i;
    oro_profile_smooth(z, N, 12.0, work);
    for (int32_t i = 0; i < N; i++) assert_near(z[i], 3.0 + 0.7 * i, 1e-9);
    for (int32_t i = 0; i < N; i++) z[i] = i == 100 ? 1.0 : 0.0;
    oro_profile_smooth(z, N, 12.0, work);
    for (int32_t i = 0; i < N; i++) before += z[i], after += z[i] * (i - 100) * (i - 100);
    assert_near(before, 1.0, 1e-9);
    assert_near(sqrt(after), 12.0, 0.6); // boxes have whole widths
}

// --- on land ----------------------------------------------------------------------------------------------------------

typedef struct laid {
    oro_grid result, roads, rivers, water, deck;
} laid;

static laid lay_on(oro_grid *land, const char *ways) {
    call c = begin("lay");
    laid l = {0};
    wire(&c, "height", land);
    wire(&c, "result", &l.result);
    wire(&c, "roads", &l.roads);
    wire(&c, "rivers", &l.rivers);
    wire(&c, "water", &l.water);
    wire(&c, "deck", &l.deck);
    set(&c, "ways", ways);
    run(&c);
    return l;
}

static void forget(laid *l) { drop(&l->result), drop(&l->roads), drop(&l->rivers), drop(&l->water), drop(&l->deck); }

static double tilted(double x, double y) { return 100.0 + 0.08 * x + 0.05 * y; }
static double bumpy(double x, double y) { return tilted(x, y) + 6.0 * sin(x / 40.0) + 5.0 * sin(y / 33.0 + x / 80.0); }

/// On a plane that it may climb a road changes nothing but the fall across it.
static void a_road_on_a_plane_lies_on_it(void **state) {
    (void)state;
    oro_grid land = map_of(257, 257, 4.0, false, tilted);
    laid l = lay_on(&land, "kind=road width=12 reach=40 points=[x=100 y=512; x=900 y=512]");
    for (int32_t x = 30; x < 220; x++) assert_near(at(&l.result, x, 128), at(&land, x, 128), 2e-3);
    assert_near(at(&l.result, 128, 129), at(&l.result, 128, 128), 2e-3); // level across
    assert_true(at(&l.roads, 128, 128) == 1.0f && at(&l.roads, 128, 140) == 0.0f);
    assert_true(at(&l.result, 128, 20) == at(&land, 128, 20));
    forget(&l);
    drop(&land);
}

static void a_road_keeps_its_grade_and_lies_level_across(void **state) {
    (void)state;
    oro_grid land = map_of(513, 513, 2.0, false, bumpy);
    laid l = lay_on(&land, "kind=road width=12 grade=0.1 smoothness=20 bridge=100 tunnel=100 reach=80 "
                           "points=[x=40 y=500; x=990 y=500]");
    double steepest = 0.0, tilt = 0.0, before = 0.0;
    for (int32_t x = 30; x < 480; x++) {
        steepest = fmax(steepest, fabs((double)at(&l.result, x + 1, 250) - (double)at(&l.result, x, 250)) / 2.0);
        before = fmax(before, fabs((double)at(&land, x + 1, 250) - (double)at(&land, x, 250)) / 2.0);
        tilt = fmax(tilt, fabs((double)at(&l.result, x, 252) - (double)at(&l.result, x, 248)) / 8.0);
    }
    assert_true(before > 0.2);
    assert_true(steepest < 0.1 + 1e-3);
    assert_true(tilt < 1e-3);
    forget(&l);
    drop(&land);
}

static void a_river_falls_all_the_way_and_never_fills(void **state) {
    (void)state;
    oro_grid land = map_of(513, 513, 2.0, false, bumpy);
    laid l = lay_on(&land, "kind=river width=20 depth=3 points=[x=990 y=700; x=500 y=500; x=40 y=420]");
    double last = INFINITY;
    int32_t wet = 0;
    for (int32_t x = 490; x >= 25; x--) {
        double low = INFINITY; // the bed: the lowest of the river's samples in this column
        for (int32_t y = 0; y < 513; y++)
            if (at(&l.rivers, x, y) > 0.9f) low = fmin(low, (double)(at(&l.result, x, y) + at(&l.water, x, y)));
        assert_true(low <= last + 0.02);
        last = low;
    }
    for (int32_t y = 0; y < 513; y++)
        for (int32_t x = 0; x < 513; x++) {
            assert_true(at(&l.result, x, y) <= at(&land, x, y));
            assert_true(at(&l.water, x, y) >= 0.0f);
            wet += at(&l.water, x, y) > 0.0f;
        }
    assert_true(wet > 1000);
    forget(&l);
    drop(&land);
}

static void a_road_bridges_a_river_and_a_ravine(void **state) {
    (void)state;
    oro_grid land = map_of(257, 257, 4.0, false, tilted);
    for (int32_t y = 0; y < 257; y++)
        for (int32_t x = 60; x < 70; x++) oro_row(&land, y)[x] -= 60.0f;
    laid l = lay_on(&land, "kind=road width=12 points=[x=40 y=512; x=1000 y=512]; "
                           "kind=river width=40 depth=5 points=[x=700 y=1000; x=700 y=20]");
    assert_true(at(&l.deck, 65, 128) > 12.0f);                         // over the ravine
    assert_true(at(&l.result, 65, 128) == at(&land, 65, 128));         // which nobody filled
    assert_true(at(&l.deck, 175, 128) > 2.0f);                         // over the river
    assert_true(at(&l.result, 175, 128) < at(&land, 175, 128) - 2.0f); // which runs through
    assert_true(at(&l.deck, 120, 128) == 0.0f);
    forget(&l);
    drop(&land);
}

static void odd_ways_are_taken_as_they_are(void **state) {
    (void)state;
    oro_grid land = map_of(65, 65, 4.0, false, bumpy);
    static const char *const ways[] = {"",
                                       "kind=road",
                                       "kind=road points=[x=100 y=100]",
                                       "kind=river points=[x=100 y=100; x=100 y=100; x=100 y=100]",
                                       "kind=road points=[x=1e7 y=1e7; x=9e6 y=1e7]",
                                       "kind=river points=[x=-1e7 y=-1e7; x=1e7 y=1e7]",
                                       "kind=road closed=on reach=0 points=[x=50 y=50; x=200 y=60; x=120 y=200]"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        laid l = lay_on(&land, ways[i]);
        assert_int_equal(oro_grid_extremes(&l.result).not_finite, 0);
        if (i < 2 || i == 4) assert_true(largest_difference(&l.result, &land) == 0.0);
        forget(&l);
    }
    drop(&land);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limited_profiles_are_the_nearest),
        cmocka_unit_test(descending_profiles_are_the_nearest),
        cmocka_unit_test(smoothing_keeps_straight_lines_and_ends),
        cmocka_unit_test(a_road_on_a_plane_lies_on_it),
        cmocka_unit_test(a_road_keeps_its_grade_and_lies_level_across),
        cmocka_unit_test(a_river_falls_all_the_way_and_never_fills),
        cmocka_unit_test(a_road_bridges_a_river_and_a_ravine),
        cmocka_unit_test(odd_ways_are_taken_as_they_are),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
