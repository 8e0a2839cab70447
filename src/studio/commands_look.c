// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Commands that only look, and completion of a console line from the same tables.

#include "core/context.h"
#include "core/text.h"
#include "io/scene_value.h"
#include "io/text_stream.h"
#include "op/emit.h"
#include "scene/document.h"
#include "studio/commands.h"
#include "studio/json.h"

#include <stdlib.h>
#include <string.h>

/// The text form of a value, whole however long it is. "" where there is none.
static void add_value(studio_call *call, const char *path) {
    size_t length = oro_scene_get(call->session->scene, path, NULL, 0);
    char *text = length == (size_t)-1 ? NULL : malloc(length + 1);
    if (!text) return;
    oro_scene_get(call->session->scene, path, text, length + 1);
    oro_text_puts(&call->text, text);
    free(text);
}

STUDIO_COMMAND(get) {
    char buffer[64];
    const char *path = studio_word(call, 0, buffer, sizeof buffer);
    call->value = oro_scene_get_json(call->session->scene, path);
    if (!call->value) return call->session->ctx->error.status;
    add_value(call, path);
    return ORO_OK;
}

STUDIO_COMMAND(list) {
    const oro_scene *scene = call->session->scene;
    char buffer[64], path[160];
    const char *id = studio_word(call, 0, buffer, sizeof buffer);
    for (int i = 0; !id && i < oro_scene_node_count(scene); i++)
        oro_text_printf(&call->text, "%s%-2d %-20s %s%s", i ? "\n" : "", i, oro_scene_node_id(scene, i),
                        oro_scene_node_op(scene, i)->record.name, oro_scene_node_enabled(scene, i) ? "" : " (off)");
    if (!id) return ORO_OK;
    const oro_node *node = oro_scene_find(scene, id);
    if (!node) return oro_scene_enable(call->session->scene, id, true); // says what is wrong
    for (int32_t i = 0; i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        if (oro_arg_is_output(arg)) continue;
        snprintf(path, sizeof path, "%s.%s", node->id, arg->name);
        oro_text_printf(&call->text, "%s%-20s ", call->text.length ? "\n" : "", arg->name);
        add_value(call, path);
        if (arg->unit && strcmp(arg->unit, "1") != 0 && strcmp(arg->unit, "any") != 0)
            oro_text_printf(&call->text, " %s", arg->unit);
    }
    return ORO_OK;
}

STUDIO_COMMAND(operators) {
    char buffer[64];
    const char *word = studio_word(call, 0, buffer, sizeof buffer);
    oro_search search;
    studio_find(call->parts, word ? word : "", &search);
    for (int i = 0; i < search.count; i++) {
        const oro_found *f = &search.found[i];
        bool other = f->topic.kind >= ORO_TOPIC_EXAMPLE;
        char name[160];
        snprintf(name, sizeof name, "%s%s%s%s%s", other ? oro_topic_kind_name(f->topic.kind) : "", other ? " " : "",
                 f->topic.name, *f->set ? " " : "", f->set);
        oro_text_printf(&call->text, "%s%-24s %s", call->text.length ? "\n" : "", name, f->topic.summary);
    }
    return ORO_OK;
}

void studio_find(const studio_parts *parts, const char *words, oro_search *search) {
    oro_search_begin(search, words);
    oro_search_operators(search);
    if (search->word_count == 0) return;
    oro_search_examples(search, parts->examples);
    oro_search_formats(search);
    const char *near = search->count ? NULL : oro_find_operator_near(words);
    if (!near) return;
    oro_search_begin(search, near); // misspelt
    oro_search_operators(search);
}

STUDIO_COMMAND(help) {
    char buffer[64];
    const char *word = studio_word(call, 0, buffer, sizeof buffer);
    const studio_command *command = word ? studio_command_find(word) : NULL;
    const oro_operator *op = word && !command ? oro_operator_find(call->session->ctx, word) : NULL;
    if (command) {
        oro_text_printf(&call->text, "%s %s\n%s", command->name, command->usage, command->help);
    } else if (op) {
        FILE *to = oro_text_open(&call->text);
        if (to) oro_emit_help(to, op, false);
        if (!to || !oro_text_close(to, &call->text))
            return oro_fail(call->session->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this help");
    } else if (word) {
        const char *near = oro_find_operator_near(word);
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, NULL,
                        "there is no command and no operator \"%.40s\"%s%s%s; operators WORD looks for one", word,
                        near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
    }
    const char *group = "";
    for (const studio_command *c = studio_commands; !word && c->name; c++) {
        if (strcmp(group, c->group) != 0) oro_text_printf(&call->text, "%s%s\n", *group ? "\n" : "", c->group);
        group = c->group;
        oro_text_printf(&call->text, "  %s %s: %s\n", c->name, c->usage, c->help);
    }
    return ORO_OK;
}

STUDIO_COMMAND(text) {
    oro_text_puts(&call->text, call->session->text);
    return ORO_OK;
}

// --- completion ---------------------------------------------------------------------------------------------------------------

typedef struct completer {
    studio_parts *parts;
    oro_json *list;
    const char *begun; ///< the word so far
} completer;

static void offer(completer *c, const char *text, const char *help) {
    if (strncmp(text, c->begun, strlen(c->begun)) != 0 || c->list->count >= 200) return;
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "text", studio_json_text(text));
    oro_json_set(item, "help", studio_json_text(help ? help : ""));
    oro_json_append(c->list, item);
}

