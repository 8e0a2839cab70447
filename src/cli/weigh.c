// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Refuses what there is no memory for before anything is computed. A rehearsal at 257 samples is nothing beside a map that
// could be too large, but would be most of the time of a small one: what stays below PLENTY bytes a sample is small.

#include "weigh.h"
#include "core/context.h"
#include "core/memory.h"

#include <math.h>

enum {
    PLENTY = 1024,     ///< bytes a sample that no scene in sight has taken: some 80 are usual, 300 the most measured
    LONG_BUILD = 2049, ///< samples along a side from which a build is worth rehearsing for its ranges alone
    TRIES = 4,
};

/// Estimates come within a tenth of what is measured; what would fill memory to the last byte is too large.
static const double SLACK = 1.125;

double cli_memory_budget(const cli *c) {
    double limit = (double)c->ctx->memory_limit;
    return c->memory_given ? limit : fmin(limit, 0.9 * (double)oro_memory_look("").free);
}

/// A readable size that is not larger.
static int32_t round_down(double side) {
    int32_t step = side >= 2000 ? 100 : side >= 200 ? 10 : 1;
    return side >= 2 ? (int32_t)(fmin(side, ORO_MAX_SIDE) / step) * step : 0;
}

void cli_too_large(double bytes, double budget, int32_t side, const char *size_flag, char *sentence, size_t size) {
    int used = snprintf(sentence, size, "this takes up to %.0f MiB of memory and %.0f MiB can be had; ",
                        SLACK * bytes / 1048576, budget / 1048576);
    if (used < 0 || (size_t)used >= size) return;
    if (!side)
        snprintf(sentence + used, size - (size_t)used, "--memory says how much there is where that is wrong");
    else if (size_flag)
        snprintf(sentence + used, size - (size_t)used,
                 "the largest size that fits is %d (%s %d), and --memory says how much there is where that is wrong",
                 side, size_flag, side);
    else
        snprintf(sentence + used, size - (size_t)used,
                 "a map of %d x %d fits, and --memory says how much there is where that is wrong", side, side);
}

oro_status cli_estimate_scene(cli *c, const cli_scene *s, const cli_rehearsal *r, int32_t side, cli_estimate *e,
                              bool *fits) {
    double budget = cli_memory_budget(c);
    oro_status status = cli_rehearse(c, s, r, side, budget / SLACK, e);
    *fits = status == ORO_OK && SLACK * e->bytes <= budget;
    return status;
}

oro_status cli_largest_side(cli *c, const cli_scene *s, const cli_rehearsal *r, const cli_estimate *first,
                            int32_t *side) {
    cli_estimate e = *first;
    double shape = (double)s->geometry.width / s->geometry.height;
    bool fits = false;
    if (shape < 1) shape = 1 / shape;
    *side = 0;
    for (int i = 0; i < TRIES && !fits; i++) {
        int32_t guess = round_down(sqrt(fmax(e.most_samples, 0) * shape));
        if (guess < 2) return ORO_OK;
        oro_status status = cli_estimate_scene(c, s, r, guess, &e, &fits);
        if (status != ORO_OK) return status;
        if (fits) *side = guess;
        e.most_samples *= 0.9; // a smaller map leaves the cache a larger share
    }
    return ORO_OK;
}

/// Does a build write integers with a range that may not fit?
static bool may_clip(const cli *c, const cli_plan *plan) {
    for (int i = 0; plan && !c->clip && i < plan->count; i++) {
        const oro_output *out = plan->targets[i].output;
        if (!out->style && !out->auto_range && !out->clip) return true;
    }
    return false;
}

static oro_status refuse_clipped(cli *c, const cli_plan *plan) {
    for (int i = 0; plan && i < plan->count; i++)
        if (*plan->targets[i].problem)
            return cli_fail(c, ORO_BAD_ARGUMENT, plan->targets[i].path, "%s", plan->targets[i].problem);
    return ORO_OK;
}

oro_status cli_weigh_scene(cli *c, const cli_scene *s, const cli_rehearsal *r, int copies) {
    int32_t longer = s->geometry.width > s->geometry.height ? s->geometry.width : s->geometry.height;
    double samples = (double)s->geometry.width * s->geometry.height, budget = cli_memory_budget(c);
    char sentence[sizeof c->error.sentence];
    int32_t side;
    if (c->weighed) return ORO_OK;
    c->weighed = true;
    if (samples * PLENTY * copies <= budget && !(longer >= LONG_BUILD && may_clip(c, r->plan))) return ORO_OK;
    cli_estimate e;
    cli_say(c, "looking whether it fits, at a small size");
    bool fits;
    oro_status status = cli_estimate_scene(c, s, r, longer, &e, &fits);
    if (status == ORO_OK && !fits) status = cli_largest_side(c, s, r, &e, &side);
    if (status == ORO_CANCELLED) return cli_check_interrupt(c);
    if (status != ORO_OK) { // what cannot be done small may be done large; where not, that will tell
        c->error = (oro_error){0};
        c->usage = false;
        return ORO_OK;
    }
    c->weight = e.bytes;
    if (fits) return refuse_clipped(c, r->plan);
    cli_too_large(e.bytes, budget, side, r->size_flag ? r->size_flag : "--size", sentence, sizeof sentence);
    return cli_fail(c, ORO_NO_MEMORY, s->path, "%s", sentence);
}

// --- operators -------------------------------------------------------------------------------------------------------------

/// Runs the words again with small maps, and notes what each operator took; false where that does not work.
static bool replay_small(cli *c, int32_t side, double *samples, double *peaks, int *steps) {
    oro_context_desc desc;
    cli own = *c;
    own.ctx = NULL;
    own.small = side;
    own.small_samples = 0;
    own.small_peaks = peaks;
    own.small_steps = 0;
    own.json = false;
    own.quiet = own.weighed = true;
    own.progress = CLI_PROGRESS_NEVER;
    if (cli_describe_context(&own, &desc) != ORO_OK) return false;
    desc.log = NULL;
    own.ctx = oro_create(&desc, &own.error);
    if (!own.ctx) return false;
    oro_status status = c->replay(&own, c->replay_user);
    oro_destroy(own.ctx);
    *samples = own.small_samples;
    *steps = own.small_steps;
    return status == ORO_OK;
}

oro_status cli_weigh_words(cli *c, double samples, bool fresh) {
    double small[CLI_MAX_STEPS], large[CLI_MAX_STEPS], sizes[2], budget = cli_memory_budget(c);
    int steps[2];
    if (c->weighed || c->small || !c->replay) return ORO_OK;
    c->weighed = true;
    if (samples * PLENTY <= budget) return ORO_OK;
    if (!replay_small(c, 129, &sizes[0], small, &steps[0]) || !replay_small(c, 257, &sizes[1], large, &steps[1]))
        return cli_check_interrupt(c); // what cannot be done small may be done large; where not, that will tell
    cli_estimate e;
    cli_extrapolate(small, large, sizes, steps[0] < steps[1] ? steps[0] : steps[1], samples, budget / SLACK, &e);
    if (SLACK * e.bytes <= budget) return ORO_OK;
    char sentence[sizeof c->error.sentence];
    int32_t side = round_down(sqrt(fmax(e.most_samples, 0)));
    cli_too_large(e.bytes, budget, side, fresh ? "--size" : NULL, sentence, sizeof sentence);
    return cli_fail(c, ORO_NO_MEMORY, NULL, "%s", sentence);
}
