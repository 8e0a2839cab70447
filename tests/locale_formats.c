// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// usage: locale_formats LOCALE
// Reads and writes every format that holds numbers as text, in a program whose locale is LOCALE, and leaves everything in
// the folder it runs in: files, and report.txt with the bits of what was read. tests/locale.sh compares two such folders.

#include "core/expression.h"
#include "core/text.h"
#include "io/overlay.h"
#include "io/spline_file.h"
#include "orogen/orogen.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static oro_context *ctx;
static FILE *report;

static void on_note(void *user, const char *where, const char *sentence) {
    (void)user;
    fprintf(report, "note %s: %s\n", where, sentence);
}

static void must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s: %s: %s\n", what, ctx ? oro_last_error(ctx)->where : "",
            ctx ? oro_last_error(ctx)->sentence : "");
    exit(1);
}

static void done(oro_status status, const char *what) { must(status == ORO_OK, what); }

/// A number as its bits, which no locale changes.
static void tell_bits(const char *what, double value) {
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    fprintf(report, "%s %016llx\n", what, bits);
}

static void tell_hash(const char *what, oro_hash h) {
    fprintf(report, "%s %016llx%016llx\n", what, (unsigned long long)h.hi, (unsigned long long)h.lo);
}

static void tell_refusal(oro_status status) {
    must(status != ORO_OK, "this should have been refused");
    fprintf(report, "refused %s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    must(file && fputs(text, file) >= 0 && fclose(file) == 0, path);
}

// --- scenes -----------------------------------------------------------------------------------------------------------

static const char document[] =
    "{\"orogen\": 1, \"world\": {\"extent\": 1234.5, \"height\": [-0.5, 812.25], \"resolution\": 65, \"seed\": 3},\n"
    " \"nodes\": [{\"id\": \"hills\", \"op\": \"noise\", \"args\": {\"scale\": 1.5e2, \"amplitude\": 300.125, "
    "\"gain\": 0.45,\n"
    "   \"profile\": [[0, 0.125], [0.5, 0.25], [1, 0.875]]}},\n"
    "  {\"id\": \"tinted\", \"op\": \"tint\", \"args\": {\"stops\": [{\"at\": 0.5, \"colour\": \"#102030\"},\n"
    "   {\"at\": 100.75, \"colour\": \"#405060\"}]}}],\n"
    " \"outputs\": [{\"from\": \"hills\", \"file\": \"height.png\", \"range\": [-0.5, 900.5]}]}\n";

static void tell_arguments(const oro_scene *scene) {
    char path[160], text[4096];
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        const oro_record *record = &oro_scene_node_op(scene, i)->record;
        for (int32_t k = 0; k < record->arg_count; k++) {
            if (oro_arg_is_output(&record->args[k])) continue;
            snprintf(path, sizeof path, "%s.%s", oro_scene_node_id(scene, i), record->args[k].name);
            oro_scene_get(scene, path, text, sizeof text);
            fprintf(report, "%s = %s\n", path, text);
        }
    }
}

static oro_scene *make_scene(void) {
    oro_scene *scene = oro_scene_parse(ctx, "document", NULL, document, strlen(document));
    must(scene != NULL, "document");
    done(oro_scene_set(scene, "hills.lacunarity", "2.125"), "a number as text");
    done(oro_scene_set(scene, "hills.profile", "0:0.0625, 0.5:0.5 1:0.9375"), "a curve as text");
    done(oro_scene_set(scene, "world.extent", "1500.5 1500.5"), "the world as text");
    done(oro_scene_set_number(scene, "hills.gain", 0.1 + 0.2), "a number");
    done(oro_scene_set_range(scene, "world.height", -12.75, 1e-3), "a range");
    tell_arguments(scene);
    done(oro_scene_save(scene, "made.oro.json", true), "saving");
    oro_scene_destroy(scene);
    scene = oro_scene_load(ctx, "made.oro.json");
    must(scene != NULL, "loading");
    done(oro_scene_run(scene, &(oro_run_desc){.target = "hills"}), "running");
    done(oro_scene_save(scene, "again.oro.json", true), "saving again");
    tell_refusal(oro_scene_set(scene, "hills.gain", "0,5"));
    tell_refusal(oro_scene_set(scene, "hills.gain", "1.5"));
    tell_refusal(oro_scene_set_range(scene, "world.height", 2.5, 1.5));
    return scene;
}

