// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A triangulated irregular network: triangles whose corners are samples of a map. Places are whole numbers, so that what lies
// left of what is decided without rounding. Heights are the map's own, and what the network says between its corners is
// computed in double, from the same three corners in the same order on every machine.
#ifndef ORO_MESH_TIN_H
#define ORO_MESH_TIN_H

#include "orogen/grid.h"

#include <stdlib.h>
#include <string.h>

/// Triangles by their half-edges: half-edge 3t+k runs from corner k of triangle t to its next one. Seen with x to the east and y to
/// the SOUTH the corners run clockwise, which is counter-clockwise from above with y to the north.
typedef struct oro_tin {
    const float *heights; ///< of sample (0,0)
    ptrdiff_t stride;
    int32_t *x, *y;   ///< of the vertices, samples
    int32_t *corners; ///< three vertices per triangle; -1 for one that was taken away
    int32_t *twins;   ///< the half-edge that runs the other way; -1 at the rim
    int32_t
        *leaving; ///< a half-edge that begins at the vertex; -1 for one that was taken away. Filled by who needs it.
    int32_t vertex_count, triangle_count;
} oro_tin;

/// How a triangle misses its samples.
typedef struct oro_tin_miss {
    float most; ///< m
    int32_t x, y;
} oro_tin_miss;

/// Samples that count; those on a rim that others look after lie outside.
typedef struct oro_tin_window {
    int32_t x0, x1, y0, y1; ///< the last ones count too
} oro_tin_window;

static inline int32_t oro_tin_next(int32_t e) { return e % 3 == 2 ? e - 2 : e + 1; }
static inline int32_t oro_tin_before(int32_t e) { return e % 3 == 0 ? e + 2 : e - 1; }

static inline double oro_tin_height(const oro_tin *t, int32_t v) {
    return (double)t->heights[(ptrdiff_t)t->y[v] * t->stride + t->x[v]];
}

/// Twice the area of three vertices in samples, positive for those that a triangle may have.
static inline int64_t oro_tin_turn(const oro_tin *t, int32_t a, int32_t b, int32_t c) {
    int64_t ux = t->x[b] - t->x[a], uy = t->y[b] - t->y[a], vx = t->x[c] - t->x[a], vy = t->y[c] - t->y[a];
    return vx * uy - vy * ux;
}

/// The plane through three vertices: a height at x = y = 0 and what a step to the east and to the south adds.
typedef struct oro_tin_plane {
    double at, east, south;
} oro_tin_plane;

static inline oro_tin_plane oro_tin_plane_of(const oro_tin *t, int32_t a, int32_t b, int32_t c) {
    double ux = t->x[b] - t->x[a], uy = t->y[b] - t->y[a], vx = t->x[c] - t->x[a], vy = t->y[c] - t->y[a];
    double h = oro_tin_height(t, a), u = oro_tin_height(t, b) - h, v = oro_tin_height(t, c) - h;
    double area = vx * uy - vy * ux;
    oro_tin_plane p = {.east = (v * uy - u * vy) / area, .south = (u * vx - v * ux) / area};
    p.at = h - p.east * t->x[a] - p.south * t->y[a];
    return p;
}

// --- rows of a triangle ---------------------------------------------------------------------------------------------------

/// A side of a triangle, from row to row downwards: where it crosses the row, as a whole number and what is beyond it.
typedef struct oro_tin_side {
    int32_t x, rest, step, more, rows; ///< the crossing is x + rest / rows; the next row adds step + more / rows
} oro_tin_side;

static inline oro_tin_side oro_tin_side_of(const oro_tin *t, int32_t top, int32_t bottom) {
    oro_tin_side s = {.x = t->x[top], .rows = t->y[bottom] - t->y[top]};
    int32_t across = t->x[bottom] - t->x[top];
    if (s.rows == 0) return s;
    s.step = across / s.rows;
    s.more = across % s.rows;
    if (s.more < 0) s.more += s.rows, s.step--;
    return s;
}

static inline void oro_tin_side_down(oro_tin_side *s) {
    s->x += s->step;
    s->rest += s->more;
    if (s->rest >= s->rows) s->rest -= s->rows, s->x++;
}

/// A triangle cut into rows: the side that runs past the middle corner, and the two that meet there.
typedef struct oro_tin_rows {
    oro_tin_side whole, part[2];
    int32_t y, middle, end; ///< the row at work, that of the middle corner, and the last
    bool whole_is_left;
} oro_tin_rows;

