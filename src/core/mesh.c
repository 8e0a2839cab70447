// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Memory of meshes, the table that finds equal corners, and the mesh of a map. See mesh.h.
#include "mesh.h"
#include "cell.h"

#include <math.h>
#include <string.h>

oro_status oro_mesh_alloc(oro_context *ctx, oro_mesh *mesh, unsigned arrays) {
    size_t vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    *mesh = (oro_mesh){.vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
    mesh->positions = oro_alloc(ctx, vertices * 3 * sizeof(float));
    mesh->indices = mesh->positions ? oro_alloc(ctx, triangles * 3 * sizeof(uint32_t)) : NULL;
    bool got = mesh->indices != NULL;
    if (got && arrays & ORO_MESH_NORMALS) got = (mesh->normals = oro_alloc(ctx, vertices * 3 * sizeof(float))) != NULL;
    if (got && arrays & ORO_MESH_UVS) got = (mesh->uvs = oro_alloc(ctx, vertices * 2 * sizeof(float))) != NULL;
    if (got && arrays & ORO_MESH_COLOURS) got = (mesh->colours = oro_alloc(ctx, vertices * 3 * sizeof(float))) != NULL;
    if (got && arrays & ORO_MESH_WITH_TRAITS)
        got = (mesh->traits = oro_alloc(ctx, vertices * ORO_MESH_TRAITS * sizeof(float))) != NULL;
    if (got) return ORO_OK;
    oro_mesh_free(ctx, mesh);
    return ORO_NO_MEMORY;
}

void oro_mesh_free(oro_context *ctx, oro_mesh *mesh) {
    oro_free(ctx, mesh->positions);
    oro_free(ctx, mesh->normals);
    oro_free(ctx, mesh->uvs);
    oro_free(ctx, mesh->indices);
    oro_free(ctx, mesh->colours);
    oro_free(ctx, mesh->traits);
    *mesh = (oro_mesh){0};
}

oro_status oro_mesh_copy(oro_context *ctx, const oro_mesh *from, unsigned more, oro_mesh *to) {
    *to = (oro_mesh){.vertex_count = from->vertex_count, .triangle_count = from->triangle_count};
    oro_status status = oro_mesh_alloc(ctx, to, oro_mesh_arrays(from) | more);
    if (status != ORO_OK) return status;
    const struct {
        const float *from;
        float *to;
        size_t size;
    } arrays[] = {{from->positions, to->positions, 3},
                  {from->normals, to->normals, 3},
                  {from->uvs, to->uvs, 2},
                  {from->colours, to->colours, 3},
                  {from->traits, to->traits, ORO_MESH_TRAITS}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (arrays[i].from && from->vertex_count)
            memcpy(arrays[i].to, arrays[i].from, from->vertex_count * arrays[i].size * sizeof(float));
    if (from->triangle_count)
        memcpy(to->indices, from->indices, 3 * (size_t)from->triangle_count * sizeof *to->indices);
    return ORO_OK;
}

// --- triples ---------------------------------------------------------------------------------------------------------

static uint32_t place_of(const uint32_t key[3], uint32_t mask) {
    return oro_mix32(key[0] * 0x9e3779b1U ^ oro_hash2(key[1], (int32_t)key[2], 5)) & mask;
}

/// Twice the room; every triple finds its new place.
static oro_status grow(oro_context *ctx, oro_triples *set) {
    uint32_t room = set->room ? 2 * set->room : 64;
    uint32_t *keys = oro_alloc(ctx, (size_t)room * 3 * sizeof *keys);
    uint32_t *table = keys ? oro_alloc_zero(ctx, (size_t)room * 2 * sizeof *table) : NULL;
    if (!table) {
        oro_free(ctx, keys);
        return ORO_NO_MEMORY;
    }
    if (set->count) memcpy(keys, set->keys, (size_t)set->count * 3 * sizeof *keys);
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t at = place_of(keys + 3 * (size_t)i, 2 * room - 1);
        while (table[at]) at = (at + 1) & (2 * room - 1);
        table[at] = i + 1;
    }
    oro_free(ctx, set->keys);
    oro_free(ctx, set->table);
    set->keys = keys;
    set->table = table;
    set->room = room;
    return ORO_OK;
}

oro_status oro_triples_add(oro_context *ctx, oro_triples *set, const uint32_t key[3], uint32_t *number) {
    enum { MOST = 1 << 30 };
    if (set->count == set->room) {
        if (set->room >= MOST) return oro_fail(ctx, ORO_NO_MEMORY, NULL, "a mesh must have at most %d vertices", MOST);
        oro_status status = grow(ctx, set);
        if (status != ORO_OK) return status;
    }
    uint32_t mask = 2 * set->room - 1, at = place_of(key, mask);
    for (; set->table[at]; at = (at + 1) & mask) {
        *number = set->table[at] - 1;
        if (memcmp(set->keys + 3 * (size_t)*number, key, 3 * sizeof *key) == 0) return ORO_OK;
    }
    *number = set->count++;
    set->table[at] = set->count;
    memcpy(set->keys + 3 * (size_t)*number, key, 3 * sizeof *key);
    return ORO_OK;
}

void oro_triples_free(oro_context *ctx, oro_triples *set) {
    oro_free(ctx, set->keys);
    oro_free(ctx, set->table);
    *set = (oro_triples){0};
}

// --- of a map --------------------------------------------------------------------------------------------------------

static void place_vertices(const oro_grid *map, int32_t columns, int32_t rows, oro_mesh *out) {
    double step_x = columns > 1 ? (map->width - 1) * map->cell / (columns - 1) : 0.0;
    double step_y = rows > 1 ? (map->height - 1) * map->cell / (rows - 1) : 0.0;
    for (int32_t y = 0; y < rows; y++)
        for (int32_t x = 0; x < columns; x++) {
            double east = map->origin_x + x * step_x, south = map->origin_y + y * step_y;
            float *p = out->positions + 3 * ((size_t)y * (size_t)columns + (size_t)x);
            p[0] = (float)east;
            p[1] = (float)(0.0 - south); // no negative zero
            p[2] = oro_grid_sample(map, east, south);
        }
}

/// Adds to the normals of a triangle's corners the vector that stands on it and is twice as long as its area.
static void add_normal(const oro_mesh *m, const uint32_t corner[3]) {
    const float *a = m->positions + 3 * (size_t)corner[0], *b = m->positions + 3 * (size_t)corner[1],
                *c = m->positions + 3 * (size_t)corner[2];
    float u[3], v[3];
    for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    const float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) m->normals[3 * (size_t)corner[k] + (size_t)i] += n[i];
}

