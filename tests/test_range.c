// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the integers of a file stand for: ranges that fit are round and tight, ranges that cut land off are refused by every
// format before a file is there; and how much memory there is, told by files of the system.

#include "in_folder.h"

#include <math.h>

#include "core/memory.h"
#include "io/file.h"
#include "io/json.h"
#include "orogen/io.h"

/// A number of 0 to 1, the same in every run.
static double draw(void) {
    static uint64_t state = 7;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}

// --- ranges that fit -------------------------------------------------------------------------------------------------

static void fitting_ranges_are_those_people_would_choose(void **state) {
    (void)state;
    static const double cases[][4] = {
        {-312.5, 2210, -400, 2400},
        {-340.33, 391.6, -350, 400},
        {0, 1, 0, 1},
        {0, 0.973, 0, 1},
        {0, 90, 0, 90},
        {3.7, 897, 0, 900},
        {0, 0, 0, 1},
        {100, 100, 100, 110},
        {-8, -8, -8, -7.5},
        {123.25, 123.25, 123.25, 133.25},
        {0.31, 0.38, 0.31, 0.38},
        {-0.0, 7, 0, 7},
        {8848.8, 8848.9, 8848.8, 8848.9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double lo, hi;
        oro_fitting_range(cases[i][0], cases[i][1], &lo, &hi);
        if (!(lo == cases[i][2] && hi == cases[i][3]))
            fail_msg("%g to %g gave %.17g to %.17g", cases[i][0], cases[i][1], lo, hi);
        assert_false(signbit(lo) && lo == 0);
    }
}

static void fitting_ranges_hold_everything_and_waste_little(void **state) {
    (void)state;
    for (int i = 0; i < 200000; i++) {
        double size = pow(10, 76 * draw() - 38), min = (float)((2 * draw() - 1) * size);
        double max = fmax(min, (double)(float)(min + draw() * draw() * size)), lo, hi;
        oro_fitting_range(min, max, &lo, &hi);
        if (!(lo <= min && hi >= max && lo < hi)) fail_msg("%.17g to %.17g gave %.17g to %.17g", min, max, lo, hi);
        if (max > min && !(hi - lo < 1.2001 * (max - min)))
            fail_msg("%.17g to %.17g gave the wide %.17g to %.17g", min, max, lo, hi);
    }
    double lo, hi; // read as text by whoever imports the file: 0.3, not 0.30000000000000004
    char text[32];
    oro_fitting_range(0.2999, 0.7001, &lo, &hi);
    assert_string_equal(oro_double_text(lo, text), "0.28");
    oro_fitting_range(0.1 + 0.2, 1.2, &lo, &hi);
    assert_string_equal(oro_double_text(lo, text), "0.3");
}

// --- every format ----------------------------------------------------------------------------------------------------

static const struct {
    const char *path;
    oro_write_desc how;
    double most; ///< height that fits; 100 where the range is given
} integers[] = {
    {"a.png", {.has_range = true, .hi = 100}, 100},
    {"b.png", {.has_range = true, .hi = 100, .bits = 8}, 100},
    {"c.r16", {.has_range = true, .hi = 100}, 100},
    {"d.raw", {.has_range = true, .hi = 100}, 100},
    {"e.raw", {.has_range = true, .hi = 100, .layout = {.type = ORO_RAW_U8}}, 100},
    {"f.tif", {.has_range = true, .hi = 100, .bits = 16}, 100},
    {"g.raw", {.layout = {.type = ORO_RAW_I16}}, 32767},
    {"h.hgt", {0}, 32767},
};

/// A ramp up to `most`, and `above` samples far higher. As large as an HGT tile.
static oro_grid make_ramp(double most, int above) {
    oro_grid g = {.width = 1201, .height = 1201, .cell = 30};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t i = 0; i < 1201 * 1201; i++)
        oro_row(&g, i / 1201)[i % 1201] = (float)(i < above ? 9 * most : most * (i % 1201) / 1200);
    return g;
}

static void land_that_is_cut_off_is_refused_by_every_format(void **state) {
    (void)state;
    int allowed = 1201 * 1201 / 1000;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        const char *path = integers[i].path;
        oro_write_report report;
        oro_write_desc how = integers[i].how;
        how.report = &report;
        how.force = true;
        oro_grid g = make_ramp(integers[i].most, allowed + 1), back;
        bad(oro_save_raster(ctx, path, &g, &how), ORO_BAD_ARGUMENT, "would be clipped");
        assert_string_equal(oro_last_error(ctx)->hint, "clip");
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(report.clipped, allowed + 1);
        if (integers[i].most == 100) assert_non_null(strstr(oro_last_error(ctx)->sentence, "0..900 fits"));
        bad(oro_check_raster(ctx, path, &g, &how), ORO_BAD_ARGUMENT, "would be clipped");
        how.clip = true;
        good(oro_save_raster(ctx, path, &g, &how));
        assert_non_null(strstr(notes, "were clamped"));
        good(oro_load_raster(ctx, path, NULL, &back, NULL));
        assert_true(fabs((double)oro_row(&back, 0)[0] - integers[i].most) < 1e-3);
        oro_grid_free(ctx, &back);
        oro_grid_free(ctx, &g);
        g = make_ramp(integers[i].most, allowed);
        how.clip = false;
        good(oro_save_raster(ctx, path, &g, &how));
        oro_grid_free(ctx, &g);
    }
}

