// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the two halves of the JSON code share.
#ifndef ORO_IO_JSON_TREE_H
#define ORO_IO_JSON_TREE_H

#include "io/json.h"

/// An empty value, or one with a text that is copied. NULL: no memory.
oro_json *oro_json_new_node(oro_json_type type);
oro_json *oro_json_new_text_node(oro_json_type type, const char *text);

/// Puts `value` (whose key is set where it needs one) before item `index` of an array or object, taking it over.
oro_status oro_json_put(oro_json *node, size_t index, oro_json *value);

/// Length of the well-formed UTF-8 sequence at `at` (`left` bytes remain, at least one), or 0 (Unicode 15, table 3-7).
size_t oro_utf8_length(const unsigned char *at, size_t left);

/// Length of the JSON number at the start of [at,end), or 0; *stop gets where reading stopped.
size_t oro_json_number_length(const unsigned char *at, const unsigned char *end, const unsigned char **stop);

#endif
