// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What can be drawn: the records of sketch and their tables. Numbers that may be left out are NaN then, and the value of the next larger thing
// holds: of the curve for a constraint, of the operator for a curve.
#ifndef ORO_OP_SKETCH_RECORDS_H
#define ORO_OP_SKETCH_RECORDS_H

#include "core/table.h"
#include "orogen/ribbons.h"

ORO_WORDS(role, seed, guidance);
ORO_WORDS(flow, none, source, sink, through); ///< in the order of ORO_ROLE_FLOW_NONE …
enum { FRAME_GRAVITY, FRAME_MINIMAL };
ORO_WORDS(mouth, none, ring);
ORO_WORDS(side, left, right);
ORO_WORDS(patch, quad, disc);

/// What the surface is like: in the order of ORO_TRAIT_AMPLITUDE …
typedef struct sketch_traits {
    float amplitude, roughness, edge, material, vegetation;
} sketch_traits;

/// A point of a path; `up` is NaN where the frame of the curve decides.
typedef struct sketch_point {
    float x, y, z, up_x, up_y, up_z;
} sketch_point;

/// Values at a place of a curve.
typedef struct sketch_constraint {
    float t, left, right, left_width, right_width;
    sketch_traits traits;
} sketch_constraint;

typedef struct sketch_curve {
    const char *name;
    oro_choice role, flow;
    bool closed;
    oro_choice frame;
    float up_x, up_y, up_z;
    float left, right, width, left_width, right_width;
    sketch_traits traits;
    oro_records points;      ///< sketch_point
    oro_records constraints; ///< sketch_constraint
} sketch_curve;

typedef struct sketch_ring {
    const char *name;
    oro_choice role, flow;
    float x, y, z, radius, other_radius, facing, tilt;
    float outside, inside, width, outer_width, inner_width;
    sketch_traits traits;
} sketch_ring;

typedef struct sketch_tunnel {
    const char *name;
    float width, height;
    oro_choice begin, end, frame;
    float ribbon, face;
    sketch_traits traits;
    oro_records points; ///< sketch_point
} sketch_tunnel;

typedef struct sketch_arch {
    const char *name;
    float from_x, from_y, from_z, to_x, to_y, to_z;
    float height, thickness, width, apron;
    sketch_traits traits;
} sketch_arch;

typedef struct sketch_cliff {
    const char *name;
    oro_choice side;
    bool closed;
    float slope, ground, plateau, plain;
    sketch_traits traits;
    oro_records points; ///< sketch_point
} sketch_cliff;

typedef struct sketch_road {
    const char *name;
    bool closed;
    float width, bank;
    sketch_traits traits;
    oro_records points; ///< sketch_point
} sketch_road;

typedef struct sketch_patch {
    const char *name;
    oro_choice shape, role;
    float x, y, z, facing, tilt, turn;
    float width, length, radius, cap;
    sketch_traits traits;
} sketch_patch;

// --- tables -----------------------------------------------------------------------------------------------------------

#define SKETCH_PLACE(type, member, text)  ORO_ARG(type, member, .min = -1e7, .max = 1e7, .unit = "m", .doc = text)
#define SKETCH_HEIGHT(type, member, text) ORO_ARG(type, member, .min = -1e5, .max = 1e5, .unit = "m", .doc = text)
#define SKETCH_OPTIONAL(type, member, least, most, its_unit, text)                                                     \
    ORO_ARG(type, member, .flags = ORO_OPTIONAL, .min = least, .max = most, .unit = its_unit, .doc = text)
#define SKETCH_TRAIT(type, member, most, its_unit, text)                                                               \
    ORO_ARG_OF(type, traits, member, .flags = ORO_OPTIONAL, .min = 0, .max = most, .unit = its_unit, .doc = text)
#define SKETCH_TRAITS(type)                                                                                            \
    SKETCH_TRAIT(type, amplitude, 1e4, "m", "Height of the noise here."),                                              \
        SKETCH_TRAIT(type, roughness, 1, "1", "How much of each octave of noise the next finer one keeps."),           \
        SKETCH_TRAIT(type, edge, 10, "1",                                                                              \
                     "How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers "    \
                     "and roads, 1 and above is round all over."),                                                     \
        SKETCH_TRAIT(type, material, 1, "1", "Which material, as a place in a row of them."),                          \
        SKETCH_TRAIT(type, vegetation, 1, "1", "How much grows here.")
