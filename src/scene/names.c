// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Names and places: "node" and "node.output" found, or refused with what could be meant.

#include "scene/document.h"
#include "core/text.h"
#include "scene/graph.h"

#include <stdio.h>
#include <string.h>

oro_node *oro_scene_find(const oro_scene *scene, const char *id) {
    for (int32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i]->id, id) == 0) return scene->nodes[i];
    return NULL;
}

oro_node *oro_scene_find_or_fail(const oro_scene *scene, const char *id, const char *where) {
    oro_node *node = oro_scene_find(scene, id);
    if (node) return node;
    oro_suggestion s = {.word = id};
    char hint[128];
    for (int32_t i = 0; i < scene->node_count; i++) oro_suggest_offer(&s, scene->nodes[i]->id);
    oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "there is no node \"%.64s\"%s", id,
             oro_suggest_text(&s, hint, sizeof hint));
    return NULL;
}

const char *oro_node_place(const oro_scene *scene, const oro_node *node, const oro_arg *arg, char *buffer,
                           size_t size) {
    snprintf(buffer, size, "%.120s%snodes/%d%s%s", scene->name ? scene->name : "", scene->name ? "/" : "", node->index,
             arg ? "/args/" : "", arg ? arg->name : "");
    return buffer;
}

void oro_source_print(oro_source source, char *buffer, size_t size) {
    const oro_operator *op = source.node->op;
    uint32_t kind = oro_kind_bit(oro_arg_kind(&op->record.args[source.output]));
    if (source.output == oro_main_output(op, kind | ORO_MAP_KIND))
        snprintf(buffer, size, "%s", source.node->id);
    else
        snprintf(buffer, size, "%s.%s", source.node->id, op->record.args[source.output].name);
}

/// Is this row an output of a wanted kind?
static bool is_wanted(const oro_arg *arg, uint32_t wanted) {
    return oro_arg_is_output(arg) && wanted & oro_kind_bit(oro_arg_kind(arg));
}

static const char *wanted_word(uint32_t wanted) {
    for (int kind = 0; kind < ORO_KIND_COUNT; kind++)
        if (wanted == oro_kind_bit((oro_kind)kind)) return oro_kind_of((oro_kind)kind)->noun;
    return wanted == ORO_ALL_KINDS ? "output" : "map";
}

static oro_status unknown_output(const oro_scene *scene, const oro_node *node, const char *name, uint32_t wanted,
                                 const char *where) {
    oro_suggestion s = {.word = name};
    char hint[96], list[160] = "";
    size_t used = 0;
    int32_t main = oro_main_output(node->op, ORO_ALL_KINDS);
    const char *made = main < 0 ? "outputs" : oro_arg_info(&node->op->record.args[main])->plural;
    for (int32_t i = 0; i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        if (!is_wanted(arg, wanted)) continue;
        oro_suggest_offer(&s, arg->name);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", arg->name);
    }
    return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "%s (%s) makes no %s \"%.40s\"%s; it makes %s%s", node->id,
                    node->op->record.name, wanted_word(wanted), name, oro_suggest_text(&s, hint, sizeof hint),
                    *list ? list : made, *list ? "" : " only");
}

const char *oro_split_name(const char *path, char *id, size_t size) {
    size_t length = strcspn(path, ".");
    // No node has an id that does not fit: one that is cut is not found.
    snprintf(id, size, "%.*s", (int)(length < size ? length : size - 1), path);
    return path[length] ? path + length + 1 : NULL;
}

oro_status oro_scene_resolve(const oro_scene *scene, const char *from, uint32_t wanted, oro_source *out,
                             const char *where) {
    if (!from) {
        *out = oro_graph_map_before(scene, scene->node_count);
        if (out->node) return ORO_OK;
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "the scene has no node that makes a map");
    }
    char id[ORO_MAX_ID + 2];
    const char *name = oro_split_name(from, id, sizeof id);
    oro_node *node = oro_scene_find_or_fail(scene, id, where);
    if (!node) return ORO_BAD_ARGUMENT;
    int32_t output = oro_main_output(node->op, wanted);
    if (name) {
        const oro_arg *arg = oro_arg_find(&node->op->record, name);
        if (!arg || !is_wanted(arg, wanted)) return unknown_output(scene, node, name, wanted, where);
        output = (int32_t)(arg - node->op->record.args);
    }
    if (output < 0)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "%s (%s) makes no %s", node->id, node->op->record.name,
                        wanted_word(wanted));
    *out = (oro_source){node, output};
    return ORO_OK;
}

oro_status oro_scene_texture(const oro_scene *scene, const char *texture, oro_source *out, const char *where) {
    uint32_t kinds = oro_kind_bit(ORO_KIND_IMAGE) | ORO_MAP_KIND;
    oro_status status = oro_scene_resolve(scene, texture, kinds, out, where);
    if (status != ORO_OK) return status;
    const oro_arg *made = &out->node->op->record.args[out->output];
    if (oro_arg_kind(made) == ORO_KIND_IMAGE || (made->unit && strcmp(made->unit, "rgb") == 0)) return ORO_OK;
    return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where,
                    "%s of %s (%s) is a map of values, not of colours; name a picture, or colours as tint makes them",
                    made->name, out->node->id, out->node->op->record.name);
}
