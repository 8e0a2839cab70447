// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Connections and order; a depth-first search with a stack of its own, so that a chain of thousands of nodes is no deeper
// than any other.

#include "scene/graph.h"

#include <stdio.h>
#include <string.h>

// --- connections ------------------------------------------------------------------------------------------------------

/// The first input that must be connected: the one that takes the map before it. -1: none.
static int32_t first_required(const oro_operator *op) {
    for (int32_t i = 0; i < op->record.arg_count; i++)
        if (op->record.args[i].type == ORO_GRID_IN && !(op->record.args[i].flags & ORO_OPTIONAL)) return i;
    return -1;
}

oro_source oro_graph_map_before(const oro_scene *scene, int32_t index) {
    while (index-- > 0) {
        oro_node *node = scene->nodes[index];
        int32_t made = oro_first_of_type(node->op, ORO_GRID_OUT);
        if (made < 0) continue;
        if (node->enabled) return (oro_source){node, made};
        // Off and not wired, its input is what comes before it: look on. Off and wired, it stands for its wire.
        int32_t input = oro_first_of_type(node->op, ORO_GRID_IN);
        if (input >= 0 && node->wires[input].node) return (oro_source){node, made};
    }
    return (oro_source){0};
}

oro_source oro_graph_direct(const oro_scene *scene, const oro_node *node, int32_t arg) {
    if (node->wires[arg].node) return node->wires[arg];
    if (arg == first_required(node->op)) return oro_graph_map_before(scene, node->index);
    return (oro_source){0};
}

oro_status oro_graph_through(const oro_scene *scene, oro_source *source, const char *place) {
    for (int32_t steps = 0; source->node && !source->node->enabled; steps++) {
        const oro_node *off = source->node;
        const oro_record *record = &off->op->record;
        if (steps > scene->node_count)
            return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, place, "the nodes around %s feed each other in a circle",
                            off->id);
        int32_t input = oro_first_of_type(off->op, ORO_GRID_IN);
        oro_source behind = input >= 0 ? oro_graph_direct(scene, off, input) : (oro_source){0};
        if (!behind.node)
            return oro_fail(
                scene->ctx, ORO_BAD_ARGUMENT, place,
                "%s is turned off and has no input to take its place; turn it on, or wire this to another node",
                off->id);
        if (source->output != oro_first_of_type(off->op, ORO_GRID_OUT))
            return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, place,
                            "%s is turned off, so there is no %s; turn it on, or wire this to another node", off->id,
                            record->args[source->output].name);
        *source = behind;
    }
    return ORO_OK;
}

oro_status oro_graph_find(const oro_scene *scene, const char *from, uint32_t wanted, oro_source *out,
                          const char *place) {
    oro_status status = oro_scene_resolve(scene, from, wanted, out, place);
    return status == ORO_OK ? oro_graph_through(scene, out, place) : status;
}

oro_status oro_scene_lookup(const oro_scene *scene, const char *from, oro_made *out) {
    oro_source source;
    oro_status status = oro_graph_find(scene, from, ORO_ALL_KINDS, &source, from ? from : "nodes");
    *out = (oro_made){.node = -1};
    if (status == ORO_OK) *out = (oro_made){source.node->index, &source.node->op->record.args[source.output]};
    return status;
}

static oro_status find_source(const oro_scene *scene, const oro_node *node, int32_t index, oro_source *out) {
    const oro_arg *arg = &node->op->record.args[index];
    *out = (oro_source){0};
    if (!oro_arg_takes_map(arg)) return ORO_OK;
    char place[256];
    oro_node_place(scene, node, arg, place, sizeof place);
    *out = oro_graph_direct(scene, node, index);
    if (out->node) return oro_graph_through(scene, out, place);
    if (arg->type == ORO_FIELD || arg->flags & ORO_OPTIONAL) return ORO_OK;
    if (arg->type != ORO_GRID_IN)
        return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, place,
                        "%s (%s) needs a %s as its %s; name the node that makes it: \"%s\": \"node\"", node->id,
                        node->op->record.name, oro_arg_info(arg)->noun, arg->name, arg->name);
    if (index == first_required(node->op))
        return oro_fail(
            scene->ctx, ORO_BAD_ARGUMENT, place,
            "%s (%s) needs a map as its %s, and no earlier node makes one; put a node before it that does, or "
            "name one: \"%s\": \"node\"",
            node->id, node->op->record.name, arg->name, arg->name);
    return oro_fail(
        scene->ctx, ORO_BAD_ARGUMENT, place,
        "%s (%s) needs a map as its %s; name the node that makes it: \"%s\": \"node\" (only %s takes the result "
        "of the node before by itself)",
        node->id, node->op->record.name, arg->name, arg->name, node->op->record.args[first_required(node->op)].name);
}

// --- order ------------------------------------------------------------------------------------------------------------

enum { NEW, OPEN, DONE };

typedef struct step {
    oro_node *node;
    int32_t arg; ///< the argument that is being followed
} step;

