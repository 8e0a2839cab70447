// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of splines and their diffusion: curves, analytic solutions, a direct solver of its own, and scenes made to break it.

#include "call.h"
#include "solve/relax.h"
#include "solve/spline_table.h"

// --- helpers ----------------------------------------------------------------------------------------------------------

/// A sketch: geometry, splines as text, more arguments as pairs of name and text. Outputs asked for have memory afterwards.
typedef struct sketch {
    oro_grid height, normal_x, normal_y, alpha, beta, amplitude;
    double residual, iterations;
} sketch;

static oro_grid square(int32_t side, double extent) {
    return (oro_grid){.width = side, .height = side, .cell = extent / (side - 1)};
}

static sketch draw(oro_grid world, const char *splines, ...) {
    call c = begin("diffuse");
    sketch s = {world, world, world, world, world, world, 0.0, 0.0};
    set(&c, "splines", splines);
    bool all = false;
    const char *name;
    va_list list;
    va_start(list, splines);
    while ((name = va_arg(list, const char *))) {
        if (!strcmp(name, "all"))
            all = true;
        else
            set(&c, name, va_arg(list, const char *));
    }
    va_end(list);
    wire(&c, "height", &s.height);
    if (all) {
        wire(&c, "normal_x", &s.normal_x), wire(&c, "normal_y", &s.normal_y);
        wire(&c, "alpha", &s.alpha), wire(&c, "beta", &s.beta), wire(&c, "amplitude", &s.amplitude);
    }
    *(double **)oro_arg_at(row_of(&c, "residual"), c.args) = &s.residual;
    *(double **)oro_arg_at(row_of(&c, "iterations"), c.args) = &s.iterations;
    run(&c);
    return s;
}

static void rub_out(sketch *s) {
    oro_grid *maps[] = {&s->height, &s->normal_x, &s->normal_y, &s->alpha, &s->beta, &s->amplitude};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) drop(maps[i]);
}

/// A straight spline through the middle of a square world, longer than its diagonal, turned by some degrees from south.
static const char *straight(char *text, size_t size, double extent, double degrees, double z, const char *more,
                            const char *meta) {
    double turn = degrees * acos(-1.0) / 180.0, far = 1.5 * extent, x = far * sin(turn), y = far * cos(turn);
    snprintf(text, size, "points=[x=%.9g y=%.9g z=%.9g; x=%.9g y=%.9g z=%.9g] %s meta=[%s]", extent / 2 - x,
             extent / 2 - y, z, extent / 2 + x, extent / 2 + y, z, more, meta);
    return text;
}

/// Signed distance from that spline.
static double off_line(double extent, double degrees, double x, double y) {
    double turn = degrees * acos(-1.0) / 180.0;
    return (x - extent / 2) * cos(turn) - (y - extent / 2) * sin(turn);
}

// --- curves -----------------------------------------------------------------------------------------------------------

static oro_spline_point point(float x, float y, float z) {
    return (oro_spline_point){x, y, z, {ORO_HANDLE_AUTO}, NAN, NAN, NAN, NAN, NAN, NAN};
}

static void heights_stay_between_the_points(void **state) {
    (void)state;
    oro_spline_point p[7];
    for (int i = 0; i < 7; i++)
        p[i] = point(137.0f * (float)(i * i % 11), 90.0f * (float)(i * 5 % 7), (float)(i * i * 13 % 31));
    for (int closed = 0; closed < 2; closed++) {
        oro_spline s = {.points = {p, 7}, .closed = closed};
        for (int32_t k = 0; k < oro_spline_segments(&s); k++) {
            oro_bezier b = oro_spline_bezier(&s, k);
            double lo = fmin(b.p[0].z, b.p[3].z), hi = fmax(b.p[0].z, b.p[3].z), last = b.p[0].z;
            for (int i = 0; i <= 100; i++) {
                double z = oro_bezier_at(&b, i / 100.0).z;
                assert_true(z >= lo - 1e-9 && z <= hi + 1e-9);
                assert_true((z - last) * (b.p[3].z - b.p[0].z) >= -1e-9); // monotone
                last = z;
            }
        }
    }
}

