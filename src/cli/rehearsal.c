// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Tables say how many maps an operator makes, but not what it needs while it works. So a rehearsal runs a copy of the scene
// twice at small sizes, node by node and picture by picture, with a cache as much smaller as the maps are, and notes the
// peak of each step. A step's memory is a part that does not grow and one that grows with the samples; two sizes tell both.
// The largest of the steps at the true size is the estimate.

#include "rehearsal.h"
#include "core/context.h"
#include "io/scene_json.h"
#include "pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGER = 257 };

/// Land that is cut off at both small sizes to this share will be at the true one.
static const double CLEARLY_CLIPPED = 0.01;

typedef struct show {
    cli *c; ///< of its own, with a context of its own
    const cli_rehearsal *r;
    cli_scene scene;
    int32_t true_side;
    double scale; ///< of lengths: side here over true side
    double samples;
    double *peaks; ///< by step: nodes, then targets, then the rest; 0: not needed
} show;

static int step_count(const cli_scene *s, const cli_rehearsal *r) {
    return oro_scene_node_count(s->scene) + (r->plan ? r->plan->count : 0) + 1;
}

static oro_status draw(show *h, const cli_target *target, const oro_grid *map) {
    cli_picture p = {0};
    oro_image image = {0};
    oro_status status = cli_picture_from_scene(h->c, &h->scene, &p);
    if (status == ORO_OK) status = cli_find_style(h->c, target->output->style, NULL, &p.style);
    if (status != ORO_OK) return status;
    int32_t longer = (int32_t)(h->scale * oro_style_side(p.style, h->true_side) + 0.5);
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

/// Which nodes does the command need? A first run tells; it must not fill the cache of the second.
static oro_status find_used(show *h, bool *used) {
    oro_status status = cli_scene_run(h->c, &h->scene, h->r->target);
    for (int i = 0; status == ORO_OK && i < oro_scene_node_count(h->scene.scene); i++)
        used[i] = oro_scene_report(h->scene.scene, i).used;
    return status;
}

/// Holds a map against the range it will be written with. Seen clipped at one size and not at the other, it has no problem.
static void look_at_range(show *h, cli_target *target, bool first) {
    oro_status status = cli_target_check(h->c, &h->scene, target);
    bool clipped = status != ORO_OK && (double)h->c->written.clipped > CLEARLY_CLIPPED * h->samples;
    if (clipped && (first || *target->problem))
        snprintf(target->problem, sizeof target->problem, "%s", h->c->error.sentence);
    else
        *target->problem = 0;
    h->c->error = (oro_error){0};
}

static oro_status play_targets(show *h, bool first) {
    int nodes = oro_scene_node_count(h->scene.scene);
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && h->r->plan && i < h->r->plan->count; i++) {
        cli_target *target = &h->r->plan->targets[i];
        if (!target->output->style) {
            look_at_range(h, target, first);
            continue;
        }
        const oro_grid *map = oro_scene_grid(h->scene.scene, target->output->from);
        oro_reset_peak(h->c->ctx);
        status = map ? draw(h, target, map) : oro_last_error(h->c->ctx)->status;
        h->peaks[nodes + i] = (double)oro_bytes_peak(h->c->ctx);
    }
    return status;
}

static oro_status play(show *h, const bool *used, bool first) {
    oro_scene *scene = h->scene.scene;
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < oro_scene_node_count(scene); i++) {
        if (!used[i] || !oro_scene_node_enabled(scene, i)) continue;
        oro_reset_peak(h->c->ctx);
        status = cli_scene_run(h->c, &h->scene, oro_scene_node_id(scene, i));
        h->peaks[i] = (double)oro_bytes_peak(h->c->ctx);
    }
    if (status == ORO_OK) status = cli_scene_run(h->c, &h->scene, h->r->target); // holds what the rest needs
    if (status == ORO_OK) status = play_targets(h, first);
    oro_reset_peak(h->c->ctx);
    if (status == ORO_OK && h->r->more) status = h->r->more(h->c, &h->scene, h->r->user);
    h->peaks[step_count(&h->scene, h->r) - 1] = (double)oro_bytes_peak(h->c->ctx);
    return status;
}

