// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen ops: the operators, for people and for programs.

#include "cli.h"
#include "op/emit.h"

#include <string.h>

static void list_all(void) {
    const char *families[64];
    int count = 0;
    for (int i = 0; i < oro_operator_count(); i++) {
        const char *family = oro_operator_at(NULL, i)->family;
        int known = 0;
        while (known < count && strcmp(families[known], family) != 0) known++;
        if (known == count && count < 64) families[count++] = family;
    }
    for (int f = 0; f < count; f++) {
        cli_heading(stdout, families[f], f ? "\n" : "");
        for (int i = 0; i < oro_operator_count(); i++) {
            const oro_operator *op = oro_operator_at(NULL, i);
            if (strcmp(op->family, families[f]) == 0) printf("  %-16s %s\n", op->record.name, op->record.summary);
        }
    }
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 0, 1, "ops [NAME|WORD] [--json] [--schema] [--markdown]");
    if (status != ORO_OK) return status;
    const char *name = w->plain_count ? w->plain[0] : NULL;
    const oro_operator *op = name ? oro_operator_find(NULL, name) : NULL;
    if (name && !op) return cli_look_for(c, name);
    if (cli_on(w, "schema")) {
        oro_emit_schema(stdout);
    } else if (cli_on(w, "markdown")) {
        if (op)
            oro_emit_markdown(stdout, op, NULL);
        else
            oro_emit_markdown_index(stdout);
    } else if (c->json) {
        if (op)
            oro_emit_catalogue_of(stdout, op);
        else
            oro_emit_catalogue(stdout);
    } else if (op) {
        cli_help_operator(op);
    } else {
        list_all();
        cli_say(c, "\norogen ops NAME explains one; orogen NAME --help does too.");
    }
    return ORO_OK;
}

static const cli_flag flags[] = {
    {"schema", NULL, "Print the JSON Schema of scene files."},
    {"markdown", NULL, "Print the reference page of an operator, or the index of all."},
    {0},
};

const cli_command cli_command_ops = {
    .name = "ops",
    .summary = "List the operators, explain one, or find one by what it does",
    .usage = "[NAME|WORD] [--json] [--schema] [--markdown]",
    .doc = "An operator is one way of making, shaping or measuring land. Scenes are made of them, and each is a "
           "command too. Any other word is searched for in names, choices, presets, texts, examples and formats.\n"
           "With --json: the whole catalogue, or the entry of one, with every argument, unit, range and default.",
    .example = "orogen ops\norogen ops volcano\norogen ops {change} --json\norogen ops --schema > scene.schema.json",
    .flags = flags,
    .run = run,
};
