// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Path data of SVG 1.1. Cubics are kept as they are, quadratics become cubics exactly, arcs become one cubic for each quarter at
// most (at worst 0.03 % of the radius away).

#include "io/svg_path.h"
#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

const char *oro_svg_skip(const char *p) {
    while (is_space(*p) || *p == ',') p++;
    return p;
}

// --- points ------------------------------------------------------------------------------------------------------------

bool oro_svg_begin(oro_svg_sketch *s, double x, double y) {
    if (s->count == s->room) {
        int32_t room = s->room ? 2 * s->room : 64;
        oro_svg_knot *more = realloc(s->knots, (size_t)room * sizeof *more);
        if (!more) return false;
        s->knots = more;
        s->room = room;
    }
    s->knots[s->count++] = (oro_svg_knot){.x = x, .y = y};
    return true;
}

static bool curve_to(oro_svg_sketch *s, double x1, double y1, double x2, double y2, double x, double y, bool curved) {
    if (!oro_svg_begin(s, x, y)) return false;
    oro_svg_knot *a = &s->knots[s->count - 2], *b = a + 1;
    a->out_x = x1 - a->x, a->out_y = y1 - a->y, a->out_curved = curved;
    b->in_x = x2 - x, b->in_y = y2 - y, b->in_curved = curved;
    return true;
}

bool oro_svg_line(oro_svg_sketch *s, double x, double y) {
    const oro_svg_knot *a = &s->knots[s->count - 1];
    double dx = (x - a->x) / 3.0, dy = (y - a->y) / 3.0;
    return curve_to(s, a->x + dx, a->y + dy, x - dx, y - dy, x, y, false);
}

bool oro_svg_sweep(oro_svg_sketch *s, double mx, double my, double rx, double ry, double turn, double from,
                   double angle) {
    int pieces = (int)ceil(fabs(angle) / (0.5 * pi) - 1e-9);
    double step = pieces > 0 ? angle / pieces : 0.0, k = 4.0 / 3.0 * tan(0.25 * step), c = cos(turn), n = sin(turn);
    for (int i = 0; i < pieces; i++) {
        double t0 = from + i * step, t1 = t0 + step;
        double ux[3] = {cos(t0) - k * sin(t0), cos(t1) + k * sin(t1), cos(t1)};
        double uy[3] = {sin(t0) + k * cos(t0), sin(t1) - k * cos(t1), sin(t1)};
        double x[3], y[3];
        for (int j = 0; j < 3; j++) {
            x[j] = mx + c * rx * ux[j] - n * ry * uy[j];
            y[j] = my + n * rx * ux[j] + c * ry * uy[j];
        }
        if (!curve_to(s, x[0], y[0], x[1], y[1], x[2], y[2], true)) return false;
    }
    return true;
}

/// An arc by its ends, after the notes on implementation of SVG 1.1 (F.6.5): too small radii grow until they reach.
static bool arc_to(oro_svg_sketch *s, double rx, double ry, double degrees, bool large, bool clockwise, double x,
                   double y) {
    oro_svg_knot a = s->knots[s->count - 1];
    rx = fabs(rx), ry = fabs(ry);
    if (a.x == x && a.y == y) return true;
    if (!(rx > 0.0 && ry > 0.0)) return oro_svg_line(s, x, y);
    double turn = degrees * pi / 180.0, c = cos(turn), n = sin(turn);
    double hx = 0.5 * (a.x - x), hy = 0.5 * (a.y - y), px = c * hx + n * hy, py = c * hy - n * hx;
    double reach = (px / rx) * (px / rx) + (py / ry) * (py / ry);
    if (reach > 1.0) rx *= sqrt(reach), ry *= sqrt(reach), reach = 1.0;
    double off = sqrt(fmax(1.0 / reach - 1.0, 0.0)) * (large == clockwise ? -1.0 : 1.0);
    double qx = off * rx * py / ry, qy = -off * ry * px / rx;
    double from = atan2((py - qy) / ry, (px - qx) / rx), to = atan2((-py - qy) / ry, (-px - qx) / rx);
    double angle = to - from;
    if (clockwise && angle < 0.0) angle += 2.0 * pi;
    if (!clockwise && angle > 0.0) angle -= 2.0 * pi;
    if (!oro_svg_sweep(s, c * qx - n * qy + 0.5 * (a.x + x), n * qx + c * qy + 0.5 * (a.y + y), rx, ry, turn, from,
                       angle))
        return false;
    s->knots[s->count - 1].x = x, s->knots[s->count - 1].y = y; // without what rounding left
    return true;
}

// --- splines of points -------------------------------------------------------------------------------------------------

