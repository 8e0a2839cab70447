// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "cpu.h"

#include <pthread.h>
#include <string.h>

static const char *const names[ORO_CPU_COUNT] = {"baseline", "avx2", "avx512"};

// The avx2 copy is compiled for x86-64-v3 and the avx512 copy for x86-64-v4. Asked for by the parts of those levels that
// both gcc 12 and clang 14 can name; no machine has these without the rest.
static bool machine_has(oro_cpu level) {
#ifdef ORO_HAS_X86_LEVELS
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
              __builtin_cpu_supports("fma");
    if (level == ORO_CPU_AVX2) return v3;
    if (level == ORO_CPU_AVX512)
        return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return level == ORO_CPU_BASELINE;
}

/// The list is made once: contexts of several threads ask for it at the same time.
static const char *levels[ORO_CPU_COUNT + 1];
static pthread_once_t listed = PTHREAD_ONCE_INIT;

static void list_levels(void) {
    int count = 0;
    for (int level = ORO_CPU_COUNT - 1; level >= 0; level--)
        if (machine_has((oro_cpu)level)) levels[count++] = names[level];
}

const char *const *oro_cpu_levels(void) {
    pthread_once(&listed, list_levels);
    return levels;
}

const char *oro_cpu_level(const oro_context *ctx) { return names[ctx->cpu]; }

oro_status oro_cpu_choose(oro_context *ctx, const char *name) {
    for (int level = ORO_CPU_COUNT - 1; level >= 0; level--) {
        if (name && strcmp(name, names[level]) != 0) continue;
        if (machine_has((oro_cpu)level)) {
            ctx->cpu = (oro_cpu)level;
            return ORO_OK;
        }
        if (name)
            return oro_fail(ctx, ORO_UNSUPPORTED, "cpu", "the CPU level must be at most %s on this machine, not %s",
                            oro_cpu_levels()[0], name);
    }
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "cpu", "the CPU level must be baseline, avx2 or avx512, not \"%s\"", name);
}
