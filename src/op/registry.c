// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "core/context.h"
#include "core/text.h"
#include "orogen/operator.h"

#include <string.h>

enum operator_index {
#define OP(family, name) INDEX_##name,
#include "op/ops.def"
#undef OP
    OPERATOR_COUNT
};

extern const oro_operator *const oro_operators_baseline[];
#ifdef ORO_HAS_X86_LEVELS
extern const oro_operator *const oro_operators_avx2[];
extern const oro_operator *const oro_operators_avx512[];
#endif

static const oro_operator *const *table_for(const oro_context *ctx) {
#ifdef ORO_HAS_X86_LEVELS
    if (ctx && ctx->cpu == ORO_CPU_AVX2) return oro_operators_avx2;
    if (ctx && ctx->cpu == ORO_CPU_AVX512) return oro_operators_avx512;
#endif
    (void)ctx;
    return oro_operators_baseline;
}

int oro_operator_count(void) { return OPERATOR_COUNT; }

const oro_operator *oro_operator_at(const oro_context *ctx, int index) { return table_for(ctx)[index]; }

const oro_operator *oro_operator_find(const oro_context *ctx, const char *name) {
    const char *dot = strchr(name, '.');
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        const oro_operator *op = table_for(ctx)[i];
        if (!oro_same_name(op->record.name, dot ? dot + 1 : name)) continue;
        size_t family = dot ? (size_t)(dot - name) : 0;
        if (!dot || (strlen(op->family) == family && strncmp(op->family, name, family) == 0)) return op;
    }
    return NULL;
}
