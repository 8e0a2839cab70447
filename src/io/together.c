// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// See together.h. The list of a commit is fields that end with a 0: a mark, then for every file whether it may replace ("f") or
// not ("k"), followed by the stamp of what lay at its target (16 digits), its temporary name, and its name. A target that
// somebody else changed meanwhile is theirs: then nothing of the list is done.
#define _GNU_SOURCE 1
#include "io/together.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/file.h"

#define COMMIT_NAME ".orogen-commit"
#define COMMIT_MARK "orogen commit 1"

enum { LIST_BYTES = 8192, FIELDS = 3, WAIT_MS = 5000 };

// --- folders ---------------------------------------------------------------------------------------------------------

/// The folder of a path with a / at its end, "" for the current one; false where it is too long.
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= PATH_MAX - NAME_MAX) return false;
    memcpy(folder, path, length);
    folder[length] = 0;
    return true;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// The path of a file in a folder; names have at most NAME_MAX letters.
static void join(char out[PATH_MAX], const char *folder, const char *name) {
    size_t length = strlen(folder);
    memcpy(out, folder, length);
    memcpy(out + length, name, strnlen(name, NAME_MAX) + 1);
    out[length + NAME_MAX] = 0;
}

static int open_folder(const char *folder) { return open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

/// A file that is there goes by its whole path, one that is not by the path that was given, so names of folders say little.
static bool same_folder(const char *a, const char *b) {
    struct stat first, second;
    return stat(*a ? a : ".", &first) == 0 && stat(*b ? b : ".", &second) == 0 && first.st_ino == second.st_ino &&
           first.st_dev == second.st_dev;
}

int oro_folder_lock(const char *path, bool alone) {
    char folder[PATH_MAX];
    int handle = folder_of(path, folder) ? open_folder(folder) : -1;
    if (handle < 0) return -1;
    for (int waited = 0; waited < WAIT_MS; waited++) {
        if (flock(handle, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return handle;
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    close(handle);
    return -1;
}

/// ".orogen-123-4.tmp", as ORO_TEMPORARY_NAME makes them.
static bool is_temporary(const char *name) {
    const char *begin = ".orogen-";
    if (strncmp(name, begin, strlen(begin)) != 0) return false;
    name += strlen(begin);
    for (int part = 0; part < 2; part++) {
        size_t digits = strspn(name, "0123456789");
        if (digits < 1 || digits > 20) return false;
        name += digits;
        if (part == 0 && *name++ != '-') return false;
    }
    return strcmp(name, ".tmp") == 0;
}

// --- the list of a commit --------------------------------------------------------------------------------------------

typedef struct entry {
    bool force, waiting; ///< its temporary file is still there
    char from[PATH_MAX], to[PATH_MAX];
} entry;

typedef struct commit_list {
    int count;
    bool touched; ///< a target of a waiting file is not what it was
    entry entries[ORO_FILES_TOGETHER];
} commit_list;

static bool read_entry(const char *folder, const char *const field[FIELDS], entry *e, bool *touched) {
    const char *how = field[0], *from = field[1], *to = field[2];
    if ((how[0] != 'f' && how[0] != 'k') || strlen(how) != 17 || !is_temporary(from)) return false;
    if (!*to || strchr(to, '/') || strlen(to) > NAME_MAX || strcmp(to, ".") == 0 || strcmp(to, "..") == 0) return false;
    e->force = how[0] == 'f';
    join(e->from, folder, from);
    join(e->to, folder, to);
    struct stat info;
    e->waiting = lstat(e->from, &info) == 0 && S_ISREG(info.st_mode);
    // One that was linked to its place already has its own stamp there.
    uint64_t now = oro_file_stamp(e->to);
    bool own = e->waiting && now != 0 && now == oro_file_stamp(e->from);
    *touched |= e->waiting && !own && now != strtoull(how + 1, NULL, 16);
    return true;
}

/// Reads the list in a folder; false where there is none, or none that makes sense.
static bool read_list(const char *folder, commit_list *list) {
    char path[PATH_MAX], text[LIST_BYTES];
    *list = (commit_list){0};
    join(path, folder, COMMIT_NAME);
    int handle = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t length = handle < 0 ? -1 : read(handle, text, sizeof text);
    if (handle >= 0) close(handle);
    if (length < (ssize_t)sizeof COMMIT_MARK || length >= LIST_BYTES || text[length - 1] != 0) return false;
    if (strcmp(text, COMMIT_MARK) != 0) return false;
    for (const char *at = text + sizeof COMMIT_MARK; at < text + length;) {
        const char *field[FIELDS];
        for (int i = 0; i < FIELDS; i++) {
            if (at >= text + length) return false;
            field[i] = at;
            at += strlen(at) + 1;
        }
        if (list->count == ORO_FILES_TOGETHER) return false;
        if (!read_entry(folder, field, &list->entries[list->count++], &list->touched)) return false;
    }
    return list->count > 0;
}

/// Writes the list under another name and gives it its own; returns 0 or an errno.
static int write_list(const char *folder, const oro_placing *files, int count) {
    char path[PATH_MAX], draft[PATH_MAX], name[NAME_MAX], text[LIST_BYTES];
    size_t length = sizeof COMMIT_MARK;
    memcpy(text, COMMIT_MARK, length);
    for (int i = 0; i < count; i++) {
        int added = snprintf(text + length, sizeof text - length, "%c%016llx%c%s%c%s", files[i].force ? 'f' : 'k',
                             (unsigned long long)oro_file_stamp(files[i].target), 0, name_of(files[i].temporary), 0,
                             name_of(files[i].target));
        if (added < 0 || (size_t)added + 1 >= sizeof text - length) return ENAMETOOLONG;
        length += (size_t)added + 1;
    }
    join(path, folder, COMMIT_NAME);
    // Its draft bears the name of the first temporary file with another number, and so is swept like one.
    snprintf(name, sizeof name, ".orogen-0%s", name_of(files[0].temporary) + strlen(".orogen-"));
    join(draft, folder, name);
    int handle = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (handle < 0) return errno;
    int error = write(handle, text, length) == (ssize_t)length && fsync(handle) == 0 ? 0 : errno;
    close(handle);
    if (!error && rename(draft, path) != 0) error = errno;
    if (error) unlink(draft);
    return error;
}

static void remove_list(const char *folder) {
    char path[PATH_MAX];
    join(path, folder, COMMIT_NAME);
    unlink(path);
}

bool oro_file_current(const char *path, char *out, size_t size) {
    char folder[PATH_MAX];
    commit_list list;
    const char *current = path;
    if (folder_of(path, folder) && read_list(folder, &list) && !list.touched)
        for (int i = 0; i < list.count; i++)
            if (list.entries[i].waiting && strcmp(list.entries[i].to, path) == 0) current = list.entries[i].from;
    int length = snprintf(out, size, "%s", current);
    return length > 0 && (size_t)length < size;
}

// --- putting in place ------------------------------------------------------------------------------------------------

/// Gives a temporary file its name; returns 0 or an errno. link() refuses to replace, so two writers cannot overwrite each other
/// unseen.
static int put_in_place(const char *from, const char *to, bool force) {
    if (!force) {
        if (link(from, to) == 0) return unlink(from), 0;
        if (errno == EEXIST) return EEXIST;
        if (access(to, F_OK) == 0) return EEXIST; // no hard links here: the best that is left
    }
    return rename(from, to) == 0 ? 0 : errno;
}

/// Does what a killed writer left to do in a folder.
static void finish_other(const char *folder) {
    commit_list list;
    bool sense = read_list(folder, &list);
    for (int i = 0; sense && i < list.count; i++) {
        const entry *e = &list.entries[i];
        if (e->waiting && !list.touched) put_in_place(e->from, e->to, e->force);
        if (e->waiting) unlink(e->from); // still there if it was linked already, or is not wanted
    }
    remove_list(folder);
}

/// Removes the temporary files of writers that are gone.
static void sweep(const char *folder) {
    DIR *dir = opendir(*folder ? folder : ".");
    for (struct dirent *found; dir && (found = readdir(dir));) {
        char path[PATH_MAX];
        struct stat info;
        if (!is_temporary(found->d_name)) continue;
        join(path, folder, found->d_name);
        int handle = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (handle < 0) continue;
        bool ours = fstat(handle, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
        if (ours && flock(handle, LOCK_EX | LOCK_NB) == 0) unlink(path);
        close(handle);
    }
    if (dir) closedir(dir);
}

static int place_here(const char *folder, bool listed, const oro_placing *files, int count, void (*keep)(int *slot),
                      int *culprit) {
    int error = 0;
    for (int i = 0; i < count; i++) { // what can be known beforehand is told before anything is replaced
        struct stat there;
        *culprit = i;
        if (lstat(files[i].target, &there) != 0) continue;
        if (!files[i].force) return EEXIST;
        if (S_ISDIR(there.st_mode)) return EISDIR;
    }
    if (listed && (error = write_list(folder, files, count)) != 0) return error;
    for (int i = 0; i < count; i++) keep(files[i].slot);
    for (int i = 0; i < count && !error; i++) {
        *culprit = i;
        error = put_in_place(files[i].temporary, files[i].target, files[i].force);
        for (int k = 0; error && k < i; k++)
            if (!files[k].force) unlink(files[k].target); // which were not there before
    }
    if (listed) remove_list(folder);
    return error;
}

int oro_place_files(const oro_placing *files, int count, void (*keep)(int *slot), int *culprit) {
    char folder[PATH_MAX], other[PATH_MAX];
    // Files in several folders, where one of them is a link, are put in place folder by folder.
    int here = 1, error = 0, rest = 0;
    *culprit = 0;
    if (!folder_of(files[0].target, folder)) return ENAMETOOLONG;
    while (here < count && folder_of(files[here].target, other) && same_folder(folder, other)) here++;
    int lock = oro_folder_lock(files[0].target, true);
    if (lock >= 0) { // without one, another writer might be amid its own
        finish_other(folder);
        sweep(folder);
    }
    error = place_here(folder, lock >= 0 && here > 1, files, here, keep, culprit);
    if (lock >= 0) flock(lock, LOCK_UN);
    if (lock >= 0 && !error) (void)fsync(lock); // makes the names last over a power cut, where the file system can
    if (lock >= 0) close(lock);
    if (!error && here < count) {
        error = oro_place_files(files + here, count - here, keep, &rest);
        *culprit = here + rest;
    }
    return error;
}
