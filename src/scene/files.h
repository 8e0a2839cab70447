// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Raster files that nodes name: read through the context's reader once per stamp, kept by the scene for its next run.
#ifndef ORO_SCENE_FILES_H
#define ORO_SCENE_FILES_H

#include "scene/document.h"

/// The file that `path` (as the document says it) names, read again only if it changed. `where` is the place to blame.
oro_status oro_scene_read_file(oro_scene *scene, const char *path, const char *where, const oro_stored_file **out);

/// At the end of a run: frees the files that no node names any more; the others are to be looked at again.
void oro_scene_drop_files(oro_scene *scene);

#endif
