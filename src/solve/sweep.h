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
// Threads share the work by strips of rows. A strip follows the one above it along the lines; how far each has come is an atomic
// number with a cache line of its own. Several sweeps, and the mirroring between them, go in one run: a strip begins the next
// one when it and its neighbours have ended the last. Pieces are numbered such that each waits only for smaller numbers, which
// have begun by then and will end (run/loops.h promises both), so any number of threads gets through, with the same bits.
//
// Four corners: sweeps start in turn in the north-west, south-east, north-east and south-west, which leaves no direction
// preferred; the last two work on a mirrored copy. On a map that wraps a sweep begins at another column each time and looks
// across the seam in y only, so no seam stays.
//
// A sweep reads 4 bytes per cell, and reads and writes 4 for every plane, while lines stay in cache (five lines: 20 bytes times
// the rows of a strip). Columns lie a page or more apart, where no hardware looks ahead, so the next ones are asked for early.
#ifndef ORO_SOLVE_SWEEP_H
#define ORO_SOLVE_SWEEP_H

#include "core/cell.h"
#include "run/loops.h"
#include "solve/slide.cell.h"

#include <sched.h>
#include <stdatomic.h>

enum {
    ORO_SWEEP_STRIP = 64,       ///< least rows of a strip
    ORO_SWEEP_WIDE_STRIP = 256, ///< most
    ORO_SWEEP_STRIPS = 16,      ///< as many where the rows suffice
    ORO_SWEEP_LINES = 64,       ///< lines between two looks at how far the strip above has come
    ORO_SWEEP_AHEAD = 24,       ///< columns asked for in advance
    ORO_SWEEP_PLANES = 2,       ///< most maps that change
    ORO_SWEEP_AT_ONCE = 32,     ///< most sweeps in one go
    ORO_SWEEP_APART = 7         ///< from this width on the neighbours' columns are five different ones
};

/// The maps as a sweep sees them, slanted.
typedef struct oro_sweep_maps {
    const float *ground;             ///< what stays
    float *planes[ORO_SWEEP_PLANES]; ///< what changes
} oro_sweep_maps;

/// The rule: `count` cells that touch nothing in common. at[0] is the first of them, at[1..4] its neighbours, as places in the
/// maps; the others follow one by one, and no two of the five runs overlap. Or one cell alone, where a neighbour that is missing
/// is the cell itself, and two may be the same.
typedef void oro_sweep_fn(const void *user, const oro_sweep_maps *maps, int32_t count, const size_t *at);

/// A sweep, or the mirroring of everything, on the way from one sweep to the next.
typedef struct oro_sweep_phase {
    bool mirrors;
    bool mirrored; ///< which maps it works on, or makes
    bool back;     ///< from the last cell to the first
    int32_t cut;   ///< column where a map that wraps is cut
} oro_sweep_phase;

/// Lines done. On a cache line of its own: its neighbours are written by other threads.
typedef struct oro_sweep_progress {
    _Alignas(64) atomic_int lines;
} oro_sweep_progress;

typedef struct oro_sweep {
    int32_t width, height;
    size_t stride; ///< floats of a column
    bool wrap, four_corners;
    int32_t dx[4], dy[4]; ///< the neighbourhood
    oro_sweep_fn *rule;
    const void *user;
    oro_sweep_maps maps[2]; ///< plain and mirrored
    int32_t plane_count;

    bool mirrored;                    ///< which maps hold
    int32_t done, strips, strip_rows; ///< sweeps so far; strips of rows
    oro_sweep_progress *progress;     ///< of every strip of every phase in this go
    oro_sweep_phase phases[2 * ORO_SWEEP_AT_ONCE];
} oro_sweep;

/// A column counted from anywhere.
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
    bool mirrored, out;
} oro_sweep_copy;

enum { ORO_SWEEP_TILE = 64, ORO_SWEEP_TALL = 16 };

/// Between a map and a plane, in tiles so that both sides stay in cache. Reads and writes 4 bytes per cell.
static inline void oro_sweep_copy_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_sweep_copy *c = user;
    const oro_sweep *s = c->s;
    int32_t w = s->width, step = c->mirrored ? -1 : 1;
    for (int32_t x0 = 0; x0 < w; x0 += ORO_SWEEP_TILE)
        for (int32_t y = y0; y < y1; y++) {
            float *restrict row = oro_row(c->map, y), *restrict plane = c->plane + y;
            int32_t x1 = x0 + ORO_SWEEP_TILE < w ? x0 + ORO_SWEEP_TILE : w;
            int32_t column = oro_sweep_column(s, (int64_t)(c->mirrored ? w - 1 - x0 : x0) + 2 * (int64_t)y);
            for (int32_t x = x0; x < x1; x++) {
                float *cell = plane + (size_t)column * s->stride;
                if (c->out)
                    row[x] = *cell;
                else
                    *cell = row[x];
                column += step;
                column = column < 0 ? w - 1 : column == w ? 0 : column;
            }
        }
}

