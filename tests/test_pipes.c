// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of erosion by running water: mass, positivity, still water, symmetry, the stability bound, and maps that steer it.

#include "eroded.h"

static double rough_high(double x, double y) { return rough(x, y) + 4000.0; }

static void mass_stays_on_a_closed_map(void **state) {
    (void)state;
    oro_grid low = map_of(300, 260, 8.0, false, rough), high = map_of(300, 260, 8.0, false, rough_high);
    const char *steps = "cells=128 steps=150; cells=300 steps=60";
    eroded a = erode(&low, "alpine", "border", "closed", "cascade", steps, NULL);
    eroded b = erode(&high, "alpine", "border", "closed", "cascade", steps, NULL);
    assert_sound(&a);
    assert_true(a.moved > 1e5);
    assert_near(sum_of(&a.difference) * 64.0, 0.0, 1e-7 * a.moved);
    assert_near(a.exported, 0.0, 1e-7 * a.moved);
    assert_true(largest_difference(&a.difference, &b.difference) < 1e-4);
    drop_all(&a), drop_all(&b);
    eroded c = erode(&low, "mathisen-river", "cascade", steps, NULL);
    assert_sound(&c);
    assert_true(c.moved > 100.0);
    assert_near(sum_of(&c.difference) * 64.0, 0.0, 1e-7 * c.moved);
    drop_all(&c);
    drop(&low), drop(&high);
}

static void the_ledger_of_an_open_map_closes(void **state) {
    (void)state;
    oro_grid in = map_of(200, 150, 10.0, false, rough);
    static const char *const presets[] = {"alpine", "outwash", "canyon"};
    for (int i = 0; i < 3; i++) {
        eroded e = erode(&in, presets[i], "duration", "30", NULL);
        assert_sound(&e);
        assert_true(e.exported > 0.01 * e.moved);
        assert_balanced(&e, 1e-7);
        assert_near(sum_of(&e.difference) * 100.0, e.deposited - e.moved, 1e-7 * e.moved);
        drop_all(&e);
    }
    eroded sea = erode(&in, "alpine", "duration", "30", "sea", "on", "sea_level", "350", NULL);
    assert_sound(&sea);
    assert_balanced(&sea, 1e-7);
    for (int32_t y = 0; y < 150; y++)
        for (int32_t x = 0; x < 200; x++)
            if (at(&sea.result, x, y) < 349.0f) assert_near(at(&sea.result, x, y) + at(&sea.water, x, y), 350.0, 1e-3);
    drop_all(&sea);
    drop(&in);
}

static double bowl(double x, double y) { return 0.0005 * ((x - 250) * (x - 250) + (y - 250) * (y - 250)); }

static void still_water_stays_still(void **state) {
    (void)state;
    oro_grid in = map_of(101, 101, 5.0, false, bowl);
    eroded e = erode(&in, NULL, "rain_rate", "0", "erosion_rate", "0", "talus", "80", "duration", "20", NULL);
    assert_true(oro_grid_extremes(&e.water).max > 20.0f); // the lake was filled to its rim
    assert_true(oro_grid_extremes(&e.velocity).max < 1e-4f);
    assert_near(oro_grid_extremes(&e.difference).min, 0.0, 0.0);
    float level = at(&e.result, 50, 50) + at(&e.water, 50, 50);
    for (int32_t i = 1; i < 100; i++)
        if (at(&e.water, i, 50) > 0.0f) assert_near(at(&e.result, i, 50) + at(&e.water, i, 50), level, 1e-4);
    drop_all(&e);
    drop(&in);
}