#define SKETCH_NAME(type) ORO_ARG(type, name, .doc = "What it is called; notes use this name.")
#define SKETCH_ROLE(type)                                                                                              \
    ORO_ARG(type, role, .choices = role_words,                                                                         \
            .doc = "A seed says where the surface passes; guidance only how it lies in the region around.")
#define SKETCH_FLOW(type)                                                                                              \
    ORO_ARG(type, flow, .choices = flow_words,                                                                         \
            .doc = "Which way the field of bitangents flows, for operators that ask: both ways alike, away from the "  \
                   "curve, towards it, or over it from right to left.")
#define SKETCH_FRAME(type)                                                                                             \
    ORO_ARG(                                                                                                           \
        type, frame, .choices = ORO_CHOICES([FRAME_GRAVITY] = "gravity", [FRAME_MINIMAL] = "rotation-minimising"),     \
        .doc = "What angles are measured from: the up vector all along, or the up vector at the first point, carried " \
               "on without turning about the curve, for curves that climb steeply.")
#define SKETCH_POINTS(type, says) ORO_ARG(type, points, .text = "", .record = &sketch_point_record, .doc = says)

static const oro_arg sketch_point_args[] = {
    SKETCH_PLACE(sketch_point, x, "Metres to the east of the world's zero."),
    SKETCH_PLACE(sketch_point, y, "Metres to the south of the world's zero."),
    SKETCH_HEIGHT(sketch_point, z, "Height."),
    SKETCH_OPTIONAL(sketch_point, up_x, -1e3, 1e3, "1",
                    "A direction that is up near this point, to the east; left out at all points: the frame decides."),
    SKETCH_OPTIONAL(sketch_point, up_y, -1e3, 1e3, "1", "The same to the south."),
    SKETCH_OPTIONAL(sketch_point, up_z, -1e3, 1e3, "1", "The same upwards."),
};
ORO_RECORD(sketch_point, sketch_point_args, "A control point, which draws the curve towards it");

#define SKETCH_ANGLE(type, member, text) SKETCH_OPTIONAL(type, member, -180, 180, "deg", text)
#define SKETCH_WIDTH(type, member, text) SKETCH_OPTIONAL(type, member, 0, 1e6, "m", text)

static const oro_arg sketch_constraint_args[] = {
    ORO_ARG(sketch_constraint, t, .min = 0, .max = 1, .unit = "1",
            .doc = "Where on the curve, from its beginning to its end."),
    SKETCH_ANGLE(sketch_constraint, left, "Angle of the left side there."),
    SKETCH_ANGLE(sketch_constraint, right, "Angle of the right side there."),
    SKETCH_OPTIONAL(sketch_constraint, left_width, 1e-3, 1e6, "m", "Width of the left ribbon there."),
    SKETCH_OPTIONAL(sketch_constraint, right_width, 1e-3, 1e6, "m", "Width of the right ribbon there."),
    SKETCH_TRAITS(sketch_constraint),
};
ORO_RECORD(sketch_constraint, sketch_constraint_args, "Values at a place of a curve; between two each is linear");

static const oro_arg sketch_curve_args[] = {
    SKETCH_NAME(sketch_curve),
    SKETCH_ROLE(sketch_curve),
    SKETCH_FLOW(sketch_curve),
    ORO_ARG(sketch_curve, closed, .doc = "Whether the curve returns to its beginning."),
    SKETCH_FRAME(sketch_curve),
    ORO_ARG(sketch_curve, up_x, .min = -1e3, .max = 1e3, .unit = "1", .doc = "The up vector, to the east."),
    ORO_ARG(sketch_curve, up_y, .min = -1e3, .max = 1e3, .unit = "1", .doc = "The same to the south."),
    ORO_ARG(sketch_curve, up_z, .def = 1, .min = -1e3, .max = 1e3, .unit = "1", .doc = "The same upwards."),
    SKETCH_ANGLE(sketch_curve, left,
                 "Angle at which the surface goes on to the left of travel: 0 level, above 0 it rises, -90 it drops."),
    SKETCH_ANGLE(sketch_curve, right, "The same to the right."),
    SKETCH_WIDTH(sketch_curve, width, "Width of both ribbons; 0 is none."),
    SKETCH_WIDTH(sketch_curve, left_width, "Width of the left ribbon, where it differs."),
    SKETCH_WIDTH(sketch_curve, right_width, "Width of the right ribbon, where it differs."),
    SKETCH_TRAITS(sketch_curve),
    SKETCH_POINTS(sketch_curve, "Control points of a cubic B-spline, which begins at the first and ends at the last."),
    ORO_ARG(sketch_curve, constraints, .text = "", .record = &sketch_constraint_record,
            .doc = "Angles, widths and traits along the curve. What none of them says is as for the whole curve."),
};
ORO_RECORD(sketch_curve, sketch_curve_args, "A curve with the surface on both sides of it");

