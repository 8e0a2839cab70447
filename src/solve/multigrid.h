// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Multigrid in a box of samples: one cycle that takes most of the error out of A u = f, for A of multigrid_rows.h and any sides.
//
// Eight samples of a level are one of the next (Braess 1995): its weights are the sums of those that leave it, its screen the sum of
// theirs, and fixed samples drop out by themselves. Sums make coarse levels too stiff, since the way between their samples
// is twice as long: weights are divided by MG_STIFF. One sweep before and one after in the opposite order keep the cycle symmetric, as
// conjugate gradients need it. The finest level asks the next one once, the others twice (V, then W).
//
// Several right sides share a matrix: rows of it are read once for all. 20 bytes per sample and level for the matrix, 8
// per right side for levels below the finest, which are a seventh of it in all.
#ifndef ORO_SOLVE_MULTIGRID_H
#define ORO_SOLVE_MULTIGRID_H

#include "multigrid_rows.h"
#include "run/loops.h"

#include <string.h>

enum { MG_LEVELS = 14, MG_MOST_SIDES = 6, MG_PIECE = 16384, MG_COARSEST = 64 };

static const float MG_STIFF = 1.8f;

typedef struct mg {
    mg_level level[MG_LEVELS];
    int32_t levels, sides; ///< right sides
    float *u[MG_LEVELS][MG_MOST_SIDES], *f[MG_LEVELS][MG_MOST_SIDES];
} mg;

/// A loop over the rows of a level.
typedef struct mg_loop {
    const mg *all;
    const mg_level *level, *coarse;
    int32_t number, colour;
    bool zero; ///< u was 0 before the first sweep
    int32_t each;
    void (*row)(const struct mg_loop *loop, int32_t y, int32_t z, double *sums);
    double *sums; ///< of blocks, MG_MOST_SIDES each; NULL: none wanted
    void *user;
} mg_loop;

static inline void mg_block(const void *user, int32_t block) {
    const mg_loop *l = user;
    int32_t height = l->level->side[1], rows = height * l->level->side[2];
    int32_t end = rows - block * l->each < l->each ? rows : (block + 1) * l->each;
    double sums[MG_MOST_SIDES] = {0.0};
    for (int32_t row = block * l->each; row < end; row++) l->row(l, row % height, row / height, sums);
    if (l->sums) memcpy(l->sums + (size_t)block * MG_MOST_SIDES, sums, sizeof sums);
}

static inline int32_t mg_rows_of_block(const mg_level *l) {
    int32_t each = MG_PIECE / (int32_t)l->row;
    return each > 0 ? each : 1;
}

static inline int32_t mg_blocks(const mg_level *l) {
    int32_t each = mg_rows_of_block(l);
    return (l->side[1] * l->side[2] + each - 1) / each;
}

static inline oro_status mg_for_rows(oro_run *r, mg_loop *l) {
    l->each = mg_rows_of_block(l->level);
    return oro_for_blocks(r, mg_blocks(l->level), mg_block, l);
}

// --- memory and coarse matrices -----------------------------------------------------------------------------------------

static inline float *mg_take(float **next, ptrdiff_t count) {
    float *taken = *next;
    *next += count;
    return taken;
}

/// Shapes of all levels, and memory for them but for the finest level's vectors. The finest matrix is the caller's to fill.
static inline oro_status mg_create(oro_run *r, const int32_t side[3], int32_t sides, mg *m) {
    memset(m, 0, sizeof *m);
    m->sides = sides;
    int32_t s[3] = {side[0], side[1], side[2]};
    ptrdiff_t floats = 0;
    for (;;) {
        mg_level *l = &m->level[m->levels++];
        mg_shape(l, s[0], s[1], s[2]);
        floats += 5 * l->all + l->half + (m->levels > 1 ? 2 * sides * l->all : 0);
        if (m->levels == MG_LEVELS || (int64_t)s[0] * s[1] * s[2] <= MG_COARSEST) break;
        for (int k = 0; k < 3; k++) s[k] = (s[k] + 1) / 2;
    }
    float *next = oro_scratch(r, (size_t)floats * sizeof *next);
    if (!next) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < m->levels; i++) {
        mg_level *l = &m->level[i];
        for (int k = 0; k < 3; k++) l->weight[k] = mg_take(&next, l->all);
        l->screen = mg_take(&next, l->all);
        l->inverse = mg_take(&next, l->all);
        l->nothing = mg_take(&next, l->half);
        memset(l->nothing, 0, (size_t)l->half * sizeof *next);
        for (int32_t k = 0; i > 0 && k < sides; k++) {
            m->u[i][k] = mg_take(&next, l->all);
            m->f[i][k] = mg_take(&next, l->all);
        }
    }
    return ORO_OK;
}

