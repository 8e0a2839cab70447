// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the commands that work on scenes share: opening one with the flags that change it, running it, and naming.
#ifndef ORO_CLI_SCENES_H
#define ORO_CLI_SCENES_H

#include "cli.h"
#include "orogen/scene.h"

/// The flags that change a scene before it runs; put into a command's table.
#define CLI_SCENE_FLAGS                                                                                                \
    {"size", "N|2k|WxH", "Samples along the longer side, or both, instead of the scene's."}, CLI_SCENE_CHANGES

#define CLI_SCENE_CHANGES                                                                                              \
    {"set", "NODE.ARG=VALUE", "Change an argument (or world.extent and the like); may be given several times."}, {     \
        "seed", "N", "Another seed for the whole scene."                                                               \
    }

/// A scene that is open, and the size it is to be run at.
typedef struct cli_scene {
    oro_scene *scene;
    const char *path;
    char name[256];    ///< of the file, without folder and ending
    int32_t detail;    ///< samples along the longer side, 0: the scene's own
    oro_grid geometry; ///< of its maps at that size; no data
} cli_scene;

/// Reads a scene, from standard input as if it lay in the current folder. NULL with the context's error set.
oro_scene *cli_scene_load(cli *c, const char *path);

/// Reads a scene and applies the flags: --set, --seed, and --size or, where the command has it, --detail. Close it with
/// cli_scene_close() also after a failure.
oro_status cli_scene_open(cli *c, const char *path, const cli_words *w, cli_scene *out);
/// The same for a command whose --size is of something else.
oro_status cli_scene_open_own_size(cli *c, const char *path, const cli_words *w, cli_scene *out);
void cli_scene_close(cli_scene *s);

struct oro_within;
/// --within: a scene from a stranger, or from the studio's page, must not reach other files. `rule` has to outlive the context.
oro_status cli_keep_within(cli *c, const cli_words *w, struct oro_within *rule);

/// Runs what `target` needs (NULL: what the outputs need), showing progress.
oro_status cli_scene_run(cli *c, cli_scene *s, const char *target);

/// The table's row of what oro_scene_lookup() finds, numbers apart, and the id of its node; NULL where there is none.
const oro_arg *cli_scene_output_arg(const cli_scene *s, const char *from, const char **node);

#endif
