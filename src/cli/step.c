// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Runs one operator from words: every argument of its table is a flag; the files that are no flags are the needed inputs
// in table order and then the first output. Further outputs and optional inputs have flags. A number that may be a map
// takes a file too.

#include "step.h"
#include "core/text.h"
#include "data.h"
#include "io/target.h"
#include "offers.h"
#include "op/args.h"
#include "op/mesh_settings.h"
#include "streams.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// The flags every operator has beside its own, about maps as a whole. No argument may have one of these names: the check
/// of the tables sees to it.
static const cli_flag map_flags[] = {
    {"range", "LO..HI",
     "Heights in metres of the smallest and largest code, for files that do not say and for the output, which has what "
     "fits (auto) by itself."},
    {"extent", "METRES",
     "Width of the map (of its longer side), for files that do not say and for new maps (default 4000)."},
    {"size", "N|WxH", "Samples of a new map: 1025, 2k, 513x257 (default 1025)."},
    {"origin", "X,Y", "World position of the north-west corner of a new map, metres (default 0,0)."},
    {"wrap", NULL, "A new map whose opposite edges join."},
    {"preset", "NAME", "Values that go well together; flags given beside it override them."},
    {"texture", "FILE", "A picture to lay over the mesh.", .reads = true},
};
enum { MAP_FLAGS = sizeof map_flags / sizeof *map_flags, FIRST_OF_NEW_MAPS = 2, PRESET = 5, FIRST_OF_MESHES = 6 };

/// Is this argument a file on the command line?
static bool is_file(const oro_arg *arg) {
    return oro_arg_is_input(arg) || (oro_arg_is_output(arg) && arg->type != ORO_VALUE_OUT);
}

static bool is_needed_input(const oro_arg *arg) { return oro_arg_is_input(arg) && !(arg->flags & ORO_OPTIONAL); }
static bool is_needed_map(const oro_arg *arg) { return arg->type == ORO_GRID_IN && is_needed_input(arg); }

/// An input or output that is neither a map nor a number.
static bool is_other(const oro_arg *arg) { return is_file(arg) && oro_arg_kind(arg) != ORO_KIND_GRID; }

int cli_first_grid(const oro_operator *op, uint8_t type) {
    for (int32_t i = 0; i < op->record.arg_count; i++)
        if (op->record.args[i].type == type) return i;
    return -1;
}

/// Where a handed map goes: the first input that is needed, else one the operator begins with.
static int input_for_chain(const oro_operator *op) {
    for (int32_t i = 0; i < op->record.arg_count; i++)
        if (is_needed_map(&op->record.args[i])) return i;
    return op->record.arg_count > 0 && op->record.args[0].type == ORO_GRID_IN ? 0 : -1;
}

bool cli_step_has_values(const cli_step *s) { return cli_first_grid(s->op, ORO_VALUE_OUT) >= 0; }

int cli_map_flag_count(void) { return MAP_FLAGS + oro_mesh_record.arg_count; }

cli_flag cli_map_flag_of(const oro_operator *op, int index) {
    // Behind them come the settings of mesh files, where the operator has no argument of that name.
    const cli_flag *row = index < MAP_FLAGS ? &map_flags[index] : cli_mesh_flag(index - MAP_FLAGS);
    cli_flag flag = *row;
    if (index >= MAP_FLAGS && oro_arg_find(&op->record, flag.name)) return (cli_flag){0};
    if (index == PRESET) return op->presets ? flag : (cli_flag){0};
    if (index >= FIRST_OF_MESHES) return cli_first_grid(op, ORO_MESH_OUT) >= 0 ? flag : (cli_flag){0};
    bool makes = op->on_ground || cli_first_grid(op, ORO_GRID_OUT) >= 0, takes = cli_first_grid(op, ORO_GRID_IN) >= 0;
    if (!makes && (!takes || index >= FIRST_OF_NEW_MAPS)) return (cli_flag){0};
    if (index >= FIRST_OF_NEW_MAPS)
        for (int32_t i = 0; i < op->record.arg_count; i++)
            if (is_needed_map(&op->record.args[i])) return (cli_flag){0};
    return flag;
}

