// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rasters and pictures in files: round trips, files of other programs and other programs on our files, broken and
// hostile files, and the promise that a file is there whole or not at all.

#define _GNU_SOURCE 1
#include "in_folder.h"

#include <math.h>
#include <png.h>
#include <sys/stat.h>
#include <zlib.h>

#include "core/hash.h"
#include "io/file.h"
#include "io/json.h"
#include "orogen/io.h"

static int count_files(void) {
    FILE *list = popen("ls -A | wc -l", "r");
    int count = -1;
    assert_int_equal(fscanf(list, "%d", &count), 1);
    pclose(list);
    return count;
}

/// Heights of -120 to 880 m that no format can squeeze: a hash of the place on a slope.
static oro_grid make_grid(int32_t width, int32_t height) {
    oro_grid g = {.width = width, .height = height, .cell = 7.5, .origin_x = 1000, .origin_y = -250};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
            h = (h ^ h >> 15) * 0x2C1B3C6Du;
            oro_row(&g, y)[x] = -120 + 1000 * ((float)(h >> 8) / 16777216.0f);
        }
    return g;
}

static void expect_near(const oro_grid *a, const oro_grid *b, double tolerance) {
    assert_true(oro_grid_same_shape(a, b));
    for (int32_t y = 0; y < a->height; y++)
        for (int32_t x = 0; x < a->width; x++) {
            double difference = fabs((double)oro_row(a, y)[x] - (double)oro_row(b, y)[x]);
            if (!(difference <= tolerance)) fail_msg("%d,%d differ by %g", x, y, difference);
        }
}

// --- rasters ---------------------------------------------------------------------------------------------------------

static void rasters_read_back_with_their_metres(void **state) {
    (void)state;
    static const struct {
        const char *path;
        int bits;
        double steps; // of the range; 0: exact
    } cases[] = {{"a.png", 0, 65535}, {"b.png", 8, 255}, {"c.r16", 0, 65535},
                 {"d.r32", 0, 0},     {"e.npy", 0, 0},   {"f.RAW", 16, 65535}};
    static const int32_t sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {257, 130}, {1500, 1201}};
    for (size_t s = 0; s < 5; s++) {
        oro_grid g = make_grid(sizes[s][0], sizes[s][1]), back;
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            unsigned known;
            oro_write_report report;
            oro_write_desc how = {.bits = cases[i].bits, .force = true, .report = &report};
            good(oro_save_raster(ctx, cases[i].path, &g, &how));
            good(oro_load_raster(ctx, cases[i].path, NULL, &back, &known));
            assert_int_equal(known, ORO_KNOWN_METRES | ORO_KNOWN_PLACE);
            double step = cases[i].steps > 0 ? (report.hi - report.lo) / cases[i].steps : 0;
            expect_near(&g, &back, step > 0 ? step * 0.501 + 1e-4 : 0);
            oro_grid_free(ctx, &back);
        }
        oro_grid_free(ctx, &g);
    }
    assert_int_equal(count_files(), 12);
    assert_non_null(strstr(notes, "terraces"));
}

