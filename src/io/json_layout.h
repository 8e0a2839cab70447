// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Printing documents that people edit. A list or object that stood on one line stays on one line, as long as it fits in
// 200 columns; one that had its items on lines of their own keeps them there; new ones stand on one line of 120.
// Two spaces a level, keys in order, numbers as written, a newline at the end. A text in this style comes back as it was.
#ifndef ORO_IO_JSON_LAYOUT_H
#define ORO_IO_JSON_LAYOUT_H

#include "io/json.h"

/// Makes `fresh` remember the lines of what it replaces, so that it is laid out the same. Either may be NULL.
void oro_json_keep_layout(oro_json *fresh, const oro_json *old);

/// Adds the document to `out`. ORO_NO_MEMORY or ORO_OK.
oro_status oro_json_print_layout(const oro_json *root, oro_text *out);

#endif
