// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gaussian blur of a map. Narrow bells (a deviation up to 2.6 samples) are convolved as they are, rows and columns fused: a
// window of blurred rows stays in cache, so memory sees each sample read once and written once. Wider ones go down a pyramid
// (Burt and Adelson 1983), but by three: each level is filtered with the B-spline of five boxes of three samples and keeps
// every third, the coarsest is convolved, and the same spline brings it back. A deviation below 3.8 samples takes a step by
// two (six boxes of two, the binomial 1 6 15 20 15 6 1) instead. The weights of the coarsest level are what the bell leaves
// of each wave, divided by what the steps leave of it already, so the whole is the bell but for what the steps fold.
//
// Error: narrow weights end at 4 deviations (6e-5 of the bell); the pyramid differs from the true bell by less than 1e-3 of
// the map's range in the worst case (a wave of just the wrong length; 6e-4 at 4 samples, 5e-5 at 6) and 2e-4 in ordinary
// terrain. There are no running sums: every sample is a fixed expression, so nothing drifts and no thread count changes a bit.
//
// Memory: 8 bytes per sample while narrow. With a pyramid the map is read once, and once more 6 % of it where blocks meet;
// the level above, a ninth (a quarter by two), is written and read; and the result is written: 8 + 1.2 (by two 8 + 2.3).
// What is blurred stays in cache. Deviations of 4 and 16 on 4096 x 4096 samples take 6.7 to 7.2 ms on two threads of a Xeon with
// cold caches, seven tenths of what triad reaches beside them.
// Outside the map its edge goes on, or the other side where it wraps.
#ifndef ORO_SOLVE_GAUSSIAN_H
#define ORO_SOLVE_GAUSSIAN_H

#include "solve/bell_steps.h"

enum { ORO_BELL_LEVELS = 24 };

static inline oro_status oro_bell_step(oro_run *run, oro_bell_job *j, oro_block_fn *fn, int32_t rows) {
    return oro_for_blocks(run, (j->to.y1 - j->to.y0 + rows - 1) / rows, fn, j);
}

/// The geometry of the next level: every second or third sample, as many more as still differ from the edge, and those that
/// the way up reads. `more` are extra samples of the finer level on every side, for one that wraps.
static inline oro_bell_level oro_bell_coarser(const oro_bell_level *fine, int32_t factor, int32_t more) {
    oro_bell_level out = {0};
    out.x0 = oro_bell_floor(oro_bell_floor(fine->x0 - more - 5, factor), ORO_BELL_BEGIN) * ORO_BELL_BEGIN;
    out.y0 = oro_bell_floor(fine->y0 - more - 5, factor);
    out.x1 = oro_bell_floor(fine->x1 + more + 4, factor) + 3 + ORO_BELL_REACH; // so that a line's end needs no folding
    out.y1 = oro_bell_floor(fine->y1 + more + 4, factor) + 3;
    out.stride = (out.x1 - out.x0 + 15) / 16 * 16;
    return out;
}

static inline oro_status oro_bell_alloc(oro_run *run, oro_bell_level *l) {
    l->data = oro_scratch(run, (size_t)l->stride * (size_t)(l->y1 - l->y0) * sizeof(float));
    return l->data ? ORO_OK : ORO_NO_MEMORY;
}

/// A pyramid: its levels, and the factor from each to the next.
typedef struct oro_bell_pyramid {
    oro_bell_level level[ORO_BELL_LEVELS + 1];
    int32_t factor[ORO_BELL_LEVELS];
    int32_t steps;
    double deviation; ///< of the whole, in samples of the finest level
    double rest;      ///< what is left of it for the coarsest level
} oro_bell_pyramid;

/// What is left of a deviation one level up, where samples are further apart: down and up are five boxes of three each, or
/// six of two.
static inline double oro_bell_rest(double deviation, int32_t factor) {
    double taken = factor == 3 ? 20.0 / 3.0 : 3.0;
    return __builtin_sqrt(deviation * deviation - taken) / factor;
}

static inline oro_status oro_bell_descend(oro_run *run, oro_bell_pyramid *p) {
    oro_status status = ORO_OK;
    int32_t more = p->level[0].wrap ? (int32_t)(6.0 * p->deviation) + 16 : 0;
    for (; p->rest > oro_bell_by_two && p->steps < ORO_BELL_LEVELS && status == ORO_OK; p->steps++) {
        const oro_bell_level *from = &p->level[p->steps];
        oro_bell_level *to = &p->level[p->steps + 1];
        int32_t factor = p->factor[p->steps] = p->rest > oro_bell_by_three ? 3 : 2;
        *to = oro_bell_coarser(from, factor, p->steps ? 0 : more);
        p->rest = oro_bell_rest(p->rest, factor);
        status = oro_bell_alloc(run, to);
        oro_bell_job down = {.from = *from, .to = *to, .factor = factor};
        oro_stage(run, p->steps ? 0.35 : 0.0, p->steps ? 0.4 : 0.35);
        if (status == ORO_OK) status = oro_bell_step(run, &down, oro_bell_down_block, ORO_BELL_DOWN_ROWS);
    }
    return status;
}

