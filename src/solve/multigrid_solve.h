// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Smooth fields in a box: for every sample i that is not fixed
//
//     screen_i u_i + sum over the six neighbours j of weight_ij (u_i - u_j) = right_i
//
// with nothing across the walls (natural borders). A weight is sqrt(weight_i weight_j), at least MG_LEAST, or 1. Laplace's equation has no screen and
// no right side; a screen of 1 / length² and a right side of screen x target follows the target and smooths it over that length.
//
// Conjugate gradients with a multigrid cycle before each step; several right sides of one matrix go together and stop
// together. The number of steps hardly depends on the size. Sums go by blocks of rows, joined in order, so threads do not show.
// Scratch: 24 bytes per sample for the matrix and 17 per right side and sample.
#ifndef ORO_SOLVE_MULTIGRID_SOLVE_H
#define ORO_SOLVE_MULTIGRID_SOLVE_H

#include "core/math.cell.h"
#include "multigrid.h"

#include <math.h>

typedef struct mg_problem {
    int32_t side[3];
    int32_t count;        ///< right sides
    const float *weight;  ///< per sample; NULL: all are 1
    const float *screen;  ///< per sample; NULL: none
    const uint8_t *fixed; ///< samples with one of the bits `mask` keep their values; NULL: none does
    uint8_t mask;
    float *values[MG_MOST_SIDES];      ///< a guess, and the values that are fixed; becomes the solution
    const float *right[MG_MOST_SIDES]; ///< NULL: 0
    bool follow;                       ///< the right sides are screen x guess: values stay near those they come with
    float tolerance;                   ///< of the rest, over that of all zeros
    double from, to;                   ///< what part of the run's work this is
} mg_problem;

static const float MG_LEAST = 1e-3f;
enum { MG_MOST_STEPS = 60 };

/// Vectors of the conjugate gradients, by right side.
typedef struct mg_state {
    const mg_problem *problem;
    mg all;
    float *x[MG_MOST_SIDES], *rest[MG_MOST_SIDES], *way[MG_MOST_SIDES];
    float alpha[MG_MOST_SIDES], beta[MG_MOST_SIDES];
    double *sums; ///< by block
} mg_state;

// --- the finest level ---------------------------------------------------------------------------------------------------------

static inline ptrdiff_t mg_plain_row(const mg_problem *p, int32_t y, int32_t z) {
    return ((ptrdiff_t)z * p->side[1] + y) * p->side[0];
}

/// 1 where a sample is free, 0 where it is fixed.
static inline void mg_free_row(const mg_problem *p, ptrdiff_t at, float *restrict out) {
    if (!p->fixed)
        for (int32_t i = 0; i < p->side[0]; i++) out[i] = 1.0f;
    else
        for (int32_t i = 0; i < p->side[0]; i++) out[i] = p->fixed[at + i] & p->mask ? 0.0f : 1.0f;
}

/// Weights from free samples to others `step` further, split into those to free samples and to fixed ones.
static inline void mg_faces(const mg_problem *p, ptrdiff_t at, ptrdiff_t step, int32_t count, const float *restrict own,
                            const float *restrict other, float *restrict open, float *restrict shut) {
    const float *restrict a = p->weight ? p->weight + at : NULL, *restrict b = a ? a + step : NULL;
    if (a)
        for (int32_t i = 0; i < count; i++) open[i] = own[i] * oro_max(MG_LEAST, sqrtf(a[i] * b[i]));
    else
        for (int32_t i = 0; i < count; i++) open[i] = own[i];
    for (int32_t i = 0; i < count; i++) {
        float all = open[i];
        open[i] = all * other[i];
        shut[i] = all - open[i];
    }
}

typedef struct mg_row_faces {
    float own[2 * MG_MOST_HALF], other[2 * MG_MOST_HALF];
    float open[6][2 * MG_MOST_HALF], shut[6][2 * MG_MOST_HALF]; ///< west, east, north, south, below, above
    ptrdiff_t step[6];
    bool has[6];
} mg_row_faces;

