// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The example scenes inside the program; the table is made at build time from examples/scenes.
#ifndef ORO_CLI_EXAMPLES_H
#define ORO_CLI_EXAMPLES_H

#include "io/example.h"

extern const oro_example cli_examples[]; ///< ends with a NULL name
extern const char cli_starter[];         ///< the one that new scenes are like

struct cli;
/// The example called `name`; NULL, with the error set and the nearest name told, where there is none.
const oro_example *cli_example_find(struct cli *c, const char *name);

#endif