/// 1 over the diagonal, where there is one.
static inline void mg_invert_row(const mg_loop *loop, int32_t y, int32_t z, double *sums) {
    const mg_level *l = loop->level;
    (void)sums;
    for (int32_t colour = 0; colour < 2; colour++) {
        mg_half h = mg_half_of(l, y, z, colour);
        float *out = l->inverse + h.self;
        for (ptrdiff_t i = 0; i < h.count; i++) {
            float d = h.screen[i];
            for (int k = 0; k < 6; k++) d += h.weight[k][i];
            out[i] = d > 0.0f ? 1.0f / d : 0.0f;
        }
    }
}

/// Adds a row of the finer level to one of this: what children 2i and 2i + 1 have, and with `odds` only the second.
static inline void mg_gather(const mg_level *fine, const float *restrict row, bool evens, bool odds,
                             float *restrict sum) {
    ptrdiff_t odd = mg_odd(fine);
    for (ptrdiff_t i = 0; i < fine->half; i++) sum[i] += (evens ? row[i] : 0.0f) + (odds ? row[odd + i] : 0.0f);
}

/// The matrix of a coarse row from the four fine ones in it.
static inline void mg_coarsen_row(const mg_loop *loop, int32_t y, int32_t z, double *sums) {
    const mg_level *c = loop->level, *l = c - 1;
    (void)sums;
    float gathered[4][2 * MG_MOST_HALF];
    memset(gathered, 0, sizeof gathered);
    for (int k = 0; k < 4; k++) {
        int32_t fy = 2 * y + (k & 1), fz = 2 * z + (k >> 1);
        if (fy >= l->side[1] || fz >= l->side[2]) continue;
        ptrdiff_t at = mg_row(l, fy, fz);
        mg_gather(l, l->weight[0] + at, false, true, gathered[0]);
        if (k & 1) mg_gather(l, l->weight[1] + at, true, true, gathered[1]);
        if (k & 2) mg_gather(l, l->weight[2] + at, true, true, gathered[2]);
        mg_gather(l, l->screen + at, true, true, gathered[3]);
    }
    for (int k = 0; k < 3; k++)
        for (ptrdiff_t i = 0; i < c->side[0]; i++) gathered[k][i] /= MG_STIFF;
    for (int k = 0; k < 4; k++) mg_split(c, gathered[k], (k < 3 ? c->weight[k] : c->screen) + mg_row(c, y, z));
}

/// Makes what the finest matrix implies: its diagonal and the coarse levels.
static inline oro_status mg_prepare(oro_run *r, mg *m) {
    for (int32_t i = 0; i < m->levels; i++) {
        mg_loop loop = {.all = m, .level = &m->level[i], .row = mg_coarsen_row};
        oro_status status = i > 0 ? mg_for_rows(r, &loop) : ORO_OK;
        loop.row = mg_invert_row;
        if (status == ORO_OK) status = mg_for_rows(r, &loop);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- a cycle --------------------------------------------------------------------------------------------------------------

static inline void mg_sweep_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    mg_half h = mg_half_of(l->level, y, z, l->colour);
    (void)sums;
    for (int32_t k = 0; k < l->all->sides; k++) mg_relax(&h, l->all->f[l->number][k], l->all->u[l->number][k]);
}

/// The first sweep from 0. Black samples come next and need no value yet; what lies between the halves does.
static inline void mg_begin_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    mg_half h = mg_half_of(l->level, y, z, 0);
    (void)sums;
    for (int32_t k = 0; k < l->all->sides; k++) {
        float *u = l->all->u[l->number][k];
        memset(u + mg_row(l->level, y, z) + l->level->half, 0, MG_LANES * sizeof *u);
        mg_relax_alone(&h, l->all->f[l->number][k], u);
    }
}

