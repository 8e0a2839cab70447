// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen man [COMMAND|OPERATOR]: man pages in the man(7) macros, from the tables of commands, flags and operators.

#include "config.h"
#include "core/text.h"
#include "io/file.h"
#include "io/text_stream.h"
#include "offers.h"
#include "op/args.h"
#include "op/emit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PAGE_DATE "2026-11-15" // of the pages' form; their contents are those of the version in the footer

// --- roff -----------------------------------------------------------------------------------------------------------------

/// One character of UTF-8 as roff writes it; returns its bytes.
static size_t put_wide(FILE *to, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    size_t length = *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    unsigned long code = *s & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80) return 1; // cut short
        code = code << 6 | (s[i] & 0x3fU);
    }
    fprintf(to, "\\[u%04lX]", code);
    return length;
}

/// Text with everything roff would take for its own escaped. Backquotes make bold; newlines become blanks unless `lines`.
static void put(FILE *to, const char *text, bool lines) {
    bool bold = false, start = true;
    while (*text) {
        size_t step = 1;
        if (start && (*text == '.' || *text == '\'')) fputs("\\&", to);
        start = false;
        if (*text == '\\')
            fputs("\\e", to);
        else if (*text == '-')
            fputs("\\-", to);
        else if (*text == '`' && !lines)
            fputs((bold = !bold) ? "\\fB" : "\\fR", to);
        else if (*text == '\n')
            fputc(lines ? '\n' : ' ', to), start = lines;
        else if ((unsigned char)*text >= 0x80)
            step = put_wide(to, text);
        else
            fputc(*text, to);
        text += step;
    }
    if (bold) fputs("\\fR", to);
}

static void line(FILE *to, const char *text) {
    put(to, text, false);
    fputc('\n', to);
}

/// Text as it stands, with its own lines, indented.
static void verbatim(FILE *to, const char *text) {
    fputs(".nf\n.RS 4\n", to);
    put(to, text, true);
    if (!*text || text[strlen(text) - 1] != '\n') fputc('\n', to);
    fputs(".RE\n.fi\n", to);
}

static void head(FILE *to, const char *name, const char *summary) {
    fputs(".\\\" Printed from the tables by orogen man.\n.TH ", to);
    for (const char *c = name; *c; c++) fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, to);
    fprintf(to, " 1 " PAGE_DATE " \"Orogen " ORO_VERSION "\" Orogen\n.SH NAME\n");
    put(to, name, false);
    fputs(" \\- ", to);
    line(to, summary);
}

static void put_offer(void *user, const cli_offer *offer) {
    FILE *to = user;
    fputs(".TP\n", to);
    if (offer->letter) fprintf(to, "\\fB\\-%c\\fR, ", offer->letter);
    fputs("\\fB\\-\\-", to);
    put(to, offer->name, false);
    fputs("\\fR", to);
    if (offer->value) {
        fputs(" \\fI", to);
        put(to, offer->value, false);
        fputs("\\fR", to);
    }
    fputc('\n', to);
    line(to, offer->doc);
    const oro_arg *arg = offer->arg;
    char facts[ORO_FACTS];
    bool map = arg && (oro_arg_is_input(arg) || oro_arg_is_output(arg)); // described among the maps
    if (arg && !map && *oro_emit_facts(arg, facts, sizeof facts)) {
        fputs(".br\n", to);
        line(to, facts);
    }
    if (arg && offer->choices) {
        fputs(".br\nOne of", to);
        for (int i = 0; offer->choices[i]; i++) {
            fputs(i ? ", " : " ", to);
            put(to, offer->choices[i], false);
        }
        fputs(".\n", to);
    }
    if (arg && arg->when) {
        fputs(".br\nMatters when ", to);
        line(to, arg->when);
    }
    for (int32_t i = 0; arg && arg->type == ORO_RECORDS && i < arg->record->arg_count; i++) {
        const oro_arg *member = &arg->record->args[i];
        fputs(".br\n\\fB", to);
        put(to, member->name, false);
        fputs("\\fR: ", to);
        put(to, member->doc, false);
        fputc(' ', to);
        line(to, oro_emit_facts(member, facts, sizeof facts));
    }
}

static void common_flags(FILE *to) {
    fputs(".SH \"COMMON OPTIONS\"\n", to);
    cli_offers_of_flags(cli_common_flags, put_offer, to);
}

/// False when memory ends, as of the pages below.
static bool examples(FILE *to, const char *lines) {
    oro_text text = {0};
    FILE *stream = oro_text_open(&text);
    if (!stream) return false;
    cli_print_examples(stream, lines, "");
    bool whole = oro_text_close(stream, &text);
    if (whole) {
        fputs(".SH EXAMPLES\n", to);
        verbatim(to, text.data);
    }
    oro_text_free(&text);
    return whole;
}

