// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Changing a document by text: "thermal.talus" = "35", "world.extent" = "4000 3000". Values given by type (set.c) come as
// text too, with the kinds of argument they are meant for. A value that is refused leaves everything as it was.

#include "scene/document.h"
#include "core/text.h"
#include "scene/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the world --------------------------------------------------------------------------------------------------------

const char *oro_world_key_name(int32_t index) {
    bool sayable = index >= 0 && index < ORO_WORLD_KEYS && oro_world_table[index].kind != ORO_WORLD_PLACE;
    return sayable ? oro_world_table[index].name : NULL;
}

/// Reads up to two finite numbers with blanks, a comma, "x" or ".." between them; returns how many, -1 for anything else.
static int read_numbers(const char *text, double values[2]) {
    int count = 0;
    const char *at = text + strspn(text, " ");
    while (*at) {
        char number[48];
        const char *dots = strstr(at, ".."); // strtod would take the first dot
        size_t length = strcspn(at, ", x");
        if (dots && (size_t)(dots - at) < length) length = (size_t)(dots - at);
        if (count == 2 || length == 0 || length >= sizeof number || strspn(at, "+-.0123456789eE") < length) return -1;
        memcpy(number, at, length);
        number[length] = 0;
        char *end;
        values[count] = oro_read_double(number, &end);
        if (*end || !isfinite(values[count++])) return -1;
        at += length;
        at += strspn(at, " ");
        if (count == 1 && *at) at += *at == ',' || *at == 'x' ? 1 : strncmp(at, "..", 2) == 0 ? 2 : 0;
        at += strspn(at, " ");
    }
    return count;
}

static bool read_switch(const char *text, bool *on) {
    static const char *const words[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
    for (int i = 0; i < 8; i++)
        if (strcmp(text, words[i]) == 0) {
            *on = i % 2;
            return true;
        }
    return false;
}

static bool read_world(oro_world *w, const oro_world_key *key, const char *text) {
    oro_world_value value = {.count = 1};
    bool on, none = key->kind == ORO_WORLD_LEVEL && strcmp(text, "none") == 0;
    if (key->kind == ORO_WORLD_SEED) {
        if (!oro_world_seed(text, &value.seed)) return false;
    } else if (key->kind == ORO_WORLD_SWITCH) {
        if (!read_switch(text, &on)) return false;
        value.number[0] = on;
    } else {
        value.count = none ? 0 : read_numbers(text, value.number);
        if (value.count < (none ? 0 : 1)) return false;
    }
    return oro_world_put(w, key, value);
}

static const oro_world_key *find_world_key(oro_context *ctx, const char *name, const char *path) {
    oro_suggestion s = {.word = name};
    char hint[96], all[160] = "";
    const char *known;
    for (int32_t k = 0; (known = oro_world_key_name(k)); k++) {
        size_t length = strlen(all);
        if (strcmp(known, name) == 0) return &oro_world_table[k];
        oro_suggest_offer(&s, known);
        snprintf(all + length, sizeof all - length, "%s%s",
                 !length                     ? ""
                 : oro_world_key_name(k + 1) ? ", "
                                             : " and ",
                 known);
    }
    oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the world has no \"%.40s\"%s; it has %s", name,
             oro_suggest_text(&s, hint, sizeof hint), all);
    return NULL;
}

/// Which kinds of value a key of the world takes.
static const uint32_t world_kinds[] = {
    [ORO_WORLD_SIDES] = 1u << ORO_NUMBER, [ORO_WORLD_POINT] = 0,
    [ORO_WORLD_SPAN] = 1u << ORO_RANGE,   [ORO_WORLD_SWITCH] = 1u << ORO_TOGGLE,
    [ORO_WORLD_LEVEL] = 1u << ORO_NUMBER, [ORO_WORLD_COUNT] = 1u << ORO_INTEGER,
    [ORO_WORLD_SEED] = 1u << ORO_SEED,
};

