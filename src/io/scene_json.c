// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Scene files. Reading builds the scene by the calls that a program would use and keeps the tree that was read; saving
// merges the scene into that tree, so that the order of keys, the way numbers were written and everything that did not
// change stay as they were.
#define _GNU_SOURCE 1
#include "io/args_json.h"
#include "io/file.h"
#include "io/format.h"
#include "io/json_layout.h"
#include "core/text.h"
#include "io/render_json.h"
#include "io/scene_value.h"
#include "scene/document.h"
#include "scene/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a scene keeps of its file.
typedef struct document {
    oro_json *root;
    char *path; ///< absolute, without links; NULL: not read from a file
} document;

static void free_document(void *kept) {
    document *d = kept;
    oro_json_free(d->root);
    free(d->path);
    free(d);
}

/// A file being read.
typedef struct reader {
    oro_context *ctx;
    oro_scene *scene;
    const char *name;
} reader;

static const char *const root_keys[] = {"orogen",  "name",   "about",   "world", "nodes",
                                        "outputs", "render", "$schema", NULL};
static const char *const node_keys[] = {"id", "op", "preset", "args", "enabled", "note", NULL};
static const char *const output_keys[] = {"from", "file", "style", "range", "bits", "channel", "layout", NULL};

// --- pieces -----------------------------------------------------------------------------------------------------------

