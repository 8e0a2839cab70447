// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Everything a person can do, as one table of commands. The page sends a command as a list of words, the console as a line of
// text; both end in the same function. See docs/studio-protocol.md.
#ifndef ORO_STUDIO_COMMANDS_H
#define ORO_STUDIO_COMMANDS_H

#include "studio/autosave.h"
#include "studio/build.h"
#include "studio/jobs.h"
#include "studio/session.h"

enum {
    STUDIO_MOST_COMMANDS = 512,
    STUDIO_MOST_LINE = 1 << 20,   ///< bytes of the console's line
    STUDIO_MOST_GESTURE = 80,     ///< bytes of its name
    STUDIO_MOST_VALUES = 1000000, ///< of a request's JSON
};

/// The parts of the studio that commands work on. All but the session may be NULL.
typedef struct studio_parts {
    studio_session *session;
    studio_jobs *jobs;
    studio_build *build;
    studio_autosave *autosave;
    studio_hub *hub;
    const oro_example *examples; ///< ends with a NULL name; NULL: none
    const char *starter;         ///< the example that new documents are like; NULL: they are empty
    uint64_t told;               ///< the revision that the jobs have
    const studio_place *told_place;
} studio_parts;

/// A command on its way.
typedef struct studio_call {
    studio_parts *parts;
    studio_session *session;
    const oro_json *words; ///< a list; the first is the command's name
    oro_text text;         ///< for the console
    oro_json *value;       ///< for the page; NULL: none
} studio_call;

typedef struct studio_command {
    const char *name, *usage, *group, *help;
    /// What to offer for each word after the name: n node, p argument, f node or output, o operator, v value, c command,
    /// e example, s scene file, r raster file, l list, - nothing. The last one repeats where + follows.
    const char *completes;
    bool edits; ///< changes the document in place, so several may make one step
    int least;  ///< words that must follow the name
    oro_status (*run)(studio_call *call);
} studio_command;

extern const studio_command studio_commands[]; ///< ends with a NULL name
const studio_command *studio_command_find(const char *name);

/// Does one request: {"tab","commands"|"line","gesture","end","document"}. Always gives an answer (NULL: no memory); *status
/// is how it went.
oro_json *studio_do(studio_parts *parts, const oro_json *request, oro_status *status);

/// After a change from wherever: tells the jobs, the autosave and everyone who listens.
void studio_changed(studio_parts *parts, const char *tab, const char *gesture, bool end);

/// Looks for what somebody typed among everything that can be added or opened here.
void studio_find(const studio_parts *parts, const char *words, oro_search *search);

/// Completes a line: {"from","candidates":[{"text","help"}],"usage"}. NULL: no memory.
oro_json *studio_complete(studio_parts *parts, const char *line, size_t cursor);

/// Splits a line into words, as a list of texts. NULL with the error set: a quote without end, or no memory. `starts` (may be
/// NULL) gets where the last word begins.
oro_json *studio_split(oro_context *ctx, const char *line, size_t length, size_t *start);

// --- for the functions of the table -------------------------------------------------------------------------------------

/// Word `index` after the name as text; a list or object as JSON. `buffer` is used for numbers. NULL: there is none.
const char *studio_word(const studio_call *call, size_t index, char *buffer, size_t size);
const oro_json *studio_word_json(const studio_call *call, size_t index);
size_t studio_word_count(const studio_call *call); ///< without the name
bool studio_word_force(const studio_call *call);   ///< is the last word "force"?

/// The text after "key=" among the words from `first` on; NULL: none.
const char *studio_option(const studio_call *call, size_t first, const char *key);

/// A whole number in a word. "end" gives `end`.
oro_status studio_word_index(studio_call *call, size_t index, int end, int *value);

// The functions themselves, by file: edits (commands_edit.c), lists and outputs (commands_list.c), files and work
// (commands_file.c), looking (commands_look.c).
#define STUDIO_COMMAND(name) oro_status studio_command_##name(studio_call *call)
STUDIO_COMMAND(set);
STUDIO_COMMAND(reset);
STUDIO_COMMAND(wire);
STUDIO_COMMAND(add);
STUDIO_COMMAND(remove);
STUDIO_COMMAND(duplicate);
STUDIO_COMMAND(move);
STUDIO_COMMAND(rename);
STUDIO_COMMAND(enable);
STUDIO_COMMAND(disable);
STUDIO_COMMAND(note);
STUDIO_COMMAND(item);
STUDIO_COMMAND(preset);
STUDIO_COMMAND(output);
STUDIO_COMMAND(title);
STUDIO_COMMAND(about);
STUDIO_COMMAND(replace);
STUDIO_COMMAND(undo);
STUDIO_COMMAND(redo);
STUDIO_COMMAND(new);
STUDIO_COMMAND(open);
STUDIO_COMMAND(example);
STUDIO_COMMAND(import);
STUDIO_COMMAND(save);
STUDIO_COMMAND(save_as);
STUDIO_COMMAND(discard);
STUDIO_COMMAND(keep);
STUDIO_COMMAND(get);
STUDIO_COMMAND(list);
STUDIO_COMMAND(operators);
STUDIO_COMMAND(help);
STUDIO_COMMAND(text);
STUDIO_COMMAND(run);
STUDIO_COMMAND(plan);
STUDIO_COMMAND(build);
STUDIO_COMMAND(folder);
STUDIO_COMMAND(cancel);
STUDIO_COMMAND(live);

#endif
