// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of terrain. A shaded relief is a map: seen from straight above, north up, lit from the north-west as printed
// maps are, tinted by height. It needs no settings to look right. Other styles of maps show what the eye cannot judge:
// heights in metres, slopes, where water runs, what changed. A photo is taken with a camera; see oro_render_photo().
//
// One rule holds for every description in this header: a member left zero means the default. Where zero is something a
// person could mean (a sun in the north, no haze, snow from 0 m up, even light), a member has_… says that the value is set,
// and without it the value is ignored. Everywhere else zero is no possible value: no picture is 0 pixels wide.
#ifndef OROGEN_RENDER_H
#define OROGEN_RENDER_H

#include "grid.h"
#include "mesh.h"
#include "volume.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// How a relief is drawn.
typedef struct oro_relief_desc {
    int32_t width,
        height; ///< pixels; default: one per sample. One given: the other keeps the shape. Both: the middle is cut out
    const char *palette; ///< "natural" (default), "arid" or "grey"; see oro_palette_names()
    bool has_range;      ///< lo and hi are set
    float lo, hi;   ///< heights in metres that get the lowest and the highest tint, lo < hi; default: from the terrain
    bool has_water; ///< water_level is set
    float water_level; ///< metres; lower ground is drawn as water, darker with depth
    const oro_grid
        *water; ///< depth of water in metres on the same samples as the terrain (rivers, lakes); default: none
    bool has_exaggeration;
    float
        exaggeration; ///< heights are multiplied by this for the light, 0: even light; default: so that the relief reads
    bool has_light;   ///< azimuth and altitude are set
    float azimuth;    ///< degrees clockwise from north where the main light comes from; default 315
    float altitude;   ///< degrees of the main light above the horizon, 0 to 90; default 45
} oro_relief_desc;

/// Draws a shaded relief. `desc` may be NULL. `out` gets its size, three channels and its memory here (free it with
/// oro_image_free()). Samples that are not finite are drawn in a neutral grey. The same terrain gives the same bytes for
/// any number of threads, and looks the same at any resolution.
///
/// ORO_BAD_ARGUMENT: an unknown palette, an invalid range or size, a water map of another size. ORO_NO_MEMORY,
/// ORO_CANCELLED. On failure `out` has no memory.
oro_status oro_render_relief(oro_context *ctx, const oro_grid *height, const oro_relief_desc *desc, oro_image *out);

/// How fine a picture is computed.
typedef enum oro_quality {
    ORO_GOOD,  ///< 16 rays per pixel
    ORO_DRAFT, ///< a glance: 2 rays per pixel on a reduced map
    ORO_BEST,  ///< 64 rays per pixel
} oro_quality;

/// How a picture is taken. Positions are metres in the picture's own frame: x east,
/// y north, z up as drawn (exaggeration included), from the middle of the map.
typedef struct oro_photo_desc {
    int32_t width, height; ///< pixels; default 1280 x 720
    oro_quality quality;
    const char *view; ///< "three-quarter" (default), "top", "low" (the highest peak from a valley), "close"
    double turn;      ///< degrees by which the three-quarter view walks around the map
    bool has_from, has_look_at;
    double from[3], look_at[3];
    double field_of_view; ///< degrees across the picture; default 38
    bool orthographic;    ///< parallel rays, as the top view has by default
    bool perspective;     ///< the top view in perspective
    bool has_sun;
    double sun_azimuth, sun_elevation; ///< degrees clockwise from north, above the horizon; default 310 and 32
    bool has_water;
    double water_level;    ///< metres, as the map's heights
    const oro_grid *water; ///< depth of water in metres on the map's samples (rivers, lakes)
    const char *
        surround; ///< "land" (mirrored), "sea", "none" (a block); default: sea where the border is under water, else land
    double exaggeration; ///< heights are multiplied by this; default 1
    double exposure;     ///< stops brighter (positive) or darker
    bool has_haze;
    double haze; ///< 1 is a clear day over this map, 0 no air at all; default 1
    bool has_snow_line;
    double snow_line; ///< metres; default: chosen from the relief
    bool no_snow;
    bool wireframe;          ///< lines of the grid, or the triangles of the mesh, over even clay (or over `colour`)
    const oro_image *colour; ///< drawn on the ground instead of the natural colours
    const oro_grid *roads;   ///< where the ground is trodden, 0 to 1, over the whole map
    oro_progress_fn *progress;
    void *user;
} oro_photo_desc;

