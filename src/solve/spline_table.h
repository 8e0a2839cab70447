// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The records of spline.h as tables, for operators that take splines: .record = &oro_spline_record.
#ifndef ORO_SOLVE_SPLINE_TABLE_H
#define ORO_SOLVE_SPLINE_TABLE_H

#include "core/table.h"
#include "solve/spline.h"

#define ORO_HANDLE_ARG(member, text)                                                                                   \
    ORO_ARG(oro_spline_point, member, .flags = ORO_OPTIONAL, .min = -1e7, .max = 1e7, .unit = "m",                     \
            .when = "handle=aligned|free", .doc = text)

static const oro_arg oro_spline_point_args[] = {
    ORO_ARG(oro_spline_point, x, .min = -1e7, .max = 1e7, .unit = "m",
            .doc = "Metres to the east of the world's zero."),
    ORO_ARG(oro_spline_point, y, .min = -1e7, .max = 1e7, .unit = "m",
            .doc = "Metres to the south of the world's zero."),
    ORO_ARG(oro_spline_point, z, .min = -1e5, .max = 1e5, .unit = "m", .doc = "Height of the ground here."),
    ORO_ARG(oro_spline_point, handle, .choices = handle_words,
            .doc = "How the curve passes: smoothly by itself (auto), by handles in one line, by two handles of their "
                   "own, or with a corner."),
    ORO_HANDLE_ARG(in_x, "Where the handle before the point lies, to the east of it; left out: automatic."),
    ORO_HANDLE_ARG(in_y, "The same to the south."),
    ORO_HANDLE_ARG(in_z, "The same upwards."),
    ORO_HANDLE_ARG(out_x, "Where the handle after the point lies, to the east of it; left out: automatic."),
    ORO_HANDLE_ARG(out_y, "The same to the south."),
    ORO_HANDLE_ARG(out_z, "The same upwards."),
};
static const oro_record oro_spline_point_record = {"spline_point", "A point the spline passes through",
                                                   oro_spline_point_args, ORO_COUNT(oro_spline_point_args),
                                                   sizeof(oro_spline_point)};

#define ORO_META_ARG(member, least, most, its_unit, text)                                                              \
    ORO_ARG(oro_spline_meta, member, .flags = ORO_OPTIONAL, .min = least, .max = most, .unit = its_unit, .doc = text)

static const oro_arg oro_spline_meta_args[] = {
    ORO_ARG(oro_spline_meta, u, .min = 0, .max = 1e6, .unit = "1",
            .doc = "Where along the spline: 0 at its first point, 1 at its second; beyond the end counts as the end."),
    ORO_META_ARG(radius, 0, 1e5, "m", "Half the width of the strip that lies at the spline's height; left out: 0."),
    ORO_META_ARG(left, 0, 1e5, "m", "How far the gradient to the left of travel reaches; left out: 0, no gradient."),
    ORO_META_ARG(left_rise, -1e5, 1e5, "m", "Height gained over that reach; below 0 the ground falls away."),
    ORO_META_ARG(right, 0, 1e5, "m", "How far the gradient to the right of travel reaches."),
    ORO_META_ARG(right_rise, -1e5, 1e5, "m", "Height gained over that reach; below 0 the ground falls away."),
    ORO_META_ARG(hardness, 0, 1, "1", "How strictly the gradients are followed beside the spline; left out: 0.9."),
    ORO_META_ARG(amplitude, 0, 10, "1", "Strength of the noise around here: mountains 1 to 1.5, plains 0.1, roads 0."),
    ORO_META_ARG(roughness, -1, 1, "1", "Weight of the noise's fine octaves: mountains 0.1, lowlands -0.1 to -0.3."),
    ORO_META_ARG(warp, -10, 10, "1", "How far the noise's coarse octaves are bent, in their wavelengths."),
    ORO_META_ARG(fine_warp, -10, 10, "1", "How far its fine octaves are bent, in their wavelengths."),
    ORO_META_ARG(rain, 0, 10, "1", "Factor on the rain of an erosion: plains 0.1 to 0.3."),
    ORO_META_ARG(erodibility, 0, 10, "1", "Factor on what water and gravity take away: 0 spares the ground."),
    ORO_META_ARG(ridged, 0, 1, "1", "Share of the noise that is folded into crests."),
    ORO_META_ARG(user_1, -1e6, 1e6, "any", "A value of your own, spread as the others are."),
    ORO_META_ARG(user_2, -1e6, 1e6, "any", "A second value of your own."),
    ORO_META_ARG(user_3, -1e6, 1e6, "any", "A third value of your own."),
    ORO_META_ARG(user_4, -1e6, 1e6, "any", "A fourth value of your own."),
};
static const oro_record oro_spline_meta_record = {"spline_meta", "Values at a place along the spline",
                                                  oro_spline_meta_args, ORO_COUNT(oro_spline_meta_args),
                                                  sizeof(oro_spline_meta)};

