// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reading and atomic writing of files; see file.h, and together.h for how they get their names.
#define _GNU_SOURCE 1
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/context.h"
#include "core/hash.h"
#include "io/together.h"
#include "io/within.h"

// --- reading ---------------------------------------------------------------------------------------------------------

static oro_status cannot_read(oro_context *ctx, const char *path, int error) {
    if (ctx->within && oro_within_refused(error))
        return oro_fail(ctx, ORO_BAD_INPUT, path,
                        "the file lies outside of the folder that files are read from, or a link leads out of it here");
    if (error == ENOENT || error == ENOTDIR)
        return oro_fail(ctx, ORO_BAD_INPUT, path, "there is no such file; check the path");
    if (error == EACCES || error == EPERM)
        return oro_fail(ctx, ORO_BAD_INPUT, path, "the file may not be read; check its permissions");
    return oro_fail(ctx, ORO_BAD_INPUT, path, "the file cannot be read: %s", strerror(error));
}

oro_status oro_file_open(oro_context *ctx, const char *path, FILE **file, uint64_t *bytes) {
    struct stat info;
    *file = NULL;
    // Opening a pipe without a writer would wait for ever; O_NONBLOCK lets the check below refuse it.
    int handle = oro_within_open(ctx->within, path, O_RDONLY | O_NONBLOCK);
    if (handle < 0) return cannot_read(ctx, path, errno);
    oro_status status = ORO_OK;
    if (fstat(handle, &info) != 0)
        status = cannot_read(ctx, path, errno);
    else if (S_ISDIR(info.st_mode))
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "this is a folder, not a file");
    else if (!S_ISREG(info.st_mode))
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "this is not a regular file");
    else if (!(*file = fdopen(handle, "rb")))
        status = cannot_read(ctx, path, errno);
    if (status != ORO_OK)
        close(handle);
    else
        *bytes = (uint64_t)info.st_size;
    return status;
}

oro_status oro_file_read(oro_context *ctx, const char *path, size_t limit, char **data, size_t *length) {
    FILE *file;
    uint64_t bytes;
    *data = NULL;
    *length = 0;
    oro_status status = oro_file_open(ctx, path, &file, &bytes);
    if (status != ORO_OK) return status;
    if (bytes > limit) {
        fclose(file);
        return oro_fail(ctx, ORO_BAD_INPUT, path, "the file is %llu bytes long, the limit here is %zu",
                        (unsigned long long)bytes, limit);
    }
    char *memory = malloc((size_t)bytes + 1);
    if (memory) *length = fread(memory, 1, (size_t)bytes, file);
    bool broken = ferror(file) != 0;
    int error = errno;
    fclose(file);
    if (!memory)
        return oro_fail(ctx, ORO_NO_MEMORY, path, "there is not enough memory for a file of %llu bytes",
                        (unsigned long long)bytes);
    if (broken) {
        free(memory);
        return cannot_read(ctx, path, error);
    }
    memory[*length] = 0;
    *data = memory;
    return ORO_OK;
}

uint64_t oro_file_stamp(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
    uint64_t parts[] = {(uint64_t)info.st_size, (uint64_t)info.st_mtim.tv_sec, (uint64_t)info.st_mtim.tv_nsec,
                        (uint64_t)info.st_ino, (uint64_t)info.st_dev};
    uint64_t stamp = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        stamp = (stamp ^ parts[i]) * 0xBF58476D1CE4E5B9u;
        stamp ^= stamp >> 29;
    }
    return stamp ? stamp : 1;
}

// --- temporary files that a dying program must remove ----------------------------------------------------------------

enum { MAX_TEMPORARIES = 32 };
static char temporaries[MAX_TEMPORARIES][PATH_MAX];
static atomic_int temporary_state[MAX_TEMPORARIES]; // 0 free, 1 being filled, 2 names a file

static int remember(const char *path) {
    if (strlen(path) >= PATH_MAX) return -1;
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        int none = 0;
        if (!atomic_compare_exchange_strong(&temporary_state[i], &none, 1)) continue;
        strcpy(temporaries[i], path);
        atomic_store(&temporary_state[i], 2);
        return i;
    }
    return -1; // more files at once than the list holds: they go without this net
}

static void forget(int *slot) {
    if (*slot >= 0) atomic_store(&temporary_state[*slot], 0);
    *slot = -1;
}

void oro_file_cleanup(void) {
    for (int i = 0; i < MAX_TEMPORARIES; i++) {
        if (atomic_load(&temporary_state[i]) != 2) continue;
        unlink(temporaries[i]);
        atomic_store(&temporary_state[i], 0);
    }
}

// --- writing ---------------------------------------------------------------------------------------------------------

