// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The project folder; see project.h.
#define _GNU_SOURCE 1
#include "studio/project.h"
#include "core/context.h"
#include "core/hash.h"
#include "io/file.h"
#include "io/format.h"
#include "studio/json.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_RECENT = 12, MAX_ENTRIES = 2000, MOST_NAMES = 16384, MOST_RECENT_BYTES = 256 << 10 };

// --- folders ------------------------------------------------------------------------------------------------------------

/// Makes a folder and those on the way to it, for this user alone.
static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = 0;
        bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (slash) *slash = '/';
        if (!there || !slash) return there;
    }
}

static void find_state_folder(studio_project *p) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state && *state == '/')
        length = snprintf(p->state, sizeof p->state, "%s/orogen", state);
    else if (home && *home == '/')
        length = snprintf(p->state, sizeof p->state, "%s/.local/state/orogen", home);
    if (length < 0 || (size_t)length >= sizeof p->state - 128 || !make_folders(p->state)) *p->state = 0;
}

oro_status studio_project_open(oro_context *ctx, const char *folder, studio_project *p) {
    char *real = realpath(folder && *folder ? folder : ".", NULL);
    struct stat there;
    bool good = real && stat(real, &there) == 0 && S_ISDIR(there.st_mode) && strlen(real) < sizeof p->folder - 256;
    if (good) snprintf(p->folder, sizeof p->folder, "%s", real);
    free(real);
    p->inside = p->own = (oro_within){0};
    if (!good || !oro_within_add(&p->inside, p->folder))
        return oro_fail(ctx, ORO_BAD_INPUT, folder, "this is not a folder that can be worked in");
    find_state_folder(p);
    bool added = oro_within_add(&p->own, p->folder);
    if (added && *p->state && !oro_within_add(&p->own, p->state)) *p->state = 0;
    if (added) return ORO_OK;
    studio_project_close(p);
    return oro_fail(ctx, ORO_FAILED, folder, "the folder cannot be opened: %s", strerror(errno));
}

void studio_project_close(studio_project *p) {
    oro_within_close(&p->inside);
    oro_within_close(&p->own);
}

// --- names ----------------------------------------------------------------------------------------------------------------

bool studio_is_plain_name(const char *name) {
    if (!*name || strlen(name) > 512) return false;
    for (const char *at = name; at;) {
        size_t length = strcspn(at, "/");
        if (length == 0 || length > 255 || *at == '.') return false;
        at = at[length] ? at + length + 1 : NULL;
    }
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == '\\' || *c == 0x7f) return false;
    return true;
}

/// Why a name leads nowhere.
static oro_status no_way(oro_context *ctx, const char *name, int error) {
    if (oro_within_refused(error))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, name,
                        "a link leads out of the project folder here; files outside are not touched");
    return oro_fail(ctx, ORO_BAD_INPUT, name, "there is no such folder in the project");
}

oro_status studio_project_path(oro_context *ctx, const studio_project *p, const char *name, char full[STUDIO_PATH]) {
    const char *last;
    struct stat there;
    if (!studio_is_plain_name(name))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, name,
                        "\"%.80s\" does not name a file in the project folder: a name must be relative, without \"..\" "
                        "and without a leading dot",
                        name);
    if ((size_t)snprintf(full, STUDIO_PATH, "%s/%s", p->folder, name) >= STUDIO_PATH)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, name, "the name is too long");
    int folder = oro_within_parent(&p->inside, full, &last);
    if (folder < 0) return no_way(ctx, name, errno);
    bool is_there = fstatat(folder, last, &there, AT_SYMLINK_NOFOLLOW) == 0;
    close(folder);
    if (!is_there) return ORO_OK;
    if (!oro_within_stat(&p->inside, full, &there)) return no_way(ctx, name, ELOOP);
    if (!S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, name, "this is a pipe, a socket or a device, not a file");
    return ORO_OK;
}

int studio_project_open_file(const studio_project *p, const char *full, uint64_t *bytes) {
    struct stat info;
    int file = oro_within_open(&p->inside, full, O_RDONLY | O_NONBLOCK);
    if (file < 0) return -1;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) {
        *bytes = (uint64_t)info.st_size;
        return file;
    }
    close(file);
    return errno = EISDIR, -1;
}

bool studio_is_scene_name(const char *name) {
    size_t length = strlen(name);
    return length > 9 && strcmp(name + length - 9, ".oro.json") == 0;
}

// --- listing --------------------------------------------------------------------------------------------------------------

const char *studio_file_kind(const char *name) {
    if (studio_is_scene_name(name)) return "scene";
    return oro_path_reads(name, ORO_HOLDS_RASTER) ? "raster" : "other";
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/// The names in an open folder, sorted; of a folder with very many, the first that the system tells. -1: it cannot be read.
static int read_names(int folder, char ***names) {
    DIR *stream = fdopendir(folder);
    int count = 0;
    *names = stream ? calloc(MOST_NAMES, sizeof **names) : NULL;
    if (!stream) close(folder);
    if (!*names) {
        if (stream) closedir(stream);
        return -1;
    }
    for (const struct dirent *entry; count < MOST_NAMES && (entry = readdir(stream));)
        if (*entry->d_name != '.' && ((*names)[count] = strdup(entry->d_name))) count++;
    closedir(stream);
    qsort(*names, (size_t)count, sizeof **names, by_name);
    return count;
}

static void add_entry(oro_json *list, const studio_project *p, const char *folder, const char *name) {
    char path[STUDIO_PATH + 300];
    struct stat file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!oro_within_stat(&p->inside, path, &file) || !(S_ISREG(file.st_mode) || S_ISDIR(file.st_mode))) return;
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "name", studio_json_text(name));
    oro_json_set(item, "kind", oro_json_new_string(S_ISDIR(file.st_mode) ? "folder" : studio_file_kind(name)));
    oro_json_set(item, "bytes", oro_json_new_number(S_ISDIR(file.st_mode) ? 0.0 : (double)file.st_size));
    oro_json_set(item, "time", oro_json_new_number((double)file.st_mtime));
    oro_json_append(list, item);
}