// --- rasters, pictures and meshes -------------------------------------------------------------------------------------

static void tell_raster(const char *path, const oro_read_desc *desc) {
    oro_grid g = {0};
    oro_georef geo = {0};
    done(oro_load_raster(ctx, path, desc, &g, NULL), path);
    done(oro_load_georef(ctx, path, &geo), path);
    fprintf(report, "%s %d x %d %s\n", path, g.width, g.height, geo.crs);
    tell_hash("  values", oro_grid_hash(&g));
    tell_bits("  cell", g.cell);
    tell_bits("  east", geo.set ? geo.east : 0.0);
    oro_grid_free(ctx, &g);
}

static void rasters(const oro_grid *map) {
    // Keys of a system without a number hold doubles as text.
    oro_georef geo = {
        .set = true, .east = 500000.25, .north = 5400000.125, .unit_x = 1, .unit_y = 1, .crs = "EPSG:32632"};
    static const char *const paths[] = {"map.asc", "map.png", "map.tif", "map.npy", "map.r16", "map.exr"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        oro_status status = oro_save_raster(ctx, paths[i], map, &(oro_write_desc){.geo = &geo});
        if (status == ORO_UNSUPPORTED) continue; // this build is without it
        done(status, paths[i]);
        tell_raster(paths[i], NULL);
    }
    strcpy(geo.crs, "GeoTIFF:1024=1;1025=1;3072=32767;3075=1;3076=9001;3080=d0.5;3081=d47.25;3092=d0.9996");
    if (oro_save_raster(ctx, "keys.tif", map, &(oro_write_desc){.geo = &geo}) == ORO_OK) tell_raster("keys.tif", NULL);
    put("given.asc", "ncols 3\nnrows 2\nxllcorner 10.5\nyllcorner 20.25\ncellsize 2.5\nNODATA_value -9999.5\n"
                     "1.5 2.123456789012345678 -9999.5\n4e-1 5.25e2 6.0\n");
    tell_raster("given.asc", NULL);
    oro_grid tagged = {0};
    if (oro_load_raster(ctx, "../tagged.tif", NULL, &tagged, NULL) != ORO_UNSUPPORTED) {
        tell_raster("../tagged.tif", NULL);
        must(tagged.data[0] == 0.75f && isnan(tagged.data[1]), "half of 1.5 and a hole");
    }
    oro_grid_free(ctx, &tagged);
    tell_raster("map.png", &(oro_read_desc){.has_range = true, .lo = 0.5, .hi = 1.5});
    tell_refusal(oro_save_raster(ctx, "narrow.png", map, &(oro_write_desc){.has_range = true, .lo = 0.25, .hi = 0.5}));
    oro_image image = {0};
    done(oro_render_map(ctx, map, &(oro_map_desc){.style = "height", .width = 400, .interval = 12.5}, &image), "a map");
    done(oro_save_image(ctx, "legend.png", &image, true), "legend.png");
    oro_image_free(ctx, &image);
}

static void tell_mesh(const char *path) {
    oro_mesh mesh = {0};
    done(oro_load_mesh(ctx, path, NULL, &mesh), path);
    fprintf(report, "%s %u vertices\n", path, mesh.vertex_count);
    for (uint32_t i = 0; i < 9; i++) tell_bits("  position", (double)mesh.positions[i]);
    oro_mesh_free(ctx, &mesh);
}

