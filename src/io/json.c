// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The tree of JSON values, its printing, and the numbers and texts both sides need; json_read.c reads.
#define _GNU_SOURCE 1
#include "io/json.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/json_tree.h"

// --- texts that grow -------------------------------------------------------------------------------------------------

static bool text_reserve(oro_text *text, size_t more) {
    if (text->failed) return false;
    size_t need = text->length + more + 1;
    if (need <= text->capacity) return true;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity < need) capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) return !(text->failed = true);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void oro_text_add(oro_text *text, const char *bytes, size_t length) {
    if (!text_reserve(text, length)) return;
    if (length) memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = 0;
}

void oro_text_puts(oro_text *text, const char *string) { oro_text_add(text, string, strlen(string)); }

void oro_text_printf(oro_text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = oro_print_list(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || !text_reserve(text, (size_t)length)) return;
    va_start(list, format);
    oro_print_list(text->data + text->length, (size_t)length + 1, format, list);
    va_end(list);
    text->length += (size_t)length;
}

void oro_text_free(oro_text *text) {
    free(text->data);
    *text = (oro_text){0};
}

// --- numbers as text -------------------------------------------------------------------------------------------------

const char *oro_double_text(double value, char *buffer) {
    oro_print_double(value, buffer, 32);
    return buffer;
}