static inline oro_tin_rows oro_tin_rows_of(const oro_tin *t, int32_t a, int32_t b, int32_t c) {
    int32_t swap;
    if (t->y[b] < t->y[a]) swap = a, a = b, b = swap;
    if (t->y[c] < t->y[a]) swap = a, a = c, c = swap;
    if (t->y[c] < t->y[b]) swap = b, b = c, c = swap;
    oro_tin_rows r = {.whole = oro_tin_side_of(t, a, c), .y = t->y[a], .middle = t->y[b], .end = t->y[c]};
    r.part[0] = oro_tin_side_of(t, a, b);
    r.part[1] = oro_tin_side_of(t, b, c);
    r.whole_is_left = oro_tin_turn(t, a, b, c) < 0;
    return r;
}

/// The samples of the row at work, first to last; then goes on to the next row.
static inline void oro_tin_rows_take(oro_tin_rows *r, int32_t *first, int32_t *last) {
    oro_tin_side *part = &r->part[r->y >= r->middle];
    const oro_tin_side *left = r->whole_is_left ? &r->whole : part, *right = r->whole_is_left ? part : &r->whole;
    *first = left->x + (left->rest > 0);
    *last = right->x;
    oro_tin_side_down(&r->whole);
    oro_tin_side_down(part);
    r->y++;
}

// --- errors ---------------------------------------------------------------------------------------------------------------

static inline int32_t oro_tin_bits(float not_negative) {
    int32_t bits;
    memcpy(&bits, &not_negative, sizeof bits);
    return bits;
}

/// The distance of a sample from the plane as the bits of a float, which are ordered as the float is.
static inline int32_t oro_tin_miss_bits(const float *row, int32_t x, double at, double east) {
    return oro_tin_bits((float)__builtin_fabs((double)row[x] - (at + east * x)));
}

/// The largest of a row.
static inline int32_t oro_tin_miss_row(const float *row, int32_t first, int32_t last, double at, double east) {
    int32_t most = 0;
    for (int32_t x = first; x <= last; x++) {
        int32_t bits = oro_tin_miss_bits(row, x, at, east);
        most = bits > most ? bits : most;
    }
    return most;
}

/// Where the triangle of three vertices misses a sample of the window most; the first of several.
static inline oro_tin_miss oro_tin_worst(const oro_tin *t, const oro_tin_window *w, int32_t a, int32_t b, int32_t c) {
    oro_tin_plane plane = oro_tin_plane_of(t, a, b, c);
    oro_tin_rows rows = oro_tin_rows_of(t, a, b, c);
    oro_tin_miss miss = {0};
    int32_t most = 0;
    while (rows.y <= rows.end) {
        int32_t y = rows.y, first, last;
        oro_tin_rows_take(&rows, &first, &last);
        if (y < w->y0 || y > w->y1) continue;
        first = first > w->x0 ? first : w->x0;
        last = last < w->x1 ? last : w->x1;
        const float *row = t->heights + (ptrdiff_t)y * t->stride;
        double at = plane.at + plane.south * y;
        int32_t bits = oro_tin_miss_row(row, first, last, at, plane.east);
        if (bits <= most) continue;
        most = bits;
        miss.y = y;
        for (miss.x = first; oro_tin_miss_bits(row, miss.x, at, plane.east) != bits;) miss.x++;
    }
    memcpy(&miss.most, &most, sizeof most);
    return miss;
}

/// Does the triangle of three vertices hold all samples of the window within `limit`? Leaves off at the first that it misses.
static inline bool oro_tin_holds(const oro_tin *t, const oro_tin_window *w, int32_t a, int32_t b, int32_t c,
                                 float limit) {
    oro_tin_plane plane = oro_tin_plane_of(t, a, b, c);
    oro_tin_rows rows = oro_tin_rows_of(t, a, b, c);
    int32_t most = oro_tin_bits(limit);
    while (rows.y <= rows.end) {
        int32_t y = rows.y, first, last;
        oro_tin_rows_take(&rows, &first, &last);
        if (y < w->y0 || y > w->y1) continue;
        first = first > w->x0 ? first : w->x0;
        last = last < w->x1 ? last : w->x1;
        const float *row = t->heights + (ptrdiff_t)y * t->stride;
        if (oro_tin_miss_row(row, first, last, plane.at + plane.south * y, plane.east) > most) return false;
    }
    return true;
}

#endif
