// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines from SVG 1.1: the geometry of shapes and the transforms around them, nothing of how they are painted but the stroke's
// colour. What <use> refers to, text, CSS classes and percentages are not read.

#include "io/svg_path.h"
#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NESTED = 64 };

static const double pi = 3.14159265358979323846;

typedef struct element {
    const char *name, *name_end; ///< without the prefix of a namespace
    const char *from, *end;      ///< its attributes
    bool empty;                  ///< ends at once: <path/>
} element;

typedef struct svg {
    oro_svg_sketch sketch;
    oro_svg_group nested[MOST_NESTED];
    int depth;
} svg;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// --- elements --------------------------------------------------------------------------------------------------------

static bool is_called(const element *e, const char *name) {
    return (size_t)(e->name_end - e->name) == strlen(name) && memcmp(e->name, name, strlen(name)) == 0;
}

/// The value of an attribute, as a copy that the caller frees; NULL where there is none.
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
    const char *p = oro_svg_skip(text);
    bool good = oro_spline_number(&p, value) && *p != '%';
    oro_status status =
        good ? ORO_OK : oro_spline_refuse(s->sketch.r, at, "%s must be a number, not \"%.40s\"", name, text);
    free(text);
    return status;
}

// --- transforms and colours --------------------------------------------------------------------------------------------

static oro_svg_matrix times(oro_svg_matrix m, oro_svg_matrix n) {
    return (oro_svg_matrix){m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b,       m.a * n.c + m.c * n.d,
                            m.b * n.c + m.d * n.d, m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f};
}

