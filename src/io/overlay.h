// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Paths, splines and points to be drawn on maps, from files:
//   JSON  a list of {"type": "path" | "spline" | "points", "points": [[x, y], …], "colour": "#c0392b", "width": 2}
//   CSV   a point "x,y" a line; an empty line ends a path; what stands alone is a point
// Positions are world metres, x to the east and y to the south.
#ifndef ORO_IO_OVERLAY_H
#define ORO_IO_OVERLAY_H

#include "orogen/render.h"

typedef struct oro_overlays {
    oro_overlay *items;
    int32_t count;
    double *points; ///< of all of them
} oro_overlays;

/// Reads a file in the format its ending names, else as JSON. Free with oro_overlays_free(), also after a failure. ORO_BAD_INPUT with a place
/// for what is missing or broken.
oro_status oro_overlays_load(oro_context *ctx, const char *path, oro_overlays *out);
void oro_overlays_free(oro_context *ctx, oro_overlays *o);

/// The readers of the formats (formats.def). `path` is what errors call the text.
oro_status oro_overlays_read_csv(oro_context *ctx, const char *path, const char *text, size_t length,
                                 oro_overlays *out);
oro_status oro_overlays_read_json(oro_context *ctx, const char *path, const char *text, size_t length,
                                  oro_overlays *out);

#endif