static void water_spreads_alike_in_all_directions(void **state) {
    (void)state;
    oro_grid in = map_of(81, 81, 4.0, false, flat);
    eroded e = erode(&in, NULL, "rain_rate", "0", "erosion_rate", "0", "border", "closed", "duration", "20", "sources",
                     "x=160 y=160 radius=12 flow=40", NULL);
    assert_true(at(&e.water, 40, 40) > 0.01f);
    assert_true(at(&e.water, 20, 40) > 0.0f);
    for (int32_t y = 0; y < 81; y++)
        for (int32_t x = 0; x < 81; x++) {
            // Not to the bit: a cell's right and lower face share a division, and mirrored faces have other partners.
            assert_near(at(&e.water, x, y), at(&e.water, 80 - x, y), 1e-5 * (double)at(&e.water, 40, 40));
            assert_near(at(&e.water, x, y), at(&e.water, x, 80 - y), 1e-5 * (double)at(&e.water, 40, 40));
            assert_near(at(&e.water, x, y), at(&e.water, y, x), 1e-5 * (double)at(&e.water, 40, 40));
        }
    drop_all(&e);
    drop(&in);
}

/// The map moved to the east and south, what leaves on one side entering on the other.
static oro_grid rolled(const oro_grid *g, int32_t east, int32_t south) {
    oro_grid to = map_of(g->width, g->height, g->cell, true, hills);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(&to, (y + south) % g->height)[(x + east) % g->width] = at(g, x, y);
    return to;
}

/// A map whose edges join has no first row: eroded after it was rolled it is the eroded one rolled, to the bit.
static void a_map_that_wraps_begins_nowhere(void **state) {
    (void)state;
    static const int32_t heights[] = {1, 2, 3, 5, 40, 100};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        oro_grid in = map_of(60, heights[i], 8.0, true, rough), moved = rolled(&in, 7, 9);
        // A spring instead of rain, whose first shower knows its place, and empty hollows: the lowest of all is an outlet, and
        // there may be two. Beside the seam, so that water crosses it. Then the other law. Rock stays where it lies in the world.
        int32_t x = 1, y = heights[i] / 3;
        char here[64], there[64];
        snprintf(here, sizeof here, "x=%d y=%d radius=1 flow=40", 8 * x, 8 * y);
        snprintf(there, sizeof there, "x=%d y=%d radius=1 flow=40", 8 * (x + 7), 8 * ((y + 9) % heights[i]));
        for (int mathisen = 0; mathisen < 2; mathisen++) {
            const char *law = mathisen ? "mathisen" : "carving", *rain = mathisen ? "0.001" : "0";
            eroded a = erode(&in, NULL, "law", law, "rain_rate", rain, "hollows", "empty", "sources", here, "duration",
                             "8", "talus_spread", "0", NULL);
            eroded b = erode(&moved, NULL, "law", law, "rain_rate", rain, "hollows", "empty", "sources", there,
                             "duration", "8", "talus_spread", "0", NULL);
            oro_grid expected = rolled(&a.difference, 7, 9);
            if (heights[i] > 3) assert_true(a.moved > 1.0);
            assert_true(largest_difference(&expected, &b.difference) == 0.0);
            drop(&expected), drop_all(&a), drop_all(&b);
        }
        drop(&in), drop(&moved);
    }
}

/// Four faces: sqrt(l^3 / (2 A g)), A = depth times l. Eight pipes: the shortest waves, checkers, pull on straight pipes alone,
/// which are 0.61 of a cell wide, so that a step may be longer by sqrt(1 / 0.61).
static void a_step_beyond_the_bound_is_refused(void **state) {
    (void)state;
    oro_grid in = map_of(40, 40, 3.0, false, rough);
    char text[32], said[32];
    for (int i = 0; i < 4; i++) {
        bool within = i & 1, mathisen = i & 2;
        double bound = 3.0 / sqrt(2.0 * 6.0 * 1.5) * (mathisen ? 1.0 : sqrt(1.0 / 0.61));
        call c = begin("pipes");
        eroded e;
        set(&c, "law", mathisen ? "mathisen" : "carving");
        set(&c, "gravity", "6"), set(&c, "wave_depth", "1.5"), set(&c, "duration", "1");
        snprintf(text, sizeof text, "%.6f", within ? 0.999 * bound : 1.001 * bound);
        set(&c, "time_step", text);
        wire(&c, "height", &in);
        wire_outputs(&c, &e);
        oro_status status = oro_call(ctx, c.op, c.args, NULL);
        assert_int_equal(status, within ? ORO_OK : ORO_BAD_ARGUMENT);
        snprintf(said, sizeof said, "%.4g s", bound);
        if (!within) assert_non_null(strstr(oro_last_error(ctx)->sentence, said));
        drop_all(&e);
        finish(&c);
    }
    drop(&in);
}

