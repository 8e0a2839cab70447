// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Points in files: CSV, a point per line as x, y and z (0 where it is left out), separated by commas, semicolons, tabs or blanks,
// with or without a line of names before them; and NPY, an array with a point per row of two or three numbers.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/data_file.h"
#include "io/spline_file.h"
#include "orogen/points.h"

enum { MOST_POINTS = 1 << 28, MOST_LINE = 96 };

static bool between(char c) { return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r'; }

/// Reads up to three numbers of a line; returns how many, -1 where there is anything else among them.
static int read_line(const char *at, const char *end, float *numbers) {
    int count = 0;
    while (at < end && between(*at)) at++;
    while (at < end && *at != '\n') {
        double value;
        if (!oro_spline_number(&at, &value) || (at < end && *at != '\n' && !between(*at))) return -1;
        if (count < 3) numbers[count] = (float)value;
        count++;
        while (at < end && between(*at)) at++;
    }
    return count;
}

static uint32_t count_lines(const char *text, const char *end) {
    uint64_t lines = 1;
    for (const char *at = text; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++) lines++;
    return lines < MOST_POINTS ? (uint32_t)lines : MOST_POINTS;
}

static oro_status parse(oro_context *ctx, const char *path, const char *text, const char *end, oro_points *out) {
    uint32_t room = count_lines(text, end), count = 0;
    out->count = room;
    oro_status status = oro_points_alloc(ctx, out);
    if (status != ORO_OK) return status;
    uint64_t line = 1;
    for (const char *at = text; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
        float numbers[3] = {0, 0, 0};
        int found = *at == '#' ? 0 : read_line(at, stop, numbers);
        char where[300];
        snprintf(where, sizeof where, "%.220s:%llu", path, (unsigned long long)line);
        at = newline ? newline + 1 : end;
        if (found == 0 || (found < 0 && line == 1)) continue; // nothing, a comment, or the names of the columns
        if (found < 2 || found > 3)
            return oro_fail(ctx, ORO_BAD_INPUT, where,
                            "a point is two or three numbers, x, y and z, one point per line");
        if (!isfinite(numbers[0]) || !isfinite(numbers[1]) || !isfinite(numbers[2]))
            return oro_fail(ctx, ORO_BAD_INPUT, where, "a number must be finite and at most 3.4e38");
        if (count == room)
            return oro_fail(ctx, ORO_BAD_INPUT, path, "the file must have at most %d points", MOST_POINTS);
        memcpy(out->positions + 3 * (size_t)count++, numbers, sizeof numbers);
    }
    out->count = count;
    return count ? ORO_OK : oro_fail(ctx, ORO_BAD_INPUT, path, "there is no point in it");
}

oro_status oro_points_read_csv(oro_context *ctx, const char *path, void *out) {
    char *text;
    size_t length;
    oro_status status = oro_file_read(ctx, path, (size_t)4 << 30, &text, &length);
    if (status != ORO_OK) return status;
    size_t mark = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    status = parse(ctx, path, text + mark, text + length, out);
    free(text);
    return status;
}

oro_status oro_points_read_npy(oro_context *ctx, const char *path, void *data) {
    oro_points *out = data;
    uint64_t sides[2];
    float *numbers;
    oro_status status = oro_load_array(ctx, path, sides, &numbers);
    if (status != ORO_OK) return status;
    if (sides[1] != 2 && sides[1] != 3)
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "the array has %llu numbers per row; a point has two or three",
                          (unsigned long long)sides[1]);
    if (status == ORO_OK && sides[0] > MOST_POINTS)
        status = oro_fail(ctx, ORO_BAD_INPUT, path, "the file must have at most %d points", MOST_POINTS);
    for (uint64_t i = 0; status == ORO_OK && i < sides[0] * sides[1]; i++)
        if (!isfinite(numbers[i]))
            status = oro_fail(ctx, ORO_BAD_INPUT, path,
                              "row %llu has a number that is not finite; a point needs finite numbers",
                              (unsigned long long)(i / sides[1]));
    if (status == ORO_OK) {
        out->count = (uint32_t)sides[0];
        status = oro_points_alloc(ctx, out);
    }
    for (size_t i = 0; status == ORO_OK && i < out->count; i++)
        for (size_t k = 0; k < 3; k++) out->positions[3 * i + k] = k < sides[1] ? numbers[i * sides[1] + k] : 0.0f;
    oro_free(ctx, numbers);
    return status;
}

oro_status oro_print_places(const float *positions, size_t count, oro_file_writer *writer) {
    oro_status status = ORO_OK;
    for (size_t i = 0; i < count && status == ORO_OK; i++) {
        char line[MOST_LINE];
        size_t used = 0;
        for (int k = 0; k < 3; k++) {
            used += (size_t)oro_print_float(positions[3 * i + (size_t)k], line + used, sizeof line - used);
            line[used++] = k < 2 ? ',' : '\n';
        }
        status = oro_file_write(writer, line, used);
    }
    return status;
}

oro_status oro_points_write_csv(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    (void)kind;
    const oro_points *p = data;
    oro_status status = oro_file_write(writer, "x,y,z\n", 6);
    return status == ORO_OK ? oro_print_places(p->positions, p->count, writer) : status;
}
