// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Folders made on the way; see folders.h. The list is lock-free, since a signal handler may walk it on any thread.

#include "io/folders.h"
#include "core/context.h"
#include "io/within.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FOLDERS = 64, MOST_LETTERS = 1024 };
enum { FREE, CHANGING, LISTED };

static char paths[MOST_FOLDERS][MOST_LETTERS];
static const void *owners[MOST_FOLDERS];
static atomic_int states[MOST_FOLDERS];

/// What finds no room in the list is not taken back.
static void note(const char *path, const void *owner) {
    if (strlen(path) >= MOST_LETTERS) return;
    for (int i = 0; i < MOST_FOLDERS; i++) {
        int none = FREE;
        if (!atomic_compare_exchange_strong(&states[i], &none, CHANGING)) continue;
        strcpy(paths[i], path);
        owners[i] = owner;
        atomic_store(&states[i], LISTED);
        return;
    }
}

oro_status oro_folder_make(oro_context *ctx, const char *path, const void *owner) {
    struct stat there;
    if (oro_within_stat(ctx->within, path, &there) && S_ISDIR(there.st_mode)) return ORO_OK;
    if (!oro_within_mkdir(ctx->within, path))
        return oro_fail(ctx, ORO_CANNOT_WRITE, path, "the folder cannot be made: %s",
                        errno == EEXIST ? "a file of that name already exists" : strerror(errno));
    note(path, owner);
    return ORO_OK;
}

oro_status oro_folders_make(oro_context *ctx, const char *file, const void *owner) {
    char path[MOST_LETTERS];
    if ((size_t)snprintf(path, sizeof path, "%s", file) >= sizeof path)
        return oro_fail(ctx, ORO_CANNOT_WRITE, file, "the name is too long");
    for (char *slash = *path ? strchr(path + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        oro_status status = oro_folder_make(ctx, path, owner);
        *slash = '/';
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

void oro_folders_keep(const void *owner) {
    for (int i = 0; i < MOST_FOLDERS; i++)
        if (atomic_load(&states[i]) == LISTED && owners[i] == owner) atomic_store(&states[i], FREE);
}

void oro_folders_remove(const void *owner) {
    bool removed = true;
    while (removed) { // a folder may stand in the list before the one it lies in
        removed = false;
        for (int i = MOST_FOLDERS; i-- > 0;) {
            if (atomic_load(&states[i]) != LISTED || (owner && owners[i] != owner) || rmdir(paths[i]) != 0) continue;
            atomic_store(&states[i], FREE);
            removed = true;
        }
    }
    if (owner) oro_folders_keep(owner); // what is not empty is somebody else's by now
}
