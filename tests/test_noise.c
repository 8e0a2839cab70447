// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the noises and of the operator: the pattern belongs to the world, stays in its range, has no lattice lines and no
// preferred direction, is the same by every path, thread count and CPU level, and loses only what a grid cannot carry.

#include "noise/fractal.h"
#include "orogen/operator.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

static const oro_period none = {0, 0, 0};

static oro_context *make_context(int threads, const char *cpu) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads, .cpu = cpu}, NULL);
    assert_non_null(ctx);
    return ctx;
}

/// Runs the operator on a geometry with arguments written as "octaves=5 warp=300"; the grid gets its memory here.
static void make(oro_context *ctx, oro_grid *g, const char *settings) {
    const oro_operator *op = oro_operator_find(ctx, "noise");
    assert_non_null(op);
    _Alignas(16) unsigned char args[1024] = {0};
    assert_true(op->record.size <= sizeof args);
    assert_int_equal(oro_args_init(ctx, &op->record, args), ORO_OK);
    char text[256];
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        *equals = 0;
        const oro_arg *arg = oro_arg_find(&op->record, word);
        assert_non_null(arg);
        assert_int_equal(oro_args_parse(ctx, &op->record, args, arg, equals + 1, word), ORO_OK);
    }
    memcpy(args + oro_arg_find(&op->record, "result")->offset, &g, sizeof g);
    oro_status status = oro_call(ctx, op, args, NULL);
    if (status != ORO_OK) fail_msg("%s: %s", settings, oro_last_error(ctx)->sentence);
    oro_args_free(ctx, &op->record, args);
}