/// A lake whose surface is a checkerboard of 1 cm: the shortest waves, which a step beyond the bound lets grow. Without friction
/// they stay what they are.
static double pond(double x, double y) {
    return ((int32_t)(x / 4.0 + 0.5) + (int32_t)(y / 4.0 + 0.5)) % 2 ? -30.0 : -30.01;
}

static void the_shortest_waves_do_not_grow(void **state) {
    (void)state;
    oro_grid in = map_of(40, 40, 4.0, true, pond);
    eroded e = erode(&in, NULL, "rain_rate", "0.001", "erosion_rate", "0", "friction", "0", "duration", "50", NULL);
    assert_sound(&e);
    assert_true(oro_grid_extremes(&e.velocity).max < 0.05f);
    drop_all(&e);
    drop(&in);
}

/// The documents' drying: nine tenths a step, a hundred steps: no water, no load, nothing lost.
static void drying_leaves_nothing_in_the_air(void **state) {
    (void)state;
    oro_grid in = map_of(120, 120, 4.0, false, rough);
    eroded e = erode(&in, "mathisen-fantasy", "cascade", "cells=120 steps=200", NULL);
    assert_near(oro_grid_extremes(&e.water).max, 0.0, 0.0);
    assert_near(oro_grid_extremes(&e.sediment).max, 0.0, 1e-9);
    assert_near(sum_of(&e.difference) * 16.0, 0.0, 1e-7 * e.moved + 1e-3);
    assert_near(e.exported, 0.0, 1e-7 * e.moved + 1e-3);
    drop_all(&e);
    drop(&in);
}

static void maps_steer_it(void **state) {
    (void)state;
    oro_grid in = map_of(128, 128, 10.0, false, rough), hard = map_of(128, 128, 10.0, false, flat);
    for (int32_t y = 0; y < 128; y++)
        for (int32_t x = 0; x < 64; x++) oro_row(&hard, y)[x] = 1.0f;
    call c = begin("pipes");
    eroded e;
    set(&c, "duration", "20");
    wire(&c, "height", &in), wire(&c, "hardness", &hard);
    wire_outputs(&c, &e);
    run(&c);
    double cut = 0.0;
    for (int32_t y = 0; y < 128; y++)
        for (int32_t x = 0; x < 128; x++) {
            if (x < 64) assert_true(at(&e.difference, x, y) >= 0.0f); // hard rock neither erodes nor slides
            cut = fmin(cut, (double)at(&e.difference, x, y));
        }
    assert_true(cut < -3.0);
    drop_all(&e);
    e = erode(&in, NULL, "depth", "2", "talus", "89", "talus_rate", "0", "duration", "50", NULL);
    assert_true(oro_grid_extremes(&e.difference).min >= -2.001f);
    drop_all(&e);
    drop(&in), drop(&hard);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_stays_on_a_closed_map),
        cmocka_unit_test(the_ledger_of_an_open_map_closes),
        cmocka_unit_test(still_water_stays_still),
        cmocka_unit_test(water_spreads_alike_in_all_directions),
        cmocka_unit_test(a_map_that_wraps_begins_nowhere),
        cmocka_unit_test(a_step_beyond_the_bound_is_refused),
        cmocka_unit_test(the_shortest_waves_do_not_grow),
        cmocka_unit_test(drying_leaves_nothing_in_the_air),
        cmocka_unit_test(maps_steer_it),
    };
    return cmocka_run_group_tests_name("pipes", tests, call_setup, call_teardown);
}