/// Does a handle lead farther than any map is wide? An arc of an endless radius does. NaN counts.
static bool leads_too_far(const oro_svg_matrix *m, double dx, double dy) {
    return !(fabs(m->a * dx + m->c * dy) <= 1e9 && fabs(m->b * dx + m->d * dy) <= 1e9);
}

static bool set_handle(oro_json *point, const char *x, const char *y, const oro_svg_matrix *m, double dx, double dy) {
    return oro_json_set(point, x, oro_json_new_float((float)(m->a * dx + m->c * dy))) == ORO_OK &&
           oro_json_set(point, y, oro_json_new_float((float)(m->b * dx + m->d * dy))) == ORO_OK;
}

oro_status oro_svg_no_memory(const oro_svg_sketch *s) {
    return oro_fail(s->r->ctx, ORO_NO_MEMORY, s->r->name, "not enough memory for its splines");
}

oro_status oro_svg_end_part(oro_svg_sketch *s, const oro_svg_group *g, bool closed, const char *at) {
    int32_t n = s->count;
    s->count = 0;
    if (n < 2 || g->hidden) return ORO_OK;
    oro_svg_knot *k = s->knots;
    if (closed && n > 2 && k[0].x == k[n - 1].x && k[0].y == k[n - 1].y) {
        n--;
        k[0].in_x = k[n].in_x, k[0].in_y = k[n].in_y, k[0].in_curved = k[n].in_curved;
    } else if (closed) {
        double dx = (k[0].x - k[n - 1].x) / 3.0, dy = (k[0].y - k[n - 1].y) / 3.0;
        k[n - 1].out_x = dx, k[n - 1].out_y = dy, k[0].in_x = -dx, k[0].in_y = -dy;
    }
    char name[160];
    snprintf(name, sizeof name, s->parts && s->id[0] ? "%s %d" : "%s", s->id, s->parts + 1);
    s->parts++;
    oro_json *spline = oro_spline_begin(s->r, name, g->stroke);
    if (!spline) return oro_spline_refuse(s->r, at, "the name is not UTF-8, or there is not enough memory for it");
    if (closed && oro_json_set(spline, "closed", oro_json_new_bool(true)) != ORO_OK) return oro_svg_no_memory(s);
    for (int32_t i = 0; i < n; i++) {
        oro_json *point;
        double x = g->m.a * k[i].x + g->m.c * k[i].y + g->m.e, y = g->m.b * k[i].x + g->m.d * k[i].y + g->m.f;
        oro_status status = oro_spline_point_add(s->r, spline, at, x, y, s->r->how->z, &point);
        if (status != ORO_OK) return status;
        bool curved = k[i].in_curved || k[i].out_curved;
        if (curved && (leads_too_far(&g->m, k[i].in_x, k[i].in_y) || leads_too_far(&g->m, k[i].out_x, k[i].out_y)))
            return oro_spline_refuse(s->r, at, "a curve leads more than 1e9 m away");
        if (oro_json_set(point, "handle", oro_json_new_string(curved ? "free" : "corner")) != ORO_OK)
            return oro_svg_no_memory(s);
        if (curved && (i > 0 || closed) && !set_handle(point, "in_x", "in_y", &g->m, k[i].in_x, k[i].in_y))
            return oro_svg_no_memory(s);
        if (curved && (i < n - 1 || closed) && !set_handle(point, "out_x", "out_y", &g->m, k[i].out_x, k[i].out_y))
            return oro_svg_no_memory(s);
    }
    return ORO_OK;
}

// --- path data -----------------------------------------------------------------------------------------------------------

/// Where a path is: what comes next may begin here, or mirror a control point.
typedef struct pen {
    double x, y;               ///< where it is
    double start_x, start_y;   ///< where its part began
    double mirror_x, mirror_y; ///< last control point
    char before;               ///< command that set it, in capitals
} pen;

static int numbers_of(char command) {
    switch (command) {
    case 'M':
    case 'L':
    case 'T': return 2;
    case 'H':
    case 'V': return 1;
    case 'C': return 6;
    case 'S':
    case 'Q': return 4;
    case 'A': return 7;
    default: return 0;
    }
}

/// Reads the numbers of one command and makes them absolute. An arc's flags are single digits: "a1 1 0 01 5 5".
static bool read_numbers(const char **at, char command, bool relative, const pen *p, double *v) {
    int n = numbers_of(command);
    for (int i = 0; i < n; i++) {
        *at = oro_svg_skip(*at);
        if (command == 'A' && (i == 3 || i == 4)) {
            if (**at != '0' && **at != '1') return false;
            v[i] = *(*at)++ - '0';
        } else if (!oro_spline_number(at, &v[i])) {
            return false;
        }
    }
    if (!relative) return true;
    if (command == 'H') v[0] += p->x;
    if (command == 'V') v[0] += p->y;
    for (int i = command == 'A' ? 5 : 0; i + 1 < n; i += 2) v[i] += p->x, v[i + 1] += p->y;
    return true;
}

