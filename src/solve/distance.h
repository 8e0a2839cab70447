// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How far every sample is from the nearest marked one, exactly: along columns by two sweeps, then along rows by the lowest of the
// parabolas that the columns' distances stand for (Felzenszwalb and Huttenlocher 2012). Linear; columns and rows go to
// threads. 4 bytes per sample, and 20 per sample of a row and thread.
#ifndef ORO_SOLVE_DISTANCE_H
#define ORO_SOLVE_DISTANCE_H

#include "core/math.cell.h"
#include "run/loops.h"
#include "solve/sample.h"

#include <math.h>

enum { ORO_DISTANCE_COLUMNS = 64, ORO_DISTANCE_ROWS = 16 };

typedef struct oro_distance {
    const uint8_t *marked; ///< a byte per sample
    uint8_t mark;          ///< the value that counts
    const oro_grid *shape;
    int32_t *down; ///< samples to the nearest marked one in the column; `far` where there is none
    int32_t far;
    void **rooms;    ///< per worker, for a row
    oro_grid result; ///< in metres
} oro_distance;

static inline void oro_distance_columns(const void *user, int32_t block) {
    const oro_distance *d = user;
    int32_t w = d->shape->width, h = d->shape->height, x0 = block * ORO_DISTANCE_COLUMNS;
    int32_t x1 = x0 + ORO_DISTANCE_COLUMNS < w ? x0 + ORO_DISTANCE_COLUMNS : w, now[ORO_DISTANCE_COLUMNS];
    int32_t turns = d->shape->wrap ? 2 : 1; // where it wraps, a second round knows what the first ended with
    for (int32_t i = 0; i < ORO_DISTANCE_COLUMNS; i++) now[i] = d->far;
    for (int32_t k = 0; k < turns * h; k++)
        for (int32_t x = x0; x < x1; x++) {
            size_t at = (size_t)(k % h) * (size_t)w + (size_t)x;
            now[x - x0] = d->marked[at] == d->mark ? 0 : now[x - x0] < d->far ? now[x - x0] + 1 : d->far;
            d->down[at] = now[x - x0];
        }
    for (int32_t i = 0; i < ORO_DISTANCE_COLUMNS; i++) now[i] = d->far;
    for (int32_t k = turns * h - 1; k >= 0; k--)
        for (int32_t x = x0; x < x1; x++) {
            size_t at = (size_t)(k % h) * (size_t)w + (size_t)x;
            int32_t up = now[x - x0] < d->far ? now[x - x0] + 1 : d->far;
            now[x - x0] = d->down[at] < up ? d->down[at] : up;
            d->down[at] = now[x - x0];
        }
}

/// One row: the lowest of parabolas q -> (q - p)² + down(p)². Where the map wraps, the row stands three times in a line.
static inline void oro_distance_row(const oro_distance *d, int32_t y, void *room) {
    int32_t w = d->shape->width, span = d->shape->wrap ? 3 * w : w, first = d->shape->wrap ? w : 0, top = -1;
    const int32_t *down = d->down + (size_t)y * (size_t)w;
    double *from = room; ///< where the parabola of each place begins to be the lowest
    int32_t *place = (int32_t *)(void *)(from + span);
    for (int32_t p = 0; p < span; p++) {
        double height = (double)down[p % w];
        if (down[p % w] >= d->far) continue;
        double cut = -INFINITY;
        while (top >= 0) {
            double other = (double)down[place[top] % w], q = place[top];
            cut = (height * height + (double)p * p - other * other - q * q) / (2.0 * (p - q));
            if (cut > from[top]) break;
            top--;
        }
        place[++top] = p;
        from[top] = top ? cut : -INFINITY;
    }
    float *out = oro_row(&d->result, y), cell = (float)d->shape->cell;
    for (int32_t x = 0, k = 0; x < w; x++) {
        if (top < 0) {
            out[x] = (float)d->far * cell;
            continue;
        }
        while (k < top && from[k + 1] <= x + first) k++;
        float dx = (float)(x + first - place[k]), dy = (float)down[place[k] % w];
        out[x] = oro_sqrt(dx * dx + dy * dy) * cell;
    }
}

static inline void oro_distance_rows(const void *user, int32_t block, int32_t worker) {
    const oro_distance *d = user;
    for (int32_t y = block * ORO_DISTANCE_ROWS; y < (block + 1) * ORO_DISTANCE_ROWS && y < d->shape->height; y++)
        oro_distance_row(d, y, d->rooms[worker]);
}

/// Fills `result` (same size as `shape`) with metres to the nearest sample whose byte is `mark`; those of width + height samples
/// where there is none.
static inline oro_status oro_find_distances(oro_run *run, const oro_grid *shape, const uint8_t *marked, uint8_t mark,
                                            oro_grid result) {
    int32_t w = shape->width, workers = oro_thread_count(run->ctx);
    oro_distance d = {.marked = marked, .mark = mark, .shape = shape, .far = w + shape->height, .result = result};
    d.down = oro_scratch(run, (size_t)w * (size_t)shape->height * sizeof *d.down);
    d.rooms = oro_scratch(run, (size_t)workers * sizeof *d.rooms);
    if (!d.down || !d.rooms) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < workers; i++)
        if (!(d.rooms[i] = oro_scratch(run, 3 * (size_t)w * (sizeof(double) + sizeof(int32_t))))) return ORO_NO_MEMORY;
    oro_status status =
        oro_for_blocks(run, (w + ORO_DISTANCE_COLUMNS - 1) / ORO_DISTANCE_COLUMNS, oro_distance_columns, &d);
    int32_t blocks = (shape->height + ORO_DISTANCE_ROWS - 1) / ORO_DISTANCE_ROWS;
    return status == ORO_OK ? oro_for_workers(run, blocks, oro_distance_rows, &d) : status;
}

#endif
