// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Olsen's generators, filters and scores against what they promise: finer maps keep coarser points, moved maps show the same
// land, edges join, the exact search is exact; and playability against a slow and simple count.

#include "call.h"

static oro_grid world_of(int32_t size, double extent, double x, double y, bool wrap) {
    return (oro_grid){.width = size,
                      .height = size,
                      .cell = extent / (wrap ? size : size - 1),
                      .wrap = wrap,
                      .origin_x = x,
                      .origin_y = y};
}

/// Every other sample of the finer map is the coarser map.
static void a_finer_map_keeps_the_coarser_points(void **state) {
    (void)state;
    static const char *const ops[] = {"midpoint", "spectral", "voronoi"};
    for (int i = 0; i < 6; i++) {
        bool wrap = i % 2;
        const char *op = ops[i / 2], *extra = i / 2 == 2 ? "values" : "seed", *value = i / 2 == 2 ? "plain" : "9";
        if (i / 2 == 1)
            extra = "octaves", value = "5"; // octaves finer than a cell are left out, so the fewer map has all
        oro_grid coarse = generated(op, world_of(wrap ? 128 : 129, 4096, 0, 0, wrap), extra, value, NULL);
        oro_grid fine = generated(op, world_of(wrap ? 256 : 257, 4096, 0, 0, wrap), extra, value, NULL);
        for (int32_t y = 0; y < coarse.height; y++)
            for (int32_t x = 0; x < coarse.width; x++)
                assert_near(at(&fine, 2 * x, 2 * y), at(&coarse, x, y), i / 2 ? 1e-3 : 0.0);
        drop(&coarse);
        drop(&fine);
    }
}

static void a_moved_map_shows_the_same_land(void **state) {
    (void)state;
    static const char *const ops[] = {"midpoint", "spectral", "voronoi"};
    for (int i = 0; i < 3; i++) {
        const char *extra = i == 2 ? "values" : "seed", *value = i == 2 ? "plain" : "9";
        oro_grid here = generated(ops[i], world_of(129, 2048, 0, 0, false), extra, value, NULL);
        oro_grid there = generated(ops[i], world_of(129, 2048, 16 * 40, -16 * 24, false), extra, value, NULL);
        for (int32_t y = 0; y < 100; y++)
            for (int32_t x = 40; x < 129; x++) assert_near(at(&there, x - 40, y + 24), at(&here, x, y), i ? 1e-3 : 0.0);
        drop(&here);
        drop(&there);
    }
}

/// Any size: a map whose cells are no halving of the scale still passes near the same land.
static void odd_sizes_show_the_same_land(void **state) {
    (void)state;
    oro_grid even = generated("midpoint", world_of(257, 4096, 0, 0, false), NULL);
    oro_grid odd = generated("midpoint", world_of(301, 4096, 0, 0, false), NULL);
    double worst = 0.0;
    for (int32_t y = 0; y < 301; y++)
        for (int32_t x = 0; x < 301; x++)
            worst =
                fmax(worst, fabs((double)at(&odd, x, y) - (double)oro_grid_sample(&even, x * odd.cell, y * odd.cell)));
    assert_true(worst > 0.0 && worst < 0.04 * 512.0);
    drop(&even);
    drop(&odd);
}

/// Across the seam of a map that wraps the ground is no rougher than anywhere else.
static void edges_join(void **state) {
    (void)state;
    static const char *const ops[] = {"midpoint", "spectral", "voronoi"};
    for (int i = 0; i < 3; i++) {
        oro_grid g = generated(ops[i], world_of(250, 5000, 0, 0, true), NULL);
        oro_grid p = filtered("perturb", &g, "magnitude", "500", NULL);
        const oro_grid *maps[] = {&g, &p};
        for (int m = 0; m < 2; m++) {
            double inside = 0.0, seam = 0.0;
            for (int32_t y = 0; y < 250; y++)
                for (int32_t x = 0; x < 250; x++) {
                    double d = fabs((double)at(maps[m], x, y) - (double)at(maps[m], (x + 1) % 250, y));
                    if (x == 249)
                        seam = fmax(seam, d);
                    else
                        inside = fmax(inside, d);
                }
            assert_true(seam <= inside);
        }
        drop(&g);
        drop(&p);
    }
}

