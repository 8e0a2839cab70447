// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Times each stage from ribbons to a mesh, on the ridge of three curves that table 7.2 of Becher's text was measured on, beside his times. Each is the least of
// some runs. `volumes SIDE RUNS THREADS` measures SIDE x SIDE/2 x SIDE samples alone; no test depends on these times.

#include "solve/isosurface.h"
#include "solve/ribbon_spread.h"
#include "tests/drawn_ribbons.h"

#include <stdio.h>
#include <time.h>

enum { NEAREST, VOXELS, NORMALS, TRAITS, DISTANCES, SURFACE, STAGES };
static const char *const names[STAGES] = {"extend",    "voxelise",  "guide", "spread (two traits)",
                                          "propagate", "isosurface"};

/// Milliseconds of Becher's desktop, by side 32, 64 and 128; 0: no such stage.
static const double becher[STAGES][3] = {{0, 0, 0},
                                         {0.2, 0.58, 3.1},
                                         {11.54, 163.36, 2526.69},
                                         {6.11, 87.79, 1353.18},
                                         {4.42, 61.5, 1627.66},
                                         {5.59, 38.68, 287.72}};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void keep_least(double *least, double *from) {
    double at = now();
    *least = at - *from < *least ? at - *from : *least;
    *from = at;
}

static void fail(oro_context *ctx) {
    fprintf(stderr, "volumes: %s\n", oro_last_error(ctx)->sentence);
    exit(1);
}

/// One run of everything; times go to `least`.
static oro_status run_once(oro_context *ctx, const oro_ribbons *ribbons, const oro_volume *shape, double *least) {
    oro_run r = oro_run_alone(ctx, "volumes");
    fields f;
    near_set set;
    float focus = fields_focus(shape, NAN) / (float)shape->cell;
    oro_status status = fields_alloc(&r, shape, &f);
    double at = now();
    if (status == ORO_OK) status = near_create(&r, ribbons, shape, &set);
    if (status == ORO_OK) status = extend_ribbons(&r, &set, shape, fields_tell, &(fields_sight){&set, &f, focus});
    keep_least(&least[NEAREST], &at);
    voxels_out out = {{f.normal[0], f.normal[1], f.normal[2]}, f.distance, f.fixed, false};
    if (status == ORO_OK) status = voxels_fill(&r, &set, shape, &out, &f.conflicts);
    keep_least(&least[VOXELS], &at);
    if (status == ORO_OK) status = fields_smooth(&r, &f, 0, 1);
    keep_least(&least[NORMALS], &at);
    if (status == ORO_OK) status = fields_integrate(&r, &f, focus, 0, 0, 1);
    keep_least(&least[DISTANCES], &at);
    oro_volume distance = *shape;
    distance.data = f.distance;
    oro_mesh mesh = {0};
    if (status == ORO_OK) status = oro_isosurface(&r, &distance, &(iso_desc){.snap = 0.002f, .repair = true}, &mesh);
    keep_least(&least[SURFACE], &at);
    spread_desc d = {.set = &set, .on = &f};
    d.out[ORO_TRAIT_AMPLITUDE] = oro_scratch(&r, f.count * sizeof(float));
    d.out[ORO_TRAIT_ROUGHNESS] = oro_scratch(&r, f.count * sizeof(float));
    at = now();
    if (status == ORO_OK) status = spread_traits(&r, &d, NULL, 0, 1);
    keep_least(&least[TRAITS], &at);
    oro_mesh_free(ctx, &mesh);
    oro_scratch_free(&r);
    return status;
}

static void measure(int side, int runs, int threads) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads}, NULL);
    if (!ctx) exit(1);
    double cell = 64.0 / side, least[STAGES], sum = 0;
    oro_volume shape = {.width = side, .height = side, .depth = side / 2, .cell = cell};
    for (int k = 0; k < 3; k++) shape.origin[k] = 0.5 * cell;
    drawn_scene scene = {0};
    draw_ridge(&scene);
    oro_ribbons ribbons = drawn_ribbons(ctx, &scene, 0.8 * cell);
    for (uint32_t v = 0; v < ribbons.vertex_count; v++) // so that there is something to spread
        for (int k = 0; k < 2; k++) ribbons.traits[ORO_TRAIT_COUNT * v + (uint32_t)k] = (float)(v % 7) * 0.1f;
    for (int k = 0; k < STAGES; k++) least[k] = 1e30;
    for (int i = 0; i < runs; i++)
        if (run_once(ctx, &ribbons, &shape, least) != ORO_OK) fail(ctx);
    int column = side == 32 ? 0 : side == 64 ? 1 : side == 128 ? 2 : -1;
    printf("%d x %d x %d, %u triangles, %d threads\n", side, side, side / 2, ribbons.triangle_count, threads);
    for (int k = 0; k < STAGES; k++) {
        printf("  %-20s %9.2f ms", names[k], least[k]);
        if (column >= 0 && becher[k][column] > 0) printf("   (Becher %.2f ms)", becher[k][column]);
        printf("\n");
        sum += k == TRAITS ? 0 : least[k]; // equal traits need none
    }
    printf("  %-20s %9.2f ms\n", "sum without spread", sum);
    oro_ribbons_free(ctx, &ribbons);
    oro_destroy(ctx);
}

int main(int argc, char **argv) {
    int runs = argc > 2 ? atoi(argv[2]) : 5, threads = argc > 3 ? atoi(argv[3]) : 2;
    if (argc > 1) {
        measure(atoi(argv[1]), runs, threads);
        return 0;
    }
    for (int side = 32; side <= 256; side *= 2) measure(side, side < 256 ? runs : 2, threads);
    return 0;
}
