// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How well surfaces from curves hold: in how many trials a scene keeps its topology when every curve is off by chance, how surfaces of half the
// cell come nearer to a fine one, and what a turn by 45 degrees changes. Prints rows of a table; tests/measure/volumes.py asks for them.
//
//     sculpting jitter | refine | turn

#include "op/args.h"
#include "orogen/mesh.h"
#include "orogen/volume.h"
#include "solve/volume_at.h"
#include "tests/drawn_ribbons.h"

#include <stdint.h>
#include <stdio.h>

static oro_context *ctx;

typedef void draw_fn(drawn_scene *s);

static void stop(void) {
    fprintf(stderr, "sculpting: %s\n", oro_last_error(ctx)->sentence);
    exit(1);
}

// --- operators by name ------------------------------------------------------------------------------------------------------------

static void *begin_args(const char *name, const oro_operator **op) {
    *op = oro_operator_find(ctx, name);
    void *args = *op ? calloc(1, (*op)->record.size) : NULL;
    if (!args || oro_args_init(ctx, &(*op)->record, args) != ORO_OK) stop();
    return args;
}

static void *member(const oro_operator *op, void *args, const char *name) {
    return oro_arg_at(oro_arg_find(&op->record, name), args);
}

static void put(const oro_operator *op, void *args, const char *name, const char *text) {
    if (oro_args_parse(ctx, &op->record, args, oro_arg_find(&op->record, name), text, name) != ORO_OK) stop();
}

/// The surface of ribbons in the box of the scenes, with `cells` along 64 m.
static void sculpt(const oro_ribbons *b, int32_t cells, const char *give, oro_mesh *m, oro_volume *distance) {
    const oro_operator *op;
    void *args = begin_args("sculpt", &op);
    oro_grid ground = {.width = cells + 1, .height = cells + 1, .cell = 64.0 / cells};
    put(op, args, "bottom", "0");
    put(op, args, "top", "32");
    put(op, args, "coarseness", "1");
    put(op, args, "give", give);
    *(const oro_ribbons **)member(op, args, "ribbons") = b;
    *(oro_mesh **)member(op, args, "result") = m;
    *(oro_volume **)member(op, args, "distance") = distance;
    double bytes;
    *(double **)member(op, args, "bytes") = &bytes;
    if (oro_call(ctx, op, args, &(oro_run_desc){.ground = &ground}) != ORO_OK) stop();
    oro_args_free(ctx, &op->record, args);
    free(args);
}

/// Has a mesh one piece, that many handles and no edge with more than two triangles?
static bool has_genus(const oro_mesh *m, double genus) {
    const oro_operator *op;
    void *args = begin_args("topology", &op);
    double components = 0, found = -1, crowded = 0;
    *(const oro_mesh **)member(op, args, "mesh") = m;
    *(double **)member(op, args, "components") = &components;
    *(double **)member(op, args, "genus") = &found;
    *(double **)member(op, args, "crowded_edges") = &crowded;
    if (oro_call(ctx, op, args, NULL) != ORO_OK) stop();
    oro_args_free(ctx, &op->record, args);
    free(args);
    return components == 1 && found == genus && crowded == 0;
}

// --- chance -------------------------------------------------------------------------------------------------------------------------

static uint64_t chance = 1;
static double uniform(void) {
    chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(chance >> 11) / 9007199254740992.0;
}
static double normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += uniform();
    return sum;
}

/// Every curve off by `metres`, its points by 0.4 of that, its angles by `degrees`.
static void jitter(drawn_scene *s, double metres, double degrees) {
    for (int i = 0; i < s->count; i++) {
        drawn_curve *c = &s->curves[i];
        double shift[3] = {metres * normal(), metres * normal(), metres * normal()};
        double turn[2] = {degrees * normal(), degrees * normal()};
        for (int p = 0; p < c->points; p++)
            for (int k = 0; k < 3; k++) c->at[p][k] += shift[k] + 0.4 * metres * normal();
        for (int k = 0; k < c->constraints; k++) {
            c->angle[k][1] += turn[0];
            c->angle[k][2] += turn[1];
        }
    }
}

