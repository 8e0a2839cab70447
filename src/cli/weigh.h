// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Is there memory for what a command is about to do? Asked once, before the work; what is too large is refused with the size
// that fits.
#ifndef ORO_CLI_WEIGH_H
#define ORO_CLI_WEIGH_H

#include "scenes.h"

/// Work on a scene that is to be weighed.
typedef struct cli_weighed {
    const char *target;                                     ///< what the command runs; NULL: what the outputs need
    oro_status (*more)(cli *own, cli_scene *s, void *user); ///< what it does with the result; NULL: nothing
    void *user;
    const char *size_flag; ///< the flag that makes it smaller; NULL: --size
} cli_weighed;

/// Refuses (ORO_NO_MEMORY) work on a scene that does not fit. What is clearly small enough is not rehearsed. `copies`: how
/// many run side by side.
oro_status cli_weigh_scene(cli *c, const cli_scene *s, const cli_weighed *work, int copies);

/// The same for operators run from words, by c->replay, once the number of samples is known. `fresh`: --size says it.
oro_status cli_weigh_words(cli *c, double samples, bool fresh);

#endif
