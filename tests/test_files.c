// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The raster files of other programs (TIFF and GeoTIFF, EXR, ASCII grids, HGT, RAW, NPZ) and meshes of maps: round trips bit
// for bit, bytes as the formats have them, places on earth, cut files, full disks. What GDAL, libtiff and OpenEXR's own
// programs say of our files is in cli_files.sh.

#include "in_folder.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>

#include "io/file.h"
#include "io/json.h"
#include "io/mesh_file.h"
#include "orogen/io.h"
#include "orogen/scene.h"

/// An F on a ramp: no flip, turn or shift leaves it as it is.
static float letter(int32_t x, int32_t y, int32_t width, int32_t height) {
    int32_t u = x * 8 / width, v = y * 8 / height;
    bool ink = u == 1 || (v == 1 && u >= 1 && u < 6) || (v == 4 && u >= 1 && u < 4);
    return (ink ? 300.0f : 0.0f) + 0.7f * (float)x + 0.013f * (float)y - 20.0f;
}

static oro_grid make_letter(int32_t width, int32_t height) {
    oro_grid g = {.width = width, .height = height, .cell = 12.5, .origin_x = 100, .origin_y = -300};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = letter(x, y, width, height);
    return g;
}

static void expect_same(const oro_grid *a, const oro_grid *b) {
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            float p = oro_row(a, y)[x], q = oro_row(b, y)[x];
            if (!(p == q || (isnan(p) && isnan(q)))) fail_msg("%d,%d: %.9g became %.9g", x, y, (double)p, (double)q);
        }
}

static const oro_georef utm = {
    .set = true, .east = 431234.5, .north = 5312345.25, .unit_x = 1, .unit_y = 1, .crs = "EPSG:32632+5773"};

// --- round trips -----------------------------------------------------------------------------------------------------

static void floats_come_back_bit_for_bit(void **state) {
    (void)state;
    static const oro_raw_layout layouts[] = {
        {ORO_RAW_F32, false, false}, {ORO_RAW_F32, true, false}, {ORO_RAW_F32, false, true}, {ORO_RAW_F32, true, true}};
    static const int32_t sizes[][2] = {{1, 1}, {3, 1}, {2, 19}, {257, 300}, {513, 256}};
    static const char *const names[] = {"a.tif", "a.tiff", "y.exr", "r.exr", "a.asc",
                                        "0.raw", "1.raw",  "2.raw", "3.raw"};
    for (size_t s = 0; s < 5; s++) {
        oro_grid g = make_letter(sizes[s][0], sizes[s][1]), back;
        oro_row(&g, 0)[0] = -1.17549435e-38f; // the smallest normal float, and a large one
        oro_row(&g, g.height - 1)[g.width - 1] = 3.3e7f / 3.0f;
        for (size_t i = 0; i < 9; i++) {
            oro_write_desc desc = {.force = true, .channel = i == 3 ? "R" : NULL};
            if (i >= 5) desc.layout = layouts[i - 5];
            unsigned known;
            good(oro_save_raster(ctx, names[i], &g, &desc));
            good(oro_load_raster(ctx, names[i], NULL, &back, &known));
            expect_same(&g, &back);
            assert_true(known == (ORO_KNOWN_METRES | ORO_KNOWN_PLACE) && oro_grid_same_shape(&g, &back));
            oro_grid_free(ctx, &back);
        }
        oro_grid_free(ctx, &g);
    }
}

