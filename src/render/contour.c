// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Lines of equal height. Between four neighbouring pixels the line runs straight from edge to edge where the values,
// interpolated along the edges, reach the level (marching squares); a corner at the level counts as above, so terraces
// have one edge. Labels go where a bold line runs straightest and its neighbours leave room: the line is followed both
// ways for the length of the words, and the best places are taken first.

#include "render/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct segment {
    double xa, ya, xb, yb;
} segment;

typedef struct cell_square {
    double x, y;       ///< of the first corner
    double corners[4]; ///< clockwise from the upper left
} cell_square;

/// Where the level crosses side `i` of the square (upper, right, lower, left).
static void crossing(const cell_square *q, int i, double level, double *x, double *y) {
    static const double from_x[4] = {0, 1, 1, 0}, from_y[4] = {0, 0, 1, 1}, step_x[4] = {1, 0, -1, 0},
                        step_y[4] = {0, 1, 0, -1};
    double a = q->corners[i], b = q->corners[(i + 1) & 3], t = (level - a) / (b - a);
    *x = q->x + from_x[i] + step_x[i] * t;
    *y = q->y + from_y[i] + step_y[i] * t;
}

/// The lines of one level through a square: 0, 1 or 2.
static int lines_through(const cell_square *q, double level, segment *out) {
    int sides[4], count = 0;
    for (int i = 0; i < 4; i++)
        if ((q->corners[i] >= level) != (q->corners[(i + 1) & 3] >= level)) sides[count++] = i;
    if (count == 4) { // a saddle: its middle tells which corners belong together
        bool middle = 0.25 * (q->corners[0] + q->corners[1] + q->corners[2] + q->corners[3]) >= level;
        if (middle == (q->corners[0] >= level)) {
            int first = sides[0];
            memmove(sides, sides + 1, 3 * sizeof *sides);
            sides[3] = first;
        }
        // Now sides 0,1 and 2,3 pair: they cut off the corners that differ from the middle.
    }
    for (int i = 0; i + 1 < count; i += 2) {
        crossing(q, sides[i], level, &out[i / 2].xa, &out[i / 2].ya);
        crossing(q, sides[i + 1], level, &out[i / 2].xb, &out[i / 2].yb);
    }
    return count / 2;
}

static bool square_at(const oro_grid *g, int32_t x, int32_t y, cell_square *q) {
    const float *top = oro_row(g, y), *low = oro_row(g, y + 1);
    *q = (cell_square){x, y, {(double)top[x], (double)top[x + 1], (double)low[x + 1], (double)low[x]}};
    double sum = q->corners[0] + q->corners[1] + q->corners[2] + q->corners[3];
    return sum - sum == 0.0;
}

void oro_map_contour_line(map *m, const oro_grid *g, double level, double width, oro_rgb ink, float opacity) {
    cell_square q;
    segment lines[2];
    for (int32_t y = 0; y + 1 < g->height; y++)
        for (int32_t x = 0; x + 1 < g->width; x++) {
            if (!square_at(g, x, y, &q)) continue;
            int count = lines_through(&q, level, lines);
            for (int i = 0; i < count; i++)
                oro_pen_line(&m->pen, lines[i].xa, lines[i].ya, lines[i].xb, lines[i].yb, width);
        }
    oro_pen_ink(&m->pen, m->out, ink, opacity);
}

double oro_map_contour_interval(double lo, double hi) { return oro_map_round_up(fmax((hi - lo) / 26.0, 1e-3)); }

// --- all lines ------------------------------------------------------------------------------------------------------------

/// A place where a bold line might be labelled.
typedef struct place {
    double x, y, angle, score, level;
} place;

enum { BOLD_EVERY = 5, MOST_PLACES = 8192, MOST_LABELS = 80, CROWDED = 6 };

typedef struct contours {
    map *m;
    oro_grid smooth; ///< the terrain without what is too fine for lines
    oro_pen thin, bold, deep;
    double interval;
    place *places;
    int32_t place_count;
    int64_t bold_seen, stride;
} contours;

/// Keeps every so many places. When the list is full every second one goes, so that it always covers what was seen so far
/// evenly.
static void note_place(contours *c, const segment *s, double level) {
    if (c->bold_seen++ % c->stride) return;
    if (c->place_count == MOST_PLACES) {
        for (int32_t i = 0; i < MOST_PLACES / 2; i++) c->places[i] = c->places[2 * i];
        c->place_count = MOST_PLACES / 2;
        c->stride *= 2;
    }
    c->places[c->place_count++] = (place){.x = 0.5 * (s->xa + s->xb), .y = 0.5 * (s->ya + s->yb), .level = level};
}

