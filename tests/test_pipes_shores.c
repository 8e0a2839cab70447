// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running water at the ends of a map: waves on shores, parts of a map with their halos, rivers handed over from one to the next;
// and heights that no land has.

#include "eroded.h"

/// Low ground that climbs 8 in 100 from the sea at 500 m and sinks 3 in 100 below it; and a cliff.
static double low_shore(double x, double y) { return (x > 501 ? 0.08 : 0.03) * (x - 501) + 0.0 * y; }
static double cliff(double x, double y) { return (x > 501 ? 3.0 : 0.3) * (x - 501) + 0.0 * y; }

static void waves_shape_low_shores(void **state) {
    (void)state;
    oro_grid low = map_of(200, 24, 5.0, false, low_shore), high = map_of(200, 24, 5.0, false, cliff);
    eroded e = erode(&low, NULL, "sea", "on", "beach", "100", "rain_rate", "0", "erosion_rate", "0", NULL);
    assert_sound(&e);
    assert_balanced(&e, 1e-7);
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, shore = 500.0 + 5.0 * 0.03 / 0.35; // between two samples
    for (int32_t i = 0; i < 200; i++) {
        double away = i * 5.0 - shore, z = (double)at(&e.result, i, 12);
        assert_true(away < 0 ? z < 0 : z >= 0); // the shoreline stays
        if (away > 2 && away < 48) assert_near(z, 0.05 * away, 0.02);
        if (away < 0) assert_near(z + (double)at(&e.water, i, 12), 0.0, 1e-4);
        if (away > -10 || away < -95) continue;
        double u = log(-away), v = log(-z);
        n++, x += u, y += v, xx += u * u, xy += u * v;
    }
    double exponent = (n * xy - x * y) / (n * xx - x * x), depth = exp((y - exponent * x) / n);
    print_message("below the sea: depth %.3f r^%.3f\n", depth, exponent);
    assert_near(exponent, 2.0 / 3.0, 0.05);
    assert_near(depth, 0.1, 0.02);
    drop_all(&e);
    e = erode(&high, NULL, "sea", "on", "beach", "100", "rain_rate", "0", "erosion_rate", "0", "talus", "89", NULL);
    for (int32_t i = 105; i < 200; i++) assert_near(at(&e.result, i, 12), at(&high, i, 12), 0.0);
    drop_all(&e);
    e = erode(&low, NULL, "sea", "on", "beach", "100", "rain_rate", "0", "erosion_rate", "0", "hardness", "1", NULL);
    assert_near(largest_difference(&e.result, &low), 0.0, 0.0);
    drop_all(&e);
    drop(&low), drop(&high);
}

/// A part of a map, with its place in the world.
static oro_grid part_of(const oro_grid *whole, int32_t x0, int32_t width) {
    oro_grid g = map_of(width, whole->height, whole->cell, false, rough);
    g.origin_x = whole->origin_x + x0 * whole->cell;
    for (int32_t y = 0; y < g.height; y++)
        memcpy(oro_row(&g, y), oro_row(whole, y) + x0, (size_t)width * sizeof(float));
    return g;
}

/// Water and load of one step know two samples on either side, sliding slopes one every ten steps; a run ends with 160 steps of
/// flushing; and the ground outside an edge follows 100 m of it. So after 20 steps the map beyond 2 (20 + 160) + 18 + 10 samples
/// from the cut is what it is in the whole map.
static void a_part_with_its_halo_is_the_same(void **state) {
    (void)state;
    enum { STEPS = 20, HALO = 2 * (STEPS + 160) + (STEPS + 160) / 10 + 10 };
    oro_grid whole = map_of(HALO + 300, 40, 10.0, false, rough), part = part_of(&whole, 200, HALO + 100);
    const char *steps = "cells=65536 steps=20";
    eroded a = erode(&whole, "alpine", "cascade", steps, "hollows", "empty", NULL);
    eroded b = erode(&part, "alpine", "cascade", steps, "hollows", "empty", NULL);
    // The part's right edge is the whole map's; its left edge lies in the middle of the land.
    int32_t same = 0;
    const oro_grid *of_whole[] = {&a.difference, &a.sediment, &a.velocity, &a.flow};
    const oro_grid *of_part[] = {&b.difference, &b.sediment, &b.velocity, &b.flow};
    for (int k = 0; k < 4; k++)
        for (int32_t y = 0; y < 40; y++)
            for (int32_t x = HALO; x < HALO + 100; x++) {
                float u = at(of_whole[k], x + 200, y), v = at(of_part[k], x, y);
                assert_memory_equal(&u, &v, sizeof u);
                same += u != 0.0f;
            }
    assert_true(same > 10000);
    assert_true(fabsf(at(&a.difference, 202, 20) - at(&b.difference, 2, 20)) > 1e-4f); // at the cut it is not
    drop_all(&a), drop_all(&b);
    drop(&whole), drop(&part);
}