static void chords_keep_to_the_tolerance(void **state) {
    (void)state;
    oro_spline_point p[4] = {point(0, 0, 0), point(300, 40, 80), point(320, 400, -20), point(-100, 380, 10)};
    oro_spline s = {.points = {p, 4}};
    for (double tolerance = 0.05; tolerance < 10.0; tolerance *= 4.0) {
        int64_t bound = oro_spline_vertex_bound(&s, tolerance);
        oro_spline_vertex *v = calloc((size_t)bound, sizeof *v);
        int32_t count = oro_spline_flatten(&s, tolerance, v);
        assert_true(count <= bound && count >= 4);
        double worst = 0.0;
        for (int i = 0; i < 3000; i++) {
            double u = 3.0 * i / 3000.0, least = 1e30;
            oro_bezier b = oro_spline_bezier(&s, (int32_t)u);
            oro_vec3 at = oro_bezier_at(&b, u - floor(u));
            for (int32_t k = 0; k + 1 < count; k++) {
                oro_vec3 a = {v[k].x, v[k].y, (double)v[k].z}, c = {v[k + 1].x, v[k + 1].y, (double)v[k + 1].z};
                oro_vec3 e = oro_vec3_add(c, a, -1.0), q = oro_vec3_add(at, a, -1.0);
                double t = (q.x * e.x + q.y * e.y + q.z * e.z) / (e.x * e.x + e.y * e.y + e.z * e.z);
                t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
                double d = oro_vec3_length(oro_vec3_add(q, e, -t));
                least = d < least ? d : least;
            }
            worst = least > worst ? least : worst;
        }
        free(v);
        assert_true(worst <= tolerance * 1.0001);
        assert_true(worst >= tolerance * 0.02); // and is not wastefully below it
    }
}

static void handles_do_as_they_say(void **state) {
    (void)state;
    oro_spline_point p[3] = {point(0, 0, 0), point(100, 0, 5), point(100, 100, 9)};
    oro_spline s = {.points = {p, 3}};
    p[1].handle.index = ORO_HANDLE_CORNER;
    oro_bezier b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 100.0 - 100.0 / 3.0, 1e-9);
    assert_near(b.p[2].y, 0.0, 1e-12);
    p[1].handle.index = ORO_HANDLE_ALIGNED;
    p[1].out_x = 30, p[1].out_y = 40, p[1].out_z = 0;
    b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 70.0, 1e-9); // opposite, as long
    assert_near(b.p[2].y, -40.0, 1e-9);
    p[1].handle.index = ORO_HANDLE_FREE;
    p[1].in_x = -10, p[1].in_y = 7;
    b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 90.0, 1e-9);
    assert_near(b.p[2].y, 7.0, 1e-9);
}

static void meta_points_count_only_where_they_speak(void **state) {
    (void)state;
    oro_spline_point p[4] = {point(0, 0, 0), point(1, 0, 0), point(2, 0, 0), point(3, 0, 0)};
    oro_spline_meta m[3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= ORO_META_COUNT; k++) (&m[i].u)[k] = NAN;
    m[0].u = 7, m[0].radius = 30; // beyond the end; order does not matter
    m[1].u = 1, m[1].radius = 10, m[1].rain = 0.5f;
    m[2].u = 2;
    oro_spline s = {.points = {p, 4}, .meta = {m, 3}};
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 0.0f), 10.0, 0.0);
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 2.0f), 20.0, 1e-5);
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 3.0f), 30.0, 0.0);
    assert_near(oro_spline_value(&s, ORO_META_RAIN, 3.0f), 0.5, 0.0);
    assert_true(isnan(oro_spline_value(&s, ORO_META_AMPLITUDE, 1.0f)));
    s.closed = true; // 10 at 1, 30 at 4, and back to 10 at 5
    m[0].u = 3;
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 4.0f), 20.0, 1e-5);
}

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
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const int32_t cells = 256;
#else
    const int32_t cells = 512;
#endif
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
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const int32_t side = 65;
#else
    const int32_t side = 257;
#endif
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
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const int32_t side = 257;
#else
    const int32_t side = 1025;
#endif
    char all[2048], *to = strstr(strcpy(all, crossing), "to=7");
    memcpy(to, "    ", 4); // every spline reaches the map itself: the hardest case, without a pull
    sketch s = draw(square(side, 1000), all, "mode", "exact", "accuracy", "1e-6", NULL);
    if (s.iterations > 20 || s.iterations < 1 || s.residual > 1e-2)
        fail_msg("%g iterations, residual %g m", s.iterations, s.residual);
    rub_out(&s);
}

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
        "points=[x=500 y=500 z=80; x=500 y=500 z=80; x=500 y=500 z=80] meta=[u=0 left=100 left_rise=-10 radius=20] "
        "closed=on",
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

