// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The surface of one vertex per cell: surface nets (Gibson 1998), the vertex at the mean of the crossings of the cell's edges, or
// dual contouring (iso_sharp.h). Around every crossed edge inside the box the vertices of four cells make a square, cut into two triangles.
//
// Vertices are numbered by row of cells and along it, squares by row, axis and along it: counts per row, their sums, and
// then every row by itself. A cell's number is the first of its word of 64 plus the bits before it.
#ifndef ORO_SOLVE_ISO_NETS_H
#define ORO_SOLVE_ISO_NETS_H

#include "iso_cases.h"
#include "iso_sharp.h"
#include "iso_sheets.h"

typedef struct iso_nets {
    const iso_job *job;
    const iso_sheets *sheets; ///< NULL: all squares count
    bool sharp;
    uint64_t *active;             ///< cells with a vertex
    uint32_t *first;              ///< by word: the number of its first vertex
    uint32_t *vertices, *squares; ///< by row: how many, then the first
    oro_mesh *out;
} iso_nets;

static inline bool iso_row_of_cells(const iso_job *j, int32_t y, int32_t z) {
    return y + 1 < j->side[1] && z + 1 < j->side[2];
}

/// The crossed edges of a word along an axis that have four cells around them.
static inline uint64_t iso_inner_edges(const iso_job *j, int axis, int32_t y, int32_t z, int32_t word) {
    if (axis != 1 && (y == 0 || y == j->side[1] - 1)) return 0;
    if (axis != 2 && (z == 0 || z == j->side[2] - 1)) return 0;
    uint64_t bits = iso_crossed(j, axis, y, z, word);
    return axis == 0 ? bits : bits & iso_within(word, 1, j->side[0] - 1);
}

static inline void iso_count_nets(const void *user, int32_t block) {
    const iso_nets *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint32_t vertices = 0, squares = 0;
        for (int32_t w = 0; w < j->words; w++) {
            uint64_t cells = iso_row_of_cells(j, y, z) ? iso_active(j, y, z, w) : 0;
            q->active[(int64_t)row * j->words + w] = cells;
            vertices += (uint32_t)iso_count(cells);
            for (int axis = 0; axis < 3; axis++) {
                uint64_t edges = iso_inner_edges(j, axis, y, z, w);
                if (edges && q->sheets) edges = iso_true_edges(q->sheets, axis, y, z, w, edges);
                squares += (uint32_t)iso_count(edges);
            }
        }
        q->vertices[row] = vertices;
        q->squares[row] = squares;
    }
}

// --- vertices ------------------------------------------------------------------------------------------------------------------

