// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The head of a GLB file: one mesh, its arrays one behind the other, and perhaps a picture.
#ifndef ORO_IO_GLB_H
#define ORO_IO_GLB_H

#include "io/file.h"

/// What follows the head, in this order: positions (three floats a vertex), normals and texture places where there are any
/// (three and two floats), indices (32 bits each), the picture.
typedef struct glb_layout {
    uint64_t vertices, indices;
    bool normals, uvs;
    uint64_t picture;      ///< bytes of a PNG; 0: an even colour
    float low[3], high[3]; ///< of the positions, to the bit
} glb_layout;

/// Bytes that the picture is padded to.
static inline uint64_t glb_padded(const glb_layout *l) { return (l->picture + 3) / 4 * 4; }

/// ORO_BAD_ARGUMENT where the file would pass 4 GiB.
oro_status oro_glb_head(const glb_layout *l, oro_file_writer *writer);

#endif
