// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen build SCENE: runs a scene and writes what it makes.

#include "io/format.h"
#include "cli.h"
#include "io/json.h"
#include "io/within.h"
#include "op/args.h"
#include "op/emit.h"
#include "orogen/render.h"
#include "outputs.h"
#include "streams.h"
#include "weigh.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

static oro_json *outputs_json(const cli_plan *plan) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < plan->count; i++) {
        const cli_target *target = &plan->targets[i];
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "path", cli_json_text(target->path));
        oro_json_set(item, "node", cli_json_text(target->output->from ? target->output->from : target->node));
        oro_json_set(item, "format", cli_json_text(cli_target_format(target)));
        if (oro_arg_kind(target->arg) != ORO_KIND_GRID) {
            oro_json_set(item, "kind", cli_json_text(oro_arg_info(target->arg)->noun));
            oro_json_set(item, oro_arg_info(target->arg)->of_maps ? "levels" : "files",
                         oro_json_new_number(target->files));
        }
        if (target->written) oro_json_set(item, "hash", cli_json_hash(target->hash));
        if (target->written && target->report.codes) {
            oro_json_set(item, "range", cli_json_pair(target->report.lo, target->report.hi));
            oro_json_set(item, "clipped", oro_json_new_number((double)target->report.clipped));
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

static oro_status print_json(cli *c, const cli_scene *s, const cli_plan *plan, double seconds) {
    oro_json *root = oro_json_new_object();
    if (!root) return cli_print_json(c, NULL);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)oro_scene_world(s->scene).seed);
    oro_json_set(root, "scene", cli_json_text(s->path));
    oro_json_set(root, "size", cli_json_pair(s->geometry.width, s->geometry.height));
    oro_json_set(root, "seed", oro_json_new_number_text(seed));
    oro_json_set(root, "seconds", oro_json_new_number(seconds));
    oro_json_set(root, "peak_bytes", oro_json_new_number((double)oro_bytes_peak(c->ctx)));
    oro_json_set(root, "nodes", nodes_json(s));
    oro_json_set(root, "outputs", outputs_json(plan));
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

static void print_summary(cli *c, const cli_scene *s, const cli_plan *plan, double seconds) {
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
    for (int i = 0; i < plan->count; i++) {
        char range[96];
        const cli_target *target = &plan->targets[i];
        cli_range_text(&target->report, target->arg->unit, range, sizeof range);
        cli_say(c, "wrote %s%s", *target->told ? target->told : target->path, range);
    }
    cli_say(c, "done in %.2f s, %.0f MiB at most", seconds, (double)oro_bytes_peak(c->ctx) / 1048576.0);
    for (int i = 0; i < plan->count; i++)
        if (!plan->targets[i].output->style && oro_arg_kind(plan->targets[i].arg) == ORO_KIND_GRID) {
            cli_say(c, "next: orogen info %s", plan->targets[i].path);
            break;
        }
}

// --- dry run -----------------------------------------------------------------------------------------------------------------

/// Without compression, which makes pictures and codes smaller.
static double file_bytes(const cli_scene *s, const cli_target *target) {
    double samples = (double)s->geometry.width * s->geometry.height;
    int32_t longer = s->geometry.width > s->geometry.height ? s->geometry.width : s->geometry.height;
    const oro_style *style = target->output->style ? oro_style_find(NULL, target->output->style) : NULL;
    if (style && !cli_mesh_format_of(target->path)) {
        double side = oro_style_side(style, longer), photo = side * side * 9 / 16;
        return 3 * (style->kind == ORO_STYLE_PHOTO ? photo : samples * (side / longer) * (side / longer));
    }
    const oro_format *format = oro_format_find(target->path);
    double bytes = samples * (format ? format->sample_bytes : 4);
    return bytes * (oro_arg_kind(target->arg) == ORO_KIND_PYRAMID ? 4.0 / 3.0 : 1.0);
}

