// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps back and forth; see history.h.

#include "studio/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The text with `length` bytes at `at` replaced.
static char *replaced(const char *text, size_t at, size_t length, const char *by, size_t by_length) {
    size_t whole = strlen(text);
    char *made = malloc(whole - length + by_length + 1);
    if (!made) return NULL;
    memcpy(made, text, at);
    memcpy(made + at, by, by_length);
    memcpy(made + at + by_length, text + at + length, whole - at - length + 1);
    return made;
}

static bool note_change(studio_step *step, const char *from, const char *to) {
    size_t a = strlen(from), b = strlen(to), at = 0, end = 0;
    while (at < a && at < b && from[at] == to[at]) at++;
    while (end < a - at && end < b - at && from[a - 1 - end] == to[b - 1 - end]) end++;
    step->at = at;
    step->old_length = a - at - end;
    step->new_length = b - at - end;
    step->bytes = malloc(step->old_length + step->new_length + 1);
    if (!step->bytes) return false;
    memcpy(step->bytes, from + at, step->old_length);
    memcpy(step->bytes + step->old_length, to + at, step->new_length);
    return true;
}

static size_t bytes_of(const studio_step *step) { return sizeof *step + step->old_length + step->new_length; }

static void drop(studio_history *h, int index) {
    h->bytes -= bytes_of(&h->steps[index]);
    free(h->steps[index].bytes);
    memmove(h->steps + index, h->steps + index + 1, (size_t)(h->count - index - 1) * sizeof *h->steps);
    h->count--;
    if (h->done > index) h->done--;
}

char *studio_history_undo(const studio_history *h, const char *text) {
    const studio_step *s = &h->steps[h->done - 1];
    return replaced(text, s->at, s->new_length, s->bytes, s->old_length);
}

char *studio_history_redo(const studio_history *h, const char *text) {
    const studio_step *s = &h->steps[h->done];
    return replaced(text, s->at, s->old_length, s->bytes + s->old_length, s->new_length);
}

/// Makes the last step reach from its own beginning to `to`.
static bool extend(studio_history *h, const char *from, const char *to, struct studio_place *after) {
    studio_step *last = &h->steps[h->done - 1], longer = *last;
    char *beginning = studio_history_undo(h, from);
    bool good = beginning && note_change(&longer, beginning, to);
    free(beginning);
    if (!good) return false;
    longer.after = after;
    h->bytes -= bytes_of(last);
    free(last->bytes);
    *last = longer;
    h->bytes += bytes_of(last);
    return true;
}

bool studio_history_push(studio_history *h, const char *from, const char *to, const char *label, const char *gesture,
                         struct studio_place *before, struct studio_place *after) {
    bool joins = *gesture && h->done > 0 && h->done == h->count && strcmp(h->steps[h->done - 1].gesture, gesture) == 0;
    if (joins) return extend(h, from, to, after);
    if (!h->steps && !(h->steps = calloc(STUDIO_MOST_STEPS + 1, sizeof *h->steps))) return false;
    studio_step step = {.before = before, .after = after};
    snprintf(step.label, sizeof step.label, "%.90s", label);
    snprintf(step.gesture, sizeof step.gesture, "%.130s", gesture);
    if (!note_change(&step, from, to)) return false;
    while (h->count > h->done) drop(h, h->count - 1);
    h->steps[h->count++] = step;
    h->done = h->count;
    h->bytes += bytes_of(&step);
    while (h->count > STUDIO_MOST_STEPS || (h->bytes > STUDIO_HISTORY_BYTES && h->count > STUDIO_LEAST_STEPS) ||
           (h->bytes > 4 * STUDIO_HISTORY_BYTES && h->count > 1))
        drop(h, 0);
    return true;
}

void studio_history_free(studio_history *h) {
    while (h->count) drop(h, h->count - 1);
    free(h->steps);
    *h = (studio_history){0};
}
