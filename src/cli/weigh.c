// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Refuses what there is no memory for before anything is computed; build/weigh.h tells what fits. Here are the commands that
// do something else with a scene than building it, and those that run operators from words.

#include "weigh.h"
#include "build/weigh.h"
#include "core/context.h"
#include "scene/document.h"

#include <math.h>
#include <string.h>

// --- scenes ----------------------------------------------------------------------------------------------------------------

typedef struct small_work {
    const cli *c;
    const cli_scene *scene;
    const cli_weighed *work;
} small_work;

/// What the command does with the result, with a copy of itself for the small scene.
static oro_status do_more(oro_scene *copy, int32_t detail, void *user) {
    const small_work *w = user;
    cli own = *w->c;
    cli_scene small = *w->scene;
    own.ctx = copy->ctx;
    own.progress = CLI_PROGRESS_NEVER;
    own.quiet = own.weighed = true;
    small.scene = copy;
    small.detail = detail;
    oro_status status = oro_scene_geometry(copy, detail, &small.geometry);
    if (status == ORO_OK) status = w->work->more(&own, &small, w->work->user);
    if (status != ORO_OK && own.error.status != ORO_OK) copy->ctx->error = own.error;
    return status;
}

/// Says which flags make it smaller, or allow more.
static oro_status refuse(cli *c, oro_status status, const char *size_flag) {
    cli_take(c, status, NULL);
    char *sentence = c->error.sentence, *flag = size_flag ? strstr(sentence, "--size") : NULL;
    if (flag) {
        char rest[sizeof c->error.sentence];
        snprintf(rest, sizeof rest, "%s%s", size_flag, flag + strlen("--size"));
        snprintf(flag, sizeof c->error.sentence - (size_t)(flag - sentence), "%s", rest);
    }
    return status;
}

oro_status cli_weigh_scene(cli *c, const cli_scene *s, const cli_weighed *work, int copies) {
    if (c->weighed) return ORO_OK;
    c->weighed = true;
    oro_weight w;
    small_work user = {c, s, work};
    oro_rehearsal r = {.target = work->target,
                       .more = work->more ? do_more : NULL,
                       .user = &user,
                       .progress = cli_progress,
                       .progress_user = c};
    oro_status status = oro_weigh_before(s->scene, &r, s->detail, copies, &w);
    cli_progress_end(c);
    c->weight = w.bytes;
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    return status == ORO_OK ? status : refuse(c, status, work->size_flag);
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
    double small[CLI_MAX_STEPS], large[CLI_MAX_STEPS], sizes[2], budget = oro_memory_budget(c->ctx);
    int steps[2];
    if (c->weighed || c->small || !c->replay) return ORO_OK;
    c->weighed = true;
    if (oro_is_plenty(c->ctx, samples)) return ORO_OK;
    if (!replay_small(c, 129, &sizes[0], small, &steps[0]) || !replay_small(c, 257, &sizes[1], large, &steps[1]))
        return cli_check_interrupt(c); // what cannot be done small may be done large; where not, that will tell
    oro_estimate e;
    oro_extrapolate(small, large, sizes, steps[0] < steps[1] ? steps[0] : steps[1], samples, oro_weight_most(budget),
                    &e);
    if (oro_weight_fits(e.bytes, budget)) return ORO_OK;
    int32_t side = oro_round_side(sqrt(fmax(e.most_samples, 0)));
    return cli_take(c, oro_refuse_weight(c->ctx, NULL, e.bytes, budget, side, fresh), NULL);
}
