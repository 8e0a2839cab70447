// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Arguments as JSON; see args_json.h. Places are worked out only when something is refused: finding the index of an item
// walks its list, and a list may hold a million.

#include "io/args_json.h"
#include "io/json_layout.h"
#include "core/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const oro_json_wires no_wires;

static bool takes_wire(const oro_arg *arg) { return oro_arg_is_input(arg) || arg->type == ORO_FIELD; }

// --- refusing ---------------------------------------------------------------------------------------------------------

oro_status oro_json_blame(oro_context *ctx, const oro_json *value, const char *name) {
    oro_error *error = &ctx->error;
    if (error->status == ORO_NO_MEMORY) return ORO_NO_MEMORY;
    size_t length = strlen(name);
    if (length > 160) name += length - 160; // a long name loses its front, never the place
    oro_json_path(value, name, error->where, sizeof error->where);
    length = strlen(error->sentence);
    if (value->line) snprintf(error->sentence + length, sizeof error->sentence - length, " (line %d)", value->line);
    return error->status = ORO_BAD_INPUT;
}

oro_status oro_json_refuse(oro_context *ctx, const oro_json *value, const char *name, const char *format, ...) {
    char sentence[480];
    va_list list;
    va_start(list, format);
    oro_print_list(sentence, sizeof sentence, format, list);
    va_end(list);
    oro_fail(ctx, ORO_BAD_INPUT, NULL, "%s", sentence);
    return oro_json_blame(ctx, value, name);
}

const char *oro_json_kind(const oro_json *value) {
    static const char *const kinds[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    return kinds[value->type];
}

oro_status oro_json_check_keys(oro_context *ctx, const oro_json *object, const char *const *keys, const char *name) {
    for (size_t i = 0; i < object->count; i++) {
        const char *key = object->items[i]->key;
        oro_suggestion s = {.word = key};
        bool known = false;
        for (int k = 0; keys[k] && !known; k++) {
            known = strcmp(keys[k], key) == 0;
            oro_suggest_offer(&s, keys[k]);
        }
        if (known) continue;
        char hint[96], list[160] = "";
        for (int k = 0; keys[k]; k++) {
            size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, "%s%s", k ? ", " : "", keys[k]);
        }
        return oro_json_refuse(ctx, object->items[i], name, "there is no key \"%.40s\" here%s; there are %s", key,
                               oro_suggest_text(&s, hint, sizeof hint), list);
    }
    return ORO_OK;
}

/// What a JSON value for this argument looks like; for the types whose text form looks different.
static const char *expects(const oro_arg *arg, char *buffer, size_t size) {
    char lo[40], hi[40];
    oro_print_double(arg->min, lo, sizeof lo);
    oro_print_double(arg->max, hi, sizeof hi);
    const char *unit = arg->unit && strcmp(arg->unit, "1") != 0 && strcmp(arg->unit, "any") != 0 ? arg->unit : "";
    if (oro_arg_is_input(arg)) return "the name of a node";
    switch (arg->type) {
    case ORO_TOGGLE: return "true or false";
    case ORO_COLOUR: return "a colour such as \"#8fa06b\"";
    case ORO_RANGE:
        snprintf(buffer, size, "two numbers from %s to %s%s%s, as [10, 80]", lo, hi, *unit ? " " : "", unit);
        return buffer;
    case ORO_CURVE: return "a list of points, as [[0, 0], [0.5, 0.2], [1, 1]]";
    case ORO_RECORDS: snprintf(buffer, size, "a list of objects, each a %s", arg->record->name); return buffer;
    default: return oro_arg_expects(arg, buffer, size);
    }
}

/// The JSON type that an argument takes (a field and an input also take a text).
static oro_json_type json_type_of(const oro_arg *arg) {
    switch (arg->type) {
    case ORO_NUMBER:
    case ORO_INTEGER:
    case ORO_FIELD:
    case ORO_SEED: return ORO_JSON_NUMBER;
    case ORO_TOGGLE: return ORO_JSON_BOOL;
    case ORO_RANGE:
    case ORO_CURVE:
    case ORO_RECORDS: return ORO_JSON_ARRAY;
    default: return ORO_JSON_STRING;
    }
}

static oro_status wrong_type(oro_context *ctx, const oro_arg *arg, const oro_json *value, const char *name) {
    char buffer[256];
    if (value->type == json_type_of(arg)) // the right kind with something else inside
        return oro_json_refuse(ctx, value, name, "%s must be %s", arg->name, expects(arg, buffer, sizeof buffer));
    return oro_json_refuse(ctx, value, name, "%s must be %s, not %s", arg->name, expects(arg, buffer, sizeof buffer),
                           oro_json_kind(value));
}

