// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads a scene's settings for pictures; see render_json.h.

#include "io/render_json.h"
#include "core/text.h"
#include "io/args_json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const keys[] = {"style", "quality",      "view",     "views",     "sun",   "water",     "exposure",
                                   "haze",  "exaggeration", "surround", "snow_line", "roads", "water_map", NULL};
static const char *const view_keys[] = {"from", "look_at", "fov", "orthographic", NULL};
static const char *const sun_keys[] = {"date", "time", "latitude", NULL};
static const char *const builtin_views[] = {"three-quarter", "top", "low", "close", NULL};
static const char *const surrounds[] = {"land", "sea", "none", NULL};
static const char *const qualities[] = {"draft", "good", "best", NULL};

typedef struct reader {
    oro_context *ctx;
    const char *name;
    oro_render_settings *out;
} reader;

// --- the sun ----------------------------------------------------------------------------------------------------------

/// A whole number of at most four digits; moves *at past it.
static bool read_digits(const char **at, int *value) {
    int count = 0;
    for (*value = 0; isdigit((unsigned char)**at) && count < 4; ++*at, count++) *value = *value * 10 + (**at - '0');
    return count > 0 && !isdigit((unsigned char)**at);
}

static bool read_date(const char *text, int *year, int *month, int *day) {
    int parts[3], count = 0;
    for (;;) {
        if (count == 3 || !read_digits(&text, &parts[count++])) return false;
        if (*text != '-') break;
        text++;
    }
    if (*text || count < 2) return false;
    *year = count == 3 ? parts[0] : 0;
    *month = parts[count - 2];
    *day = parts[count - 1];
    return count == 2 || parts[0] > 0;
}

static bool read_time(const char *text, double *hours) {
    int whole, minutes = 0;
    if (!read_digits(&text, &whole)) return false;
    if (*text == ':' && (text++, !read_digits(&text, &minutes) || minutes > 59)) return false;
    *hours = whole + minutes / 60.0;
    return !*text && *hours <= 24.0;
}

bool oro_read_sun(const char *date, const char *time, double latitude, double *azimuth, double *elevation,
                  const char **what) {
    int year, month, day;
    double hours;
    *what = "date";
    if (!read_date(date ? date : "06-21", &year, &month, &day)) return false;
    if (!oro_sun_position(year, month, day, 12.0, 0.0, azimuth, elevation)) return false;
    *what = "time";
    if (!read_time(time ? time : "15:00", &hours)) return false;
    *what = "latitude";
    return oro_sun_position(year, month, day, hours, latitude, azimuth, elevation);
}

static const char *text_of(const oro_json *object, const char *key) {
    const oro_json *value = oro_json_get(object, key);
    return value && value->type == ORO_JSON_STRING ? value->text : NULL;
}

static oro_status read_sun(const reader *r, const oro_json *sun) {
    oro_photo_desc *p = &r->out->photo;
    bool pair = sun->type == ORO_JSON_ARRAY && sun->count == 2 && sun->items[0]->type == ORO_JSON_NUMBER &&
                sun->items[1]->type == ORO_JSON_NUMBER;
    if (pair) {
        p->sun_azimuth = sun->items[0]->number;
        p->sun_elevation = sun->items[1]->number;
        if (fabs(p->sun_azimuth) <= 360.0 && fabs(p->sun_elevation) <= 90.0) return ORO_OK;
    }
    if (sun->type != ORO_JSON_OBJECT)
        return oro_json_refuse(
            r->ctx, sun, r->name,
            "sun must be azimuth and elevation in degrees, as [310, 32], or an object with date, time "
            "and latitude");
    oro_status status = oro_json_check_keys(r->ctx, sun, sun_keys, r->name);
    if (status != ORO_OK) return status;
    const oro_json *latitude = oro_json_get(sun, "latitude");
    for (int i = 0; i < 2; i++) {
        const oro_json *value = oro_json_get(sun, sun_keys[i]);
        if (value && value->type != ORO_JSON_STRING)
            return oro_json_refuse(r->ctx, value, r->name, "%s must be a text, as %s", sun_keys[i],
                                   i ? "\"17:30\"" : "\"06-21\"");
    }
    if (!latitude || latitude->type != ORO_JSON_NUMBER)
        return oro_json_refuse(r->ctx, latitude ? latitude : sun, r->name,
                               "latitude must be a number from -90 to 90 degrees");
    const char *what;
    if (oro_read_sun(text_of(sun, "date"), text_of(sun, "time"), latitude->number, &p->sun_azimuth, &p->sun_elevation,
                     &what))
        return ORO_OK;
    return oro_json_refuse(r->ctx, oro_json_get(sun, what), r->name,
                           "there is no such %s; a date is \"06-21\", a time \"17:30\" and a latitude -90 to 90", what);
}

// --- views ------------------------------------------------------------------------------------------------------------

