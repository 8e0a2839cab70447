// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Building answers; see json.h.

#include "studio/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

oro_json *studio_json_text(const char *text) {
    if (!text) return oro_json_new_null();
    oro_json *value = oro_json_new_string(text);
    if (value) return value;
    char *plain = strdup(text);
    if (!plain) return NULL;
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?';
    value = oro_json_new_string(plain);
    free(plain);
    return value;
}

oro_json *studio_json_real(double value) { return isfinite(value) ? oro_json_new_number(value) : oro_json_new_null(); }

oro_json *studio_json_hash(oro_hash hash) {
    char text[40];
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)hash.hi, (unsigned long long)hash.lo);
    return oro_json_new_string(text);
}

oro_json *studio_json_error(const oro_error *error) {
    oro_json *value = oro_json_new_object();
    if (!value) return NULL;
    oro_json_set(value, "status", oro_json_new_string(oro_status_name(error->status)));
    oro_json_set(value, "sentence", studio_json_text(error->sentence));
    oro_json_set(value, "where", studio_json_text(error->where));
    return value;
}

const char *studio_json_get_text(const oro_json *object, const char *key, const char *fallback) {
    const oro_json *value = oro_json_get(object, key);
    return value && value->type == ORO_JSON_STRING ? value->text : fallback;
}

double studio_json_get_number(const oro_json *object, const char *key, double fallback) {
    const oro_json *value = oro_json_get(object, key);
    return value && value->type == ORO_JSON_NUMBER ? value->number : fallback;
}

bool studio_json_get_truth(const oro_json *object, const char *key) {
    const oro_json *value = oro_json_get(object, key);
    return value && value->type == ORO_JSON_BOOL && value->truth;
}