static void holes_stay_holes(void **state) {
    (void)state;
    static const char *const names[] = {"a.tif", "a.exr", "a.asc"};
    oro_grid g = make_letter(40, 30), back;
    oro_row(&g, 7)[3] = NAN;
    oro_row(&g, 8)[3] = -9999; // a value that files use for holes is a value here
    for (size_t i = 0; i < 3; i++) {
        good(oro_save_raster(ctx, names[i], &g, &(oro_write_desc){.no_sidecar = true}));
        good(oro_load_raster(ctx, names[i], NULL, &back, NULL));
        expect_same(&g, &back);
        oro_grid_free(ctx, &back);
    }
    bad(oro_save_raster(ctx, "b.tif", &g, &(oro_write_desc){.bits = 16}), ORO_BAD_ARGUMENT, "1 values are not finite");
    bad(oro_save_raster(ctx, "b.glb", &g, NULL), ORO_BAD_ARGUMENT, "not a raster format");
    bad(oro_save_grid_mesh(ctx, "b.glb", &g, NULL), ORO_BAD_ARGUMENT, "1 values are not finite");
    good(oro_load_raster(ctx, "a.asc", &(oro_read_desc){.has_nodata = true, .nodata = -9999}, &back, NULL));
    assert_true(isnan(oro_row(&back, 8)[3]));
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void tiffs_of_codes_say_their_metres(void **state) {
    (void)state;
    oro_grid g = {.width = 256, .height = 256, .cell = 3}, back;
    good(oro_grid_alloc(ctx, &g));
    double lo = -431.7, hi = 8848.86;
    for (int32_t i = 0; i < 65536; i++) oro_row(&g, i / 256)[i % 256] = (float)(lo + i * ((hi - lo) / 65535));
    oro_write_desc desc = {.has_range = true, .lo = lo, .hi = hi, .bits = 16};
    good(oro_save_raster(ctx, "a.tif", &g, &desc));
    good(oro_load_raster(ctx, "a.tif", NULL, &back, NULL));
    expect_same(&g, &back);
    oro_grid_free(ctx, &back);
    unsigned known; // and by GDAL's scale and offset alone
    good(oro_load_raster(ctx, "a.tif", &(oro_read_desc){.no_sidecar = true}, &back, &known));
    expect_same(&g, &back);
    assert_true(known == (ORO_KNOWN_METRES | ORO_KNOWN_PLACE) && back.cell == 3);
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

// --- bytes as the formats have them ------------------------------------------------------------------------------------

static void raw_bytes_lie_as_the_layout_says(void **state) {
    (void)state;
    static const struct {
        const char *layout, *bytes;
        int length;
    } cases[] = {
        {"u16", "\0\0\x33\x33\x66\x66\x99\x99\xcc\xcc\xff\xff", 12},
        {"i16,big", "\0\0\0\1\0\2\0\3\0\4\0\5", 12},
        {"i16,little,south", "\3\0\4\0\5\0\0\0\1\0\2\0", 12},
        {"u8,south", "\x99\xcc\xff\0\x33\x66", 6},
        {"u16 south big", "\x99\x99\xcc\xcc\xff\xff\0\0\x33\x33\x66\x66", 12},
        {"f32,big,north", "\0\0\0\0\x3f\x80\0\0\x40\0\0\0\x40\x40\0\0\x40\x80\0\0\x40\xa0\0\0", 24},
    };
    oro_grid g = {.width = 3, .height = 2, .cell = 1}, back;
    good(oro_grid_alloc(ctx, &g));
    for (int i = 0; i < 6; i++) oro_row(&g, i / 3)[i % 3] = (float)i;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_read_desc read = {.no_sidecar = true, .width = 3, .has_layout = true, .has_range = true, .hi = 5};
        oro_write_desc write = {.has_range = true, .hi = 5, .force = true};
        char *bytes;
        size_t length;
        good(oro_raw_layout_parse(ctx, cases[i].layout, "", &write.layout));
        good(oro_save_raster(ctx, "a.raw", &g, &write));
        good(oro_file_read(ctx, "a.raw", 100, &bytes, &length));
        assert_int_equal(length, cases[i].length);
        assert_memory_equal(bytes, cases[i].bytes, length);
        free(bytes);
        read.layout = write.layout;
        good(oro_load_raster(ctx, "a.raw", &read, &back, NULL));
        expect_same(&g, &back);
        oro_grid_free(ctx, &back);
        good(oro_load_raster(ctx, "a.raw", NULL, &back, NULL)); // the sidecar has the layout
        expect_same(&g, &back);
        oro_grid_free(ctx, &back);
    }
    oro_raw_layout unused;
    static const char *const wrong[] = {"", "u32", "u16,u8", "big", "u16,big,little", "u16,north,south", "u16,,x"};
    for (size_t i = 0; i < 7; i++)
        bad(oro_raw_layout_parse(ctx, wrong[i], "", &unused), ORO_BAD_ARGUMENT, "must be a type (u8, u16, i16 or f32)");
    oro_row(&g, 0)[1] = 40000;
    bad(oro_save_raster(ctx, "b.raw", &g, &(oro_write_desc){.layout = {.type = ORO_RAW_I16}}), ORO_BAD_ARGUMENT,
        "40000");
    oro_grid_free(ctx, &g);
}

static void tiles_of_the_shuttle_are_read(void **state) {
    (void)state;
    oro_grid g = {.width = 1201, .height = 1201, .cell = 90}, back;
    oro_georef geo;
    good(oro_grid_alloc(ctx, &g));
    for (int32_t i = 0; i < 1201 * 1201; i++) oro_row(&g, i / 1201)[i % 1201] = (float)(i % 8000 - 400);
    oro_row(&g, 5)[6] = NAN;
    good(oro_save_raster(ctx, "S03W078.hgt", &g, &(oro_write_desc){.no_sidecar = true}));
    unsigned char start[4];
    FILE *file = fopen("S03W078.hgt", "rb");
    assert_true(file && fread(start, 1, 4, file) == 4);
    fseek(file, 2 * (5 * 1201 + 6), SEEK_SET);
    assert_memory_equal(start, "\xfe\x70\xfe\x71", 4); // -400, -399
    assert_true(fread(start, 1, 2, file) == 2 && start[0] == 0x80 && start[1] == 0);
    fclose(file);
    unsigned known;
    good(oro_load_raster(ctx, "S03W078.hgt", &(oro_read_desc){.geo = &geo}, &back, &known));
    expect_same(&g, &back);
    // The name is the south-western sample; the first sample is a degree north of it. A degree of latitude there: 110.575 km.
    assert_true(geo.set && geo.east == -78 && geo.north == -2 && strcmp(geo.crs, "EPSG:4326") == 0);
    assert_true(fabs(back.cell * 1200 - 110575) < 3 && known == 3);
    assert_non_null(strstr(notes, "the file is in degrees"));
    oro_grid_free(ctx, &back);
    shell("mv S03W078.hgt any.hgt");
    good(oro_load_raster(ctx, "any.hgt", NULL, &back, &known));
    assert_int_equal(known, ORO_KNOWN_METRES);
    oro_grid_free(ctx, &back);
    shell("truncate -s -1 any.hgt");
    bad(oro_load_raster(ctx, "any.hgt", NULL, &back, NULL), ORO_BAD_INPUT, "truncated");
    g.width = 1200;
    bad(oro_save_raster(ctx, "b.hgt", &g, NULL), ORO_BAD_ARGUMENT, "1201 x 1201 or 3601 x 3601");
    g.width = 1201;
    oro_grid_free(ctx, &g);
}

static void ascii_grids_of_others_are_read(void **state) {
    (void)state;
    oro_grid g;
    oro_georef geo;
    static const char text[] = "NCOLS 3\r\nnrows    2\r\nXLLCORNER 1000\r\nyllcorner 2000.5\r\nCELLSIZE 30\r\n"
                               "nodata_value -32768\r\n1 2.5 -3e2\r\n -32768 0.1 +7\r\n";
    good(oro_file_save(ctx, "a.asc", false, text, strlen(text)));
    good(oro_load_raster(ctx, "a.asc", &(oro_read_desc){.geo = &geo}, &g, NULL));
    assert_true(g.width == 3 && g.height == 2 && g.cell == 30);
    assert_true(oro_row(&g, 0)[2] == -300.0f && isnan(oro_row(&g, 1)[0]) && oro_row(&g, 1)[1] == 0.1f);
    assert_true(geo.set && geo.east == 1015 && geo.north == 2045.5 && !*geo.crs); // the middle of a cell is its sample
    oro_grid_free(ctx, &g);
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"", "ends in its head"},
        {"hello 3", "no entry called \"hello\""},
        {"ncols x", "no number but \"x\""},
        {"ncols 3 nrows 0 cellsize 1 5", "3 x 0"},
        {"ncols 3 nrows 1e9 cellsize 1 5", "1000000000"},
        {"ncols 60000 nrows 60000 cellsize 1 5 6 7", "cannot hold them"},
        {"ncols 2 nrows 2 cellsize 0 1 2 3 4", "cellsize"},
        {"ncols 2 nrows 2 cellsize 1 1 2 3", "truncated"},
        {"ncols 2 nrows 2 cellsize 1 1 2 3 x", "\"x\" at column 1 of row 1"},
        {"ncols 2 nrows 2 cellsize 1 1 2 3 4 5", "more behind the last value"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        good(oro_file_save(ctx, "b.asc", true, wrong[i].text, strlen(wrong[i].text)));
        bad(oro_load_raster(ctx, "b.asc", NULL, &g, NULL), ORO_BAD_INPUT, wrong[i].says);
        assert_null(g.data);
    }
    static const char degrees[] = "ncols 2 nrows 1 xllcenter 7 yllcenter 46 cellsize 0.01 1 2";
    unsigned known;
    good(oro_file_save(ctx, "c.asc", false, degrees, strlen(degrees)));
    good(oro_load_raster(ctx, "c.asc", NULL, &g, &known));
    assert_true(known == ORO_KNOWN_METRES && strstr(notes, "look like degrees"));
    oro_grid_free(ctx, &g);
}

