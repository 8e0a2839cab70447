// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of terrain. A shaded relief is a map: seen from straight above, north up, lit from the north-west as printed
// maps are, tinted by height. It needs no settings to look right.
#ifndef OROGEN_RENDER_H
#define OROGEN_RENDER_H

#include "grid.h"

/// How a relief is drawn. Zero in any member means the default.
typedef struct oro_relief_desc {
    int32_t width,
        height; ///< pixels; default: one a sample. One given: the other keeps the shape. Both: the middle is cut out
    const char *palette; ///< "natural" (default), "arid" or "grey"; see oro_palette_names()
    bool has_range;      ///< lo and hi are set
    float lo, hi;   ///< heights in metres that get the lowest and the highest tint, lo < hi; default: from the terrain
    bool has_water; ///< water_level is set
    float water_level; ///< metres; lower ground is drawn as water, darker with depth
    const oro_grid
        *water;         ///< depth of water in metres on the same samples as the terrain (rivers, lakes); default: none
    float exaggeration; ///< heights are multiplied by this for the light; default: chosen so that the relief reads
    float azimuth;      ///< degrees clockwise from north where the main light comes from (360: north); default 315
    float altitude;     ///< degrees of the main light above the horizon, up to 90; default 45
} oro_relief_desc;

/// Draws a shaded relief. `desc` may be NULL. `out` gets its size, three channels and its memory here (free it with
/// oro_image_free()). Samples that are not finite are drawn in a neutral grey. The same terrain gives the same bytes for
/// any number of threads, and looks the same at any resolution.
///
/// ORO_BAD_ARGUMENT: an unknown palette, a range or size that cannot be, a water map of another size. ORO_NO_MEMORY,
/// ORO_CANCELLED. On failure `out` has no memory.
oro_status oro_render_relief(oro_context *ctx, const oro_grid *height, const oro_relief_desc *desc, oro_image *out);

/// The names of the palettes, ending with NULL. The list is static.
const char *const *oro_palette_names(void);

#endif
