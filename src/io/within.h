// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One rule for every file of a context that must not leave some folders: each path is opened relative to a handle of its
// folder, and no "..", absolute path or link leads out of it, whatever happens to the names meanwhile. A context without the
// rule (NULL) reads and writes anywhere, as a user's own tool does; see oro_context.within.
#ifndef ORO_IO_WITHIN_H
#define ORO_IO_WITHIN_H

#include "orogen/base.h"

#include <sys/stat.h>

enum { ORO_WITHIN_FOLDERS = 2 };

typedef struct oro_within {
    int count;
    struct {
        int handle;
        char *folder; ///< absolute, without links; "" for the root
    } folders[ORO_WITHIN_FOLDERS];
} oro_within;

/// Allows what lies below a folder, which has to be there. False with errno set.
bool oro_within_add(oro_within *w, const char *folder);
void oro_within_close(oro_within *w);

/// Opens as open() does, always O_CLOEXEC and O_NOCTTY. -1 with errno EXDEV or ELOOP: the path leads out.
int oro_within_open(const oro_within *w, const char *path, int flags);

/// A handle of the folder that `path` names a file in; *name is that file's name, a part of `path`.
int oro_within_parent(const oro_within *w, const char *path, const char **name);

/// As stat(): links that stay inside are followed.
bool oro_within_stat(const oro_within *w, const char *path, struct stat *info);

/// Makes a folder whose parent is there. False with errno set.
bool oro_within_mkdir(const oro_within *w, const char *path);

/// Removes a file; what is not there or leads out is left alone.
void oro_within_unlink(const oro_within *w, const char *path);

/// Does what is there of the path stay inside? The rest need not be there.
bool oro_within_holds(const oro_within *w, const char *path);

/// Is this errno about a path that leads out?
bool oro_within_refused(int error);

/// What oro_within_open() does below one folder where the kernel cannot (before Linux 5.6): a walk that follows no link and
/// knows no "..".
int oro_within_walk(int folder, const char *path, int flags);

#endif
