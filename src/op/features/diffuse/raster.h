// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines on a grid, by exact distance from the curve. A sample at distance d of a spline with half width r is covered by
//     c = clamp(1 - (d - max(r - dx/2, 0)) / dx, 0, 1)
// of it: a tent one cell wide around the line, so that a slanting line is as straight as an upright one. Covered samples are
// pinned, v = (1-c) relaxed + c S; those in reach of a gradient are guided (relax.h). Higher priorities cover lower ones by
// their c; equal ones are averaged.
//
// Constraints are few, so they are kept as lists: of every row of every tile of 128 x 128 samples, for every channel.
// A tile costs its splines' samples within reach (about 12 operations each, vectors) and 12 bytes a pin and channel.
#ifndef ORO_DIFFUSE_RASTER_H
#define ORO_DIFFUSE_RASTER_H

#include "solve/spline.h"

#include <string.h>

enum {
    ORO_PINS_HEIGHT,
    ORO_PINS_PARAMETER, ///< the first of ORO_PARAMETER_COUNT
    ORO_PINS_NORMAL_X = ORO_PINS_PARAMETER + ORO_PARAMETER_COUNT,
    ORO_PINS_NORMAL_Y,
    ORO_PINS_COUNT,
    ORO_PIN_TILE = 128, ///< samples along a tile
    ORO_PIN_CELLS = ORO_PIN_TILE * ORO_PIN_TILE,
    ORO_PIN_WAVE = 16, ///< tiles rasterised before their lists get memory
};

/// A sample is `keep` times what relaxing gives, plus `add`.
typedef struct oro_pin {
    int32_t x;
    float keep, add;
} oro_pin;

/// A sample that follows its neighbours towards the spline: `beta` of it is |wx| v_x + |wy| v_y + rise, where v_x is the
/// neighbour to the west for wx > 0, to the east otherwise, and v_y that to the north for wy > 0. |wx| + |wy| = 1.
typedef struct oro_guide {
    int32_t x;
    float beta, wx, wy, rise;
} oro_guide;

/// Lists of a tile, in order of rows; row y of the tile has the entries start[y] to start[y + 1].
typedef struct oro_pin_tile {
    int32_t *start[ORO_PINS_COUNT]; ///< NULL: no pins of the channel
    oro_pin *pins[ORO_PINS_COUNT];
    int32_t *guide_start;
    oro_guide *guides;
} oro_pin_tile;

/// A spline ready for one level.
typedef struct oro_level_spline {
    const oro_spline_vertex *vertices;
    int32_t count, priority;
    bool closed, shapes, sets;       ///< height, parameters
    double west, north, east, south; ///< world box of what it touches
} oro_level_spline;

/// Constraints of one level.
typedef struct oro_raster {
    oro_grid grid; ///< geometry
    int32_t across, down;
    oro_pin_tile *tiles;
    int64_t counts[ORO_PINS_COUNT], guides;
    double sums[ORO_PINS_COUNT], weights[ORO_PINS_COUNT]; ///< of coverage times value, and of coverage
} oro_raster;

// --- one tile ---------------------------------------------------------------------------------------------------------

/// What a channel of a sample has collected: `rest` not yet covered, `sum` of what covers it, and the same for the splines
/// of one priority: coverage, coverage times value, largest coverage.
typedef struct oro_slot_channel {
    float rest, sum, cover, value, most;
} oro_slot_channel;

typedef struct oro_slot_guide {
    float beta, sum, nx, ny, slope; ///< largest beta, and sums weighted by beta
    int32_t count, priority;
} oro_slot_guide;

typedef struct oro_raster_space {
    float distance[ORO_PIN_CELLS], along[ORO_PIN_CELLS]; ///< squared distance in cells from the spline at hand
    int32_t piece[ORO_PIN_CELLS];                        ///< which of its pieces is nearest
    int32_t slot[ORO_PIN_CELLS];                         ///< 1 + index of the sample's slot; 0: untouched
    int32_t cell[ORO_PIN_CELLS];                         ///< of each slot
    oro_slot_guide guide[ORO_PIN_CELLS];
    int32_t slots;
    oro_slot_channel *channel; ///< ORO_PIN_CELLS times the wanted channels
} oro_raster_space;