static void archives_of_numpy_are_read(void **state) {
    (void)state;
    oro_grid g;
    shell("/usr/bin/python3 -c \"import numpy as n; a = n.arange(12, dtype='f4').reshape(3, 4); n.savez('a.npz', "
          "x=n.zeros(3), "
          "y=a); n.savez_compressed('b.npz', y=a * 0, height=a); n.savez('c.npz', x=n.zeros(3))\"");
    for (int i = 0; i < 2; i++) {
        good(oro_load_raster(ctx, i ? "b.npz" : "a.npz", NULL, &g, NULL));
        assert_true(g.width == 4 && g.height == 3 && oro_row(&g, 2)[1] == 9.0f);
        oro_grid_free(ctx, &g);
    }
    bad(oro_load_raster(ctx, "c.npz", NULL, &g, NULL), ORO_BAD_INPUT, "two dimensions");
    oro_grid map = make_letter(3, 3);
    bad(oro_save_raster(ctx, "d.npz", &map, NULL), ORO_BAD_ARGUMENT, "only be read");
    oro_grid_free(ctx, &map);
}

// --- places on earth ---------------------------------------------------------------------------------------------------

static void georeferences_survive(void **state) {
    (void)state;
    static const char *const names[] = {"a.tif", "a.png", "a.exr", "a.r16", "a.asc"};
    oro_grid g = make_letter(40, 30), back;
    oro_georef geo;
    for (int i = 0; i < 5; i++) {
        good(oro_save_raster(ctx, names[i], &g, &(oro_write_desc){.geo = &utm}));
        good(oro_load_raster(ctx, names[i], &(oro_read_desc){.geo = &geo}, &back, NULL));
        assert_true(oro_georef_equal(&geo, &utm));
        oro_grid_free(ctx, &back);
        good(oro_load_georef(ctx, names[i], &geo));
        assert_true(oro_georef_equal(&geo, &utm));
    }
    // Without the sidecar the first sample is the world's 0,0; it lies at the same place.
    good(oro_load_raster(ctx, "a.tif", &(oro_read_desc){.geo = &geo, .no_sidecar = true}, &back, NULL));
    assert_true(geo.east == utm.east + 100 && geo.north == utm.north + 300 && back.cell == 12.5);
    assert_string_equal(geo.crs, utm.crs);
    oro_grid_free(ctx, &back);
    // No place: the world's own metres.
    good(oro_save_raster(ctx, "b.tif", &g, &(oro_write_desc){.no_sidecar = true}));
    good(oro_load_raster(ctx, "b.tif", &(oro_read_desc){.geo = &geo}, &back, NULL));
    assert_true(!geo.set && oro_grid_same_shape(&g, &back));
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void degrees_become_metres_of_their_latitude(void **state) {
    (void)state;
    // At 45 degrees a degree of latitude is 111131.7 m and one of longitude 78846.8 m (NGA's tables for WGS 84).
    oro_grid g = {.width = 101, .height = 41, .cell = 1000}, back;
    oro_georef geo = {.set = true, .east = 7, .north = 45.2, .unit_x = 1e-5, .unit_y = 1e-5, .crs = "EPSG:4326"};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) oro_row(&g, y)[x] = 3.0f * (float)x + (float)y;
    good(oro_save_raster(ctx, "a.tif", &g, &(oro_write_desc){.geo = &geo, .no_sidecar = true}));
    good(oro_load_raster(ctx, "a.tif", &(oro_read_desc){.geo = &geo}, &back, NULL));
    expect_same(&g, &back); // samples stay
    assert_true(fabs(back.cell - 1111.317) < 0.01);
    oro_grid_free(ctx, &back);
    good(oro_load_raster(ctx, "a.tif", &(oro_read_desc){.geo = &geo, .square = true}, &back, NULL));
    assert_true(back.width == 72 && back.height == 41); // 100 * 788.468 / 1111.317 = 70.9 cells
    assert_true(fabs(1 / geo.unit_x - 78846.8) < 0.5 && fabs(1 / geo.unit_y - 111131.7) < 0.5);
    double step = 111131.745 / 78846.806; // a plane is a plane between its samples too
    for (int32_t x = 2; x < 69; x++) assert_true(fabs((double)oro_row(&back, 9)[x] - (3 * step * x + 9)) < 2e-3);
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void scenes_put_files_on_their_place(void **state) {
    (void)state;
    oro_context *other = oro_create(&(oro_context_desc){.threads = 1, .files = oro_file_reader_default()}, NULL);
    oro_grid g = {.width = 21, .height = 11, .cell = 10};
    good(oro_grid_alloc(ctx, &g));
    for (int i = 0; i < 21 * 11; i++) oro_row(&g, i / 21)[i % 21] = (float)i;
    good(oro_save_raster(ctx, "a.tif", &g, &(oro_write_desc){.geo = &utm, .no_sidecar = true}));
    oro_world world = {.extent_x = 100, .extent_y = 100, .resolution = 11, .geo = utm};
    world.geo.east += 50; // the world begins 50 m east of the file and 20 m north of it
    world.geo.north += 20;
    oro_scene *scene = oro_scene_create(other, &world);
    assert_non_null(oro_scene_add(scene, "in", "import"));
    assert_int_equal(oro_scene_set(scene, "in.file", "a.tif"), ORO_OK);
    assert_int_equal(oro_scene_set(scene, "in.fit", "place"), ORO_OK);
    if (oro_scene_run(scene, NULL) != ORO_OK) fail_msg("%s", oro_last_error(other)->sentence);
    const oro_grid *map = oro_scene_grid(scene, NULL);
    assert_true(oro_row(map, 2)[0] == 5.0f && oro_row(map, 4)[3] == 2 * 21 + 8);
    // A world of the file's size that says nothing itself lies where the file does.
    oro_georef geo;
    oro_world same = {.extent_x = 200, .extent_y = 100, .resolution = 21};
    assert_int_equal(oro_scene_set_world(scene, &same), ORO_OK);
    assert_int_equal(oro_scene_run(scene, NULL), ORO_OK);
    assert_true(oro_scene_georef(scene, &geo) && oro_georef_equal(&geo, &utm));
    // The document keeps it.
    assert_int_equal(oro_scene_set_world(scene, &world), ORO_OK);
    char *text = oro_scene_print(scene);
    oro_scene *again = oro_scene_parse(other, "again", NULL, text, strlen(text));
    assert_non_null(again);
    oro_world kept = oro_scene_world(again);
    assert_true(oro_georef_equal(&kept.geo, &world.geo));
    oro_scene_destroy(again);
    oro_scene_text_free(other, text);
    oro_scene_destroy(scene);
    oro_destroy(other);
    oro_grid_free(ctx, &g);
}

// --- what goes wrong -----------------------------------------------------------------------------------------------------

static void cut_files_are_refused(void **state) {
    (void)state;
    static const char *const names[] = {"a.tif", "b.tif", "a.exr", "a.npz", "a.asc"};
    oro_grid g = make_letter(70, 50), back;
    good(oro_save_raster(ctx, "a.tif", &g, &(oro_write_desc){.no_sidecar = true, .geo = &utm}));
    good(oro_save_raster(ctx, "b.tif", &g, &(oro_write_desc){.no_sidecar = true, .bits = 16}));
    good(oro_save_raster(ctx, "a.exr", &g, &(oro_write_desc){.no_sidecar = true}));
    good(oro_save_raster(ctx, "a.asc", &g, &(oro_write_desc){.no_sidecar = true}));
    shell("/usr/bin/python3 -c \"import numpy as n; n.savez_compressed('a.npz', n.arange(300.).reshape(20, 15))\"");
    size_t start = oro_bytes_in_use(ctx);
    for (size_t i = 0; i < 5; i++) {
        char *bytes;
        size_t length;
        good(oro_file_read(ctx, names[i], 1 << 20, &bytes, &length));
        for (size_t cut = 0; cut + 2 < length; cut += 1 + cut / 7) {
            char name[16];
            snprintf(name, sizeof name, "cut%s", strchr(names[i], '.'));
            FILE *part = fopen(name, "wb"); // oro_file_save() would wait for the disk each time
            assert_true(part && fwrite(bytes, 1, cut, part) == cut && fclose(part) == 0);
            oro_status status = oro_load_raster(ctx, name, NULL, &back, NULL);
            if (status != ORO_BAD_INPUT) fail_msg("%s cut to %zu of %zu: %d", names[i], cut, length, status);
            assert_true(!back.data && oro_bytes_in_use(ctx) == start && strlen(oro_last_error(ctx)->sentence) > 10);
        }
        free(bytes);
    }
    oro_grid_free(ctx, &g);
}

static void a_full_disk_leaves_nothing_behind(void **state) {
    (void)state;
    static const char *const names[] = {"a.tif", "a.exr", "a.asc", "a.raw", "a.glb", "a.obj"};
    oro_grid g = make_letter(300, 300);
    struct rlimit before, small = {.rlim_cur = 16384};
    for (int32_t y = 0; y < g.height; y++) // something that does not compress
        for (int32_t x = 0; x < g.width; x++) oro_row(&g, y)[x] += (float)((x * 7919 + y * 104729) % 9973);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    for (size_t i = 0; i < 6; i++) {
        setrlimit(RLIMIT_FSIZE, &small);
        oro_status status =
            i < 4 ? oro_save_raster(ctx, names[i], &g, NULL) : oro_save_grid_mesh(ctx, names[i], &g, NULL);
        setrlimit(RLIMIT_FSIZE, &before);
        bad(status, ORO_CANNOT_WRITE, "larger than the system allows; nothing was changed");
        shell("test -z \"$(ls -A)\"");
    }
    bad(oro_save_raster(ctx, "/dev/full", &g, NULL), ORO_BAD_ARGUMENT, "no extension");
    oro_grid_free(ctx, &g);
}

static void little_memory_is_told(void **state) {
    (void)state;
    static const char *const names[] = {"a.tif", "a.exr", "a.asc", "a.raw"};
    oro_context *poor = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 1 << 20}, NULL);
    oro_grid g = make_letter(600, 600), back;
    for (int i = 0; i < 4; i++) {
        good(oro_save_raster(ctx, names[i], &g, NULL));
        assert_int_equal(oro_load_raster(poor, names[i], NULL, &back, NULL), ORO_NO_MEMORY);
        assert_true(!back.data && oro_bytes_in_use(poor) == 0);
    }
    oro_destroy(poor);
    oro_grid_free(ctx, &g);
}

