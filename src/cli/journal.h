// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a search knows so far, in a file: the scores of every seed it has built. The file is replaced in one step, so that
// whatever ends a search leaves a whole journal behind.
#ifndef ORO_CLI_JOURNAL_H
#define ORO_CLI_JOURNAL_H

#include "io/json.h"
#include "scores.h"

typedef struct cli_journal {
    char path[1024];
    char key[33]; ///< of the scene, its size and the scores: seeds of another key are no use
    cli_seeds *seeds;
    oro_text others; ///< rows of seeds that were not asked for this time; free with oro_text_free()
} cli_journal;

/// The key of a scene as it is open now; its seed does not matter.
oro_status cli_journal_key(cli *c, const cli_scene *s, const cli_scores *scores, char *key);

/// Takes over what the file knows of these seeds; *found says how many. Fine where there is no file. A journal of another key
/// is refused unless --force, which begins anew.
oro_status cli_journal_read(cli *c, cli_journal *j, int *found);

oro_status cli_journal_write(cli *c, const cli_journal *j);

#endif
