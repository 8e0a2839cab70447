// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Is there memory for what a command is about to do? Asked once, before the work; what is too large is refused with the size
// that fits.
#ifndef ORO_CLI_WEIGH_H
#define ORO_CLI_WEIGH_H

#include "rehearsal.h"

/// Bytes that work may take: what --memory or the settings say, else nine tenths of what is free now.
double cli_memory_budget(const cli *c);

/// Refuses (ORO_NO_MEMORY) a scene that does not fit, and a build whose maps would be clipped (ORO_BAD_ARGUMENT). What is
/// clearly small enough is not rehearsed. `copies`: how many run side by side.
oro_status cli_weigh_scene(cli *c, const cli_scene *s, const cli_rehearsal *r, int copies);

/// The same for operators run from words, by c->replay, once the number of samples is known. `fresh`: --size says it.
oro_status cli_weigh_words(cli *c, double samples, bool fresh);

/// Rehearses a scene with `side` samples along its longer side: what it takes, and whether there is room for that.
oro_status cli_estimate_scene(cli *c, const cli_scene *s, const cli_rehearsal *r, int32_t side, cli_estimate *e,
                              bool *fits);

/// The largest `side` that fits, by rehearsing it too; 0 where none does.
oro_status cli_largest_side(cli *c, const cli_scene *s, const cli_rehearsal *r, const cli_estimate *first,
                            int32_t *side);

/// The sentence of a refusal, for dry runs too.
void cli_too_large(double bytes, double budget, int32_t side, const char *size_flag, char *sentence, size_t size);

#endif
