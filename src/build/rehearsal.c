// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Tables say how many maps an operator makes, but not what it needs while it works. So a rehearsal runs a copy of the scene
// twice at small sizes, node by node and picture by picture, with a cache as much smaller as the maps are, and notes the
// peak of each step. A step's memory is a part that does not grow and one that grows with the samples; two sizes tell both.
// The largest of the steps at the true size is the estimate.

#include "build/rehearsal.h"
#include "build/drawing.h"
#include "scene/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGER = 257 };

/// Land that is cut off at both small sizes to this share will be at the true one.
static const double CLEARLY_CLIPPED = 0.01;

typedef struct show {
    oro_context *ctx; ///< of its own
    oro_scene *scene; ///< the copy, in that context
    const oro_context *outer;
    const oro_rehearsal *r;
    int32_t side, true_side;
    double scale; ///< of lengths: side here over true side
    double samples;
    double *peaks; ///< by step: nodes, then files, then the rest; 0: not needed
} show;

static int32_t file_count(const oro_rehearsal *r) { return r->job ? r->job->report->count : 0; }

static int step_count(const oro_scene *scene, const oro_rehearsal *r) {
    return oro_scene_node_count(scene) + file_count(r) + 1;
}

/// Whoever cancels knows the context of the work, not this one.
static bool go_on(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    const show *h = user;
    if (oro_is_cancelled(h->outer)) return false;
    return !h->r->progress || h->r->progress(h->r->progress_user, 0.0, "checking at a small size whether it fits");
}

static oro_status run(show *h, const char *target) {
    if (!go_on(h, 0.0, NULL)) return oro_fail(h->ctx, ORO_CANCELLED, NULL, "cancelled");
    return oro_scene_run(h->scene, &(oro_run_desc){.target = target, .detail = h->side, .progress = go_on, .user = h});
}

static oro_status draw(show *h, const oro_built *file, const oro_grid *map) {
    oro_drawing p = {.style = oro_style_find(h->ctx, oro_job_output(h->scene, file)->style)};
    oro_image image = {0};
    oro_status status = oro_drawing_from_scene(h->scene, &p);
    if (status != ORO_OK) return status;
    int32_t longer = (int32_t)(h->scale * oro_style_side(p.style, h->true_side) + 0.5);
    if (longer < 16) longer = 16;
    p.photo.progress = go_on;
    p.photo.user = h;
    if (p.style->kind == ORO_STYLE_PHOTO) {
        p.photo.width = longer;
        p.photo.height = longer * 9 / 16;
    } else {
        *(map->width >= map->height ? &p.map.width : &p.map.height) = longer;
    }
    status = oro_drawing_draw(h->ctx, &p, map, &image);
    if (image.data) oro_image_free(h->ctx, &image);
    return status;
}

/// Which nodes does the work need? A first run tells; it must not fill the cache of the second.
static oro_status find_used(show *h, bool *used) {
    oro_status status = run(h, h->r->target);
    for (int i = 0; status == ORO_OK && i < oro_scene_node_count(h->scene); i++)
        used[i] = oro_scene_report(h->scene, i).used;
    return status;
}

/// Holds a map against the range it will be written with. Seen clipped at one size and not at the other, it has no problem.
static void look_at_range(show *h, oro_built *file, bool first) {
    oro_write_report report;
    oro_status status = oro_job_check_values(h->r->job, h->scene, file, &report);
    bool clipped = status != ORO_OK && (double)report.clipped > CLEARLY_CLIPPED * h->samples;
    if (clipped && (first || file->problem.status != ORO_OK))
        file->problem = *oro_last_error(h->ctx);
    else
        file->problem = (oro_error){0};
}

static oro_status play_files(show *h, bool first) {
    int nodes = oro_scene_node_count(h->scene);
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < file_count(h->r); i++) {
        oro_built *file = &h->r->job->report->files[i];
        if (!oro_job_output(h->scene, file)->style) {
            look_at_range(h, file, first);
            continue;
        }
        const oro_grid *map = oro_scene_grid(h->scene, oro_job_output(h->scene, file)->from);
        oro_reset_peak(h->ctx);
        status = map ? draw(h, file, map) : oro_last_error(h->ctx)->status;
        h->peaks[nodes + i] = (double)oro_bytes_peak(h->ctx);
    }
    return status;
}

