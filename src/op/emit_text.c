// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Help pages and the Markdown reference, printed from the argument tables.

#include "emit.h"
#include "args.h"
#include "core/text.h"
#include "find.h"
#include "picture.h"

#include <string.h>

static const char *shown_unit(const oro_arg *arg) {
    return arg->unit && strcmp(arg->unit, "1") != 0 && strcmp(arg->unit, "any") != 0 ? arg->unit : "";
}

/// The default as text: from the text column, or from the number, which is printed into `buffer`.
static const char *default_text(const oro_arg *arg, char *buffer, size_t size) {
    if (arg->text) return arg->text;
    if (oro_arg_may_be_unsaid(arg) && arg->choices) return arg->choices[0];
    if (arg->type == ORO_CHOICE) return arg->choices[(int)arg->def];
    if (arg->type == ORO_TOGGLE) return arg->def != 0 ? "on" : "off";
    buffer[0] = 0;
    if (arg->type == ORO_NUMBER || arg->type == ORO_INTEGER || arg->type == ORO_FIELD || arg->type == ORO_SEED)
        oro_print_double(arg->def, buffer, size);
    return buffer;
}

const char *oro_emit_real_range(const oro_arg *arg, char *buffer, size_t size) {
    char lo[32], hi[32];
    oro_print_double(arg->ui_min, lo, sizeof lo);
    oro_print_double(arg->ui_max, hi, sizeof hi);
    buffer[0] = 0;
    if (oro_arg_has_real_range(arg)) snprintf(buffer, size, "real land %s to %s", lo, hi);
    return buffer;
}

const char *oro_emit_facts(const oro_arg *arg, char *buffer, size_t size) {
    char number[32], lo[32], hi[32];
    const char *def = default_text(arg, number, sizeof number), *unit = shown_unit(arg);
    oro_print_double(arg->min, lo, sizeof lo);
    oro_print_double(arg->max, hi, sizeof hi);
    buffer[0] = 0;
    if (oro_arg_is_input(arg) || oro_arg_is_output(arg)) {
        const char *optional = arg->flags & ORO_OPTIONAL ? "optional" : "";
        char real[96];
        oro_emit_real_range(arg, real, sizeof real);
        snprintf(buffer, size, "%s%s%s%s%s", optional, *optional && *unit ? ", " : "", unit, *unit && *real ? ", " : "",
                 real);
    } else if (oro_arg_may_be_unsaid(arg) && arg->choices)
        snprintf(buffer, size, "default %s, or %s to %s%s%s%s%s", def, lo, hi, *unit ? " " : "", unit,
                 arg->choices[1] ? ", or " : "", arg->choices[1] ? arg->choices[1] : "");
    else if (oro_arg_may_be_unsaid(arg))
        snprintf(buffer, size, "may be left out, %s to %s%s%s", lo, hi, *unit ? " " : "", unit);
    else if (oro_arg_has_range(arg))
        snprintf(buffer, size, "default %s%s%s, %s to %s", *def ? def : "none", *unit ? " " : "", unit, lo, hi);
    else if (*def)
        snprintf(buffer, size, "default %s", def);
    return buffer;
}

const char *oro_emit_placeholder(const oro_arg *arg) {
    switch (arg->type) {
    case ORO_NUMBER: return "NUMBER";
    case ORO_INTEGER: return "COUNT";
    case ORO_TOGGLE: return "";
    case ORO_CHOICE: return "WORD";
    case ORO_SEED: return "SEED";
    case ORO_TEXT: return "TEXT";
    case ORO_FIELD: return "NUMBER|MAP";
    case ORO_COLOUR: return "COLOUR";
    case ORO_RANGE: return "LOW..HIGH";
    case ORO_CURVE: return "X:Y,…";
    case ORO_RECORDS: return "ITEMS";
    default: return "FILE";
    }
}

const char *oro_emit_way(const oro_arg *arg, char *text, size_t size) {
    bool plain = oro_arg_kind(arg) == ORO_KIND_GRID;
    if (arg->type == ORO_VALUE_OUT) return "number";
    snprintf(text, size, "%s%s%s", plain ? "" : oro_arg_info(arg)->noun, plain ? "" : " ",
             oro_arg_is_input(arg) ? "in" : "out");
    return text;
}