static void formats_refuse_what_they_cannot_do(void **state) {
    (void)state;
    oro_grid g = {.width = 8, .height = 8, .cell = 1};
    good(oro_check_raster(ctx, "a.tif", &g, &(oro_write_desc){.bits = 16}));
    good(oro_check_raster(ctx, "a.exr", &g, &(oro_write_desc){.channel = "R"}));
    bad(oro_check_raster(ctx, "a.tif", &g, &(oro_write_desc){.bits = 8}), ORO_BAD_ARGUMENT, "use 32, or 16");
    bad(oro_check_raster(ctx, "a.exr", &g, &(oro_write_desc){.bits = 16}), ORO_BAD_ARGUMENT, "use 32");
    bad(oro_check_raster(ctx, "a.exr", &g, &(oro_write_desc){.channel = "Z"}), ORO_BAD_ARGUMENT, "R or Y");
    bad(oro_check_raster(ctx, "a.png", &g, &(oro_write_desc){.channel = "R"}), ORO_BAD_ARGUMENT, "only .exr");
    bad(oro_check_raster(ctx, "a.png", &g, &(oro_write_desc){.layout = {.big_endian = true}}), ORO_BAD_ARGUMENT,
        "only .raw");
    bad(oro_check_raster(ctx, "a.raw", &g, &(oro_write_desc){.bits = 32}), ORO_BAD_ARGUMENT, "those of its layout");
    bad(oro_check_raster(ctx, "a.hgt", &g, NULL), ORO_BAD_ARGUMENT, "8 x 8");
    bad(oro_check_grid_mesh(ctx, "a.glb", &g, &(oro_mesh_write_desc){.up = ORO_UP_Z}), ORO_BAD_ARGUMENT, "y up");
    g.width = g.height = 16384;
    bad(oro_check_grid_mesh(ctx, "a.glb", &g, NULL), ORO_BAD_ARGUMENT, "at most 4.2 are possible");
    g.width = 1;
    bad(oro_check_grid_mesh(ctx, "a.obj", &g, NULL), ORO_BAD_ARGUMENT, "no cell");
}

