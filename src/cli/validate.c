// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen validate SCENE…: is a scene right, and does anything in it look odd? Errors (exit code 3) are what a build would
// refuse; findings (exit code 6) are what it would do without complaint though it hardly is meant.

#include "cli.h"
#include "io/json.h"
#include "scene/graph.h"
#include "scenes.h"
#include "streams.h"

#include <string.h>

typedef struct report {
    cli *c;
    oro_json *list;
    const char *path;
    int findings, errors;
} report;

static void tell(report *r, const char *kind, const char *where, const char *sentence) {
    if (r->c->json) {
        oro_json *item = oro_json_new_object();
        if (!item) return;
        oro_json_set(item, "kind", cli_json_text(kind));
        oro_json_set(item, "where", cli_json_text(where));
        oro_json_set(item, "sentence", cli_json_text(sentence));
        oro_json_append(r->list, item);
    } else {
        char place[512], shown[1024];
        printf("%s: %s: %s\n", cli_shown(where, place, sizeof place), kind, cli_shown(sentence, shown, sizeof shown));
    }
}

static void on_finding(void *user, const char *where, const char *sentence) {
    report *r = user;
    char place[512];
    r->findings++;
    bool named = strncmp(where, r->path, strlen(r->path)) == 0;
    snprintf(place, sizeof place, named ? "%s%s" : "%s/%s", named ? "" : r->path, where);
    tell(r, "finding", place, sentence);
}

static void tell_error(report *r, const oro_error *error) {
    oro_error e = *error;
    r->errors++;
    cli_reword(&e);
    tell(r, "error", e.where[0] ? e.where : r->path, e.sentence);
}

/// Can what an output names be computed: is everything connected that has to be, without a circle?
static void check_output(report *r, const oro_scene *scene, const char *from, const char *place) {
    oro_source root;
    oro_graph graph = {0};
    oro_status status = oro_graph_find(scene, from, ORO_FILE_KINDS, &root, place);
    if (status == ORO_OK) {
        status = oro_graph_build(scene, &root, 1, &graph);
        oro_graph_free(scene, &graph);
    }
    if (status != ORO_OK) tell_error(r, oro_last_error(r->c->ctx));
}

static void validate(report *r) {
    cli_scene s;
    if (cli_scene_open(r->c, r->path, NULL, &s) != ORO_OK) {
        tell_error(r, &r->c->error);
        r->c->error = (oro_error){0};
    } else {
        for (int i = 0; i < oro_scene_output_count(s.scene); i++) {
            char place[300];
            snprintf(place, sizeof place, "%.200s/outputs/%d/from", r->path, i);
            check_output(r, s.scene, oro_scene_output_at(s.scene, i)->from, place);
        }
        if (oro_scene_output_count(s.scene) == 0) check_output(r, s.scene, NULL, r->path);
        oro_scene_lint(s.scene, on_finding, r);
    }
    cli_scene_close(&s);
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1 << 20, "validate SCENE…");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    oro_json *root = oro_json_new_object();
    report r = {.c = c, .list = oro_json_new_array()};
    for (int i = 0; i < w->plain_count; i++) {
        int before = r.findings + r.errors;
        r.path = w->plain[i];
        validate(&r);
        if (r.findings + r.errors == before) cli_say(c, "%s: no errors or warnings", w->plain[i]);
    }
    if (root && r.list) {
        oro_json_set(root, "valid", oro_json_new_bool(r.errors == 0));
        oro_json_set(root, "findings", r.list);
        if (c->json) status = cli_print_json(c, root);
        if (!c->json) oro_json_free(root);
    }
    c->findings = r.findings > 0;
    if (status == ORO_OK && r.errors) {
        c->json = false; // the place and sentence are printed already
        status = cli_fail(c, ORO_BAD_INPUT, NULL, r.errors == 1 ? "%d error" : "%d errors", r.errors);
    }
    return status;
}

const cli_command cli_command_validate = {
    .name = "validate",
    .summary = "Check scenes without building them",
    .usage = "SCENE…",
    .doc = "Reads each scene, resolves what is wired to what, and looks for what is allowed but odd (a node that "
           "nothing uses).\n"
           "Exit code 3 for errors, 6 for findings alone. Places are printed as FILE/nodes/3/args/height.",
    .example = "orogen validate valley.oro.json\norogen validate scenes/*.oro.json --json",
    .reads = 1 << 20, // all
    .run = run,
};
