// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From level to level. The coarsest has cells of a given size in metres, each finer one cells of half that, and the map itself is
// the last: so maps of 513, 1025 and 2049 samples pass through the same coarse land and end with the same, each with what it
// has room for. Years are divided alike: a level ends at the same year whether or not a finer one follows, and whichever is
// the last goes on to the end, in steps of about twice its length.
//
// What goes from a level to the next is the change since the start, first from the points to their own grid by moving least
// squares (a plane through the 25 points around, weights that fall off like a bell), then by cubic interpolation to
// the next level's points. The start itself is read from the map by every level, so its detail is not lost.
//
// Maps that drive numbers are read at the middle of a point's cell, heights at the point itself: half a cell of a slope is a pit.
#ifndef ORO_OP_UPLIFT_LEVEL_H
#define ORO_OP_UPLIFT_LEVEL_H

#include "net.h"
#include "noise/bends.h"

enum { LEVELS_MOST = 20 };

/// One level of the plan.
typedef struct level_plan {
    int32_t width, height;
    int32_t steps, more;      ///< in its own time, and in that of finer levels where it is the last
    double years, more_years; ///< of such a step, in parts of the whole
} level_plan;

/// Shares of the whole time and steps of the first levels; later ones have 0.3 of the share before and two steps.
static const double level_shares[] = {0.6, 0.25, 0.1, 0.035};
static const double level_steps[] = {1.0, 1.0 / 3.0, 0.1, 0.05}; ///< in parts of those on the coarsest

/// Fills the levels of a map, the coarsest first, and returns how many. `cells`: of the coarsest along the longer side.
static inline int32_t level_plans(const oro_grid *map, double cells, int32_t steps, level_plan *plans) {
    int32_t wide = map->width - 1, tall = map->height - 1, longer = wide > tall ? wide : tall, count = 0;
    double share = 1.0, left = 1.0;
    for (;; count++, cells *= 2.0) {
        bool last = cells * 1.41421356 > longer || count == LEVELS_MOST - 1;
        level_plan *p = &plans[count];
        double part = last || longer == 0 ? 1.0 : cells / longer;
        p->width = (int32_t)floor(wide * part + 0.5) + 1;
        p->height = (int32_t)floor(tall * part + 0.5) + 1;
        bool listed = count < ORO_COUNT(level_shares);
        share = listed ? level_shares[count] : 0.3 * share;
        double wanted = floor((listed ? level_steps[count] : 1.0 / 30.0) * steps + 0.5);
        wanted = wanted < 2.0 ? 2.0 : wanted;
        p->years = share / wanted;
        p->steps = (int32_t)wanted;
        p->more = last ? (int32_t)ceil((left - share) / (2.0 * p->years) - 1e-6) : 0;
        p->more_years = p->more ? (left - share) / p->more : 0.0;
        left -= share;
        if (last) return count + 1;
    }
}

/// Makes `n` that level of the map. Memory stays as it is.
static inline void level_shape(net *n, const oro_grid *map, const level_plan *p, int32_t number, uint32_t seed) {
    n->width = p->width;
    n->height = p->height;
    n->count = (size_t)p->width * (size_t)p->height;
    n->map_x = p->width > 1 ? (float)(map->width - 1) / (float)(p->width - 1) : 1.0f;
    n->map_y = p->height > 1 ? (float)(map->height - 1) / (float)(p->height - 1) : 1.0f;
    n->cell = (float)map->cell * n->map_x;
    n->tall = p->width > 1 && p->height > 1 ? n->map_y / n->map_x : 1.0f;
    n->seed = oro_mix32(seed + (uint32_t)number * 0x9e3779b9U);
    for (int32_t k = 0; k < NET_WAYS; k++) n->offset[k] = net_dy[k] * n->width + net_dx[k];
}

/// The level as a grid, for noise.
static inline oro_grid level_grid(const net *n, const oro_grid *map) {
    return (oro_grid){.width = n->width,
                      .height = n->height,
                      .stride = n->width,
                      .cell = (double)n->cell,
                      .origin_x = map->origin_x,
                      .origin_y = map->origin_y};
}

// --- reading maps -----------------------------------------------------------------------------------------------------

/// A number or map at the middle of the cells of a row.
static inline void level_field_row(const net *n, const oro_field *f, const oro_grid *map, int32_t y, float *out) {
    const float *first = oro_field_row(f, 0);
    if (f->step == 0) {
        for (int32_t x = 0; x < n->width; x++) out[x] = first[0];
        return;
    }
    oro_grid g = *map;
    g.data = (float *)(uintptr_t)first; // read only
    g.stride = (int32_t)f->step;
    g.wrap = false;
    float py = (float)y * n->map_y;
    int32_t iy = (int32_t)py;
    for (int32_t x = 0; x < n->width; x++) {
        float px = (float)x * n->map_x;
        int32_t ix = (int32_t)px;
        out[x] = oro_sample_linear(&g, ix, iy, px - (float)ix, py - (float)iy);
    }
}

