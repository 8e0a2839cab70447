// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps of virtual pipes as waves that sweep down the map over rolling rows, in place. For each row three loops: faces (of the
// next row), cells (limiter, load, discharge of the next row), update (of this row). What they hand on lives in one to four rows
// each, in the near caches. A cell depends on two rows on either side.
//
// Ten waves, the steps between two slides of the ground, are on their way at once, each some rows behind the one before, so
// that a row is still in a cache when the next wave comes. One thread leads two of them down together, a chunk of rows at a
// time; where there are more than five threads each leads one, so that ten find work. Blocks of work are handed out in slanting
// order (a chunk of a group, then two chunks further up the next group), and one waits only for earlier blocks: no barrier, and
// no deadlock on any number of threads. Every wave does the same arithmetic in the same order wherever it is cut and whoever
// leads it, so the bits do not depend on threads.
//
// Memory: a step reads bed, change, water, sediment and two fluxes, writes all but the bed: 44 bytes a cell and step, 4 more for
// each of rain, capacity, hardness, loose layer and depth limit that is a map. Of these a half go beyond the second cache, since
// two waves share a row there, and a tenth beyond the third: what limits a step is arithmetic, some 150 vector operations, three
// divisions and two roots for sixteen cells.
#ifndef ORO_SOLVE_PIPES_SWEEP_H
#define ORO_SOLVE_PIPES_SWEEP_H

#include "solve/pipes_faces.h"

#include <sched.h>

// --- update -----------------------------------------------------------------------------------------------------------

/// What the update of a row reads besides the state.
typedef struct pipes_around {
    const float *restrict flux_x, *restrict flux_y;             ///< not limited yet
    const float *restrict keep, *restrict load;                 ///< of this row
    const float *restrict keep_below, *restrict load_below;     ///< of the next
    const float *restrict given_above, *restrict carried_above; ///< limited, through the upper faces
    const float *restrict power, *restrict drop, *restrict q, *restrict column;
    const float *restrict rain, *restrict capacity, *restrict soft, *restrict loose, *restrict depth;
    float *restrict carried; ///< through the lower faces: for the next row
} pipes_around;

ORO_CELL void pipes_update_loop(const pipes_numbers *numbers, pipes_row here, pipes_around a, int32_t width,
                                int exponent, bool bare, bool sea, bool document) {
    const pipes_numbers n = *numbers;
    const float *restrict t = here.bed;
    float *restrict d = here.plane[PIPES_D], *restrict w = here.plane[PIPES_W], *restrict s = here.plane[PIPES_S];
    float *restrict fx = here.plane[PIPES_FX], *restrict fy = here.plane[PIPES_FY];
    const float even_rain = a.rain[0], even_capacity = a.capacity[0], even_depth = a.depth[0];
    PIPES_NO_OVERLAP
    for (int32_t x = 0; x < width; x++) {
        float east = pipes_given(a.flux_x[x], a.keep[x], a.keep[x + 1]);
        float west = pipes_given(a.flux_x[x - 1], a.keep[x - 1], a.keep[x]);
        float south = pipes_given(a.flux_y[x], a.keep[x], a.keep_below[x]);
        float north = a.given_above[x];
        float east_load = pipes_carried(east, a.load[x], a.load[x + 1]);
        float west_load = pipes_carried(west, a.load[x - 1], a.load[x]);
        float south_load = pipes_carried(south, a.load[x], a.load_below[x]);
        float water = w[x] + ((west - east) + (north - south));
        float sediment = s[x] + ((west_load - east_load) + (a.carried_above[x] - south_load));
        float change = d[x], capacity = bare ? even_capacity : a.capacity[x], inverse = bare ? even_depth : a.depth[x];
        water = oro_max(water, n.zero);
        float height = t[x] + change, delta;
        if (document) {
            float room = oro_max(1.0f - oro_abs(change) * inverse, n.zero);
            float most = 1.0f / oro_max(inverse, 1.0e-6f);
            delta = pipes_document_change(n, n.erode * a.power[x] * capacity * room, change, most, sediment);
            delta = delta < 0.0f ? -pipes_ground(-delta, change, a.loose[x], a.soft[x]) : delta;
        } else {
            float around = (a.column[x - 1] + a.column[x + 1] + 2.0f * a.column[x]) * (1.0f / 16.0f);
            float q = a.q[x] + n.bank * (around - a.q[x]);
            float cut = n.erode * pipes_power(q, n.exponent, exponent) * a.power[x] * capacity;
            cut *= oro_max(1.0f + oro_min(change, n.zero) * inverse, n.zero);
            if (sea) cut *= oro_clamp((height - n.sea + 1.0f) * (1.0f / 3.0f), n.zero, n.one);
            cut = oro_min(cut, a.drop[x]);
            if (!bare) cut = pipes_ground(cut, change, a.loose[x], a.soft[x]);
            delta = pipes_carving_change(n, cut, water, sediment);
        }
        // What the bed takes is what it can represent, and the sediment gives exactly that.
        float next = change + delta, left = sediment - (next - change);
        next = left < 0.0f ? change : next;
        left = left < 0.0f ? sediment : left;
        float wet = (water + (bare ? even_rain : a.rain[x])) * n.dry;
        wet = wet < 1.0e-6f ? 0.0f : wet;
        if (sea) wet = height < n.sea ? n.sea - height : wet;
        d[x] = next;
        s[x] = left < 1.0e-12f ? 0.0f : left;
        w[x] = wet;
        fx[x] = east;
        fy[x] = south;
        a.carried[x] = south_load;
    }
}

