// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map while it is drawn, and the pieces its styles share: values at the pixels, colours, shading, contours, legend.
#ifndef ORO_RENDER_MAP_H
#define ORO_RENDER_MAP_H

#include "core/context.h"
#include "orogen/render.h"
#include "render/draw.h"
#include "render/frame.h"

typedef struct map map;

/// The colour of a value of this map.
typedef oro_rgb map_colour_fn(const map *m, float value);

struct map {
    oro_context *ctx;
    const oro_map_desc *desc;
    const oro_grid *source; ///< the terrain as it was given
    oro_grid frame;         ///< where the map's pixels lie; no data
    oro_grid height;        ///< terrain at the pixels, NaN where it is missing; no data until oro_map_sample_height()
    oro_grid value;         ///< what the colours show, NaN where it is missing
    oro_image shade;        ///< grey relief at the pixels; no data: no shading
    float shading;          ///< how much of it shows, 0 to 1
    const oro_palette *palette;
    map_colour_fn *colour;
    const oro_stop *ramp; ///< of oro_map_ramp_colour()
    float lo, hi;         ///< values at the ends of the colours
    float deepest;        ///< metres under the water level
    double scale;         ///< of lines: 1 on a picture 1024 pixels wide
    double text;          ///< height of capitals, pixels
    int32_t strip;        ///< rows of the legend below the map; 0: none
    oro_pen pen;          ///< for the whole picture
    oro_image *out;
};

/// One row of the table of styles.
typedef struct map_style {
    oro_style style;
    bool legend;  ///< has a strip with legend and scale
    bool samples; ///< by default one pixel per sample
    /// Finds the ends of the colours for a terrain. NULL: the style has none.
    oro_status (*measure)(map *m, const oro_grid *terrain, float *lo, float *hi);
    oro_status (*draw)(map *m);
} map_style;

/// Pixels along the longer side of a map in a style that does not draw one per sample.
int32_t oro_map_side(int32_t samples);

/// Finds room for map and legend, makes pen and picture. `m->ctx`, `desc`, `source` and `out` are set.
oro_status oro_map_open(map *m, bool legend, bool samples);
void oro_map_close(map *m);

oro_status oro_map_sample_height(map *m);
oro_status oro_map_alloc_value(map *m);

/// Makes `shade` from a terrain at the pixels.
oro_status oro_map_make_shade(map *m, const oro_grid *terrain);

/// Colours every pixel by `value`, `colour` and `shade`.
oro_status oro_map_paint(map *m);
map_colour_fn oro_map_ramp_colour; ///< `ramp` from `lo` to `hi`
bool oro_map_is_under_water(const map *m, float height);

/// Smooths a map by `passes` of the kernel 1 2 1 each way; planes stay as they are up to the edges. `spare` is of the same
/// shape.
oro_status oro_map_smooth(oro_context *ctx, oro_grid *g, oro_grid *spare, int passes);

/// The value below which `fraction` of the finite absolute values of a map lie (of a fair sample of them, for large maps).
oro_status oro_map_quantile(oro_context *ctx, const oro_grid *g, double fraction, float *value);

/// The next number of the row 1, 2, 5, 10, … at or above `v`; 1 where v is not positive.
double oro_map_round_up(double v);

/// A number at or above `v`, and not far above, with one or two digits.
double oro_map_round_up_finely(double v);

// --- contours (contour.c) -----------------------------------------------------------------------------------------------

/// Draws lines of equal height every `interval` metres, every fifth bold and, where there is room, labelled.
oro_status oro_map_contours(map *m, double interval);

/// Draws the one line of a map at the pixels where the values reach `level`.
void oro_map_contour_line(map *m, const oro_grid *g, double level, double width, oro_rgb ink, float opacity);

/// The interval that gives a readable number of contours between two heights.
double oro_map_contour_interval(double lo, double hi);

// --- legends (legend.c) ---------------------------------------------------------------------------------------------------

typedef struct map_swatch {
    oro_rgb colour;
    char label[24];
} map_swatch;

typedef struct map_legend {
    const char *title;      ///< what the colours show, with its unit
    const char *low, *high; ///< words at the ends of the colours; NULL: none
    const char *note;       ///< above the scale bar; NULL: none
    double lo, hi;          ///< values at the ends
    bool logarithmic;       ///< ticks at powers of ten, as areas
    map_colour_fn *colour;  ///< NULL: swatches instead
    const map_swatch *swatches;
    int32_t swatch_count, more; ///< how many there are beside those
} map_legend;

/// Fills the strip, if there is one.
void oro_map_draw_legend(map *m, const map_legend *l);

/// "0.25", with a real minus sign.
const char *oro_map_number_text(double value, char *buffer, size_t size);

// --- overlays (overlay.c) --------------------------------------------------------------------------------------------------

void oro_map_draw_overlays(map *m);

// --- styles ---------------------------------------------------------------------------------------------------------------

oro_status oro_map_measure_height(map *m, const oro_grid *terrain, float *lo, float *hi);
oro_status oro_map_draw_height(map *m);
oro_status oro_map_measure_slope(map *m, const oro_grid *terrain, float *lo, float *hi);
oro_status oro_map_draw_slope(map *m);
oro_status oro_map_measure_curvature(map *m, const oro_grid *terrain, float *lo, float *hi);
oro_status oro_map_draw_curvature(map *m);
oro_status oro_map_draw_flow(map *m);
oro_status oro_map_draw_difference(map *m);
oro_status oro_map_draw_classes(map *m);
oro_status oro_map_draw_colours(map *m);
oro_status oro_map_draw_normals(map *m);

#endif
