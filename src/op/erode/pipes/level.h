// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One resolution of a landscape under running water: its planes, and the rows that waves keep near. A wave is one step on its
// way down the map, row by row and in place; the next one follows some rows behind.
#ifndef ORO_PIPES_LEVEL_H
#define ORO_PIPES_LEVEL_H

#include "run/loops.h"
#include "step.cell.h"

#include <string.h>

/// Rows that a loop reads and writes never overlap; there are too many of them for the compiler to find out.
#if defined(__GNUC__) && !defined(__clang__)
#define PIPES_NO_OVERLAP _Pragma("GCC ivdep")
#else
#define PIPES_NO_OVERLAP
#endif

enum {
    PIPES_PAD = 16,   ///< floats beside a row
    PIPES_HALO = 2,   ///< rows on either side that a cell depends on
    PIPES_WAVES = 10, ///< most waves at once
};

/// Planes that change. Mathisen's law has no slanting pipes, and no planes for them.
enum {
    PIPES_CHANGE, ///< of the bed
    PIPES_WATER,
    PIPES_LOAD, ///< of the water
    PIPES_FLUX_RIGHT,
    PIPES_FLUX_DOWN,
    PIPES_FLUX_DOWN_RIGHT,
    PIPES_FLUX_DOWN_LEFT,
    PIPES_PLANES,
    PIPES_PLANES_OF_FOUR = PIPES_FLUX_DOWN_RIGHT
};

/// A number everywhere the same (step 0), or a plane.
typedef struct pipes_map {
    const float *row;
    ptrdiff_t step;
} pipes_map;

/// Water that falls on a disc in one step.
typedef struct pipes_drop {
    float x, y, radius; ///< cells
    float depth;        ///< m
} pipes_drop;

enum { PIPES_NORTH, PIPES_SOUTH, PIPES_WEST, PIPES_EAST };

typedef struct pipes_level {
    int32_t width, height;
    ptrdiff_t stride; ///< floats between rows of a plane
    bool wrap;
    double cell, step;          ///< m, s
    float *bed;                 ///< above the datum, m; never changes
    float *state[PIPES_PLANES]; ///< change, water, sediment in m; fluxes in m a step; NULL from `planes` on
    int32_t planes;
    float *fall[4]; ///< by side (PIPES_NORTH, …), carving: how far the ground outside lies below the edge, m
    float *spare;   ///< takes the next change of the bed while the talus moves
    float *rolling; ///< by wave: rows it keeps near
    float *saved;   ///< by wave, where the map wraps: its first rows as they were, for its last ones
    pipes_map rain; ///< m a step
    pipes_map feed; ///< load that sources bring, m of bed a step; no row: none
    pipes_map wet;  ///< factor on random drops
    pipes_map rest; ///< height that neighbours may differ by before they slide, m
    pipes_map capacity, soft, loose, depth; ///< factors; m; and 1 / depth limit
    pipes_numbers numbers;
    bool mathisen, bare; ///< bare: nothing is a map, and there is no sea
    int exponent;        ///< PIPES_ROOT, …
    int32_t first_step;  ///< of the batch, counted over the whole run; draws the drops
    int32_t drops;       ///< a step
    uint32_t seed;
    oro_range drop_radius, drop_depth; ///< cells, m a step
    atomic_int *done;                  ///< by group of waves: the chunks of rows it has finished
    double *exported;                  ///< by wave, m of bed times cells
} pipes_level;

/// The rows of the state that a wave sees at one y.
typedef struct pipes_row {
    const float *bed;
    float *plane[PIPES_PLANES];
} pipes_row;

/// The rows that sites are read from.
typedef struct pipes_site_row {
    const float *restrict bed, *restrict change, *restrict water;
} pipes_site_row;

static inline pipes_site_row pipes_sites_of(pipes_row r) {
    return (pipes_site_row){r.bed, r.plane[PIPES_CHANGE], r.plane[PIPES_WATER]};
}

ORO_CELL pipes_site pipes_site_at(pipes_site_row g, int32_t x) {
    return (pipes_site){g.bed[x], g.change[x], g.water[x]};
}

// --- rolling rows -----------------------------------------------------------------------------------------------------

/// Of some quantities one row is kept, of most two, and four of those that are asked for above and below a row.
enum { ONE_ROW = 1, TWO_ROWS = 2, FOUR_ROWS = 4 };

