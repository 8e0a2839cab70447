// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Readers and writers of data that is neither a map nor a mesh, as the rows of formats.def name them. Every kind can be
// written as NPZ, the arrays it is made of under their names.
#ifndef ORO_IO_DATA_FILE_H
#define ORO_IO_DATA_FILE_H

#include "core/kinds.h"
#include "io/file.h"

oro_status oro_volume_read(oro_context *ctx, const char *path, void *out);
oro_status oro_points_read_csv(oro_context *ctx, const char *path, void *out);
oro_status oro_points_read_npy(oro_context *ctx, const char *path, void *out);
oro_status oro_points_write_csv(const oro_kind_info *kind, const void *data, oro_file_writer *writer);
oro_status oro_curves_read_csv(oro_context *ctx, const char *path, void *out);
oro_status oro_ribbons_read_npz(oro_context *ctx, const char *path, void *out);
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