enum { ORO_LEVEL_END = 99 }; ///< finer than any map

static const oro_arg oro_level_gap_args[] = {
    ORO_ARG(oro_level_gap, from, .def = 5, .min = 0, .max = ORO_LEVEL_END, .unit = "1", .doc = "First level left out."),
    ORO_ARG(oro_level_gap, to, .def = 7, .min = 0, .max = ORO_LEVEL_END, .unit = "1", .doc = "Last level left out."),
};
static const oro_record oro_level_gap_record = {"level_gap", "Levels the spline is absent from", oro_level_gap_args,
                                                ORO_COUNT(oro_level_gap_args), sizeof(oro_level_gap)};

static const oro_arg oro_spline_args[] = {
    ORO_ARG(oro_spline, name, .doc = "What it is called."),
    ORO_ARG(oro_spline, colour, .text = "#f4f1e8", .doc = "How it is drawn."),
    ORO_ARG(oro_spline, closed, .doc = "Whether the last point is joined to the first."),
    ORO_ARG(oro_spline, from, .def = 2, .min = 0, .max = ORO_LEVEL_END, .unit = "1",
            .doc =
                "Coarsest level it shapes. Level n has cells of the world's longer side over 2^n; low levels reach far "
                "and are smooth. Above the map's own level it counts as that."),
    ORO_ARG(oro_spline, to, .def = ORO_LEVEL_END, .min = 0, .max = ORO_LEVEL_END, .unit = "1",
            .doc = "Finest level it shapes: 7 for ridges without a crease, 99 for roads, rivers and rims."),
    ORO_ARG(oro_spline, parameters_from, .def = -1, .min = -1, .max = ORO_LEVEL_END, .unit = "1",
            .doc = "Coarsest level on which it sets noise and erosion; -1 is as for its height."),
    ORO_ARG(oro_spline, parameters_to, .def = -1, .min = -1, .max = ORO_LEVEL_END, .unit = "1",
            .doc = "Finest level on which it sets noise and erosion; -1 is as for its height."),
    ORO_ARG(oro_spline, gaps, .text = "", .record = &oro_level_gap_record, .doc = "Levels in between to leave out."),
    ORO_ARG(oro_spline, priority, .def = 0, .min = -100, .max = 100, .unit = "1",
            .doc = "Where splines cross, the higher one holds; equal ones meet in the middle."),
    ORO_ARG(oro_spline, parameters_only, .doc = "Sets noise and erosion but no height: a painted region."),
    ORO_ARG(oro_spline, points, .text = "", .record = &oro_spline_point_record,
            .doc = "Where it passes through. A single point is a spot; without any it does nothing."),
    ORO_ARG(oro_spline, meta, .text = "", .record = &oro_spline_meta_record,
            .doc = "Width, gradients, noise and erosion along it, linear in between. What is not said is left alone."),
};
static const oro_record oro_spline_record = {"spline", "A curve that shapes the ground", oro_spline_args,
                                             ORO_COUNT(oro_spline_args), sizeof(oro_spline)};

#endif
