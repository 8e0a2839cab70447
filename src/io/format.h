// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a raster format is to io.c: a reader and a writer that get a job. The job has done everything that is the same
// for all formats: opening, the sidecar, ranges, refusing values a format cannot hold, committing.
#ifndef ORO_IO_FORMAT_H
#define ORO_IO_FORMAT_H

#include <stdio.h>

#include "io/file.h"
#include "orogen/grid.h"
#include "orogen/io.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "little-endian rows are moved as they lie in memory");

/// What a sidecar says. Written and read by sidecar.c.
typedef struct oro_sidecar {
    bool found;
    char path[1024];
    char encoding[16]; ///< "png16", "png8", "r16", "r32", "npy"
    int32_t width, height;
    double cell, origin_x, origin_y;
    bool wrap;
    bool has_range;
    double lo, hi;
} oro_sidecar;

/// A file to read. The reader sets the size of `out`, allocates it, and fills it.
typedef struct oro_read_job {
    oro_context *ctx;
    const char *path;
    FILE *file;
    uint64_t bytes;        ///< size of the file
    int32_t width, height; ///< wanted for files without header; 0: unknown
    bool has_range;        ///< lo and hi are metres; else 0 and 1
    double lo, hi;         ///< what codes 0 and largest stand for
    bool metres;           ///< set by the reader: values are metres whatever the range
    oro_grid *out;
} oro_read_job;

/// A file to write, already open.
typedef struct oro_write_job {
    oro_context *ctx;
    const char *path;
    const oro_grid *grid;
    double lo, hi; ///< what codes 0 and `largest` stand for; all values are finite where the format holds codes
    int bits;      ///< of a code
    oro_file_writer *writer;
} oro_write_job;

typedef struct oro_format {
    oro_format_info info;
    bool codes; ///< holds integer codes with a range rather than metres
    oro_status (*read)(oro_read_job *job);
    oro_status (*write)(oro_write_job *job);
} oro_format;

oro_status oro_png_read(oro_read_job *job);
oro_status oro_png_write(oro_write_job *job);
oro_status oro_r16_read(oro_read_job *job);
oro_status oro_r16_write(oro_write_job *job);
oro_status oro_r32_read(oro_read_job *job);
oro_status oro_r32_write(oro_write_job *job);
oro_status oro_npy_read(oro_read_job *job);
oro_status oro_npy_write(oro_write_job *job);

/// PNG pictures, for oro_save_image() and oro_load_image().
oro_status oro_png_write_image(oro_context *ctx, const char *path, const oro_image *image, oro_file_writer *writer);
oro_status oro_png_read_image(oro_context *ctx, const char *path, FILE *file, uint64_t bytes, oro_image *out);

/// Gives out->data of a job memory for width x height samples, refusing sizes a grid cannot have.
oro_status oro_read_job_alloc(oro_read_job *job, uint64_t width, uint64_t height);

/// Finds the size of a headerless file of `sample` bytes a value (from the job, or a square), checks it against the
/// file's length and allocates.
oro_status oro_read_job_raw_size(oro_read_job *job, size_t sample);

/// Reads exactly `bytes`, or says that the file ends early.
oro_status oro_read_job_bytes(oro_read_job *job, void *to, size_t bytes);

/// Turns row y of the grid into codes of 0 to 2^bits - 1.
void oro_write_job_codes(const oro_write_job *job, int32_t y, uint16_t *codes);

/// Turns codes into values: lo + code / largest * (hi - lo).
void oro_decode_codes(const oro_read_job *job, const uint16_t *codes, int32_t count, unsigned largest, float *values);

/// NAME.EXT -> NAME.EXT.terrain.json, so that peaks.png and peaks.npy can lie side by side; false where that is too long.
bool oro_sidecar_path(const char *raster, char *out, size_t size);

/// Reads the sidecar of a raster if there is one. ORO_BAD_INPUT where there is one that makes no sense.
oro_status oro_sidecar_read(oro_context *ctx, const char *raster, oro_sidecar *out);

/// Writes the sidecar of a job into an open file. `encoding` as in oro_sidecar.
oro_status oro_sidecar_write(const oro_write_job *job, const char *encoding, bool codes, const char *unit,
                             const oro_extremes *extremes, oro_file_writer *writer);

#endif
