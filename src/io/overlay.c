// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads overlays; see overlay.h.

#include "io/overlay.h"
#include "io/format.h"
#include "core/context.h"
#include "core/text.h"
#include "io/args_json.h"
#include "io/file.h"
#include "io/json.h"
#include "io/json_tree.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const uint8_t DEFAULT_COLOUR[3] = {0xC0, 0x39, 0x2B};

void oro_overlays_free(oro_context *ctx, oro_overlays *o) {
    oro_free(ctx, o->items);
    oro_free(ctx, o->points);
    *o = (oro_overlays){0};
}

static oro_status alloc(oro_context *ctx, oro_overlays *out, size_t items, size_t points) {
    out->items = oro_alloc(ctx, (items + 1) * sizeof *out->items);
    out->points = out->items ? oro_alloc(ctx, (2 * points + 2) * sizeof *out->points) : NULL;
    return out->points ? ORO_OK : ORO_NO_MEMORY;
}

// --- JSON -------------------------------------------------------------------------------------------------------------

/// "#c0392b"
static bool read_colour(const char *text, uint8_t *rgb) {
    if (strlen(text) != 7 || *text != '#') return false;
    for (int i = 1; i < 7; i++)
        if (!isxdigit((unsigned char)text[i])) return false;
    unsigned long value = strtoul(text + 1, NULL, 16);
    rgb[0] = (uint8_t)(value >> 16);
    rgb[1] = (uint8_t)(value >> 8);
    rgb[2] = (uint8_t)value;
    return true;
}

static bool is_point(const oro_json *p) {
    return p->type == ORO_JSON_ARRAY && p->count == 2 && p->items[0]->type == ORO_JSON_NUMBER &&
           p->items[1]->type == ORO_JSON_NUMBER;
}

static oro_status read_points(oro_context *ctx, const oro_json *item, const char *name, double *to, int32_t *count) {
    const oro_json *points = oro_json_get(item, "points");
    if (!points || points->type != ORO_JSON_ARRAY || points->count == 0)
        return oro_json_refuse(ctx, points ? points : item, name,
                               "points must be a list of positions, as [[0, 0], [250, 90]]");
    for (size_t i = 0; i < points->count; i++) {
        const oro_json *p = points->items[i];
        if (!is_point(p)) return oro_json_refuse(ctx, p, name, "a point must be two numbers in metres, as [250, 90]");
        to[2 * i] = p->items[0]->number;
        to[2 * i + 1] = p->items[1]->number;
    }
    *count = (int32_t)points->count;
    return ORO_OK;
}

static oro_status read_item(oro_context *ctx, const oro_json *item, const char *name, oro_overlay *o, double *points) {
    static const char *const keys[] = {"type", "points", "colour", "width", NULL};
    static const char *const kinds[] = {"path", "spline", "points"};
    if (item->type != ORO_JSON_OBJECT)
        return oro_json_refuse(ctx, item, name, "an overlay must be an object, not %s", oro_json_kind(item));
    oro_status status = oro_json_check_keys(ctx, item, keys, name);
    if (status != ORO_OK) return status;
    const oro_json *type = oro_json_get(item, "type"), *colour = oro_json_get(item, "colour"),
                   *width = oro_json_get(item, "width");
    *o = (oro_overlay){.points = points};
    memcpy(o->colour, DEFAULT_COLOUR, 3);
    int kind = 0;
    while (type && kind < 3 && !(type->type == ORO_JSON_STRING && strcmp(type->text, kinds[kind]) == 0)) kind++;
    if (kind == 3) return oro_json_refuse(ctx, type, name, "type must be \"path\", \"spline\" or \"points\"");
    o->kind = (oro_overlay_kind)kind;
    if (colour && !(colour->type == ORO_JSON_STRING && read_colour(colour->text, o->colour)))
        return oro_json_refuse(ctx, colour, name, "colour must be a text such as \"#c0392b\"");
    if (width && !(width->type == ORO_JSON_NUMBER && width->number > 0.0 && width->number <= 200.0))
        return oro_json_refuse(ctx, width, name, "width must be a number of pixels, above 0 and up to 200");
    if (width) o->width = (float)width->number;
    return read_points(ctx, item, name, points, &o->count);
}