static inline void mg_find_faces(const mg_problem *p, int32_t y, int32_t z, mg_row_faces *f) {
    ptrdiff_t at = mg_plain_row(p, y, z), row = p->side[0], layer = row * p->side[1];
    int32_t width = p->side[0];
    const ptrdiff_t step[6] = {-1, 1, -row, row, -layer, layer};
    const bool has[6] = {width > 1, width > 1, y > 0, y<p->side[1] - 1, z> 0, z < p->side[2] - 1};
    memcpy(f->step, step, sizeof step);
    memcpy(f->has, has, sizeof has);
    mg_free_row(p, at, f->own);
    for (int k = 0; k < 6; k++) {
        if (!has[k]) continue;
        if (k >= 2) mg_free_row(p, at + step[k], f->other);
        int32_t first = k == 0, count = k < 2 ? width - 1 : width;
        const float *other = k == 0 ? f->own : k == 1 ? f->own + 1 : f->other;
        mg_faces(p, at + first, step[k], count, f->own + first, other, f->open[k] + first, f->shut[k] + first);
        if (k < 2) f->open[k][k ? width - 1 : 0] = f->shut[k][k ? width - 1 : 0] = 0.0f;
    }
}

/// The matrix of a row, its right sides with what fixed neighbours give, and the guess.
static inline void mg_set_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    const mg_problem *p = s->problem;
    const mg_level *level = l->level;
    mg_row_faces f;
    mg_find_faces(p, y, z, &f);
    ptrdiff_t at = mg_plain_row(p, y, z), to = mg_row(level, y, z);
    int32_t width = p->side[0];
    float plain[2 * MG_MOST_HALF];
    for (int k = 0; k < 3; k++) {
        memset(plain, 0, (size_t)width * sizeof *plain);
        mg_split(level, f.has[2 * k + 1] ? f.open[2 * k + 1] : plain, level->weight[k] + to);
    }
    for (int32_t i = 0; i < width; i++) plain[i] = p->screen ? f.own[i] * p->screen[at + i] : 0.0f;
    for (int k = 0; k < 6; k++)
        for (int32_t i = 0; f.has[k] && i < width; i++) plain[i] += f.shut[k][i];
    mg_split(level, plain, level->screen + to);
    for (int32_t side = 0; side < p->count; side++) {
        const float *v = p->values[side] + at, *right = p->right[side];
        for (int32_t i = 0; i < width; i++) plain[i] = right ? f.own[i] * right[at + i] : 0.0f;
        for (int32_t i = 0; p->follow && i < width; i++) plain[i] += f.own[i] * p->screen[at + i] * v[i];
        for (int k = 0; k < 6; k++) {
            if (!f.has[k]) continue;
            int32_t first = k == 0, end = k == 1 ? width - 1 : width;
            for (int32_t i = first; i < end; i++) plain[i] += f.shut[k][i] * v[i + f.step[k]];
        }
        mg_split(level, plain, s->rest[side] + to);
        sums[side] += mg_dot_row(s->rest[side] + to, s->rest[side] + to, level->row);
        for (int32_t i = 0; i < width; i++) plain[i] = f.own[i] * v[i];
        mg_split(level, plain, s->x[side] + to);
    }
}

/// What the guess leaves: right side less A x, into s->rest. A x goes by way of the search direction's memory.
static inline void mg_first_rest_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    ptrdiff_t at = mg_row(l->level, y, z);
    for (int32_t colour = 0; colour < 2; colour++) {
        mg_half h = mg_half_of(l->level, y, z, colour);
        for (int32_t k = 0; k < l->all->sides; k++) {
            float out[MG_MOST_HALF];
            mg_apply(&h, s->x[k], out);
            float *restrict rest = s->rest[k] + h.self;
            for (ptrdiff_t i = 0; i < h.count; i++) rest[i] -= out[i];
        }
    }
    for (int32_t k = 0; k < l->all->sides; k++) {
        memset(s->way[k] + at, 0, (size_t)l->level->row * sizeof(float));
        sums[k] += mg_dot_row(s->rest[k] + at, s->rest[k] + at, l->level->row);
    }
}