static oro_status set_world(oro_scene *scene, const char *name, const char *text, const char *path, uint32_t kinds) {
    const oro_world_key *key = find_world_key(scene->ctx, name, path);
    if (!key) return ORO_BAD_ARGUMENT;
    oro_world changed = scene->world;
    char takes[192];
    bool fits = kinds == ORO_ANY_KIND || kinds & world_kinds[key->kind];
    if (!fits || !read_world(&changed, key, text))
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s must be %s, not \"%.60s\"", name,
                        oro_world_takes(key, key->as_text, takes, sizeof takes), text);
    return oro_scene_set_world(scene, &changed);
}

static size_t print_world(const oro_world *w, const oro_world_key *key, char *buffer, size_t size) {
    oro_world_value value = oro_world_get(w, key);
    char a[40], b[40];
    oro_print_double(value.number[0], a, sizeof a);
    oro_print_double(value.number[1], b, sizeof b);
    const char *between = key->kind == ORO_WORLD_SIDES ? "x" : key->kind == ORO_WORLD_POINT ? "," : "..";
    if (key->kind == ORO_WORLD_SWITCH)
        return (size_t)snprintf(buffer, size, "%s", value.number[0] != 0.0 ? "on" : "off");
    if (key->kind == ORO_WORLD_SEED) return (size_t)snprintf(buffer, size, "%llu", (unsigned long long)value.seed);
    if (value.count == 0) return (size_t)snprintf(buffer, size, "none");
    if (value.count == 1) return (size_t)snprintf(buffer, size, "%s", a);
    return (size_t)snprintf(buffer, size, "%s%s%s", a, between, b);
}

// --- arguments --------------------------------------------------------------------------------------------------------

/// Finds the node and the argument that `path` names. `arg` stays NULL for what every node has: "enabled" and "preset".
static oro_status find_target(const oro_scene *scene, const char *path, oro_node **node, const oro_arg **arg) {
    char id[80];
    const char *name = oro_split_name(path, id, sizeof id);
    if (!name)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "\"%.80s\" names no argument; write node.argument", path);
    *node = oro_scene_find(scene, id);
    if (!*node) {
        oro_suggestion s = {.word = id};
        char hint[128];
        for (int32_t i = 0; i < scene->node_count; i++) oro_suggest_offer(&s, scene->nodes[i]->id);
        oro_suggest_offer(&s, "world");
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "there is no node \"%.64s\"%s", id,
                        oro_suggest_text(&s, hint, sizeof hint));
    }
    *arg = oro_arg_find(&(*node)->op->record, name);
    if (!*arg && strcmp(name, "enabled") != 0 && strcmp(name, "preset") != 0)
        return oro_unknown_arg(scene->ctx, &(*node)->op->record, name, path);
    if (*arg && oro_arg_is_output(*arg))
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s is an output of %s; it cannot be set", name, id);
    return ORO_OK;
}

/// Wires an argument, and takes it back if that closes a circle.
static oro_status wire(oro_scene *scene, oro_node *node, const oro_arg *arg, const char *from, const char *path) {
    oro_source source;
    oro_status status = oro_scene_resolve(scene, from, oro_arg_wants(arg), &source, path);
    if (status != ORO_OK) return status;
    oro_source *at = &node->wires[arg - node->op->record.args], before = *at;
    float value = arg->type == ORO_FIELD ? ((oro_field *)oro_arg_at(arg, node->args))->value : 0.0f;
    status = oro_node_wire(scene, node, arg, source);
    if (status == ORO_OK) status = oro_graph_check(scene);
    if (status == ORO_OK) return ORO_OK;
    *at = before;
    if (arg->type == ORO_FIELD) ((oro_field *)oro_arg_at(arg, node->args))->value = value;
    return status;
}

oro_status oro_scene_wire(oro_scene *scene, const char *path, const char *from) {
    oro_node *node;
    const oro_arg *arg;
    oro_status status = find_target(scene, path, &node, &arg);
    if (status != ORO_OK) return status;
    if (!arg || !oro_arg_takes_map(arg)) {
        char expects[256];
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s cannot be wired; it must be %s",
                        arg ? arg->name : strrchr(path, '.') + 1,
                        arg ? oro_arg_expects(arg, expects, sizeof expects) : "a word");
    }
    return wire(scene, node, arg, from, path);
}

void *oro_node_draft(oro_scene *scene, const oro_node *node) {
    const oro_record *record = &node->op->record;
    void *draft = oro_alloc(scene->ctx, record->size);
    if (!draft || oro_args_copy(scene->ctx, record, node->args, draft) == ORO_OK) return draft;
    oro_free(scene->ctx, draft);
    return NULL;
}