typedef struct oro_raster_job {
    oro_raster *raster;
    const oro_level_spline *splines; ///< highest priority first
    int32_t spline_count;
    int32_t place[ORO_PINS_COUNT]; ///< of a channel in a slot; -1: not wanted
    int32_t wanted;
    bool blend; ///< overlapping gradients are blended instead of removed
    oro_raster_space *spaces[ORO_PIN_WAVE];
    int32_t first; ///< tile of the wave
} oro_raster_job;

typedef struct oro_tile_box {
    int32_t x0, y0, x1, y1; ///< samples of the grid, end exclusive
} oro_tile_box;

static inline oro_tile_box oro_tile_bounds(const oro_raster *r, int32_t tile) {
    int32_t x0 = tile % r->across * ORO_PIN_TILE, y0 = tile / r->across * ORO_PIN_TILE;
    int32_t x1 = x0 + ORO_PIN_TILE, y1 = y0 + ORO_PIN_TILE;
    return (oro_tile_box){x0, y0, x1 < r->grid.width ? x1 : r->grid.width, y1 < r->grid.height ? y1 : r->grid.height};
}

/// First and past-the-last of `count` samples from `at` on that lie in [lo, hi], cells.
static inline void oro_clip(double lo, double hi, int32_t begin, int32_t end, int32_t *first, int32_t *last) {
    double a = ceil(lo), b = floor(hi) + 1.0;
    *first = a > begin ? a < end ? (int32_t)a : end : begin;
    *last = b < end ? b > begin ? (int32_t)b : begin : end;
}

/// How far from a piece anything is touched, metres.
static inline double oro_piece_reach(const oro_spline_vertex *a, const oro_spline_vertex *b, double cell) {
    double reach = 0.0;
    for (int i = 0; i < 2; i++) {
        const float *k = (i ? b : a)->channel;
        double side = (double)oro_max(k[ORO_META_LEFT], k[ORO_META_RIGHT]), own = (double)k[ORO_META_RADIUS] + side;
        reach = own > reach ? own : reach;
    }
    return reach + 1.5 * cell; // one and a half: where normals are set
}

/// Distances of a piece over its part of the tile, kept where nearer than what was there. The place along the piece is
/// exact to a float's step since it is taken from the piece's own start.
static inline void oro_measure_piece(const oro_grid *g, oro_tile_box box, const oro_spline_vertex *a,
                                     const oro_spline_vertex *b, int32_t piece, oro_tile_box *touched,
                                     oro_raster_space *w) {
    double inverse = 1.0 / g->cell, reach = oro_piece_reach(a, b, g->cell) * inverse;
    double ax = (a->x - g->origin_x) * inverse, ay = (a->y - g->origin_y) * inverse;
    double bx = (b->x - g->origin_x) * inverse, by = (b->y - g->origin_y) * inverse;
    int32_t x0, x1, y0, y1;
    oro_clip((ax < bx ? ax : bx) - reach, (ax > bx ? ax : bx) + reach, box.x0, box.x1, &x0, &x1);
    oro_clip((ay < by ? ay : by) - reach, (ay > by ? ay : by) + reach, box.y0, box.y1, &y0, &y1);
    if (x0 >= x1 || y0 >= y1) return;
    const float ex = (float)(bx - ax), ey = (float)(by - ay), length2 = ex * ex + ey * ey;
    const float scale = length2 > 0.0f ? 1.0f / length2 : 0.0f, start = (float)(x0 - ax);
    for (int32_t y = y0; y < y1; y++) {
        int32_t at = (y - box.y0) * ORO_PIN_TILE + (x0 - box.x0);
        float *restrict nearest = w->distance + at, *restrict along = w->along + at, py = (float)(y - ay);
        int32_t *restrict which = w->piece + at;
        for (int32_t i = 0; i < x1 - x0; i++) {
            float px = start + (float)i, t = oro_clamp((px * ex + py * ey) * scale, 0.0f, 1.0f);
            float qx = px - t * ex, qy = py - t * ey, d = qx * qx + qy * qy;
            bool nearer = d < nearest[i];
            nearest[i] = nearer ? d : nearest[i];
            along[i] = nearer ? t : along[i];
            which[i] = nearer ? piece : which[i];
        }
    }
    touched->x0 = x0 < touched->x0 ? x0 : touched->x0, touched->x1 = x1 > touched->x1 ? x1 : touched->x1;
    touched->y0 = y0 < touched->y0 ? y0 : touched->y0, touched->y1 = y1 > touched->y1 ? y1 : touched->y1;
}

