// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The check of the tables, and the C header printed from them.

#include "emit.h"
#include "args.h"
#include "find.h"
#include "mesh_settings.h"
#include "picture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// --- the check --------------------------------------------------------------------------------------------------------

typedef struct layout {
    size_t size, align;
    const char *c_type; ///< without the * of what goes in or out
} layout;

static layout layout_of(const oro_arg *arg) {
#define LAYOUT(type) ((layout){sizeof(type), _Alignof(type), #type})
    switch (arg->type) {
    case ORO_NUMBER: return LAYOUT(float);
    case ORO_INTEGER: return LAYOUT(int32_t);
    case ORO_TOGGLE: return LAYOUT(bool);
    case ORO_CHOICE: return LAYOUT(oro_choice);
    case ORO_SEED: return LAYOUT(oro_seed);
    case ORO_TEXT: return LAYOUT(const char *);
    case ORO_FILE: return LAYOUT(oro_file);
    case ORO_FIELD: return LAYOUT(oro_field);
    case ORO_COLOUR: return LAYOUT(oro_colour);
    case ORO_RANGE: return LAYOUT(oro_range);
    case ORO_CURVE: return LAYOUT(oro_curve);
    case ORO_RECORDS: return LAYOUT(oro_records);
    default: return (layout){sizeof(void *), _Alignof(void *), oro_arg_info(arg)->type};
    }
#undef LAYOUT
}

enum { MAX_LISTS = 256 };

typedef struct checker {
    FILE *out;
    const char *record;
    int count;
    const oro_record *lists[MAX_LISTS]; ///< every record of a list seen so far
    int list_count;
} checker;

static void complain(checker *c, const char *arg, const char *what) {
    fprintf(c->out, "%s%s%s: %s\n", c->record, arg ? "." : "", arg ? arg : "", what);
    c->count++;
}

static bool is_sentence(const char *text) {
    size_t length = text ? strlen(text) : 0;
    return length > 8 && (isupper((unsigned char)text[0]) || text[0] == '`') && text[length - 1] == '.';
}

/// Finds the row and value that one "name=value" of a `when` speaks of.
static bool when_is_true_name(const oro_record *record, const char *when) {
    const char *equals = strchr(when, '=');
    char name[64];
    if (!equals || (size_t)(equals - when) >= sizeof name) return false;
    memcpy(name, when, (size_t)(equals - when));
    name[equals - when] = 0;
    const oro_arg *other = oro_arg_find(record, name);
    if (!other || (other->type != ORO_CHOICE && other->type != ORO_TOGGLE)) return false;
    for (const char *value = equals + 1; *value;) {
        size_t length = strcspn(value, "|");
        bool known = other->type == ORO_TOGGLE && length == 2 && strncmp(value, "on", 2) == 0;
        for (int i = 0; other->type == ORO_CHOICE && other->choices[i]; i++)
            known |= strlen(other->choices[i]) == length && strncmp(other->choices[i], value, length) == 0;
        if (!known) return false;
        value += length + (value[length] == '|');
    }
    return true;
}

/// A former word leads to a word of today, and is none itself.
static void check_former(checker *c, const oro_arg *arg) {
    const char *formerly = arg->formerly;
    for (oro_former f; oro_former_next(&formerly, &f);) {
        bool old = false, now = false;
        for (int i = 0; arg->choices && arg->choices[i]; i++) {
            old |= strcmp(arg->choices[i], f.old) == 0;
            now |= strcmp(arg->choices[i], f.now) == 0;
        }
        if (old || !now) complain(c, arg->name, "needs .formerly as \"old=new\", where only new is a choice");
    }
}

static void check_record(checker *c, const oro_record *record, bool in_list);

