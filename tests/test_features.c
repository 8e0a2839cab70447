// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rules of splines: priorities, levels, what is not said; and scenes made to break the diffusion.

#include "sketch.h"
#include "solve/spline_table.h"

// --- rules of splines -------------------------------------------------------------------------------------------------

static void the_higher_priority_holds(void **state) {
    (void)state;
    const char *two = "points=[x=0 y=500 z=10; x=1000 y=500 z=10] meta=[u=0 radius=30] priority=%d;"
                      "points=[x=500 y=0 z=90; x=500 y=1000 z=90] meta=[u=0 radius=30]";
    for (int priority = -1; priority <= 1; priority++) {
        char text[512];
        snprintf(text, sizeof text, two, priority);
        sketch s = draw(square(101, 1000), text, NULL);
        assert_near(at(&s.height, 50, 50), priority < 0 ? 90.0 : priority > 0 ? 10.0 : 50.0, 1e-3);
        assert_near(at(&s.height, 20, 50), 10.0, 1e-3);
        rub_out(&s);
    }
}

static void levels_decide_where_a_spline_acts(void **state) {
    (void)state;
    oro_spline s = {.from = 4, .to = 9, .parameters_from = 6, .parameters_to = -1};
    oro_level_gap gap = {6, 7};
    assert_true(oro_spline_on_level(&s, 4, 9) && oro_spline_on_level(&s, 9, 9) && !oro_spline_on_level(&s, 3, 9));
    assert_true(oro_spline_sets_level(&s, 6, 9) && !oro_spline_sets_level(&s, 5, 9));
    s.gaps = (oro_records){&gap, 1};
    assert_true(!oro_spline_on_level(&s, 6, 9) && !oro_spline_on_level(&s, 7, 9) && oro_spline_on_level(&s, 8, 9));
    s = (oro_spline){.from = 10, .to = 12, .parameters_from = -1, .parameters_to = -1};
    assert_true(oro_spline_on_level(&s, 8, 8) && !oro_spline_on_level(&s, 7, 8)); // in a preview it acts on the finest
}

/// Beyond its own strip a road cut on the finest levels leaves the land alone; the same spline on all levels does not.
static void fine_levels_reach_less_far(void **state) {
    (void)state;
    const char *hill = "from=2 to=99 points=[x=0 y=2000 z=100; x=4000 y=2000 z=100]; to=99 from=%d points=[x=2000 "
                       "y=0 z=300; x=2000 y=1500 z=300]";
    char text[512];
    double far[2];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, hill, i ? 8 : 2);
        sketch s = draw(square(513, 4000), text, NULL);
        far[i] = (double)oro_grid_sample(&s.height, 2600, 700);
        assert_near(oro_grid_sample(&s.height, 2000, 700), 300.0, 2.0);
        rub_out(&s);
    }
    assert_true(far[0] > 180.0 && fabs(far[1] - 100.0) < 1.0);
}

static void what_is_not_said_is_not_held(void **state) {
    (void)state;
    const char *two = "points=[x=100 y=100 z=0; x=100 y=900 z=0] meta=[u=0 amplitude=0.25];"
                      "points=[x=900 y=100 z=0; x=900 y=900 z=0] meta=[u=0 radius=10]";
    sketch s = draw(square(101, 1000), two, "all", NULL);
    oro_extremes e = oro_grid_extremes(&s.amplitude);
    assert_near(e.min, 0.25, 1e-5);
    assert_near(e.max, 0.25, 1e-5);
    assert_near(at(&s.alpha, 90, 50), 0.0, 1e-6); // but it does hold the height
    assert_near(at(&s.alpha, 50, 50), 1.0, 0.0);
    rub_out(&s);
}

