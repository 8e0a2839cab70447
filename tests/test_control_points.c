// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ground through control points: it passes through them, is the surface that an independent solution gives, and refuses what
// cannot be.

#include "call.h"
#include "orogen/points.h"
#include "sanitized.h"
#include "solve/real.h"

static void wire_points(call *c, const oro_points *p) {
    *(const void **)oro_arg_at(row_of(c, "measured"), c->args) = p;
}

/// Points on samples of a map, no two on one, with random heights.
static oro_points scattered(const oro_grid *g, uint32_t count, uint32_t which) {
    oro_points p = {.count = count};
    assert_int_equal(oro_points_alloc(ctx, &p), ORO_OK);
    uint8_t *taken = calloc((size_t)g->width, (size_t)g->height);
    for (uint32_t i = 0, k = 0; i < count; k++) {
        uint32_t at = oro_mix32(which * 7919U + k) % (uint32_t)(g->width * g->height);
        if (taken[at]) continue;
        taken[at] = 1;
        p.positions[3 * i] = (float)oro_world_x(g, (int32_t)at % g->width);
        p.positions[3 * i + 1] = (float)oro_world_y(g, (int32_t)at / g->width);
        p.positions[3 * i + 2] = 1000.0f * oro_unit(oro_hash2(which, (int32_t)i, 9));
        i++;
    }
    free(taken);
    return p;
}

static oro_grid through(const oro_points *p, oro_grid shape, const oro_grid *base, const char *const words[][2]) {
    call c = begin("control_points");
    for (int i = 0; words && words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    if (base) wire(&c, "base", (oro_grid *)base);
    wire_points(&c, p);
    shape.data = NULL;
    wire(&c, "result", &shape);
    run(&c);
    return shape;
}

static double misses(const oro_points *p, const oro_grid *g) {
    double most = 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        const float *at_point = p->positions + 3 * (size_t)i;
        double d = fabs((double)oro_grid_sample(g, (double)at_point[0], (double)at_point[1]) - (double)at_point[2]);
        most = d > most || isnan(d) ? d : most;
    }
    return most;
}

static const oro_grid SHAPE = {
    .width = 300, .height = 260, .stride = 300, .cell = 4.0, .origin_x = 500, .origin_y = -100};

static void real_functions_are_exact(void **state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        double u = (double)oro_unit(oro_hash2(3, i, 0)), v = exp(60.0 * u - 50.0), w = -40.0 * u;
        if (fabs(oro_real_log(v) - log(v)) > 2e-15 * fmax(fabs(log(v)), 0.05)) fail_msg("log of %.17g", v);
        if (fabs(oro_real_exp(w) - exp(w)) > 4e-15 * exp(w)) fail_msg("exp of %.17g", w);
    }
    assert_true(oro_real_log(1.0) == 0.0 && oro_real_exp(0.0) == 1.0);
}

/// To 1e-6 of the range, whatever the number: one plate, and with levels beyond it.
static void ground_passes_through_points(void **state) {
    (void)state;
    const uint32_t counts[] = {1, 2, 3, 4, 50, 700, SANITIZED ? 1100 : 5000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        oro_points p = scattered(&SHAPE, counts[i], 3);
        oro_grid g = through(&p, SHAPE, NULL, NULL);
        double most = misses(&p, &g); // floats of heights to some thousand metres carry 1e-4 m
        if (most > 1e-3) fail_msg("%u points are missed by %g m", counts[i], most);
        drop(&g);
        oro_points_free(ctx, &p);
    }
    oro_points p = scattered(&SHAPE, 60, 4); // about 140 m apart
    oro_grid g = through(&p, SHAPE, NULL, (const char *const[][2]){{"mode", "hume"}, {"spread", "100"}, {NULL, NULL}});
    double most = misses(&p, &g);
    if (most > 1e-3) fail_msg("bells miss by %g m", most);
    drop(&g);
    oro_points_free(ctx, &p);
}

/// Solves a full system by Gaussian elimination with pivots.
static void eliminate(double *a, double *b, int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
        for (int j = 0; j < n; j++) {
            double kept = a[k * n + j];
            a[k * n + j] = a[best * n + j], a[best * n + j] = kept;
        }
        double kept = b[k];
        b[k] = b[best], b[best] = kept;
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}