#define PIPES_UPDATE(name, ...)                                                                                        \
    static __attribute__((noinline)) void name(const pipes_numbers *n, pipes_row here, pipes_around a,                 \
                                               int32_t width) {                                                        \
        pipes_update_loop(n, here, a, width, __VA_ARGS__);                                                             \
    }
PIPES_UPDATE(pipes_update_root, PIPES_ROOT, true, false, false)
PIPES_UPDATE(pipes_update_linear, PIPES_LINEAR, true, false, false)
PIPES_UPDATE(pipes_update_power, PIPES_POWER, true, false, false)
PIPES_UPDATE(pipes_update_root_maps, PIPES_ROOT, false, false, false)
PIPES_UPDATE(pipes_update_linear_maps, PIPES_LINEAR, false, false, false)
PIPES_UPDATE(pipes_update_power_maps, PIPES_POWER, false, false, false)
PIPES_UPDATE(pipes_update_root_sea, PIPES_ROOT, false, true, false)
PIPES_UPDATE(pipes_update_linear_sea, PIPES_LINEAR, false, true, false)
PIPES_UPDATE(pipes_update_power_sea, PIPES_POWER, false, true, false)
PIPES_UPDATE(pipes_update_document, PIPES_LINEAR, false, false, true)
PIPES_UPDATE(pipes_update_document_sea, PIPES_LINEAR, false, true, true)

typedef void pipes_update_fn(const pipes_numbers *n, pipes_row here, pipes_around a, int32_t width);

static inline pipes_update_fn *pipes_update_of(const pipes_level *p) {
    static pipes_update_fn *const carving[3][3] = {
        [PIPES_ROOT] = {pipes_update_root, pipes_update_root_maps, pipes_update_root_sea},
        [PIPES_LINEAR] = {pipes_update_linear, pipes_update_linear_maps, pipes_update_linear_sea},
        [PIPES_POWER] = {pipes_update_power, pipes_update_power_maps, pipes_update_power_sea},
    };
    bool sea = p->numbers.has_sea;
    if (p->document) return sea ? pipes_update_document_sea : pipes_update_document;
    return carving[p->exponent][p->bare ? 0 : sea ? 2 : 1];
}

/// Discharge summed over three rows with weights 1 2 1.
static __attribute__((noinline)) void pipes_columns(const float *restrict above, const float *restrict here,
                                                    const float *restrict below, float *restrict to, int32_t width) {
    for (int32_t x = -1; x <= width; x++) to[x] = above[x] + below[x] + 2.0f * here[x];
}

