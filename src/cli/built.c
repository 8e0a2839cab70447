// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a build made, or would make; see built.h.

#include "built.h"
#include "io/json.h"
#include "io/target.h"
#include "op/args.h"
#include "op/emit.h"
#include "streams.h"

// --- what was made -----------------------------------------------------------------------------------------------------------

static oro_json *nodes_json(const cli_scene *s) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < oro_scene_node_count(s->scene); i++) {
        oro_node_report node = oro_scene_report(s->scene, i);
        oro_json *item = node.used ? oro_json_new_object() : NULL;
        if (!item) continue;
        oro_json_set(item, "id", cli_json_text(node.id));
        oro_json_set(item, "op", cli_json_text(node.op));
        oro_json_set(item, "seconds", oro_json_new_number(node.seconds));
        oro_json_set(item, "cached", oro_json_new_bool(node.cached));
        oro_json_set(item, "hash", cli_json_hash(node.hash));
        oro_json_append(list, item);
    }
    return list;
}

/// What an output shows, as the scene says it.
static const char *shown_by(const cli_scene *s, const oro_built *file) {
    bool named = file->output < oro_scene_output_count(s->scene);
    const char *from = named ? oro_scene_output_at(s->scene, file->output)->from : NULL;
    return from ? from : oro_scene_node_id(s->scene, file->made.node);
}

static oro_json *outputs_json(const cli_scene *s, const oro_build_report *report) {
    oro_json *list = oro_json_new_array();
    for (int32_t i = 0; list && i < report->count; i++) {
        const oro_built *file = &report->files[i];
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "path", cli_json_text(file->path));
        oro_json_set(item, "node", cli_json_text(shown_by(s, file)));
        oro_json_set(item, "format", cli_json_text(file->format));
        if (file->kind == ORO_BUILT_LEVELS || file->kind == ORO_BUILT_DATA) {
            bool levels = file->kind == ORO_BUILT_LEVELS;
            oro_json_set(item, "kind", cli_json_text(oro_arg_info(file->made.arg)->noun));
            oro_json_set(item, levels ? "levels" : "files", oro_json_new_number(levels ? file->levels : file->written));
        }
        if (file->written) oro_json_set(item, "hash", cli_json_hash(file->hash));
        if (file->written && file->report.codes) {
            oro_json_set(item, "range", cli_json_pair(file->report.lo, file->report.hi));
            oro_json_set(item, "clipped", oro_json_new_number((double)file->report.clipped));
        }
        oro_json_append(list, item);
    }
    return list;
}

/// The measured numbers of every node that ran.
static oro_json *ledgers_json(const cli_scene *s) {
    oro_json *ledgers = oro_json_new_object();
    for (int i = 0; ledgers && i < oro_scene_node_count(s->scene); i++) {
        const oro_record *record = &oro_scene_node_op(s->scene, i)->record;
        oro_json *ledger = NULL;
        for (int32_t k = 0; k < record->arg_count; k++) {
            char name[160];
            double value;
            if (record->args[k].type != ORO_VALUE_OUT || !oro_scene_report(s->scene, i).used) continue;
            snprintf(name, sizeof name, "%s.%s", oro_scene_node_id(s->scene, i), record->args[k].name);
            if (oro_scene_value(s->scene, name, &value) != ORO_OK) continue;
            if (!ledger) ledger = oro_json_new_object();
            if (ledger) oro_json_set(ledger, record->args[k].name, cli_json_real(value));
        }
        if (ledger) oro_json_set(ledgers, oro_scene_node_id(s->scene, i), ledger);
    }
    return ledgers;
}

oro_status cli_print_built(cli *c, const cli_scene *s, const oro_build_report *report) {
    oro_json *root = oro_json_new_object();
    if (!root) return cli_print_json(c, NULL);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)oro_scene_world(s->scene).seed);
    oro_json_set(root, "scene", cli_json_text(s->path));
    oro_json_set(root, "size", cli_json_pair(s->geometry.width, s->geometry.height));
    oro_json_set(root, "seed", oro_json_new_number_text(seed));
    oro_json_set(root, "seconds", oro_json_new_number(report->seconds));
    oro_json_set(root, "peak_bytes", oro_json_new_number((double)oro_bytes_peak(c->ctx)));
    oro_json_set(root, "nodes", nodes_json(s));
    oro_json_set(root, "outputs", outputs_json(s, report));
    oro_json_set(root, "ledgers", ledgers_json(s));
    return cli_print_json(c, root);
}

/// What a node measured, under its line.
static void say_measures(cli *c, const cli_scene *s, int index) {
    const oro_record *record = &oro_scene_node_op(s->scene, index)->record;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        char path[160], real[96];
        double value;
        if (arg->type != ORO_VALUE_OUT) continue;
        snprintf(path, sizeof path, "%s.%s", oro_scene_node_id(s->scene, index), arg->name);
        char text[64];
        if (oro_scene_value(s->scene, path, &value) == ORO_OK)
            cli_say(c, "    %-18s %s%s%s", arg->name, cli_measure_text(value, arg->unit, text, sizeof text),
                    oro_arg_has_real_range(arg) ? "  " : "", oro_emit_real_range(arg, real, sizeof real));
    }
}