static oro_status expect(const reader *r, const oro_json *value, oro_json_type type, const char *what) {
    if (value->type == type) return ORO_OK;
    static const char *const kinds[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    return oro_json_refuse(r->ctx, value, r->name, "%s must be %s, not %s", what, kinds[type], oro_json_kind(value));
}

/// The member called `key`, which has to be a text. NULL with the error set.
static const char *required_text(const reader *r, const oro_json *object, const char *key, const char *of) {
    const oro_json *value = oro_json_get(object, key);
    if (!value) {
        oro_json_refuse(r->ctx, object, r->name, "\"%s\" is missing in %s", key, of);
        return NULL;
    }
    return expect(r, value, ORO_JSON_STRING, key) == ORO_OK ? value->text : NULL;
}

static oro_status check_optional(const reader *r, const oro_json *object, const char *key, oro_json_type type) {
    const oro_json *value = oro_json_get(object, key);
    return value ? expect(r, value, type, key) : ORO_OK;
}

static bool is_pair(const oro_json *value) {
    return value->type == ORO_JSON_ARRAY && value->count == 2 && value->items[0]->type == ORO_JSON_NUMBER &&
           value->items[1]->type == ORO_JSON_NUMBER;
}

// --- the world --------------------------------------------------------------------------------------------------------

static bool read_seed(const oro_json *value, uint64_t *seed) {
    if (oro_world_seed(value->text, seed)) return true; // all 64 bits, which a double would not hold
    if (!(value->number >= 0.0 && value->number <= 9007199254740992.0) || value->number != floor(value->number))
        return false;
    *seed = (uint64_t)value->number;
    return true;
}

static bool read_world_member(oro_world *w, const oro_world_key *key, const oro_json *json) {
    oro_world_value value = {.count = 1};
    const oro_json *fault = NULL;
    bool number = json->type == ORO_JSON_NUMBER, two = is_pair(json);
    switch (key->kind) {
    case ORO_WORLD_PLACE:
        w->geo = (oro_georef){0};
        if (json->type != ORO_JSON_NULL) oro_georef_from_json(json, &w->geo, &fault);
        return !fault;
    case ORO_WORLD_SWITCH:
        value.number[0] = json->truth;
        return json->type == ORO_JSON_BOOL && oro_world_put(w, key, value);
    case ORO_WORLD_SEED: return number && read_seed(json, &value.seed) && oro_world_put(w, key, value);
    default:
        value.count = two ? 2 : number ? 1 : 0;
        value.number[0] = two ? json->items[0]->number : json->number;
        value.number[1] = two ? json->items[1]->number : 0.0;
        return (number || two || json->type == ORO_JSON_NULL) && oro_world_put(w, key, value);
    }
}

static oro_status read_world(const reader *r, const oro_json *world) {
    oro_world w = r->scene->world;
    oro_status status = expect(r, world, ORO_JSON_OBJECT, "world");
    const char *names[ORO_WORLD_KEYS + 1] = {0};
    for (int k = 0; k < ORO_WORLD_KEYS; k++) names[k] = oro_world_table[k].name;
    if (status == ORO_OK) status = oro_json_check_keys(r->ctx, world, names, r->name);
    for (int k = 0; status == ORO_OK && k < ORO_WORLD_KEYS; k++) {
        const oro_world_key *key = &oro_world_table[k];
        const oro_json *value = oro_json_get(world, key->name);
        char takes[192];
        if (!value) continue;
        if (!read_world_member(&w, key, value))
            return oro_json_refuse(r->ctx, value, r->name, "%s must be %s", key->name,
                                   key->kind == ORO_WORLD_PLACE
                                       ? "null, or " ORO_GEOREF_TAKES
                                       : oro_world_takes(key, key->as_json, takes, sizeof takes));
        // One by one, so that what cannot be is told at its place.
        oro_world alone = w;
        if (oro_world_check(r->ctx, &alone, NULL) != ORO_OK) return oro_json_blame(r->ctx, value, r->name);
    }
    return status == ORO_OK ? oro_scene_set_world(r->scene, &w) : status;
}

static oro_json *pair(double a, double b) {
    oro_json *array = oro_json_new_array();
    if (!array) return NULL;
    if (oro_json_append(array, oro_json_new_number(a)) == ORO_OK &&
        oro_json_append(array, oro_json_new_number(b)) == ORO_OK)
        return array;
    oro_json_free(array);
    return NULL;
}

static oro_json *georef_member(const oro_georef *geo) {
    if (!geo->set) return oro_json_new_null();
    oro_json *object = oro_json_new_object();
    if (!object) return NULL;
    bool metres = geo->unit_x == 1.0 && geo->unit_y == 1.0;
    if (oro_json_set(object, "crs", oro_json_new_string(geo->crs)) == ORO_OK &&
        oro_json_set(object, "origin", pair(geo->east, geo->north)) == ORO_OK &&
        (metres || oro_json_set(object, "unit", pair(geo->unit_x, geo->unit_y)) == ORO_OK))
        return object;
    oro_json_free(object);
    return NULL;
}

oro_json *oro_world_member_json(const oro_world *w, const oro_world_key *key, bool one_for_both) {
    char digits[24];
    if (key->kind == ORO_WORLD_PLACE) return georef_member(&w->geo);
    oro_world_value v = oro_world_get(w, key);
    switch (key->kind) {
    case ORO_WORLD_SWITCH: return oro_json_new_bool(v.number[0] != 0.0);
    case ORO_WORLD_SEED:
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)v.seed);
        return oro_json_new_number_text(digits);
    case ORO_WORLD_SIDES:
        if (one_for_both && v.number[0] == v.number[1]) return oro_json_new_number(v.number[0]);
        return pair(v.number[0], v.number[1]);
    default:
        if (v.count == 2) return pair(v.number[0], v.number[1]);
        return v.count ? oro_json_new_number(v.number[0]) : oro_json_new_null();
    }
}

// --- nodes ------------------------------------------------------------------------------------------------------------

