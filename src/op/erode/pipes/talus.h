// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Between the water's steps: slopes steeper than the talus angle slide, soil creeps, and what reached deep water is gone. Each
// pair of neighbours exchanges once, what one gives the other takes, so the mass stays. Hard rock holds: the softer side's
// share counts only as far as the harder side allows. Reads 8 bytes per cell and writes 4, every tenth step.
#ifndef ORO_PIPES_TALUS_H
#define ORO_PIPES_TALUS_H

#include "level.h"
#include "talus.cell.h"

typedef struct pipes_slide {
    const pipes_level *level;
    pipes_slopes slopes;
    float sink;   ///< part of the load that stays in deep water
    double *sunk; ///< by row: load lost to the deep sea, m of bed
} pipes_slide;

typedef struct pipes_ground_row {
    const float *restrict bed, *restrict change, *restrict soft, *restrict rest;
} pipes_ground_row;

ORO_CELL pipes_earth pipes_earth_at(pipes_ground_row r, int32_t x) {
    return (pipes_earth){r.bed[x], r.change[x], r.soft[x], r.rest[x]};
}

/// Exchanges of a row with its right neighbours and the three below, into four rows with a column to spare on both sides.
static __attribute__((noinline)) void pipes_slips(pipes_slopes s, pipes_ground_row here, pipes_ground_row below,
                                                  float *restrict east, float *restrict south,
                                                  float *restrict south_east, float *restrict south_west,
                                                  int32_t width) {
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        pipes_own slips =
            pipes_slip_cell(s, pipes_earth_at(here, x), pipes_earth_at(here, x + 1), pipes_earth_at(below, x),
                            pipes_earth_at(below, x + 1), pipes_earth_at(below, x - 1));
        east[x] = slips.right;
        south[x] = slips.down;
        south_east[x] = slips.down_right;
        south_west[x] = slips.down_left;
    }
}

static inline pipes_ground_row pipes_ground_at(const pipes_level *p, int32_t y) {
    return (pipes_ground_row){p->bed + y * p->stride + PIPES_PAD, p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD,
                              pipes_map_row(p->soft, y), pipes_map_row(p->rest, y)};
}

enum { SLIP_EAST, SLIP_SOUTH, SLIP_SOUTH_EAST, SLIP_SOUTH_WEST, SLIP_KINDS };

/// Exchanges of row y. Off the map there is nobody to exchange with.
static inline void pipes_slip_row(const pipes_slide *s, int32_t y, float *const *to) {
    const pipes_level *p = s->level;
    int32_t h = p->height, w = p->width;
    bool outside = !pipes_has_row(p, y), edge = !pipes_has_row(p, y + 1);
    for (int32_t k = 0; outside && k < SLIP_KINDS; k++)
        for (int32_t x = -1; x <= w; x++) to[k][x] = 0.0f;
    if (outside) return;
    int32_t y0 = (y % h + h) % h, y1 = edge ? y0 : (y0 + 1) % h;
    pipes_slips(s->slopes, pipes_ground_at(p, y0), pipes_ground_at(p, y1), to[SLIP_EAST], to[SLIP_SOUTH],
                to[SLIP_SOUTH_EAST], to[SLIP_SOUTH_WEST], w);
    for (int32_t k = SLIP_SOUTH; edge && k < SLIP_KINDS; k++)
        for (int32_t x = 0; x < w; x++) to[k][x] = 0.0f;
    if (!p->wrap) to[SLIP_EAST][w - 1] = to[SLIP_SOUTH_EAST][w - 1] = to[SLIP_SOUTH_WEST][0] = 0.0f;
    for (int32_t k = 0; k < SLIP_KINDS; k++) {
        to[k][-1] = p->wrap ? to[k][w - 1] : 0.0f;
        to[k][w] = p->wrap ? to[k][0] : 0.0f;
    }
}

static __attribute__((noinline)) void pipes_settle_row(const float *restrict d, float *restrict out, float *const *at,
                                                       float *const *above, int32_t width) {
    const float *restrict e = at[SLIP_EAST], *restrict s = at[SLIP_SOUTH], *restrict se = at[SLIP_SOUTH_EAST];
    const float *restrict sw = at[SLIP_SOUTH_WEST], *restrict ns = above[SLIP_SOUTH];
    const float *restrict nse = above[SLIP_SOUTH_EAST], *restrict nsw = above[SLIP_SOUTH_WEST];
    for (int32_t x = 0; x < width; x++) {
        pipes_own slips = {e[x], s[x], se[x], sw[x]};
        out[x] = pipes_settle_cell(d[x], slips, e[x - 1], (pipes_above){ns[x], nse[x - 1], nsw[x + 1]});
    }
}

/// Load under more than two metres of sea goes out with the currents.
static inline double pipes_sink_row(const pipes_slide *s, int32_t y) {
    const pipes_level *p = s->level;
    const float *w = p->state[PIPES_WATER] + y * p->stride + PIPES_PAD;
    const float *t = p->bed + y * p->stride + PIPES_PAD, *d = p->spare + y * p->stride + PIPES_PAD;
    float *load = p->state[PIPES_LOAD] + y * p->stride + PIPES_PAD;
    double lost = 0.0;
    for (int32_t x = 0; x < p->width; x++) {
        float left = pipes_left_in_sea(p->numbers, (pipes_site){t[x], d[x], w[x]}, load[x], s->sink);
        lost += (double)(load[x] - left);
        load[x] = left;
    }
    return lost;
}

/// Bands of rows that slide side by side, with their own rows among the rolling ones.
static inline int32_t pipes_slide_bands(const pipes_level *p) {
    enum { ROWS = 64, MOST = PIPES_WAVES * ROLL_ROWS / (2 * SLIP_KINDS) };
    int32_t bands = p->height / ROWS;
    return bands < 1 ? 1 : bands > MOST ? MOST : bands;
}

static inline void pipes_slide_rows(const void *user, int32_t block) {
    const pipes_slide *s = user;
    const pipes_level *p = s->level;
    float *rows[2][SLIP_KINDS];
    for (int32_t i = 0; i < 2 * SLIP_KINDS; i++)
        rows[i / SLIP_KINDS][i % SLIP_KINDS] = p->rolling + (block * 2 * SLIP_KINDS + i) * p->stride + PIPES_PAD;
    int32_t bands = pipes_slide_bands(p), y0 = (int32_t)((int64_t)p->height * block / bands);
    int32_t y1 = (int32_t)((int64_t)p->height * (block + 1) / bands);
    pipes_slip_row(s, y0 - 1, rows[(y0 - 1) & 1]);
    for (int32_t y = y0; y < y1; y++) {
        pipes_slip_row(s, y, rows[y & 1]);
        pipes_settle_row(p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD, p->spare + y * p->stride + PIPES_PAD,
                         rows[y & 1], rows[(y - 1) & 1], p->width);
        pipes_ends(p, p->spare + y * p->stride + PIPES_PAD);
        if (p->numbers.has_sea) s->sunk[y] += pipes_sink_row(s, y);
    }
}

/// Lets the ground slide once. `s->level` is `p`.
static inline oro_status pipes_let_slide(oro_run *run, pipes_level *p, const pipes_slide *s) {
    // The sweep writes no columns beyond the ends: bring those of the change up to date.
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD);
    oro_status status = oro_for_blocks(run, pipes_slide_bands(p), pipes_slide_rows, s);
    float *old = p->state[PIPES_CHANGE];
    p->state[PIPES_CHANGE] = p->spare;
    p->spare = old;
    return status;
}

#endif
