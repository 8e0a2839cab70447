// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The catalogue for editors and the JSON Schema of scene files, printed from the argument tables.

#include "emit.h"
#include "args.h"
#include "core/text.h"
#include "find.h"
#include "op/mesh_settings.h"
#include "op/picture.h"
#include "op/world.h"

#include <string.h>

static void string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fprintf(out, "\\n");
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void key_string(FILE *out, const char *key, const char *text) {
    if (!text) return;
    fprintf(out, ", \"%s\": ", key);
    string(out, text);
}

static void key_number(FILE *out, const char *key, double value) {
    char text[40];
    oro_print_double(value, text, sizeof text);
    fprintf(out, ", \"%s\": %s", key, text);
}

/// The old names of "old=new old=new", each behind a comma.
static void former_names(FILE *out, const char *formerly) {
    for (oro_former f; oro_former_next(&formerly, &f);) fprintf(out, ", \"%s\"", f.old);
}

static void key_choices(FILE *out, const char *key, const oro_arg *arg, const char *formerly) {
    fprintf(out, ", \"%s\": [", key);
    for (int i = 0; arg->choices[i]; i++) {
        if (i) fprintf(out, ", ");
        string(out, arg->choices[i]);
    }
    former_names(out, formerly);
    fputc(']', out);
}

// --- catalogue --------------------------------------------------------------------------------------------------------

static void catalogue_args(FILE *out, const oro_record *record, int indent);

static void catalogue_arg(FILE *out, const oro_arg *arg, int indent) {
    static const char *const scales[] = {"linear", "log"};
    fprintf(out, "%*s{\"name\": \"%s\", \"type\": \"%s\"", indent, "", arg->name, oro_type_name(arg->type));
    if (oro_arg_is_input(arg) || oro_arg_is_output(arg))
        fprintf(out, ", \"direction\": \"%s\"", oro_arg_is_input(arg) ? "in" : "out");
    if (arg->flags & ORO_OPTIONAL) fprintf(out, ", \"optional\": true");
    if (arg->type == ORO_FILE) key_string(out, "holds", oro_kind_of(arg->holds)->name);
    key_string(out, "unit", arg->unit);
    key_string(out, "group", arg->group);
    key_string(out, "when", arg->when);
    if (oro_arg_has_range(arg)) {
        bool slider = arg->ui_min != 0 || arg->ui_max != 0;
        key_number(out, "min", arg->min);
        key_number(out, "max", arg->max);
        key_number(out, "ui_min", slider ? arg->ui_min : arg->min);
        key_number(out, "ui_max", slider ? arg->ui_max : arg->max);
        fprintf(out, ", \"scale\": \"%s\"", scales[arg->scale]);
    }
    if (oro_arg_has_real_range(arg)) {
        key_number(out, "real_min", arg->ui_min);
        key_number(out, "real_max", arg->ui_max);
    }
    if (arg->text)
        key_string(out, "default", arg->text);
    else if (oro_arg_may_be_unsaid(arg) && arg->choices)
        key_string(out, "default", arg->choices[0]);
    else if (arg->type == ORO_CHOICE)
        key_string(out, "default", arg->choices[(int)arg->def]);
    else if (arg->type == ORO_TOGGLE)
        fprintf(out, ", \"default\": %s", arg->def != 0 ? "true" : "false");
    else if (!oro_arg_may_be_unsaid(arg) && (arg->type <= ORO_SEED || arg->type == ORO_FIELD))
        key_number(out, "default", arg->def);
    if (arg->type == ORO_CHOICE) key_choices(out, "choices", arg, NULL);
    if (arg->type != ORO_CHOICE && arg->choices) key_choices(out, "words", arg, NULL);
    key_string(out, "doc", arg->doc);
    if (arg->type == ORO_RECORDS) {
        fprintf(out, ", \"item\": {\"name\": \"%s\", \"args\": [\n", arg->record->name);
        catalogue_args(out, arg->record, indent + 2);
        fprintf(out, "%*s]}", indent, "");
    }
    fputc('}', out);
}

static void catalogue_args(FILE *out, const oro_record *record, int indent) {
    for (int32_t i = 0; i < record->arg_count; i++) {
        catalogue_arg(out, &record->args[i], indent);
        fprintf(out, i + 1 < record->arg_count ? ",\n" : "\n");
    }
}