static oro_status cannot_write(oro_context *ctx, const char *path, int error) {
    const char *sentence = NULL;
    if (ctx->within && oro_within_refused(error))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path,
                        "it lies outside of the folder that files are written to, or a link leads out of it here");
    switch (error) {
    case ENOENT:
    case ENOTDIR: sentence = "its folder does not exist; make it first"; break;
    case EACCES:
    case EPERM: sentence = "its folder is not writable; check the permissions or choose another place"; break;
    case EROFS: sentence = "the disk is mounted for reading only; choose another place"; break;
    case ENOSPC: sentence = "the disk is full; nothing was changed"; break;
    case EDQUOT: sentence = "the disk quota is used up; nothing was changed"; break;
    case EFBIG: sentence = "the file would be larger than the system allows; nothing was changed"; break;
    case ENAMETOOLONG: sentence = "the name is too long"; break;
    case EEXIST:
        oro_fail(ctx, ORO_CANNOT_WRITE, path, "the file already exists; use force to replace it");
        return oro_hint(ctx, "force");
    default: return oro_fail(ctx, ORO_CANNOT_WRITE, path, "the file cannot be written: %s", strerror(error));
    }
    return oro_fail(ctx, ORO_CANNOT_WRITE, path, "%s", sentence);
}

/// The path of a temporary file beside `target`: short, hidden, not used by this program before.
static char *temporary_path(const char *target) {
    static atomic_uint counter;
    const char *slash = strrchr(target, '/');
    size_t folder = slash ? (size_t)(slash - target) + 1 : 0;
    char *path = malloc(folder + 48);
    if (!path) return NULL;
    memcpy(path, target, folder);
    snprintf(path + folder, 48, ORO_TEMPORARY_NAME, (long)getpid(), atomic_fetch_add(&counter, 1));
    return path;
}

static void release(oro_file_writer *w) {
    forget(&w->slot);
    if (w->folder >= 0) close(w->folder);
    free(w->name);
    free(w->target);
    free(w->temporary);
    *w = (oro_file_writer){.slot = -1, .folder = -1};
}

static int open_temporary(oro_file_writer *w) {
    int folder = oro_folder_lock(w->target, false), handle = -1, error = EEXIST;
    for (int tries = 0; tries < 100 && error == EEXIST; tries++) {
        free(w->temporary);
        w->temporary = temporary_path(w->target);
        handle = w->temporary ? open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        error = handle >= 0 ? 0 : w->temporary ? errno : ENOMEM;
    }
    if (handle >= 0) flock(handle, LOCK_EX | LOCK_NB); // until it is closed, however this process ends
    if (folder >= 0) close(folder);
    errno = error;
    return handle;
}