static bool read_point(const oro_json *value, double *to) {
    if (value->type != ORO_JSON_ARRAY || value->count != 3) return false;
    for (size_t i = 0; i < 3; i++) {
        if (value->items[i]->type != ORO_JSON_NUMBER || !(fabs(value->items[i]->number) < 1e9)) return false;
        to[i] = value->items[i]->number;
    }
    return true;
}

static oro_status read_view(const reader *r, const oro_json *item, oro_named_view *view) {
    if (item->type != ORO_JSON_OBJECT)
        return oro_json_refuse(r->ctx, item, r->name, "a view must be an object, not %s", oro_json_kind(item));
    if (!*item->key || strlen(item->key) >= ORO_VIEW_NAME)
        return oro_json_refuse(r->ctx, item, r->name, "the name of a view has 1 to %d characters", ORO_VIEW_NAME - 1);
    oro_status status = oro_json_check_keys(r->ctx, item, view_keys, r->name);
    if (status != ORO_OK) return status;
    const oro_json *from = oro_json_get(item, "from"), *look_at = oro_json_get(item, "look_at"),
                   *fov = oro_json_get(item, "fov"), *parallel = oro_json_get(item, "orthographic");
    *view = (oro_named_view){.has_from = from != NULL, .has_look_at = look_at != NULL};
    snprintf(view->name, sizeof view->name, "%s", item->key);
    if (from && !read_point(from, view->from))
        return oro_json_refuse(r->ctx, from, r->name, "from must be a position in metres, as [1200, -3000, 800]");
    if (look_at && !read_point(look_at, view->look_at))
        return oro_json_refuse(r->ctx, look_at, r->name, "look_at must be a position in metres, as [0, 0, 250]");
    if (!from && !look_at)
        return oro_json_refuse(r->ctx, item, r->name, "a view needs \"from\" or \"look_at\", or both");
    if (fov && !(fov->type == ORO_JSON_NUMBER && fov->number >= 1.0 && fov->number <= 150.0))
        return oro_json_refuse(r->ctx, fov, r->name, "fov must be a number from 1 to 150 degrees");
    if (parallel && parallel->type != ORO_JSON_BOOL)
        return oro_json_refuse(r->ctx, parallel, r->name, "orthographic must be true or false");
    view->fov = fov ? fov->number : 0.0;
    view->orthographic = parallel && parallel->truth;
    return ORO_OK;
}

static oro_status read_views(const reader *r, const oro_json *views) {
    if (views->type != ORO_JSON_OBJECT)
        return oro_json_refuse(r->ctx, views, r->name, "views must be an object of views by name, not %s",
                               oro_json_kind(views));
    if (views->count > ORO_MAX_VIEWS)
        return oro_json_refuse(r->ctx, views, r->name, "the scene has %zu views; %d are the most", views->count,
                               ORO_MAX_VIEWS);
    for (size_t i = 0; i < views->count; i++) {
        oro_status status = read_view(r, views->items[i], &r->out->views[i]);
        if (status != ORO_OK) return status;
        r->out->view_count = (int)i + 1;
    }
    return ORO_OK;
}

oro_status oro_render_settings_view(oro_context *ctx, const oro_render_settings *settings, const char *name,
                                    oro_photo_desc *photo) {
    oro_suggestion nearest = {.word = name};
    for (int i = 0; i < settings->view_count; i++) {
        const oro_named_view *v = &settings->views[i];
        oro_suggest_offer(&nearest, v->name);
        if (strcmp(v->name, name) != 0) continue;
        photo->view = NULL;
        photo->has_from = v->has_from;
        photo->has_look_at = v->has_look_at;
        memcpy(photo->from, v->from, sizeof photo->from);
        memcpy(photo->look_at, v->look_at, sizeof photo->look_at);
        if (v->fov > 0.0) photo->field_of_view = v->fov;
        photo->orthographic = v->orthographic;
        return ORO_OK;
    }
    for (int i = 0; builtin_views[i]; i++) {
        oro_suggest_offer(&nearest, builtin_views[i]);
        if (strcmp(builtin_views[i], name) != 0) continue;
        photo->view = builtin_views[i];
        return ORO_OK;
    }
    char hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "view",
                    "there is no view \"%.40s\"%s; there are three-quarter, top, low, close and the scene's own", name,
                    oro_suggest_text(&nearest, hint, sizeof hint));
}

// --- the rest ---------------------------------------------------------------------------------------------------------

static oro_status read_number(const reader *r, const oro_json *render, const char *key, double low, double high,
                              double *to) {
    const oro_json *value = oro_json_get(render, key);
    if (!value) return ORO_OK;
    if (value->type != ORO_JSON_NUMBER || value->number < low || value->number > high)
        return oro_json_refuse(r->ctx, value, r->name, "%s must be a number from %.10g to %.10g", key, low, high);
    *to = value->number;
    return ORO_OK;
}

