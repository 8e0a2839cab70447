// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Relaxation under pins and guides. A sweep replaces every sample by
//     v <- keep [ (1 - beta) A v + beta (|wx| v_x + |wy| v_y + rise) ] + add
// with A an average of the neighbours and v_x, v_y the neighbours towards the spline. The weights make a guided gradient
// as steep along a diagonal as along an axis: |wx| + |wy| = 1 and rise = slope dx / (|nx| + |ny|), the upwind difference of
// n . grad v = slope. Samples outside the map count as the nearest inside.
//
// Most samples are neither pinned nor guided, so a sweep is the plain average, in vectors, followed by the row's lists.
// Several sweeps go through a block of rows together, each lagging behind the one before, so that a pass reads 4 and writes
// 4 bytes per sample for up to 16 sweeps. Blocks recompute what their neighbours share, which changes no bit.
#ifndef ORO_DIFFUSE_RELAX_H
#define ORO_DIFFUSE_RELAX_H

#include "raster.h"
#include "relax.cell.h"

#include <string.h>

/// What a sweep averages: the eight neighbours (3.4), the four nearest (A.1), 5 x 5 with weights 1 2 4 2 1 each way (A.2),
/// the same without its centre (A.3), or half-way to the mean of the four: a step of the heat equation with (A.4).
ORO_WORDS(kernel, eight, four, wide, ring, laplace);

enum { ORO_RELAX_DEEP = 32, ORO_RELAX_PAD = 16 };

static inline int32_t oro_kernel_radius(int32_t kernel) {
    return kernel == kernel_wide || kernel == kernel_ring ? 2 : 1;
}

/// One run of sweeps over one map.
typedef struct oro_relax_job {
    const oro_raster *raster; ///< NULL: nothing is pinned
    int32_t channel;
    bool guided;
    int32_t kernel;
    int32_t sweeps;       ///< of this pass
    const oro_grid *from; ///< another grid over the same world, or one of the same size
    oro_grid *to;
    const int32_t *column; ///< NULL: `from` has the same samples. Else the sample of `from` to the left of each column
    const float *part;     ///< and how far beyond it the column lies
    int32_t block_rows;
    float *spaces;   ///< one for each worker, kept from call to call
    ptrdiff_t space; ///< floats of one
    size_t room;     ///< floats of all
} oro_relax_job;

// --- rows -------------------------------------------------------------------------------------------------------------

// Rows have ORO_RELAX_PAD floats before and after, of which the two nearest hold the row's first and last value.
static inline void oro_pad_row(float *row, int32_t width) {
    row[-1] = row[-2] = row[0];
    row[width] = row[width + 1] = row[width - 1];
}

static inline void oro_average_row(int32_t kernel, const float *const *rows, int32_t width, float *restrict column,
                                   float *restrict out) {
    if (oro_kernel_radius(kernel) == 2) {
        const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3], *r4 = rows[4];
        float centre = kernel == kernel_ring ? 16.0f : 0.0f, scale = 1.0f / (100.0f - centre);
        for (int32_t x = -2; x < width + 2; x++) column[x] = oro_column_of_five(r0[x], r1[x], r2[x], r3[x], r4[x]);
        for (int32_t x = 0; x < width; x++)
            out[x] = oro_mean_of_square(column[x - 2], column[x - 1], column[x], column[x + 1], column[x + 2], r2[x],
                                        centre, scale);
        return;
    }
    const float *above = rows[0], *at = rows[1], *below = rows[2];
    if (kernel == kernel_eight) {
        // The ends apart, so that the vectors of the rest are whole cache lines.
        column[-1] = oro_column_of_three(above[-1], at[-1], below[-1]);
        column[width] = oro_column_of_three(above[width], at[width], below[width]);
        for (int32_t x = 0; x < width; x++) column[x] = oro_column_of_three(above[x], at[x], below[x]);
        for (int32_t x = 0; x < width; x++) out[x] = oro_mean_of_eight(column[x - 1], column[x], column[x + 1], at[x]);
    } else {
        float own = kernel == kernel_laplace ? 0.5f : 0.0f, share = (1.0f - own) * 0.25f;
        for (int32_t x = 0; x < width; x++)
            out[x] = oro_mean_of_four(above[x], below[x], at[x - 1], at[x + 1], at[x], own, share);
    }
}