const char *oro_float_text(float value, char *buffer) {
    oro_print_float(value, buffer, 32);
    return buffer;
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

size_t oro_json_number_length(const unsigned char *at, const unsigned char *end, const unsigned char **stop) {
    const unsigned char *p = at;
    bool good = true;
    if (p < end && *p == '-') p++;
    if (p < end && *p == '0')
        p++;
    else if (p < end && is_digit(*p))
        while (p < end && is_digit(*p)) p++;
    else
        good = false;
    if (good && p < end && *p == '.') {
        p++;
        good = p < end && is_digit(*p);
        while (p < end && is_digit(*p)) p++;
    }
    if (good && p < end && (*p == 'e' || *p == 'E')) {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        good = p < end && is_digit(*p);
        while (p < end && is_digit(*p)) p++;
    }
    *stop = p;
    return good ? (size_t)(p - at) : 0;
}

// --- UTF-8 -----------------------------------------------------------------------------------------------------------

size_t oro_utf8_length(const unsigned char *at, size_t left) {
    unsigned char lead = at[0], lo = 0x80, hi = 0xBF;
    size_t length;
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        length = 2;
    else if (lead >= 0xE0 && lead <= 0xEF)
        length = 3;
    else if (lead >= 0xF0 && lead <= 0xF4)
        length = 4;
    else
        return 0;
    if (lead == 0xE0) lo = 0xA0; // anything lower would be an overlong form
    if (lead == 0xED) hi = 0x9F; // surrogates
    if (lead == 0xF0) lo = 0x90;
    if (lead == 0xF4) hi = 0x8F; // above U+10FFFF
    if (left < length || at[1] < lo || at[1] > hi) return 0;
    for (size_t i = 2; i < length; i++)
        if (at[i] < 0x80 || at[i] > 0xBF) return 0;
    return length;
}

static bool is_utf8(const char *string) {
    size_t left = strlen(string);
    while (left) {
        size_t length = oro_utf8_length((const unsigned char *)string, left);
        if (!length) return false;
        string += length;
        left -= length;
    }
    return true;
}

// --- nodes -----------------------------------------------------------------------------------------------------------

oro_json *oro_json_new_node(oro_json_type type) {
    oro_json *node = calloc(1, sizeof *node);
    if (node) node->type = type;
    return node;
}

oro_json *oro_json_new_text_node(oro_json_type type, const char *text) {
    oro_json *node = oro_json_new_node(type);
    if (node && !(node->text = strdup(text))) {
        free(node);
        return NULL;
    }
    return node;
}

void oro_json_free(oro_json *node) {
    if (!node) return;
    for (size_t i = 0; i < node->count; i++) oro_json_free(node->items[i]);
    free(node->items);
    free(node->text);
    free(node->key);
    free(node);
}

static bool is_container(const oro_json *node) { return node->type == ORO_JSON_ARRAY || node->type == ORO_JSON_OBJECT; }

static oro_status lacks(oro_json *node) {
    node->lacking = true;
    return ORO_NO_MEMORY;
}

bool oro_json_is_whole(const oro_json *node) {
    bool whole = !node->lacking;
    for (size_t i = 0; whole && i < node->count; i++) whole = oro_json_is_whole(node->items[i]);
    return whole;
}

oro_status oro_json_put(oro_json *node, size_t index, oro_json *value) {
    if (node->count == node->capacity) {
        size_t capacity = node->capacity ? node->capacity * 2 : 4;
        oro_json **items = realloc(node->items, capacity * sizeof *items);
        if (!items) {
            oro_json_free(value);
            return lacks(node);
        }
        node->items = items;
        node->capacity = capacity;
    }
    memmove(node->items + index + 1, node->items + index, (node->count - index) * sizeof *node->items);
    node->items[index] = value;
    node->count++;
    value->parent = node;
    return ORO_OK;
}

// --- looking ---------------------------------------------------------------------------------------------------------

oro_json *oro_json_get(const oro_json *object, const char *key) {
    if (!object || object->type != ORO_JSON_OBJECT) return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (strcmp(object->items[i]->key, key) == 0) return object->items[i];
    return NULL;
}

oro_json *oro_json_at(const oro_json *node, size_t index) {
    return node && index < node->count ? node->items[index] : NULL;
}

const char *oro_json_type_name(oro_json_type type) {
    static const char *const names[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
    return names[type];
}

const char *oro_json_where(const oro_json *node, const char *name, char *buffer, size_t size) {
    if (node && node->line)
        snprintf(buffer, size, "%s:%d:%d", name, node->line, node->column);
    else
        snprintf(buffer, size, "%s", name);
    return buffer;
}

static size_t index_of(const oro_json *node) {
    size_t i = 0;
    while (node->parent->items[i] != node) i++;
    return i;
}

const char *oro_json_path(const oro_json *node, const char *name, char *buffer, size_t size) {
    const oro_json *chain[ORO_JSON_MAX_DEPTH + 1];
    int depth = 0;
    for (; node && node->parent && depth <= ORO_JSON_MAX_DEPTH; node = node->parent) chain[depth++] = node;
    size_t used = (size_t)snprintf(buffer, size, "%s", name);
    while (depth-- > 0 && used < size) {
        const oro_json *step = chain[depth];
        if (step->key)
            used += (size_t)snprintf(buffer + used, size - used, "/%s", step->key);
        else
            used += (size_t)snprintf(buffer + used, size - used, "/%zu", index_of(step));
    }
    return buffer;
}

bool oro_json_equal(const oro_json *a, const oro_json *b) {
    if (a == b) return true;
    if (!a || !b || a->type != b->type || a->count != b->count) return false;
    if (a->type == ORO_JSON_BOOL) return a->truth == b->truth;
    if (a->type == ORO_JSON_NUMBER) return a->number == b->number;
    if (a->type == ORO_JSON_STRING) return strcmp(a->text, b->text) == 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->type == ORO_JSON_OBJECT && strcmp(a->items[i]->key, b->items[i]->key) != 0) return false;
        if (!oro_json_equal(a->items[i], b->items[i])) return false;
    }
    return true;
}

// --- making and changing ---------------------------------------------------------------------------------------------

oro_json *oro_json_new_null(void) { return oro_json_new_node(ORO_JSON_NULL); }
oro_json *oro_json_new_array(void) { return oro_json_new_node(ORO_JSON_ARRAY); }
oro_json *oro_json_new_object(void) { return oro_json_new_node(ORO_JSON_OBJECT); }

