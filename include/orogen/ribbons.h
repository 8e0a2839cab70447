// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons: strips of triangles on both sides of curves in space, which say where a surface passes and how it goes on from there. Quads,
// discs and meshes are ribbons without a spine. A plain struct that can wrap anyone's memory.
//
// Positions are world metres, x to the east, y to the SOUTH and z up, as those of maps. These axes are left-handed: seen along a curve's
// direction T with up above, its left is T x up, in numbers. A side leaves its curve at an angle: 0 is level, above 0 it rises, below 0 it
// falls. With `b` the direction of a side, away from the curve, its normal into the air is b x T on the left and T x b on the right. A
// triangle a b c, counter-clockwise seen from the air, has the normal (c - a) x (b - a).
#ifndef OROGEN_RIBBONS_H
#define OROGEN_RIBBONS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// What the surface is like at a vertex.
enum {
    ORO_TRAIT_AMPLITUDE,  ///< metres of noise
    ORO_TRAIT_ROUGHNESS,  ///< how much of an octave of noise the next one keeps, 0 to 1
    ORO_TRAIT_EDGE,       ///< how widely directions are smoothed, per metre of distance: 0 a crease, 1 and above round
    ORO_TRAIT_MATERIAL,   ///< 0 to 1
    ORO_TRAIT_VEGETATION, ///< 0 to 1
    ORO_TRAIT_COUNT
};

/// A curve's role: whether the surface passes through it, and which way the bitangent field flows.
enum {
    ORO_ROLE_SEED = 1,         ///< the surface passes here; clear: only its direction counts
    ORO_ROLE_FLOW_SHIFT = 1,   ///< two bits from here
    ORO_ROLE_FLOW_NONE = 0,    ///< both ways alike
    ORO_ROLE_FLOW_SOURCE = 1,  ///< away from the spine
    ORO_ROLE_FLOW_SINK = 2,    ///< towards it
    ORO_ROLE_FLOW_THROUGH = 3, ///< from the right side to the left one
};

/// Bits of an edge of a triangle, which runs from its corner k to the next: `ORO_EDGE_INSIDE << k`.
enum {
    ORO_EDGE_INSIDE = 1, ///< shared with a neighbour of the same curve, the spine included; clear: the outer border
    ORO_EDGE_SPINE = 8,  ///< lies on the spine
};

typedef struct oro_ribbons {
    uint32_t curve_count;    ///< curves and other primitives
    uint32_t vertex_count;   ///< of all together
    uint32_t triangle_count; ///< of all together
    float *positions;        ///< x y z per vertex
    float *
        normals; ///< x y z per vertex, unit length, into the air; on a spine the mean of both sides, which signs the wedge
    float *
        bitangents; ///< x y z per vertex, unit length: across the curve, away from the spine; on it, from right to left
    float *traits;  ///< ORO_TRAIT_COUNT numbers per vertex
    uint32_t *
        triangles; ///< three vertices each, counter-clockwise seen from the air; both sides share the vertices of the spine
    uint32_t *owners; ///< per triangle: its curve
    uint32_t *edges;  ///< per triangle: ORO_EDGE_INSIDE and ORO_EDGE_SPINE of its three edges
    uint32_t *roles;  ///< per curve: ORO_ROLE_SEED, and its flow
} oro_ribbons;

/// Allocates the memory of ribbons whose counts are filled in (contents undefined). Free with oro_ribbons_free(). ORO_NO_MEMORY past the
/// limit; then they are empty.
oro_status oro_ribbons_alloc(oro_context *ctx, oro_ribbons *ribbons);

/// Frees what oro_ribbons_alloc() gave and clears the struct. Empty ribbons are allowed.
void oro_ribbons_free(oro_context *ctx, oro_ribbons *ribbons);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