/// A text that is none of the words a number may be.
static oro_status wrong_word(oro_context *ctx, const oro_arg *arg, const oro_json *value, const char *name) {
    oro_args_unexpected(ctx, arg, value->text, NULL);
    return oro_json_blame(ctx, value, name);
}

// --- from JSON --------------------------------------------------------------------------------------------------------

static bool is_number(const oro_json *value) { return value && value->type == ORO_JSON_NUMBER; }

static oro_status read_seed(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value, const char *name) {
    if (!(value->number >= 0.0 && value->number <= 4294967295.0) || value->number != floor(value->number))
        return oro_json_refuse(ctx, value, name, "%s must be a whole number from 0 to 4294967295, not %.40s", arg->name,
                               value->text);
    ((oro_seed *)oro_arg_at(arg, args))->value = (uint32_t)value->number;
    return ORO_OK;
}

static bool is_pair(const oro_json *value) {
    return value->type == ORO_JSON_ARRAY && value->count == 2 && is_number(value->items[0]) &&
           is_number(value->items[1]);
}

static oro_status read_range(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                             const char *name) {
    if (!is_pair(value)) return wrong_type(ctx, arg, value, name);
    for (int i = 0; i < 2; i++) {
        const oro_json *end = value->items[i];
        char buffer[256];
        if (end->number < arg->min || end->number > arg->max)
            return oro_json_refuse(ctx, end, name, "%s must be %s, and %.40s is outside", arg->name,
                                   expects(arg, buffer, sizeof buffer), end->text);
    }
    oro_status status = oro_args_set_range(ctx, arg, args, value->items[0]->number, value->items[1]->number, NULL);
    return status == ORO_OK ? ORO_OK : oro_json_blame(ctx, value, name);
}

static oro_status read_curve(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                             const char *name) {
    for (size_t i = 0; i < value->count; i++) {
        const oro_json *point = value->items[i];
        if (!is_pair(point))
            return oro_json_refuse(ctx, point, name, "a point of %s must be two numbers, as [0.5, 0.2]", arg->name);
        for (int k = 0; k < 2; k++)
            if (fabs(point->items[k]->number) > 1e30)
                return oro_json_refuse(ctx, point->items[k], name, "%.40s is too large for a point of %s",
                                       point->items[k]->text, arg->name);
    }
    if (value->count > 1u << 24) return wrong_type(ctx, arg, value, name);
    oro_point2 *points = oro_alloc(ctx, (value->count + 1) * sizeof *points);
    if (!points) return ORO_NO_MEMORY;
    for (size_t i = 0; i < value->count; i++) {
        oro_json *const *xy = value->items[i]->items;
        points[i] = (oro_point2){(float)xy[0]->number, (float)xy[1]->number};
    }
    oro_status status = oro_args_set_curve(ctx, arg, args, points, (int32_t)value->count, NULL);
    oro_free(ctx, points);
    return status == ORO_OK ? ORO_OK : oro_json_blame(ctx, value, name);
}

