// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh as glTF 2.0 has it: arrays in views of one buffer, which the JSON describes.
#ifndef ORO_IO_GLTF_H
#define ORO_IO_GLTF_H

#include "io/json.h"
#include "io/mesh_job.h"

typedef enum gltf_component { GLTF_I16 = 5122, GLTF_U16 = 5123, GLTF_U32 = 5125, GLTF_F32 = 5126 } gltf_component;

/// One array and the view it lies in.
typedef struct gltf_array {
    const char *attribute; ///< "POSITION"; NULL: the corners of the triangles
    const char *type;      ///< "VEC3"
    gltf_component component;
    bool normalised;   ///< integers stand for 0 to 1 or -1 to 1
    uint64_t count;    ///< of its items
    uint32_t stride;   ///< bytes from one to the next, a multiple of 4 for vertices
    uint32_t at_once;  ///< items that a call of `pack` counts as one: the three corners of a triangle
    oro_pack_fn *pack; ///< takes the gltf
    char *packed;      ///< as EXT_meshopt_compression has it, from oro_alloc(); NULL: not compressed
    size_t packed_bytes;
} gltf_array;

enum { GLTF_MOST_ARRAYS = 5 + ORO_MESH_TRAITS };

typedef struct gltf {
    oro_mesh_job *job;
    gltf_array arrays[GLTF_MOST_ARRAYS];
    int count;
    double step[3];   ///< quantised: metres from one code of a position to the next, by axis
    oro_text picture; ///< the colour as the bytes of a PNG
    bool embedded;    ///< all in one file (GLB); else the buffer and the picture are files beside it
} gltf;

/// What the traits of a vertex are called in a file, in their order.
extern const char *const oro_gltf_trait_names[ORO_MESH_TRAITS];

/// Decides which arrays there are and how they lie in the buffer (gltf_arrays.c).
void oro_gltf_lay_out(gltf *g);

static inline uint64_t gltf_padded(uint64_t bytes) { return (bytes + 3) / 4 * 4; }

/// Bytes of an array, and of what stands for it in the file, padded to four.
static inline uint64_t gltf_bytes(const gltf_array *a) { return gltf_padded(a->count * a->stride); }
static inline uint64_t gltf_stored_bytes(const gltf_array *a) {
    return a->packed ? gltf_padded(a->packed_bytes) : gltf_bytes(a);
}

/// Compresses every array (meshopt.c); only in a build with meshoptimizer. Free what it gives with oro_free().
oro_status oro_gltf_compress(gltf *g);

/// Unpacks `count` items of `stride` bytes. `mode`: ATTRIBUTES, TRIANGLES or INDICES; `filter`: NONE, OCTAHEDRAL, QUATERNION or
/// EXPONENTIAL. ORO_BAD_INPUT at `name` for anything else and for data that is broken; ORO_UNSUPPORTED in a build without.
oro_status oro_meshopt_unpack(oro_context *ctx, const char *name, const char *mode, const char *filter, uint64_t count,
                              uint64_t stride, const unsigned char *data, size_t length, unsigned char *out);

#endif
