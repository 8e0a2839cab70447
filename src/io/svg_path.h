// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The geometry of SVG: points with handles, gathered part by part and put through a transform when a part ends.
#ifndef ORO_IO_SVG_PATH_H
#define ORO_IO_SVG_PATH_H

#include "io/spline_file.h"

/// x' = a x + c y + e, y' = b x + d y + f.
typedef struct oro_svg_matrix {
    double a, b, c, d, e, f;
} oro_svg_matrix;

/// What an element hands down to those in it.
typedef struct oro_svg_group {
    oro_svg_matrix m;
    char stroke[8]; ///< "#rrggbb"; empty: none
    bool hidden;    ///< defines things for others, and shows nothing itself
} oro_svg_group;

/// A point of a path with its handles as offsets.
typedef struct oro_svg_knot {
    double x, y, in_x, in_y, out_x, out_y;
    bool in_curved, out_curved;
} oro_svg_knot;

/// The shape being read.
typedef struct oro_svg_sketch {
    oro_spline_reader *r;
    oro_svg_knot *knots; ///< of the part being read
    int32_t count, room;
    char id[128];
    int parts; ///< of this shape so far
} oro_svg_sketch;

/// Past blanks and commas.
const char *oro_svg_skip(const char *p);

oro_status oro_svg_no_memory(const oro_svg_sketch *s);

// Each adds points in user units, from where the last one ended; false where there is no memory.
bool oro_svg_begin(oro_svg_sketch *s, double x, double y);
bool oro_svg_line(oro_svg_sketch *s, double x, double y);

/// A piece of an ellipse about a middle, turned by `turn`, from one angle on (radians), in cubics of a quarter at most.
bool oro_svg_sweep(oro_svg_sketch *s, double mx, double my, double rx, double ry, double turn, double from,
                   double angle);

/// Ends a part: makes the points since the last one a spline. Fewer than two are nothing to see.
oro_status oro_svg_end_part(oro_svg_sketch *s, const oro_svg_group *g, bool closed, const char *at);

/// Path data: M L H V C S Q T A Z. `at` is where the file has it.
oro_status oro_svg_path(oro_svg_sketch *s, const oro_svg_group *g, const char *data, const char *at);

#endif
