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

/// How fine a picture is computed.
typedef enum oro_quality {
    ORO_DRAFT, ///< a glance: 2 rays a pixel on a reduced map
    ORO_GOOD,  ///< 16 rays a pixel
    ORO_BEST,  ///< 64 rays a pixel
} oro_quality;

/// How a picture is taken. Zero in any member means the default. Positions are metres in the picture's own frame: x east,
/// y north, z up as drawn (exaggeration included), from the middle of the map.
typedef struct oro_photo_desc {
    int32_t width, height; ///< pixels; default 1280 x 720
    oro_quality quality;
    const char *view; ///< "three-quarter" (default), "top", "low" (the highest peak from a valley), "close"
    double turn;      ///< degrees by which the three-quarter view walks around the map
    bool has_from, has_look_at;
    double from[3], look_at[3];
    double field_of_view;              ///< degrees across the picture; default 38
    bool orthographic;                 ///< parallel rays, as the top view has by default
    bool perspective;                  ///< the top view in perspective
    double sun_azimuth, sun_elevation; ///< degrees clockwise from north, above the horizon; both 0: 310 and 32
    bool has_water;
    double water_level;    ///< metres, as the map's heights
    const oro_grid *water; ///< depth of water in metres on the map's samples (rivers, lakes)
    const char *
        surround; ///< "land" (mirrored), "sea", "none" (a block); default: sea where the border is under water, else land
    double exaggeration; ///< heights are multiplied by this; default 1
    double exposure;     ///< stops brighter (positive) or darker
    double haze;         ///< 1 is a clear day over this map, 0 none
    bool no_haze;
    double snow_line; ///< metres; 0: chosen from the relief
    bool no_snow;
    const oro_image *colour; ///< drawn on the ground instead of the natural colours
    oro_progress_fn *progress;
    void *user;
} oro_photo_desc;

/// Takes a picture of a height map by ray tracing: sun with soft shadows, sky light, haze, water. `out` gets its memory here
/// (free it with oro_image_free()). Values that are not finite are filled with the lowest height and noted. The same bytes
/// for any number of threads on one machine.
///
/// ORO_BAD_ARGUMENT: a size, view or angle that cannot be. ORO_NO_MEMORY, ORO_CANCELLED. On failure `out` has no memory.
oro_status oro_render_photo(oro_context *ctx, const oro_grid *height, const oro_photo_desc *desc, oro_image *out);

/// The names of the palettes, ending with NULL. The list is static.
const char *const *oro_palette_names(void);

#endif
