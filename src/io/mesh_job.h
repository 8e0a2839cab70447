// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh on its way into a file. mesh_save.c has done what is the same for all formats: checks, limits, axes, open files.
// A format turns pieces of the mesh into bytes; pieces are packed on all threads and written in their order.
#ifndef ORO_IO_MESH_JOB_H
#define ORO_IO_MESH_JOB_H

#include "io/format.h"
#include "io/mesh_source.h"

typedef struct oro_mesh_job {
    oro_context *ctx;
    const char *path;
    const oro_format *format;
    const oro_mesh_write_desc *desc;
    oro_mesh_source source;
    bool y_up;             ///< y points up and z south; else z up and y north
    double scale;          ///< lengths in the file are metres times this
    float low[3], high[3]; ///< of the positions as they are written, to the bit
    bool uvs_in_unit;      ///< there are uvs, and all lie within 0 to 1
    oro_file_writer *writer;
    oro_file_writer *beside[ORO_MOST_BESIDE]; ///< what its format writes with it, open; a picture only with a colour
    char beside_path[ORO_MOST_BESIDE][1024];
} oro_mesh_job;

enum { ORO_PIECE = 4096 }; ///< items of a piece, at most

/// The vertices as they are written: turned and scaled. At most ORO_PIECE at once.
void oro_mesh_job_positions(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out);
void oro_mesh_job_normals(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out);

/// What is a length in the traits is scaled too.
void oro_mesh_job_traits(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out);

/// The corners' positions of each triangle, nine floats. At most ORO_PIECE at once.
void oro_mesh_job_triangles(const oro_mesh_job *job, uint64_t first, uint32_t count, float *out);

/// Turns `count` items from `first` on into bytes at `out`; returns how many.
typedef size_t oro_pack_fn(const void *user, uint64_t first, uint32_t count, char *out);

/// Packs `items` in pieces and writes them to `to`. An item takes at most `room` bytes.
oro_status oro_mesh_job_pack(const oro_mesh_job *job, oro_file_writer *to, uint64_t items, size_t room,
                             oro_pack_fn *pack, const void *user);

/// The name of a file beside it, as the file itself says it: without the folder.
const char *oro_mesh_job_name(const oro_mesh_job *job, int which);

oro_status oro_glb_write(oro_mesh_job *job);
oro_status oro_gltf_write(oro_mesh_job *job);
oro_status oro_obj_write(oro_mesh_job *job);
oro_status oro_ply_write(oro_mesh_job *job);
oro_status oro_stl_write(oro_mesh_job *job);
oro_status oro_threemf_write(oro_mesh_job *job);

/// How large a mesh is asked about, before there is one.
typedef struct oro_mesh_size {
    uint64_t vertices, triangles;
    uint32_t more;      ///< bytes per vertex beyond positions, normals and texture places
    const char *remedy; ///< what makes it smaller, for a sentence
} oro_mesh_size;

oro_status oro_glb_check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                         const oro_mesh_write_desc *desc);
oro_status oro_threemf_check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                             const oro_mesh_write_desc *desc);

#endif
