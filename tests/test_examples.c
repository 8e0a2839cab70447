// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Every example scene loads, builds, and is the same landscape at 513 and at 2049 samples: what both can carry (averages
// over eight coarse cells) differs by less than one percent of the range of heights anywhere. Where water ran (the scenes of
// the folder erosion) a stream may take another way round a boulder that only the finer map has, and there the difference is
// the depth of a valley: so these are held to two percent in the mean square, on smaller maps to stay quick. A scene that
// shows a mesh has as many pieces, borders and handles at two resolutions.

#define _XOPEN_SOURCE 700 // nftw
#include "orogen/orogen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCENES = 256 };

static char scenes[MAX_SCENES][512];
static int scene_count;

static int collect(const char *path, const struct stat *st, int type, struct FTW *place) {
    (void)st, (void)place;
    size_t length = strlen(path);
    if (type == FTW_F && length > 9 && strcmp(path + length - 9, ".oro.json") == 0 && scene_count < MAX_SCENES)
        snprintf(scenes[scene_count++], sizeof scenes[0], "%s", path);
    return 0;
}

/// The scene's last map at `detail`, brought to `samples` along the longer side by a tent filter of that width.
static void build(oro_context *ctx, oro_scene *scene, int32_t detail, int32_t samples, oro_grid *out) {
    if (oro_scene_run(scene, &(oro_run_desc){.detail = detail}) != ORO_OK)
        fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    const char *from = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0)->from : NULL;
    const oro_grid *map = oro_scene_grid(scene, from);
    assert_non_null(map);
    assert_int_equal(oro_scene_geometry(scene, samples, out), ORO_OK);
    assert_int_equal(oro_grid_alloc(ctx, out), ORO_OK);
    assert_int_equal(oro_grid_resample(ctx, map, out), ORO_OK);
}

/// Whether any node of a scene belongs to a family of operators.
static bool has_family(const oro_scene *scene, const char *family) {
    for (int i = 0; i < oro_scene_node_count(scene); i++)
        if (strcmp(oro_scene_node_op(scene, i)->family, family) == 0) return true;
    return false;
}

/// A measured number of the mesh that a scene's first output shows.
static double figure(oro_context *ctx, const oro_mesh *mesh, const char *name) {
    const oro_operator *op = oro_operator_find(ctx, "topology");
    void *args = calloc(1, op->record.size);
    double value = 0;
    assert_non_null(args);
    assert_int_equal(oro_args_init(ctx, &op->record, args), ORO_OK);
    *(const oro_mesh **)((char *)args + oro_arg_find(&op->record, "mesh")->offset) = mesh;
    *(double **)((char *)args + oro_arg_find(&op->record, name)->offset) = &value;
    assert_int_equal(oro_call(ctx, op, args, NULL), ORO_OK);
    oro_args_free(ctx, &op->record, args);
    free(args);
    return value;
}

static bool shows_a_mesh(const oro_scene *scene) {
    const oro_output *first = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    return first && first->file && oro_path_writes(first->file, ORO_HOLDS_MESH);
}

/// The mesh of a scene is sound, and the same thing at two resolutions: as many pieces, borders and handles, and as large.
static void compare_meshes(oro_context *ctx, oro_scene *scene, const char *name) {
    static const char *const same[] = {"components", "borders", "genus", "crowded_edges", "turned_edges"};
    const int32_t details[2] = {257, 321};
    double area[2], found[2][5];
    for (int k = 0; k < 2; k++) {
        if (oro_scene_run(scene, &(oro_run_desc){.detail = details[k]}) != ORO_OK)
            fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
        const oro_mesh *mesh = oro_scene_data(scene, oro_scene_output_at(scene, 0)->from, ORO_KIND_MESH);
        assert_non_null(mesh);
        for (int i = 0; i < 5; i++) found[k][i] = figure(ctx, mesh, same[i]);
        area[k] = figure(ctx, mesh, "area");
    }
    print_message("%s: %g piece, %g borders, genus %g, area %.4g and %.4g\n", name, found[1][0], found[1][1],
                  found[1][2], area[0], area[1]);
    for (int i = 0; i < 5; i++)
        if (found[0][i] != found[1][i] || (i > 2 && found[0][i] != 0))
            fail_msg("%s: %s is %g at %d and %g at %d", name, same[i], found[0][i], details[0], found[1][i],
                     details[1]);
    assert_true(fabs(area[0] - area[1]) < 0.02 * area[1]);
}

