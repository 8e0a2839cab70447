// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// GENERATED from the argument tables by `./dev docs`. Typed arguments of every operator for C callers:
//
//     oro_slope_args a;
//     oro_slope_defaults(ctx, &a);
//     a.height = &terrain, a.result = &steepness;
//     oro_slope_call(ctx, &a, NULL);
//     oro_slope_free(ctx, &a); // the arguments, not the maps
#ifndef OROGEN_OPERATORS_H
#define OROGEN_OPERATORS_H

#include "operator.h"

// clang-format off

// --- generate.constant ---

/// Make the same height everywhere.
typedef struct oro_constant_args {
    oro_grid *result; ///< The flat terrain. (m)
    float height; ///< Height of every sample. (default 0 m, -100000 to 100000)
} oro_constant_args;

static inline oro_status oro_constant_defaults(oro_context *ctx, oro_constant_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.constant")->record, args);
}
static inline oro_status oro_constant_call(oro_context *ctx, oro_constant_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.constant"), args, desc);
}
static inline void oro_constant_free(oro_context *ctx, oro_constant_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.constant")->record, args);
}

// --- analyse.slope ---

enum { ORO_SLOPE_MEASURE_DEGREES, ORO_SLOPE_MEASURE_PERCENT, ORO_SLOPE_MEASURE_RATIO }; ///< slope_args.measure
/// Measure how steep the ground is.
typedef struct oro_slope_args {
    const oro_grid *height; ///< Terrain to measure. (m)
    oro_grid *result; ///< Steepness of every sample.
    oro_choice measure; ///< Degrees from the horizontal, rise per 100 of run, or rise per run. (default degrees)
} oro_slope_args;

static inline oro_status oro_slope_defaults(oro_context *ctx, oro_slope_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.slope")->record, args);
}
static inline oro_status oro_slope_call(oro_context *ctx, oro_slope_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.slope"), args, desc);
}
static inline void oro_slope_free(oro_context *ctx, oro_slope_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.slope")->record, args);
}

/// Every member as X(operator, member), for checking that these structs and the library agree.
#define ORO_OPERATORS_MEMBERS(X) \
    X(constant, result) \
    X(constant, height) \
    X(slope, height) \
    X(slope, result) \
    X(slope, measure)

// clang-format on
#endif
