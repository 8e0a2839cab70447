// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// In-place sweeps: cells are visited one after another, each sees what those before it left, and moves something between
// itself and its neighbours. The result is that of the sequential order, row by row, exactly, and yet most cells are worked on
// side by side. A cell touches itself and four neighbours, so cells that are far enough apart may change places in the order:
// all cells of a slanted line x + 2 y = const are, and lines in increasing order respect the order of all cells that do touch
// the same ones. Maps are therefore stored slanted: column (x + 2 y) mod width, and inside it by y. A line is a run of
// consecutive floats, its neighbours are runs at fixed distances, and a cell's rule becomes a loop that vectorises.
//
// Threads share a sweep by strips of rows. A strip follows the one above it along the lines; how far each has come is an atomic
// number. Work is numbered such that each piece waits only for pieces with smaller numbers, which have been begun by then, so
// any number of threads gets through, with the same bits.
//
// Four corners: sweeps start in turn in the north-west, south-east, north-east and south-west, which leaves no direction
// preferred; the last two work on a mirrored copy. On a map that wraps a sweep begins at another column each time and looks
// across the seam in y only, so no seam stays.
//
// A sweep reads and writes 4 bytes a cell and plane while lines stay in cache (five lines: 20 bytes times the height).
#ifndef ORO_SOLVE_SWEEP_H
#define ORO_SOLVE_SWEEP_H

#include "core/cell.h"
#include "op/op.h"

#include <sched.h>
#include <stdatomic.h>

enum {
    ORO_SWEEP_STRIP = 64, ///< rows of a strip, and most cells a rule gets at once
    ORO_SWEEP_LINES = 16, ///< lines between two looks at how far the strip above has come
    ORO_SWEEP_PLANES = 2, ///< most maps that change
    ORO_SWEEP_AT_ONCE = 8 ///< most sweeps in one go
};

struct oro_sweep;

/// The rule: `count` cells that touch nothing in common. at[0] is the first of them, at[1..4] its neighbours, as places in the
/// planes; the others follow one by one. A neighbour that is missing is the cell itself. Changes go through single loops over
/// one run each, since runs may be the same one.
typedef void oro_sweep_fn(const struct oro_sweep *s, int32_t count, const size_t *at);

typedef struct oro_sweep {
    int32_t width, height;
    size_t stride; ///< floats of a column
    bool wrap, four_corners;
    int32_t dx[4], dy[4]; ///< the neighbourhood
    oro_sweep_fn *rule;
    const void *user;
    const float *ground;             ///< what stays, as the sweep at work sees it
    float *planes[ORO_SWEEP_PLANES]; ///< what changes
    int32_t plane_count;

    const float *grounds[2]; ///< plain and mirrored
    float *spare;
    bool mirrored;
    int32_t done, strips; ///< sweeps so far; strips of rows
    atomic_int *progress; ///< lines done, of every strip of every sweep in this go
} oro_sweep;

static inline int32_t oro_sweep_column(const oro_sweep *s, int64_t c) {
    int64_t r = c % s->width;
    return (int32_t)(r < 0 ? r + s->width : r);
}

static inline size_t oro_sweep_place(const oro_sweep *s, int32_t x, int32_t y) {
    return (size_t)oro_sweep_column(s, (int64_t)x + 2 * (int64_t)y) * s->stride + (size_t)y;
}

// --- slanted storage --------------------------------------------------------------------------------------------------

typedef struct oro_sweep_copy {
    const oro_sweep *s;
    const oro_grid *map;
    float *plane;
    const float *from;
    bool mirrored;
} oro_sweep_copy;

enum { ORO_SWEEP_TILE = 64 };

/// Between a map and a plane, in tiles so that both sides stay in cache. Reads and writes 4 bytes a cell.
static inline void oro_sweep_store_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_sweep_copy *c = user;
    int32_t w = c->s->width;
    for (int32_t x0 = 0; x0 < w; x0 += ORO_SWEEP_TILE)
        for (int32_t y = y0; y < y1; y++) {
            const float *row = oro_row(c->map, y);
            int32_t x1 = x0 + ORO_SWEEP_TILE < w ? x0 + ORO_SWEEP_TILE : w;
            for (int32_t x = x0; x < x1; x++) c->plane[oro_sweep_place(c->s, c->mirrored ? w - 1 - x : x, y)] = row[x];
        }
}

