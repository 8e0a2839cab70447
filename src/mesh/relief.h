// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A network over a whole map that misses no sample by more than a limit, made tile by tile on all threads. First the lines between
// tiles are made, so that every tile knows its rim; then each tile by itself, greedily, and thinned; then vertices on the
// lines that the tiles joined can do without are taken away. What a tile becomes depends on its samples and its rim alone,
// and tiles are a function of the map's size: the bits do not depend on threads.
#ifndef ORO_MESH_RELIEF_H
#define ORO_MESH_RELIEF_H

#include "mesh/chain.h"
#include "mesh/greedy.h"
#include "mesh/quadrics.h"
#include "mesh/thin.h"
#include "run/loops.h"

enum {
    ORO_RELIEF_TILE = 256, ///< cells along a tile, about
    ORO_RELIEF_BATCH = 32  ///< tiles whose results wait at a time, in the room of their worst case
};

/// What is asked for.
typedef struct oro_relief_desc {
    const float *heights;
    ptrdiff_t stride;
    int32_t right, bottom; ///< cells; at least one each
    double error;          ///< m, that no sample may be missed by
    double rim_error;      ///< m, along the map's rim; not above `error`
    bool quadrics;         ///< tiles are thinned by quadrics; only where meshoptimizer is built in
    double cell;           ///< m; quadrics know distances
    bool keep_rim;         ///< the rim depends on the samples along it and on rim_error alone
} oro_relief_desc;

/// A tile that waits to be put beside the others. Its rim's vertices come first.
typedef struct oro_relief_tile {
    int32_t *x, *y, *corners;
    int32_t vertex_count, triangle_count;
} oro_relief_tile;

typedef struct oro_relief {
    oro_relief_desc desc;
    int32_t columns, rows; ///< of tiles
    float limit;           ///< a little below the error, by what rounding may add
    uint8_t *kept[2];      ///< lines along x (rows + 1 of them), then along y (columns + 1): which samples are vertices
    int32_t *numbers[2];   ///< of those vertices in the whole; -1: none yet
    int32_t *waiting;      ///< a line's room, for each
    oro_greedy *workers;   ///< one for each thread
#ifdef ORO_HAS_MESHOPT
    oro_quadrics *quadrics; ///< as many; NULL: not asked for
#endif
    oro_relief_tile *tiles;  ///< ORO_RELIEF_BATCH
    int32_t first_tile;      ///< of the batch
    oro_relief_tile *blocks; ///< batches, in numbers of the whole
    int32_t block_count;
    oro_tin_window all;
} oro_relief;

/// Where line i of `count` tiles lies, in samples.
static inline int32_t oro_relief_line(int32_t cells, int32_t count, int32_t i) {
    return (int32_t)((int64_t)cells * i / count);
}

static inline int32_t oro_relief_side(const oro_relief *r, int axis) { return axis ? r->desc.bottom : r->desc.right; }
static inline int32_t oro_relief_count(const oro_relief *r, int axis) { return axis ? r->rows : r->columns; }

// --- lines ----------------------------------------------------------------------------------------------------------------

/// Makes a line: those along x come first.
static inline void oro_relief_make_line(const void *user, int32_t block) {
    const oro_relief *r = user;
    int axis = block > r->rows;
    int32_t line = axis ? block - r->rows - 1 : block, side = oro_relief_side(r, axis),
            count = oro_relief_count(r, axis);
    int32_t last = oro_relief_count(r, !axis), at = oro_relief_line(oro_relief_side(r, !axis), last, line);
    oro_chain chain = {r->desc.heights + (axis ? at : at * r->desc.stride), axis ? r->desc.stride : 1};
    uint8_t *kept = r->kept[axis] + (ptrdiff_t)line * (side + 1);
    int32_t longest = r->desc.right > r->desc.bottom ? r->desc.right : r->desc.bottom;
    bool rim = line == 0 || line == last;
    // A line is held closer than a tile, so that the planes beside it do not miss by rounding what it holds.
    double limit = (rim ? r->desc.rim_error : r->desc.error) * (1 - 4e-6);
    for (int32_t i = 0; i < count; i++)
        oro_chain_mark(chain, oro_relief_line(side, count, i), oro_relief_line(side, count, i + 1), limit,
                       r->waiting + (ptrdiff_t)block * (longest + 1), kept);
}

// --- tiles ----------------------------------------------------------------------------------------------------------------

