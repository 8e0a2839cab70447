// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Arguments as JSON and back, for scene files and whoever else speaks JSON:
//   number, integer, seed: 35     toggle: true     choice: "ridged"     text and file: "peaks.png"     colour: "#8fa06b"
//   range: [10, 80]     curve: [[0, 0], [1, 1]]     records: [{"x": 3}, …]
//   field: 35, or the name of a node: "mask", "mask.water"     input: the name of a node
#ifndef ORO_IO_ARGS_JSON_H
#define ORO_IO_ARGS_JSON_H

#include "io/json.h"
#include "op/args.h"

/// How an argument is connected to a node by name. All NULL: names of nodes are refused.
typedef struct oro_json_wires {
    /// Connects the argument. On failure the sentence is set; the place is added by the caller.
    oro_status (*set)(void *user, const oro_arg *arg, const char *from);
    /// Writes the name that the argument is connected to, or returns false where it is not connected.
    bool (*get)(void *user, const oro_arg *arg, char *buffer, size_t size);
    /// Does this name mean what the argument is connected to?
    bool (*same)(void *user, const oro_arg *arg, const char *from);
    void *user;
} oro_json_wires;

/// Refuses a value: ORO_BAD_INPUT at "NAME/nodes/3/args/talus", with " (line 17)" at the end of the sentence.
oro_status oro_json_refuse(oro_context *ctx, const oro_json *value, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Gives the last error the place of a value, after a call that knew what was wrong but not where. No memory stays no
/// memory; everything else becomes ORO_BAD_INPUT.
oro_status oro_json_blame(oro_context *ctx, const oro_json *value, const char *name);

/// "a text", "a number", "true or false", "a list", "an object", "null": what a person would call it.
const char *oro_json_kind(const oro_json *value);

/// Refuses every key of an object that is not in `keys` (which ends with NULL), with the nearest one.
oro_status oro_json_check_keys(oro_context *ctx, const oro_json *object, const char *const *keys, const char *name);

/// Sets one argument from its JSON form, checking type and range.
oro_status oro_arg_from_json(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                             const oro_json_wires *wires, const char *name);

/// Sets the arguments that an object names; the others stay as they are.
oro_status oro_args_from_json(oro_context *ctx, const oro_record *record, void *args, const oro_json *object,
                              const oro_json_wires *wires, const char *name);

/// One argument as JSON; the caller owns it. NULL: no memory, or a text that is not UTF-8. Inputs and outputs give null.
oro_json *oro_arg_to_json(oro_context *ctx, const oro_arg *arg, const void *args);

/// An object of the arguments that are connected or differ from those in `base` (NULL: from their defaults). Given the object that they were read from
/// (`old`, else NULL), what still means the same is kept as it was written, what was written stays there, and order stays.
oro_json *oro_args_to_json(oro_context *ctx, const oro_record *record, const void *args, const void *base,
                           const oro_json *old, const oro_json_wires *wires);

#endif
