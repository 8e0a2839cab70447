// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What an operator's file includes: the macros for its table, and what it may ask of a run.
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

#include "core/context.h"
#include "orogen/operator.h"
#include "op/level.h"

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

// --- the run ----------------------------------------------------------------------------------------------------------

/// What an operator gets. It may read `ctx`, `op` and `shape`; the rest belongs to the runner.
struct oro_run {
    oro_context *ctx;
    const oro_operator *op;
    oro_grid shape; ///< geometry of the first input, or of the world for operators without one; no data
    uint64_t seed;  ///< of the scene; seed arguments are mixed with it before the operator sees them
    oro_progress_fn *progress;
    void *user;
    const char *label;           ///< what progress calls this run; NULL: the operator's name
    double from, to;             ///< what part of the whole this run is
    double stage_from, stage_to; ///< what part of this run the coming loops are
    double last_fraction, last_time;
    struct oro_scratch *scratch; ///< freed when the operator returns
    bool keep_partial;           ///< as oro_run_desc's
    bool wants_end;              ///< progress said no while loops could not be left
    const oro_arg *ended;        ///< the argument of oro_end_early(), once it said yes
    double ended_at;
};

/// Scratch memory of this run, 64-byte aligned, undefined contents. NULL with the error set when there is none.
void *oro_scratch(oro_run *run, size_t bytes);

/// A scratch map with the geometry of `like`. `data` is NULL on failure.
oro_grid oro_scratch_grid(oro_run *run, const oro_grid *like);

/// Adds a level of that geometry to an output pyramid, the coarsest first. NULL with the error set when there is no memory.
oro_grid *oro_add_level(oro_run *run, oro_pyramid *pyramid, const oro_grid *geometry);

/// Says that the coming loops are the part [from, to] of the operator's work; without it each loop counts as all of it.
void oro_stage(oro_run *run, double from, double to);

/// Reports progress by hand, for work that is not a loop over rows; ORO_CANCELLED when it should end.
oro_status oro_step(oro_run *run, double fraction_of_stage);

/// For work that goes on in steps and is whole between them; ask before every step:
///
///     for (float t = 0; t < a->duration && !oro_end_early(r, "duration", t); t += step) …
///
/// True: someone wants the run to end and keep what there is. Make the state the result, as at the end, and return ORO_OK.
/// The number or integer called `argument`, set to `reached`, has to give this very result. Loops are not left half-way
/// once this was asked in a run that keeps what it has. A `reached` below the argument's range is no result: then false.
bool oro_end_early(oro_run *run, const char *argument, double reached);

typedef void oro_rows_fn(const void *user, int32_t y0, int32_t y1);
typedef void oro_block_fn(const void *user, int32_t block);

/// Calls fn for ranges of rows that cover [0, height), in parallel. The ranges depend on the grid's size alone. Reports
/// progress and returns ORO_CANCELLED when asked to stop.
oro_status oro_for_rows(oro_run *run, const oro_grid *grid, oro_rows_fn *fn, const void *user);

/// The same for `blocks` numbered pieces of work of the caller's own choosing (again: never by thread count).
oro_status oro_for_blocks(oro_run *run, int32_t blocks, oro_block_fn *fn, const void *user);

/// Row y of a field: its map's, or one row of the constant that serves all.
static inline const float *oro_field_row(const oro_field *f, int32_t y) { return f->row + (ptrdiff_t)y * f->step; }

/// Refuses a combination of arguments; the place is the argument's name.
#define oro_refuse(run, argument, ...) oro_fail((run)->ctx, ORO_BAD_ARGUMENT, argument, __VA_ARGS__)

#endif
