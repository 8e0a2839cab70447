// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps back and forth. A step keeps what changed in the text of the document (the bytes between the first and the last
// that differ), so undoing everything gives the very bytes it began with.
#ifndef ORO_STUDIO_HISTORY_H
#define ORO_STUDIO_HISTORY_H

#include "orogen/base.h"

enum { STUDIO_MOST_STEPS = 500, STUDIO_LEAST_STEPS = 200 };
/// From here on old steps go, down to the least number; at four times as much, down to one.
#define STUDIO_HISTORY_BYTES ((size_t)64 << 20)

struct studio_place;

typedef struct studio_step {
    char label[96];
    char gesture[136];                   ///< further changes of this gesture join the step; "": none will
    struct studio_place *before, *after; ///< which file the document belonged to
    size_t at, old_length, new_length;
    char *bytes; ///< the old ones, then the new ones
} studio_step;

typedef struct studio_history {
    studio_step *steps;
    int count, done; ///< steps[0..done) are in effect, the rest can be done again
    size_t bytes;
} studio_history;

/// Notes the change from one text to another. With the gesture of the last step it becomes part of that. False: no memory,
/// nothing is noted.
bool studio_history_push(studio_history *h, const char *from, const char *to, const char *label, const char *gesture,
                         struct studio_place *before, struct studio_place *after);

/// The text before (or after) the step that would be undone (or done again), made from the present one; free() it. NULL:
/// no memory. The caller moves `done` once the text is in place.
char *studio_history_undo(const studio_history *h, const char *text);
char *studio_history_redo(const studio_history *h, const char *text);

void studio_history_free(studio_history *h);

#endif
