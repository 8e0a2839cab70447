// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen OPERATOR --flags … IN OUT: one operator on files.

#include "cli.h"
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
        if (status == ORO_OK && c->json) status = cli_print_json(c, cli_step_json(&step));
        if (status == ORO_OK && !c->json) cli_step_print_values(&step);
    }
    cli_step_free(c, &step);
    return status;
}
