// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Detail-based patches (Hume 2023, 3.9): the map is cut into a grid of patches, each a grid of cells of its own resolution. All
// begin with one cell and get finer step by step; one whose mean absolute error is below the threshold stays as it is. Where two
// patches meet, both have the vertices of the finer one, so that there is no crack; the document leaves that open. Two more things
// are decided here: vertices lie on samples, so that a patch as fine as the map is the map and every threshold can be met; and a
// patch whose error rises because its rim became finer goes on too, so that the threshold holds in the end.
#ifndef ORO_MESH_PATCHES_H
#define ORO_MESH_PATCHES_H

#include "core/mesh.h"
#include "mesh/relief.h"

typedef struct oro_patches {
    const float *heights;
    ptrdiff_t stride;
    int32_t right, bottom, columns, rows; ///< cells of the map, and patches
    double threshold;                     ///< m
    int32_t *level;                       ///< cells along a patch, by patch
    double *error;                        ///< m, its mean; negative: not known
    struct oro_patch_work *workers;
} oro_patches;

/// Memory of a thread: the triangles of a patch as samples counted in rows of the map, and its heights as they have it.
typedef struct oro_patch_work {
    int32_t *samples; ///< three per triangle
    int32_t count;
    int32_t *outer, *inner, *outer_at, *inner_at; ///< two rows of vertices, and where each lies along them
    float *heights;
} oro_patch_work;

/// A patch: its first and last column and row, and the cells along it and along its four sides.
typedef struct oro_patch {
    int32_t x0, x1, y0, y1, across, down, west, south, east, north;
} oro_patch;

static inline int32_t oro_patch_sample(const oro_patches *p, int32_t x, int32_t y) { return y * (p->right + 1) + x; }
static inline int32_t oro_patch_least(int32_t a, int32_t b) { return a < b ? a : b; }

/// The cells along a side between this patch and a neighbour, which may lie beyond the map: those of the finer one.
static inline int32_t oro_patch_side(const oro_patches *p, int32_t own, int32_t i, int32_t j, int32_t cells) {
    bool beyond = i < 0 || j < 0 || i >= p->columns || j >= p->rows;
    int32_t other = beyond ? own : p->level[j * p->columns + i];
    return oro_patch_least(own > other ? own : other, cells);
}

static inline oro_patch oro_patch_of(const oro_patches *p, int32_t number) {
    int32_t i = number % p->columns, j = number / p->columns, level = p->level[number];
    oro_patch a = {.x0 = oro_relief_line(p->right, p->columns, i), .x1 = oro_relief_line(p->right, p->columns, i + 1)};
    a.y0 = oro_relief_line(p->bottom, p->rows, j), a.y1 = oro_relief_line(p->bottom, p->rows, j + 1);
    int32_t wide = a.x1 - a.x0, high = a.y1 - a.y0;
    a.across = oro_patch_least(level, wide), a.down = oro_patch_least(level, high);
    a.west = oro_patch_side(p, level, i - 1, j, high), a.east = oro_patch_side(p, level, i + 1, j, high);
    a.north = oro_patch_side(p, level, i, j - 1, wide), a.south = oro_patch_side(p, level, i, j + 1, wide);
    return a;
}

static inline void oro_patch_add(oro_patch_work *w, int32_t a, int32_t b, int32_t c) {
    int32_t *out = w->samples + 3 * (ptrdiff_t)w->count++;
    out[0] = a, out[1] = b, out[2] = c;
}

/// Triangles between two parallel rows of vertices, of which the inner lies to the left: each next one from the vertex that is behind.
static inline void oro_patch_zip(oro_patch_work *w, int32_t outer_count, int32_t inner_count) {
    int32_t i = 0, k = 0;
    while (i < outer_count || k < inner_count) {
        bool on_outer = k == inner_count ||
                        (i < outer_count && w->outer_at[i] + w->outer_at[i + 1] <= w->inner_at[k] + w->inner_at[k + 1]);
        if (on_outer) {
            oro_patch_add(w, w->outer[i], w->outer[i + 1], w->inner[k]);
            i++;
        } else {
            oro_patch_add(w, w->outer[i], w->inner[k + 1], w->inner[k]);
            k++;
        }
    }
}

