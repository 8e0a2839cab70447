// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files of data that is no map, chosen by kind and extension (data_formats.def). Every kind can be written as NPZ, the
// arrays it is made of under their names; a format of its own is one row and the functions it names.
#ifndef ORO_IO_DATA_FILE_H
#define ORO_IO_DATA_FILE_H

#include "core/context.h"
#include "core/kinds.h"
#include "io/file.h"
#include "orogen/io.h"

typedef struct oro_data_format {
    oro_kind kind;
    const char *extension;
    /// Fills `out`, which is empty before; on failure the caller frees what is in it. NULL: it is only written.
    oro_status (*read)(oro_context *ctx, const char *path, void *out);
    /// NULL: it is only read.
    oro_status (*write)(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
    const char *summary;
} oro_data_format;

/// The rows of a kind; NULL past the last.
const oro_data_format *oro_data_format_at(oro_kind kind, int index);

/// Readers and writers; the rows say of what.
oro_status oro_volume_read(oro_context *ctx, const char *path, void *out);
oro_status oro_mesh_read(oro_context *ctx, const char *path, void *out);
oro_status oro_mesh_write_obj(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_mesh_write_stl(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_mesh_write_glb(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_points_read_csv(oro_context *ctx, const char *path, void *out);
oro_status oro_points_read_npy(oro_context *ctx, const char *path, void *out);
oro_status oro_points_write_csv(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_curves_read_csv(oro_context *ctx, const char *path, void *out);
oro_status oro_curves_write_csv(const oro_kind_info *kind, const void *data, oro_file_writer *writer);

/// Lines "x,y,z".
oro_status oro_print_places(const float *positions, size_t count, oro_file_writer *writer);

/// Reads an NPY array of two dimensions, its numbers as they are: sides[0] rows of sides[1], at most 2^30 in all. Free
/// *numbers with oro_free().
oro_status oro_load_array(oro_context *ctx, const char *path, uint64_t sides[2], float **numbers);

/// Writers of whatever is made of arrays: all of them as NPZ, or the first as NPY.
oro_status oro_npz_write_data(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_npy_write_data(const oro_kind_info *kind, const void *data, oro_file_writer *writer);

/// The head of a little-endian NPY file of 128 bytes; `descr` is NumPy's name of the type.
enum { ORO_NPY_HEAD = 128 };
void oro_npy_head(const char *descr, int32_t rank, const int64_t *sides, char head[ORO_NPY_HEAD]);

#endif