/// Other words for the operator; what one sets stands beside it.
static void catalogue_words(FILE *out, const oro_operator *op) {
    const char *words = op->words, *between = "";
    if (!words) return;
    fprintf(out, ", \"words\": [");
    for (oro_keyword k; oro_keyword_next(&words, &k); between = ", ") {
        fprintf(out, "%s{\"word\": \"%s\"", between, k.word);
        if (*k.set) key_string(out, "set", k.set);
        fputc('}', out);
    }
    fputc(']', out);
}

static void catalogue_presets(FILE *out, const oro_operator *op) {
    if (!op->presets) return;
    fprintf(out, ", \"presets\": [");
    for (const oro_preset *p = op->presets; p->name; p++) {
        fprintf(out, "%s{\"name\": \"%s\"", p > op->presets ? ", " : "", p->name);
        key_string(out, "summary", p->summary);
        key_string(out, "values", p->values);
        fputc('}', out);
    }
    fputc(']', out);
}

/// The world's keys in the form of arguments: `type` says how to show one, `kind` what its value is.
static void catalogue_world(FILE *out) {
    static const char *const kinds[] = {"sides", "point", "span", "switch", "level", "count", "seed"};
    static const char *const types[] = {"text", "text", "range", "toggle", "text", "integer", "text"};
    const char *before = "";
    for (const oro_world_key *key = oro_world_table; key < oro_world_table + ORO_WORLD_KEYS; key++) {
        if (key->kind == ORO_WORLD_PLACE) continue;
        fprintf(out, "%s    {\"name\": \"%s\", \"type\": \"%s\", \"kind\": \"%s\"", before, key->name, types[key->kind],
                kinds[key->kind]);
        key_string(out, "unit", key->unit);
        if (key->ui_max > key->ui_min) {
            key_number(out, "min", key->min);
            key_number(out, "max", key->max);
            key_number(out, "ui_min", key->ui_min);
            key_number(out, "ui_max", key->ui_max);
            fprintf(out, ", \"scale\": \"%s\"", key->log_scale ? "log" : "linear");
        }
        key_string(out, "doc", key->doc);
        fputc('}', out);
        before = ",\n";
    }
    fputc('\n', out);
}

/// The kinds of data: an argument with a direction has one of their names as its type.
static void catalogue_kinds(FILE *out) {
    for (int i = 0; i < ORO_KIND_COUNT; i++) {
        const oro_kind_info *kind = oro_kind_of((oro_kind)i);
        fprintf(out, "    {\"name\": \"%s\"", kind->name);
        key_string(out, "noun", kind->noun);
        key_string(out, "doc", kind->doc);
        fprintf(out, "}%s\n", i + 1 < ORO_KIND_COUNT ? "," : "");
    }
}

static void catalogue_operator(FILE *out, const oro_operator *op, int indent) {
    fprintf(out, "%*s{\"name\": \"%s\", \"family\": \"%s\", \"version\": %d", indent, "", op->record.name, op->family,
            op->version);
    key_string(out, "summary", op->record.summary);
    key_string(out, "doc", op->doc);
    key_string(out, "source", op->source);
    key_string(out, "example", op->example);
    catalogue_words(out, op);
    catalogue_presets(out, op);
    fprintf(out, ", \"args\": [\n");
    catalogue_args(out, &op->record, indent + 2);
    fprintf(out, "%*s]}", indent, "");
}

void oro_emit_catalogue_of(FILE *out, const oro_operator *op) {
    catalogue_operator(out, op, 0);
    fputc('\n', out);
}

void oro_emit_rows(FILE *out, const oro_record *record) {
    fprintf(out, "[\n");
    catalogue_args(out, record, 2);
    fprintf(out, "]");
}

void oro_emit_catalogue(FILE *out) {
    fprintf(out, "{\n  \"orogen\": \"%s\",\n  \"world\": [\n", ORO_VERSION);
    catalogue_world(out);
    fprintf(out, "  ],\n  \"render\": [\n");
    catalogue_args(out, &oro_picture_record, 4);
    fprintf(out, "  ],\n  \"mesh\": [\n");
    catalogue_args(out, &oro_mesh_record, 4);
    fprintf(out, "  ],\n  \"kinds\": [\n");
    catalogue_kinds(out);
    fprintf(out, "  ],\n  \"operators\": [\n");
    for (int i = 0; i < oro_operator_count(); i++) {
        catalogue_operator(out, oro_operator_at(NULL, i), 4);
        fprintf(out, "%s\n", i + 1 < oro_operator_count() ? "," : "");
    }
    fprintf(out, "  ]\n}\n");
}

