// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Settings of mesh files; see mesh_settings.h.
#include "io/mesh_settings.h"

#include <math.h>

#include "io/args_json.h"

static oro_status read_keys(oro_context *ctx, const oro_json *output, const char *name, oro_mesh_settings *out) {
    oro_status status = oro_mesh_settings_parse(ctx, NULL, NULL, out);
    for (int32_t i = 0; status == ORO_OK && i < oro_mesh_record.arg_count; i++) {
        const oro_json *value = oro_json_get(output, oro_mesh_record.args[i].name);
        if (value) status = oro_arg_from_json(ctx, &oro_mesh_record.args[i], out, value, &(oro_json_wires){0}, name);
    }
    return status;
}

oro_status oro_mesh_settings_from_json(oro_context *ctx, const oro_json *output, const char *name,
                                       char text[ORO_MESH_TEXT]) {
    oro_mesh_settings settings;
    oro_status status = read_keys(ctx, output, name, &settings);
    if (status == ORO_OK) oro_mesh_settings_print(&settings, text);
    return status;
}

bool oro_mesh_settings_to_json(oro_context *ctx, const char *text, oro_json *output) {
    oro_mesh_settings usual, said, wanted;
    if (oro_mesh_settings_parse(ctx, NULL, NULL, &usual) != ORO_OK ||
        oro_mesh_settings_parse(ctx, text, NULL, &wanted) != ORO_OK ||
        read_keys(ctx, output, "output", &said) != ORO_OK)
        return false;
    for (int32_t i = 0; i < oro_mesh_record.arg_count; i++) {
        const oro_arg *arg = &oro_mesh_record.args[i];
        if (oro_args_equal(arg, &said, &wanted)) continue;
        if (oro_args_equal(arg, &usual, &wanted))
            oro_json_remove(output, arg->name);
        else if (oro_json_set(output, arg->name, oro_arg_to_json(ctx, arg, &wanted)) != ORO_OK)
            return false;
    }
    return true;
}

void oro_describe_mesh(const oro_mesh_settings *settings, oro_mesh_write_desc *out) {
    static const oro_up ups[] = {ORO_UP_USUAL, ORO_UP_Y, ORO_UP_Z}; // in the order of the row's words
    out->up = ups[settings->up.index];
    out->quantise = settings->quantise;
    out->compress = settings->compress;
    out->scale = settings->scale != 1.0f ? (double)settings->scale : 0.0;
    out->size = isnan(settings->print_size) ? 0.0 : (double)settings->print_size;
}
