// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sweeps of relaxation as OpenCL against the sweeps of `diffuse`, bit for bit.

#include "device.h"

#include "op/features/diffuse/relax.h"

enum { WIDTH = 67, HEIGHT = 59, SAMPLES = WIDTH * HEIGHT, SWEEPS = 7 };

static const oro_operator nothing = {.record = {.name = "nothing"}};

static float some(uint32_t seed, int32_t i, float lo, float hi) {
    return lo + (hi - lo) * oro_unit(oro_hash2(seed, i, 1));
}

static oro_grid view(float *data) {
    return (oro_grid){.width = WIDTH, .height = HEIGHT, .stride = WIDTH, .cell = 1.0, .data = data};
}

static void sweep_here(int32_t kernel, float *from, float *to) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2}, NULL);
    assert_non_null(ctx);
    static float spare[SAMPLES];
    oro_grid in = view(from), out = view(to), between = view(spare);
    oro_run run = {.ctx = ctx, .op = &nothing, .to = 1.0, .stage_to = 1.0};
    oro_relax_job job = {.kernel = kernel};
    assert_int_equal(oro_relax(&run, &job, SWEEPS, &in, &out, &between), ORO_OK);
    oro_scratch_free(&run);
    oro_destroy(ctx);
}

static void sweep_there(int32_t kernel, const float *from, float *to) {
    int32_t size[2] = {WIDTH, HEIGHT};
    cl_mem planes[2] = {put(from, SAMPLES * sizeof(float)), put(NULL, SAMPLES * sizeof(float))};
    float own = kernel == kernel_laplace ? 0.5f : 0.0f, share = (1.0f - own) * 0.25f;
    float centre = kernel == kernel_ring ? 16.0f : 0.0f, scale = 1.0f / (100.0f - centre);
    for (int i = 0; i < SWEEPS; i++) {
        cl_mem in = planes[i % 2], out = planes[1 - i % 2];
        if (kernel == kernel_eight)
            LAUNCH("sweep_of_eight", WIDTH, HEIGHT, ARG(in), ARG(out), ARG(size));
        else if (oro_kernel_radius(kernel) == 2)
            LAUNCH("sweep_of_square", WIDTH, HEIGHT, ARG(in), ARG(out), ARG(size), ARG(centre), ARG(scale));
        else
            LAUNCH("sweep_of_four", WIDTH, HEIGHT, ARG(in), ARG(out), ARG(size), ARG(own), ARG(share));
    }
    get(planes[SWEEPS % 2], to, SAMPLES * sizeof(float));
    clReleaseMemObject(planes[0]);
    clReleaseMemObject(planes[1]);
}

static void test_sweeps(void **state) {
    (void)state;
    static float map[SAMPLES], here[SAMPLES], there[SAMPLES];
    for (int32_t i = 0; i < SAMPLES; i++) map[i] = some(3, i, -300.0f, 1700.0f);
    use_program("relax");
    static const char *const names[] = {"eight", "four", "wide", "ring", "laplace"};
    for (int32_t kernel = kernel_eight; kernel <= kernel_laplace; kernel++) {
        sweep_here(kernel, map, here);
        sweep_there(kernel, map, there);
        same_bits(names[kernel], there, here, SAMPLES);
    }
}

static void test_guides_and_pins(void **state) {
    (void)state;
    static float map[SAMPLES], swept[SAMPLES], wx[SAMPLES], wy[SAMPLES], rise[SAMPLES], beta[SAMPLES], there[SAMPLES];
    for (int32_t i = 0; i < SAMPLES; i++) {
        map[i] = some(3, i, -300.0f, 1700.0f), swept[i] = some(4, i, -300.0f, 1700.0f);
        wx[i] = some(5, i, -1.0f, 1.0f), wy[i] = 1.0f - oro_abs(wx[i]);
        rise[i] = some(6, i, -9.0f, 9.0f), beta[i] = some(7, i, 0.0f, 1.0f);
    }
    int32_t size[2] = {WIDTH, HEIGHT};
    const size_t bytes = sizeof map;
    cl_mem in = put(map, bytes), out = put(swept, bytes), x = put(wx, bytes), y = put(wy, bytes), r = put(rise, bytes);
    cl_mem b = put(beta, bytes);
    use_program("relax");
    LAUNCH("guide", WIDTH, HEIGHT, ARG(in), ARG(out), ARG(size), ARG(x), ARG(y), ARG(r), ARG(b));
    get(out, there, bytes);
    for (int32_t i = 0; i < SAMPLES; i++) {
        int32_t col = i % WIDTH, row = i / WIDTH;
        const float *above = map + oro_hold(row - 1, HEIGHT) * WIDTH, *below = map + oro_hold(row + 1, HEIGHT) * WIDTH;
        const float *at = map + row * WIDTH;
        float said = oro_guided(wx[i], wy[i], rise[i], above[col], below[col], at[oro_hold(col - 1, WIDTH)],
                                at[oro_hold(col + 1, WIDTH)]);
        swept[i] = oro_pinned(oro_mix(swept[i], said, beta[i]), 0.75f, 0.125f);
    }
    same_bits("guides", there, swept, SAMPLES);
    cl_mem all[] = {in, out, x, y, r, b};
    for (int i = 0; i < 6; i++) clReleaseMemObject(all[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sweeps), cmocka_unit_test(test_guides_and_pins)};
    return open_device() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
