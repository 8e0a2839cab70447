// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A strict JSON reader and writer (RFC 8259) that keeps what a person wrote: the order of keys and the very text of
// numbers, so that saving a document changes nothing but what was changed. Every value knows its line and column.
//
// Refused, each with a sentence and "NAME:line:column": comments, trailing commas, NaN and infinity, repeated keys,
// broken UTF-8, lone surrogates, \u0000, numbers beyond a double, more than ORO_JSON_MAX_DEPTH nested brackets, texts
// above ORO_JSON_MAX_BYTES and documents above ORO_JSON_MAX_VALUES values. A byte order mark at the start is skipped.
#ifndef ORO_IO_JSON_H
#define ORO_IO_JSON_H

#include "orogen/base.h"

#define ORO_JSON_MAX_DEPTH  64
#define ORO_JSON_MAX_BYTES  ((size_t)64 << 20)
#define ORO_JSON_MAX_VALUES ((size_t)4 << 20)

typedef enum oro_json_type {
    ORO_JSON_NULL,
    ORO_JSON_BOOL,
    ORO_JSON_NUMBER,
    ORO_JSON_STRING,
    ORO_JSON_ARRAY,
    ORO_JSON_OBJECT,
} oro_json_type;

/// One value. Read the members freely; change them only through the functions below.
typedef struct oro_json oro_json;
struct oro_json {
    oro_json_type type;
    int line, column; ///< where it starts in its text, counted from 1 in characters; 0: made by the program
    bool truth;       ///< of a boolean
    double number;    ///< of a number
    char *text;       ///< of a string (UTF-8, ends with 0); of a number the digits as written
    char *key;        ///< its name, where it is a member of an object
    oro_json *parent; ///< the array or object that holds it; NULL for a root
    oro_json **items; ///< what an array or object holds, in order
    size_t count;     ///< how many items
    size_t capacity;
    bool lacking; ///< something could not be put in; see oro_json_is_whole()
};

/// A text that grows. Start with {0}, free with oro_text_free(). After a failed allocation `failed` stays set.
typedef struct oro_text {
    char *data; ///< ends with 0 once anything was added
    size_t length, capacity;
    bool failed;
} oro_text;

void oro_text_add(oro_text *text, const char *bytes, size_t length);
void oro_text_puts(oro_text *text, const char *string);
void oro_text_printf(oro_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void oro_text_free(oro_text *text);

/// Reads one document from memory. `name` is what errors call it. On success *root belongs to the caller: free it with
/// oro_json_free(). On failure *root is NULL. ORO_BAD_INPUT with a place, or ORO_NO_MEMORY.
oro_status oro_json_parse(oro_context *ctx, const char *name, const char *text, size_t length, oro_json **root);

/// Reads one document from a file, called by its path in errors.
oro_status oro_json_load(oro_context *ctx, const char *path, oro_json **root);

/// Frees a value and all it holds. It must not be inside another one. NULL is fine.
void oro_json_free(oro_json *node);

// --- looking -----------------------------------------------------------------------------------------------------

/// The member called `key`, or NULL; NULL too where `object` is NULL or no object, so look-ups can be chained.
oro_json *oro_json_get(const oro_json *object, const char *key);

/// Item `index` of an array or object, or NULL.
oro_json *oro_json_at(const oro_json *node, size_t index);

/// "null", "a boolean", "a number", "a string", "an array", "an object": for sentences.
const char *oro_json_type_name(oro_json_type type);

/// The place of a value as "NAME:line:column" (just NAME where the value has no place). Returns `buffer`.
const char *oro_json_where(const oro_json *node, const char *name, char *buffer, size_t size);

/// The place of a value as "NAME/nodes/3/args/talus". Returns `buffer`.
const char *oro_json_path(const oro_json *node, const char *name, char *buffer, size_t size);

/// Same types, texts, keys in the same order and numbers of the same value (1.0 equals 1).
bool oro_json_equal(const oro_json *a, const oro_json *b);

// --- making and changing -------------------------------------------------------------------------------------------
// The makers return NULL when there is no memory. The functions that put a value somewhere take it over in any case
// (on failure they free it) and return ORO_NO_MEMORY for a NULL value, so that calls nest without a check in between.

oro_json *oro_json_new_null(void);
oro_json *oro_json_new_bool(bool truth);
oro_json *oro_json_new_number(double value);            ///< finite; shortest text that reads back as the same double
oro_json *oro_json_new_float(float value);              ///< finite; shortest text that reads back as the same float
oro_json *oro_json_new_number_text(const char *digits); ///< a JSON number; NULL also where it is none
oro_json *oro_json_new_string(const char *utf8);        ///< copied; NULL also where it is not UTF-8
oro_json *oro_json_new_array(void);
oro_json *oro_json_new_object(void);
oro_json *oro_json_copy(const oro_json *node); ///< deep, places included

/// Sets a member: replaces the value of an existing key in its place, or adds one at the end.
oro_status oro_json_set(oro_json *object, const char *key, oro_json *value);

/// Adds an item at the end of an array.
oro_status oro_json_append(oro_json *array, oro_json *value);

/// Puts an item before item `index` (at most count) of an array.
oro_status oro_json_insert(oro_json *array, size_t index, oro_json *value);

/// Puts `value` where item `index` of an array or object was (a member keeps its key), and frees the old one.
oro_status oro_json_replace(oro_json *node, size_t index, oro_json *value);

/// Whether everything that was put into it, and into what it holds, found memory: one look instead of one for every call.
bool oro_json_is_whole(const oro_json *node);

/// Removes and frees the member called `key`; false if there was none.
bool oro_json_remove(oro_json *object, const char *key);

/// Removes and frees item `index` of an array or object.
void oro_json_remove_at(oro_json *node, size_t index);

// --- printing --------------------------------------------------------------------------------------------------------

/// Adds the document to `out`: two spaces a level, arrays of numbers, words and the like on one line where that fits in
/// 100 columns, keys in order, numbers as written, a newline at the end. ORO_NO_MEMORY or ORO_OK.
oro_status oro_json_print(const oro_json *node, oro_text *out);

/// Adds the document to `out` on one line without spaces or newline.
oro_status oro_json_print_compact(const oro_json *node, oro_text *out);

/// Adds a string as JSON, quotes included.
void oro_json_print_string(const char *utf8, oro_text *out);

/// Prints a value that is no list and no object, numbers as they were written.
void oro_json_print_scalar(const oro_json *node, oro_text *out);

/// Prints the shortest text that reads back as the same double or float. The buffer must hold 32 characters. Not bound
/// to the locale. Returns `buffer`.
const char *oro_double_text(double value, char *buffer);
const char *oro_float_text(float value, char *buffer);

#endif