static void offer_nodes(completer *c, const char *end) {
    const oro_scene *scene = c->parts->session->scene;
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        char text[96];
        snprintf(text, sizeof text, "%.80s%s", oro_scene_node_id(scene, i), end);
        offer(c, text, oro_scene_node_op(scene, i)->record.name);
    }
}

/// Arguments of the node before the dot. `which`: 'p' what can be set, 'f' maps it makes, 'l' lists.
static void offer_members(completer *c, char which) {
    const oro_scene *scene = c->parts->session->scene;
    char id[80], text[160];
    oro_split_name(c->begun, id, sizeof id);
    const char *key;
    for (int32_t k = 0; which == 'p' && strcmp(id, "world") == 0 && (key = oro_world_key_name(k)); k++) {
        snprintf(text, sizeof text, "world.%s", key);
        offer(c, text, "");
    }
    const oro_node *node = oro_scene_find(scene, id);
    const oro_record *record = node ? &node->op->record : NULL;
    if (!node && which == 'p' && strcmp(id, "render") == 0) record = &oro_picture_record;
    for (int32_t i = 0; record && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool fits = which == 'f'   ? arg->type == ORO_GRID_OUT
                    : which == 'l' ? arg->type == ORO_RECORDS || arg->type == ORO_CURVE
                                   : !oro_arg_is_output(arg);
        snprintf(text, sizeof text, "%s.%s", id, arg->name);
        if (fits) offer(c, text, arg->doc);
    }
}

/// Values for the argument that the word before names: choices, on and off, maps, presets.
static void offer_values(completer *c, const oro_json *words) {
    const oro_scene *scene = c->parts->session->scene;
    const char *path = words->items[1]->text;
    char id[80];
    const char *name = oro_split_name(path, id, sizeof id);
    const oro_node *node = oro_scene_find(scene, id);
    const oro_arg *arg = node ? NULL : oro_scene_setting(scene, path);
    if (!node && !arg) return;
    if (node && !name) {
        for (const oro_preset *p = node->op->presets; p && p->name; p++) offer(c, p->name, p->summary);
        return;
    }
    if (node) arg = oro_arg_find(&node->op->record, name);
    if (!arg) return;
    for (const char *const *choice = arg->choices; choice && *choice; choice++) offer(c, *choice, arg->name);
    if (arg->type == ORO_TOGGLE) offer(c, "on", arg->name), offer(c, "off", arg->name);
    if (oro_arg_takes_map(arg)) offer_nodes(c, "");
}

static void offer_files(completer *c, const char *kind) {
    studio_session *s = c->parts->session;
    oro_json *files = studio_project_list(s->ctx, &s->project, "");
    const oro_json *entries = oro_json_get(files, "entries");
    for (size_t i = 0; entries && i < entries->count; i++)
        if (strcmp(studio_json_get_text(entries->items[i], "kind", ""), kind) == 0)
            offer(c, studio_json_get_text(entries->items[i], "name", ""), kind);
    oro_json_free(files);
}

static void offer_kind(completer *c, char kind, const oro_json *words) {
    const oro_context *ctx = c->parts->session->ctx;
    bool dotted = strchr(c->begun, '.') != NULL;
    if (kind == 'n') offer_nodes(c, "");
    if (strchr("pfl", kind) && dotted) offer_members(c, kind);
    if (strchr("pl", kind) && !dotted) offer_nodes(c, ".");
    if (kind == 'p' && !dotted) offer(c, "world.", "the ground the scene stands on");
    if (kind == 'p' && !dotted) offer(c, "render.", "how pictures of it are drawn");
    if (kind == 'f' && !dotted) offer_nodes(c, "");
    if (kind == 'v' && words->count > 1) offer_values(c, words);
    if (kind == 's') offer_files(c, "scene");
    if (kind == 'r') offer_files(c, "raster");
    for (int i = 0; strchr("oc", kind) && i < oro_operator_count(); i++)
        offer(c, oro_operator_at(ctx, i)->record.name, oro_operator_at(ctx, i)->record.summary);
    for (const studio_command *o = studio_commands; kind == 'c' && o->name; o++) offer(c, o->name, o->help);
    for (const oro_example *e = c->parts->examples; kind == 'e' && e && e->name; e++) offer(c, e->name, e->group);
}

oro_json *studio_complete(studio_parts *parts, const char *line, size_t cursor) {
    size_t start, length = strlen(line);
    if (cursor > length) cursor = length;
    oro_json *words = studio_split(parts->session->ctx, line, cursor, &start);
    oro_json *answer = oro_json_new_object(), *list = oro_json_new_array();
    if (!words || !answer || !list) {
        oro_json_free(words);
        oro_json_free(answer);
        oro_json_free(list);
        return NULL;
    }
    bool inside = start < cursor; // a word is begun
    size_t place = words->count - (inside ? 1 : 0);
    completer c = {parts, list, inside ? words->items[words->count - 1]->text : ""};
    const studio_command *command = place > 0 ? studio_command_find(words->items[0]->text) : NULL;
    if (place == 0)
        for (const studio_command *o = studio_commands; o->name; o++) offer(&c, o->name, o->help);
    if (command && *command->completes) {
        size_t kinds = strcspn(command->completes, "+");
        bool repeats = command->completes[kinds] == '+';
        if (place <= kinds || repeats)
            offer_kind(&c, command->completes[place <= kinds ? place - 1 : kinds - 1], words);
    }
    oro_json_set(answer, "from", oro_json_new_number((double)start));
    oro_json_set(answer, "candidates", list);
    oro_json_set(answer, "usage", studio_json_text(command ? command->usage : NULL));
    oro_json_free(words);
    return answer;
}
