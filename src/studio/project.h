// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The folder the studio works in, and nothing outside it. Names that the page gives are relative to it; those that climb,
// are absolute, begin with a dot or lead out through a link are refused.
#ifndef ORO_STUDIO_PROJECT_H
#define ORO_STUDIO_PROJECT_H

#include "io/json.h"

enum { STUDIO_PATH = 1024 };

typedef struct studio_project {
    char folder[STUDIO_PATH]; ///< absolute, without links
    char state[STUDIO_PATH];  ///< where unsaved work and the list of recent files go; "": nowhere
} studio_project;

/// Looks at the folder (NULL: the current one) and finds the state folder, which is made where it is missing.
oro_status studio_project_open(oro_context *ctx, const char *folder, studio_project *p);

/// Turns a name into an absolute path below the folder. The file need not be there, but its folder must.
oro_status studio_project_path(oro_context *ctx, const studio_project *p, const char *name, char full[STUDIO_PATH]);

/// Is this existing file, links followed, below the folder?
bool studio_project_holds(const studio_project *p, const char *path);

/// What a folder of the project holds: {"path","entries":[{"name","kind","bytes","time"}]}. NULL with the error set.
oro_json *studio_project_list(oro_context *ctx, const studio_project *p, const char *name);

/// Scenes opened or saved lately, newest first: [{"path","exists"}].
oro_json *studio_project_recent(const studio_project *p);
void studio_project_remember(oro_context *ctx, const studio_project *p, const char *name);

/// Where a document is kept until it is saved: beside it, or (name NULL, or `away`) in the state folder. False: nowhere.
bool studio_project_autosave(const studio_project *p, const char *name, bool away, char path[STUDIO_PATH]);

bool studio_is_scene_name(const char *name);

/// What a file is by its name: "scene", "raster" or "other".
const char *studio_file_kind(const char *name);

#endif
