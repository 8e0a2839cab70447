// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reading JSON (see json.h): a recursive descent over the bytes, one allocation per value and per text. Columns count
// characters, so every byte passes through advance(). Repeated keys of small objects are found by comparing, of large
// ones by a table, so that no document makes reading quadratic.
#define _GNU_SOURCE 1
#include "io/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "core/text.h"
#include "io/file.h"
#include "io/json_tree.h"

static size_t utf8_encode(uint32_t code, char out[4]) {
    if (code < 0x80) return out[0] = (char)code, 1;
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 63));
        out[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 63));
    out[2] = (char)(0x80 | (code >> 6 & 63));
    out[3] = (char)(0x80 | (code & 63));
    return 4;
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

typedef struct reader {
    oro_context *ctx;
    const char *name;
    const unsigned char *at, *end;
    int line, column, depth;
    size_t values;
    oro_text scratch; // the string being read
    oro_status status;
} reader;

static oro_json *read_value(reader *r);

static int peek(const reader *r) { return r->at < r->end ? *r->at : -1; }

static void advance(reader *r) {
    if (*r->at == '\n') {
        r->line++;
        r->column = 1;
    } else if (r->at + 1 == r->end || (r->at[1] & 0xC0) != 0x80) {
        r->column++; // the next byte starts another character
    }
    r->at++;
}

static void skip_space(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) advance(r);
}

static void no_memory(reader *r) {
    r->status = oro_fail(r->ctx, ORO_NO_MEMORY, r->name, "there is not enough memory to read this document");
}

static void __attribute__((format(printf, 4, 5))) complain(reader *r, int line, int column, const char *format, ...) {
    char where[256], sentence[400];
    va_list list;
    va_start(list, format);
    oro_print_list(sentence, sizeof sentence, format, list);
    va_end(list);
    // A long name loses its front, never the position.
    int spare = (int)strlen(r->name) - 225;
    snprintf(where, sizeof where, "%s:%d:%d", r->name + (spare > 0 ? spare : 0), line, column);
    r->status = oro_fail(r->ctx, ORO_BAD_INPUT, where, "%s", sentence);
}

/// What stands at the reading position, for sentences: 'x', "the end of the text" or the bytes of a strange character.
static const char *found(const reader *r, char buffer[32]) {
    if (r->at == r->end) return "the end of the text";
    size_t length = oro_utf8_length(r->at, (size_t)(r->end - r->at));
    if (*r->at == '\n' || *r->at == '\r') return "the end of the line";
    if (!length || *r->at < 0x20 || *r->at == 0x7F)
        snprintf(buffer, 32, "the byte 0x%02X", *r->at);
    else
        snprintf(buffer, 32, "'%.*s'", (int)length, (const char *)r->at);
    return buffer;
}

static void complain_here(reader *r, const char *expected) {
    char buffer[32];
    complain(r, r->line, r->column, "expected %s, found %s", expected, found(r, buffer));
}

static bool read_hex4(reader *r, uint32_t *code) {
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int c = peek(r);
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) {
            complain_here(r, "four hexadecimal digits after \\u");
            return false;
        }
        *code = *code << 4 | (uint32_t)digit;
        advance(r);
    }
    return true;
}

/// Reads what follows "\u", joining surrogate pairs.
static bool read_unicode_escape(reader *r, int line, int column) {
    uint32_t code, low;
    char utf8[4];
    if (!read_hex4(r, &code)) return false;
    if (code == 0) {
        complain(r, line, column, "\\u0000 is not allowed in a string");
        return false;
    }
    if (code >= 0xD800 && code <= 0xDBFF && r->end - r->at >= 2 && r->at[0] == '\\' && r->at[1] == 'u') {
        advance(r);
        advance(r);
        if (!read_hex4(r, &low)) return false;
        if (low >= 0xDC00 && low <= 0xDFFF) code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code <= 0xDFFF) {
        complain(r, line, column, "a surrogate \\u%04X must come as a pair, high then low", (unsigned)code);
        return false;
    }
    oro_text_add(&r->scratch, utf8, utf8_encode(code, utf8));
    return true;
}

static bool read_escape(reader *r) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    int line = r->line, column = r->column;
    advance(r); // the backslash
    int c = peek(r);
    const char *plain = c > 0 ? strchr(from, c) : NULL;
    if (plain) {
        oro_text_add(&r->scratch, &to[plain - from], 1);
        advance(r);
        return true;
    }
    if (c != 'u') {
        complain_here(r, "one of \" \\ / b f n r t u after a backslash");
        return false;
    }
    advance(r);
    return read_unicode_escape(r, line, column);
}