/// A valley that runs to the east, with a rough bed.
static double long_valley(double x, double y) {
    return 300.0 - 0.05 * x + 0.15 * fabs(y - 320.0 + 40.0 * sin(0.004 * x)) + 2.0 * sin(0.05 * x) * sin(0.06 * y) + 20;
}

/// The lower half of a valley alone, once without the river from above and once with what the upper half hands over: the water
/// at the end, and as load the ground that the upper half lost, spread over the time of the run. (`sediment` is what is left in
/// the water after the flush, and too little.)
static void a_river_can_be_handed_over(void **state) {
    (void)state;
    enum { CUT = 96 };
    oro_grid whole = map_of(192, 64, 10.0, false, long_valley), lower = part_of(&whole, CUT, 192 - CUT);
    const char *steps = "cells=65536 steps=4000"; // until the rain has reached the end of the valley
    eroded all = erode(&whole, "alpine", "cascade", steps, NULL);
    double flow = 0.0, load = 0.0, place = 0.0, seconds = 4000 * 0.9 * whole.cell / sqrt(2.0 * 9.81 * 2.0);
    for (int32_t y = 0; y < 64; y++) {
        double q = (double)at(&all.flow, CUT - 1, y) * whole.cell;
        flow += q;
        place += q * y * whole.cell;
        for (int32_t x = 0; x < CUT; x++) load -= (double)at(&all.difference, x, y) * whole.cell * whole.cell / seconds;
    }
    char source[128];
    // A few samples inside the edge, over which it would leave again.
    snprintf(source, sizeof source, "x=%g y=%g radius=15 flow=%g load=%g", lower.origin_x + 50.0, place / flow, flow,
             load);
    double heights[2], rivers[2], river = 0.0;
    for (int32_t y = 0; y < 64; y++) river += (double)at(&all.flow, CUT + 40, y) * whole.cell;
    for (int with = 0; with < 2; with++) {
        eroded e = erode(&lower, "alpine", "cascade", steps, "sources", with ? source : "", NULL);
        assert_sound(&e);
        assert_balanced(&e, 1e-7);
        double sum = 0.0;
        for (int32_t x = 20; x < 192 - CUT; x++)
            for (int32_t y = 0; y < 64; y++) {
                double d = (double)at(&e.difference, x, y) - (double)at(&all.difference, x + CUT, y);
                sum += d * d;
            }
        heights[with] = sqrt(sum / (64.0 * (192 - CUT - 20)));
        rivers[with] = 0.0;
        for (int32_t y = 0; y < 64; y++) rivers[with] += (double)at(&e.flow, 40, y) * whole.cell;
        drop_all(&e);
    }
    print_message(
        "river handed over: %.0f m3/s with %.0f m3/s of load; heights differ by %.2f instead of %.2f m rms, and "
        "400 m on %.0f m3/s flow (%.0f without), in the whole valley %.0f\n",
        flow, load, heights[1], heights[0], rivers[1], rivers[0], river);
    assert_true(heights[1] < 0.85 * heights[0]);
    assert_near(rivers[1], river, 0.1 * river); // and it does not leave by the edge it came from
    drop_all(&all);
    drop(&whole), drop(&lower);
}

static double spike(double x, double y) { return x == 200.0 && y == 200.0 ? 1e6 : 0.0; }
static double sea_floor(double x, double y) { return -50.0 - 0.01 * x + 0.0 * y; }

static void extremes_are_survived(void **state) {
    (void)state;
    static const struct {
        map_fn *fn;
        int32_t side;
        const char *name, *value;
    } cases[] = {
        {flat, 41, "strength", "1"},       {spike, 41, "strength", "1"},   {sea_floor, 41, "sea", "on"},
        {rough, 2, "strength", "1"},       {rough, 41, "rain", "0"},       {rough, 41, "evaporation", "1"},
        {rough, 41, "hardness", "0"},      {rough, 41, "hardness", "1"},   {rough, 41, "rain_rate", "0.1"},
        {rough, 41, "erosion_rate", "10"}, {rough, 41, "exponent", "1.3"}, {rough, 41, "friction", "0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int closed = 0; closed < 2; closed++) {
            oro_grid in = map_of(cases[i].side, cases[i].side, 10.0, false, cases[i].fn);
            eroded e = erode(&in, NULL, cases[i].name, cases[i].value, "border", closed ? "closed" : "open", NULL);
            assert_sound(&e);
            assert_balanced(&e, 1e-5); // a spike of 1e6 m leaves a float 0.06 m to round to
            drop_all(&e);
            drop(&in);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_shape_low_shores),
        cmocka_unit_test(a_part_with_its_halo_is_the_same),
        cmocka_unit_test(a_river_can_be_handed_over),
        cmocka_unit_test(extremes_are_survived),
    };
    return cmocka_run_group_tests_name("pipes shores", tests, call_setup, call_teardown);
}
