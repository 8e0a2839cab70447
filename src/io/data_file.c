// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data of any kind from and to files, by the rows of formats.def.
#include "io/data_file.h"

#include <string.h>

#include "core/context.h"
#include "io/format.h"

/// What can be in a file that a kind is written to.
static unsigned writable(oro_kind kind) {
    bool arrays = kind != ORO_KIND_GRID && kind != ORO_KIND_VALUE;
    return ORO_HOLDS(kind) | (arrays ? ORO_HOLDS_ANY : 0);
}

const char *oro_data_endings(oro_kind kind, bool writing, char *list, size_t size) {
    return oro_format_list(writing ? writable(kind) : ORO_HOLDS(kind), writing, list, size);
}

static const oro_format *find_writer(oro_context *ctx, oro_kind kind, const char *path) {
    return oro_format_for(ctx, path, writable(kind), true, oro_kind_of(kind)->noun);
}

oro_status oro_check_data(oro_context *ctx, oro_kind kind, const char *path) {
    return find_writer(ctx, kind, path) ? ORO_OK : ctx->error.status;
}

oro_status oro_save_data(oro_context *ctx, oro_kind kind, const char *path, const void *data, bool force) {
    const oro_format *format = find_writer(ctx, kind, path);
    if (!format) return ctx->error.status;
    if (kind == ORO_KIND_GRID) return oro_save_raster(ctx, path, data, &(oro_write_desc){.force = force});
    if (format->write_mesh) return oro_save_mesh(ctx, path, data, &(oro_mesh_write_desc){.force = force});
    oro_begin(ctx);
    oro_file_writer writer;
    oro_status status = oro_file_create(ctx, path, force, &writer);
    if (status != ORO_OK) return status;
    const oro_kind_format *own = &format->kinds[kind];
    status = (own->write ? own->write : format->write_any)(oro_kind_of(kind), data, &writer);
    if (status == ORO_OK) return oro_file_commit(&writer);
    oro_file_abort(&writer);
    return status;
}

oro_status oro_load_data(oro_context *ctx, oro_kind kind, const char *path, void *out) {
    const oro_kind_info *info = oro_kind_of(kind);
    char list[160];
    memset(out, 0, info->size);
    if (!*oro_data_endings(kind, false, list, sizeof list))
        return oro_fail(ctx, ORO_UNSUPPORTED, path, "a %s cannot be read from a file", info->noun);
    if (kind == ORO_KIND_GRID) return oro_load_raster(ctx, path, NULL, out, NULL);
    if (kind == ORO_KIND_MESH) return oro_load_mesh(ctx, path, NULL, out);
    const oro_format *format = oro_format_to_read(ctx, path, kind);
    if (!format) return ctx->error.status;
    oro_status status = format->kinds[kind].read(ctx, path, out);
    if (status != ORO_OK) info->release(ctx, out);
    return status;
}
