// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves in space, each a line of straight pieces: roads, rivers, ridges. A plain struct that can wrap anyone's memory.
// Positions are world metres, x to the east, y to the SOUTH and z up, as those of maps.
#ifndef OROGEN_CURVES_H
#define OROGEN_CURVES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

typedef struct oro_curves {
    uint32_t count;       ///< curves
    uint32_t point_count; ///< of all together
    float *positions;     ///< x y z per point; the last of a closed curve is its first again
    uint32_t *starts;     ///< count + 1 numbers: curve i has the points from starts[i] to before starts[i + 1]
} oro_curves;

/// Allocates the memory of curves whose counts are filled in (contents undefined, but for the last of `starts`). Free with
/// oro_curves_free(). ORO_NO_MEMORY past the limit; then they are empty.
oro_status oro_curves_alloc(oro_context *ctx, oro_curves *curves);

/// Frees what oro_curves_alloc() gave and clears the struct. Empty curves are allowed.
void oro_curves_free(oro_context *ctx, oro_curves *curves);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
