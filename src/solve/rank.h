// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values of a map by their rank, found by counting: the bits of a float, turned so that they order as the floats do, are
// counted by their upper halves, then within one upper half by their lower. Exact, and no order of work can change a bit.
// Reads the map once, and once more for every value asked for; counts take 2 MiB.
#ifndef ORO_SOLVE_RANK_H
#define ORO_SOLVE_RANK_H

#include "core/math.cell.h"
#include "op/op.h"

enum { ORO_RANK_BLOCKS = 8, ORO_RANK_HALF = 65536 };

typedef struct oro_rank_job {
    const oro_grid *map;
    uint32_t *counts; ///< ORO_RANK_BLOCKS histograms of ORO_RANK_HALF bins
    uint32_t upper;   ///< in the second counting: the upper half that the value has
    bool second;
} oro_rank_job;

/// Bits that order as the floats do.
static inline uint32_t oro_rank_bits(float v) {
    uint32_t b = oro_bits(v + 0.0f);
    return b >> 31 ? ~b : b | 0x80000000U;
}

static inline void oro_rank_count(const void *user, int32_t block) {
    const oro_rank_job *j = user;
    uint32_t *counts = j->counts + (size_t)block * ORO_RANK_HALF;
    int32_t y0 = (int32_t)((int64_t)j->map->height * block / ORO_RANK_BLOCKS);
    int32_t y1 = (int32_t)((int64_t)j->map->height * (block + 1) / ORO_RANK_BLOCKS);
    memset(counts, 0, ORO_RANK_HALF * sizeof *counts);
    for (int32_t y = y0; y < y1; y++) {
        const float *row = oro_row(j->map, y);
        for (int32_t x = 0; x < j->map->width; x++) {
            if (row[x] != row[x]) continue;
            uint32_t bits = oro_rank_bits(row[x]);
            if (!j->second)
                counts[bits >> 16]++;
            else if (bits >> 16 == j->upper)
                counts[bits & 0xffffU]++;
        }
    }
}

/// Adds the histograms of all blocks up in the first; returns how many were counted.
static inline int64_t oro_rank_add(const oro_rank_job *j) {
    int64_t all = 0;
    for (uint32_t bin = 0; bin < ORO_RANK_HALF; bin++) {
        for (int32_t block = 1; block < ORO_RANK_BLOCKS; block++)
            j->counts[bin] += j->counts[(size_t)block * ORO_RANK_HALF + bin];
        all += j->counts[bin];
    }
    return all;
}

/// The bin that holds the sample of this rank; *rank becomes its rank inside the bin.
static inline uint32_t oro_rank_bin(const uint32_t *counts, int64_t *rank) {
    for (uint32_t bin = 0; bin < ORO_RANK_HALF; bin++) {
        if (*rank < counts[bin]) return bin;
        *rank -= counts[bin];
    }
    return ORO_RANK_HALF - 1;
}

/// For each fraction in [0, 1] the value that this part of the samples does not exceed: the one with the rank
/// floor(fraction (n - 1)) of n. Samples that are not numbers do not count; with no others the values are NaN.
static inline oro_status oro_find_ranks(oro_run *run, const oro_grid *map, int32_t count, const double *fractions,
                                        float *values) {
    oro_rank_job j = {.map = map};
    j.counts = oro_scratch(run, (size_t)ORO_RANK_BLOCKS * ORO_RANK_HALF * sizeof *j.counts);
    uint32_t *upper = oro_scratch(run, ORO_RANK_HALF * sizeof *upper);
    if (!j.counts || !upper) return ORO_NO_MEMORY;
    oro_status status = oro_for_blocks(run, ORO_RANK_BLOCKS, oro_rank_count, &j);
    if (status != ORO_OK) return status;
    int64_t all = oro_rank_add(&j);
    memcpy(upper, j.counts, ORO_RANK_HALF * sizeof *upper);
    j.second = true;
    for (int32_t i = 0; i < count; i++) {
        values[i] = ORO_NAN;
        if (!all) continue;
        int64_t rank = (int64_t)(fractions[i] * (double)(all - 1));
        j.upper = oro_rank_bin(upper, &rank);
        status = oro_for_blocks(run, ORO_RANK_BLOCKS, oro_rank_count, &j);
        if (status != ORO_OK) return status;
        oro_rank_add(&j);
        uint32_t bits = j.upper << 16 | oro_rank_bin(j.counts, &rank);
        values[i] = oro_from_bits(bits >> 31 ? bits & 0x7fffffffU : ~bits);
    }
    return ORO_OK;
}

#endif
