// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen: finds the command or operator the first word names, and runs it. The list of commands is commands.def.

#include "cli.h"
#include "core/text.h"
#include "examples.h"
#include "streams.h"

#include <string.h>

#define COMMAND(name) extern const cli_command cli_command_##name;
#include "cli/commands.def"
#undef COMMAND

static const cli_command *const commands[] = {
#define COMMAND(name) &cli_command_##name,
#include "cli/commands.def"
#undef COMMAND
};

int cli_command_count(void) { return (int)(sizeof commands / sizeof *commands); }

const cli_command *cli_command_at(int index) { return commands[index]; }

const cli_command *cli_command_find(const char *name) {
    for (int i = 0; i < cli_command_count(); i++) {
        const char *formerly = commands[i]->formerly;
        if (strcmp(commands[i]->name, name) == 0 || (formerly && strcmp(formerly, name) == 0)) return commands[i];
    }
    return NULL;
}

/// Everything that has to do with the words: operators, examples, commands, formats.
static void look_for(const char *words, oro_search *search) {
    oro_search_begin(search, words);
    oro_search_operators(search);
    oro_search_examples(search, cli_examples);
    for (int i = 0; i < cli_command_count(); i++)
        oro_search_offer(search, &(oro_topic){.kind = ORO_TOPIC_COMMAND,
                                              .name = commands[i]->name,
                                              .words = commands[i]->words,
                                              .summary = commands[i]->summary,
                                              .doc = commands[i]->doc});
    oro_search_formats(search);
}

/// "noise --fractal ridged": what to type after orogen to get it.
static void typed(const oro_found *found, char *buffer, size_t size) {
    const oro_topic *t = &found->topic;
    const char *before = t->kind == ORO_TOPIC_EXAMPLE  ? "examples "
                         : t->kind == ORO_TOPIC_FORMAT ? "convert IN OUT."
                                                       : "";
    int name = (int)strcspn(found->set, "=");
    if (*found->set)
        snprintf(buffer, size, "%s --%.*s %s", t->name, name, found->set, found->set + name + 1);
    else
        snprintf(buffer, size, "%s%s", before, t->name);
}

oro_status cli_look_for(cli *c, const char *words) {
    oro_search search;
    look_for(words, &search);
    if (search.count == 0) return cli_unknown_command(c, words);
    for (int i = 0; i < search.count; i++) {
        char name[160];
        typed(&search.found[i], name, sizeof name);
        printf("  %-30s  %s\n", name, search.found[i].topic.summary);
    }
    cli_say(c, "\norogen help NAME explains one.");
    return ORO_OK;
}

oro_status cli_unknown_command(cli *c, const char *name) {
    oro_suggestion s = {.word = name};
    for (int i = 0; i < cli_command_count(); i++) oro_suggest_offer(&s, commands[i]->name);
    oro_search search;
    look_for(name, &search);
    // A word that operators know beats a command that is spelt alike: "erosion" is not "version".
    const char *near = oro_find_operator_near(name);
    if (near && (search.count || !s.best || s.distance > 2)) s.best = near;
    char hint[96];
    oro_suggest_text(&s, hint, sizeof hint);
    if (search.count)
        return cli_misuse(c, NULL, "there is no command or operator \"%.60s\"%s; orogen ops %.60s lists related ones",
                          name, hint, name);
    return cli_misuse(c, NULL, "there is no command or operator \"%.60s\"%s%s", name, hint,
                      *hint ? "" : "; orogen help lists the commands, orogen ops the operators");
}

static oro_status print_version(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 0, 0, "version");
    if (status == ORO_OK && c->json)
        printf("{\"orogen\": \"%s\"}\n", ORO_VERSION);
    else if (status == ORO_OK)
        printf("orogen %s\n", ORO_VERSION);
    return status;
}

const cli_command cli_command_version = {
    .name = "version",
    .summary = "Print the version",
    .usage = "[--json]",
    .doc = "As orogen --version does.",
    .example = "orogen version",
    .run = print_version,
};

/// Puts the file that holds standard input in the place of "-".
static oro_status open_streams(cli *c, const cli_command *command, cli_words *w) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < w->plain_count && i < command->reads; i++)
        if (strcmp(w->plain[i], "-") == 0) status = cli_stdin_path(c, &w->plain[i]);
    for (int i = 0; status == ORO_OK && i < w->given_count; i++)
        if (w->given[i].flag->reads && strcmp(w->given[i].text, "-") == 0)
            status = cli_stdin_path(c, &w->given[i].text);
    return status;
}

static oro_status run_command(cli *c, const cli_command *command, int count, char *const *words) {
    cli_words parsed;
    oro_status status = cli_parse(c, cli_flags_of(command), count, words, command->rest, &parsed);
    if (status == ORO_OK && c->help) {
        cli_help_command(command);
    } else {
        if (status == ORO_OK) status = open_streams(c, command, &parsed);
        if (status == ORO_OK) status = command->run(c, &parsed);
    }
    cli_words_free(&parsed);
    return status;
}

static oro_status run(cli *c, int count, char *const *words) {
    static const cli_flag flags[] = {{"version", NULL, "Print the version.", 'V'}, {0}};
    cli_words first;
    oro_status status = cli_parse(c, flags, count, words, true, &first);
    int left = first.plain_count;
    bool version = status == ORO_OK && cli_on(&first, "version");
    cli_words_free(&first);
    if (status != ORO_OK) return status;
    if (version) return print_version(c, &(cli_words){0});
    if (left == 0) {
        cli_help_overview(c->help ? stdout : stderr);
        return c->help ? ORO_OK : cli_misuse(c, NULL, "a command is missing");
    }
    char *const *rest = words + count - left;
    const cli_command *command = cli_command_find(rest[0]);
    if (command) return run_command(c, command, left - 1, rest + 1);
    return cli_operator(c, rest[0], left - 1, rest + 1);
}

/// Errors are printed as JSON even where what is wrong stands before --json.
static bool asks_for_json(int count, char *const *words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--json") == 0) return true;
    return false;
}

int main(int argc, char **argv) {
    cli c = {.json = asks_for_json(argc - 1, argv + 1)};
    oro_status status = run(&c, argc - 1, argv + 1);
    return cli_finish(&c, status);
}
