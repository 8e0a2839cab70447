// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The folder the studio works in, and nothing outside it. Names that the page gives are relative to it; those that climb,
// are absolute, begin with a dot or lead out through a link are refused.
#ifndef ORO_STUDIO_PROJECT_H
#define ORO_STUDIO_PROJECT_H

#include "io/json.h"
#include "io/within.h"

enum { STUDIO_PATH = 1024 };

typedef struct studio_project {
    char folder[STUDIO_PATH]; ///< absolute, without links
    char state[STUDIO_PATH];  ///< where unsaved work and the list of recent files go; "": nowhere
    oro_within inside;        ///< the rule for what documents and pages name: below `folder`
    oro_within own;           ///< the rule for the studio's own files: below `folder` or `state`
} studio_project;

/// Looks at the folder (NULL: the current one) and finds the state folder, which is made where it is missing.
oro_status studio_project_open(oro_context *ctx, const char *folder, studio_project *p);
void studio_project_close(studio_project *p);

/// Turns a name into an absolute path below the folder. The file need not be there, but its folder must; what is there is a
/// regular file or a folder. This says early and kindly what opening it refuses: the contexts of the studio open files by the
/// rules above.
oro_status studio_project_path(oro_context *ctx, const studio_project *p, const char *name, char full[STUDIO_PATH]);

/// May a page or a document name a file so? Relative, without "..", hidden files and control characters.
bool studio_is_plain_name(const char *name);

/// Opens a regular file of the project for reading and tells its size. -1 with errno set.
int studio_project_open_file(const studio_project *p, const char *full, uint64_t *bytes);

/// What a folder of the project holds: {"path","entries":[{"name","kind","bytes","time"}]}. NULL with the error set.
oro_json *studio_project_list(oro_context *ctx, const studio_project *p, const char *name);

/// Scenes opened or saved lately, newest first: [{"path","exists"}].
oro_json *studio_project_recent(oro_context *ctx, const studio_project *p);
void studio_project_remember(oro_context *ctx, const studio_project *p, const char *name);

/// Where a document is kept until it is saved: beside it, or (name NULL, or `away`) in the state folder. False: nowhere.
bool studio_project_autosave(const studio_project *p, const char *name, bool away, char path[STUDIO_PATH]);

bool studio_is_scene_name(const char *name);

/// What a file is by its name: "scene", "raster" or "other".
const char *studio_file_kind(const char *name);

#endif
