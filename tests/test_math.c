// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The elementary functions against the C library's double ones: the stated error bounds over every 509th of the 2^32
// floats (all of them with OROGEN_EXHAUSTIVE=1 in the environment, some minutes), special values, and the same bits in
// every vector width.

#include "core/math.cell.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

/// Distance from the exact value in units of its last place. Overflow to infinity is right from the largest float on.
static double ulps(float got, double want) {
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0.0 : 1e30;
    if (fabs(want) >= 3.4028235677973366e38) return isinf(got) && (got < 0.0f) == (want < 0.0) ? 0.0 : 1e30;
    if (isinf(got)) return fabs(want) > 3.40282e38 ? 1.0 : 1e30;
    int exponent;
    frexp(want, &exponent);
    return fabs((double)got - want) / ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
}

#define ONE_ARGUMENT(name)                                                                                             \
    static void run_##name(const float *restrict in, float *restrict out, int n) {                                     \
        for (int i = 0; i < n; i++) out[i] = oro_##name(in[i]);                                                        \
    }
ONE_ARGUMENT(exp)
ONE_ARGUMENT(exp2)
ONE_ARGUMENT(log)
ONE_ARGUMENT(log2)
ONE_ARGUMENT(sin)
ONE_ARGUMENT(cos)
ONE_ARGUMENT(tan)
ONE_ARGUMENT(atan)
ONE_ARGUMENT(asin)
ONE_ARGUMENT(acos)

typedef struct function {
    const char *name;
    void (*ours)(const float *, float *, int);
    double (*exact)(double);
    double bound;   ///< as math.cell.h states it
    double largest; ///< argument the bound holds to
} function;

static const function functions[] = {
    {"exp", run_exp, exp, 1.1, INFINITY},    {"exp2", run_exp2, exp2, 1.3, INFINITY},
    {"log", run_log, log, 1.0, INFINITY},    {"log2", run_log2, log2, 0.6, INFINITY},
    {"sin", run_sin, sin, 3.6, 102900.0},    {"cos", run_cos, cos, 3.6, 102900.0},
    {"tan", run_tan, tan, 6.5, 102900.0},    {"atan", run_atan, atan, 2.0, INFINITY},
    {"asin", run_asin, asin, 3.0, INFINITY}, {"acos", run_acos, acos, 3.0, INFINITY},
};

enum { BATCH = 4096 };

static void test_bounds(void **state) {
    (void)state;
    const uint64_t stride = getenv("OROGEN_EXHAUSTIVE") ? 1 : 509;
    static float in[BATCH], out[BATCH];
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        double worst = 0.0;
        float where = 0.0f;
        for (uint64_t at = 0; at < 1ULL << 32; at += stride * BATCH) {
            for (uint64_t i = 0; i < BATCH; i++) in[i] = oro_from_bits((uint32_t)(at + i * stride));
            functions[f].ours(in, out, BATCH);
            for (int i = 0; i < BATCH; i++) {
                if (fabs((double)in[i]) > functions[f].largest) continue;
                double error = ulps(out[i], functions[f].exact((double)in[i]));
                if (error > worst) worst = error, where = in[i];
            }
        }
        if (worst > functions[f].bound)
            fail_msg("%s(%a) is %g ulp off, %g stated", functions[f].name, (double)where, worst, functions[f].bound);
    }
}

/// Every kind of float now and then.
static float any_float(uint32_t k) {
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, 3.4e38f, 0.5f, 2.0f};
    uint32_t h = oro_mix32(k);
    if (h % 16 == 0) return special[h / 16 % 10];
    if (h % 16 < 8) return (oro_unit(oro_mix32(h)) - 0.3f) * 40.0f;
    return oro_from_bits(oro_mix32(h + 1));
}

