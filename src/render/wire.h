// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The triangles of a map or a mesh as thin lines over the picture.
#ifndef ORO_RENDER_WIRE_H
#define ORO_RENDER_WIRE_H

#include "camera.h"

/// How many samples apart the lines of a map should be so that they stay apart in the middle of the picture; 1 for a mesh.
/// `pixel`: the width of a pixel as a share of the picture's.
float oro_wire_step(const ground *g, const camera *c, float pixel);

/// How much of a line covers a hit: 0 none, 1 all. x and y are its place in the picture, 0 to 1.
float oro_wire_at(const ground *g, const camera *c, float step, const hit *h, float x, float y, float pixel);

#endif
