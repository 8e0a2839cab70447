// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A raster file as the start of a scene. The runner has loaded it; here it is put on the world's ground, resampled with
// core's filter (averages where it is finer than the world, monotone cubics where it is coarser) and given its metres.
// Reads the file's samples and writes 4 bytes per sample, with one map of the world's width in between.

#include "op/op.h"
#include "core/cell.h"

typedef struct import {
    oro_grid *result;
    oro_file file;
    oro_choice fit;
    oro_choice outside;
    float outside_height;
    oro_range heights;
    oro_choice holes;
} import;

ORO_WORDS(fit, cover, contain, place);
ORO_WORDS(outside, edge, level);
ORO_WORDS(holes, refuse, fill);

static const oro_arg args[] = {
    ORO_ARG(import, result, .unit = "m", .doc = "The file's terrain on the ground of this world."),
    ORO_ARG(import, file, .doc = "Raster to read; its formats are those of `convert`."),
    ORO_ARG(import, fit, .choices = fit_words,
            .doc = "Scale the file evenly until it covers the world (cutting what hangs over) or until all of it lies "
                   "inside, or leave it at its own metres."),
    ORO_ARG(import, outside, .choices = outside_words, .when = "fit=contain|place",
            .doc = "What lies around the file: its edge drawn on, or level ground."),
    ORO_ARG(import, outside_height, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 1000, .unit = "m",
            .when = "outside=level", .doc = "Height of the level ground around the file."),
    ORO_ARG(import, heights, .text = "0..1000", .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 5000, .unit = "m",
            .doc = "Heights of the file's darkest and brightest value, where it does not tell metres itself."),
    ORO_ARG(import, holes, .choices = holes_words,
            .doc =
                "Samples without a value (nodata, voids): refuse the file, or fill them smoothly from what lies around "
                "them."),
};

enum { HEIGHTS_ARE_METRES = 1, CELL_IS_METRES = 2 };

static oro_status check(oro_run *r, const void *p) {
    const import *a = p;
    if (!a->file.map) return oro_refuse(r, "file", "import has no file to read; name one, as file = dem.png");
    if (a->fit.index == fit_place && !(a->file.known & CELL_IS_METRES))
        return oro_refuse(r, "fit",
                          "%s does not say how large it is, so it cannot be placed at its own metres; use cover or "
                          "contain, or give it a sidecar",
                          a->file.path ? a->file.path : "the map");
    return ORO_OK;
}

/// Values that are no numbers would spread into everything that follows.
static oro_status refuse_not_finite(oro_run *r, const import *a) {
    const oro_grid *map = a->file.map;
    int64_t count = oro_grid_extremes(map).not_finite;
    if (count == 0) return ORO_OK;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            float v = oro_row(map, y)[x];
            if (v - v == 0.0f) continue;
            return oro_fail(r->ctx, ORO_BAD_INPUT, "file",
                            "%s has %lld values that are not finite numbers, the first at column %d of row %d; set "
                            "holes to fill, or fill them before importing it",
                            a->file.path ? a->file.path : "the map", (long long)count, x, y);
        }
    return ORO_OK;
}

/// The file's geometry on the world's ground: centred and scaled evenly, or as it says itself.
static oro_grid on_the_ground(const import *a, const oro_grid *map, const oro_grid *world) {
    oro_grid from = *map;
    if (a->fit.index == fit_place) return from;
    from.wrap = world->wrap && a->fit.index == fit_cover;
    from.cell = 1.0;
    double x = oro_extent_x(&from), y = oro_extent_y(&from), wide = oro_extent_x(world), high = oro_extent_y(world);
    double scale_x = x > 0.0 ? wide / x : 0.0, scale_y = y > 0.0 ? high / y : 0.0;
    bool by_x = a->fit.index == fit_cover ? scale_x >= scale_y : scale_x <= scale_y;
    if (!(scale_x > 0.0) || !(scale_y > 0.0)) by_x = scale_x >= scale_y; // one row or column: the other side decides
    double scale = by_x ? scale_x : scale_y;
    from.cell = scale > 0.0 ? scale : world->cell;
    from.origin_x = world->origin_x + 0.5 * (wide - from.cell * x);
    from.origin_y = world->origin_y + 0.5 * (high - from.cell * y);
    return from;
}

typedef struct job {
    const import *args;
    oro_grid from;
    float low, span; ///< metres of the values 0 and 1, or 0 and 1 where the file has metres
} job;

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const import *a = j->args;
    const oro_grid *g = a->result, *f = &j->from;
    bool level = a->outside.index == outside_level && a->fit.index != fit_cover;
    double slack = 1e-6 * g->cell;
    double west = f->origin_x - slack, east = f->origin_x + oro_extent_x(f) + slack;
    double north = f->origin_y - slack, south = f->origin_y + oro_extent_y(f) + slack;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++) out[x] = j->low + j->span * out[x];
        if (!level) continue;
        bool row_outside = oro_world_y(g, y) < north || oro_world_y(g, y) > south;
        for (int32_t x = 0; x < g->width; x++) {
            double at = g->origin_x + x * g->cell;
            out[x] = row_outside || at < west || at > east ? a->outside_height : out[x];
        }
    }
}

/// The file's map belongs to whoever read it, so its holes are filled in a copy.
static oro_status copy_and_fill(oro_run *r, oro_grid *map) {
    oro_grid copy = *map;
    oro_status status = oro_grid_alloc(r->ctx, &copy);
    if (status != ORO_OK) return status;
    oro_grid_copy(map, &copy);
    status = oro_grid_fill_holes(r->ctx, &copy);
    if (status != ORO_OK) oro_grid_free(r->ctx, &copy);
    *map = copy;
    return status;
}

static oro_status run(oro_run *r, const void *p) {
    const import *a = p;
    bool filled = a->holes.index == holes_fill && oro_grid_extremes(a->file.map).not_finite > 0;
    oro_grid map = *a->file.map;
    oro_status status = filled ? copy_and_fill(r, &map) : refuse_not_finite(r, a);
    if (status != ORO_OK) return status;
    bool metres = a->file.known & HEIGHTS_ARE_METRES;
    job j = {a, on_the_ground(a, &map, a->result), metres ? 0.0f : a->heights.lo,
             metres ? 1.0f : a->heights.hi - a->heights.lo};
    oro_stage(r, 0.0, 0.8);
    status = oro_grid_resample(r->ctx, &j.from, a->result);
    if (filled) oro_grid_free(r->ctx, &map);
    oro_stage(r, 0.8, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, &j) : status;
}

ORO_OPERATOR(
    import, "Read a terrain from a file", .family = "generate", .version = 1, .check = check, .run = run,
    .words = "heightmap image dem load file open picture raster png tiff geotiff exr scan real photo srtm",
    .doc = "Puts a raster on the ground of the world: scaled evenly to cover it or to lie inside it, or at the "
           "place and size it names itself. Files that hold metres keep them; grey values are spread over "
           "`heights`. A file with holes is refused, with their number and the first place, unless `holes` says to "
           "fill them. In a world with a georeference, `place` puts a GeoTIFF where it belongs on the earth.",
    .example = "--file dem.tif --fit cover --size 1025 --extent 8000 height.npy");
