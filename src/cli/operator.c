// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen OPERATOR --flags … IN OUT: one operator on files.

#include "cli.h"
#include "io/json.h"
#include "step.h"

#include <string.h>

static oro_json *outputs_json(const cli_step *s) {
    oro_json *list = oro_json_new_array();
    for (int32_t i = 0; list && i < s->op->record.arg_count; i++) {
        if (s->op->record.args[i].type != ORO_GRID_OUT || !s->paths[i]) continue;
        oro_json *item = oro_json_new_object();
        if (!item) break;
        oro_json_set(item, "path", oro_json_new_string(s->paths[i]));
        oro_json_set(item, "output", oro_json_new_string(s->op->record.args[i].name));
        oro_json_set(item, "format", oro_json_new_string(cli_format_of(s->paths[i])));
        oro_json_set(item, "size", cli_json_pair(s->grids[i].width, s->grids[i].height));
        oro_json_set(item, "hash", cli_json_hash(oro_grid_hash(&s->grids[i])));
        oro_json_append(list, item);
    }
    return list;
}

static oro_status print_result(cli *c, const cli_step *s) {
    if (!c->json) {
        cli_step_print_values(s);
        return ORO_OK;
    }
    oro_json *root = oro_json_new_object(), *values = oro_json_new_object();
    if (!root || !values) return cli_print_json(c, NULL);
    for (int32_t i = 0; i < s->op->record.arg_count; i++)
        if (s->op->record.args[i].type == ORO_VALUE_OUT)
            oro_json_set(values, s->op->record.args[i].name, cli_json_real(s->values[i]));
    oro_json_set(root, "op", oro_json_new_string(s->op->record.name));
    oro_json_set(root, "seconds", oro_json_new_number(s->seconds));
    oro_json_set(root, "outputs", outputs_json(s));
    oro_json_set(root, "values", values);
    return cli_print_json(c, root);
}

oro_status cli_operator(cli *c, const char *name, int count, char *const *words) {
    cli_step step;
    oro_status status = cli_step_begin(c, &step, name, count, words, false, false);
    if (status == ORO_OK && c->help) {
        cli_help_operator(step.op);
    } else {
        if (status == ORO_OK) status = cli_open(c);
        if (status == ORO_OK) status = cli_step_prepare(c, &step, NULL);
        if (status == ORO_OK) status = cli_step_run(c, &step);
        if (status == ORO_OK) status = cli_step_save(c, &step);
        if (status == ORO_OK) status = print_result(c, &step);
    }
    cli_step_free(c, &step);
    return status;
}