/// Why the build would be refused, a text each, in a list.
static oro_status find_problems(cli *c, const cli_scene *s, cli_plan *plan, cli_estimate *e, oro_json *problems) {
    int32_t longer = s->geometry.width > s->geometry.height ? s->geometry.width : s->geometry.height, side;
    double budget = cli_memory_budget(c);
    char text[1600];
    c->weighed = true;
    cli_rehearsal r = {.plan = plan};
    bool fits;
    oro_status status = cli_estimate_scene(c, s, &r, longer, e, &fits);
    for (int i = 0; status == ORO_OK && i < plan->count; i++) {
        if (!*plan->targets[i].problem) continue;
        snprintf(text, sizeof text, "%s: %s", plan->targets[i].path, plan->targets[i].problem);
        oro_json_append(problems, cli_json_text(text));
    }
    if (status != ORO_OK || fits) return status;
    status = cli_largest_side(c, s, &r, e, &side);
    cli_too_large(e->bytes, budget, side, "--size", text, sizeof text);
    if (status == ORO_OK) oro_json_append(problems, cli_json_text(text));
    return status;
}

static oro_status print_dry(cli *c, const cli_scene *s, cli_plan *plan) {
    cli_estimate e;
    oro_json *problems = oro_json_new_array();
    if (!problems) return cli_print_json(c, NULL);
    oro_status status = find_problems(c, s, plan, &e, problems);
    if (status != ORO_OK) {
        oro_json_free(problems);
        return status;
    }
    double memory = e.bytes;
    c->findings = problems->count > 0;
    for (int i = 0; i < plan->count; i++) plan->targets[i].existed = access(plan->targets[i].path, F_OK) == 0;
    if (!c->json) {
        char shown[512];
        printf("%s: %d x %d samples, %d nodes, about %.0f MiB of memory\n", cli_shown(s->path, shown, sizeof shown),
               s->geometry.width, s->geometry.height, oro_scene_node_count(s->scene), memory / 1048576.0);
        for (int i = 0; i < plan->count; i++)
            printf("%s (%s, about %.1f MiB at most)%s\n", plan->targets[i].path, cli_target_format(&plan->targets[i]),
                   file_bytes(s, &plan->targets[i]) / 1048576.0, plan->targets[i].existed ? ", there already" : "");
        for (size_t i = 0; i < problems->count; i++) printf("would be refused: %s\n", problems->items[i]->text);
        oro_json_free(problems);
        return ORO_OK;
    }
    oro_json *root = oro_json_new_object();
    if (!root) oro_json_free(problems);
    if (!root) return cli_print_json(c, NULL);
    oro_json_set(root, "scene", cli_json_text(s->path));
    oro_json_set(root, "size", cli_json_pair(s->geometry.width, s->geometry.height));
    oro_json_set(root, "memory_bytes", oro_json_new_number(memory));
    oro_json_set(root, "memory_budget_bytes", oro_json_new_number(cli_memory_budget(c)));
    oro_json_set(root, "problems", problems);
    oro_json *outputs = outputs_json(plan);
    for (int i = 0; outputs && i < plan->count; i++) {
        oro_json_set(outputs->items[i], "bytes", oro_json_new_number(file_bytes(s, &plan->targets[i])));
        oro_json_set(outputs->items[i], "exists", oro_json_new_bool(plan->targets[i].existed));
    }
    oro_json_set(root, "outputs", outputs);
    return cli_print_json(c, root);
}

// --- the command ---------------------------------------------------------------------------------------------------------------

/// Saves the document of a build that ended early beside the one it came from, under a name that is free: from there the
/// files it names are found too.
static oro_status save_partial(cli *c, cli_scene *s, char *path, size_t size) {
    const char *slash = cli_is_stdin(s->path) ? NULL : strrchr(s->path, '/');
    for (int number = 1;; number++) {
        char tail[16] = "";
        if (number > 1) snprintf(tail, sizeof tail, "-%d", number);
        int length = snprintf(path, size, "%.*s%s.partial%s.oro.json", slash ? (int)(slash - s->path) + 1 : 0, s->path,
                              s->name, tail);
        if (length < 0 || (size_t)length >= size) return cli_fail(c, ORO_CANNOT_WRITE, s->path, "its name is too long");
        if (access(path, F_OK) != 0) return cli_take(c, oro_scene_save(s->scene, path, false), NULL);
    }
}

