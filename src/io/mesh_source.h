// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh to be written, given in pieces: a map gives its vertices and triangles as they are asked for, so that no mesh of it
// ever lies in memory; a mesh in memory gives its own. Formats are written on this and know neither.
//
// Axes are those of oro_mesh: metres, x to the east, y to the north, z up; v of texture places upwards.
#ifndef ORO_IO_MESH_SOURCE_H
#define ORO_IO_MESH_SOURCE_H

#include "orogen/grid.h"
#include "orogen/mesh.h"

typedef struct oro_mesh_source oro_mesh_source;

/// Fills `out` with three floats (uvs: two, traits: ORO_MESH_TRAITS) for each of `count` vertices from `first` on.
typedef void oro_mesh_vectors_fn(const oro_mesh_source *source, uint64_t first, uint32_t count, float *out);

struct oro_mesh_source {
    const oro_grid *map;               ///< what it is made of: this,
    const oro_mesh *mesh;              ///< or this
    double west, north, width, height; ///< of a mesh without uvs: the ground that a picture seen from above covers
    uint64_t vertices, triangles;
    oro_mesh_vectors_fn *positions;
    oro_mesh_vectors_fn *normals; ///< NULL: none
    oro_mesh_vectors_fn *uvs;     ///< NULL: none
    oro_mesh_vectors_fn *colours; ///< NULL: none
    oro_mesh_vectors_fn *traits;  ///< NULL: none
    /// Three vertices for each of `count` triangles from `first` on.
    void (*corners)(const oro_mesh_source *source, uint64_t first, uint32_t count, uint32_t *out);
};

/// One vertex per sample and two triangles per cell, the middle of the map at 0,0, heights as they are. A texture's pixels
/// are the samples: the first has its place in the middle of the first pixel.
oro_mesh_source oro_mesh_source_of_map(const oro_grid *map);

oro_mesh_source oro_mesh_source_of_mesh(const oro_mesh *mesh);

/// Gives a mesh without uvs those of a picture that lies over `ground` (a map's geometry), seen from above; NULL: over the
/// mesh's own extent.
void oro_mesh_source_drape(oro_mesh_source *source, const oro_grid *ground);

#endif
