// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The strip below a map: its colours with their values on the left, a scale bar in round metres on the right.

#include "render/map.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>

const char *oro_map_number_text(double value, char *buffer, size_t size) {
    double near_zero = fabs(value) < 1e-12 ? 0.0 : value;
    oro_print(buffer, size, "%s%.6g", near_zero < 0.0 ? "\u2212" : "", fabs(near_zero));
    return buffer;
}

static const char *area_text(double square_metres, char *buffer, size_t size) {
    bool large = square_metres >= 9.99e3;
    oro_print(buffer, size, "%.6g %s", large ? square_metres * 1e-6 : square_metres, large ? "km²" : "m²");
    return buffer;
}

static const char *length_text(double metres, char *buffer, size_t size) {
    bool large = metres >= 1000.0;
    oro_print(buffer, size, "%.6g %s", large ? metres / 1000.0 : metres, large ? "km" : "m");
    return buffer;
}

static void ink_text(map *m, const char *text, double x, double y, double size, oro_rgb colour) {
    oro_pen_text(&m->pen, text, x, y, size, 0.0, 1.0);
    oro_pen_ink(&m->pen, m->out, colour, 1.0f);
}

static void fill_box(map *m, double xa, double ya, double xb, double yb, oro_rgb colour) {
    oro_pen_box(&m->pen, xa, ya, xb, yb);
    oro_pen_ink(&m->pen, m->out, colour, 1.0f);
}

/// Where things stand in the strip.
typedef struct layout {
    double left, right, top;            ///< pixels inside the margins
    double title, bar, bar_end, labels; ///< baselines and edges
    double size;                        ///< of text
} layout;

static layout layout_of(const map *m) {
    double t = m->text, top = m->frame.height;
    return (layout){.left = floor(1.7 * t) - 0.5,
                    .right = m->frame.width - floor(1.7 * t) - 0.5,
                    .top = top,
                    .title = top + 2.15 * t,
                    .bar = floor(top + 2.9 * t) + 0.5,
                    .bar_end = floor(top + 3.9 * t) + 0.5,
                    .labels = top + 5.5 * t,
                    .size = t};
}

// --- colours with ticks -------------------------------------------------------------------------------------------------

static double place_of(const map_legend *l, double value) {
    if (l->logarithmic) return log(value / l->lo) / log(l->hi / l->lo);
    return (value - l->lo) / (l->hi - l->lo);
}

static void draw_tick(map *m, const map_legend *l, const layout *a, double width, double value, double *used) {
    char text[40];
    double at = a->left + width * fmin(fmax(place_of(l, value), 0.0), 1.0);
    l->logarithmic ? area_text(value, text, sizeof text) : oro_map_number_text(value, text, sizeof text);
    double wide = oro_text_width(text, a->size), start = at - 0.5 * wide;
    if (start < a->left) start = a->left;
    if (start < *used || start + wide > a->left + width + 2.0 * a->size) return;
    *used = start + wide + 0.9 * a->size;
    oro_pen_line(&m->pen, at, a->bar_end, at, a->bar_end + 0.35 * a->size, fmax(1.0, 0.11 * a->size));
    oro_pen_ink(&m->pen, m->out, oro_ink, 1.0f);
    ink_text(m, text, start, a->labels, a->size, oro_ink);
}

static void draw_ticks(map *m, const map_legend *l, const layout *a, double width) {
    double used = -1.0, room = width / (5.5 * a->size), span = l->hi - l->lo;
    if (l->logarithmic) {
        for (double v = pow(10.0, ceil(log10(l->lo) - 1e-9)); v <= l->hi * 1.000001; v *= 10.0)
            draw_tick(m, l, a, width, v, &used);
        return;
    }
    double step = oro_map_round_up(span / fmax(fmin(room, 8.0), 2.0));
    if (l->lo == -l->hi) step = oro_map_round_up(l->hi / fmax(floor(fmin(room, 8.0) / 2.0), 1.0) * 0.999);
    double first = ceil(l->lo / step - 1e-6);
    for (int i = 0; i < 32 && (first + i) * step <= l->hi + 1e-6 * step; i++)
        draw_tick(m, l, a, width, (first + i) * step, &used);
}

static void draw_ramp(map *m, const map_legend *l, const layout *a, double width) {
    int32_t x0 = (int32_t)ceil(a->left), x1 = (int32_t)(a->left + width);
    int32_t y0 = (int32_t)ceil(a->bar), y1 = (int32_t)a->bar_end;
    for (int32_t x = x0; x <= x1 && x < m->out->width; x++) {
        double t = (x - a->left) / width;
        double value = l->logarithmic ? l->lo * pow(l->hi / l->lo, t) : l->lo + (l->hi - l->lo) * t;
        oro_rgb c = l->colour(m, (float)value);
        for (int32_t y = y0; y <= y1 && y < m->out->height; y++) oro_put_rgb(m->out, x, y, c);
    }
    double line = fmax(1.0, 0.09 * a->size);
    oro_pen_line(&m->pen, x0, y0, x1, y0, line);
    oro_pen_line(&m->pen, x0, y1, x1, y1, line);
    oro_pen_line(&m->pen, x0, y0, x0, y1, line);
    oro_pen_line(&m->pen, x1, y0, x1, y1, line);
    oro_pen_ink(&m->pen, m->out, oro_ink, 0.55f);
    draw_ticks(m, l, a, width);
}

