// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// build SCENE FOLDER: what `orogen build SCENE -o FOLDER` writes, from a program. Without words it makes a small scene of its own.

#include <orogen/orogen.h>
#include <stdio.h>

int main(int count, char **words) {
    oro_context *ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, NULL);
    if (!ctx) return 1;
    oro_scene *scene =
        count > 2 ? oro_scene_load(ctx, words[1]) : oro_scene_create(ctx, &(oro_world){.resolution = 129});
    if (scene && count <= 2) oro_scene_add(scene, "hills", "noise");
    oro_build_report report = {0};
    oro_build_desc desc = {.force = true, .report = &report};
    bool good = scene && oro_scene_build(scene, count > 2 ? words[2] : "built", &desc) == ORO_OK;
    for (int i = 0; good && i < report.count; i++)
        printf("%s, %.0f bytes\n", report.files[i].path, report.files[i].bytes);
    if (!good) fprintf(stderr, "%s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    oro_build_report_free(ctx, &report);
    oro_scene_destroy(scene);
    oro_destroy(ctx);
    return !good;
}
