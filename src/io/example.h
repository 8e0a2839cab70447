// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The example scenes as the program carries them, and files that can be written: both are found by the search of operators.
#ifndef ORO_IO_EXAMPLE_H
#define ORO_IO_EXAMPLE_H

#include "op/find.h"

/// A scene inside the program. The table is made at build time from examples/scenes; it ends with a NULL name.
typedef struct oro_example {
    const char *name;  ///< path below examples/scenes without .oro.json: "erosion/alpine"
    const char *title; ///< the scene's "name"
    const char *about; ///< the scene's "about"
    const char *group; ///< what it shows together with others, by examples/scenes/groups.txt
    const char *text;
    size_t length;
} oro_example;

/// The one of that name; NULL: there is none. Both may be NULL.
const oro_example *oro_example_find(const oro_example *examples, const char *name);

void oro_search_examples(oro_search *s, const oro_example *examples);

/// The formats that a build can write, rasters and meshes.
void oro_search_formats(oro_search *s);

#endif
