// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where water goes from every sample: down the steepest of the eight triangles around it, shared between the two neighbours at
// that triangle's far side (after Tarboton 1997). The share of the diagonal one is the tangent of the angle to the straight one,
// so that water on a plane moves in the plane's direction exactly, whatever that is. Both get water only where they lie lower, so
// ways never close. Level ground drains towards its nearest rim that drains: the distance to it takes the height's place, found
// by the slopes along both axes (the eikonal equation), from rings inwards, which knows no preferred direction either. Samples from
// which nothing leads down are outlets (at the border, or below the sea) or pits. Directions are vector loops on all threads;
// level ground goes to one thread, each sample a few times. 4 bytes per sample; where there is level ground 4 more, and 8 per
// sample of it.
#ifndef ORO_SOLVE_DRAIN_H
#define ORO_SOLVE_DRAIN_H

#include "core/cell.h"
#include "run/loops.h"
#include "solve/sample.h"

#include <math.h>

/// Neighbours go round from the east over the south; even ones are straight.
static const int8_t oro_drain_dx[8] = {1, 1, 0, -1, -1, -1, 0, 1}, oro_drain_dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};

enum {
    ORO_DRAINS = 64,         ///< has a way: bits 0 to 2 the straight neighbour, 3 to 5 the diagonal one
    ORO_DRAIN_OUTLET = 128,  ///< water leaves here
    ORO_DRAIN_PIT = 256,     ///< water stays here
    ORO_DRAIN_REACHED = 512, ///< level ground whose distance is known: while ways are found
};

typedef struct oro_drain {
    const oro_grid *level;
    float sea;         ///< what lies below is an outlet; -INFINITY: nothing does
    bool inland_edges; ///< a border without lower neighbours is level ground, not an outlet
    uint32_t *way;     ///< per sample; the upper half is the share of the second neighbour, of 65536
} oro_drain;

/// The steepest triangle of a sample: the squared slope (rise per cell), the drops along its straight and its other side, and its
/// neighbours as in a way.
typedef struct oro_facet {
    float best, along, aside;
    int32_t sides;
} oro_facet;

ORO_CELL oro_facet oro_facet_better(oro_facet f, float middle, float straight, float diagonal, int32_t sides) {
    float along = middle - straight, aside = straight - diagonal, across = middle - diagonal;
    float on_side = along > 0.0f ? along * along : 0.0f;
    float on_diagonal = across > 0.0f ? 0.5f * across * across : 0.0f;
    float inside = along * along + aside * aside;
    float v = aside <= 0.0f ? on_side : (aside < along ? inside : on_diagonal);
    bool better = v > f.best;
    f.best = better ? v : f.best;
    f.along = better ? along : f.along;
    f.aside = better ? aside : f.aside;
    f.sides = better ? sides : f.sides;
    return f;
}

/// Of the eight around a sample, in the order of neighbours.
ORO_CELL oro_facet oro_steepest_facet(float m, float e, float se, float s, float sw, float w, float nw, float n,
                                      float ne) {
    oro_facet f = {0.0f, 1.0f, 0.0f, 0};
    f = oro_facet_better(f, m, e, se, 0 | 1 << 3);
    f = oro_facet_better(f, m, s, se, 2 | 1 << 3);
    f = oro_facet_better(f, m, s, sw, 2 | 3 << 3);
    f = oro_facet_better(f, m, w, sw, 4 | 3 << 3);
    f = oro_facet_better(f, m, w, nw, 4 | 5 << 3);
    f = oro_facet_better(f, m, n, nw, 6 | 5 << 3);
    f = oro_facet_better(f, m, n, ne, 6 | 7 << 3);
    return oro_facet_better(f, m, e, ne, 0 | 7 << 3);
}

/// Share of the diagonal neighbour.
ORO_CELL float oro_facet_share(float along, float aside) {
    float t = aside / along;
    return aside <= 0.0f ? 0.0f : (aside < along ? t : 1.0f);
}