static const oro_arg sketch_ring_args[] = {
    SKETCH_NAME(sketch_ring),
    SKETCH_ROLE(sketch_ring),
    SKETCH_FLOW(sketch_ring),
    SKETCH_PLACE(sketch_ring, x, "Its centre, to the east."),
    SKETCH_PLACE(sketch_ring, y, "Its centre, to the south."),
    SKETCH_HEIGHT(sketch_ring, z, "Height of its centre."),
    ORO_ARG(sketch_ring, radius, .def = 100, .min = 0.01, .max = 1e6, .unit = "m",
            .doc = "From west to east, or to both sides of an upright ring."),
    SKETCH_OPTIONAL(sketch_ring, other_radius, 0.01, 1e6, "m",
                    "From north to south, or up and down; left out: the same."),
    ORO_ARG(sketch_ring, facing, .min = -360, .max = 360, .unit = "deg",
            .doc = "Where a tilted ring faces, clockwise from north."),
    ORO_ARG(sketch_ring, tilt, .min = 0, .max = 180, .unit = "deg",
            .doc = "How far: 0 lies level, 90 stands upright, 180 is a ceiling's."),
    SKETCH_ANGLE(sketch_ring, outside, "Angle at which the surface goes on outside, from the ring's plane."),
    SKETCH_ANGLE(sketch_ring, inside, "The same inside: -90 leads into a tunnel behind it, 50 up a hill."),
    SKETCH_WIDTH(sketch_ring, width, "Width of both ribbons; 0 is none."),
    SKETCH_WIDTH(sketch_ring, outer_width, "Width of the outer ribbon, where it differs."),
    SKETCH_WIDTH(sketch_ring, inner_width, "Width of the inner ribbon, where it differs."),
    SKETCH_TRAITS(sketch_ring),
};
ORO_RECORD(sketch_ring, sketch_ring_args, "A circle or ellipse with the surface inside and outside of it");

static const oro_arg sketch_tunnel_args[] = {
    SKETCH_NAME(sketch_tunnel),
    ORO_ARG(sketch_tunnel, width, .def = 20, .min = 0.01, .max = 1e6, .unit = "m", .doc = "From wall to wall."),
    ORO_ARG(sketch_tunnel, height, .def = 20, .min = 0.01, .max = 1e6, .unit = "m", .doc = "From floor to ceiling."),
    ORO_ARG(
        sketch_tunnel, begin, .choices = mouth_words,
        .doc = "How it begins: open, for one that comes from outside the box, or with a ring in the face it opens in."),
    ORO_ARG(sketch_tunnel, end, .choices = mouth_words, .doc = "How it ends."),
    SKETCH_FRAME(sketch_tunnel),
    SKETCH_WIDTH(sketch_tunnel, ribbon,
                 "Width of the ribbons along floor, walls and ceiling; left out: 0.45 of half the smaller extent."),
    SKETCH_WIDTH(sketch_tunnel, face,
                 "Width of the ribbon around a mouth; left out: half the width and height's mean."),
    SKETCH_TRAITS(sketch_tunnel),
    SKETCH_POINTS(sketch_tunnel, "Control points of its middle, from one end to the other."),
};
ORO_RECORD(sketch_tunnel, sketch_tunnel_args, "A tunnel: four curves along a path, and rings at its mouths");

static const oro_arg sketch_arch_args[] = {
    SKETCH_NAME(sketch_arch),
    SKETCH_PLACE(sketch_arch, from_x, "Middle of the first foot, to the east."),
    SKETCH_PLACE(sketch_arch, from_y, "The same to the south."),
    SKETCH_HEIGHT(sketch_arch, from_z, "Height of the ground there."),
    ORO_ARG(sketch_arch, to_x, .def = 100, .min = -1e7, .max = 1e7, .unit = "m",
            .doc = "Middle of the second foot, to the east."),
    SKETCH_PLACE(sketch_arch, to_y, "The same to the south."),
    SKETCH_HEIGHT(sketch_arch, to_z, "Height of the ground there."),
    ORO_ARG(sketch_arch, height, .def = 75, .min = 0.01, .max = 1e5, .unit = "m",
            .doc = "From the ground to the arch's top."),
    ORO_ARG(sketch_arch, thickness, .def = 25, .min = 0.01, .max = 1e5, .unit = "m",
            .doc = "From its top to its underside."),
    ORO_ARG(sketch_arch, width, .def = 25, .min = 0.01, .max = 1e5, .unit = "m", .doc = "Across it."),
    SKETCH_WIDTH(sketch_arch, apron, "Width of the level ground around its feet; left out: 0.3 of the thickness."),
    SKETCH_TRAITS(sketch_arch),
};
ORO_RECORD(sketch_arch, sketch_arch_args, "An arch: one curve over it, one below, and a ring around each foot");

