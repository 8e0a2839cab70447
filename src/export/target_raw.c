// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Bare values without a header, in a layout that is named: for programs that no other target is for.

#include "core/context.h"
#include "export/export.h"

#include <string.h>

static oro_status layout_of(oro_export_job *e, oro_raw_layout *layout) {
    return oro_raw_layout_parse(e->ctx, e->o->layout, "layout", layout);
}

oro_status oro_target_raw_check(oro_export_job *e) {
    oro_raw_layout layout;
    return layout_of(e, &layout);
}

/// Whole metres and floats have no range; what they cannot hold is refused as that of codes is.
oro_status oro_target_raw_ready(oro_export_job *e) {
    oro_raw_layout layout;
    oro_status status = layout_of(e, &layout);
    if (status != ORO_OK || layout.type == ORO_RAW_F32) return status;
    oro_write_desc how = {.layout = layout, .clip = e->desc.clip};
    if (layout.type == ORO_RAW_I16) status = oro_check_raster(e->ctx, "heights.raw", &e->heights, &how);
    if (status != ORO_OK) snprintf(e->ctx->error.where, sizeof e->ctx->error.where, "layout");
    return layout.type == ORO_RAW_I16 ? status : oro_export_range(e);
}

static oro_status write_tile(oro_export_job *e, const int *tile) {
    oro_write_desc how = {0};
    oro_status status = layout_of(e, &how.layout);
    return status == ORO_OK ? oro_export_heights(e, tile, ".raw", &how, true) : status;
}

static oro_status write_words(oro_export_job *e, const oro_raw_layout *layout) {
    static const char *const types[] = {"unsigned 16 bits", "unsigned 8 bits", "signed 16 bits, whole metres",
                                        "32-bit floats, metres"};
    static const double largest[] = {65535, 255};
    oro_text t = {0};
    oro_import_begin(e, &t);
    oro_text_printf(&t, "The .raw has values alone, no header: %s, %s-endian, the %s row first. Type:\n",
                    types[layout->type], layout->big_endian ? "big" : "little",
                    layout->south_first ? "southern" : "northern");
    oro_import_number(e, &t, "width", "width", e->shape.tile[0], "");
    oro_import_number(e, &t, "height", "height", e->shape.tile[1], "");
    oro_import_number(e, &t, "header bytes", "header", 0, "");
    oro_import_number(e, &t, "metres between samples", "spacing", e->shape.part.cell, "m");
    if (layout->type == ORO_RAW_U16 || layout->type == ORO_RAW_U8) {
        oro_import_number(e, &t, "height of code 0", "low", e->lo, "m");
        oro_import_number(e, &t, "height of the largest code", "high", e->hi, "m");
        oro_import_number(e, &t, "largest code", "largest_code", largest[layout->type], "");
        oro_import_number(e, &t, "metres per code", "step", (e->hi - e->lo) / largest[layout->type], "m");
    }
    return oro_import_end(e, &t);
}

oro_status oro_target_raw(oro_export_job *e) {
    oro_raw_layout layout;
    oro_status status = layout_of(e, &layout);
    if (status == ORO_OK) status = oro_export_each_tile(e, write_tile);
    return status == ORO_OK ? write_words(e, &layout) : status;
}
