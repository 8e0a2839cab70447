// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of meshes: drops what cannot be drawn, moves the mesh to the middle of the frame and, where it has no normals,
// makes them. A corner's normal is the sum of the facets (weighted by their area) that meet at its place and lie within 40
// degrees of its own, so that round things look round and edges stay edges. Equal positions count as one place, whatever
// their vertices are called, so that a seam in the texture is not one in the light.

#include "model.h"
#include "core/cell.h"
#include "core/mesh.h"
#include "core/pool.h"
#include "set.h"

#include <string.h>

static const float SAME_FACE = 0.7660444f; ///< cosine of 40 degrees
enum { MOST_TRIANGLES = 1 << 30 };
enum { MOST_FACETS = 256, BLOCK = 4096 }; ///< facets at one place beyond which none is smooth; triangles in one go

void oro_model_free(oro_context *ctx, model *m) {
    oro_free(ctx, m->positions);
    oro_free(ctx, m->normals);
    oro_free(ctx, m->corner_normals);
    oro_free(ctx, m->indices);
    *m = (model){0};
}

// --- what can be drawn -----------------------------------------------------------------------------------------------

typedef struct box {
    double lo[3], hi[3];
} box;

static bool is_finite(const float *p) { return fabsf(p[0]) < 1e30f && fabsf(p[1]) < 1e30f && fabsf(p[2]) < 1e30f; }

static bool can_draw(const oro_mesh *mesh, size_t triangle) {
    const uint32_t *t = mesh->indices + 3 * triangle;
    for (int k = 0; k < 3; k++)
        if (!is_finite(mesh->positions + 3 * (size_t)t[k])) return false;
    return true;
}

static oro_status check_indices(oro_context *ctx, const oro_mesh *mesh) {
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++)
        if (mesh->indices[i] >= mesh->vertex_count)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, "mesh", "triangle %zu names vertex %u, but there are %u", i / 3,
                            mesh->indices[i], mesh->vertex_count);
    return ORO_OK;
}

static void widen(box *b, const float *p) {
    for (int i = 0; i < 3; i++) {
        if ((double)p[i] < b->lo[i]) b->lo[i] = (double)p[i];
        if ((double)p[i] > b->hi[i]) b->hi[i] = (double)p[i];
    }
}

/// Keeps the triangles that can be drawn, and tells the extent of those.
static oro_status choose_triangles(oro_context *ctx, const oro_mesh *mesh, model *m, box *b) {
    *b = (box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    m->indices = oro_alloc(ctx, (size_t)mesh->triangle_count * 3 * sizeof *m->indices);
    if (!m->indices) return ORO_NO_MEMORY;
    uint32_t kept = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        if (!can_draw(mesh, i)) continue;
        memcpy(m->indices + 3 * (size_t)kept++, mesh->indices + 3 * i, 3 * sizeof *m->indices);
        for (int k = 0; k < 3; k++) widen(b, mesh->positions + 3 * (size_t)mesh->indices[3 * i + (size_t)k]);
    }
    if (kept < mesh->triangle_count)
        oro_note(ctx, "mesh", "%u of %u triangles have corners that are not numbers and were left out",
                 mesh->triangle_count - kept, mesh->triangle_count);
    if (!kept) return oro_fail(ctx, ORO_BAD_ARGUMENT, "mesh", "the mesh has no triangle to draw; all are broken");
    double size = fmax(fmax(b->hi[0] - b->lo[0], b->hi[1] - b->lo[1]), b->hi[2] - b->lo[2]);
    if (!(size > 0.0 && size <= 1e9))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "mesh", "the mesh must be above 0 and at most 1e9 m across, not %g",
                        size);
    m->view.triangle_count = kept;
    m->view.indices = m->indices;
    return ORO_OK;
}

