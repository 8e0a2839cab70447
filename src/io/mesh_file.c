// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes in files: choosing the reader by the extension, turning what has y up, and the walk through text that readers
// share.
#include "mesh_file.h"
#include "core/text.h"
#include "io/format.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// --- text ------------------------------------------------------------------------------------------------------------

bool oro_mesh_text_more(mesh_text *t) {
    for (; t->at < t->end && *t->at != '\n'; t->at++) {
        if (*t->at == ' ' || *t->at == '\t' || *t->at == '\r') continue;
        bool continued = *t->at == '\\' && t->end - t->at > 1 && (t->at[1] == '\n' || t->at[1] == '\r');
        if (!continued) return true;
        if (t->at[1] == '\r') t->at++;
        if (t->end - t->at > 1 && t->at[1] == '\n') t->at++;
        t->line++;
    }
    return false;
}

bool oro_mesh_text_next_line(mesh_text *t) {
    // A comment that ends with a backslash does not swallow the next line: only oro_mesh_text_more() continues lines.
    const char *newline = t->at < t->end ? memchr(t->at, '\n', (size_t)(t->end - t->at)) : NULL;
    t->at = newline ? newline + 1 : t->end;
    t->line++;
    return t->at < t->end;
}

static bool ends_word(const mesh_text *t, const char *at) {
    return at == t->end || *at == ' ' || *at == '\t' || *at == '\r' || *at == '\n' || *at == '\\';
}

bool oro_mesh_text_word_ends(const mesh_text *t) { return ends_word(t, t->at); }

bool oro_mesh_text_word(mesh_text *t, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(t->end - t->at) < length || strncasecmp(t->at, word, length) != 0) return false;
    if (!ends_word(t, t->at + length)) return false;
    t->at += length;
    return true;
}

/// Digits into a whole number and the power of ten it is off by. Beyond 19 digits they change nothing a float can show.
static bool digits(mesh_text *t, uint64_t *mantissa, int *power, bool after_point) {
    const char *first = t->at;
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++) {
        bool fits = *mantissa < 1000000000000000000U;
        if (fits) *mantissa = *mantissa * 10 + (uint64_t)(*t->at - '0');
        if (fits && after_point) *power -= *power > -100000;
        if (!fits && !after_point) *power += *power < 100000;
    }
    return t->at > first;
}

static bool special(mesh_text *t, float sign, float *value) {
    static const char *const names[] = {"nan", "inf", "infinity"};
    for (int i = 0; i < 3; i++)
        if (oro_mesh_text_word(t, names[i])) {
            *value = i ? sign * INFINITY : NAN;
            return true;
        }
    return false;
}

bool oro_mesh_text_number(mesh_text *t, float *value) {
    if (!oro_mesh_text_more(t)) return false;
    mesh_text begin = *t;
    float sign = *t->at == '-' ? -1.0f : 1.0f;
    if (*t->at == '-' || *t->at == '+') t->at++;
    if (special(t, sign, value)) return true;
    uint64_t mantissa = 0;
    int power = 0;
    bool some = digits(t, &mantissa, &power, false);
    if (t->at < t->end && *t->at == '.') {
        t->at++;
        some |= digits(t, &mantissa, &power, true);
    }
    if (some && t->at < t->end && (*t->at == 'e' || *t->at == 'E')) {
        bool minus = t->end - t->at > 1 && t->at[1] == '-', plus = t->end - t->at > 1 && t->at[1] == '+';
        t->at += 1 + (minus || plus);
        uint64_t exponent = 0;
        int overflow = 0;
        some = digits(t, &exponent, &overflow, false);
        if (exponent > 100000) exponent = 100000;
        power += minus ? -(int)exponent : (int)exponent;
    }
    if (!some || !ends_word(t, t->at)) {
        *t = begin;
        return false;
    }
    // Two steps, because 10^-340 is nothing while 10^-340 times a mantissa of 19 digits may be something.
    double scaled = mantissa ? (double)mantissa * pow(10.0, power / 2) * pow(10.0, power - power / 2) : 0.0;
    *value = sign * (float)scaled;
    return true;
}

oro_status oro_mesh_text_fail(const mesh_text *t, const char *format, ...) {
    char where[256], sentence[512];
    va_list list;
    va_start(list, format);
    oro_print_list(sentence, sizeof sentence, format, list);
    va_end(list);
    snprintf(where, sizeof where, "%.220s:%llu", t->name, (unsigned long long)t->line);
    return oro_fail(t->ctx, ORO_BAD_INPUT, where, "%s", sentence);
}

// --- files -----------------------------------------------------------------------------------------------------------

/// A quarter turn about x: what was up (y) becomes z, what came towards the viewer (z) becomes south.
static void turn_up(float *vectors, uint32_t count) {
    for (size_t i = 0; vectors && i < count; i++) {
        float *v = vectors + 3 * i, y = v[1];
        v[1] = 0.0f - v[2]; // no negative zero
        v[2] = y;
    }
}

/// Does the first line say that Orogen wrote it with y up? (obj_write.c)
static bool says_y_up(const char *data, size_t length) {
    static const char ours[] = "# Orogen ", y_up[] = ", y up";
    const char *end = memchr(data, '\n', length);
    size_t line = end ? (size_t)(end - data) : 0;
    return line > sizeof ours + sizeof y_up && memcmp(data, ours, sizeof ours - 1) == 0 &&
           memcmp(end - (sizeof y_up - 1), y_up, sizeof y_up - 1) == 0;
}

oro_status oro_load_mesh(oro_context *ctx, const char *path, const oro_mesh_read_desc *desc, oro_mesh *out) {
    *out = (oro_mesh){0};
    const oro_format *format = oro_format_to_read(ctx, path, ORO_KIND_MESH);
    if (!format) return oro_last_error(ctx)->status;
    char *data;
    size_t length;
    oro_status status = oro_file_read(ctx, path, (size_t)4 << 30, &data, &length);
    if (status != ORO_OK) return status;
    status = format->read_mesh(ctx, path, data, length, out);
    bool y_up = (desc && desc->y_up) || format->traits & ORO_ONLY_Y_UP || says_y_up(data, length);
    free(data);
    if (status == ORO_OK && y_up) {
        turn_up(out->positions, out->vertex_count);
        turn_up(out->normals, out->vertex_count);
    }
    return status;
}