/// Builds the table of flags: the operator's, then the map flags.
static cli_flag *make_flags(const oro_operator *op) {
    const oro_record *record = &op->record;
    cli_flag *flags = calloc((size_t)record->arg_count + (size_t)cli_map_flag_count() + 1, sizeof *flags);
    if (!flags) return NULL;
    int count = 0;
    for (int32_t i = 0; i < record->arg_count; i++)
        if (record->args[i].type != ORO_VALUE_OUT)
            flags[count++] = (cli_flag){.name = record->args[i].name,
                                        .value = record->args[i].type == ORO_TOGGLE ? NULL : "VALUE",
                                        .doc = record->args[i].doc};
    for (int i = 0; i < cli_map_flag_count(); i++) {
        cli_flag flag = cli_map_flag_of(op, i);
        if (flag.name) flags[count++] = flag;
    }
    return flags;
}

// --- taking the words apart ----------------------------------------------------------------------------------------------

/// The output that the last plain word names; -1: none, also where it goes to the next step.
static int plain_output(const cli_step *s) {
    int out = oro_main_output(s->op, ORO_FILE_KINDS);
    return out >= 0 && s->hands_on && !is_other(&s->op->record.args[out]) ? -1 : out;
}

static oro_status wrong_file_count(cli *c, const cli_step *s, const char *what) {
    char usage[256];
    size_t used = (size_t)snprintf(usage, sizeof usage, "%s", s->op->record.name);
    for (int32_t i = 0; i < s->op->record.arg_count && used < sizeof usage; i++)
        if (is_needed_input(&s->op->record.args[i]) && i != s->handed_to)
            used += (size_t)snprintf(usage + used, sizeof usage - used, " %s", s->op->record.args[i].name);
    int out = plain_output(s);
    if (out >= 0 && used < sizeof usage)
        snprintf(usage + used, sizeof usage - used, " %s", s->op->record.args[out].name);
    return cli_misuse(c, NULL, "%s; the files of %s are: %s", what, s->op->record.name, usage);
}

/// Which file is what: flags first, then the plain words.
static oro_status bind_files(cli *c, cli_step *s) {
    const oro_record *record = &s->op->record;
    for (int32_t i = 0; i < record->arg_count; i++)
        if (is_file(&record->args[i])) s->paths[i] = cli_text(&s->words, record->args[i].name);
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool unreadable = oro_arg_is_input(arg) && is_other(arg) && !cli_data_reads(oro_arg_kind(arg));
        if (unreadable && (s->paths[i] || is_needed_input(arg)))
            return cli_misuse(c, NULL, "%s takes a %s as its %s; only a scene can connect one", record->name,
                              oro_arg_info(arg)->noun, arg->name);
    }
    if (s->handed_to >= 0 && s->paths[s->handed_to])
        return cli_misuse(c, NULL, "the map of the step before goes to %s, so %s cannot be another one",
                          record->args[s->handed_to].name, record->args[s->handed_to].name);
    int next = 0;
    for (int32_t i = 0; i < record->arg_count; i++) {
        if (!is_needed_input(&record->args[i]) || s->paths[i] || i == s->handed_to) continue;
        if (next == s->words.plain_count) return wrong_file_count(c, s, "a file is missing");
        s->paths[i] = s->words.plain[next++];
    }
    int out = plain_output(s);
    if (out >= 0 && !s->paths[out] && next < s->words.plain_count) s->paths[out] = s->words.plain[next++];
    if (next < s->words.plain_count) {
        char what[128];
        snprintf(what, sizeof what, "\"%.80s\" is one file too many", s->words.plain[next]);
        return wrong_file_count(c, s, what);
    }
    bool any_output = (s->hands_on && cli_first_grid(s->op, ORO_GRID_OUT) >= 0) || cli_step_has_values(s);
    for (int32_t i = 0; i < record->arg_count; i++) any_output |= oro_arg_is_output(&record->args[i]) && s->paths[i];
    return any_output ? ORO_OK : wrong_file_count(c, s, "the file to write is missing");
}