// --- pages ----------------------------------------------------------------------------------------------------------------

static bool page_of_command(FILE *to, const cli_command *command) {
    char name[64];
    snprintf(name, sizeof name, "orogen-%s", command->name);
    head(to, name, command->summary);
    fprintf(to, ".SH SYNOPSIS\n\\fBorogen %s\\fR ", command->name);
    line(to, command->usage);
    fputs(".SH DESCRIPTION\n", to);
    line(to, command->doc);
    if (command->more) {
        oro_text text = {0};
        FILE *stream = oro_text_open(&text);
        if (!stream) return false;
        command->more(stream);
        bool whole = oro_text_close(stream, &text);
        if (whole) {
            fputs(".PP\n", to);
            verbatim(to, text.data + strspn(text.data, "\n"));
        }
        oro_text_free(&text);
        if (!whole) return false;
    }
    const cli_flag *flags = cli_flags_of(command);
    if (flags && flags->name) {
        fputs(".SH OPTIONS\n", to);
        cli_offers_of_flags(flags, put_offer, to);
    }
    common_flags(to);
    if (!examples(to, command->example)) return false;
    fputs(".SH \"SEE ALSO\"\n.BR orogen (1)\n", to);
    return true;
}

static void maps_of_operator(FILE *to, const oro_record *record) {
    fputs(".SH MAPS\n", to);
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (!oro_arg_is_input(arg) && !oro_arg_is_output(arg)) continue;
        char facts[ORO_FACTS];
        fputs(".TP\n\\fB", to);
        put(to, arg->name, false);
        fprintf(to, "\\fR (%s)\n", oro_emit_way(arg, facts, sizeof facts));
        put(to, arg->doc, false);
        fputs(*oro_emit_facts(arg, facts, sizeof facts) ? " (" : "\n", to);
        if (!*facts) continue;
        put(to, facts, false);
        fputs(")\n", to);
    }
}

static bool page_of_operator(FILE *to, const oro_operator *op) {
    const oro_record *record = &op->record;
    char name[96], example[512];
    snprintf(name, sizeof name, "orogen-%s", record->name);
    head(to, name, record->summary);
    fputs(".SH SYNOPSIS\n\\fBorogen ", to);
    put(to, record->name, false);
    fputs("\\fR [\\fIflags\\fR]", to);
    int32_t result = oro_main_output(op, ORO_FILE_KINDS);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < record->arg_count; i++) {
            const oro_arg *arg = &record->args[i];
            bool in = oro_arg_is_input(arg) && !(arg->flags & ORO_OPTIONAL);
            if (pass == 0 ? !in : i != result) continue;
            fputs(" \\fI", to);
            put(to, arg->name, false);
            fputs("\\fR", to);
        }
    fputs("\n.SH DESCRIPTION\n", to);
    line(to, op->doc);
    if (op->source) {
        fputs(".PP\nAfter ", to);
        put(to, op->source, false);
        fputs(".\n", to);
    }
    maps_of_operator(to, record);
    fputs(".SH OPTIONS\n", to);
    cli_offers_of_arguments(op, put_offer, to);
    cli_offers_of_maps(op, put_offer, to);
    if (op->presets && op->presets->name) fputs(".SH PRESETS\n", to);
    for (const oro_preset *p = op->presets; p && p->name; p++) {
        fputs(".TP\n\\fB", to);
        put(to, p->name, false);
        fputs("\\fR\n", to);
        line(to, p->summary);
    }
    common_flags(to);
    snprintf(example, sizeof example, "orogen %s %s", record->name, op->example);
    if (!examples(to, example)) return false;
    fputs(".SH \"SEE ALSO\"\n.BR orogen (1),\n.BR orogen\\-ops (1)\n", to);
    return true;
}

static void list_item(FILE *to, const char *name, const char *summary) {
    fputs(".TP\n\\fB", to);
    put(to, name, false);
    fputs("\\fR\n", to);
    line(to, summary);
}

