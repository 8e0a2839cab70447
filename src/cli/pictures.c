// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Draws pictures in any style and writes them.

#include "pictures.h"

#include <string.h>

oro_status cli_find_style(cli *c, const char *name, const char *where, const oro_style **style) {
    *style = oro_style_find(c->ctx, name);
    return *style ? ORO_OK : cli_take(c, ORO_BAD_ARGUMENT, where);
}

oro_status cli_picture_from_scene(cli *c, const cli_scene *s, cli_picture *p) {
    oro_render_settings settings;
    oro_status status = oro_scene_render_settings(s->scene, s->path, &settings);
    if (status != ORO_OK) return cli_take(c, status, NULL);
    oro_render_settings_look(&settings);
    oro_describe_photo(&settings, &p->photo);
    oro_describe_map(&settings, &p->map);
    oro_render_settings_free(c->ctx, &settings);
    return ORO_OK;
}

oro_status cli_picture_draw(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out) {
    if (p->style->kind == ORO_STYLE_PHOTO) {
        oro_photo_desc photo = p->photo;
        photo.progress = cli_progress;
        photo.user = c;
        photo.wireframe = strcmp(p->style->name, "wireframe") == 0;
        if (p->mesh) return oro_render_mesh(c->ctx, p->mesh, &photo, out);
        oro_status status = oro_render_photo(c->ctx, map, &photo, out);
        if (status != ORO_OK || !p->split) return status;
        oro_image before;
        status = oro_render_photo(c->ctx, p->before, &photo, &before);
        if (status == ORO_OK) {
            oro_image_join(out, &before, out->height);
            oro_image_free(c->ctx, &before);
        } else {
            oro_image_free(c->ctx, out);
        }
        return status;
    }
    oro_map_desc desc = p->map;
    desc.style = p->split ? "split" : p->style->name;
    desc.halves = p->split && strcmp(p->style->name, "split") != 0 ? p->style->name : NULL;
    desc.before = p->before;
    return oro_render_map(c->ctx, map, &desc, out);
}

oro_status cli_picture_ground(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out) {
    enum { LARGEST = 4096 }; // what every viewer takes as a texture
    oro_map_desc desc = p->map;
    desc.style = p->style ? p->style->name : "relief";
    desc.no_legend = true;
    if (!p->style) {
        desc.has_exaggeration = true; // 0: even light
        desc.exaggeration = 0.0f;
    }
    desc.width = map->width < LARGEST ? map->width : LARGEST;
    desc.height = map->height < LARGEST ? map->height : LARGEST;
    if (map->width > LARGEST || map->height > LARGEST) {
        if (map->width >= map->height)
            desc.height = 0;
        else
            desc.width = 0;
    }
    return cli_take(c, oro_render_map(c->ctx, map, &desc, out), NULL);
}

oro_status cli_picture_save(cli *c, const char *path, const cli_picture *p, const oro_grid *map, int32_t *size) {
    oro_image image = {0};
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK) return status;
    status = cli_picture_draw(c, p, map, &image);
    if (status == ORO_OK && size) size[0] = image.width, size[1] = image.height;
    if (status == ORO_OK) status = oro_save_image(c->ctx, path, &image, c->force);
    if (image.data) oro_image_free(c->ctx, &image);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    return cli_take(c, status, NULL);
}