static void test_pow(void **state) {
    (void)state;
    for (uint32_t k = 0; k < 4000000; k++) {
        float x = fabsf(any_float(2 * k)), y = any_float(2 * k + 1);
        if (k % 3 == 0) y = (oro_unit(oro_mix32(k)) * 2.0f - 1.0f) * (float)(150.0 / (fabs(log2((double)x)) + 1e-9));
        double want = isnan(x) || isnan(y) ? NAN : pow((double)x, (double)y), error = ulps(oro_pow(x, y), want);
        if (error > 7.0) fail_msg("pow(%a, %a) is %g ulp off", (double)x, (double)y, error);
    }
    assert_true(isnan(oro_pow(-1.0f, 2.0f)));
    for (int k = 1; k < 1000; k++)
        for (int e = 1; e < 40; e++) {
            float x = (float)k / 1000.0f, y = (float)e * 0.3f;
            double want = pow((double)x, (double)y);
            assert_true(fabs((double)oro_pow_unit(x, y) - want) <= 1e-5 * want + 1e-38);
        }
    assert_true(oro_pow_unit(0.0f, 0.3f) == 0.0f && oro_pow_unit(1.0f, 7.0f) == 1.0f);
}

static void test_atan2(void **state) {
    (void)state;
    for (uint32_t k = 0; k < 4000000; k++) {
        float y = any_float(2 * k), x = any_float(2 * k + 1);
        double error = ulps(oro_atan2(y, x), atan2((double)y, (double)x));
        if (error > 2.5) fail_msg("atan2(%a, %a) is %g ulp off", (double)y, (double)x, error);
        assert_true(isnan(x) || isnan(y) || !signbit(oro_atan2(y, x)) == !signbit(y));
    }
}

static void test_angles_beyond_the_range_stay_finite(void **state) {
    (void)state;
    for (uint32_t k = 0; k < 100000; k++) {
        float v = oro_from_bits(oro_mix32(k));
        if (!isfinite(v)) continue;
        assert_true(fabsf(oro_sin(v)) <= 1.0f && fabsf(oro_cos(v)) <= 1.0f);
    }
    assert_true(isnan(oro_sin(INFINITY)) && isnan(oro_cos(-INFINITY)) && isnan(oro_sin(NAN)));
    assert_true(signbit(oro_sin(-0.0f)) && oro_cos(0.0f) == 1.0f);
}

// --- the same bits in every vector width ------------------------------------------------------------------------------

ORO_CELL float everything(float a, float b) {
    float s = oro_exp(a * 0.01f) + oro_log(oro_abs(b) + 1.0f) + oro_exp2(a * 0.1f) + oro_log2(oro_abs(a) + 0.1f);
    s += oro_sin(a) + oro_cos(b) + oro_tan(a) + oro_atan2(a, b) + oro_asin(a * 0.001f);
    return s + oro_pow(oro_abs(a), b * 0.01f);
}

#if defined(__x86_64__)
#define AT_LEVEL(name, ...)                                                                                            \
    __VA_ARGS__ static void name(const float *restrict a, const float *restrict b, float *restrict out, int n) {       \
        for (int i = 0; i < n; i++) out[i] = everything(a[i], b[i]);                                                   \
    }
AT_LEVEL(at_baseline, __attribute__((noinline)))
AT_LEVEL(at_avx2, __attribute__((noinline, target("avx2,fma"))))
AT_LEVEL(at_avx512, __attribute__((noinline, target("avx512f,avx512vl,avx512dq,avx512bw,fma"))))

static void test_levels_agree(void **state) {
    (void)state;
    static float a[BATCH], b[BATCH], first[BATCH], second[BATCH];
    for (uint32_t batch = 0; batch < 64; batch++) {
        for (uint32_t i = 0; i < BATCH; i++) {
            a[i] = (oro_unit(oro_mix32(batch * BATCH + i)) - 0.5f) * 2000.0f;
            b[i] = (oro_unit(oro_mix32(~(batch * BATCH + i))) - 0.5f) * 2000.0f;
        }
        at_baseline(a, b, first, BATCH);
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            at_avx2(a, b, second, BATCH);
            assert_memory_equal(first, second, sizeof first);
        }
        if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
            at_avx512(a, b, second, BATCH);
            assert_memory_equal(first, second, sizeof first);
        }
    }
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_pow),
        cmocka_unit_test(test_atan2),
        cmocka_unit_test(test_angles_beyond_the_range_stay_finite),
#if defined(__x86_64__)
        cmocka_unit_test(test_levels_agree),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
