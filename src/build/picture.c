// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Draws pictures in any style; see picture.h.

#include "build/picture.h"

#include <string.h>

oro_status oro_picture_from_scene(const oro_scene *scene, oro_picture *p) {
    const oro_render_settings *settings = oro_scene_render_settings(scene);
    oro_world world = oro_scene_world(scene);
    p->photo = settings->photo;
    if (!settings->says_water) {
        p->photo.has_water = world.has_sea;
        p->photo.water_level = world.sea;
    }
    p->map.has_water = p->photo.has_water;
    p->map.water_level = (float)p->photo.water_level;
    return *settings->view ? oro_render_settings_view(scene->ctx, settings, settings->view, &p->photo) : ORO_OK;
}

static oro_status draw_photo(oro_context *ctx, const oro_picture *p, const oro_grid *map, oro_image *out) {
    oro_photo_desc photo = p->photo;
    photo.wireframe = strcmp(p->style->name, "wireframe") == 0;
    if (p->mesh) return oro_render_mesh(ctx, p->mesh, &photo, out);
    oro_status status = oro_render_photo(ctx, map, &photo, out);
    if (status != ORO_OK || !p->split) return status;
    oro_image before;
    status = oro_render_photo(ctx, p->before, &photo, &before);
    if (status == ORO_OK) {
        oro_image_join(out, &before, out->height);
        oro_image_free(ctx, &before);
    } else {
        oro_image_free(ctx, out);
    }
    return status;
}

oro_status oro_picture_draw(oro_context *ctx, const oro_picture *p, const oro_grid *map, oro_image *out) {
    if (p->style->kind == ORO_STYLE_PHOTO) return draw_photo(ctx, p, map, out);
    oro_map_desc desc = p->map;
    desc.style = p->split ? "split" : p->style->name;
    desc.halves = p->split && strcmp(p->style->name, "split") != 0 ? p->style->name : NULL;
    desc.before = p->before;
    return oro_render_map(ctx, map, &desc, out);
}

oro_status oro_picture_ground(oro_context *ctx, const oro_picture *p, const oro_grid *map, oro_image *out) {
    enum { LARGEST = 4096 }; // what every viewer takes as a texture
    oro_map_desc desc = p->map;
    desc.style = p->style ? p->style->name : "relief";
    desc.no_legend = true;
    if (!p->style) desc.exaggeration = 1e-4f;
    desc.width = map->width < LARGEST ? map->width : LARGEST;
    desc.height = map->height < LARGEST ? map->height : LARGEST;
    if (map->width > LARGEST || map->height > LARGEST) {
        if (map->width >= map->height)
            desc.height = 0;
        else
            desc.width = 0;
    }
    return oro_render_map(ctx, map, &desc, out);
}
