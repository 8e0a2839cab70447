// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Memory of meshes, and the table that finds equal corners. See mesh.h.
#include "mesh.h"
#include "cell.h"

#include <string.h>

oro_status oro_mesh_alloc(oro_context *ctx, oro_mesh *mesh, unsigned arrays) {
    size_t vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    *mesh = (oro_mesh){.vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
    mesh->positions = oro_alloc(ctx, vertices * 3 * sizeof(float));
    mesh->indices = mesh->positions ? oro_alloc(ctx, triangles * 3 * sizeof(uint32_t)) : NULL;
    bool got = mesh->indices != NULL;
    if (got && arrays & ORO_MESH_NORMALS) got = (mesh->normals = oro_alloc(ctx, vertices * 3 * sizeof(float))) != NULL;
    if (got && arrays & ORO_MESH_UVS) got = (mesh->uvs = oro_alloc(ctx, vertices * 2 * sizeof(float))) != NULL;
    if (got) return ORO_OK;
    oro_mesh_free(ctx, mesh);
    return ORO_NO_MEMORY;
}

void oro_mesh_free(oro_context *ctx, oro_mesh *mesh) {
    oro_free(ctx, mesh->positions);
    oro_free(ctx, mesh->normals);
    oro_free(ctx, mesh->uvs);
    oro_free(ctx, mesh->indices);
    *mesh = (oro_mesh){0};
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
        if (set->room >= MOST) return oro_fail(ctx, ORO_NO_MEMORY, NULL, "more than %d vertices are too many", MOST);
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