// --- schema -----------------------------------------------------------------------------------------------------------

static void schema_record(FILE *out, const oro_record *record, int indent);

static void schema_arg(FILE *out, const oro_arg *arg, int indent) {
    char lo[40], hi[40];
    oro_print_double(arg->min, lo, sizeof lo);
    oro_print_double(arg->max, hi, sizeof hi);
    fprintf(out, "%*s\"%s\": {", indent, "", arg->name);
    bool or_word = arg->choices && oro_arg_may_be_unsaid(arg);
    if (or_word) {
        fprintf(out, "\"oneOf\": [{\"type\": \"null\"}, {\"type\": \"string\"");
        key_choices(out, "enum", arg, NULL);
        fprintf(out, "}, {");
    }
    switch (arg->type) {
    case ORO_NUMBER: fprintf(out, "\"type\": \"number\", \"minimum\": %s, \"maximum\": %s", lo, hi); break;
    case ORO_INTEGER: fprintf(out, "\"type\": \"integer\", \"minimum\": %s, \"maximum\": %s", lo, hi); break;
    case ORO_FIELD:
        fprintf(out,
                "\"oneOf\": [{\"type\": \"number\", \"minimum\": %s, \"maximum\": %s}, {\"$ref\": \"#/$defs/wire\"}]",
                lo, hi);
        break;
    case ORO_TOGGLE: fprintf(out, "\"type\": \"boolean\""); break;
    case ORO_SEED: fprintf(out, "\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295"); break;
    case ORO_CHOICE:
        fprintf(out, "\"type\": \"string\"");
        key_choices(out, "enum", arg, arg->formerly);
        break;
    case ORO_TEXT:
    case ORO_FILE: fprintf(out, "\"type\": \"string\""); break;
    case ORO_COLOUR: fprintf(out, "\"type\": \"string\", \"pattern\": \"^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$\""); break;
    case ORO_RANGE:
        fprintf(out,
                "\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"type\": \"number\", "
                "\"minimum\": %s, \"maximum\": %s}",
                lo, hi);
        break;
    case ORO_CURVE:
        fprintf(out, "\"type\": \"array\", \"items\": {\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, "
                     "\"items\": {\"type\": \"number\"}}");
        break;
    case ORO_RECORDS:
        fprintf(out, "\"type\": \"array\", \"items\": ");
        schema_record(out, arg->record, indent + 2);
        break;
    default: {
        bool plain = oro_arg_kind(arg) == ORO_KIND_GRID;
        fprintf(out, "\"$ref\": \"#/$defs/wire%s%s\"", plain ? "" : ".", plain ? "" : oro_arg_info(arg)->name);
        break;
    }
    }
    if (or_word) fprintf(out, "}]");
    key_string(out, "description", arg->doc);
    fputc('}', out);
}

/// All of a record but the bracket that opens it.
static void schema_members(FILE *out, const oro_record *record, int indent) {
    fprintf(out, "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n");
    bool first = true;
    for (int32_t i = 0; i < record->arg_count; i++) {
        if (oro_arg_is_output(&record->args[i])) continue;
        if (!first) fprintf(out, ",\n");
        first = false;
        schema_arg(out, &record->args[i], indent + 2);
    }
    fprintf(out, "\n%*s}}", indent, "");
}

static void schema_record(FILE *out, const oro_record *record, int indent) {
    fputc('{', out);
    schema_members(out, record, indent);
}

/// Wires of what is no map.
static void schema_wires(FILE *out) {
    for (int kind = 0; kind < ORO_KIND_COUNT; kind++)
        if (kind != ORO_KIND_GRID)
            fprintf(
                out,
                "    \"wire.%s\": {\"allOf\": [{\"$ref\": \"#/$defs/wire\"}], \"description\": \"A node that makes a "
                "%s, or that output of it.\"},\n",
                oro_kind_of((oro_kind)kind)->name, oro_kind_of((oro_kind)kind)->noun);
}

static void schema_preset(FILE *out, const oro_operator *op) {
    if (!op->presets) {
        fprintf(out, "false");
        return;
    }
    fprintf(out, "{\"enum\": [");
    for (const oro_preset *p = op->presets; p->name; p++)
        fprintf(out, "%s\"%s\"", p > op->presets ? ", " : "", p->name);
    former_names(out, op->formerly);
    fprintf(out, "], \"description\": \"Values that go well together; those under args override them.\"}");
}