/// A spline of parameters only leaves every height as it is, and is there in the parameters.
static void painted_regions_have_no_height(void **state) {
    (void)state;
    const char *ridge = "points=[x=100 y=500 z=200; x=900 y=450 z=260] meta=[u=0 amplitude=0.5]";
    const char *both = "points=[x=100 y=500 z=200; x=900 y=450 z=260] meta=[u=0 amplitude=0.5];"
                       "parameters_only=on points=[x=300 y=800 z=-999; x=700 y=800 z=-999] meta=[u=0 radius=60 left=90 "
                       "left_rise=50 right=90 right_rise=50 amplitude=2]";
    sketch a = draw(square(129, 1000), ridge, "all", NULL), b = draw(square(129, 1000), both, "all", NULL);
    assert_true(largest_difference(&a.height, &b.height) == 0.0 && largest_difference(&a.alpha, &b.alpha) == 0.0);
    assert_near(oro_grid_sample(&b.amplitude, 500, 800), 2.0, 1e-5);
    assert_near(oro_grid_sample(&b.amplitude, 500, 480), 0.5, 0.05);
    rub_out(&a);
    rub_out(&b);
}

/// Leaving out the coarse levels by a gap is to begin on fine ones.
static void a_gap_is_as_if_it_began_later(void **state) {
    (void)state;
    const char *land = "points=[x=0 y=900 z=100; x=1000 y=900 z=100];";
    char with_gap[400], later[400];
    snprintf(with_gap, sizeof with_gap,
             "%s points=[x=200 y=300 z=240; x=800 y=350 z=280] meta=[u=0 radius=20] gaps=[from=2 to=3; from=4 to=5]",
             land);
    snprintf(later, sizeof later, "%s from=6 points=[x=200 y=300 z=240; x=800 y=350 z=280] meta=[u=0 radius=20]", land);
    sketch a = draw(square(129, 1000), with_gap, NULL), b = draw(square(129, 1000), later, NULL);
    assert_true(largest_difference(&a.height, &b.height) == 0.0);
    assert_near(oro_grid_sample(&a.height, 500, 325), 260.0, 1.0);
    rub_out(&a);
    rub_out(&b);
}

static void wire_levels(call *c, const char *name, oro_pyramid *p) {
    *p = (oro_pyramid){0};
    *(oro_pyramid **)oro_arg_at(row_of(c, name), c->args) = p;
}

/// Each output on every level: the same ground in cells of its longer side over 2^n, the last one the map itself.
static void every_level_comes_as_a_pyramid(void **state) {
    (void)state;
    call c = begin("diffuse");
    oro_grid height = {.width = 129, .height = 97, .cell = 10.0, .origin_x = 400.0}, user = height, normal = height;
    oro_pyramid heights, alphas, users, unsaid_ones, normals, amplitudes;
    set(&c, "splines",
        "points=[x=400 y=480 z=50; x=1680 y=480 z=50] meta=[u=0 user_3=-4; u=1 user_3=8];"
        "from=5 points=[x=720 y=160 z=300; x=1360 y=160 z=300] meta=[u=0 amplitude=3]");
    wire(&c, "height", &height), wire(&c, "user_3", &user), wire(&c, "normal_x", &normal);
    wire_levels(&c, "height_levels", &heights), wire_levels(&c, "alpha_levels", &alphas);
    wire_levels(&c, "user_3_levels", &users), wire_levels(&c, "user_1_levels", &unsaid_ones);
    wire_levels(&c, "normal_x_levels", &normals), wire_levels(&c, "amplitude_levels", &amplitudes);
    run(&c);
    oro_pyramid *const all[] = {&heights, &alphas, &users, &unsaid_ones, &normals, &amplitudes};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        assert_int_equal(all[k]->count, 6); // levels 2 to 7
        for (int32_t l = 0; l < 6; l++) {
            const oro_grid *g = &all[k]->levels[l];
            assert_int_equal(g->width, (4 << l) + 1);
            assert_int_equal(g->height, (3 << l) + 1);
            assert_near(g->cell, 320.0 / (1 << l), 1e-9);
            assert_near(g->origin_x, 400.0, 0.0);
            assert_int_equal(oro_grid_extremes(g).not_finite, 0);
        }
    }
    assert_true(largest_difference(&heights.levels[5], &height) == 0.0);
    assert_true(largest_difference(&users.levels[5], &user) == 0.0);
    assert_true(largest_difference(&normals.levels[5], &normal) == 0.0);
    for (int32_t l = 0; l < 6; l++) {
        bool there = l + 2 >= 5; // the second spline
        float high = oro_grid_sample(&heights.levels[l], 1040, 160);
        assert_true(there ? high > 280.0f : high < 60.0f);
        float alpha =
            oro_grid_sample(&alphas.levels[l], 1040, 160); // where coarse cells reach the first spline, less than 1
        assert_true(there ? alpha < 1e-5f : alpha > 0.7f);
        assert_near(oro_grid_sample(&heights.levels[l], 1040, 480), 50.0, l < 2 ? 12.0 : 6.0);
        assert_near(oro_grid_sample(&users.levels[l], 1040, 480), 2.0, 1.0);
        assert_near(oro_grid_extremes(&unsaid_ones.levels[l]).max, 0.0, 0.0);
        if (!there) assert_near(oro_grid_extremes(&amplitudes.levels[l]).max, 1.0, 0.0);
        assert_true(oro_grid_extremes(&normals.levels[l]).max <= 1.00001f);
    }
    assert_near(oro_grid_sample(&user, 480, 480), -3.25, 0.1); // linear along the spline
    assert_near(oro_grid_sample(&user, 1360, 480), 5.0, 0.1);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) oro_pyramid_free(ctx, all[k]);
    drop(&height), drop(&user), drop(&normal);
}

