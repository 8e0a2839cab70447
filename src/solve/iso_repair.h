// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Signs made well-composed (Latecki, Eckhardt and Rosenfeld 1995; in space Siqueira et al. 2008): no face of a cell has rock at
// one pair of opposite corners and air at the other, and no cell has two opposite corners of one sign and six of the other. A
// surface of one vertex per cell is then a manifold, and every cell has one piece of it.
//
// Faults are found 64 cells at a time on all threads, and are few on smooth surfaces; they are fixed one after the other in the
// order of the volume. The corner nearest the level changes its sign, each sample once. Where changes chase each other, rock
// alone gives way from then on, which comes to an end.
#ifndef ORO_SOLVE_ISO_REPAIR_H
#define ORO_SOLVE_ISO_REPAIR_H

#include "iso_field.h"

/// Where a is unlike b and c and like d: the corners of a face in rows.
static inline uint64_t iso_diagonal(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    return (a ^ b) & ~(a ^ d) & ~(b ^ c);
}

/// The cells of a word that have a fault, at a face or inside.
static inline uint64_t iso_faults(const iso_job *j, int32_t y, int32_t z, int32_t word) {
    uint64_t c[8], bad = 0;
    iso_corners(j, y, z, word, c);
    for (int side = 0; side < 2; side++) {
        bad |= iso_diagonal(c[4 * side], c[4 * side + 1], c[4 * side + 2], c[4 * side + 3]);
        bad |= iso_diagonal(c[2 * side], c[2 * side + 1], c[2 * side + 4], c[2 * side + 5]);
        bad |= iso_diagonal(c[side], c[side + 2], c[side + 4], c[side + 6]);
    }
    for (int k = 0; k < 4; k++) {
        uint64_t any = 0, all = ~0ULL;
        for (int i = 0; i < 8; i++)
            if (i != k && i != 7 - k) any |= c[i], all &= c[i];
        bad |= (c[k] & c[7 - k] & ~any) | (~c[k] & ~c[7 - k] & all);
    }
    return bad & iso_within(word, 0, j->side[0] - 1);
}

typedef struct iso_repair {
    iso_job *job;
    uint8_t *faulty; ///< by row of cells
    uint64_t *queue; ///< cells that may have a fault, the last first
    size_t count, room;
    uint64_t found, flips;
} iso_repair;

static inline void iso_find_faults(const void *user, int32_t block) {
    const iso_repair *q = user;
    const iso_job *j = q->job;
    ISO_EACH_ROW(j, block, row) {
        int32_t y = row % j->side[1], z = row / j->side[1];
        uint64_t any = 0;
        for (int32_t w = 0; y + 1 < j->side[1] && z + 1 < j->side[2] && w < j->words; w++)
            any |= iso_faults(j, y, z, w);
        q->faulty[row] = any != 0;
    }
}

static inline uint64_t iso_number(const iso_job *j, const int32_t p[3]) {
    return ((uint64_t)iso_row(j, p[1], p[2]) << 12 | (uint64_t)p[0]); // a row has at most ORO_MAX_VOLUME_SIDE = 2^12
}

static inline oro_status iso_push(oro_run *r, iso_repair *q, uint64_t cell) {
    if (q->count == q->room) {
        size_t room = q->room ? 2 * q->room : 1024;
        uint64_t *larger = oro_alloc(r->ctx, room * sizeof *larger);
        if (!larger) return ORO_NO_MEMORY;
        if (q->count) memcpy(larger, q->queue, q->count * sizeof *larger);
        oro_free(r->ctx, q->queue);
        q->queue = larger;
        q->room = room;
    }
    q->queue[q->count++] = cell;
    return ORO_OK;
}

/// May this sample change its sign? The outermost of a closed surface may not, nor one that has changed already.
static inline bool iso_may_flip(const iso_job *j, const int32_t p[3], bool rock_only) {
    bool rock = iso_is_rock(j, p[0], p[1], p[2]);
    if (rock_only) return rock;
    if (j->closed && iso_depth(j, p) == 0) return false;
    return rock == (*oro_voxel(j->volume, p[0], p[1], p[2]) - j->level < -j->snap);
}