static const char pair_of_numbers[] =
    "{\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"type\": \"number\"}}";

/// The sun is two angles, or an object that names members.
static void schema_sun(FILE *out) {
    fprintf(out,
            "      \"sun\": {\"oneOf\": [\n        {\"type\": \"array\", \"minItems\": %d, \"maxItems\": %d, "
            "\"prefixItems\": [",
            ORO_SUN_PAIR, ORO_SUN_PAIR);
    for (int i = 0; i < ORO_SUN_PAIR; i++) {
        char lo[40], hi[40];
        oro_print_double(oro_sun_record.args[i].min, lo, sizeof lo);
        oro_print_double(oro_sun_record.args[i].max, hi, sizeof hi);
        fprintf(out, "%s{\"type\": \"number\", \"minimum\": %s, \"maximum\": %s}", i ? ", " : "", lo, hi);
    }
    fprintf(out, "]},\n        ");
    schema_record(out, &oro_sun_record, 8);
    fprintf(out, "]},\n");
}

static void schema_views(FILE *out) {
    static const char *const points[] = {"from", "look_at"};
    char most[40];
    oro_print_double(ORO_FURTHEST_CAMERA, most, sizeof most);
    fprintf(out, "      \"views\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"object\", "
                 "\"additionalProperties\": false, \"properties\": {\n");
    for (int i = 0; i < 2; i++)
        fprintf(out,
                "        \"%s\": {\"type\": \"array\", \"minItems\": 3, \"maxItems\": 3, \"items\": {\"type\": "
                "\"number\", \"minimum\": -%s, \"maximum\": %s}},\n",
                points[i], most, most);
    schema_arg(out, oro_arg_find(&oro_picture_record, "fov"), 8);
    fprintf(out, ",\n");
    schema_arg(out, oro_arg_find(&oro_picture_record, "orthographic"), 8);
    fprintf(out, "}}},\n");
}

/// How a scene wants its pictures: the rows of its table, the sun, and the views people gave names.
static void schema_render(FILE *out) {
    fprintf(out, "    \"render\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n");
    schema_sun(out);
    schema_views(out);
    for (int32_t i = 0; i < oro_picture_record.arg_count; i++) {
        schema_arg(out, &oro_picture_record.args[i], 6);
        fprintf(out, i + 1 < oro_picture_record.arg_count ? ",\n" : "\n");
    }
    fprintf(out, "    }},\n");
}

static void schema_numbers(FILE *out, const oro_world_key *key, const char *type) {
    char lo[40], hi[40];
    oro_print_double(key->min, lo, sizeof lo);
    oro_print_double(key->max, hi, sizeof hi);
    fprintf(out, "\"type\": %s, \"%s\": %s, \"maximum\": %s", type,
            key->kind == ORO_WORLD_SIDES ? "exclusiveMinimum" : "minimum", lo, hi);
}

static void schema_world_key(FILE *out, const oro_world_key *key) {
    static const char two[] = "\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {";
    fprintf(out, "      \"%s\": {", key->name);
    switch (key->kind) {
    case ORO_WORLD_SIDES:
        fprintf(out, "\"oneOf\": [{");
        schema_numbers(out, key, "\"number\"");
        fprintf(out, "}, {%s", two);
        schema_numbers(out, key, "\"number\"");
        fprintf(out, "}}]");
        break;
    case ORO_WORLD_POINT:
    case ORO_WORLD_SPAN:
        fprintf(out, "%s", two);
        schema_numbers(out, key, "\"number\"");
        fputc('}', out);
        break;
    case ORO_WORLD_SWITCH: fprintf(out, "\"type\": \"boolean\""); break;
    case ORO_WORLD_LEVEL: schema_numbers(out, key, "[\"number\", \"null\"]"); break;
    case ORO_WORLD_COUNT: schema_numbers(out, key, "\"integer\""); break;
    case ORO_WORLD_SEED: fprintf(out, "\"type\": \"integer\", \"minimum\": 0"); break;
    case ORO_WORLD_PLACE:
        fprintf(out,
                "\"type\": [\"object\", \"null\"], \"additionalProperties\": false, \"required\": [\"crs\", "
                "\"origin\"], \"properties\": {\"crs\": {\"type\": \"string\"}, \"origin\": %s, \"unit\": %s}",
                pair_of_numbers, pair_of_numbers);
        break;
    }
    key_string(out, "description", key->doc);
    fputc('}', out);
}

