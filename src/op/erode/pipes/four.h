// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A step of Mathisen's law, row by row, with the four faces that its author has: fluxes, what every cell can give and
// carries, the update. What loops hand on lives in one or two rows each.
#ifndef ORO_PIPES_FOUR_H
#define ORO_PIPES_FOUR_H

#include "level.h"

// --- faces ------------------------------------------------------------------------------------------------------------

typedef struct pipes_four_faces {
    float *restrict bed_x, *restrict flux_x, *restrict bed_y, *restrict flux_y;
} pipes_four_faces;

static inline pipes_four_faces pipes_four_row(const pipes_level *p, int32_t wave, int32_t y) {
    return (pipes_four_faces){pipes_roll_one(p, wave, ROLL_BED_RIGHT), pipes_roll(p, wave, ROLL_FLUX_RIGHT, y),
                              pipes_roll(p, wave, ROLL_BED_DOWN, y), pipes_roll(p, wave, ROLL_FLUX_DOWN, y)};
}

static __attribute__((noinline)) void pipes_four_face_loop(const pipes_numbers *numbers, pipes_row here,
                                                           pipes_row below, pipes_four_faces to, int32_t width) {
    const pipes_numbers n = *numbers;
    const float *restrict fx = here.plane[PIPES_FLUX_RIGHT], *restrict fy = here.plane[PIPES_FLUX_DOWN];
    const pipes_site_row a = pipes_sites_of(here), b = pipes_sites_of(below);
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_faces made = pipes_mathisen_make(n, pipes_site_at(a, x), pipes_site_at(a, x + 1), pipes_site_at(b, x),
                                               (pipes_pair){fx[x], fy[x]});
        to.bed_x[x] = made.bed.x;
        to.bed_y[x] = made.bed.y;
        to.flux_x[x] = made.flux.x;
        to.flux_y[x] = made.flux.y;
    }
}

/// What leaves over the border: the drop is that of the rim, and the water's own depth.
static inline float pipes_four_leaving(pipes_numbers n, pipes_row edge, int32_t x) {
    float w = edge.plane[PIPES_WATER][x];
    return pipes_border_flux(n, edge.bed[x] + edge.plane[PIPES_CHANGE][x], w, n.rim + w);
}

/// Faces of an edge row over the border below (side 1) or above (side -1) the map.
static inline void pipes_four_border(const pipes_level *p, pipes_row edge, float side, pipes_four_faces to) {
    float rim = p->numbers.closed ? 0.0f : p->numbers.rim;
    for (int32_t x = 0; x < p->width; x++) {
        to.bed_y[x] = side * rim;
        to.flux_y[x] = side * pipes_four_leaving(p->numbers, edge, x);
    }
}

static inline void pipes_four_make_faces(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_four_faces to = pipes_four_row(p, wave, y);
    pipes_row here = pipes_row_at(p, wave, y);
    bool edge = !pipes_has_row(p, y + 1);
    int32_t last = p->width - 1;
    pipes_four_face_loop(&p->numbers, here, edge ? here : pipes_row_at(p, wave, y + 1), to, p->width);
    if (edge) pipes_four_border(p, here, 1.0f, to);
    if (!p->wrap) {
        float rim = p->numbers.closed ? 0.0f : p->numbers.rim;
        to.bed_x[-1] = -rim;
        to.flux_x[-1] = -pipes_four_leaving(p->numbers, here, 0);
        to.bed_x[last] = rim;
        to.flux_x[last] = pipes_four_leaving(p->numbers, here, last);
    } else {
        to.bed_x[-1] = to.bed_x[last];
        to.flux_x[-1] = to.flux_x[last];
    }
}

// --- cells ------------------------------------------------------------------------------------------------------------

typedef struct pipes_four_cells {
    float *restrict keep, *restrict load, *restrict power;
} pipes_four_cells;

static __attribute__((noinline)) void pipes_four_cell_loop(const pipes_numbers *numbers, pipes_row here,
                                                           pipes_four_faces at, pipes_four_faces above,
                                                           pipes_four_cells to, int32_t width) {
    const pipes_numbers n = *numbers;
    const float *restrict w = here.plane[PIPES_WATER], *restrict s = here.plane[PIPES_LOAD];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_cross flux = {at.flux_x[x], at.flux_x[x - 1], at.flux_y[x], above.flux_y[x]};
        pipes_cross bed = {at.bed_x[x], at.bed_x[x - 1], at.bed_y[x], above.bed_y[x]};
        pipes_cell c = pipes_mathisen_look(n, flux, bed, w[x], s[x]);
        to.keep[x] = c.keep;
        to.load[x] = c.load;
        to.power[x] = c.power;
    }
}

static inline void pipes_four_look_at_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y);
    pipes_four_faces above = pipes_four_row(p, wave, y - 1);
    if (!pipes_has_row(p, y - 1)) pipes_four_border(p, here, -1.0f, above);
    pipes_four_cells to = {pipes_roll(p, wave, ROLL_KEEP, y), pipes_roll(p, wave, ROLL_LOAD, y),
                           pipes_roll(p, wave, ROLL_POWER, y)};
    pipes_four_cell_loop(&p->numbers, here, pipes_four_row(p, wave, y), above, to, p->width);
    pipes_ends(p, to.keep);
    pipes_ends(p, to.load);
}