/// Limits the fluxes through the upper faces of a wave's first row; from there on they come from the row above.
static inline void pipes_upper_faces(const pipes_level *p, int32_t wave, int32_t y) {
    bool edge = !pipes_has_row(p, y - 1);
    const float *flux = pipes_roll(p, wave, ROLL_FLUX_Y, y - 1);
    const float *keep1 = pipes_roll(p, wave, ROLL_KEEP, y), *load1 = pipes_roll(p, wave, ROLL_LOAD, y);
    const float *keep = edge ? keep1 : pipes_roll(p, wave, ROLL_KEEP, y - 1);
    const float *load = edge ? load1 : pipes_roll(p, wave, ROLL_LOAD, y - 1);
    float *given = pipes_roll_one(p, wave, ROLL_GIVEN), *carried = pipes_roll(p, wave, ROLL_CARRIED, y - 1);
    double lost = 0.0;
    for (int32_t x = 0; x < p->width; x++) {
        given[x] = pipes_given(flux[x], keep[x], keep1[x]);
        carried[x] = pipes_carried(given[x], load[x], load1[x]);
        lost -= (double)carried[x];
    }
    if (edge) p->exported[wave] += lost;
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

static inline void pipes_update_row(const pipes_level *p, int32_t wave, int32_t y) {
    pipes_row here = pipes_row_at(p, wave, y);
    bool first = y == pipes_wave_start(p, wave), top = !pipes_has_row(p, y - 1), bottom = !pipes_has_row(p, y + 1);
    int32_t below = bottom ? y : y + 1, place = y % p->height;
    const float *q = pipes_roll_discharge(p, wave, y);
    float *column = pipes_roll_one(p, wave, ROLL_COLUMN);
    pipes_columns(top ? q : pipes_roll_discharge(p, wave, y - 1), q, bottom ? q : pipes_roll_discharge(p, wave, y + 1),
                  column, p->width);
    pipes_around a = {
        .flux_x = pipes_roll(p, wave, ROLL_FLUX_X, y),
        .flux_y = pipes_roll(p, wave, ROLL_FLUX_Y, y),
        .keep = pipes_roll(p, wave, ROLL_KEEP, y),
        .load = pipes_roll(p, wave, ROLL_LOAD, y),
        .keep_below = pipes_roll(p, wave, ROLL_KEEP, below),
        .load_below = pipes_roll(p, wave, ROLL_LOAD, below),
        .given_above = first ? pipes_roll_one(p, wave, ROLL_GIVEN) : pipes_row_at(p, wave, y - 1).plane[PIPES_FY],
        .carried_above = pipes_roll(p, wave, ROLL_CARRIED, y - 1),
        .power = pipes_roll(p, wave, ROLL_POWER, y),
        .drop = pipes_roll(p, wave, ROLL_DROP, y),
        .q = q,
        .column = column,
        .rain = pipes_map_row(p->rain, place),
        .capacity = pipes_map_row(p->capacity, place),
        .soft = pipes_map_row(p->soft, place),
        .loose = pipes_map_row(p->loose, place),
        .depth = pipes_map_row(p->depth, place),
        .carried = pipes_roll(p, wave, ROLL_CARRIED, y),
    };
    pipes_update_of(p)(&p->numbers, here, a, p->width);
    if (p->drops) pipes_rain_drops(p, p->first_step + wave, place, here.plane[PIPES_W]);
    if (p->feed.row) pipes_feed_row(p, wave, pipes_map_row(p->feed, place), here.plane[PIPES_S]);
    if (p->wrap) return;
    int32_t last = p->width - 1;
    float west = pipes_given(a.flux_x[-1], a.keep[-1], a.keep[0]), east = here.plane[PIPES_FX][last];
    double lost = (double)pipes_carried(east, a.load[last], a.load[last + 1]) -
                  (double)pipes_carried(west, a.load[-1], a.load[0]);
    for (int32_t x = 0; bottom && x < p->width; x++) lost += (double)a.carried[x];
    p->exported[wave] += lost;
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
        for (int32_t k = 0; k < PIPES_STATE; k++)
            memcpy(pipes_saved(p, wave, i, k), row.plane[k], (size_t)p->width * sizeof(float));
    }
    if (pipes_has_row(p, y - 1)) {
        pipes_make_faces(p, wave, y - 2);
        pipes_make_faces(p, wave, y - 1);
        pipes_look_at_row(p, wave, y - 1);
    }
    pipes_make_faces(p, wave, y);
    pipes_look_at_row(p, wave, y);
    pipes_upper_faces(p, wave, y);
}

/// Leads a wave over one more row.
static inline void pipes_wave_row(const pipes_level *p, int32_t wave, int32_t rows_before) {
    int32_t y = pipes_wave_start(p, wave) + rows_before;
    if (rows_before == 0) pipes_wave_begin(p, wave, y);
    if (pipes_has_row(p, y + 1)) {
        pipes_make_faces(p, wave, y + 1);
        pipes_look_at_row(p, wave, y + 1);
    }
    pipes_update_row(p, wave, y);
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
