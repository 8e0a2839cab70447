// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the stack hands on; see chain.h.

#include "studio/chain.h"
#include "core/context.h"
#include "scene/graph.h"
#include "studio/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 160 }; ///< "node.argument" and "node.output"

/// The argument that takes the map before the node; -1: none does.
static int32_t taking_arg(const oro_node *node) {
    for (int32_t i = 0; i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        if (arg->type == ORO_GRID_IN && !(arg->flags & ORO_OPTIONAL)) return i;
    }
    return -1;
}

static const char *unit_of(const oro_scene *scene, oro_source source) {
    char from[NAME];
    if (!source.node) return NULL;
    oro_source_print(source, from, sizeof from);
    return studio_unit_of(scene, from);
}

static bool same_unit(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

/// The nearest map before `index` of that unit; node NULL: none.
static oro_source nearest(const oro_scene *scene, int32_t index, const char *unit) {
    oro_source source = oro_graph_map_before(scene, index);
    while (source.node && !same_unit(unit_of(scene, source), unit))
        source = oro_graph_map_before(scene, source.node->index);
    return source;
}

static oro_status wire(oro_scene *scene, const oro_node *node, int32_t arg, oro_source source) {
    char path[NAME], from[NAME];
    snprintf(path, sizeof path, "%s.%s", node->id, node->op->record.args[arg].name);
    oro_source_print(source, from, sizeof from);
    return oro_scene_wire(scene, path, from);
}

oro_status studio_chain_note(const oro_scene *scene, studio_chain *chain) {
    *chain = (studio_chain){.links = calloc((size_t)scene->node_count + 1, sizeof *chain->links)};
    if (!chain->links) return oro_fail(scene->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this change");
    for (int32_t i = 0; i < scene->node_count; i++) {
        const oro_node *node = scene->nodes[i];
        int32_t arg = taking_arg(node);
        bool by_place = arg >= 0 && !node->wires[arg].node;
        chain->links[i] = (struct studio_link){node, by_place ? unit_of(scene, oro_graph_map_before(scene, i)) : NULL};
    }
    chain->count = scene->node_count;
    chain->last = unit_of(scene, oro_graph_map_before(scene, scene->node_count));
    return ORO_OK;
}

void studio_chain_free(studio_chain *chain) {
    free(chain->links);
    *chain = (studio_chain){0};
}

static oro_status keep_link(oro_scene *scene, const oro_node *node, const char *unit) {
    int32_t arg = taking_arg(node);
    if (!unit || node->wires[arg].node) return ORO_OK;
    if (same_unit(unit_of(scene, oro_graph_map_before(scene, node->index)), unit)) return ORO_OK;
    oro_source kept = nearest(scene, node->index, unit);
    return kept.node ? wire(scene, node, arg, kept) : ORO_OK;
}

static oro_status keep_outputs(oro_scene *scene, const char *unit) {
    oro_status status = ORO_OK;
    char from[NAME];
    if (!unit || same_unit(unit_of(scene, oro_graph_map_before(scene, scene->node_count)), unit)) return ORO_OK;
    oro_source kept = nearest(scene, scene->node_count, unit);
    if (!kept.node) return ORO_OK;
    oro_source_print(kept, from, sizeof from);
    for (int i = 0; status == ORO_OK && i < oro_scene_output_count(scene); i++) {
        oro_output output = *oro_scene_output_at(scene, i);
        if (output.from) continue;
        output.from = from;
        status = oro_scene_set_output(scene, i, &output);
    }
    return status;
}

oro_status studio_chain_keep(oro_scene *scene, studio_chain *chain) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < scene->node_count; i++)
        for (int32_t k = 0; status == ORO_OK && k < chain->count; k++)
            if (chain->links[k].node == scene->nodes[i])
                status = keep_link(scene, scene->nodes[i], chain->links[k].unit);
    if (status == ORO_OK) status = keep_outputs(scene, chain->last);
    studio_chain_free(chain);
    return status;
}

oro_status studio_chain_join(oro_scene *scene, const oro_node *node) {
    oro_status status = ORO_OK;
    int32_t arg = taking_arg(node), made = oro_first_of_type(node->op, ORO_GRID_OUT);
    const char *wanted = arg >= 0 ? node->op->record.args[arg].unit : NULL;
    if (!wanted) return ORO_OK;
    oro_source taken = oro_graph_direct(scene, node, arg);
    if (strcmp(wanted, "any") != 0 && !same_unit(unit_of(scene, taken), wanted)) {
        oro_source right = nearest(scene, node->index, wanted);
        if (right.node) status = wire(scene, node, arg, taken = right);
    }
    if (made < 0 || !same_unit(unit_of(scene, (oro_source){(oro_node *)node, made}), "m")) return status;
    for (int32_t i = node->index + 1; status == ORO_OK && i < scene->node_count; i++) {
        const oro_node *next = scene->nodes[i];
        int32_t input = taking_arg(next);
        if (input < 0 || !next->wires[input].node) continue;
        oro_source from = next->wires[input];
        bool past = oro_graph_map_before(scene, i).node != node && nearest(scene, i, "m").node == node;
        if (past && from.node == taken.node && from.output == taken.output)
            status = wire(scene, next, input, (oro_source){(oro_node *)node, made});
    }
    return status;
}
