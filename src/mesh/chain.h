// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which samples of a line to keep so that straight pieces between them miss no sample by more than a limit: the worst is kept,
// then the worst of both halves, and so on (Douglas and Peucker 1973). Both sides of a line get the same from it.
#ifndef ORO_MESH_CHAIN_H
#define ORO_MESH_CHAIN_H

#include <stddef.h>
#include <stdint.h>

/// Heights along a line, `step` floats apart.
typedef struct oro_chain {
    const float *heights;
    ptrdiff_t step;
} oro_chain;

/// The sample between two that a straight piece misses most, or -1 where none lies beyond the limit.
static inline int32_t oro_chain_worst(oro_chain c, int32_t from, int32_t to, double limit) {
    double low = (double)c.heights[from * c.step], slope = ((double)c.heights[to * c.step] - low) / (to - from);
    int32_t worst = -1;
    for (int32_t i = from + 1; i < to; i++) {
        double miss = (double)c.heights[i * c.step] - (low + slope * (i - from));
        miss = miss < 0 ? -miss : miss;
        if (miss > limit) limit = miss, worst = i;
    }
    return worst;
}

/// Marks what to keep between `from` and `to`, and both of them. `waiting` has room for to - from + 1 numbers.
static inline void oro_chain_mark(oro_chain c, int32_t from, int32_t to, double limit, int32_t *waiting,
                                  uint8_t *kept) {
    int32_t count = 0;
    kept[from] = kept[to] = 1;
    waiting[count++] = to;
    while (count > 0) {
        int32_t end = waiting[count - 1], worst = oro_chain_worst(c, from, end, limit);
        if (worst < 0) {
            from = end;
            count--;
        } else {
            kept[worst] = 1;
            waiting[count++] = worst;
        }
    }
}

#endif