static inline int32_t oro_slot_of(const oro_raster_job *j, oro_raster_space *w, int32_t cell) {
    if (w->slot[cell]) return w->slot[cell] - 1;
    int32_t slot = w->slots++;
    w->slot[cell] = slot + 1;
    w->cell[slot] = cell;
    w->guide[slot] = (oro_slot_guide){0};
    for (int32_t k = 0; k < j->wanted; k++)
        w->channel[(ptrdiff_t)slot * j->wanted + k] = (oro_slot_channel){.rest = 1.0f};
    return slot;
}

static inline void oro_cover(const oro_raster_job *j, oro_raster_space *w, int32_t slot, int32_t channel, float c,
                             float value) {
    if (j->place[channel] < 0 || isnan(value)) return;
    oro_slot_channel *s = &w->channel[(ptrdiff_t)slot * j->wanted + j->place[channel]];
    s->cover += c;
    s->value += c * value;
    s->most = oro_max(s->most, c);
}

/// Lets the splines of one priority, collected so far, cover what is below them.
static inline void oro_fold_priority(const oro_raster_job *j, oro_raster_space *w) {
    for (ptrdiff_t i = 0; i < (ptrdiff_t)w->slots * j->wanted; i++) {
        oro_slot_channel *s = &w->channel[i];
        if (s->most <= 0.0f) continue;
        s->sum += s->rest * s->most * (s->value / s->cover);
        s->rest *= 1.0f - s->most;
        s->cover = s->value = s->most = 0.0f;
    }
}

static inline void oro_guide_sample(oro_raster_space *w, int32_t slot, int32_t priority, float beta, float nx, float ny,
                                    float slope) {
    oro_slot_guide *g = &w->guide[slot];
    if (g->count && g->priority > priority) return;
    g->priority = priority;
    g->count++;
    g->beta = oro_max(g->beta, beta);
    g->sum += beta;
    g->nx += beta * nx, g->ny += beta * ny;
    g->slope += beta * slope;
}

