// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "io/spline_file.h"
#include "io/format.h"
#include "core/context.h"
#include "core/text.h"
#include "io/file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// --- what the readers share ------------------------------------------------------------------------------------------

oro_status oro_spline_refuse(const oro_spline_reader *r, const char *at, const char *format, ...) {
    char where[300], sentence[300];
    int line = 1;
    for (const char *p = r->text; p < at && p < r->end; p++) line += *p == '\n';
    snprintf(where, sizeof where, "%.250s:%d", r->name, line);
    va_list list;
    va_start(list, format);
    oro_print_list(sentence, sizeof sentence, format, list);
    va_end(list);
    return oro_fail(r->ctx, ORO_BAD_INPUT, where, "%s", sentence);
}

static bool digit(char c) { return c >= '0' && c <= '9'; }

bool oro_spline_number(const char **at, double *value) {
    const char *p = *at;
    if (*p == '+' || *p == '-') p++;
    const char *digits = p;
    while (digit(*p)) p++;
    int32_t count = (int32_t)(p - digits);
    if (*p == '.') {
        const char *point = p++;
        while (digit(*p)) p++;
        count += (int32_t)(p - point) - 1;
    }
    if (count < 1) return false;
    if (*p == 'e' || *p == 'E') {
        const char *e = p + 1;
        if (*e == '+' || *e == '-') e++;
        if (digit(*e)) {
            while (digit(*e)) e++;
            p = e;
        }
    }
    // A copy, because strtod would read on: "1.5.5" is two numbers, and "0x10" is none.
    char copy[64];
    size_t length = (size_t)(p - *at);
    if (length >= sizeof copy) return false;
    memcpy(copy, *at, length);
    copy[length] = 0;
    *value = oro_read_double(copy, NULL);
    *at = p;
    return isfinite(*value);
}

oro_json *oro_spline_begin(oro_spline_reader *r, const char *name, const char *colour) {
    oro_json *spline = oro_json_new_object();
    if (!spline) return NULL;
    bool good = (!name || !name[0] || oro_json_set(spline, "name", oro_json_new_string(name)) == ORO_OK) &&
                (!colour || !colour[0] || oro_json_set(spline, "colour", oro_json_new_string(colour)) == ORO_OK) &&
                oro_json_set(spline, "points", oro_json_new_array()) == ORO_OK;
    if (!good) {
        oro_json_free(spline);
        return NULL;
    }
    return oro_json_append(r->list, spline) == ORO_OK ? spline : NULL;
}

static oro_status no_memory(const oro_spline_reader *r) {
    return oro_fail(r->ctx, ORO_NO_MEMORY, r->name, "not enough memory for its splines");
}

oro_status oro_spline_point_add(oro_spline_reader *r, oro_json *spline, const char *at, double x, double y, double z,
                                oro_json **made) {
    if (++r->points > ORO_SPLINE_FILE_POINTS)
        return oro_spline_refuse(r, at, "there are more than %d points; simplify the lines first",
                                 ORO_SPLINE_FILE_POINTS);
    if (!(fabs(x) <= 1e7 && fabs(y) <= 1e7 && fabs(z) <= 1e5))
        return oro_spline_refuse(
            r, at, "positions must lie within 1e7 m and heights within 1e5 m; a point lies at %g, %g, %g", x, y, z);
    oro_json *point = oro_json_new_object();
    if (made) *made = point;
    if (!point || oro_json_append(oro_json_get(spline, "points"), point) != ORO_OK) return no_memory(r);
    bool good = oro_json_set(point, "x", oro_json_new_float((float)x)) == ORO_OK &&
                oro_json_set(point, "y", oro_json_new_float((float)y)) == ORO_OK &&
                oro_json_set(point, "z", oro_json_new_float((float)z)) == ORO_OK;
    return good ? ORO_OK : no_memory(r);
}

// --- CSV -------------------------------------------------------------------------------------------------------------

enum { COLUMNS = 64 };

typedef struct field {
    const char *from;
    size_t length;
} field;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool says(field f, const char *word) {
    return f.length == strlen(word) && strncasecmp(f.from, word, f.length) == 0;
}

/// Takes a line apart without blanks and quotes around its fields. A quoted field may hold separators.
static int split(const char *line, const char *end, char separator, field *fields) {
    int count = 0;
    for (const char *p = line;; p++) {
        const char *from = p;
        bool quoted = false;
        while (p < end && (quoted || *p != separator)) quoted ^= *p++ == '"';
        const char *to = p;
        while (from < to && is_space(*from)) from++;
        while (to > from && is_space(to[-1])) to--;
        if (to - from >= 2 && *from == '"' && to[-1] == '"') from++, to--;
        if (count < COLUMNS) fields[count++] = (field){from, (size_t)(to - from)};
        if (p >= end) return count;
    }
}

typedef struct table {
    int x, y, z, name, colour; ///< columns; -1: none
    char separator;
} table;

static oro_status read_header(const oro_spline_reader *r, const char *line, const char *end, table *t) {
    field fields[COLUMNS];
    static const char separators[] = ",;\t";
    *t = (table){-1, -1, -1, -1, -1, ','};
    for (const char *s = separators; *s; s++)
        if (memchr(line, *s, (size_t)(end - line))) {
            t->separator = *s;
            break;
        }
    int count = split(line, end, t->separator, fields);
    for (int i = 0; i < count; i++) {
        if (says(fields[i], "x")) t->x = i;
        if (says(fields[i], "y")) t->y = i;
        if (says(fields[i], "z") || says(fields[i], "height")) t->z = i;
        if (says(fields[i], "name")) t->name = i;
        if (says(fields[i], "colour") || says(fields[i], "color")) t->colour = i;
    }
    if (t->x < 0 || t->y < 0)
        return oro_spline_refuse(r, line, "the first line must name the columns, x and y among them, as x,y,z,name");
    return ORO_OK;
}

