// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The ground that a mesh is made of, and the mesh of a network: positions, normals of the full map, places in a picture.
#ifndef ORO_MESH_SURFACE_H
#define ORO_MESH_SURFACE_H

#include "core/mesh.h"
#include "mesh/tin.h"
#include "run/reduce.h"

#include <math.h>

/// A map as meshes see it: where it wraps, its first row and column come again at the end, so that copies side by side meet.
typedef struct oro_surface {
    oro_grid map;
    double least, greatest; ///< m
} oro_surface;

/// Heights beyond this lose the centimetres that a mesh is about, and their differences the bits.
#define ORO_SURFACE_HIGHEST 1e9

static inline oro_bounds oro_surface_row_bounds(const void *user, int32_t y) {
    const oro_grid *map = user;
    const float *row = oro_row(map, y);
    float least = row[0], greatest = row[0];
    bool finite = true;
    for (int32_t x = 0; x < map->width; x++) {
        least = row[x] < least ? row[x] : least;
        greatest = row[x] > greatest ? row[x] : greatest;
        finite &= row[x] - row[x] == 0.0f;
    }
    return finite ? (oro_bounds){(double)least, (double)greatest} : (oro_bounds){-INFINITY, INFINITY};
}

/// Copies the map with its first row and column at the end.
static inline oro_status oro_surface_close(oro_run *run, const oro_grid *map, oro_surface *out) {
    oro_grid geometry = *map;
    geometry.width++, geometry.height++, geometry.wrap = false;
    out->map = oro_scratch_grid(run, &geometry);
    if (!out->map.data) return ORO_NO_MEMORY;
    for (int32_t y = 0; y <= map->height; y++) {
        const float *from = oro_row(map, y % map->height);
        float *to = oro_row(&out->map, y);
        for (int32_t x = 0; x <= map->width; x++) to[x] = from[x % map->width];
    }
    return ORO_OK;
}

/// Takes the map of argument `name`. Refuses one with holes, and one with too many samples for the numbers of vertices.
static inline oro_status oro_surface_of(oro_run *run, const oro_grid *map, const char *name, oro_surface *out) {
    *out = (oro_surface){.map = *map};
    oro_bounds bounds;
    oro_status status = oro_bound_rows(run, map, oro_surface_row_bounds, map, &bounds);
    if (status != ORO_OK) return status;
    out->least = bounds.least, out->greatest = bounds.greatest;
    if (!(bounds.greatest < INFINITY)) {
        oro_extremes seen = oro_grid_extremes(map);
        return oro_refuse(
            run, name, "%lld of the heights are not finite, and a mesh has a height at every vertex; fill them first",
            (long long)seen.not_finite);
    }
    if (bounds.greatest > ORO_SURFACE_HIGHEST || bounds.least < -ORO_SURFACE_HIGHEST)
        return oro_refuse(run, name, "heights must lie between -1e9 and 1e9 m, not from %g to %g m", bounds.least,
                          bounds.greatest);
    return map->wrap ? oro_surface_close(run, map, out) : ORO_OK;
}

// --- vertices -------------------------------------------------------------------------------------------------------------

/// The difference of heights a sample apart along x (axis 0) or y at a sample: both sides', at an edge one side's.
static inline double oro_surface_rise(const oro_surface *s, bool wraps, int32_t x, int32_t y, int axis) {
    const oro_grid *g = &s->map;
    int32_t at = axis ? y : x, last = (axis ? g->height : g->width) - 1;
    if (last == 0) return 0;
    int32_t low = at > 0 ? at - 1 : wraps ? last - 1 : 0, high = at < last ? at + 1 : wraps ? 1 : last;
    double apart = wraps || (at > 0 && at < last) ? 2 : 1;
    float before = axis ? oro_row(g, low)[x] : oro_row(g, y)[low],
          after = axis ? oro_row(g, high)[x] : oro_row(g, y)[high];
    return ((double)after - (double)before) / (apart * g->cell);
}

