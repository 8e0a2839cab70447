// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walks the tables of flags and of arguments.

#include "offers.h"
#include "io/mesh_settings.h"
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

/// The flags of one command that has settings, put together when they are first asked for.
typedef struct flag_list {
    const cli_command *whose;
    cli_flag flags[MOST_FLAGS + 1];
    row_texts texts[MOST_FLAGS];
} flag_list;

static void put_together(flag_list *l, const cli_command *command) {
    int count = 0;
    for (const cli_flag *f = command->flags; f->name; f++) l->flags[count++] = *f;
    for (const oro_record *const *table = command->settings; *table; table++)
        for (int32_t i = 0; i < (*table)->arg_count; i++, count++) {
            assert(count < MOST_FLAGS);
            l->flags[count] = flag_of_row(&(*table)->args[i], &l->texts[count]);
        }
    l->whose = command;
}

const cli_flag *cli_flags_of(const cli_command *command) {
    enum { COMMANDS = 3 };
    static flag_list lists[COMMANDS];
    if (!command->settings) return command->flags;
    int i = 0;
    while (lists[i].whose && lists[i].whose != command) i++;
    assert(i < COMMANDS);
    if (!lists[i].whose) put_together(&lists[i], command);
    return lists[i].flags;
}

const cli_flag *cli_mesh_flag(int index) {
    enum { MOST = 16 };
    static cli_flag flags[MOST];
    static row_texts texts[MOST];
    if (index < 0 || index >= oro_mesh_record.arg_count || index >= MOST) return NULL;
    if (!flags[index].name) flags[index] = flag_of_row(&oro_mesh_record.args[index], &texts[index]);
    return &flags[index];
}

oro_status cli_read_mesh(cli *c, const cli_words *w, oro_mesh_write_desc *how) {
    oro_mesh_settings settings;
    oro_status status = oro_mesh_settings_parse(c->ctx, NULL, NULL, &settings);
    for (int32_t i = 0; status == ORO_OK && i < oro_mesh_record.arg_count; i++) {
        const oro_arg *row = &oro_mesh_record.args[i];
        const char *text = cli_text(w, row->name);
        char where[72];
        snprintf(where, sizeof where, "--%s", cli_mesh_flag(i)->name);
        if (text) status = oro_args_parse(c->ctx, &oro_mesh_record, &settings, row, text, where);
    }
    c->usage |= status == ORO_BAD_ARGUMENT;
    if (status == ORO_OK) oro_describe_mesh(&settings, how);
    return cli_take(c, status, NULL);
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
    for (int i = 0; i < cli_map_flag_count(); i++) {
        cli_flag flag = cli_map_flag_of(op, i);
        if (!flag.name) continue;
        cli_offer offer = offer_of(&flag);
        if (strcmp(offer.name, "preset") == 0 && presets[0]) offer.choices = presets;
        fn(user, &offer);
    }
}
