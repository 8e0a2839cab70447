// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Soil that creeps down slopes: q = D w S / (1 - (S/Sc)^2), w = h / (h + 0.3 m) (Andrews and Bucknam 1987; Roering, Kirchner and
// Dietrich 1999). Implicit along one axis, then along the other, so that steps of ten thousand years are stable; soil then moves by
// the fluxes of the solution, each taken from one sample and given to the next, so that none is lost.
//
// No more soil may leave than there is. Said after the solution, this makes ground rougher; it is part of the conductance
// instead: 1/k' = 1/k + |S| dt / (h dx), which lets at most h leave in a step.
//
// Only columns are solved, 32 at a time side by side in vectors; between the two halves of a step the maps are turned over.
// A half reads 8 bytes per sample (12 where creep has a map) and writes 4; turning them reads and writes 8 (12).
#ifndef ORO_SOIL_CREEP_H
#define ORO_SOIL_CREEP_H

#include "core/math.cell.h"
#include "run/loops.h"

enum { CREEP_COLUMNS = 32, CREEP_TURNED = 32 };
static const float CREEP_HALF_DEPTH = 0.3f; ///< m of soil that creeps at half the speed of deep soil
static const float CREEP_STEEPEST = 0.08f;  ///< what is left of 1 - (S/Sc)^2 on slopes at and beyond Sc

/// Ground without soil and the soil on it, rows without gaps between them. Solved along columns.
typedef struct creep_state {
    int32_t width, height;
    float *base, *soil;
    float *speed; ///< D of every sample, m2/yr; NULL: the same everywhere
} creep_state;

typedef struct creep_law {
    float cell, years;
    float speed;    ///< D, m2/yr, where the state has no map of it
    float steepest; ///< Sc
    bool wrap;
} creep_law;

/// What a block of columns keeps while it is solved: rows of CREEP_COLUMNS.
typedef struct creep_room {
    float *k; ///< conductance of the face below a row, m2
    float *c; ///< of the elimination; then what moves over that face, m
    float *d; ///< heights
    float *e; ///< maps that wrap: how much the seam moves each row
} creep_room;

typedef struct creep_job {
    const creep_law *law;
    const creep_state *from;
    float *soil; ///< what comes out
    float *rooms;
    size_t room; ///< floats of one
} creep_job;

static inline size_t creep_room_floats(int32_t longest) { return (size_t)longest * 4 * CREEP_COLUMNS; }

#define CREEP_ROW(array, y) ((array) + (size_t)(y)*CREEP_COLUMNS)
#define CREEP_KEPT_APART    static __attribute__((noinline)) ///< compilers make vectors of loops over what is apart

enum { CREEP_GROUND = CREEP_COLUMNS + 32 }; ///< floats of a row of heights; its first column stands at 16

/// Heights of row y in columns [x0, x0 + n) and in one more on either side: the other side's, or so that slopes go on.
static inline void creep_ground(const creep_job *j, int32_t y, int32_t x0, int32_t n, float *row) {
    const creep_state *s = j->from;
    const float *base = s->base + (size_t)y * (size_t)s->width, *soil = s->soil + (size_t)y * (size_t)s->width;
    int32_t before = x0 ? x0 - 1 : j->law->wrap ? s->width - 1 : -1;
    int32_t after = x0 + n < s->width ? x0 + n : j->law->wrap ? 0 : -1;
    row += 16;
    for (int32_t i = 0; i < n; i++) row[i] = base[x0 + i] + soil[x0 + i];
    row[-1] = before >= 0 ? base[before] + soil[before] : n > 1 ? 2.0f * row[0] - row[1] : row[0];
    row[n] = after >= 0 ? base[after] + soil[after] : n > 1 ? 2.0f * row[n - 1] - row[n - 2] : row[n - 1];
}

