// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The first two thirds of a step, row by row: fluxes through faces, then what every cell can give, carries and could cut.
#ifndef ORO_SOLVE_PIPES_FACES_H
#define ORO_SOLVE_PIPES_FACES_H

#include "solve/pipes_level.h"

// --- faces ------------------------------------------------------------------------------------------------------------

typedef struct pipes_faces {
    float *restrict bed_x, *restrict level_x, *restrict flux_x, *restrict bed_y, *restrict level_y, *restrict flux_y;
} pipes_faces;

ORO_CELL void pipes_face_loop(const pipes_numbers *numbers, pipes_row here, pipes_row below, pipes_faces to,
                              int32_t width, bool document) {
    const pipes_numbers n = *numbers;
    const float *restrict t = here.bed, *restrict d = here.plane[PIPES_D], *restrict w = here.plane[PIPES_W];
    const float *restrict fx = here.plane[PIPES_FX], *restrict fy = here.plane[PIPES_FY];
    const float *restrict t1 = below.bed, *restrict d1 = below.plane[PIPES_D], *restrict w1 = below.plane[PIPES_W];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_pair bed = {(t[x] - t[x + 1]) + (d[x] - d[x + 1]), (t[x] - t1[x]) + (d[x] - d1[x])};
        pipes_pair level = {bed.x + (w[x] - w[x + 1]), bed.y + (w[x] - w1[x])};
        pipes_pair flux = {fx[x], fy[x]};
        pipes_pair depth = {pipes_depth(n, bed.x, w[x], w[x + 1]), pipes_depth(n, bed.y, w[x], w1[x])};
        flux = document ? pipes_document_flux(n, flux, level) : pipes_carving_flux(n, flux, level, depth);
        to.bed_x[x] = bed.x;
        to.bed_y[x] = bed.y;
        to.level_x[x] = level.x;
        to.level_y[x] = level.y;
        to.flux_x[x] = flux.x;
        to.flux_y[x] = flux.y;
    }
}

static __attribute__((noinline)) void pipes_carving_faces(const pipes_numbers *n, pipes_row here, pipes_row below,
                                                          pipes_faces to, int32_t width) {
    pipes_face_loop(n, here, below, to, width, false);
}
static __attribute__((noinline)) void pipes_document_faces(const pipes_numbers *n, pipes_row here, pipes_row below,
                                                           pipes_faces to, int32_t width) {
    pipes_face_loop(n, here, below, to, width, true);
}

/// Faces of row y over the border below (side 1) or above (side -1) the map.
static inline void pipes_border_row(const pipes_level *p, pipes_row edge, float side, float *restrict bed,
                                    float *restrict level, float *restrict flux) {
    const pipes_numbers n = p->numbers;
    float rim = n.closed ? 0.0f : n.rim;
    for (int32_t x = 0; x < p->width; x++) {
        float w = edge.plane[PIPES_W][x], f = pipes_border_flux(n, edge.bed[x] + edge.plane[PIPES_D][x], w);
        bed[x] = side * rim;
        level[x] = side * (rim + w);
        flux[x] = side * f;
    }
}

/// The faces at both ends of a row: between the last cell and the first where the map wraps, else the border.
static inline void pipes_row_ends(const pipes_level *p, pipes_row here, pipes_faces to) {
    const pipes_numbers n = p->numbers;
    int32_t last = p->width - 1;
    const float *t = here.bed, *d = here.plane[PIPES_D], *w = here.plane[PIPES_W];
    if (p->wrap) {
        pipes_pair bed = {(t[last] - t[0]) + (d[last] - d[0]), 0.0f}, level = {bed.x + (w[last] - w[0]), 0.0f};
        pipes_pair flux = {here.plane[PIPES_FX][last], 0.0f}, depth = {pipes_depth(n, bed.x, w[last], w[0]), 0.0f};
        flux = p->document ? pipes_document_flux(n, flux, level) : pipes_carving_flux(n, flux, level, depth);
        to.bed_x[-1] = to.bed_x[last] = bed.x;
        to.level_x[-1] = to.level_x[last] = level.x;
        to.flux_x[-1] = to.flux_x[last] = flux.x;
        return;
    }
    float rim = n.closed ? 0.0f : n.rim;
    to.bed_x[-1] = -rim;
    to.level_x[-1] = -(rim + w[0]);
    to.flux_x[-1] = -pipes_border_flux(n, t[0] + d[0], w[0]);
    to.bed_x[last] = rim;
    to.level_x[last] = rim + w[last];
    to.flux_x[last] = pipes_border_flux(n, t[last] + d[last], w[last]);
}