static void codes_survive_reading_and_writing(void **state) {
    (void)state;
    // Every code, through an awkward range, comes back as itself: nothing drifts when files go in and out.
    oro_grid g = {.width = 256, .height = 256, .cell = 1}, back;
    good(oro_grid_alloc(ctx, &g));
    double lo = -431.7, hi = 8848.86;
    for (int32_t i = 0; i < 65536; i++) oro_row(&g, i / 256)[i % 256] = (float)(lo + i * ((hi - lo) / 65535));
    oro_write_desc desc = {.has_range = true, .lo = lo, .hi = hi};
    good(oro_save_raster(ctx, "a.r16", &g, &desc));
    good(oro_save_raster(ctx, "b.png", &g, &desc));
    char *bytes;
    size_t length;
    good(oro_file_read(ctx, "a.r16", 1 << 20, &bytes, &length));
    assert_int_equal(length, 131072);
    for (unsigned i = 0; i < 65536; i++) assert_int_equal((uint8_t)bytes[2 * i] | (uint8_t)bytes[2 * i + 1] << 8, i);
    free(bytes);
    good(oro_load_raster(ctx, "b.png", NULL, &back, NULL));
    assert_true(oro_hash_equal(oro_grid_hash(&g), oro_grid_hash(&back)));
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void without_a_sidecar_metres_are_not_known(void **state) {
    (void)state;
    oro_grid g = make_grid(20, 10), back;
    unsigned known = 9;
    oro_extremes e = oro_grid_extremes(&g);
    oro_write_desc whole = {.no_sidecar = true, .has_range = true, .lo = (double)e.min, .hi = (double)e.max};
    good(oro_save_raster(ctx, "a.png", &g, &whole));
    assert_int_equal(count_files(), 1);
    good(oro_load_raster(ctx, "a.png", NULL, &back, &known));
    assert_int_equal(known, 0);
    e = oro_grid_extremes(&back);
    assert_true(e.min == 0 && e.max == 1 && back.cell == 1 && back.origin_x == 0);
    oro_grid_free(ctx, &back);
    oro_read_desc desc = {.has_range = true, .lo = 100, .hi = 300, .extent = 38};
    good(oro_load_raster(ctx, "a.png", &desc, &back, &known));
    e = oro_grid_extremes(&back);
    assert_int_equal(known, ORO_KNOWN_METRES | ORO_KNOWN_PLACE);
    assert_true(e.min == 100 && e.max == 300 && back.cell == 2);
    oro_grid_free(ctx, &back);
    good(oro_save_raster(ctx, "b.r16", &g, &(oro_write_desc){.no_sidecar = true}));
    bad(oro_load_raster(ctx, "b.r16", NULL, &back, &known), ORO_BAD_INPUT, "not a square");
    bad(oro_load_raster(ctx, "b.r16", &(oro_read_desc){.width = 21}, &back, &known), ORO_BAD_INPUT, "21 x 9");
    good(oro_load_raster(ctx, "b.r16", &(oro_read_desc){.width = 20}, &back, &known));
    assert_int_equal(back.height, 10);
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void sidecars_say_everything(void **state) {
    (void)state;
    oro_grid g = make_grid(33, 17), back;
    oro_json *root;
    g.wrap = true;
    good(oro_save_raster(ctx, "a.b.png", &g, &(oro_write_desc){.has_range = true, .lo = -200, .hi = 1000}));
    good(oro_json_load(ctx, "a.b.png.terrain.json", &root));
    assert_string_equal(oro_json_get(root, "file")->text, "a.b.png");
    assert_string_equal(oro_json_get(root, "encoding")->text, "png16");
    assert_string_equal(oro_json_get(root, "row_order")->text, "north-first");
    assert_string_equal(oro_json_get(root, "byte_order")->text, "big-endian");
    assert_string_equal(oro_json_get(root, "decode")->text, "value = -200 + code / 65535 * 1200");
    assert_true(oro_json_at(oro_json_get(root, "extent"), 0)->number == 33 * 7.5);
    assert_true(oro_json_get(root, "min")->number >= -120);
    assert_int_equal(strlen(oro_json_get(root, "values")->text), 32);
    oro_json_free(root);
    good(oro_load_raster(ctx, "a.b.png", NULL, &back, NULL));
    assert_true(back.wrap && back.cell == 7.5 && back.origin_x == 1000 && back.origin_y == -250);
    oro_grid_free(ctx, &back);
    // A description of another encoding is not about this file.
    shell("cp a.b.png.terrain.json a.b.r32.terrain.json");
    good(oro_save_raster(ctx, "a.b.r32", &g, &(oro_write_desc){.no_sidecar = true}));
    bad(oro_load_raster(ctx, "a.b.r32", NULL, &back, NULL), ORO_BAD_INPUT, "not a square");
    assert_non_null(strstr(notes, "it is ignored"));
    oro_grid_free(ctx, &g);
    // Another size under the old description.
    g = make_grid(34, 17);
    good(oro_save_raster(ctx, "a.b.png", &g, &(oro_write_desc){.no_sidecar = true, .force = true}));
    bad(oro_load_raster(ctx, "a.b.png", NULL, &back, NULL), ORO_BAD_INPUT, "a.b.png.terrain.json says 33 x 17");
    assert_null(back.data);
    good(oro_load_raster(ctx, "a.b.png", &(oro_read_desc){.no_sidecar = true}, &back, NULL));
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

static void broken_sidecars_are_refused(void **state) {
    (void)state;
    static const char *const changes[][2] = {
        {"width", "\"width\": 0"},       {"width", "\"width\": 2.5"},    {"cell", "\"cell\": 0"},
        {"cell", "\"cell\": \"x\""},     {"range", "\"range\": [5, 1]"}, {"range", "\"range\": [1]"},
        {"format", "\"format\": \"x\""}, {"version", "\"version\": 2"},  {"wrap", "\"wrap\": 1"},
        {"encoding", "\"encoding\": 1"}, {"origin", "\"origin\": 7"},    {"height", "\"height\": 1e300"},
    };
    oro_grid g = make_grid(3, 3), back;
    oro_json *root, *change;
    good(oro_save_raster(ctx, "a.png", &g, NULL));
    good(oro_json_load(ctx, "a.png.terrain.json", &root));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char text[64];
        oro_text out = {0};
        snprintf(text, sizeof text, "{%s}", changes[i][1]);
        good(oro_json_parse(ctx, "t", text, strlen(text), &change));
        oro_json *copy = oro_json_copy(root);
        good(oro_json_set(copy, changes[i][0], oro_json_copy(change->items[0])));
        good(oro_json_print(copy, &out));
        good(oro_file_save(ctx, "a.png.terrain.json", true, out.data, out.length));
        bad(oro_load_raster(ctx, "a.png", NULL, &back, NULL), ORO_BAD_INPUT, changes[i][0]);
        oro_text_free(&out);
        oro_json_free(copy);
        oro_json_free(change);
    }
    good(oro_file_save(ctx, "a.png.terrain.json", true, "[", 1));
    bad(oro_load_raster(ctx, "a.png", NULL, &back, NULL), ORO_BAD_INPUT, "expected a value");
    oro_json_free(root);
    oro_grid_free(ctx, &g);
}

static void values_that_do_not_fit_are_told(void **state) {
    (void)state;
    oro_grid g = make_grid(8, 8), back;
    oro_row(&g, 3)[5] = NAN;
    oro_row(&g, 6)[0] = INFINITY;
    bad(oro_save_raster(ctx, "a.png", &g, NULL), ORO_BAD_ARGUMENT,
        "2 values are not finite, the first at column 5, row 3");
    bad(oro_save_raster(ctx, "a.r16", &g, NULL), ORO_BAD_ARGUMENT, "2 values");
    assert_int_equal(count_files(), 0);
    good(oro_save_raster(ctx, "a.r32", &g, NULL));
    good(oro_save_raster(ctx, "b.npy", &g, NULL));
    for (int i = 0; i < 2; i++) {
        good(oro_load_raster(ctx, i ? "b.npy" : "a.r32", NULL, &back, NULL));
        assert_true(isnan(oro_row(&back, 3)[5]) && isinf(oro_row(&back, 6)[0]));
        oro_grid_free(ctx, &back);
    }
    oro_row(&g, 3)[5] = 5000;
    oro_row(&g, 6)[0] = -5000;
    good(oro_save_raster(ctx, "c.png", &g, &(oro_write_desc){.has_range = true, .lo = -120, .hi = 880, .clip = true}));
    assert_non_null(strstr(notes, "2 values outside the range -120 to 880 were clamped"));
    good(oro_load_raster(ctx, "c.png", NULL, &back, NULL));
    assert_true(oro_row(&back, 3)[5] == 880 && oro_row(&back, 6)[0] == -120);
    oro_grid_free(ctx, &back);
    bad(oro_save_raster(ctx, "d.png", &g, &(oro_write_desc){.has_range = true, .lo = 1, .hi = 1}), ORO_BAD_ARGUMENT,
        "range");
    bad(oro_save_raster(ctx, "d.png", &g, &(oro_write_desc){.has_range = true, .lo = NAN, .hi = 1}), ORO_BAD_ARGUMENT,
        "range");
    bad(oro_save_raster(ctx, "d.png", &g, &(oro_write_desc){.bits = 12}), ORO_BAD_ARGUMENT, "12 bits");
    bad(oro_save_raster(ctx, "d.r16", &g, &(oro_write_desc){.bits = 8}), ORO_BAD_ARGUMENT, "8 bits");
    bad(oro_save_raster(ctx, "d.jpeg", &g, NULL), ORO_BAD_ARGUMENT, ".png, .r16, .r32, .raw, .npy");
    bad(oro_save_raster(ctx, "d.pgn", &g, NULL), ORO_BAD_ARGUMENT, "did you mean \"png\"");
    bad(oro_save_raster(ctx, "d", &g, NULL), ORO_BAD_ARGUMENT, "no extension");
    oro_grid_free(ctx, &g);
}

static void flat_ground_keeps_its_height(void **state) {
    (void)state;
    oro_grid g = {.width = 5, .height = 4, .cell = 2}, back;
    good(oro_grid_alloc(ctx, &g));
    for (int32_t i = 0; i < 20; i++) oro_row(&g, i / 5)[i % 5] = 123.25f;
    good(oro_save_raster(ctx, "a.png", &g, NULL));
    good(oro_load_raster(ctx, "a.png", NULL, &back, NULL));
    expect_near(&g, &back, 0);
    oro_grid_free(ctx, &back);
    oro_grid_free(ctx, &g);
}

// --- other programs --------------------------------------------------------------------------------------------------

static void pngcheck_finds_our_files_sound(void **state) {
    (void)state;
    oro_grid g = make_grid(1500, 1201);
    oro_image image = {.width = 700, .height = 801, .channels = 3};
    good(oro_image_alloc(ctx, &image));
    for (size_t i = 0; i < 700 * 801 * 3; i++) image.data[i] = (uint8_t)(i * i >> 7);
    good(oro_save_raster(ctx, "a.png", &g, NULL));
    good(oro_save_raster(ctx, "b.png", &g, &(oro_write_desc){.bits = 8}));
    good(oro_save_image(ctx, "c.png", &image, false));
    shell("pngcheck -q a.png b.png c.png");
    shell("pngcheck a.png | grep -q '1500x1201, 16-bit grayscale, non-interlaced'");
    shell("pngcheck -v a.png | grep -E 'gAMA|sRGB|iCCP|cHRM'; test $? = 1");
    shell("pngcheck -v c.png | grep -q sRGB");
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &g);
}

static const char numpy_writes[] =
    "import numpy as n\n"
    "a=n.arange(12,dtype='f8').reshape(3,4)*1.5-4\n"
    "for t in ['<f4','>f4','<f8','>f8','<i2','>i2']:\n"
    " v=a if 'f' in t else n.round(a)\n"
    " n.save('c'+'<>'.index(t[0]).__str__()+t[1:]+'.npy',v.astype(t))\n"
    " n.save('f'+'<>'.index(t[0]).__str__()+t[1:]+'.npy',n.asfortranarray(v.astype(t)))\n"
    "n.save('u8.npy',n.array([[0,255],[51,102]],dtype='u1'))\n"
    "n.save('u16.npy',n.array([[0,65535],[13107,26214]],dtype='>u2'))\n"
    "n.lib.format.write_array(open('v2.npy','wb'),a,(2,0))\n"
    "n.lib.format.write_array(open('v3.npy','wb'),a,(3,0))\n"
    "n.save('three.npy',n.zeros((2,2,2)))\n"
    "n.save('one.npy',n.zeros(4))\n"
    "n.save('complex.npy',n.zeros((2,2),dtype='c8'))\n"
    "n.save('empty.npy',n.zeros((0,4)))\n"
    "n.save('object.npy',n.array([[None,{}]],dtype=object),allow_pickle=True)\n"
    "n.save('record.npy',n.zeros((2,2),dtype=[('a','f4')]))\n";

static void run_python(const char *program) {
    good(oro_file_save(ctx, "program.py", true, program, strlen(program)));
    shell("/usr/bin/python3 program.py");
}

static void arrays_of_numpy_are_read(void **state) {
    (void)state;
    static const char *const types[] = {"0f4", "1f4", "0f8", "1f8", "0i2", "1i2"};
    run_python(numpy_writes);
    oro_grid g;
    unsigned known;
    for (size_t i = 0; i < 14; i++) {
        char name[16];
        if (i < 12)
            snprintf(name, sizeof name, "%c%s.npy", i % 2 ? 'f' : 'c', types[i / 2]);
        else
            snprintf(name, sizeof name, "v%zu.npy", i - 10);
        good(oro_load_raster(ctx, name, NULL, &g, &known));
        assert_int_equal(known, ORO_KNOWN_METRES);
        assert_true(g.width == 4 && g.height == 3);
        for (int32_t k = 0; k < 12; k++) {
            double value = k * 1.5 - 4, expected = i >= 8 && i < 12 ? rint(value) : value;
            assert_true((double)oro_row(&g, k / 4)[k % 4] == expected);
        }
        oro_grid_free(ctx, &g);
    }
    for (int i = 0; i < 2; i++) {
        good(oro_load_raster(ctx, i ? "u16.npy" : "u8.npy", NULL, &g, &known));
        assert_int_equal(known, 0);
        assert_true(oro_row(&g, 0)[1] == 1 && oro_row(&g, 1)[0] == 0.2f && oro_row(&g, 1)[1] == 0.4f);
        oro_grid_free(ctx, &g);
    }
    bad(oro_load_raster(ctx, "three.npy", NULL, &g, NULL), ORO_BAD_INPUT, "(2, 2, 2); a raster needs two");
    bad(oro_load_raster(ctx, "one.npy", NULL, &g, NULL), ORO_BAD_INPUT, "(4,)");
    bad(oro_load_raster(ctx, "complex.npy", NULL, &g, NULL), ORO_BAD_INPUT, "type <c8 are not supported");
    bad(oro_load_raster(ctx, "empty.npy", NULL, &g, NULL), ORO_BAD_INPUT, "along a side");
    bad(oro_load_raster(ctx, "object.npy", NULL, &g, NULL), ORO_BAD_INPUT, "type |O");
    bad(oro_load_raster(ctx, "record.npy", NULL, &g, NULL), ORO_BAD_INPUT, "simple type");
}

static void numpy_reads_our_files(void **state) {
    (void)state;
    oro_grid g = make_grid(37, 21);
    good(oro_save_raster(ctx, "a.npy", &g, NULL));
    good(oro_save_raster(ctx, "b.r32", &g, NULL));
    good(oro_save_raster(ctx, "c.r16", &g, &(oro_write_desc){.has_range = true, .lo = -120, .hi = 880}));
    good(oro_save_raster(ctx, "d.png", &g, &(oro_write_desc){.has_range = true, .lo = -120, .hi = 880}));
    // The PNG is decoded by hand there: chunks, inflate, the UP filter.
    run_python("import numpy as n, zlib, struct\n"
               "a=n.load('a.npy'); assert a.dtype=='<f4' and a.shape==(21,37)\n"
               "b=n.fromfile('b.r32','<f4').reshape(21,37); assert (a==b).all()\n"
               "c=n.fromfile('c.r16','<u2').reshape(21,37)\n"
               "assert abs(-120+c/65535*1000-a).max()<=1000/65535/2+1e-4\n"
               "p=open('d.png','rb').read(); at=8; z=b''\n"
               "while at<len(p):\n"
               " k,=struct.unpack('>I',p[at:at+4]); t=p[at+4:at+8]\n"
               " assert zlib.crc32(p[at+4:at+8+k])==struct.unpack('>I',p[at+8+k:at+12+k])[0]\n"
               " z+=p[at+8:at+8+k] if t==b'IDAT' else b''; at+=12+k\n"
               "r=n.frombuffer(zlib.decompress(z),'u1').reshape(21,75); assert (r[:,0]==2).all()\n"
               "r=n.cumsum(r[:,1:],axis=0,dtype='u1'); d=r.reshape(-1).view('>u2').reshape(21,37)\n"
               "assert (d==c).all()\n");
    oro_grid_free(ctx, &g);
}

// --- PNG of others, broken PNG ---------------------------------------------------------------------------------------

/// Writes a small PNG by libpng: any depth, colour type and interlacing; grey colours where `grey`.
static void foreign_png(const char *path, int depth, int colour, int interlace, bool grey) {
    enum { WIDTH = 13, HEIGHT = 9 };
    FILE *file = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, WIDTH, HEIGHT, depth, colour, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_color palette[256];
    for (int i = 0; i < 256; i++) palette[i] = (png_color){(png_byte)i, (png_byte)(grey ? i : 0), (png_byte)i};
    if (colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette, 1 << depth);
    if (colour == PNG_COLOR_TYPE_GRAY) png_set_gAMA(png, info, 0.45455); // must not bend heights
    png_write_info(png, info);
    uint8_t row[WIDTH * 8];
    int channels = png_get_channels(png, info), bytes = depth == 16 ? 2 : 1;
    for (int pass = 0; pass < png_set_interlace_handling(png); pass++)
        for (int y = 0; y < HEIGHT; y++) {
            memset(row, 0, sizeof row);
            for (int x = 0; x < WIDTH; x++) {
                int code = (x + y) * ((1 << (depth > 8 ? 8 : depth)) - 1) / (WIDTH + HEIGHT - 2);
                if (depth < 8) {
                    row[x * depth / 8] |= (uint8_t)(code << (8 - depth - x * depth % 8));
                    continue;
                }
                for (int c = 0; c < channels; c++)
                    row[(x * channels + c) * bytes] = (uint8_t)(c == 1 && channels >= 3 && !grey ? 0 : code);
            }
            png_write_row(png, row);
        }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    fclose(file);
}

static void grey_pictures_of_any_kind_are_heights(void **state) {
    (void)state;
    static const int kinds[][2] = {{1, 0}, {2, 0}, {4, 0}, {8, 0},  {16, 0}, {8, 2}, {16, 2},
                                   {8, 3}, {4, 3}, {8, 4}, {16, 4}, {8, 6},  {16, 6}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int interlace = 0; interlace < 2; interlace++) {
            oro_grid g;
            int depth = kinds[i][0], colour = kinds[i][1], top = (1 << (depth > 8 ? 8 : depth)) - 1;
            foreign_png("x.png", depth, colour, interlace, true);
            good(oro_load_raster(ctx, "x.png", NULL, &g, NULL));
            double unit = depth == 16 ? 256.0 / 65535 : colour == 3 ? 1.0 / 255 : 1.0 / top;
            for (int32_t y = 0; y < 9; y++)
                for (int32_t x = 0; x < 13; x++) {
                    double expected = (x + y) * top / 20 * unit;
                    if (fabs((double)oro_row(&g, y)[x] - expected) > 1e-6)
                        fail_msg("%d bits, colour %d: %d,%d", depth, colour, x, y);
                }
            oro_grid_free(ctx, &g);
            if (colour != PNG_COLOR_TYPE_RGB && colour != PNG_COLOR_TYPE_RGBA && colour != PNG_COLOR_TYPE_PALETTE)
                continue;
            foreign_png("x.png", depth, colour, interlace, false);
            bad(oro_load_raster(ctx, "x.png", NULL, &g, NULL), ORO_BAD_INPUT, "this is a colour picture");
            assert_string_equal(oro_last_error(ctx)->hint, "channel");
            assert_null(g.data);
        }
}

static void no_cut_or_flipped_png_is_taken_for_whole(void **state) {
    (void)state;
    oro_grid g = make_grid(200, 90), back;
    oro_image image;
    char *bytes;
    size_t length;
    good(oro_save_raster(ctx, "a.png", &g, &(oro_write_desc){.no_sidecar = true}));
    good(oro_file_read(ctx, "a.png", 1 << 20, &bytes, &length));
    for (size_t cut = 0; cut < length; cut += 97) {
        good(oro_file_save(ctx, "b.png", true, bytes, cut));
        bad(oro_load_raster(ctx, "b.png", NULL, &back, NULL), ORO_BAD_INPUT, cut < 8 ? "not a PNG" : "truncated");
        assert_null(back.data);
        assert_int_equal(oro_load_image(ctx, "b.png", &image), ORO_BAD_INPUT);
        assert_null(image.data);
    }
    for (size_t at = 0; at < length; at += at < 60 ? 1 : 97) {
        bytes[at] ^= 0x10;
        good(oro_file_save(ctx, "b.png", true, bytes, length));
        assert_int_equal(oro_load_raster(ctx, "b.png", NULL, &back, NULL), ORO_BAD_INPUT);
        assert_true(oro_last_error(ctx)->sentence[0] && !back.data);
        bytes[at] ^= 0x10;
    }
    free(bytes);
    oro_grid_free(ctx, &g);
}

/// A PNG whose header promises any size, with a right checksum.
static void promise(uint32_t width, uint32_t height) {
    uint8_t file[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
                      0,    0,   0,   0,   0,    0,    0,    16,   0, 0, 0, 0,  0,   0,   0,   0,   0,
                      0,    0,   8,   'I', 'D',  'A',  'T',  0x78, 1, 0, 0, 0,  0,   0,   0};
    uint32_t sides[2] = {width, height};
    for (int i = 0; i < 8; i++) file[16 + i] = (uint8_t)(sides[i / 4] >> (24 - i % 4 * 8));
    uint32_t crc = (uint32_t)crc32(0, file + 12, 17);
    for (int i = 0; i < 4; i++) file[29 + i] = (uint8_t)(crc >> (24 - 8 * i));
    good(oro_file_save(ctx, "huge.png", true, file, sizeof file));
}

static void huge_promises_cost_nothing(void **state) {
    (void)state;
    static const uint32_t sides[][2] = {{65536, 65536}, {65537, 1}, {1, 65537},     {0x7FFFFFFF, 0x7FFFFFFF},
                                        {0, 5},         {5, 0},     {0xFFFFFFFF, 1}};
    oro_grid g;
    oro_image image;
    oro_reset_peak(ctx);
    size_t before = oro_bytes_peak(ctx);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        promise(sides[i][0], sides[i][1]);
        bad(oro_load_raster(ctx, "huge.png", NULL, &g, NULL), ORO_BAD_INPUT,
            i ? "sides are not 1 to 65536" : "cannot hold them");
        assert_int_equal(oro_load_image(ctx, "huge.png", &image), ORO_BAD_INPUT);
    }
    assert_int_equal(oro_bytes_peak(ctx), before);
    const char npy[] = "\x93NUMPY\x01\x00\x40\x00{'descr':'<f4','fortran_order':False,'shape':(60000,60000)}       ";
    good(oro_file_save(ctx, "huge.npy", true, npy, sizeof npy - 1));
    bad(oro_load_raster(ctx, "huge.npy", NULL, &g, NULL), ORO_BAD_INPUT, "truncated");
    assert_int_equal(oro_bytes_peak(ctx), before);
}

