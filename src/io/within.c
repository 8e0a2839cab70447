// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Paths that stay below folders; see within.h.
#define _GNU_SOURCE 1
#include "io/within.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 64 }; ///< the kernel gives up where a folder is being moved about meanwhile

// --- folders ---------------------------------------------------------------------------------------------------------

bool oro_within_add(oro_within *w, const char *folder) {
    if (w->count >= ORO_WITHIN_FOLDERS) return errno = ENOSPC, false;
    char *real = realpath(folder, NULL);
    int handle = real ? open(real, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    if (handle < 0) {
        int error = errno;
        free(real);
        return errno = error, false;
    }
    if (strcmp(real, "/") == 0) *real = 0;
    w->folders[w->count].handle = handle;
    w->folders[w->count++].folder = real;
    return true;
}

void oro_within_close(oro_within *w) {
    for (int i = 0; i < w->count; i++) {
        close(w->folders[i].handle);
        free(w->folders[i].folder);
    }
    w->count = 0;
}

bool oro_within_refused(int error) { return error == EXDEV || error == ELOOP; }

// --- opening below a folder ------------------------------------------------------------------------------------------

/// The next part of a path, copied. False: there is none, or it is too long.
static bool next_part(const char **path, char part[NAME_MAX + 1]) {
    *path += strspn(*path, "/");
    size_t length = strcspn(*path, "/");
    if (length == 0 || length > NAME_MAX) return errno = length ? ENAMETOOLONG : ENOENT, false;
    memcpy(part, *path, length);
    part[length] = 0;
    *path += length;
    return true;
}

int oro_within_walk(int folder, const char *path, int flags) {
    char part[NAME_MAX + 1];
    int here = openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (here >= 0) {
        int next = -1;
        bool found = next_part(&path, part), last = found && path[strspn(path, "/")] == 0;
        struct stat info;
        if (found && strcmp(part, "..") == 0)
            errno = EXDEV;
        else if (found)
            next = openat(here, part, (last ? flags : O_PATH | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC);
        // A handle of a path may be that of a link itself.
        bool link = next >= 0 && fstat(next, &info) == 0 && S_ISLNK(info.st_mode);
        // A link where a folder should be is not a folder, which says too little.
        if (next < 0 && found && errno == ENOTDIR)
            errno = fstatat(here, part, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode) ? ELOOP : ENOTDIR;
        int error = errno;
        if (link) close(next), next = -1, error = ELOOP;
        close(here);
        errno = error;
        if (next < 0 || last) return next;
        here = next;
    }
    return -1;
}

static int open_below(int folder, const char *path, int flags) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC | O_NOCTTY),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    if (flags & O_PATH) how.flags &= ~(uint64_t)O_NOCTTY;
    path += strspn(path, "/");
    if (!*path) path = ".";
    for (int i = 0; i < TRIES; i++) {
        long handle = syscall(SYS_openat2, folder, path, &how, sizeof how);
        if (handle >= 0) return (int)handle;
        if (errno == EAGAIN) continue;
        // No such call here, or a sandbox that does not know it.
        if (errno == ENOSYS || errno == EPERM) return oro_within_walk(folder, path, flags);
        return -1;
    }
    return -1;
}

// --- paths -----------------------------------------------------------------------------------------------------------

/// The path from one of the folders on, in `rest`, and that folder's handle. -1 with errno EXDEV: it begins elsewhere.
static int folder_of(const oro_within *w, const char *path, char rest[PATH_MAX]) {
    char whole[PATH_MAX];
    size_t used = 0;
    if (!*path) return errno = ENOENT, -1;
    if (*path != '/') {
        if (!getcwd(whole, sizeof whole)) return -1;
        used = strlen(whole);
    }
    if ((size_t)snprintf(whole + used, sizeof whole - used, "%s%s", used ? "/" : "", path) >= sizeof whole - used)
        return errno = ENAMETOOLONG, -1;
    for (int i = 0; i < w->count; i++) {
        size_t length = strlen(w->folders[i].folder);
        if (strncmp(whole, w->folders[i].folder, length) != 0 || (whole[length] != '/' && whole[length])) continue;
        const char *from = whole + length + strspn(whole + length, "/");
        memmove(rest, *from ? from : ".", strlen(*from ? from : ".") + 1);
        return w->folders[i].handle;
    }
    return errno = EXDEV, -1;
}

int oro_within_open(const oro_within *w, const char *path, int flags) {
    char rest[PATH_MAX];
    if (!w) return open(path, flags | O_CLOEXEC | O_NOCTTY);
    int folder = folder_of(w, path, rest);
    return folder < 0 ? -1 : open_below(folder, rest, flags);
}

int oro_within_parent(const oro_within *w, const char *path, const char **name) {
    char before[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    *name = slash ? slash + 1 : path;
    if (!**name || strcmp(*name, ".") == 0 || strcmp(*name, "..") == 0) return errno = EISDIR, -1;
    if (length + 2 > sizeof before) return errno = ENAMETOOLONG, -1;
    memcpy(before, path, length);
    strcpy(before + length, !slash ? "." : length ? "" : "/");
    return oro_within_open(w, before, O_PATH | O_DIRECTORY);
}

bool oro_within_stat(const oro_within *w, const char *path, struct stat *info) {
    if (!w) return stat(path, info) == 0;
    int handle = oro_within_open(w, path, O_PATH);
    if (handle < 0) return false;
    bool told = fstat(handle, info) == 0;
    close(handle);
    return told;
}

bool oro_within_mkdir(const oro_within *w, const char *path) {
    const char *name;
    if (!w) return mkdir(path, 0777) == 0;
    int folder = oro_within_parent(w, path, &name);
    if (folder < 0) return false;
    bool made = mkdirat(folder, name, 0777) == 0;
    int error = errno;
    close(folder);
    return errno = error, made;
}

void oro_within_unlink(const oro_within *w, const char *path) {
    const char *name;
    int folder = oro_within_parent(w, path, &name);
    if (folder < 0) return;
    unlinkat(folder, name, 0);
    close(folder);
}

bool oro_within_holds(const oro_within *w, const char *path) {
    char part[PATH_MAX];
    if (!w) return true;
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part) return false;
    for (;;) {
        int handle = oro_within_open(w, part, O_PATH);
        if (handle >= 0) return close(handle), true;
        if (errno != ENOENT) return false;
        // A link to nothing may lead to something tomorrow.
        const char *name;
        struct stat info;
        int folder = oro_within_parent(w, part, &name);
        bool link = folder >= 0 && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (folder >= 0) close(folder);
        if (link) return errno = ELOOP, false;
        char *slash = strrchr(part, '/');
        if (strcmp(part, ".") == 0 || strcmp(part, "/") == 0) return false;
        if (slash)
            slash[slash == part] = 0;
        else
            strcpy(part, ".");
    }
}
