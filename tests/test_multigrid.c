// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Smooth fields in a box: harmonic polynomials are reproduced; a system with weights, screens and fixed samples agrees with a
// Cholesky factorisation, and one of 33 x 33 x 33 with a direct solve by cosines; steps do not grow with the size; threads do not show.

#include "call.h"
#include "sanitized.h"
#include "solve/multigrid_solve.h"

typedef double field_fn(double x, double y, double z);

typedef struct box {
    int32_t side[3];
    size_t count;
    float *values, *right, *weight, *screen;
    uint8_t *fixed;
} box;

static box make_box(int32_t w, int32_t h, int32_t d) {
    box b = {.side = {w, h, d}, .count = (size_t)w * (size_t)h * (size_t)d};
    b.values = calloc(b.count, sizeof(float));
    b.right = calloc(b.count, sizeof(float));
    b.weight = calloc(b.count, sizeof(float));
    b.screen = calloc(b.count, sizeof(float));
    b.fixed = calloc(b.count, 1);
    assert_non_null(b.fixed);
    return b;
}

static void drop_box(box *b) { free(b->values), free(b->right), free(b->weight), free(b->screen), free(b->fixed); }

static size_t at_voxel(const box *b, int32_t x, int32_t y, int32_t z) {
    return ((size_t)z * (size_t)b->side[1] + (size_t)y) * (size_t)b->side[0] + (size_t)x;
}

static int32_t solve_box(const box *b, bool weights, float tolerance) {
    oro_run r = oro_run_alone(ctx, "test");
    mg_problem p = {.side = {b->side[0], b->side[1], b->side[2]},
                    .count = 1,
                    .weight = weights ? b->weight : NULL,
                    .screen = b->screen,
                    .fixed = b->fixed,
                    .mask = 1,
                    .values = {b->values},
                    .right = {b->right},
                    .tolerance = tolerance,
                    .to = 1.0};
    int32_t steps = 0;
    assert_int_equal(mg_solve(&r, &p, &steps), ORO_OK);
    oro_scratch_free(&r);
    return steps;
}

// --- harmonic polynomials -----------------------------------------------------------------------------------------------------

static double saddle(double x, double y, double z) { return x * x - y * y + 0.0 * z; }
static double product(double x, double y, double z) { return x * y * z; }
static double linear(double x, double y, double z) { return 0.3 * x - 0.7 * y + 0.2 * z; }

static void harmonic_polynomials_are_reproduced(void **state) {
    (void)state;
    static field_fn *const fields[] = {saddle, product, linear};
    static const int32_t sides[][3] = {{17, 17, 17}, {20, 13, 9}, {5, 33, 6}, {3, 3, 3}};
    for (int s = 0; s < 4; s++)
        for (int k = 0; k < 3; k++) {
            box b = make_box(sides[s][0], sides[s][1], sides[s][2]);
            double worst = 0.0;
            for (int pass = 0; pass < 2; pass++) {
                for (int32_t z = 0; z < b.side[2]; z++)
                    for (int32_t y = 0; y < b.side[1]; y++)
                        for (int32_t x = 0; x < b.side[0]; x++) {
                            size_t i = at_voxel(&b, x, y, z);
                            double v = fields[k](x / 8.0 - 1, y / 8.0 - 1, z / 8.0 - 1);
                            bool rim = x == 0 || y == 0 || z == 0 || x == b.side[0] - 1 || y == b.side[1] - 1 ||
                                       z == b.side[2] - 1;
                            if (pass == 0) {
                                b.fixed[i] = rim;
                                b.values[i] = rim ? (float)v : 0.5f;
                            } else {
                                worst = fmax(worst, fabs((double)b.values[i] - v));
                            }
                        }
                if (pass == 0) solve_box(&b, false, 1e-6f);
            }
            // Values reach about 10; single precision and the tolerance leave 1e-6 of that.
            if (!(worst < 2e-5)) fail_msg("field %d in box %d is off by %g", k, s, worst);
            drop_box(&b);
        }
}

// --- against a factorisation ----------------------------------------------------------------------------------------------------

