// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A step of the carving law, row by row, through pipes to eight neighbours: fluxes, what every cell can give, carries and
// loses, the update. Of its eight pipes a row makes those to the right and to the three cells below. What loops hand on lives
// in one to four rows each.
#ifndef ORO_PIPES_EIGHT_H
#define ORO_PIPES_EIGHT_H

#include "level.h"

// --- pipes ------------------------------------------------------------------------------------------------------------

/// Pipes of a row: to the right (x), down (y), down right (e) and down left (w).
typedef struct pipes_ways {
    float *restrict level_x, *restrict level_y, *restrict level_e, *restrict level_w; ///< near above far side, m
    float *restrict flux_x, *restrict flux_y, *restrict flux_e, *restrict flux_w;
} pipes_ways;

static inline pipes_ways pipes_ways_row(const pipes_level *p, int32_t wave, int32_t y) {
    return (pipes_ways){.level_x = pipes_roll_one(p, wave, ROLL_LEVEL_RIGHT),
                        .level_y = pipes_roll(p, wave, ROLL_LEVEL_DOWN, y),
                        .level_e = pipes_roll(p, wave, ROLL_LEVEL_DOWN_RIGHT, y),
                        .level_w = pipes_roll(p, wave, ROLL_LEVEL_DOWN_LEFT, y),
                        .flux_x = pipes_roll(p, wave, ROLL_FLUX_RIGHT, y),
                        .flux_y = pipes_roll(p, wave, ROLL_FLUX_DOWN, y),
                        .flux_e = pipes_roll(p, wave, ROLL_FLUX_DOWN_RIGHT, y),
                        .flux_w = pipes_roll(p, wave, ROLL_FLUX_DOWN_LEFT, y)};
}

/// Also finds the lowest bed of each cell and its two neighbours in the row.
static __attribute__((noinline)) void pipes_flux_loop(const pipes_numbers *numbers, pipes_row here, pipes_row below,
                                                      pipes_ways to, float *restrict low, int32_t width) {
    const pipes_numbers n = *numbers;
    const float *restrict fx = here.plane[PIPES_FLUX_RIGHT], *restrict fy = here.plane[PIPES_FLUX_DOWN];
    const float *restrict fe = here.plane[PIPES_FLUX_DOWN_RIGHT], *restrict fw = here.plane[PIPES_FLUX_DOWN_LEFT];
    const pipes_site_row a = pipes_sites_of(here), b = pipes_sites_of(below);
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_far_ends ends = {pipes_site_at(a, x + 1), pipes_site_at(b, x), pipes_site_at(b, x + 1),
                               pipes_site_at(b, x - 1)};
        pipes_own flux = {fx[x], fy[x], fe[x], fw[x]};
        pipes_made made = pipes_make_cell(n, pipes_site_at(a, x), ends, flux);
        to.level_x[x] = made.level.right;
        to.level_y[x] = made.level.down;
        to.level_e[x] = made.level.down_right;
        to.level_w[x] = made.level.down_left;
        to.flux_x[x] = made.flux.right;
        to.flux_y[x] = made.flux.down;
        to.flux_e[x] = made.flux.down_right;
        to.flux_w[x] = made.flux.down_left;
        low[x] = pipes_low(pipes_site_at(a, x - 1), pipes_site_at(a, x), ends.right);
    }
}

/// Pipes of an edge row over the border below (side 1) or above (side -1) the map; none of them slant.
static inline void pipes_border_row(const pipes_level *p, pipes_row edge, float side, pipes_ways to) {
    const float *fall = p->fall[side > 0.0f ? PIPES_SOUTH : PIPES_NORTH];
    const pipes_site_row at = pipes_sites_of(edge);
    for (int32_t x = 0; x < p->width; x++) {
        to.level_y[x] = side * fall[x];
        to.flux_y[x] = side * pipes_leaving(p->numbers, pipes_site_at(at, x), fall[x]);
        to.level_e[x] = to.level_w[x] = to.flux_e[x] = to.flux_w[x] = 0.0f;
    }
    to.level_e[-1] = to.flux_e[-1] = to.level_w[p->width] = to.flux_w[p->width] = 0.0f;
}

