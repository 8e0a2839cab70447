// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The order of an export: check the options, choose the shape, plan the files, begin the folder, gather, write, commit; and what
// is taken back where one of them fails.

#include "export/export.h"
#include "build/job.h"
#include "core/context.h"
#include "core/hash.h"
#include "io/format.h"
#include "op/args.h"
#include "scene/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool oro_export_progress(void *user, double fraction, const char *what) {
    oro_export_job *e = user;
    double whole = e->from + (e->to - e->from) * fraction;
    if (whole > e->told) e->told = whole;
    return !e->desc.progress || e->desc.progress(e->desc.user, e->told, what ? what : "");
}

// --- options -----------------------------------------------------------------------------------------------------------------

/// An option that is not for this target is refused where it was changed: it would do nothing.
static oro_status check_options(oro_export_job *e) {
    const oro_record *record = oro_export_record();
    oro_export_options usual;
    oro_status status = oro_args_check(e->ctx, record, e->o);
    if (status == ORO_OK) status = oro_args_init(e->ctx, record, &usual);
    if (status != ORO_OK) return status;
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (oro_arg_matters(record, arg, e->o) || oro_args_equal(arg, e->o, &usual)) continue;
        char list[128];
        snprintf(list, sizeof list, "%s", strchr(arg->when, '=') + 1);
        for (char *at = list; (at = strchr(at, '|'));) *at = ',';
        status = oro_fail(e->ctx, ORO_BAD_ARGUMENT, arg->name, "%s is not for the target %s but for %s", arg->name,
                          e->target->info.name, list);
    }
    oro_args_free(e->ctx, record, &usual);
    return status;
}

static oro_status begin(oro_export_job *e, const char *folder) {
    if (!folder || !*folder || strlen(folder) >= sizeof e->folder)
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "folder", "the folder's name is %s",
                        folder && *folder ? "too long" : "empty");
    snprintf(e->folder, sizeof e->folder, "%s", folder);
    for (size_t end = strlen(e->folder); end > 1 && e->folder[end - 1] == '/';) e->folder[--end] = 0;
    if (e->desc.scene && e->desc.scene->name) oro_scene_name_of(e->desc.scene->name, e->name, sizeof e->name);
    if (e->desc.name) snprintf(e->name, sizeof e->name, "%s", e->desc.name);
    if (!*e->name) snprintf(e->name, sizeof e->name, "terrain");
    e->target = oro_target_row_at(e->o->target.index);
    oro_status status = check_options(e);
    if (status == ORO_OK) status = oro_export_find(e);
    if (status == ORO_OK) status = oro_export_choose_shape(e);
    if (status == ORO_OK && e->target->check) status = e->target->check(e);
    return status;
}

// --- ranges ------------------------------------------------------------------------------------------------------------------

oro_status oro_export_check_range(oro_export_job *e) {
    oro_write_report report = {0};
    oro_write_desc how = {.has_range = true, .lo = e->lo, .hi = e->hi, .clip = e->desc.clip, .report = &report};
    oro_status status = oro_check_raster(e->ctx, "heights.r16", &e->heights, &how);
    if (status != ORO_OK) snprintf(e->ctx->error.where, sizeof e->ctx->error.where, "range");
    e->report->clipped = report.clipped;
    e->report->has_range = true;
    e->report->lo = e->lo;
    e->report->hi = e->hi;
    return status;
}

oro_status oro_export_range(oro_export_job *e) {
    if (isnan(e->o->range.lo))
        oro_fitting_range((double)e->extremes.min, (double)e->extremes.max, &e->lo, &e->hi);
    else
        e->lo = (double)e->o->range.lo, e->hi = (double)e->o->range.hi;
    return oro_export_check_range(e);
}

// --- the order ---------------------------------------------------------------------------------------------------------------

static oro_status write_all(oro_export_job *e) {
    oro_json_free(e->numbers);
    e->numbers = oro_json_new_object();
    oro_status status =
        e->numbers ? e->target->write(e) : oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the export");
    return status == ORO_OK ? oro_export_manifest(e) : status;
}

/// What is written into the hidden folder is known to people by the place where it goes.
static void name_final(const oro_export_job *e, char *text, size_t size) {
    char *at = *e->stage ? strstr(text, e->stage) : NULL;
    if (!at) return;
    char rest[1024];
    snprintf(rest, sizeof rest, "%s%s", e->folder, at + strlen(e->stage));
    snprintf(at, size - (size_t)(at - text), "%s", rest);
}

static void log_final(void *user, const char *where, const char *sentence) {
    oro_export_job *e = user;
    char place[1024];
    snprintf(place, sizeof place, "%s", where ? where : "");
    name_final(e, place, sizeof place);
    if (e->log) e->log(e->log_user, place, sentence);
}

static oro_status make(oro_export_job *e) {
    oro_status status = oro_stage_begin(e);
    if (status == ORO_OK) status = oro_export_gather(e);
    e->from = 0.8, e->to = 1.0;
    e->planning = false;
    if (status == ORO_OK) status = write_all(e);
    for (int32_t i = 0; status == ORO_OK && i < e->report->count; i++) {
        char staged[1500];
        struct stat info;
        snprintf(staged, sizeof staged, "%s/%s", e->stage, e->files[i].name);
        e->report->files[i].bytes = stat(staged, &info) == 0 ? (double)info.st_size : 0.0;
    }
    if (status == ORO_OK) status = oro_stage_commit(e);
    name_final(e, e->ctx->error.where, sizeof e->ctx->error.where);
    if (status != ORO_OK) oro_stage_abort(e);
    return status;
}

static void tell_report(oro_export_job *e) {
    oro_export_report *r = e->report;
    r->geometry = e->shape.part;
    r->geometry.data = NULL;
    for (int i = 0; i < 2; i++) r->tiles[i] = e->tiles[i], r->tile_size[i] = e->shape.tile[i];
    r->layers = e->layer_count;
    if (!e->heights.data) return;
    r->min = e->extremes.min;
    r->max = e->extremes.max;
    r->hash = oro_grid_hash(&e->heights);
}

oro_status oro_export(oro_context *ctx, const oro_export_desc *desc, const oro_export_options *options,
                      const char *folder) {
    double start = oro_job_seconds();
    oro_export_job e = {
        .ctx = ctx, .desc = *desc, .o = options, .planning = true, .log = ctx->log, .log_user = ctx->log_user};
    e.report = desc->report ? desc->report : &e.own;
    *e.report = (oro_export_report){0};
    oro_begin_job(ctx);
    ctx->log = log_final;
    ctx->log_user = &e;
    oro_status status = begin(&e, folder);
    if (status == ORO_OK) status = write_all(&e);
    if (status == ORO_OK && !desc->plan) status = make(&e);
    tell_report(&e);
    if (status == ORO_OK && e.report->clipped)
        oro_note(ctx, "range", "%lld samples outside of the range %g to %g were written as its ends",
                 (long long)e.report->clipped, e.lo, e.hi);
    ctx->log = e.log;
    ctx->log_user = e.log_user;
    oro_export_release(&e);
    oro_json_free(e.numbers);
    for (int32_t i = 0; i < e.made_count; i++) free(e.made[i]);
    free(e.made);
    free(e.files);
    e.report->seconds = oro_job_seconds() - start;
    oro_export_report_free(ctx, &e.own);
    oro_end_job(ctx);
    return status;
}

void oro_export_report_free(oro_context *ctx, oro_export_report *report) {
    oro_free(ctx, report->files);
    report->files = NULL;
    report->count = 0;
}