static void print_flag(FILE *out, const char *name) {
    for (; *name; name++) fputc(*name == '_' ? '-' : *name, out);
}

enum { WIDTH = 100 }; ///< of help, columns

/// What an argument means and its facts, after its name; lines after the first stand `indent` blanks in.
static void help_meaning(FILE *out, const oro_arg *arg, int column, int indent) {
    char facts[ORO_FACTS], text[2 * ORO_FACTS];
    oro_emit_facts(arg, facts, sizeof facts);
    snprintf(text, sizeof text, "%s%s%s%s", arg->doc, *facts ? " (" : "", facts, *facts ? ")" : "");
    oro_print_wrapped(out, text, column, indent, WIDTH);
}

/// The members of a list's items, each level further in.
static void help_items(FILE *out, const oro_record *record, int indent) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *member = &record->args[i];
        help_meaning(out, member, fprintf(out, "%*s%s: ", indent, "", member->name), indent + 4);
        if (member->type == ORO_RECORDS) help_items(out, member->record, indent + 2);
    }
}

static void help_arg(FILE *out, const oro_arg *arg, bool colour) {
    fprintf(out, "  %s--", colour ? "\033[1m" : "");
    print_flag(out, arg->name);
    fprintf(out, "%s %s\n", colour ? "\033[0m" : "", oro_emit_placeholder(arg));
    oro_print_wrapped(out, arg->doc, 0, 6, WIDTH);
    char facts[ORO_FACTS];
    if (*oro_emit_facts(arg, facts, sizeof facts)) oro_print_wrapped(out, facts, 0, 6, WIDTH);
    if (arg->type == ORO_CHOICE) oro_print_wrapped(out, oro_arg_expects(arg, facts, sizeof facts), 0, 6, WIDTH);
    if (arg->when) fprintf(out, "      matters when %s\n", arg->when);
    if (arg->type == ORO_RECORDS) help_items(out, arg->record, 8);
}

/// "Found by: perlin (basis=gradient), hills": what else people call it, in `text`, which is returned.
static const char *found_by(const oro_operator *op, const char *quote, char *text, size_t size) {
    const char *words = op->words, *between = "Found by: ";
    size_t used = 0;
    for (oro_keyword k; oro_keyword_next(&words, &k) && used < size; between = ", ") {
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, k.word);
        if (*k.set && used < size) used += (size_t)snprintf(text + used, size - used, " (%s%s%s)", quote, k.set, quote);
    }
    return text;
}

static void preset_line(FILE *out, const oro_preset *p) {
    char text[2 * ORO_FACTS];
    snprintf(text, sizeof text, "%s: %s", p->summary, p->values);
    oro_print_wrapped(out, text, fprintf(out, "  %-16s ", p->name), 19, WIDTH);
}

void oro_emit_help(FILE *out, const oro_operator *op, bool colour) {
    const oro_record *record = &op->record;
    fprintf(out, "%s.%s: %s\n\nUsage: orogen %s [--flags]", op->family, record->name, record->summary, record->name);
    for (int32_t i = 0; i < record->arg_count; i++)
        if (oro_arg_is_input(&record->args[i]) && !(record->args[i].flags & ORO_OPTIONAL))
            fprintf(out, " %s", record->args[i].name);
    int32_t result = oro_main_output(op, ORO_FILE_KINDS);
    if (result >= 0) fprintf(out, " %s", record->args[result].name);
    fprintf(out, "\n\n");
    oro_print_wrapped(out, op->doc, 0, 0, WIDTH);
    if (op->source) fprintf(out, "After: %s\n", op->source);
    char words[ORO_FACTS];
    if (op->words) oro_print_wrapped(out, found_by(op, "", words, sizeof words), 0, 0, WIDTH);
    fprintf(out, "\nMaps:\n");
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (!oro_arg_is_input(arg) && !oro_arg_is_output(arg)) continue;
        char way[48];
        help_meaning(out, arg, fprintf(out, "  %-10s %s  ", arg->name, oro_emit_way(arg, way, sizeof way)), 21);
        if (arg->when)
            fprintf(out, "%*s%s when %s\n", 21, "", arg->type == ORO_VALUE_OUT ? "measured" : "matters", arg->when);
    }
    const char *group = NULL;
    bool first = true;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (oro_arg_is_input(arg) || oro_arg_is_output(arg)) continue;
        if (first || (arg->group && (!group || strcmp(group, arg->group) != 0)))
            fprintf(out, "\n%s:\n", arg->group ? arg->group : "Arguments");
        group = arg->group;
        first = false;
        help_arg(out, arg, colour);
    }
    if (op->presets) fprintf(out, "\nPresets (--preset NAME, before the flags given):\n");
    for (const oro_preset *p = op->presets; p && p->name; p++) preset_line(out, p);
    fprintf(out, "\nExample:\n  orogen %s %s\n", record->name, op->example);
}