static void print_jitter(void) {
    static const struct {
        const char *name;
        draw_fn *draw;
        double metres, degrees, genus;
    } rows[] = {{"arch", draw_arch, 1, 10, 1},          {"arch", draw_arch, 2, 15, 1},
                {"U-tunnel", draw_u_tunnel, 0.5, 5, 1}, {"U-tunnel", draw_u_tunnel, 1, 10, 1},
                {"overhang", draw_overhang, 2, 15, 0},  {"branch", draw_branch, 0.5, 5, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int kept[2] = {0, 0};
        for (int give = 0; give < 2; give++) {
            chance = 1 + i;
            for (int trial = 0; trial < 16; trial++) {
                drawn_scene s = {0};
                rows[i].draw(&s);
                jitter(&s, rows[i].metres, rows[i].degrees);
                oro_ribbons b = drawn_ribbons(ctx, &s, 0.8);
                oro_mesh m = {0};
                sculpt(&b, 64, give ? "2" : "0", &m, NULL);
                kept[give] += has_genus(&m, rows[i].genus);
                oro_mesh_free(ctx, &m);
                oro_ribbons_free(ctx, &b);
            }
        }
        printf("%s|%g|%g|%d|%d\n", rows[i].name, rows[i].metres, rows[i].degrees, kept[0], kept[1]);
        fflush(stdout);
    }
}

// --- surfaces against each other --------------------------------------------------------------------------------------------------

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Is a place within 3 m of the spine of some curve, where creases are?
static bool is_near_crease(const oro_ribbons *b, double x, double y, double z) {
    for (size_t v = 1; b && v < b->vertex_count; v += 3) { // right, spine, left
        const float *p = b->positions + 3 * v;
        double d[3] = {(double)p[0] - x, (double)p[1] - y, (double)p[2] - z};
        if (drawn_dot(d, d) < 9) return true;
    }
    return false;
}

/// That part of the distances of a mesh's vertices, turned back by an angle, to the surface of a volume; within `reach` of the middle and
/// away from the spines of `creases`, if not NULL.
static double distance_of(const oro_mesh *m, const oro_volume *v, const oro_ribbons *creases, double angle,
                          double reach, double part) {
    double *d = malloc((m->vertex_count + 1) * sizeof *d), c = cos(angle), s = sin(angle);
    size_t count = 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        double x = (double)m->positions[3 * i] - 32, y = -(double)m->positions[3 * i + 1] - 32,
               z = (double)m->positions[3 * i + 2];
        if (x * x + y * y > reach * reach || z < 2 || z > 30 || is_near_crease(creases, 32 + x, 32 + y, z)) continue;
        volume_place height = volume_place_on(z, v->origin[2], v->cell, v->depth);
        d[count++] = fabs((double)volume_at(v, 32 + c * x + s * y, 32 - s * x + c * y, height));
    }
    qsort(d, count, sizeof *d, ascending);
    double found = count ? d[(size_t)(part * (double)(count - 1))] : 0;
    free(d);
    return found;
}

static void print_refine(void) {
    static const struct {
        const char *name;
        draw_fn *draw;
    } rows[] = {{"ridge", draw_ridge}, {"arch", draw_arch}, {"overhang", draw_overhang}, {"hill", draw_hill}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn_scene s = {0};
        rows[i].draw(&s);
        oro_ribbons b = drawn_ribbons(ctx, &s, 0.4);
        oro_mesh m[3] = {{0}, {0}, {0}};
        oro_volume fine = {0};
        for (int k = 0; k < 3; k++) sculpt(&b, 32 << k, "0", &m[k], k == 2 ? &fine : NULL);
        printf("%s|%.3f|%.3f\n", rows[i].name, distance_of(&m[0], &fine, &b, 0, 30, 0.95),
               distance_of(&m[1], &fine, &b, 0, 30, 0.95));
        fflush(stdout);
        for (int k = 0; k < 3; k++) oro_mesh_free(ctx, &m[k]);
        oro_volume_free(ctx, &fine);
        oro_ribbons_free(ctx, &b);
    }
}

static void turn_ribbons(oro_ribbons *b, double angle) {
    float *const lists[3] = {b->positions, b->normals, b->bitangents};
    double c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; k++)
        for (size_t v = 0; v < b->vertex_count; v++) {
            float *p = lists[k] + 3 * v;
            double o = k == 0 ? 32 : 0, x = (double)p[0] - o, y = (double)p[1] - o;
            p[0] = (float)(o + c * x - s * y);
            p[1] = (float)(o + s * x + c * y);
        }
}

static void draw_diagonal(drawn_scene *s) { DRAWN_LINE(s, 0, -87, 12, 0.1, -18, 20, 32, 82, 20, 32); }

static void print_turn(void) {
    static const struct {
        const char *name;
        draw_fn *draw;
    } rows[] = {{"cliff", draw_diagonal},
                {"hill", draw_hill},
                {"overhang", draw_overhang},
                {"arch", draw_arch},
                {"U-tunnel", draw_u_tunnel}};
    static const double quarter = 0.78539816339744831;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn_scene s = {0};
        rows[i].draw(&s);
        oro_ribbons b = drawn_ribbons(ctx, &s, 0.5);
        oro_mesh m[2] = {{0}, {0}};
        oro_volume v = {0};
        sculpt(&b, 64, "0", &m[0], &v);
        turn_ribbons(&b, quarter);
        sculpt(&b, 64, "0", &m[1], NULL);
        printf("%s|%.3f|%.3f\n", rows[i].name, distance_of(&m[1], &v, NULL, quarter, 26, 0.99),
               distance_of(&m[1], &v, NULL, quarter, 26, 1));
        fflush(stdout);
        for (int k = 0; k < 2; k++) oro_mesh_free(ctx, &m[k]);
        oro_volume_free(ctx, &v);
        oro_ribbons_free(ctx, &b);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    ctx = oro_create(&(oro_context_desc){.threads = 2}, NULL);
    if (!ctx) return 1;
    if (strcmp(what, "jitter") == 0)
        print_jitter();
    else if (strcmp(what, "refine") == 0)
        print_refine();
    else if (strcmp(what, "turn") == 0)
        print_turn();
    else
        fprintf(stderr, "usage: sculpting jitter|refine|turn\n");
    oro_destroy(ctx);
    return 0;
}
