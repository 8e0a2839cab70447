// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The one walker over argument tables: defaults, text in and out, copies, hashes. Knows every type and no operator.

#include "args.h"
#include "core/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RECORDS = 1 << 20, MAX_POINTS = 4096 };

const char *oro_type_name(uint8_t type) {
    static const char *const names[] = {"number", "integer", "toggle", "choice",  "seed", "text", "file", "field",
                                        "colour", "range",   "curve",  "records", "grid", "grid", "value"};
    return type < sizeof names / sizeof *names ? names[type] : "unknown";
}

bool oro_arg_has_range(const oro_arg *arg) {
    return arg->type == ORO_NUMBER || arg->type == ORO_INTEGER || arg->type == ORO_FIELD || arg->type == ORO_RANGE ||
           arg->type == ORO_CURVE;
}

const oro_arg *oro_arg_find(const oro_record *record, const char *name) {
    for (int32_t i = 0; i < record->arg_count; i++)
        if (oro_same_name(record->args[i].name, name)) return &record->args[i];
    return NULL;
}

oro_status oro_unknown_arg(oro_context *ctx, const oro_record *record, const char *name, const char *where) {
    oro_suggestion s = {.word = name};
    for (int32_t i = 0; i < record->arg_count; i++) oro_suggest_offer(&s, record->args[i].name);
    char hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s has no argument \"%.40s\"%s", record->name, name,
                    oro_suggest_text(&s, hint, sizeof hint));
}

const char *oro_arg_expects(const oro_arg *arg, char *buffer, size_t size) {
    char lo[32], hi[32];
    oro_print_double(arg->min, lo, sizeof lo);
    oro_print_double(arg->max, hi, sizeof hi);
    const char *unit = arg->unit && strcmp(arg->unit, "1") != 0 ? arg->unit : "";
    switch (arg->type) {
    case ORO_NUMBER: snprintf(buffer, size, "a number from %s to %s%s%s", lo, hi, *unit ? " " : "", unit); break;
    case ORO_INTEGER: snprintf(buffer, size, "a whole number from %s to %s", lo, hi); break;
    case ORO_FIELD:
        snprintf(buffer, size, "a number from %s to %s%s%s, or the name of a node", lo, hi, *unit ? " " : "", unit);
        break;
    case ORO_TOGGLE: snprintf(buffer, size, "on or off"); break;
    case ORO_SEED: snprintf(buffer, size, "a whole number from 0 to 4294967295"); break;
    case ORO_TEXT: snprintf(buffer, size, "a text"); break;
    case ORO_FILE: snprintf(buffer, size, "the path of a file"); break;
    case ORO_COLOUR: snprintf(buffer, size, "a colour such as #8fa06b"); break;
    case ORO_RANGE:
        snprintf(buffer, size, "two numbers from %s to %s%s%s, as 10..80", lo, hi, *unit ? " " : "", unit);
        break;
    case ORO_CURVE: snprintf(buffer, size, "points of a graph, as 0:0 0.5:0.2 1:1"); break;
    case ORO_RECORDS: snprintf(buffer, size, "a list of %s", arg->record->name); break;
    case ORO_CHOICE: {
        size_t used = (size_t)snprintf(buffer, size, "one of");
        for (int i = 0; arg->choices[i] && used < size; i++)
            used += (size_t)snprintf(buffer + used, size - used, "%s %s", i ? "," : "", arg->choices[i]);
        break;
    }
    default: snprintf(buffer, size, "a node's output"); break;
    }
    return buffer;
}

// --- setting ----------------------------------------------------------------------------------------------------------

static oro_status unexpected(oro_context *ctx, const oro_arg *arg, const char *text, const char *where) {
    char expects[256];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s cannot be \"%.60s\"; it takes %s", arg->name, text,
                    oro_arg_expects(arg, expects, sizeof expects));
}

