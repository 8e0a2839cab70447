// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps of virtual pipes as waves that sweep down the map over rolling rows, in place. For each row three loops: pipes (of the
// next row), cells (limiter, load, discharge of the next row), update (of this row). What they hand on lives in one to four rows
// each, in the near caches. A cell depends on two rows on either side.
//
// Ten waves, the steps between two slides of the ground, are on their way at once, each some rows behind the one before, so
// that a row is still in a cache when the next wave comes. One thread leads two of them down together, a chunk of rows at a
// time; where there are more than five threads each leads one, so that ten find work. Blocks of work are handed out in slanting
// order (a chunk of a group, then two chunks further up the next group), and one waits only for earlier blocks, which begin before
// it (run/loops.h promises that): no barrier, and no deadlock on any number of threads. Every wave does the same arithmetic in the same order wherever it is cut and whoever
// leads it, so the bits do not depend on threads.
//
// Memory: a step reads bed, change, water, sediment and four fluxes (Mathisen's law two), writes all but the bed: 60 bytes a
// cell and step (44), 4 more for
// each of rain, capacity, hardness, loose layer and depth limit that is a map. Of these a half go beyond the second cache, since
// two waves share a row there, and a tenth beyond the third: what limits a step is arithmetic, some 150 vector operations, three
// divisions and two roots for sixteen cells.
#ifndef ORO_PIPES_SWEEP_H
#define ORO_PIPES_SWEEP_H

#include "eight.h"
#include "four.h"

#include <sched.h>
#include <string.h>

// --- rows -------------------------------------------------------------------------------------------------------------

/// Limits the fluxes through pipes of the row above a wave's first one, `shift` cells to the right; returns the load they bring.
static inline double pipes_limit_upper(const pipes_level *p, int32_t wave, int32_t y, const float *flux, int32_t shift,
                                       float *given, float *carried) {
    bool edge = !pipes_has_row(p, y - 1);
    const float *keep1 = pipes_roll(p, wave, ROLL_KEEP, y) + shift, *load1 = pipes_roll(p, wave, ROLL_LOAD, y) + shift;
    const float *keep = edge ? keep1 : pipes_roll(p, wave, ROLL_KEEP, y - 1);
    const float *load = edge ? load1 : pipes_roll(p, wave, ROLL_LOAD, y - 1);
    double brought = 0.0;
    for (int32_t x = 0; x < p->width; x++) {
        given[x] = pipes_given(flux[x], keep[x], keep1[x]);
        carried[x] = pipes_carried(given[x], load[x], load1[x]);
        brought += (double)carried[x];
    }
    given[-1] = given[p->width - 1], carried[-1] = carried[p->width - 1]; // slants over the border have none
    given[p->width] = given[0], carried[p->width] = carried[0];
    return brought;
}

/// Pipes of the row above a wave's first one; from there on they come from the row before.
static inline void pipes_upper_pipes(const pipes_level *p, int32_t wave, int32_t y) {
    double brought =
        pipes_limit_upper(p, wave, y, pipes_roll(p, wave, ROLL_FLUX_DOWN, y - 1), 0,
                          pipes_roll_one(p, wave, ROLL_GIVEN_DOWN), pipes_roll(p, wave, ROLL_CARRIED_DOWN, y - 1));
    if (!pipes_has_row(p, y - 1)) p->exported[wave] -= brought * (double)p->numbers.straight;
    if (p->mathisen) return;
    pipes_limit_upper(p, wave, y, pipes_roll(p, wave, ROLL_FLUX_DOWN_RIGHT, y - 1), 1,
                      pipes_roll_one(p, wave, ROLL_GIVEN_DOWN_RIGHT),
                      pipes_roll(p, wave, ROLL_CARRIED_DOWN_RIGHT, y - 1));
    pipes_limit_upper(p, wave, y, pipes_roll(p, wave, ROLL_FLUX_DOWN_LEFT, y - 1), -1,
                      pipes_roll_one(p, wave, ROLL_GIVEN_DOWN_LEFT),
                      pipes_roll(p, wave, ROLL_CARRIED_DOWN_LEFT, y - 1));
}

/// Random drops of one step over row y.
static inline void pipes_rain_drops(const pipes_level *p, int32_t step, int32_t y, float *water) {
    for (int32_t i = 0; i < p->drops; i++) {
        uint32_t h = oro_hash2(p->seed, step, i);
        float cx = oro_unit(h) * (float)p->width, cy = oro_unit(oro_mix32(h + 1U)) * (float)p->height;
        float r = oro_mix(p->drop_radius.lo, p->drop_radius.hi, oro_unit(oro_mix32(h + 2U)));
        float depth = oro_mix(p->drop_depth.lo, p->drop_depth.hi, oro_unit(oro_mix32(h + 3U)));
        float dy = (float)y + 0.5f - cy, rest = r * r - dy * dy;
        if (rest <= 0.0f) continue;
        float half = oro_sqrt(rest);
        float lo = oro_max(cx - half, 0.0f), hi = oro_min(cx + half, (float)p->width);
        const float *wet = p->wet.row + y * p->wet.step;
        for (int32_t x = (int32_t)lo; (float)x + 0.5f < hi; x++)
            if ((float)x + 0.5f >= lo) water[x] += depth * wet[x];
    }
}

/// Load that sources bring; it counts as what came back from outside.
static inline void pipes_feed_row(const pipes_level *p, int32_t wave, const float *feed, float *load) {
    double brought = 0.0;
    for (int32_t x = 0; x < p->width; x++) {
        float next = load[x] + feed[x];
        brought += (double)next - (double)load[x];
        load[x] = next;
    }
    p->exported[wave] -= brought;
}

