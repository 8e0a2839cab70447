// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines from SVG 1.1: the geometry of shapes and the transforms around them, nothing of how they are painted but the stroke's
// colour. Cubics are kept as they are, quadratics become cubics exactly, arcs become one cubic for each quarter at most (at
// worst 0.03 % of the radius away). What <use> refers to, text, CSS classes and percentages are not read.

#include "io/spline_file.h"
#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NESTED = 64 };

static const double pi = 3.14159265358979323846;

/// x' = a x + c y + e, y' = b x + d y + f.
typedef struct matrix {
    double a, b, c, d, e, f;
} matrix;

/// What an element hands down to those in it.
typedef struct group {
    matrix m;
    char stroke[8]; ///< "#rrggbb"; empty: none
    bool hidden;    ///< defines things for others, and shows nothing itself
} group;

typedef struct element {
    const char *name, *name_end; ///< without the prefix of a namespace
    const char *from, *end;      ///< its attributes
    bool empty;                  ///< ends at once: <path/>
} element;

/// A point of a path with its handles as offsets.
typedef struct knot {
    double x, y, in_x, in_y, out_x, out_y;
    bool in_curved, out_curved;
} knot;

typedef struct svg {
    oro_spline_reader *r;
    group nested[MOST_NESTED];
    int depth;
    knot *knots; ///< of the part being read
    int32_t count, room;
    char id[128];
    int parts; ///< of this shape so far
} svg;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

static const char *skip(const char *p) {
    while (is_space(*p) || *p == ',') p++;
    return p;
}

// --- elements --------------------------------------------------------------------------------------------------------

static bool is_called(const element *e, const char *name) {
    return (size_t)(e->name_end - e->name) == strlen(name) && memcmp(e->name, name, strlen(name)) == 0;
}

/// The value of an attribute, as a copy without entities that the caller frees; NULL where there is none.
static char *attribute(const element *e, const char *name, const char **at) {
    size_t length = strlen(name);
    for (const char *p = e->from; p < e->end;) {
        while (p < e->end && is_space(*p)) p++;
        const char *key = p;
        while (p < e->end && *p != '=' && !is_space(*p)) p++;
        bool same = (size_t)(p - key) == length && memcmp(key, name, length) == 0;
        while (p < e->end && *p != '"' && *p != '\'') p++;
        if (p >= e->end) return NULL;
        const char *value = p + 1, *close = memchr(value, *p, (size_t)(e->end - value));
        if (!close) return NULL;
        p = close + 1;
        if (!same) continue;
        char *copy = malloc((size_t)(close - value) + 1);
        if (!copy) return NULL;
        memcpy(copy, value, (size_t)(close - value));
        copy[close - value] = 0;
        if (at) *at = value;
        return copy;
    }
    return NULL;
}

/// A length in user units; `otherwise` where it is not said.
static oro_status length_of(const svg *s, const element *e, const char *name, double otherwise, double *value) {
    const char *at = e->from;
    char *text = attribute(e, name, &at);
    *value = otherwise;
    if (!text) return ORO_OK;
    const char *p = skip(text);
    bool good = oro_spline_number(&p, value) && *p != '%';
    oro_status status = good ? ORO_OK : oro_spline_refuse(s->r, at, "%s must be a number, not \"%.40s\"", name, text);
    free(text);
    return status;
}

// --- transforms and colours --------------------------------------------------------------------------------------------

static matrix times(matrix m, matrix n) {
    return (matrix){m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b,       m.a * n.c + m.c * n.d,
                    m.b * n.c + m.d * n.d, m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f};
}

