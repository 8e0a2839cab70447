// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The text form of arguments, in and out. A list is items between semicolons, an item is words name=value between blanks:
//
//     name="north ridge" points=[x=1 y=2; x=3 y=4]; name=spur
//
// A value with blanks, semicolons, quotes or brackets stands in double quotes, with \" and \\ for those two inside; a list
// inside an item stands in brackets. A number that is not said is left out.

#include "args.h"
#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 16 };

// --- text in ----------------------------------------------------------------------------------------------------------

/// A whole finite number, nothing after it. strtod alone would take hexadecimal, "inf" and "nan" too.
static bool read_number(const char **text, double *value) {
    const char *start = *text;
    const char *digit = start + (*start == '-' || *start == '+');
    if (!isdigit((unsigned char)*digit) && !(*digit == '.' && isdigit((unsigned char)digit[1]))) return false;
    if (digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X')) return false;
    char *end;
    *value = oro_read_double(start, &end);
    *text = end;
    return isfinite(*value);
}

static const char *skip(const char *text, const char *what) { return text + strspn(text, what); }

static bool parse_colour(const char *text, oro_colour *out) {
    if (*text != '#' || (strlen(text) != 7 && strlen(text) != 9)) return false;
    float channel[4] = {0, 0, 0, 1};
    for (int i = 0; text[1 + 2 * i]; i++) {
        if (!isxdigit((unsigned char)text[1 + 2 * i]) || !isxdigit((unsigned char)text[2 + 2 * i])) return false;
        char pair[3] = {text[1 + 2 * i], text[2 + 2 * i], 0};
        channel[i] = (float)strtol(pair, NULL, 16) / 255.0f;
    }
    *out = (oro_colour){channel[0], channel[1], channel[2], channel[3]};
    return true;
}

static oro_status parse_curve(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    int32_t most = 0, count = 0;
    for (const char *c = text; *c && most <= ORO_MAX_POINTS; c++) most += *c == ':';
    oro_point2 *points = oro_alloc(ctx, ((size_t)most + 1) * sizeof *points);
    if (!points) return ORO_NO_MEMORY;
    bool good = true;
    const char *at = skip(text, " ,");
    while (good && *at && count <= ORO_MAX_POINTS) {
        double x, y;
        good = read_number(&at, &x) && *at == ':' && (at++, read_number(&at, &y));
        if (good) points[count++] = (oro_point2){(float)x, (float)y};
        at = skip(at, " ,");
    }
    oro_status status =
        good ? oro_args_set_curve(ctx, arg, args, points, count, where) : oro_args_unexpected(ctx, arg, text, where);
    oro_free(ctx, points);
    return status;
}

static oro_status parse_range(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    const char *at = text;
    double lo, hi;
    // "10..80": strtod would take "10." of it, so the first number ends before the dots.
    const char *dots = strstr(text, "..");
    if (dots && dots - text < 40) {
        char first[41] = {0};
        memcpy(first, text, (size_t)(dots - text));
        const char *head = first;
        at = dots + 2;
        if (!read_number(&head, &lo) || *head || !read_number(&at, &hi) || *at)
            return oro_args_unexpected(ctx, arg, text, where);
    } else {
        if (!read_number(&at, &lo)) return oro_args_unexpected(ctx, arg, text, where);
        at = skip(at, " ,");
        if (!read_number(&at, &hi) || *at) return oro_args_unexpected(ctx, arg, text, where);
    }
    return oro_args_set_range(ctx, arg, args, lo, hi, where);
}

/// Where a stretch of a list's text ends: at a character of `stop` outside quotes and brackets, or at the end of the text.
/// NULL where quotes or brackets do not match, or brackets stand deeper than any list could.
static const char *stretch_end(const char *at, const char *stop) {
    int depth = 0;
    bool quoted = false;
    for (; *at; at++) {
        if (quoted) {
            if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
                at++;
            else
                quoted = *at != '"';
            continue;
        }
        if (depth == 0 && strchr(stop, *at)) return at;
        quoted = *at == '"';
        depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        if (depth < 0 || depth > MAX_NESTING) return NULL;
    }
    return quoted || depth ? NULL : at;
}

/// Copies what a value between `at` and `end` says: itself, or what is between its quotes or brackets. False where those
/// end before the value does, or where a bare value holds some.
static bool read_value(const char *at, const char *end, char *to) {
    if (*at == '[' && end[-1] == ']') {
        // The bracket that opens must be closed by the last one: "[a][b]" is no value.
        if (stretch_end(at + 1, "]") != end - 1) return false;
        memcpy(to, at + 1, (size_t)(end - at) - 2);
        to[end - at - 2] = 0;
        return true;
    }
    bool quoted = *at == '"';
    for (at += quoted; at < end && !(quoted && *at == '"'); at++) {
        if (!quoted && strchr("\"[]", *at)) return false;
        if (quoted && *at == '\\' && (at[1] == '"' || at[1] == '\\')) at++;
        *to++ = *at;
    }
    *to = 0;
    return at + quoted == end;
}

/// One "name=value" of an item, which ends at `end`. `value` has room for it.
static oro_status parse_member(oro_context *ctx, const oro_record *record, void *item, const char *at, const char *end,
                               char *value, const char *where) {
    char name[64];
    size_t length = strcspn(at, "= ;\"[]");
    if (at[length] != '=' || length >= sizeof name || !read_value(at + length + 1, end, value))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "\"%.60s\" is not of the form name=value, as %s=…", at,
                        record->args[0].name);
    memcpy(name, at, length);
    name[length] = 0;
    const oro_arg *member = oro_arg_find(record, name);
    if (!member) return oro_unknown_arg(ctx, record, name, where);
    if ((at[length + 1] == '[') != (member->type == ORO_RECORDS)) return oro_args_unexpected(ctx, member, at, where);
    return oro_args_parse(ctx, record, item, member, value, where);
}