/// At any place of any map: what lies off it is not lower.
static inline oro_facet oro_facet_at(const oro_grid *g, int32_t x, int32_t y) {
    float m = oro_row(g, y)[x], v[8];
    for (int32_t k = 0; k < 8; k++) {
        int32_t nx = x + oro_drain_dx[k], ny = y + oro_drain_dy[k];
        bool off = !g->wrap && (nx < 0 || ny < 0 || nx >= g->width || ny >= g->height);
        v[k] = off ? (k % 2 ? INFINITY : m)
                   : oro_row(g, oro_fold_index(ny, g->height, g->wrap))[oro_fold_index(nx, g->width, g->wrap)];
    }
    return oro_steepest_facet(m, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
}

static inline bool oro_on_border(const oro_grid *g, int32_t x, int32_t y) {
    return !g->wrap && (x == 0 || y == 0 || x == g->width - 1 || y == g->height - 1);
}

static inline uint32_t oro_way_of(oro_facet f) {
    if (!(f.best > 0.0f)) return 0;
    uint32_t share = (uint32_t)(oro_facet_share(f.along, f.aside) * 65535.0f + 0.5f);
    return share << 16 | ORO_DRAINS | (uint32_t)f.sides;
}

static inline void oro_drain_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_drain *d = user;
    const oro_grid *g = d->level;
    int32_t w = g->width;
    for (int32_t y = y0; y < y1; y++) {
        uint32_t *restrict way = d->way + (size_t)y * (size_t)w;
        const float *restrict row = oro_row(g, y);
        bool edge = !g->wrap && (y == 0 || y == g->height - 1);
        const float *restrict up = edge ? row : oro_row(g, oro_fold_index(y - 1, g->height, g->wrap));
        const float *restrict down = edge ? row : oro_row(g, oro_fold_index(y + 1, g->height, g->wrap));
        for (int32_t x = 1; !edge && x < w - 1; x++) {
            oro_facet f = oro_steepest_facet(row[x], row[x + 1], down[x + 1], down[x], down[x - 1], row[x - 1],
                                             up[x - 1], up[x], up[x + 1]);
            int32_t share = (int32_t)(oro_facet_share(f.along, f.aside) * 65535.0f + 0.5f);
            uint32_t code = (uint32_t)share << 16 | ORO_DRAINS | (uint32_t)f.sides;
            way[x] = f.best > 0.0f ? code : 0;
        }
        for (int32_t x = 0; x < w; x += edge || w < 2 || x == w - 1 ? 1 : w - 1) {
            way[x] = oro_way_of(oro_facet_at(g, x, y));
            if (!way[x] && !d->inland_edges && oro_on_border(g, x, y)) way[x] = ORO_DRAIN_OUTLET;
        }
        for (int32_t x = 0; x < w; x++) way[x] = row[x] < d->sea ? ORO_DRAIN_OUTLET : way[x];
    }
}

/// The sample that neighbour k of (x, y) is; SIZE_MAX off the map.
static inline size_t oro_drain_neighbour(const oro_grid *g, int32_t x, int32_t y, uint32_t k) {
    x += oro_drain_dx[k], y += oro_drain_dy[k];
    if (x < 0 || y < 0 || x >= g->width || y >= g->height) {
        if (!g->wrap) return SIZE_MAX;
        x = oro_fold_index(x, g->width, true), y = oro_fold_index(y, g->height, true);
    }
    return (size_t)y * (size_t)g->width + (size_t)x;
}

/// The neighbour that gets most of a sample's water.
static inline uint32_t oro_drain_main(uint32_t way) { return way >> 31 ? way >> 3 & 7U : way & 7U; }

static inline size_t oro_drain_to(const oro_drain *d, size_t at) {
    int32_t w = d->level->width;
    return oro_drain_neighbour(d->level, (int32_t)(at % (size_t)w), (int32_t)(at / (size_t)w),
                               oro_drain_main(d->way[at]));
}

static inline float oro_drain_level(const oro_drain *d, size_t at) {
    size_t w = (size_t)d->level->width;
    return oro_row(d->level, (int32_t)(at / w))[at % w];
}

// --- level ground -------------------------------------------------------------------------------------------------------

/// Distances over level ground, in samples, to the nearest rim that drains.
typedef struct oro_drain_rings {
    oro_drain *drain;
    float *away;     ///< per sample
    uint32_t *order; ///< samples of level ground, ring by ring
    size_t first, last;
} oro_drain_rings;

/// The eight around a sample, and whether all are on the map.
typedef struct oro_drain_eight {
    size_t at[8];
    float level;
} oro_drain_eight;

static inline oro_drain_eight oro_drain_around(const oro_drain *d, uint32_t at) {
    const oro_grid *g = d->level;
    uint32_t w = (uint32_t)g->width, y = at / w, x = at - y * w;
    oro_drain_eight n = {.level = oro_row(g, (int32_t)y)[x]};
    if (x > 0 && y > 0 && x < w - 1 && y < (uint32_t)g->height - 1) {
        const size_t a = at;
        n.at[0] = a + 1, n.at[1] = a + w + 1, n.at[2] = a + w, n.at[3] = a + w - 1;
        n.at[4] = a - 1, n.at[5] = a - w - 1, n.at[6] = a - w, n.at[7] = a - w + 1;
    } else {
        for (uint32_t k = 0; k < 8; k++) n.at[k] = oro_drain_neighbour(g, (int32_t)x, (int32_t)y, k);
    }
    return n;
}

/// How far those are; infinite where that is not known, or the ground has another height. (Level ground beside level ground has the
/// same: the higher would drain.)
static inline void oro_drain_distances(const oro_drain_rings *r, const oro_drain_eight *n, float *away) {
    for (uint32_t k = 0; k < 8; k++) {
        size_t to = n->at[k];
        uint32_t way = to == SIZE_MAX ? 0 : r->drain->way[to];
        away[k] = !way ? INFINITY : way & ORO_DRAIN_REACHED ? r->away[to] : 0.0f;
        if (away[k] == 0.0f && oro_drain_level(r->drain, to) != n->level) away[k] = INFINITY;
    }
}