// --- update -----------------------------------------------------------------------------------------------------------

/// What the update of a row reads besides the state.
typedef struct pipes_four_around {
    const float *restrict flux_x, *restrict flux_y;              ///< not limited yet
    const float *restrict keep, *restrict load, *restrict power; ///< of this row
    const float *restrict keep_below, *restrict load_below;      ///< of the next
    const float *restrict given_above, *restrict carried_above;  ///< limited, through the upper faces
    const float *restrict rain, *restrict capacity, *restrict soft, *restrict loose, *restrict depth;
    float *restrict carried; ///< through the lower faces: for the next row
} pipes_four_around;

ORO_CELL void pipes_four_update_loop(const pipes_numbers *numbers, pipes_row here, pipes_four_around a, int32_t width,
                                     bool sea) {
    const pipes_numbers n = *numbers;
    const float *restrict t = here.bed;
    float *restrict d = here.plane[PIPES_CHANGE], *restrict w = here.plane[PIPES_WATER],
                    *restrict s = here.plane[PIPES_LOAD];
    float *restrict fx = here.plane[PIPES_FLUX_RIGHT], *restrict fy = here.plane[PIPES_FLUX_DOWN];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_before b = {
            .site = {t[x], d[x], w[x]},
            .load = s[x],
            .flux = {.right = a.flux_x[x], .down = a.flux_y[x]},
            .flux_left = a.flux_x[x - 1],
            .keep = {.here = a.keep[x], .right = a.keep[x + 1], .left = a.keep[x - 1], .down = a.keep_below[x]},
            .carries = {.here = a.load[x], .right = a.load[x + 1], .left = a.load[x - 1], .down = a.load_below[x]},
            .given = {.middle = a.given_above[x]},
            .brought = {.middle = a.carried_above[x]},
            .asked = {a.rain[x], a.capacity[x], a.soft[x], a.loose[x], a.depth[x]},
        };
        pipes_after c = pipes_mathisen_update(n, b, a.power[x], sea);
        d[x] = c.change;
        s[x] = c.load;
        w[x] = c.water;
        fx[x] = c.given.right;
        fy[x] = c.given.down;
        a.carried[x] = c.carried_down;
    }
}

static __attribute__((noinline)) void pipes_four_update_land(const pipes_numbers *n, pipes_row here,
                                                             pipes_four_around a, int32_t width) {
    pipes_four_update_loop(n, here, a, width, false);
}
static __attribute__((noinline)) void pipes_four_update_sea(const pipes_numbers *n, pipes_row here, pipes_four_around a,
                                                            int32_t width) {
    pipes_four_update_loop(n, here, a, width, true);
}

/// Updates row y; what leaves the map by it is returned, m of bed.
static inline double pipes_four_update_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y);
    bool first = y == pipes_wave_start(p, wave), bottom = !pipes_has_row(p, y + 1);
    int32_t below = bottom ? y : y + 1, place = y % p->height, last = p->width - 1;
    pipes_four_around a = {
        .flux_x = pipes_roll(p, wave, ROLL_FLUX_RIGHT, y),
        .flux_y = pipes_roll(p, wave, ROLL_FLUX_DOWN, y),
        .keep = pipes_roll(p, wave, ROLL_KEEP, y),
        .load = pipes_roll(p, wave, ROLL_LOAD, y),
        .power = pipes_roll(p, wave, ROLL_POWER, y),
        .keep_below = pipes_roll(p, wave, ROLL_KEEP, below),
        .load_below = pipes_roll(p, wave, ROLL_LOAD, below),
        .given_above =
            first ? pipes_roll_one(p, wave, ROLL_GIVEN_DOWN) : pipes_row_at(p, wave, y - 1).plane[PIPES_FLUX_DOWN],
        .carried_above = pipes_roll(p, wave, ROLL_CARRIED_DOWN, y - 1),
        .rain = pipes_map_row(p->rain, place),
        .capacity = pipes_map_row(p->capacity, place),
        .soft = pipes_map_row(p->soft, place),
        .loose = pipes_map_row(p->loose, place),
        .depth = pipes_map_row(p->depth, place),
        .carried = pipes_roll(p, wave, ROLL_CARRIED_DOWN, y),
    };
    (p->numbers.has_sea ? pipes_four_update_sea : pipes_four_update_land)(&p->numbers, here, a, p->width);
    if (p->wrap) return 0.0;
    float west = pipes_given(a.flux_x[-1], a.keep[-1], a.keep[0]), east = here.plane[PIPES_FLUX_RIGHT][last];
    double lost = (double)pipes_carried(east, a.load[last], a.load[last + 1]) -
                  (double)pipes_carried(west, a.load[-1], a.load[0]);
    for (int32_t x = 0; bottom && x < p->width; x++) lost += (double)a.carried[x];
    return lost;
}

#endif