static void draw_square(contours *c, const cell_square *q) {
    double lo = q->corners[0], hi = lo;
    for (int i = 1; i < 4; i++) {
        lo = fmin(lo, q->corners[i]);
        hi = fmax(hi, q->corners[i]);
    }
    double first = floor(lo / c->interval) + 1.0, last = floor(hi / c->interval);
    if (last - first > 1e6) return;
    bool crowded = last - first >= CROWDED; // a cliff: only the bold lines, or it would be a blot
    for (double k = first; k <= last; k += 1.0) {
        bool bold = fmod(k, BOLD_EVERY) == 0.0;
        if (crowded && !bold) continue;
        double level = k * c->interval, scale = c->m->scale;
        bool deep = oro_map_is_under_water(c->m, (float)level);
        if (c->m->desc->has_water && (float)level == c->m->desc->water_level)
            continue; // the shore has a line of its own
        oro_pen *pen = deep ? &c->deep : bold ? &c->bold : &c->thin;
        segment lines[2];
        int count = lines_through(q, level, lines);
        for (int i = 0; i < count; i++) {
            oro_pen_line(pen, lines[i].xa, lines[i].ya, lines[i].xb, lines[i].yb,
                         (bold && !deep ? 1.5 : 0.8) * fmax(scale, 0.8));
            if (bold && !deep) note_place(c, &lines[i], level);
        }
    }
}

// --- labels ---------------------------------------------------------------------------------------------------------------

static double value_at(const oro_grid *g, double x, double y) {
    return (double)oro_grid_sample(g, g->origin_x + x * g->cell, g->origin_y + y * g->cell);
}

/// Steps along a line of level `level` from (*x, *y) into direction (*dx, *dy), a pixel and a half. False where it is lost.
static bool follow(const contours *c, double level, double *x, double *y, double *dx, double *dy) {
    const oro_grid *g = &c->smooth;
    double nx = *x + 1.5 * *dx, ny = *y + 1.5 * *dy;
    for (int i = 0; i < 2; i++) {
        double gx = value_at(g, nx + 0.5, ny) - value_at(g, nx - 0.5, ny);
        double gy = value_at(g, nx, ny + 0.5) - value_at(g, nx, ny - 0.5), square = gx * gx + gy * gy;
        if (!(square > 1e-12 * c->interval * c->interval)) return false;
        double off = (value_at(g, nx, ny) - level) / square;
        nx -= gx * off;
        ny -= gy * off;
    }
    double sx = nx - *x, sy = ny - *y, step = sqrt(sx * sx + sy * sy);
    if (!(step > 0.4 && step < 4.0) || nx < 0.0 || ny < 0.0 || nx > g->width - 1.0 || ny > g->height - 1.0)
        return false;
    *x = nx;
    *y = ny;
    *dx = sx / step;
    *dy = sy / step;
    return true;
}

/// How far the line leaves the straight line over the length of a label; negative where it cannot be followed. Sets the angle.
static double bend_at(const contours *c, place *p, double half_length) {
    enum { MOST = 512 };
    double xs[2][MOST], ys[2][MOST], end_x[2], end_y[2];
    int steps = (int)(half_length / 1.5) + 1, count[2] = {0};
    double gx = value_at(&c->smooth, p->x + 0.5, p->y) - value_at(&c->smooth, p->x - 0.5, p->y);
    double gy = value_at(&c->smooth, p->x, p->y + 0.5) - value_at(&c->smooth, p->x, p->y - 0.5);
    double steep = sqrt(gx * gx + gy * gy);
    if (!(steep > 0.0) || steps > MOST) return -1.0;
    for (int side = 0; side < 2; side++) {
        double x = p->x, y = p->y, sign = side ? -1.0 : 1.0, dx = sign * -gy / steep, dy = sign * gx / steep;
        for (int i = 0; i < steps; i++) {
            if (!follow(c, p->level, &x, &y, &dx, &dy)) return -1.0;
            xs[side][count[side]] = x;
            ys[side][count[side]++] = y;
        }
        end_x[side] = x;
        end_y[side] = y;
    }
    double lx = end_x[0] - end_x[1], ly = end_y[0] - end_y[1], length = sqrt(lx * lx + ly * ly), most = 0.0, sum = 0.0;
    if (!(length > 1.4 * half_length)) return -1.0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < count[side]; i++) {
            double off = ((xs[side][i] - end_x[1]) * ly - (ys[side][i] - end_y[1]) * lx) / length;
            most = fmax(most, fabs(off));
            sum += off;
        }
    // The label sits on the mean of the line, not on its chord.
    double shift = sum / (count[0] + count[1]);
    p->x = 0.5 * (end_x[0] + end_x[1]) + shift * ly / length;
    p->y = 0.5 * (end_y[0] + end_y[1]) - shift * lx / length;
    p->angle = atan2(ly, lx);
    if (p->angle > 1.5707963) p->angle -= 3.14159265358979;
    if (p->angle < -1.5707963) p->angle += 3.14159265358979;
    p->score = steep;
    return fmax(most - fabs(shift), 0.0);
}

