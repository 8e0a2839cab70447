// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen build SCENE: runs a scene and writes what it makes.

#include "cli.h"
#include "io/json.h"
#include "io/target.h"
#include "io/within.h"
#include "op/args.h"
#include "op/emit.h"
#include "orogen/build.h"
#include "scenes.h"
#include "streams.h"

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
        if (file->levels) oro_json_set(item, "levels", oro_json_new_number(file->levels));
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

static oro_status print_json(cli *c, const cli_scene *s, const oro_build_report *report) {
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

static void print_summary(cli *c, const cli_scene *s, const oro_build_report *report) {
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

// --- dry run -----------------------------------------------------------------------------------------------------------------

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
               report->files[i].bytes / 1048576.0, report->files[i].existed ? ", there already" : "");
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

static oro_status print_dry(cli *c, const cli_scene *s, const oro_build_report *report) {
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

/// A build that is watched. Once a node has ended early the wish to end is heeded: the next Ctrl-C is about what is left.
typedef struct watched {
    cli *c;
    oro_build_report report;
    bool heeded;
} watched;

static bool watch(void *user, double fraction, const char *what) {
    watched *w = user;
    if (w->report.early && !w->heeded) {
        cli_forget_interrupt();
        w->heeded = true;
    }
    return cli_progress(w->c, fraction, what);
}

static oro_status build(cli *c, const cli_words *w, cli_scene *s) {
    const char *folder = cli_text(w, "output");
    if (folder && strcmp(folder, "-") == 0)
        return cli_misuse(c, "--output",
                          "a build writes several files, so it takes a folder; orogen render and the "
                          "operators write to standard output");
    bool dry = cli_on(w, "dry-run");
    watched seen = {.c = c};
    c->keep_partial = cli_on(w, "keep-partial");
    oro_build_desc desc = {.detail = s->detail,
                           .force = c->force,
                           .clip = c->clip,
                           .keep_partial = c->keep_partial,
                           .progress = watch,
                           .user = &seen,
                           .report = &seen.report};
    oro_status status = cli_check_interrupt(c);
    if (status == ORO_OK)
        status = dry ? oro_scene_plan(s->scene, folder, &desc, &seen.report) : oro_scene_build(s->scene, folder, &desc);
    cli_progress_end(c);
    bool early = status == ORO_PARTIAL;
    if (status != ORO_OK) cli_take(c, status, strcmp(oro_last_error(c->ctx)->where, "folder") == 0 ? "--output" : NULL);
    c->usage = status == ORO_BAD_ARGUMENT && strcmp(c->error.where, "--output") == 0;
    if (status == ORO_CANCELLED && cli_was_interrupted()) status = cli_check_interrupt(c);
    if (status == ORO_OK && dry) {
        status = print_dry(c, s, &seen.report);
    } else if (status == ORO_OK || early) {
        print_summary(c, s, &seen.report);
        if (c->json) status = print_json(c, s, &seen.report);
        if (early && (status == ORO_OK || status == ORO_PARTIAL)) status = end_partial(c, s);
    }
    oro_build_report_free(c->ctx, &seen.report);
    return status;
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
    static oro_within rule; // for as long as the context, which outlives this
    oro_status status = cli_expect_words(c, w, 1, 1, "build SCENE [-o DIR]");
    if (status == ORO_OK) status = keep_within(c, w, &rule);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_scene_open(c, w->plain[0], w, &s);
    if (status == ORO_OK) status = build(c, w, &s);
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