/// Takes away vertices inside a tile, until a pass takes none or there were enough.
static inline void oro_relief_thin(oro_greedy *g, int32_t passes) {
    uint8_t *settled = g->changes.listed; // free by now, and as it was afterwards
    oro_thin_begin(&g->tin);
    for (int32_t pass = 0, gone = 1; pass < passes && gone > 0; pass++) {
        gone = 0;
        for (int32_t v = g->rim; v < g->tin.vertex_count; v++)
            gone += oro_thin_vertex(&g->tin, &g->inside, g->limit, v, settled);
    }
    memset(settled, 0, (size_t)g->tin.vertex_count);
}

/// Puts the tile at work into its place in the batch, without gaps.
static inline void oro_relief_store(oro_greedy *g, int32_t x0, int32_t y0, oro_relief_tile *out) {
    const oro_tin *t = &g->tin;
    int32_t *number = g->changes.triangles; // free by now
    out->vertex_count = out->triangle_count = 0;
    for (int32_t v = 0; v < t->vertex_count; v++) {
        if (t->leaving[v] < 0) continue;
        number[v] = out->vertex_count;
        out->x[out->vertex_count] = t->x[v] + x0;
        out->y[out->vertex_count++] = t->y[v] + y0;
    }
    for (int32_t i = 0; i < t->triangle_count; i++) {
        if (t->corners[3 * i] < 0) continue;
        for (int32_t k = 0; k < 3; k++) out->corners[3 * out->triangle_count + k] = number[t->corners[3 * i + k]];
        out->triangle_count++;
    }
}

static inline void oro_relief_make_tile(const void *user, int32_t block, int32_t worker) {
    const oro_relief *r = user;
    int32_t tile = r->first_tile + block, i = tile % r->columns, j = tile / r->columns;
    int32_t right = r->desc.right, bottom = r->desc.bottom;
    int32_t x0 = oro_relief_line(right, r->columns, i), x1 = oro_relief_line(right, r->columns, i + 1);
    int32_t y0 = oro_relief_line(bottom, r->rows, j), y1 = oro_relief_line(bottom, r->rows, j + 1);
    oro_greedy *g = &r->workers[worker];
    const uint8_t *north = r->kept[0] + (ptrdiff_t)j * (right + 1) + x0;
    const uint8_t *west = r->kept[1] + (ptrdiff_t)i * (bottom + 1) + y0;
    g->tin.heights = r->desc.heights + y0 * r->desc.stride + x0;
    oro_greedy_tile(g, x1 - x0, y1 - y0, north, north + right + 1, west, west + bottom + 1);
#ifdef ORO_HAS_MESHOPT
    if (r->quadrics) oro_quadrics_thin(g, &r->quadrics[worker], r->desc.cell, r->limit);
#endif
    oro_relief_thin(g, r->desc.quadrics ? 0 : 4);
    oro_relief_store(g, x0, y0, &r->tiles[block]);
}

// --- the whole ------------------------------------------------------------------------------------------------------------

/// Room for the number of a vertex on a line, or NULL for one inside a tile. Tile corners are on two lines; the one along x counts.
static inline int32_t *oro_relief_number(const oro_relief *r, int32_t tile, int32_t x, int32_t y) {
    int32_t i = tile % r->columns, j = tile / r->columns;
    for (int32_t k = 0; k < 2; k++)
        if (y == oro_relief_line(r->desc.bottom, r->rows, j + k))
            return r->numbers[0] + (ptrdiff_t)(j + k) * (r->desc.right + 1) + x;
    for (int32_t k = 0; k < 2; k++)
        if (x == oro_relief_line(r->desc.right, r->columns, i + k))
            return r->numbers[1] + (ptrdiff_t)(i + k) * (r->desc.bottom + 1) + y;
    return NULL;
}