/// Takes a picture of a height map by ray tracing: sun with soft shadows, sky light, haze, water. `out` gets its memory here
/// (free it with oro_image_free()). Values that are not finite are filled with the lowest height and noted. The same bytes
/// for any number of threads on one machine.
///
/// ORO_BAD_ARGUMENT: an invalid size, view or angle. ORO_NO_MEMORY, ORO_CANCELLED. On failure `out` has no memory.
oro_status oro_render_photo(oro_context *ctx, const oro_grid *height, const oro_photo_desc *desc, oro_image *out);

/// Takes a picture of a mesh in the same way, standing on a grey plain that runs to the horizon (or in the sea, with
/// has_water; or alone, with surround "none"). The mesh is moved so that the middle of its extent is the middle of the
/// picture's frame; heights stay. Normals are used where the mesh has them; else edges that bend by less than 40 degrees are
/// drawn smooth. `colour` is put on by uvs, or from above. Triangles with a corner that is not finite are left out and noted.
///
/// ORO_BAD_ARGUMENT: no triangle to draw, an index without a vertex, more than 10^9 m across, and as oro_render_photo().
oro_status oro_render_mesh(oro_context *ctx, const oro_mesh *mesh, const oro_photo_desc *desc, oro_image *out);

// --- styles ------------------------------------------------------------------------------------------------------------

/// What a style draws.
typedef enum oro_style_kind {
    ORO_STYLE_PHOTO, ///< taken with a camera: oro_render_photo(), oro_render_mesh()
    ORO_STYLE_MAP,   ///< seen from above: oro_render_map()
    ORO_STYLE_SLICE, ///< cuts through a volume: oro_render_slice(), oro_render_volume()
} oro_style_kind;

typedef struct oro_style {
    const char *name;
    const char *summary; ///< one sentence
    oro_style_kind kind;
    bool needs_before; ///< compares with an earlier map
} oro_style;

/// The styles in the order people should meet them. `index` runs from 0 to oro_style_count() - 1.
int oro_style_count(void);
const oro_style *oro_style_at(int index);

/// The style called `name`. NULL, with ORO_BAD_ARGUMENT, the nearest name and the list of all set as the error (where `ctx`
/// is not NULL).
const oro_style *oro_style_find(oro_context *ctx, const char *name);

/// Pixels along the longer side of a picture of a map with `samples` along its own, where no size is asked for.
int32_t oro_style_side(const oro_style *style, int32_t samples);

// --- maps --------------------------------------------------------------------------------------------------------------

typedef enum oro_overlay_kind {
    ORO_OVERLAY_PATH,   ///< straight lines from point to point
    ORO_OVERLAY_SPLINE, ///< a smooth curve through the points
    ORO_OVERLAY_POINTS, ///< dots
} oro_overlay_kind;

/// Something drawn on top of a map.
typedef struct oro_overlay {
    oro_overlay_kind kind;
    int32_t count;
    const double *points; ///< x, y of each point: world metres, y to the south
    uint8_t colour[3];    ///< sRGB
    float width;          ///< of lines, or across a dot, in pixels; 0: 2 (dots: 6)
} oro_overlay;