static void cut_arrays_are_refused(void **state) {
    (void)state;
    oro_grid g = make_grid(9, 8), back;
    char *bytes;
    size_t length;
    good(oro_save_raster(ctx, "a.npy", &g, &(oro_write_desc){.no_sidecar = true}));
    good(oro_file_read(ctx, "a.npy", 1 << 20, &bytes, &length));
    for (size_t cut = 0; cut < length; cut++) {
        good(oro_file_save(ctx, "b.npy", true, bytes, cut));
        assert_int_equal(oro_load_raster(ctx, "b.npy", NULL, &back, NULL), ORO_BAD_INPUT);
    }
    for (size_t at = 0; at < 128; at++)
        for (int bit = 0; bit < 8; bit++) { // any flipped bit of the header: an answer, right or wrong, but no crash
            bytes[at] = (char)(bytes[at] ^ 1 << bit);
            good(oro_file_save(ctx, "b.npy", true, bytes, length));
            if (oro_load_raster(ctx, "b.npy", NULL, &back, NULL) == ORO_OK) oro_grid_free(ctx, &back);
            bytes[at] = (char)(bytes[at] ^ 1 << bit);
        }
    free(bytes);
    oro_grid_free(ctx, &g);
}

// --- pictures --------------------------------------------------------------------------------------------------------

