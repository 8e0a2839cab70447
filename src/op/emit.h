// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Everything that is printed from the argument tables. Nothing here knows an operator by name.
#ifndef ORO_OP_EMIT_H
#define ORO_OP_EMIT_H

#include "orogen/operator.h"

#include <stdio.h>

/// Looks for missing documentation, units, ranges, examples and for members the table forgot. Tells each on `out` and
/// returns how many there are; a build with any fails.
int oro_emit_check(FILE *out);

/// The help page of an operator on the terminal.
void oro_emit_help(FILE *out, const oro_operator *op, bool colour);

/// The reference page of an operator, and the index of all, in Markdown. `measured` is what operators measure on the
/// standard terrain, lines of "operator member number" as orogen-pictures writes them; NULL: not known.
void oro_emit_markdown(FILE *out, const oro_operator *op, const char *measured);
void oro_emit_markdown_index(FILE *out);

/// The reference of what can be said of pictures, in Markdown.
void oro_emit_markdown_pictures(FILE *out);

/// JSON: the catalogue for editors, and the JSON Schema of scene files.
void oro_emit_catalogue(FILE *out);
void oro_emit_catalogue_of(FILE *out, const oro_operator *op); ///< the entry of one operator
void oro_emit_rows(FILE *out, const oro_record *record);       ///< of any table, as a list in the catalogue's form
void oro_emit_schema(FILE *out);

/// include/orogen/operators.h: typed argument structs for C callers.
void oro_emit_header(FILE *out);

/// What stands for an argument's value in a usage line: "NUMBER", "FILE"; "" for a toggle.
const char *oro_emit_placeholder(const oro_arg *arg);

/// How an input or output is called beside its name: "in", "out", "mesh out"; "number" for a measured one.
const char *oro_emit_way(const oro_arg *arg, char *text, size_t size);

/// "real land 16 to 18" for a measured number of which that is known; else "".
const char *oro_emit_real_range(const oro_arg *arg, char *buffer, size_t size);

/// "default 35 deg, 0 to 90": default, unit and range of an argument as one phrase. The check of the tables sees to it that
/// a buffer of this size holds every one whole.
enum { ORO_FACTS = 1024 };
const char *oro_emit_facts(const oro_arg *arg, char *buffer, size_t size);

#endif