oro_status oro_mesh_from_grid(oro_context *ctx, const oro_grid *map, int32_t columns, int32_t rows, oro_mesh *out) {
    *out = (oro_mesh){.vertex_count = (uint32_t)columns * (uint32_t)rows,
                      .triangle_count = 2 * (uint32_t)(columns - 1) * (uint32_t)(rows - 1)};
    oro_status status = oro_mesh_alloc(ctx, out, ORO_MESH_NORMALS);
    if (status != ORO_OK) return status;
    place_vertices(map, columns, rows, out);
    memset(out->normals, 0, (size_t)out->vertex_count * 3 * sizeof(float));
    uint32_t *indices = out->indices;
    for (int32_t y = 0; y + 1 < rows; y++)
        for (int32_t x = 0; x + 1 < columns; x++, indices += 6) {
            uint32_t nw = (uint32_t)y * (uint32_t)columns + (uint32_t)x, sw = nw + (uint32_t)columns;
            const uint32_t v[4] = {nw, nw + 1, sw, sw + 1};
            float z[4];
            for (int k = 0; k < 4; k++) z[k] = out->positions[3 * (size_t)v[k] + 2];
            oro_mesh_cell(z, v, indices);
            add_normal(out, indices);
            add_normal(out, indices + 3);
        }
    for (size_t i = 0; i < out->vertex_count; i++) {
        float *n = out->normals + 3 * i;
        if (n[0] == 0.0f && n[1] == 0.0f && n[2] == 0.0f) n[2] = 1.0f; // no triangles, or none with an area
        float length =
            sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]); // of every triangle at least the area of half a cell
        for (int k = 0; k < 3; k++) n[k] /= length;
    }
    return ORO_OK;
}