// --- noise ------------------------------------------------------------------------------------------------------------

static double level(double x, double y) {
    (void)x, (void)y;
    return 40.0;
}
static double shore(double x, double y) {
    (void)y;
    return 0.05 * (x - 2000.0);
}

static void noise_leaves_still_ground_alone(void **state) {
    (void)state;
    oro_grid ground = map_of(200, 90, 10.0, false, hills);
    oro_grid out = filtered("roughen", &ground, "amplitude", "0", "wander", "300", "warp", "1", NULL);
    assert_true(largest_difference(&ground, &out) == 0.0);
    drop(&ground);
    drop(&out);
}

/// M10: a map of half the resolution shows the same noise without its finest detail.
static void noise_is_the_same_at_half_the_resolution(void **state) {
    (void)state;
    oro_grid coarse = map_of(257, 257, 8.0, false, level), fine = map_of(513, 513, 4.0, false, level);
    const char *const warps[] = {"0", "0.8"};
    for (int i = 0; i < 2; i++) {
        oro_grid a = filtered("roughen", &coarse, "warp", warps[i], "fine_warp", i ? "0.05" : "0", NULL);
        oro_grid b = filtered("roughen", &fine, "warp", warps[i], "fine_warp", i ? "0.05" : "0", NULL);
        double sum = 0.0, power = 0.0;
        for (int32_t y = 1; y < 256; y++)
            for (int32_t x = 1; x < 256; x++) {
                double mean = 0.0; // the binomial average around the common sample
                for (int k = 0; k < 9; k++)
                    mean += (double)at(&b, 2 * x + k % 3 - 1, 2 * y + k / 3 - 1) *
                            ((k % 3 == 1 ? 2 : 1) * (k / 3 == 1 ? 2 : 1)) / 16.0;
                double v = (double)at(&a, x, y) - 40.0, d = v + 40.0 - mean;
                sum += d * d, power += v * v;
            }
        if (sqrt(sum / power) > 0.05) fail_msg("differs by %g of its rms", sqrt(sum / power));
        drop(&a);
        drop(&b);
    }
    drop(&coarse);
    drop(&fine);
}

static void noise_belongs_to_the_world(void **state) {
    (void)state;
    oro_grid a = map_of(300, 200, 5.0, false, level), b = map_of(300, 200, 5.0, false, level);
    b.origin_x = 500.0, b.origin_y = 250.0;
    oro_grid na = filtered("roughen", &a, "warp", "0.7", "wander", "0", NULL);
    oro_grid nb = filtered("roughen", &b, "warp", "0.7", "wander", "0", NULL);
    for (int32_t y = 50; y < 200; y++)
        for (int32_t x = 100; x < 300; x++) assert_near(at(&na, x, y), at(&nb, x - 100, y - 50), 1e-3);
    drop(&a), drop(&b), drop(&na), drop(&nb);
}

static void noise_never_drowns_land(void **state) {
    (void)state;
    oro_grid ground = map_of(400, 400, 10.0, false, shore);
    oro_grid out = filtered("roughen", &ground, "coast", "25", "strength", "300", "ridged", "0.4", NULL);
    int changed = 0;
    for (int32_t y = 0; y < 400; y++)
        for (int32_t x = 0; x < 400; x++) {
            bool land = at(&ground, x, y) > 0.0f;
            assert_true((at(&out, x, y) > 0.0f) == land);
            if (!land) assert_true(at(&out, x, y) == at(&ground, x, y));
            changed += fabs((double)(at(&out, x, y) - at(&ground, x, y))) > 20.0;
        }
    assert_true(changed > 10000);
    drop(&ground);
    drop(&out);
}

/// With R the weights of octaves are 2^(-k(1-R)): with R = 1 all octaves are as strong, with R = -1 each is a quarter.
static void roughness_weighs_octaves(void **state) {
    (void)state;
    oro_grid ground = map_of(512, 512, 10.0, false, level);
    double power[2];
    for (int i = 0; i < 2; i++) {
        oro_grid one = filtered("roughen", &ground, "roughness", i ? "1" : "-1", "octaves", "1", "lower", "0", NULL);
        oro_grid two = filtered("roughen", &ground, "roughness", i ? "1" : "-1", "octaves", "2", "lower", "0", NULL);
        double a = 0.0, b = 0.0;
        for (int32_t y = 0; y < 512; y++)
            for (int32_t x = 0; x < 512; x++) {
                double first = (double)at(&one, x, y) - 40.0, second = (double)at(&two, x, y) - (double)at(&one, x, y);
                a += first * first, b += second * second;
            }
        power[i] = sqrt(b / a);
        drop(&one), drop(&two);
    }
    assert_near(power[0], 0.25, 0.04);
    assert_near(power[1], 1.0, 0.15);
    drop(&ground);
}

