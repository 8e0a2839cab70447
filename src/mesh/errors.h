// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How far a network lies from the samples of its map: the largest and the mean absolute difference in height.
#ifndef ORO_MESH_ERRORS_H
#define ORO_MESH_ERRORS_H

#include "mesh/tin.h"
#include "run/loops.h"

#include <math.h>

typedef struct oro_tin_errors {
    double largest, mean; ///< m
} oro_tin_errors;

enum { ORO_ERRORS_BLOCK = 16384 }; ///< triangles

typedef struct oro_errors_job {
    const oro_tin *tin;
    oro_tin_errors *blocks; ///< of each block of triangles the largest, and the sum in the place of the mean
} oro_errors_job;

/// Adds what a triangle misses, its edges' samples among it.
static inline void oro_errors_triangle(const oro_tin *t, int32_t triangle, oro_tin_errors *sum) {
    const int32_t *c = t->corners + 3 * (ptrdiff_t)triangle;
    oro_tin_plane plane = oro_tin_plane_of(t, c[0], c[1], c[2]);
    oro_tin_rows rows = oro_tin_rows_of(t, c[0], c[1], c[2]);
    while (rows.y <= rows.end) {
        int32_t y = rows.y, first, last;
        oro_tin_rows_take(&rows, &first, &last);
        const float *row = t->heights + (ptrdiff_t)y * t->stride;
        double at = plane.at + plane.south * y;
        for (int32_t x = first; x <= last; x++) {
            double miss = fabs((double)row[x] - (at + plane.east * x));
            if (miss > sum->largest) sum->largest = miss;
            sum->mean += miss;
        }
    }
}

/// What an edge between two triangles misses: counted with both of them, it is taken off once.
static inline double oro_errors_edge(const oro_tin *t, int32_t a, int32_t b) {
    int32_t dx = t->x[b] - t->x[a], dy = t->y[b] - t->y[a];
    int32_t steps = abs(dx), other = abs(dy);
    while (other > 0) {
        int32_t rest = steps % other;
        steps = other;
        other = rest;
    }
    double low = oro_tin_height(t, a), rise = oro_tin_height(t, b) - low, sum = 0;
    for (int32_t i = 1; i < steps; i++) {
        ptrdiff_t x = t->x[a] + dx / steps * i, y = t->y[a] + dy / steps * i;
        sum += fabs((double)t->heights[y * t->stride + x] - (low + rise * i / steps));
    }
    return sum;
}

static inline void oro_errors_block(const void *user, int32_t block) {
    const oro_errors_job *job = user;
    const oro_tin *t = job->tin;
    oro_tin_errors sum = {0};
    int32_t from = block * ORO_ERRORS_BLOCK, to = from + ORO_ERRORS_BLOCK;
    for (int32_t i = from; i < to && i < t->triangle_count; i++) {
        if (t->corners[3 * i] < 0) continue;
        oro_errors_triangle(t, i, &sum);
        for (int32_t e = 3 * i; e < 3 * i + 3; e++)
            if (t->twins[e] > e) sum.mean -= oro_errors_edge(t, t->corners[e], t->corners[oro_tin_next(e)]);
    }
    job->blocks[block] = sum;
}

/// Measures a network whose twins are known, over `samples` of them.
static inline oro_status oro_tin_measure(oro_run *run, const oro_tin *t, double samples, oro_tin_errors *out) {
    int32_t count = (t->triangle_count + ORO_ERRORS_BLOCK - 1) / ORO_ERRORS_BLOCK;
    oro_errors_job job = {t, oro_scratch(run, ((size_t)count + 1) * sizeof *job.blocks)};
    if (!job.blocks) return ORO_NO_MEMORY;
    oro_status status = oro_for_blocks(run, count, oro_errors_block, &job);
    *out = (oro_tin_errors){0};
    for (int32_t i = 0; status == ORO_OK && i < count; i++) {
        if (job.blocks[i].largest > out->largest) out->largest = job.blocks[i].largest;
        out->mean += job.blocks[i].mean;
    }
    out->mean = out->mean > 0 ? out->mean / samples : 0;
    return status;
}

#endif