oro_json *studio_project_list(oro_context *ctx, const studio_project *p, const char *name) {
    char full[STUDIO_PATH], **names = NULL;
    if (*name) {
        if (studio_project_path(ctx, p, name, full) != ORO_OK) return NULL;
    } else {
        snprintf(full, sizeof full, "%s", p->folder);
    }
    int folder = oro_within_open(&p->inside, full, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
    int count = folder < 0 ? -1 : read_names(folder, &names);
    if (count < 0) {
        oro_fail(ctx, ORO_BAD_INPUT, name, "this folder cannot be read: %s", strerror(errno));
        return NULL;
    }
    oro_json *root = oro_json_new_object(), *list = oro_json_new_array();
    for (int i = 0; i < count; i++) {
        if (list && i < MAX_ENTRIES) add_entry(list, p, full, names[i]);
        free(names[i]);
    }
    free(names);
    if (!root || !list) {
        oro_json_free(root);
        oro_json_free(list);
        oro_fail(ctx, ORO_NO_MEMORY, name, "there is not enough memory for this list");
        return NULL;
    }
    oro_json_set(root, "path", studio_json_text(name));
    oro_json_set(root, "entries", list);
    return root;
}

// --- recent files -----------------------------------------------------------------------------------------------------------

static bool recent_path(const studio_project *p, char path[STUDIO_PATH + 16]) {
    snprintf(path, STUDIO_PATH + 16, "%s/recent", p->state);
    return *p->state != 0;
}

typedef void recent_fn(void *user, const studio_project *p, const char *full, const char *name);

/// The file holds absolute paths, one per line, newest first. Calls `each` for them, with the name of those below the folder.
static void read_recent(oro_context *ctx, const studio_project *p, recent_fn *each, void *user) {
    char path[STUDIO_PATH + 16], *text = NULL, *rest = NULL;
    size_t size, length = strlen(p->folder);
    if (!recent_path(p, path) || oro_file_read(ctx, path, MOST_RECENT_BYTES, &text, &size) != ORO_OK) return;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line != '/' || strlen(line) >= STUDIO_PATH) continue;
        bool here =
            strncmp(line, p->folder, length) == 0 && line[length] == '/' && studio_is_plain_name(line + length + 1);
        each(user, p, line, here ? line + length + 1 : NULL);
    }
    free(text);
}

static void add_recent(void *user, const studio_project *p, const char *full, const char *name) {
    oro_json *list = user;
    struct stat file;
    if (!name || list->count >= MAX_RECENT) return;
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "path", studio_json_text(name));
    oro_json_set(item, "exists", oro_json_new_bool(oro_within_stat(&p->inside, full, &file) && S_ISREG(file.st_mode)));
    oro_json_append(list, item);
}

oro_json *studio_project_recent(oro_context *ctx, const studio_project *p) {
    oro_json *list = oro_json_new_array();
    if (list) read_recent(ctx, p, add_recent, list);
    return list;
}

typedef struct recent_lines {
    oro_text text;
    const char *first;
    int count;
} recent_lines;

static void keep_recent(void *user, const studio_project *p, const char *full, const char *name) {
    recent_lines *lines = user;
    (void)p, (void)name;
    if (strcmp(full, lines->first) == 0 || lines->count++ >= 4 * MAX_RECENT) return;
    oro_text_printf(&lines->text, "%s\n", full);
}

void studio_project_remember(oro_context *ctx, const studio_project *p, const char *name) {
    char path[STUDIO_PATH + 16], full[STUDIO_PATH];
    if (!recent_path(p, path) || studio_project_path(ctx, p, name, full) != ORO_OK) return;
    recent_lines lines = {.first = full};
    oro_text_printf(&lines.text, "%s\n", full);
    read_recent(ctx, p, keep_recent, &lines);
    // A list that cannot be kept is no reason to disturb anyone.
    if (!lines.text.failed) oro_file_save(ctx, path, true, lines.text.data, lines.text.length);
    oro_text_free(&lines.text);
}

// --- unsaved work -----------------------------------------------------------------------------------------------------------

bool studio_project_autosave(const studio_project *p, const char *name, bool away, char path[STUDIO_PATH]) {
    int length;
    if (name && !away) {
        const char *slash = strrchr(name, '/');
        int front = slash ? (int)(slash - name) + 1 : 0;
        length = snprintf(path, STUDIO_PATH, "%s/%.*s.%s.autosave", p->folder, front, name, name + front);
    } else {
        if (!*p->state) return false;
        // One per folder and name, so that two projects do not overwrite each other's.
        oro_hash h = oro_hash_text(oro_hash_text(oro_hash_start(0x73746174), p->folder), name ? name : "");
        length = snprintf(path, STUDIO_PATH, "%s/%016llx.autosave", p->state, (unsigned long long)h.lo);
    }
    return length > 0 && length < STUDIO_PATH;
}
