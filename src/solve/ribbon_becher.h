// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Becher's own scheme (2014), for comparison: directions by anisotropic diffusion (section 4.3.1), distances by fronts (4.6.2).
//
// Diffusion follows Perona and Malik: every step adds to a sample 1/7 of its neighbours' differences, each times 1 / (1 + (x / k)²), x = half of 1 - cosine
// between both. As published the scheme cannot run: it is read so that samples without a direction count for nothing and take the mean
// of those neighbours that have one; directions are made unit length after each step; 1/7 and not 1/6, which leaves a checkerboard undamped; as many
// steps as the front needs to reach every corner.
//
// Fronts: sample by sample away from those that are known, S = S_j + e (N_i + N_j) / 2 from known neighbours: the least of
// those (his), or their mean, weighted by how squarely the step meets the surface (`march`). Each is set once.
#ifndef ORO_SOLVE_RIBBON_BECHER_H
#define ORO_SOLVE_RIBBON_BECHER_H

#include "ribbon_fields.h"

static const float BECHER_SHARPNESS = 0.01f; ///< his k: half as much flows where neighbours differ by 11.5 degrees

// --- diffusion --------------------------------------------------------------------------------------------------------------------

typedef struct becher_step {
    const fields *f;
    float *const *from, *const *to;
    float sharpness; ///< k
} becher_step;

static inline void becher_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const becher_step *s = user;
    ptrdiff_t row = v->width, layer = row * v->height, at = z * layer + y * row;
    const ptrdiff_t step[6] = {
        -1, 1, y > 0 ? -row : 0, y < v->height - 1 ? row : 0, z > 0 ? -layer : 0, z < v->depth - 1 ? layer : 0};
    float per = 1.0f / (s->sharpness * s->sharpness);
    for (int32_t i = 0; i < v->width; i++) {
        float own[3], sum[3] = {0.0f, 0.0f, 0.0f};
        for (int k = 0; k < 3; k++) own[k] = s->from[k][at + i];
        bool set = near_dot(own, own) > 0.5f, fixed = s->f->fixed[at + i] & VOXELS_NORMAL;
        for (int n = 0; n < 6 && !fixed; n++) {
            ptrdiff_t to = at + i + ((n == 0 && i == 0) || (n == 1 && i == v->width - 1) ? 0 : step[n]);
            const float other[3] = {s->from[0][to], s->from[1][to], s->from[2][to]};
            if (!(near_dot(other, other) > 0.5f)) continue;
            float x = 0.5f - 0.5f * near_dot(own, other), c = set ? 1.0f / (1.0f + x * x * per) / 7.0f : 1.0f;
            for (int k = 0; k < 3; k++) sum[k] += c * (set ? other[k] - own[k] : other[k]);
        }
        for (int k = 0; k < 3; k++) sum[k] += own[k];
        if (!fixed && !near_unit(sum)) memcpy(sum, own, sizeof sum);
        for (int k = 0; k < 3; k++) s->to[k][at + i] = sum[k];
    }
}

/// Directions from those that are fixed. The others are forgotten first.
static inline oro_status becher_diffuse(oro_run *r, const fields *f, float sharpness, double from, double to) {
    float *other[3], *const *a = f->normal;
    int32_t steps = f->shape.width + f->shape.height + f->shape.depth;
    for (int k = 0; k < 3; k++) {
        other[k] = oro_scratch(r, f->count * sizeof(float));
        if (!other[k]) return ORO_NO_MEMORY;
        for (size_t i = 0; i < f->count; i++)
            if (!(f->fixed[i] & VOXELS_NORMAL)) f->normal[k][i] = 0.0f;
    }
    oro_status status = ORO_OK;
    for (int32_t n = 0; n < steps && status == ORO_OK; n += 2) { // there and back
        oro_stage(r, from + (to - from) * n / steps, from + (to - from) * n / steps);
        becher_step there = {f, a, other, sharpness}, back = {f, other, a, sharpness};
        status = space_for_rows(r, &f->shape, becher_row, &there);
        if (status == ORO_OK) status = space_for_rows(r, &f->shape, becher_row, &back);
    }
    for (size_t i = 0; i < f->count; i++) { // nothing to diffuse
        const float n[3] = {f->normal[0][i], f->normal[1][i], f->normal[2][i]};
        if (!(near_dot(n, n) > 0.5f)) f->normal[2][i] = 1.0f;
    }
    return status;
}

