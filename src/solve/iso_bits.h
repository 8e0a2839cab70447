// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The signs of a volume as bits, and what is asked of them 64 samples at a time: which cells the surface passes, which edges
// cross it. A set bit is rock (below the level). Rows are those of the volume, each of whole words; bits beyond a row's end
// are clear. 1/8 byte per sample.
//
// The corner of a cell that lies dx, dy, dz from its first has the number dx + 2 dy + 4 dz; so has the bit of its case.
#ifndef ORO_SOLVE_ISO_BITS_H
#define ORO_SOLVE_ISO_BITS_H

#include "orogen/volume.h"
#include "run/loops.h"

#include <string.h>

/// An extraction at work. The bits are the truth: a sample whose sign was repaired differs from its value.
typedef struct iso_job {
    const oro_volume *volume;
    int32_t side[3]; ///< samples along x, y and z
    int32_t words;   ///< of a row of bits
    int32_t rows;    ///< side[1] * side[2]
    float level, snap, cell;
    bool closed; ///< the outermost samples are air: the surface closes at the box
    uint64_t *rock;
} iso_job;

static inline int64_t iso_row(const iso_job *j, int32_t y, int32_t z) { return (int64_t)z * j->side[1] + y; }

static inline bool iso_is_rock(const iso_job *j, int32_t x, int32_t y, int32_t z) {
    return j->rock[iso_row(j, y, z) * j->words + (x >> 6)] >> (x & 63) & 1U;
}

static inline void iso_flip(iso_job *j, int32_t x, int32_t y, int32_t z) {
    j->rock[iso_row(j, y, z) * j->words + (x >> 6)] ^= 1ULL << (x & 63);
}

/// The bits of samples x + 1 at those of x.
static inline uint64_t iso_next(const iso_job *j, const uint64_t *row, int32_t word) {
    return row[word] >> 1 | (word + 1 < j->words ? row[word + 1] << 63 : 0);
}

/// The bits of a word whose x lies in [from, to).
static inline uint64_t iso_within(int32_t word, int32_t from, int32_t to) {
    int32_t first = from - 64 * word, last = to - 64 * word;
    if (last <= 0 || first >= 64 || first >= last) return 0;
    uint64_t above = first <= 0 ? ~0ULL : ~0ULL << first, below = last >= 64 ? ~0ULL : ~(~0ULL << last);
    return above & below;
}

/// The corners of 64 cells in a row, bits beyond the last cell as they come.
static inline void iso_corners(const iso_job *j, int32_t y, int32_t z, int32_t word, uint64_t corner[8]) {
    for (int k = 0; k < 4; k++) {
        const uint64_t *row = j->rock + iso_row(j, y + (k & 1), z + (k >> 1)) * j->words;
        corner[2 * k] = row[word];
        corner[2 * k + 1] = iso_next(j, row, word);
    }
}

/// The cells of a word that have both rock and air at their corners. The row must be one of cells.
static inline uint64_t iso_active(const iso_job *j, int32_t y, int32_t z, int32_t word) {
    uint64_t c[8], any = 0, all = ~0ULL;
    iso_corners(j, y, z, word, c);
    for (int k = 0; k < 8; k++) any |= c[k], all &= c[k];
    return any & ~all & iso_within(word, 0, j->side[0] - 1);
}

/// The edges of a word along an axis, from samples [x, y, z] to the next, that cross the surface.
static inline uint64_t iso_crossed(const iso_job *j, int axis, int32_t y, int32_t z, int32_t word) {
    const uint64_t *row = j->rock + iso_row(j, y, z) * j->words;
    if (axis == 0) return (row[word] ^ iso_next(j, row, word)) & iso_within(word, 0, j->side[0] - 1);
    if ((axis == 1 ? y : z) == j->side[axis] - 1) return 0;
    return row[word] ^ j->rock[iso_row(j, y + (axis == 1), z + (axis == 2)) * j->words + word];
}

static inline int32_t iso_count(uint64_t bits) { return __builtin_popcountll(bits); }

