// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of erosion by running water: mass, positivity, still water, symmetry, the stability bound; that it carves channels
// (measured so that smoothing fails); that a finer map shows the same rivers; and extremes.

#include "call.h"

/// Everything one run gives.
typedef struct eroded {
    oro_grid result, difference, water, sediment, velocity, flow;
    double moved, deposited, exported;
} eroded;

static void wire_outputs(call *c, eroded *e) {
    *e = (eroded){0};
    wire(c, "result", &e->result);
    wire(c, "difference", &e->difference);
    wire(c, "water", &e->water);
    wire(c, "sediment", &e->sediment);
    wire(c, "velocity", &e->velocity);
    wire(c, "flow", &e->flow);
    *(double **)oro_arg_at(row_of(c, "moved"), c->args) = &e->moved;
    *(double **)oro_arg_at(row_of(c, "deposited"), c->args) = &e->deposited;
    *(double **)oro_arg_at(row_of(c, "exported"), c->args) = &e->exported;
}

/// Erodes with `preset` (NULL: none) and pairs of name and text, ending with NULL.
static eroded erode(const oro_grid *in, const char *preset, ...) {
    call c = begin("pipes");
    eroded e;
    if (preset) assert_int_equal(oro_args_preset(ctx, c.op, c.args, preset, "preset"), ORO_OK);
    va_list list;
    va_start(list, preset);
    const char *name;
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire(&c, "height", (oro_grid *)in);
    wire_outputs(&c, &e);
    run(&c);
    return e;
}

static void drop_all(eroded *e) {
    drop(&e->result), drop(&e->difference), drop(&e->water), drop(&e->sediment), drop(&e->velocity), drop(&e->flow);
}

static double sum_of(const oro_grid *g) {
    double sum = 0.0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)at(g, x, y);
    return sum;
}

static void assert_sound(const eroded *e) {
    const oro_grid *all[] = {&e->result, &e->difference, &e->water, &e->sediment, &e->velocity, &e->flow};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        oro_extremes x = oro_grid_extremes(all[i]);
        assert_int_equal(x.not_finite, 0);
        if (i >= 2) assert_true(x.min >= 0.0f);
    }
}

/// What was lowered is what was raised elsewhere and what left.
static void assert_balanced(const eroded *e, double allowed) {
    double gap = fabs(e->moved - e->deposited - e->exported);
    if (!(gap <= allowed * e->moved + 1e-3)) fail_msg("%g of %g m3 moved are missing", gap, e->moved);
}

/// In steps of 1/512 m, so that 4000 m more change no difference.
static double rough(double x, double y) { return floor(512.0 * hills(x, y)) / 512.0; }
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
static double flat(double x, double y) { return 0.0 * x * y; }

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

// --- channels ---------------------------------------------------------------------------------------------------------

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

// --- shores and seams -------------------------------------------------------------------------------------------------

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
        cmocka_unit_test(mass_stays_on_a_closed_map),
        cmocka_unit_test(the_ledger_of_an_open_map_closes),
        cmocka_unit_test(still_water_stays_still),
        cmocka_unit_test(water_spreads_alike_in_all_directions),
        cmocka_unit_test(a_map_that_wraps_begins_nowhere),
        cmocka_unit_test(a_step_beyond_the_bound_is_refused),
        cmocka_unit_test(the_shortest_waves_do_not_grow),
        cmocka_unit_test(drying_leaves_nothing_in_the_air),
        cmocka_unit_test(maps_steer_it),
        cmocka_unit_test(water_carves_and_smoothing_does_not),
        cmocka_unit_test(fans_lie_below_the_break_of_slope),
        cmocka_unit_test(a_finer_map_shows_the_same_rivers),
        cmocka_unit_test(waves_shape_low_shores),
        cmocka_unit_test(a_part_with_its_halo_is_the_same),
        cmocka_unit_test(a_river_can_be_handed_over),
        cmocka_unit_test(extremes_are_survived),
    };
    return cmocka_run_group_tests_name("pipes", tests, call_setup, call_teardown);
}