static oro_status add_node(const reader *r, const oro_json *item, int32_t index) {
    oro_status status = expect(r, item, ORO_JSON_OBJECT, "a node");
    if (status == ORO_OK) status = oro_json_check_keys(r->ctx, item, node_keys, r->name);
    if (status == ORO_OK) status = check_optional(r, item, "enabled", ORO_JSON_BOOL);
    if (status == ORO_OK) status = check_optional(r, item, "note", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "args", ORO_JSON_OBJECT);
    if (status == ORO_OK) status = check_optional(r, item, "preset", ORO_JSON_STRING);
    if (status != ORO_OK) return status;
    const char *id = required_text(r, item, "id", "this node");
    const char *op = id ? required_text(r, item, "op", "this node") : NULL;
    if (!op) return r->ctx->error.status;
    if (!oro_scene_add(r->scene, id, op)) {
        const oro_json *key = oro_json_get(item, r->ctx->error.where); // the place it complains about: "id" or "op"
        return oro_json_blame(r->ctx, key ? key : item, r->name);
    }
    oro_node *node = r->scene->nodes[index];
    node->origin = index;
    const oro_json *enabled = oro_json_get(item, "enabled"), *preset = oro_json_get(item, "preset");
    node->enabled = !enabled || enabled->truth;
    if (preset && oro_scene_set_preset(r->scene, node->id, preset->text) != ORO_OK)
        return oro_json_blame(r->ctx, preset, r->name);
    const oro_json *note = oro_json_get(item, "note");
    return note ? oro_scene_set_note(r->scene, id, note->text) : ORO_OK;
}

/// How the arguments of one node are connected.
typedef struct node_wires {
    oro_scene *scene;
    oro_node *node;
} node_wires;

static oro_status set_wire(void *user, const oro_arg *arg, const char *from) {
    const node_wires *w = user;
    oro_source source;
    oro_status status = oro_scene_resolve(w->scene, from, oro_arg_wants(arg), &source, NULL);
    return status == ORO_OK ? oro_node_wire(w->scene, w->node, arg, source) : status;
}

static bool get_wire(void *user, const oro_arg *arg, char *buffer, size_t size) {
    const node_wires *w = user;
    oro_source source = w->node->wires[arg - w->node->op->record.args];
    if (source.node) oro_source_print(source, buffer, size);
    return source.node != NULL;
}

static bool same_wire(void *user, const oro_arg *arg, const char *from) {
    const node_wires *w = user;
    oro_source now = w->node->wires[arg - w->node->op->record.args], meant;
    if (oro_scene_resolve(w->scene, from, oro_arg_wants(arg), &meant, NULL) != ORO_OK) return false;
    return meant.node == now.node && meant.output == now.output;
}

static oro_json_wires wires_of(node_wires *w) { return (oro_json_wires){set_wire, get_wire, same_wire, w}; }

static oro_status read_nodes(const reader *r, const oro_json *nodes) {
    oro_status status = expect(r, nodes, ORO_JSON_ARRAY, "nodes");
    if (status == ORO_OK && nodes->count > ORO_MAX_NODES)
        status = oro_json_refuse(r->ctx, nodes, r->name, "the scene has %zu nodes; %d are the most", nodes->count,
                                 ORO_MAX_NODES);
    for (size_t i = 0; status == ORO_OK && i < nodes->count; i++) status = add_node(r, nodes->items[i], (int32_t)i);
    // Arguments come second: they may name nodes that stand further down.
    for (size_t i = 0; status == ORO_OK && i < nodes->count; i++) {
        const oro_json *args = oro_json_get(nodes->items[i], "args");
        node_wires w = {r->scene, r->scene->nodes[i]};
        oro_json_wires wires = wires_of(&w);
        if (args) status = oro_args_from_json(r->ctx, &w.node->op->record, w.node->args, args, &wires, r->name);
    }
    if (status == ORO_OK && (status = oro_graph_check(r->scene)) == ORO_BAD_ARGUMENT) {
        r->ctx->error.status = ORO_BAD_INPUT;
        status = ORO_BAD_INPUT;
    }
    return status;
}

// --- outputs ----------------------------------------------------------------------------------------------------------

