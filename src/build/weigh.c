// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Refuses what there is no memory for before anything is computed. A rehearsal at 257 samples is nothing beside a map that
// could be too large, but would be most of the time of a small one: what stays below PLENTY bytes per sample is small.

#include "build/weigh.h"
#include "core/memory.h"
#include "scene/document.h"

#include <math.h>

enum {
    PLENTY = 1024,     ///< bytes per sample that no scene in sight has taken: some 80 are usual, 300 the most measured
    LONG_BUILD = 2049, ///< samples along a side from which a build is worth rehearsing for its ranges alone
    TRIES = 4,
};

/// Estimates come within a tenth of what is measured; what would fill memory to the last byte is too large.
static const double SLACK = 1.125;

double oro_memory_budget(const oro_context *ctx) {
    double limit = (double)ctx->memory_limit;
    return ctx->memory_given ? limit : fmin(limit, 0.9 * (double)oro_memory_look("").free);
}

bool oro_is_plenty(const oro_context *ctx, double samples) { return samples * PLENTY <= oro_memory_budget(ctx); }

bool oro_weight_fits(double bytes, double budget) { return SLACK * bytes <= budget; }

double oro_weight_most(double budget) { return budget / SLACK; }

int32_t oro_round_side(double side) {
    int32_t step = side >= 2000 ? 100 : side >= 200 ? 10 : 1;
    return side >= 2 ? (int32_t)(fmin(side, ORO_MAX_SIDE) / step) * step : 0;
}

oro_status oro_refuse_weight(oro_context *ctx, const char *where, double bytes, double budget, int32_t side,
                             bool sized) {
    double takes = SLACK * bytes / 1048576, there = budget / 1048576;
    if (!side)
        oro_fail(ctx, ORO_NO_MEMORY, where, "this takes up to %.0f MiB of memory and %.0f MiB are available", takes,
                 there);
    else if (sized)
        oro_fail(ctx, ORO_NO_MEMORY, where,
                 "this takes up to %.0f MiB of memory and %.0f MiB are available; the largest size that fits is %d",
                 takes, there, side);
    else
        oro_fail(ctx, ORO_NO_MEMORY, where,
                 "this takes up to %.0f MiB of memory and %.0f MiB are available; a map of %d x %d fits", takes, there,
                 side, side);
    return oro_hint(ctx, side && sized ? "detail" : "memory_limit");
}

/// Rehearses it with `side` samples along the longer side.
static oro_status estimate(oro_scene *scene, const oro_rehearsal *r, int32_t side, oro_weight *w, oro_estimate *e) {
    oro_status status = oro_rehearse(scene, r, side, oro_weight_most(w->budget), e);
    w->fits = status == ORO_OK && oro_weight_fits(e->bytes, w->budget);
    return status;
}

/// Finds the largest side that fits, by rehearsing it too.
static oro_status find_largest(oro_scene *scene, const oro_rehearsal *r, double shape, oro_estimate e, oro_weight *w) {
    oro_weight smaller = *w;
    for (int i = 0; i < TRIES && !smaller.fits; i++) {
        int32_t guess = oro_round_side(sqrt(fmax(e.most_samples, 0) * shape));
        if (guess < 2) return ORO_OK;
        oro_status status = estimate(scene, r, guess, &smaller, &e);
        if (status != ORO_OK) return status;
        if (smaller.fits) w->largest = guess;
        e.most_samples *= 0.9; // a smaller map leaves the cache a larger share
    }
    return ORO_OK;
}

oro_status oro_weigh(oro_scene *scene, const oro_rehearsal *r, int32_t detail, oro_weight *w) {
    oro_grid g;
    oro_estimate e;
    *w = (oro_weight){.budget = oro_memory_budget(scene->ctx)};
    oro_status status = oro_scene_geometry(scene, detail, &g);
    if (status != ORO_OK) return status;
    double longer = fmax(g.width, g.height), shorter = fmin(g.width, g.height);
    status = estimate(scene, r, (int32_t)longer, w, &e);
    if (status != ORO_OK) return status;
    w->bytes = e.bytes;
    return w->fits ? ORO_OK : find_largest(scene, r, longer / shorter, e, w);
}

/// Does a build write integers with a range that may not fit?
static bool may_clip(const oro_scene *scene, const oro_job *job) {
    for (int32_t i = 0; job && !job->desc.clip && i < job->report->count; i++) {
        const oro_output *out = oro_job_output(scene, &job->report->files[i]);
        if (!out->style && !out->auto_range && !out->clip) return true;
    }
    return false;
}

static oro_status refuse_clipped(oro_context *ctx, const oro_job *job) {
    for (int32_t i = 0; job && i < job->report->count; i++) {
        const oro_built *file = &job->report->files[i];
        if (file->problem.status == ORO_OK) continue;
        oro_fail(ctx, ORO_BAD_ARGUMENT, file->path, "%s", file->problem.sentence);
        return oro_hint(ctx, file->problem.hint);
    }
    return ORO_OK;
}

oro_status oro_weigh_before(oro_scene *scene, const oro_rehearsal *r, int32_t detail, int copies, oro_weight *w) {
    oro_grid g;
    *w = (oro_weight){.budget = oro_memory_budget(scene->ctx), .fits = true};
    oro_status status = oro_scene_geometry(scene, detail, &g);
    if (status != ORO_OK) return status;
    bool long_build = fmax(g.width, g.height) >= LONG_BUILD && may_clip(scene, r->job);
    if (oro_is_plenty(scene->ctx, (double)g.width * g.height * copies) && !long_build) return ORO_OK;
    oro_note(scene->ctx, scene->name, "checking at a small size whether it fits");
    status = oro_weigh(scene, r, detail, w);
    if (status == ORO_CANCELLED) return status;
    if (status != ORO_OK) return ORO_OK;
    if (w->fits) return refuse_clipped(scene->ctx, r->job);
    return oro_refuse_weight(scene->ctx, scene->name, w->bytes, w->budget, w->largest, true);
}
