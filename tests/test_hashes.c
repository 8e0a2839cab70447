// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hashes of values, grids and lattice points, and the small functions every cell uses.

#include "core/hash.h"
#include "fresh_context.h"

#include <math.h>
#include <string.h>

// --- hashes -----------------------------------------------------------------------------------------------------------

static void grid_hashes_see_values_and_size_alone(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid a = make_grid(ctx, 7, 5, 1.0, false);
    fill_random(&a, 3);
    float wide[5 * 40];
    memset(wide, 0x7b, sizeof wide);
    oro_grid b = {.width = 7, .height = 5, .stride = 40, .cell = 9.0, .origin_x = 4, .data = wide};
    oro_grid_copy(&a, &b);
    oro_hash h = oro_grid_hash(&a);
    assert_true(oro_hash_equal(h, oro_grid_hash(&b)));
    for (int32_t i = 0; i < 35; i++)
        for (int bit = 0; bit < 32; bit++) { // every bit of every value counts
            float *at = oro_row(&b, i / 7) + i % 7, kept = *at;
            uint32_t bits;
            memcpy(&bits, at, 4);
            bits ^= 1U << bit;
            memcpy(at, &bits, 4);
            assert_false(oro_hash_equal(h, oro_grid_hash(&b)));
            *at = kept;
        }
    oro_row(&a, 2)[3] = 0.0f;
    oro_row(&b, 2)[3] = -0.0f;
    assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
    oro_row(&a, 2)[3] = NAN;
    oro_row(&b, 2)[3] = -NAN;
    assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
    // The same values in another shape are another map.
    float flat[12] = {0};
    oro_grid wide12 = {.width = 4, .height = 3, .stride = 4, .cell = 1, .data = flat};
    oro_grid tall12 = {.width = 3, .height = 4, .stride = 3, .cell = 1, .data = flat};
    assert_false(oro_hash_equal(oro_grid_hash(&wide12), oro_grid_hash(&tall12)));
    oro_grid_free(ctx, &a);
    end(ctx);
}

static int compare_hash(const void *a, const void *b) { return memcmp(a, b, sizeof(oro_hash)); }

static void hashes_do_not_collide(void **state) {
    (void)state;
    enum { MANY = 200000 };
    oro_hash *all = calloc(MANY, sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < MANY; i++) {
        oro_hash h = oro_hash_start(i & 1);
        // Small numbers, single bits and swapped order: what cache keys are made of.
        h = oro_hash_u64(h, i >> 1 & 255);
        all[i] = oro_hash_u64(h, i >> 9);
    }
    qsort(all, MANY, sizeof *all, compare_hash);
    int doubles_128 = 0, doubles_64 = 0;
    for (int i = 1; i < MANY; i++) {
        doubles_128 += oro_hash_equal(all[i], all[i - 1]);
        doubles_64 += all[i].hi == all[i - 1].hi;
    }
    free(all);
    assert_int_equal(doubles_128, 0);
    assert_int_equal(doubles_64, 0);
}

static void hashes_keep_parts_apart(void **state) {
    (void)state;
    oro_hash s = oro_hash_start(1);
    assert_false(oro_hash_equal(s, oro_hash_start(2)));
    assert_false(oro_hash_equal(oro_hash_text(s, NULL), oro_hash_text(s, "")));
    assert_false(
        oro_hash_equal(oro_hash_text(oro_hash_text(s, "ab"), "c"), oro_hash_text(oro_hash_text(s, "a"), "bc")));
    assert_false(oro_hash_equal(oro_hash_bytes(s, "a\0", 2), oro_hash_bytes(s, "a", 1)));
    assert_false(oro_hash_equal(oro_hash_u64(oro_hash_u64(s, 1), 2), oro_hash_u64(oro_hash_u64(s, 2), 1)));
    assert_true(oro_hash_equal(oro_hash_float(s, 0.0f), oro_hash_float(s, -0.0f)));
    assert_true(oro_hash_equal(oro_hash_double(s, 0.0), oro_hash_double(s, -0.0)));
    assert_true(oro_hash_equal(oro_hash_double(s, NAN), oro_hash_double(s, -NAN)));
    char text[33];
    oro_hash_print((oro_hash){0x0123456789abcdefULL, 0x1ULL}, text);
    assert_string_equal(text, "0123456789abcdef0000000000000001");
}

// --- cells ------------------------------------------------------------------------------------------------------------

