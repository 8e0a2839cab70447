// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Single values of a scene as JSON; see scene_value.h. Values of the world and plain texts go through oro_scene_set(), which
// knows their rules; lists, ranges and curves are read as in a scene file, into a copy of the arguments.

#include "io/scene_value.h"
#include "io/scene_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Splits "node.argument" and finds both; `arg` stays NULL for names that are no argument.
static oro_node *find(const oro_scene *scene, const char *path, const oro_arg **arg) {
    char id[80];
    const char *name = oro_split_name(path, id, sizeof id);
    oro_node *node = oro_scene_find(scene, id);
    *arg = node && name ? oro_arg_find(&node->op->record, name) : NULL;
    return node;
}

/// A value taken out of a request has no line that would mean anything to the reader of an error.
static void forget_places(oro_json *value) {
    value->line = value->column = 0;
    for (size_t i = 0; i < value->count; i++) forget_places(value->items[i]);
}

/// The text form of a scalar, or of two numbers, as oro_scene_set() takes it. False for anything else.
static bool plain_text(const oro_json *value, oro_text *out) {
    switch (value->type) {
    case ORO_JSON_STRING: oro_text_puts(out, value->text); break;
    case ORO_JSON_NUMBER: oro_text_puts(out, value->text); break;
    case ORO_JSON_BOOL: oro_text_puts(out, value->truth ? "on" : "off"); break;
    case ORO_JSON_ARRAY:
        if (value->count != 2 || value->items[0]->type != ORO_JSON_NUMBER || value->items[1]->type != ORO_JSON_NUMBER)
            return false;
        oro_text_printf(out, "%s %s", value->items[0]->text, value->items[1]->text);
        break;
    default: return false;
    }
    return !out->failed;
}

static oro_status set_text(oro_scene *scene, const char *path, const oro_json *value) {
    oro_text text = {0};
    oro_text_puts(&text, "");
    oro_status status;
    if (plain_text(value, &text))
        status = oro_scene_set(scene, path, text.data);
    else if (text.failed)
        status = oro_fail(scene->ctx, ORO_NO_MEMORY, path, "there is not enough memory for this value");
    else
        status = oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "this cannot be %s", oro_json_kind(value));
    oro_text_free(&text);
    return status;
}

static oro_status set_value(oro_scene *scene, oro_node *node, const oro_arg *arg, const oro_json *value,
                            const char *path) {
    void *draft = oro_node_draft(scene, node);
    if (!draft) return ORO_NO_MEMORY;
    oro_status read = oro_arg_from_json(scene->ctx, arg, draft, value, NULL, path);
    return oro_node_end_draft(scene, node, arg, draft, read);
}

static oro_status set_setting(oro_scene *scene, const oro_arg *arg, const oro_json *value, const char *path) {
    oro_picture draft;
    oro_json *copy = oro_json_copy(value);
    oro_status status = oro_args_init(scene->ctx, &oro_picture_record, &draft);
    if (status == ORO_OK && !copy)
        status = oro_fail(scene->ctx, ORO_NO_MEMORY, path, "there is not enough memory for this value");
    if (status == ORO_OK) {
        copy->parent = NULL;
        forget_places(copy);
        status = oro_arg_from_json(scene->ctx, arg, &draft, copy, NULL, path);
        if (status == ORO_OK) status = oro_scene_put_setting(scene, arg, &draft, path);
        oro_args_free(scene->ctx, &oro_picture_record, &draft);
    }
    oro_json_free(copy);
    return status;
}

oro_status oro_scene_set_json(oro_scene *scene, const char *path, const oro_json *value) {
    const oro_arg *arg;
    oro_node *node = find(scene, path, &arg);
    if (value->type == ORO_JSON_NULL && strcmp(path, "world.sea") == 0) return oro_scene_set(scene, path, "none");
    const oro_arg *setting = oro_scene_setting(scene, path);
    if (setting && value->type != ORO_JSON_STRING) return set_setting(scene, setting, value, path);
    if (value->type == ORO_JSON_NULL) return oro_scene_reset(scene, path);
    bool listed = value->type == ORO_JSON_ARRAY || value->type == ORO_JSON_OBJECT;
    if (!node || !arg || !listed || oro_arg_is_output(arg)) return set_text(scene, path, value);
    oro_json *copy = oro_json_copy(value);
    if (!copy) return oro_fail(scene->ctx, ORO_NO_MEMORY, path, "there is not enough memory for this value");
    copy->parent = NULL;
    forget_places(copy);
    oro_status status = set_value(scene, node, arg, copy, path);
    oro_json_free(copy);
    return status;
}

oro_json *oro_scene_get_json(const oro_scene *scene, const char *path) {
    const oro_arg *arg;
    oro_node *node = find(scene, path, &arg);
    oro_json *value = NULL;
    if (node && arg) {
        oro_source source = node->wires[arg - node->op->record.args];
        char from[160];
        if (source.node) oro_source_print(source, from, sizeof from);
        value = source.node ? oro_json_new_string(from) : oro_arg_to_json(scene->ctx, arg, node->args);
    } else {
        char text[128];
        if (oro_scene_get(scene, path, text, sizeof text) == (size_t)-1) return NULL;
        value = oro_json_new_string(text);
    }
    if (!value) oro_fail(scene->ctx, ORO_NO_MEMORY, path, "there is not enough memory for this value");
    return value;
}

oro_json *oro_scene_world_json(const oro_scene *scene) {
    const oro_world *w = &scene->world;
    oro_json *world = oro_json_new_object();
    bool good = world != NULL;
    for (const oro_world_key *key = oro_world_table; good && key < oro_world_table + ORO_WORLD_KEYS; key++) {
        if (key->kind == ORO_WORLD_PLACE) continue;
        oro_json *member = oro_world_member_json(w, key, false);
        if (member && key->kind == ORO_WORLD_SEED) { // as a string: not every reader of JSON holds 64 bits
            oro_json *text = oro_json_new_string(member->text);
            oro_json_free(member);
            member = text;
        }
        good = oro_json_set(world, key->name, member) == ORO_OK;
    }
    if (good) return world;
    oro_json_free(world);
    return NULL;
}