/// Rows [y0, y1) of a plane to its mirror image: column c of the one holds for row y what column w - 1 - c + 4 y of the other
/// does. Reads and writes 4 bytes per cell.
static inline void oro_sweep_mirror_rows(const oro_sweep *s, const float *from, float *to, int32_t y0, int32_t y1) {
    for (int32_t y = y0; y < y1; y += ORO_SWEEP_TALL) {
        int32_t tall = y1 - y < ORO_SWEEP_TALL ? y1 - y : ORO_SWEEP_TALL, other;
        other = oro_sweep_column(s, (int64_t)s->width - 1 + 4 * (int64_t)y);
        for (int32_t column = 0; column < s->width; column++) {
            float *restrict out = to + (size_t)column * s->stride + (size_t)y;
            const float *restrict in = from + (size_t)other * s->stride + (size_t)y;
            if (tall == ORO_SWEEP_TALL && other + 4 * (ORO_SWEEP_TALL - 1) < s->width)
                for (int32_t i = 0; i < ORO_SWEEP_TALL; i++) out[i] = in[(size_t)i * (4 * s->stride + 1)];
            else
                for (int32_t i = 0; i < tall; i++)
                    out[i] = from[(size_t)oro_sweep_column(s, (int64_t)other + 4 * i) * s->stride + (size_t)(y + i)];
            other = other > 0 ? other - 1 : s->width - 1;
        }
    }
}

// --- one sweep --------------------------------------------------------------------------------------------------------

/// One cell alone: its neighbours may be missing or across a seam.
static inline void oro_sweep_cell(const oro_sweep *s, const oro_sweep_phase *p, int32_t line, int32_t y) {
    int32_t x = line - 2 * y;
    size_t at[5];
    at[0] = (size_t)oro_sweep_column(s, (int64_t)line + p->cut) * s->stride + (size_t)y;
    for (int32_t k = 0; k < 4; k++) {
        int32_t nx = x + s->dx[k], ny = y + s->dy[k];
        bool there = nx >= 0 && nx < s->width && (s->wrap || (ny >= 0 && ny < s->height));
        if (ny < 0) ny += s->height;
        if (ny >= s->height) ny -= s->height;
        at[k + 1] = there ? oro_sweep_place(s, oro_sweep_column(s, (int64_t)nx + p->cut), ny) : at[0];
    }
    s->rule(s->user, &s->maps[p->mirrored], 1, at);
}

/// Cells y0..y1 of a line in column `column`, all of whose neighbours are there.
static inline void oro_sweep_cells(const oro_sweep *s, const oro_sweep_phase *p, int32_t column, int32_t y0,
                                   int32_t y1) {
    const oro_sweep_maps *m = &s->maps[p->mirrored];
    size_t at[5];
    at[0] = (size_t)column * s->stride + (size_t)y0;
    for (int32_t k = 0; k < 4; k++) {
        int32_t other = column + s->dx[k] + 2 * s->dy[k];
        other = other < 0 ? other + s->width : other >= s->width ? other - s->width : other;
        at[k + 1] = (size_t)other * s->stride + (size_t)(y0 + s->dy[k]);
    }
    int32_t next = column + (p->back ? -ORO_SWEEP_AHEAD : ORO_SWEEP_AHEAD);
    if (next >= 0 && next < s->width)
        for (int32_t y = y0 - 1; y <= y1 + 16; y += 16) {
            size_t place = (size_t)next * s->stride + (size_t)y;
            __builtin_prefetch(m->ground + place);
            for (int32_t k = 0; k < s->plane_count; k++) __builtin_prefetch(m->planes[k] + place, 1);
        }
    s->rule(s->user, m, y1 - y0 + 1, at);
}

/// The cells of a line that lie in a strip.
static inline void oro_sweep_line(const oro_sweep *s, const oro_sweep_phase *p, int32_t line, int32_t y0, int32_t y1) {
    int32_t low = line - s->width + 1 > 0 ? (line - s->width + 2) / 2 : 0;
    int32_t high = line / 2 < s->height - 1 ? line / 2 : s->height - 1;
    if (low > high || y0 > high || y1 < low) return;
    y0 = y0 > low ? y0 : low;
    y1 = y1 < high ? y1 : high;
    if (s->width < ORO_SWEEP_APART) {
        for (int32_t y = y0; y <= y1; y++) oro_sweep_cell(s, p, line, y);
        return;
    }
    if (y0 == low) oro_sweep_cell(s, p, line, y0++);
    bool last = y1 == high && y1 >= y0;
    if (last) y1--;
    if (y1 >= y0) oro_sweep_cells(s, p, oro_sweep_column(s, (int64_t)line + p->cut), y0, y1);
    if (last) oro_sweep_cell(s, p, line, high);
}