/// How a map is drawn.
typedef struct oro_map_desc {
    const char *style; ///< a style of kind ORO_STYLE_MAP; default "relief"
    /// Pixels of the whole picture, legend included. Default: one per sample for relief and normals, else 1024 to 2048 along
    /// the longer side. One given: the other keeps the map's shape. Both: the middle of the map is cut out.
    int32_t width, height;
    const oro_grid *before; ///< the map as it was, over the same ground: for difference and split
    const char *halves;     ///< split: the style of both halves; default "relief"
    const char *palette;    ///< relief and height: see oro_palette_names()
    bool has_range;         ///< lo and hi are set
    float lo, hi;           ///< what the ends of the colours stand for, in the style's unit; default: from the map
    bool has_water;
    float water_level;     ///< metres; lower ground is drawn as water
    const oro_grid *water; ///< depth of water in metres on the terrain's samples; default: none
    bool has_exaggeration;
    float
        exaggeration; ///< heights are multiplied by this for the light and for normals; default: as in oro_relief_desc
    bool has_light;   ///< azimuth and altitude are set
    float azimuth;    ///< degrees clockwise from north where the light comes from; default 315
    float altitude;   ///< degrees of the light above the horizon, 0 to 90; default 45
    double interval;  ///< height: metres from contour to contour; default: a round number
    bool no_legend;   ///< only the map
    const oro_overlay *overlays;
    int32_t overlay_count;
} oro_map_desc;

/// Draws a map in any style seen from above. `desc` may be NULL. The map begins in the upper left corner with the centre of
/// its first pixel on the first sample; a strip below holds legend and scale where the picture is at least 200 pixels wide.
/// Values that are not finite are drawn in a neutral grey. `out` gets its memory here (free it with oro_image_free()). The
/// same bytes for any number of threads.
///
/// The style normals holds directions as textures do: red east, green north (up in the picture, as OpenGL has it), blue up,
/// each from -1 to 1 as 0 to 255.
///
/// ORO_BAD_ARGUMENT: an unknown style, a missing or unfitting `before`, an invalid size or range. ORO_NO_MEMORY,
/// ORO_CANCELLED. On failure `out` has no memory.
oro_status oro_render_map(oro_context *ctx, const oro_grid *height, const oro_map_desc *desc, oro_image *out);

/// Lays the left half of `before`, a picture of the same size, over `after`, with a thin white line between; below `rows` rows
/// everything stays as it is.
void oro_image_join(const oro_image *after, const oro_image *before, int32_t rows);

/// A cut through a volume.
typedef struct oro_slice_desc {
    char axis;             ///< 'x', 'y' or 'z': what the cut is square to; default 'z', seen from above
    bool has_at;           ///< else the middle
    double at;             ///< where it cuts the axis, world metres
    int32_t width, height; ///< as in oro_map_desc
    bool has_range;
    float lo, hi; ///< values at the ends of the colours; default: symmetric about 0
    bool no_legend;
} oro_slice_desc;

/// Draws a cut in two colours that meet at 0, with a line where the values cross 0, a legend and a scale. Cuts square to x
/// and y are seen from the west and from the south, z upwards. Otherwise as oro_render_map().
oro_status oro_render_slice(oro_context *ctx, const oro_volume *volume, const oro_slice_desc *desc, oro_image *out);

/// Draws a sheet of a volume: cuts square to x, y and z (one of them where `axis` and `at` say, the others in the middle), and a
/// view of the box from the south-west with the corner between the cuts taken away, all in the colours of oro_render_slice().
/// Solid is what lies below 0, or below the middle of the values where they are all on one side of it. Without a size it is 1280
/// pixels wide.
oro_status oro_render_volume(oro_context *ctx, const oro_volume *volume, const oro_slice_desc *desc, oro_image *out);

// --- the sun -----------------------------------------------------------------------------------------------------------

/// Where the sun stands, to about a hundredth of a degree. `year` 0 stands for any year (which matters by a quarter of a
/// degree at most). `hour` is local solar time: at 12 the sun is highest. Latitude in degrees, north positive. Azimuth in
/// degrees clockwise from north, elevation above the horizon without refraction.
/// False for a date, hour or latitude that does not exist.
bool oro_sun_position(int year, int month, int day, double hour, double latitude, double *azimuth, double *elevation);

/// The names of the palettes, ending with NULL. The list is static.
const char *const *oro_palette_names(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