/// One function of a transform list by its name and numbers; false where it makes no sense.
static bool transform_of(const char *name, size_t length, const double *v, int n, matrix *m) {
    bool is_matrix = length == 6 && memcmp(name, "matrix", 6) == 0;
    bool is_translate = length == 9 && memcmp(name, "translate", 9) == 0;
    bool is_scale = length == 5 && memcmp(name, "scale", 5) == 0;
    bool is_rotate = length == 6 && memcmp(name, "rotate", 6) == 0;
    bool is_skew = length == 5 && (memcmp(name, "skewX", 5) == 0 || memcmp(name, "skewY", 5) == 0);
    double angle = v[0] * pi / 180.0;
    if (is_matrix && n == 6) {
        *m = (matrix){v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (is_translate && (n == 1 || n == 2)) {
        *m = (matrix){1, 0, 0, 1, v[0], n == 2 ? v[1] : 0};
    } else if (is_scale && (n == 1 || n == 2)) {
        *m = (matrix){v[0], 0, 0, n == 2 ? v[1] : v[0], 0, 0};
    } else if (is_rotate && (n == 1 || n == 3)) {
        double x = n == 3 ? v[1] : 0, y = n == 3 ? v[2] : 0;
        *m = times((matrix){cos(angle), sin(angle), -sin(angle), cos(angle), x, y}, (matrix){1, 0, 0, 1, -x, -y});
    } else if (is_skew && n == 1) {
        *m = name[4] == 'X' ? (matrix){1, 0, tan(angle), 1, 0, 0} : (matrix){1, tan(angle), 0, 1, 0, 0};
    } else {
        return false;
    }
    return true;
}

static oro_status read_transform(const svg *s, const element *e, matrix *m) {
    const char *at = NULL;
    char *text = attribute(e, "transform", &at);
    if (!text) return ORO_OK;
    bool good = true;
    for (const char *p = skip(text); *p && good; p = skip(p)) {
        const char *name = p;
        while ((*p >= 'a' && *p <= 'z') || *p == 'X' || *p == 'Y') p++;
        size_t length = (size_t)(p - name);
        double v[6] = {0};
        int n = 0;
        matrix one;
        p = skip(p);
        good = *p == '(';
        if (good) p = skip(p + 1);
        while (good && *p != ')') {
            good = n < 6 && oro_spline_number(&p, &v[n]);
            n++;
            p = skip(p);
        }
        good = good && transform_of(name, length, v, n, &one);
        if (good) *m = times(*m, one), p++;
    }
    oro_status status = good ? ORO_OK : oro_spline_refuse(s->r, at, "this transform cannot be read: \"%.60s\"", text);
    free(text);
    return status;
}

static const struct {
    const char *name, *colour;
} named_colours[] = {
    {"black", "#000000"},  {"silver", "#c0c0c0"}, {"gray", "#808080"},   {"grey", "#808080"},  {"white", "#ffffff"},
    {"maroon", "#800000"}, {"red", "#ff0000"},    {"purple", "#800080"}, {"green", "#008000"}, {"lime", "#00ff00"},
    {"olive", "#808000"},  {"yellow", "#ffff00"}, {"navy", "#000080"},   {"blue", "#0000ff"},  {"teal", "#008080"},
    {"aqua", "#00ffff"},   {"orange", "#ffa500"}, {"brown", "#a52a2a"},
};

/// A colour as "#rrggbb"; what is not understood is none.
static void read_colour(const char *text, char out[8]) {
    size_t hex = text[0] == '#' ? strspn(text + 1, "0123456789abcdefABCDEF") : 0;
    out[0] = 0;
    if (hex == 6) snprintf(out, 8, "%.7s", text);
    if (hex == 3) snprintf(out, 8, "#%c%c%c%c%c%c", text[1], text[1], text[2], text[2], text[3], text[3]);
    for (size_t i = 0; i < sizeof named_colours / sizeof *named_colours; i++) {
        size_t length = strlen(named_colours[i].name);
        if (strncasecmp(text, named_colours[i].name, length) == 0 && strcspn(text, " ;") == length)
            snprintf(out, 8, "%s", named_colours[i].colour);
    }
    unsigned red, green, blue;
    if (sscanf(text, "rgb(%3u ,%3u ,%3u", &red, &green, &blue) == 3 && red < 256 && green < 256 && blue < 256)
        snprintf(out, 8, "#%02x%02x%02x", red, green, blue);
}

static void read_stroke(const element *e, char stroke[8]) {
    char *own = attribute(e, "stroke", NULL), *style = attribute(e, "style", NULL);
    if (own) read_colour(skip(own), stroke);
    // "stroke:" and not "stroke-width:"; a style outdoes an attribute.
    const char *in_style = style ? strstr(style, "stroke:") : NULL;
    if (in_style) read_colour(skip(in_style + 7), stroke);
    free(own);
    free(style);
}

/// What holds inside element `e`.
static oro_status enter(const svg *s, const element *e, group *g) {
    static const char *const unseen[] = {"defs", "symbol", "clipPath", "mask", "pattern", "marker", NULL};
    *g = s->nested[s->depth];
    for (int i = 0; unseen[i]; i++) g->hidden |= is_called(e, unseen[i]);
    read_stroke(e, g->stroke);
    return read_transform(s, e, &g->m);
}

// --- points ------------------------------------------------------------------------------------------------------------

static bool add_knot(svg *s, double x, double y) {
    if (s->count == s->room) {
        int32_t room = s->room ? 2 * s->room : 64;
        knot *more = realloc(s->knots, (size_t)room * sizeof *more);
        if (!more) return false;
        s->knots = more;
        s->room = room;
    }
    s->knots[s->count++] = (knot){.x = x, .y = y};
    return true;
}

static bool curve_to(svg *s, double x1, double y1, double x2, double y2, double x, double y, bool curved) {
    if (!add_knot(s, x, y)) return false;
    knot *a = &s->knots[s->count - 2], *b = a + 1;
    a->out_x = x1 - a->x, a->out_y = y1 - a->y, a->out_curved = curved;
    b->in_x = x2 - x, b->in_y = y2 - y, b->in_curved = curved;
    return true;
}

static bool line_to(svg *s, double x, double y) {
    const knot *a = &s->knots[s->count - 1];
    double dx = (x - a->x) / 3.0, dy = (y - a->y) / 3.0;
    return curve_to(s, a->x + dx, a->y + dy, x - dx, y - dy, x, y, false);
}

/// An ellipse's piece about a middle, from one angle to another, in pieces of a quarter at most.
static bool sweep_to(svg *s, double mx, double my, double rx, double ry, double turn, double from, double angle) {
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
static bool arc_to(svg *s, double rx, double ry, double degrees, bool large, bool clockwise, double x, double y) {
    knot a = s->knots[s->count - 1];
    rx = fabs(rx), ry = fabs(ry);
    if (a.x == x && a.y == y) return true;
    if (!(rx > 0.0 && ry > 0.0)) return line_to(s, x, y);
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
    if (!sweep_to(s, c * qx - n * qy + 0.5 * (a.x + x), n * qx + c * qy + 0.5 * (a.y + y), rx, ry, turn, from, angle))
        return false;
    s->knots[s->count - 1].x = x, s->knots[s->count - 1].y = y; // without what rounding left
    return true;
}

// --- splines of points -------------------------------------------------------------------------------------------------

static bool set_handle(oro_json *point, const char *x, const char *y, const matrix *m, double dx, double dy) {
    return oro_json_set(point, x, oro_json_new_float((float)(m->a * dx + m->c * dy))) == ORO_OK &&
           oro_json_set(point, y, oro_json_new_float((float)(m->b * dx + m->d * dy))) == ORO_OK;
}

static oro_status no_memory(const svg *s) {
    return oro_fail(s->r->ctx, ORO_NO_MEMORY, s->r->name, "not enough memory for its splines");
}

/// Ends a part: makes the knots read since the last one a spline. Fewer than two are nothing to see.
static oro_status end_part(svg *s, const group *g, bool closed, const char *at) {
    int32_t n = s->count;
    s->count = 0;
    if (n < 2 || g->hidden) return ORO_OK;
    knot *k = s->knots;
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
    if (!spline) return oro_spline_refuse(s->r, at, "the name is not UTF-8, or there is no memory for it");
    if (closed && oro_json_set(spline, "closed", oro_json_new_bool(true)) != ORO_OK) return no_memory(s);
    for (int32_t i = 0; i < n; i++) {
        oro_json *point;
        double x = g->m.a * k[i].x + g->m.c * k[i].y + g->m.e, y = g->m.b * k[i].x + g->m.d * k[i].y + g->m.f;
        oro_status status = oro_spline_point_add(s->r, spline, at, x, y, s->r->how->z, &point);
        if (status != ORO_OK) return status;
        bool curved = k[i].in_curved || k[i].out_curved;
        if (oro_json_set(point, "handle", oro_json_new_string(curved ? "free" : "corner")) != ORO_OK)
            return no_memory(s);
        if (curved && (i > 0 || closed) && !set_handle(point, "in_x", "in_y", &g->m, k[i].in_x, k[i].in_y))
            return no_memory(s);
        if (curved && (i < n - 1 || closed) && !set_handle(point, "out_x", "out_y", &g->m, k[i].out_x, k[i].out_y))
            return no_memory(s);
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
        *at = skip(*at);
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
static bool quadratic_to(svg *s, pen *p, double qx, double qy, double x, double y) {
    p->mirror_x = qx, p->mirror_y = qy;
    return curve_to(s, p->x + (qx - p->x) * 2.0 / 3.0, p->y + (qy - p->y) * 2.0 / 3.0, x + (qx - x) * 2.0 / 3.0,
                    y + (qy - y) * 2.0 / 3.0, x, y, true);
}

static bool draw(svg *s, pen *p, char command, const double *v) {
    bool after_cubic = p->before == 'C' || p->before == 'S', after_quadratic = p->before == 'Q' || p->before == 'T';
    double x = v[0], y = v[1];
    bool good = s->count > 0 || add_knot(s, p->x, p->y);
    switch (good ? command : 0) {
    case 'H':
        y = p->y;
        good = line_to(s, x, y);
        break;
    case 'V':
        x = p->x, y = v[0];
        good = line_to(s, x, y);
        break;
    case 'L': good = line_to(s, x, y); break;
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

static oro_status read_path(svg *s, const group *g, const char *data, const char *at) {
    pen p = {0};
    char command = 0;
    bool relative = false;
    oro_status status = ORO_OK;
    for (const char *d = skip(data); *d && status == ORO_OK; d = skip(d)) {
        const char *here = at + (d - data);
        double v[7] = {0};
        if ((*d >= 'a' && *d <= 'z') || (*d >= 'A' && *d <= 'Z')) {
            relative = *d >= 'a';
            command = relative ? (char)(*d - 'a' + 'A') : *d;
            d++;
        } else if (command == 'Z') {
            return oro_spline_refuse(s->r, here, "numbers follow a z, which takes none");
        }
        if (command == 'Z') {
            status = end_part(s, g, true, here);
            p.x = p.start_x, p.y = p.start_y, p.before = 'Z';
            continue;
        }
        if (!numbers_of(command))
            return oro_spline_refuse(s->r, here, "a path has no command \"%.1s\"; there are M L H V C S Q T A Z",
                                     d > data && command ? d - 1 : d);
        if (!p.before && command != 'M') return oro_spline_refuse(s->r, here, "a path must begin with M");
        if (!read_numbers(&d, command, relative, &p, v))
            return oro_spline_refuse(s->r, here, "%c takes %d numbers, and this is none: \"%.20s\"", command,
                                     numbers_of(command), d);
        if (command == 'M') {
            status = end_part(s, g, false, here);
            p = (pen){.x = v[0], .y = v[1], .start_x = v[0], .start_y = v[1], .before = 'M'};
            if (status == ORO_OK && !add_knot(s, p.x, p.y)) status = no_memory(s);
            command = 'L'; // what more pairs follow are lines
            continue;
        }
        if (s->count > ORO_SPLINE_FILE_POINTS)
            return oro_spline_refuse(s->r, here, "a path has more than %d points; simplify it first",
                                     ORO_SPLINE_FILE_POINTS);
        if (!draw(s, &p, command, v)) return no_memory(s);
        p.before = command;
    }
    return status == ORO_OK ? end_part(s, g, false, at) : status;
}

// --- shapes ---------------------------------------------------------------------------------------------------------------

static oro_status read_points(svg *s, const group *g, bool closed, const char *data, const char *at) {
    for (const char *p = skip(data); *p; p = skip(p)) {
        double x, y;
        const char *here = at + (p - data);
        bool good = oro_spline_number(&p, &x);
        p = skip(p);
        if (!good || !oro_spline_number(&p, &y))
            return oro_spline_refuse(s->r, here, "points must be pairs of numbers, not \"%.20s\"", p);
        if (s->count > ORO_SPLINE_FILE_POINTS)
            return oro_spline_refuse(s->r, here, "a line has more than %d points; simplify it first",
                                     ORO_SPLINE_FILE_POINTS);
        if (!(s->count ? line_to(s, x, y) : add_knot(s, x, y))) return no_memory(s);
    }
    return end_part(s, g, closed, at);
}

/// Lines, rectangles, circles and ellipses: all by a few lengths.
static oro_status read_simple(svg *s, const group *g, const element *e) {
    static const char *const names[3][4] = {
        {"x1", "y1", "x2", "y2"}, {"x", "y", "width", "height"}, {"cx", "cy", "rx", "ry"}};
    bool circle = is_called(e, "circle"), ellipse = circle || is_called(e, "ellipse"), line = is_called(e, "line");
    double v[4];
    oro_status status = ORO_OK;
    for (int i = 0; i < 4 && status == ORO_OK; i++)
        status = length_of(s, e, circle && i > 1 ? "r" : names[line ? 0 : ellipse ? 2 : 1][i], 0.0, &v[i]);
    if (status != ORO_OK) return status;
    bool good;
    if (line) {
        good = add_knot(s, v[0], v[1]) && line_to(s, v[2], v[3]);
    } else if (!(v[2] > 0.0 && v[3] > 0.0)) {
        return ORO_OK; // nothing to see
    } else if (ellipse) {
        good = add_knot(s, v[0] + v[2], v[1]) && sweep_to(s, v[0], v[1], v[2], v[3], 0.0, 0.0, 2.0 * pi);
        if (good) s->knots[s->count - 1].x = s->knots[0].x, s->knots[s->count - 1].y = s->knots[0].y;
    } else {
        good = add_knot(s, v[0], v[1]) && line_to(s, v[0] + v[2], v[1]) && line_to(s, v[0] + v[2], v[1] + v[3]) &&
               line_to(s, v[0], v[1] + v[3]);
    }
    return good ? end_part(s, g, !line, e->from) : no_memory(s);
}

static oro_status read_shape(svg *s, const element *e, const group *g) {
    bool path = is_called(e, "path"), polygon = is_called(e, "polygon"), polyline = is_called(e, "polyline");
    bool simple = is_called(e, "line") || is_called(e, "rect") || is_called(e, "circle") || is_called(e, "ellipse");
    if (!path && !polygon && !polyline && !simple) return ORO_OK;
    s->parts = s->count = 0;
    char *id = attribute(e, "id", NULL);
    snprintf(s->id, sizeof s->id, "%s", id ? id : "");
    free(id);
    if (simple) return read_simple(s, g, e);
    const char *at = e->from;
    char *data = attribute(e, path ? "d" : "points", &at);
    oro_status status = !data ? ORO_OK : path ? read_path(s, g, data, at) : read_points(s, g, polygon, data, at);
    free(data);
    return status;
}

// --- the document ---------------------------------------------------------------------------------------------------------

/// The outermost <svg>: its box fills the extent.
static oro_status read_box(const svg *s, const element *e, matrix *m) {
    const oro_spline_import *how = s->r->how;
    double v[4] = {0};
    const char *at = e->from;
    oro_status status = length_of(s, e, "width", 0.0, &v[2]);
    if (status == ORO_OK) status = length_of(s, e, "height", 0.0, &v[3]);
    char *box = attribute(e, "viewBox", &at);
    // With a viewBox, width and height say how large to show it and may be anything.
    if (box) status = ORO_OK;
    const char *p = box;
    for (int i = 0; i < 4 && box && status == ORO_OK; i++) {
        p = skip(p);
        if (!oro_spline_number(&p, &v[i]))
            status = oro_spline_refuse(s->r, at, "viewBox must be four numbers, not \"%.40s\"", box);
    }
    free(box);
    if (status != ORO_OK) return status;
    double longer = fmax(v[2], v[3]), scale = how->extent > 0.0 ? how->extent / longer : 1.0;
    if (how->extent > 0.0 && !(v[2] > 0.0 && v[3] > 0.0 && isfinite(scale)))
        return oro_spline_refuse(s->r, e->from,
                                 "the picture does not say how large it is (viewBox, or width and height), so it "
                                 "cannot be fitted to an extent");
    *m = (matrix){scale, 0, 0, scale, how->origin_x - scale * v[0], how->origin_y - scale * v[1]};
    return ORO_OK;
}

/// Past a comment, a CDATA section, an instruction or a declaration at `p`; NULL where it does not end.
static const char *pass(const char *p) {
    const char *end;
    if (strncmp(p, "<!--", 4) == 0) return (end = strstr(p + 4, "-->")) ? end + 3 : NULL;
    if (strncmp(p, "<![CDATA[", 9) == 0) return (end = strstr(p + 9, "]]>")) ? end + 3 : NULL;
    if (p[1] == '?') return (end = strstr(p + 2, "?>")) ? end + 2 : NULL;
    end = p + strcspn(p, "[>");
    if (*end == '[') end = strstr(end, "]>") ? strstr(end, "]>") + 1 : NULL;
    return end && *end == '>' ? end + 1 : NULL;
}

/// Takes the tag at `p` apart; returns what follows it, or NULL where it does not end.
static const char *read_tag(const char *p, element *e) {
    e->name = ++p;
    while (*p && !is_space(*p) && *p != '>' && *p != '/') {
        if (*p == ':') e->name = p + 1;
        p++;
    }
    e->name_end = e->from = p;
    for (char quote = 0; *p && (quote || *p != '>'); p++) {
        if (quote && *p == quote)
            quote = 0;
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
    }
    if (*p != '>') return NULL;
    e->empty = p[-1] == '/';
    e->end = e->empty ? p - 1 : p;
    if (e->end < e->from) e->end = e->from;
    return p + 1;
}

static oro_status read_elements(svg *s) {
    bool begun = false;
    for (const char *p = strchr(s->r->text, '<'); p; p = strchr(p, '<')) {
        const char *at = p;
        element e = {0};
        if (p[1] == '!' || p[1] == '?') {
            p = pass(p);
        } else if (p[1] == '/') {
            p = strchr(p, '>');
            if (p && s->depth == 0) return oro_spline_refuse(s->r, at, "an element ends that did not begin");
            if (p) s->depth--;
        } else {
            p = read_tag(p, &e);
        }
        if (!p) return oro_spline_refuse(s->r, at, "what begins here does not end; the file may be cut off");
        if (!e.name) continue;
        group g;
        oro_status status = enter(s, &e, &g);
        if (status == ORO_OK && !begun) {
            if (!is_called(&e, "svg"))
                return oro_spline_refuse(s->r, at, "this is no SVG: it does not begin with <svg>");
            status = read_box(s, &e, &g.m);
            begun = true;
        }
        if (status == ORO_OK) status = read_shape(s, &e, &g);
        if (status != ORO_OK) return status;
        if (e.empty) continue;
        if (s->depth + 1 >= MOST_NESTED)
            return oro_spline_refuse(s->r, at, "elements are nested more than %d deep", MOST_NESTED - 1);
        s->nested[++s->depth] = g;
    }
    if (!begun) return oro_spline_refuse(s->r, s->r->text, "this is no SVG: there is no <svg> in it");
    return s->depth ? oro_spline_refuse(s->r, s->r->end, "the file ends inside an element; it may be cut off") : ORO_OK;
}

oro_status oro_splines_read_svg(oro_spline_reader *r) {
    svg *s = calloc(1, sizeof *s);
    if (!s) return oro_fail(r->ctx, ORO_NO_MEMORY, r->name, "not enough memory to read it");
    s->r = r;
    s->nested[0].m = (matrix){1, 0, 0, 1, 0, 0};
    oro_status status = read_elements(s);
    free(s->knots);
    free(s);
    return status;
}