static oro_status in_range(oro_context *ctx, const oro_arg *arg, double value, const char *where) {
    if (value >= arg->min && value <= arg->max) return ORO_OK; // false for NaN
    // Values are kept as floats: a limit of 0.1 is met by the float nearest to it, which lies a little above.
    bool at_limit = (float)value == (float)arg->min || (float)value == (float)arg->max;
    if (at_limit && arg->type != ORO_INTEGER) return ORO_OK;
    char text[40];
    oro_print_double(value, text, sizeof text);
    return unexpected(ctx, arg, text, where);
}

oro_status oro_args_set_number(oro_context *ctx, const oro_arg *arg, void *args, double value, const char *where) {
    oro_status status = in_range(ctx, arg, value, where);
    if (status != ORO_OK) return status;
    void *at = oro_arg_at(arg, args);
    if (arg->type == ORO_INTEGER) {
        if (value != floor(value)) {
            char text[40];
            oro_print_double(value, text, sizeof text);
            return unexpected(ctx, arg, text, where);
        }
        *(int32_t *)at = (int32_t)value;
    } else if (arg->type == ORO_NUMBER) {
        *(float *)at = (float)value;
    } else {
        *(oro_field *)at = (oro_field){.value = (float)value};
    }
    return ORO_OK;
}

oro_status oro_args_set_choice(oro_context *ctx, const oro_arg *arg, void *args, const char *word, const char *where) {
    oro_suggestion s = {.word = word};
    for (int32_t i = 0; arg->choices[i]; i++) {
        if (oro_same_name(arg->choices[i], word)) {
            ((oro_choice *)oro_arg_at(arg, args))->index = i;
            return ORO_OK;
        }
        oro_suggest_offer(&s, arg->choices[i]);
    }
    char expects[256], hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s cannot be \"%.60s\"%s; it takes %s", arg->name, word,
                    oro_suggest_text(&s, hint, sizeof hint), oro_arg_expects(arg, expects, sizeof expects));
}

oro_status oro_args_set_text(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    (void)where;
    char *copy = NULL;
    if (text && !*text) text = NULL; // an empty text and none are the same value
    if (text && !(copy = oro_copy_text(ctx, text))) return ORO_NO_MEMORY;
    const char **at = arg->type == ORO_FILE ? &((oro_file *)oro_arg_at(arg, args))->path : oro_arg_at(arg, args);
    oro_free(ctx, (void *)*at);
    *at = copy;
    return ORO_OK;
}

oro_status oro_args_set_range(oro_context *ctx, const oro_arg *arg, void *args, double lo, double hi,
                              const char *where) {
    oro_status status = in_range(ctx, arg, lo, where);
    if (status == ORO_OK) status = in_range(ctx, arg, hi, where);
    if (status == ORO_OK && lo > hi)
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s begins at %g, above its end at %g", arg->name, lo, hi);
    if (status == ORO_OK) *(oro_range *)oro_arg_at(arg, args) = (oro_range){(float)lo, (float)hi};
    return status;
}

oro_status oro_args_set_curve(oro_context *ctx, const oro_arg *arg, void *args, const oro_point2 *points, int32_t count,
                              const char *where) {
    if (count > MAX_POINTS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s has %d points; %d are the most", arg->name, count,
                        MAX_POINTS);
    for (int32_t i = 0; i < count; i++) {
        oro_status status = in_range(ctx, arg, (double)points[i].y, where);
        if (status != ORO_OK) return status;
        if (!(points[i].x >= -1e30f && points[i].x <= 1e30f) || (i && !(points[i].x > points[i - 1].x)))
            return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "point %d of %s is not to the right of the one before", i + 1,
                            arg->name);
    }
    oro_point2 *copy = NULL;
    if (count > 0) {
        copy = oro_alloc(ctx, (size_t)count * sizeof *copy);
        if (!copy) return ORO_NO_MEMORY;
        memcpy(copy, points, (size_t)count * sizeof *copy);
    }
    oro_curve *curve = oro_arg_at(arg, args);
    oro_free(ctx, (void *)curve->points);
    *curve = (oro_curve){copy, count};
    return ORO_OK;
}