/// What one spline does to one sample, given the nearest point of it.
static inline void oro_touch_sample(const oro_raster_job *j, const oro_level_spline *s, int32_t x, int32_t y,
                                    int32_t cell, oro_raster_space *w) {
    const oro_grid *g = &j->raster->grid;
    const oro_spline_vertex *a = &s->vertices[w->piece[cell]], *b = s->count > 1 ? a + 1 : a;
    float t = w->along[cell], dx = (float)g->cell, d = oro_sqrt(w->distance[cell]) * dx, k[ORO_META_COUNT];
    for (int32_t i = 0; i < ORO_META_COUNT; i++) k[i] = oro_mix(a->channel[i], b->channel[i], t);
    float r = k[ORO_META_RADIUS], c = oro_clamp(1.0f - (d - oro_max(r - 0.5f * dx, 0.0f)) / dx, 0.0f, 1.0f);

    float px = (float)((x * g->cell + g->origin_x) - (a->x + (double)t * (b->x - a->x)));
    float py = (float)((y * g->cell + g->origin_y) - (a->y + (double)t * (b->y - a->y)));
    float nx = px / d, ny = py / d; // away from the spline; used only where d > 0
    bool apart = s->shapes && d > 1e-3f * dx;

    // Which side: 1 all left, 0 all right; round the ends of an open spline it turns from one to the other.
    float ex = (float)(b->x - a->x), ey = (float)(b->y - a->y), length = oro_sqrt(ex * ex + ey * ey);
    float across = length > 0.0f ? (ey * nx - ex * ny) / length : 0.0f;
    bool cap = !s->closed && ((w->piece[cell] == 0 && t == 0.0f) || (w->piece[cell] == s->count - 2 && t == 1.0f));
    float left = cap || s->count == 1 ? 0.5f + 0.5f * across : across > 0.0f ? 1.0f : 0.0f;
    float reach = oro_mix(k[ORO_META_RIGHT], k[ORO_META_LEFT], left), beyond = d - r;
    float rise = oro_mix(k[ORO_META_RIGHT_RISE], k[ORO_META_LEFT_RISE], left);
    bool guided = apart && beyond > 0.0f && beyond < reach;

    if (c <= 0.0f && !guided && !(apart && j->place[ORO_PINS_NORMAL_X] >= 0 && d <= 1.5f * dx)) return;
    int32_t slot = oro_slot_of(j, w, cell);
    if (c > 0.0f && s->shapes) oro_cover(j, w, slot, ORO_PINS_HEIGHT, c, oro_mix(a->z, b->z, t));
    for (int32_t i = 0; c > 0.0f && s->sets && i < ORO_PARAMETER_COUNT; i++)
        oro_cover(j, w, slot, ORO_PINS_PARAMETER + i, c, k[ORO_META_AMPLITUDE + i]);
    if (apart && (guided || d <= 1.5f * dx)) {
        oro_cover(j, w, slot, ORO_PINS_NORMAL_X, 1.0f, nx);
        oro_cover(j, w, slot, ORO_PINS_NORMAL_Y, 1.0f, ny);
    }
    if (guided)
        oro_guide_sample(w, slot, s->priority, k[ORO_META_HARDNESS] * (1.0f - beyond / reach), nx, ny, rise / reach);
}

static inline void oro_raster_spline(const oro_raster_job *j, oro_tile_box box, const oro_level_spline *s,
                                     oro_raster_space *w) {
    const oro_grid *g = &j->raster->grid;
    double x0 = g->origin_x + box.x0 * g->cell, x1 = g->origin_x + (box.x1 - 1) * g->cell;
    double y0 = g->origin_y + box.y0 * g->cell, y1 = g->origin_y + (box.y1 - 1) * g->cell;
    if (s->count == 0 || s->east < x0 || s->west > x1 || s->south < y0 || s->north > y1) return;
    for (int32_t i = 0; i < ORO_PIN_CELLS; i++) w->distance[i] = 1e30f;
    oro_tile_box touched = {box.x1, box.y1, box.x0, box.y0};
    for (int32_t i = 0; i + 1 < s->count; i++)
        oro_measure_piece(g, box, &s->vertices[i], &s->vertices[i + 1], i, &touched, w);
    if (s->count == 1) oro_measure_piece(g, box, s->vertices, s->vertices, 0, &touched, w);
    for (int32_t y = touched.y0; y < touched.y1; y++)
        for (int32_t x = touched.x0; x < touched.x1; x++) {
            int32_t cell = (y - box.y0) * ORO_PIN_TILE + (x - box.x0);
            if (w->distance[cell] < 1e30f) oro_touch_sample(j, s, x, y, cell, w);
        }
}

static inline void oro_raster_tile(const void *user, int32_t block) {
    const oro_raster_job *j = user;
    oro_raster_space *w = j->spaces[block];
    oro_tile_box box = oro_tile_bounds(j->raster, j->first + block);
    memset(w->slot, 0, sizeof w->slot);
    w->slots = 0;
    for (int32_t i = 0; i < j->spline_count; i++) {
        if (i && j->splines[i].priority != j->splines[i - 1].priority) oro_fold_priority(j, w);
        oro_raster_spline(j, box, &j->splines[i], w);
    }
    oro_fold_priority(j, w);
}

