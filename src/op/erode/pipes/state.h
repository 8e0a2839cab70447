// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What happens to the state of a level before and after its steps: it is taken over from a coarser one, lakes are filled, and
// at the end waves shape the shores.
#ifndef ORO_PIPES_STATE_H
#define ORO_PIPES_STATE_H

#include "beach.h"
#include "setup.h"
#include "solve/flood.h"
#include "sweep.h"

static inline int32_t pipes_mirrored(int32_t i, int32_t count, bool wrap) {
    if (wrap) return (i % count + count) % count;
    for (int32_t turn = 0; turn < 4 && (i < 0 || i >= count); turn++) i = i < 0 ? -1 - i : 2 * count - 1 - i;
    return i;
}

typedef struct pipes_smoothing {
    const pipes_level *level;
    const float *from;
    float *to;
} pipes_smoothing;

/// One of the five rows, with the weights of its outer, inner and middle samples.
ORO_CELL float pipes_smooth_add(float sum, const float *row, float outer, float inner, float middle) {
    sum += outer * row[-2];
    sum += inner * row[-1];
    sum += middle * row[0];
    sum += inner * row[1];
    return sum + outer * row[2];
}

static __attribute__((noinline)) void pipes_smooth_row(const float *restrict north2, const float *restrict north,
                                                       const float *restrict here, const float *restrict south,
                                                       const float *restrict south2, float *restrict to,
                                                       int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        float sum = pipes_smooth_add(0.0f, north2 + x, 1.0f, 4.0f, 7.0f);
        sum = pipes_smooth_add(sum, north + x, 4.0f, 16.0f, 26.0f);
        sum = pipes_smooth_add(sum, here + x, 7.0f, 26.0f, 41.0f);
        sum = pipes_smooth_add(sum, south + x, 4.0f, 16.0f, 26.0f);
        sum = pipes_smooth_add(sum, south2 + x, 1.0f, 4.0f, 7.0f);
        to[x] = sum / 273.0f;
    }
}

static inline void pipes_smooth_rows(const void *user, int32_t y0, int32_t y1) {
    const pipes_smoothing *j = user;
    const pipes_level *p = j->level;
    for (int32_t y = y0; y < y1; y++) {
        const float *row[5];
        for (int32_t i = 0; i < 5; i++)
            row[i] = j->from + pipes_mirrored(y + i - 2, p->height, p->wrap) * p->stride + PIPES_PAD;
        pipes_smooth_row(row[0], row[1], row[2], row[3], row[4], j->to + y * p->stride + PIPES_PAD, p->width);
    }
}

/// Smooths a plane of the state four times by the document's 5 x 5 Gaussian (weights that sum to 273); cells beyond the border
/// mirror those before it, which keeps the sum.
static inline oro_status pipes_smooth(pipes_erosion *e, pipes_level *p, int32_t k) {
    for (int32_t pass = 0; pass < 4; pass++) {
        float *from = p->state[k];
        for (int32_t y = 0; y < p->height; y++) { // two columns beyond both ends
            float *row = from + y * p->stride + PIPES_PAD;
            for (int32_t x = 1; x <= 2; x++) {
                row[-x] = row[pipes_mirrored(-x, p->width, p->wrap)];
                row[p->width - 1 + x] = row[pipes_mirrored(p->width - 1 + x, p->width, p->wrap)];
            }
        }
        oro_grid shape = pipes_view(p, from);
        oro_status status = oro_for_rows(e->run, &shape, pipes_smooth_rows, &(pipes_smoothing){p, from, p->spare});
        if (status != ORO_OK) return status;
        p->state[k] = p->spare;
        p->spare = from;
    }
    return ORO_OK;
}

/// One 3 x 3 binomial; `from` has a column beyond both ends.
static inline void pipes_round_rows(const void *user, int32_t y0, int32_t y1) {
    const pipes_smoothing *j = user;
    const pipes_level *p = j->level;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict up = j->from + pipes_mirrored(y - 1, p->height, p->wrap) * p->stride + PIPES_PAD;
        const float *restrict here = j->from + y * p->stride + PIPES_PAD;
        const float *restrict low = j->from + pipes_mirrored(y + 1, p->height, p->wrap) * p->stride + PIPES_PAD;
        float *restrict to = j->to + y * p->stride + PIPES_PAD;
        for (int32_t x = 0; x < p->width; x++) {
            float left = up[x - 1] + low[x - 1] + 2.0f * here[x - 1];
            float right = up[x + 1] + low[x + 1] + 2.0f * here[x + 1];
            to[x] = (left + right + 2.0f * (up[x] + low[x] + 2.0f * here[x])) * (1.0f / 16.0f);
        }
    }
}

/// Rounds the change of a level off before it is handed down: slanting streams one cell wide would come to the finer level as
/// strings of beads. Cells beyond the border mirror those before it, which keeps the sum.
static inline oro_status pipes_round_off(pipes_erosion *e, pipes_level *p) {
    float *from = p->state[PIPES_CHANGE];
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, from + y * p->stride + PIPES_PAD);
    oro_grid shape = pipes_view(p, from);
    oro_status status = oro_for_rows(e->run, &shape, pipes_round_rows, &(pipes_smoothing){p, from, p->spare});
    p->state[PIPES_CHANGE] = p->spare;
    p->spare = from;
    return status;
}

