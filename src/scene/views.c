// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where pictures of a scene are taken from, and where the sun stands in them.

#include "scene/document.h"

#include <math.h>
#include <string.h>

int oro_scene_view_count(const oro_scene *scene) { return scene->view_count; }

const oro_view *oro_scene_view_at(const oro_scene *scene, int index) {
    return index >= 0 && index < scene->view_count ? &scene->views[index] : NULL;
}

static int find_view(const oro_scene *scene, const char *name) {
    for (int i = 0; i < scene->view_count; i++)
        if (strcmp(scene->views[i].name, name) == 0) return i;
    return -1;
}

static bool is_position(const double at[3]) {
    for (int i = 0; i < 3; i++)
        if (!(fabs(at[i]) <= ORO_FURTHEST_CAMERA)) return false;
    return true;
}

static oro_status check_view(oro_context *ctx, const oro_view *view) {
    const oro_arg *fov = oro_arg_find(&oro_picture_record, "fov");
    size_t length = strnlen(view->name, sizeof view->name);
    if (length == 0 || length == sizeof view->name)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "name", "the name of a view has 1 to %d bytes", ORO_VIEW_NAME - 1);
    if (!view->has_from && !view->has_look_at)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "from", "a view needs from or look_at, or both");
    if (view->has_from && !is_position(view->from))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "from", "from must be a position of at most %g m", ORO_FURTHEST_CAMERA);
    if (view->has_look_at && !is_position(view->look_at))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "look_at", "look_at must be a position of at most %g m",
                        ORO_FURTHEST_CAMERA);
    if (view->has_fov && !((double)view->fov >= fov->min && (double)view->fov <= fov->max))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "fov", "fov must be %g to %g degrees, not %g", fov->min, fov->max,
                        (double)view->fov);
    return ORO_OK;
}

oro_status oro_scene_set_view(oro_scene *scene, const oro_view *view) {
    oro_status status = check_view(scene->ctx, view);
    if (status != ORO_OK) return status;
    int at = find_view(scene, view->name);
    if (at >= 0) {
        scene->views[at] = *view;
        return ORO_OK;
    }
    if (scene->view_count == ORO_MAX_VIEWS)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "name", "a scene has at most %d views", ORO_MAX_VIEWS);
    if (!scene->views && !(scene->views = oro_alloc(scene->ctx, ORO_MAX_VIEWS * sizeof *scene->views)))
        return ORO_NO_MEMORY;
    scene->views[scene->view_count++] = *view;
    return ORO_OK;
}

oro_status oro_scene_remove_view(oro_scene *scene, const char *name) {
    int at = name ? find_view(scene, name) : -1;
    if (at < 0)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "name", "the scene has no view \"%.40s\"", name ? name : "");
    if (scene->picture.view && strcmp(scene->picture.view, name) == 0)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "render.view",
                        "pictures are taken from %.40s; choose another view first", name);
    scene->view_count--;
    memmove(scene->views + at, scene->views + at + 1, (size_t)(scene->view_count - at) * sizeof *scene->views);
    return ORO_OK;
}

bool oro_scene_sun(const oro_scene *scene, double *azimuth, double *elevation) {
    *azimuth = (double)scene->sun.azimuth;
    *elevation = (double)scene->sun.elevation;
    return scene->has_sun;
}

/// Takes a sun over, with the memory of its texts.
static void put_sun(oro_scene *scene, const oro_sun *sun, bool has_sun) {
    oro_args_free(scene->ctx, &oro_sun_record, &scene->sun);
    scene->sun = *sun;
    scene->has_sun = has_sun;
}

oro_status oro_scene_set_sun(oro_scene *scene, double azimuth, double elevation) {
    const double angles[ORO_SUN_PAIR] = {azimuth, elevation};
    oro_sun sun;
    oro_status status = oro_args_init(scene->ctx, &oro_sun_record, &sun);
    if (status != ORO_OK) return status;
    for (int i = 0; status == ORO_OK && i < ORO_SUN_PAIR; i++) {
        const oro_arg *arg = &oro_sun_record.args[i];
        status = oro_args_set_number(scene->ctx, arg, &sun, angles[i], arg->name);
    }
    if (status == ORO_OK)
        put_sun(scene, &sun, true);
    else
        oro_args_free(scene->ctx, &oro_sun_record, &sun);
    return status;
}

oro_status oro_scene_clear_sun(oro_scene *scene) {
    oro_sun sun;
    oro_status status = oro_args_init(scene->ctx, &oro_sun_record, &sun);
    if (status == ORO_OK) put_sun(scene, &sun, false);
    return status;
}
