// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values of a map by their rank, found by counting: the bits of a float, turned so that they order as the floats do, are
// counted by their upper halves, then within one upper half by their lower. Exact, and no order of work can change a bit.
// Reads the map once, and once more for every value asked for; counts take half a MiB a thread.
#ifndef ORO_SOLVE_RANK_H
#define ORO_SOLVE_RANK_H

#include "core/math.cell.h"
#include "run/reduce.h"

enum { ORO_RANK_HALF = 65536 };

typedef struct oro_rank_job {
    const oro_grid *map;
    uint32_t upper; ///< in the second counting: the upper half that the value has
} oro_rank_job;

/// Bits that order as the floats do.
static inline uint32_t oro_rank_bits(float v) {
    uint32_t b = oro_bits(v + 0.0f);
    return b >> 31 ? ~b : b | 0x80000000U;
}

static inline void oro_rank_count_upper(const void *user, int32_t y, int64_t *counts) {
    const oro_rank_job *j = user;
    const float *row = oro_row(j->map, y);
    for (int32_t x = 0; x < j->map->width; x++)
        if (row[x] == row[x]) counts[oro_rank_bits(row[x]) >> 16]++;
}

static inline void oro_rank_count_lower(const void *user, int32_t y, int64_t *counts) {
    const oro_rank_job *j = user;
    const float *row = oro_row(j->map, y);
    for (int32_t x = 0; x < j->map->width; x++) {
        uint32_t bits = oro_rank_bits(row[x]);
        if (row[x] == row[x] && bits >> 16 == j->upper) counts[bits & 0xffffU]++;
    }
}

/// The bin that holds the sample of this rank; *rank becomes its rank inside the bin.
static inline uint32_t oro_rank_bin(const int64_t *counts, int64_t *rank) {
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
    int64_t *upper = oro_scratch(run, 2 * (size_t)ORO_RANK_HALF * sizeof *upper), *lower = upper + ORO_RANK_HALF;
    if (!upper) return ORO_NO_MEMORY;
    oro_status status = oro_count_rows(run, map, ORO_RANK_HALF, oro_rank_count_upper, &j, upper);
    if (status != ORO_OK) return status;
    int64_t all = 0;
    for (uint32_t bin = 0; bin < ORO_RANK_HALF; bin++) all += upper[bin];
    for (int32_t i = 0; i < count; i++) {
        values[i] = ORO_NAN;
        if (!all) continue;
        int64_t rank = (int64_t)(fractions[i] * (double)(all - 1));
        j.upper = oro_rank_bin(upper, &rank);
        status = oro_count_rows(run, map, ORO_RANK_HALF, oro_rank_count_lower, &j, lower);
        if (status != ORO_OK) return status;
        uint32_t bits = j.upper << 16 | oro_rank_bin(lower, &rank);
        values[i] = oro_from_bits(bits >> 31 ? bits & 0x7fffffffU : ~bits);
    }
    return ORO_OK;
}

#endif
