// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Changing a document by text, as --set of the command line does: "thermal.talus" = "35", "world.extent" = "4000 3000".
// A value that is refused leaves everything as it was.

#include "scene/document.h"
#include "core/text.h"
#include "scene/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the world --------------------------------------------------------------------------------------------------------

static const char *const world_keys[] = {"extent", "origin", "height", "wrap", "sea", "resolution", "seed", NULL};
enum { WORLD_EXTENT, WORLD_ORIGIN, WORLD_HEIGHT, WORLD_WRAP, WORLD_SEA, WORLD_RESOLUTION, WORLD_SEED, WORLD_KEYS };

static const char *const world_takes[] = {
    "one or two lengths in metres, as 4000 or 4000x3000",
    "two positions in metres, as 0,0",
    "two heights in metres, as -100..1900",
    "on or off",
    "a height in metres, as 0, or none",
    "a whole number from 2 to 65536",
    "a whole number from 0 to 18446744073709551615",
};

const char *const *oro_world_keys(void) { return world_keys; }

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
        values[count] = strtod(number, &end);
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

static bool read_seed(const char *text, uint64_t *seed) {
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits] || digits > 20 || (digits == 20 && strcmp(text, "18446744073709551615") > 0))
        return false;
    *seed = strtoull(text, NULL, 10);
    return true;
}

static bool read_world(oro_world *w, int key, const char *text) {
    double v[2] = {0, 0};
    int count = key == WORLD_WRAP || key == WORLD_SEED ? 0 : read_numbers(text, v);
    bool none = key == WORLD_SEA && strcmp(text, "none") == 0;
    switch (key) {
    case WORLD_EXTENT:
        if (count < 1 || !(v[0] > 0.0)) return false;
        w->extent_x = v[0];
        w->extent_y = count == 2 ? v[1] : v[0];
        return w->extent_y > 0.0;
    case WORLD_ORIGIN: w->origin_x = v[0], w->origin_y = v[1]; return count == 2;
    case WORLD_HEIGHT: w->low = v[0], w->high = v[1]; return count == 2 && v[0] < v[1];
    case WORLD_WRAP: return read_switch(text, &w->wrap);
    case WORLD_SEA:
        w->has_sea = !none;
        w->sea = none ? 0.0 : v[0];
        return none || count == 1;
    case WORLD_RESOLUTION:
        if (count != 1 || !(v[0] >= 2.0 && v[0] <= ORO_MAX_SIDE) || v[0] != floor(v[0])) return false;
        w->resolution = (int32_t)v[0];
        return true;
    default: return read_seed(text, &w->seed);
    }
}

static int find_world_key(oro_context *ctx, const char *name, const char *path) {
    oro_suggestion s = {.word = name};
    for (int i = 0; i < WORLD_KEYS; i++) {
        if (strcmp(world_keys[i], name) == 0) return i;
        oro_suggest_offer(&s, world_keys[i]);
    }
    char hint[96];
    oro_fail(ctx, ORO_BAD_ARGUMENT, path,
             "the world has no \"%.40s\"%s; it has extent, origin, height, wrap, sea, resolution and seed", name,
             oro_suggest_text(&s, hint, sizeof hint));
    return -1;
}

static oro_status set_world(oro_scene *scene, const char *name, const char *text, const char *path) {
    int key = find_world_key(scene->ctx, name, path);
    if (key < 0) return ORO_BAD_ARGUMENT;
    oro_world changed = scene->world;
    if (!read_world(&changed, key, text))
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s cannot be \"%.60s\"; it takes %s", name, text,
                        world_takes[key]);
    return oro_scene_set_world(scene, &changed);
}

static size_t print_world(const oro_world *w, int key, char *buffer, size_t size) {
    char a[40], b[40];
    const double pairs[3][2] = {{w->extent_x, w->extent_y}, {w->origin_x, w->origin_y}, {w->low, w->high}};
    static const char *const between[3] = {"x", ",", ".."};
    if (key == WORLD_WRAP) return (size_t)snprintf(buffer, size, "%s", w->wrap ? "on" : "off");
    if (key == WORLD_SEA && !w->has_sea) return (size_t)snprintf(buffer, size, "none");
    if (key == WORLD_SEA) oro_print_double(w->sea, a, sizeof a);
    if (key == WORLD_SEA) return (size_t)snprintf(buffer, size, "%s", a);
    if (key == WORLD_RESOLUTION) return (size_t)snprintf(buffer, size, "%d", w->resolution);
    if (key == WORLD_SEED) return (size_t)snprintf(buffer, size, "%llu", (unsigned long long)w->seed);
    oro_print_double(pairs[key][0], a, sizeof a);
    oro_print_double(pairs[key][1], b, sizeof b);
    return (size_t)snprintf(buffer, size, "%s%s%s", a, between[key], b);
}

// --- arguments --------------------------------------------------------------------------------------------------------

/// Splits "node.argument". `name` points into `path`; NULL where there is no dot.
static oro_status split(const char *path, char *id, size_t size, const char **name) {
    const char *dot = strchr(path, '.');
    size_t length = dot ? (size_t)(dot - path) : strlen(path);
    if (length >= size) length = size - 1;
    memcpy(id, path, length);
    id[length] = 0;
    *name = dot ? dot + 1 : NULL;
    return dot ? ORO_OK : ORO_BAD_ARGUMENT;
}

/// Finds the node and the argument that `path` names. `arg` stays NULL for what every node has: "enabled" and "preset".
static oro_status find_target(const oro_scene *scene, const char *path, oro_node **node, const oro_arg **arg) {
    char id[80];
    const char *name;
    if (split(path, id, sizeof id, &name) != ORO_OK)
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
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s is what %s makes; it cannot be set", name, id);
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
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "%s cannot be wired; it takes %s",
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
    oro_node *node;
    const oro_arg *arg;
    if (strncmp(path, "world.", 6) == 0) return set_world(scene, path + 6, text, path);
    oro_status status = find_target(scene, path, &node, &arg);
    if (status != ORO_OK) return status;
    if (!arg && strcmp(strchr(path, '.'), ".preset") == 0) return set_preset(scene, node, text, path);
    if (!arg) {
        if (read_switch(text, &node->enabled)) return ORO_OK;
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, path, "enabled cannot be \"%.60s\"; it takes on or off", text);
    }
    if (oro_arg_is_input(arg) && !*text) {
        node->wires[arg - node->op->record.args] = (oro_source){0};
        return ORO_OK;
    }
    if (oro_arg_is_input(arg) || (arg->type == ORO_FIELD && is_name(text))) return wire(scene, node, arg, text, path);
    return set_value(scene, node, arg, text, path);
}

oro_status oro_scene_reset(oro_scene *scene, const char *path) {
    oro_node *node;
    const oro_arg *arg;
    if (strncmp(path, "world.", 6) == 0) {
        char text[96];
        int key = find_world_key(scene->ctx, path + 6, path);
        oro_world plain = {0};
        if (key < 0) return ORO_BAD_ARGUMENT;
        oro_world_check(scene->ctx, &plain, NULL);
        print_world(&plain, key, text, sizeof text);
        return set_world(scene, path + 6, text, path);
    }
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
        int key = find_world_key(scene->ctx, path + 6, path);
        return key < 0 ? (size_t)-1 : print_world(&scene->world, key, buffer, size);
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
