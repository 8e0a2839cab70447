// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads a scene's settings for pictures; see render_json.h.

#include "io/render_json.h"
#include "core/text.h"
#include "io/args_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const view_keys[] = {"from", "look_at", "fov", "orthographic", NULL};
static const char *const builtin_views[] = {"three-quarter", "top", "low", "close", NULL};

typedef struct reader {
    oro_context *ctx;
    const char *name;
    oro_render_settings *out;
} reader;

// --- the sun ----------------------------------------------------------------------------------------------------------

static bool is_moment(const oro_arg *row) { return row - oro_sun_record.args >= ORO_SUN_PAIR; }

static oro_status read_sun_object(const reader *r, const oro_json *object) {
    oro_status status = oro_args_from_json(r->ctx, &oro_sun_record, &r->out->sun, object, NULL, r->name);
    bool angles = false, moment = false;
    for (size_t i = 0; status == ORO_OK && i < object->count; i++) {
        bool of_moment = is_moment(oro_arg_find(&oro_sun_record, object->items[i]->key));
        moment |= of_moment;
        angles |= !of_moment;
    }
    if (status != ORO_OK || oro_sun_find(r->ctx, &r->out->sun, angles, moment, "") == ORO_OK) return status;
    const oro_json *member = oro_json_get(object, oro_last_error(r->ctx)->where);
    return oro_json_blame(r->ctx, member ? member : object, r->name);
}

static oro_status read_sun(const reader *r, const oro_json *sun) {
    oro_status status = ORO_OK;
    r->out->has_sun = true;
    if (sun->type == ORO_JSON_OBJECT) return read_sun_object(r, sun);
    if (sun->type != ORO_JSON_ARRAY || sun->count != ORO_SUN_PAIR)
        return oro_json_refuse(r->ctx, sun, r->name,
                               "sun must be azimuth and elevation in degrees, as [310, 32], or an object with date, "
                               "time and latitude");
    for (size_t i = 0; status == ORO_OK && i < ORO_SUN_PAIR; i++)
        status = oro_arg_from_json(r->ctx, &oro_sun_record.args[i], &r->out->sun, sun->items[i], NULL, r->name);
    return status;
}

// --- views ------------------------------------------------------------------------------------------------------------

static bool read_point(const oro_json *value, double *to) {
    if (value->type != ORO_JSON_ARRAY || value->count != 3) return false;
    for (size_t i = 0; i < 3; i++) {
        if (value->items[i]->type != ORO_JSON_NUMBER || !(fabs(value->items[i]->number) <= ORO_FURTHEST_CAMERA))
            return false;
        to[i] = value->items[i]->number;
    }
    return true;
}

/// Reads a member of a view that is a row of the picture's table too. `scratch` is a struct of that.
static oro_status read_shared(const reader *r, const oro_json *value, oro_picture *scratch) {
    return oro_arg_from_json(r->ctx, oro_arg_find(&oro_picture_record, value->key), scratch, value, NULL, r->name);
}

static oro_status read_view(const reader *r, const oro_json *item, oro_view *view) {
    if (item->type != ORO_JSON_OBJECT)
        return oro_json_refuse(r->ctx, item, r->name, "a view must be an object, not %s", oro_json_kind(item));
    if (!*item->key || strlen(item->key) >= ORO_VIEW_NAME)
        return oro_json_refuse(r->ctx, item, r->name, "the name of a view has 1 to %d characters", ORO_VIEW_NAME - 1);
    oro_status status = oro_json_check_keys(r->ctx, item, view_keys, r->name);
    if (status != ORO_OK) return status;
    const oro_json *from = oro_json_get(item, "from"), *look_at = oro_json_get(item, "look_at"),
                   *fov = oro_json_get(item, "fov"), *parallel = oro_json_get(item, "orthographic");
    *view = (oro_view){.has_from = from != NULL, .has_look_at = look_at != NULL, .has_fov = fov != NULL};
    snprintf(view->name, sizeof view->name, "%s", item->key);
    if (from && !read_point(from, view->from))
        return oro_json_refuse(r->ctx, from, r->name, "from must be a position in metres, as [1200, -3000, 800]");
    if (look_at && !read_point(look_at, view->look_at))
        return oro_json_refuse(r->ctx, look_at, r->name, "look_at must be a position in metres, as [0, 0, 250]");
    if (!from && !look_at)
        return oro_json_refuse(r->ctx, item, r->name, "a view needs \"from\" or \"look_at\", or both");
    oro_picture scratch = {0};
    if (fov) status = read_shared(r, fov, &scratch);
    if (status == ORO_OK && parallel) status = read_shared(r, parallel, &scratch);
    view->fov = scratch.fov;
    view->orthographic = scratch.orthographic;
    return status;
}

