// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen OPERATOR --flags … IN OUT: one operator on files.

#include "io/json.h"
#include "scores.h"
#include "step.h"

/// What the operator beside this one measures of the same map; NULL where there is none, or on failure.
static const oro_operator *measure_beside(cli *c, const cli_step *step, double *found, oro_status *status) {
    const oro_operator *other = step->op->beside ? oro_operator_find(c->ctx, step->op->beside) : NULL;
    int in = cli_first_grid(step->op, ORO_GRID_IN);
    *status = ORO_OK;
    if (!other || in < 0) return NULL;
    *status = cli_measure(c, step->op->beside, NULL, &step->grids[in], NULL, found);
    return *status == ORO_OK ? other : NULL;
}

/// Prints what was measured; below it what the operator beside this one measures.
static oro_status print_step(cli *c, const cli_step *step) {
    double found[CLI_MOST_FOUND];
    oro_status status;
    const oro_operator *other = measure_beside(c, step, found, &status);
    if (status != ORO_OK) return status;
    if (!c->json) {
        cli_step_print_values(step);
        for (int32_t i = 0; other && i < other->record.arg_count; i++)
            if (other->record.args[i].type == ORO_VALUE_OUT) cli_print_value(&other->record.args[i], found[i]);
        return ORO_OK;
    }
    oro_json *json = cli_step_json(step);
    if (json && other)
        cli_set_values(&other->record, found, oro_json_get(json, "values"), oro_json_get(json, "real_land"));
    return cli_print_json(c, json);
}

/// An operator's words.
typedef struct call {
    const char *name;
    int count;
    char *const *words;
} call;

static oro_status replay(cli *own, const void *user) {
    const call *again = user;
    cli_step step;
    oro_status status = cli_step_begin(own, &step, again->name, again->count, again->words, false, false);
    if (status == ORO_OK) status = cli_step_prepare(own, &step, NULL);
    if (status == ORO_OK) status = cli_step_run(own, &step);
    double found[CLI_MOST_FOUND];
    if (status == ORO_OK) measure_beside(own, &step, found, &status);
    cli_step_free(own, &step);
    return status;
}

oro_status cli_operator(cli *c, const char *name, int count, char *const *words) {
    cli_step step;
    call again = {name, count, words};
    c->replay = replay;
    c->replay_user = &again;
    oro_status status = cli_step_begin(c, &step, name, count, words, false, false);
    if (status == ORO_OK && c->help) {
        cli_help_operator(step.op);
    } else {
        if (status == ORO_OK) status = cli_open(c);
        if (status == ORO_OK) status = cli_step_prepare(c, &step, NULL);
        if (status == ORO_OK) status = cli_step_run(c, &step);
        if (status == ORO_OK) status = cli_step_save(c, &step);
        if (status == ORO_OK) status = print_step(c, &step);
    }
    cli_step_free(c, &step);
    return status;
}
