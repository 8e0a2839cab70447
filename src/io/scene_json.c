// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reading of scene files: builds the scene by the calls that a program would use, and keeps the tree that was read for
// saving (scene_save.c).
#define _GNU_SOURCE 1
#include "io/file.h"
#include "io/mesh_settings.h"
#include "io/format.h"
#include "io/render_json.h"
#include "io/scene_json.h"
#include "scene/graph.h"

#include <stdlib.h>
#include <string.h>

static void free_document(void *kept) {
    oro_scene_document *d = kept;
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
static const char *const output_keys[] = {"from", "file", "style",   "texture", "range",
                                          "clip", "bits", "channel", "layout",  NULL};

/// Those, and the rows of mesh files.
enum { MOST_KEYS = 32 };
static const char *const *all_output_keys(const char *keys[MOST_KEYS]) {
    int count = 0;
    for (; output_keys[count]; count++) keys[count] = output_keys[count];
    for (int32_t i = 0; i < oro_mesh_record.arg_count && count + 1 < MOST_KEYS; i++)
        keys[count++] = oro_mesh_record.args[i].name;
    keys[count] = NULL;
    return keys;
}

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

// --- the world --------------------------------------------------------------------------------------------------------

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
        if (!oro_world_member_from_json(&w, key, value))
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

static oro_status set_wire(void *user, const oro_arg *arg, const char *from) {
    const oro_node_wires *w = user;
    oro_source source;
    oro_status status = oro_scene_resolve(w->scene, from, oro_arg_wants(arg), &source, NULL);
    return status == ORO_OK ? oro_node_wire(w->scene, w->node, arg, source) : status;
}

static bool get_wire(void *user, const oro_arg *arg, char *buffer, size_t size) {
    const oro_node_wires *w = user;
    oro_source source = w->node->wires[arg - w->node->op->record.args];
    if (source.node) oro_source_print(source, buffer, size);
    return source.node != NULL;
}

static bool same_wire(void *user, const oro_arg *arg, const char *from) {
    const oro_node_wires *w = user;
    oro_source now = w->node->wires[arg - w->node->op->record.args], meant;
    if (oro_scene_resolve(w->scene, from, oro_arg_wants(arg), &meant, NULL) != ORO_OK) return false;
    return meant.node == now.node && meant.output == now.output;
}

oro_json_wires oro_json_wires_of(oro_node_wires *w) { return (oro_json_wires){set_wire, get_wire, same_wire, w}; }

static oro_status read_nodes(const reader *r, const oro_json *nodes) {
    oro_status status = expect(r, nodes, ORO_JSON_ARRAY, "nodes");
    if (status == ORO_OK && nodes->count > ORO_MAX_NODES)
        status = oro_json_refuse(r->ctx, nodes, r->name, "a scene must have at most %d nodes, not %zu", ORO_MAX_NODES,
                                 nodes->count);
    for (size_t i = 0; status == ORO_OK && i < nodes->count; i++) status = add_node(r, nodes->items[i], (int32_t)i);
    // Arguments come second: they may name nodes that stand further down.
    for (size_t i = 0; status == ORO_OK && i < nodes->count; i++) {
        const oro_json *args = oro_json_get(nodes->items[i], "args");
        oro_node_wires w = {r->scene, r->scene->nodes[i]};
        oro_json_wires wires = oro_json_wires_of(&w);
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

static oro_status read_range(const reader *r, const oro_json *range, oro_output *out) {
    out->auto_range = range->type == ORO_JSON_STRING && strcmp(range->text, "auto") == 0;
    if (out->auto_range) return ORO_OK;
    if (!oro_json_is_pair(range))
        return oro_json_refuse(r->ctx, range, r->name, "range must be two numbers, as [0, 1000], or \"auto\"");
    out->has_range = true;
    out->low = range->items[0]->number;
    out->high = range->items[1]->number;
    return ORO_OK;
}

static oro_status read_output(const reader *r, const oro_json *item, char mesh[ORO_MESH_TEXT], oro_output *out) {
    oro_status status = expect(r, item, ORO_JSON_OBJECT, "an output");
    const char *keys[MOST_KEYS];
    if (status == ORO_OK) status = oro_json_check_keys(r->ctx, item, all_output_keys(keys), r->name);
    if (status == ORO_OK) status = check_optional(r, item, "from", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "style", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "texture", ORO_JSON_STRING);
    if (status == ORO_OK) status = check_optional(r, item, "clip", ORO_JSON_BOOL);
    if (status != ORO_OK) return status;
    const oro_json *from = oro_json_get(item, "from"), *style = oro_json_get(item, "style");
    const oro_json *range = oro_json_get(item, "range"), *clip = oro_json_get(item, "clip");
    const oro_json *texture = oro_json_get(item, "texture");
    *out = (oro_output){.from = from ? from->text : NULL, .style = style ? style->text : NULL};
    out->texture = texture ? texture->text : NULL;
    status = oro_mesh_settings_from_json(r->ctx, item, r->name, mesh);
    if (status != ORO_OK) return status;
    out->mesh = mesh;
    status = read_encoding(r, item, out);
    if (status != ORO_OK) return status;
    if (style && !oro_style_find(r->ctx, style->text)) return oro_json_blame(r->ctx, style, r->name);
    if (!(out->file = required_text(r, item, "file", "this output"))) return r->ctx->error.status;
    out->clip = clip && clip->truth;
    return range ? read_range(r, range, out) : ORO_OK;
}

static oro_status read_outputs(const reader *r, const oro_json *outputs) {
    oro_status status = expect(r, outputs, ORO_JSON_ARRAY, "outputs");
    for (size_t i = 0; status == ORO_OK && i < outputs->count; i++) {
        oro_output output;
        char mesh[ORO_MESH_TEXT];
        status = read_output(r, outputs->items[i], mesh, &output);
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
        return oro_json_refuse(r->ctx, root, r->name, "this is not a scene of Orogen: \"orogen\": %d is missing",
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
    const oro_json *title = oro_json_get(root, "name"), *about = oro_json_get(root, "about");
    if (status == ORO_OK && title) status = oro_scene_set_title(r->scene, title->text);
    if (status == ORO_OK && about) status = oro_scene_set_about(r->scene, about->text);
    const oro_json *render = oro_json_get(root, "render");
    oro_render_settings settings;
    if (status != ORO_OK || !render) return status;
    status = oro_render_settings_read(r->ctx, render, r->name, &settings);
    if (status != ORO_OK) return status;
    return oro_scene_take_settings(r->scene, &settings);
}

/// Looks a name up among the views that the scene has.
static oro_status check_picture(const oro_scene *scene, const oro_picture *picture, const oro_arg *arg,
                                const char *where) {
    oro_render_settings settings;
    oro_status status = oro_scene_render_settings(scene, &settings);
    if (status != ORO_OK) return status;
    oro_picture own = settings.picture;
    settings.picture = *picture;
    status = oro_render_settings_check(scene->ctx, &settings, arg, where);
    settings.picture = own;
    oro_render_settings_free(scene->ctx, &settings);
    return status;
}

oro_status oro_scene_no_memory(oro_context *ctx, const char *where) {
    return oro_fail(ctx, ORO_NO_MEMORY, where, "there is not enough memory for this scene");
}

oro_status oro_scene_keep_document(oro_scene *scene, oro_json *root, const char *path) {
    oro_scene_document *d = calloc(1, sizeof *d);
    if (!d) {
        oro_json_free(root);
        return oro_scene_no_memory(scene->ctx, scene->name);
    }
    d->root = root;
    d->path = path ? realpath(path, NULL) : NULL; // NULL: saving will ask before it replaces the file
    if (scene->free_document) scene->free_document(scene->document);
    scene->document = d;
    scene->free_document = free_document;
    scene->check_picture = check_picture;
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
        status = oro_scene_keep_document(scene, root, path);
    else
        oro_json_free(root);
    if (status == ORO_OK) return scene;
    oro_scene_destroy(scene);
    return NULL;
}

oro_scene *oro_scene_parse(oro_context *ctx, const char *name, const char *folder, const char *text, size_t length) {
    return parse(ctx, name, folder, NULL, text, length);
}

char *oro_folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup("");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

oro_scene *oro_scene_load(oro_context *ctx, const char *path) {
    char *text;
    size_t length;
    if (oro_file_read(ctx, path, ORO_JSON_MAX_BYTES, &text, &length) != ORO_OK) return NULL;
    char *folder = oro_folder_of(path);
    oro_scene *scene = NULL;
    if (folder)
        scene = parse(ctx, path, folder, path, text, length);
    else
        oro_scene_no_memory(ctx, path);
    free(folder);
    free(text);
    return scene;
}