static inline void pipes_make_faces(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_faces to = {pipes_roll_one(p, wave, ROLL_BED_X),  pipes_roll_one(p, wave, ROLL_LEVEL_X),
                      pipes_roll(p, wave, ROLL_FLUX_X, y),  pipes_roll(p, wave, ROLL_BED_Y, y),
                      pipes_roll(p, wave, ROLL_LEVEL_Y, y), pipes_roll(p, wave, ROLL_FLUX_Y, y)};
    pipes_row here = pipes_row_at(p, wave, y);
    bool edge = !pipes_has_row(p, y + 1);
    pipes_row below = edge ? here : pipes_row_at(p, wave, y + 1);
    (p->document ? pipes_document_faces : pipes_carving_faces)(&p->numbers, here, below, to, p->width);
    if (edge) pipes_border_row(p, here, 1.0f, to.bed_y, to.level_y, to.flux_y);
    pipes_row_ends(p, here, to);
}

// --- cells ------------------------------------------------------------------------------------------------------------

typedef struct pipes_cells {
    float *restrict keep, *restrict load, *restrict discharge, *restrict power, *restrict drop;
} pipes_cells;

ORO_CELL void pipes_cell_loop(const pipes_numbers *numbers, pipes_row here, pipes_faces at, pipes_faces above,
                              pipes_cells to, int32_t width, bool document) {
    const pipes_numbers n = *numbers;
    const float *restrict w = here.plane[PIPES_W], *restrict s = here.plane[PIPES_S];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_cross flux = {at.flux_x[x], at.flux_x[x - 1], at.flux_y[x], above.flux_y[x]};
        pipes_cross level = {at.level_x[x], at.level_x[x - 1], at.level_y[x], above.level_y[x]};
        pipes_cross bed = {at.bed_x[x], at.bed_x[x - 1], at.bed_y[x], above.bed_y[x]};
        pipes_cell c = pipes_look(n, flux, level, bed, w[x], s[x], document);
        to.keep[x] = c.keep;
        to.load[x] = c.load;
        to.discharge[x] = c.discharge;
        to.power[x] = c.power;
        to.drop[x] = c.drop;
    }
}

static __attribute__((noinline)) void pipes_carving_cells(const pipes_numbers *n, pipes_row here, pipes_faces at,
                                                          pipes_faces above, pipes_cells to, int32_t width) {
    pipes_cell_loop(n, here, at, above, to, width, false);
}
static __attribute__((noinline)) void pipes_document_cells(const pipes_numbers *n, pipes_row here, pipes_faces at,
                                                           pipes_faces above, pipes_cells to, int32_t width) {
    pipes_cell_loop(n, here, at, above, to, width, true);
}

static inline void pipes_look_at_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y);
    pipes_faces at = {pipes_roll_one(p, wave, ROLL_BED_X),  pipes_roll_one(p, wave, ROLL_LEVEL_X),
                      pipes_roll(p, wave, ROLL_FLUX_X, y),  pipes_roll(p, wave, ROLL_BED_Y, y),
                      pipes_roll(p, wave, ROLL_LEVEL_Y, y), pipes_roll(p, wave, ROLL_FLUX_Y, y)};
    pipes_faces above = {.bed_y = pipes_roll(p, wave, ROLL_BED_Y, y - 1),
                         .level_y = pipes_roll(p, wave, ROLL_LEVEL_Y, y - 1),
                         .flux_y = pipes_roll(p, wave, ROLL_FLUX_Y, y - 1)};
    if (!pipes_has_row(p, y - 1)) pipes_border_row(p, here, -1.0f, above.bed_y, above.level_y, above.flux_y);
    pipes_cells to = {pipes_roll(p, wave, ROLL_KEEP, y), pipes_roll(p, wave, ROLL_LOAD, y),
                      pipes_roll_discharge(p, wave, y), pipes_roll(p, wave, ROLL_POWER, y),
                      pipes_roll(p, wave, ROLL_DROP, y)};
    (p->document ? pipes_document_cells : pipes_carving_cells)(&p->numbers, here, at, above, to, p->width);
    int32_t last = p->width - 1;
    float *rows[3] = {to.keep, to.load, to.discharge};
    for (int32_t i = 0; i < 3; i++) {
        rows[i][-1] = rows[i][p->wrap ? last : 0];
        rows[i][last + 1] = rows[i][p->wrap ? 0 : last];
    }
}

#endif