static const oro_arg sketch_cliff_args[] = {
    SKETCH_NAME(sketch_cliff),
    ORO_ARG(sketch_cliff, side, .def = side_right, .choices = side_words, .doc = "On which side of travel it falls."),
    ORO_ARG(sketch_cliff, closed, .doc = "Whether its edge returns to its beginning."),
    ORO_ARG(sketch_cliff, slope, .def = 85, .min = 5, .max = 170, .unit = "deg",
            .doc = "Of its face: 90 is upright, more hangs over."),
    SKETCH_HEIGHT(sketch_cliff, ground, "Height of the ground before it. The foot lies where the face meets it."),
    SKETCH_WIDTH(sketch_cliff, plateau,
                 "Width of the level ribbon above; left out: as far as face and bends of the edge allow."),
    SKETCH_WIDTH(sketch_cliff, plain, "Width of the level ribbon below; left out: the same."),
    SKETCH_TRAITS(sketch_cliff),
    SKETCH_POINTS(sketch_cliff, "Control points of its upper edge."),
};
ORO_RECORD(sketch_cliff, sketch_cliff_args,
           "A cliff with the ground before it: its edge, and its foot where the face meets the ground");

static const oro_arg sketch_road_args[] = {
    SKETCH_NAME(sketch_road),
    ORO_ARG(sketch_road, closed, .doc = "Whether it returns to its beginning."),
    ORO_ARG(sketch_road, width, .def = 8, .min = 0.01, .max = 1e5, .unit = "m", .doc = "From side to side."),
    ORO_ARG(sketch_road, bank, .min = -60, .max = 60, .unit = "deg",
            .doc = "How far it leans to the right of travel: its left side lies higher."),
    SKETCH_TRAITS(sketch_road),
    SKETCH_POINTS(sketch_road, "Control points of its middle."),
};
ORO_RECORD(sketch_road, sketch_road_args, "A road: level across, or banked");

static const oro_arg sketch_patch_args[] = {
    SKETCH_NAME(sketch_patch),
    ORO_ARG(sketch_patch, shape, .choices = patch_words, .doc = "A rectangle or a circle."),
    SKETCH_ROLE(sketch_patch),
    SKETCH_PLACE(sketch_patch, x, "Its centre, to the east."),
    SKETCH_PLACE(sketch_patch, y, "Its centre, to the south."),
    SKETCH_HEIGHT(sketch_patch, z, "Height of its centre."),
    ORO_ARG(sketch_patch, facing, .min = -360, .max = 360, .unit = "deg",
            .doc = "Where a tilted one faces, clockwise from north."),
    ORO_ARG(sketch_patch, tilt, .min = 0, .max = 180, .unit = "deg",
            .doc = "How far: 0 is level ground, 90 a wall, 180 a ceiling."),
    ORO_ARG(sketch_patch, turn, .min = -360, .max = 360, .unit = "deg", .when = "shape=quad",
            .doc = "By how much it is turned in its plane, clockwise seen from the air."),
    ORO_ARG(sketch_patch, width, .def = 100, .min = 0.01, .max = 1e6, .unit = "m", .when = "shape=quad",
            .doc = "From west to east before it is turned."),
    ORO_ARG(sketch_patch, length, .def = 100, .min = 0.01, .max = 1e6, .unit = "m", .when = "shape=quad",
            .doc = "From north to south before it is turned."),
    ORO_ARG(sketch_patch, radius, .def = 50, .min = 0.01, .max = 1e6, .unit = "m", .when = "shape=disc",
            .doc = "From its middle to its border."),
    ORO_ARG(sketch_patch, cap, .min = -89, .max = 89, .unit = "deg", .when = "shape=disc",
            .doc = "Slope at its border, as of the cap of a ball: 0 is flat, above 0 a dome, below 0 a bowl."),
    SKETCH_TRAITS(sketch_patch),
};
ORO_RECORD(sketch_patch, sketch_patch_args, "A piece of plane or dome that the surface lies on");

#endif
