// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sun and named views of a scene on their way back into its file: what is as it stands there stays as it is written.

#include "io/render_json.h"
#include "io/scene_json.h"

#include <string.h>

static bool put(oro_json *object, const char *key, oro_json *value) {
    return oro_json_set(object, key, value) == ORO_OK;
}

static oro_json *position_json(const double at[3]) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < 3; i++)
        if (oro_json_append(list, oro_json_new_number(at[i])) != ORO_OK) {
            oro_json_free(list);
            return NULL;
        }
    return list;
}

static oro_json *view_json(const oro_scene *scene, const oro_view *view) {
    oro_json *item = oro_json_new_object();
    const oro_arg *fov = oro_arg_find(&oro_picture_record, "fov");
    const oro_picture said = {.fov = view->fov};
    if (item && (!view->has_from || put(item, "from", position_json(view->from))) &&
        (!view->has_look_at || put(item, "look_at", position_json(view->look_at))) &&
        (!view->has_fov || put(item, "fov", oro_arg_to_json(scene->ctx, fov, &said))) &&
        (!view->orthographic || put(item, "orthographic", oro_json_new_bool(true))))
        return item;
    oro_json_free(item);
    return NULL;
}

static bool same_view(const oro_view *a, const oro_view *b) {
    bool same = a->has_from == b->has_from && a->has_look_at == b->has_look_at && a->has_fov == b->has_fov &&
                a->orthographic == b->orthographic && (!a->has_fov || a->fov == b->fov);
    for (int i = 0; i < 3; i++) {
        same &= !a->has_from || a->from[i] == b->from[i];
        same &= !a->has_look_at || a->look_at[i] == b->look_at[i];
    }
    return same;
}

static bool same_sun(const oro_scene *scene, const oro_render_settings *was) {
    bool same = scene->has_sun == was->has_sun;
    for (int i = 0; i < oro_sun_record.arg_count; i++)
        same &= oro_args_equal(&oro_sun_record.args[i], &scene->sun, &was->sun);
    return same;
}

static bool merge_sun(const oro_scene *scene, oro_json *render, const oro_render_settings *was) {
    if (same_sun(scene, was)) return true;
    oro_json_remove(render, "sun");
    if (!scene->has_sun) return true;
    oro_json *pair = oro_json_new_array();
    bool good = pair != NULL;
    for (int i = 0; good && i < ORO_SUN_PAIR; i++)
        good = oro_json_append(pair, oro_arg_to_json(scene->ctx, &oro_sun_record.args[i], &scene->sun)) == ORO_OK;
    if (good) return put(render, "sun", pair);
    oro_json_free(pair);
    return false;
}

static bool merge_views(const oro_scene *scene, oro_json *render, const oro_render_settings *was) {
    bool good = true;
    if (!oro_json_get(render, "views") && scene->view_count && !put(render, "views", oro_json_new_object()))
        return false;
    oro_json *views = oro_json_get(render, "views");
    for (int i = 0; i < was->view_count; i++) {
        bool kept = false;
        for (int k = 0; k < scene->view_count; k++) kept |= strcmp(scene->views[k].name, was->views[i].name) == 0;
        if (!kept) oro_json_remove(views, was->views[i].name);
    }
    for (int k = 0; good && k < scene->view_count; k++) {
        bool same = false;
        for (int i = 0; i < was->view_count; i++)
            same |=
                strcmp(scene->views[k].name, was->views[i].name) == 0 && same_view(&scene->views[k], &was->views[i]);
        if (!same) good = put(views, scene->views[k].name, view_json(scene, &scene->views[k]));
    }
    if (views && views->count == 0) oro_json_remove(render, "views");
    return good;
}

bool oro_scene_merge_looks(const oro_scene *scene, oro_json *root) {
    oro_json *render = oro_json_get(root, "render");
    if (!render && !scene->has_sun && !scene->view_count) return true;
    if (!render && !(put(root, "render", oro_json_new_object()) && (render = oro_json_get(root, "render"))))
        return false;
    oro_render_settings was;
    if (oro_render_settings_read(scene->ctx, render, "", &was) != ORO_OK) return false;
    bool good = merge_sun(scene, render, &was) && merge_views(scene, render, &was);
    oro_render_settings_free(scene->ctx, &was);
    return good;
}
