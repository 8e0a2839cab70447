// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files that are going to be written; see target.h.

#include "io/target.h"
#include "core/context.h"
#include "io/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- levels ------------------------------------------------------------------------------------------------------------

void oro_level_path(const char *path, int level, char *buffer, size_t size) {
    const char *dot = strrchr(path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    snprintf(buffer, size, "%.*s.l%d%s", stem, path, level, dot ? dot : "");
}

oro_extremes oro_pyramid_extremes(const oro_pyramid *p) {
    oro_extremes all = {INFINITY, -INFINITY, 0};
    for (int32_t i = 0; i < p->count; i++) {
        oro_extremes e = oro_grid_extremes(&p->levels[i]);
        all = (oro_extremes){fminf(all.min, e.min), fmaxf(all.max, e.max), 0};
    }
    return all;
}

// --- claims ------------------------------------------------------------------------------------------------------------

enum { MOST_LINKS = 8 };

struct oro_claim {
    char *place; ///< absolute, links followed
    char *name;  ///< as it was given
};

/// The place of a file that may not be there yet, as the writers find it; NULL where its folder is not. free() it.
static char *place_of(const char *path, int links) {
    char *whole = realpath(path, NULL), target[1024];
    if (whole) return whole;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *head = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *folder = head ? realpath(head, NULL) : NULL, *place = NULL;
    free(head);
    if (!folder) return NULL;
    ssize_t length = links > 0 ? readlink(path, target, sizeof target - 1) : -1;
    if (length > 0) { // a link to what is not there yet
        target[length] = 0;
        name = target;
    }
    size_t size = strlen(folder) + strlen(name) + 2;
    char *next = malloc(size);
    if (next) snprintf(next, size, *name == '/' ? "%s%s" : "%s/%s", *name == '/' ? "" : folder, name);
    place = next && length > 0 ? place_of(next, links - 1) : next;
    if (place != next) free(next);
    free(folder);
    return place;
}

bool oro_same_file(const char *a, const char *b) {
    char *one = place_of(a, MOST_LINKS), *other = place_of(b, MOST_LINKS);
    bool same = one && other && strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

static oro_status claim(oro_context *ctx, oro_claims *claims, const char *path) {
    struct stat there;
    if (!claims || (stat(path, &there) == 0 && !S_ISREG(there.st_mode))) return ORO_OK; // /dev/null takes anything
    struct oro_claim one = {.place = place_of(path, MOST_LINKS)};
    for (int i = 0; i < claims->count; i++) {
        if (!one.place || strcmp(one.place, claims->items[i].place) != 0) continue;
        free(one.place);
        const char *other = claims->items[i].name;
        if (strcmp(path, other) == 0)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, path,
                            "two outputs go into this file, and only one would remain; name two files");
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path,
                        "this is the same file as %.200s, which is written too; name two files", other);
    }
    if (claims->count == claims->room) {
        int room = claims->room ? 2 * claims->room : 16;
        struct oro_claim *more = realloc(claims->items, (size_t)room * sizeof *more);
        if (more) claims->items = more, claims->room = room;
    }
    one.name = strdup(path);
    if (claims->count == claims->room || !one.place || !one.name) {
        bool nowhere = !one.place;
        free(one.place);
        free(one.name);
        // Without its folder it cannot be written at all, and whoever tries says so.
        return nowhere ? ORO_OK : oro_fail(ctx, ORO_NO_MEMORY, NULL, "not enough memory for the list of outputs");
    }
    claims->items[claims->count++] = one;
    return ORO_OK;
}

void oro_claims_free(oro_claims *claims) {
    for (int i = 0; i < claims->count; i++) {
        free(claims->items[i].place);
        free(claims->items[i].name);
    }
    free(claims->items);
    *claims = (oro_claims){0};
}

// --- checks ------------------------------------------------------------------------------------------------------------

/// Nothing may be in the way, and nothing else of this job may go there.
static oro_status check_free(oro_context *ctx, oro_claims *claims, const char *path, bool force) {
    struct stat there;
    oro_status status = oro_file_may_create(ctx, path);
    if (status != ORO_OK) return status;
    if (stat(path, &there) == 0) {
        if (S_ISDIR(there.st_mode)) return oro_fail(ctx, ORO_CANNOT_WRITE, path, "this is a folder; name a file in it");
        if (S_ISREG(there.st_mode) && !force) {
            oro_fail(ctx, ORO_CANNOT_WRITE, path, "the file already exists; use force to replace it");
            return oro_hint(ctx, "force");
        }
    } else if (errno != ENOENT) {
        return oro_fail(ctx, ORO_CANNOT_WRITE, path, "it cannot be written: %s", strerror(errno));
    }
    return claim(ctx, claims, path);
}

/// The folder a path names a file in has to be there.
static oro_status check_folder(oro_context *ctx, const char *path) {
    char folder[1024];
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path) return ORO_OK;
    if ((size_t)(slash - path) >= sizeof folder) return oro_fail(ctx, ORO_CANNOT_WRITE, path, "the name is too long");
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = 0;
    struct stat there;
    if (stat(folder, &there) != 0)
        return oro_fail(ctx, ORO_CANNOT_WRITE, path, "its folder cannot be used: %s", strerror(errno));
    if (!S_ISDIR(there.st_mode)) return oro_fail(ctx, ORO_CANNOT_WRITE, path, "%s is not a folder", folder);
    return ORO_OK;
}

oro_status oro_check_place(oro_context *ctx, oro_claims *claims, const char *path, bool force) {
    oro_status status = check_folder(ctx, path);
    return status == ORO_OK ? check_free(ctx, claims, path, force) : status;
}

oro_status oro_check_data_place(oro_context *ctx, oro_claims *claims, const char *path, bool force) {
    char beside[1024];
    oro_status status = oro_check_place(ctx, claims, path, force);
    for (int i = 1; status == ORO_OK && oro_format_beside(path, i, beside, sizeof beside); i++)
        status = check_free(ctx, claims, beside, force);
    return status;
}

oro_status oro_check_target(oro_context *ctx, oro_claims *claims, const char *path, bool picture, bool force) {
    char beside[1024], list[160];
    enum { OTHERS = ORO_HOLDS_RASTER | ORO_HOLDS_MESH };
    if (picture && !oro_path_writes(path, ORO_HOLDS_PICTURE))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the ending does not name a picture format; use one of %s",
                        oro_format_list(ORO_HOLDS_PICTURE, true, list, sizeof list));
    // What is a raster and only read is told with the other things a format cannot do.
    if (!picture && !oro_path_writes(path, OTHERS) && !oro_path_reads(path, ORO_HOLDS_RASTER))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the ending does not name a raster format; use one of %s",
                        oro_format_list(OTHERS, true, list, sizeof list));
    oro_status status = oro_check_place(ctx, claims, path, force);
    for (int i = 0; status == ORO_OK && !picture && oro_format_beside(path, i, beside, sizeof beside); i++)
        status = check_free(ctx, claims, beside, force);
    return status;
}