/// The title stands at the left; between the words for the ends, where there are any.
static void draw_title(map *m, const map_legend *l, const layout *a, double width) {
    double title = oro_text_width(l->title, a->size);
    double high = l->high ? oro_text_width(l->high, a->size) : 0.0,
           low = l->low ? oro_text_width(l->low, a->size) : 0.0;
    bool words = low > 0.0 && high > 0.0 && 2.0 * fmax(low, high) + title + 3.0 * a->size < width;
    ink_text(m, l->title, words ? a->left + 0.5 * (width - title) : a->left, a->title, a->size, oro_ink);
    if (!words) return;
    ink_text(m, l->low, a->left, a->title, a->size, oro_faint_ink);
    ink_text(m, l->high, a->left + width - high, a->title, a->size, oro_faint_ink);
}

static void draw_swatches(map *m, const map_legend *l, const layout *a, double end) {
    double side = floor(1.25 * a->size), x = a->left, y = a->top + 1.25 * a->size;
    int32_t drawn = 0, rows = 0;
    for (; drawn < l->swatch_count; drawn++) {
        const map_swatch *s = &l->swatches[drawn];
        double wide = side + 0.6 * a->size + oro_text_width(s->label, a->size) + 1.5 * a->size;
        if (x + wide > end) {
            if (++rows == 2) break;
            x = a->left;
            y += 2.3 * a->size;
        }
        if (rows == 1 && drawn + 1 < l->swatch_count + l->more && x + 2.0 * wide + 5.0 * a->size > end) break;
        fill_box(m, floor(x) + 0.5, floor(y) + 0.5, floor(x) + 0.5 + side, floor(y) + 0.5 + side, oro_faint_ink);
        fill_box(m, floor(x) + 1.5, floor(y) + 1.5, floor(x) - 0.5 + side, floor(y) - 0.5 + side, s->colour);
        ink_text(m, s->label, x + side + 0.6 * a->size, y + 1.12 * a->size, a->size, oro_ink);
        x += wide;
    }
    int32_t left = l->swatch_count - drawn + l->more;
    char text[40];
    if (left < 1) return;
    snprintf(text, sizeof text, "+ %d", left);
    ink_text(m, text, x, y + 1.12 * a->size, a->size, oro_faint_ink);
}

// --- the scale ----------------------------------------------------------------------------------------------------------

/// Draws the bar at the right and returns where it begins.
static double draw_scale(map *m, const layout *a) {
    double most = 0.27 * (a->right - a->left), metres = oro_map_round_up(most * m->frame.cell);
    if (metres > most * m->frame.cell * 1.0001) metres = oro_map_round_up(metres / 2.6); // the round number below
    double length = metres / m->frame.cell;
    char text[40];
    length_text(metres, text, sizeof text);
    double wide = oro_text_width(text, a->size), end = a->right - 0.3 * wide, start = end - length;
    double top = floor(a->bar + 0.2 * a->size) + 0.5, bottom = top + fmax(3.0, floor(0.55 * a->size));
    fill_box(m, start, top, end, bottom, oro_ink);
    for (int i = 0; i < 2; i++) // four parts, the second and last light
        fill_box(m, start + (2 * i + 1) * length / 4.0, top + 1.0, start + (2 * i + 2) * length / 4.0 - (i ? 1.0 : 0.0),
                 bottom - 1.0, oro_paper);
    ink_text(m, "0", start - 0.5 * oro_text_width("0", a->size), a->labels, a->size, oro_ink);
    ink_text(m, text, end - 0.7 * wide, a->labels, a->size, oro_ink);
    return start;
}

void oro_map_draw_legend(map *m, const map_legend *l) {
    if (m->strip <= 0) return;
    layout a = layout_of(m);
    fill_box(m, -0.5, a.top - 0.5, m->frame.width - 0.5, m->out->height - 0.5, oro_paper);
    double begin = draw_scale(m, &a) - 3.0 * a.size, note = l->note ? oro_text_width(l->note, a.size) : 0.0;
    double width = fmin(0.56 * (a.right - a.left), begin - a.left);
    if (l->colour) {
        draw_ramp(m, l, &a, width);
        draw_title(m, l, &a, width);
    } else {
        draw_swatches(m, l, &a, begin);
    }
    double free_from = l->colour ? a.left + fmax(width, oro_text_width(l->title, a.size)) + 2.0 * a.size : a.right;
    if (note > 0.0 && a.right - note > free_from) ink_text(m, l->note, a.right - note, a.title, a.size, oro_faint_ink);
}