static oro_status read_records(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                               const char *name) {
    for (size_t i = 0; i < value->count; i++)
        if (value->items[i]->type != ORO_JSON_OBJECT)
            return oro_json_refuse(ctx, value->items[i], name, "an item of %s must be an object, not %s", arg->name,
                                   oro_json_kind(value->items[i]));
    char *items = oro_args_set_records(ctx, arg, args, (int32_t)value->count, NULL);
    if (!items) return oro_json_blame(ctx, value, name);
    for (size_t i = 0; i < value->count; i++) {
        oro_status status =
            oro_args_from_json(ctx, arg->record, items + i * arg->record->size, value->items[i], &no_wires, name);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

static oro_status read_value(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                             const char *name) {
    oro_status status;
    switch (arg->type) {
    case ORO_SEED: return read_seed(ctx, arg, args, value, name);
    case ORO_CURVE: return read_curve(ctx, arg, args, value, name);
    case ORO_RECORDS: return read_records(ctx, arg, args, value, name);
    case ORO_TOGGLE: *(bool *)oro_arg_at(arg, args) = value->truth; return ORO_OK;
    case ORO_RANGE: return read_range(ctx, arg, args, value, name);
    case ORO_NUMBER:
    case ORO_INTEGER:
    case ORO_FIELD: status = oro_args_set_number(ctx, arg, args, value->number, NULL); break;
    default: status = oro_args_parse(ctx, NULL, args, arg, value->text, NULL); break;
    }
    return status == ORO_OK ? ORO_OK : oro_json_blame(ctx, value, name);
}

static oro_status read_wire(oro_context *ctx, const oro_arg *arg, const oro_json *value, const oro_json_wires *wires,
                            const char *name) {
    oro_status status = wires->set(wires->user, arg, value->text);
    if (status == ORO_OK) return ORO_OK;
    if (arg->type == ORO_FIELD && status != ORO_NO_MEMORY) { // the text may have been meant as a number
        char buffer[256];
        oro_fail(ctx, status, NULL, "%.240s; %s must be %s", ctx->error.sentence, arg->name,
                 expects(arg, buffer, sizeof buffer));
    }
    return oro_json_blame(ctx, value, name);
}

oro_status oro_arg_from_json(oro_context *ctx, const oro_arg *arg, void *args, const oro_json *value,
                             const oro_json_wires *wires, const char *name) {
    if (oro_arg_is_output(arg))
        return oro_json_refuse(ctx, value, name, "%s is an output of the operator; it cannot be set", arg->name);
    if (oro_arg_is_input(arg) || (arg->type == ORO_FIELD && value->type == ORO_JSON_STRING)) {
        if (value->type != ORO_JSON_STRING) return wrong_type(ctx, arg, value, name);
        if (!wires || !wires->set)
            return oro_json_refuse(ctx, value, name, "%s cannot be wired to a node here", arg->name);
        return read_wire(ctx, arg, value, wires, name);
    }
    if (arg->choices && oro_arg_may_be_unsaid(arg)) { // a word may stand in its place; null is the last of them
        const char *last = arg->choices[1] ? arg->choices[1] : arg->choices[0];
        bool text = value->type == ORO_JSON_STRING, null = value->type == ORO_JSON_NULL;
        if ((text || null) && oro_args_set_word(arg, args, null ? last : value->text)) return ORO_OK;
        if (text) return wrong_word(ctx, arg, value, name);
    }
    if (value->type != json_type_of(arg)) return wrong_type(ctx, arg, value, name);
    return read_value(ctx, arg, args, value, name);
}

oro_status oro_args_from_json(oro_context *ctx, const oro_record *record, void *args, const oro_json *object,
                              const oro_json_wires *wires, const char *name) {
    const oro_arg *seen[64];
    size_t seen_count = 0;
    for (size_t i = 0; i < object->count; i++) {
        const oro_json *value = object->items[i];
        const oro_arg *arg = oro_arg_find(record, value->key);
        if (!arg) {
            oro_unknown_arg(ctx, record, value->key, NULL);
            return oro_json_blame(ctx, value, name);
        }
        // "a-b" and "a_b" are the same argument, which the reader of JSON cannot know.
        for (size_t k = 0; k < seen_count; k++)
            if (seen[k] == arg) return oro_json_refuse(ctx, value, name, "%s is given twice", arg->name);
        if (seen_count < sizeof seen / sizeof *seen) seen[seen_count++] = arg;
        oro_status status = oro_arg_from_json(ctx, arg, args, value, wires, name);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- to JSON ----------------------------------------------------------------------------------------------------------

static oro_json *new_text(const oro_arg *arg, const void *args) {
    char text[32]; // colours; choices and texts are at hand
    switch (arg->type) {
    case ORO_TEXT: {
        const char *value = *(const char *const *)oro_arg_at(arg, args);
        return oro_json_new_string(value ? value : "");
    }
    case ORO_FILE: {
        const char *path = ((const oro_file *)oro_arg_at(arg, args))->path;
        return oro_json_new_string(path ? path : "");
    }
    case ORO_CHOICE: return oro_json_new_string(arg->choices[((const oro_choice *)oro_arg_at(arg, args))->index]);
    default: oro_args_print(arg, args, text, sizeof text); return oro_json_new_string(text);
    }
}

/// Adds to an array; a list that could not be filled is freed and becomes NULL.
static oro_json *appended(oro_json *array, oro_json *value) {
    if (array && oro_json_append(array, value) == ORO_OK) return array;
    if (!array) oro_json_free(value);
    oro_json_free(array);
    return NULL;
}

static oro_json *pair(float a, float b) {
    return appended(appended(oro_json_new_array(), oro_json_new_float(a)), oro_json_new_float(b));
}

/// A list; items that were there before are merged with how they were written.
static oro_json *new_list(oro_context *ctx, const oro_arg *arg, const void *args, const oro_json *old) {
    const oro_records *list = oro_arg_at(arg, args);
    oro_json *array = oro_json_new_array();
    oro_json_keep_layout(array, old);
    for (int32_t i = 0; array && i < list->count; i++) {
        const char *item = (const char *)list->items + (size_t)i * arg->record->size;
        array = appended(array, oro_args_to_json(ctx, arg->record, item, NULL, oro_json_at(old, (size_t)i), &no_wires));
    }
    return array;
}

static oro_json *new_value(oro_context *ctx, const oro_arg *arg, const void *args, const oro_json *old) {
    const void *at = oro_arg_at(arg, args);
    bool wire = oro_arg_is_input(arg) || oro_arg_is_output(arg);
    if (wire || oro_arg_is_unsaid(arg, args) || oro_arg_word(arg, args)) return oro_json_new_null();
    switch (arg->type) {
    case ORO_NUMBER: return oro_json_new_float(*(const float *)at);
    case ORO_FIELD: return oro_json_new_float(((const oro_field *)at)->value);
    case ORO_INTEGER: return oro_json_new_number(*(const int32_t *)at);
    case ORO_SEED: return oro_json_new_number(((const oro_seed *)at)->value);
    case ORO_TOGGLE: return oro_json_new_bool(*(const bool *)at);
    case ORO_RANGE: return pair(((const oro_range *)at)->lo, ((const oro_range *)at)->hi);
    case ORO_RECORDS: return new_list(ctx, arg, args, old);
    case ORO_CURVE: {
        const oro_curve *curve = at;
        oro_json *array = oro_json_new_array();
        for (int32_t i = 0; array && i < curve->count; i++)
            array = appended(array, pair(curve->points[i].x, curve->points[i].y));
        return array;
    }
    default: return new_text(arg, args);
    }
}

oro_json *oro_arg_to_json(oro_context *ctx, const oro_arg *arg, const void *args) {
    return new_value(ctx, arg, args, NULL);
}

/// Does what was written still mean the value? `scratch` is a struct of the record to read it into.
static oro_status still_means(oro_context *ctx, const oro_arg *arg, const void *args, void *scratch,
                              const oro_json *old, bool *same) {
    *same = false;
    if (takes_wire(arg) && old->type == ORO_JSON_STRING) return ORO_OK; // its wire is gone
    oro_status status = oro_arg_from_json(ctx, arg, scratch, old, NULL, "");
    *same = status == ORO_OK && oro_args_equal(arg, args, scratch);
    return status == ORO_NO_MEMORY ? status : ORO_OK;
}

/// Puts one argument into `object` as it should be now; `old` is how it was written, or NULL.
static oro_status put(oro_context *ctx, oro_json *object, const oro_arg *arg, const void *args, void *scratch,
                      const oro_json *old, const oro_json_wires *wires) {
    char from[160];
    if (oro_arg_is_unsaid(arg, args)) return ORO_OK;
    bool wired = takes_wire(arg) && wires->get && wires->get(wires->user, arg, from, sizeof from), kept = false;
    if (!wired && oro_arg_is_input(arg)) return ORO_OK;
    if (old && wired) kept = old->type == ORO_JSON_STRING && wires->same(wires->user, arg, old->text);
    if (old && !wired) {
        oro_status status = still_means(ctx, arg, args, scratch, old, &kept);
        if (status != ORO_OK) return status;
    }
    const char *key = old ? old->key : arg->name;
    if (kept) return oro_json_set(object, key, oro_json_copy(old));
    return oro_json_set(object, key, wired ? oro_json_new_string(from) : new_value(ctx, arg, args, old));
}

static oro_status fill(oro_context *ctx, oro_json *object, const oro_record *record, const void *args, void *scratch,
                       const oro_json *old, const oro_json_wires *wires) {
    bool written[64] = {false};
    for (size_t i = 0; old && i < old->count; i++) {
        const oro_arg *arg = oro_arg_find(record, old->items[i]->key);
        if (!arg) continue;
        written[arg - record->args] = true;
        oro_status status = put(ctx, object, arg, args, scratch, old->items[i], wires);
        if (status != ORO_OK) return status;
    }
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        char from[160];
        if (written[i] || oro_arg_is_output(arg)) continue;
        bool wired = takes_wire(arg) && wires->get && wires->get(wires->user, arg, from, sizeof from);
        // What was never written leaves the scratch as it was.
        if (!wired && (oro_arg_is_input(arg) || oro_args_equal(arg, args, scratch))) continue;
        oro_status status = put(ctx, object, arg, args, scratch, NULL, wires);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

oro_json *oro_args_to_json(oro_context *ctx, const oro_record *record, const void *args, const void *base,
                           const oro_json *old, const oro_json_wires *wires) {
    if (old && old->type != ORO_JSON_OBJECT) old = NULL;
    oro_json *object = oro_json_new_object();
    oro_json_keep_layout(object, old);
    void *scratch = oro_alloc(ctx, record->size);
    bool good = object && scratch &&
                (base ? oro_args_copy(ctx, record, base, scratch) : oro_args_init(ctx, record, scratch)) == ORO_OK;
    if (good) {
        good = fill(ctx, object, record, args, scratch, old, wires ? wires : &no_wires) == ORO_OK;
        oro_args_free(ctx, record, scratch);
    }
    oro_free(ctx, scratch);
    if (good) return object;
    oro_json_free(object);
    return NULL;
}
