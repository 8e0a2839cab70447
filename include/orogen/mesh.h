// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Triangle meshes: what a height map cannot hold (overhangs, arches, caves), and models from elsewhere. A plain struct that
// can wrap anyone's memory. Positions are metres, x to the east, y to the NORTH and z up, as most programs have it.
#ifndef OROGEN_MESH_H
#define OROGEN_MESH_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// What the traits of a vertex say of the surface there.
enum {
    ORO_MESH_AMPLITUDE,  ///< of the noise that roughens it, metres
    ORO_MESH_ROUGHNESS,  ///< how strong an octave of that noise is against the one before, 0 to 1
    ORO_MESH_MATERIAL,   ///< what it is made of, 0 to 1
    ORO_MESH_VEGETATION, ///< how much of it is overgrown, 0 to 1
    ORO_MESH_TRAITS      ///< how many there are
};

/// Triangles over shared vertices. A triangle's corners run counter-clockwise seen from outside.
typedef struct oro_mesh {
    uint32_t vertex_count, triangle_count;
    float *positions;  ///< x y z per vertex
    float *normals;    ///< x y z per vertex, unit length; NULL: none
    float *uvs;        ///< u v per vertex, (0,0) at the lower left of a picture; NULL: none
    uint32_t *indices; ///< three vertices a triangle
    float *colours;    ///< r g b per vertex, linear light, 0 to 1; NULL: none
    float *traits;     ///< ORO_MESH_TRAITS numbers per vertex; NULL: none
} oro_mesh;

/// Which optional arrays oro_mesh_alloc() gives.
enum { ORO_MESH_NORMALS = 1, ORO_MESH_UVS = 2, ORO_MESH_COLOURS = 4, ORO_MESH_WITH_TRAITS = 8 };

/// Allocates the memory of a mesh whose counts are filled in (contents undefined). Free with oro_mesh_free(). ORO_NO_MEMORY past
/// the limit; then the mesh has none.
oro_status oro_mesh_alloc(oro_context *ctx, oro_mesh *mesh, unsigned arrays);

/// Frees what oro_mesh_alloc() gave and clears the mesh. A mesh without memory is allowed; one that wraps other memory is not.
void oro_mesh_free(oro_context *ctx, oro_mesh *mesh);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