/// Conductances of the faces between two rows, m2.
CREEP_KEPT_APART void creep_faces(const creep_law *law, int32_t n, const float *restrict upper,
                                  const float *restrict lower, const float *restrict soil_upper,
                                  const float *restrict soil_lower, const float *restrict speed_upper,
                                  const float *restrict speed_lower, float *restrict k) {
    float across = 0.25f / law->cell, along = 1.0f / law->cell, flat = 1.0f / (law->steepest * law->steepest);
    float years = law->years / law->cell, constant = law->speed;
    bool map = speed_upper;
    for (int32_t i = 0; i < n; i++) k[i] = map ? 0.5f * (speed_upper[i] + speed_lower[i]) : constant;
    for (int32_t i = 0; i < n; i++) {
        float g = (lower[i] - upper[i]) * along;
        float t = ((upper[i + 1] - upper[i - 1]) + (lower[i + 1] - lower[i - 1])) * across;
        float left = oro_max(1.0f - (g * g + t * t) * flat, CREEP_STEEPEST);
        float soil = g < 0.0f ? soil_upper[i] : soil_lower[i]; // of the side it comes from
        float free = k[i] * soil / ((soil + CREEP_HALF_DEPTH) * left);
        float limit = soil + free * oro_abs(g) * years;
        k[i] = free * soil / (limit > 0.0f ? limit : 1.0f);
    }
    for (int32_t i = n; i < CREEP_COLUMNS; i++) k[i] = 0.0f;
}

/// One row of the elimination; `more` is added to its own weight.
CREEP_KEPT_APART void creep_eliminate(float scale, int32_t n, const float *restrict right, const float *restrict more,
                                      const float *restrict above, const float *restrict below,
                                      const float *restrict c0, const float *restrict d0, float *restrict c,
                                      float *restrict d) {
    for (int32_t i = 0; i < n; i++) {
        float a = scale * above[i], b = scale * below[i];
        float over = 1.0f / (1.0f + more[i] + a + b - a * c0[i]);
        c[i] = b * over;
        d[i] = (right[i] + a * d0[i]) * over;
    }
}

/// Upwards: heights, and what moves over the face below this row.
CREEP_KEPT_APART void creep_return(float scale, int32_t n, const float *restrict k, const float *restrict d1,
                                   float *restrict c, float *restrict d) {
    for (int32_t i = 0; i < n; i++) {
        d[i] += c[i] * d1[i];
        c[i] = scale * k[i] * (d[i] - d1[i]);
    }
}

/// What part of the flux out of a row can be: no more leaves than there is.
CREEP_KEPT_APART void creep_hold(int32_t n, const float *restrict before, const float *restrict after,
                                 const float *restrict soil, float *restrict part) {
    for (int32_t i = 0; i < n; i++) {
        float out = oro_max(after[i], 0.0f) + oro_max(-before[i], 0.0f);
        part[i] = out > soil[i] ? soil[i] / out : 1.0f;
    }
}

CREEP_KEPT_APART void creep_give(int32_t n, const float *restrict before, const float *restrict after,
                                 const float *restrict part0, const float *restrict part1, const float *restrict part2,
                                 const float *restrict soil, float *restrict to) {
    for (int32_t i = 0; i < n; i++) {
        float in = before[i] * (before[i] > 0.0f ? part0[i] : part1[i]);
        float out = after[i] * (after[i] > 0.0f ? part1[i] : part2[i]);
        to[i] = oro_max(soil[i] + (in - out), 0.0f);
    }
}

