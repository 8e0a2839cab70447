// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document itself: its world, the list of nodes with their argument structs and wires, and what a build writes.

#include "op/mesh_settings.h"
#include "scene/document.h"
#include "core/text.h"
#include "op/find.h"
#include "scene/files.h"
#include "scene/graph.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_ID = 64, MAX_OUTPUTS = 1024 };

// --- the world --------------------------------------------------------------------------------------------------------

oro_world oro_scene_world(const oro_scene *scene) { return scene->world; }

oro_status oro_scene_set_world(oro_scene *scene, const oro_world *world) {
    oro_world checked = *world;
    oro_status status = oro_world_check(scene->ctx, &checked, "world");
    if (status != ORO_OK) return status;
    if (!oro_georef_equal(&checked.geo, &scene->world.geo)) // files lie elsewhere on it now
        for (oro_stored_file *file = scene->files; file; file = file->next) file->stamp = 0;
    scene->world = checked;
    return status;
}

oro_status oro_scene_geometry(const oro_scene *scene, int32_t detail, oro_grid *out) {
    const oro_world *w = &scene->world;
    int32_t side = detail ? detail : w->resolution;
    if (side < 2 || side > ORO_MAX_SIDE)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "detail",
                        "a detail of %d samples cannot be; 2 to %d along the longer side can", side, ORO_MAX_SIDE);
    double longer = w->extent_x > w->extent_y ? w->extent_x : w->extent_y;
    double shorter = w->extent_x > w->extent_y ? w->extent_y : w->extent_x;
    int32_t edge = w->wrap ? 0 : 1; // samples along a side beyond its cells
    double cell = longer / (side - edge);
    double cells = floor(shorter / cell + 0.5);
    int32_t other = (int32_t)(cells < 1.0 ? 1.0 : cells) + edge;
    *out = (oro_grid){.wrap = w->wrap, .cell = cell, .origin_x = w->origin_x, .origin_y = w->origin_y};
    out->width = w->extent_x >= w->extent_y ? side : other;
    out->height = w->extent_x >= w->extent_y ? other : side;
    out->stride = out->width;
    return oro_grid_check(scene->ctx, out, "world");
}

// --- making and freeing -----------------------------------------------------------------------------------------------

oro_scene *oro_scene_create(oro_context *ctx, const oro_world *world) {
    oro_world checked = world ? *world : (oro_world){0};
    if (oro_world_check(ctx, &checked, "world") != ORO_OK) return NULL;
    oro_scene *scene = oro_alloc_zero(ctx, sizeof *scene);
    if (!scene) return NULL;
    scene->ctx = ctx;
    scene->world = checked;
    if (oro_args_init(ctx, &oro_picture_record, &scene->picture) == ORO_OK) {
        if (oro_args_init(ctx, &oro_sun_record, &scene->sun) == ORO_OK) return scene;
        oro_args_free(ctx, &oro_picture_record, &scene->picture);
    }
    oro_free(ctx, scene);
    return NULL;
}

static void free_node(oro_context *ctx, oro_node *node) {
    if (!node) return;
    oro_result_release(ctx, node->result);
    if (node->args) oro_args_free(ctx, &node->op->record, node->args);
    oro_free(ctx, node->args);
    oro_free(ctx, node->wires);
    oro_free(ctx, node->id);
    oro_free(ctx, node->note);
    oro_free(ctx, node);
}

static void free_output(oro_context *ctx, oro_output_entry *entry) {
    oro_free(ctx, (void *)entry->output.from);
    oro_free(ctx, (void *)entry->output.texture);
    oro_free(ctx, (void *)entry->output.mesh);
    oro_free(ctx, (void *)entry->output.file);
    oro_free(ctx, (void *)entry->output.style);
    oro_free(ctx, (void *)entry->output.channel);
    oro_free(ctx, (void *)entry->output.layout);
}