/// Pipes at both ends of a row: between the last cell and the first where the map wraps, else over the border.
static inline void pipes_row_ends(const pipes_level *p, pipes_row here, int32_t y, pipes_ways to, float *low) {
    int32_t last = p->width - 1;
    if (p->wrap) {
        to.level_x[-1] = to.level_x[last], to.flux_x[-1] = to.flux_x[last];
        to.level_e[-1] = to.level_e[last], to.flux_e[-1] = to.flux_e[last];
        to.level_w[last + 1] = to.level_w[0], to.flux_w[last + 1] = to.flux_w[0];
        return;
    }
    const pipes_site_row at = pipes_sites_of(here);
    float west = p->fall[PIPES_WEST][y], east = p->fall[PIPES_EAST][y];
    to.level_x[-1] = -west;
    to.flux_x[-1] = -pipes_leaving(p->numbers, pipes_site_at(at, 0), west);
    to.level_x[last] = east;
    to.flux_x[last] = pipes_leaving(p->numbers, pipes_site_at(at, last), east);
    to.level_e[-1] = to.flux_e[-1] = to.level_e[last] = to.flux_e[last] = 0.0f;
    to.level_w[0] = to.flux_w[0] = to.level_w[last + 1] = to.flux_w[last + 1] = 0.0f;
    low[0] = oro_min(low[0], here.bed[0] + here.plane[PIPES_CHANGE][0] - west);
    low[last] = oro_min(low[last], here.bed[last] + here.plane[PIPES_CHANGE][last] - east);
}

static inline void pipes_make_ways(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_ways to = pipes_ways_row(p, wave, y);
    pipes_row here = pipes_row_at(p, wave, y);
    float *low = pipes_roll_four(p, wave, ROLL_LOW, y);
    bool edge = !pipes_has_row(p, y + 1);
    pipes_flux_loop(&p->numbers, here, edge ? here : pipes_row_at(p, wave, y + 1), to, low, p->width);
    if (edge) pipes_border_row(p, here, 1.0f, to);
    pipes_row_ends(p, here, y, to, low);
}

// --- cells ------------------------------------------------------------------------------------------------------------

typedef struct pipes_cells {
    float *restrict keep, *restrict load, *restrict discharge, *restrict lost;
} pipes_cells;

static __attribute__((noinline)) void pipes_cell_loop(const pipes_numbers *numbers, pipes_row here, pipes_ways at,
                                                      pipes_ways above, pipes_cells to, int32_t width) {
    const pipes_numbers n = *numbers;
    const float *restrict w = here.plane[PIPES_WATER], *restrict s = here.plane[PIPES_LOAD];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_cross flux = {at.flux_x[x], at.flux_x[x - 1], at.flux_y[x], above.flux_y[x]};
        pipes_slants slants = {at.flux_e[x], above.flux_e[x - 1], at.flux_w[x], above.flux_w[x + 1]};
        pipes_cross level = {at.level_x[x], at.level_x[x - 1], at.level_y[x], above.level_y[x]};
        pipes_slants levels = {at.level_e[x], above.level_e[x - 1], at.level_w[x], above.level_w[x + 1]};
        pipes_cell c = pipes_look_around(n, flux, slants, level, levels, w[x], s[x]);
        to.keep[x] = c.keep;
        to.load[x] = c.load;
        to.discharge[x] = c.discharge;
        to.lost[x] = c.power;
    }
}

