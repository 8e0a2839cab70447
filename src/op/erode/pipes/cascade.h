// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The schedule of a run: coarse copies of the land first, each handing change, water, load and motion to the next, lakes
// filled at the start, a flush or a drying at the end, and the account of what left.
#ifndef ORO_PIPES_CASCADE_H
#define ORO_PIPES_CASCADE_H

#include "rock.h"
#include "state.h"
#include "talus.h"

#include <string.h>

enum { PIPES_MOST_LEVELS = 24, PIPES_BATCH = PIPES_WAVES, PIPES_FLUSH = 160, PIPES_DRYING = 100 };

/// The next steps of the cascade, at most `wanted`: fewer where it ends here, 0 when somebody wants to keep what there is.
static inline int32_t pipes_next_steps(pipes_erosion *e, int32_t wanted) {
    int32_t left = (int32_t)((double)e->a->until * e->steps + 0.5) - e->taken;
    e->ended = e->ended || oro_end_early(e->run, "until", (double)e->taken / e->steps);
    int32_t steps = e->ended || left < 0 ? 0 : left < wanted ? left : wanted;
    e->taken += steps;
    return steps;
}

typedef struct pipes_flow {
    const pipes_level *level;
    oro_grid *sum;
} pipes_flow;

static inline void pipes_add_flow(const void *user, int32_t y0, int32_t y1) {
    const pipes_flow *f = user;
    const pipes_level *p = f->level;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict sum = oro_row(f->sum, y);
        for (int32_t x = 0; x < p->width; x++) sum[x] += pipes_flux_at(p, x, y);
    }
}

/// The discharge that pipes_add_flow() met in so many samples, in m2/s.
static inline void pipes_mean_flow(const pipes_level *p, int32_t samples, oro_grid *flow) {
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++) oro_row(flow, y)[x] *= p->numbers.speed / (float)samples;
}

/// Steps of the cascade, which may end early, or of what comes after it. `flow` (NULL: nobody asks), all 0, gets the mean
/// discharge, and stays 0 where there was no step.
static inline oro_status pipes_advance(pipes_erosion *e, pipes_level *p, int32_t steps, bool cascade, oro_grid *flow) {
    const pipes *a = e->a;
    double cells = (double)p->width * p->height;
    float creep = (float)((double)a->creep * p->step * PIPES_BATCH / (p->cell * p->cell));
    for (int32_t y = 0; y < p->height; y++) { // the sweep asks for a column beyond both ends
        pipes_ends(p, p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD);
        pipes_ends(p, p->state[PIPES_WATER] + y * p->stride + PIPES_PAD);
    }
    double *sunk = oro_scratch(e->run, (size_t)p->height * sizeof(double));
    if (!sunk) return ORO_NO_MEMORY;
    memset(sunk, 0, (size_t)p->height * sizeof(double));
    pipes_slide slide = {.level = p, .slopes = {a->talus_rate, oro_min(creep, 0.1f)}, .sink = 0.4f, .sunk = sunk};
    int32_t samples = 0;
    for (int32_t done = 0; done < steps; done += PIPES_BATCH) {
        int32_t batch = steps - done < PIPES_BATCH ? steps - done : PIPES_BATCH;
        if (cascade) batch = pipes_next_steps(e, batch);
        if (batch == 0) break;
        double from = e->worked / e->total;
        e->worked += cells * batch;
        oro_stage(e->run, from, e->worked / e->total);
        oro_status status = pipes_run_steps(e->run, p, batch);
        oro_stage(e->run, e->worked / e->total, e->worked / e->total);
        if (status == ORO_OK) status = pipes_let_slide(e->run, p, &slide);
        if (status != ORO_OK) return status;
        if (!flow) continue;
        samples++;
        status = oro_for_rows(e->run, flow, pipes_add_flow, &(pipes_flow){p, flow});
        if (status != ORO_OK) return status;
    }
    if (samples) pipes_mean_flow(p, samples, flow);
    double lost = 0.0;
    for (int32_t y = 0; y < p->height; y++) lost += sunk[y];
    for (int32_t i = 0; i < PIPES_WAVES; i++) {
        lost += p->exported[i];
        p->exported[i] = 0.0;
    }
    e->exported += lost * p->cell * p->cell;
    return ORO_OK;
}

/// The water keeps running while it cuts less and less, then what is left in it settles.
static inline oro_status pipes_flush(pipes_erosion *e, pipes_level *p) {
    oro_status status = ORO_OK;
    for (int32_t quarter = 0; quarter < 4 && status == ORO_OK; quarter++) {
        p->numbers.erode *= 0.4f;
        status = pipes_advance(e, p, PIPES_FLUSH / 4, false, quarter == 3 ? &e->flow : NULL);
    }
    return status;
}

/// Mathisen's end: nine tenths of the water dry in each step, and all load stays where it is.
static inline oro_status pipes_dry(pipes_erosion *e, pipes_level *p) {
    p->rain = pipes_constant(e->run, p, 0.0f);
    if (!p->rain.row) return ORO_NO_MEMORY;
    p->drops = 0;
    p->numbers.dry = 0.1f;
    oro_status status = pipes_advance(e, p, PIPES_DRYING, false, NULL);
    return status == ORO_OK ? pipes_smooth(e, p, PIPES_CHANGE) : status;
}