typedef struct search {
    const oro_scene *scene;
    oro_graph *graph;
    step *stack;
    uint8_t *state; ///< by node index
    int32_t depth;
    bool lenient; ///< go on where a source is missing
} search;

/// The stack from `node` on is a circle; says so at the wire that points forward (an unwired input never does).
static oro_status circle(const search *s, const oro_node *node) {
    int32_t start = s->depth - 1;
    while (s->stack[start].node != node) start--;
    char names[320], place[256];
    size_t used = (size_t)snprintf(names, sizeof names, "%s", node->id);
    const oro_node *user = node;
    const oro_arg *arg = NULL;
    // The stack goes from users to sources; people read from sources to users.
    for (int32_t i = s->depth - 1; i >= start; i--) {
        const step *at = &s->stack[i];
        const oro_node *source = i + 1 < s->depth ? s->stack[i + 1].node : node;
        bool last = i == start;
        if (last || used < 200)
            used += (size_t)snprintf(names + used, sizeof names - used, " -> %s", at->node->id);
        else if (used < 206)
            used += (size_t)snprintf(names + used, sizeof names - used, " -> ... ");
        if (source->index >= at->node->index) user = at->node, arg = &at->node->op->record.args[at->arg];
    }
    return oro_fail(s->scene->ctx, ORO_BAD_ARGUMENT, oro_node_place(s->scene, user, arg, place, sizeof place),
                    "the nodes feed each other in a circle: %s", names);
}

static oro_status open_node(search *s, oro_node *node) {
    oro_source *sources = s->graph->sources + s->graph->first[node->index];
    for (int32_t i = 0; i < node->op->record.arg_count; i++) {
        oro_status status = find_source(s->scene, node, i, &sources[i]);
        if (status != ORO_OK && !s->lenient) return status;
        if (status != ORO_OK) sources[i] = (oro_source){0};
    }
    s->state[node->index] = OPEN;
    s->stack[s->depth++] = (step){node, -1};
    return ORO_OK;
}

static oro_status visit(search *s, oro_node *root) {
    if (s->state[root->index] == DONE) return ORO_OK;
    oro_status status = open_node(s, root);
    while (status == ORO_OK && s->depth > 0) {
        step *top = &s->stack[s->depth - 1];
        if (++top->arg >= top->node->op->record.arg_count) {
            s->state[top->node->index] = DONE;
            s->graph->order[s->graph->count++] = top->node;
            s->depth--;
            continue;
        }
        oro_source source = oro_graph_source(s->graph, top->node, top->arg);
        if (!source.node || s->state[source.node->index] == DONE) continue;
        status = s->state[source.node->index] == OPEN ? circle(s, source.node) : open_node(s, source.node);
    }
    return status;
}

static oro_status prepare(search *s) {
    const oro_scene *scene = s->scene;
    oro_context *ctx = scene->ctx;
    size_t count = (size_t)scene->node_count, args = 0;
    s->graph->first = oro_alloc(ctx, (count + 1) * sizeof *s->graph->first);
    if (!s->graph->first) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        s->graph->first[i] = (int32_t)args;
        args += (size_t)scene->nodes[i]->op->record.arg_count;
    }
    s->graph->sources = oro_alloc_zero(ctx, (args + 1) * sizeof *s->graph->sources);
    s->graph->order = oro_alloc(ctx, (count + 1) * sizeof(oro_node *));
    s->stack = oro_alloc(ctx, (count + 1) * sizeof *s->stack);
    s->state = oro_alloc_zero(ctx, count + 1);
    return s->graph->sources && s->graph->order && s->stack && s->state ? ORO_OK : ORO_NO_MEMORY;
}

static void finish(search *s) {
    oro_free(s->scene->ctx, s->stack);
    oro_free(s->scene->ctx, s->state);
}

oro_status oro_graph_build(const oro_scene *scene, const oro_source *roots, int32_t root_count, oro_graph *graph) {
    *graph = (oro_graph){0};
    search s = {.scene = scene, .graph = graph};
    oro_status status = prepare(&s);
    for (int32_t i = 0; status == ORO_OK && i < root_count; i++) status = visit(&s, roots[i].node);
    finish(&s);
    return status;
}

void oro_graph_free(const oro_scene *scene, oro_graph *graph) {
    oro_free(scene->ctx, graph->order);
    oro_free(scene->ctx, graph->sources);
    oro_free(scene->ctx, graph->first);
    *graph = (oro_graph){0};
}

oro_status oro_graph_check(const oro_scene *scene) {
    oro_graph graph = {0};
    search s = {.scene = scene, .graph = &graph, .lenient = true};
    oro_status status = prepare(&s);
    for (int32_t i = 0; status == ORO_OK && i < scene->node_count; i++)
        if (scene->nodes[i]->enabled) status = visit(&s, scene->nodes[i]);
    finish(&s);
    oro_graph_free(scene, &graph);
    return status;
}