static void meshes(const oro_grid *map) {
    done(oro_save_grid_mesh(ctx, "land.obj", map, &(oro_mesh_write_desc){.force = true}), "land.obj");
    done(oro_save_grid_mesh(ctx, "land.glb", map, &(oro_mesh_write_desc){.force = true}), "land.glb");
    tell_mesh("land.obj");
    put("given.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0.5 0 0\nvertex 1.25 0 1e-2\nvertex 0 1.75 0\n"
                     "endloop\nendfacet\nendsolid a\n");
    tell_mesh("given.stl");
}

// --- splines, overlays and expressions --------------------------------------------------------------------------------

static void tell_splines(const char *name, const char *text) {
    oro_json *list = NULL;
    oro_text printed = {0};
    done(oro_splines_parse(ctx, name, text, strlen(text), &(oro_spline_import){.extent = 1000.5}, &list), name);
    done(oro_json_print(list, &printed), name);
    fprintf(report, "%s %s\n", name, printed.data);
    oro_text_free(&printed);
    oro_json_free(list);
}

static int no_names(void *user, const char *name, oro_expression_error *error) {
    (void)user, (void)name, (void)error;
    return -1;
}

static void lines(void) {
    tell_splines("a.csv", "x,y,z\n1.5,2.25,3.125\n4.5,5e1,6\n");
    tell_splines(
        "a.svg",
        "<svg viewBox=\"0 0 100.5 50.25\"><path d=\"M1.5 2.5L3.25-4.5.5.75\" transform=\"scale(1.5)\"/></svg>");
    oro_json *far = NULL;
    const char *text = "x,y\n1e9,2.5\n";
    tell_refusal(oro_splines_parse(ctx, "far.csv", text, strlen(text), &(oro_spline_import){0}, &far));
    oro_json *number = oro_json_new_number(2.5);
    must(number != NULL, "a number");
    tell_bits("number", number->number);
    oro_json_free(number);
    put("over.csv", "1.5,2.25\n3.75,4.5\n");
    oro_overlays over = {0};
    done(oro_overlays_load(ctx, "over.csv", &over), "over.csv");
    for (int i = 0; i < 4; i++) tell_bits("overlay", over.points[i]);
    oro_overlays_free(ctx, &over);
    oro_expression e;
    oro_expression_error error;
    must(oro_expression_parse("1.5 * 2.25 + 1e-3", no_names, NULL, &e, &error), error.sentence);
    tell_bits("expression", oro_expression_value(&e, NULL));
}

/// Numbers of all sizes come back as they were from their shortest text.
static void round_trips(void) {
    uint64_t bits = 0x9e3779b97f4a7c15;
    for (int i = 0; i < 100000; i++) {
        char text[40], *end;
        double value;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        int length = oro_print_double(value, text, sizeof text);
        must(oro_read_double(text, &end) == value && end == text + length && length < 25, text);
    }
}

int main(int argc, char **argv) {
    char sample[8];
    must(argc == 2 && setlocale(LC_ALL, argv[1]) != NULL, "there is no such locale");
    snprintf(sample, sizeof sample, "%.1f", 1.5);
    must((strcmp(argv[1], "C") == 0) == (strcmp(sample, "1.5") == 0),
         "this locale writes numbers as the C locale does");
    report = fopen("report.txt", "w");
    ctx = oro_create(&(oro_context_desc){.threads = 1, .log = on_note, .files = oro_file_reader_default()}, NULL);
    must(report && ctx, "beginning");
    oro_scene *scene = make_scene();
    const oro_grid *map = oro_scene_grid(scene, "hills");
    must(map != NULL, "the map");
    rasters(map);
    meshes(map);
    lines();
    round_trips();
    oro_scene_destroy(scene);
    oro_destroy(ctx);
    must(fclose(report) == 0, "report.txt");
    snprintf(sample, sizeof sample, "%.1f", 1.5);
    must((strcmp(argv[1], "C") == 0) == (strcmp(sample, "1.5") == 0), "the program's locale was changed");
    return 0;
}
