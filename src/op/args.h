// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The walker over argument tables, for the modules that read, write and run arguments. Values of a table live in a struct
// of the table's size; texts, curves and lists in it are owned by whoever called oro_args_init() or oro_args_copy().
#ifndef ORO_OP_ARGS_H
#define ORO_OP_ARGS_H

#include "core/context.h"
#include "core/hash.h"
#include "core/kinds.h"
#include "orogen/operator.h"

/// Address of a member.
static inline void *oro_arg_at(const oro_arg *arg, const void *args) { return (char *)args + arg->offset; }

/// Does the value carry a number that has a unit and a range?
bool oro_arg_has_range(const oro_arg *arg);

/// Is it a measured number of which the range of real land is known (ui_min to ui_max)?
static inline bool oro_arg_has_real_range(const oro_arg *arg) {
    return arg->type == ORO_VALUE_OUT && arg->ui_min < arg->ui_max;
}

/// Is it a file that holds a map?
static inline bool oro_arg_is_map_file(const oro_arg *arg) {
    return arg->type == ORO_FILE && arg->holds == ORO_KIND_GRID;
}

/// Describes the kind of data that goes in or out here.
static inline const oro_kind_info *oro_arg_info(const oro_arg *arg) { return oro_kind_of(oro_arg_kind(arg)); }

/// Index of the first argument of a type; -1: none.
int32_t oro_first_of_type(const oro_operator *op, oro_type type);

/// Index of the output that is meant where only the operator is named: the first of the first kind, in the order of
/// kinds.h, that it makes and that `kinds` has as a bit. -1: none.
int32_t oro_main_output(const oro_operator *op, uint32_t kinds);

/// Sets of kinds, as bits.
static inline uint32_t oro_kind_bit(oro_kind kind) { return (uint32_t)1 << kind; }
enum { ORO_ALL_KINDS = (1 << ORO_KIND_COUNT) - 1, ORO_FILE_KINDS = ORO_ALL_KINDS & ~(1 << ORO_KIND_VALUE) };
_Static_assert(ORO_KIND_COUNT < 31, "a set of kinds is 32 bits");

/// May this number or range stay unsaid (it is NaN then)? Those in the items of lists may, and those with a word for it.
static inline bool oro_arg_may_be_unsaid(const oro_arg *arg) {
    return (arg->type == ORO_NUMBER || arg->type == ORO_RANGE) && arg->flags & ORO_OPTIONAL;
}
bool oro_arg_is_unsaid(const oro_arg *arg, const void *args);

/// The word that a number or range is instead, by oro_arg.choices: the first while it is unsaid, the second where it is
/// none; else NULL.
const char *oro_arg_word(const oro_arg *arg, const void *args);

/// Sets it to one of its words. False where the text is none of them.
bool oro_args_set_word(const oro_arg *arg, void *args, const char *text);

/// Most items in one list, and most points in one curve.
enum { ORO_MAX_RECORDS = 1 << 20, ORO_MAX_POINTS = 4096 };

/// Does the argument matter, or is the value measured, with these values? By the `when` of its row.
bool oro_arg_matters(const oro_record *record, const oro_arg *arg, const void *args);

/// Refuses a text: "talus must be …, not "steep"".
oro_status oro_args_unexpected(oro_context *ctx, const oro_arg *arg, const char *text, const char *where);

/// Frees what one argument owns and leaves it empty.
void oro_args_release(oro_context *ctx, const oro_arg *arg, void *args);

/// Sets one number-like argument (number, integer, field) after checking its range.
oro_status oro_args_set_number(oro_context *ctx, const oro_arg *arg, void *args, double value, const char *where);

/// Sets a choice, checking that the word is one of the list.
oro_status oro_args_set_choice(oro_context *ctx, const oro_arg *arg, void *args, const char *word, const char *where);

/// Sets a text or file argument. NULL clears it.
oro_status oro_args_set_text(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where);

/// Sets a range or the points of a curve from plain numbers, checking order and limits.
oro_status oro_args_set_range(oro_context *ctx, const oro_arg *arg, void *args, double lo, double hi,
                              const char *where);
oro_status oro_args_set_curve(oro_context *ctx, const oro_arg *arg, void *args, const oro_point2 *points, int32_t count,
                              const char *where);

/// Replaces a list by `count` items with the defaults of their table, and returns the items to fill. NULL on failure.
void *oro_args_set_records(oro_context *ctx, const oro_arg *arg, void *args, int32_t count, const char *where);

/// Sets the values that one item of a list names, "rain=5e-4 talus=42"; the others stay.
oro_status oro_args_parse_item(oro_context *ctx, const oro_record *record, void *args, const char *text,
                               const char *where);

/// One former name and what it is called now.
typedef struct oro_former {
    char old[48], now[48];
} oro_former;

/// Takes the next pair of "old=new old=new"; false at the end.
bool oro_former_next(const char **formerly, oro_former *out);

/// Does `formerly` say that `word` is what `now` was once called?
bool oro_is_former_name(const char *formerly, const char *word, const char *now);

/// The preset called `name`. NULL with the error set: the operator has none of that name, or none at all.
const oro_preset *oro_preset_find(oro_context *ctx, const oro_operator *op, const char *name, const char *where);

/// Copies one value, deeply. Grids, maps and outputs stay as they are.
oro_status oro_args_assign(oro_context *ctx, const oro_arg *arg, const void *from, void *to);

/// Is every value inside its range? For structs filled by hand; the setters above check already.
oro_status oro_args_check(oro_context *ctx, const oro_record *record, const void *args);

/// Back to the table's default.
oro_status oro_args_reset(oro_context *ctx, const oro_arg *arg, void *args);

/// A deep copy; `to` is uninitialised before. Grids, maps and outputs are copied as pointers.
oro_status oro_args_copy(oro_context *ctx, const oro_record *record, const void *from, void *to);

/// The same values? Inputs, outputs and maps of fields are not looked at.
bool oro_args_equal(const oro_arg *arg, const void *a, const void *b);

/// Adds every value to a hash, by name, so that a new argument with its default at the end of a table changes keys too.
/// Inputs, outputs and maps are left to the caller.
oro_hash oro_args_hash(oro_hash h, const oro_record *record, const void *args);

/// "angle" is no argument of slope: the sentence with the nearest name.
oro_status oro_unknown_arg(oro_context *ctx, const oro_record *record, const char *name, const char *where);

/// Words for a type as people should read it: "number", "on or off", "one of fbm, ridged", …
const char *oro_arg_expects(const oro_arg *arg, char *buffer, size_t size);
const char *oro_type_name(uint8_t type);

#endif
