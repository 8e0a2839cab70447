// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Diffusion from splines against analytic cases and a direct solver of its own.

#include "sanitized.h"
#include "sketch.h"
#include "op/features/diffuse/relax.h"

// --- analytic cases ---------------------------------------------------------------------------------------------------

/// M3: what goes from level to level keeps planes as they are, whatever the sizes.
static void prolongation_keeps_planes(void **state) {
    (void)state;
    oro_grid coarse = map_of(9, 6, 512.0, false, NULL), fine = map_of(100, 61, 4096.0 / 99.0, false, NULL);
    int32_t column[100];
    float part[100], blend[16], row[100];
    coarse.origin_x = fine.origin_x = -300.0, coarse.origin_y = fine.origin_y = 70.0;
    for (int32_t y = 0; y < 6; y++)
        for (int32_t x = 0; x < 9; x++)
            oro_row(&coarse, y)[x] = (float)(0.25 * oro_world_x(&coarse, x) - 0.125 * oro_world_y(&coarse, y) + 3.0);
    oro_relax_columns(&coarse, &fine, column, part);
    oro_relax_job j = {.from = &coarse, .to = &fine, .column = column, .part = part};
    for (int32_t y = 0; y < 61; y++) {
        oro_fetch_row(&j, y, blend, row);
        for (int32_t x = 0; x < 100; x++)
            assert_near(row[x], 0.25 * oro_world_x(&fine, x) - 0.125 * oro_world_y(&fine, y) + 3.0, 1e-3);
    }
    drop(&coarse);
    drop(&fine);
}

/// M4 and M6: with beta = 1 everywhere the ground is a ramp of the asked slope in metres, at every angle and resolution.
static void a_guided_ramp_has_its_slope(void **state) {
    (void)state;
    const double angles[] = {0.0, 22.5, 45.0, 71.0};
    char text[512];
    for (size_t i = 0; i < 4; i++)
        for (int32_t side = 129; side <= 257; side += 128) {
            // A reach of 1000 km keeps beta within 0.1 % of 1 over the whole map.
            straight(text, sizeof text, 1024, angles[i], 500, "",
                     "u=0 hardness=1 left=1e5 left_rise=-3e4 right=1e5 right_rise=-3e4");
            sketch s = draw(square(side, 1024), text, "mode", "exact", NULL);
            double worst = 0.0, cell = 1024.0 / (side - 1);
            for (int32_t y = 0; y < side; y++)
                for (int32_t x = 0; x < side; x++) {
                    double d = fabs(off_line(1024, angles[i], x * cell, y * cell));
                    worst = fmax(worst, fabs((double)at(&s.height, x, y) - (500.0 - 0.3 * d)));
                }
            rub_out(&s);
            if (worst > 0.3 * cell) fail_msg("%g degrees, %d: off by %g m, a cell is %g", angles[i], side, worst, cell);
        }
}

/// M7: no moat where a gradient ends.
static void a_flat_band_stays_flat(void **state) {
    (void)state;
    const char *band = "closed=on points=[x=300 y=300 z=100; x=700 y=350 z=100; x=650 y=700 z=100] "
                       "meta=[u=0 radius=20 left=150 left_rise=0 right=90 right_rise=0 hardness=1]";
    const char *const modes[] = {"cascade", "exact"};
    for (int i = 0; i < 2; i++) {
        sketch s = draw(square(200, 1000), band, "mode", modes[i], NULL);
        for (int32_t y = 0; y < 200; y++)
            for (int32_t x = 0; x < 200; x++) assert_near(at(&s.height, x, y), 100.0, 1e-3);
        rub_out(&s);
    }
}

static const char crossing[] =
    "name=a points=[x=100 y=900 z=200; x=500 y=450 z=-40; x=900 y=500 z=310] meta=[u=0 radius=8 left=120 left_rise=0 "
    "hardness=0.8 amplitude=1.5; u=2 radius=30 amplitude=0.1];"
    "name=b closed=on from=4 points=[x=300 y=200 z=90; x=800 y=250 z=120; x=600 y=600 z=75] meta=[u=0 right=60 "
    "right_rise=0 amplitude=0.4];"
    "name=c from=5 to=7 priority=2 points=[x=50 y=50 z=15; x=950 y=960 z=300] meta=[u=0 radius=5]";

/// M8: without slopes of its own, nothing leaves the range of what is pinned.
static void the_maximum_principle_holds(void **state) {
    (void)state;
    const char *const modes[] = {"cascade", "exact"}, *const kernels[] = {"eight", "four", "wide", "ring", "laplace"};
    for (int i = 0; i < 6; i++) {
        sketch s = draw(square(193, 1000), crossing, "mode", modes[i == 5], "kernel", kernels[i % 5], "overlap",
                        i % 2 ? "blend" : "remove", "all", NULL);
        oro_extremes e = oro_grid_extremes(&s.height), a = oro_grid_extremes(&s.amplitude);
        assert_true(e.not_finite == 0 && e.min >= -40.01f && e.max <= 310.01f && e.max > e.min + 200.0f);
        assert_true(a.not_finite == 0 && a.min >= 0.0999f && a.max <= 1.5001f);
        rub_out(&s);
    }
}

