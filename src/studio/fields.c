// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a request may say; see fields.h.

#include "studio/fields.h"
#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool studio_is_tab(const char *tab) {
    size_t length = strlen(tab);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return length > 0 && length <= 40 && strspn(tab, letters) == length;
}

static bool has_control(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) return true;
    return false;
}

static bool is_between(double value, const studio_field *f) { return value >= f->least && value <= f->most; }

static bool fits(const oro_json *value, const studio_field *f) {
    switch (f->type) {
    case FIELD_TEXT: return value->type == ORO_JSON_STRING && is_between((double)strlen(value->text), f);
    case FIELD_NAME:
        return value->type == ORO_JSON_STRING && is_between((double)strlen(value->text), f) &&
               !has_control(value->text);
    case FIELD_TAB: return value->type == ORO_JSON_STRING && studio_is_tab(value->text);
    case FIELD_REAL: return value->type == ORO_JSON_NUMBER && is_between(value->number, f);
    case FIELD_WHOLE:
        return value->type == ORO_JSON_NUMBER && is_between(value->number, f) && value->number == floor(value->number);
    case FIELD_TRUTH: return value->type == ORO_JSON_BOOL;
    case FIELD_LIST: return value->type == ORO_JSON_ARRAY && is_between((double)value->count, f);
    case FIELD_OBJECT: return value->type == ORO_JSON_OBJECT;
    }
    return false;
}

static oro_status refuse(oro_context *ctx, const studio_field *f) {
    char right[120];
    switch (f->type) {
    case FIELD_TEXT: snprintf(right, sizeof right, "a text of %.0f to %.0f bytes", f->least, f->most); break;
    case FIELD_NAME:
        snprintf(right, sizeof right, "a text of %.0f to %.0f bytes without control characters", f->least, f->most);
        break;
    case FIELD_TAB: snprintf(right, sizeof right, "a text of 1 to 40 letters, digits, - and _"); break;
    case FIELD_REAL: snprintf(right, sizeof right, "a number from %.10g to %.10g", f->least, f->most); break;
    case FIELD_WHOLE: snprintf(right, sizeof right, "a whole number from %.0f to %.0f", f->least, f->most); break;
    case FIELD_TRUTH: snprintf(right, sizeof right, "true or false"); break;
    case FIELD_LIST: snprintf(right, sizeof right, "a list of %.0f to %.0f items", f->least, f->most); break;
    case FIELD_OBJECT: snprintf(right, sizeof right, "an object"); break;
    }
    return oro_fail(ctx, ORO_BAD_ARGUMENT, f->name, "%s must be %s", f->name, right);
}

oro_status studio_check_fields(oro_context *ctx, const oro_json *object, const char *what, const studio_field *fields) {
    if (!object || object->type != ORO_JSON_OBJECT)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "%s must be an object", what);
    for (const studio_field *f = fields; f->name; f++) {
        const oro_json *value = oro_json_get(object, f->name);
        if (value && value->type == ORO_JSON_NULL) value = NULL;
        if (value ? !fits(value, f) : f->needed) return refuse(ctx, f);
    }
    return ORO_OK;
}

size_t studio_count_values(const char *text, size_t length) {
    size_t count = 1;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            count += text[i] == ',' || text[i] == '[' || text[i] == '{';
    }
    return count;
}