static oro_status read_views(const reader *r, const oro_json *views) {
    if (views->type != ORO_JSON_OBJECT)
        return oro_json_refuse(r->ctx, views, r->name, "views must be an object of views by name, not %s",
                               oro_json_kind(views));
    if (views->count > ORO_MAX_VIEWS)
        return oro_json_refuse(r->ctx, views, r->name, "a scene must have at most %d views, not %zu", ORO_MAX_VIEWS,
                               views->count);
    for (size_t i = 0; i < views->count; i++) {
        oro_status status = read_view(r, views->items[i], &r->out->views[i]);
        if (status != ORO_OK) return status;
        r->out->view_count = (int)i + 1;
    }
    return ORO_OK;
}

const char *oro_builtin_view(const char *name) {
    for (int i = 0; name && builtin_views[i]; i++)
        if (strcmp(builtin_views[i], name) == 0) return builtin_views[i];
    return NULL;
}

static const oro_view *find_view(const oro_render_settings *settings, const char *name) {
    for (int i = 0; name && i < settings->view_count; i++)
        if (strcmp(settings->views[i].name, name) == 0) return &settings->views[i];
    return NULL;
}

void oro_render_settings_look(oro_render_settings *settings) {
    const oro_view *view = find_view(settings, settings->picture.view);
    if (!view) return;
    settings->stand = (oro_stand){.has_from = view->has_from, .has_look_at = view->has_look_at};
    memcpy(settings->stand.from, view->from, sizeof view->from);
    memcpy(settings->stand.look_at, view->look_at, sizeof view->look_at);
    if (view->has_fov) settings->picture.fov = view->fov;
    settings->picture.orthographic = view->orthographic;
}

static oro_status check_view(oro_context *ctx, const oro_render_settings *settings, const char *where) {
    const char *name = settings->picture.view;
    oro_suggestion nearest = {.word = name};
    if (find_view(settings, name) || oro_builtin_view(name)) return ORO_OK;
    for (int i = 0; i < settings->view_count; i++) oro_suggest_offer(&nearest, settings->views[i].name);
    for (int i = 0; builtin_views[i]; i++) oro_suggest_offer(&nearest, builtin_views[i]);
    char hint[96];
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where,
                    "there is no view \"%.40s\"%s; there are three-quarter, top, low, close and the scene's own", name,
                    oro_suggest_text(&nearest, hint, sizeof hint));
}

// --- all of it --------------------------------------------------------------------------------------------------------

oro_status oro_render_settings_check(oro_context *ctx, const oro_render_settings *settings, const oro_arg *arg,
                                     const char *where) {
    const char *name = arg->type == ORO_TEXT ? *(const char *const *)oro_arg_at(arg, &settings->picture) : NULL;
    if (!name) return ORO_OK;
    if (strcmp(arg->name, "view") == 0) return check_view(ctx, settings, where);
    if (strcmp(arg->name, "style") != 0 || oro_style_find(ctx, name)) return ORO_OK;
    snprintf(ctx->error.where, sizeof ctx->error.where, "%s", where ? where : "");
    return ORO_BAD_ARGUMENT;
}

static oro_status unknown_key(const reader *r, const oro_json *value) {
    oro_suggestion nearest = {.word = value->key};
    char hint[96];
    oro_suggest_offer(&nearest, "sun");
    oro_suggest_offer(&nearest, "views");
    for (int32_t i = 0; i < oro_picture_record.arg_count; i++)
        oro_suggest_offer(&nearest, oro_picture_record.args[i].name);
    return oro_json_refuse(r->ctx, value, r->name, "pictures have no setting \"%.40s\"%s", value->key,
                           oro_suggest_text(&nearest, hint, sizeof hint));
}