/// One function of a transform list by its name and numbers; false where it makes no sense.
static bool transform_of(const char *name, size_t length, const double *v, int n, oro_svg_matrix *m) {
    bool is_matrix = length == 6 && memcmp(name, "matrix", 6) == 0;
    bool is_translate = length == 9 && memcmp(name, "translate", 9) == 0;
    bool is_scale = length == 5 && memcmp(name, "scale", 5) == 0;
    bool is_rotate = length == 6 && memcmp(name, "rotate", 6) == 0;
    bool is_skew = length == 5 && (memcmp(name, "skewX", 5) == 0 || memcmp(name, "skewY", 5) == 0);
    double angle = v[0] * pi / 180.0;
    if (is_matrix && n == 6) {
        *m = (oro_svg_matrix){v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (is_translate && (n == 1 || n == 2)) {
        *m = (oro_svg_matrix){1, 0, 0, 1, v[0], n == 2 ? v[1] : 0};
    } else if (is_scale && (n == 1 || n == 2)) {
        *m = (oro_svg_matrix){v[0], 0, 0, n == 2 ? v[1] : v[0], 0, 0};
    } else if (is_rotate && (n == 1 || n == 3)) {
        double x = n == 3 ? v[1] : 0, y = n == 3 ? v[2] : 0;
        *m = times((oro_svg_matrix){cos(angle), sin(angle), -sin(angle), cos(angle), x, y},
                   (oro_svg_matrix){1, 0, 0, 1, -x, -y});
    } else if (is_skew && n == 1) {
        *m = name[4] == 'X' ? (oro_svg_matrix){1, 0, tan(angle), 1, 0, 0} : (oro_svg_matrix){1, tan(angle), 0, 1, 0, 0};
    } else {
        return false;
    }
    return true;
}

static oro_status read_transform(const svg *s, const element *e, oro_svg_matrix *m) {
    const char *at = NULL;
    char *text = attribute(e, "transform", &at);
    if (!text) return ORO_OK;
    bool good = true;
    for (const char *p = oro_svg_skip(text); *p && good; p = oro_svg_skip(p)) {
        const char *name = p;
        while ((*p >= 'a' && *p <= 'z') || *p == 'X' || *p == 'Y') p++;
        size_t length = (size_t)(p - name);
        double v[6] = {0};
        int n = 0;
        oro_svg_matrix one;
        p = oro_svg_skip(p);
        good = *p == '(';
        if (good) p = oro_svg_skip(p + 1);
        while (good && *p != ')') {
            good = n < 6 && oro_spline_number(&p, &v[n]);
            n++;
            p = oro_svg_skip(p);
        }
        good = good && transform_of(name, length, v, n, &one);
        if (good) *m = times(*m, one), p++;
    }
    oro_status status =
        good ? ORO_OK : oro_spline_refuse(s->sketch.r, at, "this transform cannot be read: \"%.60s\"", text);
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
    if (own) read_colour(oro_svg_skip(own), stroke);
    // "stroke:" and not "stroke-width:"; a style outdoes an attribute.
    const char *in_style = style ? strstr(style, "stroke:") : NULL;
    if (in_style) read_colour(oro_svg_skip(in_style + 7), stroke);
    free(own);
    free(style);
}

/// What holds inside element `e`.
static oro_status enter(const svg *s, const element *e, oro_svg_group *g) {
    static const char *const unseen[] = {"defs", "symbol", "clipPath", "mask", "pattern", "marker", NULL};
    *g = s->nested[s->depth];
    for (int i = 0; unseen[i]; i++) g->hidden |= is_called(e, unseen[i]);
    read_stroke(e, g->stroke);
    return read_transform(s, e, &g->m);
}

// --- shapes ---------------------------------------------------------------------------------------------------------------

static oro_status read_points(svg *s, const oro_svg_group *g, bool closed, const char *data, const char *at) {
    for (const char *p = oro_svg_skip(data); *p; p = oro_svg_skip(p)) {
        double x, y;
        const char *here = at + (p - data);
        bool good = oro_spline_number(&p, &x);
        p = oro_svg_skip(p);
        if (!good || !oro_spline_number(&p, &y))
            return oro_spline_refuse(s->sketch.r, here, "points must be pairs of numbers, not \"%.20s\"", p);
        if (s->sketch.count > ORO_SPLINE_FILE_POINTS)
            return oro_spline_refuse(s->sketch.r, here, "a line has more than %d points; simplify it first",
                                     ORO_SPLINE_FILE_POINTS);
        if (!(s->sketch.count ? oro_svg_line(&s->sketch, x, y) : oro_svg_begin(&s->sketch, x, y)))
            return oro_svg_no_memory(&s->sketch);
    }
    return oro_svg_end_part(&s->sketch, g, closed, at);
}

/// Lines, rectangles, circles and ellipses: all by a few lengths.
static oro_status read_simple(svg *s, const oro_svg_group *g, const element *e) {
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
        good = oro_svg_begin(&s->sketch, v[0], v[1]) && oro_svg_line(&s->sketch, v[2], v[3]);
    } else if (!(v[2] > 0.0 && v[3] > 0.0)) {
        return ORO_OK; // nothing to see
    } else if (ellipse) {
        good = oro_svg_begin(&s->sketch, v[0] + v[2], v[1]) &&
               oro_svg_sweep(&s->sketch, v[0], v[1], v[2], v[3], 0.0, 0.0, 2.0 * pi);
        if (good)
            s->sketch.knots[s->sketch.count - 1].x = s->sketch.knots[0].x,
                                              s->sketch.knots[s->sketch.count - 1].y = s->sketch.knots[0].y;
    } else {
        good = oro_svg_begin(&s->sketch, v[0], v[1]) && oro_svg_line(&s->sketch, v[0] + v[2], v[1]) &&
               oro_svg_line(&s->sketch, v[0] + v[2], v[1] + v[3]) && oro_svg_line(&s->sketch, v[0], v[1] + v[3]);
    }
    return good ? oro_svg_end_part(&s->sketch, g, !line, e->from) : oro_svg_no_memory(&s->sketch);
}

static oro_status read_shape(svg *s, const element *e, const oro_svg_group *g) {
    bool path = is_called(e, "path"), polygon = is_called(e, "polygon"), polyline = is_called(e, "polyline");
    bool simple = is_called(e, "line") || is_called(e, "rect") || is_called(e, "circle") || is_called(e, "ellipse");
    if (!path && !polygon && !polyline && !simple) return ORO_OK;
    s->sketch.parts = s->sketch.count = 0;
    char *id = attribute(e, "id", NULL);
    snprintf(s->sketch.id, sizeof s->sketch.id, "%s", id ? id : "");
    free(id);
    if (simple) return read_simple(s, g, e);
    const char *at = e->from;
    char *data = attribute(e, path ? "d" : "points", &at);
    oro_status status = !data  ? ORO_OK
                        : path ? oro_svg_path(&s->sketch, g, data, at)
                               : read_points(s, g, polygon, data, at);
    free(data);
    return status;
}

// --- the document ---------------------------------------------------------------------------------------------------------

/// The outermost <svg>: its box fills the extent.
static oro_status read_box(const svg *s, const element *e, oro_svg_matrix *m) {
    const oro_spline_import *how = s->sketch.r->how;
    double v[4] = {0};
    const char *at = e->from;
    oro_status status = length_of(s, e, "width", 0.0, &v[2]);
    if (status == ORO_OK) status = length_of(s, e, "height", 0.0, &v[3]);
    char *box = attribute(e, "viewBox", &at);
    // With a viewBox, width and height say how large to show it and may be anything.
    if (box) status = ORO_OK;
    const char *p = box;
    for (int i = 0; i < 4 && box && status == ORO_OK; i++) {
        p = oro_svg_skip(p);
        if (!oro_spline_number(&p, &v[i]))
            status = oro_spline_refuse(s->sketch.r, at, "viewBox must be four numbers, not \"%.40s\"", box);
    }
    free(box);
    if (status != ORO_OK) return status;
    double longer = fmax(v[2], v[3]), scale = how->extent > 0.0 ? how->extent / longer : 1.0;
    if (how->extent > 0.0 && !(v[2] > 0.0 && v[3] > 0.0 && isfinite(scale)))
        return oro_spline_refuse(s->sketch.r, e->from,
                                 "the picture does not say how large it is (viewBox, or width and height), so it "
                                 "cannot be fitted to an extent");
    *m = (oro_svg_matrix){scale, 0, 0, scale, how->origin_x - scale * v[0], how->origin_y - scale * v[1]};
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
    for (const char *p = strchr(s->sketch.r->text, '<'); p; p = strchr(p, '<')) {
        const char *at = p;
        element e = {0};
        if (p[1] == '!' || p[1] == '?') {
            p = pass(p);
        } else if (p[1] == '/') {
            p = strchr(p, '>');
            if (p && s->depth == 0) return oro_spline_refuse(s->sketch.r, at, "an element ends that did not begin");
            if (p) s->depth--;
        } else {
            p = read_tag(p, &e);
        }
        if (!p) return oro_spline_refuse(s->sketch.r, at, "what begins here does not end; the file may be cut off");
        if (!e.name) continue;
        oro_svg_group g;
        oro_status status = enter(s, &e, &g);
        if (status == ORO_OK && !begun) {
            if (!is_called(&e, "svg"))
                return oro_spline_refuse(s->sketch.r, at, "this is not an SVG: it does not begin with <svg>");
            status = read_box(s, &e, &g.m);
            begun = true;
        }
        if (status == ORO_OK) status = read_shape(s, &e, &g);
        if (status != ORO_OK) return status;
        if (e.empty) continue;
        if (s->depth + 1 >= MOST_NESTED)
            return oro_spline_refuse(s->sketch.r, at, "elements are nested more than %d deep", MOST_NESTED - 1);
        s->nested[++s->depth] = g;
    }
    if (!begun) return oro_spline_refuse(s->sketch.r, s->sketch.r->text, "this is not an SVG: there is no <svg> in it");
    return s->depth
               ? oro_spline_refuse(s->sketch.r, s->sketch.r->end, "the file ends inside an element; it may be cut off")
               : ORO_OK;
}

oro_status oro_splines_read_svg(oro_spline_reader *r) {
    svg *s = calloc(1, sizeof *s);
    if (!s) return oro_fail(r->ctx, ORO_NO_MEMORY, r->name, "not enough memory to read it");
    s->sketch.r = r;
    s->nested[0].m = (oro_svg_matrix){1, 0, 0, 1, 0, 0};
    oro_status status = read_elements(s);
    if (status == ORO_OK && r->list->count == 0)
        status = oro_spline_refuse(r, r->text, "there is no path or line in it");
    free(s->sketch.knots);
    free(s);
    return status;
}