/// Gives the vertices of a batch their numbers in the whole, and keeps it in as much room as it takes.
static inline oro_status oro_relief_keep(oro_run *run, oro_relief *r, int32_t count, int32_t *vertex_count) {
    int64_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < count; i++) vertices += r->tiles[i].vertex_count, triangles += r->tiles[i].triangle_count;
    oro_relief_tile *block = &r->blocks[r->block_count++];
    *block = (oro_relief_tile){0};
    block->x = oro_scratch(run, (size_t)vertices * sizeof *block->x);
    block->y = block->x ? oro_scratch(run, (size_t)vertices * sizeof *block->y) : NULL;
    block->corners = block->y ? oro_scratch(run, (size_t)triangles * 3 * sizeof *block->corners) : NULL;
    if (!block->corners) return ORO_NO_MEMORY;
    for (int32_t n = 0; n < count; n++) {
        oro_relief_tile *tile = &r->tiles[n];
        int32_t *number = r->workers[0].changes.triangles;
        for (int32_t v = 0; v < tile->vertex_count; v++) {
            int32_t *known = oro_relief_number(r, r->first_tile + n, tile->x[v], tile->y[v]);
            number[v] = known && *known >= 0 ? *known : *vertex_count;
            if (known) *known = number[v];
            if (number[v] < *vertex_count) continue;
            block->x[block->vertex_count] = tile->x[v];
            block->y[block->vertex_count++] = tile->y[v];
            ++*vertex_count;
        }
        for (int32_t c = 0; c < 3 * tile->triangle_count; c++)
            block->corners[3 * block->triangle_count + c] = number[tile->corners[c]];
        block->triangle_count += tile->triangle_count;
    }
    return ORO_OK;
}

/// Memory for a network of that many vertices and triangles.
static inline oro_status oro_tin_scratch(oro_run *run, oro_tin *t, int32_t vertices, int32_t triangles) {
    t->x = oro_scratch(run, (size_t)vertices * 3 * sizeof *t->x);
    t->corners = t->x ? oro_scratch(run, (size_t)triangles * 6 * sizeof *t->corners) : NULL;
    if (!t->corners) return ORO_NO_MEMORY;
    t->y = t->x + vertices;
    t->leaving = t->y + vertices;
    t->twins = t->corners + 3 * (ptrdiff_t)triangles;
    return ORO_OK;
}

/// Finds the twins of all half-edges: those that leave a vertex lie together.
static inline oro_status oro_tin_find_twins(oro_run *run, oro_tin *t) {
    int32_t edges = 3 * t->triangle_count;
    int32_t *begin = oro_scratch(run, ((size_t)t->vertex_count + 2) * sizeof *begin);
    int32_t *leaving = begin ? oro_scratch(run, (size_t)edges * sizeof *leaving) : NULL;
    if (!leaving) return ORO_NO_MEMORY;
    memset(begin, 0, ((size_t)t->vertex_count + 2) * sizeof *begin);
    for (int32_t e = 0; e < edges; e++) begin[t->corners[e] + 2]++;
    for (int32_t v = 2; v <= t->vertex_count + 1; v++) begin[v] += begin[v - 1];
    for (int32_t e = 0; e < edges; e++) leaving[begin[t->corners[e] + 1]++] = e;
    for (int32_t e = 0; e < edges; e++) {
        int32_t from = t->corners[e], to = t->corners[oro_tin_next(e)];
        t->twins[e] = -1;
        for (int32_t i = begin[to]; i < begin[to + 1]; i++)
            if (t->corners[oro_tin_next(leaving[i])] == from) t->twins[e] = leaving[i];
    }
    return ORO_OK;
}

/// Puts the batches together.
static inline oro_status oro_relief_join(oro_run *run, const oro_relief *r, oro_tin *t) {
    int64_t triangles = 0, vertices = 0;
    for (int32_t i = 0; i < r->block_count; i++)
        vertices += r->blocks[i].vertex_count, triangles += r->blocks[i].triangle_count;
    *t = (oro_tin){.heights = r->desc.heights, .stride = r->desc.stride};
    if (triangles > INT32_MAX / 3)
        return oro_refuse(run, "error", "an error of %g m takes %lld triangles, and at most %d are possible",
                          r->desc.error, (long long)triangles, INT32_MAX / 3);
    if (oro_tin_scratch(run, t, (int32_t)vertices, (int32_t)triangles) != ORO_OK) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < r->block_count; i++) {
        const oro_relief_tile *b = &r->blocks[i];
        memcpy(t->x + t->vertex_count, b->x, (size_t)b->vertex_count * sizeof *t->x);
        memcpy(t->y + t->vertex_count, b->y, (size_t)b->vertex_count * sizeof *t->y);
        memcpy(t->corners + 3 * (ptrdiff_t)t->triangle_count, b->corners,
               (size_t)b->triangle_count * 3 * sizeof *t->corners);
        t->vertex_count += b->vertex_count;
        t->triangle_count += b->triangle_count;
    }
    return oro_tin_find_twins(run, t);
}