static inline void oro_sweep_load_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_sweep_copy *c = user;
    int32_t w = c->s->width;
    for (int32_t x0 = 0; x0 < w; x0 += ORO_SWEEP_TILE)
        for (int32_t y = y0; y < y1; y++) {
            float *row = oro_row(c->map, y);
            int32_t x1 = x0 + ORO_SWEEP_TILE < w ? x0 + ORO_SWEEP_TILE : w;
            for (int32_t x = x0; x < x1; x++) row[x] = c->from[oro_sweep_place(c->s, c->mirrored ? w - 1 - x : x, y)];
        }
}

/// From a plane to its mirror image: column c of the one holds for row y what column w - 1 - c + 4 y of the other does.
static inline void oro_sweep_mirror_columns(const void *user, int32_t block) {
    const oro_sweep_copy *c = user;
    const oro_sweep *s = c->s;
    int32_t c0 = block * ORO_SWEEP_TILE, c1 = c0 + ORO_SWEEP_TILE < s->width ? c0 + ORO_SWEEP_TILE : s->width;
    for (int32_t y0 = 0; y0 < s->height; y0 += 16) {
        int32_t y1 = y0 + 16 < s->height ? y0 + 16 : s->height;
        for (int32_t column = c0; column < c1; column++) {
            float *restrict to = c->plane + (size_t)column * s->stride;
            int32_t other = oro_sweep_column(s, (int64_t)s->width - 1 - column + 4 * (int64_t)y0);
            for (int32_t y = y0; y < y1; y++) {
                to[y] = c->from[(size_t)other * s->stride + (size_t)y];
                other += 4;
                if (other >= s->width) other = s->width > 4 ? other - s->width : oro_sweep_column(s, other);
            }
        }
    }
}

// --- one sweep --------------------------------------------------------------------------------------------------------

/// The cells y0..y1 of a line, those at the line's ends apart: their neighbours may be missing or across a seam.
static inline void oro_sweep_ends(const oro_sweep *s, int32_t line, int32_t cut, int32_t y) {
    int32_t x = line - 2 * y;
    size_t at[5];
    at[0] = (size_t)oro_sweep_column(s, (int64_t)line + cut) * s->stride + (size_t)y;
    for (int32_t k = 0; k < 4; k++) {
        int32_t nx = x + s->dx[k], ny = y + s->dy[k];
        bool there = nx >= 0 && nx < s->width && (s->wrap || (ny >= 0 && ny < s->height));
        if (ny < 0) ny += s->height;
        if (ny >= s->height) ny -= s->height;
        at[k + 1] = there ? oro_sweep_place(s, oro_sweep_column(s, (int64_t)nx + cut), ny) : at[0];
    }
    s->rule(s, 1, at);
}

static inline void oro_sweep_line(const oro_sweep *s, int32_t line, int32_t cut, int32_t strip) {
    int32_t low = line - s->width + 1 > 0 ? (line - s->width + 2) / 2 : 0;
    int32_t high = line / 2 < s->height - 1 ? line / 2 : s->height - 1;
    int32_t y0 = strip * ORO_SWEEP_STRIP, y1 = y0 + ORO_SWEEP_STRIP - 1;
    if (low > high || y0 > high || y1 < low) return;
    y0 = y0 > low ? y0 : low;
    y1 = y1 < high ? y1 : high;
    if (y0 == low) oro_sweep_ends(s, line, cut, y0++);
    bool last = y1 == high && y1 >= y0;
    if (last) y1--;
    if (y1 >= y0) {
        size_t at[5];
        at[0] = (size_t)oro_sweep_column(s, (int64_t)line + cut) * s->stride + (size_t)y0;
        for (int32_t k = 0; k < 4; k++)
            at[k + 1] = (size_t)oro_sweep_column(s, (int64_t)line + cut + s->dx[k] + 2 * s->dy[k]) * s->stride +
                        (size_t)(y0 + s->dy[k]);
        s->rule(s, y1 - y0 + 1, at);
    }
    if (last) oro_sweep_ends(s, line, cut, high);
}

static inline void oro_sweep_wait(const atomic_int *of, int32_t lines) {
    for (int32_t spins = 0; atomic_load_explicit(of, memory_order_acquire) < lines; spins++)
        if (spins > 64) sched_yield();
}

