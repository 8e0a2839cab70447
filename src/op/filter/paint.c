// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map of 0 to 1 painted by hand. A stroke is a run of points, each joined to the one before; its strength falls from the
// middle to the radius as a smooth step. Points are metres, so a stroke looks the same at any resolution; the edge is never
// sharper than one sample. In the order of the list, painting raises the map to the stroke's strength and erasing lowers it
// to what is left, so passing over a place twice changes nothing. Every row walks the list and touches only what a stroke
// covers: 4 bytes per sample written, 8 more for every stroke over it.

#include "op/op.h"
#include "core/math.cell.h"

#include <math.h>

typedef struct dab {
    float x, y;
    float radius, strength, softness;
    bool join, erase;
} dab;

static const oro_arg dab_args[] = {
    ORO_ARG(dab, x, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "Metres to the east of the world's zero."),
    ORO_ARG(dab, y, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m",
            .doc = "Metres to the south of the world's zero."),
    ORO_ARG(dab, radius, .def = 100, .min = 0.0625, .max = 1e6, .ui_min = 1, .ui_max = 2000, .scale = ORO_LOG,
            .unit = "m", .doc = "How far the brush reaches."),
    ORO_ARG(dab, strength, .def = 1, .min = 0, .max = 1, .unit = "1", .doc = "What the map becomes in the middle."),
    ORO_ARG(dab, softness, .def = 0.5, .min = 0, .max = 1, .unit = "1",
            .doc = "Part of the radius over which the strength falls to 0."),
    ORO_ARG(dab, join, .doc = "Joined to the point before it by a line, as a hand draws."),
    ORO_ARG(dab, erase, .doc = "Takes away instead of adding."),
};
ORO_RECORD(dab, dab_args, "One point of a brush stroke.");

typedef struct paint {
    const oro_grid *base;
    oro_grid *result;
    oro_records strokes;
} paint;

static const oro_arg args[] = {
    ORO_ARG(paint, base, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "Map to paint on, 0 to 1; without one the ground begins at 0."),
    ORO_ARG(paint, result, .unit = "1", .doc = "The painted map, 0 to 1."),
    ORO_ARG(paint, strokes, .record = &dab_record, .doc = "Points of brush strokes, in the order they were painted."),
};

/// One brush stroke's line as a row sees it: from a place to a place, the radius changing evenly between.
typedef struct line {
    double x, y;      ///< where it begins
    float dx, dy;     ///< to its end
    float inverse;    ///< 1 / length², 0 for a point
    float radius, dr; ///< at the begin, and what it grows by
} line;

static line line_to(const dab *d, int32_t i) {
    const dab *from = i > 0 && d[i].join ? &d[i - 1] : &d[i];
    line l = {.x = (double)from->x, .y = (double)from->y, .radius = from->radius, .dr = d[i].radius - from->radius};
    l.dx = (float)((double)d[i].x - l.x);
    l.dy = (float)((double)d[i].y - l.y);
    float length2 = l.dx * l.dx + l.dy * l.dy;
    l.inverse = length2 > 0.0f ? 1.0f / length2 : 0.0f;
    return l;
}

/// Paints samples [x0, x1) of a row that lies `south` metres south of the line's begin.
static void paint_span(const dab *d, const line *l, const oro_grid *g, float south, int32_t x0, int32_t x1,
                       float *restrict out) {
    float cell = (float)g->cell, west = (float)(oro_world_x(g, x0) - l->x), sign = d->erase ? -1.0f : 1.0f;
    float flip = d->erase ? 1.0f : 0.0f; // erasing is painting on the map turned upside down
    for (int32_t i = 0; i < x1 - x0; i++) {
        float east = west + cell * (float)i;
        float t = oro_clamp((east * l->dx + south * l->dy) * l->inverse, 0.0f, 1.0f);
        float ex = east - t * l->dx, ey = south - t * l->dy, radius = l->radius + t * l->dr;
        float edge = oro_max(d->softness * radius, cell);
        float strength = d->strength * oro_smoothstep(radius, radius - edge, oro_sqrt(ex * ex + ey * ey));
        float value = flip + sign * out[x0 + i];
        out[x0 + i] = sign * (oro_max(value, strength) - flip);
    }
}

/// Index of the first sample at or east of a place, held inside the row.
static int32_t column(const oro_grid *g, double x) {
    double i = ceil((x - g->origin_x) / g->cell);
    return i < 0.0 ? 0 : i > (double)g->width ? g->width : (int32_t)i;
}

static void paint_row(const paint *a, int32_t y, float *restrict out) {
    const oro_grid *g = a->result;
    const dab *dabs = a->strokes.items;
    double row = oro_world_y(g, y);
    for (int32_t i = 0; i < a->strokes.count; i++) {
        line l = line_to(dabs, i);
        double reach = (double)oro_max(l.radius, l.radius + l.dr), south = row - l.y;
        double top = l.dy < 0.0f ? (double)l.dy : 0.0, bottom = l.dy > 0.0f ? (double)l.dy : 0.0;
        if (south < top - reach || south > bottom + reach) continue;
        double left = l.x + (l.dx < 0.0f ? (double)l.dx : 0.0), right = l.x + (l.dx > 0.0f ? (double)l.dx : 0.0);
        int32_t x0 = column(g, left - reach), x1 = column(g, right + reach);
        paint_span(&dabs[i], &l, g, (float)south, x0, x1, out);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const paint *a = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(a->result, y);
        const float *base = a->base ? oro_row(a->base, y) : NULL;
        for (int32_t x = 0; x < a->result->width; x++) out[x] = base ? oro_clamp(base[x], 0.0f, 1.0f) : 0.0f;
        paint_row(a, y, out);
    }
}

static oro_status run(oro_run *r, const void *p) {
    const paint *a = p;
    return oro_for_rows(r, a->result, rows, a);
}

ORO_OPERATOR(paint, "Paint a mask by hand", .family = "filter", .version = 1, .run = run,
             .words = "brush draw hand sculpt stroke stamp",
             .doc = "A map of 0 to 1 from brush strokes, as the studio's brush draws them: drive an amount with it, or "
                    "blend by it. In a world that wraps strokes are not repeated across the seam.",
             .example = "--strokes \"x=300 y=300 radius=150; x=700 y=500 radius=80 join=on\" --size 257 --extent 1000 "
                        "mask.png",
             .show = "strokes='x=900 y=1500 radius=500 softness=0.6; x=2000 y=1900 radius=350 join=on; x=3100 y=1400 "
                     "radius=450 join=on; x=2000 y=1850 radius=180 erase=on'");
