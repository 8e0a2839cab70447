// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A user's file is never lost or half-written: a program that saves a scene again and again is killed outright, a hundred
// times, at random moments. Each time the file is one of the two scenes it was saving, whole.

#include "orogen/io.h"
#include "orogen/scene.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { KILLS = 100, NODES = 200 };

/// A scene of some 30 KB; `which` makes another of another length.
static oro_scene *make_scene(oro_context *ctx, int which) {
    oro_scene *scene = oro_scene_create(ctx, NULL);
    for (int i = 0; scene && i < NODES + 50 * which; i++)
        if (!oro_scene_add(scene, NULL, "constant")) abort();
    return scene;
}

/// Saves two scenes by turns until it is killed; says on the pipe that it began.
static void save_for_ever(const char *path, int begun) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    oro_scene *scenes[2] = {make_scene(ctx, 0), make_scene(ctx, 1)};
    (void)!write(begun, "x", 1);
    for (int i = 0;; i++)
        if (oro_scene_save(scenes[i % 2], path, true) != ORO_OK) _exit(1);
}

static int count_files(const char *folder, const char *begin) {
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) count += strncmp(entry->d_name, begin, strlen(begin)) == 0;
    closedir(dir);
    return count;
}

static void remove_folder(const char *folder) {
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    closedir(dir);
    rmdir(folder);
}

static void saving_survives_being_killed(void **state) {
    (void)state;
    char folder[] = "/tmp/orogen-kill-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/user.oro.json", folder);
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    oro_scene *first = make_scene(ctx, 0);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < 5; i++) assert_int_equal(oro_scene_save(first, path, i > 0), ORO_OK);
    clock_gettime(CLOCK_MONOTONIC, &after);
    oro_scene_destroy(first);
    // A few saves long, however slow the disk is.
    long span = (after.tv_sec - before.tv_sec) * 1000000 + (after.tv_nsec - before.tv_nsec) / 1000;
    span = span < 12000 ? 12000 : span > 200000 ? 200000 : span;
    int seen[2] = {0, 0}, survived = 0;
    srand(1);
    for (int i = 0; i < KILLS; i++) {
        int pipe_ends[2];
        char begun;
        assert_int_equal(pipe(pipe_ends), 0);
        pid_t child = fork();
        if (child == 0) save_for_ever(path, pipe_ends[1]);
        assert_int_equal(read(pipe_ends[0], &begun, 1), 1);
        usleep((useconds_t)(rand() % span));
        kill(child, SIGKILL);
        int how;
        waitpid(child, &how, 0);
        assert_true(WIFSIGNALED(how));
        close(pipe_ends[0]), close(pipe_ends[1]);
        oro_scene *scene = oro_scene_load(ctx, path);
        if (!scene) fail_msg("after kill %d: %s", i, oro_last_error(ctx)->sentence);
        int nodes = oro_scene_node_count(scene);
        assert_true(nodes == NODES || nodes == NODES + 50);
        seen[nodes > NODES]++;
        survived++;
        oro_scene_destroy(scene);
    }
    assert_true(seen[0] > 0 && seen[1] > 0); // it was killed amid work, not before
    // What killed programs leave is swept by the next one that saves; the last may have been killed before it could.
    oro_scene *last = make_scene(ctx, 0);
    assert_int_equal(oro_scene_save(last, path, true), ORO_OK);
    oro_scene_destroy(last);
    assert_int_equal(count_files(folder, ".orogen-"), 0);
    const char *figures = getenv("OROGEN_FIGURES");
    FILE *file = figures ? fopen(figures, "w") : NULL;
    if (file) fprintf(file, "kills survived while saving a scene %d\n", survived);
    if (file) fclose(file);
    remove_folder(folder);
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(saving_survives_being_killed)};
    return cmocka_run_group_tests_name("kill", tests, NULL, NULL);
}
