// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Open edges of a mesh; see mesh_closed.h. A table of edges by open addressing, 12 bytes a place.
#include "io/mesh_closed.h"

#include "core/cell.h"
#include "core/mesh.h"

typedef struct edge {
    uint32_t low, high; ///< places of its ends; both 0: free
    int16_t balance;    ///< uses from low to high less those from high to low
    uint16_t uses;
} edge;

static edge *find(edge *table, uint64_t mask, uint32_t low, uint32_t high) {
    uint64_t at = oro_mix32(low * 0x9e3779b1U ^ oro_mix32(high)) & mask;
    while ((table[at].low || table[at].high) && (table[at].low != low || table[at].high != high)) at = (at + 1) & mask;
    return &table[at];
}

static void use(edge *table, uint64_t mask, uint32_t from, uint32_t to) {
    uint32_t low = from < to ? from : to, high = from < to ? to : from;
    edge *e = find(table, mask, low, high);
    e->low = low;
    e->high = high;
    e->balance = (int16_t)(e->balance + (from < to ? 1 : -1));
    if (e->uses < UINT16_MAX) e->uses++;
}

/// The place of every vertex, numbered from 0.
static oro_status join(oro_context *ctx, const oro_mesh *m, oro_triples *places, uint32_t *place) {
    oro_status status = ORO_OK;
    for (size_t i = 0; i < m->vertex_count && status == ORO_OK; i++) {
        uint32_t key[3];
        oro_triple_of_position(m->positions + 3 * i, key);
        status = oro_triples_add(ctx, places, key, &place[i]);
    }
    return status;
}

oro_status oro_mesh_open_edges(oro_context *ctx, const oro_mesh *m, uint64_t *open) {
    uint64_t room = 64;
    while (room < 3 * (uint64_t)m->triangle_count) room *= 2; // a closed mesh has half as many edges
    oro_triples places = {0};
    uint32_t *place = oro_alloc(ctx, ((size_t)m->vertex_count + 1) * sizeof *place);
    edge *table = place ? oro_alloc_zero(ctx, (room + 1) * 2 * sizeof *table) : NULL;
    oro_status status = table ? join(ctx, m, &places, place) : ORO_NO_MEMORY;
    *open = 0;
    for (size_t i = 0; status == ORO_OK && i < m->triangle_count; i++) {
        uint32_t c[3];
        for (size_t k = 0; k < 3; k++) c[k] = place[m->indices[3 * i + k]];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
        for (int k = 0; k < 3; k++) use(table, 2 * room - 1, c[k], c[(k + 1) % 3]);
    }
    for (uint64_t i = 0; status == ORO_OK && i < 2 * room; i++)
        *open += table[i].uses > 0 && (table[i].uses != 2 || table[i].balance != 0);
    oro_triples_free(ctx, &places);
    oro_free(ctx, place);
    oro_free(ctx, table);
    return status;
}
