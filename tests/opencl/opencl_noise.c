// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Elementary functions and noise as OpenCL against the CPU, bit for bit. Separable noise is compared with the rows that the
// operators get, wrapping and not.

#include "device.h"

#include "noise/fractal.h"

enum { SAMPLES = 20000, WIDTH = 200, HEIGHT = 150 };

static float some(uint32_t seed, int32_t i, float lo, float hi) {
    return lo + (hi - lo) * oro_unit(oro_hash2(seed, i, 1));
}

static void test_elementary_functions(void **state) {
    (void)state;
    enum { FUNCTIONS = 12 };
    static const char *const names[FUNCTIONS] = {"exp", "exp2",  "log",  "log2",       "pow",  "sin",
                                                 "cos", "atan2", "root", "smoothstep", "fade", "division"};
    static float x[SAMPLES], y[SAMPLES], there[FUNCTIONS * SAMPLES], here[SAMPLES];
    for (int32_t i = 0; i < SAMPLES; i++) {
        x[i] = oro_exp(some(1, i, -30.0f, 30.0f));
        y[i] = some(2, i, -80.0f, 80.0f);
    }
    int32_t samples = SAMPLES;
    cl_mem xs = put(x, sizeof x), ys = put(y, sizeof y), out = put(NULL, sizeof there);
    use_program("noise");
    LAUNCH("elementary", SAMPLES, 1, ARG(xs), ARG(ys), ARG(out), ARG(samples));
    get(out, there, sizeof there);
    for (int32_t k = 0; k < FUNCTIONS; k++) {
        for (int32_t i = 0; i < SAMPLES; i++) {
            float a = x[i], b = y[i];
            const float results[FUNCTIONS] = {oro_exp(b),
                                              oro_exp2(b),
                                              oro_log(a),
                                              oro_log2(a),
                                              oro_pow(a, b * 0.1f),
                                              oro_sin(b),
                                              oro_cos(b),
                                              oro_atan2(b, a),
                                              oro_sqrt(a),
                                              oro_smoothstep(-3.0f, 11.0f, b),
                                              oro_fade(oro_clamp(b, 0.0f, 1.0f)),
                                              b / a};
            here[i] = results[k];
        }
        same_bits(names[k], there + k * SAMPLES, here, SAMPLES);
    }
    clReleaseMemObject(xs);
    clReleaseMemObject(ys);
    clReleaseMemObject(out);
}

static void test_points(void **state) {
    (void)state;
    static oro_place places[SAMPLES];
    static oro_noise there[4 * SAMPLES], here[4 * SAMPLES];
    for (int32_t i = 0; i < SAMPLES; i++)
        places[i] = (oro_place){(int32_t)some(1, i, -9e3f, 9e3f), (int32_t)some(2, i, -9e3f, 9e3f),
                                some(3, i, 0.0f, 1.0f), some(4, i, 0.0f, 1.0f)};
    const oro_period periods[2] = {{0, 0, 0}, {37, 5, 21}};
    int32_t samples = SAMPLES;
    uint32_t seed = 77;
    use_program("noise");
    for (int k = 0; k < 2; k++) {
        oro_period period = periods[k];
        cl_mem in = put(places, sizeof places), out = put(NULL, sizeof there);
        LAUNCH("points", SAMPLES, 1, ARG(seed), ARG(period), ARG(in), ARG(out), ARG(samples));
        get(out, there, sizeof there);
        for (int32_t i = 0; i < SAMPLES; i++) {
            oro_place p = places[i];
            here[i] = oro_gradient_noise(seed, period, p.i, p.j, p.fu, p.fv);
            here[i + SAMPLES] = oro_simplex_noise(seed, period, p.i, p.j, p.fu, p.fv);
            here[i + 2 * SAMPLES] = oro_value_noise(seed, period, p.i, p.j, p.fu, p.fv);
            here[i + 3 * SAMPLES] =
                oro_cellular_noise(seed, period, p.i, p.j, p.fu, p.fv, ORO_EUCLIDEAN, ORO_F2_MINUS_F1, 0.9f);
        }
        static const char *const names[] = {"gradient", "simplex", "value", "cellular"};
        for (int b = 0; b < 4; b++)
            same_bits(names[b], &there[b * SAMPLES].value, &here[b * SAMPLES].value, 3 * SAMPLES);
        clReleaseMemObject(in);
        clReleaseMemObject(out);
    }
}

