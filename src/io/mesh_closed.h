// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Is a mesh the surface of a solid?
#ifndef ORO_IO_MESH_CLOSED_H
#define ORO_IO_MESH_CLOSED_H

#include "core/context.h"
#include "orogen/mesh.h"

/// Counts the edges that do not have one triangle on either side, both the same way round. Vertices at one place are one,
/// whatever else they have; triangles without an area do not count. 0: the mesh is closed.
oro_status oro_mesh_open_edges(oro_context *ctx, const oro_mesh *mesh, uint64_t *open);

#endif