static void normals_lead_away_from_the_spline(void **state) {
    (void)state;
    char text[512];
    straight(text, sizeof text, 1000, 30, 0, "", "u=0");
    sketch s = draw(square(129, 1000), text, "all", NULL);
    double turn = 30.0 * acos(-1.0) / 180.0;
    for (int32_t y = 0; y < 129; y++)
        for (int32_t x = 0; x < 129; x++) {
            double d = off_line(1000, 30, x * 1000.0 / 128, y * 1000.0 / 128), side = d > 0.0 ? 1.0 : -1.0;
            if (fabs(d) < 10.0) continue;
            double along = (double)at(&s.normal_x, x, y) * cos(turn) - (double)at(&s.normal_y, x, y) * sin(turn);
            if (along * side < 0.97) fail_msg("at %d, %d: %g", x, y, along);
        }
    rub_out(&s);
}

// --- scenes made to break it ------------------------------------------------------------------------------------------

static void expect_refusal(const char *splines, const char *word) {
    call c = begin("diffuse");
    oro_grid out = square(65, 1000);
    wire(&c, "height", &out);
    const oro_arg *arg = row_of(&c, "splines");
    oro_status status = oro_args_parse(ctx, &c.op->record, c.args, arg, splines, "splines");
    if (status == ORO_OK) status = oro_call(ctx, c.op, c.args, NULL);
    assert_int_equal(status, ORO_BAD_ARGUMENT);
    const oro_error *e = oro_last_error(ctx);
    if (!strstr(e->sentence, word) && !strstr(e->where, word)) fail_msg("%s: %s", e->where, e->sentence);
    finish(&c);
}

static void bad_splines_are_refused_with_a_sentence(void **state) {
    (void)state;
    expect_refusal("points=[x=1e30 y=2 z=3; x=2 y=2 z=3]", "1e+30");
    expect_refusal("points=[x=1 y=2 z=3; x=2 y=2 z=3] meta=[u=0 radius=-4]", "radius");
}

