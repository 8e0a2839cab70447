// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walks the tables of flags and of arguments.

#include "offers.h"
#include "op/emit.h"

#include <assert.h>
#include <string.h>

static cli_offer offer_of(const cli_flag *flag) {
    cli_offer offer = {.letter = flag->letter, .value = flag->value, .doc = flag->doc, .choices = flag->choices};
    snprintf(offer.name, sizeof offer.name, "%s", flag->name);
    for (char *at = offer.name; *at; at++)
        if (*at == '_') *at = '-';
    return offer;
}

/// The words of --in-format and --out-format: the names of formats that a stream can have.
static const char *const *format_words(bool writing, const char **words, int most) {
    int count = 0;
    for (int i = 0; i < oro_format_count() && count < most; i++) {
        const oro_format_info *format = oro_format_at(i);
        if (writing ? format->writes & ORO_HOLDS_RASTER : format->reads) words[count++] = format->name;
    }
    words[count] = NULL;
    return words;
}

void cli_offers_of_flags(const cli_flag *flags, cli_offer_fn *fn, void *user) {
    for (; flags && flags->name; flags++) {
        cli_offer offer = offer_of(flags);
        enum { MOST = 32 };
        const char *words[MOST + 1];
        bool out = strcmp(flags->name, "out-format") == 0;
        if (out || strcmp(flags->name, "in-format") == 0) offer.choices = format_words(out, words, MOST);
        fn(user, &offer);
    }
}

enum { MOST_FLAGS = 96 };

/// What a flag made of a row points to.
typedef struct row_texts {
    char name[48], value[64], doc[512];
} row_texts;

static cli_flag flag_of_row(const oro_arg *row, row_texts *texts) {
    char facts[ORO_FACTS];
    bool on = row->type == ORO_TOGGLE, map = row->type == ORO_TEXT && row->unit;
    size_t used = 0;
    snprintf(texts->name, sizeof texts->name, "%s", row->name);
    for (char *at = texts->name; *at; at++)
        if (*at == '_') *at = '-';
    snprintf(texts->value, sizeof texts->value, "%s", map ? "FILE|NODE" : oro_emit_placeholder(row));
    for (int i = 0; row->type == ORO_CHOICE && row->choices[i] && used < sizeof texts->value; i++)
        used +=
            (size_t)snprintf(texts->value + used, sizeof texts->value - used, "%s%s", i ? "|" : "", row->choices[i]);
    oro_emit_facts(row, facts, sizeof facts);
    if (on) facts[0] = 0;
    if (on && row->def != 0) snprintf(facts, sizeof facts, "default on; --no-%s turns it off", texts->name);
    snprintf(texts->doc, sizeof texts->doc, "%s%s%.200s%s", row->doc, *facts ? " (" : "", facts, *facts ? ")" : "");
    return (cli_flag){.name = texts->name,
                      .value = on ? NULL : texts->value,
                      .doc = texts->doc,
                      .choices = row->type == ORO_CHOICE ? row->choices : NULL,
                      .reads = map};
}

/// The flags of a command with settings, put together when first asked for.
typedef struct joined_flags {
    const cli_command *command;
    cli_flag flags[MOST_FLAGS + 1];
    row_texts texts[MOST_FLAGS];
} joined_flags;

const cli_flag *cli_flags_of(const cli_command *command) {
    enum { COMMANDS = 2 }; // that have settings
    static joined_flags joined[COMMANDS];
    if (!command->settings) return command->flags;
    joined_flags *own = joined;
    while (own->command && own->command != command) own++;
    assert(own < joined + COMMANDS);
    if (own->command) return own->flags;
    int count = 0;
    for (const cli_flag *f = command->flags; f->name; f++) own->flags[count++] = *f;
    for (const oro_record *const *table = command->settings; *table; table++)
        for (int32_t i = 0; i < (*table)->arg_count; i++, count++) {
            assert(count < MOST_FLAGS);
            own->flags[count] = flag_of_row(&(*table)->args[i], &own->texts[count]);
        }
    own->command = command;
    return own->flags;
}

void cli_offers_of_arguments(const oro_operator *op, cli_offer_fn *fn, void *user) {
    for (int32_t i = 0; i < op->record.arg_count; i++) {
        const oro_arg *arg = &op->record.args[i];
        if (arg->type == ORO_VALUE_OUT) continue;
        const char *value = arg->type == ORO_TOGGLE ? NULL : oro_emit_placeholder(arg);
        cli_offer offer = offer_of(&(cli_flag){.name = arg->name, .value = value, .doc = arg->doc});
        offer.choices = arg->type == ORO_CHOICE ? arg->choices : NULL;
        offer.arg = arg;
        fn(user, &offer);
    }
}

void cli_offers_of_maps(const oro_operator *op, cli_offer_fn *fn, void *user) {
    enum { MOST = 32 };
    const char *presets[MOST + 1] = {0};
    for (int i = 0; op->presets && op->presets[i].name && i < MOST; i++) presets[i] = op->presets[i].name;
    for (int i = 0; cli_map_flags[i].name; i++) {
        cli_flag flag = cli_map_flag_of(op, i);
        if (!flag.name) continue;
        cli_offer offer = offer_of(&flag);
        if (strcmp(offer.name, "preset") == 0 && presets[0]) offer.choices = presets;
        fn(user, &offer);
    }
}