/// Faces and elimination, from the first row to the last.
static inline void creep_down(const creep_job *j, const creep_room *r, int32_t x0, int32_t n, const float *zero) {
    const creep_state *s = j->from;
    const creep_law *law = j->law;
    float ground[2][CREEP_GROUND], first[CREEP_COLUMNS] = {0}, last[CREEP_COLUMNS] = {0}, push[CREEP_COLUMNS];
    float scale = law->years / (law->cell * law->cell);
    size_t w = (size_t)s->width;
    int32_t h = s->height;
    bool seam = law->wrap && h > 2;
    float *k_seam = CREEP_ROW(r->k, h - 1);
    memset(k_seam, 0, CREEP_COLUMNS * sizeof(float));
    for (int32_t y = seam ? -1 : 0; y < h; y++) { // the seam's face first: row 0 needs it
        int32_t up = y < 0 ? h - 1 : y, low = y < 0 ? 0 : y + 1;
        if (y <= 0) creep_ground(j, up, x0, n, ground[y & 1]);
        if (low < h) {
            size_t a = (size_t)up * w + (size_t)x0, b = (size_t)low * w + (size_t)x0;
            creep_ground(j, low, x0, n, ground[~y & 1]);
            creep_faces(law, n, ground[y & 1] + 16, ground[~y & 1] + 16, s->soil + a, s->soil + b,
                        s->speed ? s->speed + a : NULL, s->speed ? s->speed + b : NULL, CREEP_ROW(r->k, up));
        }
        if (y < 0) continue;
        if (seam && y == 0) // Sherman and Morrison: the corners of the matrix as a change of its ends
            for (int32_t i = 0; i < n; i++) {
                float corner = scale * k_seam[i], gamma = -(1.0f + scale * r->k[i] + corner);
                first[i] = corner - gamma;
                last[i] = corner - corner * corner / gamma;
            }
        const float *more = seam && y == 0 ? first : seam && y == h - 1 ? last : zero;
        const float *above = y ? CREEP_ROW(r->k, y - 1) : zero, *below = y < h - 1 ? CREEP_ROW(r->k, y) : zero;
        const float *c0 = y ? CREEP_ROW(r->c, y - 1) : zero, *d0 = y ? CREEP_ROW(r->d, y - 1) : zero;
        creep_eliminate(scale, n, ground[y & 1] + 16, more, above, below, c0, d0, CREEP_ROW(r->c, y),
                        CREEP_ROW(r->d, y));
        if (!seam) continue;
        for (int32_t i = 0; i < n; i++) {
            float corner = scale * k_seam[i], gamma = corner - first[i];
            push[i] = y == 0 ? gamma : y == h - 1 ? -corner : 0.0f;
        }
        creep_eliminate(scale, n, push, more, above, below, c0, y ? CREEP_ROW(r->e, y - 1) : zero, CREEP_ROW(r->c, y),
                        CREEP_ROW(r->e, y));
    }
}

/// Heights of a map that wraps, and what moves: the solution of the ends' change is taken off.
static inline void creep_close(const creep_law *law, const creep_room *r, int32_t h, int32_t n) {
    float scale = law->years / (law->cell * law->cell), part[CREEP_COLUMNS];
    for (int32_t y = h - 2; y >= 0; y--)
        for (int32_t i = 0; i < n; i++) {
            CREEP_ROW(r->d, y)[i] += CREEP_ROW(r->c, y)[i] * CREEP_ROW(r->d, y + 1)[i];
            CREEP_ROW(r->e, y)[i] += CREEP_ROW(r->c, y)[i] * CREEP_ROW(r->e, y + 1)[i];
        }
    const float *d_end = CREEP_ROW(r->d, h - 1), *e_end = CREEP_ROW(r->e, h - 1);
    for (int32_t i = 0; i < n; i++) {
        float corner = scale * CREEP_ROW(r->k, h - 1)[i], gamma = -(1.0f + scale * r->k[i] + corner);
        float ratio = -corner / gamma;
        part[i] = (r->d[i] + ratio * d_end[i]) / (1.0f + r->e[i] + ratio * e_end[i]);
    }
    for (int32_t y = 0; y < h; y++)
        for (int32_t i = 0; i < n; i++) CREEP_ROW(r->d, y)[i] -= part[i] * CREEP_ROW(r->e, y)[i];
    for (int32_t y = 0; y < h; y++)
        for (int32_t i = 0; i < n; i++) CREEP_ROW(r->c, y)
    [i] = scale * CREEP_ROW(r->k, y)[i] * (CREEP_ROW(r->d, y)[i] - CREEP_ROW(r->d, y + 1 < h ? y + 1 : 0)[i]);
}