/// Where among a wave's rows those of a quantity begin: behind those of the one before. What belongs to a pipe is named by where
/// the pipe leads. The laws share the first ones; behind ROLL_LAW each has its own.
enum {
    ROLL_FLUX_RIGHT,
    ROLL_FLUX_DOWN = ROLL_FLUX_RIGHT + TWO_ROWS,
    ROLL_KEEP = ROLL_FLUX_DOWN + TWO_ROWS,
    ROLL_LOAD = ROLL_KEEP + TWO_ROWS,
    ROLL_CARRIED_DOWN = ROLL_LOAD + TWO_ROWS,
    ROLL_GIVEN_DOWN = ROLL_CARRIED_DOWN + TWO_ROWS,
    ROLL_LAW = ROLL_GIVEN_DOWN + ONE_ROW,
    // Mathisen's law
    ROLL_BED_RIGHT = ROLL_LAW,
    ROLL_BED_DOWN = ROLL_BED_RIGHT + ONE_ROW,
    ROLL_POWER = ROLL_BED_DOWN + TWO_ROWS,
    // carving
    ROLL_LEVEL_RIGHT = ROLL_LAW,
    ROLL_LEVEL_DOWN = ROLL_LEVEL_RIGHT + ONE_ROW,
    ROLL_LEVEL_DOWN_RIGHT = ROLL_LEVEL_DOWN + TWO_ROWS,
    ROLL_LEVEL_DOWN_LEFT = ROLL_LEVEL_DOWN_RIGHT + TWO_ROWS,
    ROLL_FLUX_DOWN_RIGHT = ROLL_LEVEL_DOWN_LEFT + TWO_ROWS,
    ROLL_FLUX_DOWN_LEFT = ROLL_FLUX_DOWN_RIGHT + TWO_ROWS,
    ROLL_CARRIED_DOWN_RIGHT = ROLL_FLUX_DOWN_LEFT + TWO_ROWS,
    ROLL_CARRIED_DOWN_LEFT = ROLL_CARRIED_DOWN_RIGHT + TWO_ROWS,
    ROLL_GIVEN_DOWN_RIGHT = ROLL_CARRIED_DOWN_LEFT + TWO_ROWS,
    ROLL_GIVEN_DOWN_LEFT = ROLL_GIVEN_DOWN_RIGHT + ONE_ROW,
    ROLL_COLUMN_DISCHARGE = ROLL_GIVEN_DOWN_LEFT + ONE_ROW,
    ROLL_COLUMN_LOST = ROLL_COLUMN_DISCHARGE + ONE_ROW,
    ROLL_OUTSIDE = ROLL_COLUMN_LOST + ONE_ROW,
    ROLL_DISCHARGE = ROLL_OUTSIDE + TWO_ROWS,
    ROLL_LOST = ROLL_DISCHARGE + FOUR_ROWS,
    ROLL_LOW = ROLL_LOST + FOUR_ROWS,
    ROLL_ROWS = ROLL_LOW + FOUR_ROWS
};

static inline float *pipes_roll_one(const pipes_level *p, int32_t wave, int32_t what) {
    return p->rolling + ((ptrdiff_t)wave * ROLL_ROWS + what) * p->stride + PIPES_PAD;
}
/// One of two or four rows kept of a quantity, by the row of the map it belongs to.
static inline float *pipes_roll(const pipes_level *p, int32_t wave, int32_t what, int32_t y) {
    return pipes_roll_one(p, wave, what + (y & 1));
}
static inline float *pipes_roll_four(const pipes_level *p, int32_t wave, int32_t what, int32_t y) {
    return pipes_roll_one(p, wave, what + (y & 3));
}

/// The row a wave starts with. Where the map wraps each starts below the rows that it reads and the last one ends with.
static inline int32_t pipes_wave_start(const pipes_level *p, int32_t wave) {
    return p->wrap ? wave * PIPES_HALO % p->height : 0;
}

static inline float *pipes_saved(const pipes_level *p, int32_t wave, int32_t row, int32_t plane) {
    return p->saved + (((ptrdiff_t)wave * PIPES_HALO + row) * PIPES_PLANES + plane) * p->stride + PIPES_PAD;
}

static inline bool pipes_has_row(const pipes_level *p, int32_t y) { return p->wrap || (y >= 0 && y < p->height); }

/// Row y before a wave has passed. Where the map wraps rows go on past its height until the wave is back at its first rows.
static inline pipes_row pipes_row_at(const pipes_level *p, int32_t wave, int32_t y) {
    int32_t again = y - pipes_wave_start(p, wave) - p->height;
    y = (y % p->height + p->height) % p->height;
    pipes_row r = {.bed = p->bed + y * p->stride + PIPES_PAD};
    for (int32_t k = 0; k < p->planes; k++)
        r.plane[k] = again < 0 ? p->state[k] + y * p->stride + PIPES_PAD : pipes_saved(p, wave, again, k);
    return r;
}

static inline const float *pipes_map_row(pipes_map m, int32_t y) { return m.row + y * m.step; }

static inline oro_grid pipes_view(const pipes_level *p, float *plane) {
    return (oro_grid){.width = p->width,
                      .height = p->height,
                      .stride = (int32_t)p->stride,
                      .wrap = p->wrap,
                      .cell = p->cell,
                      .data = plane + PIPES_PAD};
}

/// A plane, all 0.
static inline float *pipes_plane(oro_run *run, const pipes_level *p, int32_t rows) {
    size_t bytes = (size_t)p->stride * (size_t)rows * sizeof(float);
    float *plane = oro_scratch(run, bytes);
    if (plane) memset(plane, 0, bytes);
    return plane;
}

/// A row with a column beyond both ends: the opposite one where the map wraps, else the last again.
static inline void pipes_ends(const pipes_level *p, float *row) {
    row[-1] = row[p->wrap ? p->width - 1 : 0];
    row[p->width] = row[p->wrap ? 0 : p->width - 1];
}

/// What flows at a place, m a step. Mathisen's law has no slanting pipes, and straight ones of full width.
static inline float pipes_flux_at(const pipes_level *p, int32_t x, int32_t y) {
    ptrdiff_t i = y * p->stride + PIPES_PAD + x;
    pipes_own flux = {p->state[PIPES_FLUX_RIGHT][i], p->state[PIPES_FLUX_DOWN][i], 0.0f, 0.0f};
    if (p->mathisen) return oro_sqrt(flux.right * flux.right + flux.down * flux.down);
    flux.down_right = p->state[PIPES_FLUX_DOWN_RIGHT][i];
    flux.down_left = p->state[PIPES_FLUX_DOWN_LEFT][i];
    return pipes_flow_of(p->numbers, flux);
}

#endif