void oro_scene_destroy(oro_scene *scene) {
    if (!scene) return;
    oro_context *ctx = scene->ctx;
    for (int32_t i = 0; i < scene->node_count; i++) free_node(ctx, scene->nodes[i]);
    oro_scene_clear_outputs(scene);
    oro_args_free(ctx, &oro_picture_record, &scene->picture);
    oro_args_free(ctx, &oro_sun_record, &scene->sun);
    oro_free(ctx, scene->views);
    while (scene->files) {
        oro_stored_file *file = scene->files;
        scene->files = file->next;
        oro_scene_free_file(scene, file);
    }
    if (scene->free_document) scene->free_document(scene->document);
    oro_free(ctx, scene->outputs);
    oro_free(ctx, scene->nodes);
    oro_free(ctx, scene->title);
    oro_free(ctx, scene->about);
    oro_free(ctx, scene->name);
    oro_free(ctx, scene->folder);
    oro_free(ctx, scene);
}

static oro_status replace_text(oro_context *ctx, char **at, const char *text) {
    char *copy = text ? oro_copy_text(ctx, text) : NULL;
    if (text && !copy) return ORO_NO_MEMORY;
    oro_free(ctx, *at);
    *at = copy;
    return ORO_OK;
}

oro_status oro_scene_set_names(oro_scene *scene, const char *name, const char *folder) {
    oro_status status = name ? replace_text(scene->ctx, &scene->name, name) : ORO_OK;
    if (status == ORO_OK && folder) status = replace_text(scene->ctx, &scene->folder, folder);
    return status;
}

const char *oro_scene_title(const oro_scene *scene) { return scene->title ? scene->title : ""; }
const char *oro_scene_about(const oro_scene *scene) { return scene->about ? scene->about : ""; }

oro_status oro_scene_set_title(oro_scene *scene, const char *text) {
    return replace_text(scene->ctx, &scene->title, text && *text ? text : NULL);
}

oro_status oro_scene_set_about(oro_scene *scene, const char *text) {
    return replace_text(scene->ctx, &scene->about, text && *text ? text : NULL);
}

/// Makes room for one item more in a list of `count` items of `size` bytes.
static oro_status grow(oro_context *ctx, void **list, int32_t count, int32_t *capacity, size_t size) {
    if (count < *capacity) return ORO_OK;
    int32_t larger = *capacity ? *capacity * 2 : 16;
    void *memory = oro_alloc_zero(ctx, (size_t)larger * size);
    if (!memory) return ORO_NO_MEMORY;
    if (count) memcpy(memory, *list, (size_t)count * size);
    oro_free(ctx, *list);
    *list = memory;
    *capacity = larger;
    return ORO_OK;
}

// --- names and places -------------------------------------------------------------------------------------------------

oro_node *oro_scene_find(const oro_scene *scene, const char *id) {
    for (int32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i]->id, id) == 0) return scene->nodes[i];
    return NULL;
}

static oro_node *find_or_fail(const oro_scene *scene, const char *id, const char *where) {
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
    char id[MAX_ID + 2];
    const char *name = oro_split_name(from, id, sizeof id);
    oro_node *node = find_or_fail(scene, id, where);
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

// --- nodes ------------------------------------------------------------------------------------------------------------

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static oro_status check_id(const oro_scene *scene, const char *id, const char *where) {
    bool good = is_letter(*id) && strlen(id) <= MAX_ID;
    for (const char *c = id; good && *c; c++) good = is_letter(*c) || (*c >= '0' && *c <= '9') || *c == '-';
    if (!good)
        return oro_fail(
            scene->ctx, ORO_BAD_ARGUMENT, where,
            "a node cannot be called \"%.40s\"; an id is a letter and then letters, digits, - and _, at most "
            "%d in all",
            id, MAX_ID);
    if (strcmp(id, "world") == 0)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where,
                        "a node cannot be called world: that names the scene's world");
    const oro_node *taken = oro_scene_find(scene, id);
    if (taken)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "node %d is called \"%s\" already; ids are unique",
                        taken->index, id);
    return ORO_OK;
}