// --- conjugate gradients ------------------------------------------------------------------------------------------------------

/// The last sweep of a cycle, and the product of its result with the rest.
static inline void mg_last_sweep_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    ptrdiff_t at = mg_row(l->level, y, z);
    mg_sweep_row(l, y, z, sums);
    for (int32_t k = 0; k < l->all->sides; k++)
        sums[k] += mg_dot_row(l->all->u[0][k] + at, s->rest[k] + at, l->level->row);
}

static inline void mg_turn_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    ptrdiff_t at = mg_row(l->level, y, z);
    (void)sums;
    for (int32_t k = 0; k < l->all->sides; k++) {
        float *restrict way = s->way[k] + at, beta = s->beta[k];
        const float *restrict u = l->all->u[0][k] + at;
        for (ptrdiff_t i = 0; i < l->level->row; i++) way[i] = u[i] + beta * way[i];
    }
}

/// A x the search direction takes the place of the cycle's result.
static inline void mg_along_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    ptrdiff_t at = mg_row(l->level, y, z);
    for (int32_t k = 0; k < l->all->sides; k++) {
        float *out = l->all->u[0][k];
        for (int32_t colour = 0; colour < 2; colour++) {
            mg_half h = mg_half_of(l->level, y, z, colour);
            mg_apply(&h, s->way[k], out + h.self);
        }
        sums[k] += mg_dot_row(out + at, s->way[k] + at, l->level->row);
    }
}

static inline void mg_step_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    ptrdiff_t at = mg_row(l->level, y, z);
    for (int32_t k = 0; k < l->all->sides; k++) {
        float *restrict x = s->x[k] + at, *restrict rest = s->rest[k] + at, alpha = s->alpha[k];
        const float *restrict way = s->way[k] + at, *restrict out = l->all->u[0][k] + at;
        for (ptrdiff_t i = 0; i < l->level->row; i++) {
            x[i] += alpha * way[i];
            rest[i] -= alpha * out[i];
        }
        sums[k] += mg_dot_row(rest, rest, l->level->row);
    }
}

static inline oro_status mg_loop_with_sums(oro_run *r, mg_state *s,
                                           void (*row)(const mg_loop *, int32_t, int32_t, double *), double *total) {
    mg_loop loop = {.all = &s->all, .level = &s->all.level[0], .row = row, .sums = s->sums, .user = s};
    oro_status status = mg_for_rows(r, &loop);
    for (int32_t k = 0; k < MG_MOST_SIDES; k++) total[k] = 0.0;
    for (int32_t b = 0; status == ORO_OK && b < mg_blocks(loop.level); b++)
        for (int32_t k = 0; k < s->all.sides; k++) total[k] += s->sums[(size_t)b * MG_MOST_SIDES + (size_t)k];
    return status;
}

/// Free samples get their solution; fixed ones keep what they have.
static inline void mg_give_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_state *s = l->user;
    const mg_problem *p = s->problem;
    ptrdiff_t at = mg_plain_row(p, y, z);
    (void)sums;
    for (int32_t k = 0; k < p->count; k++) {
        float plain[2 * MG_MOST_HALF];
        mg_join(l->level, s->x[k] + mg_row(l->level, y, z), plain);
        float *restrict out = p->values[k] + at;
        for (int32_t i = 0; i < p->side[0]; i++) out[i] = p->fixed && p->fixed[at + i] & p->mask ? out[i] : plain[i];
    }
}

static inline oro_status mg_make_state(oro_run *r, const mg_problem *p, mg_state *s) {
    memset(s, 0, sizeof *s);
    s->problem = p;
    oro_status status = mg_create(r, p->side, p->count, &s->all);
    if (status != ORO_OK) return status;
    const mg_level *l = &s->all.level[0];
    float *next = oro_scratch(r, (size_t)(4 * p->count * l->all) * sizeof *next);
    s->sums = oro_scratch(r, (size_t)mg_blocks(l) * MG_MOST_SIDES * sizeof *s->sums);
    if (!next || !s->sums) return ORO_NO_MEMORY;
    for (int32_t k = 0; k < p->count; k++) {
        s->x[k] = mg_take(&next, l->all);
        s->rest[k] = mg_take(&next, l->all);
        s->way[k] = mg_take(&next, l->all);
        s->all.u[0][k] = mg_take(&next, l->all);
        s->all.f[0][k] = s->rest[k];
    }
    return ORO_OK;
}