/// "snow-line" and "snow_line" are the same setting, which the reader of JSON cannot know.
static bool said_before(const oro_json *render, size_t index, const oro_arg *arg) {
    for (size_t i = 0; i < index; i++)
        if (oro_same_name(render->items[i]->key, arg->name)) return true;
    return false;
}

static oro_status read_row(const reader *r, const oro_json *render, size_t index) {
    const oro_json *value = render->items[index];
    const oro_arg *arg = oro_arg_find(&oro_picture_record, value->key);
    if (!arg) return unknown_key(r, value);
    if (said_before(render, index, arg)) return oro_json_refuse(r->ctx, value, r->name, "%s is given twice", arg->name);
    return oro_arg_from_json(r->ctx, arg, &r->out->picture, value, NULL, r->name);
}

static oro_status read_settings(const reader *r, const oro_json *render) {
    oro_status status = ORO_OK;
    for (size_t i = 0; status == ORO_OK && i < render->count; i++) {
        const oro_json *value = render->items[i];
        if (strcmp(value->key, "sun") == 0)
            status = read_sun(r, value);
        else if (strcmp(value->key, "views") == 0)
            status = read_views(r, value);
        else
            status = read_row(r, render, i);
    }
    // Names are looked up once all views are known.
    for (size_t i = 0; status == ORO_OK && i < render->count; i++) {
        const oro_arg *arg = oro_arg_find(&oro_picture_record, render->items[i]->key);
        if (arg && oro_render_settings_check(r->ctx, r->out, arg, NULL) != ORO_OK)
            status = oro_json_blame(r->ctx, render->items[i], r->name);
    }
    return status;
}

oro_status oro_render_settings_read(oro_context *ctx, const oro_json *render, const char *name,
                                    oro_render_settings *out) {
    reader r = {ctx, name, out};
    *out = (oro_render_settings){0};
    oro_status status = oro_args_init(ctx, &oro_picture_record, &out->picture);
    if (status == ORO_OK) status = oro_args_init(ctx, &oro_sun_record, &out->sun);
    if (status == ORO_OK && render) status = read_settings(&r, render);
    if (status != ORO_OK) oro_render_settings_free(ctx, out);
    return status;
}

void oro_render_settings_free(oro_context *ctx, oro_render_settings *settings) {
    oro_args_free(ctx, &oro_picture_record, &settings->picture);
    oro_args_free(ctx, &oro_sun_record, &settings->sun);
}

static oro_status copy_rows(oro_context *ctx, const oro_record *record, const void *from, void *to) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++)
        status = oro_args_assign(ctx, &record->args[i], from, to);
    return status;
}

oro_status oro_scene_render_settings(const oro_scene *scene, oro_render_settings *out) {
    oro_status status = oro_render_settings_read(scene->ctx, NULL, "", out);
    if (status != ORO_OK) return status;
    status = copy_rows(scene->ctx, &oro_picture_record, &scene->picture, &out->picture);
    if (status == ORO_OK) status = copy_rows(scene->ctx, &oro_sun_record, &scene->sun, &out->sun);
    if (status != ORO_OK) {
        oro_render_settings_free(scene->ctx, out);
        return status;
    }
    out->has_sun = scene->has_sun;
    out->view_count = scene->view_count;
    for (int i = 0; i < scene->view_count; i++) out->views[i] = scene->views[i];
    if (isnan(out->picture.water)) out->picture.water = scene->world.has_sea ? (float)scene->world.sea : INFINITY;
    return ORO_OK;
}

oro_status oro_scene_take_settings(oro_scene *scene, oro_render_settings *settings) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < settings->view_count; i++)
        status = oro_scene_set_view(scene, &settings->views[i]);
    if (status == ORO_OK) {
        oro_picture picture = scene->picture;
        oro_sun sun = scene->sun;
        scene->picture = settings->picture;
        scene->sun = settings->sun;
        scene->has_sun = settings->has_sun;
        settings->picture = picture;
        settings->sun = sun;
    }
    oro_render_settings_free(scene->ctx, settings);
    return status;
}
