// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Standard input and output where a command takes the name of a file: "-".
#ifndef ORO_CLI_STREAMS_H
#define ORO_CLI_STREAMS_H

#include "cli.h"

/// Reads standard input to its end and gives the name of a file that holds it, with the ending that --in-format or its first
/// bytes ask for. Once a command.
oro_status cli_stdin_path(cli *c, const char **path);

/// The name of a file whose content goes to standard output when the command ends well. `ending`: the only one that will do
/// ("png"); NULL: what --out-format says, else tif. Refuses a terminal unless the format is text, and --json beside it.
oro_status cli_stdout_path(cli *c, const char *ending, const char **path);

/// Is it such a file?
bool cli_is_stdin(const char *path);
bool cli_is_stdout(const char *path);
bool cli_stdout_is_taken(void);

/// Notes that --in-format or --out-format had nothing to say.
void cli_streams_check(cli *c);

/// At the end of a command: sends what was written and removes the files. Returns `status`, or that of the sending.
oro_status cli_streams_end(cli *c, oro_status status);

/// Removes the files. May be called from a signal handler.
void cli_streams_remove(void);

/// A text for people, in which such files are called what they stand for.
const char *cli_shown(const char *text, char *buffer, size_t size);

#endif
