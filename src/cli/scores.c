// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Measures maps and scenes with the operators marked as scoring.

#include "scores.h"
#include "op/args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Needs one map and no other?
static bool can_score(const oro_operator *op) {
    int needed = 0;
    for (int32_t i = 0; i < op->record.arg_count; i++)
        needed += oro_arg_is_input(&op->record.args[i]) && !(op->record.args[i].flags & ORO_OPTIONAL);
    return op->scores && needed == 1;
}

void cli_scores_find(cli_scores *scores) {
    scores->count = 0;
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        if (!can_score(op)) continue;
        for (int32_t k = 0; k < op->record.arg_count && scores->count < CLI_MAX_SCORES; k++) {
            const oro_arg *arg = &op->record.args[k];
            if (arg->type != ORO_VALUE_OUT) continue;
            bool taken = cli_score_find(scores, arg->name) >= 0;
            cli_score *score = &scores->items[scores->count++];
            *score = (cli_score){.op = op, .arg = arg};
            snprintf(score->name, sizeof score->name, "%s%s%s", taken ? op->record.name : "", taken ? "." : "",
                     arg->name);
        }
    }
}

int cli_score_find(const cli_scores *scores, const char *name) {
    for (int i = 0; i < scores->count; i++) {
        char full[128];
        snprintf(full, sizeof full, "%s.%s", scores->items[i].op->record.name, scores->items[i].arg->name);
        if (strcmp(scores->items[i].name, name) == 0 || strcmp(full, name) == 0) return i;
    }
    return -1;
}

/// Is this the first of its operator's scores?
static bool begins_operator(const cli_scores *scores, int index) {
    return index == 0 || scores->items[index - 1].op != scores->items[index].op;
}

oro_status cli_measure(cli *c, const char *name, const void *as, const oro_grid *map, const double *sea,
                       double *found) {
    const oro_operator *op = oro_operator_find(c->ctx, name);
    const oro_record *record = &op->record;
    void *args = calloc(1, record->size), *defaults = calloc(1, record->size);
    oro_status status = args && defaults ? oro_args_init(c->ctx, record, defaults)
                                         : cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the arguments");
    if (status == ORO_OK) memcpy(args, as ? as : defaults, record->size); // texts and lists stay their owner's
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, args);
        found[i] = (double)NAN;
        if (arg->type == ORO_VALUE_OUT) *(double **)at = &found[i];
        if (arg->type == ORO_GRID_IN && !(arg->flags & ORO_OPTIONAL)) *(const oro_grid **)at = map;
        if (arg->flags & ORO_SEA_LEVEL && sea && !as) *(float *)at = (float)*sea;
    }
    if (status == ORO_OK) status = oro_call(c->ctx, op, args, &(oro_run_desc){.progress = cli_progress, .user = c});
    if (defaults) oro_args_free(c->ctx, record, defaults);
    free(defaults);
    free(args);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    return cli_take(c, status, NULL);
}

/// The operator of a score on one map; its numbers go to their places in `values`. `sea` is NULL where there is none.
static oro_status measure_with(cli *c, const cli_scores *scores, int index, const void *as, const oro_grid *map,
                               const double *sea, double *values) {
    double found[CLI_MOST_FOUND];
    oro_status status = cli_measure(c, scores->items[index].op->record.name, as, map, sea, found);
    for (int i = index; status == ORO_OK && i < scores->count && scores->items[i].op == scores->items[index].op; i++)
        values[i] = found[scores->items[i].arg - scores->items[i].op->record.args];
    return status;
}

oro_status cli_scores_measure(cli *c, const cli_scores *scores, const oro_grid *map, const double *sea,
                              double *values) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < scores->count; i++)
        if (begins_operator(scores, i)) status = measure_with(c, scores, i, NULL, map, sea, values);
    return status;
}

// --- scenes -----------------------------------------------------------------------------------------------------------------

/// Metres, or whatever went in.
static bool may_be_heights(const oro_arg *arg) {
    return arg && arg->unit && (strcmp(arg->unit, "m") == 0 || strcmp(arg->unit, "any") == 0);
}

const char *cli_scene_terrain(const cli_scene *s) {
    const char *node;
    for (int i = 0; i < oro_scene_output_count(s->scene); i++) {
        const oro_output *out = oro_scene_output_at(s->scene, i);
        const oro_arg *arg = out->style ? NULL : cli_scene_output_arg(s, out->from, &node);
        if (may_be_heights(arg)) return out->from;
    }
    for (int i = oro_scene_node_count(s->scene) - 1; i >= 0; i--) {
        const char *id = oro_scene_node_id(s->scene, i);
        const oro_arg *arg = cli_scene_output_arg(s, id, &node);
        if (may_be_heights(arg) && oro_scene_node_enabled(s->scene, i)) return id;
    }
    return NULL;
}

/// The last enabled node of the scene that runs an operator; NULL: none.
static const char *node_of(const cli_scene *s, const oro_operator *op) {
    for (int i = oro_scene_node_count(s->scene) - 1; i >= 0; i--)
        if (strcmp(oro_scene_node_op(s->scene, i)->record.name, op->record.name) == 0 &&
            oro_scene_node_enabled(s->scene, i))
            return oro_scene_node_id(s->scene, i);
    return NULL;
}

oro_status cli_scores_of_scene(cli *c, const cli_scores *scores, cli_scene *s, double *values) {
    oro_status status = cli_scene_run(c, s, cli_scene_terrain(s));
    if (status != ORO_OK) return status;
    const oro_grid *map = oro_scene_grid(s->scene, cli_scene_terrain(s));
    if (!map) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    status = cli_check_finite(c, map, s->path);
    oro_world world = oro_scene_world(s->scene);
    for (int i = 0; status == ORO_OK && i < scores->count; i++) {
        if (!begins_operator(scores, i)) continue;
        const char *node = node_of(s, scores->items[i].op);
        const void *as = node ? oro_scene_args(s->scene, node) : NULL;
        status = measure_with(c, scores, i, as, map, world.has_sea ? &world.sea : NULL, values);
    }
    return status;
}