// --- lists ------------------------------------------------------------------------------------------------------------

/// The guide of a slot as relaxing uses it. False: nothing is guided here. At the map's edge, where a neighbour towards
/// the spline is missing, the other one says it alone: over one cell along x a ramp rises by slope |nx| dx.
static inline bool oro_finish_guide(const oro_raster_job *j, oro_tile_box box, const oro_raster_space *w, int32_t slot,
                                    oro_guide *out) {
    const oro_slot_guide *s = &w->guide[slot];
    const oro_grid *g = &j->raster->grid;
    if (s->count == 0 || s->sum <= 0.0f || (s->count > 1 && !j->blend)) return false;
    float length = oro_sqrt(s->nx * s->nx + s->ny * s->ny);
    if (length < 1e-6f * s->sum) return false;
    float nx = s->nx / length, ny = s->ny / length, rise = s->slope / s->sum * (float)g->cell;
    int32_t x = box.x0 + w->cell[slot] % ORO_PIN_TILE, y = box.y0 + w->cell[slot] / ORO_PIN_TILE;
    bool no_x = nx > 0.0f ? x == 0 : x == g->width - 1, no_y = ny > 0.0f ? y == 0 : y == g->height - 1;
    if ((no_x || nx == 0.0f) && (no_y || ny == 0.0f)) return false;
    float wx = no_x ? 0.0f : nx, wy = no_y ? 0.0f : ny, share = 1.0f / (oro_abs(wx) + oro_abs(wy));
    *out = (oro_guide){x, s->beta, wx * share, wy * share, rise * (wx * wx + wy * wy) * share};
    return true;
}

/// Counts what a tile holds: pins of each wanted channel, and guides.
static inline int32_t oro_count_tile(const oro_raster_job *j, oro_tile_box box, const oro_raster_space *w,
                                     int32_t *counts) {
    int32_t guides = 0;
    oro_guide ignored;
    memset(counts, 0, ORO_PINS_COUNT * sizeof *counts);
    for (int32_t i = 0; i < w->slots; i++) {
        for (int32_t k = 0; k < ORO_PINS_COUNT; k++)
            counts[k] += j->place[k] >= 0 && w->channel[(ptrdiff_t)i * j->wanted + j->place[k]].rest < 1.0f;
        guides += oro_finish_guide(j, box, w, i, &ignored);
    }
    return guides;
}

/// Memory for a tile's lists. Called by the thread that owns the run.
static inline oro_status oro_size_tile(oro_run *run, const oro_raster_job *j, int32_t block) {
    oro_pin_tile *t = &j->raster->tiles[j->first + block];
    int32_t counts[ORO_PINS_COUNT], rows = ORO_PIN_TILE + 1;
    int32_t guides = oro_count_tile(j, oro_tile_bounds(j->raster, j->first + block), j->spaces[block], counts);
    for (int32_t k = 0; k < ORO_PINS_COUNT; k++) {
        j->raster->counts[k] += counts[k];
        if (counts[k] == 0) continue;
        t->start[k] = oro_scratch(run, (size_t)rows * sizeof(int32_t));
        t->pins[k] = oro_scratch(run, (size_t)counts[k] * sizeof(oro_pin));
        if (!t->start[k] || !t->pins[k]) return ORO_NO_MEMORY;
    }
    j->raster->guides += guides;
    if (guides == 0) return ORO_OK;
    t->guide_start = oro_scratch(run, (size_t)rows * sizeof(int32_t));
    t->guides = oro_scratch(run, (size_t)guides * sizeof(oro_guide));
    return t->guide_start && t->guides ? ORO_OK : ORO_NO_MEMORY;
}

