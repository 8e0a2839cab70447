// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen build SCENE: runs a scene and writes what it makes.

#include "built.h"
#include "io/within.h"
#include "streams.h"

#include <string.h>
#include <unistd.h>

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
        status = cli_print_plan(c, s, &seen.report);
    } else if (status == ORO_OK || early) {
        cli_say_built(c, s, &seen.report);
        if (c->json) status = cli_print_built(c, s, &seen.report);
        if (early && (status == ORO_OK || status == ORO_PARTIAL)) status = end_partial(c, s);
    }
    oro_build_report_free(c->ctx, &seen.report);
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    cli_scene s = {0};
    static oro_within rule; // for as long as the context, which outlives this
    oro_status status = cli_expect_words(c, w, 1, 1, "build SCENE [-o DIR]");
    if (status == ORO_OK) status = cli_keep_within(c, w, &rule);
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