static bool has_operator(const oro_scene *scene, const char *name) {
    for (int i = 0; i < oro_scene_node_count(scene); i++)
        if (strcmp(oro_scene_node_op(scene, i)->record.name, name) == 0) return true;
    return false;
}

/// How a scene is held to its word. Noise is compared place by place. Splines pin single samples on the finest level, so
/// roads and craters sharpen with it: their scenes agree in the mean. Erosion decides by thresholds, channel by channel:
/// rms again, and smaller maps for time.
typedef struct measure {
    int32_t coarse, fine, common; ///< cells along the side
    bool by_rms;
    double allowed; ///< share of the height range
} measure;

static measure measure_for(const oro_scene *scene) {
    // Where beds are thinner than a few cells a river breaks through one on one map and not on the other; how alike the land is
    // at full size, says tests/measure/land.py.
    if (has_operator(scene, "uplift")) return (measure){256, 512, 64, true, 0.08};
    if (has_operator(scene, "pipes")) return (measure){192, 384, 48, true, 0.02};
    if (has_family(scene, "erode")) return (measure){256, 512, 64, true, 0.02};
    if (has_family(scene, "features")) return (measure){512, 1024, 128, true, 0.01};
    return (measure){512, 2048, 128, false, 0.01};
}

static void resolution_refines_the_same_landscape(void **state) {
    (void)state;
    assert_true(scene_count >= 2);
    for (int i = 0; i < scene_count; i++) {
        oro_context *ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, NULL);
        oro_scene *scene = oro_scene_load(ctx, scenes[i]);
        if (!scene) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
        // A picture of packed colours is no landscape.
        const oro_output *first = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
        if (first && first->style && strcmp(first->style, "colours") == 0) {
            oro_scene_destroy(scene);
            oro_destroy(ctx);
            continue;
        }
        if (shows_a_mesh(scene)) {
            compare_meshes(ctx, scene, scenes[i]);
            oro_scene_destroy(scene);
            oro_destroy(ctx);
            continue;
        }
        oro_grid coarse, fine;
        measure m = measure_for(scene);
        int32_t edge = oro_scene_world(scene).wrap ? 0 : 1; // a map that wraps has as many samples as cells
        build(ctx, scene, m.coarse + edge, m.common + edge, &coarse);
        build(ctx, scene, m.fine + edge, m.common + edge, &fine);
        oro_extremes range = oro_grid_extremes(&fine);
        double worst = 0, square = 0;
        for (int32_t y = 0; y < fine.height; y++)
            for (int32_t x = 0; x < fine.width; x++) {
                double d = fabs((double)oro_row(&coarse, y)[x] - (double)oro_row(&fine, y)[x]);
                worst = d > worst ? d : worst;
                square += d * d;
            }
        double height = (double)range.max - (double)range.min;
        double rms = sqrt(square / (fine.width * fine.height));
        print_message("%s: worst %.3f %%, rms %.3f %% of %.0f\n", scenes[i], 100 * worst / height, 100 * rms / height,
                      height);
        if (!((m.by_rms ? rms : worst) < m.allowed * height)) fail_msg("%s changes with the resolution", scenes[i]);
        oro_grid_free(ctx, &coarse);
        oro_grid_free(ctx, &fine);
        oro_scene_destroy(scene);
        oro_destroy(ctx);
    }
}

int main(void) {
    nftw(SOURCE_DIR "/examples/scenes", collect, 16, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(resolution_refines_the_same_landscape)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
