// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How much memory a build will need, told by building it small.
#ifndef ORO_CLI_REHEARSAL_H
#define ORO_CLI_REHEARSAL_H

#include "outputs.h"

/// Estimates the peak of a build in bytes, as oro_bytes_peak() would report it afterwards. `w` are the flags the scene was
/// opened with.
oro_status cli_rehearse(cli *c, const cli_words *w, const cli_scene *s, const cli_plan *plan, double *bytes);

#endif