static void free_records(oro_context *ctx, const oro_arg *arg, oro_records *list) {
    for (int32_t i = 0; i < list->count; i++)
        oro_args_free(ctx, arg->record, (char *)list->items + (size_t)i * arg->record->size);
    oro_free(ctx, (void *)list->items);
    *list = (oro_records){0};
}

void *oro_args_set_records(oro_context *ctx, const oro_arg *arg, void *args, int32_t count, const char *where) {
    if (count > MAX_RECORDS) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s has %d items; %d are the most", arg->name, count, MAX_RECORDS);
        return NULL;
    }
    // At least one byte, so that an empty list is told from a failure.
    char *items = oro_alloc_zero(ctx, (size_t)count * arg->record->size + 1);
    if (!items) return NULL;
    oro_records *list = oro_arg_at(arg, args);
    free_records(ctx, arg, list);
    *list = (oro_records){items, count};
    for (int32_t i = 0; i < count; i++)
        if (oro_args_init(ctx, arg->record, items + (size_t)i * arg->record->size) != ORO_OK) return NULL;
    return items;
}

oro_status oro_args_check(oro_context *ctx, const oro_record *record, const void *args) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        const void *at = oro_arg_at(arg, args);
        oro_status status = ORO_OK;
        if (arg->type == ORO_NUMBER) status = in_range(ctx, arg, (double)*(const float *)at, arg->name);
        if (arg->type == ORO_INTEGER) status = in_range(ctx, arg, *(const int32_t *)at, arg->name);
        if (arg->type == ORO_FIELD) status = in_range(ctx, arg, (double)((const oro_field *)at)->value, arg->name);
        if (arg->type == ORO_RANGE) {
            status = in_range(ctx, arg, (double)((const oro_range *)at)->lo, arg->name);
            if (status == ORO_OK) status = in_range(ctx, arg, (double)((const oro_range *)at)->hi, arg->name);
        }
        if (arg->type == ORO_CHOICE) {
            int32_t count = 0, index = ((const oro_choice *)at)->index;
            while (arg->choices[count]) count++;
            if (index < 0 || index >= count)
                status = oro_fail(ctx, ORO_BAD_ARGUMENT, arg->name, "%s is choice %d; 0 to %d are there", arg->name,
                                  index, count - 1);
        }
        const oro_records *list = at;
        for (int32_t k = 0; arg->type == ORO_RECORDS && k < list->count && status == ORO_OK; k++) {
            status = oro_args_check(ctx, arg->record, (const char *)list->items + (size_t)k * arg->record->size);
            char place[64];
            snprintf(place, sizeof place, "%s/%d", arg->name, k);
            if (status != ORO_OK) oro_prefix_where(ctx, place);
        }
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- text in ----------------------------------------------------------------------------------------------------------

/// A whole finite number, nothing after it. strtod alone would take hexadecimal, "inf" and "nan" too.
static bool read_number(const char **text, double *value) {
    const char *start = *text;
    const char *digit = start + (*start == '-' || *start == '+');
    if (!isdigit((unsigned char)*digit) && !(*digit == '.' && isdigit((unsigned char)digit[1]))) return false;
    if (digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X')) return false;
    char *end;
    *value = strtod(start, &end);
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
    oro_point2 points[256];
    int32_t count = 0;
    const char *at = skip(text, " ,");
    while (*at) {
        double x, y;
        if (count == (int32_t)(sizeof points / sizeof *points) || !read_number(&at, &x) || *at++ != ':' ||
            !read_number(&at, &y))
            return unexpected(ctx, arg, text, where);
        points[count++] = (oro_point2){(float)x, (float)y};
        at = skip(at, " ,");
    }
    return oro_args_set_curve(ctx, arg, args, points, count, where);
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
            return unexpected(ctx, arg, text, where);
    } else {
        if (!read_number(&at, &lo)) return unexpected(ctx, arg, text, where);
        at = skip(at, " ,");
        if (!read_number(&at, &hi) || *at) return unexpected(ctx, arg, text, where);
    }
    return oro_args_set_range(ctx, arg, args, lo, hi, where);
}