/// The start's height at a point.
static inline float level_start_at(const net *n, const oro_grid *map, int32_t x, int32_t y, size_t at) {
    float px = ((float)x + n->east[at]) * n->map_x, py = ((float)y + n->south[at]) * n->map_y;
    int32_t ix = (int32_t)px, iy = (int32_t)py;
    return oro_sample_linear(map, ix, iy, px - (float)ix, py - (float)iy);
}

// --- points to grid ---------------------------------------------------------------------------------------------------

typedef struct level_fit {
    const net *n;
    float *out;
    float width; ///< of the weights' bell, cells
} level_fit;

/// One neighbour of each column: adds to the sums of weights, places and heights.
static __attribute__((noinline)) void level_add(int32_t count, float dx, float dy, float falls, const float *restrict z,
                                                const float *restrict start, const float *restrict east,
                                                const float *restrict south, float (*restrict s)[ORO_TILE],
                                                int32_t first) {
    for (int32_t i = 0; i < count; i++) {
        float p = dx + east[i], q = dy + south[i], e = oro_max(1.0f - (p * p + q * q) * falls, 0.0f);
        e *= e, e *= e, e *= e; // (1 - t/8)^8, nearly exp -t
        float v = z[i] - start[i], ep = e * p, eq = e * q;
        int32_t x = first + i;
        s[0][x] += e, s[1][x] += ep, s[2][x] += eq;
        s[3][x] += ep * p, s[4][x] += ep * q, s[5][x] += eq * q;
        s[6][x] += e * v, s[7][x] += ep * v, s[8][x] += eq * v;
    }
}

static inline void level_fit_tile(const void *user, oro_tile t, void *room) {
    const level_fit *f = user;
    const net *n = f->n;
    float(*s)[ORO_TILE] = room, *zeros = s[9];
    float falls = 0.5f / (8.0f * f->width * f->width);
    memset(zeros, 0, sizeof s[9]);
    for (int32_t y = t.y0; y < t.y1; y++) {
        memset(s, 0, 9 * sizeof s[0]);
        for (int32_t b = -2; b <= 2; b++) {
            if (y + b < 0 || y + b >= n->height) continue;
            for (int32_t a = -2; a <= 2; a++) {
                int32_t from = t.x0 + a < 0 ? -a - t.x0 : 0;
                int32_t to = t.x0 + t.count + a > n->width ? n->width - a - t.x0 : t.count;
                if (from >= to) continue;
                size_t at = (size_t)((ptrdiff_t)(y + b) * n->width + t.x0 + from + a);
                level_add(to - from, (float)a, (float)b, falls, n->z + at, n->start ? n->start + at : zeros,
                          n->east + at, n->south + at, s, from);
            }
        }
        float *restrict out = f->out + (size_t)y * (size_t)n->width + (size_t)t.x0;
        for (int32_t x = 0; x < t.count; x++) {
            float s0 = s[0][x], s1 = s[1][x], s2 = s[2][x], s11 = s[3][x], s12 = s[4][x], s22 = s[5][x];
            float a = s11 * s22 - s12 * s12, b = s1 * s22 - s12 * s2, c = s1 * s12 - s11 * s2;
            float determinant = s0 * a - s1 * b + s2 * c, plane = s[6][x] * a - s[7][x] * b + s[8][x] * c;
            bool flat = determinant < 1e-4f * s0 * s0 * s0; // points on a line: their mean
            out[x] = flat ? s[6][x] / s0 : plane / determinant;
        }
        for (int32_t x = 0; x < t.count; x++) { // points at the border lie where their samples do
            int32_t column = t.x0 + x;
            if (y > 0 && y < n->height - 1 && column > 0 && column < n->width - 1) continue;
            size_t at = (size_t)y * (size_t)n->width + (size_t)column;
            out[x] = n->z[at] - (n->start ? n->start[at] : 0.0f);
        }
    }
}

/// Change since the start, from the points to their grid.
static inline oro_status level_to_grid(const net *n, const oro_grid *shape, float *out, float width) {
    level_fit f = {n, out, width};
    return oro_for_tiles(n->run, shape, 10 * ORO_TILE * sizeof(float), level_fit_tile, &f);
}

#endif
