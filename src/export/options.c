// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The options of an export, as a table: flags, help, the studio's cards and the checks are made from it. To add one, add a
// member to oro_export_options and its row; .when says which targets it is for.

#include "core/table.h"
#include "export/export.h"

#define ORO_TARGET(name, ...) #name,
static const char *const target_names[] = {
#include "export/targets.def"
    NULL};
#undef ORO_TARGET

#define ENGINES "target=unreal|unity|godot"

static const oro_arg rows[] = {
    ORO_ARG(oro_export_options, target, .choices = target_names, .doc = "The program that the files are for."),
    ORO_ARG(oro_export_options, size, .text = "",
            .doc = "Samples along the longer side of what is exported, as 1009, 2k or 513x257; or nearest, below or "
                   "above: the "
                   "allowed size that is closest to the terrain's own. Empty: the terrain's own."),
    ORO_ARG(oro_export_options, rule, .choices = ORO_CHOICES("target", "any", "power", "power-plus-one", "unreal"),
            .doc = "Which sizes are allowed: those of the target, any, 2^n, 2^n + 1, or Unreal's."),
    ORO_ARG(oro_export_options, region, .text = "",
            .doc =
                "A part of the map: X,Y,WIDTH,HEIGHT in metres from its north-west corner, x to the east and y to the "
                "south; moved onto the nearest samples. Empty: all of it."),
    ORO_ARG(oro_export_options, tiles, .text = "", .when = "target=unreal|unity|godot|worldpainter|gis|raw",
            .doc = "Tiles to cut it into, as 4x4 (west to east x north to south). Sizes are then those of a tile."),
    ORO_ARG(oro_export_options, overlap, .def = 1, .min = 0, .max = 1, .unit = "1",
            .when = "target=unreal|unity|godot|worldpainter|gis|raw",
            .doc = "Samples that neighbouring tiles share: 1, so that they meet without a seam, or 0."),
    ORO_ARG(oro_export_options, name, .text = "",
            .doc = "Name of the files, with {scene}, {seed}, {target}, {size} and, of tiles, {x} and {y} in it. Empty: "
                   "{scene}, "
                   "and of tiles {scene}_x{x}_y{y} (Unity: {scene}_{x}_{y})."),
    ORO_ARG(oro_export_options, range, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = -1e6, .max = 1e6,
            .unit = "m", .when = "target=unreal|unity|godot|raw",
            .doc = "Heights that the smallest and the largest code stand for. Auto: round numbers around the terrain."),
    ORO_ARG(oro_export_options, land, .text = "",
            .doc = "Which map of the scene has the heights. Empty: that of its first output."),
    ORO_ARG(oro_export_options, layers, .text = "auto", .when = ENGINES,
            .doc = "Layers of the ground: auto (what the scene's last node with shares of layers says, else its "
                   "outputs called "
                   "weight-NAME), none, or a list as grass=surface.weight_1,snow=cover.mask (of a map: files)."),
    ORO_ARG(oro_export_options, colour, .def = 1, .when = "target=unreal|unity|godot|blender|web",
            .doc = "Write a colour map: the layers' colours, or tints of height."),
    ORO_ARG(oro_export_options, normals, .def = 1, .when = "target=unreal|unity|godot|blender",
            .doc = "Write a normal map."),
    ORO_ARG(oro_export_options, fill, .doc = "Close holes smoothly from what lies around them."),
    ORO_ARG(oro_export_options, heights, .choices = ORO_CHOICES("png", "r16"), .when = "target=unreal",
            .doc = "Format of the heights."),
    ORO_ARG(oro_export_options, layout, .text = "u16,little,north", .when = "target=raw",
            .doc = "How values lie in the file: u8, u16, i16 or f32; little or big; north or south first."),
    ORO_ARG(oro_export_options, blocks, .text = "-64..319", .min = -2048, .max = 2047, .unit = "1",
            .when = "target=worldpainter", .doc = "Lowest and highest block of the world."),
    ORO_ARG(
        oro_export_options, block, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e5,
        .unit = "m", .when = "target=worldpainter",
        .doc = "Height of a block. Auto: the distance of samples, so that nothing is stretched, or as much more as the "
               "blocks need."),
    ORO_ARG(oro_export_options, sea_block, .def = 62, .min = -2048, .max = 2047, .unit = "1",
            .when = "target=worldpainter", .doc = "The block that the sea, or the height 0, is put at."),
    ORO_ARG(oro_export_options, levels, .choices = ORO_CHOICES("65536", "256"), .when = "target=worldpainter",
            .doc = "Levels of the picture; 256 are for programs that read 8 bits only."),
    ORO_ARG(oro_export_options, encoding, .choices = ORO_CHOICES("terrain-rgb", "terrarium"), .when = "target=web",
            .doc = "How heights lie in the colours of tiles: steps of 0.1 m, or of 1/256 m."),
    ORO_ARG(oro_export_options, tile_pixels, .def = 256, .min = 64, .max = 1024, .unit = "1", .when = "target=web",
            .doc = "Pixels along a tile, a power of two: 256 or 512 for most viewers."),
    ORO_ARG(oro_export_options, error, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-6, .max = 1e5,
            .unit = "m", .when = "target=blender|web|print",
            .doc =
                "Difference in height that the mesh may have at any sample. Auto: a thousandth of the heights' range."),
    ORO_ARG(oro_export_options, compress, .when = "target=web",
            .doc = "Pack the mesh of the GLB to about a fifth: 16 bits per number and EXT_meshopt_compression. To read "
                   "it takes meshoptimizer's decoder."),
    ORO_ARG(oro_export_options, print_size, .def = 150, .min = 1, .max = 1e5, .unit = "mm", .when = "target=print",
            .doc = "Length of the longer side of the model."),
    ORO_ARG(oro_export_options, print_base, .def = 3, .min = 0.1, .max = 1000, .unit = "mm", .when = "target=print",
            .doc = "Height of the base below the lowest point."),
    ORO_ARG(oro_export_options, exaggeration, .def = 1, .min = 0.01, .max = 100, .unit = "1", .when = "target=print",
            .doc = "What heights are multiplied with."),
};

const oro_record oro_export_table = {"export", "What is exported how", rows, ORO_COUNT(rows),
                                     sizeof(oro_export_options)};

const oro_record *oro_export_record(void) { return &oro_export_table; }
