// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Times the five terrains of examples/scenes/mathisen without erosion, as table 5.5 of Mathisen 2021 does, beside the plain
// way to do the same (one map at a time, one sweep a pass, noise a point at a time) in the same run; and how long the new
// surface takes after one point of a spline has moved, and how long the exact solution. Least of several runs; maps have
// their memory before the clock starts. Asked for is what any node of the scene takes: the height, and the parameters of
// noise and of erosion that it uses.

#include "orogen/io.h"
#include "core/pool.h"
#include "op/args.h"
#include "reference/reference.h"
#include "scene/document.h"
#include "solve/spline.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const oro_operator oro_operator_diffuse_plain; // reference/sketch.c

enum { MOST_MAPS = 32 };

static void stop(oro_context *ctx) {
    fprintf(stderr, "terrains: %s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    exit(2);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// The two operators of a scene with their arguments, connected to maps of one size.
typedef struct terrain {
    oro_context *ctx;
    const oro_operator *sketch_op, *rough_op;
    char sketch[512], rough[512]; ///< argument structs
    oro_grid maps[MOST_MAPS];     ///< of the sketch, by row of its table
    oro_grid result;
} terrain;

static const oro_node *node_of(const oro_scene *scene, const char *op) {
    for (int32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i]->op->record.name, op) == 0) return scene->nodes[i];
    return NULL;
}

/// The map of an output of the sketch, made when first asked for.
static oro_grid *map_of(terrain *t, oro_source source, const oro_grid *shape) {
    oro_grid *map = &t->maps[source.output];
    if (map->data) return map;
    *map = *shape;
    if (oro_grid_alloc(t->ctx, map) != ORO_OK) stop(t->ctx);
    *(oro_grid **)oro_arg_at(&t->sketch_op->record.args[source.output], t->sketch) = map;
    return map;
}

static void set_up(terrain *t, oro_context *ctx, const oro_scene *scene, int32_t side) {
    const oro_node *sketch = node_of(scene, "diffuse"), *rough = node_of(scene, "roughen");
    oro_grid shape;
    *t = (terrain){.ctx = ctx, .sketch_op = sketch->op, .rough_op = rough->op};
    if (sketch->op->record.size > sizeof t->sketch || rough->op->record.size > sizeof t->rough) abort();
    if (oro_scene_geometry(scene, side, &shape) != ORO_OK) stop(ctx);
    memcpy(t->sketch, sketch->args, sketch->op->record.size);
    memcpy(t->rough, rough->args, rough->op->record.size);
    t->result = shape;
    if (oro_grid_alloc(ctx, &t->result) != ORO_OK) stop(ctx);
    *(oro_grid **)oro_arg_at(oro_arg_find(&rough->op->record, "result"), t->rough) = &t->result;
    for (int32_t i = 0; i < rough->op->record.arg_count; i++) {
        const oro_arg *arg = &rough->op->record.args[i];
        oro_source source = rough->wires[i];
        if (source.node != sketch) continue;
        const oro_grid *map = map_of(t, source, &shape);
        if (arg->type == ORO_FIELD)
            ((oro_field *)oro_arg_at(arg, t->rough))->map = map;
        else
            *(const oro_grid **)oro_arg_at(arg, t->rough) = map;
    }
    for (int32_t n = 0; n < scene->node_count; n++)
        for (int32_t i = 0; i < scene->nodes[n]->op->record.arg_count; i++)
            if (scene->nodes[n]->wires[i].node == sketch) map_of(t, scene->nodes[n]->wires[i], &shape);
}

static void tear_down(terrain *t) {
    for (int32_t i = 0; i < MOST_MAPS; i++) oro_grid_free(t->ctx, &t->maps[i]);
    oro_grid_free(t->ctx, &t->result);
}

static double time_op(terrain *t, const oro_operator *op, void *args) {
    double began = now();
    if (oro_call(t->ctx, op, args, NULL) != ORO_OK) stop(t->ctx);
    return now() - began;
}

/// Solves the terrain exactly, once, and prints what that took. The last of its runs.
static void print_exact(terrain *t, const char *name, int side) {
    double residual, iterations;
    const oro_record *record = &t->sketch_op->record;
    *(double **)oro_arg_at(oro_arg_find(record, "residual"), t->sketch) = &residual;
    *(double **)oro_arg_at(oro_arg_find(record, "iterations"), t->sketch) = &iterations;
    ((oro_choice *)oro_arg_at(oro_arg_find(record, "mode"), t->sketch))->index = 1;
    double took = time_op(t, t->sketch_op, t->sketch);
    printf("%-16s %5d exact: %.2f s, at most %g iterations a level, residual %.2g m\n", name, side, took, iterations,
           residual);
}

typedef struct noise_job {
    float *out;
    const float *maps[5];
    int32_t width, rows, height, octaves;
    float scale;
} noise_job;

static void noise_block(void *user, int block) {
    const noise_job *j = user;
    int32_t y0 = block * j->rows, y1 = y0 + j->rows < j->height ? y0 + j->rows : j->height;
    ref_warped(j->out, j->maps, j->width, y0, y1, j->scale, j->octaves);
}

