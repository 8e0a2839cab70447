// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One operator run from words: `orogen OPERATOR …` is one, a chain is several. Use in this order: begin (takes the words
// apart), [cli_open,] prepare (values and files in), run, save, free.
#ifndef ORO_CLI_STEP_H
#define ORO_CLI_STEP_H

#include "cli.h"

enum { CLI_MAX_ARGS = 64, CLI_MAX_NAMES = 64 };

/// Maps of a chain that have a name; @name stands where a file could.
typedef struct cli_names {
    struct {
        const char *name;
        const oro_grid *map; ///< NULL while the chain is only being looked at
        const char *unit;
    } items[CLI_MAX_NAMES];
    int count;
} cli_names;

/// Gives a map a name, once. Texts must outlive the list.
oro_status cli_name_map(cli *c, cli_names *names, const char *name, const oro_grid *map, const char *unit);

/// The number of the map called `name` (without @) in the list, or -1 with the error set. `names` NULL: not in a chain.
int cli_named_map(cli *c, const cli_names *names, const char *name);

typedef struct cli_step {
    const oro_operator *op;
    cli_flag *flags; ///< made from the table
    cli_words words;
    cli_mapping mapping;
    cli_names *names;       ///< of the chain it is part of; NULL: none
    const oro_grid *handed; ///< what the step before made; NULL for none
    int handed_to;          ///< the argument that takes it, -1 for none
    bool hands_on;          ///< its first map goes to the next step
    void *args;
    const char *paths[CLI_MAX_ARGS]; ///< of inputs, fields and outputs, by argument; NULL: none
    oro_grid grids[CLI_MAX_ARGS];    ///< loaded inputs and made outputs, by argument
    double values[CLI_MAX_ARGS];     ///< measured, by argument; NaN: not with these arguments
    void *others[CLI_MAX_ARGS];      ///< data of other kinds, read or made, by argument; NULL: none
    double seconds;
} cli_step;

/// Looks up the operator and takes the words apart. `handed`: the first input comes from elsewhere; `hands_on`: the first
/// output goes elsewhere.
oro_status cli_step_begin(cli *c, cli_step *s, const char *name, int count, char *const *words, bool handed,
                          bool hands_on);

/// Are the named maps it takes there? Notes the names it gives. For a look at a whole chain before anything runs.
oro_status cli_step_check_names(cli *c, const cli_step *s, cli_names *known);

/// Fills in the values, checks the files to write, reads the files to read.
oro_status cli_step_prepare(cli *c, cli_step *s, const oro_grid *handed);

oro_status cli_step_run(cli *c, cli_step *s);
oro_status cli_step_save(cli *c, cli_step *s);

/// Prints the measured values on stdout, or on stderr where a map goes there.
void cli_step_print_values(const cli_step *s);

/// Prints one, with the range of real land where that is known.
void cli_print_value(const oro_arg *arg, double value);

/// Puts the measured numbers of an operator, by argument, under `values`, and those ranges under `real`.
void cli_set_values(const oro_record *record, const double *numbers, struct oro_json *values, struct oro_json *real);

/// What was measured and written, for --json. NULL: no memory.
struct oro_json *cli_step_json(const cli_step *s);
bool cli_step_has_values(const cli_step *s);

/// The map for the next step; NULL where the operator makes none.
oro_grid *cli_step_result(cli_step *s);
void cli_step_free(cli *c, cli_step *s);

/// Which argument is the first map in or out (ORO_GRID_IN, ORO_GRID_OUT); -1 for none.
int cli_first_grid(const oro_operator *op, uint8_t type);

// Shared by step.c and step_run.c.

/// "--rain-map" from "rain_map", as it is written on the command line; `place` has room for 72.
void cli_flag_text(const oro_arg *arg, char *place);
bool cli_has_unit(const oro_arg *arg, const char *unit);

/// Does the range of the flags speak of this map? Of heights always; of a map of anything where it is what went in.
bool cli_takes_range(const cli_step *s, const oro_arg *arg);

#endif