/// What a build that was asked to end, and kept what it had, says at its end.
static oro_status end_partial(cli *c, cli_scene *s) {
    char path[1200];
    oro_error early = c->error;
    oro_status status = save_partial(c, s, path, sizeof path);
    if (status != ORO_OK) return status;
    c->error = early;
    size_t used = strlen(c->error.sentence);
    snprintf(c->error.sentence + used, sizeof c->error.sentence - used,
             "; everything was written, and %.200s is the scene that gives the same at this size", path);
    return ORO_PARTIAL;
}

static oro_status build(cli *c, const cli_words *w, cli_scene *s, cli_plan *plan) {
    double start = cli_seconds();
    oro_status status = cli_plan_claim(c, s, plan);
    c->keep_partial = cli_on(w, "keep-partial");
    cli_part(c, 0, 0.9);
    if (status == ORO_OK) status = cli_weigh_scene(c, s, &(cli_rehearsal){.plan = plan}, 1);
    if (status == ORO_OK) status = cli_scene_run(c, s, NULL);
    bool partial = status == ORO_PARTIAL;
    if (partial) status = ORO_OK;
    c->keep_partial = false;
    cli_part(c, 0.9, 1);
    if (status == ORO_OK) status = cli_plan_write(c, s, plan);
    if (status != ORO_OK) {
        if (!cli_on(w, "keep-partial")) cli_plan_undo(c, plan);
        return status;
    }
    double seconds = cli_seconds() - start;
    print_summary(c, s, plan, seconds);
    if (c->json) status = print_json(c, s, plan, seconds);
    return status == ORO_OK && partial ? end_partial(c, s) : status;
}

/// --within: a scene from a stranger, or from the studio's page, must not reach other files.
static oro_status keep_within(cli *c, const cli_words *w, oro_within *rule) {
    const char *folder = cli_text(w, "within");
    if (!folder) return ORO_OK;
    if (!oro_within_add(rule, folder))
        return cli_misuse(c, "--within", "%.200s cannot be used as a folder: %s", folder, strerror(errno));
    c->within = rule;
    return ORO_OK;
}

static oro_status run(cli *c, const cli_words *w) {
    cli_scene s = {0};
    cli_plan plan = {0};
    static oro_within rule; // for as long as the context, which outlives this
    oro_status status = cli_expect_words(c, w, 1, 1, "build SCENE [-o DIR]");
    if (status == ORO_OK) status = keep_within(c, w, &rule);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_scene_open(c, w->plain[0], w, &s);
    if (status == ORO_OK) status = cli_plan_make(c, &s, cli_text(w, "output"), &plan);
    if (status == ORO_OK) status = cli_on(w, "dry-run") ? print_dry(c, &s, &plan) : build(c, w, &s, &plan);
    cli_plan_free(&plan);
    cli_scene_close(&s);
    return status;
}

static const cli_flag flags[] = {
    {"output", "DIR", "Folder to write into; made where it is missing (default: the scene's name).", 'o'},
    CLI_SCENE_FLAGS,
    {"within", "DIR", "Read and write no file outside of this folder, also not through links."},
    {"dry-run", NULL,
     "Only list the files with their sizes, the memory that building will need, and why it would be refused."},
    {"keep-partial", NULL,
     "On Ctrl-C end the step at work early, where it can, and write what there is; keep files when it fails."},
    {0},
};

const cli_command cli_command_build = {
    .name = "build",
    .summary = "Build a scene: compute it and export its maps, meshes and pictures",
    .usage = "SCENE [-o DIR] [--size N] [--set NODE.ARG=VALUE]… [--seed N] [--dry-run]",
    .doc = "Writes the outputs the scene names into a folder. A scene that names none gets NAME.png, its last map as a "
           "16-bit\n"
           "height map, and NAME-relief.png, a picture of it. Beside every map lies a small JSON file with its metres. "
           "Nothing is\n"
           "replaced without --force, which is checked before anything is computed; the same scene, size and seed "
           "always give\n"
           "the same values.",
    .example = "orogen build valley.oro.json\norogen build valley.oro.json -o out --size 2k --seed 7 --json",
    .flags = flags,
    .reads = 1,
    .run = run,
};
