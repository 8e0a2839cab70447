// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What an operator's file includes: the macros for its table (core/table.h), and what it may ask of a run (src/run).
//
//     typedef struct offset {            // the signature: inputs, outputs, numbers, in the order people will read them
//         const oro_grid *height;        // const pointer: input
//         oro_grid *result;              // pointer: output
//         oro_field amount;              // a number, or a map wired from another node
//     } offset;
//     static const oro_arg args[] = {    // one row per member, in the same order
//         ORO_ARG(offset, height, .unit = "m", .doc = "Terrain to raise."),
//         ORO_ARG(offset, result, .unit = "m", .doc = "Raised terrain."),
//         ORO_ARG(offset, amount, .def = 10, .min = -1e4, .max = 1e4, .unit = "m", .doc = "How far up."),
//     };
//     static oro_status run(oro_run *r, const void *p) { … }
//     ORO_OPERATOR(offset, .family = "filter", .version = 1, .run = run, .summary = …, .doc = …, .example = …);
#ifndef ORO_OP_OP_H
#define ORO_OP_OP_H

#include "core/table.h"
#include "op/level.h"
#include "orogen/operator.h"
#include "run/loops.h"
#include "run/reduce.h"
#include "run/run.h"

#include <string.h>

/// The definition at the end of an operator's file. The table must be called `args`.
#define ORO_OPERATOR(struct_type, text, ...)                                                                           \
    const oro_operator ORO_AT_LEVEL(oro_operator_##struct_type) = {                                                    \
        .record = {#struct_type, text, args, ORO_COUNT(args), sizeof(struct_type)}, __VA_ARGS__}

/// Adds a level of that geometry to an output pyramid, the coarsest first. NULL with the error set when there is no memory.
oro_grid *oro_add_level(oro_run *run, oro_pyramid *pyramid, const oro_grid *geometry);

#endif
