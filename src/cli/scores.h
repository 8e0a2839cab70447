// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The numbers that judge a terrain: what the operators marked as scoring measure, of one map or of a scene under many seeds.
#ifndef ORO_CLI_SCORES_H
#define ORO_CLI_SCORES_H

#include "scenes.h"

enum { CLI_MAX_SCORES = 64, CLI_MOST_FOUND = 64 };

/// One number. `name` is that of the argument, or operator.argument where an operator before has the same.
typedef struct cli_score {
    const oro_operator *op;
    const oro_arg *arg;
    char name[64];
} cli_score;

typedef struct cli_scores {
    cli_score items[CLI_MAX_SCORES];
    int count;
} cli_scores;

/// What there is to measure, from the table of operators.
void cli_scores_find(cli_scores *scores);

/// The number of a score by its name or operator.name; -1: none.
int cli_score_find(const cli_scores *scores, const char *name);

/// What one operator measures of a map with the values of the arguments `as` (NULL: its defaults, and the level of the map's sea
/// where there is one). `found` has room for CLI_MOST_FOUND and gets its numbers by argument.
oro_status cli_measure(cli *c, const char *name, const void *as, const oro_grid *map, const double *sea, double *found);

/// Measures a map with every scoring operator's defaults, and the level of its sea (NULL: it has none). What cannot be told
/// becomes NaN.
oro_status cli_scores_measure(cli *c, const cli_scores *scores, const oro_grid *map, const double *sea, double *values);

/// Runs a scene and measures the terrain that a build writes, whatever else its nodes look at. An operator that is a node of the
/// scene takes that node's arguments; the others have their defaults, and the world's sea.
oro_status cli_scores_of_scene(cli *c, const cli_scores *scores, cli_scene *s, double *values);

/// Which map of a scene is its terrain: the first that is written as heights, else the last that can be heights by its unit, else
/// (NULL) the last made.
const char *cli_scene_terrain(const cli_scene *s);

// --- many seeds (seeds.c) ------------------------------------------------------------------------------------------------

enum { CLI_MAX_SEEDS = 100000 };

/// A run over seeds: first to first + count - 1. `values` holds scores->count numbers a seed; `known` says which are there,
/// and those are not computed again.
typedef struct cli_seeds {
    const char *path;
    const cli_words *words; ///< flags for the scene
    const cli_scores *scores;
    uint64_t first;
    int count;
    double *values;
    bool *known;
    /// Called now and then on the calling thread, and at the end; may be NULL. Other than ORO_OK ends the run.
    oro_status (*save)(cli *c, void *user, bool last);
    void *user;
} cli_seeds;

/// "1..32" or "7".
oro_status cli_read_seeds(cli *c, const char *text, const char *where, uint64_t *first, int *count);

oro_status cli_seeds_alloc(cli *c, cli_seeds *seeds);
void cli_seeds_free(cli_seeds *seeds);

/// Measures the scene under every seed that is not known yet, several at a time, each on one thread. Ctrl-C ends it with
/// ORO_CANCELLED; what is known then stays.
oro_status cli_seeds_run(cli *c, cli_seeds *seeds);

#endif