static void small_functions_keep_their_word(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        float v = (float)((random_unit(&seed) - 0.5) * 4096.0);
        assert_int_equal(oro_floor_int(v), (int32_t)floorf(v));
    }
    const float whole[] = {-3, -1, -0.0f, 0, 1, 1e6f, -1e6f, 1073741824.0f, -1073741824.0f};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        assert_int_equal(oro_floor_int(whole[i]), (int32_t)whole[i]);
    assert_true(oro_min(NAN, 2.0f) == 2.0f && oro_max(NAN, 2.0f) == 2.0f);
    assert_true(oro_clamp(NAN, 1.0f, 3.0f) == 1.0f && oro_clamp(9, 1, 3) == 3 && oro_clamp(-9, 1, 3) == 1);
    assert_true(oro_smoothstep(2, 4, 1) == 0 && oro_smoothstep(2, 4, 3) == 0.5f && oro_smoothstep(2, 4, 5) == 1);
    assert_true(oro_abs(-2.5f) == 2.5f && oro_mix(2, 6, 0.25f) == 3);
}

static uint32_t inverse_of_odd(uint32_t odd) {
    uint32_t x = odd; // Newton: each round doubles the number of right bits
    for (int i = 0; i < 5; i++) x *= 2U - odd * x;
    return x;
}

/// Undoes oro_mix32 step by step: that it can be undone is what makes it a bijection.
static uint32_t unmix32(uint32_t v) {
    v ^= v >> 16;
    v *= inverse_of_odd(0x846ca68bU);
    v ^= v >> 15 ^ v >> 30;
    v *= inverse_of_odd(0x7feb352dU);
    return v ^ v >> 16;
}

static void mixing_loses_nothing(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 1000000; i++) {
        uint32_t v = i * 4294967291U;
        assert_int_equal(unmix32(oro_mix32(v)), v);
    }
}

static void mixing_flips_every_bit_half_the_time(void **state) {
    (void)state;
    enum { TRIES = 20000 };
    uint64_t seed = 99;
    static int flips[32][32];
    memset(flips, 0, sizeof flips);
    for (int i = 0; i < TRIES; i++) {
        uint32_t v = (uint32_t)next_random(&seed), h = oro_mix32(v);
        for (int in = 0; in < 32; in++) {
            uint32_t changed = h ^ oro_mix32(v ^ 1U << in);
            for (int out = 0; out < 32; out++) flips[in][out] += changed >> out & 1;
        }
    }
    // One standard deviation of a fair coin is 0.0035 here.
    for (int in = 0; in < 32; in++)
        for (int out = 0; out < 32; out++) assert_true(fabs((double)flips[in][out] / TRIES - 0.5) < 0.025);
}

static void lattice_hashes_are_even(void **state) {
    (void)state;
    enum { SIDE = 512, BINS = 256 };
    for (uint32_t seed = 0; seed < 4; seed++) {
        int bins[BINS] = {0};
        double sum = 0, right = 0, below = 0;
        for (int32_t y = -SIDE / 2; y < SIDE / 2; y++)
            for (int32_t x = -SIDE / 2; x < SIDE / 2; x++) {
                float u = oro_unit(oro_hash2(seed, x, y));
                assert_true(u >= 0.0f && u < 1.0f);
                bins[(int)(u * BINS)]++;
                double c = (double)u - 0.5;
                sum += c;
                right += c * ((double)oro_unit(oro_hash2(seed, x + 1, y)) - 0.5);
                below += c * ((double)oro_unit(oro_hash2(seed, x, y + 1)) - 0.5);
            }
        double n = (double)SIDE * SIDE, expected = n / BINS, chi = 0;
        for (int i = 0; i < BINS; i++) chi += (bins[i] - expected) * (bins[i] - expected) / expected;
        // 255 degrees of freedom: 255 +- 22.6; means have a deviation of sqrt(1/12/n), products of 1/12/sqrt(n).
        assert_true(chi > 150 && chi < 380);
        assert_true(fabs(sum / n) < 5 * sqrt(1.0 / 12 / n));
        assert_true(fabs(right / n) < 5.0 / 12 / sqrt(n) && fabs(below / n) < 5.0 / 12 / sqrt(n));
    }
    assert_true(oro_unit(0xffffffffU) < 1.0f);
    assert_int_not_equal(oro_hash2(0, 1, 2), oro_hash2(0, 2, 1));
    assert_int_not_equal(oro_hash2(0, 1, 2), oro_hash2(1, 1, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_hashes_see_values_and_size_alone),
        cmocka_unit_test(hashes_do_not_collide),
        cmocka_unit_test(hashes_keep_parts_apart),
        cmocka_unit_test(small_functions_keep_their_word),
        cmocka_unit_test(mixing_loses_nothing),
        cmocka_unit_test(mixing_flips_every_bit_half_the_time),
        cmocka_unit_test(lattice_hashes_are_even),
    };
    return cmocka_run_group_tests_name("hashes", tests, NULL, NULL);
}