static inline void pipes_look_at_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y);
    pipes_ways above = pipes_ways_row(p, wave, y - 1);
    if (!pipes_has_row(p, y - 1)) pipes_border_row(p, here, -1.0f, above);
    pipes_cells to = {pipes_roll(p, wave, ROLL_KEEP, y), pipes_roll(p, wave, ROLL_LOAD, y),
                      pipes_roll_four(p, wave, ROLL_DISCHARGE, y), pipes_roll_four(p, wave, ROLL_LOST, y)};
    pipes_cell_loop(&p->numbers, here, pipes_ways_row(p, wave, y), above, to, p->width);
    float *rows[4] = {to.keep, to.load, to.discharge, to.lost};
    for (int32_t i = 0; i < 4; i++) pipes_ends(p, rows[i]);
}

// --- update -----------------------------------------------------------------------------------------------------------

/// What the update of a row reads besides the state.
typedef struct pipes_around {
    const float *restrict flux_x, *restrict flux_y, *restrict flux_e, *restrict flux_w; ///< not limited yet
    const float *restrict keep, *restrict load;                                         ///< of this row
    const float *restrict keep_below, *restrict load_below;                             ///< of the next
    const float *restrict given_y, *restrict given_e, *restrict given_w;                ///< limited, from above
    const float *restrict brought_y, *restrict brought_e, *restrict brought_w;          ///< their load
    const float *restrict q, *restrict column, *restrict lost, *restrict column_lost;
    const float *restrict low_above, *restrict low, *restrict low_below;
    const float *restrict rain, *restrict capacity, *restrict soft, *restrict loose, *restrict depth;
    float *restrict carried_y, *restrict carried_e, *restrict carried_w; ///< through the lower pipes: for the next row
} pipes_around;

ORO_CELL void pipes_update_loop(const pipes_numbers *numbers, pipes_row here, pipes_around a, int32_t width,
                                int exponent, bool bare, bool sea) {
    const pipes_numbers n = *numbers;
    const float *restrict t = here.bed;
    float *restrict d = here.plane[PIPES_CHANGE], *restrict w = here.plane[PIPES_WATER],
                    *restrict s = here.plane[PIPES_LOAD];
    float *restrict fx = here.plane[PIPES_FLUX_RIGHT], *restrict fy = here.plane[PIPES_FLUX_DOWN];
    float *restrict fe = here.plane[PIPES_FLUX_DOWN_RIGHT], *restrict fw = here.plane[PIPES_FLUX_DOWN_LEFT];
    const pipes_asked even = {a.rain[0], a.capacity[0], 0.0f, 0.0f, a.depth[0]};
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_before b = {
            .site = {t[x], d[x], w[x]},
            .load = s[x],
            .flux = {a.flux_x[x], a.flux_y[x], a.flux_e[x], a.flux_w[x]},
            .flux_left = a.flux_x[x - 1],
            .keep = {a.keep[x], a.keep[x + 1], a.keep[x - 1], a.keep_below[x], a.keep_below[x + 1],
                     a.keep_below[x - 1]},
            .carries = {a.load[x], a.load[x + 1], a.load[x - 1], a.load_below[x], a.load_below[x + 1],
                        a.load_below[x - 1]},
            .given = {a.given_y[x], a.given_e[x - 1], a.given_w[x + 1]},
            .brought = {a.brought_y[x], a.brought_e[x - 1], a.brought_w[x + 1]},
            .discharge = {a.q[x], a.column[x - 1], a.column[x], a.column[x + 1]},
            .energy = {a.lost[x], a.column_lost[x - 1], a.column_lost[x], a.column_lost[x + 1]},
            .low = oro_min(oro_min(a.low_above[x], a.low[x]), a.low_below[x]),
        };
        if (bare)
            b.asked = even;
        else
            b.asked = (pipes_asked){a.rain[x], a.capacity[x], a.soft[x], a.loose[x], a.depth[x]};
        pipes_after c = pipes_update_cell(n, b, exponent, bare, sea);
        d[x] = c.change;
        s[x] = c.load;
        w[x] = c.water;
        fx[x] = c.given.right;
        fy[x] = c.given.down;
        fe[x] = c.given.down_right;
        fw[x] = c.given.down_left;
        a.carried_y[x] = c.carried_down;
        a.carried_e[x] = c.carried_right;
        a.carried_w[x] = c.carried_left;
    }
}

