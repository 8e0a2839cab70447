// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Building answers: values whose text may come from files and people, and are therefore perhaps no UTF-8.
#ifndef ORO_STUDIO_JSON_H
#define ORO_STUDIO_JSON_H

#include "io/json.h"

/// A string; bytes that are no UTF-8 become question marks. NULL gives null.
oro_json *studio_json_text(const char *text);
oro_json *studio_json_real(double value); ///< null where it is not finite
oro_json *studio_json_hash(oro_hash hash);
oro_json *studio_json_error(const oro_error *error);

/// Text of a member, or `fallback` where it is missing or no text.
const char *studio_json_get_text(const oro_json *object, const char *key, const char *fallback);
double studio_json_get_number(const oro_json *object, const char *key, double fallback);
bool studio_json_get_truth(const oro_json *object, const char *key);

#endif