static inline void oro_sweep_wait(const oro_sweep_progress *of, int32_t lines) {
    for (int32_t spins = 0; atomic_load_explicit(&of->lines, memory_order_acquire) < lines; spins++)
        if (spins > 4096) sched_yield();
}

/// Piece n: one strip of one phase.
static inline void oro_sweep_piece(const void *user, int32_t n) {
    const oro_sweep *s = user;
    int32_t phase = n / s->strips, k = n % s->strips, lines = s->width + 2 * (s->height - 1);
    const oro_sweep_phase *p = &s->phases[phase];
    int32_t strip = p->back ? s->strips - 1 - k : k, y0 = strip * s->strip_rows, y1 = y0 + s->strip_rows - 1;
    if (y1 > s->height - 1) y1 = s->height - 1;
    for (int32_t near = -1; phase > 0 && near <= 1; near++) {
        int32_t other = strip + near;
        if (s->wrap) other = (other + s->strips) % s->strips;
        if (other < 0 || other >= s->strips) continue;
        oro_sweep_wait(&s->progress[(phase - 1) * s->strips + (p[-1].back ? s->strips - 1 - other : other)], lines);
    }
    if (p->mirrors) {
        for (int32_t i = 0; i < s->plane_count; i++)
            oro_sweep_mirror_rows(s, s->maps[!p->mirrored].planes[i], s->maps[p->mirrored].planes[i], y0, y1 + 1);
    } else {
        int32_t first = p->back ? lines - s->width - 2 * y1 : 2 * y0, end = first + s->width + 2 * (y1 - y0);
        for (int32_t from = first; from < end; from += ORO_SWEEP_LINES) {
            int32_t to = from + ORO_SWEEP_LINES < end ? from + ORO_SWEEP_LINES : end;
            if (k > 0) oro_sweep_wait(&s->progress[n - 1], to);
            for (int32_t i = from; i < to; i++) oro_sweep_line(s, p, p->back ? lines - 1 - i : i, y0, y1);
            atomic_store_explicit(&s->progress[n].lines, to, memory_order_release);
        }
    }
    atomic_store_explicit(&s->progress[n].lines, lines, memory_order_release);
}

// --- many -------------------------------------------------------------------------------------------------------------

/// Fills a plane from a map, before the first sweep.
static inline oro_status oro_sweep_store(oro_run *r, oro_sweep *s, const oro_grid *map, int32_t plane) {
    oro_sweep_copy c = {s, map, s->maps[s->mirrored].planes[plane], s->mirrored, false};
    return oro_for_rows(r, map, oro_sweep_copy_rows, &c);
}

/// Fills a map from a plane.
static inline oro_status oro_sweep_load(oro_run *r, oro_sweep *s, oro_grid *map, int32_t plane) {
    oro_sweep_copy c = {s, map, s->maps[s->mirrored].planes[plane], s->mirrored, true};
    return oro_for_rows(r, map, oro_sweep_copy_rows, &c);
}

/// Prepares sweeps over a map: `ground` stays, `plane_count` further planes change; fill them with oro_sweep_store.
static inline oro_status oro_sweep_begin(oro_run *r, oro_sweep *s, const oro_grid *ground, int32_t plane_count) {
    s->width = ground->width;
    s->height = ground->height;
    s->stride = ((size_t)ground->height + 15) / 16 * 16 + 16; // 16 more: columns of 4096 floats would share cache sets
    s->wrap = ground->wrap;
    s->plane_count = plane_count;
    int32_t rows = (s->height / ORO_SWEEP_STRIPS + 15) / 16 * 16;
    s->strip_rows = rows < ORO_SWEEP_STRIP        ? ORO_SWEEP_STRIP
                    : rows > ORO_SWEEP_WIDE_STRIP ? ORO_SWEEP_WIDE_STRIP
                                                  : rows;
    s->strips = (s->height + s->strip_rows - 1) / s->strip_rows;
    size_t bytes = s->stride * (size_t)s->width * sizeof(float);
    s->progress = oro_scratch(r, 2 * ORO_SWEEP_AT_ONCE * (size_t)s->strips * sizeof *s->progress);
    if (!s->progress) return ORO_NO_MEMORY;
    for (int32_t m = 0; m < (s->four_corners ? 2 : 1); m++) {
        float *plane = oro_scratch(r, bytes);
        if (!plane) return ORO_NO_MEMORY;
        oro_sweep_copy c = {s, ground, plane, m == 1, false};
        oro_status status = oro_for_rows(r, ground, oro_sweep_copy_rows, &c);
        if (status != ORO_OK) return status;
        s->maps[m].ground = plane;
        for (int32_t k = 0; k < plane_count; k++)
            if (!(s->maps[m].planes[k] = oro_scratch(r, bytes))) return ORO_NO_MEMORY;
    }
    return ORO_OK;
}