/// Takes over the change of the bed, the water, its load and its motion from a coarser level.
static inline oro_status pipes_refine(pipes_erosion *e, pipes_level *coarse, pipes_level *fine) {
    oro_status status = fine->mathisen ? ORO_OK : pipes_round_off(e, coarse);
    for (int32_t k = 0; k < fine->planes && status == ORO_OK; k++) {
        oro_grid from = pipes_view(coarse, coarse->state[k]), to = pipes_view(fine, fine->state[k]);
        status = oro_remap(e->run, &from, &to, k != PIPES_CHANGE, e->memory);
        if (status == ORO_OK && fine->mathisen && k <= PIPES_LOAD) status = pipes_smooth(e, fine, k);
    }
    fine->first_step = coarse->first_step;
    return status;
}

/// Lakes full to where they overflow, the sea at its level, and the first uneven shower.
static inline oro_status pipes_fill_lakes(pipes_erosion *e, pipes_level *p) {
    oro_grid bed = pipes_view(p, p->bed), level = pipes_view(p, p->spare);
    float base = p->numbers.has_sea ? p->numbers.sea : -ORO_INFINITY;
    float shower = 10.0f * e->a->rain_rate * e->a->strength * (float)p->step;
    bool empty = e->a->hollows.index == hollows_empty;
    oro_status status = empty ? ORO_OK : oro_flood(e->run, &bed, base, p->numbers.closed, &level);
    if (status != ORO_OK) return status;
    // The shower falls by place in the world, so that a part of a map gets what the whole gets there.
    int32_t east = oro_floor_int((float)(e->a->height->origin_x / p->cell + 0.5));
    int32_t south = oro_floor_int((float)(e->a->height->origin_y / p->cell + 0.5));
    for (int32_t y = 0; y < p->height; y++) {
        float *w = p->state[PIPES_WATER] + y * p->stride + PIPES_PAD;
        const float *wet = pipes_map_row(p->wet, y);
        for (int32_t x = 0; x < p->width; x++) {
            float t = oro_row(&bed, y)[x], full = oro_row(&level, y)[x] - t;
            bool sea = p->numbers.has_sea && t < p->numbers.sea, dry = empty || wet[x] < 0.05f;
            w[x] = sea ? p->numbers.sea - t : dry ? 0.0f : full;
            w[x] += shower * wet[x] * oro_unit(oro_hash2(p->seed, x + east, y + south));
        }
    }
    return ORO_OK;
}

typedef struct pipes_shore {
    const pipes_level *level;
    const oro_grid *land;
    oro_shore shore;
    float width; ///< of a beach, m
} pipes_shore;

static inline void pipes_shape_shore(const void *user, int32_t y, double *taken) {
    const pipes_shore *j = user;
    const pipes_level *p = j->level;
    float *d = p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD;
    float *w = p->state[PIPES_WATER] + y * p->stride + PIPES_PAD;
    const float *bed = p->bed + y * p->stride + PIPES_PAD, *soft = pipes_map_row(p->soft, y);
    for (int32_t x = 0; x < p->width; x++) {
        size_t at = (size_t)y * (size_t)p->width + (size_t)x;
        float sx = j->shore.x[at], sy = j->shore.y[at], away = oro_sqrt(sx * sx + sy * sy) * (float)p->cell;
        float above = oro_row(j->land, y)[x] - p->numbers.sea;
        if (!(away < 3.0f * j->width)) continue;
        float next = d[x] + soft[x] * oro_beach_change(above, away, j->width);
        *taken += (double)d[x] - (double)next;
        d[x] = next;
        if (above < 0.0f) w[x] = oro_max(p->numbers.sea - (bed[x] + next), 0.0f);
    }
}

/// Waves even out loose shores. What they bring and take is booked as exported.
static inline oro_status pipes_make_beaches(pipes_erosion *e, pipes_level *p) {
    float *ground = pipes_plane(e->run, p, p->height);
    if (!ground) return ORO_NO_MEMORY;
    oro_grid land = pipes_view(p, ground);
    for (int32_t y = 0; y < p->height; y++) {
        const float *bed = p->bed + y * p->stride + PIPES_PAD, *d = p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD;
        for (int32_t x = 0; x < p->width; x++) oro_row(&land, y)[x] = bed[x] + d[x];
    }
    pipes_shore job = {p, &land, {.ground = &land, .sea = p->numbers.sea}, e->a->beach};
    oro_status status = oro_shore_find(e->run, &job.shore);
    double taken = 0.0;
    if (status == ORO_OK) status = oro_sum_rows(e->run, &land, 1, pipes_shape_shore, &job, &taken);
    e->exported += taken * p->cell * p->cell;
    return status;
}

#endif