static inline void oro_list_tile(const void *user, int32_t block) {
    const oro_raster_job *j = user;
    const oro_raster_space *w = j->spaces[block];
    oro_pin_tile *t = &j->raster->tiles[j->first + block];
    oro_tile_box box = oro_tile_bounds(j->raster, j->first + block);
    int32_t count[ORO_PINS_COUNT] = {0}, guides = 0;
    for (int32_t y = 0; y <= ORO_PIN_TILE; y++) {
        for (int32_t k = 0; k < ORO_PINS_COUNT; k++)
            if (t->start[k]) t->start[k][y] = count[k];
        if (t->guide_start) t->guide_start[y] = guides;
        for (int32_t x = 0; x < ORO_PIN_TILE && y < ORO_PIN_TILE && w->slots; x++) {
            int32_t slot = w->slot[y * ORO_PIN_TILE + x] - 1;
            if (slot < 0) continue;
            for (int32_t k = 0; k < ORO_PINS_COUNT; k++) {
                if (!t->start[k]) continue;
                const oro_slot_channel *s = &w->channel[(ptrdiff_t)slot * j->wanted + j->place[k]];
                if (s->rest < 1.0f) t->pins[k][count[k]++] = (oro_pin){box.x0 + x, s->rest, s->sum};
            }
            if (t->guides) guides += oro_finish_guide(j, box, w, slot, &t->guides[guides]);
        }
    }
}

/// Sums of what is pinned, in the order of tiles and rows.
static inline void oro_sum_pins(oro_raster *r) {
    for (int32_t i = 0; i < r->across * r->down; i++)
        for (int32_t k = 0; k < ORO_PINS_COUNT; k++)
            for (int32_t p = 0; r->tiles[i].pins[k] && p < r->tiles[i].start[k][ORO_PIN_TILE]; p++) {
                r->sums[k] += (double)r->tiles[i].pins[k][p].add;
                r->weights[k] += 1.0 - (double)r->tiles[i].pins[k][p].keep;
            }
}

/// Working memory for one wave of tiles, made once for all levels of a run.
static inline oro_status oro_raster_spaces(oro_run *run, int32_t wanted, oro_raster_job *j) {
    for (int32_t i = 0; i < ORO_PIN_WAVE; i++) {
        oro_raster_space *w = oro_scratch(run, sizeof *w);
        if (!w) return ORO_NO_MEMORY;
        w->channel = oro_scratch(run, (size_t)ORO_PIN_CELLS * (size_t)(wanted > 0 ? wanted : 1) * sizeof *w->channel);
        if (!w->channel) return ORO_NO_MEMORY;
        j->spaces[i] = w;
    }
    return ORO_OK;
}

/// Brings the splines of `j` onto the grid of `r` (its geometry given). Lists live as long as the run.
static inline oro_status oro_raster_level(oro_run *run, oro_raster_job *j, oro_raster *r) {
    r->across = (r->grid.width + ORO_PIN_TILE - 1) / ORO_PIN_TILE;
    r->down = (r->grid.height + ORO_PIN_TILE - 1) / ORO_PIN_TILE;
    int32_t tiles = r->across * r->down;
    r->tiles = oro_scratch(run, (size_t)tiles * sizeof *r->tiles);
    if (!r->tiles) return ORO_NO_MEMORY;
    memset(r->tiles, 0, (size_t)tiles * sizeof *r->tiles);
    j->raster = r;
    oro_status status = ORO_OK;
    for (j->first = 0; j->first < tiles && status == ORO_OK; j->first += ORO_PIN_WAVE) {
        int32_t count = tiles - j->first < ORO_PIN_WAVE ? tiles - j->first : ORO_PIN_WAVE;
        status = oro_for_blocks(run, count, oro_raster_tile, j);
        for (int32_t i = 0; i < count && status == ORO_OK; i++) status = oro_size_tile(run, j, i);
        if (status == ORO_OK) status = oro_for_blocks(run, count, oro_list_tile, j);
    }
    if (status == ORO_OK) oro_sum_pins(r);
    return status;
}

#endif