/// Fills a row of vertices: `cells` + 1 at even steps over `length` samples from (x, y), in the direction of the rim or against
/// the order of rows and columns (`back`). The first and last `cut` are left out. Returns the cells that remain.
static inline int32_t oro_patch_row(const oro_patches *p, int32_t x, int32_t y, bool downwards, int32_t length,
                                    int32_t cells, bool back, int32_t cut, int32_t *out, int32_t *at) {
    for (int32_t k = cut; k <= cells - cut; k++) {
        int32_t step = oro_relief_line(length, cells, back ? cells - k : k);
        out[k - cut] = oro_patch_sample(p, x + (downwards ? 0 : step), y + (downwards ? step : 0));
        at[k - cut] = back ? length - step : step;
    }
    return cells - 2 * cut;
}

/// The ring of cells along the rim whose outer side has other vertices than the inner one.
static inline void oro_patch_ring(const oro_patches *p, oro_patch_work *w, const oro_patch *a) {
    int32_t wide = a->x1 - a->x0, high = a->y1 - a->y0;
    const int32_t rim[4] = {a->x0, a->y1, a->x1, a->y0}, count[4] = {a->west, a->south, a->east, a->north};
    const int32_t in[4] = {
        a->x0 + oro_relief_line(wide, a->across, 1), a->y0 + oro_relief_line(high, a->down, a->down - 1),
        a->x0 + oro_relief_line(wide, a->across, a->across - 1), a->y0 + oro_relief_line(high, a->down, 1)};
    for (int side = 0; side < 4; side++) { // west, south, east, north: as the rim runs
        bool downwards = side % 2 == 0, back = side >= 2;
        int32_t length = downwards ? high : wide, own = downwards ? a->down : a->across;
        int32_t outer = oro_patch_row(p, downwards ? rim[side] : a->x0, downwards ? a->y0 : rim[side], downwards,
                                      length, count[side], back, 0, w->outer, w->outer_at);
        int32_t inner = oro_patch_row(p, downwards ? in[side] : a->x0, downwards ? a->y0 : in[side], downwards, length,
                                      own, back, 1, w->inner, w->inner_at);
        oro_patch_zip(w, outer, inner);
    }
}

/// Plain cells from (i0, j0) to (i1, j1) of the patch's own grid.
static inline void oro_patch_cells(const oro_patches *p, oro_patch_work *w, const oro_patch *a, int32_t margin) {
    int32_t wide = a->x1 - a->x0, high = a->y1 - a->y0;
    for (int32_t j = margin; j < a->down - margin; j++)
        for (int32_t i = margin; i < a->across - margin; i++) {
            uint32_t v[4], made[6];
            float z[4];
            for (int32_t k = 0; k < 4; k++) {
                int32_t x = a->x0 + oro_relief_line(wide, a->across, i + k % 2);
                int32_t y = a->y0 + oro_relief_line(high, a->down, j + k / 2);
                v[k] = (uint32_t)oro_patch_sample(p, x, y);
                z[k] = p->heights[y * p->stride + x];
            }
            oro_mesh_cell(z, v, made);
            for (int k = 0; k < 6; k += 3)
                oro_patch_add(w, (int32_t)made[k], (int32_t)made[k + 1], (int32_t)made[k + 2]);
        }
}

/// The triangles of a patch.
static inline void oro_patch_triangles(const oro_patches *p, int32_t number, oro_patch_work *w) {
    oro_patch a = oro_patch_of(p, number);
    int32_t wide = a.x1 - a.x0, high = a.y1 - a.y0;
    w->count = 0;
    if (a.west == a.down && a.east == a.down && a.north == a.across && a.south == a.across) {
        oro_patch_cells(p, w, &a, 0);
    } else if (wide == 1 || high == 1) { // a strip between two sides
        bool downwards = wide == 1;
        int32_t length = downwards ? high : wide;
        int32_t outer = oro_patch_row(p, a.x0, downwards ? a.y0 : a.y1, downwards, length, downwards ? a.west : a.south,
                                      false, 0, w->outer, w->outer_at);
        int32_t inner = oro_patch_row(p, downwards ? a.x1 : a.x0, a.y0, downwards, length, downwards ? a.east : a.north,
                                      false, 0, w->inner, w->inner_at);
        oro_patch_zip(w, outer, inner);
    } else {
        if (a.across < 2) a.across = 2; // a vertex in the middle, for the sides to be joined to
        if (a.down < 2) a.down = 2;
        oro_patch_ring(p, w, &a);
        oro_patch_cells(p, w, &a, 1);
    }
}

