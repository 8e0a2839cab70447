// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Coverage of a line is taken from the distance between a pixel's centre and the line: exact enough for widths from half a
// pixel on, and the same whatever the direction. Curves of letters are cut into lines by Chaikin's corner cutting (1974).

#include "render/draw.h"
#include "core/context.h"
#include "render/font.h"

#include <math.h>
#include <string.h>

enum { MOST_POINTS = 16, CUTS = 3, MOST_CURVE = (MOST_POINTS + 2) << CUTS };

oro_status oro_pen_make(oro_context *ctx, oro_pen *pen, int32_t width, int32_t height) {
    *pen = (oro_pen){.width = width, .height = height, .x0 = width, .y0 = height};
    size_t bytes = (size_t)width * (size_t)height;
    pen->cover = oro_alloc(ctx, bytes);
    if (!pen->cover) return ORO_NO_MEMORY;
    memset(pen->cover, 0, bytes);
    return ORO_OK;
}

void oro_pen_free(oro_context *ctx, oro_pen *pen) {
    oro_free(ctx, pen->cover);
    *pen = (oro_pen){0};
}

static int32_t within(double v, int32_t most) { return v > 0.0 ? v < most ? (int32_t)v : most : 0; }

typedef struct area {
    int32_t x0, y0, x1, y1;
} area;

/// The pixels between two corners, cut to the picture.
static area pixels_of(const oro_pen *pen, double xa, double ya, double xb, double yb) {
    return (area){within(floor(xa), pen->width), within(floor(ya), pen->height), within(ceil(xb) + 1.0, pen->width),
                  within(ceil(yb) + 1.0, pen->height)};
}

static void touch(oro_pen *pen, area a) {
    if (a.x0 >= a.x1 || a.y0 >= a.y1) return;
    if (a.x0 < pen->x0) pen->x0 = a.x0;
    if (a.y0 < pen->y0) pen->y0 = a.y0;
    if (a.x1 > pen->x1) pen->x1 = a.x1;
    if (a.y1 > pen->y1) pen->y1 = a.y1;
}

static void cover(oro_pen *pen, int32_t x, int32_t y, double amount) {
    uint8_t *at = pen->cover + (size_t)y * (size_t)pen->width + (size_t)x;
    int32_t value = (int32_t)(amount * 255.0 + 0.5);
    if (value > *at) *at = (uint8_t)value;
}

void oro_pen_line(oro_pen *pen, double xa, double ya, double xb, double yb, double width) {
    if (!isfinite(xa) || !isfinite(ya) || !isfinite(xb) || !isfinite(yb) || !(width > 0.0)) return;
    double strength = width < 1.0 ? width : 1.0, half = (width < 1.0 ? 1.0 : width) / 2.0, reach = half + 0.5;
    area a = pixels_of(pen, fmin(xa, xb) - reach, fmin(ya, yb) - reach, fmax(xa, xb) + reach, fmax(ya, yb) + reach);
    double dx = xb - xa, dy = yb - ya, square = dx * dx + dy * dy;
    touch(pen, a);
    for (int32_t y = a.y0; y < a.y1; y++) {
        // On each row only the pixels near the line: it crosses the band of this row between two columns.
        int32_t from = a.x0, to = a.x1;
        if (fabs(dy) > 1e-9) {
            double ta = (y - reach - ya) / dy, tb = (y + reach - ya) / dy, lo = fmin(ta, tb), hi = fmax(ta, tb);
            double first = xa + dx * fmin(fmax(lo, 0.0), 1.0), last = xa + dx * fmin(fmax(hi, 0.0), 1.0);
            from = within(floor(fmin(first, last) - reach), pen->width);
            to = within(ceil(fmax(first, last) + reach) + 1.0, pen->width);
        }
        for (int32_t x = from; x < to; x++) {
            double px = x - xa, py = y - ya, t = square > 0.0 ? (px * dx + py * dy) / square : 0.0;
            t = fmin(fmax(t, 0.0), 1.0);
            double ex = px - t * dx, ey = py - t * dy, far = sqrt(ex * ex + ey * ey);
            if (far < reach) cover(pen, x, y, strength * fmin(reach - far, 1.0));
        }
    }
}

void oro_pen_dot(oro_pen *pen, double x, double y, double radius) { oro_pen_line(pen, x, y, x, y, 2.0 * radius); }

/// How much of [v - 1/2, v + 1/2] lies in [a, b].
static double overlap(double v, double a, double b) { return fmax(fmin(v + 0.5, b) - fmax(v - 0.5, a), 0.0); }

void oro_pen_box(oro_pen *pen, double xa, double ya, double xb, double yb) {
    area a = pixels_of(pen, xa - 0.5, ya - 0.5, xb + 0.5, yb + 0.5);
    touch(pen, a);
    for (int32_t y = a.y0; y < a.y1; y++)
        for (int32_t x = a.x0; x < a.x1; x++) cover(pen, x, y, overlap(x, xa, xb) * overlap(y, ya, yb));
}