// --- Markdown ---------------------------------------------------------------------------------------------------------

/// "input", "output mesh", "measured", "number": what the column says.
static const char *markdown_kind(const oro_arg *arg, char *text, size_t size) {
    bool in = oro_arg_is_input(arg), plain = oro_arg_kind(arg) == ORO_KIND_GRID;
    if (!in && !oro_arg_is_output(arg)) return oro_type_name(arg->type);
    if (arg->type == ORO_VALUE_OUT) return "measured";
    snprintf(text, size, "%s%s%s", in ? "input" : "output", plain ? "" : " ", plain ? "" : oro_arg_info(arg)->noun);
    return text;
}

static void markdown_rows(FILE *out, const oro_record *record, bool maps) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool map = oro_arg_is_input(arg) || oro_arg_is_output(arg);
        if (map != maps) continue;
        char facts[ORO_FACTS];
        oro_emit_facts(arg, facts, sizeof facts);
        char kind[64];
        fprintf(out, "| `%s` | %s | %s | %s", arg->name, markdown_kind(arg, kind, sizeof kind), facts, arg->doc);
        if (arg->type == ORO_CHOICE) {
            fprintf(out, " Choices:");
            for (int k = 0; arg->choices[k]; k++) fprintf(out, "%s `%s`", k ? "," : "", arg->choices[k]);
            fprintf(out, ".");
        }
        if (arg->when) {
            fprintf(out, arg->type == ORO_VALUE_OUT ? " Measured when `" : " Matters when `");
            for (const char *c = arg->when; *c; c++) fprintf(out, *c == '|' ? "\\|" : "%c", *c);
            fprintf(out, "`.");
        }
        fprintf(out, " |\n");
    }
}

static void markdown_lists(FILE *out, const oro_record *record) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (arg->type != ORO_RECORDS) continue;
        fprintf(out, "\n## Items of `%s`\n\n%s.\n\n| name | kind | facts | meaning |\n|---|---|---|---|\n", arg->name,
                arg->record->summary);
        markdown_rows(out, arg->record, false);
        markdown_lists(out, arg->record);
    }
}

/// How many maps (files too) it cannot do without.
static int needed_maps(const oro_record *record) {
    int count = 0;
    for (int32_t i = 0; i < record->arg_count; i++)
        count += record->args[i].type == ORO_FILE ||
                 (oro_arg_is_input(&record->args[i]) && !(record->args[i].flags & ORO_OPTIONAL));
    return count;
}

/// The picture that orogen-pictures draws.
static void markdown_picture(FILE *out, const oro_operator *op) {
    int inputs = needed_maps(&op->record);
    const char *subject = inputs == 0 ? "The map made"
                          : inputs == 1
                              ? "The [standard terrain](../standard.oro.json) and what is made of it"
                              : "The [standard terrain](../standard.oro.json), another, and what is made of them";
    fprintf(out, "![%s](../images/operators/%s.png)\n\n*%s with ", inputs ? "before and after" : "the result",
            op->record.name, subject);
    fprintf(out, op->show ? "`%s`.*\n\n" : "%sthe defaults.*\n\n", op->show ? op->show : "");
}

/// The number of "operator member number" that belongs to an argument, or NULL; `length` gets its length.
static const char *measured_number(const char *measured, const oro_record *record, const oro_arg *arg, int *length) {
    char begin[160];
    int size = snprintf(begin, sizeof begin, "%s %s ", record->name, arg->name);
    for (const char *line = measured; line && *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, begin, (size_t)size) == 0) {
            *length = (int)strcspn(line + size, "\n");
            return line + size;
        }
    return NULL;
}