/// Opens what the writer writes to. `exists` tells that `info` describes the target.
static oro_status open_writer(oro_file_writer *w, bool exists, const struct stat *info) {
    int handle;
    bool straight = exists && !S_ISREG(info->st_mode);
    if (straight)
        handle = open(w->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    else
        handle = open_temporary(w);
    if (handle < 0) {
        int error = errno;
        free(w->temporary);
        w->temporary = NULL;
        if (error == ENOMEM)
            return oro_fail(w->ctx, ORO_NO_MEMORY, w->name, "there is not enough memory to write this file");
        return cannot_write(w->ctx, w->name, error);
    }
    if (!straight) w->slot = remember(w->temporary);
    if (!straight && exists) (void)!fchmod(handle, info->st_mode & 07777);
    if (!(w->file = fdopen(handle, "wb"))) {
        close(handle);
        if (w->temporary) unlink(w->temporary);
        return oro_fail(w->ctx, ORO_NO_MEMORY, w->name, "there is not enough memory to write this file");
    }
    return ORO_OK;
}

/// Where the file will be, and what is there now.
static oro_status find_target(oro_file_writer *w, const char *path, bool *exists, struct stat *info) {
    if (!w->ctx->within) {
        *exists = stat(path, info) == 0;
        w->target = *exists ? realpath(path, NULL) : NULL; // a link stays a link: what it points to is replaced
        if (!w->target) w->target = strdup(path);
        return ORO_OK;
    }
    const char *name;
    w->folder = oro_within_parent(w->ctx->within, path, &name);
    if (w->folder < 0) return cannot_write(w->ctx, path, errno);
    // Through the handle the folder stays the one that was checked, whatever its names lead to by now.
    size_t room = strlen(name) + 32;
    w->target = malloc(room);
    if (w->target) snprintf(w->target, room, "/proc/self/fd/%d/%s", w->folder, name);
    *exists = fstatat(w->folder, name, info, AT_SYMLINK_NOFOLLOW) == 0;
    if (!*exists || S_ISREG(info->st_mode) || S_ISDIR(info->st_mode)) return ORO_OK;
    return oro_fail(w->ctx, ORO_BAD_ARGUMENT, path, "this is %s, not a regular file; nothing is written through it",
                    S_ISLNK(info->st_mode) ? "a link" : "a pipe or a device");
}

oro_status oro_file_create(oro_context *ctx, const char *path, bool force, oro_file_writer *w) {
    *w = (oro_file_writer){.ctx = ctx, .force = force, .slot = -1, .folder = -1};
    if (!*path) return oro_fail(ctx, ORO_CANNOT_WRITE, "", "the name of the file to write is empty");
    struct stat info;
    bool exists = false;
    oro_status status = find_target(w, path, &exists, &info);
    if (status == ORO_OK && exists && S_ISDIR(info.st_mode))
        status = oro_fail(ctx, ORO_CANNOT_WRITE, path, "this is a folder; give the name of a file in it");
    if (status == ORO_OK && exists && S_ISREG(info.st_mode) && !force) status = cannot_write(ctx, path, EEXIST);
    if (status != ORO_OK) return release(w), status;
    w->name = strdup(path);
    if (!w->name || !w->target)
        status = oro_fail(ctx, ORO_NO_MEMORY, path, "there is not enough memory to write this file");
    if (status == ORO_OK) status = open_writer(w, exists, &info);
    if (status != ORO_OK) release(w);
    return status;
}

oro_status oro_file_hash(oro_context *ctx, const char *path, FILE *file, oro_hash *hash) {
    enum { PIECE = 1 << 18 };
    unsigned char *piece = malloc(PIECE);
    if (!piece) return oro_fail(ctx, ORO_NO_MEMORY, path, "there is not enough memory to check the file");
    *hash = oro_hash_start(0x66696c65); // "file"
    for (size_t got; (got = fread(piece, 1, PIECE, file)) > 0;) *hash = oro_hash_bytes(*hash, piece, got);
    free(piece);
    return ferror(file) ? cannot_read(ctx, path, errno) : ORO_OK;
}

oro_status oro_file_written_hash(oro_file_writer *w, oro_hash *hash) {
    if (fflush(w->file) != 0) return cannot_write(w->ctx, w->name, errno);
    FILE *file = fopen(w->temporary, "rbe");
    if (!file) return cannot_write(w->ctx, w->name, errno);
    oro_status status = oro_file_hash(w->ctx, w->name, file, hash);
    fclose(file);
    return status;
}

oro_status oro_file_may_create(oro_context *ctx, const char *path) {
    oro_file_writer w = {.ctx = ctx, .slot = -1, .folder = -1};
    struct stat info;
    bool exists;
    oro_status status = ctx->within ? find_target(&w, path, &exists, &info) : ORO_OK;
    release(&w);
    return status;
}

oro_status oro_file_write(oro_file_writer *w, const void *data, size_t bytes) {
    if (!bytes || fwrite(data, 1, bytes, w->file) == bytes) return ORO_OK;
    return cannot_write(w->ctx, w->name, errno);
}

oro_status oro_file_seek(oro_file_writer *w, int64_t offset, int whence) {
    if (fseeko(w->file, (off_t)offset, whence) == 0) return ORO_OK;
    if (errno == ESPIPE)
        return oro_fail(w->ctx, ORO_CANNOT_WRITE, w->name, "files of this format cannot be written into a pipe");
    return cannot_write(w->ctx, w->name, errno);
}

/// Everything on the disk, under its temporary name; returns 0 or an errno. The file stays open, since its lock shows that its
/// writer lives.
static int seal(oro_file_writer *w) {
    if (fflush(w->file) != 0) return errno;
    return w->temporary && fsync(fileno(w->file)) != 0 ? errno : 0;
}

/// Ends a writer whose file is in place, or not wanted. What closing could complain of, sealing did.
static void dispose(oro_file_writer *w, bool remove) {
    fclose(w->file);
    if (remove && w->temporary) unlink(w->temporary);
    release(w);
}

oro_status oro_file_commit_all(oro_file_writer *const *writers, int count) {
    oro_placing files[ORO_FILES_TOGETHER];
    oro_file_writer *owners[ORO_FILES_TOGETHER], *culprit = writers[0];
    int error = 0, placing = 0, at = 0;
    for (int i = 0; i < count && !error; i++) error = seal(culprit = writers[i]);
    for (int i = 0; i < count && !error; i++) {
        oro_file_writer *w = writers[i];
        if (!w->temporary) continue;
        files[placing] =
            (oro_placing){.temporary = w->temporary, .target = w->target, .force = w->force, .slot = &w->slot};
        owners[placing++] = w;
    }
    if (!error && placing) {
        error = oro_place_files(files, placing, forget, &at);
        culprit = owners[at];
    }
    oro_status status = error ? cannot_write(culprit->ctx, culprit->name, error) : ORO_OK;
    for (int i = 0; i < count; i++) dispose(writers[i], error != 0);
    return status;
}

oro_status oro_file_commit(oro_file_writer *w) { return oro_file_commit_all(&w, 1); }

void oro_file_abort(oro_file_writer *w) {
    if (w->file) dispose(w, true);
}

oro_status oro_file_save(oro_context *ctx, const char *path, bool force, const void *data, size_t bytes) {
    oro_file_writer w;
    oro_status status = oro_file_create(ctx, path, force, &w);
    if (status == ORO_OK) status = oro_file_write(&w, data, bytes);
    if (status == ORO_OK) return oro_file_commit(&w);
    oro_file_abort(&w);
    return status;
}
