// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Paths, curves and points on top of a map, each with a light edge so that it shows on any ground. Curves are centripetal
// Catmull-Rom splines (Yuksel et al. 2011), which pass through their points without loops.

#include "render/map.h"

#include <math.h>

typedef struct spot {
    double x, y;
} spot;

static spot spot_of(const map *m, const oro_overlay *o, int32_t i) {
    i = i < 0 ? 0 : i >= o->count ? o->count - 1 : i;
    return (spot){(o->points[2 * i] - m->frame.origin_x) / m->frame.cell,
                  (o->points[2 * i + 1] - m->frame.origin_y) / m->frame.cell};
}

static double knot_after(double t, spot a, spot b) {
    double dx = b.x - a.x, dy = b.y - a.y;
    return t + fmax(sqrt(sqrt(dx * dx + dy * dy)), 1e-6);
}

static spot between(spot a, spot b, double ta, double tb, double t) {
    double u = (tb - t) / (tb - ta), v = (t - ta) / (tb - ta);
    return (spot){a.x * u + b.x * v, a.y * u + b.y * v};
}

/// A point of the spline through p[0..3], between p[1] and p[2].
static spot spline_at(const spot *p, double where) {
    double t0 = 0.0, t1 = knot_after(t0, p[0], p[1]), t2 = knot_after(t1, p[1], p[2]), t3 = knot_after(t2, p[2], p[3]);
    double t = t1 + (t2 - t1) * where;
    spot a = between(p[0], p[1], t0, t1, t), b = between(p[1], p[2], t1, t2, t), c = between(p[2], p[3], t2, t3, t);
    return between(between(a, b, t0, t2, t), between(b, c, t1, t3, t), t1, t2, t);
}

static void draw_curve(map *m, const oro_overlay *o, int32_t i, double width) {
    spot p[4] = {spot_of(m, o, i - 1), spot_of(m, o, i), spot_of(m, o, i + 1), spot_of(m, o, i + 2)};
    double far = hypot(p[2].x - p[1].x, p[2].y - p[1].y);
    int parts = (int)fmin(fmax(far / 3.0, 4.0), 512.0);
    spot last = p[1];
    for (int k = 1; k <= parts; k++) {
        spot next = spline_at(p, (double)k / parts);
        oro_pen_line(&m->pen, last.x, last.y, next.x, next.y, width);
        last = next;
    }
}

static void trace(map *m, const oro_overlay *o, double width) {
    for (int32_t i = 0; i < o->count; i++) {
        spot a = spot_of(m, o, i), b = spot_of(m, o, i + 1);
        if (o->kind == ORO_OVERLAY_POINTS || o->count == 1)
            oro_pen_dot(&m->pen, a.x, a.y, 0.5 * width);
        else if (i + 1 < o->count && o->kind == ORO_OVERLAY_PATH)
            oro_pen_line(&m->pen, a.x, a.y, b.x, b.y, width);
        else if (i + 1 < o->count)
            draw_curve(m, o, i, width);
    }
}

void oro_map_draw_overlays(map *m) {
    static const oro_rgb white = {1, 1, 1};
    int32_t whole = m->pen.height;
    m->pen.height = m->frame.height; // nothing may run into the legend
    for (int32_t i = 0; i < m->desc->overlay_count; i++) {
        const oro_overlay *o = &m->desc->overlays[i];
        double width = o->width > 0.0f ? (double)o->width : o->kind == ORO_OVERLAY_POINTS ? 6.0 : 2.0;
        trace(m, o, width + 2.0);
        oro_pen_ink(&m->pen, m->out, white, 0.7f);
        trace(m, o, width);
        oro_pen_ink(&m->pen, m->out, (oro_rgb){o->colour[0] / 255.0f, o->colour[1] / 255.0f, o->colour[2] / 255.0f},
                    1.0f);
    }
    m->pen.height = whole;
}
