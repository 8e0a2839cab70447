// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Distance of every sample to the nearest of a set, exact (Meijster, Roerdink and Hesselink 2000): along columns by two scans, all
// columns side by side; then along rows as the lower envelope of parabolas. Both halves on all threads: blocks of columns, then
// rows. Reads 1 byte per sample, writes and reads 4 twice. Maps that wrap are taken as if they did not: what lies across the seam is
// further away than it should be by at most the way round.
#ifndef ORO_SOLVE_DISTANCE_H
#define ORO_SOLVE_DISTANCE_H

#include "core/math.cell.h"
#include "run/loops.h"

enum { ORO_DISTANCE_COLUMNS = 128 };

typedef struct oro_distance_job {
    const uint8_t *set;
    uint8_t member; ///< value of the samples in the set
    float *out;
    int32_t *rooms; ///< for each worker 2 (width + 1) numbers, and as many floats
    int32_t width, height;
    float cell;
} oro_distance_job;

/// Down and up: samples to the nearest of the set in the column.
static inline void oro_distance_columns(const void *user, int32_t block) {
    const oro_distance_job *j = user;
    int32_t x0 = block * ORO_DISTANCE_COLUMNS;
    int32_t n = j->width - x0 < ORO_DISTANCE_COLUMNS ? j->width - x0 : ORO_DISTANCE_COLUMNS;
    float far = (float)(j->width + j->height);
    for (int32_t y = 0; y < j->height; y++) {
        size_t at = (size_t)y * (size_t)j->width + (size_t)x0;
        for (int32_t i = 0; i < n; i++) {
            float before = y ? j->out[at - (size_t)j->width + (size_t)i] + 1.0f : far;
            j->out[at + (size_t)i] = j->set[at + (size_t)i] == j->member ? 0.0f : oro_min(before, far);
        }
    }
    for (int32_t y = j->height - 2; y >= 0; y--) {
        size_t at = (size_t)y * (size_t)j->width + (size_t)x0;
        for (int32_t i = 0; i < n; i++)
            j->out[at + (size_t)i] = oro_min(j->out[at + (size_t)j->width + (size_t)i] + 1.0f, j->out[at + (size_t)i]);
    }
}

/// Along a row: parabolas (x - i)^2 + g(i)^2, and from which x on each is the lowest.
static inline void oro_distance_row(const void *user, int32_t y, int32_t worker) {
    const oro_distance_job *j = user;
    int32_t w = j->width, top = 0;
    float *row = j->out + (size_t)y * (size_t)w;
    int32_t *site = j->rooms + (size_t)worker * 3 * (size_t)(w + 1), *from = site + (w + 1);
    float *g = (float *)(from + (w + 1));
    for (int32_t x = 0; x < w; x++) g[x] = row[x];
    site[0] = from[0] = 0;
    for (int32_t x = 1; x < w; x++) {
        int64_t gx = (int64_t)g[x], begin = 0;
        while (top >= 0) {
            int64_t i = site[top], gi = (int64_t)g[i], a = from[top] - i, b = from[top] - x;
            if (a * a + gi * gi <= b * b + gx * gx) break;
            top--;
        }
        if (top >= 0) {
            int64_t i = site[top], gi = (int64_t)g[i];
            begin = 1 + ((int64_t)x * x - i * i + gx * gx - gi * gi) / (2 * (x - i));
        }
        if (begin < w) top++, site[top] = x, from[top] = (int32_t)begin;
    }
    for (int32_t x = w - 1; x >= 0; x--) {
        float apart = (float)(x - site[top]), down = g[site[top]];
        row[x] = oro_sqrt(apart * apart + down * down) * j->cell;
        if (x == from[top] && top > 0) top--;
    }
}

/// Fills `out` with metres to the nearest sample whose `set` is `member`, rows of both without gaps. Where there is none the
/// distances are those of the map's size and more.
static inline oro_status oro_distance_to(oro_run *run, const oro_grid *map, const uint8_t *set, uint8_t member,
                                         float *out) {
    oro_distance_job j = {.set = set, .member = member, .out = out, .cell = (float)map->cell};
    j.width = map->width, j.height = map->height;
    size_t room = 3 * (size_t)(map->width + 1) * sizeof(int32_t);
    j.rooms = oro_scratch(run, (size_t)oro_thread_count(run->ctx) * room);
    if (!j.rooms) return ORO_NO_MEMORY;
    int32_t blocks = (map->width + ORO_DISTANCE_COLUMNS - 1) / ORO_DISTANCE_COLUMNS;
    oro_status status = oro_for_blocks(run, blocks, oro_distance_columns, &j);
    return status == ORO_OK ? oro_for_workers(run, map->height, oro_distance_row, &j) : status;
}

#endif
