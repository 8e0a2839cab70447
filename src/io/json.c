// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The JSON reader and writer of json.h: a recursive descent over the bytes, one allocation per value and per text.
// Columns count characters, so every byte passes through advance(). Repeated keys of small objects are found by
// comparing, of large ones by sorting, so that no document makes reading quadratic.
#define _GNU_SOURCE 1
#include "io/json.h"

#include <assert.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "core/text.h"
#include "io/file.h"

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
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (length < 0 || !text_reserve(text, (size_t)length)) return;
    va_start(list, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, list);
    va_end(list);
    text->length += (size_t)length;
}

void oro_text_free(oro_text *text) {
    free(text->data);
    *text = (oro_text){0};
}

// --- numbers as text -------------------------------------------------------------------------------------------------
// The C library writes and reads numbers as the locale of the program says; JSON always means the "C" locale.

static locale_t plain_locale;
static pthread_once_t plain_locale_once = PTHREAD_ONCE_INIT;

static void make_plain_locale(void) { plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t enter_plain_locale(void) {
    pthread_once(&plain_locale_once, make_plain_locale);
    return plain_locale ? uselocale(plain_locale) : uselocale((locale_t)0);
}

static double text_to_double(const char *digits) {
    locale_t before = enter_plain_locale();
    double value = strtod(digits, NULL);
    uselocale(before);
    return value;
}

const char *oro_double_text(double value, char *buffer) {
    locale_t before = enter_plain_locale();
    oro_print_double(value, buffer, 32);
    uselocale(before);
    return buffer;
}

const char *oro_float_text(float value, char *buffer) {
    locale_t before = enter_plain_locale();
    oro_print_float(value, buffer, 32);
    uselocale(before);
    return buffer;
}

// --- UTF-8 -----------------------------------------------------------------------------------------------------------

/// Length of the well-formed UTF-8 sequence at `at` (`left` bytes remain, at least one), or 0 (Unicode 15, table 3-7).
static size_t utf8_length(const unsigned char *at, size_t left) {
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
        size_t length = utf8_length((const unsigned char *)string, left);
        if (!length) return false;
        string += length;
        left -= length;
    }
    return true;
}

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

// --- nodes -----------------------------------------------------------------------------------------------------------

static oro_json *new_node(oro_json_type type) {
    oro_json *node = calloc(1, sizeof *node);
    if (node) node->type = type;
    return node;
}