/// How the values lie in the file: bits, channel and layout.
static oro_status read_encoding(const reader *r, const oro_json *item, oro_output *out) {
    oro_status status = check_optional(r, item, "bits", ORO_JSON_NUMBER);
    if (status == ORO_OK) status = check_optional(r, item, "channel", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "layout", ORO_JSON_STRING);
    if (status != ORO_OK) return status;
    const oro_json *bits = oro_json_get(item, "bits"), *channel = oro_json_get(item, "channel");
    const oro_json *layout = oro_json_get(item, "layout");
    if (bits && bits->number != 8 && bits->number != 16 && bits->number != 32)
        return oro_json_refuse(r->ctx, bits, r->name, "bits must be 8, 16 or 32");
    oro_raw_layout unused;
    if (layout && oro_raw_layout_parse(r->ctx, layout->text, NULL, &unused) != ORO_OK)
        return oro_json_blame(r->ctx, layout, r->name);
    out->bits = bits ? (int)bits->number : 0;
    out->channel = channel ? channel->text : NULL;
    out->layout = layout ? layout->text : NULL;
    return ORO_OK;
}

static oro_status read_output(const reader *r, const oro_json *item, oro_output *out) {
    oro_status status = expect(r, item, ORO_JSON_OBJECT, "an output");
    if (status == ORO_OK) status = oro_json_check_keys(r->ctx, item, output_keys, r->name);
    if (status == ORO_OK) status = check_optional(r, item, "from", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "style", ORO_JSON_STRING);
    if (status != ORO_OK) return status;
    const oro_json *from = oro_json_get(item, "from"), *style = oro_json_get(item, "style");
    const oro_json *range = oro_json_get(item, "range");
    *out = (oro_output){.from = from ? from->text : NULL, .style = style ? style->text : NULL};
    status = read_encoding(r, item, out);
    if (status != ORO_OK) return status;
    if (style && !oro_style_find(r->ctx, style->text)) return oro_json_blame(r->ctx, style, r->name);
    if (!(out->file = required_text(r, item, "file", "this output"))) return r->ctx->error.status;
    if (!range) return ORO_OK;
    if (!is_pair(range)) return oro_json_refuse(r->ctx, range, r->name, "range must be two numbers, as [0, 1000]");
    out->has_range = true;
    out->low = range->items[0]->number;
    out->high = range->items[1]->number;
    return ORO_OK;
}

static oro_status read_outputs(const reader *r, const oro_json *outputs) {
    oro_status status = expect(r, outputs, ORO_JSON_ARRAY, "outputs");
    for (size_t i = 0; status == ORO_OK && i < outputs->count; i++) {
        oro_output output;
        status = read_output(r, outputs->items[i], &output);
        if (status != ORO_OK) break;
        status = oro_scene_add_output(r->scene, &output);
        // The place that was complained about is the key.
        const oro_json *key = oro_json_get(outputs->items[i], r->ctx->error.where);
        if (status != ORO_OK) return oro_json_blame(r->ctx, key ? key : outputs->items[i], r->name);
        r->scene->outputs[i].origin = (int32_t)i;
    }
    return status;
}

// --- the file ---------------------------------------------------------------------------------------------------------

static oro_status read_version(const reader *r, const oro_json *root) {
    const oro_json *version = oro_json_get(root, "orogen");
    if (!version)
        return oro_json_refuse(r->ctx, root, r->name, "this is no scene of Orogen: \"orogen\": %d is missing",
                               ORO_SCENE_FORMAT);
    if (version->type == ORO_JSON_NUMBER && version->number == ORO_SCENE_FORMAT) return ORO_OK;
    if (version->type == ORO_JSON_NUMBER && version->number > ORO_SCENE_FORMAT)
        return oro_json_refuse(r->ctx, version, r->name,
                               "this scene is of format %.20s and this is Orogen %s, which reads format %d; a newer "
                               "Orogen reads it",
                               version->text, ORO_VERSION, ORO_SCENE_FORMAT);
    return oro_json_refuse(r->ctx, version, r->name, "orogen must be the number of the format, %d", ORO_SCENE_FORMAT);
}

