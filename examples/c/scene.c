// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A scene built by plain calls, run twice: the second run only computes what the change touches. Writes scene.oro.json,
// which `orogen build` takes.

#include <orogen/orogen.h>
#include <stdio.h>

static bool show(void *user, double fraction, const char *what) {
    (void)user;
    fprintf(stderr, "%3.0f %% %s\n", 100.0 * fraction, what);
    return true; // false would cancel
}

static oro_status make(oro_scene *scene) {
    oro_status status = ORO_OK;
    if (!oro_scene_add(scene, "hills", "noise") || !oro_scene_add(scene, "rough", "slope") ||
        !oro_scene_add(scene, "steps", "terrace"))
        return ORO_BAD_ARGUMENT;
    status = oro_scene_set_number(scene, "hills.amplitude", 500);
    if (status == ORO_OK) status = oro_scene_wire(scene, "steps.height", "hills");
    if (status == ORO_OK) status = oro_scene_set_number(scene, "steps.step", 40);
    if (status == ORO_OK) status = oro_scene_add_output(scene, &(oro_output){.from = "steps", .file = "height.png"});
    return status;
}

static void report(oro_scene *scene) {
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        oro_node_report node = oro_scene_report(scene, i);
        if (node.used) printf("%-8s %s\n", node.id, node.cached ? "cached" : "computed");
    }
}

int main(void) {
    oro_context *ctx = oro_create(NULL, NULL);
    if (!ctx) return 1;
    oro_scene *scene = oro_scene_create(ctx, &(oro_world){.extent_x = 4000, .resolution = 513, .seed = 7});
    oro_run_desc watched = {.progress = show};
    oro_status status = scene ? make(scene) : ORO_FAILED;
    if (status == ORO_OK) status = oro_scene_run(scene, &watched);
    if (status == ORO_OK) report(scene);
    if (status == ORO_OK) status = oro_scene_set_number(scene, "steps.step", 60);
    if (status == ORO_OK) status = oro_scene_run(scene, &watched);
    if (status == ORO_OK) report(scene);
    if (status == ORO_OK) status = oro_scene_save(scene, "scene.oro.json", true);
    if (status != ORO_OK) fprintf(stderr, "%s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    if (scene) oro_scene_destroy(scene);
    oro_destroy(ctx);
    return status != ORO_OK;
}
