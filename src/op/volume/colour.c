// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours of a mesh's vertices by altitude, slope and facing (solve/look.h), for programs that show what the file says. Reads 12 to
// 40 bytes per vertex and writes 12, on all threads.

#include "op/op.h"
#include "core/mesh.h"
#include "mesh/check.h"
#include "mesh/normals.h"
#include "solve/look.h"

typedef struct colour {
    const oro_mesh *surface;
    oro_mesh *result;
    float snow_line, shore;
    float vegetation, material;
} colour;

static const oro_arg args[] = {
    ORO_ARG(colour, surface, .unit = "m", .doc = "Mesh to colour."),
    ORO_ARG(colour, result, .unit = "m",
            .doc = "The mesh with a colour per vertex. All else that it has is kept; one without normals gets them."),
    ORO_ARG(colour, snow_line, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("none"), .min = -1e6, .max = 1e6,
            .ui_min = 0, .ui_max = 4000, .unit = "m",
            .doc = "Altitude above which snow lies, where it is neither steep nor under a roof."),
    ORO_ARG(colour, shore, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("none"), .min = -1e6, .max = 1e6,
            .ui_min = -100, .ui_max = 1000, .unit = "m", .doc = "Height of the water that makes beaches."),
    ORO_ARG(colour, vegetation, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("traits"), .min = 0, .max = 1,
            .unit = "1",
            .doc = "How much of the gentle ground is overgrown, from bare soil over grass to woods. On its own it is "
                   "what the traits of the mesh say, or 0.6 for a mesh without."),
    ORO_ARG(colour, material, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("traits"), .min = 0, .max = 1, .unit = "1",
            .doc = "What the rock is: from 0 to 1 grey, sandstone, red, dark. On its own it is what the traits of the "
                   "mesh say, or 0 for a mesh without."),
};

enum { BLOCK = 2048 };

typedef struct job {
    const colour *args;
    look_land land;
    const float *reach; ///< per vertex: the length of its longest edge
} job;

static void colour_block(const void *user, int32_t block) {
    const job *j = user;
    const colour *a = j->args;
    const oro_mesh *m = a->result;
    size_t from = (size_t)block * BLOCK, to = from + BLOCK < m->vertex_count ? from + BLOCK : m->vertex_count;
    for (size_t v = from; v < to; v++) {
        const float *p = m->positions + 3 * v, *n = m->normals + 3 * v;
        const float *traits = m->traits ? m->traits + ORO_MESH_TRAITS * v : NULL;
        look_place place = {.x = p[0], .y = p[1], .z = p[2], .nx = n[0], .ny = n[1], .nz = n[2]};
        place.material = !isnan(a->material) ? a->material : traits ? traits[ORO_MESH_MATERIAL] : 0.0f;
        place.vegetation = !isnan(a->vegetation) ? a->vegetation : traits ? traits[ORO_MESH_VEGETATION] : LOOK_GROWN;
        place.footprint = oro_max(0.5f * j->reach[v], 1e-3f); // half an edge: an edge shows one change of colour
        look seen = look_at(&j->land, &place);
        float *c = m->colours + 3 * v;
        c[0] = oro_clamp(seen.colour.r, 0.0f, 1.0f), c[1] = oro_clamp(seen.colour.g, 0.0f, 1.0f);
        c[2] = oro_clamp(seen.colour.b, 0.0f, 1.0f);
    }
}

/// The heights between which the surface lies, and how long edges are.
static void measure(job *j, float *reach) {
    const oro_mesh *m = j->args->surface;
    for (size_t v = 0; v < m->vertex_count; v++) reach[v] = 0.0f;
    j->land.low = INFINITY, j->land.high = -INFINITY;
    for (size_t side = 0; side < 3 * (size_t)m->triangle_count; side++) {
        uint32_t from = m->indices[side], to = m->indices[side % 3 == 2 ? side - 2 : side + 1];
        const float *a = m->positions + 3 * (size_t)from, *b = m->positions + 3 * (size_t)to;
        float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2], length = sqrtf(x * x + y * y + z * z);
        reach[from] = oro_max(reach[from], length), reach[to] = oro_max(reach[to], length);
        j->land.low = oro_min(j->land.low, a[2]), j->land.high = oro_max(j->land.high, a[2]);
    }
    j->reach = reach;
}

static oro_status run(oro_run *r, const void *p) {
    const colour *a = p;
    const oro_mesh *m = a->surface;
    oro_status status = mesh_check(r, m, "surface");
    if (status == ORO_OK) status = oro_mesh_copy(r->ctx, m, ORO_MESH_COLOURS | ORO_MESH_NORMALS, a->result);
    if (status != ORO_OK || m->vertex_count == 0) return status;
    float *reach = oro_scratch(r, (size_t)m->vertex_count * sizeof *reach);
    if (!reach) return ORO_NO_MEMORY;
    if (!m->normals) mesh_find_normals(a->result);
    job j = {.args = a};
    measure(&j, reach);
    j.land.snow_line = isnan(a->snow_line) ? INFINITY : a->snow_line;
    j.land.shore = isnan(a->shore) ? -INFINITY : a->shore;
    oro_stage(r, 0.1, 1);
    return oro_for_blocks(r, (int32_t)(((size_t)m->vertex_count + BLOCK - 1) / BLOCK), colour_block, &j);
}

ORO_OPERATOR(
    colour, "Colour a mesh by altitude, slope and facing", .family = "volume", .version = 1, .run = run,
    .words = "vertex colours paint material rock snow line grass shade",
    .doc =
        "Gives every vertex the colour that photos give it: rock on what is steep and on undersides, with level beds "
        "on walls; soil, grass and woods by slope and vegetation; sand along a shore; snow by altitude, but never on "
        "walls and ceilings. PLY, GLB and glTF files carry the colours into other programs.",
    .example = "--snow-line 900 tile.obj coloured.glb", .show = "snow_line=700");