oro_status oro_node_end_draft(oro_scene *scene, oro_node *node, const oro_arg *arg, void *draft, oro_status read) {
    const oro_record *record = &node->op->record;
    void *leaves = draft;
    if (read == ORO_OK) {
        leaves = node->args;
        node->args = draft;
        node->wires[arg - record->args] = (oro_source){0};
    }
    oro_args_free(scene->ctx, record, leaves);
    oro_free(scene->ctx, leaves);
    return read;
}

static oro_status set_value(oro_scene *scene, oro_node *node, const oro_arg *arg, const char *text, const char *path) {
    void *draft = oro_node_draft(scene, node);
    if (!draft) return ORO_NO_MEMORY;
    oro_status read = oro_args_parse(scene->ctx, &node->op->record, draft, arg, text, path);
    return oro_node_end_draft(scene, node, arg, draft, read);
}

// --- pictures ---------------------------------------------------------------------------------------------------------

/// Is it "render.haze"? Not where a node has that name.
static bool is_setting(const oro_scene *scene, const char *path) {
    return strncmp(path, "render.", 7) == 0 && !oro_scene_find(scene, "render");
}

static const oro_arg *find_setting(const oro_scene *scene, const char *path) {
    const oro_arg *arg = oro_arg_find(&oro_picture_record, path + 7);
    if (!arg) oro_unknown_arg(scene->ctx, &oro_picture_record, path + 7, path);
    return arg;
}

const oro_arg *oro_scene_setting(const oro_scene *scene, const char *path) {
    return is_setting(scene, path) ? find_setting(scene, path) : NULL;
}

oro_status oro_scene_put_setting(oro_scene *scene, const oro_arg *arg, const oro_picture *from, const char *path) {
    oro_status status = scene->check_picture ? scene->check_picture(scene, from, arg, path) : ORO_OK;
    return status == ORO_OK ? oro_args_assign(scene->ctx, arg, from, &scene->picture) : status;
}

/// Sets a setting of one of these kinds from its text; NULL: back to its default.
static oro_status set_setting(oro_scene *scene, const char *text, const char *path, uint32_t kinds) {
    const oro_arg *arg = find_setting(scene, path);
    oro_picture draft;
    if (!arg) return ORO_BAD_ARGUMENT;
    if (!(kinds & 1u << arg->type)) return oro_args_unexpected(scene->ctx, arg, text, path);
    oro_status status = oro_args_init(scene->ctx, &oro_picture_record, &draft);
    if (status != ORO_OK) return status;
    if (text) status = oro_args_parse(scene->ctx, &oro_picture_record, &draft, arg, text, path);
    if (status == ORO_OK) status = oro_scene_put_setting(scene, arg, &draft, path);
    oro_args_free(scene->ctx, &oro_picture_record, &draft);
    return status;
}

// --- nodes ------------------------------------------------------------------------------------------------------------

static oro_status set_preset(oro_scene *scene, const oro_node *node, const char *text, const char *path) {
    bool none = !*text || strcmp(text, "none") == 0;
    oro_status status = oro_scene_set_preset(scene, node->id, none ? NULL : text);
    if (status == ORO_BAD_ARGUMENT) snprintf(scene->ctx->error.where, sizeof scene->ctx->error.where, "%s", path);
    return status;
}

