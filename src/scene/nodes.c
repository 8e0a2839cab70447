// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The list of nodes with their argument structs and wires: added, removed, moved, renamed, started from a preset.

#include "scene/document.h"
#include "core/text.h"
#include "op/find.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void oro_node_free(oro_context *ctx, oro_node *node) {
    if (!node) return;
    oro_result_release(ctx, node->result);
    if (node->args) oro_args_free(ctx, &node->op->record, node->args);
    oro_free(ctx, node->args);
    oro_free(ctx, node->wires);
    oro_free(ctx, node->id);
    oro_free(ctx, node->note);
    oro_free(ctx, node);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static oro_status check_id(const oro_scene *scene, const char *id, const char *where) {
    bool good = is_letter(*id) && strlen(id) <= ORO_MAX_ID;
    for (const char *c = id; good && *c; c++) good = is_letter(*c) || (*c >= '0' && *c <= '9') || *c == '-';
    if (!good)
        return oro_fail(
            scene->ctx, ORO_BAD_ARGUMENT, where,
            "a node cannot be called \"%.40s\"; an id is a letter and then letters, digits, - and _, at most "
            "%d in all",
            id, ORO_MAX_ID);
    if (strcmp(id, "world") == 0)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where,
                        "a node cannot be called world: that is the name of the scene's world");
    const oro_node *taken = oro_scene_find(scene, id);
    if (taken)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "node %d is already called \"%s\"; ids must be unique",
                        taken->index, id);
    return ORO_OK;
}

/// "noise", then "noise-2", "noise-3", … by how many of the kind there are, so that a long list costs no long search.
static void make_id(const oro_scene *scene, const oro_operator *op, char id[ORO_MAX_ID + 1]) {
    int alike = 0;
    for (int32_t i = 0; i < scene->node_count; i++) alike += scene->nodes[i]->op == op;
    snprintf(id, ORO_MAX_ID + 1, "%.48s", op->record.name);
    for (int number = alike > 1 ? alike + 1 : 2; oro_scene_find(scene, id); number++)
        snprintf(id, ORO_MAX_ID + 1, "%.48s-%d", op->record.name, number);
}

static oro_node *new_node(oro_context *ctx, const oro_operator *op, const char *id) {
    oro_node *node = oro_alloc_zero(ctx, sizeof *node);
    if (!node) return NULL;
    node->op = op;
    node->origin = -1;
    node->enabled = true;
    node->id = oro_copy_text(ctx, id);
    node->wires = oro_alloc_zero(ctx, (size_t)op->record.arg_count * sizeof *node->wires + 1);
    void *args = oro_alloc(ctx, op->record.size);
    if (args && oro_args_init(ctx, &op->record, args) == ORO_OK)
        node->args = args;
    else
        oro_free(ctx, args);
    if (node->id && node->wires && node->args) return node;
    oro_node_free(ctx, node);
    return NULL;
}

const char *oro_scene_add(oro_scene *scene, const char *id, const char *name) {
    oro_context *ctx = scene->ctx;
    const oro_operator *op = oro_operator_find(ctx, name);
    if (!op) {
        oro_suggestion s = {.word = name, .best = oro_find_operator_near(name)};
        char hint[96];
        oro_fail(ctx, ORO_BAD_ARGUMENT, "op", "there is no operator \"%.64s\"%s", name,
                 oro_suggest_text(&s, hint, sizeof hint));
        oro_hint(ctx, "operators");
        return NULL;
    }
    const oro_node *node = oro_scene_add_operator(scene, id, op);
    return node ? node->id : NULL;
}

oro_node *oro_scene_add_operator(oro_scene *scene, const char *id, const oro_operator *op) {
    oro_context *ctx = scene->ctx;
    if (scene->node_count >= ORO_MAX_NODES) {
        oro_fail(ctx, ORO_BAD_ARGUMENT, "nodes", "a scene has at most %d nodes", ORO_MAX_NODES);
        return NULL;
    }
    char made[ORO_MAX_ID + 1];
    if (!id)
        make_id(scene, op, made);
    else if (check_id(scene, id, "id") != ORO_OK)
        return NULL;
    if (oro_scene_grow(ctx, (void **)&scene->nodes, scene->node_count, &scene->node_capacity, sizeof *scene->nodes) !=
        ORO_OK)
        return NULL;
    oro_node *node = new_node(ctx, op, id ? id : made);
    if (!node) return NULL;
    node->index = scene->node_count;
    scene->nodes[scene->node_count++] = node;
    return node;
}