/// The ramp of splines-look: 240 m at 0.3 around a ridge, hardness 0.95, on a diagonal as on an axis, and even along it.
static void a_turned_ridge_is_the_same_ridge(void **state) {
    (void)state;
    const double angles[] = {0.0, 22.5, 45.0};
    char text[512];
    for (size_t i = 0; i < 3; i++) {
        straight(text, sizeof text, 4096, angles[i], 100, "",
                 "u=0 hardness=0.95 left=240 left_rise=-72 right=240 right_rise=-72");
        sketch s = draw(square(513, 4096), text, NULL);
        for (int far = 60; far <= 120; far += 60) {
            double sum = 0.0, squares = 0.0, turn = angles[i] * acos(-1.0) / 180.0;
            int count = 0;
            for (double along = -1000.0; along <= 1000.0; along += 3.0, count++) {
                double x = 2048 + along * sin(turn) + far * cos(turn), y = 2048 + along * cos(turn) - far * sin(turn);
                double z = (double)oro_grid_sample(&s.height, x, y);
                sum += z, squares += z * z;
            }
            double mean = sum / count, deviation = sqrt(fmax(squares / count - mean * mean, 0.0));
            if (fabs(mean - (100.0 - 0.3 * far)) > 1.5 || deviation > 0.35)
                fail_msg("%g degrees, %d m off: %.2f m with a deviation of %.3f m", angles[i], far, mean, deviation);
        }
        // Along the crest itself: what pins of whole cells would turn into steps.
        double lowest = 1e30, highest = -1e30, turn = angles[i] * acos(-1.0) / 180.0;
        for (double along = -1000.0; along <= 1000.0; along += 3.0) {
            double z = (double)oro_grid_sample(&s.height, 2048 + along * sin(turn), 2048 + along * cos(turn));
            lowest = fmin(lowest, z), highest = fmax(highest, z);
        }
        // Between samples a sharp crest is cut off by up to half of what the ground falls over a cell, 2.4 m.
        if (highest - lowest > 1.3 || lowest < 98.6)
            fail_msg("%g degrees: crest from %.2f to %.2f m", angles[i], lowest, highest);
        rub_out(&s);
    }
}

static double rms_against_finer(const oro_grid *a, const oro_grid *fine) {
    double sum = 0.0;
    int32_t step = (fine->width - 1) / (a->width - 1);
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            double d = (double)at(a, x, y) - (double)at(fine, x * step, y * step);
            sum += d * d;
        }
    return sqrt(sum / ((double)a->width * a->height));
}

/// 513 and 2049 samples, resampled, within 1 % of the range.
static void resolution_refines_the_same_land(void **state) {
    (void)state;
    const int32_t cells = SANITIZED ? 256 : 512;
    sketch a = draw(square(cells + 1, 1000), crossing, NULL), b = draw(square(4 * cells + 1, 1000), crossing, NULL);
    double rms = rms_against_finer(&a.height, &b.height);
    rub_out(&a);
    rub_out(&b);
    if (rms > 3.5) fail_msg("rms %g m of a range of 350 m", rms);
}

// --- the exact solution -----------------------------------------------------------------------------------------------

/// Elimination in a band, doubles: rows of 2 half + 1 entries. An M-matrix needs no exchange of rows.
static void eliminate(double *a, double *b, int32_t n, int32_t half) {
    int32_t wide = 2 * half + 1;
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = i + 1; k <= i + half && k < n; k++) {
            double *row = a + (size_t)k * (size_t)wide, *pivot = a + (size_t)i * (size_t)wide;
            double factor = row[i - k + half] / pivot[half];
            if (factor == 0.0) continue;
            int32_t last = i + half < n ? i + half : n - 1;
            for (int32_t c = i; c <= last; c++) row[c - k + half] -= factor * pivot[c - i + half];
            b[k] -= factor * b[i];
        }
    for (int32_t i = n - 1; i >= 0; i--) {
        double *row = a + (size_t)i * (size_t)wide;
        for (int32_t c = i + 1; c <= i + half && c < n; c++) b[i] -= row[c - i + half] * b[c];
        b[i] /= row[half];
    }
}

