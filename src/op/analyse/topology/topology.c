// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers that describe a mesh: its pieces, borders and handles, what it covers and encloses. Vertices at the same place count as
// one, so that a file whose triangles share none is measured as what it shows. One thread; sums in the order of the
// triangles, in double, about the first vertex.

#include "op/op.h"
#include "welded.h"

#include <math.h>

typedef struct topology {
    const oro_mesh *mesh;
    double *vertices, *triangles, *components, *borders, *genus;
    double *open_edges, *crowded_edges, *turned_edges;
    double *area, *volume;
} topology;

static const oro_arg args[] = {
    ORO_ARG(topology, mesh, .unit = "m", .doc = "Mesh to measure."),
    ORO_ARG(topology, vertices, .unit = "1", .doc = "Places that triangles meet at."),
    ORO_ARG(topology, triangles, .unit = "1", .doc = "Triangles, but for those without area."),
    ORO_ARG(topology, components, .unit = "1", .doc = "Pieces that do not touch."),
    ORO_ARG(topology, borders, .unit = "1",
            .doc = "Closed lines along which the surface ends; 0 for one without a hole."),
    ORO_ARG(
        topology, genus, .unit = "1",
        .doc =
            "Handles of all pieces together: 0 for balls and sheets, 1 for a ring or an arch on the ground. It means "
            "something where no edge is crowded."),
    ORO_ARG(topology, open_edges, .unit = "1", .doc = "Edges of one triangle alone, which the borders are made of."),
    ORO_ARG(topology, crowded_edges, .unit = "1",
            .doc = "Edges where more than two triangles meet: a surface without any is a manifold."),
    ORO_ARG(topology, turned_edges, .unit = "1", .doc = "Edges whose two triangles face opposite sides."),
    ORO_ARG(topology, area, .unit = "m2", .doc = "Area of all triangles."),
    ORO_ARG(topology, volume, .unit = "m3",
            .doc = "What the surface encloses, below 0 where it is turned inside out. Of an open one, what would be "
                   "enclosed with its borders tied to its first vertex."),
};

/// The root of a piece, with the way to it halved.
static uint32_t root_of(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/// Makes one of the pieces of two vertices; the lower root stays.
static void join(uint32_t *parent, uint32_t a, uint32_t b) {
    uint32_t u = root_of(parent, a), v = root_of(parent, b);
    if (u < v)
        parent[v] = u;
    else
        parent[u] = v;
}

enum { OPEN = 1, USED = 2 };

/// Pieces among the vertices that carry `mark`.
static double pieces(uint32_t *parent, const uint8_t *marks, uint8_t mark, uint32_t count) {
    double found = 0;
    for (uint32_t v = 0; v < count; v++) found += (marks[v] & mark) && root_of(parent, v) == v;
    return found;
}

static oro_status count_pieces(oro_run *r, const topology *a, const welded *w) {
    size_t count = (size_t)w->vertex_count + 1;
    uint32_t *parent = oro_scratch(r, count * sizeof *parent);
    uint8_t *marks = parent ? oro_scratch(r, count) : NULL;
    if (!marks) return ORO_NO_MEMORY;
    memset(marks, 0, count);
    for (uint32_t v = 0; v < w->vertex_count; v++) parent[v] = v;
    for (uint32_t e = 0; e < w->edge_count; e++) {
        const welded_edge *edge = &w->edges[e];
        bool open = edge->up + edge->down == 1;
        *a->open_edges += open;
        *a->crowded_edges += edge->up + edge->down > 2;
        *a->turned_edges += edge->up == 2 || edge->down == 2;
        marks[edge->a] |= open ? OPEN | USED : USED;
        marks[edge->b] |= open ? OPEN | USED : USED;
        if (open) join(parent, edge->a, edge->b);
    }
    *a->borders = pieces(parent, marks, OPEN, w->vertex_count);
    for (uint32_t e = 0; e < w->edge_count; e++) join(parent, w->edges[e].a, w->edges[e].b);
    *a->components = pieces(parent, marks, USED, w->vertex_count);
    for (uint32_t v = 0; v < w->vertex_count; v++) *a->vertices += (marks[v] & USED) != 0;
    return ORO_OK;
}

/// Area, and the volume of the tetrahedra from the first vertex to each triangle.
static void measure(const oro_mesh *m, double *area, double *volume) {
    for (size_t t = 0; t < m->triangle_count; t++) {
        double p[3][3], n[3];
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < 3; i++)
                p[k][i] = (double)m->positions[3 * (size_t)m->indices[3 * t + k] + i] - (double)m->positions[i];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            n[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        }
        *area += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        *volume += (p[0][0] * n[0] + p[0][1] * n[1] + p[0][2] * n[2]) / 6.0;
    }
}

static oro_status run(oro_run *r, const void *p) {
    const topology *a = p;
    welded w;
    double *const counted[] = {a->vertices, a->open_edges, a->crowded_edges, a->turned_edges, a->area, a->volume};
    for (int i = 0; i < ORO_COUNT(counted); i++) *counted[i] = 0; // the caller's may hold anything
    oro_stage(r, 0.0, 0.8);
    oro_status status = weld(r, a->mesh, &w);
    oro_stage(r, 0.8, 1.0);
    if (status == ORO_OK) status = count_pieces(r, a, &w);
    if (status != ORO_OK) return status;
    *a->triangles = w.triangle_count;
    measure(a->mesh, a->area, a->volume);
    double euler = *a->vertices - w.edge_count + w.triangle_count;
    *a->genus = 0.5 * (2.0 * *a->components - *a->borders - euler);
    return ORO_OK;
}

ORO_OPERATOR(topology, "Measure a mesh: pieces, holes, handles, area and volume", .family = "analyse", .version = 1,
             .run = run, .words = "mesh manifold genus euler components watertight holes statistics measure",
             .doc = "Counts what a mesh is made of and how it hangs together, and measures its area and volume. A mesh "
                    "without open, crowded or turned edges is watertight: it can be printed.",
             .example = "tile.obj");