static const char *const settings[] = {
    "damping=0 lowland=0",
    "fractal=ridged sharpness=1.7",
    "basis=simplex fractal=billow",
    "basis=value damping=0 lowland=0",
    "basis=value angle=17",
    "basis=cellular octaves=3 lowland=0",
    "basis=cellular feature=f2-f1 metric=manhattan jitter=0.8 angle=30 octaves=2",
    "basis=cellular feature=cell octaves=1",
    "warp=300 warp_scale=900",
    "angle=33 stretch=2.5 offset_x=120 offset_y=-77 power=1.5 contrast=0.4",
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

// --- the point functions ----------------------------------------------------------------------------------------------

static const oro_basis bases[] = {
    {ORO_GRADIENT, 0, 0, 1.0f},
    {ORO_SIMPLEX, 0, 0, 1.0f},
    {ORO_VALUE, 0, 0, 1.0f},
    {ORO_CELLULAR, ORO_EUCLIDEAN, ORO_F1, 1.0f},
    {ORO_CELLULAR, ORO_EUCLIDEAN, ORO_F2_MINUS_F1, 1.0f},
    {ORO_CELLULAR, ORO_MANHATTAN, ORO_F2, 0.7f},
    {ORO_CELLULAR, ORO_CHEBYSHEV, ORO_F1_TIMES_F2, 1.0f},
    {ORO_CELLULAR, ORO_SQUARED, ORO_F1, 1.0f},
};
enum { BASES = sizeof bases / sizeof bases[0] };

static void test_hash_of_lines_is_the_hash(void **state) {
    (void)state;
    for (int32_t k = -1000; k < 1000; k++)
        assert_int_equal(oro_hash_on_line(oro_hash_line(7u, k * 31), k), oro_hash2(7u, k, k * 31));
}

static void test_range_mean_and_rms(void **state) {
    (void)state;
    static const double rms[] = {0.30, 0.377, 0.366};
    for (int b = 0; b < BASES; b++) {
        double sum = 0.0, squares = 0.0;
        const int count = 1000000;
        for (int k = 0; k < count; k++) {
            float fu = oro_unit(oro_mix32((uint32_t)k)), fv = oro_unit(oro_mix32(~(uint32_t)k));
            float v = oro_basis_point(&bases[b], 3u, none, k % 1009, k / 1009, fu, fv).value;
            if (!(v >= -1.0f && v <= 1.0f)) fail_msg("basis %d reaches %g", b, (double)v);
            sum += (double)v, squares += (double)v * (double)v;
        }
        if (b > 2) continue;
        assert_true(fabs(sum / count) < 0.003);
        assert_true(fabs(sqrt(squares / count) - rms[b]) < 0.01);
    }
}

static void test_no_steps_at_lattice_lines(void **state) {
    (void)state;
    const float e = 1e-4f;
    for (int b = 0; b < BASES; b++)
        for (int k = 0; k < 2000; k++) {
            float f = oro_unit(oro_mix32((uint32_t)k));
            float left = oro_basis_point(&bases[b], 5u, none, k, -k, 1.0f - e, f).value;
            float right = oro_basis_point(&bases[b], 5u, none, k + 1, -k, e, f).value;
            float above = oro_basis_point(&bases[b], 5u, none, k, -k, f, 1.0f - e).value;
            float below = oro_basis_point(&bases[b], 5u, none, k, 1 - k, f, e).value;
            assert_true(fabsf(left - right) < 20.0f * e && fabsf(above - below) < 20.0f * e);
        }
}

static void test_slopes_are_the_derivatives(void **state) {
    (void)state;
    const float e = 1.0f / 256.0f;
    for (int b = 0; b < 3; b++)
        for (int k = 0; k < 5000; k++) {
            float fu = 0.1f + 0.8f * oro_unit(oro_mix32((uint32_t)k)),
                  fv = 0.1f + 0.8f * oro_unit(oro_mix32(~(uint32_t)k));
            oro_noise n = oro_basis_point(&bases[b], 9u, none, k, k, fu, fv);
            float du = (oro_basis_point(&bases[b], 9u, none, k, k, fu + e, fv).value -
                        oro_basis_point(&bases[b], 9u, none, k, k, fu - e, fv).value) /
                       (2.0f * e);
            float dv = (oro_basis_point(&bases[b], 9u, none, k, k, fu, fv + e).value -
                        oro_basis_point(&bases[b], 9u, none, k, k, fu, fv - e).value) /
                       (2.0f * e);
            assert_true(fabsf(n.du - du) < 4e-3f && fabsf(n.dv - dv) < 4e-3f);
        }
}

/// The nearest point by looking at 9x9 cells.
static void test_nearest_point_is_the_nearest(void **state) {
    (void)state;
    const oro_basis f1 = {ORO_CELLULAR, ORO_SQUARED, ORO_F1, 1.0f};
    for (int k = 0; k < 100000; k++) {
        float fu = oro_unit(oro_mix32((uint32_t)k)), fv = oro_unit(oro_mix32(~(uint32_t)k)), nearest = 1e9f;
        for (int j = -4; j <= 4; j++)
            for (int i = -4; i <= 4; i++) {
                uint32_t h = oro_hash2(11u, k + i, j - k);
                float du = (float)i + oro_cell_point_u(h, 1.0f) - fu, dv = (float)j + oro_cell_point_v(h, 1.0f) - fv;
                nearest = fminf(nearest, du * du + dv * dv);
            }
        float got = oro_basis_point(&f1, 11u, none, k, -k, fu, fv).value;
        assert_true(fabsf(got - (fminf(2.0f * nearest, 2.0f) - 1.0f)) < 1e-5f);
    }
}

// --- paths ------------------------------------------------------------------------------------------------------------

/// The separable rows against the point by point ones (a warp of zero), with slopes, where the lattice is fine and coarse.
static void test_paths_agree(void **state) {
    (void)state;
    static oro_octave_tile fast, slow;
    static oro_noise_row a, b;
    static const oro_warp_row still;
    const oro_axis axis = oro_axis_of(-1234.5, 1.0);
    for (int k = 0; k < BASES; k++)
        for (double scale = 3.0; scale < 400.0; scale *= 2.7) {
            oro_lattice l = {.ux = 1.0 / scale, .vy = 1.0 / scale, .u0 = 0.37, .v0 = 0.81, .seed = 77u};
            if (bases[k].kind == ORO_GRADIENT) l.uy = -0.5 * l.vy;
            bool slopes = bases[k].kind != ORO_CELLULAR;
            oro_octave_columns(&bases[k], &l, &axis, 10, ORO_TILE, false, &fast);
            oro_octave_columns(&bases[k], &l, &axis, 10, ORO_TILE, true, &slow);
            for (int32_t y = 0; y < 200; y++) {
                double wy = oro_axis_at(&axis, y);
                oro_octave_row(&bases[k], &l, wy, &still, false, ORO_TILE, slopes, &fast, &a);
                oro_octave_row(&bases[k], &l, wy, &still, true, ORO_TILE, slopes, &slow, &b);
                for (int32_t x = 0; x < ORO_TILE; x++) {
                    assert_true(fabsf(a.value[x] - b.value[x]) < 1e-5f);
                    if (slopes) assert_true(fabsf(a.du[x] - b.du[x]) + fabsf(a.dv[x] - b.dv[x]) < 5e-5f);
                }
            }
        }
}

static void test_threads_and_levels_agree(void **state) {
    (void)state;
    for (int s = 0; s < SETTINGS; s++) {
        oro_hash first = {0, 0};
        for (const char *const *cpu = oro_cpu_levels(); *cpu; cpu++)
            for (int threads = 1; threads <= 7; threads += 3) {
                oro_context *ctx = make_context(threads, *cpu);
                oro_grid g = {.width = 531, .height = 260, .cell = 7.3};
                make(ctx, &g, settings[s]);
                oro_hash hash = oro_grid_hash(&g);
                if (first.hi == 0 && first.lo == 0) first = hash;
                if (!oro_hash_equal(first, hash))
                    fail_msg("%s: other bits at %s, %d threads", settings[s], *cpu, threads);
                oro_grid_free(ctx, &g);
                oro_destroy(ctx);
            }
    }
}

// --- the world --------------------------------------------------------------------------------------------------------

static void test_extending_a_map_changes_nothing(void **state) {
    oro_context *ctx = *state;
    for (int s = 0; s < SETTINGS; s++) {
        const double cell = 10.7; // no multiple of it is a round number
        oro_grid whole = {.width = 400, .height = 150, .cell = cell, .origin_x = -3.3e7, .origin_y = 1e6};
        oro_grid part = {
            .width = 90, .height = 70, .cell = cell, .origin_x = -3.3e7 + 283 * cell, .origin_y = 1e6 + 41 * cell};
        make(ctx, &whole, settings[s]);
        make(ctx, &part, settings[s]);
        for (int32_t y = 0; y < part.height; y++)
            if (memcmp(oro_row(&part, y), oro_row(&whole, y + 41) + 283, 90 * sizeof(float)) != 0)
                fail_msg("%s: row %d differs", settings[s], y);
        oro_grid_free(ctx, &whole);
        oro_grid_free(ctx, &part);
    }
}

static void test_far_from_the_origin_is_as_smooth(void **state) {
    oro_context *ctx = *state;
    static const char *const here[] = {"octaves=8", "octaves=8 angle=20 basis=simplex", "octaves=3 basis=cellular"};
    for (int s = 0; s < 3; s++) {
        oro_grid near = {.width = 200, .height = 100, .cell = 1.0}, far = near;
        far.origin_x = 8e6, far.origin_y = -9e6;
        char moved[256];
        snprintf(moved, sizeof moved, "%s scale=100 amplitude=1 offset_x=8e6 offset_y=-9e6", here[s]);
        make(ctx, &far, moved);
        snprintf(moved, sizeof moved, "%s scale=100 amplitude=1", here[s]);
        make(ctx, &near, moved);
        for (int32_t y = 0; y < near.height; y++)
            for (int32_t x = 0; x < near.width; x++)
                assert_true(fabsf(oro_row(&near, y)[x] - oro_row(&far, y)[x]) < 2e-5f);
        oro_grid_free(ctx, &near);
        oro_grid_free(ctx, &far);
    }
}

/// A map that wraps, begun elsewhere, is the same map turned round.
static void test_wrapping_maps_join(void **state) {
    oro_context *ctx = *state;
    for (int s = 0; s < SETTINGS; s++) {
        char text[256];
        snprintf(text, sizeof text, "%s amplitude=1 scale=900", settings[s]);
        oro_grid g = {.width = 160, .height = 96, .cell = 25.0, .wrap = true}, turned = g;
        turned.origin_x = 100 * 25.0, turned.origin_y = -33 * 25.0;
        make(ctx, &g, text);
        make(ctx, &turned, text);
        int apart = 0;
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) {
                float a = oro_row(&g, (y - 33 + 96) % 96)[(x + 100) % 160], b = oro_row(&turned, y)[x];
                apart += fabsf(a - b) > 1e-3f;
            }
        if (apart > 3) fail_msg("%s: %d samples differ", text, apart); // a cell's border may fall on a sample
        oro_grid_free(ctx, &g);
        oro_grid_free(ctx, &turned);
    }
}

