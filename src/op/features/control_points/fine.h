// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a plate through some of the points lacks at the others, level by level (Floater and Iske 1996): level l knows the first
// point, by a shuffled order, in every square of side 2^-l, so each level has all points of the one before; on it the rest is
// interpolated by Wendland's function (1 - r)^4 (4r + 1) of 2.5 squares' reach, and what that leaves is the next level's.
// Matrices are sparse (about 20 neighbours per point) and solved by conjugate gradients, one thread. Linear in the points for
// every level; 12 bytes per pair of neighbours.
#ifndef ORO_CONTROL_POINTS_FINE_H
#define ORO_CONTROL_POINTS_FINE_H

#include "core/cell.h"
#include "plate.h"

enum { FINE_MOST = 24, FINE_ROUNDS = 300 };

/// A level's function: the weights of all points, 0 where the level does not know one. Points are in the order of y.
typedef struct fine_level {
    double *w;
    double reach;
} fine_level;

typedef struct fine {
    const cloud *points;
    int32_t *first;     ///< level from which each point is known
    int32_t start;      ///< first level; the plate has those before
    int32_t known_last; ///< level at which all are known
    fine_level levels[FINE_MOST];
    int32_t count;
} fine;

static inline __attribute__((always_inline)) double wendland(double r2, double reach) {
    double q = r2 / (reach * reach), t = sqrt(q < 1.0 ? q : 1.0), u = 1.0 - t;
    return (u * u) * (u * u) * (4.0 * t + 1.0);
}

static inline uint64_t square_of(const cloud *p, int32_t i, int32_t level) {
    double side = (double)(1U << level);
    uint32_t x = (uint32_t)((p->x[i] + 1.0) * side), y = (uint32_t)((p->y[i] + 1.0) * side);
    return (uint64_t)y << 32 | x;
}

/// Marks the points that a level knows first; how many it knows in all. `table` has room for `slots` squares, a power of 2.
static inline int32_t mark_level(const cloud *p, const int32_t *order, int32_t level, uint64_t *table, uint32_t slots,
                                 int32_t *first) {
    int32_t known = 0;
    memset(table, 0xff, slots * sizeof *table);
    for (int32_t k = 0; k < p->count; k++) {
        uint64_t key = square_of(p, order[k], level);
        uint32_t slot = oro_mix32((uint32_t)key ^ oro_mix32((uint32_t)(key >> 32))) & (slots - 1);
        while (table[slot] != UINT64_MAX && table[slot] != key) slot = (slot + 1) & (slots - 1);
        if (table[slot] == key) continue;
        table[slot] = key;
        known++;
        if (first[order[k]] > level) first[order[k]] = level;
    }
    return known;
}

/// Gives every point its level, and finds the last that knows at most `most` of them.
static inline oro_status find_levels(oro_run *r, const cloud *p, int32_t most, fine *f) {
    uint32_t slots = 64;
    while (slots < 2U * (uint32_t)p->count) slots *= 2;
    *f = (fine){.points = p, .first = oro_scratch(r, (size_t)p->count * sizeof(int32_t))};
    int32_t *order = oro_scratch(r, (size_t)p->count * sizeof *order);
    uint64_t *table = oro_scratch(r, slots * sizeof *table);
    if (!f->first || !order || !table) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < p->count; i++) order[i] = i, f->first[i] = 1000;
    for (int32_t i = p->count - 1; i > 0; i--) { // shuffled by hashes
        int32_t k = (int32_t)(oro_hash2(5, i, p->count) % (uint32_t)(i + 1)), kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
    for (int32_t level = 0; level < 30; level++) {
        int32_t known = mark_level(p, order, level, table, slots, f->first);
        if (known <= most) f->start = level;
        f->known_last = level;
        if (known == p->count) break;
    }
    return ORO_OK;
}

/// The matrix of a level in rows: of point i the neighbours to[starts[i]] to before to[starts[i + 1]].
typedef struct sparse {
    size_t *starts;
    uint32_t *to;
    double *value;
} sparse;