/// The signed values at the corners of a cell, of which `rock` has the signs. Most are as they stand in the volume.
static inline void iso_values(const iso_job *j, const int32_t cell[3], unsigned rock, float value[8]) {
    const float *first = oro_voxel(j->volume, cell[0], cell[1], cell[2]);
    ptrdiff_t row = j->side[0], layer = row * j->side[1];
    float least = oro_max(j->snap, 1e-30f);
    for (int k = 0; k < 8; k++) {
        float d = first[(k & 1) + (k >> 1 & 1 ? row : 0) + (k >> 2 ? layer : 0)] - j->level;
        value[k] = d;
        if (!j->closed && (rock >> k & 1U ? d < -least : d > least)) continue;
        const int32_t p[3] = {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
        value[k] = iso_signed(j, p);
    }
}

/// The case of one cell of a word whose corners are those of 64.
static inline unsigned iso_case_in(const uint64_t corner[8], int32_t bit) {
    unsigned rock = 0;
    for (int k = 0; k < 8; k++) rock |= (unsigned)(corner[k] >> bit & 1U) << k;
    return rock;
}

/// The first corner of edge e: four along each axis.
static inline int iso_edge_corner(int e) {
    static const uint8_t corner[12] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
    return corner[e];
}

/// The mean of the crossings.
static inline void iso_mean(const float value[8], float at[3]) {
    float sum[3] = {0.0f, 0.0f, 0.0f};
    int32_t count = 0;
    for (int e = 0; e < 12; e++) {
        int axis = e >> 2, a = iso_edge_corner(e), b = a | 1 << axis;
        if ((value[a] < 0.0f) == (value[b] < 0.0f)) continue;
        for (int k = 0; k < 3; k++) sum[k] += (float)(a >> k & 1);
        sum[axis] += iso_crossing(value[a], value[b]);
        count++;
    }
    for (int k = 0; k < 3; k++) at[k] = sum[k] / (float)count;
}

/// Where the planes at the crossings meet, inside the cell, and the mean of their directions; false: the planes say nothing.
static inline bool iso_sharp_vertex(const iso_job *j, const int32_t cell[3], const float value[8], float at[3],
                                    float n[3]) {
    iso_plane planes[12];
    double places[12][3], middle[3] = {0, 0, 0};
    int count = 0;
    for (int e = 0; e < 12; e++) {
        int axis = e >> 2, a = iso_edge_corner(e), b = a | 1 << axis;
        if ((value[a] < 0.0f) == (value[b] < 0.0f)) continue;
        const int32_t p[3] = {cell[0] + (a & 1), cell[1] + (a >> 1 & 1), cell[2] + (a >> 2)};
        planes[count] = iso_plane_at(j, p, axis, value[a], value[b]);
        for (int k = 0; k < 3; k++) {
            places[count][k] = k == axis ? (double)planes[count].at : (double)(a >> k & 1);
            middle[k] += places[count][k];
        }
        count++;
    }
    iso_quadric q = {0};
    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++) middle[k] /= count;
    for (int i = 0; i < count; i++) {
        const double from[3] = {places[i][0] - middle[0], places[i][1] - middle[1], places[i][2] - middle[2]};
        iso_add_plane(&q, planes[i].n, from);
        for (int k = 0; k < 3; k++) sum[k] += planes[i].n[k];
    }
    double move[3];
    iso_meet(&q, move);
    for (int k = 0; k < 3; k++) at[k] = oro_clamp((float)(middle[k] + move[k]), ISO_NEAREST, 1.0f - ISO_NEAREST);
    if (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] < 0.01f) return false;
    for (int k = 0; k < 3; k++) n[k] = sum[k];
    return true;
}

static inline void iso_place_nets(const void *user, int32_t block) {
    const iso_nets *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        uint32_t vertex = q->vertices[row];
        for (int32_t w = 0; w < j->words; w++) {
            uint64_t cells = q->active[(int64_t)row * j->words + w];
            uint64_t corner[8];
            q->first[(int64_t)row * j->words + w] = vertex;
            if (cells) iso_corners(j, row % j->side[1], row / j->side[1], w, corner);
            while (cells) {
                int32_t bit = iso_take(&cells);
                const int32_t cell[3] = {64 * w + bit, row % j->side[1], row / j->side[1]};
                unsigned rock = iso_case_in(corner, bit);
                float value[8], at[3], n[3];
                iso_values(j, cell, rock, value);
                bool sharp = q->sharp && iso_case_pieces[rock] == 1;
                if (!sharp) iso_mean(value, at);
                if (!sharp || !iso_sharp_vertex(j, cell, value, at, n)) iso_gradient_in(j, cell, at, n);
                iso_place(j, q->out, vertex++, cell, at, n);
            }
        }
    }
}

// --- squares -------------------------------------------------------------------------------------------------------------------

static inline uint32_t iso_vertex_of(const iso_nets *q, int32_t x, int32_t y, int32_t z) {
    int64_t word = iso_row(q->job, y, z) * q->job->words + (x >> 6);
    return q->first[word] + (uint32_t)iso_count(q->active[word] & ((1ULL << (x & 63)) - 1U));
}

