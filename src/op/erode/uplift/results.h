// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What uplift leaves behind: the land on the map's grid, and what was asked for beside it. 8 bytes per sample and map.
#ifndef ORO_OP_UPLIFT_RESULTS_H
#define ORO_OP_UPLIFT_RESULTS_H

#include "job.h"
#include "tree.h"

typedef struct finish {
    const job *j;
    strata_map rock;
} finish;

static inline void result_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = ((const finish *)user)->j;
    const uplift *a = j->a;
    for (int32_t y = y0; y < y1; y++) {
        size_t row = (size_t)y * (size_t)j->n.width;
        float *restrict out = oro_row(a->result, y);
        const float *restrict change = j->grid + row, *restrict start = a->height ? oro_row(a->height, y) : NULL;
        for (int32_t x = 0; x < j->n.width; x++) out[x] = change[x];
        if (start)
            for (int32_t x = 0; x < j->n.width; x++) out[x] += start[x];
        float cell2 = j->n.cell * j->n.cell * j->n.tall;
        for (int32_t x = 0; a->area && x < j->n.width; x++) oro_row(a->area, y)[x] = j->n.area[row + (size_t)x] * cell2;
        for (int32_t x = 0; a->sediment && x < j->n.width; x++) oro_row(a->sediment, y)[x] = j->keep[row + (size_t)x];
        const float *rate = oro_field_row(&a->rate, y);
        for (int32_t x = 0; a->lift && x < j->n.width; x++) oro_row(a->lift, y)[x] = 1e-3f * rate[x] * (float)j->risen;
    }
}

/// Layers at the surface of the result.
static inline void layer_tile(const void *user, oro_tile t, void *room) {
    const finish *f = user;
    const uplift *a = f->j->a;
    strata_tile *w = room;
    const strata_stack *s = &f->rock.stack;
    float datum[ORO_TILE];
    if (s->count) strata_columns(&f->rock, t.x0, t.count, w);
    for (int32_t y = t.y0; y < t.y1; y++) {
        if (s->count) strata_row(&f->rock, y, t.x0, t.count, NULL, NULL, w, datum);
        const float *z = oro_row(a->result, y) + t.x0, *rate = oro_field_row(&a->rate, y) + t.x0;
        for (int32_t x = 0; x < t.count; x++) {
            float lift = 1e-3f * rate[x] * (float)f->j->risen;
            int32_t layer = s->count ? strata_layer_at(s, strata_fold(s, z[x] - datum[x] - lift)) : 0;
            if (a->layer) oro_row(a->layer, y)[t.x0 + x] = (float)layer;
            if (a->hardness) oro_row(a->hardness, y)[t.x0 + x] = strata_hardness(s, layer);
        }
    }
}

/// Rock that each point lost in the last step, summed downstream.
static inline oro_status sum_sediment(job *j) {
    net *n = &j->n;
    float per_year = n->cell * n->cell * n->tall / j->step.years;
    for (size_t i = 0; i < n->count; i++) {
        float lost = j->keep[i] + n->rate[i] * j->step.rise - n->z[i];
        n->pull[i] = j->step.years > 0.0f && !n->held[i] ? lost * per_year : 0.0f;
    }
    for (size_t i = 0; i < n->count; i++) n->waiting[i] = (uint8_t)__builtin_popcount(n->donors[i]);
    return flow_down(&j->step, n->pull, j->keep);
}

static inline oro_status write_results(oro_run *r, job *j) {
    const uplift *a = j->a;
    net *n = &j->n;
    finish f = {.j = j};
    oro_stage(r, 0.97, 1.0);
    oro_status status = level_to_grid(n, &j->shape, j->grid, 0.75f);
    if (status == ORO_OK && a->sediment) status = sum_sediment(j);
    if (status == ORO_OK) status = oro_for_rows(r, a->result, result_rows, &f);
    if (status == ORO_OK && (a->layer || a->hardness)) {
        status = strata_make(r, &a->rock, a->seed.value, a->result, &f.rock);
        if (status == ORO_OK) status = oro_for_tiles(r, a->result, sizeof(strata_tile), layer_tile, &f);
    }
    double cell2 = (double)n->cell * (double)n->cell * (double)n->tall, sum = 0.0;
    for (size_t i = 0; i < n->count; i++) sum += n->held[i] ? (double)n->area[i] : 0.0;
    *a->drained = sum * cell2;
    tree t = {n, a->result, a->channel / (float)cell2};
    if (status == ORO_OK && a->rivers) status = tree_curves(r, &t, a->rivers);
    if (status == ORO_OK && a->junctions) status = tree_points(r, &t, a->junctions);
    return status;
}

#endif
