// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Points in space: measurements, trees, stones. A plain struct that can wrap anyone's memory. Positions are world metres, x
// to the east, y to the SOUTH and z up, as those of maps.
#ifndef OROGEN_POINTS_H
#define OROGEN_POINTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

typedef struct oro_points {
    uint32_t count;
    float *positions; ///< x y z per point; NULL where there are none
} oro_points;

/// Gives points whose count is filled in their memory (contents undefined). Free with oro_points_free(). ORO_NO_MEMORY past
/// the limit; then there are none.
oro_status oro_points_alloc(oro_context *ctx, oro_points *points);

/// Frees what oro_points_alloc() gave and clears the struct. Empty points are allowed.
void oro_points_free(oro_context *ctx, oro_points *points);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