/// No seam, neither at the edges nor where the lattice is folded back inside the map.
static void test_wrapping_maps_have_no_seam(void **state) {
    oro_context *ctx = *state;
    static const char *const kinds[] = {"basis=gradient",
                                        "basis=gradient angle=17",
                                        "basis=simplex",
                                        "basis=simplex angle=71",
                                        "basis=value angle=-40",
                                        "basis=gradient warp=200 warp_scale=2000",
                                        "basis=cellular angle=33 stretch=1.7",
                                        "basis=cellular"};
    for (int s = 0; s < 8; s++) {
        char text[256];
        snprintf(text, sizeof text, "%s amplitude=1 scale=900 octaves=1", kinds[s]);
        oro_grid g = {.width = 320, .height = 192, .cell = 12.5, .wrap = true, .origin_x = 500.0};
        make(ctx, &g, text);
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) {
                float here = oro_row(&g, y)[x], east = oro_row(&g, y)[(x + 1) % 320];
                float south = oro_row(&g, (y + 1) % 192)[x];
                if (fabsf(east - here) > 0.15f || fabsf(south - here) > 0.15f)
                    fail_msg("%s: a step at %d, %d", text, x, y);
            }
        oro_grid_free(ctx, &g);
    }
}

/// Mean square of differences over `step` cells east, south and along both diagonals (at the same distance).
static void test_no_direction_is_preferred(void **state) {
    oro_context *ctx = *state;
    static const char *const kinds[] = {"damping=0 lowland=0", "", "basis=simplex", "fractal=ridged",
                                        "basis=cellular octaves=1"};
    for (int s = 0; s < 5; s++) {
        oro_grid g = {.width = 2000, .height = 2000, .cell = 1.0};
        char text[256];
        snprintf(text, sizeof text, "scale=70 amplitude=1 %s", kinds[s]);
        make(ctx, &g, text);
        const int steps[4][2] = {{10, 0}, {0, 10}, {7, 7}, {7, -7}}; // 7 sqrt 2 is 9.9
        double energy[4] = {0};
        for (int d = 0; d < 4; d++)
            for (int32_t y = 20; y < 1980; y++)
                for (int32_t x = 20; x < 1980; x++) {
                    double e = (double)(oro_row(&g, y + steps[d][1])[x + steps[d][0]] - oro_row(&g, y)[x]);
                    energy[d] += e * e;
                }
        for (int d = 1; d < 4; d++)
            if (fabs(energy[d] / energy[0] - 1.0) > 0.1)
                fail_msg("%s: direction %d has %.3f of the energy of east", text, d, energy[d] / energy[0]);
        oro_grid_free(ctx, &g);
    }
}