// --- levels ---------------------------------------------------------------------------------------------------------------

/// Draws a triangle's heights into the patch's own.
static inline void oro_patch_draw(const oro_patches *p, const int32_t *samples, const oro_patch *a, float *out) {
    int32_t x[3], y[3];
    for (int k = 0; k < 3; k++) x[k] = samples[k] % (p->right + 1), y[k] = samples[k] / (p->right + 1);
    oro_tin t = {.heights = p->heights, .stride = p->stride, .x = x, .y = y};
    oro_tin_plane plane = oro_tin_plane_of(&t, 0, 1, 2);
    oro_tin_rows rows = oro_tin_rows_of(&t, 0, 1, 2);
    int32_t wide = a->x1 - a->x0 + 1;
    while (rows.y <= rows.end) {
        int32_t row = rows.y, first, last;
        oro_tin_rows_take(&rows, &first, &last);
        double at = plane.at + plane.south * row;
        float *to = out + (ptrdiff_t)(row - a->y0) * wide - a->x0;
        for (int32_t i = first; i <= last; i++) to[i] = (float)(at + plane.east * i);
    }
}

/// The mean absolute error of a patch over its samples, those of its rim among them.
static inline void oro_patch_measure(const void *user, int32_t number, int32_t worker) {
    const oro_patches *p = user;
    oro_patch_work *w = &p->workers[worker];
    if (p->error[number] >= 0) return;
    oro_patch a = oro_patch_of(p, number);
    oro_patch_triangles(p, number, w);
    for (int32_t i = 0; i < w->count; i++) oro_patch_draw(p, w->samples + 3 * (ptrdiff_t)i, &a, w->heights);
    double sum = 0;
    int32_t wide = a.x1 - a.x0 + 1, high = a.y1 - a.y0 + 1;
    for (int32_t y = 0; y < high; y++)
        for (int32_t x = 0; x < wide; x++) {
            double miss = (double)p->heights[(a.y0 + y) * p->stride + a.x0 + x] - (double)w->heights[y * wide + x];
            sum += miss < 0 ? -miss : miss;
        }
    p->error[number] = sum / ((double)wide * high);
}

/// The next level: one more, and in large patches an eighth more, so that they do not take hundreds of steps.
static inline int32_t oro_patch_finer(int32_t level) { return level + (level < 16 ? 1 : level / 8); }

/// Raises the level of every patch over the threshold that can get finer; what lies beside it is measured again too.
static inline bool oro_patches_raise(oro_patches *p, int32_t most, uint8_t *raised) {
    bool any = false;
    for (int32_t i = 0; i < p->columns * p->rows; i++) {
        raised[i] = p->error[i] > p->threshold && p->level[i] < most;
        any |= raised[i];
    }
    for (int32_t i = 0; i < p->columns * p->rows; i++) {
        if (!raised[i]) continue;
        int32_t column = i % p->columns;
        p->level[i] = oro_patch_least(oro_patch_finer(p->level[i]), most);
        p->error[i] = -1;
        if (column > 0) p->error[i - 1] = -1;
        if (column + 1 < p->columns) p->error[i + 1] = -1;
        if (i >= p->columns) p->error[i - p->columns] = -1;
        if (i + p->columns < p->columns * p->rows) p->error[i + p->columns] = -1;
    }
    return any;
}

static inline oro_status oro_patches_refine(oro_run *run, oro_patches *p, int32_t most) {
    int32_t count = p->columns * p->rows, rounds = 1;
    uint8_t *raised = oro_scratch(run, (size_t)count);
    if (!raised) return ORO_NO_MEMORY;
    for (int32_t level = 1; level < most; level = oro_patch_finer(level)) rounds++;
    oro_status status = ORO_OK;
    double done = 0;
    for (bool more = true; more && status == ORO_OK;) { // late rounds only follow their neighbours
        double next = done + (0.9 - done) / rounds;
        oro_stage(run, done, next);
        status = oro_for_workers(run, count, oro_patch_measure, p);
        done = next;
        more = status == ORO_OK && oro_patches_raise(p, most, raised);
    }
    return status;
}