/// Nothing is nearer than what the exact search finds: more points to look at change nothing. The short search errs seldom.
static void the_exact_search_is_exact(void **state) {
    (void)state;
    oro_grid world = world_of(200, 20 * 300.0, 0, 0, true);
    oro_grid exact = generated("voronoi", world, "region", "300", "values", "plain", NULL);
    oro_grid wider = generated("voronoi", world, "region", "300", "values", "plain", "c4", "1e-20", NULL);
    oro_grid brief = generated("voronoi", world, "region", "300", "values", "plain", "search", "olsen", NULL);
    int wrong = 0;
    for (int32_t n = 0; n < 200 * 200; n++) {
        assert_near(at(&wider, n % 200, n / 200), at(&exact, n % 200, n / 200), 1e-3);
        wrong += fabs((double)at(&brief, n % 200, n / 200) - (double)at(&exact, n % 200, n / 200)) > 1e-3;
    }
    assert_true(wrong < 200 * 200 / 50);
    drop(&exact), drop(&wider), drop(&brief);
}

static void hills_can_be_left_out(void **state) {
    (void)state;
    oro_grid result = world_of(256, 256 * 16.0, 0, 0, true), domains = {0};
    call c = begin("voronoi");
    set(&c, "region", "128");
    set(&c, "coverage", "0.25");
    set(&c, "offset", "50");
    wire(&c, "result", &result);
    wire(&c, "domains", &domains);
    run(&c);
    double covered = 0.0;
    for (int32_t n = 0; n < 256 * 256; n++) {
        float d = at(&domains, n % 256, n / 256), h = at(&result, n % 256, n / 256);
        covered += (double)d / (256 * 256);
        assert_true((d == 0.0f || d == 1.0f) && h >= 0.0f && h <= 462.001f);
        if (d == 0.0f) assert_true(h == 0.0f);
    }
    assert_true(fabs(covered - 0.25) < 0.05);
    drop(&result), drop(&domains);
}

static void filters_at_their_ends(void **state) {
    (void)state;
    oro_grid g = map_of(80, 60, 20.0, false, hills);
    oro_grid same = filtered("perturb", &g, "magnitude", "0", NULL);
    assert_near(largest_difference(&g, &same), 0.0, 0.0);
    oro_grid land = filtered("island", &g, "radius", "500", "coast", "100", "roughness", "0", "floor", "-30", NULL);
    assert_near(at(&land, 40, 30), at(&g, 40, 30), 1e-3);
    assert_near(at(&land, 0, 0), -30.0, 0.0);
    drop(&g), drop(&same), drop(&land);
}

// --- playability ------------------------------------------------------------------------------------------------------

typedef struct judged {
    oro_grid maps[4]; ///< accessible, units, flat, buildings
    double values[4]; ///< erosion, unit, building, suitability
} judged;

static judged judge(oro_grid *g, const char *unit, const char *building) {
    static const char *const maps[] = {"accessible", "units", "flat", "buildings"};
    static const char *const values[] = {"erosion", "unit", "building", "suitability"};
    judged j = {0};
    call c = begin("playability");
    set(&c, "unit_size", unit);
    set(&c, "building_size", building);
    wire(&c, "height", g);
    for (int k = 0; k < 4; k++) {
        wire(&c, maps[k], &j.maps[k]);
        *(double **)oro_arg_at(row_of(&c, values[k]), c.args) = &j.values[k];
    }
    run(&c);
    return j;
}

static void drop_judged(judged *j) {
    for (int k = 0; k < 4; k++) drop(&j->maps[k]);
}

enum { W = 70, H = 50 };

static bool square_free(const bool *map, int x, int y, int side) {
    for (int j = y; j < y + side; j++)
        for (int i = x; i < x + side; i++)
            if (i >= W || j >= H || !map[j * W + i]) return false;
    return true;
}

/// Lays a square at every place that `corner` marks.
static void lay(const bool *corner, int side, bool *out) {
    memset(out, 0, W * H);
    for (int n = 0; n < W * H; n++)
        for (int k = 0; corner[n] && k < side * side; k++) out[(n / W + k / side) * W + n % W + k % side] = true;
}

/// The largest part connected by steps: fills again and again.
static void largest(bool *map) {
    static int label[W * H], stack[W * H];
    int best = 0, best_size = 0;
    memset(label, 0, sizeof label);
    for (int n = 0, next = 1; n < W * H; n++) {
        if (!map[n] || label[n]) continue;
        int size = 0, top = 0;
        stack[top++] = n, label[n] = next;
        while (top) {
            int at_ = stack[--top], x = at_ % W, y = at_ / W;
            size++;
            const int steps[] = {x > 0 ? at_ - 1 : -1, x < W - 1 ? at_ + 1 : -1, y > 0 ? at_ - W : -1,
                                 y < H - 1 ? at_ + W : -1};
            for (int k = 0; k < 4; k++)
                if (steps[k] >= 0 && map[steps[k]] && !label[steps[k]]) label[steps[k]] = next, stack[top++] = steps[k];
        }
        if (size > best_size) best = next, best_size = size;
        next++;
    }
    for (int n = 0; n < W * H; n++) map[n] = map[n] && label[n] == best;
}

