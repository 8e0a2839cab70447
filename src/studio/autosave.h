// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Unsaved work on the disk. A thread of its own writes the latest text, whole or not at all, so that a slow or full disk
// never holds up an edit.
#ifndef ORO_STUDIO_AUTOSAVE_H
#define ORO_STUDIO_AUTOSAVE_H

#include "studio/events.h"
#include "studio/project.h"

typedef struct studio_autosave studio_autosave;

/// Results are told to `hub`. NULL: no memory or no thread.
studio_autosave *studio_autosave_create(studio_hub *hub, const studio_project *project);

/// Writes what is waiting, and ends.
void studio_autosave_destroy(studio_autosave *a);

/// Asks for `text` to be kept at `path` after `delay` seconds, at `other` ("": nowhere else) where that folder cannot be
/// written. A later wish replaces an earlier one.
void studio_autosave_keep(studio_autosave *a, const char *path, const char *other, const char *text, double delay);

/// The work was saved: forgets the wish and removes both files.
void studio_autosave_drop(studio_autosave *a, const char *path, const char *other);

#endif
