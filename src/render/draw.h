// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lines, boxes and words on a picture. A pen collects how much of each pixel is covered (the largest wins, so strokes that
// meet leave no darker joint) and puts colour down once. Positions are pixels; whole numbers are their centres.
#ifndef ORO_RENDER_DRAW_H
#define ORO_RENDER_DRAW_H

#include "orogen/grid.h"
#include "render/palette.h"

typedef struct oro_pen {
    int32_t width, height;
    uint8_t *cover;         ///< 0 to 255 per pixel
    int32_t x0, y0, x1, y1; ///< what was touched since the last ink: [x0, x1) x [y0, y1)
} oro_pen;

/// A pen for pictures of this size. Free with oro_pen_free(), also after a failure.
oro_status oro_pen_make(oro_context *ctx, oro_pen *pen, int32_t width, int32_t height);
void oro_pen_free(oro_context *ctx, oro_pen *pen);

/// A line with round ends; thinner than a pixel it fades. Ends far outside, or not finite, are fine.
void oro_pen_line(oro_pen *pen, double xa, double ya, double xb, double yb, double width);
void oro_pen_dot(oro_pen *pen, double x, double y, double radius);

/// A filled box; edges at whole numbers plus a half are sharp.
void oro_pen_box(oro_pen *pen, double xa, double ya, double xb, double yb);

/// Uncovers a box around a middle, turned by `angle` (radians, clockwise as seen).
void oro_pen_clear_box(oro_pen *pen, double x, double y, double angle, double half_width, double half_height);

/// UTF-8 text whose baseline begins at (x, y); `size` is the height of capitals in pixels; `weight` 1 is regular.
void oro_pen_text(oro_pen *pen, const char *text, double x, double y, double size, double angle, double weight);
double oro_text_width(const char *text, double size);

/// Puts colour on what is covered and clears the pen.
void oro_pen_ink(oro_pen *pen, const oro_image *image, oro_rgb colour, float opacity);

static inline void oro_put_rgb(const oro_image *image, int32_t x, int32_t y, oro_rgb c) {
    uint8_t *p = image->data + ((size_t)y * (size_t)image->width + (size_t)x) * (size_t)image->channels;
    const float v[3] = {c.r, c.g, c.b};
    for (int i = 0; i < 3; i++)
        p[i] = (uint8_t)(int32_t)((v[i] > 0.0f ? v[i] < 1.0f ? v[i] : 1.0f : 0.0f) * 255.0f + 0.5f);
}

#endif