static void markdown_measured(FILE *out, const oro_record *record, const char *measured) {
    bool first = true;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        int length;
        const char *number = arg->type == ORO_VALUE_OUT ? measured_number(measured, record, arg, &length) : NULL;
        if (!number) continue;
        if (first)
            fprintf(out, "On the [standard terrain](../standard.oro.json):\n\n| measured | value |\n|---|---|\n");
        first = false;
        fprintf(out, "| `%s` | %.*s%s%s |\n", arg->name, length, number, *shown_unit(arg) ? " " : "", shown_unit(arg));
    }
    if (!first) fprintf(out, "\n");
}

void oro_emit_markdown(FILE *out, const oro_operator *op, const char *measured) {
    fprintf(out, "<!-- GENERATED from the argument table by `./dev docs`. -->\n# %s\n\n*%s.%s* · %s.%s%s%s\n\n%s\n\n",
            op->record.name, op->family, op->record.name, op->record.summary, op->source ? " After " : "",
            op->source ? op->source : "", op->source ? "." : "", op->doc);
    if (oro_first_of_type(op, ORO_GRID_OUT) >= 0) markdown_picture(out, op);
    markdown_measured(out, &op->record, measured);
    char words[ORO_FACTS];
    if (op->words) fprintf(out, "%s.\n\n", found_by(op, "`", words, sizeof words));
    fprintf(out, "```\norogen %s %s\n```\n\n## Maps\n\n| name | kind | facts | meaning |\n|---|---|---|---|\n",
            op->record.name, op->example);
    markdown_rows(out, &op->record, true);
    fprintf(out, "\n## Arguments\n\n| name | kind | facts | meaning |\n|---|---|---|---|\n");
    markdown_rows(out, &op->record, false);
    markdown_lists(out, &op->record);
    if (op->presets) fprintf(out, "\n## Presets\n\n| name | what it gives | values |\n|---|---|---|\n");
    for (const oro_preset *p = op->presets; p && p->name; p++)
        fprintf(out, "| `%s` | %s | `%s` |\n", p->name, p->summary, p->values);
}

void oro_emit_markdown_index(FILE *out) {
    fprintf(out, "<!-- GENERATED from the argument tables by `./dev docs`. -->\n# Operators\n");
    const char *family = "";
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        if (strcmp(family, op->family) != 0)
            fprintf(out, "\n## %s\n\n| operator | what it does |\n|---|---|\n", op->family);
        family = op->family;
        fprintf(out, "| [%s](%s.md) | %s |\n", op->record.name, op->record.name, op->record.summary);
    }
}

void oro_emit_markdown_pictures(FILE *out) {
    static const char head[] = "\n| name | kind | facts | meaning |\n|---|---|---|---|\n";
    fprintf(
        out,
        "<!-- GENERATED from the tables of picture settings by `./dev docs`. -->\n# Settings of pictures\n\n"
        "Each is a flag of `orogen render` (`--snow-line 0`), a key under `\"render\"` in scene files "
        "(`\"snow_line\": 0`), a path for `--set` and the studio's console (`render.snow_line`), and a field of the "
        "studio's panel of outputs. A flag wins over the scene. Where a word may stand in the place of a number, "
        "scene files may write null for the last of its words.\n\n"
        "```\norogen new valley.oro.json\n"
        "orogen render valley.oro.json -o shot.png --detail 129 --quality draft --snow-line 0 --haze 0 --sun 0,20\n"
        "orogen build valley.oro.json -o out --size 129 --set render.water=none\n```\n%s",
        head);
    markdown_rows(out, &oro_picture_record, false);
    fprintf(out,
            "\n## The sun\n\nScene files write `\"sun\": [310, 32]`, azimuth and elevation, or an object of these; "
            "`--sun 310,32` says the first two in one.\n%s",
            head);
    markdown_rows(out, &oro_sun_record, false);
    fprintf(
        out,
        "\n## Views\n\nA scene may name its own views, and `\"view\"` or `--view` chooses one. Positions are metres "
        "east, north and up from the middle of the map; `--from` and `--look-at` say them without a name.\n\n"
        "```json\n\"render\": {\"view\": \"harbour\",\n           \"views\": {\"harbour\": {\"from\": [0, -3000, "
        "900], \"look_at\": [0, 0, 0], \"fov\": 40, \"orthographic\": false}}}\n```\n");
}
