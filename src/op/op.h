// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What an operator's file includes: the macros for its table, and by way of src/run what it may ask of a run.
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

#include "op/level.h"
#include "orogen/operator.h"
#include "run/loops.h"
#include "run/reduce.h"
#include "run/run.h"

#include <string.h>

// --- the table --------------------------------------------------------------------------------------------------------

// clang-format off
#define ORO_KIND_TYPES(NAME, name, type)                                                                               \
    const type *: ORO_##NAME##_IN, type *: ORO_##NAME##_OUT,

#define ORO_TYPE_OF(member)                                                                                            \
    _Generic((member),                                                                                                 \
        ORO_KINDS(ORO_KIND_TYPES)                                                                                      \
        float: ORO_NUMBER,                                                                                             \
        int32_t: ORO_INTEGER,                                                                                          \
        bool: ORO_TOGGLE,                                                                                              \
        oro_choice: ORO_CHOICE,                                                                                        \
        oro_seed: ORO_SEED,                                                                                            \
        const char *: ORO_TEXT,                                                                                        \
        oro_file: ORO_FILE,                                                                                            \
        oro_field: ORO_FIELD,                                                                                          \
        oro_colour: ORO_COLOUR,                                                                                        \
        oro_range: ORO_RANGE,                                                                                          \
        oro_curve: ORO_CURVE,                                                                                          \
        oro_records: ORO_RECORDS)
// clang-format on

/// One row: the type comes from the member, so it is said once and cannot disagree.
#define ORO_ARG(struct_type, member, ...)                                                                              \
    {                                                                                                                  \
        .name = #member, .offset = offsetof(struct_type, member), .type = ORO_TYPE_OF(((struct_type *)0)->member),     \
        __VA_ARGS__                                                                                                    \
    }

/// The same for a member of a struct inside, `part`, that several operators share.
#define ORO_ARG_OF(struct_type, part, member, ...)                                                                     \
    {                                                                                                                  \
        .name = #member, .offset = offsetof(struct_type, part.member),                                                 \
        .type = ORO_TYPE_OF(((struct_type *)0)->part.member), __VA_ARGS__                                              \
    }

#define ORO_CHOICES(...) ((const char *const[]){__VA_ARGS__, NULL})

/// Presets of an operator: .presets = ORO_PRESETS({"alpine", "Sharp crests, clean valleys", "rain=5e-4"}, …).
#define ORO_PRESETS(...) ((const oro_preset[]){__VA_ARGS__, {NULL, NULL, NULL}})

#define ORO_COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

/// A described struct for lists; name it in a row as .record = &NAME_record.
#define ORO_RECORD(struct_type, table, text)                                                                           \
    static const oro_record struct_type##_record = {#struct_type, text, table, ORO_COUNT(table), sizeof(struct_type)}

/// The definition at the end of an operator's file. The table must be called `args`.
#define ORO_OPERATOR(struct_type, text, ...)                                                                           \
    const oro_operator ORO_AT_LEVEL(oro_operator_##struct_type) = {                                                    \
        .record = {#struct_type, text, args, ORO_COUNT(args), sizeof(struct_type)}, __VA_ARGS__}

/// Adds a level of that geometry to an output pyramid, the coarsest first. NULL with the error set when there is no memory.
oro_grid *oro_add_level(oro_run *run, oro_pyramid *pyramid, const oro_grid *geometry);

#endif