/// The whole system as a dense matrix of doubles, solved by Cholesky.
static double *solved_directly(const box *b, bool weights) {
    size_t n = b->count;
    double *a = calloc(n * n, sizeof *a), *u = calloc(n, sizeof *u);
    assert_non_null(a);
    const size_t step[3] = {1, (size_t)b->side[0], (size_t)b->side[0] * (size_t)b->side[1]};
    for (size_t i = 0; i < n; i++) {
        a[i * n + i] += b->fixed[i] ? 1.0 : (double)b->screen[i];
        u[i] += (double)(b->fixed[i] ? b->values[i] : b->right[i]);
        const int32_t at[3] = {(int32_t)(i % step[1]), (int32_t)(i / step[1]) % b->side[1], (int32_t)(i / step[2])};
        for (int k = 0; k < 3; k++) {
            if (at[k] == b->side[k] - 1) continue;
            size_t j = i + step[k];
            double w = weights ? fmax(1e-3, sqrt((double)b->weight[i] * (double)b->weight[j])) : 1.0;
            if (!b->fixed[i]) a[i * n + i] += w;
            if (!b->fixed[j]) a[j * n + j] += w;
            if (!b->fixed[i] && !b->fixed[j]) a[j * n + i] -= w;
            if (!b->fixed[i] && b->fixed[j]) u[i] += w * (double)b->values[j];
            if (b->fixed[i] && !b->fixed[j]) u[j] += w * (double)b->values[i];
        }
    }
    for (size_t i = 0; i < n; i++) // rows of the lower triangle
        for (size_t j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) u[i] -= a[i * n + k] * u[k];
        u[i] /= a[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) u[i] -= a[k * n + i] * u[k];
        u[i] /= a[i * n + i];
    }
    free(a);
    return u;
}

static void it_agrees_with_a_factorisation(void **state) {
    (void)state;
    static const int32_t sides[][3] = {{11, 9, 8}, {7, 12, 10}, {1, 1, 1}, {1, 9, 5}, {64, 2, 1}, {2, 2, 2}};
    for (uint32_t s = 0; s < 6; s++)
        for (int weights = 0; weights < 2; weights++) {
            box b = make_box(sides[s][0], SANITIZED && s < 2 ? 5 : sides[s][1], sides[s][2]);
            for (size_t i = 0; i < b.count; i++) {
                uint32_t at = oro_hash2(17 + s, (int32_t)i, weights);
                b.fixed[i] = at % 11 == 0;
                b.weight[i] = at % 7 == 0 ? 0.0f : oro_unit(oro_mix32(at));
                b.screen[i] = at % 3 == 0 ? oro_unit(oro_mix32(at + 1)) : 0.01f;
                b.right[i] = oro_unit(oro_mix32(at + 2)) - 0.5f;
                b.values[i] = oro_unit(oro_mix32(at + 3));
            }
            double *direct = solved_directly(&b, weights), worst = 0.0;
            int32_t steps = solve_box(&b, weights, 1e-7f);
            for (size_t i = 0; i < b.count; i++) worst = fmax(worst, fabs((double)b.values[i] - direct[i]));
            if (!(worst < 1e-5)) fail_msg("box %u is off by %g after %d steps", s, worst, steps);
            free(direct);
            drop_box(&b);
        }
}

// --- against cosines ----------------------------------------------------------------------------------------------------------

enum { SIDE = SANITIZED ? 9 : 33, POINTS = 12 };

/// Along one axis: to cosines, or back. Natural walls have cosines at half steps as eigenvectors, of length 1 each.
static void along(double *u, int axis, bool back) {
    static double wave[SIDE][SIDE];
    for (int k = 0; k < SIDE; k++)
        for (int i = 0; i < SIDE; i++)
            wave[k][i] = sqrt((k ? 2.0 : 1.0) / SIDE) * cos(3.14159265358979323846 * k * (i + 0.5) / SIDE);
    size_t step = axis == 0 ? 1 : axis == 1 ? SIDE : SIDE * SIDE;
    for (size_t line = 0; line < SIDE * SIDE; line++) {
        size_t first = axis == 0 ? line * SIDE : axis == 1 ? line / SIDE * SIDE * SIDE + line % SIDE : line;
        double in[SIDE];
        for (size_t i = 0; i < SIDE; i++) in[i] = u[first + i * step];
        for (size_t i = 0; i < SIDE; i++) {
            double sum = 0.0;
            for (size_t k = 0; k < SIDE; k++) sum += (back ? wave[k][i] : wave[i][k]) * in[k];
            u[first + i * step] = sum;
        }
    }
}

static double eigenvalue(size_t k) { return 2.0 - 2.0 * cos(3.14159265358979323846 * (double)k / SIDE); }

static void solve_by_cosines(double *u, double screen) {
    for (int axis = 0; axis < 3; axis++) along(u, axis, false);
    for (size_t i = 0; i < SIDE * SIDE * SIDE; i++)
        u[i] /= screen + eigenvalue(i % SIDE) + eigenvalue(i / SIDE % SIDE) + eigenvalue(i / SIDE / SIDE);
    for (int axis = 0; axis < 3; axis++) along(u, axis, true);
}