static void playability_agrees_with_a_slow_count(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 4}, {3, 5}, {6, 2}, {60, 1}, {1, 60}};
    for (int i = 0; i < 6; i++) {
        oro_grid g = map_of(W, H, 20.0, false, hills);
        char unit[16], building[16];
        snprintf(unit, sizeof unit, "%d", 20 * sizes[i][0]);
        snprintf(building, sizeof building, "%d", 20 * sizes[i][1]);
        judged j = judge(&g, unit, building);
        static bool ground[W * H], corners[W * H], units[W * H], free_[W * H], built[W * H];
        for (int n = 0; n < W * H; n++) ground[n] = at(&j.maps[0], n % W, n / W) > 0.5f;
        for (int n = 0; n < W * H; n++) corners[n] = square_free(ground, n % W, n / W, sizes[i][0]);
        largest(corners);
        lay(corners, sizes[i][0], units);
        for (int n = 0; n < W * H; n++) free_[n] = units[n] && at(&j.maps[2], n % W, n / W) > 0.5f;
        for (int n = 0; n < W * H; n++) corners[n] = square_free(free_, n % W, n / W, sizes[i][1]);
        lay(corners, sizes[i][1], built);
        int unit_count = 0, built_count = 0;
        for (int n = 0; n < W * H; n++) {
            assert_true(at(&j.maps[1], n % W, n / W) == (float)units[n]);
            assert_true(at(&j.maps[3], n % W, n / W) == (float)built[n]);
            unit_count += units[n], built_count += built[n];
        }
        assert_near(j.values[1], (double)unit_count / (W * H), 1e-12);
        assert_near(j.values[2], (double)built_count / (W * H), 1e-12);
        assert_near(j.values[3], j.values[0] * j.values[1] * j.values[2], 1e-12);
        drop_judged(&j);
        drop(&g);
    }
}

static double level_ground(double x, double y) { return 100.0 + 0.0 * (x + y); }
static double holed(double x, double y) { return x < 300.0 && y < 300.0 ? (double)NAN : hills(x, y); }
static double nothing(double x, double y) { return (double)NAN + x + y; }

static void odd_maps_get_a_clear_answer(void **state) {
    (void)state;
    static const struct {
        int32_t width, height;
        map_fn *fn;
        double unit, building;
    } maps[] = {
        {40, 30, level_ground, 1, 1}, {1, 1, level_ground, 1, 0}, {3, 1, level_ground, 1, 0}, {20, 20, nothing, 0, 0}};
    for (int i = 0; i < 4; i++) {
        oro_grid g = map_of(maps[i].width, maps[i].height, 16.0, false, maps[i].fn);
        judged j = judge(&g, "16", "144");
        assert_near(j.values[0], 0.0, 0.0); // nothing slopes
        assert_near(j.values[1], maps[i].unit, 0.0);
        assert_near(j.values[2], maps[i].building, 0.0);
        assert_near(j.values[3], 0.0, 0.0);
        drop_judged(&j);
        drop(&g);
    }
    oro_grid g = map_of(60, 60, 20.0, false, holed);
    judged j = judge(&g, "20", "40");
    assert_true(j.values[0] > 0.0 && isfinite(j.values[0]));
    for (int32_t y = 0; y < 15; y++)
        for (int32_t x = 0; x < 15; x++) assert_near(at(&j.maps[0], x, y), 0.0, 0.0);
    drop_judged(&j);
    drop(&g);
}

static double sea_beside_land(double x, double y) { return (x < 700.0 ? -50.0 : 20.0) + 0.001 * y; }

/// The floor of the sea is wider than the land, and yet units walk on land where the sea is out of bounds.
static void units_stay_out_of_the_sea(void **state) {
    (void)state;
    oro_grid g = map_of(64, 64, 16.0, false, sea_beside_land), units = {0};
    for (int dry = 0; dry < 2; dry++) {
        double unit = -1.0;
        call c = begin("playability");
        if (dry) set(&c, "lowest", "0");
        wire(&c, "height", &g);
        wire(&c, "units", &units);
        *(double **)oro_arg_at(row_of(&c, "unit"), c.args) = &unit;
        run(&c);
        for (int32_t y = 0; y < 64; y++)
            for (int32_t x = 0; x < 64; x++) assert_true(at(&units, x, y) == (dry ? x >= 45 : x < 43 ? 1.0f : 0.0f));
        assert_near(unit, dry ? 19.0 / 20.0 : 43.0 / 64.0, 1e-9); // of the land: 20 columns, and the first is a cliff
        drop(&units);
    }
    drop(&g);
}