/// One "name=value" of an item; values with blanks stand in double quotes. Moves *text past it.
static oro_status parse_member(oro_context *ctx, const oro_arg *list, void *item, const char **text,
                               const char *where) {
    char name[64], value[512];
    const char *at = *text;
    size_t length = strcspn(at, "= ;");
    if (at[length] != '=' || length >= sizeof name) return unexpected(ctx, list, at, where);
    memcpy(name, at, length);
    name[length] = 0;
    at += length + 1;
    bool quoted = *at == '"';
    at += quoted;
    length = strcspn(at, quoted ? "\"" : " ;");
    if (length >= sizeof value || (quoted && !at[length])) return unexpected(ctx, list, at, where);
    memcpy(value, at, length);
    value[length] = 0;
    *text = skip(at + length + quoted, " ");
    const oro_arg *member = oro_arg_find(list->record, name);
    if (!member) return oro_unknown_arg(ctx, list->record, name, where);
    return oro_args_parse(ctx, list->record, item, member, value, where);
}

static oro_status parse_items(oro_context *ctx, const oro_arg *arg, void *args, int32_t count, const char *text,
                              const char *where) {
    char *items = oro_args_set_records(ctx, arg, args, count, where);
    if (!items) return ctx->error.status;
    const char *at = skip(text, " ;");
    for (int32_t i = 0; i < count; i++, at = skip(at, " ;"))
        while (*at && *at != ';') {
            oro_status status = parse_member(ctx, arg, items + (size_t)i * arg->record->size, &at, where);
            if (status != ORO_OK) return status;
        }
    return ORO_OK;
}

static oro_status parse_records(oro_context *ctx, const oro_arg *arg, void *args, const char *text, const char *where) {
    int32_t count = *skip(text, " ;") ? 1 : 0;
    bool inside = false; // of quotes
    for (const char *c = text; *c; c++) {
        inside ^= *c == '"';
        if (*c == ';' && !inside && *skip(c, " ;") && count < MAX_RECORDS + 1) count++;
    }
    // The old list stays until the new one is whole.
    oro_records *list = oro_arg_at(arg, args), before = *list;
    *list = (oro_records){0};
    oro_status status = parse_items(ctx, arg, args, count, text, where);
    free_records(ctx, arg, status == ORO_OK ? &before : list);
    if (status != ORO_OK) *list = before;
    return status;
}

