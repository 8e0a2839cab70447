// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The settings file of a person.
#ifndef ORO_CLI_CONFIG_H
#define ORO_CLI_CONFIG_H

#include "cli.h"

/// What can stand in it, ending with a NULL name; for help and man pages.
extern const cli_flag cli_settings[];

/// Where it lies, whether or not it is there; false where that cannot be told.
bool cli_config_path(char *path, size_t size);

/// Reads it into c->config. Fine where there is none; ORO_BAD_INPUT with line and column where it is wrong.
oro_status cli_config_read(cli *c);

#endif
