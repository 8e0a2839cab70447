// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files that nodes name: read through the context's reader once per stamp, kept by the scene for its next run.
#ifndef ORO_SCENE_FILES_H
#define ORO_SCENE_FILES_H

#include "scene/document.h"

/// The file that `path` (as the document says it) names and that holds data of a kind, read again only if it changed. `where`
/// is the place to blame.
oro_status oro_scene_read_file(oro_scene *scene, const char *path, oro_kind kind, const char *where,
                               const oro_stored_file **out);
void oro_scene_free_file(const oro_scene *scene, oro_stored_file *file);

/// At the end of a run: frees the files that no node names any more; the others are to be looked at again.
void oro_scene_drop_files(oro_scene *scene);

#endif