/// How many items a text has; -1 where its quotes or brackets do not match.
static int32_t count_items(const char *text) {
    int32_t count = 0;
    for (const char *at = skip(text, " ;"); *at && count <= ORO_MAX_RECORDS; at = skip(at, " ;")) {
        if (!(at = stretch_end(at, ";"))) return -1;
        count++;
    }
    return count;
}

/// One item, whose quotes and brackets match; moves *text past it.
static oro_status parse_item(oro_context *ctx, const oro_record *record, void *item, const char **text, char *value,
                             const char *where) {
    oro_status status = ORO_OK;
    for (const char *at = *text; status == ORO_OK; at = *text = skip(at, " ")) {
        if (!*at || *at == ';') break;
        const char *end = stretch_end(at, " ;");
        status = parse_member(ctx, record, item, at, end, value, where);
        at = end;
    }
    return status;
}

static oro_status unmatched(oro_context *ctx, const char *name, const char *text, const char *where) {
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where,
                    "%s cannot be \"%.60s\": its quotes and brackets must match, at most %d deep", name, text,
                    MAX_NESTING);
}

oro_status oro_args_parse_item(oro_context *ctx, const oro_record *record, void *args, const char *text,
                               const char *where) {
    const char *end = stretch_end(text, ";");
    if (!end || *end) return unmatched(ctx, record->name, text, where);
    char *value = oro_alloc(ctx, strlen(text) + 1);
    if (!value) return ORO_NO_MEMORY;
    const char *at = skip(text, " ");
    oro_status status = parse_item(ctx, record, args, &at, value, where);
    oro_free(ctx, value);
    return status;
}

static oro_status parse_items(oro_context *ctx, const oro_arg *arg, void *args, int32_t count, const char *text,
                              const char *where) {
    char *value = oro_alloc(ctx, strlen(text) + 1);
    char *items = value ? oro_args_set_records(ctx, arg, args, count, where) : NULL;
    oro_status status = items ? ORO_OK : ctx->error.status;
    const char *at = skip(text, " ;");
    for (int32_t i = 0; status == ORO_OK && i < count; i++, at = skip(at, " ;"))
        status = parse_item(ctx, arg->record, items + (size_t)i * arg->record->size, &at, value, where);
    oro_free(ctx, value);
    return status;
}