static double bend(double x, double y) {
    double r2 = x * x + y * y;
    return r2 > 0.0 ? 0.5 * r2 * log(r2) : 0.0;
}

/// Everywhere, the plate is the one of the textbook's system of n + 3 equations, summed over all points.
static void the_plate_is_the_textbooks(void **state) {
    (void)state;
    enum { N = 40, M = N + 3 };
    oro_points p = scattered(&SHAPE, N, 11);
    oro_grid g = through(&p, SHAPE, NULL, NULL);
    double *a = calloc(M * M, sizeof *a), b[M] = {0}, x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = (double)p.positions[3 * i] / 1000.0, y[i] = (double)p.positions[3 * i + 1] / 1000.0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) a[i * M + j] = bend(x[i] - x[j], y[i] - y[j]);
        const double linear[3] = {1.0, x[i], y[i]};
        for (int k = 0; k < 3; k++) a[i * M + N + k] = a[(N + k) * M + i] = linear[k];
        b[i] = (double)p.positions[3 * i + 2];
    }
    eliminate(a, b, M);
    for (int32_t row = 0; row < g.height; row += 7)
        for (int32_t column = 0; column < g.width; column += 5) {
            double u = oro_world_x(&g, column) / 1000.0, v = oro_world_y(&g, row) / 1000.0;
            double sum = b[N] + b[N + 1] * u + b[N + 2] * v;
            for (int i = 0; i < N; i++) sum += b[i] * bend(u - x[i], v - y[i]);
            assert_near(at(&g, column, row), sum, 1e-3); // floats of up to some thousand metres
        }
    free(a);
    drop(&g);
    oro_points_free(ctx, &p);
}

/// Hume's equation 3.4, solved and summed plainly.
static void bells_are_the_documents(void **state) {
    (void)state;
    enum { N = 25 };
    oro_points p = scattered(&SHAPE, N, 12);
    oro_grid g = through(&p, SHAPE, NULL, (const char *const[][2]){{"mode", "hume"}, {"spread", "90"}, {NULL, NULL}});
    double a[N * N], b[N];
    for (int i = 0; i < N; i++) {
        const float *q = p.positions + 3 * i;
        for (int j = 0; j < N; j++) {
            double u = (double)(q[0] - p.positions[3 * j]), v = (double)(q[1] - p.positions[3 * j + 1]);
            a[i * N + j] = exp(-(u * u + v * v) / (2.0 * 90.0 * 90.0));
        }
        b[i] = (double)q[2];
    }
    eliminate(a, b, N);
    for (int32_t row = 0; row < g.height; row += 9)
        for (int32_t column = 0; column < g.width; column += 11) {
            double sum = 0.0;
            for (int i = 0; i < N; i++) {
                double u = oro_world_x(&g, column) - (double)p.positions[3 * i];
                double v = oro_world_y(&g, row) - (double)p.positions[3 * i + 1];
                sum += b[i] * exp(-(u * u + v * v) / (2.0 * 90.0 * 90.0));
            }
            assert_near(at(&g, column, row), sum, 1e-3);
        }
    drop(&g);
    oro_points_free(ctx, &p);
}