static void schema_world(FILE *out) {
    fprintf(out, "    \"world\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n");
    for (int k = 0; k < ORO_WORLD_KEYS; k++) {
        schema_world_key(out, &oro_world_table[k]);
        fprintf(out, k + 1 < ORO_WORLD_KEYS ? ",\n" : "\n");
    }
    fprintf(out, "    }},\n");
}

void oro_emit_schema(FILE *out) {
    int count = oro_operator_count();
    fprintf(out,
            "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Orogen scene\",\n"
            "  \"type\": \"object\",\n  \"required\": [\"orogen\", \"nodes\"],\n  \"additionalProperties\": false,\n"
            "  \"properties\": {\n    \"orogen\": {\"const\": %d, \"description\": \"Version of the file format.\"},\n"
            "    \"name\": {\"type\": \"string\"},\n    \"about\": {\"type\": \"string\"},\n"
            "    \"$schema\": {\"type\": \"string\"},\n",
            ORO_SCENE_FORMAT);
    schema_world(out);
    fprintf(out,
            "    \"nodes\": {\"type\": \"array\", \"maxItems\": %d, \"items\": {\"$ref\": \"#/$defs/node\"}},\n"
            "    \"outputs\": {\"type\": \"array\", \"items\": {\"type\": \"object\", \"additionalProperties\": false, "
            "\"required\": [\"file\"], \"properties\": {\n"
            "      \"from\": {\"$ref\": \"#/$defs/wire\"}, \"file\": {\"type\": \"string\"}, "
            "\"style\": {\"type\": \"string\"}, \"texture\": {\"$ref\": \"#/$defs/wire\"},\n"
            "      \"range\": {\"anyOf\": [{\"const\": \"auto\"}, %s]}, \"clip\": {\"type\": \"boolean\"},\n"
            "      \"bits\": {\"enum\": [8, 16, 32]}, \"channel\": {\"enum\": [\"R\", \"Y\"]}, "
            "\"layout\": {\"type\": \"string\"}",
            ORO_MAX_NODES, pair_of_numbers);
    for (int32_t i = 0; i < oro_mesh_record.arg_count; i++) {
        fprintf(out, ",\n");
        schema_arg(out, &oro_mesh_record.args[i], 6);
    }
    fprintf(out, "\n    }}},\n"
                 "    \"render\": {\"$ref\": \"#/$defs/render\"}\n  },\n");
    fprintf(out, "  \"$defs\": {\n");
    schema_render(out);
    fprintf(out, "    \"wire\": {\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_-]+(\\\\.[A-Za-z0-9_-]+)?$\", "
                 "\"description\": \"A node, or one output of it: base, base.water.\"},\n");
    schema_wires(out);
    fprintf(out,
            "    \"node\": {\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"id\", \"op\"],\n"
            "      \"properties\": {\"id\": {\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_-]+$\"}, "
            "\"op\": {\"enum\": [");
    for (int i = 0; i < count; i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        fprintf(out, "%s\"%s\", \"%s.%s\"", i ? ", " : "", op->record.name, op->family, op->record.name);
    }
    fprintf(out, "]}, \"preset\": {\"type\": \"string\"}, \"args\": {\"type\": \"object\"}, \"enabled\": {\"type\": "
                 "\"boolean\"}, \"note\": {\"type\": "
                 "\"string\"}},\n      \"allOf\": [\n");
    for (int i = 0; i < count; i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        fprintf(out,
                "        {\"if\": {\"properties\": {\"op\": {\"enum\": [\"%s\", \"%s.%s\"]}}}, \"then\": "
                "{\"properties\": {\"args\": {\"$ref\": \"#/$defs/args.%s\"}, \"preset\": ",
                op->record.name, op->family, op->record.name, op->record.name);
        schema_preset(out, op);
        fprintf(out, "}}}%s\n", i + 1 < count ? "," : "");
    }
    fprintf(out, "      ]},\n");
    for (int i = 0; i < count; i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        fprintf(out, "    \"args.%s\": {\"title\": ", op->record.name);
        string(out, op->record.summary);
        const char *words = op->words, *between = "Found by: ";
        if (words) fprintf(out, ", \"description\": \"");
        for (oro_keyword k; oro_keyword_next(&words, &k); between = ", ") fprintf(out, "%s%s", between, k.word);
        fprintf(out, op->words ? ".\", " : ", ");
        schema_members(out, &op->record, 4);
        fprintf(out, i + 1 < count ? ",\n" : "\n");
    }
    fprintf(out, "  }\n}\n");
}
