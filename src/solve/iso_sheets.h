// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What both ways of extraction need around their rows: memory for a counted mesh, and the test for false sheets. Between two
// sheets that face the same way a signed field has a third, which nobody drew and which faces against the directions the
// field was made from.
#ifndef ORO_SOLVE_ISO_SHEETS_H
#define ORO_SOLVE_ISO_SHEETS_H

#include "iso_field.h"

/// The directions that the field should rise in, a volume for each axis of the field's geometry.
typedef struct iso_sheets {
    const iso_job *job;
    const oro_volume *towards[3];
} iso_sheets;

/// Cosine between the field's rise and where it should rise, below which a sheet is false: 100 degrees and a little more.
static const float ISO_AGAINST = -0.2f;

static inline void iso_add_direction(const iso_sheets *s, const int32_t p[3], float rise[3], float towards[3]) {
    float g[3];
    iso_gradient(s->job, p, g);
    for (int k = 0; k < 3; k++) {
        rise[k] += g[k];
        towards[k] += *oro_voxel(s->towards[k], p[0], p[1], p[2]);
    }
}

static inline bool iso_agree(const float rise[3], const float towards[3]) {
    float dot = 0.0f, a = 0.0f, b = 0.0f;
    for (int k = 0; k < 3; k++) {
        dot += rise[k] * towards[k];
        a += rise[k] * rise[k];
        b += towards[k] * towards[k];
    }
    return !(dot < ISO_AGAINST * sqrtf(a * b));
}

/// Those of the edges of a word that do not lie on a false sheet.
static inline uint64_t iso_true_edges(const iso_sheets *s, int axis, int32_t y, int32_t z, int32_t word,
                                      uint64_t edges) {
    uint64_t kept = 0;
    while (edges) {
        int32_t bit = iso_take(&edges);
        float rise[3] = {0.0f, 0.0f, 0.0f}, towards[3] = {0.0f, 0.0f, 0.0f};
        int32_t p[3] = {64 * word + bit, y, z};
        iso_add_direction(s, p, rise, towards);
        p[axis]++;
        iso_add_direction(s, p, rise, towards);
        if (iso_agree(rise, towards)) kept |= 1ULL << bit;
    }
    return kept;
}

/// The same of the cells of a word.
static inline uint64_t iso_true_cells(const iso_sheets *s, int32_t y, int32_t z, int32_t word, uint64_t cells) {
    uint64_t kept = 0;
    while (cells) {
        int32_t bit = iso_take(&cells);
        float rise[3] = {0.0f, 0.0f, 0.0f}, towards[3] = {0.0f, 0.0f, 0.0f};
        for (int k = 0; k < 8; k++) {
            const int32_t p[3] = {64 * word + bit + (k & 1), y + (k >> 1 & 1), z + (k >> 2)};
            iso_add_direction(s, p, rise, towards);
        }
        if (iso_agree(rise, towards)) kept |= 1ULL << bit;
    }
    return kept;
}

/// Counts by row become the number of each row's first.
static inline uint64_t iso_sum_up(uint32_t *counts, int32_t rows) {
    uint64_t sum = 0;
    for (int32_t i = 0; i < rows; i++) {
        uint32_t count = counts[i];
        counts[i] = (uint32_t)sum;
        sum += count;
    }
    return sum;
}

/// Memory for what was counted by row: vertices, and groups of `triangles`. A mesh without any of them stays empty.
static inline oro_status iso_make_room(oro_run *r, const iso_job *j, uint32_t *vertices, uint32_t *groups,
                                       uint32_t triangles, oro_mesh *out) {
    uint64_t count = iso_sum_up(vertices, j->rows), faces = triangles * iso_sum_up(groups, j->rows);
    const uint64_t most = 1U << 31;
    if (count > most || faces > most)
        return oro_refuse(r, "volume",
                          "the surface has %.0f vertices and %.0f triangles, and at most 2147483648 are possible",
                          (double)count, (double)faces);
    *out = (oro_mesh){.vertex_count = (uint32_t)count, .triangle_count = (uint32_t)faces};
    if (faces == 0) *out = (oro_mesh){0};
    return faces == 0 ? ORO_OK : oro_mesh_alloc(r->ctx, out, ORO_MESH_NORMALS | ORO_MESH_UVS);
}

/// Leaves out vertices that no triangle has; the others keep their order.
static inline oro_status iso_drop_unused(oro_run *r, oro_mesh *m) {
    uint32_t *number = oro_scratch(r, (size_t)m->vertex_count * sizeof *number), kept = 0;
    if (!number) return ORO_NO_MEMORY;
    memset(number, 0, (size_t)m->vertex_count * sizeof *number);
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++) number[m->indices[i]] = 1;
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        if (!number[v]) continue;
        memmove(m->positions + 3 * (size_t)kept, m->positions + 3 * (size_t)v, 3 * sizeof(float));
        memmove(m->normals + 3 * (size_t)kept, m->normals + 3 * (size_t)v, 3 * sizeof(float));
        memmove(m->uvs + 2 * (size_t)kept, m->uvs + 2 * (size_t)v, 2 * sizeof(float));
        number[v] = kept++;
    }
    for (size_t i = 0; i < 3 * (size_t)m->triangle_count; i++) m->indices[i] = number[m->indices[i]];
    m->vertex_count = kept;
    return ORO_OK;
}

#endif