/// Solves one level anew from what the operator says of it (alpha, beta, normals) and from the splines' own numbers: heights
/// of 120 and 400 m, told apart by x, and slopes of -0.4. `pull` is k, `towards` what it pulls to.
static double difference_from_direct(const sketch *s, double pull, double towards) {
    const oro_grid *g = &s->height;
    int32_t w = g->width, h = g->height, n = w * h, half = w + 1, wide = 2 * half + 1;
    double *a = calloc((size_t)n * (size_t)wide, sizeof *a), *b = calloc((size_t)n, sizeof *b), worst = 0.0;
    assert_true(a && b);
    for (int32_t i = 0; i < n; i++) {
        int32_t x = i % w, y = i / w;
        double free = (double)at(&s->alpha, x, y), guided = (double)at(&s->beta, x, y), keep = free + guided;
        double *row = a + (size_t)i * (size_t)wide;
        row[half] = 1.0 + pull;
        b[i] = (1.0 + pull) * (1.0 - keep) * (x * g->cell < 500.0 ? 120.0 : 400.0) + keep * pull * towards;
        for (int32_t k = 0; k < 9; k++) {
            int32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;
            nx = nx < 0 ? 0 : nx >= w ? w - 1 : nx, ny = ny < 0 ? 0 : ny >= h ? h - 1 : ny;
            if (k != 4) row[ny * w + nx - i + half] -= free / 8.0;
        }
        if (guided <= 0.0) continue;
        double nx = (double)at(&s->normal_x, x, y), ny = (double)at(&s->normal_y, x, y), sum = fabs(nx) + fabs(ny);
        int32_t towards_x = nx > 0.0 ? (x > 0 ? x - 1 : x) : (x < w - 1 ? x + 1 : x);
        int32_t towards_y = ny > 0.0 ? (y > 0 ? y - 1 : y) : (y < h - 1 ? y + 1 : y);
        row[y * w + towards_x - i + half] -= guided * fabs(nx) / sum;
        row[towards_y * w + x - i + half] -= guided * fabs(ny) / sum;
        b[i] += guided * -0.4 * g->cell / sum;
    }
    eliminate(a, b, n, half);
    for (int32_t i = 0; i < n; i++) worst = fmax(worst, fabs(b[i] - (double)at(g, i % w, i / w)));
    free(a);
    free(b);
    return worst;
}

/// On one level, with guidance: the solution agrees with elimination to 1e-5 of the range. 257 x 257 is 66 049 unknowns in
/// a band of 517: seconds; under the sanitizers a quarter of the side, for their time.
static void exact_is_exact(void **state) {
    (void)state;
    const int32_t side = SANITIZED ? 65 : 257;
    const char *two = "points=[x=100 y=150 z=120; x=330 y=420 z=120; x=150 y=800 z=120] meta=[u=0 radius=12 left=80 "
                      "left_rise=-32 right=100 right_rise=-40 hardness=0.95];"
                      "closed=on points=[x=620 y=300 z=400; x=900 y=420 z=400; x=700 y=750 z=400] meta=[u=0 left=60 "
                      "left_rise=-24 right=60 right_rise=-24 hardness=0.9]";
    sketch s = draw(square(side, 1000), two, "mode", "exact", "start", "8", "accuracy", "1e-7", "all", NULL);
    double worst = difference_from_direct(&s, 0.0, 0.0), range = 400.0 - 80.0;
    if (worst > 1e-5 * range) fail_msg("off by %g m of %g after %g iterations", worst, range, s.iterations);
    assert_true(s.residual < 1e-3);
    rub_out(&s);
}

/// The same with a pull towards the level before, which here is a constant: what pins average to.
static void exact_is_exact_with_a_pull(void **state) {
    (void)state;
    const char *with_absent = "points=[x=100 y=150 z=120; x=330 y=420 z=120; x=150 y=800 z=120] meta=[u=0 radius=12 "
                              "left=80 left_rise=-32 right=100 right_rise=-40 hardness=0.95];"
                              "to=2 points=[x=620 y=300 z=400; x=900 y=420 z=400]"; // not on this level
    sketch s = draw(square(97, 1000), with_absent, "mode", "exact", "start", "8", "accuracy", "1e-7", "all", NULL);
    double worst = difference_from_direct(&s, 1.0 / 60.0, 120.0);
    if (worst > 1e-5 * 120.0) fail_msg("off by %g m after %g iterations", worst, s.iterations);
    rub_out(&s);
}

/// At 1025 x 1025, to 1e-6, in at most 20 iterations.
static void exact_needs_few_iterations(void **state) {
    (void)state;
    const int32_t side = SANITIZED ? 257 : 1025;
    char all[2048], *to = strstr(strcpy(all, crossing), "to=7");
    memcpy(to, "    ", 4); // every spline reaches the map itself: the hardest case, without a pull
    sketch s = draw(square(side, 1000), all, "mode", "exact", "accuracy", "1e-6", NULL);
    if (s.iterations > 20 || s.iterations < 1 || s.residual > 1e-2)
        fail_msg("%g iterations, residual %g m", s.iterations, s.residual);
    rub_out(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prolongation_keeps_planes),
        cmocka_unit_test(a_guided_ramp_has_its_slope),
        cmocka_unit_test(a_flat_band_stays_flat),
        cmocka_unit_test(the_maximum_principle_holds),
        cmocka_unit_test(a_turned_ridge_is_the_same_ridge),
        cmocka_unit_test(resolution_refines_the_same_land),
        cmocka_unit_test(exact_is_exact),
        cmocka_unit_test(exact_is_exact_with_a_pull),
        cmocka_unit_test(exact_needs_few_iterations),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
