// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of maps in any style, as commands and the outputs of a scene ask for them.
#ifndef ORO_BUILD_DRAWING_H
#define ORO_BUILD_DRAWING_H

#include "io/render_json.h"

/// Everything a picture needs to know besides its map. Zero but for the style is fine.
typedef struct oro_drawing {
    const oro_style *style;
    oro_photo_desc photo;   ///< its progress is asked too
    oro_map_desc map;       ///< `style` in here is ignored
    const oro_mesh *mesh;   ///< drawn instead of a map; photo and wireframe only
    const oro_grid *before; ///< split or difference: the earlier map
    bool split;             ///< the left half shows `before` in the same style
} oro_drawing;

/// Takes what the scene says: its settings for pictures and its sea.
oro_status oro_drawing_from_scene(const oro_scene *scene, oro_drawing *d);

/// Draws it. `out` gets memory: free it with oro_image_free().
oro_status oro_drawing_draw(oro_context *ctx, const oro_drawing *d, const oro_grid *map, oro_image *out);

/// Draws the ground for a mesh: a map without legend, one pixel per sample (at most `largest` along a side), lit evenly unless `d`
/// has a style, since whoever shows the mesh lights it. Free it with oro_image_free().
enum { ORO_LARGEST_TEXTURE = 4096 }; ///< that every viewer takes
oro_status oro_drawing_ground(oro_context *ctx, const oro_drawing *d, const oro_grid *map, int32_t largest,
                              oro_image *out);

#endif
