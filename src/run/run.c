// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Scratch memory as a list that the end of the run walks, and progress with the wish to stop.

#include "run.h"

#include <assert.h>
#include <string.h>
#include <time.h>

// --- scratch ----------------------------------------------------------------------------------------------------------

struct oro_scratch {
    struct oro_scratch *next;
    void *memory;
};

void *oro_scratch(oro_run *run, size_t bytes) {
    struct oro_scratch *link = oro_alloc(run->ctx, sizeof *link);
    if (!link) return NULL;
    link->memory = oro_alloc(run->ctx, bytes);
    if (!link->memory) {
        oro_free(run->ctx, link);
        return NULL;
    }
    link->next = run->scratch;
    run->scratch = link;
    return link->memory;
}

oro_grid oro_scratch_grid(oro_run *run, const oro_grid *like) {
    oro_grid g = *like;
    g.stride = (g.width + 15) / 16 * 16;
    g.data = oro_scratch(run, (size_t)g.stride * (size_t)g.height * sizeof(float));
    return g;
}

void oro_scratch_free(oro_run *run) {
    while (run->scratch) {
        struct oro_scratch *link = run->scratch;
        run->scratch = link->next;
        oro_free(run->ctx, link->memory);
        oro_free(run->ctx, link);
    }
}

// --- progress ---------------------------------------------------------------------------------------------------------

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void oro_stage(oro_run *run, double from, double to) {
    run->stage_from = from;
    run->stage_to = to;
}

const char *oro_run_name(const oro_run *run) { return run->label ? run->label : run->op->record.name; }

bool oro_report(oro_run *run, double fraction_of_stage) {
    if (!run->progress) return true;
    double now = seconds();
    if (now - run->last_time < 1.0 / 30.0) return true;
    double part = run->stage_from + (run->stage_to - run->stage_from) * fraction_of_stage;
    double fraction = run->from + (run->to - run->from) * part;
    if (fraction < run->last_fraction) fraction = run->last_fraction;
    run->last_time = now;
    run->last_fraction = fraction;
    if (run->progress(run->user, fraction, oro_run_name(run))) return true;
    run->wants_end = run->ctx->hold_cancel;
    return run->wants_end;
}

oro_status oro_step(oro_run *run, double fraction_of_stage) {
    if (!oro_is_cancelled(run->ctx) && oro_report(run, fraction_of_stage)) return ORO_OK;
    return oro_fail(run->ctx, ORO_CANCELLED, NULL, "cancelled");
}

static const oro_arg *argument_called(const oro_record *record, const char *name) {
    for (int32_t i = 0; i < record->arg_count; i++)
        if (strcmp(record->args[i].name, name) == 0) return &record->args[i];
    return NULL;
}

bool oro_end_early(oro_run *run, const char *argument, double reached) {
    if (!run->keep_partial) return false;
    oro_context *ctx = run->ctx;
    const oro_arg *arg = argument_called(&run->op->record, argument);
    assert(arg && (arg->type == ORO_NUMBER || arg->type == ORO_INTEGER));
    if (!(reached >= arg->min && reached <= arg->max)) return false;
    ctx->hold_cancel = true;
    if (!run->wants_end && !atomic_load(&ctx->cancel)) return false;
    run->wants_end = false;
    atomic_store(&ctx->cancel, false);
    run->ended = arg;
    run->ended_at = reached;
    return true;
}

oro_status oro_needs_whole(const oro_run *run, const char *what) {
    const oro_band *b = run->band;
    if (!b || b->count == b->whole) return ORO_OK;
    return oro_fail(run->ctx, ORO_UNSUPPORTED, NULL,
                    "%s needs the whole map, but this run holds only rows %d to %d of %d", what, b->first,
                    b->first + b->count - 1, b->whole);
}
