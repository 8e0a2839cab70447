// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The world's keys as scene files write them.

#include "io/format.h"
#include "io/scene_json.h"

#include <math.h>
#include <stdio.h>

bool oro_json_is_pair(const oro_json *value) {
    return value->type == ORO_JSON_ARRAY && value->count == 2 && value->items[0]->type == ORO_JSON_NUMBER &&
           value->items[1]->type == ORO_JSON_NUMBER;
}

static bool read_seed(const oro_json *value, uint64_t *seed) {
    if (oro_world_seed(value->text, seed)) return true; // all 64 bits, which a double would not hold
    if (!(value->number >= 0.0 && value->number <= 9007199254740992.0) || value->number != floor(value->number))
        return false;
    *seed = (uint64_t)value->number;
    return true;
}

bool oro_world_member_from_json(oro_world *w, const oro_world_key *key, const oro_json *json) {
    oro_world_value value = {.count = 1};
    const oro_json *fault = NULL;
    bool number = json->type == ORO_JSON_NUMBER, two = oro_json_is_pair(json);
    switch (key->kind) {
    case ORO_WORLD_PLACE:
        w->geo = (oro_georef){0};
        if (json->type != ORO_JSON_NULL) oro_georef_from_json(json, &w->geo, &fault);
        return !fault;
    case ORO_WORLD_SWITCH:
        value.number[0] = json->truth;
        return json->type == ORO_JSON_BOOL && oro_world_put(w, key, value);
    case ORO_WORLD_SEED: return number && read_seed(json, &value.seed) && oro_world_put(w, key, value);
    default:
        value.count = two ? 2 : number ? 1 : 0;
        value.number[0] = two ? json->items[0]->number : json->number;
        value.number[1] = two ? json->items[1]->number : 0.0;
        return (number || two || json->type == ORO_JSON_NULL) && oro_world_put(w, key, value);
    }
}

oro_json *oro_json_pair(double a, double b) {
    oro_json *array = oro_json_new_array();
    if (!array) return NULL;
    if (oro_json_append(array, oro_json_new_number(a)) == ORO_OK &&
        oro_json_append(array, oro_json_new_number(b)) == ORO_OK)
        return array;
    oro_json_free(array);
    return NULL;
}

static oro_json *georef_member(const oro_georef *geo) {
    if (!geo->set) return oro_json_new_null();
    oro_json *object = oro_json_new_object();
    if (!object) return NULL;
    bool metres = geo->unit_x == 1.0 && geo->unit_y == 1.0;
    if (oro_json_set(object, "crs", oro_json_new_string(geo->crs)) == ORO_OK &&
        oro_json_set(object, "origin", oro_json_pair(geo->east, geo->north)) == ORO_OK &&
        (metres || oro_json_set(object, "unit", oro_json_pair(geo->unit_x, geo->unit_y)) == ORO_OK))
        return object;
    oro_json_free(object);
    return NULL;
}

oro_json *oro_world_member_json(const oro_world *w, const oro_world_key *key, bool one_for_both) {
    char digits[24];
    if (key->kind == ORO_WORLD_PLACE) return georef_member(&w->geo);
    oro_world_value v = oro_world_get(w, key);
    switch (key->kind) {
    case ORO_WORLD_SWITCH: return oro_json_new_bool(v.number[0] != 0.0);
    case ORO_WORLD_SEED:
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)v.seed);
        return oro_json_new_number_text(digits);
    case ORO_WORLD_SIDES:
        if (one_for_both && v.number[0] == v.number[1]) return oro_json_new_number(v.number[0]);
        return oro_json_pair(v.number[0], v.number[1]);
    default:
        if (v.count == 2) return oro_json_pair(v.number[0], v.number[1]);
        return v.count ? oro_json_new_number(v.number[0]) : oro_json_new_null();
    }
}
