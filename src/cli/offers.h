// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The flags of commands and operators in one form, for what is printed from all of them: completion and man pages.
#ifndef ORO_CLI_OFFERS_H
#define ORO_CLI_OFFERS_H

#include "cli.h"

/// One flag that may follow a command or an operator.
typedef struct cli_offer {
    char name[72];     ///< as it is written, without the dashes: "sun-angle"
    char letter;       ///< short form, 0 for none
    const char *value; ///< what to write for its value; NULL: it is on or off
    const char *doc;
    const char *const *choices; ///< the words it takes, ending with NULL; NULL: anything
    const oro_arg *arg;         ///< its row, where it is an argument of an operator
} cli_offer;

typedef void cli_offer_fn(void *user, const cli_offer *offer);

void cli_offers_of_flags(const cli_flag *flags, cli_offer_fn *fn, void *user);

/// An operator's arguments that are flags.
void cli_offers_of_arguments(const oro_operator *op, cli_offer_fn *fn, void *user);

/// The flags about maps that an operator has besides.
void cli_offers_of_maps(const oro_operator *op, cli_offer_fn *fn, void *user);

/// The flag of a row of mesh files; NULL past the last.
const cli_flag *cli_mesh_flag(int index);

/// Reads those flags of a command line.
oro_status cli_read_mesh(cli *c, const cli_words *w, oro_mesh_write_desc *how);

#endif