static void pictures_read_back(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {3, 700}, {1000, 777}};
    for (int channels = 3; channels <= 4; channels++)
        for (size_t s = 0; s < 3; s++) {
            oro_image image = {.width = sizes[s][0], .height = sizes[s][1], .channels = channels}, back;
            good(oro_image_alloc(ctx, &image));
            size_t bytes = (size_t)image.width * (size_t)image.height * (size_t)channels;
            for (size_t i = 0; i < bytes; i++) // runs, slopes and noise, so that every filter is the best somewhere
                image.data[i] = (uint8_t)(i % 9000 < 3000 ? i >> 4 : i % 9000 < 6000 ? i * 2654435761u >> 24 : 77);
            good(oro_save_image(ctx, "p.png", &image, true));
            good(oro_load_image(ctx, "p.png", &back));
            assert_true(back.width == image.width && back.height == image.height && back.channels == channels);
            assert_memory_equal(back.data, image.data, bytes);
            oro_image_free(ctx, &back);
            oro_image_free(ctx, &image);
        }
    bad(oro_save_image(ctx, "p.jpg", &(oro_image){.width = 1, .height = 1, .channels = 3}, true), ORO_BAD_ARGUMENT,
        ".png");
    bad(oro_save_image(ctx, "p.png", &(oro_image){.width = 1, .height = 1, .channels = 2}, true), ORO_BAD_ARGUMENT,
        "2 channels");
}

