// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The stack hands maps on by place: a node takes what the one before it makes. Masks, classes and slopes stand in the same list
// as the land, and must not be taken for it. So a change of the stack is framed: what each node takes by its place is noted
// before, and whoever would take a map of another kind (unit) afterwards is wired to the nearest earlier map of the kind it had.
#ifndef ORO_STUDIO_CHAIN_H
#define ORO_STUDIO_CHAIN_H

#include "scene/document.h"

typedef struct studio_chain {
    struct studio_link {
        const oro_node *node;
        const char *unit; ///< of what it takes by its place; NULL: nothing
    } * links;
    int32_t count;
    const char *last; ///< unit of what outputs without a name write; NULL: nothing
} studio_chain;

/// Before a change. Ends with studio_chain_keep() or studio_chain_free().
oro_status studio_chain_note(const oro_scene *scene, studio_chain *chain);

/// After it. Nodes that came since are not looked at.
oro_status studio_chain_keep(oro_scene *scene, studio_chain *chain);

void studio_chain_free(studio_chain *chain);

/// A node came into the stack. One that takes heights takes them from the nearest earlier map that has them, and one that makes
/// heights is followed by who was wired past a mask to what it takes now.
oro_status studio_chain_join(oro_scene *scene, const oro_node *node);

#endif