#define PIPES_UPDATE(name, ...)                                                                                        \
    static __attribute__((noinline)) void name(const pipes_numbers *n, pipes_row here, pipes_around a,                 \
                                               int32_t width) {                                                        \
        pipes_update_loop(n, here, a, width, __VA_ARGS__);                                                             \
    }
PIPES_UPDATE(pipes_update_root, PIPES_ROOT, true, false)
PIPES_UPDATE(pipes_update_linear, PIPES_LINEAR, true, false)
PIPES_UPDATE(pipes_update_power, PIPES_POWER, true, false)
PIPES_UPDATE(pipes_update_root_maps, PIPES_ROOT, false, false)
PIPES_UPDATE(pipes_update_linear_maps, PIPES_LINEAR, false, false)
PIPES_UPDATE(pipes_update_power_maps, PIPES_POWER, false, false)
PIPES_UPDATE(pipes_update_root_sea, PIPES_ROOT, false, true)
PIPES_UPDATE(pipes_update_linear_sea, PIPES_LINEAR, false, true)
PIPES_UPDATE(pipes_update_power_sea, PIPES_POWER, false, true)

typedef void pipes_update_fn(const pipes_numbers *n, pipes_row here, pipes_around a, int32_t width);

static inline pipes_update_fn *pipes_update_of(const pipes_level *p) {
    static pipes_update_fn *const carving[3][3] = {
        [PIPES_ROOT] = {pipes_update_root, pipes_update_root_maps, pipes_update_root_sea},
        [PIPES_LINEAR] = {pipes_update_linear, pipes_update_linear_maps, pipes_update_linear_sea},
        [PIPES_POWER] = {pipes_update_power, pipes_update_power_maps, pipes_update_power_sea},
    };
    return carving[p->exponent][p->bare ? 0 : p->numbers.has_sea ? 2 : 1];
}

/// Sums over three rows with weights 1 2 1.
static __attribute__((noinline)) void pipes_columns(const float *restrict above, const float *restrict here,
                                                    const float *restrict below, float *restrict to, int32_t width) {
    for (int32_t x = -1; x <= width; x++) to[x] = pipes_column(above[x], here[x], below[x]);
}

static inline const float *pipes_sum_columns(const pipes_level *p, int32_t wave, int32_t y, int32_t what, int32_t sum) {
    int32_t above = pipes_has_row(p, y - 1) ? y - 1 : y, below = pipes_has_row(p, y + 1) ? y + 1 : y;
    float *to = pipes_roll_one(p, wave, sum);
    pipes_columns(pipes_roll_four(p, wave, what, above), pipes_roll_four(p, wave, what, y),
                  pipes_roll_four(p, wave, what, below), to, p->width);
    return to;
}

/// The lowest ground beside row y on one side of it: that of the next row, or outside the map what the land falls to.
static inline const float *pipes_low_beside(const pipes_level *p, int32_t wave, int32_t y, int32_t beside) {
    if (pipes_has_row(p, beside)) return pipes_roll_four(p, wave, ROLL_LOW, beside);
    float *outside = pipes_roll(p, wave, ROLL_OUTSIDE, beside < y),
          *fall = p->fall[beside < y ? PIPES_NORTH : PIPES_SOUTH];
    pipes_row here = pipes_row_at(p, wave, y);
    for (int32_t x = 0; x < p->width; x++) outside[x] = here.bed[x] + here.plane[PIPES_CHANGE][x] - fall[x];
    return outside;
}

