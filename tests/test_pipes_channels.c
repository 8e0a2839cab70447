// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running water carves channels (measured so that smoothing fails), lays fans below a break of slope, and a finer map shows the
// same rivers.

#include "eroded.h"

enum { SIDE = 193 };
static const double CELL = 2000.0 / (SIDE - 1);

/// The surface without hollows (Planchon and Darboux 2001): down from above, by sweeps in four directions until all is settled.
static void fill(const oro_grid *in, float *level) {
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        int32_t x = i % SIDE, y = i / SIDE;
        level[i] = x && y && x < SIDE - 1 && y < SIDE - 1 ? 1e9f : at(in, x, y);
    }
    for (int round = 0, changed = 1; changed && round < 400; round++) {
        changed = 0;
        for (int32_t n = 0; n < SIDE * SIDE; n++) {
            int32_t i = round & 1 ? SIDE * SIDE - 1 - n : n, x = i % SIDE, y = i / SIDE;
            if (round & 2) i = x * SIDE + y, x = i % SIDE, y = i / SIDE;
            if (!x || !y || x == SIDE - 1 || y == SIDE - 1) continue;
            float low = level[i];
            for (int k = 0; k < 9; k++) {
                float v = level[i + (k / 3 - 1) * SIDE + k % 3 - 1] + 1e-4f;
                low = v < low ? v : low;
            }
            float ground = at(in, x, y);
            low = low > ground ? low : ground;
            if (low < level[i]) level[i] = low, changed = 1;
        }
    }
}

typedef struct signs {
    double valley;  ///< m that the deepest 3 % of places lie below the mean of the ring 64 m around them
    double pits;    ///< part of the area in hollows
    double gathers; ///< part of the water that leaves by the hundredth of places with most of it
    double concave; ///< part of long ways down that are steeper in their upper half
    double steady;  ///< theta in slope = k area^-theta, over places that drain more than 3 ha
} signs;

static int compare_floats(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double ring_drop(const oro_grid *g, int32_t x, int32_t y) {
    double sum = 0.0;
    for (int k = 0; k < 16; k++) {
        double a = k * 0.392699081698724;
        int32_t nx = x + (int32_t)lround(64.0 / CELL * cos(a)), ny = y + (int32_t)lround(64.0 / CELL * sin(a));
        sum += (double)at(g, nx, ny);
    }
    return sum / 16.0 - (double)at(g, x, y);
}

static signs read_signs(const oro_grid *g) {
    static float level[SIDE * SIDE], area[SIDE * SIDE], sorted[SIDE * SIDE];
    static int32_t order[SIDE * SIDE], to[SIDE * SIDE];
    signs s = {0};
    fill(g, level);
    int32_t margin = (int32_t)(64.0 / CELL) + 2, count = 0;
    for (int32_t y = margin; y < SIDE - margin; y++)
        for (int32_t x = margin; x < SIDE - margin; x++) sorted[count++] = (float)ring_drop(g, x, y);
    qsort(sorted, (size_t)count, sizeof(float), compare_floats);
    for (int32_t i = count - count * 3 / 100; i < count; i++) s.valley += (double)sorted[i] / (count * 3 / 100);
    // Steepest ways down the filled surface, and the area above each place.
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        int32_t x = i % SIDE, y = i / SIDE;
        s.pits += (double)(level[i] - at(g, x, y) > 0.1f) / (SIDE * SIDE);
        area[i] = 1.0f;
        to[i] = -1;
        double best = 0.0;
        for (int k = 0; k < 9 && x && y && x < SIDE - 1 && y < SIDE - 1; k++) {
            int32_t j = i + (k / 3 - 1) * SIDE + k % 3 - 1;
            double fall = (double)(level[i] - level[j]) / (k % 2 ? 1.0 : 1.41421356);
            if (fall > best) best = fall, to[i] = j;
        }
        order[i] = i;
        sorted[i] = level[i];
    }
    for (int32_t gap = SIDE * SIDE / 2; gap; gap /= 2) // from the highest down
        for (int32_t i = gap; i < SIDE * SIDE; i++)
            for (int32_t j = i - gap, v; j >= 0 && level[order[j]] < level[order[j + gap]]; j -= gap)
                v = order[j], order[j] = order[j + gap], order[j + gap] = v;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        if (to[order[i]] >= 0) area[to[order[i]]] += area[order[i]];
    double all = 0.0, most = 0.0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) sorted[i] = area[i], all += (double)area[i];
    qsort(sorted, SIDE * SIDE, sizeof(float), compare_floats);
    for (int32_t i = SIDE * SIDE - SIDE * SIDE / 100; i < SIDE * SIDE; i++) most += (double)sorted[i];
    s.gathers = most / all;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        double hectares = (double)area[i] * CELL * CELL / 1e4;
        int32_t down = i;
        for (int k = 0; k < 4 && to[down] >= 0; k++) down = to[down]; // the slope of a reach, not of a step
        double fall = (double)(level[i] - level[down]);
        if (hectares < 3.0 || fall < 0.05) continue;
        double u = log(hectares), v = log(fall);
        n++, x += u, y += v, xx += u * u, xy += u * v;
    }
    s.steady = n > 2 ? -(n * xy - x * y) / (n * xx - x * x) : 0.0;
    int32_t ways = 0, hollow = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i += 37) {
        static int32_t way[SIDE * SIDE];
        int32_t length = 0;
        for (int32_t j = i; j >= 0 && length < SIDE * SIDE; j = to[j]) way[length++] = j;
        if (length < 50) continue;
        ways++;
        hollow += (double)level[way[length / 2]] < 0.5 * ((double)level[way[0]] + (double)level[way[length - 1]]);
    }
    s.concave = ways ? (double)hollow / ways : 0.0;
    return s;
}