/// Rounded steps, wide enough for 129 samples of eight kilometres.
static double steps(double x, double y) {
    double h = 0.9 * hills(0.025 * x, 0.025 * y);
    return h + 57.0 / (2.0 * M_PI) * sin(2.0 * M_PI * h / 60.0);
}

/// The same, rougher than any of the maps shows.
static double rough_steps(double x, double y) { return steps(x, y) + 3.0 * sin(0.12 * x + 0.05 * y) * cos(0.09 * y); }

static void score_three(oro_grid *g, const char *grain, double *three) {
    static const char *const names[] = {"erosion", "unit", "building"};
    double spacing;
    call c = begin("playability");
    wire(&c, "height", g);
    set(&c, "grain", grain);
    for (int k = 0; k < 3; k++) *(double **)oro_arg_at(row_of(&c, names[k]), c.args) = &three[k];
    *(double **)oro_arg_at(row_of(&c, "spacing"), c.args) = &spacing;
    run(&c);
    assert_near(spacing, atof(grain) > g->cell ? atof(grain) : g->cell, 1e-9);
    print_message("%4d samples, grain %s: erosion %.3f unit %.3f building %.3f\n", g->width, grain, three[0], three[1],
                  three[2]);
}

/// One land with 129 to 1025 samples scores the same at a grain that all of them have: within 0.01 where the coarser maps are
/// averages of the finest, within 0.05 where they are samples of it. Between their own samples they do not, so the test can fail.
static void a_land_scores_the_same_at_any_resolution(void **state) {
    (void)state;
    static const char *const sizes[] = {"129", "257", "513", "1025"};
    double averaged[4][3], sampled[4][3], own[4][3], apart[3] = {0};
    oro_grid finest = map_of(1025, 1025, 8.0, false, rough_steps);
    for (int i = 0; i < 4; i++) {
        oro_grid average = filtered("resample", &finest, "samples", sizes[i], NULL);
        oro_grid sample = map_of(average.width, average.width, average.cell, false, steps);
        score_three(&average, "64", averaged[i]);
        score_three(&average, "0", own[i]);
        score_three(&sample, "64", sampled[i]);
        for (int k = 0; k < 3; k++) {
            apart[0] = fmax(apart[0], fabs(averaged[i][k] - averaged[0][k]));
            apart[1] = fmax(apart[1], fabs(sampled[i][k] - sampled[0][k]));
            apart[2] = fmax(apart[2], fabs(own[i][k] - own[0][k]));
        }
        drop(&average), drop(&sample);
    }
    drop(&finest);
    assert_true(averaged[0][2] > 0.05 && averaged[0][1] < 1.0);
    assert_true(apart[0] < 0.01 && apart[1] < 0.05 && apart[2] > 0.1);
}

/// What is found at a grain is laid on the map's own samples.
static void maps_of_another_grain_have_the_shape_of_the_map(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid g = map_of(96, 64, 4.0, wrap, hills), units = {0}, coarse_units = {0};
        oro_grid coarse = filtered("resample", &g, "by", "cell", "cell", "16", NULL);
        double fine_score, coarse_score;
        for (int i = 0; i < 2; i++) {
            call c = begin("playability");
            set(&c, "unit_size", "48");
            set(&c, "unit_slope", "70");
            wire(&c, "height", i ? &coarse : &g);
            wire(&c, "units", i ? &coarse_units : &units);
            *(double **)oro_arg_at(row_of(&c, "unit"), c.args) = i ? &coarse_score : &fine_score;
            run(&c);
        }
        assert_near(fine_score, coarse_score, 0.0);
        assert_true(units.width == 96 && units.height == 64 && fine_score > 0.0);
        for (int32_t y = 0; y < coarse.height; y++)
            for (int32_t x = 0; x < coarse.width; x++) assert_true(at(&units, 4 * x, 4 * y) == at(&coarse_units, x, y));
        drop(&g), drop(&units), drop(&coarse), drop(&coarse_units);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_land_scores_the_same_at_any_resolution),
        cmocka_unit_test(maps_of_another_grain_have_the_shape_of_the_map),
        cmocka_unit_test(units_stay_out_of_the_sea),
        cmocka_unit_test(a_finer_map_keeps_the_coarser_points),
        cmocka_unit_test(a_moved_map_shows_the_same_land),
        cmocka_unit_test(odd_sizes_show_the_same_land),
        cmocka_unit_test(edges_join),
        cmocka_unit_test(the_exact_search_is_exact),
        cmocka_unit_test(hills_can_be_left_out),
        cmocka_unit_test(filters_at_their_ends),
        cmocka_unit_test(playability_agrees_with_a_slow_count),
        cmocka_unit_test(odd_maps_get_a_clear_answer),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