static int by_score(const void *a, const void *b) {
    const place *p = a, *q = b;
    if (p->score != q->score) return p->score < q->score ? -1 : 1;
    if (p->y != q->y) return p->y < q->y ? -1 : 1;
    return (p->x > q->x) - (p->x < q->x);
}

static bool has_room(const place *taken, int count, const place *p, double apart) {
    for (int i = 0; i < count; i++) {
        double dx = taken[i].x - p->x, dy = taken[i].y - p->y, far = sqrt(dx * dx + dy * dy);
        if (far < (taken[i].level == p->level ? 2.6 : 1.0) * apart) return false;
    }
    return true;
}

static void label(contours *c) {
    map *m = c->m;
    double size = fmax(0.86 * m->text, 7.0), longer = fmax(c->smooth.width, c->smooth.height);
    place taken[MOST_LABELS];
    int count = 0;
    int32_t kept = 0;
    char text[40];
    for (int32_t i = 0; i < c->place_count; i++) {
        place p = c->places[i];
        double half = 0.5 * oro_text_width(oro_map_number_text(p.level, text, sizeof text), size) + 0.5 * size;
        double bend = bend_at(c, &p, half);
        if (bend < 0.0 || bend > 0.3 * size) continue;
        double spacing = c->interval / p.score; // pixels from line to line
        p.score = bend / size + fmax(1.6 * size / spacing - 1.0, 0.0) + 1e-9;
        if (p.score > 1.3) continue;
        c->places[kept++] = p;
    }
    qsort(c->places, (size_t)kept, sizeof *c->places, by_score);
    for (int32_t i = 0; i < kept && count < MOST_LABELS; i++)
        if (has_room(taken, count, &c->places[i], 0.12 * longer)) taken[count++] = c->places[i];
    for (int i = 0; i < count; i++) {
        const place *p = &taken[i];
        oro_map_number_text(p->level, text, sizeof text);
        double half = 0.5 * oro_text_width(text, size), cosine = cos(p->angle), sine = sin(p->angle);
        oro_pen_clear_box(&c->thin, p->x, p->y, p->angle, half + 0.4 * size, 0.75 * size);
        oro_pen_clear_box(&c->bold, p->x, p->y, p->angle, half + 0.4 * size, 0.75 * size);
        oro_pen_text(&m->pen, text, p->x - half * cosine - 0.5 * size * sine, p->y - half * sine + 0.5 * size * cosine,
                     size, p->angle, 1.0);
    }
}

oro_status oro_map_contours(map *m, double interval) {
    static const oro_rgb brown = {0.42f, 0.27f, 0.13f}, blue = {0.13f, 0.33f, 0.50f}, dark = {0.30f, 0.18f, 0.08f};
    contours c = {.m = m, .interval = interval, .stride = 4};
    oro_grid spare = {0};
    int32_t width = m->frame.width, height = m->frame.height;
    oro_status status = oro_frame_alloc_like(m->ctx, &m->frame, &c.smooth);
    if (status == ORO_OK) status = oro_frame_alloc_like(m->ctx, &m->frame, &spare);
    if (status == ORO_OK) oro_grid_copy(&m->height, &c.smooth);
    if (status == ORO_OK) status = oro_map_smooth(m->ctx, &c.smooth, &spare, 3);
    if (status == ORO_OK) status = oro_pen_make(m->ctx, &c.thin, width, height);
    if (status == ORO_OK) status = oro_pen_make(m->ctx, &c.bold, width, height);
    if (status == ORO_OK) status = oro_pen_make(m->ctx, &c.deep, width, height);
    if (status == ORO_OK && !(c.places = oro_alloc(m->ctx, MOST_PLACES * sizeof *c.places))) status = ORO_NO_MEMORY;
    for (int32_t y = 0; status == ORO_OK && y + 1 < height; y++)
        for (int32_t x = 0; x + 1 < width; x++) {
            cell_square q;
            if (square_at(&c.smooth, x, y, &q)) draw_square(&c, &q);
        }
    if (status == ORO_OK) {
        if (m->strip > 0) label(&c);
        oro_pen_ink(&c.deep, m->out, blue, 0.35f);
        oro_pen_ink(&c.thin, m->out, brown, 0.45f);
        oro_pen_ink(&c.bold, m->out, brown, 0.72f);
        oro_pen_ink(&m->pen, m->out, dark, 1.0f);
        if (m->desc->has_water)
            oro_map_contour_line(m, &c.smooth, (double)m->desc->water_level, 1.3 * fmax(m->scale, 0.8), blue, 0.85f);
    }
    oro_pen_free(m->ctx, &c.thin);
    oro_pen_free(m->ctx, &c.bold);
    oro_pen_free(m->ctx, &c.deep);
    oro_free(m->ctx, c.places);
    oro_grid_free(m->ctx, &c.smooth);
    oro_grid_free(m->ctx, &spare);
    return status;
}