static void without_a_range_nothing_is_cut_off(void **state) {
    (void)state;
    for (int turn = 0; turn < 40; turn++) {
        oro_grid g = {.width = 37, .height = 29, .cell = 1}, back;
        double size = pow(10, 8 * draw() - 3), middle = (2 * draw() - 1) * size;
        good(oro_grid_alloc(ctx, &g));
        for (int32_t i = 0; i < 37 * 29; i++) oro_row(&g, i / 37)[i % 37] = (float)(middle + size * (draw() - 0.5));
        oro_write_report report;
        oro_write_desc how = {.force = true, .report = &report};
        good(oro_save_raster(ctx, "a.png", &g, &how));
        assert_true(report.codes && report.fitted && report.clipped == 0);
        good(oro_load_raster(ctx, "a.png", NULL, &back, NULL));
        double half = 0.5 * (report.hi - report.lo) / 65535 + 1e-6 * (fabs(middle) + size);
        for (int32_t i = 0; i < 37 * 29; i++) {
            double error = fabs((double)oro_row(&g, i / 37)[i % 37] - (double)oro_row(&back, i / 37)[i % 37]);
            if (!(error <= half)) fail_msg("%g off where %g is half a code", error, half);
        }
        oro_grid_free(ctx, &back);
        oro_grid_free(ctx, &g);
    }
    char *bytes;
    size_t length;
    good(oro_file_read(ctx, "a.png.terrain.json", 1 << 16, &bytes, &length));
    assert_non_null(strstr(bytes, "\"range_choice\": \"auto\""));
    free(bytes);
}

static void maps_that_belong_together_share_a_range(void **state) {
    (void)state;
    oro_grid g = make_ramp(100, 0);
    oro_extremes all = {-500, 2000, 0};
    oro_write_report report;
    good(oro_save_raster(ctx, "a.png", &g, &(oro_write_desc){.among = &all, .report = &report}));
    assert_true(report.lo == -600 && report.hi == 2000 && report.fitted);
    oro_grid_free(ctx, &g);
}

// --- memory ----------------------------------------------------------------------------------------------------------

static void put(const char *path, const char *text) {
    char command[400];
    snprintf(command, sizeof command, "mkdir -p \"$(dirname %s)\"", path);
    shell(command);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void the_smallest_limit_on_memory_counts(void **state) {
    (void)state;
    oro_memory here = oro_memory_look("");
    assert_true(here.total >= 64 << 20 && here.free <= here.total);
    put("m/proc/meminfo", "MemTotal:       16000000 kB\nMemFree:          100000 kB\nMemAvailable:    9000000 kB\n");
    oro_memory m = oro_memory_look("m");
    assert_true(m.total == 16000000ull * 1024 && m.free == 9000000ull * 1024);
    // Version 2: the group's parent is the tighter one, and cached files can be had back.
    put("m/proc/self/cgroup", "0::/outer/inner\n");
    put("m/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    put("m/sys/fs/cgroup/outer/inner/memory.current", "5000\n");
    m = oro_memory_look("m");
    assert_true(m.total == 16000000ull * 1024 && m.free == 9000000ull * 1024);
    put("m/sys/fs/cgroup/outer/memory.max", "4000000000\n");
    put("m/sys/fs/cgroup/outer/memory.current", "3000000000\n");
    put("m/sys/fs/cgroup/outer/memory.stat", "anon 7\ninactive_file 500000000\nactive_file 9\n");
    m = oro_memory_look("m");
    assert_true(m.total == 4000000000u && m.free == 1500000000);
    // A group that used more than it may has nothing left.
    put("m/sys/fs/cgroup/outer/memory.current", "4600000000\n");
    assert_true(oro_memory_look("m").free == 0);
    // Version 1 has a tree for memory; a limit above the machine's is none.
    put("m/proc/self/cgroup", "5:cpu:/x\n4:memory:/job\n");
    put("m/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000000000\n");
    put("m/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "500000000\n");
    put("m/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    m = oro_memory_look("m");
    assert_true(m.total == 2000000000 && m.free == 1500000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fitting_ranges_are_those_people_would_choose),
        cmocka_unit_test(fitting_ranges_hold_everything_and_waste_little),
        cmocka_unit_test_setup(land_that_is_cut_off_is_refused_by_every_format, begin),
        cmocka_unit_test_setup(without_a_range_nothing_is_cut_off, begin),
        cmocka_unit_test_setup(maps_that_belong_together_share_a_range, begin),
        cmocka_unit_test_setup(the_smallest_limit_on_memory_counts, begin),
    };
    return cmocka_run_group_tests_name("range", tests, open_all, close_all);
}
