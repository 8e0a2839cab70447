// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What orogen build says of a build, for people and as JSON.
#ifndef ORO_CLI_BUILT_H
#define ORO_CLI_BUILT_H

#include "orogen/build.h"
#include "scenes.h"

/// Nodes with what they measured, files with their ranges, time and memory, on stderr.
void cli_say_built(cli *c, const cli_scene *s, const oro_build_report *report);

/// The same as JSON on stdout.
oro_status cli_print_built(cli *c, const cli_scene *s, const oro_build_report *report);

/// What would be written and why it would be refused, for people or as JSON on stdout. What would be is a finding.
oro_status cli_print_plan(cli *c, const cli_scene *s, const oro_build_report *report);

#endif