/// Valleys deeper than they were, almost no hollows, rivers that gather the water, profiles that flatten downstream.
static bool is_carved(signs before, signs after, const char *what) {
    print_message("%-10s valleys %.1f m, hollows %.1f %%, the largest hundredth carries %.0f %%, concave %.0f %%, "
                  "slope falls as area^-%.2f\n",
                  what, after.valley, 100 * after.pits, 100 * after.gathers, 100 * after.concave, after.steady);
    return after.valley > 1.1 * before.valley && after.pits < 0.02 && after.gathers > 0.4 && after.concave > 0.6;
}

static double rms_of(const oro_grid *a, const oro_grid *b) {
    double sum = 0.0;
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            double d = (double)at(a, x, y) - (double)at(b, x, y);
            sum += d * d;
        }
    return sqrt(sum / ((double)a->width * a->height));
}

static void add_signs(signs *sum, signs one, double part) {
    sum->valley += part * one.valley, sum->pits += part * one.pits, sum->gathers += part * one.gathers;
    sum->concave += part * one.concave, sum->steady += part * one.steady;
}

/// The blur that changes land as much as erosion did (its change grows with the radius).
static oro_grid as_blurred(const oro_grid *land, double change) {
    double lo = 1.0, hi = 1500.0;
    oro_grid soft = {0};
    for (int i = 0; i < 12; i++) {
        char radius[32];
        drop(&soft);
        snprintf(radius, sizeof radius, "%.3f", 0.5 * (lo + hi));
        soft = filtered("blur", land, "radius", radius, NULL);
        *(rms_of(&soft, land) < change ? &lo : &hi) = 0.5 * (lo + hi);
    }
    return soft;
}

/// Means over three lands: erosion, a blur that changes as much, and slopes that slide as far as they will.
static void water_carves_and_smoothing_does_not(void **state) {
    (void)state;
    static const char *const seeds[] = {"3", "4", "5"};
    signs before = {0}, carved = {0}, blurred = {0}, slid = {0};
    for (int i = 0; i < 3; i++) {
        oro_grid world = {.width = SIDE, .height = SIDE, .cell = CELL};
        oro_grid land = generated("noise", world, "scale", "1000", "amplitude", "200", "octaves", "8", "gain", "0.45",
                                  "damping", "0", "lowland", "0", "seed", seeds[i], NULL);
        eroded e = erode(&land, "alpine", NULL);
        oro_grid soft = as_blurred(&land, rms_of(&e.result, &land));
        eroded t = erode(&land, NULL, "rain_rate", "0", "erosion_rate", "0", "talus", "15", NULL);
        add_signs(&before, read_signs(&land), 1.0 / 3.0);
        add_signs(&carved, read_signs(&e.result), 1.0 / 3.0);
        add_signs(&blurred, read_signs(&soft), 1.0 / 3.0);
        add_signs(&slid, read_signs(&t.result), 1.0 / 3.0);
        drop_all(&e), drop_all(&t);
        drop(&land), drop(&soft);
    }
    assert_false(is_carved(before, before, "untouched"));
    assert_true(is_carved(before, carved, "alpine"));
    assert_false(is_carved(before, blurred, "blur"));
    assert_false(is_carved(before, slid, "thermal"));
}