/// Updates row y; what leaves the map by it is returned, m of bed.
static inline double pipes_update_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y), up = pipes_row_at(p, wave, y - 1);
    bool first = y == pipes_wave_start(p, wave), bottom = !pipes_has_row(p, y + 1);
    int32_t below = bottom ? y : y + 1, place = y % p->height, last = p->width - 1;
    pipes_around a = {
        .flux_x = pipes_roll(p, wave, ROLL_FLUX_RIGHT, y),
        .flux_y = pipes_roll(p, wave, ROLL_FLUX_DOWN, y),
        .flux_e = pipes_roll(p, wave, ROLL_FLUX_DOWN_RIGHT, y),
        .flux_w = pipes_roll(p, wave, ROLL_FLUX_DOWN_LEFT, y),
        .keep = pipes_roll(p, wave, ROLL_KEEP, y),
        .load = pipes_roll(p, wave, ROLL_LOAD, y),
        .keep_below = pipes_roll(p, wave, ROLL_KEEP, below),
        .load_below = pipes_roll(p, wave, ROLL_LOAD, below),
        .given_y = first ? pipes_roll_one(p, wave, ROLL_GIVEN_DOWN) : up.plane[PIPES_FLUX_DOWN],
        .given_e = first ? pipes_roll_one(p, wave, ROLL_GIVEN_DOWN_RIGHT) : up.plane[PIPES_FLUX_DOWN_RIGHT],
        .given_w = first ? pipes_roll_one(p, wave, ROLL_GIVEN_DOWN_LEFT) : up.plane[PIPES_FLUX_DOWN_LEFT],
        .brought_y = pipes_roll(p, wave, ROLL_CARRIED_DOWN, y - 1),
        .brought_e = pipes_roll(p, wave, ROLL_CARRIED_DOWN_RIGHT, y - 1),
        .brought_w = pipes_roll(p, wave, ROLL_CARRIED_DOWN_LEFT, y - 1),
        .q = pipes_roll_four(p, wave, ROLL_DISCHARGE, y),
        .column = pipes_sum_columns(p, wave, y, ROLL_DISCHARGE, ROLL_COLUMN_DISCHARGE),
        .lost = pipes_roll_four(p, wave, ROLL_LOST, y),
        .column_lost = pipes_sum_columns(p, wave, y, ROLL_LOST, ROLL_COLUMN_LOST),
        .low_above = pipes_low_beside(p, wave, y, y - 1),
        .low = pipes_roll_four(p, wave, ROLL_LOW, y),
        .low_below = pipes_low_beside(p, wave, y, y + 1),
        .rain = pipes_map_row(p->rain, place),
        .capacity = pipes_map_row(p->capacity, place),
        .soft = pipes_map_row(p->soft, place),
        .loose = pipes_map_row(p->loose, place),
        .depth = pipes_map_row(p->depth, place),
        .carried_y = pipes_roll(p, wave, ROLL_CARRIED_DOWN, y),
        .carried_e = pipes_roll(p, wave, ROLL_CARRIED_DOWN_RIGHT, y),
        .carried_w = pipes_roll(p, wave, ROLL_CARRIED_DOWN_LEFT, y),
    };
    pipes_update_of(p)(&p->numbers, here, a, p->width);
    float *fe = here.plane[PIPES_FLUX_DOWN_RIGHT], *fw = here.plane[PIPES_FLUX_DOWN_LEFT];
    fe[-1] = fe[last], a.carried_e[-1] = a.carried_e[last]; // both 0 where the map does not wrap
    fw[last + 1] = fw[0], a.carried_w[last + 1] = a.carried_w[0];
    if (p->wrap) return 0.0;
    float west = pipes_given(a.flux_x[-1], a.keep[-1], a.keep[0]), east = here.plane[PIPES_FLUX_RIGHT][last];
    double lost = (double)pipes_carried(east, a.load[last], a.load[last + 1]) -
                  (double)pipes_carried(west, a.load[-1], a.load[0]);
    for (int32_t x = 0; bottom && x < p->width; x++) lost += (double)a.carried_y[x];
    return lost * (double)p->numbers.straight;
}

#endif