static inline void creep_block(const void *user, int32_t block, int32_t worker) {
    const creep_job *j = user;
    const creep_state *s = j->from;
    static const float zero[CREEP_COLUMNS];
    int32_t x0 = block * CREEP_COLUMNS, n = s->width - x0 < CREEP_COLUMNS ? s->width - x0 : CREEP_COLUMNS;
    int32_t h = s->height;
    size_t one = (size_t)h * CREEP_COLUMNS;
    float *room = j->rooms + (size_t)worker * j->room, part[3][CREEP_COLUMNS];
    float scale = j->law->years / (j->law->cell * j->law->cell);
    creep_room r = {.k = room, .c = room + one, .d = room + 2 * one, .e = room + 3 * one};
    bool seam = j->law->wrap && h > 2;
    creep_down(j, &r, x0, n, zero);
    if (seam) creep_close(j->law, &r, h, n);
    if (!seam) memset(CREEP_ROW(r.c, h - 1), 0, CREEP_COLUMNS * sizeof(float));
    for (int32_t y = h - 2; y >= 0 && !seam; y--)
        creep_return(scale, n, CREEP_ROW(r.k, y), CREEP_ROW(r.d, y + 1), CREEP_ROW(r.c, y), CREEP_ROW(r.d, y));
    // Row y gives and gets once the parts of its neighbours are known; on a map that wraps row -1 is the last.
    for (int32_t y = -1; y <= h; y++) {
        int32_t at = y < 0 ? h - 1 : y < h ? y : 0, before = at ? at - 1 : h - 1;
        size_t row = (size_t)at * (size_t)s->width + (size_t)x0;
        creep_hold(n, CREEP_ROW(r.c, before), CREEP_ROW(r.c, at), s->soil + row, part[(y + 3) % 3]);
        if (y < 1) continue;
        size_t last = (size_t)(y - 1) * (size_t)s->width + (size_t)x0;
        creep_give(n, CREEP_ROW(r.c, y > 1 ? y - 2 : h - 1), CREEP_ROW(r.c, y - 1), part[(y + 1) % 3],
                   part[(y + 2) % 3], part[y % 3], s->soil + last, j->soil + last);
    }
}

/// Half a step: along the columns of `from`, whose soil after it goes to `soil`.
static inline oro_status creep_half(oro_run *run, const creep_law *law, const creep_state *from, float *soil,
                                    float *rooms) {
    int32_t longest = from->width > from->height ? from->width : from->height;
    creep_job j = {law, from, soil, rooms, creep_room_floats(longest)};
    return oro_for_workers(run, (from->width + CREEP_COLUMNS - 1) / CREEP_COLUMNS, creep_block, &j);
}

// --- turning maps over ------------------------------------------------------------------------------------------------

typedef struct turn_job {
    const float *from;
    float *to;
    int32_t width, height;
} turn_job;

/// Rows become columns, squares of samples at a time; a piece is a strip of rows of the result.
static inline void turn_block(const void *user, int32_t block) {
    const turn_job *j = user;
    int32_t x0 = block * CREEP_TURNED, x1 = j->width - x0 < CREEP_TURNED ? j->width : x0 + CREEP_TURNED;
    for (int32_t y0 = 0; y0 < j->height; y0 += CREEP_TURNED) {
        int32_t y1 = j->height - y0 < CREEP_TURNED ? j->height : y0 + CREEP_TURNED;
        for (int32_t x = x0; x < x1; x++)
            for (int32_t y = y0; y < y1; y++)
                j->to[(size_t)x * (size_t)j->height + (size_t)y] = j->from[(size_t)y * (size_t)j->width + (size_t)x];
    }
}

static inline oro_status turn_over(oro_run *run, const float *from, float *to, int32_t width, int32_t height) {
    turn_job j = {from, to, width, height};
    return oro_for_blocks(run, (width + CREEP_TURNED - 1) / CREEP_TURNED, turn_block, &j);
}

#endif