static oro_status play(show *h, const bool *used, bool first) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < oro_scene_node_count(h->scene); i++) {
        if (!used[i] || !oro_scene_node_enabled(h->scene, i)) continue;
        oro_reset_peak(h->ctx);
        status = run(h, oro_scene_node_id(h->scene, i));
        h->peaks[i] = (double)oro_bytes_peak(h->ctx);
    }
    if (status == ORO_OK) status = run(h, h->r->target); // holds what the rest needs
    if (status == ORO_OK) status = play_files(h, first);
    oro_reset_peak(h->ctx);
    if (status == ORO_OK && h->r->more) status = h->r->more(h->scene, h->side, h->r->user);
    h->peaks[step_count(h->scene, h->r) - 1] = (double)oro_bytes_peak(h->ctx);
    return status;
}

/// A context like the one the work is done in, but for a cache that is as much smaller as the maps are.
static oro_context *small_context(const oro_context *outer, double scale, oro_error *error) {
    oro_context_desc desc = {
        .threads = oro_thread_count(outer),
        .cpu = oro_cpu_level(outer),
        .memory = outer->memory,
        .files = outer->files,
        .memory_limit = outer->memory_limit,
        .cache_bytes = (size_t)((double)outer->cache_bytes * scale * scale) + 1,
    };
    oro_context *ctx = oro_create(&desc, error);
    if (ctx) ctx->within = outer->within;
    return ctx;
}

/// A copy of the scene in the context of the rehearsal, from its text.
static oro_status copy_scene(show *h, const oro_scene *scene, const char *text) {
    h->scene = oro_scene_parse(h->ctx, scene->name ? scene->name : "scene", scene->folder, text, strlen(text));
    return h->scene ? ORO_OK : h->ctx->error.status;
}

enum { LOOK, FIRST, SECOND };

/// One run at a side, noted into peaks. The error of a failure is the scene's own.
static oro_status perform(const oro_scene *scene, const char *text, const oro_rehearsal *r, int32_t true_side,
                          int32_t side, bool *used, int which, double *peaks, double *samples) {
    oro_context *outer = scene->ctx;
    show h = {.outer = outer, .r = r, .side = side, .true_side = true_side, .peaks = peaks};
    oro_grid geometry;
    h.scale = (double)side / true_side;
    h.ctx = small_context(outer, h.scale, &outer->error);
    if (!h.ctx) return outer->error.status;
    oro_status status = copy_scene(&h, scene, text);
    if (status == ORO_OK) status = oro_scene_geometry(h.scene, side, &geometry);
    if (status == ORO_OK) h.samples = (double)geometry.width * geometry.height;
    if (status == ORO_OK) status = which == LOOK ? find_used(&h, used) : play(&h, used, which == FIRST);
    *samples = h.samples;
    if (status != ORO_OK) outer->error = h.ctx->error;
    oro_scene_destroy(h.scene);
    oro_destroy(h.ctx);
    return status;
}

void oro_extrapolate(const double *small, const double *large, const double *samples, int steps, double all,
                     double budget, oro_estimate *out) {
    *out = (oro_estimate){.most_samples = INFINITY};
    for (int i = 0; i < steps; i++) {
        double grows = samples[1] > samples[0] ? (large[i] - small[i]) / (samples[1] - samples[0]) : 0;
        if (!(grows > 0)) grows = 0;
        out->bytes = fmax(out->bytes, large[i] + grows * (all - samples[1]));
        if (grows > 0) out->most_samples = fmin(out->most_samples, samples[1] + (budget - large[i]) / grows);
    }
}

oro_status oro_rehearse(oro_scene *scene, const oro_rehearsal *r, int32_t side, double budget, oro_estimate *out) {
    int32_t larger = side < LARGER ? side : LARGER, smaller = larger > 3 ? (larger + 1) / 2 : larger;
    int steps = step_count(scene, r);
    double *small = calloc(2 * (size_t)steps, sizeof *small), *large = small ? small + steps : NULL, samples[2];
    bool *used = calloc((size_t)steps, sizeof *used);
    oro_grid g;
    oro_status status = oro_scene_geometry(scene, side, &g);
    if (!small || !used) status = oro_fail(scene->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the rehearsal");
    char *text = status == ORO_OK ? oro_scene_print(scene) : NULL; // the scene as it is now
    if (status == ORO_OK && !text) status = scene->ctx->error.status;
    if (status == ORO_OK) status = perform(scene, text, r, side, smaller, used, LOOK, small, &samples[0]);
    if (status == ORO_OK) status = perform(scene, text, r, side, smaller, used, FIRST, small, &samples[0]);
    if (status == ORO_OK) status = perform(scene, text, r, side, larger, used, SECOND, large, &samples[1]);
    if (status == ORO_OK) oro_extrapolate(small, large, samples, steps, (double)g.width * g.height, budget, out);
    oro_scene_text_free(scene->ctx, text);
    free(small);
    free(used);
    return status;
}