// The tables of noise.cl.
typedef struct column_table {
    int32_t i;
    oro_brick_column at;
} column_table;

typedef struct line_table {
    uint32_t hash;
    int32_t shift, odd;
} line_table;

typedef struct row_table {
    line_table above, below;
    float f;
} row_table;

static line_table line_of(const oro_lattice *l, double j) {
    double turns = l->period.d > 0 ? floor(j / l->period.d) : 0.0;
    return (line_table){oro_hash_line(l->seed, oro_wrapped(j, l->period.d)),
                        oro_wrapped(-floor(0.5 * j) - turns * l->period.b, l->period.a),
                        (int32_t)(j - 2.0 * floor(0.5 * j))};
}

static void check_rows(bool wrap) {
    static column_table columns[2 * WIDTH];
    static row_table rows[HEIGHT];
    static oro_noise there[WIDTH * HEIGHT], here[WIDTH * HEIGHT];
    static oro_octave_tile tile;
    static oro_noise_row row;
    static const oro_warp_row still;
    const oro_basis basis = {.kind = ORO_GRADIENT};
    const oro_grid world = {.width = WIDTH, .height = HEIGHT, .cell = 7.0, .wrap = wrap};
    // A whole, even number of lines down the map: or bricks would not meet where it wraps.
    const oro_fractal_desc desc = {.basis = basis, .scale = 87.5, .stretch = 1.0, .octaves = 1, .seed = 9};
    oro_lattice l = oro_octave_lattice(&desc, 0, 1.0 / desc.scale, &world);
    assert_true(oro_is_separable(&basis, &l));
    oro_axis across = oro_axis_of(-350.0, 7.0), down = oro_axis_of(4100.0, 7.0);
    oro_octave_columns(&basis, &l, &across, 0, WIDTH, false, &tile);
    for (int32_t k = 0; k < 2 * WIDTH; k++) {
        int32_t odd = k / WIDTH, x = k % WIDTH;
        columns[k] = (column_table){
            tile.i[odd][x],
            {tile.part[odd][x], tile.near[odd][x], tile.far[odd][x], tile.near_slope[odd][x], tile.far_slope[odd][x]}};
    }
    for (int32_t y = 0; y < HEIGHT; y++) {
        double at = oro_axis_at(&down, y), v = at * l.vy + l.v0, j = floor(v);
        rows[y] = (row_table){line_of(&l, j), line_of(&l, j + 1.0), (float)(v - j)};
        oro_octave_row(&basis, &l, at, &still, false, WIDTH, true, &tile, &row);
        for (int32_t x = 0; x < WIDTH; x++) here[y * WIDTH + x] = (oro_noise){row.value[x], row.du[x], row.dv[x]};
    }
    int32_t width = WIDTH, period = l.period.a;
    cl_mem c = put(columns, sizeof columns), r = put(rows, sizeof rows), out = put(NULL, sizeof there);
    use_program("noise");
    LAUNCH("gradient_rows", WIDTH, HEIGHT, ARG(c), ARG(r), ARG(width), ARG(period), ARG(out));
    get(out, there, sizeof there);
    same_bits(wrap ? "rows that wrap" : "rows", &there[0].value, &here[0].value, 3 * WIDTH * HEIGHT);
    clReleaseMemObject(c);
    clReleaseMemObject(r);
    clReleaseMemObject(out);
}

static void test_separable_rows(void **state) {
    (void)state;
    check_rows(false);
    check_rows(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_elementary_functions), cmocka_unit_test(test_points),
                                       cmocka_unit_test(test_separable_rows)};
    return open_device() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
