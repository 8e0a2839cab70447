// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files that belong together: sidecars of other runs are told, what killed writers left is finished or swept, and what is
// somebody else's stays. (Kills and races themselves are in pairs.py.)
#include "in_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/context.h"
#include "io/file.h"
#include "orogen/io.h"

enum { SIDE = 9 };
static float heights[SIDE * 16];

/// A slope from 0 to `top`, higher ones steeper at their end, so that their codes differ too.
static oro_grid slope(float top) {
    oro_grid g = {.width = SIDE, .height = SIDE, .stride = 16, .cell = 10, .data = heights};
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) oro_row(&g, y)[x] = top * powf((float)(x + y) / (2 * SIDE - 2), 1 + top / 100);
    return g;
}

static void save(const char *path, float top) {
    oro_grid g = slope(top);
    good(oro_save_raster(ctx, path, &g, &(oro_write_desc){.force = true}));
}

static float highest(const char *path) {
    oro_grid g;
    notes[0] = 0;
    good(oro_load_raster(ctx, path, NULL, &g, NULL));
    float top = oro_grid_extremes(&g).max;
    oro_grid_free(ctx, &g);
    return top;
}

static void sidecars_of_other_runs_are_told(void **state) {
    (void)state;
    static const char *const names[] = {"a.png", "a.r16", "a.raw", "a.npy", "a.asc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char command[256];
        save(names[i], 100);
        assert_float_equal(highest(names[i]), 100, 0.01);
        assert_string_equal(notes, "");
        snprintf(command, sizeof command, "cp %s taken", names[i]);
        shell(command);
        save(names[i], 700);
        snprintf(command, sizeof command, "cp taken %s", names[i]);
        shell(command);
        highest(names[i]);
        assert_non_null(strstr(notes, "was not written with this file as it is now"));
        assert_non_null(strstr(notes, "write the map again"));
    }
    // The metres of the sidecar are still the best that is known: an edited picture keeps them.
    save("a.png", 700);
    shell("printf x >> a.png");
    assert_float_equal(highest("a.png"), 700, 0.1);
    // Sidecars from before there were hashes say nothing.
    shell("sed -i '/file_hash/d' a.png.terrain.json");
    highest("a.png");
    assert_string_equal(notes, "");
    shell("sed -i 's/\"values\": \"/\"file_hash\": \"zz\", &/' a.png.terrain.json");
    oro_grid g;
    bad(oro_load_raster(ctx, "a.png", NULL, &g, NULL), ORO_BAD_INPUT, "32 hexadecimal digits");
}

static bool there(const char *path) { return access(path, F_OK) == 0; }

