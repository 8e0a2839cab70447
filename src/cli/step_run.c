// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The second half of a step: the operator at work, what it wrote, and what it measured.

#include "data.h"
#include "io/json.h"
#include "offers.h"
#include "op/args.h"
#include "op/emit.h"
#include "step.h"
#include "streams.h"
#include "weigh.h"

#include <math.h>
#include <string.h>

void cli_flag_text(const oro_arg *arg, char *place) {
    snprintf(place, 72, "--%s", arg->name);
    for (char *at = place; *at; at++)
        if (*at == '_') *at = '-';
}

bool cli_has_unit(const oro_arg *arg, const char *unit) { return arg->unit && strcmp(arg->unit, unit) == 0; }

bool cli_takes_range(const cli_step *s, const oro_arg *arg) {
    int first = cli_first_grid(s->op, ORO_GRID_IN);
    bool passes = first < 0 || cli_has_unit(&s->op->record.args[first], "any");
    return cli_has_unit(arg, "m") || (cli_has_unit(arg, "any") && (!oro_arg_is_output(arg) || passes));
}

/// Turns the place of a refused argument into what the user wrote: the file, or the flag.
static oro_status explain(cli *c, const cli_step *s, oro_status status) {
    cli_take(c, status, NULL);
    const oro_arg *arg = c->error.where[0] ? oro_arg_find(&s->op->record, c->error.where) : NULL;
    if (status != ORO_BAD_ARGUMENT) return status;
    const char *path = arg ? s->paths[arg - s->op->record.args] : NULL;
    if (path) {
        snprintf(c->error.where, sizeof c->error.where, "%s", path);
        return status;
    }
    c->usage = true;
    if (arg) cli_flag_text(arg, c->error.where);
    return status;
}

/// Samples of the largest map that goes in, or that is made from nothing.
static double samples_of(const cli_step *s) {
    double most = s->handed ? (double)s->handed->width * s->handed->height : 0;
    for (int i = 0; i < CLI_MAX_ARGS; i++) {
        double here = (double)s->grids[i].width * s->grids[i].height;
        most = here > most ? here : most;
    }
    return most;
}

oro_status cli_step_run(cli *c, cli_step *s) {
    oro_status status = cli_check_interrupt(c);
    if (status == ORO_OK)
        status = cli_weigh_words(c, samples_of(s), !s->handed && cli_first_grid(s->op, ORO_GRID_IN) < 0);
    if (status != ORO_OK) return status;
    double start = cli_seconds();
    if (c->small) oro_reset_peak(c->ctx);
    status =
        oro_call(c->ctx, s->op, s->args, &(oro_run_desc){.ground = &s->ground, .progress = cli_progress, .user = c});
    cli_progress_end(c);
    s->seconds = cli_seconds() - start;
    if (c->small && c->small_steps < CLI_MAX_STEPS) c->small_peaks[c->small_steps++] = (double)oro_bytes_peak(c->ctx);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    if (status != ORO_OK) return explain(c, s, status);
    const oro_record *record = &s->op->record;
    for (int32_t i = 0; i < record->arg_count; i++)
        if (!oro_arg_matters(record, &record->args[i], s->args)) s->values[i] = NAN;
    return ORO_OK;
}

oro_status cli_step_save(cli *c, cli_step *s) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < s->op->record.arg_count; i++) {
        const oro_arg *arg = &s->op->record.args[i];
        if (s->others[i] && oro_arg_is_output(arg)) {
            char name[1300];
            int written;
            const cli_mapping *how = cli_takes_range(s, arg) ? &s->mapping : NULL;
            cli_data d = {oro_arg_kind(arg), s->paths[i], s->others[i], how, arg->unit, cli_text(&s->words, "texture")};
            status = cli_read_mesh(c, &s->words, &d.mesh);
            if (status != ORO_OK) return status;
            int map = cli_first_grid(s->op, ORO_GRID_IN);
            d.ground = map < 0 ? NULL : map == s->handed_to ? s->handed : &s->grids[map];
            status = cli_data_save(c, &d, &written);
            if (status == ORO_OK && !c->small) cli_say(c, "wrote %s", cli_data_name(&d, written, name, sizeof name));
        }
        if (arg->type != ORO_GRID_OUT || !s->paths[i]) continue;
        if (*s->paths[i] == '@') {
            status = cli_name_map(c, s->names, s->paths[i] + 1, &s->grids[i], arg->unit);
            continue;
        }
        status = cli_save_map(c, s->paths[i], &s->grids[i], cli_takes_range(s, arg) ? &s->mapping : NULL, arg->unit);
        if (status == ORO_OK) cli_say_written(c, s->paths[i], &s->grids[i], arg->unit);
    }
    return status;
}

void cli_step_print_values(const cli_step *s) {
    for (int32_t i = 0; i < s->op->record.arg_count; i++) {
        const oro_arg *arg = &s->op->record.args[i];
        if (arg->type != ORO_VALUE_OUT) continue;
        cli_print_value(arg, s->values[i]);
    }
}

void cli_print_value(const oro_arg *arg, double value) {
    char text[64], real[96];
    oro_emit_real_range(arg, real, sizeof real);
    fprintf(cli_stdout_is_taken() ? stderr : stdout, "%s %s%s%s%s\n", arg->name,
            cli_measure_text(value, arg->unit, text, sizeof text), *real ? " (" : "", real, *real ? ")" : "");
}

static oro_json *outputs_json(const cli_step *s) {
    oro_json *list = oro_json_new_array();
    for (int32_t i = 0; list && i < s->op->record.arg_count; i++) {
        const oro_arg *arg = &s->op->record.args[i];
        if (arg->type == ORO_GRID_OUT && s->paths[i] && *s->paths[i] != '@')
            oro_json_append(list, cli_json_map(s->paths[i], arg->name, &s->grids[i]));
        if (!oro_arg_is_output(arg) || !s->others[i]) continue;
        char about[128];
        oro_json *item = oro_json_new_object();
        oro_arg_info(arg)->describe(s->others[i], about, sizeof about);
        if (item) {
            oro_json_set(item, "file", cli_json_text(s->paths[i]));
            oro_json_set(item, "output", cli_json_text(arg->name));
            oro_json_set(item, "kind", cli_json_text(oro_arg_info(arg)->noun));
            oro_json_set(item, "holds", cli_json_text(about));
        }
        oro_json_append(list, item);
    }
    return list;
}

void cli_set_values(const oro_record *record, const double *numbers, oro_json *values, oro_json *real) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (arg->type == ORO_VALUE_OUT) oro_json_set(values, arg->name, cli_json_real(numbers[i]));
        if (oro_arg_has_real_range(arg)) oro_json_set(real, arg->name, cli_json_pair(arg->ui_min, arg->ui_max));
    }
}

oro_json *cli_step_json(const cli_step *s) {
    oro_json *root = oro_json_new_object(), *values = oro_json_new_object(), *real = oro_json_new_object();
    if (!root || !values || !real) {
        oro_json_free(root);
        oro_json_free(values);
        oro_json_free(real);
        return NULL;
    }
    cli_set_values(&s->op->record, s->values, values, real);
    oro_json_set(root, "op", cli_json_text(s->op->record.name));
    oro_json_set(root, "seconds", oro_json_new_number(s->seconds));
    oro_json_set(root, "outputs", outputs_json(s));
    oro_json_set(root, "values", values);
    oro_json_set(root, "real_land", real);
    return root;
}