static oro_json *new_text_node(oro_json_type type, const char *text) {
    oro_json *node = new_node(type);
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

/// Puts `value` (whose key is set) before item `index`, taking it over.
static oro_status put(oro_json *node, size_t index, oro_json *value) {
    if (node->count == node->capacity) {
        size_t capacity = node->capacity ? node->capacity * 2 : 4;
        oro_json **items = realloc(node->items, capacity * sizeof *items);
        if (!items) {
            oro_json_free(value);
            return ORO_NO_MEMORY;
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

// --- reading ---------------------------------------------------------------------------------------------------------

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
    r->status = oro_fail(r->ctx, ORO_NO_MEMORY, r->name, "there is no memory left to read this document");
}

static void __attribute__((format(printf, 4, 5))) complain(reader *r, int line, int column, const char *format, ...) {
    char where[256], sentence[400];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    // A long name loses its front, never the position.
    int spare = (int)strlen(r->name) - 225;
    snprintf(where, sizeof where, "%s:%d:%d", r->name + (spare > 0 ? spare : 0), line, column);
    r->status = oro_fail(r->ctx, ORO_BAD_INPUT, where, "%s", sentence);
}

/// What stands at the reading position, for sentences: 'x', "the end of the text" or the bytes of a strange character.
static const char *found(const reader *r, char buffer[32]) {
    if (r->at == r->end) return "the end of the text";
    size_t length = utf8_length(r->at, (size_t)(r->end - r->at));
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
        size_t length = utf8_length(r->at, (size_t)(r->end - r->at));
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

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

/// Length of the JSON number at the start of [at,end), or 0; *stop gets where reading stopped.
static size_t number_length(const unsigned char *at, const unsigned char *end, const unsigned char **stop) {
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

static oro_json *read_number(reader *r) {
    const unsigned char *stop;
    int line = r->line, column = r->column;
    size_t length = number_length(r->at, r->end, &stop);
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
    oro_json *node = new_node(ORO_JSON_NUMBER);
    if (!node || !(node->text = strndup(text, length))) {
        free(node);
        no_memory(r);
        return NULL;
    }
    node->number = text_to_double(node->text);
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
        oro_json *node = new_node(words[i].type);
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
        if (put(node, node->count, value) != ORO_OK) return no_memory(r), false;
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
    oro_json *node = new_node(type);
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
    oro_json *node = new_text_node(ORO_JSON_STRING, r->scratch.data);
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

oro_json *oro_json_new_null(void) { return new_node(ORO_JSON_NULL); }
oro_json *oro_json_new_array(void) { return new_node(ORO_JSON_ARRAY); }
oro_json *oro_json_new_object(void) { return new_node(ORO_JSON_OBJECT); }

oro_json *oro_json_new_bool(bool truth) {
    oro_json *node = new_node(ORO_JSON_BOOL);
    if (node) node->truth = truth;
    return node;
}

oro_json *oro_json_new_number_text(const char *digits) {
    const unsigned char *start = (const unsigned char *)digits, *stop;
    size_t length = strlen(digits);
    if (!length || number_length(start, start + length, &stop) != length) return NULL;
    double value = text_to_double(digits);
    if (!isfinite(value)) return NULL;
    oro_json *node = new_text_node(ORO_JSON_NUMBER, digits);
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

oro_json *oro_json_new_string(const char *utf8) { return is_utf8(utf8) ? new_text_node(ORO_JSON_STRING, utf8) : NULL; }

oro_json *oro_json_copy(const oro_json *node) {
    oro_json *copy = node->text ? new_text_node(node->type, node->text) : new_node(node->type);
    if (!copy) return NULL;
    copy->line = node->line;
    copy->column = node->column;
    copy->truth = node->truth;
    copy->number = node->number;
    for (size_t i = 0; i < node->count; i++) {
        oro_json *item = oro_json_copy(node->items[i]);
        if (item && node->items[i]->key && !(item->key = strdup(node->items[i]->key))) {
            oro_json_free(item);
            item = NULL;
        }
        if (!item || put(copy, i, item) != ORO_OK) {
            oro_json_free(copy);
            return NULL;
        }
    }
    return copy;
}

oro_status oro_json_set(oro_json *object, const char *key, oro_json *value) {
    assert(object && object->type == ORO_JSON_OBJECT && key);
    assert(!value || (!value->parent && !value->key));
    if (!value) return ORO_NO_MEMORY;
    for (size_t i = 0; i < object->count; i++)
        if (strcmp(object->items[i]->key, key) == 0) return oro_json_replace(object, i, value);
    if (!(value->key = strdup(key))) {
        oro_json_free(value);
        return ORO_NO_MEMORY;
    }
    return put(object, object->count, value);
}

oro_status oro_json_append(oro_json *array, oro_json *value) { return oro_json_insert(array, array->count, value); }

oro_status oro_json_insert(oro_json *array, size_t index, oro_json *value) {
    assert(array->type == ORO_JSON_ARRAY && index <= array->count);
    assert(!value || (!value->parent && !value->key));
    return value ? put(array, index, value) : ORO_NO_MEMORY;
}

oro_status oro_json_replace(oro_json *node, size_t index, oro_json *value) {
    assert(is_container(node) && index < node->count);
    assert(!value || (!value->parent && !value->key));
    if (!value) return ORO_NO_MEMORY;
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

static void print_scalar(const oro_json *node, oro_text *out) {
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
            print_scalar(node->items[i], out);
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
    if (!is_container(node)) return print_scalar(node, out);
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
        print_scalar(node, out);
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