/// Positions in the picture's frame. Vertices that nothing uses lie where another one does, so that they widen nothing.
static oro_status place_vertices(oro_context *ctx, const oro_mesh *mesh, const box *b, float factor, model *m) {
    m->positions = oro_alloc(ctx, (size_t)mesh->vertex_count * 3 * sizeof(float));
    if (!m->positions) return ORO_NO_MEMORY;
    double x = 0.5 * (b->lo[0] + b->hi[0]), y = 0.5 * (b->lo[1] + b->hi[1]);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *to = m->positions + 3 * i;
        to[0] = to[1] = 0.0f;
        to[2] = factor * (float)b->lo[2];
    }
    for (size_t i = 0; i < 3 * (size_t)m->view.triangle_count; i++) {
        const float *from = mesh->positions + 3 * (size_t)m->indices[i];
        float *to = m->positions + 3 * (size_t)m->indices[i];
        to[0] = (float)((double)from[0] - x);
        to[1] = (float)((double)from[1] - y);
        to[2] = factor * from[2];
    }
    m->view.vertex_count = mesh->vertex_count;
    m->view.positions = m->positions;
    m->view.uvs = mesh->uvs;
    m->view.colours = mesh->colours;
    m->view.traits = mesh->traits;
    m->view.middle[0] = (float)x, m->view.middle[1] = (float)y;
    return ORO_OK;
}

// --- normals ---------------------------------------------------------------------------------------------------------

/// Normals of a mesh whose heights are stretched: the plane they stand on turns the other way.
static oro_status stretch_normals(oro_context *ctx, const oro_mesh *mesh, float factor, model *m) {
    m->normals = oro_alloc(ctx, (size_t)mesh->vertex_count * 3 * sizeof(float));
    if (!m->normals) return ORO_NO_MEMORY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *n = mesh->normals + 3 * i;
        vec3 v = is_finite(n) ? v3(n[0], n[1], n[2] / factor) : v3(0, 0, 0); // none: the facet's is taken
        v = v_length(v) > 1e-20f ? v_unit(v) : v3(0, 0, 0);
        memcpy(m->normals + 3 * i, &v, 3 * sizeof(float));
    }
    m->view.normals = m->normals;
    return ORO_OK;
}

/// Which corners meet where.
typedef struct meeting {
    uint32_t *place;  ///< of every vertex
    uint32_t *start;  ///< first of the place's corners in `corner`, and one more at the end
    uint32_t *corner; ///< corners by place
    uint32_t places;
} meeting;

static oro_status find_places(oro_context *ctx, const mesh_view *v, meeting *at) {
    at->place = oro_alloc(ctx, (size_t)v->vertex_count * sizeof(uint32_t));
    if (!at->place) return ORO_NO_MEMORY;
    oro_triples seen = {0};
    oro_status status = ORO_OK;
    for (size_t i = 0; i < v->vertex_count && status == ORO_OK; i++) {
        uint32_t key[3];
        oro_triple_of_position(v->positions + 3 * i, key);
        status = oro_triples_add(ctx, &seen, key, &at->place[i]);
    }
    at->places = seen.count;
    oro_triples_free(ctx, &seen);
    return status;
}

static oro_status list_corners(oro_context *ctx, const mesh_view *v, meeting *at) {
    size_t corners = 3 * (size_t)v->triangle_count;
    at->start = oro_alloc_zero(ctx, ((size_t)at->places + 2) * sizeof(uint32_t));
    at->corner = oro_alloc(ctx, corners * sizeof(uint32_t));
    if (!at->start || !at->corner) return ORO_NO_MEMORY;
    // Counted two further on, summed up, and moved one back while filling.
    for (size_t i = 0; i < corners; i++) at->start[at->place[v->indices[i]] + 2]++;
    for (size_t i = 2; i < (size_t)at->places + 2; i++) at->start[i] += at->start[i - 1];
    for (size_t i = 0; i < corners; i++) at->corner[at->start[at->place[v->indices[i]] + 1]++] = (uint32_t)i;
    return ORO_OK;
}

typedef struct normals_job {
    const mesh_view *view;
    const meeting *at;
    float *normals; ///< of corners
} normals_job;