static void threads_do_not_change_files(void **state) {
    (void)state;
    static const char *const endings[] = {"tif", "exr", "asc", "obj", "glb"};
    oro_context *one = oro_create(&(oro_context_desc){.threads = 1}, NULL);
    oro_context *seven = oro_create(&(oro_context_desc){.threads = 7}, NULL);
    oro_grid g = make_letter(700, 530);
    for (int i = 0; i < 5; i++) {
        char a[16], b[16], command[128];
        snprintf(a, sizeof a, "a.%s", endings[i]);
        snprintf(b, sizeof b, "b.%s", endings[i]);
        good(i < 3 ? oro_save_raster(one, a, &g, NULL) : oro_save_grid_mesh(one, a, &g, NULL));
        good(i < 3 ? oro_save_raster(seven, b, &g, NULL) : oro_save_grid_mesh(seven, b, &g, NULL));
        snprintf(command, sizeof command, "sed -i 's/^mtllib .*//' *.obj 2>/dev/null; cmp %s %s", a, b);
        shell(command);
    }
    oro_destroy(one);
    oro_destroy(seven);
    oro_grid_free(ctx, &g);
}

// --- meshes --------------------------------------------------------------------------------------------------------------

/// Vertices where the samples are, up on their upper side; `y_up` as it was written.
static void expect_mesh(const oro_mesh *m, const oro_grid *g) {
    assert_int_equal(m->vertex_count, g->width * g->height);
    assert_int_equal(m->triangle_count, 2 * (g->width - 1) * (g->height - 1));
    double area = 0;
    for (size_t i = 0; i < m->triangle_count; i++) {
        const float *p[3];
        for (int k = 0; k < 3; k++) p[k] = m->positions + 3 * (size_t)m->indices[3 * i + (size_t)k];
        double z = ((double)p[1][0] - (double)p[0][0]) * ((double)p[2][1] - (double)p[0][1]) -
                   ((double)p[1][1] - (double)p[0][1]) * ((double)p[2][0] - (double)p[0][0]);
        assert_true(z > 0); // seen from above its corners run counter-clockwise
        area += 0.5 * z;
    }
    assert_true(fabs(area - oro_extent_x(g) * oro_extent_y(g)) < 1e-6 * area);
    for (size_t i = 0; i < m->vertex_count; i++) {
        const float *p = m->positions + 3 * i, *n = m->normals + 3 * i;
        double east = ((double)p[0] + 0.5 * oro_extent_x(g)) / g->cell, north = (double)p[1] / g->cell;
        int32_t x = (int32_t)floor(east + 0.5), y = (int32_t)floor(0.5 * (g->height - 1) - north + 0.5);
        assert_true(p[2] == oro_row(g, y)[x]);
        double length = sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2]);
        assert_true(fabs(length - 1) < 1e-5 && n[2] > 0);
        assert_true(fabs((double)m->uvs[2 * i] - (x + 0.5) / g->width) < 1e-6);
        assert_true(fabs((double)m->uvs[2 * i + 1] - (1 - (y + 0.5) / g->height)) < 1e-6);
    }
}

