// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files that belong together (a map and its sidecar; a mesh, its material and its picture) change together. No file system
// renames two files at once, so:
//
//  * whoever puts files in place holds a lock on their folder, so two writers cannot mix;
//  * before the first of several is renamed, a small file, .orogen-commit, says which temporary file goes where. A program
//    killed in between leaves it behind: readers here then take the temporary files for what they will be, and the next
//    writer in that folder finishes the work;
//  * temporary files are locked as long as their writer lives, from before anyone with the folder's lock can see them. Those of
//    the dead are swept by the next writer.
//
// Locks are those of flock(), which the system drops with the process. Where it has none (some network file systems) the work is
// done without, and the hash of a map in its sidecar shows what was mixed.
#ifndef ORO_IO_TOGETHER_H
#define ORO_IO_TOGETHER_H

#include <stdbool.h>
#include <stddef.h>

#define ORO_TEMPORARY_NAME ".orogen-%ld-%u.tmp"

/// A finished temporary file and where it goes. Both lie in one folder.
typedef struct oro_placing {
    const char *temporary, *target;
    bool force; ///< replace what is there
    int *slot;  ///< handed to `keep`
} oro_placing;

/// Puts files in place; returns 0, or an errno and in *culprit which file it was. `keep` is called for each before the first is
/// renamed: from then on its temporary file must not be removed. On failure nothing has been replaced, as far as the system
/// lets that be known beforehand.
int oro_place_files(const oro_placing *files, int count, void (*keep)(int *slot), int *culprit);

/// Locks the folder of a path, alone or with other readers. Returns a handle to close(), or -1 where there is no lock to be had
/// within some seconds.
int oro_folder_lock(const char *path, bool alone);

/// The file that has the contents of `path`: itself, or the temporary one that a killed writer left for it. False where that
/// name is too long. Call it with the folder locked.
bool oro_file_current(const char *path, char *out, size_t size);

#endif
