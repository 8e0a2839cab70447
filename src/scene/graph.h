// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Who takes what from whom. A connection is a wire or, for the first required input of an operator, the nearest earlier
// map. A node that is turned off stands for its first input. What comes out are connections between enabled nodes only,
// and an order in which every node follows those it takes from.
#ifndef ORO_SCENE_GRAPH_H
#define ORO_SCENE_GRAPH_H

#include "scene/document.h"

typedef struct oro_graph {
    oro_node **order; ///< what the roots need, sources before users
    int32_t count;
    oro_source *sources; ///< of all nodes, one per argument
    int32_t *first;      ///< where a node's sources begin, by its index
} oro_graph;

static inline oro_source oro_graph_source(const oro_graph *graph, const oro_node *node, int32_t arg) {
    return graph->sources[graph->first[node->index] + arg];
}

/// The map that a node put at `index` would take without a wire; node NULL: none.
oro_source oro_graph_map_before(const oro_scene *scene, int32_t index);

/// What an argument of a node is connected to, wired or from the stack, turned-off nodes included; node NULL: nothing.
oro_source oro_graph_direct(const oro_scene *scene, const oro_node *node, int32_t arg);

/// Follows nodes that are turned off to the enabled node whose map stands for theirs. `place` is where to complain.
oro_status oro_graph_through(const oro_scene *scene, oro_source *source, const char *place);

/// What "node", "node.output" or NULL (the last map) means in a run: as oro_scene_resolve(), and through nodes that are turned off.
oro_status oro_graph_find(const oro_scene *scene, const char *from, uint32_t wanted, oro_source *out,
                          const char *place);

/// Finds the order for what `roots` (enabled nodes) need. Refuses circles and required inputs without a source, each with
/// its place. Free with oro_graph_free() in any case.
oro_status oro_graph_build(const oro_scene *scene, const oro_source *roots, int32_t root_count, oro_graph *graph);
void oro_graph_free(const oro_scene *scene, oro_graph *graph);

/// Are the wires of the whole document without a circle? What is merely not wired yet is not looked at.
oro_status oro_graph_check(const oro_scene *scene);

#endif