static oro_status read_root(const reader *r, const oro_json *root) {
    if (root->type != ORO_JSON_OBJECT)
        return oro_json_refuse(r->ctx, root, r->name, "a scene must be an object, not %s", oro_json_kind(root));
    oro_status status = read_version(r, root);
    if (status == ORO_OK) status = oro_json_check_keys(r->ctx, root, root_keys, r->name);
    if (status == ORO_OK) status = check_optional(r, root, "name", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, root, "about", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, root, "$schema", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, root, "render", ORO_JSON_OBJECT);
    const oro_json *world = oro_json_get(root, "world"), *nodes = oro_json_get(root, "nodes");
    const oro_json *outputs = oro_json_get(root, "outputs");
    if (status == ORO_OK && world) status = read_world(r, world);
    if (status == ORO_OK && !nodes)
        status = oro_json_refuse(r->ctx, root, r->name, "\"nodes\" is missing in this scene");
    if (status == ORO_OK) status = read_nodes(r, nodes);
    if (status == ORO_OK && outputs) status = read_outputs(r, outputs);
    const oro_json *render = oro_json_get(root, "render");
    oro_render_settings unused;
    if (status == ORO_OK && render) status = oro_render_settings_read(r->ctx, render, r->name, &unused);
    return status;
}

const oro_json *oro_scene_render_json(const oro_scene *scene) {
    const document *d = scene->document;
    return d ? oro_json_get(d->root, "render") : NULL;
}

static oro_status no_memory(oro_context *ctx, const char *where) {
    return oro_fail(ctx, ORO_NO_MEMORY, where, "there is no memory left for this scene");
}

/// Hands the tree over to the scene; frees it on failure.
static oro_status keep_document(oro_scene *scene, oro_json *root, const char *path) {
    document *d = calloc(1, sizeof *d);
    if (!d) {
        oro_json_free(root);
        return no_memory(scene->ctx, scene->name);
    }
    d->root = root;
    d->path = path ? realpath(path, NULL) : NULL; // NULL: saving will ask before it replaces the file
    scene->document = d;
    scene->free_document = free_document;
    return ORO_OK;
}

static oro_scene *parse(oro_context *ctx, const char *name, const char *folder, const char *path, const char *text,
                        size_t length) {
    oro_json *root;
    if (oro_json_parse(ctx, name, text, length, &root) != ORO_OK) return NULL;
    oro_scene *scene = oro_scene_create(ctx, NULL);
    if (!scene) {
        oro_json_free(root);
        return NULL;
    }
    reader r = {ctx, scene, name};
    oro_status status = oro_scene_set_names(scene, name, folder);
    if (status == ORO_OK) status = read_root(&r, root);
    if (status == ORO_OK)
        status = keep_document(scene, root, path);
    else
        oro_json_free(root);
    if (status == ORO_OK) return scene;
    oro_scene_destroy(scene);
    return NULL;
}

oro_scene *oro_scene_parse(oro_context *ctx, const char *name, const char *folder, const char *text, size_t length) {
    return parse(ctx, name, folder, NULL, text, length);
}

/// The folder of a path; "" where it has none. Free with free().
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup("");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

oro_scene *oro_scene_load(oro_context *ctx, const char *path) {
    char *text;
    size_t length;
    if (oro_file_read(ctx, path, ORO_JSON_MAX_BYTES, &text, &length) != ORO_OK) return NULL;
    char *folder = folder_of(path);
    oro_scene *scene = NULL;
    if (folder)
        scene = parse(ctx, path, folder, path, text, length);
    else
        no_memory(ctx, path);
    free(folder);
    free(text);
    return scene;
}

// --- saving -----------------------------------------------------------------------------------------------------------
// The functions here return false when there is no memory (or a text cannot be JSON); oro_json_set() takes its value over.

static bool set(oro_json *object, const char *key, oro_json *value) {
    return oro_json_set(object, key, value) == ORO_OK;
}

/// Sets a member unless what is there means the same text.
static bool set_text(oro_json *object, const char *key, const char *text) {
    const oro_json *old = oro_json_get(object, key);
    if (!text) return oro_json_remove(object, key), true;
    if (old && old->type == ORO_JSON_STRING && strcmp(old->text, text) == 0) return true;
    return set(object, key, oro_json_new_string(text));
}