static void page_of_program(FILE *to) {
    head(to, "orogen", "makes landscapes");
    fputs(".SH SYNOPSIS\n\\fBorogen\\fR \\fICOMMAND\\fR [\\fIflags\\fR]\n.br\n"
          "\\fBorogen\\fR \\fIOPERATOR\\fR [\\fIflags\\fR] [\\fIin\\fR] [\\fIout\\fR]\n"
          ".SH DESCRIPTION\nA scene (*.oro.json) describes a landscape as a list of operators; a command builds it, "
          "draws "
          "it or measures it.\nEvery operator is a command too. Results go to standard output, everything else to "
          "standard "
          "error.\n.SH COMMANDS\n",
          to);
    for (int i = 0; i < cli_command_count(); i++) list_item(to, cli_command_at(i)->name, cli_command_at(i)->summary);
    fputs(".SH OPERATORS\n", to);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(NULL, i)->record;
        list_item(to, record->name, record->summary);
    }
    common_flags(to);
    fputs(".SH ENVIRONMENT\n", to);
    list_item(to, "OROGEN_THREADS, OROGEN_CPU", "As --threads and --cpu, which win over them.");
    list_item(to, "NO_COLOR", "Where it is set and not empty, nothing is coloured.");
    fputs(".SH FILES\n", to);
    list_item(
        to, "$XDG_CONFIG_HOME/orogen/config.json",
        "Settings, as a JSON object (~/.config where XDG_CONFIG_HOME is not set). Flags win over the environment, and "
        "both over this file:");
    fputs(".RS\n", to);
    for (const cli_flag *s = cli_settings; s->name; s++) list_item(to, s->name, s->doc);
    fputs(".RE\n.SH \"EXIT STATUS\"\n", to);
    verbatim(to, cli_exit_codes);
    fputs(".SH EXAMPLES\n", to);
    verbatim(to, cli_first_commands);
    fputs(".SH \"SEE ALSO\"\n", to);
    for (int i = 0; i < cli_command_count(); i++)
        fprintf(to, ".BR orogen\\-%s (1)%s\n", cli_command_at(i)->name, i + 1 < cli_command_count() ? "," : "");
}

// --- the command ------------------------------------------------------------------------------------------------------------

static bool print_page(FILE *to, const char *name) {
    const cli_command *command = name ? cli_command_find(name) : NULL;
    if (command) return page_of_command(to, command);
    if (name) return page_of_operator(to, oro_operator_find(NULL, name));
    page_of_program(to);
    return true;
}

static oro_status save_page(cli *c, const char *folder, const char *name) {
    char path[1200];
    oro_text text = {0};
    snprintf(path, sizeof path, "%.1000s/orogen%s%s.1", folder, name ? "-" : "", name ? name : "");
    FILE *stream = oro_text_open(&text);
    bool whole = stream && print_page(stream, name);
    if (stream) whole &= oro_text_close(stream, &text);
    oro_status status = whole ? cli_take(c, oro_file_save(c->ctx, path, c->force, text.data, text.length), NULL)
                              : cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for a page");
    oro_text_free(&text);
    return status;
}

static oro_status save_all(cli *c, const char *folder) {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return cli_fail(c, ORO_CANNOT_WRITE, folder, "the folder cannot be made: %s", strerror(errno));
    // No settings, no threads: builds call this on machines of any state.
    c->ctx = oro_create(&(oro_context_desc){.threads = 1}, &c->error);
    oro_status status = c->ctx ? ORO_OK : c->error.status;
    if (status == ORO_OK) status = save_page(c, folder, NULL);
    for (int i = 0; status == ORO_OK && i < cli_command_count(); i++)
        status = save_page(c, folder, cli_command_at(i)->name);
    for (int i = 0; status == ORO_OK && i < oro_operator_count(); i++)
        status = save_page(c, folder, oro_operator_at(NULL, i)->record.name);
    if (status == ORO_OK) cli_say(c, "wrote %d pages into %s", 1 + cli_command_count() + oro_operator_count(), folder);
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 0, 1, "man [COMMAND|OPERATOR]");
    if (status != ORO_OK) return status;
    const char *name = w->plain_count ? w->plain[0] : NULL, *folder = cli_text(w, "output");
    if (name && folder) return cli_misuse(c, "--output", "all pages go into a folder; leave out \"%.40s\"", name);
    if (folder) return save_all(c, folder);
    if (name && !cli_command_find(name) && !oro_operator_find(NULL, name)) return cli_unknown_command(c, name);
    return print_page(stdout, name) ? ORO_OK : cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the page");
}

static const cli_flag flags[] = {
    {"output", "DIR", "Write every page into this folder, made where it is missing.", 'o'},
    {0},
};

const cli_command cli_command_man = {
    .name = "man",
    .summary = "Print man pages of commands and operators",
    .usage = "[COMMAND|OPERATOR] [-o DIR]",
    .doc = "Without a name: the page of the whole program. To read one: orogen man build | man -l -. Installing Orogen "
           "puts "
           "all\n"
           "pages where man finds them.",
    .example = "orogen man build\norogen man -o man1",
    .flags = flags,
    .run = run,
};
