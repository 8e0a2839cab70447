// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What nodes said about their work ("nothing anchors the ground"). A node speaks when it runs; afterwards its result comes from the
// cache, and what it said is as true as before. So it is kept here under the name of the result.
#ifndef ORO_STUDIO_NOTES_H
#define ORO_STUDIO_NOTES_H

#include "core/hash.h"
#include "io/json.h"
#include "orogen/scene.h"

enum { STUDIO_NOTES = 128 };

/// The newest notes; those of the longest ago are forgotten first.
typedef struct studio_notes {
    struct {
        oro_hash key; ///< of the node's result
        char where[256], sentence[512];
    } list[STUDIO_NOTES];
    int count, next;
} studio_notes;

/// Keeps a note of a node that is at work. One that names no node of the scene is not kept.
void studio_notes_keep(studio_notes *notes, const oro_scene *scene, const char *where, const char *sentence);

/// What was said about a result, as a list of {"where", "sentence"}; NULL: nothing was, or there is no memory.
oro_json *studio_notes_of(const studio_notes *notes, oro_hash key);

#endif
