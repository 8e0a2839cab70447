// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every picture seen from above begins with: where its pixels lie on the terrain, and the terrain at those pixels.
#ifndef ORO_RENDER_FRAME_H
#define ORO_RENDER_FRAME_H

#include "orogen/grid.h"

/// Geometry of a picture of the terrain, one sample a pixel. Neither side given: the terrain's own samples; one: the other
/// keeps the shape; both: the middle of the terrain that has their shape. No data.
oro_grid oro_frame_geometry(const oro_grid *terrain, int32_t width, int32_t height);

/// Gives `to` memory and the terrain's values at its samples, averaged where they lie further apart. Free `to` also after
/// a failure.
oro_status oro_frame_sample(oro_context *ctx, const oro_grid *from, oro_grid *to);

/// Another grid of the same geometry, with memory.
oro_status oro_frame_alloc_like(oro_context *ctx, const oro_grid *like, oro_grid *to);

typedef struct oro_slope {
    float x, y; ///< rise towards east and south
} oro_slope;

/// Slope by the eight neighbours (Horn 1981), edges repeated. Pictures show it in the place of solve/gradient.h's, which two
/// neighbours decide: it is calmer where single samples stand out, as on scanned maps, and a map never wraps in a picture.
oro_slope oro_frame_slope(const oro_grid *g, int32_t x, int32_t y);

/// Is this a number that can be drawn?
static inline bool oro_frame_finite(float v) { return v - v == 0.0f; }

#endif