/// Piece n: one strip of one sweep.
static inline void oro_sweep_piece(const void *user, int32_t n) {
    const oro_sweep *s = user;
    int32_t sweep = n / s->strips, k = n % s->strips, lines = s->width + 2 * (s->height - 1);
    bool back = s->four_corners && (s->done + sweep) % 2 == 1;
    int32_t strip = back ? s->strips - 1 - k : k;
    // A map that wraps is cut at another column for every sweep: steps of the golden section lie far from each other.
    int32_t cut =
        s->wrap
            ? (int32_t)((uint64_t)(uint32_t)(s->done + sweep) * 2654435769u % 4294967296u * (uint64_t)s->width >> 32)
            : 0;
    for (int32_t near = -1; sweep > 0 && near <= 1; near++) {
        int32_t other = strip + near;
        if (s->wrap) other = (other + s->strips) % s->strips;
        if (other < 0 || other >= s->strips) continue;
        bool was_back = s->four_corners && !back;
        oro_sweep_wait(&s->progress[(sweep - 1) * s->strips + (was_back ? s->strips - 1 - other : other)], lines);
    }
    for (int32_t from = 0; from < lines; from += ORO_SWEEP_LINES) {
        int32_t to = from + ORO_SWEEP_LINES < lines ? from + ORO_SWEEP_LINES : lines;
        if (k > 0) oro_sweep_wait(&s->progress[n - 1], to);
        for (int32_t i = from; i < to; i++) oro_sweep_line(s, back ? lines - 1 - i : i, cut, strip);
        atomic_store_explicit(&s->progress[n], to, memory_order_release);
    }
}

// --- many -------------------------------------------------------------------------------------------------------------

/// Prepares sweeps over a map: `ground` stays, `plane_count` further planes (all 0 at first) change.
static inline oro_status oro_sweep_begin(oro_run *r, oro_sweep *s, const oro_grid *ground, int32_t plane_count) {
    s->width = ground->width;
    s->height = ground->height;
    s->stride = ((size_t)ground->height + 15) / 16 * 16 + 16; // 16 more: columns of 4096 floats would share cache sets
    s->wrap = ground->wrap;
    s->plane_count = plane_count;
    s->strips = (s->height + ORO_SWEEP_STRIP - 1) / ORO_SWEEP_STRIP;
    size_t bytes = s->stride * (size_t)s->width * sizeof(float);
    s->progress = oro_scratch(r, (size_t)(ORO_SWEEP_AT_ONCE * s->strips) * sizeof *s->progress);
    s->spare = oro_scratch(r, bytes);
    if (!s->progress || !s->spare) return ORO_NO_MEMORY;
    for (int32_t k = 0; k < plane_count; k++) {
        if (!(s->planes[k] = oro_scratch(r, bytes))) return ORO_NO_MEMORY;
        memset(s->planes[k], 0, bytes);
    }
    oro_status status = ORO_OK;
    for (int32_t k = 0; k < (s->four_corners ? 2 : 1) && status == ORO_OK; k++) {
        float *plane = oro_scratch(r, bytes);
        if (!plane) return ORO_NO_MEMORY;
        memset(plane, 0, bytes);
        oro_sweep_copy c = {s, ground, plane, NULL, k == 1};
        status = oro_for_rows(r, ground, oro_sweep_store_rows, &c);
        s->grounds[k] = plane;
    }
    s->ground = s->grounds[0];
    return status;
}

/// Fills a plane from a map, before the first sweep.
static inline oro_status oro_sweep_store(oro_run *r, oro_sweep *s, const oro_grid *map, int32_t plane) {
    oro_sweep_copy c = {s, map, s->planes[plane], NULL, s->mirrored};
    return oro_for_rows(r, map, oro_sweep_store_rows, &c);
}

/// Fills a map from a plane.
static inline oro_status oro_sweep_load(oro_run *r, oro_sweep *s, oro_grid *map, int32_t plane) {
    oro_sweep_copy c = {s, map, NULL, s->planes[plane], s->mirrored};
    return oro_for_rows(r, map, oro_sweep_load_rows, &c);
}