enum { SPECTRUM = 256, WAVES = 52 }; ///< samples per side; waves a side up to WAVES / SPECTRUM = 0.2 per sample

/// Adds the power of a map's waves between two frequencies (per sample) to that along the axes and that along the diagonals,
/// both to within 10 degrees. Weighted by the fourth power of the frequency, or the few long waves would decide.
static void add_power(const oro_grid *g, double least, double most, double power[2], int count[2]) {
    static double across[SPECTRUM][WAVES][2];
    double wave[SPECTRUM][2], window[SPECTRUM], mean = 0.0;
    for (int k = 0; k < SPECTRUM; k++) {
        double turn = 2.0 * 3.14159265358979324 * k / SPECTRUM;
        wave[k][0] = cos(turn), wave[k][1] = sin(turn), window[k] = 0.5 - 0.5 * wave[k][0];
        for (int x = 0; x < SPECTRUM; x++) mean += (double)oro_row(g, k)[x] / (SPECTRUM * SPECTRUM);
    }
    for (int y = 0; y < SPECTRUM; y++)
        for (int u = 0; u < WAVES; u++) {
            across[y][u][0] = across[y][u][1] = 0.0;
            for (int x = 0; x < SPECTRUM; x++) {
                double z = ((double)oro_row(g, y)[x] - mean) * window[x] * window[y];
                const double *w = wave[u * x % SPECTRUM];
                across[y][u][0] += z * w[0], across[y][u][1] -= z * w[1];
            }
        }
    for (int v = -WAVES; v < WAVES; v++)
        for (int u = 0; u < WAVES; u++) {
            double frequency = sqrt((double)(u * u + v * v)) / SPECTRUM, re = 0.0, im = 0.0;
            double from_axis = fmod(atan2(v, u) * 180.0 / 3.14159265358979324 + 190.0, 90.0);
            int along = from_axis < 20.0 ? 0 : fabs(from_axis - 55.0) < 10.0 ? 1 : 2;
            if (frequency < least || frequency > most || along == 2) continue;
            for (int y = 0; y < SPECTRUM; y++) {
                const double *w = wave[(v + SPECTRUM) * y % SPECTRUM], *a = across[y][u];
                re += a[0] * w[0] + a[1] * w[1], im += a[1] * w[0] - a[0] * w[1];
            }
            power[along] += (re * re + im * im) * pow(frequency, 4.0), count[along]++;
        }
}

