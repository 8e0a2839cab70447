// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Streamlines of Becher's first propagation (2014, section 4.6.1, algorithm 4.2): from seeds along the bitangent field, both ways, then from all that was
// met along what is perpendicular to it and to the directions. Push marks what lines from seeds pass through; pull marks samples from
// which a line meets what is marked. Lines are of straight pieces of half a sample; a line keeps its way where the field's sign turns.
//
// Marks are zeros of the surface. Signed distances then come from them by fronts (ribbon_becher.h), which the text leaves
// to a level just above 0 and gets two surfaces from.
#ifndef ORO_SOLVE_RIBBON_STREAMS_H
#define ORO_SOLVE_RIBBON_STREAMS_H

#include "ribbon_becher.h"

#include <stdatomic.h>

static const float STREAMS_STEP = 0.5f;

typedef struct streams {
    const fields *f;
    float *const *line;      ///< the bitangent field
    _Atomic uint8_t *marked; ///< any order of the same marks gives the same
    const uint8_t *before;   ///< as they were before this round
    float reach;             ///< samples
    bool pull, across;
} streams;

static inline bool streams_index(const streams *s, const float p[3], size_t *index) {
    const oro_volume *v = &s->f->shape;
    const int32_t side[3] = {v->width, v->height, v->depth};
    int32_t at[3];
    for (int k = 0; k < 3; k++) {
        if (!(p[k] >= -0.5f && p[k] < (float)side[k] - 0.5f)) return false;
        at[k] = (int32_t)(p[k] + 0.5f);
    }
    *index = ((size_t)at[2] * (size_t)v->height + (size_t)at[1]) * (size_t)v->width + (size_t)at[0];
    return true;
}

/// The way on from a sample: of length 1, or false.
static inline bool streams_way(const streams *s, size_t i, const float before[3], float way[3]) {
    const float n[3] = {s->f->normal[0][i], s->f->normal[1][i], s->f->normal[2][i]};
    const float b[3] = {s->line[0][i], s->line[1][i], s->line[2][i]};
    if (s->across)
        near_cross(b, n, way);
    else
        memcpy(way, b, sizeof b);
    if (!near_unit(way)) return false;
    if (near_dot(way, before) < 0.0f)
        for (int k = 0; k < 3; k++) way[k] = -way[k];
    return true;
}

/// Follows a line from a sample. Push: marks what it passes. Pull: true if it meets what is marked.
static inline bool streams_follow(const streams *s, size_t from, float turn) {
    const oro_volume *v = &s->f->shape;
    size_t row = (size_t)v->width, layer = row * (size_t)v->height, at = from;
    float p[3] = {(float)(from % row), (float)(from / row % (size_t)v->height), (float)(from / layer)};
    float way[3], before[3] = {0.0f, 0.0f, 0.0f};
    if (!streams_way(s, at, before, way)) return false;
    for (int k = 0; k < 3; k++) way[k] *= turn;
    for (float gone = 0.0f; gone < s->reach; gone += STREAMS_STEP) {
        for (int k = 0; k < 3; k++) p[k] += STREAMS_STEP * way[k];
        if (!streams_index(s, p, &at)) return false;
        if (s->pull && s->before[at]) return true;
        if (!s->pull) atomic_store_explicit(&s->marked[at], 1, memory_order_relaxed);
        memcpy(before, way, sizeof before);
        if (!streams_way(s, at, before, way)) return false;
    }
    return false;
}

static inline void streams_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const streams *s = user;
    size_t at = ((size_t)z * (size_t)v->height + (size_t)y) * (size_t)v->width;
    for (size_t i = at; i < at + (size_t)v->width; i++) {
        if ((s->before[i] != 0) == s->pull) continue;
        bool met = streams_follow(s, i, 1.0f);
        met |= streams_follow(s, i, -1.0f);
        if (s->pull && met) atomic_store_explicit(&s->marked[i], 1, memory_order_relaxed);
    }
}

/// Marks the surface from its seeds, as zeros that are fixed. `reach` in samples.
static inline oro_status streams_mark(oro_run *r, const fields *f, float *const *line, float reach, bool pull) {
    uint8_t *before = oro_scratch(r, f->count);
    streams s = {.f = f, .line = line, .marked = oro_scratch(r, f->count), .reach = reach, .pull = pull};
    if (!before || !s.marked) return ORO_NO_MEMORY;
    s.before = before;
    for (size_t i = 0; i < f->count; i++) atomic_init(&s.marked[i], f->fixed[i] & VOXELS_DISTANCE ? 1 : 0);
    oro_status status = ORO_OK;
    for (int round = 0; round < 2 && status == ORO_OK; round++) {
        for (size_t i = 0; i < f->count; i++) before[i] = atomic_load_explicit(&s.marked[i], memory_order_relaxed);
        s.across = round == 1;
        status = space_for_rows(r, &f->shape, streams_row, &s);
    }
    for (size_t i = 0; i < f->count; i++)
        if (atomic_load_explicit(&s.marked[i], memory_order_relaxed) && !(f->fixed[i] & VOXELS_DISTANCE)) {
            f->fixed[i] |= VOXELS_DISTANCE;
            f->distance[i] = 0.0f;
        }
    return status;
}

#endif