/// What the spline says for a guided sample: the neighbours towards it, and the rise.
static inline float oro_guide_value(const oro_guide *g, const float *above, const float *at, const float *below) {
    return oro_guided(g->wx, g->wy, g->rise, above[g->x], below[g->x], at[g->x - 1], at[g->x + 1]);
}

/// The lists of row y, tile by tile.
static inline void oro_apply_lists(const oro_relax_job *j, int32_t y, const float *above, const float *at,
                                   const float *below, float *restrict out) {
    const oro_pin_tile *tile = j->raster->tiles + (ptrdiff_t)(y / ORO_PIN_TILE) * j->raster->across;
    int32_t row = y % ORO_PIN_TILE;
    for (int32_t k = 0; k < j->raster->across; k++, tile++) {
        if (j->guided && tile->guides)
            for (int32_t i = tile->guide_start[row]; i < tile->guide_start[row + 1]; i++) {
                const oro_guide *g = &tile->guides[i];
                out[g->x] = oro_mix(out[g->x], oro_guide_value(g, above, at, below), g->beta);
            }
        const oro_pin *pins = tile->pins[j->channel];
        if (!pins) continue;
        const int32_t *start = tile->start[j->channel];
        for (int32_t i = start[row]; i < start[row + 1]; i++)
            out[pins[i].x] = oro_pinned(out[pins[i].x], pins[i].keep, pins[i].add);
    }
}

/// Row y of the map before the sweeps: as it is, or from the coarser grid at world positions, bilinear.
static inline void oro_fetch_row(const oro_relax_job *j, int32_t y, float *restrict blend, float *restrict out) {
    const oro_grid *from = j->from, *to = j->to;
    if (!j->column) {
        memcpy(out, oro_row(from, y), (size_t)to->width * sizeof *out);
        return;
    }
    double at = (oro_world_y(to, y) - from->origin_y) / from->cell;
    int32_t top = at > 0.0 ? at < from->height - 2 ? (int32_t)at : from->height - 2 : 0;
    float t = (float)(at - top);
    const float *restrict upper = oro_row(from, top), *restrict lower = oro_row(from, top + 1);
    for (int32_t x = 0; x < from->width; x++) blend[x] = oro_mix(upper[x], lower[x], t);
    const int32_t *restrict column = j->column;
    const float *restrict part = j->part;
    for (int32_t x = 0; x < to->width; x++) out[x] = oro_mix(blend[column[x]], blend[column[x] + 1], part[x]);
}

// --- blocks -----------------------------------------------------------------------------------------------------------

static inline int32_t oro_hold(int32_t v, int32_t count) { return v < 0 ? 0 : v >= count ? count - 1 : v; }

/// Floats from one row to the next in a space, and floats of a space: rings of rows for the map before the sweeps and
/// after each of them, and two rows for averaging and fetching.
static inline ptrdiff_t oro_relax_stride(int32_t width, int32_t from_width) {
    return ((ptrdiff_t)(width > from_width ? width : from_width) + 15) / 16 * 16 + 2 * ORO_RELAX_PAD;
}
static inline ptrdiff_t oro_relax_space(const oro_relax_job *j, int32_t sweeps) {
    int32_t ring = 2 * oro_kernel_radius(j->kernel) + 1;
    return ((ptrdiff_t)(sweeps + 1) * ring + 2) * oro_relax_stride(j->to->width, j->from->width);
}

static inline void oro_relax_block(const void *user, int32_t block, int32_t worker) {
    const oro_relax_job *j = user;
    int32_t width = j->to->width, height = j->to->height;
    int32_t radius = oro_kernel_radius(j->kernel), ring = 2 * radius + 1;
    int32_t b0 = block * j->block_rows, b1 = b0 + j->block_rows < height ? b0 + j->block_rows : height;
    ptrdiff_t stride = oro_relax_stride(width, j->from->width);
    float *base = j->spaces + worker * j->space + ORO_RELAX_PAD;
    float *column = base + stride * (j->sweeps + 1) * ring, *blend = column + stride;
    int32_t reach = radius * j->sweeps;
    // At step s sweep k makes row s - radius k, from the rows of sweep k - 1 around it; sweep 0 fetches.
    for (int32_t s = b0 - reach; s < b1 + reach; s++)
        for (int32_t k = 0; k <= j->sweeps; k++) {
            int32_t y = s - radius * k, halo = radius * (j->sweeps - k);
            if (y < 0 || y >= height || y < b0 - halo || y >= b1 + halo) continue;
            bool last = k == j->sweeps;
            float *row = last ? oro_row(j->to, y) : base + stride * (k * ring + y % ring);
            if (k == 0) {
                oro_fetch_row(j, y, blend, row);
            } else {
                const float *rows[5];
                for (int32_t i = 0; i < ring; i++)
                    rows[i] = base + stride * ((k - 1) * ring + oro_hold(y - radius + i, height) % ring);
                oro_average_row(j->kernel, rows, width, column, row);
                if (j->raster) oro_apply_lists(j, y, rows[radius - 1], rows[radius], rows[radius + 1], row);
            }
            if (!last) oro_pad_row(row, width);
        }
}