static void check_arg(checker *c, const oro_record *record, const oro_arg *arg, bool in_list) {
    bool wants_unit = oro_arg_has_range(arg) || oro_arg_is_input(arg) || oro_arg_is_output(arg);
    // Flags that every operator's command has; orogen OPERATOR --help lists them.
    static const char *const taken[] = {"range",    "extent", "size",   "origin", "wrap",  "threads",
                                        "cpu",      "memory", "json",   "quiet",  "force", "clip",
                                        "progress", "help",   "preset", "texture"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(arg->name, taken[i]) == 0) complain(c, arg->name, "has the name of a flag of the command line");
    if (!is_sentence(arg->doc)) complain(c, arg->name, "needs a .doc that is a sentence");
    if (wants_unit && !arg->unit)
        complain(c, arg->name, "needs a .unit (\"1\" for a plain ratio, \"any\" for any map)");
    if (oro_arg_has_range(arg) && !(arg->min < arg->max)) complain(c, arg->name, "needs .min below .max");
    if (arg->type == ORO_NUMBER || arg->type == ORO_INTEGER || arg->type == ORO_FIELD)
        if (!oro_arg_may_be_unsaid(arg) && !(arg->def >= arg->min && arg->def <= arg->max))
            complain(c, arg->name, "has a default outside its range");
    if (oro_arg_may_be_unsaid(arg) && ((!in_list && !arg->choices) || arg->def != 0 || arg->text))
        complain(c, arg->name, "may be left out only in a list or with a word for that, and then has no default");
    if ((arg->ui_min != 0 || arg->ui_max != 0) &&
        !(arg->ui_min < arg->ui_max && arg->ui_min >= arg->min && arg->ui_max <= arg->max))
        complain(c, arg->name, "has a slider range outside its range");
    if (arg->scale == ORO_LOG && !((arg->ui_max != 0 ? arg->ui_max : arg->max) > 0))
        complain(c, arg->name, "has a logarithmic slider without positive values");
    if (arg->type == ORO_CHOICE) {
        int count = 0;
        while (arg->choices && arg->choices[count]) count++;
        if (count < 2) complain(c, arg->name, "needs at least two .choices");
        if (!(arg->def >= 0 && arg->def < count))
            complain(c, arg->name, "has a default that is not one of its choices");
        check_former(c, arg);
    }
    if ((arg->type == ORO_RANGE || arg->type == ORO_COLOUR) && !arg->text && !oro_arg_may_be_unsaid(arg))
        complain(c, arg->name, "needs a default in .text");
    char facts[ORO_FACTS];
    if (strlen(oro_emit_facts(arg, facts, sizeof facts)) + 1 >= sizeof facts)
        complain(c, arg->name, "has a default too long to be shown");
    if (arg->when && !when_is_true_name(record, arg->when))
        complain(c, arg->name, "has a .when that names no such choice");
    if (arg->type == ORO_RECORDS) {
        if (!arg->record)
            complain(c, arg->name, "needs a .record");
        else
            check_record(c, arg->record, true);
    }
}

static bool same_tables(const oro_record *a, const oro_record *b) {
    bool same = a->arg_count == b->arg_count && a->size == b->size;
    for (int32_t i = 0; same && i < a->arg_count; i++)
        same = strcmp(a->args[i].name, b->args[i].name) == 0 && a->args[i].type == b->args[i].type;
    return same;
}

/// Lists of several operators may hold the same items; then the tables are the same too, for the header has one struct.
static void check_list_name(checker *c, const oro_record *record) {
    for (int i = 0; i < oro_operator_count(); i++)
        if (strcmp(oro_operator_at(NULL, i)->record.name, record->name) == 0)
            complain(c, NULL, "is the name of an operator; the items of a list need another");
    for (int i = 0; i < c->list_count; i++)
        if (strcmp(c->lists[i]->name, record->name) == 0) {
            if (!same_tables(c->lists[i], record)) complain(c, NULL, "is the name of two different tables");
            return;
        }
    if (c->list_count < MAX_LISTS) c->lists[c->list_count++] = record;
}

static void check_record(checker *c, const oro_record *record, bool in_list) {
    const char *outer = c->record;
    c->record = record->name;
    if (in_list) check_list_name(c, record);
    size_t end = 0;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        layout l = layout_of(arg);
        size_t expected = (end + l.align - 1) / l.align * l.align;
        if (arg->offset != expected) complain(c, arg->name, "is out of order, or a member before it has no row");
        end = arg->offset + l.size;
        check_arg(c, record, arg, in_list);
    }
    if (record->size >= end + 8) complain(c, NULL, "has members at its end without a row");
    if (!record->summary || strlen(record->summary) < 8) complain(c, NULL, "needs a summary");
    c->record = outer;
}