/// Bytes that are data: grey, without a colour space.
static void grey_pictures_are_data(void **state) {
    (void)state;
    uint8_t bytes[] = {0, 1, 128, 200, 254, 255};
    oro_image back;
    char *file;
    size_t length;
    good(oro_save_image(ctx, "grey.png", &(oro_image){3, 2, 1, bytes}, true));
    good(oro_load_image(ctx, "grey.png", &back));
    assert_true(back.width == 3 && back.height == 2 && back.channels == 3);
    for (int i = 0; i < 18; i++) assert_int_equal(back.data[i], bytes[i / 3]);
    oro_image_free(ctx, &back);
    good(oro_file_read(ctx, "grey.png", 1 << 20, &file, &length));
    assert_true(file[25] == 0 && !memmem(file, length, "sRGB", 4));
    free(file);
}

static void threads_do_not_change_a_file(void **state) {
    (void)state;
    oro_grid g = make_grid(2000, 900);
    char *bytes[2];
    size_t length[2];
    for (int i = 0; i < 2; i++) {
        oro_context *other = oro_create(&(oro_context_desc){.threads = i ? 3 : 1}, NULL);
        good(oro_save_raster(other, "t.png", &g, &(oro_write_desc){.force = true}));
        oro_destroy(other);
        good(oro_file_read(ctx, "t.png", 1 << 24, &bytes[i], &length[i]));
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    free(bytes[0]);
    free(bytes[1]);
    oro_grid_free(ctx, &g);
}

// --- files -----------------------------------------------------------------------------------------------------------

static void expect_content(const char *path, const char *content) {
    char *bytes;
    size_t length;
    good(oro_file_read(ctx, path, 1 << 20, &bytes, &length));
    assert_string_equal(bytes, content);
    free(bytes);
}

static void a_file_is_replaced_whole_or_not_at_all(void **state) {
    (void)state;
    oro_file_writer w;
    good(oro_file_save(ctx, "a", false, "old", 3));
    bad(oro_file_save(ctx, "a", false, "new", 3), ORO_CANNOT_WRITE, "already exists");
    good(oro_file_create(ctx, "a", true, &w));
    good(oro_file_write(&w, "half", 4));
    expect_content("a", "old");
    oro_file_abort(&w);
    oro_file_abort(&w);
    expect_content("a", "old");
    assert_int_equal(count_files(), 1);
    good(oro_file_create(ctx, "a", true, &w));
    good(oro_file_write(&w, "new", 3));
    expect_content("a", "old");
    good(oro_file_commit(&w));
    expect_content("a", "new");
    assert_int_equal(count_files(), 1);
    // Somebody else makes the file while we write ours.
    good(oro_file_create(ctx, "b", false, &w));
    good(oro_file_write(&w, "ours", 4));
    shell("printf theirs > b");
    bad(oro_file_commit(&w), ORO_CANNOT_WRITE, "already exists");
    expect_content("b", "theirs");
    assert_int_equal(count_files(), 2);
}

static void links_and_permissions_stay(void **state) {
    (void)state;
    struct stat info;
    shell("printf old > real && chmod 640 real && ln -s real link");
    good(oro_file_save(ctx, "link", true, "new", 3));
    assert_true(lstat("link", &info) == 0 && S_ISLNK(info.st_mode));
    assert_true(stat("real", &info) == 0 && (info.st_mode & 0777) == 0640);
    expect_content("real", "new");
    good(oro_file_save(ctx, "/dev/null", true, "x", 1));
    assert_int_equal(count_files(), 2);
}

static void places_that_cannot_be_written_are_told(void **state) {
    (void)state;
    oro_grid g = make_grid(4, 4);
    shell("mkdir d && printf x > f");
    bad(oro_file_save(ctx, "", false, "x", 1), ORO_CANNOT_WRITE, "empty");
    bad(oro_file_save(ctx, "d", true, "x", 1), ORO_CANNOT_WRITE, "this is a folder");
    bad(oro_file_save(ctx, "no/such/a", false, "x", 1), ORO_CANNOT_WRITE, "its folder does not exist");
    bad(oro_file_save(ctx, "f/a", false, "x", 1), ORO_CANNOT_WRITE, "its folder does not exist");
    if (access("/dev/full", W_OK) == 0)
        bad(oro_file_save(ctx, "/dev/full", true, "x", 1), ORO_CANNOT_WRITE, "disk is full");
    if (geteuid() != 0) {
        shell("chmod 555 d");
        bad(oro_file_save(ctx, "d/a", false, "x", 1), ORO_CANNOT_WRITE, "not writable");
        shell("chmod 755 d");
    }
    // A sidecar that may not be replaced stops the raster too.
    shell("printf x > g.png.terrain.json");
    bad(oro_save_raster(ctx, "g.png", &g, NULL), ORO_CANNOT_WRITE, "already exists");
    assert_string_equal(oro_last_error(ctx)->hint, "force");
    assert_string_equal(oro_last_error(ctx)->where, "g.png.terrain.json");
    assert_int_not_equal(access("g.png", F_OK), 0);
    bad(oro_save_raster(ctx, "nowhere/g.png", &g, NULL), ORO_CANNOT_WRITE, "folder does not exist");
    assert_string_equal(oro_last_error(ctx)->hint, ""); // of this error, not of the one before
    assert_int_equal(count_files(), 3);
    oro_grid_free(ctx, &g);
}

static void files_that_cannot_be_read_are_told(void **state) {
    (void)state;
    oro_grid g;
    shell("mkdir d.png && mkfifo p.r16 && : > e.r32 && : > e.npy && : > e.png && printf 12345 > odd.r16");
    bad(oro_load_raster(ctx, "none.png", NULL, &g, NULL), ORO_BAD_INPUT, "no such file");
    bad(oro_load_raster(ctx, "d.png", NULL, &g, NULL), ORO_BAD_INPUT, "folder");
    bad(oro_load_raster(ctx, "p.r16", NULL, &g, NULL), ORO_BAD_INPUT, "not a regular file");
    bad(oro_load_raster(ctx, "e.r32", NULL, &g, NULL), ORO_BAD_INPUT, "empty");
    bad(oro_load_raster(ctx, "e.npy", NULL, &g, NULL), ORO_BAD_INPUT, "ends early");
    bad(oro_load_raster(ctx, "e.png", NULL, &g, NULL), ORO_BAD_INPUT, "not a PNG");
    bad(oro_load_raster(ctx, "odd.r16", NULL, &g, NULL), ORO_BAD_INPUT, "not a square");
    bad(oro_load_raster(ctx, "odd.xyz", NULL, &g, NULL), ORO_BAD_ARGUMENT, ".xyz is not a raster format");
    bad(oro_load_raster(ctx, "odd.r16", &(oro_read_desc){.has_range = true}, &g, NULL), ORO_BAD_ARGUMENT, "range");
    bad(oro_load_raster(ctx, "odd.r16", &(oro_read_desc){.width = -1}, &g, NULL), ORO_BAD_ARGUMENT, "size");
    char *bytes;
    size_t length;
    bad(oro_file_read(ctx, "odd.r16", 4, &bytes, &length), ORO_BAD_INPUT, "5 bytes long, the limit here is 4");
}

static void cleanup_removes_what_is_unfinished(void **state) {
    (void)state;
    oro_file_writer a, b;
    good(oro_file_create(ctx, "a", false, &a));
    good(oro_file_create(ctx, "b", false, &b));
    assert_int_equal(count_files(), 2);
    oro_remove_unfinished_files();
    assert_int_equal(count_files(), 0);
    oro_file_abort(&a);
    assert_int_equal(oro_file_commit(&b), ORO_CANNOT_WRITE);
    assert_int_equal(count_files(), 0);
}

static void no_memory_leaves_no_file(void **state) {
    (void)state;
    oro_grid g = make_grid(600, 600), back;
    good(oro_save_raster(ctx, "a.png", &g, NULL));
    oro_context *small = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 100000}, NULL);
    assert_int_equal(oro_load_raster(small, "a.png", NULL, &back, NULL), ORO_NO_MEMORY);
    assert_null(back.data);
    assert_int_equal(oro_bytes_in_use(small), 0);
    oro_destroy(small);
    oro_grid_free(ctx, &g);
}

