// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines drawn elsewhere, as the list that scene files take:
//   SVG  paths, polylines, polygons, lines, rectangles, circles and ellipses, with the transforms around them. The picture's
//        box (viewBox, or width and height) fills the extent from the world's corner. The id becomes the name, the stroke the
//        colour; each part of a path is a spline of its own.
//   CSV  a header, then a point per line: x, y and, where the header has them, z, name and colour, in any order, separated by
//        commas, semicolons or tabs. A new name, or an empty line, begins another spline.
// Positions are world metres, x to the east and y to the south.
#ifndef ORO_IO_SPLINE_FILE_H
#define ORO_IO_SPLINE_FILE_H

#include "io/json.h"

typedef struct oro_spline_import {
    double extent;             ///< length in metres of the longer side of an SVG's box; 0: a unit is a metre
    double origin_x, origin_y; ///< metres of an SVG box's corner
    double z;                  ///< height of points that do not say one
} oro_spline_import;

/// Reads a list of splines from the text of a file; `name` is what errors call it and tells by its ending what it is. On
/// success *list belongs to the caller. ORO_BAD_INPUT with "NAME:line" for what is broken or holds no spline.
oro_status oro_splines_parse(oro_context *ctx, const char *name, const char *text, size_t length,
                             const oro_spline_import *how, oro_json **list);
oro_status oro_splines_load(oro_context *ctx, const char *path, const oro_spline_import *how, oro_json **list);

// --- for the readers (spline_file.c) ---------------------------------------------------------------------------------------

#define ORO_SPLINE_FILE_BYTES  ((size_t)64 << 20)
#define ORO_SPLINE_FILE_POINTS 200000

/// A text being read, and the list that grows from it.
typedef struct oro_spline_reader {
    oro_context *ctx;
    const char *name, *text, *end; ///< the text ends with 0 at `end` and holds no other
    const oro_spline_import *how;
    oro_json *list;
    int32_t points; ///< so far, of all splines
} oro_spline_reader;

/// Refuses the text: ORO_BAD_INPUT at the line of `at`.
oro_status oro_spline_refuse(const oro_spline_reader *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Reads a finite number at `*at` and moves there past it; false where there is none.
bool oro_spline_number(const char **at, double *value);

/// Begins a spline; `name` and `colour` ("#rrggbb") may be NULL or empty. NULL where there is no memory, or the name is not
/// UTF-8.
oro_json *oro_spline_begin(oro_spline_reader *r, const char *name, const char *colour);

/// Adds a point to a spline, by itself smooth; *made is it. `at` is where the text says it.
oro_status oro_spline_point_add(oro_spline_reader *r, oro_json *spline, const char *at, double x, double y, double z,
                                oro_json **made);

oro_status oro_splines_read_svg(oro_spline_reader *r);
oro_status oro_splines_read_csv(oro_spline_reader *r);

#endif
