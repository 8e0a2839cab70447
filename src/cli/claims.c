// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which files a command is going to write: two things must not go into one file, whatever its names.

#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct claim {
    char *place; ///< absolute, links followed
    char *name;  ///< as it was given
} claim;

/// Of this command.
static struct {
    claim *items;
    int count, room;
} claims;

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

enum { MOST_LINKS = 8 };

bool cli_same_file(const char *a, const char *b) {
    char *one = place_of(a, MOST_LINKS), *other = place_of(b, MOST_LINKS);
    bool same = one && other && strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

oro_status cli_claim(cli *c, const char *path) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return ORO_OK; // /dev/null takes anything
    claim one = {.place = place_of(path, MOST_LINKS)};
    for (int i = 0; i < claims.count; i++) {
        if (!one.place || strcmp(one.place, claims.items[i].place) != 0) continue;
        free(one.place);
        const char *other = claims.items[i].name;
        if (strcmp(path, other) == 0)
            return cli_misuse(c, path, "two outputs go into this file, and only one would stay; name two files");
        return cli_misuse(c, path, "this is the same file as %.200s, which is written too; name two files", other);
    }
    if (claims.count == claims.room) {
        int room = claims.room ? 2 * claims.room : 16;
        claim *more = realloc(claims.items, (size_t)room * sizeof *more);
        if (more) claims.items = more, claims.room = room;
    }
    one.name = strdup(path);
    if (claims.count == claims.room || !one.place || !one.name) {
        bool nowhere = !one.place;
        free(one.place);
        free(one.name);
        // Without its folder it cannot be written at all, and whoever tries says so.
        return nowhere ? ORO_OK : cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the list of outputs");
    }
    claims.items[claims.count++] = one;
    return ORO_OK;
}

void cli_claims_free(void) {
    for (int i = 0; i < claims.count; i++) {
        free(claims.items[i].place);
        free(claims.items[i].name);
    }
    free(claims.items);
    claims.items = NULL;
    claims.count = claims.room = 0;
}
