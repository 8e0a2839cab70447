// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files that stay below a folder: every way out is refused, by the kernel's own rule and by the walk that stands in for it,
// also while somebody swaps a folder for a link.
#define _GNU_SOURCE 1
#include "in_folder.h"
#include "io/file.h"
#include "io/within.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

static oro_within rule;
static char inside[80];

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/// outside/secret; in/ with a file, a folder and links of every kind; the rule is for in/, which is the present folder.
static void open_project(void) {
    shell("mkdir -p outside in/sub && ln -s ../outside in/out && ln -s ../outside/secret in/secret &&"
          "ln -s sub in/inward && ln -s sub/b in/b && ln -s ../outside/nothing in/dangling &&"
          "ln -s /etc/passwd in/passwd && ln -s loop in/loop && mkfifo in/pipe");
    put("outside/secret", "secret");
    put("in/a", "a");
    put("in/sub/b", "b");
    snprintf(inside, sizeof inside, "%s/in", folder);
    assert_int_equal(chdir(inside), 0);
    assert_true(oro_within_add(&rule, "."));
    ctx->within = &rule;
}

static int close_project(void **state) {
    (void)state;
    ctx->within = NULL;
    oro_within_close(&rule);
    return chdir(folder);
}

static bool reads(const char *path) {
    char *text;
    size_t length;
    if (oro_file_read(ctx, path, 1000, &text, &length) != ORO_OK) return false;
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "root:"));
    free(text);
    return true;
}

static const char *const ways_out[] = {"../outside/secret",
                                       "out/secret",
                                       "secret",
                                       "passwd",
                                       "/etc/passwd",
                                       "sub/../../outside/secret",
                                       "dangling",
                                       "loop",
                                       "inward/../../outside/secret",
                                       "..",
                                       "out",
                                       "/"};

static void nothing_outside_is_read(void **state) {
    (void)state;
    open_project();
    char path[200];
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
        assert_false(reads(ways_out[i]));
        assert_false(oro_within_stat(&rule, ways_out[i], &(struct stat){0}));
        if (*ways_out[i] == '/') continue;
        snprintf(path, sizeof path, "%s/%s", inside, ways_out[i]);
        assert_false(reads(path));
    }
    assert_true(reads("a") && reads("sub/b") && reads("inward/b") && reads("b") && reads("sub/../a") && reads("./a"));
    snprintf(path, sizeof path, "%s//sub/b", inside);
    assert_true(reads(path));
    // Neither a pipe nor a device is waited for.
    bad(oro_file_read(ctx, "pipe", 10, &(char *){0}, &(size_t){0}), ORO_BAD_INPUT, "not a regular file");
    snprintf(path, sizeof path, "%s/in-another", folder); // begins with the same letters
    assert_int_equal(symlink("in/a", path), 0);
    assert_false(reads(path));
}

static void nothing_outside_is_written(void **state) {
    (void)state;
    open_project();
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
        assert_int_not_equal(oro_file_save(ctx, ways_out[i], true, "x", 1), ORO_OK);
        assert_true(oro_last_error(ctx)->sentence[0]);
    }
    static const char *const new_ones[] = {"out/new", "../new", "/tmp/orogen-new", "../outside/new",
                                           "inward/../../new"};
    for (size_t i = 0; i < sizeof new_ones / sizeof *new_ones; i++) {
        bad(oro_file_save(ctx, new_ones[i], true, "x", 1), ORO_BAD_ARGUMENT, "outside");
        assert_false(oro_within_holds(&rule, new_ones[i]));
        assert_false(oro_within_mkdir(&rule, new_ones[i]));
        assert_int_not_equal(access(new_ones[i], F_OK), 0);
    }
    bad(oro_file_save(ctx, "pipe", true, "x", 1), ORO_BAD_ARGUMENT, "a pipe");
    bad(oro_file_save(ctx, "b", true, "x", 1), ORO_BAD_ARGUMENT, "a link");
    bad(oro_file_save(ctx, "a", false, "x", 1), ORO_CANNOT_WRITE, "already exists");
    bad(oro_file_save(ctx, "sub", true, "x", 1), ORO_CANNOT_WRITE, "a folder");
    oro_within_unlink(&rule, "../outside/secret");
    oro_within_unlink(&rule, "out/secret");
    assert_int_equal(access("../outside/secret", F_OK), 0);
    good(oro_file_save(ctx, "new", false, "x", 1));
    good(oro_file_save(ctx, "inward/new", true, "x", 1));
    good(oro_file_save(ctx, "a", true, "x", 1));
    assert_true(oro_within_holds(&rule, "not/yet/there") && oro_within_holds(&rule, "none"));
    assert_true(oro_within_mkdir(&rule, "made") && oro_within_mkdir(&rule, "made/more"));
    oro_within_unlink(&rule, "new");
    assert_int_not_equal(access("new", F_OK), 0);
    shell("test -z \"$(find .. -name '.orogen-*')\"");
}

static void the_walk_lets_nothing_out(void **state) {
    (void)state;
    open_project();
    int here = rule.folders[0].handle;
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
        if (*ways_out[i] == '/') continue;
        assert_int_equal(oro_within_walk(here, ways_out[i], O_RDONLY), -1);
        assert_int_equal(oro_within_walk(here, ways_out[i], O_PATH), -1);
    }
    assert_int_equal(oro_within_walk(here, "secret", O_RDONLY), -1);
    assert_true(oro_within_refused(errno));
    assert_int_equal(oro_within_walk(here, "out/secret", O_RDONLY), -1);
    assert_true(oro_within_refused(errno));
    assert_int_equal(oro_within_walk(here, "nothing", O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    int file = oro_within_walk(here, "sub//b", O_RDONLY);
    assert_true(file >= 0);
    close(file);
}

static atomic_bool swapping;

static void *swap(void *user) {
    (void)user;
    while (atomic_load(&swapping)) renameat2(AT_FDCWD, "swapped", AT_FDCWD, "../held", RENAME_EXCHANGE);
    return NULL;
}

/// A folder becomes a link to another one and back, as fast as can be: nothing of the other is ever read or written.
static void a_race_gains_nothing(void **state) {
    (void)state;
    open_project();
    pthread_t thread;
    shell("mkdir swapped ../target && ln -s ../target ../held");
    put("swapped/file", "mine");
    put("../target/file", "secret");
    atomic_store(&swapping, true);
    assert_int_equal(pthread_create(&thread, NULL, swap, NULL), 0);
    int read = 0, written = 0, refused = 0;
    for (int i = 0; i < 200000 && (read < 200 || refused < 200 || written < 20); i++) {
        bool found = reads("swapped/file");
        read += found, refused += !found;
        written += i % 8 == 0 && oro_file_save(ctx, "swapped/new", true, "x", 1) == ORO_OK;
    }
    atomic_store(&swapping, false);
    pthread_join(thread, NULL);
    assert_true(read > 0 && refused > 0 && written > 0);
    shell("test \"$(ls -A ../target)\" = file && grep -q secret ../target/file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_outside_is_read, begin, close_project),
        cmocka_unit_test_setup_teardown(nothing_outside_is_written, begin, close_project),
        cmocka_unit_test_setup_teardown(the_walk_lets_nothing_out, begin, close_project),
        cmocka_unit_test_setup_teardown(a_race_gains_nothing, begin, close_project),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