/// The rest of black samples is 0 after their sweep; that of red ones goes to the coarse level.
static inline void mg_restrict_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_level *fine = l->level - 1;
    (void)sums;
    for (int32_t k = 0; k < l->all->sides; k++) {
        const float *f = l->all->f[l->number][k], *u = l->all->u[l->number][k];
        float sum[2 * MG_MOST_HALF];
        memset(sum, 0, (size_t)fine->half * sizeof *sum);
        for (int i = 0; i < 4; i++) {
            int32_t fy = 2 * y + (i & 1), fz = 2 * z + (i >> 1);
            if (fy >= fine->side[1] || fz >= fine->side[2]) continue;
            mg_half h = mg_half_of(fine, fy, fz, 0);
            if (l->zero)
                mg_add_flow(&h, u, sum);
            else
                mg_add_rest(&h, f, u, sum);
        }
        mg_split(l->level, sum, l->all->f[l->number + 1][k] + mg_row(l->level, y, z));
    }
}

/// Red samples get the coarse level's correction; black ones are swept next and need none.
static inline void mg_correct_row(const mg_loop *l, int32_t y, int32_t z, double *sums) {
    const mg_level *c = l->level + 1;
    mg_half h = mg_half_of(l->level, y, z, 0);
    (void)sums;
    for (int32_t k = 0; k < l->all->sides; k++) {
        float plain[2 * MG_MOST_HALF];
        mg_join(c, l->all->u[l->number + 1][k] + mg_row(c, y / 2, z / 2), plain);
        float *restrict u = l->all->u[l->number][k] + h.self;
        ptrdiff_t count = c->side[0];
        for (ptrdiff_t i = 0; i < count; i++) u[i] += plain[i];
    }
}

static inline oro_status mg_pass(oro_run *r, const mg *m, int32_t number, int32_t colour,
                                 void (*row)(const mg_loop *, int32_t, int32_t, double *)) {
    mg_loop loop = {.all = m, .level = &m->level[number], .number = number, .colour = colour, .row = row};
    return mg_for_rows(r, &loop);
}

/// One cycle from the level down. `zero`: u has not been set and counts as 0. Without `after` the last two sweeps are the caller's.
static inline oro_status mg_cycle(oro_run *r, const mg *m, int32_t number, bool zero, bool after) {
    const mg_level *l = &m->level[number];
    bool coarsest = number == m->levels - 1;
    oro_status status;
    if (zero && coarsest)
        for (int32_t k = 0; k < m->sides; k++) memset(m->u[number][k], 0, (size_t)l->all * sizeof(float));
    for (int i = 0; coarsest && i < 4; i++)
        for (int32_t colour = 0; colour < 4; colour++) // red, black, black, red: symmetric
            if ((status = mg_pass(r, m, number, colour == 1 || colour == 2, mg_sweep_row)) != ORO_OK) return status;
    if (coarsest) return ORO_OK;
    status = mg_pass(r, m, number, 0, zero ? mg_begin_row : mg_sweep_row);
    if (status == ORO_OK) status = mg_pass(r, m, number, 1, mg_sweep_row);
    mg_loop down = {.all = m, .level = l + 1, .number = number, .zero = zero, .row = mg_restrict_row};
    if (status == ORO_OK) status = mg_for_rows(r, &down);
    if (status == ORO_OK) status = mg_cycle(r, m, number + 1, true, true);
    if (status == ORO_OK && number > 0 && number + 1 < m->levels - 1) status = mg_cycle(r, m, number + 1, false, true);
    if (status == ORO_OK) status = mg_pass(r, m, number, 0, mg_correct_row);
    if (status == ORO_OK) status = mg_pass(r, m, number, 1, mg_sweep_row);
    if (status == ORO_OK && after) status = mg_pass(r, m, number, 0, mg_sweep_row);
    return status;
}

#endif