/// Normal of a triangle, as long as twice its area.
static vec3 facet_of(const mesh_view *v, size_t triangle) {
    const float *p[3];
    for (size_t k = 0; k < 3; k++) p[k] = v->positions + 3 * (size_t)v->indices[3 * triangle + k];
    vec3 a = v3(p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]);
    vec3 b = v3(p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]);
    return v_cross(a, b);
}

static void corner_normals(void *user, int block) {
    const normals_job *job = user;
    const mesh_view *v = job->view;
    size_t end = (size_t)(block + 1) * BLOCK < v->triangle_count ? (size_t)(block + 1) * BLOCK : v->triangle_count;
    for (size_t i = (size_t)block * BLOCK; i < end; i++) {
        vec3 own = facet_of(v, i);
        float length = v_length(own);
        for (size_t k = 0; k < 3; k++) {
            uint32_t place = job->at->place[v->indices[3 * i + k]];
            uint32_t from = job->at->start[place], to = job->at->start[place + 1];
            vec3 sum = own;
            for (uint32_t n = from; n < to && to - from <= MOST_FACETS; n++) {
                size_t other = job->at->corner[n] / 3;
                vec3 facet = facet_of(v, other);
                if (other != i && v_dot(facet, own) > SAME_FACE * length * v_length(facet)) sum = v_add(sum, facet);
            }
            sum = v_unit(sum);
            memcpy(job->normals + 9 * i + 3 * k, &sum, 3 * sizeof(float));
        }
    }
}

static oro_status make_normals(oro_context *ctx, model *m) {
    meeting at = {0};
    m->corner_normals = oro_alloc(ctx, (size_t)m->view.triangle_count * 9 * sizeof(float));
    oro_status status = m->corner_normals ? find_places(ctx, &m->view, &at) : ORO_NO_MEMORY;
    if (status == ORO_OK) status = list_corners(ctx, &m->view, &at);
    normals_job job = {&m->view, &at, m->corner_normals};
    int blocks = (int)((m->view.triangle_count + BLOCK - 1) / BLOCK);
    if (status == ORO_OK) status = oro_parallel(ctx, blocks, corner_normals, &job);
    oro_free(ctx, at.place);
    oro_free(ctx, at.start);
    oro_free(ctx, at.corner);
    m->view.corner_normals = m->corner_normals;
    return status;
}

oro_status oro_model_make(oro_context *ctx, const oro_mesh *mesh, float factor, model *m) {
    box b;
    if (!mesh->triangle_count || !mesh->vertex_count || !mesh->positions || !mesh->indices)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "mesh", "the mesh is empty; it must have at least one triangle");
    if (mesh->triangle_count > MOST_TRIANGLES)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "mesh", "the mesh must have at most %d triangles to be drawn, not %u",
                        MOST_TRIANGLES, mesh->triangle_count);
    oro_status status = check_indices(ctx, mesh);
    if (status == ORO_OK) status = choose_triangles(ctx, mesh, m, &b);
    if (status == ORO_OK) status = place_vertices(ctx, mesh, &b, factor, m);
    if (status == ORO_OK) status = mesh->normals ? stretch_normals(ctx, mesh, factor, m) : make_normals(ctx, m);
    return status;
}

oro_status oro_render_mesh(oro_context *ctx, const oro_mesh *mesh, const oro_photo_desc *desc, oro_image *out) {
    oro_photo_desc d;
    oro_status status = oro_set_begin(ctx, desc, &d, out);
    if (status != ORO_OK) return status;
    model m = {0};
    ground g = {.ctx = ctx};
    status = oro_model_make(ctx, mesh, (float)d.exaggeration, &m);
    if (status == ORO_OK) status = oro_set_surround(ctx, &g, &d);
    if (status == ORO_OK) status = oro_ground_make_mesh(ctx, &g, &m.view);
    if (status == ORO_OK) status = oro_set_shoot(ctx, &g, &d, out);
    oro_ground_free(&g);
    oro_model_free(ctx, &m);
    return status;
}
