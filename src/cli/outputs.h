// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The files a build writes: planned and checked before anything is computed, written after, taken back on failure.
#ifndef ORO_CLI_OUTPUTS_H
#define ORO_CLI_OUTPUTS_H

#include "scenes.h"

typedef struct cli_target {
    const oro_output *output;
    char path[1024];
    const char *node;   ///< id of the node whose map it is
    const oro_arg *arg; ///< that map's row in the table
    bool existed;       ///< was there before, so it is not ours to remove
    int files;          ///< written, where it is no map
    char told[1300];    ///< what was written, for people, where it is no map
    bool written;
    oro_hash hash;           ///< of the values, once written
    oro_write_report report; ///< how its integers were written
    char problem[512];       ///< why it would be refused, seen in a rehearsal; empty: nothing is known
} cli_target;

typedef struct cli_plan {
    char folder[768];
    cli_target *targets;
    int count;
} cli_plan;

/// Finds what is to be written and where. Gives a scene without outputs two: NAME.png and NAME-relief.png.
oro_status cli_plan_make(cli *c, cli_scene *s, const char *folder, cli_plan *plan);

/// Do the values of the last run fit into the file? Sets c->written.
oro_status cli_target_check(cli *c, const cli_scene *s, const cli_target *target);

/// Makes the folders and refuses what is in the way, and what would be written over another output or over what the scene
/// reads.
oro_status cli_plan_claim(cli *c, const cli_scene *s, cli_plan *plan);

/// Writes everything from the last run of the scene.
oro_status cli_plan_write(cli *c, cli_scene *s, cli_plan *plan);

/// Removes the files and folders this build made.
void cli_plan_undo(const cli *c, cli_plan *plan);
void cli_plan_free(cli_plan *plan);

/// What to call the format of a target: "png", "relief".
const char *cli_target_format(const cli_target *target);

#endif