/// "-" among the files, and two outputs in one file, or one over a map that goes in.
static oro_status check_files(cli *c, cli_step *s) {
    const oro_record *record = &s->op->record;
    int first = cli_first_grid(s->op, ORO_GRID_OUT);
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool stream = s->paths[i] && strcmp(s->paths[i], "-") == 0;
        if (stream && is_other(arg))
            return cli_misuse(c, "-", "%s is a %s; only maps can be read from or written to -", arg->name,
                              oro_arg_info(arg)->noun);
        if (stream && oro_arg_is_input(arg)) status = cli_stdin_path(c, &s->paths[i]);
        if (stream && arg->type == ORO_GRID_OUT) status = cli_stdout_path(c, NULL, &s->paths[i]);
    }
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        if (!s->paths[i] || !oro_arg_is_output(&record->args[i]) || *s->paths[i] == '@') continue;
        for (int32_t k = 0; k < record->arg_count; k++) {
            if (k == i || !s->paths[k] || *s->paths[k] == '@' || !oro_same_file(s->paths[i], s->paths[k])) continue;
            bool both = oro_arg_is_output(&record->args[k]);
            if (both)
                return cli_misuse(c, s->paths[i], "%s and %s would both go into this file; name two files",
                                  record->args[i].name, record->args[k].name);
            // The terrain itself may be replaced by what was made of it: it has been read by then.
            if (i != first)
                return cli_misuse(c, s->paths[i], "%s would replace %s, which is read from this file; name another",
                                  record->args[i].name, record->args[k].name);
        }
    }
    return status;
}

oro_status cli_step_begin(cli *c, cli_step *s, const char *name, int count, char *const *words, bool handed,
                          bool hands_on) {
    *s = (cli_step){.op = oro_operator_find(NULL, name), .hands_on = hands_on, .handed_to = -1};
    if (!s->op) return cli_unknown_command(c, name);
    s->flags = make_flags(s->op);
    if (!s->flags) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the flags");
    if (handed) {
        s->handed_to = input_for_chain(s->op);
        if (s->handed_to < 0)
            return cli_misuse(c, NULL,
                              "%s makes a map from nothing, so it can only begin a chain or"
                              " follow name or write",
                              s->op->record.name);
    }
    oro_status status = cli_parse(c, s->flags, count, words, false, &s->words);
    if (status == ORO_OK && !c->help) status = bind_files(c, s);
    return status == ORO_OK && !c->help ? check_files(c, s) : status;
}

// --- named maps ------------------------------------------------------------------------------------------------------------

int cli_named_map(cli *c, const cli_names *names, const char *name) {
    oro_suggestion s = {.word = name};
    for (int i = 0; names && i < names->count; i++) {
        if (strcmp(names->items[i].name, name) == 0) return i;
        oro_suggest_offer(&s, names->items[i].name);
    }
    char hint[96];
    cli_misuse(c, NULL, "there is no map @%.40s%s; in a chain, a step before gives that name: ! name %.40s !", name,
               oro_suggest_text(&s, hint, sizeof hint), *name ? name : "hills");
    return -1;
}

oro_status cli_name_map(cli *c, cli_names *names, const char *name, const oro_grid *map, const char *unit) {
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (!length || name[length])
        return cli_misuse(c, NULL, "a map cannot be called \"%.40s\"; a name has letters, digits, - and _", name);
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->items[i].name, name) == 0) return cli_misuse(c, NULL, "a map is already called %.40s", name);
    if (names->count == CLI_MAX_NAMES) return cli_misuse(c, NULL, "a chain has at most %d named maps", CLI_MAX_NAMES);
    names->items[names->count].name = name;
    names->items[names->count].map = map;
    names->items[names->count++].unit = unit;
    return ORO_OK;
}

oro_status cli_step_check_names(cli *c, const cli_step *s, cli_names *known) {
    const oro_record *record = &s->op->record;
    oro_status status = ORO_OK;
    for (int pass = 0; pass < 2; pass++) // what goes in, then what comes out
        for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
            const oro_arg *arg = &record->args[i];
            const char *text = arg->type == ORO_FIELD ? cli_text(&s->words, arg->name) : s->paths[i];
            if (!text || *text != '@' || (arg->type == ORO_GRID_OUT) != (pass == 1)) continue;
            if (pass == 1)
                status = cli_name_map(c, known, text + 1, NULL, arg->unit);
            else if (cli_named_map(c, known, text + 1) < 0)
                status = ORO_BAD_ARGUMENT;
        }
    return status;
}

// --- values and files in ---------------------------------------------------------------------------------------------------

static oro_status read_mapping(cli *c, cli_step *s) {
    const char *text = cli_text(&s->words, "range");
    oro_status status = cli_read_range(c, text, &s->mapping);
    text = cli_text(&s->words, "extent");
    if (status == ORO_OK && text) status = cli_read_number(c, text, "--extent", 1e-3, 1e9, &s->mapping.extent);
    return status;
}