/// Where the columns of `to` lie in `from`: the sample to the left, and the part beyond it.
static inline void oro_relax_columns(const oro_grid *from, const oro_grid *to, int32_t *column, float *part) {
    for (int32_t x = 0; x < to->width; x++) {
        double at = (oro_world_x(to, x) - from->origin_x) / from->cell;
        column[x] = at > 0.0 ? at < from->width - 2 ? (int32_t)at : from->width - 2 : 0;
        part[x] = (float)(at - column[x]);
    }
}

/// Rows of a block: small maps in one, large ones in about sixteen.
static inline int32_t oro_relax_rows(int32_t height) {
    return height <= 64 ? height : height < 16 * 64 ? 64 : height < 16 * 256 ? height / 16 : 256;
}

/// How many sweeps one pass does: as many as the second-level cache holds the rows of, and no more than an eighth of a
/// block's rows, since the rows that blocks share are swept by both.
static inline int32_t oro_relax_depth(const oro_relax_job *j) {
    if (j->block_rows == j->to->height) return ORO_RELAX_DEEP;
    int64_t rows = (400 * 1024) / ((int64_t)j->to->width * (int64_t)sizeof(float));
    int64_t depth = rows / (2 * oro_kernel_radius(j->kernel) + 1) - 1,
            most = j->block_rows / 8 < 16 ? j->block_rows / 8 : 16;
    return depth < 1 ? 1 : depth > most ? (int32_t)most : (int32_t)depth;
}

/// `sweeps` sweeps over `to`, beginning with `from` prolonged to it (from->data must not be to->data). `spare` is a grid
/// of the same size for the passes between.
static inline oro_status oro_relax(oro_run *run, oro_relax_job *j, int32_t sweeps, const oro_grid *from, oro_grid *to,
                                   oro_grid *spare) {
    size_t threads = (size_t)oro_thread_count(run->ctx);
    bool prolong = from->width != to->width || from->height != to->height || from->cell != to->cell;
    j->from = from, j->to = to;
    j->block_rows = oro_relax_rows(to->height);
    int32_t depth = oro_relax_depth(j), passes = sweeps > depth ? (sweeps + depth - 1) / depth : 1;
    int32_t *column = prolong ? oro_scratch(run, (size_t)to->width * sizeof *column) : NULL;
    float *part = prolong ? oro_scratch(run, (size_t)to->width * sizeof *part) : NULL;
    j->space = oro_relax_space(j, depth);
    if (prolong && (!column || !part)) return ORO_NO_MEMORY;
    if (j->room < threads * (size_t)j->space) {
        j->room = threads * (size_t)j->space;
        j->spaces = oro_scratch(run, j->room * sizeof(float));
        if (!j->spaces) return ORO_NO_MEMORY;
    }
    if (prolong) oro_relax_columns(from, to, column, part);
    j->column = column, j->part = part;
    oro_status status = ORO_OK;
    for (int32_t pass = 0, done = 0; pass < passes && status == ORO_OK; pass++) {
        oro_grid *target = (passes - pass) % 2 ? to : spare; // the last pass writes `to`
        j->sweeps = (sweeps - done + passes - pass - 1) / (passes - pass);
        done += j->sweeps;
        j->to = target;
        status = oro_for_workers(run, (to->height + j->block_rows - 1) / j->block_rows, oro_relax_block, j);
        j->from = target, j->column = NULL;
    }
    return status;
}

#endif
