// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Draws pictures in any style; see drawing.h.

#include "build/drawing.h"

#include <string.h>

oro_status oro_drawing_from_scene(const oro_scene *scene, oro_drawing *d) {
    oro_render_settings settings;
    oro_status status = oro_scene_render_settings(scene, &settings);
    if (status != ORO_OK) return status;
    oro_render_settings_look(&settings);
    oro_describe_photo(&settings, &d->photo);
    oro_describe_map(&settings, &d->map);
    oro_render_settings_free(scene->ctx, &settings);
    return ORO_OK;
}

static oro_status draw_photo(oro_context *ctx, const oro_drawing *d, const oro_grid *map, oro_image *out) {
    oro_photo_desc photo = d->photo;
    photo.wireframe = strcmp(d->style->name, "wireframe") == 0;
    if (d->mesh) return oro_render_mesh(ctx, d->mesh, &photo, out);
    oro_status status = oro_render_photo(ctx, map, &photo, out);
    if (status != ORO_OK || !d->split) return status;
    oro_image before;
    status = oro_render_photo(ctx, d->before, &photo, &before);
    if (status == ORO_OK) {
        oro_image_join(out, &before, out->height);
        oro_image_free(ctx, &before);
    } else {
        oro_image_free(ctx, out);
    }
    return status;
}

oro_status oro_drawing_draw(oro_context *ctx, const oro_drawing *d, const oro_grid *map, oro_image *out) {
    if (d->style->kind == ORO_STYLE_PHOTO) return draw_photo(ctx, d, map, out);
    oro_map_desc desc = d->map;
    desc.style = d->split ? "split" : d->style->name;
    desc.halves = d->split && strcmp(d->style->name, "split") != 0 ? d->style->name : NULL;
    desc.before = d->before;
    return oro_render_map(ctx, map, &desc, out);
}

oro_status oro_drawing_ground(oro_context *ctx, const oro_drawing *d, const oro_grid *map, int32_t largest,
                              oro_image *out) {
    oro_map_desc desc = d->map;
    desc.style = d->style ? d->style->name : "relief";
    desc.no_legend = true;
    if (!d->style) {
        desc.has_exaggeration = true; // 0: even light
        desc.exaggeration = 0.0f;
    }
    desc.width = map->width < largest ? map->width : largest;
    desc.height = map->height < largest ? map->height : largest;
    if (map->width > largest || map->height > largest) {
        if (map->width >= map->height)
            desc.height = 0;
        else
            desc.width = 0;
    }
    return oro_render_map(ctx, map, &desc, out);
}
