// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The numbers of a volume as an extraction sees them: less the level, cut by the box where the surface closes there, and with
// the sign that the bits say.
#ifndef ORO_SOLVE_ISO_FIELD_H
#define ORO_SOLVE_ISO_FIELD_H

#include "core/cell.h"
#include "iso_bits.h"
#include "orogen/mesh.h"

#include <math.h>

static const float ISO_FLIPPED = 0.02f; ///< cells: the most that a sample of changed sign counts for
static const float ISO_NEAREST = 1e-3f; ///< cells: no crossing lies nearer to a sample, or triangles would have no area

/// Cells from a sample to the nearest side of the box.
static inline int32_t iso_depth(const iso_job *j, const int32_t p[3]) {
    int32_t least = INT32_MAX;
    for (int a = 0; a < 3; a++) {
        int32_t far = j->side[a] - 1 - p[a], near = p[a] < far ? p[a] : far;
        if (near < least) least = near;
    }
    return least;
}

static inline float iso_at(const iso_job *j, const int32_t p[3]) {
    float d = *oro_voxel(j->volume, p[0], p[1], p[2]) - j->level;
    return j->closed ? oro_max(d, -j->cell * (float)iso_depth(j, p)) : d;
}

/// The value beyond which the surface lies, with the sign of the sample's bit and never 0.
static inline float iso_signed(const iso_job *j, const int32_t p[3]) {
    float d = iso_at(j, p), least = oro_max(j->snap, 1e-30f);
    bool rock = iso_is_rock(j, p[0], p[1], p[2]);
    if (rock ? d < -least : d > least) return d;
    bool flipped = rock || d < -j->snap;
    float size = flipped ? oro_clamp(oro_abs(d), least, oro_max(ISO_FLIPPED * j->cell, least)) : least;
    return rock ? -size : size;
}

/// Where between two samples of different sign the surface lies, 0 to 1.
static inline float iso_crossing(float a, float b) { return oro_clamp(a / (a - b), ISO_NEAREST, 1.0f - ISO_NEAREST); }

/// Rise along one axis, per cell.
static inline float iso_rise(const iso_job *j, const int32_t p[3], int axis) {
    int32_t before[3] = {p[0], p[1], p[2]}, after[3] = {p[0], p[1], p[2]};
    bool first = p[axis] == 0, last = p[axis] == j->side[axis] - 1;
    before[axis] -= !first;
    after[axis] += !last;
    float from = iso_at(j, before), to = iso_at(j, after);
    if (j->closed && first) return 0.5f * (to - oro_max(from, j->cell));
    if (j->closed && last) return 0.5f * (oro_max(to, j->cell) - from);
    return first || last ? to - from : 0.5f * (to - from);
}

/// Rise per cell along x, y and z at a sample: central differences, one-sided at the sides of an open box.
static inline void iso_gradient(const iso_job *j, const int32_t p[3], float g[3]) {
    bool inside = !j->closed;
    for (int a = 0; a < 3; a++) inside &= p[a] > 0 && p[a] < j->side[a] - 1;
    if (!inside) {
        for (int a = 0; a < 3; a++) g[a] = iso_rise(j, p, a);
        return;
    }
    const float *at = oro_voxel(j->volume, p[0], p[1], p[2]);
    ptrdiff_t row = j->side[0], layer = row * j->side[1];
    g[0] = 0.5f * (at[1] - at[-1]);
    g[1] = 0.5f * (at[row] - at[-row]);
    g[2] = 0.5f * (at[layer] - at[-layer]);
}

/// The same inside the box, from the 64 samples around a cell: along z and y for four samples of x at once, then along x.
static inline void iso_gradient_inside(const iso_job *j, const int32_t cell[3], const float at[3], float g[3]) {
    const float *first = oro_voxel(j->volume, cell[0] - 1, cell[1] - 1, cell[2] - 1);
    ptrdiff_t row = j->side[0], layer = row * j->side[1];
    float value[4], south[4], up[4], mixed[4][4], risen[4][4];
    for (int y = 0; y < 4; y++) {
        const float *a = first + y * row, *b = a + layer, *c = b + layer, *d = c + layer;
        for (int x = 0; x < 4; x++) {
            mixed[y][x] = oro_mix(b[x], c[x], at[2]);
            risen[y][x] = oro_mix(c[x] - a[x], d[x] - b[x], at[2]);
        }
    }
    for (int x = 0; x < 4; x++) {
        value[x] = oro_mix(mixed[1][x], mixed[2][x], at[1]);
        south[x] = oro_mix(mixed[2][x] - mixed[0][x], mixed[3][x] - mixed[1][x], at[1]);
        up[x] = oro_mix(risen[1][x], risen[2][x], at[1]);
    }
    g[0] = oro_mix(value[2] - value[0], value[3] - value[1], at[0]);
    g[1] = oro_mix(south[1], south[2], at[0]);
    g[2] = oro_mix(up[1], up[2], at[0]);
}

/// The gradient between the corners of a cell, linear; its length does not matter.
static inline void iso_gradient_in(const iso_job *j, const int32_t cell[3], const float at[3], float g[3]) {
    bool inside = !j->closed;
    for (int a = 0; a < 3; a++) inside &= cell[a] > 0 && cell[a] < j->side[a] - 2;
    if (inside) {
        iso_gradient_inside(j, cell, at, g);
        return;
    }
    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 8; k++) {
        const int32_t p[3] = {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
        float corner[3], weight = 1.0f;
        for (int a = 0; a < 3; a++) weight *= k >> a & 1 ? at[a] : 1.0f - at[a];
        iso_gradient(j, p, corner);
        for (int a = 0; a < 3; a++) sum[a] += weight * corner[a];
    }
    for (int a = 0; a < 3; a++) g[a] = sum[a];
}

/// A mesh's vertex: a place in samples, and a direction into the air along the volume's axes.
static inline void iso_place(const iso_job *j, const oro_mesh *out, uint32_t vertex, const int32_t cell[3],
                             const float at[3], const float g[3]) {
    const oro_volume *v = j->volume;
    float *p = out->positions + 3 * (size_t)vertex, *n = out->normals + 3 * (size_t)vertex,
          *uv = out->uvs + 2 * (size_t)vertex;
    double place[3];
    for (int a = 0; a < 3; a++) place[a] = cell[a] + (double)at[a];
    p[0] = (float)(v->origin[0] + place[0] * v->cell);
    p[1] = (float)(0.0 - (v->origin[1] + place[1] * v->cell)); // meshes have y to the north
    p[2] = (float)(v->origin[2] + place[2] * v->cell);
    uv[0] = (float)(place[0] / (v->width - 1));
    uv[1] = (float)(1.0 - place[1] / (v->height - 1));
    float length = sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    bool has = length > 1e-30f && length < 1e30f;
    float each = has ? 1.0f / length : 0.0f;
    n[0] = g[0] * each;
    n[1] = 0.0f - g[1] * each;
    n[2] = has ? g[2] * each : 1.0f;
}

#endif