static void maps_become_obj(void **state) {
    (void)state;
    oro_grid g = make_letter(33, 20);
    oro_image colour = {.width = 33, .height = 20, .channels = 3};
    oro_mesh m;
    good(oro_image_alloc(ctx, &colour));
    memset(colour.data, 120, 33 * 20 * 3);
    for (int z = 0; z < 2; z++) {
        good(oro_save_grid_mesh(ctx, "a.obj", &g,
                                &(oro_mesh_write_desc){.colour = &colour, .up = z ? ORO_UP_Z : ORO_UP_Y, .force = z}));
        good(oro_load_mesh(ctx, "a.obj", &(oro_mesh_read_desc){.y_up = !z}, &m));
        expect_mesh(&m, &g);
        oro_mesh_free(ctx, &m);
    }
    shell("grep -q 'mtllib a.mtl' a.obj && grep -q 'map_Kd a-colour.png' a.mtl && test -s a-colour.png && test -s "
          "a.obj.terrain.json");
    bad(oro_save_grid_mesh(ctx, "a.obj", &g, NULL), ORO_CANNOT_WRITE, "already exists");
    oro_image_free(ctx, &colour);
    oro_grid_free(ctx, &g);
}

static void maps_become_glb(void **state) {
    (void)state;
    oro_grid g = make_letter(33, 20);
    char *bytes;
    size_t length;
    oro_json *root;
    good(oro_save_grid_mesh(ctx, "a.glb", &g, NULL));
    good(oro_file_read(ctx, "a.glb", 1 << 20, &bytes, &length));
    uint32_t head[5], chunk[2];
    memcpy(head, bytes, sizeof head);
    assert_true(head[0] == 0x46546C67 && head[1] == 2 && head[2] == length && head[3] % 4 == 0);
    memcpy(chunk, bytes + 20 + head[3], sizeof chunk);
    assert_true(chunk[0] == length - 28 - head[3] && chunk[1] == 0x004E4942);
    good(oro_json_parse(ctx, "glb", bytes + 20, head[3], &root));
    const oro_json *places = oro_json_at(oro_json_get(root, "accessors"), 0);
    const char *data = bytes + 28 + head[3];
    const float *p = (const float *)(const void *)data, *n = p + 3 * 33 * 20, *uv = n + 3 * 33 * 20;
    float low[3] = {1e30f, 1e30f, 1e30f}, high[3] = {-1e30f, -1e30f, -1e30f};
    oro_mesh m = {.vertex_count = 33 * 20, .triangle_count = 2 * 32 * 19};
    good(oro_mesh_alloc(ctx, &m, ORO_MESH_NORMALS | ORO_MESH_UVS));
    for (size_t i = 0; i < m.vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            low[k] = p[3 * i + (size_t)k] < low[k] ? p[3 * i + (size_t)k] : low[k];
            high[k] = p[3 * i + (size_t)k] > high[k] ? p[3 * i + (size_t)k] : high[k];
        }
        for (int k = 0; k < 2; k++) { // turned to z up and v upwards, as meshes are here
            const float *from = k ? n + 3 * i : p + 3 * i;
            float *to = (k ? m.normals : m.positions) + 3 * i;
            to[0] = from[0], to[1] = -from[2], to[2] = from[1];
        }
        m.uvs[2 * i] = uv[2 * i];
        m.uvs[2 * i + 1] = 1 - uv[2 * i + 1];
    }
    const uint16_t *corners = (const uint16_t *)(const void *)(uv + 2 * 33 * 20); // 660 vertices fit into 16 bits
    for (size_t i = 0; i < 3 * (size_t)m.triangle_count; i++) m.indices[i] = corners[i];
    expect_mesh(&m, &g);
    for (size_t k = 0; k < 3; k++) {
        assert_true(oro_json_at(oro_json_get(places, "min"), k)->number == (double)low[k]);
        assert_true(oro_json_at(oro_json_get(places, "max"), k)->number == (double)high[k]);
    }
    oro_mesh_free(ctx, &m);
    oro_json_free(root);
    free(bytes);
    oro_grid_free(ctx, &g);
}

