// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Tables say how many maps an operator makes, but not what it needs while it works. So a dry run builds the scene twice at
// small sizes, node by node and picture by picture, with a cache as much smaller as the maps are, and notes the peak of
// each step. A step's memory is a part that does not grow and one that grows with the samples; two sizes tell both. The
// largest of the steps at the true size is the estimate.

#include "rehearsal.h"
#include "core/context.h"
#include "pictures.h"

#include <stdlib.h>

enum { LARGER = 257 };

typedef struct show {
    cli *c; ///< of its own, with a context of its own
    cli_scene scene;
    double scale; ///< of lengths: side here over true side
    double samples;
    double *peaks; ///< by step: nodes, then targets; 0: not needed
} show;

static oro_status draw(show *h, const cli_target *target, const oro_grid *map, int32_t true_side) {
    oro_render_settings settings;
    cli_picture p = {0};
    oro_image image = {0};
    oro_status status = cli_picture_from_scene(h->c, &h->scene, &settings, &p);
    if (status == ORO_OK) status = cli_find_style(h->c, target->output->style, NULL, &p.style);
    if (status != ORO_OK) return status;
    int32_t longer = (int32_t)(h->scale * oro_style_side(p.style, true_side) + 0.5);
    if (longer < 16) longer = 16;
    if (p.style->kind == ORO_STYLE_PHOTO) {
        p.photo.width = longer;
        p.photo.height = longer * 9 / 16;
    } else {
        *(map->width >= map->height ? &p.map.width : &p.map.height) = longer;
    }
    status = cli_picture_draw(h->c, &p, map, &image);
    if (image.data) oro_image_free(h->c->ctx, &image);
    return status;
}

/// Which nodes does the build need? A first run tells; it must not fill the cache of the second.
static oro_status find_used(show *h, bool *used) {
    oro_status status = cli_scene_run(h->c, &h->scene, NULL);
    for (int i = 0; status == ORO_OK && i < oro_scene_node_count(h->scene.scene); i++)
        used[i] = oro_scene_report(h->scene.scene, i).used;
    return status;
}

static oro_status play(show *h, const cli_plan *plan, const bool *used, int32_t true_side) {
    oro_scene *scene = h->scene.scene;
    oro_status status = ORO_OK;
    int nodes = oro_scene_node_count(scene);
    for (int i = 0; status == ORO_OK && i < nodes; i++) {
        if (!used[i] || !oro_scene_node_enabled(scene, i)) continue;
        oro_reset_peak(h->c->ctx);
        status = cli_scene_run(h->c, &h->scene, oro_scene_node_id(scene, i));
        h->peaks[i] = (double)oro_bytes_peak(h->c->ctx);
    }
    if (status == ORO_OK) status = cli_scene_run(h->c, &h->scene, NULL); // holds what the outputs need
    for (int i = 0; status == ORO_OK && i < plan->count; i++) {
        if (!plan->targets[i].output->style) continue;
        const oro_grid *map = oro_scene_grid(scene, plan->targets[i].output->from);
        oro_reset_peak(h->c->ctx);
        status = map ? draw(h, &plan->targets[i], map, true_side) : oro_last_error(h->c->ctx)->status;
        h->peaks[nodes + i] = (double)oro_bytes_peak(h->c->ctx);
    }
    return status;
}

/// Opens the scene again in a context whose cache is as much smaller as the maps are.
static oro_status begin(cli *c, const cli_words *w, const cli_scene *s, int32_t side, int32_t true_side, show *h) {
    oro_context_desc desc;
    *h->c = *c;
    h->c->ctx = NULL;
    h->c->progress = CLI_PROGRESS_NEVER;
    h->c->quiet = true;
    h->scale = (double)side / true_side;
    oro_status status = cli_describe_context(h->c, &desc);
    desc.cache_bytes = (size_t)((double)c->ctx->cache_bytes * h->scale * h->scale) + 1;
    desc.log = NULL;
    if (status != ORO_OK) return status;
    h->c->ctx = oro_create(&desc, &h->c->error);
    if (!h->c->ctx) return h->c->error.status;
    h->c->ctx->within = c->within;
    status = cli_scene_open(h->c, s->path, w, &h->scene);
    if (status != ORO_OK) return status;
    // A scene without outputs was given some by the plan.
    for (int i = oro_scene_output_count(h->scene.scene); status == ORO_OK && i < oro_scene_output_count(s->scene); i++)
        status = oro_scene_add_output(h->scene.scene, oro_scene_output_at(s->scene, i));
    h->scene.detail = side;
    if (status == ORO_OK) status = oro_scene_geometry(h->scene.scene, side, &h->scene.geometry);
    h->samples = (double)h->scene.geometry.width * h->scene.geometry.height;
    return status;
}

static void end(show *h) {
    cli_scene_close(&h->scene);
    oro_destroy(h->c->ctx);
    h->c->ctx = NULL;
}

/// One run at a side, noted into peaks.
static oro_status perform(cli *c, const cli_words *w, const cli_scene *s, const cli_plan *plan, int32_t side,
                          bool *used, bool look, double *peaks, double *samples) {
    const oro_grid *g = &s->geometry;
    int32_t true_side = g->width > g->height ? g->width : g->height;
    cli own;
    show h = {.c = &own, .peaks = peaks};
    oro_status status = begin(c, w, s, side, true_side, &h);
    if (status == ORO_OK) status = look ? find_used(&h, used) : play(&h, plan, used, true_side);
    *samples = h.samples;
    end(&h);
    if (status != ORO_OK) c->error = own.error, c->usage = own.usage;
    return status;
}

oro_status cli_rehearse(cli *c, const cli_words *w, const cli_scene *s, const cli_plan *plan, double *bytes) {
    const oro_grid *g = &s->geometry;
    int32_t true_side = g->width > g->height ? g->width : g->height;
    int32_t larger = true_side < LARGER ? true_side : LARGER, smaller = larger > 3 ? (larger + 1) / 2 : larger;
    size_t steps = (size_t)oro_scene_node_count(s->scene) + (size_t)plan->count;
    double *small = calloc(2 * steps + 1, sizeof *small), *large = small + steps, true_samples, samples[2];
    bool *used = calloc(steps + 1, sizeof *used);
    oro_status status = ORO_OK;
    if (!small || !used) status = cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the dry run");
    if (status == ORO_OK) status = perform(c, w, s, plan, smaller, used, true, small, &samples[0]);
    if (status == ORO_OK) status = perform(c, w, s, plan, smaller, used, false, small, &samples[0]);
    if (status == ORO_OK) status = perform(c, w, s, plan, larger, used, false, large, &samples[1]);
    *bytes = 0;
    true_samples = (double)g->width * g->height;
    for (size_t i = 0; status == ORO_OK && i < steps; i++) {
        double grows = samples[1] > samples[0] ? (large[i] - small[i]) / (samples[1] - samples[0]) : 0;
        double here = large[i] + (grows > 0 ? grows : 0) * (true_samples - samples[1]);
        if (here > *bytes) *bytes = here;
    }
    free(small);
    free(used);
    return status;
}