void oro_pen_clear_box(oro_pen *pen, double x, double y, double angle, double half_width, double half_height) {
    double c = cos(angle), s = sin(angle), reach = half_width + half_height;
    area a = pixels_of(pen, x - reach, y - reach, x + reach, y + reach);
    for (int32_t j = a.y0; j < a.y1; j++)
        for (int32_t i = a.x0; i < a.x1; i++) {
            double u = (i - x) * c + (j - y) * s, v = (j - y) * c - (i - x) * s;
            if (fabs(u) < half_width && fabs(v) < half_height)
                pen->cover[(size_t)j * (size_t)pen->width + (size_t)i] = 0;
        }
}

void oro_pen_ink(oro_pen *pen, const oro_image *image, oro_rgb colour, float opacity) {
    const float ink[3] = {colour.r * 255.0f, colour.g * 255.0f, colour.b * 255.0f};
    for (int32_t y = pen->y0; y < pen->y1; y++)
        for (int32_t x = pen->x0; x < pen->x1; x++) {
            uint8_t *c = pen->cover + (size_t)y * (size_t)pen->width + (size_t)x;
            if (!*c) continue;
            float amount = (float)*c * (opacity / 255.0f);
            uint8_t *p = image->data + ((size_t)y * (size_t)image->width + (size_t)x) * (size_t)image->channels;
            for (int i = 0; i < 3; i++) p[i] = (uint8_t)((float)p[i] + (ink[i] - (float)p[i]) * amount + 0.5f);
            *c = 0;
        }
    pen->x0 = pen->width;
    pen->y0 = pen->height;
    pen->x1 = pen->y1 = 0;
}

// --- words --------------------------------------------------------------------------------------------------------------

typedef struct point {
    double x, y;
} point;

/// The next character of a UTF-8 text; bytes that are none count as one each.
static uint32_t next_code(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    int more = at[0] >= 0xE0 ? 2 : at[0] >= 0xC0 ? 1 : 0;
    uint32_t code = more == 2 ? at[0] & 15U : more == 1 ? at[0] & 31U : at[0];
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            more = 0;
            code = at[0];
            break;
        }
        code = code << 6 | (at[i] & 63U);
    }
    *text += 1 + more;
    return code;
}

static const oro_glyph *glyph_of(uint32_t code) {
    const oro_glyph *g = oro_font;
    while (g->code && g->code != code) g++;
    return g;
}

enum { CAPITAL = 12, SPACE_BETWEEN = 4 };

double oro_text_width(const char *text, double size) {
    int units = 0;
    while (*text) units += glyph_of(next_code(&text))->width + SPACE_BETWEEN;
    return units > 0 ? (units - SPACE_BETWEEN) * size / CAPITAL : 0.0;
}

/// Cuts the corners of a line of points once; a closed one has no ends.
static int cut_corners(const point *in, int count, bool closed, point *out) {
    int n = 0, lines = closed ? count : count - 1;
    if (!closed) out[n++] = in[0];
    for (int i = 0; i < lines; i++) {
        point a = in[i], b = in[(i + 1) % count];
        if (closed || i > 0) out[n++] = (point){0.75 * a.x + 0.25 * b.x, 0.75 * a.y + 0.25 * b.y};
        if (closed || i < lines - 1) out[n++] = (point){0.25 * a.x + 0.75 * b.x, 0.25 * a.y + 0.75 * b.y};
    }
    if (!closed) out[n++] = in[count - 1];
    return n;
}

/// A glyph's units to pixels: scaled, turned, moved.
typedef struct placing {
    double x, y, scale, c, s;
} placing;

static point placed(const placing *p, double x, double y) {
    double u = x * p->scale, v = (y - CAPITAL) * p->scale;
    return (point){p->x + u * p->c - v * p->s, p->y + u * p->s + v * p->c};
}

static const char *draw_stroke(oro_pen *pen, const char *at, const placing *p, double offset, double width) {
    point a[MOST_CURVE], b[MOST_CURVE];
    char kind = *at++;
    int count = 0;
    for (; *at >= 'a' && *at <= 'q' && at[1] && count < MOST_POINTS; at += 2)
        a[count++] = placed(p, offset + (at[0] - 'a'), at[1] - 'a');
    if (kind == '.') oro_pen_dot(pen, a[0].x, a[0].y, width * 0.68);
    if (kind == '.' || count < 2) return at;
    bool closed = kind == 'O';
    for (int i = 0; kind != '/' && i < CUTS; i++) {
        count = cut_corners(a, count, closed, b);
        memcpy(a, b, (size_t)count * sizeof *a);
    }
    for (int i = 0; i + 1 < count + closed; i++) {
        point to = a[(i + 1) % count];
        oro_pen_line(pen, a[i].x, a[i].y, to.x, to.y, width);
    }
    return at;
}

void oro_pen_text(oro_pen *pen, const char *text, double x, double y, double size, double angle, double weight) {
    placing p = {x, y, size / CAPITAL, cos(angle), sin(angle)};
    double offset = 0.0, width = fmax(weight * size * 0.125, 0.9);
    while (*text) {
        const oro_glyph *g = glyph_of(next_code(&text));
        for (const char *at = g->strokes; *at;) at = draw_stroke(pen, at, &p, offset, width);
        offset += g->width + SPACE_BETWEEN;
    }
}