/// Takes vertices away that lie on a line between tiles or, unless it is kept, on the map's rim, which has the lines' ends too.
static inline int32_t oro_relief_thin_line(const oro_relief *r, oro_tin *t, int axis, int32_t line, uint8_t *settled) {
    int32_t last = oro_relief_count(r, !axis), side = oro_relief_side(r, axis), gone = 0;
    const int32_t *numbers = r->numbers[axis] + (ptrdiff_t)line * (side + 1);
    int32_t kept = r->desc.keep_rim ? 1 : 0;
    if (kept && (line == 0 || line == last)) return 0;
    for (int32_t i = kept; i <= side - kept; i++)
        if (numbers[i] >= 0) gone += oro_thin_vertex(t, &r->all, r->limit, numbers[i], settled);
    return gone;
}

static inline oro_status oro_relief_thin_lines(oro_run *run, const oro_relief *r, oro_tin *t) {
    enum { PASSES = 8 };
    int32_t lines = r->rows + r->columns + 2, gone = 1;
    uint8_t *settled = oro_scratch(run, (size_t)t->vertex_count);
    if (!settled) return ORO_NO_MEMORY;
    memset(settled, 0, (size_t)t->vertex_count);
    oro_thin_begin(t);
    for (int32_t pass = 0; pass < PASSES && gone > 0; pass++) {
        gone = 0;
        for (int32_t i = 0; i < lines; i++) {
            int axis = i > r->rows;
            gone += oro_relief_thin_line(r, t, axis, axis ? i - r->rows - 1 : i, settled);
            oro_status status = oro_step(run, (pass + (i + 1.0) / lines) / PASSES);
            if (status != ORO_OK) return status;
        }
    }
    return oro_step(run, 1.0);
}

// --- memory ---------------------------------------------------------------------------------------------------------------

/// Cells along the longest side of a tile.
static inline int32_t oro_relief_longest(int32_t cells, int32_t count) { return (cells + count - 1) / count; }

static inline bool oro_relief_worker(oro_run *run, oro_greedy *g, const oro_relief *r, int32_t vertices,
                                     int32_t triangles) {
    // What quadrics begin with lies closer than they may go.
    *g = (oro_greedy){.limit = r->desc.quadrics ? r->limit / 1.25f : r->limit, .heap_room = 2 * triangles};
    g->tin.stride = r->desc.stride;
    if (oro_tin_scratch(run, &g->tin, vertices, triangles) != ORO_OK) return false;
    g->changes.triangles = oro_scratch(run, (size_t)triangles * sizeof *g->changes.triangles);
    g->changes.listed = g->changes.triangles ? oro_scratch(run, (size_t)triangles) : NULL;
    g->worst = g->changes.listed ? oro_scratch(run, (size_t)triangles * sizeof *g->worst) : NULL;
    g->heap = g->worst ? oro_scratch(run, (size_t)g->heap_room * sizeof *g->heap) : NULL;
    if (!g->heap) return false;
    memset(g->changes.listed, 0, (size_t)triangles);
    return true;
}

#ifdef ORO_HAS_MESHOPT
static inline oro_status oro_relief_quadrics(oro_run *run, oro_relief *r, size_t vertices, size_t triangles) {
    int32_t threads = oro_thread_count(run->ctx);
    r->quadrics = oro_scratch(run, (size_t)threads * sizeof *r->quadrics);
    for (int32_t i = 0; r->quadrics && i < threads; i++) {
        oro_quadrics *q = &r->quadrics[i];
        q->positions = oro_scratch(run, vertices * 3 * sizeof *q->positions);
        q->tried = q->positions ? oro_scratch(run, triangles * 6 * sizeof *q->tried) : NULL;
        if (!q->tried) return ORO_NO_MEMORY;
        q->chosen = q->tried + 3 * triangles;
    }
    return r->quadrics ? ORO_OK : ORO_NO_MEMORY;
}
#endif

