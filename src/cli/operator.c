// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen OPERATOR --flags … IN OUT: one operator on files.

#include "io/json.h"
#include "scores.h"
#include "step.h"

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
    cli_step_free(own, &step);
    return status;
}

/// Measures what the operator beside this one does, of the same map; its numbers follow below. `json` is NULL where they are
/// printed as text.
static oro_status print_beside(cli *c, const cli_step *step, oro_json *json) {
    const oro_operator *other = step->op->beside ? oro_operator_find(c->ctx, step->op->beside) : NULL;
    int in = cli_first_grid(step->op, ORO_GRID_IN);
    double found[CLI_MOST_FOUND];
    if (!other || in < 0) return ORO_OK;
    oro_status status = cli_measure(c, step->op->beside, NULL, &step->grids[in], NULL, found);
    if (status == ORO_OK && json)
        cli_set_values(&other->record, found, oro_json_get(json, "values"), oro_json_get(json, "real_land"));
    for (int32_t i = 0; status == ORO_OK && !json && i < other->record.arg_count; i++)
        if (other->record.args[i].type == ORO_VALUE_OUT) cli_print_value(&other->record.args[i], found[i]);
    return status;
}

static oro_status print_step(cli *c, const cli_step *step) {
    oro_json *json = c->json ? cli_step_json(step) : NULL;
    if (c->json && !json) return cli_print_json(c, NULL);
    if (!json) cli_step_print_values(step);
    oro_status status = print_beside(c, step, json);
    if (status == ORO_OK && json) return cli_print_json(c, json);
    oro_json_free(json);
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
