// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Draws the pictures of the documentation, and says whether those in the tree still show what is computed now.
//
//     orogen-pictures operators ROOT       every operator on the standard terrain: docs/images/operators
//     orogen-pictures gallery ROOT [all]   the example scenes that changed (or all): docs/gallery.md, docs/images/gallery
//     orogen-pictures check ROOT           compares, draws nothing

#include "pictures.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void album_stop(const album *a, const char *what, const char *sentence) {
    if (sentence)
        fprintf(stderr, "orogen-pictures: %s: %s\n", what, sentence);
    else
        fprintf(stderr, "orogen-pictures: %s: %s: %s\n", what, oro_last_error(a->ctx)->where,
                oro_last_error(a->ctx)->sentence);
    exit(1);
}

const char *album_path(const album *a, const char *path) {
    static char full[4096];
    if ((size_t)snprintf(full, sizeof full, "%s/%s", a->root, path) >= sizeof full)
        album_stop(a, path, "the path is too long");
    return full;
}

bool album_has_file(const album *a, const char *path) {
    struct stat there;
    return stat(album_path(a, path), &there) == 0 && S_ISREG(there.st_mode);
}

static void make_folders(const album *a, const char *path) {
    char full[4096];
    snprintf(full, sizeof full, "%s", album_path(a, path));
    for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (mkdir(full, 0777) != 0 && errno != EEXIST) album_stop(a, full, strerror(errno));
    }
}

// --- texts ------------------------------------------------------------------------------------------------------------

char *album_read(const album *a, const char *path) {
    FILE *file = fopen(album_path(a, path), "r");
    char *text = NULL;
    size_t length = 0;
    if (!file || getdelim(&text, &length, 0, file) < 0) {
        free(text);
        text = strdup("");
    }
    if (file) fclose(file);
    if (!text) album_stop(a, path, "there is no memory to read it");
    return text;
}

bool album_has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strcspn(at, "\n") == length && strncmp(at, line, length) == 0) return true;
    return false;
}

/// Prints the first line in which two texts differ.
static void tell_difference(const char *path, const char *there, const char *now, const char *command) {
    while (*there && *now && strcspn(there, "\n") == strcspn(now, "\n") &&
           strncmp(there, now, strcspn(now, "\n")) == 0) {
        there += strcspn(there, "\n") + (there[strcspn(there, "\n")] == '\n');
        now += strcspn(now, "\n") + (now[strcspn(now, "\n")] == '\n');
    }
    printf("%s is not what is made now; %s writes it\n  there: %.*s\n  now:   %.*s\n", path, command,
           (int)strcspn(there, "\n"), there, (int)strcspn(now, "\n"), now);
}

void album_text(album *a, const char *path, const char *text, const char *command) {
    if (a->draw) {
        make_folders(a, path);
        FILE *file = fopen(album_path(a, path), "w");
        if (!file || fputs(text, file) < 0 || fclose(file) != 0) album_stop(a, path, "it cannot be written");
        return;
    }
    char *there = album_read(a, path);
    if (strcmp(there, text) != 0) {
        a->faults++;
        tell_difference(path, there, text, command);
    }
    free(there);
}

// --- pictures ---------------------------------------------------------------------------------------------------------

void album_expect(album *a, const char *path, const char *command) {
    if (album_has_file(a, path)) return;
    a->faults++;
    printf("%s is missing; %s draws it\n", path, command);
}

void album_expect_no_more(album *a, const char *folder, const char *wanted) {
    DIR *dir = a->draw ? NULL : opendir(album_path(a, folder));
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".png") != 0) continue;
        if (album_has_line(wanted, entry->d_name)) continue;
        a->faults++;
        printf("%s/%s is drawn no more; remove it\n", folder, entry->d_name);
    }
    if (dir) closedir(dir);
}

void album_picture(const album *a, const char *path, const oro_image *image) {
    make_folders(a, path);
    const char *fault = png8_write(album_path(a, path), image);
    if (fault) album_stop(a, path, fault);
    printf("drew %s\n", path);
    fflush(stdout);
}

// --- scenes -----------------------------------------------------------------------------------------------------------

oro_scene *album_run(const album *a, const char *path, int32_t detail, uint64_t seed_added) {
    oro_scene *scene = oro_scene_load(a->ctx, album_path(a, path));
    if (!scene) album_stop(a, path, NULL);
    oro_world world = oro_scene_world(scene);
    world.seed += seed_added;
    if (oro_scene_set_world(scene, &world) != ORO_OK ||
        oro_scene_run(scene, &(oro_run_desc){.detail = detail}) != ORO_OK)
        album_stop(a, path, NULL);
    return scene;
}

const oro_grid *album_heights(const album *a, oro_scene *scene) {
    const oro_grid *g =
        oro_scene_grid(scene, oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0)->from : NULL);
    if (!g) album_stop(a, "a scene", NULL);
    return g;
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    bool gallery = strcmp(command, "gallery") == 0, operators = strcmp(command, "operators") == 0,
         check = strcmp(command, "check") == 0, all = gallery && argc == 4 && strcmp(argv[3], "all") == 0;
    const char *only = operators && argc == 4 ? argv[3] : NULL;
    if (argc != 3 + (all || only) || !(gallery || operators || check)) {
        fprintf(stderr, "Usage: orogen-pictures operators ROOT [NAME] | gallery ROOT [all] | check ROOT\n");
        return 2;
    }
    oro_error error;
    album a = {.root = argv[2], .draw = !check, .all = all, .only = only};
    a.ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, &error);
    if (!a.ctx) album_stop(&a, "no context", error.sentence);
    if (operators || check) operators_album(&a);
    if (gallery || check) gallery_album(&a);
    if (gallery || check) showcases_album(&a);
    oro_destroy(a.ctx);
    if (check && !a.faults) printf("pictures show what is computed now\n");
    return a.faults ? 1 : 0;
}
