// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The surface of a volume as a mesh. What it reads and writes per sample, see solve/isosurface.h.

#include "op/op.h"
#include "solve/isosurface.h"

typedef struct isosurface {
    const oro_volume *volume, *east, *south, *up;
    oro_mesh *result;
    oro_choice method;
    float level;
    bool close, repair;
    float snap;
} isosurface;

static const oro_arg args[] = {
    ORO_ARG(isosurface, volume, .unit = "any",
            .doc = "Distances to a surface, below 0 in rock and above 0 in air, or any other values."),
    ORO_ARG(isosurface, east, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "Where the values should rise, to the east. With all three directions, sheets that face the other "
                   "way are left out: the false ones between two that face alike."),
    ORO_ARG(isosurface, south, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "Where the values should rise, to the south."),
    ORO_ARG(isosurface, up, .unit = "1", .flags = ORO_OPTIONAL, .doc = "Where the values should rise, upwards."),
    ORO_ARG(isosurface, result, .unit = "m", .doc = "The surface, x to the east, y to the north and z up."),
    ORO_ARG(
        isosurface, method,
        .choices =
            ORO_CHOICES([ISO_NETS] = "surface-nets", [ISO_CUBES] = "marching-cubes", [ISO_SHARP] = "dual-contouring"),
        .doc = "Surface nets have even triangles and round edges by half a cell, marching cubes a vertex on every "
               "edge between samples, and dual contouring keeps creases and cliffs sharp."),
    ORO_ARG(isosurface, level, .def = 0, .min = -1e6, .max = 1e6, .ui_min = -100, .ui_max = 100, .unit = "any",
            .doc = "The value at the surface. With distances, this many metres outside of it."),
    ORO_ARG(isosurface, close,
            .doc = "Ends the rock at the volume's box with walls and a floor, for a solid block; otherwise the surface "
                   "is open there."),
    ORO_ARG(isosurface, repair, .def = 1,
            .doc = "Changes the sign of single samples where sheets would touch at a corner or an edge, so that "
                   "exactly two triangles meet at every edge."),
    ORO_ARG(isosurface, snap, .def = 0.002, .min = 0, .max = 0.4, .ui_max = 0.1, .unit = "1",
            .doc = "Values that are nearer to the level than this part of a cell count as air just above it, which "
                   "keeps noise in zeros out of the surface. For other values than distances, 0."),
};

static oro_status run(oro_run *r, const void *p) {
    const isosurface *a = p;
    iso_desc d = {.method = (iso_method)a->method.index,
                  .level = a->level,
                  .snap = a->snap,
                  .repair = a->repair,
                  .closed = a->close,
                  .towards = {a->east, a->south, a->up}};
    oro_status status = oro_isosurface(r, a->volume, &d, a->result);
    if (status == ORO_OK && a->result->triangle_count == 0)
        oro_note(r->ctx, "level", "no value of the volume passes %g, so the mesh is empty", (double)a->level);
    return status;
}

ORO_OPERATOR(isosurface, "Make a mesh of a volume's surface", .family = "volume", .version = 1, .run = run,
             .source = "Gibson 1998 (surface nets); Lorensen and Cline 1987 (marching cubes); Ju et al. 2002 (dual "
                       "contouring)",
             .words = "contour polygonise mesh extract triangles overhang cave arch "
                      "marching(method=marching-cubes) nets(method=surface-nets) sharp(method=dual-contouring)",
             .doc = "Finds the surface where the values of a volume pass a level, and covers it with triangles: "
                    "arches, caves and overhangs too. Every two triangles share an edge and face the air. Normals "
                    "come from the values, and texture coordinates from above, over the volume's box.",
             .example = "--close rock.npy rock.glb", .show = "close=on");
