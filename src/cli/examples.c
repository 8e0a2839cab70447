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

const char cli_starter[] = "starter";

const oro_example *cli_example_find(cli *c, const char *name) {
    const oro_example *found = oro_example_find(cli_examples, name);
    if (found) return found;
    oro_suggestion s = {.word = name};
    for (const oro_example *e = cli_examples; e->name; e++) oro_suggest_offer(&s, e->name);
    char hint[96];
    cli_misuse(c, NULL, "there is no example \"%.60s\"%s; orogen examples lists them", name,
               oro_suggest_text(&s, hint, sizeof hint));
    return NULL;
}

static oro_status list_json(cli *c) {
    oro_json *names = oro_json_new_array();
    for (const oro_example *e = cli_examples; names && e->name; e++) oro_json_append(names, cli_json_text(e->name));
    return cli_print_json(c, names);
}

/// What the first paragraph of the scene's own words says, after its name, broken at words.
static void describe(const oro_example *e) {
    enum { COLUMN = 31, WIDTH = 120 };
    char *text = strndup(e->about, strcspn(e->about, "\n"));
    oro_print_wrapped(stdout, text ? text : "", printf("  %-28s ", e->name), COLUMN, WIDTH);
    free(text);
}

static oro_status list(cli *c) {
    const char *group = "";
    for (const oro_example *e = cli_examples; e->name; e++) {
        if (strcmp(group, e->group) != 0) cli_heading(stdout, e->group, *group ? "\n" : "");
        group = e->group;
        describe(e);
    }
    cli_say(c, "\norogen new my.oro.json --from NAME makes a scene of your own from one.");
    return ORO_OK;
}

static oro_status run(cli *c, const cli_words *w) {
    const char *to = cli_text(w, "output");
    oro_status status = cli_expect_words(c, w, 0, 1, "examples [NAME] [-o FILE]");
    if (status == ORO_OK && to && w->plain_count == 0)
        status = cli_misuse(c, "--output", "the name of an example is missing");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    if (w->plain_count == 0) return c->json ? list_json(c) : list(c);
    const oro_example *e = cli_example_find(c, w->plain[0]);
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