/// Names and lines only: what it sets is tried by the tests, which have a context.
static void check_preset(checker *c, const oro_operator *op, const oro_preset *preset) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    if (!*preset->name || preset->name[strspn(preset->name, letters)])
        complain(c, preset->name, "must be a preset name of lower-case letters, digits and -");
    if (!preset->summary || strlen(preset->summary) < 8) complain(c, preset->name, "needs a summary");
    if (!preset->values || !*preset->values) complain(c, preset->name, "needs values");
    for (const oro_preset *p = op->presets; p < preset; p++)
        if (strcmp(p->name, preset->name) == 0) complain(c, preset->name, "is the name of two presets");
}

/// Small words; what one sets is a choice of the operator's own.
static void check_words(checker *c, const oro_operator *op) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const char *words = op->words;
    for (oro_keyword k; oro_keyword_next(&words, &k);) {
        if (!*k.word || k.word[strspn(k.word, letters)])
            complain(c, k.word, "must be a search word of lower-case letters, digits and -");
        if (strcmp(k.word, op->record.name) == 0) complain(c, k.word, "is its own name, which .words must not repeat");
        const char *before = op->words;
        for (oro_keyword other; oro_keyword_next(&before, &other) && before < words;)
            if (strcmp(other.word, k.word) == 0) complain(c, k.word, "stands in .words twice");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(k.set, "="), k.set);
        const oro_arg *arg = *k.set ? oro_arg_find(&op->record, name) : NULL;
        const char *const *choice = arg ? arg->choices : NULL;
        while (choice && *choice && strcmp(*choice, k.set + strlen(name) + 1) != 0) choice++;
        if (*k.set && (!choice || !*choice)) complain(c, k.word, "must name one of the operator's choices in brackets");
    }
}

/// What is made of maps covers the ground of a map beside it.
static void check_ground(checker *c, const oro_operator *op) {
    bool map = oro_first_of_type(op, ORO_GRID_IN) >= 0 || oro_first_of_type(op, ORO_GRID_OUT) >= 0;
    for (int32_t k = 0; !map && k < op->record.arg_count; k++)
        if (oro_arg_is_output(&op->record.args[k]) && oro_arg_info(&op->record.args[k])->of_maps)
            complain(c, op->record.args[k].name,
                     "is made of maps, so there must also be a map, for the ground it covers");
}

int oro_emit_check(FILE *out) {
    checker c = {.out = out};
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        c.record = op->record.name;
        check_record(&c, &op->record, false);
        for (int k = 0; k < ORO_KIND_COUNT; k++)
            if (strcmp(oro_kind_of((oro_kind)k)->name, op->record.name) == 0)
                complain(&c, NULL, "is the name of a kind of data, whose C functions have these names already");
        if (!op->family || !*op->family) complain(&c, NULL, "needs a .family");
        if (!is_sentence(op->doc)) complain(&c, NULL, "needs a .doc of whole sentences");
        if (!op->example || !*op->example) complain(&c, NULL, "needs an .example");
        if (op->version < 1) complain(&c, NULL, "needs a .version from 1 up");
        if (!op->run) complain(&c, NULL, "needs a .run");
        check_ground(&c, op);
        for (const oro_preset *p = op->presets; p && p->name; p++) check_preset(&c, op, p);
        check_words(&c, op);
        for (int k = 0; k < i; k++)
            if (strcmp(oro_operator_at(NULL, k)->record.name, op->record.name) == 0)
                complain(&c, NULL, "is listed twice in ops.def");
    }
    check_record(&c, &oro_picture_record, false);
    check_record(&c, &oro_mesh_record, false);
    check_record(&c, &oro_sun_record, false);
    return c.count;
}

// --- the header -------------------------------------------------------------------------------------------------------

static void print_upper(FILE *out, const char *text) {
    for (; *text; text++) fputc(isalnum((unsigned char)*text) ? toupper((unsigned char)*text) : '_', out);
}

static void print_constant(FILE *out, const char *before, const oro_record *record, const oro_arg *arg,
                           const char *word) {
    fputs(before, out);
    print_upper(out, record->name);
    fputc('_', out);
    print_upper(out, arg->name);
    fputc('_', out);
    print_upper(out, word);
}