/// A cube of 33 samples a side with an even screen and twelve fixed samples: forces at those make them what they should be.
static void a_cube_agrees_with_a_direct_solve(void **state) {
    (void)state;
    const double screen = 0.002;
    box b = make_box(SIDE, SIDE, SIDE);
    size_t points[POINTS];
    for (size_t i = 0; i < b.count; i++) {
        b.screen[i] = (float)screen;
        b.right[i] = 0.1f * (oro_unit(oro_hash2(5, (int32_t)i, 1)) - 0.5f);
    }
    for (int k = 0; k < POINTS; k++) {
        points[k] = oro_hash2(6, k, 2) % b.count;
        b.fixed[points[k]] = 1;
        b.values[points[k]] = oro_unit(oro_hash2(7, k, 3)) * 4.0f - 2.0f;
    }
    double *field[POINTS + 1], matrix[POINTS][POINTS + 1];
    for (int k = 0; k <= POINTS; k++) {
        field[k] = calloc(b.count, sizeof(double));
        assert_non_null(field[k]);
        for (size_t i = 0; k == POINTS && i < b.count; i++) field[k][i] = (double)b.right[i];
        if (k < POINTS) field[k][points[k]] = 1.0;
        solve_by_cosines(field[k], (double)(float)screen);
    }
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < POINTS; k++) matrix[i][k] = field[k][points[i]];
        matrix[i][POINTS] = (double)b.values[points[i]] - field[POINTS][points[i]];
    }
    for (int i = 0; i < POINTS; i++) // Gauss-Jordan; the matrix is positive definite
        for (int j = 0; j < POINTS; j++) {
            if (j == i) continue;
            double times = matrix[j][i] / matrix[i][i];
            for (int k = i; k <= POINTS; k++) matrix[j][k] -= times * matrix[i][k];
        }
    int32_t steps = solve_box(&b, false, 1e-7f);
    double worst = 0.0;
    for (size_t i = 0; i < b.count; i++) {
        double u = field[POINTS][i];
        for (int k = 0; k < POINTS; k++) u += matrix[k][POINTS] / matrix[k][k] * field[k][i];
        worst = fmax(worst, fabs(u - (double)b.values[i]));
    }
    print_message("33 x 33 x 33: off by %.2g after %d steps\n", worst, steps);
    assert_true(worst < 1e-5);
    for (int k = 0; k <= POINTS; k++) free(field[k]);
    drop_box(&b);
}

// --- steps and threads ----------------------------------------------------------------------------------------------------------

/// Laplace's equation from a line and a patch, with weights that fall from a plane as those of a surface do.
static int32_t steps_of(int32_t side, bool weights, float **values) {
    box b = make_box(side + 1, side + 1, side / 2 + 1);
    for (size_t i = 0; i < b.count; i++) {
        int32_t x = (int32_t)(i % (size_t)b.side[0]), y = (int32_t)(i / (size_t)b.side[0]) % b.side[1],
                z = (int32_t)(i / (size_t)b.side[0] / (size_t)b.side[1]);
        double away = (double)(z - side / 4) * 64.0 / side / 3.0;
        b.weight[i] = (float)(1.0 / (1.0 + away * away));
        b.fixed[i] = (x == side / 3 && z == side / 4) || (y == side / 2 && z == side / 3 && x > side / 2);
        b.values[i] = b.fixed[i] ? (float)(x + 2 * y) / (float)side : 0.0f;
    }
    int32_t steps = solve_box(&b, weights, 1e-5f);
    if (values) {
        *values = b.values;
        b.values = NULL;
    }
    drop_box(&b);
    return steps;
}

static void steps_hardly_grow_with_the_size(void **state) {
    (void)state;
    for (int weights = 0; weights < 2; weights++) {
        int32_t small = steps_of(16, weights, NULL), large = steps_of(SANITIZED ? 24 : 64, weights, NULL);
        print_message("%d steps at 16, %d at 64\n", small, large);
        assert_true(large <= small + 6);
        assert_true(large <= 20);
    }
}

static void threads_do_not_show(void **state) {
    (void)state;
    oro_context *own = ctx;
    float *first = NULL;
    const int32_t side = SANITIZED ? 24 : 48;
    for (int threads = 1; threads <= 5; threads += 2) {
        float *values;
        ctx = oro_create(&(oro_context_desc){.threads = threads}, NULL);
        steps_of(side, true, &values);
        oro_destroy(ctx);
        if (!first)
            first = values;
        else {
            size_t count = (size_t)(side + 1) * (size_t)(side + 1) * (size_t)(side / 2 + 1);
            assert_memory_equal(values, first, count * sizeof(float));
            free(values);
        }
    }
    free(first);
    ctx = own;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmonic_polynomials_are_reproduced),
        cmocka_unit_test(it_agrees_with_a_factorisation),
        cmocka_unit_test(a_cube_agrees_with_a_direct_solve),
        cmocka_unit_test(steps_hardly_grow_with_the_size),
        cmocka_unit_test(threads_do_not_show),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