/// The printed noise on the same threads, with as many octaves, warped by the diffused maps.
static double time_plain_noise(terrain *t) {
    static const char *const names[] = {"amplitude", "roughness", "warp", "fine_warp", "ridged"};
    const oro_grid *g = &t->result;
    size_t samples = (size_t)g->width * (size_t)g->height;
    float *planes = calloc(samples * 6, sizeof *planes);
    if (!planes) abort();
    noise_job j = {planes + 5 * samples, {0}, g->width, 32, g->height, 8, (float)(g->cell / 1000.0)};
    for (int i = 0; i < 5; i++) {
        const oro_field *field = oro_arg_at(oro_arg_find(&t->rough_op->record, names[i]), t->rough);
        for (int32_t y = 0; field->map && y < g->height; y++)
            memcpy(planes + (size_t)i * samples + (size_t)y * (size_t)g->width, oro_row(field->map, y),
                   (size_t)g->width * sizeof(float));
        j.maps[i] = planes + (size_t)i * samples;
    }
    double began = now();
    oro_parallel(t->ctx, (j.height + j.rows - 1) / j.rows, noise_block, &j);
    double took = now() - began;
    free(planes);
    return took;
}

enum { SCENES = 5, SIDES = 4 };

/// What is printed of a terrain in Mathisen's table 5.5, and what was measured.
typedef struct timing {
    const char *file, *printed[SIDES];
    double seconds[SIDES], plain; ///< plain: times as long, at the largest side
} timing;

/// The table of docs/splines.md.
static void print_table(const timing *scenes) {
    printf("\n| terrain | 256² | 512² | 1024² | 2048² | plain way at 2048² |\n|---|---|---|---|---|---|\n");
    for (int s = 0; s < SCENES; s++) {
        printf("| %s |", scenes[s].file);
        for (int k = 0; k < SIDES; k++) printf(" %s → %.3f |", scenes[s].printed[k], scenes[s].seconds[k]);
        printf(" %.1f× |\n", scenes[s].plain);
    }
}

static void least(double *best, double took) {
    if (*best == 0.0 || took < *best) *best = took;
}

int main(int argc, char **argv) {
    static timing scenes[SCENES] = {{"fantasy", {"0.33", "0.40", "0.65", "1.50"}},
                                    {"mountain-range", {"0.14", "0.23", "0.62", "1.90"}},
                                    {"mountain-river", {"0.09", "0.15", "0.33", "0.93"}},
                                    {"combined", {"0.17", "0.30", "0.67", "1.90"}},
                                    {"pathway", {"0.05", "0.12", "0.35", "0.94"}}};
    int runs = argc > 1 ? atoi(argv[1]) : 5, only = argc > 2 ? atoi(argv[2]) : 0;
    if (runs < 1) return fputs("usage: terrains [RUNS [SIDE]]\n", stderr), 2;
    oro_context *ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, NULL);
    if (!ctx) return 2;
    printf("%d threads, level %s; seconds, least of %d runs; printed: table 5.5 (RTX 2060 Super)\n"
           "%-16s %5s %8s %8s %8s %8s | plain: %8s %8s %8s\n",
           oro_thread_count(ctx), oro_cpu_level(ctx), runs, "terrain", "side", "diffuse", "noise", "sum", "printed",
           "diffuse", "noise", "ratio");
    for (int s = 0; s < SCENES; s++) {
        char path[512];
        snprintf(path, sizeof path, "%s/examples/scenes/mathisen/%s.oro.json", SOURCE_DIR, scenes[s].file);
        oro_scene *scene = oro_scene_load(ctx, path);
        if (!scene) stop(ctx);
        for (int k = 0; k < SIDES; k++) {
            terrain t;
            if (only && only != 256 << k) continue;
            double sketch = 0, rough = 0, plain_sketch = 0, plain_noise = 0, moved = 0;
            set_up(&t, ctx, scene, 256 << k);
            for (int i = 0; i < runs; i++) {
                least(&sketch, time_op(&t, t.sketch_op, t.sketch));
                least(&rough, time_op(&t, t.rough_op, t.rough));
                if (i < 2 || k < 2) {
                    least(&plain_sketch, time_op(&t, &oro_operator_diffuse_plain, t.sketch));
                    least(&plain_noise, time_plain_noise(&t));
                }
            }
            printf("%-16s %5d %8.3f %8.3f %8.3f %8s |        %8.3f %8.3f %8.2f\n", scenes[s].file, 256 << k, sketch,
                   rough, sketch + rough, scenes[s].printed[k], plain_sketch, plain_noise,
                   (plain_sketch + plain_noise) / (sketch + rough));
            scenes[s].seconds[k] = sketch + rough;
            scenes[s].plain = (plain_sketch + plain_noise) / (sketch + rough);
            for (int i = 0; k == 1 && i < runs; i++) {
                const oro_records *splines = oro_arg_at(oro_arg_find(&t.sketch_op->record, "splines"), t.sketch);
                oro_spline_point *p = (oro_spline_point *)((const oro_spline *)splines->items)->points.items;
                p->x += 1.0f;
                least(&moved, time_op(&t, t.sketch_op, t.sketch) + time_op(&t, t.rough_op, t.rough));
            }
            if (k == 1)
                printf("%-16s %5d one point moved: new surface after %.1f ms\n", scenes[s].file, 512, 1e3 * moved);
            if (k == 2) print_exact(&t, scenes[s].file, 1024);
            fflush(stdout);
            tear_down(&t);
        }
        oro_scene_destroy(scene);
    }
    oro_destroy(ctx);
    if (!only) print_table(scenes);
    return 0;
}