// --- fronts -----------------------------------------------------------------------------------------------------------------------

typedef struct becher_front {
    const fields *f;
    bool mean;
    uint8_t *known;         ///< 1: known, 2: in the next front
    uint32_t *front, *next; ///< samples
} becher_front;

/// The neighbours of a sample: where they are, along which axis, and which way. Returns how many.
static inline int becher_neighbours(const oro_volume *v, size_t index, size_t to[6], int axis[6], float turn[6]) {
    size_t row = (size_t)v->width, layer = row * (size_t)v->height;
    size_t x = index % row, y = index / row % (size_t)v->height, z = index / layer;
    int n = 0;
#define BECHER_ADD(has, place, which, way)                                                                             \
    if (has) to[n] = (place), axis[n] = (which), turn[n++] = (way)
    BECHER_ADD(x > 0, index - 1, 0, -1.0f);
    BECHER_ADD(x + 1 < row, index + 1, 0, 1.0f);
    BECHER_ADD(y > 0, index - row, 1, -1.0f);
    BECHER_ADD(y + 1 < (size_t)v->height, index + row, 1, 1.0f);
    BECHER_ADD(z > 0, index - layer, 2, -1.0f);
    BECHER_ADD(z + 1 < (size_t)v->depth, index + layer, 2, 1.0f);
#undef BECHER_ADD
    return n;
}

/// A sample's distance from its known neighbours.
static inline float becher_distance(const becher_front *b, size_t index) {
    size_t to[6];
    int axis[6];
    float turn[6], sum = 0.0f, weights = 0.0f, plain = 0.0f, least = 1e30f, known = 0.0f;
    int count = becher_neighbours(&b->f->shape, index, to, axis, turn);
    for (int n = 0; n < count; n++) {
        if (b->known[to[n]] != 1) continue;
        float slope = 0.5f * (b->f->normal[axis[n]][index] + b->f->normal[axis[n]][to[n]]);
        float s = b->f->distance[to[n]] - turn[n] * slope, w = oro_abs(slope);
        least = oro_min(least, s);
        sum += w * s;
        weights += w;
        plain += s;
        known += 1.0f;
    }
    if (!b->mean) return least;
    return weights > 1e-3f ? sum / weights : plain / oro_max(known, 1.0f);
}

static inline void becher_reach(becher_front *b, size_t index, uint32_t *count) {
    size_t to[6];
    int axis[6];
    float turn[6];
    int n = becher_neighbours(&b->f->shape, index, to, axis, turn);
    for (int k = 0; k < n; k++)
        if (b->known[to[k]] == 0) {
            b->known[to[k]] = 2;
            b->next[(*count)++] = (uint32_t)to[k];
        }
}

/// Distances from those that are fixed (there is one), by fronts.
static inline oro_status becher_march(oro_run *r, const fields *f, bool mean, double from, double to) {
    if (f->count > UINT32_MAX) return oro_refuse(r, "coarseness", "fronts need less than 2^32 samples");
    becher_front b = {f, mean, oro_scratch(r, f->count), oro_scratch(r, f->count * sizeof(uint32_t)),
                      oro_scratch(r, f->count * sizeof(uint32_t))};
    if (!b.known || !b.front || !b.next) return ORO_NO_MEMORY;
    uint32_t count = 0;
    size_t done = 0;
    for (size_t i = 0; i < f->count; i++) b.known[i] = f->fixed[i] & VOXELS_DISTANCE ? 1 : 0;
    for (size_t i = 0; i < f->count; i++)
        if (b.known[i] == 1) {
            becher_reach(&b, i, &count);
            done++;
        }
    while (count > 0) {
        uint32_t *swap = b.front, begun = count;
        b.front = b.next;
        b.next = swap;
        for (uint32_t i = 0; i < begun; i++) f->distance[b.front[i]] = becher_distance(&b, b.front[i]);
        for (uint32_t i = 0; i < begun; i++) b.known[b.front[i]] = 1;
        count = 0;
        for (uint32_t i = 0; i < begun; i++) becher_reach(&b, b.front[i], &count);
        done += begun;
        oro_stage(r, from, to);
        oro_status status = oro_step(r, (double)done / (double)f->count);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

#endif