/// A fan of 23 vertices whose colours and traits are all different.
static oro_mesh coloured_fan(void) {
    enum { RIM = 22 };
    oro_mesh m = {.vertex_count = RIM + 1, .triangle_count = RIM};
    good(oro_mesh_alloc(ctx, &m, ORO_MESH_NORMALS | ORO_MESH_COLOURS | ORO_MESH_WITH_TRAITS));
    for (uint32_t i = 0; i <= RIM; i++) {
        double turn = 2 * M_PI * i / RIM, far = i < RIM ? 30 : 0;
        const float p[3] = {(float)(far * cos(turn)), (float)(far * sin(turn)), (float)(i % 3)}, n[3] = {0, 0, 1};
        const float c[3] = {(float)i / RIM, 0.003f * (float)i, 1.0f - (float)i / RIM};
        const float t[ORO_MESH_TRAITS] = {0.37f * (float)i, 0.01f * (float)i, (float)(i % 2), 1.0f / (float)(i + 1)};
        memcpy(m.positions + 3 * i, p, sizeof p);
        memcpy(m.normals + 3 * i, n, sizeof n);
        memcpy(m.colours + 3 * i, c, sizeof c);
        memcpy(m.traits + ORO_MESH_TRAITS * i, t, sizeof t);
        const uint32_t corners[3] = {RIM, i, (i + 1) % RIM};
        if (i < RIM) memcpy(m.indices + 3 * i, corners, sizeof corners);
    }
    return m;
}

static double most_off(const float *a, const float *b, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs((double)a[i] - (double)b[i]));
    return most;
}

static void colours_and_traits_come_back(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool quantise;
        double colour; // off by at most: half a step of 255 in sRGB is at most 2.4 / 1.055 times as much light
    } ways[] = {
        {"a.ply", false, 0.5 / 255 * 2.28}, {"a.glb", false, 0}, {"b.gltf", false, 0}, {"c.glb", true, 0.5 / 65535}};
    oro_mesh m = coloured_fan(), back;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        good(oro_save_mesh(ctx, ways[i].name, &m, &(oro_mesh_write_desc){.quantise = ways[i].quantise}));
        good(oro_load_mesh(ctx, ways[i].name, NULL, &back));
        assert_int_equal(back.vertex_count, m.vertex_count);
        assert_true(back.colours && back.traits && !back.uvs);
        assert_true(most_off(m.colours, back.colours, 3 * m.vertex_count) <= ways[i].colour + 1e-7);
        assert_memory_equal(m.traits, back.traits, m.vertex_count * ORO_MESH_TRAITS * sizeof(float));
        oro_mesh_free(ctx, &back);
    }
    // The amplitude is a length, so it is scaled; nothing else of the traits is.
    good(oro_save_mesh(ctx, "scaled.ply", &m, &(oro_mesh_write_desc){.scale = 4}));
    good(oro_load_mesh(ctx, "scaled.ply", NULL, &back));
    for (size_t i = 0; i < m.vertex_count; i++) {
        assert_true(back.traits[4 * i] == 4 * m.traits[4 * i]);
        assert_memory_equal(back.traits + 4 * i + 1, m.traits + 4 * i + 1, 3 * sizeof(float));
    }
    oro_mesh_free(ctx, &back);
    // Formats without a place for them leave them out.
    static const char *const bare[] = {"a.obj", "a.stl"};
    for (int i = 0; i < 2; i++) {
        good(oro_save_mesh(ctx, bare[i], &m, NULL));
        good(oro_load_mesh(ctx, bare[i], NULL, &back));
        assert_true(!back.colours && !back.traits);
        oro_mesh_free(ctx, &back);
    }
    // What is no number is written as 0, not as NaN.
    m.colours[4] = NAN;
    m.traits[2] = INFINITY;
    good(oro_save_mesh(ctx, "broken.glb", &m, NULL));
    good(oro_load_mesh(ctx, "broken.glb", NULL, &back));
    assert_true(back.colours[4] == 0 && back.traits[2] == 0);
    oro_mesh_free(ctx, &back);
    oro_mesh_free(ctx, &m);
}

