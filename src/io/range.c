// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which heights the integer codes of a file stand for, and whether the map fits them. The one place where that is decided,
// for every format and every way in: a range that was given is kept, and refused where it would cut off more than
// ORO_CLIP_SHARE of the samples; without one the codes get round numbers around what is there.
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "io/format.h"
#include "io/json.h"

// --- a range that fits -----------------------------------------------------------------------------------------------

/// 1, 2 or 5 times a power of ten. Kept as two numbers, so that multiples are the doubles nearest to the decimals that
/// people read: 3 steps of 0.1 are 0.3.
typedef struct round_step {
    double digit;
    double power; ///< of ten, 1 or more
    bool below_one;
} round_step;

static double multiple(round_step s, double count) {
    double digits = count * s.digit;
    return s.below_one ? digits / s.power : digits * s.power;
}

/// The largest step that is not above `most`.
static round_step step_within(double most) {
    round_step s = {1, 1, most < 1};
    while (s.below_one ? 1 / s.power > most : s.power * 10 <= most) s.power *= 10;
    static const double digits[] = {2, 5};
    for (int i = 0; i < 2; i++) {
        round_step larger = {digits[i], s.power, s.below_one};
        if (multiple(larger, 1) <= most) s = larger;
    }
    return s;
}

void oro_fitting_range(double min, double max, double *lo, double *hi) {
    bool level = !(max > min);
    round_step s = step_within((!level ? max - min : fabs(min) > 0 ? fabs(min) : 10) / 10);
    if (level) { // keeps its height exactly
        *lo = min + 0.0;
        *hi = min + multiple(s, 1);
        return;
    }
    double first = floor(min / multiple(s, 1)), last = ceil(max / multiple(s, 1));
    // Division rounds.
    while (multiple(s, first) > min) first--;
    while (multiple(s, first + 1) <= min) first++;
    while (multiple(s, last) < max) last++;
    while (multiple(s, last - 1) >= max) last--;
    *lo = multiple(s, first) + 0.0; // no minus in front of 0
    *hi = multiple(s, last) + 0.0;
}

// --- what does not fit -----------------------------------------------------------------------------------------------

/// A value less than half a code outside is written as truly as any other; what is not finite becomes a hole.
static int64_t count_outside(const oro_write_job *job, double half) {
    const oro_grid *g = job->grid;
    double lo = job->lo - half, hi = job->hi + half;
    int64_t count = 0;
    for (int32_t y = 0; y < g->height; y++) {
        const float *row = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++)
            count += isfinite(row[x]) && ((double)row[x] < lo || (double)row[x] > hi);
    }
    return count;
}

static oro_status refuse_clipping(const oro_write_job *job, const char *unit, const oro_extremes *e) {
    bool named = unit && *unit && strcmp(unit, "1") != 0 && strcmp(unit, "any") != 0;
    double samples = (double)job->grid->width * job->grid->height, share = 100 * (double)job->clipped / samples;
    char lo[32], hi[32], fit_lo[32], fit_hi[32], list[96];
    double fit[2];
    oro_fitting_range((double)e->min, (double)e->max, &fit[0], &fit[1]);
    oro_double_text(job->lo, lo);
    oro_double_text(job->hi, hi);
    if (job->kind == ORO_WHOLE)
        oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                 "%.3g %% of the samples do not fit into whole metres of 16 bits, which run from %s to %s, and "
                 "would be clipped: they run from %g to %g; write one of %s, or allow clipping",
                 share, lo, hi, (double)e->min, (double)e->max, oro_format_list_floats(list, sizeof list));
    else
        oro_fail(job->ctx, ORO_BAD_ARGUMENT, job->path,
                 "%.3g %% of the samples lie outside the range %s..%s%s%s and would be clipped; the range %s..%s "
                 "fits: give that one, or \"auto\", which finds it, or allow clipping",
                 share, lo, hi, named ? " " : "", named ? unit : "", oro_double_text(fit[0], fit_lo),
                 oro_double_text(fit[1], fit_hi));
    return oro_hint(job->ctx, "clip");
}

oro_status oro_check_range(oro_context *ctx, const char *path, double lo, double hi) {
    if (fabs(lo) <= ORO_FURTHEST_METRES && fabs(hi) <= ORO_FURTHEST_METRES && lo < hi) return ORO_OK;
    return oro_fail(ctx, ORO_BAD_ARGUMENT, path,
                    "the range must run from a lower to a higher number, both within 1e12 m, not from %g to %g", lo,
                    hi);
}

oro_status oro_write_job_range(oro_write_job *job, const oro_write_desc *desc, const oro_extremes *e) {
    double samples = (double)job->grid->width * job->grid->height;
    if (desc->report) *desc->report = (oro_write_report){0};
    if (job->kind == ORO_FLOATS) return ORO_OK;
    if (job->kind == ORO_WHOLE) {
        job->lo = -ORO_MOST_METRES;
        job->hi = ORO_MOST_METRES;
    } else if (!desc->has_range) {
        const oro_extremes *a = desc->among ? desc->among : e;
        oro_fitting_range(fmin((double)e->min, (double)a->min), fmax((double)e->max, (double)a->max), &job->lo,
                          &job->hi);
        job->fitted = true;
        char list[96];
        if (!(fabs(job->lo) <= ORO_FURTHEST_METRES && fabs(job->hi) <= ORO_FURTHEST_METRES))
            return oro_fail(
                job->ctx, ORO_BAD_ARGUMENT, job->path,
                "heights must lie within 1e12 m to be written as whole numbers, not at %g to %g m; write one of %s",
                (double)e->min, (double)e->max, oro_format_list_floats(list, sizeof list));
    } else {
        oro_status status = oro_check_range(job->ctx, job->path, desc->lo, desc->hi);
        if (status != ORO_OK) return status;
        job->lo = desc->lo;
        job->hi = desc->hi;
    }
    double codes = job->kind == ORO_WHOLE ? 2 * ORO_MOST_METRES : (double)((1u << job->bits) - 1);
    double half = 0.5 * (job->hi - job->lo) / codes;
    if ((double)e->min < job->lo - half || (double)e->max > job->hi + half) job->clipped = count_outside(job, half);
    if (desc->report)
        *desc->report = (oro_write_report){job->kind == ORO_CODES, job->fitted, job->lo, job->hi, job->clipped};
    if ((double)job->clipped <= ORO_CLIP_SHARE * samples || desc->clip) return ORO_OK;
    return refuse_clipping(job, desc->unit ? desc->unit : "m", e);
}

void oro_write_job_notes(const oro_write_job *job) {
    if (job->kind == ORO_WHOLE) oro_note(job->ctx, job->path, "heights are rounded to whole metres");
    if (job->kind == ORO_CODES && job->bits == 8)
        oro_note(job->ctx, job->path, "8 bits have 256 levels, which show as terraces; 16 bits do not");
    if (job->clipped)
        oro_note(job->ctx, job->path, "%lld values outside the range %g to %g were clamped to it",
                 (long long)job->clipped, job->lo, job->hi);
}