/// The geometry of a new map, from the flags.
static oro_status new_geometry(cli *c, cli_step *s, oro_grid *g) {
    int32_t width = 1025, height = 0;
    double extent = s->mapping.extent > 0 ? s->mapping.extent : 4000;
    *g = (oro_grid){0};
    const char *text = cli_text(&s->words, "size");
    oro_status status = text ? cli_read_size(c, text, "--size", &width, &height) : ORO_OK;
    text = cli_text(&s->words, "origin");
    if (status == ORO_OK && text) status = cli_read_pair(c, text, "--origin", &g->origin_x, &g->origin_y);
    if (status != ORO_OK) return status;
    text = cli_text(&s->words, "wrap");
    g->wrap = text && strcmp(text, "on") == 0;
    g->width = width;
    g->height = height ? height : width;
    cli_make_small(c, &g->width, &g->height);
    int32_t longer = g->width > g->height ? g->width : g->height;
    g->cell = extent / (g->wrap ? longer : longer - 1);
    return ORO_OK;
}

static bool looks_like_number(const char *text) {
    const char *digit = text + (*text == '-' || *text == '+');
    return isdigit((unsigned char)*digit) || *digit == '.';
}

/// One flag that is a value. A number that may be a map is read from a file where the text ends like one.
static oro_status set_value(cli *c, cli_step *s, const cli_given *given) {
    const oro_arg *arg = oro_arg_find(&s->op->record, given->flag->name);
    if (!arg || is_file(arg)) return ORO_OK;
    char where[72];
    cli_flag_text(arg, where);
    if (arg->type == ORO_FIELD && (*given->text == '@' || cli_format_of(given->text))) {
        s->paths[arg - s->op->record.args] = given->text;
        return ORO_OK;
    }
    if (arg->type == ORO_FIELD && strcmp(given->text, "-") == 0)
        return cli_stdin_path(c, &s->paths[arg - s->op->record.args]);
    if (arg->type == ORO_FIELD && !looks_like_number(given->text)) {
        char lo[32], hi[32];
        oro_print_double(arg->min, lo, sizeof lo);
        oro_print_double(arg->max, hi, sizeof hi);
        bool plain = strcmp(arg->unit, "1") == 0 || strcmp(arg->unit, "any") == 0;
        return cli_misuse(c, where, "%s must be a number from %s to %s%s%s, or the file of a map, not \"%.60s\"",
                          arg->name, lo, hi, plain ? "" : " ", plain ? "" : arg->unit, given->text);
    }
    oro_status status = oro_args_parse(c->ctx, &s->op->record, s->args, arg, given->text, where);
    c->usage |= status == ORO_BAD_ARGUMENT;
    return cli_take(c, status, NULL);
}

/// Room for data of an argument's kind, at which the argument points from now on.
static void *make_other(cli *c, cli_step *s, int32_t index) {
    const oro_arg *arg = &s->op->record.args[index];
    s->others[index] = calloc(1, oro_arg_info(arg)->size);
    if (!s->others[index]) cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the %s", oro_arg_info(arg)->noun);
    *(void **)oro_arg_at(arg, s->args) = s->others[index];
    return s->others[index];
}

static oro_status load_other(cli *c, cli_step *s, int32_t index) {
    const oro_arg *arg = &s->op->record.args[index];
    if (*s->paths[index] == '@') return cli_misuse(c, s->paths[index], "only maps of a chain have names");
    void *data = make_other(c, s, index);
    if (!data) return ORO_NO_MEMORY;
    return cli_take(c, oro_load_data(c->ctx, oro_arg_kind(arg), s->paths[index], data), NULL);
}

static oro_status load_file(cli *c, cli_step *s, int32_t index) {
    const oro_arg *arg = &s->op->record.args[index];
    if (is_other(arg)) return load_other(c, s, index);
    const oro_grid *g = &s->grids[index];
    cli_mapping how = s->mapping;
    how.has_range &= cli_takes_range(s, arg);
    if (*s->paths[index] == '@') {
        int named = cli_named_map(c, s->names, s->paths[index] + 1);
        if (named < 0) return ORO_BAD_ARGUMENT;
        g = s->names->items[named].map;
    } else {
        oro_status status = cli_load_map(c, s->paths[index], &how, cli_has_unit(arg, "m"), &s->grids[index]);
        if (status == ORO_OK) status = cli_check_finite(c, g, s->paths[index]);
        if (status != ORO_OK) return status;
    }
    if (arg->type == ORO_FIELD)
        ((oro_field *)oro_arg_at(arg, s->args))->map = g;
    else
        *(const oro_grid **)oro_arg_at(arg, s->args) = g;
    return ORO_OK;
}

