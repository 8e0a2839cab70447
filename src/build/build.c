// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The order of a build: plan, claim, weigh, run, write; and what is taken back where one of them fails.

#include "orogen/build.h"
#include "build/weigh.h"
#include "io/folders.h"
#include "io/format.h"
#include "orogen/render.h"
#include "scene/document.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

/// Share of the progress that computing gets; writing has the rest.
static const double COMPUTING = 0.9;

double oro_job_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool oro_job_progress(void *user, double fraction, const char *what) {
    oro_job *j = user;
    double whole = j->from + (j->to - j->from) * fraction;
    if (whole > j->told) j->told = whole;
    return !j->desc.progress || j->desc.progress(j->desc.user, j->told, what ? what : "");
}

oro_status oro_job_check_cancel(const oro_job *j) {
    return oro_is_cancelled(j->ctx) ? oro_fail(j->ctx, ORO_CANCELLED, NULL, "cancelled") : ORO_OK;
}

static oro_job begin(oro_scene *scene, const oro_build_desc *desc, oro_build_report *report) {
    oro_job j = {.ctx = scene->ctx, .scene = scene, .report = report};
    if (desc) j.desc = *desc;
    oro_begin_job(j.ctx);
    return j;
}

static oro_rehearsal rehearsal_of(oro_job *j) {
    return (oro_rehearsal){.job = j, .progress = j->desc.progress ? oro_job_progress : NULL, .progress_user = j};
}

static oro_status weigh(oro_job *j) {
    oro_weight w;
    oro_rehearsal r = rehearsal_of(j);
    oro_status status = oro_weigh_before(j->scene, &r, j->desc.detail, 1, &w);
    j->report->memory_bytes = w.bytes;
    j->report->memory_budget = w.budget;
    j->report->largest_detail = w.largest;
    return status;
}

/// Runs the outputs. *early keeps the error that says where a node ended early, after which the build goes on.
static oro_status run(oro_job *j, oro_error *early) {
    oro_status status = oro_scene_run(j->scene, &(oro_run_desc){.detail = j->desc.detail,
                                                                .keep_partial = j->desc.keep_partial,
                                                                .progress = j->desc.progress ? oro_job_progress : NULL,
                                                                .user = j});
    j->report->early = status == ORO_PARTIAL;
    if (status != ORO_PARTIAL) return status;
    *early = *oro_last_error(j->ctx);
    return ORO_OK;
}

oro_status oro_scene_build(oro_scene *scene, const char *folder, const oro_build_desc *desc) {
    double start = oro_job_seconds();
    oro_error early = {0};
    oro_job j = begin(scene, desc, desc ? desc->report : NULL);
    if (!j.report) j.report = &j.own;
    oro_status status = oro_job_plan(&j, folder);
    if (status == ORO_OK) status = oro_job_claim(&j);
    j.to = COMPUTING;
    if (status == ORO_OK) status = weigh(&j);
    if (status == ORO_OK) status = oro_job_check_cancel(&j);
    if (status == ORO_OK) status = run(&j, &early);
    j.from = COMPUTING, j.to = 1.0;
    if (status == ORO_OK) status = oro_job_check_cancel(&j);
    if (status == ORO_OK) status = oro_job_write(&j);
    if (status != ORO_OK && !j.desc.keep_partial)
        oro_job_undo(&j);
    else
        oro_folders_keep(&j);
    j.report->seconds = oro_job_seconds() - start;
    if (status == ORO_OK && j.report->early) {
        j.ctx->error = early;
        status = ORO_PARTIAL;
    }
    oro_job_end(&j);
    oro_end_job(j.ctx);
    return status;
}

// --- planning -----------------------------------------------------------------------------------------------------------

/// Without compression, which makes pictures and codes smaller.
static double most_bytes(const oro_job *j, const oro_built *file) {
    const oro_grid *g = &j->report->geometry;
    double samples = (double)g->width * g->height;
    int32_t longer = g->width > g->height ? g->width : g->height;
    if (file->kind == ORO_BUILT_PICTURE) {
        const oro_style *style = oro_style_find(NULL, file->format);
        double side = oro_style_side(style, longer), photo = side * side * 9 / 16;
        return 3 * (style->kind == ORO_STYLE_PHOTO ? photo : samples * (side / longer) * (side / longer));
    }
    const oro_format *format = oro_format_find(file->path);
    double bytes = samples * (format ? format->sample_bytes : 4);
    return bytes * (file->kind == ORO_BUILT_LEVELS ? 4.0 / 3.0 : 1.0);
}

/// Why a build of this weight would be refused, kept for the report.
static void note_weight(oro_job *j, const oro_weight *w) {
    oro_build_report *report = j->report;
    report->memory_bytes = w->bytes;
    report->memory_budget = w->budget;
    report->largest_detail = w->largest;
    if (w->fits) return;
    oro_error before = j->ctx->error;
    oro_refuse_weight(j->ctx, j->scene->name, w->bytes, w->budget, w->largest, true);
    report->problem = j->ctx->error;
    j->ctx->error = before;
}

oro_status oro_scene_plan(oro_scene *scene, const char *folder, const oro_build_desc *desc, oro_build_report *report) {
    double start = oro_job_seconds();
    oro_weight w;
    oro_job j = begin(scene, desc, report);
    oro_rehearsal r = rehearsal_of(&j);
    oro_status status = oro_job_plan(&j, folder);
    if (status == ORO_OK) status = oro_weigh(scene, &r, j.desc.detail, &w);
    if (status == ORO_OK) note_weight(&j, &w);
    for (int32_t i = 0; i < report->count; i++) {
        oro_built *file = &report->files[i];
        file->existed = access(file->path, F_OK) == 0;
        file->bytes = most_bytes(&j, file);
    }
    report->seconds = oro_job_seconds() - start;
    oro_job_end(&j);
    oro_end_job(j.ctx);
    return status;
}
