// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Saving of scene files: the scene is merged into the tree that was read, so that the order of keys, the way numbers were
// written and everything that did not change stay as they were.
#define _GNU_SOURCE 1
#include "core/text.h"
#include "io/mesh_settings.h"
#include "io/file.h"
#include "io/json_layout.h"
#include "io/render_json.h"
#include "io/scene_json.h"

#include <stdlib.h>
#include <string.h>

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

/// Writes what people read, where it is not what stands there: an empty text says nothing.
static bool merge_words(oro_json *root, const char *key, const char *text) {
    const oro_json *old = oro_json_get(root, key);
    return !(*text || (old && *old->text)) || set_text(root, key, *text ? text : NULL);
}

static bool merge_world(const oro_scene *scene, oro_json *root, bool fresh) {
    oro_world defaults = {0};
    oro_world_check(scene->ctx, &defaults, NULL);
    const oro_world *now = &scene->world;
    oro_json *world = oro_json_get(root, "world");
    for (const oro_world_key *key = oro_world_table; key < oro_world_table + ORO_WORLD_KEYS; key++) {
        const oro_json *old = oro_json_get(world, key->name);
        oro_world was = defaults;
        if (old) oro_world_member_from_json(&was, key, old);
        if (oro_world_same(now, &was, key) && !(fresh && key->stated)) continue;
        if (!world && !(set(root, "world", oro_json_new_object()) && (world = oro_json_get(root, "world"))))
            return false;
        bool one_for_both = !old || old->type != ORO_JSON_ARRAY;
        if (!set(world, key->name, oro_world_member_json(now, key, one_for_both))) return false;
    }
    return true;
}

/// Writes the settings of pictures that are not what stands there, or what is the default where nothing does.
static bool merge_picture(const oro_scene *scene, oro_json *root) {
    oro_json *render = oro_json_get(root, "render");
    bool good = true;
    for (int32_t i = 0; good && i < oro_picture_record.arg_count; i++) {
        const oro_arg *arg = &oro_picture_record.args[i];
        oro_picture was;
        const oro_json *old = NULL;
        for (size_t k = 0; render && !old && k < render->count; k++)
            if (oro_same_name(render->items[k]->key, arg->name)) old = render->items[k];
        good = oro_args_init(scene->ctx, &oro_picture_record, &was) == ORO_OK;
        if (!good) break;
        bool usual = oro_args_equal(arg, &scene->picture, &was);
        if (old) good = oro_arg_from_json(scene->ctx, arg, &was, old, NULL, "") == ORO_OK;
        bool same = good && oro_args_equal(arg, &scene->picture, &was);
        oro_args_free(scene->ctx, &oro_picture_record, &was);
        if (!good || same) continue;
        if (usual) {
            oro_json_remove(render, old->key);
            continue;
        }
        if (!render && !(set(root, "render", oro_json_new_object()) && (render = oro_json_get(root, "render"))))
            return false;
        good = set(render, old ? old->key : arg->name, oro_arg_to_json(scene->ctx, arg, &scene->picture));
    }
    return good;
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
    oro_node_wires w = {scene, node};
    oro_json_wires wires = oro_json_wires_of(&w);
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

/// Writes the range where it is not what stands there.
static bool merge_range(const oro_output *output, oro_json *item) {
    const oro_json *range = oro_json_get(item, "range");
    bool said = range && range->type == ORO_JSON_ARRAY;
    if (said && output->has_range && range->items[0]->number == output->low && range->items[1]->number == output->high)
        return true;
    if (output->has_range) return set(item, "range", oro_json_pair(output->low, output->high));
    if (output->auto_range) return (range && !said) || set(item, "range", oro_json_new_string("auto"));
    return !range || oro_json_remove(item, "range");
}

static bool merge_output(oro_context *ctx, const oro_output *output, oro_json *item) {
    if (!set_text(item, "from", output->from) || !set_text(item, "file", output->file)) return false;
    if (!set_text(item, "style", output->style) || !set_text(item, "texture", output->texture)) return false;
    if (!set_text(item, "channel", output->channel) || !set_text(item, "layout", output->layout)) return false;
    const oro_json *bits = oro_json_get(item, "bits");
    if (output->bits != (bits ? (int)bits->number : 0)) {
        if (!output->bits) oro_json_remove(item, "bits");
        if (output->bits && !set(item, "bits", oro_json_new_number(output->bits))) return false;
    }
    const oro_json *clip = oro_json_get(item, "clip");
    if (output->clip != (clip && clip->truth)) {
        if (!output->clip) oro_json_remove(item, "clip");
        if (output->clip && !set(item, "clip", oro_json_new_bool(true))) return false;
    }
    return oro_mesh_settings_to_json(ctx, output->mesh, item) && merge_range(output, item);
}

static bool merge_outputs(const oro_scene *scene, oro_json *root) {
    const oro_json *old = oro_json_get(root, "outputs");
    if (!old && scene->output_count == 0) return true;
    oro_json *outputs = oro_json_new_array();
    oro_json_keep_layout(outputs, old);
    for (int32_t i = 0; outputs && i < scene->output_count; i++) {
        oro_json *item = old_item(old, scene->outputs[i].origin);
        bool good = item && merge_output(scene->ctx, &scene->outputs[i].output, item);
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
    const oro_scene_document *d = scene->document;
    oro_json *root = d ? oro_json_copy(d->root) : oro_json_new_object();
    bool good = root && (d || set(root, "orogen", oro_json_new_number(ORO_SCENE_FORMAT))) &&
                merge_words(root, "name", oro_scene_title(scene)) &&
                merge_words(root, "about", oro_scene_about(scene)) && merge_world(scene, root, !d) &&
                merge_nodes(scene, root) && merge_outputs(scene, root) && oro_scene_merge_looks(scene, root) &&
                merge_picture(scene, root);
    if (good) return root;
    oro_json_free(root);
    oro_fail(scene->ctx, ORO_NO_MEMORY, scene->name,
             "the scene cannot be written: there is not enough memory, or a text in it is not UTF-8");
    return NULL;
}

static oro_status print(oro_scene *scene, const oro_json *root, oro_text *text) {
    return oro_json_print_layout(root, text) == ORO_OK ? ORO_OK : oro_scene_no_memory(scene->ctx, scene->name);
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
    const oro_scene_document *d = scene->document;
    char *real = d && d->path ? realpath(path, NULL) : NULL;
    bool own = real && strcmp(real, d->path) == 0;
    free(real);
    return own;
}

/// From now on the scene is that of the file just written.
static oro_status adopt(oro_scene *scene, oro_json *root, const char *path) {
    char *folder = oro_folder_of(path);
    oro_status status = folder ? oro_scene_set_names(scene, path, folder) : oro_scene_no_memory(scene->ctx, path);
    free(folder);
    if (status != ORO_OK) {
        oro_json_free(root);
        return status;
    }
    for (int32_t i = 0; i < scene->node_count; i++) scene->nodes[i]->origin = i;
    for (int32_t i = 0; i < scene->output_count; i++) scene->outputs[i].origin = i;
    return oro_scene_keep_document(scene, root, path);
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