static void stamps_follow_the_file(void **state) {
    (void)state;
    oro_file_reader reader = oro_file_reader_default();
    assert_int_equal(reader.stamp(reader.user, "none"), 0);
    good(oro_file_save(ctx, "a", false, "x", 1));
    uint64_t first = reader.stamp(reader.user, "a");
    assert_true(first != 0 && reader.stamp(reader.user, "a") == first);
    good(oro_file_save(ctx, "a", true, "y", 1));
    assert_true(reader.stamp(reader.user, "a") != first);
}

static void formats_are_listed(void **state) {
    (void)state;
    assert_true(oro_format_count() >= 10);
    for (int i = 0; i < oro_format_count(); i++) assert_true(strlen(oro_format_at(i)->summary) > 10);
    assert_null(oro_format_at(-1));
    assert_null(oro_format_at(oro_format_count()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(rasters_read_back_with_their_metres, begin),
        cmocka_unit_test_setup(codes_survive_reading_and_writing, begin),
        cmocka_unit_test_setup(without_a_sidecar_metres_are_not_known, begin),
        cmocka_unit_test_setup(sidecars_say_everything, begin),
        cmocka_unit_test_setup(broken_sidecars_are_refused, begin),
        cmocka_unit_test_setup(values_that_do_not_fit_are_told, begin),
        cmocka_unit_test_setup(flat_ground_keeps_its_height, begin),
        cmocka_unit_test_setup(pngcheck_finds_our_files_sound, begin),
        cmocka_unit_test_setup(arrays_of_numpy_are_read, begin),
        cmocka_unit_test_setup(numpy_reads_our_files, begin),
        cmocka_unit_test_setup(grey_pictures_of_any_kind_are_heights, begin),
        cmocka_unit_test_setup(no_cut_or_flipped_png_is_taken_for_whole, begin),
        cmocka_unit_test_setup(huge_promises_cost_nothing, begin),
        cmocka_unit_test_setup(cut_arrays_are_refused, begin),
        cmocka_unit_test_setup(pictures_read_back, begin),
        cmocka_unit_test_setup(grey_pictures_are_data, begin),
        cmocka_unit_test_setup(threads_do_not_change_a_file, begin),
        cmocka_unit_test_setup(a_file_is_replaced_whole_or_not_at_all, begin),
        cmocka_unit_test_setup(links_and_permissions_stay, begin),
        cmocka_unit_test_setup(places_that_cannot_be_written_are_told, begin),
        cmocka_unit_test_setup(files_that_cannot_be_read_are_told, begin),
        cmocka_unit_test_setup(cleanup_removes_what_is_unfinished, begin),
        cmocka_unit_test_setup(no_memory_leaves_no_file, begin),
        cmocka_unit_test_setup(stamps_follow_the_file, begin),
        cmocka_unit_test_setup(formats_are_listed, begin),
    };
    return cmocka_run_group_tests_name("io", tests, open_all, close_all);
}