/// Reads a string into scratch; the position is at its opening quote.
static bool read_string(reader *r) {
    int line = r->line, column = r->column;
    r->scratch.length = 0;
    oro_text_add(&r->scratch, "", 0);
    advance(r);
    for (;;) {
        int c = peek(r);
        if (c < 0 || c == '\n' || c == '\r') {
            complain(r, line, column, "this string is not closed with '\"' on its line");
            return false;
        }
        if (c == '"') break;
        if (c < 0x20) {
            complain(r, r->line, r->column, "the control character 0x%02X must be written as \\u%04X in a string",
                     (unsigned)c, (unsigned)c);
            return false;
        }
        if (c == '\\') {
            if (!read_escape(r)) return false;
            continue;
        }
        size_t length = oro_utf8_length(r->at, (size_t)(r->end - r->at));
        if (!length) {
            complain(r, r->line, r->column, "the byte 0x%02X is not part of a UTF-8 character; save the text as UTF-8",
                     (unsigned)c);
            return false;
        }
        oro_text_add(&r->scratch, (const char *)r->at, length);
        for (size_t i = 0; i < length; i++) advance(r);
    }
    advance(r);
    if (r->scratch.failed) no_memory(r);
    return !r->scratch.failed;
}

static oro_json *read_number(reader *r) {
    const unsigned char *stop;
    int line = r->line, column = r->column;
    size_t length = oro_json_number_length(r->at, r->end, &stop);
    const char *text = (const char *)r->at;
    while (r->at < stop) advance(r);
    if (!length) {
        complain_here(r, "a digit");
        return NULL;
    }
    if (is_digit(peek(r))) {
        complain(r, line, column, "a number must not start with a needless 0");
        return NULL;
    }
    oro_json *node = oro_json_new_node(ORO_JSON_NUMBER);
    if (!node || !(node->text = strndup(text, length))) {
        free(node);
        no_memory(r);
        return NULL;
    }
    node->number = oro_read_double(node->text, NULL);
    if (!isfinite(node->number)) {
        complain(r, line, column, "the number %.40s is beyond the range of a double (1.8e308)", node->text);
        oro_json_free(node);
        return NULL;
    }
    return node;
}

/// Reads true, false and null, and tells well-known mistakes by their name.
static oro_json *read_word(reader *r) {
    static const struct {
        const char *word;
        oro_json_type type;
        bool truth;
    } words[] = {{"true", ORO_JSON_BOOL, true}, {"false", ORO_JSON_BOOL, false}, {"null", ORO_JSON_NULL, false}};
    const unsigned char *end = r->at;
    while (end < r->end && ((*end | 32) >= 'a' && (*end | 32) <= 'z')) end++;
    size_t length = (size_t)(end - r->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (length != strlen(words[i].word) || memcmp(r->at, words[i].word, length) != 0) continue;
        oro_json *node = oro_json_new_node(words[i].type);
        if (!node) {
            no_memory(r);
            return NULL;
        }
        node->truth = words[i].truth;
        while (r->at < end) advance(r);
        return node;
    }
    const char *word = (const char *)r->at;
    if (*r->at == '/' || *r->at == '#')
        complain(r, r->line, r->column, "expected a value; comments are not allowed");
    else if (*r->at == '\'')
        complain(r, r->line, r->column, "expected a value; strings are quoted with '\"'");
    else if (length == 0)
        complain_here(r, "a value");
    else if ((length == 3 && strncasecmp(word, "nan", 3) == 0) ||
             ((length == 3 || length == 8) && strncasecmp(word, "infinity", length) == 0))
        complain(r, r->line, r->column, "%.*s is not allowed; numbers must be finite", (int)length, word);
    else
        complain(r, r->line, r->column, "expected a value, found '%.*s'", length > 20 ? 20 : (int)length, word);
    return NULL;
}

// The keys of one object while it is read: a table of indices by hash, made once comparing all would be slow.
typedef struct key_set {
    uint32_t *slots; // index + 1 of a member; 0: free
    size_t capacity; // a power of two, at least twice the members
} key_set;

