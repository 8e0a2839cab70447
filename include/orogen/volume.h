// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A volume: one float per sample of a box in space, as distances to a surface or densities are. A plain struct that can wrap
// anyone's memory.
//
// Samples sit at vertices, x to the east, y to the south and z upwards; x runs fastest in memory, then y, then z.
#ifndef OROGEN_VOLUME_H
#define OROGEN_VOLUME_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

#define ORO_MAX_VOLUME_SIDE 4096 ///< most samples along a side

typedef struct oro_volume {
    int32_t width, height, depth; ///< samples along x, y and z
    double cell;                  ///< metres between samples, the same in all directions
    double origin[3];             ///< world position of the first sample, metres
    float *data;                  ///< width * height * depth values
} oro_volume;

/// The sample at (x, y, z).
static inline float *oro_voxel(const oro_volume *v, int32_t x, int32_t y, int32_t z) {
    return v->data + ((ptrdiff_t)z * v->height + y) * v->width + x;
}

/// Allocates the memory of a volume whose geometry is filled in (contents undefined). Free with oro_volume_free().
/// ORO_BAD_ARGUMENT for an invalid geometry, ORO_NO_MEMORY past the limit.
oro_status oro_volume_alloc(oro_context *ctx, oro_volume *v);

/// Frees what oro_volume_alloc() gave. A volume without data is allowed.
void oro_volume_free(oro_context *ctx, oro_volume *v);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
