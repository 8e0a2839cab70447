// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a command on a scene will need, told by running it small.
#ifndef ORO_CLI_REHEARSAL_H
#define ORO_CLI_REHEARSAL_H

#include "outputs.h"

/// What is run small.
typedef struct cli_rehearsal {
    cli_plan *plan;     ///< of a build: pictures are drawn too, and maps are held against their ranges; NULL: none
    const char *target; ///< what the command runs; NULL: what the outputs need
    oro_status (*more)(cli *own, cli_scene *s, void *user); ///< what it does with the result; NULL: nothing
    void *user;
    const char *size_flag; ///< the flag that makes it smaller; NULL: --size
} cli_rehearsal;

typedef struct cli_estimate {
    double bytes;        ///< its peak, as oro_bytes_peak() would report it afterwards
    double most_samples; ///< of a map with which it would stay within the budget
} cli_estimate;

/// What follows from the peaks of some steps at two sizes: `small` with samples[0], `large` with samples[1].
void cli_extrapolate(const double *small, const double *large, const double *samples, int steps, double all,
                     double budget, cli_estimate *out);

/// Estimates what a scene needs with `side` samples along its longer side. Targets of the plan whose maps lie outside of
/// their range at both small sizes get that as their `problem`.
oro_status cli_rehearse(cli *c, const cli_scene *s, const cli_rehearsal *r, int32_t side, double budget,
                        cli_estimate *out);

#endif