static oro_status read_field(const oro_spline_reader *r, const field *fields, int count, int column, const char *what,
                             double *value) {
    if (column < 0) return ORO_OK;
    const char *at = column < count ? fields[column].from : "";
    const char *end = column < count ? at + fields[column].length : at;
    if (column < count && oro_spline_number(&at, value) && at == end) return ORO_OK;
    return oro_spline_refuse(r, fields[0].from, "%s must be a number, not \"%.*s\"", what,
                             column < count ? (int)(fields[column].length < 40 ? fields[column].length : 40) : 0,
                             column < count ? fields[column].from : "");
}

/// The text of a field, as far as there is room.
static const char *text_of(const field *fields, int count, int column, char *buffer, size_t size) {
    buffer[0] = 0;
    if (column >= 0 && column < count) snprintf(buffer, size, "%.*s", (int)fields[column].length, fields[column].from);
    return buffer;
}

static bool is_colour(const char *text) {
    return strlen(text) == 7 && text[0] == '#' && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

oro_status oro_splines_read_csv(oro_spline_reader *r) {
    table t = {0};
    oro_json *spline = NULL;
    char last[128] = "";
    bool header = false;
    oro_status status = ORO_OK;
    for (const char *line = r->text; line < r->end && status == ORO_OK;) {
        const char *end = memchr(line, '\n', (size_t)(r->end - line)), *next = end ? end + 1 : r->end;
        if (!end) end = r->end;
        const char *from = line;
        line = next;
        while (end > from && is_space(end[-1])) end--;
        if (from == end || *from == '#') {
            if (from == end) spline = NULL;
            continue;
        }
        if (!header) {
            status = read_header(r, from, end, &t);
            header = true;
            continue;
        }
        field fields[COLUMNS];
        char name[128], colour[16];
        int count = split(from, end, t.separator, fields);
        double x = 0, y = 0, z = r->how->z;
        status = read_field(r, fields, count, t.x, "x", &x);
        if (status == ORO_OK) status = read_field(r, fields, count, t.y, "y", &y);
        // A height left empty is the one of --z.
        if (status == ORO_OK && t.z >= 0 && t.z < count && fields[t.z].length)
            status = read_field(r, fields, count, t.z, "z", &z);
        if (status != ORO_OK) break;
        text_of(fields, count, t.name, name, sizeof name);
        text_of(fields, count, t.colour, colour, sizeof colour);
        if (colour[0] && !is_colour(colour))
            return oro_spline_refuse(r, from, "a colour must be as #5b9bd5, not \"%s\"", colour);
        if (!spline || strcmp(name, last) != 0) spline = oro_spline_begin(r, name, colour);
        if (!spline) return oro_spline_refuse(r, from, "the name is not UTF-8, or there is not enough memory for it");
        memcpy(last, name, sizeof last);
        status = oro_spline_point_add(r, spline, from, x, y, z, NULL);
    }
    if (status == ORO_OK && r->list->count == 0) status = oro_spline_refuse(r, r->text, "there is no point in it");
    return status;
}

// --- files -----------------------------------------------------------------------------------------------------------

/// Reads `text`, which has a 0 at its end.
static oro_status read_text(oro_context *ctx, const char *name, const char *text, size_t length,
                            const oro_spline_import *how, oro_json **list) {
    oro_spline_reader r = {.ctx = ctx, .name = name, .text = text, .end = text + length, .how = how};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.text += 3; // a byte order mark
    const char *zero = memchr(text, 0, length);
    if (zero) return oro_spline_refuse(&r, zero, "there is a zero byte; this is not text");
    const oro_format *format = oro_format_find(name);
    char endings[64];
    if (!format || !format->read_splines)
        return oro_fail(ctx, ORO_BAD_INPUT, name, "splines are read from files that end in one of %s",
                        oro_format_list(ORO_HOLDS_SPLINES, false, endings, sizeof endings));
    r.list = oro_json_new_array();
    if (!r.list) return no_memory(&r);
    oro_status status = format->read_splines(&r);
    if (status == ORO_OK)
        *list = r.list;
    else
        oro_json_free(r.list);
    return status;
}

oro_status oro_splines_parse(oro_context *ctx, const char *name, const char *text, size_t length,
                             const oro_spline_import *how, oro_json **list) {
    *list = NULL;
    char *copy = malloc(length + 1);
    if (!copy) return oro_fail(ctx, ORO_NO_MEMORY, name, "not enough memory to read it");
    memcpy(copy, text, length);
    copy[length] = 0;
    oro_status status = read_text(ctx, name, copy, length, how, list);
    free(copy);
    return status;
}

oro_status oro_splines_load(oro_context *ctx, const char *path, const oro_spline_import *how, oro_json **list) {
    char *text;
    size_t length;
    *list = NULL;
    oro_status status = oro_file_read(ctx, path, ORO_SPLINE_FILE_BYTES, &text, &length);
    if (status != ORO_OK) return status;
    status = read_text(ctx, path, text, length, how, list);
    free(text);
    return status;
}
