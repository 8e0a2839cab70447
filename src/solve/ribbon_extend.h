// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The nearest triangle of ribbons for every sample of a volume.
//
// From coarse to fine: a lattice with a point for every 4 x 4 x 4 of the next one, the coarsest compared with all triangles. Points go in blocks
// of 8 x 4 x 4, against the triangles that are nearest to the coarser points around the block and against those within
// EXTEND_REACH steps of it. So it is exact near a ribbon; further away neighbours of the nearest triangle may be taken for it, whose planes
// hardly differ as seen from there. One block of 128 places is a few hundred nanoseconds per triangle. 4 bytes per 64 samples.
#ifndef ORO_SOLVE_RIBBON_EXTEND_H
#define ORO_SOLVE_RIBBON_EXTEND_H

#include "ribbon_near.h"

enum { EXTEND_LEVELS = 8, EXTEND_RATIO = 4, EXTEND_ROWS = 4, EXTEND_BLOCK = NEAR_SPAN * EXTEND_ROWS * EXTEND_ROWS };
enum { EXTEND_BRUTE = 1024 }; ///< points of the coarsest lattice at most

static const float EXTEND_REACH = 3.0f;

/// What the finest level tells: the triangle seen from sample (x, y, z), `index` in memory.
typedef void extend_fn(const void *user, size_t index, const float place[3], const near_shape *nearest);

typedef struct extend_level {
    int32_t step, side[3], blocks[3];
    float *nearest;          ///< by point: number of the nearest shape; NULL: the finest, which tells instead
    uint32_t *first, *items; ///< by block: shapes within reach; NULL: all of them
} extend_level;

typedef struct extend_job {
    const near_set *set;
    const extend_level *level, *coarse;
    const oro_volume *volume;
    extend_fn *fn;
    const void *user;
} extend_job;

static inline int32_t extend_block_count(const extend_level *l) { return l->blocks[0] * l->blocks[1] * l->blocks[2]; }

/// Blocks along one axis that a shape reaches.
static inline void extend_range(const extend_level *l, const near_shape *t, int axis, int32_t range[2]) {
    float low = t->corner[0][axis], high = low, step = (float)l->step;
    for (int k = 1; k < 3; k++) {
        low = oro_min(low, t->corner[k][axis]);
        high = oro_max(high, t->corner[k][axis]);
    }
    int32_t each = axis == 0 ? NEAR_SPAN : EXTEND_ROWS;
    float from = oro_clamp(low / step - EXTEND_REACH, -1e6f, 1e6f),
          to = oro_clamp(high / step + EXTEND_REACH, -1e6f, 1e6f);
    int32_t first = oro_floor_int(from), last = oro_floor_int(to);
    range[0] = first <= 0 ? 0 : first / each;
    range[1] = last < 0 ? -1 : last / each;
    if (range[1] > l->blocks[axis] - 1) range[1] = l->blocks[axis] - 1;
}

/// Which shapes reach which block: counted, summed up, filled.
static inline oro_status extend_sort(oro_run *r, const near_set *s, extend_level *l) {
    size_t blocks = (size_t)extend_block_count(l);
    l->first = oro_scratch(r, (blocks + 2) * sizeof *l->first);
    if (!l->first) return ORO_NO_MEMORY;
    memset(l->first, 0, (blocks + 2) * sizeof *l->first);
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t n = 0; n < s->count; n++) {
            int32_t x[2], y[2], z[2];
            extend_range(l, &s->shapes[n], 0, x);
            extend_range(l, &s->shapes[n], 1, y);
            extend_range(l, &s->shapes[n], 2, z);
            for (int32_t k = z[0]; k <= z[1]; k++)
                for (int32_t j = y[0]; j <= y[1]; j++)
                    for (int32_t i = x[0]; i <= x[1]; i++) {
                        size_t block = (size_t)(((int64_t)k * l->blocks[1] + j) * l->blocks[0] + i);
                        if (pass == 0)
                            l->first[block + 2]++;
                        else
                            l->items[l->first[block + 1]++] = (uint32_t)n;
                    }
        }
        if (pass == 1) return oro_step(r, 0.0);
        uint64_t sum = 0;
        for (size_t b = 0; b < blocks + 2; b++) l->first[b] = (uint32_t)(sum += l->first[b]);
        if (sum > UINT32_MAX) return oro_refuse(r, "ribbons", "the ribbons have too many triangles for this volume");
        l->items = oro_scratch(r, (size_t)(sum + 1) * sizeof *l->items);
        if (!l->items) return ORO_NO_MEMORY;
    }
    return ORO_OK;
}

/// A block at work.
typedef struct extend_block {
    int32_t first[3];     ///< its first point
    float place[3], step; ///< and where that lies
    float least[EXTEND_BLOCK], found[EXTEND_BLOCK];
} extend_block;

static inline void extend_compare(const near_set *s, extend_block *b, uint32_t n) {
    for (int row = 0; row < EXTEND_ROWS * EXTEND_ROWS; row++) {
        const float first[3] = {b->place[0], b->place[1] + b->step * (float)(row % EXTEND_ROWS),
                                b->place[2] + b->step * (float)(row / EXTEND_ROWS)};
        near_span(&s->shapes[n], first, b->step, (float)n, b->least + row * NEAR_SPAN, b->found + row * NEAR_SPAN);
    }
}