static size_t key_slot(const key_set *set, const oro_json *object, const char *key) {
    uint64_t hash = 0xCBF29CE484222325u; // FNV-1a
    for (const char *c = key; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001B3u;
    size_t slot = (size_t)(hash ^ hash >> 32) & (set->capacity - 1);
    while (set->slots[slot] && strcmp(object->items[set->slots[slot] - 1]->key, key) != 0)
        slot = (slot + 1) & (set->capacity - 1);
    return slot;
}

static bool key_set_grow(key_set *set, const oro_json *object) {
    size_t capacity = set->capacity ? set->capacity * 2 : 128;
    uint32_t *slots = calloc(capacity, sizeof *slots);
    if (!slots) return false;
    free(set->slots);
    *set = (key_set){slots, capacity};
    for (size_t i = 0; i < object->count; i++) slots[key_slot(set, object, object->items[i]->key)] = (uint32_t)i + 1;
    return true;
}

/// The member already called `key`, or NULL. False in *good: no memory.
static const oro_json *find_repeated(key_set *set, const oro_json *object, const char *key, bool *good) {
    if (object->count < 32) return oro_json_get(object, key);
    if (object->count * 2 >= set->capacity && !(*good = key_set_grow(set, object))) return NULL;
    size_t slot = key_slot(set, object, key);
    if (set->slots[slot]) return object->items[set->slots[slot] - 1];
    set->slots[slot] = (uint32_t)object->count + 1; // where the member will be put
    return NULL;
}

/// Reads `"key" :` and leaves the position at the value. NULL on failure.
static char *read_key(reader *r, key_set *set, const oro_json *object) {
    int line = r->line, column = r->column;
    if (peek(r) != '"') {
        complain_here(r, object->count ? "a key in quotes after ','" : "a key in quotes or '}'");
        return NULL;
    }
    if (!read_string(r)) return NULL;
    bool good = true;
    const oro_json *repeated = find_repeated(set, object, r->scratch.data, &good);
    if (repeated) {
        complain(r, line, column, "the key \"%.80s\" is given twice; its other value is at line %d, column %d",
                 repeated->key, repeated->line, repeated->column);
        return NULL;
    }
    skip_space(r);
    if (peek(r) != ':') {
        complain_here(r, "':' after a key");
        return NULL;
    }
    advance(r);
    skip_space(r);
    char *key = good ? strdup(r->scratch.data) : NULL;
    if (!key) no_memory(r);
    return key;
}

/// Reads items up to the closing bracket; the position is behind the opening one.
static bool read_items(reader *r, oro_json *node, key_set *set) {
    bool members = node->type == ORO_JSON_OBJECT;
    int close = members ? '}' : ']';
    skip_space(r);
    if (peek(r) == close) return advance(r), true;
    for (;;) {
        char *key = members ? read_key(r, set, node) : NULL;
        if (members && !key) return false;
        if (!members && node->count && peek(r) == close) return complain_here(r, "a value after ','"), false;
        oro_json *value = read_value(r);
        if (!value) {
            free(key);
            return false;
        }
        value->key = key;
        if (oro_json_put(node, node->count, value) != ORO_OK) return no_memory(r), false;
        skip_space(r);
        int c = peek(r);
        if (c != ',' && c != close)
            return complain_here(r, members ? "',' or '}' after a value" : "',' or ']' after a value"), false;
        advance(r);
        if (c == close) return true;
        skip_space(r);
    }
}

static oro_json *read_container(reader *r, oro_json_type type) {
    if (r->depth == ORO_JSON_MAX_DEPTH) {
        complain(r, r->line, r->column, "brackets are nested more than %d deep", ORO_JSON_MAX_DEPTH);
        return NULL;
    }
    oro_json *node = oro_json_new_node(type);
    if (!node) return no_memory(r), NULL;
    key_set set = {0};
    r->depth++;
    advance(r);
    bool good = read_items(r, node, &set);
    r->depth--;
    free(set.slots);
    if (good) return node;
    oro_json_free(node);
    return NULL;
}

static oro_json *read_string_value(reader *r) {
    if (!read_string(r)) return NULL;
    oro_json *node = oro_json_new_text_node(ORO_JSON_STRING, r->scratch.data);
    if (!node) no_memory(r);
    return node;
}

static oro_json *read_value(reader *r) {
    int line = r->line, column = r->column, c = peek(r);
    if (++r->values > ORO_JSON_MAX_VALUES) {
        complain(r, line, column, "the document holds more than %zu values", ORO_JSON_MAX_VALUES);
        return NULL;
    }
    oro_json *node = NULL;
    if (c == '{')
        node = read_container(r, ORO_JSON_OBJECT);
    else if (c == '[')
        node = read_container(r, ORO_JSON_ARRAY);
    else if (c == '"')
        node = read_string_value(r);
    else if (c == '-' || is_digit(c))
        node = read_number(r);
    else if (c < 0)
        complain_here(r, "a value");
    else
        node = read_word(r);
    if (node) {
        node->line = line;
        node->column = column;
    }
    return node;
}

oro_status oro_json_parse(oro_context *ctx, const char *name, const char *text, size_t length, oro_json **root) {
    *root = NULL;
    if (length > ORO_JSON_MAX_BYTES)
        return oro_fail(ctx, ORO_BAD_INPUT, name, "the document is %zu bytes long, the limit is %zu", length,
                        ORO_JSON_MAX_BYTES);
    reader r = {.ctx = ctx, .name = name, .at = (const unsigned char *)text, .line = 1, .column = 1};
    r.end = r.at + length;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.at += 3; // a byte order mark is not part of the text
    skip_space(&r);
    oro_json *node = read_value(&r);
    if (node) {
        skip_space(&r);
        if (r.at < r.end) complain_here(&r, "nothing after the document");
    }
    oro_text_free(&r.scratch);
    if (r.status == ORO_OK)
        *root = node;
    else
        oro_json_free(node);
    return r.status;
}

oro_status oro_json_load(oro_context *ctx, const char *path, oro_json **root) {
    char *text;
    size_t length;
    *root = NULL;
    oro_status status = oro_file_read(ctx, path, ORO_JSON_MAX_BYTES, &text, &length);
    if (status != ORO_OK) return status;
    status = oro_json_parse(ctx, path, text, length, root);
    free(text);
    return status;
}
