// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The tables of picture settings; see picture.h.

#include "op/picture.h"
#include "op/op.h"

static const oro_arg settings[] = {
    ORO_ARG(oro_picture, style, .doc = "Style of the picture; empty: a photo of land, else a relief."),
    ORO_ARG(oro_picture, quality, .def = quality_good, .choices = quality_words,
            .doc = "How fine photos are computed: 2, 16 or 64 rays per pixel."),
    ORO_ARG(oro_picture, view, .group = ORO_FOR_PHOTOS,
            .doc = "View of photos: three-quarter, top, low, close, or one of the scene's; empty: three-quarter."),
    ORO_ARG(oro_picture, fov, .def = 38, .min = 1, .max = 150, .ui_min = 10, .ui_max = 100, .unit = "deg",
            .group = ORO_FOR_PHOTOS, .doc = "Width of the view."),
    ORO_ARG(oro_picture, orthographic, .group = ORO_FOR_PHOTOS, .doc = "Parallel rays instead of perspective."),
    ORO_ARG(oro_picture, water, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("sea", "none"), .min = -1e5, .max = 1e5,
            .ui_min = -1000, .ui_max = 5000, .unit = "m",
            .doc = "Height of the water: lower ground is drawn as water. Sea: the world's, where it has one."),
    ORO_ARG(oro_picture, water_map, .unit = "m",
            .doc = "Map that says how deep rivers and lakes are, metres on the map's samples."),
    ORO_ARG(oro_picture, roads, .unit = "1",
            .doc = "Map that says where photos show roads, 0 to 1 on the map's samples."),
    ORO_ARG(oro_picture, colours, .unit = "rgb",
            .doc =
                "What lies on the ground of photos: a map of colours of the scene or, as a flag, a PNG picture too."),
    ORO_ARG(oro_picture, surround, .choices = ORO_CHOICES("auto", "land", "sea", "none"), .group = ORO_FOR_PHOTOS,
            .doc = "What lies around the map: more land, the sea, or nothing, so that it is a block."),
    ORO_ARG(oro_picture, exaggeration, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 0.01, .max = 100,
            .ui_min = 0.25, .ui_max = 10, .scale = ORO_LOG, .unit = "1",
            .doc = "Heights are drawn this many times as high. Auto: as they are in photos, so that the relief reads "
                   "in maps."),
    ORO_ARG(oro_picture, exposure, .min = -20, .max = 20, .ui_min = -4, .ui_max = 4, .unit = "stops",
            .group = ORO_FOR_PHOTOS, .doc = "Brighter or, below 0, darker."),
    ORO_ARG(oro_picture, haze, .def = 1, .min = 0, .max = 100, .ui_min = 0, .ui_max = 5, .unit = "1",
            .group = ORO_FOR_PHOTOS, .doc = "How much air is seen: 1 is a clear day over this map, 0 no air at all."),
    ORO_ARG(oro_picture, snow_line, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = -1e5, .max = 1e5,
            .ui_min = 0, .ui_max = 5000, .unit = "m", .group = ORO_FOR_PHOTOS, .when = "snow=on",
            .doc = "Snow lies from here up. Auto: chosen from the relief."),
    ORO_ARG(oro_picture, snow, .def = 1, .group = ORO_FOR_PHOTOS, .doc = "Snow on high ground."),
    ORO_ARG(oro_picture, palette, .choices = ORO_CHOICES("natural", "arid", "grey"), .group = ORO_FOR_MAPS,
            .doc = "Colours of relief and height."),
    ORO_ARG(oro_picture, interval, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e5,
            .ui_min = 1, .ui_max = 1000, .scale = ORO_LOG, .unit = "m", .group = ORO_FOR_MAPS,
            .doc = "Height from contour to contour. Auto: a round number that fits the relief."),
    ORO_ARG(oro_picture, scale, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = -1e9, .max = 1e9,
            .ui_min = -1000, .ui_max = 5000, .unit = "any", .group = ORO_FOR_DRAWINGS,
            .doc = "Values at the ends of the colours, in the style's unit. Auto: from the map."),
    ORO_ARG(oro_picture, legend, .def = 1, .group = ORO_FOR_DRAWINGS, .doc = "A strip below with legend and scale."),
    ORO_ARG(oro_picture, axis, .def = 2, .choices = ORO_CHOICES("x", "y", "z"), .group = ORO_FOR_SLICES,
            .doc = "What a slice is square to."),
    ORO_ARG(oro_picture, at, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("middle"), .min = -1e9, .max = 1e9,
            .ui_min = -5000, .ui_max = 5000, .unit = "m", .group = ORO_FOR_SLICES,
            .doc = "Where a slice cuts the axis, in metres of the world."),
};

const oro_record oro_picture_record = {"render", "How pictures of the scene are drawn", settings, ORO_COUNT(settings),
                                       sizeof(oro_picture)};

static const oro_arg sun_rows[] = {
    ORO_ARG(oro_sun, azimuth, .def = 310, .min = -360, .max = 360, .ui_min = 0, .ui_max = 360, .unit = "deg",
            .doc = "Clockwise from north."),
    ORO_ARG(oro_sun, elevation, .def = 32, .min = -90, .max = 90, .unit = "deg", .doc = "Above the horizon."),
    ORO_ARG(oro_sun, date, .doc = "Day that the sun is that of, as 06-21 or 2026-06-21."),
    ORO_ARG(oro_sun, time, .doc = "Local solar time, as 17:30; the sun is highest at 12:00."),
    ORO_ARG(oro_sun, latitude, .def = 45, .min = -90, .max = 90, .unit = "deg", .doc = "North of the equator."),
};

const oro_record oro_sun_record = {"sun", "Where the sun stands", sun_rows, ORO_COUNT(sun_rows), sizeof(oro_sun)};