oro_json *oro_json_new_bool(bool truth) {
    oro_json *node = oro_json_new_node(ORO_JSON_BOOL);
    if (node) node->truth = truth;
    return node;
}

oro_json *oro_json_new_number_text(const char *digits) {
    const unsigned char *start = (const unsigned char *)digits, *stop;
    size_t length = strlen(digits);
    if (!length || oro_json_number_length(start, start + length, &stop) != length) return NULL;
    double value = oro_read_double(digits, NULL);
    if (!isfinite(value)) return NULL;
    oro_json *node = oro_json_new_text_node(ORO_JSON_NUMBER, digits);
    if (node) node->number = value;
    return node;
}

oro_json *oro_json_new_number(double value) {
    char buffer[32];
    assert(isfinite(value));
    return oro_json_new_number_text(oro_double_text(value, buffer));
}

oro_json *oro_json_new_float(float value) {
    char buffer[32];
    assert(isfinite(value));
    return oro_json_new_number_text(oro_float_text(value, buffer));
}

oro_json *oro_json_new_string(const char *utf8) {
    return is_utf8(utf8) ? oro_json_new_text_node(ORO_JSON_STRING, utf8) : NULL;
}

oro_json *oro_json_copy(const oro_json *node) {
    oro_json *copy = node->text ? oro_json_new_text_node(node->type, node->text) : oro_json_new_node(node->type);
    if (!copy) return NULL;
    copy->line = node->line;
    copy->column = node->column;
    copy->truth = node->truth;
    copy->number = node->number;
    copy->lacking = node->lacking;
    for (size_t i = 0; i < node->count; i++) {
        oro_json *item = oro_json_copy(node->items[i]);
        if (item && node->items[i]->key && !(item->key = strdup(node->items[i]->key))) {
            oro_json_free(item);
            item = NULL;
        }
        if (!item || oro_json_put(copy, i, item) != ORO_OK) {
            oro_json_free(copy);
            return NULL;
        }
    }
    return copy;
}

oro_status oro_json_set(oro_json *object, const char *key, oro_json *value) {
    assert(object && object->type == ORO_JSON_OBJECT && key);
    assert(!value || (!value->parent && !value->key));
    if (!value) return lacks(object);
    for (size_t i = 0; i < object->count; i++)
        if (strcmp(object->items[i]->key, key) == 0) return oro_json_replace(object, i, value);
    if (!(value->key = strdup(key))) {
        oro_json_free(value);
        return lacks(object);
    }
    return oro_json_put(object, object->count, value);
}

oro_status oro_json_append(oro_json *array, oro_json *value) { return oro_json_insert(array, array->count, value); }

oro_status oro_json_insert(oro_json *array, size_t index, oro_json *value) {
    assert(array->type == ORO_JSON_ARRAY && index <= array->count);
    assert(!value || (!value->parent && !value->key));
    return value ? oro_json_put(array, index, value) : lacks(array);
}

oro_status oro_json_replace(oro_json *node, size_t index, oro_json *value) {
    assert(is_container(node) && index < node->count);
    assert(!value || (!value->parent && !value->key));
    if (!value) return lacks(node);
    oro_json *old = node->items[index];
    value->key = old->key;
    value->parent = node;
    old->key = NULL;
    node->items[index] = value;
    oro_json_free(old);
    return ORO_OK;
}

void oro_json_remove_at(oro_json *node, size_t index) {
    assert(is_container(node) && index < node->count);
    oro_json_free(node->items[index]);
    node->count--;
    memmove(node->items + index, node->items + index + 1, (node->count - index) * sizeof *node->items);
}

bool oro_json_remove(oro_json *object, const char *key) {
    oro_json *value = oro_json_get(object, key);
    if (!value) return false;
    oro_json_remove_at(object, index_of(value));
    return true;
}

// --- printing --------------------------------------------------------------------------------------------------------

enum { LINE_WIDTH = 100 };