/// Takes the lowest bit off and gives its number.
static inline int32_t iso_take(uint64_t *bits) {
    int32_t bit = __builtin_ctzll(*bits);
    *bits &= *bits - 1;
    return bit;
}

// --- reading the signs ---------------------------------------------------------------------------------------------------

/// Rows of one piece of work: about 65 536 samples.
static inline int32_t iso_rows_of_block(const iso_job *j) {
    int32_t rows = 65536 / j->side[0];
    return rows > 0 ? rows : 1;
}

/// Calls fn for all pieces of the rows.
static inline oro_status iso_for_rows(oro_run *r, const iso_job *j, oro_block_fn *fn, const void *user) {
    int32_t each = iso_rows_of_block(j);
    return oro_for_blocks(r, (j->rows + each - 1) / each, fn, user);
}

/// The rows of piece `block`.
#define ISO_EACH_ROW(j, block, row)                                                                                    \
    for (int32_t each_ = iso_rows_of_block(j), row = (block)*each_,                                                    \
                 end_ = (j)->rows - row < each_ ? (j)->rows : row + each_;                                             \
         row < end_; row++)

/// 64 values as bits; false where one is not finite.
static inline bool iso_read_word(const float *restrict in, float level, float snap, uint64_t *word) {
    uint8_t below[64];
    int32_t bad = 0;
    for (int i = 0; i < 64; i++) {
        float d = in[i] - level;
        below[i] = d < -snap;
        bad |= !(d - d == 0.0f);
    }
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) { // eight bytes of 0 or 1 become eight bits: the product puts byte k at bit 56 + k
        uint64_t bytes;
        memcpy(&bytes, below + 8 * i, 8);
        bits |= (bytes * 0x0102040810204080ULL >> 56) << (8 * i);
    }
    *word = bits;
    return !bad;
}

static inline bool iso_read_row(const iso_job *j, int32_t row) {
    int32_t width = j->side[0], y = row % j->side[1], z = row / j->side[1];
    const float *in = oro_voxel(j->volume, 0, y, z);
    uint64_t *out = j->rock + (int64_t)row * j->words;
    bool finite = true;
    for (int32_t w = 0; w < j->words; w++) {
        float last[64];
        const float *from = in + 64 * w;
        if (width - 64 * w < 64) {
            for (int32_t i = 0; i < 64; i++) last[i] = i < width - 64 * w ? from[i] : j->level;
            from = last;
        }
        finite &= iso_read_word(from, j->level, j->snap, &out[w]);
    }
    if (!j->closed) return finite;
    bool outer = y == 0 || y == j->side[1] - 1 || z == 0 || z == j->side[2] - 1;
    for (int32_t w = 0; w < j->words; w++) out[w] &= outer ? 0 : iso_within(w, 1, width - 1);
    return finite;
}

typedef struct iso_reading {
    const iso_job *job;
    uint8_t *finite; ///< by piece
} iso_reading;

static inline void iso_read_rows(const void *user, int32_t block) {
    const iso_reading *q = user;
    bool finite = true;
    ISO_EACH_ROW(q->job, block, row) finite &= iso_read_row(q->job, row);
    q->finite[block] = finite;
}

/// Fills the bits. Refuses a volume with values that are not finite.
static inline oro_status iso_read(oro_run *r, const iso_job *j) {
    int32_t each = iso_rows_of_block(j), blocks = (j->rows + each - 1) / each;
    iso_reading q = {j, oro_scratch(r, (size_t)blocks)};
    if (!q.finite) return ORO_NO_MEMORY;
    oro_status status = iso_for_rows(r, j, iso_read_rows, &q);
    for (int32_t b = 0; status == ORO_OK && b < blocks; b++)
        if (!q.finite[b])
            return oro_refuse(r, "volume", "the volume holds values that are not finite between heights %g and %g m",
                              j->volume->origin[2] + b * each / j->side[1] * j->volume->cell,
                              j->volume->origin[2] + ((b + 1) * each < j->rows ? (b + 1) * each : j->rows - 1) /
                                                         j->side[1] * j->volume->cell);
    return status;
}

#endif