/// What other programs write: colours as text, as floats, with transparency, without one of the channels.
static void colours_of_others_are_read(void **state) {
    (void)state;
    static const char head[] =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
    static const char tail[] = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    static const struct {
        const char *properties, *values;
        float first; // of the second vertex
    } files[] = {
        {"property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n",
         "0 0 0 0 0 0 255\n1 0 0 188 255 0 255\n0 1 0 9 9 9 255\n", 0.50289f}, // (188/255 + 0.055)/1.055 to the 2.4
        {"property float blue\nproperty float red\nproperty float green\n",
         "0 0 0 0 0 0\n1 0 0 0.5 0.25 1\n0 1 0 7 7 7\n", 0.25f},
        {"property uchar red\nproperty uchar green\n", "0 0 0 0 0\n1 0 0 1 1\n0 1 0 1 1\n", -1},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[800];
        int length = snprintf(text, sizeof text, "%s%s%s%s3 0 1 2\n", head, files[i].properties, tail, files[i].values);
        oro_mesh m;
        good(oro_ply_read(ctx, "a.ply", text, (size_t)length, &m));
        if (files[i].first < 0)
            assert_null(m.colours);
        else
            assert_true(fabsf(m.colours[3] - files[i].first) < 1e-4f && m.colours[4] == 1);
        assert_null(m.traits);
        oro_mesh_free(ctx, &m);
    }
}

static void holes_are_filled(void **state) {
    (void)state;
    oro_grid g = {.width = 60, .height = 45, .cell = 1}, before = g;
    good(oro_grid_alloc(ctx, &g));
    good(oro_grid_alloc(ctx, &before));
    for (int32_t y = 0; y < 45; y++)
        for (int32_t x = 0; x < 60; x++) {
            bool hole = (x - 30) * (x - 30) + (y - 20) * (y - 20) < 100 || (x == 0 && y == 0) || x == 59;
            oro_row(&before, y)[x] = 100 + 3.0f * (float)x - 2.0f * (float)y;
            oro_row(&g, y)[x] = hole ? NAN : oro_row(&before, y)[x];
        }
    oro_row(&g, 3)[3] = INFINITY;
    good(oro_grid_fill_holes(ctx, &g));
    double worst = 0;
    for (int32_t y = 0; y < 45; y++)
        for (int32_t x = 0; x < 60; x++) {
            double off = fabs((double)oro_row(&g, y)[x] - (double)oro_row(&before, y)[x]);
            bool inside = (x - 30) * (x - 30) + (y - 20) * (y - 20) < 100;
            if (inside && off > worst) worst = off;
            if (!inside && x < 59 && x + y > 0 && !(x == 3 && y == 3)) assert_true(off == 0);
        }
    // A plane over the hole is the smooth answer; the map rises by 60 m across it, and 6 m is a tenth of that.
    assert_true(worst < 6);
    assert_true(fabs((double)oro_row(&g, 3)[3] - (double)oro_row(&before, 3)[3]) < 0.01);
    for (int32_t y = 0; y < 45; y++)
        for (int32_t x = 0; x < 60; x++) oro_row(&g, y)[x] = NAN;
    good(oro_grid_fill_holes(ctx, &g));
    assert_true(oro_grid_extremes(&g).not_finite == 0 && oro_row(&g, 7)[7] == 0);
    oro_grid_free(ctx, &g);
    oro_grid_free(ctx, &before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(floats_come_back_bit_for_bit, begin),
        cmocka_unit_test_setup(holes_stay_holes, begin),
        cmocka_unit_test_setup(tiffs_of_codes_say_their_metres, begin),
        cmocka_unit_test_setup(raw_bytes_lie_as_the_layout_says, begin),
        cmocka_unit_test_setup(tiles_of_the_shuttle_are_read, begin),
        cmocka_unit_test_setup(ascii_grids_of_others_are_read, begin),
        cmocka_unit_test_setup(archives_of_numpy_are_read, begin),
        cmocka_unit_test_setup(georeferences_survive, begin),
        cmocka_unit_test_setup(degrees_become_metres_of_their_latitude, begin),
        cmocka_unit_test_setup(scenes_put_files_on_their_place, begin),
        cmocka_unit_test_setup(cut_files_are_refused, begin),
        cmocka_unit_test_setup(a_full_disk_leaves_nothing_behind, begin),
        cmocka_unit_test_setup(little_memory_is_told, begin),
        cmocka_unit_test_setup(formats_refuse_what_they_cannot_do, begin),
        cmocka_unit_test_setup(threads_do_not_change_files, begin),
        cmocka_unit_test_setup(maps_become_obj, begin),
        cmocka_unit_test_setup(maps_become_glb, begin),
        cmocka_unit_test_setup(colours_and_traits_come_back, begin),
        cmocka_unit_test_setup(colours_of_others_are_read, begin),
        cmocka_unit_test_setup(holes_are_filled, begin),
    };
    return cmocka_run_group_tests_name("files", tests, open_all, close_all);
}
