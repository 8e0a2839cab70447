// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a request may say, as a table for each route: every member that is known has its type and its bounds, and one that is
// otherwise is refused with a sentence that says what would be right. null is the same as not said; members that are not
// known are not looked at.
#ifndef ORO_STUDIO_FIELDS_H
#define ORO_STUDIO_FIELDS_H

#include "io/json.h"

typedef enum studio_field_type {
    FIELD_TEXT,  ///< bounds count bytes
    FIELD_NAME,  ///< a text without control characters
    FIELD_TAB,   ///< the name of a tab; no bounds
    FIELD_REAL,  ///< a number
    FIELD_WHOLE, ///< a number without a fraction
    FIELD_TRUTH,
    FIELD_LIST, ///< bounds count items
    FIELD_OBJECT,
} studio_field_type;

typedef struct studio_field {
    const char *name; ///< NULL ends a table
    studio_field_type type;
    double least, most;
    bool needed;
} studio_field;

/// Is this an object whose members are as the table says? `what` names it where it is none: "a request".
oro_status studio_check_fields(oro_context *ctx, const oro_json *object, const char *what, const studio_field *fields);

/// About how many values a JSON text holds, without reading it: they take far more memory than their text.
size_t studio_count_values(const char *text, size_t length);

/// May a page call itself so? Names of tabs end up in events and tables.
bool studio_is_tab(const char *tab);

#endif