/// Numbers at the coarse points around the block, each once.
static inline int extend_known(const extend_level *c, const extend_block *b, uint32_t *numbers) {
    int count = 0;
    for (int32_t k = 0; k < 12; k++) {
        int32_t at[3] = {b->first[0] / EXTEND_RATIO + k % 3, b->first[1] / EXTEND_RATIO + k / 3 % 2,
                         b->first[2] / EXTEND_RATIO + k / 6};
        for (int a = 0; a < 3; a++) at[a] = at[a] < c->side[a] ? at[a] : c->side[a] - 1;
        uint32_t n = (uint32_t)c->nearest[((int64_t)at[2] * c->side[1] + at[1]) * c->side[0] + at[0]];
        int i = 0;
        while (i < count && numbers[i] != n) i++;
        if (i == count) numbers[count++] = n;
    }
    return count;
}

/// Could a shape be nearer to some point of the block than what it has? `far`: the largest of its distances.
static inline bool extend_may_be_nearer(const near_shape *t, const extend_block *b, float far) {
    float half[3] = {0.5f * b->step * (NEAR_SPAN - 1), 0.5f * b->step * (EXTEND_ROWS - 1),
                     0.5f * b->step * (EXTEND_ROWS - 1)};
    float out[3];
    for (int k = 0; k < 3; k++) out[k] = oro_max(oro_abs(t->middle[k] - (b->place[k] + half[k])) - half[k], 0.0f);
    float limit = far + t->radius;
    return near_dot(out, out) <= limit * limit;
}

static inline float extend_farthest(const extend_block *b) {
    float far = 0.0f;
    for (int i = 0; i < EXTEND_BLOCK; i++) far = oro_max(far, b->least[i]);
    return sqrtf(far);
}

static inline void extend_tell(const extend_job *j, const extend_block *b) {
    const extend_level *l = j->level;
    for (int i = 0; i < EXTEND_BLOCK; i++) {
        const int32_t at[3] = {b->first[0] + i % NEAR_SPAN, b->first[1] + i / NEAR_SPAN % EXTEND_ROWS,
                               b->first[2] + i / NEAR_SPAN / EXTEND_ROWS};
        if (at[0] >= l->side[0] || at[1] >= l->side[1] || at[2] >= l->side[2]) continue;
        size_t index = (size_t)(((int64_t)at[2] * l->side[1] + at[1]) * l->side[0] + at[0]);
        const float place[3] = {(float)at[0], (float)at[1], (float)at[2]};
        if (l->nearest)
            l->nearest[index] = b->found[i];
        else
            j->fn(j->user, index, place, &j->set->shapes[(int32_t)b->found[i]]);
    }
}

static inline void extend_do_block(const void *user, int32_t number) {
    const extend_job *j = user;
    const extend_level *l = j->level;
    extend_block b = {.step = (float)l->step};
    b.first[0] = number % l->blocks[0] * NEAR_SPAN;
    b.first[1] = number / l->blocks[0] % l->blocks[1] * EXTEND_ROWS;
    b.first[2] = number / l->blocks[0] / l->blocks[1] * EXTEND_ROWS;
    for (int k = 0; k < 3; k++) b.place[k] = (float)b.first[k] * b.step;
    for (int i = 0; i < EXTEND_BLOCK; i++) {
        b.least[i] = 1e30f;
        b.found[i] = 0.0f;
    }
    uint32_t known[12];
    int knows = j->coarse ? extend_known(j->coarse, &b, known) : 0;
    for (int k = 0; k < knows; k++) extend_compare(j->set, &b, known[k]);
    float far = extend_farthest(&b);
    uint32_t from = l->first ? l->first[number] : 0, to = l->first ? l->first[number + 1] : (uint32_t)j->set->count;
    for (uint32_t i = from, done = 0; i < to; i++) {
        uint32_t n = l->first ? l->items[i] : i;
        if (!extend_may_be_nearer(&j->set->shapes[n], &b, far)) continue;
        extend_compare(j->set, &b, n);
        if (++done % 4 == 0) far = extend_farthest(&b);
    }
    extend_tell(j, &b);
}

/// Calls fn for every sample of a volume with the triangle that is nearest to it. There is at least one.
static inline oro_status extend_ribbons(oro_run *r, const near_set *s, const oro_volume *v, extend_fn *fn,
                                        const void *user) {
    extend_level levels[EXTEND_LEVELS];
    int32_t count = 0, step = 1;
    oro_status status = ORO_OK;
    for (;; step *= EXTEND_RATIO) {
        extend_level *l = &levels[count++];
        const int32_t side[3] = {v->width, v->height, v->depth};
        *l = (extend_level){.step = step};
        int64_t points = 1;
        for (int k = 0; k < 3; k++) {
            int32_t each = k == 0 ? NEAR_SPAN : EXTEND_ROWS;
            l->side[k] = (side[k] - 2 + step) / step + 1; // beyond the last sample, or at it
            if (side[k] == 1) l->side[k] = 1;
            l->blocks[k] = (l->side[k] + each - 1) / each;
            points *= l->side[k];
        }
        bool coarsest = points <= EXTEND_BRUTE || count == EXTEND_LEVELS;
        if (step > 1) l->nearest = oro_scratch(r, (size_t)points * sizeof *l->nearest);
        if (step > 1 && !l->nearest) return ORO_NO_MEMORY;
        if (!coarsest) status = extend_sort(r, s, l);
        if (coarsest || status != ORO_OK) break;
    }
    for (int32_t i = count - 1; status == ORO_OK && i >= 0; i--) {
        extend_job j = {s, &levels[i], i < count - 1 ? &levels[i + 1] : NULL, v, fn, user};
        status = oro_for_blocks(r, extend_block_count(&levels[i]), extend_do_block, &j);
    }
    return status;
}

#endif