/// Quadratics are cubics with control points two thirds of the way.
static bool quadratic_to(oro_svg_sketch *s, pen *p, double qx, double qy, double x, double y) {
    p->mirror_x = qx, p->mirror_y = qy;
    return curve_to(s, p->x + (qx - p->x) * 2.0 / 3.0, p->y + (qy - p->y) * 2.0 / 3.0, x + (qx - x) * 2.0 / 3.0,
                    y + (qy - y) * 2.0 / 3.0, x, y, true);
}

static bool draw(oro_svg_sketch *s, pen *p, char command, const double *v) {
    bool after_cubic = p->before == 'C' || p->before == 'S', after_quadratic = p->before == 'Q' || p->before == 'T';
    double x = v[0], y = v[1];
    bool good = s->count > 0 || oro_svg_begin(s, p->x, p->y);
    switch (good ? command : 0) {
    case 'H':
        y = p->y;
        good = oro_svg_line(s, x, y);
        break;
    case 'V':
        x = p->x, y = v[0];
        good = oro_svg_line(s, x, y);
        break;
    case 'L': good = oro_svg_line(s, x, y); break;
    case 'C':
        x = v[4], y = v[5];
        good = curve_to(s, v[0], v[1], v[2], v[3], x, y, true);
        p->mirror_x = v[2], p->mirror_y = v[3];
        break;
    case 'S':
        x = v[2], y = v[3];
        good = curve_to(s, after_cubic ? 2 * p->x - p->mirror_x : p->x, after_cubic ? 2 * p->y - p->mirror_y : p->y,
                        v[0], v[1], x, y, true);
        p->mirror_x = v[0], p->mirror_y = v[1];
        break;
    case 'Q':
        x = v[2], y = v[3];
        good = quadratic_to(s, p, v[0], v[1], x, y);
        break;
    case 'T':
        good = quadratic_to(s, p, after_quadratic ? 2 * p->x - p->mirror_x : p->x,
                            after_quadratic ? 2 * p->y - p->mirror_y : p->y, x, y);
        break;
    case 'A':
        x = v[5], y = v[6];
        good = arc_to(s, v[0], v[1], v[2], v[3] != 0.0, v[4] != 0.0, x, y);
        break;
    default: break;
    }
    p->x = x, p->y = y;
    return good;
}

oro_status oro_svg_path(oro_svg_sketch *s, const oro_svg_group *g, const char *data, const char *at) {
    pen p = {0};
    char command = 0;
    bool relative = false;
    oro_status status = ORO_OK;
    for (const char *d = oro_svg_skip(data); *d && status == ORO_OK; d = oro_svg_skip(d)) {
        const char *here = at + (d - data);
        double v[7] = {0};
        if ((*d >= 'a' && *d <= 'z') || (*d >= 'A' && *d <= 'Z')) {
            relative = *d >= 'a';
            command = relative ? (char)(*d - 'a' + 'A') : *d;
            d++;
        } else if (command == 'Z') {
            return oro_spline_refuse(s->r, here, "numbers follow a z, which takes no numbers");
        }
        if (command == 'Z') {
            status = oro_svg_end_part(s, g, true, here);
            p.x = p.start_x, p.y = p.start_y, p.before = 'Z';
            continue;
        }
        if (!numbers_of(command))
            return oro_spline_refuse(s->r, here, "a path has no command \"%.1s\"; there are M L H V C S Q T A Z",
                                     d > data && command ? d - 1 : d);
        if (!p.before && command != 'M') return oro_spline_refuse(s->r, here, "a path must begin with M");
        if (!read_numbers(&d, command, relative, &p, v))
            return oro_spline_refuse(s->r, here, "%c takes %d numbers, but this is not one: \"%.20s\"", command,
                                     numbers_of(command), d);
        if (command == 'M') {
            status = oro_svg_end_part(s, g, false, here);
            p = (pen){.x = v[0], .y = v[1], .start_x = v[0], .start_y = v[1], .before = 'M'};
            if (status == ORO_OK && !oro_svg_begin(s, p.x, p.y)) status = oro_svg_no_memory(s);
            command = 'L'; // what more pairs follow are lines
            continue;
        }
        if (s->count > ORO_SPLINE_FILE_POINTS)
            return oro_spline_refuse(s->r, here, "a path has more than %d points; simplify it first",
                                     ORO_SPLINE_FILE_POINTS);
        if (!draw(s, &p, command, v)) return oro_svg_no_memory(s);
        p.before = command;
    }
    return status == ORO_OK ? oro_svg_end_part(s, g, false, at) : status;
}