// --- the whole ------------------------------------------------------------------------------------------------------------

static inline oro_status oro_patches_begin(oro_run *run, oro_patches *p, int32_t *most) {
    int32_t wide = oro_relief_longest(p->right, p->columns), high = oro_relief_longest(p->bottom, p->rows);
    int32_t count = p->columns * p->rows, threads = oro_thread_count(run->ctx);
    *most = wide > high ? wide : high;
    p->level = oro_scratch(run, (size_t)count * sizeof *p->level);
    p->error = p->level ? oro_scratch(run, (size_t)count * sizeof *p->error) : NULL;
    p->workers = p->error ? oro_scratch(run, (size_t)threads * sizeof *p->workers) : NULL;
    if (!p->workers) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < count; i++) p->level[i] = 1, p->error[i] = -1;
    for (int32_t i = 0; i < threads; i++) {
        oro_patch_work *w = &p->workers[i];
        *w = (oro_patch_work){0};
        w->samples = oro_scratch(run, (2 * (size_t)wide * (size_t)high + 8) * 3 * sizeof *w->samples);
        w->outer = w->samples ? oro_scratch(run, ((size_t)*most + 1) * 4 * sizeof *w->outer) : NULL;
        w->heights = w->outer ? oro_scratch(run, ((size_t)wide + 1) * ((size_t)high + 1) * sizeof *w->heights) : NULL;
        if (!w->heights) return ORO_NO_MEMORY;
        w->inner = w->outer + *most + 1, w->outer_at = w->inner + *most + 1, w->inner_at = w->outer_at + *most + 1;
    }
    return ORO_OK;
}

/// Puts the patches together; their vertices get numbers where a triangle first has them.
static inline oro_status oro_patches_join(oro_run *run, const oro_patches *p, oro_tin *t) {
    oro_patch_work *w = &p->workers[0];
    size_t samples = ((size_t)p->right + 1) * ((size_t)p->bottom + 1);
    int64_t triangles = 0;
    int32_t count = p->columns * p->rows;
    int32_t *number = oro_scratch(run, samples * sizeof *number);
    if (!number) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        oro_patch_triangles(p, i, w);
        triangles += w->count;
    }
    // A triangulated rectangle has fewer vertices than triangles, but for the first few.
    int32_t vertices = (int32_t)(triangles + 2 < (int64_t)samples ? triangles + 2 : (int64_t)samples);
    if (oro_tin_scratch(run, t, vertices, (int32_t)triangles) != ORO_OK) return ORO_NO_MEMORY;
    memset(number, 0xff, samples * sizeof *number);
    for (int32_t i = 0; i < count; i++) {
        oro_patch_triangles(p, i, w);
        for (int32_t c = 0; c < 3 * w->count; c++) {
            int32_t at = w->samples[c];
            if (number[at] < 0) {
                number[at] = t->vertex_count++;
                t->x[number[at]] = at % (p->right + 1), t->y[number[at]] = at / (p->right + 1);
            }
            t->corners[3 * (ptrdiff_t)t->triangle_count + c] = number[at];
        }
        t->triangle_count += w->count;
    }
    return oro_tin_find_twins(run, t);
}

/// Makes a network of `side` x `side` patches, or of as many as there are cells, with that mean error at most in each.
static inline oro_status oro_patches_make(oro_run *run, const oro_relief_desc *desc, int32_t side, oro_tin *out) {
    oro_patches p = {.heights = desc->heights, .stride = desc->stride, .right = desc->right, .bottom = desc->bottom};
    int32_t most;
    p.threshold = desc->error;
    p.columns = oro_patch_least(side, desc->right);
    p.rows = oro_patch_least(side, desc->bottom);
    *out = (oro_tin){.heights = desc->heights, .stride = desc->stride};
    oro_status status = oro_patches_begin(run, &p, &most);
    if (status == ORO_OK) status = oro_patches_refine(run, &p, most);
    oro_stage(run, 0.9, 1);
    return status == ORO_OK ? oro_patches_join(run, &p, out) : status;
}

#endif