static inline void pipes_settle_load(const void *user, int32_t y, double *lost) {
    const pipes_level *p = user;
    for (int32_t x = 0; x < p->width; x++) {
        ptrdiff_t i = y * p->stride + PIPES_PAD + x;
        float s = p->state[PIPES_LOAD][i],
              down = p->mathisen || p->numbers.closed ? s : oro_min(s, p->state[PIPES_WATER][i]);
        float d = p->state[PIPES_CHANGE][i], next = d + down;
        *lost += (double)s - ((double)next - (double)d);
        p->state[PIPES_CHANGE][i] = next;
        if (p->mathisen) p->state[PIPES_LOAD][i] = 0.0f; // nothing flows any more
    }
}

/// What is still in the water goes to the ground, or leaves where it is more than the water.
static inline oro_status pipes_settle(pipes_erosion *e, pipes_level *p) {
    double lost = 0.0;
    oro_grid shape = pipes_view(p, p->state[PIPES_CHANGE]);
    oro_status status = oro_sum_rows(e->run, &shape, 1, pipes_settle_load, p, &lost);
    e->exported += lost * p->cell * p->cell;
    return status;
}

/// Steps for a level of this many cells: those of the stage nearest in size, or as many of the longer steps that eight pipes
/// allow as take the same time.
static inline int32_t pipes_steps_for(const pipes *a, int32_t cells) {
    const pipes_stage *s = a->cascade.items;
    int32_t best = -1;
    double nearest = 0.0;
    for (int32_t i = 0; i < a->cascade.count; i++) {
        double of_stage = pipes_stage_cells(&s[i], a->height), ratio = of_stage / cells;
        ratio = ratio < 1.0 ? 1.0 / ratio : ratio;
        if (best < 0 || ratio < nearest) best = i, nearest = ratio;
    }
    double stride = a->time_step > 0.0f ? 1.0 : pipes_stride(a);
    return best < 0 ? 0 : (int32_t)(s[best].steps * (double)a->duration / 100.0 / stride + 0.5);
}

/// Sizes of the levels, coarse to fine; the last is the map's own.
static inline int32_t pipes_plan(const pipes *a, const oro_grid *g, int32_t *cells) {
    const pipes_stage *s = a->cascade.items;
    int32_t longer = g->width > g->height ? g->width : g->height, count = 0, last = 0;
    for (int32_t i = 0; i < a->cascade.count && count < PIPES_MOST_LEVELS - 1; i++) {
        int32_t of_stage = (int32_t)pipes_stage_cells(&s[i], g);
        if (of_stage * 1.42 > longer || of_stage <= last) continue;
        cells[count++] = last = of_stage;
    }
    cells[count++] = longer;
    return count;
}

/// The cascade's steps on one level. Mathisen's law ends by drying, when nothing flows: so each of its levels says what
/// flowed on it, and the last that had steps is heard.
static inline oro_status pipes_run_level(pipes_erosion *e, pipes_level *p, int32_t steps) {
    if (!p->mathisen) return pipes_advance(e, p, steps, true, NULL);
    float *plane = pipes_plane(e->run, p, p->height);
    if (!plane) return ORO_NO_MEMORY;
    oro_grid flow = pipes_view(p, plane);
    int32_t before = e->taken;
    oro_status status = pipes_advance(e, p, steps, true, &flow);
    if (status != ORO_OK || e->taken == before) return status;
    return oro_remap(e->run, &flow, &e->flow, true, e->memory);
}

/// Runs all levels; `finest` is what they come to.
static inline oro_status pipes_run_cascade(pipes_erosion *e, pipes_level *finest) {
    const pipes *a = e->a;
    int32_t cells[PIPES_MOST_LEVELS], count = pipes_plan(a, &e->ground, cells), longer = cells[count - 1];
    double side = (double)e->ground.width * e->ground.height;
    for (int32_t l = 0; l < count; l++) {
        double part = (double)cells[l] / longer;
        e->steps += pipes_steps_for(a, cells[l]);
        e->total += side * part * part * pipes_steps_for(a, cells[l]);
    }
    e->total = 1.1 * (e->total + side * (a->law.index == law_carving ? PIPES_FLUSH : PIPES_DRYING));
    pipes_level coarser;
    for (int32_t l = 0; l < count; l++) {
        coarser = *finest;
        oro_status status = pipes_make_level(e, cells[l], finest);
        if (status == ORO_OK) status = pipes_make_rock(e, finest);
        if (status == ORO_OK && l == 0 && a->law.index == law_carving) status = pipes_fill_lakes(e, finest);
        if (status == ORO_OK && l > 0) status = pipes_refine(e, &coarser, finest);
        if (status == ORO_OK) status = pipes_run_level(e, finest, pipes_steps_for(a, cells[l]));
        if (status != ORO_OK) return status;
    }
    oro_status status = a->law.index == law_carving ? pipes_flush(e, finest) : pipes_dry(e, finest);
    if (status != ORO_OK) return status;
    status = pipes_settle(e, finest);
    return status == ORO_OK && a->sea && a->beach > 0.0f ? pipes_make_beaches(e, finest) : status;
}

#endif
