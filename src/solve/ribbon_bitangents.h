// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The bitangent field: which way along the surface leads across curves (Becher 2014, section 4.3.2). What matters is the line, not which way along it,
// so the products b b^T are spread, six numbers that no sign changes: fixed on ribbons, harmonic in between, and the line
// is their largest eigenvector with what stands on the surface taken off. The signed flow spreads the vectors themselves: away from the spines of sources, towards those of
// sinks, and through the others from right to left. 24 bytes per sample, 12 for the flow, and the solver's scratch.
#ifndef ORO_SOLVE_RIBBON_BITANGENTS_H
#define ORO_SOLVE_RIBBON_BITANGENTS_H

#include "ribbon_fields.h"

static const float BITANGENTS_TO = 1e-3f;

typedef struct bitangents {
    const near_set *set;
    const fields *on;
    bool flow;
    float *part[6]; ///< xx yy zz xy xz yz, or x y z. The first three become the field
} bitangents;

/// A corner's direction, turned away from the spine on the side of this triangle; `left`: which side that is.
static inline void bitangents_away(const near_set *s, const near_shape *t, int corner, float out[3], bool *left) {
    const uint32_t *v = s->ribbons->triangles + 3 * (size_t)t->triangle;
    const float *own = s->ribbons->bitangents + 3 * (size_t)v[corner], *outer = own;
    bool spine = false;
    for (int k = 0; k < 3; k++)
        if (!(s->corners[v[k]] & NEAR_SPINE)) outer = s->ribbons->bitangents + 3 * (size_t)v[k];
    for (int k = 0; k < 3; k++)
        if (s->corners[v[k]] & NEAR_SPINE) {
            spine = true;
            *left = near_dot(s->ribbons->bitangents + 3 * (size_t)v[k], outer) > 0.0f;
        }
    if (!spine) *left = true;
    bool turn = s->corners[v[corner]] & NEAR_SPINE && !*left;
    for (int i = 0; i < 3; i++) out[i] = turn ? -own[i] : own[i];
}

static inline void bitangents_tell(const void *user, size_t index, const float place[3], const near_shape *nearest) {
    const bitangents *b = user;
    const oro_ribbons *r = b->set->ribbons;
    near_value v = near_see(b->set, nearest, place);
    float sum[6] = {0.0f};
    uint32_t flow = r->roles[r->owners[nearest->triangle]] >> ORO_ROLE_FLOW_SHIFT & 3U;
    for (int k = 0; k < 3; k++) {
        float d[3];
        bool left = true;
        bitangents_away(b->set, nearest, k, d, &left);
        bool turn = flow == ORO_ROLE_FLOW_SINK || (flow == ORO_ROLE_FLOW_THROUGH && !left);
        for (int i = 0; i < 3; i++) {
            if (b->flow)
                sum[i] += v.share[k] * (turn ? -d[i] : d[i]);
            else
                sum[i] += v.share[k] * d[i] * d[i];
        }
        sum[3] += v.share[k] * d[0] * d[1];
        sum[4] += v.share[k] * d[0] * d[2];
        sum[5] += v.share[k] * d[1] * d[2];
    }
    for (int i = 0; i < (b->flow ? 3 : 6); i++) b->part[i][index] = sum[i];
}

/// The eigenvector of the largest eigenvalue: powers of the matrix come ever nearer to its product with itself.
static inline void bitangents_principal(const float q[6], float out[3]) {
    float m[6];
    float trace = q[0] + q[1] + q[2];
    for (int i = 0; i < 6; i++) m[i] = trace > 1e-20f ? q[i] / trace : 0.0f;
    for (int n = 0; n < 7; n++) {
        const float s[6] = {m[0] * m[0] + m[3] * m[3] + m[4] * m[4], m[3] * m[3] + m[1] * m[1] + m[5] * m[5],
                            m[4] * m[4] + m[5] * m[5] + m[2] * m[2], m[0] * m[3] + m[3] * m[1] + m[4] * m[5],
                            m[0] * m[4] + m[3] * m[5] + m[4] * m[2], m[3] * m[4] + m[1] * m[5] + m[5] * m[2]};
        float sum = s[0] + s[1] + s[2];
        for (int i = 0; i < 6; i++) m[i] = sum > 1e-20f ? s[i] / sum : 0.0f;
    }
    const float column[3][3] = {{m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]}};
    int largest = m[0] >= m[1] && m[0] >= m[2] ? 0 : m[1] >= m[2] ? 1 : 2;
    for (int i = 0; i < 3; i++) out[i] = column[largest][i];
}

static inline void bitangents_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const bitangents *b = user;
    size_t at = ((size_t)z * (size_t)v->height + (size_t)y) * (size_t)v->width;
    for (size_t i = at; i < at + (size_t)v->width; i++) {
        const float n[3] = {b->on->normal[0][i], b->on->normal[1][i], b->on->normal[2][i]};
        float d[3], q[6] = {0.0f};
        for (int k = 0; k < (b->flow ? 3 : 6); k++) q[k] = b->part[k][i];
        if (b->flow)
            memcpy(d, q, sizeof d);
        else
            bitangents_principal(q, d);
        float high = near_dot(d, n);
        for (int k = 0; k < 3; k++) d[k] -= high * n[k];
        if (!near_unit(d)) d[0] = d[1] = d[2] = 0.0f;
        for (int k = 0; k < 3; k++) b->part[k][i] = d[k];
    }
}

/// Makes the field, perpendicular to the directions of `on`. Where there is no line it is 0.
static inline oro_status bitangents_make(oro_run *r, const bitangents *b, double from, double to) {
    const fields *f = b->on;
    mg_problem p = {.side = {f->shape.width, f->shape.height, f->shape.depth},
                    .count = b->flow ? 3 : 6,
                    .fixed = f->fixed,
                    .mask = VOXELS_NORMAL | VOXELS_CONFLICT,
                    .tolerance = BITANGENTS_TO,
                    .from = from,
                    .to = to};
    for (int k = 0; k < p.count; k++) p.values[k] = b->part[k];
    oro_status status = extend_ribbons(r, b->set, &f->shape, bitangents_tell, b);
    if (status == ORO_OK) status = mg_solve(r, &p, NULL);
    return status == ORO_OK ? space_for_rows(r, &f->shape, bitangents_row, b) : status;
}

#endif