static bool merge_world(const oro_scene *scene, oro_json *root, bool fresh) {
    oro_world defaults = {0};
    oro_world_check(scene->ctx, &defaults, NULL);
    const oro_world *now = &scene->world;
    oro_json *world = oro_json_get(root, "world");
    for (const oro_world_key *key = oro_world_table; key < oro_world_table + ORO_WORLD_KEYS; key++) {
        const oro_json *old = oro_json_get(world, key->name);
        oro_world was = defaults;
        if (old) read_world_member(&was, key, old);
        if (oro_world_same(now, &was, key) && !(fresh && key->stated)) continue;
        if (!world && !(set(root, "world", oro_json_new_object()) && (world = oro_json_get(root, "world"))))
            return false;
        bool one_for_both = !old || old->type != ORO_JSON_ARRAY;
        if (!set(world, key->name, oro_world_member_json(now, key, one_for_both))) return false;
    }
    return true;
}

static bool merge_node(oro_scene *scene, oro_node *node, oro_json *item) {
    const oro_json *enabled = oro_json_get(item, "enabled"), *op = oro_json_get(item, "op");
    bool was_enabled = !enabled || enabled->truth;
    if (!set_text(item, "id", node->id)) return false;
    // The name of the operator may have been written with its family.
    if (!(op && oro_operator_find(scene->ctx, op->text) == node->op) && !set_text(item, "op", node->op->record.name))
        return false;
    const oro_json *preset = oro_json_get(item, "preset");
    bool same_preset = preset && node->preset && oro_same_name(preset->text, node->preset->name);
    if (!same_preset && !set_text(item, "preset", node->preset ? node->preset->name : NULL)) return false;
    const oro_json *note = oro_json_get(item, "note");
    if ((node->note || (note && *note->text)) && !set_text(item, "note", node->note)) return false;
    node_wires w = {scene, node};
    oro_json_wires wires = wires_of(&w);
    const oro_json *old = oro_json_get(item, "args");
    void *base = oro_node_base(scene, node, node->preset);
    oro_json *args = base ? oro_args_to_json(scene->ctx, &node->op->record, node->args, base, old, &wires) : NULL;
    oro_node_free_base(scene, node, base);
    if (!args) return false;
    if (!old && args->count == 0)
        oro_json_free(args);
    else if (!set(item, "args", args))
        return false;
    return was_enabled == node->enabled || set(item, "enabled", oro_json_new_bool(node->enabled));
}

/// A copy of what item `origin` of the old list was, or an empty object.
static oro_json *old_item(const oro_json *list, int32_t origin) {
    const oro_json *item = origin >= 0 ? oro_json_at(list, (size_t)origin) : NULL;
    return item ? oro_json_copy(item) : oro_json_new_object();
}

static bool merge_nodes(oro_scene *scene, oro_json *root) {
    const oro_json *old = oro_json_get(root, "nodes");
    oro_json *nodes = oro_json_new_array();
    oro_json_keep_layout(nodes, old);
    for (int32_t i = 0; nodes && i < scene->node_count; i++) {
        oro_json *item = old_item(old, scene->nodes[i]->origin);
        bool good = item && merge_node(scene, scene->nodes[i], item);
        if (!good) oro_json_free(item);
        if (!good || oro_json_append(nodes, item) != ORO_OK) {
            oro_json_free(nodes);
            return false;
        }
    }
    return set(root, "nodes", nodes);
}

static bool merge_output(const oro_output *output, oro_json *item) {
    const oro_json *range = oro_json_get(item, "range");
    bool same =
        range ? output->has_range && range->items[0]->number == output->low && range->items[1]->number == output->high
              : !output->has_range;
    if (!set_text(item, "from", output->from) || !set_text(item, "file", output->file)) return false;
    if (!set_text(item, "style", output->style)) return false;
    if (!set_text(item, "channel", output->channel) || !set_text(item, "layout", output->layout)) return false;
    const oro_json *bits = oro_json_get(item, "bits");
    if (output->bits != (bits ? (int)bits->number : 0)) {
        if (!output->bits) oro_json_remove(item, "bits");
        if (output->bits && !set(item, "bits", oro_json_new_number(output->bits))) return false;
    }
    if (same) return true;
    if (!output->has_range) return oro_json_remove(item, "range");
    return set(item, "range", pair(output->low, output->high));
}

