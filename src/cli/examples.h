// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The example scenes inside the program; the table is made at build time from examples/scenes.
#ifndef ORO_CLI_EXAMPLES_H
#define ORO_CLI_EXAMPLES_H

#include <stddef.h>

typedef struct cli_example {
    const char *name; ///< path below examples/scenes without .oro.json: "default"
    const char *text;
    size_t length;
} cli_example;

extern const cli_example cli_examples[]; ///< ends with a NULL name

struct cli;
/// The example called `name`; NULL, with the error set and the nearest name told, where there is none.
const cli_example *cli_example_find(struct cli *c, const char *name);

#endif
