// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes as a kind of data. See kinds.h.

#include "core/kinds.h"
#include "core/mesh.h"

#include <stdio.h>

static int parts_of(const void *data, oro_part *parts) {
    const oro_mesh *m = data;
    int count = 2;
    parts[0] = (oro_part){"positions", ORO_F32, 2, {m->vertex_count, 3}, 0, m->positions, false};
    parts[1] = (oro_part){"indices", ORO_U32, 2, {m->triangle_count, 3}, 0, m->indices, false};
    if (m->normals) parts[count++] = (oro_part){"normals", ORO_F32, 2, {m->vertex_count, 3}, 0, m->normals, false};
    if (m->uvs) parts[count++] = (oro_part){"uvs", ORO_F32, 2, {m->vertex_count, 2}, 0, m->uvs, false};
    if (m->colours) parts[count++] = (oro_part){"colours", ORO_F32, 2, {m->vertex_count, 3}, 0, m->colours, false};
    if (m->traits)
        parts[count++] = (oro_part){"traits", ORO_F32, 2, {m->vertex_count, ORO_MESH_TRAITS}, 0, m->traits, false};
    return count;
}

static void release(oro_context *ctx, void *data) { oro_mesh_free(ctx, data); }

static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    enum { SIDE = 17 };
    return oro_mesh_from_grid(ctx, terrain, SIDE, SIDE, out);
}

static void describe(const void *data, char *text, size_t size) {
    const oro_mesh *m = data;
    snprintf(text, size, "%u vertices, %u triangles", m->vertex_count, m->triangle_count);
}

const oro_kind_info oro_kind_mesh = {.name = "mesh",
                                     .noun = "mesh",
                                     .plural = "meshes",
                                     .doc = "Triangles over shared vertices.",
                                     .type = "oro_mesh",
                                     .size = sizeof(oro_mesh),
                                     .parts = parts_of,
                                     .release = release,
                                     .sample = sample,
                                     .describe = describe};