static inline oro_status oro_relief_begin(oro_run *run, oro_relief *r, const oro_relief_desc *desc) {
    *r = (oro_relief){.desc = *desc, .all = {0, desc->right, 0, desc->bottom}};
    r->columns = (desc->right + ORO_RELIEF_TILE - 1) / ORO_RELIEF_TILE;
    r->rows = (desc->bottom + ORO_RELIEF_TILE - 1) / ORO_RELIEF_TILE;
    r->limit = (float)(desc->error * (1 - 1e-6)); // misses are rounded to floats, of 6e-8
    int32_t lines = r->rows + r->columns + 2, longest = desc->right > desc->bottom ? desc->right : desc->bottom;
    int32_t width = oro_relief_longest(desc->right, r->columns), height = oro_relief_longest(desc->bottom, r->rows);
    int32_t vertices = (width + 1) * (height + 1), triangles = 2 * width * height + 2;
    int64_t tiles = (int64_t)r->columns * r->rows;
    int32_t threads = oro_thread_count(run->ctx), slots = tiles < ORO_RELIEF_BATCH ? (int32_t)tiles : ORO_RELIEF_BATCH;
    r->waiting = oro_scratch(run, (size_t)lines * ((size_t)longest + 1) * sizeof *r->waiting);
    r->workers = r->waiting ? oro_scratch(run, (size_t)threads * sizeof *r->workers) : NULL;
    r->tiles = r->workers ? oro_scratch(run, (size_t)slots * sizeof *r->tiles) : NULL;
    r->blocks = r->tiles ? oro_scratch(run, (size_t)(tiles / ORO_RELIEF_BATCH + 1) * sizeof *r->blocks) : NULL;
    if (!r->blocks) return ORO_NO_MEMORY;
    for (int axis = 0; axis < 2; axis++) {
        size_t room = (size_t)(oro_relief_count(r, !axis) + 1) * ((size_t)oro_relief_side(r, axis) + 1);
        r->kept[axis] = oro_scratch(run, room);
        r->numbers[axis] = r->kept[axis] ? oro_scratch(run, room * sizeof(int32_t)) : NULL;
        if (!r->numbers[axis]) return ORO_NO_MEMORY;
        memset(r->kept[axis], 0, room);
        memset(r->numbers[axis], 0xff, room * sizeof(int32_t));
    }
    for (int32_t i = 0; i < threads; i++)
        if (!oro_relief_worker(run, &r->workers[i], r, vertices, triangles)) return ORO_NO_MEMORY;
#ifdef ORO_HAS_MESHOPT
    if (desc->quadrics && oro_relief_quadrics(run, r, (size_t)vertices, (size_t)triangles) != ORO_OK)
        return ORO_NO_MEMORY;
#endif
    for (int32_t i = 0; i < slots; i++) {
        oro_relief_tile *tile = &r->tiles[i];
        tile->x = oro_scratch(run, (size_t)vertices * 2 * sizeof *tile->x);
        tile->corners = tile->x ? oro_scratch(run, (size_t)triangles * 3 * sizeof *tile->corners) : NULL;
        if (!tile->corners) return ORO_NO_MEMORY;
        tile->y = tile->x + vertices;
    }
    return ORO_OK;
}

/// Makes the network; its memory is the run's, and triangles that were taken away have the corner -1.
static inline oro_status oro_relief_make(oro_run *run, const oro_relief_desc *desc, oro_tin *out) {
    oro_relief r;
    oro_status status = oro_relief_begin(run, &r, desc);
    int32_t tiles = r.columns * r.rows, vertex_count = 0;
    oro_stage(run, 0, 0.02);
    if (status == ORO_OK) status = oro_for_blocks(run, r.rows + r.columns + 2, oro_relief_make_line, &r);
    for (; status == ORO_OK && r.first_tile < tiles; r.first_tile += ORO_RELIEF_BATCH) {
        int32_t count = tiles - r.first_tile < ORO_RELIEF_BATCH ? tiles - r.first_tile : ORO_RELIEF_BATCH;
        oro_stage(run, 0.02 + 0.88 * r.first_tile / tiles, 0.02 + 0.88 * (r.first_tile + count) / tiles);
        status = oro_for_workers(run, count, oro_relief_make_tile, &r);
        if (status == ORO_OK) status = oro_relief_keep(run, &r, count, &vertex_count);
    }
    if (status == ORO_OK) status = oro_relief_join(run, &r, out);
    oro_stage(run, 0.9, 1);
    if (status == ORO_OK) status = oro_relief_thin_lines(run, &r, out);
    return status;
}

/// A map without cells: its samples, and no triangles.
static inline oro_status oro_relief_points(oro_run *run, const oro_grid *map, oro_tin *t) {
    *t = (oro_tin){.heights = map->data, .stride = map->stride, .vertex_count = map->width * map->height};
    oro_status status = oro_tin_scratch(run, t, t->vertex_count, 1);
    for (int32_t v = 0; status == ORO_OK && v < t->vertex_count; v++)
        t->x[v] = v % map->width, t->y[v] = v / map->width;
    return status;
}

#endif