static double front(double x, double y) {
    double height = y < 700 ? 300.0 : y < 900 ? 300.0 * (900 - y) / 200.0 : 0.0;
    return height + 0.012 * (2000.0 - y) + 6.0 * sin(0.021 * x + 0.3 * sin(0.017 * y)) +
           3.0 * sin(0.07 * x) * cos(0.06 * y);
}

static void fans_lie_below_the_break_of_slope(void **state) {
    (void)state;
    oro_grid in = map_of(128, 128, 2000.0 / 127, false, front);
    eroded e = erode(&in, "fans", "duration", "60", NULL);
    double above = 0.0, below = 0.0;
    for (int32_t y = 0; y < 128; y++)
        for (int32_t x = 8; x < 120; x++) {
            double raised = fmax((double)at(&e.difference, x, y), 0.0), north = y * in.cell;
            if (north < 850) above += raised / 850.0;
            if (north > 850 && north < 1700) below += raised / 850.0;
        }
    assert_true(below > 3.0 * above && below > 0.0);
    drop_all(&e);
    drop(&in);
}

static oro_grid smoothed_flow(const char *preset, int32_t side) {
    oro_grid world = {.width = side, .height = side, .cell = 2000.0 / (side - 1)};
    oro_grid land = generated("noise", world, "scale", "1000", "amplitude", "200", "octaves", "8", "gain", "0.5",
                              "damping", "0", "lowland", "0", "seed", "3", NULL);
    eroded e = erode(&land, preset, NULL);
    for (int32_t n = 0; n < side * side; n++)
        oro_row(&e.flow, n / side)[n % side] = sqrtf(at(&e.flow, n % side, n / side));
    oro_grid flow = filtered("blur", &e.flow, "radius", "40", NULL);
    drop_all(&e);
    drop(&land);
    return flow;
}

/// Correlation of maps of which the second has twice the samples.
static double correlation_of(const oro_grid *coarse, const oro_grid *fine) {
    double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (int32_t y = 0; y < coarse->height; y++)
        for (int32_t x = 0; x < coarse->width; x++) {
            double u = (double)at(coarse, x, y), v = (double)at(fine, 2 * x, 2 * y);
            n++, a += u, b += v, aa += u * u, bb += v * v, ab += u * v;
        }
    return (n * ab - a * b) / sqrt((n * aa - a * a) * (n * bb - b * b));
}

static void a_finer_map_shows_the_same_rivers(void **state) {
    (void)state;
    static const struct {
        const char *preset;
        int32_t side;
        double least;
    } cases[] = {{"alpine", 193, 0.97}, {"fans", 193, 0.97}, {"canyon", 193, 0.97}, {"alpine", 513, 0.97}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t side = cases[i].side, finer = 2 * side - 1;
        oro_grid a = smoothed_flow(cases[i].preset, side), b = smoothed_flow(cases[i].preset, finer);
        double same = correlation_of(&a, &b);
        print_message("flow of %s at %d and %d samples: correlation %.3f\n", cases[i].preset, side, finer, same);
        assert_true(same > cases[i].least);
        drop(&a), drop(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_carves_and_smoothing_does_not),
        cmocka_unit_test(fans_lie_below_the_break_of_slope),
        cmocka_unit_test(a_finer_map_shows_the_same_rivers),
    };
    return cmocka_run_group_tests_name("pipes channels", tests, call_setup, call_teardown);
}
