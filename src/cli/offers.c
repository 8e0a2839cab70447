// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walks the tables of flags and of arguments.

#include "offers.h"
#include "op/emit.h"

#include <string.h>

static cli_offer offer_of(const cli_flag *flag) {
    cli_offer offer = {.letter = flag->letter, .value = flag->value, .doc = flag->doc, .choices = flag->choices};
    snprintf(offer.name, sizeof offer.name, "%s", flag->name);
    for (char *at = offer.name; *at; at++)
        if (*at == '_') *at = '-';
    return offer;
}

void cli_offers_of_flags(const cli_flag *flags, cli_offer_fn *fn, void *user) {
    for (; flags && flags->name; flags++) {
        cli_offer offer = offer_of(flags);
        fn(user, &offer);
    }
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