/// A copy of the scene as it is now, in the context of the rehearsal.
static oro_status copy_scene(const cli *c, show *h, const cli_scene *s) {
    char *text = oro_scene_print(s->scene), *folder = oro_folder_of(s->path);
    h->scene = *s;
    h->scene.scene = text && folder ? oro_scene_parse(h->c->ctx, s->path, folder, text, strlen(text)) : NULL;
    if (text) oro_scene_text_free(c->ctx, text);
    free(folder);
    return h->scene.scene ? ORO_OK : cli_fail(h->c, ORO_NO_MEMORY, NULL, "no memory for the rehearsal");
}

/// Opens the scene again in a context whose cache is as much smaller as the maps are.
static oro_status begin(cli *c, const cli_scene *s, int32_t side, show *h) {
    oro_context_desc desc;
    *h->c = *c;
    h->c->ctx = NULL;
    h->c->progress = CLI_PROGRESS_NEVER;
    h->c->quiet = h->c->weighed = true;
    h->scale = (double)side / h->true_side;
    oro_status status = cli_describe_context(h->c, &desc);
    desc.cache_bytes = (size_t)((double)c->ctx->cache_bytes * h->scale * h->scale) + 1;
    desc.log = NULL;
    if (status != ORO_OK) return status;
    h->c->ctx = oro_create(&desc, &h->c->error);
    if (!h->c->ctx) return h->c->error.status;
    h->c->ctx->within = c->within;
    status = copy_scene(c, h, s);
    h->scene.detail = side;
    if (status == ORO_OK) status = cli_take(h->c, oro_scene_geometry(h->scene.scene, side, &h->scene.geometry), NULL);
    h->samples = (double)h->scene.geometry.width * h->scene.geometry.height;
    return status;
}

static void end(show *h) {
    cli_scene_close(&h->scene);
    oro_destroy(h->c->ctx);
    h->c->ctx = NULL;
}

enum { LOOK, FIRST, SECOND };

/// One run at a side, noted into peaks.
static oro_status perform(cli *c, const cli_scene *s, const cli_rehearsal *r, int32_t true_side, int32_t side,
                          bool *used, int which, double *peaks, double *samples) {
    cli own;
    show h = {.c = &own, .r = r, .true_side = true_side, .peaks = peaks};
    oro_status status = begin(c, s, side, &h);
    if (status == ORO_OK) status = which == LOOK ? find_used(&h, used) : play(&h, used, which == FIRST);
    *samples = h.samples;
    end(&h);
    if (status != ORO_OK) c->error = own.error, c->usage = own.usage;
    return status;
}

void cli_extrapolate(const double *small, const double *large, const double *samples, int steps, double all,
                     double budget, cli_estimate *out) {
    *out = (cli_estimate){.most_samples = INFINITY};
    for (int i = 0; i < steps; i++) {
        double grows = samples[1] > samples[0] ? (large[i] - small[i]) / (samples[1] - samples[0]) : 0;
        if (!(grows > 0)) grows = 0;
        out->bytes = fmax(out->bytes, large[i] + grows * (all - samples[1]));
        if (grows > 0) out->most_samples = fmin(out->most_samples, samples[1] + (budget - large[i]) / grows);
    }
}

oro_status cli_rehearse(cli *c, const cli_scene *s, const cli_rehearsal *r, int32_t side, double budget,
                        cli_estimate *out) {
    int32_t larger = side < LARGER ? side : LARGER, smaller = larger > 3 ? (larger + 1) / 2 : larger;
    int steps = step_count(s, r);
    double *small = calloc(2 * (size_t)steps, sizeof *small), *large = small + steps, samples[2];
    bool *used = calloc((size_t)steps, sizeof *used);
    oro_grid g;
    oro_status status = cli_take(c, oro_scene_geometry(s->scene, side, &g), NULL);
    if (!small || !used) status = cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the rehearsal");
    if (status == ORO_OK) status = perform(c, s, r, side, smaller, used, LOOK, small, &samples[0]);
    if (status == ORO_OK) status = perform(c, s, r, side, smaller, used, FIRST, small, &samples[0]);
    if (status == ORO_OK) status = perform(c, s, r, side, larger, used, SECOND, large, &samples[1]);
    if (status == ORO_OK) cli_extrapolate(small, large, samples, steps, (double)g.width * g.height, budget, out);
    free(small);
    free(used);
    return status;
}
