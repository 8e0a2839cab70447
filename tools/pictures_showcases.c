// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The rows of small maps in the pages on erosion: every relief that a scene of docs/showcases names as an output. Drawn where a
// picture is missing, or all. Scenes that read files of others are not drawn: those files are not here.

#include "pictures.h"

#include <string.h>

enum { SIDE = 220 };

static const char *const showcases[] = {"droplets", "pipes"};

static void picture_path(const char *name, const oro_output *out, char *path, size_t size) {
    snprintf(path, size, "docs/images/%s/%s", name, out->file);
}

static void draw_relief(const album *a, const oro_grid *heights, const char *path) {
    oro_image image;
    oro_relief_desc how = {.width = SIDE};
    if (oro_render_relief(a->ctx, heights, &how, &image) != ORO_OK) album_stop(a, path, NULL);
    album_picture(a, path, &image);
    oro_image_free(a->ctx, &image);
}

static void add_showcase(album *a, const char *name) {
    char scene_path[256], path[512];
    snprintf(scene_path, sizeof scene_path, "docs/showcases/%s.oro.json", name);
    oro_scene *scene = oro_scene_load(a->ctx, album_path(a, scene_path));
    if (!scene) album_stop(a, scene_path, NULL);
    bool missing = false;
    for (int i = 0; i < oro_scene_output_count(scene); i++) {
        const oro_output *out = oro_scene_output_at(scene, i);
        if (!out->style || strcmp(out->style, "relief") != 0) continue;
        picture_path(name, out, path, sizeof path);
        missing |= !album_has_file(a, path);
        if (!a->draw) album_expect(a, path, "./dev gallery");
    }
    if (a->draw && (missing || a->all)) {
        oro_scene_destroy(scene);
        scene = album_run(a, scene_path, 0, 0);
        for (int i = 0; i < oro_scene_output_count(scene); i++) {
            const oro_output *out = oro_scene_output_at(scene, i);
            if (!out->style || strcmp(out->style, "relief") != 0) continue;
            picture_path(name, out, path, sizeof path);
            const oro_grid *heights = oro_scene_grid(scene, out->from);
            if (!heights) album_stop(a, path, NULL);
            draw_relief(a, heights, path);
        }
    }
    oro_scene_destroy(scene);
}

void showcases_album(album *a) {
    for (size_t i = 0; i < sizeof showcases / sizeof *showcases; i++) add_showcase(a, showcases[i]);
}