oro_status oro_overlays_read_json(oro_context *ctx, const char *path, const char *text, size_t length,
                                  oro_overlays *out) {
    oro_json *root;
    oro_status status = oro_json_parse(ctx, path, text, length, &root);
    if (status != ORO_OK) return status;
    size_t points = 0;
    if (root->type != ORO_JSON_ARRAY)
        status = oro_json_refuse(ctx, root, path, "overlays must be a list of objects, not %s", oro_json_kind(root));
    for (size_t i = 0; status == ORO_OK && i < root->count; i++) {
        const oro_json *list = oro_json_get(root->items[i], "points");
        points += list ? list->count : 0;
    }
    if (status == ORO_OK) status = alloc(ctx, out, root->count, points);
    double *at = out->points;
    for (size_t i = 0; status == ORO_OK && i < root->count; i++) {
        status = read_item(ctx, root->items[i], path, &out->items[i], at);
        at += 2 * (ptrdiff_t)out->items[i].count;
        out->count = (int32_t)i + 1;
    }
    oro_json_free(root);
    return status;
}

// --- CSV --------------------------------------------------------------------------------------------------------------

/// A number as JSON writes it, whatever the locale; moves *at past it.
static bool read_number(const char **at, const char *end, double *value) {
    while (*at < end && (**at == ' ' || **at == '\t')) ++*at;
    const unsigned char *stop;
    size_t length = oro_json_number_length((const unsigned char *)*at, (const unsigned char *)end, &stop);
    char digits[64];
    if (length == 0 || length >= sizeof digits) return false;
    memcpy(digits, *at, length);
    digits[length] = 0;
    *value = oro_read_double(digits, NULL);
    *at += length;
    while (*at < end && (**at == ' ' || **at == '\t')) ++*at;
    return isfinite(*value);
}

static bool read_line(const char *at, const char *end, double *x, double *y) {
    if (!read_number(&at, end, x) || at == end || (*at != ',' && *at != ';')) return false;
    at++;
    return read_number(&at, end, y) && (at == end || *at == ',' || *at == ';');
}

static bool is_blank(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at == end;
}

oro_status oro_overlays_read_csv(oro_context *ctx, const char *path, const char *text, size_t length,
                                 oro_overlays *out) {
    size_t lines = 1;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    oro_status status = alloc(ctx, out, lines, lines);
    if (status != ORO_OK) return status;
    double *points = out->points;
    oro_overlay *open = NULL;
    const char *at = text, *end = text + length;
    for (int line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        const char *last = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
        if (is_blank(at, last)) {
            open = NULL;
        } else if (*at == '#' || (line == 1 && !read_line(at, last, points, points + 1))) {
            // a comment, or names of columns
        } else if (read_line(at, last, points, points + 1)) {
            if (!open) {
                open = &out->items[out->count++];
                *open = (oro_overlay){.points = points};
                memcpy(open->colour, DEFAULT_COLOUR, 3);
            }
            open->kind = open->count ? ORO_OVERLAY_PATH : ORO_OVERLAY_POINTS;
            open->count++;
            points += 2;
        } else {
            return oro_fail(ctx, ORO_BAD_INPUT, path,
                            "line %d is not a point; a line holds x and y in metres, as 250,90", line);
        }
        at = stop < end ? stop + 1 : end;
    }
    return ORO_OK;
}

oro_status oro_overlays_load(oro_context *ctx, const char *path, oro_overlays *out) {
    char *text;
    size_t length;
    *out = (oro_overlays){0};
    oro_status status = oro_file_read(ctx, path, ORO_JSON_MAX_BYTES, &text, &length);
    if (status != ORO_OK) return status;
    const oro_format *format = oro_format_find(path);
    status = (format && format->read_overlays ? format->read_overlays : oro_overlays_read_json)(ctx, path, text, length,
                                                                                                out);
    free(text);
    if (status == ORO_OK && out->count == 0)
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "there is nothing in this file to draw");
    return status;
}