/// Lists the next sweeps with the mirroring between them; returns how many phases they are.
static inline int32_t oro_sweep_plan(oro_sweep *s, int32_t sweeps) {
    int32_t count = 0;
    for (int32_t i = 0; i < sweeps; i++, s->done++) {
        oro_sweep_phase p = {.back = s->four_corners && s->done % 2 == 1,
                             .mirrored = s->four_corners && s->done / 2 % 2 == 1};
        // A map that wraps is cut at another column for every sweep: steps of the golden section lie far from each other.
        uint64_t part = (uint64_t)(uint32_t)s->done * 2654435769u % 4294967296u;
        if (s->wrap) p.cut = (int32_t)(part * (uint64_t)s->width >> 32);
        if (p.mirrored != s->mirrored)
            s->phases[count++] = (oro_sweep_phase){.mirrors = true, .mirrored = p.mirrored, .back = !p.back};
        s->mirrored = p.mirrored;
        s->phases[count++] = p;
    }
    return count;
}

/// Runs further sweeps; the work counts as the part [from, to] of the operator's.
static inline oro_status oro_sweep_run(oro_run *r, oro_sweep *s, int32_t sweeps, double from, double to) {
    for (int32_t first = 0; first < sweeps; first += ORO_SWEEP_AT_ONCE) {
        int32_t count = sweeps - first < ORO_SWEEP_AT_ONCE ? sweeps - first : ORO_SWEEP_AT_ONCE;
        int32_t pieces = oro_sweep_plan(s, count) * s->strips;
        for (int32_t i = 0; i < pieces; i++) atomic_init(&s->progress[i].lines, 0);
        oro_stage(r, from + (to - from) * first / sweeps, from + (to - from) * (first + count) / sweeps);
        oro_status status = oro_for_blocks(r, pieces, oro_sweep_piece, s);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- the rule that levels a cell with its lowest neighbour ------------------------------------------------------------

// Compilers believe that runs are apart where they are parameters.
static inline void oro_slide_cells(oro_slide slide, int32_t count, const float *restrict g0, const float *restrict g1,
                                   const float *restrict g2, const float *restrict g3, const float *restrict g4,
                                   float *restrict c0, float *restrict c1, float *restrict c2, float *restrict c3,
                                   float *restrict c4) {
    for (int32_t i = 0; i < count; i++) {
        float g = g0[i], own = c0[i], v1 = c1[i], v2 = c2[i], v3 = c3[i], v4 = c4[i];
        oro_sweep_gift gift =
            oro_slide_cell(slide, oro_sweep_drop(g, own, g1[i], v1), oro_sweep_drop(g, own, g2[i], v2),
                           oro_sweep_drop(g, own, g3[i], v3), oro_sweep_drop(g, own, g4[i], v4));
        c0[i] = own - gift.m;
        c1[i] = v1 + gift.to1;
        c2[i] = v2 + gift.to2;
        c3[i] = v3 + gift.to3;
        c4[i] = v4 + gift.to4;
    }
}

static inline void oro_slide_rule(const void *user, const oro_sweep_maps *maps, int32_t count, const size_t *at) {
    oro_slide slide = *(const oro_slide *)user;
    const float *g = maps->ground;
    float *c = maps->planes[0];
    if (count > 1) {
        oro_slide_cells(slide, count, g + at[0], g + at[1], g + at[2], g + at[3], g + at[4], c + at[0], c + at[1],
                        c + at[2], c + at[3], c + at[4]);
        return;
    }
    float d[5];
    for (int32_t k = 1; k < 5; k++) d[k] = oro_sweep_drop(g[at[0]], c[at[0]], g[at[k]], c[at[k]]);
    oro_sweep_gift gift = oro_slide_cell(slide, d[1], d[2], d[3], d[4]);
    c[at[0]] -= gift.m;
    c[at[1]] += gift.to1, c[at[2]] += gift.to2, c[at[3]] += gift.to3, c[at[4]] += gift.to4;
}

#endif
