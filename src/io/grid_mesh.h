// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A height map as a mesh, one vertex per sample and two triangles a cell, made row by row so that no mesh of it ever lies in
// memory. Metres, the middle of the map at 0,0, heights as they are.
#ifndef ORO_IO_GRID_MESH_H
#define ORO_IO_GRID_MESH_H

#include "io/format.h"

/// A mesh being written.
typedef struct grid_mesh {
    oro_context *ctx;
    const char *path;
    const oro_grid *grid;
    const oro_image *colour; ///< NULL: none
    bool z_up;
    oro_extremes extremes;
    oro_file_writer *writer;
    oro_file_writer
        *beside[ORO_MOST_BESIDE]; ///< the files that its format writes with it, open; a picture only with a colour
    char beside_path[ORO_MOST_BESIDE][1024];
} grid_mesh;

/// Row y of the vertices: three floats each. Y-up: east, up, south. Z-up: east, north, up. Both are right-handed.
void oro_grid_mesh_positions(const grid_mesh *m, int32_t y, float *out);
void oro_grid_mesh_normals(const grid_mesh *m, int32_t y, float *out);

/// Two floats each: the middle of the picture's pixel that a sample has, v from the top.
void oro_grid_mesh_uvs(const grid_mesh *m, int32_t y, float *out);

/// The two triangles of the cell south-east of sample (x, y), as oro_mesh_cell() has them.
void oro_grid_mesh_cell(const grid_mesh *m, int32_t x, int32_t y, uint32_t out[6]);

oro_status oro_glb_write(grid_mesh *m);
oro_status oro_glb_check(oro_context *ctx, const char *path, const oro_grid *g, const oro_mesh_write_desc *desc);

/// Also writes its material and the picture that names, beside it.
oro_status oro_obj_write(grid_mesh *m);

#endif