/// Fills vertex v of a mesh with what sample (x, y) is. Normals are those of the map at full resolution; a picture of
/// `source`, one pixel per sample, has its pixel's middle at the vertex, and v runs upwards.
static inline void oro_surface_vertex(const oro_surface *s, const oro_grid *source, int32_t x, int32_t y, oro_mesh *m,
                                      size_t v) {
    const oro_grid *g = &s->map;
    float *p = m->positions + 3 * v;
    p[0] = (float)oro_world_x(g, x);
    p[1] = (float)(0.0 - oro_world_y(g, y)); // no negative zero
    p[2] = oro_row(g, y)[x];
    if (m->normals) {
        double east = oro_surface_rise(s, source->wrap, x, y, 0), south = oro_surface_rise(s, source->wrap, x, y, 1);
        double length = sqrt(1 + east * east + south * south);
        float *n = m->normals + 3 * v;
        n[0] = (float)(-east / length), n[1] = (float)(south / length), n[2] = (float)(1 / length);
    }
    if (m->uvs) {
        m->uvs[2 * v] = (float)((x + 0.5) / source->width);
        m->uvs[2 * v + 1] = (float)(1 - (y + 0.5) / source->height);
    }
}

typedef struct oro_surface_job {
    const oro_surface *surface;
    const oro_grid *source;
    const oro_tin *tin;
    const int32_t *order; ///< the network's vertex for each of the mesh's
    oro_mesh *mesh;
} oro_surface_job;

enum { ORO_SURFACE_BLOCK = 65536 };

static inline void oro_surface_fill(const void *user, int32_t block) {
    const oro_surface_job *job = user;
    size_t from = (size_t)block * ORO_SURFACE_BLOCK, to = from + ORO_SURFACE_BLOCK;
    if (to > job->mesh->vertex_count) to = job->mesh->vertex_count;
    for (size_t v = from; v < to; v++) {
        int32_t at = job->order[v];
        oro_surface_vertex(job->surface, job->source, job->tin->x[at], job->tin->y[at], job->mesh, v);
    }
}

/// The mesh of a network over the surface of `source`. Vertices that no triangle has are left out, but for a network without
/// triangles. `arrays` as oro_mesh_alloc() has them.
static inline oro_status oro_surface_mesh(oro_run *run, const oro_surface *s, const oro_grid *source, const oro_tin *t,
                                          unsigned arrays, oro_mesh *out) {
    int32_t *number = oro_scratch(run, ((size_t)t->vertex_count + 1) * sizeof *number);
    int32_t *order = number ? oro_scratch(run, ((size_t)t->vertex_count + 1) * sizeof *order) : NULL;
    if (!order) return ORO_NO_MEMORY;
    int32_t count = 0, triangles = 0;
    memset(number, 0xff, (size_t)t->vertex_count * sizeof *number);
    // Numbered as the triangles meet them, which keeps neighbours near in memory.
    for (int32_t c = 0; c < 3 * t->triangle_count; c++) {
        int32_t v = t->corners[c];
        triangles += c % 3 == 0 && v >= 0;
        if (v >= 0 && number[v] < 0) order[number[v] = count++] = v;
    }
    for (int32_t v = 0; t->triangle_count == 0 && v < t->vertex_count; v++) order[count++] = v;
    *out = (oro_mesh){.vertex_count = (uint32_t)count, .triangle_count = (uint32_t)triangles};
    oro_status status = oro_mesh_alloc(run->ctx, out, arrays);
    if (status != ORO_OK) return status;
    uint32_t *index = out->indices;
    for (int32_t c = 0; c < 3 * t->triangle_count; c++)
        if (t->corners[c] >= 0) *index++ = (uint32_t)number[t->corners[c]];
    oro_surface_job job = {s, source, t, order, out};
    return oro_for_blocks(run, (count + ORO_SURFACE_BLOCK - 1) / ORO_SURFACE_BLOCK, oro_surface_fill, &job);
}

#endif