/// Cuts a square, counter-clockwise from the air, along the diagonal that passes nearer the crossing of its edge: creases run
/// along that one. On ground as good as level the shorter.
static inline void iso_cut_square(const oro_mesh *m, const uint32_t v[4], int axis, float crossing, float cell,
                                  uint32_t *to) {
    const float *p[4];
    for (int k = 0; k < 4; k++) p[k] = m->positions + 3 * (size_t)v[k];
    float off[2], length[2];
    for (int d = 0; d < 2; d++) {
        off[d] = oro_abs(0.5f * (p[d][axis] + p[d + 2][axis]) - crossing);
        length[d] = 0.0f;
        for (int k = 0; k < 3; k++) length[d] += (p[d][k] - p[d + 2][k]) * (p[d][k] - p[d + 2][k]);
    }
    bool alike = oro_abs(off[0] - off[1]) < 0.01f * cell;
    int from = (alike ? length[1] < length[0] : off[1] < off[0]) ? 1 : 0;
    for (int k = 0; k < 3; k++) {
        to[k] = v[(from + k) & 3];
        to[3 + k] = v[(from + 2 + k) & 3];
    }
}

/// The four cells around the edge from a sample along an axis, counter-clockwise where the air lies behind it. The volume's y
/// runs south and the mesh's north.
static inline void iso_cells_around(const iso_nets *q, int axis, const int32_t p[3], uint32_t v[4]) {
    static const int8_t back[3][4][3] = {{{0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {0, 0, 0}},
                                         {{1, 0, 1}, {0, 0, 1}, {0, 0, 0}, {1, 0, 0}},
                                         {{1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {1, 1, 0}}};
    for (int k = 0; k < 4; k++) {
        const int8_t *b = back[axis][k];
        v[k] = iso_vertex_of(q, p[0] - b[0], p[1] - b[1], p[2] - b[2]);
    }
}

static inline void iso_square(const iso_nets *q, int axis, const int32_t p[3], uint32_t *to) {
    const iso_job *j = q->job;
    int32_t end[3] = {p[0], p[1], p[2]};
    end[axis]++;
    float a = iso_signed(j, p), b = iso_signed(j, end);
    uint32_t v[4];
    iso_cells_around(q, axis, p, v);
    if (a > 0.0f) {
        uint32_t second = v[1];
        v[1] = v[3];
        v[3] = second;
    }
    float at = iso_crossing(a, b);
    if (q->sharp) iso_sharp_crossing(j, p, axis, a, b, &at);
    double place = j->volume->origin[axis] + (p[axis] + (double)at) * j->volume->cell;
    iso_cut_square(q->out, v, axis, (float)(axis == 1 ? -place : place), j->cell, to);
}

static inline void iso_place_squares(const void *user, int32_t block) {
    const iso_nets *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint32_t *to = q->out->indices + 6 * (size_t)q->squares[row];
        for (int axis = 0; axis < 3; axis++)
            for (int32_t w = 0; w < j->words; w++) {
                uint64_t edges = iso_inner_edges(j, axis, y, z, w);
                if (edges && q->sheets) edges = iso_true_edges(q->sheets, axis, y, z, w, edges);
                for (; edges; to += 6) iso_square(q, axis, (const int32_t[3]){64 * w + iso_take(&edges), y, z}, to);
            }
    }
}

static inline oro_status iso_extract_nets(oro_run *r, iso_nets *q) {
    const iso_job *j = q->job;
    size_t rows = (size_t)j->rows, words = rows * (size_t)j->words;
    q->active = oro_scratch(r, words * sizeof *q->active);
    q->first = q->active ? oro_scratch(r, words * sizeof *q->first) : NULL;
    q->vertices = q->first ? oro_scratch(r, 2 * rows * sizeof *q->vertices) : NULL;
    if (!q->vertices) return ORO_NO_MEMORY;
    q->squares = q->vertices + rows;
    oro_stage(r, 0.3, 0.4);
    oro_status status = iso_for_rows(r, j, iso_count_nets, q);
    if (status == ORO_OK) status = iso_make_room(r, j, q->vertices, q->squares, 2, q->out);
    if (status != ORO_OK || q->out->triangle_count == 0) return status;
    oro_stage(r, 0.4, 0.8);
    status = iso_for_rows(r, j, iso_place_nets, q);
    oro_stage(r, 0.8, 1.0);
    return status == ORO_OK ? iso_for_rows(r, j, iso_place_squares, q) : status;
}

#endif
