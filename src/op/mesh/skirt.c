// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walls that hang from the border of a surface and hide gaps between tiles that do not share their edges. Reads and writes 32
// to 60 bytes per vertex and 12 per triangle, on one thread.

#include "op/op.h"
#include "mesh/border.h"

typedef struct skirt {
    const oro_mesh *surface;
    oro_mesh *result;
    float depth;
} skirt;

static const oro_arg args[] = {
    ORO_ARG(skirt, surface, .unit = "m", .doc = "Surface with a border."),
    ORO_ARG(skirt, result, .unit = "m", .doc = "The surface and the walls along its border."),
    ORO_ARG(skirt, depth, .def = 20, .min = 1e-3, .max = 1e5, .ui_min = 1, .ui_max = 500, .scale = ORO_LOG, .unit = "m",
            .doc = "How far down the walls hang."),
};

/// Copies what vertices have, then what those of the border have once more: `size` floats each.
static void copy_twice(const oro_border *b, const float *from, size_t count, size_t size, float *to) {
    if (!from) return;
    memcpy(to, from, count * size * sizeof *to);
    for (size_t i = 0; i < b->vertex_count; i++)
        memcpy(to + (count + i) * size, from + b->vertices[i] * size, size * sizeof *to);
}

static oro_status run(oro_run *r, const void *p) {
    const skirt *a = p;
    const oro_mesh *m = a->surface;
    oro_mesh *out = a->result;
    oro_border b;
    oro_status status = oro_border_of(r, m, "surface", &b);
    if (status != ORO_OK) return status;
    uint64_t vertices = (uint64_t)m->vertex_count + b.vertex_count,
             triangles = m->triangle_count + 2 * (uint64_t)b.edge_count;
    if (triangles >= UINT32_MAX)
        return oro_refuse(r, "surface", "the mesh would have %llu triangles, and at most 4294967294 are possible",
                          (unsigned long long)triangles);
    *out = (oro_mesh){.vertex_count = (uint32_t)vertices, .triangle_count = (uint32_t)triangles};
    status = oro_mesh_alloc(r->ctx, out, oro_mesh_arrays(m));
    if (status != ORO_OK) return status;
    copy_twice(&b, m->positions, m->vertex_count, 3, out->positions);
    copy_twice(&b, m->normals, m->vertex_count, 3, out->normals); // as above, so that light does not change at the edge
    copy_twice(&b, m->uvs, m->vertex_count, 2, out->uvs);
    copy_twice(&b, m->colours, m->vertex_count, 3, out->colours);
    copy_twice(&b, m->traits, m->vertex_count, ORO_MESH_TRAITS, out->traits);
    for (size_t i = 0; i < b.vertex_count; i++) out->positions[3 * (m->vertex_count + i) + 2] -= a->depth;
    memcpy(out->indices, m->indices, 3 * (size_t)m->triangle_count * sizeof *out->indices);
    for (uint32_t i = 0; i < b.edge_count; i++)
        oro_border_wall(&b, i, m->vertex_count, out->indices + 3 * (size_t)m->triangle_count + 6 * (size_t)i);
    return oro_step(r, 1);
}

ORO_OPERATOR(
    skirt, "Hang walls from the border of a mesh", .family = "mesh", .version = 1, .run = run,
    .words = "skirts curtain gaps cracks seam",
    .doc = "Adds walls that hang straight down from the border of a surface. They hide gaps where tiles of different "
           "detail, or of different programs, meet. Tiles made by `lod` have none to hide. All that vertices have is "
           "kept.",
    .example = "--depth 30 tile.obj skirted.glb");
