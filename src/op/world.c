// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "op/world.h"
#include "core/context.h"
#include "core/text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member)                                                                                                     \
    { offsetof(oro_world, member), 0 }
#define BOTH(one, two)                                                                                                 \
    { offsetof(oro_world, one), offsetof(oro_world, two) }

const oro_world_key oro_world_table[ORO_WORLD_KEYS] = {
    {.name = "extent",
     .kind = ORO_WORLD_SIDES,
     .at = BOTH(extent_x, extent_y),
     .def = {4000, 4000},
     .min = 0,
     .max = 1e9,
     .unit = "m",
     .doc = "Metres from west to east and north to south: one number, or two.",
     .takes = "one or two lengths",
     .as_text = "4000 or 4000x3000",
     .as_json = "4000 or [4000, 3000]",
     .stated = true},
    {.name = "origin",
     .kind = ORO_WORLD_POINT,
     .at = BOTH(origin_x, origin_y),
     .min = -1e11,
     .max = 1e11,
     .unit = "m",
     .doc = "World position of the north-west corner: neighbouring worlds continue each other's noise.",
     .takes = "two positions",
     .as_text = "0,0",
     .as_json = "[0, 0]"},
    {.name = "height",
     .kind = ORO_WORLD_SPAN,
     .at = BOTH(low, high),
     .def = {-100, 1900},
     .min = -1e6,
     .max = 1e6,
     .ui_min = -1000,
     .ui_max = 5000,
     .unit = "m",
     .doc = "Heights that integer formats map to their ends.",
     .takes = "two heights, the lower first,",
     .as_text = "-100..1900",
     .as_json = "[-100, 1900]",
     .stated = true},
    {.name = "wrap",
     .kind = ORO_WORLD_SWITCH,
     .at = AT(wrap),
     .max = 1,
     .doc = "Opposite edges join.",
     .takes = "a switch",
     .as_text = "on or off",
     .as_json = "true or false"},
    {.name = "sea",
     .kind = ORO_WORLD_LEVEL,
     .at = BOTH(sea, has_sea),
     .min = -1e6,
     .max = 1e6,
     .unit = "m",
     .doc = "Height of the sea; none where there is no sea.",
     .takes = "a height",
     .as_text = "0 or none",
     .as_json = "0 or null"},
    {.name = "resolution",
     .kind = ORO_WORLD_COUNT,
     .at = AT(resolution),
     .def = {1025},
     .min = 2,
     .max = ORO_MAX_SIDE,
     .ui_min = 129,
     .ui_max = 8193,
     .log_scale = true,
     .doc = "Samples along the longer side of a build.",
     .takes = "a whole number",
     .as_text = "1025",
     .as_json = "1025",
     .stated = true},
    {.name = "seed",
     .kind = ORO_WORLD_SEED,
     .at = AT(seed),
     .doc = "Mixed into every seed of the scene.",
     .takes = "a whole number",
     .as_text = "7",
     .as_json = "7",
     .stated = true},
    {.name = "georeference", .kind = ORO_WORLD_PLACE, .at = AT(geo), .doc = "Where the world lies on the earth."},
};

static double *number_at(oro_world *world, const oro_world_key *key, int i) {
    return (double *)(void *)((char *)world + key->at[i]);
}

oro_world_value oro_world_get(const oro_world *world, const oro_world_key *key) {
    const char *first = (const char *)world + key->at[0], *second = (const char *)world + key->at[1];
    oro_world_value value = {.count = 1};
    switch (key->kind) {
    case ORO_WORLD_SWITCH: value.number[0] = *(const bool *)first; return value;
    case ORO_WORLD_COUNT: value.number[0] = *(const int32_t *)(const void *)first; return value;
    case ORO_WORLD_SEED: value.seed = *(const uint64_t *)(const void *)first; return value;
    case ORO_WORLD_LEVEL:
        value.count = *(const bool *)second;
        value.number[0] = *(const double *)(const void *)first;
        return value;
    default:
        value.count = 2;
        value.number[0] = *(const double *)(const void *)first;
        value.number[1] = *(const double *)(const void *)second;
        return value;
    }
}

/// Written so that NaN is out of every range.
static bool in_range(const oro_world_key *key, double number) {
    return number >= key->min && number <= key->max && !(key->kind == ORO_WORLD_SIDES && number <= 0.0);
}

static bool acceptable(const oro_world_key *key, const oro_world_value *v) {
    for (int i = 0; i < v->count && key->kind != ORO_WORLD_SEED; i++)
        if (!in_range(key, v->number[i])) return false;
    switch (key->kind) {
    case ORO_WORLD_SIDES: return v->count >= 1;
    case ORO_WORLD_POINT: return v->count == 2;
    case ORO_WORLD_SPAN: return v->count == 2 && v->number[0] < v->number[1];
    case ORO_WORLD_LEVEL: return v->count <= 1;
    case ORO_WORLD_SEED: return v->count == 1;
    default: return v->count == 1 && v->number[0] == floor(v->number[0]);
    }
}