/// Looks at everything in a mirror, for the sweeps from the other two corners.
static inline oro_status oro_sweep_mirror(oro_run *r, oro_sweep *s) {
    for (int32_t k = 0; k < s->plane_count; k++) {
        oro_sweep_copy c = {s, NULL, s->spare, s->planes[k], false};
        int32_t blocks = (s->width + ORO_SWEEP_TILE - 1) / ORO_SWEEP_TILE;
        oro_status status = oro_for_blocks(r, blocks, oro_sweep_mirror_columns, &c);
        if (status != ORO_OK) return status;
        float *old = s->planes[k];
        s->planes[k] = s->spare;
        s->spare = old;
    }
    s->mirrored = !s->mirrored;
    s->ground = s->grounds[s->mirrored];
    return ORO_OK;
}

/// Runs further sweeps; the work counts as the part [from, to] of the operator's.
static inline oro_status oro_sweep_run(oro_run *r, oro_sweep *s, int32_t sweeps, double from, double to) {
    for (int32_t first = 0; first < sweeps;) {
        int32_t count = s->four_corners ? 2 - s->done % 2 : ORO_SWEEP_AT_ONCE;
        count = count < sweeps - first ? count : sweeps - first;
        if (s->four_corners && s->mirrored != ((s->done / 2) % 2 == 1)) {
            oro_status status = oro_sweep_mirror(r, s);
            if (status != ORO_OK) return status;
        }
        for (int32_t i = 0; i < count * s->strips; i++) atomic_init(&s->progress[i], 0);
        oro_stage(r, from + (to - from) * first / sweeps, from + (to - from) * (first + count) / sweeps);
        oro_status status = oro_for_blocks(r, count * s->strips, oro_sweep_piece, s);
        if (status != ORO_OK) return status;
        first += count;
        s->done += count;
    }
    return ORO_OK;
}

// --- the rule that levels a cell with its lowest neighbour ------------------------------------------------------------

/// Where the steepest drop d is above `above` and below `upto`, share * (d - less) slides to the lowest neighbour; less of it
/// within 1 / `fading` of `upto`. All in metres; plane 0 is the change of the ground.
typedef struct oro_slide {
    float above, upto, share, less, fading;
} oro_slide;

enum { ORO_SLIDE_SHARP = 1 << 30 }; ///< as `fading`: all of it right up to `upto`

static inline void oro_slide_rule(const oro_sweep *s, int32_t count, const size_t *at) {
    const oro_slide *slide = s->user;
    float moved[5][ORO_SWEEP_STRIP];
    const float *g0 = s->ground + at[0], *c0 = s->planes[0] + at[0];
    const float *g1 = s->ground + at[1], *c1 = s->planes[0] + at[1], *g2 = s->ground + at[2],
                *c2 = s->planes[0] + at[2];
    const float *g3 = s->ground + at[3], *c3 = s->planes[0] + at[3], *g4 = s->ground + at[4],
                *c4 = s->planes[0] + at[4];
    float above = slide->above, upto = slide->upto, share = slide->share, less = slide->less, fading = slide->fading;
    for (int32_t i = 0; i < count; i++) {
        float d1 = (g0[i] - g1[i]) + (c0[i] - c1[i]), d2 = (g0[i] - g2[i]) + (c0[i] - c2[i]);
        float d3 = (g0[i] - g3[i]) + (c0[i] - c3[i]), d4 = (g0[i] - g4[i]) + (c0[i] - c4[i]);
        float p = d2 > d1 ? d2 : d1, q = d4 > d3 ? d4 : d3, most = q > p ? q : p;
        float part = oro_clamp((upto - most) * fading, 0.0f, 1.0f);
        float m = most > above ? share * (most - less) * part : 0.0f;
        float left = q > p ? 0.0f : m, right = q > p ? m : 0.0f; // the first of equals gets it
        moved[0][i] = m;
        moved[1][i] = d2 > d1 ? 0.0f : left;
        moved[2][i] = d2 > d1 ? left : 0.0f;
        moved[3][i] = d4 > d3 ? 0.0f : right;
        moved[4][i] = d4 > d3 ? right : 0.0f;
    }
    float *own = s->planes[0] + at[0];
    for (int32_t i = 0; i < count; i++) own[i] -= moved[0][i];
    for (int32_t k = 1; k < 5; k++) {
        float *other = s->planes[0] + at[k];
        for (int32_t i = 0; i < count; i++) other[i] += moved[k][i];
    }
}

#endif