/// Does anything name this node?
static oro_status refuse_if_used(const oro_scene *scene, const oro_node *node) {
    for (int32_t i = 0; i < scene->node_count; i++) {
        const oro_node *other = scene->nodes[i];
        for (int32_t k = 0; other != node && k < other->op->record.arg_count; k++)
            if (other->wires[k].node == node)
                return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, node->id,
                                "%s cannot be removed: %s.%s is wired to it; set that to something else first",
                                node->id, other->id, other->op->record.args[k].name);
    }
    for (int32_t i = 0; i < scene->output_count; i++) {
        oro_source source;
        const oro_output *output = &scene->outputs[i].output;
        if (output->from && oro_scene_resolve(scene, output->from, ORO_FILE_KINDS, &source, NULL) == ORO_OK &&
            source.node == node)
            return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, node->id,
                            "%s cannot be removed: the output %.80s is made from it", node->id, output->file);
        if (output->texture && oro_scene_texture(scene, output->texture, &source, NULL) == ORO_OK &&
            source.node == node)
            return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, node->id,
                            "%s cannot be removed: the output %.80s is coloured by it", node->id, output->file);
    }
    return ORO_OK;
}

static void number_nodes(oro_scene *scene) {
    for (int32_t i = 0; i < scene->node_count; i++) scene->nodes[i]->index = i;
}

oro_status oro_scene_remove(oro_scene *scene, const char *id) {
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    oro_status status = refuse_if_used(scene, node);
    if (status != ORO_OK) return status;
    scene->node_count--;
    memmove(scene->nodes + node->index, scene->nodes + node->index + 1,
            (size_t)(scene->node_count - node->index) * sizeof *scene->nodes);
    number_nodes(scene);
    oro_node_free(scene->ctx, node);
    return ORO_OK;
}

oro_status oro_scene_move(oro_scene *scene, const char *id, int index) {
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    if (index < 0 || index >= scene->node_count)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, id, "%s can only become node 0 to %d, not %d", id,
                        scene->node_count - 1, index);
    int32_t step = index > node->index ? 1 : -1;
    for (int32_t i = node->index; i != index; i += step) scene->nodes[i] = scene->nodes[i + step];
    scene->nodes[index] = node;
    number_nodes(scene);
    return ORO_OK;
}

/// The names that outputs hold, two each.
static const char **name_in_outputs(const oro_scene *scene, int32_t index) {
    oro_output *output = &scene->outputs[index / 2].output;
    return index % 2 ? &output->texture : &output->from;
}

/// What "node" or "node.output" is called once the node is; *out stays NULL where it means another. False: no memory.
static bool renamed(oro_context *ctx, const char *name, const char *id, const char *to, char **out) {
    size_t length = strlen(id);
    if (!name || strncmp(name, id, length) != 0 || (name[length] && name[length] != '.')) return true;
    size_t size = strlen(to) + strlen(name + length) + 1;
    *out = oro_alloc(ctx, size);
    if (*out) snprintf(*out, size, "%s%s", to, name + length);
    return *out != NULL;
}

oro_status oro_scene_rename(oro_scene *scene, const char *id, const char *to) {
    oro_context *ctx = scene->ctx;
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    if (strcmp(node->id, to) == 0) return ORO_OK;
    oro_status status = check_id(scene, to, id);
    if (status != ORO_OK) return status;
    char *copy = oro_copy_text(ctx, to);
    if (!copy) return ORO_NO_MEMORY;
    // Wires point to nodes; only outputs hold names. All new names exist before any is put in place.
    char **names = oro_alloc_zero(ctx, (2 * (size_t)scene->output_count + 1) * sizeof *names);
    bool good = names != NULL;
    for (int32_t i = 0; good && i < 2 * scene->output_count; i++)
        good = renamed(ctx, *name_in_outputs(scene, i), node->id, to, &names[i]);
    for (int32_t i = 0; names && i < 2 * scene->output_count; i++) {
        if (!names[i]) continue;
        const char **place = name_in_outputs(scene, i);
        oro_free(ctx, good ? (void *)*place : names[i]);
        if (good) *place = names[i];
    }
    oro_free(ctx, names);
    oro_free(ctx, good ? node->id : copy);
    if (good) node->id = copy;
    return good ? ORO_OK : ORO_NO_MEMORY;
}

