// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A run: what surrounds a method while it works. Methods (src/noise, src/solve) and operators (src/op) get a pointer to one and
// ask it for all that is not arithmetic: memory that frees itself, loops on many threads (run/loops.h), numbers over a whole
// map (run/reduce.h), progress, and whether somebody wants them to stop.
//
// A run belongs to the thread that began it. Its calls are for that thread, between loops; what a loop calls on other threads
// sees plain memory and nothing of the run.
#ifndef ORO_RUN_RUN_H
#define ORO_RUN_RUN_H

#include "core/context.h"
#include "orogen/operator.h"
#include "run/band.h"

struct oro_scratch;
struct oro_device;

/// A method may read `ctx`, `op` and `shape`; the rest belongs to the runner.
struct oro_run {
    oro_context *ctx;
    const oro_operator *op;    ///< NULL: whoever began it uses a method directly
    oro_grid shape;            ///< geometry of the first input, or of the world for operators without one; no data
    const oro_band *band;      ///< the rows of a larger map that this run makes; NULL: all
    struct oro_device *device; ///< what computes in the place of this processor; NULL: nothing does
    uint64_t seed;             ///< of the scene; seed arguments are mixed with it before the operator sees them
    oro_progress_fn *progress;
    void *user;
    const char *label;           ///< what progress calls this run; NULL: the operator's name. Said where there is none
    double from, to;             ///< what part of the whole this run is
    double stage_from, stage_to; ///< what part of this run the coming loops are
    double last_fraction, last_time;
    struct oro_scratch *scratch; ///< freed when the operator returns
    bool keep_partial;           ///< as oro_run_desc's
    bool wants_end;              ///< progress said no while loops could not be left
    const oro_arg *ended;        ///< the argument of oro_end_early(), once it said yes
    double ended_at;
};

/// A run without an operator, for those who use a method directly, without progress. Give its scratch back at the end.
static inline oro_run oro_run_alone(oro_context *context, const char *label) {
    return (oro_run){.ctx = context, .label = label, .to = 1.0, .stage_to = 1.0};
}

/// What a run is called.
const char *oro_run_name(const oro_run *run);

// --- memory -----------------------------------------------------------------------------------------------------------

/// Scratch memory of this run, 64-byte aligned, undefined contents. It stays until the run ends and is freed then, so what a
/// loop of many rounds needs is asked for before it. NULL with the error set when there is none.
void *oro_scratch(oro_run *run, size_t bytes);

/// A scratch map with the geometry of `like`. `data` is NULL on failure.
oro_grid oro_scratch_grid(oro_run *run, const oro_grid *like);

/// For whoever began the run: gives all of it back.
void oro_scratch_free(oro_run *run);

// --- progress and stopping --------------------------------------------------------------------------------------------

/// Says that the coming loops are the part [from, to] of the operator's work; without it each loop counts as all of it.
void oro_stage(oro_run *run, double from, double to);

/// Reports progress by hand, for work that is not a loop over rows; ORO_CANCELLED when it should end.
oro_status oro_step(oro_run *run, double fraction_of_stage);

/// For work that goes on in steps and is whole between them; ask before every step:
///
///     for (float t = 0; t < a->duration && !oro_end_early(r, "duration", t); t += step) …
///
/// True: someone wants the run to end and keep what there is. Make the state the result, as at the end, and return ORO_OK.
/// The number or integer called `argument`, set to `reached`, has to give this very result. Loops are not left half-way
/// once this was asked in a run that keeps what it has. A `reached` below the argument's range is no result: then false.
bool oro_end_early(oro_run *run, const char *argument, double reached);

/// For loops: tells the progress function, at most 30 times a second; what it answers decides whether to go on.
bool oro_report(oro_run *run, double fraction_of_stage);

/// Refuses a run that holds a part of its map: `what` needs all of it.
oro_status oro_needs_whole(const oro_run *run, const char *what);

// --- arguments --------------------------------------------------------------------------------------------------------

/// Row y of a field: its map's, or one row of the constant that serves all.
static inline const float *oro_field_row(const oro_field *f, int32_t y) { return f->row + (ptrdiff_t)y * f->step; }

/// Refuses a combination of arguments; the place is the argument's name.
#define oro_refuse(run, argument, ...) oro_fail((run)->ctx, ORO_BAD_ARGUMENT, argument, __VA_ARGS__)

#endif
