// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons without a spine: quads, discs, and any mesh.
#ifndef ORO_OP_SKETCH_PATCHES_H
#define ORO_OP_SKETCH_PATCHES_H

#include "curves.h"

#include <stdlib.h>

/// How many points a disc has around it, and how many rings from its middle: none bends by more than about 5 degrees.
typedef struct sketch_disc {
    uint32_t around, rings;
} sketch_disc;

static inline sketch_disc sketch_disc_of(const drawing *d, const sketch_patch *p) {
    return (sketch_disc){(uint32_t)sketch_round_count(d, (double)p->radius), 1 + (uint32_t)(fabsf(p->cap) / 5.0f)};
}

static inline int64_t sketch_patch_vertices(const drawing *d, const sketch_patch *p) {
    sketch_disc disc = sketch_disc_of(d, p);
    return p->shape.index == patch_quad ? 4 : 1 + (int64_t)disc.around * disc.rings;
}

static inline int64_t sketch_patch_triangles(const drawing *d, const sketch_patch *p) {
    sketch_disc disc = sketch_disc_of(d, p);
    return p->shape.index == patch_quad ? 2 : (int64_t)disc.around * (2 * disc.rings - 1);
}

static inline void sketch_write_quad(const sketch_patch *p, const sketch_plane *plane, const float *traits,
                                     uint32_t owner, uint32_t vertex, uint32_t triangle, oro_ribbons *r) {
    static const int corners[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    for (uint32_t k = 0; k < 4; k++) {
        oro_vec3 at = oro_vec3_add(plane->centre, plane->first, 0.5 * corners[k][0] * (double)p->width);
        at = oro_vec3_add(at, plane->second, 0.5 * corners[k][1] * (double)p->length);
        oro_ribbons_vertex(r, vertex + k, at, plane->normal, plane->second, traits);
    }
    oro_ribbons_triangle(r, triangle, (uint32_t[]){vertex, vertex + 1, vertex + 2}, 4, owner, plane->normal);
    oro_ribbons_triangle(r, triangle + 1, (uint32_t[]){vertex, vertex + 2, vertex + 3}, 1, owner, plane->normal);
}

static inline void sketch_write_disc(const drawing *d, const sketch_patch *p, const sketch_plane *plane,
                                     const float *traits, uint32_t owner, uint32_t vertex, uint32_t triangle,
                                     oro_ribbons *r) {
    sketch_disc disc = sketch_disc_of(d, p);
    float cap = p->cap * (ORO_PI / 180.0f), rim = oro_sin(oro_abs(cap));
    double ball = rim > 0.0f ? (double)(p->radius / rim) : 0.0; // the radius of the ball it is a cap of
    oro_ribbons_vertex(r, vertex, plane->centre, plane->normal, plane->second, traits);
    for (uint32_t k = 0; k < disc.rings; k++)
        for (uint32_t i = 0; i < disc.around; i++) {
            float share = (float)(k + 1) / (float)disc.rings, angle = 2.0f * ORO_PI * (float)i / (float)disc.around;
            double lean = (double)oro_sin(cap * share), stands = (double)oro_cos(cap * share);
            oro_vec3 out = oro_vec3_add(oro_vec3_times(plane->first, (double)oro_cos(angle)), plane->second,
                                        (double)oro_sin(angle));
            // The patch's place is its middle: a dome falls away from it, a bowl rises.
            double reach = rim > 0.0f ? ball * fabs(lean) : (double)(p->radius * share);
            double drop = rim > 0.0f ? ball * (1.0 - stands) * (cap > 0.0f ? 1.0 : -1.0) : 0.0;
            oro_vec3 at = oro_vec3_add(oro_vec3_add(plane->centre, out, reach), plane->normal, -drop);
            oro_vec3 normal = oro_vec3_add(oro_vec3_times(plane->normal, stands), out, lean);
            oro_vec3 across = oro_vec3_unit(oro_vec3_square_to(plane->second, normal), plane->first);
            oro_ribbons_vertex(r, vertex + 1 + k * disc.around + i, at, normal, across, traits);
        }
    for (uint32_t k = 0; k < disc.rings; k++)
        for (uint32_t i = 0; i < disc.around; i++) {
            uint32_t next = (i + 1) % disc.around, outer = vertex + 1 + k * disc.around, inner = outer - disc.around;
            uint32_t goes_on = k + 1 < disc.rings;
            uint32_t first = k ? inner + i : vertex;
            oro_vec3 air = oro_ribbons_get(r->normals, outer + i);
            oro_ribbons_triangle(r, triangle++, (uint32_t[]){first, outer + i, outer + next}, 1 | goes_on << 1 | 4,
                                 owner, air);
            if (k) oro_ribbons_triangle(r, triangle++, (uint32_t[]){first, outer + next, inner + next}, 7, owner, air);
        }
}

static inline void sketch_write_patch(const drawing *d, const sketch_patch *p, uint32_t owner, uint32_t vertex,
                                      uint32_t triangle, oro_ribbons *r) {
    sketch_plane plane = sketch_plane_of((oro_vec3){(double)p->x, (double)p->y, (double)p->z}, p->facing, p->tilt,
                                         p->shape.index == patch_quad ? p->turn : 0.0f);
    float traits[ORO_TRAIT_COUNT];
    sketch_said_traits(d, &p->traits, traits);
    r->roles[owner] = p->role.index == role_seed ? ORO_ROLE_SEED : 0;
    if (p->shape.index == patch_quad)
        sketch_write_quad(p, &plane, traits, owner, vertex, triangle, r);
    else
        sketch_write_disc(d, p, &plane, traits, owner, vertex, triangle, r);
}

// --- meshes -----------------------------------------------------------------------------------------------------------

typedef struct sketch_edge {
    uint32_t low, high, place; ///< its vertices, and triangle * 3 + number
} sketch_edge;

static inline int sketch_by_vertices(const void *a, const void *b) {
    const sketch_edge *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    if (p->high != q->high) return p->high < q->high ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

/// A mesh as one primitive. Its y runs to the north. Normals are its own, or the mean of the triangles around; the bitangents lead downhill.
static inline oro_status sketch_write_mesh(drawing *d, uint32_t owner, uint32_t vertex, uint32_t triangle,
                                           oro_ribbons *r) {
    const oro_mesh *m = d->args->mesh;
    size_t edge_count = 3 * (size_t)m->triangle_count;
    oro_vec3 *normals = oro_scratch(d->run, ((size_t)m->vertex_count + 1) * sizeof *normals);
    sketch_edge *edges = oro_scratch(d->run, (edge_count + 1) * sizeof *edges);
    if (!normals || !edges) return ORO_NO_MEMORY;
    memset(normals, 0, ((size_t)m->vertex_count + 1) * sizeof *normals);
    for (size_t i = 0; i < edge_count; i++) {
        size_t t = i / 3 * 3;
        uint32_t a = m->indices[i], b = m->indices[t + (i + 1) % 3], c = m->indices[t + (i + 2) % 3];
        edges[i] = (sketch_edge){a < b ? a : b, a < b ? b : a, (uint32_t)i};
        oro_vec3 at = oro_ribbons_get(m->positions, a), ab = oro_vec3_between(at, oro_ribbons_get(m->positions, b)),
                 ac = oro_vec3_between(at, oro_ribbons_get(m->positions, c));
        normals[a] = oro_vec3_add(normals[a], oro_vec3_cross(ab, ac), 1.0); // by area
    }
    float traits[ORO_TRAIT_COUNT];
    memcpy(traits, &d->args->traits, sizeof traits);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        oro_vec3 at = oro_ribbons_get(m->positions, i), n = m->normals ? oro_ribbons_get(m->normals, i) : normals[i];
        at.y = -at.y;
        n = oro_vec3_unit((oro_vec3){n.x, -n.y, n.z}, (oro_vec3){0, 0, 1});
        oro_vec3 downhill = oro_vec3_square_to((oro_vec3){0, 0, -1}, n);
        oro_ribbons_vertex(r, vertex + i, at, n, oro_vec3_unit(downhill, oro_strand_any_up(n)), traits);
    }
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        for (uint32_t k = 0; k < 3; k++)
            r->triangles[3 * (size_t)(triangle + i) + k] = vertex + m->indices[3 * (size_t)i + k];
        r->owners[triangle + i] = owner;
        r->edges[triangle + i] = 0;
    }
    qsort(edges, edge_count, sizeof *edges, sketch_by_vertices);
    for (size_t i = 0; i < edge_count; i++) {
        bool before = i > 0 && edges[i - 1].low == edges[i].low && edges[i - 1].high == edges[i].high;
        bool after = i + 1 < edge_count && edges[i + 1].low == edges[i].low && edges[i + 1].high == edges[i].high;
        if (before || after) r->edges[triangle + edges[i].place / 3] |= ORO_EDGE_INSIDE << edges[i].place % 3;
    }
    r->roles[owner] = d->args->role.index == role_seed ? ORO_ROLE_SEED : 0;
    return ORO_OK;
}

#endif
