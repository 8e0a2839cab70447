// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves in CSV files, as splines have them (spline_file.h): a header, a point per line, an empty line or a new name between two
// curves. The points are joined by straight lines.
#include "io/data_file.h"
#include "io/spline_file.h"
#include "orogen/curves.h"

static float number_of(const oro_json *point, const char *key) {
    const oro_json *value = oro_json_get(point, key);
    return value ? (float)value->number : 0.0f;
}

static oro_status take_points(oro_context *ctx, const oro_json *list, oro_curves *out) {
    *out = (oro_curves){.count = (uint32_t)list->count};
    for (size_t i = 0; i < list->count; i++)
        out->point_count += (uint32_t)oro_json_get(list->items[i], "points")->count;
    oro_status status = oro_curves_alloc(ctx, out);
    uint32_t at = 0;
    for (size_t i = 0; status == ORO_OK && i < list->count; i++) {
        const oro_json *points = oro_json_get(list->items[i], "points");
        out->starts[i] = at;
        for (size_t k = 0; k < points->count; k++, at++) {
            float *to = out->positions + 3 * (size_t)at;
            to[0] = number_of(points->items[k], "x");
            to[1] = number_of(points->items[k], "y");
            to[2] = number_of(points->items[k], "z");
        }
    }
    return status;
}

oro_status oro_curves_read_csv(oro_context *ctx, const char *path, void *out) {
    oro_json *list;
    oro_status status = oro_splines_load(ctx, path, &(oro_spline_import){0}, &list);
    if (status != ORO_OK) return status;
    status = take_points(ctx, list, out);
    oro_json_free(list);
    return status;
}

oro_status oro_curves_write_csv(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    (void)kind;
    const oro_curves *c = data;
    oro_status status = oro_file_write(writer, "x,y,z\n", 6);
    for (uint32_t i = 0; i < c->count && status == ORO_OK; i++) {
        if (i) status = oro_file_write(writer, "\n", 1);
        if (status == ORO_OK)
            status = oro_print_places(c->positions + 3 * (size_t)c->starts[i], c->starts[i + 1] - c->starts[i], writer);
    }
    return status;
}
