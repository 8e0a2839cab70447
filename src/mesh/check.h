// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What an operator asks of a mesh before it goes through its triangles: all places are finite, all corners have a vertex.
#ifndef ORO_MESH_CHECK_H
#define ORO_MESH_CHECK_H

#include "core/cell.h"
#include "orogen/mesh.h"
#include "run/run.h"

/// Refuses the argument called `name` otherwise.
static inline oro_status mesh_check(oro_run *r, const oro_mesh *m, const char *name) {
    for (size_t i = 0; i < 3 * (size_t)m->vertex_count; i++)
        if (!(oro_abs(m->positions[i]) < 1e30f))
            return oro_refuse(r, name, "vertex %zu has no place: %g", i / 3, (double)m->positions[i]);
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++)
        if (m->indices[i] >= m->vertex_count)
            return oro_refuse(r, name, "triangle %zu names vertex %u, but there are %u", i / 3, m->indices[i],
                              m->vertex_count);
    return ORO_OK;
}

#endif