static bool merge_outputs(const oro_scene *scene, oro_json *root) {
    const oro_json *old = oro_json_get(root, "outputs");
    if (!old && scene->output_count == 0) return true;
    oro_json *outputs = oro_json_new_array();
    oro_json_keep_layout(outputs, old);
    for (int32_t i = 0; outputs && i < scene->output_count; i++) {
        oro_json *item = old_item(old, scene->outputs[i].origin);
        bool good = item && merge_output(&scene->outputs[i].output, item);
        if (!good) oro_json_free(item);
        if (!good || oro_json_append(outputs, item) != ORO_OK) {
            oro_json_free(outputs);
            return false;
        }
    }
    return set(root, "outputs", outputs);
}

/// The tree as it should be now; the caller owns it. NULL with the error set.
static oro_json *merged(oro_scene *scene) {
    const document *d = scene->document;
    oro_json *root = d ? oro_json_copy(d->root) : oro_json_new_object();
    bool good = root && (d || set(root, "orogen", oro_json_new_number(ORO_SCENE_FORMAT))) &&
                merge_world(scene, root, !d) && merge_nodes(scene, root) && merge_outputs(scene, root);
    if (good) return root;
    oro_json_free(root);
    oro_fail(scene->ctx, ORO_NO_MEMORY, scene->name,
             "the scene cannot be written: there is no memory left, or a text in it is not UTF-8");
    return NULL;
}

static oro_status print(oro_scene *scene, const oro_json *root, oro_text *text) {
    return oro_json_print_layout(root, text) == ORO_OK ? ORO_OK : no_memory(scene->ctx, scene->name);
}

char *oro_scene_print(oro_scene *scene) {
    oro_text text = {0};
    char *copy = NULL;
    oro_json *root = merged(scene);
    if (root && print(scene, root, &text) == ORO_OK) copy = oro_copy_text(scene->ctx, text.data);
    oro_text_free(&text);
    oro_json_free(root);
    return copy;
}

void oro_scene_text_free(oro_context *ctx, char *text) { oro_free(ctx, text); }

static bool is_own_file(const oro_scene *scene, const char *path) {
    const document *d = scene->document;
    char *real = d && d->path ? realpath(path, NULL) : NULL;
    bool own = real && strcmp(real, d->path) == 0;
    free(real);
    return own;
}

/// From now on the scene is that of the file just written.
static oro_status adopt(oro_scene *scene, oro_json *root, const char *path) {
    char *folder = folder_of(path);
    oro_status status = folder ? oro_scene_set_names(scene, path, folder) : no_memory(scene->ctx, path);
    free(folder);
    if (status != ORO_OK) {
        oro_json_free(root);
        return status;
    }
    if (scene->free_document) scene->free_document(scene->document);
    scene->document = NULL;
    scene->free_document = NULL;
    for (int32_t i = 0; i < scene->node_count; i++) scene->nodes[i]->origin = i;
    for (int32_t i = 0; i < scene->output_count; i++) scene->outputs[i].origin = i;
    return keep_document(scene, root, path);
}

oro_status oro_scene_save(oro_scene *scene, const char *path, bool force) {
    oro_text text = {0};
    oro_json *root = merged(scene);
    if (!root) return scene->ctx->error.status;
    oro_status status = print(scene, root, &text);
    if (status == ORO_OK)
        status = oro_file_save(scene->ctx, path, force || is_own_file(scene, path), text.data, text.length);
    oro_text_free(&text);
    if (status == ORO_OK) return adopt(scene, root, path);
    oro_json_free(root);
    return status;
}
