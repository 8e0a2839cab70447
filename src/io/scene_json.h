// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What reading and saving of scene files share.
#ifndef ORO_IO_SCENE_JSON_H
#define ORO_IO_SCENE_JSON_H

#include "io/args_json.h"
#include "scene/document.h"

/// What a scene keeps of its file: the tree that was read, so that saving can leave what did not change as it was.
typedef struct oro_scene_document {
    oro_json *root;
    char *path; ///< absolute, without links; NULL: not read from a file
} oro_scene_document;

/// Hands the tree over to the scene, in the place of what it kept; frees it on failure. `path` NULL: it is of no file.
oro_status oro_scene_keep_document(oro_scene *scene, oro_json *root, const char *path);

/// How the arguments of one node are connected. `w` must live as long as what is returned.
typedef struct oro_node_wires {
    oro_scene *scene;
    oro_node *node;
} oro_node_wires;
oro_json_wires oro_json_wires_of(oro_node_wires *w);

/// The folder of a path; "" where it has none. Free with free().
char *oro_folder_of(const char *path);

oro_status oro_scene_no_memory(oro_context *ctx, const char *where);

// --- the world: world_json.c -----------------------------------------------------------------------------------------

/// Reads one key of the world. False, for one that cannot be; what it takes is told by oro_world_takes().
bool oro_world_member_from_json(oro_world *world, const oro_world_key *key, const oro_json *json);

/// One key of the world as files write it. With `one_for_both` a square extent is one number.
oro_json *oro_world_member_json(const oro_world *world, const oro_world_key *key, bool one_for_both);

/// [a, b], or NULL without memory.
oro_json *oro_json_pair(double a, double b);

/// Is it a list of two numbers?
bool oro_json_is_pair(const oro_json *value);

#endif