/// On Perlin's square lattice with his quintic the ratios are 1.25, 1.24 and 0.84; here 0.99, 0.99 and 1.09. A dozen maps
/// leave a few hundredths of chance.
static void test_power_is_the_same_along_axes_and_diagonals(void **state) {
    oro_context *ctx = *state;
    static const struct {
        const char *settings;
        double least, most;
    } kinds[] = {{"damping=0 lowland=0", 0.92, 1.08}, {"", 0.92, 1.08}, {"fractal=ridged", 0.9, 1.15}};
    for (int k = 0; k < 3; k++) {
        double power[2] = {0};
        int count[2] = {0};
        for (int seed = 1; seed <= 12; seed++) {
            oro_grid g = {.width = SPECTRUM, .height = SPECTRUM, .cell = 1.0};
            char text[256];
            snprintf(text, sizeof text, "scale=40 amplitude=1 seed=%d %s", seed, kinds[k].settings);
            make(ctx, &g, text);
            add_power(&g, 0.05, 0.2, power, count);
            oro_grid_free(ctx, &g);
        }
        double ratio = (power[0] / count[0]) / (power[1] / count[1]);
        if (!(ratio > kinds[k].least && ratio < kinds[k].most))
            fail_msg("noise \"%s\" has %.3f times the power along the axes", kinds[k].settings, ratio);
        print_message("noise \"%s\": %.3f\n", kinds[k].settings, ratio);
    }
}

