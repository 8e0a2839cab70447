// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The data: grids of floats, pyramids of grids, pictures. Plain structs; they can wrap anyone's memory.
//
// Samples sit at vertices: N samples span N-1 cells (N cells where the grid wraps). Cells are square. Row 0 is north.
// World coordinates are metres, x to the east and y to the SOUTH, so that they run as rows and columns do; exporters that
// need y to the north flip there and nowhere else. Heights are metres upwards.
#ifndef OROGEN_GRID_H
#define OROGEN_GRID_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

#define ORO_MAX_SIDE   65536 ///< most samples along a side
#define ORO_MAX_LEVELS 20

/// A map: one float per sample. `data` may point into a larger map; rows are `stride` floats apart.
typedef struct oro_grid {
    int32_t width, height; ///< samples
    int32_t stride;        ///< floats from one row to the next, at least width
    bool wrap;             ///< east joins west and south joins north
    double cell;           ///< metres between samples
    double origin_x;       ///< world position of sample (0,0), metres
    double origin_y;
    float *data; ///< NULL: only the geometry is meant
} oro_grid;

/// The same landscape at several resolutions: levels[0] is the coarsest, levels[count-1] the finest.
typedef struct oro_pyramid {
    int32_t count;
    oro_grid levels[ORO_MAX_LEVELS];
} oro_pyramid;

#define ORO_CRS_SIZE 1024

/// Where the world's metres lie on the earth. A point x metres east and y metres south has the coordinates
/// (east + x * unit_x, north - y * unit_y) in the system `crs`.
typedef struct oro_georef {
    bool set;           ///< else the rest means nothing
    double east, north; ///< coordinates of the world's point (0,0)
    double unit_x,
        unit_y; ///< units of the system in a metre: 1 where it counts metres, about 1e-5 where it counts degrees
    /// "EPSG:32632", or "EPSG:32632+5773" with a vertical system; "GeoTIFF:…" with the keys of a system that has no number;
    /// "" where only the coordinates are known.
    char crs[ORO_CRS_SIZE];
} oro_georef;

/// Are both the same place, or both not set?
bool oro_georef_equal(const oro_georef *a, const oro_georef *b);

/// A picture: 8-bit sRGB, row 0 at the top, 3 or 4 channels; or 1, which is data.
typedef struct oro_image {
    int32_t width, height, channels;
    uint8_t *data; ///< width * channels bytes per row, no padding
    bool is_data;  ///< numbers, not colours: files say of no colour space that it is in it
} oro_image;

/// Row y of a grid.
static inline float *oro_row(const oro_grid *g, int32_t y) { return g->data + (ptrdiff_t)y * g->stride; }

/// World position of a column or row, metres.
static inline double oro_world_x(const oro_grid *g, int32_t x) { return g->origin_x + x * g->cell; }
static inline double oro_world_y(const oro_grid *g, int32_t y) { return g->origin_y + y * g->cell; }

/// Metres spanned: (samples - 1) cells, or as many cells as samples where the grid wraps.
static inline double oro_extent_x(const oro_grid *g) { return (g->wrap ? g->width : g->width - 1) * g->cell; }
static inline double oro_extent_y(const oro_grid *g) { return (g->wrap ? g->height : g->height - 1) * g->cell; }

/// Same samples at the same places (data not compared).
bool oro_grid_same_shape(const oro_grid *a, const oro_grid *b);

/// Says what is wrong with a geometry as ORO_BAD_ARGUMENT: no samples, more than ORO_MAX_SIDE, a cell that is not positive.
oro_status oro_grid_check(oro_context *ctx, const oro_grid *g, const char *where);

/// Allocates the memory of a grid whose geometry is filled in (rows aligned to 64 bytes, contents undefined). Free with
/// oro_grid_free(). ORO_BAD_ARGUMENT for an invalid geometry, ORO_NO_MEMORY past the limit.
oro_status oro_grid_alloc(oro_context *ctx, oro_grid *g);

/// Frees what oro_grid_alloc() gave and clears `data`. A grid without data is allowed; one that wraps other memory is not.
void oro_grid_free(oro_context *ctx, oro_grid *g);

/// Copies values; the shapes must be the same.
void oro_grid_copy(const oro_grid *from, oro_grid *to);

/// Hash of size and values (not of cell and origin). A negative zero counts as zero and every NaN as the same NaN.
oro_hash oro_grid_hash(const oro_grid *g);

/// Smallest and largest finite value, and how many values are not finite. With none finite, 0 and 0.
typedef struct oro_extremes {
    float min, max;
    int64_t not_finite;
} oro_extremes;
oro_extremes oro_grid_extremes(const oro_grid *g); ///< looks at every value, on the calling thread

/// Fills `out` (geometry and memory) with levels that halve the cell count until the shorter side would fall below
/// `smallest` samples. Each level covers the same ground; coarse samples are 3x3 binomial averages (weights 1 2 1) of the
/// finer level resampled at world positions. Free with oro_pyramid_free().
oro_status oro_pyramid_build(oro_context *ctx, const oro_grid *finest, int32_t smallest, oro_pyramid *out);
void oro_pyramid_free(oro_context *ctx, oro_pyramid *p); ///< frees every level; an empty pyramid is allowed

/// Gives every sample that is not finite a value: where few are missing, smoothly from those around them; larger holes
/// from coarser and coarser averages. The others stay as they are. A map without any finite value becomes 0.
oro_status oro_grid_fill_holes(oro_context *ctx, oro_grid *g);

/// Value of the map at a world position: bilinear, the nearest edge value outside (or wrapped).
float oro_grid_sample(const oro_grid *g, double x, double y);

/// Fills `to` (geometry and memory given) from `from` at world positions. Coarser targets average over their cell first,
/// so nothing aliases; finer ones are interpolated by cubic Hermite splines that do not overshoot.
oro_status oro_grid_resample(oro_context *ctx, const oro_grid *from, oro_grid *to);

/// Allocates the memory of a picture whose size and channels are filled in, contents undefined. Free it with oro_image_free().
/// ORO_BAD_ARGUMENT for an invalid size, ORO_NO_MEMORY past the limit.
oro_status oro_image_alloc(oro_context *ctx, oro_image *image);
void oro_image_free(oro_context *ctx, oro_image *image); ///< and clears `data`; a picture without data is allowed

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
