// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The table of mesh files; see mesh_settings.h.

#include "op/mesh_settings.h"
#include "op/op.h"

#include <stdio.h>

static const oro_arg rows[] = {
    ORO_ARG(oro_mesh_settings, up, .choices = ORO_CHOICES("auto", "y", "z"),
            .doc = "The axis that points up in a mesh file. Auto: y in GLB, glTF and OBJ, z in PLY, STL and 3MF."),
    ORO_ARG(oro_mesh_settings, quantise,
            .doc = "GLB and glTF: 16 bits per number instead of 32 (KHR_mesh_quantization)."),
    ORO_ARG(oro_mesh_settings, compress,
            .doc = "GLB and glTF: packed by EXT_meshopt_compression; smallest together with quantise."),
    ORO_ARG(oro_mesh_settings, scale, .def = 1, .min = 1e-6, .max = 1e6, .ui_min = 0.001, .ui_max = 1000,
            .scale = ORO_LOG, .unit = "1", .doc = "Lengths in a mesh file are metres times this."),
    ORO_ARG(oro_mesh_settings, print_size, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0.1,
            .max = 1e5, .ui_min = 20, .ui_max = 500, .scale = ORO_LOG, .unit = "mm",
            .doc = "STL and 3MF: length of the longest side. Auto: metres stay metres."),
};

const oro_record oro_mesh_record = {"mesh", "How a mesh is written to a file", rows, ORO_COUNT(rows),
                                    sizeof(oro_mesh_settings)};

oro_status oro_mesh_settings_parse(oro_context *ctx, const char *text, const char *where, oro_mesh_settings *out) {
    oro_status status = oro_args_init(ctx, &oro_mesh_record, out);
    return status == ORO_OK && text ? oro_args_parse_item(ctx, &oro_mesh_record, out, text, where) : status;
}

const char *oro_mesh_settings_print(const oro_mesh_settings *settings, char buffer[ORO_MESH_TEXT]) {
    oro_mesh_settings usual;
    size_t used = 0;
    *buffer = 0;
    oro_args_init(NULL, &oro_mesh_record, &usual); // nothing in it needs memory
    for (int32_t i = 0; i < oro_mesh_record.arg_count; i++) {
        const oro_arg *arg = &rows[i];
        char value[64];
        if (oro_args_equal(arg, settings, &usual)) continue;
        oro_args_print(arg, settings, value, sizeof value);
        used += (size_t)snprintf(buffer + used, ORO_MESH_TEXT - used, "%s%s=%s", used ? " " : "", arg->name, value);
    }
    return buffer;
}