/// One step of all right sides. `product` is that of rest and cycle, of the step before and then of this one.
static inline oro_status mg_step(oro_run *r, mg_state *s, bool first, double *product, double *rest) {
    double now[MG_MOST_SIDES], along[MG_MOST_SIDES];
    oro_status status = mg_cycle(r, &s->all, 0, true, false);
    if (status == ORO_OK) status = mg_loop_with_sums(r, s, mg_last_sweep_row, now);
    for (int32_t k = 0; k < s->all.sides; k++) {
        s->beta[k] = first || !(product[k] > 0.0) ? 0.0f : (float)(now[k] / product[k]);
        product[k] = now[k];
    }
    mg_loop turn = {.all = &s->all, .level = &s->all.level[0], .row = mg_turn_row, .user = s};
    if (status == ORO_OK) status = mg_for_rows(r, &turn);
    if (status == ORO_OK) status = mg_loop_with_sums(r, s, mg_along_row, along);
    for (int32_t k = 0; k < s->all.sides; k++) s->alpha[k] = along[k] > 0.0 ? (float)(product[k] / along[k]) : 0.0f;
    return status == ORO_OK ? mg_loop_with_sums(r, s, mg_step_row, rest) : status;
}

/// With scratch that is the caller's to give back.
static inline oro_status mg_solve_in(oro_run *r, const mg_problem *p, int32_t *steps) {
    mg_state s;
    double whole[MG_MOST_SIDES], rest[MG_MOST_SIDES], product[MG_MOST_SIDES] = {0.0};
    oro_stage(r, p->from, p->from);
    oro_status status = mg_make_state(r, p, &s);
    if (status == ORO_OK) status = mg_loop_with_sums(r, &s, mg_set_row, whole);
    if (status == ORO_OK) status = mg_prepare(r, &s.all);
    if (status == ORO_OK) status = mg_loop_with_sums(r, &s, mg_first_rest_row, rest);
    for (int32_t k = 0; status == ORO_OK && k < p->count; k++) whole[k] = whole[k] > rest[k] ? whole[k] : rest[k];
    double limit = (double)p->tolerance * (double)p->tolerance, begun = 1.0;
    int32_t n = 0;
    for (; status == ORO_OK && n < MG_MOST_STEPS; n++) {
        double most = 0.0;
        for (int32_t k = 0; k < p->count; k++)
            if (whole[k] > 0.0 && rest[k] / whole[k] > most) most = rest[k] / whole[k];
        if (!(most > limit)) break;
        if (n == 0) begun = most;
        double done = most < begun ? (double)(oro_log((float)(most / begun)) / oro_log((float)(limit / begun))) : 0.0;
        oro_stage(r, p->from + (p->to - p->from) * done, p->from + (p->to - p->from) * done);
        status = mg_step(r, &s, n == 0, product, rest);
    }
    if (steps) *steps = n;
    oro_stage(r, p->to, p->to);
    mg_loop give = {.all = &s.all, .level = &s.all.level[0], .row = mg_give_row, .user = &s};
    return status == ORO_OK ? mg_for_rows(r, &give) : status;
}

/// Solves it, and gives its scratch back. `steps`, if not NULL, gets how many it took.
static inline oro_status mg_solve(oro_run *r, const mg_problem *p, int32_t *steps) {
    oro_run inner = *r;
    inner.scratch = NULL;
    oro_status status = mg_solve_in(&inner, p, steps);
    oro_scratch_free(&inner);
    inner.scratch = r->scratch;
    *r = inner; // progress went on
    return status;
}

#endif