/// "noise", then "noise-2", "noise-3", … by how many of the kind there are, so that a long list costs no long search.
static void make_id(const oro_scene *scene, const oro_operator *op, char id[MAX_ID + 1]) {
    int alike = 0;
    for (int32_t i = 0; i < scene->node_count; i++) alike += scene->nodes[i]->op == op;
    snprintf(id, MAX_ID + 1, "%.48s", op->record.name);
    for (int number = alike > 1 ? alike + 1 : 2; oro_scene_find(scene, id); number++)
        snprintf(id, MAX_ID + 1, "%.48s-%d", op->record.name, number);
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
    free_node(ctx, node);
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
    char made[MAX_ID + 1];
    if (!id)
        make_id(scene, op, made);
    else if (check_id(scene, id, "id") != ORO_OK)
        return NULL;
    if (grow(ctx, (void **)&scene->nodes, scene->node_count, &scene->node_capacity, sizeof *scene->nodes) != ORO_OK)
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
    oro_node *node = find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    oro_status status = refuse_if_used(scene, node);
    if (status != ORO_OK) return status;
    scene->node_count--;
    memmove(scene->nodes + node->index, scene->nodes + node->index + 1,
            (size_t)(scene->node_count - node->index) * sizeof *scene->nodes);
    number_nodes(scene);
    free_node(scene->ctx, node);
    return ORO_OK;
}

oro_status oro_scene_move(oro_scene *scene, const char *id, int index) {
    oro_node *node = find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    if (index < 0 || index >= scene->node_count)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, id, "%s cannot become node %d; 0 to %d are there", id, index,
                        scene->node_count - 1);
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
    oro_node *node = find_or_fail(scene, id, id);
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
    oro_node *node = find_or_fail(scene, id, id);
    if (!node) return ORO_BAD_ARGUMENT;
    return replace_text(scene->ctx, &node->note, note && *note ? note : NULL);
}

const void *oro_scene_args(const oro_scene *scene, const char *id) {
    const oro_node *node = find_or_fail(scene, id, id);
    return node ? node->args : NULL;
}

oro_status oro_scene_enable(oro_scene *scene, const char *id, bool on) {
    oro_node *node = find_or_fail(scene, id, id);
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
    oro_node *node = find_or_fail(scene, id, id);
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

// --- outputs ----------------------------------------------------------------------------------------------------------

/// Checks an output and makes an entry of it that owns its texts.
static oro_status make_output(const oro_scene *scene, const oro_output *output, oro_output_entry *entry) {
    oro_context *ctx = scene->ctx;
    oro_source source;
    if (!output->file || !*output->file)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "file", "an output needs the name of a file");
    if (output->has_range && !(output->low < output->high && fabs(output->low) <= 1e30 && fabs(output->high) <= 1e30))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "range", "the range must run from a lower to a higher number");
    if (output->has_range && output->auto_range)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "range", "the range is either given or automatic, not both");
    if (output->bits != 0 && output->bits != 8 && output->bits != 16 && output->bits != 32)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "bits", "bits cannot be %d; they are 8, 16 or 32", output->bits);
    if (output->channel && strcmp(output->channel, "R") != 0 && strcmp(output->channel, "Y") != 0)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "channel", "the channel cannot be \"%.20s\"; it is R or Y",
                        output->channel);
    if (output->from && oro_scene_resolve(scene, output->from, ORO_FILE_KINDS, &source, "from") != ORO_OK)
        return ORO_BAD_ARGUMENT;
    if (output->texture && oro_scene_texture(scene, output->texture, &source, "texture") != ORO_OK)
        return ORO_BAD_ARGUMENT;
    if (oro_mesh_settings_parse(ctx, output->mesh, "mesh", &(oro_mesh_settings){0}) != ORO_OK) return ORO_BAD_ARGUMENT;
    *entry = (oro_output_entry){.output = *output, .origin = -1};
    entry->output.from = output->from ? oro_copy_text(ctx, output->from) : NULL;
    entry->output.file = oro_copy_text(ctx, output->file);
    entry->output.style = output->style ? oro_copy_text(ctx, output->style) : NULL;
    entry->output.channel = output->channel ? oro_copy_text(ctx, output->channel) : NULL;
    entry->output.layout = output->layout ? oro_copy_text(ctx, output->layout) : NULL;
    entry->output.texture = output->texture ? oro_copy_text(ctx, output->texture) : NULL;
    entry->output.mesh = output->mesh && *output->mesh ? oro_copy_text(ctx, output->mesh) : NULL;
    if (entry->output.file && (!output->from || entry->output.from) && (!output->style || entry->output.style) &&
        (!output->channel || entry->output.channel) && (!output->layout || entry->output.layout) &&
        (!output->texture || entry->output.texture) && (!output->mesh || !*output->mesh || entry->output.mesh))
        return ORO_OK;
    free_output(ctx, entry);
    return ORO_NO_MEMORY;
}