/// Does a text for a number look like the name of a node?
static bool is_name(const char *text) {
    return (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '_';
}

oro_status oro_scene_set(oro_scene *scene, const char *path, const char *text) {
    return oro_scene_set_as(scene, path, text, ORO_ANY_KIND);
}

oro_status oro_scene_set_as(oro_scene *scene, const char *path, const char *text, uint32_t kinds) {
    oro_node *node;
    const oro_arg *arg;
    bool any = kinds == ORO_ANY_KIND;
    if (strncmp(path, "world.", 6) == 0) return set_world(scene, path + 6, text, path, kinds);
    if (is_setting(scene, path)) return set_setting(scene, text, path, kinds);
    oro_status status = find_target(scene, path, &node, &arg);
    if (status != ORO_OK) return status;
    if (!arg && strcmp(strchr(path, '.'), ".preset") == 0) return set_preset(scene, node, text, path);
    if (!arg) {
        if (kinds & 1u << ORO_TOGGLE && read_switch(text, &node->enabled)) return ORO_OK;
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "enabled must be on or off, not \"%.60s\"", text);
    }
    if (!(kinds & 1u << arg->type)) return oro_args_unexpected(scene->ctx, arg, text, path);
    if (oro_arg_is_input(arg) && !*text) {
        node->wires[arg - node->op->record.args] = (oro_source){0};
        return ORO_OK;
    }
    if (oro_arg_is_input(arg) || (any && arg->type == ORO_FIELD && is_name(text)))
        return wire(scene, node, arg, text, path);
    return set_value(scene, node, arg, text, path);
}

oro_status oro_scene_reset(oro_scene *scene, const char *path) {
    oro_node *node;
    const oro_arg *arg;
    if (strncmp(path, "world.", 6) == 0) {
        char text[96];
        const oro_world_key *key = find_world_key(scene->ctx, path + 6, path);
        oro_world plain = {0};
        if (!key) return ORO_BAD_ARGUMENT;
        oro_world_check(scene->ctx, &plain, NULL);
        print_world(&plain, key, text, sizeof text);
        return set_world(scene, path + 6, text, path, ORO_ANY_KIND);
    }
    if (is_setting(scene, path)) return set_setting(scene, NULL, path, ORO_ANY_KIND);
    oro_status status = find_target(scene, path, &node, &arg);
    if (status != ORO_OK) return status;
    if (!arg && strcmp(strchr(path, '.'), ".preset") == 0) return oro_scene_set_preset(scene, node->id, NULL);
    if (!arg) return node->enabled = true, ORO_OK;
    if (oro_arg_is_input(arg)) return node->wires[arg - node->op->record.args] = (oro_source){0}, ORO_OK;
    // Through its text: where a preset is the base, the value is the preset's.
    void *base = oro_node_base(scene, node, node->preset);
    size_t length = base ? oro_args_print(arg, base, NULL, 0) : 0;
    char *text = base ? oro_alloc(scene->ctx, length + 1) : NULL;
    if (text) oro_args_print(arg, base, text, length + 1);
    status = text ? set_value(scene, node, arg, text, path) : scene->ctx->error.status;
    oro_free(scene->ctx, text);
    if (base) oro_node_free_base(scene, node, base);
    return status;
}

bool oro_scene_source(const oro_scene *scene, const char *path, char *buffer, size_t size) {
    oro_node *node;
    const oro_arg *arg;
    if (find_target(scene, path, &node, &arg) != ORO_OK || !arg || !oro_arg_takes_map(arg)) return false;
    oro_source source = oro_graph_direct(scene, node, (int32_t)(arg - node->op->record.args));
    if (source.node) oro_source_print(source, buffer, size);
    return source.node != NULL;
}

size_t oro_scene_get(const oro_scene *scene, const char *path, char *buffer, size_t size) {
    oro_node *node;
    const oro_arg *arg;
    if (size) *buffer = 0;
    if (strncmp(path, "world.", 6) == 0) {
        const oro_world_key *key = find_world_key(scene->ctx, path + 6, path);
        return !key ? (size_t)-1 : print_world(&scene->world, key, buffer, size);
    }
    if (is_setting(scene, path)) {
        const oro_arg *setting = find_setting(scene, path);
        return !setting ? (size_t)-1 : oro_args_print(setting, &scene->picture, buffer, size);
    }
    if (find_target(scene, path, &node, &arg) != ORO_OK) return (size_t)-1;
    if (!arg && strcmp(strchr(path, '.'), ".preset") == 0)
        return (size_t)snprintf(buffer, size, "%s", node->preset ? node->preset->name : "none");
    if (!arg) return (size_t)snprintf(buffer, size, "%s", node->enabled ? "on" : "off");
    oro_source source = node->wires[arg - node->op->record.args];
    if (!source.node) return oro_args_print(arg, node->args, buffer, size);
    char text[160];
    oro_source_print(source, text, sizeof text);
    return (size_t)snprintf(buffer, size, "%s", text);
}