static oro_grid from_text(const char *list, const oro_grid *base, const char *const words[][2]) {
    call c = begin("control_points");
    oro_grid out = SHAPE;
    out.data = NULL;
    set(&c, "points", list);
    for (int i = 0; words && words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    if (base) wire(&c, "base", (oro_grid *)base);
    wire(&c, "result", &out);
    run(&c);
    return out;
}

static double tilt(double x, double y) { return 0.3 * x - 0.2 * y + 50.0; }

static void simple_points_make_simple_ground(void **state) {
    (void)state;
    oro_grid g = from_text("", NULL, (const char *const[][2]){{"level", "70"}, {NULL, NULL}}); // none
    for (int32_t y = 0; y < g.height; y += 10) assert_float_equal(at(&g, 3, y), 70.0, 0);
    drop(&g);
    g = from_text("x=900 y=100 z=33", NULL, NULL); // one, and the same twice: level ground
    for (int32_t y = 0; y < g.height; y += 10) assert_near(at(&g, 7, y), 33.0, 1e-4);
    drop(&g);
    g = from_text("x=900 y=100 z=33; x=1200 y=400 z=33; x=700 y=300 z=33; x=900 y=100 z=33", NULL, NULL);
    for (int32_t y = 0; y < g.height; y += 10) assert_near(at(&g, y, y), 33.0, 1e-4);
    drop(&g);
    // On a line: as the plate along it, the same across.
    g = from_text("x=600 y=0 z=0; x=700 y=0 z=10; x=900 y=0 z=30; x=1100 y=0 z=50", NULL, NULL);
    for (int32_t y = 0; y < g.height; y += 10)
        for (int32_t x = 0; x < g.width; x += 10) assert_near(at(&g, x, y), (oro_world_x(&g, x) - 600.0) / 10.0, 1e-3);
    drop(&g);
    // A plane through any points on it.
    char text[1024] = "";
    for (int i = 0; i < 20; i++) {
        double x = 500 + 1000.0 * (double)oro_unit(oro_hash2(1, i, 0)),
               y = 900.0 * (double)oro_unit(oro_hash2(1, i, 1));
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sx=%.0f y=%.0f z=%.9g", i ? ";" : "", x, y,
                 tilt(floor(x + 0.5), floor(y + 0.5)));
    }
    g = from_text(text, NULL, NULL);
    for (int32_t y = 0; y < g.height; y += 10)
        for (int32_t x = 0; x < g.width; x += 10)
            assert_near(at(&g, x, y), tilt(oro_world_x(&g, x), oro_world_y(&g, y)),
                        1.0); // places were rounded to metres
    drop(&g);
}

static void points_correct_land_within_their_reach(void **state) {
    (void)state;
    oro_grid land = map_of(300, 260, 4.0, false, NULL);
    land.origin_x = 500, land.origin_y = -100;
    for (int32_t y = 0; y < 260; y++)
        for (int32_t x = 0; x < 300; x++) oro_row(&land, y)[x] = (float)hills(x * 4.0, y * 4.0);
    const char *list = "x=900 y=300 z=500; x=1300 y=500 z=100 radius=80";
    oro_grid g = from_text(list, &land, (const char *const[][2]){{"reach", "200"}, {NULL, NULL}});
    assert_near(at(&g, 100, 100), 500.0, 1e-3);
    assert_near(at(&g, 200, 150), 100.0, 1e-3);
    int changed = 0;
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) {
            double d1 = hypot(oro_world_x(&g, x) - 900, oro_world_y(&g, y) - 300);
            double d2 = hypot(oro_world_x(&g, x) - 1300, oro_world_y(&g, y) - 500);
            bool same = at(&g, x, y) == at(&land, x, y);
            if (d1 >= 200 && d2 >= 80) assert_true(same);
            changed += !same;
        }
    assert_true(changed > 5000);
    drop(&g);
    drop(&land);
}

static void impossible_points_are_refused(void **state) {
    (void)state;
    const char *const lists[] = {"x=1 y=2 z=3; x=5 y=5 z=5; x=1 y=2 z=4", NULL};
    for (int i = 0; lists[i]; i++) {
        call c = begin("control_points");
        oro_grid out = SHAPE;
        out.data = NULL;
        set(&c, "points", lists[i]);
        wire(&c, "result", &out);
        assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
        assert_string_equal(oro_last_error(ctx)->where, "points");
        assert_non_null(strstr(oro_last_error(ctx)->sentence, "points 1 and 3"));
        finish(&c);
    }
    oro_points p = {.count = 2, .positions = (float[]){1, 2, 3, 4, NAN, 6}};
    call c = begin("control_points");
    oro_grid out = SHAPE;
    out.data = NULL;
    wire_points(&c, &p);
    wire(&c, "result", &out);
    assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "point 2"));
    finish(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_functions_are_exact),         cmocka_unit_test(ground_passes_through_points),
        cmocka_unit_test(the_plate_is_the_textbooks),       cmocka_unit_test(bells_are_the_documents),
        cmocka_unit_test(simple_points_make_simple_ground), cmocka_unit_test(points_correct_land_within_their_reach),
        cmocka_unit_test(impossible_points_are_refused),
    };
    return cmocka_run_group_tests_name("control_points", tests, call_setup, call_teardown);
}
