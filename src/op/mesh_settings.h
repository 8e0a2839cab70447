// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How a mesh is written to a file, as a table of arguments. Keys of a scene's outputs, flags of the commands that write meshes,
// the schema, the help and the checks are made from it. To add a setting, add a member, its row, and the line of
// io/mesh_settings.c that hands it to the writers.
#ifndef ORO_OP_MESH_SETTINGS_H
#define ORO_OP_MESH_SETTINGS_H

#include "op/args.h"

/// Nothing in it owns memory.
typedef struct oro_mesh_settings {
    oro_choice up;
    bool quantise;
    bool compress;
    float scale;
    float print_size;
} oro_mesh_settings;

extern const oro_record oro_mesh_record;

/// Reads "up=z print_size=120" over the defaults; NULL gives those. ORO_BAD_ARGUMENT at `where`.
oro_status oro_mesh_settings_parse(oro_context *ctx, const char *text, const char *where, oro_mesh_settings *out);

/// The text of what differs from the defaults; "" where nothing does. Returns `buffer`.
enum { ORO_MESH_TEXT = 256 };
const char *oro_mesh_settings_print(const oro_mesh_settings *settings, char buffer[ORO_MESH_TEXT]);

#endif