oro_status oro_args_parse(oro_context *ctx, const oro_record *record, void *args, const oro_arg *arg, const char *text,
                          const char *where) {
    (void)record;
    void *at = oro_arg_at(arg, args);
    const char *end = text;
    double value;
    switch (arg->type) {
    case ORO_NUMBER:
    case ORO_INTEGER:
    case ORO_FIELD:
        if (!read_number(&end, &value) || *end) return unexpected(ctx, arg, text, where);
        return oro_args_set_number(ctx, arg, args, value, where);
    case ORO_SEED:
        if (!read_number(&end, &value) || *end || value < 0 || value > 4294967295.0 || value != floor(value))
            return unexpected(ctx, arg, text, where);
        ((oro_seed *)at)->value = (uint32_t)value;
        return ORO_OK;
    case ORO_TOGGLE: {
        static const char *const words[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
        for (int i = 0; i < 8; i++)
            if (strcmp(text, words[i]) == 0) {
                *(bool *)at = i % 2;
                return ORO_OK;
            }
        return unexpected(ctx, arg, text, where);
    }
    case ORO_CHOICE: return oro_args_set_choice(ctx, arg, args, text, where);
    case ORO_TEXT:
    case ORO_FILE: return oro_args_set_text(ctx, arg, args, text, where);
    case ORO_COLOUR: return parse_colour(text, at) ? ORO_OK : unexpected(ctx, arg, text, where);
    case ORO_RANGE: return parse_range(ctx, arg, args, text, where);
    case ORO_CURVE: return parse_curve(ctx, arg, args, text, where);
    case ORO_RECORDS: return parse_records(ctx, arg, args, text, where);
    default: return unexpected(ctx, arg, text, where);
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

static size_t print_records(const oro_arg *arg, const oro_records *list, char *buffer, size_t size) {
    size_t used = append(buffer, size, 0, "");
    for (int32_t i = 0; i < list->count; i++) {
        const char *item = (const char *)list->items + (size_t)i * arg->record->size;
        if (i) used = append(buffer, size, used, "; ");
        for (int32_t k = 0; k < arg->record->arg_count; k++) {
            const oro_arg *member = &arg->record->args[k];
            char value[512];
            oro_args_print(member, item, value, sizeof value);
            bool quote = strcspn(value, " ;") < strlen(value) || !*value;
            used = append(buffer, size, used, k ? " " : "");
            used = append(buffer, size, used, member->name);
            used = append(buffer, size, used, quote ? "=\"" : "=");
            used = append(buffer, size, used, value);
            used = append(buffer, size, used, quote ? "\"" : "");
        }
    }
    return used;
}

size_t oro_args_print(const oro_arg *arg, const void *args, char *buffer, size_t size) {
    const void *at = oro_arg_at(arg, args);
    char text[64] = "";
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

// --- whole structs ----------------------------------------------------------------------------------------------------

static void free_one(oro_context *ctx, const oro_arg *arg, void *args) {
    void *at = oro_arg_at(arg, args);
    switch (arg->type) {
    case ORO_TEXT:
        oro_free(ctx, *(char **)at);
        *(char **)at = NULL;
        break;
    case ORO_FILE:
        oro_free(ctx, (void *)((oro_file *)at)->path);
        *(oro_file *)at = (oro_file){0};
        break;
    case ORO_CURVE:
        oro_free(ctx, (void *)((oro_curve *)at)->points);
        *(oro_curve *)at = (oro_curve){0};
        break;
    case ORO_RECORDS: free_records(ctx, arg, at); break;
    default: break;
    }
}

oro_status oro_args_reset(oro_context *ctx, const oro_arg *arg, void *args) {
    void *at = oro_arg_at(arg, args);
    if (arg->text) return oro_args_parse(ctx, NULL, args, arg, arg->text, arg->name);
    switch (arg->type) {
    case ORO_NUMBER: *(float *)at = (float)arg->def; break;
    case ORO_INTEGER: *(int32_t *)at = (int32_t)arg->def; break;
    case ORO_TOGGLE: *(bool *)at = arg->def != 0.0; break;
    case ORO_CHOICE: ((oro_choice *)at)->index = (int32_t)arg->def; break;
    case ORO_SEED: ((oro_seed *)at)->value = (uint32_t)arg->def; break;
    case ORO_FIELD: *(oro_field *)at = (oro_field){.value = (float)arg->def}; break;
    default: free_one(ctx, arg, args); break;
    }
    return ORO_OK;
}

oro_status oro_args_init(oro_context *ctx, const oro_record *record, void *args) {
    memset(args, 0, record->size);
    for (int32_t i = 0; i < record->arg_count; i++) {
        oro_status status = oro_args_reset(ctx, &record->args[i], args);
        if (status != ORO_OK) {
            oro_args_free(ctx, record, args);
            return status;
        }
    }
    return ORO_OK;
}

void oro_args_free(oro_context *ctx, const oro_record *record, void *args) {
    for (int32_t i = 0; i < record->arg_count; i++) free_one(ctx, &record->args[i], args);
}

static oro_status copy_one(oro_context *ctx, const oro_arg *arg, const void *from, void *to) {
    const void *at = oro_arg_at(arg, from);
    switch (arg->type) {
    case ORO_TEXT: return oro_args_set_text(ctx, arg, to, *(const char *const *)at, NULL);
    case ORO_FILE: return oro_args_set_text(ctx, arg, to, ((const oro_file *)at)->path, NULL);
    case ORO_CURVE: {
        const oro_curve *curve = at;
        return oro_args_set_curve(ctx, arg, to, curve->points, curve->count, NULL);
    }
    case ORO_RECORDS: {
        const oro_records *list = at;
        char *items = oro_args_set_records(ctx, arg, to, list->count, NULL);
        if (!items) return ctx->error.status;
        for (int32_t i = 0; i < list->count; i++) {
            size_t offset = (size_t)i * arg->record->size;
            oro_args_free(ctx, arg->record, items + offset);
            oro_status status = oro_args_copy(ctx, arg->record, (const char *)list->items + offset, items + offset);
            if (status != ORO_OK) return status;
        }
        return ORO_OK;
    }
    default: return ORO_OK; // plain members came with the struct
    }
}

oro_status oro_args_copy(oro_context *ctx, const oro_record *record, const void *from, void *to) {
    memcpy(to, from, record->size);
    // Until each is copied, what owns memory must not look owned here.
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, to);
        if (arg->type == ORO_TEXT) *(char **)at = NULL;
        if (arg->type == ORO_FILE) *(oro_file *)at = (oro_file){0};
        if (arg->type == ORO_CURVE) *(oro_curve *)at = (oro_curve){0};
        if (arg->type == ORO_RECORDS) *(oro_records *)at = (oro_records){0};
    }
    for (int32_t i = 0; i < record->arg_count; i++) {
        oro_status status = copy_one(ctx, &record->args[i], from, to);
        if (status != ORO_OK) {
            oro_args_free(ctx, record, to);
            return status;
        }
    }
    return ORO_OK;
}

static oro_hash hash_one(oro_hash h, const oro_arg *arg, const void *args) {
    const void *at = oro_arg_at(arg, args);
    switch (arg->type) {
    case ORO_NUMBER: return oro_hash_float(h, *(const float *)at);
    case ORO_INTEGER: return oro_hash_u64(h, (uint64_t)(int64_t) * (const int32_t *)at);
    case ORO_TOGGLE: return oro_hash_u64(h, *(const bool *)at);
    case ORO_CHOICE: return oro_hash_text(h, arg->choices[((const oro_choice *)at)->index]);
    case ORO_SEED: return oro_hash_u64(h, ((const oro_seed *)at)->value);
    case ORO_TEXT: return oro_hash_text(h, *(const char *const *)at);
    case ORO_FILE: return oro_hash_text(h, ((const oro_file *)at)->path);
    case ORO_FIELD: return oro_hash_float(h, ((const oro_field *)at)->value);
    case ORO_COLOUR: {
        const oro_colour *c = at;
        return oro_hash_float(oro_hash_float(oro_hash_float(oro_hash_float(h, c->r), c->g), c->b), c->a);
    }
    case ORO_RANGE: return oro_hash_float(oro_hash_float(h, ((const oro_range *)at)->lo), ((const oro_range *)at)->hi);
    case ORO_CURVE: {
        const oro_curve *curve = at;
        h = oro_hash_u64(h, (uint64_t)curve->count);
        for (int32_t i = 0; i < curve->count; i++)
            h = oro_hash_float(oro_hash_float(h, curve->points[i].x), curve->points[i].y);
        return h;
    }
    case ORO_RECORDS: {
        const oro_records *list = at;
        h = oro_hash_u64(h, (uint64_t)list->count);
        for (int32_t i = 0; i < list->count; i++)
            h = oro_args_hash(h, arg->record, (const char *)list->items + (size_t)i * arg->record->size);
        return h;
    }
    default: return h;
    }
}

oro_hash oro_args_hash(oro_hash h, const oro_record *record, const void *args) {
    for (int32_t i = 0; i < record->arg_count; i++)
        h = hash_one(oro_hash_text(h, record->args[i].name), &record->args[i], args);
    return h;
}

bool oro_args_equal(const oro_arg *arg, const void *a, const void *b) {
    oro_hash start = oro_hash_start(0);
    return oro_hash_equal(hash_one(start, arg, a), hash_one(start, arg, b));
}