/// Changes the sign of the corner that is nearest the level, and looks again at all around it: one of `first` (a bit each), or
/// where none of those may change, any rock of `corners`.
static inline oro_status iso_fix(oro_run *r, iso_repair *q, const int32_t cell[3], unsigned first, unsigned corners) {
    iso_job *j = q->job;
    int32_t best[3] = {-1, -1, -1};
    float least = INFINITY;
    bool rock_only = q->flips > 8 * q->found + 64;
    for (int pass = 0; pass < 2 && best[0] < 0; pass++, rock_only = true, first = corners)
        for (int k = 0; k < 8; k++) {
            const int32_t p[3] = {cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
            if (!(first >> k & 1U) || !iso_may_flip(j, p, rock_only)) continue;
            float size = oro_abs(iso_at(j, p));
            if (size < least) least = size, memcpy(best, p, sizeof best);
        }
    iso_flip(j, best[0], best[1], best[2]);
    oro_status status = ++q->flips % 65536 == 0 ? oro_step(r, 0.5) : ORO_OK;
    for (int k = 0; status == ORO_OK && k < 8; k++) {
        const int32_t p[3] = {best[0] - (k & 1), best[1] - (k >> 1 & 1), best[2] - (k >> 2)};
        bool is_cell = true;
        for (int a = 0; a < 3; a++) is_cell &= p[a] >= 0 && p[a] < j->side[a] - 1;
        if (is_cell) status = iso_push(r, q, iso_number(j, p));
    }
    return status;
}

/// The corners of the first fault of a cell, a bit each; 0: none.
static inline unsigned iso_fault_of(unsigned rock) {
    static const uint8_t faces[6] = {0x0f, 0xf0, 0x33, 0xcc, 0x55, 0xaa};
    static const uint8_t pairs[6] = {0x09, 0x90, 0x21, 0x84, 0x41, 0x82}; // one diagonal of each
    for (int f = 0; f < 6; f++) {
        unsigned on = rock & faces[f];
        if (on == pairs[f] || on == (faces[f] & ~(unsigned)pairs[f])) return faces[f];
    }
    for (unsigned k = 0; k < 4; k++) {
        unsigned both = 1U << k | 0x80U >> k;
        if (rock == both || rock == (0xffU & ~both)) return 0xff;
    }
    return 0;
}

static inline unsigned iso_case(const iso_job *j, const int32_t cell[3]) {
    unsigned rock = 0;
    for (int k = 0; k < 8; k++)
        rock |= (unsigned)iso_is_rock(j, cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)) << k;
    return rock;
}

/// Of the corners of a fault those that should change: where opposite ones stand alone, one of these two.
static inline unsigned iso_candidates(unsigned rock, unsigned corners) {
    if (corners != 0xff) return corners;
    return iso_count(rock) == 2 ? rock : 0xffU & ~rock;
}

static inline oro_status iso_fix_all(oro_run *r, iso_repair *q) {
    oro_status status = ORO_OK;
    while (status == ORO_OK && q->count > 0) {
        uint64_t number = q->queue[--q->count], row = number >> 12;
        const int32_t height = q->job->side[1];
        const int32_t cell[3] = {(int32_t)(number & 4095U), (int32_t)(row % (uint64_t)height),
                                 (int32_t)(row / (uint64_t)height)};
        unsigned rock = iso_case(q->job, cell), corners = iso_fault_of(rock);
        if (!corners) continue;
        status = iso_push(r, q, number); // it may have another
        if (status == ORO_OK) status = iso_fix(r, q, cell, iso_candidates(rock, corners), corners);
    }
    return status;
}

/// All faulty cells into the queue, so that the first comes out first.
static inline oro_status iso_queue_faults(oro_run *r, iso_repair *q) {
    const iso_job *j = q->job;
    oro_status status = ORO_OK;
    for (int32_t row = j->rows - 1; status == ORO_OK && row >= 0; row--)
        for (int32_t w = j->words - 1; q->faulty[row] && status == ORO_OK && w >= 0; w--) {
            uint64_t bits = iso_faults(j, row % j->side[1], row / j->side[1], w);
            for (; status == ORO_OK && bits; bits &= ~(1ULL << (63 - __builtin_clzll(bits)))) {
                int32_t x = 64 * w + 63 - __builtin_clzll(bits);
                status = iso_push(r, q, (uint64_t)row << 12 | (uint64_t)x);
                q->found++;
            }
        }
    return status;
}

static inline oro_status iso_make_composed(oro_run *r, iso_job *j) {
    iso_repair q = {.job = j, .faulty = oro_scratch(r, (size_t)j->rows)};
    if (!q.faulty) return ORO_NO_MEMORY;
    oro_status status = iso_for_rows(r, j, iso_find_faults, &q);
    if (status == ORO_OK) status = iso_queue_faults(r, &q);
    if (status == ORO_OK) status = iso_fix_all(r, &q);
    oro_free(r->ctx, q.queue);
    return status;
}

#endif
