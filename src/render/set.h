// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The parts of setting up a picture that are the same for maps and meshes.
#ifndef ORO_RENDER_SET_H
#define ORO_RENDER_SET_H

#include "ground.h"
#include "orogen/render.h"

/// A description with every default filled in. `desc` may be NULL.
oro_photo_desc oro_set_defaults(const oro_photo_desc *desc);

/// How every picture begins: `d` gets the description with its defaults; sizes, angles and places that cannot be are refused.
/// An old wish to stop something else is forgotten, and `out` is empty.
oro_status oro_set_begin(oro_context *ctx, const oro_photo_desc *desc, oro_photo_desc *d, oro_image *out);

/// Fills around, has_sea and sea: as the description says; else a mesh with water and a map whose border is under it lie in
/// the sea, all others on land.
oro_status oro_set_surround(oro_context *ctx, ground *g, const oro_photo_desc *d);

/// A map with its water and surroundings, ready for rays. oro_ground_free() is due in any case.
oro_status oro_set_ground(oro_context *ctx, ground *g, const oro_grid *height, const oro_photo_desc *d);

/// Light, material and camera for a ground that is ready, and the picture.
oro_status oro_set_shoot(oro_context *ctx, const ground *g, const oro_photo_desc *d, oro_image *out);

#endif
