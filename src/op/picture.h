// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How a picture is drawn, as tables of arguments. The key "render" of scene files, the flags of orogen render, --set, the
// schema, the editor's panel, the help and the checks are all made from them, as an operator's are made from its own. To add
// a setting, add a member, its row, and the line of io/picture_desc.c that hands it to the renderer.
#ifndef ORO_OP_PICTURE_H
#define ORO_OP_PICTURE_H

#include "core/table.h"
#include "op/args.h"

ORO_WORDS(quality, draft, good, best);

/// A text with a unit names a map: a node of the scene or, on the command line, a file.
typedef struct oro_picture {
    const char *style;
    oro_choice quality;
    const char *view;
    float fov;
    bool orthographic;
    float water;
    const char *water_map;
    const char *roads;
    const char *colours;
    oro_choice surround;
    float exaggeration;
    float exposure;
    float haze;
    float snow_line;
    bool snow;
    oro_choice palette;
    float interval;
    oro_range scale;
    bool legend;
    oro_choice axis;
    float at;
} oro_picture;

extern const oro_record oro_picture_record;

/// Values of oro_arg.group in the table above: what kind of picture a setting is for. A row without one is for all.
#define ORO_FOR_PHOTOS   "photos"
#define ORO_FOR_MAPS     "maps"
#define ORO_FOR_SLICES   "slices"
#define ORO_FOR_DRAWINGS "maps and slices"

/// Where the sun stands, or the moment and place that say it. Scene files write the first two as a pair, or name members.
typedef struct oro_sun {
    float azimuth;
    float elevation;
    const char *date;
    const char *time;
    float latitude;
} oro_sun;

extern const oro_record oro_sun_record;
enum { ORO_SUN_PAIR = 2 }; ///< so many of its rows are angles; the others say them by a moment

/// No position of a camera is further from the middle of the map, metres.
#define ORO_FURTHEST_CAMERA 1e9

#endif
