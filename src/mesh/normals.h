// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Normals of a mesh from its triangles: at a vertex the sum of those around it, each as long as twice its area, so that the larger
// count more. 12 bytes per vertex, read and written once per corner, on one thread.
#ifndef ORO_MESH_NORMALS_H
#define ORO_MESH_NORMALS_H

#include "core/cell.h"
#include "orogen/mesh.h"

#include <math.h>
#include <string.h>

/// The vector that stands on a triangle, as long as twice its area.
static inline void mesh_facet(const float *a, const float *b, const float *c, float out[3]) {
    float u[3], v[3];
    for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    for (int i = 0; i < 3; i++) out[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
}

/// Makes a vector one metre long; one without a direction is 0 0 0.
static inline void mesh_unit(float *v) {
    // Scaled by the largest first: squares of areas of a tiny mesh would vanish.
    float most = oro_max(oro_abs(v[0]), oro_max(oro_abs(v[1]), oro_abs(v[2])));
    if (!(most > 0.0f)) return;
    for (int i = 0; i < 3; i++) v[i] /= most;
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
}

/// Fills the normals of a mesh whose places are finite and whose corners have vertices. Where no triangle has an area they
/// point up.
static inline void mesh_find_normals(const oro_mesh *m) {
    memset(m->normals, 0, (size_t)m->vertex_count * 3 * sizeof *m->normals);
    for (size_t t = 0; t < m->triangle_count; t++) {
        const uint32_t *c = m->indices + 3 * t;
        float facet[3];
        mesh_facet(m->positions + 3 * (size_t)c[0], m->positions + 3 * (size_t)c[1], m->positions + 3 * (size_t)c[2],
                   facet);
        for (int k = 0; k < 3; k++)
            for (size_t i = 0; i < 3; i++) m->normals[3 * (size_t)c[k] + i] += facet[i];
    }
    for (size_t v = 0; v < m->vertex_count; v++) {
        float *n = m->normals + 3 * v;
        mesh_unit(n);
        if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) n[2] = 1.0f;
    }
}

#endif