/// Warp along normals that lead east takes every value of a row from that same row of the noise, and one without a direction
/// does not: so no value lies outside what the row, drawn further out on both sides, has.
static void directed_warp_keeps_to_the_normals(void **state) {
    (void)state;
    enum { WIDE = 600, W = 200, H = 60, MARGIN = 200 };
    oro_grid wide = map_of(WIDE, H, 5.0, false, level), ground = map_of(W, H, 5.0, false, level);
    oro_grid east = map_of(W, H, 5.0, false, NULL), south = map_of(W, H, 5.0, false, NULL);
    ground.origin_x = MARGIN * 5.0;
    oro_grid still = filtered("roughen", &wide, "octaves", "1", "lower", "0", "roughness", "0", NULL);
    int outside[2] = {0}, moved[2] = {0};
    for (int directed = 0; directed < 2; directed++) {
        oro_grid results[2];
        for (int sign = 0; sign < 2; sign++) {
            for (int32_t y = 0; y < H; y++)
                for (int32_t x = 0; x < W; x++)
                    oro_row(&east, y)[x] = sign ? -1.0f : 1.0f, oro_row(&south, y)[x] = 0.0f;
            call c = begin("roughen");
            oro_grid out = {0};
            const char *const values[][2] = {{"octaves", "1"}, {"lower", "0"}, {"roughness", "0"}, {"warp", "0.9"}};
            for (int i = 0; i < 4; i++) set(&c, values[i][0], values[i][1]);
            set(&c, "direction", directed ? "1" : "0");
            wire(&c, "height", &ground), wire(&c, "result", &out);
            wire(&c, "normal_x", &east), wire(&c, "normal_y", &south);
            run(&c);
            results[sign] = out;
        }
        for (int32_t y = 0; y < H; y++) {
            float lo = 1e30f, hi = -1e30f;
            for (int32_t x = 0; x < WIDE; x++) lo = oro_min(lo, at(&still, x, y)), hi = oro_max(hi, at(&still, x, y));
            for (int32_t x = 0; x < W; x++) {
                float v = at(&results[0], x, y);
                outside[directed] += v < lo - 0.05f || v > hi + 0.05f;
                moved[directed] += fabs((double)(v - at(&still, x + MARGIN, y))) > 2.0;
            }
        }
        assert_true(largest_difference(&results[0], &results[1]) == 0.0); // a normal and its opposite are one line
        drop(&results[0]), drop(&results[1]);
    }
    if (outside[1] != 0 || outside[0] < 50 || moved[1] < W * H / 4)
        fail_msg("%d values from elsewhere, %d without direction; %d moved", outside[1], outside[0], moved[1]);
    drop(&wide), drop(&ground), drop(&east), drop(&south), drop(&still);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_stay_between_the_points),
        cmocka_unit_test(chords_keep_to_the_tolerance),
        cmocka_unit_test(handles_do_as_they_say),
        cmocka_unit_test(meta_points_count_only_where_they_speak),
        cmocka_unit_test(prolongation_keeps_planes),
        cmocka_unit_test(a_guided_ramp_has_its_slope),
        cmocka_unit_test(a_flat_band_stays_flat),
        cmocka_unit_test(the_maximum_principle_holds),
        cmocka_unit_test(a_turned_ridge_is_the_same_ridge),
        cmocka_unit_test(resolution_refines_the_same_land),
        cmocka_unit_test(exact_is_exact),
        cmocka_unit_test(exact_is_exact_with_a_pull),
        cmocka_unit_test(exact_needs_few_iterations),
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
        cmocka_unit_test(noise_leaves_still_ground_alone),
        cmocka_unit_test(noise_is_the_same_at_half_the_resolution),
        cmocka_unit_test(noise_belongs_to_the_world),
        cmocka_unit_test(noise_never_drowns_land),
        cmocka_unit_test(roughness_weighs_octaves),
        cmocka_unit_test(directed_warp_keeps_to_the_normals),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
