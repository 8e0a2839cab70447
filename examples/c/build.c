// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// build SCENE [FOLDER]: what `orogen build SCENE -o FOLDER` writes, from a program of 15 lines.

#include <orogen/orogen.h>
#include <stdio.h>

static void tell(void *user, const oro_built *file) { fprintf(user, "%s, %.0f bytes\n", file->path, file->bytes); }

int main(int count, char **words) {
    oro_context *ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, NULL);
    oro_scene *scene = ctx ? oro_scene_load(ctx, count > 1 ? words[1] : "scene.oro.json") : NULL;
    oro_build_desc how = {.wrote = tell, .user = stdout};
    bool good = scene && oro_scene_build(scene, count > 2 ? words[2] : NULL, &how) == ORO_OK;
    if (ctx && !good) fprintf(stderr, "%s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    oro_scene_destroy(scene);
    oro_destroy(ctx);
    return !good;
}
