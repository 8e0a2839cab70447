// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Marching cubes (Lorensen and Cline 1987): a vertex on every crossed edge, and in every cell the triangles of its case
// (iso_cases.h). Vertices are numbered by row, axis and along it, triangles by row of cells and along it.
#ifndef ORO_SOLVE_ISO_CUBES_H
#define ORO_SOLVE_ISO_CUBES_H

#include "iso_cases.h"
#include "iso_nets.h"

typedef struct iso_cubes {
    const iso_job *job;
    const iso_sheets *sheets;       ///< NULL: all cells count
    uint32_t *first;                ///< by row, axis and word: the number of its first vertex
    uint32_t *vertices, *triangles; ///< by row: how many, then the first
    oro_mesh *out;
} iso_cubes;

/// The cells of a word that give triangles.
static inline uint64_t iso_cube_cells(const iso_cubes *q, int32_t y, int32_t z, int32_t word) {
    if (!iso_row_of_cells(q->job, y, z)) return 0;
    uint64_t cells = iso_active(q->job, y, z, word);
    return cells && q->sheets ? iso_true_cells(q->sheets, y, z, word, cells) : cells;
}

static inline void iso_count_cubes(const void *user, int32_t block) {
    const iso_cubes *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint32_t vertices = 0, triangles = 0;
        for (int axis = 0; axis < 3; axis++)
            for (int32_t w = 0; w < j->words; w++) vertices += (uint32_t)iso_count(iso_crossed(j, axis, y, z, w));
        for (int32_t w = 0; w < j->words; w++) {
            uint64_t cells = iso_cube_cells(q, y, z, w), corner[8];
            if (cells) iso_corners(j, y, z, w, corner);
            while (cells) {
                unsigned rock = iso_case_in(corner, iso_take(&cells));
                triangles += (uint32_t)(iso_case_first[rock + 1] - iso_case_first[rock]);
            }
        }
        q->vertices[row] = vertices;
        q->triangles[row] = triangles;
    }
}

static inline void iso_place_crossing(const iso_cubes *q, int axis, const int32_t p[3], uint32_t vertex) {
    const iso_job *j = q->job;
    int32_t end[3] = {p[0], p[1], p[2]};
    end[axis]++;
    float at[3] = {0.0f, 0.0f, 0.0f}, a[3], b[3], n[3];
    at[axis] = iso_crossing(iso_signed(j, p), iso_signed(j, end));
    iso_gradient(j, p, a);
    iso_gradient(j, end, b);
    for (int k = 0; k < 3; k++) n[k] = oro_mix(a[k], b[k], at[axis]);
    iso_place(j, q->out, vertex, p, at, n);
}

static inline void iso_place_crossings(const void *user, int32_t block) {
    const iso_cubes *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint32_t vertex = q->vertices[row], *first = q->first + 3 * (int64_t)row * j->words;
        for (int axis = 0; axis < 3; axis++)
            for (int32_t w = 0; w < j->words; w++) {
                uint64_t edges = iso_crossed(j, axis, y, z, w);
                *first++ = vertex;
                while (edges)
                    iso_place_crossing(q, axis, (const int32_t[3]){64 * w + iso_take(&edges), y, z}, vertex++);
            }
    }
}

/// The vertex on edge e of a cell.
static inline uint32_t iso_vertex_on(const iso_cubes *q, const int32_t cell[3], int e) {
    const iso_job *j = q->job;
    int axis = e >> 2, corner = iso_edge_corner(e);
    int32_t x = cell[0] + (corner & 1), y = cell[1] + (corner >> 1 & 1), z = cell[2] + (corner >> 2), w = x >> 6;
    uint64_t before = iso_crossed(j, axis, y, z, w) & ((1ULL << (x & 63)) - 1U);
    return q->first[(3 * iso_row(j, y, z) + axis) * j->words + w] + (uint32_t)iso_count(before);
}

static inline void iso_place_cubes(const void *user, int32_t block) {
    const iso_cubes *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint32_t *to = q->out->indices + 3 * (size_t)q->triangles[row];
        for (int32_t w = 0; w < j->words; w++) {
            uint64_t cells = iso_cube_cells(q, y, z, w), corner[8];
            if (cells) iso_corners(j, y, z, w, corner);
            while (cells) {
                int32_t bit = iso_take(&cells);
                const int32_t cell[3] = {64 * w + bit, y, z};
                unsigned rock = iso_case_in(corner, bit);
                uint32_t vertex[12];
                for (int e = 0; e < 12; e++) {
                    int a = iso_edge_corner(e), b = a | 1 << (e >> 2);
                    if ((rock >> a ^ rock >> b) & 1U) vertex[e] = iso_vertex_on(q, cell, e);
                }
                const uint8_t *from = iso_case_edges + 3 * iso_case_first[rock],
                              *end = iso_case_edges + 3 * iso_case_first[rock + 1];
                while (from < end) *to++ = vertex[*from++];
            }
        }
    }
}

static inline oro_status iso_extract_cubes(oro_run *r, iso_cubes *q) {
    const iso_job *j = q->job;
    size_t rows = (size_t)j->rows;
    q->first = oro_scratch(r, 3 * rows * (size_t)j->words * sizeof *q->first);
    q->vertices = q->first ? oro_scratch(r, 2 * rows * sizeof *q->vertices) : NULL;
    if (!q->vertices) return ORO_NO_MEMORY;
    q->triangles = q->vertices + rows;
    oro_stage(r, 0.3, 0.4);
    oro_status status = iso_for_rows(r, j, iso_count_cubes, q);
    if (status == ORO_OK) status = iso_make_room(r, j, q->vertices, q->triangles, 1, q->out);
    if (status != ORO_OK || q->out->triangle_count == 0) return status;
    oro_stage(r, 0.4, 0.8);
    status = iso_for_rows(r, j, iso_place_crossings, q);
    oro_stage(r, 0.8, 1.0);
    return status == ORO_OK ? iso_for_rows(r, j, iso_place_cubes, q) : status;
}

#endif