// --- resolutions ------------------------------------------------------------------------------------------------------

/// Rms of (coarse - fine averaged over a coarse cell) in parts of `whole`: the fine map's rms, or its range.
static double difference(const oro_grid *coarse, const oro_grid *fine, int factor, bool of_range) {
    double squares = 0.0, rms = 0.0, mean = 0.0, low = 1e30, high = -1e30;
    int count = 0;
    for (int32_t y = 2; y < coarse->height - 2; y++)
        for (int32_t x = 2; x < coarse->width - 2; x++) {
            double sum = 0.0, weights = 0.0; // a box of one coarse cell: half weights at its rim
            for (int dy = -factor / 2; dy <= factor / 2; dy++)
                for (int dx = -factor / 2; dx <= factor / 2; dx++) {
                    double w = (abs(dx) == factor / 2 ? 0.5 : 1.0) * (abs(dy) == factor / 2 ? 0.5 : 1.0);
                    sum += w * (double)oro_row(fine, y * factor + dy)[x * factor + dx], weights += w;
                }
            double v = (double)oro_row(coarse, y)[x], d = v - sum / weights;
            squares += d * d, rms += v * v, mean += v, count++;
            low = fmin(low, v), high = fmax(high, v);
        }
    double spread = of_range ? high - low : sqrt(rms / count - mean * mean / count / count);
    return sqrt(squares / count) / spread;
}

static void test_resolutions_show_the_same_land(void **state) {
    oro_context *ctx = *state;
    static const char *const kinds[] = {
        "damping=0 lowland=0",
        "",
        "fractal=ridged",
        "basis=simplex warp=300",
        "basis=value",
        "basis=cellular",
        "gain=0.7 damping=0 lowland=0", // rough: much of the height is near the limit
        "scale=1200 damping=0 lowland=0",
    };
    for (size_t s = 0; s < sizeof kinds / sizeof kinds[0]; s++) {
        oro_grid g512 = {.width = 513, .height = 513, .cell = 20.0},
                 g1024 = {.width = 1025, .height = 1025, .cell = 10.0};
        oro_grid g2048 = {.width = 2049, .height = 2049, .cell = 5.0};
        make(ctx, &g512, kinds[s]);
        make(ctx, &g1024, kinds[s]);
        make(ctx, &g2048, kinds[s]);
        double twice = difference(&g512, &g1024, 2, false), four = difference(&g512, &g2048, 4, true);
        if (twice > 0.04 || four > 0.01)
            fail_msg("%s: 512 and 1024 differ by %.4f of the rms, 512 and 2048 by %.4f of the range", kinds[s], twice,
                     four);
        oro_grid_free(ctx, &g512);
        oro_grid_free(ctx, &g1024);
        oro_grid_free(ctx, &g2048);
    }
}

/// With wavelengths near the grid's limit: what is left of an octave fades, and what cannot be carried is not aliased.
static void test_octaves_fade_at_the_limit(void **state) {
    oro_context *ctx = *state;
    static const char *const kinds[] = {"octaves=1", "octaves=1 fractal=ridged", "octaves=1 basis=cellular"};
    for (int s = 0; s < 3; s++) {
        double rms[3];
        for (int k = 0; k < 3; k++) {
            oro_grid g = {.width = 300, .height = 300, .cell = 10.0};
            char text[128];
            snprintf(text, sizeof text, "%s amplitude=1 scale=%g", kinds[s], 19.0 + 11.0 * k);
            make(ctx, &g, text);
            double sum = 0.0, squares = 0.0;
            for (int32_t y = 0; y < 300; y++)
                for (int32_t x = 0; x < 300; x++) {
                    double v = (double)oro_row(&g, y)[x];
                    sum += v, squares += v * v;
                }
            rms[k] = sqrt(fmax(squares / 9e4 - sum * sum / 81e8, 0.0));
            oro_grid_free(ctx, &g);
        }
        assert_true(rms[0] < 1e-4 && rms[1] > 0.3 * rms[2] && rms[1] < 0.7 * rms[2]);
    }
}