static oro_status parse_records(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    int32_t count = count_items(text);
    if (count < 0) return unmatched(ctx, arg->name, text, where);
    // The old list stays until the new one is whole.
    oro_records *list = oro_arg_at(arg, args), before = *list;
    *list = (oro_records){0};
    oro_status status = parse_items(ctx, arg, args, count, text, where);
    oro_records made = *list;
    if (status == ORO_OK) *list = before;
    oro_args_release(ctx, arg, args);
    *list = status == ORO_OK ? made : before;
    return status;
}

oro_status oro_args_parse(oro_context *ctx, const oro_record *record, void *args, const oro_arg *arg, const char *text,
                          const char *where) {
    (void)record;
    void *at = oro_arg_at(arg, args);
    const char *end = text;
    double value;
    if (oro_args_set_word(arg, args, text)) return ORO_OK;
    switch (arg->type) {
    case ORO_NUMBER:
    case ORO_INTEGER:
    case ORO_FIELD:
        if (!read_number(&end, &value) || *end) return oro_args_unexpected(ctx, arg, text, where);
        return oro_args_set_number(ctx, arg, args, value, where);
    case ORO_SEED:
        if (!read_number(&end, &value) || *end || value < 0 || value > 4294967295.0 || value != floor(value))
            return oro_args_unexpected(ctx, arg, text, where);
        ((oro_seed *)at)->value = (uint32_t)value;
        return ORO_OK;
    case ORO_TOGGLE: {
        static const char *const words[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
        for (int i = 0; i < 8; i++)
            if (strcmp(text, words[i]) == 0) {
                *(bool *)at = i % 2;
                return ORO_OK;
            }
        return oro_args_unexpected(ctx, arg, text, where);
    }
    case ORO_CHOICE: return oro_args_set_choice(ctx, arg, args, text, where);
    case ORO_TEXT:
    case ORO_FILE: return oro_args_set_text(ctx, arg, args, text, where);
    case ORO_COLOUR: return parse_colour(text, at) ? ORO_OK : oro_args_unexpected(ctx, arg, text, where);
    case ORO_RANGE: return parse_range(ctx, arg, args, text, where);
    case ORO_CURVE: return parse_curve(ctx, arg, args, text, where);
    case ORO_RECORDS: return parse_records(ctx, arg, args, text, where);
    default: return oro_args_unexpected(ctx, arg, text, where);
    }
}

// --- text out ---------------------------------------------------------------------------------------------------------

/// snprintf at an offset that may have passed the end already; returns the new offset.
static size_t append(char *buffer, size_t size, size_t at, const char *text) {
    for (; *text; text++, at++)
        if (at + 1 < size) buffer[at] = *text;
    if (size) buffer[at < size ? at : size - 1] = 0;
    return at;
}

static size_t append_float(char *buffer, size_t size, size_t at, float value) {
    char text[40];
    oro_print_float(value, text, sizeof text);
    return append(buffer, size, at, text);
}

/// A text, in quotes where it could be taken for anything else.
static size_t append_quoted(char *buffer, size_t size, size_t at, const char *text) {
    if (*text && !strpbrk(text, " ;\"[]")) return append(buffer, size, at, text);
    at = append(buffer, size, at, "\"");
    for (; *text; text++) {
        const char one[2] = {*text, 0};
        if (*text == '"' || *text == '\\') at = append(buffer, size, at, "\\");
        at = append(buffer, size, at, one);
    }
    return append(buffer, size, at, "\"");
}

static size_t append_value(const oro_arg *arg, const void *args, char *buffer, size_t size, size_t at) {
    return at + oro_args_print(arg, args, at < size ? buffer + at : NULL, at < size ? size - at : 0);
}

static size_t append_member(const oro_arg *arg, const void *item, char *buffer, size_t size, size_t at) {
    const void *value = oro_arg_at(arg, item);
    const char *text = arg->type == ORO_TEXT   ? *(const char *const *)value
                       : arg->type == ORO_FILE ? ((const oro_file *)value)->path
                                               : NULL;
    const char *around = arg->type == ORO_RECORDS ? "[]" : arg->type == ORO_CURVE ? "\"\"" : NULL;
    at = append(buffer, size, append(buffer, size, at, arg->name), "=");
    if (arg->type == ORO_TEXT || arg->type == ORO_FILE) return append_quoted(buffer, size, at, text ? text : "");
    if (!around) return append_value(arg, item, buffer, size, at);
    const char first[2] = {around[0], 0};
    at = append_value(arg, item, buffer, size, append(buffer, size, at, first));
    return append(buffer, size, at, around + 1);
}

static size_t print_records(const oro_arg *arg, const oro_records *list, char *buffer, size_t size) {
    size_t used = append(buffer, size, 0, "");
    for (int32_t i = 0; i < list->count; i++) {
        const char *item = (const char *)list->items + (size_t)i * arg->record->size;
        if (i) used = append(buffer, size, used, "; ");
        size_t start = used;
        for (int32_t k = 0; k < arg->record->arg_count; k++) {
            const oro_arg *member = &arg->record->args[k];
            bool last = k + 1 == arg->record->arg_count; // an item with nothing said must show that it is there
            if (oro_arg_is_unsaid(member, item) && !(last && used == start)) continue;
            used = append_member(member, item, buffer, size, append(buffer, size, used, used > start ? " " : ""));
        }
    }
    return used;
}

size_t oro_args_print(const oro_arg *arg, const void *args, char *buffer, size_t size) {
    const void *at = oro_arg_at(arg, args);
    char text[64] = "";
    const char *word = oro_arg_word(arg, args);
    if (word || oro_arg_is_unsaid(arg, args)) return append(buffer, size, 0, word ? word : "");
    switch (arg->type) {
    case ORO_NUMBER: return append_float(buffer, size, 0, *(const float *)at);
    case ORO_FIELD: return append_float(buffer, size, 0, ((const oro_field *)at)->value);
    case ORO_INTEGER: snprintf(text, sizeof text, "%d", *(const int32_t *)at); break;
    case ORO_SEED: snprintf(text, sizeof text, "%u", ((const oro_seed *)at)->value); break;
    case ORO_TOGGLE: return append(buffer, size, 0, *(const bool *)at ? "on" : "off");
    case ORO_CHOICE: return append(buffer, size, 0, arg->choices[((const oro_choice *)at)->index]);
    case ORO_TEXT: return append(buffer, size, 0, *(const char *const *)at ? *(const char *const *)at : "");
    case ORO_FILE: return append(buffer, size, 0, ((const oro_file *)at)->path ? ((const oro_file *)at)->path : "");
    case ORO_COLOUR: {
        const oro_colour *c = at;
        int v[4] = {(int)(c->r * 255.0f + 0.5f), (int)(c->g * 255.0f + 0.5f), (int)(c->b * 255.0f + 0.5f),
                    (int)(c->a * 255.0f + 0.5f)};
        snprintf(text, sizeof text, v[3] == 255 ? "#%02x%02x%02x" : "#%02x%02x%02x%02x", v[0], v[1], v[2], v[3]);
        break;
    }
    case ORO_RANGE: {
        const oro_range *range = at;
        size_t used = append_float(buffer, size, 0, range->lo);
        used = append(buffer, size, used, "..");
        return append_float(buffer, size, used, range->hi);
    }
    case ORO_CURVE: {
        const oro_curve *curve = at;
        size_t used = append(buffer, size, 0, "");
        for (int32_t i = 0; i < curve->count; i++) {
            if (i) used = append(buffer, size, used, " ");
            used = append_float(buffer, size, used, curve->points[i].x);
            used = append(buffer, size, used, ":");
            used = append_float(buffer, size, used, curve->points[i].y);
        }
        return used;
    }
    case ORO_RECORDS: return print_records(arg, at, buffer, size);
    default: break;
    }
    return append(buffer, size, 0, text);
}