oro_status oro_scene_add_output(oro_scene *scene, const oro_output *output) {
    oro_context *ctx = scene->ctx;
    oro_output_entry entry;
    oro_status status = make_output(scene, output, &entry);
    if (status != ORO_OK) return status;
    if (scene->output_count >= MAX_OUTPUTS)
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, "outputs", "a scene has at most %d outputs", MAX_OUTPUTS);
    else
        status =
            grow(ctx, (void **)&scene->outputs, scene->output_count, &scene->output_capacity, sizeof *scene->outputs);
    if (status == ORO_OK)
        scene->outputs[scene->output_count++] = entry;
    else
        free_output(ctx, &entry);
    return status;
}

static oro_status check_output_index(const oro_scene *scene, int index) {
    if (index >= 0 && index < scene->output_count) return ORO_OK;
    return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "outputs", "there is no output %d; the scene has %d, counted from 0",
                    index, scene->output_count);
}

oro_status oro_scene_set_output(oro_scene *scene, int index, const oro_output *output) {
    oro_output_entry entry;
    oro_status status = check_output_index(scene, index);
    if (status == ORO_OK) status = make_output(scene, output, &entry);
    if (status != ORO_OK) return status;
    entry.origin = scene->outputs[index].origin;
    free_output(scene->ctx, &scene->outputs[index]);
    scene->outputs[index] = entry;
    return ORO_OK;
}

oro_status oro_scene_remove_output(oro_scene *scene, int index) {
    oro_status status = check_output_index(scene, index);
    if (status != ORO_OK) return status;
    free_output(scene->ctx, &scene->outputs[index]);
    scene->output_count--;
    memmove(scene->outputs + index, scene->outputs + index + 1,
            (size_t)(scene->output_count - index) * sizeof *scene->outputs);
    return ORO_OK;
}

oro_status oro_scene_move_output(oro_scene *scene, int index, int to) {
    oro_status status = check_output_index(scene, index);
    if (status == ORO_OK) status = check_output_index(scene, to);
    if (status != ORO_OK) return status;
    oro_output_entry moved = scene->outputs[index];
    int step = to > index ? 1 : -1;
    for (int i = index; i != to; i += step) scene->outputs[i] = scene->outputs[i + step];
    scene->outputs[to] = moved;
    return ORO_OK;
}

void oro_scene_clear_outputs(oro_scene *scene) {
    for (int32_t i = 0; i < scene->output_count; i++) free_output(scene->ctx, &scene->outputs[i]);
    scene->output_count = 0;
}

int oro_scene_output_count(const oro_scene *scene) { return scene->output_count; }

const oro_output *oro_scene_output_at(const oro_scene *scene, int index) {
    assert(index >= 0 && index < scene->output_count);
    return &scene->outputs[index].output;
}