static oro_status connect_outputs(cli *c, cli_step *s) {
    const oro_record *record = &s->op->record;
    int first = cli_first_grid(s->op, ORO_GRID_OUT);
    oro_grid fresh = {0};
    oro_status status = ORO_OK;
    bool no_input = true, none_needed = true;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool on_ground = oro_arg_is_input(arg) && oro_arg_info(arg)->ground;
        no_input &= !(on_ground && (s->paths[i] || i == s->handed_to));
        none_needed &= !is_needed_map(arg);
    }
    bool said = cli_text(&s->words, "size") || cli_text(&s->words, "origin");
    if (no_input || (none_needed && said && s->handed_to < 0)) status = new_geometry(c, s, &fresh);
    s->ground = fresh;
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (arg->type == ORO_VALUE_OUT) *(double **)oro_arg_at(arg, s->args) = &s->values[i];
        if (oro_arg_is_output(arg) && is_other(arg) && s->paths[i]) {
            bool existed;
            if (!make_other(c, s, i)) return ORO_NO_MEMORY;
            cli_data d = {.kind = oro_arg_kind(arg), .path = s->paths[i]};
            d.texture = cli_text(&s->words, "texture");
            status = cli_read_mesh(c, &s->words, &d.mesh);
            if (status == ORO_OK) status = cli_data_claim(c, &d, &existed);
        }
        if (arg->type != ORO_GRID_OUT || !(s->paths[i] || i == first)) continue;
        s->grids[i] = fresh;
        *(oro_grid **)oro_arg_at(arg, s->args) = &s->grids[i];
        if (!s->paths[i]) continue;
        if (*s->paths[i] != '@')
            status = cli_check_map_target(c, s->paths[i]);
        else if (!s->names)
            status = cli_misuse(c, s->paths[i], "only maps of a chain have names");
    }
    return status;
}

oro_status cli_step_prepare(cli *c, cli_step *s, const oro_grid *handed) {
    s->op = oro_operator_find(c->ctx, s->op->record.name); // the one for this context's CPU level
    const oro_record *record = &s->op->record;
    s->handed = handed;
    s->args = calloc(1, record->size);
    if (!s->args) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the arguments");
    oro_status status = cli_take(c, oro_args_init(c->ctx, record, s->args), NULL);
    if (status == ORO_OK) status = read_mapping(c, s);
    const char *preset = cli_text(&s->words, "preset");
    if (status == ORO_OK && preset) {
        status = cli_take(c, oro_args_preset(c->ctx, s->op, s->args, preset, "--preset"), NULL);
        c->usage |= status == ORO_BAD_ARGUMENT;
    }
    for (int i = 0; status == ORO_OK && i < s->words.given_count; i++) status = set_value(c, s, &s->words.given[i]);
    if (status == ORO_OK) status = connect_outputs(c, s);
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++)
        if (s->paths[i] && !oro_arg_is_output(&record->args[i])) status = load_file(c, s, i);
    if (status == ORO_OK && handed) *(const oro_grid **)oro_arg_at(&record->args[s->handed_to], s->args) = handed;
    return status;
}

oro_grid *cli_step_result(cli_step *s) {
    int first = cli_first_grid(s->op, ORO_GRID_OUT);
    return first >= 0 ? &s->grids[first] : NULL;
}

void cli_step_free(cli *c, cli_step *s) {
    for (int i = 0; c->ctx && i < CLI_MAX_ARGS; i++)
        if (s->grids[i].data) oro_grid_free(c->ctx, &s->grids[i]);
    for (int i = 0; i < CLI_MAX_ARGS; i++) {
        if (c->ctx && s->others[i]) oro_arg_info(&s->op->record.args[i])->release(c->ctx, s->others[i]);
        free(s->others[i]);
    }
    if (s->args) oro_args_free(c->ctx, &s->op->record, s->args);
    free(s->args);
    free(s->flags);
    cli_words_free(&s->words);
    *s = (cli_step){0};
}
