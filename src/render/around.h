// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The land around a map that does not wrap: beyond the border the map's own land goes on, mirrored, bent more and more with
// the distance so that no range is seen twice, and sinking to the plain.
#ifndef ORO_RENDER_AROUND_H
#define ORO_RENDER_AROUND_H

#include "ground.h"

/// The place whose mirror image lies at a place outside of the map, both in picture coordinates.
void oro_around_source(const ground *g, float x, float y, float *from_x, float *from_y);

/// Height of the land at a place outside of the map.
float oro_around_height(const ground *g, float x, float y);

/// The vertices of that land: a grid of `width` by `height` that runs far below the map, fine along its border and coarser
/// with the distance. NULL where memory ends; free with oro_free().
float *oro_around_vertices(oro_context *ctx, const ground *g, int32_t *width, int32_t *height);

#endif