/// How much of a wave the steps down and up leave together; its frequency in waves per sample of the finest level.
static inline double oro_bell_passed(const oro_bell_pyramid *p, double frequency) {
    double all = 1.0;
    for (int32_t k = 0; k < p->steps; k++) {
        double c = (double)oro_cos((float)(6.283185307179586 * frequency)), box, cube;
        box = p->factor[k] == 3 ? (1.0 + 2.0 * c) / 3.0 : 0.5 + 0.5 * c; // by two: two boxes
        cube = box * box * box;
        all *= p->factor[k] == 3 ? cube * cube * cube * box : cube * cube;
        frequency *= p->factor[k];
    }
    return all;
}

/// Weights of the coarsest level: what the bell leaves of each wave that the level can hold, divided by what the steps leave
/// of it already, as a sum of cosines. The waves near the shortest hardly come through the steps, so that the end of the
/// weights may be cut.
static inline void oro_bell_weights_left(oro_bell_job *j, const oro_bell_pyramid *p) {
    enum { WAVES = 64 };
    double apart = 1.0, left[WAVES / 2 + 1], all[ORO_BELL_REACH + 1] = {0}, sum = 0.0;
    for (int32_t k = 0; k < p->steps; k++) apart *= p->factor[k];
    for (int32_t m = 0; m <= WAVES / 2; m++) {
        double frequency = m / (WAVES * apart), u = 6.283185307179586 * frequency * p->deviation;
        left[m] = (double)oro_exp((float)(-0.5 * u * u)) / oro_bell_passed(p, frequency);
    }
    int32_t end = (int32_t)(4.0 * p->rest + 0.7);
    j->reach = oro_bell_least((end + 3) / 4 * 4, ORO_BELL_REACH);
    for (int32_t k = 0; k <= j->reach; k++) {
        for (int32_t m = 0; m <= WAVES / 2; m++) {
            double wave = (double)oro_cos((float)(6.283185307179586 / WAVES * (k * m % WAVES)));
            all[k] += (m == 0 || m == WAVES / 2 ? 1.0 : 2.0) * left[m] * wave;
        }
        sum += k ? 2.0 * all[k] : all[k];
    }
    for (int32_t k = 0; k <= ORO_BELL_REACH; k++) j->weight[k] = (float)(all[k] / sum);
}

/// Up again, blurring the coarsest level; the levels passed are overwritten, their values being used up.
static inline oro_status oro_bell_ascend(oro_run *run, const oro_bell_pyramid *p, const oro_bell_job *finest) {
    oro_status status = ORO_OK;
    for (int32_t k = p->steps - 1; k >= 0 && status == ORO_OK; k--) {
        oro_bell_job up = {.to = p->level[k]};
        if (k == 0) up = *finest;
        up.from = p->level[k + 1];
        up.factor = p->factor[k];
        if (k == p->steps - 1) oro_bell_weights_left(&up, p);
        oro_stage(run, k ? 0.4 : 0.5, k ? 0.5 : 1.0);
        status = oro_bell_step(run, &up, oro_bell_up_block, ORO_BELL_UP_ROWS);
    }
    return status;
}

static inline oro_status oro_bell_by_pyramid(oro_run *run, const oro_bell_job *finest, double deviation) {
    oro_bell_pyramid p = {.deviation = deviation, .rest = deviation};
    p.level[0] = finest->from;
    oro_status status = oro_bell_descend(run, &p);
    return status == ORO_OK ? oro_bell_ascend(run, &p, finest) : status;
}

static inline oro_bell_level oro_bell_level_of(const oro_grid *g) {
    return (oro_bell_level){g->data, g->stride, 0, g->width, 0, g->height, g->wrap};
}

/// Blurs `from` into `to` (another map of the same size) with a bell of this standard deviation in metres. Where `amount`
/// is given it says how much of the blurred map replaces the map; NULL: all. The deviation is held at four times the longer
/// side, or at half the shorter side where the map wraps; both leave next to nothing but the mean.
static inline oro_status oro_gaussian_blur(oro_run *run, const oro_grid *from, oro_grid *to, double metres,
                                           const oro_field *amount) {
    double shorter = from->width < from->height ? from->width : from->height;
    double longer = from->width < from->height ? from->height : from->width;
    double deviation = metres / from->cell, most = from->wrap ? 0.5 * shorter : 4.0 * longer;
    deviation = deviation < most ? deviation : most;
    oro_bell_job job = {.from = oro_bell_level_of(from), .to = oro_bell_level_of(to)};
    job.under = amount ? from : NULL;
    job.amount = amount;
    job.stream = oro_stream_pays(to, 1);
    if (deviation > oro_bell_by_two) return oro_bell_by_pyramid(run, &job, deviation);
    oro_bell_weights(&job, deviation > 0.1 ? deviation : 0.1); // a tenth of a sample: no neighbour counts
    return oro_bell_step(run, &job, oro_bell_convolve_block, ORO_BELL_ROWS);
}

#endif