/// How far a sample is by its neighbours: by the slopes along both axes, or past a corner.
static inline float oro_drain_distance(const float *v) {
    float a = oro_min(v[0], v[4]), b = oro_min(v[2], v[6]), gap = oro_abs(a - b);
    float corner = oro_min(oro_min(v[1], v[3]), oro_min(v[5], v[7])) + 1.41421356f;
    float t = gap < 1.0f ? 0.5f * (a + b + sqrtf(2.0f - gap * gap)) : oro_min(a, b) + 1.0f;
    return oro_min(t, corner);
}

static inline void oro_drain_reach(oro_drain_rings *r, uint32_t at) {
    oro_drain_eight n = oro_drain_around(r->drain, at);
    float v[8];
    oro_drain_distances(r, &n, v);
    r->away[at] = oro_drain_distance(v);
    r->order[r->last++] = at;
}

static inline void oro_drain_look_again(oro_drain_rings *r, uint32_t at) {
    oro_drain_eight n = oro_drain_around(r->drain, at);
    float v[8];
    oro_drain_distances(r, &n, v);
    if (r->drain->way[at] & ORO_DRAIN_REACHED) r->away[at] = oro_min(oro_drain_distance(v), r->away[at]);
}

/// Goes on from the ring that is known until no level ground is left beside the last. Neighbours on a ring depend on each other,
/// so each is passed again, back and forth, before the next begins.
static inline void oro_drain_spread(oro_drain_rings *r) {
    while (r->first < r->last) {
        size_t end = r->last;
        for (size_t i = end; i-- > r->first;) oro_drain_look_again(r, r->order[i]);
        for (size_t i = r->first; i < end; i++) oro_drain_look_again(r, r->order[i]);
        for (; r->first < end; r->first++) {
            oro_drain_eight n = oro_drain_around(r->drain, r->order[r->first]);
            for (uint32_t k = 0; k < 8; k++) {
                uint32_t to = (uint32_t)n.at[k];
                if (n.at[k] == SIZE_MAX || r->drain->way[to] || oro_drain_level(r->drain, to) != n.level) continue;
                oro_drain_reach(r, to);
                r->drain->way[to] = ORO_DRAIN_REACHED;
            }
        }
    }
}

/// Gives `flat` samples, all in `list`, their ways.
static inline oro_status oro_drain_level_ground(oro_run *run, oro_drain_rings *r, uint32_t *list, size_t flat) {
    oro_drain *d = r->drain;
    float v[8];
    for (size_t i = 0; i < flat; i++) {
        oro_drain_eight n = oro_drain_around(d, list[i]);
        oro_drain_distances(r, &n, v);
        if (oro_drain_distance(v) < INFINITY) oro_drain_reach(r, list[i]);
    }
    for (size_t i = 0; i < r->last; i++) d->way[r->order[i]] = ORO_DRAIN_REACHED; // the first ring, all at once
    oro_drain_spread(r);
    for (size_t i = 0; i < flat; i++) {
        if (d->way[list[i]]) continue;
        d->way[list[i]] = ORO_DRAIN_PIT;
        r->order[r->last++] = list[i];
        oro_drain_spread(r);
    }
    for (size_t i = 0; i < flat; i++) {
        uint32_t at = r->order[i];
        if (i % 0x8000 == 0 && oro_step(run, (double)i / (double)flat) != ORO_OK) return ORO_CANCELLED;
        oro_drain_eight n = oro_drain_around(d, at);
        oro_drain_distances(r, &n, v);
        oro_facet f = oro_steepest_facet(r->away[at], v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
        list[i] = d->way[at] & ORO_DRAIN_PIT ? d->way[at] : oro_way_of(f);
    }
    for (size_t i = 0; i < flat; i++) d->way[r->order[i]] = list[i];
    return ORO_OK;
}

/// The ways of all samples. What has none in the end is a pit, one for each piece of level ground.
static inline oro_status oro_find_drains(oro_run *run, oro_drain *d, double from, double to) {
    const oro_grid *g = d->level;
    size_t count = (size_t)g->width * (size_t)g->height, flat = 0, listed = 0;
    oro_stage(run, from, from + 0.5 * (to - from));
    oro_status status = oro_for_rows(run, g, oro_drain_rows, d);
    if (status != ORO_OK) return status;
    for (size_t i = 0; i < count; i++) flat += !d->way[i];
    if (!flat) return ORO_OK;
    oro_stage(run, from + 0.5 * (to - from), to);
    uint32_t *list = oro_scratch(run, 2 * flat * sizeof *list);
    oro_drain_rings r = {.drain = d, .away = oro_scratch(run, count * sizeof(float))};
    if (!list || !r.away) return ORO_NO_MEMORY;
    r.order = list + flat;
    for (size_t i = 0; i < count; i++)
        if (!d->way[i]) list[listed++] = (uint32_t)i;
    return oro_drain_level_ground(run, &r, list, flat);
}

#endif
