// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sums of octaves as OpenCL against the rows that the operators get, bit for bit: plain, ridged and billowed, sharpened or not,
// damped on steep ground and weakened on low ground or neither, and with octaves that the grid carries in part.

#include "device.h"

#include "noise/fractal.h"

enum { WIDTH = 200, HEIGHT = 40, SAMPLES = WIDTH * HEIGHT, OCTAVES = 7 };

// The arguments of fractal.cl.
typedef struct fractal_numbers {
    int32_t kind, octaves, slopes;
    float sharpness, damping, lowland, mean;
} fractal_numbers;

typedef struct octave_numbers {
    float carried;
    oro_octave_axes axes;
} octave_numbers;

static const oro_warp_row still;

/// The noise of every octave as it is before it is shaped, and the sum as the operators get it.
static void compute_here(const oro_fractal *f, const float *gain, oro_noise *noise, float *sum) {
    static oro_fractal_tile tile, other; // a tile remembers what it was asked last
    oro_axis across = oro_axis_of(-350.0, 7.0), down = oro_axis_of(4100.0, 7.0);
    oro_fractal_columns(f, &across, 0, WIDTH, false, &tile);
    oro_fractal_columns(f, &across, 0, WIDTH, false, &other);
    for (int32_t y = 0; y < HEIGHT; y++) {
        double at = oro_axis_at(&down, y);
        for (int32_t k = 0; k < OCTAVES; k++) {
            assert_true(f->carried[k] > 0.0f);
            oro_octave_row(&f->desc.basis, &f->lattice[k], at, &still, false, WIDTH, true, &tile.octave[k],
                           &tile.noise);
            for (int32_t x = 0; x < WIDTH; x++)
                noise[k * SAMPLES + y * WIDTH + x] =
                    (oro_noise){tile.noise.value[x], tile.noise.du[x], tile.noise.dv[x]};
        }
        oro_fractal_row(f, at, &still, false, gain + y * WIDTH, false, WIDTH, &other, sum + y * WIDTH);
    }
}

static void check(oro_fractal_desc desc, const char *what) {
    static oro_noise noise[OCTAVES * SAMPLES];
    static float gain[SAMPLES], here[SAMPLES], there[SAMPLES];
    const oro_grid world = {.width = WIDTH, .height = HEIGHT, .cell = 7.0};
    desc.basis = (oro_basis){.kind = ORO_GRADIENT};
    desc.scale = 900.0, desc.stretch = 1.0, desc.lacunarity = 1.9, desc.octaves = OCTAVES, desc.seed = 9;
    oro_fractal f = oro_fractal_make(&desc, &world);
    assert_true(f.carried[0] == 1.0f && f.carried[OCTAVES - 1] < 1.0f);
    for (int32_t i = 0; i < SAMPLES; i++) gain[i] = 0.3f + 0.4f * oro_unit(oro_hash2(5, i, 1));
    compute_here(&f, gain, noise, here);
    fractal_numbers numbers = {(int32_t)desc.kind, OCTAVES, desc.damping > 0.0f, desc.sharpness, desc.damping,
                               desc.lowland,       f.mean};
    octave_numbers octaves[OCTAVES];
    float scale = (float)desc.scale * (desc.kind == ORO_PLAIN ? 1.0f : 2.0f);
    for (int32_t k = 0; k < OCTAVES; k++) {
        const oro_lattice *l = &f.lattice[k];
        octaves[k] = (octave_numbers){
            f.carried[k], {(float)l->ux * scale, (float)l->uy * scale, (float)l->vx * scale, (float)l->vy * scale}};
    }
    int32_t samples = SAMPLES;
    cl_mem o = put(octaves, sizeof octaves), n = put(noise, sizeof noise), g = put(gain, sizeof gain);
    cl_mem out = put(NULL, sizeof there);
    LAUNCH("sum_octaves", SAMPLES, 1, ARG(numbers), ARG(o), ARG(n), ARG(g), ARG(out), ARG(samples));
    get(out, there, sizeof there);
    same_bits(what, there, here, SAMPLES);
    cl_mem all[] = {o, n, g, out};
    for (int i = 0; i < 4; i++) clReleaseMemObject(all[i]);
}

static void test_sums_of_octaves(void **state) {
    (void)state;
    use_program("fractal");
    static const char *const kinds[] = {"plain", "ridged", "billowed"};
    for (int kind = 0; kind < 3; kind++)
        for (int k = 0; k < 8; k++) {
            char what[80];
            oro_fractal_desc d = {.kind = (oro_fractal_kind)kind,
                                  .sharpness = k & 1 ? 1.7f : 1.0f,
                                  .damping = k & 2 ? 0.4f : 0.0f,
                                  .lowland = k & 4 ? 0.6f : 0.0f};
            snprintf(what, sizeof what, "%s%s%s%s", kinds[kind], k & 1 ? ", sharp" : "", k & 2 ? ", damped" : "",
                     k & 4 ? ", smooth lowland" : "");
            check(d, what);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums_of_octaves)};
    return open_device() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