void oro_json_print_string(const char *utf8, oro_text *out) {
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *start = utf8;
    oro_text_add(out, "\"", 1);
    for (const char *c = utf8;; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F) continue;
        oro_text_add(out, start, (size_t)(c - start));
        start = c + 1;
        if (!byte) break;
        const char *plain = strchr(from, byte);
        if (plain)
            oro_text_printf(out, "\\%c", to[plain - from]);
        else
            oro_text_printf(out, "\\u%04X", byte);
    }
    oro_text_add(out, "\"", 1);
}

void oro_json_print_scalar(const oro_json *node, oro_text *out) {
    if (node->type == ORO_JSON_NULL)
        oro_text_puts(out, "null");
    else if (node->type == ORO_JSON_BOOL)
        oro_text_puts(out, node->truth ? "true" : "false");
    else if (node->type == ORO_JSON_NUMBER)
        oro_text_puts(out, node->text);
    else
        oro_json_print_string(node->text, out);
}

static size_t count_characters(const char *bytes, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return count;
}

/// Prints an array of scalars on the line that began at `line`; takes it back and returns false where it does not fit.
static bool print_short_array(const oro_json *node, oro_text *out, size_t line) {
    size_t before = out->length;
    for (size_t i = 0; i < node->count; i++)
        if (is_container(node->items[i]) && node->items[i]->count) return false;
    oro_text_add(out, "[", 1);
    for (size_t i = 0; i < node->count && out->length - line <= 4 * LINE_WIDTH; i++) {
        if (i) oro_text_add(out, ", ", 2);
        if (is_container(node->items[i]))
            oro_text_puts(out, node->items[i]->type == ORO_JSON_ARRAY ? "[]" : "{}");
        else
            oro_json_print_scalar(node->items[i], out);
    }
    oro_text_add(out, "]", 1);
    if (out->failed) return true;
    if (count_characters(out->data + line, out->length - line) < LINE_WIDTH) return true; // room for a comma
    out->length = before;
    out->data[before] = 0;
    return false;
}

static void print_value(const oro_json *node, oro_text *out, int depth, size_t line) {
    bool array = node->type == ORO_JSON_ARRAY;
    if (!is_container(node)) return oro_json_print_scalar(node, out);
    if (!node->count) return oro_text_puts(out, array ? "[]" : "{}");
    if (array && print_short_array(node, out, line)) return;
    oro_text_add(out, array ? "[" : "{", 1);
    for (size_t i = 0; i < node->count; i++) {
        oro_text_puts(out, i ? ",\n" : "\n");
        size_t start = out->length;
        oro_text_printf(out, "%*s", 2 * (depth + 1), "");
        if (!array) {
            oro_json_print_string(node->items[i]->key, out);
            oro_text_add(out, ": ", 2);
        }
        print_value(node->items[i], out, depth + 1, start);
    }
    oro_text_printf(out, "\n%*s%c", 2 * depth, "", array ? ']' : '}');
}

oro_status oro_json_print(const oro_json *node, oro_text *out) {
    print_value(node, out, 0, out->length);
    oro_text_add(out, "\n", 1);
    return out->failed ? ORO_NO_MEMORY : ORO_OK;
}

oro_status oro_json_print_compact(const oro_json *node, oro_text *out) {
    if (!is_container(node)) {
        oro_json_print_scalar(node, out);
        return out->failed ? ORO_NO_MEMORY : ORO_OK;
    }
    oro_text_add(out, node->type == ORO_JSON_ARRAY ? "[" : "{", 1);
    for (size_t i = 0; i < node->count; i++) {
        if (i) oro_text_add(out, ",", 1);
        if (node->type == ORO_JSON_OBJECT) {
            oro_json_print_string(node->items[i]->key, out);
            oro_text_add(out, ":", 1);
        }
        oro_json_print_compact(node->items[i], out);
    }
    oro_text_add(out, node->type == ORO_JSON_ARRAY ? "]" : "}", 1);
    return out->failed ? ORO_NO_MEMORY : ORO_OK;
}
