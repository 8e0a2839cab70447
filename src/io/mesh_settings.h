// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Settings of mesh files between documents and writers. In a document they are keys of an output; a scene holds their text.
#ifndef ORO_IO_MESH_SETTINGS_H
#define ORO_IO_MESH_SETTINGS_H

#include "io/json.h"
#include "op/mesh_settings.h"
#include "orogen/io.h"

/// Takes those that an output's object has as keys. `text` gets what differs from the defaults. ORO_BAD_INPUT at the key.
oro_status oro_mesh_settings_from_json(oro_context *ctx, const oro_json *output, const char *name,
                                       char text[ORO_MESH_TEXT]);

/// Makes the keys of an output's object say the same; what does already stays as it is written. False: no memory.
bool oro_mesh_settings_to_json(oro_context *ctx, const char *text, oro_json *output);

/// As the writers take them.
void oro_describe_mesh(const oro_mesh_settings *settings, oro_mesh_write_desc *out);

#endif