void cli_say_built(cli *c, const cli_scene *s, const oro_build_report *report) {
    cli_say(c, "%s: %d x %d samples, %.4g m apart, seed %llu", s->path, s->geometry.width, s->geometry.height,
            s->geometry.cell, (unsigned long long)oro_scene_world(s->scene).seed);
    for (int i = 0; i < oro_scene_node_count(s->scene); i++) {
        oro_node_report node = oro_scene_report(s->scene, i);
        if (!node.used) continue;
        if (node.cached)
            cli_say(c, "  %-20s %-16s cached", node.id, node.op);
        else
            cli_say(c, "  %-20s %-16s %8.3f s", node.id, node.op, node.seconds);
        say_measures(c, s, i);
    }
    for (int32_t i = 0; i < report->count; i++) {
        char first[1100], range[96];
        const oro_built *file = &report->files[i];
        cli_range_text(&file->report, file->made.arg->unit, range, sizeof range);
        oro_level_path(file->path, 0, first, sizeof first);
        if (file->levels)
            cli_say(c, "wrote %s and %d finer levels%s", first, file->levels - 1, range);
        else if (*file->about)
            cli_say(c, "wrote %s (%s)", file->path, file->about);
        else
            cli_say(c, "wrote %s%s", file->path, range);
    }
    cli_say(c, "done in %.2f s, %.0f MiB at most", report->seconds, (double)oro_bytes_peak(c->ctx) / 1048576.0);
    for (int32_t i = 0; i < report->count; i++)
        if (report->files[i].kind == ORO_BUILT_MAP || report->files[i].kind == ORO_BUILT_MESH) {
            cli_say(c, "next: orogen info %s", report->files[i].path);
            break;
        }
}

// --- what would be made -----------------------------------------------------------------------------------------------------------------

/// Adds why a build would be refused to a list of texts.
static void add_problem(oro_json *problems, const char *path, const oro_error *problem) {
    char text[1600];
    oro_error said = *problem;
    if (problem->status == ORO_OK) return;
    cli_reword(&said);
    snprintf(text, sizeof text, path ? "%s: %s" : "%s%s", path ? path : "", said.sentence);
    oro_json_append(problems, cli_json_text(text));
}

static void print_plan(const cli_scene *s, const oro_build_report *report, const oro_json *problems) {
    char shown[512];
    printf("%s: %d x %d samples, %d nodes, about %.0f MiB of memory\n", cli_shown(s->path, shown, sizeof shown),
           s->geometry.width, s->geometry.height, oro_scene_node_count(s->scene), report->memory_bytes / 1048576.0);
    for (int32_t i = 0; i < report->count; i++)
        printf("%s (%s, about %.1f MiB at most)%s\n", report->files[i].path, report->files[i].format,
               report->files[i].bytes / 1048576.0, report->files[i].existed ? ", already exists" : "");
    for (size_t i = 0; i < problems->count; i++) printf("would be refused: %s\n", problems->items[i]->text);
}

static oro_json *plan_json(const cli_scene *s, const oro_build_report *report) {
    oro_json *root = oro_json_new_object(), *outputs = outputs_json(s, report);
    for (int32_t i = 0; outputs && i < report->count; i++) {
        oro_json_set(outputs->items[i], "bytes", oro_json_new_number(report->files[i].bytes));
        oro_json_set(outputs->items[i], "exists", oro_json_new_bool(report->files[i].existed));
    }
    if (!root) oro_json_free(outputs);
    if (!root) return NULL;
    oro_json_set(root, "scene", cli_json_text(s->path));
    oro_json_set(root, "size", cli_json_pair(s->geometry.width, s->geometry.height));
    oro_json_set(root, "memory_bytes", oro_json_new_number(report->memory_bytes));
    oro_json_set(root, "memory_budget_bytes", oro_json_new_number(report->memory_budget));
    oro_json_set(root, "outputs", outputs);
    return root;
}

oro_status cli_print_plan(cli *c, const cli_scene *s, const oro_build_report *report) {
    oro_json *problems = oro_json_new_array();
    if (!problems) return cli_print_json(c, NULL);
    for (int32_t i = 0; i < report->count; i++) add_problem(problems, report->files[i].path, &report->files[i].problem);
    add_problem(problems, NULL, &report->problem);
    c->findings = problems->count > 0;
    if (!c->json) {
        print_plan(s, report, problems);
        oro_json_free(problems);
        return ORO_OK;
    }
    oro_json *root = plan_json(s, report);
    if (root)
        oro_json_set(root, "problems", problems);
    else
        oro_json_free(problems);
    return cli_print_json(c, root);
}