/// Fluxes of row y, and what its cells can give.
static inline void pipes_prepare_row(const pipes_level *p, int32_t wave, int32_t y) {
    (p->mathisen ? pipes_four_make_faces : pipes_make_ways)(p, wave, y);
    (p->mathisen ? pipes_four_look_at_row : pipes_look_at_row)(p, wave, y);
}

static inline void pipes_finish_row(const pipes_level *p, int32_t wave, int32_t y) {
    p->exported[wave] += (p->mathisen ? pipes_four_update_row : pipes_update_row)(p, wave, y);
    pipes_row here = pipes_row_at(p, wave, y);
    int32_t place = y % p->height;
    if (p->drops) pipes_rain_drops(p, p->first_step + wave, place, here.plane[PIPES_WATER]);
    if (p->feed.row) pipes_feed_row(p, wave, pipes_map_row(p->feed, place), here.plane[PIPES_LOAD]);
    pipes_ends(p, here.plane[PIPES_CHANGE]);
    pipes_ends(p, here.plane[PIPES_WATER]);
}

// --- waves ------------------------------------------------------------------------------------------------------------

enum {
    PIPES_LAG = 2 * PIPES_HALO, ///< rows that a wave stays behind the one before, counted from where each started
    PIPES_GROUP = 2,            ///< waves that one thread leads down together, at most
    PIPES_CHUNK_ROWS = 32,      ///< rows they go at a time; no fewer than PIPES_GROUP * PIPES_LAG
};

static inline int32_t pipes_chunks(const pipes_level *p) {
    return p->height < PIPES_CHUNK_ROWS ? 1 : p->height / PIPES_CHUNK_ROWS;
}

/// What a wave needs before its first row.
static inline void pipes_wave_begin(const pipes_level *p, int32_t wave, int32_t y) {
    for (int32_t i = 0; p->wrap && i < PIPES_HALO; i++) {
        pipes_row row = pipes_row_at(p, wave, (y + i) % p->height);
        for (int32_t k = 0; k < p->planes; k++)
            memcpy(pipes_saved(p, wave, i, k) - 1, row.plane[k] - 1, ((size_t)p->width + 2) * sizeof(float));
    }
    if (pipes_has_row(p, y - 1)) {
        (p->mathisen ? pipes_four_make_faces : pipes_make_ways)(p, wave, y - 2);
        pipes_prepare_row(p, wave, y - 1);
    }
    pipes_prepare_row(p, wave, y);
    pipes_upper_pipes(p, wave, y);
}

/// Leads a wave over one more row.
static inline void pipes_wave_row(const pipes_level *p, int32_t wave, int32_t rows_before) {
    int32_t y = pipes_wave_start(p, wave) + rows_before;
    if (rows_before == 0) pipes_wave_begin(p, wave, y);
    if (pipes_has_row(p, y + 1)) pipes_prepare_row(p, wave, y + 1);
    pipes_finish_row(p, wave, y);
}

/// Waits until a group of waves has finished so many chunks.
static inline void pipes_wait(const pipes_level *p, int32_t group, int32_t chunks) {
    for (int32_t spins = 0; atomic_load_explicit(&p->done[group], memory_order_acquire) < chunks; spins++)
        if (spins > 4000) sched_yield();
}

typedef struct pipes_batch {
    const pipes_level *level;
    int32_t steps, groups;
    int32_t led; ///< waves of a group
} pipes_batch;

/// One chunk of one group. Blocks go in slanting order: two chunks behind the group before, which is where it may be at most.
static inline void pipes_block(const void *user, int32_t block) {
    const pipes_batch *batch = user;
    const pipes_level *p = batch->level;
    int32_t chunks = pipes_chunks(p), group = block % batch->groups, chunk = block / batch->groups - 2 * group;
    if (chunk < 0 || chunk >= chunks) return;
    bool last = chunk == chunks - 1;
    pipes_wait(p, group, chunk);
    if (group > 0) pipes_wait(p, group - 1, last ? chunks : chunk + 2);
    int32_t first = group * batch->led;
    int32_t waves = batch->steps - first < batch->led ? batch->steps - first : batch->led;
    int32_t from = (int32_t)((int64_t)p->height * chunk / chunks),
            to = (int32_t)((int64_t)p->height * (chunk + 1) / chunks);
    for (int32_t row = from; row < (last ? to + (waves - 1) * PIPES_LAG : to); row++)
        for (int32_t i = 0; i < waves; i++) {
            int32_t behind = row - i * PIPES_LAG;
            if (behind >= 0 && behind < p->height) pipes_wave_row(p, first + i, behind);
        }
    atomic_store_explicit(&p->done[group], chunk + 1, memory_order_release);
}

/// Runs `steps` steps, at most PIPES_WAVES.
static inline oro_status pipes_run_steps(oro_run *run, pipes_level *p, int32_t steps) {
    int32_t led = oro_thread_count(run->ctx) > PIPES_WAVES / PIPES_GROUP ? 1 : PIPES_GROUP;
    pipes_batch batch = {.level = p, .steps = steps, .groups = (steps + led - 1) / led, .led = led};
    for (int32_t g = 0; g < batch.groups; g++) atomic_store(&p->done[g], 0);
    int32_t blocks = batch.groups * (pipes_chunks(p) + 2 * (batch.groups - 1));
    oro_status status = oro_for_blocks(run, blocks, pipes_block, &batch);
    p->first_step += steps;
    return status;
}

#endif