static void only_what_the_dead_left_is_swept(void **state) {
    (void)state;
    static const char *const others[] = {".orogen-notes.tmp", ".orogen-1-2.txt", ".orogen-1.tmp", "orogen-1-2.tmp",
                                         ".orogen-1-2-3.tmp"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) good(oro_file_save(ctx, others[i], true, "x", 1));
    shell("touch .orogen-77-0.tmp; echo x > .orogen-78-1.tmp; mkdir .orogen-79-1.tmp; mkfifo .orogen-80-1.tmp;"
          "echo mine > target; ln -s target .orogen-81-1.tmp");
    oro_file_writer living;
    good(oro_file_create(ctx, "later.txt", true, &living));
    char temporary[128];
    snprintf(temporary, sizeof temporary, "%s", living.temporary);
    good(oro_file_write(&living, "later", 5));
    save("a.png", 100);
    assert_false(there(".orogen-77-0.tmp") || there(".orogen-78-1.tmp"));
    assert_true(there(temporary) && there(".orogen-79-1.tmp") && there(".orogen-80-1.tmp"));
    assert_true(there(".orogen-81-1.tmp") && there("target"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_true(there(others[i]));
    good(oro_file_commit(&living));
    shell("test \"$(cat later.txt)\" = later");
}

/// Leaves the list of a commit that was never finished: `temporary` was to become `target`, which had this stamp.
static void leave_list(const char *temporary, const char *target, uint64_t stamp) {
    char text[512];
    int length = snprintf(text, sizeof text, "orogen commit 1%cf%016llx%c%s%c%s", 0, (unsigned long long)stamp, 0,
                          temporary, 0, target);
    FILE *file = fopen(".orogen-commit", "wb");
    assert_non_null(file);
    fwrite(text, 1, (size_t)length + 1, file);
    fclose(file);
}

static void unfinished_commits_are_finished(void **state) {
    (void)state;
    // A map that was to be replaced: readers have the new one already, and the next writer puts it there.
    save("new.npy", 500);
    save("a.npy", 100);
    shell("mv new.npy .orogen-5-5.tmp; mv new.npy.terrain.json .orogen-5-6.tmp");
    leave_list(".orogen-5-5.tmp", "a.npy", oro_file_stamp("a.npy"));
    shell("rm a.npy.terrain.json");
    assert_float_equal(highest("a.npy"), 500, 0.01);
    assert_true(there(".orogen-5-5.tmp")); // reading changes nothing
    save("b.npy", 1);
    assert_false(there(".orogen-5-5.tmp") || there(".orogen-5-6.tmp") || there(".orogen-commit"));
    assert_float_equal(highest("a.npy"), 500, 0.01);
}

static void what_others_changed_meanwhile_stays(void **state) {
    (void)state;
    save("a.npy", 100);
    shell("cp a.npy .orogen-5-5.tmp");
    leave_list(".orogen-5-5.tmp", "a.npy", oro_file_stamp("a.npy"));
    shell("rm a.npy.terrain.json; printf 'the work of a day' > a.npy");
    save("b.npy", 1);
    shell("test \"$(cat a.npy)\" = 'the work of a day'");
    assert_false(there(".orogen-5-5.tmp") || there(".orogen-commit"));
    // Lists that reach out of the folder, or name files of others, are nonsense and do nothing.
    static const char *const pairs[][2] = {{".orogen-5-5.tmp", "../stolen"},
                                           {".orogen-5-5.tmp", ".."},
                                           {"b.npy", "a.npy"},
                                           {"../b.npy", "c.npy"},
                                           {".orogen-5-5.tmp", ""}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        leave_list(pairs[i][0], pairs[i][1], 0);
        save("d.npy", 1);
        shell("test \"$(cat a.npy)\" = 'the work of a day' && test -f b.npy && ! test -e ../stolen && ! test -e c.npy");
        assert_false(there(".orogen-commit"));
    }
}

/// One file is there and goes by its whole path, the other is not: still one folder, so still one list.
static void half_a_pair_is_replaced_whole(void **state) {
    (void)state;
    save("a.png", 100);
    shell("rm a.png.terrain.json");
    oro_file_writer map, description;
    good(oro_file_create(ctx, "a.png", true, &map));
    good(oro_file_create(ctx, "a.png.terrain.json", true, &description));
    // The last file cannot get its name, so the first must not have got it either: seen by a list that was never begun.
    shell("mkdir a.png.terrain.json");
    struct stat before, after;
    assert_int_equal(stat("a.png", &before), 0);
    bad(oro_file_commit_all((oro_file_writer *[]){&map, &description}, 2), ORO_CANNOT_WRITE, "");
    assert_int_equal(stat("a.png", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    shell("rmdir a.png.terrain.json");
}

static void a_locked_folder_is_waited_for_and_then_used(void **state) {
    (void)state;
    save("a.png", 100);
    int folder_handle = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(folder_handle, LOCK_EX), 0); // by somebody who never lets go
    assert_float_equal(highest("a.png"), 100, 0.01);
    close(folder_handle);
}

static void overflows_are_told(void **state) {
    (void)state;
    oro_grid g = slope(1), back;
    oro_row(&g, 3)[4] = 1e35f;
    good(oro_save_raster(ctx, "huge.npy", &g, NULL));
    assert_non_null(strstr(notes, "1 values are beyond 1e+12 m, the first, 1e+35, at column 4, row 3"));
    notes[0] = 0;
    good(oro_load_raster(ctx, "huge.npy", NULL, &back, NULL));
    assert_non_null(strstr(notes, "nodata 1e+35"));
    oro_grid_free(ctx, &back);
    notes[0] = 0;
    good(oro_load_raster(ctx, "huge.npy", &(oro_read_desc){.has_nodata = true, .nodata = 1e35}, &back, NULL));
    assert_string_equal(notes, "");
    oro_grid_free(ctx, &back);
    // Codes could be written, but their range could not be read back.
    bad(oro_save_raster(ctx, "huge.png", &g, NULL), ORO_BAD_ARGUMENT, "must lie within 1e12 m");
    bad(oro_save_raster(ctx, "huge.png", &g, &(oro_write_desc){.has_range = true, .hi = 1e300}), ORO_BAD_ARGUMENT,
        "1e12");
    oro_row(&g, 3)[4] = INFINITY;
    notes[0] = 0;
    good(oro_save_raster(ctx, "huge.npy", &g, &(oro_write_desc){.force = true}));
    assert_non_null(strstr(notes, "1 values are infinite"));
    // What is finite in the file and does not fit into 32 bits.
    shell("printf 'ncols 2\\nnrows 1\\ncellsize 5\\n1e39 7\\n' > big.asc");
    notes[0] = 0;
    good(oro_load_raster(ctx, "big.asc", NULL, &back, NULL));
    assert_non_null(strstr(notes, "1 values are infinite: numbers beyond 3.4e38"));
    oro_grid_free(ctx, &back);
    save("a.png", 5);
    bad(oro_load_raster(ctx, "a.png", &(oro_read_desc){.has_range = true, .hi = 1e300}, &back, NULL), ORO_BAD_ARGUMENT,
        "1e12");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(sidecars_of_other_runs_are_told, begin),
        cmocka_unit_test_setup(only_what_the_dead_left_is_swept, begin),
        cmocka_unit_test_setup(unfinished_commits_are_finished, begin),
        cmocka_unit_test_setup(what_others_changed_meanwhile_stays, begin),
        cmocka_unit_test_setup(half_a_pair_is_replaced_whole, begin),
        cmocka_unit_test_setup(a_locked_folder_is_waited_for_and_then_used, begin),
        cmocka_unit_test_setup(overflows_are_told, begin),
    };
    return cmocka_run_group_tests_name("together", tests, open_all, close_all);
}
