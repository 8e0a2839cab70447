// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A tile of a terrain at a level of detail. What lies on the border between two tiles is chosen by the samples along it and the
// error of level 0 alone, so that tiles of any levels meet vertex by vertex. Reads 4 bytes per sample of the map once and those
// of the tile about a hundred times.

#include "op/op.h"
#include "mesh/relief.h"
#include "mesh/surface.h"

#include <math.h>

typedef struct lod {
    const oro_grid *height;
    oro_mesh *result;
    int32_t columns, rows, column, row, level;
    float error;
    bool shading;
} lod;

static const oro_arg args[] = {
    ORO_ARG(lod, height, .unit = "m", .doc = "The whole terrain."),
    ORO_ARG(lod, result, .unit = "m", .doc = "The tile's triangles, where it lies on the terrain."),
    ORO_ARG(lod, columns, .def = 4, .min = 1, .max = 256, .ui_min = 1, .ui_max = 32, .unit = "1",
            .doc = "Tiles from west to east; no more than there are cells."),
    ORO_ARG(lod, rows, .def = 4, .min = 1, .max = 256, .ui_min = 1, .ui_max = 32, .unit = "1",
            .doc = "Tiles from north to south; no more than there are cells."),
    ORO_ARG(lod, column, .def = 0, .min = 0, .max = 255, .ui_max = 31, .unit = "1", .doc = "Which one, from the west."),
    ORO_ARG(lod, row, .def = 0, .min = 0, .max = 255, .ui_max = 31, .unit = "1", .doc = "Which one, from the north."),
    ORO_ARG(lod, level, .def = 0, .min = 0, .max = 16, .ui_max = 8, .unit = "1",
            .doc = "Level of detail: 0 is the finest, and each allows twice the error of the one before."),
    ORO_ARG(lod, error, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-6, .max = 1e5, .ui_min = 0.01,
            .ui_max = 100, .scale = ORO_LOG, .unit = "m",
            .doc = "Difference in height that level 0 allows at any sample. On its own a thousandth of the whole "
                   "terrain's range."),
    ORO_ARG(lod, shading, .def = 1, .doc = "Gives vertices normals and places in a picture of the whole terrain."),
};

/// Tiles along a side: never more than cells. A line of samples lies whole in its one tile.
static int32_t tiles_along(int32_t asked, int32_t cells) { return cells < 1 ? 1 : asked < cells ? asked : cells; }

static oro_status check_along(oro_run *r, const char *name, int32_t which, int32_t asked, int32_t cells) {
    int32_t count = tiles_along(asked, cells);
    if (which < count) return ORO_OK;
    return oro_refuse(r, name, "%s must be 0 to %d, not %d: there are %d over %d cells", name, count - 1, which, count,
                      cells);
}

static oro_status check(oro_run *r, const void *p) {
    const lod *a = p;
    int32_t more = a->height->wrap ? 0 : 1;
    oro_status status = check_along(r, "column", a->column, a->columns, a->height->width - more);
    return status == ORO_OK ? check_along(r, "row", a->row, a->rows, a->height->height - more) : status;
}

static oro_status run(oro_run *r, const void *p) {
    const lod *a = p;
    oro_surface s;
    oro_tin t;
    oro_status status = oro_surface_of(r, a->height, "height", &s);
    if (status != ORO_OK) return status;
    int32_t right = s.map.width - 1, bottom = s.map.height - 1;
    int32_t columns = tiles_along(a->columns, right), rows = tiles_along(a->rows, bottom);
    int32_t x0 = oro_relief_line(right, columns, a->column), x1 = oro_relief_line(right, columns, a->column + 1);
    int32_t y0 = oro_relief_line(bottom, rows, a->row), y1 = oro_relief_line(bottom, rows, a->row + 1);
    double share = (s.greatest - s.least) / 1000, least = args[7].min;
    oro_relief_desc desc = {
        .heights = oro_row(&s.map, y0) + x0, .stride = s.map.stride, .right = x1 - x0, .bottom = y1 - y0};
    desc.rim_error = !isnan(a->error) ? (double)a->error : share > least ? share : least;
    desc.error = desc.rim_error * (1 << a->level);
    desc.keep_rim = true;
    status = right < 1 || bottom < 1 ? oro_relief_points(r, &s.map, &t) : oro_relief_make(r, &desc, &t);
    if (status != ORO_OK) return status;
    for (int32_t v = 0; right > 0 && bottom > 0 && v < t.vertex_count; v++) t.x[v] += x0, t.y[v] += y0;
    return oro_surface_mesh(r, &s, a->height, &t, a->shading ? ORO_MESH_NORMALS | ORO_MESH_UVS : 0, a->result);
}

ORO_OPERATOR(
    lod, "Cut a tile out of a terrain, at a level of detail", .family = "mesh", .version = 1, .check = check,
    .run = run, .words = "level chunk streaming detail",
    .doc = "Covers one tile of a terrain with triangles, as simplify does. Tiles beside each other meet without gaps "
           "whatever their levels: the vertices on their common border are the same ones, in place, height and normal.",
    .example = "--columns 8 --rows 8 --column 2 --row 3 --level 1 height.png east.glb");
