// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// All or nothing. Files are written into a hidden folder inside of the one they go to, and moved when all of them are whole; what
// they replace waits in the hidden folder until the last is in its place, and goes back where one cannot be moved. A program that
// was killed leaves its hidden folder, which the next export there removes.
#define _GNU_SOURCE 1
#include "core/context.h"
#include "export/export.h"
#include "io/folders.h"
#include "io/within.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char stage_begin[] = ".orogen-export-";

/// Removes everything below an open folder, which is closed.
static void remove_below(int folder) {
    DIR *stream = fdopendir(folder);
    if (!stream) close(folder);
    for (const struct dirent *entry; stream && (entry = readdir(stream));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlinkat(dirfd(stream), entry->d_name, 0) == 0) continue;
        int inner = openat(dirfd(stream), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) remove_below(inner);
        unlinkat(dirfd(stream), entry->d_name, AT_REMOVEDIR);
    }
    if (stream) closedir(stream);
}

static void remove_tree(const oro_context *ctx, const char *path) {
    const char *name;
    int folder = oro_within_open(ctx->within, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (folder >= 0) remove_below(folder);
    int parent = oro_within_parent(ctx->within, path, &name);
    if (parent < 0) return;
    unlinkat(parent, name, AT_REMOVEDIR);
    close(parent);
}

/// Removes the hidden folders of programs that are no more.
static void sweep(const oro_export_job *e) {
    int folder = oro_within_open(e->ctx->within, e->folder, O_RDONLY | O_DIRECTORY);
    DIR *stream = folder < 0 ? NULL : fdopendir(folder);
    if (folder >= 0 && !stream) close(folder);
    for (const struct dirent *entry; stream && (entry = readdir(stream));) {
        size_t begin = sizeof stage_begin - 1;
        if (strncmp(entry->d_name, stage_begin, begin) != 0) continue;
        long maker = strtol(entry->d_name + begin, NULL, 10);
        if (maker <= 0 || kill((pid_t)maker, 0) == 0 || errno != ESRCH) continue;
        int inner = openat(dirfd(stream), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) remove_below(inner);
        unlinkat(dirfd(stream), entry->d_name, AT_REMOVEDIR);
    }
    if (stream) closedir(stream);
}

/// What the disk says of a folder or file that cannot be made there.
static oro_status cannot(const oro_export_job *e, const char *path, int error) {
    return oro_fail(e->ctx, ORO_CANNOT_WRITE, path, "it cannot be written: %s",
                    error == ENOSPC  ? "the disk is full; nothing was changed"
                    : error == EROFS ? "the disk is mounted for reading only; choose another place"
                    : error == EACCES || error == EPERM
                        ? "its folder is not writable; check the permissions or choose another place"
                        : strerror(error));
}

oro_status oro_stage_begin(oro_export_job *e) {
    static atomic_uint serial;
    char inside[sizeof e->folder + 8];
    snprintf(inside, sizeof inside, "%s/x", e->folder);
    oro_status status = oro_folders_make(e->ctx, inside, e);
    if (status != ORO_OK) return status;
    sweep(e);
    snprintf(e->stage, sizeof e->stage, "%s/%s%ld-%u", e->folder, stage_begin, (long)getpid(),
             atomic_fetch_add(&serial, 1));
    if (oro_within_mkdir(e->ctx->within, e->stage)) return ORO_OK;
    int error = errno;
    *e->stage = 0;
    return cannot(e, e->folder, error);
}

/// Moves a file; returns 0 or an errno.
static int move(const oro_context *ctx, const char *from, const char *to, bool replace) {
    const char *from_name, *to_name;
    int from_folder = oro_within_parent(ctx->within, from, &from_name), error = from_folder < 0 ? errno : 0;
    int to_folder = error ? -1 : oro_within_parent(ctx->within, to, &to_name);
    if (!error && to_folder < 0) error = errno;
    if (!error && renameat2(from_folder, from_name, to_folder, to_name, replace ? 0 : RENAME_NOREPLACE) != 0)
        error = errno;
    if (error == EINVAL && !replace) // a file system without that wish
        error = faccessat(to_folder, to_name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 ? EEXIST
                : renameat(from_folder, from_name, to_folder, to_name) == 0   ? 0
                                                                              : errno;
    if (from_folder >= 0) close(from_folder);
    if (to_folder >= 0) close(to_folder);
    return error;
}

/// Makes the folders between the export's folder and one of its files; those that were made are noted.
static int make_folders(oro_export_job *e, const char *path) {
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + strlen(e->folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool made = oro_within_mkdir(e->ctx->within, folder);
        if (!made && errno != EEXIST) return errno;
        if (made) {
            char **more = realloc(e->made, ((size_t)e->made_count + 1) * sizeof *more);
            if (more) e->made = more;
            if (more && (e->made[e->made_count] = strdup(folder))) e->made_count++;
        }
        *slash = '/';
    }
    return 0;
}

static void staged_path(const oro_export_job *e, int32_t index, char *out, size_t size) {
    snprintf(out, size, "%s/%s", e->stage, e->files[index].name);
}

static void kept_path(const oro_export_job *e, int32_t index, char *out, size_t size) {
    snprintf(out, size, "%s/.old-%d", e->stage, index);
}

/// Puts file `index` in its place; what was there is kept.
static oro_status place(oro_export_job *e, int32_t index, bool *kept) {
    char staged[1500], old[1000];
    const char *path = e->report->files[index].path;
    staged_path(e, index, staged, sizeof staged);
    kept_path(e, index, old, sizeof old);
    int error = make_folders(e, path);
    if (!error && e->desc.force) {
        int moved = move(e->ctx, path, old, false);
        *kept = moved == 0;
        if (moved && moved != ENOENT) error = moved;
    }
    if (!error) error = move(e->ctx, staged, path, false);
    if (error == EEXIST) {
        oro_fail(e->ctx, ORO_CANNOT_WRITE, path, "the file already exists; use force to replace it");
        return oro_hint(e->ctx, "force");
    }
    return error ? cannot(e, path, error) : ORO_OK;
}

static void put_back(oro_export_job *e, int32_t index, bool moved, bool kept) {
    char staged[1500], old[1000];
    staged_path(e, index, staged, sizeof staged);
    kept_path(e, index, old, sizeof old);
    if (moved) move(e->ctx, e->report->files[index].path, staged, true);
    if (kept) move(e->ctx, old, e->report->files[index].path, true);
}

oro_status oro_stage_commit(oro_export_job *e) {
    int32_t count = e->report->count, done = 0;
    bool *kept = calloc((size_t)count + 1, sizeof *kept);
    if (!kept)
        return oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory to put the files in their places");
    oro_status status = ORO_OK;
    for (; status == ORO_OK && done < count; done += status == ORO_OK) status = place(e, done, &kept[done]);
    if (status != ORO_OK)
        for (int32_t i = done; i >= 0; i--) put_back(e, i, i < done, kept[i]);
    free(kept);
    if (status == ORO_OK) {
        remove_tree(e->ctx, e->stage);
        *e->stage = 0;
        oro_folders_keep(e);
    }
    return status;
}

void oro_stage_abort(oro_export_job *e) {
    oro_error error = e->ctx->error;
    if (*e->stage) {
        remove_tree(e->ctx, e->stage);
        for (int32_t i = e->made_count; i-- > 0;) {
            const char *name;
            int parent = oro_within_parent(e->ctx->within, e->made[i], &name);
            if (parent < 0) continue;
            unlinkat(parent, name, AT_REMOVEDIR); // what is not empty is somebody else's by now
            close(parent);
        }
        oro_folders_remove(e);
    }
    e->ctx->error = error;
}