bool oro_world_put(oro_world *world, const oro_world_key *key, oro_world_value value) {
    if (!acceptable(key, &value)) return false;
    char *first = (char *)world + key->at[0];
    switch (key->kind) {
    case ORO_WORLD_SWITCH: *(bool *)first = value.number[0] != 0.0; return true;
    case ORO_WORLD_COUNT: *(int32_t *)(void *)first = (int32_t)value.number[0]; return true;
    case ORO_WORLD_SEED: *(uint64_t *)(void *)first = value.seed; return true;
    case ORO_WORLD_LEVEL:
        *number_at(world, key, 0) = value.count ? value.number[0] : 0.0;
        *((bool *)world + key->at[1]) = value.count > 0;
        return true;
    default:
        *number_at(world, key, 0) = value.number[0];
        *number_at(world, key, 1) = value.number[value.count - 1];
        return true;
    }
}

bool oro_world_same(const oro_world *a, const oro_world *b, const oro_world_key *key) {
    if (key->kind == ORO_WORLD_PLACE) return oro_georef_equal(&a->geo, &b->geo);
    oro_world_value va = oro_world_get(a, key), vb = oro_world_get(b, key);
    return va.count == vb.count && va.number[0] == vb.number[0] && va.number[1] == vb.number[1] && va.seed == vb.seed;
}

bool oro_world_seed(const char *text, uint64_t *seed) {
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits] || digits > 20 || (digits == 20 && strcmp(text, "18446744073709551615") > 0))
        return false;
    *seed = strtoull(text, NULL, 10);
    return true;
}

/// "1e9", not "1000000000" or "1e+09".
static void print_short(double value, char *buffer, size_t size) {
    oro_print(buffer, size, "%.15g", value);
    double power = floor(log10(fabs(value) + (value == 0.0)) + 0.5);
    if (fabs(value) >= 1e6 && fabs(value) == pow(10.0, power))
        snprintf(buffer, size, "%s1e%d", value < 0.0 ? "-" : "", (int)power);
}

const char *oro_world_takes(const oro_world_key *key, const char *example, char *buffer, size_t size) {
    char lo[40], hi[40], range[128] = "";
    print_short(key->min, lo, sizeof lo);
    if (key->kind == ORO_WORLD_SEED)
        snprintf(hi, sizeof hi, "%llu", (unsigned long long)UINT64_MAX);
    else
        print_short(key->max, hi, sizeof hi);
    const char *gap = key->unit ? " " : "", *unit = key->unit ? key->unit : "";
    if (key->kind == ORO_WORLD_SIDES)
        snprintf(range, sizeof range, " above %s and at most %s%s%s", lo, hi, gap, unit);
    else if (key->kind != ORO_WORLD_SWITCH)
        snprintf(range, sizeof range, " from %s to %s%s%s", lo, hi, gap, unit);
    snprintf(buffer, size, "%s%s, as %s", key->takes, range, example);
    return buffer;
}

static oro_status bad_world(oro_context *ctx, const char *where, const oro_world_key *key, const char *sentence) {
    oro_fail(ctx, ORO_BAD_ARGUMENT, key->name, "%s", sentence);
    if (where) oro_prefix_where(ctx, where);
    return ORO_BAD_ARGUMENT;
}

static void fill_in(oro_world *w) {
    if (w->extent_x == 0.0) w->extent_x = w->extent_y; // the other side's, before the default's
    for (int k = 0; k < ORO_WORLD_KEYS; k++) {
        const oro_world_key *key = &oro_world_table[k];
        if (key->def[0] == 0.0 && key->def[1] == 0.0) continue;
        oro_world_value value = oro_world_get(w, key), filled = {value.count, {key->def[0], key->def[1]}, 0};
        if (value.number[0] == 0.0 && value.number[1] == 0.0) oro_world_put(w, key, filled);
    }
    if (w->extent_y == 0.0) w->extent_y = w->extent_x;
}

oro_status oro_world_check(oro_context *ctx, oro_world *w, const char *where) {
    fill_in(w);
    for (int k = 0; k < ORO_WORLD_KEYS; k++) {
        const oro_world_key *key = &oro_world_table[k];
        if (key->kind == ORO_WORLD_PLACE) {
            if (w->geo.set && !(fabs(w->geo.east) <= 1e12 && fabs(w->geo.north) <= 1e12 && w->geo.unit_x > 0.0 &&
                                w->geo.unit_y > 0.0 && w->geo.unit_x <= 1e6 && w->geo.unit_y <= 1e6))
                return bad_world(ctx, where, key, "the georeference must have finite coordinates and units above 0");
            continue;
        }
        oro_world_value value = oro_world_get(w, key);
        char takes[192], sentence[256];
        snprintf(sentence, sizeof sentence, "%s must be %s", key->name,
                 oro_world_takes(key, key->as_text, takes, sizeof takes));
        if (!acceptable(key, &value)) return bad_world(ctx, where, key, sentence);
    }
    double ratio = w->extent_x > w->extent_y ? w->extent_x / w->extent_y : w->extent_y / w->extent_x;
    if (ratio > 10000.0)
        return bad_world(ctx, where, &oro_world_table[0], "one side of the extent is more than 10000 times the other");
    return ORO_OK;
}