static void odd_splines_give_land(void **state) {
    (void)state;
    const char *const odd[] = {
        "points=[x=500 y=500 z=80; x=500 y=500 z=80]", // no length
        ("points=[x=500 y=500 z=80; x=500 y=500 z=80; x=500 y=500 z=80] meta=[u=0 left=100 left_rise=-10 radius=20] "
         "closed=on"),
        "points=[x=100 y=100 z=5; x=100 y=100 z=5; x=900 y=900 z=50; x=900 y=900 z=50]",    // doubled points
        "points=[x=-9e6 y=-9e6 z=70; x=-8e6 y=-9e6 z=70]",                                  // far outside
        "points=[x=-1e7 y=500 z=-1e5; x=1e7 y=500.001 z=1e5]",                              // across, huge
        "points=[x=100 y=100 z=5; x=900 y=900 z=50] meta=[u=1e6 radius=40; u=0 radius=10]", // beyond the end
        "points=[x=100 y=100 z=5; x=900 y=900 z=50] meta=[u=0 radius=1e5 left=1e5 left_rise=1e5]",
        "from=7 to=99 points=[x=100 y=100 z=5; x=900 y=900 z=50] gaps=[from=0 to=99]",     // absent everywhere
        "from=9 to=4 parameters_from=3 parameters_to=2 points=[x=1 y=2 z=3; x=2 y=2 z=3]", // an empty range
        "points=[x=400 y=300 z=80] meta=[u=0 radius=50]",                                  // a spot
        "name=empty",
        "",
    };
    const char *const modes[] = {"cascade", "exact"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (int mode = 0; mode < 2; mode++) {
            sketch s =
                draw((oro_grid){.width = 70, .height = 41, .cell = 15.0}, odd[i], "mode", modes[mode], "all", NULL);
            const oro_grid *maps[] = {&s.height, &s.amplitude, &s.alpha, &s.beta, &s.normal_x, &s.normal_y};
            for (int k = 0; k < 6; k++)
                if (oro_grid_extremes(maps[k]).not_finite) fail_msg("%s: map %d is not finite", odd[i], k);
            rub_out(&s);
        }
    const int32_t tiny[][2] = {{1, 1}, {2, 1}, {1, 7}, {3, 3}, {300, 2}};
    for (int i = 0; i < 5; i++)
        for (int mode = 0; mode < 2; mode++) {
            oro_grid world = {.width = tiny[i][0], .height = tiny[i][1], .cell = 50.0};
            sketch s = draw(world, "points=[x=0 y=0 z=5; x=900 y=90 z=5]", "mode", modes[mode], "all", NULL);
            assert_near(oro_grid_extremes(&s.height).max, 5.0, 1e-3);
            rub_out(&s);
        }
}

static void ten_thousand_splines_run(void **state) {
    (void)state;
    enum { COUNT = 10000 };
    size_t size = COUNT * 96;
    char *text = malloc(size), *to = text;
    for (int32_t i = 0; i < COUNT; i++)
        to += snprintf(to, size - (size_t)(to - text), "%spoints=[x=%d y=%d z=%d; x=%d y=%d z=%d]", i ? ";" : "",
                       i * 37 % 1000, i * 61 % 1000, i % 200, i * 37 % 1000 + 9, i * 61 % 1000 + 5, i % 200);
    sketch s = draw(square(257, 1000), text, NULL);
    oro_extremes e = oro_grid_extremes(&s.height);
    assert_true(e.not_finite == 0 && e.min >= -0.01f && e.max <= 199.01f);
    rub_out(&s);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_higher_priority_holds),
        cmocka_unit_test(levels_decide_where_a_spline_acts),
        cmocka_unit_test(fine_levels_reach_less_far),
        cmocka_unit_test(what_is_not_said_is_not_held),
        cmocka_unit_test(painted_regions_have_no_height),
        cmocka_unit_test(a_gap_is_as_if_it_began_later),
        cmocka_unit_test(every_level_comes_as_a_pyramid),
        cmocka_unit_test(normals_lead_away_from_the_spline),
        cmocka_unit_test(bad_splines_are_refused_with_a_sentence),
        cmocka_unit_test(odd_splines_give_land),
        cmocka_unit_test(ten_thousand_splines_run),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
