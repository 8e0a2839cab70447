// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen examples [NAME] [-o FILE]: the scenes that come with the program.

#include "examples.h"
#include "cli.h"
#include "core/text.h"
#include "io/file.h"
#include "io/json.h"

#include <stdlib.h>
#include <string.h>

const cli_example *cli_example_find(cli *c, const char *name) {
    oro_suggestion s = {.word = name};
    for (const cli_example *e = cli_examples; e->name; e++) {
        if (strcmp(e->name, name) == 0) return e;
        oro_suggest_offer(&s, e->name);
    }
    char hint[96];
    cli_misuse(c, NULL, "there is no example \"%.60s\"%s; orogen examples lists them", name,
               oro_suggest_text(&s, hint, sizeof hint));
    return NULL;
}

/// What the first paragraph of the scene's own words says, after its name, broken at words.
static void describe(cli *c, const cli_example *e) {
    enum { COLUMN = 29, WIDTH = 120 };
    oro_json *root = NULL;
    oro_json_parse(c->ctx, e->name, e->text, e->length, &root);
    const oro_json *about = root ? oro_json_get(root, "about") : NULL;
    bool said = about && about->type == ORO_JSON_STRING;
    char *text = said ? strndup(about->text, strcspn(about->text, "\n")) : NULL;
    oro_print_wrapped(stdout, text ? text : "", printf(text ? "%-28s " : "%s", e->name), COLUMN, WIDTH);
    free(text);
    oro_json_free(root);
}

static oro_status list(cli *c) {
    oro_json *names = c->json ? oro_json_new_array() : NULL;
    for (const cli_example *e = cli_examples; e->name; e++) {
        if (names) oro_json_append(names, cli_json_text(e->name));
        if (!c->json) describe(c, e);
    }
    if (c->json) return cli_print_json(c, names);
    cli_say(c, "\norogen new my.oro.json --from NAME makes a scene of your own from one.");
    return ORO_OK;
}

static oro_status run(cli *c, const cli_words *w) {
    const char *to = cli_text(w, "output");
    oro_status status = cli_expect_words(c, w, 0, 1, "examples [NAME] [-o FILE]");
    if (status == ORO_OK && to && w->plain_count == 0) status = cli_misuse(c, "--output", "which example? Name one");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    if (w->plain_count == 0) return list(c);
    const cli_example *e = cli_example_find(c, w->plain[0]);
    if (!e) return ORO_BAD_ARGUMENT;
    if (!to || strcmp(to, "-") == 0) {
        fwrite(e->text, 1, e->length, stdout);
        return ORO_OK;
    }
    status = cli_take(c, oro_file_save(c->ctx, to, c->force, e->text, e->length), NULL);
    if (status == ORO_OK) cli_say(c, "wrote %s", to);
    return status;
}

static const cli_flag flags[] = {
    {"output", "FILE", "Write the scene into this file instead of printing it.", 'o'},
    {0},
};

const cli_command cli_command_examples = {
    .name = "examples",
    .summary = "List the example scenes, or print one",
    .usage = "[NAME] [-o FILE]",
    .doc = "The scenes are part of the program.",
    .example = "orogen examples\norogen examples default -o mine.oro.json",
    .flags = flags,
    .run = run,
};