/// The index of a word in a list that ends with NULL; -1 where the key is missing.
static oro_status read_word(const reader *r, const oro_json *render, const char *key, const char *const *words,
                            int *index) {
    const oro_json *value = oro_json_get(render, key);
    oro_suggestion nearest = {.word = value && value->type == ORO_JSON_STRING ? value->text : ""};
    char hint[96], list[96] = "";
    *index = -1;
    if (!value) return ORO_OK;
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", i ? ", " : "", words[i]);
        oro_suggest_offer(&nearest, words[i]);
        if (strcmp(words[i], nearest.word) == 0) *index = i;
    }
    if (*index >= 0) return ORO_OK;
    return oro_json_refuse(r->ctx, value, r->name, "%s must be one of %s%s", key, list,
                           oro_suggest_text(&nearest, hint, sizeof hint));
}

static oro_status read_style(const reader *r, const oro_json *render) {
    const oro_json *value = oro_json_get(render, "style");
    if (!value) return ORO_OK;
    if (value->type != ORO_JSON_STRING)
        return oro_json_refuse(r->ctx, value, r->name, "style must be a text, not %s", oro_json_kind(value));
    const oro_style *style = oro_style_find(r->ctx, value->text);
    if (!style) return oro_json_blame(r->ctx, value, r->name);
    r->out->style = style->name;
    return ORO_OK;
}

static oro_status read_water(const reader *r, const oro_json *render) {
    const oro_json *water = oro_json_get(render, "water");
    r->out->says_water = water != NULL;
    if (!water || water->type == ORO_JSON_NULL) return ORO_OK;
    if (water->type != ORO_JSON_NUMBER || !(fabs(water->number) <= 1e5))
        return oro_json_refuse(r->ctx, water, r->name, "water must be a height in metres, or null for none");
    r->out->photo.has_water = true;
    r->out->photo.water_level = water->number;
    return ORO_OK;
}

static oro_status read_start_view(const reader *r, const oro_json *render) {
    const oro_json *view = oro_json_get(render, "view");
    if (!view) return ORO_OK;
    if (view->type != ORO_JSON_STRING)
        return oro_json_refuse(r->ctx, view, r->name, "view must be the name of a view, not %s", oro_json_kind(view));
    oro_photo_desc unused = {0};
    if (oro_render_settings_view(r->ctx, r->out, view->text, &unused) != ORO_OK)
        return oro_json_blame(r->ctx, view, r->name);
    snprintf(r->out->view, sizeof r->out->view, "%s", view->text);
    return ORO_OK;
}

/// The name of one of the scene's maps. Whether there is such a map is seen when the scene runs.
static oro_status read_map_name(const reader *r, const oro_json *render, const char *key, char name[ORO_MAP_NAME]) {
    const oro_json *value = oro_json_get(render, key);
    if (!value) return ORO_OK;
    if (value->type != ORO_JSON_STRING || !*value->text || strlen(value->text) >= ORO_MAP_NAME)
        return oro_json_refuse(r->ctx, value, r->name, "%s must name a map of the scene, as \"laid.%s\"", key,
                               strcmp(key, "roads") == 0 ? "roads" : "water");
    snprintf(name, ORO_MAP_NAME, "%s", value->text);
    return ORO_OK;
}

oro_status oro_render_settings_read(oro_context *ctx, const oro_json *render, const char *name,
                                    oro_render_settings *out) {
    reader r = {ctx, name, out};
    oro_photo_desc *p = &out->photo;
    *out = (oro_render_settings){.photo.quality = ORO_GOOD};
    if (!render) return ORO_OK;
    int surround = -1, quality = -1;
    const oro_json *sun = oro_json_get(render, "sun"), *views = oro_json_get(render, "views");
    oro_status status = oro_json_check_keys(ctx, render, keys, name);
    if (status == ORO_OK) status = read_style(&r, render);
    if (status == ORO_OK) status = read_word(&r, render, "quality", qualities, &quality);
    if (status == ORO_OK && views) status = read_views(&r, views);
    if (status == ORO_OK) status = read_start_view(&r, render);
    if (status == ORO_OK && sun) status = read_sun(&r, sun);
    if (status == ORO_OK) status = read_water(&r, render);
    if (status == ORO_OK) status = read_map_name(&r, render, "roads", out->roads);
    if (status == ORO_OK) status = read_map_name(&r, render, "water_map", out->water_map);
    if (status == ORO_OK) status = read_number(&r, render, "exposure", -20, 20, &p->exposure);
    if (status == ORO_OK) status = read_number(&r, render, "haze", 0, 100, &p->haze);
    if (status == ORO_OK) status = read_number(&r, render, "exaggeration", 0.01, 100, &p->exaggeration);
    if (status == ORO_OK) status = read_number(&r, render, "snow_line", -1e5, 1e5, &p->snow_line);
    if (status == ORO_OK) status = read_word(&r, render, "surround", surrounds, &surround);
    if (status != ORO_OK) return status;
    const oro_json *haze = oro_json_get(render, "haze");
    p->no_haze = haze && haze->number == 0.0;
    if (surround >= 0) p->surround = surrounds[surround];
    if (quality >= 0) p->quality = (oro_quality)quality;
    return ORO_OK;
}