int oro_scene_node_count(const oro_scene *scene) { return scene->node_count; }

static const oro_node *node_at(const oro_scene *scene, int index) {
    assert(index >= 0 && index < scene->node_count);
    return scene->nodes[index];
}

const char *oro_scene_node_id(const oro_scene *scene, int index) { return node_at(scene, index)->id; }
const oro_operator *oro_scene_node_op(const oro_scene *scene, int index) { return node_at(scene, index)->op; }
bool oro_scene_node_enabled(const oro_scene *scene, int index) { return node_at(scene, index)->enabled; }

const char *oro_scene_node_note(const oro_scene *scene, int index) {
    const char *note = node_at(scene, index)->note;
    return note ? note : "";
}

oro_status oro_scene_set_note(oro_scene *scene, const char *id, const char *note) {
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    return oro_scene_replace_text(scene->ctx, &node->note, note && *note ? note : NULL);
}

const void *oro_scene_args(const oro_scene *scene, const char *id) {
    const oro_node *node = oro_scene_find_or_fail(scene, id, id);
    return node ? node->args : NULL;
}

oro_status oro_scene_enable(oro_scene *scene, const char *id, bool on) {
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    node->enabled = on;
    return ORO_OK;
}

// --- presets ----------------------------------------------------------------------------------------------------------

void *oro_node_base(oro_scene *scene, const oro_node *node, const oro_preset *preset) {
    const oro_record *record = &node->op->record;
    void *base = oro_alloc(scene->ctx, record->size);
    if (!base) return NULL;
    oro_status status = oro_args_init(scene->ctx, record, base);
    if (status == ORO_OK && preset) {
        status = oro_args_parse_item(scene->ctx, record, base, preset->values, "preset");
        if (status != ORO_OK) oro_args_free(scene->ctx, record, base);
    }
    if (status == ORO_OK) return base;
    oro_free(scene->ctx, base);
    return NULL;
}

void oro_node_free_base(oro_scene *scene, const oro_node *node, void *base) {
    if (base) oro_args_free(scene->ctx, &node->op->record, base);
    oro_free(scene->ctx, base);
}

/// Puts into `to`, the values of the new preset, what was said by hand: what differs from where the node started.
static oro_status carry_over(oro_scene *scene, const oro_node *node, const void *from, void *to) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        bool by_hand = node->wires[i].node || !oro_args_equal(arg, node->args, from);
        if (by_hand) status = oro_args_assign(scene->ctx, arg, node->args, to);
    }
    return status;
}

oro_status oro_scene_set_preset(oro_scene *scene, const char *id, const char *name) {
    oro_node *node = oro_scene_find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    const oro_preset *preset = name ? oro_preset_find(scene->ctx, node->op, name, "preset") : NULL;
    if (name && !preset) return ORO_BAD_ARGUMENT;
    void *from = oro_node_base(scene, node, node->preset), *to = from ? oro_node_base(scene, node, preset) : NULL;
    oro_status status = to ? carry_over(scene, node, from, to) : scene->ctx->error.status;
    oro_node_free_base(scene, node, from);
    if (status != ORO_OK) {
        oro_node_free_base(scene, node, to);
        return status;
    }
    oro_node_free_base(scene, node, node->args);
    node->args = to;
    node->preset = preset;
    return ORO_OK;
}

const char *oro_scene_node_preset(const oro_scene *scene, int index) {
    const oro_preset *preset = node_at(scene, index)->preset;
    return preset ? preset->name : NULL;
}

oro_status oro_node_wire(oro_scene *scene, oro_node *node, const oro_arg *arg, oro_source source) {
    assert(oro_arg_takes_map(arg));
    if (arg->type == ORO_FIELD && source.node) {
        oro_status status = oro_args_reset(scene->ctx, arg, node->args);
        if (status != ORO_OK) return status;
    }
    node->wires[arg - node->op->record.args] = source;
    return ORO_OK;
}
