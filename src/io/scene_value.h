// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Single values of a scene as JSON, in the form that scene files use: what oro_scene_set() and oro_scene_get() do with text.
#ifndef ORO_IO_SCENE_VALUE_H
#define ORO_IO_SCENE_VALUE_H

#include "io/json.h"
#include "orogen/scene.h"

/// Sets "node.argument", "node.enabled" or "world.key". A name wires where the argument can be a map; null resets. What is
/// refused leaves the scene as it was; the error's place is `path`.
oro_status oro_scene_set_json(oro_scene *scene, const char *path, const oro_json *value);

/// The value of "node.argument", a wire as the name of its source, an input without one as null. The caller owns it. NULL
/// with the error set.
oro_json *oro_scene_get_json(const oro_scene *scene, const char *path);

/// The world as an object: pairs for extent, origin and height, sea null where there is none, the seed as text (64 bits).
oro_json *oro_scene_world_json(const oro_scene *scene);

#endif
