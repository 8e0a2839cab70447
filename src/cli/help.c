// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen help [COMMAND|OPERATOR], and what --help prints.

#include "config.h"
#include "core/text.h"
#include "op/emit.h"

#include <string.h>

const char cli_first_commands[] =
    "orogen new valley.oro.json\norogen build valley.oro.json\norogen help build\norogen ops";
const char cli_exit_codes[] =
    "0 done, 1 failed while working, 2 usage, 3 bad input, 4 cannot write, 5 not in this build,\n"
    "6 differences or findings, 130 interrupted";

enum { WIDTH = 100 };

void cli_help_line(FILE *to, int columns, const char *name, const char *text) {
    oro_print_wrapped(to, text, fprintf(to, "  %-*s ", columns, name), columns + 3, WIDTH);
}

static void print_flag(FILE *to, const cli_flag *flag, const char *dashes) {
    char left[64];
    int used = flag->letter ? snprintf(left, sizeof left, "-%c, ", flag->letter) : 0;
    snprintf(left + used, sizeof left - (size_t)used, "%s%s%s%s", dashes, flag->name, flag->value ? " " : "",
             flag->value ? flag->value : "");
    cli_help_line(to, 26, left, flag->doc);
}

static void print_flags(FILE *to, const cli_flag *flags, const char *dashes) {
    for (; flags && flags->name; flags++) print_flag(to, flags, dashes);
}

void cli_heading(FILE *to, const char *text, const char *before) {
    fprintf(to, cli_colour(to) ? "%s\033[1m%s\033[0m\n" : "%s%s\n", before, text);
}

static void heading(FILE *to, const char *text) { cli_heading(to, text, "\n"); }

void cli_help_overview(FILE *to) {
    fprintf(to, "Orogen %s makes landscapes.\n\nUsage: orogen COMMAND …\n       orogen OPERATOR [--flags] IN OUT\n",
            ORO_VERSION);
    heading(to, "Commands:");
    for (int i = 0; i < cli_command_count(); i++)
        fprintf(to, "  %-12s %s\n", cli_command_at(i)->name, cli_command_at(i)->summary);
    heading(to, "Everywhere:");
    print_flags(to, cli_common_flags, "--");
    heading(to, "Begin with:");
    cli_print_examples(to, cli_first_commands, "  ");
    heading(to, "Exit codes:");
    cli_print_examples(to, cli_exit_codes, "  ");
    heading(to, "Settings:");
    char path[1024];
    if (cli_config_path(path, sizeof path)) fprintf(to, "  %s\n", path);
    print_flags(to, cli_settings, "");
}

/// The first operator that makes a map of this many others.
static const char *operator_for(int wanted) {
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(NULL, i)->record;
        int inputs = 0, outputs = 0;
        bool other = false;
        for (int32_t k = 0; k < record->arg_count; k++) {
            bool needed = oro_arg_is_input(&record->args[k]) && !(record->args[k].flags & ORO_OPTIONAL);
            inputs += needed;
            other |= needed && record->args[k].type != ORO_GRID_IN;
            outputs += record->args[k].type == ORO_GRID_OUT;
        }
        if (outputs && !other && inputs == wanted) return record->name;
    }
    return "OPERATOR";
}

void cli_print_examples(FILE *to, const char *text, const char *indent) {
    bool start = true;
    while (*text) {
        if (start) fputs(indent, to);
        start = *text == '\n';
        static const char *const words[] = {"{make}", "{change}", "{join}"}; // by how many maps they take
        int which = 0;
        while (which < 3 && strncmp(text, words[which], strlen(words[which])) != 0) which++;
        if (which < 3)
            fputs(operator_for(which), to);
        else
            fputc(*text, to);
        text += which < 3 ? strlen(words[which]) : 1;
    }
    fputc('\n', to);
}

void cli_help_command(const cli_command *command) {
    printf("orogen %s: %s\n\nUsage: orogen %s %s\n\n", command->name, command->summary, command->name, command->usage);
    oro_print_wrapped(stdout, command->doc, 0, 0, WIDTH);
    if (command->more) command->more(stdout);
    const cli_flag *flags = cli_flags_of(command);
    if (flags && flags->name) {
        heading(stdout, "Flags:");
        print_flags(stdout, flags, "--");
    }
    heading(stdout, "Everywhere:");
    print_flags(stdout, cli_common_flags, "--");
    heading(stdout, "Example:");
    cli_print_examples(stdout, command->example, "  ");
}

void cli_help_operator(const oro_operator *op) {
    oro_emit_help(stdout, op, cli_colour(stdout));
    heading(stdout, "Maps in files:");
    printf(
        "  Files that are no flags are the needed inputs in the order above, then the first output. Optional inputs\n"
        "  and further outputs are flags with a file (--name FILE). A number that may be a map takes a file too.\n");
    for (int i = 0; i < cli_map_flag_count(); i++) {
        cli_flag flag = cli_map_flag_of(op, i);
        if (flag.name) print_flag(stdout, &flag, "--");
    }
    heading(stdout, "Everywhere:");
    print_flags(stdout, cli_common_flags, "--");
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 0, 1, "help [COMMAND|OPERATOR|WORD]");
    if (status != ORO_OK) return status;
    if (w->plain_count == 0) {
        cli_help_overview(stdout);
        return ORO_OK;
    }
    const cli_command *command = cli_command_find(w->plain[0]);
    const oro_operator *op = oro_operator_find(NULL, w->plain[0]);
    if (command)
        cli_help_command(command);
    else if (op)
        cli_help_operator(op);
    else
        return cli_look_for(c, w->plain[0]);
    return ORO_OK;
}

const cli_command cli_command_help = {
    .name = "help",
    .summary = "Explain a command or an operator, or find one",
    .usage = "[COMMAND|OPERATOR|WORD]",
    .doc = "Without a name: the list of commands. With any other word: the commands and operators related to it.",
    .example = "orogen help build",
    .run = run,
};