/// Counts (to NULL) or writes the neighbours of every point that the level knows.
static inline void find_neighbours(const fine *f, int32_t level, double reach, sparse *s) {
    const cloud *p = f->points;
    size_t n = 0;
    int32_t low = 0;
    for (int32_t i = 0; i < p->count; i++) {
        s->starts[i] = n;
        while (p->y[low] < p->y[i] - reach) low++;
        if (f->first[i] > level) continue;
        for (int32_t j = low; j < p->count && p->y[j] < p->y[i] + reach; j++) {
            double dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], r2 = dx * dx + dy * dy;
            if (f->first[j] > level || r2 >= reach * reach) continue;
            if (s->to) s->to[n] = (uint32_t)j, s->value[n] = wendland(r2, reach);
            n++;
        }
    }
    s->starts[p->count] = n;
}

static inline void sparse_times(const sparse *s, const double *v, double *out, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t k = s->starts[i]; k < s->starts[i + 1]; k++) sum += s->value[k] * v[s->to[k]];
        out[i] = sum;
    }
}

static inline double dot(const double *a, const double *b, int32_t n) {
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/// Conjugate gradients from 0: `w` so that the matrix times it is `b` to 1e-10 of its length. `room` holds three vectors.
static inline oro_status sparse_solve(oro_run *r, const sparse *s, const double *b, double *w, double *room,
                                      int32_t n) {
    double *left = room, *way = room + n, *turned = room + 2 * (size_t)n;
    for (int32_t i = 0; i < n; i++) w[i] = 0.0, way[i] = left[i] = s->starts[i] < s->starts[i + 1] ? b[i] : 0.0;
    double size = dot(left, left, n), wanted = size * 1e-20;
    for (int32_t round = 0; round < FINE_ROUNDS && size > wanted; round++) {
        sparse_times(s, way, turned, n);
        double step = size / dot(way, turned, n);
        for (int32_t i = 0; i < n; i++) w[i] += step * way[i], left[i] -= step * turned[i];
        double next = dot(left, left, n), turn = next / size;
        for (int32_t i = 0; i < n; i++) way[i] = left[i] + turn * way[i];
        size = next;
        oro_status status = oro_step(r, (double)round / FINE_ROUNDS);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// Takes a level's function off what is left at all points.
static inline void take_level(const cloud *p, const fine_level *l, double *left) {
    int32_t low = 0;
    for (int32_t i = 0; i < p->count; i++) {
        while (p->y[low] < p->y[i] - l->reach) low++;
        for (int32_t j = low; j < p->count && p->y[j] < p->y[i] + l->reach; j++) {
            double dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], r2 = dx * dx + dy * dy;
            if (l->w[j] != 0.0 && r2 < l->reach * l->reach) left[i] -= l->w[j] * wendland(r2, l->reach);
        }
    }
}

static inline double greatest(const double *v, int32_t n) {
    double most = 0.0;
    for (int32_t i = 0; i < n; i++) most = fabs(v[i]) > most ? fabs(v[i]) : most;
    return most;
}

/// Levels until less than `enough` is left at any point.
static inline oro_status fine_through(oro_run *r, fine *f, double *left, double enough) {
    const cloud *p = f->points;
    int32_t n = p->count;
    sparse s = {.starts = oro_scratch(r, ((size_t)n + 1) * sizeof(size_t))};
    double *room = oro_scratch(r, 3 * (size_t)n * sizeof(double));
    if (!s.starts || !room) return ORO_NO_MEMORY;
    while (f->count < FINE_MOST && greatest(left, n) > enough) {
        int32_t level = f->start + 1 + f->count;
        fine_level *l = &f->levels[f->count++];
        *l = (fine_level){oro_scratch(r, (size_t)n * sizeof(double)), 2.5 / (double)((uint64_t)1 << level)};
        s.to = NULL;
        find_neighbours(f, level, l->reach, &s);
        size_t pairs = s.starts[n] + 1;
        uint32_t *to = oro_scratch(r, pairs * sizeof *to);
        s.value = oro_scratch(r, pairs * sizeof(double));
        if (!l->w || !to || !s.value) return ORO_NO_MEMORY;
        s.to = to;
        find_neighbours(f, level, l->reach, &s);
        oro_stage(r, 0.5 + 0.02 * (f->count - 1), 0.5 + 0.02 * f->count);
        oro_status status = sparse_solve(r, &s, left, l->w, room, n);
        if (status != ORO_OK) return status;
        take_level(p, l, left);
    }
    return ORO_OK;
}

#endif