/// Former words keep their constants, so that programs written with them still compile.
static void print_enum(FILE *out, const oro_record *record, const oro_arg *arg) {
    fprintf(out, "enum {");
    for (int i = 0; arg->choices[i]; i++) print_constant(out, i ? ", ORO_" : " ORO_", record, arg, arg->choices[i]);
    const char *formerly = arg->formerly;
    for (oro_former f; oro_former_next(&formerly, &f);) {
        print_constant(out, ", ORO_", record, arg, f.old);
        print_constant(out, " = ORO_", record, arg, f.now);
    }
    fprintf(out, " }; ///< %s_args.%s\n", record->name, arg->name);
}

/// Names of the records that have their struct already.
typedef struct printed {
    const char *names[MAX_LISTS];
    int count;
} printed;

static void print_struct(FILE *out, const oro_record *record, printed *before) {
    for (int i = 0; i < before->count; i++)
        if (strcmp(before->names[i], record->name) == 0) return;
    if (before->count < MAX_LISTS) before->names[before->count++] = record->name;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (arg->type == ORO_RECORDS) print_struct(out, arg->record, before);
        if (arg->type == ORO_CHOICE) print_enum(out, record, arg);
    }
    fprintf(out, "/// %s.\ntypedef struct oro_%s_args {\n", record->summary, record->name);
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        const char *type = layout_of(arg).c_type;
        bool wire = oro_arg_is_input(arg) || oro_arg_is_output(arg);
        char facts[ORO_FACTS];
        oro_emit_facts(arg, facts, sizeof facts);
        fprintf(out, "    %s%s%s%s%s; ///< %s%s%s%s\n", oro_arg_is_input(arg) ? "const " : "", type,
                type[strlen(type) - 1] == '*' ? "" : " ", wire ? "*" : "", arg->name, arg->doc, *facts ? " (" : "",
                facts, *facts ? ")" : "");
    }
    fprintf(out, "} oro_%s_args;\n\n", record->name);
}

static void print_calls(FILE *out, const oro_operator *op) {
    const char *name = op->record.name;
    fprintf(out,
            "static inline oro_status oro_%s_defaults(oro_context *ctx, oro_%s_args *args) {\n"
            "    return oro_args_init(ctx, &oro_operator_find(ctx, \"%s.%s\")->record, args);\n}\n",
            name, name, op->family, name);
    fprintf(out,
            "static inline oro_status oro_%s_call(oro_context *ctx, oro_%s_args *args, const oro_run_desc *desc) {\n"
            "    return oro_call(ctx, oro_operator_find(ctx, \"%s.%s\"), args, desc);\n}\n",
            name, name, op->family, name);
    fprintf(out,
            "static inline void oro_%s_free(oro_context *ctx, oro_%s_args *args) {\n"
            "    oro_args_free(ctx, &oro_operator_find(ctx, \"%s.%s\")->record, args);\n}\n\n",
            name, name, op->family, name);
}

void oro_emit_header(FILE *out) {
    fprintf(
        out,
        "// SPDX-FileCopyrightText: 2026 The Orogen authors\n// SPDX-License-Identifier: MIT\n//\n"
        "// GENERATED from the argument tables by `./dev docs`. Typed arguments of every operator for C callers:\n//\n"
        "//     oro_slope_args a;\n//     oro_slope_defaults(ctx, &a);\n"
        "//     a.height = &terrain, a.result = &steepness;\n//     oro_slope_call(ctx, &a, NULL);\n"
        "//     oro_slope_free(ctx, &a); // the arguments, not the maps\n"
        "#ifndef OROGEN_OPERATORS_H\n#define OROGEN_OPERATORS_H\n\n#include \"operator.h\"\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n// clang-format off\n\n");
    printed before = {0};
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        fprintf(out, "// --- %s.%s ---\n\n", op->family, op->record.name);
        print_struct(out, &op->record, &before);
        print_calls(out, op);
    }
    fprintf(out, "/// Every member as X(operator, member), for checking that these structs and the library agree.\n"
                 "#define ORO_OPERATORS_MEMBERS(X)");
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(NULL, i)->record;
        for (int32_t k = 0; k < record->arg_count; k++)
            fprintf(out, " \\\n    X(%s, %s)", record->name, record->args[k].name);
    }
    fprintf(out, "\n\n// clang-format on\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