// --- arguments --------------------------------------------------------------------------------------------------------

static void test_every_argument_does_something(void **state) {
    oro_context *ctx = *state;
    static const char *const pairs[][2] = {
        {"", "basis=simplex"},
        {"", "fractal=ridged"},
        {"", "scale=3000"},
        {"", "amplitude=900"},
        {"", "base=5"},
        {"", "octaves=4"},
        {"", "lacunarity=2.1"},
        {"", "gain=0.4"},
        {"", "seed=8"},
        {"", "angle=10"},
        {"", "stretch=2"},
        {"", "offset_x=100"},
        {"", "offset_y=100"},
        {"", "warp=100"},
        {"", "sharpness=1.3"},
        {"", "damping=0"},
        {"", "lowland=0"},
        {"", "power=2"},
        {"", "contrast=0.5"},
        {"", "contrast=-0.5"},
        {"", "profile=0:0,0.5:0.2,1:1"},
        {"basis=cellular", "basis=cellular feature=f2"},
        {"basis=cellular", "basis=cellular metric=chebyshev"},
        {"basis=cellular", "basis=cellular jitter=0.5"},
        {"warp=100", "warp=100 warp_scale=900"},
        {"warp=100", "warp=100 warp_octaves=1"},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        oro_grid a = {.width = 64, .height = 48, .cell = 100.0}, b = a;
        make(ctx, &a, pairs[k][0]);
        make(ctx, &b, pairs[k][1]);
        if (oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b))) fail_msg("%s changes nothing", pairs[k][1]);
        for (int32_t y = 0; y < 48; y++)
            for (int32_t x = 0; x < 64; x++) assert_true(isfinite(oro_row(&b, y)[x]));
        oro_grid_free(ctx, &a);
        oro_grid_free(ctx, &b);
    }
}

/// Heights stay within amplitude times the sum of the gains.
static void test_heights_stay_in_their_range(void **state) {
    oro_context *ctx = *state;
    for (int s = 0; s < SETTINGS; s++) {
        oro_grid g = {.width = 700, .height = 500, .cell = 20.0};
        char text[256];
        snprintf(text, sizeof text, "%s amplitude=1 base=3 scale=300", settings[s]);
        make(ctx, &g, text);
        oro_extremes e = oro_grid_extremes(&g);
        assert_int_equal(e.not_finite, 0);
        assert_true(e.min >= 3.0f - 2.0001f && e.max <= 3.0f + 2.0001f && e.max - e.min > 0.5f);
        oro_grid_free(ctx, &g);
    }
}

static int setup(void **state) {
    *state = make_context(2, NULL);
    return 0;
}

static int teardown(void **state) {
    oro_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash_of_lines_is_the_hash),
        cmocka_unit_test(test_range_mean_and_rms),
        cmocka_unit_test(test_no_steps_at_lattice_lines),
        cmocka_unit_test(test_slopes_are_the_derivatives),
        cmocka_unit_test(test_nearest_point_is_the_nearest),
        cmocka_unit_test(test_paths_agree),
        cmocka_unit_test(test_threads_and_levels_agree),
        cmocka_unit_test(test_extending_a_map_changes_nothing),
        cmocka_unit_test(test_far_from_the_origin_is_as_smooth),
        cmocka_unit_test(test_wrapping_maps_join),
        cmocka_unit_test(test_wrapping_maps_have_no_seam),
        cmocka_unit_test(test_no_direction_is_preferred),
        cmocka_unit_test(test_resolutions_show_the_same_land),
        cmocka_unit_test(test_octaves_fade_at_the_limit),
        cmocka_unit_test(test_every_argument_does_something),
        cmocka_unit_test(test_heights_stay_in_their_range),
        cmocka_unit_test(test_power_is_the_same_along_axes_and_diagonals),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
